'use strict';
// Behaviour of Glow: it comes up, flies by keys, lights a lamp by a click.
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

check('glo-boot', 'P0', 'Kaplay comes up', async g => {
  await g.until(s => s.x === 60 && s.y === 360, 6000, 'the night never came');
  need(g.browser.exceptions.length === 0, 'uncaught: ' + JSON.stringify(g.browser.exceptions[0]));
});

check('glo-fly', 'P1', 'A held arrow flies the worm', async g => {
  await g.until(s => s.x === 60, 6000, 'the night never came');
  await g.browser.keyDown('ArrowUp');
  await g.until(s => s.y < 300, 4000, 'it does not fly');
  await g.browser.keyUp('ArrowUp');
});

check('glo-lamp', 'P1', 'A click brings the worm to a lamp, which is lit', async g => {
  await g.until(s => s.x === 60, 6000, 'the night never came');
  const at = await g.browser.eval("(() => { const r = document.querySelector('canvas').getBoundingClientRect(); return { x: r.x + 200 * r.width / 720, y: r.y + 200 * r.height / 420 }; })()");
  await g.browser.mouseClick(at.x, at.y);
  await g.until(s => s.lit === 1, 4000, 'the lamp stays dark');
});

module.exports = { suite };
