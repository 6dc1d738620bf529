// Rendering of one quantum (Web Audio § 2.4): mixing of inputs, values of parameters, loops. Nothing is heard; a quantum is
// rendered only for those who read samples: offline contexts, analysers and script processors.
import { SECRET } from "ext:oracade/internal.js";
import { $early, $node, $process, graphVersion, QUANTUM, SILENCE } from "ext:oracade/platform/audio/node.js";
import { AudioParam, isConstant, paramAt } from "ext:oracade/platform/audio/param.js";

const { min, max, SQRT1_2 } = Math;
const isNaN = Number.isNaN;

function add(target, source, gain = 1) {
  for (let i = 0; i < QUANTUM; i++) target[i] += source[i] * gain;
}

/**
 * Mixing of speaker layouts (§ 1.5.5): for "from to", the contributions [from channel, to channel, gain]. Layouts that are not
 * listed are mixed as discrete channels.
 */
const H = 0.5;
const R = SQRT1_2;
const SPEAKERS = {
  "1 2": [[0, 0, 1], [0, 1, 1]],
  "1 4": [[0, 0, 1], [0, 1, 1]],
  "1 6": [[0, 2, 1]],
  "2 1": [[0, 0, H], [1, 0, H]],
  "2 4": [[0, 0, 1], [1, 1, 1]],
  "2 6": [[0, 0, 1], [1, 1, 1]],
  "4 1": [[0, 0, 0.25], [1, 0, 0.25], [2, 0, 0.25], [3, 0, 0.25]],
  "4 2": [[0, 0, H], [1, 1, H], [2, 0, H], [3, 1, H]],
  "4 6": [[0, 0, 1], [1, 1, 1], [2, 4, 1], [3, 5, 1]],
  "6 1": [[0, 0, R], [1, 0, R], [2, 0, 1], [4, 0, H], [5, 0, H]],
  "6 2": [[0, 0, 1], [1, 1, 1], [2, 0, R], [2, 1, R], [4, 0, R], [5, 1, R]],
  "6 4": [[0, 0, 1], [1, 1, 1], [2, 0, R], [2, 1, R], [4, 2, 1], [5, 3, 1]],
};

/** Adds one set of channels to another, converting the number of channels. */
function mixInto(sum, channels, interpretation) {
  const to = sum.length;
  const from = channels.length;
  const matrix = interpretation === "speakers" && from !== to ? SPEAKERS[`${from} ${to}`] : undefined;
  if (matrix !== undefined) for (const [a, b, gain] of matrix) add(sum[b], channels[a], gain);
  else for (let c = 0; c < min(from, to); c++) add(sum[c], channels[c]);
}

export function zeros(count) {
  return Array.from({ length: count }, () => new Float32Array(QUANTUM));
}

/** The mixed input of a node. */
function inputOf(record, connections, block) {
  if (connections.length === 0) return record.mode === "explicit" && record.channelCount > 1 ? zeros(record.channelCount) : SILENCE;
  const sources = connections.map(({ node, output }) => pull(node, block)[output] ?? SILENCE);
  let count = record.channelCount;
  if (record.mode !== "explicit") {
    const widest = sources.reduce((most, channels) => max(most, channels.length), 1);
    count = record.mode === "max" ? widest : min(widest, record.channelCount);
  }
  if (sources.length === 1 && sources[0].length === count) return sources[0];
  const sum = zeros(count);
  for (const channels of sources) mixInto(sum, channels, record.interpretation);
  return sum;
}

const inputsOf = (record, block) => record.inputs.map((connections) => inputOf(record, connections, block));

/** Nodes whose outputs are being worked out. */
const stack = [];
/** Nodes that gave their outputs before their inputs were known. */
const owing = [];

/** Whether what a node gives comes back to it. Bounded by the size of the graph, and asked again only after it has changed. */
function isInLoop(node) {
  const { loop } = node[$node];
  if (loop.version === graphVersion()) return loop.found;
  const seen = new Set();
  const todo = [node];
  loop.found = false;
  for (let at = todo.pop(); at !== undefined && !loop.found; at = todo.pop()) {
    for (const { target } of at[$node].targets) {
      const next = target instanceof AudioParam ? target[SECRET].owner : target;
      if (next === node) loop.found = true;
      if (next !== undefined && !seen.has(next)) {
        seen.add(next);
        todo.push(next);
      }
    }
  }
  loop.version = graphVersion();
  return loop.found;
}

/** The outputs of a node for a block; each node is processed once a block. */
export function pull(node, block) {
  const record = node[$node];
  if (record.block === block) return record.result;
  if (record.busy) {
    // A loop without a DelayNode: all of its nodes are silent.
    for (let i = stack.length - 1; i >= 0; i--) {
      stack[i][$node].muted = block;
      if (stack[i] === node) break;
    }
    return [SILENCE];
  }
  if ($early in node && isInLoop(node)) {
    record.result = node[$early](block);
    record.block = block;
    owing.push(node);
    return record.result;
  }
  record.busy = true;
  stack.push(node);
  try {
    const result = node[$process](inputsOf(record, block), block);
    record.result = record.muted === block ? result.map(() => SILENCE) : result;
    record.block = block;
  } finally {
    record.busy = false;
    stack.pop();
  }
  return record.result;
}

/** Renders a quantum of some nodes. */
export function renderQuantum(nodes, block) {
  for (const node of nodes) pull(node, block);
  for (let node = owing.pop(); node !== undefined; node = owing.pop()) node[$process](inputsOf(node[$node], block), block);
}

/** Values of a parameter for each frame of a block. */
export function paramValues(param, block, rate) {
  const values = new Float32Array(QUANTUM);
  const first = block * QUANTUM;
  const { inputs } = param[SECRET];
  if (isConstant(param)) values.fill(paramAt(param, first / rate));
  else {
    const fixed = param.automationRate === "k-rate";
    if (fixed) values.fill(paramAt(param, first / rate));
    else for (let i = 0; i < QUANTUM; i++) values[i] = paramAt(param, (first + i) / rate);
    if (inputs.length > 0) {
      const sum = [new Float32Array(QUANTUM)];
      for (const { node, output } of inputs) mixInto(sum, pull(node, block)[output] ?? SILENCE, "speakers");
      if (fixed) sum[0].fill(sum[0][0]);
      add(values, sum[0]);
    }
  }
  const { minValue, maxValue, defaultValue } = param;
  for (let i = 0; i < QUANTUM; i++) {
    const value = values[i];
    values[i] = isNaN(value) ? defaultValue : value < minValue ? minValue : value > maxValue ? maxValue : value;
  }
  return values;
}
