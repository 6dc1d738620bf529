// Blob, File, FileList and FileReader (File API).
import { core } from "ext:core/mod.js";
import { finishInterface, host, illegalConstructor, ops, SECRET } from "ext:oracade/internal.js";
import { EventTarget, fire } from "ext:oracade/dom/event_target.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { ProgressEvent } from "ext:oracade/dom/events.js";
import { DOMException, fail } from "ext:oracade/dom/exception.js";
import { epochNow } from "ext:oracade/platform/clock.js";
import { latin1 } from "ext:oracade/platform/encoding.js";
import { bytesOf, need, usv } from "ext:oracade/platform/idl.js";
import { streamOfBytes } from "ext:oracade/platform/streams/readable_stream.js";
import { cloneable, serializable, wires } from "ext:oracade/platform/structured_clone.js";

/** Most bytes one Blob may hold. */
const BLOB_LIMIT = 2 ** 30;

function typeOf(value) {
  const type = `${value}`;
  return /[^\x20-\x7e]/.test(type) ? "" : type.toLowerCase();
}

/** Web IDL `sequence<BlobPart>`: bytes, blobs and texts, each read in its turn. */
function partsOf(parts, iterator) {
  const once = Array.isArray(parts) ? parts : { [Symbol.iterator]: () => Reflect.apply(iterator, parts, []) };
  return Array.from(once, (part) => {
    if (isBlob(part)) return blobBytes(part);
    const bytes = bytesOf(part);
    return bytes === undefined ? usv(part) : bytes.slice();
  });
}

function gather(parts, endings) {
  const chunks = [];
  let length = 0;
  for (const part of parts) {
    const isText = typeof part === "string";
    const bytes = isText ? core.encode(endings === "native" ? part.replace(/\r\n?/g, "\n") : part) : part;
    chunks.push(bytes);
    length += bytes.length;
    if (length > BLOB_LIMIT) throw new RangeError("Array buffer allocation failed");
  }
  // A copy always: the parts may change later, the Blob may not.
  const whole = new Uint8Array(length);
  let at = 0;
  for (const bytes of chunks) {
    whole.set(bytes, at);
    at += bytes.length;
  }
  return whole;
}

export class Blob {
  #bytes;
  #type;

  constructor(parts = undefined, options = undefined) {
    if (parts === SECRET) {
      this.#bytes = options.bytes;
      this.#type = options.type;
      return;
    }
    if (options !== undefined && options !== null && typeof options !== "object" && typeof options !== "function") {
      throw new TypeError("Failed to construct 'Blob': The provided value is not of type 'BlobPropertyBag'.");
    }
    const isObject = (typeof parts === "object" || typeof parts === "function") && parts !== null;
    const iterator = isObject ? parts[Symbol.iterator] : undefined;
    if (parts !== undefined && typeof iterator !== "function") {
      throw new TypeError("Failed to construct 'Blob': The object must have a callable @@iterator property.");
    }
    const list = parts === undefined ? [] : partsOf(parts, iterator);
    const endings = options?.endings === undefined ? "transparent" : `${options.endings}`;
    if (endings !== "transparent" && endings !== "native") {
      throw new TypeError(`Failed to construct 'Blob': The provided value '${endings}' is not a valid enum value of type EndingType.`);
    }
    this.#type = options?.type === undefined ? "" : typeOf(options.type);
    this.#bytes = gather(list, endings);
  }

  /** The bytes themselves; not to be changed. */
  static bytes(blob) {
    return blob.#bytes;
  }

  static is(object) {
    return #bytes in object;
  }

  get size() {
    return this.#bytes.length;
  }
  get type() {
    return this.#type;
  }
  slice(start = 0, end = this.#bytes.length, type = "") {
    const size = this.#bytes.length;
    const clamp = (value) => {
      const n = Math.trunc(+value) || 0;
      return n < 0 ? Math.max(size + n, 0) : Math.min(n, size);
    };
    const from = clamp(start);
    const to = Math.max(from, clamp(end));
    return new Blob(SECRET, { bytes: this.#bytes.subarray(from, to), type: typeOf(type) });
  }
  stream() {
    return streamOfBytes(this.#bytes.slice());
  }
  async text() {
    return core.decode(this.#bytes);
  }
  async arrayBuffer() {
    return this.#bytes.slice().buffer;
  }
  async bytes() {
    return this.#bytes.slice();
  }
}
finishInterface(Blob);
export const blobBytes = Blob.bytes;
export const isBlob = (object) => typeof object === "object" && object !== null && isBlobObject(object);
const isBlobObject = Blob.is;
delete Blob.bytes;
delete Blob.is;

/** A Blob over bytes that nobody else will change. */
export function blobOfBytes(bytes, type = "") {
  return new Blob(SECRET, { bytes, type });
}

export class File extends Blob {
  #name;
  #lastModified;
  constructor(parts, name, options = undefined) {
    if (parts === SECRET) {
      super(SECRET, options);
      this.#name = name;
      this.#lastModified = options.lastModified;
      return;
    }
    need(2, arguments.length, "File");
    super(parts, options);
    this.#name = usv(name);
    this.#lastModified = options?.lastModified === undefined ? epochNow() : Math.trunc(+options.lastModified) || 0;
  }
  get name() {
    return this.#name;
  }
  get lastModified() {
    return this.#lastModified;
  }
  get lastModifiedDate() {
    return new Date(this.#lastModified);
  }
  get webkitRelativePath() {
    return "";
  }
}
finishInterface(File);

/** A File over bytes that nobody else will change. */
export function fileOfBytes(bytes, name, type, lastModified = epochNow()) {
  return new File(SECRET, name, { bytes, type, lastModified });
}

function blobParts(blob) {
  return {
    bytes: blobBytes(blob),
    type: blob.type,
    name: blob instanceof File ? blob.name : null,
    lastModified: blob instanceof File ? blob.lastModified : 0,
  };
}

function blobOfParts({ bytes, type, name, lastModified }) {
  return name === null ? blobOfBytes(bytes, type) : fileOfBytes(bytes, name, type, lastModified);
}

wires.push({
  tag: "Blob",
  is: (object) => object instanceof Blob && isBlob(object),
  out: blobParts,
  in: blobOfParts,
});
// blob: addresses are the page's: every agent of it can read them.
host.shareBlob = (url, blob) => {
  if (isBlob(blob)) ops.op_blob_put(url, blob.type, blobBytes(blob));
};
host.blobOfAgents = (url) => {
  const found = ops.op_blob_get(url);
  return found === null || found === undefined ? undefined : blobOfBytes(found[1], found[0]);
};
serializable.push([
  (object) => object instanceof Blob && isBlob(object),
  (blob) =>
    blob instanceof File
      ? fileOfBytes(blobBytes(blob), blob.name, blob.type, blob.lastModified)
      : blobOfBytes(blobBytes(blob), blob.type),
]);

export class FileList {
  constructor(secret, files) {
    if (secret !== SECRET) illegalConstructor();
    for (let i = 0; i < files.length; i++) {
      Object.defineProperty(this, i, { value: files[i], enumerable: true, configurable: true });
    }
    Object.defineProperty(this, SECRET, { value: files.length });
  }
  get length() {
    return this[SECRET];
  }
  item(index) {
    return this[index >>> 0] ?? null;
  }
}
finishInterface(FileList);
Object.defineProperty(FileList.prototype, Symbol.iterator, {
  value: Array.prototype.values,
  writable: true,
  enumerable: false,
  configurable: true,
});

cloneable({
  tag: "FileList",
  is: (object) => object instanceof FileList && Object.hasOwn(object, SECRET),
  out: (list) => Array.from(list, blobParts),
  in: (files) => new FileList(SECRET, files.map(blobOfParts)),
});

/** What a file input without a chosen file has. */
host.emptyFileList = () => new FileList(SECRET, []);

/** "BOM sniff" (Encoding § 6.1): what the first bytes say goes before any label. */
function bomEncoding(bytes) {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? "utf-8" : null;
}

/** What each way of reading makes of a blob's bytes ("package data"). */
export const conversions = {
  readAsArrayBuffer: (bytes) => bytes.slice().buffer,
  readAsBinaryString: latin1,
  readAsText(bytes, blob, label) {
    const named = label === undefined ? null : ops.op_encoding_label(`${label}`);
    const charset = /;\s*charset=([^;\s]+)/i.exec(blob.type);
    const name = bomEncoding(bytes) ?? named ?? (charset === null ? null : ops.op_encoding_label(charset[1])) ?? "utf-8";
    return name === "utf-8"
      ? core.decode(bytes)
      : ops.op_encoding_decode(ops.op_encoding_decoder(name, false, false), bytes, true);
  },
  readAsDataURL(bytes, blob) {
    const type = blob.type === "" ? "application/octet-stream" : blob.type;
    return `data:${type};base64,${ops.op_base64_encode(bytes)}`;
  },
};

const EMPTY = 0;
const LOADING = 1;
const DONE = 2;

export class FileReader extends EventTarget {
  #state = EMPTY;
  #result = null;
  #error = null;
  #run = 0; // number of the read whose tasks may still act

  get readyState() {
    return this.#state;
  }
  get result() {
    return this.#result;
  }
  get error() {
    return this.#error;
  }
  readAsArrayBuffer(blob) {
    this.#read(blob, "readAsArrayBuffer");
  }
  readAsBinaryString(blob) {
    this.#read(blob, "readAsBinaryString");
  }
  readAsText(blob, label = undefined) {
    this.#read(blob, "readAsText", label);
  }
  readAsDataURL(blob) {
    this.#read(blob, "readAsDataURL");
  }
  abort() {
    if (this.#state !== LOADING) {
      this.#result = null;
      return;
    }
    this.#state = DONE;
    this.#result = null;
    this.#error = new DOMException("The user aborted a request.", "AbortError");
    this.#run++;
    this.#fire("abort", 0, 0);
    if (this.#state !== LOADING) this.#fire("loadend", 0, 0);
  }

  #read(blob, method, label = undefined) {
    if (!isBlob(blob)) {
      throw new TypeError(`Failed to execute '${method}' on 'FileReader': parameter 1 is not of type 'Blob'.`);
    }
    if (this.#state === LOADING) {
      fail("InvalidStateError", `Failed to execute '${method}' on 'FileReader': The object is already busy reading Blobs.`);
    }
    this.#state = LOADING;
    this.#result = null;
    this.#error = null;
    const run = ++this.#run;
    const bytes = blobBytes(blob);
    host.queueTask("file reading", () => {
      if (run === this.#run) this.#fire("loadstart", 0, bytes.length);
    });
    host.queueTask("file reading", () => {
      if (run !== this.#run) return;
      if (bytes.length > 0) this.#fireInTask("progress", bytes.length, bytes.length);
      if (run !== this.#run) return;
      this.#state = DONE;
      try {
        this.#result = conversions[method](bytes, blob, label);
      } catch (error) {
        this.#error = new DOMException(error.message, "NotReadableError");
      }
      this.#fireInTask(this.#error === null ? "load" : "error", bytes.length, bytes.length);
      if (run === this.#run && this.#state !== LOADING) this.#fire("loadend", bytes.length, bytes.length);
    });
  }

  #fire(type, loaded, total) {
    fire(this, type, { lengthComputable: true, loaded, total }, ProgressEvent);
  }

  /** As `#fire`, from a task: microtasks run before what follows. */
  #fireInTask(type, loaded, total) {
    this.#fire(type, loaded, total);
    ops.op_microtasks();
  }
}
finishInterface(FileReader);
handlerAttributes(FileReader.prototype, ["loadstart", "progress", "load", "abort", "error", "loadend"]);
for (const [name, value] of Object.entries({ EMPTY, LOADING, DONE })) {
  const descriptor = { value, writable: false, enumerable: true, configurable: false };
  Object.defineProperty(FileReader, name, descriptor);
  Object.defineProperty(FileReader.prototype, name, descriptor);
}

export const globals = { Blob, File, FileList, FileReader };
