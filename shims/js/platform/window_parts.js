// Bars of the browser's window (HTML § 7.2.2.5) and other members of Window that only say what kind of browser this is.
import { finishInterface, illegalConstructor, SECRET } from "ext:oracade/internal.js";
import { defineReadOnly, defineReplaceable } from "ext:oracade/platform/idl.js";

class BarProp {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor("BarProp");
    Object.defineProperty(this, SECRET, { value: true });
  }
  get visible() {
    if (this?.[SECRET] !== true) throw new TypeError("Illegal invocation");
    return true;
  }
}
finishInterface(BarProp);

class External {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor("External");
  }
  AddSearchProvider() {}
  IsSearchProviderInstalled() {}
}
finishInterface(External);

export const globals = { BarProp, External };

/** A page that is not cross-origin isolated does not see SharedArrayBuffer (HTML § 7.1.3). */
export function start() {
  delete globalThis.SharedArrayBuffer;
}

export function install() {
  for (const name of ["locationbar", "menubar", "personalbar", "scrollbars", "statusbar", "toolbar"]) {
    const bar = new BarProp(SECRET);
    defineReplaceable(globalThis, name, () => bar);
  }
  const external = new External(SECRET);
  defineReplaceable(globalThis, "external", () => external);
  defineReadOnly(globalThis, "originAgentCluster", () => true);
  defineReadOnly(globalThis, "credentialless", () => false);
  let buffering = true;
  Object.defineProperty(globalThis, "offscreenBuffering", {
    get: () => buffering,
    set(value) {
      buffering = value;
    },
    enumerable: false,
    configurable: true,
  });
}
