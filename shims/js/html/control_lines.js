// The lines in which a text area shows its text: what Up, Down, Home and End go by.
import { host, ops } from "ext:oracade/internal.js";
import { getAttr } from "ext:oracade/dom/attributes.js";
import { borderBox } from "ext:oracade/dom/cssom_view.js";
import { flush } from "ext:oracade/dom/mirror.js";
import { $connected, $id } from "ext:oracade/dom/slots.js";

/** Text longer than this is taken as if it did not wrap. */
const LONGEST = 20_000;

const style = (element, name) => ops.op_style_computed(element[$id], "", name);

/** How wide a text is in an element's font: a function. */
export function measureIn(element) {
  return host.textMeasure(`${style(element, "font-style")} ${style(element, "font-weight")} ${style(element, "font-size")} ${style(element, "font-family")}`);
}

/** Where soft lines of one hard line begin, by width: after white space and hyphens, else anywhere. */
function softBreaks(text, width, room) {
  const starts = [];
  let from = 0;
  let after = -1; // the last place where the line may end
  for (let i = 0; i < text.length; i++) {
    const isSpace = text[i] === " " || text[i] === "\t";
    // White space hangs over the edge.
    if (!isSpace && width(text.slice(from, i + 1)) > room + 0.01 && i > from) {
      from = after > from ? after : i;
      starts.push(from);
      after = -1;
      i = from - 1;
      continue;
    }
    if (isSpace || (text[i] === "-" && i > from && /\w/.test(text[i + 1] ?? ""))) after = i + 1;
  }
  return starts;
}

/** The lines of a text area: `{start, end, soft}`; `soft` where the next begins without a line feed. */
export function controlLines(element, text) {
  const hard = [];
  for (let start = 0; ; ) {
    const end = text.indexOf("\n", start);
    hard.push({ start, end: end < 0 ? text.length : end, soft: false });
    if (end < 0) break;
    start = end + 1;
  }
  if (!element[$connected] || text.length > LONGEST || getAttr(element, "wrap")?.toLowerCase() === "off") return hard;
  flush();
  if (!ops.op_layout_is_rendered(element[$id]) || !/pre-wrap|break-spaces|normal|pre-line|preserve|^wrap|collapse/.test(style(element, "white-space"))) return hard;
  const px = (name) => parseFloat(style(element, name)) || 0;
  const room = borderBox(element)[2] - px("border-left-width") - px("border-right-width") - px("padding-left") - px("padding-right");
  const width = measureIn(element);
  const lines = [];
  for (const { start, end } of hard) {
    const breaks = softBreaks(text.slice(start, end), width, room);
    let from = start;
    for (const at of breaks) {
      lines.push({ start: from, end: start + at, soft: true });
      from = start + at;
    }
    lines.push({ start: from, end, soft: false });
  }
  return lines;
}

/** The line an offset is in; `upstream`: a place between two soft lines is at the end of the first. */
export function lineOf(lines, offset, upstream) {
  for (let i = 0; i < lines.length; i++) {
    const { end, soft } = lines[i];
    if (offset < end || (offset === end && (!soft || upstream))) return i;
  }
  return lines.length - 1;
}

/** The offset in a line nearest to an x. */
export function offsetAt(text, { start, end }, x, width) {
  let best = start;
  let distance = Infinity;
  for (let offset = start; offset <= end; offset++) {
    const away = Math.abs(width(text.slice(start, offset)) - x);
    if (away > distance) break;
    [distance, best] = [away, offset];
  }
  return best;
}
