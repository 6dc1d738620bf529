// AudioNode: the graph, and rendering of one block (Web Audio § 1.5, 4). Nothing is heard; a block is rendered only for those
// who read samples: offline contexts, analysers and script processors.
import { finishInterface, illegalConstructor, SECRET } from "ext:oracade/internal.js";
import { EventTarget } from "ext:oracade/dom/event_target.js";
import { fail } from "ext:oracade/dom/exception.js";
import { AudioParam, isConstant, paramAt } from "ext:oracade/platform/audio/param.js";
import { need } from "ext:oracade/platform/idl.js";

/** Frames of a render quantum. */
export const QUANTUM = 128;
export const SILENCE = Object.freeze([new Float32Array(QUANTUM)]);

/** Internal record of a node. */
export const $node = Symbol("audio node");
/** Method(inputs, block) → outputs; inputs and outputs are arrays of arrays of channels. */
export const $process = Symbol("process");

export class AudioNode extends EventTarget {
  constructor(secret, context, inputs, outputs, options = {}) {
    if (secret !== SECRET) illegalConstructor();
    super();
    Object.defineProperty(this, $node, {
      value: {
        context,
        inputs: Array.from({ length: inputs }, () => []), // {node, output}
        outputs,
        targets: [], // {target, output, input}
        channelCount: 2,
        mode: "max",
        interpretation: "speakers",
        block: -1,
        result: null,
        busy: false,
      },
    });
    if (options !== undefined && options !== null) {
      for (const key of ["channelCount", "channelCountMode", "channelInterpretation"]) {
        if (options[key] !== undefined) this[key] = options[key];
      }
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
    value >>>= 0;
    if (value < 1 || value > 32) fail("NotSupportedError", `Failed to set the 'channelCount' property on 'AudioNode': The channel count provided (${value}) is outside the range [1, 32].`);
    this[$node].channelCount = value;
  }
  get channelCountMode() {
    return this[$node].mode;
  }
  set channelCountMode(value) {
    if (["max", "clamped-max", "explicit"].includes(value)) this[$node].mode = value;
  }
  get channelInterpretation() {
    return this[$node].interpretation;
  }
  set channelInterpretation(value) {
    if (["speakers", "discrete"].includes(value)) this[$node].interpretation = value;
  }

  connect(target, output = 0, input = 0) {
    need(1, arguments.length, "connect", "AudioNode");
    output >>>= 0;
    input >>>= 0;
    const own = this[$node];
    if (output >= own.outputs) fail("IndexSizeError", `Failed to execute 'connect' on 'AudioNode': output index (${output}) exceeds number of outputs (${own.outputs}).`);
    if (target instanceof AudioParam) {
      if (target[SECRET].context !== own.context) fail("SyntaxError", "Failed to execute 'connect' on 'AudioNode': cannot connect to an AudioParam belonging to a different audio context.");
      if (!own.targets.some((t) => t.target === target && t.output === output)) {
        own.targets.push({ target, output, input: 0 });
        target[SECRET].inputs.push({ node: this, output });
      }
      return undefined;
    }
    if (typeof target !== "object" || target === null || !($node in target)) {
      throw new TypeError("Failed to execute 'connect' on 'AudioNode': Overload resolution failed.");
    }
    const other = target[$node];
    if (other.context !== own.context) fail("InvalidAccessError", "Failed to execute 'connect' on 'AudioNode': cannot connect to an AudioNode belonging to a different audio context.");
    if (input >= other.inputs.length) fail("IndexSizeError", `Failed to execute 'connect' on 'AudioNode': input index (${input}) exceeds number of inputs (${other.inputs.length}).`);
    if (!own.targets.some((t) => t.target === target && t.output === output && t.input === input)) {
      own.targets.push({ target, output, input });
      other.inputs[input].push({ node: this, output });
    }
    return target;
  }

  disconnect(what = undefined, output = undefined, input = undefined) {
    const own = this[$node];
    let matches;
    if (what === undefined) matches = () => true;
    else if (typeof what === "number") {
      if (what >>> 0 >= own.outputs) fail("IndexSizeError", `Failed to execute 'disconnect' on 'AudioNode': The output index provided (${what}) is outside the range [0, ${own.outputs - 1}].`);
      matches = (t) => t.output === what;
    } else {
      matches = (t) => t.target === what && (output === undefined || t.output === output) && (input === undefined || t.input === input);
      if (!own.targets.some(matches)) fail("InvalidAccessError", "Failed to execute 'disconnect' on 'AudioNode': the given destination is not connected.");
    }
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

/** Adds one set of channels to another, converting the number of channels. */
function mixInto(sum, channels, interpretation) {
  const to = sum.length;
  const from = channels.length;
  const add = (target, source, gain = 1) => {
    for (let i = 0; i < QUANTUM; i++) target[i] += source[i] * gain;
  };
  if (interpretation === "speakers" && from !== to) {
    if (from === 1) {
      const copies = to === 6 ? [2] : to >= 2 ? [0, 1] : [0];
      copies.forEach((c) => add(sum[c], channels[0]));
      return;
    }
    if (to === 1) {
      if (from === 2) channels.forEach((c) => add(sum[0], c, 0.5));
      else if (from === 4) channels.forEach((c) => add(sum[0], c, 0.25));
      else if (from === 6) {
        add(sum[0], channels[0], Math.SQRT1_2);
        add(sum[0], channels[1], Math.SQRT1_2);
        add(sum[0], channels[2]);
        add(sum[0], channels[4], 0.5);
        add(sum[0], channels[5], 0.5);
      } else add(sum[0], channels[0]);
      return;
    }
    if (to === 2 && from === 4) {
      add(sum[0], channels[0], 0.5);
      add(sum[0], channels[2], 0.5);
      add(sum[1], channels[1], 0.5);
      add(sum[1], channels[3], 0.5);
      return;
    }
    if (to === 2 && from === 6) {
      add(sum[0], channels[0]);
      add(sum[1], channels[1]);
      add(sum[0], channels[2], Math.SQRT1_2);
      add(sum[1], channels[2], Math.SQRT1_2);
      add(sum[0], channels[4], Math.SQRT1_2);
      add(sum[1], channels[5], Math.SQRT1_2);
      return;
    }
  }
  for (let c = 0; c < Math.min(from, to); c++) add(sum[c], channels[c]);
}

/** The mixed input of a node. */
function inputOf(record, connections, block) {
  if (connections.length === 0) return record.mode === "explicit" ? zeros(record.channelCount) : SILENCE;
  const sources = connections.map(({ node, output }) => pull(node, block)[output] ?? SILENCE);
  let count = record.channelCount;
  if (record.mode !== "explicit") {
    const widest = sources.reduce((most, channels) => Math.max(most, channels.length), 1);
    count = record.mode === "max" ? widest : Math.min(widest, record.channelCount);
  }
  if (sources.length === 1 && sources[0].length === count) return sources[0];
  const sum = zeros(count);
  for (const channels of sources) mixInto(sum, channels, record.interpretation);
  return sum;
}

export function zeros(count) {
  return Array.from({ length: count }, () => new Float32Array(QUANTUM));
}

/** The outputs of a node for a block; each node is processed once a block. */
export function pull(node, block) {
  const record = node[$node];
  if (record.block === block) return record.result;
  // A cycle must hold a DelayNode, which gives what it has; any other cycle is silent.
  if (record.busy) return record.result ?? [SILENCE];
  record.busy = true;
  try {
    const inputs = record.inputs.map((connections) => inputOf(record, connections, block));
    record.result = node[$process](inputs, block);
    record.block = block;
  } finally {
    record.busy = false;
  }
  return record.result;
}

/** Values of a parameter for each frame of a block. */
export function paramValues(param, block, rate) {
  const values = new Float32Array(QUANTUM);
  const start = (block * QUANTUM) / rate;
  if (isConstant(param)) {
    values.fill(paramAt(param, start));
  } else {
    const fixed = param.automationRate === "k-rate";
    for (let i = 0; i < QUANTUM; i++) values[i] = paramAt(param, fixed ? start : start + i / rate);
    for (const { node, output } of param[SECRET].inputs) {
      const sum = [values];
      mixInto(sum, pull(node, block)[output] ?? SILENCE, "speakers");
    }
  }
  const { minValue, maxValue } = param;
  for (let i = 0; i < QUANTUM; i++) values[i] = Math.min(maxValue, Math.max(minValue, Number.isNaN(values[i]) ? param.defaultValue : values[i]));
  return values;
}

export const globals = { AudioNode };
