// DOMException (Web IDL § 4.3).
import { constants, finishInterface } from "ext:oracade/internal.js";

const CODES = {
  IndexSizeError: 1,
  HierarchyRequestError: 3,
  WrongDocumentError: 4,
  InvalidCharacterError: 5,
  NoModificationAllowedError: 7,
  NotFoundError: 8,
  NotSupportedError: 9,
  InUseAttributeError: 10,
  InvalidStateError: 11,
  SyntaxError: 12,
  InvalidModificationError: 13,
  NamespaceError: 14,
  InvalidAccessError: 15,
  TypeMismatchError: 17,
  SecurityError: 18,
  NetworkError: 19,
  AbortError: 20,
  URLMismatchError: 21,
  QuotaExceededError: 22,
  TimeoutError: 23,
  InvalidNodeTypeError: 24,
  DataCloneError: 25,
};

const captureStackTrace = Error.captureStackTrace;

export class DOMException {
  #name;
  #message;

  constructor(message = "", name = "Error") {
    this.#message = `${message}`;
    this.#name = `${name}`;
    captureStackTrace(this, DOMException);
    // The first line of the stack is made from the class; engines show name and message there.
    const frames = typeof this.stack === "string" ? this.stack.replace(/^[^\n]*/, "") : "";
    Object.defineProperty(this, "stack", {
      value: `${this.#name}: ${this.#message}${frames}`,
      writable: true,
      configurable: true,
      enumerable: false,
    });
  }

  static is(object) {
    return #name in object;
  }

  get name() {
    return this.#name;
  }

  get message() {
    return this.#message;
  }

  get code() {
    return CODES[this.#name] ?? 0;
  }
}
export const isException = DOMException.is;
delete DOMException.is;
Object.setPrototypeOf(DOMException.prototype, Error.prototype);
finishInterface(DOMException);
constants(DOMException, {
  INDEX_SIZE_ERR: 1,
  DOMSTRING_SIZE_ERR: 2,
  HIERARCHY_REQUEST_ERR: 3,
  WRONG_DOCUMENT_ERR: 4,
  INVALID_CHARACTER_ERR: 5,
  NO_DATA_ALLOWED_ERR: 6,
  NO_MODIFICATION_ALLOWED_ERR: 7,
  NOT_FOUND_ERR: 8,
  NOT_SUPPORTED_ERR: 9,
  INUSE_ATTRIBUTE_ERR: 10,
  INVALID_STATE_ERR: 11,
  SYNTAX_ERR: 12,
  INVALID_MODIFICATION_ERR: 13,
  NAMESPACE_ERR: 14,
  INVALID_ACCESS_ERR: 15,
  VALIDATION_ERR: 16,
  TYPE_MISMATCH_ERR: 17,
  SECURITY_ERR: 18,
  NETWORK_ERR: 19,
  ABORT_ERR: 20,
  URL_MISMATCH_ERR: 21,
  QUOTA_EXCEEDED_ERR: 22,
  TIMEOUT_ERR: 23,
  INVALID_NODE_TYPE_ERR: 24,
  DATA_CLONE_ERR: 25,
});

/** QuotaExceededError (Web IDL § 4.4), an interface of its own since it tells how much was asked for. */
export class QuotaExceededError extends DOMException {
  #quota = null;
  #requested = null;
  constructor(message = "", options = undefined) {
    super(message, "QuotaExceededError");
    for (const key of ["quota", "requested"]) {
      if (options?.[key] === undefined) continue;
      const number = +options[key];
      if (!Number.isFinite(number)) throw new TypeError(`Failed to construct 'QuotaExceededError': Failed to read the '${key}' property from 'QuotaExceededErrorOptions': The provided double value is non-finite.`);
      if (number < 0) throw new RangeError(`Failed to construct 'QuotaExceededError': The ${key} value must not be negative.`);
      if (key === "quota") this.#quota = number;
      else this.#requested = number;
    }
  }
  get quota() {
    return this.#quota;
  }
  get requested() {
    return this.#requested;
  }
}
finishInterface(QuotaExceededError);

/** The clone of a DOMException. */
export function exceptionOf({ name, message, stack }) {
  const made = name === "QuotaExceededError" ? new QuotaExceededError(message) : new DOMException(message, name);
  if (typeof stack === "string") Object.defineProperty(made, "stack", { value: stack, writable: true, configurable: true, enumerable: false });
  return made;
}

/** Throws a DOMException. */
export function fail(name, message) {
  if (name === "QuotaExceededError") throw new QuotaExceededError(message);
  throw new DOMException(message, name);
}

export const globals = { DOMException, QuotaExceededError };
