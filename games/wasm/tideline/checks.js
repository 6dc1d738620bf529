'use strict';
// Behaviour of Tideline: lanes by keys, mouse and touch, logs, shells, speed, lives, the record.
const sleep = ms => new Promise(done => setTimeout(done, ms));
function need(condition, what) { if (!condition) throw new Error(what); }
const suite = [];
function check(id, level, name, body, timeoutMs = 30000) {
  suite.push({ id, level, name, timeoutMs, run: async ({ browser }) => {
    const snap = () => browser.eval('window.__gameTest.getSnapshot()');
    const scene = async name => need(await browser.eval(`window.__gameTest.loadScenario({ name: "${name}" })`) === true, 'no scenario ' + name);
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

check('tide-start', 'P0', 'An arrow key begins, and the metres count', async g => {
  need((await g.snap()).phase === 'ready', 'it does not wait');
  await g.browser.holdKey('ArrowLeft', 20);
  const s = await g.until(x => x.phase === 'running' && x.metres > 20, 2000, 'it does not run');
  need(s.lives === 3 && s.lane === 1, JSON.stringify(s).slice(0, 120));
});

check('tide-keys', 'P0', 'Arrow keys change lanes, one each, and not beyond the banks', async g => {
  await g.scene('log');
  await g.browser.holdKey('ArrowRight', 20);
  await g.until(x => x.lane === 2 && x.x === 256, 600, 'right does not steer');
  await g.browser.holdKey('ArrowRight', 20);
  need((await g.snap()).lane === 2, 'it leaves the river');
  for (let n = 0; n < 4; n += 1) await g.browser.holdKey('ArrowLeft', 20);
  const s = await g.until(x => x.x === 64, 1000, 'left does not steer');
  need(s.lane === 0, `lane ${s.lane}`);
});

check('tide-glide', 'P2', 'A change of lane is a glide, not a jump', async g => {
  await g.scene('shell');
  await g.browser.keyDown('ArrowRight');
  await sleep(60);
  const s = await g.snap();
  await g.browser.keyUp('ArrowRight');
  need(s.x > 162 && s.x < 240, `after four frames at ${s.x}`);
});

check('tide-mouse', 'P1', 'A click left or right of the middle steers', async g => {
  await g.scene('shell');
  await g.browser.mouseClick(300, 200);
  need((await g.snap()).lane === 2, 'a click on the right');
  await g.browser.mouseClick(20, 200);
  await g.browser.mouseClick(20, 200);
  need((await g.snap()).lane === 0, 'clicks on the left');
});

check('tide-touch', 'P1', 'So does a finger', async g => {
  await g.scene('shell');
  const tap = async (x, y) => {
    await g.browser.cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await g.browser.cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await tap(40, 300);
  need((await g.snap()).lane === 0, 'a tap on the left');
  await tap(290, 300);
  need((await g.snap()).lane === 1, 'a tap on the right');
});

check('tide-log', 'P0', 'A log costs a life, and then nothing for a while', async g => {
  await g.scene('log');
  const s = await g.until(x => x.lives === 2, 3000, 'a log does not hurt');
  need(s.spared > 0 && s.things.length === 0, JSON.stringify(s).slice(0, 160));
});

check('tide-dodge', 'P1', 'In another lane the log passes', async g => {
  await g.scene('log');
  await g.browser.holdKey('ArrowLeft', 20);
  await g.until(x => x.things.length === 0, 5000, 'the log stays');
  need((await g.snap()).lives === 3, 'it hurts all the same');
});

check('tide-shell', 'P1', 'A shell is picked up', async g => {
  await g.scene('shell');
  const s = await g.until(x => x.things.length === 0, 4000, 'the shell stays');
  need(s.shells === 1 && s.lives === 3, `${s.shells} shells`);
});

check('tide-faster', 'P1', 'The river gets faster', async g => {
  await g.scene('fresh');
  const slow = await g.snap();
  await sleep(1000);
  const then = await g.snap();
  await g.scene('fast');
  const from = await g.snap();
  await sleep(1000);
  const fast = await g.snap();
  need(fast.metres - from.metres > 1.6 * (then.metres - slow.metres), `${then.metres - slow.metres} and ${fast.metres - from.metres}`);
  await g.scene('shell');
  await g.until(x => x.level >= 2, 6000, 'the level stays');
});

check('tide-over', 'P0', 'Without lives the boat is aground, and a key begins again', async g => {
  await g.scene('last');
  const s = await g.until(x => x.phase === 'over', 2000, 'it never ends');
  need(s.lives === 0 && s.metres >= 500, JSON.stringify(s).slice(0, 120));
  await g.browser.holdKey('Space', 20);
  const again = await g.snap();
  need(again.phase === 'running' && again.lives === 3 && again.metres < 100, JSON.stringify(again).slice(0, 120));
});

check('tide-record', 'P1', 'The longest way outlives a reload', async g => {
  await g.scene('last');
  const s = await g.until(x => x.phase === 'over', 2000, 'it never ends');
  need(s.best >= s.metres, 'no record');
  await g.browser.cdp.send('Page.reload', {});
  await sleep(200);
  const after = await g.snap();
  need(after.phase === 'ready' && after.best === s.best, `after a reload: ${after.best}, before ${s.best}`);
});

module.exports = { suite };
