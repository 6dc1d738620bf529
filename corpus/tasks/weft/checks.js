'use strict';
// Behaviour checks for Weft, written against docs/design.md and docs/task.md alone.
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
const COLORS = ['red', 'indigo', 'saffron', 'moss', 'cream'];
const SETTLE = 240;
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const tally = grid => COLORS.map(c => grid.flat().filter(v => v === c).length).join();

function shape(s, where) {
  need(s && s.schemaVersion === 1, `${where}: no snapshot of schema 1`);
  need(['menu', 'puzzle', 'paused', 'solved'].includes(s.screen), `${where}: unknown screen ${s.screen}`);
  for (const k of ['level', 'levelCount', 'size', 'moves', 'par', 'undoDepth', 'elapsedMs', 'stars', 'unlocked']) need(num(s[k]) && s[k] >= 0, `${where}: ${k} is not a number`);
  need(s.levelCount === 3 && s.unlocked >= 1 && s.unlocked <= 3, `${where}: there are not three cloths`);
  if (s.screen === 'menu') { need(s.level === 0, `${where}: a level on the menu`); return; }
  for (const grid of [s.board, s.target]) need(Array.isArray(grid) && grid.length === s.size && grid.every(r => r.length === s.size && r.every(c => COLORS.includes(c))), `${where}: malformed board or pattern`);
  need(tally(s.board) === tally(s.target), `${where}: board and pattern hold different tiles`);
  need(s.par === s.level + 1, `${where}: par is ${s.par}`);
  need((s.screen === 'solved') === same(s.board, s.target), `${where}: screen and board disagree about being solved`);
}

function pulled(grid, m) {
  const n = grid.length, out = grid.map(r => r.slice());
  for (let k = 0; k < n; k++) {
    const to = (((k + m.steps) % n) + n) % n;
    if (m.axis === 'row') out[m.index][to] = grid[m.index][k]; else out[to][m.index] = grid[k][m.index];
  }
  return out;
}
function allMoves(n) {
  const list = [];
  for (const axis of ['row', 'col']) for (let index = 0; index < n; index++) for (let steps = 1; steps < n; steps++) list.push({ axis, index, steps: steps > n / 2 ? steps - n : steps });
  return list;
}
function solution(board, target, depth) {
  if (same(board, target)) return [];
  if (!depth) return null;
  for (const m of allMoves(board.length)) {
    const rest = solution(pulled(board, m), target, depth - 1);
    if (rest) return [m, ...rest];
  }
  return null;
}

// The board as it is seen: tiles ordered by where they lie, named by the colours of the pattern beside it.
const SEEN = `(() => {
  const s = JSON.parse(JSON.stringify(window.__gameTest.getSnapshot())), names = {};
  const threads = Array.from(document.querySelectorAll('[data-target] [data-thread]'));
  threads.forEach((e, k) => { const c = getComputedStyle(e).backgroundColor, name = s.target.flat()[k]; names[c] = names[c] && names[c] !== name ? 'ambiguous' : name; });
  const box = document.querySelector('[data-board]').getBoundingClientRect();
  const tiles = Array.from(document.querySelectorAll('[data-board] [data-tile]')).map(e => { const r = e.getBoundingClientRect(); return { left: r.left, top: r.top, width: r.width, height: r.height, color: names[getComputedStyle(e).backgroundColor] || 'unknown' }; });
  const n = s.size, grid = Array.from({ length: n }, () => Array(n).fill('none')), at = Array.from({ length: n }, () => Array(n).fill(null));
  for (const t of tiles) {
    const c = Math.floor((t.left + t.width / 2 - box.left) / box.width * n), r = Math.floor((t.top + t.height / 2 - box.top) / box.height * n);
    if (grid[r] && grid[r][c]) { grid[r][c] = grid[r][c] === 'none' ? t.color : 'two tiles'; at[r][c] = t; }
  }
  return { s, grid, at, box: { left: box.left, top: box.top, width: box.width, height: box.height }, count: tiles.length, threads: threads.length,
    moves: document.querySelector('[data-moves]').innerText.trim(), time: document.querySelector('[data-time]').innerText.trim() };
})()`;
const BUTTON = name => `(() => {
  const e = document.querySelector('[data-action="${name}"]');
  if (!e) return null;
  const r = e.getBoundingClientRect(), hit = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
  return { left: r.left, top: r.top, width: r.width, height: r.height, disabled: !!e.disabled, open: !!hit && (hit === e || e.contains(hit)) };
})()`;

async function press(g, name) {
  const b = await g.js(BUTTON(name));
  need(b && b.width > 0 && b.open, `button ${name} cannot be reached`);
  await g.click(b);
}
// Waits for gliding tiles; frames may come slowly, so the board is given time to come to rest.
async function seen(g) {
  const end = Date.now() + 6000;
  for (;;) {
    await sleep(SETTLE);
    const v = await g.js(SEEN);
    if (same(v.grid, v.s.board)) return v;
    need(Date.now() < end, `the board on the page is not the board of the snapshot: ${JSON.stringify(v.grid)}`);
  }
}
// Drags the tile at (row, col) by `tiles` along an axis, with a real mouse or finger.
async function drag(g, row, col, axis, tiles, by = 'mouse', hold) {
  const v = await g.js(SEEN), t = v.at[row][col], p = mid(t), step = v.box.width / v.s.size;
  const to = k => (axis === 'row' ? [p.x + step * tiles * k, p.y] : [p.x, p.y + step * tiles * k]);
  if (by === 'mouse') { await g.mouse('mouseMoved', p.x, p.y); await g.mouse('mousePressed', p.x, p.y, 1); } else await g.touch('touchStart', p.x, p.y);
  for (const k of [0.15, 0.4, 0.7, 1]) { const [x, y] = to(k); if (by === 'mouse') await g.mouse('mouseMoved', x, y, 1); else { await g.touch('touchMove', x, y); await sleep(20); } }
  if (hold) await hold(v);
  if (by === 'mouse') await g.mouse('mouseReleased', ...to(1)); else await g.touch('touchEnd');
}

// ---- P0 ----------------------------------------------------------------------------------------
check('wf-boot', 'P0', 'The page boots to the menu with a complete contract', async g => {
  const kinds = await g.js("['reset','loadScenario','input','getSnapshot'].map(k => typeof (window.__gameTest || {})[k]).join()");
  need(kinds === 'function,function,function,function', 'the contract is incomplete: ' + kinds);
  const s = await g.snap();
  shape(s, 'boot');
  need(s.screen === 'menu', 'the game does not begin on the menu');
  for (const a of [{ type: 'weave' }, {}, { type: 'shift', axis: 'row', index: 0, steps: 1 }, { type: 'undo' }, { type: 'resume' }, { type: 'start', level: 9 }]) {
    const r = await g.act(a);
    need(r && r.ok === false, 'a senseless action was accepted: ' + JSON.stringify(a));
  }
  need((await g.js("window.__gameTest.loadScenario('no_such_scenario')")).ok === false, 'an unknown scenario was accepted');
  const waited = await g.js("(() => { const t = performance.now(); return window.__gameTest.input({ type: 'wait', durationMs: 250 }).then(() => performance.now() - t); })()");
  need(waited >= 240, 'wait returned after ' + waited + ' ms');
  need((await g.js("document.body.innerText")).includes('Hearth'), 'the menu does not name the first cloth');
  need(g.browser.exceptions.length === 0, 'uncaught exceptions: ' + JSON.stringify(g.browser.exceptions[0]));
});

check('wf-start', 'P0', 'A click on the first cloth opens it', async g => {
  await g.load('first_visit');
  const locked = await g.js(BUTTON('level-2'));
  need(locked && locked.disabled, 'the second cloth is open to a first visitor');
  await g.click(locked);
  await sleep(150);
  need((await g.snap()).screen === 'menu' && (await g.act({ type: 'start', level: 2 })).ok === false, 'a locked cloth was opened');
  await press(g, 'level-1');
  const s = await g.until(x => x.screen === 'puzzle', 4000, 'a click on the first cloth did not open it');
  shape(s, 'level 1');
  need(s.level === 1 && s.size === 3 && s.moves === 0 && s.undoDepth === 0, 'the first cloth does not begin fresh');
});

check('wf-screen', 'P0', 'The page shows the board, the pattern and the moves of the snapshot', async g => {
  await g.load('mid_puzzle');
  const a = await seen(g);
  need(a.count === 16 && a.threads === 16, `${a.count} tiles and ${a.threads} threads on a 4 x 4 board`);
  need(!a.grid.flat().includes('ambiguous'), 'two colours of the pattern look alike');
  need(a.moves === '3' && /^0:4[23]$/.test(a.time), `the page shows ${a.moves} moves and ${a.time}`);
  for (const m of [{ axis: 'row', index: 1, steps: 1 }, { axis: 'col', index: 3, steps: -2 }]) {
    const before = (await g.snap()).board;
    need((await g.act({ type: 'shift', ...m })).ok, 'a shift was refused');
    const b = await seen(g);
    need(same(b.s.board, pulled(before, m)), 'a shift did not pull the line');
    need(b.moves === String(b.s.moves), 'the page does not show the number of moves');
  }
});

// ---- P1 ----------------------------------------------------------------------------------------
check('wf-scenarios', 'P1', 'Every scenario is a precondition without its outcome', async g => {
  const want = {
    level_1: s => s.level === 1 && s.size === 3 && s.moves === 0, level_2: s => s.level === 2 && s.size === 4 && s.moves === 0, level_3: s => s.level === 3 && s.size === 4 && s.moves === 0,
    one_move_left: s => s.level === 2 && s.moves === 2 && s.undoDepth === 2 && (solution(s.board, s.target, 1) || [{}])[0].axis === 'row',
    first_row_ready: s => s.level === 3 && s.moves === 0 && !same(s.board[3], s.target[3]) && allMoves(4).some(m => same(pulled(s.board, m)[0], s.target[0])),
    mid_puzzle: s => s.level === 3 && s.moves === 3 && s.undoDepth === 3 && s.elapsedMs >= 42000 && s.elapsedMs < 42100,
  };
  for (const name of Object.keys(want)) {
    const s = await g.js(`(() => { window.__gameTest.loadScenario('${name}'); return JSON.parse(JSON.stringify(window.__gameTest.getSnapshot())); })()`);
    shape(s, name);
    need(s.screen === 'puzzle' && s.stars === 0 && want[name](s), name + ' is not the documented state');
  }
  const all = await g.load('all_unlocked');
  need(all.screen === 'menu' && all.unlocked === 3, 'all_unlocked is not the documented state');
  return Object.keys(want).length + 1 + ' scenarios';
});

check('wf-clock', 'P1', 'The clock runs by itself while a puzzle is played', async g => {
  const a = await g.load('level_2');
  await sleep(1300);
  const b = await g.snap();
  need(b.elapsedMs - a.elapsedMs > 500, 'the clock does not run');
  await g.until(s => s.elapsedMs >= 2000, 4000, 'the clock does not reach two seconds');
  await sleep(80);
  need(['0:02', '0:03'].includes((await g.js(SEEN)).time), 'the page does not show the time');
  await g.act({ type: 'menu' });
  const c = await g.snap();
  await sleep(300);
  need((await g.snap()).elapsedMs === c.elapsedMs, 'the clock runs on the menu');
});

check('wf-drag', 'P1', 'Dragging with the mouse pulls exactly the line under it', async g => {
  for (const [row, col, axis, tiles] of [[1, 1, 'row', 1], [2, 0, 'col', 1], [0, 3, 'row', -2], [3, 3, 'col', -1]]) {
    const a = await g.load('level_2');
    await sleep(60);
    await drag(g, row, col, axis, tiles);
    const b = await seen(g);
    need(b.s.moves === 1, `a drag of ${tiles} tiles made ${b.s.moves} moves`);
    need(same(b.s.board, pulled(a.board, { axis, index: axis === 'row' ? row : col, steps: tiles })), `dragging ${axis} ${axis === 'row' ? row : col} pulled another line`);
  }
});

check('wf-drag-live', 'P1', 'The line follows the pointer, and a short drag is no move', async g => {
  const a = await g.load('level_2');
  await sleep(60);
  await drag(g, 1, 1, 'row', 0.4, 'mouse', async before => {
    await sleep(120);
    const v = await g.js(SEEN), step = v.box.width / 4;
    need(v.s.dragging, 'dragging is not reported');
    need(near(v.at[1][1].left - before.at[1][1].left, step * 0.4, 6), 'the dragged line does not follow the pointer');
    need(near(v.at[2][1].left, before.at[2][1].left, 1), 'another line moves along');
  });
  const b = await seen(g);
  need(b.s.moves === 0 && same(b.s.board, a.board) && !b.s.dragging, 'a drag by less than half a tile made a move');
});

check('wf-touch', 'P1', 'A finger pulls a line', async g => {
  const a = await g.load('level_3');
  await sleep(60);
  await drag(g, 2, 2, 'col', -1, 'touch');
  const b = await seen(g);
  need(b.s.moves === 1 && same(b.s.board, pulled(a.board, { axis: 'col', index: 2, steps: -1 })), 'a dragged finger did not pull its column');
});

check('wf-arrows', 'P1', 'The arrows at the ends of the lines pull them', async g => {
  for (const [name, m] of [['row-left-0', { axis: 'row', index: 0, steps: -1 }], ['row-right-2', { axis: 'row', index: 2, steps: 1 }], ['col-up-3', { axis: 'col', index: 3, steps: -1 }], ['col-down-1', { axis: 'col', index: 1, steps: 1 }]]) {
    const a = await g.load('level_3');
    await press(g, name);
    const b = await seen(g);
    need(b.s.moves === 1 && same(b.s.board, pulled(a.board, m)), `arrow ${name} did not pull its line by one`);
  }
});

check('wf-keys', 'P1', 'Arrow keys lead the cursor, W A S D pull its lines', async g => {
  const a = await g.load('level_2');
  await g.key('ArrowDown');
  await g.key('ArrowRight');
  await g.key('ArrowRight');
  const b = await g.snap();
  need(b.cursor.row === a.cursor.row + 1 && b.cursor.col === a.cursor.col + 2 && b.moves === 0, 'the arrow keys did not lead the cursor');
  let board = b.board;
  for (const [code, m] of [['KeyD', { axis: 'row', index: 1, steps: 1 }], ['KeyA', { axis: 'row', index: 1, steps: -1 }], ['KeyS', { axis: 'col', index: 2, steps: 1 }], ['KeyW', { axis: 'col', index: 2, steps: -1 }], ['KeyD', { axis: 'row', index: 1, steps: 1 }]]) {
    await g.key(code);
    board = pulled(board, m);
    const s = await g.until(x => same(x.board, board), 4000, `${code} did not pull the line of the cursor`);
    need(s.moves > 0, `${code} was no move`);
  }
  need((await g.snap()).moves === 5, 'five pulls are not five moves');
});

check('wf-undo', 'P1', 'Undo takes back the board and the move, restart everything', async g => {
  const a = await g.load('level_2');
  await g.act({ type: 'shift', axis: 'row', index: 2, steps: 1 });
  const b = await g.snap();
  await g.act({ type: 'shift', axis: 'col', index: 1, steps: 2 });
  await press(g, 'undo');
  const c = await seen(g);
  need(same(c.s.board, b.board), 'undo did not restore the board');
  need(c.s.moves === 1 && c.s.undoDepth === 1, 'undo did not take the move back');
  await g.key('KeyZ');
  const d = await g.until(s => s.moves === 0, 4000, 'Z did not undo');
  need(same(d.board, a.board) && (await g.act({ type: 'undo' })).ok === false, 'undo goes beyond the beginning');
  await g.load('mid_puzzle');
  await press(g, 'restart');
  const e = await g.until(s => s.elapsedMs < 20000, 4000, 'restart did not begin again');
  need(e.moves === 0, `after a restart there are ${e.moves} moves`);
  const first = await g.load('level_3');
  need(e.undoDepth === 0 && same(e.board, first.board), 'restart did not lead to the first board');
});

check('wf-pause', 'P1', 'A pause covers the loom and stops the clock and every move', async g => {
  await g.load('mid_puzzle');
  await g.key('KeyP');
  const a = await g.until(s => s.screen === 'paused', 4000, 'P did not pause');
  await sleep(250);
  const picture = await g.hash();
  const open = await g.js("(() => { const e = document.querySelector('[data-board] [data-tile]'), r = e.getBoundingClientRect(); return document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2) === e; })()");
  need(!open, 'the board can be touched in a pause');
  for (const code of ['KeyD', 'KeyS', 'KeyZ']) await g.key(code, 30);
  need((await g.act({ type: 'shift', axis: 'row', index: 0, steps: 1 })).ok === false, 'a shift was accepted in a pause');
  await sleep(500);
  const b = await g.snap();
  need(b.elapsedMs === a.elapsedMs, 'the clock runs in a pause');
  need(same(b.board, a.board) && b.moves === a.moves, 'the board can be pulled in a pause');
  need(picture === await g.hash(), 'the picture changes in a pause');
  await press(g, 'resume');
  const c = await g.until(s => s.screen === 'puzzle', 4000, 'a click on resume did not resume');
  await g.until(s => s.elapsedMs > c.elapsedMs, 4000, 'the clock does not go on after resume');
  await press(g, 'pause');
  await g.until(s => s.screen === 'paused', 4000, 'a click on pause did not pause');
  await press(g, 'menu');
  await g.until(s => s.screen === 'menu', 4000, 'the way to the menu is closed');
});

check('wf-not-yet', 'P1', 'A right row does not solve the puzzle', async g => {
  const a = await g.load('first_row_ready');
  const m = allMoves(4).find(x => x.axis === 'row' && same(pulled(a.board, x)[0], a.target[0]));
  await g.act({ type: 'shift', ...m });
  await sleep(200);
  const b = await g.snap();
  need(same(b.board[0], b.target[0]), 'the first row is not as expected');
  need(b.screen === 'puzzle' && b.stars === 0, 'the puzzle counts as solved with a wrong last row');
});

check('wf-solve', 'P1', 'The first cloth is solved by real drags and opens the second', async g => {
  const a = await g.load('first_visit');
  need(a.unlocked === 1, 'a first visitor has open cloths');
  await press(g, 'level-1');
  const b = await g.until(s => s.screen === 'puzzle', 4000, 'the first cloth did not open');
  const way = solution(b.board, b.target, 2);
  need(way && way.length === 2, 'the first cloth cannot be solved within par');
  for (const m of way) {
    need((await g.snap()).screen === 'puzzle', 'the puzzle ended too early');
    const middle = m.steps > 0 ? 0 : 2;
    await seen(g);
    await drag(g, m.axis === 'row' ? m.index : middle, m.axis === 'row' ? middle : m.index, m.axis, m.steps);
  }
  const c = await g.until(s => s.screen === 'solved', 4000, 'the solved puzzle is not recognised');
  shape(c, 'solved');
  need(c.moves === 2 && c.stars === 3 && c.best['1'] === 2 && c.unlocked === 2, `solved in ${c.moves} moves: ${c.stars} stars, ${c.unlocked} open cloths`);
  need((await g.act({ type: 'shift', axis: 'row', index: 0, steps: 1 })).ok === false, 'a solved board can be pulled');
  await sleep(250);
  need((await g.snap()).elapsedMs === c.elapsedMs, 'the clock runs on after the end');
  await press(g, 'next');
  const d = await g.until(s => s.level === 2 && s.screen === 'puzzle', 4000, 'the next cloth did not open');
  need(d.moves === 0 && d.undoDepth === 0 && d.elapsedMs < 2000, 'the next cloth does not begin fresh');
});

check('wf-record', 'P1', 'Records and open cloths are kept across a reload', async g => {
  const a = await g.load('one_move_left');
  const m = solution(a.board, a.target, 1)[0];
  await g.act({ type: 'shift', ...m });
  const b = await g.until(s => s.screen === 'solved', 4000, 'the last move did not solve the puzzle');
  need(b.moves === 3 && b.best['2'] === 3 && b.unlocked === 3, 'solving set no record');
  const c = await g.reload();
  need(c.screen === 'menu', 'a reload does not lead to the menu');
  need(c.best['2'] === 3 && c.unlocked === 3, `after a reload the record is ${c.best['2']}, open cloths ${c.unlocked}`);
  need((await g.js(BUTTON('level-3'))).disabled === false, 'the third cloth is locked after a reload');
  await g.load('one_move_left');
  for (const k of [1, -1]) await g.act({ type: 'shift', axis: 'col', index: 0, steps: k });
  await g.act({ type: 'shift', ...m });
  const d = await g.until(s => s.screen === 'solved', 4000, 'the second solution is not recognised');
  need(d.moves === 5 && d.stars === 2 && d.best['2'] === 3, `solving in five moves gave ${d.stars} stars and the record ${d.best['2']}`);
});

// ---- P2 ----------------------------------------------------------------------------------------
check('wf-geometry', 'P2', 'The loom is a square grid of equal tiles', async g => {
  for (const [name, n] of [['level_1', 3], ['level_2', 4]]) {
    await g.load(name);
    const v = await seen(g), first = v.at[0][0];
    need(near(v.box.width, v.box.height, 2), 'the board is not square');
    for (const t of v.at.flat()) need(near(t.width, first.width, 1) && near(t.height, first.height, 1) && near(t.width, t.height, 1.5), 'the tiles are not equal squares');
    need(near(v.at[0][1].left - first.left, v.at[1][0].top - first.top, 1.5), 'rows and columns have different steps');
    need(n * first.width > v.box.width * 0.85, 'the tiles do not fill the board');
    const arrow = await g.js(BUTTON('row-left-1'));
    need(near(mid(arrow).y, mid(v.at[1][0]).y, 2) && mid(arrow).x < v.box.left, 'an arrow does not stand at the end of its row');
  }
});

check('wf-phone', 'P2', 'A phone-sized window shows the whole loom and takes a finger', async g => {
  await g.load('level_2');
  await g.browser.cdp.send('Emulation.setDeviceMetricsOverride', { width: 390, height: 844, deviceScaleFactor: 1, mobile: true });
  await sleep(400);
  const a = await seen(g);
  need(a.box.left >= 0 && a.box.left + a.box.width <= 390 && a.box.top + a.box.height <= 844, 'the board leaves the window');
  need(a.at[0][0].width >= 40, 'the tiles are too small for a finger');
  need((await g.js('document.documentElement.scrollWidth')) <= 390, 'the page is wider than the window');
  await drag(g, 0, 1, 'row', 1, 'touch');
  const b = await seen(g);
  need(b.s.moves === 1 && same(b.s.board, pulled(a.s.board, { axis: 'row', index: 0, steps: 1 })), 'a finger does not pull on a phone');
  await g.browser.cdp.send('Emulation.clearDeviceMetricsOverride');
});

module.exports = { suite };
