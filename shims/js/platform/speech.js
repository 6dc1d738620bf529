// Speech synthesis (Web Speech API § 4.2) as headless Chromium answers: there are no voices, and every utterance fails at once.
import { finishInterface, host, illegalConstructor, now, SECRET } from "ext:oracade/internal.js";
import { Event, eventInterface } from "ext:oracade/dom/event.js";
import { EventTarget, fire } from "ext:oracade/dom/event_target.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { floatOf } from "ext:oracade/platform/audio/options.js";
import { defineReadOnly, need } from "ext:oracade/platform/idl.js";

const required = (name) => (value) => {
  if (value === undefined) throw new TypeError(`Failed to construct 'SpeechSynthesisEvent': Failed to read the '${name}' property from 'SpeechSynthesisEventInit': Required member is undefined.`);
  return value;
};
const SpeechSynthesisEvent = eventInterface("SpeechSynthesisEvent", Event, {
  utterance: required("utterance"), charIndex: 0, charLength: 0, elapsedTime: 0, name: "",
});
const SpeechSynthesisErrorEvent = eventInterface("SpeechSynthesisErrorEvent", SpeechSynthesisEvent, { error: required("error") });

class SpeechSynthesisVoice {
  constructor() {
    illegalConstructor();
  }
}
finishInterface(SpeechSynthesisVoice);

const clamp = (value, min, max) => Math.min(max, Math.max(min, value));
const where = (name) => `Failed to set the '${name}' property on 'SpeechSynthesisUtterance'`;

class SpeechSynthesisUtterance extends EventTarget {
  #text;
  #lang = "";
  #voice = null;
  #volume = 1;
  #rate = 1;
  #pitch = 1;
  constructor(text = undefined) {
    super();
    this.#text = text === undefined ? "" : `${text}`;
  }
  static is(value) {
    return typeof value === "object" && value !== null && #text in value;
  }
  get text() {
    return this.#text;
  }
  set text(value) {
    this.#text = `${value}`;
  }
  get lang() {
    return this.#lang;
  }
  set lang(value) {
    this.#lang = `${value}`;
  }
  get voice() {
    return this.#voice;
  }
  set voice(value) {
    // There is none that could be set.
    if (value !== null && value !== undefined) throw new TypeError(`${where("voice")}: Failed to convert value to 'SpeechSynthesisVoice'.`);
    this.#voice = null;
  }
  get volume() {
    return this.#volume;
  }
  set volume(value) {
    this.#volume = clamp(floatOf(value, where("volume")), 0, 1);
  }
  get rate() {
    return this.#rate;
  }
  set rate(value) {
    this.#rate = clamp(floatOf(value, where("rate")), Math.fround(0.1), 10);
  }
  get pitch() {
    return this.#pitch;
  }
  set pitch(value) {
    this.#pitch = clamp(floatOf(value, where("pitch")), 0, 2);
  }
}
const isUtterance = SpeechSynthesisUtterance.is;
delete SpeechSynthesisUtterance.is;
finishInterface(SpeechSynthesisUtterance);
handlerAttributes(SpeechSynthesisUtterance.prototype, ["start", "end", "error", "pause", "resume", "mark", "boundary"]);

class SpeechSynthesis extends EventTarget {
  #speaking = null; // {utterance, since}
  #pending = [];
  #asked = false;
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor("SpeechSynthesis");
    super();
  }
  get pending() {
    return this.#pending.length > 0;
  }
  get speaking() {
    return this.#speaking !== null;
  }
  get paused() {
    void this.#pending;
    return false;
  }
  speak(utterance) {
    need(1, arguments.length, "speak", "SpeechSynthesis");
    if (!isUtterance(utterance)) throw new TypeError("Failed to execute 'speak' on 'SpeechSynthesis': parameter 1 is not of type 'SpeechSynthesisUtterance'.");
    this.#ask();
    this.#pending.push(utterance);
    this.#next();
  }
  #next() {
    if (this.#speaking !== null || this.#pending.length === 0) return;
    const current = this.#speaking = { utterance: this.#pending.shift(), since: now() };
    host.queueTask("speech", () => {
      if (this.#speaking !== current) return;
      this.#speaking = null;
      fail(current, "synthesis-failed");
      this.#next();
    });
  }
  /** What is being spoken fails by itself. */
  cancel() {
    this.#pending.length = 0;
  }
  /** Nothing is being said that could pause. */
  pause() {
    void this.#pending;
  }
  resume() {
    void this.#pending;
  }
  getVoices() {
    this.#ask();
    return [];
  }
  /** The list of voices arrives, empty, after it was asked for. */
  #ask() {
    if (this.#asked) return;
    this.#asked = true;
    host.queueTask("speech", () => fire(this, "voiceschanged"));
  }
}
finishInterface(SpeechSynthesis);
handlerAttributes(SpeechSynthesis.prototype, ["voiceschanged"]);

function fail({ utterance, since }, error) {
  fire(utterance, "error", { utterance, error, elapsedTime: Math.fround(now() - since) }, SpeechSynthesisErrorEvent);
}

export const globals = { SpeechSynthesis, SpeechSynthesisErrorEvent, SpeechSynthesisEvent, SpeechSynthesisUtterance, SpeechSynthesisVoice };

export function install() {
  const speech = new SpeechSynthesis(SECRET);
  defineReadOnly(globalThis, "speechSynthesis", () => speech);
}
