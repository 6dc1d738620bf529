// CSSAnimation and CSSTransition (CSS Animations 2 § 2.1, CSS Transitions 2 § 3.1): objects for what the style engine runs. They are made
// when a page asks for animations. The style engine shows their values and fires their events; what script does to one is told to it.
// Script that changes the keyframes or the timing of one has taken it over: from then on it is painted as an animation of script's.
import { finishInterface, host, illegalConstructor, ops, SECRET } from "ext:oracade/internal.js";
import { $id } from "ext:oracade/dom/slots.js";
import { nodeOf } from "ext:oracade/dom/mirror.js";
import { adopt, Animation, driven, drop } from "ext:oracade/platform/animation/animation.js";
import { KeyframeEffect } from "ext:oracade/platform/animation/effect.js";

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
  if (!all && known.size === 0) return;
  host.flush();
  const gone = new Set(known.keys());
  ops.op_anim_list().forEach((fact, place) => {
    let entry = known.get(fact.id);
    gone.delete(fact.id);
    if (entry === undefined) {
      if (!all) return;
      const animation = make(fact, place);
      if (animation === null) return;
      known.set(fact.id, entry = { animation, start: undefined, hold: undefined });
    }
    const { animation } = entry;
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
};

driven.told = (animation, start, hold, rate) => {
  const { id } = animation[SECRET];
  ops.op_anim_control(id, start ?? NaN, hold ?? NaN, rate);
  host.requestFrame();
};

driven.detached = (animation) => {
  const { id } = animation[SECRET];
  known.delete(id);
  ops.op_anim_control(id, NaN, NaN, 0);
  animation[SECRET].css = undefined;
  animation[SECRET].touched = false;
};

export const globals = { CSSAnimation, CSSTransition };

export function install() {}
