'use strict';
// Behaviour checks for The Hollow Almanac, written against its documents alone.
const sleep = ms => new Promise(done => setTimeout(done, ms));
class Unmet extends Error {}
function need(condition, what) { if (!condition) throw new Unmet(what); }

class Driver {
  constructor(browser) { this.browser = browser; }
  async js(expression) {
    const v = await this.browser.eval(expression);
    if (v && typeof v === 'object' && '__l2_err__' in v) throw new Unmet('the page threw: ' + v.__l2_err__);
    return v;
  }
  snap() { return this.js('Promise.resolve(window.__gameTest.getSnapshot()).then(s => JSON.parse(JSON.stringify(s)))'); }
  async load(name, options = {}) {
    const r = await this.js(`window.__gameTest.loadScenario(${JSON.stringify(name)}, ${JSON.stringify(options)})`);
    need(r && r.ok === true, `scenario ${name} was refused`);
    return this.snap();
  }
  async key(code) { await this.browser.keyDown(code); await sleep(40); await this.browser.keyUp(code); await sleep(40); }
  async keys(...codes) { for (const code of codes) await this.key(code); return this.snap(); }
  async click(name) {
    const r = (await this.snap()).controls[name];
    need(r && r.width > 4 && r.height > 4, `there is no button ${name}`);
    await this.browser.mouseClick(r.left + r.width / 2, r.top + r.height / 2);
    await sleep(60);
    return this.snap();
  }
  async until(test, ms, what) {
    for (const end = Date.now() + ms; ;) {
      const s = await this.snap();
      if (test(s)) return s;
      need(Date.now() < end, what);
      await sleep(60);
    }
  }
}

const suite = [];
function check(id, level, name, body, timeoutMs = 25000) {
  suite.push({ id, level, name, timeoutMs, run: async ({ browser }) => {
    try { return { status: 'PASS', detail: await body(new Driver(browser)) || 'as described' }; }
    catch (e) { return { status: 'FAIL', detail: String((e && e.message) || e).slice(0, 300) }; }
  } });
}
const GOOD = [['tide', 5], ['tide', 4]], POOR = [['wind', 1]];

// ---- P0 ------------------------------------------------------------------------------------------
check('ha-boot', 'P0', 'The page boots to its title with a complete contract', async g => {
  const kinds = await g.js("['reset','loadScenario','input','getSnapshot'].map(k => typeof (window.__gameTest || {})[k]).join()");
  need(kinds === 'function,function,function,function', 'the contract is incomplete: ' + kinds);
  const s = await g.snap();
  need(s.schemaVersion === 1 && s.screen === 'title', 'the page does not begin with its title');
  need(s.controls.begin && s.controls.load, 'the title lacks its buttons');
  const r = await g.js("window.__gameTest.input({ type: 'win' })");
  need(r && r.ok === false, 'an unknown action was taken');
});

check('ha-begin', 'P0', 'Enter begins a year at dusk, with what it begins with', async g => {
  await g.js('window.__gameTest.reset()');
  const s = await g.keys('Enter');
  need(s.screen === 'dusk' && s.night === 1 && s.season === 'spring', 'no first night of spring');
  need(s.coins === 10 && s.reputation === 40 && s.oil === 3 && s.deck.length === 8, 'the year begins with something else');
  need(s.target === 10 && s.offers.length === 3 && s.offers.every(o => o.price === 2 * o.worth), 'the stall or what is asked is something else');
});

check('ha-pointer', 'P0', 'A night can be played with the pointer alone', async g => {
  await g.load('dusk', { coins: 20 });
  let s = await g.click('gather');
  need(s.deck.length === 9 && s.oil === 2, 'the button gathers no card');
  s = await g.click('buy-1');
  need(s.deck.length === 10 && s.coins === 16 && s.offers[0].sold, 'a click on the first card does not buy it');
  s = await g.click('sit');
  need(s.screen === 'desk' && s.hand.length === 5 && s.page.length === 0, 'no hand of five at the desk');
  s = await g.click('play-1');
  need(s.page.length === 1 && s.hand.length === 4, 'a click on a card does not lay it');
  s = await g.click('submit');
  need(s.screen === 'dawn' || s.screen === 'closed', 'the page was not sent');
});

// ---- P1: dusk --------------------------------------------------------------------------------------
check('ha-full', 'P1', 'A full deck refuses whatever would join it, and nothing is paid', async g => {
  const before = await g.load('dusk', { deckCount: 30, coins: 30 });
  for (const [code, what] of [['KeyG', 'gathering'], ['Digit1', 'buying'], ['KeyL', 'the lighthouse']]) {
    const s = await g.keys(code);
    need(s.deck.length === 30, `the deck of 30 became ${s.deck.length} by ${what}`);
    need(s.reason === 'deck_full' && s.coins === before.coins && s.oil === before.oil, `the refusal of ${what} is something else`);
  }
  const s = await g.keys('KeyX', 'KeyG');
  need(s.deck.length === 30 && s.coins === 28 && s.oil === 2, 'after a card was struck there is room for one');
});

check('ha-small', 'P1', 'A deck of seven keeps its cards, and nothing is paid for the refusal', async g => {
  await g.load('dusk', { deckCount: 7, coins: 20 });
  const s = await g.keys('KeyX');
  need(s.deck.length === 7 && s.reason === 'deck_small', 'the deck was struck below its least');
  need(s.coins === 20, `a refused strike cost ${20 - s.coins} coins`);
});

check('ha-house', 'P1', 'The house is improved step by step, at growing prices, so far and no further', async g => {
  await g.load('dusk', { coins: 60 });
  let s = await g.keys('KeyU', 'KeyU', 'KeyU');
  need(s.lampLevel === 3 && s.coins === 60 - 6 - 10 - 14, 'three levels of the lamp cost something else');
  s = await g.keys('KeyU');
  need(s.lampLevel === 3 && s.coins === 30 && s.reason === 'at_most', 'the lamp has a fourth level');
  s = await g.keys('KeyI', 'KeyO', 'KeyO');
  need(s.deskLevel === 1 && s.pressLevel === 2 && s.coins === 30 - 8 - 7 - 10, 'desk or press cost something else');
});

check('ha-causeway', 'P1', 'The lighthouse is visited once a season, and putting the year by does not change that', async g => {
  await g.load('dusk', { oil: 6 });
  let s = await g.keys('KeyL');
  need(s.deck.length === 9 && s.oil === 4 && s.deck[8].worth === 5 && s.visited, 'the lighthouse gave no star');
  s = await g.keys('KeyL');
  need(s.deck.length === 9 && s.reason === 'been_there', 'the causeway was walked twice');
  s = await g.keys('KeyS', 'KeyP', 'KeyQ', 'KeyK');
  need(s.screen === 'dusk' && s.oil === 4 && s.deck.length === 9, 'the year does not go on as it was put by');
  s = await g.keys('KeyL');
  need(s.deck.length === 9 && s.visited, 'the causeway is open again after going on');
});

// ---- P1: the desk ----------------------------------------------------------------------------------------
check('ha-page', 'P1', 'A page is worth its cards, the theme twice, its pairs and the press', async g => {
  await g.load('desk', { pressLevel: 2 });
  let s = await g.keys('Digit1', 'Digit1', 'Digit1', 'Digit1');
  need(s.page.length === 4 && s.pageBase === 11 && s.pagePairs === 1 && s.pageValue === 18, `the page is worth ${s.pageValue}, not 11 + 3 + 4`);
  s = await g.keys('Digit1');
  need(s.page.length === 4 && s.hand.length === 1 && s.reason === 'page_full', 'a fifth card was laid');
  s = await g.keys('Backspace');
  need(s.page.length === 3 && s.hand.length === 2, 'the last card was not taken back');
  s = await g.keys('KeyR');
  need(s.page.length === 0 && s.hand.length === 5 && s.oil === 2, 'the hand was not changed');
  s = await g.keys('KeyR');
  need(s.oil === 2 && s.reason === 'once_a_night', 'the hand was changed twice');
});

check('ha-paid', 'P1', 'An accepted page is paid by half its surplus, rounded down, and praised', async g => {
  await g.load('desk', { page: GOOD, target: 16, reputation: 97 });
  const s = await g.keys('Enter');
  need(s.screen === 'dawn' && s.outcome === 'accepted' && s.streak === 1, 'a good page was not accepted');
  need(s.coins === 18, `21 for 16 was paid with ${s.coins - 10} coins`);
  need(s.reputation === 100, 'praise goes to 100 words and no further');
});

check('ha-blame', 'P1', 'A page that is sent back costs twelve words, ends the row and leaves a blot', async g => {
  await g.load('desk', { page: POOR, streak: 2 });
  let s = await g.keys('Enter');
  need(s.screen === 'dawn' && s.outcome === 'failed', 'a poor page was not sent back');
  need(s.reputation === 28, `reputation is ${s.reputation} after a page was sent back`);
  need(s.streak === 0 && s.deck.length === 9 && s.deck[8].suit === 'blot', 'no blot, or the row goes on');
  await g.load('desk', { page: POOR, reputation: 12 });
  s = await g.keys('Enter');
  need(s.screen === 'closed' && s.reputation === 0, 'the house without reputation is not closed');
});

check('ha-letter', 'P1', 'The patron writes with the third page in a row, once', async g => {
  await g.load('desk', { page: GOOD, streak: 1, accepted: 1 });
  let s = await g.keys('Enter');
  need(s.streak === 2 && s.letters === 0, 'the patron wrote too early');
  await g.load('desk', { page: GOOD, streak: 2, accepted: 2 });
  s = await g.keys('Enter');
  need(s.streak === 3 && s.letters === 1 && s.patron, 'the patron did not write');
  await g.load('desk', { page: GOOD, streak: 5, accepted: 5, letters: 1, patron: true });
  s = await g.keys('Enter');
  need(s.letters === 1, 'the patron wrote twice');
});

check('ha-candle', 'P1', 'The candle burns at the desk, stands in a pause, and judges the page when it is out', async g => {
  await g.load('desk', { page: POOR, candleMs: 2500 });
  await g.key('KeyP');
  const a = await g.snap();
  await sleep(3000);
  const b = await g.snap();
  need(b.screen === 'paused' && b.candleMs === a.candleMs, 'the candle burns in a pause');
  await g.key('KeyP');
  const c = await g.until(s => s.screen !== 'desk', 4000, 'the candle never went out');
  need(c.screen === 'dawn' && c.outcome === 'failed', 'the page was not judged when the candle was out');
});

// ---- P1: the year ------------------------------------------------------------------------------------------
check('ha-season', 'P1', 'Seasons turn: less oil in summer, a bird in autumn, heating in winter', async g => {
  await g.load('dawn', { night: 3, seasonLeft: 0, visited: true, lampLevel: 1 });
  let s = await g.keys('Enter');
  need(s.season === 'summer' && s.oil === 3 && !s.visited && s.night === 4 && s.target === 13, 'the first summer night is something else');
  await g.load('dawn', { night: 6, season: 'summer', seasonLeft: 0 });
  s = await g.keys('Enter');
  need(s.season === 'autumn' && s.oil === 3 && s.deck.length === 9 && s.deck[8].suit === 'bird', 'no bird came in autumn');
  await g.load('dawn', { night: 9, season: 'autumn', seasonLeft: 0, coins: 4 });
  s = await g.keys('Enter');
  need(s.season === 'winter' && s.coins === 0 && s.reputation === 40, 'heating costs something else');
  await g.load('dawn', { night: 9, season: 'autumn', seasonLeft: 0, coins: 3 });
  s = await g.keys('Enter');
  need(s.coins === 3 && s.reputation === 34, `a cold house has ${s.reputation} words`);
});

check('ha-end', 'P1', 'The year ends crowned or not, and is reckoned', async g => {
  await g.load('dawn', { night: 12, season: 'winter', seasonLeft: 0, reputation: 59, coins: 5 });
  let s = await g.keys('Enter');
  need(s.screen === 'over' && s.total === 123, `59 words led to ${s.screen}`);
  await g.load('dawn', { night: 12, season: 'winter', seasonLeft: 0, reputation: 64, coins: 31, accepted: 9, letters: 1 });
  s = await g.keys('Enter');
  need(s.screen === 'crowned' && s.total === 264 && s.best >= 264, 'the ledger of the year does not add up');
  s = await g.keys('Enter');
  need(s.screen === 'title', 'there is no way back to the title');
});

// ---- P1: the rule tables, row by row -------------------------------------------------------------------------
// Performs actions at one instant, so that nothing changes by itself in between: what each answered, and what is so before and after it.
const play = (g, scenario, options, actions) => g.js(`(async () => {
  const t = window.__gameTest, look = async () => { const s = JSON.parse(JSON.stringify(await t.getSnapshot())); delete s.controls; return s; };
  const given = await t.loadScenario(${JSON.stringify(scenario)}, ${JSON.stringify(options)}), seen = [await look()], said = [];
  for (const action of ${JSON.stringify(actions)}) { said.push(await t.input(action)); seen.push(await look()); }
  return { given, seen, said };
})()`);
const text = value => JSON.stringify(value);
function changes(before, after) {
  const found = {};
  for (const key of Object.keys(after)) if (text(before[key]) !== text(after[key])) found[key] = after[key];
  return found;
}
const action = given => typeof given === 'string' ? { type: given } : given;
// A row: from where, what is done last, and either why it is refused, or all that changes by it.
async function row(g, scenario, options, deeds, wanted) {
  const list = [].concat(deeds).map(action), what = `${scenario} ${text(options)}: ${list.map(text).join(' ')}`;
  const { given, seen, said } = await play(g, scenario, options, list);
  need(given && given.ok === true, `scenario ${scenario} ${text(options)} was refused`);
  const [before, after] = seen.slice(-2), answer = said[said.length - 1];
  if (typeof wanted === 'string') {
    need(answer && answer.ok === false, `${what} was done`);
    need(after.reason === wanted, `${what} was refused as ${after.reason}, not ${wanted}`);
    need(answer.reason === wanted, `${what} answered ${answer.reason}, not ${wanted}`);
    const more = changes({ ...before, reason: '' }, { ...after, reason: '' });
    need(text(more) === '{}', `the refusal of ${what} changed ${text(more)}`);
    return after;
  }
  need(answer && answer.ok === true, `${what} was refused: ${after.reason}`);
  const found = changes(before, after), expected = typeof wanted === 'function' ? wanted(before, after) : wanted;
  for (const key of Object.keys(expected)) if (text(before[key]) === text(expected[key])) delete expected[key];
  for (const key of new Set([...Object.keys(found), ...Object.keys(expected)])) {
    need(text(found[key]) === text(expected[key]), `${what}: ${key} became ${text(after[key])}, not ${text(key in expected ? expected[key] : before[key])}`);
  }
  return after;
}
const SUITS = ['tide', 'wind', 'bird', 'star'];
const isCard = c => SUITS.includes(c.suit) && Number.isInteger(c.worth) && c.worth >= 1;
const joined = (s, suit, worth) => s.deck.concat({ suit, worth });
// What lies at the stall is by chance, but never sold, and at its price.
function freshStall(s, what) {
  need(s.offers.length === 3 && s.offers.every(o => isCard(o) && o.price === 2 * o.worth && o.sold === false), `${what}: the stall has ${text(s.offers)}`);
  return s.offers;
}
const WORDS = {
  title: ['begin', 'sound'], dusk: ['gather', 'buy', 'strike', 'choose', 'reroll', 'lighthouse', 'lamp', 'desk', 'press', 'sit', 'save', 'pause', 'sound'],
  desk: ['play', 'submit', 'takeBack', 'redraw', 'pause', 'sound'], dawn: ['next', 'sound'], paused: ['resume', 'leave', 'sound'], over: ['again', 'sound'],
};

check('ha-commands', 'P1', 'Every command is taken on its own screens and refused on all others', async g => {
  const all = [...new Set(Object.values(WORDS).flat()), 'load'];
  const where = Object.keys(WORDS).map(name => [name, name, []]);
  where.push(['closed', 'desk', ['play', 'submit'], { reputation: 1, hand: [['wind', 1]] }], ['crowned', 'dawn', ['next'], { night: 12, reputation: 70 }]);
  for (const [screen, scenario, first, options = {}] of where) {
    for (const type of all) {
      const taken = (WORDS[screen] || WORDS.over).includes(type), more = screen === 'desk' ? { page: [['tide', 1]] } : screen === 'dusk' ? { coins: 50 } : {};
      const { seen, said } = await play(g, scenario, { ...options, ...more }, [...first, { type, index: 0, step: 1 }].map(action));
      const [before, after] = seen.slice(-2), answer = said[said.length - 1];
      need(before.screen === screen, `${screen} is not reached but ${before.screen}`);
      if (type === 'load' && screen === 'title') { need(answer.ok === false && after.reason === 'no_save' && after.screen === 'title', 'a year was gone on with that nobody put by'); continue; }
      need(answer.ok === taken, `${type} was ${taken ? 'refused' : 'taken'} on ${screen}`);
      if (!taken) {
        need(after.reason === 'not_now' && answer.reason === 'not_now', `${type} was refused on ${screen} as ${after.reason}`);
        need(text(changes({ ...before, reason: '' }, { ...after, reason: '' })) === '{}', `${type} changed something on ${screen}`);
      } else need(after.reason === '', `${type} on ${screen} left the reason ${after.reason}`);
    }
  }
  for (const odd of [{}, { type: 'win' }, { type: 'toString' }, null]) {
    const { seen, said } = await play(g, 'dusk', {}, [odd]);
    need(said[0] && said[0].ok === false && text(changes(...seen)) === '{}', `the unknown action ${text(odd)} was taken`);
  }
  const bad = await g.js("(async () => [await window.__gameTest.loadScenario('nowhere'), await window.__gameTest.loadScenario('dusk', { gold: 1 })])()");
  need(bad.every(r => r && r.ok === false), 'an unknown scenario or option was taken');
}, 60000);

check('ha-screens', 'P1', 'Commands lead from screen to screen and change nothing else', async g => {
  await row(g, 'dusk', {}, 'pause', { screen: 'paused', resumeTo: 'dusk' });
  await row(g, 'desk', {}, 'pause', { screen: 'paused', resumeTo: 'desk' });
  await row(g, 'desk', { candleMs: 777 }, ['pause', 'resume'], { screen: 'desk' });
  await row(g, 'dusk', {}, ['pause', 'resume'], { screen: 'dusk' });
  await row(g, 'paused', { resumeTo: 'dusk' }, 'resume', { screen: 'dusk' });
  await row(g, 'paused', {}, 'leave', { screen: 'title' });
  for (const [name, options, before] of [['over', {}, []], ['desk', { reputation: 1, page: POOR }, ['submit']], ['dawn', { night: 12, reputation: 70 }, ['next']]]) {
    await row(g, name, options, [...before, 'again'], { screen: 'title' });
  }
  const s = await row(g, 'title', {}, 'sound', before => ({ muted: !before.muted }));
  await row(g, 'dusk', {}, 'sound', { muted: !s.muted });
  const hide = `(() => { Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })); delete document.hidden; })()`;
  for (const [name, screen] of [['dusk', 'paused'], ['desk', 'paused'], ['dawn', 'dawn'], ['title', 'title']]) {
    await g.load(name);
    await g.js(hide);
    need((await g.snap()).screen === screen, `hiding the page on ${name} led elsewhere`);
  }
});

check('ha-first', 'P1', 'A year begins as its table says, whatever was before', async g => {
  const deck = [['tide', 1], ['tide', 2], ['wind', 1], ['wind', 3], ['bird', 2], ['bird', 2], ['star', 1], ['star', 3]].map(([suit, worth]) => ({ suit, worth }));
  const first = { screen: 'dusk', night: 1, season: 'spring', seasonLeft: 2, nextSeason: 'spring', coins: 10, reputation: 40, oil: 3, deck, chosen: 0, lampLevel: 0, deskLevel: 0,
    pressLevel: 0, lampPrice: 6, deskPrice: 8, pressPrice: 7, visited: false, target: 10, page: [], streak: 0, accepted: 0, letters: 0, patron: false, reason: '' };
  const late = { night: 9, season: 'autumn', seasonLeft: 0, coins: 1, reputation: 99, oil: 0, deckCount: 20, chosen: 3, lampLevel: 2, deskLevel: 1, pressLevel: 2, visited: true, target: 18, streak: 4, accepted: 6, letters: 1, patron: true };
  for (const options of [{}, late]) {
    const s = (await play(g, 'paused', options, ['leave', 'begin'].map(action))).seen[2];
    for (const key of Object.keys(first)) need(text(s[key]) === text(first[key]), `a year begins with ${key} ${text(s[key])}`);
    freshStall(s, 'the first night');
    need(SUITS.includes(s.theme), 'the first theme is ' + s.theme);
  }
  const want = { ...first, theme: 'tide', candleMs: 60000, candleLow: false, redrawn: false, outcome: 'none', offers: [['wind', 2], ['star', 3], ['tide', 4]].map(([suit, worth]) => ({ suit, worth, price: 2 * worth, sold: false })) };
  const hand = [['tide', 2], ['tide', 1], ['wind', 3], ['bird', 2], ['star', 1]].map(([suit, worth]) => ({ suit, worth }));
  for (const [name, more] of [['dusk', {}], ['desk', { screen: 'desk', hand }], ['paused', { screen: 'paused', resumeTo: 'desk', hand }], ['dawn', { screen: 'dawn', outcome: 'accepted' }], ['over', { screen: 'over', night: 12 }]]) {
    const s = (await play(g, name, {}, [])).seen[0];
    for (const [key, value] of Object.entries({ ...want, ...more })) {
      if (name === 'over' && ['night', 'screen'].includes(key) || name !== 'over') need(text(s[key]) === text(value), `the scenario ${name} has ${key} ${text(s[key])}`);
    }
  }
});

check('ha-dusk', 'P1', 'Errands at dusk cost what the tables say, and are refused in their order', async g => {
  const rows = [
    [{ oil: 0, deckCount: 30 }, 'gather', 'deck_full'], [{ oil: 0 }, 'gather', 'no_oil'],
    [{ deckCount: 29, oil: 1 }, 'gather', (b, a) => ({ oil: 0, deck: b.deck.concat(a.deck[29]) })],
    [{ coins: 4 }, { type: 'buy', index: 0 }, b => ({ coins: 0, deck: joined(b, 'wind', 2), offers: b.offers.map((o, i) => ({ ...o, sold: i === 0 })) })],
    [{ coins: 9 }, { type: 'buy', index: 1 }, b => ({ coins: 3, deck: joined(b, 'star', 3), offers: b.offers.map((o, i) => ({ ...o, sold: i === 1 })) })],
    [{ coins: 9, deckCount: 29 }, { type: 'buy', index: 2 }, b => ({ coins: 1, deck: joined(b, 'tide', 4), offers: b.offers.map((o, i) => ({ ...o, sold: i === 2 })) })],
    [{ coins: 3 }, { type: 'buy', index: 0 }, 'no_coins'], [{ coins: 0, deckCount: 30 }, { type: 'buy', index: 2 }, 'deck_full'],
    [{ coins: 0, deckCount: 30, sold: [1] }, { type: 'buy', index: 1 }, 'sold'], [{ coins: 50 }, [{ type: 'buy', index: 1 }, { type: 'buy', index: 1 }], 'sold'],
    [{ coins: 50 }, { type: 'buy', index: 3 }, 'not_now'],
    [{ coins: 2, chosen: 3 }, 'strike', b => ({ coins: 0, deck: b.deck.filter((_, i) => i !== 3) })],
    [{ coins: 5, deckCount: 8 }, 'strike', b => ({ coins: 3, deck: b.deck.slice(1) })],
    [{ coins: 1 }, 'strike', 'no_coins'], [{ coins: 0, deckCount: 7 }, 'strike', 'deck_small'], [{ coins: 9, deckCount: 6 }, 'strike', 'deck_small'],
    [{}, { type: 'choose', step: 1 }, { chosen: 1 }], [{ chosen: 6 }, { type: 'choose', step: 1 }, { chosen: 7 }], [{ chosen: 7 }, { type: 'choose', step: 1 }, {}],
    [{ chosen: 1 }, { type: 'choose', step: -1 }, { chosen: 0 }], [{}, { type: 'choose', step: -1 }, {}], [{ chosen: 7 }, { type: 'choose', step: -1 }, { chosen: 6 }],
    [{ coins: 1, sold: [0, 1, 2] }, 'reroll', (b, a) => ({ coins: 0, offers: freshStall(a, 'other cards') })], [{ coins: 0 }, 'reroll', 'no_coins'],
    [{ oil: 2 }, 'lighthouse', b => ({ oil: 0, visited: true, deck: joined(b, 'star', 5) })], [{ oil: 5, deckCount: 29 }, 'lighthouse', b => ({ oil: 3, visited: true, deck: joined(b, 'star', 5) })],
    [{ oil: 1 }, 'lighthouse', 'no_oil'], [{ oil: 0, deckCount: 30 }, 'lighthouse', 'deck_full'], [{ oil: 0, deckCount: 30, visited: true }, 'lighthouse', 'been_there'],
  ];
  for (const [type, level, first, step, most] of [['lamp', 'lampLevel', 6, 4, 3], ['desk', 'deskLevel', 8, 5, 2], ['press', 'pressLevel', 7, 3, 3]]) {
    for (let has = 0; has < most; has++) {
      const price = first + step * has;
      const better = () => ({ [level]: has + 1, [type + 'Price']: price + step, ...(type === 'press' ? { pageValue: 2 * (has + 1) } : {}) });
      rows.push([{ [level]: has, coins: price - 1 }, type, 'no_coins'], [{ [level]: has, coins: price }, type, { coins: 0, ...better() }], [{ [level]: has, coins: price + 1 }, type, { coins: 1, ...better() }]);
    }
    rows.push([{ [level]: most, coins: 0 }, type, 'at_most'], [{ [level]: most, coins: 99 }, type, 'at_most']);
  }
  for (const [options, deeds, wanted] of rows) await row(g, 'dusk', options, deeds, wanted);
  const last = (await play(g, 'dusk', { chosen: 7, coins: 9 }, [action('strike')])).seen[1];
  need(last.deck.length === 7 && last.chosen >= 0 && last.chosen < 7, 'after the last card was struck no card is marked');
  return rows.length + ' rows';
}, 60000);

check('ha-chance', 'P1', 'Chance draws all suits and worths, and the same ones after a reset', async g => {
  const gathers = { count: 0, suits: new Set(), worths: new Set() }, stall = { suits: new Set(), worths: new Set() }, themes = new Set();
  const many = (type, count) => Array.from({ length: count }, () => action(type));
  const gathered = (await play(g, 'dusk', { oil: 40, deckCount: 7 }, many('gather', 22))).seen.slice(-1)[0];
  for (const c of gathered.deck.slice(7)) {
    need(isCard(c) && c.worth <= 3, `gathering brought ${text(c)}`);
    gathers.suits.add(c.suit); gathers.worths.add(c.worth);
  }
  need(gathers.suits.size === 4 && gathers.worths.size === 3, `22 cards were of ${gathers.suits.size} suits and ${gathers.worths.size} worths`);
  for (const s of (await play(g, 'dusk', { coins: 40 }, many('reroll', 30))).seen.slice(1)) for (const o of freshStall(s, 'other cards')) { stall.suits.add(o.suit); stall.worths.add(o.worth); }
  need(stall.suits.size === 4 && stall.worths.size >= 2, `90 cards at the stall were of ${stall.suits.size} suits and ${stall.worths.size} worths`);
  const year = (await play(g, 'dusk', { deckCount: 8, reputation: 100 }, Array.from({ length: 8 }, () => ['sit', { type: 'play', index: 0 }, 'submit', 'next']).flat().map(action))).seen;
  for (const s of year) themes.add(s.theme);
  need(SUITS.every(suit => themes.has(suit)), `in eight nights the themes were ${[...themes]}`);
  const hands = new Set(year.filter(s => s.screen === 'desk' && s.hand.length === 5).map(s => text(s.hand)));
  need(hands.size >= 6, `eight hands were ${hands.size} different ones`);
  const deeds = ['begin', 'gather', 'reroll', 'gather', 'sit', 'redraw'].map(action);
  const same = async () => text(await g.js(`(async () => { const t = window.__gameTest; await t.reset(); for (const a of ${text(deeds)}) await t.input(a); const s = JSON.parse(JSON.stringify(await t.getSnapshot())); return [s.deck, s.offers, s.theme, s.hand]; })()`));
  need(await same() === await same(), 'after a reset chance is another one');
});

// What a hand is drawn from: each card once.
function within(hand, deck) {
  const left = deck.map(text);
  return hand.every(c => { const at = left.indexOf(text(c)); return at >= 0 && left.splice(at, 1); });
}
check('ha-desk', 'P1', 'The desk deals, lays, takes back and changes as its tables say', async g => {
  for (const deskLevel of [0, 1, 2]) {
    await row(g, 'dusk', { deskLevel, candleMs: 5, redrawn: true, page: [['tide', 1]], hand: [] }, 'sit', (b, a) => {
      need(a.hand.length === 5 + deskLevel && within(a.hand, b.deck), `at a desk of level ${deskLevel} the hand is ${text(a.hand)}`);
      return { screen: 'desk', hand: a.hand, page: [], pageBase: 0, pagePairs: 0, pageValue: 0, candleMs: 60000, candleLow: false, redrawn: false };
    });
    await row(g, 'desk', { deskLevel, page: [['tide', 1], ['star', 1]], oil: 1 }, 'redraw', (b, a) => {
      need(a.hand.length === 5 + deskLevel && within(a.hand, b.deck), `at a desk of level ${deskLevel} the changed hand is ${text(a.hand)}`);
      return { oil: 0, hand: a.hand, page: [], pageBase: 0, pagePairs: 0, pageValue: 0, redrawn: true };
    });
  }
  const hand = [['tide', 5], ['wind', 2], ['bird', 3], ['star', 1]], cards = hand.map(([suit, worth]) => ({ suit, worth }));
  for (const index of [0, 1, 3]) {
    const base = cards[index].worth * (index === 0 ? 2 : 1);
    await row(g, 'desk', { hand }, { type: 'play', index }, { hand: cards.filter((_, i) => i !== index), page: [cards[index]], pageBase: base, pageValue: base });
  }
  await row(g, 'desk', { hand }, { type: 'play', index: 4 }, 'no_card');
  const four = [['wind', 1], ['bird', 1], ['star', 1], ['tide', 1]];
  await row(g, 'desk', { hand, page: four }, { type: 'play', index: 0 }, 'page_full');
  await row(g, 'desk', { hand, page: four }, { type: 'play', index: 6 }, 'no_card');
  await row(g, 'desk', { hand, page: four.slice(0, 3) }, { type: 'play', index: 1 }, (b, a) => ({ hand: cards.filter((_, i) => i !== 1), page: b.page.concat(cards[1]), pageBase: 5, pagePairs: 1, pageValue: 8 }));
  await row(g, 'desk', {}, 'takeBack', 'empty_page');
  await row(g, 'desk', { hand, page: [['star', 3], ['tide', 4]] }, 'takeBack', (b, a) => {
    need(text(a.hand.slice().sort((x, y) => x.worth - y.worth)) === text(cards.concat({ suit: 'tide', worth: 4 }).sort((x, y) => x.worth - y.worth)), `what was taken back is not in the hand: ${text(a.hand)}`);
    return { hand: a.hand, page: [{ suit: 'star', worth: 3 }], pageBase: 3, pageValue: 3 };
  });
  await row(g, 'desk', { oil: 0 }, 'redraw', 'no_oil');
  await row(g, 'desk', { oil: 0, redrawn: true }, 'redraw', 'once_a_night');
  await row(g, 'desk', { oil: 3 }, ['redraw', 'redraw'], 'once_a_night');
  await row(g, 'desk', {}, 'submit', 'empty_page');
  // [page, theme, press, cards, pairs]
  const pages = [[[], 'tide', 3, 0, 0], [[['tide', 2]], 'tide', 0, 4, 0], [[['tide', 2]], 'wind', 1, 2, 0], [[['star', 4], ['star', 3]], 'star', 0, 14, 1],
    [[['wind', 1], ['wind', 1], ['wind', 2]], 'bird', 0, 4, 1], [[['wind', 1], ['wind', 1], ['wind', 2], ['wind', 5]], 'bird', 2, 9, 2], [[['bird', 1], ['star', 2], ['bird', 3], ['star', 4]], 'star', 3, 16, 2],
    [[['blot', 0], ['tide', 1]], 'tide', 0, 2, 0], [[['bird', 2], ['tide', 3], ['bird', 1]], 'bird', 1, 9, 1]];
  for (const [page, theme, pressLevel, base, pairs] of pages) {
    const s = (await play(g, 'desk', { page, theme, pressLevel, target: 99 }, [])).seen[0];
    need(s.pageBase === base && s.pagePairs === pairs && s.pageValue === base + 3 * pairs + 2 * pressLevel, `${text(page)} of ${theme} with press ${pressLevel} is worth ${s.pageBase}, ${s.pagePairs} pairs, ${s.pageValue}`);
  }
});

check('ha-judged', 'P1', 'Pages are judged, paid and blamed to the last coin and word', async g => {
  const accepted = (b, coins, more = {}) => ({ screen: 'dawn', outcome: 'accepted', streak: b.streak + 1, accepted: b.accepted + 1, coins: b.coins + coins, reputation: Math.min(100, b.reputation + 5), ...more });
  const failed = (b, more = {}) => ({ screen: 'dawn', outcome: 'failed', streak: 0, reputation: b.reputation - 12, deck: joined(b, 'blot', 0), ...more });
  // GOOD with theme tide is worth 18 + 3.
  for (const [options, coins] of [[{ target: 21 }, 6], [{ target: 20 }, 6], [{ target: 19 }, 7], [{ target: 15 }, 9], [{ target: 10, coins: 0 }, 11], [{ target: 21, pressLevel: 1 }, 7], [{ target: 21, theme: 'wind', pressLevel: 3, coins: 3 }, null], [{ target: 18, theme: 'wind', pressLevel: 3 }, 6]]) {
    await row(g, 'desk', { page: GOOD, ...options }, 'submit', b => coins === null ? failed(b) : accepted(b, coins));
  }
  for (const reputation of [1, 94, 95, 96, 100]) await row(g, 'desk', { page: GOOD, target: 21, reputation }, 'submit', b => accepted(b, 6));
  for (const [streak, patron, letters, writes] of [[0, false, 0, false], [1, false, 0, false], [2, false, 0, true], [3, false, 2, true], [2, true, 1, false], [7, true, 1, false]]) {
    await row(g, 'desk', { page: GOOD, target: 21, streak, patron, letters, accepted: streak }, 'submit', b => accepted(b, 6, writes ? { patron: true, letters: letters + 1 } : {}));
  }
  await row(g, 'desk', { page: GOOD, target: 22, streak: 2, patron: true }, 'submit', b => failed(b));
  await row(g, 'desk', { page: POOR, deckCount: 29 }, 'submit', b => failed(b));
  await row(g, 'desk', { page: POOR, deckCount: 30 }, 'submit', b => failed(b, { deck: b.deck }));
  await row(g, 'desk', { page: POOR, reputation: 13 }, 'submit', b => failed(b, { reputation: 1 }));
  for (const reputation of [12, 5]) {
    await row(g, 'desk', { page: POOR, reputation, coins: 9, accepted: 3, letters: 1 }, 'submit', b => failed(b, { screen: 'closed', reputation: 0, total: 9 + 30 + 15, best: Math.max(b.best, 54) }));
  }
});

check('ha-nights', 'P1', 'From night to night: oil, seasons, what comes and what is paid', async g => {
  const RING = ['spring', 'summer', 'autumn', 'winter', 'spring'];
  const common = (b, a) => ({ screen: 'dusk', outcome: 'none', night: b.night + 1, target: 9 + b.night + 1, theme: SUITS.includes(a.theme) ? a.theme : 'one of the suits', offers: freshStall(a, 'the next night') });
  for (const season of RING.slice(0, 4)) {
    const dry = season === 'summer' ? 1 : 0, at = RING.indexOf(season);
    for (const lampLevel of [0, 1, 3]) {
      await row(g, 'dawn', { season, seasonLeft: 2, night: 3 * at + 1, lampLevel, visited: true, oil: 0, coins: 3 }, 'next', (b, a) => ({ ...common(b, a), oil: 3 + lampLevel - dry, seasonLeft: 1 }));
    }
    await row(g, 'dawn', { season, seasonLeft: 1, night: 3 * at + 2, oil: 0, visited: true, sold: [0, 1, 2] }, 'next', (b, a) => ({ ...common(b, a), oil: 3 - dry, seasonLeft: 0, nextSeason: RING[at + 1] }));
  }
  const turn = (b, a, more) => ({ ...common(b, a), season: RING[RING.indexOf(b.season) + 1], seasonLeft: 2, visited: false, ...more });
  const turns = [
    [{ season: 'spring', night: 3, lampLevel: 2 }, { oil: 4 }], [{ season: 'spring', night: 3, coins: 9, deckCount: 12 }, { oil: 2 }],
    [{ season: 'summer', night: 6 }, b => ({ oil: 3, deck: joined(b, 'bird', 3) })], [{ season: 'summer', night: 6, deckCount: 29 }, b => ({ oil: 3, deck: joined(b, 'bird', 3) })],
    [{ season: 'summer', night: 6, deckCount: 30 }, { oil: 3 }],
    [{ season: 'autumn', night: 9, coins: 4 }, { oil: 3, coins: 0 }], [{ season: 'autumn', night: 9, coins: 5 }, { oil: 3, coins: 1 }], [{ season: 'autumn', night: 9, coins: 3 }, { oil: 3, reputation: 34 }],
    [{ season: 'autumn', night: 9, coins: 0, reputation: 8 }, { oil: 3, reputation: 2 }], [{ season: 'autumn', night: 9, coins: 0, reputation: 7 }, { oil: 3, reputation: 1 }], [{ season: 'autumn', night: 9, coins: 3, reputation: 4 }, { oil: 3, reputation: 1 }],
  ];
  for (const [options, more] of turns) {
    await row(g, 'dawn', { seasonLeft: 0, visited: true, oil: 0, ...options }, 'next', (b, a) => turn(b, a, typeof more === 'function' ? more(b) : more));
  }
  await row(g, 'dawn', { night: 11, season: 'winter', seasonLeft: 1, oil: 0 }, 'next', (b, a) => ({ ...common(b, a), oil: 3, seasonLeft: 0, nextSeason: 'spring' }));
  await row(g, 'dawn', { night: 4, streak: 2, seasonLeft: 1, oil: 0 }, 'next', (b, a) => ({ ...common(b, a), oil: 3, seasonLeft: 0, nextSeason: 'summer' }));
});

check('ha-ledger', 'P1', 'A year is reckoned by its ledger, and only a better one is the best', async g => {
  let best = (await play(g, 'title', {}, [])).seen[0].best;
  for (const [options, screen, total] of [[{ reputation: 60, coins: 0 }, 'crowned', 120], [{ reputation: 59, coins: 7, accepted: 2 }, 'over', 145], [{ reputation: 61, coins: 31, accepted: 9, letters: 1 }, 'crowned', 258],
    [{ reputation: 10, coins: 1, letters: 2 }, 'over', 51], [{ reputation: 100, coins: 88, accepted: 12, letters: 1 }, 'crowned', 423], [{ reputation: 1, coins: 3 }, 'over', 5], [{ reputation: 100, coins: 87, accepted: 12, letters: 1 }, 'crowned', 422]]) {
    await row(g, 'dawn', { night: 12, season: 'winter', seasonLeft: 0, ...options }, 'next', b => { need(b.best === best, `the best year was ${b.best}, not ${best}`); return { screen, total, best: best = Math.max(best, total) }; });
  }
  need(/423/.test(await g.js('document.body.innerText')) === false && (await g.snap()).best === 423, 'the best year is another one');
  await g.load('dusk', { coins: 23, visited: true, night: 5 });
  await g.js("Promise.resolve(window.__gameTest.input({ type: 'save' }))");
  const { muted } = await g.js("Promise.resolve(window.__gameTest.input({ type: 'sound' })).then(() => window.__gameTest.getSnapshot()).then(s => ({ muted: s.muted }))");
  await g.browser.cdp.send('Page.reload', { ignoreCache: true });
  await sleep(300);
  const s = await g.until(s => s && s.screen === 'title', 8000, 'the page did not come back after a reload');
  need(s.best === 423, `after a reload the best year is ${s.best}`);
  need(s.muted === muted, 'after a reload the sound is another one');
  need(s.saved.there && s.saved.night === 5 && s.saved.coins === 23 && s.saved.visited === true, `after a reload the year put by is ${text(s.saved)}`);
  const t = await g.keys('KeyK', 'KeyM');
  need(t.screen === 'dusk' && t.night === 5 && t.coins === 23 && t.visited && t.muted === !muted, 'after a reload the year does not go on');
}, 40000);

check('ha-put-by', 'P1', 'A year put by goes on as it was, in place of one before', async g => {
  await row(g, 'dusk', { coins: 6, night: 2, visited: true }, 'save', { saved: { there: true, night: 2, coins: 6, visited: true } });
  await row(g, 'dusk', { coins: 7, night: 3, saved: { night: 2, coins: 1, visited: true } }, 'save', { saved: { there: true, night: 3, coins: 7, visited: false } });
  const rich = { night: 8, season: 'autumn', seasonLeft: 1, coins: 17, reputation: 77, oil: 2, deckCount: 14, chosen: 5, theme: 'star', target: 17, streak: 3, accepted: 5, letters: 1, patron: true, visited: true, lampLevel: 1, deskLevel: 2, pressLevel: 1, sold: [1] };
  const { seen } = await play(g, 'dusk', rich, ['save', 'gather', 'reroll', 'pause', 'leave', 'load'].map(action));
  const more = changes({ ...seen[1], reason: '' }, { ...seen[6], reason: '' });
  delete more.resumeTo;
  need(text(more) === '{}', `the year went on with other ${Object.keys(more)}`);
  await row(g, 'title', { saved: { night: 4, coins: 2, visited: false } }, 'load', (b, a) => { need(a.screen === 'dusk' && a.night === 4 && a.coins === 2 && a.visited === false, 'another year goes on'); return changes(b, a); });
  const s = await g.js("Promise.resolve(window.__gameTest.reset()).then(() => window.__gameTest.getSnapshot()).then(s => JSON.parse(JSON.stringify(s)))");
  need(s.screen === 'title' && s.saved.there === false && s.saved.night === null, 'a reset keeps a year put by');
});

check('ha-burns', 'P1', 'The candle burns by the clock, flickers in its last second and judges good pages too', async g => {
  const a = await g.load('desk', { candleMs: 3000, page: GOOD });
  need(a.candleLow === false, 'a candle of three seconds flickers');
  await sleep(1000);
  const b = await g.snap();
  need(b.candleMs < a.candleMs - 600 && b.candleMs > a.candleMs - 1900, `in a second the candle lost ${Math.round(a.candleMs - b.candleMs)} ms`);
  const c = await g.until(s => s.candleMs <= 1000 || s.screen !== 'desk', 4000, 'the candle does not burn');
  need(c.screen !== 'desk' || c.candleLow === true, 'the last second is not shown');
  const d = await g.until(s => s.screen !== 'desk', 4000, 'the candle never went out');
  need(d.outcome === 'accepted' && d.candleMs === 0, 'a good page was not accepted when the candle was out');
  need(text(Object.keys(d.controls)) === '["next"]', `the page shows ${Object.keys(d.controls)} when the candle is out`);
  for (const [candleMs, low] of [[1001, false], [1000, true]]) need((await play(g, 'desk', { candleMs }, [])).seen[0].candleLow === low, `a candle of ${candleMs} ms is ${low ? 'not ' : ''}low`);
  for (const [pressLevel, outcome] of [[3, 'accepted'], [2, 'failed']]) {
    await g.load('desk', { candleMs: 60, pressLevel, target: 6 });
    need((await g.until(s => s.screen !== 'desk', 4000, 'the candle never went out')).outcome === outcome, `an empty page with press ${pressLevel} was not ${outcome}`);
  }
  await g.load('dusk', { candleMs: 500 });
  await sleep(700);
  need((await g.snap()).candleMs === 500, 'the candle burns at dusk');
}, 40000);

// ---- P1: keys and buttons --------------------------------------------------------------------------------------
const DECK8 = Array.from({ length: 8 }, (_, i) => 'card-' + (i + 1));
const BUTTONS = {
  title: ['begin', 'load', 'sound'], dusk: ['gather', 'buy-1', 'buy-2', 'buy-3', ...DECK8, 'strike', 'left', 'right', 'reroll', 'lighthouse', 'lamp', 'desk', 'press', 'sit', 'save', 'pause'],
  desk: ['play-1', 'play-2', 'play-3', 'play-4', 'play-5', 'take-back', 'redraw', 'submit', 'pause'], dawn: ['next'], over: ['again'], paused: ['resume', 'leave'],
};
check('ha-buttons', 'P1', 'Each screen has its buttons, and each button does what its command does', async g => {
  const same = { 'take-back': 'takeBack', left: { type: 'choose', step: -1 }, right: { type: 'choose', step: 1 } };
  const from = { title: {}, dusk: { coins: 60, chosen: 2, oil: 5 }, desk: { page: [['tide', 5], ['star', 1]], hand: [['wind', 1], ['bird', 2], ['star', 3], ['tide', 4], ['wind', 5]], candleMs: 60000 }, dawn: {}, over: {}, paused: { resumeTo: 'dusk' } };
  for (const screen of Object.keys(BUTTONS)) {
    const s = await g.load(screen, from[screen]);
    need(text(Object.keys(s.controls).sort()) === text(BUTTONS[screen].slice().sort()), `the buttons of ${screen} are ${Object.keys(s.controls)}`);
    for (const [name, r] of Object.entries(s.controls)) need(r.width > 8 && r.height > 8 && r.left >= 0 && r.left + r.width <= 1281, `the button ${name} of ${screen} is nowhere`);
    for (const name of BUTTONS[screen]) {
      const numbered = /^(buy|play|card)-(\d)$/.exec(name), deed = numbered ? { type: numbered[1], index: Number(numbered[2]) - 1 } : action(same[name] || name);
      await g.load(screen, from[screen]);
      const before = await g.snap(), after = await g.click(name), got = changes(before, after);
      for (const key of ['controls', 'candleMs', 'muted']) delete got[key];
      if (numbered && numbered[1] === 'card') {
        need(after.chosen === deed.index, `a click on card ${deed.index + 1} marks card ${after.chosen + 1}`);
        continue;
      }
      const { seen } = await play(g, screen, from[screen], [deed]), want = changes(seen[0], seen[1]);
      for (const key of ['candleMs', 'muted']) delete want[key];
      need(text(got) === text(want), `the button ${name} on ${screen} changed ${Object.keys(got)}, the command ${Object.keys(want)}`);
      if (name === 'sound') need(after.muted !== before.muted, 'the button sound does nothing');
    }
  }
  // A press that takes its time is a click, too.
  const s = await g.load('dusk', { chosen: 0 }), r = s.controls['card-4'], at = { x: r.left + r.width / 2, y: r.top + r.height / 2, button: 'left', clickCount: 1 };
  await g.browser.cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at, buttons: 1 });
  await sleep(150);
  await g.browser.cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at, buttons: 0 });
  await sleep(60);
  need((await g.snap()).chosen === 3, 'a slow click on a card does nothing');
}, 60000);

check('ha-keys', 'P1', 'Each key does what its command does, on its screens only', async g => {
  const from = { dusk: { coins: 60, chosen: 2, oil: 5 }, desk: { page: [['tide', 5], ['star', 1]], hand: [['wind', 1], ['bird', 2], ['star', 3], ['tide', 4], ['wind', 5]] }, paused: { resumeTo: 'dusk' }, title: { saved: { night: 2, coins: 5 } } };
  const keys = {
    title: { Enter: 'begin', KeyK: 'load', KeyM: 'sound' }, dawn: { Enter: 'next', KeyM: 'sound' }, over: { Enter: 'again', KeyM: 'sound' }, paused: { KeyP: 'resume', Escape: 'resume', Enter: 'resume', KeyQ: 'leave', KeyM: 'sound' },
    dusk: { Enter: 'sit', KeyG: 'gather', KeyX: 'strike', ArrowLeft: { type: 'choose', step: -1 }, ArrowRight: { type: 'choose', step: 1 }, KeyR: 'reroll', KeyL: 'lighthouse', KeyU: 'lamp', KeyI: 'desk', KeyO: 'press', KeyS: 'save', KeyP: 'pause', Escape: 'pause', KeyM: 'sound',
      Digit1: { type: 'buy', index: 0 }, Digit2: { type: 'buy', index: 1 }, Digit3: { type: 'buy', index: 2 }, Digit4: null, KeyQ: null, KeyK: null },
    desk: { Enter: 'submit', Backspace: 'takeBack', KeyR: 'redraw', KeyP: 'pause', Escape: 'pause', KeyM: 'sound', Digit1: { type: 'play', index: 0 }, Digit2: { type: 'play', index: 1 }, Digit5: { type: 'play', index: 4 }, Digit7: { type: 'play', index: 6 }, KeyG: null, KeyS: null },
  };
  for (const screen of Object.keys(keys)) for (const [code, deed] of Object.entries(keys[screen])) {
    const before = await g.load(screen, from[screen] || {}), after = await g.keys(code), got = changes(before, after);
    const { seen } = await play(g, screen, from[screen] || {}, deed ? [action(deed)] : []), want = deed ? changes(seen[0], seen[1]) : {};
    if (deed === 'sound') need(after.muted !== before.muted, `M does not switch the sound on ${screen}`);
    for (const key of ['controls', 'candleMs', 'muted']) { delete got[key]; delete want[key]; }
    need(text(got) === text(want), `${code} on ${screen} changed ${Object.keys(got)}, the command ${Object.keys(want)}`);
  }
  const ended = { crowned: ['dawn', { night: 12, reputation: 70 }, 'next'], closed: ['desk', { page: POOR, reputation: 3 }, 'submit'] };
  for (const [screen, [name, options, deed]] of Object.entries(ended)) {
    await g.load(name, options);
    await g.js(`Promise.resolve(window.__gameTest.input({ type: '${deed}' })).then(() => 1)`);
    const s = await g.snap();
    need(s.screen === screen && text(Object.keys(s.controls)) === '["again"]', `${screen} has other buttons`);
    need((await g.keys('KeyM')).muted !== s.muted && (await g.keys('Enter')).screen === 'title', `Enter and M do something else when the year is ${screen}`);
  }
}, 60000);

// ---- P2 ----------------------------------------------------------------------------------------------------
check('ha-says', 'P2', 'The page says why something was refused', async g => {
  await g.load('dusk', { oil: 0 });
  const before = await g.js('document.body.innerText');
  await g.key('KeyG');
  const after = await g.js('document.body.innerText');
  need(after !== before && /oil/i.test(after), 'a refusal is not explained on the page');
});

module.exports = { suite };
