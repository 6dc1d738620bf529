// What stands for devices that a desktop has or lacks: battery, screen wake lock, position.
import { finishInterface, host, illegalConstructor, SECRET } from "ext:oracade/internal.js";
import { EventTarget, fire } from "ext:oracade/dom/event_target.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { need } from "ext:oracade/platform/idl.js";
import { attributes } from "ext:oracade/platform/navigator/interface.js";

export const BatteryManager = attributes("BatteryManager", {
  charging: () => true,
  chargingTime: () => 0,
  dischargingTime: () => Infinity,
  level: () => 1,
}, EventTarget);
handlerAttributes(BatteryManager.prototype, ["chargingchange", "chargingtimechange", "dischargingtimechange", "levelchange"]);

class WakeLockSentinel extends EventTarget {
  #released = false;
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
    super();
  }
  get released() {
    return this.#released;
  }
  get type() {
    return "screen";
  }
  async release() {
    if (this.#released) return;
    this.#released = true;
    fire(this, "release");
  }
}
finishInterface(WakeLockSentinel);
handlerAttributes(WakeLockSentinel.prototype, ["release"]);

export class WakeLock {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
  }
  async request(type = "screen") {
    if (type !== "screen") throw new TypeError(`Failed to execute 'request' on 'WakeLock': The provided value '${type}' is not a valid enum value of type WakeLockType.`);
    return new WakeLockSentinel(SECRET);
  }
}
finishInterface(WakeLock);

class GeolocationPositionError {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
  }
  get code() {
    return 1;
  }
  get message() {
    return "User denied Geolocation";
  }
}
for (const [name, value] of [["PERMISSION_DENIED", 1], ["POSITION_UNAVAILABLE", 2], ["TIMEOUT", 3]]) {
  const descriptor = { value, writable: false, enumerable: true, configurable: false };
  Object.defineProperty(GeolocationPositionError, name, descriptor);
  Object.defineProperty(GeolocationPositionError.prototype, name, descriptor);
}
finishInterface(GeolocationPositionError);

let lastWatch = 0;
export class Geolocation {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
  }
  getCurrentPosition(success, failure = undefined) {
    need(1, arguments.length, "getCurrentPosition", "Geolocation");
    if (typeof success !== "function") throw new TypeError("Failed to execute 'getCurrentPosition' on 'Geolocation': parameter 1 is not of type 'Function'.");
    if (typeof failure === "function") host.queueTask("geolocation", () => failure(new GeolocationPositionError(SECRET)));
  }
  watchPosition(success, failure = undefined) {
    this.getCurrentPosition(success, failure);
    return ++lastWatch;
  }
  clearWatch() {}
}
finishInterface(Geolocation);

export const globals = { BatteryManager, Geolocation, GeolocationPositionError, WakeLock, WakeLockSentinel };
