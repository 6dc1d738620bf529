// HTMLMediaElement on the virtual clock (HTML § 4.8.11). Sound files are decoded for their length; nothing is heard. Video
// files cannot be decoded and fail as a format the browser does not support.
import { constants, finishInterface, host, illegalConstructor, now, ops, SECRET } from "ext:oracade/internal.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { getAttr, hasAttr } from "ext:oracade/dom/attributes.js";
import { DOMException, fail } from "ext:oracade/dom/exception.js";
import { $connected, $first, $local, $next } from "ext:oracade/dom/slots.js";
import { decodeFile } from "ext:oracade/platform/audio/buffer.js";
import { QUANTUM, SILENCE } from "ext:oracade/platform/audio/node.js";
import { LATENCY, obtain } from "ext:oracade/platform/fetch.js";
import { hasBeenActive } from "ext:oracade/platform/gesture.js";

/** Virtual time between `timeupdate` events in ms. */
const TIMEUPDATE = 250;

class MediaError {
  #code;
  #message;
  constructor(secret, code, message) {
    if (secret !== SECRET) illegalConstructor();
    this.#code = code;
    this.#message = message;
  }
  get code() {
    return this.#code;
  }
  get message() {
    return this.#message;
  }
}
finishInterface(MediaError);
constants(MediaError, { MEDIA_ERR_ABORTED: 1, MEDIA_ERR_NETWORK: 2, MEDIA_ERR_DECODE: 3, MEDIA_ERR_SRC_NOT_SUPPORTED: 4 });

class TimeRanges {
  #ranges;
  constructor(secret, ranges) {
    if (secret !== SECRET) illegalConstructor();
    this.#ranges = ranges;
  }
  get length() {
    return this.#ranges.length;
  }
  #get(index, side, method) {
    if (index >>> 0 >= this.#ranges.length) {
      fail("IndexSizeError", `Failed to execute '${method}' on 'TimeRanges': The index provided (${index}) is greater than the maximum bound (${this.#ranges.length}).`);
    }
    return this.#ranges[index >>> 0][side];
  }
  start(index) {
    return this.#get(index, 0, "start");
  }
  end(index) {
    return this.#get(index, 1, "end");
  }
}
finishInterface(TimeRanges);

/** Playback state of one element. */
class Player {
  constructor(element) {
    this.element = element;
    this.run = 0; // number of the load whose tasks may act
    this.networkState = 0;
    this.readyState = 0;
    this.paused = true;
    this.position = 0; // seconds at `since`
    this.since = -1; // ms when playback last began to move, -1: it stands
    this.rate = 1;
    this.normalRate = 1;
    this.level = 1;
    this.silenced = null; // null: as the attribute says
    this.error = null;
    this.currentSrc = "";
    this.sound = null; // {rate, channels}
    this.duration = NaN;
    this.seeking = false;
    this.endTask = 0;
    this.tickTask = 0;
    this.waiting = []; // play() promises
    this.autoplaying = true;
    this.preservesPitch = true;
  }

  get srcObject() {
    return null;
  }
  set srcObject(value) {
    if (value !== null) throw new TypeError("Failed to set the 'srcObject' property on 'HTMLMediaElement': The provided value is not of type '(MediaSourceHandle or MediaStream)'.");
  }
  #ranges(end) {
    return new TimeRanges(SECRET, end > 0 ? [[0, end]] : []);
  }
  get buffered() {
    return this.#ranges(this.duration);
  }
  get seekable() {
    return this.#ranges(this.duration);
  }
  get played() {
    return this.#ranges(this.time);
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
    if (value !== 0 && (Math.abs(value) < 0.0625 || Math.abs(value) > 16)) {
      fail("NotSupportedError", `Failed to set the 'playbackRate' property on 'HTMLMediaElement': The provided playback rate (${value}) is not in the supported playback range.`);
    }
    if (value === this.rate) return;
    this.position = this.time;
    if (this.since >= 0) this.since = now();
    this.rate = value;
    this.update();
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
  fire(type) {
    fire(this.element, type);
  }
  later(type) {
    this.task(() => this.fire(type));
  }

  get time() {
    if (this.since < 0) return this.position;
    const t = this.position + ((now() - this.since) / 1000) * this.rate;
    return this.loops ? t % this.duration : Math.max(0, Math.min(t, this.duration));
  }
  get loops() {
    return hasAttr(this.element, "loop") && this.duration > 0;
  }
  get ended() {
    return this.readyState >= 1 && this.rate >= 0 && !this.loops && this.time >= this.duration;
  }

  /** Lets the position move, or stops it, as the state says. */
  update() {
    const moves = !this.paused && this.readyState >= 3 && !this.ended && this.rate !== 0;
    this.position = this.time;
    this.since = moves ? now() : -1;
    host.cancelTask(this.endTask);
    if (!moves) return;
    if (!this.loops) {
      const left = this.rate > 0 ? this.duration - this.position : this.position;
      this.endTask = host.queueTaskAfter((left / Math.abs(this.rate)) * 1000, () => this.finish());
    }
    this.tick();
  }
  tick() {
    host.cancelTask(this.tickTask);
    this.tickTask = host.queueTaskAfter(TIMEUPDATE, () => {
      if (this.since < 0) return;
      this.fire("timeupdate");
      this.tick();
    });
  }
  finish() {
    if (this.loops) {
      this.update();
      return;
    }
    this.position = this.rate > 0 ? this.duration : 0;
    this.since = -1;
    host.cancelTask(this.tickTask);
    this.fire("timeupdate");
    if (this.rate > 0) {
      if (!this.paused) {
        this.paused = true;
        this.fire("pause");
      }
      this.fire("ended");
    }
  }

  // ------------------------------------------------------------------------------------------------- resource selection

  load() {
    const run = ++this.run;
    this.reject(new DOMException("The play() request was interrupted by a new load request. https://goo.gl/LdLk22", "AbortError"));
    if (this.networkState === 1 || this.networkState === 2) this.fire("abort");
    if (this.networkState !== 0) {
      this.fire("emptied");
      this.readyState = 0;
      if (!this.paused) this.paused = true;
      this.position = 0;
      this.duration = NaN;
    }
    this.since = -1;
    host.cancelTask(this.endTask);
    host.cancelTask(this.tickTask);
    this.sound = null;
    this.error = null;
    this.rate = this.normalRate;
    this.autoplaying = true;
    const src = getAttr(this.element, "src");
    const sources = src === null ? sourcesOf(this.element) : [];
    if (src === null && sources.length === 0) {
      this.networkState = 0;
      return;
    }
    this.networkState = 2;
    this.later("loadstart");
    ops.op_load_blocker(1);
    host.queueTaskAfter(LATENCY, () => {
      try {
        if (run === this.run) this.select(src, sources);
      } finally {
        ops.op_load_blocker(-1);
      }
    });
  }
  select(src, sources) {
    if (src !== null) {
      if (!this.open(src)) this.broken();
      return;
    }
    for (const source of sources) {
      const type = getAttr(source, "type");
      const url = getAttr(source, "src");
      if (url !== null && url !== "" && (type === null || canPlayType(type) !== "") && this.open(url)) return;
      this.task(() => fire(source, "error"));
    }
    this.networkState = 3;
  }
  /** Loads and decodes an address; false if it cannot be played. */
  open(src) {
    const parts = host.parseURL(src);
    this.currentSrc = parts?.href ?? "";
    const answer = parts === null || src === "" ? null : obtain(parts.href, "GET", "media");
    if (answer === null || answer.status >= 400) return false;
    const sound = decodeFile(answer.bytes);
    if (sound === null) return false;
    this.sound = sound;
    this.duration = sound.channels[0].length / sound.rate;
    this.readyState = 1;
    this.networkState = 1;
    this.later("durationchange");
    this.later("loadedmetadata");
    this.task(() => {
      this.readyState = 4;
      for (const type of ["loadeddata", "progress", "suspend", "canplay", "canplaythrough"]) {
        const run = this.run;
        this.fire(type);
        if (run !== this.run) return;
      }
      if (!this.paused) this.begin();
      else if (this.autoplaying && hasAttr(this.element, "autoplay") && (hasBeenActive() || this.muted)) {
        this.paused = false;
        this.fire("play");
        this.begin();
      }
    });
    return true;
  }
  broken() {
    this.task(() => {
      this.networkState = 3;
      this.error = new MediaError(SECRET, 4, this.currentSrc === "" ? "MEDIA_ELEMENT_ERROR: Empty src attribute" : "MEDIA_ELEMENT_ERROR: Format error");
      this.fire("error");
      this.reject(new DOMException(this.currentSrc === "" ? "The element has no supported sources." : "Failed to load because no supported source was found.", "NotSupportedError"));
    });
  }
  reject(error) {
    for (const promise of this.waiting.splice(0)) promise.reject(error);
  }

  // -------------------------------------------------------------------------------------------------------- play, pause

  begin() {
    this.update();
    this.task(() => {
      this.fire("playing");
      for (const promise of this.waiting.splice(0)) promise.resolve(undefined);
    });
  }
  async play() {
    if (!hasBeenActive() && !this.muted) {
      throw new DOMException("play() failed because the user didn't interact with the document first. https://goo.gl/xX8pDD", "NotAllowedError");
    }
    if (this.error !== null && this.error.code === 4) {
      throw new DOMException("Failed to load because no supported source was found.", "NotSupportedError");
    }
    const done = Promise.withResolvers();
    this.waiting.push(done);
    if (this.networkState === 0) this.loadKeeping(done);
    if (this.ended) this.seek(0);
    if (this.paused) {
      this.paused = false;
      this.later("play");
      if (this.readyState >= 3) this.begin();
      else this.later("waiting");
    } else if (this.readyState >= 3) {
      this.task(() => {
        for (const promise of this.waiting.splice(0)) promise.resolve(undefined);
      });
    }
    this.autoplaying = false;
    await done.promise;
  }
  /** Begins a load without rejecting the promise that asked for it. */
  loadKeeping(promise) {
    this.waiting = [];
    this.load();
    this.waiting.push(promise);
  }
  pause() {
    if (this.networkState === 0) this.load();
    this.autoplaying = false;
    if (this.paused) return;
    this.paused = true;
    this.update();
    const waiting = this.waiting.splice(0);
    this.task(() => {
      this.fire("timeupdate");
      this.fire("pause");
      const error = new DOMException("The play() request was interrupted by a call to pause(). https://goo.gl/LdLk22", "AbortError");
      for (const promise of waiting) promise.reject(error);
    });
  }
  seek(time) {
    this.position = Number.isNaN(this.duration) ? Math.max(0, time) : Math.max(0, Math.min(time, this.duration));
    this.since = -1;
    if (this.readyState === 0) return;
    this.seeking = true;
    this.update();
    this.later("seeking");
    this.task(() => {
      this.seeking = false;
      this.fire("timeupdate");
      this.fire("seeked");
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

/** What Debian's Chromium says of the types games ask about; the codecs of MPEG-4 need their parameter for "probably". */
function canPlayType(type) {
  const text = `${type}`.trim().toLowerCase();
  const mime = text.split(";")[0].trim();
  const codecs = /codecs\s*=\s*"?([^"]*)"?/.exec(text)?.[1];
  const known = {
    "audio/wav": /^1$/, "audio/wave": /^1$/, "audio/x-wav": /^1$/, "audio/mpeg": /^(mp3|mp4a\.69|mp4a\.6b)$/, "audio/mp3": /^$/,
    "audio/x-mp3": /^$/, "audio/ogg": /^(vorbis|opus|flac)$/, "audio/webm": /^(vorbis|opus)$/, "audio/flac": /^flac$/,
    "audio/mp4": /^(mp4a\.40\.\w+|mp4a\.67|flac|opus)$/, "audio/x-m4a": /^(mp4a\.40\.\w+)$/, "audio/aac": /^$/,
    "video/mp4": /^((avc1|avc3)\.\w+|mp4a\.40\.\w+|av01[.\w]*|vp09[.\w]*)$/, "video/webm": /^(vp8(\.0)?|vp9|vp09[.\w]*|av01[.\w]*|vorbis|opus)$/,
    "video/ogg": /^(vorbis|opus)$/, "application/ogg": /^(vorbis|opus)$/,
  }[mime];
  if (known === undefined) return "";
  if (codecs === undefined || codecs === "") return mime === "audio/mpeg" || mime === "audio/mp3" || mime === "audio/flac" || mime === "audio/aac" ? "probably" : "maybe";
  return codecs.split(",").every((codec) => known.test(codec.trim())) ? "probably" : "";
}

host.media = {
  of: player,
  canPlayType,
  sourceChanged(element) {
    player(element).load();
  },
  inserted(element) {
    const state = player(element);
    if (state.networkState === 0 && (hasAttr(element, "src") || hasSource(element))) state.load();
  },
  removed(element) {
    // Taken out of the document, an element pauses, unless it is put back before the next stable state.
    host.queueMicrotask(() => {
      if (!element[$connected]) player(element).pause();
    });
  },
};

export const globals = { MediaError, TimeRanges };
