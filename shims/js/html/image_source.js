// Which picture an <img> asks for (HTML § 4.8.4.3.6–4.8.4.3.10): srcset, sizes, <picture> and its sources.
import { host, ops } from "ext:oracade/internal.js";
import { getAttr } from "ext:oracade/dom/attributes.js";
import { $first, $local, $next, $ns, $parent, HTML_NS } from "ext:oracade/dom/slots.js";

const SPACE = /[\t\n\f\r ]/;
const NUMBER = /^-?(?:\d+|\d*\.\d+)(?:e[+-]?\d+)?$/i;
const INTEGER = /^\d+$/;
const TYPES = new Set(["image/png", "image/jpeg", "image/jpg", "image/gif", "image/webp", "image/bmp", "image/x-icon",
  "image/vnd.microsoft.icon", "image/svg+xml"]);

/** The descriptors behind an address from a place on: [list, place behind the comma that ends them]. */
function descriptorsAt(text, at) {
  const list = [];
  let [current, depth] = ["", 0];
  for (; at < text.length; at++) {
    const character = text[at];
    if (depth > 0) {
      current += character;
      if (character === ")") depth = 0;
    } else if (character === ",") {
      at++;
      break;
    } else if (SPACE.test(character)) {
      if (current !== "") list.push(current);
      current = "";
    } else {
      current += character;
      if (character === "(") depth = 1;
    }
  }
  if (current !== "") list.push(current);
  return [list, at];
}

/** `{density, width}` of descriptors; null if they are none. */
function readDescriptors(list) {
  let [density, width, height] = [null, null, null];
  for (const text of list) {
    const [number, unit] = [text.slice(0, -1), text.at(-1)];
    if (unit === "w" && INTEGER.test(number) && +number > 0 && width === null && density === null) width = +number;
    else if (unit === "h" && INTEGER.test(number) && +number > 0 && height === null && density === null) height = +number;
    else if (unit === "x" && NUMBER.test(number) && +number >= 0 && density === null && width === null && height === null) density = +number;
    else return null;
  }
  return height !== null && width === null ? null : { density, width };
}

/** "parse a srcset attribute": [{url, density, width}]. */
export function parseSrcset(text) {
  const candidates = [];
  let at = 0;
  for (;;) {
    while (at < text.length && (SPACE.test(text[at]) || text[at] === ",")) at++;
    if (at >= text.length) return candidates;
    const start = at;
    while (at < text.length && !SPACE.test(text[at])) at++;
    let url = text.slice(start, at);
    let list = [];
    if (url.endsWith(",")) url = url.replace(/,+$/, "");
    else [list, at] = descriptorsAt(text, at);
    const read = readDescriptors(list);
    if (read !== null) candidates.push({ url, ...read });
  }
}

// ------------------------------------------------------------------------------------------------------------- sizes

/** Parts of a text at a character that stands in no parentheses. */
function split(text, separator) {
  const parts = [];
  let [start, depth] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    if ("([{".includes(text[i])) depth++;
    else if (")]}".includes(text[i])) depth = Math.max(0, depth - 1);
    else if (text[i] === separator && depth === 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  // What is open at the end is closed there.
  parts.push(text.slice(start) + ")".repeat(Math.max(0, depth)));
  return parts;
}

const FIXED = { px: 1, in: 96, cm: 96 / 2.54, mm: 96 / 25.4, q: 96 / 101.6, pt: 96 / 72, pc: 16, em: 16, rem: 16, ex: 8, ch: 8 };

function unitOf(unit) {
  const { width, height } = host.viewport();
  switch (unit.replace(/^[sld](?=v)/, "")) {
    case "vw":
    case "vi":
      return width / 100;
    case "vh":
    case "vb":
      return height / 100;
    case "vmin":
      return Math.min(width, height) / 100;
    case "vmax":
      return Math.max(width, height) / 100;
    default:
      return FIXED[unit];
  }
}

const TOKEN = /\s*(?:((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]*)|(calc|min|max|clamp)?\(|([-+*/,)]))/giy;

/**
 * The value in px of a length or of a math function; NaN for what is neither. Numbers and lengths are told apart: `calc(2)` is no
 * length. At most 32 functions in each other.
 */
function lengthOf(text) {
  const tokens = [];
  TOKEN.lastIndex = 0;
  text = text.trim().toLowerCase();
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (match === null) return NaN;
    if (match[1] !== undefined) {
      const scale = match[2] === "" ? 1 : unitOf(match[2]);
      if (scale === undefined) return NaN;
      tokens.push({ value: +match[1] * scale, isLength: match[2] !== "" });
    } else tokens.push(match[4] ?? `${match[3] ?? ""}(`);
  }
  const BAD = { value: NaN, isLength: true };
  let [at, depth] = [0, 0];
  const call = (name) => {
    const values = [];
    if (++depth > 32) return BAD;
    do values.push(sum()); while (tokens[at++] === ",");
    depth--;
    if (tokens[at - 1] !== ")" || values.some((one) => one.isLength !== values[0].isLength)) return BAD;
    const numbers = values.map((one) => one.value);
    const { isLength } = values[0];
    if (name === "min(") return { value: Math.min(...numbers), isLength };
    if (name === "max(") return { value: Math.max(...numbers), isLength };
    if (name === "clamp(") return numbers.length === 3 ? { value: Math.max(numbers[0], Math.min(numbers[1], numbers[2])), isLength } : BAD;
    return numbers.length === 1 ? values[0] : BAD;
  };
  const factor = () => {
    const token = tokens[at++];
    if (token === "-") {
      const { value, isLength } = factor();
      return { value: -value, isLength };
    }
    if (token === "+") return factor();
    if (typeof token === "object") return token;
    return typeof token === "string" && token.endsWith("(") ? call(token) : BAD;
  };
  const product = () => {
    let left = factor();
    while (tokens[at] === "*" || tokens[at] === "/") {
      const divides = tokens[at++] === "/";
      const right = factor();
      if (right.isLength && (divides || left.isLength)) return BAD;
      left = { value: divides ? left.value / right.value : left.value * right.value, isLength: left.isLength || right.isLength };
    }
    return left;
  };
  function sum() {
    let left = product();
    while (tokens[at] === "+" || tokens[at] === "-") {
      const sign = tokens[at++] === "-" ? -1 : 1;
      const right = product();
      if (left.isLength !== right.isLength) return BAD;
      left = { value: left.value + sign * right.value, isLength: left.isLength };
    }
    return left;
  }
  // Outside of a function there is one value, with its sign.
  if (tokens.length > 2 && !tokens.some((token) => typeof token === "string" && token.endsWith("("))) return NaN;
  const { value, isLength } = factor();
  return at === tokens.length && (isLength || value === 0) ? value : NaN;
}

/** Where the last component value of a text begins: a function with its parentheses, or a word. */
function lastComponent(text) {
  let at = text.length;
  let depth = 0;
  while (at > 0) {
    const character = text[at - 1];
    if (character === ")") depth++;
    else if (character === "(") {
      if (depth === 0) break;
      depth--;
    } else if (depth === 0 && (SPACE.test(character) || text[at] === "(" && !/[\w-]/.test(character))) break;
    at--;
  }
  return at;
}

/** "parse a sizes attribute": the width in px that the picture is to have. */
export function sizeOf(sizes) {
  for (const part of split((sizes ?? "").replace(/\/\*[^]*?\*\//g, " "), ",")) {
    // The last thing in a part is the length, what stands in front of it a condition.
    const text = part.trim();
    const at = lastComponent(text);
    const size = lengthOf(text.slice(at));
    if (!(size >= 0)) continue;
    const condition = text.slice(0, at).trim();
    if (condition === "" || (/^(?:not\s*)?\(/i.test(condition) && ops.op_media_matches(condition))) return size;
  }
  return host.viewport().width;
}

// --------------------------------------------------------------------------------------------------------- selection

function choose(srcset, sizes, fallback) {
  const candidates = parseSrcset(srcset);
  if (fallback !== null && fallback !== "" && !candidates.some((one) => one.width !== null || (one.density ?? 1) === 1)) {
    candidates.push({ url: fallback, density: 1, width: null });
  }
  if (candidates.length === 0) return null;
  const size = candidates.some((one) => one.width !== null) ? sizeOf(sizes) : 0;
  const list = [];
  for (const { url, density, width } of candidates) {
    const one = { url, density: width === null ? density ?? 1 : size === 0 ? Infinity : width / size };
    if (!list.some((other) => other.density === one.density)) list.push(one);
  }
  list.sort((a, b) => a.density - b.density);
  let best = nearest(list, host.viewport().dpr);
  // A sharper picture that is at hand costs nothing.
  for (let i = list.length - 1; i > best; i--) {
    if (host.isImageAtHand(list[i].url)) best = i;
  }
  return list[best];
}

/** Which of the densities, in order, suits the screen. */
function nearest(list, dpr) {
  for (let i = 0; i + 1 < list.length; i++) {
    const [low, high] = [list[i].density, list[i + 1].density];
    if (high < dpr) continue;
    // The nearer one by ratio; but on plain screens no picture is stretched if that can be helped.
    return (dpr <= 1 && dpr > low) || dpr >= Math.sqrt(low * high) ? i + 1 : i;
  }
  return list.length - 1;
}

const isHTML = (node, name) => node[$local] === name && node[$ns] === HTML_NS;

/** Whether what an image shows depends on more than its `src`. */
export function isResponsive(img) {
  return getAttr(img, "srcset") !== null || (img[$parent] !== null && isHTML(img[$parent], "picture"));
}

/** The address and pixel density an <img> asks for; null if it asks for nothing. */
export function select(img) {
  const parent = img[$parent];
  if (parent !== null && isHTML(parent, "picture")) {
    for (let child = parent[$first]; child !== null && child !== img; child = child[$next]) {
      if (!isHTML(child, "source")) continue;
      const [srcset, media, type] = [getAttr(child, "srcset"), getAttr(child, "media"), getAttr(child, "type")];
      if (srcset === null || (media !== null && media.trim() !== "" && !ops.op_media_matches(media))) continue;
      if (type !== null && type !== "" && !TYPES.has(type.split(";")[0].trim().toLowerCase())) continue;
      const chosen = choose(srcset, getAttr(child, "sizes"), null);
      if (chosen !== null) return chosen;
    }
  }
  const [src, srcset] = [getAttr(img, "src"), getAttr(img, "srcset")];
  if (srcset !== null) return choose(srcset, getAttr(img, "sizes"), src);
  return src === null || src === "" ? (src === null ? null : { url: "", density: 1 }) : { url: src, density: 1 };
}
