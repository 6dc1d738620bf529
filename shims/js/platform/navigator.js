// Navigator and what hangs on it.
import { core } from "ext:core/mod.js";
import { finishInterface, host, illegalConstructor, ops, SECRET } from "ext:oracade/internal.js";
import { EventTarget, fire } from "ext:oracade/dom/event_target.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { DOMException } from "ext:oracade/dom/exception.js";
import { blobBytes, blobOfBytes, isBlob } from "ext:oracade/platform/blob.js";
import { hasBeenActive, isActive } from "ext:oracade/platform/gesture.js";
import { defineReplaceable, need, usv } from "ext:oracade/platform/idl.js";

/** An interface without a constructor whose attributes are read from a table of functions. */
function attributes(name, table, Base) {
  const cls = Base === undefined
    ? {
      [name]: class {
        constructor(secret) {
          if (secret !== SECRET) illegalConstructor();
        }
      },
    }[name]
    : {
      [name]: class extends Base {
        constructor(secret) {
          if (secret !== SECRET) illegalConstructor();
          super();
        }
      },
    }[name];
  for (const [key, get] of Object.entries(table)) {
    Object.defineProperty(cls.prototype, key, { get, enumerable: true, configurable: true });
  }
  return finishInterface(cls, name);
}

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

const BatteryManager = attributes("BatteryManager", {
  charging: () => true,
  chargingTime: () => 0,
  dischargingTime: () => Infinity,
  level: () => 1,
}, EventTarget);
handlerAttributes(BatteryManager.prototype, ["chargingchange", "chargingtimechange", "dischargingtimechange", "levelchange"]);

// ------------------------------------------------------------------------------------------------------- permissions

const GRANTED = new Set([
  "accelerometer", "background-fetch", "background-sync", "clipboard-write", "gyroscope", "magnetometer",
  "payment-handler", "screen-wake-lock",
]);
const KNOWN = new Set([
  ...GRANTED, "ambient-light-sensor", "camera", "clipboard-read", "display-capture", "geolocation", "idle-detection",
  "local-fonts", "microphone", "midi", "nfc", "notifications", "persistent-storage", "push", "storage-access",
  "window-management",
]);

class PermissionStatus extends EventTarget {
  #name;
  constructor(secret, name) {
    if (secret !== SECRET) illegalConstructor();
    super();
    this.#name = name;
  }
  get name() {
    return this.#name;
  }
  get state() {
    return GRANTED.has(this.#name) ? "granted" : "prompt";
  }
}
finishInterface(PermissionStatus);
handlerAttributes(PermissionStatus.prototype, ["change"]);

class Permissions {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
  }
  async query(descriptor) {
    need(1, arguments.length, "query", "Permissions");
    const name = `${descriptor?.name}`;
    if (!KNOWN.has(name)) {
      throw new TypeError(`Failed to execute 'query' on 'Permissions': Failed to read the 'name' property from 'PermissionDescriptor': The provided value '${name}' is not a valid enum value of type PermissionName.`);
    }
    return new PermissionStatus(SECRET, name);
  }
}
finishInterface(Permissions);

// --------------------------------------------------------------------------------------------------------- clipboard

let clipboardItems = []; // of the page alone: there is no system clipboard
let clipboardText = "";
host.clipboardText = () => clipboardText;
host.setClipboardText = (text) => {
  clipboardText = text;
  clipboardItems = [new ClipboardItem({ "text/plain": text })];
};

class ClipboardItem {
  #entries;
  constructor(items) {
    need(1, arguments.length, "ClipboardItem");
    this.#entries = Object.entries(items);
    if (this.#entries.length === 0) throw new TypeError("Failed to construct 'ClipboardItem': Empty dictionary argument");
  }
  get types() {
    return Object.freeze(this.#entries.map(([type]) => type));
  }
  async getType(type) {
    const entry = this.#entries.find(([name]) => name === `${type}`);
    if (entry === undefined) throw new DOMException("The type was not found", "NotFoundError");
    const value = await entry[1];
    return isBlob(value) ? value : blobOfBytes(core.encode(usv(value)), entry[0]);
  }
  static supports(type) {
    return ["text/plain", "text/html", "image/png", "image/svg+xml"].includes(`${type}`);
  }
}
finishInterface(ClipboardItem);

class Clipboard extends EventTarget {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
    super();
  }
  async read() {
    return clipboardItems.slice();
  }
  async readText() {
    for (const item of clipboardItems) {
      if (item.types.includes("text/plain")) return core.decode(blobBytes(await item.getType("text/plain")));
    }
    return "";
  }
  async write(items) {
    clipboardItems = [...items];
    clipboardText = await this.readText();
  }
  async writeText(text) {
    need(1, arguments.length, "writeText", "Clipboard");
    host.setClipboardText(usv(text));
  }
}
finishInterface(Clipboard);

// ------------------------------------------------------------------------------------------- wake lock, geolocation

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

class WakeLock {
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
class Geolocation {
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

// ------------------------------------------------------------------------------------------------- storage, media

class StorageManager {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
  }
  async estimate() {
    let usage = 0;
    for (const session of [false, true]) {
      for (const key of ops.op_storage_keys(session)) usage += 2 * (key.length + ops.op_storage_get(session, key).length);
    }
    return { quota: 10737418240, usage, usageDetails: {} };
  }
  async persisted() {
    return false;
  }
  async persist() {
    return false;
  }
}
finishInterface(StorageManager);

class MediaMetadata {
  #values;
  constructor(init = {}) {
    this.#values = { title: "", artist: "", album: "" };
    for (const key of Object.keys(this.#values)) if (init[key] !== undefined) this.#values[key] = `${init[key]}`;
    this.artwork = init.artwork ?? [];
  }
  get title() {
    return this.#values.title;
  }
  set title(value) {
    this.#values.title = `${value}`;
  }
  get artist() {
    return this.#values.artist;
  }
  set artist(value) {
    this.#values.artist = `${value}`;
  }
  get album() {
    return this.#values.album;
  }
  set album(value) {
    this.#values.album = `${value}`;
  }
}
finishInterface(MediaMetadata);

class MediaSession {
  #metadata = null;
  #state = "none";
  #handlers = new Map();
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
  }
  get metadata() {
    return this.#metadata;
  }
  set metadata(value) {
    if (value !== null && !(value instanceof MediaMetadata)) {
      throw new TypeError("Failed to set the 'metadata' property on 'MediaSession': Failed to convert value to 'MediaMetadata'.");
    }
    this.#metadata = value;
  }
  get playbackState() {
    return this.#state;
  }
  set playbackState(value) {
    if (["none", "paused", "playing"].includes(value)) this.#state = value;
  }
  setActionHandler(action, handler) {
    need(2, arguments.length, "setActionHandler", "MediaSession");
    this.#handlers.set(`${action}`, handler);
  }
  setPositionState() {}
}
finishInterface(MediaSession);

// ----------------------------------------------------------------------------------------------- plug-ins, UA data

const PDF = ["PDF Viewer", "Chrome PDF Viewer", "Chromium PDF Viewer", "Microsoft Edge PDF Viewer", "WebKit built-in PDF"];

function arrayInterface(name, itemName, getKey) {
  const cls = {
    [name]: class {
      constructor(secret, items) {
        if (secret !== SECRET) illegalConstructor();
        items.forEach((item, i) => Object.defineProperty(this, i, { value: item, enumerable: true, configurable: true }));
        for (const item of items) Object.defineProperty(this, getKey(item), { value: item, configurable: true });
        Object.defineProperty(this, SECRET, { value: items });
      }
      get length() {
        return this[SECRET].length;
      }
      item(index) {
        return this[SECRET][index >>> 0] ?? null;
      }
      namedItem(key) {
        return this[SECRET].find((item) => getKey(item) === `${key}`) ?? null;
      }
      refresh() {}
    },
  }[name];
  if (name !== "PluginArray") delete cls.prototype.refresh;
  Object.defineProperty(cls.prototype, Symbol.iterator, {
    value: Array.prototype.values,
    writable: true,
    configurable: true,
  });
  return finishInterface(cls, name);
}

class MimeType {
  #type;
  #plugin;
  constructor(secret, type, plugin) {
    if (secret !== SECRET) illegalConstructor();
    this.#type = type;
    this.#plugin = plugin;
  }
  get type() {
    return this.#type;
  }
  get suffixes() {
    return "pdf";
  }
  get description() {
    return "Portable Document Format";
  }
  get enabledPlugin() {
    return this.#plugin;
  }
}
finishInterface(MimeType);

const Plugin = (() => {
  const Base = arrayInterface("Plugin", "MimeType", (type) => type.type);
  for (const [key, get] of Object.entries({
    name() {
      return names.get(this);
    },
    filename: () => "internal-pdf-viewer",
    description: () => "Portable Document Format",
  })) {
    Object.defineProperty(Base.prototype, key, { get, enumerable: true, configurable: true });
  }
  return Base;
})();
const names = new WeakMap();
const PluginArray = arrayInterface("PluginArray", "Plugin", (plugin) => names.get(plugin));
const MimeTypeArray = arrayInterface("MimeTypeArray", "MimeType", (type) => type.type);

const plugins = new PluginArray(SECRET, PDF.map((name) => {
  const plugin = new Plugin(SECRET, ["application/pdf", "text/pdf"].map((type) => new MimeType(SECRET, type, null)));
  names.set(plugin, name);
  return plugin;
}));
const mimeTypes = new MimeTypeArray(SECRET, ["application/pdf", "text/pdf"].map((type) => new MimeType(SECRET, type, plugins[0])));

class NavigatorUAData {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
  }
  get brands() {
    const major = /Chrome\/(\d+)/.exec(config.userAgent)?.[1] ?? "156";
    return [{ brand: "Chromium", version: major }, { brand: "Not_A Brand", version: "24" }];
  }
  get mobile() {
    return /\bMobile\b/.test(config.userAgent);
  }
  get platform() {
    return "Linux";
  }
  async getHighEntropyValues(hints) {
    const all = {
      architecture: "x86", bitness: "64", formFactors: ["Desktop"], fullVersionList: this.brands.map((b) => ({ ...b, version: `${b.version}.0.0.0` })),
      model: "", platformVersion: "", uaFullVersion: `${this.brands[0].version}.0.0.0`, wow64: false,
    };
    const values = this.toJSON();
    for (const hint of hints) if (Object.hasOwn(all, hint)) values[hint] = all[hint];
    return values;
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
  mediaSession: new MediaSession(SECRET),
  permissions: new Permissions(SECRET),
  storage: new StorageManager(SECRET),
  userActivation: new UserActivation(SECRET),
  userAgentData: new NavigatorUAData(SECRET),
  wakeLock: new WakeLock(SECRET),
};
const battery = new BatteryManager(SECRET);
let languages = Object.freeze(["en-US"]);

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
  mediaSession: () => parts.mediaSession,
  permissions: () => parts.permissions,
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

export const globals = {
  BatteryManager, Clipboard, ClipboardItem, Geolocation, GeolocationPositionError, MediaMetadata, MediaSession, MimeType,
  MimeTypeArray, Navigator, NavigatorUAData, NetworkInformation, PermissionStatus, Permissions, Plugin, PluginArray,
  StorageManager, UserActivation, WakeLock, WakeLockSentinel,
};
export const hooks = { setTouch };

export function install() {
  defineReplaceable(globalThis, "navigator", () => navigator);
  defineReplaceable(globalThis, "clientInformation", () => navigator);
}

export function start(page) {
  config = { userAgent: page.userAgent, locale: page.locale, touchPoints: page.touchPoints };
  const base = page.locale.split("-")[0];
  languages = Object.freeze(base === page.locale ? [page.locale] : page.locale === "en-US" ? [page.locale] : [page.locale, base]);
}
