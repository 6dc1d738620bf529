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
function changes(before, after) {
  const found = {};
  for (const key of Object.keys(after)) if (text(before[key]) !== text(after[key])) found[key] = after[key];
  return found;
}

check('wf-every-pull', 'P1', 'Every pull of every line moves its tiles, counts once, and is undone', async g => {
  for (const scenario of ['level_1', 'level_3']) {
    const a = await g.load(scenario), n = a.size;
    for (const axis of ['row', 'col']) for (let index = 0; index < n; index++) {
      const all = [];
      for (let steps = -n - 1; steps <= 2 * n + 1; steps++) all.push({ axis, index, steps });
      const deeds = all.flatMap(m => [{ type: 'shift', ...m }, { type: 'undo' }]), { seen, said } = await play(g, scenario, deeds);
      all.forEach((m, k) => {
        const [before, pulledBy, after] = seen.slice(2 * k, 2 * k + 3), what = `${scenario}: pulling ${axis} ${index} by ${m.steps}`;
        if (m.steps % n === 0) {
          need(said[2 * k].ok === false && said[2 * k + 1].ok === false && text(changes(before, after)) === '{}', `${what} was a move`);
          return;
        }
        need(said[2 * k].ok === true && text({ ...before, board: pulled(before.board, m), moves: 1, undoDepth: 1 }) === text(pulledBy), `${what} changed ${text(changes(before, pulledBy))}`);
        need(said[2 * k + 1].ok === true && text(changes(before, after)) === '{}', `${what} was not undone`);
      });
    }
  }
  const odd = [{}, { axis: 'row', index: 4, steps: 1 }, { axis: 'col', index: -1, steps: 1 }, { axis: 'diagonal', index: 0, steps: 1 }, { axis: 'row', index: 0, steps: 0.5 }, { axis: 'row', index: 0, steps: '1' }, { axis: 'row', steps: 1 }, { axis: 'row', index: 0 }];
  const { seen, said } = await play(g, 'level_2', odd.map(m => ({ type: 'shift', ...m })));
  odd.forEach((m, k) => need(said[k].ok === false && text(changes(seen[k], seen[k + 1])) === '{}', `the shift ${text(m)} was taken`));
  // Undone in the order of the moves, to the beginning.
  const moves = [{ axis: 'row', index: 0, steps: 1 }, { axis: 'col', index: 2, steps: -1 }, { axis: 'row', index: 3, steps: 2 }], way = await play(g, 'level_2', [...moves.map(m => ({ type: 'shift', ...m })), ...moves.map(() => ({ type: 'undo' })), { type: 'undo' }]);
  need([0, 1, 2].every(k => text(way.seen[3 - k]) === text(way.seen[3 + k])) && text(way.seen[0]) === text(way.seen[6]), 'three moves are not undone one by one');
  need(way.said[6].ok === false, 'undo goes beyond the beginning');
}, 60000);

check('wf-commands', 'P1', 'Every action is taken on its own screens and refused on all others', async g => {
  const solve = [{ type: 'shift', ...solution((await g.load('one_move_left')).board, (await g.snap()).target, 1)[0] }];
  const where = { menu: ['all_unlocked', []], puzzle: ['mid_puzzle', []], paused: ['mid_puzzle', [{ type: 'pause' }]], solved: ['one_move_left', solve] };
  const taken = { menu: ['start'], puzzle: ['shift', 'undo', 'restart', 'pause', 'menu'], paused: ['resume', 'menu'], solved: ['restart', 'menu'] };
  const leads = { start: 'puzzle', restart: 'puzzle', pause: 'paused', resume: 'puzzle', menu: 'menu', shift: 'puzzle', undo: 'puzzle' };
  for (const [screen, [scenario, first]] of Object.entries(where)) for (const type of Object.keys(leads)) {
    if (screen === 'menu' && type === 'menu') continue;
    const { seen, said } = await play(g, scenario, [...first, { type, level: 2, axis: 'row', index: 1, steps: 1 }]), [before, after] = seen.slice(-2), ok = said[said.length - 1].ok;
    need(before.screen === screen, `${screen} is not reached`);
    need(ok === taken[screen].includes(type), `${type} was ${ok ? 'taken' : 'refused'} on ${screen}`);
    if (!ok) need(text(changes(before, after)) === '{}', `${type} on ${screen} changed ${Object.keys(changes(before, after))}`);
    else need(after.screen === leads[type], `${type} on ${screen} led to ${after.screen}`);
    if (['pause', 'resume'].includes(type) && ok) need(text(Object.keys(changes(before, after))) === '["screen"]', `${type} changed ${Object.keys(changes(before, after))}`);
  }
  const { said, seen } = await play(g, 'first_visit', [0, 4, 2, 3, undefined, 1].map(level => ({ type: 'start', level })));
  need(text(said.map(s => s.ok)) === '[false,false,false,false,false,true]' && seen[6].level === 1, 'cloths were opened that are not open');
  const odd = await play(g, 'mid_puzzle', [{}, null, { type: 'win' }, { type: 'toString' }]);
  need(odd.said.every(s => s.ok === false) && text(changes(odd.seen[0], odd.seen[4])) === '{}', 'an unknown action was taken');
  for (const [ms, least, most] of [[300, 290, 1500], [9000, 2950, 4500]]) {
    const waited = await g.js(`(() => { const t = performance.now(); return window.__gameTest.input({ type: 'wait', durationMs: ${ms} }).then(r => r.ok && performance.now() - t); })()`);
    need(waited >= least && waited <= most, `waiting ${ms} ms took ${waited}`);
  }
});

check('wf-begins', 'P1', 'Each cloth begins fresh, by its name, and can be solved within par', async g => {
  const names = ['Hearth', 'Meadow', 'Harbour'];
  for (let level = 1; level <= 3; level++) {
    const { seen } = await play(g, 'all_unlocked', [{ type: 'start', level }, { type: 'shift', axis: 'row', index: 1, steps: 1 }, { type: 'shift', axis: 'col', index: 0, steps: 1 }, { type: 'restart' }]), [, a, , b, c] = seen;
    shape(a, names[level - 1]);
    need(a.level === level && a.levelName === names[level - 1] && a.size === (level === 1 ? 3 : 4) && a.par === level + 1, `cloth ${level} is ${a.levelName}, ${a.size} wide, par ${a.par}`);
    need(a.moves === 0 && a.undoDepth === 0 && a.elapsedMs === 0 && a.stars === 0 && !a.dragging && a.cursor.row === 0 && a.cursor.col === 0, `cloth ${level} does not begin fresh`);
    need(b.moves === 2 && text(a) === text(c), `restarting cloth ${level} leaves ${Object.keys(changes(a, c))}`);
    // From both ends: what half of the pulls reach from the board, and from the pattern.
    const reach = (from, depth) => { let all = new Set([text(from)]); for (let k = 0; k < depth; k++) all = new Set([...all].flatMap(grid => [grid, ...allMoves(a.size).map(m => text(pulled(JSON.parse(grid), m)))])); return all; };
    const half = reach(a.target, Math.floor(a.par / 2));
    need([...reach(a.board, Math.ceil(a.par / 2))].some(grid => half.has(grid)), `cloth ${level} cannot be solved within par`);
    await g.load('level_' + level);
    need(same(a.board, (await g.snap()).board), `the scenario of cloth ${level} is another board`);
    const page = await shown(g);
    need(page.moves === '0' && page.time === '0:00', `the page begins with ${page.moves} moves and ${page.time}`);
    need((await g.js(BUTTON('undo'))).disabled === true, 'there is something to undo at the beginning');
  }
});
async function shown(g) { const v = await seen(g); return { moves: v.moves, time: v.time }; }

check('wf-stars', 'P1', 'Stars go by moves and par, and the fewest moves are the record', async g => {
  const a = await g.load('one_move_left'), last = solution(a.board, a.target, 1)[0];
  const pair = k => [{ type: 'shift', axis: 'col', index: k % 4, steps: 1 }, { type: 'shift', axis: 'col', index: k % 4, steps: -1 }];
  let best = null;
  await play(g, 'first_visit', []);
  // [pulls there and back before, one pull made by halves, moves, stars]
  for (const [pairs, halves, moves, stars] of [[2, true, 8, 1], [2, false, 7, 1], [1, true, 6, 1], [1, false, 5, 2], [0, true, 4, 2], [0, false, 3, 3], [1, false, 5, 2]]) {
    const deeds = Array.from({ length: pairs }, (_, k) => pair(k)).flat(), end = halves ? [{ type: 'shift', ...last, steps: 2 }, { type: 'shift', ...last, steps: last.steps - 2 }] : [{ type: 'shift', ...last }];
    if (halves) need((last.steps - 2) % 4 !== 0, 'the scenario is another one');
    const { seen } = await play(g, 'one_move_left', [...deeds, ...end]), s = seen[seen.length - 1];
    best = best === null ? Math.min(moves, s.best['2']) : Math.min(best, moves);
    need(s.screen === 'solved' && s.moves === moves && s.stars === stars, `solved in ${s.moves} moves, ${s.screen}, with ${s.stars} stars`);
    need(s.best['2'] === best && s.unlocked >= 3, `after ${moves} moves the record is ${s.best['2']}`);
    need(seen[seen.length - 2].screen === 'puzzle', 'the puzzle was solved too early');
  }
  // Each solved cloth opens the next, the last one none.
  await g.js("localStorage.clear()");
  await g.load('first_visit');
  await g.act({ type: 'start', level: 1 });
  for (let level = 1; level <= 3; level++) {
    let s = await g.until(x => x.screen === 'puzzle' && x.level === level, 4000, `cloth ${level} did not open`);
    while (s.screen === 'puzzle') {
      const move = approach(s.board, s.target, s.par - s.moves);
      need(move, `cloth ${level} cannot be solved within par`);
      await g.act({ type: 'shift', ...move });
      s = await g.snap();
    }
    need(s.screen === 'solved' && s.stars === 3 && s.best[level] === s.moves && s.unlocked === Math.min(3, level + 1), `after cloth ${level} ${s.unlocked} are open, the record is ${s.best[level]}`);
    if (level < 3) await press(g, 'next');
  }
  await press(g, 'again');
  const again = await g.until(s => s.screen === 'puzzle', 4000, 'a solved cloth is not woven again');
  need(again.level === 3 && again.moves === 0 && again.stars === 0, 'weaving again begins something else');
}, 60000);
// The first of at most `depth` pulls that lead from a board to the pattern.
function approach(board, target, depth) {
  const goal = new Set([text(target)]), n = board.length, one = grid => allMoves(n).map(m => pulled(grid, m));
  const near = new Set([...goal, ...one(target).map(text)]), wide = depth > 3 ? new Set([...near, ...one(target).flatMap(one).map(text)]) : near;
  for (let k = 1; k <= depth; k++) for (const m of allMoves(n)) {
    const next = pulled(board, m);
    if (k === 1 && goal.has(text(next)) || k === 2 && near.has(text(next)) || k === 3 && one(next).some(b => near.has(text(b))) || k === 4 && one(next).some(b => wide.has(text(b)))) return m;
  }
  return null;
}

check('wf-cursor', 'P1', 'The cursor goes around the edges, comes to a clicked tile, and its lines are pulled', async g => {
  for (const [scenario, n] of [['level_1', 3], ['level_2', 4]]) {
    await g.load(scenario);
    let [row, col] = [0, 0];
    for (const code of ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight', ...Array(n).fill('ArrowDown'), ...Array(n + 1).fill('ArrowRight'), 'ArrowUp', 'ArrowLeft', 'ArrowLeft']) {
      const [dr, dc] = { ArrowUp: [n - 1, 0], ArrowDown: [1, 0], ArrowLeft: [0, n - 1], ArrowRight: [0, 1] }[code];
      [row, col] = [(row + dr) % n, (col + dc) % n];
      await g.key(code, 20);
      const s = await g.snap();
      need(s.cursor.row === row && s.cursor.col === col && s.moves === 0, `${code} led the cursor to ${text(s.cursor)}`);
    }
  }
  const a = await g.load('level_2');
  for (const [row, col] of [[2, 3], [0, 1]]) {
    const v = await seen(g), p = mid(v.at[row][col]);
    await g.browser.mouseClick(p.x, p.y);
    await sleep(60);
    const s = await g.snap();
    need(s.cursor.row === row && s.cursor.col === col && s.moves === 0 && same(s.board, a.board), `a click on tile (${row}, ${col}) led to ${text(s.cursor)}`);
  }
  let { board } = a, moves = 0;
  for (const [code, m] of [['KeyA', { axis: 'row', index: 0, steps: -1 }], ['KeyS', { axis: 'col', index: 1, steps: 1 }], ['KeyW', { axis: 'col', index: 1, steps: -1 }], ['KeyW', { axis: 'col', index: 1, steps: -1 }], ['KeyD', { axis: 'row', index: 0, steps: 1 }]]) {
    await g.key(code, 20);
    board = pulled(board, m);
    const s = await g.snap();
    need(same(s.board, board) && s.moves === ++moves && s.cursor.row === 0 && s.cursor.col === 1, `${code} pulled another line`);
  }
  await g.key('KeyR', 20);
  const b = await g.snap();
  need(b.moves === 0 && same(b.board, a.board), 'R does not begin again');
  for (const [scenario, first] of [['all_unlocked', null], ['mid_puzzle', 'pause']]) {
    await g.load(scenario);
    if (first) await g.act({ type: first });
    const before = await g.snap();
    for (const code of ['ArrowDown', 'KeyA', 'KeyS', 'KeyD', 'KeyW', 'KeyZ', 'KeyR', 'Enter']) await g.key(code, 10);
    need(text(changes(before, await g.snap())) === '{}', `keys of the loom do something on ${before.screen}`);
  }
});

check('wf-all-buttons', 'P1', 'Every arrow pulls its line by one tile, and every button does what it says', async g => {
  for (const scenario of ['level_1', 'level_3']) {
    const a = await g.load(scenario), n = a.size;
    for (let index = 0; index < n; index++) for (const [name, axis, steps] of [['row-left', 'row', -1], ['row-right', 'row', 1], ['col-up', 'col', -1], ['col-down', 'col', 1]]) {
      const { s: before } = await seen(g);
      await press(g, `${name}-${index}`);
      const after = await g.snap();
      need(same(after.board, pulled(before.board, { axis, index, steps })) && after.moves === before.moves + 1, `the arrow ${name}-${index} did not pull its line by one`);
      if (before.moves > 2) await g.act({ type: 'undo' });
    }
  }
  // Where they stand: at the ends of their lines.
  await g.load('level_2');
  const v = await seen(g), n = 4;
  for (let k = 0; k < n; k++) {
    const at = async name => mid(await g.js(BUTTON(`${name}-${k}`))), [l, r, u, d] = [await at('row-left'), await at('row-right'), await at('col-up'), await at('col-down')], t = mid(v.at[k][0]), w = mid(v.at[0][k]);
    need(near(l.y, t.y, 3) && near(r.y, t.y, 3) && l.x < v.box.left && r.x > v.box.left + v.box.width, `the arrows of row ${k} stand elsewhere`);
    need(near(u.x, w.x, 3) && near(d.x, w.x, 3) && u.y < v.box.top && d.y > v.box.top + v.box.height, `the arrows of column ${k} stand elsewhere`);
  }
  await g.load('mid_puzzle');
  await press(g, 'undo');
  need((await g.snap()).moves === 2 && (await g.js(BUTTON('undo'))).disabled === false, 'the button undo does something else');
  await press(g, 'restart');
  need((await g.snap()).moves === 0 && (await g.js(BUTTON('undo'))).disabled === true, 'the button restart does something else');
  const m = (await g.load('one_move_left')) && solution((await g.snap()).board, (await g.snap()).target, 1)[0];
  await g.act({ type: 'shift', ...m });
  await press(g, 'home');
  const menu = await g.until(s => s.screen === 'menu', 4000, 'the button home leads elsewhere');
  const was = menu.muted;
  await press(g, 'sound');
  need((await g.snap()).muted === !was, 'the button sound does nothing');
  need((await g.reload()).muted === !was, 'the sound is another one after a reload');
  await press(g, 'sound');
  await g.load('all_unlocked');
  for (const level of [3, 2]) {
    await press(g, `level-${level}`);
    need((await g.until(s => s.screen === 'puzzle', 4000, `cloth ${level} did not open`)).level === level, `the button of cloth ${level} opened another`);
    await g.act({ type: 'menu' });
  }
  for (const [code, then] of [['KeyP', 'Escape'], ['Escape', 'KeyP']]) {
    await g.load('level_1');
    await g.key(code, 20);
    need((await g.snap()).screen === 'paused', `${code} does not pause`);
    await g.key(then, 20);
    need((await g.snap()).screen === 'puzzle', `${then} does not resume`);
  }
}, 60000);

check('wf-drags', 'P1', 'A drag goes by whole tiles, along one line, around the edge, and is dropped by a pause', async g => {
  for (const [row, col, axis, tiles, steps] of [[1, 1, 'row', 0.45, 0], [1, 1, 'row', 0.56, 1], [1, 2, 'col', -0.45, 0], [1, 2, 'col', -0.56, -1], [2, 0, 'row', 1.4, 1], [2, 0, 'row', 2.6, 3], [3, 1, 'col', -3, -3], [0, 0, 'row', 0.25, 0]]) {
    const a = await g.load('level_2');
    await sleep(60);
    await drag(g, row, col, axis, tiles);
    const b = await g.snap();
    need(b.moves === (steps ? 1 : 0) && same(b.board, steps ? pulled(a.board, { axis, index: axis === 'row' ? row : col, steps }) : a.board), `a drag of ${tiles} tiles pulled something else`);
    need(b.cursor.row === 0 && b.cursor.col === 0 && b.dragging === false, 'a drag leads the cursor, or never ends');
  }
  // The line goes around the edge while it is dragged, and the other tiles stand.
  for (const [axis, tiles] of [['row', 1.3], ['col', -1.3]]) {
    const a = await g.load('level_2');
    await sleep(60);
    await drag(g, 2, 1, axis, tiles, 'mouse', async before => {
      await sleep(120);
      const boxes = await g.js("Array.from(document.querySelectorAll('[data-board] [data-tile]')).map(e => { const r = e.getBoundingClientRect(); return [r.left, r.top]; })"), step = before.box.width / 4;
      boxes.forEach(([left, top], at) => {
        const [r, c] = [Math.floor(at / 4), at % 4], home = before.at[r][c], moves = axis === 'row' ? r === 2 : c === 1;
        const along = axis === 'row' ? left - home.left : top - home.top, across = axis === 'row' ? top - home.top : left - home.left, k = axis === 'row' ? c : r;
        const turns = (along - tiles * step) / (4 * step);
        need(near(across, 0, 2), 'a dragged tile leaves its line');
        if (!moves) need(near(along, 0, 2), 'another line moves along');
        else need(near(turns, Math.round(turns), 0.03) && k * step + along > -step * 0.6 && k * step + along < 3.6 * step, `tile ${k} of the dragged line lies at ${(k + along / step).toFixed(2)}`);
      });
      await g.key('KeyP', 20);
      need((await g.snap()).dragging === false && (await g.snap()).screen === 'paused', 'P does not pause a drag');
    });
    await g.act({ type: 'resume' });
    const b = await g.snap();
    need(b.moves === 0 && same(b.board, a.board), 'a drag that was dropped by a pause was a move');
  }
  // What is dragged slantwise goes along its longer side.
  for (const [dx, dy, axis, index] of [[1.1, 0.5, 'row', 1], [0.5, 1.1, 'col', 1]]) {
    const a = await g.load('level_2');
    const v = await seen(g), p = mid(v.at[1][1]), step = v.box.width / 4;
    await g.mouse('mouseMoved', p.x, p.y);
    await g.mouse('mousePressed', p.x, p.y, 1);
    for (const k of [0.3, 1]) await g.mouse('mouseMoved', p.x + dx * step * k, p.y + dy * step * k, 1);
    need((await g.snap()).dragging === true, 'dragging is not reported');
    await g.mouse('mouseReleased', p.x + dx * step, p.y + dy * step);
    need(same((await g.snap()).board, pulled(a.board, { axis, index, steps: 1 })), `a slanting drag pulled something else than ${axis} ${index}`);
  }
  await g.load('level_2');
  await g.js("document.querySelector('[data-board]').scrollIntoView()");
  const v = await seen(g), p = mid(v.at[1][1]);
  await g.mouse('mouseMoved', p.x, p.y);
  await g.mouse('mousePressed', p.x, p.y, 1);
  await g.mouse('mouseMoved', p.x + 3, p.y, 1);
  need((await g.snap()).dragging === false, 'a press is a drag');
  await g.mouse('mouseReleased', p.x + 3, p.y);
}, 60000);

check('wf-minute', 'P1', 'The page shows minutes and seconds, and the clock stands in a pause and after the end', async g => {
  await g.load('mid_puzzle');
  await g.act({ type: 'pause' });
  const a = await g.snap();
  await sleep(700);
  need((await g.snap()).elapsedMs === a.elapsedMs, 'the clock runs in a pause');
  await g.act({ type: 'resume' });
  const at = Date.now(), from = (await g.snap()).elapsedMs;
  const s = await g.until(x => x.elapsedMs >= 62000, 28000, 'the clock does not go on');
  need(near(s.elapsedMs - from, Date.now() - at, 600), `in ${Date.now() - at} ms the clock went on by ${Math.round(s.elapsedMs - from)} ms`);
  await sleep(60);
  const { time } = await g.js(SEEN);
  need(/^1:0[2-5]$/.test(time), `the page shows ${time} after a minute`);
}, 40000);

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
