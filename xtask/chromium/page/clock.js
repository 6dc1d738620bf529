// Chromium's side only, before a page's own scripts: a clock that the recorder moves. Timers, animation frames, dates and animations
// follow it, so that a moment of a page is the same moment in every recording. The browser still draws frames in real time.
(() => {
  const EPOCH_MS = 1767225600000; // the default profile's date
  const realFrame = window.requestAnimationFrame.bind(window);
  const RealDate = Date;
  let now = 0;
  let handles = 0;
  let orders = 0;
  let callbacks = new Map();
  const timers = new Map();

  performance.now = function () { return Math.floor(now * 10) / 10; };
  window.Date = class Date extends RealDate {
    constructor(...parts) {
      super(...(parts.length ? parts : [EPOCH_MS + now]));
    }
    static now() { return Math.floor(EPOCH_MS + now); }
  };

  function timer(repeat) {
    return function (callback, delay = 0, ...rest) {
      const after = Math.max(Number(delay) || 0, repeat ? 1 : 0);
      const id = ++handles;
      const call = typeof callback === 'function' ? () => callback.apply(window, rest) : () => (0, eval)(String(callback));
      timers.set(id, { id, order: ++orders, at: now + after, every: repeat ? after : undefined, call });
      return id;
    };
  }
  window.setTimeout = timer(false);
  window.setInterval = timer(true);
  window.clearTimeout = window.clearInterval = id => { timers.delete(id); };
  window.requestAnimationFrame = function (callback) {
    callbacks.set(++handles, callback);
    return handles;
  };
  window.cancelAnimationFrame = which => { callbacks.delete(which); };

  function attempt(call, ...rest) {
    try { call(...rest); } catch (error) { reportError(error); }
  }

  // An animation starts with the first frame that sees it; from then on its time is ours.
  const starts = new WeakMap();
  const done = new WeakSet();
  function animate(now) {
    for (const animation of document.getAnimations()) {
      if (!starts.has(animation)) {
        if (animation.playState === 'paused') continue;
        starts.set(animation, now - (animation.currentTime > 20 ? animation.currentTime : 0));
        animation.pause();
      }
      if (done.has(animation)) continue;
      const time = now - starts.get(animation);
      if (time < animation.effect.getComputedTiming().endTime) {
        animation.currentTime = time;
      } else {
        done.add(animation);
        animation.finish();
      }
    }
  }

  const drawn = () => new Promise(done => realFrame(done));
  const turn = () => new Promise(done => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done();
    port2.postMessage(0);
  });
  let frame = 0;

  // Timers of one instant run in the order they were made.
  const earliest = () => [...timers.values()].sort((one, other) => one.at - other.at || one.order - other.order)[0];

  // Moves the clock to a time, with all timers and frames on the way.
  const advance = async to => {
    for (;;) {
      // A frame comes with the first whole microsecond at which it is due.
      const next = Math.ceil((frame + 1) * 1e6 / 60) / 1000;
      const due = earliest();
      if (due && due.at <= Math.min(next, to)) {
        now = Math.max(now, due.at);
        if (due.every === undefined) timers.delete(due.id); else Object.assign(due, { at: now + due.every, order: ++orders });
        attempt(due.call);
        await turn();
        continue;
      }
      if (next > to) break;
      now = next;
      frame++;
      const stamp = frame * 1000 / 60;
      animate(stamp);
      const round = callbacks;
      callbacks = new Map();
      await new Promise(over => realFrame(() => {
        // A callback may cancel one of the same round.
        const cancel = window.cancelAnimationFrame;
        window.cancelAnimationFrame = which => { round.delete(which); cancel(which); };
        for (const [which, callback] of [...round]) if (round.has(which)) attempt(callback, stamp);
        window.cancelAnimationFrame = cancel;
        // What the callbacks have started begins with this frame.
        animate(stamp);
        over();
      }));
      // Observers and the events of animations come with the real frame; their turn is over when the next task runs.
      await turn();
    }
    now = Math.max(now, to);
  };
  Object.defineProperty(window, '__clock', { value: { advance, drawn } });
})();
