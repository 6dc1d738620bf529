// How keys move a caret through an editing host.
import { host } from "ext:oracade/internal.js";
import { $data, $kind } from "ext:oracade/dom/slots.js";
import { borderBox } from "ext:oracade/dom/cssom_view.js";

const WORD = /[\p{L}\p{N}\p{M}_]/u;

const textOf = (atom) => (atom.node[$kind] === 3 ? atom.node[$data].slice(atom.from, atom.to) : "");

/** One place back or on; null at the ends. */
export function step(paragraphs, { at, index }, direction) {
  const next = index + direction;
  if (next >= 0 && next <= paragraphs[at].atoms.length) return { at, index: next };
  const other = paragraphs[at + direction];
  return other === undefined ? null : { at: at + direction, index: direction < 0 ? other.atoms.length : 0 };
}

/** To the beginning of the word before, or to the end of the one after. */
export function stepWord(paragraphs, place, direction) {
  const { atoms } = paragraphs[place.at];
  let { index } = place;
  const isWord = (i) => WORD.test(textOf(atoms[i]));
  if (direction < 0) {
    if (index === 0) return step(paragraphs, place, -1);
    while (index > 0 && !isWord(index - 1)) index--;
    while (index > 0 && isWord(index - 1)) index--;
  } else {
    if (index === atoms.length) return step(paragraphs, place, 1);
    while (index < atoms.length && !isWord(index)) index++;
    while (index < atoms.length && isWord(index)) index++;
  }
  return { at: place.at, index };
}

/** The rectangle of an atom, or null where it has no size of its own. */
function rectOf(atom) {
  if (atom.node[$kind] === 3) return host.textRects(atom.node, atom.from, atom.to)[0] ?? null;
  const [x, y, width, height] = borderBox(atom.node);
  return { x, y, width, height };
}

/** The lines of a paragraph: `{from, to, top, edges}`, with the x of each place. */
function linesOf(paragraph) {
  const { atoms } = paragraph;
  const lines = [];
  let line = null;
  for (let i = 0; i < atoms.length; i++) {
    const rect = rectOf(atoms[i]);
    if (rect !== null && (line === null || (rect.y >= line.bottom - 1 && rect.width > 0))) {
      line = { from: i, to: i, top: rect.y, bottom: rect.y + rect.height, edges: [rect.x] };
      lines.push(line);
    }
    if (line === null) continue;
    line.to = i + 1;
    line.edges.push(rect === null ? line.edges.at(-1) : rect.x + rect.width);
  }
  if (lines.length === 0) lines.push({ from: 0, to: atoms.length, top: 0, bottom: 0, edges: [0] });
  return lines;
}

/** The line a place is in; `upstream` says that a place between two lines is at the end of the first. */
function lineAt(lines, index, upstream) {
  for (let i = 0; i < lines.length; i++) {
    if (index < lines[i].to || (index === lines[i].to && (upstream || i === lines.length - 1))) return i;
  }
  return lines.length - 1;
}

/** Start or end of the line: `{at, index, upstream}`. */
export function lineEdge(paragraphs, { at, index }, isEnd, upstream) {
  const lines = linesOf(paragraphs[at]);
  const line = lines[lineAt(lines, index, upstream)];
  return isEnd ? { at, index: line.to, upstream: true } : { at, index: line.from, upstream: false };
}

/** A line up or down at an x: `{place, x}`; from the first line to the start of all, from the last to the end. */
export function stepLine(paragraphs, { at, index }, direction, wantedX, upstream) {
  const lines = linesOf(paragraphs[at]);
  const here = lineAt(lines, index, upstream);
  const x = wantedX ?? lines[here].edges[Math.min(index - lines[here].from, lines[here].edges.length - 1)];
  let target = lines[here + direction];
  let paragraph = at;
  if (target === undefined) {
    paragraph = at + direction;
    if (paragraphs[paragraph] === undefined) {
      const end = direction < 0 ? { at: 0, index: 0 } : { at: paragraphs.length - 1, index: paragraphs.at(-1).atoms.length };
      return { place: end, x };
    }
    const others = linesOf(paragraphs[paragraph]);
    target = direction < 0 ? others.at(-1) : others[0];
  }
  let best = 0;
  for (let i = 1; i < target.edges.length; i++) if (Math.abs(target.edges[i] - x) < Math.abs(target.edges[best] - x)) best = i;
  // The place behind a line's last space is the next line's.
  return { place: { at: paragraph, index: target.from + best }, x };
}
