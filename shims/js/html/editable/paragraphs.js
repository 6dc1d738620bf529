// Where a caret can be in an editing host: paragraphs (what a block's or a <br>'s edges divide) of atoms (a character that is rendered, or
// an element that is one), with a place before, between and after them.
import { ops } from "ext:oracade/internal.js";
import { childAt, compare } from "ext:oracade/dom/boundary.js";
import { flush } from "ext:oracade/dom/mirror.js";
import * as tree from "ext:oracade/dom/tree.js";
import { $data, $first, $id, $kind, $local, $next, $ns, $parent, HTML_NS } from "ext:oracade/dom/slots.js";
import { isEditableNode } from "ext:oracade/html/editable/host.js";

const ATOMIC = new Set(["img", "input", "button", "select", "textarea", "canvas", "video", "audio", "iframe", "hr", "svg", "object"]);
const KEEPS_BREAKS = /pre|break-spaces/;
const COLLAPSES = /[ \t\n\r]/;

const styleOf = (element, name) => ops.op_style_computed(element[$id], "", name);
const isLow = (unit) => unit >= 0xdc00 && unit <= 0xdfff;
const isJoiner = (code) => code === 0x200d || (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0x300 && code <= 0x36f);

/** Whether an element's text keeps its spaces. */
export function keepsSpaces(element) {
  const value = styleOf(element, "white-space-collapse") || styleOf(element, "white-space");
  return /preserve(?!-breaks)|pre(?!-line)|break-spaces/.test(value);
}
function keepsBreaks(element) {
  return KEEPS_BREAKS.test(styleOf(element, "white-space-collapse") || styleOf(element, "white-space"));
}

export function isBlock(element) {
  const display = styleOf(element, "display");
  return display !== "" && !/^(?:inline|none|contents|ruby)/.test(display);
}

export const isBreak = (node) => node !== null && node[$local] === "br" && node[$ns] === HTML_NS;

/** The block an editable node is in, at most `root`. */
export function blockOf(node, root) {
  let at = node[$kind] === 1 ? node : node[$parent];
  while (at !== root && !isBlock(at)) at = at[$parent];
  return at;
}

/** The paragraphs of a host: `{block, atoms: [{node, from, to}], end}`; `end` is the <br>, or `{node, from}` of a line feed, or null. */
export function paragraphsOf(root) {
  flush();
  // What is not to be edited in a host is one atom; elsewhere all of it can be walked through.
  const edited = isEditableNode(root);
  const list = [];
  let open = null;
  let space = true; // collapsible white space would vanish here
  const current = (block) => open ??= { block, atoms: [], end: null };
  const close = (end = null) => {
    if (open !== null) {
      // White space at the end of a line has no width.
      const last = open.atoms.at(-1);
      if (last?.collapsible) open.atoms.pop();
      open.end = end;
      list.push(open);
    }
    open = null;
    space = true;
  };
  const text = (node, block) => {
    const data = node[$data];
    const keeps = keepsSpaces(node[$parent]);
    const breaks = keeps || keepsBreaks(node[$parent]);
    for (let i = 0; i < data.length; ) {
      const from = i++;
      while (i < data.length && (isLow(data.charCodeAt(i)) || isJoiner(data.charCodeAt(i)) || data.charCodeAt(i - 1) === 0x200d)) i++;
      const character = data[from];
      if (character === "\n" && breaks) {
        current(block);
        close({ node, from });
        continue;
      }
      const collapsible = !keeps && COLLAPSES.test(character);
      if (collapsible && space) continue;
      space = collapsible;
      current(block).atoms.push({ node, from, to: i, collapsible });
    }
  };
  const walk = (parent, block) => {
    for (let child = parent[$first]; child !== null; child = child[$next]) {
      if (child[$kind] === 3) text(child, block);
      else if (child[$kind] !== 1) continue;
      else if (isBreak(child)) {
        current(block);
        close(child);
      } else if (ATOMIC.has(child[$local]) || (edited && !isEditableNode(child))) {
        if (styleOf(child, "display") === "none") continue;
        current(block).atoms.push({ node: child, from: 0, to: 0, collapsible: false });
        space = false;
      } else if (isBlock(child)) {
        close();
        const before = list.length;
        walk(child, child);
        close();
        if (list.length === before) list.push({ block: child, atoms: [], end: null });
      } else if (styleOf(child, "display") !== "none") walk(child, block);
    }
  };
  walk(root, root);
  close();
  if (list.length === 0) list.push({ block: root, atoms: [], end: null });
  return list;
}

const isText = (node) => node[$kind] === 3;

/** The boundary point of the place after `index` atoms of a paragraph. */
export function pointOf(paragraph, index) {
  const { atoms, block, end } = paragraph;
  if (atoms.length === 0) {
    if (end === null) return { node: block, offset: 0 };
    return end.node === undefined ? { node: end[$parent], offset: tree.indexOf(end) } : { node: end.node, offset: end.from };
  }
  const { node, from, to } = index > 0 ? atoms[index - 1] : atoms[0];
  if (isText(node)) return { node, offset: index > 0 ? to : from };
  return { node: node[$parent], offset: tree.indexOf(node) + (index > 0 ? 1 : 0) };
}

/** The place nearest to a boundary point: `{at, index}`, the number of the paragraph and of the atoms before. */
export function placeOf(paragraphs, node, offset) {
  const sides = new Map(); // node of an atom → how the point compares to all of it
  const isBefore = (atom) => {
    if (atom.node === node) return atom.to <= offset;
    let side = sides.get(atom.node);
    if (side === undefined) {
      side = compare(atom.node[$parent], tree.indexOf(atom.node), node, offset) < 0;
      sides.set(atom.node, side);
    }
    return side;
  };
  // What a point in an element is in front of.
  const after = node[$kind] === 1 ? childAt(node, offset) : null;
  let best = { at: 0, index: 0 };
  for (let at = 0; at < paragraphs.length; at++) {
    const start = pointOf(paragraphs[at], 0);
    if (compare(start.node, start.offset, node, offset) > 0) {
      const leads = after !== null && tree.isInclusiveAncestor(after, start.node);
      return leads || at === 0 ? { at, index: 0 } : best;
    }
    const { atoms } = paragraphs[at];
    let index = 0;
    while (index < atoms.length && isBefore(atoms[index])) index++;
    best = { at, index };
  }
  return best;
}
