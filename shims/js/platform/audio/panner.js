// StereoPannerNode, PannerNode and AudioListener (Web Audio § 1.11, 1.27, 1.29, 6.3–6.4).
import { finishInterface, illegalConstructor, mixin, SECRET } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { $process, AudioNode, QUANTUM, SILENCE, upToStereo } from "ext:oracade/platform/audio/node.js";
import { contextArgument, doubleOf, floatOf, optionsOf, whileMaking } from "ext:oracade/platform/audio/options.js";
import { AudioParam } from "ext:oracade/platform/audio/param.js";
import { paramValues, zeros } from "ext:oracade/platform/audio/render.js";
import { need } from "ext:oracade/platform/idl.js";

const { abs, acos, cos, max, min, pow, sin, sqrt, PI } = Math;
const AXES = ["X", "Y", "Z"];

export class StereoPannerNode extends AudioNode {
  #pan;
  constructor(context, options = {}) {
    need(1, arguments.length, "StereoPannerNode");
    contextArgument(context, "StereoPannerNode");
    const pan = optionsOf(options, "StereoPannerNode", "StereoPannerOptions").float("pan");
    super(SECRET, context, {
      name: "StereoPannerNode", inputs: 1, outputs: 1, channelCountMode: "clamped-max", allow: upToStereo("StereoPanner: 'max' is not allowed"),
    }, options);
    this.#pan = new AudioParam(SECRET, context, { owner: this, name: "StereoPanner.pan", value: 0, initial: pan, min: -1, max: 1 });
  }
  get pan() {
    return this.#pan;
  }
  [$process]([input], block) {
    if (input === SILENCE) return [SILENCE];
    const pan = paramValues(this.#pan, block, this.context.sampleRate);
    return [spread(input, (i) => pan[i])];
  }
}

/** Places a sound between left (-1) and right (1) with equal power (§ 6.4.1). */
function spread(input, place, gain = () => 1) {
  const out = zeros(2);
  const [left, right] = [input[0], input[1] ?? input[0]];
  for (let i = 0; i < QUANTUM; i++) {
    const pan = place(i);
    const level = gain(i);
    if (input.length === 1) {
      const angle = ((pan + 1) / 2) * (PI / 2);
      out[0][i] = left[i] * cos(angle) * level;
      out[1][i] = left[i] * sin(angle) * level;
    } else if (pan <= 0) {
      const angle = (pan + 1) * (PI / 2);
      out[0][i] = (left[i] + right[i] * cos(angle)) * level;
      out[1][i] = right[i] * sin(angle) * level;
    } else {
      const angle = pan * (PI / 2);
      out[0][i] = left[i] * cos(angle) * level;
      out[1][i] = (right[i] + left[i] * sin(angle)) * level;
    }
  }
  return out;
}

// ------------------------------------------------------------------------------------------------------- vectors

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const length = (a) => sqrt(dot(a, a));
const scale = (a, factor) => [a[0] * factor, a[1] * factor, a[2] * factor];
const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
function unit(a) {
  const size = length(a);
  return size === 0 ? a : scale(a, 1 / size);
}
/** The angle whose cosine is given, in degrees; rounding may have taken it a little out of range. */
const degrees = (cosine) => (180 * acos(max(-1, min(1, cosine)))) / PI;

/** Direction of a sound as the listener hears it, in degrees: 0 in front, 90 at the right (§ 6.3). */
function azimuthOf(position, ear) {
  const toSource = unit(minus(position, ear.position));
  const front = unit(ear.forward);
  const right = cross(front, ear.up);
  if (length(toSource) === 0 || length(right) === 0) return 0;
  const side = unit(right);
  const up = cross(side, front);
  const level = unit(minus(toSource, scale(up, dot(toSource, up))));
  const angle = degrees(dot(level, side));
  const around = dot(level, front) < 0 ? 360 - angle : angle;
  return around <= 270 ? 90 - around : 450 - around;
}

/** Where equal-power panning puts an azimuth, from -1 to 1: what is behind sounds as if it were in front. */
function placeOf(azimuth) {
  const a = max(-180, min(180, azimuth));
  return (a < -90 ? -180 - a : a > 90 ? 180 - a : a) / 90;
}

// ----------------------------------------------------------------------------------------------- listener, panner

const LISTENER = { positionX: 0, positionY: 0, positionZ: 0, forwardX: 0, forwardY: 0, forwardZ: -1, upX: 0, upY: 1, upZ: 0 };

export class AudioListener {
  constructor(secret, context) {
    if (secret !== SECRET) illegalConstructor("AudioListener");
    const params = {};
    for (const [name, value] of Object.entries(LISTENER)) params[name] = new AudioParam(SECRET, context, { name: `AudioListener.${name}`, value });
    Object.defineProperty(this, SECRET, { value: params });
  }
  setPosition(x, y, z) {
    need(3, arguments.length, "setPosition", "AudioListener");
    setVector(this[SECRET], ["positionX", "positionY", "positionZ"], [x, y, z], "setPosition", "AudioListener");
  }
  setOrientation(x, y, z, xUp, yUp, zUp) {
    need(6, arguments.length, "setOrientation", "AudioListener");
    const keys = ["forwardX", "forwardY", "forwardZ", "upX", "upY", "upZ"];
    setVector(this[SECRET], keys, [x, y, z, xUp, yUp, zUp], "setOrientation", "AudioListener");
  }
}
for (const key of Object.keys(LISTENER)) {
  mixin(AudioListener, {
    get [key]() {
      if (typeof this !== "object" || this === null || this[SECRET] === undefined) throw new TypeError("Illegal invocation");
      return this[SECRET][key];
    },
  });
}
finishInterface(AudioListener);

function setVector(params, keys, values, method, name) {
  const numbers = values.map((value) => floatOf(value, `Failed to execute '${method}' on '${name}'`));
  keys.forEach((key, i) => {
    params[key].value = numbers[i];
  });
}

/** The values of parameters for a quantum; one set of them if none moves. */
function vectors(params, groups, block, rate) {
  const lists = groups.map((group) => AXES.map((axis) => paramValues(params[`${group}${axis}`], block, rate)));
  const moves = lists.some((vector) => vector.some((list) => list.some((value) => value !== list[0])));
  return { moves, at: (i) => lists.map((vector) => vector.map((list) => list[i])) };
}

const PANNING = ["equalpower", "HRTF"];
const DISTANCE = ["linear", "inverse", "exponential"];
const NUMBERS = { refDistance: 1, maxDistance: 10000, rolloffFactor: 1, coneInnerAngle: 360, coneOuterAngle: 360, coneOuterGain: 0 };

export class PannerNode extends AudioNode {
  #params = {};
  #model;
  #distance;
  #numbers = { ...NUMBERS };
  constructor(context, options = {}) {
    need(1, arguments.length, "PannerNode");
    contextArgument(context, "PannerNode");
    const where = whileMaking("PannerNode");
    const read = optionsOf(options, "PannerNode", "PannerOptions");
    const about = { positionX: 0, positionY: 0, positionZ: 0, orientationX: 1, orientationY: 0, orientationZ: 0 };
    const numbers = Object.keys(NUMBERS).map((key) => [key, read.double(key)]);
    const distance = read.choice("distanceModel", DISTANCE, "DistanceModelType", "inverse");
    const initial = Object.fromEntries(Object.keys(about).map((key) => [key, read.float(key)]));
    const model = read.choice("panningModel", PANNING, "PanningModelType", "equalpower");
    super(SECRET, context, {
      name: "PannerNode", inputs: 1, outputs: 1, channelCountMode: "clamped-max", allow: upToStereo("Panner: 'max' is not allowed"),
    }, options);
    for (const [key, value] of Object.entries(about)) {
      this.#params[key] = new AudioParam(SECRET, context, { owner: this, name: `Panner.${key}`, value, initial: initial[key] });
    }
    for (const [key, value] of numbers) if (value !== undefined) this.#setNumber(key, value, where);
    this.#distance = distance;
    this.#model = model;
  }
  #setNumber(key, number, where) {
    if ((key === "refDistance" || key === "rolloffFactor") && number < 0) {
      throw new RangeError(`${where}: The ${key} provided (${number}) is less than the minimum bound (0).`);
    }
    if (key === "maxDistance" && number <= 0) throw new RangeError(`${where}: The ${key} provided (${number}) is less than or equal to the minimum bound (0).`);
    if (key === "coneOuterGain" && !(number >= 0 && number <= 1)) {
      fail("InvalidStateError", `${where}: The ${key} provided (${number}) is outside the range [0, 1].`);
    }
    this.#numbers[key] = number;
  }
  static part(node, key) {
    return node.#params[key];
  }
  static number(node, key) {
    return node.#numbers[key];
  }
  static setNumber(node, key, value) {
    const where = `Failed to set the '${key}' property on 'PannerNode'`;
    node.#setNumber(key, doubleOf(value, where), where);
  }
  get panningModel() {
    return this.#model;
  }
  set panningModel(value) {
    void this.#model;
    value = `${value}`;
    if (PANNING.includes(value)) this.#model = value;
  }
  get distanceModel() {
    return this.#distance;
  }
  set distanceModel(value) {
    void this.#distance;
    value = `${value}`;
    if (DISTANCE.includes(value)) this.#distance = value;
  }
  setPosition(x, y, z) {
    need(3, arguments.length, "setPosition", "PannerNode");
    setVector(this.#params, ["positionX", "positionY", "positionZ"], [x, y, z], "setPosition", "PannerNode");
  }
  setOrientation(x, y, z) {
    need(3, arguments.length, "setOrientation", "PannerNode");
    setVector(this.#params, ["orientationX", "orientationY", "orientationZ"], [x, y, z], "setOrientation", "PannerNode");
  }
  /** Equal-power panning, distance and cone; HRTF is rendered the same way, for want of the measured responses. */
  [$process]([input], block) {
    if (input === SILENCE) return [SILENCE];
    const rate = this.context.sampleRate;
    const own = vectors(this.#params, ["position", "orientation"], block, rate);
    const heard = vectors(this.context.listener[SECRET], ["position", "forward", "up"], block, rate);
    const places = new Float64Array(QUANTUM);
    const gains = new Float64Array(QUANTUM);
    for (let i = 0; i < QUANTUM; i++) {
      if (i > 0 && !own.moves && !heard.moves) {
        places[i] = places[0];
        gains[i] = gains[0];
        continue;
      }
      const [source, orientation] = own.at(i);
      const [position, forward, up] = heard.at(i);
      places[i] = placeOf(azimuthOf(source, { position, forward, up }));
      gains[i] = this.#distanceGain(length(minus(source, position))) * this.#coneGain(source, orientation, position);
    }
    return [spread(input, (i) => places[i], (i) => gains[i])];
  }
  #distanceGain(distance) {
    const { refDistance: ref, maxDistance, rolloffFactor: factor } = this.#numbers;
    if (this.#distance === "linear") {
      const low = min(ref, maxDistance);
      const high = max(ref, maxDistance);
      const part = min(factor, 1);
      if (low === high) return 1 - part;
      return 1 - (part * (max(low, min(high, distance)) - low)) / (high - low);
    }
    if (ref === 0) return 0;
    const d = max(distance, ref);
    return this.#distance === "inverse" ? ref / (ref + factor * (d - ref)) : pow(d / ref, -factor);
  }
  #coneGain(source, orientation, position) {
    const { coneInnerAngle, coneOuterAngle, coneOuterGain } = this.#numbers;
    if (length(orientation) === 0 || (coneInnerAngle === 360 && coneOuterAngle === 360)) return 1;
    const angle = degrees(dot(unit(minus(position, source)), unit(orientation)));
    const inner = abs(coneInnerAngle) / 2;
    const outer = abs(coneOuterAngle) / 2;
    if (angle <= inner) return 1;
    if (angle >= outer) return coneOuterGain;
    const part = (angle - inner) / (outer - inner);
    return 1 - part + coneOuterGain * part;
  }
}
const pannerPart = PannerNode.part;
const pannerNumber = PannerNode.number;
const setPannerNumber = PannerNode.setNumber;
for (const key of ["part", "number", "setNumber"]) delete PannerNode[key];

/** Private fields throw for what is no panner, with V8's words. */
function ofPanner(run) {
  try {
    return run();
  } catch (error) {
    if (error instanceof TypeError && /private/.test(error.message)) throw new TypeError("Illegal invocation");
    throw error;
  }
}
for (const key of ["positionX", "positionY", "positionZ", "orientationX", "orientationY", "orientationZ"]) {
  mixin(PannerNode, {
    get [key]() {
      return ofPanner(() => pannerPart(this, key));
    },
  });
}
for (const key of Object.keys(NUMBERS)) {
  mixin(PannerNode, {
    get [key]() {
      return ofPanner(() => pannerNumber(this, key));
    },
    set [key](value) {
      ofPanner(() => setPannerNumber(this, key, value));
    },
  });
}
finishInterface(StereoPannerNode);
finishInterface(PannerNode);

export const globals = { AudioListener, PannerNode, StereoPannerNode };
