// HTMLIFrameElement (HTML § 4.8.5). A frame shows a document without scripts, as `sandbox` without `allow-scripts` gives one: what
// a page reads from and writes to `contentDocument` works, code inside does not run.
import { host, ops, slot } from "ext:oracade/internal.js";
import { getAttr, hasAttr, setAttr } from "ext:oracade/dom/attributes.js";
import { $attrChanged, $bits, $first, $inserted, $removed, HTML_NS, TARGET } from "ext:oracade/dom/slots.js";
import { $address, $frameWindow, bodyOf, createHTMLDocument } from "ext:oracade/dom/document.js";
import { descendants } from "ext:oracade/dom/collections.js";
import { comparePosition } from "ext:oracade/dom/node.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { parseHTMLDocument } from "ext:oracade/dom/parse.js";
import * as tree from "ext:oracade/dom/tree.js";
import { HTMLElement } from "ext:oracade/html/html_element.js";
import { element as register } from "ext:oracade/html/elements.js";
import { enumerated, referrerPolicy, reflect, reflectTokens } from "ext:oracade/html/reflect.js";

const $frame = slot("frame"); // {document, window, load} of a connected iframe

/** Connected frames; a page may not make us keep more documents than this. */
const frames = new Set();
const FRAMES = 1000;

export class HTMLIFrameElement extends HTMLElement {
  get contentDocument() {
    const frame = this[$frame];
    return frame === undefined || frame === null ? null : frame.document;
  }
  get contentWindow() {
    return this[$frame]?.window ?? null;
  }
  getSVGDocument() {
    const document = this.contentDocument;
    return document?.contentType === "image/svg+xml" ? document : null;
  }
  [$inserted]() {
    if (frames.size >= FRAMES) return;
    const frame = { document: null, window: null, load: 0 };
    this[$frame] = frame;
    frames.add(this);
    frame.window = windowOf(this, frame);
    show(frame, blank());
    navigate(this, frame);
  }
  [$removed]() {
    const frame = this[$frame];
    if (frame === undefined || frame === null) return;
    frames.delete(this);
    if (frame.document !== null) frame.document[$frameWindow] = null;
    frame.load++;
    this[$frame] = null;
  }
  [$attrChanged](local, old, value) {
    const frame = this[$frame];
    if (frame === undefined || frame === null) return;
    if (local === "srcdoc" ? value !== old : local === "src" && value !== null && !hasAttr(this, "srcdoc")) navigate(this, frame);
  }
}
reflect(HTMLIFrameElement, {
  src: "url", srcdoc: "string", name: "string", allow: "string", allowFullscreen: "boolean", width: "string",
  height: "string", referrerPolicy,
  loading: enumerated("loading", ["lazy", "eager"], "eager"), align: "string", frameBorder: "string", scrolling: "string",
  longDesc: "url", marginHeight: ["nullToEmpty", "marginheight"], marginWidth: ["nullToEmpty", "marginwidth"],
});
reflectTokens(HTMLIFrameElement, "sandbox", "sandbox", ["allow-downloads", "allow-forms", "allow-modals", "allow-orientation-lock",
  "allow-pointer-lock", "allow-popups", "allow-popups-to-escape-sandbox", "allow-presentation", "allow-same-origin", "allow-scripts",
  "allow-storage-access-by-user-activation", "allow-top-navigation", "allow-top-navigation-by-user-activation",
  "allow-top-navigation-to-custom-protocols"]);
register(HTMLIFrameElement, "iframe");

function blank() {
  const document = createHTMLDocument();
  const root = host.makeElement(document, "html", HTML_NS, null);
  tree.insert(document, root, null);
  for (const name of ["head", "body"]) tree.insert(root, host.makeElement(document, name, HTML_NS, null), null);
  return document;
}

/** The frame's window holds what is left of one without scripts: its document and its place among the windows. */
function windowOf(element, frame) {
  interfaces ??= sharedInterfaces();
  const target = Object.create(interfaces);
  const getters = {
    document: () => frame.document,
    frameElement: () => (element[$frame] === frame ? element : null),
    parent: () => globalThis,
    top: () => globalThis,
    self: () => target,
    window: () => target,
    frames: () => target,
    length: () => 0,
    closed: () => element[$frame] !== frame,
  };
  for (const [name, get] of Object.entries(getters)) Object.defineProperty(target, name, { get, enumerable: true, configurable: true });
  // Nobody listens on the other side.
  const postMessage = () => {};
  Object.defineProperty(target, "postMessage", { value: postMessage, writable: true, enumerable: true, configurable: true });
  Object.defineProperty(target, Symbol.toStringTag, { value: "Window", configurable: true });
  return target;
}

let interfaces = null;

/** The frame's nodes are made by the page's classes, so those are the ones its window shows. */
function sharedInterfaces() {
  const shared = {};
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    const value = /^[A-Z]/.test(name) ? Object.getOwnPropertyDescriptor(globalThis, name).value : undefined;
    if (typeof value === "function" && value.prototype !== undefined) {
      Object.defineProperty(shared, name, { value, writable: true, enumerable: false, configurable: true });
    }
  }
  return shared;
}

function show(frame, document) {
  if (frame.document !== null) frame.document[$frameWindow] = null;
  frame.document = document;
  if (document === null) return;
  document[$frameWindow] = frame.window;
  host.loadImagesOf(document);
}

function navigate(element, frame) {
  const load = ++frame.load;
  const source = getAttr(element, "srcdoc");
  const src = getAttr(element, "src");
  const url = src === null || src === "" ? null : host.parseURL(src, host.documentBase());
  if (source === null && (url === null || url.protocol === "about:" || url.protocol === "javascript:")) {
    // The initial document stays, and its load event comes at once.
    fire(element, "load");
    return;
  }
  host.delayLoad(1);
  host.queueTask("networking", () => {
    try {
      if (load !== frame.load) return;
      show(frame, secluded(element) ? null : source === null ? fetched(url) : inner(source, "about:srcdoc"));
      fire(element, "load");
    } finally {
      host.delayLoad(-1);
    }
  });
}

/** `sandbox` without `allow-same-origin` makes the document's origin another one. */
function secluded(element) {
  return hasAttr(element, "sandbox") && !/(?:^|[\t\n\f\r ])allow-same-origin(?:$|[\t\n\f\r ])/i.test(getAttr(element, "sandbox"));
}

function inner(text, address) {
  const document = parseHTMLDocument(text);
  document[$address] = address;
  return document;
}

/** The document at an address, or null where a page may not see it: other origins, errors. */
function fetched(url) {
  const page = host.parseURL(host.documentURL(host.document), null);
  if (url.origin !== page?.origin && url.protocol !== "blob:") return null;
  const response = url.protocol === "blob:" ? host.blobResponse(url.href) : host.loadResource(url.href, "document");
  if (response === null || response.status >= 400) return null;
  const type = (response.type ?? "").split(";", 1)[0].trim().toLowerCase();
  const text = () => ops.op_encoding_decode(ops.op_encoding_decoder("utf-8", false, false), response.body, true);
  let document;
  if (type === "text/html") document = parseHTMLDocument(text());
  else if (/^(?:text|application)\/xml$|\+xml$/.test(type)) document = host.parseXML(text(), type);
  else document = viewer(type, url.href, text);
  document[$address] = url.href;
  const target = url.hash === "" ? undefined : descendants(document, (e) => getAttr(e, "id") === url.hash.slice(1))[0];
  if (target !== undefined) target[$bits] |= TARGET;
  return document;
}

/** The document a browser makes around an image or a text. */
function viewer(type, address, text) {
  const document = createHTMLDocument(type);
  const shell = blank();
  tree.insert(document, shell[$first], null);
  const image = type.startsWith("image/");
  const content = host.makeElement(document, image ? "img" : "pre", HTML_NS, null);
  if (image) setAttr(content, "src", address);
  else tree.insert(content, host.createText(document, text()), null);
  tree.insert(bodyOf(document), content, null);
  return document;
}

/** The windows of the page's frames in tree order. */
export function frameWindows() {
  const sorted = [...frames].sort((a, b) => (comparePosition(a, b) & 4 ? -1 : 1));
  return sorted.map((element) => element[$frame].window);
}
host.frameWindow = (frame) => frame[$frame]?.window ?? undefined;
host.frameCount = () => frames.size;
host.frameAt = (index) => (index < frames.size ? frameWindows()[index] : undefined);
