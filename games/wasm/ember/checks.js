'use strict';
// Behaviour of Ember: steering, shooting, waves, lives, petals, the record. The game is a WebAssembly module: docs/wasm-abi.md.
const sleep = ms => new Promise(done => setTimeout(done, ms));
function need(condition, what) { if (!condition) throw new Error(what); }
const suite = [];
function check(id, level, name, body, timeoutMs = 30000) {
  suite.push({ id, level, name, timeoutMs, run: async ({ browser }) => {
    const snap = () => browser.eval('window.__gameTest.getSnapshot()');
    const scene = async value => need(await browser.eval(`window.__gameTest.loadScenario(${JSON.stringify(value)})`) === true,
      'no scenario ' + JSON.stringify(value));
    const until = async (test, ms, what) => {
      for (const end = Date.now() + ms; ;) {
        const s = await snap();
        if (s && test(s)) return s;
        need(Date.now() < end, what + ': ' + JSON.stringify(s).slice(0, 160));
        await sleep(20);
      }
    };
    try { return { status: 'PASS', detail: await body({ browser, snap, scene, until }) || 'as described' }; }
    catch (error) { return { status: 'FAIL', detail: String(error.message).slice(0, 300) }; }
  } });
}

check('ember-start', 'P0', 'Space begins a run with three lives and a first wave', async g => {
  need((await g.snap()).phase === 'title', 'it does not begin with the title');
  await g.browser.holdKey('Space', 30);
  const s = await g.until(x => x.phase === 'playing', 1000, 'Space does not begin');
  need(s.lives === 3 && s.score === 0 && s.wave === 1 && s.hornets.length === 5, JSON.stringify(s));
});

check('ember-steer', 'P0', 'Arrow keys and letters move the moth both ways, three pixels a frame', async g => {
  await g.scene({ name: 'aim' });
  const from = await g.snap();
  await g.browser.holdKey('ArrowLeft', 200);
  const left = await g.snap();
  await g.browser.holdKey('KeyD', 400);
  const right = await g.snap();
  need(left.x < from.x - 30, `left: ${from.x} to ${left.x}`);
  need(right.x > left.x + 60, `right: ${left.x} to ${right.x}`);
  await g.browser.holdKey('ArrowUp', 200);
  need((await g.snap()).y < right.y - 30, 'up does not move it');
  const frames = left.steps - from.steps;
  need((from.x - left.x) / frames <= 3.01, 'faster than three pixels a frame');
});

check('ember-bounds', 'P1', 'The moth stays in the picture', async g => {
  await g.scene({ name: 'aim' });
  await g.browser.holdKey('ArrowRight', 2600);
  await g.browser.holdKey('ArrowDown', 1500);
  const s = await g.snap();
  need(s.x === 466 && s.y === 300, `it is at ${s.x}, ${s.y}`);
});

check('ember-pointer', 'P1', 'The moth follows the mouse, and a held button throws pollen', async g => {
  await g.scene({ name: 'touch' });
  await g.browser.mouseMove(100, 200);
  const near = await g.until(x => Math.abs(x.x - 100) < 4 && Math.abs(x.y - 200) < 4, 3000, 'it does not follow');
  await g.browser.cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', x: 100, y: 200, button: 'left', clickCount: 1 });
  await g.until(x => x.shots >= 2, 1000, 'no pollen');
  await g.browser.cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', x: 100, y: 200, button: 'left', clickCount: 1 });
  await g.until(x => x.shots === 0, 2000, 'it goes on throwing');
  return `${near.x}, ${near.y}`;
});

check('ember-rate', 'P1', 'Pollen comes every nine frames while Space is held', async g => {
  await g.scene({ name: 'aim' });
  await g.browser.keyDown('ArrowLeft');
  await sleep(200);
  await g.browser.keyUp('ArrowLeft');
  const from = await g.snap();
  await g.browser.holdKey('Space', 600);
  const s = await g.snap();
  const expected = (s.steps - from.steps) / 9;
  need(Math.abs(s.shots - expected) <= 1.5, `${s.shots} in ${s.steps - from.steps} frames`);
});

check('ember-kill', 'P0', 'A hornet that is hit is gone and worth ten', async g => {
  await g.scene({ name: 'aim' });
  const before = await g.snap();
  await g.browser.holdKey('Space', 60);
  const s = await g.until(x => x.hornets.length < before.hornets.length, 2500, 'it is not hit');
  need(s.score === before.score + 10, `the score is ${s.score}`);
  need(s.sparks > 0, 'no sparks');
});

check('ember-touch', 'P0', 'A touch costs one life, and then nothing for a while', async g => {
  await g.scene({ name: 'touch' });
  const hurt = await g.until(x => x.lives === 2, 600, 'a touch costs nothing');
  need(hurt.spared > 0, 'no time to get away');
  await sleep(800);
  need((await g.snap()).lives === 2, 'it costs a life at once again');
  await g.until(x => x.lives === 1, 1500, 'it is spared for ever');
});

check('ember-petal', 'P1', 'A petal makes the pollen come in threes', async g => {
  await g.scene({ name: 'petal' });
  await g.until(x => x.power > 0, 2000, 'the petal has no power');
  await g.browser.holdKey('Space', 30);
  need((await g.snap()).shots === 3, 'not three at once');
});

check('ember-wave', 'P1', 'After the last hornet comes a larger wave', async g => {
  await g.scene({ name: 'almost' });
  need((await g.snap()).wave === 1, 'the first wave');
  await g.browser.holdKey('Space', 60);
  const s = await g.until(x => x.wave === 2, 2500, 'no second wave');
  need(s.hornets.length === 7, `${s.hornets.length} hornets`);
});

check('ember-over', 'P0', 'Without lives the run is over, and Space begins another', async g => {
  await g.scene({ name: 'last' });
  const s = await g.until(x => x.phase === 'over', 1000, 'it never ends');
  need(s.lives === 0 && s.score === 70, JSON.stringify(s).slice(0, 120));
  await g.browser.holdKey('Space', 30);
  need((await g.snap()).phase === 'playing', 'Space does not begin again');
});

check('ember-record', 'P1', 'The best score outlives a reload', async g => {
  await g.scene({ name: 'last' });
  await g.until(x => x.phase === 'over' && x.best === 70, 1000, 'no record');
  await g.browser.cdp.send('Page.reload', {});
  await sleep(300);
  const s = await g.until(x => x.phase === 'title', 2000, 'the game does not come back');
  need(s.best === 70, `after a reload the best is ${s.best}`);
});

check('ember-picture', 'P2', 'The picture changes while the game runs, and shows a crowd', async g => {
  await g.scene({ name: 'crowd' });
  const s = await g.snap();
  need(s.sparks === 400, 'no crowd');
  const one = await g.browser.canvasPixelHash();
  await sleep(200);
  const other = await g.browser.canvasPixelHash();
  need(one !== null && one !== other, 'the picture stands still');
  need(await g.browser.eval('window.__gameTest.loadScenario({ name: "nonsense" })') === false, 'any scenario will do');
});

module.exports = { suite };
