// Methods that take arrays: buffers, uniforms, attributes, reads (WebGL § 5.14.5, § 5.14.10, § 5.14.12; WebGL 2 § 3.7.3, § 3.7.8).
import { core } from "ext:core/mod.js";
import { ops } from "ext:oracade/internal.js";
import { bytesOf } from "ext:oracade/platform/idl.js";
import { $owner, classOf, OP } from "ext:oracade/webgl/commands.js";
import { needLocation } from "ext:oracade/webgl/common.js";
import { streamOf } from "ext:oracade/webgl/methods.js";
import { $location, $program, $serial } from "ext:oracade/webgl/objects.js";

const isView = ArrayBuffer.isView;
const isBuffer = (value) => value instanceof ArrayBuffer || core.isSharedArrayBuffer(value);
const INVALID_VALUE = 0x0501;
const INVALID_OPERATION = 0x0502;
/** Most bytes of a buffer. */
const MOST_BYTES = 2 ** 31;

/** The part of a view that an offset and a length in elements name; null if there is none. */
export function part(view, offset, length) {
  offset = Math.trunc(+offset) || 0;
  length = Math.trunc(+length) || 0;
  const size = view.BYTES_PER_ELEMENT ?? 1;
  const count = view.byteLength / size;
  if (offset < 0 || offset > count || (length !== 0 && offset + length > count)) return null;
  const taken = length === 0 ? count - offset : length;
  return new Uint8Array(view.buffer, view.byteOffset + offset * size, taken * size);
}

function bufferData(stream, target, usage, size, bytes) {
  const at = stream.begin(OP.bufferData, bytes === null ? 5 : 7);
  stream.words[at] = target;
  stream.words[at + 1] = usage;
  stream.words[at + 2] = bytes === null ? 0 : 1;
  stream.long(at + 3, size);
  if (bytes !== null) stream.data(at + 5, bytes);
}

/** The numbers of a `Float32List` and its kin as an array of a class; throws for what is none. */
function list(value, cls, offset, length, method) {
  if (!(value instanceof cls)) {
    if (typeof value !== "object" || value === null) {
      throw new TypeError(`Failed to execute '${method}': The provided value is not of type '(${cls.name} or sequence<number>)'.`);
    }
    value = cls.from(value);
  }
  if (offset === undefined && length === undefined) return value;
  offset >>>= 0;
  length >>>= 0;
  if (offset > value.length || (length !== 0 && offset + length > value.length)) return null;
  return value.subarray(offset, length === 0 ? value.length : offset + length);
}

function setUniform(stream, location, kind, components, values) {
  if (location === null || location === undefined) return;
  needLocation(location, "uniform");
  if (location[$owner] !== stream) return stream.error(INVALID_OPERATION);
  if (values === null) return stream.error(INVALID_VALUE);
  const count = values.length;
  const at = stream.begin(OP.uniform, 5 + count);
  const { words } = stream;
  words[at] = location[$program];
  words[at + 1] = location[$serial];
  words[at + 2] = location[$location];
  words[at + 3] = kind;
  words[at + 4] = components;
  const to = kind === 0 ? stream.floats : words;
  for (let i = 0; i < count; i++) to[at + 5 + i] = values[i];
}

const uniforms = {};
const KINDS = [["f", 0, Float32Array], ["i", 1, Int32Array], ["ui", 2, Uint32Array]];

/** `uniform1f` to `uniform4uiv`. */
for (const [letter, kind, cls] of KINDS) {
  for (let n = 1; n <= 4; n++) {
    const scalar = `uniform${n}${letter}`;
    const made = {
      [scalar](location, ...values) {
        const stream = streamOf(this);
        for (let i = 0; i < n; i++) if (typeof values[i] !== "number") values[i] = +values[i];
        values.length = n;
        setUniform(stream, location, kind, n, values);
      },
    }[scalar];
    Object.defineProperty(made, "length", { value: n + 1, configurable: true });
    uniforms[scalar] = made;
    const vector = `${scalar}v`;
    uniforms[vector] = {
      [vector](location, data, offset = undefined, length = undefined) {
        const stream = streamOf(this);
        setUniform(stream, location, kind, n, list(data, cls, offset, length, vector));
      },
    }[vector];
  }
}
for (let columns = 2; columns <= 4; columns++) {
  for (let rows = 2; rows <= 4; rows++) {
    const name = `uniformMatrix${columns === rows ? columns : `${columns}x${rows}`}fv`;
    uniforms[name] = {
      [name](location, transpose, data, offset = undefined, length = undefined) {
        const stream = streamOf(this);
        const values = list(data, Float32Array, offset, length, name);
        if (location === null || location === undefined) return;
        needLocation(location, name);
        if (location[$owner] !== stream) return void stream.error(INVALID_OPERATION);
        if (values === null) return void stream.error(INVALID_VALUE);
        const at = stream.begin(OP.uniformMatrix, 6 + values.length);
        const { words } = stream;
        words[at] = location[$program];
        words[at + 1] = location[$serial];
        words[at + 2] = location[$location];
        words[at + 3] = columns;
        words[at + 4] = rows;
        words[at + 5] = transpose ? 1 : 0;
        stream.floats.set(values, at + 6);
      },
    }[name];
  }
}

/** Constants of the types of generic attributes. */
const FLOAT = 0x1406;
const TYPES = { i: [0x1404, Int32Array], ui: [0x1405, Uint32Array] };

function setAttrib(stream, index, type, values) {
  const at = stream.begin(OP.vertexAttrib, 6);
  stream.words[at] = index;
  stream.words[at + 1] = type;
  const to = type === FLOAT ? stream.floats : stream.words;
  for (let i = 0; i < 4; i++) to[at + 2 + i] = values[i] ?? (i === 3 ? 1 : 0);
}

const attribs = {};
for (let n = 1; n <= 4; n++) {
  const scalar = `vertexAttrib${n}f`;
  const made = {
    [scalar](index, ...values) {
      values.length = n;
      setAttrib(streamOf(this), index, FLOAT, values.map(Number));
    },
  }[scalar];
  Object.defineProperty(made, "length", { value: n + 1, configurable: true });
  attribs[scalar] = made;
  const vector = `${scalar}v`;
  attribs[vector] = {
    [vector](index, values) {
      const stream = streamOf(this);
      values = list(values, Float32Array, undefined, undefined, vector);
      if (values.length < n) stream.error(INVALID_VALUE);
      else setAttrib(stream, index, FLOAT, values.subarray(0, n));
    },
  }[vector];
}
const integerAttribs = {};
for (const [letter, [type, cls]] of Object.entries(TYPES)) {
  const scalar = `vertexAttribI4${letter}`;
  integerAttribs[scalar] = {
    [scalar](index, x, y, z, w) {
      setAttrib(streamOf(this), index, type, [x, y, z, w]);
    },
  }[scalar];
  const vector = `${scalar}v`;
  integerAttribs[vector] = {
    [vector](index, values) {
      const stream = streamOf(this);
      values = list(values, cls, undefined, undefined, vector);
      if (values.length < 4) stream.error(INVALID_VALUE);
      else setAttrib(stream, index, type, values);
    },
  }[vector];
}

/** The names of what belongs to WebGL 1. */
const inOne = (name) => !/ui|\dx\d/.test(name);
const pick = (table, test) => Object.fromEntries(Object.entries(table).filter(([name]) => test(name)));

export const members = {
  bufferData(target, data, usage, offset = undefined, length = undefined) {
    const stream = streamOf(this);
    target >>>= 0;
    usage >>>= 0;
    if (data === null || data === undefined) return void stream.error(INVALID_VALUE);
    if (isBuffer(data)) return bufferData(stream, target, usage, data.byteLength, bytesOf(data));
    if (isView(data)) {
      const bytes = stream.two ? part(data, offset, length) : part(data, 0, 0);
      if (bytes === null) return void stream.error(INVALID_VALUE);
      return bufferData(stream, target, usage, bytes.length, bytes);
    }
    const size = Math.trunc(+data) || 0;
    if (size > MOST_BYTES) return void stream.error(0x0505);
    bufferData(stream, target, usage, size, null);
  },

  bufferSubData(target, at, data, offset = undefined, length = undefined) {
    const stream = streamOf(this);
    target >>>= 0;
    at = Math.trunc(+at) || 0;
    if (!isView(data) && !isBuffer(data)) {
      throw new TypeError("Failed to execute 'bufferSubData': parameter 3 is not of type 'ArrayBuffer'.");
    }
    const bytes = isView(data) ? part(data, stream.two ? offset : 0, stream.two ? length : 0) : bytesOf(data);
    if (bytes === null) return void stream.error(INVALID_VALUE);
    const to = stream.begin(OP.bufferSubData, 5);
    stream.words[to] = target;
    stream.long(to + 1, at);
    stream.data(to + 3, bytes);
  },

  readPixels(x, y, width, height, format, type, pixels, offset = 0) {
    const stream = streamOf(this);
    stream.submit();
    if (typeof pixels === "number" && stream.two) {
      const at = stream.begin(OP.readPixelsToBuffer, 8);
      const values = [x, y, width, height, format, type];
      for (let i = 0; i < 6; i++) stream.words[at + i] = values[i];
      stream.long(at + 6, Math.trunc(pixels));
      return;
    }
    if (pixels === null || pixels === undefined) return void stream.error(INVALID_VALUE);
    if (!isView(pixels)) {
      throw new TypeError("Failed to execute 'readPixels': parameter 7 is not of type 'ArrayBufferView'.");
    }
    const bytes = part(pixels, stream.two ? offset : 0, 0);
    if (bytes === null) return void stream.error(INVALID_VALUE);
    ops.op_webgl_read(stream.id, x | 0, y | 0, width | 0, height | 0, format >>> 0, type >>> 0, classOf(pixels), bytes);
  },

  ...pick(uniforms, inOne),
  ...attribs,
};

export const members2 = {
  ...pick(uniforms, (name) => !inOne(name)),
  ...integerAttribs,

  getBufferSubData(target, at, data, offset = 0, length = 0) {
    const stream = streamOf(this);
    if (!isView(data)) {
      throw new TypeError("Failed to execute 'getBufferSubData': parameter 3 is not of type 'ArrayBufferView'.");
    }
    const bytes = part(data, offset, length);
    if (bytes === null) return void stream.error(INVALID_VALUE);
    stream.submit();
    ops.op_webgl_read_buffer(stream.id, target >>> 0, Math.trunc(+at) || 0, bytes);
  },

  drawBuffers(buffers) {
    streamOf(this).put(OP.drawBuffers, ...buffers);
  },

  invalidateFramebuffer(target, attachments) {
    streamOf(this).put(OP.invalidateFramebuffer, target, ...attachments);
  },

  invalidateSubFramebuffer(target, attachments, x, y, width, height) {
    const stream = streamOf(this);
    if ((width | 0) < 0 || (height | 0) < 0) return void stream.error(INVALID_VALUE);
    void x;
    void y;
    stream.put(OP.invalidateFramebuffer, target, ...attachments);
  },

  clearBufferfi(buffer, index, depth, stencil) {
    const stream = streamOf(this);
    stencil = +stencil;
    depth = +depth;
    const at = stream.begin(OP.clearBufferfi, 4);
    stream.words[at] = buffer;
    stream.words[at + 1] = index;
    stream.floats[at + 2] = depth;
    stream.words[at + 3] = stencil;
    stream.drawn = true;
  },
};

for (const [name, cls] of [["clearBufferfv", Float32Array], ["clearBufferiv", Int32Array], ["clearBufferuiv", Uint32Array]]) {
  members2[name] = {
    [name](buffer, index, values, offset = 0) {
      const stream = streamOf(this);
      values = list(values, cls, offset, 0, name);
      if (values === null) return void stream.error(INVALID_VALUE);
      const at = stream.begin(OP[name], 2 + values.length);
      stream.words[at] = buffer;
      stream.words[at + 1] = index;
      (cls === Float32Array ? stream.floats : stream.words).set(values, at + 2);
      stream.drawn = true;
    },
  }[name];
}
