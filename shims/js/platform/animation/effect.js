// KeyframeEffect: timing and keyframes (Web Animations § 4.6–4.10, 5, 6.5).
import { finishInterface, host, illegalConstructor, ops, SECRET } from "ext:oracade/internal.js";
import { $connected, $id } from "ext:oracade/dom/slots.js";
import { setOverride } from "ext:oracade/dom/mirror.js";
import { parseEasing } from "ext:oracade/platform/animation/easing.js";

const FILLS = ["none", "forwards", "backwards", "both", "auto"];
const DIRECTIONS = ["normal", "reverse", "alternate", "alternate-reverse"];
const COMPOSITES = ["replace", "add", "accumulate"];

// ------------------------------------------------------------------------------------------------------------ timing

/** Checks and converts timing members; what is not given stays as in `base`. */
export function timingOf(options, base) {
  const timing = { ...base };
  const number = (key, check) => {
    if (options[key] === undefined) return;
    const value = +options[key];
    if (!check(value)) throw new TypeError(`Failed to execute 'animate' on 'Element': ${key} must be a valid number`);
    timing[key] = value;
  };
  number("delay", Number.isFinite);
  number("endDelay", Number.isFinite);
  number("iterationStart", (v) => Number.isFinite(v) && v >= 0);
  number("iterations", (v) => v >= 0);
  if (options.duration !== undefined && options.duration !== "auto") {
    const value = typeof options.duration === "string" ? NaN : +options.duration;
    if (!(value >= 0)) throw new TypeError("Failed to execute 'animate' on 'Element': duration must be non-negative or auto");
    timing.duration = value;
  } else if (options.duration === "auto") {
    timing.duration = "auto";
  }
  for (const [key, list] of [["fill", FILLS], ["direction", DIRECTIONS]]) {
    if (options[key] === undefined) continue;
    const value = `${options[key]}`;
    if (!list.includes(value)) throw new TypeError(`Failed to execute 'animate' on 'Element': The provided value '${value}' is not a valid enum value of type ${key === "fill" ? "FillMode" : "PlaybackDirection"}.`);
    timing[key] = value;
  }
  if (options.easing !== undefined) {
    const easing = parseEasing(options.easing);
    if (easing === null) throw new TypeError(`Failed to execute 'animate' on 'Element': '${options.easing}' is not a valid value for easing`);
    timing.easing = easing.text;
    timing.ease = easing.ease;
  }
  return timing;
}

// In the order in which a dictionary's members are read and given: that of their names.
export const DEFAULT_TIMING = {
  delay: 0, direction: "normal", duration: "auto", easing: "linear", endDelay: 0, fill: "auto", iterationStart: 0, iterations: 1,
  ease: (x) => x,
};

/** Phase, progress and iteration of an effect at a local time (null: unresolved). */
export function computeTiming(timing, local, rate) {
  const duration = timing.duration === "auto" ? 0 : timing.duration;
  const active = duration === 0 || timing.iterations === 0 ? 0 : duration * timing.iterations;
  const end = Math.max(0, timing.delay + active + timing.endDelay);
  const result = { duration, active, end, phase: "idle", progress: null, iteration: null, activeTime: null };
  if (local === null) return result;
  const fill = timing.fill === "auto" ? "none" : timing.fill;
  const before = Math.max(Math.min(timing.delay, end), 0);
  const after = Math.max(Math.min(timing.delay + active, end), 0);
  let activeTime = null;
  if (local < before || (rate < 0 && local === before)) {
    result.phase = "before";
    if (fill === "backwards" || fill === "both") activeTime = Math.max(local - timing.delay, 0);
  } else if (local > after || (rate >= 0 && local === after)) {
    result.phase = "after";
    if (fill === "forwards" || fill === "both") activeTime = Math.max(Math.min(local - timing.delay, active), 0);
  } else {
    result.phase = "active";
    activeTime = local - timing.delay;
  }
  result.activeTime = activeTime;
  if (activeTime === null) return result;
  const overall = (duration === 0 ? (result.phase === "before" ? 0 : timing.iterations) : activeTime / duration) + timing.iterationStart;
  let simple = overall === Infinity ? timing.iterationStart % 1 : overall % 1;
  if (simple === 0 && result.phase !== "before" && activeTime === active && timing.iterations !== 0) simple = 1;
  if (result.phase === "after" && timing.iterations === Infinity) result.iteration = Infinity;
  else result.iteration = simple === 1 ? Math.floor(overall) - 1 : Math.floor(overall);
  let forwards = timing.direction === "normal";
  if (timing.direction.startsWith("alternate")) {
    const odd = result.iteration === Infinity ? 0 : (result.iteration + (timing.direction === "alternate" ? 0 : 1)) % 2;
    forwards = odd === 0;
  }
  const directed = forwards ? simple : 1 - simple;
  const isBefore = forwards ? result.phase === "before" : result.phase === "after";
  result.progress = timing.ease(directed, isBefore);
  return result;
}

// --------------------------------------------------------------------------------------------------------- keyframes

/** IDL attribute name → CSS property name. */
export function cssName(key) {
  if (key.startsWith("--")) return key;
  if (key === "cssFloat") return "float";
  if (key === "cssOffset") return "offset";
  return key.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`).replace(/^webkit-/, "-webkit-");
}

const SPECIAL = new Set(["offset", "easing", "composite", "computedOffset"]);

function easingOf(value) {
  const easing = parseEasing(value);
  if (easing === null) throw new TypeError(`Failed to execute 'animate' on 'Element': '${value}' is not a valid value for easing`);
  return easing;
}

function compositeOf(value) {
  if (value === undefined || value === "auto") return null;
  if (!COMPOSITES.includes(`${value}`)) throw new TypeError(`Failed to execute 'animate' on 'Element': The provided value '${value}' is not a valid enum value of type CompositeOperationOrAuto.`);
  return `${value}`;
}

function offsetOf(value) {
  if (value === null || value === undefined) return null;
  const offset = +value;
  if (!Number.isFinite(offset) || offset < 0 || offset > 1) throw new TypeError("Failed to execute 'animate' on 'Element': Offsets must be null or in the range [0,1].");
  return offset;
}

function fromObject(object) {
  const properties = Object.keys(object).filter((key) => !SPECIAL.has(key));
  const listOf = (value) => (typeof value === "object" && value !== null && typeof value[Symbol.iterator] === "function" ? [...value] : [value]);
  const frames = [];
  for (const key of properties) {
    const values = listOf(object[key]);
    values.forEach((value, i) => {
      const at = values.length === 1 ? 1 : i / (values.length - 1);
      let frame = frames.find((f) => f.at === at);
      if (frame === undefined) frames.push(frame = { at, values: {} });
      frame.values[key] = `${value}`;
    });
  }
  frames.sort((a, b) => a.at - b.at);
  const offsets = object.offset === undefined ? [] : listOf(object.offset);
  const easings = object.easing === undefined ? [] : listOf(object.easing);
  const composites = object.composite === undefined ? [] : listOf(object.composite);
  return frames.map((frame, i) => ({
    offset: i < offsets.length ? offsetOf(offsets[i]) : null,
    at: i < offsets.length ? null : frame.at,
    easing: easingOf(easings.length === 0 ? "linear" : easings[i % easings.length]),
    composite: compositeOf(composites.length === 0 ? undefined : composites[i % composites.length]),
    values: frame.values,
  }));
}

function fromList(list) {
  return list.map((frame) => {
    if (frame === null || frame === undefined) frame = {};
    if (typeof frame !== "object") throw new TypeError("Failed to execute 'animate' on 'Element': Keyframes must be objects.");
    const values = {};
    for (const key of Object.keys(frame).sort()) if (!SPECIAL.has(key)) values[key] = `${frame[key]}`;
    return {
      offset: offsetOf(frame.offset),
      at: null,
      easing: easingOf(frame.easing === undefined ? "linear" : frame.easing),
      composite: compositeOf(frame.composite),
      values,
    };
  });
}

/** "process a keyframes argument" and "compute missing keyframe offsets". */
export function parseKeyframes(argument) {
  if (argument === null || argument === undefined) return [];
  if (typeof argument !== "object") throw new TypeError("Failed to execute 'animate' on 'Element': Keyframes must be an object, or null or undefined.");
  const frames = typeof argument[Symbol.iterator] === "function" ? fromList([...argument]) : fromObject(argument);
  let last = 0;
  for (const frame of frames) {
    if (frame.offset === null) continue;
    if (frame.offset < last) throw new TypeError("Failed to execute 'animate' on 'Element': Offsets must be monotonically non-decreasing.");
    last = frame.offset;
  }
  frames.forEach((frame) => (frame.computed = frame.offset ?? frame.at));
  if (frames.length > 0 && frames.at(-1).computed === null) frames.at(-1).computed = 1;
  if (frames.length > 1 && frames[0].computed === null) frames[0].computed = 0;
  for (let i = 1; i < frames.length; i++) {
    if (frames[i].computed !== null) continue;
    let j = i;
    while (frames[j].computed === null) j++;
    const from = frames[i - 1].computed;
    for (let k = i; k < j; k++) frames[k].computed = from + ((frames[j].computed - from) * (k - i + 1)) / (j - i + 1);
  }
  for (const frame of frames) {
    frame.longhands = [];
    for (const [key, value] of Object.entries(frame.values)) {
      const parsed = ops.op_style_parse(cssName(key), value);
      if (parsed !== null && parsed !== undefined) for (const [name, text] of parsed) frame.longhands.push([name, text]);
    }
  }
  return frames;
}

/** Longhand → [{offset, value, ease, composite}] in order of offsets. */
function tracksOf(frames, composite) {
  const tracks = new Map();
  for (const frame of frames) {
    for (const [name, value] of frame.longhands) {
      let track = tracks.get(name);
      if (track === undefined) tracks.set(name, track = []);
      track.push({ offset: frame.computed, value, ease: frame.easing.ease, composite: frame.composite ?? composite });
    }
  }
  for (const track of tracks.values()) {
    if (track[0].offset !== 0) track.unshift({ offset: 0, value: null, ease: (x) => x, composite: "replace" });
    if (track.at(-1).offset !== 1) track.push({ offset: 1, value: null, ease: (x) => x, composite: "replace" });
  }
  return tracks;
}

// Kinds of op_style_mix.
const INTERPOLATE = 0;
const ADD = 1;
const ACCUMULATE = 2;

function sampleTrack(target, property, track, progress, underlying) {
  let i = 0;
  if (progress < 0) i = 0;
  else {
    while (i < track.length - 2 && track[i + 1].offset <= progress) i++;
  }
  const from = track[i];
  const to = track[i + 1];
  const valueOf = (key) => {
    if (key.value === null) return underlying();
    if (key.composite === "replace") return key.value;
    return ops.op_style_mix(target[$id], property, underlying(), key.value, key.composite === "add" ? ADD : ACCUMULATE, 0) ?? key.value;
  };
  if (from.offset === to.offset) return valueOf(progress < from.offset ? from : to);
  const p = from.ease((progress - from.offset) / (to.offset - from.offset));
  if (p === 0) return valueOf(from);
  if (p === 1) return valueOf(to);
  const [a, b] = [valueOf(from), valueOf(to)];
  if (a === b && property !== "transform") return a;
  return ops.op_style_mix(target[$id], property, a, b, INTERPOLATE, p) ?? (p < 0.5 ? a : b);
}

// ----------------------------------------------------------------------------------------------------------- classes

/** Called by effects when what they do to their element may have changed. */
export const changed = { effect: () => {}, timing: () => {} };

export class AnimationEffect {
  #timing;
  constructor(secret, timing) {
    if (secret !== SECRET) illegalConstructor();
    this.#timing = timing;
    Object.defineProperty(this, SECRET, { value: { animation: null } });
  }
  static timing(effect) {
    return effect.#timing;
  }
  #computed() {
    const animation = this[SECRET].animation;
    return computeTiming(this.#timing, animation === null ? null : animation.currentTime, animation === null ? 1 : animation.playbackRate);
  }
  getTiming() {
    const { ease, ...timing } = this.#timing;
    void ease;
    return timing;
  }
  getComputedTiming() {
    const { duration, active, end, progress, iteration } = this.#computed();
    const timing = this.getTiming();
    return {
      ...timing,
      fill: timing.fill === "auto" ? "none" : timing.fill,
      duration,
      activeDuration: active,
      currentIteration: iteration,
      endTime: end,
      localTime: this[SECRET].animation?.currentTime ?? null,
      progress,
    };
  }
  updateTiming(options = {}) {
    this.#timing = timingOf(options ?? {}, this.#timing);
    changed.timing(this);
  }
}
export const effectTiming = AnimationEffect.timing;
delete AnimationEffect.timing;
finishInterface(AnimationEffect);

export class KeyframeEffect extends AnimationEffect {
  #target;
  #frames;
  #composite;
  #tracks;
  #pseudo;
  #bases = new Map();
  constructor(target, keyframes = undefined, options = undefined) {
    if (target instanceof KeyframeEffect && arguments.length === 1) {
      super(SECRET, { ...effectTiming(target) });
      this.#target = target.#target;
      this.#frames = target.#frames;
      this.#composite = target.#composite;
      this.#pseudo = target.#pseudo;
    } else {
      if (arguments.length < 2) throw new TypeError(`Failed to construct 'KeyframeEffect': 2 arguments required, but only ${arguments.length} present.`);
      if (target !== null && !(target instanceof host.globals.Element)) throw new TypeError("Failed to construct 'KeyframeEffect': parameter 1 is not of type 'Element'.");
      const given = typeof options === "number" ? { duration: options } : options ?? {};
      super(SECRET, timingOf(given, DEFAULT_TIMING));
      this.#target = target;
      this.#frames = parseKeyframes(keyframes);
      this.#composite = compositeOf(given.composite) ?? "replace";
      this.#pseudo = given.pseudoElement ?? null;
    }
    this.#tracks = tracksOf(this.#frames, this.#composite);
  }
  /** Longhands the effect sets, if it has a target that can be styled. */
  static tracks(effect) {
    return effect.#pseudo === null ? effect.#tracks : new Map();
  }
  /** Adds the effect's values to `values` (longhand → text). */
  static apply(effect, values) {
    const animation = effect[SECRET].animation;
    const { progress } = computeTiming(effectTiming(effect), animation.currentTime, animation.playbackRate);
    if (progress === null || effect.#pseudo !== null) return;
    for (const [property, track] of effect.#tracks) {
      const underlying = () => values.get(property) ?? effect.#base(property);
      values.set(property, sampleTrack(effect.#target, property, track, progress, underlying));
    }
  }
  /** The value the property has without script animations. */
  #base(property) {
    let value = this.#bases.get(property);
    if (value === undefined) {
      const target = this.#target;
      if (!target[$connected]) return "";
      setOverride(target, null);
      host.flush();
      value = ops.op_style_computed(target[$id], "", property);
      this.#bases.set(property, value);
    }
    return value;
  }
  get target() {
    return this.#target;
  }
  set target(value) {
    changed.effect(this);
    this.#target = value;
    this.#bases.clear();
    changed.effect(this);
  }
  get pseudoElement() {
    return this.#pseudo;
  }
  set pseudoElement(value) {
    this.#pseudo = value;
    changed.effect(this);
  }
  get composite() {
    return this.#composite;
  }
  set composite(value) {
    if (!COMPOSITES.includes(value)) return;
    this.#composite = value;
    this.#tracks = tracksOf(this.#frames, value);
    changed.effect(this);
  }
  getKeyframes() {
    return this.#frames.map((frame) => ({
      offset: frame.offset,
      easing: frame.easing.text,
      composite: frame.composite ?? "auto",
      ...frame.values,
      computedOffset: frame.computed,
    }));
  }
  setKeyframes(keyframes) {
    this.#frames = parseKeyframes(keyframes);
    this.#tracks = tracksOf(this.#frames, this.#composite);
    this.#bases.clear();
    changed.effect(this);
  }
}
export const effectTracks = KeyframeEffect.tracks;
export const applyEffect = KeyframeEffect.apply;
delete KeyframeEffect.tracks;
delete KeyframeEffect.apply;
finishInterface(KeyframeEffect);

export const globals = { AnimationEffect, KeyframeEffect };
