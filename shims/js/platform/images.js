// Loading of <img> (HTML § 4.8.4.3).
import { host, ops } from "ext:oracade/internal.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { getAttr as getAttribute } from "ext:oracade/dom/attributes.js";
import { DOMException } from "ext:oracade/dom/exception.js";
import { setReplaced } from "ext:oracade/dom/mirror.js";
import { $image } from "ext:oracade/html/embedded.js";
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

// ------------------------------------------------------------------------------------------------- source selection

/** Parses a srcset attribute: [{url, density, width}]. */
function parseSrcset(text) {
  const candidates = [];
  const pattern = /[\s,]*(\S*[^\s,])(?:\s+([\d.]+)([wxh])(?:\s+[\d.]+h)?)?\s*(?:,|$)/g;
  for (const [, url, number, unit] of text.matchAll(pattern)) {
    candidates.push({
      url,
      density: unit === "x" ? +number : unit === undefined ? 1 : NaN,
      width: unit === "w" ? +number : NaN,
    });
  }
  return candidates;
}

/** Width in CSS px that a sizes attribute gives. */
function sizeOf(sizes) {
  for (const part of (sizes ?? "").split(",")) {
    const match = /^\s*(\(.*\))?\s*([\d.]+)(px|vw|em|rem)\s*$/.exec(part);
    if (match === null) continue;
    if (match[1] !== undefined && !ops.op_media_matches(match[1])) continue;
    const number = +match[2];
    if (match[3] === "px") return number;
    return match[3] === "vw" ? (number * host.viewport().width) / 100 : number * 16;
  }
  return host.viewport().width;
}

function choose(srcset, sizes, fallback) {
  const candidates = parseSrcset(srcset);
  for (const candidate of candidates) {
    if (!Number.isNaN(candidate.width)) candidate.density = candidate.width / sizeOf(sizes);
  }
  if (fallback !== null && fallback !== "" && !candidates.some((c) => c.density === 1)) candidates.push({ url: fallback, density: 1 });
  candidates.sort((a, b) => a.density - b.density);
  return candidates.find((c) => c.density >= host.viewport().dpr) ?? candidates.at(-1) ?? null;
}

/** The address and pixel density an <img> asks for; null if it asks for nothing. */
function select(img) {
  const parent = img.parentNode;
  if (parent?.localName === "picture") {
    for (const source of parent.children) {
      if (source === img) break;
      if (source.localName !== "source") continue;
      const srcset = getAttribute(source, "srcset");
      const media = getAttribute(source, "media");
      const type = getAttribute(source, "type");
      if (srcset === null || srcset === "") continue;
      if (media !== null && !ops.op_media_matches(media)) continue;
      if (type !== null && !/^image\/(png|jpeg|gif|webp|bmp|svg\+xml)$/i.test(type.trim())) continue;
      const chosen = choose(srcset, getAttribute(source, "sizes"), null);
      if (chosen !== null) return chosen;
    }
  }
  const src = getAttribute(img, "src");
  const srcset = getAttribute(img, "srcset");
  if (srcset !== null && srcset.trim() !== "") return choose(srcset, getAttribute(img, "sizes"), src);
  return src === null ? null : { url: src, density: 1 };
}

// ----------------------------------------------------------------------------------------------------------- loading

function settle(img, state, url, bitmap, density) {
  const width = bitmap === null ? 0 : Math.round(bitmap.width / density);
  const height = bitmap === null ? 0 : Math.round(bitmap.height / density);
  img[$image] = { state, url, width, height, handle: bitmap === null ? 0 : bitmap.handle };
  if (bitmap === null) setReplaced(img, -1, -1, 0, 0);
  else setReplaced(img, width, height, 1, bitmap.handle);
  if (state === "loading") return;
  for (const { resolve, reject } of loadOf(img).waiting.splice(0)) {
    if (bitmap !== null) resolve(undefined);
    else reject(new DOMException("The source image cannot be decoded.", "EncodingError"));
  }
}

/** Decodes what is at an absolute address; null if nothing is there or it is no image. */
export function loadBitmap(url) {
  const plain = url.split("#")[0];
  const answer = obtain(plain, "GET", "image");
  if (answer === null || answer.status >= 400 || answer.bytes.length === 0) return null;
  return ops.op_image_decode(answer.bytes, answer.type) ?? null;
}

host.loadImage = (img) => {
  const load = loadOf(img);
  const run = ++load.run;
  const source = select(img);
  if (source === null) {
    settle(img, "unavailable", "", null, 1);
    return;
  }
  const parts = source.url.trim() === "" ? null : host.parseURL(source.url.trim());
  const known = parts === null ? undefined : available.get(parts.href);
  if (known !== undefined) settle(img, "complete", parts.href, known, source.density);
  else settle(img, "loading", parts?.href ?? source.url, null, 1);
  ops.op_load_blocker(1);
  host.queueTaskAfter(known === undefined ? LATENCY : 0, () => {
    try {
      if (run !== load.run) return;
      if (known === undefined) finish(img, parts, source);
      fire(img, img[$image].state === "complete" ? "load" : "error");
    } finally {
      ops.op_load_blocker(-1);
    }
  });
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
  if (img[$image].state === "loading") {
    const done = Promise.withResolvers();
    loadOf(img).waiting.push(done);
    await done.promise;
  } else if (img[$image].state !== "complete") {
    throw new DOMException("The source image cannot be decoded.", "EncodingError");
  }
};
