// Directionality of elements (HTML § 3.2.6.4), for `:dir()`.
import { host } from "ext:oracade/internal.js";
import { getAttr } from "ext:oracade/dom/attributes.js";
import { flattenedNodes } from "ext:oracade/dom/shadow.js";
import * as tree from "ext:oracade/dom/tree.js";
import { $data, $first, $host, $kind, $local, $next, $ns, $parent, HTML_NS } from "ext:oracade/dom/slots.js";

const STRONG = /[\p{L}\u200e\u200f]/u;
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u200f\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const AUTO_VALUE = new Set(["hidden", "text", "search", "tel", "url", "email", "password", "submit", "reset", "button"]);

/** "ltr" or "rtl". */
export function directionOf(element) {
  for (let node = element; node !== null; node = node[$parent] ?? (node[$kind] === 11 ? node[$host] ?? null : null)) {
    if (node[$kind] !== 1 || node[$ns] !== HTML_NS) continue;
    const value = (getAttr(node, "dir") ?? "").toLowerCase();
    if (value === "ltr" || value === "rtl") return value;
    if (value === "auto" || (node[$local] === "bdi" && value === "")) return automatic(node) ?? "ltr";
    if (node[$local] === "input" && node.type === "tel") return "ltr";
  }
  return "ltr";
}

function automatic(element) {
  if (element[$local] === "textarea" || (element[$local] === "input" && AUTO_VALUE.has(element.type))) {
    return firstStrong(element.value);
  }
  if (element[$local] === "slot" && host.isShadowRoot(tree.rootOf(element))) {
    for (const node of flattenedNodes(element)) {
      const found = node[$kind] === 3 ? firstStrong(node[$data]) : contained(node);
      if (found !== null) return found;
    }
    return null;
  }
  return contained(element);
}

const SKIPPED = new Set(["bdi", "script", "style", "textarea"]);

function contained(element) {
  let node = element[$first];
  while (node !== null) {
    if (node[$kind] === 3) {
      const found = firstStrong(node[$data]);
      if (found !== null) return found;
    }
    const skip = node[$kind] === 1 && (SKIPPED.has(node[$local]) || getAttr(node, "dir") !== null);
    node = skip || node[$first] === null ? nextOutside(node, element) : node[$first];
  }
  return null;
}

function nextOutside(node, root) {
  for (; node !== root; node = node[$parent]) {
    if (node[$next] !== null) return node[$next];
  }
  return null;
}

function firstStrong(text) {
  const letter = STRONG.exec(text)?.[0];
  if (letter === undefined) return null;
  return RTL.test(letter) ? "rtl" : "ltr";
}
