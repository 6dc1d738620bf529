// Promises as the Streams standard uses them (Web IDL § 3.2.24), out of reach of pages that replace members of `Promise`.
const apply = Reflect.apply;
const withResolvers = Promise.withResolvers.bind(Promise);
const nothing = () => {};

/** A promise with its resolvers. */
export function deferred() {
  return withResolvers();
}

/** A promise with its resolvers that knows whether it is pending. */
export class Tracked {
  pending = true;
  constructor() {
    const { promise, resolve, reject } = withResolvers();
    this.promise = promise;
    this.resolve = () => {
      this.pending = false;
      resolve();
    };
    this.reject = (reason) => {
      this.pending = false;
      reject(reason);
    };
  }
}

/** "a promise resolved with". */
export function resolved(value = undefined) {
  const { promise, resolve } = withResolvers();
  resolve(value);
  return promise;
}

/** "a promise rejected with". */
export function rejected(reason) {
  const { promise, reject } = withResolvers();
  reject(reason);
  return promise;
}

/** "react": runs one of the functions, which must not throw, when the promise is settled. */
export async function upon(promise, fulfilled, failed = nothing) {
  let value;
  try {
    value = await promise;
  } catch (reason) {
    failed(reason);
    return;
  }
  fulfilled(value);
}

/** "upon fulfillment" with a result: what `fulfilled` makes of the value, or `failed` of the reason. */
export async function mapped(promise, fulfilled, failed) {
  let value;
  try {
    value = await promise;
  } catch (reason) {
    if (failed === undefined) throw reason;
    return failed(reason);
  }
  return fulfilled(value);
}

/** "Set promise.[[PromiseIsHandled]] to true". */
export function handled(promise) {
  upon(promise, nothing);
  return promise;
}

/** Calls a method of a page's that gives a promise; what it throws is a rejection. Without a method: resolved. */
export function call(method, self, args) {
  if (method === undefined) return resolved();
  try {
    return resolved(apply(method, self, args));
  } catch (reason) {
    return rejected(reason);
  }
}

/** Resolves when all have, or rejects with the first reason. */
export function all(promises) {
  const { promise, resolve, reject } = withResolvers();
  let left = promises.length;
  if (left === 0) resolve();
  for (const one of promises) upon(one, () => --left === 0 && resolve(), reject);
  return promise;
}
