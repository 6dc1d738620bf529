'use strict';
// Behaviour checks for Lantern Orchard, written against docs/design.md and docs/task.md alone.
const sleep = ms => new Promise(done => setTimeout(done, ms));
const num = v => typeof v === 'number' && Number.isFinite(v);
const near = (a, b, slack) => num(a) && num(b) && Math.abs(a - b) <= slack;
class Unmet extends Error {}
function need(condition, what) { if (!condition) throw new Unmet(what); }
const mid = r => ({ x: r.left + r.width / 2, y: r.top + r.height / 2 });

class Driver {
  constructor(browser) { this.browser = browser; }

  async js(expression) {
    const v = await this.browser.eval(expression);
    if (v && typeof v === 'object' && '__l2_err__' in v) throw new Unmet('the page threw: ' + v.__l2_err__);
    return v;
  }
  snap() { return this.js('Promise.resolve(window.__gameTest.getSnapshot()).then(s => JSON.parse(JSON.stringify(s)))'); }
  act(action) { return this.js(`window.__gameTest.input(${JSON.stringify(action)})`); }
  async load(name) {
    const r = await this.js(`window.__gameTest.loadScenario(${JSON.stringify(name)})`);
    need(r && r.ok === true, `scenario ${name} was refused`);
    return this.snap();
  }
  // Polls at short intervals: what is waited for comes by the page's own clock.
  async until(test, ms, what) {
    const end = Date.now() + ms;
    for (;;) {
      const s = await this.snap();
      if (test(s)) return s;
      need(Date.now() < end, what);
      await sleep(60);
    }
  }
  async reload() {
    await this.browser.cdp.send('Page.reload', { ignoreCache: true });
    const end = Date.now() + 8000;
    for (;;) {
      await sleep(120);
      const up = await this.browser.eval("document.readyState === 'complete' && !!window.__gameTest && !!window.__gameTest.getSnapshot()").catch(() => false);
      if (up === true) return this.snap();
      need(Date.now() < end, 'the page did not come back after a reload');
    }
  }
  async key(code, ms = 60) { await this.browser.keyDown(code); await sleep(ms); await this.browser.keyUp(code); }
  click(rect) { const p = mid(rect); return this.browser.mouseClick(p.x, p.y); }
  mouse(type, x, y, buttons = 0) {
    return this.browser.cdp.send('Input.dispatchMouseEvent', { type, x, y, button: buttons || type === 'mouseReleased' ? 'left' : 'none', buttons, clickCount: type === 'mouseMoved' ? 0 : 1 });
  }
  touch(type, x, y) {
    return this.browser.cdp.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y, id: 1 }] });
  }
  async tap(rect) { const p = mid(rect); await this.touch('touchStart', p.x, p.y); await sleep(50); await this.touch('touchEnd', p.x, p.y); }
  hash() { return this.browser.canvasPixelHash(); }
}

const suite = [];
function check(id, level, name, body, timeoutMs = 25000) {
  suite.push({ id, level, name, timeoutMs, run: async ({ browser }) => {
    try { return { status: 'PASS', detail: await body(new Driver(browser)) || 'as described' }; }
    catch (e) { return { status: 'FAIL', detail: String((e && e.message) || e).slice(0, 300) }; }
  } });
}

// ---- what the contract promises of every snapshot ---------------------------------------------
const CONTROLS = { menu: ['start', 'mute'], playing: ['pause', 'bell'], paused: ['resume', 'menu'], won: ['retry', 'menu'], lost: ['retry', 'menu'] };
const isRect = r => r && num(r.left) && num(r.top) && num(r.width) && num(r.height);

function shape(s, where) {
  need(s && s.schemaVersion === 1, `${where}: no snapshot of schema 1`);
  need(s.screen in CONTROLS, `${where}: unknown screen ${s.screen}`);
  for (const k of ['score', 'best', 'combo', 'lives', 'caught', 'quota', 'timeMs']) need(num(s[k]) && s[k] >= 0, `${where}: ${k} is not a number`);
  need(s.quota === 15, `${where}: the quota is ${s.quota}`);
  need(s.basket && num(s.basket.x) && isRect(s.basket.screen), `${where}: no basket`);
  need(s.basket.x >= s.basket.minX - 0.01 && s.basket.x <= s.basket.maxX + 0.01, `${where}: the basket is outside its range`);
  need(Array.isArray(s.drops) && s.drops.every(d => ['fruit', 'stone', 'star'].includes(d.kind) && num(d.screenX) && num(d.screenY)), `${where}: malformed drops`);
  need(s.bell && typeof s.bell.ready === 'boolean' && num(s.bell.cooldownMs) && num(s.bell.rings), `${where}: no bell`);
  for (const c of CONTROLS[s.screen]) need(isRect(s.controls[c]), `${where}: control ${c} is missing`);
  for (const c of Object.keys(s.controls)) need(CONTROLS[s.screen].includes(c), `${where}: control ${c} does not belong to ${s.screen}`);
}
// Holds a key until the test is met (or time is up), then releases it.
async function hold(g, code, test, ms, what) {
  await g.browser.keyDown(code);
  try { return await g.until(test, ms, what); } finally { await g.browser.keyUp(code); }
}
const fresh = s => s.score === 0 && s.caught === 0 && s.combo === 0 && s.lives === 3 && s.bell.ready;

// Colours of a rectangle of the page's canvas, as a 12 x 6 grid of averages, together with the snapshot of the same instant.
const LOOK = pick => `(() => {
  const s = JSON.parse(JSON.stringify(window.__gameTest.getSnapshot())), rect = (${pick})(s);
  const canvas = document.querySelector('canvas'), box = canvas.getBoundingClientRect(), c = canvas.getContext('2d');
  const kx = canvas.width / box.width, ky = canvas.height / box.height;
  const x = Math.round((rect.left - box.left) * kx), y = Math.round((rect.top - box.top) * ky);
  const w = Math.round(rect.width * kx), h = Math.round(rect.height * ky), data = c.getImageData(x, y, w, h).data, grid = [];
  for (let j = 0; j < 6; j++) for (let i = 0; i < 12; i++) {
    let r = 0, g = 0, b = 0, n = 0;
    for (let py = Math.floor(j * h / 6); py < Math.floor((j + 1) * h / 6); py++) for (let px = Math.floor(i * w / 12); px < Math.floor((i + 1) * w / 12); px++) {
      const k = (py * w + px) * 4; r += data[k]; g += data[k + 1]; b += data[k + 2]; n++;
    }
    grid.push(r / n, g / n, b / n);
  }
  return { s, rect, grid };
})()`;
const apart = (a, b) => a.reduce((sum, v, i) => sum + Math.abs(v - b[i]), 0) / a.length;
const BASKET_RECT = 's => s.basket.screen';
const fixed = r => `() => (${JSON.stringify(r)})`;

// ---- P0 ----------------------------------------------------------------------------------------
check('lo-boot', 'P0', 'The page boots to the menu with a complete contract', async g => {
  const kinds = await g.js("['reset','loadScenario','input','getSnapshot'].map(k => typeof (window.__gameTest || {})[k]).join()");
  need(kinds === 'function,function,function,function', 'the contract is incomplete: ' + kinds);
  const s = await g.snap();
  shape(s, 'boot');
  need(s.screen === 'menu' && fresh(s), 'the game does not begin on a fresh menu');
  const size = await g.browser.getCanvasSize();
  need(size && size.cssW > 600 && size.cssH > 300, 'there is no canvas of a useful size');
  for (const a of [{ type: 'fly' }, {}, { type: 'ring' }, { type: 'move', direction: 'left' }, { type: 'resume' }, { type: 'retry' }]) {
    const r = await g.act(a);
    need(r && r.ok === false, 'a senseless action was accepted: ' + JSON.stringify(a));
  }
  need((await g.js("window.__gameTest.loadScenario('no_such_scenario')")).ok === false, 'an unknown scenario was accepted');
  const waited = await g.js("(() => { const t = performance.now(); return window.__gameTest.input({ type: 'wait', durationMs: 250 }).then(() => performance.now() - t); })()");
  need(waited >= 240, 'wait returned after ' + waited + ' ms');
  const again = await g.js('window.__gameTest.reset()');
  shape(again, 'reset');
  need(again.screen === 'menu' && fresh(again), 'reset does not lead to a fresh menu');
  need(g.browser.exceptions.length === 0, 'uncaught exceptions: ' + JSON.stringify(g.browser.exceptions[0]));
});

check('lo-start', 'P0', 'A click on the start button begins a night that runs by itself', async g => {
  const menu = await g.load('menu');
  await sleep(250);
  const before = await g.hash();
  await g.click(menu.controls.start);
  const s = await g.until(x => x.screen === 'playing', 4000, 'a click on start did not begin a night');
  shape(s, 'night');
  need(fresh(s), 'the night does not begin fresh');
  const a = await g.until(x => x.drops.length > 0, 8000, 'nothing fell in the first seconds');
  const d = a.drops[0];
  const b = await g.until(x => x.drops.some(o => o.id === d.id && o.screenY > d.screenY + 15), 4000, 'what falls does not come down');
  need(b.timeMs > a.timeMs, 'timeMs stands still');
  need(before !== await g.hash(), 'the picture did not change');
});

check('lo-screen', 'P0', 'Basket and drops are drawn where the snapshot says', async g => {
  await g.load('fruit_far_left');
  await sleep(200);
  const a = await g.js(LOOK(BASKET_RECT));
  await hold(g, 'ArrowLeft', s => s.basket.screen.left < a.rect.left - 160, 4000, 'the snapshot shows no movement of the basket');
  await sleep(200);
  const b = await g.js(LOOK(BASKET_RECT));
  const old = await g.js(LOOK(fixed(a.rect)));
  need(apart(a.grid, old.grid) > 12, 'the picture at the old place of the basket did not change');
  need(apart(a.grid, b.grid) < 14, 'the basket is not drawn at its new place');
  const drop = 's => ({ left: s.drops[0].screenX - 16, top: s.drops[0].screenY - 16, width: 32, height: 32 })';
  await g.load('mid_flight');
  await sleep(150);
  const c = await g.js(LOOK(drop));
  await g.until(s => s.drops.length && s.drops[0].screenY > c.rect.top + 56, 4000, 'the fruit does not fall');
  const sky = await g.js(LOOK(fixed(c.rect)));
  need(apart(c.grid, sky.grid) > 20, 'the fruit is not drawn at its place');
  return 'basket moved ' + Math.round(a.rect.left - b.rect.left) + ' px';
});

// ---- P1 ----------------------------------------------------------------------------------------
check('lo-scenarios', 'P1', 'Every scenario is a precondition without its outcome', async g => {
  const want = {
    night_ready: s => fresh(s) && s.drops.length === 0, fruit_over_basket: s => fresh(s) && s.drops.length === 1 && Math.abs(s.drops[0].x - s.basket.x) < 40,
    fruit_far_left: s => fresh(s) && s.drops[0].x < s.basket.x - 200, star_over_basket: s => s.drops[0].kind === 'star' && s.score === 40 && s.caught === 4 && s.combo === 4,
    stone_over_basket: s => s.drops[0].kind === 'stone' && s.score === 36 && s.caught === 3 && s.combo === 3 && s.lives === 3,
    stone_and_fruit_above: s => fresh(s) && s.drops.map(d => d.kind).sort().join() === 'fruit,stone', last_life: s => s.lives === 1 && s.score === 120 && s.caught === 9,
    one_to_quota: s => s.caught === 14 && s.score === 260 && s.drops[0].x < s.basket.x - 150, mid_flight: s => s.drops.length === 3 && !s.bell.ready && s.bell.rings === 0,
  };
  for (const name of Object.keys(want)) {
    const s = await g.js(`(() => { window.__gameTest.loadScenario('${name}'); return JSON.parse(JSON.stringify(window.__gameTest.getSnapshot())); })()`);
    shape(s, name);
    need(s.screen === 'playing' && s.timeMs < 100 && s.lastEvent === 'none', name + ' is not a state before play');
    need(want[name](s), name + ' is not the documented state');
  }
  return Object.keys(want).length + ' scenarios';
});

check('lo-keys', 'P1', 'Held keys move the basket, release stops it, the edge holds it', async g => {
  for (const [code, sign] of [['ArrowRight', 1], ['ArrowLeft', -1], ['KeyD', 1], ['KeyA', -1]]) {
    const a = await g.load('night_ready');
    await hold(g, code, s => (s.basket.x - a.basket.x) * sign > 30, 4000, `holding ${code} did not move the basket`);
    await sleep(200);
    const c = await g.snap();
    await sleep(200);
    need(near((await g.snap()).basket.x, c.basket.x, 0.5), `the basket goes on after ${code} was released`);
  }
  await g.load('mid_flight');
  await hold(g, 'ArrowLeft', s => near(s.basket.x, s.basket.minX, 0.5), 8000, 'the basket does not reach the edge');
  await g.key('ArrowLeft', 150);
  const edge = await g.snap();
  need(edge.basket.x >= edge.basket.minX - 0.5, 'the basket left the playfield');
});

check('lo-mouse', 'P1', 'The basket follows the mouse', async g => {
  const s = await g.load('mid_flight');
  const f = s.playfield, y = f.top + f.height * 0.6;
  for (const part of [0.7, 0.25]) {
    const x = f.left + f.width * part;
    await g.mouse('mouseMoved', x - 20, y);
    await g.mouse('mouseMoved', x, y);
    await g.until(o => near(mid(o.basket.screen).x, x, 14), 4000, 'the basket did not come to the mouse');
  }
});

check('lo-touch', 'P1', 'A dragged finger leads the basket', async g => {
  const s = await g.load('mid_flight');
  const f = s.playfield, y = f.top + f.height * 0.7;
  const x0 = f.left + f.width * 0.4, x1 = f.left + f.width * 0.65;
  await g.touch('touchStart', x0, y);
  for (let i = 1; i <= 5; i++) { await g.touch('touchMove', x0 + (x1 - x0) * i / 5, y); await sleep(30); }
  await g.until(o => near(mid(o.basket.screen).x, x1, 14), 4000, 'the basket did not come to the finger');
  await g.touch('touchEnd');
});

check('lo-catch', 'P1', 'A caught lantern counts and scores, a row scores more', async g => {
  await g.load('fruit_over_basket');
  const a = await g.until(s => s.drops.length === 0, 8000, 'the fruit never arrived');
  need(a.caught === 1 && a.score === 10 && a.combo === 1, `a fruit in the basket gave ${a.score} points, ${a.caught} lanterns`);
  need(a.lives === 3 && a.screen === 'playing' && a.lastEvent === 'catch', 'a catch cost a life or ended the night');
  await g.load('star_over_basket');
  const b = await g.until(s => s.drops.length === 0, 8000, 'the star never arrived');
  need(b.score === 90 && b.caught === 5 && b.combo === 5, `a star in the basket led to ${b.score} points, ${b.caught} lanterns`);
});

check('lo-miss', 'P1', 'A missed lantern costs a life and gives nothing', async g => {
  await g.load('fruit_far_left');
  const s = await g.until(o => o.drops.length === 0, 8000, 'the fruit never arrived');
  need(s.lives === 2, `a miss left ${s.lives} lives`);
  need(s.score === 0 && s.caught === 0 && s.combo === 0, `a miss gave ${s.score} points, ${s.caught} lanterns`);
  need(s.screen === 'playing' && s.lastEvent === 'miss', 'a miss ended the night');
});

check('lo-stone', 'P1', 'A stone costs a life in the basket and nothing on the ground', async g => {
  await g.load('stone_over_basket');
  const a = await g.until(s => s.drops.length === 0, 8000, 'the stone never arrived');
  need(a.lives === 2 && a.combo === 0 && a.lastEvent === 'hit', `a stone in the basket left ${a.lives} lives`);
  need(a.score === 36 && a.caught === 3, 'a stone changed score or lanterns');
  const c = await g.load('stone_over_basket');
  await hold(g, 'ArrowRight', s => s.basket.x > c.basket.x + 100 || s.drops.length === 0, 4000, 'the basket cannot be moved out of the way');
  const b = await g.until(s => s.drops.length === 0, 8000, 'the dodged stone never arrived');
  need(b.lives === 3 && b.score === 36 && b.combo === 3, 'a dodged stone had an effect');
});

check('lo-bell', 'P1', 'The bell shatters stones, spares fruit, and has to recover', async g => {
  await g.load('stone_and_fruit_above');
  await g.key('Space');
  const a = await g.until(s => s.bell.rings === 1, 4000, 'Space did not ring the bell');
  need(!a.bell.ready && a.bell.cooldownMs > 2500, 'the bell needs no recovery');
  const b = await g.until(s => !s.drops.some(d => d.kind === 'stone'), 4000, 'the stone survived the bell');
  need(b.drops.some(d => d.kind === 'fruit'), 'the bell destroyed the fruit');
  need(b.score === 0 && b.lives === 3, 'the bell changed score or lives');
  await g.key('Space');
  need((await g.act({ type: 'ring' })).ok === false && (await g.snap()).bell.rings === 1, 'the bell rang while recovering');
  const s = await g.load('stone_and_fruit_above');
  await g.click(s.controls.bell);
  await g.until(o => o.bell.rings === 1, 4000, 'a click on the bell did not ring it');
});

check('lo-pause', 'P1', 'A pause stops everything and resume goes on from there', async g => {
  const start = await g.load('mid_flight');
  await sleep(200);
  await g.key('KeyP');
  const a = await g.until(s => s.screen === 'paused', 4000, 'P did not pause');
  shape(a, 'paused');
  await sleep(250);
  const picture = await g.hash();
  await g.key('ArrowRight', 200);
  await sleep(500);
  const b = await g.snap();
  need(b.timeMs === a.timeMs, 'time runs on in a pause');
  need(b.bell.cooldownMs === a.bell.cooldownMs, 'the bell recovers in a pause');
  need(JSON.stringify(b.drops) === JSON.stringify(a.drops), 'drops fall in a pause');
  need(b.basket.x === a.basket.x, 'the basket moves in a pause');
  need(picture === await g.hash(), 'the picture moves in a pause');
  need((await g.act({ type: 'ring' })).ok === false, 'the bell rings in a pause');
  await g.click(b.controls.resume);
  const c = await g.until(s => s.screen === 'playing', 4000, 'a click on resume did not resume');
  need(c.timeMs < a.timeMs + 1000 && c.score === start.score, 'resume did not go on from the pause');
  await g.until(s => s.timeMs > a.timeMs && s.drops[0].y > a.drops[0].y, 4000, 'nothing moves after resume');
  await g.click((await g.snap()).controls.pause);
  await g.until(s => s.screen === 'paused', 4000, 'a click on pause did not pause');
});

check('lo-win', 'P1', 'The night is won by the fifteenth lantern and by nothing else', async g => {
  await g.load('one_to_quota');
  await g.key('ArrowRight', 150);
  const missed = await g.until(s => s.drops.length === 0 || s.screen !== 'playing', 9000, 'the last fruit never landed');
  need(missed.screen === 'playing' && missed.caught === 14 && missed.lives === 2, `missing the last lantern led to ${missed.screen} with ${missed.caught} lanterns`);
  const s = await g.load('one_to_quota');
  await g.mouse('mouseMoved', s.drops[0].screenX - 10, s.playfield.top + s.playfield.height * 0.7);
  await g.mouse('mouseMoved', s.drops[0].screenX, s.playfield.top + s.playfield.height * 0.7);
  const won = await g.until(o => o.screen !== 'playing' || o.drops.length === 0, 9000, 'the last fruit never arrived');
  need(won.screen === 'won', `catching the last lantern led to ${won.screen}`);
  shape(won, 'won');
  need(won.caught === 15 && won.score === 570, `the victory is worth ${won.score}`);
  await sleep(300);
  need((await g.snap()).timeMs === won.timeMs, 'time runs on after the victory');
  await g.click(won.controls.menu);
  await g.until(o => o.screen === 'menu', 4000, 'the menu button does nothing after a victory');
});

check('lo-retry', 'P1', 'The last life ends the night, and another night starts fresh', async g => {
  await g.load('last_life');
  const lost = await g.until(s => s.screen !== 'playing', 8000, 'the last life never ended');
  shape(lost, 'lost');
  need(lost.screen === 'lost' && lost.lives === 0 && lost.score === 120 && lost.caught === 9, `the last stone led to ${lost.screen} with ${lost.score} points`);
  need((await g.act({ type: 'ring' })).ok === false && (await g.act({ type: 'move', direction: 'left' })).ok === false, 'actions work after the end');
  await g.click(lost.controls.retry);
  const s = await g.until(o => o.screen === 'playing', 4000, 'a click on retry did not begin a night');
  need(s.score === 0, `the new night begins with ${s.score} points`);
  need(fresh(s) && s.timeMs < 2000, 'the new night does not begin fresh');
  await g.until(o => o.drops.length > 0, 8000, 'nothing falls in the new night');
});

check('lo-record', 'P1', 'The best score is kept across a reload and only beaten by more', async g => {
  const before = (await g.load('menu')).best;
  await g.load('last_life');
  const end = await g.until(s => s.screen === 'lost', 8000, 'the last life never ended');
  const best = Math.max(before, 120);
  need(end.best === best, `the best score is ${end.best} after ${end.score} points`);
  const back = await g.reload();
  need(back.screen === 'menu' && back.score === 0, 'a reload does not lead to a fresh menu');
  need(back.best === best, `the best score is ${back.best} after a reload`);
});

check('lo-row', 'P1', 'Each catch in a row is worth two points more, up to twenty', async g => {
  let before = await g.load('night_ready'), told = 0, longest = 0;
  const y = before.playfield.top + before.playfield.height * 0.7, end = Date.now() + 60000;
  while (Date.now() < end) {
    await sleep(40);
    const s = await g.snap();
    if (s.caught === before.caught + 1 && s.combo === before.combo + 1 && s.screen === 'playing') {
      const worth = s.score - before.score, row = 10 + 2 * Math.min(before.combo, 10);
      need(worth === row || worth === 50, `a catch after ${before.combo} in a row is worth ${worth} points`);
      told += 1;
      longest = Math.max(longest, s.combo);
    }
    need(s.lives >= before.lives || s.combo === 0, 'a lost life does not end the row');
    if (s.screen !== 'playing' && told >= 12) break;
    if (s.screen === 'lost' || s.screen === 'won') { before = await g.load('night_ready'); continue; }
    before = s;
    // To the lowest thing that is good, and out of the way of a stone that would come first.
    const falling = s.drops.slice().sort((a, b) => b.screenY - a.screenY);
    const stone = falling.find(d => d.kind === 'stone'), good = falling.find(d => d.kind !== 'stone');
    const half = s.basket.screen.width / 2 + 24;
    if (!good) continue;
    let x = good.screenX;
    if (stone && stone.screenY > good.screenY - 40 && Math.abs(stone.screenX - x) < half) x = stone.screenX + (x < stone.screenX ? -half : half);
    await g.mouse('mouseMoved', x, y);
  }
  need(told >= 12, `only ${told} catches were seen`);
  need(longest >= 3, 'there was no row');
  return `${told} catches, ${longest} in a row`;
}, 70000);

check('lo-bell-time', 'P1', 'The bell needs four seconds, and rings again after them', async g => {
  await g.load('stone_and_fruit_above');
  need((await g.act({ type: 'ring' })).ok === true, 'the bell does not ring');
  const a = await g.snap();
  need(a.lastEvent === 'ring' && near(a.bell.cooldownMs, 4000, 120), `the bell needs ${a.bell.cooldownMs} ms`);
  const b = await g.until(s => s.bell.ready || s.screen !== 'playing', 6000, 'the bell does not recover');
  need(b.screen === 'playing', 'the night ended');
  need(near(b.timeMs - a.timeMs, 4000, 250) && b.bell.cooldownMs === 0, `the bell recovered after ${Math.round(b.timeMs - a.timeMs)} ms`);
  await g.key('Space');
  need((await g.snap()).bell.rings === 2, 'the bell does not ring again');
});

check('lo-actions', 'P1', 'Actions do what keys and buttons do, and refuse what makes no sense now', async g => {
  await g.js('window.__gameTest.reset()');
  const step = async (type, screen) => {
    need((await g.act({ type })).ok === true, `${type} was refused`);
    const s = await g.snap();
    need(s.screen === screen, `${type} led to ${s.screen}`);
    shape(s, type);
    return s;
  };
  const no = async (...types) => {
    const a = await g.snap();
    for (const type of types) need((await g.act({ type, direction: 'left' })).ok === false, `${type} was accepted on ${a.screen}`);
    need((await g.snap()).screen === a.screen, 'a refused action changed the screen');
  };
  await no('pause', 'resume', 'retry', 'ring', 'move');
  need(fresh(await step('start', 'playing')), 'start does not begin a fresh night');
  await no('start', 'retry', 'resume');
  await step('pause', 'paused');
  await no('start', 'retry', 'pause', 'ring', 'move');
  await step('resume', 'playing');
  const a = await g.load('mid_flight');
  for (const [direction, sign] of [['right', 1], ['left', -1]]) {
    const from = (await g.snap()).basket.x;
    need((await g.act({ type: 'move', direction })).ok === true, `move ${direction} was refused`);
    await g.until(s => (s.basket.x - from) * sign > 30, 4000, `move ${direction} does not move the basket`);
    need((await g.act({ type: 'move', direction: 'stop' })).ok === true, 'move stop was refused');
    await sleep(60);
    const stopped = (await g.snap()).basket.x;
    await sleep(150);
    need((await g.snap()).basket.x === stopped, 'the basket goes on after stop');
  }
  need(a.screen === 'playing', 'the scenario does not play');
  await step('menu', 'menu');
  await g.load('last_life');
  await g.until(s => s.screen === 'lost', 8000, 'the last life never ended');
  await no('start', 'pause', 'resume', 'ring', 'move');
  need(fresh(await step('retry', 'playing')), 'retry does not begin a fresh night');
  const waited = await g.js("(() => { const t = performance.now(); return window.__gameTest.input({ type: 'wait', durationMs: 9000 }).then(() => performance.now() - t); })()");
  need(waited > 2900 && waited < 3400, 'wait takes at most 3000 ms, and took ' + Math.round(waited));
});

check('lo-edges', 'P1', 'Keys, mouse and finger keep the basket within the playfield', async g => {
  for (const [code, side, sign] of [['ArrowRight', 'maxX', 1], ['ArrowLeft', 'minX', -1]]) {
    await g.load('night_ready');
    await hold(g, code, s => near(s.basket.x, s.basket[side], 0.5), 8000, `the basket does not reach ${side}`);
    const s = await g.snap();
    const [r, f] = [s.basket.screen, s.playfield];
    need(r.left >= f.left - 1 && r.left + r.width <= f.left + f.width + 1, 'the basket leaves the playfield');
    need(near(sign > 0 ? r.left + r.width : r.left, sign > 0 ? f.left + f.width : f.left, 3), 'the basket stops before the edge');
    await g.mouse('mouseMoved', mid(f).x, f.top + f.height * 0.6);
    await g.mouse('mouseMoved', sign > 0 ? f.left + f.width - 2 : f.left + 2, f.top + f.height * 0.6);
    await sleep(900);
    const t = await g.snap();
    need(near(t.basket.x, t.basket[side], 0.5), 'the basket does not follow the mouse to the edge');
  }
});

check('lo-seed', 'P1', 'A reset brings the same night again', async g => {
  const night = async () => {
    await g.js('window.__gameTest.reset()');
    await g.act({ type: 'start' });
    const seen = new Map();
    await g.until(s => { for (const d of s.drops) if (!seen.has(d.id)) seen.set(d.id, d.kind + '@' + Math.round(d.x)); return seen.size >= 4; }, 12000, 'too little falls');
    return [...seen.values()].slice(0, 4).join();
  };
  const a = await night(), b = await night();
  need(a === b, `after a reset ${a} fell, and then ${b}`);
  const places = a.split(',').map(d => Number(d.split('@')[1]));
  need(Math.max(...places) - Math.min(...places) > 20, 'everything falls at one place');
  return a;
});

check('lo-star', 'P1', 'A missed star costs a life and ends the row', async g => {
  const a = await g.load('star_over_basket');
  await hold(g, 'ArrowRight', s => s.basket.x > a.basket.x + 110 || s.drops.length === 0, 4000, 'the basket cannot be moved out of the way');
  const s = await g.until(o => o.drops.length === 0, 8000, 'the star never arrived');
  need(s.lives === 2 && s.combo === 0 && s.lastEvent === 'miss', `a missed star left ${s.lives} lives and a row of ${s.combo}`);
  need(s.score === 40 && s.caught === 4, 'a missed star changed score or lanterns');
});

check('lo-best', 'P1', 'A worse night does not touch the best score', async g => {
  const win = await g.load('one_to_quota');
  const y = win.playfield.top + win.playfield.height * 0.7;
  await g.mouse('mouseMoved', win.drops[0].screenX - 10, y);
  await g.mouse('mouseMoved', win.drops[0].screenX, y);
  const won = await g.until(s => s.screen === 'won' || s.drops.length === 0, 9000, 'the last fruit never arrived');
  need(won.best >= 570, `a night of ${won.score} points left the best score at ${won.best}`);
  await g.load('last_life');
  const lost = await g.until(s => s.screen === 'lost', 8000, 'the last life never ended');
  need(lost.best === won.best, `a night of ${lost.score} points changed the best score from ${won.best} to ${lost.best}`);
  need((await g.reload()).best === won.best, 'the best score is another one after a reload');
});

check('lo-controls', 'P1', 'Keys start, pause, resume and try again; buttons lead out', async g => {
  const on = (screen, what) => g.until(s => s.screen === screen, 4000, what);
  await g.load('menu');
  await g.key('Enter');
  await on('playing', 'Enter did not begin a night');
  for (const [pause, resume] of [['Escape', 'KeyP'], ['KeyP', 'Escape']]) {
    await g.key(pause);
    await on('paused', `${pause} did not pause`);
    await g.key(resume);
    await on('playing', `${resume} did not resume`);
  }
  await g.key('Escape');
  const paused = await on('paused', 'Escape did not pause again');
  await g.click(paused.controls.menu);
  await on('menu', 'leaving a pause does not lead to the menu');
  await g.load('last_life');
  await on('lost', 'the last life never ended');
  await g.key('Enter');
  const s = await on('playing', 'Enter did not begin another night');
  need(fresh(s), 'the other night does not begin fresh');
  // A button is pressed where it is, and nowhere else.
  const { bell } = s.controls, p = mid(bell);
  await g.mouse('mouseMoved', p.x, p.y + 200);
  await g.mouse('mousePressed', p.x, p.y + 200, 1);
  await g.mouse('mouseReleased', p.x, p.y + 200);
  need((await g.snap()).bell.rings === 0, 'a click beside the bell rang it');
});

check('lo-field', 'P1', 'The playfield keeps its proportions and is centred', async g => {
  for (const [width, height, w, h] of [[1200, 500, 960, 600], [700, 640, 960, 600], [500, 1000, 540, 900]]) {
    await g.browser.cdp.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
    await sleep(300);
    const f = (await g.load('menu')).playfield, k = Math.min(width / w, height / h);
    need(near(f.width, w * k, 2) && near(f.height, h * k, 2), `in ${width} x ${height} the playfield is ${Math.round(f.width)} x ${Math.round(f.height)}`);
    need(near(mid(f).x, width / 2, 2) && near(mid(f).y, height / 2, 2), `in ${width} x ${height} the playfield is not centred`);
  }
  await g.browser.cdp.send('Emulation.clearDeviceMetricsOverride');
});

// ---- P2 ----------------------------------------------------------------------------------------
check('lo-phone', 'P2', 'A phone-sized window keeps the field and its controls usable', async g => {
  await g.load('mid_flight');
  await g.browser.cdp.send('Emulation.setDeviceMetricsOverride', { width: 390, height: 844, deviceScaleFactor: 1, mobile: true });
  await sleep(400);
  const s = await g.load('stone_and_fruit_above');
  const f = s.playfield;
  need(f.left >= -1 && f.top >= -1 && f.left + f.width <= 391 && f.top + f.height <= 845, 'the playfield leaves the window');
  need(f.width >= 380, `the playfield is only ${Math.round(f.width)} px wide`);
  for (const c of ['pause', 'bell']) {
    const r = s.controls[c];
    need(r.width >= 30 && r.height >= 30 && r.left >= 0 && r.left + r.width <= 391, `control ${c} is too small or outside`);
  }
  await g.tap(s.controls.bell);
  await g.until(o => o.bell.rings === 1, 4000, 'a tap on the bell did not ring it');
  await g.browser.cdp.send('Emulation.clearDeviceMetricsOverride');
  await sleep(300);
  need((await g.snap()).playfield.width > 700, 'the playfield does not grow back');
});

check('lo-sound', 'P2', 'The sound choice is switched and kept', async g => {
  const s = await g.load('menu');
  await g.click(s.controls.mute);
  const a = await g.until(o => o.muted !== s.muted, 4000, 'a click on sound changed nothing');
  const b = await g.reload();
  need(b.muted === a.muted, 'the sound choice is forgotten after a reload');
  await g.key('KeyM');
  await g.until(o => o.muted === s.muted, 4000, 'M did not switch the sound back');
});

module.exports = { suite };
