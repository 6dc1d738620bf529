// WebAssembly's streaming functions (WebAssembly Web API § 3) and the scheduler (Prioritized Task Scheduling).
import { finishInterface, host, illegalConstructor, SECRET } from "ext:oracade/internal.js";
import { need } from "ext:oracade/platform/idl.js";
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

const PRIORITIES = ["user-blocking", "user-visible", "background"];

class Scheduler {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
  }
  postTask(callback, options = undefined) {
    need(1, arguments.length, "postTask", "Scheduler");
    const result = Promise.withResolvers();
    const signal = options?.signal;
    if (options?.priority !== undefined && !PRIORITIES.includes(options.priority)) {
      result.reject(new TypeError(`Failed to execute 'postTask' on 'Scheduler': The provided value '${options.priority}' is not a valid enum value of type TaskPriority.`));
      return result.promise;
    }
    if (signal?.aborted) {
      result.reject(signal.reason);
      return result.promise;
    }
    const task = host.queueTaskAfter(Math.max(0, +(options?.delay ?? 0) || 0), () => {
      try {
        result.resolve(callback());
      } catch (error) {
        result.reject(error);
      }
    });
    if (signal !== undefined) {
      host.onAbort(signal, () => {
        host.cancelTask(task);
        result.reject(signal.reason);
      });
    }
    return result.promise;
  }
  yield() {
    const result = Promise.withResolvers();
    host.queueTask("scheduler", () => result.resolve(undefined));
    return result.promise;
  }
}
finishInterface(Scheduler);
const scheduler = new Scheduler(SECRET);

export const globals = { Scheduler };

export function install() {
  Object.defineProperty(globalThis, "scheduler", { get: () => scheduler, enumerable: true, configurable: true });
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
