// Methods made of descriptions: a signature says how arguments are converted and written.
//
//   u  unsigned or enum     i  integer     f  float     b  boolean     l  GLintptr (two words)
//   an upper-case letter: an object or null (see OBJECTS); the same after "!": not null
//   s  a string (two words)
import { required } from "ext:oracade/internal.js";
import { $name, $owner, $stream, OP } from "ext:oracade/webgl/commands.js";
import { CLASSES } from "ext:oracade/webgl/objects.js";

const OBJECTS = {
  B: "Buffer", F: "Framebuffer", P: "Program", Q: "Query", R: "Renderbuffer", K: "Sampler", S: "Shader", Y: "Sync", T: "Texture",
  X: "TransformFeedback", V: "VertexArray",
};

/** The stream of `this`; throws for anything but a context. */
export function streamOf(context) {
  const stream = typeof context === "object" && context !== null ? context[$stream] : undefined;
  if (stream === undefined) throw new TypeError("Illegal invocation");
  return stream;
}

const where = (stream, method) =>
  `Failed to execute '${method}' on '${stream.two ? "WebGL2RenderingContext" : "WebGLRenderingContext"}'`;

/** The name a command knows an object by; 0 for null. Throws for objects of other classes. */
export function objectName(stream, value, kind, nullable, method, index) {
  if (value === null || value === undefined) {
    if (nullable) return 0;
  } else if (value instanceof CLASSES[kind] && value[$owner] !== undefined) {
    return stream.nameOf(value);
  }
  throw new TypeError(`${where(stream, method)}: parameter ${index} is not of type '${CLASSES[kind].name}'.`);
}

/** A number that may be an object whose conversion runs code. */
const number = (value) => (typeof value === "number" ? value : +value);

/** The parts of a signature: letters, and whether null is refused. */
function parse(signature) {
  const parts = [];
  for (let i = 0; i < signature.length; i++) {
    const strict = signature[i] === "!";
    if (strict) i++;
    parts.push({ code: signature[i], kind: OBJECTS[signature[i]], nullable: !strict });
  }
  return parts;
}

const sizeOf = (parts) => parts.reduce((sum, { code }) => sum + (code === "l" || code === "s" ? 2 : 1), 0);

/** Converts the arguments in place: this may run a page's code, so nothing is written meanwhile. */
function convert(stream, parts, args, method) {
  for (let i = 0; i < parts.length; i++) {
    const { code, kind, nullable } = parts[i];
    if (kind !== undefined) args[i] = objectName(stream, args[i], kind, nullable, method, i + 1);
    else if (code === "b") args[i] = args[i] ? 1 : 0;
    else if (code === "s") args[i] = `${args[i]}`;
    else if (code === "l") args[i] = Math.trunc(number(args[i])) || 0;
    else args[i] = number(args[i]);
  }
}

function write(stream, at, parts, args) {
  for (let i = 0; i < parts.length; i++) {
    const { code } = parts[i];
    if (code === "f") stream.floats[at++] = args[i];
    else if (code === "l") {
      stream.long(at, args[i]);
      at += 2;
    } else if (code === "s") {
      stream.text(at, args[i]);
      at += 2;
    } else stream.words[at++] = args[i];
  }
}

/** Methods that look after the number of their arguments themselves. */
const counting = new WeakSet();

/** The members of an interface: methods throw if they are given too few arguments (Web IDL § 3.6, "overload resolution"). */
export function counted(members, name) {
  const descriptors = Object.getOwnPropertyDescriptors(members);
  for (const descriptor of Object.values(descriptors)) {
    const method = descriptor.value;
    if (typeof method !== "function" || method.length === 0 || counting.has(method)) continue;
    const count = method.length;
    const made = {
      [method.name]() {
        if (arguments.length < count) {
          streamOf(this);
          required(arguments, count, method.name, name);
        }
        return Reflect.apply(method, this, arguments);
      },
    }[method.name];
    Object.defineProperty(made, "length", { value: count, configurable: true });
    descriptor.value = made;
  }
  return Object.defineProperties({}, descriptors);
}

/** A method that is a command of its name. */
export function command(method, signature, { op = OP[method], draws = false, before = [], after = [] } = {}) {
  const parts = parse(signature);
  const count = parts.length;
  const size = sizeOf(parts) + before.length + after.length;
  const made = {
    [method](...args) {
      const stream = streamOf(this);
      if (args.length < count) required(args, count, method, stream.two ? "WebGL2RenderingContext" : "WebGLRenderingContext");
      convert(stream, parts, args, method);
      let at = stream.begin(op, size);
      for (let i = 0; i < before.length; i++) stream.words[at++] = before[i];
      write(stream, at, parts, args);
      for (let i = 0, to = stream.n - after.length; i < after.length; i++) stream.words[to++] = after[i];
      if (draws) stream.drawn = true;
    },
  }[method];
  Object.defineProperty(made, "length", { value: count, configurable: true });
  counting.add(made);
  return made;
}

/** A method that is a question of its name; `finish(value, context)` makes its value. */
export function question(method, signature, finish = undefined, op = OP[method]) {
  const parts = parse(signature);
  const count = parts.length;
  const size = sizeOf(parts);
  const made = {
    [method](...args) {
      const stream = streamOf(this);
      if (args.length < count) required(args, count, method, stream.two ? "WebGL2RenderingContext" : "WebGLRenderingContext");
      convert(stream, parts, args, method);
      stream.submit();
      write(stream, stream.begin(op, size), parts, args);
      const value = stream.ask(0, 0);
      return finish === undefined ? value : finish(value, stream, args);
    },
  }[method];
  Object.defineProperty(made, "length", { value: count, configurable: true });
  counting.add(made);
  return made;
}
