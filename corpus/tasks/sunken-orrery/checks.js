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
