// What WebGL 2 adds but for data and textures (WebGL 2 § 3.7).
import { host, SECRET, slot } from "ext:oracade/internal.js";
import { $name, OP } from "ext:oracade/webgl/commands.js";
import { drawElements, lifeOf, parameter, pointer } from "ext:oracade/webgl/common.js";
import { command, objectName, question, streamOf } from "ext:oracade/webgl/methods.js";
import { create, WebGLActiveInfo } from "ext:oracade/webgl/objects.js";

/** Slot of queries and sync objects: the task in which they ended is over. Nothing is known of them before (WebGL 2 § 4.1). */
const $over = slot("over");

/** An object has ended: it can be known from the next task on. */
function ends(object) {
  object[$over] = false;
  host.queueTask("webgl", () => {
    object[$over] = true;
  });
}

const QUERY_RESULT = 0x8866;
const QUERY_RESULT_AVAILABLE = 0x8867;
const SYNC_STATUS = 0x9114;
const UNSIGNALED = 0x9118;
const TIMEOUT_EXPIRED = 0x911b;

const COMMANDS = {
  beginTransformFeedback: "u",
  bindBufferBase: "uuB",
  bindBufferRange: "uuBll",
  bindSampler: "uK",
  bindTransformFeedback: "uX",
  bindVertexArray: "V",
  copyBufferSubData: "uulll",
  endTransformFeedback: "",
  framebufferTextureLayer: "uuTii",
  pauseTransformFeedback: "",
  readBuffer: "u",
  resumeTransformFeedback: "",
  uniformBlockBinding: "!Puu",
  vertexAttribDivisor: "uu",
};

const QUESTIONS = {
  getActiveUniformBlockName: "!Pu",
  getActiveUniformBlockParameter: "!Puu",
  getFragDataLocation: "!Ps",
  getIndexedParameter: "uu",
  getInternalformatParameter: "uuu",
  getQuery: "uu",
  getSamplerParameter: "!Ku",
  getUniformBlockIndex: "!Ps",
};

/** The active queries of a stream by target. */
const active = new WeakMap();
const activeOf = (stream) => {
  let found = active.get(stream);
  if (found === undefined) active.set(stream, found = new Map());
  return found;
};

const OWN = {
  beginQuery(target, query) {
    const stream = streamOf(this);
    const name = objectName(stream, query, "Query", false, "beginQuery", 2);
    target >>>= 0;
    stream.put(OP.beginQuery, target, name);
    const list = activeOf(stream);
    if (!list.has(target)) list.set(target, query);
  },

  endQuery(target) {
    const stream = streamOf(this);
    target >>>= 0;
    stream.put(OP.endQuery, target);
    const list = activeOf(stream);
    const query = list.get(target);
    if (query === undefined) return;
    list.delete(target);
    ends(query);
  },

  getQueryParameter(query, name) {
    const stream = streamOf(this);
    const of = objectName(stream, query, "Query", false, "getQueryParameter", 1);
    name >>>= 0;
    const value = stream.query(OP.getQueryParameter, of, name);
    if (value === null || query[$over]) return value;
    return name === QUERY_RESULT_AVAILABLE ? false : name === QUERY_RESULT ? 0 : value;
  },

  getSyncParameter(sync, name) {
    const stream = streamOf(this);
    const of = objectName(stream, sync, "Sync", false, "getSyncParameter", 1);
    name >>>= 0;
    const value = stream.query(OP.getSyncParameter, of, name);
    return value !== null && name === SYNC_STATUS && !sync[$over] ? UNSIGNALED : value;
  },

  blitFramebuffer(sx0, sy0, sx1, sy1, dx0, dy0, dx1, dy1, mask, filter) {
    const stream = streamOf(this);
    stream.put(OP.blitFramebuffer, sx0, sy0, sx1, sy1, dx0, dy0, dx1, dy1, mask, filter);
    stream.drawn = true;
  },

  clientWaitSync(sync, flags, timeout) {
    const stream = streamOf(this);
    const name = objectName(stream, sync, "Sync", false, "clientWaitSync", 1);
    // MAX_CLIENT_WAIT_TIMEOUT_WEBGL is 0.
    if (+timeout > 0) {
      stream.error(0x0502);
      return 0x911d;
    }
    const answer = stream.query(OP.clientWaitSync, name, flags);
    return answer === 0x911a && !sync[$over] ? TIMEOUT_EXPIRED : answer;
  },

  drawArraysInstanced(mode, first, count, instances) {
    const stream = streamOf(this);
    stream.put(OP.drawArrays, mode, first, count, instances);
    stream.drawn = true;
  },

  drawElementsInstanced(mode, count, type, offset, instances) {
    drawElements(streamOf(this), mode, count, type, offset, instances);
  },

  drawRangeElements(mode, start, end, count, type, offset) {
    const stream = streamOf(this);
    if (end >>> 0 < start >>> 0) return void stream.error(0x0501);
    drawElements(stream, mode, count, type, offset, 1);
  },

  fenceSync(condition, flags) {
    const stream = streamOf(this);
    condition >>>= 0;
    flags >>>= 0;
    if (stream.lost) return null;
    if (condition !== 0x9117 || flags !== 0) {
      stream.error(condition !== 0x9117 ? 0x0500 : 0x0501);
      return null;
    }
    const sync = create(stream, "Sync");
    stream.put(OP.fenceSync, sync[$name], condition, flags);
    ends(sync);
    return sync;
  },

  getActiveUniforms(program, indices, parameterName) {
    const stream = streamOf(this);
    const name = objectName(stream, program, "Program", false, "getActiveUniforms", 1);
    return stream.query(OP.getActiveUniforms, name, parameterName, ...indices);
  },

  getTransformFeedbackVarying(program, index) {
    const stream = streamOf(this);
    const name = objectName(stream, program, "Program", false, "getTransformFeedbackVarying", 1);
    const value = stream.query(OP.getTransformFeedbackVarying, name, index);
    return value === null ? null : new WebGLActiveInfo(SECRET, value);
  },

  getUniformIndices(program, names) {
    const stream = streamOf(this);
    const of = objectName(stream, program, "Program", false, "getUniformIndices", 1);
    return stream.queryText(OP.getUniformIndices, of, [...names].join("\0"));
  },

  renderbufferStorageMultisample(target, samples, internalformat, width, height) {
    streamOf(this).put(OP.renderbufferStorage, target, samples, internalformat, width, height);
  },

  samplerParameterf(sampler, name, value) {
    const stream = streamOf(this);
    parameter(stream, OP.samplerParameter, objectName(stream, sampler, "Sampler", false, "samplerParameterf", 1), name, 1, value);
  },

  samplerParameteri(sampler, name, value) {
    const stream = streamOf(this);
    parameter(stream, OP.samplerParameter, objectName(stream, sampler, "Sampler", false, "samplerParameteri", 1), name, 0, value);
  },

  transformFeedbackVaryings(program, varyings, mode) {
    const stream = streamOf(this);
    const name = objectName(stream, program, "Program", false, "transformFeedbackVaryings", 1);
    const names = [...varyings].join("\0");
    const at = stream.begin(OP.transformFeedbackVaryings, 4);
    stream.words[at] = name;
    stream.words[at + 1] = mode;
    stream.text(at + 2, names);
  },

  vertexAttribIPointer(index, size, type, stride, offset) {
    pointer(streamOf(this), index, size, type, false, true, stride, offset);
  },

  waitSync(sync, flags, timeout) {
    const stream = streamOf(this);
    objectName(stream, sync, "Sync", false, "waitSync", 1);
    if (flags >>> 0 !== 0 || +timeout !== -1) stream.error(0x0501);
  },
};

export const members2 = Object.assign(
  OWN,
  Object.fromEntries(Object.entries(COMMANDS).map(([name, signature]) => [name, command(name, signature)])),
  Object.fromEntries(Object.entries(QUESTIONS).map(([name, signature]) => [name, question(name, signature)])),
  lifeOf("Query"),
  lifeOf("Sampler"),
  lifeOf("TransformFeedback"),
  lifeOf("VertexArray"),
);
const { deleteSync, isSync } = lifeOf("Sync");
Object.assign(members2, { deleteSync, isSync });
