// User activation (HTML § 6.4): set by trusted input, read by navigator.userActivation, audio and media.
import { host, now } from "ext:oracade/internal.js";

/** How long an activation counts as transient in ms; Chromium has 5 s. */
const TRANSIENT = 5000;

let last = -Infinity;
let sticky = false;
let holdsOff = false; // "history-action activation": the user has done something since it was used up
const waiting = [];

/** Called by the input module for every activation-triggering trusted event. */
host.userGesture = () => {
  last = now();
  holdsOff = true;
  if (sticky) return;
  sticky = true;
  for (const callback of waiting.splice(0)) {
    try {
      callback();
    } catch (error) {
      host.reportException(error);
    }
  }
};

/** Another document of this window was active and led here: to Chromium this one has been active too. */
export function rememberActivation() {
  sticky = true;
}

/** Sticky activation. */
export const hasBeenActive = () => sticky;
/** Transient activation. */
export const isActive = () => sticky && now() - last <= TRANSIENT;

/** Whether a page may keep something open that the user wants closed; using it up asks for another gesture. */
export const mayHoldOff = () => holdsOff;
export function heldOff() {
  holdsOff = false;
}

/** Runs a callback at the first activation, or at once if there was one. */
export function whenActivated(callback) {
  if (sticky) callback();
  else waiting.push(callback);
}
