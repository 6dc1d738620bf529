'use strict';
// Behaviour checks for Lantern Orchard, written against docs/design.md, docs/task.md and docs/look.md alone.
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

// ---- pictures: what docs/look.md shows ---------------------------------------------------------------
const WIDE = 960;
// A view is a state and a rectangle of the room; its mosaic is the mean colour of each cell. Cells of things that move by themselves, or of
// numbers that go on, are no part of it; cells with letters are looked at less closely.
const CLOSE = 5, LETTERS = 20;
const MOSAIC = view => `(async () => {
  const t = window.__gameTest, frame = () => new Promise(done => requestAnimationFrame(done));
  if (${JSON.stringify(view.scenario)}) await t.loadScenario(${JSON.stringify(view.scenario)});
  for (const action of ${JSON.stringify(view.then || [])}) await t.input(action);
  for (let i = 0; i < 3; i++) await frame();
  const end = performance.now() + ${view.wait || 0};
  while (performance.now() < end) await frame();
  const s = t.getSnapshot(), f = s.playfield, u = f.width / ${WIDE}, [x, y, w, h] = (${view.place || `() => ${JSON.stringify(view.box)}`})(s);
  const canvas = document.querySelector('canvas'), box = canvas.getBoundingClientRect(), kx = canvas.width / box.width, ky = canvas.height / box.height;
  const left = Math.round((f.left - box.left + x * u) * kx), top = Math.round((f.top - box.top + y * u) * ky), wide = Math.round(w * u * kx), high = Math.round(h * u * ky);
  const data = canvas.getContext('2d').getImageData(left, top, wide, high).data, across = ${view.across}, down = ${view.down};
  let out = '';
  for (let j = 0; j < down; j++) for (let i = 0; i < across; i++) {
    const sum = [0, 0, 0];
    let n = 0;
    for (let py = Math.floor(j * high / down); py < Math.floor((j + 1) * high / down); py++) for (let px = Math.floor(i * wide / across); px < Math.floor((i + 1) * wide / across); px++, n++) {
      for (let k = 0; k < 3; k++) sum[k] += data[(py * wide + px) * 4 + k];
    }
    out += String.fromCharCode(...sum.map(v => Math.round(v / n)));
  }
  return btoa(out);
})()`;
const inflate = text => require('zlib').inflateSync(Buffer.from(text, 'base64'));
const within = (view, list, i, j) => (list || []).some(([x, y, w, h]) => {
  const [left, top, wide, high] = view.box, cx = left + (i + 0.5) * wide / view.across, cy = top + (j + 0.5) * high / view.down;
  return cx > x && cx < x + w && cy > y && cy < y + h;
});
// Cells whose colour is another one than it should be, the worst first.
async function strange(g, view) {
  const seen = Buffer.from(await g.js(MOSAIC(view)), 'base64'), want = inflate(LOOKS[view.name]), found = [];
  need(seen.length === want.length, `${view.name}: no picture`);
  for (let j = 0; j < view.down; j++) for (let i = 0; i < view.across; i++) {
    if (within(view, view.skip, i, j)) continue;
    const at = (j * view.across + i) * 3, off = Math.max(...[0, 1, 2].map(k => Math.abs(seen[at + k] - want[at + k])));
    if (off > (view.close || (within(view, view.letters, i, j) ? LETTERS : CLOSE))) found.push({ i, j, off });
  }
  return found.sort((a, b) => b.off - a.off);
}
async function looks(g, views) {
  for (const view of views) {
    const found = await strange(g, view);
    need(!found.length, `${view.name}: ${found.length} of ${view.across * view.down} cells are another colour than docs/look.md has, the worst by ${found[0] && found[0].off} at column ${found[0] && found[0].i}, row ${found[0] && found[0].j}`);
  }
  return views.map(view => view.name).join(', ');
}
const FIELD = { box: [0, 0, 960, 600], across: 96, down: 60 };
const DROP = (kind, at) => `s => { const d = s.drops.filter(o => o.kind === '${kind}')[${at}]; return [d.x - 30, d.y - 30, 60, 60]; }`;
const VIEWS = [
  { name: 'menu', scenario: 'menu', ...FIELD, skip: [[300, 305, 360, 22]], letters: [[250, 150, 460, 155], [350, 360, 260, 120]] },
  { name: 'night', scenario: 'fruit_far_left', ...FIELD, close: 10, skip: [[32, 48, 130, 20], [95, 240, 100, 120], [0, 190, 960, 284]], letters: [[16, 14, 172, 40], [350, 20, 260, 26], [898, 16, 46, 46]] },
  { name: 'paused', scenario: 'mid_flight', then: [{ type: 'pause' }], ...FIELD, skip: [[32, 48, 130, 20]], letters: [[16, 14, 172, 40], [250, 150, 460, 100], [350, 20, 260, 26], [350, 310, 260, 120]] },
  { name: 'basket', scenario: 'mid_flight', place: 's => [s.basket.x - 66, 600 - 58 - 66, 132, 84]', box: [0, 0, 132, 84], across: 22, down: 14, close: 12 },
  { name: 'lantern', scenario: 'fruit_far_left', place: DROP('fruit', 0), box: [0, 0, 60, 60], across: 12, down: 12, close: 16 },
  { name: 'star', scenario: 'star_over_basket', place: DROP('star', 0), box: [0, 0, 60, 60], across: 2, down: 2, close: 14 },
  { name: 'stone', scenario: 'stone_over_basket', place: DROP('stone', 0), box: [0, 0, 60, 60], across: 2, down: 2, close: 14 },
  { name: 'bell', scenario: 'mid_flight', box: [868, 508, 76, 76], across: 19, down: 19, close: 16, skip: [[922, 512, 24, 34]] },
  { name: 'hearts', scenario: 'last_life', box: [785, 20, 100, 36], across: 25, down: 9, close: 12 },
];
// The mosaics of docs/look.md: rows of red, green and blue, deflated.
const LOOKS = {
  'menu': 'eNrtmlmsJNdZx98zc+/tru7qpaq6a+mu3muv6n3f1zt3mTv73BnPeMazezaP7cSe2ImNndgYB5KIgIAgkUWKAgIiUOAFKeIBCSEkQAikvCCBEEtAIPHAE9+p6r379r1jm+TF0l+tU6e+c873/c73naruex3BrOMweRIljE1jXHqFwWKnk8+5Ivkl9oGs3Z+c7sHYlI3SYQnr0h0r4uE8yMHPDLTTSUcgM1wxjmycody0ARpyWCx2v2FNAsbuaGHa2xnL0dLWEmPfkA8LxmjdQAZs5idZmBxhHIWAYgzl4HLcM7FBtDM2OmnzJ+3W5cgGeRJADIGACXM01nQAzcYhjflD2woB2hYfCz6it9TbKffGBjADLDe+BLddI3TuWAGG2JnUxD1+5BvyYRI7NGBn0e7TSSuXYC+sxhjvOM0gEJsvuUEZQ5H6pG1qndTWvepCp75OaOuWsW/YCT7AtDifmzOG+QHvBqWDYxAscIYozFE69MMoKz0wJmWnU8vTCdFOL91ufJyZ/JKkGue2JzGhirYV7R3aRGuPwG2UAHRq7C14CH5CYqx5lDWPPIwURa3Cp2UwBU2b5wNwYKBLOI4La25p3atAJyxq3lLhLkxi9+sTsDDzAnlkbBogZxjwEDWsNLYSb1i8o9KGDHHy2dV1Ma5oNAQyls9NLlG8sC9TyWC1fcNNdHDpDUKBWMArCAGRcYkQoKUNr+LyKR6/4iTlNbdoo1TEzaPgPpWkFSaSwig0CsJfc8s2t+ilkJzeyQzHrdmcCTQboQA3q3PdI2OEghHyBqDzouEgaNgAO6HYpliZ8yMhh/0pK9+GfFCwQw4AChUs2n10Rs0dUFaVWUVhJYOZvQdUB3BwS6ZL0jiQNVywuYUNF2qMO12EGA5KaUEJcBLmEo7ZE5/ZiK9jCZaRSpquRGXCJ66NhkNbjclFVWdZCViNJ7F7gJiAecS1qbU8lMixEgga434YRfpFHy0B/A2vfHxqpyyqsH0ok63aHG06JADKMfNUHJ5vAXQoATe4ZabHMOpluaqMNlFE87sAiAhhHsMSx52wrcIxDOk4JrgJEeKiadFNThwmSDGbkO/tNURecrqEz2wAn4TNkQjS4tVeqaooFETnEI450AwUKTY09XKnGGREzA2TiOsuESfkKK/pcU2IGixnuH26x6/7uWQiapwsZ05Vs/GoTjI6w2eiiaKuFstGZq+STURUJwHeinagZPKEjdtwjfCamYZEalbZjs6BKQK+yRmIytxvuPyai4HkMc8BLxwgynRugxAKO8QorNmFDUdiHUNtS9DD+MR+JrmZT0FubJjG0O/AhSAtqWEZ7tocQ+PjdoH0imHYfb9oQhvKiQvQE2IkkhDtuIy5FKdXZRg9KRh3d2t1IynEs3wkH44V4oliWi8OioUTpWI+Xdb0mqrXNb2eS1e7heLz/XI9V9K1siBV4mLZxyUpv+ynRYaV3JQ8Ln8z4UXI+XXXJMesQ2/mSCQ0u89geCMa0SJRA84KNNaZWHfE1h1xm0u0wSWQsQ0FWMB/iNdPSTbnpJP2SQ1dbyWT0Fgf2QMKDBddbtHunMwAggmhH4gdn+lEZqjfKdlwxeFRXYROM0k5nmqn02klk4jnwrFiNFFKiGVVreRSlUK6mk4BuUYy1QRl0o1KvlbLV4vZmm7UFbUmylVZLueNwrlGoZvNyIksG8h4fAbmVbyUEuQU2E2SkjfwxNooDaBGIDesBLN6MK8UCipX+uWmrvn8sPvymj2+YY+4XTHWLwEKwiut2cVjNiSnS4xw8uV2wYjKHo9kdVr9NCUBHGiMOz+CjtvFDaeMuVXcq3sog6RTPJ+GzAE4kSGcCkStqHUggLCkW+lMO5NFymbbuVw7l4WelpFqakZD0eqaVi2mihfbpX4uq4g5js/RXIZiUhE+2TSSp2v5cEDBcRTvGhwaDsE8N8zTA6rAIR7DxA0HQJALsi6HVS8UrB1oxG1YhCbjFVm91IYDQbY7pWN2JIdLCrHydiEjhRS3Z9i57lTQJ4Zk9XxkrWGy3aU6PJqLNLy+FMWk6UA2EMrz0WIkXoojODUUtdEwUiaZXCeX7+YL3UKhVyj28oUeXGZzHbgF6HSjoWr1lFHJGaWUVownCjAVE8z62UwklCqryUE+Ew6oTjyG+NgTELvTJUFcODyAMOm4XbaE4TJFqQSpbjjQ5TrwsUd8REyPqq1UiqMVm3NoCf57PDLtUwh4tjrk8QyWoC4wl/px5PRqHtIg/Sk/m2aD2WAoH44WYomSIFZkpQrBGslmOt3K5TqFQrdU6lUq/RObezeuXX/04r0HL967cf3G7s5ZAAWU0lmESDOawBPGQuIBYT5S5EJ5mssyXDrMJ0NBg/JpNmzIBzgEGaUgaWFOwd3ycWyiNYcybq+b9eVwRAlS8VFgqUxbIgOHsjbb46PTstSJx/vRaO/jKgbqR+P92FADpMQgPlLCkoAkipuKsqUo25q2vdk9/+qjF588enDt6vViaYAQZTqQZqrekNR6QqpGE+VQtBQIFZhgjmKzhD/toZIOj75h8cEEl1sReOXOTjUZQ9lyHFOWyuKzYY+uYYrJ7RCBjSx1XWTrExOF5EZqD+Vre2bl9bcJukOxvWl1mmdfenAPEF04f7lQ6Gdy3WS6rRktRWsIci0mVMOxcjBcZPm8n8sSdMZNpZxeY8zHjiuMXxVCKkerDpdy3KFOa23UWLfHLD5zBgcJyoENfsJ83Kv5+BEfkukOyYwa4ejmqw9vA5/HD+5XKidy+R6kkJ5qK3pTVOpxsRaJV4KREssX/FyOZLIeXxonkmM+EIsdV3EPqvTpADdwffryWfn44BTlOj/N5DH5TCXPiA8fHjx9+T7wAQ0Gp3KFfjrbNVJtVW9JaiMh1SKJCh8tc6EiHcibfDI4mdrAohDvOiYuJIy2VBtDPpGDDObkZzKLfIKh3psPb1DMfD/NdUl6OUxN29rfu3j13CW3b8Ln3M6FTuP0Ip+XblzT9J2Z+mK6fLj/6oObFp8TJ87kocSyvWS6oxoWn3o0UTX5lOhAgWJzXl8WJ9NjPvOhOfWlmvBZuLWOG4udfja7NH9+8KuvwCfQuLn/3NntC194eOOtxzffffnW6a3zgO7CyYtffvX23eeufO7u9VduXQPL737lMQT4xcc3b+xffuflW7cuX7n//NUvPrr586/dOb978eTmObh8ev+FJzev3Xnuyrd+4XEue3KRzysPblh8Wu3dfGEAfAzEpy2pTZNPjY9WEJ8g8Ml7/SYf+4jPfIzGotadhvW8M/kYR5Gfza3gc2b7PHAAffvDx9/58PHPPbl1+fT+b3z5wVb37G998AhyBsKHfrD85nsP4VEFZC6f2f/qm/cev3Bts3P2+oXLD68//7Uv3IP+7331pe985bGP7Xz3F19695Xb2czJuRKD+nrdrK/bN28VS5u5wiANfFIdVUd84lI9MuFTHPHJWMGuO6R5FHhyqSyeaMgBBnOiudzS+oK0OdE526ieunL20k7/3MW9i6Bqaa9W3oM6ymd2909djMQG272zl07twxDYfUgtuEyIm2e2L3B8D/r7rTO91pmdwblr5y/D8Eun9wOh3nbv3HNnL0ny1tzzi48Mnr7yEA7nXu9UobiZzQ9SmZ6e6ih6W1Sm+ZSBD8kWPP7cmA+8Jx8x3mfnk191Ppvn7aR91PO5PX0+LzuiO15Tk6eYyeflB3f7/dPD5Mn1k+muluzIWltQmjGxEY7XwkItECn7A6XD+bhSSzXhc4DBnGiu8P/w/GrPIfIcjAhehAi6CwqE+v3ubrF8AuBA8gAfPdVVjI6kthNyMyrUgU+60o6rdV+gRDAFty/nJKb4zHFwpZfLsgetsJkSE1jCJxjd83EDr7/LhLbRJ78FnYHISYbf5mOnLBs2tAOfcHc8Csxofotgei4KnuBdLrxj8aG4ARveJpkezDmFqDNGZAlKstPaycKxnBuksv1kpqcOk6cVl5qRRJ2P1fh4jQ2VfRzi4/Llp/nMh+bOLNEMn6GN3ZNdbmyKCRQX+aTyL2ztfb6/87lG73Gp8WJv67Pl5v0TJ592T7y6feqNvfNvZUo3T+w9vXjlve3TbzR6L22efD1deOHM/jtbpz6/efIpdOYrdwY7r1VbD7pbnx3svnb5+gcwZHP3NTDrb0PP5wrVOwiRSckSy/eaje10bpDM9I10T0t2Fb0jouRpRcVmOF4PRgFO1R8sU2zJSxddVN7hneIzFZQZ8lA296SN7o75uNMbM7eWiwmWjlhfPm5z2AhsjtsLNgNIHtdsfUHieenu8iqzEskUG+zVa1tGGsoKMqcrD+G0YyIkT4OP1blIjeGrvkCZYEsefxGn8phnlA9OaS4u23JN+NhcaduBZhOxB/DR0ldl43JCvQgFFRHOWj2ScUnSLwVje6K2n1AuRIQzoEBkNyqezZZugX1UOgc2ocRpOflcTDoHNlx4F3IvIp5VM1fDwmnIn4hwWk09BwfOHCj4mgNfK9RkTzG6sgZwOiacVkRohuKNQLTOhmp0sEJxZS9TcvmKTjJvd0/4LISWW6YpPu7MATYzYoPlRT4E3YMCyZZv5cq3C7W7RvZaOHE6V74laBdT+euAq9l/UqjeLdbvwV2AAAZa5mqleR9Kr959DJRyldvp4s1S/V4ofqrefQRmwA2qtTV4Um0/yJVvwnG0yKdU2pT1rqR1hFk4wWidC9dplDwVgi176BJOFTEib5vhMxOX3ZNfIkitER87KsP8oWL5CnxrcJFtqy5Q4xkFoc0PpNqLVTZ+1h9UaMAH3pkFBZGJSwCnHRFaoXiTjzW4SJ0J1fzBKslVvEzZ5Ss5yYLdO+Fjc8qYt4B5J3GZl/NC59KYjye71GZOHF9dzYcN7TZ7T/TMNTi04VPLPB+XL8CZXGk91LPXSo37cAJDT7X1sNy4n0NZd1syLtc6j/LVO1CMkGNwMhfNJFxNCfhkcwOLTBTgJIZwAhGoLEiemi9QJdgKwVRcVMlBmPHO85nIQRQXhXlyYz6YJ7vUZk4BKOpAd7zji6LYTSg0Ub8EUfPxUzHpPBveFbR9JXUFGtAPbWjAgQO44DIsnIHzBw4uaPuDW2rqioTGXoIjiGIHc4imWQGfdKYfFRCZcLwVijWD0WYg0jDh1P2BGslWvXTZ7SvhZGkUb2bMZzooJ1lyEkvk8E74QHupjSV8NEMwfAifA7lxm1xkd3xJsgPKfHhBv5fuHVhiy8rNEhPsJlN9k0yLt+CEERzGhENxVcgcj78MyTN23jHiY3fKiwEuyunN2R3W74cRaC+1mRMP595H4qOmr5668PbWqTeq7YeD3dfh5efS9Q/gcNbRWf38tKX7aGICXd3o8VErbZpcqMHydSYIcOo+rkYykDwVt6887fwUH8lFzdzyBavQMyecmPCB9qLBokKRxkfjM6dAdA9etpfeOjofVesGws1ACMFh+AZtwWERHIKuenyVOeed3hk+04Lzyk1V5uQi8mM+0F40gCXmesKR5ifCZ7WOyEdRuiwPadNggrBrdT9nwakRfgTHsxAOPsVnNsyqd1H+6iyf3KINxdStBknXrEY01vop8HEdjY8kdegAIsMEGj62TrF18BPgeH3LhXuHz2s3qc6ZEf7aotxTfNxEbqnNnGKxFjh2+P76Oh9Xy6aFx9Y0H1Hs+Nk6IsMgmXBWyWXysWFRhjd8XH36FumvT8vPNeHTTebHzy/gM2ezVLFYezWf11/Y/8kf3PnvP/q4gklgqiWPsCk+iUTbxGLqMM8Jf91FZO3m76UYLhJ0fVrUMnkmfKJuIksdYDateHwVH6+/85PvX/3f37v4iQimgglX1Bc4c6jDFj0LgovIWPWC4dIcHx/TWJR3xAdGeYjsUps5CYnOCj7wLfI/v3X2f761M9Zfvlv77XvJv3m/+VfvNf70jdKfvVX5t18/8e2b2t992Ab9+Jc6P/p86a/fb37ftPn7D1vTY2EqmHAFH3BmqZMUiG6QswQQH++Qj2OBj59tLmqWT2apzZxEobuaz79/Y+u/frk91p+/nvveNel3bshfPx35/gvyN85E/+H92jcvxn/3pvInj5M/epL+zf3Er12I/8q56B/e0/7iaX56LEy1mg84M3bMxzQBC0k3iAUsY+He9EF8aLa1qDk+0BNJdAKh9lJjS6LQW11f//R+6z/eKy7qb19L/cu7haW3fvxG5h/fzi32w1Sr60tIdCFbSGYVk0U+IMw5f/4wXHtRhMnHhsUQH2+a5drJQj8udefM2Km2LPRXn89vne7/85u5f/1C5mMKJoGpVj/fY/H2EckM+XjQ7+0mH2HuFiQeZCDkIcO2IF7OFEHmrOSxO2Iebwp1BjpcYHh3qEDHyA8i8a51qYir+Fg/B1FMjw4MPqZgkvHvS58cn6QV7yKfeVzmIeY2f6+2StJDoPyZk5U8AnqNb6MaZ5uJxPz5c+gPrXFlX8ve0rK3V+oWmB3xrx4fmY/TY4zyIU7Ay9IhiKAeUyM+Udytr7b3+mvwyh2JNsCxo/8FRzKe7+19vXtyXptnvjHXA2ZgfPSZaa7Dh+ArZN5FFlxk0U2VQB5f2VTFEjhsCjxHNJxu3TycBQgZ+ldH6g9W3STi6XAK8ErpwGU3VYSFTBUsweqmck5v1lIwVHqmv3+livcr3S9ZuvvSd9794IdvvPODp2///pe/8scnL3ztnQ9+ePvRt8cGYDyfKujHxgP5gDNjx44i+No1zh/4bgUkTUoInduMejpSnMhiuIxelpwJkN2RwNzJWaUcHlBmeolAsMQ+S/7IyevpymuW6v23Wid+rrvzpZ6pUuvN7s67jcHbYwMwXiylg2YGN8CZZ+UDmWDxcbhTUyjGWDIOTxpit7sMG65vOBLmeR4DPugfh5zKQbLhmt2lw0CYQZb6R+dD0D2IWsvc0jK3V+oWmIHxM5CX+rDFR4cDG21zCBYclEW4ChAsQVw2XF0SOBY3ecaG/8VxMJ9pBQJZWepyQXgN+NkIllbkfjhcOQyIlQn6JHbzTWb4ldwhHh4s4hMz+USPzsdMJ8VHJ2k2BWJYePBluUAuECwE+GKQL80pa1TP9lqHCswWxy4VFywelDkWE1Qay+ONjX+v2HAIR+ATs+prxEc+OqKV9FSoR3AS9g7E86n9duZCK32hOdTFVgY0voRbYBAO5ebOuiMXzpiJeohv5svhkA+WODyW0T+PTf4q/UnwWVRDFdpKpK1ELfW0GGh8CbfAYILXqVrHnXUyWE8K62FhNazzc6Zwjih7dJgJiE98dYFY9tbvRSM+o5LED14Cn23jR3JMCAjVBA+qIYXqAhI0amYnCAwOWetQZ47EZyoZZvk4SN1B6XaPBp8YoTt9Bmp4Ejgl4T7J7oxh7jjmkTCvBrdAOJ0EY2jAJ0aYInWn3wDBQJgNNxvDebwayOq3ZgB7u9daS4MZXJSWDYeKkcBSZSMhp0cxfRvOhqaiDLQEaS5B6qYb5vyEGYhbtYzRWl7N6rQuLXvrE26hgaZ74InDjBc+nZRkdyXAwAbzmGRcQXUi3hQ0AvKslKlbU59zo4JLDNwhbWaJ2eUwfwIjI6SPNxU0xZN+65J3UFEwwGH1wAFrTcnNzy60wsO5UfxCvFOjnJz4M5SDjtt9UTsVsZFhGxmyEaagQYahE26Bwc/WQ7SDn+pg2cjop1qhNXf4U63QMQf/qVbo/wC2hmza',
  'night': 'eNrtmveTpMd53/8DAbiwYXLOOeecd/JOntmZ2ck5h93Z2XiHwx0KQcgCQJAEBYkibcmWySLLlilbLLNkUhKDyBJLP7hk0nZJJmWQhKSyTYmUn5l3dm5vd+9wCKRMm1Xfeut5u5/ufp5PP90zGyjWJOXdxA8XifoI0RB9gMPFRppji+nJXmwnWxI4ZeBsC0EXxkg9RF0YeeVu5hkbGYY7Q7Wlzrrh1ZtkU/zUp8DYSNOdW8tecL50uXPCyf0QABgwP9ufOxvt2eWW9mwJSwIt3sCIZlrjWNEiF+b0FRFe4UULndC1aBdvkO5lBZMjBmBcpsB0Z+iuNLySTltOfaIEXYRkiOGUm1jFJtjQsvQBG+IB8UIFiiVJNicWVM0Joi5CNseJhhjJGAMHmn0GBGyEEsubhRVnBObwgR7Vnrp0dygIn43M0oHuTANwmJDvKWkjO/rERBFrI12cQA6vCl7BK2U6D0/hvEpQXSNpVhl6eM5EnuvURtqv4BSrTBOsglP4Z6AsSFLz7GaJz9ABFowsiBb7EaGE3us002M45WPYhR5Fyx9FyRB7haS5TtRg6EYURTdrxyiWbrNeqg4WheeyBaaCOTHSAE6xiRZ76FCoG2mCNoLXQB0G0CIfVh6EAmAHchAkQRuCwlvyYdhSjHltzAxLAqIFgzlv4WzkvKlX3LFfA3mTr4r9daSQIE0IoFEvNxoVBMV1ihYx1piG6+SFDbpKVANAeIKN7DVEQlCH0ZJZtFh5gKAJE3RRKIxVtn2VZUMJPDM+It86b2OemuIKbk4GEUoGTxrf7t3MG+yJQLQUiBTa3d1ypReOFhutMZ5uAIdrRDU8H1mXgh5Fy65gZmOX2BdL3Ks1rgtCwqvDBG0YK/fDE+oTtszkSP+PxuT79Uk3UvlefQJ205v7q/ru242Jz5OT+hsW/9Olzlvl7ltgqIIDpMAQPiKdmymxzyAQ1MAESgWhBEBg32FP7+aFUVwhqDGSALKJZH0UxXWscUDOdb4byMD+XiPr5zKg2DaWxM6T2ykcA6Q2mw3KA6PEUVU0loojNq6R1FcIUJNqaF/Fyak0BYUqxxDljwE9RAhJgIOSXcUrH8PIr+DV16nGdbaNxLcR+VY0D86+c4VpXWFYwcAI3RieAyP2LVhBVLyNmfhueH1hs/LGVgsO1xup1svJJhzzN5PN11JN4KCMtbWOk+j2i7HtFzX2Y3V4gFxQCB+OMsKQBGgiP5pmnlf4THeZ3KtZ2TMs85As1ygGhMYKRY+h69E03XWK/pSPnsk3BmzmYdzuMJgIcEZQ6kdWVOtYtVljulXylvxWidS4QlkMB7satN4seMw6E5ZhWE5CYBloXD2JbVjODM48kdGmN1l1Jr54MQMIwzDIZEa1yixVO9AcG2BcTnKVpIPXVZYdJfTA2cfKN2eHcc4Qp4QzGKabU2rbjkQ3Aqmsu0JfGeoHpwphZAHYkTWSfp1sWCXpr2CVZ1E8sib5levCX1kRLZ4zQ/TIivwxDBw3HegKVgu6itWyeQaT1qRTGzlC4yIRkl4kMuxFLW//q37GZqJTtY+sAB81Fq9xqgzfer38VM6hEBtWCLorON01rFYhMjxXcn31lYJTbSQxjCtkwxrVyOBZQw53I+RO+30mo58r8/BkXo0xmPD7P3Mj8flbqZjPJ9X49LZYKFJoFoq36vHP30qmvA46z7hKNeI5VoQniqpD0U/xMmeVtsZ1wvGE0oJzCpcAPPESP1ufAVFUMTggS4AgktzPUrjZaj9O4ocha2wHXCAI/6skLZLsFSwUgPbRVe0KWovGa9YwMxvRKkZrkBo/MQj+5iRi0phQFP0VjO7RNS2ZrHOoTBW31Sg1YvE6xPk6SivhGXxak0VupFH1j60tJgHbqjB6tSaZwEigWAg0G43j0mu8nbj/+7/dfra2uRVKbHgy/kAuFi0Oy4W3Drd/6yR/2KnWKu1qpVOrdqed5kemhT97o/Kr42KzVE2na/FERWnYlCssGqXBqDVzRNbV06KCTcQxDViGbo16t+Dhojh7lcGpBBFkfoPNH/K4Az4f3BXXYSxBs4ZTrOFVWKoBS9Zdx0AWOkRrGL2Mb9RLDVqxCUfQLxv1EtPzFd/LjYBOYlo99b+6rieRDEy6AU80XFm/Owk4QDsMv3qm8TrGCC0ksgFDNOEoNgrLxeJ7tJpAIRR6tRsdbseT4bQ/kA9HSslktVqoTVu1o15j2Oq2moNOa9htj3Z6gzu77Wf3mifDVrPWLRba2WyzmK0c1Lf/4NncG8N4Ppo0meN8mZ/EcQjENpfRZtaYZWILiqS9TtQuuNHMcIvCJQ81hrSQOGaPxfHNNyovVjdUchOKbFlFKdEoMYcqN8nNBplRxDVdxxgeW5+JSjUGDZavvpRv+Wx8tunKvPEKykCjGXUSMwgMeL2CMiL+71VX0UYU0UqkO+lcD0/sl6lCG45oajORDKUDwXwoUkoka7Osi51GrQdYet3xsL87Hk52Rnu7o7298WQ63hn1x+3WqF7rl0rdWrFx0ir8x5dKb+4kS8m01ZHSGuJKTTjoCLxUD/7enYzf5GBQZvlex8LnkQF0jQhfKua3Fs54BWNE4U0GmfUk4y1sOIRcy1W0Cfhg0WKdUHkn6/qjl/IujRVPMl1BzUShmj06629PYzmnjcsyI43rBPtVlGkNO9NV1MLz/WkFZ8FRnRSWmy3wC2WbCm1Ub07anBm3L78ZKsUTtUy2VSx2a7VBpw1kJrvj6XRycDg9PNo/Ojo4Otw/2p8cTHamo8Gk29lp1IeVcrdfq03rxX4xn4jk7K6s0ZLS6GNBZ+iJQvCt3bjP5KKR53xQmmtoE5Vq5rCMDLr5OuSCtiAiUSxysVMsdKLws9c1lBKDFit5ylbA+XIrZFXasMSF5wrWwmNbtVKbhG9FESzLGT4sAWoCfYPO9fHEmxJlRGNImGxppzvnD5YisdpWupkvdGvVQbs1Hg72JjsHAOTjr7/07a/9m3f+8o//7nt/8p1v//t/+emPHx8cA7TRcA8Q1WvDUrGbzzVTyVowVN7w5G3ObZ0pZTRG/fZNr8Unl7ixWAXwgXsVODjUtqMtt99gp9OtVzF3tYKzXTu119EznmSCTCKwK8V2OsN2DXvXE+w1vPU69p7hoDWC89TBdh1nP9f7MIKBaLKTxPQw+QGBLCzTxHWmLatj2+0rboYr8WQju90plwfN5rjfR+Acf+Fzn/rpO9/6x7+5R3/+9d+7cXxzb3I4HEzbrZ1KZZDLd5NbzVCk6vEXba6c3pJWaBMSRYQnDlLYXgxGPuejYzJtaYfje/+81Qs6JULXNaz9UiF8UCjpCs6+irffz+3BWsE53vMQvANDdVPYfrYoJFJElbqkwZJxuAveQDkcrafS7XyhV6uNup3JeLR/MD3+5JuvI0B++s43F3De+ebfv/1VML70hd852j/ZHR/0unv1+rhYGqQz7Wi84d+sON0Foy2r1qfEyhhHHKJy/QifVYwOT7EbFc60w2lVO8k0+3Wc86xW8AtjHT2rNzRKes7hw9JyoXMtqwQXjualcoNccUSsjKsMW0bbttNT9G9Wo/FmOtuFNBvNnX5/Otk9Oj688d0//yKg+N/f/6Mf/sW/hSfYP/nhN/7uv/0HMH78g2/cuXV7OjkeDvabrd1yeZjd7saTrWCo5vKWzI6cxpiWqhM8SYTOC2IwMsgXPoUhBjzFyWA6idR5SHgXIhTFu7Rnrws+krONPwutkTzwXCFsLF6JbjzDT+OFeNKoRJ1UGzNme97lLQdCtViyldnulSujVmsyHBxA4o/feOInP/rmnM9X5ny+AnD+1/e+/JMffh2ppV//2Gv705PR8KDd3qtUx9v5fiLV3ozUN3wVi7OgNWdlmhRfFmMIQgs+WMO58FYI7ku15HM/h3cViuKD5yrR855GrZO8BGaAzg/zZHGpZktjypodBUgnGG7EU51srl+ujFvtveHwcLp3cueJJ5cXzk/f+VN4vvOdfwegfvSd30caP/XWRw/2b4xHR93ufqW2kysMklvdzWjT7a9aXUWdeVuu3eLLEwxBBIOWInzOxbNK9F4qFFqO8LnYtU723W8UCEMLPqD3XQWTE5ibdEGEL0tINWmNadviLHoC9WC4OeczKFd2Wu3pnM+NG8dP/O1//5MlIigbIDPj858XfF554YWD6c3R6KjdmVZru7nCcM6n5Q7UrK6SzpKT6zICeZIpjKLREsh3HWc8nyPJd1FrZLivkPoRX+rws9M6xU9ghVjiBE+WkmoyGlPe7Cy5fLVAuBVLdTO5Yamy02xNB4PDyeTG8dGtL3/xMwiKH//1HwOcf/jB1//nX/3hP/zga9Dyl//pSwBwundzODxqtfcr1d3t/Cix1duMtt2ButVV1lkKcl2WL08xhTGohAWf8ygCS61TgksbjZYhfM46vG/RJVGOKg4Gnh3iquPrlPt6oihBAitMF8TnfLJqU97kKDt9dX+4FU320tvDYnm33pz2+oc7OzcODm499eQzb//XryyO2I/+dFlLf/+Db3zs9VePDp+YTG72B0eN1n6pspvNjeKpXjDS3vDXLa6K1lKQabf58i2GMI4ki8KZzsWzTtm8VOj5eZwhpQTv5/NgoaghHCOC2GRBlKNMgYFjhumS2Pm1aKGzr3hmhCZIcGVbEs22ylgwOsoOb90faocTvVRmmC/uVOvTdudwODzZ23v86PD2888+/xd/9gdnv/y8/V++8omPvn5yfHs6fXw8Pul0D2uNaaG0m94eRZN9f7jtDjYsrqrGXJRqt3nyNGzHgg/edD4RavhSIfU253Nfn3cV6tyc9MjDjMIxo1R+giNNi9TbSmPBYKvY3HVPsLUZ6yXSw2x+p1Tda7QOur3j8fjG3t4tQHTjxpMfefXXPv+7v/WvP/Pp33jzo7cef+rGyZP7+7cmcLjGJ832Ybk23S7sJjOjcLznC7W7R7uxQkdlKko0Oa4sTeOf4XMuBVrkUiH+syH39/kZCcuIUXhJtjQjVOXk+qLOWrFs1F1+4NOPJgdb2+N8aVKp7TfbR73+yWh8c7J3a//g9tHhneOjO8fHTx4d3Tk4uL2398R45/HB8AawqNYPCuW9dG4ntjUMRnvuYDuY7Ni8daWxKFLnYCEKL7bIF28+z4Eeu0S06JIP+tQHx0pe7vzQwjDiD+lG4qYY4gxfkZPqimpzxeisO7wt72Z3Mz6Ip8eZ/G6hPIWsAVG3fzIc3QQUuxOolicAy2Rya2f31nB8s9e/0eoc1xqHxco0m58kMuNwYugL95z+ttnV0Fqrcn1JoMozJRky5y6fs5HgIWVGAhHm1JiJHrvLhx5Fn+36uYjASdGEGY4sJ9IUFcaKzl63uFuuQMcf6YeTo0RmJ5Pfy5f3K/XDRvu43T0BFP3hzcFcYMArNEJXtXFYqOxnC3vJ7G4kOQpEBxvBrs3TMjgaKlNVoi3xFHm6KENgn9YDwXwuEgwzeYkY8SUfDGwoM4k9FeaBwrG3PqDDwo2VovAzLGlOoCrK9BW1pWZ0Nu3ejnuzF4gOI6lxIrsLiHKl/VLtsNo4qreOm52TpeqtE2gs1w6BYbYwTWYn0dROMDb0hPoOX9fkammtdbmhIlQX2bI8VZDFM5d8LOciwTK3LhGgO+WDZ8boghRXkuRLkxxxispP4Vhbl49CxJqL+Z5F5KXvDmRtUYU5uijHlRdFmrLCWNPZmuaNtsPX84QGgdgoktqJZyZbuWm2uJ8vHxSrh6XaUbk+V+2oVAUyh9vF/XR+mljAGXnDA6e/Z3F39Pam0lyX6Co8ZZEhyZN4WSx9cd9iCJZzUeHYmUvETC7gYMUCcUyrTVlNSYclaTElVRpgtUXkZC4fyM6wVXmOKn+/XkR4TvZcC0W0vT0ecDWFhQM7S+BkqYIcS1qQ6GpSfU1lbugdLYu76/T3PaFhIDoOJ+G+nSSze0ApU9jPFg+2TwWv6fx+KjuNpyeR5G4wNvaGhxvBgc3TNTrbGktTZqgJ1RW2rEgT5mChs3yI3G3QMjAiZ/uiCKwZHwxazKZKTPpo0JXc8sfT8Ui8H/C5kgb9Fk9y+UAQRZCDrb9f7/1E4m5LLWUYe7aRzMsxxAWhqirWVBXGutbaMjo7Nk/P5R8giELxnUhyEt/aS2TghpkCkNQ2nKZpMgNk9qKpSSixG4yOvaGRKzCweXsmV0dnaylNDYm2JtbUWJIihT9bEc9YnC8s0XIuMDIvf1EkdgqciTiJjCMN2KPFcOLlsv3Xe8rbBff2ZtLr2FJpsnRB7tKxH65oggJbWhYoq1JdXWVq6mxtkxMu2P4MUXDkC4+D0Z1QfDecmESTcI72ZkpOIokJNEKXPzz2bI5c/qHd0ze7unpbR21uyfQNkarKlZUZoiJlvgqRufg8whEt96wuLNL4l4jC2QJnKlGiEcgSnshJPvL2FwZ/86XJd5/WNxPJqCdtMm5zJQXwZAhLl87woUlQZIlLPHlFrK7J9Q21qQU5mp09m7vv9A43AiPv5tgf2glEdoLR3aXg1R/egS53YOTyDW3ugdnVM9g6GnNbYWhKNHW+osqWlOmCxSpk1oIPnmg5FwBDWL4oGjdNwKsQPklP9PFC5K/f8r3zu7Hv3ta0k6m4L2M15fjS0qVjl2KKyg92eEgxhWWOpCJQ1CTqhkLf0lq6Zmff5OhZXX27e+j0jjb8I3dg7AmOvcEdEBjwCo0u38jhGVo3BuCst3Y15o7S0JJqGkJlnSutMs8sQWXHl3xY4srZ1YWqGltUOScGb8YHzpecK424YvV4+jdqzi+2lC/kfeVoJuzOmQxFvrRyceAHkrh6sZEjmTeKK1xpTaioS9VNha6lMXZ0lq7R1jM7+lbXwL4xdLhHTs8IWCFyeEaAzuYaWJwDo72vt3Q1po5S35ZpmiJlgyetnVuLzlnwIRDN5wLYiPa5kto5MXkZ4INFizlUiduS3ArkKtHtejxbimwnfPkNW1GjrfIujPrZqL60+dK6SNGQqlsKbVtt6GhNXb2lZ7T1TfaBxQEohtZTWRxDs30AXQZLX2fqqQ1dha4tU7fEyiZfVr+4CoOTWPI52y6QNUSKpkDaOCuhrMnmz/jM/LFirQou5HLEXYx5i2F3yW0rG/RVla6LOEtU7Zkha8Koc/PcT0L5w3peonnAUlVLrumodB2Noas19QCC2TEwWgZG60LQojfPyOjNA5W+q9B2pKq2GDKVXT4tk7vgQ6aaz/mI5K2L4ggWfEB8QUqna1hMdZu5ZjbWNdqGRNFceoovG35WEkX7YXof7HZOsKhE2ZapOgpNV6XteiPj8nBfZ+prjXMZ+hpDT63vwSYqNV25uiNVth8cJ2vOB4eVWjaCamNn1gjxgJRtqaJzVlrDCJ48QXb5/ZnD34IWmbIjV7Xhec7/A0qm7H6g4aouCGhYXAOlpreUAqTuyqH34QJmcxO4+d8HWVyrVNMRq+5KrupdFF+44INBS7j81KU+v+gCsFJVVzKHwOLFCbjZ3/tIJNNZOCCVenBRglM+MIrHT17q84sohbovU/UAyzkITG4M4UOhmM91abSjixKe5cNLXOrzC6KhSjPHou5J7k38Xj4RhA+ZbDzXpdftXJRImDnDJ6bX72Srh6H49FLn96WxRjOQK1oiaZUvLnLg51B+hsHdonNTdE4KnvAFjC3IipVFgaQkltUUyjZk+pCTa3VjtXao1AwezOSsGJwwZIrHKUkk/bkuo2H3osTC9Pw+l8/4cCPQspU/2ozsn3Oz2SZm0+TSGS4VMJHKG3xRkclL0zjJB4vOTXLEQOxuC4yCsTCDRtM36ncN+l3YOB2g1o1U2qFCgxRJV/xwTO7hw96EmxaSJRK057qk6p5SO9DqRgbDrtm4Z5kL4TNHquBxwpbT9rOymqe7j99KbB1d7IJ5jIYJTKjT78C+y5UtoaT8MEweXlBjLAH8DFgSyBvvA8g50VlBJF8SUfdgT9gChWbAnf++GjmSfF7EZJyY5lmD5vasZiB9b3DPbNuB7ZvVs3YgR3ZQ3RUpW3xZlSMqMPmZD5HJA1gx+VlYjietAC740vJe+dCYfiRfkPjdhkvUs3pD/KHq6EzPg/2BhkBeh9g44iLsKeNDrZP7iSVMPZDYFmwNBMMW5iEqrrjEk5QhQj5cdzL4qaEOAQvlDSF80VW2xKo2jeGdfXiR9ZCyUNF4YKYNhbHJEcx4kolaLEZKplhha9iiPKzFEuZYcJcKtmG/gAOE8XNAcVE8aTpaaggUH1pxwo9ds3rAq4APS5DhSaAO63N0HbaocG7TGfwUiWKb/X6MoCYRNTi8lkjfJNCDiMAmMkJkZoTCiv2TwJmVBy8pVsMGpT6sCfFEExYjQ84XhRk6s9CiAKjsOKRMZGziaX4cxYvBaeFkzT7viBoMRo4iOu4nDHkDR/UBNAor+k+F64MpARuNw+sQOLNfAZGdBFpgIXoQEkQTneeyRmNUwBP4wEc8GiV5AJ97RpGcWIoH5gTUsO7/tUzIrChsKGwr5H6arxL5/jP/E7Px3TPFzMiAP3b+X1Uoov0hEd1bWm6oRqhJMjMK9flzS7+aKr5+1LhUrx1WX5kWX54WXt4riMXeu/mi5UjxzP+FQ/8QfBSz84VVIP9VhSJY3wefC3JiSBtYshtqDEf1wvbhF/LfFW0mpLCRi47EDMN2vye8za3tLz0X/fKLcXgu9YcvxECL11+N/v6zKb7Ac4bP7PKhUHR8gZfBdr87n8U/j53+iwLe/GHw+aBCk1yAF9jOGAJAxiaJEQaACzFCgBRPC5Donjdr6tcL0tdyktfyUkQfKUg/UVXM7Jzk1ZykH7znEGEwskqh87lPPfc7n3jus598/nj/mED3Xh4D2YkmOZB//sFgJKclZ1jeMPcNnuy8dxLne8z9Xn/Sg53v03Xa3vFonopwn56J93R0oecT/GdjMwOeesk9O17JNz/+8rMb4Rfd4RdcoRcfP3nu1vEx0kUW+UB4tpsi9pH4XqrMP2thaeliE0NixhHlRLqayLQQOG6KxA+iK4PgTJX68awNItdD5HlIAi9dEaDJA7MZ5jYYM2exj8D1EDgeMMhCHzID+INBFvtgLMwD/rActJOEXnCDXhxjA2ZehCHyYemuWWwS32w2GDh3hiVgQogBhuOZGzCKLPTCE3xgODiIFa59F+umh3FWN06Njk8Bq+OYG/Pw3Gx59LO/+ZQ98EynfevH36o/f/vQFnj2kx95WmLYhuVYFudSbJsLNLNNFpbZOnsiMtuhnWOfd1kcLKvz3KjTrjMyO2ZdVhfXuXG+aznKscG2XtIFsy3CQHqt80XnBnvZdcmojZmD1ck02YhSFU0kkkrZIJkMxJk/2TIpWyzlEEQyskK7XEvpTX/qjTtGzxOffnX8j9+ufeNzXbCfeuKOP1OG5WgGw/9r0utJSiVeKsWJRFihECMQYPj8mQQCeMWJxQSZjKzRLP0lrsA/++gtrePosx/r/e3X6l/+F22b7/C15x7XBeLQS1So/z8XSal55smdWu1AYdqd9PtK864vtPfmK4dUtR56MQLZL0WR65+5PXr1mYPd4eS52/sff2nK1dmRrlWG8JcCrbPEAo3LHYzIjF4M5y6WKwTOL/UA/R/cYEcX',
  'paused': 'eNrtmtmv2/h1x5879r2SSJGUSIqkFmrhTorUvu/S1fU+9tgej2exJ/Z4mTWeLTPNhiDz0rRpE7QZpCjSokXQNMhDHjpACjRpgQJF/4D+EUWKoi3QvvX8SC3UcnWvx076MsAXxI8/Hv54zofnHJK6F09V8OMUUZpYvIQlSjsMNifDYpXM1rbYJyshruCfweLFIGvDJbxdSmoQmRoIF1dODPEFPFmeXVFGNuF01W+ATjkulhDneIuAMZWr+71dsZxf2rtEgM172o8aAcZa7HoKcTZM7keM4HxmjdVicYRxHgKKMV2F3cXM0gbRLgf5QpArhLzduQ2ilEQMgYALc34urOOawYmgBX8YeyHA2OPjwUf01kKer7Nwb2EAK8DlFrvgNjlHR0l1uC+ncCmRLsaSDp+0T4eVPUqF7aa8eTDeo3TvXnigFrd+kWYQSDBWCLDOTIwd57SBJA1laaTII1UZaepYV8eGno2r+wRaNkBqMHgmJCFh8ilMfsbVnnt0j1Sfmc+cJnVYE9YHvAHWhrggWOAcEoqBGFzOhvmwWPHSAxOKIb64zDFXiwF4u5jx325ikZliJcg54ECEs3SzPuyPkTPEjM8+hXyOsFqM1ylGi7Iay+khl5JHAyUAX1x4Cx6Cn5AYexFzL2LsM7YHZ5+2upnc3UL2bin3WkV+rabcq6v3m/r9tvFc1eZTZUGsZJVmRm44pZFp93JKwy4MQ5QGrOBaiFgwhxTKncIQwAX22SVWtR+FEnCQMwJ4iAZeGsfF6kNn9MAZFZQWbGFsZ+v3neHDwiidrW9tEbCd8eEtwBLlrdO4fJpAqbI3u60KRikYqeCUEiRkGOzh8ilcce8UwoInSgHa3I+CrH06j8iQ2mk411UgapIxM8KZNKPJnCQLssxLiiCbKcXJqkXZoKKQkCBIDGkPk8KkhJNSMAwQcivy4MClMQm2pyHZIgZGmxhtBGgLLr1HGSAYBJk8+BP0sQKvPMFuX2pN9C7k20TvDLUOlOdU64y0jldKqGCTZa9HLRqUx4fiSwRbCDNOgNThBrnpLc2yfUNwFErMdUlfoACeQUoNkC7YuUhay6T0kmomEzpGqqdCyjMBeR9T4oLezNtmzqBj2t78dBhbktGw7HhcD1JLyKGIFo6qWETb810LsjoR10EwWMzDWQyHsp3hzUDUOO27U0ikBrcPsm5Wm/MOEOSLKMfcrjjrb0nUlCB/4FAw5sAd3AtDKWmwRWT8NIK539nPLBXIwvaZACCCAoQEU09hSKcxlaI1iIvnNajEhcOQNhXFePhsXxP1MPSQAPBRgriS4rVXDpod02QhOlw9haMVWEbr560Xx42UoGEULKLtkxpBGzkxb8t5NefEEw4VsyOczSUKSs651Cpf7lTknM0ItiCWUVVajZZTfrZdUbJWmNYgk0NAyeUJNw40w+tmGhLj5tWyD+SXdRpzvBrxhHEOyeVJwYHMRNkYRQ1kxh96ETFHEYIY1b2QGsCVfQyNPcGMENOm5cKZWhFyI0AgY5jHCTXF61bGgKNBfGZ8OqQykFdw9znNhTZTmFBhJi3ocDREGBhphqOWINgF1XlwsdtzCqpcEbO1jFSXlUbJbhw26mebjVqplbe7lt3L271qqTOpN25NW71q0863VL0ta61YosByBsdrQlynWGNR/m7Ca5Dz++QyxyDwlVbmFmYo5giik8vmszkHegU6F5ozLu3jcpDUgrALZIIzARbwH+LlWD0YXk7yMb1v28NCAQb7c3tAgREaSWkhnyWMw6RGRTSc0MBgsfIehszAPhjWg4SJRyyStnmhYMjFUalUMsuKXM1IjZzSVLSWZbWrxXa91CkVgVy/UByAyqV+u9bt1jqNStd2eqbV1YyOYbRqTv1avz6plA2lEk+WIzEHi5pR1kwlTLibDGsEoOV6aQDBkjqUoZdg3gwW1dMp8+Vpa2DnYxzcfWMvJAdCWYqU4pwOKOiovhfSTgWRILRswnhxVHdyRiSie5PePM/qAAcGi0m/Toc0iD0S1RhGg7KiacQtGN5iFggbGGURUTvCOgxfFMUSZA7Ayc7gtCFq0+oBAYSlNCyVR+UKUqUyqlZH1QrMDJ3iIO/0zXwvn+80io0bo+a0WjG1akKs8okyKxSzYmHgFK50a5mkSRAo3j1oGrjq9g23e0AV4NBwtAAOEIy6YRsZKwoFGwIachDL8ozcNqybI2gIRiisnwoh4aSejhvn62U9bVKR2eR+2ERbDMmbWROsiRE6w+gJXk8n9GzayBgmz+mRKCThiuUeZoRIC4/kScaJxoqsUOKTlWS6JuYaWbkpIzhdFLXTd4oumeq4WpvU6pN6/aDeOKjVD2C3Uh2Xy5B0Q6cwgLorOu2q0yzmG7JSh6WEVIWLl7PpYssqHNbKmaQVJiTEJ6SAn2FSh7gIeABh4LbhCSMMlrVoeHnG0e4+8AllY7Rk56xhsZjgzWB4Zgn+RyIGHzNpeLbixmIFT1AXGGltiohYHGdlU5aRsxqa1i2qJctSs1YqYTGshVNLy3A0H2Echity8VI8VUmla5lcXVKaqtY2zI6Vh2oaQODV6rhenzSbB+329OyZZ+/cfvXt1x+++frDO6/euXjhartx0K5PWtVRozwsFwe23YNzIfGAsJhtJNI1PlEREqWMWEinHDaWD2IzPsAhJZh1PZ9JmARlnMaW2sPNxXjfrS8cz9GMGWPB0vRbIgPc3FudifElQx/L8jSXO9gqSTqQ5ANFPjC0qaFPNfVAltFMTtowhhlpmpOn0kyHSMqhPJfiSUXStDOmec40z+fz589Mrr//1uuPXn/wpRdeGreno8akXxs1K/0qZFG+p+idnNJK55rJdF1IVdl4heZKEbaAR+yAxwdTScpURfP+hU5BQtlyGjO3yuMTCOX2MNPldozAxtAnJDPcIYpFisaGDD9k+RHDDSPuDMlus3fn3VNGM8VGkVVFuRHNj9n4gV/j/nNfvnf30d07ty5drRsVu1Hs1HttyCKnb5g9Se1kpFYq04iLNS5RofkyxRbDUWfBJ0SYAmepaSvBWzhpnsYtv/bmg/2Q5PFZMzhKUA7x1In4ABMaEHEDALWbD7WbD4f4MMJkRmY+yOQOP7h3+9Grt9+4cPn++OztUvtcZdivjGrQrq2erHWzcjuVbcbFOpeoMkIlEisRdGHBB2IJEagbQKX7AwwQtn/3cfnEoIsmxrv5+BF58nY/X/K4fHzJM+cjZqYfP7z76Pat1ydn33r+5TcHB885nSE0ouLQyfcVvZtV2mKulUg3+GTN5VMmmGIAy0G8+5i2kTD5rQrM+GSPMlgTJ5RPwseXFcPzB1dfv/XyS8+9sINPpXTh7gsvAZ9IbBzlJgDkSD5zSsDng9degfx5OD77sNG/4zQvlgbD2rhRGtr5gaLDx2/H5dPkk3U2Xo3GKgRTWvBZDy1sb9WSz8ahfcLZnOTilRPx8YV/8/ILb9x65Vd/+ZVh9/KHD16F8ZVz15+/dOPeiy9dmF772lt3psMrX33zzjffuQt8XDiTFUQ7+Ny79ejOlx7duvVcpX++1D+oT7rwDlAcWTM+XTHXRnxSwKcW5Vw+oTmf9RidTe2HHe955/JxTiIuXn0MPq6Az3c+uq+oZ77+9p2ff/re97/x+pu3X/ng/qs//u47f/1HX374yst/+smbVy88D3zmyYMEYz+fZf+Zl5iYOfzorfuP7r328KWXp+3DSfOgX5s0y+NiYWRYA1nvZZd8GnM+ZS/YfVxfR0EUtsrjiU45wmBNfGInH38Tng96rWfPjq/C4PrF56HKRr0rNy/fgKK7dHjNcc5fu/h8wTn/4pUXDkdXt9cXen6NN1NIzB5+/O4b7zy4f25yadA87NanzeqkXBpb9kgz/XxawIeJ1yNcdcEH3pNPGO/j86k9Lp9jC3DZnN3+vK1Fjz1E/iwCPu+++WA6vdJqnmnUD2vVaak8yRfGRn6kmgNJ62fkbkbtJrMtLtk8ng9Z3KolnyMM1sQn6o9bX4/HZ+sjzIcIXoRofgJKpqfTycVG62y1flipHZaqU7s4MZ2xbo0UY5BTe8Cn1B7JVi+WbNJCnYpVw7SPzxoHsrRdnj1oh41PQvKkfGTjuihfXuwK6fOzgXheEM/xqXPx9AWAw6XOkuwonj7vwUnlLm1PIWhHc0SeEuLBeHihUj8sVw+LlWmhfGDNkmco64Os0hOlrih34+lWLIH4kLGan896aFR5i1b4zGxCkcp2Y1dCsnFCPnb51ujMe63BG4Ppo7OXPu4fvHP9xU+mFz50qrev3fw2DM5c+qjcvHt48aNa98Hk3PsXr379yo1vHV74SrH+pe0phDo2ouQpLh4M4KlVPSyUp07pIF+YmPZYQ8kzzGmDjNxL5QBOh0u12HgzyjdItoZHfXx8QbkhzxSklmN0dMGHKgVWDm2XkGo+zfpCJTYi1+rrqC7kpxQbx1MHve45pwRlBZkzMWZwRpIGydMXpV4i2xXETizZouPNCNcg2BoWmedDWF+LK7hdSz5BshQ80myp+G+Gz2MiQoLPnHb7rFU4MJ2JkQc4YxfOMKsO0nI/mevF010+1WYTrajQJGONMFMLUUs+G6FVt8nHhyofYbOieKr1pHyAxon5UDv5NJtnDHui58fqKpxUrpfI9HiUPG063orwTYJtYHQtuMJnJa5QpLZFkFpzPiFUhrVjFRfbfAK+T2dBocFjCkJbP/FzIQI+tfqhaiIysg5wRll1mJYHotRPZHtCusulOkyiHRVaZKwZZuqh6JJPMGxg0ToWXcbl7q4L9aUFn0hlq82aEmLnCfls0VF8dlICPpXqoUcmB3CUGZxkFioLkqcbS3boeJsW2iTbxGk33nU+S+F0Y1NYpLrgg0UqW23WlISiTk4WET117UbkZwV8SuVpTkVkMvIwLQ1SuUEy23fh9Lhkl4l3onyLijUJpjmPt7zg4w8qzDTD9Bbh0SUfGG+18UTMV0hljucTgQ8E/uDziZ4LvjJ2UxJSk0Jx6pIZih6cDIIjuHDYRAcyJ8K1IHkWzuNzPqGwsRngpsLRagj3fj/MwnirzZpE6Hs7+Xzj3s3//Oze//ziSfVfn9375r2b1FEZxY6E5MR2DsSclzaDRLofF3tCCuD0YokuI0DytKlYy++8j49OsiuHYqkOzKyJoJd8YLxpsKl0tr+DD7y2/fonL//vz64/FcFS8J68g4+VnyQzg2QawRHEPu/BiSM4NN+JxNprzoejK3z8gn5Fse01kXRtwQfGmwZwibWZTHawg0+Un/z7j67894/ObdWf3zJ++sD5+VulX7xX/eWH9Z+9XvjHjxufPaocZQ9LwXfWDj6mOYmLkDZ9IQV3rcclPDhdmkNwIhvhED4+q2F2opviOqt8qps2rNDzBgzf9QY5abibz799/8x/fG+wVf/0bvFXbzv//H7pl287nz2wfv6aAbv/8mH5KHtYajcfXR/zSURGSPZj8R4b74GfACca2y4iOnteU4y1ZkZz3U1RPj4UXd1qsyZJGoJjR/kMr/3/+o3hr79deyqCpWDB1fVX+GjamIv3EBkByYWzS6TLJ4jlBNGJJXr+QwzX84tLDGBLMbXF8wv4rNlslSSNdvABjcvTv3il/+PbvScULAJLbXmE+fgoysjF4uo4z2muR9KVkPt7KUZoNN/zi92myJJPjqIr7BFmfsnyMXx8vwE+kdYyZ2t9gTPHOuzR8yCQdNmrF4zQ1/jEhP6monM+cFaErmy1WZOqjHfzqbbfuXjj04s3fvjE+hSW2s0HnNnqJAvi+8wqAcQnOuODb/Dh4oNNrfIpb7VZk6ZOdvCBx/Hh5e8Oz/2BX5dvfurfvXTjTyaX/nCx++wLs6PPrpqBYKndz3dwZuFYTBgAFobv0xtYFiKipaP48PHhptb4wExWGSfTo63GnjT1YAcfeNwMzn7SHH3Lrzfe/av3fvdvfv/7f/foo5+8/9WffvKdz773g7+/df/P/viH//DB1376vR/8Ema+/Xt/C+O1E2Gp3c8vVZlAtjDCLiabfEBYeL3/CInRpmiXTxCTEJ9oKZ4YFepTWZ+smcV9Y0Od7n5+NYcfl1ofPhXBUju6ELghyaMTkpnxiaDf210+6tohSDzIQMhDIT6EeBOuaKbqJU8IlyLRIppMjhPJ2dGZkmOndpiVJ96uqe3iQzJDxbpZab9TaX/5ifUOLDX/a/XT4lPw4t3ks47LbWKU+3u1V5IRGuXPmrzkUdFr/AjVeHygKOv952n+lngyfW4+4YgzzweZhpelYxBBPRbnfHIEZe+2j3JdeOXO5vrg2G+fyab4xFhMwydkjWTqJNOg2CYoEmu5ansCh12B54hGmLLd5qxCyDC/O1Iu1aEYxBMPq/BKiRMGxTbgQq7qnuDqrqrhaMVTKv20f3/enSrox8Yj+YAzC8dOIvjsWuQPfFsBSZcSQke5UfsjJegKRhjoZSmsgEK4glGFVRXxCKjsv0Qy1Yyj76/lv2cc+b8rT6mUjjoEboAzj8sHMsHjg1NFH4oFljIeKUHsIdIJEnYAV9x+LgEf9I9DYfMoBYl8iLThRPgEtgz02o/+sSc2028U0VEy9Cnc4pPDgRsdxFUPDsoiwgIIniCuIGFtCRyTXZ7S7L84juazUJi0TKleyk/F9CQpjlMi2sZTE7ib0JeExG9DidTENKaZTPs4IF4m2MvY3TeZ2Sc5rh0fL+IjuXxyx/Ix1fKw3pg0mufarRvDzrs3z757bfD+rTOPrndvnR+8cGZwbTq8ejA09XZKbP5GlUg1jsocjwkqje3xSovfKwK4egI+kldfcz7GDmNbKz0/KN0YlmF7fYDGs93hbAy6NqgwMXS/oB7BSbh3czlbtWx0qNeV1nrdiQtnwcQ6Jl735XDGB1OO5zP/57HlX6WPNsZIc+rIYys3MkFZd5ub5KWDvOSNQWVZO0mR7lYwbHntzg/Qe1h4A69/rhTOCRXKzTIB8ZF39tuZvfd70ZzPPDpi+1nFrNxRRE/dmdI9Fckb8Kx+jIfE44RDmE9zNRSvLxlW+eCMjbN2KJKHLUbb4ZiDBhGFYHUipofCEkbJWETHonk4BCL4AhjDALYY7YqxY/F8LZNqZJOgpk/eTD4twVW8FcA+FPWulUcXda+Os443QJOU5a3vzttBdxcZsGgFz5jgkD2yYWzXDRutT7uBUJZnjK4VzXuT3q5n723hEDox6orO4268sA2zeohUwACu67lEpqylRFcwSBqrMn2HfFtXRNLEOCXMZJhYiomJ7jY1H4t0TAyxEs6pKxdyRYn5lZmkb160th5aunHi1Y4/S9yI13dWOKE9sVSMl0OxXJDNBplMkE7PBGMmE2KzcAgXlKdxof8Hwa3/QjsUZHJfaIf2qMwX2qFTuPiFduj/AMYfQ28=',
  'basket': 'eNqVkVtTEmEcxr8H4QrIssjC7rInFgRcBFc5LApyxvBMHkqDi2wmU8DJPISpiWM66Fg2ddlMWhfZTZ+gvkI3aTOpH6GXXQ8z5U0zz/zmeZ79v/95512Ful0hSdngN6AhO50IODIDvr7JWM9sNjW/JC7mOmKsMZOyj6ejaTEW8MQdtqSRSOmMaVmKyw1QgxdHRZ7qDNsj42J8LiKUM9zuRPD7cufpp5Efq67tIW82Eo14425nwkzdsEED+xgs2GYJd7tiq8nUyW7h/M3U74XE6eeJs29rZ++TXx847yWiCX9M4BM0k0IuN1QLQ2dHD//S+Zeb9e/k0WZuId/362P+54f7NR7kTg7zx4eAueODnGRq5fXAP3z7NAvuvzXsfDnAVLNsNWvZGmD2RrjNfnrnjgWUr0atG73U/l3biwwJfKWXej1mXc+QcvNuoglFay+QD7fsj1nXus37oxesgPkRDnBvmKv01LjRQ4Hl1SF2s4++4vpgs/yGTaRnZ5Apx7GqROCfJ3HA5QS23U+vJPGNDFm5bV6RSnlAZtrNX/2I6RDzpMNQCjbO+JH5MDoTQBa7jNOSLwT0RVE/FzJclD5pwI+U44QOEcBZxBaGGv2eVl85Yiz4kaUwOivqSwEExKIfedYFIlKUIiiXQAzoZZNs49WYqCGCMNuJ8lGVUWx3uXMtulmf7lFrw2NBW5JMyQtPCVpgQA8M6IteeNIDd1ktKB9Rwj6ECxkEj453qC20ksAgkoDMGERg9SQOVIebACEzXkeYrhuKgEhciZtULK21Ww2CG3HxKoZW4pjCiP6XbplMEEXqmp2ws1mW1uHU2JrUnFXFWlQMW08z9TQNUTUBU4sMCz6pOU5js2ntjquDfwCiZUIh',
  'lantern': 'eNoVjktPE1EYhn+Naxam1JCYgpZm2g5zPTNzbt85M2emLTNtUBQl4RIvKehaMTHCgpVEhfADCHErCQkJCzZd0Q0ubKLGNIYNHpNn+eZ53plpMKrcNlhgMmJRZlPmUIJIVPgeiRqz/P4M1GfBrXNsMenRFJFWgFMVsE1TQyn2m7xZ0wMgNleI5ZimjZozcStCJdmp5gJngXYyrwGRBYnPC0I3UnT+4u73D7WrrcpgvfwuM3tUm/UBAAfaIV8Eevry3vXZ89G31z+Pun8/GxfLk6syyjETLkgPCsKfqUgbbobbo7Ot8cna+NAebt7Zmbd6lCdIh0SXQD8Lr95Wbk6XRsdL46/5n0/GsF/ezecWmL4qYl8WGJ5Ifr4ydX1Q//HR/LVn/N6uDJ7e3lBhj4JCEty4E8qHHN537MFKSScu++XhWulLu/pIQI6l9GJqK4XigshFEK+kt8en9nn5jWg+FqJHZRbEzFGomXFHpUGS43iB6eV/HnDZJXErTISrQjO1jHZgZsxJE1+1AtWJEk071HIFbhrNZbbR+ge4srS0',
  'star': 'eNpLr5ufWr0gq35xdsNSACauBiE=',
  'stone': 'eNpzC6x18ql192vwCmoGABsDBFQ=',
  'bell': 'eNqN0P9PEmEcB/C/I7DUmrO04RQUiZAv99w3jruHu+OAA7+gmO5MbCpgDKE0pwgdgt9drs20Zau5tn6xNusH+8N6kMIbzNb22mefe573e7c7XSul15n0OuODdhzNLgMhyZlR5XBo8nhE+aDMn03MHIej5cfYpP4urWultFAeud+OeeCsPHbIyW+qhpXTTO7yRf7XwvIPJf7FP6w+7AleF1sI1OrsBOHRDS54wAb264jDb8din1IrPxeWL6Kx91ZM+VsEzXfMckRlpJ0b+XdZ+WB28Tyzfjk2fdLVG64UmzGKmWakbVrcupFvm/ah+h56NRPYk4aKTffcHQboG9wk+VIVJVSgZfTpUSJ7Np04ZaSrW2Gzxi1t2cAU50uTwgYOVTQJvkiKlX089k7duajKrn5F57h3gxBKCFoQPrQWipYBVwCwgHtfA/bPXC2e14qIP7IPOBXni1dTBVCVJ3aD49suNgdgHk2MW0egXNa2kCczRxjMYxzK5IG3gCYMlfnBkpNd1RpRDuuKieznugwlFoQh1e5+pTWX/lhXXCt9czAr2gwt5gPRnI1aqnGxK+ub3+uKV5+5pY3BUI6PJK1EtoYScqHxHWQqXvmxqeWz6iMfLmpjcDDTx0DCu2QB6TpCuIiKU/NHjVdWfBH4oy3mR3Rwpt/53NzA6X7Z70o1nnsCi23WgWaTpd3qYKRMrz3xP+x0ut8totbtbjPSg7G0mDba5v5tgEo5YKRa0Rt6q9rMdlKIWVzxbuuzRibbLMnHTYCr5W91GK91GrsdHqdnkuASTjppw5N2MomzCxgbs5D+JkOfNvwb0pSMGQ==',
  'hearts': 'eNpTcY1WGQik7BylYBOiaBeq7BKFR5m+X7JtdJ5xUJqqW4xpSIZjYqGeXxKQbRWRDUSaXvHa3gnW4dkG7nEyJr6RrtH7k4trwzI13GK6IrP3JhU7esfDjbKJzHVPLgUip/gij5Sy4NIGh+QiTc94iKBLYrFrYgmQ4ZZUomQbujIy+39+LRA9yqyEMKrDMhVsw4BIzjJEzz0BoguIPNPKgUZZJ+YBrXBOKIKLA5F9TD5QsDgkHWICBP3Lr3XxThDX9pAy8pc2DpAxCbTwT3cDWw10lWtWmVFUBlCXnl+yWxLUHKCxQHcCBdXdYo6llMCNmhmdCxSUMvQDmgNBMiYBBu6JzjGFJkHp2gFJuiEpEL/r+CQCfe0YVwgxBxj48tah2s5RK+Ly/+TVTorKUQUrE9dyE9NwkdD2kAa7DYjkzIJkTAPlrUIU7cOBulRcQMqA4Q+KPmBQWATDrZazCjFzjYGHtrCirbCSrYiyvaiKg7imq4Sup5SBL1wxMUjGLAhopoJNGAAxq8qv',
};
check('lo-look', 'P1', 'Orchard, panels and things look as they are shown', g => looks(g, VIEWS), 60000);
// ---- end of pictures

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
