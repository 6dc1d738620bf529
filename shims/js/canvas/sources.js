// Image sources: what drawImage, createPattern and createImageBitmap take (HTML CanvasImageSource).
import { fail } from "ext:oracade/dom/exception.js";
import { getAttr } from "ext:oracade/dom/attributes.js";
import { globals as svg } from "ext:oracade/html/svg.js";
import { host, ops } from "ext:oracade/internal.js";
import { $image, HTMLCanvasElement, HTMLImageElement, HTMLVideoElement } from "ext:oracade/html/embedded.js";
import { Pin } from "ext:oracade/canvas/recorder.js";
import { loadBitmap } from "ext:oracade/platform/images.js";

const { SVGImageElement } = svg;

/** Pins of decoded images, which live as long as the page. */
const imagePins = new Map();

function imagePin(handle) {
  let pin = imagePins.get(handle);
  if (pin === undefined) imagePins.set(handle, pin = new Pin(handle));
  return pin;
}

/** A transparent picture of a size, for canvases that have no context yet. */
function blank(width, height) {
  const handle = ops.op_canvas_image_blank(width, height);
  return new Pin(handle, ops.op_canvas_guard(handle));
}

/** What an element's image record draws. */
function element({ state, width, height, handle, isPending = false }, where) {
  if (state === "broken") {
    const what = where.includes("'createPattern'") ? "Source image" : "The HTMLImageElement provided";
    fail("InvalidStateError", `${where}: ${what} is in the 'broken' state.`);
  }
  // An image without height or width is as good as none, and so is one that is about to be another.
  if (state !== "complete" || isPending || width === 0 || height === 0) return null;
  return { width, height, pin: () => imagePin(handle) };
}

/** Pictures of SVG `image` elements, by element: {url, record}. They are loaded when they are first used as a source. */
const svgImages = new WeakMap();

function svgImage(image) {
  const url = (getAttr(image, "href") ?? getAttr(image, "xlink:href") ?? "").trim();
  const known = svgImages.get(image);
  if (known !== undefined && known.url === url) return known.record;
  const parts = url === "" ? null : host.parseURL(url);
  const bitmap = parts === null ? null : loadBitmap(parts.href);
  let record;
  if (bitmap === null) record = { state: url === "" ? "unavailable" : "broken" };
  else record = { state: "complete", width: bitmap.width, height: bitmap.height, handle: bitmap.handle };
  svgImages.set(image, { url, record });
  return record;
}

const IMAGE_SOURCES =
  "CSSImageValue or HTMLCanvasElement or HTMLImageElement or HTMLVideoElement or ImageBitmap or OffscreenCanvas or SVGImageElement or VideoFrame";

/** Functions `(value) -> {width, height, pin()} | undefined` of other modules: canvases with contexts, bitmaps. */
export const kinds = [];

/**
 * What a value draws: `{width, height, pin}`; null if it is an image source without pixels (nothing is drawn); throws for
 * broken images and for anything else. `pin()` gives the Pin.
 */
export function imageSource(value, where, types = IMAGE_SOURCES) {
  if (typeof value === "object" && value !== null) {
    for (let i = 0; i < kinds.length; i++) {
      const found = kinds[i](value, where);
      if (found !== undefined) return found;
    }
    if (value instanceof HTMLImageElement) return element(value[$image], where);
    if (value instanceof SVGImageElement) return element(svgImage(value), where);
    if (value instanceof HTMLCanvasElement) {
      const { width, height } = value;
      if (width === 0 || height === 0) {
        fail("InvalidStateError", `${where}: The image argument is a canvas element with a width or height of 0.`);
      }
      return { width, height, pin: () => blank(width, height) };
    }
    if (value instanceof HTMLVideoElement) return null;
  }
  throw new TypeError(
    `${where}: The provided value is not of type '(${types})'.`,
  );
}
