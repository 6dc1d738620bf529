// AudioParam and its automation timeline (Web Audio § 1.6). Values are computed when asked for, from the context's time.
import { finishInterface, illegalConstructor, ops, SECRET } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { doubleOf, floatOf, sequenceOf } from "ext:oracade/platform/audio/options.js";
import { need } from "ext:oracade/platform/idl.js";

const exp = Math.exp;
const pow = Math.pow;
const fround = Math.fround;

/** Events kept before past ones are folded into one. */
const FOLD_AT = 64;

const LIMIT = 3.4028234663852886e38;

function timeOf(value, where) {
  const time = doubleOf(value, where);
  if (time < 0) throw new RangeError(`${where}: Time must be a finite non-negative number: ${time}`);
  return time;
}

/** How errors name an event. */
function describe(event) {
  switch (event.kind) {
    case "set":
      return `setValueAtTime(${event.value}, ${event.time})`;
    case "linear":
      return `linearRampToValueAtTime(${event.value}, ${event.time})`;
    case "exponential":
      return `exponentialRampToValueAtTime(${event.value}, ${event.time})`;
    case "target":
      return `setTargetAtTime(${event.target}, ${event.time}, ${event.tau})`;
    default:
      return `setValueCurveAtTime(..., ${event.time}, ${event.duration})`;
  }
}

/** Value of a segment at a time: what holds between two events. */
function evaluate(segment, time) {
  switch (segment.kind) {
    case "target": {
      if (segment.tau === 0) return segment.target;
      return segment.target + (segment.value - segment.target) * exp(-(time - segment.from) / segment.tau);
    }
    case "curve": {
      const { curve, from, duration, cut } = segment;
      const position = ((time - from) / duration) * (curve.length - 1);
      if (cut !== undefined && position >= cut.end) return cut.value;
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
  #name;
  #default;
  #min;
  #max;
  #rate;
  #fixedRate;
  #base;
  #events = [];
  #watch; // {before(), after()} of a node that plans by this parameter
  #cursor = null; // where the last question about a value ended

  /** `about`: owner (a node), name ("Gain.gain"), value (the default), initial, min, max, rate, fixed. */
  constructor(secret, context, about) {
    if (secret !== SECRET) illegalConstructor("AudioParam");
    this.#context = context;
    this.#name = about.name;
    this.#default = fround(about.value);
    this.#min = fround(about.min ?? -LIMIT);
    this.#max = fround(about.max ?? LIMIT);
    this.#base = this.#clamp(fround(about.initial ?? about.value));
    this.#rate = about.rate ?? "a-rate";
    this.#fixedRate = about.fixed ?? false;
    Object.defineProperty(this, SECRET, { value: { inputs: [], context, owner: about.owner } });
    this.#watch = about.watch ?? null;
  }

  /** The value at a context time. */
  static at(param, time) {
    return param.#at(time);
  }
  /** Whether nothing moves the value by itself. */
  static still(param) {
    return param.#events.length === 0;
  }
  static constant(param) {
    return param.#events.length === 0 && param[SECRET].inputs.length === 0;
  }

  #clamp(value) {
    return value < this.#min ? this.#min : value > this.#max ? this.#max : value;
  }

  get value() {
    return fround(this.#clamp(this.#at(this.#context.currentTime)));
  }
  set value(value) {
    const where = "Failed to set the 'value' property on 'AudioParam'";
    const number = floatOf(value, where);
    if (number < this.#min || number > this.#max) {
      ops.op_report("warning", `${this.#name}.value ${number} outside nominal range [${this.#min}, ${this.#max}]; value will be clamped.`);
    }
    if (this.#events.length === 0) {
      this.#watch?.before();
      this.#base = this.#clamp(number);
      this.#cursor = null;
      this.#watch?.after();
    } else this.#insert({ kind: "set", time: this.#context.currentTime, value: this.#clamp(number) }, where);
  }
  get automationRate() {
    return this.#rate;
  }
  set automationRate(value) {
    void this.#rate;
    value = `${value}`;
    if (value !== "a-rate" && value !== "k-rate") return;
    if (this.#fixedRate && value !== this.#rate) {
      fail("InvalidStateError", `Failed to set the 'automationRate' property on 'AudioParam': ${this.#name}.automationRate is fixed and cannot be changed to "${value}"`);
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
    const where = "Failed to execute 'setValueAtTime' on 'AudioParam'";
    const v = floatOf(value, where);
    this.#insert({ kind: "set", value: v, time: timeOf(time, where) }, where);
    return this;
  }
  linearRampToValueAtTime(value, time) {
    need(2, arguments.length, "linearRampToValueAtTime", "AudioParam");
    const where = "Failed to execute 'linearRampToValueAtTime' on 'AudioParam'";
    const v = floatOf(value, where);
    this.#insert({ kind: "linear", value: v, time: timeOf(time, where) }, where);
    return this;
  }
  exponentialRampToValueAtTime(value, time) {
    need(2, arguments.length, "exponentialRampToValueAtTime", "AudioParam");
    const where = "Failed to execute 'exponentialRampToValueAtTime' on 'AudioParam'";
    const v = floatOf(value, where);
    const end = doubleOf(time, where);
    if (v === 0) {
      throw new RangeError(`${where}: The float target value provided (${v}) should not be in the range (-1.40130e-45, 1.40130e-45).`);
    }
    this.#insert({ kind: "exponential", value: v, time: timeOf(end, where) }, where);
    return this;
  }
  setTargetAtTime(target, time, tau) {
    need(3, arguments.length, "setTargetAtTime", "AudioParam");
    const where = "Failed to execute 'setTargetAtTime' on 'AudioParam'";
    const v = floatOf(target, where);
    const begin = doubleOf(time, where);
    const constant = floatOf(tau, where);
    timeOf(begin, where);
    if (constant < 0) throw new RangeError(`${where}: Time constant must be a finite non-negative number: ${constant}`);
    this.#insert({ kind: "target", time: begin, target: v, tau: constant }, where);
    return this;
  }
  setValueCurveAtTime(values, time, duration) {
    need(3, arguments.length, "setValueCurveAtTime", "AudioParam");
    const where = "Failed to execute 'setValueCurveAtTime' on 'AudioParam'";
    const curve = Float32Array.from(sequenceOf(values, where, floatOf));
    const begin = doubleOf(time, where);
    const length = doubleOf(duration, where);
    timeOf(begin, where);
    if (length <= 0) throw new RangeError(`${where}: Duration must be a finite positive number: ${length}`);
    if (curve.length < 2) fail("InvalidStateError", `${where}: The curve length provided (${curve.length}) is less than the minimum bound (2).`);
    this.#insert({ kind: "curve", time: begin, curve, duration: length }, where);
    return this;
  }
  cancelScheduledValues(time) {
    need(1, arguments.length, "cancelScheduledValues", "AudioParam");
    const t = timeOf(time, "Failed to execute 'cancelScheduledValues' on 'AudioParam'");
    this.#watch?.before();
    this.#events = this.#events.filter((event) => event.time < t && !(event.kind === "curve" && event.time + event.duration > t));
    this.#cursor = null;
    this.#watch?.after();
    return this;
  }
  cancelAndHoldAtTime(time) {
    need(1, arguments.length, "cancelAndHoldAtTime", "AudioParam");
    const t = Math.max(timeOf(time, "Failed to execute 'cancelAndHoldAtTime' on 'AudioParam'"), this.#context.currentTime);
    this.#watch?.before();
    const next = this.#events.find((event) => event.time > t);
    // A curve that would begin at this very time never does.
    this.#events = this.#events.filter((event) => event.kind !== "curve" || event.time !== t);
    this.#cursor = null;
    const hold = fround(this.#at(t));
    const kept = this.#events.filter((event) => event.time <= t);
    // A ramp that is under way is cut short where it is; otherwise the value is held.
    if (next !== undefined && (next.kind === "linear" || next.kind === "exponential")) kept.push({ kind: next.kind, time: t, value: hold });
    const last = kept[kept.length - 1];
    if (last?.kind === "curve" && last.time + last.duration > t) kept[kept.length - 1] = this.#cut(last, t, hold);
    else kept.push({ kind: "set", time: t, value: hold });
    this.#events = kept;
    this.#cursor = null;
    this.#watch?.after();
    return this;
  }

  /** A curve that ends early, with the value it has there. */
  #cut(event, time, value) {
    const { curve, time: from, duration } = event;
    const end = ((time - from) / duration) * (curve.length - 1);
    return { ...event, cut: { end, value }, over: time - from };
  }

  #insert(event, where) {
    const now = this.#context.currentTime;
    const stated = describe(event);
    if (event.time < now) event = { ...event, time: now };
    const events = this.#events;
    for (const other of events) {
      const length = other.over ?? other.duration;
      const within = other.kind === "curve" && event.time >= other.time && event.time < other.time + length;
      const over = event.kind === "curve" && other.time > event.time && other.time < event.time + event.duration;
      if (within || over) fail("NotSupportedError", `${where}: ${stated} overlaps ${describe(other)}`);
    }
    this.#watch?.before();
    this.#cursor = null;
    // A ramp begins somewhere: if nothing comes before it, at the value of the moment it is asked for.
    if (events.length === 0 && event.kind !== "set" && event.kind !== "curve") events.push({ kind: "set", time: now, value: this.#base });
    let i = events.length;
    while (i > 0 && events[i - 1].time > event.time) i--;
    events.splice(i, 0, event);
    if (events.length > FOLD_AT) this.#fold();
    this.#watch?.after();
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
    this.#cursor = null;
  }

  /** Goes through the events, from where the last question ended if that was not later. */
  #at(time) {
    let cursor = this.#cursor;
    if (cursor === null || time < cursor.since) {
      cursor = this.#cursor = { next: 0, since: -Infinity, from: 0, segment: { kind: "constant", value: this.#base } };
    }
    const events = this.#events;
    for (; cursor.next < events.length; cursor.next++) {
      const event = events[cursor.next];
      const { segment, from } = cursor;
      if (event.kind === "linear" || event.kind === "exponential") {
        if (time < event.time) {
          const start = evaluate(segment, from);
          const part = (time - from) / (event.time - from);
          if (part < 0) return evaluate(segment, time);
          if (event.kind === "linear") return start + (event.value - start) * part;
          return start * event.value <= 0 ? start : start * pow(event.value / start, part);
        }
        cursor.segment = { kind: "constant", value: event.value };
        cursor.from = event.time;
      } else {
        if (time < event.time) break;
        const value = evaluate(segment, event.time);
        cursor.from = event.time;
        if (event.kind === "set") cursor.segment = { kind: "constant", value: event.value };
        else if (event.kind === "target") cursor.segment = { kind: "target", value, target: event.target, tau: event.tau, from: event.time };
        else {
          const { curve, duration, cut, over } = event;
          cursor.segment = { kind: "curve", curve, from: event.time, duration, cut };
          cursor.from = event.time + (over ?? duration);
        }
      }
      cursor.since = event.time;
    }
    return evaluate(cursor.segment, time);
  }
}
export const paramAt = AudioParam.at;
export const isConstant = AudioParam.constant;
export const isStill = AudioParam.still;
delete AudioParam.still;
delete AudioParam.at;
delete AudioParam.constant;
finishInterface(AudioParam);

export const globals = { AudioParam };
