// Navigator (HTML § 8.10) and what hangs on it that has no file of its own.
import { finishInterface, host, illegalConstructor, ops, SECRET } from "ext:oracade/internal.js";
import { EventTarget } from "ext:oracade/dom/event_target.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { hasBeenActive, isActive } from "ext:oracade/platform/gesture.js";
import { defineReadOnly, defineReplaceable, need, usv } from "ext:oracade/platform/idl.js";
import { Clipboard } from "ext:oracade/platform/navigator/clipboard.js";
import { BatteryManager, Geolocation, WakeLock } from "ext:oracade/platform/navigator/devices.js";
import { attributes } from "ext:oracade/platform/navigator/interface.js";
import { Keyboard } from "ext:oracade/platform/navigator/keyboard.js";
import { LockManager } from "ext:oracade/platform/navigator/locks.js";
import { MediaDevices } from "ext:oracade/platform/navigator/media_devices.js";
import { MediaSession } from "ext:oracade/platform/navigator/media_session.js";
import { Permissions } from "ext:oracade/platform/navigator/permissions.js";
import { mimeTypes, plugins } from "ext:oracade/platform/navigator/plugins.js";

let config = null;

const UserActivation = attributes("UserActivation", {
  hasBeenActive: () => hasBeenActive(),
  isActive: () => isActive(),
});

const NetworkInformation = attributes("NetworkInformation", {
  effectiveType: () => "4g",
  rtt: () => 50,
  downlink: () => 10,
  saveData: () => false,
}, EventTarget);
handlerAttributes(NetworkInformation.prototype, ["change"]);

class StorageManager {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
  }
  async estimate() {
    // Web Storage is no part of what Chromium counts.
    const [usage] = ops.op_idb_usage();
    return { quota: 10737418240, usage, usageDetails: usage === 0 ? {} : { indexedDB: usage } };
  }
  async persisted() {
    return false;
  }
  async persist() {
    return false;
  }
}
finishInterface(StorageManager);

/** What is waiting to be delivered is not told: nothing ever waits while a script runs. */
class Scheduling {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor("Scheduling");
  }
  isInputPending() {
    return false;
  }
}
finishInterface(Scheduling);

class NavigatorUAData {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
  }
  get brands() {
    const major = /Chrome\/(\d+)/.exec(config.userAgent)?.[1] ?? "156";
    return [{ brand: "Not:A-Brand", version: "8" }, { brand: "Chromium", version: major }];
  }
  get mobile() {
    return /\bMobile\b/.test(config.userAgent);
  }
  get platform() {
    return "Linux";
  }
  /** Chromium's order is that of the names. */
  async getHighEntropyValues(hints) {
    need(1, arguments.length, "getHighEntropyValues", "NavigatorUAData");
    const full = `${this.brands[1].version}.0.0.0`;
    const all = {
      architecture: "x86", bitness: "64", formFactors: ["Desktop"],
      fullVersionList: [{ ...this.brands[0], version: `${this.brands[0].version}.0.0.0` }, { ...this.brands[1], version: full }],
      model: "", platformVersion: "", uaFullVersion: full, wow64: false,
    };
    const values = this.toJSON();
    for (const hint of hints) if (Object.hasOwn(all, hint)) values[hint] = all[hint];
    return Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
  }
  toJSON() {
    return { brands: this.brands, mobile: this.mobile, platform: this.platform };
  }
}
finishInterface(NavigatorUAData);

// ---------------------------------------------------------------------------------------------------------- Navigator

const parts = {
  clipboard: new Clipboard(SECRET),
  connection: new NetworkInformation(SECRET),
  geolocation: new Geolocation(SECRET),
  keyboard: new Keyboard(SECRET),
  locks: new LockManager(SECRET),
  mediaDevices: new MediaDevices(SECRET),
  mediaSession: new MediaSession(SECRET),
  permissions: new Permissions(SECRET),
  scheduling: new Scheduling(SECRET),
  storage: new StorageManager(SECRET),
  userActivation: new UserActivation(SECRET),
  userAgentData: new NavigatorUAData(SECRET),
  wakeLock: new WakeLock(SECRET),
};
const battery = new BatteryManager(SECRET);
let languages = Object.freeze(["en-US", "en"]);

const Navigator = attributes("Navigator", {
  vendorSub: () => "",
  productSub: () => "20030107",
  vendor: () => "Google Inc.",
  maxTouchPoints: () => config.touchPoints,
  userActivation: () => parts.userActivation,
  doNotTrack: () => null,
  geolocation: () => parts.geolocation,
  connection: () => parts.connection,
  plugins: () => plugins,
  mimeTypes: () => mimeTypes,
  pdfViewerEnabled: () => true,
  hardwareConcurrency: () => 4,
  cookieEnabled: () => true,
  appCodeName: () => "Mozilla",
  appName: () => "Netscape",
  appVersion: () => config.userAgent.replace(/^Mozilla\//, ""),
  platform: () => "Linux x86_64",
  product: () => "Gecko",
  userAgent: () => config.userAgent,
  language: () => config.locale,
  languages: () => languages,
  onLine: () => true,
  webdriver: () => false,
  clipboard: () => parts.clipboard,
  deviceMemory: () => 8,
  keyboard: () => parts.keyboard,
  locks: () => parts.locks,
  mediaDevices: () => parts.mediaDevices,
  mediaSession: () => parts.mediaSession,
  permissions: () => parts.permissions,
  scheduling: () => parts.scheduling,
  storage: () => parts.storage,
  userAgentData: () => parts.userAgentData,
  wakeLock: () => parts.wakeLock,
});

const methods = {
  javaEnabled() {
    return false;
  },
  getGamepads() {
    return host.gamepads();
  },
  async getBattery() {
    return battery;
  },
  /** Valid patterns are accepted once the user has interacted; nothing can be felt here, as on a desktop. */
  vibrate(pattern) {
    need(1, arguments.length, "vibrate", "Navigator");
    const list = typeof pattern === "object" && pattern !== null ? [...pattern] : [pattern];
    void list.map((ms) => ms >>> 0);
    return hasBeenActive();
  },
  /** The request is queued and true returned, as Fetch asks; the network being closed, it fails later, unseen by the page. */
  sendBeacon(url) {
    need(1, arguments.length, "sendBeacon", "Navigator");
    const target = host.parseURL(usv(url));
    if (target === null) throw new TypeError("Failed to execute 'sendBeacon' on 'Navigator': The URL argument is ill-formed or unsupported.");
    if (!/^https?:$/.test(target.protocol)) throw new TypeError("Failed to execute 'sendBeacon' on 'Navigator': Beacons are only supported over HTTP(S).");
    return true;
  },
};
for (const [key, value] of Object.entries(methods)) {
  Object.defineProperty(Navigator.prototype, key, { value, writable: true, enumerable: true, configurable: true });
}

const navigator = new Navigator(SECRET);

/** Hook: emulated touch points. Media features like `pointer` follow. */
function setTouch(points) {
  config.touchPoints = points;
  const { width, height, dpr } = host.viewport();
  host.flush?.();
  ops.op_dom_viewport(width, height, dpr, points > 0);
  host.mediaChanged();
}

export const globals = { Navigator, NavigatorUAData, NetworkInformation, Scheduling, StorageManager, UserActivation };
export const hooks = { setTouch };

export function install() {
  defineReadOnly(globalThis, "navigator", () => navigator);
  defineReplaceable(globalThis, "clientInformation", () => navigator);
}

export function start(page) {
  config = { userAgent: page.userAgent, locale: page.locale, touchPoints: page.touchPoints };
  const base = page.locale.split("-")[0];
  languages = Object.freeze(base === page.locale ? [page.locale] : [page.locale, base]);
}
