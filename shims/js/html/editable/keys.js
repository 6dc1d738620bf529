// Keys in an editing host (Chromium's bindings on Linux).
import { host } from "ext:oracade/internal.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { getSelection, selectBetween } from "ext:oracade/dom/selection.js";
import {
  breakLine, breakParagraph, clipboard, format, hostOfSelection, remove, selected, selectHost, travelHistory, typeText,
} from "ext:oracade/html/editable/actions.js";
import { endTyping } from "ext:oracade/html/editable/history.js";
import { isPlainHost } from "ext:oracade/html/editable/host.js";
import { lineEdge, step, stepLine, stepWord } from "ext:oracade/html/editable/moves.js";
import { paragraphsOf, pointOf } from "ext:oracade/html/editable/paragraphs.js";

/** The x that the caret goes by from line to line, and whether it stands at a line's end rather than the next one's start. */
let track = { node: null, offset: 0, x: null, upstream: false };

function trackOf() {
  const { focusNode, focusOffset } = getSelection();
  return track.node === focusNode && track.offset === focusOffset ? track : { x: null, upstream: false };
}

/** Moves the caret, or with `extend` the end of the selection. */
function moveTo(root, paragraphs, place, extend, { x = null, upstream = false } = {}) {
  const { node, offset } = pointOf(paragraphs[place.at], place.index);
  const chosen = getSelection();
  endTyping(root);
  if (!extend) selectBetween(node, offset, node, offset);
  else {
    if (chosen.isCollapsed && !fire(chosen.anchorNode, "selectstart", { bubbles: true, cancelable: true })) return;
    selectBetween(chosen.anchorNode, chosen.anchorOffset, node, offset);
  }
  track = { node, offset, x, upstream };
}

const EDGES = {
  start: () => ({ at: 0, index: 0 }),
  end: (paragraphs) => ({ at: paragraphs.length - 1, index: paragraphs.at(-1).atoms.length }),
};

/** An arrow or the like; true if the key was one. */
function move(root, key, ctrl, extend) {
  const paragraphs = paragraphsOf(root);
  const { from, to, focus, collapsed } = selected(root, paragraphs);
  const { x, upstream } = trackOf();
  switch (key) {
    case "ArrowLeft":
    case "ArrowRight": {
      const direction = key === "ArrowLeft" ? -1 : 1;
      if (!collapsed && !extend && !ctrl) moveTo(root, paragraphs, direction < 0 ? from : to, false);
      else moveTo(root, paragraphs, (ctrl ? stepWord : step)(paragraphs, focus, direction) ?? focus, extend);
      return true;
    }
    case "ArrowUp":
    case "ArrowDown": {
      const direction = key === "ArrowUp" ? -1 : 1;
      if (ctrl) {
        moveTo(root, paragraphs, paragraphEdge(paragraphs, focus, direction), extend);
        return true;
      }
      const start = extend ? focus : collapsed ? focus : direction < 0 ? from : to;
      const next = stepLine(paragraphs, start, direction, x, upstream);
      moveTo(root, paragraphs, next.place, extend, { x: next.x });
      return true;
    }
    case "Home":
    case "End": {
      const isEnd = key === "End";
      if (ctrl) moveTo(root, paragraphs, EDGES[isEnd ? "end" : "start"](paragraphs), extend);
      else {
        const edge = lineEdge(paragraphs, focus, isEnd, upstream);
        moveTo(root, paragraphs, edge, extend, { upstream: edge.upstream });
      }
      return true;
    }
    default:
      return false;
  }
}

function paragraphEdge(paragraphs, { at, index }, direction) {
  if (direction < 0) return index > 0 ? { at, index: 0 } : { at: Math.max(0, at - 1), index: 0 };
  const { length } = paragraphs[at].atoms;
  if (index < length) return { at, index: length };
  return { at: Math.min(paragraphs.length - 1, at + 1), index: paragraphs[Math.min(paragraphs.length - 1, at + 1)].atoms.length };
}

// `Selection.modify`: the same moves by name, in an editing host or in the whole document.
host.modifySelection = (alter, direction, granularity) => {
  const backward = direction === "backward" || direction === "left";
  if (alter !== "move" && alter !== "extend") return;
  if (!backward && direction !== "forward" && direction !== "right") return;
  const root = hostOfSelection() ?? host.document.body;
  if (root === null) return;
  const paragraphs = paragraphsOf(root);
  const { from, to, focus, collapsed } = selected(root, paragraphs);
  const extend = alter === "extend";
  const { x, upstream } = trackOf();
  const way = backward ? -1 : 1;
  switch (granularity) {
    case "character":
      if (!collapsed && !extend) moveTo(root, paragraphs, backward ? from : to, false);
      else moveTo(root, paragraphs, step(paragraphs, focus, way) ?? focus, extend);
      break;
    case "word":
      moveTo(root, paragraphs, stepWord(paragraphs, focus, way) ?? focus, extend);
      break;
    case "line": {
      const next = stepLine(paragraphs, focus, way, x, upstream);
      moveTo(root, paragraphs, next.place, extend, { x: next.x });
      break;
    }
    case "lineboundary": {
      const edge = lineEdge(paragraphs, focus, !backward, upstream);
      moveTo(root, paragraphs, edge, extend, { upstream: edge.upstream });
      break;
    }
    case "paragraph":
    case "paragraphboundary":
      moveTo(root, paragraphs, paragraphEdge(paragraphs, focus, way), extend);
      break;
    case "documentboundary":
      moveTo(root, paragraphs, EDGES[backward ? "start" : "end"](paragraphs), extend);
      break;
  }
};

const FORMAT_KEYS = { b: "bold", i: "italic", u: "underline" };

function shortcut(root, key, shift) {
  switch (key) {
    case "a":
      selectHost(root);
      return true;
    case "c":
    case "x":
    case "v":
      clipboard(root, { c: "copy", x: "cut", v: "paste" }[key]);
      return true;
    case "z":
      travelHistory(root, shift ? "redo" : "undo");
      return true;
    case "y":
      travelHistory(root, "redo");
      return true;
    default:
      if (FORMAT_KEYS[key] === undefined || shift) return false;
      if (!isPlainHost(root)) format(root, FORMAT_KEYS[key]);
      return true;
  }
}

/** A key that edits or moves, by its virtual key code; true if it was one. */
export function editableKey(root, key, { shiftKey, ctrlKey, altKey, metaKey }) {
  if (altKey || metaKey) return false;
  if (key === "Backspace" || key === "Delete") {
    if (key === "Delete" && shiftKey && !ctrlKey) clipboard(root, "cut");
    else remove(root, key === "Delete", ctrlKey);
    return true;
  }
  if (key === "Insert" && (ctrlKey || shiftKey)) {
    clipboard(root, ctrlKey ? "copy" : "paste");
    return true;
  }
  if (move(root, key, ctrlKey, shiftKey)) return true;
  return ctrlKey && key.length === 1 && shortcut(root, key.toLowerCase(), shiftKey);
}

/** A character that was typed. */
export function editableText(root, text, shiftKey) {
  if (text !== "\r" && text !== "\n") typeText(root, text);
  else if (shiftKey) breakLine(root);
  else breakParagraph(root);
}
