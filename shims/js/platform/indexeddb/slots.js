// The one internal slot of the interfaces here: an object's record.
export const $ = Symbol("indexeddb");

/** The record behind `this`. */
export function of(object, cls) {
  const record = object?.[$];
  if (record === undefined || !(object instanceof cls)) throw new TypeError("Illegal invocation");
  return record;
}
