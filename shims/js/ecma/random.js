// Math.random of a page: a generator of its own, seeded by the profile. V8's is seeded once a process.

// Stream number of Math.random among the generators derived from the page's seed.
const STREAM = 0x6d617468;

/** One round of splitmix32, used to spread the seed over the state. */
function splitmix32(state) {
  let z = (state + 0x9e3779b9) | 0;
  const next = z;
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return [next, z ^ (z >>> 15)];
}

/** sfc32 (Doty-Humphrey's small fast counting generator): 32-bit integer arithmetic only. */
function generator(high, low) {
  const words = [];
  let state = high ^ STREAM;
  for (let i = 0; i < 3; i++) {
    let word;
    [state, word] = splitmix32(state ^ (i === 1 ? low : 0));
    words.push(word);
  }
  let [a, b, c] = words;
  let counter = 1;
  const next = () => {
    const t = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return t >>> 0;
  };
  for (let i = 0; i < 12; i++) next();
  return next;
}

let next = generator(0, 1);
let seed = [0, 1];

/** A fraction of 53 bits, as V8's own has. */
const fraction = (next) => (next() * 0x200000 + (next() >>> 11)) / 0x20000000000000;

export function install() {
  const random = {
    random() {
      return fraction(next);
    },
  }.random;
  Object.defineProperty(Math, "random", { value: random, writable: true, enumerable: false, configurable: true });
}

/** `Math.random` of another realm of the page, by its number. */
export function randomStream(number) {
  const next = generator(seed[0] ^ Math.imul(number, 0x9e3779b1), seed[1]);
  return {
    random() {
      return fraction(next);
    },
  }.random;
}

/** `page.seed` is `[high, low]`, two unsigned 32-bit integers. */
export function start(page) {
  seed = [page.seed[0] | 0, page.seed[1] | 0];
  next = generator(seed[0], seed[1]);
}
