'use strict';
// Behaviour of Bubbles: menu, rising bubbles, taps on fish and crabs, hover, the end and a new dive.
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
async function dive(g) {
  const menu = await g.until(s => s.phase === 'menu', 9000, 'no menu');
  await g.browser.mouseClick(menu.button.x, menu.button.y);
  return g.until(s => s.phase === 'playing', 3000, 'a click on Dive does not begin');
}
// Colour of the page's canvas at a point of the viewport.
const colour = (g, x, y) => g.browser.eval(`(() => {
  const canvas = document.querySelector('canvas'), box = canvas.getBoundingClientRect(), copy = new OffscreenCanvas(1, 1).getContext('2d');
  copy.drawImage(canvas, -(${x} - box.left) * canvas.width / box.width, -(${y} - box.top) * canvas.height / box.height);
  return [...copy.getImageData(0, 0, 1, 1).data];
})()`);

check('bub-boot', 'P0', 'Pixi comes up on its canvas renderer with the sheet loaded', async g => {
  const s = await g.until(x => x.phase === 'menu', 9000, 'the menu never came');
  need(s.renderer === 'canvas', 'another renderer: ' + s.renderer);
  const [r, green, b] = await colour(g, s.button.x - 70, s.button.y);
  need(Math.abs(r - 0xff) < 6 && Math.abs(green - 0xb3) < 6 && Math.abs(b - 0x47) < 6, `the button is not orange: ${r},${green},${b}`);
  need(g.browser.exceptions.length === 0, 'uncaught: ' + JSON.stringify(g.browser.exceptions[0]));
});

check('bub-rise', 'P0', 'Bubbles rise and are drawn where they are', async g => {
  await dive(g);
  const a = await g.until(s => s.bubbles.length > 0 && s.bubbles[0].y < 410, 8000, 'no bubble rises');
  const before = await colour(g, a.bubbles[0].x, a.bubbles[0].y);
  const b = await g.until(s => s.bubbles.length >= 5, 6000, 'no more bubbles');
  need(b.bubbles[0].y < a.bubbles[0].y - 30, 'the first does not rise');
  const there = await colour(g, b.bubbles[0].x, b.bubbles[0].y);
  need(before[0] > 150 && there[0] > 150, `no fish in the bubble: ${before}, then ${there}`);
});

check('bub-free', 'P1', 'A tap on a fish frees it; a tap beside it does not', async g => {
  await dive(g);
  const a = await g.until(s => s.bubbles.length > 0 && s.bubbles[0].y < 420, 8000, 'no bubble');
  await g.browser.mouseClick(a.bubbles[0].x + 60, a.bubbles[0].y);
  await sleep(120);
  need((await g.snap()).freed === 0, 'a tap beside it counted');
  const [b] = (await g.snap()).bubbles;
  await g.browser.mouseClick(b.x, b.y);
  await g.until(s => s.freed === 1 && s.lives === 3, 1500, 'the fish is not freed');
});

check('bub-touch', 'P1', 'A finger frees a fish too', async g => {
  await dive(g);
  await g.until(s => s.bubbles.length > 0 && s.bubbles[0].y < 420, 8000, 'no bubble');
  const [b] = (await g.snap()).bubbles;
  await g.browser.cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: b.x, y: b.y, id: 1 }] });
  await sleep(40);
  await g.browser.cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await g.until(s => s.freed === 1, 1500, 'the fish is not freed');
});

check('bub-hover', 'P2', 'The pointer over a bubble is noticed, and its leaving', async g => {
  await dive(g);
  const a = await g.until(s => s.bubbles.length > 0 && s.bubbles[0].y < 400, 8000, 'no bubble');
  await g.browser.mouseMove(a.bubbles[0].x, a.bubbles[0].y - 6);
  await g.until(s => s.hovered, 1500, 'hovering is not noticed');
  const cursor = await g.browser.eval("document.querySelector('canvas').style.cursor");
  need(cursor === 'pointer', 'the cursor is ' + cursor);
  await g.browser.mouseMove(a.bubbles[0].x, a.bubbles[0].y + 100);
  await g.until(s => !s.hovered, 1500, 'leaving is not noticed');
});

check('bub-crab', 'P1', 'A freed crab costs a life', async g => {
  await dive(g);
  await g.until(s => s.bubbles.some(b => b.crab && b.y < 430), 12000, 'no crab comes');
  const crab = (await g.snap()).bubbles.find(b => b.crab);
  await g.browser.mouseClick(crab.x, crab.y);
  await g.until(s => s.lives === 2 && s.freed === 0, 1500, 'the crab does not pinch');
});

check('bub-end', 'P1', 'Fish lost at the surface end the dive; a new one begins fresh', async g => {
  await dive(g);
  const end = await g.until(s => s.phase === 'over', 20000, 'it never ends');
  need(end.lives === 0 && end.button, 'the end offers no new dive');
  await sleep(200);
  await g.browser.mouseClick(end.button.x, end.button.y);
  const s = await g.until(x => x.phase === 'playing', 2000, 'no new dive');
  need(s.lives === 3 && s.freed === 0, 'it does not begin fresh');
});

module.exports = { suite };
