// The clipboard's shortcuts outside of fields: the events go to what has the focus, or to where the selection is.
import { host } from "ext:oracade/internal.js";
import { fireClipboard } from "ext:oracade/dom/data_transfer.js";
import { getSelection } from "ext:oracade/dom/selection.js";
import { $kind, $parent } from "ext:oracade/dom/slots.js";

/** Where the clipboard events of a selection go. */
function selectionTarget(fallback) {
  const selection = getSelection();
  if (selection.rangeCount === 0) return fallback;
  let node = selection.getRangeAt(0).startContainer;
  while (node !== null && node[$kind] !== 1) node = node[$parent];
  return node ?? fallback;
}

export function clipboardElsewhere(target, command) {
  const pasted = command === "paste" ? host.clipboardText() : "";
  const element = target === host.bodyOf(host.document) ? selectionTarget(target) : target;
  if (!fireClipboard(element, command, pasted) || command !== "copy") return;
  const text = getSelection().toString();
  if (text !== "") host.setClipboardText(text);
}

/** Selects all of the document. */
export function selectDocument(target) {
  const { body } = host.document;
  if (body === null || !host.fire(target, "selectstart", { bubbles: true, cancelable: true })) return;
  getSelection().selectAllChildren(body);
}
