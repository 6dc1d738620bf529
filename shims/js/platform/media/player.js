// HTMLMediaElement on the virtual clock (HTML § 4.8.11). Sound files are decoded for their length; nothing is heard. Video
// files cannot be decoded and fail as a format the browser does not support. Events come in the order in which Chromium sends them.
import { host, now, ops, SECRET } from "ext:oracade/internal.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { getAttr, hasAttr } from "ext:oracade/dom/attributes.js";
import { DOMException, fail } from "ext:oracade/dom/exception.js";
import { $connected, $first, $local, $next } from "ext:oracade/dom/slots.js";
import { decodeFile } from "ext:oracade/platform/audio/buffer.js";
import { QUANTUM, SILENCE } from "ext:oracade/platform/audio/node.js";
import { LATENCY, obtain } from "ext:oracade/platform/fetch.js";
import { hasBeenActive } from "ext:oracade/platform/gesture.js";
import { joined, MediaError, TimeRanges } from "ext:oracade/platform/media/ranges.js";
import { canPlayType } from "ext:oracade/platform/media/types.js";

/** Virtual time between `timeupdate` events in ms. */
const TIMEUPDATE = 250;
/** Virtual ms until a seek is done. */
const SEEK = 1;
/** Least number of seconds that count as played. */
const HEARD = 0.001;

const EMPTY = 0;
const IDLE = 1;
const LOADING = 2;
const NO_SOURCE = 3;
const NOTHING = 0;
const METADATA = 1;
const FUTURE_DATA = 3;
const ENOUGH_DATA = 4;

const NOT_FOUND = "MEDIA_ELEMENT_ERROR: Format error";
const NO_ADDRESS = "MEDIA_ELEMENT_ERROR: Empty src attribute";
const NO_FORMAT = "PipelineStatus::DEMUXER_ERROR_COULD_NOT_OPEN: FFmpegDemuxer: open context failed";

const abortError = (what) => new DOMException(`The play() request was interrupted by ${what}. https://goo.gl/LdLk22`, "AbortError");

/** Playback state of one element. */
class Player {
  constructor(element) {
    this.element = element;
    this.run = 0; // number of the load whose tasks may act
    this.networkState = EMPTY;
    this.readyState = NOTHING;
    this.paused = true;
    this.position = 0; // seconds at `since`; before there is a duration, where playback shall begin
    this.since = -1; // ms when playback last began to move, -1: it stands
    this.from = 0; // position then
    this.rate = 1;
    this.normalRate = 1;
    this.level = 1;
    this.silenced = null; // null: as the attribute says
    this.error = null;
    this.currentSrc = "";
    this.sound = null; // {rate, channels}
    this.duration = NaN;
    this.seeking = false;
    this.seekTask = 0;
    this.endTask = 0;
    this.tickTask = 0;
    this.heard = []; // ranges
    this.waiting = []; // play() promises
    this.resolving = []; // of those, the ones that a queued task will resolve
    this.deferred = null; // what preload="none" puts off
    this.autoplaying = true;
    this.preservesPitch = true;
  }

  get srcObject() {
    return null;
  }
  set srcObject(value) {
    if (value === null || value === undefined) return;
    throw new TypeError("Failed to set the 'srcObject' property on 'HTMLMediaElement': The provided value is not of type '(MediaSourceHandle or MediaStream)'.");
  }
  #whole() {
    return new TimeRanges(SECRET, this.duration > 0 ? [[0, this.duration]] : []);
  }
  get buffered() {
    return this.#whole();
  }
  get seekable() {
    return this.#whole();
  }
  get played() {
    const ranges = this.since >= 0 && this.time - this.from > HEARD ? joined(this.heard, [this.from, this.time]) : this.heard;
    return new TimeRanges(SECRET, ranges.map((range) => [...range]));
  }
  get currentTime() {
    return this.time;
  }
  set currentTime(value) {
    this.seek(value);
  }
  get volume() {
    return this.level;
  }
  set volume(value) {
    if (value === this.level) return;
    this.level = value;
    this.later("volumechange");
  }
  get muted() {
    return this.silenced ?? hasAttr(this.element, "muted");
  }
  set muted(value) {
    if (value === this.muted) return;
    this.silenced = value;
    this.later("volumechange");
  }
  get playbackRate() {
    return this.rate;
  }
  set playbackRate(value) {
    if (!Number.isFinite(value)) throw new TypeError("Failed to set the 'playbackRate' property on 'HTMLMediaElement': The provided double value is non-finite.");
    if (value !== 0 && !(value >= 0.0625 && value <= 16)) {
      fail("NotSupportedError", `Failed to set the 'playbackRate' property on 'HTMLMediaElement': The provided playback rate (${value}) is not in the supported playback range.`);
    }
    if (value === this.rate) return;
    this.stop();
    this.rate = value;
    this.move();
    this.later("ratechange");
  }
  get defaultPlaybackRate() {
    return this.normalRate;
  }
  set defaultPlaybackRate(value) {
    if (!Number.isFinite(value)) throw new TypeError("Failed to set the 'defaultPlaybackRate' property on 'HTMLMediaElement': The provided double value is non-finite.");
    if (value === this.normalRate) return;
    this.normalRate = value;
    this.later("ratechange");
  }

  task(fn) {
    const run = this.run;
    host.queueTask("media element", () => {
      if (run === this.run) fn();
    });
  }
  later(type) {
    this.task(() => fire(this.element, type));
  }

  // ---------------------------------------------------------------------------------------------------------- the position

  get time() {
    if (this.since < 0) return this.position;
    return Math.min(this.duration, this.position + ((now() - this.since) / 1000) * this.rate);
  }
  get loops() {
    return hasAttr(this.element, "loop");
  }
  get ended() {
    return this.readyState >= METADATA && !this.seeking && !this.loops && this.time >= this.duration;
  }
  /** Lets the position move, if the state says so. */
  move() {
    if (this.since >= 0 || this.paused || this.readyState < FUTURE_DATA || this.seeking || this.rate === 0) return;
    this.since = now();
    this.from = this.position;
    this.endTask = host.queueTaskAfter(Math.max(0, ((this.duration - this.position) / this.rate) * 1000), () => this.finish());
    this.tick();
  }
  stop() {
    if (this.since < 0) return;
    this.position = this.time;
    this.since = -1;
    if (this.position - this.from > HEARD) this.heard = joined(this.heard, [this.from, this.position]);
    host.cancelTask(this.endTask);
    host.cancelTask(this.tickTask);
  }
  tick() {
    this.tickTask = host.queueTaskAfter(TIMEUPDATE, () => {
      this.tick();
      fire(this.element, "timeupdate");
    });
  }
  finish() {
    this.stop();
    this.position = this.duration;
    if (this.loops) {
      this.seek(0);
      return;
    }
    this.later("timeupdate");
    if (!this.paused) {
      this.paused = true;
      this.later("pause");
    }
    this.later("ended");
  }
  seek(time) {
    if (this.readyState === NOTHING) {
      this.position = Math.max(0, time);
      return;
    }
    this.stop();
    this.position = Math.max(0, Math.min(time, this.duration));
    this.seeking = true;
    // The first data, when they come, are those of the new position.
    const loading = this.readyState === METADATA && this.seekTask === 0;
    this.readyState = METADATA;
    this.later("seeking");
    if (!this.paused) this.later("waiting");
    if (loading) return;
    host.cancelTask(this.seekTask);
    this.seekTask = host.queueTaskAfter(SEEK, () => {
      this.seekTask = 0;
      this.ready();
    });
  }
  /** Data for the position have come: playback may begin or go on. */
  ready(first = false) {
    this.readyState = ENOUGH_DATA;
    if (this.seeking) {
      this.seeking = false;
      this.later("timeupdate");
      this.later("seeked");
    }
    if (first) this.later("loadeddata");
    this.later("canplay");
    if (!this.paused) this.begin();
    else if (this.autoplaying && hasAttr(this.element, "autoplay") && this.mayPlay()) {
      this.paused = false;
      this.later("play");
      this.begin();
    }
    this.later("canplaythrough");
  }

  // ------------------------------------------------------------------------------------------------- resource selection

  load() {
    this.run++;
    // Promises made while there was nothing to load wait for what is loaded now.
    const rejected = [...this.resolving.splice(0), ...(this.networkState === EMPTY ? [] : this.waiting.splice(0))];
    for (const promise of rejected) promise.reject(abortError("a new load request"));
    this.stop();
    host.cancelTask(this.seekTask);
    this.seekTask = 0;
    this.deferred = null;
    if (this.networkState === LOADING || this.networkState === IDLE) this.later("abort");
    if (this.networkState !== EMPTY) {
      this.later("emptied");
      this.readyState = NOTHING;
      this.paused = true;
      this.seeking = false;
      this.duration = NaN;
      this.heard = [];
    }
    this.position = 0;
    this.sound = null;
    this.error = null;
    this.rate = this.normalRate;
    this.autoplaying = true;
    this.select();
  }
  select() {
    const run = this.run;
    this.networkState = NO_SOURCE;
    ops.op_load_blocker(1);
    host.queueTask("media element", () => {
      const next = run === this.run ? this.choose() : null;
      if (next === null) ops.op_load_blocker(-1);
      else this.fetch(next);
    });
  }
  /** What there is to load: the attribute, or the elements inside. */
  choose() {
    const src = getAttr(this.element, "src");
    const sources = src === null ? sourcesOf(this.element) : [];
    if (src === null && sources.length === 0) {
      this.networkState = EMPTY;
      return null;
    }
    this.networkState = src === "" ? NO_SOURCE : LOADING;
    this.later("loadstart");
    if (src === "") {
      this.broken(NO_ADDRESS);
      return null;
    }
    return { src, sources };
  }
  /** Loads the first of some addresses that can be loaded, after the network's latency. */
  fetch({ src, sources }) {
    const run = this.run;
    if (getAttr(this.element, "preload")?.toLowerCase() === "none" && this.paused && /^https?:/.test(host.parseURL(src ?? "")?.protocol ?? "")) {
      this.networkState = IDLE;
      this.later("suspend");
      this.deferred = { src, sources };
      this.currentSrc = host.parseURL(src).href;
      ops.op_load_blocker(-1);
      return;
    }
    host.queueTaskAfter(LATENCY, () => {
      try {
        if (run !== this.run) return;
        if (src !== null) {
          const problem = this.open(src);
          if (problem !== null) this.broken(problem);
          return;
        }
        for (const source of sources) {
          const type = getAttr(source, "type");
          const url = getAttr(source, "src");
          const fits = url !== null && url !== "" && (type === null || canPlayType(type) !== "");
          if (fits && this.open(url) === null) return;
          this.task(() => fire(source, "error"));
        }
        this.networkState = NO_SOURCE;
      } finally {
        ops.op_load_blocker(-1);
      }
    });
  }
  /** Loads and decodes an address; what is wrong with it, or null. */
  open(src) {
    const parts = host.parseURL(src);
    this.currentSrc = parts?.href ?? "";
    const answer = parts === null ? null : obtain(parts.href, "GET", "media");
    if (answer === null || answer.status >= 400) return NOT_FOUND;
    const remote = /^https?:/.test(parts.protocol);
    const loaded = () => {
      this.networkState = IDLE;
      this.later("progress");
      this.later("suspend");
    };
    const sound = decodeFile(answer.bytes);
    if (remote) loaded();
    if (sound === null) return NO_FORMAT;
    this.task(() => {
      this.sound = sound;
      this.duration = Math.round((sound.channels[0].length / sound.rate) * 1e6) / 1e6;
      this.readyState = METADATA;
      const start = this.position;
      this.later("durationchange");
      this.later("loadedmetadata");
      if (start > 0) this.seek(start);
      this.task(() => {
        if (!remote) loaded();
        this.ready(true);
      });
    });
    return null;
  }
  broken(message) {
    this.task(() => {
      this.networkState = NO_SOURCE;
      this.error = new MediaError(SECRET, MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED, message);
      fire(this.element, "error");
      for (const promise of this.waiting.splice(0)) {
        promise.reject(new DOMException("Failed to load because no supported source was found.", "NotSupportedError"));
      }
    });
  }

  // -------------------------------------------------------------------------------------------------------- play, pause

  /** Autoplay policy: only video without sound plays before the user has interacted with the page. */
  mayPlay() {
    return hasBeenActive() || (this.element[$local] === "video" && this.muted);
  }
  /** Moves, and says so. */
  begin() {
    this.move();
    this.later("playing");
    this.resolve();
  }
  resolve() {
    const promises = this.waiting.splice(0);
    this.resolving.push(...promises);
    this.task(() => {
      this.resolving = this.resolving.filter((promise) => !promises.includes(promise));
      for (const promise of promises) promise.resolve(undefined);
    });
  }
  async play() {
    if (!this.mayPlay()) {
      throw new DOMException("play() failed because the user didn't interact with the document first. https://goo.gl/xX8pDD", "NotAllowedError");
    }
    if (this.error !== null) throw new DOMException("The element has no supported sources.", "NotSupportedError");
    const done = Promise.withResolvers();
    this.waiting.push(done);
    if (this.networkState === EMPTY) this.select();
    if (this.ended) this.seek(0);
    if (this.paused) {
      this.paused = false;
      this.later("play");
      if (this.readyState < FUTURE_DATA) this.later("waiting");
      else this.begin();
    } else if (this.readyState >= FUTURE_DATA) this.resolve();
    this.autoplaying = false;
    if (this.deferred !== null) {
      const { deferred } = this;
      this.deferred = null;
      this.networkState = LOADING;
      ops.op_load_blocker(1);
      this.fetch(deferred);
    }
    await done.promise;
  }
  pause() {
    if (this.networkState === EMPTY) this.select();
    this.autoplaying = false;
    if (this.paused) return;
    this.paused = true;
    this.stop();
    this.later("timeupdate");
    this.later("pause");
    const promises = this.waiting.splice(0);
    this.resolving.push(...promises);
    this.task(() => {
      this.resolving = this.resolving.filter((promise) => !promises.includes(promise));
      for (const promise of promises) promise.reject(abortError("a call to pause()"));
    });
  }
}

function sourcesOf(element) {
  const sources = [];
  for (let child = element[$first]; child !== null; child = child[$next]) if (child[$local] === "source") sources.push(child);
  return sources;
}
const hasSource = (element) => sourcesOf(element).length > 0;

const players = new WeakMap();
function player(element) {
  let found = players.get(element);
  if (found === undefined) {
    players.set(element, found = new Player(element));
  }
  return found;
}

/** Samples of one render quantum for a MediaElementAudioSourceNode. */
host.mediaSamples = (element, block, context) => {
  const state = player(element);
  if (state.sound === null || state.since < 0 || state.muted) return SILENCE;
  const { rate, channels } = state.sound;
  const behind = context[SECRET].now - (block * QUANTUM) / context.sampleRate;
  const from = state.time - behind * state.rate;
  return channels.map((samples) =>
    Float32Array.from({ length: QUANTUM }, (_, i) => (samples[Math.floor((from + (i / context.sampleRate) * state.rate) * rate)] ?? 0) * state.level)
  );
};

host.media = {
  of: player,
  canPlayType,
  sourceChanged(element) {
    player(element).load();
  },
  inserted(element) {
    const state = player(element);
    if (state.networkState === EMPTY && (hasAttr(element, "src") || hasSource(element))) state.select();
  },
  removed(element) {
    // Taken out of the document, an element pauses, unless it is put back before the next stable state.
    host.queueMicrotask(() => {
      if (!element[$connected]) player(element).pause();
    });
  },
};

