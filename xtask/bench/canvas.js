// What games draw, as scenes of one frame each, for `cargo xtask bench --canvas`: the same script runs in Oracade and in
// Chromium. A frame ends with the reading of a pixel, so that it is really drawn.
'use strict';

const WIDTH = 800;
const HEIGHT = 600;
const canvas = document.createElement('canvas');
canvas.width = WIDTH;
canvas.height = HEIGHT;
const x = canvas.getContext('2d', { willReadFrequently: true });

/** A repeatable number below `limit` for a place in a scene. */
const at = (i, k, limit) => (((i * 7919 + k * 104729) % 10007) / 10007) * limit;

function made(width, height, paint) {
  const other = document.createElement('canvas');
  other.width = width;
  other.height = height;
  paint(other.getContext('2d', { willReadFrequently: true }));
  return other;
}

const sprite = made(32, 32, (c) => {
  c.fillStyle = '#38c';
  c.beginPath();
  c.arc(16, 16, 14, 0, Math.PI * 2);
  c.fill();
  c.fillStyle = '#fd4';
  c.fillRect(9, 9, 5, 5);
  c.fillRect(18, 9, 5, 5);
});
const glow = made(64, 64, (c) => {
  const g = c.createRadialGradient(32, 32, 0, 32, 32, 32);
  g.addColorStop(0, 'rgba(255, 220, 120, 0.9)');
  g.addColorStop(1, 'rgba(255, 80, 0, 0)');
  c.fillStyle = g;
  c.fillRect(0, 0, 64, 64);
});
const background = made(400, 300, (c) => {
  for (let i = 0; i < 120; i++) {
    c.fillStyle = `hsl(${i * 37}, 60%, 50%)`;
    c.fillRect(at(i, 1, 400), at(i, 2, 300), 40, 30);
  }
});
const tile = made(24, 24, (c) => {
  c.fillStyle = '#264';
  c.fillRect(0, 0, 24, 24);
  c.fillStyle = '#375';
  c.fillRect(0, 0, 12, 12);
  c.fillRect(12, 12, 12, 12);
});

const scenes = {
  'rectangles 5000'(f) {
    for (let i = 0; i < 5000; i++) {
      x.fillStyle = i % 2 ? '#c33' : '#3c3';
      x.fillRect(at(i + f, 1, 790), at(i, 2, 590), 8, 8);
    }
  },
  'particles 2000'(f) {
    for (let i = 0; i < 2000; i++) {
      x.fillStyle = i % 3 ? 'rgba(255, 200, 60, 0.7)' : '#fff';
      x.beginPath();
      x.arc(at(i + f, 1, 800), at(i, 2, 600), 2 + (i % 4), 0, Math.PI * 2);
      x.fill();
    }
  },
  'strokes 500'(f) {
    x.strokeStyle = '#8cf';
    x.lineWidth = 2;
    x.lineJoin = 'round';
    for (let i = 0; i < 500; i++) {
      x.beginPath();
      x.moveTo(at(i + f, 1, 800), at(i, 2, 600));
      for (let k = 0; k < 4; k++) x.lineTo(at(i + f, 3 + k, 800), at(i, 9 + k, 600));
      x.stroke();
    }
  },
  'curves 200'(f) {
    x.lineWidth = 3;
    for (let i = 0; i < 200; i++) {
      const [cx, cy] = [at(i + f, 1, 760), at(i, 2, 560)];
      x.beginPath();
      x.moveTo(cx, cy);
      x.bezierCurveTo(cx + 60, cy - 20, cx + 50, cy + 70, cx + 20, cy + 40);
      x.quadraticCurveTo(cx - 20, cy + 30, cx, cy);
      x.fillStyle = '#a4c';
      x.strokeStyle = '#fff';
      x.fill();
      x.stroke();
    }
  },
  'sprites 2000'(f) {
    for (let i = 0; i < 2000; i++) x.drawImage(sprite, Math.floor(at(i + f, 1, 770)), Math.floor(at(i, 2, 570)));
  },
  'sprites scaled 500'(f) {
    for (let i = 0; i < 500; i++) x.drawImage(sprite, at(i + f, 1, 750), at(i, 2, 550), 48, 40);
  },
  'sprites turned 500'(f) {
    for (let i = 0; i < 500; i++) {
      x.save();
      x.translate(at(i + f, 1, 800), at(i, 2, 600));
      x.rotate(i + f / 10);
      x.globalAlpha = 0.8;
      x.drawImage(sprite, -20, -20, 40, 40);
      x.restore();
    }
  },
  'pixel art 300'(f) {
    x.imageSmoothingEnabled = false;
    for (let i = 0; i < 300; i++) x.drawImage(sprite, Math.floor(at(i + f, 1, 700)), Math.floor(at(i, 2, 500)), 96, 96);
    x.imageSmoothingEnabled = true;
  },
  'background scaled 4'() {
    for (let i = 0; i < 4; i++) x.drawImage(background, 0, 0, WIDTH, HEIGHT);
  },
  'glow sprites, lighter 300'(f) {
    x.globalCompositeOperation = 'lighter';
    for (let i = 0; i < 300; i++) x.drawImage(glow, at(i + f, 1, 740), at(i, 2, 540));
    x.globalCompositeOperation = 'source-over';
  },
  'gradient, upright 8'() {
    for (let i = 0; i < 8; i++) {
      const g = x.createLinearGradient(0, 0, 0, HEIGHT);
      g.addColorStop(0, '#123');
      g.addColorStop(1, '#68a');
      x.fillStyle = g;
      x.fillRect(0, 0, WIDTH, HEIGHT);
    }
  },
  'gradient, diagonal 4'() {
    for (let i = 0; i < 4; i++) {
      const g = x.createLinearGradient(0, 0, WIDTH, HEIGHT);
      g.addColorStop(0, '#123');
      g.addColorStop(0.5, '#a34');
      g.addColorStop(1, '#68a');
      x.fillStyle = g;
      x.fillRect(0, 0, WIDTH, HEIGHT);
    }
  },
  'gradient, radial 200'(f) {
    for (let i = 0; i < 200; i++) {
      const [cx, cy] = [at(i + f, 1, 800), at(i, 2, 600)];
      const g = x.createRadialGradient(cx, cy, 0, cx, cy, 40);
      g.addColorStop(0, 'rgba(255, 240, 180, 1)');
      g.addColorStop(0.4, 'rgba(255, 150, 40, 0.6)');
      g.addColorStop(1, 'rgba(255, 0, 0, 0)');
      x.fillStyle = g;
      x.fillRect(cx - 40, cy - 40, 80, 80);
    }
  },
  'shadows 200'(f) {
    x.shadowBlur = 15;
    x.shadowColor = '#0ff';
    x.fillStyle = '#fff';
    for (let i = 0; i < 200; i++) {
      x.beginPath();
      x.arc(at(i + f, 1, 800), at(i, 2, 600), 12, 0, Math.PI * 2);
      x.fill();
    }
    x.shadowBlur = 0;
    x.shadowColor = 'transparent';
  },
  'text, changing numbers 200'(f) {
    x.font = '16px sans-serif';
    x.fillStyle = '#fff';
    for (let i = 0; i < 200; i++) x.fillText(`Score: ${i * 7919 + f * 104729}`, at(i, 1, 700), 20 + at(i, 2, 570));
  },
  'text, the same 500'() {
    x.font = 'bold 20px sans-serif';
    x.fillStyle = '#fe8';
    for (let i = 0; i < 500; i++) x.fillText('GAME OVER', at(i, 1, 700), 20 + at(i, 2, 570));
  },
  'patterns 4'(f) {
    const p = x.createPattern(tile, 'repeat');
    for (let i = 0; i < 4; i++) {
      x.save();
      x.translate(-((f * 3.5 + i * 5.25) % 24), -(i * 7 % 24));
      x.fillStyle = p;
      x.fillRect(0, 0, WIDTH + 48, HEIGHT + 48);
      x.restore();
    }
  },
  'pixels read and put 4'() {
    for (let k = 0; k < 4; k++) {
      const image = x.getImageData(0, 0, WIDTH, HEIGHT);
      for (let i = 0; i < image.data.length; i += 400) image.data[i] ^= 255;
      x.putImageData(image, 0, 0);
    }
  },
  'multiply 4'() {
    x.globalCompositeOperation = 'multiply';
    x.fillStyle = 'rgba(40, 40, 120, 0.7)';
    for (let i = 0; i < 4; i++) x.fillRect(0, 0, WIDTH, HEIGHT);
    x.globalCompositeOperation = 'source-over';
  },
  'clipped 300'(f) {
    for (let i = 0; i < 300; i++) {
      x.save();
      x.beginPath();
      x.arc(at(i + f, 1, 800), at(i, 2, 600), 24, 0, Math.PI * 2);
      x.clip();
      x.drawImage(background, at(i + f, 1, 800) - 30, at(i, 2, 600) - 30, 80, 60);
      x.restore();
    }
  },
};

/** Draws some frames of a scene. */
globalThis.draw = (name, first, count) => {
  for (let f = first; f < first + count; f++) {
    x.setTransform(1, 0, 0, 1, 0, 0);
    x.fillStyle = '#102030';
    x.fillRect(0, 0, WIDTH, HEIGHT);
    scenes[name](f);
    x.getImageData(5, 5, 1, 1);
  }
};
globalThis.sceneNames = Object.keys(scenes);
