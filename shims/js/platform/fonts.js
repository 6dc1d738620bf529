// FontFace and document.fonts (CSS Font Loading). Faces of `@font-face` rules are loaded by layout and are not listed here.
import { addFrameStep, finishInterface, host, illegalConstructor, ops, SECRET, wantStep } from "ext:oracade/internal.js";
import { Event, eventInterface } from "ext:oracade/dom/event.js";
import { EventTarget, fire } from "ext:oracade/dom/event_target.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { DOMException } from "ext:oracade/dom/exception.js";
import { LATENCY, obtain } from "ext:oracade/platform/fetch.js";
import { bytesOf, need } from "ext:oracade/platform/idl.js";
import { pairIterator } from "ext:oracade/platform/url.js";

const WEIGHTS = { normal: 400, bold: 700 };
const STRETCHES = {
  "ultra-condensed": 50, "extra-condensed": 62.5, condensed: 75, "semi-condensed": 87.5, normal: 100,
  "semi-expanded": 112.5, expanded: 125, "extra-expanded": 150, "ultra-expanded": 200,
};

const DESCRIPTORS = {
  style: "normal", weight: "normal", stretch: "normal", unicodeRange: "U+0-10FFFF", variant: "normal",
  featureSettings: "normal", variationSettings: "normal", display: "auto", ascentOverride: "normal",
  descentOverride: "normal", lineGapOverride: "normal", sizeAdjust: "100%",
};

function unquote(name) {
  return name.trim().replace(/^(["'])(.*)\1$/s, "$2");
}

function numbersOf(face) {
  const weight = face.weight.trim().toLowerCase().split(/\s+/)[0];
  const stretch = face.stretch.trim().toLowerCase().split(/\s+/)[0];
  return {
    weight: WEIGHTS[weight] ?? parseFloat(weight),
    style: face.style.trim().toLowerCase().split(/\s+/)[0],
    stretch: STRETCHES[stretch] ?? parseFloat(stretch),
  };
}

class FontFace {
  #family;
  #values = { ...DESCRIPTORS };
  #status = "unloaded";
  #bytes = null;
  #sources = [];
  #loaded = Promise.withResolvers();
  #registered = null;

  constructor(family, source, descriptors = undefined) {
    need(2, arguments.length, "FontFace");
    this.#family = `${family}`;
    for (const key of Object.keys(DESCRIPTORS)) {
      if (descriptors?.[key] !== undefined) this.#values[key] = `${descriptors[key]}`;
    }
    this.#loaded.promise.catch(() => {});
    const bytes = typeof source === "object" && source !== null ? bytesOf(source) : undefined;
    if (bytes !== undefined) {
      this.#settle(bytes.slice());
      return;
    }
    const text = `${source}`;
    for (const match of text.matchAll(/url\(\s*(?:"([^"]*)"|'([^']*)'|([^)\s]*))\s*\)/g)) {
      this.#sources.push(match[1] ?? match[2] ?? match[3]);
    }
    if (this.#sources.length === 0 && !/^\s*local\(/.test(text)) {
      this.#status = "error";
      this.#loaded.reject(new DOMException(`Failed to construct 'FontFace': The source provided ('${text}') could not be parsed as a value list.`, "SyntaxError"));
    }
  }
  #settle(bytes) {
    if (bytes !== null && ops.op_font_check(bytes) === null) {
      this.#bytes = bytes;
      this.#status = "loaded";
      this.#register();
      this.#loaded.resolve(this);
    } else {
      this.#status = "error";
      this.#loaded.reject(bytes === null
        ? new DOMException("A network error occurred.", "NetworkError")
        : new DOMException("Invalid font data in ArrayBuffer.", "SyntaxError"));
    }
  }
  /** Makes a loaded face that is in document.fonts known to layout and canvases. */
  #register() {
    if (this.#bytes === null || this.#registered !== null || !fontSet[SECRET].has(this)) return;
    const { weight, style, stretch } = numbersOf(this);
    const family = unquote(this.#family);
    if (!ops.op_font_register(family, this.#bytes, weight, style, stretch)) return;
    this.#registered = { family, weight, style, stretch };
    fontsChanged();
  }
  #unregister() {
    if (this.#registered === null) return;
    const { family, weight, style, stretch } = this.#registered;
    this.#registered = null;
    ops.op_font_unregister(family, weight, style, stretch);
    fontsChanged();
  }
  static added(face) {
    face.#register();
  }
  static removed(face) {
    face.#unregister();
  }
  static value(face, key) {
    return face.#values[key];
  }
  static setValue(face, key, value) {
    face.#unregister();
    face.#values[key] = value;
    face.#register();
  }
  get family() {
    return this.#family;
  }
  set family(value) {
    this.#unregister();
    this.#family = `${value}`;
    this.#register();
  }
  get status() {
    return this.#status;
  }
  get loaded() {
    return this.#loaded.promise;
  }
  load() {
    if (this.#status !== "unloaded") return this.#loaded.promise;
    this.#status = "loading";
    beginLoading(this);
    host.queueTaskAfter(LATENCY, () => {
      let bytes = null;
      for (const source of this.#sources) {
        const parts = host.parseURL(source);
        const answer = parts === null ? null : obtain(parts.href, "GET", "font");
        if (answer !== null && answer.status < 400 && ops.op_font_check(answer.bytes) === null) {
          bytes = answer.bytes;
          break;
        }
      }
      this.#settle(bytes);
      endLoading(this);
    });
    return this.#loaded.promise;
  }
}
const faceAdded = FontFace.added;
const faceRemoved = FontFace.removed;
const faceValue = FontFace.value;
const setFaceValue = FontFace.setValue;
for (const key of ["added", "removed", "value", "setValue"]) delete FontFace[key];
for (const key of Object.keys(DESCRIPTORS)) {
  Object.defineProperty(FontFace.prototype, key, {
    get() {
      return faceValue(this, key);
    },
    set(value) {
      setFaceValue(this, key, `${value}`);
    },
    enumerable: true,
    configurable: true,
  });
}
finishInterface(FontFace);

/** Text may be measured differently now: layout is asked to begin again. */
function fontsChanged() {
  const { width, height, dpr } = host.viewport();
  host.flush?.();
  ops.op_dom_viewport(width, height, dpr, (globalThis.navigator?.maxTouchPoints ?? 0) > 0);
  host.requestFrame();
}

const FontFaceSetLoadEvent = eventInterface("FontFaceSetLoadEvent", Event, {
  fontfaces: (value) => Object.freeze(value === undefined ? [] : [...value]),
});

const loading = new Set();
let loadedFaces = [];
let failedFaces = [];
let ready = Promise.withResolvers();
let isReady = false; // the promise is settled
let readyPending = false; // faces of script's are on their way

/**
 * The promise of a new document waits until it has been laid out ("pending on the environment", CSS Font Loading § 3.4): Chromium does
 * that at the first frame after parsing, or else when the document has loaded. Faces of style sheets have been loaded by then.
 */
function laidOut() {
  if (isReady || readyPending) return;
  isReady = true;
  host.queueTask("font loading", () => ready.resolve(fontSet));
}
const layoutStep = addFrameStep(93, () => {
  if (host.isParsing()) wantStep(layoutStep);
  else laidOut();
});
host.documentLoaded = laidOut;

function beginLoading(face) {
  loading.add(face);
  if (!readyPending) {
    readyPending = true;
    if (isReady) ready = Promise.withResolvers();
    isReady = false;
    host.queueTask("font loading", () => fire(fontSet, "loading", { fontfaces: [...loading] }, FontFaceSetLoadEvent));
  }
}

function endLoading(face) {
  loading.delete(face);
  (face.status === "loaded" ? loadedFaces : failedFaces).push(face);
  if (loading.size > 0) return;
  host.queueTask("font loading", () => {
    if (loading.size > 0) return;
    readyPending = false;
    const good = loadedFaces.splice(0);
    const bad = failedFaces.splice(0);
    isReady = true;
    ready.resolve(fontSet);
    fire(fontSet, "loadingdone", { fontfaces: good }, FontFaceSetLoadEvent);
    if (bad.length > 0) fire(fontSet, "loadingerror", { fontfaces: bad }, FontFaceSetLoadEvent);
  });
}

/** Faces of the set that a font shorthand names. */
function matching(font, method) {
  const parsed = ops.op_style_parse("font", `${font}`);
  const family = parsed?.find?.(([name]) => name === "font-family")?.[1];
  if (family === undefined) {
    throw new DOMException(`Failed to execute '${method}' on 'FontFaceSet': Could not resolve '${font}' as a font.`, "SyntaxError");
  }
  const names = family.split(",").map((name) => unquote(name).toLowerCase());
  return [...fontSet[SECRET]].filter((face) => names.includes(unquote(face.family).toLowerCase()));
}

class FontFaceSet extends EventTarget {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
    super();
    Object.defineProperty(this, SECRET, { value: new Set() });
  }
  get size() {
    return this[SECRET].size;
  }
  get status() {
    return readyPending ? "loading" : "loaded";
  }
  get ready() {
    return ready.promise;
  }
  add(face) {
    need(1, arguments.length, "add", "FontFaceSet");
    if (!(face instanceof FontFace)) throw new TypeError("Failed to execute 'add' on 'FontFaceSet': parameter 1 is not of type 'FontFace'.");
    this[SECRET].add(face);
    faceAdded(face);
    return this;
  }
  delete(face) {
    need(1, arguments.length, "delete", "FontFaceSet");
    if (!this[SECRET].delete(face)) return false;
    faceRemoved(face);
    return true;
  }
  clear() {
    for (const face of [...this[SECRET]]) this.delete(face);
  }
  has(face) {
    return this[SECRET].has(face);
  }
  async load(font, _text = " ") {
    need(1, arguments.length, "load", "FontFaceSet");
    return await Promise.all(matching(font, "load").map((face) => face.load()));
  }
  check(font, _text = " ") {
    need(1, arguments.length, "check", "FontFaceSet");
    return matching(font, "check").every((face) => face.status === "loaded");
  }
  forEach(callback, thisArg) {
    for (const face of [...this[SECRET]]) callback.call(thisArg, face, face, this);
  }
  entries() {
    return pairIterator(() => [...this[SECRET]], (face) => [face, face], "FontFaceSet");
  }
  keys() {
    return pairIterator(() => [...this[SECRET]], (face) => face, "FontFaceSet");
  }
  values() {
    return pairIterator(() => [...this[SECRET]], (face) => face, "FontFaceSet");
  }
}
finishInterface(FontFaceSet);
Object.defineProperty(FontFaceSet.prototype, Symbol.iterator, {
  value: FontFaceSet.prototype.values,
  writable: true,
  enumerable: false,
  configurable: true,
});
handlerAttributes(FontFaceSet.prototype, ["loading", "loadingdone", "loadingerror"]);

const fontSet = new FontFaceSet(SECRET);

export const globals = { FontFace, FontFaceSet, FontFaceSetLoadEvent };

export function install() {
  if (typeof host.globals.Document !== "function") return;
  Object.defineProperty(host.globals.Document.prototype, "fonts", {
    get: () => fontSet,
    enumerable: true,
    configurable: true,
  });
}

export function start() {
  wantStep(layoutStep);
}
