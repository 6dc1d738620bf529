// AudioWorklet, AudioWorkletNode and AudioParamMap (Web Audio § 1.32): nodes whose samples scripts of a realm of their own compute. They
// run on the page's thread and clock, a quantum at a time, in the order of the graph; so what they do is the page's to repeat.
import { finishInterface, host, illegalConstructor, ops, SECRET } from "ext:oracade/internal.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { ErrorEvent } from "ext:oracade/dom/events.js";
import { DOMException, fail } from "ext:oracade/dom/exception.js";
import { $node, $process, AudioNode, QUANTUM, SILENCE } from "ext:oracade/platform/audio/node.js";
import { contextArgument, floatOf, optionsOf, whileMaking } from "ext:oracade/platform/audio/options.js";
import { AudioParam, isConstant } from "ext:oracade/platform/audio/param.js";
import { paramValues } from "ext:oracade/platform/audio/render.js";
import { callProcess, Scope } from "ext:oracade/platform/audio/worklet_scope.js";
import { LATENCY } from "ext:oracade/platform/fetch.js";
import { need, usv } from "ext:oracade/platform/idl.js";
import { newChannel } from "ext:oracade/platform/messaging.js";
import { runModule } from "ext:oracade/platform/realm.js";
import { structuredCloneOf } from "ext:oracade/platform/structured_clone.js";

/** Most inputs or outputs of a node. */
const PORTS = 1024;
const CREDENTIALS = ["omit", "same-origin", "include"];

class Worklet {
  #rate;
  #scope = null;
  #loaded = new Set(); // addresses whose modules have run
  constructor(secret, rate) {
    if (secret !== SECRET) illegalConstructor("Worklet");
    this.#rate = rate;
  }
  static scope(worklet) {
    return worklet.#scope;
  }
  async addModule(moduleURL, options = undefined) {
    const where = "Failed to execute 'addModule' on 'Worklet'";
    void this.#rate;
    need(1, arguments.length, "addModule", "Worklet");
    const credentials = options?.credentials;
    if (credentials !== undefined && !CREDENTIALS.includes(`${credentials}`)) {
      throw new TypeError(`${where}: Failed to read the 'credentials' property from 'WorkletOptions': The provided value '${credentials}' is not a valid enum value of type RequestCredentials.`);
    }
    const parts = host.parseURL(usv(moduleURL));
    if (parts === null) throw new DOMException(`'${moduleURL}' is not a valid URL.`, "SyntaxError");
    const loading = Promise.withResolvers();
    host.queueTaskAfter(LATENCY, () => this.#load(parts.href, loading));
    await loading.promise;
  }
  #load(address, loading) {
    if (this.#loaded.has(address)) {
      loading.resolve(undefined);
      return;
    }
    this.#scope ??= new Scope(this.#rate);
    const { promise, error } = runModule(this.#scope.realm, address);
    if (promise === undefined) {
      const gone = host.parseURL(address, null).origin === host.parseURL(host.baseURL(), null).origin ? " (HTTP status: 404)" : "";
      loading.reject(error ?? new DOMException(`Failed to load worklet module script: ${address}${gone}`, "AbortError"));
      return;
    }
    this.#loaded.add(address);
    const done = () => loading.resolve(undefined);
    // What a module throws is its own affair: its registrations until then count.
    promise.then(done, (reason) => {
      ops.op_report("error", ops.op_error_info(reason)?.message ?? "Uncaught");
      done();
    });
  }
}
const scopeOf = Worklet.scope;
delete Worklet.scope;
finishInterface(Worklet);

export class AudioWorklet extends Worklet {}
finishInterface(AudioWorklet);

class AudioParamMap {
  #params;
  constructor(secret, params) {
    if (secret !== SECRET) illegalConstructor("AudioParamMap");
    this.#params = params;
  }
  get size() {
    return this.#params.size;
  }
  entries() {
    return this.#params.entries();
  }
  forEach(callback, thisArg = undefined) {
    need(1, arguments.length, "forEach", "AudioParamMap");
    for (const [key, value] of this.#params) Reflect.apply(callback, thisArg, [value, key, this]);
  }
  get(key) {
    need(1, arguments.length, "get", "AudioParamMap");
    return this.#params.get(`${key}`);
  }
  has(key) {
    need(1, arguments.length, "has", "AudioParamMap");
    return this.#params.has(`${key}`);
  }
  keys() {
    return this.#params.keys();
  }
  values() {
    return this.#params.values();
  }
}
finishInterface(AudioParamMap);
Object.defineProperty(AudioParamMap.prototype, Symbol.iterator, { value: AudioParamMap.prototype.entries, writable: true, configurable: true });

/** The numbers of channels of the outputs that were asked for; null: the input decides. */
function outputChannels(counts, outputs, where) {
  if (counts === null) return null;
  for (const count of counts) {
    if (count < 1 || count > 32) fail("NotSupportedError", `${where}: The channel count provided (${count}) is outside the range [1, 32].`);
  }
  if (counts.length !== outputs) {
    fail("IndexSizeError", `${where}: AudioWorkletNode cannot be created: Length of specified 'outputChannelCount' (${counts.length}) does not match the given number of outputs (${outputs}).`);
  }
  return counts;
}

export class AudioWorkletNode extends AudioNode {
  #params = new Map();
  #map;
  #port;
  #scope;
  #channels;
  #processor = null; // null until it has been constructed and after its end
  #ended = false;
  #inputs = null; // what `process` got last; used again where its shape is the same
  #outputs = null;
  #values = null;

  constructor(context, name, options = undefined) {
    need(2, arguments.length, "AudioWorkletNode");
    const engine = contextArgument(context, "AudioWorkletNode");
    const where = whileMaking("AudioWorkletNode");
    name = `${name}`;
    const read = optionsOf(options, "AudioWorkletNode", "AudioWorkletNodeOptions");
    const inputs = read.count("numberOfInputs", 1);
    const outputs = read.count("numberOfOutputs", 1);
    const counts = read.sequence("outputChannelCount", (value) => value >>> 0);
    if (inputs === 0 && outputs === 0) {
      fail("NotSupportedError", `${where}: AudioWorkletNode cannot be created: Number of inputs and number of outputs cannot be both zero.`);
    }
    if (inputs > PORTS || outputs > PORTS) {
      fail("NotSupportedError", `${where}: AudioWorkletNode cannot be created: more than ${PORTS} inputs or outputs are not supported.`);
    }
    const channels = outputChannels(counts, outputs, where);
    const scope = scopeOf(context.audioWorklet);
    if (scope === null) {
      fail("InvalidStateError", `${where}: AudioWorkletNode cannot be created: AudioWorklet does not have a valid AudioWorkletGlobalScope. Load a script via audioWorklet.addModule() first.`);
    }
    const definition = scope.definitions.get(name);
    if (definition === undefined) {
      fail("InvalidStateError", `${where}: AudioWorkletNode cannot be created: The node name '${name}' is not defined in AudioWorkletGlobalScope.`);
    }
    super(SECRET, context, { name: "AudioWorkletNode", inputs, outputs }, options);
    this.#scope = scope;
    this.#channels = channels ?? (inputs === 1 && outputs === 1 ? null : Array(outputs).fill(1));
    for (const { name: key, value, min, max, rate } of definition.parameters) {
      this.#params.set(key, new AudioParam(SECRET, context, { owner: this, name: `AudioWorklet("${name}").${key}`, value, min, max, rate }));
    }
    this.#map = new AudioParamMap(SECRET, new Map(this.#params));
    const given = options?.parameterData;
    for (const [key, param] of this.#params) {
      if (given?.[key] !== undefined) param.value = floatOf(given[key], where);
    }
    const copy = this.#copyOptions(options, inputs, outputs, where);
    const { port1, port2 } = newChannel();
    this.#port = port1;
    host.queueTask("audio worklet", () => this.#construct(name, port2, copy));
    engine.watch(this);
  }
  /** The options as the processor's constructor gets them. */
  #copyOptions(options, numberOfInputs, numberOfOutputs, where) {
    const copy = this.#scope.natives.create(this.#scope.natives.Object.prototype);
    copy.numberOfInputs = numberOfInputs;
    copy.numberOfOutputs = numberOfOutputs;
    for (const key of ["outputChannelCount", "parameterData", "processorOptions"]) {
      if (options?.[key] !== undefined) copy[key] = structuredCloneOf(options[key], where);
    }
    return copy;
  }
  #construct(name, port, options) {
    try {
      this.#processor = this.#scope.construct(name, port, options);
    } catch {
      this.#fail(`${name} invoking user-supplied constructor failed`, {});
    }
    this.#name = name;
  }
  #name = "";
  /** Ends the processor with an error that is told to the node. */
  #fail(message, { url = "", line = 0, column = 0 }) {
    this.#end();
    host.queueTask("media element", () => fire(this, "processorerror", { message, filename: url, lineno: line, colno: column, error: null }, ErrorEvent));
  }
  #end() {
    this.#ended = true;
    this.#processor = null;
    this[$node].context[SECRET].unwatch(this);
  }
  /** Whether it may still have something to say. */
  static isAlive(node) {
    return !node.#ended;
  }
  get parameters() {
    return this.#map;
  }
  get port() {
    return this.#port;
  }

  #silence() {
    const { outputs } = this[$node];
    const counts = this.#channels ?? [1];
    return Array.from({ length: outputs }, (_, i) => ((counts[i] ?? 1) === 1 ? SILENCE : Array.from({ length: counts[i] }, () => SILENCE[0])));
  }
  [$process](inputs, block) {
    if (this.#processor === null) return this.#silence();
    const { natives } = this.#scope;
    const record = this[$node];
    const { rate } = record.context[SECRET];
    const shape = inputs.map((channels, i) => (record.inputs[i].length === 0 ? 0 : channels.length));
    this.#inputs = this.#shaped(this.#inputs, shape);
    inputs.forEach((channels, i) => {
      for (let c = 0; c < shape[i]; c++) this.#inputs[i][c].set(channels[c]);
    });
    const wanted = this.#channels ?? [Math.max(1, inputs[0].length)];
    this.#outputs = this.#shaped(this.#outputs, wanted);
    for (const channels of this.#outputs) for (const samples of channels) samples.fill(0);
    this.#fillParameters(natives, block, rate);
    this.#scope.frame = block * QUANTUM;
    const called = callProcess(this.#processor, this.#inputs, this.#outputs, this.#values);
    if (called.undefined) {
      this.#fail(`${this.#name} process() method undefined.`, {});
      return this.#silence();
    }
    if (called.error !== undefined || called.info !== undefined) {
      this.#fail(called.info?.message ?? "Uncaught", called.info ?? {});
      return this.#silence();
    }
    const result = Array.from(this.#outputs, (channels) => Array.from(channels, (samples) => (samples.length === QUANTUM ? Float32Array.from(samples) : SILENCE[0])));
    if (!called.active) this.#end();
    return result;
  }
  /** Arrays of a shape: those of the quantum before, unless they have been changed or transferred. */
  #shaped(before, counts) {
    const fits = before !== null && before.length === counts.length &&
      counts.every((count, i) => before[i].length === count && before[i].every((samples) => samples.length === QUANTUM));
    return fits ? before : this.#scope.samples(counts);
  }
  #fillParameters(natives, block, rate) {
    const fresh = {};
    let same = this.#values !== null;
    for (const [key, param] of this.#params) {
      const values = paramValues(param, block, rate);
      // A value that holds for the whole quantum is given once.
      const one = param.automationRate === "k-rate" || isConstant(param);
      fresh[key] = one ? values.subarray(0, 1) : values;
      if (same && this.#values[key]?.length !== fresh[key].length) same = false;
    }
    if (!same) {
      this.#values = natives.create(natives.Object.prototype);
      for (const [key, values] of Object.entries(fresh)) this.#values[key] = new natives.Float32Array(values.length);
      natives.freeze(this.#values);
    }
    for (const [key, values] of Object.entries(fresh)) this.#values[key].set(values);
  }
}
export const isAlive = AudioWorkletNode.isAlive;
delete AudioWorkletNode.isAlive;
finishInterface(AudioWorkletNode);
handlerAttributes(AudioWorkletNode.prototype, ["processorerror"]);

export const globals = { AudioParamMap, AudioWorklet, AudioWorkletNode, Worklet };
