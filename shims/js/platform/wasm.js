// WebAssembly's streaming functions (WebAssembly Web API § 3).
import { Response } from "ext:oracade/platform/fetch.js";

/** The module's bytes from a Response, or a promise of one, with the right MIME type. */
async function bytesFrom(source) {
  const response = await source;
  // Chromium names `compile` whichever function was called.
  const failed = (why) => new TypeError(`Failed to execute 'compile' on 'WebAssembly': ${why}`);
  if (!(response instanceof Response)) {
    throw failed("An argument must be provided, which must be a Response or Promise<Response> object");
  }
  const type = (response.headers.get("content-type") ?? "").split(";")[0].trim().toLowerCase();
  if (!response.ok) throw failed("HTTP status code is not ok");
  if (type !== "application/wasm") throw failed("Incorrect response MIME type. Expected 'application/wasm'.");
  return await response.arrayBuffer();
}

/** WebAssembly appears with the page: a start-up snapshot cannot hold it. */
export function start() {
  const { compile, instantiate } = WebAssembly;
  const members = {
    async compileStreaming(source) {
      return await compile(await bytesFrom(source));
    },
    async instantiateStreaming(source, imports = undefined) {
      return await instantiate(await bytesFrom(source), imports);
    },
  };
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(WebAssembly, name, { value, writable: true, enumerable: true, configurable: true });
  }
}
