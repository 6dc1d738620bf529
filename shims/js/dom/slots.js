// Internal slots of events and nodes, and the counters that invalidate caches.

// EventTarget
import { slot } from "ext:oracade/internal.js";
export const $listeners = slot("listeners"); // Map type → array of listeners (copied on write), or null
export const $handlers = slot("handlers"); // Map type → event handler record, or null
export const $listened = Symbol("has its first listener"); // method(), or undefined
export const $eventParent = Symbol("get the parent"); // method(event) → EventTarget or null
export const $activate = Symbol("activation behavior"); // method(event)
export const $preActivate = Symbol("legacy-pre-activation behavior"); // method() → state for the cancel
export const $cancelActivate = Symbol("legacy-canceled-activation behavior"); // method(state)
export const $handlerTarget = Symbol("event handler target"); // method(type) → target that owns the handler

// Event
export const $type = slot("type");
export const $target = slot("target");
export const $related = slot("relatedTarget");
export const $current = slot("currentTarget");
export const $phase = slot("eventPhase");
export const $flags = slot("flags");
export const $trusted = slot("isTrusted");
export const $path = slot("path");
export const $time = slot("timeStamp");

// Node
export const $id = slot("node id");
export const $kind = slot("node type"); // nodeType
export const $doc = slot("node document");
export const $parent = slot("parent");
export const $first = slot("first child");
export const $last = slot("last child");
export const $next = slot("next sibling");
export const $prev = slot("previous sibling");
export const $connected = slot("is connected");
export const $observers = slot("registered observers"); // array or null
export const $lists = slot("live lists"); // cached childNodes/children/collections, or null
export const $ranged = slot("a range may be here or below"); // bits, see dom/boundary.js
export const $compat = slot("compatMode"); // of documents
export const $html = slot("is an HTML document"); // of documents
export const $adopted = Symbol("adopting steps"); // method(oldDocument)
export const $tagName = slot("cached tagName");
export const $data = slot("data");
export const $clone = Symbol("cloning steps"); // method(document, deep)
export const $inserted = Symbol("insertion steps"); // method() after a connected insertion
export const $removed = Symbol("removing steps"); // method(oldParent) after removal from the document
export const $childrenChanged = Symbol("children changed steps"); // method()
export const $shadow = slot("shadow root"); // ShadowRoot of an element, or null
export const $slotted = slot("manually assigned nodes"); // of a slot: array, or undefined
export const $host = slot("host"); // host of a shadow root or of template contents

// Element
export const $ns = slot("namespace");
export const $prefix = slot("prefix");
export const $local = slot("local name");
export const $attrs = slot("attributes"); // array of AttrRec
export const $attrChanged = Symbol("attribute change steps"); // method(localName, oldValue, value)
export const $classes = slot("class tokens"); // cached array or null
export const $style = slot("style declaration"); // CSSStyleDeclaration or null
export const $styleStale = slot("style attribute is out of date");
export const $bits = slot("element state bits set by input");
export const $stateBits = Symbol("state bits of a control"); // method() → bits
export const $controlText = Symbol("text a control shows"); // method() → [text, isPlaceholder]
export const $replaced = slot("replaced content"); // {width, height, kind, handle} or null
export const $idle = Symbol("has no activation behaviour now"); // method() → boolean
export const $misc = slot("rarely used slots"); // object or null
export const $is = slot("is value"); // of a customised built-in element
export const $customStates = slot("custom states"); // Set, or undefined
export const $definition = slot("custom element definition");
export const $dirtyMirror = slot("mirror marks");

/** State bits of docs/boundary.md, code 10. */
export const HOVER = 1;
export const ACTIVE = 2;
export const FOCUS = 4;
export const FOCUS_VISIBLE = 8;
export const FOCUS_WITHIN = 16;
export const CHECKED = 32;
export const DISABLED = 64;
export const INDETERMINATE = 128;
export const PLACEHOLDER_SHOWN = 256;
export const OPEN = 512;
export const FULLSCREEN = 1024;
export const MODAL = 2048;
export const TARGET = 4096;
export const DEFAULT = 1 << 13;
export const VALID = 1 << 14;
export const INVALID = 1 << 15;
export const USER_VALID = 1 << 16;
export const USER_INVALID = 1 << 17;
export const IN_RANGE = 1 << 18;
export const OUT_OF_RANGE = 1 << 19;
export const POPOVER_OPEN = 1 << 20;
export const NOT_DEFINED = 1 << 21;

/** `tree` grows with every tree or attribute change that a live collection could see; the flags let hot paths skip work. */
export const clock = { tree: 1, shadow: false, custom: false, observed: false, ranges: false, inert: false, hover: false };

export const HTML_NS = "http://www.w3.org/1999/xhtml";
export const SVG_NS = "http://www.w3.org/2000/svg";
export const MATHML_NS = "http://www.w3.org/1998/Math/MathML";
export const XML_NS = "http://www.w3.org/XML/1998/namespace";
export const XMLNS_NS = "http://www.w3.org/2000/xmlns/";
export const XLINK_NS = "http://www.w3.org/1999/xlink";
