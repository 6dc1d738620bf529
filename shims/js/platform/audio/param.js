// AudioParam and its automation timeline (Web Audio § 1.6). Values are computed when asked for, from the context's time.
import { finishInterface, illegalConstructor, SECRET } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { need } from "ext:oracade/platform/idl.js";

const exp = Math.exp;
const pow = Math.pow;
const fround = Math.fround;

/** Events kept before past ones are folded into one. */
const FOLD_AT = 64;

function finite(value, method, what) {
  const number = +value;
  if (!Number.isFinite(number)) {
    throw new TypeError(`Failed to execute '${method}' on 'AudioParam': The provided ${what} value is non-finite.`);
  }
  return number;
}

function timeOf(value, method) {
  const time = finite(value, method, "double");
  if (time < 0) throw new RangeError(`Failed to execute '${method}' on 'AudioParam': Time must be a finite non-negative number: ${time}`);
  return time;
}

/** Value of a segment at a time: what holds between two events. */
function evaluate(segment, time) {
  switch (segment.kind) {
    case "target": {
      if (segment.tau === 0) return segment.target;
      return segment.target + (segment.value - segment.target) * exp(-(time - segment.from) / segment.tau);
    }
    case "curve": {
      const { curve, from, duration } = segment;
      const position = ((time - from) / duration) * (curve.length - 1);
      if (position >= curve.length - 1) return curve[curve.length - 1];
      const k = Math.floor(position);
      return curve[k] + (curve[k + 1] - curve[k]) * (position - k);
    }
    default:
      return segment.value;
  }
}

export class AudioParam {
  #context;
  #default;
  #min;
  #max;
  #rate;
  #fixedRate;
  #base;
  #events = [];

  constructor(secret, context, value, min, max, rate = "a-rate", fixedRate = false) {
    if (secret !== SECRET) illegalConstructor();
    this.#context = context;
    this.#default = this.#base = fround(value);
    this.#min = fround(min);
    this.#max = fround(max);
    this.#rate = rate;
    this.#fixedRate = fixedRate;
    Object.defineProperty(this, SECRET, { value: { inputs: [], context } });
  }

  /** The value at a context time. */
  static at(param, time) {
    return param.#at(time);
  }
  static constant(param) {
    return param.#events.length === 0 && param[SECRET].inputs.length === 0;
  }

  get value() {
    return fround(Math.min(this.#max, Math.max(this.#min, this.#at(this.#context.currentTime))));
  }
  set value(value) {
    const number = +value;
    if (!Number.isFinite(number)) {
      throw new TypeError("Failed to set the 'value' property on 'AudioParam': The provided float value is non-finite.");
    }
    if (this.#events.length === 0) this.#base = fround(number);
    else this.#insert({ kind: "set", time: this.#context.currentTime, value: fround(number) }, "value");
  }
  get automationRate() {
    return this.#rate;
  }
  set automationRate(value) {
    if (value !== "a-rate" && value !== "k-rate") return;
    if (this.#fixedRate && value !== this.#rate) {
      fail("InvalidStateError", "Failed to set the 'automationRate' property on 'AudioParam': the automation rate is fixed and cannot be changed");
    }
    this.#rate = value;
  }
  get defaultValue() {
    return this.#default;
  }
  get minValue() {
    return this.#min;
  }
  get maxValue() {
    return this.#max;
  }

  setValueAtTime(value, time) {
    need(2, arguments.length, "setValueAtTime", "AudioParam");
    const v = fround(finite(value, "setValueAtTime", "float"));
    this.#insert({ kind: "set", time: timeOf(time, "setValueAtTime"), value: v }, "setValueAtTime");
    return this;
  }
  linearRampToValueAtTime(value, time) {
    need(2, arguments.length, "linearRampToValueAtTime", "AudioParam");
    const v = fround(finite(value, "linearRampToValueAtTime", "float"));
    this.#insert({ kind: "linear", time: timeOf(time, "linearRampToValueAtTime"), value: v }, "linearRampToValueAtTime");
    return this;
  }
  exponentialRampToValueAtTime(value, time) {
    need(2, arguments.length, "exponentialRampToValueAtTime", "AudioParam");
    const v = fround(finite(value, "exponentialRampToValueAtTime", "float"));
    if (v === 0) {
      throw new RangeError(`Failed to execute 'exponentialRampToValueAtTime' on 'AudioParam': The float target value provided (${v}) should not be in the range (-1.40130e-45, 1.40130e-45).`);
    }
    this.#insert({ kind: "exponential", time: timeOf(time, "exponentialRampToValueAtTime"), value: v }, "exponentialRampToValueAtTime");
    return this;
  }
  setTargetAtTime(target, time, tau) {
    need(3, arguments.length, "setTargetAtTime", "AudioParam");
    const v = fround(finite(target, "setTargetAtTime", "float"));
    const t = timeOf(time, "setTargetAtTime");
    const constant = finite(tau, "setTargetAtTime", "float");
    if (constant < 0) throw new RangeError(`Failed to execute 'setTargetAtTime' on 'AudioParam': Time constant must be a finite non-negative number: ${constant}`);
    this.#insert({ kind: "target", time: t, target: v, tau: constant }, "setTargetAtTime");
    return this;
  }
  setValueCurveAtTime(values, time, duration) {
    need(3, arguments.length, "setValueCurveAtTime", "AudioParam");
    const curve = Float32Array.from(values);
    if (curve.length < 2) fail("InvalidStateError", `Failed to execute 'setValueCurveAtTime' on 'AudioParam': The curve length provided (${curve.length}) is less than the minimum bound (2).`);
    const t = timeOf(time, "setValueCurveAtTime");
    const length = finite(duration, "setValueCurveAtTime", "double");
    if (length <= 0) throw new RangeError(`Failed to execute 'setValueCurveAtTime' on 'AudioParam': Duration must be a finite positive number: ${length}`);
    for (const event of this.#events) {
      if ((event.time > t && event.time < t + length) || (event.kind === "curve" && t < event.time + event.duration && event.time < t + length)) {
        fail("NotSupportedError", "Failed to execute 'setValueCurveAtTime' on 'AudioParam': the curve overlaps another event");
      }
    }
    this.#insert({ kind: "curve", time: t, curve, duration: length }, "setValueCurveAtTime");
    return this;
  }
  cancelScheduledValues(time) {
    need(1, arguments.length, "cancelScheduledValues", "AudioParam");
    const t = timeOf(time, "cancelScheduledValues");
    this.#events = this.#events.filter((event) => event.time < t && !(event.kind === "curve" && event.time + event.duration > t));
    return this;
  }
  cancelAndHoldAtTime(time) {
    need(1, arguments.length, "cancelAndHoldAtTime", "AudioParam");
    const t = Math.max(timeOf(time, "cancelAndHoldAtTime"), this.#context.currentTime);
    const hold = fround(this.#at(t));
    const next = this.#events.find((event) => event.time > t);
    const kept = this.#events.filter((event) => event.time <= t);
    // A ramp that is under way is cut short where it is; otherwise the value is held.
    if (next !== undefined && (next.kind === "linear" || next.kind === "exponential")) kept.push({ kind: next.kind, time: t, value: hold });
    this.#events = kept;
    this.#events.push({ kind: "set", time: t, value: hold });
    return this;
  }

  #insert(event, method) {
    for (const other of this.#events) {
      if (other.kind === "curve" && event.time >= other.time && event.time < other.time + other.duration && event !== other) {
        fail("NotSupportedError", `Failed to execute '${method}' on 'AudioParam': ${method}(…) overlaps setValueCurveAtTime(…)`);
      }
    }
    let i = this.#events.length;
    while (i > 0 && this.#events[i - 1].time > event.time) i--;
    if (i > 0 && this.#events[i - 1].time === event.time && this.#events[i - 1].kind === event.kind) this.#events[i - 1] = event;
    else this.#events.splice(i, 0, event);
    if (this.#events.length > FOLD_AT) this.#fold();
  }

  /** Replaces the events that are over by one that holds the value they led to. */
  #fold() {
    const now = this.#context.currentTime;
    let last = -1;
    for (let i = 0; i < this.#events.length && this.#events[i].time <= now; i++) {
      if (this.#events[i].kind !== "target" && this.#events[i].kind !== "curve") last = i;
    }
    if (last <= 0) return;
    const time = this.#events[last].time;
    const value = this.#at(time);
    this.#events.splice(0, last + 1, { kind: "set", time, value });
  }

  #at(time) {
    let segment = { kind: "constant", value: this.#base };
    let from = 0;
    for (let i = 0; i < this.#events.length; i++) {
      const event = this.#events[i];
      if (event.kind === "linear" || event.kind === "exponential") {
        const start = evaluate(segment, from);
        if (time < event.time) {
          const part = (time - from) / (event.time - from);
          if (event.kind === "linear") return start + (event.value - start) * part;
          return start * event.value <= 0 ? start : start * pow(event.value / start, part);
        }
        segment = { kind: "constant", value: event.value };
        from = event.time;
        continue;
      }
      if (time < event.time) break;
      const value = evaluate(segment, event.time);
      if (event.kind === "set") segment = { kind: "constant", value: event.value };
      else if (event.kind === "target") segment = { kind: "target", value, target: event.target, tau: event.tau, from: event.time };
      else segment = { kind: "curve", curve: event.curve, from: event.time, duration: event.duration };
      from = event.kind === "curve" ? event.time + event.duration : event.time;
    }
    return evaluate(segment, time);
  }
}
export const paramAt = AudioParam.at;
export const isConstant = AudioParam.constant;
delete AudioParam.at;
delete AudioParam.constant;
finishInterface(AudioParam);

export const globals = { AudioParam };
