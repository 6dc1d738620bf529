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

// ---- pictures: what docs/look.md shows (cargo xtask looks) ----------------------------------------
const PICTURES = {
  field: "s => s.playfield",
  wide: 960,
  off: 5,
  letters: 12,
  shots: 1,
  apartMs: 0,
  views: [
    {"name":"room-1","scenario":"bolt_ahead","waitMs":500,"box":[0,0,960,540],"across":96,"down":54,"letters":[[20,10,580,40],[895,10,50,44]],"leftOut":[[217,329,46,46],[457,249,46,46],[707,329,46,46],[239,167,46,46],[693,167,46,46],[543,423,46,46],[325,8,112,44]]},
    {"name":"room-2","scenario":"pit_edge","waitMs":500,"box":[0,0,960,540],"across":96,"down":54,"letters":[[20,10,580,40],[895,10,50,44]],"leftOut":[[167,329,46,46],[372,245,46,46],[599,309,46,46],[812,229,46,46],[567,153,46,46],[757,423,46,46],[325,8,112,44]]},
    {"name":"paused","scenario":"gate_locked","then":[{"type":"pause"}],"box":[240,90,480,360],"across":48,"down":36,"letters":[[260,110,440,150],[370,305,220,50],[400,385,160,40]]},
    {"name":"menu","scenario":"menu","box":[240,90,480,360],"across":48,"down":36,"letters":[[260,110,440,150],[370,305,220,50]],"leftOut":[[240,238,480,34]]},
    {"name":"over","scenario":"low_time","waitMs":1200,"box":[240,90,480,360],"across":48,"down":36,"letters":[[260,110,440,150],[370,305,220,50],[400,385,160,40]],"leftOut":[[260,228,440,38]]},
    {"name":"bar","scenario":"bolt_ahead","box":[8,6,600,48],"across":200,"down":16,"off":20,"leftOut":[[325,8,112,44]]},
    {"name":"bot","scenario":"bolt_ahead","waitMs":500,"place":"s => [s.bot.x - 25, s.bot.y - 27, 50, 50]","box":[0,0,50,50],"across":25,"down":25,"off":20},
    {"name":"bolt","scenario":"bolt_ahead","box":[218,330,44,44],"rings":11,"off":7},
    {"name":"gate-shut","scenario":"bolt_ahead","box":[863,388,64,92],"across":16,"down":23,"off":10},
    {"name":"gate-open","scenario":"gate_open","box":[863,388,64,92],"across":16,"down":23,"off":10},
    {"name":"vent","scenario":"bolt_ahead","box":[404,478,52,12],"across":13,"down":3,"off":10},
    {"name":"life-left","scenario":"last_life","box":[710,12,36,36],"across":9,"down":9,"off":12},
    {"name":"life-lost","scenario":"last_life","box":[754,12,36,36],"across":9,"down":9,"off":12},
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
  'room-1': 'eNrVevlzHdd15r9gSVxAEnh79+t9f/u+7wveA94C4BE7QBDgBq7gIq5aTEq0ZFl2ZFmeSGMripdo7LHLU3Y8ronk8XiqPElsT2oqU5VUfsj/ka+7gYcWSdCQlKTiqq+67j19+jvfOff07UY/ECNj3iM2K8iRUf6YTRy1yWO2pZyU4RyabSzstEdd9pjbHnfbEx4dUZctSTgSHh1xjyPmdgQdtojLEXZh4PA77JrNDhLm6Bj9SX7P4VHqiM0Kz2Hdhzm6C0yJkTHmqN0KWNhj9iH4UTt0csfGpDGbarP57Da/wwYNAcfYUGrckBpx2UzNsMCOs0gH/gEHjnbVZpfH7MKo3XvkE/wAtNFH7Z7Dx44+c3AXXzg4+szBsWd1MGNHnYcO2p496Dhw0GmB64Buce3ANNqf04+wO57TxzaD4dgzOqz8R77wialpMd2seNxoWhwHRsQxl2xzqXbAqdjsfocj5HRgabBGCX2l7BnSuRAiehqR8zpzlKurEothIk85MS3SzpWYt8q54B/3OKNuZ8jlDDidPrszp/jO9OY2p5eA1VZPdRLcqJMcsY0+exihH54vzlW1E60A0MtJlRC9MRn88sVSgLLbnz2AlB2W4rgOHrxzYaNXznVL2ZlGea5Vy/q1CyuzKkluF2enPih1/9Ld+vJZL8kH02UEGvnCARytmK3lgwyT9SkJWZQJIqlIYY4thf3E0TGr2/BCLLQw6pBtDhQHq482CLnQJOgWB1o6SdhXc/4fPzx5+Xj5uOosMq4f3Z557cbKWsyboxx3pzJ//vLa6Vaiwen1RJUCTnS7Q7U7BsXaID9xbWl9tTmDQd4XpI7aaxrD2UbdIyNrrcCZXmitHRgU5bO9UF4jz3RDx4tylHOSR0YA787Re1THfLt6ara7OFlbH0web5YKId9qv6V4XIbzYfMSwsD4/Inq1DxHeKtTc56RkSHchw8jLrDaKnZz0UE5udTMJ2UuwtOwLNSzosthulmvAnICOe5n2wF2IsBOBtlOkO2GMGB6IaYfZoGvnix/+PzknUFyPs4upMT/86XBi+uNzZLYDzMfXp9453z91lQUbrhqIkADJZFo+ZnlWm0iUX145epqaxqDhVKy4WOno2yadVJHt7N+BNzYUdehg949zv6rA+FQW/fhQ0/xkezHkCZkPwUzUfZsUZqNbbstZ8SNDAb69Hic2yyKMxF66Lyak2qKB4OVaq4azFYCGaCTKi9kNRi5Y9iaHIA05lBteqdhyzLvzSThPF3RyqIbt22JdmW9DtxcxKHDZduh8/ThITCFEafShL3EuAq0C/7YAXB51O0IO/XNQW9gmx4CgbDTmhGHgIU3BhtlDbnLdhu/h5tVJ2hBjhAIhHAIitAQABlP14lESoZIoCaRa3k56tZTBmc9GKwFI5VAJMaKiIXiKHaP30EEnETYRcTcRIog4m53gSLLDFnnyLNVX0Vyj/NERyI9Bw4HDx84Rx6knn3unnD4gTICYIApjDjlPnAIbh3JO4H+5/XLixR2SE+W1GlBjhAIJI65EdGKoeV0xTcdYbBbWo1WN6tO0IIcIRAI4RAUoSEAMp6uE4nADUnpl2j0elHJel1IGYlbdSIiiiPbPD6jPhE3EfcQaZJIeNxFmqyyZIMnz9X8Vdk9IRIxj90/dvQue+gVeWTcfbhPjbxTcAAYYAojTsEBbj3FOyl5W4J+eYkmcpQnR+m0IEcIBBJG3YhohTDm1owBlgO3ht/p1Azjo26jbqtO0IIcIRAI4RAUofevE0npl/jpjZKKZxxSRuJWnYiI4ih2VAljj2pzhV2euMeTJj16XIYoMZ7Nhl6frkyOPnNg0X3woTry9dTYNypO7sjBb04QAAaYwohTcIBbRybGBU9L1OtTYYkiTWS9RJIgAg6X3+FW7W60gTjmAdhjLsmmL9AQ5+q+QYxVHA4UZwjTzQDKiBIBLhCCFuQIoddHJBF0Uib2r3NSItoi0fHRp8tqlnLmKU/a60l4PBG3B28OKIhZmaDbG3J7o4Q36PIkSTJLkahkxWieqTC3kJGAubQ4+oXn7ouHv54c+6Dl/vE8fbPkbstjAAaYwohTcIBbjXN3FbKvUh2ZaolUg/dWWG+B8UbdnqiHDLpIn5PUDIg2j99FWnG+4Z+Nc36XU3UQQ6Ayfiepw0WG3WScIKMeDwhBC3KEQCAjHInQ+9eJV6C+6p0KMmcrWpF11TiyxJA5ikyRZMjlQUFQFhRHdZCagwy4CL8TzUOkSLxHEebm01KoM1VfN0zXZNR/ZMZzaFk8eipsu5h1bVW8zoMHAQwwhRGn4AA37H6oT1fxtiVvQ/BWOL3gGS9S84RchM9JyHakrIMbdcvGGg1xsRmYS3Ka04nSDWG66Z7YhbD/uNH/HhDq68iRCIFACIegCL1/nRmvA/WZDjLnalqBcZVZMk8TaS8RR6s7PSgIyoLi+JzeiIdKkFTGSxVoqsxSiNsSqElJX5Qr7VBTQxu7uCNH5umRdd/YxbTzep2+1gs4D40AGGAKI07BAW5lxr0YZGf9zLTGTEh6/9R5nRbkCIFACBp0U1YodvSGN+CiLreCC0k+5HZjigJCmxWqnUh66SxFFxm6ytFNAaDaEjWl0sf9zEKQwcNr/zoLtHPWT8+G2fN1X5nzQGcBuy6nkyMEAkUJGpKAKMEkyd246Nu2SHcVGglenQi3fGRbImzPHPhGYuyHXeLj0/zf3ovdX4z2SyEAA0xhxCk42PT9h1wOc/MBduBjuzLTEpEFsxuXpP1OtC5thebA3U0DWI7FtBD2eDDWi+akrECJ0l4mTzNllqnzTEtg2iLTkekZjZ0LsEt4RZTJ/escF4n5ADMf5S9ij+U94wJVZrCUOjlCIFCcZKHN56SCKJGHinm8ZguVGNzX1IRxX1+fDLf95HyQsT936KJ89IeTxMfr/P+65leco794YwbAAFMYcQoOcIPOuQAz8DFTKvpHX+KaXhwqRXoTBBV2o3+8moMCFLvX56B8xsC0YDmWM0LQ7dEsRhkDJ6XD4YXOJEmlvRBJ14wWQoi+SiMcOnbx0+hEUnNGfS43A1WeaOpN7i0Zixgn9EAhl16cBMmlvFyO4iC+QNNVlm7yzITI9BSmr9DPdyITAe/JKF9g3DG37YOq6xeLzEbcuVWl/9/rJQADTGHEKTgUWfd6jMf9tRzi5wP8QOP6CjcpceMCh+JnvHSCoCM7bYPoETdjxfVOZCUrxki8TjBDBFx0jGCBBMlmKLZAszmKBiFoQY4QCGSEY9ci3H51Mu71KL8a5lbiwlYrOC5i+2LbItvg2QrHpkgaBUFZUJyEl0tRXJbm4gS1c19j3fX69FT6Zi8yadTnZIyjR45knSNvlV3K6Mivzgq/u6YAGGAKI04xR45sxHlgIYhuh2Bu4OP6Kjcpc02Ry1BUhqITJB0h6JBHB1oiQjBDdMLielkF1kpqjGSG8LtotDqQ8LIZmi2wbI6mQQhakCMEAhnhmBNRbi26L53rcQ7ruBrhVhLC1XZwXMIDhWtLbEMw6oNdjtbLguL4XRSWMkbQMCJuiQWopkhPyOhb5nY/2gl6F0MM6rMSYZmjR3jb6EA89tPj3o+WGQADTGFEULhtJPjVKLcY4rAhTPuwITC4Beq8TgtyhEAg1elFylbgjgu66RzPXW6HThblhsZiqjqwN9JWoJ5xkklTTIGhKxzTEJhxQ+eUxhj7MwuF0LkQolnotO+h8+gR020xxOrrGBeuTQRrAgEqPERAC3KEQKCw0bpRfV24DI3O5Co81xC4Ku4vme2p7IyPuzsV64a8S2HudFLcTIvn0mJN9DgPHsJHjAQxCmCAaVXwXMhJD+Zif3Iqe6XiW4sKy2FhPihMaTyo2pJOC3KEQKCgh4mQrBUBN5OkeADLcbIgJWkvxnCLeTkrQh42xwglTqgJ/LjETyp8R+F7Kjcb4BdDaAY0uXA6KdwY97+9mV8sSPjD/xGdEI8UkAjSwUNkOcyvJqUbk6Gm5J1UuLrAghbkCIFAaVqIe/mQh0GJ4jutW+HZMseMS+ykwvY19oWZeC9MLYQ4M/S5lHg+o2M2SLfw/ikTGGymBUS81w399oPJj96MfnMzuhoT54P8wA/9HKgaok4LcoRAIDQMMrXC54IGDrg7HdsoynGKxNjvZsIEa4VfLyOXY7gSx9UEMHMtQ+e0DyVCP/ArEf5cVv7Jw/rPv5L55RvxGw1tNkBBJKRCp6kcKSARpIOkFkL8ckK82Qk38AeRpCcOWpAjBALFvRyCZmjRRMrLV3mxKYoTsthTxRlN7Kv8izOJfpg+GZVOxaWzSflsUtpMSZez8pWcsmXgSlY5l5IuZuQXe5GPH4rfv2x/eyO0FBYXg+KsXycBFQibgpij+SIrZnfCARGCT1umwL2p2OminKbpoSVtuA2nuBwkoALhUCcCIdx8QIDOC3ntR3ei37lo+8lt6fmGH/K2deYUyIZ4pIBEkA6cV8LSWlK53Y20ZHpbpyiiCCjFMGKelU2gnWqCNC5Jk4rUV6UZnzSlCS8PktN6fUCI4shnEgghX8og1i7OJaULaeVSTrs/iL22GLlUDswHxKWQPBfQSUAFQtDmGaHMy8NwQNwrDMdFTj5dCrx3e/lPb6+8MFdoqU92A3QSRrDqRCCEQ1BdZ0K+1Qp9dSXyxanoZlq26oRsiEcKRn1kOK+G5c164HxDx2pGM3WiCCjFbnRSTHhFHOOkkKPFEitWOKElipMyINyfTc5EGCNf6UREx8kYekk+ndBxNqGHW49JG3EJx9WItBKRFoPSwGe2n7kiQo0HrZCmhBSlx4qRQtIrAhFCSBgDRD9V9P/ie2/+/lc//N3//MEvv/fW1873sozunNhxG16YpsQMhV1IrAviuChMSAKWflpDRGEhKC2H9K7YiOsVgCSzGmcMtXpNYttZIB0khcZby2p4h5mJiF2fhMTLnJhHXHJbGI4pSsoyMpBj5CIrV3m5wokdRelr8sAnvzKXGkTxHqXHRbXXoggqb8T0WDenW3cG7TszOm5Nt29OtbZ64zem2tf67Svd9qVO+8Jk+3SrtdYYP9FogRbkOSMQghZYxYoMLb13a+lvPvrw///1T3/33T/53ffe+un7X5qLfqLZAAgucSpQFdSmqK6Pt9fHWxvN8bPt1vmJ1qVO60q3dbXX2uqO35xu3zaE3R3ogNRb0y0cn59qXe+3kAjSmfOLC0H5RFJ9cSqm72OybGwvOrkZBcgxSpqWclBuIM/p3YulmVCUrqZM+ZRX51PHY8zAL2FplsJoD/lEVK/SyZh88+XXr955cOuLX966fR/H6y88BIZTnILDts/Lr+s3BbcdJUlJRV6xIs9Lf/by+t/97x/9w29/9vcf/wWOH/3g68tJpcDJViRpqSyoQEVUG5L6KQR8wudVJIJ0Bn5xLiCvptSXZmJNmWnLeuKgBbkZBchzSpqRTcS8UtpY3zwnVQS5IUp1UfzSYno2zvQ1/TafDehALy2G5MWQVKl3M+WJYnMqU2rjmKt1geFUP9XoAxiU672svo1IKUYGkvQwopiipRStJ/5gufzXf/W9f/q//x347S8//G/feL6p6nYgih2AkoC4cUzQEi5EnUv7FmD1KVYnj/ulaZ/UU6WuKi3E1S8O4hWBKXG4j/A40COCH/IyjF6ciugzgWlZ0ICqqDVlra1oa/kA/iACttrhuaCyEFLmgzqWwuoyEDEQVmcD8nxIgcPxgDLj17uuLUvTfq2naZOq1lJ8dclXtfAPkWHkEq+a6PjVd28M/v5X7/7jbz74+bu3N/L+AqeaQD1zrGIFOhCEoAU5QiAQwnVU+XhAnQuqC2EVClci6nxQXo2oQ8CCFGYDu1L7mrKU9D04nqjiDURQitwu/7AsZUFHidfSDFpdM1ERtLqkTvhV7M8bRWUp4UPWIJzG0YcQ6pyhREdAnfLJA+PUlKZ0VWVSURqibFRGa0p6tR/nN5FilGERirx6oZP6/fen/va9wuVuPM+peVZHjtXrk2UVK2ABIWj1pZT0QAg3Lil9nzrtUwd+ddaQN+2T51EuA/OG2oGxfJDa16WqE4q6kPC9OpcsC1yBewI/ANmPRVfyhuCKoL6xkl1IcnVR7qhqT0MpdAEzfh0IgfUCBsYU9ra+q2tdTZtQtJasNaTtsjyR34oUjdKpW1Opn71E/Zerjiu9GKaP1zOtd6DPigKnYbnLvFIVsCjKuKxg52zJcn9Hqqm2q8ozOyJhRyJIpykpuEfmE37UpyLypSfx58HPKI89TWRz9y7z6peXM/MJFk+fSUXtKmpPVfXQmjqNEAp6SQP0oJpub0kKWr2j+iYUX0v2oT5l/mn8Q2RopcKrU9HQiwvRF+bCGGCKxKu42S3Is0odt5UFJj/uiwqv1MwSSXr3dkypO5iQ5WltWyTsSATp1AVUUpuP+1+ZTaA+e/Fje8yYW/TOILnzxIfltaXMXJzNMlIJz31Brgoyeqkh6aiJ0rgsNyXDIio1ETqxseuriV7N61CzjPJ0/oy+De5aCrhW0CuDcWpn28HGtb0tGJa8sUs8wp8xnyzGe2aBk6CzJsq1HbVVQdI1i9tGnMXzFDs8dE5FtPvHEwWe3Yu/JmomUARkZ0WGkYbP1uL2o1+q6W2stiwo8xLWAstXNYpT4vULh7T75DcBHzQD3kCsMLZxxYqn8EMDFGK9miI88TIsWwGpcKiLak3cJh9EfXh+lfBn1z74kZ0VeG0roMgW5PRGggCdv24AA93IKSaKBnDhH+R/8533v/KNb331m9vHN9/5NjCc4vgmjLtn3y/ukP9B/soODGHyEFhiUyrKUtnBTNT38gy2O3YvftDqb6foTxp/IukDvMCbA1hyxns1LOYgS+vHvPEmjFeF4YXm2dSum0HF6v2wF399cjZX6zS689nKJI7l8WlgOMWpemcOMH2asHxK/n3q74e0l6ZjBY7di7/MqTVBswL2P2ixGluq/0QpvlKMV6RHqUC+F39ZDpSUkIms6B+On2iE8xNl7MU/lITB0/VfaAYvjYeApXTgify46z+xLfDK4xuF2bpWS9nitjmR+s0HU79+p7BWizxyobmrfE5+q1uF3xf/UNKZZvzp/ItpH/4+nYpIbU19Ij/+bCwae0vKK6CvrEjqHxYkK/D5JUUJ1i82sJzvxMz3lsudCHxwj8OnwG4zf07+DIW/o/E1T7Li6fxwuNSLb0vqRgr637Z78ncCyr1+NM8ye/FXjT0fwE36yG6My/HMsqJghMjjlregFdRemA/fmw31In5zJ4TPkPbz88PNus3uh78T9t+bC98aBPvRwNP5a5I0E9HwQXUvfnxo1UELSRI/MfBW4NeNLC1YkcZXYi+HowX6jyAFTgCyFG8CVCDcZv7X4B8y758/zwoZhv/8/Hl8FBLEIUqCCNoSvmhZAEter4A4BKb4+SPHClakaa4i4AVjF0XD84+Cv6kqg7h/0q8+wl9g8dlTtCJD80a/7UL/dYPVO+RTvbQMX132z78L1tTPW2HWxwro/2ySrPx5lr85Gfvg+uTbVwf/6WLzUi1o5Ye2LPqQwc9hLAQASe/OgMLXe/0XGf0UpVs+1UuLadQH++bHIGUYzbHhxia9u24GlV4oHHMMvqJ/NklzVv75hHJvqVJq9Ar1XrHRu9jLdgO7/BVeNAF//K5hBSx5o7xDZHg5gy0L78wWpAQlL2lWpPFklH0mivgit29+/GoJe5HlrYDIx/ttKBv8ZqAEtImKFUlezoqqFRAG/XlBtvJfbfiL2VwwXjCRTaUX4+yQ3+z5Eo9P3wzkWQELapi3wGg23Au8FWkKL+eCFVgUEFrvqc/JXxHFll+pyeK/Bf/1cX+pXE/mmybyhdpynBnypygG4azAT6tmnw8Bi9nhViS8+KmXtQIWRLcirV++X35kNBsggewn+XMst9lN/ORrvbvLiYosfmb+vfSjPrFYUgkm86E4juFwYjXJDvlzDFtkOSvS+kKwVqS8TJHjHwF+pM4znBUZii3rZd9FgeX2zz8bD/zmK6sfvdif8nFdhRnyNzXpxw+Lr6+4/vK+Mkj4PjP/XvpvjAfS6Xw1kf+bYhTHRDK3luKG/Mb/KjBDZGgmQdJYFCvipOljDaq7IYQVsECtFTDun//nD068cHoyef7G5qDYFKghf4Hn7swHfvA8c39ZbWjiZ+bfSz/6JxiIcHI4pYZw9PlCJ5K7/GbNUah2QJvNRruJYD8ZWiokqoKAhTDPtjRlIR/vJYM4O5eLYfrIej26gkjqk5aCYXx8oa3TP7/Y/vWd6lvTyo0884hbQxGn41rLJ31mfjMF6AcwsKZwvemPhBOSbxvBYAz7z5C/ZKAfCVR9smJzmlDtrpVyEkXGqaYiz2Qipl0a0/99HVMYSzvXZihmON7L8rgRz6mol0nhKWYA07ooXG+FzhfEGv8H2J7In6R22UzCodswBVM/BtYU0D8Bo39MoH/0/XmH9lvf/9F73/nh2197Y2l5fXn11MbG2bdffwmDtbVTH374fZz6s2+/iynOvvvV+yurGxgvr2y8/60/NS8cHh+Z/ufv/lfgKT792ZUplRticWH1s/EMffYi3E5hZQO4df3qzWtbRjobMO4n1tadB2vnrp4/cyqdrdy4dOb3P3vr4794vd7sYfrivTs4dfXyxVqjk83V/vnX7/3Vd19dX10plscvXziH3yJXTl/BET4gMXmGxnNbd4H/ID43rl6B5mK59YvvvvbTb99Hdkjn2pVL++FZPXsVWF9dyuSq1er4W/e3fv7BKxgDW1cu49Tm2VPm9O/+8q2Xrp3JF+oYw2he+EcBM4XlueP/4zuvAhjsP4Wv3Gy9fbdx8+JiJJZtFCJzTW22nQxHMt1W7f0HE1+73bx47mQmU+hUgqemIpVsFKfqpcwHr3S/dKPdnzsxvbBqMpw4sdCdXbtxfhrju5d6GC+uLL91pwmG44srmN6/2sGpi2cGGJ/ZmMP4343h2w96hVw+HM0gCySILDKZ4gtXl/bD8MZWbnO1UZ8YnF3pzzeUTkHy+SKVYvGVKxM4tTjbLrdmrpyaXuv4m1lF1SL5dPrh1sRrV/LdXhentjZqJgPGg5nOl7dy9y8WGhNT1fb0i5ulIcP6UgvjW2cqldZ0q9N/eLnw78ywujjXLsemyyKySCUzZ04M9sOAaSxbNxHP1Xvdbn9yYqrbqTUmhnYT7YlOvzMJYPDIqT8WfLYU/gW7mGYF',
  'room-2': 'eNrFm/lzXNd15/8FS+ICkkCjt7fvS+/7vqOBbjSAxr4vBIiFFESCFE2JlCibWr1IjixLZcmyLFu2NZGdmhl5YtVEyng8U0kmcSaVSqpSlR/yf+R73wOaT6RIU0sqVZ96de95933Pueeed/t1P4DqG2BOuZzQff3SGZfS79IGXMsFNSe6TddA1DMY9w4mfINJ32DKT4h7XWnKnfITkn53wucOu10xrzvqRcMddA+arkGI8KcHuE/r+0/2s6dcTvwnyRj+9G3QpfoG+NODTmARzgz2kPoHEad4ZkAdcBkuV2DQFXS7EEPIPdALNWmFGvO67JhhgR1nMR2MD7lxHDRcg9rAoNw/yJz6lD5AbNzpQf/JM6cfOn6brx3vf+j4wMMEfuC058Rx18PH3ceOexx4jxGL9wjbOPgIOcLufoS0XZbCmYcITv1TX/tU17bYw5zcbbQt7mN9yoBXc3mNQeDRXYNBtzvicWNpsEYpslKDOdqzGKEmTKrAeAqsd9yglqJUkfWgW+Y8qwmmLnoxPun3xH2eiNcT8ngCg56CHtiZmD8/tQzWWhOGhxL7PXSfq//hk3D9woXyfN1cb4XAREGtRbitTvjb+5UQOzj48DFM2e1Ijvf48euPbk1UC+OV/HSzOt9q5IPm7uI0uLK92sgkXUf5Qaq7j90YWtllaCmcrcJR39eO4eiknohERCFnajhSpwdisphU5VosFJVEk2HoMwP2sN6FWGi536253EgOVh9lEPGiSFAtbpR0mhpcKwT/7IWzF2ers4anzHt//eT0S1dXNxJMgXXfmMz99Bsb261UUyT5RJZCHlS72xh0z5QbM8XRK8uba8PTaBQDYfb0YMPkRVe/r69voxXamYhstEMzZW13IlI06Z3xyGxZi4se+lQfYI6OzGnCQrt+bm58qdPYnOnMDldKkcBCm7TXJ9to25dQFiML6/XJBZFi6pPz/r6+Hr6TJ+EXDKdCC438VDk1U0knZH5/rrU6UpqrZZaahelKmnf1O68CBZkeCQrtkDAaEjphYSwsjEfQ4CcifDcqgFfOVt//euf6THohKSxmlL9+cebmZvN8RelG+fcfH339wtATk3EMw1WjIQ5UFKoV5FcajdFU/YVLl9daU2gsVtLNgDAVF7KChz19OOs7EAdOe08cZ+5x9isH7uhTJ30nT9xnjDp4BtNE2PdhOi7sltW5xOGwlZyylUODdGeT4vmyMh3jeoPXCmpD96OxWi/Uw/laKAfGMtXFvAmjeAZbkxuoA27DRSoNW5Z9b6Ypz3bNrCo+3LYVzptn3Li5qBMnq64TF7iTPdCFEaey1GCF95Y4L8ZjB8DlcZ876iGbAylgF3EBR9hpbY89YJGsxlbVxNy1QZd0j2HOOCELcbiAI7iDU7hGAAjj/nFiIhUrSNBQ6Y2iFveRKUNzKBxuhGO1UCwhKPCF5OiD/qCbCnmoqJdK+KgMRSV9vhJLV3l6SKR364Ga6huRqDGV9h87GT55bI8+zj78yFPyyWf1PoAGujDilO/YCQwbU5lR1L9ELi+z2CH9eZrIQhwu4EgZ8MGjk55luxaYivHYLZ1G5zBnnJCFOFzAEdzBKVwjAIRx/zgxEQzDpMglJrdZ1vOMF1PGxJ1xwiOSo7n8ASs/MR+V9FNZmkr5fWWOrgt0U6L3GsG65htVqIR/MDhw+oZw4jmtb8R3ssv2vV5yAzTQhRGnMADDJnSmozItmVxe4agC6y+wRBbicAFHcr8PHp3IAz7TamA5cGsEPR7TMt45rN/njBOyEIcLOII7OIXrB48TkyKXBLmtioHPOEwZE3fGCY9Ijj6ILKHtN1zeqNef9PuztJ/45akK7z/fJPkZ1+j+h44t+Y6/YPR9PzPwg5pHPHX8jVEKoIEujDiFARg2plEjsr+lkPzUBKrMUXmGSlNUyO0Nun3GoA9loAz4gXDGq7rIAvXYGwrMJATd7UZyetjDLJBGpAh4IQhZiMMFyY9Cw2lHox48zo5KtRVqLMBtV4086ymy/izjT/n9MZ8fTw5IiJ2ZsI+J+Jg4xYS9/jRN51kamaxZxTMZFRdzKpjPKv1fe+SWcvL76YF3W74/W+CuVXxtbQCggS6MOIUBGNYQfeM63TXYMY1tKWxTYmoCU+KZuM8f99NhLx3w0KaF4vIHvbSTC83gXFIMej2Gm+qBzAQ9NMFLR310kqLjfj8EIQtxuIAjyx0N1w8eJx6BugYzGeZ3a2ZZ8DZEusLTBZbO0HTE60dCkBYkx3DTppsOeamgB8VDZWg8R1H25tPS2Z16YDzKNTTkv2/af2JFOX0u6trPew9qjOf4cYAGujDiFAZgGHY/5GdcZ9oq05SZmkgSnmMwNX/ESwU8lDaIKRPEfp9mrVGP/eHQfFo0PR6kroc9jIzELoT9x4f690OQrKNIwwUcwR2cwvWDx5lj3MjPVJjfa5gl3lsV6CJHZRkqiVL3+JEQpAXJCXiYmJ9N0WyOYUscWxVY+G3JbEcli3KpHRk2UcZe8dSpBa5vMzCwn/U8PsRdmQh5TvQBNNCFEacwAMOqvG8pLMwF+SmTH1VJ/QxJRBbicAFHcBr2sU70QdQGE/KyF1vhxbQU8fnQRQIRmxNjkEozXJ7lyjxXF7lhGbBtlZ00uNkgvxjm8eH14HGWOM9ckJuLCheGAlXRjzhL2HVFIg4XcBSnOIQE4hSfpm/7Rd22FW5c5zDBy6PRVoBuq5TroWM/SA18ME59si397VOJW0vxbiUC0EAXRpzCABfZf+iVqLgQEmYCwrjGtxTMgr/tl+aCHpQu58R04+7mAJZjKStH/X60SdI8rBOkKMvwRY6vCvyQxLdkvq3wYxo3bQrzIWEZj4ga/eBxjijUQohfiEv72GMl/4jMVnksJRGHCzhK0gJiC3jYMFLkZxN+xi6hCo/7mh217uvHO9F2kF4I84OPnNjXTn/QoT7ZlP73laDu6f/oO9MADXRhxCkMwDDEOR/iZwL8pIH6IUvcIMlhMzSTotioD/XDmG4W6INMwM0GrIZtwXKs5OSwz286jBoaHpbgZhBnmmazDILkGlYJwUXX4OAOFbv0eeLEpOat/FwcDtUlapgUOVOxFjFJEUcRL0lOihYzjFhgRQRf4ri6wA1L/KjCT+h8V+e+PhYbDTFn41KJ9yV8rnfr3o+W+K2k56DO/eO3KgANdGHEKQwoC77NhIT7ayUiLYSkGVPs6mJHFUdkEcnPMVyK4mJHZQPvMR/v5PGx2GpeSdB4nOB7hLxcghJAihZyrFDihALLQRCyEIcLOLLcCRsx8UHj5H2bcWktKq4m5YNWeETB9iW0FaEpCTVRyNAcEoK0IDkpRsywYp4TkxR7dF9j3Ul+Jgzu2kSsY+XnbELk+k7lPX2vVr16f9/vduU/XNEBGujCiFP8qVNbSQkshlHtCFicCYhdQ+xo4rAi5lg2x3IpmotRXMRPQEnEKL7HWFTZrBpgo2IkaL5H0Muh1EGaEeqaMmwoRZ6DIGQhDhdwZLnj1+PiRvyB4txMiljHtZi4mpIvt8MjKj5QxLYqNGUrP9jlOJIWJCfoZbGUCYqDscBxFQGwwwo3qqFu+Se78bEwsxThkZ/VmMCfPiW5+meUMx/OMh+v8AANdGGE06UIt5mU1uLiUkTEhjAVwIbA4xYYkogsxOECjgwPgyk7wR0X9nEFSbzYjpwta01TQNdwY2/knNRC2tvPjP7oemU6pddEvinzI1ackyZv7c8CIkScixGOO3XvOE+fsoctRQSyjkn5ymi4IVOQwocIZEs8l2Wx+fBRq3TjtIAs5ThUpliTxKYs1nF/acKEIUwHxBuTifEIsxwVt9PK+ayyl1Uait9z/AR+7khR/QANdOuyfzcjn0vJu2llK6lsxOWVqLwQlidNCVJtlchCHC7gKOznY7TgJOTj06wEsBxnS2qaY9DGsAQj9kiy4qNTyQ+fC/7qGvX16WhLkzu6NKZLE4Y4F5KWIigGFLm8nZK3UtJOWq7JfvddcSJ4TAETwXTwIbISldbS6tVOZFhlOro4JAsjqtSQpYooF3g5y8lJRor4eaQoyQg5TigJQk0SqiI/ogodXeiawtPTyYkouxgRieu0vJdRLuQIc2GuhedPjULjfFaGx52MfDYhbSbl9bi8HJUWwtJMEPGLkGoqRBbicAFHKJiIX3AS8CIGEdyYSmyVtSRLox308VFKcDKWDvzscfXHj0kr5WBDhrLYsuKcCiBFqAdplaRI2kiQ/OxlCXMhFkEiVMRpR44pYCKYDia1GJFWUsq1sWgTX4hUMnHIVkSxwItpVkwyIpzmOMUmw0h1SRlWlFFNmTCUaVPpGtLN6VQ3yp2Nq+eS6m5a202r5zPqxbx2qaAfWFzK63sZdT+nXcjgrIZhGLwQkpfCylyQiEAKgsOyUuCksqDkj9yBGCVlHV3w1GRiu6xlOa5nyVrD7HZBUEcjwYlYoCxKEOzFCUdwB6e9OBEMQkJgCO8wzoKOsBE8ptCLczWqbqT1J8djLY07jFNRkASkohdAUdBsUE4NWR1R1Y6udg11OqBOmvI3ZtJTJD8QJNPfScGF9lgOvm6zl1YfzernM7rlV8PghZCyHNHmQ0QEUhCEbJGXq5LWcweSjNxrl0VtuxJ668mVHz65+vR8qWV89jBARHjZGSccwR2c9uJEMAgJgTnjRNgIHlPoxbkW1c4PhS40CWs5044TSUAqbnunlRSj4Jik5QKnVASlJsotReloQL41l56O8dZ81fUY4WwCa6Rtpwi7KeJuM6FuJVUcsRxgKazOBOzys1dEbkiQlbOsnGGJrwQtpxkFxCg5ZTXg/Vw5+NHPX/77333wh//1p3/581e/d2Eizys3r90E168+ffOJmz2eeeLm09eevvXkzeeu33z+xs0Xn7r50lM3p0x4lBfD6kqExLBJgiRHOxs7VrQkJ4nDWWA6mBQKbyNv4hlmOqaMB1RMvCriw1FJ0YeB4Zhh1TyvgQKvlQWtLmk1URnT9a6pzQS05+YzM3E8RxG/yPZGHNnQthLE11ZC3UvruynCdlLfSugYczZurMWM5Yi+ENZng/q4rg0ralMmshAvWI7gtCToTnKc+tYTy//v4/f/+W8+/MN7f/KHn7/64Tsvzse12bW90enV+fXz7cllHLsLm6DXxSkMsMcg1IWQthTWVqMawjiX1HdIYMZemnAUMAl+wyobjJkPKothbT1t3JxMkH1M06ztxajLRkU8pMDrWU4tIHKLokiqtyIqo7o+buqTAf35hcxsgp8JqliaZZRHTFuPExdnE2iQMMBWUt9M6DBizFrcWIkaixFjLmRMB42Org0p6pBi3RTioZc0q5Yl3UlRUn/yjc1/+D+//pe/+80/ffJLHD/+0++vpPVCLJdPFHpk4oVCsmhTShbLKVAA9VRuKqDNhrSFsIYbDWGcTZCoENt2ygB2wDgieExhJartlIIHo/FzxdBaxnhmOjGs8W2NTLypGjXFqMqHFEU9y2s2CUbNWutbFNWarDXJvJQXl7JzSb5rktt8LkRALS1FtKUIjsiYZu0zykKYnMKYKWw4ptrGvalr8NhUNEiVJS1PthE1w2s2RdnICfCoZDg1w2lpTn12pfo3f/Hzf/3/vwV/95fv/7cffH3YIHYQxw7AqiBpHVOciguR54qk1UmcWkvT4A738mRAmwkiUSoShSARFVIBsLIEhBpWZ4Pqasr85TdH/vqdkZ9ey2yWQ9+cSdZkviLiPsLHAfEIfaQix5Pk1JSADbpV2QR1xRzWzLZubhRD+EIEDtrR+bC+aN01YDlKimQlZhFFqWgLER0DZkP6dJBUXVtTp4LmhGl2DLOlB4bUQP1Iv64FdlrZN693dtuZomRUjhgLGm8cTP3tb3/0j7/7xYdvPLFVDJZEwybNoep0J6hACEIW4nABR3A3ZiAzxnzYWIwaiHA1ZiBLuNl7wIIpzIX0zXz4ty8kXlk59cET+l49+uxsqo4nEFkvi7f1e2mpyoSKZGZ5lLppU5PNIdUYDRrYn7fK+nIqgFlj7lM4BuDCmLciIYQMa9XIqUlTHzf0jq5jTa3MmMMqybZTvxONfPTqyJsXpf/6zVgzFOolATRUYyFpLKeNTsAoCocUBJKfvKA7gQWCkCVLqRJHcDei6t2AMRUwZoLk7kZsuOkWkC6LBSvaGWv5ZsLm5U7ilc3Qfiuxkgk+P5+uymJJ/Ax9gLDv8q4XRaMsGTXZ+M5qfjEtYgMZM4wJE6kgAWBjAV0TBWOAGasLe5vs6ua4aY7qZkszm+phWpziQ2bwtUejv3rc+8p2eDgQgiOQ4XTkp+wAXed62WRJBQaclEQTy12V9LqMRdFHNB07J2637lGodrTjhjZ9FCTsmMi4aYwCw1xIkfzUFKnyWfpF6PP6XZ8mmr17VyXj2yu5hZSAT5+ObozrxoRhENemMWUa+IybDpiAODWJvaXqKPUxIzCqB1paAPmpSnfpi3o7ElqvJiZiEXJnWY5ynF7DcnwaTLyO+9FBEenFbeXA1sd9UZP0hp0ilVTvmB3qEaOaNmUeBgk7JoLpDMnIpLmQDD43l0J+7qWP7TFnb9FHjfTRJz4sLy3n5pNCnlexGWKnxX6IWmqqhIaijmjasGpZFL2hIE5s7GQ1kYQiwcjz+v31c2QbvG05fNJApWEbP9p2sHEdbguWpWjtEnfo5+xPFus5sySqiLOhaI2jaF9+/Z3v/uDtV944PL78+o9Br4vjyzDajdffuUO/oZg2SAJm5yTHqyXijlA+/OhXG6SMjZaDqqRiLbB8dSs5FYlc2JMF13b3r+3sH5y7cHXnUScHWxeubN8GXhADigFPIE4w94ol2+MOfWf8iAERYr2GFYzEw7CVpc5coTHWHF/I1zo4VkemQK+LU0Nj88Aecx99zM4JHttKguakQAoJARhgyAINYhR1m7IFLnQqr+1enlvb3Tj/+MzKDo5LW/ug18Wp9d3LG+evQN/OD/Y9JznL6ASPUkuF+Nl6aiwUujv+2hFWYFhTraQEimqwoAZzpBEq6+EeY4nIpfF0UdNhByUleEf8kCVfNFCfHL4ikUaWVewGLAXruRoWu5HnyLFoPQnjUaF3oX02c3uYJWXNl0w53ygWhkrFpn0sFIaKhWavi2Oh0MSYB9efSkc+/mH3//6wem0uiar7MvF3I+YzU4mSKNwr/io+WGXTCez3t7SM4HoluZCPoXH/CyH+BfT/6LD1auqTl7S3d/tfXI8MaeaX0X90OPzYSAQsZ0OfGT/y/6ltR9Lv3ojs0u11z49m/urdyd+/XtwZTt4xrCZ96kJ77/q8+vYm/5nDbP12MHh1KvHsSmgmE/mS+kvZAL6fTsbUtml8Zvz42li29pYMI6OunKTJDwuqE/x6g6/h++PJ3zzD/pfL7v2xKCwYhjvdSYaVS8Kh8ufVx7XOX4Ry7Gfrk2ceBU9KX1Z/LKQ/1Y0XBf5e8detPR/gJr1jN8bl+MxyUrJcdCKBG/PR67NhNIq8imH2NtgDY3qyX0Afmk7+Q/UbqjodM/GD6r308UMrgZPTNF4xSE7wdiPPyU6y+JWYEXEsCHKB/KQjZVnyEiTPSk4gBcFD5S+k70DcWFg/em751GOM/bji7OK4tbTxefXvH38RPwrJSo+KrOR4PGwrTmDBsJKo9EAXrz/sLPXIcmJNxrPZbcrWyC+pX02X7AeV+uhMudntPbegDUuvax8b2fIXix/Gbiwwn8IDg+aMv4QAJMVJjpOservN53r+RIp6PKA+eXtCInQg2PFLFnJOMUAGX7H1gJOCauZVs6gFelRk9fPrS+Nh/c296htXpl671H15LT8R0nvx49o8L+V5vA4TUAAAr+EOGyx+vSdvZD7X8yfUspZmgZfsy/+oPjnFEgsaGctot61h5LVgb5gl9RXro/HifHJqrFMamgDj7fZBEw+9h/o1SbHBMLzXcAJLUZBAXtbyigGy+NKBLQvPzA6wrEUsokUJT/XWevVkH0S/B95awl4WJCdQu7sevkL9piZdmkiHk6UeeH80okm2rF3zFQm/mfO43AksyGHRgbVYqFXJSZYVyqLsBIsCQec99Z+sL0hDhgogfrf+sC7tdwvp4nCPpVoM+bGVMywPd07watWuwx6w2IXqJMXwWVK3t4HFDqBHllxO9PFmcDZEg9x/jP794+/EjZ98c/Tt69Vuyrxbf8SQd9pJPZyOh1MAjdlCoKEItn6BF8qC6CRLFkJwkmF4vJK7A7ykLvKikxwrVMmy3qYkiLb+bCL4V99d+/hmd9IUWgr7levfJ34MuDJz+GL6ymS0It2p3zHlvU4Gt9Wf5NMAjflSeEQTbX3rbxX4HjmOT9EcFsVJkrbHOCdFhsGFE1gQjBMYbf0/f3bt6e1O+sLV8zPlush85fr3j38mZ753FS+mxcWCebf+iCGdG46LWjSkRwAa0zn8LsHb+nbOkah2yJzLx8dT4W46slxK1WUZC2GfbZn6YjGJPQxn5wsJdO9YrztXkOVLn7b8dL/9++v1V6f0q0X+PhcWsNzcZ9TDH9UvWcZ7XViVpMV8ZHc0Z08Bc3FOYVgTt1tJNZDqMZMPDKuHYVQsurFQPaDpLo+NMehdraaRZJwa1rXpXMy2qwPkz9fRhbFydG2O5XttG7Jq+Pg4Ah8ZQ4p8tRV5tKw0JPE+FxZ5AdxhvHuYbSk4XBDuMcw5BTt+NJxTGNFFu356TGcN5Mc++/Yvfv3Wzz547XvfWV7ZXFk7t7W1+9q3nkFjY+Pc++//Aqd+8uM30cXZN1+5tbq2hfbK6tY7b//QvrB3dHa7c6uThthjaXHtjjEgR/4WkfzFFMgyh8Bi/fkcad+h/6P3fgXu7+XuMbavH7/1hj2FJx6/fO3KAeJH1zmF+/g6uP7sxt7lCzvnsvna1cd2/v43r37yy28NDU+ge/Op6zh1+eJ+ozmWLzT+7fdv/cV7z2+urZarIxcf3Xv86RdWty/hiDEQsXV6xr2DG+BeY0CJ43tkGZKTnAN0P5fg/cdsn123Z/TRey/997dvlastdDHlB9HBj59gc205V6jX6yOv3jr483efQxscXLqIU+d3z9ndf/gfrz5zZadYGkIbRvvCL0yR43tkUDPWX13ehma/pL4Tewor87P/82fPAzQefArfvdZ67Ubz2v5SLJFvlmLzw+ZcOx2N5cZbjXeeHf3ek8P7e2dzudJYLXxuMlbLx3FqqJJ797nxF6+2u/PrU4trtsL6+uL43MbVC1No33hsAu2l1ZVXrw9DYXZpFd1bl8dwan9nBm2QoZmkn07TgElTtE2KomFMWY0vILuzNY/23YGdO3duYiiNqbXLEcSfSaVXO9Ef3Zp4EIXvHBTOrzWHRmd2V7sLTX2spAYCsVq5/NylUZxammtXW9OXzk1tjAWH87phxorZ7AsHoy9dKo5PjOPUwVbDVkB7Znrs2weFW/ul5uhkvT1183ylp7C5TBw9sVOrtabQBQWOtf6dgXGSZcif92cZNJjPK9sa675wsXSvwL51ub3SDmNqphlbbEXQfUCFRH7IJlnAd7Pxbmd0cnys0Rzt2W3ao2PdsQ5A445TXwxkIElRWZKN26QpKkVRVlHRX4mXLz+FfweTUiz2',
  'paused': 'eNrtmN1PUmEcx/8N58sAXSPUg6Co+JbKy/GIIG9HEBQVzlECBDHJ1DSsmYQ5Nc1olkunbtpqzYtsrbXW1npZq4uuaqvLtrrwxptu+6kbIi/zHF7SubbPzh4O39/v+ex5Dmec08hJ60a5HbU8i4hvER/CLKJKfPkDRHwQAI1GTppLxkcyGPnpjPwMZnTSQwZBDmeQyEC0WJQzB18xQANkFEW5R/hQAAmb9EixGD4ggxVwkL2PJ8CHCTI0fNKZs07F42uGLb+pks0uZOZwM1l8RjY3iyVg5UAAjkgma38Ax4IslqqUF3Ar6fpQX5zVy01maemGV+/WnFsa0G5NmKbt8tba4lcz5gva6nWv/opJEuhV3veoxwns5XTHQp9q8aKG6jqnM0CmjnuWls9iv8aD1ziVVcuD+Jcl25StAQzfBUh5MfeeRw1Kb+aJ0XapS1X1NkDiFYW0fEBm14dqnjlkEInyc2EMGwGzw/aRdWUPLmlhU3RVRXNOxWCzqE1cAstiqBaMmetuWmX9ulpK+7XHrg/sVwJXcpTrOQFAhoZP7PsJQi2WZJ+Ttj6xZYIcuw84wF0oCPJvfVrq6we6CGsTrq6uIdQqk7zB3qyDAUCqVVZca8Qwh0Hf0ahwt7UMnSctKmVcPqzYHMpX5nFlwnKdRCriF7laDfXCMr1EakDrmlGUUClBUiYsw0qEoA0ZkNGjaDknP2LemNMlfb+4mayTcD0f1/WTav77nEofX1fD9lPnzvOeuIFyaJIsn9+PyD+bpgSBJknzWWvdWdOEsdlXumIrfH+99uMN8Se/+AMMfKJnA+Wf/eJvs1hkHpoky+fngmb7LhrGppO3YUUCRvaTbt4KkTepzXnhESxb8u4Y2a8HSyLz0CRZPt+nsF+TFQkCTZLl48XLv47V/PDFD5RDk1N//xHksEvPcGgBJSnyMWEKl87ibDLTAkqgkJYPPFRGJSxsx00mFA8y3Nk90uV0G4heI2lu0Pc0W+zaNgfe5mhqJxSG0CQURvlXEG1GWutDNOrxanmQ2eGR1anJh7dvzXtHh0j70oR/fW5m0TcOg6sOd2gSClOxX0ZUIRdK4gAKqfsoivIohoXsXJmwUiasokklFFKcAmRsWGFKf8JIJo3nIJARZGd1Snm7b9tC2X+xFvVkGOKYMehJSviEhAdHKv1JKQ9k/gJNbDVa',
  'menu': 'eNrtmMlPW1cUxv+NKECNgYKJ/TxjPE88z3628YCN7ecBTzjYEEOcxiCmCJSJtLRRU0orRU2bSlUiVaiNKqqoUSt1WLbd0EW7rNoussmm237gCBIwvFcgEmojfULv3XvuuT+f79yLZU/3qZJVmDKJh8ySob7nlDaz1eHid2SWAAAYnu5To04J0cQRnOYImlob6/QzD9t6PobYG9AorMHIzhQHGIChZGcYeFiI2LUpI9g+PICxi7qJrdcTwNMKGDY8V/OOgFry3vl+v0oibOZKOe0STttUtC+sk0V0si+u0cgg47YTzZvBGPxqOXVvPlINGfEq53ZgNmNTOmUESx7G4qxO+H5YyU3HSWELd30p8elCtBYx/3S7iE1vjlKPltMVv/7j6YE7tSCCk2TvwzdSt855r+Udb5WolYr3/nzkwdX4DE0ylggwNiGPDc+llPXRm2l1V+fGRyOLQ7aoUb62GMNgwaUGD0r3TsU7m7DUee5MBkNaKeIhObf9u1tZzPrVEkYewGzyMJk7ETQ4pETaohyhtGB4e8yj7+bdfi2Qtamu5BzXC067RPDuuA9VQjDVI/pkNvxBLVj26gYNcnwWrIJf8Jdxo02erf4hjtDMgiMv305S7x9hcytakTnn/vcJwS6MBQ/vAJ6wxeo3mhJudz4U8OoNAbNZLxD1G4werS5gMrvVWkevKmKzIaaSjOPcIT7udA6QlnpMJUn3G00GQoJn2uWiNJurYg6HlNt5AM8BfkWs1momdTGfQbZaIZP2eUFVCAXH6Bg0nqJNYlkpGilHI5VE3CpXjAyGz0YGUh6qHBt0qTWj8SjCPDo9xkuxyHiSnirmkh4qRJIH+AWew9kteqW9ngSV2dYRG8nGggcu4FPnAv4hnxcPUbu9VsjGnI6M35fp9xUHQtVMEt5Nn82XBsNwEBVLez2oCZSg3F6dPh/0X8im8Eo0c9nxcPdXa59EHrZYsLXfZEKp4Qs6xKFURx127LtQKaF/zGJZmLQkXC4dX3iles6t0Q6QZNhqpbQ6tN9EOoFIJFF316/ofbdrWJ+6EQd4JGvbaUhpawdsErVwZdxX65Y9jWxp290ezdzthfVCiTntbPyaKxfRxrAGnTw3WkQnO5XqC9k07XZhyqFULdXO45jMlouYvTFVTVJuBMAvaGo4i4UwFGfhYm5oplSYHM7BwXwwYOvpXVmcmRzOorHH6CiOG3Zhw6PmCWCKise3K5QWucLa06vo4OFZ2cXHIASDUCgw2HtVwIMpqq4zlEYLB3G0bQollmA7uEbKenDGEQl/VV18n8GIqXpanHp0wiH6mc09RmzdYEe/oo+F5ylS0wniOS6x5Lmcdz1+UH6yPnZoYTmSHBfPX/ezf6/RRxSSHBvP3fiTu/5d+vaS4bOq8ps5/Y/Xye8XTF9OajaWbdB6TfPH+9TeeCQ5Lp7fV/2PV6y79HVNsVYWr9K8DzP8m5HOz8ekD6vye0XRjWDHz4vavfFIwobHLmbm+fV1+59LGpbamO9pOI4k7HiYv6/OBtW/LBh/u3x4YTmS/FfP+/+cB//9G+qFbt1wx5d+MfJQMv7J4QFM0S59wX3yL76KAEbe1pKziDd/bXtW9R/WGg7uUt++YciZJSUZUoy/bPJnLWLA/API9lkc',
  'over': 'eNrtmOtPWmccx/+NptUBclGQc7gL4SL2yE30gCIqUhG5iApyceBWndTKtHhBV13tGjuTLdF1WU1st7RZu8W9affGZW+2bHuxJUuWLu2Lvumbvu0PT3JqLcjh0qZpmnxz8vDw/f6eD8/znAvHwj0xakAHTgu9mMjb/II8GFWV5n8uTAQAgGHhnoiYRcgpGv8kjX+KnlsnDzVIvehBXjbksuXoef4VDTAABpfwCvBQEHJk0IJgeXgAxiTgIgcf3wAeOsBQ4Vkead1JOW7N9yk5HLSaIaYxoVNCZ4KggVYxxAcNAozsJBrfL/XDEQy3F10UeY6HgVL31n2yGlakXWMU8X9ccV+fcQyZlb9/Gfw2fSZu197J9N+YdVrlAjBfO9e9+YEtiKvuLruvJbtjHY0/rXoWAi1XEx2/bg4XnCKAMaJ1x/MI3qvZ3wio62q3PurKDJt3Ur0evXx1tG3v4oBbJ18L439uhea8RktDluf+Zb+cxe7DZLcXXD0aCWAAz+6ssxnlwY8qyAMwWZ5Ci+s1KL5Kdl+OWWG90n7TZ2NWLY+7NGTGZYKRNlVqwLAetahqOeAMW9Ub8Q5chkLnlbF2HVqfGTI7tVLIgqfgQFmeg/2DlLGZ+WXHySLE/kGr6EgVhZr5rycINRsFnrrs+UWR53XMT1nr1YgIDdIGIi6ms8V0lpRZW+Z6AU/JFZYm4qvTZ73t1uXJxOKHYxfikbXpifnxWMkFjeXxoNU1IhpLJ5bCzEgYbOIoorPK5mHkV46U7TTWrm3qxDBMJFXzEAWHq6lHQY18gVEqV/EQUKtSpZc25Bk373ClzU/U5ZwY8s1Egw6DITOZONPSkk5EU7HQx7HQAI4vnn1/KhiYi0c6mppe83qR+xDuVoTKPNEqwlNBveN5K3nSgdbHt8JP7kRLFsShSKV4Hu34n950lSkoUjGe7b4n2zZCNxOK78YVe+c0vy3rb8Tl/3+OQ2MvqdlPYw+u4nCEr/bnsXsp7d1J1S/zzWQQilSK58GG7fEVA6HdkPD6MJrpZG4P8pdszH8/wbb8/DkLY3dU+POUYqOvbq2HfcnBWe/lbLq5P4xLySAUqRTP3yumhxnVMfrjvIxs3x8X/regfNkDRSrFM21X/jXb9E+6dEEcirz11x943JKzuUWpqCe0onhcJjzS7Q13eYoSRCBYFA8C9+VcOmIO2l0ug53U1OBoMhCO9frGnH5Pa0/U4Q129ofs/aEutw/vPeyEYI6nglwjFjU/PkuPXdtGam0qubWS+ebS6vr0+Ul/8IvFha8/vbiZvgCNmVDssBOCr2K9nAa8TaErQRCkzoNL6imaFbU8s0JtVmiKlBqCFIcAmBGT+JWewvDPjroZYKQ11YN6YfZt22ERL9Zydh5Rc14b1PTrRD6d0K8XUanv1wsB5hnIS0H+',
  'bar': 'eNrtmWtTFFcagH+CwvR1+t7Tc59hYEBuAwxXuQ0g94syCJSIiAhyERVEowkhRlQQNVEJSXQTg9eYMlnZJGWMMcmuu0k2ZpPK1m5tZVO1u1929x/k7W5mmBkGHRH9Equeorp75pzznneePu/pxqzlzI+CRctZtZyIURYtG0NzDpqLZWScACuToMJxqRJf67L0rkvcXpJQ5zLn2vhEnTaRp1NFPoFl1rBMuo5L1/EZkoxbIdNHln6ebIOK4EM+dUtcMs/kGIQHkB1MFqAXMmXk/hNYOk3kMiXBLQkZPtJ1QpoPlyikKqSIQrIgk8QLiQpreMFKMWaShukDdoDibEpaLJHl0ECwHEJZlSbLA5qbSNYG4y4LCaclnLHT/PKAoSGAGFp4ABYlG2pCJIziEZLTEEvBI/PQURj8FVFC50MCMBm9DxNJJunZvFgpJ0ZK0jN2hjAQmAHHTTipx3DAQpIq1sVoSdsi7D6sJGHEcXvAlbAs7sGqQsoBmAnCP5w/EgtBmn2YVHDS6MPgg0dwToPD9AEBQGT8yXlAAlVYDaFVErhsoDn0o467DOhoHBBQcnlwSvwiSvrR45SN4h2M4MdC8YCRZOloTBuFRgIVhRKrEO1qlI7yET0PEwCnQY1aIoan7CxlJCH/KKPRsNEIXGeiETjgNegCyALCw4Dvc9GIEME3wzdH5AC4wEE1QXDBsEB0ENoomD5CK6kIJMIEkqtRHBIY8fcXgyv5p6KWCbEaAZbdXKvEv/i6kWAcjKhiBa+0fIRSLQSmdBsoFRMMG+gVR8GBgC14xapeRSwSIAYAp5wGEVF0ASQ8AoIphPamWu3/1BcJphDGrhC1KJ9XdNi0/1q9AqDw+b2ScCrylUqFXO3zKliqwORziOyVg6djfF6xmvllSvZKg/CP4lI4r7CHEMaxEK9UZLuWUAsLsivAK0Ceezi1fs1ewa4glhUB8IpHyZCw0x366xN1wJsHy5MtYqBUjYXxs4eqrRxdnxdLL1qjipPNlw9XD7W44Qaf6C/cVJawry3zvYm6upyYUK+WKGThXUJRXQBwpami5MrM5OyZo8VpKbrgT31guvCCYfEG/bmTL58ZP2iiaJ9sWPDahQUWx9CFSxPglaJWTffw9lffiU92W8yxnVPnm/YdpjX4k/aKfByvViHEquV7RS7tFRQ+1Ss9wcAWThXYT0ma7YvzLWaWPjZQ9MpQiUiQxweLQafSNOuGQiccXB6v+cu19sw4PXz69ouVhclmGvIchfz+N60Vbtu3lza7rOLcqfUbi5xfv7OpPtextSpJVLxSd1YqnFwTQbNQBAAJJMwG6T8/flHgSvGWe/ramsCTN6fGzp84lGA0FqalzJ49NjMx6pSkkZ4t4/sGNlaU7NnW9s6Zow2efB6R+58aHR7d1XP+5MsD7c0+bRBu4QBh5/2Row2EVlGk8uPKLRm8MJeSU5xRXNUx8bqnpWvHzNXMsnpSyWRl1+6uU2/nN2wKTC/8KCohaY+Eozvbz+zvfv2FvpayAv9FKhrrrC3ralhXX5AdttXVyb0Lp8rQG4pyt9aWXj42rPUtX5Hz4Phhrw4PjHqCDfVqFeJJs/73Tu8n000//65rQ4Hz+Y7cU3s8KRbxp7muRsWrAW/65M6iqqyYz8+1NBU5y9Ksqlf//rhbQLF3j9bW5Tq+udjWWZ30jw86773VOrO/zO+V+tupLDIKFfynwUYF7aZQdGx3zw9f/vaDC2dqCnOnjxw8ONAF/jRXlnz72Y3KtdmHhvtOjx+4OD1xcmwETv95/3ZLVdnfv/pY7kqDXn19yruueGRHBwjGa4LiUfGLxGpC9410MHCHVnQMvPjJdwdu3msYfH7oyq0EV3bj8KHKbbvlBQEhJ/78rwxPTV5dyyP8cP5fbVV4r9qrPf0bq3s2VIBFJ4Y633ihP0YnzY7vBq/WF+ac3rd9vL+tNCP14pE9+zsa1VYfTo8e7ts01tPqLc47trN9YnBLY/GSXj2O9nA3GQgG3mNYKQHeLYQss7BeffZGMyQNzPl6tu3kbs++tmyJJP7/WV9TUfzFl6sHmzKmdhbxGqy7LvXKeM3FQ1WcslH/8XqHU8fcOutdvzb2k2lvc7Fz7tSGzBjdTze7VK84DfLwwofKK5JS+zAJwEKxsUyntxYOWipLf/zD3KXpiZ6W9S67tSAl8efv7qQ77L2bvBdOH4HrbbUVlXnZf/vTR53euq6NDWpxPDf10tbG2sN7+0cHu6Esios29uqThVofeT+aebgA2GjM493ScWwmITH94Nwf+2aupeev2zR2qtC7RX1eTi8obx2dGrvzPSwpj1qnwlZAsKLPW7W5svj47o5XR7qSLObhtoa6tVmz43u2N5Rvq1/34dnRvZvXg3XgDIcQaofXp/ZBhbo6sXd9YXZ/U9X7pw54PXnb6kqvHBumwwX2OHUWXjKYCDbbJtkYisewQCqz7P+70/vpzMb7lzcf7lmbG2+493br7deaxrryWkriYQcFa9Rf3+vYVpN8983mG8frj/TmixgGDLW6ocnHpxsbC+JeHfLAk+DdN5q/v9p+ZEe+6hUPtuBYhEhLoCeJ6+dPfnP7+nd3339puLeueO3Xt6/f++hKQ0n+cPfmz2/OfnXrWnle5qXXJtrqKky09tMbb92cnT534iW12/Jc9w9f3rx/90aawxZ2XHUuQVdUsDCYddJzH3zx4q371Z39OaVVsHYdnLtn1ukFDDMK4si7t7e/cmHwrRtwGjk8KhP2o8ldW84+13NiaOtYd/NGT85Jeb3qTTBIl47s6W0sby7Nfe1Az6EdreXu5GuTwxAeLLlQu989PgJtr03undzVvr9jw3tTI7taarobyq5ODIs4vngUbukAHkquXQ9SbSl0ZsforIx2xTFRpIkiYnnawVMmLaF6ZSDxJzHWM1QkQk5vnMDAMzgkH+4I2E7Q0ZqnFgCMC0YBwzUub5YDIllxbKwWdJK94ha8MtPkkxjrGSqhXmHzXj21APIcEhgFtOU4WrNi4njKQpMrC7hk0pIh65WewFd8oGf48XsF97J5fr2COqh5OqNbabIm2QxGASVxOiDPJphIHPReWaAUxgrgFe33St5frfQoz/CzlFdPY2gcc+kZVScgTc+opErwzx0S7DISK4NFS6Qa+SKnIT9On2rgYqEskvB/Z2yl+n/GYuJFJtMqehKM+bFSmpGHMmSlCAlHn+y4JG6jiCQd7XcJMJF0CGYFi5a2amkbBTB2io4BaMZB07EMwMQxjJOhnSwTzzIJCms4JpFjkng2iWeSeTZZYDMMvNdtH6px7apIaXLbihw6l55OEekMiQXcgJ7N1LNZMhz8zTbIWEhCfcsN78kL4s12eFbVoE4CbZTwdmOkwJehCTSE5tAJdKX2CZ2ro/gHhQAgDLcSEpCuk0nTsS6RdQlsqsimCmyKIE8nWZkaTBCmCZNVZw3ThyRAKiAhsTI0pAgSBemyK6mDBEIaIZlqVk1PmPJEU0dh/P769IHypOZMe2mclGXi1gjaJzqoPDWtXxhGFeYXi3GTsA==',
  'bot': 'eNqtk/tLU3EUwP+NgiiVbd7t3l3v1uZrm24255x6t3QPaVpq5aNcvkZOy8fSSGdoK5YjH2EhbE6rBWZRiT1BSJIgSVBJKHAllBrRb3XmrcvaQw2CD4dzz/mez86275UiHGlkUlhsEROhgFyGcGTsiIiZ7P9FGhuLhJrgVMli27JZnRoWRMihssV5JYaHpVTMAYNNw7LIo8uT9kCEHCpQjzQSlqIk1LbpOZUaayR2UUBOFaEbYZAbhIrLPZ/jn6qQ4ma1rIDYDR6IkEMF6tCFM6GDmSEUJPhX8phVS+6WFW/73RZjmzYBIuRQgTp04UzoYKg8C+fqBdiypxVmQ4E6dOFM0D46Phqq0gr5o/U63/iFldvWIM/HsZbpNo1NjWuIgI/mci0yRqOMEeQ5Iomf6zOtvRz0ea2Ldv2So3DJWbLYWzxvN75uz5mqSpgo590pwfv1mI7vP59LYOfSY3pUUR0Z0YGeXAFvrq9yY3rIN2pZvmpcvKR910kOlEkb8hLNamFNtsCUyT+RwatSxjn1mCOXXZyAXlT5PcAZ2ArFaFz1hvWnji8Puj4MlIBqoUdrUCTtYRGoXA1AAuxFhcJDx5hcgTWLcy2XeSXHr+pWRWkJDu3JE/A/32r4PuPyDZso1Y1qFcwiqZmNqz8ASOBRN+hu2vgJUUjgtKo2hRm4UotBsf7ItvHMuXKzglJZD8thVlxhhlkAEng0zS5ADnFfLEGpupTRJI6CQcSIpbCXkd+eXF573E2rdrhVSTyDMoj/4FdNgaqHVu3kt+pQxqQyfxtU8KZsYs1XfPU2ro7U0qqt/8GhfARUJ8UIbaCvPdzMTx7zqrs6UDVvI+faM940S2csohe1iZMmAXWvXIUoqJwHmWRcmFcPcNcb/knVkMb+y4BiNHn7ibe9pZNnsx9aFKC6X5MyXpkMKu9x/lgxDqphI3rdgFAquKIkjgWOB1EkEY6YDmyr6tejev5WHgqdgOepI987wn/Be2U8G8nVxG3voUjDUJ2Eby+WTpxWvGpOn21KfV6X7DoqbCUJMh6FbtgpZThkGJqMcShECCJisCDSFeiGnQrrlweoJJsqSYBKHmGrX1wxY34=',
  'bolt': 'eNoBIQDe/2tDEGtDEKx8J96oO92pP8ydRIlqR3RXQmZKPVo9OE4xM+UVDLQ=',
  'gate-shut': 'eNql0EtLAmEUxvHvEhTlZRwn05kaL+lc1PE2OqOmUxoJiaGiQVGQLYrEjCIowXAhCK3aREGbAletun2kjinyEuG7CH6Lw8N/dQQ9IfwQDUTZv9gp+p/riY9W9u0q83SktPJi0csETWSAGOH1RqBYze0C/1gLv5yor+fpz1b2/TrTbyQeauHbbbG5ZletlESQgNcZoxayU3Df7frvDyKnpeTGajoUG1jXUscFpVfxtvOu+gqtWAY9pzM0NbZX5rpVKZ1I+CKpX5Jq/CLnOdPoHcnsNRDakulm09kt8UlFFUPJPynRWENjDmVSpub2IwvQ72UkIRCfYEvhoM855pppGvq4LHOSOoEcDEFf8sxeZhjoZ3Tm6YkggL7Cj/plUcaCviqMeqcQxkJ7BxfCQntywYGF9iYLO0ZZ2ILNBihkBGjPOH1jTc795WUBHOiO9rRdHOvxzmEPB7qjvZXlx1IOT1+0AzjQHe2nZoxYaD9Pu7HQ3mxzYf3n/8S8HQvtjdQSFtrrSQZr2H8DaG09GQ==',
  'gate-open': 'eNqlk9tPUnEAx/8cL8ARyQzyEgEHCEFAQVacOMxoGIYoFpjE0ekE3SmydiRRMrLNLrjK2UrX1Va8ZNFltVXM6brXamut9dBL34qH8xIbc/s+fC+f/XZ2zu+oBYT6rzRCwqfbnPTqrkdtD+POZY6+OmiJt2m8WpmhQqwn8iIFIshSXZnwkJcZ442INROzZ+POB2P07RHbPGOc6dawjjprtaSBEENkuaipSpz0KGaDukuMsYcxKXsbSwL6kv36rT0G/wHDKb8m0SaPbpdaqv7wqnIhS9We9qmSQZ08bBIMWESRFiJqg2AQ60JG1qM4REkDDZVaIUHVVEy4t5zsJFVD1g0xahPnlI231ky6IBhElPKB5mGHrM8sNkvKek0bwXeFjbLjrfUpt+JMuzrt01zohGAQUWJydWvBu+rLWLsUvJmjlWf3bpvzNy4Gm26GmpcOQjCIKDHpRynwHcrSo7QMvPac17AQsNwJ77g/6HgcdT4dgWAQUWICAL6LzPM4x5bpp58Mu18c8eXG9q0kIBhElJgAgPer83zLvT4c6M1xodWpodcz7JvzEAwiSkwA+PzObKT91TFmNRV7Ozv58cr052sQDCJKTAD4/K7nbGBlAmdOfVq4+PXu4rdlCAYRJSYAfB7PyayluPdz6S9Lt74/yv7MQTCIKDEB4PN7Xo72r02Pf5jHmZkfz3K/3kEwiCgxAVjP+cU+f7Hvp9j3X+z3JdMdhe8PAD5fe2J34fsJgM9LDtsL338AfL40bCYitv/9X5gA/ON/AwL0JQU=',
  'vent': 'eNp9ijEOgCAQBL9iYWLQRWKlhVZaWVHxHp7Ek3gKQ6AmuWz2ZlbGXas+Ky2bPzTNNekQeFfGweNj079jc6gvSYfAmwKe90uOj00B+VQZJw==',
  'life-left': 'eNoB8wAM/0ImIUImIUMmIV02I2s9I142I0UnIkUnIkUoIkQmIUQnIV83I41aOGE2HY1aOF83I0YoIUYoIkUoIkYoInlROuevgeKsf+KneW9BKkgpIl4zIUElH2lGNOivgMOCUHVbRWRGM21POXxDI4JEIEgpIriNa+eja3laQ2XAyzJVX2K7xoFIJV80Ik0wJbyMZeagZsOBT3RZQ2RGMm9QOodKJU0wJW9NNZNoR9KOWM2CSsR0OrVmMapfLH5QMm9NNXRONnRONohdP7V2SMZ3PqBeMnxOMXRONnRONlE0JVE0JUwyJj0sKEwyJj0sKEwyJlE0JVE0JY+AUXU=',
  'life-lost': 'eNpFzG8LwUAAx/GXws7OzP653W2NKDYb2u5s1xB5oihJKSElhbxwlz+pb78Hnwe/sALCd365wHQQayD6Se9dogFqlqgujXE50YVIokEViDhSFh173SXrAGeWLIRqIFSK1JSXPp57KkNKbMiJBYeGlBqFuAoWLbTxUY7VtN+NbJNFQW4Bcc5q8jJA2569ahsjT+Okkrvq1IG0BnfUOfH6Y9Z8TOq33L1ycknxnhHhB+aKzpl3HzeeE+/KnSP7YkagKMWQ2v/94AtYNzun',
};
check('kb-look', 'P1', 'Rooms, panels and things look as they are shown', looks, 60000);
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

check('kb-rooms', 'P1', 'Rooms begin as they should, and their bolts lie where they should', async g => {
  const bolts = ['240,352 480,272 730,352 262,190 716,190 566,446', '190,352 395,268 622,332 835,252 590,176 780,446'];
  for (const [room, name] of [[0, 'room_1'], [1, 'pit_edge']]) {
    const lie = (await g.load(name)).bolts.map(b => `${b.x},${b.y}`).join(' ');
    need(lie === bolts[room], `the bolts of room ${room + 1} lie at ${lie}`);
  }
  for (const begin of ["reset()", "loadScenario('room_1')", "input({ type: 'menu' })"]) {
    await g.load('bolt_ahead');
    await g.act({ type: 'move', direction: 'left' });
    await g.until(s => s.bot.facing === 'left' && s.bot.x < 470, 4000, 'the bot does not walk to the left');
    const { bot } = await g.js(`(() => { window.__gameTest.${begin}; return JSON.parse(JSON.stringify(window.__gameTest.getSnapshot())); })()`);
    need(bot.facing === 'right' && bot.vx === 0 && bot.vy === 0, `after ${begin} the bot does not stand still and look to the right`);
    need(near(bot.x, 70, 1), `after ${begin} the bot stands at ${Math.round(bot.x)}`);
  }
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
