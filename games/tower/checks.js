'use strict';
// Behaviour of Tower: the swing, dropping by key and click, stacking, dragging, the end.
const sleep = ms => new Promise(done => setTimeout(done, ms));
function need(condition, what) { if (!condition) throw new Error(what); }
const suite = [];
function check(id, level, name, body, timeoutMs = 30000) {
  suite.push({ id, level, name, timeoutMs, run: async ({ browser }) => {
    const snap = () => browser.eval('window.__gameTest.getSnapshot()');
    const until = async (test, ms, what) => {
      for (const end = Date.now() + ms; ;) {
        const s = await snap();
        if (s && test(s)) return s;
        need(Date.now() < end, what + ': ' + JSON.stringify(s));
        await sleep(40);
      }
    };
    try { return { status: 'PASS', detail: await body({ browser, snap, until }) || 'as described' }; }
    catch (error) { return { status: 'FAIL', detail: String(error.message).slice(0, 300) }; }
  } });
}

const ready = g => g.until(s => s.phase === 'swinging', 9000, 'nothing hangs');
const drop = async g => { await g.browser.holdKey('Space', 50); await g.until(s => s.phase === 'falling', 2000, 'the stone does not fall'); };
// Lets a stone go over the middle and waits until it lies.
async function place(g) {
  const s = await g.until(x => x.phase === 'swinging' && Math.abs(x.stone.x - 400) < 60, 9000, 'the stone does not swing over the middle');
  await drop(g);
  return g.until(x => x.phase !== 'falling' && x.stones.length === s.stones.length + 1, 9000, 'the stone does not come to rest');
}

check('tow-swing', 'P0', 'A stone swings on its rope, and is drawn where it is', async g => {
  const a = await ready(g);
  let least = Infinity, most = -Infinity;
  await g.until(s => { least = Math.min(least, s.stone.x); most = Math.max(most, s.stone.x); return most - least > 150; }, 9000, 'it does not swing');
  const [r, green] = await g.browser.eval(`(() => { const s = window.__gameTest.getSnapshot(); return [...document.querySelector('canvas').getContext('2d').getImageData(s.stone.x, s.stone.y, 1, 1).data]; })()`);
  need(r > 200 && green > 140 && green < 190, `no stone there: ${r},${green}`);
  need(a.bodies === 2 && g.browser.exceptions.length === 0, 'a wrong world: ' + JSON.stringify([a, g.browser.exceptions[0]]));
});

check('tow-drop', 'P0', 'Space lets the stone fall onto the floor, where it stays', async g => {
  await ready(g);
  const s = await place(g);
  need(s.stones[0].y > 480 && s.stones[0].y < 530, 'it lies at ' + s.stones[0].y);
  need(s.left === 7 && s.thuds > 0 && s.height > 20, 'not counted: ' + JSON.stringify(s));
  await sleep(500);
  const later = await g.snap();
  need(Math.abs(later.stones[0].x - s.stones[0].x) < 2 && Math.abs(later.stones[0].y - s.stones[0].y) < 2, 'it does not stay');
  const label = await g.browser.eval("document.getElementById('left').textContent");
  need(label === 'Stones 7', 'the bar says ' + label);
});

check('tow-stack', 'P1', 'A second stone lies on the first or beside it', async g => {
  await ready(g);
  const one = await place(g), two = await place(g);
  need(two.stones.length === 2 && two.left === 6, 'the stones are not counted');
  const apart = Math.hypot(two.stones[0].x - two.stones[1].x, two.stones[0].y - two.stones[1].y);
  need(apart > 30, 'one is inside the other');
  need(two.height >= one.height - 2, 'the tower shrank');
});

check('tow-click', 'P1', 'A click drops too', async g => {
  const s = await ready(g);
  await g.browser.mouseClick(40, s.stone.screenY);
  await g.until(x => x.phase === 'falling', 1500, 'a click does not drop the stone');
});

check('tow-drag', 'P1', 'The mouse drags a stone that lies', async g => {
  await ready(g);
  const s = await place(g), lying = s.stones[0];
  const mouse = (type, x, y, buttons) => g.browser.cdp.send('Input.dispatchMouseEvent', { type, x, y, button: type === 'mouseMoved' ? 'none' : 'left', buttons, clickCount: 1 });
  await mouse('mouseMoved', lying.screenX, lying.screenY, 0);
  await mouse('mousePressed', lying.screenX, lying.screenY, 1);
  for (let i = 1; i <= 10; i++) {
    await mouse('mouseMoved', lying.screenX, lying.screenY - i * 12, 1);
    await sleep(50);
  }
  await g.until(x => x.dragged === 1 && x.stones[0].y < lying.y - 50, 4000, 'the stone does not follow the mouse');
  await mouse('mouseReleased', lying.screenX, lying.screenY - 120, 0);
  await g.until(x => x.stones[0] && x.stones[0].y > lying.y - 12, 6000, 'the stone does not fall back');
});

check('tow-edge', 'P1', 'A stone let go beside the floor is lost', async g => {
  await ready(g);
  await g.until(s => Math.abs(s.stone.x - 400) > 180, 15000, 'the stone does not swing that far');
  await drop(g);
  const s = await g.until(x => x.lost === 1 || x.phase === 'swinging', 9000, 'the stone neither falls nor lies');
  if (s.lost) need(s.stones.length === 0, 'a lost stone is still there');
  return s.lost ? 'lost' : 'it caught the edge';
});

check('tow-again', 'P2', 'The button begins again', async g => {
  await ready(g);
  await place(g);
  const p = await g.browser.eval("(() => { const r = document.getElementById('again').getBoundingClientRect(); return { x: r.x + r.width / 2, y: r.y + r.height / 2 }; })()");
  await g.browser.mouseClick(p.x, p.y);
  const s = await g.until(x => x.left === 8, 1500, 'it does not begin again');
  need(s.stones.length === 0 && s.height === 0 && s.bodies === 2, 'the old tower is still there');
});

module.exports = { suite };
