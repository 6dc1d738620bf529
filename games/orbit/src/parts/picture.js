// The picture: backdrop, planets, ring, trail, probe and the sling.
import { level } from '../game.js';

export class Picture {
  stars = null;
  #canvas;
  #c;
  constructor(canvas) {
    this.#canvas = canvas;
    this.#c = canvas.getContext('2d', { alpha: false });
    new ResizeObserver(([entry]) => this.#fit(entry.contentRect)).observe(canvas);
    this.#fit(canvas.getBoundingClientRect());
  }

  #fit({ width, height }) {
    Object.assign(this.#canvas, { width: Math.round(width), height: Math.round(height) });
  }

  get middle() { return [this.#canvas.width / 2, this.#canvas.height / 2]; }

  draw(game, sling) {
    const c = this.#c, { width, height } = this.#canvas;
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.fillStyle = '#05060d';
    c.fillRect(0, 0, width, height);
    this.stars?.paint(c, width, height);
    c.font = '20px Arial, sans-serif';
    c.fillStyle = '#dfe8ff';
    c.fillText(game.phase === 'home' ? `Home after ${game.shots} shots` : `System ${level + 1} of ${game.levels.length}   Shots ${game.shots}`, 20, 32);
    c.translate(...this.middle);
    for (const [x, y, r] of game.map.planets) this.#planet(x, y, r);
    const [gx, gy, gr] = game.map.goal;
    c.lineWidth = 4;
    c.strokeStyle = '#6cf0c2';
    c.stroke(new Path2D(`M ${gx - gr} ${gy} a ${gr} ${gr} 0 1 0 ${gr * 2} 0 a ${gr} ${gr} 0 1 0 ${-gr * 2} 0`));
    this.#trail(game.probe.trail);
    const [x, y] = game.probe.at;
    c.fillStyle = '#ffd166';
    c.beginPath();
    c.arc(x, y, 6, 0, Math.PI * 2);
    c.fill();
    if (!sling) return;
    c.setLineDash([5, 5]);
    c.strokeStyle = '#ffd166';
    c.beginPath();
    c.moveTo(x, y);
    c.lineTo(...sling);
    c.stroke();
    c.setLineDash([]);
  }

  #planet(x, y, r) {
    const paint = this.#c.createRadialGradient(x - r * 0.4, y - r * 0.4, r * 0.1, x, y, r);
    paint.addColorStop(0, '#9db8ff');
    paint.addColorStop(1, '#27367a');
    this.#c.fillStyle = paint;
    this.#c.beginPath();
    this.#c.arc(x, y, r, 0, Math.PI * 2);
    this.#c.fill();
  }

  #trail(points) {
    if (points.length < 2) return;
    this.#c.strokeStyle = 'rgb(255 209 102 / 50%)';
    this.#c.lineWidth = 2;
    this.#c.beginPath();
    points.forEach(([x, y]) => this.#c.lineTo(x, y));
    this.#c.stroke();
  }
}
