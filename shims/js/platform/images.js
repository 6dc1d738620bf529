// Loading of <img> (HTML § 4.8.4.3).
import { addFrameStep, host, ops, wantStep } from "ext:oracade/internal.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { DOMException } from "ext:oracade/dom/exception.js";
import { setReplaced } from "ext:oracade/dom/mirror.js";
import { $frameWindow } from "ext:oracade/dom/document.js";
import { descendants } from "ext:oracade/dom/collections.js";
import { getAttr } from "ext:oracade/dom/attributes.js";
import { isNearViewport } from "ext:oracade/platform/observers.js";
import { $connected, $doc, $id, $local, $ns, HTML_NS } from "ext:oracade/dom/slots.js";
import { $image } from "ext:oracade/html/embedded.js";
import { isResponsive, select } from "ext:oracade/html/image_source.js";
import { LATENCY, obtain } from "ext:oracade/platform/fetch.js";

/** Images that are at hand at once when asked for again ("list of available images"): address → decoded. */
const available = new Map();
/** Longest address kept in that list; a data: address of a large picture costs more to look up than to decode. */
const AVAILABLE_URL_LIMIT = 4096;

/** What the loader keeps beside the image's own record: the number of its last load, and decode() promises. */
const loads = new WeakMap();

function loadOf(img) {
  let load = loads.get(img);
  if (load === undefined) loads.set(img, load = { run: 0, waiting: [] });
  return load;
}

// ----------------------------------------------------------------------------------------------------------- loading

function settle(img, state, url, bitmap, density) {
  const width = bitmap === null ? 0 : Math.round(bitmap.width / density);
  const height = bitmap === null ? 0 : Math.round(bitmap.height / density);
  img[$image] = { state, url, width, height, handle: bitmap === null ? 0 : bitmap.handle, isPending: false };
  if (bitmap === null) showNone(img);
  else setReplaced(img, width, height, 1, bitmap.handle);
  if (state === "loading") return;
  for (const { resolve, reject } of loadOf(img).waiting.splice(0)) {
    if (bitmap !== null) resolve(undefined);
    else reject(new DOMException("The source image cannot be decoded.", "EncodingError"));
  }
}

/** The side of the picture that stands for a broken one. */
const ICON = 16;

/**
 * The size of an image without a picture (HTML § 15.4.3): nothing while it loads or is told to be decoration, else room for the icon of
 * a broken picture and the alternative text.
 */
function showNone(img) {
  const { state } = img[$image];
  const alt = getAttr(img, "alt");
  const isTold = alt !== null && alt !== "";
  if (state === "loading" || alt === "" || (state === "unavailable" && !isTold)) setReplaced(img, 0, 0, 0, 0);
  else {
    setReplaced(img, ICON, ICON, 0, 0);
    // Styles are not asked for while nodes are on their way into the document.
    if (isTold && img[$connected]) host.queueMicrotask(() => showText(img));
  }
}

function showText(img) {
  if (!img[$connected] || img[$image].state === "complete" || img[$image].state === "loading") return;
  const text = (getAttr(img, "alt") ?? "").trim().replace(/[\t\n\f\r ]+/g, " ");
  if (text === "") return;
  host.flush();
  const style = (property) => ops.op_style_computed(img[$id], "", property);
  const size = parseFloat(style("font-size"));
  if (!(size > 0)) return;
  const width = host.textMeasure(`${style("font-style")} ${style("font-weight")} ${size}px ${style("font-family")}`)(text);
  // A line of the fonts at hand is about so high.
  const height = Math.round(parseFloat(style("line-height")) || size * 1.149);
  setReplaced(img, ICON + width, Math.max(ICON, height), 0, 0);
}
host.imageTextChanged = (img) => {
  if (img[$image].state !== "complete") showNone(img);
};

/** Decodes what is at an absolute address; null if nothing is there or it is no image. */
export function loadBitmap(url) {
  const plain = url.split("#")[0];
  const answer = obtain(plain, "GET", "image");
  if (answer === null || answer.status >= 400 || answer.bytes.length === 0) return null;
  return ops.op_image_decode(answer.bytes, answer.type) ?? null;
}

/** Documents that nobody shows, as those of parsers and of template contents, load nothing. */
const isShown = (document) => document === host.document || document[$frameWindow] !== null;

/** "update the image data". What depends on more than `src` is looked at when the script has said all of it. */
host.loadImage = (img) => {
  const load = loadOf(img);
  const run = ++load.run;
  deferred.delete(img);
  img[$image].isPending = false;
  if (!isShown(img[$doc])) return;
  if (isLazy(img) && !isNear(img)) {
    deferred.add(img);
    img[$image].isPending = select(img) !== null;
    wantStep(lazyStep);
    host.requestFrame();
    return;
  }
  if (!isResponsive(img)) {
    begin(img, load, select(img));
    return;
  }
  img[$image].isPending = true;
  const blocks = !isLazy(img);
  if (blocks) ops.op_load_blocker(1);
  host.queueMicrotask(() => {
    try {
      if (run === load.run) begin(img, load, select(img));
    } finally {
      if (blocks) ops.op_load_blocker(-1);
    }
  });
};

// ------------------------------------------------------------------------------------------------------ lazy loading

/** Images that are loaded when they come near the viewport. */
const deferred = new Set();
/** How near in CSS px, to Chromium on a fast network. */
const NEAR = 1250;

const isLazy = (img) => (getAttr(img, "loading") ?? "").toLowerCase() === "lazy";
const isNear = (img) => img[$connected] && isNearViewport(img, NEAR);

const lazyStep = addFrameStep(97, loadNear);

function loadNear() {
  for (const img of [...deferred]) {
    if (!isLazy(img) || isNear(img)) host.loadImage(img);
  }
  if (deferred.size === 0) return;
  wantStep(lazyStep);
  host.requestFrame();
}

/** Another document was entered, a picture element entered or left. */
host.imageMoved = (img, hasLeftPicture = false) => {
  if (isResponsive(img) || hasLeftPicture) host.loadImage(img);
  else if (deferred.has(img)) host.requestFrame();
  else if (img[$image].state === "unavailable" && select(img) !== null) host.loadImage(img);
  else if (img[$image].state !== "complete") showNone(img);
};

/** A frame shows a document. */
host.loadImagesOf = (document) => {
  for (const img of descendants(document, isImage)) host.imageMoved(img);
};

const isImage = (element) => element[$local] === "img" && element[$ns] === HTML_NS;

/** The viewport has changed: images whose choice is another one now load that. */
host.viewportChangedImages = () => {
  for (const img of descendants(host.document, (element) => isImage(element) && isResponsive(element))) {
    const source = select(img);
    const url = source === null ? "" : host.parseURL(source.url.trim())?.href ?? source.url;
    if (url !== img[$image].url && !deferred.has(img)) host.loadImage(img);
  }
};

function begin(img, load, source) {
  const { run } = load;
  if (source === null) {
    settle(img, "unavailable", "", null, 1);
    return;
  }
  const parts = source.url.trim() === "" ? null : host.parseURL(source.url.trim());
  const known = parts === null ? undefined : available.get(parts.href);
  if (known !== undefined) settle(img, "complete", parts.href, known, source.density);
  // The picture that is there stays until the next one has come.
  else if (img[$image].state === "complete" && parts !== null) img[$image].isPending = true;
  else settle(img, "loading", parts?.href ?? source.url, null, 1);
  const blocks = !isLazy(img);
  if (blocks) ops.op_load_blocker(1);
  host.queueTaskAfter(known === undefined ? LATENCY : 0, () => {
    try {
      if (run !== load.run) return;
      if (known === undefined) finish(img, parts, source);
      fire(img, img[$image].state === "complete" ? "load" : "error");
    } finally {
      if (blocks) ops.op_load_blocker(-1);
    }
  });
}

/** Whether a picture can be shown without asking for it. */
host.isImageAtHand = (url) => {
  const href = host.parseURL(url.trim())?.href;
  return href !== undefined && (href.startsWith("data:") || available.has(href));
};

function finish(img, parts, source) {
  const bitmap = parts === null ? null : loadBitmap(parts.href);
  if (bitmap === null) {
    settle(img, "broken", parts?.href ?? source.url, null, 1);
    return;
  }
  if (!parts.href.startsWith("blob:") && parts.href.length <= AVAILABLE_URL_LIMIT) available.set(parts.href, bitmap);
  settle(img, "complete", parts.href, bitmap, source.density);
}

/** decode(): resolves when the picture can be painted. */
host.decodeImage = async (img) => {
  if (img[$image].state === "loading" || img[$image].isPending) {
    const done = Promise.withResolvers();
    loadOf(img).waiting.push(done);
    await done.promise;
  } else if (img[$image].state !== "complete") {
    throw new DOMException("The source image cannot be decoded.", "EncodingError");
  }
};
