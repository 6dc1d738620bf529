'use strict';
// The test contract: window.__gameTest, as the task's document describes it.
(() => {
const OPTIONS = ['room', 'x', 'y', 'facing', 'hearts', 'air', 'safeMs', 'brass', 'salt', 'pearls', 'charges', 'keys', 'salves', 'lenses', 'lens', 'tide', 'tideLeft',
  'drifted', 'gate', 'seal', 'sealHits', 'wardenHealth', 'phase', 'windMs', 'mood', 'stunLeft'];

// Screens as they are before anything is decided; options say what else is so.
const SCENARIOS = {
  title: () => { S = fresh('title'); },
  hall: () => { still(); },
  seal: () => { still(); enter('vault', 7, 7); S.facing = 'down'; S.gate = 'open'; },
  warden: () => { still(); enter('orrery', 7, 5); S.facing = 'up'; S.gate = 'open'; S.seal = 'fallen'; S.windMs = 60000; },
  shop: () => { still(); enter('forge', 6, 6); S.screen = 'shop'; },
  paused: () => { still(); S.screen = 'paused'; },
  over: () => { still(); S.screen = 'lost'; },
};
// A dive in which nothing swims about and the tide is far from turning.
function still() { S = fresh('play'); S.eel.still = true; S.tideLeft = 600; }

function apply(options) {
  for (const [key, value] of Object.entries(options)) {
    if (OPTIONS.includes(key)) S[key] = value;
    else if (key === 'beside') for (const [way, tile] of Object.entries(value)) { const [x, y] = ahead(way); S.grid[S.room][y][x] = tile; }
    else if (key === 'eel') S.eel = { room: value[0], x: value[1], y: value[2], dir: 1, waitMs: EEL_MS, still: true };
    else if (key === 'fuse') S.fuses.push({ room: S.room, x: value[0], y: value[1], ms: value[2] });
    else return false;
  }
  S.coolMs = 0;
  return true;
}

const ACTIONS = {
  dive: () => dive(), again: () => again(), pause: () => pause(), resume: () => resume(), leave: () => leave(), sound: () => toggleSound(),
  step: a => STEPS[a.direction] ? step(a.direction) : refuse('not_now'), use: () => use(), strike: () => strike(), place: () => place(), craft: () => craft(),
  heal: () => heal(), lens: () => wearLens(), buySalve: () => buySalve(), buyLens: () => buyLens(), close: () => closeShop(),
};

window.__gameTest = {
  reset() { held.clear(); S = fresh('title'); return window.__gameTest.getSnapshot(); },
  loadScenario(name, options) {
    const make = SCENARIOS[name];
    if (!make) return { ok: false, reason: 'unknown scenario' };
    window.__gameTest.reset();
    make();
    if (!apply(options || {})) return { ok: false, reason: 'unknown option' };
    return { ok: true, scenario: name };
  },
  input(action) {
    const type = action && action.type;
    if (type === 'wait') return new Promise(done => setTimeout(() => done({ ok: true }), Math.min(3000, Math.max(0, Number(action.durationMs) || 0))));
    if (!Object.prototype.hasOwnProperty.call(ACTIONS, type)) return { ok: false, reason: 'unknown action' };
    const ok = ACTIONS[type](action);
    return ok ? { ok } : { ok, reason: S.reason };
  },
  getSnapshot() {
    const around = {};
    const leads = {};
    for (const way of Object.keys(STEPS)) { around[way] = kindAhead(way); leads[way] = (doorAhead(way) || { leads: '' }).leads; }
    const near = tile => S.fuses.some(f => f.room === S.room && beside(f.x, f.y, tile));
    return {
      schemaVersion: 1, screen: S.screen, room: S.room, x: S.x, y: S.y, facing: S.facing, front: front(), around, leads, reason: S.reason,
      hearts: S.hearts, air: Math.ceil(S.air), coolMs: S.coolMs, safeMs: S.safeMs, brass: S.brass, salt: S.salt, pearls: S.pearls, charges: S.charges, keys: S.keys,
      salves: S.salves, lenses: S.lenses, lens: Math.ceil(S.lens), tide: S.tide, tideLeft: Math.ceil(S.tideLeft), drifted: S.drifted, gate: S.gate, seal: S.seal, sealHits: S.sealHits,
      fuses: S.fuses.map(f => ({ room: f.room, x: f.x, y: f.y, ms: f.ms })), fuseBesideSeal: near('S'), fuseBesideWarden: near('W'), fuseBesideDiver: S.fuses.some(closeTo),
      airLow: airLow(), tideTurning: tideTurning(), lensFading: lensFading(), raised: raised(),
      wardenHealth: S.wardenHealth, phase: S.phase, windMs: S.windMs, mood: S.mood, besideWarden: besideWarden(),
      eel: { room: S.eel.room, x: S.eel.x, y: S.eel.y }, score: S.score, best, muted, controls: controls(),
    };
  },
};
})();
