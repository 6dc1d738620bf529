// AudioNode: the graph and its connections (Web Audio § 1.5). Rendering is render.js's.
import { finishInterface, illegalConstructor, SECRET, slot } from "ext:oracade/internal.js";
import { EventTarget } from "ext:oracade/dom/event_target.js";
import { fail } from "ext:oracade/dom/exception.js";
import { contextArgument, optionsOf, whileMaking } from "ext:oracade/platform/audio/options.js";
import { AudioParam } from "ext:oracade/platform/audio/param.js";
import { need } from "ext:oracade/platform/idl.js";

/** Frames of a render quantum. */
export const QUANTUM = 128;
export const SILENCE = Object.freeze([new Float32Array(QUANTUM)]);
const MAX_CHANNELS = 32;

const MODES = ["max", "clamped-max", "explicit"];
const INTERPRETATIONS = ["speakers", "discrete"];

/** Internal record of a node. */
export const $node = slot("audio node");
/** Method(inputs, block) → outputs; inputs and outputs are arrays of arrays of channels. */
export const $process = Symbol("process");
/** Method(block) → outputs of a node in a loop, before its inputs are known; `$process` hears the inputs afterwards. */
export const $early = Symbol("process before the inputs");

/**
 * What a kind of node allows its channels. Each function throws, with the beginning of the message it is given, what Chromium
 * throws for values the kind does not allow.
 */
const ANY = { count() {}, mode() {}, interpretation() {} };
/** One or two channels, not mixed up to more. */
export const upToStereo = (refusal) => ({
  ...ANY,
  count(value, where) {
    if (value < 1 || value > 2) fail("NotSupportedError", `${where}: The channelCount provided (${value}) is outside the range [1, 2].`);
  },
  mode(value, where) {
    if (value === "max") fail("NotSupportedError", `${where}: ${refusal}`);
  },
});
/** Nothing may be changed. */
export const fixed = (kind, initial) => {
  const same = (key, quote = "'") => (value, where) => {
    if (value !== initial[key]) fail("InvalidStateError", `${where}: ${kind}: ${key} cannot be changed from ${quote}${initial[key]}${quote}`);
  };
  return {
    count: same("channelCount", ""),
    mode: same("channelCountMode"),
    interpretation: initial.channelInterpretation === undefined ? ANY.interpretation : same("channelInterpretation"),
  };
};

function countOf(value, record, where) {
  value >>>= 0;
  record.allow.count(value, where);
  if (value < 1 || value > MAX_CHANNELS) fail("NotSupportedError", `${where}: The channel count provided (${value}) is outside the range [1, ${MAX_CHANNELS}].`);
  return value;
}

function recordOf(node) {
  if (node?.[$node] === undefined) throw new TypeError("Illegal invocation");
  return node[$node];
}

/** Number of the graph's state: loops are looked for again after it has changed. */
let version = 0;
export const graphVersion = () => version;

export class AudioNode extends EventTarget {
  /** `shape`: name, inputs, outputs, and what differs from two channels of mode "max" that are speakers. */
  constructor(secret, context, shape, options = undefined) {
    if (secret !== SECRET) illegalConstructor("AudioNode");
    contextArgument(context, shape.name);
    super();
    const record = {
      name: shape.name,
      context,
      inputs: Array.from({ length: shape.inputs }, () => []), // {node, output}
      outputs: shape.outputs,
      targets: [], // {target, output, input}
      channelCount: shape.channelCount ?? 2,
      mode: shape.channelCountMode ?? "max",
      interpretation: shape.channelInterpretation ?? "speakers",
      allow: shape.allow ?? ANY,
      block: -1,
      result: null,
      busy: false,
      muted: -1,
      loop: { version: -1, found: false },
    };
    Object.defineProperty(this, $node, { value: record });
    if (options === undefined || options === null) return;
    const read = optionsOf(options, shape.name, "AudioNodeOptions");
    const where = whileMaking(shape.name);
    const count = read.count("channelCount");
    const mode = read.choice("channelCountMode", MODES, "ChannelCountMode");
    const interpretation = read.choice("channelInterpretation", INTERPRETATIONS, "ChannelInterpretation");
    if (count !== undefined) record.channelCount = countOf(count, record, where);
    if (mode !== undefined) {
      record.allow.mode(mode, where);
      record.mode = mode;
    }
    if (interpretation !== undefined) {
      record.allow.interpretation(interpretation, where);
      record.interpretation = interpretation;
    }
  }
  get context() {
    return this[$node].context;
  }
  get numberOfInputs() {
    return this[$node].inputs.length;
  }
  get numberOfOutputs() {
    return this[$node].outputs;
  }
  get channelCount() {
    return this[$node].channelCount;
  }
  set channelCount(value) {
    const record = this[$node];
    record.channelCount = countOf(value, record, "Failed to set the 'channelCount' property on 'AudioNode'");
  }
  get channelCountMode() {
    return this[$node].mode;
  }
  set channelCountMode(value) {
    const record = recordOf(this);
    value = `${value}`;
    if (!MODES.includes(value)) return;
    record.allow.mode(value, "Failed to set the 'channelCountMode' property on 'AudioNode'");
    record.mode = value;
  }
  get channelInterpretation() {
    return this[$node].interpretation;
  }
  set channelInterpretation(value) {
    const record = recordOf(this);
    value = `${value}`;
    if (!INTERPRETATIONS.includes(value)) return;
    record.allow.interpretation(value, "Failed to set the 'channelInterpretation' property on 'AudioNode'");
    record.interpretation = value;
  }

  connect(target, output = 0, input = 0) {
    need(1, arguments.length, "connect", "AudioNode");
    const where = "Failed to execute 'connect' on 'AudioNode'";
    output >>>= 0;
    input >>>= 0;
    const own = this[$node];
    const toParam = target instanceof AudioParam;
    if (!toParam && (typeof target !== "object" || target === null || !($node in target))) {
      throw new TypeError(`${where}: Overload resolution failed.`);
    }
    const context = toParam ? target[SECRET].context : target[$node].context;
    if (output >= own.outputs) fail("IndexSizeError", `${where}: output index (${output}) exceeds number of outputs (${own.outputs}).`);
    if (!toParam && input >= target[$node].inputs.length) {
      fail("IndexSizeError", `${where}: input index (${input}) exceeds number of inputs (${target[$node].inputs.length}).`);
    }
    if (context !== own.context) {
      fail("InvalidAccessError", `${where}: cannot connect to an ${toParam ? "AudioParam" : "AudioNode"} belonging to a different audio context.`);
    }
    if (toParam) input = 0;
    if (!own.targets.some((t) => t.target === target && t.output === output && t.input === input)) {
      own.targets.push({ target, output, input });
      (toParam ? target[SECRET].inputs : target[$node].inputs[input]).push({ node: this, output });
      version++;
    }
    return toParam ? undefined : target;
  }

  disconnect(what = undefined, output = undefined, input = undefined) {
    const where = "Failed to execute 'disconnect' on 'AudioNode'";
    const own = this[$node];
    const checkOutput = (index) => {
      if (index >= own.outputs) {
        fail("IndexSizeError", `${where}: The output index provided (${index}) is outside the range [0, ${own.outputs - 1}].`);
      }
    };
    let matches;
    if (what === undefined) matches = () => true;
    else if (typeof what !== "object" || what === null) {
      const index = what >>> 0;
      checkOutput(index);
      matches = (t) => t.output === index;
    } else {
      const toParam = what instanceof AudioParam;
      if (!toParam && !($node in what)) throw new TypeError(`${where}: Overload resolution failed.`);
      if (output !== undefined) checkOutput(output >>>= 0);
      if (input !== undefined && !toParam) {
        input >>>= 0;
        const inputs = what[$node].inputs.length;
        if (input >= inputs) fail("IndexSizeError", `${where}: The input index provided (${input}) is outside the range [0, ${inputs - 1}].`);
      } else input = undefined;
      matches = (t) => t.target === what && (output === undefined || t.output === output) && (input === undefined || t.input === input);
      if (!own.targets.some(matches)) {
        const [from, to] = output === undefined ? ["the given", ""] : [`output (${output}) is not connected to the given`, null];
        if (to === null) fail("InvalidAccessError", `${where}: ${from} ${toParam ? "AudioParam" : "destination"}.`);
        fail("InvalidAccessError", `${where}: ${from} ${toParam ? "AudioParam" : "destination"} is not connected.`);
      }
    }
    version++;
    own.targets = own.targets.filter((t) => {
      if (!matches(t)) return true;
      const list = t.target instanceof AudioParam ? t.target[SECRET].inputs : t.target[$node].inputs[t.input];
      const at = list.findIndex((c) => c.node === this && c.output === t.output);
      if (at >= 0) list.splice(at, 1);
      return false;
    });
  }
}
finishInterface(AudioNode);

export const globals = { AudioNode };
