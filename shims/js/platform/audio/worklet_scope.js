// The inside of an audio worklet (Web Audio § 1.32.2, 1.32.5): its global scope, in a realm of its own, and the processors that live
// there. The outside is worklet.js.
import { finishInterface, illegalConstructor, ops } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { QUANTUM } from "ext:oracade/platform/audio/node.js";
import { doubleOf } from "ext:oracade/platform/audio/options.js";
import { defineReadOnly, need } from "ext:oracade/platform/idl.js";
import { newRealm } from "ext:oracade/platform/realm.js";

const REGISTER = "Failed to execute 'registerProcessor' on 'AudioWorkletGlobalScope'";
const RATES = ["a-rate", "k-rate"];
const LIMIT = 3.4028234663852886e38;
const { apply, construct } = Reflect;

/** What the scope has of the window's interfaces. */
const EXPOSED = `QuotaExceededError WritableStreamDefaultWriter WritableStreamDefaultController WritableStream
  TransformStreamDefaultController TransformStream ReadableStreamDefaultReader ReadableStreamDefaultController ReadableStreamBYOBRequest
  ReadableStreamBYOBReader ReadableStream ReadableByteStreamController MessagePort MessageEvent EventTarget Event
  CountQueuingStrategy ByteLengthQueuingStrategy console`.split(/\s+/);
/** Name → value, taken when the snapshot is built. */
const exposed = {};

/** The port that the processor being constructed gets; null while none is. */
let pendingPort = null;

/** A class whose objects belong to a realm: what it inherits is that realm's. */
function adopt(cls, realm, Parent = null) {
  Object.setPrototypeOf(cls, Parent ?? realm.Function.prototype);
  Object.setPrototypeOf(cls.prototype, Parent === null ? realm.Object.prototype : Parent.prototype);
  return cls;
}

function processorClass(realm) {
  class AudioWorkletProcessor {
    #port;
    constructor() {
      if (pendingPort === null) throw new TypeError("Failed to construct 'AudioWorkletProcessor': Illegal invocation of AudioWorkletProcessor constructor.");
      this.#port = pendingPort;
      pendingPort = null;
    }
    get port() {
      return this.#port;
    }
  }
  finishInterface(AudioWorkletProcessor);
  return adopt(AudioWorkletProcessor, realm);
}

/** The parameters that a class of processors describes. */
function descriptorsOf(cls, name) {
  const given = cls.parameterDescriptors;
  if (given === undefined) return [];
  const list = [];
  for (const one of given) {
    const member = (key) => `${REGISTER}: Failed to read the '${key}' property from 'AudioParamDescriptor'`;
    const number = (key, fallback) => (one[key] === undefined ? fallback : Math.fround(doubleOf(one[key], member(key))));
    const rate = one.automationRate === undefined ? "a-rate" : `${one.automationRate}`;
    if (!RATES.includes(rate)) throw new TypeError(`${member("automationRate")}: The provided value '${rate}' is not a valid enum value of type AutomationRate.`);
    const value = number("defaultValue", 0);
    const max = number("maxValue", LIMIT);
    const min = number("minValue", -LIMIT);
    if (one.name === undefined) throw new TypeError(`${member("name")}: Required member is undefined.`);
    const parameter = { name: `${one.name}`, value, min, max, rate };
    if (list.some((other) => other.name === parameter.name)) {
      fail("NotSupportedError", `${REGISTER}: Found a duplicate name "${parameter.name}" in parameterDescriptors() from the AudioWorkletProcessor definition of "${name}".`);
    }
    if (value < min || value > max) {
      fail("InvalidStateError", `${REGISTER}: The default value, ${value}, in "${parameter.name}" parameterDescriptors() from the AudioWorkletProcessor is out of the range [${min}, ${max}].`);
    }
    list.push(parameter);
  }
  return list;
}

/** The global scope of one context's worklet. */
export class Scope {
  definitions = new Map(); // name → {cls, parameters}
  /** Frames rendered when the running quantum began. */
  frame = 0;

  constructor(rate) {
    const realm = newRealm();
    this.realm = realm;
    // ECMAScript's own, before the worklet's scripts can change them.
    this.natives = { Array: realm.Array, Float32Array: realm.Float32Array, Object: realm.Object, create: realm.Object.create, freeze: realm.Object.freeze };
    this.#furnish(rate);
  }

  #furnish(rate) {
    const { realm, definitions } = this;
    const hidden = (name, value) => Object.defineProperty(realm, name, { value, writable: true, enumerable: false, configurable: true });
    class WorkletGlobalScope {
      constructor() {
        illegalConstructor();
      }
    }
    class AudioWorkletGlobalScope {
      constructor() {
        illegalConstructor();
      }
    }
    adopt(finishInterface(WorkletGlobalScope), realm);
    adopt(finishInterface(AudioWorkletGlobalScope), realm, WorkletGlobalScope);
    Object.setPrototypeOf(realm, AudioWorkletGlobalScope.prototype);
    for (const name of Object.keys(exposed)) hidden(name, exposed[name]);
    hidden("WorkletGlobalScope", WorkletGlobalScope);
    hidden("AudioWorkletGlobalScope", AudioWorkletGlobalScope);
    const processor = processorClass(realm);
    hidden("AudioWorkletProcessor", processor);
    this.processor = processor;
    defineReadOnly(realm, "currentFrame", () => this.frame);
    defineReadOnly(realm, "currentTime", () => this.frame / rate);
    defineReadOnly(realm, "sampleRate", () => rate);
    defineReadOnly(realm, "renderQuantumSize", () => QUANTUM);
    const operations = {
      registerProcessor(name, cls) {
        need(2, arguments.length, "registerProcessor", "AudioWorkletGlobalScope");
        name = `${name}`;
        if (typeof cls !== "function") throw new TypeError(`${REGISTER}: parameter 2 is not of type 'Function'.`);
        if (name === "") fail("NotSupportedError", `${REGISTER}: The processor name cannot be empty.`);
        if (definitions.has(name)) fail("NotSupportedError", `${REGISTER}: An AudioWorkletProcessor with name:"${name}" is already registered.`);
        if (typeof cls.prototype !== "object" || cls.prototype === null) throw new TypeError(`${REGISTER}: The 'prototype' property of the class is not an object.`);
        definitions.set(name, { cls, parameters: descriptorsOf(cls, name) });
      },
    };
    Object.defineProperty(realm, "registerProcessor", { value: operations.registerProcessor, writable: true, enumerable: true, configurable: true });
  }

  /** Constructs a processor with its port and a copy of the node's options. Throws what its constructor throws. */
  construct(name, port, options) {
    pendingPort = port;
    try {
      const made = construct(this.definitions.get(name).cls, [options]);
      if (!(made instanceof this.processor) || pendingPort !== null) throw new TypeError("it is no AudioWorkletProcessor");
      return made;
    } finally {
      pendingPort = null;
    }
  }

  /** A frozen array of frozen arrays of samples, in the realm's own objects. */
  samples(counts) {
    const { Array, Float32Array, freeze } = this.natives;
    const ports = new Array();
    for (const count of counts) {
      const channels = new Array();
      for (let i = 0; i < count; i++) channels.push(new Float32Array(QUANTUM));
      ports.push(freeze(channels));
    }
    return freeze(ports);
  }
}

/** Calls `process` of a processor: whether it wants to go on, or what it threw. */
export function callProcess(processor, inputs, outputs, parameters) {
  let method;
  try {
    method = processor.process;
    if (typeof method !== "function") return { undefined: true };
    return { active: Boolean(apply(method, processor, [inputs, outputs, parameters])) };
  } catch (error) {
    return { error, info: ops.op_error_info(error) };
  }
}

export function install() {
  for (const name of EXPOSED) if (name in globalThis) exposed[name] = globalThis[name];
}

