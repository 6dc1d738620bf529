// Links: HTMLAnchorElement, HTMLAreaElement (HTML § 4.6), and details and summary (§ 4.11).
import { host, mixin } from "ext:oracade/internal.js";
import { getAttr, hasAttr, removeAttr, setAttr, toggleAttr } from "ext:oracade/dom/attributes.js";
import { stateChanged } from "ext:oracade/dom/mirror.js";
import * as tree from "ext:oracade/dom/tree.js";
import { HTMLElement, globals as htmlGlobals } from "ext:oracade/html/html_element.js";
import { element as register, tags } from "ext:oracade/html/elements.js";
import { isSummary } from "ext:oracade/html/focus.js";
import { referrerPolicy, reflect, reflectTokens, resolveURL } from "ext:oracade/html/reflect.js";
import { queueToggle } from "ext:oracade/html/toggle.js";
import { $activate, $attrChanged, $connected, $idle, $kind, $local, $parent, $stateBits, OPEN } from "ext:oracade/dom/slots.js";

function parts(element) {
  const href = getAttr(element, "href");
  return href === null ? null : host.parseURL(href, host.documentBase());
}

/** HTMLHyperlinkElementUtils. */
const Hyperlink = {
  get href() {
    const href = getAttr(this, "href");
    return href === null ? "" : resolveURL(href);
  },
  set href(value) {
    setAttr(this, "href", `${value}`);
  },
  toString() {
    return this.href;
  },
  get origin() {
    return parts(this)?.origin ?? "";
  },
};
for (const name of ["protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"]) {
  Object.defineProperties(Hyperlink, Object.getOwnPropertyDescriptors({
    get [name]() {
      return parts(this)?.[name] ?? (name === "protocol" ? ":" : "");
    },
    set [name](value) {
      const url = parts(this);
      if (url === null) return;
      const changed = new host.globals.URL(url.href);
      changed[name] = value;
      setAttr(this, "href", changed.href);
    },
  }));
}

function follow(element, event) {
  if (!hasAttr(element, "href") || !element[$connected]) return;
  // Downloads and other windows do not exist here; the page stays where it is.
  if (hasAttr(element, "download")) {
    host.download?.(element);
    return;
  }
  const target = (getAttr(element, "target") ?? "").toLowerCase();
  if (target !== "" && !["_self", "_top", "_parent"].includes(target)) {
    host.openWindow?.(element.href, target);
    return;
  }
  const url = parts(element);
  if (url === null) return;
  // Modifiers ask for a new tab.
  if (event.isTrusted && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
  // A move to a fragment happens at once; leaving the page is a task.
  host.navigate(url.href);
}

export class HTMLAnchorElement extends HTMLElement {
  get text() {
    return this.textContent;
  }
  set text(value) {
    this.textContent = value;
  }
  [$activate](event) {
    follow(this, event);
  }
  [$idle]() {
    return !hasAttr(this, "href");
  }
}
mixin(HTMLAnchorElement, Hyperlink);
reflect(HTMLAnchorElement, {
  target: "string", download: "string", ping: "string", rel: "string", hreflang: "string", type: "string",
  referrerPolicy, coords: "string", charset: "string", name: "string", rev: "string", shape: "string",
});
reflectTokens(HTMLAnchorElement, "relList", "rel", ["noreferrer", "noopener", "opener"]);
register(HTMLAnchorElement, "a");

export class HTMLAreaElement extends HTMLElement {
  [$activate](event) {
    follow(this, event);
  }
  [$idle]() {
    return !hasAttr(this, "href");
  }
}
mixin(HTMLAreaElement, Hyperlink);
reflect(HTMLAreaElement, {
  alt: "string", coords: "string", shape: "string", target: "string", download: "string", ping: "string", rel: "string",
  referrerPolicy, noHref: "boolean",
});
reflectTokens(HTMLAreaElement, "relList", "rel", ["noreferrer", "noopener", "opener"]);
register(HTMLAreaElement, "area");

// -------------------------------------------------------------------------------------------- details and summary

/** Summary has no interface of its own in the standard. */
class Summary extends HTMLElement {
  [$idle]() {
    return !isSummary(this);
  }
  [$activate]() {
    toggleAttr(this[$parent], "open", !hasAttr(this[$parent], "open"));
  }
}
Object.defineProperty(Summary.prototype, "constructor", { value: htmlGlobals.HTMLElement });
tags.set("summary", Summary);

export class HTMLDetailsElement extends HTMLElement {
  [$attrChanged](local, old, value) {
    if (local !== "open" || (old === null) === (value === null)) return;
    stateChanged(this);
    queueToggle(this, value === null ? "open" : "closed", value === null ? "closed" : "open");
    const name = getAttr(this, "name");
    if (value === null || name === null || name === "") return;
    // Details elements of one name: at most one is open.
    const root = tree.rootOf(this);
    for (let node = root; node !== null; node = tree.following(node, root)) {
      if (node !== this && node[$kind] === 1 && node[$local] === "details" && getAttr(node, "name") === name) {
        removeAttr(node, "open");
      }
    }
  }
  [$stateBits]() {
    return hasAttr(this, "open") ? OPEN : 0;
  }
}
/** "ancestor details revealing algorithm": what is looked for is not left in something closed. */
host.revealAncestors = (element) => {
  let child = element;
  for (let node = element[$parent]; node !== null; child = node, node = node[$parent]) {
    if (node[$kind] !== 1) break;
    if (node[$local] === "details" && !(child[$kind] === 1 && isSummary(child)) && !hasAttr(node, "open")) setAttr(node, "open", "");
  }
};
reflect(HTMLDetailsElement, { open: "boolean", name: "string" });
register(HTMLDetailsElement, "details");
