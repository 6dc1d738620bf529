'use strict';
// Behaviour checks for Kettle Bot, written against docs/design.md, docs/task.md and docs/look.md alone.
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
const BOLTS = [[[240, 352], [480, 272], [730, 352], [262, 190], [716, 190], [566, 446]], [[190, 352], [395, 268], [622, 332], [835, 252], [590, 176], [780, 446]]].map(room => room.map(([x, y]) => [x - 23, y - 23, 46, 46]));
const TIME = [325, 8, 112, 44];
const ROOM = { box: [0, 0, 960, 540], across: 96, down: 54 };
const BOT = { place: 's => [s.bot.x - 25, s.bot.y - 27, 50, 50]', box: [0, 0, 50, 50], across: 10, down: 10, close: 12 };
const VIEWS = [
  { name: 'room-1', scenario: 'bolt_ahead', wait: 500, ...ROOM, skip: [...BOLTS[0], TIME], letters: [[20, 10, 580, 40], [895, 10, 50, 44]] },
  { name: 'room-2', scenario: 'pit_edge', wait: 500, ...ROOM, skip: [...BOLTS[1], TIME], letters: [[20, 10, 580, 40], [895, 10, 50, 44]] },
  { name: 'paused', scenario: 'gate_locked', then: [{ type: 'pause' }], box: [240, 90, 480, 360], across: 48, down: 36, letters: [[260, 110, 440, 150], [370, 305, 220, 50], [400, 385, 160, 40]] },
  { name: 'menu', scenario: 'menu', box: [240, 90, 480, 360], across: 48, down: 36, skip: [[240, 238, 480, 34]], letters: [[260, 110, 440, 150], [370, 305, 220, 50]] },
  { name: 'bot', scenario: 'bolt_ahead', wait: 500, ...BOT },
  { name: 'bolt', scenario: 'bolt_ahead', box: [240 - 22, 352 - 22, 44, 44], across: 11, down: 11, close: 14 },
  { name: 'gate-shut', scenario: 'bolt_ahead', box: [895 - 32, 480 - 92, 64, 92], across: 16, down: 23, close: 10 },
  { name: 'gate-open', scenario: 'gate_open', box: [895 - 32, 480 - 92, 64, 92], across: 16, down: 23, close: 10 },
  { name: 'vent', scenario: 'bolt_ahead', box: [430 - 26, 478, 52, 12], across: 13, down: 3, close: 10 },
  { name: 'life-left', scenario: 'last_life', box: [728 - 18, 12, 36, 36], across: 9, down: 9, close: 12 },
  { name: 'life-lost', scenario: 'last_life', box: [772 - 18, 12, 36, 36], across: 9, down: 9, close: 12 },
];
// The mosaics of docs/look.md: rows of red, green and blue, deflated.
const LOOKS = {
  'room-1': 'eNrVevlzHdd15r9gSVxAEnh79+t9f/u+7wveA94C4BE7QBDgBq7gIq5aTEq0ZFl2ZFlOpNiK4iWKHbucsuNxTSSPx1PlSWJ7UlOZqpmaH/J/5Otu4KFFEjQkZVLjqq+67j339He+c+7p2/1AEiNj3iM2K8iRUf6YTRy1yWO2pZyU4RyabSzstEdd9pjbHnfbEx4dUZctSTgSHh1xjyPmdgQdtojLEXZh4PA77JrNDhLm6Bj9SX7P4VHqiM0Kz2Hdhzm6C0yJkTHmqN0KWNhj9iH4UTt0csfGpDGbarP57Da/wwYNAcfYUGrckBpx2UzNsMCOVaQD/4ADV7tqs8tjdmHU7j3yCX4A2uijds/hY0efObiLLxwcfebg2LM6mLGjzkMHbc8edBw46LTAdUC3uHZgGu3P6VfYHc/pY5vBcOwZHVb+I1/4xNS0mG5WPG40LY4DI+KYS7a5VDvgVGx2v8MRcjqwNdijhL5T9gzpXAgRPY3IeZ05ytVVicUwkaecmBZp50rMW+Vc8I97nFG3M+RyBpxOn92ZU3xnenOb00vAaqunOglu1EmO2EafPYzQD88X56raiVYA6OWkSojemAx++WIpQNntzx5Ayg5LcVwHD965sNEr57ql7EyjPNeqZf3ahZVZlSS3i7NTH5S6f+luffmsl+SD6TICjXzhAK5WzNbyQYbJ+pSELMoEkVSkMMeWwn7i6JjVbXgjNloYdcg2B4qD3UcbhFxoEnSLAy2dJOyrOf+PH568fLx8XHUWGdePbs+8dmNlLebNUY67U5m/fHntdCvR4PR6okoBJ7rdododg2JtkJ+4trS+2pzBIO8LUkftNY3hbKPukZG1VuBML7TWDgyK8tleKK+RZ7qh40U5yjnJIyOAd+fqPapjvl09NdtdnKytDyaPN0uFkG+131I8LsP5sHkLYWB8/kR1ap4jvNWpOc/IyBDuw4cRF1htFbu56KCcXGrmkzIX4WlYFupZ0eUw3ax3ATmBHPez7QA7EWAng2wnyHZDGDC9ENMPs8BXT5Y/fH7yziA5H2cXUuJ//9LgxfXGZknsh5kPr0+8c75+ayoKN9w1EaCBkki0/MxyrTaRqD68cnW1NY3BQinZ8LHTUTbNOqmj21k/Am7sqOvQQe8eq//uQDjU1n340FN8JPsxpAnZT8FMlD1blGZj227LGXEjg4E+PR7nNoviTIQeOq/mpJriwWClmqsGs5VABuikygtZDUbuGI4mByCNOVSb3mk4ssxnM0k4T1e0sujGY1uiXVmvAw8Xcehw2XboPH14CExhxFKasJcYV4F2wR8nAG6Puh1hp3446A1s00MgEE5aM+IQsPDGYKOsIXfZbuP3cLPqBC3IEQKBEA5BERoCIOPpOpFIyRAJ1CRyLS9H3XrK4KwHg7VgpBKIxFgRsVAcxe7xO4iAkwi7iJibSBFE3O0uUGSZIescebbqq0jucZ7oSKTnwOHg4QPnyIPUs8/dEw4/UEYADDCFEUvuA4fg1pG8E+h/Xr+9SOGE9GRJnRbkCIFA4pgbEa0YWk5XfNMRBqel1Wh1s+oELcgRAoEQDkERGgIg4+k6kQjckJR+i0avF5Ws14WUkbhVJyKiOLLN4zPqE3ETcQ+RJomEx12kySpLNnjyXM1fld0TIhHz2P1jR++yh16RR8bdh/vUyDsFB4ABpjBiCQ5w6yneScnbEvTbSzSRozw5SqcFOUIgkDDqRkQrhDG3ZgywHXg0/E6nZhgfdRt1W3WCFuQIgUAIh6AIvX+dSEq/xU9vlFS845AyErfqREQUR7GjShh7VJsr7PLEPZ406dHjMkSJ8Ww29Pp0ZXL0mQOL7oMP1ZGvp8a+UXFyRw5+c4IAMMAURizBAW4dmRgXPC1Rr0+FJYo0kfUSSYIIOFx+h1u1u9EG4pgHYI+5JJu+QUOcq/sGMVZxOFCcIUw3AygjSgS4QAhakCOEXh+RRNBJmdi/zkmJaItEx0efLqtZypmnPGmvJ+HxRNwefDmgIGZlgm5vyO2NEt6gy5MkySxFopIVo3mmwtxCRgLm0uLoF567Lx7+enLsg5b7x/P0zZK7LY8BGGAKI5bgALca5+4qZF+lOjLVEqkG762w3gLjjbo9UQ8ZdJE+J6kZEG0ev4u04nzDPxvn/C6n6iCGQGX8TlKHiwy7yThBRj0eEIIW5AiBQEY4EqH3rxOfQH3VOxVkzla0IuuqcWSJIXMUmSLJkMuDgqAsKI7qIDUHGXARfieah0iR+I4izMOnpVBnqr5umK7JqP/IjOfQsnj0VNh2MevaqnidBw8CGGAKI5bgADecfqhPV/G2JW9D8FY4veAZL1LzhFyEz0nIdqSsgxt1y8YeDXGxGZhLcprTidINYbrpnjiFcP640f8eEOr7yJEIgUAIh6AIvX+dGa8D9ZkOMudqWoFxlVkyTxNpLxFHqzs9KAjKguL4nN6Ih0qQVMZLFWiqzFKI2xKoSUnflCvtUFNDG7u4I0fm6ZF139jFtPN6nb7WCzgPjQAYYAojluAAtzLjXgyys35mWmMmJL1/6rxOC3KEQCAEDbopKxQ7esMbcFGXW8GFJB9yuzFFAaHNCtVOJL10lqKLDF3l6KYAUG2JmlLp435mIcjg5bV/nQXaOeunZ8Ps+bqvzHmgs4BTl9PJEQKBogQNSUCUYJLkblz0bVukuwqNBK9OhFs+si0RtmcOfCMx9sMu8fFp/p/uxe4vRvulEIABpjBiCQ42/fwhl8PcfIAd+NiuzLREZMHsxiVpvxOtS1uhOfB00wC2YzEthD0ejPWiOSkrUKK0l8nTTJll6jzTEpi2yHRkekZj5wLsEj4RZXL/OsdFYj7AzEf5izhjec+4QJUZbKVOjhAIFCdZaPM5qSBK5KFiHq/ZQiUGzzU1YTzX1yfDbT85H2Tszx26KB/94STx8Tr/X6/5FefoL96YATDAFEYswQFu0DkXYAY+ZkpF/+hbXNOLQ6VIb4Kgwm70j1dzUIBi9/oclM8YmBZsx3JGCLo9msUoY+CkdDi80JkkqbQXIuma0UII0VdphEPHLn4anUhqzqjP5WagyhNNvcm9JWMT44QeKOTSi5MguZSXy1EcxBdousrSTZ6ZEJmewvQV+vlOZCLgPRnlC4w75rZ9UHX9YpHZiDu3qvT/fL0EYIApjFiCQ5F1r8d4PF/LIX4+wA80rq9wkxI3LnAofsZLJwg6stM2iB5xM1Zc70RWsmKMxOcEM0TARccIFkiQbIZiCzSbo2gQghbkCIFARjh2LcLtVyfjXo/yq2FuJS5stYLjIo4vti2yDZ6tcGyKpFEQlAXFSXi5FMVlaS5OUDvPNfZdr09PpW/2IpNGfU7GOHrkSNY58lbZpYyO/Oqs8LtrCoABpjBiiTlyZCPOAwtBdDsEcwMf11e5SZlrilyGojIUnSDpCEGHPDrQEhGCGaITFtfLKrBWUmMkM4TfRaPVgYSXzdBsgWVzNA1C0IIcIRDICMeciHJr0X3pXI9z2MfVCLeSEK62g+MSXihcW2IbglEfnHK0XhYUx++isJUxgoYRcUssQDVFekJG3zK3+9FO0LsYYlCflQjLHD3C20YH4rGfHvd+tMwAGGAKI4LCbSPBr0a5xRCHA2HahwOBwSNQ53VakCMEAqlOL1K2Ak9c0E3neO5yO3SyKDc0FlPVgbORtgL1jJNMmmIKDF3hmIbAjBs6pzTGOJ9ZKITOhRDNQqd9D51Hj5huiyFW38e4cG0iWBMIUOElAlqQIwQChY3Wjer7wmVodCZX4bmGwFXxfMlsT2VnfNzdqVg35F0Kc6eT4mZaPJcWa6LHefCQ47mDCWIUwADTquC5kJMezMX+5FT2SsW3FhWWw8J8UJjSeFC1JZ0W5AiBQEEPEyFZKwJuJknxALbjZEFK0l6M4RbzclaEPGyOEUqcUBP4cYmfVPiOwvdUbjbAL4bQDGhy4XRSuDHuf3szv1iQ8MP/EZ0QjxSQCNLBS2Q5zK8mpRuToabknVS4usCCFuQIgUBpWoh7+ZCHQYniO61b4dkyx4xL7KTC9jX2hZl4L0wthDgz9LmUeD6jYzZIt/D9KRMYbKYFRLzXDf32g8mP3ox+czO6GhPng/zAD/0cqBqiTgtyhEAgNAwytcLnggYOuDsd2yjKcYrE2O9mwgRrhV8vI5djuBLH1QQwcy1D57QPJUI/8CsR/lxW/snD+s+/kvnlG/EbDW02QEEkpEKnqRwpIBGkg6QWQvxyQrzZCTfwg0jSEwctyBECgeJeDkEztGgi5eWrvNgUxQlZ7KnijCb2Vf7FmUQ/TJ+MSqfi0tmkfDYpbaaky1n5Sk7ZMnAlq5xLSRcz8ou9yMcPxe9ftr+9EVoKi4tBcdavk4AKhE1BzNF8kRWzO+GACMGnLVPg3lTsdFFO0/TQkjbchlPcDhJQgXCoE4EQbj4gQOeFvPajO9HvXLT95Lb0fMMPeds6cwpkQzxSQCJIB84rYWktqdzuRloyva1TFFEElGIYMc/KJtBONUEal6RJReqr0oxPmtKElwfJab0+IERx5DMJhJAvZRBrF+eS0oW0cimn3R/EXluMXCoH5gPiUkieC+gkoAIhaPOMUOblYTgg7hWG4yInny4F3ru9/Ge3V16YK7TUJ7sBOgkjWHUiEMIhqK4zId9qhb66EvniVHQzLVt1QjbEIwWjPjKcV8PyZj1wvqFjNaOZOlEElGI3OikmvCKucVLI0WKJFSuc0BLFSRkQ7s8mZyKMka90IqLjZAy9JJ9O6Dib0MOtx6SNuITrakRaiUiLQWngM9vP3BGhxoNWSFNCitJjxUgh6RWBCCEkjAGinyr6f/G9N3//qx/+7r/84Jffe+tr53tZRndO7LgNb0xTYobCKSTWBXFcFCYkAVs/rSGisBCUlkN6V2zE9QpAklmNM4ZavSax7SyQDpJC461lNXzDzETErk9C4mVOzCMuuS0M1xQlZRkZyDFykZWrvFzhxI6i9DV54JNfmUsNoviO0uOi2mtRBJU3Ynqsm9OtO4P2nRkdt6bbN6daW73xG1Pta/32lW77Uqd9YbJ9utVaa4yfaLRAC/KcEQhBC6xiRYaW3ru19I8fffi//uGnv/vun/zue2/99P0vzUU/0WwABJc4FagKalNU18fb6+Otjeb42Xbr/ETrUqd1pdu62mttdcdvTrdvG8LuDnRA6q3pFq7PT7Wu91tIBOnM+cWFoHwiqb44FdPPMVk2jhed3IwC5BglTUs5KDeQ5/TuxdZMKEpXU6Z8yqvzqeMxZuCXsDVLYbSHfCKqV+lkTL758utX7zy49cUvb92+j+v1Fx4CwymW4LDt8/Lr+kPBbUdJUlKRV6zI89JfvLz+z//tR//7tz/7l4//CtePfvD15aRS4GQrkrRUFlSgIqoNSf0UAj7h8yoSQToDvzgXkFdT6kszsabMtGU9cdCC3IwC5DklzcgmYl4pbexvnpMqgtwQpboofmkxPRtn+pr+mM8GdKCXFkPyYkiq1LuZ8kSxOZUptXHN1brAcKovNfoABuV6L6sfI1KKkYEkPYwopmgpReuJP1gu/8Pff+///o//BPz2lx/+7Teeb6q6HYjiBKAkIG5cE7SEG1Hn0r4FWH2K1cnjfmnaJ/VUqatKC3H1i4N4RWBKHJ4jvA70iOCHvAyjF6ci+kxgWhY0oCpqTVlrK9paPoAfRMBWOzwXVBZCynxQx1JYXQYiBsLqbECeDylwOB5QZvx617Vladqv9TRtUtVaiq8u+aoW/iEyjFziVRMdv/rujcG//Ord//ObD37+7u2NvL/AqSZQzxyrWIEOBCFoQY4QCIRwHVU+HlDngupCWIXClYg6H5RXI+oQsCCF2cCu1L6mLCV9D44nqvgCEZQit8s/LEtZ0FHitTSDVtdMVAStLqkTfhXn80ZRWUr4kDUIp3H1IYQ6ZyjREVCnfPLAWJrSlK6qTCpKQ5SNymhNSa/24/wmUowyLEKRVy90Ur///tQ/vVe43I3nOTXP6sixen2yrGIFLCAErb6Vkh4I4cYlpe9Tp33qwK/OGvKmffI8ymVg3lA7MLYPUvu6VHVCURcSvlfnkmWBK3BP4Acg+7HoSt4QXBHUN1ayC0muLsodVe1pKIUuYMavAyGwX8DAmMLe1k91ratpE4rWkrWGtF2WJ/JbkaJROnVrKvWzl6i/vuq40oth+ng903oH+qwocBq2u8wrVQGboozLCk7Oliz3d6SaaruqPLMjEnYkgnSakoJnZD7hR30qIl96En8e/Izy2NtENk/vMq9+eTkzn2Dx9plU1K6i9lRVD62p0wihoJc0QA+q6faWpKDVO6pvQvG1ZB/qU+afxj9EhlYqvDoVDb24EH1hLowBpki8iofdgjyr1PFYWWDy47mo8ErNLJGkd2/HlLqDCVme1rZFwo5EkE5dQCW1+bj/ldkE6rMXP47HjHlE7wySO298WF5byszF2SwjlfDeF+SqIKOXGpKOmiiNy3JTMiyiUhOhEwe7vpvo1bwONcsoT+fP6MfgrqWAewW9Mhindo4dHFzbx4JhyRunxCP8GfPNYnxnFjgJOmuiXNtRWxUkXbO4bcQq3qc44aFzKqLdP54o8Oxe/DVRM4EiIDsrMow0fLcWt1/9Uk1vY7VlQZmXsBfYvqpRnBKv3zik3Se/CfigGfAFYoVxjCtWPIUfGqAQ+9UU4YmPYdkKSIVDXVRr4jb5IOrD+6uEn1374Ed2VuCzrYAiW5DTGwkCdP66AQx0I6eYKBrAjX+Q/8133v/KN7711W9uX99859vAcIrrmzDurr5f3CH/g/yVHRjC5CGwxaZUlKWyg5mo7+UZHHfsXvyg1b9O0Z80fiLpA3zAmwNYcsZ3NSzmIEvr17zxJYxPheGN5mpq182gYvV+2Iu/Pjmbq3Ua3flsZRLX8vg0MJxiqd6ZA0yfJiyfkn+f+vsh7aXpWIFj9+Ivc2pN0KyA/Q9arMaW6j9Riq8U4xXpUSqQ78VflgMlJWQiK/qH4yca4fxEGXvxDyVh8HT9F5rBS+MhYCkdeCI/nvpPHAu88vhBYbau1VK2uG1OpH7zwdSv3yms1SKP3GieKp+T3+pW4ffFP5R0phl/Ov9i2offp1MRqa2pT+THz8aicbakvAL6yoqk/ocFyYosjd+zgvUvNrCc78TM75bLnQh88IzDp8BuM39O/gyF39ECOK14Oj8cLvXi25K6kYL+23ZP/k5AudeP5llmL/6qceYDeEgfOY1xO95ZVhSMEHk88ha0gtoL8+F7s6FexG+ehPAZ0n5+frhZj9n98HfC/ntz4VuDYD8aeDp/TZJmIlqJE/bizzH631pztJAkuQzFW5EguSwtWJGm+KSXw9UC/R9BCpwAZCneBKhAuM3878E/ZN4/f54VMgz/+fnznFAWxCFKggjaEi9aAUter4A4BKYpisuxghVpmqsI+MDYRdHw/KPgb6rKIO6f9KuP8BdYocyLVmRo3ui3Xej/usHqHfKpPlqGny77598Fa+rnrTDrYwX0fzZJVv48y9+cjH1wffLtq4M/vdi8VAta+aEtiz5kuBTFQgCQ9O4MKBarGdpYonTLp/poMY36YN/8GKQMozk23Nikd9fNoNILhWuO4TOfUdKclX8+odxbqpQavUK9V2z0Lvay3cAuf4UXTcA/x3BWwJI3yjtEhpczOLLwzWxBSlDykmZFGm9G2WeiKKn758/Sur3I8lZA5OP9NpQNfjNQAtpExYokL2dF1QoIg/68IFv5rzb8xWwuGC+YyKbSi3F2yG/2fIkXkl4G8qyABTXMW2A0G54F3oo0hY9zwQpsCgitz9Tn5K+IYsuv1GTx/wX/9XF/qVxP5psm8oXacpwZ8qcoBuGsiJOM2edDwGJ2uBUJL5PWn4tdwILoVqT12/fLj4xmAySQ/SR/juU2u4mffK13dzlRkcXPzL+XftQnFksqwWQ+FMc1HE6sJtkhf45hiyxnRVrfCNaKlJcpcvwjSFNMnuGsyFBsWS/7Lgost3/+2XjgN19Z/ejF/pSP6yrMkL+pST9+WHx9xfV395VBwveZ+ffSf2M8kE7nq4n8PxajuCaSubUUN+Q3/q8CM0SGZhIkjU2xIk6aPtaguhtCWAEL1FoB4/75f/7gxAunJ5Pnb2wOik2BGvIXeO7OfOAHzzP3l9WGJn5m/r30o3+CgQgnh1NqCFefL3Qiuctv1hyFage02Wy0mwj2k6GlQqIqCNgIc7WlKQv5eC8ZxOpcLobpI/v16A4iqU9aCobx8Y22Tv/yYvvXd6pvTSs38swjbg1FnI5rLZ/0mfnNFKAfwMCawvWmPxJOSL5tBIMxnD9D/pKBfiRQ9cmKzWlCtbtWykkUGUtNRZ7JREy7NKb/93VMYSzt3JuhmOF4L8vjRrynol4mhbeYAUzronC9FTpfEGv8H2B7In+S2mUzCYduwxRM/RhYU0D/BIz+MYH+0c/nHdpvff9H733nh29/7Y2l5fXl1VMbG2fffv0lDNbWTn344fex9BfffhdTrL771fsrqxsYL69svP+tPzNvHF4fmf75d/8GeIpPf3ZlSuWGWFxY/Ww8Q5+9CLdTWNkAbl2/evPalpHOBoz7ibV158Hauavnz5xKZys3Lp35/c/e+vivXq83e5i+eO8Olq5evlhrdLK52r/++r2//+6r66srxfL45Qvnrr/wcOX0FVzhAxKTZ2g8t3UX+P/E58bVK9BcLLd+8d3Xfvrt+8gO6Vy7cmk/PKtnrwLrq0uZXLVaHX/r/tbPP3gFY2DrymUsbZ49ZU7/+e/eeunamXyhjjGM5o1/FDBTWJ47/p+/8yqAwf5T+MrN1tt3GzcvLkZi2UYhMtfUZtvJcCTTbdXefzDxtdvNi+dOZjKFTiV4aipSyUaxVC9lPnil+6Ub7f7ciemFVZPhxImF7uzajfPTGN+91MN4cWX5rTtNMBxfXMH0/tUOli6eGWB8ZmMO4/8whm8/6BVy+XA0gyyQILLIZIovXF3aD8MbW7nN1UZ9YnB2pT/fUDoFyeeLVIrFV65MYGlxtl1uzVw5Nb3W8TeziqpF8un0w62J167ku70ulrY2aiYDxoOZzpe3cvcvFhoTU9X29IubpSHD+lIL41tnKpXWdKvTf3i58B/MsLo41y7HpssiskglM2dODPbDgGksWzcRz9V73W5/cmKq26k1JoZ2E+2JTr8zCWDwyNIfCz5bCv8Gu5hmBQ==',
  'room-2': 'eNrFm/lzXNd15/8FS+ICkkCjt7fvS+/7vqOBbjSAxr4vBIiFFESCFE2JlCibWr1IjixLZcmSLFu2lchOzYw8sSqREo9nKskkzqRSM1VTNT/M/zHf+x7QfCJFmlpSU/WpV/eee9/3nHvuefe9piCqb4A55XJC9/VLZ1xKv0sbcC0X1JzoNl0DUc9g3DuY8A0mfYMpPyHudaUpd8pPSPrdCZ877HbFvO6oFw130D1ougYhwp8e4D6r7z/Zz55yOfGfJHP407dBl+ob4E8POoFFODPYQ+ofRJzimQF1wGW4XIFBV9DtQgwh90Av1KQVaszrsmOGBXaMYjmYH3LjOmi4BrWBQbl/kDn1GX2A2LjTg/6TZ04/dPw23zje/9DxgYcJ/MBpz4njroePu48d9zjwHiMW7xG2cfARcoXd/QhpuyyFMw8RnPqnvvGZrm2xpzm522hb3Mf6lAGv5vIag8CjuwaDbnfE48bWYI9SZKcGc7RnMUJNmFSB8RRY77hBLUWpIutBt8x5VhNMXfRiftLvifs8Ea8n5PEEBj0FPbAzMX9+ahmstSYMDyX2e+g+V//DJ+H6hQvl+bq53gqBiYJai3BbnfB39yshdnDw4WNYstuRHO/x49cf3ZqoFsYr+elmdb7VyAfN3cVpcGV7tZFJuo7yg1R3H7sxtLLL0FI4W4Wjvm8cw9VJPRGJiELO1HClTg/EZDGpyrVYKCqJJsPQZwbsab0bsdFyv1tzuZEc7D7KIOJFkaBa3CjpNDW4Vgj+5QtnL85WZw1Pmff+5snpl66ubiSYAuu+MZn72bc2tluppkjyiSyFPKh2tzHonik3ZoqjV5Y314an0SgGwuzpwYbJi65+X1/fRiu0MxHZaIdmytruRKRo0jvjkdmyFhc99Kk+wBxdmdOEhXb93Nz4UqexOdOZHa6UIoGFNmmvT7bRtm+hLEYW1uuTCyLF1Cfn/X19PXwnT8IvGE6FFhr5qXJqppJOyPz+XGt1pDRXyyw1C9OVNO/qd94FCjI9EhTaIWE0JHTCwlhYGI+gwU9E+G5UAK+crX7wzc71mfRCUljMKP/w4szNzeb5itKN8h88Pvr6haEnJuOYhrtGQxyoKFQryK80GqOp+guXLq+1ptBYrKSbAWEqLmQFD3v6cNV3IA6c9p44ztxj9GsH7uhTJ30nT9xnjjp4BstE2PdhOi7sltW5xOG0lZyylUODdGeT4vmyMh3jepPXCmpD96OxWi/Uw/laKAfGMtXFvAmjeAZHkxuoA27DRSoNR5b9bKYpz3bNrCo+PLYVzptn3Hi4qBMnq64TF7iTPdCFEUNZarDCe0ucF/NxAuD2uM8d9ZDDgRSwi7iAI5y0tscesEhWY6tqYu3aoEu6xzRnnJCFOFzAEdzBKVwjAIRx/zixkIoVJGio9EZRi/vIkqE5FA43wrFaKJYQFPhCcvRBf9BNhTxU1EslfFSGopI+X4mlqzw9JNK79UBN9Y1I1JhK+4+dDJ88tkcfZx9+5Cn55LN6H0ADXRgx5Dt2AtPGVGYU9S+R28ssTkh/niayEIcLOFIGfPDopGfZrgWmYjxOS6fROc0ZJ2QhDhdwBHdwCtcIAGHcP04sBNOwKHKLyW2W9TzjxZKxcGec8IjkaC5/wMpPzEcl/VSWplJ+X5mj6wLdlOi9RrCu+UYVKuEfDA6cviGceE7rG/Gd7LJ9r5fcAA10YcQQJmDahM50VKYlk9srHFVg/QWWyEIcLuBI7vfBoxN5wGdaDWwHHo2gx2Naxjun9fuccUIW4nABR3AHp3D94HFiUeSWILdVMfCOw5KxcGec8Ijk6IPIEtp+w+WNev1Jvz9L+4lfnqrw/vNNkp9xje5/6NiS7/gLRt8PMwM/qnnEU8ffGKUAGujCiCFMwLQxjRqR/S2F5KcmUGWOyjNUmqJCbm/Q7TMGfSgDZcAPhDNe1UU2qMfeUGAmIehuN5LTw55mgTQiRcALQchCHC5IfhQaTjsa9eBxdlSqrVBjAW67auRZT5H1Zxl/yu+P+fz4ckBC7MyEfUzEx8QpJuz1p2k6z9LIZM0qnsmouJhTwXxW6f/GI7eUkz9MD7zX8v3lAnet4mtrAwANdGHEECZgWkP0jet012DHNLalsE2JqQlMiWfiPn/cT4e9dMBDmxaKyx/00k4uNINzSTHo9RhuqgcyE/TQBC8d9dFJio77/RCELMThAo4sdzRcP3ic+ATqGsxkmN+tmWXB2xDpCk8XWDpD0xGvHwlBWpAcw02bbjrkpYIeFA+VofEdRdmHT0tnd+qB8SjX0JD/vmn/iRXl9Lmoaz/vPagxnuPHARrowoghTMA0nH7Iz7jOtFWmKTM1kSQ8x2Bp/oiXCngobRBLJoj9Ps3aox77w6H5tGh6PEhdD3samYlTCOePD/XvhyDZR5GGCziCOziF6wePM8e4kZ+pML/XMEu8tyrQRY7KMlQSpe7xIyFIC5IT8DAxP5ui2RzDlji2KrDw25LZjko25VI7MmyijL3iqVMLXN9mYGA/63l8iLsyEfKc6ANooAsjhjAB06q8bykszAX5KZMfVUn9DElEFuJwAUdwGvaxTvRB1AYT8rIXW+HFtBTx+dBFAhGbE2OQSjNcnuXKPFcXuWEZsG2VnTS42SC/GObx8nrwOEucZy7IzUWFC0OBquhHnCWcuiIRhws4ilMcQgJxik/Tt/2ibtsKN65zWODl0WgrQLdVyvXQsR+lBj4cpz7dlv7pqcStpXi3EgFooAsjhjDBRc4feiUqLoSEmYAwrvEtBavgb/uluaAHpcs5Md14ujmA7VjKylG/H22SNA/rBCnKMnyR46sCPyTxLZlvK/yYxk2bwnxIWMYnokY/eJwjCrUQ4hfi0j7OWMk/IrNVHltJxOECjpK0gNgCHjaMFPnZhJ+xS6jC47lmR63n+vFOtB2kF8L84CMn9rXTH3aoTzel/3IlqHv6P/7eNEADXRgxhAmYhjjnQ/xMgJ80UD9kixskOWyGZlIUG/WhfhjTzQJ9kAm42YDVsC3YjpWcHPb5TYdRQ8PDEtwM4kzTbJZBkFzDKiG46Boc3KFil75InFjUvJWfi8OhukQNkyJnKtYmJiniKOIlyUnRYoYRC6yI4EscVxe4YYkfVfgJne/q3DfHYqMh5mxcKvG+hM/1Xt378RK/lfQc1Ll/+04FoIEujBjChLLg20xIeL5WItJCSJoxxa4udlRxRBaR/BzDpSgudlQ28B7z8U4eH4ut5pUEjc8JvkfIyyUoAaRoIccKJU4osBwEIQtxuIAjy52wERMfNE7etxmX1qLialI+aIVHFBxfQlsRmpJQE4UMzSEhSAuSk2LEDCvmOTFJsUfPNfad5GfC4K5NxDpWfs4mRK7vVN7T92rVq/f3/X5X/uMVHaCBLowY4k+d2kpKYDGMakfA4kxA7BpiRxOHFTHHsjmWS9FcjOIifgJKIkbxPcaiymbVABsVI0HzPYJeDqUO0oxQ15RhQynyHAQhC3G4gCPLHb8eFzfiDxTnZlLEPq7FxNWUfLkdHlHxQhHbqtCUrfzglONIWpCcoJfFViYoDsYCx1UEwA4r3KiGuuWf7MbHwsxShEd+VmMCf/qU5OqfUc58NMt8ssIDNNCFEU6XItxmUlqLi0sREQfCVAAHAo9HYEgishCHCzgyPAyW7ARPXNjHFSTxYjtytqw1TQFdw42zkXNSC2lvPzP6k+uV6ZReE/mmzI9YcU6avHU+C4gQcS5GOO7UveM8fcqethQRyD4m5Suj4YZMQQovEciWeC7L4vDho1bpxmkBWcpxqEyxJolNWazj+dKECUOYDog3JhPjEWY5Km6nlfNZZS+rNBS/5/gJ9yPHU1Q/QAPduuzfzcjnUvJuWtlKKhtxeSUqL4TlSVOCVFslshCHCzgK+/kYLTgJ+fg0KwFsx9mSmuYYtDEtwYg9kqz46FTyo+eCv75GfXM62tLkji6N6dKEIc6FpKUIigFFLm+n5K2UtJOWa7LffVecCB5LwEKwHLxEVqLSWlq92okMq0xHF4dkYUSVGrJUEeUCL2c5OclIET+PFCUZIccJJUGoSUJV5EdUoaMLXVN4ejo5EWUXIyJxnZb3MsqFHGEuzLXw/alRaJzPyvC4k5HPJqTNpLwel5ej0kJYmgkifhFSTYXIQhwu4AgFE/ELTgJexCCCG1OJrbKWZGm0gz4+SglOxtKBnz+uvvOYtFIONmQoiy0rzqkAUoR6kFZJiqSNBMnPXpYwF2IRJEJFnHbkWAIWguVgUYsRaSWlXBuLNvGDSCULh2xFFAu8mGbFJCPCaY5TbDKMVJeUYUUZ1ZQJQ5k2la4h3ZxOdaPc2bh6LqnuprXdtHo+o17Ma5cK+oHFpby+l1H3c9qFDEY1TMPkhZC8FFbmgkQEUhAclpUCJ5UFJX/kDsQoKevogqcmE9tlLctxPUvWmma3C4I6GglOxAJlUYJgL044gjs47cWJYBASAkN4h3EWdISN4LGEXpyrUXUjrT85Hmtp3GGcioIkIBW9AIqCZoNyasjqiKp2dLVrqNMBddKUvzWTniL5gSBZ/k4KLrTHcvB1m720+mhWP5/RLb8aJi+ElOWINh8iIpCCIGSLvFyVtJ47kGTkXrssatuV0FtPrvz4ydWn50st4/OnASLCy8444Qju4LQXJ4JBSAjMGSfCRvBYQi/Otah2fih0oUlYy5l2nEgCUnHbO62kGAXXJC0XOKUiKDVRbilKRwPyrbn0dIy31quuxwhnE9gjbTtF2E0Rd5sJdSup4ortAEthdSZgl5+9I3JDgqycZeUMS3wlaDnNKCBGySmrAe/nysGPf/Hyv/z+wz/+3V/87S9e/cGFiTyv3Lx2E1y/+vTNJ272eOaJm09fe/rWkzefu37z+Rs3X3zq5ktP3Zwy4VFeDKsrERLDJgmSXO1s7FjRkpwkDleB5WBRKLyNvIlvmOmYMh5QsfCqiJejkqIPA8M1w6p5XgMFXisLWl3SaqIyputdU5sJaM/NZ2bi+I4ifpHtjTiyoW0liK+thLqX1ndThO2kvpXQMeds3FiLGcsRfSGszwb1cV0bVtSmTGQhXrAcwWlJ0J3kOPWtJ5b/+ycf/K9//OiP7//ZH3/x6kfvvjgf12bX9kanV+fXz7cnl3HtLmyCXhdDmGDPQagLIW0prK1GNYRxLqnvkMCMvTThKGAS/IZVNpgzH1QWw9p62rg5mSDnmKZZx4tRl42KeEiB17OcWkDkFkWRVG9FVEZ1fdzUJwP68wuZ2QQ/E1SxNcsoj5i2HicuzibQIGGAraS+mdBhxJy1uLESNRYjxlzImA4aHV0bUtQhxXooxEMvaVYtS7qToqT+9Fub//pff/O///m3//PTX+H6yV/8cCWtF2K5fKLQIxMvFJJFm1KyWE6BAqinclMBbTakLYQ1PGgI42yCRIXYtlMGsAPGFcFjCStRbacUPBiNnyuG1jLGM9OJYY1va2ThTdWoKUZVPqQo6lles0kwatba36Ko1mStSdalvLiUnUvyXZM85nMhAmppKaItRXBFxjTrnFEWwmQIc6Zw4JhqG8+mrsFjU9EgVZa0PDlG1Ayv2RRlIyfAo5Lh1AynpTn12ZXqP/7NL/7P//gd+Oe//eA//uibwwaxgzhOAFYFSeua4lTciDxXJK1O4tRamgZ3eJYnA9pMEIlSkSgEiaiQCoCdJSDUsDobVFdT5q++PfIP74787Fpmsxz69kyyJvMVEc8RXgfEI/SRihxPklNTAjboVmUT1BVzWDPburlRDOEHEThoR+fD+qL11IDlKCmSlZhFFKWiLUR0TJgN6dNBUnVtTZ0KmhOm2THMlh4YUgP1I/26FthpZd+83tltZ4qSUTliLGi8cTD1T7/7yb/9/pcfvfHEVjFYEg2bNIeq052gAiEIWYjDBRzB3ZiBzBjzYWMxaiDC1ZiBLOFh7wELljAX0jfz4d+9kHhl5dSHT+h79eizs6k6vkBkvSze1u+lpSoTKpKZ5VHqpk1NNodUYzRo4HzeKuvLqQBWjbVP4RqAC2PeioQQMqxdI0OTpj5u6B1dx55amTGHVZJtp34nGvn41ZE3L0r/4duxZijUSwJoqMZC0lhOG52AURQOKQgkP3lBdwILBCFLtlIljuBuRNW7AWMqYMwEydON2PDQLSBdFgtWtDPW9s2EzcudxCubof1WYiUTfH4+XZXFkvg5+gBh3+VdL4pGWTJqsvG91fxiWsQBMmYYEyZSQQLAwQK6JgrGADNWF/Y2OdXNcdMc1c2WZjbVw7Q4xYfM4GuPRn/9uPeV7fBwIARHIMPpyE/ZAbrO/bLJkgoMOCmJJra7Kul1GZuij2g6Tk48bt2jUO1oxw1t+ihI2LGQcdMYBYa5kCL5qSlS5fP0i9Dn9bveJpp9elcl47sruYWUgLdPRzfGdWPCMIhr05gyDbzjpgMmIE5NYm+pOkp9zAiM6oGWFkB+qtJd+qLejoTWq4mJWIQ8WZajHKfXsB2fBQuv43l0UER68Vg5sPXxXNQkvWGnSCXVO2aHesSopk2Zh0HCjoVgOUMyMmkuJIPPzaWQn3vp43jM2Uf0USN99MaH5aXl3HxSyPMqDkOctDgPUUtNldBQ1BFNG1Yti6I3FMSJg53sJpJQJBh5Xr+/fo4cg7cth18aqDQc40fHDg6uw2PBshStU+IO/Zz9ZrG+M0uiijgbitY4ivbl19/9/o/efuWNw+vLr78Del1cX4bRbrz+7h36DcW0QRKwOic5Xi0Rd4Ty4atfbZAyNloOqpKKvcD21a3kVCRyY08WXNvdv7azf3DuwtWdR50cbF24sn0beEEMKAZ8gTjB2iuWbI879J3xIwZEiP0aVjATH8NWljpzhcZYc3whX+vgWh2ZAr0uhobG5oE95z76WJ0TfLaVBM1JgRQSAjDAkAUaxCjqNmUL3OhUXtu9PLe2u3H+8ZmVHVyXtvZBr4uh9d3LG+evQN/OD849JznL6ASfUkuF+Nl6aiwUujv+2hFWYNhTraQEimqwoAZzpBEq6+EeY4nIpfF0UdNhByUleEf8kCU/NFCfHH4ikUaWVewGLAXruxoWu5HnyLVofQnjU6F3oz2auT3NkrLWS5acbxQLQ6Vi074WCkPFQrPXxbVQaGLOg+tPpSOf/Lj7335cvTaXRNV9lfi7EfOZqURJFO4VfxUvVtl0Avv9LS0juF5JLuRjaNz/Roh/Cf0/OW29mvr0Je3t3f4X1yNDmvlV9B8dDj82EgHL2dDnxo/8f+bYkfS7DyK7dHvd86OZv39v8g+vF3eGk3dMq0mfudE+u76ovn3If+40W78dDF6dSjy7EprJRL6i/lI2gN+nkzG1bRqfGz9+NpatsyXDyKgrJ2nyDwuqkzyn4Gf4/njyt8+wf37ZvT8WhQXT8KQ7ybBySThU/qL6uNf5L0I59vP1yTePgi+lr6o/FtKf6saLAn+v+OvWmQ/wkN5xGuN2vLOclCwXnUjgxnz0+mwYjSKvYpp9DPbAnJ7sl9CHppN/V/2Gqk7HzIoo30u/wJN/ay1wcpoWc6zkJEWLeU52kmWlNCPiWhDkAvknHSnLkv8IkmclJ5CC4KHyl9J3IG4srB99t3zmM8b+XHF2cd1a2vii+vePvyjKVVnpUZGVHI+PbcUJLJhWEpUe6GZY0c5Sjywn1mR8m92mbM38ivrVdMn+UKmPzpSb3d53C9qw9Lr2tZEtf7n4YezGAvMpfDBozvhLCEBSnOQ4yaq323yh70+kqMcD6pP/ekIidCDY8UsWck4xQAY/sfWAk4Jq5lWzqAV6VGT1i+tL42H9zb3qG1emXrvUfXktPxHSe/Hj3jwv5XkxwwooAJBmjhqsgFHwhb4/oZa1NAu8ZN/+J/XJEEssaGQso922ppH/LNibZkl9zfpovDifnBrrlIYmwHi7fdDER++hfk1SbDCtwItOYCkKEsjLWl4xQBY/OnBk4ZvZAba1iE20KOGr3tqvnuyD6PfIc8ReFiQnULu7Hr5G/aYmXZpIh5OlHivl4Igm2bJ2zVckOc3wuN0JLMhh0YG1WahVyUmWFcqi7ASbAkHnM/X/WV+QhgwVQPxu/WFd2u8W0sXhHku1GPJjK2dYHu6cJGnersMesNiF6iTF8FlSt7eBxQ6gR5bcTvRznDAbokHu30f//vF34sZPvz369vVqN2XerT9iyDvtpB5Ox8MpgMZsIdBQBFu/wAtlQXSSJRshOMkwfFmU7iDL8kVedJJjhSrZ1tuUBNHWn00E//77a5/c7E6aQkthv3b9+8SPCVdmDv/D9JXJaEW6U79jynudDB6rP8unARrzpfCIJtr61t8q8D1yHJ+iOWyKkyRtz3EuikyDCyewIBgnMNr6f/Xs2tPbnfSFq+dnynWR+dr17x//TM58/6r6zmPiYsG8W3/EkM4Nx0UtGtIjAI3pnNFQeFvfzjkS1Q6Zc/n4eCrcTUeWS6m6LGMj7NGWqS8WkzjDMDpfSKB7x37duYMsX/qs5Wf77T9cr786pV8t8ve5sYDt5j6nHv6kfsky3uvGqiQt5iO7ozl7CViLcwnDmrjdSqqBVI+ZfGBYPQyjYtGNheoBTXd5bIxB72o1jSRjaFjXpnMx264OkD9fRxfGytG9OZbvtW3IruH1cQReGUOKfLUVebSsNCTxPjcWeQHcYbx7mm0pOFwQ7jHNuQQ7fjScSxjRRbt+ekxnDeTHHn37l7956+cfvvaD7y2vbK6sndva2n3tO8+gsbFx7oMPfomhn77zJroYffOVW6trW2ivrG69+/aP7Rt7V2e3O7c6aYg9lhbX7pgDcuRvEclfTIEscwgs1p/PkfYd+j95/9fg/l7unmP7euetN+wlPPH45WtXDhA/us4l3MfXwfVnN/YuX9g5l83Xrj628y+/ffXTX31naHgC3ZtPXcfQ5Yv7jeZYvtD4v39462/ef35zbbVcHbn46N7jT7+wun0JV8yBiK3TM+4d3AD3mgNKHN8jy5Cc5Byg+4UE7z9n++y6vaKP33/pP719q1xtoYslP4jO2u5lsLm2nCvU6/WRV28d/NV7z6ENDi5dxND53XN291//86vPXNkplobQhtG+8UtT5PgeGdSM9VeXt6HZr6jvxF7CyvzsX//8eYDGgy/h+9dar91oXttfiiXyzVJsftica6ejsdx4q/Hus6M/eHJ4f+9sLlcaq4XPTcZq+TiGhiq5954bf/Fquzu/PrW4Ziusry+Oz21cvTCF9o3HJtBeWl159fowFGaXVtG9dXkMQ/s7M2iDDM0k/XSaBkyaom1SFA1jymp8CdmdrXm07w7s3LlzE0NpLK1djiD+TCq92on+5NbEgyh876Bwfq05NDqzu9pdaOpjJTUQiNXK5ecujWJoaa5dbU1fOje1MRYczuuGGStmsy8cjL50qTg+MY6hg62GrYD2zPTYdw8Kt/ZLzdHJenvq5vlKT2FzmTh6YqdWa02hCwoca/3vDIyTLEP+vD/LoMF8UdnWWPeFi6V7Bfady+2VdhhLM83YYiuC7gMqJPJDNskCfpuNdzujk+NjjeZoz27THh3rjnUAGncMfTmQgSRFZUk2bpOmqBRFWUVFfy1evvoS/h+TUiz2',
  'paused': 'eNrz05TIcdNLcDRIcjJMckZBiU7EIvLUI5CTIdABQGf4aUrkeRnqSsvrSMnrSCtgR1JIDDhCVaOLqQCbMiwiCCl5oDOAjvE11iLgHiKQLpqlBB2Gwz1Ax3joa+qCuYPAPQpAx5DgHimFSbm+a5sit3XG2qirGyko68koGsor6ckqmigqAxUASV0ZRQgDSOrLKgaYG0wv8CfVPcQHzpLq0ERX85X14QVBdgsqgrd1xfZn+cQ4mu6fkFgUbL+iPrwu1mV6of+cksC2ZI+9/QmzigPmlgYRG85S8kDHuOtpkOSeuWVBJSEOuf62CytDLi3I7Mv0Brrw+PQUH1O92SWBQCcdmZrcEO+aF2B7bHpKiLURSe4BOgbkHmLVK1RFOjnpaAHZwIgA2g6MvhR3y/nlwcBICbM1npzrWxnhFOdsBgyWSHuTlkT37nSvsjBHouILjEDuAcYXBSkZS3qmAAEdQ4J7cJcnusQpo7J7Blv44HYMHA24e4BuAJZCcKRLX/dEe3pWpCWnh4YE2jskBwbE+nhnRYQBGUCUEhiQHhIc5eGRHRme4OdbEBddlZGSFOBPlnsUcSMU9Tbael4WVmEurk6GxnkxkZ4WluEurpFu7hFubskB/kBHellYephZAJ0NVAN0TLibm5WmDoa9OK2jenzpySgOhvQ8UOmH1mjUPcPSPe1p3m+35n7amU82AmoHGkIt97xck/J9YyyFCGgI1dyzNObT0iA0tLHYfHGm0YlWx9Mdzmc7nU8CGe1O2yusznU635zkgakeaAi13PN0VtDbGW5oaGOuwcp03elR6utzDBYna/cEK+8uMVmYpD0tSv1gpRmmeqAh1HLPnT6PFz3WFCKgIdRyT32I1Y0Wh7vt5COgdqAhw778MVFWN1fVJAkBtdDIPbEevnlhSbmhiSQhoBagRpLcA+xUYkVoirNCYmPdQuCoJjWnNi23IDK5MCol0Ts8PyIpKzguOyQuOzQ+2TcSWSVQI5ZWATYbSQqfZL/wEHsfOJpUU7ukr2fVlIlT6xuqUrIWdHWumDxhbnsbkNGYXYCsEqiRFvEV5ebrY+FCBgJqJN49vsbaRCq2UNfysrDxsrAlEdkANRJpBdAxmR5GNM3CujIk9IOAjjFRkk11NQCNtiEjyMAaVkE05IxTGdDMFBfDZBcDIEmM+SmuBkDHAABNbDVa',
  'menu': 'eNrtmOtPW2Ucx/+NZYClgFDWnt4p7em9nN572tILLb2X3uhoYYV1rhBuC2Q3pujiRFyyOJ2J2RJDdDGYxUUTLy/VN/hCXxr1xd7sjW/9QhfYoHCOwBKiJt+Qc57n9/yeT3/f3/PQ1N19qmQRpoziIZNkqO8FpU1sdbj4HZkkAACGu/vUqENCNHEEpzmCptbGOv3cw7ZejCH2BjQKazCyM8UBBmBo2RkGHhYidm3KCLYPD2Bsom5i6/UE8LQChg3P1bzdT0reO9/vU0mEzVwpp13CaZuK9IW0srBW9vm1ODLIuO1E82YwBr9cTt2fD1eDBrzKuR2YzViVDhnBkoexOKsT3u9XctMxStjCXV9KfLIQqYVNP94pYtObo/Tj5XTFp/toeuBuLYDgJNX76I3UrXOea3n7WyV6peJ5MB9+eDU2E6cYSwQYq5DHhudSyvL4zTTZ1bnx4cjikDVikK8tRjFYcJLgQeneqXhmE+Y6z93JQFAjRTwk57Z/eyuLWR8pYeQBzCYPk7kTAb1dSqTNyhFaA4a3x9y6bt6d1/xZq+pKzn694LBJBO+Oe1ElBNM9oo9nQ+/XAmWPdlAvx2fBKvgFfxk32uTZ6h/iCM0sOPLy7ST1/hE2t6IVmXPuf58Q7MJY8PAO4AmZLT6DMeFy5YN+j07vN5l0AlG/3uDWaP1Gk4vU2HtVYasVMZVkDOcO8TGHY4Ay12MqyXi/wagnJHiOO520enNV1G6XcjsP4DnAr7DFUs2kLuYzyFYrZNJeD6gKwcBYPAqNp+JGsawUCZcj4UoiZpErRgZDZ8MDKTddjg46SfVoLIIwt1aH8VI0PJ6MTxVzSTcdpKgD/ALP4ewWvdJeT4LKbOuIjWRlwQMX8Klzft+Q14OHiM1WK2SjDnvG5830e4sDwWomCe+mz+ZLgyE4iIqlPW7UBErQLo9Wlw/4LmRTeCWauex4uPurtU8iD5nN2NpnNKLU8AUdYleSEbsN+y5USugfk1gWoswJp1PLF16pnnOpNQMUFbJYaI0W7TeRTiASScju+hW973YN61M34gCPZG07DSlt7YBNohaujPtq3bJnkS1tu9ujmbu9sF4oMaedjV9z5SLaGNagk+dGi+hkh5K8kE3HXU5M2ZWqpdp5HJPZchGzN6aqSdqFAPgFTQ1nsRCG4ixczA3NlAqTwzk4mA/4rT29K4szk8NZNPZYPILjhl3Y8JA8AUxR8fg2hdIsV1h6ehUdPDwru/gYhGAQCgUGW68KeDBF1XWGVmvgII62VaHEEmwH1yhZD844IuGvqovv1RswVU+LU49OOEQ/s7nHiK0b7OhX9LHwPENqOkE8xyWWPJfzzicPy0/Xxw4tLEeS4+L580H2r7X4EYUkx8ZzL/b0nm+Xvrmk/7Sq/HpO98N16rsF4xeT6o1lK7ReU/9+m94bjyTHxfPbqu/JimWXvqop1sri1Tjvgwz/ZrjzszHpo6r8flF0I9Dx06JmbzySsOGxiZl5fnnd9seSmqU25nsajiMJOx7m76uzAfLnBcOvlw8vLEeSf+t5/4/z4L9/Q73UrRvu+L9fjDy0jH9yeABTtElfcp/8g68igJG3teTM4s1f255X/Ye1hoO71LdvGHJmKUmGEuMvm/xZsxgwfwPI9lkc',
  'bot': 'eNqzVdO0hSE3bQ0gslPThCMPHT0IKnLWLHVSBCIgAy7ooaMLROEm2ksLvBYXBwMRkAHkQsQhqCLI5d7SiifLyh4uKjpcH5Bqreurp1Nqr+qhrZPmbPl6a/udyZEpgU5+4cGuHq4ZwY7dnirVjsrOGloLy2PerKs62BJikZAdt2mvd+eUgO4pU/yU/PU0XDS1F5ZGvlpRcH9KZGusfZq/baybWbWfYaWTGlDKU0c3zdnq5rTEG32hFxpcD+abbUzWXxqlFWEMkvLU1gGibCfTo03+ENnFMXqpVjoQcTiy0dUKNtcNNNUGMuCCAJojYbQ=',
  'bolt': 'eNrz1TPx1TPx0zcJMjYLt7CItLIEkkFGZkARG1VdX4isgSlQPM3dNi/AsTDYCUgC2UAROzU9sKxJpLVFtq99U4rniq6o5W3BC+q8m5JcgSKeRkZA2UBj01R326oY12PL0j+ezntzIPL5Ztf9E2yqY1zD7c2BskFmpll+9jOqAt+fzDm9wKM/VfFQr+aNOdo92Q4JHtZ+JiZeRoYp3tb750a+2Rfen6KY7SzQFSN+frLqikr9NF8bH2MjfxOTBA+rycWeTzc4HerRAMpurpE/0qHUl2Wf42cXYmbqrW8EtKsi2nlPr8X12VrnJqke7VBcWmZQEeWc5GrtZ2jspm3gYWiY4W1bF+c4vdB2ZqHNlByL6hgHoEiohZmXrqGrlr6tqm6YhWmyq1W2n11eoD2QBLJDLUy9dQ09dQzctPRsVLQ9dfT9DAyDTY1DzU2AJJDtpaPvqQ1CAGHbebg=',
  'gate-shut': 'eNql0M1LwnAcx/H/JSjyac75tOXU0j2oq+lsc6Yri4TCSNGgKMgORVGLIiih8CAInbpEQZcCT516+pP6VjJ+RPg7BK/Dlw/v01dwEMI30UnUUmPt1dTjgf7Wmn85Lz3sqq1lcTXBTLnJSaKPd7iAGvBcVvj7ZvppX3s+Kb635l8vSr1D/a6Zvl4TzbmwFqAkggS83ZX1ke1K7GYjdbudOarmF2eL8vSXBaOwV1G79cTl8vjBDK36vnrO7jQNtlvjOg2pqOvJTOGXvJY7LcePDXpd8iSchBFyXy1FO1U+r2qinP+Tmp0+NJgdhVQo21bGD/1mSRImcwOsqBz05YjNLNLQ5xSFk7QBlCkZ+mp89KzEQD9i9wwPBAH0db7fT4gKFvQNod9HhTQW2kc4GQvtSX8EC+3dPtZC+dhKMAgoZARoz0STFpOLfSRYAAe6oz0dFi1dPvrTw4HuaB9geUshEu+JYQAHuqP90IgLC+29dAwL7T3Bcaz//J/whrHQ3kWFsNDeQTJYP/0naG09GQ==',
  'gate-open': 'eNqlk9tPUnEAx/8cL8ARyQzyEgEHCEFAD7KCOMxoGIYoFpjE0ekE3SmydiRRMrLNLrjS2UrX1Va8ZNFltVXM6brXamut9dBL34qH8xIba/s+fC+f/XZ2zu+oBYT6jzRCwqfbnPTqrkWtD+LOFY6+MkjF2zRercxQIdYTeZECEURVVyY85CXGeD1iycRs2bjz/hh9a8S6wBhnujWso85SLWkgxBBZLmqqEic9itmgbo4x9jAmZW9jSUBfsl+/tcfgP2A45dck2uTR7VKq6jevKhey9trTPlUyqJOHTYIBShRpIaJWCAaxLmRkPYpDdmmgoVIrJOw1FRPuLSc7SdWQZUPMvolzysZbayZdEAwiSvlA87BD1mcWmyVlvaaN4LvCRtnx1vqUW3GmXZ32aS50QjCIKDG5urXgXfVlrE0K3szRyrN7t837G5eCTTdCzcsHIRhElJj0o3bwHcrSo7QMvPac17AYoG6Hd9wbdDyKOp+MQDCIKDEBAN9F5nmcY83004+H3c+P+HJj+1YTEAwiSkwAwPvVeb7lbh8O9Oa40NrU0KsZ9vV5CAYRJSYAfH5nNtL+8hizloq9mZ38cHn601UIBhElJgB8ftczNrA6gTOnPi5e/HJn6esKBIOIEhMAPo/nZNZT3Lv59Oflm98eZn/kIBhElJgA8Pk9L0b716fH3y/gzMz3p7mfbyEYRJSYAPzP+cU+f7Hvp9j3X+z3JdMdhe8PAD5fe2J34fsJgM9LDtsK338AfL40bCYi1n/9X5gA/OV/AQL0JQU=',
  'vent': 'eNrT0dS30NJx0dXRUdcOMNRRUAGRQDZQBCgOldLUB4o32Opu8NIDyj4IA3GBJJANFAGKQ6SAguY2zkASPwKqAQD5VBkn',
  'life-left': 'eNpzUlN0UlN0VlOMNVPOtlWOM1N2VVcCIQ0lFzVFF3XFeHPl3iiLRDNZIAlku2koummAZIFkZaDV8/WNj9bUP1peme+o5aGpFGes6Kgqn+lm8mJ9w+GmgNJo1xQ341x/yxpn5SYXBaCCHb3ZzxdnV0Y5px44bRQan7T7WKOHaryJkq+B6p6e1GcL0g43+pdEOqe4GeUHWLV7qQLF831NJ2e4X+qLONvkdaTEamua4ap4nboAI6B4iZ8ZEHXE2m8t8zhWbrcgzqjGzxAiGGiiCkQ+Rmq2OhpwEiIIAI+AUXU=',
  'life-lost': 'eNpFzO0LwUAAx/E/hZ2dmT253W2NKDYb2u5s1xB5oyhJKSElhfzhLg+pT78X3xe/sALCN79cYDqINRD9Su8t0QA1S1SXxric6KJIwqAKBI6URcded8k6wJkli0I1ECpFaspLH889lSElNuTEgkNDSo1CXAWLFtr4KMdq2u9GtsmiILeAOGc1eRmgbc9etY2Rp3FSyV116kBagzvqnHj9MWs+JvVb7l45uaR4z4joB+YK58y7jxvPiXflzpF9Y0agkGJI7f9+4gtYNzun',
};
check('kb-look', 'P1', 'Rooms, panels and things look as they are shown', g => looks(g, VIEWS), 60000);
// ---- end of pictures

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
