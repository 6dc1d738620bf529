// The other event interfaces of HTML, CSS and the platform, and document.createEvent's table.
import { host, slot } from "ext:oracade/internal.js";
import { CustomEvent, Event, eventInterface, initialize, setFields } from "ext:oracade/dom/event.js";
import {
  CompositionEvent,
  DragEvent,
  FocusEvent,
  KeyboardEvent,
  MouseEvent,
  TouchEvent,
  UIEvent,
} from "ext:oracade/dom/ui_events.js";

export const HashChangeEvent = eventInterface("HashChangeEvent", Event, { oldURL: "", newURL: "" });
export const PopStateEvent = eventInterface("PopStateEvent", Event, { state: null, hasUAVisualTransition: false });
const nullable = (value) => (value === undefined || value === null ? null : `${value}`);
export const StorageEvent = eventInterface("StorageEvent", Event, {
  key: nullable, oldValue: nullable, newValue: nullable, url: "", storageArea: null,
}, {
  initStorageEvent(type, bubbles = false, cancelable = false, key = null, oldValue = null, newValue = null, url = "",
    storageArea = null) {
    if (initialize(this, type, bubbles, cancelable)) {
      setFields(StorageEvent, this, { key, oldValue, newValue, url: `${url}`, storageArea });
    }
  },
});
export const MessageEvent = eventInterface("MessageEvent", Event, {
  data: null, origin: "", lastEventId: "", source: null,
  ports: (value) => Object.freeze(value === undefined ? [] : [...value]),
}, {
  initMessageEvent(type, bubbles = false, cancelable = false, data = null, origin = "", lastEventId = "", source = null,
    ports = []) {
    if (arguments.length === 0) {
      throw new TypeError("Failed to execute 'initMessageEvent' on 'MessageEvent': 1 argument required, but only 0 present.");
    }
    if (initialize(this, type, bubbles, cancelable)) {
      setFields(MessageEvent, this, { data, origin: `${origin}`, lastEventId: `${lastEventId}`, source,
        ports: Object.freeze([...ports]) });
    }
  },
});
export const ErrorEvent = eventInterface("ErrorEvent", Event, {
  message: "", filename: "", lineno: 0, colno: 0, error: undefined,
});
export const PromiseRejectionEvent = eventInterface("PromiseRejectionEvent", Event, {
  promise: (value) => {
    if (value === undefined) {
      throw new TypeError("Failed to construct 'PromiseRejectionEvent': required member promise is undefined.");
    }
    return value;
  },
  reason: undefined,
});
export const ProgressEvent = eventInterface("ProgressEvent", Event, { lengthComputable: false, loaded: 0, total: 0 });
export const PageTransitionEvent = eventInterface("PageTransitionEvent", Event, { persisted: false });
export const TransitionEvent = eventInterface("TransitionEvent", Event, {
  propertyName: "", elapsedTime: 0, pseudoElement: "",
});
export const AnimationEvent = eventInterface("AnimationEvent", Event, {
  animationName: "", elapsedTime: 0, pseudoElement: "",
});
export const SubmitEvent = eventInterface("SubmitEvent", Event, {
  submitter: (value) => {
    if (value === undefined || value === null) return null;
    if (value instanceof host.globals.HTMLElement) return value;
    throw new TypeError("Failed to construct 'SubmitEvent': Failed to read the 'submitter' property from 'SubmitEventInit': Failed to convert value to 'HTMLElement'.");
  },
});
export const FormDataEvent = eventInterface("FormDataEvent", Event, {
  formData: (value) => {
    if (value instanceof host.globals.FormData) return value;
    throw new TypeError("Failed to construct 'FormDataEvent': Failed to read the 'formData' property from 'FormDataEventInit': Required member is undefined.");
  },
});
export const ToggleEvent = eventInterface("ToggleEvent", Event, { oldState: "", newState: "", source: null });
export const CloseEvent = eventInterface("CloseEvent", Event, { wasClean: false, code: 0, reason: "" });
export const GamepadEvent = eventInterface("GamepadEvent", Event, { gamepad: null });
export const MediaQueryListEvent = eventInterface("MediaQueryListEvent", Event, { media: "", matches: false });

const $returnValue = slot("returnValue");
export class BeforeUnloadEvent extends Event {
  get returnValue() {
    return this[$returnValue] ?? "";
  }
  set returnValue(value) {
    this[$returnValue] = `${value}`;
  }
}
/** Whether a dispatched event was given a reason to stay other than by being cancelled. */
export const hasReasonToStay = (event) => (event[$returnValue] ?? "") !== "";
Object.defineProperty(BeforeUnloadEvent.prototype, Symbol.toStringTag, {
  value: "BeforeUnloadEvent", configurable: true,
});

/** Interfaces that document.createEvent can make, by lower-case name (DOM § 4.5). */
export const LEGACY_EVENTS = {
  beforeunloadevent: BeforeUnloadEvent,
  compositionevent: CompositionEvent,
  customevent: CustomEvent,
  dragevent: DragEvent,
  event: Event,
  events: Event,
  focusevent: FocusEvent,
  hashchangeevent: HashChangeEvent,
  htmlevents: Event,
  keyboardevent: KeyboardEvent,
  messageevent: MessageEvent,
  mouseevent: MouseEvent,
  mouseevents: MouseEvent,
  storageevent: StorageEvent,
  svgevents: Event,
  touchevent: TouchEvent,
  uievent: UIEvent,
  uievents: UIEvent,
};

export const globals = {
  HashChangeEvent, PopStateEvent, StorageEvent, MessageEvent, ErrorEvent, PromiseRejectionEvent, ProgressEvent,
  PageTransitionEvent, TransitionEvent, AnimationEvent, SubmitEvent, FormDataEvent, ToggleEvent, CloseEvent,
  GamepadEvent, MediaQueryListEvent, BeforeUnloadEvent,
};
