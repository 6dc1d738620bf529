// MediaDevices (Media Capture § 9): there is neither camera nor microphone.
import { finishInterface, illegalConstructor, SECRET } from "ext:oracade/internal.js";
import { EventTarget } from "ext:oracade/dom/event_target.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { DOMException } from "ext:oracade/dom/exception.js";

export class MediaDevices extends EventTarget {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor("MediaDevices");
    super();
  }
  async enumerateDevices() {
    return [];
  }
  async getUserMedia(constraints = undefined) {
    if (!constraints?.audio && !constraints?.video) {
      throw new TypeError("Failed to execute 'getUserMedia' on 'MediaDevices': At least one of audio and video must be requested");
    }
    throw new DOMException("Requested device not found", "NotFoundError");
  }
}
finishInterface(MediaDevices);
handlerAttributes(MediaDevices.prototype, ["devicechange"]);

export const globals = { MediaDevices };
