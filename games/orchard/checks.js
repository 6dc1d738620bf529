'use strict';
// Behaviour of Windfall: falling, catching, missing, keys, pointer, pause, restart.
const sleep = ms => new Promise(done => setTimeout(done, ms));
function need(condition, what) { if (!condition) throw new Error(what); }
const suite = [];
function check(id, level, name, body, timeoutMs = 60000) {
  suite.push({ id, level, name, timeoutMs, run: async ({ browser }) => {
    const snap = () => browser.eval('window.__gameTest.getSnapshot()');
    const until = async (test, ms, what) => {
      for (const end = Date.now() + ms; ;) {
        const s = await snap();
        if (s && test(s)) return s;
        need(Date.now() < end, what + ': ' + JSON.stringify(s));
        await sleep(30);
      }
    };
    try { return { status: 'PASS', detail: await body({ browser, snap, until }) || 'as described' }; }
    catch (error) { return { status: 'FAIL', detail: String(error.message).slice(0, 300) }; }
  } });
}
const KEY_CODES = { ArrowLeft: 37, ArrowRight: 39, KeyR: 82, KeyP: 80 };
const key = ({ browser }, type, code) => browser.cdp.send('Input.dispatchKeyEvent', { type, code, key: code.startsWith('Key') ? code[3].toLowerCase() : code, windowsVirtualKeyCode: KEY_CODES[code] });
async function press(g, code) {
  await key(g, 'keyDown', code);
  await sleep(60);
  await key(g, 'keyUp', code);
}
// Keeps the basket under the lowest pear until the test holds.
async function play(g, test, ms, what) {
  let held = null;
  const hold = async code => {
    if (held === code) return;
    if (held) await key(g, 'keyUp', held);
    if (code) await key(g, 'keyDown', code);
    held = code;
  };
  try {
    return await g.until(async s => s, 1000, 'no game') && await (async () => {
      for (const end = Date.now() + ms; ;) {
        const s = await g.snap();
        if (test(s)) return s;
        need(Date.now() < end, what + ': ' + JSON.stringify(s));
        const lowest = s.falling.reduce((a, b) => (a && a.y > b.y ? a : b), null);
        const off = lowest ? lowest.x - s.basket : 0;
        await hold(Math.abs(off) < 14 ? null : off > 0 ? 'ArrowRight' : 'ArrowLeft');
        await sleep(20);
      }
    })();
  } finally { await hold(null); }
}
const ready = g => g.until(s => s.state === 'playing', 9000, 'the game never began');

check('orc-boot', 'P0', 'Phaser 4 comes up, fitted to the window', async g => {
  const s = await ready(g);
  need(s.version.startsWith('4.1'), 'another Phaser: ' + s.version);
  need(s.label === `Pears ${s.caught}/6   Lives ${s.lives}` && s.banner === '', 'the labels are wrong: ' + JSON.stringify(s));
  const size = await g.browser.getCanvasSize();
  need(size.width === 640 && size.cssW > 800, 'the canvas is not fitted: ' + JSON.stringify(size));
  need(g.browser.exceptions.length === 0, 'uncaught: ' + JSON.stringify(g.browser.exceptions[0]));
});

check('orc-fall', 'P0', 'Pears fall faster and faster', async g => {
  await ready(g);
  const a = await g.until(s => s.falling.length > 0 && s.falling[0].y > 130, 6000, 'nothing falls');
  await sleep(200);
  const b = await g.snap();
  await sleep(200);
  const c = await g.snap();
  const [first, second] = [b.falling[0].y - a.falling[0].y, c.falling[0].y - b.falling[0].y];
  need(first > 0 && second > first, `${first} px, then ${second} px`);
});

check('orc-keys', 'P0', 'Arrow keys move the basket and stop at the edge', async g => {
  const a = await ready(g);
  await key(g, 'keyDown', 'ArrowLeft');
  const b = await g.until(s => s.basket <= 42, 5000, 'the basket does not go left');
  await sleep(300);
  const c = await g.snap();
  await key(g, 'keyUp', 'ArrowLeft');
  need(a.basket === 320 && b.basket === c.basket, `${a.basket}, ${b.basket}, ${c.basket}`);
});

check('orc-pointer', 'P1', 'A held pointer draws the basket', async g => {
  const a = await ready(g);
  const at = x => ({ x: a.screen.left + x * a.screen.scale, y: a.screen.top + 300 * a.screen.scale, button: 'left', clickCount: 1 });
  await g.browser.cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', buttons: 1, ...at(500) });
  await g.until(s => Math.abs(s.basket - 500) < 12, 4000, 'the basket does not come');
  await g.browser.cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', buttons: 1, ...at(200) });
  await g.until(s => Math.abs(s.basket - 200) < 12, 4000, 'the basket does not follow');
  await g.browser.cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', buttons: 0, ...at(200) });
});

check('orc-catch', 'P0', 'A caught pear counts and bursts', async g => {
  await ready(g);
  const s = await play(g, x => x.caught === 1, 9000, 'nothing is caught');
  need(s.bursts === 1 && s.label.startsWith('Pears 1/6'), JSON.stringify(s));
});

check('orc-miss', 'P1', 'Three missed pears lose', async g => {
  await ready(g);
  await key(g, 'keyDown', 'ArrowLeft');
  const s = await g.until(x => x.state === 'lost', 15000, 'it is never lost');
  await key(g, 'keyUp', 'ArrowLeft');
  need(s.lives === 0 && s.banner === 'Windfall lost', JSON.stringify(s));
});

check('orc-win', 'P1', 'Six pears win, and then nothing falls any more', async g => {
  await ready(g);
  const s = await play(g, x => x.state !== 'playing', 30000, 'it never ends');
  need(s.state === 'won' && s.caught === 6 && s.banner === 'A basket full!', JSON.stringify(s));
  await sleep(1500);
  need((await g.snap()).dropped === s.dropped, 'pears go on falling');
});

check('orc-pause', 'P1', 'P holds everything, R begins again', async g => {
  await ready(g);
  await g.until(s => s.falling.length > 0, 6000, 'nothing falls');
  await press(g, 'KeyP');
  const a = await g.until(s => s.state === 'paused', 2000, 'P does nothing');
  await sleep(400);
  const b = await g.snap();
  need(JSON.stringify(a.falling) === JSON.stringify(b.falling), 'pears fall while paused');
  need(a.lantern !== b.lantern, 'the lantern stands still');
  await press(g, 'KeyP');
  await g.until(s => s.state === 'playing' && s.falling[0].y > b.falling[0].y, 3000, 'it does not go on');
  await press(g, 'KeyR');
  await g.until(s => s.dropped === 0 && s.caught === 0 && s.state === 'playing', 3000, 'R does not begin again');
});

module.exports = { suite };
