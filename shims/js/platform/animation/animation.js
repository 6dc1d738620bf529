// Animation, DocumentTimeline and Element.animate (Web Animations § 4.4, 6.1–6.8). Time moves with rendering opportunities.
import { addFrameStep, finishInterface, host, illegalConstructor, ops, SECRET, wantStep } from "ext:oracade/internal.js";
import { Event, eventInterface } from "ext:oracade/dom/event.js";
import { EventTarget, fire } from "ext:oracade/dom/event_target.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { setOverride } from "ext:oracade/dom/mirror.js";
import { DOMException, fail } from "ext:oracade/dom/exception.js";
import { $connected, $id } from "ext:oracade/dom/slots.js";
import { applyEffect, AnimationEffect, changed, computeTiming, effectTiming, effectTracks, KeyframeEffect } from "ext:oracade/platform/animation/effect.js";
import { defineOperations, need } from "ext:oracade/platform/idl.js";

let frameTime = 0; // the timeline's time: that of the last frame, or of one to come
let inFrame = false; // animations are being brought to a frame's time
let order = 0;
const $ownId = Symbol("id");
/** Animations that are not idle, in composite order. */
const active = new Set();
let events = []; // {animation, type, init}, fired with the next frame

/** The timeline's time, also where no frame has been for long. */
function timelineTime() {
  if (!inFrame) frameTime = ops.op_timeline_ms(Math.max(frameTime, host.frameTime));
  return frameTime;
}

class AnimationTimeline {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
  }
  get currentTime() {
    return timelineTime();
  }
  get duration() {
    return null;
  }
}
finishInterface(AnimationTimeline);

class DocumentTimeline extends AnimationTimeline {
  #origin;
  constructor(options = undefined) {
    super(SECRET);
    this.#origin = options?.originTime === undefined ? 0 : +options.originTime;
  }
  get currentTime() {
    return timelineTime() - this.#origin;
  }
}
finishInterface(DocumentTimeline);
const documentTimeline = new DocumentTimeline();

const AnimationPlaybackEvent = eventInterface("AnimationPlaybackEvent", Event, { currentTime: null, timelineTime: null });

/**
 * Animations that the style engine runs (css_animations.js): the effect of one is not ours to paint, and it is told what script does to
 * the animation. `sync` brings their objects up to date, `told` hands a change on, `detached` gives one up, `sendEvents` fires those of
 * what was given up; `any`: whether there are such animations.
 */
export const driven = { sync() {}, told() {}, detached() {}, sendEvents() {}, any: () => false };

/** Animations of the style engine have become known: each frame looks at them. */
export const watchDriven = () => wantStep(updateStep);
const isDriven = (animation) => animation[SECRET].css !== undefined;

function promise() {
  const made = Promise.withResolvers();
  // A rejection (cancel) that nobody looks at is not an error of the page.
  made.promise.catch(() => {});
  made.settled = false;
  return made;
}

export class Animation extends EventTarget {
  #effect = null;
  #timeline;
  #start = null;
  #hold = null;
  #rate = 1;
  #pending = null;
  #ready = null;
  #finished = promise();
  #replaceState = "active";
  #previous = null;
  #finishTask = 0;

  constructor(effect = null, timeline = undefined) {
    super();
    if (effect !== null && !(effect instanceof AnimationEffect)) throw new TypeError("Failed to construct 'Animation': parameter 1 is not of type 'AnimationEffect'.");
    this.#timeline = timeline === undefined ? documentTimeline : timeline;
    Object.defineProperty(this, SECRET, { value: { order: ++order } });
    this[$ownId] = "";
    if (effect !== null) this.#setEffect(effect);
  }

  #setEffect(effect) {
    const old = this.#effect;
    if (effect !== null && effect[SECRET].animation !== null) effect[SECRET].animation.effect = null;
    if (old !== null) old[SECRET].animation = null;
    this.#effect = effect;
    if (effect !== null) effect[SECRET].animation = this;
    if (old !== null) repaint(old.target);
  }
  get id() {
    return this[$ownId];
  }
  set id(value) {
    this[$ownId] = `${value}`;
  }
  get effect() {
    return this.#effect;
  }
  set effect(value) {
    if (value === this.#effect) return;
    this.#setEffect(value);
    this.#update(false, false);
  }
  get timeline() {
    return this.#timeline;
  }
  set timeline(value) {
    this.#timeline = value;
    this.#update(false, false);
  }
  get #now() {
    return this.#timeline === null ? null : this.#timeline.currentTime;
  }
  get #end() {
    return this.#effect === null ? 0 : computeTiming(effectTiming(this.#effect), null, 1).end;
  }
  get startTime() {
    return this.#start;
  }
  set startTime(value) {
    this.#touch();
    if (value !== null) value = +value;
    const previous = this.currentTime;
    this.#start = value;
    if (value !== null) {
      if (this.#rate !== 0) this.#hold = null;
    } else {
      this.#hold = previous;
    }
    if (this.#pending !== null) this.#resolveReady();
    this.#update(true, false);
  }
  get currentTime() {
    if (this.#hold !== null) return this.#hold;
    if (this.#start === null || this.#now === null) return null;
    return (this.#now - this.#start) * this.#rate;
  }
  set currentTime(value) {
    if (value === null) {
      if (this.currentTime !== null) throw new TypeError("Failed to set the 'currentTime' property on 'Animation': currentTime may not be changed from resolved to unresolved");
      return;
    }
    this.#touch();
    this.#seek(+value);
    if (this.#pending === "pause") {
      this.#hold = +value;
      this.#start = null;
      this.#resolveReady();
    }
    this.#update(true, false);
  }
  #seek(time) {
    if (this.#hold !== null || this.#start === null || this.#now === null || this.#rate === 0) this.#hold = time;
    else this.#start = this.#now - time / this.#rate;
    if (this.#now === null) this.#start = null;
    this.#previous = null;
  }
  get playbackRate() {
    return this.#rate;
  }
  set playbackRate(value) {
    this.#touch();
    const time = this.currentTime;
    this.#rate = +value;
    if (time !== null) this.currentTime = time;
  }
  updatePlaybackRate(rate) {
    need(1, arguments.length, "updatePlaybackRate", "Animation");
    this.#touch();
    const time = this.currentTime;
    this.#rate = +rate;
    if (time !== null && this.#hold === null && this.#rate !== 0) this.#start = this.#now - time / this.#rate;
    else if (time !== null) this.#hold = time;
    this.#update(false, false);
  }
  get playState() {
    const time = this.currentTime;
    if (time === null && this.#pending === null) return "idle";
    if (this.#pending === "pause" || (this.#start === null && this.#pending !== "play")) return "paused";
    if (time !== null && ((this.#rate > 0 && time >= this.#end) || (this.#rate < 0 && time <= 0))) return "finished";
    return "running";
  }
  get pending() {
    return this.#pending !== null;
  }
  get replaceState() {
    return this.#replaceState;
  }
  get ready() {
    if (this.#ready === null) {
      this.#ready = promise();
      if (this.#pending === null) {
        this.#ready.resolve(this);
        this.#ready.settled = true;
      }
    }
    return this.#ready.promise;
  }
  get finished() {
    return this.#finished.promise;
  }

  /** From now on it is script that says where an animation of the style engine is. */
  #touch() {
    if (isDriven(this)) this[SECRET].touched = true;
  }
  #makePending(kind) {
    if (this.#pending === null && (this.#ready === null || this.#ready.settled)) this.#ready = promise();
    this.#pending = kind;
    activate(this);
    host.requestFrame();
  }
  #resolveReady() {
    this.#pending = null;
    if (this.#ready !== null && !this.#ready.settled) {
      this.#ready.settled = true;
      this.#ready.resolve(this);
    }
  }

  play() {
    this.#touch();
    this.#play(true);
  }
  #play(rewind) {
    const abortedPause = this.#pending === "pause";
    const time = this.currentTime;
    let seek = null;
    if (this.#rate >= 0 && rewind && (time === null || time < 0 || time >= this.#end)) seek = 0;
    else if (this.#rate < 0 && rewind && (time === null || time <= 0 || time > this.#end)) {
      if (this.#end === Infinity) fail("InvalidStateError", "Failed to execute 'play' on 'Animation': Cannot play reversed Animation with infinite target effect end.");
      seek = this.#end;
    } else if (this.#rate === 0 && time === null) seek = 0;
    if (seek !== null) {
      this.#hold = seek;
      this.#start = null;
    } else if (this.#hold !== null && !abortedPause) {
      this.#start = null;
    }
    if (this.#hold === null && seek === null && !abortedPause) return;
    if (this.#hold !== null) this.#start = null;
    this.#makePending("play");
    this.#update(false, false);
  }
  pause() {
    this.#touch();
    if (this.#pending === "pause" || this.playState === "paused") return;
    if (this.currentTime === null) {
      if (this.#rate >= 0) this.#hold = 0;
      else if (this.#end === Infinity) fail("InvalidStateError", "Failed to execute 'pause' on 'Animation': Cannot play reversed Animation with infinite target effect end.");
      else this.#hold = this.#end;
    }
    this.#makePending("pause");
    this.#update(false, false);
  }
  reverse() {
    this.#touch();
    if (this.#timeline === null) fail("InvalidStateError", "Failed to execute 'reverse' on 'Animation': Cannot reverse an animation with no active timeline");
    const time = this.currentTime;
    this.#rate = -this.#rate;
    try {
      if (time !== null && this.#hold === null && this.#rate !== 0) this.#start = this.#now - time / this.#rate;
      this.#play(true);
    } catch (error) {
      this.#rate = -this.#rate;
      throw error;
    }
    this.#update(false, false);
  }
  finish() {
    this.#touch();
    if (this.#rate === 0 || (this.#rate > 0 && this.#end === Infinity)) {
      fail("InvalidStateError", "Failed to execute 'finish' on 'Animation': Cannot finish Animation with an infinite target effect end.");
    }
    const limit = this.#rate > 0 ? this.#end : 0;
    this.#seek(limit);
    if (this.#start === null && this.#now !== null) this.#start = this.#now - limit / this.#rate;
    if (this.#pending !== null) {
      if (this.#pending === "pause") this.#hold = null;
      this.#resolveReady();
    }
    this.#update(true, true);
  }
  cancel() {
    this.#touch();
    if (this.playState !== "idle") {
      if (this.#pending !== null) {
        this.#pending = null;
        this.#ready?.reject(new DOMException("The user aborted a request.", "AbortError"));
        if (this.#ready !== null) this.#ready.settled = true;
        this.#ready = null;
      }
      this.#finished.reject(new DOMException("The user aborted a request.", "AbortError"));
      this.#finished = promise();
      this.#event("cancel", null);
    }
    this.#start = null;
    this.#hold = null;
    host.cancelTask(this.#finishTask);
    active.delete(this);
    if (isDriven(this)) driven.told(this, null, null, 1);
    if (this.#effect !== null) repaint(this.#effect.target);
  }
  persist() {
    this.#replaceState = "persisted";
  }
  commitStyles() {
    const target = this.#effect?.target ?? null;
    if (target === null || !(this.#effect instanceof KeyframeEffect)) fail("NoModificationAllowedError", "Failed to execute 'commitStyles' on 'Animation': Animation not associated with an element.");
    if (!target[$connected]) fail("InvalidStateError", "Failed to execute 'commitStyles' on 'Animation': Target element is not rendered.");
    const values = new Map();
    for (const animation of animationsOf(target)) applyEffect(animation.effect, values);
    if (!active.has(this)) applyEffect(this.#effect, values);
    for (const property of effectTracks(this.#effect).keys()) {
      if (values.has(property)) target.style.setProperty(property, values.get(property));
    }
  }

  #event(type, currentTime) {
    events.push({ animation: this, type, init: { currentTime, timelineTime: this.#now } });
    wantStep(updateStep);
    host.requestFrame();
  }

  /** "update an animation's finished state". */
  #update(didSeek, sync) {
    const time = this.#start !== null && this.#now !== null && !didSeek ? (this.#now - this.#start) * this.#rate : this.currentTime;
    const end = this.#end;
    if (time !== null && this.#start !== null && this.#pending === null) {
      if (this.#rate > 0 && time >= end) {
        this.#hold = didSeek ? time : this.#previous === null ? end : Math.max(this.#previous, end);
      } else if (this.#rate < 0 && time <= 0) {
        this.#hold = didSeek ? time : this.#previous === null ? 0 : Math.min(this.#previous, 0);
      } else if (this.#rate !== 0) {
        if (didSeek && this.#hold !== null) this.#start = this.#now - this.#hold / this.#rate;
        this.#hold = null;
      }
    }
    this.#previous = this.currentTime;
    const isFinished = this.playState === "finished";
    if (isFinished && !this.#finished.settled) {
      if (sync) this.#notify();
      else if (this.#finishTask === 0) {
        this.#finishTask = 1;
        host.queueMicrotask(() => {
          this.#finishTask = 0;
          if (this.playState === "finished" && !this.#finished.settled) this.#notify();
        });
      }
    } else if (!isFinished && this.#finished.settled) {
      this.#finished = promise();
    }
    if (this.playState === "idle") active.delete(this);
    else activate(this);
    if (this[SECRET].touched) driven.told(this, this.#start, this.#hold, this.#rate);
    if (this.#effect !== null) repaint(this.#effect.target);
    if (this.playState === "running" || this.#pending !== null) host.requestFrame();
  }
  #notify() {
    this.#finished.settled = true;
    this.#finished.resolve(this);
    this.#event("finish", this.currentTime);
  }

  /** A frame: pending changes take effect. */
  static settle(animation) {
    const at = animation.#now;
    if (animation.#pending === "play" && at !== null) {
      if (animation.#hold !== null) {
        animation.#start = animation.#rate === 0 ? at : at - animation.#hold / animation.#rate;
        if (animation.#rate !== 0) animation.#hold = null;
      }
      animation.#resolveReady();
    } else if (animation.#pending === "pause" && at !== null) {
      if (animation.#start !== null && animation.#hold === null) animation.#hold = (at - animation.#start) * animation.#rate;
      animation.#start = null;
      animation.#resolveReady();
    }
    animation.#update(false, false);
  }
  /** The end of a frame: what is pending is ready. */
  static begin(animation) {
    if (animation.#pending !== null) settleAnimation(animation);
  }
  /** A frame: pending changes take effect, the state is brought up to date. */
  static frame(animation) {
    settleAnimation(animation);
    // An effect that is over and leaves nothing behind need not be looked at again.
    if (animation.playState === "finished" && animation.#effect !== null) {
      const timing = computeTiming(effectTiming(animation.#effect), animation.currentTime, animation.#rate);
      if (timing.progress === null) active.delete(animation);
    }
  }
  /** Takes over where the style engine has an animation: since when it runs, or at what time it is held. */
  static adopt(animation, start, hold) {
    animation.#start = start;
    animation.#hold = hold;
    animation.#previous = null;
    animation.#update(false, false);
  }
  /** The style engine has it no more: what had not finished is cancelled. */
  static drop(animation) {
    const left = animation.#rate > 0 ? animation.#end - animation.currentTime : animation.currentTime;
    const state = animation.playState;
    if ((state === "running" && left < 0.01) || state === "finished") {
      // The style engine rounds in single precision.
      animation.#hold = animation.#rate > 0 ? animation.#end : 0;
      animation.#update(true, false);
    } else if (state !== "idle") {
      animation.cancel();
    }
    active.delete(animation);
  }
  static touch(animation) {
    animation.#update(false, false);
  }
  static remove(animation) {
    animation.#replaceState = "removed";
    active.delete(animation);
    animation.#event("remove", animation.currentTime);
  }
}
const frameAnimation = Animation.frame;
const settleAnimation = Animation.settle;
const beginAnimation = Animation.begin;
const touchAnimation = Animation.touch;
const removeAnimation = Animation.remove;
export const adopt = Animation.adopt;
export const drop = Animation.drop;
for (const name of ["frame", "settle", "begin", "touch", "remove", "adopt", "drop"]) delete Animation[name];
finishInterface(Animation);
handlerAttributes(Animation.prototype, ["finish", "cancel", "remove"]);

changed.effect = (effect) => {
  const animation = effect[SECRET].animation;
  if (animation !== null && isDriven(animation)) driven.detached(animation);
  repaint(effect.target);
};
changed.timing = (effect) => {
  const animation = effect[SECRET].animation;
  if (animation === null) return;
  if (isDriven(animation)) driven.detached(animation);
  touchAnimation(animation);
};

// ----------------------------------------------------------------------------------------------------- effect on style

function animationsOf(target) {
  return [...active].filter((animation) => animation.effect instanceof KeyframeEffect && animation.effect.target === target && !isDriven(animation))
    .sort((a, b) => a[SECRET].order - b[SECRET].order);
}

let batch = null; // targets to repaint at the end of a frame's update, or null
const shown = new Map(); // elements that have an override → whether CSS transitions are held off meanwhile
let releasing = []; // elements whose transitions are let go with the next frame

/** Recomputes what animations do to an element. */
function repaint(target) {
  if (target === null || target === undefined) return;
  if (batch !== null) {
    batch.add(target);
    return;
  }
  if (target[$connected]) host.flush();
  paint(target, animationsOf(target));
}

function paint(target, animations) {
  const values = new Map();
  for (const animation of animations) applyEffect(animation.effect, values);
  if (values.size === 0) {
    if (!shown.has(target)) return;
    // A value that an animation leaves behind must not start a CSS transition.
    if (shown.get(target)) {
      releasing.push(target);
      wantStep(updateStep);
      setOverride(target, HOLD);
      host.requestFrame();
    } else {
      setOverride(target, null);
    }
    shown.delete(target);
    return;
  }
  if (!shown.has(target)) shown.set(target, hasTransition(target));
  const text = [...values].map(([name, value]) => `${name}:${value}`).join(";");
  setOverride(target, shown.get(target) ? `${text};${HOLD}` : text);
}
const HOLD = "transition:none";

function hasTransition(target) {
  if (!target[$connected]) return false;
  host.flush();
  return /[1-9]/.test(ops.op_style_computed(target[$id], "", "transition-duration"));
}

function release() {
  if (releasing.length === 0) return;
  const list = releasing.splice(0).filter((target) => !shown.has(target));
  host.flush();
  // Style is resolved with transitions held off, and again without: in one step a transition would start.
  for (const target of list) if (target[$connected]) ops.op_style_computed(target[$id], "", "transition-duration");
  for (const target of list) setOverride(target, null);
}

/** "remove replaced animations": a later filling animation of the same properties makes an earlier one superfluous. */
function removeReplaced() {
  const filling = [...active].filter((a) => a.playState === "finished" && a.replaceState === "active" && !isDriven(a) && a.effect instanceof KeyframeEffect && a.effect.target !== null);
  if (filling.length < 2) return;
  for (const animation of filling) {
    const later = filling.filter((other) => other[SECRET].order > animation[SECRET].order && other.effect.target === animation.effect.target);
    if (later.length === 0) continue;
    const covered = [...effectTracks(animation.effect).keys()].every((name) => later.some((other) => effectTracks(other.effect).has(name)));
    if (covered) removeAnimation(animation);
  }
}

/** From now on frames look at an animation. */
function activate(animation) {
  active.add(animation);
  wantStep(updateStep);
  wantStep(beginStep);
}

const updateStep = addFrameStep(52, (timestamp) => {
  frameTime = Math.max(frameTime, timestamp);
  inFrame = true;
  try {
    updateAll();
  } finally {
    inFrame = false;
  }
  driven.sendEvents();
  sendEvents();
  if (active.size > 0 || releasing.length > 0 || driven.any()) wantStep(updateStep);
});

function updateAll() {
  driven.sync(false);
  release();
  if (active.size > 0) {
    const targets = batch = new Set();
    try {
      for (const animation of [...active]) frameAnimation(animation);
      removeReplaced();
    } finally {
      batch = null;
    }
    // Values are put together by the style system, which must know the targets.
    if (targets.size > 0) host.flush();
    const byTarget = new Map([...targets].map((target) => [target, []]));
    for (const animation of active) {
      if (animation.effect instanceof KeyframeEffect && !isDriven(animation)) byTarget.get(animation.effect.target)?.push(animation);
    }
    for (const [target, animations] of byTarget) paint(target, animations.sort((a, b) => a[SECRET].order - b[SECRET].order));
  }
}

/** What the callbacks of a frame have made pending is ready with that frame (Web Animations § 4.4.9). */
const beginStep = addFrameStep(87, () => {
  if (active.size === 0) return;
  wantStep(beginStep);
  inFrame = true;
  try {
    for (const animation of [...active]) beginAnimation(animation);
  } finally {
    inFrame = false;
  }
});

function sendEvents() {
  if (events.length > 0) {
    const batch = events;
    events = [];
    batch.sort((a, b) => (a.init.timelineTime ?? -Infinity) - (b.init.timelineTime ?? -Infinity) || a.animation[SECRET].order - b.animation[SECRET].order);
    for (const { animation, type, init } of batch) fire(animation, type, init, AnimationPlaybackEvent);
  }
}

const members = {
  animate(keyframes, options = undefined) {
    need(1, arguments.length, "animate", "Element");
    const effect = new KeyframeEffect(this, keyframes, options);
    const animation = new Animation(effect, typeof options === "object" && options !== null && options.timeline !== undefined ? options.timeline : documentTimeline);
    if (typeof options === "object" && options !== null && options.id !== undefined) animation[$ownId] = `${options.id}`;
    animation.play();
    return animation;
  },
  getAnimations(options = undefined) {
    const subtree = Boolean(options?.subtree);
    return listed((target, pseudo) => (target === this && (subtree || pseudo === null)) || (subtree && this.contains(target)));
  },
};

/** Composite order (Web Animations § 5.4.2): transitions, CSS animations (both in tree order), then script's in order of their making. */
function compare(a, b) {
  const [x, y] = [a[SECRET], b[SECRET]];
  const kind = (x.css ?? 2) - (y.css ?? 2);
  if (kind !== 0 || x.css === undefined) return kind || x.order - y.order;
  const [p, q] = [a.effect.target, b.effect.target];
  if (p !== q) return p.compareDocumentPosition(q) & 4 ? -1 : 1;
  return x.place - y.place;
}

function listed(matches) {
  driven.sync(true);
  return [...active].filter((animation) => {
    const target = animation.effect?.target ?? null;
    if (target === null || !target[$connected] || !matches(target, animation.effect.pseudoElement)) return false;
    const timing = computeTiming(effectTiming(animation.effect), animation.currentTime, animation.playbackRate);
    return timing.progress !== null || (animation.playState !== "finished" && animation.playState !== "idle");
  }).sort(compare);
}

export const globals = { Animation, AnimationPlaybackEvent, AnimationTimeline, DocumentTimeline };

export function install() {
  if (typeof host.globals.Element === "function") defineOperations(host.globals.Element.prototype, members);
  if (typeof host.globals.Document === "function") {
    defineOperations(host.globals.Document.prototype, {
      getAnimations() {
        return listed(() => true);
      },
    });
    Object.defineProperty(host.globals.Document.prototype, "timeline", {
      get: () => documentTimeline,
      enumerable: true,
      configurable: true,
    });
  }
}
