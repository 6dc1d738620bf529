// Links: HTMLAnchorElement, HTMLAreaElement (HTML § 4.6), and details, summary, dialog (§ 4.11).
import { host, mixin } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { getAttr, hasAttr, removeAttr, setAttr, toggleAttr } from "ext:oracade/dom/attributes.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { ToggleEvent } from "ext:oracade/dom/events.js";
import { setBit, stateChanged } from "ext:oracade/dom/mirror.js";
import * as tree from "ext:oracade/dom/tree.js";
import { HTMLElement, globals as htmlGlobals } from "ext:oracade/html/html_element.js";
import { element as register, tags } from "ext:oracade/html/elements.js";
import { focusedElement, isFocusable, isSummary, setFocus } from "ext:oracade/html/focus.js";
import { referrerPolicy, reflect, reflectTokens, resolveURL } from "ext:oracade/html/reflect.js";
import { $activate, $attrChanged, $connected, $kind, $local, $parent, $removed, $stateBits, MODAL, OPEN } from "ext:oracade/dom/slots.js";

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
      const changed = new globalThis.URL(url.href);
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
  [$activate]() {
    if (!isSummary(this)) return;
    toggleAttr(this[$parent], "open", !hasAttr(this[$parent], "open"));
  }
}
Object.defineProperty(Summary.prototype, "constructor", { value: htmlGlobals.HTMLElement });
tags.set("summary", Summary);

const $toggle = Symbol("pending toggle event's old state");

/** Queues a `toggle` event; several in one task become one. */
function queueToggle(element, oldState, newState) {
  if (element[$toggle] !== undefined) {
    element[$toggle].newState = newState;
    return;
  }
  element[$toggle] = { oldState, newState };
  host.queueTask("DOM manipulation", () => {
    const states = element[$toggle];
    element[$toggle] = undefined;
    fire(element, "toggle", states, ToggleEvent);
  });
}

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
reflect(HTMLDetailsElement, { open: "boolean", name: "string" });
register(HTMLDetailsElement, "details");

// ------------------------------------------------------------------------------------------------------------ dialog

const $modal = Symbol("is modal");
const $return = Symbol("returnValue");
const $previousFocus = Symbol("previously focused element");
const modals = [];

host.topModal = () => (modals.length === 0 ? null : modals[modals.length - 1]);

/** The dialog focusing steps: the autofocus element, else the first focusable one, else the dialog. */
function focusDialog(dialog) {
  dialog[$previousFocus] = focusedElement();
  let target = null;
  for (let node = tree.following(dialog, dialog); node !== null; node = tree.following(node, dialog)) {
    if (node[$kind] !== 1 || !isFocusable(node)) continue;
    target ??= node;
    if (hasAttr(node, "autofocus")) {
      target = node;
      break;
    }
  }
  if (target !== null) setFocus(target);
  else if (focusedElement() !== null) setFocus(null);
}

function endModal(dialog) {
  const at = modals.indexOf(dialog);
  if (at >= 0) modals.splice(at, 1);
  dialog[$modal] = false;
  setBit(dialog, MODAL, false);
}

host.closeDialog = (dialog, result) => {
  if (!hasAttr(dialog, "open")) return;
  removeAttr(dialog, "open");
  endModal(dialog);
  if (result !== undefined) dialog[$return] = `${result}`;
  queueToggle(dialog, "open", "closed");
  const previous = dialog[$previousFocus];
  dialog[$previousFocus] = null;
  if (previous !== null && previous !== undefined && isFocusable(previous)) setFocus(previous);
  host.queueTask("DOM manipulation", () => fire(dialog, "close"));
};

/** Escape closes the topmost modal dialog; true if there was one. */
export function cancelModal() {
  const dialog = host.topModal();
  if (dialog === null) return false;
  if (fire(dialog, "cancel", { cancelable: true })) host.closeDialog(dialog, undefined);
  return true;
}

export class HTMLDialogElement extends HTMLElement {
  get returnValue() {
    return this[$return] ?? "";
  }
  set returnValue(value) {
    this[$return] = `${value}`;
  }
  show() {
    if (hasAttr(this, "open")) {
      if (this[$modal]) fail("InvalidStateError", "Failed to execute 'show' on 'HTMLDialogElement': The dialog is already open as modal, and therefore cannot be opened as non-modal.");
      return;
    }
    setAttr(this, "open", "");
    queueToggle(this, "closed", "open");
    focusDialog(this);
  }
  showModal() {
    if (hasAttr(this, "open")) {
      if (this[$modal]) return;
      fail("InvalidStateError", "Failed to execute 'showModal' on 'HTMLDialogElement': The dialog is already open as non-modal, and therefore cannot be opened as modal.");
    }
    if (!this[$connected]) {
      fail("InvalidStateError", "Failed to execute 'showModal' on 'HTMLDialogElement': The element is not in a Document.");
    }
    setAttr(this, "open", "");
    this[$modal] = true;
    modals.push(this);
    setBit(this, MODAL, true);
    queueToggle(this, "closed", "open");
    focusDialog(this);
  }
  close(result) {
    host.closeDialog(this, result);
  }
  requestClose(result) {
    if (!hasAttr(this, "open")) return;
    if (fire(this, "cancel", { cancelable: true })) host.closeDialog(this, result);
  }
  [$attrChanged](local, old, value) {
    if (local === "open") {
      stateChanged(this);
      if (value === null && this[$modal]) endModal(this);
    }
  }
  [$removed]() {
    if (this[$modal]) endModal(this);
  }
  [$stateBits]() {
    return hasAttr(this, "open") ? OPEN : 0;
  }
}
reflect(HTMLDialogElement, { open: "boolean" });
register(HTMLDialogElement, "dialog");

host.isPopoverOpen = () => false;
