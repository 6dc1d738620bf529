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
  letters: 20,
  shots: 1,
  apartMs: 0,
  views: [
    {"name":"menu","scenario":"menu","box":[0,0,960,600],"across":96,"down":60,"letters":[[250,150,460,155],[350,360,260,120]],"leftOut":[[300,305,360,22]]},
    {"name":"night","scenario":"fruit_far_left","box":[0,0,960,600],"across":96,"down":60,"off":10,"letters":[[16,14,172,40],[350,20,260,26],[898,16,46,46]],"leftOut":[[32,48,130,20],[95,240,100,120],[0,190,960,284]]},
    {"name":"paused","scenario":"mid_flight","then":[{"type":"pause"}],"box":[0,0,960,600],"across":96,"down":60,"letters":[[16,14,172,40],[250,150,460,100],[350,20,260,26],[350,310,260,120]],"leftOut":[[32,48,130,20]]},
    {"name":"basket","scenario":"mid_flight","place":"s => [s.basket.x - 66, 600 - 58 - 66, 132, 84]","box":[0,0,132,84],"across":22,"down":14,"off":12},
    {"name":"lantern","scenario":"fruit_far_left","place":"s => { const d = s.drops.filter(o => o.kind === 'fruit')[0]; return [d.x - 30, d.y - 30, 60, 60]; }","box":[0,0,60,60],"across":12,"down":12,"off":16},
    {"name":"star","scenario":"star_over_basket","place":"s => { const d = s.drops.filter(o => o.kind === 'star')[0]; return [d.x - 30, d.y - 30, 60, 60]; }","box":[0,0,60,60],"across":2,"down":2,"off":14},
    {"name":"stone","scenario":"stone_over_basket","place":"s => { const d = s.drops.filter(o => o.kind === 'stone')[0]; return [d.x - 30, d.y - 30, 60, 60]; }","box":[0,0,60,60],"across":2,"down":2,"off":14},
    {"name":"bell","scenario":"mid_flight","box":[868,508,76,76],"across":19,"down":19,"off":16,"leftOut":[[922,512,24,34]]},
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
    const found = await strange(g, view), [worst] = found;
    need(!worst, `${view.name}: ${found.length} of ${view.rings || view.across * view.down} ${view.rings ? 'rings' : 'cells'} are another colour than docs/look.md has, the worst by ${worst && worst.off} at column ${worst && worst.i}, row ${worst && worst.j}`);
  }
  return PICTURES.views.map(view => view.name).join(', ');
}
// The mosaics: rows of red, green and blue, deflated.
const MOSAICS = {
  'menu': 'eNrtmmmMJOdZx7+zOzN9VR9V1V1V3V191n30VX3f5+zMzs7uzh6z613vem/v5bWd2Bs7sWMnNsaBJCIgIEjkkKKAgAgU+IIU8QEJISRACKR8QQIhjoBA4gOfeN6qvrunZ9Y2yRdLf5Xeeut533qe3/s8b1XXjDOccx4mL1dyMBlHMLPCYLHTxRruWH6JfShnD6SmexxM2kZqcAvr1JMoYtE8yMnODLRTKWcoO7xjEtm4Isa0ARpyWCz2gG5NAsaeeGHa2xnL0a2tW4x9Qz4sGKP7hrJgMz/JwuQI4ygEFGPEgNNxz8QG0c7aqJQtkLJbpyMb5EkIMQQCJszRWNMBNFsQacwf2lYI0Lb4WPARvaXeTrk3NoAZ4HbjU3DbPULnSRRgiJ1OT9xjR74hHyaxQwNWFq0+lbJyCdbCaozxjtMMArH5UxukPhShTdqm1gl13acsdGrruLpuGfuHneADTIuxxpwxzA94N0gNHINggTNEYY7SoB9GWenhoNN2Kr08nRDtzNLlxsaZyS5JqnFue7kJVbSsaO3QIlprBG6jBKDSY2/BQ/ATEmPNK695pWGkKGoFjpbBFDR1ng/AgYFu/jjGr3nEdZ8MnXBT85ICV2ESe0CbgIWZF8gjY9MAOUODh6hhpbGVeMPiHZU2ZIiLza2ui3FFoyGQsawxOUXxwrpMJYPV9g8X0RnMbOAyxAJeQQiIjFuAAC1t+GS3X/YGZBchrXkEG6kgbl4Z8ysEJdOxtINEoyD8NY9k8wg+Esnlm8xw3JrNxaHZcBm4WZ3rXsmByw5c2gB0PjQcBA0bYMdl2xQrc34k5HAgbeXbkA8KdsgBQKGCRauP9qi5DcqqMqsorGQws/eA6gAOHtF0SRwHsobxNg+/4UaNcacbF6JhMcPLoaDocPPH7NzPbSTXHRxDiyVVk+MS7hfWRsOhrSSkoqIxjAisxpPYvUCMd3iFtal7eUkhyIggaIz7YRQREPyUCPA3fNLxqZWyqMLyoUy2anO06JAAKMfMXXG4v4XQpgTc4JKZHsOol+WqPFpEAc3vBiAChHnMwR13wbLyxxxIxx28BxcgLooSPMTEYZwQcpx0b7chsKLLzf/cBvDhbE4uTAlXe6WqLJMQnZM/5kQzkITQUJXLnWKYFhwemERYdwsYLsVZVUuqfFxngrrHr3kDWiCY4uL6qXL2dDWXjGsErdFsNs4VNaVY1rO7lRwXU1w4eCvYgZLJExZuwz3Ca2YaEqFaZTvaB6YI+Cd7ICrzgO4OqG4aksfcB3ywgcjTuQ1CKOwQI79m5zec3LoDtS1BD+0X+tnUZj4NubFhGkO/E+PDlKhEJbhqcw6Nj9t5widEYfUDggltKBfGQ0+EFglcsGOSwy27fApNaylev7tTq+spPpljY/loopDkihmtOCgWTpSK+UxZ1WqKVle1upGpdgvF5/vlulHS1DIvVpJC2R9MkQEpQAk0I3pIaVz+ZsILkPPr7kmOWZvezJaIq3a/TrN6PKbG4jrsFWisi1t3JtadSZtbsMEpkLENBVjAf4g3QIo216ST8osNTWulUtBYH9kDCgcmuD2C3TWZAQQTQj8QOz7TicxQv0u0YbLTq7hxjaJTUjLdzmQycpZLGtFEMc6VOKGsKBUjXSlkqpk0kGuk0k1QNtOo5Gu1fLWYq2l6XVZqglSVpHJeL5xrFLq5rMTlmFDW69cdPtlHyuGgDKtJkNIGxq2N0gBqBHLDSjCrx+ETI2H5Sr/c1FR/AFZfWrMnN+wxjzvBBERAgfvENbtwzIbkcguxoHS5XdDjktcrWp1WP0WKAAca486PoON2YcMlOTwK5tO8pE5QaZbNQOYAnNgQTgWilpU6EEBYMq1Mtp3NIeVybcNoGznoaenppqo3ZLWuqtViunixXeobOVkwgqxBBbMknY6xqaaeOlPLR0MyhqF412DTcPLmvmHuHlAFTuGYQ9hwAgSpIGlSVPFBwdqBRtLmiFFEsiIpl9qwIUh2l3jMjuR0ixFG2i5kxYjs8Q47110yOjqQrJ6PrDWHZHcrTq/qJnSfP03SGSqUC0XybLwYS5aSCE4NRa039LRJxugY+W6+0C0UeoViL1/owWnO6MAlQKfpDUWtp/WKoZfSajHJFWAqOpwLMNlYJF1WUoN8NhpSXFgC8bFzELvLLUJcGDyAHOJxu2TJgUkkqeCEsuFEp+vAxx7z4wktrrTS6SAl21xDS/Df65Uov4zDs9UpjWewBHXhcCsfRy6f6iV0IpAOMBkmnAtH8tF4IcGVeKEiyVUIVk81M5mWYXQKhW6p1KtU+ic2d29cu/7oxXsPXrx34/qNnZN7AAooZXIIkao3gSeMhcQDwmysGIzkqWCODmaibCoS1km/anMM+QCHMC0XRDUalDGPdNwx0ZpTHrfXzfpyOuM4IftJsJSnLZGBU16b7fFTGUnsJJP9eLz3cZUA9ePJfmKoARI3SI7EWeKRBGFTlrdkeVtVtze751999OKTRw+uXb1eLA0QomwH0kzRGqJS58RqnCtH4qVQpECHDZLJ4YGMl0w5vdqGxcfBuz0yz8p3TlZTCZQtxx3yUll8NuzxNYdscjtEYCOJXTfR+sREInmQ2kP5295Z+QJtnOqQTG9anebeSw/uAaIL5y8XCv2s0U1l2qrektUGL9USfDWaKIejRYbNB4I5nMp6yLTLp4/52DGZDih8RAlSitMtH3cq01obNdbtCYvPnMFBgnJgwp8wH89qPgHEh6C7QzKjRjS++erD28Dn8YP7lcoJI9+DFNLSbVlrCnI9KdRiyUo4VmLYQiBoEHTO689geGrMB2KxYwrmRZU+HeAGpk2fPisfP+yiwc5PM3lMPlPJM+LDRgdPX74PfECDwWmj0M/kunq6rWgtUWlwYi3GVdh4ORgpUqG8ySeLEekNRxziXXcICwmjLtXGkE/sIIM5BejsIp9wpPfmwxskPd9PBbsEtRymqm7t7168eu6Sxz/hc+7khU7jzCKfl25cU7WTM/VFd9lo/9UHNy0+J06czUOJ5XqpTEfRLT71OFc1+ZSoUIFkDJ8/hxGZMZ/50FzaUk34LFxax/TFzgCTW5o/P/jVV+AING7uP7e3feHzD2+89fjmuy/fOrN1HtBdOHXxy6/evvvclc/evf7KrWtg+d2vPIYAv/D45o39y++8fOvW5Sv3n7/6hUc3f/61O+d3Lp7aPAenT++/8OTmtTvPXfnWLzw2cqcW+bzy4IbFp9XeyRcGwEdHfNqi0jT51Nh4BfEJA5+8L2DysY/4zMeoL2rdpVvPO5OPfhQFGGMFn7Pb54ED6NsfPv7Oh4+/+OTW5TP7v/HlB1vdvd/64BHkDIQP/WD5zfcewqMKyFw+u//VN+89fuHaZmfv+oXLD68//7XP34P+7331pe985bGf6Xz3F19695XbueypuRKD+nrdrK/bN28VS5tGYZABPumOoiE+SbEem/ApjvhkrWDXneI8Ciy1VBZPNOQAgzlRQWNpfUHanOjsNaqnr+xdOtk/d3H3Iqha2q2Vd6GO8tmd/dMXY4nBdm/v0ul9GAKrD6kFp5yweXb7QpDtQX+/dbbXOntycO7a+csw/NKZ/VCkt90799zeJVHamnt+sbHB01cewubc650uFDdz+UE629PSHVlrC/I0nzLwIZiCN2CM+cB78hHjfXY++VX7s7nfTtpH3Z/b0/vzsi264zM1eYqZfF5+cLffPzNMHqOfynTVVEdS27zcTAiNaLIW5WuhWDkQKh3Ox51eqgmfAwzmRAUL/w/Pr/YcIu/BiOBFCKe6oFCk3+/uFMsnAA4kD/DR0l1Z74hKm5Oacb4OfDKVdlKp+0MlnC54/IYLn+Izx8GdWS7LHrTCZkp0aAmfcHzXHxz4Al06so2O7BZ0hmKnaHabTZy2bJjISTjC1fEoMKPYLZzuuUl4gneD0ZMWHzI4YKLbBN2DOacQdcaILEFJdlonc7AtG4N0rp/K9pRh8rSSYjPG1dlEjU3WmAh890B83P78NJ/50DzZJZrhM7Sxe3PLjU3RoeIin3T+ha3dz/VPfrbRe1xqvNjb+ky5ef/EqafdE69un35j9/xb2dLNE7tPL155b/vMG43eS5unXs8UXji7/87W6c9tnnoKnfnKncHJ16qtB92tzwx2Xrt8/QMYsrnzGpj1t6Hns4XqHYTIpGSJYXvNxnbGGKSyfT3TU1NdWesIKHlacaEZTdbDcYBTDYTLJFPyUUU3mXf6pvhMBWWGPJTNM2mjq2M+nszGzKXlosOlI9aXP7g5bIQ2x+0FmwEkj3u2viDxfFR3eZVZiWSKCffqtS09A2UFmdOVhnDaCQGSp8Em6sFYjWar/lAZZ0reQBEj8w7vKB9c4lxctuWa8LG5M7YDzSZiDuCjZq5K+mVOuQgFFeP3rB5RvyRql8KJXUHd5+QLMf4sKBTbiQt7udItsI+L58Amwp2RUs8lxHNgE4zuQO7FhD0lezXKn4H8ifFnlPRzsOHMgYKfOfCzQkn1ZL0rqQCnY8JpxfhmJNkIxetMpEaFK2Sw7KNLbn/RReTtngmfhdCMZZri48keYDMjJlxe5INTPSiQXPmWUb5dqN3Vc9ei3BmjfItXL6bz1wFXs/+kUL1brN+DqwABDNTs1UrzPpRevfsYKBmV25nizVL9XiR5ut59BGbADaq1NXhSbT8wyjdhO1rkUyptSlpXVDv8LJxwvB6M1imUPBWcKXupEkYWHXjeNsNnJi67N79EkFojPnZUhvlDxbAV+NXgJtpWXaDGMwpCmx9ItherbPysP6jQgA+8M/MyIpMUAU47xrciySabaARjdTpSC4SrRLDio8tuf8lFFOy+CR/4xuXwFRy+SVzm6bzQvjTm480ttZlTkK2u5sNEdpq9J1r2GmzacFSzzyelC7AnV1oPtdy1UuM+7MDQU209LDfuGyjrbov65VrnUb56B4oRcgx25qKZhKspAZ+cMbDIxAEON4QTikFlQfLU/KEqzlRwuuImS07cjHeez0ROvLgoh9cY83F4c0tt5hSCog51xyu+KJLZhEITtEsQNZs8nRDPM9EdXt2X01egAf3QhgZsOIALTqP8Wdh/YOOCdiC8paSviGjsJdiCSGYwh2iaFfDJZPtxHpGJJluRRDMcb4ZiDRNOPRCqEUzVR5U9/hJGlEbxZsd8poNyESUXvkRO34QPtJfaWMJGM4Sjh/A5kFtwMxjbGZ8SzIA0H17Q76N6B5bYsnKzRIe7qXTfJNNiLThRBIc24ZDBKmSON1CG5Bk77xzxsbukxQAX5fIZdqf1/TAG7aU2c2Jh3/tIfJTM1dMX3t46/Ua1/XCw8zq8/Fy6/gFszhraq5+ftvQcTXSoq+k9Nm6lTTMYaTBsnQ4DnLo/WCNoSJ6Kx1+edn6Kj+gmZy75w1XomROGT/hAe9FgUZFY46PxmVMovgsv20svHZ2PonZD0WYoguDQbIOy4DAIDk5Vvf7KnPMu3wyfacF+5SErc3Lj+TEfaC8awC3meqKx5ifCZ7WOyEeWuwwLadOgw7Bq9UDQglPDAwiOdyEcbIrPbJhV36IC1Vk+xqINSdetBkHVrEY80fop8HEfjY8odqgQIkOHGn6mTjJ18BPg+PzLhfmGz2sPocyZ4YHaojxTfDy4sdRmTolECxw7fH39nY+rZdPCY2uajyB0AkwdkaGRTDir5Db52Bxx+CO7P1ifvkQE6tMKBJtw9BD58fML+MzZLFUi0V7N5/UX9n/yB3f++48+rmASmGrJI2yKD8e1TSymDvMcD9TdeM5ufi+FP/3jVH1a5DJ5J3ziHjxHHmA2rWRyFR/47PCT71/939+7+IkIpoIJV9QXOHOowxY9C4Ibz1r14sDEOT5+urEo34gPjPLiuaU2c+K5zgo+8CvyP7+19z/fOjnWX75b++17qb95v/lX7zX+9I3Sn71V+bdfP/Htm+rffdgG/fiXOj/6XOmv329+37T5+w9b02NhKphwBR9wZqmTJIhqELMEEB/fkI9zgU+AaS5qlk92qc2cBL67ms+/f2Prv365Pdafv25875r4Ozekr5+Jff8F6Rtn4//wfu2bF5O/e1P+k8epHz3J/OY+92sXkr9yLv6H99S/eJqfHgtTreYDzowd89NNwEJQDXwBy1iYL3MQH4ppLWqOD/TEuE4o0l5qbEnge6vr65/eb/3He8VF/e1r6X95t7D00o/fyP7j28ZiP0y1ur54rgvZQtCrmCzyATlc8/sPHWwvCjf5wJ94EB9fhgm2U4V+UuzOmTFTbYnvr96f3zrT/+c3jX/9fPZjCiaBqVY/3xPJ9hHJDPl40fd2kw8/dwkSDzIQ8pBmWhBv0BROGFby2J0Jry+NOkOdYGh4dahQR88PYsmudSoLq/hYn4NIukeFBh9TMMn4+9InxydlxbvIZx6XuYl5zO/VVkl6cZQ/c7KSh0ev8W1U40yT4+b3n0M/tCblfTV3S83dXqlbYHbEv3p8ZD4urz7KhyQOL0uHIIJ6TI/4xDGPttreF6jBK3cs3gDHjv4XHFF/vrf79e6peW2e/cZcD5iB8dFnhs+YbAR+QubdRMFNFD1kCeT1l01VLIHDpsBzRMPl0czNmYeQoX91pPB5zUMgnk4XD6+UTkzykEW4kamCJbi7KcPly1kKR0rP9PevdPF+pfslS3df+s67H/zwjXd+8PTt3//yV/741IWvvfPBD28/+vbYAIznUwV9bDyQDzgzduwogp9d4/yB31ZA0qSE0HnMqKcjxfCcA5PQy5KLA9mdnMOTmlXa6QVlp28RCpeYZ8kfKXU9U3nNUr3/VuvEF7snv9QzVWq92T35bmPw9tgAjBdL6aCZwQ1w5ln5QCZYfJye9BSKMZas05uB2O1u3YZpG07O3M8TwAf945BLPkg2TLW7NRgIM0hi/+h84NM9RK1mb6nZ2yt1C8zA+BnIi31Y4qPDgYW2OXkLDsoiTAEIliAuG6YsCdyRNHkmhv/FcTCfaYVCOUnsBsPwGvCzEdxalvrRaOUwIFYmaJPYzTeZ4U9yp3B4sIhPwuQTPzofM51kP5WimDSIZuDBlwuGjFC4EGKLYbY0p5xe3eu1DhWYLY5dqmC4eFDmWExQaSyPNzH+XrHh5I/AJ2HV14iPdHREK+kpUI/gJKwdiGXT++3shVbmQnOoi60saHwKl8AgGjHm9rojF86YiXKIb+bL4ZCPgzs8ltE/j03+Kv1J8FlUQ+Hbcqwtxy311ARofAqXwGCC16VY2521M1hPCuthYTWs/XOmcI4oe3yYCYhPcnWBWPbW96IRn1FJYgffApttY0dyjA/xVY4F1ZAidR4JGjWzEwQGh9zrUGeOxGcqGWb5OAnNSWp2rwpHB665/DpqeDmMFDG/aHclHJ6kwys6fCpcAmFUCoyhAUcHborQXAEdBANhNsxsDOfxqSCr35oB7O0+614qzOAm1Vw0UoyFlioXi7i8sunbcDY0FamjWxDmLQjNdMOcHzcD8SiWMbqXT7U6rVPL3jrCJTTQdA88cZrxwtFFinY3BwY2mMck4w4rE7GmoBGSZiVPXZo6zo0KLzHwRNSZW8zezhHgHESM8LOmwqZYImCdsk4yDgYY3D10wL2m5GFnb7TCw7lR7EK8U6NcQeFnKCeVtPvjdjJmI6I2ImLDTUGDiEInXAKDn62HaAU/1cGyEfFPtUJrnuinWqFjTvZTrdD/AbaGbNo=',
  'night': 'eNrtmveTpMd53/8DAbiwYXLOOeecd/JOntmZ2Qk7Oafd2dl4h8MdCkHIAkCQBAWJIm3Jlskiy5YpWyyzZFISg8gSSz+4ZNJ2SSZlkISksk2JlJ+Zd3Zub3bvcAikTJtV3+p63u6nw/Ppp3sixZqkvJv44SJRHyEaog9wuFhJc2wxPdmL9WRLAqcMnK8h6MIYqYeoCyOP3M08YyPDcGeottR5N7x6k2yKn/kUGBtpunNr0QrOl063JJzcDwsAA8Zn+3PnV3t+uoU9ncKSQIs3MKKp1jhWtMiFOXtEhFd40UInNM3rxRuke1nB4IgBGBchMN0ZuisNj6SzmjOfKEEXIRliOOUmVrEJNtQsfMCG9YB4oQLFkiSbE3Oq5gRRFyGb40RDjGSMgQPNPgUCNkKJ5c3CjFMCM/hAj2pPXbo7FITPRmbhQHemATgMyPfsaCO7+sRYEWshTZxADq8KXsErZToPT+G8SlBdI2lWGXoopyLPdGYj9VdwilWmCWbBKfxTUBYkqFl008Cn6AALRhZEi/2IUELvdZrpMZzyMexcj6Llj6JkiL1C0lwnajB0I4qim9ZjFAu3aStVB5NCuaiBoWBMjDSAU2yixR46JOpGmqCN4DWQhwG0yIeVByEB2IEcLJKgDUHiLfgwbCnGLDemhiUBqwWDOavhbOS8qVfcsV8DeZOviv01JJEgTFhAvVaq18sIiusULWKsMQ3XyXMbdJWoBoBQgo3sNayEoA6jJdPVYuUBgiZM0EUhMVbZ9lWWDSXwTPmIfOu8jVloiiu4GRlEKBmUNL7du5k32BOB6E4gUmh19krlbjharDdHeLoBHK4R1VA+si4FPYqWXcFM+y6wz6e4V2tcFywJrw4TtGGs3A8l5CdsmcmR/h/18fdr406k/L3aGOyGN/dXtb2362OfJyf11y3+p3fab5U6b4GhCvaRBEP4iHRupsQ+hUBQAxNIFYQSAIF9hz29GxdGcYWgxkgCyCaS9VEU17HGATnX+W4gA/t7jayfyYBi21gSO09up3AMENp0NEgPjBJHVdFYKo7YuEZSXyFATqqhfhUnp9IUFKocQ5Q/BvQQISQBDkp2Fa98DCO/gldfpxrX2TYS30bkW9E8OPvOFaZ1hWEFAyN0Y3gOjNg3ZwWr4m1MxXfD4wub5Te2mnC43kg1X0424Ji/mWy8lmoAB2WspXWcRrdfjG2/qLGfqMN95IJC+HCUEYYkQBP50TTzLMOnusvkXk3TnmGZLclyjWJAaKxQ9Bi6Hk3TXafoz/jomXxjwGYexO0Og4kAZwSlfmRFtY5VmzWmWzveHb9VIjWuUObdwa4ErTcLHrPOhGUYFoMQWAYaV09iGxYjgzNPZLTpTVadiS+ejwDCMAwymVGtMkvVDjTHBhgXg1wl6eBxlWVHCT1w9rHyzelhnDHEKeEMhunmlNq2K9ENQSrrntBXgvzBqUIYWQB2ZI2kXycbVkn6K1jleRSPrEl+5brwV1ZE83JqiB5ZkT+GgeOmA13BakFXsVo2z2DSmnRqI0donAdC0otEhv2o5e1/1cvYTHSq9pEV4KPG4jVOleFbr5eeyjkUYsMKQXcFp7uG1SpEhud2XF99peBUG0kM4wrZsEY1MnjWkMNdD7nTfp/J6OfKPDyZV2MMJvz+z9xIfP5WKubzSTU+vS0WihQaheKtWvzzt5Ipr4POM65SjXiOFeGJoupQ9DO8zGmmrXGdcDwhteCcwiUAJV7iZ+szIIoqBgdkARBEkvtZCjdb7cdJ/NBlje2ACwThf5WkRYK9goUE0D66ql1Ba9F4zRpmaiNaxWgNUuMn+sHfHEdMGhOKor+C0T26piWTdQ6Vqey2GqVGLF6HOF9HaSU8g09rssiNNKr+sbX5IGBbFUav1iQTGAkUC4Fmo3Fceo23Hfd//7dbz1Y3t0KJDU/GH8jFosVBqfDW0fZvneaP2pVquVUpt6uVzqTd+Mik8GdvlH91VGzsVNLpajxRVho25QqLRmkwas0ckXX1LKlgE3FMA5ahW6PeTXi4KM5fZXAqQQSZ32DzhzzugM8Hd8V16EvQrOEUa3gVlmrAknXXMRCFDtEaRi/jG/VSg1ZswhH0i0q9xPR82fdyPaCTmFbP/K+u60kkA5NuwBMNV9bvDgIOUA/dr56rvI4xQg2JbMAQTTiKjcJysfgerSZQCIVe7UQH2/FkOO0P5MORnWSyUilUJ83qcbc+aHaajX67Oei0hrvd/p291rP7jdNBs1HtFAutbLZRzJYPa9t/8GzujUE8H02azHG+zE/iOARim8toM2vMMrEFRdJeJ2rn3GhmuEXhkoccQ2pIHLPH4vjmG+UXKxsquQlFtqyilGiUmEOVm+Rmg8wo4pquYwyPrU9FpRqDBstXX8o3fTY+23RlVnkFZaDRjDqJGQQGPF5BGRH/96qraCOKaCXSnXSuhyf2y1ShDUc0tZlIhtKBYD4U2Ukkq9Ooi+16tQtYup3RoLc3Gox3h/t7w/390Xgy2h32Rq3msFbt7ex0qsX6abPwH1/aeXM3uZNMWx0prSGu1ISDjsBLteDv3cn4TQ4GZRrvdSy8HhlA14jwpmJ2a+GMVzBGFN5kkFlPM97ChkPItVxFm4APFi3WCZV3sq4/einv0ljxJNMV1FQUqtmjs/72JJZz2rgsM1K5TrBfRZnWsFNdRc09359WcBYc1UlhudkCv1C2qdBG9eakzZlx+/KboZ14oprJNovFTrXab7eAzHhvNJmMD48mR8cHx8eHx0cHxwfjw/HuZNgfd9q79dqgXOr0qtVJrdgr5hORnN2VNVpSGn0s6Aw9UQi+tRf3mVw08owPSnMNbaJSzRyWkUE3X4dY0BZEJIpFLnaKhU4Ufvq4hlJi0GIlT9kMOF9uhqxKG5Y491zBWnhsq1Zqk/CtKIJlMcKHJUBNoG/QuT6eeFOijGgMCZMt7XTn/MGdSKy6lW7kC51qpd9qjgb9/fHuIQD5+Osvfftr/+adv/zjv/ven3zn2//+X3764yeHJwBtONgHRLXqYKfYyecaqWQ1GCptePI257bOlDIao377ptfik0vcWKwC+MC9ChwcatvxlttvsNPp1quYu1rB2a6d2evoKU8yQSYR2JViO51hu4a96wn2Gt56HXtPd9AawXnmYLuOsy+1PoygI5rsJDE9TH5AIAvLNHGdacvq2Hb7ipvhcjxZz263S6V+ozHq9RA4J1/43Kd++s63/vFv7tGff/33bpzc3B8fDfqTVnO3XO7n8p3kViMUqXj8RZsrp7ekFdqERBHhiYMUtheDkc/46JhMW9rh+N4/b3aDTonQdQ1rv1QIHxRKuoKzr+Lt93N7sFZwjvfcBe/AUN0Utp8tCokUUaUuabBkHO6CN1AKR2updCtf6Farw057PBoeHE5OPvnm6wiQn77zzTmcd775929/FYwvfeF3jg9O90aH3c5+rTYq7vTTmVY0Xvdvlp3ugtGWVetTYmWMIw5RuX6EzypGh6fYjQpn2uG0qp1kmv06znleK/i5sY6e5hsaJV1y+LC0mGipZpXgwtG8VG6QK46IlXGVYcto23Z6iv7NSjTeSGc7EGa9sdvrTcZ7xydHN777518EFP/7+3/0w7/4t1CC/ZMffuPv/tt/AOPHP/jGnVu3J+OTQf+g0dwrlQbZ7U482QyGqi7vjtmR0xjTUnWCJ4nQeUEMRgbxwqswrAFPcTKYTiJ1tiS8CxGK4l3Y08c5H8n5yp+F1kgeKFcIG/NHohvP8NN4IZ40KlEn1caM2Z53eUuBUDWWbGa2u6XysNkcD/qHEPjjN574yY++OePzlRmfrwCc//W9L//kh19HcunXP/baweR0ODhstfbLldF2vpdItTYjtQ1f2eIsaM1ZmSbFl8UYgtCcD9awtLwVgvtSLfjcz+FdhaL4oFwlet5Tr3WSl8AM0Plhniwu1WxpTFmzowDhBMP1eKqdzfVK5VGztT8YHE32T+888eTiwvnpO38K5Tvf+XcA6kff+X2k8lNvffTw4MZoeNzpHJSru7lCP7nV2Yw23P6K1VXUmbfl2i2+PMEQRDBoKcJnaT2rRO+lQqHlCJ+LTetk3/16gTC04ANa31UwOIG5SRdE+LKEVJPWmLYtzqInUAuGGzM+/VJ5t9mazPjcuHHyxN/+9z9ZIIK0ATJTPv95zueVF144nNwcDo9b7UmlupcrDGZ8mu5A1era0Vlycl1GIE8yhVE0WgLxruOMyzGSfBe1Rob7Cskf8aUOPzutU/wEVoglTvBkKakmozHlzc4dl68aCDdjqU4mN9gp7zaak37/aDy+cXJ868tf/AyC4sd//ccA5x9+8PX/+Vd/+A8/+BrU/OV/+hIAnOzfHAyOm62DcmVvOz9MbHU3oy13oGZ1lXSWglyX5ctTTGEMMmHOZxlFYKF1SnBho9EyhM95h/ctuiTKUcXBwLNDXHV8nXJfTxQlSGCF6YL4jE9WbcqbHCWnr+YPN6PJbnp7UCzt1RqTbu9od/fG4eGtp5585u3/+pX5EfvRny5y6e9/8I2Pvf7q8dET4/HNXv+43jzYKe9lc8N4qhuMtDb8NYurrLUUZNptvnyLIYwjwaJwpqX1rFM2LxV6dh6nSCnB+/k8WChqCMeIIDZZEOUoU2DgmGG6JLY8Fy10/hHPjNAECa5sS6LZVhkLRkfJ4a35Q61wopvKDPLF3Upt0mofDQan+/uPHx/dfv7Z5//iz/7g/Juft//LVz7x0ddPT25PJo+PRqftzlG1Pins7KW3h9Fkzx9uuYN1i6uiMRel2m2ePA3bMeeDNy0HQg1fKiTfZnzu6/OuQi2NSY88TC8cM0rlJzjStEi9rTQWDLayzV3zBJubsW4iPcjmd3cq+/XmYad7Mhrd2N+/BYhu3HjyI6/+2ud/97f+9Wc+/RtvfvTW40/dOH3y4ODWGA7X6LTROipVJ9uFvWRmGI53faFW53gvVmirTEWJJseVpWn8c3yWQqBFLhXiP+1yf5+fkbCMGIWXZEszQlVOri/qrGXLRs3lBz69aLK/tT3K74zL1YNG67jbOx2Obo73bx0c3j4+unNyfOfk5Mnj4zuHh7f3958Y7T7eH9wAFpXaYaG0n87txrYGwWjXHWwFk22bt6Y0FkXqHExE4cXm8eLNyxzosUtEiy74oM98cKzk5c4PLQwj/pBuJG6KIc7wFTmprqg2l43OmsPb9G52NuP9eHqUye8VShOIGhB1eqeD4U1AsTeGbHkCsIzHt3b3bg1GN7u9G832SbV+VCxPsvlxIjMKJwa+cNfpb5ldda21ItfvCFR5piRD5tzlc34leAiZkUCEOTOmosfu8qFH0eebfi4icFI0YYYjy4k0RYWxrLPXLO6mK9D2R3rh5DCR2c3k9/Olg3LtqN46aXVOAUVvcLM/ExjwCJXQVKkfFcoH2cJ+MrsXSQ4D0f5GsGPzNA2OuspUkWh3eIo8XZQhsM/ygWBeWgmGmbxEjPiCDwY2lJnEngnzQOHYWx/QYe7GSlH4GZY0J1AVZfqy2lI1Oht2b9u92Q1EB5HUKJHdA0S5nYOd6lGlflxrnjTapwvVmqdQWaoeAcNsYZLMjqOp3WBs4An1HL6OydXUWmtyQ1moLrJleaogi2cu+FiWVoJlbl0iQHfGB8+M0QUpriTJlyY54hSVn8Kxti7vhYg1E/M9i8hL3+3I2qIKc3RRjisvijQlhbGqszXMGy2Hr+sJ9QOxYSS1G8+Mt3KTbPEgXzosVo52qsel2kzV450KkDnaLh6k85PEHM7QG+47/V2Lu623N5TmmkRX5imLDEmexMti6fP7FkOwLK0Kx85cImZyDgcrFohjWm3Kako6LEmLKanSAKstIidzeUd2hq3Kc1T5+7UiwnOySzUU0fb2qM/VFOYO7CyBk6UKcixpQaKrSvVVlbmudzQt7o7T3/OEBoHoKJyE+3aczO4DpUzhIFs83D4TPKbzB6nsJJ4eR5J7wdjIGx5sBPs2T8fobGksDZmhKlSX2bIiTZiDic7zIXK3QYuFETnbF0VgTfnA92NsqsSkjwZdyS1/PB2PxHsBnytp0G/xJJd3BFEEOdj6+7XeTyTuttRSgr7nK8m8HENcEKoqYk1FYaxprU2js23zdF3+PoIoFN+NJMfxrf1EBm6YCQBJbcNpmiQzQGY/mhqHEnvB6MgbGroCfZu3a3K1dbam0lSXaKtiTZUlKVL40xnxjPn5gu8AlxZG5uUvisROgTMRJ5FxpAF7tBhOvFyy/3pXebvg3t5Meh1bKk2WLshd2vfDFU1QYEtLAmVFqqupTA2drWVywgXbmyIKDn3hUTC6G4rvhRPjaBLO0f5UyXEkMYZKaPKHR57Nocs/sHt6ZldHb2urzU2Zvi5SVbiyEkNUpMxmITLnr0c4ouWe2YVFGv8SUThb4EwlSjQCWcITOc1H3v5C/2++NP7u0/pGIhn1pE3Gba6kAJ4M4c6lI3xoEhRZ4h2evCxWV+X6utrUhBjNzq7N3XN6BxuBoXdz5A/tBiK7wejeQvDoD+9CkzswdPkGNnff7OoabG2NuaUwNCSaGl9RYUtKdMF8FjJrzgdPtCwtgCEsXRSNmybgVQifpCf6eCHy12/53vnd2Hdva1rJVNyXsZpyfOnOpX0XYopKD3Z4SDGFJY6kLFBUJeq6Qt/UWjpmZ8/k6FpdPbt74PQON/xDd2DkCY68wV0QGPAIlS7f0OEZWDf64Ky3djTmttLQlGrqQmWNK60wz01BZccXfFji8vnZhaoqW1ReEoM35QPnS86VRlyxWjz9G1XnF5vKF/K+UjQTdudMhiJfWr7Y8QNJXLlYyZHMKsVlrrQqVNSk6oZC19QY2zpLx2jrmh09q6tv3xg43EOnZwisEDk8Q0Bnc/Utzr7R3tNbOhpTW6lvyTQNkbLOk1aX5qJz5nwIRPPSAjaiPa6kuiQmLwN84PcdDlXitiS3ArlydLsWz+5EthO+/IatqNFWeBd6/WxUW9h8aU2kqEvVTYW2pTa0taaO3tI12nome9/iABQD65ksjoHZ3ocmg6WnM3XVho5C15Kpm2Jlgy+rXZyFwUks+JyvF8jqIkVDIK2fl1DWYPOnfKb+WLFWBRdyKeIuxrzFsHvHbSsZ9BWVroM4S1StqSFrQK+lce4nofxhPS/RbMFSVVOuaat0bY2hozV1AYLZ0Tda+kbrXFCjN0/J6M19lb6j0LalqpYYIpVdPiyTO+dDppqXfETy5kVxBHM+IL4gpdPVLaaazVw1G2sabV2iaCw8xZd1Py+JovUwrQ92WxJMKlG2ZKq2QtNRaTveyKg0ONCZelrjTIaextBV67uwiUpNR65uS5WtB6+TNeODw0otG0G1sT2thPWAlC2pon1eWsMQSp4gu3j/zOFvQY1M2ZarWlAu+X9AyZSdD9Rd1QEBDYurr9R0F1KA1B05tD7cgtncBG72+yCLa5Vq2mLVXclV3YviC+d8MGgJl5+61OcXXQBWqupIZhBYvDgBN/29j0QynYcDUqn7FyU44wO9ePzkpT6/iFKoezJVF7AsQWByYwgfCsW81KTRDi9KeJ4PL3Gpzy+IBirNDIu6K7k38Hv5RBA+ZLJxqUmv270okTBzjk9Mr9/NVo5C8cmlzu9LI42mL1c0RdIKX1zkwOdQfobB3aJzU3ROCkp4A8YWZMXKokCyI5ZVFcoWRPqQg2t1I7V2oNT0H8zkvBicMESKxylJJP1Sk9Gwd1FiYXp2n8unfLgRqNnKH29GDpbcbLax2TS+dIRLBUyk8jpfVGTy0jRO8sGic+HrFCB2twZ6QV8YQaPpGfV7Bv0ebJwOUOuGKu1AoUGSpCN+OCb38GFvwk0LwRIJ2qUmqbqr1Pa1uqHBsGc27ltmQvjMkCp4nLDlrP68rObJ3uO3ElvHF5tgHKNhDAPq9Luw73JlUygpPQyThxfkGEsAnwF3BPL6+wCyJDoriMRLIuoe7AlboND0ubPvq5EjyedFTMaxaRY1aGZPcwbC9wb3zbZd2L5pPmv7cmQH1R2RssmXVTiiApOf+RCZPIAVk5+F6XjSMuCCNy3vlQ+N6UfiBYnfrbtEPc03xB+yjs70PNgfaAjkNVgbR1yEPWV8qHlyP7GEqQcS24KtgcWwhXlYFRe+AZCUYIV8uO5k8KmhBgsWyutCeKOrbIpVLRrDO33xIushZKGi/sBI6wpjgyOY8iQTtViMlEyxwtawRXmYiyXMseAuFWzDfgEHWMbPAcVF8aTp6E5doPjQkhM+dk3zAa8CPixBhgdfF8hrM3RttqiwtOkMfopEsU2/HyOoSUQNDq8l0jcJ9CAisImMEJkZobBi/yRwpunBS4rVsEGpD2tAPNGExciQ80Vhhs5NNE8A+AIEQiYyNvE0P47ixeC0cLKmr3dEDQYjRxEd9xOGvIGj+gAahRX9p8L1wZSAjcbhdQic6VdAZCeBFpiLHoQA0UTnUtRojAp4Ah94iYcfmh/A555eJCeW4oExATXM+38tEzIrChsK2wqxn8WrRN7/zH5iNr57pJgpGfDHzv5VhSLaHxLRvanlhmyEnCTD7+ns+M8t/Eqq+Ppx/VK9dlR5ZVJ8eVJ4eb8gFnvvxouWI8kz+wuH/iH4KKbnC6tA/lWFIljfB58LcmJIG1iyG3IMR/XC9uHn8t8VbSoksZGLjsQMw3a/J7yNre0vPRf98otxKBf6wxdioPnjr0Z//9kUX+A5x2d6+VAoOr7Ay2C7353P/M9jZ39RgF/tPwQ+H1RokgvwAtspQwDI2CQxwgBwLkYIkOJpARLd82ZV/XpB+lpO8lpeiugjBeknKoqpnZO8mpP0gvccIgxGVi60P/ep537nE8999pPPnxycEOjey9dAdqJJDuTPPxiM5CzlDIsb5r6LJzvvHcT5HmO/15/0YOf7NJ3Vtz2apyLcp6fiPR2d6/kE/9nY1IBSL7lnx8v5xsdffnYj/KI7/IIr9OLjp8/dOjlBmsgiHwjPdlPEPhLfS5X5pzUsLV1sYkjMOKKcSFcTmRYCx02R+EF0ZRCcqVI/nrVB5HqIPA9J4KUrAjR5YDrCzAZj6iz2EbgeAscDBlnoQ0YAfzDIYh/0hXHAH6aDepLQC27QimNswMjzZYh8WLprujaJbzoadJw5wxQwIKwBuuOZG9CLLPRCCT7QHRzECteBi3XTwzivG2dG26eA2XHMjdny3Gx59LO/+ZQ98Ey7devH36o9f/vIFnj2kx95WmLYhulYFudCbJsLNLVNFpbZOi0Rme1Qz7HPmiwOltW51Ous6ZzMjmmT1cV1biw3LXo5NtjWS5pgtPkykFbrbNKZwV40XdJrY+pgdTJNNqJURROJpFI2SCYDcWYlWyZli6UcgkhGVmgXcym96U+9ccfoeeLTr47+8dvVb3yuA/ZTT9zxZ0owHc1g+H9Nej1JqcRLpTiRCCsUYgQCDJ8/lUAAjzixmCCTkTWahb/EFfhnH72ldRx/9mPdv/1a7cv/omXzHb323OO6QBxaiQr1/+ciKTXPPLlbrR4qTHvjXk9p3vOF9t985Yiq1kMrRiD7pShy/TO3h68+c7g3GD93++DjL024OjvStMoQ/lKgdZZYoHG5gxGZ0Yvh3MVyhcD5pR6g/wPcYEcX',
  'paused': 'eNrtmtmv49Z9x5/rmXslkSIpkRRJLdTCnRSpfd+lqzu7PZ4Zj8fLjDPj2bxlvMVuNgTxS9OmTdDGSFGkRYugaZCHPNRACjRpgQJF/4D+EUWKoi3QvvV3SC3UcnXveCbpi4EviMPDH885vw9/vx8XCU9V8OMUUZpYvIQlSjsMNjvDYpXM1rbYJyshruDvweLFIGvDFN4uJTWITA2EiysnhvgCnizPZpSRTThd9RugU47zJcQ53iBgTOXq/tWuWM6n9qYIsHlP+1EjwFiLXU8hzobO/YgRnPessVoMjjDOXUA+pquwu+hZ2iDa5SBfCHKFkLc7t0GUkoghEHBhzs+FcVwzOBG04A9tzwVoe3w8+IjemsvzcRbLWxjACDDdYheWTc7RUVIdrsspXEqki7Gkwyft02Flj1JhuymvH4z3KN27Fh6oxaVfhBk4EowVAqwzE2PHOW0gSUNZGinySFVGmjrW1bGhZ+PqPoGGDZAaNJ4JSUiYfAqTn3G15x7dI9Vn5j2nSR3GhPEBb4C1wS9wFjiHhGIgBtPZ0B8WK154YEIxxBeXMeZq0YDVLnr8l5tYRKZYCXIOLCDCWbpZH/bHaDHEjM8+hdYcYbUYr1OMFmU1ltNDLiWPBgoAvrhYLawQ1gmBsRcx9yLGPmN7cPZpq5vJ3Slk75Ryr1fk12vK3bp6r6nfaxvPV20+VRbESlZpZuSGUxqZdi+nNOzCMERpwArmQsSCOaRQ7hSGAC6wz6ZY1X4UUsBBixFghajhhXFcrD5wRvedUUFpwRbadrZ+zxk+KIzS2frWEgHbGR/eAixR3jqNy6cJFCp7s8uqYJSCkQpOKUFChsYeLp/CFfdKISx4ohSgzf0oyNqn84gMqZ2Gc10FoiYZMyOcSTOazEmyIMu8pAiymVKcrFqUDSoKAQmCwJD2MClMSjgpBcMAIbciDw5MjUmwPQ3BFjEw2sRoI0BbMPUeZYCgEWTysJ6gjxWsyhPs9qXWRO9CvE30zlDrQHpOtc5I63iphBI2WfZq1KJAeXwovkSwhTDjBEgdLpAb3tIs2jcERyHF3CXpCxTAM0ipAdIFOxdJa5mUXlLNZELHSPVUSHkmIO9jSlzQm3nbzBl0TNubnw5tSzIalh2P60FqCTkU0cJRFYtoe765IKoTcR0EjUU/nMVwKNoZ3gxEjdO+K4VEanD5IOpmuTmvAEG+iGLMrYqz+pZERQniBw4FYw5cwb0wpJIGW0TGTyOY+539zFKBLGyfCQAiSEAIMPUUhnQaUylaA794XoNMXCwYwqaiGA+e7WuiHoYaEgA+ShBXUrz26kGzY5oseIerp3A0Asto/bz10riREjSMgkG0fVIjaCMn5m05r+aceMKhYnaEs7lEQck5l1rl5zoVOWczgi2IZZSVVqPllJ9tV5SsFaY1iOQQUHJ5woUDzfC6kYbEuHG1rAP5ZZ7GHC9HPGGcQ3J5UnAgMlE0RlEBmfGHWkTMUYTAR3UvpAZwZR9DbU/QI8S0ablwplaE2AgQyBj6cUJN8bqVMeBoEJ8Znw6pDMQVXH1Oc6HNFCZU6EkLOhwNEQZGmuGoJQh2QXXuX+z2nIIqV8RsLSPVZaVRshuHjfrZZqNWauXtrmX38navWupM6o2b01av2rTzLVVvy1orliiwnMHxmhDXKdZYpL8b8BrE/D65jDFwfKWUuYkZijmC6OSy+WzOgVqBzoXijEv7uBwktSDsApngTIAF1g/+cqweDC87+Zjet+1hoQCN/bk9oMAIjaS0kM8S2mFSoyIaTmhgsBh5D0NmYB8M60HCxCMWSdu8UDDk4qhUKpllRa5mpEZOaSpay7La1WK7XuqUikCuXygOQOVSv13rdmudRqVrOz3T6mpGxzBaNad+tV+fVMqGUokny5GYg0XNKGumEiZcTYY1AlByvTAAZ0kd0tALMK8Hi+rplPnKtDWw8zEOrr6xF5IDoSxFSnFOBxR0VN8LaaeCSOBaNmG8NKo7OSMS0b1Or59ndYADjUWnX6dDGvgeiWoMo0Fa0TTiFgxvMQuEDYyyiKgdYR2GL4piCSIH4GRncNrgtWn1gADCUhqWyqNyBalSGVWro2oFeoZOcZB3+ma+l893GsXG9VFzWq2YWjUhVvlEmRWKWbEwcAqXu7VM0iQI5O8eFA1cdeuGWz0gC3AoOFoABwhG3bCNjBWFhA0BDTmIZXlGbhvWjREUBCMU1k+FkHBST8eN8/WynjapyKxzP2yiLYbk9awJxsQInWH0BK+nE3o2bWQMk+f0SBSCcMVyDzNCpIVH8iTjRGNFVijxyUoyXRNzjazclBGcLvLa6TtFl0x1XK1NavVJvX5QbxzU6gewW6mOy2UIuqFTGEDeFZ121WkW8w1ZqcNQQqrCxcvZdLFlFQ5r5UzSChMS4hNSYJ1hUge/CLgBYbBswxNGGCxr0fDwjKPdfeATysZoyc5Zw2IxwZvB8MwS1h+JGHzMpOHeihuLETxBXmCktSkiYnGclU1ZRs5qaFq3qJYsS81aqYTFsBZOLS3D0XyEcRiuyMVL8VQlla5lcnVJaapa2zA7Vh6yaQCOV6vjen3SbB6029OzZ569feu1tx8+ePPhg9uv3b544Uq7cdCuT1rVUaM8LBcHtt2DcyHwgLCYbSTSNT5RERKljFhIpxw2lg9iMz7AISWYdT2fSZgEZZzGltrDzUV7380vHM/RjBljwdL0WyID3Nxb7YnxJUMfy/I0lzvYKkk6kOQDRT4wtKmhTzX1QJZRT07aMIYeaZqTp9JMh0jKoTyX4klF0rQzpnnONM/n8+fPTK69/9bDRw/vf+nFl8ft6agx6ddGzUq/ClGU7yl6J6e00rlmMl0XUlU2XqG5UoQt4BE74PHBVJIyVdG8d6FTkFC0nMbMrfL4BEK5Pcx0uR0jsDH0CckMd4hikaKxIcMPWX7EcMOI20Oy2+zdfveU0UyxUWRVUW5E82M2fuDXuP/8l+/eeXTn9s1LV+pGxW4UO/VeG6LI6RtmT1I7GamVyjTiYo1LVGi+TLHFcNRZ8AkRpsBZatpK8BZOmqdxy6+9eWM/JHl81gyOEqRDPHUiPsCEBkTcAEDt5kPt5sMhPowwmZGZNzK5ww/u3nr02q03Ljx3b3z2Vql9rjLsV0Y1KNdWT9a6WbmdyjbjYp1LVBmhEomVCLqw4AO+hAhUDSDT/Q4GCNu/+7h8YlBFE+PdfPyIPHm7ny94XD6+4JnzETPTjx/ceXTr5sPJ2bdeeOXNwcHzTmcIhag4dPJ9Re9mlbaYayXSDT5Zc/mUCaYYwHLg7z6mbQRMfqsCMz7ZowzWxAnlk/DxRcXw/MGVhzdfefn5F3fwqZQu3HnxZeATiY2j3ASAHMlnTgn4fPD6qxA/D8ZnHzT6t53mxdJgWBs3SkM7P1B0ePntuHyafLLOxqvRWIVgSgs+666F7a1a8tk4tE84m51cvHIiPj73bzz34hs3X/3VX35l2H3uw/uvQfvyuWsvXLp+96WXL0yvfu2t29Ph5a++efub79wBPi6cyQqiHXzu3nx0+0uPbt58vtI/X+of1CddeAYojqwZn66YayM+KeBTi3Iun9Ccz7qPzqb2w453v3P5OCcRF68+Bh9XwOc7H91T1DNff/v2zz997/vfePjmrVc/uPfaj7/7zl//0ZcfvPrKn37y5pULLwCfefAgQdvPZ1l/5ikmZg4/euveo7uvP3j5lWn7cNI86NcmzfK4WBgZ1kDWe9kln8acT9lzdh/X11EQha3yeKJTjjBYE5/YycdfhOeNXuvZs+Mr0Lh28QXIslHv8o3nrkPSXTq86jjnr158oeCcf+nyi4ejK9vzC92/xpshJGYPP373jXfu3zs3uTRoHnbr02Z1Ui6NLXukmX4+LeDDxOsRrrrgA8/JJ/T38fnUHpfPsQm4LM5ufd5WosceIn8UAZ9337w/nV5uNc806oe16rRUnuQLYyM/Us2BpPUzcjejdpPZFpdsHs+HLG7Vks8RBmviE/XHza/H47P1FuZDBA9CND8BJdPT6eRio3W2Wj+s1A5L1aldnJjOWLdGijHIqT3gU2qPZKsXSzZpoU7FqmHax2eNA1naLs8etMPGJyF5Uj6ycU2Un1vsCunzs4Z4XhDP8alz8fQFgMOlzpLsKJ4+78FJ5S5tDyEoR3NEnhLiwXh4oVI/LFcPi5VpoXxgzYJnKOuDrNITpa4od+Np+O6B+JCxmp/PumtUeYtW+MxsQpHKdmNXQrJxQj52+ebozHutwRuD6aOzlz7uH7xz7aVPphc+dKq3rt74NjTOXPqo3LxzePGjWvf+5Nz7F698/fL1bx1e+Eqx/qXtIYQqNqLkKS4eDOCuVT0slKdO6SBfmJj2WEPBM8xpg4zcS+UATodLtdh4M8o3SLaGR318fE65Ls8UpJZtdHTBhyoFVg5tl5BqPs38Qik2Itfy66gq5KcUG8dTB73uOacEaQWRMzFmcEaSBsHTF6VeItsVxE4s2aLjzQjXINgaFpnHQ1hf8yu4XUs+QbIUPNJsqfhvhs9jIkKC15x2+6xVODCdiZEHOGMXzjCrDtJyP5nrxdNdPtVmE62o0CRjjTBTC1FLPhuuVbfJx4cqH2Gzoniq9aR8gMaJ+VA7+TSbZwx7oufH6iqcVK6XyPR4FDxtOt6K8E2CbWB0LbjCZ8WvUKS2RRBacz4hlIa1YxUX23wC3k9nTqHGYwpcWz/xcyECPrX6oWoiMrIOcEZZdZiWB6LUT2R7QrrLpTpMoh0VWmSsGWbqoeiSD3zjwqJ1LLr0y91dF6pLCz6RylabNSXEzhPy2aKj+OykBHwq1UOPTA7gKDM4ySxkFgRPN5bs0PE2LbRJtonTrr/rfJbC6camsEh1wQeLVLbarCkJSZ2cLDx66tqNyM8K+JTK05yKyGTkYVoapHKDZLbvwulxyS4T70T5FhVrEkxz7m95wcfvVJhphuktwqNLPtDeauOJmI+QyhzPJwIvCPzB5xM9F7xl7KYkpCaF4tQlMxQ9OBkER3DhsIkORE6Ea0HwLBaPz/mEwsamg5sKR6sh3Pt+mIX2Vps1iVD3dvL5xt0b//nZ3f/5xZPqvz67+827N6ijIoodCcmJ7RyIOS9sBol0Py72hBTA6cUSXUaA4GlTsZZ/8T4+OsmuHIqlOtCzJoJe8oH2psGm0tn+Dj7w2Pbrn7zyvz+79lQEQ8Fz8g4+Vn6SzAySaQRHEPu8ByeO4NB8JxJrry0+HF3h4xfUK4ptr4mkaws+0N40gCnWejLZwQ4+UX7y7z+6/N8/OrdVf37T+Ol95+dvlX7xXvWXH9Z/9rDwjx83PntUOcoehoL3rB18THMSFyFs+kIKrlqPS3hwujSH4EQ23CF8fFbd7EQ3xXVW+VQ3bVih5zUYvus1ctJwN59/+/6Z//jeYKv+6d3ir952/vn90i/fdj67b/38dQN2/+XD8lH2MNRuPro+5pOIjJDsx+I9Nt6DdQKcaGy7iOjsfk0x1poZzXU3Rfn4UHR1q82aJGkICztqzfDY/6/fGP7627WnIhgKBlwdf4WPpo25eA+REZBcOLtEunyCWA5+ZI8lev5DDNfzi0sMYEsxtcX9C/is2WyVJI128AGNy9O/eLX/41u9JxQMAkNtuYX5+CjKyMXi6riV01yPpCsh93sp/PxN8z2/2G2KLPnkKLrCHmHmlywfw8f3DfCJtBY5W/MLFnPsgj16HgSSLnv5Ar+Ar/GJCf1NRed84KwIXdlqsyZVGe/mU22/c/H6pxev//CJ9SkMtZsPLGbrIlkQ32dWCSA+0RkffIMPFx9sapVPeavNmjR1soMP3I4Pn/vu8Nwf+PXcjU/9u5eu/8nk0h8udp99cXb02VUzEAy1+/4Oi1ksLCYMAAvD9+kNLAsR0dJRfPj4cFNrfKAnq4yT6dFWY0/wY/oOPnC7GZz9pDn6ll9vvPtX7/3u3/z+9//u0Uc/ef+rP/3kO5997wd/f/Pen/3xD//hg6/99Hs/+CX0fPv3/hbaayfCULvvX6oygWhhhF1MNvmAsPB6/RESo03RLh/4iQfxiZbiiVGhPpX1yZpZ3Nc21Onu+1dz+HGp9eFTEQy1owrBMiR5dEIyMz4R9L3d5aOuHYLAgwiEOBTiQ/A34Ypmql7whHApEi2izuQ4kZwdnSk5dmqHWXni7ZraLj7wPUexblTa71TaX35ivQNDzX+tflp8Cp6/m3zWcblFjHK/V3spGaFR/KzJCx4VPcaPUI7HB4qyXn+e5rfEk+lz8wlHnHk8yDQ8LB2DCPKxOOeTIyh7t32U68IjdzbXh4X99plsCj5jiml4hayRTJ1kGhTbBEViLVdtT7BgV7ByRCNM2W5xVsFl6N/tKXxeoxjEEw+r8EiJEwbFNmAiV3VPMLurajha8ZRKP+3vz7tDBX1sPJIPLGaxsJMIXrsW8QPvVkDSpYTQUa7Xfk8JuoIRBnpYCiugEK5gVGFVRTwCKvunSKaacfT+tfx7xpH/XXlKqXTUIVgGLOZx+UAkeHxwquhDscBSxiMl8D1EOkHCDuCKW88l4IP+OBQ2j1KQyIdIG06EV2DLQI/96I89sZl+o4iOkqFP4RKfHA5c6CCuenBQFBEWQPAEfgUJa4vjmOzylGb/4jiaz0Jh0jKleik/FdOTpDhOiWgLnzrhakJdEhK/DSVSE9OYZjLt44B4kWAvfXefZGav5Lh2vL+Ij+TyyR3Lx1TLw3pj0miea7euDzvv3jj77tXB+zfPPLrWvXl+8OKZwdXp8MrB0NTbKbH5G1Ui1TgqcjwmKDW2+ystvlcEcPUEfCQvv+Z8jB3GtlZ6YVC6PizD9toAtWe7w1kbdHVQYWLoekE+wiLh2s3lbNWy0KFaV1qrdSdOnAUT6xh/3YfDGR9MOZ7P/M9jy1+ljzbGSHPqyGMrNzJBWXebm+Slg7zktUFlWTtJku5WMGx55c4P0LtZeA2vfq4kzgkVys0iAfGRd9bbmb33vWjOZ+4dsf2sYlbuKKKn7kzpnorkNXhWP2aFxOO4Q5hPczTkry8YVvngjI2zdiiShy1G2+GYgxoRhWB1IqaHwhJGyVhEx6J5OAQi+AIYQwO2GO2KsWPxfC2TamSToKZPXk8+LcEs3ghgH4p6c+XRpO7sOOt4DdRJWd74br8ddHeRAYtG8IwJDtkjG8Z2l2Gj8WnXEcryjNFc0bzX6e169t4WDqETo67oPO76C9swq4dIBQxgXm9JZMpaSnQFjaSxKtN3yLd1RSRNjFPCTIaJpZiY6G5T87ZIx8QQK+GcujKRK0rMr/Qkff2itfXQchknHu34s8QNf31nhRPaE0vFeDkUywXZbJDJBOn0TNBmMiE2C4dwQXkaE/0/CC79F9qhIJP7Qju0R2W+0A6dwsUvtEP/B8YfQ28=',
  'basket': 'eNqVkVtTEmEcxr8H0QoILLKwu+yJBQEXQRSWRUEOCxieyUNpcJHNZAo4mYcwNXFMBx3Lpi6bSesiu+kT1FfoJm0m9SP0suthJr1p5pnfPP9nn/c/O++rULcpJCnreSMSdlBi0JnpD/ROxLtnsqm5RWEh1x5nTJmUYywdSwvxoDfhtCdNeEpvSstSXGyA6v0YInBkR8QRHRMSs1FfOcPujId+LHWcfB7+ueLeGvRno7GoP+FxiRbyhg0aXYBGQ63WSJc7vpJMHe8Uzt5O/pkXT76Mn35fPf2Q/PbQdV+MiXzcx4kUnYIvNlQLg6eHj/7R2debdb15uJGbz/f+/pT/9fFBjfu544P80QFg7mg/J5laeFW4xnfPsuD/N4dcr/rpapapZq2b/fTuMLvRR23ftYLw9YhtvYfcu2d/mSGAr/SQb0ZtaxlCTt6PNyJI7Qbykea9Udtql2Vv5JwV0B9mAXeH2Ep3jevdJFheHWQ2eqlLrg00yXfYSHi3B+hyAq1KBP5FEgNcEtGtPmo5ia1niMody7IUygWZaQ93+RBTYfppu7EUapjm4bkIMh2EFzpNU5IvBA1FwTAbNp6HAanAw+UErod94Cxsj0ANvLclUI6aCjy8GEFmBEMpCIOxyMPPO8EIF6URhItgDBpkk2zl1KigwUM6pgPhYiqT0Ob25Jr1MwH945b6Jz5tSTIlv27SpwUG5MCAvOjXTXh1nTYrwkWVugDMho0+r55zqq2UEkchAocsKISjdQQGdBszA0IW7DZuvkpIHCIwJWZWMZTWYTP6PLCbU9GUEkMVJuS/dMtshkhC3+TSuZpkaZ0ujb1RzdpUjFVFM3UUXUdREFkTMLWRZsAnNctq7Hatw3l58C+iZUIh',
  'lantern': 'eNoVjktLG1EYhn9N112UNEUoqW0Mk2Sc65mZc/vOmTkzSTqTYGtrW7CWXoi269ZCqV10VekNf4CIWwVBcOEmK7PRhQEVCeJGj/AsX573mXwARpXbBgtMRizKbMocShCJCt8jUWOKP5qE+hS4dY4tJj2aItIKcKoCtmRqKMV+kzdregDE5gqxHNO0UXNu34pQSXaqucBZoJ3Ma0BkQeLzgtDFFO29v3/0vXa4XBm8KX/NzB7VZh0A4EA75LNAdz48vNx9N9r6dLLevfhj7L+6+1pGOWbCBelBQfhbFWnD1XBltLs83l4Yr9nDpXs/Hls9yhOkj0SXQD8LD79UrnbmRhtz4838/Lcx7Jd/5tMzTKeK2JcFhheS781PXP6vH/8yT1eNs5XK4OWdRRX2KCgkwY07oXzK4VvHHsyX9MVBvzxcKP1tV58JyLGUXkxtpVBcEDkL4qP0VvnEP17+LJrPhehRmQUxcxRqZtxRaZDkOJ5hennDEy67JG6FiXBVaKaW0Q7MjDlp4qtWoDpRommHWq7ATaPpzDZa17iytLQ=',
  'star': 'eNpLr5ufWr0gq35xdsNSACauBiE=',
  'stone': 'eNpzC6x18ql192vwCmoGABsDBFQ=',
  'bell': 'eNqN0P9PEmEcB/C/I7DUmrO04RQUiZAv99w3jruHu+OAA7+gmO5MbCpgDKE0pwgdgt9drs2sZau5tn6xNusH+8N6kMIbzOb22mefe573e7c7XSul15n0OuODdhzNLgMhyZlR5XBo8nhE+ajMn07MHIej5cfYpP4urWultFAeud+OeeCsPHbIyW+qhpWTTO7iRf73wvJPJf7VP6w+7AleFVsI1OrsBOHRDS54wAb264jDb8din1MrvxaWz6OxD1ZM+VcEzXfMckRlpJ1r+XdZ+WB28SyzfjE2/b6rN1wpNmMUM81I27S4dS3fNu1D9T30aiawJw0Vm+65OwzQN7hJ8qUqSqhAy+jTo0T2dDpxwkiXt8JmjVvasoEpzpcmhQ0cqmgSfJEUK/t47J26c16VXf2GznHvBiGUELQgfGgtFC0DrgBgAfe+BuzfuVo8qxURf2QfcCrOFy+nCqAqT+wGx7ddbA7APJoYt45AuaxtIU9mjjCYxziUyQNvAU0YKvODJSe7qjWiHNYVE9kvdRlKLAhDqt39Smsu/amuuFb67mBWtBlazAeiORu1VONiV9Y3f9QVLz9zSxuDoRwfSVqJbA0l5ELjO8hUvPJjU8un1Uc+XNTG4GCmj4GEd8kC0nWEcBEVp+aPGq+s+CLwR1vMj+jgTL/zubmB0/2y35VqPPcEFtusA80mS7vVwUiZXnviJux0ut8totbtbjPSg7G0mDba5v5vgEo5YKRa0Rt6q9rMdlKIWVzxbuuzRibbLMnHTYCr5W91GK90GrsdHqdnkuASTjppw5N2MomzCxgbs5D+JkOfNvwH0pSMGQ==',
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
