// Undoing changes of an editing host: what its nodes held before each of them.
import { slot } from "ext:oracade/internal.js";
import { replaceData } from "ext:oracade/dom/character_data.js";
import * as tree from "ext:oracade/dom/tree.js";
import { $data, $first, $kind, $next } from "ext:oracade/dom/slots.js";

const $history = slot("history of an editing host"); // {undo, redo, typing}
/** Changes that can be undone, and nodes that all of them may hold together. */
const CHANGES = 200;
const NODES = 200_000;

const historyOf = (root) => root[$history] ??= { undo: [], redo: [], typing: "", nodes: 0 };

/** The nodes of a host with their children or data. */
function capture(root) {
  const nodes = [];
  for (let node = root; node !== null; node = tree.following(node, root)) {
    if (node[$kind] === 3) nodes.push([node, node[$data]]);
    else if (node[$first] !== null || node === root) nodes.push([node, tree.childArray(node)]);
    else nodes.push([node, []]);
  }
  return nodes;
}

function restore(nodes) {
  for (const [node, held] of nodes) {
    if (typeof held === "string") {
      if (node[$data] !== held) replaceData(node, 0, node[$data].length, held);
      continue;
    }
    const wanted = new Set(held);
    for (let child = node[$first]; child !== null; ) {
      const next = child[$next];
      if (!wanted.has(child)) tree.remove(child);
      child = next;
    }
    let at = node[$first];
    for (const child of held) {
      if (child === at) at = at[$next];
      else tree.insert(node, child, at);
    }
  }
}

/** Remembers a host before a change. Changes of one kind of typing that follow each other are taken back as one. */
export function remember(root, selection, typing = "") {
  const history = historyOf(root);
  const more = typing !== "" && history.typing === typing;
  history.typing = typing;
  if (more) return;
  history.redo.length = 0;
  const nodes = capture(root);
  history.undo.push({ nodes, selection });
  history.nodes += nodes.length;
  while (history.undo.length > CHANGES || (history.nodes > NODES && history.undo.length > 1)) history.nodes -= history.undo.shift().nodes.length;
}

/** What is typed from now on is a change of its own. */
export function endTyping(root) {
  historyOf(root).typing = "";
}

export const canTravel = (root, direction) => historyOf(root)[direction].length > 0;

/** Takes a change back (`undo`) or makes it again (`redo`); the selection that belongs to it. */
export function travel(root, direction, selection) {
  const history = historyOf(root);
  const state = history[direction].pop();
  history[direction === "undo" ? "redo" : "undo"].push({ nodes: capture(root), selection });
  history.typing = "";
  restore(state.nodes);
  return state.selection;
}
