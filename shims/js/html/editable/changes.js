// Changes of what an editing host holds: text put in, paragraphs and lines broken, parts taken out. Each gives the place of the caret
// afterwards as a boundary point; none fires an event.
import { host } from "ext:oracade/internal.js";
import { createText, replaceData } from "ext:oracade/dom/character_data.js";
import { cloneNode } from "ext:oracade/dom/node.js";
import { childAt } from "ext:oracade/dom/boundary.js";
import { removeAttr } from "ext:oracade/dom/attributes.js";
import { flush } from "ext:oracade/dom/mirror.js";
import * as tree from "ext:oracade/dom/tree.js";
import { blockOf, isBlock, isBreak, keepsSpaces, paragraphsOf, pointOf } from "ext:oracade/html/editable/paragraphs.js";
import { isPlainHost } from "ext:oracade/html/editable/host.js";
import { $data, $first, $kind, $last, $local, $next, $parent, $prev, HTML_NS } from "ext:oracade/dom/slots.js";

const isText = (node) => node !== null && node[$kind] === 3;
const make = (name) => host.makeElement(host.document, name, HTML_NS, null);
const before = (node) => ({ node: node[$parent], offset: tree.indexOf(node) });

/** The child of `ancestor` that holds `node`. */
function topIn(node, ancestor) {
  while (node[$parent] !== ancestor) node = node[$parent];
  return node;
}

// ----------------------------------------------------------------------------------------------------------------- white space

const isSpace = (c) => c === " " || c === "\u00a0" || c === "\t" || c === "\n";

/** Keeps white space around an offset visible: of a run, only the last is a plain space, and none at a paragraph's edges. */
function balance(text, offset, root) {
  if (keepsSpaces(text[$parent])) return;
  const data = text[$data];
  let from = offset;
  let to = offset;
  while (from > 0 && isSpace(data[from - 1])) from--;
  while (to < data.length && isSpace(data[to])) to++;
  if (from === to) return;
  flush();
  const paragraphs = paragraphsOf(root);
  const atEnd = to === data.length && endsParagraph(paragraphs, text);
  const atStart = from === 0 && startsParagraph(paragraphs, text);
  let run = "";
  for (let i = from; i < to; i++) {
    const last = i + 1 === to;
    run += (!last || atEnd) || (i === from && atStart) ? "\u00a0" : " ";
  }
  if (run !== data.slice(from, to)) replaceData(text, from, to - from, run);
}

const holder = (paragraphs, text) => paragraphs.find(({ atoms, block }) => atoms.some((atom) => atom.node === text) || block === text[$parent]);
function endsParagraph(paragraphs, text) {
  const paragraph = holder(paragraphs, text);
  return paragraph === undefined || paragraph.atoms.length === 0 || paragraph.atoms.at(-1).node === text;
}
function startsParagraph(paragraphs, text) {
  const paragraph = holder(paragraphs, text);
  return paragraph === undefined || paragraph.atoms.length === 0 || paragraph.atoms[0].node === text;
}

// ------------------------------------------------------------------------------------------------------------------------ text

/** Takes a placeholder out of an empty paragraph; the point where it was. */
function clearPlaceholder(paragraph) {
  const point = pointOf(paragraph, 0);
  const { end } = paragraph;
  if (end === null) return point;
  if (end.node !== undefined) {
    // A line feed that only keeps the last line open.
    if (end.node[$data].length === 1) {
      const place = before(end.node);
      tree.remove(end.node);
      return place;
    }
    return point;
  }
  tree.remove(end);
  return point;
}

/** Whether a paragraph's end only holds its line open. */
function isPlaceholder({ end }, root) {
  if (end === null) return false;
  const node = end.node ?? end;
  if (end.node !== undefined && end.from + 1 < end.node[$data].length) return false;
  for (let at = node; at !== root; at = at[$parent]) {
    const next = at[$next];
    if (next !== null) return next[$kind] === 1 && isBlock(next);
    if (at !== node && isBlock(at)) return true;
  }
  return true;
}

/** Puts text at a place; `wrap` are names of elements that typing is to be in. */
export function putText(root, place, text, wrap = []) {
  const paragraphs = paragraphsOf(root);
  const paragraph = paragraphs[place.at];
  const { atoms } = paragraph;
  let point;
  if (atoms.length === 0) {
    point = isPlaceholder(paragraph, root) ? clearPlaceholder(paragraph) : pointOf(paragraph, 0);
  } else {
    point = pointOf(paragraph, place.index);
    if (!isText(point.node) && atoms[place.index] !== undefined && isText(atoms[place.index].node)) {
      point = { node: atoms[place.index].node, offset: atoms[place.index].from };
    }
  }
  let { node, offset } = point;
  if (wrap.length > 0 || !isText(node)) {
    const fresh = createText(host.document, text);
    let top = fresh;
    for (const name of [...wrap].reverse()) {
      const element = make(name);
      tree.insert(element, top, null);
      top = element;
    }
    insertAt(node, offset, top);
    node = fresh;
    offset = 0;
  } else {
    replaceData(node, offset, 0, text);
  }
  balance(node, offset + text.length, root);
  balance(node, offset, root);
  return { node, offset: offset + text.length };
}

/** Puts the children of a fragment at a place. */
export function putNodes(root, place, fragment) {
  const paragraph = paragraphsOf(root)[place.at];
  const empty = paragraph.atoms.length === 0 && isPlaceholder(paragraph, root);
  const point = empty ? clearPlaceholder(paragraph) : pointOf(paragraph, place.index);
  const last = fragment[$last];
  if (last === null) return point;
  insertAt(point.node, point.offset, fragment);
  return isText(last) ? { node: last, offset: last[$data].length } : { node: last[$parent], offset: tree.indexOf(last) + 1 };
}

/** Puts a node at a boundary point; text is split. */
export function insertAt(node, offset, child) {
  if (!isText(node)) {
    tree.insert(node, child, childAt(node, offset));
    return;
  }
  const parent = node[$parent];
  if (offset === 0) tree.insert(parent, child, node);
  else if (offset === node[$data].length) tree.insert(parent, child, node[$next]);
  else {
    splitText(node, offset);
    tree.insert(parent, child, node[$next]);
  }
}

/** Cuts a text in two; the second half. */
function splitText(text, offset) {
  const rest = createText(host.document, text[$data].slice(offset));
  replaceData(text, offset, text[$data].length - offset, "");
  tree.insert(text[$parent], rest, text[$next]);
  return rest;
}

// ----------------------------------------------------------------------------------------------------------------- taking out

/** Takes an empty inline element out, and those it was alone in. */
function prune(node, stop) {
  while (node !== stop && node[$first] === null && node[$kind] === 1 && !isBlock(node)) {
    const parent = node[$parent];
    tree.remove(node);
    node = parent;
  }
}

/** Takes atoms out of a paragraph. */
function removeAtoms({ atoms, block }, from, to) {
  const parts = new Map(); // text → [from, to]
  for (const atom of atoms.slice(from, to)) {
    if (!isText(atom.node)) {
      const parent = atom.node[$parent];
      tree.remove(atom.node);
      prune(parent, block);
      continue;
    }
    const part = parts.get(atom.node);
    if (part === undefined) parts.set(atom.node, [atom.from, atom.to]);
    else part[1] = atom.to;
  }
  for (const [text, [start, end]] of parts) {
    if (start === 0 && end === text[$data].length) {
      const parent = text[$parent];
      tree.remove(text);
      prune(parent, block);
    } else {
      replaceData(text, start, end - start, "");
    }
  }
}

/** The nodes of a paragraph that lie in its block itself, in order; with its <br>, if `whole`. */
function nodesOf({ atoms, block, end }, whole) {
  const nodes = [];
  for (const { node } of atoms) {
    const top = topIn(node, block);
    if (nodes.at(-1) !== top) nodes.push(top);
  }
  if (whole && isBreak(end) && end[$parent] === block) nodes.push(end);
  return nodes;
}

/** Takes a block out that has nothing in it any more, and those it was alone in. */
function removeEmptied(block, root) {
  while (block !== root) {
    for (let child = block[$first]; child !== null; child = child[$next]) {
      if (!isText(child) || child[$data].trim() !== "") return;
    }
    const parent = block[$parent];
    tree.remove(block);
    block = parent;
  }
}

/** Joins what is left of the paragraph `last` to the end of `first`. */
function join(first, last, root) {
  const sameBlock = first.block === last.block;
  if (first.end !== null) {
    // The line break between them.
    const { end } = first;
    if (end.node === undefined) {
      const parent = end[$parent];
      tree.remove(end);
      prune(parent, first.block);
    } else if (end.node[$data].length === 1) tree.remove(end.node);
    else replaceData(end.node, end.from, 1, "");
  }
  if (sameBlock) return;
  const moved = nodesOf(last, false);
  const anchor = first.atoms.findLast((atom) => atom.node[$parent] !== null)?.node ?? null;
  const reference = anchor === null ? firstReference(first, last) : topIn(anchor, first.block)[$next];
  for (const node of moved) tree.insert(first.block, node, reference);
  if (anchor !== null && isText(anchor) && anchor[$next] === moved[0] && isText(moved[0] ?? null)) {
    replaceData(anchor, anchor[$data].length, 0, moved[0][$data]);
    tree.remove(moved[0]);
  }
  if (isBreak(last.end)) tree.remove(last.end);
  removeEmptied(last.block, root);
}

/** Where what joins an empty paragraph goes: before the blocks that follow it. */
function firstReference({ block }, last) {
  return tree.isInclusiveAncestor(block, last.block) ? topIn(last.block, block) : block[$first];
}

/** Takes out what lies between two places; the point that is left. */
export function removeBetween(root, from, to) {
  const paragraphs = paragraphsOf(root);
  const first = paragraphs[from.at];
  const last = paragraphs[to.at];
  // Where the caret will be: behind the atom before, else at what comes after.
  const kept = from.index > 0 ? pointOf(first, from.index) : null;
  const tail = from.at === to.at && to.index < first.atoms.length ? first.atoms[to.index] : to.at > from.at && to.index < last.atoms.length ? last.atoms[to.index] : null;
  if (from.at === to.at) {
    removeAtoms(first, from.index, to.index);
  } else {
    removeAtoms(first, from.index, first.atoms.length);
    for (const middle of paragraphs.slice(from.at + 1, to.at)) {
      removeAtoms(middle, 0, middle.atoms.length);
      if (isBreak(middle.end)) tree.remove(middle.end);
      if (middle.block !== first.block && middle.block !== last.block) removeEmptied(middle.block, root);
    }
    removeAtoms(last, 0, to.index);
    const restFirst = { ...first, atoms: first.atoms.slice(0, from.index) };
    const restLast = { ...last, atoms: last.atoms.slice(to.index) };
    join(restFirst, restLast, root);
  }
  if (kept !== null) {
    if (isText(kept.node)) balance(kept.node, kept.offset, root);
    return kept;
  }
  if (tail !== null) return isText(tail.node) ? { node: tail.node, offset: from.at === to.at && tail.node[$parent] !== null ? tail.from - removedBefore(first, from, to, tail) : tail.from - removedBefore(last, { index: 0 }, to, tail) } : before(tail.node);
  return holdOpen(first, root);
}

/** Characters of an atom's text that were taken out in front of it. */
function removedBefore({ atoms }, from, to, tail) {
  const gone = atoms.slice(from.index, to.index).filter((atom) => atom.node === tail.node);
  return gone.length === 0 ? 0 : gone.at(-1).to - gone[0].from;
}

/** An empty paragraph is held open by a <br>; the point in front of it. */
function holdOpen({ block, end }, root) {
  if (end !== null && isBreak(end) && end[$parent] !== null) return before(end);
  const parent = block[$parent] === null && block !== root ? root : block;
  for (let child = parent[$first]; child !== null; child = child[$next]) {
    if (isBreak(child)) return before(child);
  }
  let reference = null;
  for (let child = parent[$first]; child !== null; child = child[$next]) {
    if (child[$kind] === 1 && isBlock(child)) {
      reference = child;
      break;
    }
  }
  const br = make("br");
  tree.insert(parent, br, reference);
  return before(br);
}

// ------------------------------------------------------------------------------------------------------------------- breaking

/** Breaks the line at a place. */
export function putLineBreak(root, place) {
  const paragraph = paragraphsOf(root)[place.at];
  const atEnd = place.index === paragraph.atoms.length && (paragraph.end === null || isPlaceholder(paragraph, root));
  const point = pointOf(paragraph, place.index);
  const plain = isPlainHost(root) && keepsSpaces(root);
  const feed = () => (plain ? createText(host.document, "\n") : make("br"));
  const first = feed();
  const held = paragraph.end !== null && atEnd;
  insertAt(point.node, point.offset, first);
  if (atEnd && !held) tree.insert(first[$parent], feed(), first[$next]);
  const next = first[$next];
  if (isText(next)) return { node: next, offset: 0 };
  return next === null ? { node: first[$parent], offset: tree.indexOf(first) + 1 } : before(next);
}

/** Begins a new paragraph at a place. */
export function putParagraph(root, place) {
  const paragraph = paragraphsOf(root)[place.at];
  const block = blockOf(pointOf(paragraph, place.index).node, root);
  if (block !== root && block[$local] === "li" && paragraph.atoms.length === 0 && leavesList(block, root)) return leaveList(block);
  return block === root ? wrapRest(root, paragraph, place) : splitBlock(root, block, paragraph, place);
}

const leavesList = (item, root) => item[$parent] !== root && item[$next] === null && item[$parent][$kind] === 1;

/** Enter in an empty last item ends the list. */
function leaveList(item) {
  const list = item[$parent];
  const fresh = make("div");
  tree.insert(fresh, make("br"), null);
  tree.insert(list[$parent], fresh, list[$next]);
  tree.remove(item);
  if (list[$first] === null) tree.remove(list);
  return { node: fresh, offset: 0 };
}

/** Text of the host itself: what comes after the caret goes into a <div>. */
function wrapRest(root, paragraph, { index }) {
  const { atoms, end } = paragraph;
  const fresh = make("div");
  const rest = [];
  if (index < atoms.length) {
    const cut = cutAt(root, paragraph, index);
    for (let node = cut; node !== null && !(node[$kind] === 1 && isBlock(node)); node = node[$next]) {
      rest.push(node);
      if (node === end) break;
    }
  }
  const anchor = index > 0 ? topIn(atoms[index - 1].node, root) : null;
  if (anchor !== null) tree.insert(root, fresh, anchor[$next]);
  else {
    const reference = rest[0] ?? (isBreak(end) ? end : null);
    if (rest.length > 0) {
      const empty = make("div");
      tree.insert(empty, make("br"), null);
      tree.insert(root, empty, reference);
      tree.insert(root, fresh, reference);
    } else {
      // An empty line of the host's own is held open where it is.
      let br = reference;
      if (br === null) {
        br = make("br");
        tree.insert(root, br, root[$first]);
      }
      tree.insert(root, fresh, br[$next]);
    }
  }
  for (const node of rest) tree.insert(fresh, node, null);
  if (fresh[$first] === null) tree.insert(fresh, make("br"), null);
  if (rest.length === 0 && isBreak(end) && anchor !== null && end[$parent] === root) tree.remove(end);
  return startOf(fresh);
}

/** Cuts the inline elements at a place, so that what comes after begins with a child of the block; that child. */
function cutAt(root, { atoms, block }, index) {
  const atom = atoms[index];
  let node = atom.node;
  if (isText(node) && atom.from > 0) node = splitText(node, atom.from);
  while (node[$parent] !== block) {
    const parent = node[$parent];
    if (node[$prev] === null) {
      node = parent;
      continue;
    }
    const copy = cloneNode(parent, false, host.document);
    removeAttr(copy, "id");
    for (let child = node; child !== null; ) {
      const next = child[$next];
      tree.insert(copy, child, null);
      child = next;
    }
    tree.insert(parent[$parent], copy, parent[$next]);
    node = copy;
  }
  return node;
}

const HEADINGS = /^h[1-6]$/;

function splitBlock(root, block, paragraph, { index }) {
  const { atoms, end } = paragraph;
  const atEnd = index === atoms.length && (end === null || isPlaceholder(paragraph, root));
  const fresh = atEnd && HEADINGS.test(block[$local]) ? make("div") : cloneNode(block, false, host.document);
  removeAttr(fresh, "id");
  if (index === atoms.length) {
    // From the end of a line: the lines below go along.
    const after = isBreak(end) && !atEnd ? topIn(end, block)[$next] : null;
    if (isBreak(end) && !atEnd) tree.remove(end);
    tree.insert(block[$parent], fresh, block[$next]);
    for (let node = after; node !== null; ) {
      const next = node[$next];
      tree.insert(fresh, node, null);
      node = next;
    }
    if (fresh[$first] === null) tree.insert(fresh, make("br"), null);
  } else {
    const cut = cutAt(root, paragraph, index);
    tree.insert(block[$parent], fresh, block[$next]);
    for (let node = cut; node !== null; ) {
      const next = node[$next];
      tree.insert(fresh, node, null);
      node = next;
    }
  }
  if (block[$first] === null || !hasContent(block)) {
    if (block[$last] === null || !isBreak(block[$last])) tree.insert(block, make("br"), null);
  } else {
    const last = atoms[index - 1];
    if (last !== undefined && isText(last.node)) balance(last.node, last.to, root);
  }
  return startOf(fresh);
}

function hasContent(block) {
  for (let node = tree.following(block, block); node !== null; node = tree.following(node, block)) {
    if (isText(node) ? node[$data] !== "" : node[$first] === null) return true;
  }
  return false;
}

/** The first point of a block's content. */
function startOf(block) {
  let node = block;
  while (node[$first] !== null && !isText(node) && !isBreak(node[$first])) node = node[$first];
  return { node, offset: 0 };
}
