// HTMLElement and what it shares with SVGElement (HTML § 3.2.2, 3.2.8).
import { SECRET, finishInterface, host, mixin, ops } from "ext:oracade/internal.js";
import { getAttr, hasAttr, setAttr, toggleAttr } from "ext:oracade/dom/attributes.js";
import { createText } from "ext:oracade/dom/character_data.js";
import { createFragment } from "ext:oracade/dom/parent_node.js";
import { fail } from "ext:oracade/dom/exception.js";
import { Element, misc } from "ext:oracade/dom/element.js";
import { GLOBAL_HANDLERS, BODY_FORWARDED, handlerAttributes, setContentHandler } from "ext:oracade/dom/event_handlers.js";
import { dispatch } from "ext:oracade/dom/event_target.js";
import { flush } from "ext:oracade/dom/mirror.js";
import { PointerEvent, simulate } from "ext:oracade/dom/ui_events.js";
import { datasetOf } from "ext:oracade/dom/token_list.js";
import * as tree from "ext:oracade/dom/tree.js";
import { offsetOf, offsetParent } from "ext:oracade/dom/cssom_view.js";
import { styleOf } from "ext:oracade/css/declaration.js";
import { isEditableNode } from "ext:oracade/html/editable/host.js";
import { blurElement, focusElement, isDisabled, tabIndexOf } from "ext:oracade/html/focus.js";
import { enumerated, reflect } from "ext:oracade/html/reflect.js";
import { $connected, $data, $doc, $id, $kind, $local, $ns, $parent, HTML_NS } from "ext:oracade/dom/slots.js";

export const HTMLOrSVGElement = {
  get dataset() {
    const slots = misc(this);
    return slots.dataset ??= datasetOf(this);
  },
  get style() {
    return styleOf(this);
  },
  set style(text) {
    styleOf(this).cssText = text;
  },
  get tabIndex() {
    return tabIndexOf(this);
  },
  set tabIndex(value) {
    setAttr(this, "tabindex", `${value | 0}`);
  },
  get nonce() {
    return getAttr(this, "nonce") ?? "";
  },
  set nonce(value) {
    setAttr(this, "nonce", `${value}`);
  },
  get autofocus() {
    return hasAttr(this, "autofocus");
  },
  set autofocus(value) {
    toggleAttr(this, "autofocus", Boolean(value));
  },
  focus(options) {
    focusElement(this, options);
  },
  blur() {
    blurElement(this);
  },
};

const clicking = new WeakSet();

export class HTMLElement extends Element {
  constructor(secret, document, local, ns, prefix) {
    if (secret !== SECRET) return host.constructCustom(new.target);
    super(SECRET, document, local, ns, prefix);
  }

  get hidden() {
    const value = getAttr(this, "hidden");
    return value !== null && value.toLowerCase() === "until-found" ? "until-found" : value !== null;
  }
  set hidden(value) {
    if (typeof value === "string" && value.toLowerCase() === "until-found") setAttr(this, "hidden", "until-found");
    else toggleAttr(this, "hidden", Boolean(value));
  }
  get draggable() {
    const value = getAttr(this, "draggable")?.toLowerCase();
    if (value === "true" || value === "false") return value === "true";
    return this[$ns] === HTML_NS && (this[$local] === "img" || (this[$local] === "a" && hasAttr(this, "href")));
  }
  set draggable(value) {
    setAttr(this, "draggable", `${Boolean(value)}`);
  }
  get spellcheck() {
    for (let node = this; node !== null && node[$kind] === 1; node = node[$parent]) {
      const value = getAttr(node, "spellcheck")?.toLowerCase();
      if (value !== undefined) return value !== "false";
    }
    return true;
  }
  set spellcheck(value) {
    setAttr(this, "spellcheck", `${Boolean(value)}`);
  }
  get translate() {
    for (let node = this; node !== null && node[$kind] === 1; node = node[$parent]) {
      const value = getAttr(node, "translate")?.toLowerCase();
      if (value === "no") return false;
      if (value === "yes" || value === "") return true;
    }
    return true;
  }
  set translate(value) {
    setAttr(this, "translate", value ? "yes" : "no");
  }
  get contentEditable() {
    const value = getAttr(this, "contenteditable")?.toLowerCase();
    if (value === "" || value === "true") return "true";
    return value === "false" || value === "plaintext-only" ? value : "inherit";
  }
  set contentEditable(value) {
    value = `${value}`.toLowerCase();
    if (value === "inherit") this.removeAttribute("contenteditable");
    else if (value === "true" || value === "false" || value === "plaintext-only") setAttr(this, "contenteditable", value);
    else {
      fail("SyntaxError", `Failed to set the 'contentEditable' property on 'HTMLElement': The value provided ('${value}') is not one of 'true', 'false', 'plaintext-only', or 'inherit'.`);
    }
  }
  get isContentEditable() {
    return isEditableNode(this);
  }

  get innerText() {
    if (!this[$connected]) return tree.textOf(this, $data);
    flush();
    if (!ops.op_layout_is_rendered(this[$id])) return tree.textOf(this, $data);
    return ops.op_layout_inner_text(this[$id]);
  }
  set innerText(value) {
    tree.replaceAll(this, renderedText(this[$doc], value === null ? "" : `${value}`));
  }
  get outerText() {
    return this.innerText;
  }
  set outerText(value) {
    const parent = this[$parent];
    if (parent === null) return;
    const fragment = renderedText(this[$doc], value === null ? "" : `${value}`);
    tree.insert(parent, fragment, this);
    tree.remove(this);
  }
  get offsetParent() {
    return offsetParent(this);
  }
  get offsetLeft() {
    return offsetOf(this, 0);
  }
  get offsetTop() {
    return offsetOf(this, 1);
  }
  get offsetWidth() {
    return offsetOf(this, 2);
  }
  get offsetHeight() {
    return offsetOf(this, 3);
  }
  click() {
    if (isDisabled(this) || clicking.has(this)) return;
    clicking.add(this);
    try {
      const event = new PointerEvent("click", {
        bubbles: true, cancelable: true, composed: true, view: globalThis, pointerId: -1,
      });
      dispatch(this, simulate(event));
    } finally {
      clicking.delete(this);
    }
  }
}
mixin(HTMLElement, HTMLOrSVGElement);
reflect(HTMLElement, {
  title: "string",
  lang: "string",
  accessKey: "string",
  dir: enumerated("dir", ["ltr", "rtl", "auto"]),
  inert: "boolean",
  autocapitalize: enumerated("autocapitalize", ["off", "none", "on", "sentences", "words", "characters"]),
  enterKeyHint: enumerated("enterkeyhint", ["enter", "done", "go", "next", "previous", "search", "send"]),
  inputMode: enumerated("inputmode", ["none", "text", "tel", "url", "email", "numeric", "decimal", "search"]),
});
handlerAttributes(HTMLElement.prototype, GLOBAL_HANDLERS);
finishInterface(HTMLElement);

/** The nodes that setting innerText makes: text with <br> for line breaks. */
function renderedText(document, text) {
  if (!/[\r\n]/.test(text)) return text === "" ? createFragment(document) : createText(document, text);
  const fragment = createFragment(document);
  text.split(/\r\n|\r|\n/).forEach((line, index) => {
    if (index > 0) tree.insert(fragment, host.makeElement(document, "br", HTML_NS, null), null);
    if (line !== "") tree.insert(fragment, createText(document, line), null);
  });
  return fragment;
}

const HANDLERS = new Set(GLOBAL_HANDLERS);
host.contentHandlerChanged = (element, type, value) => {
  const body = element[$ns] === HTML_NS && (element[$local] === "body" || element[$local] === "frameset");
  if (HANDLERS.has(type) || host.touchHandlers?.has(type) || (body && BODY_FORWARDED.has(type))) {
    setContentHandler(element, type, value);
  }
};

export class HTMLUnknownElement extends HTMLElement {}
finishInterface(HTMLUnknownElement);

export const globals = { HTMLElement, HTMLUnknownElement };
