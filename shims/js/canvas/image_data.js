// ImageData (HTML § 8.11.2).
import { finishInterface, SECRET } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { need } from "ext:oracade/platform/idl.js";
import { serializable, wires } from "ext:oracade/platform/structured_clone.js";

/** Most bytes of one ImageData. */
const LIMIT = 2 ** 31 - 1;
const where = "Failed to construct 'ImageData'";

export class ImageData {
  #data;
  #width;
  #height;

  constructor(first, second, third = undefined, settings = undefined) {
    if (first === SECRET) {
      this.#width = second;
      this.#height = third;
      this.#data = settings ?? new Uint8ClampedArray(second * third * 4);
      this.#own();
      return;
    }
    need(2, arguments.length, "ImageData");
    if (typeof first === "object" && first !== null && ArrayBuffer.isView(first)) {
      if (!(first instanceof Uint8ClampedArray)) {
        throw new TypeError(`${where}: parameter 1 is not of type 'Uint8ClampedArray'.`);
      }
      const width = second >>> 0;
      if (first.length === 0) fail("InvalidStateError", `${where}: The input data has zero elements.`);
      if (first.length % 4 !== 0) fail("InvalidStateError", `${where}: The input data length is not a multiple of 4.`);
      if (width === 0) fail("IndexSizeError", `${where}: The source width is zero or not a number.`);
      if ((first.length / 4) % width !== 0) {
        fail("IndexSizeError", `${where}: The input data length is not a multiple of (4 * width).`);
      }
      const height = first.length / 4 / width;
      if (third !== undefined && third >>> 0 !== height) {
        fail("IndexSizeError", `${where}: The input data length is not equal to (4 * width * height).`);
      }
      this.#width = width;
      this.#height = height;
      this.#data = first;
    } else {
      const width = first >>> 0;
      const height = second >>> 0;
      if (width === 0) fail("IndexSizeError", `${where}: The source width is zero or not a number.`);
      if (height === 0) fail("IndexSizeError", `${where}: The source height is zero or not a number.`);
      this.#width = width;
      this.#height = height;
      this.#data = allocate(width, height, where);
    }
    this.#own();
  }

  /** `data` is an own property in effect: games read it in loops. */
  #own() {
    Object.defineProperty(this, "data", { value: this.#data, enumerable: true, configurable: true, writable: false });
  }

  get width() {
    return this.#width;
  }

  get height() {
    return this.#height;
  }

  get colorSpace() {
    return "srgb";
  }

  static parts(value) {
    return typeof value === "object" && value !== null && #data in value
      ? { data: value.#data, width: value.#width, height: value.#height }
      : undefined;
  }
}

/** {data, width, height} of an ImageData, undefined for anything else. */
export const imageDataOf = ImageData.parts;
delete ImageData.parts;
finishInterface(ImageData);

/** Bytes of a new ImageData. */
export function allocate(width, height, what) {
  if (width * height * 4 > LIMIT) throw new RangeError(`${what}: Out of memory at ImageData creation.`);
  return new Uint8ClampedArray(width * height * 4);
}

/** An ImageData over bytes. */
export function imageData(width, height, data) {
  return new ImageData(SECRET, width, height, data);
}

wires.push({
  tag: "ImageData",
  is: (object) => imageDataOf(object) !== undefined,
  out: (object) => {
    const { data, width, height } = imageDataOf(object);
    return { data: data.slice(), width, height };
  },
  in: ({ data, width, height }) => imageData(width, height, data),
});
serializable.push([
  (object) => imageDataOf(object) !== undefined,
  (object) => {
    const { data, width, height } = imageDataOf(object);
    return imageData(width, height, data.slice());
  },
]);

export const globals = { ImageData };
