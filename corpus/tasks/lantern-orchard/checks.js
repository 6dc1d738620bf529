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

// ---- pictures: what docs/look.md shows (cargo xtask looks) ----------------------------------------
const PICTURES = {
  field: "s => s.playfield",
  wide: 960,
  off: 5,
  letters: 10,
  shots: 1,
  apartMs: 0,
  views: [
    {"name":"menu","scenario":"menu","box":[0,0,960,600],"across":192,"down":120,"off":8,"letters":[[250,150,460,155],[350,360,260,120]],"leftOut":[[300,305,360,22]]},
    {"name":"night","scenario":"fruit_far_left","box":[0,0,960,600],"across":96,"down":60,"off":10,"letters":[[16,14,172,40],[350,20,260,26],[898,16,46,46]],"leftOut":[[32,48,130,20],[95,240,100,120],[0,190,960,284]]},
    {"name":"paused","scenario":"mid_flight","then":[{"type":"pause"}],"box":[0,0,960,600],"across":96,"down":60,"letters":[[16,14,172,40],[250,150,460,100],[350,20,260,26],[350,310,260,120]],"leftOut":[[32,48,130,20]]},
    {"name":"basket","scenario":"mid_flight","place":"s => [s.basket.x - 66, 600 - 58 - 66, 132, 84]","box":[0,0,132,84],"across":44,"down":28,"off":12},
    {"name":"lantern","scenario":"mid_flight","place":"s => { const d = s.drops.filter(o => o.kind === 'fruit')[0]; return [d.x - 30, d.y - 30, 60, 60]; }","box":[0,0,60,60],"across":12,"down":12,"off":16},
    {"name":"star","scenario":"star_over_basket","place":"s => { const d = s.drops.filter(o => o.kind === 'star')[0]; return [d.x - 22, d.y - 22, 44, 44]; }","box":[0,0,44,44],"rings":11,"off":14},
    {"name":"stone","scenario":"mid_flight","place":"s => { const d = s.drops.filter(o => o.kind === 'stone')[0]; return [d.x - 22, d.y - 22, 44, 44]; }","box":[0,0,44,44],"rings":11,"off":14},
    {"name":"bell","scenario":"mid_flight","box":[868,508,76,76],"across":19,"down":19,"off":16,"leftOut":[[922,512,24,34]]},
    {"name":"score","scenario":"fruit_far_left","box":[12,10,184,64],"across":92,"down":32,"off":8,"leftOut":[[28,20,130,48]]},
    {"name":"caught","scenario":"mid_flight","box":[344,14,272,40],"across":136,"down":20,"off":14,"leftOut":[[410,22,140,24]]},
    {"name":"corner","scenario":"mid_flight","then":[{"type":"pause"}],"box":[246,116,32,32],"across":16,"down":16,"off":26},
    {"name":"hearts","scenario":"last_life","box":[785,20,100,36],"across":25,"down":9,"off":12},
  ],
};
// A view is a state and a place of the canvas; its mosaic is the mean colour of each cell: of each ring, where the thing turns, and the middle
// one of several pictures, where things pass. Cells of what moves by itself are left out; cells with letters are looked at less closely.
const mosaic = view => `(async () => {
  const t = window.__gameTest, frame = () => new Promise(done => requestAnimationFrame(done)), view = ${JSON.stringify(view)};
  const rest = async ms => { for (const end = performance.now() + ms; performance.now() < end;) await frame(); };
  await t.loadScenario(view.scenario, view.options || {});
  for (const action of view.then || []) await t.input(action);
  for (let i = 0; i < 3; i++) await frame();
  await rest(view.waitMs || 0);
  const canvas = document.querySelector('canvas'), box = canvas.getBoundingClientRect(), kx = canvas.width / box.width, ky = canvas.height / box.height, pictures = [];
  for (let shot = 0; shot < ${PICTURES.shots}; shot++) {
    if (shot) await rest(${PICTURES.apartMs});
    const s = t.getSnapshot(), f = (${PICTURES.field})(s, canvas), u = f.width / ${PICTURES.wide}, [x, y, w, h] = (${view.place || '() => view.box'})(s);
    const left = Math.round((f.left - box.left + x * u) * kx), top = Math.round((f.top - box.top + y * u) * ky), wide = Math.round(w * u * kx), high = Math.round(h * u * ky);
    const data = canvas.getContext('2d').getImageData(left, top, wide, high).data, { across, down, rings } = view, cells = Array.from({ length: rings || across * down }, () => [0, 0, 0, 0]);
    const cell = rings ? (px, py) => Math.floor(Math.hypot((px + 0.5) / wide - 0.5, (py + 0.5) / high - 0.5) * 2 * rings) : (px, py) => Math.ceil((py + 1) * down / high - 1) * across + Math.ceil((px + 1) * across / wide - 1);
    for (let py = 0, at = 0; py < high; py++) for (let px = 0; px < wide; px++, at += 4) {
      const sum = cells[cell(px, py)];
      if (sum) { for (let k = 0; k < 3; k++) sum[k] += data[at + k]; sum[3]++; }
    }
    pictures.push(cells.flatMap(sum => sum.slice(0, 3).map(v => Math.round(v / sum[3]))));
  }
  const middle = pictures[0].map((_, i) => pictures.map(p => p[i]).sort((a, b) => a - b)[pictures.length >> 1]);
  return btoa(middle.map(v => String.fromCharCode(v)).join(''));
})()`;
const within = (view, list, i, j) => (list || []).some(([x, y, w, h]) => {
  const [left, top, wide, high] = view.box, cx = left + (i + 0.5) * wide / view.across, cy = top + (j + 0.5) * high / view.down;
  return cx > x && cx < x + w && cy > y && cy < y + h;
});
// Cells whose colour is another one than it should be, the worst first.
async function strange(g, view) {
  const seen = Buffer.from(await g.js(mosaic(view)), 'base64'), want = require('zlib').inflateSync(Buffer.from(MOSAICS[view.name], 'base64')), found = [];
  need(seen.length === want.length, `${view.name}: no picture`);
  const across = view.rings || view.across, down = view.rings ? 1 : view.down;
  for (let j = 0; j < down; j++) for (let i = 0; i < across; i++) {
    if (within(view, view.leftOut, i, j)) continue;
    const at = (j * across + i) * 3, off = Math.max(...[0, 1, 2].map(k => Math.abs(seen[at + k] - want[at + k])));
    if (off > (view.off || (within(view, view.letters, i, j) ? PICTURES.letters : PICTURES.off))) found.push({ i, j, off });
  }
  return found.sort((a, b) => b.off - a.off);
}
async function looks(g) {
  for (const view of PICTURES.views) {
    const found = await strange(g, view), [worst] = found, cells = view.rings || view.across * view.down;
    need(!worst, `${view.name}: ${found.length} of ${cells} cells are another colour than docs/look.md has, the worst by ${worst && worst.off} at column ${worst && worst.i}, row ${worst && worst.j}`);
  }
  return PICTURES.views.map(view => view.name).join(', ');
}
// The mosaics: rows of red, green and blue, deflated.
const MOSAICS = {
  'menu': 'eNrtnXeQJMl13v/n7e609977rqr23vd0jzc76733fs97fzgc/MEecMCBIIADSBAASQH0BEiAJCSIACWSEQoFJTFEUQCDQZEhMRgUQ/oys01Nd09P907P3gLYiC8qqquyMrPy/eq9l1k9PXJHWj4Jafx5aCs1qH15XbA4enmVJzdW/VJjTGqOb3jWHJcYopDUFJcYo3J7SnxW4cooXZnuEedmzdlTqEpmS/YcVzgzulBR5c3JtzBQY4ndUf9xpTurEN/ROy1NoKANFDBixArGWP/QjcBPThssjA4PDDF65axjMmtyaBkYPUIGfD1mCmcabUHoHsacMBAsKocOfqu5vkFQebKoB7aDhjxuaAVtofDW7SK1JHp6oqSVb4Qx7m4IWsORGzC8eI6MsZ6HcbD1vTkAwCqRmmLQuHeKvvWPGOnSoNYx+KPD1unVuoG1JiXmBJjpud/BfXOSvgFasITbxODjyKb+p7+2DjbD+4+HUdyEzJqA87xjhHDv4tvEXaB19GTAU+nNsSdlIFq4sL/PGI0WVINcLvPqnXsfq9sTeXxAL56ggcEOzxGGBQIJUkuyl4QeeMwJlCEl6f6UPrpLF5kyxIiMcQliljkhMSWkfbiSETDFW9fSLUYMrcvtaZk9RYarBxI7tRc5lZLTAqRp1rqF7EuMcTSKx42BhOCCkhhbmEzRDoswU3e07WmxS2QETmRsBwY18oxs4GTU3gE+n7nTjVwu8SS056izU3IkZ0IDfcfJYzxRj9i/YR9skExjU376khZc2zJ9v4xUdB+WYsbq0S6tsFPD79TyG1ZCoUI9YAwlCWz6aOcUcOoprHJnATnwIGh5c0pnZmC7YtHyxPuRrMwUw8C24qPIrdFBo6hrBcIw5RCMaal3UrddhIwCTHOG1HZA1aXLk+33P9RPikJVX0rQyRjFfRYTOxAqNiBiMoEKcRfUmcior8O4dXAlY4VIjUyv5/HHIIv9DxvSDYyyCRLdYgIBY4TCgIe5qV1DC2NYFI40oQL2tacVZCTjo/SEuUHgIaWRFBySsWLYGwdfIqHJcHfY2UjSMCGzj8cPjenx4Tlhv1voN/To86OesMiywY3SMMIqvSPSTzBgJ/B0omHLM5Oo0TtWhBmK07pbs4Ol5C4dMf266DM+P20vxI9iX1JSH9mhCu1UhXYog9BONbeLEtgpBocDT7tRJbjrKZ0wJfJg3T7oI4SfQacGus2OX+2MDBvSURJOQN4b9ajHkJnjOK6c9FxsI64ARgdCEIJMbyO2mZ8nOWr7uSCPSdvFIZGYog8pe2bltt5nlsIQZYCxUxjtnerwTlWY2REAiI1IYw3XHWp9VEkn3QODHboxpeUlxqH2otgQYFTBnYoAtqzdjghI+gjzCa1WaKwhsGk4EiLVnMwUVTqSuzToc6gDQA8/IwK/Qx0WF8aYSNnggB+SXLWyLJoT0i1N2MQ5+WBj2VMsIE4qv2WuY+DsQN3Oz7W0J+ugpf6B3I4pPsheNEElCU9v/oAbR09o2pDGgLcf+ShLPKirERgSO9oeoCtVyyhSvSA3CDI9p7LEFKbYlIbDqSktp7DGYT6Ezs7jj3xDaY5pzBGlPmx0JQy+jKy/w7R1gqgqJNeGVPqQXBNQ6UIyTaifItYN6p1a3XtAEWgBpgqhdakpuq6khmMuFHafAn7A2BDtDWp4NKD1fokxOdCPdQ6ycSNht+OsSErQXqDb4GGHxVnm1r+cwnJpFulIItp2BSw/GTgJRUNkfUNEI4nOzGE602wa202M6XRmIDPjSRfZ0Q0QYTgflnuQXBcOp58ckaSakMYQNpo5rTFksnB6Y1ipC02tv+QBeeABWWCXGqfCKGCxhM0OwR1ImO2CSh+WaDk65jyxkbrl31ADmDGYSGGdIYit3hhSaDdASNxWm58dqiAYHlhGog4pdCGlLqjUBtFbqSbccq09dwre4HY0nMwQkep5PCNSssjZm6QxVllUHRAQyRw2yRZ2Bix5AYy+FIis5SLd9eW7VqbPficXHbL+oCRLZKKZTieskKlQojuTRR5rvBNU2KSGZTLYktsfiseOjjkGaUod0uhDZkvYaQ+bzUG3M2y3hY2mMDG0IrhDHgQ2PycJ/NwuPyRVBgEPCnidHLY+F+ewhQ2s8HoqdiqDOIh6HHZSzG4NsUt0RuKFNurMLhUBY0oVQK92bgJ8yGQOm8xoguxoDUAotNENAjAUUOtDRmtEZ40qzcR3sWEcNHQhHGQME1+3fubYXklISNabj0RDtgZibzEwPCMi6ycD45e9FTdR/+ihmVExtVkeSG5ZzQ1/eLvjpgrCUjCiTEN2dm3w1MuplV2OcMTPLWfjjZjgd3M2S0ijCe6UBn5uyt/RA1N+hTJgMoCEcD3CX1opz8V5sGG1hmHNHn+F5oAlTvld3FJKuLhcqvCcxxkGqLBmPxs4IqNuEDSqdEGYGz3fNei5QM1qCrzbQeSyh7CFc8PBKdWAQYAPxA3ShyKIZwRdghvEXW/mA/1iojqZ4ZBpQn/KQWDDWlZ70Uzav9zaXpxkq3BYQBt7htLOV8X+tuWH2T6J2jQo4IgC3gChROThu05m3b5ETQbZYCKPJ2IHdvARj3a/1WBN2AJILCb4m0cXLs7nUv6wwxzSaYNT8DxTXe2QBJSqoMUQ9NlDB3PCg2d2n6zGA64wYIO50eI6KyuCGl3IbgkHXeGzjdTtUyt707zXHrKYSVDrD2FyDdwI73VFw96Y3cZ5XRG7XTBaIgodv1NE0ZQ6rNJzehPxloKPO1FPnWykQT4+Ajzm2chNGQSjLeH25TiuEA6mhVAiwcVLgpAJoYkO8KPz08kVB6dPu8aZt3YX1ozx4XnLiNUCj02jDM1AgiSOMGtK/S2QSHwRHWeGlhJDw7djVOFYbNYQjU0Y+T4vpAgq1EG4FLc1NBPlbxyaPT+TjnkJP1rCT1Bc7QOSgEKJwkGPjRS+uqe+lBC8tpDZEFKpqbOSkDKsM+iDCrAZQ4BtdzpyZa1a5zm0QguHJMrwLsynlDBiWKLmlFreYon4XFHBHyvwsQInJMJxIZAI+JJOV8rmTDM53Rm3NxcI5KJcNh1Jz2cSV9ZqV/fWl7PJTDTDhdIeXxrMBMMlji9zQpkXyvFoKZsoltOF1Xzq2r7GhflcPhL3uQVEYSl9mmRaTm+JS0VZFuIdOJSoAvBRkoFhlGT75BknmRWdwxLvxFaiOkFEz+IjNy5anemtHEsKSNhMZMKy0fSWZm6hYVmKokNIUGzHByT+B9YzI5ZEHoT3sJtDAXiVdHQ1F+e85AnVt5/QNo2kTmmnsCNc4fmUn/PYwrC7miAR7KlZqiCFbaaQ1xbm3WGfPYwL9bqgHBVKemGTK4IGXRAoohjnCqNaXKjXheSqsEzNS5WcTMXL1bxSK+gMEYc9GvLG0lzsbDNzbX9jPhlLhJNcIOX1ph2ujNOddXmzYMPjzweD+ZiQy8Vz0+nM2dnsubncTDZbTBXS8WI0WuYjFSYBilaS8XI+VapmCnsKqesHZy4tFuZypHAyWgiFC4FQkargxRsNY6QdQ0nOr9YFEfVYGB2e8JOzWJ3YuED/ssNwgRmNNWawxzQm3miPaa1kRiwh2YvQCUybZ7kgh5hvnWBQWFCBxEYZgMmm5Mxq6yUJymA4fchlDRdC3OXV8rV90zWBd9vDRuSu6lCbxpZ2SINwVgZdyGHh3DbeYSbwaLUhNNRfOQrDBem0xI1YTSGUBA/oz05ZXzdob1EzCqCY1Uguwb5KHZYowhIlJ6XwKDSCUhfRG6NOR4zzxfNC/OJC/sbhuZVMLMkl+WDa58s4PYAnx+DxBmD0QlQopGP5YjJfy+TqmTzcSz5ZTCXK0SiYqUagWDVKlUxU86lyJVtq5guHqpk9pXQtWyikiikSzcphvhziSvBXoMgfLLg8aZs9YrNxcNpIlpBWOew8jmiMvASups9qcOZkdUJHVifoHHBD0jbzQt2YKDPGdNaY1RlzeWJmG4+tzRXT22IyHd/LLYBhST7tCVlhkxNmiCQDtEsGcxATwBAILkY9UtyWlXskJQ8+4Sfp5y4s5K/sruSDHD7i4MDyqFmhJLUBDEgNB64gqAzsBqjAWcQgtYZEIpmSwDOwJCksA+q0sJoUlqtCgGdKQeCRteFR6aN6U8zhiIe88XgosZSJH6yki9FknEtxhB8GT57B4w8Sj8HzxUS0iMAEbAADPEwmWU7EAUwtGq/FmBL1eKKeTNayqWoxU6lmy/VcqZYrlTOlXAqF4aCqnFAJC5UQVwZCkMAXEpF8LpadTiZ3F5KzqURGQO6U9nnTVkfaZEtpjFEpctFBqxNmsjoRVmrDG81T2ktt0d7FAX2UBUS2lIr1N7Mj5vbEQoFYNCDwwZjHEzVbOGUnaVQEp6SejiQyn0wZAhhyJZIW2Dc00HA4KFeGDDrECwQCzmIMggeLMQwjTslCPYWn5MSB2Exhr53LBPhCiPfZOXzEQZwaaGjUj1NoXaII7ZKFdkg2RKJDEajbKR1WUqLkSc2dwjLUHN4l53CcRi5BoY2odFG1IaYzxm02pCUJPpCIh5PwPIAnEkqHAhmPj8FT6MADQ8PikUg5ESunE+V0sgIlEtVYvM6YiSem48npRFvpVD2XqRWz1VKWgJRPV9NJFIaPqgEhnlHEl8NcCW4tE8uXktmjpdiDp1eR9hdi6TiXDvjTdmfabE+brCmDJak3JzTGmNEcddqjyNlC7ojdGvY5BYeVN+g5xIVdMt8uuW/nxglt5y1A511Ay02pw2ojb3VE/N7IXDKCOL4vFyXTYZrwg8wHqGk68EhlHpXKr9OFTYawVhckW20YnOyQwsrrBJuqNWGrCSkHNxMT9pdTMaQ0Vs6gDwO/nsK4XKEK4RSYcVpIMezgIw52at4hDfdctd3aAX7kHecjKDQRpS6q0sc0hrjOFDdZE05n0u8lOQ/CFjxPMJDx+bMEHl8HnhKDJ8xXeIHEqVisGo/X4szbMGBS08lUA0pB6ZbS6elsBhTVs5kacEok64ANzoogFG0hhHw7Film4oVSMne0FGf8FOPpOJ9BTxzutMWRNttSRmvSYEkYzAm7Pe5zxXhftBmLHiinMyEBCFnNPB5Siaxl351y/1jLcbvoaoPFxPkc3L6McPv06pnpZNCN1TNOo8MCRYwMo4gfldJr1PntZqSsHNIJbG0mTqcNww/0DL6EuBQ4H07w8BfmsphoL8YxHeZMBk4BhgfxhuMabVivI8K1+LhLFrrLzHQlDe1sOx+pSpBrIh3nozWCnwSea4st5XCmPB4SL7y+jIeFLQqPrwVPuQMPXAesDwZAAhwOyGlhQ2hppDPNPpHjOIsyiWQDsAE5XNtBiBcqsWgJSXghmZ9JZw5UMnPpVDaWjXHZgD+LHN7qzFjsJIoBIUK7Ix70xOPB2Llm+taJpTUEOjdxQZhfSNv87JL62L3DbxDXIScrMDvkAbJdt95CTpEC1GqwqdvGIWqcnsvDVwScAohC3ggHjqpIpGg7H53aazMGgEEzKpxbKFY4HgiZjZwSSNDCHU3Jw4yfkIs/VU/Cs00LpHCXH5F2yjnSkCyMq6QKIuz0VHiXtaMFjzDI+ST05qTRmsLTjWfc5sw4XFmnJ+fy5t2+AiIXgydA4KkQeCJVkiSTVKcVqgg5zM+Ak2wzk8WEbCabEyk7kyFqsdSmaJpRFCUI1VBtJFJJxEpwQflEPp/IZWO5ZCTHh3M+f87hzqJjxAXRKGa2JV3ORNAbjwVjxyuJ64dmFxIRBDKHVejlp2MUWUiqJE8x1vBlWL6Q02FRULQQC9pCfqjVwpmQuYzPDhPzMLpex+ESVqDDj0zu0Wt8DnMg4ORP1RJYjjuQFfwOnsLG4WkVV4uPOAi0UG3Ew+eCPEqiZp2OAx7ikjtknEIXFx+5F4Re7ZITz0OcjxrOJ6rUxdSGeMf5UKMgRmRszqzdnXN68q5W2oOZ0Xp4YOhoCx7mdtrkEEhASy43m8vP5qECVX4O+ziC4wwkglCm2XVExAvVGULRSAVLRsloERP8eKQgcPlAMO/25h3unN2VbbsggpDdkUTChjljKhTDrE/wRr2OiNUsYN1DIhXzQ24fgVupRiAgz7tGi9SCU2s4iWLgQIXlKk5LS1pMvNMe0+t5hYiHnWL/o/HaTeBH2JOJYpY9FxO8dp74nz5+dhAy0TRByG7hHRbeZibZWn/Je1DoPFziLgUvUQkydUSuIfCo9HGx8zEReNIwEMzkaDsfwOMDPKFykIYtjqa7zPPEiOdhAYu4FEoOxaYw12yuHjxw9Nzps1cuXrp66dLF8xdOHD+1unKgVFpgIKFkmlIEr5VIsVg23UGIrB2RtcdSmCPputdfQE/AM6hmbFvsGfBjsSWdjoTPHQ944gF3zOuM2q1RgzGCedBUlx8vQwIAGA0crOaxwz+EnFZiZSAErnZIuR7tlMEnIKxwJnNcrRFkSnKke7bNDyhVq7xmfQC1BRx8zMf7HAQM8IZL+quFUC28kFbH63Q8WEITCAoDS4olUwlafVSrj71jMsT0xpgBSbIlYbYmrbaUzZF2YD3ZlXF5sshzfP68P4AnvRAKFTEP4vmyIFSwmMPS42SinkpNZ0gO3Mhlm4V8s1iYKRVny6XZanmuVpmvV+enawuN+uLK4tq1i+efePgG0yO3rz94s6ub167u33ekUJxnCGU6CMELJeCFCEJ8pMYJ1TBfDXIVcAt6wTByMPDsAEKunM2Vg5ME7STgWpM2e8Jhj9ttcYslZjBGldqIRC7mx4fxn5JzWi2CBY9As5KOHSinIl7eSSZr1NCywQIzU0ph54Dj3fwZIUyr9hsNPPJ2eBWridSpVPOEig2qxSlMYeCL0Kudsg2LkYbkXC5ZaZYXKjks8C/dQ0q1lOvVci69nO8oQ1TIrAxTdqXYVim3WivtEWupuf/SiZOvPHH9IRFFF8+dr1aXcvm5LkKpZpwiBLcmRFsIIVwGwhU/EAqUPP6iS+SCwA+yIKM1rbek4DwxF8P8Eb5UqY3J1FExP1NSLwyBlXb4BACTCgiXlopYBp+JCnBETntcoeJ3yMaTmB8SxeQ+hRrOBPM+Xq3h5SrAM3ad/UKwWKjNO92zKv30PSdDS+peNboyEmk2lamhpdKZZwzW2YHyBxefvHHhoVtdhK5culRpI4RAhghIo1ij5YKifS7IXyQhzFtwuPPE/zizZhLC0gZLWmdOao0JtSGh1MUVg/nhJQoSLxBZBI+AtzN4FVgMC8hj4TfkW+ZnSurbKSPMTCnIdqdsAvBA5WzdYp+5F+HZkJ/G2Px04WluBA+Ty7vwwiNXxbHs3JlzhQIC2VwmO5vOUIRILt2IxqdbLihSC/FV5oK8bRfk8BTggqzgh4YwA3VBWlNSY0ggncO0Ra6J9fMDs6rxgtiE5EeIeoV0QPA5BLtFAFRS5fieoY+fHRNipiPEzenS8j0Kz+T52QQepoOrh29euXDr2uUOQqurB/L5+WxuLp2dTWVmWBSLEhc0zUfqnED4CTJ+gp0QBn7yNidSoKzZlqEhLK014b1GUqWnLmgQP5BMSVyQxSQ4LFgjwjKjYNALiDs7EWuGapcy0ntEFujlZ7NKxpXLnebCC/c4PKoJwdMXuWYMFirruuOJ2PKTt85fu3iuw8/lixdpLj2XyREXlEwTfmKJRoS6IPifsIAQVg2EKr5g2RMouX1FhDA7C2Hgx541WjN6EsIIPySEwQVp4xK5fx0/1CLgBLMYtRY+R9DpBY0WixgCcgx6VhhLffx4x61hU4WCea937ifH+TS2wo/esp4fy0xXouOh8OJzj1y+de2KOIrNzOzOdVxQeiYBF5SAC2oIUeKCwkKN8NMJYb6iy0tDmCtvdebMjqzJlkEI05nTWmNKbUgq9YlB/IhMrxCwggpNKYSdQy2oMqTu87ON/JgYP80BwWtDfpZeevKmGB5o797D+UI3hCVaIawhiEJYIFz1hypeuCB/yeUrivjJmWxZgzVD+DG1+dEN42egdsojY6mfn3Fr2FQ/C/xoR+eH7odCi88/guTnmpifo0dOEH5oFp3KzCZTM/Fkk4Qwxg9Lobk+ftwFqzPf5aeVAqVU+qRCl5DIfNtq3LvATzhYGJGfcHgxl1mFbM7tnemj/kxqxeOb7+Oni43ROvPMjXP7Vw6NyE8ysfLqY5cy6d3DMuc2S+DnmQfP37h8QczP8WOn6CxsPpOdS4OfdIefBh+d5iL1EF+j/FQZP25fyektgh+bM28BP+0USGtKE37ggu6En+hYGsRPdLIanZ9YdPl//btXP/7iNfto/KSTK/7A2Jn5q49e/K3PPnZo9+HPvufml1+/rTM3VBs4n6997KFPvHx9NH6I8/mnH7x2YPXI6PxcvXBGzM+RwydoCr2On0RqZhA/FU+g7Orw4ypQfnJGa1ZvyYj4Sfbxs5m9FONpl8zfy48iOlmFg8XR49ff/tErj18+0/mI53qxuQ+2DgQXrI6ZWmnN559fnTuAj1hQ+qMvP/nwhdN6c5PjFvctH7I6ZqORJZTRGhuN6h5BWKoU11By98IBHGEVphIr/+8v3lstrmHfaG3+85++dvLA0XRqpVZeM1iajepeYFPMr6E2r3+e8PPStbnpfankCjhJxJcPrx2eqe3FfiG3u5Ddrbc0pyt7wE+5sLZ36dA//XBL/OzdczhfXGD8pLr+pzkaP/k+flJKfXJK5hXbt986Uk1iK8adulN+JOr4qPyE7pwfGPHRS2ceuXjmf/zByyZr87/8zgtvvuv6Vz7y4Pd+6al4bBnWf/HBC7AjziLWfOvzj8O4wOOtd9/44a88s3fpIPbPHDr2N3/w8q2zp1iF+IiDLs8cS37+2++++IGnL589Qg6+/cHb8Eto7o9/8anV+QMPXzwDfr755iOvPX7p7//tu3Sm5oPnTwPI//mdl4/vO/rY5TM//u4rX/rQ7V/+6ENnDx/7T7/x/HxjP/pzYPXw6Pxcv3R+3fxrdi1fWMiu5ycq5keoM358/fw4u/wghdYY0yPy06fY6NqljEsVPeuHnrFqGEVb4ccfmH/h9vkPP3f1X//8vfj4F998DiRcPXniL3/7BXxEvNizePDGmVM//sNXPvjMFfAD/wMS4ChACJwJ9uFVvvP2ky89dIFVeHL/URwkmQ/l56++9dL7nry8PLcfBzPpVbd3/gdff+aJq2fhhXAhi19NyqTZNgP2nr157q9//yWgdfrgsR999xU4IlT11Y899OarN1j82r9yeAg24vz52Ycv3b7RzZ/xdr5QWsyR+dd8mvKTIPnzjIif6RAPfmot/+Mn/Di8Jbu7KPI/Ob0lqzVnuvxIvdtn3F2KWJ//uYf4eera2c+/79ZvvfXYYnP/en5Otvl5N/gBEvAwyF5whPETi5Hl7oH8AMj/8yfvRgRkzu1f/uN7Fpr7GD/p5Cqw+b1fePw9T1wS5z+MH7g7SubKn/2bZxk/cEQs//niB2598QO3GT8IfJvw017/6Zm/7959qIDgVZjPMH7ShJ8Y+Ik3hQH8VD3+istXZvxYXQWzo2Cy5wk/1g4/aaU+Na5x4VLG0tS6/Iq+5R+zhk3FhUoj8rPQ2PeDrz3z+fffwmOOqPHktbPnjhz7D7/2LILUn3/juXp5z3fefgJx6vErZ5D5wPpf//jDv/jhByORpc+99+YvvO/mpeMngBMYu3jsOGo7snYY+0hUQCC8U6cVwIMIiHq+8IFb106fhBeCQ0NJIAFmSvm1b7756OvPXlmc2Y/633rt5iFaDyIXguZHX7iKGPfiQxeeunbu+199GoiCn1p5z/d/+ennb1+A77p26uSm77/613/w/qtYWmwHL8JPss1PhPETmQ4LlJ9wzTecH8swfnaNT0hHEnXineEnXLrD9Z/2hEhl6D848ZcXjQ012vqzhk7BmIa8f+/nB+/fq7WVfBHBa4E6H6JEehbBiyTP8SYfbRDnI0wH2/x4glV3mx+biB+DNaej/KgpP4p+fiZt3J8Efsi256DqrvMzAkLN0RHq8HPx/IVafbVA4cnmGT9wPnOJ1CxLfmjwavPD1f2MnwDhx+kr2z2UHyfhx9jhx5RVGzNK8KPr5yc2YX7W51f3Fj9D7K6/B/lZ54IoQn2vw0T8PP/Y9QP7j5XKS4An34VnPpWZo85nVhS8GmGS/EwHwE+o5qX8uPwVT7ASjFTdwbLFWRTxkxPxkxyfn8RY2oCfxATFhcv36PsLg1hb5qfPBYkp6oCkt0AzWJU6sLYPEy7qeRY78BB+sh3nMyPEWPBq0OA1HQjXfeCHBC/if4T0dL45E81N2zwlk71gtOX1lB9Nhx9tclzjTqnGVB8/U6r42JUM1b3LTxehxjB+xkCoORChfmHZfN/qnkJxqVRepvAsMHgYP/HUbCwB5zPDU37ClB/ifCg/NPkh/kdI1XONmUi2LuInrzUTflQGwo+8j58RjJscTz31t5pITlBcuPIzw08XIc1m/Oxd3gNyOvCksvPJDDSXyMwheLWdT5M6n0awFbzq3mCNBq+q01dxBSo+vur0l83OIvgxWAs6MT968JPYbuPeO/wE+EOp/Hk+TqbeNvcqtjBHuXGDfPSsZsuXOiXjmTN+7iB28pUr+eoVH93vCAc7+1bXyrrcu61c5TLbyZQuuAJ7GT8MIYtzCW0ZrPNifvw8eYsKJHKVS3bPKgAICIdGQUizMT97ltc65KRATno+kYLnmYsxeOB8KDxwPhSe6bbzqbkJPFWHt2L3lK2uksVZMjuKRsaPhfCjNmaVhJ+MTHMH/KTG0UB+EmNWsok4biR+9h5+kVr/8slz79976IXFtSdL9Wsnz3+gWLu6uv9ZHNl/9OUzl16Ppk/tPvDc8t6n9xx8fm7lsfnVx4+ffe/tR99aO/DckZPvRg0re59B+ZPn34+D2KLahdUnzl/9yNHTr60deP7SjY+jzKETr1659cbZy6/vO/LSnkMvQChw6sIHy43rS3ue2nf4xUPH33X45LtJ0/uePXzyVTSH/hw59e7bj3/21IUPWF3LK/uePnb6NT93oLn48IGjLy/veQrHT114Pwp7Q/sJQusp6hH42b24lmbkZDBbp/AkGTyz7cjVpJGrAXgC4Wlfy/nUXIwfT8XmJvyYnQheRaOtoF/Pj2IwP8OMK1GnpsbTBvz0lVQa81NjV94Sx1VH4QfOB45lYfcTsGC1eXN6/kGwFEuf9oYOlKevZ0oXC7Wr8yuPY148t/zYzOIjleZNHK80bqzsewblGwsPweioBxfC3GAAB1Fmeu7BYOSIkDiRLpyfXXq0PnubLFSuPtFceDiaOgUCa7O3GwsP+/hDzcVHzI6lQvUKsMF2dvlRk30xU7yAdov1a2jl7JXXa7O3qjM3Dda5Uv1qbeamL3wgW75Ynr5Wad5IFc5Fkifg0PjE8ZYX6mgQP6uLu1vkpInbYfBEWvDMiCJXo+186sT5IHi1nA/hhzqfktFeNNgQvApac15jyqkIP1mFLiPVxEcx7nArSzTprfOzFY3Iz+hiMa5HgCGSPHknVbXznyFZkNY0U5+7bXEtj5wFiWLZIPn9CysLuxOp+TY5c9TtzAoUHo7A0xTBM03hqXecj90LeCpWV5k4HxK8itT5EH7UxhyBR5+Vgx91fFzjStTpXmnSAw5SbRS/Nip/Z+Inzc82pNCb8NOTRY+JUGMQP/PLc7tb5CTnIuvhCXfhaVB4pr0hAo/bX6OZTxXOxwrnQ/kxOuB8CD9aS0Fjzqva/Mg24GeSxh3Ej+Qd5YeLHxuY8fb7H9gFAS6eOT0WLch+k/lzSI9F/DR61E8OkmqHd40hZMa+f62DUDByWDM2Tg3wszS3Gk10yJkVSMyagduh8DR74QnW3XA+gAfOx1NtO5+yiQYvvbVIg1dBbcqrDIQfuS4r02Ykqvj2Gvfe4weZCaY/yD2QbyDJQb6BHAZTs5mlR5DDsDLInGNp8n0eJNJIax3e3dhfO/g8UmhkRLgKmU+2dJHMziqXMdXCfAcVImtCDYu7n2RlkPkgt0F2tLTnaeQ/kdQplESFyIJwFWooVK8iN0YuhCzoyOnXLl7/GHIwTPec/j1IhOLZM5iLzSw+vPfQ8/Hs6ULtCjLn2swtkDYiPwuzqwIlh4/NUrezHh4e8DQoPNMUnrqr63yqVneFOp+y0VGizqdInQ/hR2nIUeeTlRJ+YuMbNzOGNuQnM0HxXG1EfvSWOWS/B4+9gjwZgq3J/urj1x78FBJaZMUW5zKsCTNhLsb4WVp7CpNr7M8uk7nYUy98uTH/0JlLHwJ+IOT2Y59NFc67A3uRJD/x3NvkSx0LD6ULFzBlQ/3IsYHf6QsfJFM/Q2OWzOaeQD1od3nP05dufAzHwaHOPHvw+CvAA1M2XAt+kOFfuf3G/qMvgatzV14HzyfPvQ9lQpHDSO9H5Ge+uUrIiTJyZsKRmdA6z9MPT43BYyPwVKjzKRvsJep8itT5FFRGwo8c/GizUk1GooyNbVzNOFJvwI8mM0Hx/Kj8AA+zYzEcPeoJ7oNMjkWXfw9ijcE2D2ycvjWYz+ZeMdoWUAZWQM4Ma6aL5Ls9mApB8EVYGjLaSQF4LVzlCe1H3MFyjdO3ByTYPbsxvw4Ih7EFfuAT+yijMc04fGtYSvKiEt8amkYr4NkXPojLQ5EjqBYhjM3Nw7GjWJLycQcw1XIH93rD+72hfXbvar56Gd0bkZ+55grICa8jpxnohWeawlMn8JC0uWqD83FVLM5K2/mU1jkfY14BfnRtfgb6n6HGko6jjfiRjlnPcAm9/LQzjbuUHrdebqqNG7XY6HZplCy6L5e+g4wa/Mw2VkIgR+iQ0yTkcA0fgafRB0+tBY+7ut75lHSUn7bzySv0ORq8NuQHxxWkWH4De2XH0CB+pKSJ7AQl8HWvd75lph5L6e+GmHHVw5sz3FWEwM/M9HJQRE7b7YCcHnjI1t5Kexg8FcBjtJfhfCg8RU03eOXl4EebYyPfzw8zrlzXLdMr7TgayI86MV4lm0kQevlpfytsVAC42HGs4KkNzeHFbJ7dOfLyovWxs1+sXcMaINvPV1s7eEVi96z18IPohgxZzA+iGDQ6QuqR+WnWlwNcl5wOPCDHE2jB4/LVqeep0bQHkatqdrb4oZGrzQ+Bp0CdT77FBh35AfxsZlxcO7o24mesSjZVRJhex49+bOeDJWi8uTh4/F2Hjr86Pf/QjYc/nStfPn72fZXGTcyk9h5+6cjJ1/Cq68CxV1Dmyq1PYq7kDuzfe+jFwyfejRT6yKnX5lYeRz3nr35035GXUQyzvEef/gLO0vcXL569/OFzVz4Sih5dO/QC5nH7jr6M1xxIvJEgIW0+ce59KIZKkG/fePjNs5dex6RsixSBn0ZtuYNNy+0EO/BMM89Dc+YuPBZnlcJTYc6H8GMp6iyYwld6+GnZdxA/w40lH0eyQfzI1An5mPUM1wB+xhReQOBFKt5SYdtceAQWzxQvAiSLayWRPVttkjk+ilVnyM7Kvmcx29KaZov16/A8IAfHazO3NcYZ9hoC1GGSBYpQw/TcQ6HIUVSbyJ2LZc7A+WCCho8oYLAtcLFjmKZhHoeDeG2BiT+meMiZUQDp9KYIDQHJ55+fri71k0Pg8U+7fBQeb53CUxPDY6bwGG1lCk9Ja4bzKaqNBZWhoNTnFbq8eOSlquhYxtWaS3LUMLI25GecSjZVNNLwkr8UbmxRqcIFrXl26/WMJfVYMo4q8FOvLAEbSk7DE2i0yGnD4/DWQc56eKqAx2SvAB6Dtaxj/AAeU5E6nwJ1PuvU7382Na5iHMnViUH8xBVj1iOWxlTqOTIpft4Rqe9Ao/FTKy8xbBg51O201A+PpQtPxUCcT5k6n5LI+RT6bSHr8z+w+CYWRD0jS64Z7H/GqmRTxSLNu8wPnziRrVw2OZb6T2F5B1t3cJ/e1u0SFz9uxyL2BBEyjMBPaUmMjZOIxiwPhcdds7lqIniqDB5jGx6dmTgfjbFI4GH89GkwP0ONpRxHck1CIvOSf720rom4csx6hisWvdv8YH14Zf+zi3uewruJUuMGlpHNzmVkO8iLkAJhnfnYmfci017d/6yAV/aGBlahDxx/ZcL8DJXPN18tLrbJIdi0yamDnIHwmGzU+VjLekuZwAPnY4TzKTLnM1AD+ZmgZVGbROaTK37a+MF0qTJz8/pDb2LStLz3Gbz+wNR+98HnVw88B5Yef+7to2fec4q+tsBrL5THnGtp79MTjmKb8VMpLraw6ZJTZ+QQeCg5FgeDp0rgsQKeCoHHUqaRq0ThKQ4Z+Y340ZrKG12it7WqHUXwP1K5T6YI9PAz4uUjKh5r3jv5j9rYnFl6lHx/9S4kQkP5KRcWW9i0yKnbmNtxEjG3Y7YPgIdGLup8Nhv5AfxoEsMvcXM1zO9GtKyC8OOXrfuJM/AT+ynm564m0kP5KeUXGTaEHJeYnBpzOwQeW9UIteCpUHjKFJ6S2lDa3D+o+/nZxDl4+BrWl1D5KAI/gEfax8+Il4+oRGzmp4Af1cT5yS3YXHWbs4VNm5waI2cAPGYGT5nBM4rkqkgPPwp1fKPCeksVWyxFEj4NIwm1IXit/4kqj1qXGPFyrbEMbVos+dPCj2qi/BSzC11yHIycWoccAo+VyGBh8FR0JgLPKAPe0UB+NrkK9Y8shSaO5Fmy/ieGFOrYiJdbnNMme31IAfqwlJOx2Z8aflST46eQWWDYiMlxeBpdcgbCM456+JHIPEptfPgl2hGkN1fZDmjE5F0i7eEnqh2tnoGyOKa7H01oq5L66eJHNSF+8pkFs73Wkq3lc0zWjtupghyMHoWnwuAZV3KVIILHq9EHzY40FgGGXKIzVkaXkvAT6nVxquhYlfTK1HskFZsDP9uxinKvyziUn/S82VbrYCMmh8BjpvCYBozn6BLzI1P6THbOE8pjlje4TtPYUqpjg/iJ3EFVQ5SOz/kmwc9Gfwtz9zVab+kvchg35CeXmhdjY7R0yCHSmScw8j3+R2sIWsg/bq62CpBW+jS0QpdvTvwRqU7/+ws0ek/xA3tdOX76T79480ffvH2PCJ1Bl4aDtCk/2eS8GJsOOQQeU3UiI8/46cyvkf+otLHB2LSlHyqTtS7+qNyAH/1m9YyldGJ+K/xcP3H6//7mmX/9zVP3lNAldGwr+U8mOW8wV5n02yO5iicGFYUYJLfD+TGMI2Xf+hJtjjeMWc9wZbbAD57xv/jcpX/51aP3oNCxEWPZYH4S85Md53bg6wqm7OMnMkF+FH384HWGXMndO/wYbfN/+4tn/vkrB+5BoWPo3jvOTz82HcmUnJgfzLUxox/Oj9FSG11KdaTP+YRkyvBYlWyqbHJhK/z8+PMn/ukLa0P0649kv/lI9o9frIgP/vjNpd9+It9z5NOnhYE1fPvp4l99bJ7td8qg/PB20bGt8INhueMhNVhq+qEYbMBPiCS3k+NHMYCfoEwRuqf4+dFbR/73W0tD9NFDgbcvRN617PqNB9Nfvhj9tZvJz58VvnEr+fVr8Y8fCX7yWOgfP734Jy+W37vmeaJh++L5yPdfKH3mJPdnr1b/7o15FPj0ifCvXE98//nSly5EP3uaf6xu/ewp7ttP5FB+eLvo2N3kxzAyNiJ+wn388MMvMVnqo0vRsz4p9WI5WqYIjlXJpsolF7fCz9+8sf8f35gdoo/s9/3+I+mrOf3DFdM3rsU+vM/7uZPh7zyWfn2v94m65YU5+49fb/z7Z/KfORbExy+d419ZdH5or/fPXyr+wydmn5y24uCnjgS+cT32/t3ur12K4OMnDwe+clFA+eHtomNb4QfDsunQGS31cZlZx4+ilx94pOGXmK310aUQrQ+wJQK8DpPKA2NVsqlyqS3x89cfWfuH1+tD9GsX+V+/Evnt69E/ejj57dvx9684X1t0fOaw/xuXhS+fCv3qBf6vXyv/zXsqXz/PfeVM+Nu34t97NPXVc9xfvVr60fsq2Pml0+HfvBr5rWvRh0vG9yw5cAmq+uGTGZQf3i46tiV+UosDh8topX7GUtPdKTYdSRWhPn7Cm/EzPboUdH4n4sdH+fGLy1gd0xbb9FjV9ii/NX7++/uX//69pdH17euR37nC/+dnM2Nd9V9fyP7GJe4Pb0VHvwQd2wo/ecIPGR+TdbrlZybBzHp+gh1+EFawA6ImyY+S75l8AR5QxM5arNPeUDOamQtGZqz2d4Yfran5Zy8t/93L2XtQ6Bi6t5X8ZyuxaSR+5F1+SPJD+AkOv8RibYwuOc3PW/DICDx0rdLLzlrtDSE1V11cTBbnHa7GWDWLVUgtbWX98NnD+/722cQ9KHRsK+uHWFbVbSc8lJ8As2yXH3lg+CVWW2N0yWl+3g2O7e8CIWCxAv7wTDw3F47O2hwjVGgffLyQ3hI/OvPMK0f3/OUz1R8/m7lHhM68fHQPOnaP8yP+57mMHxzZ5P0FnevhPQWiz+b8KEJ9/JDvclisdVbAZm84nE2bfZN6UMAfnhWSc97gTP/Z4tb4Yb+SYbDOubzL94jQmZ4f8bhH+ZGt50cRVGyWP/cuR1OWzJQlm73ZI5noLy+w8sOCF1yQxVLrLzxETlczkZ+vLixF0/N2R+/ZYnp5XH4m9h8u3olfU7yX+PGJ+SHvL5ShO65NT3EyWutI+M00Qsnkgc7MvfNXPGjIbKnY7c3RBR8FcvL1RT4+1+GHhTOLrTFi/nz3fhHoLuqd5sfbw498C/wM8W9s5t5xRHpTsTUFs3XUoGp97MytTIRGLFnULc663TttsmNC0TsJHfL+fVLMRFOn53a/tLTvPRMRqkKF2/RjVuzGvXeFH/E/N+nwozWVJ+7fkKKzv+Jhjkitz07wLjBQne8fboeTyZSuLB/8xNzej01QqBDVbp9f8nrnYkJNqcuq9Dm1Ia82kL9E1hhL5HuqG32z60746SYnXX6MpS1Wq7dUDbaq3trlsz1zby1Bq3TpLdRfYX9jQv/ArYDxiUXq2/f7z1rTzOqhDzVWPji69p/41CjFUC0q3z5+okJVoU0PkVKXocqqKGZUeYjyVmiLgVekA87waxNoqvRMvtiOxljYIj8me9XqqZmdtU58pMmzrxPIlNqkln1nuy3WPUYF+8vHdv/z9KZyuE3c7MBxwEBtHz8Oz8rc2gcq8+/u0crBD3/iM989dv7Tl2594dSlt05efOvctc+dvvzZExc+88Znvnvk7KdQ5tLNzx879+nrj3ypvvSe/hpQLSrfPL0xdieJk+Vnq9KkxPwwW2NHrc/dATNin6CzFEyOot6al8ha9avUPItlzBHJlMIEb2R7+fGuTi+9Wmi82KOZ1deefOGrX/n6Dz/39vd+/ovfe/3jv/uhj//uRz75rQ+/8a3XP/F7Jy9+ambltZ9/+3u/9LUfvPnz391z5PX+GlAtKh8Oz2a/zPlO8iP+cZV1r+DVMebcWOgEEjQjqnS+/0xRacUOuAWFNtPnGNNqAxxjl0+lmqORK0j58UmV3E8KP1bXUm3+xUzlqR6VZp4/eeETs6uvnr70yb1HP3j2yqeOnvnYsbMfO3zqI8fPf3zPkQ+gzKmLb+w79qET5z9RX3ipvwZUi8p/cv2PXPTPd9a9QlVFNwqXAOZO+QyKl6Al8oBEGZEohSkFEy+SgOP0bFSqgmLkJ600SYU2tVFD4VAlFJrfvly0NvtYPP/IxIVqt6/PGBAMy/byQ//5RSft6X6/SxXZoluDxWWquFQp9Cz+0C+P0SVozOvXMTOiCFdtoro46YzZenFl+2zh8q+Vm48K6ZtC6sZklL6JClHt9vUZA4Jh2WZ+Yv38kCij5OnDLtZGqKQoLXHYFO6C+hORueVh8eIPo4gtQZN/6n0n/PTjFAWo6MNsdUFv3sblQb1llo8fjaZOTkSoChVuY2/NjbnqwraFLWb0hFT05fl1f+UnCwyxGkUl0ovKQLX5YT8BxGbu7Va8k+CnK6U2stxYMph/CleYxxUGYbW5qjNlJwdMx0VE1ts3tAE//smYVR4SL/6Il6Anzg9DqFFqNErLPLfg9c39DAo33iyvwBVvGZ4U+eGvfmB67Sv+8k9w+/ih3znsfPmn3cqk+WGSqQSPOxUOZrlgrqtQng8XBa4c4StRvnpnSsdr5Wx9IkJVd9yNIQr4y2p9ZnuZ2YCfdZpMctKqn/EjaX15TPRDQApumxAaLgnNmjrTOnEePnSpNn12d/3qgemJCFWhwu1d3Bt5Dj4eM2LJAoP5mVRwkQU78YslP+t+SArZ0TvBz2ColGxmR7iiaMWpEpQxunqgSR5drE6Kn2OLtXeQny0xs86+/g34mVBwka372czOl8fa/ITuHX5GkULNL6WCzYhvmvfOx/3VsBvb2aivznk6HxuCF+p8xCkU6HzEhbgclai0sS6Z2tT2A0OnSxNhZlR+uEnVv6EQ3X6i+IGa0fDuTKgpeLGdi/qWU8HOxxm6XUwEoM5HdgrFULjzEZUMcoCRdlSNb7pe+o4B02tf34b8TCS4DOdn6CrBvamoJ9TgPQWfY5rz1MLukt+JnYKvu60EXVDPQRRDYfrRgctRybhLpu3Y2gqvfYpKyeLbaIsqE9T6n5XbBn58Q/nx39WbnYQMeg6eBAzUw27sAJXOtoptxNfgPBB2qqJTbItLcCF2UMlP3I2Pz8/Gz4hyWJ1SDXGYEpXQU79U4ev5Fc3+WV7rqhFaWdeiWhh+XKKe5FOZ9XmLPkfKYcU27bSRrYtssy5bwevIeewQdrKu7ilWjF2Cy0dtS8mP5U8kylFHZqPy4/MzgByJ3EvfTw0LLkpzXKqNKEyxTj9VtoRcH8Utqx1JHNHQrURB46MuKNcGlSZObROmZN1WyBfpKTAYJVCHyzVOchV25IaYwtiqHDWLZ0lkVFWkvExHLkExtIUjahRT8iprHMVwSmmJy3TkLOBBl0gPrQl2bSsZRv14TWMiW8Y8thAKyLStRwBXoZ4esE2GcDXgzLvtZb+j4LWXfY6i11HqbKlKooMoQIr5HbgEFxp16x5MVj86z6yJPuOmMLzoFUaD3Jc9wfqGU2yUevAghWkPyZiLkMBdEDOpyVixShiTrCrcODlIRwBDRMZQKeA4Gz02AqxmNjg9DzgtwCkN5P2CQh+SqvwqE8e8BKzceb/ZMSIqlxuipDO0z5qWReLsBiHcPu0DGQpmVnQGzCiNHODRusiLNsKP1KM0hqVK0gp2UBJ4AEWNK8luio0egxAt4iDbJ02oBa0rhbMoRkijI4wyECphPWEWx5EWVI4kPrIBlFC2cRB9w0HUo2qfwrZ1FUxGnwXSeXSDXgXwSK8okOQqW8Jt8Rc89rTD2tq67RmnNe+2ZZ22nIsIO/iIgzjVLeaxex1B3KxMTyDBXShNpBtoF11iTbD7Qj9pW7HOU8AeEzLyztZooM/YR99gStJDY0xNHzRcRZ8jGKX1IMN2jJ/W6KEkG1LKm6bdFrDBVaQtU6stNlykLeoriIwxGJ0YxU7btfCEHAuvthJmsCPTBJiXUNuIXdglhG36LKADaEVhiaidMbUzrjALWk9CbuLJ1ki2KhtMGdG64+yjXB/QenD7Qa0bVYXUDngJXmkN46PcECBbI4diSmtE5Yh2r2pvdd4Ea0tlhyLr24or0ZY9Ki7f2SpxlYP20CL0nFKYUU9c3JbOlyT7aMssoC2Nq31f6yvUuFqn1M6oRBMw2AIOs91jc7otDrfV4SY75KNLtCXHLa1TLqtTrXOr7LxUF9LRttANDbrRuSMvuTscwU0pbZGh9xXDiPWcUjnIQdJD3DIZt+4tkOG1RzEaSvFomAQUFrfVGof1Vw0cDZij1QFmRLbVk63KyqlsnMYhKMxh0X0J7L5UtC2Vk/vZlMIWlOhcUzrnFoVKUNXP7DAq7aGfWcnMPqnBDQZ2aRx3IFyIy1HJz/IYKqzB+4LkloDM7JeZfFIj5CUyQB4qb+uI0YcCKIbC90eMSWYO3Nd93bGkRv993dedy+C7r/u6Y03pvPd1X3esXRrPfd3XHWunyn1f93XH2qFw3dd93bEekDvu677uWP8fjPu2AQ==',
  'night': 'eNrtmveTpMd53/8DAbiwYXLOOeecd/JOntmZ2Qk7Oafd2dl4h8MdCkHIAkCQBAWJIm3Jlskiy5YpWyyzZFISg8gSSz+4ZNJ2SSZlkISksk2JlJ+Zd3Zub3bvcAikTJtV3+p63u6nw/Ppp3sixZqkvJv44SJRHyEaog9wuFhJc2wxPdmL9WRLAqcMnK8h6MIYqYeoCyOP3M08YyPDcGeottR5N7x6k2yKn/kUGBtpunNr0QrOl063JJzcDwsAA8Zn+3PnV3t+uoU9ncKSQIs3MKKp1jhWtMiFOXtEhFd40UInNM3rxRuke1nB4IgBGBchMN0ZuisNj6SzmjOfKEEXIRliOOUmVrEJNtQsfMCG9YB4oQLFkiSbE3Oq5gRRFyGb40RDjGSMgQPNPgUCNkKJ5c3CjFMCM/hAj2pPXbo7FITPRmbhQHemATgMyPfsaCO7+sRYEWshTZxADq8KXsErZToPT+G8SlBdI2lWGXoopyLPdGYj9VdwilWmCWbBKfxTUBYkqFl008Cn6AALRhZEi/2IUELvdZrpMZzyMexcj6Llj6JkiL1C0lwnajB0I4qim9ZjFAu3aStVB5NCuaiBoWBMjDSAU2yixR46JOpGmqCN4DWQhwG0yIeVByEB2IEcLJKgDUHiLfgwbCnGLDemhiUBqwWDOavhbOS8qVfcsV8DeZOviv01JJEgTFhAvVaq18sIiusULWKsMQ3XyXMbdJWoBoBQgo3sNayEoA6jJdPVYuUBgiZM0EUhMVbZ9lWWDSXwTPmIfOu8jVloiiu4GRlEKBmUNL7du5k32BOB6E4gUmh19krlbjharDdHeLoBHK4R1VA+si4FPYqWXcFM+y6wz6e4V2tcFywJrw4TtGGs3A8l5CdsmcmR/h/18fdr406k/L3aGOyGN/dXtb2362OfJyf11y3+p3fab5U6b4GhCvaRBEP4iHRupsQ+hUBQAxNIFYQSAIF9hz29GxdGcYWgxkgCyCaS9VEU17HGATnX+W4gA/t7jayfyYBi21gSO09up3AMENp0NEgPjBJHVdFYKo7YuEZSXyFATqqhfhUnp9IUFKocQ5Q/BvQQISQBDkp2Fa98DCO/gldfpxrX2TYS30bkW9E8OPvOFaZ1hWEFAyN0Y3gOjNg3ZwWr4m1MxXfD4wub5Te2mnC43kg1X0424Ji/mWy8lmoAB2WspXWcRrdfjG2/qLGfqMN95IJC+HCUEYYkQBP50TTzLMOnusvkXk3TnmGZLclyjWJAaKxQ9Bi6Hk3TXafoz/jomXxjwGYexO0Og4kAZwSlfmRFtY5VmzWmWzveHb9VIjWuUObdwa4ErTcLHrPOhGUYFoMQWAYaV09iGxYjgzNPZLTpTVadiS+ejwDCMAwymVGtMkvVDjTHBhgXg1wl6eBxlWVHCT1w9rHyzelhnDHEKeEMhunmlNq2K9ENQSrrntBXgvzBqUIYWQB2ZI2kXycbVkn6K1jleRSPrEl+5brwV1ZE83JqiB5ZkT+GgeOmA13BakFXsVo2z2DSmnRqI0donAdC0otEhv2o5e1/1cvYTHSq9pEV4KPG4jVOleFbr5eeyjkUYsMKQXcFp7uG1SpEhud2XF99peBUG0kM4wrZsEY1MnjWkMNdD7nTfp/J6OfKPDyZV2MMJvz+z9xIfP5WKubzSTU+vS0WihQaheKtWvzzt5Ipr4POM65SjXiOFeGJoupQ9DO8zGmmrXGdcDwhteCcwiUAJV7iZ+szIIoqBgdkARBEkvtZCjdb7cdJ/NBlje2ACwThf5WkRYK9goUE0D66ql1Ba9F4zRpmaiNaxWgNUuMn+sHfHEdMGhOKor+C0T26piWTdQ6Vqey2GqVGLF6HOF9HaSU8g09rssiNNKr+sbX5IGBbFUav1iQTGAkUC4Fmo3Fceo23Hfd//7dbz1Y3t0KJDU/GH8jFosVBqfDW0fZvneaP2pVquVUpt6uVzqTd+Mik8GdvlH91VGzsVNLpajxRVho25QqLRmkwas0ckXX1LKlgE3FMA5ahW6PeTXi4KM5fZXAqQQSZ32DzhzzugM8Hd8V16EvQrOEUa3gVlmrAknXXMRCFDtEaRi/jG/VSg1ZswhH0i0q9xPR82fdyPaCTmFbP/K+u60kkA5NuwBMNV9bvDgIOUA/dr56rvI4xQg2JbMAQTTiKjcJysfgerSZQCIVe7UQH2/FkOO0P5MORnWSyUilUJ83qcbc+aHaajX67Oei0hrvd/p291rP7jdNBs1HtFAutbLZRzJYPa9t/8GzujUE8H02azHG+zE/iOARim8toM2vMMrEFRdJeJ2rn3GhmuEXhkoccQ2pIHLPH4vjmG+UXKxsquQlFtqyilGiUmEOVm+Rmg8wo4pquYwyPrU9FpRqDBstXX8o3fTY+23RlVnkFZaDRjDqJGQQGPF5BGRH/96qraCOKaCXSnXSuhyf2y1ShDUc0tZlIhtKBYD4U2Ukkq9Ooi+16tQtYup3RoLc3Gox3h/t7w/390Xgy2h32Rq3msFbt7ex0qsX6abPwH1/aeXM3uZNMWx0prSGu1ISDjsBLteDv3cn4TQ4GZRrvdSy8HhlA14jwpmJ2a+GMVzBGFN5kkFlPM97ChkPItVxFm4APFi3WCZV3sq4/einv0ljxJNMV1FQUqtmjs/72JJZz2rgsM1K5TrBfRZnWsFNdRc09359WcBYc1UlhudkCv1C2qdBG9eakzZlx+/KboZ14oprJNovFTrXab7eAzHhvNJmMD48mR8cHx8eHx0cHxwfjw/HuZNgfd9q79dqgXOr0qtVJrdgr5hORnN2VNVpSGn0s6Aw9UQi+tRf3mVw08owPSnMNbaJSzRyWkUE3X4dY0BZEJIpFLnaKhU4Ufvq4hlJi0GIlT9kMOF9uhqxKG5Y491zBWnhsq1Zqk/CtKIJlMcKHJUBNoG/QuT6eeFOijGgMCZMt7XTn/MGdSKy6lW7kC51qpd9qjgb9/fHuIQD5+Osvfftr/+adv/zjv/ven3zn2//+X3764yeHJwBtONgHRLXqYKfYyecaqWQ1GCptePI257bOlDIao377ptfik0vcWKwC+MC9ChwcatvxlttvsNPp1quYu1rB2a6d2evoKU8yQSYR2JViO51hu4a96wn2Gt56HXtPd9AawXnmYLuOsy+1PoygI5rsJDE9TH5AIAvLNHGdacvq2Hb7ipvhcjxZz263S6V+ozHq9RA4J1/43Kd++s63/vFv7tGff/33bpzc3B8fDfqTVnO3XO7n8p3kViMUqXj8RZsrp7ekFdqERBHhiYMUtheDkc/46JhMW9rh+N4/b3aDTonQdQ1rv1QIHxRKuoKzr+Lt93N7sFZwjvfcBe/AUN0Utp8tCokUUaUuabBkHO6CN1AKR2updCtf6Farw057PBoeHE5OPvnm6wiQn77zzTmcd775929/FYwvfeF3jg9O90aH3c5+rTYq7vTTmVY0Xvdvlp3ugtGWVetTYmWMIw5RuX6EzypGh6fYjQpn2uG0qp1kmv06znleK/i5sY6e5hsaJV1y+LC0mGipZpXgwtG8VG6QK46IlXGVYcto23Z6iv7NSjTeSGc7EGa9sdvrTcZ7xydHN777518EFP/7+3/0w7/4t1CC/ZMffuPv/tt/AOPHP/jGnVu3J+OTQf+g0dwrlQbZ7U482QyGqi7vjtmR0xjTUnWCJ4nQeUEMRgbxwqswrAFPcTKYTiJ1tiS8CxGK4l3Y08c5H8n5yp+F1kgeKFcIG/NHohvP8NN4IZ40KlEn1caM2Z53eUuBUDWWbGa2u6XysNkcD/qHEPjjN574yY++OePzlRmfrwCc//W9L//kh19HcunXP/baweR0ODhstfbLldF2vpdItTYjtQ1f2eIsaM1ZmSbFl8UYgtCcD9awtLwVgvtSLfjcz+FdhaL4oFwlet5Tr3WSl8AM0Plhniwu1WxpTFmzowDhBMP1eKqdzfVK5VGztT8YHE32T+888eTiwvnpO38K5Tvf+XcA6kff+X2k8lNvffTw4MZoeNzpHJSru7lCP7nV2Yw23P6K1VXUmbfl2i2+PMEQRDBoKcJnaT2rRO+lQqHlCJ+LTetk3/16gTC04ANa31UwOIG5SRdE+LKEVJPWmLYtzqInUAuGGzM+/VJ5t9mazPjcuHHyxN/+9z9ZIIK0ATJTPv95zueVF144nNwcDo9b7UmlupcrDGZ8mu5A1era0Vlycl1GIE8yhVE0WgLxruOMyzGSfBe1Rob7Cskf8aUOPzutU/wEVoglTvBkKakmozHlzc4dl68aCDdjqU4mN9gp7zaak37/aDy+cXJ868tf/AyC4sd//ccA5x9+8PX/+Vd/+A8/+BrU/OV/+hIAnOzfHAyOm62DcmVvOz9MbHU3oy13oGZ1lXSWglyX5ctTTGEMMmHOZxlFYKF1SnBho9EyhM95h/ctuiTKUcXBwLNDXHV8nXJfTxQlSGCF6YL4jE9WbcqbHCWnr+YPN6PJbnp7UCzt1RqTbu9od/fG4eGtp5585u3/+pX5EfvRny5y6e9/8I2Pvf7q8dET4/HNXv+43jzYKe9lc8N4qhuMtDb8NYurrLUUZNptvnyLIYwjwaJwpqX1rFM2LxV6dh6nSCnB+/k8WChqCMeIIDZZEOUoU2DgmGG6JLY8Fy10/hHPjNAECa5sS6LZVhkLRkfJ4a35Q61wopvKDPLF3Upt0mofDQan+/uPHx/dfv7Z5//iz/7g/Juft//LVz7x0ddPT25PJo+PRqftzlG1Pins7KW3h9Fkzx9uuYN1i6uiMRel2m2ePA3bMeeDNy0HQg1fKiTfZnzu6/OuQi2NSY88TC8cM0rlJzjStEi9rTQWDLayzV3zBJubsW4iPcjmd3cq+/XmYad7Mhrd2N+/BYhu3HjyI6/+2ud/97f+9Wc+/RtvfvTW40/dOH3y4ODWGA7X6LTROipVJ9uFvWRmGI53faFW53gvVmirTEWJJseVpWn8c3yWQqBFLhXiP+1yf5+fkbCMGIWXZEszQlVOri/qrGXLRs3lBz69aLK/tT3K74zL1YNG67jbOx2Obo73bx0c3j4+unNyfOfk5Mnj4zuHh7f3958Y7T7eH9wAFpXaYaG0n87txrYGwWjXHWwFk22bt6Y0FkXqHExE4cXm8eLNyxzosUtEiy74oM98cKzk5c4PLQwj/pBuJG6KIc7wFTmprqg2l43OmsPb9G52NuP9eHqUye8VShOIGhB1eqeD4U1AsTeGbHkCsIzHt3b3bg1GN7u9G832SbV+VCxPsvlxIjMKJwa+cNfpb5ldda21ItfvCFR5piRD5tzlc34leAiZkUCEOTOmosfu8qFH0eebfi4icFI0YYYjy4k0RYWxrLPXLO6mK9D2R3rh5DCR2c3k9/Olg3LtqN46aXVOAUVvcLM/ExjwCJXQVKkfFcoH2cJ+MrsXSQ4D0f5GsGPzNA2OuspUkWh3eIo8XZQhsM/ygWBeWgmGmbxEjPiCDwY2lJnEngnzQOHYWx/QYe7GSlH4GZY0J1AVZfqy2lI1Oht2b9u92Q1EB5HUKJHdA0S5nYOd6lGlflxrnjTapwvVmqdQWaoeAcNsYZLMjqOp3WBs4An1HL6OydXUWmtyQ1moLrJleaogi2cu+FiWVoJlbl0iQHfGB8+M0QUpriTJlyY54hSVn8Kxti7vhYg1E/M9i8hL3+3I2qIKc3RRjisvijQlhbGqszXMGy2Hr+sJ9QOxYSS1G8+Mt3KTbPEgXzosVo52qsel2kzV450KkDnaLh6k85PEHM7QG+47/V2Lu623N5TmmkRX5imLDEmexMti6fP7FkOwLK0Kx85cImZyDgcrFohjWm3Kako6LEmLKanSAKstIidzeUd2hq3Kc1T5+7UiwnOySzUU0fb2qM/VFOYO7CyBk6UKcixpQaKrSvVVlbmudzQt7o7T3/OEBoHoKJyE+3aczO4DpUzhIFs83D4TPKbzB6nsJJ4eR5J7wdjIGx5sBPs2T8fobGksDZmhKlSX2bIiTZiDic7zIXK3QYuFETnbF0VgTfnA92NsqsSkjwZdyS1/PB2PxHsBnytp0G/xJJd3BFEEOdj6+7XeTyTuttRSgr7nK8m8HENcEKoqYk1FYaxprU2js23zdF3+PoIoFN+NJMfxrf1EBm6YCQBJbcNpmiQzQGY/mhqHEnvB6MgbGroCfZu3a3K1dbam0lSXaKtiTZUlKVL40xnxjPn5gu8AlxZG5uUvisROgTMRJ5FxpAF7tBhOvFyy/3pXebvg3t5Meh1bKk2WLshd2vfDFU1QYEtLAmVFqqupTA2drWVywgXbmyIKDn3hUTC6G4rvhRPjaBLO0f5UyXEkMYZKaPKHR57Nocs/sHt6ZldHb2urzU2Zvi5SVbiyEkNUpMxmITLnr0c4ouWe2YVFGv8SUThb4EwlSjQCWcITOc1H3v5C/2++NP7u0/pGIhn1pE3Gba6kAJ4M4c6lI3xoEhRZ4h2evCxWV+X6utrUhBjNzq7N3XN6BxuBoXdz5A/tBiK7wejeQvDoD+9CkzswdPkGNnff7OoabG2NuaUwNCSaGl9RYUtKdMF8FjJrzgdPtCwtgCEsXRSNmybgVQifpCf6eCHy12/53vnd2Hdva1rJVNyXsZpyfOnOpX0XYopKD3Z4SDGFJY6kLFBUJeq6Qt/UWjpmZ8/k6FpdPbt74PQON/xDd2DkCY68wV0QGPAIlS7f0OEZWDf64Ky3djTmttLQlGrqQmWNK60wz01BZccXfFji8vnZhaoqW1ReEoM35QPnS86VRlyxWjz9G1XnF5vKF/K+UjQTdudMhiJfWr7Y8QNJXLlYyZHMKsVlrrQqVNSk6oZC19QY2zpLx2jrmh09q6tv3xg43EOnZwisEDk8Q0Bnc/Utzr7R3tNbOhpTW6lvyTQNkbLOk1aX5qJz5nwIRPPSAjaiPa6kuiQmLwN84PcdDlXitiS3ArlydLsWz+5EthO+/IatqNFWeBd6/WxUW9h8aU2kqEvVTYW2pTa0taaO3tI12nome9/iABQD65ksjoHZ3ocmg6WnM3XVho5C15Kpm2Jlgy+rXZyFwUks+JyvF8jqIkVDIK2fl1DWYPOnfKb+WLFWBRdyKeIuxrzFsHvHbSsZ9BWVroM4S1StqSFrQK+lce4nofxhPS/RbMFSVVOuaat0bY2hozV1AYLZ0Tda+kbrXFCjN0/J6M19lb6j0LalqpYYIpVdPiyTO+dDppqXfETy5kVxBHM+IL4gpdPVLaaazVw1G2sabV2iaCw8xZd1Py+JovUwrQ92WxJMKlG2ZKq2QtNRaTveyKg0ONCZelrjTIaextBV67uwiUpNR65uS5WtB6+TNeODw0otG0G1sT2thPWAlC2pon1eWsMQSp4gu3j/zOFvQY1M2ZarWlAu+X9AyZSdD9Rd1QEBDYurr9R0F1KA1B05tD7cgtncBG72+yCLa5Vq2mLVXclV3YviC+d8MGgJl5+61OcXXQBWqupIZhBYvDgBN/29j0QynYcDUqn7FyU44wO9ePzkpT6/iFKoezJVF7AsQWByYwgfCsW81KTRDi9KeJ4PL3Gpzy+IBirNDIu6K7k38Hv5RBA+ZLJxqUmv270okTBzjk9Mr9/NVo5C8cmlzu9LI42mL1c0RdIKX1zkwOdQfobB3aJzU3ROCkp4A8YWZMXKokCyI5ZVFcoWRPqQg2t1I7V2oNT0H8zkvBicMESKxylJJP1Sk9Gwd1FiYXp2n8unfLgRqNnKH29GDpbcbLax2TS+dIRLBUyk8jpfVGTy0jRO8sGic+HrFCB2twZ6QV8YQaPpGfV7Bv0ebJwOUOuGKu1AoUGSpCN+OCb38GFvwk0LwRIJ2qUmqbqr1Pa1uqHBsGc27ltmQvjMkCp4nLDlrP68rObJ3uO3ElvHF5tgHKNhDAPq9Luw73JlUygpPQyThxfkGEsAnwF3BPL6+wCyJDoriMRLIuoe7AlboND0ubPvq5EjyedFTMaxaRY1aGZPcwbC9wb3zbZd2L5pPmv7cmQH1R2RssmXVTiiApOf+RCZPIAVk5+F6XjSMuCCNy3vlQ+N6UfiBYnfrbtEPc03xB+yjs70PNgfaAjkNVgbR1yEPWV8qHlyP7GEqQcS24KtgcWwhXlYFRe+AZCUYIV8uO5k8KmhBgsWyutCeKOrbIpVLRrDO33xIushZKGi/sBI6wpjgyOY8iQTtViMlEyxwtawRXmYiyXMseAuFWzDfgEHWMbPAcVF8aTp6E5doPjQkhM+dk3zAa8CPixBhgdfF8hrM3RttqiwtOkMfopEsU2/HyOoSUQNDq8l0jcJ9CAisImMEJkZobBi/yRwpunBS4rVsEGpD2tAPNGExciQ80Vhhs5NNE8A+AIEQiYyNvE0P47ixeC0cLKmr3dEDQYjRxEd9xOGvIGj+gAahRX9p8L1wZSAjcbhdQic6VdAZCeBFpiLHoQA0UTnUtRojAp4Ah94iYcfmh/A555eJCeW4oExATXM+38tEzIrChsK2wqxn8WrRN7/zH5iNr57pJgpGfDHzv5VhSLaHxLRvanlhmyEnCTD7+ns+M8t/Eqq+Ppx/VK9dlR5ZVJ8eVJ4eb8gFnvvxouWI8kz+wuH/iH4KKbnC6tA/lWFIljfB58LcmJIG1iyG3IMR/XC9uHn8t8VbSoksZGLjsQMw3a/J7yNre0vPRf98otxKBf6wxdioPnjr0Z//9kUX+A5x2d6+VAoOr7Ay2C7353P/M9jZ39RgF/tPwQ+H1RokgvwAtspQwDI2CQxwgBwLkYIkOJpARLd82ZV/XpB+lpO8lpeiugjBeknKoqpnZO8mpP0gvccIgxGVi60P/ep537nE8999pPPnxycEOjey9dAdqJJDuTPPxiM5CzlDIsb5r6LJzvvHcT5HmO/15/0YOf7NJ3Vtz2apyLcp6fiPR2d6/kE/9nY1IBSL7lnx8v5xsdffnYj/KI7/IIr9OLjp8/dOjlBmsgiHwjPdlPEPhLfS5X5pzUsLV1sYkjMOKKcSFcTmRYCx02R+EF0ZRCcqVI/nrVB5HqIPA9J4KUrAjR5YDrCzAZj6iz2EbgeAscDBlnoQ0YAfzDIYh/0hXHAH6aDepLQC27QimNswMjzZYh8WLprujaJbzoadJw5wxQwIKwBuuOZG9CLLPRCCT7QHRzECteBi3XTwzivG2dG26eA2XHMjdny3Gx59LO/+ZQ98Ey7devH36o9f/vIFnj2kx95WmLYhulYFudCbJsLNLVNFpbZOi0Rme1Qz7HPmiwOltW51Ous6ZzMjmmT1cV1biw3LXo5NtjWS5pgtPkykFbrbNKZwV40XdJrY+pgdTJNNqJURROJpFI2SCYDcWYlWyZli6UcgkhGVmgXcym96U+9ccfoeeLTr47+8dvVb3yuA/ZTT9zxZ0owHc1g+H9Nej1JqcRLpTiRCCsUYgQCDJ8/lUAAjzixmCCTkTWahb/EFfhnH72ldRx/9mPdv/1a7cv/omXzHb323OO6QBxaiQr1/+ciKTXPPLlbrR4qTHvjXk9p3vOF9t985Yiq1kMrRiD7pShy/TO3h68+c7g3GD93++DjL024OjvStMoQ/lKgdZZYoHG5gxGZ0Yvh3MVyhcD5pR6g/wPcYEcX',
  'paused': 'eNrtmtmv49Z9x5/rmXslkSIpkRRJLdTCnRSpfd+lqzu7PZ4Zj8fLjDPj2bxlvMVuNgTxS9OmTdDGSFGkRYugaZCHPNRACjRpgQJF/4D+EUWKoi3QvvV3SC3UcnXveCbpi4EviMPDH885vw9/vx8XCU9V8OMUUZpYvIQlSjsMNjvDYpXM1rbYJyshruDvweLFIGvDFN4uJTWITA2EiysnhvgCnizPZpSRTThd9RugU47zJcQ53iBgTOXq/tWuWM6n9qYIsHlP+1EjwFiLXU8hzobO/YgRnPessVoMjjDOXUA+pquwu+hZ2iDa5SBfCHKFkLc7t0GUkoghEHBhzs+FcVwzOBG04A9tzwVoe3w8+IjemsvzcRbLWxjACDDdYheWTc7RUVIdrsspXEqki7Gkwyft02Flj1JhuymvH4z3KN27Fh6oxaVfhBk4EowVAqwzE2PHOW0gSUNZGinySFVGmjrW1bGhZ+PqPoGGDZAaNJ4JSUiYfAqTn3G15x7dI9Vn5j2nSR3GhPEBb4C1wS9wFjiHhGIgBtPZ0B8WK154YEIxxBeXMeZq0YDVLnr8l5tYRKZYCXIOLCDCWbpZH/bHaDHEjM8+hdYcYbUYr1OMFmU1ltNDLiWPBgoAvrhYLawQ1gmBsRcx9yLGPmN7cPZpq5vJ3Slk75Ryr1fk12vK3bp6r6nfaxvPV20+VRbESlZpZuSGUxqZdi+nNOzCMERpwArmQsSCOaRQ7hSGAC6wz6ZY1X4UUsBBixFghajhhXFcrD5wRvedUUFpwRbadrZ+zxk+KIzS2frWEgHbGR/eAixR3jqNy6cJFCp7s8uqYJSCkQpOKUFChsYeLp/CFfdKISx4ohSgzf0oyNqn84gMqZ2Gc10FoiYZMyOcSTOazEmyIMu8pAiymVKcrFqUDSoKAQmCwJD2MClMSjgpBcMAIbciDw5MjUmwPQ3BFjEw2sRoI0BbMPUeZYCgEWTysJ6gjxWsyhPs9qXWRO9CvE30zlDrQHpOtc5I63iphBI2WfZq1KJAeXwovkSwhTDjBEgdLpAb3tIs2jcERyHF3CXpCxTAM0ipAdIFOxdJa5mUXlLNZELHSPVUSHkmIO9jSlzQm3nbzBl0TNubnw5tSzIalh2P60FqCTkU0cJRFYtoe765IKoTcR0EjUU/nMVwKNoZ3gxEjdO+K4VEanD5IOpmuTmvAEG+iGLMrYqz+pZERQniBw4FYw5cwb0wpJIGW0TGTyOY+539zFKBLGyfCQAiSEAIMPUUhnQaUylaA794XoNMXCwYwqaiGA+e7WuiHoYaEgA+ShBXUrz26kGzY5oseIerp3A0Asto/bz10riREjSMgkG0fVIjaCMn5m05r+aceMKhYnaEs7lEQck5l1rl5zoVOWczgi2IZZSVVqPllJ9tV5SsFaY1iOQQUHJ5woUDzfC6kYbEuHG1rAP5ZZ7GHC9HPGGcQ3J5UnAgMlE0RlEBmfGHWkTMUYTAR3UvpAZwZR9DbU/QI8S0ablwplaE2AgQyBj6cUJN8bqVMeBoEJ8Znw6pDMQVXH1Oc6HNFCZU6EkLOhwNEQZGmuGoJQh2QXXuX+z2nIIqV8RsLSPVZaVRshuHjfrZZqNWauXtrmX38navWupM6o2b01av2rTzLVVvy1orliiwnMHxmhDXKdZYpL8b8BrE/D65jDFwfKWUuYkZijmC6OSy+WzOgVqBzoXijEv7uBwktSDsApngTIAF1g/+cqweDC87+Zjet+1hoQCN/bk9oMAIjaS0kM8S2mFSoyIaTmhgsBh5D0NmYB8M60HCxCMWSdu8UDDk4qhUKpllRa5mpEZOaSpay7La1WK7XuqUikCuXygOQOVSv13rdmudRqVrOz3T6mpGxzBaNad+tV+fVMqGUokny5GYg0XNKGumEiZcTYY1AlByvTAAZ0kd0tALMK8Hi+rplPnKtDWw8zEOrr6xF5IDoSxFSnFOBxR0VN8LaaeCSOBaNmG8NKo7OSMS0b1Or59ndYADjUWnX6dDGvgeiWoMo0Fa0TTiFgxvMQuEDYyyiKgdYR2GL4piCSIH4GRncNrgtWn1gADCUhqWyqNyBalSGVWro2oFeoZOcZB3+ma+l893GsXG9VFzWq2YWjUhVvlEmRWKWbEwcAqXu7VM0iQI5O8eFA1cdeuGWz0gC3AoOFoABwhG3bCNjBWFhA0BDTmIZXlGbhvWjREUBCMU1k+FkHBST8eN8/WynjapyKxzP2yiLYbk9awJxsQInWH0BK+nE3o2bWQMk+f0SBSCcMVyDzNCpIVH8iTjRGNFVijxyUoyXRNzjazclBGcLvLa6TtFl0x1XK1NavVJvX5QbxzU6gewW6mOy2UIuqFTGEDeFZ121WkW8w1ZqcNQQqrCxcvZdLFlFQ5r5UzSChMS4hNSYJ1hUge/CLgBYbBswxNGGCxr0fDwjKPdfeATysZoyc5Zw2IxwZvB8MwS1h+JGHzMpOHeihuLETxBXmCktSkiYnGclU1ZRs5qaFq3qJYsS81aqYTFsBZOLS3D0XyEcRiuyMVL8VQlla5lcnVJaapa2zA7Vh6yaQCOV6vjen3SbB6029OzZ569feu1tx8+ePPhg9uv3b544Uq7cdCuT1rVUaM8LBcHtt2DcyHwgLCYbSTSNT5RERKljFhIpxw2lg9iMz7AISWYdT2fSZgEZZzGltrDzUV7380vHM/RjBljwdL0WyID3Nxb7YnxJUMfy/I0lzvYKkk6kOQDRT4wtKmhTzX1QJZRT07aMIYeaZqTp9JMh0jKoTyX4klF0rQzpnnONM/n8+fPTK69/9bDRw/vf+nFl8ft6agx6ddGzUq/ClGU7yl6J6e00rlmMl0XUlU2XqG5UoQt4BE74PHBVJIyVdG8d6FTkFC0nMbMrfL4BEK5Pcx0uR0jsDH0CckMd4hikaKxIcMPWX7EcMOI20Oy2+zdfveU0UyxUWRVUW5E82M2fuDXuP/8l+/eeXTn9s1LV+pGxW4UO/VeG6LI6RtmT1I7GamVyjTiYo1LVGi+TLHFcNRZ8AkRpsBZatpK8BZOmqdxy6+9eWM/JHl81gyOEqRDPHUiPsCEBkTcAEDt5kPt5sMhPowwmZGZNzK5ww/u3nr02q03Ljx3b3z2Vql9rjLsV0Y1KNdWT9a6WbmdyjbjYp1LVBmhEomVCLqw4AO+hAhUDSDT/Q4GCNu/+7h8YlBFE+PdfPyIPHm7ny94XD6+4JnzETPTjx/ceXTr5sPJ2bdeeOXNwcHzTmcIhag4dPJ9Re9mlbaYayXSDT5Zc/mUCaYYwHLg7z6mbQRMfqsCMz7ZowzWxAnlk/DxRcXw/MGVhzdfefn5F3fwqZQu3HnxZeATiY2j3ASAHMlnTgn4fPD6qxA/D8ZnHzT6t53mxdJgWBs3SkM7P1B0ePntuHyafLLOxqvRWIVgSgs+666F7a1a8tk4tE84m51cvHIiPj73bzz34hs3X/3VX35l2H3uw/uvQfvyuWsvXLp+96WXL0yvfu2t29Ph5a++efub79wBPi6cyQqiHXzu3nx0+0uPbt58vtI/X+of1CddeAYojqwZn66YayM+KeBTi3Iun9Ccz7qPzqb2w453v3P5OCcRF68+Bh9XwOc7H91T1DNff/v2zz997/vfePjmrVc/uPfaj7/7zl//0ZcfvPrKn37y5pULLwCfefAgQdvPZ1l/5ikmZg4/euveo7uvP3j5lWn7cNI86NcmzfK4WBgZ1kDWe9kln8acT9lzdh/X11EQha3yeKJTjjBYE5/YycdfhOeNXuvZs+Mr0Lh28QXIslHv8o3nrkPSXTq86jjnr158oeCcf+nyi4ejK9vzC92/xpshJGYPP373jXfu3zs3uTRoHnbr02Z1Ui6NLXukmX4+LeDDxOsRrrrgA8/JJ/T38fnUHpfPsQm4LM5ufd5WosceIn8UAZ9337w/nV5uNc806oe16rRUnuQLYyM/Us2BpPUzcjejdpPZFpdsHs+HLG7Vks8RBmviE/XHza/H47P1FuZDBA9CND8BJdPT6eRio3W2Wj+s1A5L1aldnJjOWLdGijHIqT3gU2qPZKsXSzZpoU7FqmHax2eNA1naLs8etMPGJyF5Uj6ycU2Un1vsCunzs4Z4XhDP8alz8fQFgMOlzpLsKJ4+78FJ5S5tDyEoR3NEnhLiwXh4oVI/LFcPi5VpoXxgzYJnKOuDrNITpa4od+Np+O6B+JCxmp/PumtUeYtW+MxsQpHKdmNXQrJxQj52+ebozHutwRuD6aOzlz7uH7xz7aVPphc+dKq3rt74NjTOXPqo3LxzePGjWvf+5Nz7F698/fL1bx1e+Eqx/qXtIYQqNqLkKS4eDOCuVT0slKdO6SBfmJj2WEPBM8xpg4zcS+UATodLtdh4M8o3SLaGR318fE65Ls8UpJZtdHTBhyoFVg5tl5BqPs38Qik2Itfy66gq5KcUG8dTB73uOacEaQWRMzFmcEaSBsHTF6VeItsVxE4s2aLjzQjXINgaFpnHQ1hf8yu4XUs+QbIUPNJsqfhvhs9jIkKC15x2+6xVODCdiZEHOGMXzjCrDtJyP5nrxdNdPtVmE62o0CRjjTBTC1FLPhuuVbfJx4cqH2Gzoniq9aR8gMaJ+VA7+TSbZwx7oufH6iqcVK6XyPR4FDxtOt6K8E2CbWB0LbjCZ8WvUKS2RRBacz4hlIa1YxUX23wC3k9nTqHGYwpcWz/xcyECPrX6oWoiMrIOcEZZdZiWB6LUT2R7QrrLpTpMoh0VWmSsGWbqoeiSD3zjwqJ1LLr0y91dF6pLCz6RylabNSXEzhPy2aKj+OykBHwq1UOPTA7gKDM4ySxkFgRPN5bs0PE2LbRJtonTrr/rfJbC6camsEh1wQeLVLbarCkJSZ2cLDx66tqNyM8K+JTK05yKyGTkYVoapHKDZLbvwulxyS4T70T5FhVrEkxz7m95wcfvVJhphuktwqNLPtDeauOJmI+QyhzPJwIvCPzB5xM9F7xl7KYkpCaF4tQlMxQ9OBkER3DhsIkORE6Ea0HwLBaPz/mEwsamg5sKR6sh3Pt+mIX2Vps1iVD3dvL5xt0b//nZ3f/5xZPqvz67+827N6ijIoodCcmJ7RyIOS9sBol0Py72hBTA6cUSXUaA4GlTsZZ/8T4+OsmuHIqlOtCzJoJe8oH2psGm0tn+Dj7w2Pbrn7zyvz+79lQEQ8Fz8g4+Vn6SzAySaQRHEPu8ByeO4NB8JxJrry0+HF3h4xfUK4ptr4mkaws+0N40gCnWejLZwQ4+UX7y7z+6/N8/OrdVf37T+Ol95+dvlX7xXvWXH9Z/9rDwjx83PntUOcoehoL3rB18THMSFyFs+kIKrlqPS3hwujSH4EQ23CF8fFbd7EQ3xXVW+VQ3bVih5zUYvus1ctJwN59/+/6Z//jeYKv+6d3ir952/vn90i/fdj67b/38dQN2/+XD8lH2MNRuPro+5pOIjJDsx+I9Nt6DdQKcaGy7iOjsfk0x1poZzXU3Rfn4UHR1q82aJGkICztqzfDY/6/fGP7627WnIhgKBlwdf4WPpo25eA+REZBcOLtEunyCWA5+ZI8lev5DDNfzi0sMYEsxtcX9C/is2WyVJI128AGNy9O/eLX/41u9JxQMAkNtuYX5+CjKyMXi6riV01yPpCsh93sp/PxN8z2/2G2KLPnkKLrCHmHmlywfw8f3DfCJtBY5W/MLFnPsgj16HgSSLnv5Ar+Ar/GJCf1NRed84KwIXdlqsyZVGe/mU22/c/H6pxev//CJ9SkMtZsPLGbrIlkQ32dWCSA+0RkffIMPFx9sapVPeavNmjR1soMP3I4Pn/vu8Nwf+PXcjU/9u5eu/8nk0h8udp99cXb02VUzEAy1+/4Oi1ksLCYMAAvD9+kNLAsR0dJRfPj4cFNrfKAnq4yT6dFWY0/wY/oOPnC7GZz9pDn6ll9vvPtX7/3u3/z+9//u0Uc/ef+rP/3kO5997wd/f/Pen/3xD//hg6/99Hs/+CX0fPv3/hbaayfCULvvX6oygWhhhF1MNvmAsPB6/RESo03RLh/4iQfxiZbiiVGhPpX1yZpZ3Nc21Onu+1dz+HGp9eFTEQy1owrBMiR5dEIyMz4R9L3d5aOuHYLAgwiEOBTiQ/A34Ypmql7whHApEi2izuQ4kZwdnSk5dmqHWXni7ZraLj7wPUexblTa71TaX35ivQNDzX+tflp8Cp6/m3zWcblFjHK/V3spGaFR/KzJCx4VPcaPUI7HB4qyXn+e5rfEk+lz8wlHnHk8yDQ8LB2DCPKxOOeTIyh7t32U68IjdzbXh4X99plsCj5jiml4hayRTJ1kGhTbBEViLVdtT7BgV7ByRCNM2W5xVsFl6N/tKXxeoxjEEw+r8EiJEwbFNmAiV3VPMLurajha8ZRKP+3vz7tDBX1sPJIPLGaxsJMIXrsW8QPvVkDSpYTQUa7Xfk8JuoIRBnpYCiugEK5gVGFVRTwCKvunSKaacfT+tfx7xpH/XXlKqXTUIVgGLOZx+UAkeHxwquhDscBSxiMl8D1EOkHCDuCKW88l4IP+OBQ2j1KQyIdIG06EV2DLQI/96I89sZl+o4iOkqFP4RKfHA5c6CCuenBQFBEWQPAEfgUJa4vjmOzylGb/4jiaz0Jh0jKleik/FdOTpDhOiWgLnzrhakJdEhK/DSVSE9OYZjLt44B4kWAvfXefZGav5Lh2vL+Ij+TyyR3Lx1TLw3pj0miea7euDzvv3jj77tXB+zfPPLrWvXl+8OKZwdXp8MrB0NTbKbH5G1Ui1TgqcjwmKDW2+ystvlcEcPUEfCQvv+Z8jB3GtlZ6YVC6PizD9toAtWe7w1kbdHVQYWLoekE+wiLh2s3lbNWy0KFaV1qrdSdOnAUT6xh/3YfDGR9MOZ7P/M9jy1+ljzbGSHPqyGMrNzJBWXebm+Slg7zktUFlWTtJku5WMGx55c4P0LtZeA2vfq4kzgkVys0iAfGRd9bbmb33vWjOZ+4dsf2sYlbuKKKn7kzpnorkNXhWP2aFxOO4Q5hPczTkry8YVvngjI2zdiiShy1G2+GYgxoRhWB1IqaHwhJGyVhEx6J5OAQi+AIYQwO2GO2KsWPxfC2TamSToKZPXk8+LcEs3ghgH4p6c+XRpO7sOOt4DdRJWd74br8ddHeRAYtG8IwJDtkjG8Z2l2Gj8WnXEcryjNFc0bzX6e169t4WDqETo67oPO76C9swq4dIBQxgXm9JZMpaSnQFjaSxKtN3yLd1RSRNjFPCTIaJpZiY6G5T87ZIx8QQK+GcujKRK0rMr/Qkff2itfXQchknHu34s8QNf31nhRPaE0vFeDkUywXZbJDJBOn0TNBmMiE2C4dwQXkaE/0/CC79F9qhIJP7Qju0R2W+0A6dwsUvtEP/B8YfQ28=',
  'basket': 'eNrFldlvG9cVxv8Oy9q4bzMccrjvm7hruM8MSXHVatWyNmtfrc2WLFlJrKUSVG9K6ya1G7gp3ACtG6APDVqgeWnTIE1aw03UFwONUhQt0DxUPdSlaEtW0LzEAT4QP373nHu/ufeSU8XxVR1XNS9YJ4yIMZYkM0ZNzqHPe00FylpMNhRbg4UL0cIgnZ9I5Way2bke9soKtbzaOJkOp02qtFPTdCVQmAieb060xpgMxdB+NuROeu1Jmyml06XlyrQIaxK+oKoXMpRicH0CYQCXUjpF1KFlA6amhCPf7C92R4ojTGEqlV3IZS6PJq5sBK6tB9dG6ctpf4wQxpVC+Oyn7GM5pjvJNEeZNMXEfWzQlXRZUyZDSqlKS+RfN0Md3y8RB0mMMirCTnU0oI8lrPEWD3Mxkp5OZXt8yosBfLrXtDTm3OlPvdUffX9I/WTD+eUD6s+X9b/rIm62+4eyTCdD58MMG2TCbtZjT1pNKbUmLSO+VoazHB9XAJvQqJWHrGTEq4uFTYmMk/5OgBmJsa+kmHXavJU23ciZXi9a7/UlP5i3/es3Y589unTw4eXPdqP/3nW+36OeLcZ7U3RLjIatiHlZvzNpN6e02jR+2nF81UEoZJThcBOC+njCQje7mV4KAqT/cIH+x/bA/k7/09Xmfy4VPx72/3Wn8eDpvb3fbh7s3dq73/Lfh9SfpjS7nYGBDN2RoLMhJuEvHYfTktLrUgRkwP9/hlqeXyQKkjhlUobdmmjIGGdtdJuXHQgn3+sqPN2d23/35n9+fXv/7viXO+f/vhT+9AZ18Hhj71eLB4/X9u4VDn4W+mRW++CCeyiTOEcz2XDpZgZdrAsy6FMEmRa/kEFONL53q+fzX4x8/uiY9k/TF6BfIo2W4ZnznB4Nf/EVM+wfX+VvD4fP59pG2rOnTPIS9e52Xz6e/HYzvLF4Di7AZGfu0/udSH/cba3wB3danvyozB/fbf/khx2IAeAr4if3Oj/6flul5cPn2n9/q/mZ/3rr4zfPIf7oB21/eaM81c/XOpQkhe7hnV73ZlENmg5JrmeViGci0pUUgXg5SSzEsSOWz8dkiK/nSChDDJqkxAg2CqpBj6DiD/uEa3myUrOeVwHc7TYFLd7Kb6Ev7n5n3Al6s9e8WVAh/nG/ZbtZjfjhqGM9RyK+32/ZyJdr3h6ybx3VvDPmXDuqeeuiFZ4F8U+H7VdZeWWeig8SS579Hm0az9tDNtBPBm1zUdmDQRv6upoiEIBeSSsQ3O+zLLNyxJATslX8tWyZb3fodlo0ZT6nh2dBvNOqudmuRbze5jjx37jTYYGuzbxqNiy9yuAAoImgaCNHVhgBLDrk4SO+nlFeCkkQX0sSc3AuhwyTQH7E05TktSYFwEaeHPTwISfw3S4D7XCd+Gvqpmzfa9FsF1VbBegSA4AWE9gKK0c8G5Z8N08ihgwINnMkrIt4mcGv0jji6cbyDKCpI341TcyEJIhvd+i5Au+JDDa16067FmkuLL19CJBnPiJF5iorhxURj/uFCG60qBfjGOIVRr7WpEBc6brZqlmIlnkpjm3lyzOMRM2nvKq4vuWUdqeoAkHxaykC8bCbjwCc5QSGeNwn3M6TAFs55UJEgsz5sOR6utx1qVGMYIXBl+ly13SjCAHIrXWc+sp2aewrNDbpF475BN3WegDQBUv9iIcPMA6mjYPMLkv9qEdQqvQKep43vSfN8+Y6ZEJ9r71kzlDi+bi6lnfsIASaCALczUw2GV9lcdCIm49gPiSZbRQjHvWUzUm/YDEqBbhWyixA5oCLu8qU4EpEOkeVW/rsHASXgiLUAjKQLoklXgkgc9ByDwsgNsY08YwScy3G8eWYbMzDn6fEAEtR6ZCLBwAacnERTPoEM0ERwGJEMurmI7PHWr8ck6JR1Aufww3l3kEnF41mrDpYSKCOHD41y1WEzIViFbd0GfTJHAAHp3xJetiLzfiFvdb6hUYRqN9Whot2zvwhTHj4ow08gNmAcNDBQaNdptoTZcNO7pRPADATEA6UTDFj1HKwoDFTQDdQx+YAJObSnoiMMbyBKW2LLSGxxut5DU1WYsDJm/byQePuMkwcwZSHN+k5aY41cE/UVwCKu1wSg8oKS2AuBvYcQKiLoiPA/F6Zz6NmolKPk2fUC+3mOjVZTeA8o7ZGIa8lcL5ezVErAHg6dT1JlByDpu5wiFcaUgIIjNpnQ8pDMJZrSu0aZQ2Bc/XqGiVRrZALbSauQce3mMg4RYSDsLrU0yBy2GDorBx7+eLotRBA0uAS2qw1CuIshr1s4RhHp4UAIqcDiW8x12nU1YT8jEz6jaoKx2pJJdcA525HSwtt9hMS2Gw8s5lrMNRrtXVqTa1KVaNUVhOKs3L5WRyvwrAqGXZGJjsjBUmPSSarAkEBjkNxNUHUKBS1JFmrUtdrNBydnmc08S0WmP/EinyL9VvX/wD0iggv',
  'lantern': 'eNoly09rE0EYx/F349026dpmu7uzM8/MPPNsNrtJtvmzSZOtir14sFASxIMtUaFHiyhBRAQF6cE3oN4touBBiheNB6nQHFpKaOmhbSh8b7/PL3+dL85xscCNw0PGYz4tIlFZ1RSDa3Fr5hIIsEWRiSqIhuZN5acppE8oHZg4BLUoXEtAAUIGNQWdALpivj5zrZPkshWnG0NDQ+SDtIE8qErZCeTDlP98ZP9/hfvP2e8Na7vtZKGsaRkwKPmyifJ2JL9uOGc/BuPdrcNPd0929F4/v5aIFsmYyzKoNqn1OuwP5floOP6+PfnyYPKh9PfxjWcZ6xZVVaqpCVS/Dv+eOue798Yf1yafV4/f69HAepF5VyYWOiV9p6y/9azTHX3w1hy+U0dD99f6bL8Gy4Eugy76WNOYhXqrxfd6ucv7aNP6cz/3umPfinTDYMhRuRgJbBpcKWGvyl8u5d8szW4m7s0YWwFWJKKHbMGgZ2IwdTTtwHTDactF0zSmIg0x4xfM/ByxAmmXQk5lSYkyiZ6uJUHoEbepYNEFT8Ogmw==',
  'star': 'eNp79ev/Kxi68+7bltN3Zm853b5wT9mE9WkNS+Ir5gEA5ZAZWg==',
  'stone': 'eNoBIQDe/1VcinJ6pYCHsYOKtIiQuYqSu5WdxMzS7Y+TqWNmfFhccTo/EqQ=',
  'bell': 'eNqN0P9PEmEcB/C/I7DUmrO04RQUiZAv99w3jruHu+OAA7+gmO5MbCpgDKE0pwgdgt9drs2sZau5tn6xNusH+8N6kMIbzOb22mefe573e7c7XSul15n0OuODdhzNLgMhyZlR5XBo8nhE+ajMn07MHIej5cfYpP4urWultFAeud+OeeCsPHbIyW+qhpWTTO7iRf73wvJPJf7VP6w+7AleFVsI1OrsBOHRDS54wAb264jDb8din1MrvxaWz6OxD1ZM+VcEzXfMckRlpJ1r+XdZ+WB28SyzfjE2/b6rN1wpNmMUM81I27S4dS3fNu1D9T30aiawJw0Vm+65OwzQN7hJ8qUqSqhAy+jTo0T2dDpxwkiXt8JmjVvasoEpzpcmhQ0cqmgSfJEUK/t47J26c16VXf2GznHvBiGUELQgfGgtFC0DrgBgAfe+BuzfuVo8qxURf2QfcCrOFy+nCqAqT+wGx7ddbA7APJoYt45AuaxtIU9mjjCYxziUyQNvAU0YKvODJSe7qjWiHNYVE9kvdRlKLAhDqt39Smsu/amuuFb67mBWtBlazAeiORu1VONiV9Y3f9QVLz9zSxuDoRwfSVqJbA0l5ELjO8hUvPJjU8un1Uc+XNTG4GCmj4GEd8kC0nWEcBEVp+aPGq+s+CLwR1vMj+jgTL/zubmB0/2y35VqPPcEFtusA80mS7vVwUiZXnviJux0ut8totbtbjPSg7G0mDba5v5vgEo5YKRa0Rt6q9rMdlKIWVzxbuuzRibbLMnHTYCr5W91GK90GrsdHqdnkuASTjppw5N2MomzCxgbs5D+JkOfNvwH0pSMGQ==',
  'score': 'eNrVmN1PW2Ucx/8BGW1PX07fTl9OW6BssJbSnkNpT1ve3FrgwNYBxQECw0mmY2EoRJE5k2XuAmd8G77ExZiZTM3wzgtv9MLE6J1eaAwxJm6XXpjdmBjc7/TQw3lpD09L6bbkG/LQ85zfeZ7P83s7x9Mz7tmHyNSYrX3AFup3J0c9+zOlosDYM8HxsyBv71PCj654ln+0WFV/tDsxAk9xJU6h3+Kgh/jFwAoPjsmR4RkA0pKdVZ6IIzpsL5AhKLa6zyW7cmDc2pbBD/dYWvtwf5cJ1JRSkbExibmivIw+Rn3yfoQ3d9mO9poPd5ec05jkhGjN3wUbtLfv7dvO2ElrMI05O7S2MOxR7+7cUzp7BCbz0ktvMXhiBm8MxUjVZfTGEWcaPHFn5wkVJvbIIOag+Q0Cmb1tuqICEK09IrlEdpqbkyCjL15jIKZGBp5ramBQbyFjpaKe7BrD3Lt7RGHCexQvnYOWOQnPxOxPAp+aATGQhec2J2GsvnhwAH6bEE2e7iJMIDtpRYGAEjtiJnp3VOa9wtrKOLL9R41v97mlIgi2plWEPEENKplAztERVGFmRGYnwvRPTE31ZbIGUhY7EbCvBLjrJ5yrJB4KE1OxsBXtURLykHWVTOBH4dxlgfDCxee27965/vrKf3/deXlloVwfzrtxefuCnKDu+SWTSYPITxRM5EAKKYLbOEEpaxDE1M5d0mxJ+JP3t27/++eXZl/8p2/e2/rhY8TlgXvsMvGgbhDPZ8iKk7M0diQPFWdL2dHz/xLUUFEmSmWGRv+/t/nHjzdh/MmNy9v3NkOxDGJBREx3QrjhTSKMFdVx4FAqt0sqAkEJ8S44j7IHLsVkemYamPzy3Qcwvn5tBcYjudPInswdOo6ST6B2+3djDa84BRXsgMPoCFoeO1BoQNLsJ4DimHTnUJjMnpkFDj9/+z6M168uw3j89GRZzowSOGKf32dXA4+D2zU2SmOF/E/tUTpFLRa81CD6CXgFcPjt+49gvPHmKzDuSZ+ser0QRw0k2IrtYE6oszTQEEtL0KVaC3FAETRqPglG08Dh718/A/5ff7F+f+tzc2VrJrkMAycIf5WeIyTkCoG4IC5gd5SMhoSMnQJiKkxczClEJqAP317bvrv5/ML8P7/f3nhrrdweDBIs3pgQhwafAzk7pKj+NjAo7ymwL9j+jggavEIdhZyMDQorBTdyfWzelNYa5mSLuBOjzviII5q1R06oM+E6DX+yP5u78trS9Nys5XAKvbAqewaZysKbj4syto+oenM7CAbWNlaQOhNToWGo2LehYROnC7GroODlPkTsFRdVESITSYsOJbIpofJCl3+P4DyzaELjywE4Bhcj+axSKjNg+aDIxwWlOXgU5TIxiV8fVD0EAlNsX2en9WhfYORGagihcj/xJ8A91BsGGRBpqu9AiQ7wCo0t8rBolMUE1BrLlezMXVHhZAPRcbIlo5rtuXCATlIoGbWPDhQm5pbjBl9Kncnw5CWjlymSOgi6h73AW+seWGihRxdeuql3RB+RDVbCJDhobOzWk9AhMMK3guJMJtaonpmpc2+kR5bTp5ZPTLzKjq/2DS/624bXrn3lae0Ha3MX3iWaeqfm15vD2ccSiCVcj4cMngQPRGBibulVvAhwXs3mVjGiI9o7t7j6aWZkhTk2b/GmRqevpLMvLq3d4m3mZq9C4Dx7ccPh7zugNR8yBGDZMKh6c3LIGOSNC0B0zg6eiS2UkWS8wl29Q4td/efPLLwTik+cXbwRSU0fO7mUSJ/rHji/dOlWOPk0zCFb0tnJy5Pz6wcFJL/sHRkD9aY22MJOrwVHnB9wv5jadjYIE/KXSnoFzIfJgk1DABxgl4mjw50cczGjBDWsQ2+N8uusgVdz5yhaeYUyBjhWYrBS1WEBjRU+GsR0dqgmHBOhAOHNT5Z1do8HkL30hPboIX243hjlpTFB0qDFddnEJQTqUWACsVAbIHVYSACyI5wSM+ELtN6TUH6FqBkTIe+JdLRO31pNGnouXuqwtnoDpTF1ymWWMxFkCQ5aAgMy2UDBAWtr2uhLwgD+tSrmVCz8yHGDN6l3x2XCnJ1a7kNifP/CHDGtBTYeLYICgYlYthDraGfJCOulWB/NesL9Vn+qgWa9NPejM8zaQyyKnSIKDppbMxCzBm9KyPxyuWOQ90peLXkXg7kYzMlgjrjOHtdaY1o8poICrurwGGYGaPQDvQa/2w==',
  'caught': 'eNrFmFdzG9cVx79AQqL3ToAACBaUXWALdrENIAE2gGjspkVapiTHVrVkierFVZJlOQ8ucSzbiSfjeOzJ2JNJbMclxfZIk0SeRKNk4kxEdb1k8pA85CHxWSwFgGARQckS5j+Yi7t395x7fufce7HO+IjzttXEDy1z1cEMWrCsMZReSqbwgJXMw7AmfnjuLmGkiRuq/KzPmWGnsKIb27KTwZFpUcPTrs4x550IRbXsdMFG5VYzBWF49XaFERtVMCEZMapE3k4XHeygGExuyAFiBuGqBc8ZkYwY/GC/vqNH15bSt3cvA2ihLHjWwQ6t3CtbNGcM9RiCveAYJAPgttFFe2wQ/IFvaEOPlAMlLlMSl/bc1KITFFVvStwqaHZmEMIFYal4SBVKBAu2aMFC5MyRAZg4BNNRCuZcSEX/i+LIWNHBVEItyc4UbXTBSuZMkYwh2GcIrEjAQtvSqbmpFd5VLfDTjAH9nI3Kg2P2kmOSoF1yOG8hsoZAj9YnmtD6um792GC/I1ZsS9/v670PbodJiSKykAnmSMaIpGGCxlC/aDeaAxPVcZgTP9TcOepJjbmTY1ChNjIH6Qd3mZA0PAGeI4ooCRuAHhOarg1asH/lKQrj1S5WbsZlxogkuQmTmSLln3WpUY826pCK9OjqnlOXIdmKrSiqprmMlFZC20yrHFG5BVNYcEnqpqjWTUN/RS5aaSPqclthJTVuwbgAUCkrKj8hsYFCiyu8jkL3JdDDXejhpKTw4VRJ3RHQkR5J2JFe7EgfPqd+4nFQGkQ+npmvAfIJUDYqKk+LKoBih/Kx6U4q4CNul4shXE0ffkr9DdrQHYEuIihFvjrsKjs5D8pNaZxUvWkMdGpWeKWTLrf17SmZEesLoufXBi9sCM5uCM0+FJr9HjL7MAi9+Ej44sbwxU2Ri5sjl7Zgl7aC8Evb8MuPEpe3k5d3kJcfi14B7aSu7KKvzNBXd8dE7WGu7mWu7mOv7eeuHQDx1w7y1w8J1w/Hrx+JX388ceMJUOf6JH2niqXRUCmWBk3gznLRuKh5dWQjFkUjrjD1WjFhEP9FuSis0YA7/PWDgQvrAneZy+zhzmDb6qumap1EqvvvOBcQrGDVlwAB0IEBUCYgtSNaM6Ceqoku5AI7Jlx6vickQrnrXG482fnZo/Hu9MSPXj8FChL9kqstoVR35n5omN3Mxi0zD0xvhfbOmYMwZmbPIWnMseMnnnnm+KKbF3Dx430VfLDcSZVV5zZXvWRB5L+lLRIER9YaLionA/2nJwL3isuNp7r2bN5Y4+f0Q49aPCw0mlrju3YfPHHiJLSfevp49ZgdO/c/c/TZRM/Yth37xtc8jEQzAG7fgSfGJx/JFqau/ePsQH6S5vIzMwdwKr1//xEuXiwMrt21a/8jm3bu3X8EiGeKa3fsOmDzsktmsgWft33cdvzlZkxWypCafo03XsNF6RBX+PNT/nvIZTKXL46t//l77+SHpyU/N2/bXfZ509YZictAce227Xs/+fB9lYUoc4HOTPGBv/zpc6Mr9ocvP+4bWPPff/091Tt67o+/aVAHznz+0dGnjx07evzs6U9OvfKD/oGJ99596/vPPf/yCy88OL3lF++/s2XbbqePX6aO1E5q0S2m7sXKjKkchBpkJ8CxBk2w2qjGI9RwgbMx9H82di/rJZceBB+efOrowUNPik7ayYc371rIpS836Qkk//+fWamURC5PH/vn1XMDuUkIu8FGnPndh2y8+L9/XyhzOXv6UzEIYuOTjZsegwZwefbYsydPnNzw0LZcYeqrM59Or9sC57el0MA+AkTEdawputzx4+ZRcNGrciOqlqCUJLkEKheO1ptYsL90Qf/J7nu2v/x2e3zr9r279x4+/flHJFcAZ4bGN3DJEcnhAN7/9ltvfvzBex5/18/e/emL4ucF6dJLL7302quvfPHrX7784ot/O/dlNj/59bkvR8fXA5dkz8j12a/WPrj5+edOvnHqh4PD0xf+egbqRa4L/f6LX739kx+/+fopYAp03njtVTI2MJfAC5aX8uIjbutmbPGDujb0HWXHXKjhIYBYi5QUgp9Sv8qGl6EoLZEyFxENHOkN4fL+onbRVjRtQdLwL1Vpp0Ju9Oyae8Dl/L4E1lH/eawUjXmzgwOYNiDXBhQ6UQ2qDqkBPTKNeLV68HLSiIGaOyFACSysgvIRoirsFS6LSWEOV4rFTjRqgzUD4DCp8cThhRVw0blpD5F242kXlrajfUoL7rYjH4zc1f8vf96TiIXIVfxnWUgEEKj0oKDaEFAbgjJ1B3xDG3qU+iBchTF10KlTy3Bp1IWqVzCFKVw7QBuCLV7VFAOpmzmjhw7E0n463UalfWTa4e9UmcMqXSDmDRRDwVE0OBouKRIaJ9AJGpuI4aJobAxDRjFkDA+PkZHxKDZO4XOi8ftoYiJGrGGISZaYEoU/wGKgtRx2P4OtT1KgdUl6OklPdcUSBK23RRSmempEj5RTVBLUgkQEEGiNQZ0xqDeJkms6pAb0aACQPqCE8vnW0CzDRW6q7CxQODVX4WxWhiLJ6qUJtjdMpYJYoj3EeTsYZxtjdJJKU1hW/V6r8uoJkdW88tKVVtGb9S6Hf8GmiMYc1lnCRitqtqEWO2pzoA4H6nRjeivq89NeP+3poN0dsSYfZbCgMFJjxVQ2Ev5YLSFSbiYWedsG/ugQhR5RGxGdGYFHSebsYK5JFGASGw7RAeg3WVGDBdGaEZURkesXmd1t6rtq/1KXIPF0npjWRcmN814ZieGyRauJSLK58SjBETgXiXBImPOHWJ+fdbUxFi+jb2YWjl8opZ1u1OIyPSH9hLusXsbVzrQG2CDCYhhHElwsynE0nylmfQiXHc5nBvN9xXwqm8OjCdFiQLRo9jI6N6f1xuEdna61S9ea1Pm6tC0JODqqnexS1iVzze1sW4ANICzMIiqZoziB5p1egqd5aEMPiXNhaYJlc67YSia4csFbzWWuappZtZNZ4aOavHg8xvM0x0Q5iuSwCASTay2hsbbcwnMgIjOSDWq8QY2BAI3GGQOgrlYRSghlCUwMiBDju1i+RxCGR7LtYXZkLFcopHu7UwIjiBYxLohykAzOVsbkZtTOOuKgdZXMtZXMhVm8ylw3z/cKvMdH9PJ8N8d3sjBHvsac2cNonHePS11q9hH9cb6H55MsD4BgXjgOnktJxS7lucJKyXREicg8aS1RmG+LX4QLNchSfCfDwcMzCSHXxRdSQpufLKbi2U4BjELowCItxkpMdW8Ha4dMaGZW7rzRzVTMlaAkGL5iLim0tpPwnesS0on55kKiOYePNTTfbgAhPjoXrC2iM3AMhm9oQz6rb494Sxs+mBLySSGTEBMMwgiFA0kFnsN87W5a56CVVkphoRTmqNxIynRkowZvVC8ihRY3mAini2r3M7CeQJTgaX1xHigMpYSxXuG+vng4RML3aI9QTAoDnQLESijFKhxm24Jika68ZLTOGFS0p4PtCMLyxUpQoDqyXcJQt2huoj+Oo1EwB22YY7U5NMyBueZ2xuJhVhdAdalagQKsonYf0+SDDGF1DhzyBNqQYFDIcFW72qXyGyYqmtE=',
  'corner': 'eNqt0T0LglAYhuE/YEEFLX1oLmVQHAsypGyKPiwoSOtokolai+FkSEtFa9BPTohEUusMwT1evPDyYCmA/btkmibJNqh1moDD0iCyRAZQFLua8K4JT3vFUmRdhNsFjMR4iTlb64drTvtCDh9mcwO/MC4SretBVhcSTo6D8u3pYA3A3ewNx87DMuyLBONhiprE4aD38MWSe/GXP7yji5ogfce+r5TZu6NFPhjpBZ6fDcWf2PdHA+aJEZLP0F7egij45QsEY6sysm9Uq50dlNB9vdY1lqj+CWYzfdY=',
  'hearts': 'eNrFkclOwmAUhR/CAQINMxGsIDIFgQpIW0BkLiCloRNhsEIDBYwxTVy7dOcb6EMYdz6Iz2HUCzVdGncm3+Lm5N5z739+F9F1/QfOLG1LUvaTphOnf2k7LItYdxqqD9wkE6FGGX7mLwtQxy8kwHvGokUu0ZYCuR4SLnWI7quoqK2xh2TuO9KLoGSKrG6V7Exy4hI4Zef5/qqxvEuLc2+B1UScVwh+AQUpLBxY87kjfckq8D6+0Yrb1tiGtQDLMeXPcdoUUBhcg1WCn8KKLDfXdSDFyCAq1FBz0PiUVbzIGdC8KVgxh6pIuBarDMnNariKuFwF6RFM+csiKfz4gC3cCeIeybz1F7rVY3cCoumoDD4aSLgayPFZZhauD9Gq4KP62tsPznl4daY303wgfGuiiWbpp578MVUf6Cv3ps2wT+56cCOaN29uAyzROhKpWeOUPdWGKRe+boP8198HUcQa+mpLnIoSjJ72lh3bcmDbztSOK23wEkZfwRQo6c1/AYnWwdOWbH0DMavKrw==',
};
check('lo-look', 'P1', 'Orchard, panels and things look as they are shown', looks, 60000);
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
  await g.mouse('mouseMoved', p.x, p.y);
  await g.mouse('mousePressed', p.x, p.y, 1);
  await g.mouse('mouseMoved', p.x, p.y - 200, 1);
  await g.mouse('mouseReleased', p.x, p.y - 200);
  need((await g.snap()).bell.rings === 0, 'a press that was taken off the bell rang it');
  need(g.browser.exceptions.length === 0, 'uncaught exceptions: ' + JSON.stringify(g.browser.exceptions[0]));
});

check('lo-fall', 'P1', 'Things begin to fall when and where they should, and are caught at the rim', async g => {
  await g.load('night_ready');
  // When a thing fell its first step, by its own speed: y and timeMs are of the same moment.
  const begun = async (at, what) => {
    const a = await g.until(s => s.drops.length > at, 8000, what), { id } = a.drops[at];
    const b = await g.until(s => s.drops.some(d => d.id === id && d.y > a.drops[at].y + 30), 4000, 'what falls does not come down');
    const y = a.drops[at].y, speed = (b.drops.find(d => d.id === id).y - y) / (b.timeMs - a.timeMs);
    need(speed > 0.1 && speed < 0.4, `the fall has ${Math.round(speed * 1000)} units a second`);
    return a.timeMs - (y - 96) / speed + 1000 / 120;
  };
  const first = await begun(0, 'nothing fell'), second = await begun(1, 'nothing followed');
  need(near(first, 700, 5), `the first thing fell ${Math.round(first)} ms into the night`);
  need(second - first > 1240 && second - first < 1615, `the second thing came ${Math.round(second - first)} ms after the first`);
  // The fruit of this scenario has a radius of 18; the rim is at 492.
  await g.load('fruit_over_basket');
  const seen = await g.js(`(async () => {
    const seen = [], frame = () => new Promise(done => requestAnimationFrame(done));
    for (let s; (s = window.__gameTest.getSnapshot()).caught === 0 && s.screen === 'playing' && seen.length < 600; await frame()) seen.push([s.timeMs, s.drops[0].y]);
    seen.push([window.__gameTest.getSnapshot().timeMs, null]);
    return seen;
  })()`);
  const [[t0, y0], [t1, y1], [end]] = [seen[0], seen[seen.length - 2], seen[seen.length - 1]], speed = (y1 - y0) / (t1 - t0);
  need(y1 + 18 < 500.01, 'the fruit fell on below the rim');
  need(y1 + (end - t1) * speed + 18 > 499.9, `the fruit was caught ${Math.round(500 - 18 - y1)} units too high`);
  return `${first.toFixed(1)} ms, ${(second - first).toFixed(1)} ms later`;
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
  await g.js('localStorage.clear()');
  const c = await g.reload();
  need(c.muted === false && c.best === 0, 'a first visit begins without sound, or with a record');
});

module.exports = { suite };
