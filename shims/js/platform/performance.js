// Performance timeline (HR-Time, Performance Timeline, User Timing).
import { define, finishInterface, host, illegalConstructor, ops, SECRET } from "ext:oracade/internal.js";
import { EventTarget } from "ext:oracade/dom/event_target.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { fail } from "ext:oracade/dom/exception.js";
import { structuredCloneOf } from "ext:oracade/platform/structured_clone.js";
import { defineReplaceable, need } from "ext:oracade/platform/idl.js";

/** HR-Time "coarsened": 100 µs, as a page that is not cross-origin isolated has it. */
export function coarseNow() {
  return Math.floor(ops.op_now_us() / 100) / 10;
}

let entries = []; // in order of start time, ties in order of creation
const observers = new Set();
let observersQueued = false;

class PerformanceEntry {
  #name;
  #type;
  #start;
  #duration;
  constructor(secret, name, type, start, duration) {
    if (secret !== SECRET) illegalConstructor();
    this.#name = name;
    this.#type = type;
    this.#start = start;
    this.#duration = duration;
  }
  get name() {
    return this.#name;
  }
  get entryType() {
    return this.#type;
  }
  get startTime() {
    return this.#start;
  }
  get duration() {
    return this.#duration;
  }
  toJSON() {
    return { name: this.#name, entryType: this.#type, startTime: this.#start, duration: this.#duration };
  }
}
finishInterface(PerformanceEntry);

class PerformanceMark extends PerformanceEntry {
  #detail;
  constructor(name, options) {
    need(1, arguments.length, "PerformanceMark");
    const start = options?.startTime === undefined ? coarseNow() : +options.startTime;
    if (start < 0) throw new TypeError(`Failed to execute 'mark' on 'Performance': '${name}' cannot have a negative start time.`);
    super(SECRET, `${name}`, "mark", start, 0);
    this.#detail = options?.detail === undefined ? null : structuredCloneOf(options.detail);
  }
  get detail() {
    return this.#detail;
  }
  toJSON() {
    return { ...super.toJSON(), detail: this.#detail };
  }
}
finishInterface(PerformanceMark);

class PerformanceMeasure extends PerformanceEntry {
  #detail;
  constructor(secret, name, start, duration, detail) {
    super(secret, name, "measure", start, duration);
    this.#detail = detail;
  }
  get detail() {
    return this.#detail;
  }
  toJSON() {
    return { ...super.toJSON(), detail: this.#detail };
  }
}
finishInterface(PerformanceMeasure);

class PerformanceResourceTiming extends PerformanceEntry {
  get initiatorType() {
    return "navigation";
  }
  get nextHopProtocol() {
    return "http/1.1";
  }
}
for (const name of [
  "workerStart", "redirectStart", "redirectEnd", "fetchStart", "domainLookupStart", "domainLookupEnd", "connectStart",
  "connectEnd", "secureConnectionStart", "requestStart", "responseStart", "responseEnd", "transferSize",
  "encodedBodySize", "decodedBodySize",
]) {
  Object.defineProperty(PerformanceResourceTiming.prototype, name, {
    get() {
      return 0;
    },
    enumerable: true,
    configurable: true,
  });
}
finishInterface(PerformanceResourceTiming);

const milestones = {}; // name → ms since the time origin, from documentEvent

class PerformanceNavigationTiming extends PerformanceResourceTiming {
  get type() {
    return host.navigationType();
  }
  get redirectCount() {
    return 0;
  }
  get domInteractive() {
    return milestones.interactive ?? 0;
  }
  get domContentLoadedEventStart() {
    return milestones.DOMContentLoaded ?? 0;
  }
  get domContentLoadedEventEnd() {
    return milestones.DOMContentLoaded ?? 0;
  }
  get domComplete() {
    return milestones.complete ?? 0;
  }
  get loadEventStart() {
    return milestones.load ?? 0;
  }
  get loadEventEnd() {
    return milestones.load ?? 0;
  }
  get duration() {
    return milestones.load ?? 0;
  }
}
finishInterface(PerformanceNavigationTiming);

/** Notes when the document reached a state; called by the document's owner with the names of the hook `documentEvent`. */
host.noteMilestone = (name) => {
  milestones[name] = coarseNow();
};

class PerformanceTiming {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
  }
  toJSON() {
    const json = {};
    for (const name of Object.keys(PerformanceTiming.prototype)) {
      if (typeof this[name] === "number") json[name] = this[name];
    }
    return json;
  }
}
{
  const at = (name) => () => Math.floor(ops.op_epoch_ms() + (name === null ? 0 : milestones[name] ?? 0));
  const table = {
    navigationStart: null, fetchStart: null, domainLookupStart: null, domainLookupEnd: null, connectStart: null,
    connectEnd: null, requestStart: null, responseStart: null, responseEnd: null, domLoading: null,
    domInteractive: "interactive", domContentLoadedEventStart: "DOMContentLoaded",
    domContentLoadedEventEnd: "DOMContentLoaded", domComplete: "complete", loadEventStart: "load", loadEventEnd: "load",
  };
  for (const [name, milestone] of Object.entries(table)) {
    Object.defineProperty(PerformanceTiming.prototype, name, { get: at(milestone), enumerable: true, configurable: true });
  }
  for (const name of ["unloadEventStart", "unloadEventEnd", "redirectStart", "redirectEnd", "secureConnectionStart"]) {
    Object.defineProperty(PerformanceTiming.prototype, name, { get: () => 0, enumerable: true, configurable: true });
  }
}
finishInterface(PerformanceTiming);

/** Fixed numbers: the heap's real size depends on the collector's timing. */
const memory = Object.freeze({ jsHeapSizeLimit: 4294967296, totalJSHeapSize: 10000000, usedJSHeapSize: 10000000 });

function add(entry) {
  let i = entries.length;
  while (i > 0 && entries[i - 1].startTime > entry.startTime) i--;
  entries.splice(i, 0, entry);
  for (const observer of observers) observer[SECRET](entry);
  return entry;
}

function select(name, type) {
  const all = type === undefined || type === "navigation" ? [navigationEntry, ...entries] : entries;
  return all.filter((entry) =>
    (name === undefined || entry.name === name) && (type === undefined || entry.entryType === type)
  );
}

function markTime(mark, method) {
  if (typeof mark === "number") {
    if (mark < 0) throw new TypeError(`Failed to execute '${method}' on 'Performance': negative time stamp.`);
    return mark;
  }
  const name = `${mark}`;
  for (let i = entries.length - 1; i >= 0; i--) {
    if (entries[i].entryType === "mark" && entries[i].name === name) return entries[i].startTime;
  }
  if (Object.hasOwn(timingNames, name)) return milestones[timingNames[name]] ?? 0;
  return fail("SyntaxError", `Failed to execute '${method}' on 'Performance': The mark '${name}' does not exist.`);
}
const timingNames = {
  navigationStart: "start", domInteractive: "interactive", domContentLoadedEventStart: "DOMContentLoaded",
  domContentLoadedEventEnd: "DOMContentLoaded", domComplete: "complete", loadEventStart: "load", loadEventEnd: "load",
};

let navigationEntry = null;

class Performance extends EventTarget {
  #timing = new PerformanceTiming(SECRET);
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
    super();
  }
  now() {
    return coarseNow();
  }
  get timeOrigin() {
    return ops.op_epoch_ms();
  }
  get timing() {
    return this.#timing;
  }
  get navigation() {
    return { type: ["navigate", "reload", "back_forward"].indexOf(host.navigationType()), redirectCount: 0 };
  }
  get memory() {
    return memory;
  }
  get eventCounts() {
    return new Map();
  }
  mark(name, options) {
    need(1, arguments.length, "mark", "Performance");
    return add(new PerformanceMark(name, options));
  }
  measure(name, startOrOptions, endMark) {
    need(1, arguments.length, "measure", "Performance");
    let start;
    let end;
    let detail = null;
    if (typeof startOrOptions === "object" && startOrOptions !== null) {
      const { start: from, end: to, duration } = startOrOptions;
      if (endMark !== undefined || (from === undefined && to === undefined) ||
        (from !== undefined && to !== undefined && duration !== undefined)) {
        throw new TypeError("Failed to execute 'measure' on 'Performance': invalid options.");
      }
      if (startOrOptions.detail !== undefined) detail = structuredCloneOf(startOrOptions.detail);
      if (to !== undefined) end = markTime(to, "measure");
      else if (duration !== undefined) end = markTime(from, "measure") + +duration;
      else end = coarseNow();
      if (from !== undefined) start = markTime(from, "measure");
      else if (duration !== undefined) start = end - +duration;
      else start = 0;
    } else {
      end = endMark === undefined ? coarseNow() : markTime(endMark, "measure");
      start = startOrOptions === undefined ? 0 : markTime(startOrOptions, "measure");
    }
    return add(new PerformanceMeasure(SECRET, `${name}`, start, end - start, detail));
  }
  clearMarks(name) {
    clear("mark", name);
  }
  clearMeasures(name) {
    clear("measure", name);
  }
  clearResourceTimings() {}
  setResourceTimingBufferSize() {}
  getEntries() {
    return select();
  }
  getEntriesByName(name, type) {
    need(1, arguments.length, "getEntriesByName", "Performance");
    return select(`${name}`, type === undefined ? undefined : `${type}`);
  }
  getEntriesByType(type) {
    need(1, arguments.length, "getEntriesByType", "Performance");
    return select(undefined, `${type}`);
  }
  toJSON() {
    return { timeOrigin: this.timeOrigin, timing: this.#timing.toJSON(), navigation: this.navigation };
  }
}
finishInterface(Performance);
handlerAttributes(Performance.prototype, ["resourcetimingbufferfull"]);

function clear(type, name) {
  entries = entries.filter((entry) => entry.entryType !== type || (name !== undefined && entry.name !== `${name}`));
}

class PerformanceObserverEntryList {
  #list;
  constructor(secret, list) {
    if (secret !== SECRET) illegalConstructor();
    this.#list = list;
  }
  getEntries() {
    return this.#list.slice();
  }
  getEntriesByType(type) {
    return this.#list.filter((entry) => entry.entryType === `${type}`);
  }
  getEntriesByName(name, type) {
    return this.#list.filter((entry) =>
      entry.name === `${name}` && (type === undefined || entry.entryType === `${type}`)
    );
  }
}
finishInterface(PerformanceObserverEntryList);

const OBSERVABLE = Object.freeze(["mark", "measure", "navigation"]);

class PerformanceObserver {
  #callback;
  #types = new Set();
  #buffer = [];
  constructor(callback) {
    if (typeof callback !== "function") {
      throw new TypeError("Failed to construct 'PerformanceObserver': parameter 1 is not of type 'Function'.");
    }
    this.#callback = callback;
    define(this, SECRET, (entry) => {
      if (!this.#types.has(entry.entryType)) return;
      this.#buffer.push(entry);
      this.#queue();
    });
  }
  static get supportedEntryTypes() {
    return OBSERVABLE;
  }
  #queue() {
    if (observersQueued) return;
    observersQueued = true;
    host.queueTask("performance timeline", () => {
      observersQueued = false;
      for (const observer of [...observers]) observer.#deliver();
    });
  }
  #deliver() {
    if (this.#buffer.length === 0) return;
    const list = new PerformanceObserverEntryList(SECRET, this.#buffer);
    this.#buffer = [];
    try {
      this.#callback.call(this, list, this, { droppedEntriesCount: 0 });
    } catch (error) {
      host.reportException(error);
    }
  }
  observe(options = {}) {
    if (options.entryTypes === undefined && options.type === undefined) {
      throw new TypeError("Failed to execute 'observe' on 'PerformanceObserver': An observe() call must not lack both entryTypes and type.");
    }
    const types = options.entryTypes === undefined ? [options.type] : [...options.entryTypes];
    if (options.entryTypes !== undefined) this.#types.clear();
    for (const type of types) {
      if (OBSERVABLE.includes(`${type}`)) this.#types.add(`${type}`);
    }
    if (this.#types.size === 0) return;
    observers.add(this);
    if (options.type !== undefined && options.buffered) {
      this.#buffer.push(...select(undefined, `${options.type}`));
      if (this.#buffer.length > 0) this.#queue();
    }
  }
  disconnect() {
    observers.delete(this);
    this.#types.clear();
    this.#buffer = [];
  }
  takeRecords() {
    const records = this.#buffer;
    this.#buffer = [];
    return records;
  }
}
finishInterface(PerformanceObserver);

const performance = new Performance(SECRET);

export const globals = {
  Performance,
  PerformanceEntry,
  PerformanceMark,
  PerformanceMeasure,
  PerformanceNavigationTiming,
  PerformanceObserver,
  PerformanceObserverEntryList,
  PerformanceResourceTiming,
  PerformanceTiming,
};

export function install() {
  defineReplaceable(globalThis, "performance", () => performance);
}

export function start(page) {
  navigationEntry = new PerformanceNavigationTiming(SECRET, page.url, "navigation", 0, 0);
}
