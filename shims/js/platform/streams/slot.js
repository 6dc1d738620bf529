// The record behind a stream of a page's.
const records = new WeakMap();

export function setRecord(object, record) {
  records.set(object, record);
}

/** The record behind an object, if it is one of `Class`. */
export function recordOf(object, Class) {
  if (typeof object !== "object" || object === null) return undefined;
  const record = records.get(object);
  return record instanceof Class ? record : undefined;
}

/** The record behind `this`. */
export function own(object, Class) {
  const record = recordOf(object, Class);
  if (record === undefined) throw new TypeError("Illegal invocation");
  return record;
}
