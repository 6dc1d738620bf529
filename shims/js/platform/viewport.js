// The window's sizes, screen, visual viewport and media queries (CSSOM View, Screen Orientation).
import { addFrameStep, finishInterface, host, illegalConstructor, ops, SECRET, wantStep } from "ext:oracade/internal.js";
import { addListener, EventTarget, fire, removeListener } from "ext:oracade/dom/event_target.js";
import { getHandler, handlerAttributes, setHandler } from "ext:oracade/dom/event_handlers.js";
import { MediaQueryListEvent } from "ext:oracade/dom/events.js";
import { DOMException } from "ext:oracade/dom/exception.js";
import { $listened } from "ext:oracade/dom/slots.js";
import { defineOperations, defineReadOnly, defineReplaceable, need } from "ext:oracade/platform/idl.js";

/** What a desktop window's frame adds to the viewport's height: 800 − 713. */
const FRAME_HEIGHT = 87;
/** The screen of headless Chromium, whatever the window's size is. */
const SCREEN = { width: 800, height: 600 };

let size = { width: 0, height: 0, dpr: 1 };
let first = size;
let mobile = false;

const scrollOffset = (axis) => host.scrollOffset()[axis];

/** The layout viewport in CSS px. */
host.viewport = () => size;

// ------------------------------------------------------------------------------------------------------------- screen

class ScreenOrientation extends EventTarget {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
    super();
  }
  get type() {
    return isPortrait() ? "portrait-primary" : "landscape-primary";
  }
  get angle() {
    return 0;
  }
  async lock(orientation) {
    need(1, arguments.length, "lock", "ScreenOrientation");
    void orientation;
    throw new DOMException("screen.orientation.lock() is not available on this device.", "NotSupportedError");
  }
  unlock() {}
}
finishInterface(ScreenOrientation);
handlerAttributes(ScreenOrientation.prototype, ["change"]);

const screenSize = () => (mobile ? size : SCREEN);
const isPortrait = () => screenSize().height > screenSize().width;
const orientation = new ScreenOrientation(SECRET);

class Screen extends EventTarget {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
    super();
  }
  get availWidth() {
    return screenSize().width;
  }
  get availHeight() {
    return screenSize().height;
  }
  get width() {
    return screenSize().width;
  }
  get height() {
    return screenSize().height;
  }
  get colorDepth() {
    return 24;
  }
  get pixelDepth() {
    return 24;
  }
  get availLeft() {
    return 0;
  }
  get availTop() {
    return 0;
  }
  get orientation() {
    return orientation;
  }
  get isExtended() {
    return false;
  }
}
finishInterface(Screen);
handlerAttributes(Screen.prototype, ["change"]);
const screen = new Screen(SECRET);

class VisualViewport extends EventTarget {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
    super();
  }
  get offsetLeft() {
    return 0;
  }
  get offsetTop() {
    return 0;
  }
  get pageLeft() {
    return scrollOffset(0);
  }
  get pageTop() {
    return scrollOffset(1);
  }
  get width() {
    return size.width;
  }
  get height() {
    return size.height;
  }
  get scale() {
    return 1;
  }
}
finishInterface(VisualViewport);
handlerAttributes(VisualViewport.prototype, ["resize", "scroll", "scrollend"]);
const visualViewport = new VisualViewport(SECRET);

// ------------------------------------------------------------------------------------------------------ media queries

/** Lists with listeners: only these must live, and only a change of the viewport or of touch can change their answer. */
const lists = new Set();

class MediaQueryList extends EventTarget {
  #media;
  #last;
  constructor(secret, query) {
    if (secret !== SECRET) illegalConstructor();
    super();
    this.#media = ops.op_media_serialize(query);
    this.#last = ops.op_media_matches(query);
  }
  /** Evaluates again; fires `change` if the answer differs. */
  static update(list) {
    const matches = ops.op_media_matches(list.#media);
    if (matches === list.#last) return;
    list.#last = matches;
    fire(list, "change", { media: list.#media, matches }, MediaQueryListEvent);
  }
  get media() {
    return this.#media;
  }
  get matches() {
    host.flush?.();
    return ops.op_media_matches(this.#media);
  }
  get onchange() {
    return getHandler(this, "change");
  }
  set onchange(value) {
    setHandler(this, "change", value);
  }
  addListener(callback) {
    addListener(this, "change", callback, false);
  }
  removeListener(callback) {
    removeListener(this, "change", callback, false);
  }
}
const updateList = MediaQueryList.update;
delete MediaQueryList.update;
finishInterface(MediaQueryList);
Object.defineProperty(MediaQueryList.prototype, $listened, {
  value() {
    lists.add(this);
  },
});

// ------------------------------------------------------------------------------------------------------------- resizing

/** Hook: the emulated viewport. Layout gets its size now; the events come with the next frame, as CSSOM View asks. */
function resize(width, height, dpr, isMobile = false) {
  const portrait = isPortrait();
  const changed = width !== size.width || height !== size.height;
  size = { width, height, dpr };
  mobile = Boolean(isMobile);
  host.flush?.();
  ops.op_dom_viewport(width, height, dpr, (globalThis.navigator?.maxTouchPoints ?? 0) > 0);
  host.viewportChangedImages();
  wantStep(mediaStep);
  if (changed) wantStep(resizeStep);
  if (portrait !== isPortrait()) host.queueTask("orientation", () => fire(orientation, "change"));
  host.requestFrame();
}

const resizeStep = addFrameStep(20, () => {
  fire(globalThis, "resize");
  fire(visualViewport, "resize");
});

/** Called when the number of touch points has changed. */
host.mediaChanged = () => {
  wantStep(mediaStep);
  host.requestFrame();
};

const mediaStep = addFrameStep(40, () => {
  host.flush?.();
  for (const list of lists) updateList(list);
});

const isFirst = () => size.width === first.width && size.height === first.height;

export const globals = { MediaQueryList, Screen, ScreenOrientation, VisualViewport };
export const hooks = { resize };

export function install() {
  const w = globalThis;
  defineReplaceable(w, "innerWidth", () => size.width);
  defineReplaceable(w, "innerHeight", () => size.height);
  defineReplaceable(w, "outerWidth", () => size.width);
  defineReplaceable(w, "outerHeight", () => (isFirst() ? size.height + FRAME_HEIGHT : size.height));
  defineReplaceable(w, "devicePixelRatio", () => size.dpr);
  defineReplaceable(w, "scrollX", () => scrollOffset(0));
  defineReplaceable(w, "scrollY", () => scrollOffset(1));
  defineReplaceable(w, "pageXOffset", () => scrollOffset(0));
  defineReplaceable(w, "pageYOffset", () => scrollOffset(1));
  for (const name of ["screenX", "screenY", "screenLeft", "screenTop"]) defineReplaceable(w, name, () => 0);
  defineReplaceable(w, "screen", () => screen);
  defineReplaceable(w, "visualViewport", () => visualViewport);
  defineReadOnly(w, "isSecureContext", () => true);
  defineReplaceable(w, "origin", () => w.location.origin);
  defineReadOnly(w, "crossOriginIsolated", () => false);
  defineOperations(w, {
    matchMedia(query) {
      need(1, arguments.length, "matchMedia", "Window");
      host.flush?.();
      return new MediaQueryList(SECRET, `${query}`);
    },
  });
}

export function start(page) {
  first = size = { width: page.viewport.width, height: page.viewport.height, dpr: page.viewport.dpr };
  mobile = false;
}
