// OffscreenCanvas (HTML § 4.12.5.3).
import { finishInterface, host, ops, SECRET } from "ext:oracade/internal.js";
import { EventTarget } from "ext:oracade/dom/event_target.js";
import { DOMException, fail } from "ext:oracade/dom/exception.js";
import { bitmapAccess, bitmapOf, ImageBitmapRenderingContext } from "ext:oracade/canvas/bitmap.js";
import { contextSettings, offscreenAccess, OffscreenCanvasRenderingContext2D } from "ext:oracade/canvas/context2d.js";
import { kinds } from "ext:oracade/canvas/sources.js";
import { blobOfBytes } from "ext:oracade/platform/blob.js";
import { need } from "ext:oracade/platform/idl.js";

const TYPES = ["2d", "bitmaprenderer", "webgl", "webgl2", "webgpu"];

function size(value, name) {
  const number = Math.trunc(+value);
  if (!(number >= 0 && number <= Number.MAX_SAFE_INTEGER)) {
    throw new TypeError(`Failed to set the '${name}' property on 'OffscreenCanvas': Value is outside the 'unsigned long long' value range.`);
  }
  return Math.min(number, 0xffffffff);
}

export class OffscreenCanvas extends EventTarget {
  #width;
  #height;
  #context = null;
  #access = null;

  constructor(width, height) {
    need(2, arguments.length, "OffscreenCanvas");
    super();
    this.#width = size(width, "width");
    this.#height = size(height, "height");
  }

  get width() {
    return this.#width;
  }

  set width(value) {
    this.#width = size(value, "width");
    this.#resize();
  }

  get height() {
    return this.#height;
  }

  set height(value) {
    this.#height = size(value, "height");
    this.#resize();
  }

  #resize() {
    if (this.#context !== null) this.#access.resize(this.#context, this.#width, this.#height);
  }

  getContext(type, options = undefined) {
    need(1, arguments.length, "getContext", "OffscreenCanvas");
    type = `${type}`;
    if (!TYPES.includes(type)) {
      throw new TypeError(`Failed to execute 'getContext' on 'OffscreenCanvas': The provided value '${type}' is not a valid enum value of type OffscreenRenderingContextType.`);
    }
    if (type !== "2d" && type !== "bitmaprenderer") return host.webgl?.offscreenContext?.(this, type, options) ?? null;
    const access = type === "2d" ? offscreenAccess : bitmapAccess;
    if (this.#context !== null) {
      if (this.#access !== access) return null;
      // Options are read again, to no effect.
      if (type === "2d") contextSettings(options);
      return this.#context;
    }
    this.#context =
      type === "2d"
        ? new OffscreenCanvasRenderingContext2D(SECRET, this, this.#width, this.#height, contextSettings(options))
        : new ImageBitmapRenderingContext(SECRET, this, this.#width, this.#height);
    this.#access = access;
    return this.#context;
  }

  #recorder() {
    if (this.#context === null) return null;
    const recorder = this.#access.recorder(this.#context);
    recorder.flush();
    return recorder;
  }

  async convertToBlob(options = undefined) {
    if (this.#width === 0 || this.#height === 0) {
      throw new DOMException("Failed to execute 'convertToBlob' on 'OffscreenCanvas': The size of the OffscreenCanvas is zero.", "IndexSizeError");
    }
    const type = options?.type === undefined ? "image/png" : `${options.type}`;
    const quality = typeof options?.quality === "number" ? options.quality : -1;
    const encoded = encode(this.#recorder(), this.#width, this.#height, type, quality);
    const { promise, resolve } = Promise.withResolvers();
    host.queueTask("canvas", resolve);
    await promise;
    if (encoded === null) throw new DOMException("Encoding failed.", "EncodingError");
    return blobOfBytes(encoded.bytes, encoded.type);
  }

  transferToImageBitmap() {
    const recorder = this.#recorder();
    if (recorder === null) {
      fail("InvalidStateError", "Failed to execute 'transferToImageBitmap' on 'OffscreenCanvas': Cannot transfer an ImageBitmap from an OffscreenCanvas with no context");
    }
    const bitmap = bitmapOf(ops.op_canvas_snapshot(recorder.handle), this.#width, this.#height);
    recorder.drop();
    recorder.flush();
    return bitmap;
  }

  static source(value, where) {
    if (!(#context in value)) return undefined;
    if (value.#width === 0 || value.#height === 0) {
      fail("InvalidStateError", `${where}: The image argument is an OffscreenCanvas element with a width or height of 0.`);
    }
    const { width, height } = value;
    if (value.#context === null) return { width, height, pin: () => blankPin(value) };
    const recorder = value.#access.recorder(value.#context);
    return { width, height, solid: recorder.solid, pin: () => recorder.picture() };
  }
}
const source = OffscreenCanvas.source;
delete OffscreenCanvas.source;
finishInterface(OffscreenCanvas);
kinds.push(source);

/** The picture of a canvas without a context: it gets a throw-away one. */
function blankPin(canvas) {
  const context = new OffscreenCanvasRenderingContext2D(SECRET, canvas, canvas.width, canvas.height, contextSettings());
  return offscreenAccess.recorder(context).picture();
}

/** Encodes a canvas: `{bytes, type}`, or null for canvases no format holds. `recorder` is null without a context. */
export function encode(recorder, width, height, type, quality) {
  const handle = recorder === null ? ops.op_canvas_image_blank(width, height) : recorder.handle;
  try {
    const bytes = ops.op_canvas_encode(handle, type, quality);
    if (bytes.length === 0) return null;
    return { bytes, type: bytes[0] === 0x89 ? "image/png" : "image/jpeg" };
  } finally {
    if (recorder === null) ops.op_canvas_release(handle);
  }
}

export const globals = { OffscreenCanvas };
