// Embedded content: images, canvas, media (HTML § 4.8, 4.12.5). Pixels, decoding and playback are other modules' work.
import { host, slot } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { need } from "ext:oracade/platform/idl.js";
import { getAttr, hasAttr, setAttr } from "ext:oracade/dom/attributes.js";
import { borderBox } from "ext:oracade/dom/cssom_view.js";
import { HTMLElement } from "ext:oracade/html/html_element.js";
import { element as register, globals as elementGlobals } from "ext:oracade/html/elements.js";
import { enumerated, parseInteger, referrerPolicy, reflect } from "ext:oracade/html/reflect.js";
import { $adopted, $attrChanged, $childrenChanged, $connected, $first, $inserted, $local, $next, $ns, $parent, $removed, HTML_NS } from "ext:oracade/dom/slots.js";

// ------------------------------------------------------------------------------------------------------------- image

/**
 * State of an image's current request, kept by the loader:
 * {state: "unavailable" | "loading" | "complete" | "broken", url, width, height, handle, isPending}; pending is what comes instead.
 */
export const $image = slot("image request");

export class HTMLImageElement extends HTMLElement {
  constructor(secret, document, local, ns, prefix) {
    super(secret, document, local, ns, prefix);
    this[$image] = { state: "unavailable", url: "", width: 0, height: 0, handle: 0, isPending: false };
    host.setReplaced(this, 0, 0, 0, 0);
  }
  get naturalWidth() {
    return this[$image].state === "complete" ? this[$image].width : 0;
  }
  get naturalHeight() {
    return this[$image].state === "complete" ? this[$image].height : 0;
  }
  get complete() {
    const { state, isPending } = this[$image];
    return state !== "loading" && !isPending;
  }
  get currentSrc() {
    return this[$image].url;
  }
  get width() {
    return rendered(this, "width", 2);
  }
  set width(value) {
    setAttr(this, "width", `${value >>> 0}`);
  }
  get height() {
    return rendered(this, "height", 3);
  }
  set height(value) {
    setAttr(this, "height", `${value >>> 0}`);
  }
  get x() {
    return Math.round(borderBox(this)[0]);
  }
  get y() {
    return Math.round(borderBox(this)[1]);
  }
  decode() {
    return host.decodeImage(this);
  }
  [$attrChanged](local, old, value) {
    if (local === "src" || local === "srcset" || (local === "sizes" && hasAttr(this, "srcset"))) {
      host.loadImage(this);
    } else if (local === "alt") {
      host.imageTextChanged(this);
    } else if (local === "loading") {
      if (this[$image].isPending) host.loadImage(this);
    } else if (local === "crossorigin" && (old === null) !== (value === null) && hasAttr(this, "src")) {
      host.loadImage(this);
    }
  }
  [$inserted]() {
    host.imageMoved(this);
  }
  [$removed](parent) {
    if (parent?.[$local] === "picture") host.imageMoved(this, true);
  }
  [$adopted]() {
    host.imageMoved(this);
  }
}

/** A change of a source concerns the images behind it in its picture element. */
function sourceChanged(source, picture = source[$parent]) {
  if (picture === null || picture === undefined || picture[$local] !== "picture") return;
  for (let child = picture[$first]; child !== null; child = child[$next]) {
    if (child[$local] === "img" && child[$ns] === HTML_NS) host.loadImage(child);
  }
}

export class HTMLSourceElement extends HTMLElement {
  [$attrChanged](local) {
    if (["srcset", "sizes", "media", "type"].includes(local)) sourceChanged(this);
  }
  [$inserted]() {
    sourceChanged(this);
  }
  [$removed](parent) {
    sourceChanged(this, parent);
  }
}
reflect(HTMLSourceElement, {
  src: "url", type: "string", srcset: "string", sizes: "string", media: "string", width: "unsigned", height: "unsigned",
});
register(HTMLSourceElement, "source");

/** The laid out size if there is a box, else the attribute, else the natural size. */
function rendered(image, name, index) {
  if (image[$connected]) {
    const size = Math.round(borderBox(image)[index]);
    if (size > 0) return size;
  }
  return parseInteger(getAttr(image, name)) ?? (name === "width" ? image.naturalWidth : image.naturalHeight);
}

reflect(HTMLImageElement, {
  alt: "string", src: "url", srcset: "string", sizes: "string",
  crossOrigin: enumerated("crossorigin", ["anonymous", "use-credentials", ["", "anonymous"]], null, "anonymous"),
  useMap: "string", isMap: "boolean", referrerPolicy,
  decoding: enumerated("decoding", ["sync", "async", "auto"], "auto"),
  loading: enumerated("loading", ["lazy", "eager"], "eager"),
  fetchPriority: enumerated("fetchpriority", ["high", "low", "auto"], "auto"),
  name: "string", lowsrc: "url", align: "string", hspace: "unsigned", vspace: "unsigned", longDesc: "url", border: "nullToEmpty",
});
register(HTMLImageElement, "img");

/** The named constructor `Image`. */
function Image(width, height) {
  if (new.target === undefined) throw new TypeError("Failed to construct 'Image': Please use the 'new' operator, this DOM object constructor cannot be called as a function.");
  const image = host.makeElement(host.document, "img", HTML_NS, null);
  if (width !== undefined) image.width = width;
  if (height !== undefined) image.height = height;
  return image;
}
Image.prototype = HTMLImageElement.prototype;
elementGlobals.Image = Image;

// ------------------------------------------------------------------------------------------------------------ canvas

function canvasSize(canvas, name, fallback) {
  const value = parseInteger(getAttr(canvas, name));
  return value === null || value < 0 ? fallback : value;
}

function setCanvasSize(canvas, name, value, fallback) {
  // Web IDL `unsigned long` truncates: 300.7 becomes 300.
  value >>>= 0;
  setAttr(canvas, name, `${value > 2147483647 ? fallback : value}`);
}

export class HTMLCanvasElement extends HTMLElement {
  constructor(secret, document, local, ns, prefix) {
    super(secret, document, local, ns, prefix);
    host.setReplaced(this, 300, 150, 0, 0);
  }
  get width() {
    return canvasSize(this, "width", 300);
  }
  set width(value) {
    host.canvas.needControl(this, "width");
    setCanvasSize(this, "width", value, 300);
  }
  get height() {
    return canvasSize(this, "height", 150);
  }
  set height(value) {
    host.canvas.needControl(this, "height");
    setCanvasSize(this, "height", value, 150);
  }
  getContext(type, attributes) {
    if (arguments.length === 0) {
      throw new TypeError("Failed to execute 'getContext' on 'HTMLCanvasElement': 1 argument required, but only 0 present.");
    }
    return host.canvas.getContext(this, `${type}`, attributes);
  }
  transferControlToOffscreen() {
    return host.canvas.transferControl(this);
  }
  toDataURL(type, quality) {
    return host.canvas.toDataURL(this, type, quality);
  }
  toBlob(callback, type, quality) {
    need(1, arguments.length, "toBlob", "HTMLCanvasElement");
    if (typeof callback !== "function") {
      throw new TypeError("Failed to execute 'toBlob' on 'HTMLCanvasElement': parameter 1 is not of type 'Function'.");
    }
    host.canvas.toBlob(this, callback, type, quality);
  }
  [$attrChanged](local) {
    // Setting a size, even to what it was, clears the bitmap.
    if (local === "width" || local === "height") host.canvas?.resize(this, this.width, this.height);
  }
}
register(HTMLCanvasElement, "canvas");

// ------------------------------------------------------------------------------------------------------------- media

const media = (element) => host.media.of(element);

/** The behaviour lives in the media module: `host.media.of(element)` is the playback state of an element. */
export class HTMLMediaElement extends HTMLElement {
  get error() {
    return media(this).error;
  }
  get src() {
    const text = getAttr(this, "src");
    return text === null || text === "" ? "" : host.parseURL(text, host.documentBase())?.href ?? text;
  }
  set src(value) {
    setAttr(this, "src", `${value}`);
  }
  get srcObject() {
    return media(this).srcObject;
  }
  set srcObject(value) {
    media(this).srcObject = value;
  }
  get currentSrc() {
    return media(this).currentSrc;
  }
  get networkState() {
    return media(this).networkState;
  }
  get readyState() {
    return media(this).readyState;
  }
  get buffered() {
    return media(this).buffered;
  }
  get seekable() {
    return media(this).seekable;
  }
  get played() {
    return media(this).played;
  }
  get seeking() {
    return media(this).seeking;
  }
  get currentTime() {
    return media(this).currentTime;
  }
  set currentTime(value) {
    value = +value;
    if (!Number.isFinite(value)) {
      throw new TypeError("Failed to set the 'currentTime' property on 'HTMLMediaElement': The provided double value is non-finite.");
    }
    media(this).currentTime = value;
  }
  get duration() {
    return media(this).duration;
  }
  get paused() {
    return media(this).paused;
  }
  get ended() {
    return media(this).ended;
  }
  get volume() {
    return media(this).volume;
  }
  set volume(value) {
    value = +value;
    if (!Number.isFinite(value)) {
      throw new TypeError("Failed to set the 'volume' property on 'HTMLMediaElement': The provided double value is non-finite.");
    }
    if (value < 0 || value > 1) {
      fail("IndexSizeError", `Failed to set the 'volume' property on 'HTMLMediaElement': The volume provided (${value}) is outside the range [0, 1].`);
    }
    media(this).volume = value;
  }
  get muted() {
    return media(this).muted;
  }
  set muted(value) {
    media(this).muted = Boolean(value);
  }
  get playbackRate() {
    return media(this).playbackRate;
  }
  set playbackRate(value) {
    media(this).playbackRate = +value;
  }
  get defaultPlaybackRate() {
    return media(this).defaultPlaybackRate;
  }
  set defaultPlaybackRate(value) {
    media(this).defaultPlaybackRate = +value;
  }
  get preservesPitch() {
    return media(this).preservesPitch;
  }
  set preservesPitch(value) {
    media(this).preservesPitch = Boolean(value);
  }
  canPlayType(type) {
    return host.media.canPlayType(`${type}`);
  }
  load() {
    media(this).load();
  }
  play() {
    return media(this).play();
  }
  pause() {
    media(this).pause();
  }
  [$attrChanged](local, old, value) {
    if (local === "src" && value !== null) host.media?.sourceChanged(this);
    else if (local === "muted" && value !== null && old === null) host.media?.mutedAttribute?.(this);
  }
  [$inserted]() {
    host.media?.inserted?.(this);
  }
  [$childrenChanged]() {
    host.media?.inserted?.(this);
  }
  [$removed]() {
    host.media?.removed?.(this);
  }
}
reflect(HTMLMediaElement, {
  autoplay: "boolean", controls: "boolean", loop: "boolean", defaultMuted: ["boolean", "muted"],
  preload: enumerated("preload", ["none", "metadata", "auto", ["", "auto"]], "metadata"),
  crossOrigin: enumerated("crossorigin", ["anonymous", "use-credentials", ["", "anonymous"]], null, "anonymous"),
});
register(HTMLMediaElement);
for (
  const [name, value] of Object.entries({
    NETWORK_EMPTY: 0, NETWORK_IDLE: 1, NETWORK_LOADING: 2, NETWORK_NO_SOURCE: 3, HAVE_NOTHING: 0, HAVE_METADATA: 1,
    HAVE_CURRENT_DATA: 2, HAVE_FUTURE_DATA: 3, HAVE_ENOUGH_DATA: 4,
  })
) {
  for (const target of [HTMLMediaElement, HTMLMediaElement.prototype]) {
    Object.defineProperty(target, name, { value, enumerable: true });
  }
}

export class HTMLAudioElement extends HTMLMediaElement {}
register(HTMLAudioElement, "audio");
export class HTMLVideoElement extends HTMLMediaElement {
  get videoWidth() {
    return media(this).videoWidth ?? 0;
  }
  get videoHeight() {
    return media(this).videoHeight ?? 0;
  }
}
reflect(HTMLVideoElement, {
  width: "unsigned", height: "unsigned", poster: "url", playsInline: "boolean", disablePictureInPicture: "boolean",
});
register(HTMLVideoElement, "video");

/** The named constructor `Audio`. */
function Audio(src = undefined) {
  if (new.target === undefined) throw new TypeError("Failed to construct 'Audio': Please use the 'new' operator, this DOM object constructor cannot be called as a function.");
  const audio = host.makeElement(host.document, "audio", HTML_NS, null);
  setAttr(audio, "preload", "auto");
  if (src !== undefined) setAttr(audio, "src", `${src}`);
  return audio;
}
Audio.prototype = HTMLAudioElement.prototype;
elementGlobals.Audio = Audio;
