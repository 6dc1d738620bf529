// A queue whose first entry is taken in constant time. `Array.prototype.shift` moves all that are left once there are some ten
// thousand, so that a page that floods a queue pays for each entry with the length of the queue.

const KEPT = 32;

export class Fifo {
  #items = [];
  #first = 0;
  get length() {
    return this.#items.length - this.#first;
  }
  push(item) {
    this.#items.push(item);
  }
  /** The first entry, which stays; undefined if there is none. */
  peek() {
    return this.#items[this.#first];
  }
  /** Takes the first entry; undefined if there is none. */
  shift() {
    const items = this.#items;
    if (this.#first === items.length) return undefined;
    const item = items[this.#first];
    items[this.#first++] = undefined;
    // What was taken is thrown away once it is half of all.
    if (this.#first >= KEPT && this.#first * 2 >= items.length) {
      this.#items = items.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }
  /** Takes all. */
  drain() {
    const rest = this.#items.slice(this.#first);
    this.#items = [];
    this.#first = 0;
    return rest;
  }
}
