// The realm of a context without a page: ECMAScript, timers, dates and chance on the virtual clock, and `host`.
(() => {
  "use strict";
  // Put there by the host; functions of another realm, so what they return is copied into this one.
  const { ops, encode, decode } = globalThis.__core;
  delete globalThis.__core;
  const stringify = JSON.stringify;
  const parse = JSON.parse;
  const callbacks = new Map();
  const waiting = new Map();

  const define = (name, value) =>
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });

  const start = (repeat) => (callback, delay = 0, ...args) => {
    if (typeof callback !== "function") throw new TypeError("The \"callback\" argument must be of type function");
    const id = ops.op_script_timer_start(+delay || 0, repeat);
    if (id === 0) throw new RangeError("too many timers");
    callbacks.set(id, { callback, args, repeat });
    return id;
  };
  const clear = (id) => {
    id = Number(id);
    if (callbacks.delete(id)) ops.op_script_timer_cancel(id);
  };
  const setTimeoutShim = start(false);
  define("setTimeout", setTimeoutShim);
  define("setInterval", start(true));
  define("setImmediate", (callback, ...args) => setTimeoutShim(callback, 0, ...args));
  define("clearTimeout", clear);
  define("clearInterval", clear);
  define("clearImmediate", clear);
  define("queueMicrotask", (callback) => void Promise.resolve().then(callback));

  const RealDate = Date;
  const now = () => Math.floor(ops.op_script_now_ms());
  const VirtualDate = function Date(...args) {
    if (new.target === undefined) return new RealDate(now()).toString();
    const date = args.length === 0 ? new RealDate(now()) : new RealDate(...args);
    return Object.setPrototypeOf(date, new.target.prototype);
  };
  VirtualDate.prototype = RealDate.prototype;
  Object.defineProperty(VirtualDate, "length", { value: 7, configurable: true });
  Object.defineProperty(RealDate.prototype, "constructor", { value: VirtualDate, writable: true, configurable: true });
  for (const [name, value] of [["now", now], ["parse", RealDate.parse], ["UTC", RealDate.UTC]]) {
    Object.defineProperty(VirtualDate, name, { value, writable: true, configurable: true });
  }
  define("Date", VirtualDate);
  define("performance", { now: () => ops.op_script_now_ms() - ops.op_script_epoch_ms(), timeOrigin: ops.op_script_epoch_ms() });
  Object.defineProperty(Math, "random", { value: () => ops.op_script_random(), writable: true, configurable: true });

  const describe = (value) => {
    if (typeof value === "string") return value;
    if (value instanceof Error) return String(value.stack);
    if (typeof value !== "object" || value === null) return String(value);
    try {
      return stringify(value) ?? String(value);
    } catch {
      return Object.prototype.toString.call(value);
    }
  };
  const line = (kind) => (...values) => ops.op_script_console(kind, values.map(describe).join(" "));
  define("console", { log: line("log"), info: line("info"), debug: line("debug"), warn: line("warning"), error: line("error"), trace: line("log") });

  class TextEncoderShim {
    get encoding() {
      return "utf-8";
    }
    encode(text = "") {
      return new Uint8Array(encode(String(text)));
    }
  }
  class TextDecoderShim {
    get encoding() {
      return "utf-8";
    }
    decode(bytes = new Uint8Array()) {
      const view = ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes);
      return decode(view);
    }
  }
  define("TextEncoder", TextEncoderShim);
  define("TextDecoder", TextDecoderShim);

  const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  define("btoa", (text) => {
    text = String(text);
    let out = "";
    for (let i = 0; i < text.length; i += 3) {
      const bytes = [text.charCodeAt(i), text.charCodeAt(i + 1), text.charCodeAt(i + 2)];
      if (bytes.some((b) => b > 255)) throw new Error("Invalid character");
      const n = (bytes[0] << 16) | ((bytes[1] || 0) << 8) | (bytes[2] || 0);
      const left = text.length - i;
      out += ALPHABET[n >> 18] + ALPHABET[(n >> 12) & 63] + (left > 1 ? ALPHABET[(n >> 6) & 63] : "=") + (left > 2 ? ALPHABET[n & 63] : "=");
    }
    return out;
  });
  define("atob", (text) => {
    text = String(text).replace(/[\t\n\f\r ]/g, "").replace(/={1,2}$/, "");
    if (text.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(text)) throw new Error("Invalid character");
    let out = "";
    let bits = 0;
    let n = 0;
    for (const c of text) {
      n = (n << 6) | ALPHABET.indexOf(c);
      bits += 6;
      if (bits >= 8) {
        bits -= 8;
        out += String.fromCharCode((n >> bits) & 255);
        n &= (1 << bits) - 1;
      }
    }
    return out;
  });
  define("host", Object.freeze({
    /** Asks the host; the promise is settled when the host answers. */
    request(method, params) {
      const id = ops.op_script_request(String(method), stringify(params) ?? "null");
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    },
    /** Asks the host and waits. */
    call(name, argument) {
      return parse(ops.op_script_call(String(name), stringify(argument) ?? "null"));
    },
  }));

  define("__oracade", {
    fireTimer(id) {
      const timer = callbacks.get(id);
      if (timer === undefined) return;
      if (!timer.repeat) callbacks.delete(id);
      timer.callback(...timer.args);
    },
    settle(id, ok, text) {
      const promise = waiting.get(id);
      if (promise === undefined) return;
      waiting.delete(id);
      if (ok) promise.resolve(parse(text));
      else promise.reject(new Error(text));
    },
  });
})();
