// BaseAudioContext, AudioContext and AudioDestinationNode (Web Audio § 1.1, 1.2, 1.10). Offline rendering is offline.js's.
import { addFrameStep, finishInterface, host, illegalConstructor, ops, SECRET, wantStep } from "ext:oracade/internal.js";
import { EventTarget, fire } from "ext:oracade/dom/event_target.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { DOMException, fail } from "ext:oracade/dom/exception.js";
import { AnalyserNode, isMediaElement, MediaElementAudioSourceNode, ScriptProcessorNode } from "ext:oracade/platform/audio/analysis.js";
import { AudioBuffer, bufferOfFile } from "ext:oracade/platform/audio/buffer.js";
import { ConvolverNode } from "ext:oracade/platform/audio/convolver.js";
import * as effects from "ext:oracade/platform/audio/effects.js";
import { BiquadFilterNode, IIRFilterNode } from "ext:oracade/platform/audio/filters.js";
import { $node, $process, AudioNode, graphVersion, QUANTUM } from "ext:oracade/platform/audio/node.js";
import { creating, doubleOf, engineOf, floatOf, numberText, optionsOf, sequenceOf } from "ext:oracade/platform/audio/options.js";
import { AudioListener, PannerNode, StereoPannerNode } from "ext:oracade/platform/audio/panner.js";
import { AudioParam } from "ext:oracade/platform/audio/param.js";
import { PeriodicWave } from "ext:oracade/platform/audio/periodic_wave.js";
import { renderQuantum } from "ext:oracade/platform/audio/render.js";
import { AudioBufferSourceNode, ConstantSourceNode, OscillatorNode } from "ext:oracade/platform/audio/sources.js";
import { AudioWorklet, AudioWorkletNode, isAlive } from "ext:oracade/platform/audio/worklet.js";
import { hasBeenActive } from "ext:oracade/platform/gesture.js";
import { need } from "ext:oracade/platform/idl.js";

const { ceil, floor, max, min } = Math;

/** Rate of the output device of headless Chromium. */
const DEVICE_RATE = 44100;
/** Frames the device takes at once, by latency hint, and what Chromium says of the way from there to the ear. */
const DEVICE_FRAMES = { interactive: 441, balanced: 441, playback: 1024 };
const OUTPUT_LATENCY = 0.032;
/** Virtual ms until the device has started. */
const START = 6;
/** Most quanta rendered for one read of an analyser: two seconds. */
const CATCH_UP = ceil((2 * DEVICE_RATE) / QUANTUM);

class AudioDestinationNode extends AudioNode {
  constructor(secret, context, channels, most) {
    if (secret !== SECRET) illegalConstructor("AudioDestinationNode");
    super(SECRET, context, {
      name: "AudioDestinationNode", inputs: 1, outputs: 0, channelCount: channels, channelCountMode: "explicit",
      allow: {
        count(value, where) {
          if (value > most) fail("IndexSizeError", `${where}: The channel count provided (${value}) is outside the range [1, ${most}].`);
        },
        mode() {},
        interpretation() {},
      },
    });
    this.#most = most;
  }
  #most;
  get maxChannelCount() {
    return this.#most;
  }
  [$process]([input]) {
    return [input];
  }
}
finishInterface(AudioDestinationNode);

/** Whether what a node gives reaches the destination: script processors that do not are not heard. */
function reaches(node, destination, known) {
  if (known.version !== graphVersion()) {
    known.version = graphVersion();
    known.nodes.clear();
  }
  const before = known.nodes.get(node);
  if (before !== undefined) return before;
  const seen = new Set([node]);
  const todo = [node];
  let found = false;
  for (let at = todo.pop(); at !== undefined && !found; at = todo.pop()) {
    for (const { target } of at[$node].targets) {
      const next = target instanceof AudioParam ? target[SECRET].owner : target;
      if (next === destination) found = true;
      if (next !== undefined && !seen.has(next)) {
        seen.add(next);
        todo.push(next);
      }
    }
  }
  known.nodes.set(node, found);
  return found;
}

const isWorklet = (node) => node instanceof AudioWorkletNode && isAlive(node);
const runsScript = (node) => node instanceof ScriptProcessorNode || isWorklet(node);

/** What nodes ask of their context. */
class Engine {
  constructor(context, rate, offline) {
    this.context = context;
    this.rate = rate;
    this.offline = offline;
    this.state = "suspended";
    this.elapsed = 0; // seconds until the last suspension
    this.since = 0; // virtual µs when it last began to run
    this.block = 0; // quanta rendered
    this.watched = []; // nodes whose input is read
    this.alarms = new Set();
    this.suspendedByUser = false;
    this.starting = 0; // task of a device that starts
    this.stamp = { contextTime: 0, performanceTime: 0 };
    this.pending = []; // resume() promises
    this.known = { version: -1, nodes: new Map() };
  }
  /** Seconds rendered, exact. */
  get now() {
    if (this.offline || this.state !== "running") return this.elapsed;
    return this.elapsed + (ops.op_now_us() - this.since) / 1e6;
  }
  /** `currentTime` moves a quantum at a time. */
  get time() {
    return (floor((this.now * this.rate) / QUANTUM + 1e-9) * QUANTUM) / this.rate;
  }
  /** Where a source begins that is started now: the next quantum that is not under way. */
  get nextQuantum() {
    return (ceil((this.now * this.rate) / QUANTUM - 1e-9) * QUANTUM) / this.rate;
  }
  setAlarm(time, fn) {
    const alarm = { time, fn, task: 0 };
    this.alarms.add(alarm);
    if (this.state === "running") this.arm(alarm);
    return alarm;
  }
  cancelAlarm(alarm) {
    this.alarms.delete(alarm);
    if (alarm.task !== 0) host.cancelTask(alarm.task);
  }
  arm(alarm) {
    if (this.offline) return;
    // It is noticed when its quantum has been rendered.
    const time = (ceil((alarm.time * this.rate) / QUANTUM - 1e-9) * QUANTUM) / this.rate;
    alarm.task = host.queueTaskAfter(max(0, (time - this.now) * 1000), () => {
      alarm.task = 0;
      this.alarms.delete(alarm);
      alarm.fn();
    });
  }
  /** Starts the device; the context runs when it has. */
  start() {
    if (this.starting !== 0) return;
    this.starting = host.queueTaskAfter(START, () => {
      this.starting = 0;
      if (this.state === "suspended") this.run();
    });
  }
  cancelStart() {
    if (this.starting !== 0) host.cancelTask(this.starting);
    this.starting = 0;
  }
  run() {
    this.state = "running";
    this.since = ops.op_now_us();
    for (const alarm of this.alarms) this.arm(alarm);
    running.add(this);
    wantStep(renderStep);
    this.wantFrames();
    this.settle();
    this.announce();
  }
  settle() {
    for (const promise of this.pending.splice(0)) promise.resolve(undefined);
  }
  halt(state) {
    this.outputStamp();
    this.elapsed = this.now;
    this.state = state;
    running.delete(this);
    this.cancelStart();
    for (const alarm of this.alarms) {
      if (alarm.task !== 0) host.cancelTask(alarm.task);
      alarm.task = 0;
    }
    this.announce();
  }
  /** What the device plays now; while it stands, what it played last. */
  outputStamp() {
    if (this.state === "running" && this.time > OUTPUT_LATENCY) {
      this.stamp = { contextTime: this.time - OUTPUT_LATENCY, performanceTime: floor(ops.op_now_us() / 100) / 10 };
    }
    return this.stamp;
  }
  announce() {
    host.queueTask("media element", () => fire(this.context, "statechange"));
  }
  /** Starts a context that waits for the user, when a source is started after an activation. */
  sourceStarted() {
    if (this.offline || this.state !== "suspended" || this.suspendedByUser) return;
    if (hasBeenActive()) this.start();
    else notAllowed();
  }
  watch(node) {
    this.watched.push(node);
    this.block = max(this.block, floor((this.now * this.rate) / QUANTUM));
    wantStep(renderStep);
    this.wantFrames();
  }
  unwatch(node) {
    const at = this.watched.indexOf(node);
    if (at >= 0) this.watched.splice(at, 1);
  }
  /** Nodes that hear something whoever else does: analysers, worklets' nodes, and script processors that are connected. */
  listeners() {
    const { destination } = this.context;
    return this.watched.filter((node) => !(node instanceof ScriptProcessorNode) || reaches(node, destination, this.known));
  }
  hasScripts() {
    return this.watched.some((node) => runsScript(node) && (isWorklet(node) || reaches(node, this.context.destination, this.known)));
  }
  wantFrames() {
    if (!this.offline && this.state === "running" && this.watched.some(runsScript)) host.requestFrame();
  }
  /** Renders what watched nodes have not heard yet. */
  renderToNow() {
    if (this.offline || this.watched.length === 0) return;
    const end = floor((this.now * this.rate) / QUANTUM);
    if (end - this.block > CATCH_UP) this.block = end - CATCH_UP;
    for (; this.block < end; this.block++) renderQuantum([...this.listeners()], this.block);
  }
}
const running = new Set();

function notAllowed() {
  ops.op_report("warning", "The AudioContext was not allowed to start. It must be resumed (or created) after a user gesture on the page. https://developer.chrome.com/blog/autoplay/#web_audio");
}

export class BaseAudioContext extends EventTarget {
  #destination;
  #listener = null;
  #worklet = null;
  constructor(secret, rate, channels, offline) {
    if (secret !== SECRET) illegalConstructor("BaseAudioContext");
    super();
    Object.defineProperty(this, SECRET, { value: new Engine(this, Math.fround(rate), offline) });
    this.#destination = new AudioDestinationNode(SECRET, this, channels, offline ? channels : 2);
  }
  get destination() {
    return this.#destination;
  }
  get sampleRate() {
    return engineOf(this).rate;
  }
  get currentTime() {
    return engineOf(this).time;
  }
  get listener() {
    return this.#listener ??= new AudioListener(SECRET, this);
  }
  get audioWorklet() {
    return this.#worklet ??= new AudioWorklet(SECRET, engineOf(this).rate);
  }
  get state() {
    return engineOf(this).state;
  }
  get renderQuantumSize() {
    engineOf(this);
    return QUANTUM;
  }
  createAnalyser() {
    return creating(this, "createAnalyser", () => new AnalyserNode(this));
  }
  createBiquadFilter() {
    return creating(this, "createBiquadFilter", () => new BiquadFilterNode(this));
  }
  createBuffer(numberOfChannels, length, sampleRate) {
    engineOf(this);
    need(3, arguments.length, "createBuffer", "BaseAudioContext");
    const options = { numberOfChannels: numberOfChannels >>> 0, length: length >>> 0, sampleRate: 0 };
    options.sampleRate = floatOf(sampleRate, "Failed to execute 'createBuffer' on 'BaseAudioContext'");
    return creating(this, "createBuffer", () => new AudioBuffer(options));
  }
  createBufferSource() {
    return creating(this, "createBufferSource", () => new AudioBufferSourceNode(this));
  }
  createChannelMerger(numberOfInputs = 6) {
    const options = { numberOfInputs: numberOfInputs >>> 0 };
    return creating(this, "createChannelMerger", () => new effects.ChannelMergerNode(this, options));
  }
  createChannelSplitter(numberOfOutputs = 6) {
    const options = { numberOfOutputs: numberOfOutputs >>> 0 };
    return creating(this, "createChannelSplitter", () => new effects.ChannelSplitterNode(this, options));
  }
  createConstantSource() {
    return creating(this, "createConstantSource", () => new ConstantSourceNode(this));
  }
  createConvolver() {
    return creating(this, "createConvolver", () => new ConvolverNode(this));
  }
  createDelay(maxDelayTime = 1) {
    const options = { maxDelayTime: doubleOf(maxDelayTime, "Failed to execute 'createDelay' on 'BaseAudioContext'") };
    return creating(this, "createDelay", () => new effects.DelayNode(this, options));
  }
  createDynamicsCompressor() {
    return creating(this, "createDynamicsCompressor", () => new effects.DynamicsCompressorNode(this));
  }
  createGain() {
    return creating(this, "createGain", () => new effects.GainNode(this));
  }
  createIIRFilter(feedForward, feedBack) {
    engineOf(this);
    need(2, arguments.length, "createIIRFilter", "BaseAudioContext");
    const where = "Failed to execute 'createIIRFilter' on 'BaseAudioContext'";
    const options = { feedforward: sequenceOf(feedForward, where, doubleOf), feedback: sequenceOf(feedBack, where, doubleOf) };
    return creating(this, "createIIRFilter", () => new IIRFilterNode(this, options));
  }
  createOscillator() {
    return creating(this, "createOscillator", () => new OscillatorNode(this));
  }
  createPanner() {
    return creating(this, "createPanner", () => new PannerNode(this));
  }
  createPeriodicWave(real, imag, constraints = undefined) {
    engineOf(this);
    need(2, arguments.length, "createPeriodicWave", "BaseAudioContext");
    const where = "Failed to execute 'createPeriodicWave' on 'BaseAudioContext'";
    const parts = { real: sequenceOf(real, where, floatOf), imag: sequenceOf(imag, where, floatOf) };
    const options = { ...parts, disableNormalization: Boolean(constraints?.disableNormalization) };
    return creating(this, "createPeriodicWave", () => new PeriodicWave(this, options));
  }
  createScriptProcessor(bufferSize = 0, numberOfInputChannels = 2, numberOfOutputChannels = 2) {
    engineOf(this);
    const where = "Failed to execute 'createScriptProcessor' on 'BaseAudioContext'";
    const size = bufferSize >>> 0;
    const ins = numberOfInputChannels >>> 0;
    const outs = numberOfOutputChannels >>> 0;
    if (ins === 0 && outs === 0) fail("IndexSizeError", `${where}: number of input channels and output channels cannot both be zero.`);
    if (ins > 32) fail("IndexSizeError", `${where}: number of input channels (${ins}) exceeds maximum (32).`);
    if (outs > 32) fail("IndexSizeError", `${where}: number of output channels (${outs}) exceeds maximum (32).`);
    if (![0, 256, 512, 1024, 2048, 4096, 8192, 16384].includes(size)) {
      fail("IndexSizeError", `${where}: buffer size (${size}) must be 0 or a power of two between 256 and 16384.`);
    }
    return new ScriptProcessorNode(SECRET, this, size === 0 ? 2048 : size, ins, outs);
  }
  createStereoPanner() {
    return creating(this, "createStereoPanner", () => new StereoPannerNode(this));
  }
  createWaveShaper() {
    return creating(this, "createWaveShaper", () => new effects.WaveShaperNode(this));
  }
  decodeAudioData(audioData, successCallback = undefined, errorCallback = undefined) {
    const [data, success, failure] = [audioData, successCallback, errorCallback];
    try {
      engineOf(this);
      need(1, arguments.length, "decodeAudioData", "BaseAudioContext");
    } catch (error) {
      return Promise.reject(error);
    }
    if (!(data instanceof ArrayBuffer)) {
      return Promise.reject(new TypeError("Failed to execute 'decodeAudioData' on 'BaseAudioContext': parameter 1 is not of type 'ArrayBuffer'."));
    }
    if (data.detached) {
      const error = new DOMException("Failed to execute 'decodeAudioData' on 'BaseAudioContext': Cannot decode detached ArrayBuffer", "DataCloneError");
      if (typeof failure === "function") host.queueTask("media element", () => failure(error));
      return Promise.reject(error);
    }
    const bytes = new Uint8Array(data.transfer());
    const result = Promise.withResolvers();
    host.queueTaskAfter(1, () => {
      let buffer;
      try {
        buffer = bufferOfFile(bytes, this.sampleRate);
      } catch (error) {
        result.reject(error);
        if (typeof failure === "function") failure(error);
        return;
      }
      result.resolve(buffer);
      if (typeof success === "function") success(buffer);
    });
    return result.promise;
  }
}
finishInterface(BaseAudioContext);
handlerAttributes(BaseAudioContext.prototype, ["statechange"]);

/** Frames the device takes at once for a latency hint. */
function deviceFrames(hint) {
  if (typeof hint === "string") return DEVICE_FRAMES[hint];
  const frames = ceil(hint * DEVICE_RATE);
  let size = QUANTUM;
  while (size < min(frames, 8192)) size *= 2;
  return size;
}

const HINTS = ["balanced", "interactive", "playback"];

export class AudioContext extends BaseAudioContext {
  #baseLatency;
  constructor(contextOptions = {}) {
    const read = optionsOf(contextOptions, "AudioContext", "AudioContextOptions");
    let hint = "interactive";
    if (read.has("latencyHint")) {
      const given = contextOptions.latencyHint;
      hint = typeof given === "number" ? read.double("latencyHint") : read.choice("latencyHint", HINTS, "AudioContextLatencyCategory");
    }
    const rate = read.float("sampleRate", DEVICE_RATE);
    if (!(rate >= 3000 && rate <= 768000)) {
      fail("NotSupportedError", `Failed to construct 'AudioContext': The hardware sample rate provided (${numberText(rate)}) is outside the range [3000, 768000].`);
    }
    super(SECRET, rate, 2, false);
    this.#baseLatency = max(QUANTUM, ceil((rate / DEVICE_RATE) * deviceFrames(hint))) / rate;
    const engine = this[SECRET];
    if (hasBeenActive()) {
      // It says that it runs, while the device is still to start.
      engine.state = "running";
      engine.since = ops.op_now_us();
      running.add(engine);
      wantStep(renderStep);
      host.queueTaskAfter(START, () => fire(this, "statechange"));
    }
  }
  get baseLatency() {
    return this.#baseLatency;
  }
  get outputLatency() {
    const engine = engineOf(this);
    return engine.elapsed > 0 || (engine.state === "running" && engine.time > 0) ? OUTPUT_LATENCY : 0;
  }
  getOutputTimestamp() {
    return { ...engineOf(this).outputStamp() };
  }
  async resume() {
    const engine = engineOf(this);
    if (engine.state === "closed") throw new DOMException("Cannot resume a closed AudioContext.", "InvalidStateError");
    engine.suspendedByUser = false;
    if (engine.state === "running") return;
    const done = Promise.withResolvers();
    engine.pending.push(done);
    // Autoplay policy: before the user has interacted with the page, the promise waits for a later call that may start it.
    if (hasBeenActive()) engine.start();
    else notAllowed();
    await done.promise;
  }
  async suspend() {
    const engine = engineOf(this);
    if (engine.state === "closed") throw new DOMException("Cannot suspend a closed AudioContext.", "InvalidStateError");
    engine.suspendedByUser = true;
    engine.cancelStart();
    if (engine.state === "running") engine.halt("suspended");
  }
  async close() {
    const engine = engineOf(this);
    if (engine.state === "closed") throw new DOMException("Cannot close a closed AudioContext.", "InvalidStateError");
    engine.halt("closed");
  }
  createMediaElementSource(mediaElement) {
    const engine = engineOf(this);
    need(1, arguments.length, "createMediaElementSource", "AudioContext");
    const where = "Failed to execute 'createMediaElementSource' on 'AudioContext'";
    if (!isMediaElement(mediaElement)) throw new TypeError(`${where}: parameter 1 is not of type 'HTMLMediaElement'.`);
    return creating(engine.context, "createMediaElementSource", () => new MediaElementAudioSourceNode(this, { mediaElement }), "AudioContext");
  }
}
finishInterface(AudioContext);
handlerAttributes(AudioContext.prototype, ["error"]);

export const globals = { AudioContext, AudioDestinationNode, BaseAudioContext };

// Script processors and worklets are heard once a frame; without one, nothing is rendered.
const renderStep = addFrameStep(15, () => {
  for (const engine of running) {
    if (engine.watched.length === 0) continue;
    wantStep(renderStep);
    if (engine.hasScripts()) engine.renderToNow();
    engine.wantFrames();
  }
});
