// FormData (XMLHttpRequest § 5) and its two encodings.
import { core } from "ext:core/mod.js";
import { finishInterface, host, ops, SECRET } from "ext:oracade/internal.js";
import { Blob, blobBytes, File, fileOfBytes, isBlob } from "ext:oracade/platform/blob.js";
import { latin1 } from "ext:oracade/platform/encoding.js";
import { need, usv } from "ext:oracade/platform/idl.js";
import { pairIterator, URLSearchParams } from "ext:oracade/platform/url.js";

function entryValue(value, filename) {
  if (!isBlob(value)) return usv(value);
  if (filename === undefined && value instanceof File) return value;
  const name = filename === undefined ? "blob" : usv(filename);
  return fileOfBytes(blobBytes(value), name, value.type, value.lastModified);
}

export class FormData {
  #list = [];

  constructor(form = undefined, submitter = null) {
    if (form === SECRET) {
      this.#list = submitter;
      return;
    }
    if (form === undefined) return;
    if (submitter !== null && submitter !== undefined) checkSubmitter(form, submitter);
    if (typeof host.globals.HTMLFormElement !== "function" || !(form instanceof host.globals.HTMLFormElement)) {
      throw new TypeError("Failed to construct 'FormData': parameter 1 is not of type 'HTMLFormElement'.");
    }
    // The entry list is the form's business: pairs of name and string or File.
    const entries = host.formEntries(form, submitter ?? null);
    if (entries === null) throw new DOMException("Failed to construct 'FormData': The form is constructing entry list.", "InvalidStateError");
    for (const [name, value] of entries) this.#list.push([name, entryValue(value)]);
  }
  append(name, value, filename) {
    need(2, arguments.length, "append", "FormData");
    if (arguments.length > 2 && !isBlob(value)) throw new TypeError("Failed to execute 'append' on 'FormData': parameter 2 is not of type 'Blob'.");
    this.#list.push([usv(name), entryValue(value, filename)]);
  }
  delete(name) {
    need(1, arguments.length, "delete", "FormData");
    name = usv(name);
    this.#list = this.#list.filter((pair) => pair[0] !== name);
  }
  get(name) {
    need(1, arguments.length, "get", "FormData");
    name = usv(name);
    return this.#list.find((pair) => pair[0] === name)?.[1] ?? null;
  }
  getAll(name) {
    need(1, arguments.length, "getAll", "FormData");
    name = usv(name);
    return this.#list.filter((pair) => pair[0] === name).map((pair) => pair[1]);
  }
  has(name) {
    need(1, arguments.length, "has", "FormData");
    name = usv(name);
    return this.#list.some((pair) => pair[0] === name);
  }
  set(name, value, filename) {
    need(2, arguments.length, "set", "FormData");
    name = usv(name);
    value = entryValue(value, filename);
    const at = this.#list.findIndex((pair) => pair[0] === name);
    if (at < 0) {
      this.#list.push([name, value]);
    } else {
      this.#list[at] = [name, value];
      this.#list = this.#list.filter((pair, i) => i <= at || pair[0] !== name);
    }
  }
  forEach(callback, thisArg) {
    for (let i = 0; i < this.#list.length; i++) callback.call(thisArg, this.#list[i][1], this.#list[i][0], this);
  }
  entries() {
    return pairIterator(() => this.#list, (pair) => [pair[0], pair[1]], "FormData");
  }
  keys() {
    return pairIterator(() => this.#list, (pair) => pair[0], "FormData");
  }
  values() {
    return pairIterator(() => this.#list, (pair) => pair[1], "FormData");
  }
}
finishInterface(FormData);
/** A FormData of pairs that are converted already or yet to be. */
host.formDataOf = (pairs) => new FormData(SECRET, pairs.map(([name, value]) => [usv(name), entryValue(value)]));
host.formDataEntries = (formData) => [...formEntries.call(formData)];
/** What a file input without a file sends. */
host.emptyFile = () => fileOfBytes(new Uint8Array(0), "", "application/octet-stream", undefined);

/** A submitter has to be a submit button of the form. */
function checkSubmitter(form, submitter) {
  const isButton = submitter instanceof host.globals.HTMLElement && (submitter.type === "submit" || submitter.type === "image");
  if (!isButton) throw new TypeError("Failed to construct 'FormData': The specified element is not a submit button.");
  if (submitter.form !== form) {
    throw new DOMException("Failed to construct 'FormData': The specified element is not owned by this form element.", "NotFoundError");
  }
}

const formEntries = FormData.prototype.entries;
Object.defineProperty(FormData.prototype, Symbol.iterator, {
  value: formEntries,
  writable: true,
  enumerable: false,
  configurable: true,
});

/** multipart/form-data: the bytes and the boundary. */
export function encodeMultipart(form) {
  const random = new Uint8Array(12);
  ops.op_random_fill(random);
  const boundary = `----WebKitFormBoundary${[...random].map((b) => b.toString(16).padStart(2, "0")).join("").slice(0, 16)}`;
  const escape = (text) => text.replace(/\r\n|\r|\n/g, "%0D%0A").replaceAll('"', "%22");
  const parts = [];
  for (const [name, value] of formEntries.call(form)) {
    let head = `--${boundary}\r\nContent-Disposition: form-data; name="${escape(name)}"`;
    if (isBlob(value)) {
      head += `; filename="${escape(value.name)}"\r\nContent-Type: ${value.type || "application/octet-stream"}\r\n\r\n`;
      parts.push(head, value, "\r\n");
    } else {
      parts.push(`${head}\r\n\r\n${value.replace(/\r\n|\r|\n/g, "\r\n")}\r\n`);
    }
  }
  parts.push(`--${boundary}--\r\n`);
  return { bytes: blobBytes(new Blob(parts)), boundary };
}

/** Parses a body by its MIME type; throws TypeError if it is not form data. */
export function decodeFormData(bytes, type) {
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) {
    return new FormData(SECRET, [...new URLSearchParams(core.decode(bytes))]);
  }
  const boundary = /^multipart\/form-data\b.*;\s*boundary="?([^";]+)"?/i.exec(type);
  if (boundary === null) throw new TypeError("Failed to fetch");
  const text = latin1(bytes);
  const utf8 = (binary) => core.decode(Uint8Array.from(binary, (c) => c.charCodeAt(0)));
  const list = [];
  for (const part of `\r\n${text}`.split(`\r\n--${boundary[1]}`).slice(1)) {
    if (part.startsWith("--")) break;
    const split = part.indexOf("\r\n\r\n");
    if (split < 0) throw new TypeError("Failed to fetch");
    const head = utf8(part.slice(0, split));
    const body = part.slice(split + 4);
    const name = /name="([^"]*)"/i.exec(head)?.[1].replaceAll("%22", '"');
    if (name === undefined) throw new TypeError("Failed to fetch");
    const filename = /filename="([^"]*)"/i.exec(head)?.[1];
    if (filename === undefined) {
      list.push([name, utf8(body)]);
    } else {
      const type = /content-type:\s*([^\r\n]+)/i.exec(head)?.[1].trim() ?? "text/plain";
      list.push([name, fileOfBytes(Uint8Array.from(body, (c) => c.charCodeAt(0)), filename, type)]);
    }
  }
  return new FormData(SECRET, list);
}

export const globals = { FormData };
