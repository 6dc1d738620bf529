// ImageBitmap, createImageBitmap and the bitmap rendering context (HTML § 8.11, § 4.12.5.2).
import { finishInterface, host, illegalConstructor, ops, SECRET } from "ext:oracade/internal.js";
import { DOMException, fail } from "ext:oracade/dom/exception.js";
import { imageDataOf, unormBytes } from "ext:oracade/canvas/image_data.js";
import { Pin, Recorder } from "ext:oracade/canvas/recorder.js";
import { imageSource, kinds } from "ext:oracade/canvas/sources.js";
import { blobBytes, isBlob } from "ext:oracade/platform/blob.js";
import { defineOperations, need } from "ext:oracade/platform/idl.js";
import { serializable, transferable, wires } from "ext:oracade/platform/structured_clone.js";

export class ImageBitmap {
  #pin;
  #width;
  #height;
  /** Null, or a function that gives its pixels, not multiplied by alpha: it was made with `premultiplyAlpha: "none"`. */
  #straight;

  constructor(secret, handle, width, height, straight = null) {
    if (secret !== SECRET) illegalConstructor();
    this.#pin = handle instanceof Pin ? handle : new Pin(handle, ops.op_canvas_guard(handle));
    this.#width = width;
    this.#height = height;
    this.#straight = straight;
  }

  get width() {
    return this.#width;
  }

  get height() {
    return this.#height;
  }

  close() {
    if (this.#pin === null) return;
    // Commands that draw it keep it until they are handed over; the guard frees it.
    this.#pin = null;
    this.#width = 0;
    this.#height = 0;
  }

  static is(value) {
    return typeof value === "object" && value !== null && #pin in value;
  }

  /** What it shows; a detached one cannot be cloned. */
  static parts(bitmap, where) {
    const pin = bitmap.#pin;
    if (pin === null) fail("DataCloneError", `${where}: An ImageBitmap is detached and could not be cloned.`);
    return { pin, width: bitmap.#width, height: bitmap.#height, straight: bitmap.#straight };
  }

  /** Another object for what it shows; it is detached. */
  static leave(bitmap, where) {
    const { pin, width, height, straight } = partsOf(bitmap, where);
    const moved = new ImageBitmap(SECRET, pin, width, height, straight);
    Reflect.apply(closeBitmap, bitmap, []);
    return moved;
  }

  static source(value, where) {
    if (!(#pin in value)) return undefined;
    const pin = value.#pin;
    if (pin === null) fail("InvalidStateError", `${where}: The image source is detached`);
    return { width: value.#width, height: value.#height, pin: () => pin, isBitmap: true, straight: value.#straight ?? undefined };
  }
}
const closeBitmap = ImageBitmap.prototype.close;
const { source: bitmapSource, is: isBitmap, parts: partsOf, leave } = ImageBitmap;
for (const name of ["source", "is", "parts", "leave"]) delete ImageBitmap[name];
finishInterface(ImageBitmap);
kinds.push(bitmapSource);

/** An ImageBitmap over a picture of Rust's. */
export function bitmapOf(handle, width, height) {
  return new ImageBitmap(SECRET, handle, width, height);
}

/** The bytes of a picture, not multiplied by alpha. */
function readStraight(pin, width, height) {
  const data = new Uint8Array(width * height * 4);
  ops.op_canvas_read(pin.handle, 0, 0, width, height, false, data);
  return data;
}

/** A rectangle of bytes, transparent where there are none. */
function part(bytes, width, height, [x, y, w, h], flip) {
  const out = new Uint8Array(w * h * 4);
  const left = Math.max(x, 0);
  const right = Math.min(x + w, width);
  for (let row = 0; row < h && right > left; row++) {
    const from = y + row;
    if (from < 0 || from >= height) continue;
    const to = flip ? h - 1 - row : row;
    out.set(bytes.subarray((from * width + left) * 4, (from * width + right) * 4), (to * w + left - x) * 4);
  }
  return out;
}

/** The pixels of a bitmap, for another agent. */
function pixelsOf(bitmap, where) {
  const { pin, width, height } = partsOf(bitmap, where);
  return { width, height, data: readStraight(pin, width, height) };
}

serializable.push([isBitmap, (bitmap, _clone, where) => {
  const { pin, width, height, straight } = partsOf(bitmap, where);
  return new ImageBitmap(SECRET, pin, width, height, straight);
}]);
transferable.push([isBitmap, leave, (bitmap, _ports, where) => {
  const pixels = pixelsOf(bitmap, where);
  Reflect.apply(closeBitmap, bitmap, []);
  return ["ImageBitmap", pixels];
}]);
wires.push({
  tag: "ImageBitmap",
  is: isBitmap,
  out: pixelsOf,
  in: ({ width, height, data }) => bitmapOf(ops.op_canvas_image_from_data(width, height, false, data), width, height),
});

const where = "Failed to execute 'createImageBitmap' on 'Window'";
const BITMAP_SOURCES =
  "Blob or HTMLCanvasElement or HTMLImageElement or HTMLVideoElement or ImageBitmap or ImageData or OffscreenCanvas or SVGImageElement or VideoFrame";
const QUALITIES = ["pixelated", "low", "medium", "high"];

function choice(options, name, values, fallback) {
  if (options[name] === undefined) return fallback;
  const value = `${options[name]}`;
  if (!values.includes(value)) {
    throw new TypeError(`${where}: Failed to read the '${name}' property from 'ImageBitmapOptions': The provided value '${value}' is not a valid enum value.`);
  }
  return value;
}

/** Reads the arguments at the time of the call; the result is a function that makes the bitmap. */
function prepare(image, rect, options) {
  const flip = choice(options, "imageOrientation", ["none", "flipY", "from-image"], "from-image") === "flipY";
  const straight = choice(options, "premultiplyAlpha", ["none", "premultiply", "default"], "default") === "none";
  choice(options, "colorSpaceConversion", ["none", "default"], "default");
  const quality = QUALITIES.indexOf(choice(options, "resizeQuality", QUALITIES, "low"));
  const wide = options.resizeWidth === undefined ? undefined : options.resizeWidth >>> 0;
  const tall = options.resizeHeight === undefined ? undefined : options.resizeHeight >>> 0;
  if (wide === 0 || tall === 0) fail("InvalidStateError", `${where}: The resize width or height is equal to 0.`);
  if (rect !== null && (rect[2] === 0 || rect[3] === 0)) {
    throw new RangeError(`${where}: The crop rect ${rect[2] === 0 ? "width" : "height"} is 0.`);
  }
  /** The part of a picture that is asked for. `pixels`: its bytes, not multiplied by alpha, if they are known. */
  const cut = (handle, width, height, pixels) => {
    let [x, y, w, h] = rect ?? [0, 0, width, height];
    if (w < 0) {
      x += w;
      w = -w;
    }
    if (h < 0) {
      y += h;
      h = -h;
    }
    const outW = wide ?? (tall === undefined ? w : Math.ceil((w * tall) / h));
    const outH = tall ?? (wide === undefined ? h : Math.ceil((h * wide) / w));
    const made = ops.op_canvas_crop(handle, x, y, w, h, outW, outH, quality, flip);
    if (made === 0) throw new DOMException("The ImageBitmap could not be allocated.", "InvalidStateError");
    const pin = new Pin(made, ops.op_canvas_guard(made));
    if (!straight) return new ImageBitmap(SECRET, pin, outW, outH);
    const known = pixels !== undefined && outW === w && outH === h;
    const copy = known ? part(pixels, width, height, [x, y, w, h], flip) : readStraight(pin, outW, outH);
    return new ImageBitmap(SECRET, pin, outW, outH, () => copy);
  };
  if (isBlob(image)) {
    return () => {
      const decoded = ops.op_image_decode(blobBytes(image), image.type) ?? null;
      if (decoded === null || !decoded.complete) throw new DOMException("The source image could not be decoded.", "InvalidStateError");
      try {
        return cut(decoded.handle, decoded.width, decoded.height);
      } finally {
        ops.op_canvas_release(decoded.handle);
      }
    };
  }
  const data = typeof image === "object" && image !== null ? imageDataOf(image) : undefined;
  if (data !== undefined) {
    const bytes = unormBytes(data);
    const handle = ops.op_canvas_image_from_data(data.width, data.height, data.colorSpace === "display-p3", bytes);
    if (handle === 0) fail("InvalidStateError", `${where}: The ImageBitmap could not be allocated.`);
    const bitmap = cut(handle, data.width, data.height, bytes);
    ops.op_canvas_release(handle);
    return () => bitmap;
  }
  const source = imageSource(image, where, BITMAP_SOURCES);
  if (source === null) fail("InvalidStateError", `${where}: The image source is not usable.`);
  const bitmap = cut(source.pin().handle, source.width, source.height, source.straight?.());
  return () => bitmap;
}

const functions = {
  async createImageBitmap(image, ...rest) {
    need(1, arguments.length, "createImageBitmap", "Window");
    let rect = null;
    let options;
    if (rest.length >= 4) {
      rect = rest.slice(0, 4).map((v) => v | 0);
      options = rest[4];
    } else {
      if (rest.length > 1) throw new TypeError(`${where}: Overload resolution failed.`);
      options = rest[0];
    }
    const make = prepare(image, rect, typeof options === "object" && options !== null ? options : {});
    const { promise, resolve, reject } = Promise.withResolvers();
    host.queueTask("bitmap", () => {
      try {
        resolve(make());
      } catch (error) {
        reject(error);
      }
    });
    return await promise;
  },
};

export class ImageBitmapRenderingContext {
  #canvas;
  #recorder;

  constructor(secret, canvas, width, height) {
    if (secret !== SECRET) illegalConstructor();
    this.#canvas = canvas;
    this.#recorder = new Recorder(width, height, false);
  }

  get canvas() {
    return this.#canvas;
  }

  transferFromImageBitmap(bitmap) {
    need(1, arguments.length, "transferFromImageBitmap", "ImageBitmapRenderingContext");
    const recorder = this.#recorder;
    if (bitmap === null) {
      recorder.drop();
      recorder.flush();
      return;
    }
    const what = "Failed to execute 'transferFromImageBitmap' on 'ImageBitmapRenderingContext'";
    const source = typeof bitmap === "object" ? bitmapSource(bitmap, what) : undefined;
    if (source === undefined) throw new TypeError(`${what}: parameter 1 is not of type 'ImageBitmap'.`);
    recorder.drop();
    recorder.room(16);
    const { width, height } = source;
    recorder.put(18, recorder.pin(source.pin()), 0, 0, width, height, 0, 0, recorder.width, recorder.height);
    recorder.flush();
    Reflect.apply(closeBitmap, bitmap, []);
  }

  static recorder(context) {
    return context.#recorder;
  }
}
const recorderOf = ImageBitmapRenderingContext.recorder;
delete ImageBitmapRenderingContext.recorder;
finishInterface(ImageBitmapRenderingContext);

export const bitmapAccess = {
  recorder: recorderOf,
  resize(context, width, height) {
    recorderOf(context).resize(width, height);
  },
};

export function install() {
  defineOperations(globalThis, functions);
}

export const globals = { ImageBitmap, ImageBitmapRenderingContext };
