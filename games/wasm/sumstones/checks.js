'use strict';
// Behaviour of Sumstones: chains by mouse and by keys, sums, falling, moves, levels, hints, text that is wrapped.
const sleep = ms => new Promise(done => setTimeout(done, ms));
function need(condition, what) { if (!condition) throw new Error(what); }
const suite = [];
function check(id, level, name, body, timeoutMs = 30000) {
  suite.push({ id, level, name, timeoutMs, run: async ({ browser }) => {
    const snap = () => browser.eval('window.__gameTest.getSnapshot()');
    const scene = async value => {
      need(await browser.eval(`window.__gameTest.loadScenario(${JSON.stringify(value)})`) === true, 'no scenario');
      return snap();
    };
    const at = (s, [x, y]) => [s.board.left + (x + 0.5) * s.board.cell, s.board.top + (y + 0.5) * s.board.cell];
    const mouse = (type, [x, y]) => browser.cdp.send('Input.dispatchMouseEvent',
      type === 'mouseMoved' ? { type, x, y } : { type, x, y, button: 'left', clickCount: 1 });
    const drag = async places => {
      const s = await snap();
      await mouse('mousePressed', at(s, places[0]));
      for (const place of places.slice(1)) await mouse('mouseMoved', at(s, place));
      const held = await snap();
      await mouse('mouseReleased', at(s, places[places.length - 1]));
      await sleep(300);
      return held;
    };
    const press = async (...codes) => { for (const code of codes) await browser.holdKey(code, 20); };
    try { return { status: 'PASS', detail: await body({ browser, snap, scene, drag, press, at, mouse }) || 'as described' }; }
    catch (error) { return { status: 'FAIL', detail: String(error.message).slice(0, 300) }; }
  } });
}
const ROWS = ['123456', '654321', '111111', '222222', '555555', '664422'];
const BOARD = { level: 1, rows: ROWS.join('') };

check('sum-start', 'P0', 'The first level begins with a full board of ones to sixes', async g => {
  const s = await g.snap();
  need(s.phase === 'playing' && s.level === 1 && s.target === 10 && s.moves === 10 && s.levels === 3, JSON.stringify(s).slice(0, 120));
  need(s.rows.length === 6 && s.rows.every(row => /^[1-6]{6}$/.test(row)), s.rows.join(' '));
});

check('sum-drag', 'P0', 'A dragged chain that makes the sum is taken off and paid', async g => {
  await g.scene(BOARD);
  const held = await g.drag([[0, 4], [1, 4]]);
  need(held.sum === 10 && held.chain.length === 2, `the chain is ${JSON.stringify(held.chain)}`);
  const s = await g.snap();
  need(s.score === 20 && s.moves === 9 && s.taken === 2, `score ${s.score}, moves ${s.moves}`);
});

check('sum-wrong', 'P0', 'A chain of another sum stays where it is and costs no move', async g => {
  await g.scene(BOARD);
  await g.drag([[0, 4], [1, 4], [2, 4]]);
  let s = await g.snap();
  need(s.rows.join() === ROWS.join() && s.score === 0 && s.moves === 10, `15 for 10: score ${s.score}, moves ${s.moves}`);
  need(s.message === '15 is more than 10.', s.message);
  await g.drag([[0, 2], [1, 2]]);
  s = await g.snap();
  need(s.message === '2 is less than 10.' && s.score === 0, s.message);
});

check('sum-long', 'P1', 'Five points for the square of the length', async g => {
  await g.scene(BOARD);
  // 2+2+2+2+1+1
  await g.drag([[0, 3], [1, 3], [2, 3], [3, 3], [3, 2], [4, 2]]);
  need((await g.snap()).score === 180, `score ${(await g.snap()).score}`);
});

check('sum-fall', 'P0', 'What lies above falls into the gap', async g => {
  await g.scene(BOARD);
  await g.drag([[0, 4], [1, 4]]);
  const s = await g.snap();
  need(s.rows[5] === ROWS[5], 'the bottom row moved');
  need(s.rows[4].slice(0, 2) === '22' && s.rows[3].slice(0, 2) === '11' && s.rows[2].slice(0, 2) === '65', s.rows.join(' '));
  need(s.rows[1].slice(0, 2) === '12' && s.rows.every(row => row.slice(2) === ROWS[s.rows.indexOf(row)]?.slice(2)), s.rows.join(' '));
});

check('sum-neighbours', 'P1', 'Only neighbours join a chain, each once, and going back takes one off', async g => {
  await g.scene(BOARD);
  let held = await g.drag([[0, 2], [2, 2]]);
  need(held.chain.length === 1, 'a stone was jumped over');
  held = await g.drag([[0, 2], [1, 2], [1, 1]]);
  need(held.sum === 7, `down and right: ${held.sum}`);
  held = await g.drag([[0, 2], [1, 2], [2, 2], [1, 2]]);
  need(held.chain.length === 2, 'going back does not take one off');
});

check('sum-keys', 'P1', 'Arrows, Space and Enter do the same', async g => {
  await g.scene(BOARD);
  await g.press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Space', 'ArrowRight', 'Space');
  const s = await g.snap();
  need(s.sum === 10 && s.cursor[0] === 1 && s.cursor[1] === 4, `sum ${s.sum} at ${s.cursor}`);
  await g.press('Escape');
  need((await g.snap()).chain.length === 0, 'Escape keeps the chain');
  await g.press('Space', 'ArrowLeft', 'Space', 'Enter');
  need((await g.snap()).score === 20, 'Enter does not take the chain');
});

check('sum-touch', 'P1', 'A finger drags as the mouse does', async g => {
  const s = await g.scene(BOARD);
  const touch = (type, place) => {
    const [x, y] = place ? g.at(s, place) : [];
    return g.browser.cdp.send('Input.dispatchTouchEvent', { type, touchPoints: place ? [{ x, y }] : [] });
  };
  await touch('touchStart', [0, 4]);
  await touch('touchMove', [1, 4]);
  await touch('touchEnd');
  need((await g.snap()).score === 20, 'the finger takes nothing');
});

check('sum-hint', 'P1', 'H shows a chain that makes the sum, for two seconds', async g => {
  await g.scene(BOARD);
  await g.press('KeyH');
  const s = await g.snap();
  const sum = s.hint.reduce((all, [x, y]) => all + Number(s.rows[y][x]), 0);
  need(s.hint.length > 1 && sum === 10, `the hint ${JSON.stringify(s.hint)} makes ${sum}`);
  const beside = s.hint.slice(1).every(([x, y], n) => Math.abs(x - s.hint[n][0]) + Math.abs(y - s.hint[n][1]) === 1);
  need(beside, 'the hint is no chain');
  await sleep(2200);
  need((await g.snap()).hint.length === 0, 'the hint stays');
});

check('sum-lost', 'P0', 'Without moves the level is lost, and Enter begins it again', async g => {
  await g.scene({ ...BOARD, moves: 1 });
  await g.drag([[0, 4], [1, 4]]);
  const s = await g.snap();
  need(s.moves === 0, `moves are left: ${s.moves}`);
  need(s.phase === 'lost', s.phase);
  await g.press('Enter');
  const again = await g.snap();
  need(again.phase === 'playing' && again.level === 1 && again.score === 0 && again.moves === 10, JSON.stringify(again).slice(0, 120));
});

check('sum-won', 'P0', 'The goal opens the next level, which a reload remembers', async g => {
  await g.scene(BOARD);
  await g.drag([[0, 3], [1, 3], [2, 3], [3, 3], [3, 2], [4, 2]]);
  need((await g.snap()).phase === 'won', 'the goal does not win');
  await g.press('Enter');
  let s = await g.snap();
  need(s.level === 2 && s.target === 13 && s.title === "A Baker's Dozen", `level ${s.level}: ${s.title}`);
  await g.browser.cdp.send('Page.reload', {});
  await sleep(300);
  s = await g.snap();
  need(s.level === 2, `after a reload it is level ${s.level}`);
});

check('sum-text', 'P1', 'The story is broken into lines that fit', async g => {
  const s = await g.scene(BOARD);
  need(s.lines === 3, `${s.lines} lines`);
  const [two, three] = [await g.scene({ level: 2 }), await g.scene({ level: 3 })];
  need(two.lines >= 2 && three.lines >= 1, `${two.lines} and ${three.lines} lines`);
});

module.exports = { suite };
