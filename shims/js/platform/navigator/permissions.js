// Permissions and PermissionStatus (Permissions § 6), with the answers of headless Chromium: nobody is asked.
import { finishInterface, illegalConstructor, SECRET } from "ext:oracade/internal.js";
import { EventTarget } from "ext:oracade/dom/event_target.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { DOMException } from "ext:oracade/dom/exception.js";
import { need } from "ext:oracade/platform/idl.js";

const GRANTED = [
  "accelerometer", "background-fetch", "background-sync", "clipboard-write", "gyroscope", "keyboard-lock", "magnetometer",
  "payment-handler", "pointer-lock", "screen-wake-lock", "storage-access",
];
const PROMPT = [
  "ambient-light-sensor", "camera", "clipboard-read", "display-capture", "geolocation", "idle-detection", "local-fonts",
  "microphone", "midi", "nfc", "persistent-storage", "push", "window-management",
];
const STATES = new Map([
  ...GRANTED.map((name) => [name, "granted"]), ...PROMPT.map((name) => [name, "prompt"]), ["notifications", "denied"],
]);

class PermissionStatus extends EventTarget {
  #name;
  constructor(secret, name) {
    if (secret !== SECRET) illegalConstructor("PermissionStatus");
    super();
    this.#name = name;
  }
  get name() {
    return this.#name;
  }
  get state() {
    return STATES.get(this.#name);
  }
}
finishInterface(PermissionStatus);
handlerAttributes(PermissionStatus.prototype, ["change"]);

export class Permissions {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor("Permissions");
  }
  async query(permission) {
    const where = "Failed to execute 'query' on 'Permissions'";
    need(1, arguments.length, "query", "Permissions");
    const given = permission?.name;
    if (given === undefined) throw new TypeError(`${where}: Failed to read the 'name' property from 'PermissionDescriptor': Required member is undefined.`);
    const name = `${given}`;
    if (name === "fullscreen") throw new TypeError(`${where}: Fullscreen Permission only supports allowWithoutGesture:true.`);
    if (name === "speaker-selection") throw new TypeError(`${where}: The Speaker Selection API is not enabled.`);
    if (name === "push" && permission.userVisibleOnly !== true) {
      throw new DOMException(`${where}: Push Permission without userVisibleOnly:true isn't supported yet.`, "NotSupportedError");
    }
    if (!STATES.has(name)) {
      throw new TypeError(`${where}: Failed to read the 'name' property from 'PermissionDescriptor': The provided value '${name}' is not a valid enum value of type PermissionName.`);
    }
    return new PermissionStatus(SECRET, name);
  }
}
finishInterface(Permissions);

export const globals = { PermissionStatus, Permissions };
