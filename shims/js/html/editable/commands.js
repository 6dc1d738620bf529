// document.execCommand and what asks about it (the unofficial draft "execCommand"), on an editing host or a text control.
import { host, ops } from "ext:oracade/internal.js";
import { fireClipboard } from "ext:oracade/dom/data_transfer.js";
import { $end, $start } from "ext:oracade/dom/boundary.js";
import { flush } from "ext:oracade/dom/mirror.js";
import { getSelection } from "ext:oracade/dom/selection.js";
import * as tree from "ext:oracade/dom/tree.js";
import { command as controlCommand } from "ext:oracade/html/editing.js";
import { isTextControl } from "ext:oracade/html/focus.js";
import {
  breakLine, breakParagraph, clipboard, format, hasFormat, hostOfSelection, putFragment, remove, selectHost, travelHistory, typeText,
} from "ext:oracade/html/editable/actions.js";
import { FORMATS } from "ext:oracade/html/editable/formats.js";
import { canTravel } from "ext:oracade/html/editable/history.js";
import { $id, $kind, $parent } from "ext:oracade/dom/slots.js";

/** Command → function(host, value) → whether it did something. */
const COMMANDS = {
  inserttext: (root, value) => (value === "" ? remove(root, false, false, false) : typeText(root, value, false)),
  inserthtml: (root, value) => {
    const range = getSelection().getRangeAt(0);
    return putFragment(root, range.createContextualFragment(value));
  },
  insertparagraph: (root) => breakParagraph(root, false),
  insertlinebreak: (root) => breakLine(root, false),
  delete: (root) => remove(root, false, false, false),
  forwarddelete: (root) => remove(root, true, false, false),
  selectall: (root) => {
    selectHost(root);
    return true;
  },
  undo: (root) => travelHistory(root, "undo", false),
  redo: (root) => travelHistory(root, "redo", false),
  copy: (root) => clipboard(root, "copy", false),
  cut: (root) => clipboard(root, "cut", false),
};
for (const name of Object.keys(FORMATS)) COMMANDS[name] = (root) => format(root, name, false);

const VALUES = { forecolor: "color", backcolor: "background-color", fontname: "font-family", fontsize: "font-size" };

/** Chromium answers these without a host: `copy` of what is selected, and `selectAll` of the document. */
function elsewhere(name) {
  const chosen = getSelection();
  if (name === "copy" && chosen.rangeCount > 0 && !chosen.isCollapsed) {
    const { node } = host.selectionRange()[$start];
    const target = node[$kind] === 1 ? node : node[$parent];
    if (target !== null && fireClipboard(target, "copy", "")) host.setClipboardText(chosen.toString());
    return true;
  }
  if (name === "selectall" && host.bodyOf(host.document) !== null) {
    chosen.selectAllChildren(host.bodyOf(host.document));
    return true;
  }
  return false;
}

export function execCommand(name, value) {
  name = name.toLowerCase();
  const focused = host.focused();
  if (focused !== null && isTextControl(focused)) return controlCommand(focused, name, value);
  const root = hostOfSelection();
  if (root === null) return elsewhere(name);
  return Object.hasOwn(COMMANDS, name) && COMMANDS[name](root, value) !== false;
}

const isControlCommand = (name) => ["inserttext", "delete", "forwarddelete", "selectall", "copy", "cut", "undo", "redo"].includes(name);

export const isSupported = (name) => Object.hasOwn(COMMANDS, name.toLowerCase());

export function isEnabled(name) {
  name = name.toLowerCase();
  if (!isSupported(name)) return false;
  const focused = host.focused();
  if (focused !== null && isTextControl(focused)) return isControlCommand(name);
  const root = hostOfSelection();
  if (name === "selectall") return true;
  if (name === "copy" || name === "cut") return getSelection().rangeCount > 0 && !getSelection().isCollapsed && (name === "copy" || root !== null);
  if (root === null) return false;
  return name !== "undo" && name !== "redo" || canTravel(root, name);
}

export function stateOf(name) {
  name = name.toLowerCase();
  const root = hostOfSelection();
  return root !== null && Object.hasOwn(FORMATS, name) && hasFormat(root, name);
}

export function valueOf(name) {
  const property = VALUES[name.toLowerCase()];
  const range = host.selectionRange();
  if (property === undefined || range === null) return Object.hasOwn(FORMATS, name.toLowerCase()) ? `${stateOf(name)}` : "";
  const { node } = range[$start];
  const element = node[$kind] === 1 ? node : node[$parent];
  if (element === null || tree.rootOf(element) !== tree.rootOf(range[$end].node)) return "";
  flush();
  return ops.op_style_computed(element[$id], "", property);
}
