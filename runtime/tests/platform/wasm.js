// WebAssembly in a page: V8's own, and the functions that take a response (WebAssembly Web API § 3).
const failure = (promise) => promise.then(() => 'no failure', (error) => `${error.name}: ${error.message}`);
// (module (func (export "add") (param i32 i32) (result i32) local.get 0 local.get 1 i32.add))
const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 3, 2, 1, 0, 7, 7, 1, 3, 97, 100, 100, 0, 0,
  10, 9, 1, 7, 0, 32, 0, 32, 1, 106, 11]);
const typed = (body) => new Response(body, { headers: { 'Content-Type': 'application/wasm' } });

check('bytes are instantiated', 5, async () => (await WebAssembly.instantiate(bytes)).instance.exports.add(2, 3));
check('a module is instantiated', 7, async () => {
  const instance = await WebAssembly.instantiate(await WebAssembly.compile(bytes));
  return instance.exports.add(3, 4);
});
check('at once', 9, () => new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports.add(4, 5));
check('validate', [true, false], () => [WebAssembly.validate(bytes), WebAssembly.validate(bytes.slice(0, 20))]);
check('a file of the bundle streams', 5, async () => {
  const { instance, module } = await WebAssembly.instantiateStreaming(fetch('add.wasm'));
  return module instanceof WebAssembly.Module && instance.exports.add(2, 3);
});
check('compiles from a stream', true, async () => (await WebAssembly.compileStreaming(fetch('add.wasm'))) instanceof WebAssembly.Module);
check('the MIME type counts', "TypeError: Failed to execute 'compile' on 'WebAssembly': Incorrect response MIME type. Expected 'application/wasm'.",
  () => failure(WebAssembly.instantiateStreaming(fetch('t.txt'))));
check('so does the status', "TypeError: Failed to execute 'compile' on 'WebAssembly': HTTP status code is not ok",
  () => failure(WebAssembly.compileStreaming(fetch('none.wasm'))));
check('no response', "TypeError: Failed to execute 'compile' on 'WebAssembly': An argument must be provided, which must be a Response or Promise<Response> object",
  () => failure(WebAssembly.instantiateStreaming(7)));
check('a response of one\'s own', 23, async () => (await WebAssembly.instantiateStreaming(typed(bytes))).instance.exports.add(20, 3));
check('what is no module', 'CompileError', async () => (await failure(WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 9])))).split(':')[0]);
check('what breaks off in a stream', 'CompileError', async () => (await failure(WebAssembly.instantiateStreaming(typed(bytes.slice(0, 30))))).split(':')[0]);
check('a missing import', 'TypeError', async () => {
  // (module (import "a" "b" (func)))
  const importing = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 7, 1, 1, 97, 1, 98, 0, 0]);
  return (await failure(WebAssembly.instantiate(importing, {}))).split(':')[0];
});
check('memory grows and detaches', [65536, 0, 131072], () => {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 3 });
  const { buffer } = memory;
  const before = buffer.byteLength;
  memory.grow(1);
  return [before, buffer.byteLength, memory.buffer.byteLength];
});
