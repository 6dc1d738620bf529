// Session history and what one document leaves to the next (HTML § 7.4.1, 7.4.5): entries with their states and scroll offsets, the
// window's name, the referrer. The document that goes writes it down as text, the next one begins with it.
import { host, ops } from "ext:oracade/internal.js";
import { hasBeenActive, rememberActivation } from "ext:oracade/platform/gesture.js";
import { fromWire, toWire } from "ext:oracade/platform/wire.js";

/** Chromium keeps no more entries. */
const MAX_ENTRIES = 50;
/** The states that cross to the next document, all together, in bytes. */
const MAX_STATE_BYTES = 4 << 20;

/** `{url, state, document, scroll, restoration}`; entries with the same `document` number share one document. */
let entries = [];
let position = 0;
let documents = 1;
let navigationType = "navigate";
let referrer = "";
let restored = null; // the scroll offset to go back to

export const entry = () => entries[position];
export const length = () => entries.length;
host.referrer = () => referrer;
host.navigationType = () => navigationType;

/** A new entry after the present one, or in its place. */
export function put(url, state, replace) {
  const present = entry();
  present.scroll = host.scrollOffset();
  const next = { url, state, document: present.document, scroll: [0, 0], restoration: present.restoration };
  if (replace) {
    entries[position] = next;
    return;
  }
  entries = [...entries.slice(0, position + 1), next].slice(-MAX_ENTRIES);
  position = entries.length - 1;
}

/** The entry that many steps away: `{to, entry, sameDocument}`, or null if there is none. */
export function stepTo(delta) {
  const to = position + delta;
  if (to < 0 || to >= entries.length) return null;
  return { to, entry: entries[to], sameDocument: entries[to].document === entry().document };
}

export function moveTo(to) {
  entry().scroll = host.scrollOffset();
  position = to;
}

function stateText(state, left) {
  if (state === null || state === undefined) return null;
  try {
    const { bytes } = toWire(state);
    return bytes.length > left ? null : ops.op_base64_encode(bytes);
  } catch {
    return null; // it holds what does not outlive its document
  }
}

function stateOf(text) {
  if (text === null) return null;
  try {
    return fromWire(ops.op_base64_decode(text));
  } catch {
    return null;
  }
}

/**
 * What the next document begins with. `kind` is how it is reached: `assign`, `replace`, `reload` (by script), `traverse` to the entry
 * `to`, or `refresh` (a reload from outside).
 */
export function handOver(kind, to, present) {
  entry().scroll = host.scrollOffset();
  let [list, at] = [entries, position];
  const fresh = () => ({ url: null, state: null, document: documents + 1, scroll: [0, 0], restoration: "auto" });
  if (kind === "assign") {
    list = [...entries.slice(0, position + 1), fresh()].slice(-MAX_ENTRIES);
    at = list.length - 1;
  } else if (kind === "replace") {
    list = entries.with(position, fresh());
  } else if (kind === "traverse") {
    at = to;
  }
  let left = MAX_STATE_BYTES;
  // The nearest states first: they are the likeliest to be looked at.
  const states = new Map();
  for (const i of [...list.keys()].sort((a, b) => Math.abs(a - at) - Math.abs(b - at))) {
    const text = stateText(list[i].state, left);
    left -= text?.length ?? 0;
    states.set(i, text);
  }
  return JSON.stringify({
    entries: list.map((one, i) => [one.url?.href ?? null, states.get(i), one.document, one.scroll, one.restoration]),
    position: at,
    documents: documents + 1,
    type: kind === "reload" || kind === "refresh" ? "reload" : kind === "traverse" ? "back_forward" : "navigate",
    // A reload from outside asks as the document itself was asked for; a script's reload comes from the document.
    referrer: kind === "refresh" || kind === "traverse" ? referrer : present,
    name: globalThis.name,
    wasActive: kind !== "refresh" && hasBeenActive(),
  });
}

/** Where to scroll once the document is laid out: a pair or null. */
host.scrollToRestore = () => {
  const offset = restored;
  restored = null;
  return offset;
};

export function begin(url, session) {
  if (session === null || session === undefined) {
    entries = [{ url, state: null, document: 1, scroll: [0, 0], restoration: "auto" }];
    return;
  }
  const left = JSON.parse(session);
  entries = left.entries.map(([href, state, document, scroll, restoration]) => ({
    url: href === null ? url : ops.op_url_parse(href, null), state: stateOf(state), document, scroll, restoration,
  }));
  ({ position, documents, referrer } = left);
  navigationType = left.type;
  entry().url = url;
  if (left.wasActive) rememberActivation();
  if (left.name !== "") globalThis.name = left.name;
  if (navigationType !== "navigate" && entry().restoration === "auto") restored = entry().scroll;
}
