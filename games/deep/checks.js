'use strict';
// Behaviour of Deep: it comes up on WebGL, the bell dives by keys and by pointer, picks up pearls, is stung, wins, loses; the lamp lights.
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
        need(Date.now() < end, what + ': ' + JSON.stringify(s).slice(0, 200));
        await sleep(40);
      }
    };
    const begun = () => until(s => s.phase === 'diving', 10000, 'the dive never begins');
    const steer = async (key, test, ms, what) => {
      await browser.keyDown(key);
      try { return await until(test, ms, what); } finally { await browser.keyUp(key); }
    };
    const go = async (x, y) => {
      const { screen } = await snap();
      await browser.mouseClick(screen.x + x * screen.width / 800, screen.y + y * screen.height / 520);
    };
    try { return { status: 'PASS', detail: await body({ browser, snap, until, begun, steer, go }) || 'as described' }; }
    catch (error) { return { status: 'FAIL', detail: String(error.message).slice(0, 300) }; }
  } });
}

check('dee-boot', 'P0', 'PixiJS comes up with its WebGL renderer', async g => {
  const s = await g.begun();
  need(s.renderer === 'webgl', 'the renderer is ' + s.renderer);
  need(g.browser.exceptions.length === 0, 'uncaught: ' + JSON.stringify(g.browser.exceptions[0]));
});

check('dee-keys', 'P0', 'Held arrows steer the bell, within the water', async g => {
  await g.begun();
  await g.steer('ArrowLeft', s => s.x < 300, 8000, 'it does not go left');
  await g.steer('ArrowUp', s => s.y === 30, 8000, 'the water has no surface');
});

check('dee-pearl', 'P0', 'A click sends the bell to a pearl, which is picked up once', async g => {
  await g.begun();
  await g.go(640, 140);
  await g.until(s => s.pearls === 1, 10000, 'no pearl');
  await sleep(500);
  need((await g.snap()).pearls === 1, 'picked up more than once');
});

check('dee-lamp', 'P1', 'What is near the lamp is bright, what is far is dark', async g => {
  await g.begun();
  const sum = async (x, y) => (await g.browser.eval(`window.__gameTest.colourAt(${x}, ${y})`)).reduce((a, b) => a + b, 0);
  const near = await sum(400, 110), far = await sum(60, 500);
  need(near > far * 1.5 + 10, `near ${near}, far ${far}`);
});

check('dee-sting', 'P1', 'A jelly costs air, not twice at once', async g => {
  await g.begun();
  await g.go(400, 150);
  const s = await g.until(n => n.air === 2, 15000, 'no jelly stings');
  await sleep(600);
  need((await g.snap()).air >= s.air, 'stung twice at once');
});

check('dee-win', 'P1', 'All pearls end the dive, Enter begins anew', async g => {
  await g.begun();
  for (const [i, [x, y]] of [[640, 140], [700, 420], [420, 400], [120, 430], [150, 120]].entries()) {
    await g.go(x, y);
    await g.until(s => s.pearls === i + 1 || s.phase !== 'diving', 15000, 'on the way to pearl ' + i);
  }
  await g.until(s => s.phase === 'won', 2000, 'not won');
  for (const type of ['keyDown', 'keyUp']) {
    await g.browser.cdp.send('Input.dispatchKeyEvent', { type, code: 'Enter', key: 'Enter', windowsVirtualKeyCode: 13 });
    await sleep(60);
  }
  await g.until(s => s.phase === 'diving' && s.pearls === 0, 2000, 'Enter does not begin anew');
});

check('dee-lose', 'P1', 'Without air the dive is over', async g => {
  await g.begun();
  await g.go(400, 150);
  await g.until(s => s.phase === 'lost', 40000, 'air never ends');
});

module.exports = { suite };
