// HTMLStyleElement and HTMLLinkElement (HTML § 4.2.4, 4.2.6).
import { core } from "ext:core/mod.js";
import { host, tokens, slot } from "ext:oracade/internal.js";
import { getAttr, hasAttr } from "ext:oracade/dom/attributes.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { HTMLElement } from "ext:oracade/html/html_element.js";
import { element as register } from "ext:oracade/html/elements.js";
import { enumerated, referrerPolicy, reflect, reflectTokens } from "ext:oracade/html/reflect.js";
import { elementSheet, removeSheet } from "ext:oracade/css/stylesheet.js";
import { $attrChanged, $childrenChanged, $connected, $data, $first, $inserted, $kind, $next, $removed } from "ext:oracade/dom/slots.js";

const $sheet = slot("style sheet");

function drop(element) {
  const sheet = element[$sheet] ?? null;
  if (sheet !== null) removeSheet(sheet);
  element[$sheet] = null;
}

/** "update a style block". */
function update(style) {
  drop(style);
  if (!style[$connected]) return;
  const type = getAttr(style, "type");
  if (type !== null && type !== "" && type.toLowerCase() !== "text/css") return;
  let text = "";
  for (let child = style[$first]; child !== null; child = child[$next]) if (child[$kind] === 3) text += child[$data];
  style[$sheet] = elementSheet(style, text, getAttr(style, "media") ?? "", null);
  loadOnce(style, true);
}

const $load = slot("pending load event");
/** Queues `load` or `error`; a change before it fires replaces it. */
function loadOnce(element, ok) {
  const pending = element[$load] !== undefined && element[$load] !== null;
  element[$load] = { ok };
  if (pending) return;
  host.delayLoad?.(1);
  host.queueTask("DOM manipulation", () => {
    const { ok: succeeded } = element[$load];
    element[$load] = null;
    fire(element, succeeded ? "load" : "error");
    host.delayLoad?.(-1);
  });
}

/** What the `style` elements of HTML and SVG share. */
export const styleBlock = {
  get sheet() {
    return this[$sheet] ?? null;
  },
  get disabled() {
    return (this[$sheet] ?? null) !== null && this[$sheet].disabled;
  },
  set disabled(value) {
    if ((this[$sheet] ?? null) !== null) this[$sheet].disabled = value;
  },
  [$inserted]() {
    update(this);
  },
  [$removed]() {
    this[$sheet] = null;
  },
  [$childrenChanged]() {
    if (this[$connected]) update(this);
  },
  [$attrChanged](local) {
    if ((local === "media" || local === "type") && this[$connected]) update(this);
  },
};

export class HTMLStyleElement extends HTMLElement {}
Object.defineProperties(HTMLStyleElement.prototype, Object.getOwnPropertyDescriptors(styleBlock));
reflect(HTMLStyleElement, { media: "string", type: "string" });
register(HTMLStyleElement, "style");

/** "fetch and process the linked resource", for what a game can notice: style sheets and preloads. */
function process(link) {
  if (!link[$connected] || !hasAttr(link, "href") || getAttr(link, "href") === "") {
    drop(link);
    return;
  }
  const rel = tokens((getAttr(link, "rel") ?? "").toLowerCase());
  const url = host.parseURL(getAttr(link, "href"), host.documentBase());
  if (rel.includes("stylesheet") && !rel.includes("alternate")) {
    if (hasAttr(link, "disabled") || url === null) {
      drop(link);
      return;
    }
    const type = getAttr(link, "type");
    if (type !== null && type !== "" && type.toLowerCase() !== "text/css") return;
    // Loaded at once: a style sheet blocks rendering and the scripts after it anyway.
    const response = host.loadResource(url.href, "style");
    drop(link);
    if (response === null || response.status < 200 || response.status > 299) {
      loadOnce(link, false);
      return;
    }
    link[$sheet] = elementSheet(link, host.decodeText(response.body), getAttr(link, "media") ?? "", url.href);
    loadOnce(link, true);
  } else if (rel.includes("preload") || rel.includes("modulepreload") || rel.includes("prefetch")) {
    loadOnce(link, url !== null && host.loadResource(url.href, getAttr(link, "as") ?? "") !== null);
  }
}

export class HTMLLinkElement extends HTMLElement {
  get sheet() {
    return this[$sheet] ?? null;
  }
  [$inserted]() {
    process(this);
  }
  [$removed]() {
    this[$sheet] = null;
  }
  [$attrChanged](local) {
    if (["href", "rel", "disabled", "media", "type"].includes(local) && this[$connected]) process(this);
  }
}
reflect(HTMLLinkElement, {
  href: "url", rel: "string", media: "string", hreflang: "string", type: "string", integrity: "string",
  as: enumerated("as", ["fetch", "audio", "document", "embed", "font", "image", "manifest", "object", "report", "script", "sharedworker",
    "style", "track", "video", "worker", "xslt"]),
  referrerPolicy, disabled: "boolean", charset: "string", rev: "string", target: "string",
  imageSrcset: ["string", "imagesrcset"], imageSizes: ["string", "imagesizes"],
  crossOrigin: enumerated("crossorigin", ["anonymous", "use-credentials", ["", "anonymous"]], null, "anonymous"),
  fetchPriority: enumerated("fetchpriority", ["high", "low", "auto"], "auto"),
});
reflectTokens(HTMLLinkElement, "relList", "rel", ["stylesheet", "preload", "modulepreload", "icon", "alternate"]);
reflectTokens(HTMLLinkElement, "sizes", "sizes");
register(HTMLLinkElement, "link");

/** Text of a resource: UTF-8, byte order mark removed. */
host.decodeText = (body) => (typeof body === "string" ? body : core.decode(body));
