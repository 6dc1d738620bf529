'use strict';
// The page: the canvas, its buttons, keys and pointers, and the frame loop.

const canvas = document.getElementById('deep');
const ctx = canvas.getContext('2d');
const frameBox = { scale: 1, left: 0, top: 0 };
const REASONS = {
  not_now: 'Not now.', too_soon: '', bitten: 'The eel bites.', flood: 'The grate is closed at flood.', blocked: '', spent: 'The current is spent.', no_key: 'The gate wants a key.',
  nothing_here: 'There is nothing to do here.', enough: 'Two salves are all you can carry.', no_pearls: 'Not pearls enough.', no_salve: 'There is no salve.', whole: 'You are unhurt.', worn: 'The lens still glows.',
  no_lens: 'There is no lens.', pouch_full: 'Three charges fill the pouch.', no_brass: 'A charge takes two pieces of brass.', no_salt: 'A charge takes salt.', no_charge: 'There is no charge.',
  no_room: 'A charge needs free floor in front of you.', needs_charge: 'It is weak. Now only a charge beside it will do.', shielded: 'Its shield holds. Stun it.',
};

// ---- buttons -------------------------------------------------------------------------------------------
function buttons() {
  const list = [], add = (id, label, x, y, w, h, more) => list.push({ id, label, x, y, w, h, ...more });
  const y = HIGH - FOOT;
  if (S.screen === 'play') {
    add('pause', 'II', WIDE - 64, 14, 46, 44, { small: true });
    add('left', '\u2190', 578, y + 8, 42, 34, { small: true }); add('right', '\u2192', 670, y + 8, 42, 34, { small: true });
    add('up', '\u2191', 624, y + 8, 42, 34, { small: true }); add('down', '\u2193', 624, y + 46, 42, 34, { small: true });
    add('use', 'Use', 722, y + 8, 70, 34, { small: true }); add('strike', 'Strike', 798, y + 8, 70, 34, { small: true }); add('place', 'Charge', 874, y + 8, 78, 34, { small: true });
    add('craft', 'Craft', 722, y + 46, 70, 34, { small: true }); add('heal', 'Salve', 798, y + 46, 70, 34, { small: true }); add('lens', 'Lens', 874, y + 46, 78, 34, { small: true });
    return list;
  }
  const mid = WIDE / 2;
  if (S.screen === 'title') { add('dive', 'Dive', mid - 120, 430, 240, 56, { main: true }); add('sound', muted ? 'Sound: off' : 'Sound: on', mid - 80, 498, 160, 36, { small: true }); }
  if (S.screen === 'paused') { add('resume', 'Go on', mid - 120, 400, 240, 56, { main: true }); add('leave', 'Leave the dive', mid - 120, 468, 240, 44); }
  if (S.screen === 'shop') { add('buy-salve', `A salve, ${SALVE_PRICE} pearls (1)`, mid - 150, 350, 300, 48); add('buy-lens', `A lens, ${LENS_PRICE} pearls (2)`, mid - 150, 408, 300, 48); add('close', 'Farewell', mid - 100, 474, 200, 48, { main: true }); }
  if (S.screen === 'won' || S.screen === 'lost') add('again', 'To the surface', mid - 120, 440, 240, 56, { main: true });
  return list;
}
const COMMANDS = {
  dive, again, pause, resume, leave, sound: toggleSound, left: () => step('left'), right: () => step('right'), up: () => step('up'), down: () => step('down'),
  use, strike, place, craft, heal, lens: wearLens, 'buy-salve': buySalve, 'buy-lens': buyLens, close: closeShop,
};

// ---- keys -----------------------------------------------------------------------------------------------
const KEYS = {
  title: { Enter: 'dive', KeyM: 'sound' },
  play: { ArrowLeft: 'left', KeyA: 'left', ArrowRight: 'right', KeyD: 'right', ArrowUp: 'up', KeyW: 'up', ArrowDown: 'down', KeyS: 'down', KeyE: 'use', KeyX: 'strike',
    Space: 'place', KeyC: 'craft', KeyH: 'heal', KeyL: 'lens', KeyP: 'pause', Escape: 'pause', KeyM: 'sound' },
  paused: { KeyP: 'resume', Escape: 'resume', Enter: 'resume', KeyQ: 'leave', KeyM: 'sound' },
  shop: { Digit1: 'buy-salve', Digit2: 'buy-lens', Escape: 'close', KeyE: 'close', Enter: 'close', KeyM: 'sound' },
  won: { Enter: 'again', KeyM: 'sound' }, lost: { Enter: 'again', KeyM: 'sound' },
};
const held = new Map();
window.addEventListener('keydown', event => {
  const name = KEYS[S.screen][event.code];
  if (!name) return;
  event.preventDefault();
  if (STEPS[name]) held.set(event.code, name);
  if (!event.repeat) COMMANDS[name]();
});
window.addEventListener('keyup', event => held.delete(event.code));
window.addEventListener('blur', () => held.clear());
document.addEventListener('visibilitychange', () => { if (document.hidden) { held.clear(); pause(); } });

// ---- pointer ----------------------------------------------------------------------------------------------
function buttonAt(event) {
  const r = canvas.getBoundingClientRect();
  const x = (event.clientX - r.left - frameBox.left) / frameBox.scale, y = (event.clientY - r.top - frameBox.top) / frameBox.scale;
  return buttons().find(b => x >= b.x && x <= b.x + b.w && y >= b.y && y <= b.y + b.h);
}
let pressed = null;
canvas.addEventListener('pointerdown', event => { const b = buttonAt(event); pressed = b ? b.id : null; event.preventDefault(); });
canvas.addEventListener('pointermove', event => { canvas.style.cursor = buttonAt(event) ? 'pointer' : 'default'; });
canvas.addEventListener('pointerup', event => { const b = buttonAt(event); if (b && b.id === pressed) COMMANDS[b.id](); pressed = null; });

function controls() {
  const r = canvas.getBoundingClientRect(), found = {};
  for (const b of buttons()) {
    found[b.id] = { left: r.left + frameBox.left + b.x * frameBox.scale, top: r.top + frameBox.top + b.y * frameBox.scale, width: b.w * frameBox.scale, height: b.h * frameBox.scale };
  }
  return found;
}

// ---- pictures -----------------------------------------------------------------------------------------------
function resize() {
  const ratio = window.devicePixelRatio || 1, w = window.innerWidth, h = window.innerHeight;
  canvas.width = Math.max(1, Math.round(w * ratio));
  canvas.height = Math.max(1, Math.round(h * ratio));
  frameBox.scale = Math.min(w / WIDE, h / HIGH);
  frameBox.left = (w - WIDE * frameBox.scale) / 2;
  frameBox.top = (h - HIGH * frameBox.scale) / 2;
}
window.addEventListener('resize', resize);

const SHEETS = {
  title: () => ['The Sunken Orrery', ['Dive for the great clock of planets, and past its warden.', 'Arrows or WASD swim; E uses, X strikes, Space lays a charge.', 'C crafts one from brass and salt; H salve, L lens, P pause.', `Best dive: ${best}`]],
  paused: () => ['A pause', ['Tide, air and warden stand still.']],
  shop: () => ['The keeper', ['"Pearls for salve, pearls for light."', `You have ${S.pearls} pearls. ${REASONS[S.reason] || ''}`]],
  won: () => ['The planets turn', ['The warden is still, and the orrery runs.', `This dive is worth ${S.score}${S.newBest ? ', the best one yet' : ''}.`]],
  lost: () => ['The deep keeps you', [`This dive is worth ${S.score}.`, `Best dive: ${best}`]],
};
function paint(time) {
  const ratio = window.devicePixelRatio || 1;
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.fillStyle = '#04141c';
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.setTransform(ratio * frameBox.scale, 0, 0, ratio * frameBox.scale, ratio * frameBox.left, ratio * frameBox.top);
  paintRoom(ctx, time);
  paintBars(ctx);
  if (SHEETS[S.screen]) paintSheet(ctx, ...SHEETS[S.screen]());
  paintButtons(ctx);
}

let last = 0;
function frame(now) {
  const ms = Math.min(100, Math.max(0, now - last));
  last = now;
  tick(ms);
  // A key that is held takes the next step as soon as there is one to take.
  if (S.screen === 'play' && S.coolMs <= 0 && held.size) {
    const way = [...held.values()].pop(), kind = kindAhead(way);
    if (kind === 'floor' || isLoose(kind) || kind === 'door' || kind === 'grate' && S.tide === 'ebb') step(way);
  }
  paint(now);
  requestAnimationFrame(frame);
}
resize();
requestAnimationFrame(now => { last = now; frame(now); });
