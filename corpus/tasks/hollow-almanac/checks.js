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

// ---- P2 ----------------------------------------------------------------------------------------------------
check('ha-says', 'P2', 'The page says why something was refused', async g => {
  await g.load('dusk', { oil: 0 });
  const before = await g.js('document.body.innerText');
  await g.key('KeyG');
  const after = await g.js('document.body.innerText');
  need(after !== before && /oil/i.test(after), 'a refusal is not explained on the page');
});

module.exports = { suite };
