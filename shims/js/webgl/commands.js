// The command stream of a WebGL context: what Rust reads (runtime/webgl/src/commands.rs; docs/webgl.md, "Commands").
import { core } from "ext:core/mod.js";
import { ops, slot } from "ext:oracade/internal.js";

/** The commands in the order of their numbers: the list in commands.rs is the same. */
export const NAMES = [
  "activeTexture", "attachShader", "beginQuery", "beginTransformFeedback", "bindAttribLocation", "bindBuffer",
  "bindBufferBase", "bindBufferRange", "bindFramebuffer", "bindRenderbuffer", "bindSampler", "bindTexture",
  "bindTransformFeedback", "bindVertexArray", "blendColor", "blendEquationSeparate", "blendFuncSeparate", "blitFramebuffer",
  "bufferData", "bufferSubData", "clear", "clearBufferfi", "clearBufferfv", "clearBufferiv", "clearBufferuiv", "clearColor",
  "clearDepth", "clearStencil", "colorMask", "compileShader", "compressedTexImage", "copyBufferSubData", "copyTexImage2D",
  "copyTexSubImage", "create", "createShader", "cullFace", "deleteBuffer", "deleteFramebuffer", "deleteProgram",
  "deleteQuery", "deleteRenderbuffer", "deleteSampler", "deleteShader", "deleteSync", "deleteTexture",
  "deleteTransformFeedback", "deleteVertexArray", "depthFunc", "depthMask", "depthRange", "detachShader", "disable",
  "disableVertexAttribArray", "drawArrays", "drawBuffers", "drawElements", "enable", "enableVertexAttribArray", "endQuery",
  "endTransformFeedback", "fenceSync", "framebufferRenderbuffer", "framebufferTexture2D", "framebufferTextureLayer",
  "frontFace", "generateMipmap", "hint", "invalidateFramebuffer", "lineWidth", "linkProgram", "pauseTransformFeedback",
  "pixelStorei", "polygonOffset", "readBuffer", "readPixelsToBuffer", "renderbufferStorage", "resumeTransformFeedback",
  "sampleCoverage", "samplerParameter", "scissor", "shaderSource", "stencilFuncSeparate", "stencilMaskSeparate",
  "stencilOpSeparate", "texImage", "texSubImage", "texParameter", "texStorage", "transformFeedbackVaryings", "uniform",
  "uniformMatrix", "uniformBlockBinding", "useProgram", "validateProgram", "vertexAttrib", "vertexAttribDivisor",
  "vertexAttribPointer", "viewport", "error", "extension", "resize", "present", "lose", "restore", "multiDraw",
  "checkFramebufferStatus", "clientWaitSync", "getActiveAttrib", "getActiveUniform", "getActiveUniformBlockName",
  "getActiveUniformBlockParameter", "getActiveUniforms", "getAttachedShaders", "getAttribLocation", "getBufferParameter",
  "getError", "getFragDataLocation", "getFramebufferAttachmentParameter", "getIndexedParameter",
  "getInternalformatParameter", "getParameter", "getProgramInfoLog", "getProgramParameter", "getQuery", "getQueryParameter",
  "getRenderbufferParameter", "getSamplerParameter", "getShaderInfoLog", "getShaderParameter", "getShaderSource",
  "getSyncParameter", "getTexParameter", "getTransformFeedbackVarying", "getUniform", "getUniformBlockIndex",
  "getUniformIndices", "getUniformLocation", "getVertexAttrib", "getVertexAttribOffset", "is", "isEnabled", "isLost",
];

/** Number of a command by its name. */
export const OP = Object.fromEntries(NAMES.map((name, number) => [name, number]));

/** The kinds of objects in the order of their numbers. */
export const KINDS = [
  "Buffer", "Framebuffer", "Program", "Query", "Renderbuffer", "Sampler", "Shader", "Sync", "Texture", "TransformFeedback",
  "VertexArray",
];

/** The classes of arrays that data come in, in the order of their numbers. */
const CLASSES = [
  Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array,
  BigInt64Array, BigUint64Array,
];
const CLASS_NAMES = CLASSES.map((cls) => cls.name);
const tagOf = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;

/** Number of an array's class; a DataView and what is unknown have numbers that go with no type. */
export function classOf(view) {
  const name = Reflect.apply(tagOf, view, []);
  const number = CLASS_NAMES.indexOf(name);
  return number < 0 ? 15 : number;
}

/** The name that stands for an object of another context. */
const FOREIGN = 0xffffffff;

/** Words and bytes after which a batch goes to Rust. */
const MOST_WORDS = 1 << 15;
const MOST_BYTES = 1 << 22;

/** Deleted objects that are kept. */
const MOST_GONE = 4096;

/** Slots of objects: their name, and the stream of their context. */
export const $name = slot("name");
export const $owner = slot("owner");
/** Slot of contexts: their stream. */
export const $stream = slot("stream");

/** The stream of a context, and what Rust knows it by. */
export class Stream {
  constructor(two, attributes, width, height) {
    this.two = two;
    this.id = ops.op_webgl_new(two, attributes, width, height);
    /** Frees the context when this object is collected. */
    this.guard = ops.op_webgl_guard(this.id);
    this.words = new Uint32Array(1024);
    this.floats = new Float32Array(this.words.buffer);
    this.n = 0;
    this.bytes = new Uint8Array(4096);
    this.used = 0;
    this.nextName = 1;
    /** Objects by their names. */
    this.objects = new Map();
    /** Names of deleted objects that can still be asked for, as something may use them: the latest ones. */
    this.gone = [];
    /** Objects with smaller names are of the time before the context was lost. */
    this.firstName = 1;
    this.lost = false;
    /** Something has been drawn since the canvas was shown. */
    this.drawn = false;
    /** It has been shown since its drawing buffer was made. */
    this.shown = false;
    this.unpackBuffer = false;
    this.packBuffer = false;
  }

  /** Begins a command of some words; gives the place of the first. */
  begin(op, count) {
    if (this.n > MOST_WORDS || this.used > MOST_BYTES) this.submit();
    const at = this.n + 1;
    const end = at + count;
    if (end > this.words.length) {
      let size = this.words.length;
      while (size < end) size *= 2;
      const words = new Uint32Array(size);
      words.set(this.words);
      this.words = words;
      this.floats = new Float32Array(words.buffer);
    }
    this.words[at - 1] = op | (count << 12);
    this.n = end;
    return at;
  }

  /** A command of words alone. */
  put(op, ...words) {
    // Conversions may run a page's code, which may write commands of its own, or throw.
    for (let i = 0; i < words.length; i++) if (typeof words[i] !== "number") words[i] = +words[i];
    let at = this.begin(op, words.length);
    for (let i = 0; i < words.length; i++) this.words[at++] = words[i];
  }

  /** Writes a `GLintptr`. */
  long(at, value) {
    this.words[at] = value;
    this.words[at + 1] = Math.floor(value / 4294967296);
  }

  /** Copies bytes behind the others and writes their place. */
  data(at, bytes) {
    const end = this.used + bytes.length;
    if (end > this.bytes.length) {
      let size = this.bytes.length;
      while (size < end) size *= 2;
      const grown = new Uint8Array(size);
      grown.set(this.bytes.subarray(0, this.used));
      this.bytes = grown;
    }
    this.bytes.set(bytes, this.used);
    this.words[at] = this.used;
    this.words[at + 1] = bytes.length;
    this.used = end;
  }

  text(at, text) {
    this.data(at, core.encode(text));
  }

  /** Records an error. */
  error(error) {
    if (this.lost) return;
    this.put(OP.error, error);
  }

  /** Hands over what is recorded. */
  submit() {
    if (this.n === 0) return;
    const { n, used } = this;
    this.n = 0;
    this.used = 0;
    ops.op_webgl_submit(this.id, this.words.subarray(0, n), this.bytes.subarray(0, used));
    // Large uploads do not keep their room.
    if (this.bytes.length > MOST_BYTES * 2) this.bytes = new Uint8Array(4096);
  }

  /** Takes the last command as a question: everything before it is handed over, it is answered. `start` is the place of its head. */
  ask(start, used) {
    const words = this.words.slice(start, this.n);
    const bytes = this.bytes.slice(used, this.used);
    this.n = start;
    this.used = used;
    this.submit();
    return this.value(ops.op_webgl_ask(this.id, words, bytes));
  }

  /** A question of words alone. */
  query(op, ...words) {
    const start = this.n;
    if (start > MOST_WORDS) this.submit();
    const from = this.n;
    this.put(op, ...words);
    return this.ask(from, this.used);
  }

  /** A question whose last argument is a text. */
  queryText(op, first, text) {
    if (this.n > 0) this.submit();
    const at = this.begin(op, 3);
    this.words[at] = first;
    this.text(at + 1, text);
    return this.ask(0, 0);
  }

  value([kind, value]) {
    switch (kind) {
      case 0: return null;
      case 1: return value;
      case 2: return new Int32Array(value);
      case 3: return new Uint32Array(value);
      case 4: return new Float32Array(value);
      case 5: return this.objects.get(value) ?? null;
      case 6: return value.map((name) => this.objects.get(name) ?? null);
      default: return value;
    }
  }

  /** The name by which a command knows an object. */
  nameOf(object) {
    return this.owns(object) ? object[$name] : FOREIGN;
  }

  /** Whether an object is of this context, and not of the time before it was lost. */
  owns(object) {
    return object[$owner] === this && object[$name] >= this.firstName;
  }

  /** An object is deleted. What still uses it (a vertex array its buffer) can be asked for it for a while. */
  forget(name) {
    this.gone.push(name);
    if (this.gone.length > MOST_GONE) this.objects.delete(this.gone.shift());
  }

  /** The context is lost: its objects are no more. */
  forgetAll() {
    this.objects.clear();
    this.gone.length = 0;
    this.firstName = this.nextName;
  }
}
