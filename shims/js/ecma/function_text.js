// Function.prototype.toString: the platform's functions are native code to a page (ECMA-262 § 20.2.3.5), not our sources.
import { ops } from "ext:oracade/internal.js";

const apply = Reflect.apply;
const getOwnPropertyDescriptor = Object.getOwnPropertyDescriptor;
const sourceOf = Function.prototype.toString;

const members = {
  toString() {
    if (typeof this !== "function" || !ops.op_function_is_shim(this)) return apply(sourceOf, this, []);
    const name = getOwnPropertyDescriptor(this, "name")?.value;
    return `function ${typeof name === "string" ? name : ""}() { [native code] }`;
  },
};

export function install() {
  Object.defineProperty(Function.prototype, "toString", {
    value: members.toString,
    writable: true,
    enumerable: false,
    configurable: true,
  });
}
