// BaseAudioContext, AudioContext, OfflineAudioContext, AudioDestinationNode and AudioListener (Web Audio § 1.1–1.4, 1.11).
import { addFrameStep, finishInterface, host, illegalConstructor, ops, SECRET } from "ext:oracade/internal.js";
import { EventTarget, fire } from "ext:oracade/dom/event_target.js";
import { Event, eventInterface } from "ext:oracade/dom/event.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { DOMException, fail } from "ext:oracade/dom/exception.js";
import { AnalyserNode, MediaElementAudioSourceNode, ScriptProcessorNode } from "ext:oracade/platform/audio/analysis.js";
import { AudioBuffer, bufferOfFile, channelsOf } from "ext:oracade/platform/audio/buffer.js";
import * as effects from "ext:oracade/platform/audio/effects.js";
import { $node, $process, AudioNode, pull, QUANTUM } from "ext:oracade/platform/audio/node.js";
import { AudioParam } from "ext:oracade/platform/audio/param.js";
import { AudioBufferSourceNode, ConstantSourceNode, OscillatorNode, PeriodicWave } from "ext:oracade/platform/audio/sources.js";
import { hasBeenActive, whenActivated } from "ext:oracade/platform/gesture.js";
import { need } from "ext:oracade/platform/idl.js";

/** Rate of the output device of headless Chromium. */
const DEVICE_RATE = 44100;
/** Most quanta rendered for one read of an analyser: two seconds. */
const CATCH_UP = Math.ceil((2 * DEVICE_RATE) / QUANTUM);

class AudioDestinationNode extends AudioNode {
  constructor(secret, context, channels) {
    super(secret, context, 1, 0);
    Object.assign(this[$node], { channelCount: channels, mode: "explicit" });
  }
  get maxChannelCount() {
    return this.context[SECRET].offline ? this[$node].channelCount : 2;
  }
  [$process]([input]) {
    return [input];
  }
}
finishInterface(AudioDestinationNode);

class AudioListener {
  constructor(secret, context) {
    if (secret !== SECRET) illegalConstructor();
    const huge = 3.4028234663852886e38;
    const initial = { positionX: 0, positionY: 0, positionZ: 0, forwardX: 0, forwardY: 0, forwardZ: -1, upX: 0, upY: 1, upZ: 0 };
    const params = {};
    for (const [key, value] of Object.entries(initial)) params[key] = new AudioParam(SECRET, context, value, -huge, huge);
    Object.defineProperty(this, SECRET, { value: params });
  }
  setPosition(x, y, z) {
    need(3, arguments.length, "setPosition", "AudioListener");
    const p = this[SECRET];
    p.positionX.value = x;
    p.positionY.value = y;
    p.positionZ.value = z;
  }
  setOrientation(x, y, z, upX, upY, upZ) {
    need(6, arguments.length, "setOrientation", "AudioListener");
    const p = this[SECRET];
    p.forwardX.value = x;
    p.forwardY.value = y;
    p.forwardZ.value = z;
    p.upX.value = upX;
    p.upY.value = upY;
    p.upZ.value = upZ;
  }
}
for (const key of ["positionX", "positionY", "positionZ", "forwardX", "forwardY", "forwardZ", "upX", "upY", "upZ"]) {
  Object.defineProperty(AudioListener.prototype, key, {
    get() {
      return this[SECRET][key];
    },
    enumerable: true,
    configurable: true,
  });
}
finishInterface(AudioListener);

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
    this.pending = []; // resume() promises
  }
  /** Seconds rendered, exact. */
  get now() {
    if (this.offline || this.state !== "running") return this.elapsed;
    return this.elapsed + (ops.op_now_us() - this.since) / 1e6;
  }
  /** `currentTime` moves a quantum at a time. */
  get time() {
    return (Math.floor((this.now * this.rate) / QUANTUM + 1e-9) * QUANTUM) / this.rate;
  }
  /** Where a source begins that is started now: the next quantum that is not under way. */
  get nextQuantum() {
    return (Math.ceil((this.now * this.rate) / QUANTUM - 1e-9) * QUANTUM) / this.rate;
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
    alarm.task = host.queueTaskAfter(Math.max(0, (alarm.time - this.now) * 1000), () => {
      alarm.task = 0;
      this.alarms.delete(alarm);
      alarm.fn();
    });
  }
  run() {
    this.state = "running";
    this.since = ops.op_now_us();
    for (const alarm of this.alarms) this.arm(alarm);
    for (const promise of this.pending.splice(0)) promise.resolve(undefined);
    running.add(this);
    this.wantFrames();
    this.announce();
  }
  halt(state) {
    this.elapsed = this.now;
    this.state = state;
    running.delete(this);
    for (const alarm of this.alarms) {
      if (alarm.task !== 0) host.cancelTask(alarm.task);
      alarm.task = 0;
    }
    this.announce();
  }
  announce() {
    host.queueTask("media element", () => fire(this.context, "statechange"));
  }
  /** Starts a context that waits for the user, when a source is started after an activation. */
  sourceStarted() {
    if (!this.offline && this.state === "suspended" && !this.suspendedByUser && hasBeenActive()) this.run();
  }
  watch(node) {
    this.watched.push(node);
    this.block = Math.max(this.block, Math.floor((this.now * this.rate) / QUANTUM));
    this.wantFrames();
  }
  wantFrames() {
    if (!this.offline && this.state === "running" && this.watched.some((node) => node instanceof ScriptProcessorNode)) host.requestFrame();
  }
  /** Renders what watched nodes have not heard yet. */
  renderToNow() {
    if (this.offline || this.watched.length === 0) return;
    const end = Math.floor((this.now * this.rate) / QUANTUM);
    if (end - this.block > CATCH_UP) this.block = end - CATCH_UP;
    for (; this.block < end; this.block++) {
      for (const node of this.watched) pull(node, this.block);
    }
  }
}
const running = new Set();

export class BaseAudioContext extends EventTarget {
  #destination;
  #listener = null;
  constructor(secret, rate, channels, offline) {
    if (secret !== SECRET) illegalConstructor();
    super();
    Object.defineProperty(this, SECRET, { value: new Engine(this, Math.fround(rate), offline) });
    this.#destination = new AudioDestinationNode(SECRET, this, channels);
  }
  get destination() {
    return this.#destination;
  }
  get sampleRate() {
    return this[SECRET].rate;
  }
  get currentTime() {
    return this[SECRET].time;
  }
  get listener() {
    return this.#listener ??= new AudioListener(SECRET, this);
  }
  get state() {
    return this[SECRET].state;
  }
  createAnalyser() {
    return new AnalyserNode(this);
  }
  createBiquadFilter() {
    return new effects.BiquadFilterNode(this);
  }
  createBuffer(numberOfChannels, length, sampleRate) {
    need(3, arguments.length, "createBuffer", "BaseAudioContext");
    return new AudioBuffer({ numberOfChannels, length, sampleRate });
  }
  createBufferSource() {
    return new AudioBufferSourceNode(this);
  }
  createChannelMerger(numberOfInputs = 6) {
    return new effects.ChannelMergerNode(this, { numberOfInputs });
  }
  createChannelSplitter(numberOfOutputs = 6) {
    return new effects.ChannelSplitterNode(this, { numberOfOutputs });
  }
  createConstantSource() {
    return new ConstantSourceNode(this);
  }
  createConvolver() {
    return new effects.ConvolverNode(this);
  }
  createDelay(maxDelayTime = 1) {
    return new effects.DelayNode(this, { maxDelayTime });
  }
  createDynamicsCompressor() {
    return new effects.DynamicsCompressorNode(this);
  }
  createGain() {
    return new effects.GainNode(this);
  }
  createIIRFilter(feedforward, feedback) {
    need(2, arguments.length, "createIIRFilter", "BaseAudioContext");
    return new effects.IIRFilterNode(this, { feedforward, feedback });
  }
  createOscillator() {
    return new OscillatorNode(this);
  }
  createPanner() {
    return new effects.PannerNode(this);
  }
  createPeriodicWave(real, imag, options = {}) {
    need(2, arguments.length, "createPeriodicWave", "BaseAudioContext");
    return new PeriodicWave(this, { real, imag, disableNormalization: options?.disableNormalization });
  }
  createScriptProcessor(bufferSize = 0, ins = 2, outs = 2) {
    const size = bufferSize === 0 ? 2048 : bufferSize >>> 0;
    if (![256, 512, 1024, 2048, 4096, 8192, 16384].includes(size)) {
      fail("IndexSizeError", `Failed to execute 'createScriptProcessor' on 'BaseAudioContext': buffer size (${bufferSize}) must be 0 or a power of two between 256 and 16384.`);
    }
    if ((ins === 0 && outs === 0) || ins > 32 || outs > 32) fail("IndexSizeError", "Failed to execute 'createScriptProcessor' on 'BaseAudioContext': the number of channels is not valid.");
    return new ScriptProcessorNode(SECRET, this, size, ins >>> 0, outs >>> 0);
  }
  createStereoPanner() {
    return new effects.StereoPannerNode(this);
  }
  createWaveShaper() {
    return new effects.WaveShaperNode(this);
  }
  decodeAudioData(data, success = undefined, failure = undefined) {
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

export class AudioContext extends BaseAudioContext {
  #baseLatency;
  constructor(options = {}) {
    const rate = options?.sampleRate === undefined ? DEVICE_RATE : +options.sampleRate;
    if (!(rate >= 3000 && rate <= 768000)) fail("NotSupportedError", `Failed to construct 'AudioContext': Hardware context sample rate (${rate}) is outside the range [3000, 768000].`);
    super(SECRET, rate, 2, false);
    this.#baseLatency = 512 / rate;
    if (hasBeenActive()) this[SECRET].run();
  }
  get baseLatency() {
    return this.#baseLatency;
  }
  get outputLatency() {
    return 0;
  }
  getOutputTimestamp() {
    const engine = this[SECRET];
    if (engine.state !== "running") return { contextTime: 0, performanceTime: 0 };
    return { contextTime: this.currentTime, performanceTime: ops.op_now_us() / 1000 };
  }
  async resume() {
    const engine = this[SECRET];
    if (engine.state === "closed") throw new DOMException("Failed to execute 'resume' on 'AudioContext': Cannot resume a closed AudioContext.", "InvalidStateError");
    engine.suspendedByUser = false;
    if (engine.state === "running") return;
    const done = Promise.withResolvers();
    engine.pending.push(done);
    // Autoplay policy: before the user has interacted with the page, the promise waits.
    whenActivated(() => {
      if (engine.state === "suspended" && !engine.suspendedByUser) engine.run();
    });
    await done.promise;
  }
  async suspend() {
    const engine = this[SECRET];
    if (engine.state === "closed") throw new DOMException("Failed to execute 'suspend' on 'AudioContext': Cannot suspend a closed AudioContext.", "InvalidStateError");
    engine.suspendedByUser = true;
    if (engine.state === "running") engine.halt("suspended");
  }
  async close() {
    const engine = this[SECRET];
    if (engine.state === "closed") throw new DOMException("Failed to execute 'close' on 'AudioContext': Cannot close a closed AudioContext.", "InvalidStateError");
    engine.halt("closed");
  }
  createMediaElementSource(mediaElement) {
    need(1, arguments.length, "createMediaElementSource", "AudioContext");
    return new MediaElementAudioSourceNode(this, { mediaElement });
  }
}
finishInterface(AudioContext);

const OfflineAudioCompletionEvent = eventInterface("OfflineAudioCompletionEvent", Event, { renderedBuffer: null });

export class OfflineAudioContext extends BaseAudioContext {
  #length;
  #channels;
  #started = false;
  constructor(options, length = undefined, rate = undefined) {
    const channels = typeof options === "object" && options !== null ? options.numberOfChannels ?? 1 : options >>> 0;
    if (typeof options === "object" && options !== null) ({ length, sampleRate: rate } = options);
    // The buffer's constructor checks the numbers.
    void new AudioBuffer({ numberOfChannels: channels, length: Math.min(length >>> 0, 1) || length, sampleRate: rate });
    super(SECRET, rate, channels, true);
    this.#length = length >>> 0;
    this.#channels = channels;
  }
  get length() {
    return this.#length;
  }
  async startRendering() {
    if (this.#started) throw new DOMException("Failed to execute 'startRendering' on 'OfflineAudioContext': cannot call startRendering more than once", "InvalidStateError");
    this.#started = true;
    const engine = this[SECRET];
    const buffer = new AudioBuffer({ numberOfChannels: this.#channels, length: this.#length, sampleRate: this.sampleRate });
    engine.state = "running";
    const done = Promise.withResolvers();
    host.queueTaskAfter(1, () => {
      this.#render(buffer);
      engine.state = "closed";
      done.resolve(buffer);
      fire(this, "complete", { renderedBuffer: buffer }, OfflineAudioCompletionEvent);
      fire(this, "statechange");
    });
    return await done.promise;
  }
  #render(buffer) {
    const engine = this[SECRET];
    const out = channelsOf(buffer);
    const due = () => [...engine.alarms].filter((alarm) => alarm.time <= engine.elapsed).sort((a, b) => a.time - b.time);
    for (let at = 0; at < this.#length; at += QUANTUM, engine.block++) {
      const channels = pull(this.destination, engine.block)[0];
      for (const node of engine.watched) pull(node, engine.block);
      for (let c = 0; c < out.length; c++) {
        const samples = channels[c];
        if (samples !== undefined) out[c].set(at + QUANTUM > this.#length ? samples.subarray(0, this.#length - at) : samples, at);
      }
      engine.elapsed = (at + QUANTUM) / engine.rate;
      for (const alarm of engine.alarms.size === 0 ? [] : due()) {
        engine.alarms.delete(alarm);
        alarm.fn();
      }
    }
  }
  async suspend() {
    throw new DOMException("Failed to execute 'suspend' on 'OfflineAudioContext': rendering cannot be suspended here", "NotSupportedError");
  }
  async resume() {
    throw new DOMException("Failed to execute 'resume' on 'OfflineAudioContext': cannot resume an offline context that has not been suspended", "InvalidStateError");
  }
}
finishInterface(OfflineAudioContext);
handlerAttributes(OfflineAudioContext.prototype, ["complete"]);

export const globals = {
  AudioContext, AudioDestinationNode, AudioListener, BaseAudioContext, OfflineAudioCompletionEvent, OfflineAudioContext,
  webkitAudioContext: AudioContext, webkitOfflineAudioContext: OfflineAudioContext,
};

export function install() {
  // Script processors are heard once a frame; without one, nothing is rendered.
  addFrameStep(15, () => {
    for (const engine of running) {
      if (engine.watched.some((node) => node instanceof ScriptProcessorNode)) engine.renderToNow();
      engine.wantFrames();
    }
  });
}
