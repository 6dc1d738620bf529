// ImageData (HTML § 8.11.2).
import { finishInterface, SECRET } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { need } from "ext:oracade/platform/idl.js";
import { serializable, wires } from "ext:oracade/platform/structured_clone.js";

/** Most bytes of one ImageData. */
const LIMIT = 2 ** 31 - 1;
const SPACES = ["srgb", "display-p3"];
const FORMATS = ["rgba-unorm8", "rgba-float16"];
/** The class of `data`. The start-up snapshot has no Float16Array yet: it is looked for when it is needed. */
const dataClass = (pixelFormat) => (pixelFormat === "rgba-unorm8" ? Uint8ClampedArray : Float16Array);
const isUnorm = (value) => value instanceof Uint8ClampedArray;
const isFloat = (value) => typeof Float16Array === "function" && value instanceof Float16Array;

/** Reads ImageDataSettings; `where` begins messages. */
export function imageSettings(value, where, fallback) {
  if (value === undefined || value === null) return { colorSpace: fallback, pixelFormat: "rgba-unorm8" };
  if (typeof value !== "object" && typeof value !== "function") {
    throw new TypeError(`${where}: The provided value is not of type 'ImageDataSettings'.`);
  }
  const member = (name, values, initial, type) => {
    let found = value[name];
    if (found === undefined) return initial;
    found = `${found}`;
    if (!values.includes(found)) {
      throw new TypeError(
        `${where}: Failed to read the '${name}' property from 'ImageDataSettings': The provided value '${found}' is not a valid enum value of type ${type}.`,
      );
    }
    return found;
  };
  return {
    colorSpace: member("colorSpace", SPACES, fallback, "PredefinedColorSpace"),
    pixelFormat: member("pixelFormat", FORMATS, "rgba-unorm8", "ImageDataPixelFormat"),
  };
}

/** Bytes of a new ImageData. */
export function allocate(width, height, what, pixelFormat = "rgba-unorm8") {
  const count = width * height * 4;
  const cls = dataClass(pixelFormat);
  if (count * cls.BYTES_PER_ELEMENT > LIMIT) throw new RangeError(`${what}: Out of memory at ImageData creation`);
  return new cls(count);
}

const where = "Failed to construct 'ImageData'";

function dimension(value, name) {
  if (value === 0) fail("IndexSizeError", `${where}: The source ${name} is zero or not a number.`);
  return value;
}

function checkRange(width, height) {
  if (width * height * 4 >= 2 ** 32 || width >= 2 ** 31 || height >= 2 ** 31) {
    fail("IndexSizeError", `${where}: The requested image size exceeds the supported range.`);
  }
}

export class ImageData {
  #data;
  #width;
  #height;
  #space;
  #format;

  constructor(first, second, third = undefined, fourth = undefined) {
    if (first === SECRET) {
      this.#own(second, third, ...fourth);
      return;
    }
    const count = arguments.length;
    need(2, count, "ImageData");
    if (!isUnorm(first) && !isFloat(first)) {
      const width = first >>> 0;
      const height = second >>> 0;
      const { colorSpace, pixelFormat } = imageSettings(third, where, "srgb");
      dimension(width, "width");
      dimension(height, "height");
      checkRange(width, height);
      this.#own(width, height, allocate(width, height, where, pixelFormat), colorSpace, pixelFormat);
      return;
    }
    const width = second >>> 0;
    const given = third >>> 0;
    const { colorSpace, pixelFormat } = imageSettings(fourth, where, "srgb");
    const { length } = first;
    if (length === 0) fail("InvalidStateError", `${where}: The input data has zero elements.`);
    if (length % 4 !== 0) fail("InvalidStateError", `${where}: The input data length is not a multiple of 4.`);
    dimension(width, "width");
    if (count > 2) dimension(given, "height");
    checkRange(width, count > 2 ? given : 1);
    if ((length / 4) % width !== 0) {
      fail("IndexSizeError", `${where}: The input data length is not a multiple of (4 * width).`);
    }
    const height = length / 4 / width;
    if (count > 2 && given !== height) {
      fail("IndexSizeError", `${where}: The input data length is not equal to (4 * width * height).`);
    }
    if (pixelFormat !== (isFloat(first) ? "rgba-float16" : "rgba-unorm8")) {
      const [name, right] = isFloat(first) ? ["Float16Array", "rgba-float16"] : ["Uint8ClampedArray", "rgba-unorm8"];
      fail("InvalidStateError", `${where}: ${name} must use ${right} pixelFormat.`);
    }
    this.#own(width, height, first, colorSpace, pixelFormat);
  }

  /** `data` is an own property too: games read it in loops. */
  #own(width, height, data, space, format) {
    this.#width = width;
    this.#height = height;
    this.#data = data;
    this.#space = space;
    this.#format = format;
    Object.defineProperty(this, "data", { value: data, enumerable: true, configurable: true, writable: false });
  }

  get width() {
    return this.#width;
  }

  get height() {
    return this.#height;
  }

  get data() {
    return this.#data;
  }

  get colorSpace() {
    return this.#space;
  }

  get pixelFormat() {
    return this.#format;
  }

  static parts(value) {
    return typeof value === "object" && value !== null && #data in value
      ? { data: value.#data, width: value.#width, height: value.#height, colorSpace: value.#space, pixelFormat: value.#format }
      : undefined;
  }
}

/** {data, width, height, colorSpace, pixelFormat} of an ImageData, undefined for anything else. */
export const imageDataOf = ImageData.parts;
delete ImageData.parts;
finishInterface(ImageData);

/** An ImageData over pixels. */
export function imageData(width, height, data, colorSpace = "srgb", pixelFormat = "rgba-unorm8") {
  return new ImageData(SECRET, width, height, [data, colorSpace, pixelFormat]);
}

/** The straight bytes of an ImageData's pixels. */
export function unormBytes({ data, pixelFormat }) {
  if (pixelFormat === "rgba-unorm8") return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const bytes = new Uint8ClampedArray(data.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = data[i] * 255;
  return new Uint8Array(bytes.buffer);
}

wires.push({
  tag: "ImageData",
  is: (object) => imageDataOf(object) !== undefined,
  out: (object) => {
    const { data, width, height, colorSpace, pixelFormat } = imageDataOf(object);
    return { data: data.slice(), width, height, colorSpace, pixelFormat };
  },
  in: ({ data, width, height, colorSpace, pixelFormat }) => imageData(width, height, data, colorSpace, pixelFormat),
});
serializable.push([
  (object) => imageDataOf(object) !== undefined,
  (object) => {
    const { data, width, height, colorSpace, pixelFormat } = imageDataOf(object);
    return imageData(width, height, data.slice(), colorSpace, pixelFormat);
  },
]);

export const globals = { ImageData };
