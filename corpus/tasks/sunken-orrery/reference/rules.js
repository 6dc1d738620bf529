'use strict';
// The Sunken Orrery: state and rules. Nothing here knows the page; view.js paints the state, contract.js publishes it.

// ---- balance (DBT tables of the design document) -----------------------------------------------
const HEARTS_MOST = 5, AIR_MOST = 90, STEP_MS = 140, SAFE_MS = 1200, FLOOD_DRAIN = 2; // air and tide in seconds
const CHARGE_BRASS = 2, CHARGE_SALT = 1, CHARGES_MOST = 3, FUSE_MS = 1500;
const WEAK_AFTER = 2, TIDE_SECONDS = 15, LENS_SECONDS = 6, LENS_TIMES = 2;
const SALVE_PRICE = 4, LENS_PRICE = 6, SALVES_MOST = 2, SALVE_HEARTS = 2;
const WARDEN_HEALTH = 9, SECOND_PHASE = 7, THIRD_PHASE = 4, WIND_MS = 1600, WIND_FAST_MS = 900, STUN_SECONDS = 4;
const LOW_SECONDS = 1, RAISED_MS = 1500;
const EEL_MS = 420, POINTS_PEARL = 10, POINTS_HEART = 20, POINTS_WARDEN = 200;

const STEPS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

// ---- storage -----------------------------------------------------------------------------------
const BEST_KEY = 'sunken-orrery.best', MUTE_KEY = 'sunken-orrery.muted';
function stored(key, fallback) {
  try { const v = localStorage.getItem(key); return v === null ? fallback : JSON.parse(v); } catch (e) { return fallback; }
}
function store(key, value) {
  try { localStorage.setItem(key, JSON.stringify(value)); } catch (e) { /* no storage: play on without */ }
}

let best = Number(stored(BEST_KEY, 0)) || 0;
let muted = stored(MUTE_KEY, false) === true;
let S = fresh('title');

function fresh(screen) {
  const grid = {};
  for (const room of Object.keys(ROOMS)) grid[room] = ROOMS[room].map(line => line.split(''));
  return { screen, room: 'hall', x: 4, y: 4, facing: 'right', hearts: HEARTS_MOST, air: AIR_MOST, coolMs: 0, safeMs: 0,
    brass: 0, salt: 0, pearls: 0, charges: 0, keys: 0, salves: 0, lenses: 0, lens: 0,
    tide: 'ebb', tideLeft: TIDE_SECONDS, drifted: false, gate: 'shut', seal: 'whole', sealHits: 0, fuses: [],
    wardenHealth: WARDEN_HEALTH, phase: 1, mood: 'awake', stunLeft: 0, windMs: WIND_MS,
    eel: { room: 'kelp', x: 2, y: 5, dir: 1, waitMs: EEL_MS, still: false }, grid, score: 0, newBest: false, reason: '', flash: null };
}

// Every command ends in one of these two: done, or refused for a reason that the page shows.
function done() { S.reason = ''; return true; }
function refuse(reason) { S.reason = reason; return false; }

// ---- where things are -----------------------------------------------------------------------------
function kindAt(x, y) {
  if (S.eel.room === S.room && S.eel.x === x && S.eel.y === y) return 'eel';
  if (S.fuses.some(f => f.room === S.room && f.x === x && f.y === y)) return 'charge';
  const tile = (S.grid[S.room][y] || [])[x];
  if (tile === undefined) return 'wall';
  if (tile === 'G' && S.gate === 'open') return 'door';
  if (tile === 'S' && S.seal === 'fallen') return 'door';
  return /\d/.test(tile) ? 'door' : KINDS[tile];
}
const ahead = way => [S.x + STEPS[way][0], S.y + STEPS[way][1]];
const kindAhead = way => kindAt(...ahead(way));
const doorAhead = way => {
  const [x, y] = ahead(way), kind = kindAt(x, y);
  if (kind === 'current') return DRIFT;
  return kind === 'door' ? DOORS[S.grid[S.room][y][x]] : null;
};
const front = () => kindAhead(S.facing);
const beside = (x, y, tile) => Object.values(STEPS).some(([dx, dy]) => (S.grid[S.room][y + dy] || [])[x + dx] === tile);

// ---- the dive ---------------------------------------------------------------------------------------
function dive() {
  if (S.screen !== 'title') return refuse('not_now');
  S = fresh('play');
  return done();
}
function again() {
  if (S.screen !== 'won' && S.screen !== 'lost') return refuse('not_now');
  S = fresh('title');
  return done();
}
function pause() {
  if (S.screen !== 'play') return refuse('not_now');
  S.screen = 'paused';
  return done();
}
function resume() {
  if (S.screen !== 'paused') return refuse('not_now');
  S.screen = 'play';
  return done();
}
function leave() {
  if (S.screen !== 'paused') return refuse('not_now');
  S = fresh('title');
  return done();
}
function toggleSound() { muted = !muted; store(MUTE_KEY, muted); return true; }

// ---- steps --------------------------------------------------------------------------------------------
function step(way) {
  if (S.screen !== 'play') return refuse('not_now');
  if (S.coolMs > 0) return refuse('too_soon');
  S.facing = way;
  const kind = kindAhead(way);
  if (kind === 'eel') { hurt(); return refuse('bitten'); }
  if (kind === 'grate' && S.tide === 'flood') return refuse('flood');
  if (kind === 'current') return drift();
  if (kind === 'door') return passDoor(way);
  if (kind === 'wall') return refuse('blocked');
  if (kind !== 'floor' && kind !== 'grate' && !isLoose(kind)) return refuse('blocked');
  if (way === 'left') S.x -= 1;
  if (way === 'right') S.x += 1;
  if (way === 'up') S.y -= 1;
  if (way === 'down') S.y += 1;
  S.coolMs = STEP_MS;
  if (isLoose(kind)) take(kind);
  return done();
}

const isLoose = kind => kind === 'brass' || kind === 'salt' || kind === 'pearl' || kind === 'key';
function take(kind) {
  if (kind === 'brass') S.brass += 1;
  if (kind === 'salt') S.salt += 1;
  if (kind === 'pearl') S.pearls += 1;
  if (kind === 'key') S.keys += 1;
  S.grid[S.room][S.y][S.x] = '.';
}

function passDoor(way) {
  const door = doorAhead(way);
  enter(door.leads, door.x, door.y);
  return done();
}
function enter(room, x, y) {
  S.room = room;
  S.x = x;
  S.y = y;
  S.coolMs = STEP_MS;
}

// The current carries one way, and once a dive.
function drift() {
  if (S.drifted) return refuse('spent');
  S.drifted = true;
  enter(DRIFT.leads, DRIFT.x, DRIFT.y);
  return done();
}

// ---- hands: open, talk, breathe ---------------------------------------------------------------------------
function use() {
  if (S.screen !== 'play') return refuse('not_now');
  if (front() === 'bell') {
    S.air = AIR_MOST;
    return done();
  }
  if (front() === 'keeper') {
    S.screen = 'shop';
    return done();
  }
  if (front() === 'gate') {
    if (S.keys < 1) return refuse('no_key');
    S.keys -= 1;
    S.gate = 'open';
    return done();
  }
  return refuse('nothing_here');
}

function closeShop() {
  if (S.screen !== 'shop') return refuse('not_now');
  S.screen = 'play';
  return done();
}
function buySalve() {
  if (S.screen !== 'shop') return refuse('not_now');
  if (S.salves >= SALVES_MOST) return refuse('enough');
  if (S.pearls < SALVE_PRICE) return refuse('no_pearls');
  S.pearls -= SALVE_PRICE;
  S.salves += 1;
  return done();
}
function buyLens() {
  if (S.screen !== 'shop') return refuse('not_now');
  if (S.pearls < LENS_PRICE) return refuse('no_pearls');
  S.pearls -= LENS_PRICE;
  S.lenses += 1;
  return done();
}

function heal() {
  if (S.screen !== 'play') return refuse('not_now');
  if (S.salves < 1) return refuse('no_salve');
  if (S.hearts >= HEARTS_MOST) return refuse('whole');
  S.salves -= 1;
  S.hearts = Math.min(HEARTS_MOST, S.hearts + SALVE_HEARTS);
  return done();
}
function wearLens() {
  if (S.screen !== 'play') return refuse('not_now');
  if (S.lens > 0) return refuse('worn');
  if (S.lenses < 1) return refuse('no_lens');
  S.lenses -= 1;
  S.lens = LENS_SECONDS;
  return done();
}

// ---- charges -------------------------------------------------------------------------------------------------
function craft() {
  if (S.screen !== 'play') return refuse('not_now');
  if (S.charges >= CHARGES_MOST) return refuse('pouch_full');
  if (S.brass < CHARGE_BRASS) return refuse('no_brass');
  if (S.salt < CHARGE_SALT) return refuse('no_salt');
  S.brass -= CHARGE_BRASS;
  S.salt -= CHARGE_SALT;
  S.charges += 1;
  return done();
}

function place() {
  if (S.screen !== 'play') return refuse('not_now');
  if (S.charges < 1) return refuse('no_charge');
  if (front() !== 'floor') return refuse('no_room');
  const [x, y] = ahead(S.facing);
  S.charges -= 1;
  S.fuses.push({ room: S.room, x, y, ms: FUSE_MS });
  return done();
}

function burn(ms) {
  for (const fuse of S.fuses.slice()) {
    fuse.ms -= ms;
    if (fuse.ms <= 0) burst(fuse);
  }
}

function burst(fuse) {
  S.fuses.splice(S.fuses.indexOf(fuse), 1);
  S.flash = { room: fuse.room, x: fuse.x, y: fuse.y, ms: 400 };
  if (fuse.room !== S.room) return;
  if (beside(fuse.x, fuse.y, 'S')) shakeSeal();
  if (beside(fuse.x, fuse.y, 'W') && S.mood === 'awake') stun();
  if (closeTo(fuse)) hurt();
}
const closeTo = fuse => fuse.room === S.room && Math.abs(fuse.x - S.x) + Math.abs(fuse.y - S.y) <= 1;

// A whole seal stands any burst; a weakened one falls, and the way is open.
function shakeSeal() {
  if (S.seal !== 'weakened') return;
  S.seal = 'fallen';
}

function stun() {
  S.mood = 'stunned';
  S.stunLeft = STUN_SECONDS;
}

// ---- the hammer --------------------------------------------------------------------------------------------------
function strike() {
  if (S.screen !== 'play') return refuse('not_now');
  if (front() === 'seal') return strikeSeal();
  if (front() === 'warden') return strikeWarden();
  return refuse('nothing_here');
}

function strikeSeal() {
  if (S.seal === 'weakened') return refuse('needs_charge');
  if (S.sealHits >= WEAK_AFTER) S.seal = 'weakened';
  S.sealHits += 1;
  return done();
}

function strikeWarden() {
  if (S.phase === 2 && S.mood === 'awake') return refuse('shielded');
  if (S.wardenHealth <= 1) return win();
  if (S.lens > 0 && S.wardenHealth <= LENS_TIMES) return win();
  if (S.wardenHealth <= THIRD_PHASE) S.phase = 3;
  else if (S.wardenHealth <= SECOND_PHASE) S.phase = 2;
  if (S.lens > 0) S.wardenHealth -= LENS_TIMES;
  else S.wardenHealth -= 1;
  return done();
}

// ---- harm and ends ---------------------------------------------------------------------------------------------------
function hurt() {
  if (S.safeMs > 0) return;
  S.safeMs = SAFE_MS;
  if (S.hearts <= 1) {
    S.hearts = 0;
    return lose();
  }
  S.hearts -= 1;
}
function lose() {
  S.screen = 'lost';
  reckon();
}
function win() {
  S.screen = 'won';
  S.wardenHealth = 0;
  reckon();
  return done();
}
function reckon() {
  const bonus = S.screen === 'won' ? POINTS_WARDEN : 0;
  const worth = POINTS_PEARL * S.pearls + POINTS_HEART * S.hearts + bonus;
  S.score = worth;
  if (worth > best) {
    best = worth;
    S.newBest = true;
    store(BEST_KEY, best);
  }
}

// ---- time ----------------------------------------------------------------------------------------------------------------
function tick(ms) {
  if (S.screen !== 'play') return;
  S.coolMs = Math.max(0, S.coolMs - ms);
  S.safeMs = Math.max(0, S.safeMs - ms);
  if (S.lens > 0) S.lens = Math.max(0, S.lens - ms / 1000);
  if (S.flash) { S.flash.ms -= ms; if (S.flash.ms <= 0) S.flash = null; }
  breathe(ms);
  turnTide(ms);
  if (S.fuses.length > 0) burn(ms);
  swim(ms);
  guard(ms);
}

function breathe(ms) {
  const drain = S.tide === 'flood' ? FLOOD_DRAIN : 1;
  S.air = Math.max(0, S.air - drain * ms / 1000);
  if (S.air <= 0) lose();
}

function turnTide(ms) {
  S.tideLeft -= ms / 1000;
  if (S.tideLeft > 0) return;
  S.tideLeft += TIDE_SECONDS;
  S.tide = S.tide === 'ebb' ? 'flood' : 'ebb';
}

function swim(ms) {
  const eel = S.eel;
  if (eel.still) return;
  eel.waitMs -= ms;
  if (eel.waitMs > 0) return;
  eel.waitMs += EEL_MS;
  const x = eel.x + eel.dir;
  if (S.grid[eel.room][eel.y][x] !== '.') { eel.dir = -eel.dir; return; }
  if (S.room === eel.room && S.x === x && S.y === eel.y) { hurt(); return; }
  eel.x = x;
}

// The warden winds up for a blow at whoever stands beside it, faster in its last phase; a stunned one does not.
function guard(ms) {
  if (S.room !== 'orrery') return;
  if (S.mood !== 'awake') return recover(ms);
  S.windMs -= ms;
  if (S.windMs > 0) return;
  S.windMs = S.phase === 3 ? WIND_FAST_MS : WIND_MS;
  if (besideWarden()) hurt();
}
function recover(ms) {
  S.stunLeft -= ms / 1000;
  if (S.stunLeft > 0) return;
  S.mood = 'awake';
  S.windMs = WIND_MS;
}
const besideWarden = () => beside(S.x, S.y, 'W');

// What the page warns of: the last second of air, tide and glow, and a claw that is raised.
const airLow = () => S.air <= LOW_SECONDS;
const tideTurning = () => S.tideLeft <= LOW_SECONDS;
const lensFading = () => S.lens > 0 && S.lens <= LOW_SECONDS;
const raised = () => S.room === 'orrery' && S.mood === 'awake' && S.windMs <= RAISED_MS;
