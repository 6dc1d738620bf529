// Bodies of requests and responses (Fetch § 5.2, 5.3).
import { core } from "ext:core/mod.js";
import { blobBytes, blobOfBytes, isBlob } from "ext:oracade/platform/blob.js";
import { decodeFormData, encodeMultipart, FormData } from "ext:oracade/platform/form_data.js";
import { bytesOf, usv } from "ext:oracade/platform/idl.js";
import { bytesOfStream, isDisturbed, isLocked, isReadable, streamOfBytes, teeStream } from "ext:oracade/platform/streams/readable_stream.js";
import { structuredCloneOf } from "ext:oracade/platform/structured_clone.js";
import { URLSearchParams } from "ext:oracade/platform/url.js";

/** What the clone of a body gets: bytes of its own. */
function cloneChunk(chunk) {
  return structuredCloneOf(chunk);
}

/** A body: bytes that are known, or a stream; the stream of known bytes is made when a page asks for it. */
export class Body {
  constructor(bytes, stream = null) {
    this.bytes = bytes;
    this.stream = stream;
    this.used = false;
  }
  get streamOf() {
    if (this.stream === null) {
      this.stream = streamOfBytes(this.bytes);
      this.own = true;
    }
    return this.stream;
  }
  get isUsed() {
    return this.used || (this.stream !== null && isDisturbed(this.stream));
  }
  get isLocked() {
    return this.stream !== null && isLocked(this.stream);
  }
  async take() {
    if (this.stream === null) {
      this.used = true;
      return this.bytes;
    }
    return await bytesOfStream(this.stream);
  }
  /** Splits the body in two. */
  clone() {
    if (this.stream === null) return new Body(this.bytes);
    const [mine, other] = teeStream(this.stream, cloneChunk);
    this.stream = mine;
    return new Body(null, other);
  }
}

/** "extract": the body of an init value and its content type. */
export function extractBody(value) {
  if (isReadable(value)) {
    if (isLocked(value) || isDisturbed(value)) throw new TypeError("The stream is locked or disturbed");
    return { body: new Body(null, value), type: null };
  }
  if (isBlob(value)) return { body: new Body(blobBytes(value)), type: value.type === "" ? null : value.type };
  const bytes = bytesOf(value);
  if (bytes !== undefined) return { body: new Body(bytes.slice()), type: null };
  if (value instanceof FormData) {
    const form = encodeMultipart(value);
    return { body: new Body(form.bytes), type: `multipart/form-data; boundary=${form.boundary}` };
  }
  if (value instanceof URLSearchParams) {
    return { body: new Body(core.encode(value.toString())), type: "application/x-www-form-urlencoded;charset=UTF-8" };
  }
  return { body: new Body(core.encode(usv(value))), type: "text/plain;charset=UTF-8" };
}

/** Adds the members of the mixin `Body` to a class; `bodyOf(instance)` gives its Body or null. */
export function mixBody(cls, bodyOf, typeOf) {
  const name = cls.name;
  async function consume(self, method) {
    const body = bodyOf(self);
    if (body === null) return new Uint8Array(0);
    if (body.isUsed) throw new TypeError(`Failed to execute '${method}' on '${name}': body stream already read`);
    if (body.isLocked) throw new TypeError(`Failed to execute '${method}' on '${name}': body stream is locked`);
    return await body.take();
  }
  const members = {
    get body() {
      return bodyOf(this)?.streamOf ?? null;
    },
    get bodyUsed() {
      return bodyOf(this)?.isUsed ?? false;
    },
    async arrayBuffer() {
      return (await consume(this, "arrayBuffer")).slice().buffer;
    },
    async blob() {
      return blobOfBytes((await consume(this, "blob")).slice(), typeOf(this).toLowerCase());
    },
    async bytes() {
      return (await consume(this, "bytes")).slice();
    },
    async formData() {
      return decodeFormData(await consume(this, "formData"), typeOf(this));
    },
    async json() {
      return JSON.parse(core.decode(await consume(this, "json")));
    },
    async text() {
      return core.decode(await consume(this, "text"));
    },
  };
  Object.defineProperties(cls.prototype, Object.getOwnPropertyDescriptors(members));
}
