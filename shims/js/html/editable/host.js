// Editing hosts (HTML § 6.8): what can be edited in place.
import { host } from "ext:oracade/internal.js";
import { getAttr } from "ext:oracade/dom/attributes.js";
import { $connected, $kind, $ns, $parent, HTML_NS } from "ext:oracade/dom/slots.js";

/** "true", "plaintext-only", "false", or null where the attribute says nothing. */
function stateOf(element) {
  if (element[$ns] !== HTML_NS) return null;
  const value = getAttr(element, "contenteditable")?.toLowerCase();
  if (value === undefined) return null;
  return value === "" || value === "true" ? "true" : value === "plaintext-only" || value === "false" ? value : null;
}

/** Whether a node is editable itself. */
export function isEditableNode(node) {
  return editingHost(node) !== null;
}

/** The editing host a node is in, or is; null if it cannot be edited. */
export function editingHost(node) {
  let found = null;
  for (let at = node; at !== null && at !== undefined; at = at[$parent]) {
    if (at[$kind] !== 1) continue;
    const state = stateOf(at);
    if (state === "false") return found;
    if (state !== null) found = at;
    else if (found !== null && found[$parent] === at) return found;
  }
  if (found === null && node?.[$connected] && host.isDesignMode?.()) return host.bodyOf(host.document);
  return found;
}

/** Whether a host holds text only. */
export const isPlainHost = (element) => stateOf(element) === "plaintext-only";
