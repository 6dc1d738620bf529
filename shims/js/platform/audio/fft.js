// The Fourier transform that analysers, convolvers and wave tables share. Twiddle factors come from a table for each size, so
// results depend on nothing but the input.
const { cos, sin, PI } = Math;

const tables = new Map();
function table(n) {
  let found = tables.get(n);
  if (found === undefined) {
    const half = n >> 1;
    found = { re: new Float64Array(half), im: new Float64Array(half) };
    for (let k = 0; k < half; k++) {
      found.re[k] = cos((2 * PI * k) / n);
      found.im[k] = -sin((2 * PI * k) / n);
    }
    tables.set(n, found);
  }
  return found;
}

/** Transforms a signal of a power of two in place, radix 2. */
export function transform(re, im) {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j |= bit;
    if (i < j) {
      const a = re[i];
      re[i] = re[j];
      re[j] = a;
      const b = im[i];
      im[i] = im[j];
      im[j] = b;
    }
  }
  const { re: wr, im: wi } = table(n);
  for (let size = 2; size <= n; size <<= 1) {
    const half = size >> 1;
    const step = n / size;
    for (let from = 0; from < n; from += size) {
      for (let k = 0, t = 0; k < half; k++, t += step) {
        const i = from + k;
        const j = i + half;
        const tr = re[j] * wr[t] - im[j] * wi[t];
        const ti = re[j] * wi[t] + im[j] * wr[t];
        re[j] = re[i] - tr;
        im[j] = im[i] - ti;
        re[i] += tr;
        im[i] += ti;
      }
    }
  }
}

/** The inverse, without the division by the size: the transform with real and imaginary parts exchanged. */
export function inverse(re, im) {
  transform(im, re);
}
