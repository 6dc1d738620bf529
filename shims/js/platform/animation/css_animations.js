// CSSAnimation and CSSTransition (CSS Animations 2 § 2.1, CSS Transitions 2 § 3.1): objects for what the style engine runs. They are made
// when a page asks for animations. The style engine shows their values and fires their events; what script does to one is told to it.
// Script that changes the keyframes or the timing of one has taken it over: from then on it is painted as an animation of script's.
import { finishInterface, host, illegalConstructor, ops, SECRET } from "ext:oracade/internal.js";
import { $id } from "ext:oracade/dom/slots.js";
import { AnimationEvent, TransitionEvent } from "ext:oracade/dom/events.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { nodeOf } from "ext:oracade/dom/mirror.js";
import { adopt, Animation, driven, drop, watchDriven } from "ext:oracade/platform/animation/animation.js";
import { computeTiming, effectTiming, KeyframeEffect } from "ext:oracade/platform/animation/effect.js";
import { phaseEvents } from "ext:oracade/platform/animation/phase_events.js";

class CSSAnimation extends Animation {
  #name;
  constructor(secret, effect, name) {
    if (secret !== SECRET) illegalConstructor();
    super(effect);
    this.#name = name;
  }
  get animationName() {
    return this.#name;
  }
}
finishInterface(CSSAnimation);

class CSSTransition extends Animation {
  #property;
  constructor(secret, effect, property) {
    if (secret !== SECRET) illegalConstructor();
    super(effect);
    this.#property = property;
  }
  get transitionProperty() {
    return this.#property;
  }
}
finishInterface(CSSTransition);

/** Number of the style engine → {animation, start, hold}: as it was last heard of. */
const known = new Map();
/** Number of the style engine → {animation, target, then, isTransition, pseudo, name} of what script has taken over; `then`: its timing at the last frame. */
const taken = new Map();

const camel = (name) => (name.startsWith("--") ? name : name === "float" ? "cssFloat" : name.replace(/-([a-z])/g, (_, c) => c.toUpperCase()));
const computed = (element, property) => ops.op_style_computed(element[$id], "", property);

/** The last @keyframes rule of a name, in whatever group rules it lies. */
function keyframesRule(name, rules) {
  for (let i = rules.length - 1; i >= 0; i--) {
    const rule = rules[i];
    if (rule instanceof globalThis.CSSKeyframesRule) {
      if (rule.name === name) return rule;
    } else if (rule.cssRules !== undefined && rule.cssRules.length > 0) {
      const found = keyframesRule(name, rule.cssRules);
      if (found !== null) return found;
    }
  }
  return null;
}

function ruleOf(name, target) {
  const root = target.getRootNode();
  for (const scope of root === host.document ? [root] : [root, host.document]) {
    const sheets = [...(scope.styleSheets ?? []), ...(scope.adoptedStyleSheets ?? [])];
    for (const sheet of sheets.reverse()) {
      const found = sheet.disabled ? null : keyframesRule(name, sheet.cssRules);
      if (found !== null) return found;
    }
  }
  return null;
}

/** Keyframes of an animation as `KeyframeEffect` takes them; frames of one offset and easing are one. */
function keyframesOf(name, target, easing) {
  const frames = new Map();
  for (const rule of ruleOf(name, target)?.cssRules ?? []) {
    const ease = rule.style.getPropertyValue("animation-timing-function") || easing;
    for (const key of rule.keyText.split(",")) {
      const text = key.trim().toLowerCase();
      const offset = text === "from" ? 0 : text === "to" ? 1 : parseFloat(text) / 100;
      if (!(offset >= 0 && offset <= 1)) continue;
      const at = `${offset} ${ease}`;
      const frame = frames.get(at) ?? { offset, easing: ease };
      for (let i = 0; i < rule.style.length; i++) {
        const property = rule.style.item(i);
        if (property.startsWith("animation-")) continue;
        const value = rule.style.getPropertyValue(property);
        // As computed, if it can be: a value mixed with itself.
        frame[camel(property)] = ops.op_style_mix(target[$id], property, value, value, 0, 0) ?? value;
      }
      frames.set(at, frame);
    }
  }
  return [...frames.values()].sort((a, b) => a.offset - b.offset);
}

/** The entry of a list-valued property that goes with an entry of a list of names. */
function entryFor(target, names, name, values) {
  const list = splitList(computed(target, values));
  let at = splitList(computed(target, names)).findLastIndex((one) => one === name);
  if (at < 0) at = 0;
  return list[at % list.length];
}
function splitList(text) {
  return text.split(/,(?![^(]*\))/).map((part) => part.trim());
}

function make(fact, place) {
  const target = nodeOf(fact.node);
  if (target === undefined) return null;
  const timing = {
    duration: fact.duration,
    delay: fact.delay,
    iterations: fact.iterations < 0 ? Infinity : fact.iterations,
    direction: fact.direction,
    fill: fact.fill,
    pseudoElement: fact.pseudo === "" ? undefined : fact.pseudo,
  };
  let animation;
  if (fact.transition) {
    timing.easing = entryFor(target, "transition-property", fact.name, "transition-timing-function");
    const [from, to] = fact.values;
    const key = camel(fact.name);
    animation = new CSSTransition(SECRET, new KeyframeEffect(target, [{ offset: 0, [key]: from }, { offset: 1, [key]: to }], timing), fact.name);
  } else {
    const easing = entryFor(target, "animation-name", fact.name, "animation-timing-function");
    animation = new CSSAnimation(SECRET, new KeyframeEffect(target, keyframesOf(fact.name, target, easing), timing), fact.name);
  }
  Object.assign(animation[SECRET], { css: fact.transition ? 0 : 1, id: fact.id, place, touched: false });
  return animation;
}

/** Brings the objects up to date; `all` makes those that are missing. */
driven.sync = (all) => {
  if (!all && known.size === 0 && taken.size === 0) return;
  host.flush();
  const gone = new Set(known.keys());
  const lost = new Set(taken.keys());
  ops.op_anim_list().forEach((fact, place) => {
    lost.delete(fact.id);
    if (taken.has(fact.id)) {
      taken.get(fact.id).animation[SECRET].place = place;
      return;
    }
    let entry = known.get(fact.id);
    gone.delete(fact.id);
    if (entry === undefined) {
      if (!all) return;
      const animation = make(fact, place);
      if (animation === null) return;
      known.set(fact.id, entry = { animation, start: undefined, hold: undefined });
      watchDriven();
    }
    const { animation } = entry;
    animation[SECRET].place = place;
    if (animation[SECRET].touched || (entry.start === fact.start && entry.hold === fact.hold)) return;
    entry.start = fact.start;
    entry.hold = fact.hold;
    adopt(animation, fact.start, fact.hold);
  });
  for (const id of gone) {
    const { animation } = known.get(id);
    known.delete(id);
    drop(animation);
  }
  for (const id of lost) {
    // An animation that the style names no more is cancelled, whoever runs it; a transition is none of the style engine's any more.
    const { animation, isTransition } = taken.get(id);
    if (!isTransition && animation.playState !== "idle") animation.cancel();
  }
};

driven.any = () => known.size > 0 || taken.size > 0;

driven.told = (animation, start, hold, rate) => {
  const { id } = animation[SECRET];
  ops.op_anim_control(id, start ?? NaN, hold ?? NaN, rate);
  host.requestFrame();
};

driven.detached = (animation) => {
  const { id, css } = animation[SECRET];
  const fact = ops.op_anim_list().find((one) => one.id === id);
  const target = animation.effect?.target ?? null;
  if (fact !== undefined && target !== null) {
    const timing = { ...effectTiming(animation.effect), duration: fact.duration, delay: fact.delay, endDelay: 0, iterationStart: 0 };
    timing.iterations = fact.iterations < 0 ? Infinity : fact.iterations;
    const local = fact.hold ?? animation.timeline.currentTime - fact.start;
    const then = fact.begun ? computeTiming(timing, local, animation.playbackRate) : null;
    watchDriven();
    taken.set(id, { animation, target, then, isTransition: css === 0, pseudo: fact.pseudo, name: fact.name });
  }
  known.delete(id);
  ops.op_anim_control(id, NaN, NaN, 0);
  animation[SECRET].css = undefined;
  animation[SECRET].touched = false;
};

/** A frame: the events of what script has taken over. */
driven.sendEvents = () => {
  for (const [id, entry] of [...taken]) {
    const { animation, target, then, isTransition, pseudo, name } = entry;
    const owned = animation.effect !== null;
    const timing = owned ? effectTiming(animation.effect) : null;
    const now = owned ? computeTiming(timing, animation.currentTime, animation.playbackRate) : { phase: "idle", active: 0, end: 0 };
    now.elapsed = Math.max(0, (animation.currentTime ?? 0) - (timing?.delay ?? 0));
    entry.then = now;
    if (now.phase === "idle") {
      now.elapsed = then?.elapsed ?? 0;
      taken.delete(id);
    }
    if (isTransition && now.phase === "after") taken.delete(id);
    for (const [type, elapsedTime] of phaseEvents(isTransition, then, now, timing ?? { delay: 0 })) {
      const init = { bubbles: true, cancelable: type !== "transitioncancel", elapsedTime, pseudoElement: pseudo };
      if (isTransition) fire(target, type, { ...init, propertyName: name }, TransitionEvent);
      else fire(target, type, { ...init, animationName: name }, AnimationEvent);
    }
  }
};

export const globals = { CSSAnimation, CSSTransition };

export function install() {}
