// WebGL contexts write the commands that Rust reads (runtime/webgl/src/commands.rs).
import assert from "node:assert";
import { test } from "node:test";
import { load } from "./harness.mjs";

const { ops, hooks, runTasks } = await load("<!doctype html><html><body><canvas id=a width=30 height=20></canvas><canvas id=b></canvas></body></html>");
const NAMES = (await import("ext:oracade/webgl/commands.js")).NAMES;



/** Commands that were handed over, decoded. */
const got = [];
/** What the next questions are answered. */
const answers = [];
let contexts = 0;

function decode(words, bytes) {
  for (let at = 0; at < words.length;) {
    const count = words[at] >>> 12;
    const name = NAMES[words[at] & 0xfff];
    got.push({ name, words: Array.from(words.slice(at + 1, at + 1 + count)), bytes: Array.from(bytes) });
    at += 1 + count;
  }
}

Object.assign(ops, {
  op_canvas_new: () => 7,
  op_canvas_guard: () => ({}),
  op_canvas_submit() {},
  op_canvas_release() {},
  op_canvas_resize() {},
  op_webgl_new: () => ++contexts,
  op_webgl_guard: () => ({}),
  op_webgl_extensions: (two) => (two ? ["WEBGL_lose_context"] : ["OES_vertex_array_object", "WEBGL_lose_context"]),
  op_webgl_submit: (id, words, bytes) => decode(words, bytes),
  op_webgl_ask(id, words, bytes) {
    decode(words, bytes);
    return answers.shift() ?? [0, null];
  },
  op_webgl_failure: () => "",
  op_webgl_changes: () => 0,
  op_webgl_empty: () => false,
  op_webgl_picture: () => 0,
});

const gl = document.getElementById("a").getContext("webgl2", { antialias: false });
const one = document.getElementById("b").getContext("experimental-webgl");

/** The commands that a function makes. */
function made(run) {
  gl.getError();
  one.getError();
  got.length = 0;
  run();
  gl.getError();
  one.getError();
  return got.filter(({ name }) => name !== "getError");
}
const floats = (words) => Array.from(new Float32Array(Uint32Array.from(words).buffer));

test("contexts are of their classes", () => {
  assert.ok(gl instanceof WebGL2RenderingContext);
  assert.ok(one instanceof WebGLRenderingContext);
  assert.equal(document.getElementById("b").getContext("webgl"), one);
  assert.equal(document.getElementById("b").getContext("webgl2"), null);
  assert.equal(gl.drawingBufferWidth, 30);
  assert.equal(gl.TEXTURE_3D, 0x806f);
  assert.equal(one.TEXTURE_3D, undefined);
  assert.equal(WebGLRenderingContext.TRIANGLES, 4);
  assert.equal(one.texImage3D, undefined);
  assert.deepEqual(Object.keys(gl.getContextAttributes()).length, 10);
  assert.throws(() => new WebGLRenderingContext(), TypeError);
  assert.throws(() => gl.clear.call({}, 1), TypeError);
});

test("numbers, floats, objects and texts are written as Rust reads them", () => {
  const [color, bind, source] = made(() => {
    gl.clearColor(0.5, 1, -1, 2);
    gl.bindTexture(gl.TEXTURE_2D, null);
    const shader = gl.createShader(gl.VERTEX_SHADER);
    gl.shaderSource(shader, "void main");
  }).filter(({ name }) => name !== "createShader");
  assert.deepEqual(floats(color.words), [0.5, 1, -1, 2]);
  assert.deepEqual(bind, { ...bind, name: "bindTexture", words: [0x0de1, 0] });
  assert.equal(source.name, "shaderSource");
});

test("objects of another context, and of another class", () => {
  const foreign = one.createTexture();
  const bind = made(() => gl.bindTexture(gl.TEXTURE_2D, foreign)).find(({ name }) => name === "bindTexture");
  assert.equal(bind.words[1], 0xffffffff);
  assert.throws(() => gl.bindTexture(gl.TEXTURE_2D, gl.createBuffer()), TypeError);
  assert.throws(() => gl.useProgram({}), TypeError);
});

test("data is copied when it is given", () => {
  const data = new Float32Array([1, 2]);
  const [, call] = made(() => {
    gl.bindBuffer(gl.ARRAY_BUFFER, null);
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
    data[0] = 9;
  });
  assert.equal(call.name, "bufferData");
  const [offset, length] = call.words.slice(-2);
  assert.deepEqual(Array.from(new Float32Array(Uint8Array.from(call.bytes.slice(offset, offset + length)).buffer)), [1, 2]);
});

test("uniforms go by location; null is nothing", () => {
  answers.push([5, 0]);
  const program = gl.createProgram();
  answers.length = 0;
  gl.getError();
  answers.push([8, [3, 11]]);
  const location = gl.getUniformLocation(program, "color");
  const calls = made(() => {
    gl.uniform4f(location, 1, 2, 3, 4);
    gl.uniform1i(null, 1);
    gl.uniformMatrix2fv(location, false, [1, 2, 3, 4]);
  });
  assert.deepEqual(calls.map(({ name }) => name), ["uniform", "uniformMatrix"]);
  assert.deepEqual(calls[0].words.slice(1, 5), [11, 3, 0, 4]);
  assert.deepEqual(floats(calls[0].words.slice(5)), [1, 2, 3, 4]);
  assert.deepEqual(floats(calls[1].words.slice(6)), [1, 2, 3, 4]);
});

test("answers become what the standard says", () => {
  answers.push([2, [0, 0, 30, 20]], [4, [0, 1]], [1, "WebGL"], [7, ["a", 1, 5126]]);
  assert.deepEqual(gl.getParameter(gl.VIEWPORT), new Int32Array([0, 0, 30, 20]));
  assert.deepEqual(gl.getParameter(gl.DEPTH_RANGE), new Float32Array([0, 1]));
  assert.equal(gl.getParameter(gl.VERSION), "WebGL");
  answers.length = 0;
  const program = gl.createProgram();
  answers.push([7, ["a", 1, 5126]]);
  const info = gl.getActiveAttrib(program, 0);
  assert.deepEqual([info.name, info.size, info.type], ["a", 1, 5126]);
});

test("a frame that was drawn in is shown", () => {
  const calls = made(() => {
    gl.clear(gl.COLOR_BUFFER_BIT);
    hooks.runFrame(16);
    hooks.runFrame(33);
  });
  assert.deepEqual(calls.map(({ name }) => name), ["clear", "present"]);
});

test("nothing is known of a query or a fence in the task that ends it", () => {
  const query = gl.createQuery();
  gl.beginQuery(gl.ANY_SAMPLES_PASSED, query);
  gl.endQuery(gl.ANY_SAMPLES_PASSED);
  const sync = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  const look = () => {
    answers.push([1, true], [1, 1], [1, gl.SIGNALED], [1, gl.ALREADY_SIGNALED]);
    return [
      gl.getQueryParameter(query, gl.QUERY_RESULT_AVAILABLE),
      gl.getQueryParameter(query, gl.QUERY_RESULT),
      gl.getSyncParameter(sync, gl.SYNC_STATUS),
      gl.clientWaitSync(sync, 0, 0),
    ];
  };
  assert.deepEqual(look(), [false, 0, gl.UNSIGNALED, gl.TIMEOUT_EXPIRED]);
  runTasks();
  assert.deepEqual(look(), [true, 1, gl.SIGNALED, gl.ALREADY_SIGNALED]);
});

test("extensions are found without regard to case, once", () => {
  const found = one.getExtension("oes_VERTEX_array_object");
  assert.equal(one.getExtension("OES_vertex_array_object"), found);
  assert.equal(Object.prototype.toString.call(found), "[object OESVertexArrayObject]");
  assert.equal(found.VERTEX_ARRAY_BINDING_OES, 0x85b5);
  assert.ok(found.createVertexArrayOES() instanceof WebGLVertexArrayObject);
  assert.equal(gl.getExtension("OES_vertex_array_object"), null);
});

test("too few arguments throw, and say how many there must be", () => {
  const fails = (run, words) => assert.throws(run, (error) => error instanceof TypeError && error.message === words);
  fails(() => gl.clear(), "Failed to execute 'clear' on 'WebGL2RenderingContext': 1 argument required, but only 0 present.");
  fails(() => one.drawArrays(4, 0), "Failed to execute 'drawArrays' on 'WebGLRenderingContext': 3 arguments required, but only 2 present.");
  fails(() => one.uniform2f(null, 1), "Failed to execute 'uniform2f' on 'WebGLRenderingContext': 3 arguments required, but only 2 present.");
  fails(() => gl.texImage2D(1, 2), "Failed to execute 'texImage2D' on 'WebGL2RenderingContext': 6 arguments required, but only 2 present.");
  fails(() => one.texImage2D(1, 2, 3, 4, 5, 6, 7), "Failed to execute 'texImage2D' on 'WebGLRenderingContext': Overload resolution failed.");
  assert.equal(gl.clear.length, 1);
  assert.equal(gl.bufferData.length, 3);
});

test("a conversion that throws or draws leaves no half a command", () => {
  const calls = made(() => {
    assert.throws(() => gl.clear(Symbol()), TypeError);
    gl.clear({ valueOf: () => (gl.stencilMask(3), 16) });
  });
  assert.deepEqual(calls.map(({ name, words }) => [name, ...words]), [["stencilMaskSeparate", 0x408, 3], ["clear", 16]]);
});

test("a drawing buffer of the same size stays, a canvas that is nowhere is not shown", () => {
  const canvas = document.createElement("canvas");
  const loose = canvas.getContext("webgl");
  loose.getError();
  got.length = 0;
  canvas.width = canvas.width;
  loose.clear(16384);
  hooks.runFrame(2000);
  loose.getError();
  assert.deepEqual(got.map(({ name }) => name), ["clear", "getError"]);
  canvas.width = 44;
  loose.getError();
  assert.ok(got.some(({ name }) => name === "resize"));
});
