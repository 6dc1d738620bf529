'use strict';
// Behaviour of Fen Lights: it comes up in three dimensions, the keeper walks, gathers, wins, runs out of lamp; light and shadow fall.
const sleep = ms => new Promise(done => setTimeout(done, ms));
function need(condition, what) { if (!condition) throw new Error(what); }
const suite = [];
function check(id, level, name, body, timeoutMs = 90000) {
  suite.push({ id, level, name, timeoutMs, run: async ({ browser }) => {
    const snap = () => browser.eval('window.__gameTest && window.__gameTest.getSnapshot()');
    const until = async (test, ms, what) => {
      for (const end = Date.now() + ms; ;) {
        const s = await snap();
        if (s && test(s)) return s;
        need(Date.now() < end, what + ': ' + JSON.stringify(s));
        await sleep(60);
      }
    };
    const begun = () => until(s => s.phase === 'walking', 15000, 'the walk never begins');
    const walk = async (key, test, ms, what) => {
      await browser.keyDown(key);
      try { return await until(test, ms, what); } finally { await browser.keyUp(key); }
    };
    const bright = async (x, y, z) => {
      const [r, g, b] = await browser.eval(`window.__gameTest.colourAt(${x}, ${y}, ${z})`);
      return r + g + b;
    };
    try { return { status: 'PASS', detail: await body({ browser, snap, until, begun, walk, bright }) || 'as described' }; }
    catch (error) { return { status: 'FAIL', detail: String(error.message).slice(0, 300) }; }
  } });
}

check('fen-boot', 'P0', 'It comes up with WebGL 2 and no error', async g => {
  const s = await g.begun();
  need(s.webgl === true, 'not WebGL 2');
  need(s.gathered === 0 && s.z === 5, 'not at the beginning: ' + JSON.stringify(s));
  await g.until(n => n.frames > s.frames + 5, 20000, 'it does not go on');
  need(g.browser.exceptions.length === 0, 'uncaught: ' + JSON.stringify(g.browser.exceptions[0]));
});

check('fen-walk', 'P0', 'Held arrows walk, within the field', async g => {
  await g.begun();
  await g.walk('ArrowUp', s => s.z < 3, 20000, 'it does not go up');
  await g.walk('ArrowRight', s => s.x > 1, 20000, 'it does not go right');
  await g.walk('ArrowDown', s => s.z === 9, 30000, 'the field has no edge');
});

check('fen-gather', 'P0', 'A light that is reached is gathered, once', async g => {
  await g.begun();
  const s = await g.walk('ArrowUp', n => n.gathered === 1, 25000, 'nothing is gathered');
  need(Math.hypot(s.x, s.z + 4) < 1.2, 'gathered from afar: ' + JSON.stringify(s));
  await sleep(400);
  need((await g.snap()).gathered === 1, 'gathered more than once');
  const words = await g.browser.eval("document.getElementById('hud').textContent");
  need(words.startsWith('Lights 1/5'), words);
});

check('fen-heron', 'P1', 'The heron bends its neck: a skin with an animation', async g => {
  await g.begun();
  const seen = [];
  for (let i = 0; i < 12; i++) { seen.push((await g.snap()).bend); await sleep(150); }
  need(Math.max(...seen) - Math.min(...seen) > 0.2, 'it stands still: ' + seen.map(v => v.toFixed(2)));
});

check('fen-shade', 'P1', 'The keeper throws a shadow, the lamp lights the ground', async g => {
  await g.begun();
  // The moon stands at the right, before the keeper: the shadow falls to the left, behind. Both places are as far from the lamp.
  const shade = await g.bright(-0.85, 0, 4.4), open = await g.bright(1.65, 0, 4.4), far = await g.bright(0, 0, -9);
  need(shade < open * 0.8, `no shadow: ${shade} beside ${open}`);
  need(open > far, `the lamp lights nothing: ${open}, far away ${far}`);
});

check('fen-win', 'P1', 'All five lights win, R begins anew', async g => {
  await g.begun();
  const steps = [
    ['ArrowUp', s => s.z <= -4.2], ['ArrowRight', s => s.x >= 4.6], ['ArrowUp', s => s.z <= -4.9 || s.gathered === 2],
    ['ArrowDown', s => s.z >= 3], ['ArrowRight', s => s.gathered === 3 || s.x >= 6.4],
    ['ArrowLeft', s => s.x <= -5.6], ['ArrowDown', s => s.gathered === 4 || s.z >= 3.2], ['ArrowUp', s => s.gathered === 5 || s.z <= -6.3],
    ['ArrowRight', s => s.gathered === 5 || s.x >= -4.6],
  ];
  for (const [key, test] of steps) await g.walk(key, s => test(s) || s.phase === 'won', 20000, `on the way by ${key}`);
  await g.until(s => s.phase === 'won', 3000, 'not won');
  need(await g.browser.eval("getComputedStyle(document.getElementById('over')).display") === 'flex', 'nothing says so');
  for (const type of ['keyDown', 'keyUp']) {
    await g.browser.cdp.send('Input.dispatchKeyEvent', { type, code: 'KeyR', key: 'r', windowsVirtualKeyCode: 82 });
    await sleep(60);
  }
  await g.until(s => s.phase === 'walking' && s.gathered === 0, 3000, 'R does not begin anew');
});

check('fen-dark', 'P1', 'The lamp burns down', async g => {
  const s = await g.begun();
  await sleep(2000);
  const later = await g.snap();
  need(later.left < s.left - 0.3, 'the lamp does not burn');
  await g.until(n => n.phase === 'dark', 70000, 'it never goes out');
}, 120000);

module.exports = { suite };
