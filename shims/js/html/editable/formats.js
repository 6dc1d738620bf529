// Bold, italic and the like in an editing host.
import { ops, host } from "ext:oracade/internal.js";
import { flush } from "ext:oracade/dom/mirror.js";
import { $end, $start } from "ext:oracade/dom/boundary.js";
import { $data, $first, $id, $kind, $local, $next, $parent, HTML_NS } from "ext:oracade/dom/slots.js";
import * as tree from "ext:oracade/dom/tree.js";
import { isBlock, paragraphsOf, placeOf } from "ext:oracade/html/editable/paragraphs.js";

/** Command → the event's type, the element that does it, those that do the same, and the property that shows it. */
export const FORMATS = {
  bold: { inputType: "formatBold", tag: "b", also: ["strong"], property: "font-weight", test: (value) => +value >= 600 },
  italic: { inputType: "formatItalic", tag: "i", also: ["em"], property: "font-style", test: (value) => value !== "normal" },
  underline: { inputType: "formatUnderline", tag: "u", also: ["ins"], property: "text-decoration-line", test: (value) => value.includes("underline") },
  strikethrough: { inputType: "formatStrikeThrough", tag: "strike", also: ["s", "del"], property: "text-decoration-line", test: (value) => value.includes("line-through") },
  subscript: { inputType: "formatSubscript", tag: "sub", also: [], property: "vertical-align", test: (value) => value === "sub" },
  superscript: { inputType: "formatSuperscript", tag: "sup", also: [], property: "vertical-align", test: (value) => value === "super" },
};

/** Whether an element's text looks so; decorations are those of the elements around, too. */
function shows(element, { property, test }, root) {
  const inherits = property === "font-weight" || property === "font-style";
  for (let at = element; at !== null && at[$kind] === 1; at = at[$parent]) {
    if (test(ops.op_style_computed(at[$id], "", property))) return true;
    if (inherits || at === root) return false;
  }
  return false;
}

/** The pieces of text that are selected: [text, from, to]. */
function pieces(root) {
  const range = host.selectionRange();
  const paragraphs = paragraphsOf(root);
  const from = placeOf(paragraphs, range[$start].node, range[$start].offset);
  const to = placeOf(paragraphs, range[$end].node, range[$end].offset);
  const list = [];
  for (let at = from.at; at <= to.at; at++) {
    const { atoms } = paragraphs[at];
    for (let i = at === from.at ? from.index : 0; i < (at === to.at ? to.index : atoms.length); i++) {
      const { node, from: start, to: end } = atoms[i];
      if (node[$kind] !== 3) continue;
      const last = list.at(-1);
      if (last?.[0] === node) last[2] = end;
      else list.push([node, start, end]);
    }
  }
  return list;
}

export function isFormatted(root, name) {
  flush();
  const list = pieces(root);
  if (list.length === 0) {
    const { node } = host.selectionRange()[$start];
    return shows(node[$kind] === 1 ? node : node[$parent], FORMATS[name], root);
  }
  return list.every(([text]) => shows(text[$parent], FORMATS[name], root));
}

/** Formats what is selected, or takes the format off if all of it has it; the points around it. */
export function applyFormat(root, name) {
  const about = FORMATS[name];
  const off = isFormatted(root, name);
  const texts = pieces(root).map(([text, from, to]) => isolate(text, from, to));
  if (off) for (const text of texts) unwrap(text, about, root);
  else wrapAll(texts, about, root);
  const first = texts[0];
  const last = texts.at(-1);
  if (first === undefined) {
    const range = host.selectionRange();
    return [range[$start], range[$end]];
  }
  return [{ node: first, offset: 0 }, { node: last, offset: last[$data].length }];
}

/** A text node that holds exactly a part of another. */
function isolate(text, from, to) {
  if (to < text[$data].length) text.splitText(to);
  return from > 0 ? text.splitText(from) : text;
}

/** Puts texts into elements of a kind: whole inline elements where all their text is among them, and what lies side by side together. */
function wrapAll(texts, about, root) {
  const chosen = new Set(texts);
  const tops = new Set();
  for (const text of texts) {
    if (shows(text[$parent], about, root)) continue;
    let top = text;
    while (top[$parent] !== root && !isBlock(top[$parent]) && textsIn(top[$parent]).every((one) => chosen.has(one))) top = top[$parent];
    tops.add(top);
  }
  let element = null;
  for (const top of tops) {
    if (element === null || element[$next] !== top) {
      element = host.makeElement(host.document, about.tag, HTML_NS, null);
      tree.insert(top[$parent], element, top);
    }
    tree.insert(element, top, null);
  }
}

function textsIn(element) {
  const list = [];
  for (let node = tree.following(element, element); node !== null; node = tree.following(node, element)) {
    if (node[$kind] === 3 && node[$data] !== "") list.push(node);
  }
  return list;
}

/** Takes a text out of the elements that format it; what is beside it stays in them. */
function unwrap(text, about, root) {
  for (let at = text[$parent]; at !== root && at !== null; ) {
    const parent = at[$parent];
    if (at[$local] === about.tag || about.also.includes(at[$local])) {
      // All of it loses the format where all of it is text that does.
      while (at[$first] !== null) tree.insert(parent, at[$first], at);
      tree.remove(at);
    }
    at = parent;
  }
}
