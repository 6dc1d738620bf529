'use strict';
// Behaviour checks for Kettle Bot, written against docs/design.md and docs/task.md alone.
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

// ---- what the contract promises ----------------------------------------------------------------
const CONTROLS = { menu: ['start'], playing: ['pause', 'left', 'right', 'jump'], paused: ['resume', 'menu'], won: ['retry', 'menu'], lost: ['retry', 'menu'] };
const isRect = r => r && num(r.left) && num(r.top) && num(r.width) && num(r.height);
const taken = s => s.bolts.filter(b => b.taken).length;
const fresh = s => s.room === 1 && s.score === 0 && s.lives === 3 && taken(s) === 0;

function shape(s, where) {
  need(s && s.schemaVersion === 1, `${where}: no snapshot of schema 1`);
  need(s.screen in CONTROLS, `${where}: unknown screen ${s.screen}`);
  for (const k of ['room', 'score', 'best', 'lives', 'timeLeftMs']) need(num(s[k]) && s[k] >= 0, `${where}: ${k} is not a number`);
  need(s.roomCount === 2 && s.bolts.length === 6, `${where}: not two rooms of six bolts`);
  need(s.bot && num(s.bot.x) && num(s.bot.y) && num(s.bot.vx) && num(s.bot.vy) && isRect(s.bot.screen), `${where}: no bot`);
  need(s.gate && s.gate.open === (taken(s) === 6), `${where}: gate and bolts disagree`);
  for (const c of CONTROLS[s.screen]) need(isRect(s.controls[c]), `${where}: control ${c} is missing`);
  for (const c of Object.keys(s.controls)) need(CONTROLS[s.screen].includes(c), `${where}: control ${c} does not belong to ${s.screen}`);
}
const standing = g => g.until(s => s.bot.onGround, 5000, 'the bot does not come to stand');
// Holds a key until the test is met (or time is up), then releases it.
async function hold(g, code, test, ms, what) {
  await g.browser.keyDown(code);
  try { return await g.until(test, ms, what); } finally { await g.browser.keyUp(code); }
}

// Colours of a rectangle of the page's canvas, as a 10 x 10 grid of averages, together with the snapshot of the same instant.
const LOOK = pick => `(() => {
  const s = JSON.parse(JSON.stringify(window.__gameTest.getSnapshot())), rect = (${pick})(s);
  const canvas = document.querySelector('canvas'), box = canvas.getBoundingClientRect(), c = canvas.getContext('2d');
  const kx = canvas.width / box.width, ky = canvas.height / box.height, N = 10;
  const x = Math.round((rect.left - box.left) * kx), y = Math.round((rect.top - box.top) * ky);
  const w = Math.round(rect.width * kx), h = Math.round(rect.height * ky), data = c.getImageData(x, y, w, h).data, grid = [];
  for (let j = 0; j < N; j++) for (let i = 0; i < N; i++) {
    let r = 0, g = 0, b = 0, n = 0;
    for (let py = Math.floor(j * h / N); py < Math.floor((j + 1) * h / N); py++) for (let px = Math.floor(i * w / N); px < Math.floor((i + 1) * w / N); px++) {
      const k = (py * w + px) * 4; r += data[k]; g += data[k + 1]; b += data[k + 2]; n++;
    }
    grid.push(r / n, g / n, b / n);
  }
  return { s, rect, grid };
})()`;
const apart = (a, b) => a.reduce((sum, v, i) => sum + Math.abs(v - b[i]), 0) / a.length;
const BOT_RECT = 's => s.bot.screen';
const fixed = r => `() => (${JSON.stringify(r)})`;

// ---- P0 ----------------------------------------------------------------------------------------
check('kb-boot', 'P0', 'The page boots to the menu with a complete contract', async g => {
  const kinds = await g.js("['reset','loadScenario','input','getSnapshot'].map(k => typeof (window.__gameTest || {})[k]).join()");
  need(kinds === 'function,function,function,function', 'the contract is incomplete: ' + kinds);
  const s = await g.until(x => x.screen !== 'loading', 9000, 'the game never came up');
  shape(s, 'boot');
  need(s.screen === 'menu' && fresh(s), 'the game does not begin on a fresh menu');
  const size = await g.browser.getCanvasSize();
  need(size && size.cssW > 600 && size.cssH > 300, 'there is no canvas of a useful size');
  for (const a of [{ type: 'fly' }, {}, { type: 'jump' }, { type: 'move', direction: 'left' }, { type: 'resume' }, { type: 'retry' }]) {
    const r = await g.act(a);
    need(r && r.ok === false, 'a senseless action was accepted: ' + JSON.stringify(a));
  }
  need((await g.js("window.__gameTest.loadScenario('no_such_scenario')")).ok === false, 'an unknown scenario was accepted');
  const waited = await g.js("(() => { const t = performance.now(); return window.__gameTest.input({ type: 'wait', durationMs: 250 }).then(() => performance.now() - t); })()");
  need(waited >= 240, 'wait returned after ' + waited + ' ms');
  need(g.browser.exceptions.length === 0, 'uncaught exceptions: ' + JSON.stringify(g.browser.exceptions[0]));
});

check('kb-start', 'P0', 'A click on the start button begins a game that runs by itself', async g => {
  const menu = await g.load('menu');
  await sleep(250);
  const before = await g.hash();
  await g.click(menu.controls.start);
  const a = await g.until(x => x.screen === 'playing', 4000, 'a click on start did not begin a game');
  shape(a, 'game');
  need(fresh(a) && a.timeLeftMs > 50000, 'the game does not begin fresh');
  const b = await g.until(x => x.timeLeftMs < a.timeLeftMs - 300, 4000, 'the time stands still');
  need(b.bot.onGround, 'the bot does not stand on the floor');
  need(before !== await g.hash(), 'the picture did not change');
});

check('kb-screen', 'P0', 'Bot and bolts are drawn where the snapshot says', async g => {
  await g.load('bolt_ahead');
  await standing(g);
  await sleep(200);
  const a = await g.js(LOOK(BOT_RECT));
  const bolt = a.s.bolts.filter(b => !b.taken && b.x > a.s.bot.x && b.x < a.s.bot.x + 120 && Math.abs(b.y - a.s.bot.y) < 60)[0];
  need(bolt, 'there is no bolt ahead');
  const spot = fixed({ left: bolt.screenX - 14, top: bolt.screenY - 14, width: 28, height: 28 });
  const shown = await g.js(LOOK(spot));
  await hold(g, 'ArrowRight', s => s.bolts[bolt.id].taken && s.bot.x > bolt.x + 60, 9000, 'the bot does not walk through the bolt');
  await sleep(250);
  const b = await g.js(LOOK(BOT_RECT)), old = await g.js(LOOK(fixed(a.rect))), gone = await g.js(LOOK(spot));
  need(apart(a.grid, old.grid) > 15, 'the picture at the old place of the bot did not change');
  need(apart(a.grid, b.grid) < 22, 'the bot is not drawn at its new place');
  need(apart(shown.grid, gone.grid) > 20, 'a taken bolt is still drawn');
  return `bot ${Math.round(b.rect.left - a.rect.left)} px further`;
});

// ---- P1 ----------------------------------------------------------------------------------------
check('kb-scenarios', 'P1', 'Every scenario is a precondition without its outcome', async g => {
  const gap = s => Math.min(...s.vents.filter(v => v.x > s.bot.x).map(v => v.x - s.bot.x));
  const want = {
    room_1: s => fresh(s) && s.timeLeftMs > 59000, bolt_ahead: s => fresh(s) && s.vents.every(v => !v.on), under_shelf: s => fresh(s),
    vent_ahead: s => fresh(s) && s.vents.every(v => v.on) && gap(s) > 60 && gap(s) < 120, gate_locked: s => taken(s) === 5 && s.score === 100 && s.bot.x < s.gate.x - 50,
    gate_open: s => taken(s) === 6 && s.score === 120 && s.room === 1 && s.bot.x < s.gate.x - 50, last_gate: s => s.room === 2 && taken(s) === 6 && s.score === 500 && s.timeLeftMs > 29000 && s.timeLeftMs < 31000,
    pit_edge: s => s.room === 2 && s.score === 300 && s.lives === 3, last_life: s => s.lives === 1 && s.score === 60 && taken(s) === 3 && s.vents.every(v => v.on),
    low_time: s => s.timeLeftMs > 0 && s.timeLeftMs < 1000 && s.score === 40 && taken(s) === 2, mid_air: s => s.score === 20 && s.bot.y < 200 && s.vents.some(v => v.on),
  };
  for (const name of Object.keys(want)) {
    const s = await g.js(`(() => { window.__gameTest.loadScenario('${name}'); return JSON.parse(JSON.stringify(window.__gameTest.getSnapshot())); })()`);
    shape(s, name);
    need(s.screen === 'playing' && s.lastEvent === 'none', name + ' is not a state before play');
    need(want[name](s), name + ' is not the documented state');
  }
  return Object.keys(want).length + ' scenarios';
});

check('kb-walk', 'P1', 'Held keys walk the bot, release stops it', async g => {
  for (const [code, sign] of [['ArrowRight', 1], ['ArrowLeft', -1], ['KeyD', 1], ['KeyA', -1]]) {
    await g.load('bolt_ahead');
    const a = await standing(g);
    const b = await hold(g, code, s => (s.bot.x - a.bot.x) * sign > 40, 5000, `holding ${code} did not walk the bot`);
    need(b.bot.facing === (sign > 0 ? 'right' : 'left'), 'the bot looks the wrong way');
    const c = await g.until(s => s.bot.vx === 0, 4000, `the bot goes on after ${code} was released`);
    await sleep(200);
    need(near((await g.snap()).bot.x, c.bot.x, 0.5), `the bot goes on after ${code} was released`);
  }
});

// Follows a jump frame by frame inside the page, and asks for another one on the way down.
const TRACK = `new Promise(done => {
  const t0 = performance.now(), out = { rising: false, top: Infinity, asked: null, rose: 0, landed: null };
  (function look() {
    const b = window.__gameTest.getSnapshot().bot;
    out.top = Math.min(out.top, b.y);
    if (b.vy < 0 && !b.onGround) out.rising = true;
    if (out.asked !== null) { if (b.onGround) out.landed = b.y; else out.rose = Math.max(out.rose, out.asked - b.y); }
    else if (out.rising && b.vy > 20) { out.asked = b.y; window.__gameTest.input({ type: 'jump' }); }
    if (out.landed !== null || performance.now() - t0 > 4500) done(out); else requestAnimationFrame(look);
  })();
})`;
check('kb-jump', 'P1', 'A jump rises, comes down, and starts from the ground only', async g => {
  await g.load('room_1'); // nothing hangs over the beginning of the room, so a second jump could not be stopped by a shelf
  const a = await standing(g);
  await g.browser.keyDown('Space');
  const t = await g.js(TRACK);
  await g.browser.keyUp('Space');
  need(t.rising, 'Space does not jump');
  need(t.rose < 4, 'the bot jumps again in the air');
  need(a.bot.y - t.top > 90 && a.bot.y - t.top < 140, `the jump is ${Math.round(a.bot.y - t.top)} units high`);
  await g.until(s => s.bot.onGround && near(s.bot.y, a.bot.y, 2), 4000, 'the bot does not land where it jumped from');
  return `${Math.round(a.bot.y - t.top)} units high`;
});

check('kb-shelf', 'P1', 'A shelf carries the bot', async g => {
  await g.load('under_shelf');
  const a = await standing(g);
  await sleep(120);
  await g.key('Space', 50);
  const b = await hold(g, 'ArrowRight', s => s.bot.onGround && s.bot.y < a.bot.y - 40 && s.bot.x > a.bot.x + 70, 9000, 'a jump to the right does not land on the shelf');
  await sleep(300);
  const c = await g.snap();
  need(c.bot.onGround && near(c.bot.y, b.bot.y, 2), 'the shelf does not carry the bot');
  return `${Math.round(a.bot.y - c.bot.y)} units above the floor`;
});

check('kb-bolt', 'P1', 'A touched bolt is taken and gives twenty points', async g => {
  await g.load('bolt_ahead');
  await standing(g);
  need(taken(await g.snap()) === 0, 'a bolt was taken without being touched');
  const s = await hold(g, 'ArrowRight', o => taken(o) > 0, 9000, 'the bolt ahead cannot be taken');
  need(s.score === 20 && taken(s) === 1 && s.lives === 3 && s.lastEvent === 'bolt', `a bolt gave ${s.score} points`);
});

check('kb-steam', 'P1', 'Steam costs a life and sends the bot back', async g => {
  await g.load('vent_ahead');
  const a = await standing(g);
  await sleep(300);
  need((await g.snap()).lives === 3, 'steam hurts from afar');
  const b = await hold(g, 'ArrowRight', s => s.lives < 3, 9000, 'steam does not hurt');
  need(b.lives === 2 && b.lastEvent === 'steam' && b.score === 0 && b.screen === 'playing', 'steam does more than take a life');
  need(b.bot.safe && b.bot.x < a.bot.x - 100, 'the bot is not back at the beginning');
});

check('kb-fall', 'P1', 'The pit of the second room costs a life', async g => {
  await g.load('pit_edge');
  await standing(g);
  const s = await hold(g, 'ArrowRight', o => o.lives < 3, 9000, 'the pit does not hurt');
  need(s.lives === 2 && s.lastEvent === 'fall' && s.room === 2 && s.score === 300, 'the pit does more than take a life');
});

check('kb-gate-shut', 'P1', 'A shut gate lets nobody through', async g => {
  await g.load('gate_locked');
  await standing(g);
  await hold(g, 'ArrowRight', s => s.bot.x > s.gate.x - 6 || s.room > 1, 9000, 'the bot does not reach the gate');
  await sleep(250);
  const s = await g.snap();
  need(s.room === 1 && s.screen === 'playing' && s.score === 100 && !s.gate.open, 'the bot left through a shut gate');
});

check('kb-gate', 'P1', 'The open gate leads to the second room', async g => {
  await g.load('gate_open');
  await standing(g);
  const s = await hold(g, 'ArrowRight', o => o.room === 2, 9000, 'the open gate leads nowhere');
  shape(s, 'second room');
  const bonus = s.score - 120;
  need(bonus % 5 === 0 && bonus >= 250 && bonus <= 300, `leaving the room gave ${bonus} points`);
  need(taken(s) === 0 && s.lives === 3 && s.timeLeftMs > 55000 && s.screen === 'playing' && s.bot.x < 300, 'the second room does not begin fresh');
});

check('kb-win', 'P1', 'The last gate wins the game', async g => {
  await g.load('last_gate');
  const a = await standing(g);
  need(a.screen === 'playing', 'the game is won before the gate');
  const s = await hold(g, 'ArrowRight', o => o.screen !== 'playing', 9000, 'the last gate leads nowhere');
  shape(s, 'won');
  need(s.screen === 'won' && s.score > 600 && s.score <= 650, `the last gate led to ${s.screen} with ${s.score} points`);
  await sleep(300);
  need((await g.snap()).timeLeftMs === s.timeLeftMs, 'the time runs on after the victory');
  await g.click(s.controls.menu);
  await g.until(o => o.screen === 'menu', 4000, 'the menu button does nothing after a victory');
});

check('kb-time', 'P1', 'Without time the game is lost', async g => {
  await g.load('low_time');
  const s = await g.until(o => o.screen !== 'playing', 9000, 'the time never ran out');
  need(s.screen === 'lost' && s.timeLeftMs === 0 && s.score === 40 && s.lastEvent === 'time', `the end of the time led to ${s.screen}`);
});

check('kb-retry', 'P1', 'The last life ends the game, and another one starts fresh', async g => {
  await g.load('last_life');
  await standing(g);
  const lost = await hold(g, 'ArrowRight', o => o.screen !== 'playing', 9000, 'the last life never ended');
  shape(lost, 'lost');
  need(lost.screen === 'lost' && lost.lives === 0 && lost.score === 60, `the last life led to ${lost.screen} with ${lost.score} points`);
  need((await g.act({ type: 'jump' })).ok === false, 'the bot jumps after the end');
  await g.click(lost.controls.retry);
  const s = await g.until(o => o.screen === 'playing', 4000, 'a click on retry did not begin a game');
  need(s.score === 0, `the new game begins with ${s.score} points`);
  need(fresh(s) && s.timeLeftMs > 55000, 'the new game does not begin fresh');
});

check('kb-pause', 'P1', 'A pause stops everything and resume goes on from there', async g => {
  await g.load('mid_air');
  await sleep(120);
  await g.key('KeyP');
  const a = await g.until(s => s.screen === 'paused', 4000, 'P did not pause');
  shape(a, 'paused');
  await sleep(300);
  const picture = await g.hash();
  await g.key('ArrowRight', 150);
  await g.key('Space', 50);
  await sleep(400);
  const b = await g.snap();
  need(b.timeLeftMs === a.timeLeftMs, 'the time runs on in a pause');
  need(b.bot.x === a.bot.x && b.bot.y === a.bot.y, 'the bot moves in a pause');
  need(picture === await g.hash(), 'the picture moves in a pause');
  need((await g.act({ type: 'jump' })).ok === false, 'the bot jumps in a pause');
  await g.click(b.controls.resume);
  await g.until(s => s.screen === 'playing', 4000, 'a click on resume did not resume');
  const c = await g.until(s => s.timeLeftMs < a.timeLeftMs && s.bot.y > a.bot.y + 20, 5000, 'nothing moves after resume');
  need(a.timeLeftMs - c.timeLeftMs < 3000 && c.score === a.score, 'resume did not go on from the pause');
  await g.click(c.controls.pause);
  await g.until(s => s.screen === 'paused', 4000, 'a click on pause did not pause');
});

check('kb-record', 'P1', 'The best score is kept across a reload', async g => {
  const before = (await g.load('menu')).best;
  await g.load('low_time');
  const end = await g.until(s => s.screen === 'lost', 9000, 'the time never ran out');
  const best = Math.max(before, 40);
  need(end.best === best, `the best score is ${end.best} after ${end.score} points`);
  await g.reload();
  const back = await g.until(s => s.screen !== 'loading', 9000, 'the game did not come up after a reload');
  need(back.screen === 'menu' && back.score === 0, 'a reload does not lead to a fresh menu');
  need(back.best === best, `the best score is ${back.best} after a reload`);
});

// ---- P1: every rule from every side --------------------------------------------------------------------
const text = value => JSON.stringify(value);
// Performs actions at one instant: what each answered, and what was so before and after it.
const play = (g, scenario, actions) => g.js(`(async () => {
  const t = window.__gameTest, look = async () => JSON.parse(JSON.stringify(await t.getSnapshot()));
  await t.loadScenario(${text(scenario)});
  const seen = [await look()], said = [];
  for (const action of ${text(actions)}) { said.push(await t.input(action)); seen.push(await look()); }
  return { seen, said };
})()`);
// Where the page has got to; 'won' and 'lost' are played to.
const arrive = {
  menu: g => g.load('menu'), playing: g => g.load('bolt_ahead'), paused: async g => { await g.load('mid_air'); await g.act({ type: 'pause' }); },
  lost: async g => { await g.load('low_time'); await g.until(s => s.screen === 'lost', 9000, 'the time never ran out'); },
  won: async g => { await g.load('last_gate'); await hold(g, 'ArrowRight', s => s.screen === 'won', 9000, 'the last gate leads nowhere'); },
};
const only = new Set(['controls', 'screen']);
const changed = (a, b) => Object.keys(b).filter(key => !only.has(key) && text(a[key]) !== text(b[key]));

check('kb-commands', 'P1', 'Every action is taken on its own screens and refused on all others', async g => {
  const taken = { menu: ['start'], playing: ['pause', 'jump', 'move'], paused: ['resume', 'menu'], lost: ['retry', 'menu'], won: ['retry', 'menu'] };
  const leads = { start: 'playing', retry: 'playing', menu: 'menu', pause: 'paused', resume: 'playing', jump: 'playing', move: 'playing' };
  for (const screen of Object.keys(taken)) {
    await arrive[screen](g);
    const s = await g.snap();
    shape(s, screen);
    need(s.screen === screen, `${screen} is not reached`);
    const refused = await g.js(`(async () => { const t = window.__gameTest, out = [];
      for (const type of ${text(Object.keys(leads).filter(type => type !== 'menu' && !taken[screen].includes(type)))}) { const a = JSON.stringify(await t.getSnapshot()), r = await t.input({ type, direction: 'left' }); out.push([type, r.ok, a === JSON.stringify(await t.getSnapshot())]); }
      return out; })()`);
    for (const [type, ok, same] of refused) need(ok === false && same, `${type} was taken on ${screen}`);
    const type = taken[screen][0], { ok, then, fresh: again } = await g.js(`(async () => { const t = window.__gameTest, r = await t.input({ type: '${type}' }), s = await t.getSnapshot(); return { ok: r.ok, then: s.screen, fresh: JSON.parse(JSON.stringify(s)) }; })()`);
    need(ok === true && then === leads[type], `${type} on ${screen} led to ${then}`);
    if (['start', 'retry'].includes(type)) need(fresh(again) && again.timeLeftMs === 60000 && again.lastEvent === 'none', `${type} does not begin a fresh game`);
    else need(changed(s, again).every(key => screen === 'playing' && ['bot', 'timeLeftMs', 'vents'].includes(key)), `${type} on ${screen} changed ${changed(s, again)}`);
  }
  for (const [first, then] of [[{ type: 'pause' }, { type: 'menu' }], [{ type: 'move', direction: 'right' }, { type: 'menu' }]]) {
    const { seen } = await play(g, 'gate_open', [first, then]);
    need(seen[2].screen === 'menu' && seen[2].score === 0 && untaken(seen[2]), 'the menu keeps something of the game');
  }
  const a = await g.load('bolt_ahead');
  for (const [direction, sign] of [['right', 1], ['left', -1]]) {
    const from = (await g.snap()).bot.x;
    await g.act({ type: 'move', direction });
    await g.until(s => (s.bot.x - from) * sign > 30, 4000, `move ${direction} does not walk the bot`);
    await g.act({ type: 'move', direction: 'stop' });
    await g.until(s => s.bot.vx === 0, 2000, 'move stop does not stop the bot');
  }
  need(a.screen === 'playing' && (await g.act({ type: 'jump' })).ok === true, 'jump was refused');
  await g.until(s => s.bot.vy < -50, 2000, 'the action jump does not jump');
  const waited = await g.js("(() => { const t = performance.now(); return window.__gameTest.input({ type: 'wait', durationMs: 9000 }).then(r => r.ok && performance.now() - t); })()");
  need(waited >= 2950 && waited < 4500, 'wait takes at most 3000 ms, and took ' + Math.round(waited));
}, 60000);
const untaken = s => s.bolts.every(b => !b.taken);

check('kb-all-keys', 'P1', 'Every key of the table does what it is there for', async g => {
  const on = (screen, what) => g.until(s => s.screen === screen, 4000, what);
  for (const code of ['Space', 'ArrowUp', 'KeyW']) {
    await g.load('room_1');
    await standing(g);
    await g.key(code, 40);
    await g.until(s => s.bot.vy < -50, 2000, `${code} does not jump`);
  }
  await g.load('menu');
  await g.key('Enter', 30);
  await on('playing', 'Enter did not begin a game');
  for (const [pause, resume] of [['Escape', 'KeyP'], ['KeyP', 'Escape'], ['KeyP', 'Enter']]) {
    await g.key(pause, 30);
    await on('paused', `${pause} did not pause`);
    if (resume === 'Enter') continue;
    await g.key(resume, 30);
    await on('playing', `${resume} did not resume`);
  }
  await g.click((await g.snap()).controls.menu);
  await on('menu', 'the menu button of a pause leads elsewhere');
  await arrive.lost(g);
  await g.key('Enter', 30);
  need(fresh(await on('playing', 'Enter did not begin another game')), 'another game does not begin fresh');
  // Left and right together stand, and the one that is held on walks on.
  await g.load('bolt_ahead');
  await standing(g);
  await g.browser.keyDown('ArrowLeft');
  await g.browser.keyDown('KeyD');
  await sleep(150);
  const a = await g.snap();
  await g.browser.keyUp('ArrowLeft');
  await g.until(s => s.bot.x > a.bot.x + 20, 4000, 'the key that is held on does not walk');
  await g.browser.keyUp('KeyD');
}, 40000);

check('kb-vents', 'P1', 'Vents blow by turns, and only steam that blows hurts, and nobody who is safe', async g => {
  await g.load('room_1');
  const seen = [];
  const first = (await g.snap()).timeLeftMs;
  for (const end = Date.now() + 15000; ; await sleep(50)) {
    const s = await g.snap();
    need(Date.now() < end, 'the time stands still');
    if (s.timeLeftMs <= first - 7500) break;
    seen.push({ at: s.timeLeftMs, on: s.vents.map(v => v.on) });
  }
  need(seen.every(o => o.on.length === 2 && o.on[0] !== o.on[1]), 'the vents do not blow by turns');
  const turns = seen.filter((o, i) => i && o.on[0] !== seen[i - 1].on[0]).map(o => o.at);
  need(turns.length >= 3, `in seven and a half seconds the vents turned ${turns.length} times`);
  for (let i = 1; i < turns.length; i++) need(near(turns[i - 1] - turns[i], 1700, 180), `a vent blew for ${Math.round(turns[i - 1] - turns[i])} ms`);
  await g.load('vent_ahead');
  await standing(g);
  const hurt = await hold(g, 'ArrowRight', s => s.lives < 3, 9000, 'steam does not hurt');
  const start = (await play(g, 'room_1', [])).seen[0];
  need(near(hurt.bot.x, start.bot.x, 12), `after steam the bot stands at ${Math.round(hurt.bot.x)}, not at the beginning`);
  await g.load('vent_ahead');
  await standing(g);
  await hold(g, 'ArrowRight', s => s.lives < 3, 9000, 'steam does not hurt');
  const from = (await g.snap()).timeLeftMs, b = await g.until(s => !s.bot.safe, 4000, 'safety never ends');
  need(near(from - b.timeLeftMs, 1500, 200), `the bot was safe for ${Math.round(from - b.timeLeftMs)} ms`);
  // No steam, no harm.
  await g.load('bolt_ahead');
  await standing(g);
  const c = await hold(g, 'ArrowRight', s => s.bot.x > 760, 9000, 'the bot does not pass');
  need(c.lives === 3, 'a vent that does not blow hurts');
}, 60000);

check('kb-ledger', 'P1', 'A room is worth five points a full second, and the record only beaten by more', async g => {
  await g.load('gate_open');
  await standing(g);
  await g.browser.keyDown('ArrowRight');
  let last = await g.snap(), s = last;
  for (const end = Date.now() + 9000; s.room === 1 && Date.now() < end; await sleep(15)) { last = s; s = await g.snap(); }
  await g.browser.keyUp('ArrowRight');
  need(s.room === 2 && s.lastEvent === 'gate', 'the open gate leads nowhere');
  const least = 5 * Math.floor((last.timeLeftMs - 250) / 1000), most = 5 * Math.floor(last.timeLeftMs / 1000);
  need(s.score - 120 >= least && s.score - 120 <= most, `with ${Math.round(last.timeLeftMs)} ms left the room gave ${s.score - 120}`);
  need(s.timeLeftMs > 59000 && s.lives === 3 && taken(s) === 0 && !s.gate.open, 'the second room does not begin fresh');
  await arrive.won(g);
  const won = await g.snap();
  need(won.lastEvent === 'gate' && won.best === Math.max(won.best, won.score) && won.score - 500 >= 5 * 26 && won.score - 500 <= 150, `the last gate gave ${won.score - 500}, the record is ${won.best}`);
  await arrive.lost(g);
  const lost = await g.snap();
  need(lost.best === won.best, `a game of ${lost.score} points changed the record to ${lost.best}`);
  await g.reload();
  need((await g.until(x => x.screen !== 'loading', 9000, 'the game did not come up after a reload')).best === won.best, 'after a reload the record is another one');
}, 60000);

check('kb-bounds', 'P1', 'A shelf stops a jump from below, and a bolt is taken once, from near by', async g => {
  // Below a shelf a jump is stopped.
  await g.load('under_shelf');
  const b = await standing(g);
  await hold(g, 'ArrowRight', s => s.bot.x > b.bot.x + 90, 4000, 'the bot does not walk');
  const floor = await g.until(s => s.bot.vx === 0 && s.bot.onGround, 3000, 'the bot does not stand');
  await g.key('Space', 40);
  let top = Infinity;
  for (const end = Date.now() + 900; Date.now() < end; await sleep(15)) top = Math.min(top, (await g.snap()).bot.y);
  need(floor.bot.y - top > 8 && floor.bot.y - top < 80, `below a shelf the bot jumps ${Math.round(floor.bot.y - top)} units high`);
  // A bolt is taken once, and from near by only.
  await g.load('bolt_ahead');
  const c = await standing(g), bolt = c.bolts.find(o => o.x > c.bot.x && o.x < c.bot.x + 120 && Math.abs(o.y - c.bot.y) < 60);
  const d = await hold(g, 'ArrowRight', s => s.bolts[bolt.id].taken, 5000, 'the bolt ahead cannot be taken');
  need(bolt.x - d.bot.x < 60 && bolt.x - d.bot.x > 0, `the bolt was taken from ${Math.round(bolt.x - d.bot.x)} units off`);
  await hold(g, 'ArrowLeft', s => s.bot.x < c.bot.x, 5000, 'the bot does not walk back');
  const e = await hold(g, 'ArrowRight', s => s.bot.x > bolt.x + 30, 5000, 'the bot does not walk on');
  need(e.score === 20 && taken(e) === 1, `the bolt was taken again: ${e.score} points`);
}, 60000);

check('kb-fits', 'P1', 'The room keeps its shape, is centred, and buttons are where they are told', async g => {
  for (const [width, height] of [[1280, 500], [700, 700]]) {
    await g.browser.cdp.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
    await g.load('room_1');
    const k = Math.min(width / 960, height / 540), s = await g.until(o => near(o.playfield.width, 960 * k, 3), 4000, `in ${width} x ${height} the room does not fill the window`), f = s.playfield;
    need(near(f.height, 540 * k, 3) && near(mid(f).x, width / 2, 3) && near(mid(f).y, height / 2, 3), `in ${width} x ${height} the room lies at ${text(f)}`);
    need(near((mid(s.bot.screen).x - f.left) / k, s.bot.x, 2) && near((mid(s.bot.screen).y - f.top) / k, s.bot.y, 2), 'the bot is told at another place of the screen');
    for (const o of s.bolts) need(near((o.screenX - f.left) / k, o.x, 2) && near((o.screenY - f.top) / k, o.y, 2), 'a bolt is told at another place of the screen');
    for (const [name, r] of Object.entries(s.controls)) need(r.left >= f.left - 2 && r.top >= f.top - 2 && r.left + r.width <= f.left + f.width + 2 && r.top + r.height <= f.top + f.height + 2, `the button ${name} is out of sight`);
    await g.click(s.controls.pause);
    await g.until(o => o.screen === 'paused', 4000, `in ${width} x ${height} the button pause is elsewhere`);
  }
  await g.browser.cdp.send('Emulation.clearDeviceMetricsOverride');
}, 40000);

// ---- P2 ----------------------------------------------------------------------------------------
check('kb-pads', 'P2', 'The pads walk and jump, with mouse and finger', async g => {
  await g.load('bolt_ahead');
  const a = await standing(g), right = mid(a.controls.right), left = mid(a.controls.left);
  await g.mouse('mouseMoved', right.x, right.y);
  await g.mouse('mousePressed', right.x, right.y, 1);
  await g.until(s => s.bot.x > a.bot.x + 30, 5000, 'the right pad does not walk the bot');
  await g.mouse('mouseReleased', right.x, right.y);
  const b = await g.until(s => s.bot.vx === 0, 4000, 'the bot goes on after the pad was released');
  await g.touch('touchStart', left.x, left.y);
  await g.until(s => s.bot.x < b.bot.x - 30, 5000, 'a finger on the left pad does not walk the bot');
  await g.touch('touchEnd');
  await g.until(s => s.bot.vx === 0 && s.bot.onGround, 4000, 'the bot goes on after the finger left');
  await g.tap(a.controls.jump);
  await g.until(s => s.bot.vy < 0 && !s.bot.onGround, 4000, 'a finger on the jump pad does not jump');
});

check('kb-phone', 'P2', 'The room fits a phone held sideways', async g => {
  await g.load('room_1');
  await g.browser.cdp.send('Emulation.setDeviceMetricsOverride', { width: 740, height: 360, deviceScaleFactor: 1, mobile: true });
  const s = await g.until(o => o.playfield.width <= 741 && o.playfield.height <= 361, 4000, 'the room does not follow the window');
  need(s.playfield.left >= -1 && s.playfield.top >= -1 && s.playfield.height > 340, 'the room does not fit the window');
  need(near(s.playfield.left + s.playfield.width / 2, 370, 3), 'the room is not centred');
  await g.tap(s.controls.pause);
  await g.until(o => o.screen === 'paused', 4000, 'a tap on pause did not pause');
  await g.browser.cdp.send('Emulation.clearDeviceMetricsOverride');
});

module.exports = { suite };
