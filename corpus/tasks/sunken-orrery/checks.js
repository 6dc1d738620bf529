'use strict';
// Behaviour checks for The Sunken Orrery, written against its documents alone.
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
  // The next step can be taken when the last one is over, by the game's own clock.
  async rested() { await this.until(s => s.coolMs === 0 || s.screen !== 'play', 10000, 'a step is never over'); }
  async key(code, ms = 30) { await this.browser.keyDown(code); await sleep(ms); await this.browser.keyUp(code); await sleep(30); await this.rested(); }
  async keys(...codes) { for (const code of codes) await this.key(code); return this.snap(); }
  async click(name) {
    const r = (await this.snap()).controls[name];
    need(r && r.width > 4 && r.height > 4, `there is no button ${name}`);
    await this.browser.mouseClick(r.left + r.width / 2, r.top + r.height / 2);
    await sleep(60);
    await this.rested();
    return this.snap();
  }
  async until(test, ms, what) {
    for (const end = Date.now() + ms; ;) {
      const s = await this.snap();
      if (test(s)) return s;
      need(Date.now() < end, what);
      await sleep(50);
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

// ---- P0 ------------------------------------------------------------------------------------------
check('so-boot', 'P0', 'The page boots to its title with a complete contract', async g => {
  const kinds = await g.js("['reset','loadScenario','input','getSnapshot'].map(k => typeof (window.__gameTest || {})[k]).join()");
  need(kinds === 'function,function,function,function', 'the contract is incomplete: ' + kinds);
  const s = await g.snap();
  need(s.schemaVersion === 1 && s.screen === 'title' && s.controls.dive, 'the page does not begin with its title');
  const size = await g.browser.getCanvasSize();
  need(size && size.cssW > 600 && size.cssH > 300, 'there is no canvas of a useful size');
});

check('so-dive', 'P0', 'Enter dives, and held keys swim tile by tile until a wall', async g => {
  await g.js('window.__gameTest.reset()');
  let s = await g.keys('Enter');
  need(s.screen === 'play' && s.room === 'hall' && s.hearts === 5 && s.x === 4 && s.y === 4, 'the dive begins with something else');
  s = await g.keys('ArrowUp', 'ArrowRight');
  need(s.x === 5 && s.y === 3 && s.facing === 'right', 'a step is not one tile');
  await g.browser.keyDown('ArrowRight');
  await g.until(s => s.x === 10, 12000, 'a held key does not swim on');
  await sleep(400);
  await g.browser.keyUp('ArrowRight');
  s = await g.snap();
  need(s.x === 10 && s.y === 3, `a held key swam to column ${s.x}`);
});

check('so-pointer', 'P0', 'A dive can be played with the buttons', async g => {
  await g.js('window.__gameTest.reset()');
  let s = await g.click('dive');
  need(s.screen === 'play', 'the button does not dive');
  s = await g.click('right');
  need(s.x === 5, 'the button does not swim');
  await g.load('hall', { x: 5, y: 5, brass: 2, salt: 1 });
  s = await g.click('craft');
  need(s.charges === 1, 'the button crafts nothing');
  s = await g.click('pause');
  need(s.screen === 'paused', 'the button does not pause');
});

// ---- P1 ------------------------------------------------------------------------------------------
check('so-take', 'P1', 'Things are taken, crafted into charges, and refused when there are too few', async g => {
  await g.load('hall', { x: 5, y: 5, beside: { right: 'b', left: 's', up: 'p' }, brass: 1 });
  let s = await g.keys('ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowRight', 'ArrowUp');
  need(s.brass === 2 && s.salt === 1 && s.pearls === 1, 'what lay there was not taken');
  s = await g.keys('KeyC');
  need(s.charges === 1 && s.brass === 0 && s.salt === 0, 'a charge takes something else');
  s = await g.keys('KeyC');
  need(s.charges === 1 && s.reason === 'no_brass', 'a charge was made of nothing');
  await g.load('hall', { x: 5, y: 5, brass: 4, salt: 2, charges: 3 });
  s = await g.keys('KeyC');
  need(s.charges === 3 && s.brass === 4 && s.reason === 'pouch_full', 'the pouch holds more than three charges');
  await g.load('hall', { x: 5, y: 5, brass: 4 });
  s = await g.keys('KeyC');
  need(s.charges === 0 && s.reason === 'no_salt' && s.brass === 4, 'a charge without salt cost its brass');
});

check('so-seal', 'P1', 'Three blows weaken the seal, and only a charge right beside it brings it down', async g => {
  await g.load('seal');
  let s = await g.keys('KeyX', 'KeyX');
  need(s.seal === 'whole' && s.sealHits === 2, 'two blows did something else');
  s = await g.keys('KeyX', 'KeyX');
  need(s.seal === 'weakened' && s.sealHits === 3 && s.reason === 'needs_charge', 'blows alone brought more than a weakened seal');
  await g.load('seal', { x: 6, facing: 'right', seal: 'weakened', sealHits: 3, charges: 1 });
  s = await g.keys('Space');
  need(s.charges === 0 && s.fuses.length === 1 && s.fuseBesideSeal, 'no charge lies beside the seal');
  await g.browser.keyDown('ArrowLeft');
  await g.until(s => s.x <= 4, 12000, 'there is no swimming away');
  await g.browser.keyUp('ArrowLeft');
  s = await g.until(s => s.fuses.length === 0, 30000, 'the charge never burst');
  need(s.seal === 'fallen', 'a charge beside the weakened seal left it ' + s.seal);
  need(s.hearts === 5, 'the burst reached too far');
}, 60000);

check('so-stands', 'P1', 'A whole seal stands any burst, and a weakened one a charge that is not beside it', async g => {
  await g.load('seal', { x: 3, y: 4, fuse: [7, 7, 300] });
  let s = await g.until(s => s.fuses.length === 0, 12000, 'the charge never burst');
  need(s.seal === 'whole', 'a burst beside the whole seal made it ' + s.seal);
  await g.load('seal', { x: 3, y: 4, seal: 'weakened', sealHits: 3, fuse: [7, 6, 300] });
  s = await g.until(s => s.fuses.length === 0, 12000, 'the charge never burst');
  need(s.seal === 'weakened', 'a burst a tile too far made the seal ' + s.seal);
});

check('so-ways', 'P1', 'Gate, grate and current open as they should, and the current once', async g => {
  await g.load('hall', { x: 7, y: 7, facing: 'down' });
  let s = await g.keys('KeyE', 'ArrowDown');
  need(s.gate === 'shut' && s.room === 'hall', 'the gate opened without a key');
  await g.load('hall', { x: 7, y: 7, facing: 'down', keys: 1 });
  s = await g.keys('KeyE', 'ArrowDown');
  need(s.gate === 'open' && s.keys === 0 && s.room === 'vault', 'the key did not open the gate');
  await g.load('hall', { room: 'kelp', x: 8, y: 4, tide: 'flood', tideLeft: 1 });
  s = await g.keys('ArrowRight');
  need(s.x === 8 && s.reason === 'flood', 'the grate is open at flood');
  await g.until(s => s.tide === 'ebb', 12000, 'the tide never turned');
  s = await g.keys('ArrowRight');
  need(s.x === 9, 'the grate is closed at ebb');
  await g.load('hall', { room: 'kelp', x: 11, y: 7 });
  s = await g.keys('ArrowRight');
  need(s.room === 'vault' && s.drifted, 'the current did not carry');
  await g.load('hall', { room: 'kelp', x: 11, y: 7, drifted: true });
  s = await g.keys('ArrowRight');
  need(s.room === 'kelp' && s.reason === 'spent', 'the current carried twice');
});

check('so-keeper', 'P1', 'The keeper sells salves and light, for pearls only', async g => {
  await g.load('hall', { room: 'forge', x: 6, y: 6, pearls: 10 });
  let s = await g.keys('KeyE', 'Digit1', 'Digit2');
  need(s.screen === 'shop' && s.salves === 1 && s.lenses === 1 && s.pearls === 0, 'salve and lens cost something else');
  s = await g.keys('Digit1');
  need(s.salves === 1 && s.pearls === 0 && s.reason === 'no_pearls', 'the keeper gives credit');
  await g.load('shop', { pearls: 12, salves: 2 });
  s = await g.keys('Digit1');
  need(s.salves === 2 && s.pearls === 12 && s.reason === 'enough', 'a third salve was sold');
  s = await g.keys('Escape');
  need(s.screen === 'play', 'there is no way out of the shop');
});

check('so-salve', 'P1', 'A salve gives two hearts, never more than five, and is kept by who is unhurt', async g => {
  await g.load('hall', { x: 5, y: 5, hearts: 4, salves: 2 });
  let s = await g.keys('KeyH');
  need(s.hearts === 5 && s.salves === 1, `a salve led to ${s.hearts} hearts`);
  s = await g.keys('KeyH');
  need(s.salves === 1 && s.reason === 'whole', 'an unhurt diver used a salve');
});

check('so-warden', 'P1', 'The warden has three phases, and a shield in the second', async g => {
  await g.load('warden');
  let s = await g.keys('KeyX', 'KeyX');
  need(s.wardenHealth === 7 && s.phase === 1, 'two blows did something else');
  s = await g.keys('KeyX', 'KeyX');
  need(s.wardenHealth === 6 && s.phase === 2 && s.reason === 'shielded', `in its second phase the warden has ${s.wardenHealth}`);
  await g.load('warden', { phase: 2, wardenHealth: 5, mood: 'stunned', stunLeft: 30 });
  s = await g.keys('KeyX', 'KeyX');
  need(s.wardenHealth === 3 && s.phase === 3, 'a stunned warden is not struck into its third phase');
});

check('so-lens', 'P1', 'By the light of a lens blows count twice, for six seconds of play', async g => {
  await g.load('warden', { lenses: 1 });
  let s = await g.keys('KeyL', 'KeyX');
  need(s.lenses === 0 && s.lens === 6 && s.wardenHealth === 7, `a blow by the lens left ${s.wardenHealth}`);
  await g.load('paused', { lens: 2 });
  await sleep(2500);
  s = await g.snap();
  need(s.lens === 2, 'the glow runs out in a pause');
  await g.load('hall', { x: 5, y: 5, lens: 1 });
  await g.until(s => s.lens === 0, 12000, 'the glow never ends');
});

check('so-stun', 'P1', 'A charge beside the warden stuns it, and a stunned one does not strike', async g => {
  await g.load('warden', { phase: 2, wardenHealth: 6, windMs: 500, fuse: [7, 3, 200] });
  await g.until(s => s.mood === 'stunned', 12000, 'the burst stunned nobody');
  const s = await g.keys('KeyX');
  need(s.wardenHealth === 5, 'a stunned warden is shielded');
  await sleep(1500);
  need((await g.snap()).hearts === 5, 'a stunned warden struck');
});

check('so-blows', 'P1', 'The warden strikes who stands beside it, and faster in its last phase', async g => {
  await g.load('warden', { windMs: 400 });
  let s = await g.until(s => s.hearts < 5, 12000, 'the warden did not strike once');
  need(s.hearts === 4 && s.safeMs > 0, 'one blow took more than a heart');
  await g.load('warden', { x: 3, y: 6, windMs: 400 });
  s = await g.until(s => s.windMs > 400, 12000, 'the warden does not wind up');
  need(s.hearts === 5, 'the warden strikes far off');
  await g.load('warden', { phase: 3, wardenHealth: 3, windMs: 100 });
  await g.until(s => s.hearts === 4, 12000, 'the warden rests in its last phase');
  s = await g.snap();
  need(s.windMs <= 900, 'the last phase is no faster');
});

check('so-pause', 'P1', 'A pause holds air, tide, fuse and warden', async g => {
  await g.load('warden', { windMs: 1500, air: 30, tideLeft: 9, fuse: [2, 6, 1400] });
  await g.key('KeyP');
  const a = await g.snap();
  await sleep(3000);
  const b = await g.snap();
  need(b.screen === 'paused' && b.air === a.air, 'air goes in a pause');
  need(b.tideLeft === a.tideLeft && b.fuses.length === 1 && b.fuses[0].ms === a.fuses[0].ms && b.windMs === a.windMs && b.hearts === 5, 'tide, fuse or warden go on in a pause');
  const c = await g.keys('KeyP');
  need(c.screen === 'play', 'there is no way back from a pause');
});

check('so-ends', 'P1', 'A dive is lost by hearts or air and won by the last blow, and worth its ledger', async g => {
  await g.load('hall', { room: 'kelp', x: 1, y: 5, eel: ['kelp', 2, 5], hearts: 1, pearls: 3 });
  let s = await g.keys('ArrowRight');
  need(s.screen === 'lost' && s.hearts === 0 && s.score === 30, 'the last heart was lost otherwise');
  await g.load('hall', { x: 5, y: 5, air: 0.5 });
  s = await g.until(s => s.screen !== 'play', 12000, 'without air the dive goes on');
  need(s.screen === 'lost', 'without air the dive is ' + s.screen);
  await g.load('warden', { phase: 3, wardenHealth: 1, pearls: 3, hearts: 4 });
  s = await g.keys('KeyX');
  need(s.screen === 'won' && s.score === 310 && s.best >= 310, `the dive was worth ${s.score}`);
});

// ---- P1: the rule tables, row by row -------------------------------------------------------------------------
// What follows from the rest of a snapshot, or says where things are on the page.
const FOLLOWS = ['controls', 'front', 'around', 'leads', 'fuseBesideSeal', 'fuseBesideWarden', 'fuseBesideDiver', 'airLow', 'tideTurning', 'lensFading', 'raised', 'besideWarden'];
// Performs actions at one instant, so that nothing changes by itself in between: what each answered, and what is so before and after it.
const play = (g, scenario, options, actions) => g.js(`(async () => {
  const t = window.__gameTest, look = async () => JSON.parse(JSON.stringify(await t.getSnapshot()));
  const given = await t.loadScenario(${JSON.stringify(scenario)}, ${JSON.stringify(options)}), seen = [await look()], said = [];
  for (const action of ${JSON.stringify(actions)}) { said.push(await t.input(action)); seen.push(await look()); }
  return { given, seen, said };
})()`);
const text = value => JSON.stringify(value);
function changes(before, after, without = FOLLOWS) {
  const found = {};
  for (const key of Object.keys(after)) if (!without.includes(key) && text(before[key]) !== text(after[key])) found[key] = after[key];
  return found;
}
const action = given => typeof given !== 'string' ? given : ['left', 'right', 'up', 'down'].includes(given) ? { type: 'step', direction: given } : { type: given };
// A row: from where, what is done last, and either why it is refused, or all that changes by it.
async function row(g, scenario, options, deeds, wanted, turned = {}) {
  const list = [].concat(deeds).map(action), what = `${scenario} ${text(options)}: ${list.map(text).join(' ')}`;
  const { given, seen, said } = await play(g, scenario, options, list);
  need(given && given.ok === true, `scenario ${scenario} ${text(options)} was refused`);
  const [before, after] = seen.slice(-2), answer = said[said.length - 1], refused = typeof wanted === 'string';
  need(answer && answer.ok === !refused, `${what} was ${refused ? 'done' : 'refused: ' + after.reason}`);
  if (refused) need(answer.reason === wanted, `${what} answered ${answer.reason}, not ${wanted}`);
  const found = changes(before, after), expected = refused ? { reason: wanted, ...turned } : { reason: '', ...(typeof wanted === 'function' ? wanted(before, after) : wanted) };
  for (const key of Object.keys(expected)) if (text(before[key]) === text(expected[key])) delete expected[key];
  for (const key of new Set([...Object.keys(found), ...Object.keys(expected)])) {
    need(text(found[key]) === text(expected[key]), `${what}: ${key} became ${text(after[key])}, not ${text(key in expected ? expected[key] : before[key])}`);
  }
  return after;
}
// Loads a scenario and waits, by the game's own clock, until something is so.
async function wait(g, scenario, options, test, ms, what) {
  await g.load(scenario, options);
  return g.until(test, ms, what);
}

const HANDS = ['use', 'strike', 'place', 'craft', 'heal', 'lens', 'left', 'right', 'up', 'down', 'pause', 'sound'];
const WORDS = { title: ['dive', 'sound'], hall: HANDS, paused: ['resume', 'leave', 'sound'], shop: ['buySalve', 'buyLens', 'close', 'sound'], over: ['again', 'sound'] };
check('so-commands', 'P1', 'Every command is taken on its own screens and refused on all others', async g => {
  const able = { x: 5, y: 5, beside: { right: 'B' }, charges: 1, brass: 2, salt: 1, hearts: 3, salves: 1, lenses: 1, pearls: 20 };
  for (const scenario of Object.keys(WORDS)) for (const name of new Set(Object.values(WORDS).flat())) {
    const options = scenario === 'title' ? {} : scenario === 'shop' ? { pearls: 20 } : name === 'strike' ? { ...able, x: 7, y: 7, room: 'vault', facing: 'down', beside: {} } : name === 'place' ? { ...able, beside: {} } : able;
    const { seen: [before, after], said: [answer] } = await play(g, scenario, options, [action(name)]), taken = WORDS[scenario].includes(name);
    if (taken && ['right', 'left', 'up', 'down'].includes(name)) { need(after.facing === name && ['', 'blocked'].includes(after.reason), `a step ${name} did not turn the diver`); continue; }
    need(answer.ok === taken, `${name} was ${taken ? 'refused' : 'taken'} on ${before.screen}: ${after.reason}`);
    if (!taken) need(after.reason === 'not_now' && answer.reason === 'not_now' && text(changes({ ...before, reason: '' }, { ...after, reason: '' })) === '{}', `${name} on ${before.screen} changed more than the reason`);
    else need(after.reason === '', `${name} on ${before.screen} left the reason ${after.reason}`);
  }
  for (const odd of [{}, { type: 'win' }, { type: 'toString' }, null]) {
    const { seen, said } = await play(g, 'hall', {}, [odd]);
    need(said[0] && said[0].ok === false && text(changes(...seen)) === '{}', `the unknown action ${text(odd)} was taken`);
  }
  need((await play(g, 'hall', {}, [{ type: 'step', direction: 'away' }])).said[0].ok === false, 'a step to nowhere was taken');
  const bad = await g.js("(async () => [await window.__gameTest.loadScenario('nowhere'), await window.__gameTest.loadScenario('hall', { gold: 1 })])()");
  need(bad.every(r => r && r.ok === false), 'an unknown scenario or option was taken');
  const waited = await g.js("(() => { const t = performance.now(); return window.__gameTest.input({ type: 'wait', durationMs: 400 }).then(r => [r.ok, performance.now() - t]); })()");
  need(waited[0] === true && waited[1] >= 390 && waited[1] < 1200, 'waiting 400 ms took ' + waited[1]);
}, 60000);

check('so-screens', 'P1', 'Commands lead from screen to screen and change nothing else', async g => {
  await row(g, 'hall', {}, 'pause', { screen: 'paused' });
  await row(g, 'hall', { air: 40, brass: 1 }, ['pause', 'resume'], { screen: 'play' });
  await row(g, 'shop', {}, 'close', { screen: 'play' });
  const muted = (await row(g, 'title', {}, 'sound', b => ({ muted: !b.muted }))).muted;
  await row(g, 'hall', {}, 'sound', { muted: !muted });
  for (const [name, options, deeds] of [['over', {}, ['again']], ['paused', {}, ['leave']], ['warden', { phase: 3, wardenHealth: 1 }, ['strike', 'again']]]) {
    need((await play(g, name, options, deeds.map(action))).seen.pop().screen === 'title', `${deeds.join()} does not lead to the title`);
  }
  const hide = `(() => { Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })); delete document.hidden; })()`;
  for (const [name, screen] of [['hall', 'paused'], ['shop', 'shop'], ['over', 'lost'], ['title', 'title']]) {
    await g.load(name);
    await g.js(hide);
    need((await g.snap()).screen === screen, `hiding the page on ${name} led elsewhere`);
  }
});

check('so-first', 'P1', 'A dive begins as its table says, whatever was before', async g => {
  const first = { screen: 'play', room: 'hall', x: 4, y: 4, facing: 'right', hearts: 5, air: 90, coolMs: 0, safeMs: 0, brass: 0, salt: 0, pearls: 0, charges: 0, keys: 0, salves: 0, lenses: 0, lens: 0,
    tide: 'ebb', tideLeft: 15, drifted: false, gate: 'shut', seal: 'whole', sealHits: 0, fuses: [], wardenHealth: 9, phase: 1, mood: 'awake', eel: { room: 'kelp', x: 2, y: 5 }, reason: '' };
  const late = { room: 'orrery', x: 7, y: 5, facing: 'up', hearts: 2, air: 9, safeMs: 700, brass: 3, salt: 2, pearls: 7, charges: 2, keys: 1, salves: 1, lenses: 1, lens: 4, tide: 'flood', tideLeft: 4, drifted: true,
    gate: 'open', seal: 'fallen', sealHits: 3, wardenHealth: 3, phase: 3, mood: 'stunned', stunLeft: 3, windMs: 50, eel: ['orrery', 2, 1], fuse: [2, 2, 900], beside: { left: '#', right: 'p' } };
  for (const options of [{}, late]) for (const way of [['pause', 'leave'], null]) {
    let s;
    if (way) s = (await play(g, 'hall', options, [...way, 'dive'].map(action))).seen.pop();
    else {
      await play(g, 'hall', { ...options, air: 0.001 }, []);
      await g.until(x => x.screen === 'lost', 4000, 'without air the dive goes on');
      s = await g.js("(async () => { const t = window.__gameTest; await t.input({ type: 'again' }); await t.input({ type: 'dive' }); return JSON.parse(JSON.stringify(await t.getSnapshot())); })()");
    }
    for (const key of Object.keys(first)) need(text(s[key]) === text(first[key]), `a dive begins with ${key} ${text(s[key])}`);
  }
  for (const [name, more] of [['hall', {}], ['seal', { room: 'vault', x: 7, y: 7, facing: 'down', gate: 'open' }], ['warden', { room: 'orrery', x: 7, y: 5, facing: 'up', gate: 'open', seal: 'fallen', windMs: 60000 }],
    ['shop', { screen: 'shop', room: 'forge' }], ['paused', { screen: 'paused' }], ['over', { screen: 'lost' }]]) {
    const s = (await play(g, name, {}, [])).seen[0];
    for (const [key, value] of Object.entries({ ...first, tideLeft: 600, ...more })) {
      if (!(name === 'shop' && ['x', 'y'].includes(key)) && !(name === 'over' && key === 'hearts')) need(text(s[key]) === text(value), `the scenario ${name} has ${key} ${text(s[key])}`);
    }
  }
});

const ROOMS = {
  hall: '###############/#..b...#...p..#/#......#......#/#..#.......#..1/#..#...B...#..#/2..#.......#..#/#......#......#/#.p........b..#/#######G#######',
  kelp: '###############/#...s....#..p.#/#.##.#####....#/3..#....p#..#.#/#..#.##..g..#.#/#....#...#..s.#/#.##.#.###.##.#/#.b....#.k..C.#/###############',
  forge: '###############/#.b..b...b..s.#/#.##.###.####.#/#..#.#.....#..4/#..#...#...#..#/#.##.#.#.#.##.#/#......K......#/#p..s......p..#/###############',
  vault: '#######5#######/#.............#/#.p...b.b...p.#/#.#..#...#..#.#/#.....B.......#/#.#..#...#..#.#/#.....s.s.....#/#.............#/#######S#######',
  orrery: '#######6#######/#.............#/#..b.......b..#/#.....#.#.....#/#..s...W...s..#/#.....#.#.....#/#..p.......p..#/#......B......#/###############',
};
const KINDS = { '#': 'wall', '.': 'floor', b: 'brass', s: 'salt', p: 'pearl', k: 'key', G: 'gate', S: 'seal', B: 'bell', K: 'keeper', g: 'grate', C: 'current', W: 'warden' };
const LEADS = { 1: 'kelp', 2: 'forge', 3: 'hall', 4: 'hall', 5: 'hall', 6: 'vault', C: 'vault' };
const WAYS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };
check('so-rooms', 'P1', 'The rooms are those of the document, tile by tile', async g => {
  for (const room of Object.keys(ROOMS)) {
    const lines = ROOMS[room].split('/'), places = [];
    lines.forEach((line, y) => [...line].forEach((tile, x) => { if ('.bspk'.includes(tile)) places.push([x, y]); }));
    const seen = await g.js(`(async () => { const t = window.__gameTest, out = [];
      for (const [x, y] of ${text(places)}) { await t.loadScenario('hall', { room: '${room}', x, y, facing: 'up', eel: ['none', 0, 0] }); const s = await t.getSnapshot(); out.push([s.front, s.around, s.leads]); }
      return JSON.parse(JSON.stringify(out)); })()`);
    places.forEach(([x, y], at) => {
      const [front, around, leads] = seen[at];
      for (const [way, [dx, dy]] of Object.entries(WAYS)) {
        const tile = lines[y + dy][x + dx], kind = /\d/.test(tile) ? 'door' : KINDS[tile];
        need(around[way] === kind, `${room} has ${around[way]} ${way} of (${x}, ${y}), not ${kind}`);
        need(leads[way] === (LEADS[tile] || ''), `${way} of (${x}, ${y}) in ${room} leads to ${text(leads[way])}`);
        if (way === 'up') need(front === kind, 'what is in front is something else');
      }
    });
  }
  for (const [options, way, kind, leads] of [[{ x: 7, y: 7, gate: 'open' }, 'down', 'door', 'vault'], [{ room: 'vault', x: 7, y: 7, seal: 'fallen' }, 'down', 'door', 'orrery'], [{ room: 'vault', x: 7, y: 7, seal: 'weakened' }, 'down', 'seal', ''],
    [{ x: 5, y: 5, eel: ['hall', 6, 5] }, 'right', 'eel', ''], [{ x: 5, y: 5, eel: ['kelp', 6, 5] }, 'right', 'floor', ''], [{ x: 5, y: 5, fuse: [5, 4, 900] }, 'up', 'charge', '']]) {
    const s = (await play(g, 'hall', { ...options, facing: way }, [])).seen[0];
    need(s.around[way] === kind && s.front === kind && s.leads[way] === leads, `${text(options)} has ${s.around[way]} ${way}, leading to ${text(s.leads[way])}`);
  }
});

check('so-steps', 'P1', 'Steps go, take, turn and are refused as their table says', async g => {
  for (const [way, [dx, dy]] of Object.entries(WAYS)) {
    const to = { facing: way, x: 5 + dx, y: 5 + dy, coolMs: 140 }, at = { x: 5, y: 5, facing: way === 'left' ? 'right' : 'left' };
    await row(g, 'hall', at, way, to);
    for (const [tile, goods] of [['b', 'brass'], ['s', 'salt'], ['p', 'pearls'], ['k', 'keys']]) {
      await row(g, 'hall', { ...at, [goods]: 1, beside: { [way]: tile } }, way, { ...to, [goods]: 2 });
      const back = { left: 'right', right: 'left', up: 'down', down: 'up' }[way];
      await g.load('hall', { ...at, beside: { [way]: tile } });
      await g.js(`window.__gameTest.input({ type: 'step', direction: '${way}' })`);
      await g.rested();
      await g.js(`window.__gameTest.input({ type: 'step', direction: '${back}' })`);
      const s = await g.snap();
      need(s.x === 5 && s.y === 5 && s.around[way] === 'floor' && s[goods] === 1, `where ${goods} lay there is ${s.around[way]}`);
    }
    await row(g, 'hall', { ...at, beside: { [way]: 'g' } }, way, to);
    await row(g, 'hall', { ...at, beside: { [way]: 'g' }, tide: 'flood' }, way, 'flood', { facing: way });
    await row(g, 'hall', { ...at, tide: 'flood' }, way, to);
    for (const tile of ['#', 'G', 'S', 'B', 'K', 'W']) await row(g, 'hall', { ...at, beside: { [way]: tile } }, way, 'blocked', { facing: way });
    await row(g, 'hall', { ...at, fuse: [5 + dx, 5 + dy, 900] }, way, 'blocked', { facing: way });
    await row(g, 'hall', { ...at, eel: ['hall', 5 + dx, 5 + dy] }, way, 'bitten', { facing: way, hearts: 4, safeMs: 1200 });
    await row(g, 'hall', { ...at, eel: ['hall', 5 + dx, 5 + dy], safeMs: 1 }, way, 'bitten', { facing: way });
    await row(g, 'hall', at, [way, way], 'too_soon');
    await row(g, 'hall', at, [way, way === 'up' ? 'down' : 'up'], 'too_soon');
  }
  for (const [room, x, y, way, leads, toX, toY, more = {}] of [['hall', 13, 3, 'right', 'kelp', 1, 3], ['hall', 1, 5, 'left', 'forge', 13, 3], ['kelp', 1, 3, 'left', 'hall', 13, 3], ['forge', 13, 3, 'right', 'hall', 1, 5], ['vault', 7, 1, 'up', 'hall', 7, 7],
    ['orrery', 7, 1, 'up', 'vault', 7, 7], ['hall', 7, 7, 'down', 'vault', 7, 1, { gate: 'open' }], ['vault', 7, 7, 'down', 'orrery', 7, 1, { seal: 'fallen' }]]) {
    await row(g, 'hall', { room, x, y, facing: 'left', ...more }, way, { facing: way, room: leads, x: toX, y: toY, coolMs: 140 });
  }
  await row(g, 'hall', { room: 'kelp', x: 11, y: 7, facing: 'up' }, 'right', { facing: 'right', room: 'vault', x: 1, y: 7, drifted: true, coolMs: 140 });
  await row(g, 'hall', { room: 'kelp', x: 11, y: 7, facing: 'up', drifted: true }, 'right', 'spent', { facing: 'right' });
  await row(g, 'hall', { room: 'vault', x: 7, y: 7, seal: 'weakened' }, 'down', 'blocked', { facing: 'down' });
}, 60000);

check('so-hands', 'P1', 'Hands, craft, salve and lens do what their tables say', async g => {
  const at = { x: 5, y: 5, facing: 'right' }, tiles = tile => ({ ...at, beside: { right: tile } }), rows = [
    [{ ...tiles('B'), air: 3 }, 'use', { air: 90 }], [tiles('K'), 'use', { screen: 'shop' }], [tiles('G'), 'use', 'no_key'], [{ ...tiles('G'), keys: 1 }, 'use', { keys: 0, gate: 'open' }], [{ ...tiles('G'), keys: 2 }, 'use', { keys: 1, gate: 'open' }],
    ...['#', '.', 'b', 's', 'p', 'k', 'S', 'g', 'C', 'W', '1'].map(tile => [tiles(tile), 'use', 'nothing_here']), [{ ...tiles('G'), gate: 'open', keys: 1 }, 'use', 'nothing_here'],
    ...['#', '.', 'b', 'G', 'B', 'K', 'g', 'C', '1'].map(tile => [tiles(tile), 'strike', 'nothing_here']),
    [at, 'craft', 'no_brass'], [{ ...at, brass: 1, salt: 1 }, 'craft', 'no_brass'], [{ ...at, brass: 2 }, 'craft', 'no_salt'], [{ ...at, charges: 3 }, 'craft', 'pouch_full'],
    [{ ...at, brass: 2, salt: 1 }, 'craft', { brass: 0, salt: 0, charges: 1 }], [{ ...at, brass: 5, salt: 3, charges: 2 }, 'craft', { brass: 3, salt: 2, charges: 3 }],
    [at, 'place', 'no_charge'], [tiles('#'), 'place', 'no_charge'], [{ ...at, charges: 1 }, 'place', { charges: 0, fuses: [{ room: 'hall', x: 6, y: 5, ms: 1500 }] }],
    ...['#', 'b', 's', 'p', 'k', 'G', 'S', 'B', 'K', 'g', 'C', 'W', '1'].map(tile => [{ ...tiles(tile), charges: 2 }, 'place', 'no_room']), [{ ...at, charges: 2, eel: ['hall', 6, 5] }, 'place', 'no_room'], [{ ...at, charges: 2 }, ['place', 'place'], 'no_room'],
    [{ ...at, charges: 3, facing: 'up' }, 'place', { charges: 2, fuses: [{ room: 'hall', x: 5, y: 4, ms: 1500 }] }],
    [at, 'heal', 'no_salve'], [{ ...at, hearts: 2 }, 'heal', 'no_salve'], [{ ...at, salves: 1 }, 'heal', 'whole'], ...[[4, 5], [3, 5], [2, 4], [1, 3]].map(([hearts, then]) => [{ ...at, hearts, salves: 2 }, 'heal', { hearts: then, salves: 1 }]),
    [at, 'lens', 'no_lens'], [{ ...at, lens: 2 }, 'lens', 'worn'], [{ ...at, lens: 0.1, lenses: 2 }, 'lens', 'worn'], [{ ...at, lenses: 2 }, 'lens', { lenses: 1, lens: 6 }],
  ];
  for (const [options, deeds, wanted] of rows) await row(g, 'hall', options, deeds, wanted);
  for (const [options, deed, wanted] of [[{ pearls: 4 }, 'buySalve', { pearls: 0, salves: 1 }], [{ pearls: 9, salves: 1 }, 'buySalve', { pearls: 5, salves: 2 }], [{ pearls: 3 }, 'buySalve', 'no_pearls'], [{ salves: 2 }, 'buySalve', 'enough'],
    [{ pearls: 6 }, 'buyLens', { pearls: 0, lenses: 1 }], [{ pearls: 13, lenses: 4 }, 'buyLens', { pearls: 7, lenses: 5 }], [{ pearls: 5 }, 'buyLens', 'no_pearls']]) await row(g, 'shop', options, deed, wanted);
  return rows.length + ' rows';
}, 60000);

check('so-blow-by-blow', 'P1', 'Every blow at seal and warden counts as their tables say', async g => {
  for (const [options, wanted] of [[{}, { sealHits: 1 }], [{ sealHits: 1 }, { sealHits: 2 }], [{ sealHits: 2 }, { sealHits: 3, seal: 'weakened' }], [{ sealHits: 3, seal: 'weakened' }, 'needs_charge'], [{ seal: 'fallen' }, 'nothing_here']]) await row(g, 'seal', options, 'strike', wanted);
  const won = (b, pearls = 0) => ({ screen: 'won', wardenHealth: 0, score: 10 * pearls + 20 * b.hearts + 200, best: Math.max(b.best, 10 * pearls + 20 * b.hearts + 200) });
  const calm = { mood: 'stunned', stunLeft: 3 }, rows = [[{}, { wardenHealth: 8 }], [{ wardenHealth: 8 }, { wardenHealth: 7 }], [{ wardenHealth: 7 }, { wardenHealth: 6, phase: 2 }], [calm, { wardenHealth: 8 }],
    [{ lens: 2 }, { wardenHealth: 7 }], [{ wardenHealth: 8, lens: 2 }, { wardenHealth: 6 }], [{ wardenHealth: 7, lens: 2 }, { wardenHealth: 5, phase: 2 }],
    [{ wardenHealth: 6, phase: 2 }, 'shielded'], [{ wardenHealth: 5, phase: 2, lens: 3 }, 'shielded'], [{ wardenHealth: 1, phase: 2 }, 'shielded'],
    ...[[6, 5], [5, 4]].map(([has, then]) => [{ wardenHealth: has, phase: 2, ...calm }, { wardenHealth: then }]), [{ wardenHealth: 4, phase: 2, ...calm }, { wardenHealth: 3, phase: 3 }], [{ wardenHealth: 5, phase: 2, ...calm, lens: 1 }, { wardenHealth: 3 }],
    [{ wardenHealth: 4, phase: 2, ...calm, lens: 1 }, { wardenHealth: 2, phase: 3 }], [{ wardenHealth: 3, phase: 3 }, { wardenHealth: 2 }], [{ wardenHealth: 3, phase: 3, lens: 1 }, { wardenHealth: 1 }], [{ wardenHealth: 2, phase: 3 }, { wardenHealth: 1 }],
    [{ wardenHealth: 2, phase: 3, lens: 1, hearts: 1 }, b => won(b)], [{ wardenHealth: 1, phase: 3, hearts: 3, pearls: 4 }, b => won(b, 4)], [{ wardenHealth: 1, phase: 3, lens: 1 }, b => won(b)], [{ wardenHealth: 1, phase: 3, hearts: 1 }, b => won(b)]];
  for (const [options, wanted] of rows) await row(g, 'warden', options, 'strike', wanted);
  await row(g, 'warden', { facing: 'left' }, 'strike', 'nothing_here');
});

check('so-bursts', 'P1', 'A burst reaches what is right beside it, and nothing else', async g => {
  const burst = (scenario, options) => wait(g, scenario, options, s => s.fuses.length === 0, 4000, 'a charge never burst');
  for (const [dx, dy, hearts] of [[0, 0, 4], [1, 0, 4], [-1, 0, 4], [0, 1, 4], [0, -1, 4], [2, 0, 5], [0, 2, 5], [1, 1, 5], [-1, 1, 5], [-2, 0, 5], [0, -2, 5]]) {
    const s = await burst('hall', { x: 5, y: 4, fuse: [5 + dx, 4 + dy, 60] });
    need(s.hearts === hearts && s.safeMs > 0 === hearts < 5, `a burst at (${dx}, ${dy}) left ${s.hearts} hearts`);
  }
  need((await burst('hall', { x: 5, y: 4, fuse: [5, 5, 60], hearts: 1, pearls: 2 })).screen === 'lost', 'the last heart was not lost by a burst');
  need((await burst('hall', { x: 5, y: 4, fuse: [5, 5, 60], safeMs: 900 })).hearts === 5, 'a burst hurt who is safe');
  for (const [x, y, seal, then] of [[7, 7, 'weakened', 'fallen'], [7, 7, 'whole', 'whole'], [6, 7, 'weakened', 'weakened'], [8, 7, 'weakened', 'weakened'], [7, 6, 'weakened', 'weakened']]) {
    const s = await burst('seal', { x: 3, y: 4, seal, sealHits: seal === 'whole' ? 0 : 3, fuse: [x, y, 60] });
    need(s.seal === then && s.hearts === 5, `a burst at (${x}, ${y}) left the ${seal} seal ${s.seal}`);
  }
  for (const [x, y, mood] of [[6, 4, 'stunned'], [8, 4, 'stunned'], [7, 3, 'stunned'], [7, 5, 'stunned'], [6, 3, 'awake'], [5, 4, 'awake'], [7, 6, 'awake'], [8, 5, 'awake']]) {
    const s = await burst('warden', { x: 2, y: 1, fuse: [x, y, 60], windMs: 9000 });
    need(s.mood === mood && s.wardenHealth === 9, `a burst at (${x}, ${y}) left the warden ${s.mood}`);
  }
  // A charge goes on burning in a room that was left, and hurts nobody there.
  await g.load('hall', { x: 13, y: 3, fuse: [12, 3, 400] });
  const s = await g.keys('ArrowRight');
  need(s.room === 'kelp' && (await g.until(o => o.fuses.length === 0, 4000, 'the charge in the room that was left never burst')).hearts === 5, 'a burst in another room hurt');
  const warn = (await play(g, 'warden', { fuse: [7, 3, 900] }, [])).seen[0], near = (await play(g, 'seal', { x: 6, fuse: [7, 7, 900] }, [])).seen[0];
  need(warn.fuseBesideWarden && !warn.fuseBesideSeal && !warn.fuseBesideDiver && near.fuseBesideSeal && near.fuseBesideDiver && !near.fuseBesideWarden, 'what lies beside a charge is something else');
}, 60000);

check('so-clock', 'P1', 'Air, tide, glow, steps and safety go by the clock of play', async g => {
  const second = async (scenario, options, ms = 1000) => { const a = await g.load(scenario, options), at = Date.now(); await sleep(ms); const b = await g.snap(); return [a, b, (Date.now() - at) / 1000]; };
  for (const [tide, times] of [['ebb', 1], ['flood', 2]]) {
    const [a, b, s] = await second('hall', { air: 60, tide }, 2600);
    need(Math.abs(a.air - b.air - times * s) <= 1.6, `in ${s} s of ${tide} ${a.air - b.air} seconds of air went`);
  }
  for (const [scenario, options] of [['shop', { lens: 3, air: 20, tideLeft: 3, safeMs: 500 }], ['paused', { lens: 3, air: 20, tideLeft: 3, safeMs: 500 }]]) {
    const [a, b] = await second(scenario, options);
    need(text(changes(a, b)) === '{}', `on ${a.screen} ${Object.keys(changes(a, b))} went on`);
  }
  for (const [tide, then] of [['ebb', 'flood'], ['flood', 'ebb']]) {
    const s = await wait(g, 'hall', { tide, tideLeft: 0.3 }, o => o.tide === then, 3000, 'the tide never turned');
    need(s.tideLeft === 15 || s.tideLeft === 14, `the next turn is ${s.tideLeft} seconds off`);
  }
  const glow = Date.now();
  await wait(g, 'hall', { lens: 2 }, s => s.lens === 0, 5000, 'the glow never ends');
  need(Math.abs(Date.now() - glow - 2000) < 500, 'two seconds of glow took ' + (Date.now() - glow) + ' ms');
  let at = Date.now();
  await wait(g, 'hall', { safeMs: 1000 }, s => s.safeMs === 0, 4000, 'safety never ends');
  need(Math.abs(Date.now() - at - 1000) < 400, 'a second of safety took ' + (Date.now() - at) + ' ms');
  // Held, a key takes a tile every 140 ms, by whole frames.
  await g.load('hall', { room: 'vault', x: 1, y: 1 });
  await g.browser.keyDown('ArrowRight');
  await g.until(s => s.x >= 3, 4000, 'a held key does not swim');
  at = Date.now();
  const from = (await g.snap()).x;
  const s = await g.until(o => o.x >= 11, 6000, 'a held key stops');
  await g.browser.keyUp('ArrowRight');
  const each = (Date.now() - at) / (s.x - from);
  need(each > 120 && each < 260, `a tile takes ${Math.round(each)} ms`);
  for (const [options, key, is] of [[{ air: 1 }, 'airLow', true], [{ air: 1.01 }, 'airLow', false], [{ tideLeft: 1 }, 'tideTurning', true], [{ tideLeft: 1.01 }, 'tideTurning', false], [{ lens: 1 }, 'lensFading', true], [{ lens: 1.01 }, 'lensFading', false], [{}, 'lensFading', false]]) {
    need((await play(g, 'hall', options, [])).seen[0][key] === is, `${key} is ${!is} with ${text(options)}`);
  }
}, 60000);

check('so-guards', 'P1', 'The warden winds up, strikes, rests and wakes by the clock', async g => {
  for (const [phase, full] of [[1, 1600], [2, 1600], [3, 900]]) {
    const s = await wait(g, 'warden', { phase, windMs: 80 }, o => o.hearts < 5, 3000, 'the warden did not strike');
    need(s.hearts === 4 && s.windMs <= full && s.windMs > full - 300, `after a blow of phase ${phase} the next is ${Math.round(s.windMs)} ms off`);
    need(s.safeMs > 900 && s.safeMs <= 1200, `after a blow one is safe for ${Math.round(s.safeMs)} ms`);
  }
  for (const [x, y, hit] of [[7, 5, true], [7, 3, true], [6, 4, true], [8, 4, true], [6, 5, false], [5, 4, false], [7, 6, false], [8, 3, false]]) {
    const s = await wait(g, 'warden', { x, y, windMs: 60 }, o => o.windMs > 200 || o.hearts < 5, 3000, 'the warden did not strike');
    need(s.hearts < 5 === hit && s.besideWarden === hit, `at (${x}, ${y}) the blow ${hit ? 'missed' : 'hit'}`);
  }
  need((await wait(g, 'warden', { windMs: 60, hearts: 1 }, o => o.screen !== 'play', 3000, 'the last heart was not lost')).score === 0, 'a dive without pearls or hearts is worth something');
  const still = await g.load('hall', { windMs: 700 });
  await sleep(600);
  need((await g.snap()).windMs === still.windMs, 'the warden winds up for nobody');
  const a = await g.load('warden', { mood: 'stunned', stunLeft: 1, windMs: 500 });
  await sleep(500);
  const b = await g.snap();
  need(b.mood === 'stunned' && b.windMs === a.windMs && b.hearts === 5 && b.raised === false, 'a stunned warden winds up');
  const c = await g.until(s => s.mood === 'awake', 3000, 'the warden does not wake');
  need(c.windMs > 1200, `a woken warden strikes after ${Math.round(c.windMs)} ms`);
  // By the dive's own clock, which a slow machine holds back: safety runs down with it.
  const hit = await wait(g, 'warden', { x: 2, y: 1, fuse: [7, 3, 30], windMs: 9000, safeMs: 9000 }, s => s.mood === 'stunned', 3000, 'the burst stunned nobody');
  const woken = await g.until(s => s.mood === 'awake', 8000, 'the warden does not wake');
  const stunned = hit.safeMs - woken.safeMs;
  need(Math.abs(stunned - 4000) < 500, `the warden was stunned for ${Math.round(stunned)} ms`);
  for (const [options, is] of [[{ windMs: 1500 }, true], [{ windMs: 1501 }, false], [{ windMs: 300, mood: 'stunned', stunLeft: 3 }, false]]) need((await play(g, 'warden', options, [])).seen[0].raised === is, `the claw is ${is ? 'not ' : ''}raised with ${text(options)}`);
  need((await play(g, 'hall', { windMs: 100 }, [])).seen[0].raised === false, 'a claw is raised in the hall');
}, 60000);

check('so-eel', 'P1', 'The eel swims its round, a tile every 420 ms, and bites who is in its way', async g => {
  await g.js('window.__gameTest.reset()');
  await g.key('Enter');
  const seen = [];
  for (const end = Date.now() + 6500; Date.now() < end; await sleep(30)) {
    const { eel } = await g.snap(), last = seen[seen.length - 1];
    need(eel.room === 'kelp' && eel.y === 5, 'the eel left its line');
    if (!last || last.x !== eel.x) seen.push({ x: eel.x, at: Date.now() });
  }
  const xs = seen.map(o => o.x), moves = xs.slice(1).map((x, i) => x - xs[i]);
  need(moves.every(m => Math.abs(m) === 1) && Math.min(...xs) === 1 && Math.max(...xs) === 4, `the eel swam ${xs}`);
  for (let i = 2; i < seen.length; i++) if (moves[i - 1] === moves[i - 2]) need(Math.abs(seen[i].at - seen[i - 1].at - 420) < 150, `a tile took the eel ${seen[i].at - seen[i - 1].at} ms`);
  for (let i = 1; i < moves.length; i++) if (moves[i] !== moves[i - 1]) need([1, 4].includes(xs[i]), `the eel turned at ${xs[i]}`);
}, 40000);

check('so-ledger', 'P1', 'A dive is worth its ledger, and only a better one is the best', async g => {
  let best = (await g.load('title')).best;
  for (const [options, score] of [[{ pearls: 30, hearts: 5 }, 600], [{ pearls: 0, hearts: 1 }, 220], [{ pearls: 33, hearts: 5 }, 630], [{ pearls: 32, hearts: 5 }, 620]]) {
    await row(g, 'warden', { phase: 3, wardenHealth: 1, ...options }, 'strike', b => { need(b.best === best, `the best dive was ${b.best}, not ${best}`); return { screen: 'won', wardenHealth: 0, score, best: best = Math.max(best, score) }; });
  }
  const lost = await wait(g, 'hall', { x: 5, y: 5, air: 0.1, pearls: 4, hearts: 3 }, s => s.screen !== 'play', 3000, 'without air the dive goes on');
  need(lost.screen === 'lost' && lost.air === 0 && lost.score === 100 && lost.best === best, `a lost dive was worth ${lost.score}`);
  await sleep(200);
  need((await g.snap()).score === 100, 'a dive is reckoned again and again');
  await g.key('KeyM');
  const { muted } = await g.snap();
  await g.browser.cdp.send('Page.reload', { ignoreCache: true });
  await sleep(300);
  const s = await g.until(o => o && o.screen === 'title', 8000, 'the page did not come back after a reload');
  need(s.best === best && s.muted === muted, `after a reload the best dive is ${s.best}, the sound ${s.muted ? 'off' : 'on'}`);
  need((await g.keys('KeyM')).muted === !muted, 'M does not switch the sound back');
}, 40000);

// ---- P1: keys and buttons --------------------------------------------------------------------------------------
const PLAY_BUTTONS = ['pause', 'left', 'right', 'up', 'down', 'use', 'strike', 'place', 'craft', 'heal', 'lens'];
const BUTTONS = { title: ['dive', 'sound'], hall: PLAY_BUTTONS, paused: ['resume', 'leave'], shop: ['buy-salve', 'buy-lens', 'close'], over: ['again'] };
const READY = { hall: { x: 5, y: 5, facing: 'up', charges: 1, brass: 2, salt: 1, hearts: 3, salves: 1, lenses: 1, beside: { left: 'b' } }, shop: { pearls: 20 }, title: {}, paused: {}, over: {} };
const STEADY = [...FOLLOWS, 'muted', 'air', 'tideLeft', 'lens', 'safeMs', 'coolMs', 'fuses', 'windMs'];
// What a key or a button changes, against what the action does.
async function does(g, screen, options, what, deed, press) {
  const before = await g.load(screen, options);
  await press(before);
  await sleep(30);
  const after = await g.snap(), { seen } = await play(g, screen, options, deed ? [action(deed)] : []);
  const got = changes(before, after, STEADY), want = deed ? changes(seen[0], seen[1], STEADY) : {};
  need(text(got) === text(want), `${what} on ${screen} changed ${text(got)}, the command ${text(want)}`);
  if (deed) need(after.fuses.length === seen[1].fuses.length && after.lens > 0 === seen[1].lens > 0, `${what} on ${screen} did something else with charge or lens`);
  if (deed === 'sound') need(after.muted !== before.muted, `${what} does not switch the sound on ${screen}`);
}
check('so-buttons', 'P1', 'Each screen has its buttons, and each does what its command does', async g => {
  const same = { 'buy-salve': 'buySalve', 'buy-lens': 'buyLens' };
  for (const screen of Object.keys(BUTTONS)) {
    const s = await g.load(screen, READY[screen]);
    need(text(Object.keys(s.controls).sort()) === text(BUTTONS[screen].slice().sort()), `the buttons of ${screen} are ${Object.keys(s.controls)}`);
    for (const name of BUTTONS[screen]) {
      const r = s.controls[name], x = r.left + r.width / 2, y = r.top + r.height / 2;
      need(r.width > 20 && r.height > 20 && r.left >= 0 && r.top >= 0 && r.left + r.width <= 1281, `the button ${name} of ${screen} is nowhere`);
      const press = options => async () => { const [px, py] = options; await g.browser.mouseClick(px, py); };
      await does(g, screen, READY[screen], `the button ${name}`, same[name] || name, press([x, y]));
      for (const [px, py] of [[r.left + 2, r.top + 2], [r.left + r.width - 2, r.top + r.height - 2]]) if (name === 'dive' || name === 'craft') await does(g, screen, READY[screen], `a corner of ${name}`, name, press([px, py]));
      for (const [px, py] of [[r.left - 4, y], [x, r.top - 4]]) if (['dive', 'resume', 'again'].includes(name)) await does(g, screen, READY[screen], `a click beside ${name}`, null, press([px, py]));
    }
  }
  await does(g, 'hall', READY.hall, 'a press that is let go elsewhere', null, async s => {
    const mid = r => ({ x: r.left + r.width / 2, y: r.top + r.height / 2 });
    const mouse = (type, p) => g.browser.cdp.send('Input.dispatchMouseEvent', { type, ...p, button: 'left', buttons: type === 'mousePressed' ? 1 : 0, clickCount: 1 });
    await mouse('mousePressed', mid(s.controls.craft));
    await mouse('mouseReleased', mid(s.controls.heal));
  });
}, 60000);

check('so-keys', 'P1', 'Each key does what its command does, on its screens only', async g => {
  const keys = {
    title: { Enter: 'dive', KeyM: 'sound', KeyP: null }, over: { Enter: 'again', KeyM: 'sound', KeyQ: null }, paused: { KeyP: 'resume', Escape: 'resume', Enter: 'resume', KeyQ: 'leave', KeyM: 'sound', KeyC: null },
    shop: { Digit1: 'buySalve', Digit2: 'buyLens', Escape: 'close', KeyE: 'close', KeyM: 'sound', KeyC: null },
    hall: { ArrowLeft: 'left', KeyA: 'left', ArrowRight: 'right', KeyD: 'right', ArrowUp: 'up', KeyW: 'up', ArrowDown: 'down', KeyS: 'down', KeyE: 'use', KeyX: 'strike', Space: 'place', KeyC: 'craft', KeyH: 'heal', KeyL: 'lens', KeyP: 'pause', Escape: 'pause', KeyM: 'sound', KeyQ: null, Digit1: null },
  };
  for (const screen of Object.keys(keys)) for (const [code, deed] of Object.entries(keys[screen])) {
    await does(g, screen, READY[screen], code, deed, async () => { await g.browser.keyDown(code); await g.browser.keyUp(code); });
  }
  // A key that is held when the page loses the keyboard swims no further.
  await g.load('hall', { room: 'vault', x: 1, y: 1 });
  await g.browser.keyDown('ArrowRight');
  await g.until(s => s.x > 2, 4000, 'a held key does not swim');
  await g.browser.keyUp('ArrowRight');
  const a = await g.snap();
  await sleep(500);
  need((await g.snap()).x <= a.x + 1, 'a key that was let go swims on');
}, 60000);

check('so-window', 'P1', 'In windows of any shape everything is in sight, and buttons are where they are told', async g => {
  for (const [width, height] of [[1280, 600], [700, 900], [390, 700]]) {
    await g.browser.cdp.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
    await g.load('hall', { brass: 2, salt: 1 });
    await g.until(s => Object.values(s.controls).every(r => r.left >= 0 && r.top >= 0 && r.left + r.width <= width + 1 && r.top + r.height <= height + 1), 4000, `in ${width} x ${height} a button is out of sight`);
    need((await g.click('craft')).charges === 1, `in ${width} x ${height} the button is elsewhere`);
  }
  await g.browser.cdp.send('Emulation.clearDeviceMetricsOverride');
});

// ---- P2 ----------------------------------------------------------------------------------------------------
check('so-seen', 'P2', 'Steps and bursts are seen on the canvas', async g => {
  await g.load('hall', { x: 5, y: 5 });
  await sleep(100);
  const a = await g.browser.canvasPixelHash();
  await g.key('ArrowRight');
  const b = await g.browser.canvasPixelHash();
  need(a !== b, 'the picture does not follow the diver');
});

module.exports = { suite };
