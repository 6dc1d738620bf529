// Rules: a probe is slung from its pad, planets pull it, the ring is the goal.
import * as v from '#vector';
import Bus from './events.js';

const PULL = 9000, STEP = 1 / 120, PATIENCE_S = 14, BOUNDS = 620;
export const bus = new Bus();
// A live binding: importers see it change.
export let level = 0;

export class Game {
  levels;
  phase = 'aiming';
  shots = 0;
  #rest = 0;
  #flown = 0;

  constructor(levels) {
    this.levels = levels;
    this.load(0);
  }

  get map() { return this.levels[level]; }

  load(index) {
    level = index;
    this.probe = { at: [...this.map.start], speed: [0, 0], trail: [] };
    this.phase = 'aiming';
  }

  launch(pull) {
    if (this.phase !== 'aiming' || v.length(pull) < 8) return;
    this.probe.speed = v.scale(pull, 2.2);
    this.probe.trail = [];
    this.#flown = 0;
    this.shots += 1;
    this.phase = 'flying';
    bus.emit('launch', this.shots);
  }

  advance(seconds) {
    this.#rest += Math.min(seconds, 0.1);
    for (; this.#rest >= STEP; this.#rest -= STEP) if (this.phase === 'flying') this.#step();
  }

  #step() {
    const { probe, map } = this;
    for (const [x, y, r] of map.planets) {
      const to = v.sub([x, y], probe.at), distance = v.length(to);
      if (distance < r + 6) return this.#fail('crash');
      probe.speed = v.add(probe.speed, v.scale(to, PULL * r * STEP / distance ** 3));
    }
    probe.at = v.add(probe.at, v.scale(probe.speed, STEP));
    if (probe.trail.push(probe.at) > 400) probe.trail.shift();
    this.#flown += STEP;
    const [gx, gy, gr] = map.goal;
    if (v.length(v.sub([gx, gy], probe.at)) < gr) return this.#arrive();
    if (v.length(probe.at) > BOUNDS || this.#flown > PATIENCE_S) this.#fail('lost');
  }

  #fail(why) {
    bus.emit(why);
    this.load(level);
  }

  #arrive() {
    bus.emit('arrive', level);
    if (level + 1 < this.levels.length) this.load(level + 1);
    else this.phase = 'home';
  }
}
