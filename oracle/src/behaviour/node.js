// What suites use of Node: the CommonJS wrapper, Buffer and zlib.inflateSync. Everything else of Node is absent.
// `__suite` is how this file, runner.js and the host reach each other; it is gone before the suite's own text runs.
(() => {
  'use strict';
  const call = host.call.bind(host);
  const encoder = new TextEncoder();
  const toBinary = (bytes) => {
    let text = '';
    for (let i = 0; i < bytes.length; i += 0x2000) text += String.fromCharCode.apply(null, Uint8Array.prototype.subarray.call(bytes, i, i + 0x2000));
    return text;
  };
  const decoders = {
    utf8: (bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
    hex: (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join(''),
    base64: (bytes) => btoa(toBinary(bytes)),
    base64url: (bytes) => btoa(toBinary(bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, ''),
    latin1: toBinary,
    ascii: (bytes) => toBinary(bytes.map((b) => b & 0x7f)),
  };
  const fromBinary = (text) => Uint8Array.from(text, (c) => c.charCodeAt(0) & 0xff);
  const fromBase64 = (text) => {
    // Node reads both alphabets and skips whatever is in neither.
    let clean = text.replace(/-/g, '+').replace(/_/g, '/').split('=')[0].replace(/[^A-Za-z0-9+/]/g, '');
    if (clean.length % 4 === 1) clean = clean.slice(0, -1);
    return fromBinary(atob(clean));
  };
  const encoders = {
    utf8: (text) => encoder.encode(text),
    hex: (text) => {
      const digits = /^(?:[0-9a-f]{2})*/i.exec(text)[0];
      return Uint8Array.from({ length: digits.length / 2 }, (_, i) => parseInt(digits.slice(2 * i, 2 * i + 2), 16));
    },
    base64: fromBase64,
    base64url: fromBase64,
    latin1: fromBinary,
    ascii: fromBinary,
  };
  const encodingOf = (name) => {
    const key = String(name ?? 'utf8').toLowerCase();
    const known = { 'utf-8': 'utf8', binary: 'latin1' }[key] || key;
    if (!(known in encoders)) throw new TypeError(`Unknown encoding: ${name}`);
    return known;
  };
  const outOfRange = () => Object.assign(new RangeError('The value of "offset" is out of range.'), { code: 'ERR_OUT_OF_RANGE' });

  class Buffer extends Uint8Array {
    static from(value, encodingOrOffset, length) {
      if (typeof value === 'string') return view(encoders[encodingOf(encodingOrOffset)](value));
      if (value instanceof ArrayBuffer) return new Buffer(value, encodingOrOffset, length);
      if (value && value.type === 'Buffer' && Array.isArray(value.data)) return view(Uint8Array.from(value.data));
      if (value !== null && typeof value === 'object') return view(Uint8Array.from(value));
      throw new TypeError('The first argument must be of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object.');
    }

    static alloc(size, fill, encoding) {
      const buffer = new Buffer(size);
      return fill === undefined ? buffer : buffer.fill(fill, 0, size, encoding);
    }

    static allocUnsafe(size) { return new Buffer(size); }
    static isBuffer(value) { return value instanceof Buffer; }
    static isEncoding(name) { try { encodingOf(name); return true; } catch { return false; } }
    static byteLength(value, encoding) { return typeof value === 'string' ? encoders[encodingOf(encoding)](value).length : value.byteLength; }

    static concat(list, totalLength) {
      const total = totalLength ?? list.reduce((sum, part) => sum + part.length, 0);
      const result = new Buffer(total);
      let at = 0;
      for (const part of list) {
        if (at >= total) break;
        result.set(at + part.length > total ? part.subarray(0, total - at) : part, at);
        at += part.length;
      }
      return result;
    }

    static compare(a, b) {
      const shared = Math.min(a.length, b.length);
      for (let i = 0; i < shared; i += 1) if (a[i] !== b[i]) return a[i] < b[i] ? -1 : 1;
      return Math.sign(a.length - b.length);
    }

    compare(other) { return Buffer.compare(this, other); }
    equals(other) { return Buffer.compare(this, other) === 0; }
    slice(start, end) { return this.subarray(start, end); }

    toString(encoding, start = 0, end = this.length) {
      return decoders[encodingOf(encoding)](bytesOf(this).subarray(Math.max(0, start), Math.max(0, end)));
    }

    toJSON() { return { type: 'Buffer', data: Array.from(this) }; }

    fill(value, start = 0, end = this.length, encoding) {
      if (typeof value !== 'string') return super.fill(value, start, end);
      const pattern = encoders[encodingOf(encoding)](value);
      for (let i = start; i < end; i += 1) this[i] = pattern.length ? pattern[(i - start) % pattern.length] : 0;
      return this;
    }

    copy(target, targetStart = 0, sourceStart = 0, sourceEnd = this.length) {
      const part = this.subarray(sourceStart, Math.min(sourceEnd, sourceStart + Math.max(0, target.length - targetStart)));
      target.set(part, targetStart);
      return part.length;
    }

    write(text, offset = 0, length = this.length - offset, encoding) {
      const part = encoders[encodingOf(encoding)](text).subarray(0, Math.min(length, this.length - offset));
      this.set(part, offset);
      return part.length;
    }

    indexOf(value, from = 0, encoding) {
      if (typeof value === 'number') return super.indexOf(value & 0xff, from);
      const wanted = typeof value === 'string' ? encoders[encodingOf(encoding)](value) : value;
      for (let i = Math.max(0, from); i + wanted.length <= this.length; i += 1) if (wanted.every((b, j) => this[i + j] === b)) return i;
      return -1;
    }

    includes(value, from, encoding) { return this.indexOf(value, from, encoding) >= 0; }
  }

  // Both views share their memory.
  const view = (bytes) => new Buffer(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const bytesOf = (buffer) => new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);

  const NUMBERS = [['UInt8', 'Uint8', 1], ['Int8', 'Int8', 1], ['UInt16', 'Uint16', 2], ['Int16', 'Int16', 2], ['UInt32', 'Uint32', 4],
    ['Int32', 'Int32', 4], ['Float', 'Float32', 4], ['Double', 'Float64', 8]];
  const method = (name, value) => {
    for (const key of [name, name.replace('UInt', 'Uint')]) Object.defineProperty(Buffer.prototype, key, { value, writable: true, configurable: true });
  };
  for (const [name, accessor, size] of NUMBERS) {
    for (const order of size === 1 ? [''] : ['BE', 'LE']) {
      const data = (buffer, offset) => {
        if (!Number.isInteger(offset) || offset < 0 || offset + size > buffer.length) throw outOfRange();
        return new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
      };
      method(`read${name}${order}`, function (offset = 0) { return data(this, offset)[`get${accessor}`](offset, order === 'LE'); });
      method(`write${name}${order}`, function (value, offset = 0) {
        data(this, offset)[`set${accessor}`](offset, value, order === 'LE');
        return offset + size;
      });
    }
  }

  const zlib = {
    inflateSync(input) {
      const bytes = typeof input === 'string' ? encoder.encode(input) : new Uint8Array(input.buffer ?? input, input.byteOffset ?? 0, input.byteLength);
      return Buffer.from(call('inflate', { data: btoa(toBinary(bytes)) }), 'base64');
    },
  };
  const MODULES = { zlib, buffer: { Buffer } };

  function require(name) {
    const key = String(name).replace(/^node:/, '');
    if (Object.hasOwn(MODULES, key)) return MODULES[key];
    throw Object.assign(new Error(`Cannot find module '${name}': a suite is one file and may require only zlib and buffer`), { code: 'MODULE_NOT_FOUND' });
  }

  globalThis.global = globalThis;
  globalThis.Buffer = Buffer;
  // The suite's text runs as the body of `body`, as Node's loader would run it; answers what it exported.
  globalThis.__suite = { commonJs(fileName, body) {
    const module = { exports: {}, id: '.', filename: fileName, loaded: false, children: [] };
    body.call(module.exports, module.exports, require, module, fileName, fileName.replace(/\/?[^/]*$/, '') || '.');
    module.loaded = true;
    return module.exports;
  } };
})();
