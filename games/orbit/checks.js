'use strict';
// Behaviour of Orbit: the module graph, the sling, gravity, arrival and crash.
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

const ready = g => g.until(s => s.phase === 'aiming', 9000, 'the game never came up');
const mouse = (g, type, x, y, buttons) => g.browser.cdp.send('Input.dispatchMouseEvent', { type, x, y, button: type === 'mouseMoved' ? 'none' : 'left', buttons, clickCount: 1 });
async function shoot(g, dx, dy) {
  const { probe } = await g.snap();
  await mouse(g, 'mousePressed', probe.screenX, probe.screenY, 1);
  await mouse(g, 'mouseMoved', probe.screenX + dx / 2, probe.screenY + dy / 2, 1);
  await mouse(g, 'mouseMoved', probe.screenX + dx, probe.screenY + dy, 1);
  await g.until(s => s.slung, 1500, 'the sling is not drawn');
  await sleep(60);
  await mouse(g, 'mouseReleased', probe.screenX + dx, probe.screenY + dy, 0);
}

check('orb-graph', 'P0', 'Import map, JSON module, late import and import.meta lead where they should', async g => {
  const s = await ready(g);
  need(s.agree, 'the imported levels are not the fetched ones');
  need(s.stars === 140 && s.home === '/src/parts/stars.js', 'the backdrop came from ' + s.home);
  need(s.namespace.join() === 'count,home,paint', 'its namespace is ' + s.namespace);
  need(g.browser.exceptions.length === 0, 'uncaught: ' + JSON.stringify(g.browser.exceptions[0]));
});

check('orb-launch', 'P0', 'The probe flies away from the pull of the sling', async g => {
  const a = await ready(g);
  await shoot(g, 10, 70);
  const b = await g.until(s => s.phase === 'flying' && s.probe.y < a.probe.y - 60, 3000, 'it does not fly');
  need(b.shots === 1 && b.launches === 1 && b.seen[0] === 'launch', 'not counted: ' + JSON.stringify(b.seen));
});

check('orb-pull', 'P1', 'A planet bends the path', async g => {
  const a = await ready(g);
  await shoot(g, 0, 75);
  const b = await g.until(s => s.probe.x > a.probe.x + 25, 6000, 'the path is straight');
  need(b.probe.y < a.probe.y, 'it flew the other way');
});

check('orb-crash', 'P1', 'Straight into the planet the probe crashes and is back on its pad', async g => {
  const a = await ready(g);
  await shoot(g, -60, 0);
  const b = await g.until(s => s.seen.includes('crash'), 5000, 'it does not crash');
  need(b.phase === 'aiming' && b.probe.x === a.probe.x && b.level === 0, 'it is not back');
});

check('orb-goal', 'P1', 'A good shot reaches the ring and leads to the next system', async g => {
  await ready(g);
  for (const dy of [23, 22, 24, 21, 25]) {
    await shoot(g, -40, dy);
    await g.until(s => s.phase === 'aiming' && s.seen.length % 2 === 0, 16000, 'the shot never ends');
    const s = await g.snap();
    if (s.level === 1) return `after ${s.shots} shots`;
  }
  need(false, 'no shot arrives: ' + JSON.stringify((await g.snap()).seen));
}, 90000);

check('orb-picture', 'P2', 'The canvas fills the window and shows the planet', async g => {
  await ready(g);
  const size = await g.browser.getCanvasSize();
  need(size.width === size.cssW && size.width > 1000, JSON.stringify(size));
  const [r, , b] = await g.browser.eval("(() => { const c = document.querySelector('canvas'); return [...c.getContext('2d').getImageData(c.width / 2 - 20, c.height / 2 - 20, 1, 1).data]; })()");
  need(b > 130 && b > r + 30, 'no planet in the middle');
});

module.exports = { suite };
