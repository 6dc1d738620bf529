// TransformStream and the transforms of the platform (Streams § 6, Encoding § 7.3, Compression).
import { core } from "ext:core/mod.js";
import { finishInterface, illegalConstructor, ops, SECRET } from "ext:oracade/internal.js";
import { bytesOf } from "ext:oracade/platform/idl.js";
import { bytesOfStream, deferred, invoke, ReadableStream, streamOfBytes } from "ext:oracade/platform/readable_stream.js";
import { WritableStream } from "ext:oracade/platform/writable_stream.js";

export { bytesOfStream, ReadableStream, streamOfBytes, WritableStream };

class TransformStreamDefaultController {
  #readable;
  #fail;
  constructor(secret, readable, fail) {
    if (secret !== SECRET) illegalConstructor();
    this.#readable = readable;
    this.#fail = fail;
  }
  get desiredSize() {
    return this.#readable.desiredSize;
  }
  enqueue(chunk) {
    this.#readable.enqueue(chunk);
  }
  error(reason) {
    this.#readable.error(reason);
    this.#fail(reason);
  }
  terminate() {
    this.#readable.close();
    this.#fail(new TypeError("TransformStream terminated"));
  }
}
finishInterface(TransformStreamDefaultController);

export class TransformStream {
  #readable;
  #writable;
  constructor(transformer = undefined, writableStrategy = undefined, readableStrategy = undefined) {
    let source;
    let sink;
    let wanted = deferred();
    const startGate = deferred();
    this.#readable = new ReadableStream({
      start(controller) {
        source = controller;
        return startGate.promise;
      },
      pull() {
        wanted.resolve(undefined);
      },
      async cancel(reason) {
        wanted.resolve(undefined);
        await invoke(transformer?.cancel, transformer, [reason]);
        sink.error(reason);
      },
    }, readableStrategy ?? { highWaterMark: 0 });
    const controller = new TransformStreamDefaultController(SECRET, source, (reason) => {
      sink.error(reason);
      wanted.resolve(undefined);
    });
    this.#writable = new WritableStream({
      start(own) {
        sink = own;
        return startGate.promise;
      },
      async write(chunk) {
        // Back pressure: a chunk is transformed only when the other side can take what comes of it.
        if (source.desiredSize !== null && source.desiredSize <= 0) {
          await wanted.promise;
          wanted = deferred();
        }
        try {
          if (transformer?.transform === undefined) controller.enqueue(chunk);
          else await invoke(transformer.transform, transformer, [chunk, controller]);
        } catch (error) {
          source.error(error);
          throw error;
        }
      },
      async close() {
        try {
          await invoke(transformer?.flush, transformer, [controller]);
        } catch (error) {
          source.error(error);
          throw error;
        }
        if (source.desiredSize !== null) {
          try {
            source.close();
          } catch {
            // Terminated before.
          }
        }
      },
      async abort(reason) {
        await invoke(transformer?.cancel, transformer, [reason]);
        source.error(reason);
      },
    }, writableStrategy);
    const started = transformer?.start === undefined ? undefined : transformer.start(controller);
    startGate.resolve(started);
  }
  get readable() {
    return this.#readable;
  }
  get writable() {
    return this.#writable;
  }
}
finishInterface(TransformStream);

/** A class whose instances are the two ends of a TransformStream, with more attributes. */
class Transform {
  #stream;
  constructor(transformer) {
    this.#stream = new TransformStream(transformer);
  }
  get readable() {
    return this.#stream.readable;
  }
  get writable() {
    return this.#stream.writable;
  }
}

/** Copies the two accessors to a class of its own, so that no shared base shows in its prototype chain. */
function transformInterface(name, make, attributes = {}) {
  const inner = new WeakMap();
  const cls = {
    [name]: class {
      constructor(...args) {
        const { transformer, values } = make(...args);
        inner.set(this, { transform: new Transform(transformer), values });
      }
      get readable() {
        return inner.get(this).transform.readable;
      }
      get writable() {
        return inner.get(this).transform.writable;
      }
    },
  }[name];
  for (const key of Object.keys(attributes)) {
    Object.defineProperty(cls.prototype, key, {
      get() {
        return inner.get(this).values[key];
      },
      enumerable: true,
      configurable: true,
    });
  }
  return finishInterface(cls, name);
}

const TextEncoderStream = transformInterface("TextEncoderStream", () => {
  let high = "";
  return {
    transformer: {
      transform(chunk, controller) {
        let text = high + chunk;
        high = "";
        const last = text.charCodeAt(text.length - 1);
        if (last >= 0xd800 && last <= 0xdbff) {
          high = text.slice(-1);
          text = text.slice(0, -1);
        }
        if (text !== "") controller.enqueue(core.encode(text));
      },
      flush(controller) {
        if (high !== "") controller.enqueue(new Uint8Array([0xef, 0xbf, 0xbd]));
      },
    },
    values: { encoding: "utf-8" },
  };
}, { encoding: true });

const TextDecoderStream = transformInterface("TextDecoderStream", (label = "utf-8", options = undefined) => {
  const decoder = new globalThis.TextDecoder(label, options);
  return {
    transformer: {
      transform(chunk, controller) {
        const text = decoder.decode(chunk, { stream: true });
        if (text !== "") controller.enqueue(text);
      },
      flush(controller) {
        const text = decoder.decode();
        if (text !== "") controller.enqueue(text);
      },
    },
    values: { encoding: decoder.encoding, fatal: decoder.fatal, ignoreBOM: decoder.ignoreBOM },
  };
}, { encoding: true, fatal: true, ignoreBOM: true });

/** Compression works on the whole input: nothing comes out before the writable side closes. */
function packer(name, op) {
  return transformInterface(name, (format) => {
    format = `${format}`;
    if (format !== "gzip" && format !== "deflate" && format !== "deflate-raw") {
      throw new TypeError(`Failed to construct '${name}': Unsupported compression format: '${format}'`);
    }
    const chunks = [];
    let length = 0;
    return {
      transformer: {
        transform(chunk) {
          const bytes = bytesOf(chunk);
          if (bytes === undefined) throw new TypeError("The chunk is not a BufferSource");
          chunks.push(bytes.slice());
          length += bytes.length;
        },
        flush(controller) {
          const whole = new Uint8Array(length);
          let at = 0;
          for (const chunk of chunks) {
            whole.set(chunk, at);
            at += chunk.length;
          }
          const result = ops[op](format, whole);
          if (result.length > 0) controller.enqueue(result);
        },
      },
      values: {},
    };
  });
}

const CompressionStream = packer("CompressionStream", "op_compress");
const DecompressionStream = packer("DecompressionStream", "op_decompress");

export const globals = {
  CompressionStream,
  DecompressionStream,
  TextDecoderStream,
  TextEncoderStream,
  TransformStream,
  TransformStreamDefaultController,
};
