'use strict';
// Behaviour of Chimes: loading, the melody at the pace of the sound, answers, the wrong note, muting.
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

const tap = (g, s, name) => g.browser.mouseClick(s.spots[name].x, s.spots[name].y);
async function begin(g) {
  const s = await g.until(x => x.phase === 'idle', 9000, 'the sound is not loaded');
  await tap(g, s, 'start');
  return s;
}
const answering = (g, round) => g.until(s => s.phase === 'answering' && s.round === round, 9000, `round ${round} does not wait for an answer`);
async function ringBack(g, s) {
  for (const name of s.melody) {
    await tap(g, s, name);
    await sleep(150);
  }
}

check('chi-load', 'P0', 'Howler decodes the sound', async g => {
  const s = await g.until(x => x.phase === 'idle', 9000, 'the sound is not loaded');
  need(Math.abs(s.seconds - 2.2) < 0.01, 'it lasts ' + s.seconds);
  need(s.webAudio, 'not by Web Audio');
  need(g.browser.exceptions.length === 0, 'uncaught: ' + JSON.stringify(g.browser.exceptions[0]));
});

check('chi-note', 'P0', 'A note rings for 300 ms, lit, then the player is asked', async g => {
  await begin(g);
  // The context resumes a moment after the click that allows it.
  const a = await g.until(x => x.lit.length === 1 && x.playing, 2000, 'no bell rings');
  need(a.playing && a.phase === 'listening' && a.melody[0] === a.lit[0], 'the wrong bell: ' + JSON.stringify(a.lit));
  const s = await answering(g, 1);
  const play = s.log.find(l => l.what === 'play ' + s.melody[0]), end = s.log.find(l => l.what === 'end ' + s.melody[0]);
  need(end.at - play.at > 240 && end.at - play.at < 700, `the note lasted ${end.at - play.at} ms`);
  need(!s.playing && s.lit.length === 0, 'it rings on');
  need(s.context === 'running', 'the context is ' + s.context);
});

check('chi-rounds', 'P1', 'The right answers lead through four rounds to the tune', async g => {
  await begin(g);
  for (let round = 1; round <= 4; round++) {
    const s = await answering(g, round);
    need(s.melody.length === round, 'the melody does not grow');
    await ringBack(g, s);
  }
  await g.until(s => s.phase === 'won', 4000, 'not won');
  const s = await g.until(x => x.swept, 4000, 'the sweep never ends');
  const play = s.log.find(l => l.what === 'play sweep'), end = s.log.find(l => l.what === 'end sweep');
  need(end.at - play.at > 540 && end.at - play.at < 1000, `the sweep lasted ${end.at - play.at} ms`);
}, 40000);

check('chi-wrong', 'P1', 'A wrong note fades and ends the game; Start begins again', async g => {
  await begin(g);
  const s = await answering(g, 1);
  await tap(g, s, ['low', 'mid', 'high', 'top'].find(n => n !== s.melody[0]));
  const w = await g.until(x => x.phase === 'wrong', 1500, 'the wrong note is taken');
  need(w.fading && w.playing, 'nothing fades');
  const f = await g.until(x => !x.fading, 3000, 'it never fades away');
  need(!f.playing, 'it rings on');
  await tap(g, f, 'start');
  await answering(g, 1);
});

check('chi-early', 'P1', 'Bells do nothing while one has to listen', async g => {
  const s = await begin(g);
  await g.until(x => x.phase === 'listening', 1500, 'no melody');
  await tap(g, s, 'low');
  const t = await answering(g, 1);
  need(t.given === 0, 'an early answer counted');
});

check('chi-hush', 'P2', 'Hush mutes, and time goes on', async g => {
  const s = await begin(g);
  await tap(g, s, 'hush');
  const t = await answering(g, 1);
  need(t.hushed && await g.browser.eval('Howler._muted') === true, 'not muted');
});

module.exports = { suite };
