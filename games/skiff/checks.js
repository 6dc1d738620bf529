'use strict';
// Behaviour of Skiff: rowing, turning, buoys, rocks, pointer, restart.
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
// Phaser reads keyCode, which a key event of the protocol has only if it is told.
const KEY_CODES = { ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, KeyR: 82 };
const key = ({ browser }, type, code) => browser.cdp.send('Input.dispatchKeyEvent', { type, code, key: code.replace('KeyR', 'r'), windowsVirtualKeyCode: KEY_CODES[code] });
async function hold(g, code, work) {
  await key(g, 'keyDown', code);
  try { return await work(); } finally { await key(g, 'keyUp', code); }
}

check('skiff-boot', 'P0', 'Assets load and the boat lies still at its mooring', async g => {
  const s = await g.until(x => x.state === 'rowing', 9000, 'the sea never came up');
  need(s.sounds, 'the sound was not decoded');
  need(s.collected === 0 && s.hull === 3 && s.speed === 0, 'it does not begin fresh: ' + JSON.stringify(s));
  const size = await g.browser.getCanvasSize();
  need(size.width === 800 && size.cssW > 900, 'the canvas is not fitted to the window: ' + JSON.stringify(size));
  need(g.browser.exceptions.length === 0, 'uncaught: ' + JSON.stringify(g.browser.exceptions[0]));
});

check('skiff-row', 'P0', 'Holding Up rows forward, with wake and animation; letting go lets it drift to rest', async g => {
  const a = await g.until(x => x.state === 'rowing', 9000, 'no sea');
  let frames = new Set(), sparks = 0;
  const b = await hold(g, 'ArrowUp', () => g.until(s => { frames.add(s.frame); sparks = Math.max(sparks, s.sparks); return s.x > a.x + 80; }, 6000, 'the boat does not move'));
  need(Math.abs(b.y - a.y) < 3, 'it does not go straight');
  need(frames.size === 2 && sparks > 0, `frames ${[...frames]}, particles ${sparks}`);
  const c = await g.until(s => s.speed < 20, 9000, 'it does not come to rest');
  need(c.x > b.x, 'it stops without drifting');
  return `drifted ${Math.round(c.x - b.x)} px`;
});

check('skiff-buoy', 'P1', 'The boat collects the buoy ahead', async g => {
  await g.until(x => x.state === 'rowing', 9000, 'no sea');
  const s = await hold(g, 'ArrowUp', () => g.until(x => x.collected === 1, 8000, 'the buoy ahead is not collected'));
  need(s.x > 200 && s.x < 290, 'collected at a wrong place: ' + s.x);
  need(s.hull === 3, 'a buoy hurt');
});

check('skiff-camera', 'P1', 'The camera follows the boat across the sea', async g => {
  await g.until(x => x.state === 'rowing', 9000, 'no sea');
  const before = await g.browser.canvasPixelHash();
  const s = await hold(g, 'ArrowUp', () => g.until(x => x.x > 480, 9000, 'the boat does not get there'));
  need(s.camera.x > 20, 'the camera stays: ' + JSON.stringify(s.camera));
  need(before !== await g.browser.canvasPixelHash(), 'the picture stays');
});

check('skiff-rock', 'P1', 'Rocks cost planks and in the end the skiff', async g => {
  const a = await g.until(x => x.state === 'rowing', 9000, 'no sea');
  await hold(g, 'ArrowLeft', () => g.until(s => Math.abs(s.heading) > 2.9, 5000, 'the boat does not turn'));
  await key(g, 'keyDown', 'ArrowUp');
  const hit = await g.until(s => s.hull === 2, 8000, 'the rock does not hurt');
  need(hit.x < a.x, 'hit on the wrong side');
  const end = await g.until(s => s.state === 'sunk', 12000, 'it never sinks');
  await key(g, 'keyUp', 'ArrowUp');
  need(end.hull === 0, 'sunk with planks left');
});

check('skiff-pointer', 'P1', 'A held pointer rows towards it', async g => {
  const a = await g.until(x => x.state === 'rowing', 9000, 'no sea');
  const mouse = (type, buttons) => g.browser.cdp.send('Input.dispatchMouseEvent', { type, x: a.screen.x + 10, y: a.screen.y - 160, button: 'left', buttons, clickCount: 1 });
  await mouse('mousePressed', 1);
  const b = await g.until(s => s.y < a.y - 60, 8000, 'the boat does not come');
  await mouse('mouseReleased', 0);
  need(b.heading < -0.8, 'it does not look where it goes: ' + b.heading);
});

check('skiff-restart', 'P2', 'R begins again', async g => {
  const a = await g.until(x => x.state === 'rowing', 9000, 'no sea');
  await hold(g, 'ArrowUp', () => g.until(x => x.collected === 1, 8000, 'no buoy'));
  await hold(g, 'KeyR', () => sleep(60));
  await g.until(x => x.collected === 0 && Math.abs(x.x - a.x) < 30, 5000, 'R does not begin again');
});

module.exports = { suite };
