// PluginArray, MimeTypeArray and the PDF viewer in them (HTML § 8.10.1.6).
import { finishInterface, illegalConstructor, SECRET } from "ext:oracade/internal.js";

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

export const plugins = new PluginArray(SECRET, PDF.map((name) => {
  const plugin = new Plugin(SECRET, ["application/pdf", "text/pdf"].map((type) => new MimeType(SECRET, type, null)));
  names.set(plugin, name);
  return plugin;
}));
export const mimeTypes = new MimeTypeArray(SECRET, ["application/pdf", "text/pdf"].map((type) => new MimeType(SECRET, type, plugins[0])));

export const globals = { MimeType, MimeTypeArray, Plugin, PluginArray };
