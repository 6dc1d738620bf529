// MediaError and TimeRanges (HTML § 4.8.11.1, 4.8.11.14).
import { constants, finishInterface, illegalConstructor, SECRET } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { need } from "ext:oracade/platform/idl.js";

export class MediaError {
  #code;
  #message;
  constructor(secret, code, message) {
    if (secret !== SECRET) illegalConstructor("MediaError");
    this.#code = code;
    this.#message = message;
  }
  get code() {
    return this.#code;
  }
  get message() {
    return this.#message;
  }
}
finishInterface(MediaError);
constants(MediaError, { MEDIA_ERR_ABORTED: 1, MEDIA_ERR_NETWORK: 2, MEDIA_ERR_DECODE: 3, MEDIA_ERR_SRC_NOT_SUPPORTED: 4 });

export class TimeRanges {
  #ranges;
  /** `ranges`: pairs of seconds, sorted, apart from each other. */
  constructor(secret, ranges) {
    if (secret !== SECRET) illegalConstructor("TimeRanges");
    this.#ranges = ranges;
  }
  get length() {
    return this.#ranges.length;
  }
  #get(index, side, method) {
    const at = index >>> 0;
    if (at >= this.#ranges.length) {
      fail("IndexSizeError", `Failed to execute '${method}' on 'TimeRanges': The index provided (${at}) is greater than or equal to the maximum bound (${this.#ranges.length}).`);
    }
    return this.#ranges[at][side];
  }
  start(index) {
    need(1, arguments.length, "start", "TimeRanges");
    return this.#get(index, 0, "start");
  }
  end(index) {
    need(1, arguments.length, "end", "TimeRanges");
    return this.#get(index, 1, "end");
  }
}
finishInterface(TimeRanges);

/** Adds a range to sorted ranges, joining those that meet. */
export function joined(ranges, [from, to]) {
  const result = [];
  for (const [a, b] of [...ranges, [from, to]].sort((x, y) => x[0] - y[0])) {
    const last = result[result.length - 1];
    if (last !== undefined && a <= last[1]) last[1] = Math.max(last[1], b);
    else result.push([a, b]);
  }
  return result;
}

export const globals = { MediaError, TimeRanges };
