// Runs in every new document before the page's own scripts. It counts what a page does with the browser (listeners, frames,
// canvas contexts, draw calls) on `window.__l2`, where suites read it, and changes nothing a game could be judged by.
(() => {
  if (window.__l2) return;

  const KEY_EVENTS = new Set(['keydown', 'keyup', 'keypress']);
  const POINTING_EVENTS = new Set(['click', 'wheel', 'mousedown', 'mousemove', 'mouseup', 'pointerdown', 'pointermove', 'pointerup',
    'touchstart', 'touchmove', 'touchend']);

  const seen = window.__l2 = {
    frameCount: 0,
    rafLastTs: 0,
    keyListeners: 0,
    mouseListeners: 0,
    keyTypes: {},
    mouseTypes: {},
    drawCalls: 0,
    clearCalls: 0,
    fillRectCalls: 0,
    drawImageCalls: 0,
    lastDrawTs: 0,
    canvasContextTypes: {},
    webglContextCount: 0,
    _rafErrCount: 0,
    _readyTs: Date.now(),
  };
  const tally = (table, name) => { table[name] = (table[name] || 0) + 1; };

  // The counters are read through the window each time: a page or a check may replace the object.
  const counters = () => window.__l2 || seen;

  const listen = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const now = counters();
    if (KEY_EVENTS.has(type)) {
      now.keyListeners += 1;
      tally(now.keyTypes, type);
    } else if (POINTING_EVENTS.has(type)) {
      now.mouseListeners += 1;
      tally(now.mouseTypes, type);
    }
    return listen.call(this, type, listener, options);
  };

  const requestFrame = window.requestAnimationFrame;
  if (typeof requestFrame === 'function') {
    window.requestAnimationFrame = function (callback) {
      return requestFrame.call(window, (timestamp) => {
        const now = counters();
        now.frameCount += 1;
        now.rafLastTs = timestamp;
        try {
          return callback(timestamp);
        } catch (error) {
          now._rafErrCount += 1;
          throw error;
        }
      });
    };
  }

  // method of a 2D context -> the further counter it feeds, if any
  const DRAWING = { fill: null, stroke: null, strokeRect: null, fillText: null, strokeText: null, putImageData: null,
    fillRect: 'fillRectCalls', drawImage: 'drawImageCalls' };

  function watchDrawing(context) {
    for (const [name, extra] of Object.entries(DRAWING)) {
      const method = context[name];
      if (typeof method !== 'function') continue;
      context[name] = function (...args) {
        const now = counters();
        now.drawCalls += 1;
        now.lastDrawTs = performance.now();
        if (extra) now[extra] += 1;
        return method.apply(this, args);
      };
    }
    const clear = context.clearRect;
    if (typeof clear === 'function') {
      context.clearRect = function (...args) {
        const now = counters();
        now.clearCalls += 1;
        now.lastDrawTs = performance.now();
        return clear.apply(this, args);
      };
    }
  }

  const getContext = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (type, ...rest) {
    const now = counters();
    const kind = String(type || '').toLowerCase();
    tally(now.canvasContextTypes, kind);
    const context = getContext.apply(this, arguments.length ? [type, ...rest] : []);
    if (context && kind.includes('webgl')) now.webglContextCount += 1;
    if (context && type === '2d' && !context.__l2_hooked) {
      context.__l2_hooked = true;
      watchDrawing(context);
    }
    return context;
  };

  // Games made for a hosting platform find it as `window.lib`. Its calls answer with promises there, so whatever object a page
  // puts in its place is made to do so too.
  const isPromise = (value) => !!value && typeof value.then === 'function';
  const PLATFORM = {
    getUserGameState: {
      settle: (value) => (value !== null && value !== undefined && value.state !== undefined ? value : { state: value ?? null }),
      failed: () => ({ state: null }),
      passArguments: false,
    },
    saveUserGameState: { settle: () => ({ success: true }) },
    addPlayerScoreToLeaderboard: { settle: () => ({ success: false }) },
    getTopNEntriesFromLeaderboard: { settle: () => ({ entries: [] }) },
    preloadAnimation: { settle: () => ({ success: false }) },
    preloadAnimations: { settle: () => ({ success: false }) },
  };

  function withPromises(library) {
    if (!library || library.__l2_patched) return library;
    try {
      Object.defineProperty(library, '__l2_patched', { value: true, configurable: true });
    } catch {
      library.__l2_patched = true;
    }
    for (const [name, rule] of Object.entries(PLATFORM)) {
      const original = library[name];
      if (typeof original !== 'function') continue;
      library[name] = function (...args) {
        let value;
        try {
          value = original.apply(library, rule.passArguments === false ? [] : args);
          if (isPromise(value)) return value;
        } catch {
          return Promise.resolve((rule.failed || rule.settle)());
        }
        return Promise.resolve(rule.settle(value));
      };
    }
    return library;
  }

  let library = window.lib ? withPromises(window.lib) : null;
  try {
    Object.defineProperty(window, 'lib', {
      get: () => library,
      set: (value) => { library = withPromises(value); },
      configurable: true,
      enumerable: true,
    });
  } catch { /* a page that owns `lib` keeps it */ }

  // A boxed value is unwrapped: {value}, {_value} or {val} around something that is no object, or two keys of which exactly one
  // of value and _value is.
  const isPlainObject = (value) => value !== null && value !== undefined && typeof value === 'object' && !Array.isArray(value);
  const holds = (value, key) => Object.prototype.hasOwnProperty.call(value, key) && typeof value[key] !== 'object';

  seen.__u = function (value) {
    if (!isPlainObject(value)) return value;
    if (value instanceof Boolean || value instanceof Number || value instanceof String) return value.valueOf();
    const keys = Object.keys(value);
    if (keys.length === 1 && ['value', '_value', 'val'].includes(keys[0]) && typeof value[keys[0]] !== 'object') return value[keys[0]];
    if (keys.length === 2) {
      const plain = holds(value, 'value');
      const underlined = holds(value, '_value');
      if (plain !== underlined) return plain ? value.value : value._value;
    }
    return value;
  };

  seen.__d = function (value, depth = 0) {
    if (depth > 4 || !isPlainObject(value)) return value;
    const unwrapped = seen.__u(value);
    if (unwrapped !== value) return unwrapped;
    const result = {};
    for (const key of Object.keys(value)) result[key] = seen.__d(value[key], depth + 1);
    return result;
  };
})();
