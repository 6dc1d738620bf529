// Extensions: the objects that getExtension gives (the WebGL extension registry).
import { slot } from "ext:oracade/internal.js";
import { OP } from "ext:oracade/webgl/commands.js";
import { lifeOf, drawElements } from "ext:oracade/webgl/common.js";
import { EXTENSIONS } from "ext:oracade/webgl/constants.js";
import { command } from "ext:oracade/webgl/methods.js";
import { members2 as data2 } from "ext:oracade/webgl/data.js";

/** Slot of an extension's object: its context. */
const $context = slot("context");

/** A method of an extension that is one of its context's. */
const forward = (name, method) => ({
  [name](...args) {
    return Reflect.apply(method, this[$context], args);
  },
}[name]);

const vertexArrays = lifeOf("VertexArray");

/** `multiDraw*WEBGL`: lists of numbers, each with an offset, and the count of draws. */
function multiDraw(elements, instanced) {
  return (stream, args) => {
    args = [...args];
    const mode = args.shift();
    const take = () => [args.shift(), args.shift() >>> 0];
    const firsts = elements ? null : take();
    const counts = take();
    const type = elements ? args.shift() : 0;
    const offsets = elements ? take() : firsts;
    const instances = instanced ? take() : null;
    const draws = args.shift() | 0;
    const short = ([list, offset]) => offset + draws > list.length;
    if (draws < 0) return stream.error(0x0501);
    if (short(counts) || short(offsets) || (instances !== null && short(instances))) return stream.error(0x0502);
    const at = stream.begin(OP.multiDraw, 2 + draws * 3);
    const { words } = stream;
    words[at] = mode;
    words[at + 1] = type;
    for (let i = 0; i < draws; i++) {
      words[at + 2 + i * 3] = offsets[0][offsets[1] + i];
      words[at + 3 + i * 3] = counts[0][counts[1] + i];
      words[at + 4 + i * 3] = instances === null ? 1 : instances[0][instances[1] + i];
    }
    stream.drawn = true;
  };
}

/** Methods by extension: `streamOf` is the contexts' own. */
export function extensionMethods(streamOf, actions) {
  const multi = (name, elements, instanced) => {
    const draw = multiDraw(elements, instanced);
    return {
      [name](...args) {
        draw(streamOf(this[$context]), args);
      },
    }[name];
  };
  return {
    ANGLE_instanced_arrays: {
      drawArraysInstancedANGLE(mode, first, count, instances) {
        const stream = streamOf(this[$context]);
        stream.put(OP.drawArrays, mode, first, count, instances);
        stream.drawn = true;
      },
      drawElementsInstancedANGLE(mode, count, type, offset, instances) {
        drawElements(streamOf(this[$context]), mode, count, type, offset, instances);
      },
      vertexAttribDivisorANGLE: forward("vertexAttribDivisorANGLE", command("vertexAttribDivisorANGLE", "uu", { op: OP.vertexAttribDivisor })),
    },
    OES_vertex_array_object: {
      bindVertexArrayOES: forward("bindVertexArrayOES", command("bindVertexArrayOES", "V", { op: OP.bindVertexArray })),
      createVertexArrayOES: forward("createVertexArrayOES", vertexArrays.createVertexArray),
      deleteVertexArrayOES: forward("deleteVertexArrayOES", vertexArrays.deleteVertexArray),
      isVertexArrayOES: forward("isVertexArrayOES", vertexArrays.isVertexArray),
    },
    WEBGL_draw_buffers: { drawBuffersWEBGL: forward("drawBuffersWEBGL", data2.drawBuffers) },
    WEBGL_lose_context: {
      loseContext() {
        actions.lose(this[$context]);
      },
      restoreContext() {
        actions.restore(this[$context]);
      },
    },
    WEBGL_multi_draw: {
      multiDrawArraysWEBGL: multi("multiDrawArraysWEBGL", false, false),
      multiDrawElementsWEBGL: multi("multiDrawElementsWEBGL", true, false),
      multiDrawArraysInstancedWEBGL: multi("multiDrawArraysInstancedWEBGL", false, true),
      multiDrawElementsInstancedWEBGL: multi("multiDrawElementsInstancedWEBGL", true, true),
    },
  };
}

/** The class strings of extensions' objects, as Chromium writes them. */
const TAGS = {
  ANGLE_instanced_arrays: "ANGLEInstancedArrays", EXT_blend_minmax: "EXTBlendMinMax", EXT_frag_depth: "EXTFragDepth",
  EXT_shader_texture_lod: "EXTShaderTextureLOD", EXT_sRGB: "EXTsRGB",
};
const tagOf = (name) => TAGS[name] ?? name.replace(/^WEBGL/, "WebGL").replace(/_([a-zA-Z])/g, (_, letter) => letter.toUpperCase());

/** Prototypes of extensions' objects, by name. */
const prototypes = new Map();

/** The object of an extension of a context. */
export function extensionObject(name, context, methods) {
  let proto = prototypes.get(name);
  if (proto === undefined) {
    proto = {};
    for (const [key, value] of Object.entries(EXTENSIONS[name] ?? {})) {
      Object.defineProperty(proto, key, { value, enumerable: true, writable: false, configurable: false });
    }
    for (const [key, value] of Object.entries(methods[name] ?? {})) {
      Object.defineProperty(proto, key, { value, enumerable: true, writable: true, configurable: true });
    }
    Object.defineProperty(proto, Symbol.toStringTag, { value: tagOf(name), configurable: true });
    prototypes.set(name, proto);
  }
  const object = Object.create(proto);
  object[$context] = context;
  return object;
}
