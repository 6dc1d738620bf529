// The inside of a dedicated worker (HTML § 10.2.1): the start-up snapshot holds a window, which becomes a worker's global object
// here by losing everything that is not exposed to workers.
import { core } from "ext:core/mod.js";
import { define, finishInterface, host, illegalConstructor, ops, SECRET } from "ext:oracade/internal.js";
import { EventTarget, fire } from "ext:oracade/dom/event_target.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { MessageEvent } from "ext:oracade/dom/events.js";
import { DOMException } from "ext:oracade/dom/exception.js";
import { $eventParent } from "ext:oracade/dom/slots.js";
import { FileReaderSync } from "ext:oracade/platform/file_reader_sync.js";
import { LATENCY, obtain } from "ext:oracade/platform/fetch.js";
import { defineOperations, defineReadOnly, defineReplaceable, need, usv } from "ext:oracade/platform/idl.js";
import { ENDED, ERROR, FAILURE, fireMessage, MESSAGE, openPort, readMessage, sendTo } from "ext:oracade/platform/messaging.js";
import { transferOf } from "ext:oracade/platform/structured_clone.js";

/** What a worker has of the window's: interfaces and members. */
const EXPOSED = new Set(`AbortController AbortSignal Blob BroadcastChannel ByteLengthQueuingStrategy CanvasGradient CanvasPattern
  CloseEvent CompressionStream CountQueuingStrategy Crypto CryptoKey CustomEvent DOMException DOMMatrix DOMMatrixReadOnly DOMPoint
  DOMPointReadOnly DOMQuad DOMRect DOMRectReadOnly DecompressionStream ErrorEvent Event EventSource EventTarget File FileList FileReader
  FontFace FormData Headers IDBCursor IDBCursorWithValue IDBDatabase IDBFactory IDBIndex IDBKeyRange IDBObjectStore IDBOpenDBRequest IDBRecord DOMStringList QuotaExceededError
  IDBRequest IDBTransaction IDBVersionChangeEvent Lock LockManager Notification Scheduler TaskController TaskPriorityChangeEvent TaskSignal scheduler ImageBitmap ImageBitmapRenderingContext WebGL2RenderingContext WebGLActiveInfo WebGLBuffer WebGLContextEvent
  WebGLFramebuffer WebGLObject WebGLProgram WebGLQuery WebGLRenderbuffer WebGLRenderingContext WebGLSampler WebGLShader WebGLShaderPrecisionFormat
  WebGLSync WebGLTexture WebGLTransformFeedback WebGLUniformLocation WebGLVertexArrayObject ImageData MessageChannel MessageEvent
  MessagePort NetworkInformation OffscreenCanvas OffscreenCanvasRenderingContext2D Path2D Performance PerformanceEntry PerformanceMark
  PerformanceMeasure PerformanceObserver PerformanceObserverEntryList PerformanceResourceTiming PermissionStatus Permissions
  ProgressEvent PromiseRejectionEvent ReadableByteStreamController ReadableStream ReadableStreamBYOBReader ReadableStreamBYOBRequest
  ReadableStreamDefaultController ReadableStreamDefaultReader Request Response StorageManager SubtleCrypto TextDecoder TextDecoderStream
  TextEncoder TextEncoderStream TextMetrics TransformStream TransformStreamDefaultController URL URLSearchParams WebSocket Worker
  WritableStream WritableStreamDefaultController WritableStreamDefaultWriter XMLHttpRequest XMLHttpRequestEventTarget
  XMLHttpRequestUpload atob btoa cancelAnimationFrame clearInterval clearTimeout console createImageBitmap crypto
  crossOriginIsolated fetch indexedDB isSecureContext origin performance queueMicrotask reportError requestAnimationFrame
  self setInterval setTimeout structuredClone`.split(/\s+/));

/** Members of Navigator that WorkerNavigator has too. */
const NAVIGATOR = `appCodeName appName appVersion connection deviceMemory hardwareConcurrency language languages locks onLine permissions
  platform product storage userAgent userAgentData`.split(/\s+/);

/** Names of the language and of the engine, taken before the shims add theirs (main.js). */
let language = new Set();
export function rememberLanguage(names) {
  language = new Set(names);
}
/** All names in the snapshot: what comes later is the language's too (WebAssembly, what V8 turns on by flags). */
let snapshot = new Set();
export function rememberAll(names) {
  snapshot = new Set(names);
}

let place = null; // components of the script's address
let name = "";
let port = 0;
let closing = false;
let isModule = false;
let isShared = false;
/** Errors of the module that is being started; null when none is. */
let held = null;

class WorkerGlobalScope extends EventTarget {
  constructor() {
    illegalConstructor();
    super();
  }
}
finishInterface(WorkerGlobalScope);
WorkerGlobalScope.prototype[$eventParent] = () => null;
Object.defineProperty(WorkerGlobalScope.prototype, $eventParent, { enumerable: false });

class DedicatedWorkerGlobalScope extends WorkerGlobalScope {}
finishInterface(DedicatedWorkerGlobalScope);

class SharedWorkerGlobalScope extends WorkerGlobalScope {}
finishInterface(SharedWorkerGlobalScope);

class WorkerLocation {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
  }
  toString() {
    return place.href;
  }
}
for (const part of ["href", "origin", "protocol", "host", "hostname", "port", "pathname", "search", "hash"]) {
  defineReadOnly(WorkerLocation.prototype, part, () => place[part]);
}
finishInterface(WorkerLocation);

class WorkerNavigator {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
  }
}
finishInterface(WorkerNavigator);

function textOf(answer) {
  const text = core.decode(answer.bytes);
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

const JAVASCRIPT = /^\s*(?:text|application)\/(?:x-)?(?:javascript|ecmascript|jscript|livescript)/i;

const operations = {
  /** Loads and runs scripts one after the other, now. */
  importScripts(...urls) {
    if (isModule) {
      throw new TypeError("Failed to execute 'importScripts' on 'WorkerGlobalScope': Module scripts don't support importScripts().");
    }
    const addresses = urls.map((url) => {
      const parts = host.parseURL(usv(url));
      if (parts === null) {
        throw new DOMException(`Failed to execute 'importScripts' on 'WorkerGlobalScope': The URL '${url}' is invalid.`, "SyntaxError");
      }
      return parts.href;
    });
    for (const address of addresses) {
      const answer = obtain(address, "GET", "script");
      const ok = answer !== null && answer.status === 200 && (JAVASCRIPT.test(answer.type) || /^(?:blob|data):/.test(address));
      if (!ok) {
        throw new DOMException(`Failed to execute 'importScripts' on 'WorkerGlobalScope': The script at '${address}' failed to load.`, "NetworkError");
      }
      // What the script throws, this call throws.
      ops.op_script_import(textOf(answer), address);
    }
  },
  postMessage(message, options = undefined) {
    need(1, arguments.length, "postMessage", "DedicatedWorkerGlobalScope");
    const where = "Failed to execute 'postMessage' on 'DedicatedWorkerGlobalScope'";
    sendTo(port, MESSAGE, message, transferOf(options, where), where);
  },
  /** The running task goes on to its end; no other follows. */
  close() {
    closing = true;
    if (isShared) sendTo(port, ENDED, null);
    ops.op_worker_close();
  },
};

/** What belongs to the interface's prototype in a worker, and to the global object itself in a window. */
const INHERITED = `atob btoa clearInterval clearTimeout createImageBitmap crossOriginIsolated crypto fetch importScripts indexedDB isSecureContext
  location navigator onerror onlanguagechange onrejectionhandled onunhandledrejection origin performance queueMicrotask reportError
  scheduler self setInterval setTimeout structuredClone`.split(/\s+/);

function inherit() {
  for (const key of INHERITED) {
    const descriptor = Object.getOwnPropertyDescriptor(globalThis, key);
    if (descriptor === undefined || !descriptor.configurable) continue;
    delete globalThis[key];
    Object.defineProperty(WorkerGlobalScope.prototype, key, descriptor);
  }
}

function strip() {
  for (const key of Reflect.ownKeys(globalThis)) {
    if (typeof key === "string" && !EXPOSED.has(key) && !language.has(key) && snapshot.has(key)) delete globalThis[key];
  }
  for (const key of ["timing", "navigation", "memory"]) delete globalThis.Performance?.prototype[key];
}

function receive(message) {
  if (closing) return;
  const read = readMessage(message);
  if (isShared) {
    // All that comes here are ports of those who connect.
    const ports = read?.ports ?? [];
    fire(globalThis, "connect", { data: null, ports, source: ports[0] ?? null }, MessageEvent);
    return;
  }
  if (read === null) fire(globalThis, "messageerror", {}, MessageEvent);
  else fireMessage(globalThis, read.value, { ports: read.ports });
}

function failed() {
  sendTo(port, FAILURE, null);
}

function run(config) {
  // The engine puts its own there once the agent has started.
  delete globalThis.queueMicrotask;
  let source = config.source;
  if (source === null) {
    const answer = obtain(config.url, "GET", "worker");
    if (answer === null || answer.status !== 200) {
      failed();
      return;
    }
    // A redirected address keeps the fragment that was asked for.
    place = ops.op_url_parse(answer.url + place.hash, null) ?? place;
    source = textOf(answer);
  }
  if (isModule) {
    held = [];
    ops.op_module_run(source, place.href, 0);
    const errors = held;
    held = null;
    for (const error of errors) sendTo(port, ERROR, error);
  } else {
    ops.op_script_run(source, place.href, 0, 0);
  }
  openPort(port, receive);
}

/** Hook `scriptDone` of a worker: its module has ended. */
export function moduleDone(ok) {
  if (ok) return;
  // A module that cannot be loaded, parsed or linked is no more than a script that is not there.
  if (held !== null) held.length = 0;
  failed();
}

/** Makes this agent a dedicated worker; its script runs when it has been loaded. */
export function startWorker(page) {
  const config = page.worker;
  const navigatorMembers = Object.getOwnPropertyDescriptors(globalThis.Navigator.prototype);
  strip();

  port = ops.op_worker_port();
  place = ops.op_url_parse(config.url, null);
  name = config.name;
  isModule = config.type === "module";
  isShared = config.shared === true;
  host.baseURL = () => place.href;
  host.document = null;
  for (const key of NAVIGATOR) {
    if (key in navigatorMembers) Object.defineProperty(WorkerNavigator.prototype, key, navigatorMembers[key]);
  }
  const Scope = isShared ? SharedWorkerGlobalScope : DedicatedWorkerGlobalScope;
  for (const cls of [WorkerGlobalScope, Scope, WorkerLocation, WorkerNavigator, FileReaderSync]) define(globalThis, cls.name, cls);
  handlerAttributes(globalThis, ["error", "languagechange", "rejectionhandled", "unhandledrejection",
    ...(isShared ? ["connect"] : ["message", "messageerror"])]);
  Object.setPrototypeOf(globalThis, Scope.prototype);
  const navigator = new WorkerNavigator(SECRET);
  const location = new WorkerLocation(SECRET);
  defineReadOnly(globalThis, "navigator", () => navigator);
  defineReadOnly(globalThis, "location", () => location);
  defineReplaceable(globalThis, "name", () => name);
  const { postMessage, ...shared } = operations;
  defineOperations(globalThis, isShared ? shared : { ...shared, postMessage });
  inherit();
  host.uncaughtInWorker = (info, description) => {
    const error = { info: { ...info }, description };
    if (held === null) sendTo(port, ERROR, error);
    else held.push(error);
  };
  host.uncaught = host.uncaughtInWorker;
  host.queueTaskAfter(config.source === null ? LATENCY : 0, () => run(config));
}
