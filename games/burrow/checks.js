'use strict';
// Behaviour of Burrow: menu, digging by keys and mouse, tunnels, stones, worms, the record.
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

// p5 1.x reads keyCode, which a key event of the protocol has only if it is told.
const KEY_CODES = { ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 };
const key = (g, type, code) => g.browser.cdp.send('Input.dispatchKeyEvent', { type, code, key: code, windowsVirtualKeyCode: KEY_CODES[code] });
async function hold(g, code, work) {
  await key(g, 'keyDown', code);
  try { return await work(); } finally { await key(g, 'keyUp', code); }
}
async function begin(g) {
  const s = await g.until(x => x.phase === 'menu', 9000, 'no menu');
  await g.browser.mouseClick(s.origin[0] + 40, s.origin[1] + 300);
  return g.until(x => x.phase === 'digging', 2000, 'a click does not begin');
}
const colour = (g, x, y) => g.browser.eval(`[...document.querySelector('canvas').getContext('2d').getImageData(${x}, ${y}, 1, 1).data]`);

check('bur-boot', 'P0', 'The field is loaded and painted', async g => {
  const s = await g.until(x => x.phase === 'menu', 9000, 'no menu');
  need(s.worms.length === 5 && s.frames > 30, 'no field: ' + JSON.stringify(s));
  const [r, green, b] = await colour(g, 560, 60);
  need(r > green && green > b && r > 60 && r < 150, `that is no earth: ${r},${green},${b}`);
  need(g.browser.exceptions.length === 0, 'uncaught: ' + JSON.stringify(g.browser.exceptions[0]));
});

check('bur-dig', 'P0', 'A held arrow digs a tunnel that stays', async g => {
  const a = await begin(g);
  const earth = await colour(g, 90, 40);
  const b = await hold(g, 'ArrowRight', () => g.until(s => s.x > a.x + 110, 4000, 'the mole does not dig'));
  need(b.y === a.y && b.heading === 0, 'not straight');
  await sleep(150);
  const c = await g.snap();
  need(c.x < b.x + 40, 'it digs on by itself');
  const tunnel = await colour(g, 90, 48);
  need(earth[0] - tunnel[0] > 25, `no tunnel: ${earth} then ${tunnel}`);
  need(c.air < a.air - 500, 'the air does not get less');
});

check('bur-speed', 'P1', 'It digs 110 px a second by the clock', async g => {
  await begin(g);
  await key(g, 'keyDown', 'ArrowRight');
  const run = await g.browser.eval(`new Promise(done => {
    const at = performance.now(), a = window.__gameTest.getSnapshot().x;
    setTimeout(() => done((window.__gameTest.getSnapshot().x - a) / (performance.now() - at) * 1000), 1500);
  })`);
  await key(g, 'keyUp', 'ArrowRight');
  need(Math.abs(run - 110) < 15, 'speed ' + run);
  return `${run.toFixed(1)} px/s`;
});

check('bur-worm', 'P1', 'A worm on the way is eaten', async g => {
  const a = await begin(g);
  await hold(g, 'ArrowDown', () => g.until(s => s.y > 88, 4000, 'no digging down'));
  const b = await hold(g, 'ArrowRight', () => g.until(s => s.eaten === 1, 4000, 'the worm is not eaten'));
  need(b.worms.length === 4 && b.x > a.x, 'a worm too many');
});

check('bur-mouse', 'P1', 'The held mouse leads the mole', async g => {
  const a = await begin(g);
  const mouse = (type, x, y, buttons) => g.browser.cdp.send('Input.dispatchMouseEvent', { type, x: a.origin[0] + x, y: a.origin[1] + y, button: type === 'mouseMoved' ? 'none' : 'left', buttons, clickCount: 1 });
  await mouse('mouseMoved', 150, 180, 0);
  await mouse('mousePressed', 150, 180, 1);
  await g.until(s => Math.hypot(s.x - 150, s.y - 180) < 8, 5000, 'the mole does not come');
  await mouse('mouseMoved', 150, 260, 1);
  await g.until(s => s.y > 240, 4000, 'it does not follow');
  await mouse('mouseReleased', 150, 260, 0);
});

check('bur-stone', 'P1', 'A stone stops the mole', async g => {
  await begin(g);
  await hold(g, 'ArrowDown', () => g.until(s => s.y > 125, 4000, 'no digging down'));
  const s = await hold(g, 'ArrowRight', () => g.until(x => x.bumps > 5, 6000, 'the stone is not felt'));
  need(s.x > 190 && s.x < 212, 'it stops at ' + s.x);
});

check('bur-record', 'P2', 'Out of air the burrow ends, and the record outlives a reload', async g => {
  await begin(g);
  await hold(g, 'ArrowDown', () => g.until(s => s.y > 88, 4000, 'no digging down'));
  await hold(g, 'ArrowRight', () => g.until(s => s.eaten === 1, 4000, 'the worm is not eaten'));
  await g.browser.eval('air = 200');
  const s = await g.until(x => x.phase === 'buried', 3000, 'air without end');
  need(s.best >= 1, 'no record');
  await g.browser.cdp.send('Page.reload', {});
  await sleep(500);
  const again = await g.until(x => x.phase === 'menu', 9000, 'the page does not come back');
  need(again.best === s.best, 'the record is lost');
});

module.exports = { suite };
