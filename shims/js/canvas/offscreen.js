// OffscreenCanvas (HTML § 4.12.5.3).
import { finishInterface, host, ops, SECRET } from "ext:oracade/internal.js";
import { EventTarget } from "ext:oracade/dom/event_target.js";
import { DOMException, fail } from "ext:oracade/dom/exception.js";
import { bitmapAccess, bitmapOf, ImageBitmapRenderingContext } from "ext:oracade/canvas/bitmap.js";
import { contextSettings, offscreenAccess, OffscreenCanvasRenderingContext2D } from "ext:oracade/canvas/context2d.js";
import { RemoteLink } from "ext:oracade/canvas/placeholder.js";
import { kinds } from "ext:oracade/canvas/sources.js";
import { blobOfBytes } from "ext:oracade/platform/blob.js";
import { need } from "ext:oracade/platform/idl.js";
import { transferable, wires } from "ext:oracade/platform/structured_clone.js";

const TYPES = ["2d", "bitmaprenderer", "webgl", "webgl2", "webgpu"];

/** `[EnforceRange] unsigned long`. */
function size(value, where) {
  const number = Math.trunc(+value);
  if (!Number.isFinite(number)) throw new TypeError(`${where}: Value is not of type 'unsigned long'.`);
  if (!(number >= 0 && number <= 0xffffffff)) throw new TypeError(`${where}: Value is outside the 'unsigned long' value range.`);
  return number + 0;
}

const made = "Failed to construct 'OffscreenCanvas'";
const set = (name) => `Failed to set the '${name}' property on 'OffscreenCanvas'`;

export class OffscreenCanvas extends EventTarget {
  #width;
  #height;
  #context = null;
  #access = null;
  /** Of a WebGL context. */
  #type = null;
  /** What shows it: a canvas element that has given its control away. */
  #link = null;
  #detached = false;

  constructor(width, height) {
    need(2, arguments.length, "OffscreenCanvas");
    super();
    this.#width = size(width, made);
    this.#height = size(height, made);
  }

  get width() {
    return this.#width;
  }

  set width(value) {
    value = size(value, set("width"));
    if (this.#detached) return;
    this.#width = value;
    this.#resize();
  }

  get height() {
    return this.#height;
  }

  set height(value) {
    value = size(value, set("height"));
    if (this.#detached) return;
    this.#height = value;
    this.#resize();
  }

  #resize() {
    if (this.#context === null) return;
    this.#access.resize(this.#context, this.#width, this.#height);
    this.#link?.resized(this.#access.recorder(this.#context));
  }

  getContext(type, options = undefined) {
    need(1, arguments.length, "getContext", "OffscreenCanvas");
    type = `${type}`;
    if (!TYPES.includes(type)) {
      throw new TypeError(`Failed to execute 'getContext' on 'OffscreenCanvas': The provided value '${type}' is not a valid enum value of type OffscreenRenderingContextType.`);
    }
    if (this.#detached) fail("InvalidStateError", "Failed to execute 'getContext' on 'OffscreenCanvas': OffscreenCanvas object is detached");
    const access = type === "2d" ? offscreenAccess : bitmapAccess;
    if (type !== "2d" && type !== "bitmaprenderer") {
      if (this.#context !== null) return this.#type === type ? this.#context : null;
      const made = host.webgl?.offscreenContext(this, type, options, this.#width, this.#height) ?? null;
      if (made === null) return null;
      this.#type = type;
      this.#context = made.context;
      this.#access = made.access;
      this.#bind();
      return this.#context;
    }
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
    this.#bind();
    return this.#context;
  }

  /** Shows what is drawn at the element that this canvas was made of. */
  #bind() {
    if (this.#link === null || this.#link === undefined) return;
    const recorder = this.#access.recorder(this.#context);
    recorder.linked = true;
    this.#link.bind(recorder);
  }

  #recorder() {
    if (this.#context === null) return null;
    return this.#access.recorder(this.#context).readable();
  }

  async convertToBlob(options = undefined) {
    if (this.#detached) {
      throw new DOMException("Failed to execute 'convertToBlob' on 'OffscreenCanvas': OffscreenCanvas object is detached.", "InvalidStateError");
    }
    if (this.#width === 0 || this.#height === 0) {
      throw new DOMException("Failed to execute 'convertToBlob' on 'OffscreenCanvas': The size of the OffscreenCanvas is zero.", "IndexSizeError");
    }
    if (this.#context === null) {
      throw new DOMException("Failed to execute 'convertToBlob' on 'OffscreenCanvas': The OffscreenCanvas has no rendering context.", "InvalidStateError");
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
    if (this.#detached) {
      fail("InvalidStateError", "Failed to execute 'transferToImageBitmap' on 'OffscreenCanvas': Cannot transfer an ImageBitmap from a detached OffscreenCanvas");
    }
    const recorder = this.#recorder();
    if (recorder === null) {
      fail("InvalidStateError", "Failed to execute 'transferToImageBitmap' on 'OffscreenCanvas': Cannot transfer an ImageBitmap from an OffscreenCanvas with no context");
    }
    const bitmap = bitmapOf(ops.op_canvas_snapshot(recorder.handle), this.#width, this.#height);
    this.#access.recorder(this.#context).taken();
    return bitmap;
  }

  static is(value) {
    return typeof value === "object" && value !== null && #link in value;
  }

  static link(canvas, link) {
    canvas.#link = link;
  }

  /** Detaches a canvas that goes elsewhere: what it had. */
  static leave(canvas, where) {
    if (canvas.#context !== null) {
      fail("InvalidStateError", `${where}: An OffscreenCanvas could not be transferred because it had a rendering context.`);
    }
    if (canvas.#detached) fail("DataCloneError", `${where}: An OffscreenCanvas could not be transferred because it was detached.`);
    const parts = { width: canvas.#width, height: canvas.#height, link: canvas.#link };
    canvas.#detached = true;
    canvas.#width = 0;
    canvas.#height = 0;
    canvas.#link = null;
    return parts;
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
const { is: isOffscreen, link: setLink, leave } = OffscreenCanvas;
for (const name of ["is", "link", "leave"]) delete OffscreenCanvas[name];
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
    return { bytes, type: bytes[0] === 0x89 ? "image/png" : bytes[0] === 0x52 ? "image/webp" : "image/jpeg" };
  } finally {
    if (recorder === null) ops.op_canvas_release(handle);
  }
}

/** An OffscreenCanvas that something shows. */
export function linkedOffscreen(width, height, link) {
  const canvas = new OffscreenCanvas(width, height);
  setLink(canvas, link);
  return canvas;
}

transferable.push([
  isOffscreen,
  (canvas, where) => {
    const { width, height, link } = leave(canvas, where);
    return linkedOffscreen(width, height, link);
  },
  (canvas, ports, where) => {
    const { width, height, link } = leave(canvas, where);
    return ["OffscreenCanvas", { width, height, port: link === null ? null : link.leave(ports) }];
  },
]);
wires.push({
  tag: "OffscreenCanvas",
  is: () => false,
  in: ({ width, height, port }, take) => linkedOffscreen(width, height, port === null ? null : new RemoteLink(take(port))),
});

export const globals = { OffscreenCanvas };
