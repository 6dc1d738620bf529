// What both versions' contexts have (WebGL § 5.14), but for data, uniforms and textures.
import { SECRET } from "ext:oracade/internal.js";
import { $name, $owner, KINDS, OP } from "ext:oracade/webgl/commands.js";
import { command, objectName, question, streamOf } from "ext:oracade/webgl/methods.js";
import {
  $location, $program, $serial, create, WebGLActiveInfo, WebGLShaderPrecisionFormat, WebGLUniformLocation,
} from "ext:oracade/webgl/objects.js";

/** Name → signature of the methods that are commands as they are. */
const COMMANDS = {
  activeTexture: "u",
  attachShader: "!P!S",
  bindAttribLocation: "!Pus",
  bindFramebuffer: "uF",
  bindRenderbuffer: "uR",
  bindTexture: "uT",
  blendColor: "ffff",
  blendEquationSeparate: "uu",
  blendFuncSeparate: "uuuu",
  clearColor: "ffff",
  clearDepth: "f",
  clearStencil: "i",
  colorMask: "bbbb",
  compileShader: "!S",
  cullFace: "u",
  depthFunc: "u",
  depthMask: "b",
  depthRange: "ff",
  detachShader: "!P!S",
  disable: "u",
  disableVertexAttribArray: "u",
  enable: "u",
  enableVertexAttribArray: "u",
  framebufferRenderbuffer: "uuuR",
  framebufferTexture2D: "uuuTi",
  frontFace: "u",
  generateMipmap: "u",
  hint: "uu",
  lineWidth: "f",
  linkProgram: "!P",
  pixelStorei: "ui",
  polygonOffset: "ff",
  sampleCoverage: "fb",
  scissor: "iiii",
  shaderSource: "!Ss",
  stencilFuncSeparate: "uuiu",
  stencilMaskSeparate: "uu",
  stencilOpSeparate: "uuuu",
  useProgram: "P",
  validateProgram: "!P",
  viewport: "iiii",
};

const info = (value) => (value === null ? null : new WebGLActiveInfo(SECRET, value));

const QUESTIONS = {
  checkFramebufferStatus: "u",
  getAttachedShaders: "!P",
  getAttribLocation: "!Ps",
  getBufferParameter: "uu",
  getError: "",
  getFramebufferAttachmentParameter: "uuu",
  getParameter: "u",
  getProgramInfoLog: "!P",
  getProgramParameter: "!Pu",
  getRenderbufferParameter: "uu",
  getShaderInfoLog: "!S",
  getShaderParameter: "!Su",
  getShaderSource: "!S",
  getTexParameter: "uu",
  getVertexAttrib: "uu",
  getVertexAttribOffset: "uu",
  isEnabled: "u",
};

const PRECISIONS = { 0x8df0: [15, 15, 10], 0x8df1: [15, 15, 10], 0x8df2: [127, 127, 23], 0x8df3: [15, 14, 0], 0x8df4: [15, 14, 0], 0x8df5: [31, 30, 0] };

/** Methods with a shape of their own. */
const OWN = {
  bindBuffer(target, buffer) {
    const stream = streamOf(this);
    const name = objectName(stream, buffer, "Buffer", true, "bindBuffer", 2);
    target >>>= 0;
    stream.put(OP.bindBuffer, target, name);
    // What uploads and reads take depends on these.
    if (!stream.two) return;
    if (target === 0x88ec) stream.unpackBuffer = name !== 0;
    else if (target === 0x88eb) stream.packBuffer = name !== 0;
  },

  blendEquation(mode) {
    streamOf(this).put(OP.blendEquationSeparate, mode, mode);
  },

  blendFunc(source, destination) {
    streamOf(this).put(OP.blendFuncSeparate, source, destination, source, destination);
  },

  clear(mask) {
    const stream = streamOf(this);
    stream.put(OP.clear, mask);
    stream.drawn = true;
  },

  createShader(type) {
    const stream = streamOf(this);
    type >>>= 0;
    if (type !== 0x8b30 && type !== 0x8b31) {
      stream.error(0x0500);
      return null;
    }
    const shader = create(stream, "Shader");
    stream.put(OP.createShader, shader[$name], type);
    return shader;
  },

  drawArrays(mode, first, count) {
    const stream = streamOf(this);
    stream.put(OP.drawArrays, mode, first, count, 1);
    stream.drawn = true;
  },

  drawElements(mode, count, type, offset) {
    drawElements(streamOf(this), mode, count, type, offset, 1);
  },

  finish() {
    streamOf(this);
  },

  flush() {
    streamOf(this);
  },

  getActiveAttrib(program, index) {
    const stream = streamOf(this);
    return info(stream.query(OP.getActiveAttrib, objectName(stream, program, "Program", false, "getActiveAttrib", 1), index));
  },

  getActiveUniform(program, index) {
    const stream = streamOf(this);
    return info(stream.query(OP.getActiveUniform, objectName(stream, program, "Program", false, "getActiveUniform", 1), index));
  },

  getShaderPrecisionFormat(shaderType, precisionType) {
    const stream = streamOf(this);
    const values = PRECISIONS[precisionType >>> 0];
    shaderType >>>= 0;
    if (values === undefined || (shaderType !== 0x8b30 && shaderType !== 0x8b31)) {
      stream.error(0x0500);
      return null;
    }
    return stream.lost ? null : new WebGLShaderPrecisionFormat(SECRET, values);
  },

  getUniform(program, location) {
    const stream = streamOf(this);
    const name = objectName(stream, program, "Program", false, "getUniform", 1);
    needLocation(location, "getUniform");
    const own = location[$owner] === stream ? location[$program] : 0;
    return stream.query(OP.getUniform, name, own, location[$serial], location[$location]);
  },

  getUniformLocation(program, name) {
    const stream = streamOf(this);
    const of = objectName(stream, program, "Program", false, "getUniformLocation", 1);
    const found = stream.queryText(OP.getUniformLocation, of, `${name}`);
    return found === null ? null : new WebGLUniformLocation(SECRET, stream, of, found);
  },

  stencilFunc(func, ref, mask) {
    streamOf(this).put(OP.stencilFuncSeparate, 0x0408, func, ref, mask);
  },

  stencilMask(mask) {
    streamOf(this).put(OP.stencilMaskSeparate, 0x0408, mask);
  },

  stencilOp(fail, depthFail, pass) {
    streamOf(this).put(OP.stencilOpSeparate, 0x0408, fail, depthFail, pass);
  },

  texParameterf(target, name, value) {
    parameter(streamOf(this), OP.texParameter, target, name, 1, value);
  },

  texParameteri(target, name, value) {
    parameter(streamOf(this), OP.texParameter, target, name, 0, value);
  },

  vertexAttribPointer(index, size, type, normalized, stride, offset) {
    const stream = streamOf(this);
    pointer(stream, index, size, type, normalized, false, stride, offset);
  },
};

export function needLocation(location, method) {
  if (!(location instanceof WebGLUniformLocation)) {
    throw new TypeError(`Failed to execute '${method}': parameter 2 is not of type 'WebGLUniformLocation'.`);
  }
}

/** `texParameter*` and `samplerParameter*`. */
export function parameter(stream, op, target, name, float, value) {
  value = +value;
  const at = stream.begin(op, 4);
  stream.words[at] = target;
  stream.words[at + 1] = name;
  stream.words[at + 2] = float;
  if (float === 1) stream.floats[at + 3] = value;
  else stream.words[at + 3] = value;
}

export function pointer(stream, index, size, type, normalized, integer, stride, offset) {
  offset = Math.trunc(+offset) || 0;
  const at = stream.begin(OP.vertexAttribPointer, 8);
  const { words } = stream;
  words[at] = index;
  words[at + 1] = size;
  words[at + 2] = type;
  words[at + 3] = normalized ? 1 : 0;
  words[at + 4] = integer ? 1 : 0;
  words[at + 5] = stride;
  stream.long(at + 6, offset);
}

export function drawElements(stream, mode, count, type, offset, instances) {
  offset = Math.trunc(+offset) || 0;
  const at = stream.begin(OP.drawElements, 6);
  const { words } = stream;
  words[at] = mode;
  words[at + 1] = count;
  words[at + 2] = type;
  stream.long(at + 3, offset);
  words[at + 5] = instances;
  stream.drawn = true;
}

/** `create*`, `delete*` and `is*` of a kind, under the names given. */
export function lifeOf(kind, suffix = kind) {
  const number = KINDS.indexOf(kind);
  const names = [`create${suffix}`, `delete${suffix}`, `is${suffix}`];
  return {
    [names[0]]() {
      // While the context is lost, an object of the time before it is restored (WebGL § 5.14.1).
      return create(streamOf(this), kind);
    },
    [names[1]](object) {
      const stream = streamOf(this);
      const name = objectName(stream, object, kind, true, names[1], 1);
      if (name === 0) return;
      stream.put(OP[`delete${kind}`], name);
      // Programs and shaders can be asked for as long as something uses them.
      if (stream.owns(object) && kind !== "Program" && kind !== "Shader") stream.forget(name);
      if (kind === "Buffer") {
        stream.unpackBuffer &&= stream.query(OP.getParameter, 0x88ef) !== null;
        stream.packBuffer &&= stream.query(OP.getParameter, 0x88ed) !== null;
      }
    },
    [names[2]](object) {
      const stream = streamOf(this);
      objectName(stream, object, kind, true, names[2], 1);
      if (object === null || object === undefined || !stream.owns(object)) return false;
      return stream.query(OP.is, number, object[$name]);
    },
  };
}

const life = ["Buffer", "Framebuffer", "Program", "Renderbuffer", "Texture"].map((kind) => lifeOf(kind));
const { deleteShader, isShader } = lifeOf("Shader");

export const members = Object.assign(
  OWN,
  Object.fromEntries(Object.entries(COMMANDS).map(([name, signature]) => [name, command(name, signature)])),
  Object.fromEntries(Object.entries(QUESTIONS).map(([name, signature]) => [name, question(name, signature)])),
  ...life,
  { deleteShader, isShader },
);
