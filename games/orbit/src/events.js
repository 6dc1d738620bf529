// The game's events. The emitter comes from a package; a class of ours keeps count of what went through it.
import mitt from 'mitt';

class Bus {
  #emitter = mitt();
  #sent = new Map();
  static all = new Set();

  constructor() { Bus.all.add(this); }
  on(type, listener) { this.#emitter.on(type, listener); }
  emit(type, value) {
    this.#sent.set(type, this.sent(type) + 1);
    this.#emitter.emit(type, value);
  }
  sent(type) { return this.#sent.get(type) ?? 0; }
}

export { Bus as default };
