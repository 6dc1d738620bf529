// Console descriptions of platform objects, as the inspector gives them.
import { host } from "ext:oracade/internal.js";
import { getAttr } from "ext:oracade/dom/attributes.js";
import { $kind, $local } from "ext:oracade/dom/slots.js";
import { describers } from "ext:oracade/platform/console.js";

/** `div#id.class`, `#text`, `#comment`, `#document`. */
function describeNode(object) {
  const kind = object[$kind];
  if (typeof kind !== "number") return undefined;
  if (kind === 1) {
    const id = getAttr(object, "id");
    const classes = (getAttr(object, "class") ?? "").split(/\s+/).filter((name) => name !== "");
    return `${object[$local]}${id ? `#${id}` : ""}${classes.map((name) => `.${name}`).join("")}`;
  }
  return { 3: "#text", 4: "#cdata-section", 8: "#comment", 9: "#document", 11: "#document-fragment" }[kind];
}

const COLLECTIONS = ["NodeList", "HTMLCollection", "DOMTokenList", "FileList", "NamedNodeMap"];

export function install() {
  describers.push(describeNode);
  const collections = COLLECTIONS.map((name) => globalThis[name]).filter((cls) => typeof cls === "function");
  const Exception = host.globals.DOMException;
  describers.push((object) => {
    if (object instanceof Exception) return object.stack;
    const cls = collections.find((c) => object instanceof c);
    return cls === undefined ? undefined : `${cls.name}(${object.length})`;
  });
}
