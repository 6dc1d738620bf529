// WebAssembly's streaming functions (WebAssembly Web API § 3).
import { Response } from "ext:oracade/platform/fetch.js";

/** The module's bytes from a Response, or a promise of one, with the right MIME type. */
async function bytesFrom(source, method) {
  const response = await source;
  if (!(response instanceof Response)) {
    throw new TypeError(`WebAssembly.${method}(): Argument 0 must be a Response or a Promise resolving to one`);
  }
  const type = (response.headers.get("content-type") ?? "").split(";")[0].trim().toLowerCase();
  if (!response.ok) throw new TypeError(`Failed to execute '${method}' on 'WebAssembly': HTTP status code is not ok`);
  if (type !== "application/wasm") {
    throw new TypeError(`Failed to execute '${method}' on 'WebAssembly': Incorrect response MIME type. Expected 'application/wasm'.`);
  }
  return await response.arrayBuffer();
}

/** WebAssembly appears with the page: a start-up snapshot cannot hold it. */
export function start() {
  const { compile, instantiate } = WebAssembly;
  const members = {
    async compileStreaming(source) {
      return await compile(await bytesFrom(source, "compileStreaming"));
    },
    async instantiateStreaming(source, imports = undefined) {
      return await instantiate(await bytesFrom(source, "instantiateStreaming"), imports);
    },
  };
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(WebAssembly, name, { value, writable: true, enumerable: true, configurable: true });
  }
}
