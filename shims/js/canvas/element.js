// What a canvas element does with its bitmap: contexts, sizes, encoding (HTML § 4.12.5).
import { host, ops, SECRET } from "ext:oracade/internal.js";
import { setAttr } from "ext:oracade/dom/attributes.js";
import { fail } from "ext:oracade/dom/exception.js";
import { setReplaced } from "ext:oracade/dom/mirror.js";
import { HTMLCanvasElement } from "ext:oracade/html/embedded.js";
import { bitmapAccess, ImageBitmapRenderingContext } from "ext:oracade/canvas/bitmap.js";
import { CanvasRenderingContext2D, contextSettings, elementAccess } from "ext:oracade/canvas/context2d.js";
import { encode, linkedOffscreen } from "ext:oracade/canvas/offscreen.js";
import { LocalLink, showPixels } from "ext:oracade/canvas/placeholder.js";
import { flushAll, Recorder } from "ext:oracade/canvas/recorder.js";
import { kinds } from "ext:oracade/canvas/sources.js";
import { blobOfBytes } from "ext:oracade/platform/blob.js";

/** Element → {type, context, access}. `access` has recorder(context) and resize(context, width, height). */
const contexts = new WeakMap();

function recorderOf(canvas) {
  const entry = contexts.get(canvas);
  return entry === undefined ? null : entry.access.recorder(entry.context);
}

function show(canvas, width, height) {
  const recorder = recorderOf(canvas);
  setReplaced(canvas, width, height, recorder === null ? 0 : 2, recorder === null ? 0 : recorder.handle);
}

/** The bitmap of an element that has given its control away. */
const placeholderAccess = { recorder: (context) => context.recorder, resize() {} };

/** The element shows what its OffscreenCanvas has, and takes its size. */
function showOffscreen(canvas, recorder) {
  contexts.get(canvas).context.recorder = recorder;
  const { width, height } = recorder;
  if (canvas.width !== width) setAttr(canvas, "width", `${width}`);
  if (canvas.height !== height) setAttr(canvas, "height", `${height}`);
  show(canvas, width, height);
}

const WEBGL = new Set(["webgl", "webgl2", "experimental-webgl"]);

host.canvas = {
  getContext(canvas, type, options) {
    // An old name of the same.
    if (type === "experimental-webgl") type = "webgl";
    const entry = contexts.get(canvas);
    if (entry !== undefined) {
      if (entry.type === "placeholder") {
        fail("InvalidStateError", "Failed to execute 'getContext' on 'HTMLCanvasElement': Cannot get context from a canvas that has transferred its control to offscreen.");
      }
      if (entry.type !== type) return null;
      // Options are read again, to no effect.
      if (type === "2d") contextSettings(options);
      return entry.context;
    }
    const { width, height } = canvas;
    let made;
    if (type === "2d") {
      const context = new CanvasRenderingContext2D(SECRET, canvas, width, height, contextSettings(options));
      made = { type, context, access: elementAccess };
    } else if (type === "bitmaprenderer") {
      const context = new ImageBitmapRenderingContext(SECRET, canvas, width, height);
      made = { type, context, access: bitmapAccess };
    } else {
      made = host.webgl?.elementContext?.(canvas, type, options) ?? null;
      if (made === null) {
        if (WEBGL.has(type)) ops.op_report("warning", `WebGL is not available: getContext("${type}") gives null`);
        return null;
      }
    }
    contexts.set(canvas, made);
    show(canvas, width, height);
    return made.context;
  },

  transferControl(canvas) {
    const where = "Failed to execute 'transferControlToOffscreen' on 'HTMLCanvasElement'";
    const entry = contexts.get(canvas);
    if (entry !== undefined) {
      fail("InvalidStateError", entry.type === "placeholder"
        ? `${where}: Cannot transfer control from a canvas for more than one time.`
        : `${where}: Cannot transfer control from a canvas that has a rendering context.`);
    }
    const { width, height } = canvas;
    const mine = new Recorder(width, height, false);
    contexts.set(canvas, { type: "placeholder", context: { recorder: mine }, access: placeholderAccess });
    show(canvas, width, height);
    return linkedOffscreen(width, height, new LocalLink(
      (recorder) => showOffscreen(canvas, recorder),
      (pixels) => {
        showPixels(mine, pixels);
        showOffscreen(canvas, mine);
      },
    ));
  },

  /** Throws if the element has given its control away. */
  needControl(canvas, name) {
    if (contexts.get(canvas)?.type !== "placeholder") return;
    fail("InvalidStateError", `Failed to set the '${name}' property on 'HTMLCanvasElement': Cannot resize canvas after call to transferControlToOffscreen().`);
  },

  resize(canvas, width, height) {
    const entry = contexts.get(canvas);
    if (entry?.type === "placeholder") return;
    if (entry !== undefined) entry.access.resize(entry.context, width, height);
    show(canvas, width, height);
  },

  toDataURL(canvas, type, quality) {
    const encoded = encodeElement(canvas, type, quality);
    return encoded === null ? "data:," : `data:${encoded.type};base64,${ops.op_canvas_base64(encoded.bytes)}`;
  },

  toBlob(canvas, callback, type, quality) {
    const encoded = encodeElement(canvas, type, quality);
    host.queueTask("canvas", () => {
      callback(encoded === null ? null : blobOfBytes(encoded.bytes, encoded.type));
    });
  },

  /** The bitmap's handle, 0 without a context; what was recorded has been handed over. */
  handleOf(canvas) {
    const recorder = recorderOf(canvas);
    if (recorder === null) return 0;
    recorder.flush();
    return recorder.handle;
  },
};

function encodeElement(canvas, type, quality) {
  const { width, height } = canvas;
  if (width === 0 || height === 0) return null;
  const recorder = recorderOf(canvas)?.readable() ?? null;
  return encode(recorder, width, height, type === undefined ? "image/png" : `${type}`, typeof quality === "number" ? quality : -1);
}

kinds.push((value, where) => {
  const entry = contexts.get(value);
  if (entry === undefined) return undefined;
  const { width, height } = value;
  if (width === 0 || height === 0) {
    fail("InvalidStateError", `${where}: The image argument is a canvas element with a width or height of 0.`);
  }
  return { width, height, solid: recorderOf(value)?.solid === true, pin: () => recorderOf(value).picture() };
});

export const hooks = {
  /** Before a capture: the mirror and all recorded canvases go to Rust. */
  capture() {
    host.flush();
    flushAll();
  },

  /** Before somebody looks at what the last frame has shown: recorded canvases go to Rust, later mutations do not. */
  look() {
    flushAll();
  },

  /** Handle of the bitmap of the first canvas that matches a selector; undefined if there is none with a context. */
  canvasOf(selector) {
    const canvas = host.document.querySelector(selector);
    if (!(canvas instanceof HTMLCanvasElement)) return undefined;
    const handle = host.canvas.handleOf(canvas);
    return handle === 0 ? undefined : handle;
  },
};
