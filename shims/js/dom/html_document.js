// What HTML, CSSOM and friends add to Document (HTML § 3.1, 6.6.6, 8.4; Fullscreen; Pointer Lock).
import { addFrameStep, finishInterface, host, mixin, ops, required, wantStep } from "ext:oracade/internal.js";
import { DOMException, fail } from "ext:oracade/dom/exception.js";
import { getAttr, hasAttr, setAttr } from "ext:oracade/dom/attributes.js";
import { $address, $frameWindow, Document, bodyOf, headOf, pageDocument, titleElement, titleText } from "ext:oracade/dom/document.js";
import { Element } from "ext:oracade/dom/element.js";
import { createText } from "ext:oracade/dom/character_data.js";
import { cachedList, descendants, liveList } from "ext:oracade/dom/collections.js";
import { GLOBAL_HANDLERS, handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { dispatch, fire } from "ext:oracade/dom/event_target.js";
import { BeforeUnloadEvent, PageTransitionEvent, hasReasonToStay } from "ext:oracade/dom/events.js";
import { setBit } from "ext:oracade/dom/mirror.js";
import { Event, trusted } from "ext:oracade/dom/event.js";
import { performScroll } from "ext:oracade/dom/smooth_scroll.js";
import { forgetParserNodes } from "ext:oracade/dom/parse.js";
import { ShadowRoot } from "ext:oracade/dom/shadow.js";
import { getSelection } from "ext:oracade/dom/selection.js";
import * as tree from "ext:oracade/dom/tree.js";
import { adoptedSheets, setAdoptedSheets } from "ext:oracade/css/adopted.js";
import { styleSheetList } from "ext:oracade/css/stylesheet.js";
import { fixup, focusedElement, isFocusable, setFocus } from "ext:oracade/html/focus.js";
import { execCommand, isEnabled, isSupported, stateOf, valueOf } from "ext:oracade/html/editable/commands.js";
import { hasBeenActive, isActive } from "ext:oracade/platform/gesture.js";
import { currentScript } from "ext:oracade/html/script.js";
import { $compat, $connected, $kind, $local, $ns, FULLSCREEN, HTML_NS, SVG_NS, TARGET } from "ext:oracade/dom/slots.js";

const isPage = (document) => document === pageDocument;
let readyState = "loading";
host.isParsing = () => readyState === "loading";
const cookies = new Map();
const designMode = new WeakSet(); // documents that can be edited as a whole
host.isDesignMode = () => designMode.has(pageDocument);
let fullscreenElement = null;
let pointerLockElement = null;

/** The page's cookies, for the CookieStore. */
host.cookies = {
  list: () => cookies,
  put(name, value, expired) {
    if (expired) cookies.delete(name);
    else if (cookies.size < 180 || cookies.has(name)) cookies.set(name, value);
  },
};

/** A live list of the document's elements that pass a test. */
function collection(document, key, test) {
  return cachedList(document, key, () => liveList(() => descendants(document, test)));
}
const html = (...names) => (e) => e[$ns] === HTML_NS && names.includes(e[$local]);

mixin(Document, {
  get location() {
    return isPage(this) ? host.location ?? null : null;
  },
  set location(url) {
    if (isPage(this)) host.location.href = url;
  },
  get defaultView() {
    return isPage(this) ? globalThis : this[$frameWindow];
  },
  get domain() {
    return host.parseURL(host.documentURL(this), null)?.hostname ?? "";
  },
  set domain(_) {
    fail("SecurityError", "Failed to set the 'domain' property on 'Document': Assignment is forbidden.");
  },
  get referrer() {
    return isPage(this) ? host.referrer() : "";
  },
  get lastModified() {
    const date = new Date(ops.op_epoch_ms());
    const two = (number) => `${number}`.padStart(2, "0");
    return `${two(date.getMonth() + 1)}/${two(date.getDate())}/${date.getFullYear()} ${two(date.getHours())}:${
      two(date.getMinutes())
    }:${two(date.getSeconds())}`;
  },
  get cookie() {
    return isPage(this) ? [...cookies].map(([name, value]) => (name === "" ? value : `${name}=${value}`)).join("; ") : "";
  },
  set cookie(text) {
    if (!isPage(this)) return;
    const [pair, ...attributes] = `${text}`.split(";");
    const equals = pair.indexOf("=");
    const name = equals < 0 ? "" : pair.slice(0, equals).trim();
    const value = (equals < 0 ? pair : pair.slice(equals + 1)).trim();
    let expired = false;
    for (const attribute of attributes) {
      const [key, setting = ""] = attribute.trim().split("=");
      if (/^max-age$/i.test(key)) expired = +setting <= 0;
      else if (/^expires$/i.test(key)) expired ||= Date.parse(setting) <= Date.now();
    }
    host.cookies.put(name, value, expired);
  },
  get readyState() {
    return isPage(this) ? readyState : "complete";
  },
  get title() {
    const element = titleElement(this);
    return element === null ? "" : titleText(element);
  },
  set title(text) {
    let element = titleElement(this);
    if (element === null) {
      const head = headOf(this);
      if (head === null) return;
      element = host.makeElement(this, "title", HTML_NS, null);
      tree.insert(head, element, null);
    }
    text = `${text}`;
    tree.replaceAll(element, text === "" ? null : createText(this, text));
  },
  get dir() {
    return this.documentElement?.dir ?? "";
  },
  set dir(value) {
    if (this.documentElement !== null) this.documentElement.dir = value;
  },
  get body() {
    return bodyOf(this);
  },
  set body(value) {
    if (value?.[$kind] !== 1 || (value[$local] !== "body" && value[$local] !== "frameset")) {
      fail("HierarchyRequestError", "Failed to set the 'body' property on 'Document': The new body element is of type '" +
        `${value?.tagName}'. It must be either a 'BODY' or 'FRAMESET' element.`);
    }
    const old = bodyOf(this);
    if (old === value) return;
    if (old !== null) tree.replace(old.parentNode, value, old, "'body' on 'Document'");
    else if (this.documentElement !== null) tree.preInsert(this.documentElement, value, null, "'body' on 'Document'");
  },
  get head() {
    return headOf(this);
  },
  get fgColor() {
    return bodyAttribute(this, "text");
  },
  set fgColor(value) {
    setBodyAttribute(this, "text", value);
  },
  get linkColor() {
    return bodyAttribute(this, "link");
  },
  set linkColor(value) {
    setBodyAttribute(this, "link", value);
  },
  get vlinkColor() {
    return bodyAttribute(this, "vlink");
  },
  set vlinkColor(value) {
    setBodyAttribute(this, "vlink", value);
  },
  get alinkColor() {
    return bodyAttribute(this, "alink");
  },
  set alinkColor(value) {
    setBodyAttribute(this, "alink", value);
  },
  get bgColor() {
    return bodyAttribute(this, "bgcolor");
  },
  set bgColor(value) {
    setBodyAttribute(this, "bgcolor", value);
  },
  get images() {
    return collection(this, "images", html("img"));
  },
  get embeds() {
    return collection(this, "embeds", html("embed"));
  },
  get plugins() {
    return collection(this, "embeds", html("embed"));
  },
  get links() {
    return collection(this, "links", (e) => html("a", "area")(e) && hasAttr(e, "href"));
  },
  get anchors() {
    return collection(this, "anchors", (e) => html("a")(e) && hasAttr(e, "name"));
  },
  get forms() {
    return collection(this, "forms", html("form"));
  },
  get scripts() {
    return collection(this, "scripts", html("script"));
  },
  get all() {
    return collection(this, "all", () => true);
  },
  get currentScript() {
    return isPage(this) ? currentScript() : null;
  },
  get activeElement() {
    if (!isPage(this)) return null;
    const active = focusedElement();
    return active === null ? bodyOf(this) ?? this.documentElement : host.retarget(active, this);
  },
  hasFocus() {
    return isPage(this);
  },
  get hidden() {
    return isHidden(this);
  },
  get visibilityState() {
    return isHidden(this) ? "hidden" : "visible";
  },
  get webkitHidden() {
    return isHidden(this);
  },
  get webkitVisibilityState() {
    return isHidden(this) ? "hidden" : "visible";
  },
  get wasDiscarded() {
    return false;
  },
  get prerendering() {
    return false;
  },
  get scrollingElement() {
    return this[$compat] === "BackCompat" ? bodyOf(this) : this.documentElement;
  },
  get designMode() {
    return designMode.has(this) ? "on" : "off";
  },
  set designMode(value) {
    const mode = `${value}`.toLowerCase();
    if (mode === "on") designMode.add(this);
    else if (mode === "off") designMode.delete(this);
  },
  elementFromPoint(x, y) {
    return point(arguments, "elementFromPoint") && isPage(this) ? host.retarget(host.elementFromPoint(+x, +y), this) : null;
  },
  elementsFromPoint(x, y) {
    return point(arguments, "elementsFromPoint") && isPage(this) ? pointed(this, +x, +y) : [];
  },
  captureEvents() {},
  releaseEvents() {},
  clear() {},
  get xmlEncoding() {
    return null;
  },
  get xmlVersion() {
    return null;
  },
  get xmlStandalone() {
    return false;
  },
  get rootElement() {
    const root = this.documentElement;
    return root !== null && root[$local] === "svg" && root[$ns] === SVG_NS ? root : null;
  },
  getSelection() {
    return isPage(this) ? getSelection() : null;
  },
  execCommand(name, _showUI, value = "") {
    required(arguments, 1, "execCommand", "Document");
    return isPage(this) && execCommand(`${name}`, `${value}`);
  },
  queryCommandSupported(name) {
    required(arguments, 1, "queryCommandSupported", "Document");
    return isSupported(`${name}`);
  },
  queryCommandEnabled(name) {
    required(arguments, 1, "queryCommandEnabled", "Document");
    return isPage(this) && isEnabled(`${name}`);
  },
  queryCommandState(name) {
    required(arguments, 1, "queryCommandState", "Document");
    return isPage(this) && stateOf(`${name}`);
  },
  queryCommandIndeterm(_name) {
    required(arguments, 1, "queryCommandIndeterm", "Document");
    return false;
  },
  queryCommandValue(name) {
    required(arguments, 1, "queryCommandValue", "Document");
    return isPage(this) ? valueOf(`${name}`) : "";
  },
  get styleSheets() {
    return sheetsOf(this);
  },
  get adoptedStyleSheets() {
    return adoptedSheets(this);
  },
  set adoptedStyleSheets(sheets) {
    setAdoptedSheets(this, sheets);
  },

  get fullscreenEnabled() {
    return true;
  },
  get fullscreenElement() {
    return fullscreenElement;
  },
  get fullscreen() {
    return fullscreenElement !== null;
  },
  get webkitFullscreenEnabled() {
    return true;
  },
  get webkitFullscreenElement() {
    return fullscreenElement;
  },
  get webkitIsFullScreen() {
    return fullscreenElement !== null;
  },
  exitFullscreen() {
    if (fullscreenElement === null) return Promise.reject(new TypeError("Document not active"));
    return changeFullscreen(null);
  },
  webkitExitFullscreen() {
    if (fullscreenElement !== null) changeFullscreen(null);
  },
  webkitCancelFullScreen() {
    if (fullscreenElement !== null) changeFullscreen(null);
  },
  get pointerLockElement() {
    return pointerLockElement;
  },
  exitPointerLock() {
    if (pointerLockElement !== null) lockPointer(null);
  },
});
handlerAttributes(Document.prototype, [...GLOBAL_HANDLERS, "readystatechange", "visibilitychange", "pointerlockchange",
  "pointerlockerror", "fullscreenchange", "fullscreenerror", "webkitfullscreenchange", "webkitfullscreenerror", "freeze",
  "resume", "prerenderingchange"]);
finishInterface(Document);

/** The colours of the document are those of its body (HTML § 16.3.4). */
function bodyAttribute(document, name) {
  const body = bodyOf(document);
  return body === null || body[$local] !== "body" ? "" : getAttr(body, name) ?? "";
}

function setBodyAttribute(document, name, value) {
  const body = bodyOf(document);
  if (body !== null && body[$local] === "body") setAttr(body, name, value === null ? "" : `${value}`);
}

mixin(ShadowRoot, {
  get styleSheets() {
    return sheetsOf(this);
  },
  get adoptedStyleSheets() {
    return adoptedSheets(this);
  },
  set adoptedStyleSheets(sheets) {
    setAdoptedSheets(this, sheets);
  },
  elementsFromPoint(x, y) {
    if (!point(arguments, "elementsFromPoint")) return [];
    return pointed(this, +x, +y);
  },
});
finishInterface(ShadowRoot);

/** The elements at a point as a tree sees them: those of the shadow trees in it are their hosts. */
function pointed(root, x, y) {
  const seen = new Set();
  for (const element of host.elementsFromPoint(x, y)) seen.add(host.retarget(element, root));
  return [...seen];
}

function sheetsOf(root) {
  const sheets = [];
  for (const element of descendants(root, (e) => html("style", "link")(e) && e.sheet !== null)) sheets.push(element.sheet);
  return styleSheetList(sheets);
}

function point(args, method) {
  if (args.length < 2) {
    throw new TypeError(`Failed to execute '${method}' on 'Document': 2 arguments required, but only ${args.length} present.`);
  }
  if (!Number.isFinite(+args[0]) || !Number.isFinite(+args[1])) {
    throw new TypeError(`Failed to execute '${method}' on 'Document': The provided double value is non-finite.`);
  }
  return true;
}

// ------------------------------------------------------------------------------------------ fullscreen, pointer lock

let fullscreenChange = null;

/** Headless Chromium grants fullscreen; the event comes with the next frame. */
function changeFullscreen(element) {
  return new Promise((resolve) => {
    const previous = fullscreenElement;
    fullscreenChange = () => {
      if (previous !== null) setBit(previous, FULLSCREEN, false);
      fullscreenElement = element;
      if (element !== null) setBit(element, FULLSCREEN, true);
      const target = element ?? (previous !== null && previous[$connected] ? previous : pageDocument);
      resolve();
      // What waited for the promise hears first.
      host.queueMicrotask(() => fire(target, "fullscreenchange", { bubbles: true, composed: true }));
    };
    wantStep(fullscreenStep);
    host.requestFrame();
  });
}

const fullscreenStep = addFrameStep(60, () => {
  const change = fullscreenChange;
  fullscreenChange = null;
  if (change !== null) change();
});

function requestFullscreen(element) {
  const refused = !element[$connected]
    ? "Element is not connected"
    : !isActive()
    ? "API can only be initiated by a user gesture."
    : null;
  if (refused !== null) {
    host.queueTask("DOM manipulation", () =>
      fire(element[$connected] ? element : pageDocument, "fullscreenerror", { bubbles: true, composed: true }));
    return Promise.reject(new TypeError(refused === "Element is not connected" ? refused : "Permissions check failed"));
  }
  return changeFullscreen(element);
}

function lockPointer(element) {
  return new Promise((resolve) => {
    host.queueTask("user interaction", () => {
      pointerLockElement = element !== null && element[$connected] ? element : null;
      host.pointerLockChanged(pointerLockElement !== null);
      resolve();
      host.queueMicrotask(() => fire(pageDocument, "pointerlockchange"));
    });
  });
}
host.pointerLock = () => pointerLockElement;

mixin(Element, {
  requestFullscreen() {
    return requestFullscreen(this);
  },
  webkitRequestFullscreen() {
    requestFullscreen(this).catch(() => {});
  },
  webkitRequestFullScreen() {
    requestFullscreen(this).catch(() => {});
  },
  requestPointerLock() {
    if (!this[$connected]) {
      host.queueTask("DOM manipulation", () => fire(pageDocument, "pointerlockerror"));
      return Promise.reject(new DOMException("The root document of this element is not valid for pointer lock.", "WrongDocumentError"));
    }
    if (!isActive() && pointerLockElement === null) {
      host.queueTask("DOM manipulation", () => fire(pageDocument, "pointerlockerror"));
      return Promise.reject(new DOMException("A user gesture is required to request Pointer Lock.", "NotAllowedError"));
    }
    return lockPointer(this);
  },
});
handlerAttributes(Element.prototype, ["beforecopy", "beforecut", "beforepaste", "fullscreenchange", "fullscreenerror",
  "webkitfullscreenchange", "webkitfullscreenerror"]);
finishInterface(Element);

/** What leaves the document can neither have the focus, nor be fullscreen, nor hold the pointer. */
host.nodeLeaving = (node) => {
  host.popoverLeaving(node);
  fixup(node);
  host.inputLeaving(node);
  if (fullscreenElement !== null && tree.isInclusiveAncestor(node, fullscreenElement)) changeFullscreen(null);
  if (pointerLockElement !== null && tree.isInclusiveAncestor(node, pointerLockElement)) lockPointer(null);
};

/** Escape leaves fullscreen and pointer lock, as the browser's own key does. */
export function escapeModes() {
  if (pointerLockElement !== null) {
    lockPointer(null);
    return true;
  }
  if (fullscreenElement !== null) {
    changeFullscreen(null);
    return true;
  }
  return false;
}

// ------------------------------------------------------------------------------------------------------ URLs, loading

host.documentURL = (document) => (isPage(document) ? host.config?.url : document[$address]) ?? "about:blank";
host.documentBase = () => {
  const url = host.documentURL(pageDocument);
  if (baseElements.length === 0) return url;
  const base = descendants(pageDocument, (e) => html("base")(e) && hasAttr(e, "href"))[0];
  return base === undefined ? url : host.parseURL(getAttr(base, "href"), url)?.href ?? url;
};
host.baseURL = host.documentBase;
/** "document base URL" of any document. */
host.baseOf = (document) => {
  if (isPage(document)) return host.documentBase();
  const address = host.documentURL(document);
  const url = address.startsWith("about:") ? host.documentBase() : address;
  const base = descendants(document, (e) => html("base")(e) && hasAttr(e, "href"))[0];
  if (base !== undefined) return host.parseURL(getAttr(base, "href"), url)?.href ?? url;
  return document[$frameWindow] === null ? address : url;
};
// A page without <base>, which is nearly every page, must not search for one each time a URL is parsed.
const baseElements = pageDocument.getElementsByTagName("base");

let autofocusCandidate = null;
let autofocusProcessed = false;
/** A control with `autofocus` was inserted; the first one gets the focus when the document has loaded a frame. */
host.autofocus = (element) => {
  if (!hasAttr(element, "autofocus") || autofocusCandidate !== null || autofocusProcessed) return;
  autofocusCandidate = element;
  wantStep(autofocusStep);
  host.requestFrame();
};
const autofocusStep = addFrameStep(55, () => {
  if (readyState === "loading") {
    wantStep(autofocusStep);
    return;
  }
  const element = autofocusCandidate;
  autofocusCandidate = null;
  autofocusProcessed = focusedElement() !== null || isFocusable(element);
  if (focusedElement() === null && autofocusProcessed) setFocus(element);
});

/** Resources that delay the `load` event: +1 when one starts, −1 when it is there. */
host.delayLoad = (change) => ops.op_load_blocker(change);

let targetElement = null;
/** Marks `:target` and scrolls to it. */
host.scrollToFragment = (fragment) => {
  let decoded = fragment;
  try {
    decoded = decodeURIComponent(fragment);
  } catch {
    // Not percent-encoded UTF-8: used as it is.
  }
  const element = fragment === "" ? null : host.elementById(fragment) ?? host.elementById(decoded);
  if (targetElement !== null) setBit(targetElement, TARGET, false);
  targetElement = element;
  if (element !== null) {
    setBit(element, TARGET, true);
    host.revealAncestors(element);
    host.scrollIntoView(element, "start", "nearest");
  } else if (fragment === "" || decoded.toLowerCase() === "top") {
    host.setPageScroll(0, 0);
  }
};

let isUnloaded = false;

/** Only the page's document and those in its frames are shown. */
const isHidden = (document) => isUnloaded || document.defaultView === null;

function setReadyState(state) {
  readyState = state;
  host.noteMilestone?.(state);
  fire(pageDocument, "readystatechange");
}

/** Hook `documentEvent`. */
function documentEvent(name) {
  switch (name) {
    case "interactive":
      setReadyState("interactive");
      break;
    case "DOMContentLoaded":
      host.noteMilestone?.(name);
      fire(pageDocument, "DOMContentLoaded", { bubbles: true });
      break;
    case "complete":
      setReadyState("complete");
      break;
    case "load": {
      const hash = host.parseURL(host.documentURL(pageDocument), null)?.hash ?? "";
      const offset = host.scrollToRestore();
      if (offset !== null) host.restoreScroll(offset);
      else if (hash !== "") host.scrollToFragment(hash.slice(1));
      fireLoad();
      host.documentLoaded();
      host.noteMilestone?.(name);
      forgetParserNodes();
      break;
    }
    case "pageshow":
      fireAtWindow(PageTransitionEvent, "pageshow", PAGE_TRANSITION);
      break;
    default:
      throw new RangeError(`unknown document event ${name}`);
  }
}

const PAGE_TRANSITION = { bubbles: true, cancelable: true, persisted: false };

/** As `load`, the events of a document's life have the document as target and the window as their whole path. */
function fireAtWindow(Class, type, init) {
  return dispatch(globalThis, trusted(Class, type, init), pageDocument);
}

/** Asks the page whether it may be left; that it had rather stay is in the log, and nobody is there who would stay. */
host.beforeUnload = () => {
  const event = trusted(BeforeUnloadEvent, "beforeunload", { cancelable: true });
  const stay = !dispatch(globalThis, event, pageDocument) || hasReasonToStay(event);
  // Chromium asks nobody who has not touched the page.
  if (stay && hasBeenActive()) ops.op_report("log", "[beforeunload] left");
};

/** Unloads the document (HTML § 7.5.9). */
host.unloadDocument = () => {
  fireAtWindow(PageTransitionEvent, "pagehide", PAGE_TRANSITION);
  isUnloaded = true;
  fire(pageDocument, "visibilitychange", { bubbles: true });
  fireAtWindow(Event, "unload");
};

host.readyState = () => readyState;
host.restoreScroll = ([x, y]) => {
  performScroll(pageDocument, x, y, "instant");
};

/** `load` at the window has the document as its target. */
function fireLoad() {
  host.dispatchLoad();
}

export const hooks = { documentEvent };
