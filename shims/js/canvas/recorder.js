// The command stream of a 2D context. Calls append numbers here; Rust gets them in batches (runtime/canvas/src/commands.rs
// has the opcodes' meaning). State is written only before a drawing that depends on it, and only what has changed.
import { NativeWeakRef } from "ext:oracade/ecma/weak.js";
import { ops } from "ext:oracade/internal.js";

/** Indices of the composite operations that can make an opaque pixel transparent. */
const TRANSPARENT_MAKING = new Set([1, 2, 5, 6, 7, 9, 10, 26]);

export const OP = {
  TRANSFORM: 1,
  FILL_STYLE: 2,
  STROKE_STYLE: 3,
  ALPHA: 4,
  COMPOSITE: 5,
  LINE: 6,
  DASH: 7,
  SHADOW: 8,
  SMOOTHING: 9,
  FILTER: 10,
  CLIP_POP: 11,
  CLIP_PUSH: 12,
  FILL: 13,
  STROKE: 14,
  FILL_RECT: 15,
  STROKE_RECT: 16,
  CLEAR_RECT: 17,
  IMAGE: 18,
  TEXT: 19,
  TEXT_STYLE: 20,
};

/** Parts of the state that may differ from what was written last. */
export const DIRTY = {
  TRANSFORM: 1,
  FILL: 2,
  STROKE: 4,
  BLEND: 8,
  LINE: 16,
  SHADOW: 32,
  SMOOTHING: 64,
  FILTER: 128,
  CLIP: 256,
  TEXT: 512,
  ALL: 1023,
};

/** Numbers after which a batch goes to Rust. */
const BATCH = 1 << 16;

/**
 * Keeps a picture in Rust alive while commands refer to it: `refs` counts the users. A pin without `release` belongs to an
 * object that frees it by itself.
 */
export class Pin {
  constructor(handle, keeper) {
    this.handle = handle;
    this.refs = 1;
    /** Object whose collection frees the handle; undefined if the last user does. */
    this.keeper = keeper;
    /** Called when the bitmap that it shows moves on. */
    this.changed = null;
  }

  drop() {
    if (--this.refs === 0) ops.op_canvas_release(this.handle);
  }
}

/** All recorders that live, for captures. Weak: an unreachable canvas need not be drawn. */
const recorders = new Set();

/** Hands everything recorded to Rust (before a capture). */
export function flushAll() {
  for (const ref of recorders) {
    const recorder = ref.deref();
    if (recorder === undefined) recorders.delete(ref);
    else recorder.flush();
  }
}

export class Recorder {
  constructor(width, height, opaque, p3 = false) {
    this.handle = ops.op_canvas_new(width, height, opaque, p3);
    /** Frees the bitmap when this object is collected. */
    this.guard = ops.op_canvas_guard(this.handle);
    this.width = width;
    this.height = height;
    /** The canvas's pixels are in display-p3. */
    this.p3 = p3;
    this.words = new Float64Array(256);
    this.n = 0;
    this.strings = [];
    this.pins = [];
    this.pinIndex = new Map();
    this.reset = false;
    this.dirty = DIRTY.ALL;
    /** Clip written last. */
    this.clip = null;
    this.fillVersion = 0;
    this.strokeVersion = 0;
    /** Picture of the present content that others draw; null after a change. */
    this.snapshot = null;
    /** Every pixel is known to be opaque. */
    this.solid = false;
    /** An element shows it. */
    this.linked = false;
    /** The direction text runs in, as it was written last. */
    this.rtl = false;
    recorders.add(new NativeWeakRef(this));
  }

  /** Makes room for `count` numbers and notes that the content changes. */
  room(count) {
    if (this.snapshot !== null) {
      const { snapshot } = this;
      this.snapshot = null;
      snapshot.drop();
      snapshot.changed?.();
    }
    const need = this.n + count;
    if (need > this.words.length) {
      if (this.n > BATCH) this.flush();
      let size = this.words.length;
      while (size < this.n + count) size *= 2;
      if (size !== this.words.length) {
        const words = new Float64Array(size);
        words.set(this.words.subarray(0, this.n));
        this.words = words;
      }
    }
  }

  /** Index of a picture in this batch. */
  pin(pin) {
    let index = this.pinIndex.get(pin);
    if (index === undefined) {
      index = this.pins.length;
      pin.refs++;
      this.pins.push(pin);
      this.pinIndex.set(pin, index);
    }
    return index;
  }

  #forget() {
    for (const pin of this.pins) pin.drop();
    this.pins.length = 0;
    this.pinIndex.clear();
    this.strings.length = 0;
    this.n = 0;
  }

  /** Drops what was recorded: the whole bitmap is about to be covered. The state is written anew by what follows. */
  drop() {
    this.room(0);
    this.#forget();
    this.reset = true;
    this.solid = false;
    this.dirty = DIRTY.ALL;
    this.clip = null;
  }

  /** Hands what is recorded to Rust. */
  flush() {
    if (this.n === 0 && !this.reset) return;
    const bytes = new Uint8Array(this.words.buffer, 0, this.n * 8);
    const pins = new Uint32Array(this.pins.length);
    for (let i = 0; i < pins.length; i++) pins[i] = this.pins[i].handle;
    ops.op_canvas_submit(this.handle, bytes, this.strings.length === 0 ? null : this.strings, pins, this.reset);
    this.reset = false;
    this.#forget();
    // Styles that name a picture do so by its index in the batch.
    this.dirty |= DIRTY.FILL | DIRTY.STROKE;
  }

  /** A new size: transparent, with the initial state. */
  resize(width, height) {
    this.drop();
    this.reset = false;
    this.width = width;
    this.height = height;
    ops.op_canvas_resize(this.handle, width, height);
  }

  /** The present content as a picture that others can draw. The caller does not own it. */
  picture() {
    if (this.snapshot === null) {
      this.flush();
      this.snapshot = new Pin(ops.op_canvas_snapshot(this.handle));
    }
    return this.snapshot;
  }

  /** The recorder whose bitmap, drawn, a page's reading finds. */
  readable() {
    this.flush();
    return this;
  }

  /** The page takes the bitmap away: it begins anew. */
  taken() {
    this.drop();
    this.flush();
  }

  /** Calls `changed`, once, when the content is about to change. */
  watch(changed) {
    this.picture().changed = changed;
  }

  // ------------------------------------------------------------------------------------------------- state before use

  /** Writes those parts of the state among `parts` that changed. */
  sync(s, parts) {
    if (s.fill.version !== this.fillVersion) this.dirty |= DIRTY.FILL;
    if (s.stroke.version !== this.strokeVersion) this.dirty |= DIRTY.STROKE;
    const todo = this.dirty & parts;
    if (todo === 0) return;
    this.dirty &= ~todo;
    this.room(64 + s.dash.length);
    if (todo & DIRTY.TRANSFORM) {
      const { words } = this;
      let n = this.n;
      words[n++] = OP.TRANSFORM;
      words[n++] = s.a;
      words[n++] = s.b;
      words[n++] = s.c;
      words[n++] = s.d;
      words[n++] = s.e;
      words[n++] = s.f;
      this.n = n;
    }
    if (todo & DIRTY.FILL) {
      this.#style(OP.FILL_STYLE, s.fill);
      this.fillVersion = s.fill.version;
    }
    if (todo & DIRTY.STROKE) {
      this.#style(OP.STROKE_STYLE, s.stroke);
      this.strokeVersion = s.stroke.version;
    }
    if (todo & DIRTY.BLEND && TRANSPARENT_MAKING.has(s.composite)) this.solid = false;
    if (todo & DIRTY.BLEND) this.put(OP.ALPHA, s.alpha, OP.COMPOSITE, s.composite);
    if (todo & DIRTY.LINE) {
      this.put(OP.LINE, s.lineWidth, s.lineCap, s.lineJoin, s.miterLimit, OP.DASH, s.dashOffset, s.dash.length);
      for (const length of s.dash) this.words[this.n++] = length;
    }
    if (todo & DIRTY.SHADOW) {
      const { r, g, b, a } = s.shadowColor;
      this.put(OP.SHADOW, r, g, b, a, s.shadowBlur, s.shadowX, s.shadowY);
    }
    if (todo & DIRTY.SMOOTHING) this.put(OP.SMOOTHING, +s.smoothing, s.quality);
    if (todo & DIRTY.FILTER) this.put(OP.FILTER, s.filter.id);
    if (todo & DIRTY.TEXT) {
      this.put(OP.TEXT_STYLE, s.font.id, s.align, s.baseline, +this.rtl, s.letter, s.word, +(s.kerning !== "none"));
    }
    if (todo & DIRTY.CLIP) this.#clips(s.clip);
  }

  /** Appends numbers; the caller has made room. */
  put(...numbers) {
    for (let i = 0; i < numbers.length; i++) this.words[this.n++] = numbers[i];
  }

  #style(op, style) {
    if (style.write === undefined) {
      this.put(op, 0, style.r, style.g, style.b, style.a);
    } else {
      this.room(64 + style.size());
      this.words[this.n++] = op;
      style.write(this);
    }
  }

  /** Takes off clips that are not in force and puts on those that are. A clip is a list: {parent, depth, rule, path, …}. */
  #clips(clip) {
    let common = clip;
    let pops = 0;
    while (this.clip !== null && (common === null || this.clip.depth > common.depth)) {
      pops++;
      this.clip = this.clip.parent;
    }
    const added = [];
    while (common !== null && (this.clip === null || common.depth > this.clip.depth)) {
      added.push(common);
      common = common.parent;
    }
    while (this.clip !== common) {
      pops++;
      this.clip = this.clip.parent;
      added.push(common);
      common = common.parent;
    }
    if (pops > 0) this.put(OP.CLIP_POP, pops);
    while (added.length > 0) {
      const next = added.pop();
      this.room(next.words.length + 8);
      this.put(OP.CLIP_PUSH, +next.evenOdd, 0, next.words.length);
      this.words.set(next.words, this.n);
      this.n += next.words.length;
    }
    this.clip = clip;
  }
}

