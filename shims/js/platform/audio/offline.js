// OfflineAudioContext (Web Audio § 1.3): renders as fast as it can, in one task between two suspensions.
import { finishInterface, host, SECRET } from "ext:oracade/internal.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { Event, eventInterface } from "ext:oracade/dom/event.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { DOMException, fail } from "ext:oracade/dom/exception.js";
import { AudioBuffer, channelsOf } from "ext:oracade/platform/audio/buffer.js";
import { BaseAudioContext } from "ext:oracade/platform/audio/context.js";
import { $node, QUANTUM } from "ext:oracade/platform/audio/node.js";
import { doubleOf, engineOf, floatOf, numberText, optionsOf } from "ext:oracade/platform/audio/options.js";
import { renderQuantum } from "ext:oracade/platform/audio/render.js";
import { need } from "ext:oracade/platform/idl.js";

const { ceil } = Math;

const OfflineAudioCompletionEvent = eventInterface("OfflineAudioCompletionEvent", Event, { renderedBuffer: null });

function contextArguments(args) {
  const where = "Failed to construct 'OfflineAudioContext'";
  need(1, args.length, "OfflineAudioContext");
  if (args.length === 1) {
    const read = optionsOf(args[0], "OfflineAudioContext", "OfflineAudioContextOptions");
    return [read.count("numberOfChannels", 1), read.required("length").count("length"), read.required("sampleRate").float("sampleRate")];
  }
  if (args.length === 2) throw new TypeError(`${where}: Overload resolution failed.`);
  return [args[0] >>> 0, args[1] >>> 0, floatOf(args[2], where)];
}

export class OfflineAudioContext extends BaseAudioContext {
  #length;
  #channels;
  #buffer = null;
  #stops = new Map(); // frame → promise of suspend()
  #phase = "new"; // new, rendering, over
  constructor(_contextOptions) {
    const where = "Failed to construct 'OfflineAudioContext'";
    const [channels, frames, rate] = contextArguments(arguments);
    if (channels < 1 || channels > 32) fail("NotSupportedError", `${where}: The number of channels provided (${channels}) is outside the range [1, 32].`);
    if (frames === 0) fail("NotSupportedError", `${where}: The number of frames provided (0) is less than the minimum bound (1).`);
    if (!(rate >= 3000 && rate <= 768000)) fail("NotSupportedError", `${where}: The sampleRate provided (${numberText(rate)}) is outside the range [3000, 768000].`);
    super(SECRET, rate, channels, true);
    this.#length = frames;
    this.#channels = channels;
  }
  get length() {
    return this.#length;
  }
  async startRendering() {
    const where = "Failed to execute 'startRendering' on 'OfflineAudioContext'";
    const engine = engineOf(this);
    if (this.#phase === "over") throw new DOMException(`${where}: cannot call startRendering on an OfflineAudioContext in a stopped state.`, "InvalidStateError");
    if (this.#phase === "rendering") throw new DOMException(`${where}: cannot startRendering when an OfflineAudioContext is ${engine.state}`, "InvalidStateError");
    this.#phase = "rendering";
    this.#buffer = new AudioBuffer({ numberOfChannels: this.#channels, length: this.#length, sampleRate: this.sampleRate });
    const done = Promise.withResolvers();
    this.#go(done);
    return await done.promise;
  }
  /** Goes on rendering in a task of its own. */
  #go(done) {
    const engine = this[SECRET];
    engine.state = "running";
    this.#resume = () => this.#go(done);
    host.queueTaskAfter(1, () => {
      fire(this, "statechange");
      const stop = this.#render();
      if (stop !== null) {
        engine.state = "suspended";
        stop.resolve(undefined);
        host.queueTask("media element", () => fire(this, "statechange"));
        return;
      }
      this.#phase = "over";
      engine.state = "closed";
      fire(this, "complete", { renderedBuffer: this.#buffer }, OfflineAudioCompletionEvent);
      done.resolve(this.#buffer);
      host.queueTask("media element", () => fire(this, "statechange"));
    });
  }
  #resume = null;
  /** Renders to the next suspension, whose promise it gives, or to the end. */
  #render() {
    const engine = this[SECRET];
    const out = channelsOf(this.#buffer);
    const due = () => [...engine.alarms].filter((alarm) => alarm.time <= engine.elapsed).sort((a, b) => a.time - b.time);
    for (let at = engine.block * QUANTUM; at < this.#length; at = engine.block * QUANTUM) {
      const stop = this.#stops.get(at);
      if (stop !== undefined) {
        this.#stops.delete(at);
        return stop;
      }
      renderQuantum([this.destination, ...engine.listeners()], engine.block);
      const channels = this.destination[$node].result[0];
      for (let c = 0; c < out.length; c++) {
        const samples = channels[c];
        if (samples !== undefined) out[c].set(at + QUANTUM > this.#length ? samples.subarray(0, this.#length - at) : samples, at);
      }
      engine.block++;
      engine.elapsed = (at + QUANTUM) / engine.rate;
      for (const alarm of engine.alarms.size === 0 ? [] : due()) {
        engine.alarms.delete(alarm);
        alarm.fn();
      }
    }
    return null;
  }
  async suspend(suspendTime) {
    engineOf(this);
    need(1, arguments.length, "suspend", "OfflineAudioContext");
    const where = "Failed to execute 'suspend' on 'OfflineAudioContext'";
    const time = doubleOf(suspendTime, where);
    const refuse = (why) => {
      throw new DOMException(`${where}: ${why}`, "InvalidStateError");
    };
    if (this.#phase === "over") refuse("the rendering is already finished");
    if (time < 0) refuse(`negative suspend time (${time}) is not allowed`);
    const total = this.#length / this.sampleRate;
    if (time >= total) {
      refuse(`cannot schedule a suspend at ${numberText(time)} seconds because it is greater than or equal to the total render duration of ${this.#length} frames (${numberText(total)} seconds)`);
    }
    const frame = ceil((time * this.sampleRate) / QUANTUM - 1e-9) * QUANTUM;
    const { elapsed } = this[SECRET];
    if (frame / this.sampleRate < elapsed) {
      refuse(`suspend(${numberText(time)}) failed to suspend at frame ${frame} because it is earlier than the current frame of ${Math.round(elapsed * this.sampleRate)} (${numberText(elapsed)} seconds)`);
    }
    if (this.#stops.has(frame)) refuse(`cannot schedule more than one suspend at frame ${frame} (${numberText(time)} seconds)`);
    const stop = Promise.withResolvers();
    this.#stops.set(frame, stop);
    await stop.promise;
  }
  async resume() {
    const engine = engineOf(this);
    const where = "Failed to execute 'resume' on 'OfflineAudioContext'";
    if (this.#phase !== "rendering") throw new DOMException(`${where}: cannot resume an offline context that has not started`, "InvalidStateError");
    if (engine.state !== "suspended") return;
    this.#resume();
  }
}
finishInterface(OfflineAudioContext);
handlerAttributes(OfflineAudioContext.prototype, ["complete"]);

export const globals = { OfflineAudioCompletionEvent, OfflineAudioContext };
