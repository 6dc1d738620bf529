// WebGLRenderingContext, WebGL2RenderingContext, and how canvases come by them (WebGL § 2, § 5.2, § 5.14; WebGL 2 § 3.7).
import { $connected } from "ext:oracade/dom/slots.js";
import { NativeWeakRef } from "ext:oracade/ecma/weak.js";
import { addFrameStep, constants, finishInterface, host, illegalConstructor, mixin, ops, SECRET, slot, wantStep } from "ext:oracade/internal.js";
import { $stream, OP, Stream } from "ext:oracade/webgl/commands.js";
import { members as common } from "ext:oracade/webgl/common.js";
import { WEBGL1, WEBGL2 } from "ext:oracade/webgl/constants.js";
import { members as data, members2 as data2 } from "ext:oracade/webgl/data.js";
import { extensionMethods, extensionObject } from "ext:oracade/webgl/extensions.js";
import { counted, streamOf } from "ext:oracade/webgl/methods.js";
import { globals as objects, WebGLContextEvent } from "ext:oracade/webgl/objects.js";
import { Surface } from "ext:oracade/webgl/surface.js";
import { members as textures, members2 as textures2 } from "ext:oracade/webgl/textures.js";
import { members2 as more } from "ext:oracade/webgl/webgl2.js";

const $canvas = slot("canvas");
const $attributes = slot("attributes");
const $surface = slot("surface");
const $extensions = slot("extensions");

/** Longest edge of a drawing buffer. */
const MOST = 8192;
const edge = (value) => Math.min(Math.max(value, 1), MOST);

const BOOLEANS = {
  alpha: true,
  depth: true,
  stencil: false,
  antialias: true,
  premultipliedAlpha: true,
  preserveDrawingBuffer: false,
};

/** WebGLContextAttributes. */
function attributesOf(options) {
  const given = typeof options === "object" && options !== null ? options : {};
  const read = (name, initial) => {
    const value = given[name];
    return value === undefined ? initial : Boolean(value);
  };
  const out = { alpha: read("alpha", true), antialias: read("antialias", true), depth: read("depth", true) };
  out.desynchronized = read("desynchronized", false);
  out.failIfMajorPerformanceCaveat = read("failIfMajorPerformanceCaveat", false);
  const power = given.powerPreference;
  out.powerPreference = power === undefined ? "default" : `${power}`;
  if (!["default", "high-performance", "low-power"].includes(out.powerPreference)) {
    throw new TypeError(`The provided value '${out.powerPreference}' is not a valid enum value of type WebGLPowerPreference.`);
  }
  for (const name of ["premultipliedAlpha", "preserveDrawingBuffer", "stencil"]) out[name] = read(name, BOOLEANS[name]);
  out.xrCompatible = read("xrCompatible", false);
  return out;
}

const bits = (attributes) => Object.keys(BOOLEANS).reduce((sum, name, bit) => sum | (attributes[name] ? 1 << bit : 0), 0);

/** A stream that knows its drawing buffer's size. */
class ContextStream extends Stream {
  constructor(two, attributes, width, height) {
    super(two, bits(attributes), edge(width), edge(height));
    this.width = edge(width);
    this.height = edge(height);
  }

  /** Whether the drawing buffer is a new one: it stays if a page sets the size that it has. */
  resize(width, height) {
    if (this.width === edge(width) && this.height === edge(height)) return false;
    this.width = edge(width);
    this.height = edge(height);
    this.put(OP.resize, this.width, this.height);
    this.shown = false;
    return true;
  }

  /** The canvas has been shown. */
  present() {
    this.drawn = false;
    this.shown = true;
    this.put(OP.present);
  }
}

/** Contexts that live, for the end of frames. Weak: what nobody can reach is not shown. */
const living = new Set();

/** Fires a context event at a canvas; whether its default was prevented. */
function fire(context, type) {
  return !host.fire(context[$canvas], type, { cancelable: true, statusMessage: "" }, WebGLContextEvent);
}

const actions = {
  lose(context) {
    const stream = context[$stream];
    if (stream.lost) return void stream.put(OP.error, 0x0502);
    stream.put(OP.lose);
    lost(context);
  },

  restore(context) {
    const stream = context[$stream];
    if (!stream.lost || !stream.mayRestore) return void stream.put(OP.error, 0x0502);
    host.queueTask("webgl", () => {
      if (!stream.lost) return;
      stream.put(OP.restore);
      stream.lost = false;
      stream.mayRestore = false;
      stream.forgetAll();
      // Extensions are asked for anew, but for the one that is at work.
      for (const name of context[$extensions].keys()) {
        if (name !== "WEBGL_lose_context") context[$extensions].delete(name);
      }
      context[$surface].forget();
      fire(context, "webglcontextrestored");
    });
  },
};

/** Tells the page that its context is lost. */
function lost(context) {
  const stream = context[$stream];
  stream.submit();
  stream.lost = true;
  stream.mayRestore = false;
  context[$surface].forget();
  host.queueTask("webgl", () => {
    stream.mayRestore = fire(context, "webglcontextlost");
  });
}

const METHODS = extensionMethods(streamOf, actions);

const basics = {
  get canvas() {
    streamOf(this);
    return this[$canvas];
  },

  get drawingBufferWidth() {
    return streamOf(this).width;
  },

  get drawingBufferHeight() {
    return streamOf(this).height;
  },

  get drawingBufferFormat() {
    streamOf(this);
    return this[$attributes].alpha ? 0x8058 : 0x8051;
  },

  get drawingBufferColorSpace() {
    streamOf(this);
    return "srgb";
  },

  set drawingBufferColorSpace(value) {
    streamOf(this);
    void `${value}`;
  },

  get unpackColorSpace() {
    streamOf(this);
    return "srgb";
  },

  set unpackColorSpace(value) {
    streamOf(this);
    void `${value}`;
  },

  getContextAttributes() {
    return streamOf(this).lost ? null : { ...this[$attributes] };
  },

  isContextLost() {
    return streamOf(this).lost;
  },

  getSupportedExtensions() {
    const stream = streamOf(this);
    return stream.lost ? null : ops.op_webgl_extensions(stream.two);
  },

  getExtension(name) {
    const stream = streamOf(this);
    if (stream.lost) return null;
    const wanted = `${name}`.toLowerCase();
    const found = ops.op_webgl_extensions(stream.two).find((known) => known.toLowerCase() === wanted);
    if (found === undefined) return null;
    stream.text(stream.begin(OP.extension, 2), found);
    let object = this[$extensions].get(found);
    if (object === undefined) {
      object = extensionObject(found, this, METHODS);
      this[$extensions].set(found, object);
    }
    return object;
  },

  async makeXRCompatible() {
    streamOf(this);
    this[$attributes].xrCompatible = true;
  },

  renderbufferStorage(target, internalformat, width, height) {
    streamOf(this).put(OP.renderbufferStorage, target, 0, internalformat, width, height);
  },
};

function contextClass(name, two) {
  return {
    [name]: class {
      constructor(secret, canvas, width, height, attributes) {
        if (secret !== SECRET) illegalConstructor();
        this[$canvas] = canvas;
        this[$attributes] = attributes;
        this[$stream] = new ContextStream(two, attributes, width, height);
        this[$surface] = new Surface(this[$stream], width, height, !attributes.alpha);
        this[$extensions] = new Map();
        living.add(new NativeWeakRef(this));
        wantStep(shownStep);
      }
    },
  }[name];
}

const WebGLRenderingContext = contextClass("WebGLRenderingContext", false);
const WebGL2RenderingContext = contextClass("WebGL2RenderingContext", true);
for (const cls of [WebGLRenderingContext, WebGL2RenderingContext]) {
  for (const part of [basics, common, data, textures]) mixin(cls, counted(part, cls.name));
  constants(cls, WEBGL1);
}
for (const part of [data2, textures2, more]) mixin(WebGL2RenderingContext, counted(part, "WebGL2RenderingContext"));
constants(WebGL2RenderingContext, WEBGL2);
for (const cls of [WebGLRenderingContext, WebGL2RenderingContext]) finishInterface(cls);

/** What a canvas has of a context: see canvas/element.js. */
const access = {
  recorder: (context) => context[$surface],
  resize(context, width, height) {
    context[$surface].resize(width, height);
  },
};

function make(canvas, type, options, width, height) {
  const cls = type === "webgl2" ? WebGL2RenderingContext : WebGLRenderingContext;
  return { type, context: new cls(SECRET, canvas, width, height, attributesOf(options)), access };
}

host.webgl = {
  elementContext(canvas, type, options) {
    return make(canvas, type, options, canvas.width, canvas.height);
  },
  offscreenContext(canvas, type, options, width, height) {
    return make(canvas, type, options, width, height);
  },
};

// At the end of a frame canvases have been shown: what is drawn next begins with a cleared buffer.
const shownStep = addFrameStep(95, () => {
  if (living.size > 0) wantStep(shownStep);
  for (const ref of living) {
    const context = ref.deref();
    if (context === undefined) {
      living.delete(ref);
      continue;
    }
    const stream = context[$stream];
    if (!stream.lost && ops.op_webgl_failure(stream.id) !== "") {
      ops.op_report("warning", `WebGL: CONTEXT_LOST_WEBGL: ${ops.op_webgl_failure(stream.id)}`);
      lost(context);
    }
    // A canvas that is nowhere is not shown.
    const canvas = context[$canvas];
    if (stream.drawn && (canvas[$connected] || context[$surface].linked)) stream.present();
  }
});

export const globals = { ...objects, WebGLRenderingContext, WebGL2RenderingContext };
