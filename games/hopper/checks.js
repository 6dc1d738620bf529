'use strict';
// Behaviour of Hopper: fixed steps, hops short and long, thistles, a save that outlives a reload, the record.
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

async function start(g) {
  await g.until(x => x.phase, 9000, 'the game never came up');
  // An earlier check may have left a run behind.
  await g.browser.eval('run = previous = fresh(), localStorage.clear()');
  await g.browser.holdKey('Space', 40);
  return g.until(x => x.phase === 'running', 1500, 'Space does not begin');
}
async function reload(g) {
  await g.browser.cdp.send('Page.reload', {});
  await sleep(400);
  return g.until(s => s.phase, 9000, 'the page does not come back');
}
// Hops over what comes until the test is met. It looks in the page, so that it is not late.
const PLAY = `(() => {
  if (window.autopilot) return;
  window.autopilot = setInterval(() => {
    const s = window.__gameTest.getSnapshot();
    if (s.phase === 'running' && s.y === 0 && s.next > 0 && s.next < 75) {
      dispatchEvent(new KeyboardEvent('keydown', { code: 'Space' }));
      setTimeout(() => dispatchEvent(new KeyboardEvent('keyup', { code: 'Space' })), 150);
    }
  }, 10);
})()`;

check('hop-steps', 'P0', 'A hundred steps a second, by the clock', async g => {
  await start(g);
  // From frame to frame, in which the game has already made its steps.
  const r = await g.browser.eval(`new Promise(done => {
    let first;
    requestAnimationFrame(function look(at) {
      const s = window.__gameTest.getSnapshot();
      first ??= { ...s, at };
      if (at - first.at < 1200) return requestAnimationFrame(look);
      done({ steps: (s.steps - first.steps) / (at - first.at) * 1000, x: s.x - first.x, clock: s.clock - first.clock });
    });
  })`);
  need(Math.abs(r.steps - 100) < 6, 'steps a second: ' + r.steps);
  need(Math.abs(r.x - r.clock * 0.22) < 1e-6, 'the way does not fit the clock');
  return `${r.steps.toFixed(1)} steps/s`;
});

check('hop-hop', 'P0', 'Space hops, and holding it hops higher', async g => {
  await start(g);
  const top = async ms => {
    await g.until(s => s.y === 0 && s.phase === 'running', 3000, 'not on the ground');
    let most = 0;
    await g.browser.keyDown('Space');
    const end = Date.now() + 1100;
    let up = true;
    const from = Date.now();
    while (Date.now() < end) {
      if (up && Date.now() - from >= ms) { await g.browser.keyUp('Space'); up = false; }
      most = Math.max(most, (await g.snap()).y);
      await sleep(10);
    }
    if (up) await g.browser.keyUp('Space');
    return most;
  };
  const short = await top(20);
  await g.browser.eval('run.thistles[0] = run.x + 900');
  const long = await top(600);
  need(short > 100 && long > short + 25, `short ${short.toFixed(0)}, long ${long.toFixed(0)}`);
  return `${short.toFixed(0)} and ${long.toFixed(0)} px`;
});

check('hop-crash', 'P1', 'Without a hop the first thistle ends the run, a click begins another', async g => {
  await start(g);
  const s = await g.until(x => x.phase === 'over', 5000, 'thistles do not hurt');
  need(s.x > 470 && s.x < 500 && s.passed === 0, 'ended at ' + s.x);
  await g.browser.mouseClick(s.spot.x, s.spot.y);
  await g.until(x => x.phase === 'ready' && x.x === 0, 1500, 'a click does not begin again');
});

check('hop-save', 'P1', 'A run goes on where it was after a reload', async g => {
  await start(g);
  const a = await g.until(s => s.saves > 0 && s.x > 230, 4000, 'the run is not saved');
  const b = await reload(g);
  need(b.resumed && b.phase === 'running', 'the run is gone: ' + JSON.stringify(b));
  need(b.x >= a.x - 1 && b.passed === a.passed, `it goes on at ${b.x}, it was at ${a.x}`);
});

check('hop-record', 'P1', 'Passed thistles make a record that stays', async g => {
  await start(g);
  await g.browser.eval(PLAY);
  const a = await g.until(s => s.passed === 2, 12000, 'two thistles are not passed');
  await g.browser.eval('clearInterval(window.autopilot)');
  const b = await g.until(s => s.phase === 'over', 8000, 'the run never ends');
  need(b.best >= a.passed, 'no record');
  const c = await reload(g);
  need(c.best === b.best && c.phase === 'ready' && !c.resumed, 'after a reload: ' + JSON.stringify(c));
});

check('hop-broken-save', 'P2', 'A broken save is no save', async g => {
  await g.browser.eval("run = previous = fresh(), localStorage.setItem('hopper.run', '{oops')");
  const s = await reload(g);
  need(s.phase === 'ready' && !s.resumed, 'it resumed something');
  need(g.browser.exceptions.length === 0, 'uncaught: ' + JSON.stringify(g.browser.exceptions[0]));
});

module.exports = { suite };
