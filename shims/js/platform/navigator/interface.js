// Interfaces that are little more than a table of attributes.
import { finishInterface, illegalConstructor, SECRET } from "ext:oracade/internal.js";

/** An interface without a constructor whose attributes are read from a table of functions. */
export function attributes(name, table, Base) {
  const cls = Base === undefined
    ? {
      [name]: class {
        constructor(secret) {
          if (secret !== SECRET) illegalConstructor();
        }
      },
    }[name]
    : {
      [name]: class extends Base {
        constructor(secret) {
          if (secret !== SECRET) illegalConstructor();
          super();
        }
      },
    }[name];
  for (const [key, get] of Object.entries(table)) {
    Object.defineProperty(cls.prototype, key, { get, enumerable: true, configurable: true });
  }
  return finishInterface(cls, name);
}
