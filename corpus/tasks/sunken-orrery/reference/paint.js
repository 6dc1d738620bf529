'use strict';
// How things look. Everything is painted in tiles of 64 units on a field of 15 by 9, with a bar above and below.

const TILE = 64, BAR = 72, FOOT = 84, WIDE = COLUMNS * TILE, HIGH = ROWS * TILE + BAR + FOOT, TAU = Math.PI * 2;
const FONT = 'Georgia, "Times New Roman", serif';
const TINT = { hall: ['#0e3a4c', '#1b6277'], kelp: ['#0d3b36', '#1f6b57'], forge: ['#35241f', '#6d4630'], vault: ['#1b2450', '#38427e'], orrery: ['#2b1740', '#57307a'] };

function say(c, text, x, y, size, color, align, weight) {
  c.font = `${weight || 'normal'} ${size}px ${FONT}`;
  c.textAlign = align || 'left';
  c.textBaseline = 'middle';
  c.fillStyle = color;
  c.fillText(text, x, y);
}
function disc(c, x, y, r, color) {
  c.fillStyle = color;
  c.beginPath();
  c.arc(x, y, r, 0, TAU);
  c.fill();
}
function glow(c, x, y, r, color) {
  const g = c.createRadialGradient(x, y, 0, x, y, r);
  g.addColorStop(0, `rgba(${color},0.75)`);
  g.addColorStop(1, `rgba(${color},0)`);
  c.fillStyle = g;
  c.beginPath();
  c.arc(x, y, r, 0, TAU);
  c.fill();
}
function box(c, x, y, w, h, r, color) {
  c.fillStyle = color;
  c.beginPath();
  c.roundRect(x, y, w, h, r);
  c.fill();
}

const PAINT = {
  wall(c, x, y, tint) {
    box(c, x + 1, y + 1, TILE - 2, TILE - 2, 8, tint[1]);
    box(c, x + 5, y + 5, TILE - 10, TILE - 22, 6, 'rgba(255,255,255,0.07)');
    c.strokeStyle = 'rgba(0,0,0,0.3)';
    c.lineWidth = 2;
    c.strokeRect(x + 8, y + 34, TILE - 16, 1);
  },
  brass(c, x, y) {
    c.strokeStyle = '#e2a84c';
    c.lineWidth = 7;
    c.beginPath(); c.arc(x + 32, y + 32, 13, 0, TAU); c.stroke();
    for (let i = 0; i < 8; i++) disc(c, x + 32 + Math.cos(i * TAU / 8) * 20, y + 32 + Math.sin(i * TAU / 8) * 20, 4.5, '#e2a84c');
  },
  salt(c, x, y) {
    c.fillStyle = '#eaf6f6';
    for (const [dx, dy, r] of [[22, 38, 10], [40, 40, 12], [31, 24, 11]]) {
      c.beginPath(); c.moveTo(x + dx, y + dy - r); c.lineTo(x + dx + r * 0.8, y + dy); c.lineTo(x + dx, y + dy + r); c.lineTo(x + dx - r * 0.8, y + dy); c.fill();
    }
  },
  pearl(c, x, y) { glow(c, x + 32, y + 32, 28, '220,235,255'); disc(c, x + 32, y + 32, 11, '#f4f7ff'); disc(c, x + 28, y + 28, 4, '#ffffff'); },
  key(c, x, y) {
    glow(c, x + 32, y + 32, 30, '255,214,120');
    c.strokeStyle = '#ffd678';
    c.lineWidth = 6;
    c.beginPath(); c.arc(x + 22, y + 32, 9, 0, TAU); c.moveTo(x + 31, y + 32); c.lineTo(x + 50, y + 32); c.lineTo(x + 50, y + 42); c.moveTo(x + 42, y + 32); c.lineTo(x + 42, y + 40); c.stroke();
  },
  gate(c, x, y) {
    box(c, x + 2, y + 2, 60, 60, 6, '#52351f');
    for (let i = 0; i < 4; i++) box(c, x + 8 + i * 14, y + 4, 6, 56, 3, '#c98f42');
    disc(c, x + 32, y + 32, 9, '#3a220f');
    disc(c, x + 32, y + 32, 4, '#ffd678');
  },
  seal(c, x, y) {
    box(c, x + 1, y + 1, 62, 62, 10, '#4d4a63');
    c.strokeStyle = S.seal === 'weakened' ? '#ff9d6b' : '#c8c2f0';
    c.lineWidth = 5;
    c.beginPath(); c.arc(x + 32, y + 32, 20, 0, TAU); c.moveTo(x + 18, y + 32); c.lineTo(x + 46, y + 32); c.moveTo(x + 32, y + 18); c.lineTo(x + 32, y + 46); c.stroke();
    if (S.sealHits > 0) { c.strokeStyle = '#140f1f'; c.lineWidth = 3; c.beginPath(); c.moveTo(x + 10, y + 8); c.lineTo(x + 26, y + 30); c.lineTo(x + 20, y + 56); c.stroke(); }
    if (S.seal === 'weakened') { c.beginPath(); c.moveTo(x + 54, y + 6); c.lineTo(x + 38, y + 30); c.lineTo(x + 46, y + 58); c.stroke(); }
  },
  bell(c, x, y) {
    glow(c, x + 32, y + 34, 40, '120,230,255');
    c.fillStyle = '#7fd8e8';
    c.beginPath(); c.moveTo(x + 12, y + 50); c.bezierCurveTo(x + 20, y + 42, x + 14, y + 12, x + 32, y + 12); c.bezierCurveTo(x + 50, y + 12, x + 44, y + 42, x + 52, y + 50); c.fill();
    disc(c, x + 32, y + 52, 6, '#bff3ff');
  },
  keeper(c, x, y) {
    disc(c, x + 32, y + 22, 13, '#f0c9a0');
    c.fillStyle = '#8a3f57';
    c.beginPath(); c.moveTo(x + 12, y + 60); c.quadraticCurveTo(x + 32, y + 22, x + 52, y + 60); c.fill();
    disc(c, x + 28, y + 21, 2, '#222'); disc(c, x + 36, y + 21, 2, '#222');
  },
  grate(c, x, y) {
    c.strokeStyle = S.tide === 'flood' ? '#b9c6cc' : 'rgba(185,198,204,0.28)';
    c.lineWidth = 4;
    for (let i = 0; i < 4; i++) { c.beginPath(); c.moveTo(x + 10 + i * 15, y + 4); c.lineTo(x + 10 + i * 15, y + 60); c.stroke(); }
  },
  current(c, x, y) {
    c.strokeStyle = S.drifted ? 'rgba(120,200,255,0.25)' : '#8fd8ff';
    c.lineWidth = 4;
    for (let i = 0; i < 3; i++) { c.beginPath(); c.arc(x + 32, y + 32, 8 + i * 9, 0.4 + i, 4.4 + i); c.stroke(); }
  },
  door(c, x, y) { box(c, x + 6, y + 6, 52, 52, 10, '#0a0f14'); box(c, x + 14, y + 14, 36, 36, 8, 'rgba(160,220,255,0.18)'); },
  charge(c, x, y) { glow(c, x + 32, y + 32, 34, '255,140,70'); disc(c, x + 32, y + 34, 14, '#2a2430'); disc(c, x + 40, y + 20, 5, '#ffd27a'); },
  eel(c, x, y) {
    c.strokeStyle = '#d6f25c';
    c.lineWidth = 11;
    c.lineCap = 'round';
    c.beginPath(); c.moveTo(x + 8, y + 38); c.bezierCurveTo(x + 22, y + 16, x + 38, y + 54, x + 54, y + 28); c.stroke();
    c.lineCap = 'butt';
    disc(c, x + 53, y + 26, 3, '#10240a');
  },
  warden(c, x, y) {
    glow(c, x + 32, y + 32, 62, S.mood === 'stunned' ? '150,200,255' : S.phase === 2 ? '255,214,120' : '255,90,90');
    c.fillStyle = '#7c2f3c';
    c.beginPath(); c.ellipse(x + 32, y + 34, 30, 24, 0, 0, TAU); c.fill();
    c.strokeStyle = '#a8485a';
    c.lineWidth = 6;
    for (const side of [-1, 1]) for (let i = 0; i < 3; i++) { c.beginPath(); c.moveTo(x + 32 + side * 22, y + 26 + i * 9); c.lineTo(x + 32 + side * 36, y + 18 + i * 15); c.stroke(); }
    if (raised()) { c.fillStyle = '#ff9d6b'; c.beginPath(); c.moveTo(x + 32, y - 14); c.lineTo(x + 46, y + 12); c.lineTo(x + 18, y + 12); c.fill(); }
    disc(c, x + 22, y + 26, 5, '#ffe08a'); disc(c, x + 42, y + 26, 5, '#ffe08a');
    if (S.phase === 2 && S.mood === 'awake') { c.strokeStyle = '#ffd678'; c.lineWidth = 3; c.beginPath(); c.arc(x + 32, y + 32, 31, 0, TAU); c.stroke(); }
  },
};

function paintDiver(c, x, y) {
  if (S.safeMs > 0 && Math.floor(S.safeMs / 100) % 2) return;
  const [dx, dy] = STEPS[S.facing];
  glow(c, x + 32 + dx * 26, y + 32 + dy * 26, 44, S.lens > 0 ? '255,240,150' : '140,220,255');
  box(c, x + 14, y + 24, 36, 34, 12, '#c27b3b');
  disc(c, x + 32, y + 24, 18, '#e0a45a');
  disc(c, x + 32 + dx * 7, y + 24 + dy * 5, 10, '#12303c');
  disc(c, x + 29 + dx * 7, y + 21 + dy * 5, 3, '#bff3ff');
}

function paintRoom(c, time) {
  const tint = TINT[S.room];
  const g = c.createLinearGradient(0, BAR, 0, HIGH);
  g.addColorStop(0, tint[0]);
  g.addColorStop(1, '#041018');
  c.fillStyle = g;
  c.fillRect(0, BAR, WIDE, ROWS * TILE);
  for (let i = 0; i < 26; i++) {
    const drift = (time / 40 + i * 97) % (ROWS * TILE);
    disc(c, (i * 151) % WIDE, HIGH - FOOT - drift, 2 + (i % 3), 'rgba(200,240,255,0.12)');
  }
  for (let row = 0; row < ROWS; row++) for (let col = 0; col < COLUMNS; col++) {
    const kind = kindAt(col, row), x = col * TILE, y = BAR + row * TILE;
    if (PAINT[kind]) PAINT[kind](c, x, y, tint);
  }
  paintDiver(c, S.x * TILE, BAR + S.y * TILE);
  if (S.flash && S.flash.room === S.room) glow(c, S.flash.x * TILE + 32, BAR + S.flash.y * TILE + 32, 150 * (1 - S.flash.ms / 500), '255,190,110');
  if (S.tide === 'flood') { c.fillStyle = 'rgba(40,120,200,0.16)'; c.fillRect(0, BAR, WIDE, ROWS * TILE); }
}

function meter(c, x, y, w, share, color, label) {
  box(c, x, y, w, 16, 8, 'rgba(255,255,255,0.12)');
  if (share > 0.02) box(c, x, y, w * Math.min(1, share), 16, 8, color);
  say(c, label, x, y - 12, 15, '#bcd6dd');
}

function paintBars(c) {
  box(c, 0, 0, WIDE, BAR, 0, '#061a24');
  say(c, NAMES[S.room], 18, 36, 24, '#ffd9a0', 'left', 'bold');
  for (let i = 0; i < HEARTS_MOST; i++) disc(c, 268 + i * 28, 36, 10, i < S.hearts ? '#ff6f7d' : 'rgba(255,255,255,0.14)');
  meter(c, 430, 40, 150, S.air / AIR_MOST, airLow() ? '#ff6f5d' : '#7fd8e8', `Air ${Math.ceil(S.air)}`);
  meter(c, 610, 40, 130, S.tideLeft / TIDE_SECONDS, tideTurning() ? '#ffe08a' : S.tide === 'ebb' ? '#6fb98f' : '#5a8fe0', S.tide === 'ebb' ? 'Ebb' : 'Flood');
  if (S.lens > 0) meter(c, 770, 40, 110, S.lens / LENS_SECONDS, lensFading() ? '#ff9d6b' : '#ffe08a', 'Lens');
  else if (S.room === 'orrery') meter(c, 770, 40, 110, S.wardenHealth / WARDEN_HEALTH, '#ff6f5d', `Warden, ${S.phase}`);
  const y = HIGH - FOOT;
  box(c, 0, y, WIDE, FOOT, 0, '#061a24');
  const goods = [['Brass', S.brass], ['Salt', S.salt], ['Pearls', S.pearls], ['Charges', S.charges], ['Keys', S.keys], ['Salves', S.salves], ['Lenses', S.lenses]];
  goods.forEach(([name, count], i) => {
    say(c, name, 20 + i * 78, y + 24, 14, '#8fb2bd');
    say(c, String(count), 20 + i * 78, y + 50, 24, count ? '#fff3d9' : '#54707a', 'left', 'bold');
  });
  say(c, REASONS[S.reason] || '', 20, y + 74, 14, '#ffc68a', 'left', 'italic');
}

function paintSheet(c, title, lines) {
  c.fillStyle = 'rgba(2,10,16,0.72)';
  c.fillRect(0, 0, WIDE, HIGH);
  box(c, WIDE / 2 - 300, 120, 600, 430, 26, '#0d2f3e');
  c.strokeStyle = '#c98f42';
  c.lineWidth = 3;
  c.stroke();
  say(c, title, WIDE / 2, 190, 44, '#ffd9a0', 'center', 'bold');
  lines.forEach((line, i) => say(c, line, WIDE / 2, 246 + i * 30, 19, '#cfe6ec', 'center'));
}

function paintButtons(c) {
  for (const b of buttons()) {
    const g = c.createLinearGradient(0, b.y, 0, b.y + b.h);
    g.addColorStop(0, b.main ? '#ffcb7a' : '#27566a');
    g.addColorStop(1, b.main ? '#d98a34' : '#183b4a');
    box(c, b.x, b.y, b.w, b.h, 12, g);
    say(c, b.label, b.x + b.w / 2, b.y + b.h / 2 + 1, b.small ? 15 : 19, b.main ? '#33200a' : '#e6f4f7', 'center', 'bold');
  }
}
