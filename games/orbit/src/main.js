// Start: levels by a JSON module, a backdrop imported late, pointer input, frames.
import levels from './levels.json' with { type: 'json' };
import { Game, bus, level } from './game.js';
import { Picture } from 'parts/picture.js';
import { sub, default as vector } from '#vector';

const canvas = document.getElementById('sky');
// Waits at top level, as an answer from a server would make it.
const listed = await (await fetch(new URL('./levels.json', import.meta.url))).json();
const game = new Game(levels);
const picture = new Picture(canvas);
const seen = [];
let sling = null, frames = 0;
for (const type of ['launch', 'crash', 'lost', 'arrive']) bus.on(type, () => seen.push(type));

const where = event => sub([event.offsetX, event.offsetY], picture.middle);
canvas.addEventListener('pointerdown', event => {
  if (vector.length(sub(where(event), game.probe.at)) > 40) return;
  canvas.setPointerCapture(event.pointerId);
  sling = where(event);
});
canvas.addEventListener('pointermove', event => { if (sling) sling = where(event); });
canvas.addEventListener('pointerup', () => {
  if (sling) game.launch(sub(game.probe.at, sling));
  sling = null;
});

let last;
requestAnimationFrame(function frame(now) {
  game.advance((now - (last ?? now)) / 1000);
  last = now;
  frames += 1;
  picture.draw(game, sling);
  requestAnimationFrame(frame);
});

const stars = await import(`parts/${'stars'}.js`);
picture.stars = stars;

window.__gameTest = {
  getSnapshot() {
    const [mx, my] = picture.middle, [x, y] = game.probe.at;
    return { phase: game.phase, level, shots: game.shots, frames, probe: { x, y, screenX: x + mx, screenY: y + my }, slung: !!sling, seen, launches: bus.sent('launch'),
      stars: stars.count, home: new URL(stars.home).pathname, agree: JSON.stringify(listed) === JSON.stringify(levels), namespace: Object.keys(stars) };
  },
};
