// The objects of WebGL: WebGLBuffer and its kin, WebGLActiveInfo, WebGLUniformLocation, WebGLShaderPrecisionFormat,
// WebGLContextEvent (WebGL § 5.3-5.13, § 5.15; WebGL 2 § 3.1-3.6).
import { finishInterface, illegalConstructor, SECRET, slot } from "ext:oracade/internal.js";
import { Event } from "ext:oracade/dom/event.js";
import { $name, $owner, KINDS, OP } from "ext:oracade/webgl/commands.js";

export class WebGLObject {
  constructor(secret, stream) {
    if (secret !== SECRET) illegalConstructor();
    this[$owner] = stream;
    this[$name] = stream.nextName++;
    stream.objects.set(this[$name], this);
  }
}
finishInterface(WebGLObject);

const makeClass = (name) => finishInterface({ [name]: class extends WebGLObject {} }[name], name);

/** The classes by their kinds. */
export const CLASSES = Object.fromEntries(KINDS.map((kind) => {
  const name = kind === "VertexArray" ? "WebGLVertexArrayObject" : `WebGL${kind}`;
  return [kind, makeClass(name)];
}));

/** A new object of a kind; Rust learns of it. */
export function create(stream, kind) {
  const object = new CLASSES[kind](SECRET, stream);
  if (kind !== "Shader" && kind !== "Sync") stream.put(OP.create, KINDS.indexOf(kind), object[$name]);
  return object;
}

export class WebGLActiveInfo {
  #name;
  #size;
  #type;

  constructor(secret, [name, size, type] = []) {
    if (secret !== SECRET) illegalConstructor();
    this.#name = name;
    this.#size = size;
    this.#type = type;
  }

  get size() {
    return this.#size;
  }

  get type() {
    return this.#type;
  }

  get name() {
    return this.#name;
  }
}
finishInterface(WebGLActiveInfo);

export class WebGLShaderPrecisionFormat {
  #values;

  constructor(secret, values) {
    if (secret !== SECRET) illegalConstructor();
    this.#values = values;
  }

  get rangeMin() {
    return this.#values[0];
  }

  get rangeMax() {
    return this.#values[1];
  }

  get precision() {
    return this.#values[2];
  }
}
finishInterface(WebGLShaderPrecisionFormat);

/** Slots of a location: program's name, link, location. */
export const $program = slot("program");
export const $serial = slot("serial");
export const $location = slot("location");

export class WebGLUniformLocation {
  constructor(secret, stream, program, [location, serial] = []) {
    if (secret !== SECRET) illegalConstructor();
    this[$owner] = stream;
    this[$program] = program;
    this[$location] = location;
    this[$serial] = serial;
  }
}
finishInterface(WebGLUniformLocation);

export class WebGLContextEvent extends Event {
  #message;

  constructor(type, init = undefined) {
    super(type, init);
    this.#message = init?.statusMessage === undefined ? "" : `${init.statusMessage}`;
  }

  get statusMessage() {
    return this.#message;
  }
}
finishInterface(WebGLContextEvent);

export const globals = {
  WebGLObject,
  ...Object.fromEntries(Object.values(CLASSES).map((cls) => [cls.name, cls])),
  WebGLActiveInfo,
  WebGLShaderPrecisionFormat,
  WebGLUniformLocation,
  WebGLContextEvent,
};
