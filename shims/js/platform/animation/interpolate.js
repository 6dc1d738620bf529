// Interpolation of CSS values given as text (CSS Values § 3, Web Animations § 5.4.4). Both texts come from the style system's
// serialiser, so spelling is canonical; what does not match part by part changes half-way.

import { DOMMatrix } from "ext:oracade/canvas/geometry.js";

const NAMES = `aliceblue:f0f8ff antiquewhite:faebd7 aqua:00ffff aquamarine:7fffd4 azure:f0ffff beige:f5f5dc bisque:ffe4c4
black:000000 blanchedalmond:ffebcd blue:0000ff blueviolet:8a2be2 brown:a52a2a burlywood:deb887 cadetblue:5f9ea0
chartreuse:7fff00 chocolate:d2691e coral:ff7f50 cornflowerblue:6495ed cornsilk:fff8dc crimson:dc143c cyan:00ffff
darkblue:00008b darkcyan:008b8b darkgoldenrod:b8860b darkgray:a9a9a9 darkgreen:006400 darkgrey:a9a9a9 darkkhaki:bdb76b
darkmagenta:8b008b darkolivegreen:556b2f darkorange:ff8c00 darkorchid:9932cc darkred:8b0000 darksalmon:e9967a
darkseagreen:8fbc8f darkslateblue:483d8b darkslategray:2f4f4f darkslategrey:2f4f4f darkturquoise:00ced1
darkviolet:9400d3 deeppink:ff1493 deepskyblue:00bfff dimgray:696969 dimgrey:696969 dodgerblue:1e90ff firebrick:b22222
floralwhite:fffaf0 forestgreen:228b22 fuchsia:ff00ff gainsboro:dcdcdc ghostwhite:f8f8ff gold:ffd700 goldenrod:daa520
gray:808080 green:008000 greenyellow:adff2f grey:808080 honeydew:f0fff0 hotpink:ff69b4 indianred:cd5c5c indigo:4b0082
ivory:fffff0 khaki:f0e68c lavender:e6e6fa lavenderblush:fff0f5 lawngreen:7cfc00 lemonchiffon:fffacd lightblue:add8e6
lightcoral:f08080 lightcyan:e0ffff lightgoldenrodyellow:fafad2 lightgray:d3d3d3 lightgreen:90ee90 lightgrey:d3d3d3
lightpink:ffb6c1 lightsalmon:ffa07a lightseagreen:20b2aa lightskyblue:87cefa lightslategray:778899 lightslategrey:778899
lightsteelblue:b0c4de lightyellow:ffffe0 lime:00ff00 limegreen:32cd32 linen:faf0e6 magenta:ff00ff maroon:800000
mediumaquamarine:66cdaa mediumblue:0000cd mediumorchid:ba55d3 mediumpurple:9370db mediumseagreen:3cb371
mediumslateblue:7b68ee mediumspringgreen:00fa9a mediumturquoise:48d1cc mediumvioletred:c71585 midnightblue:191970
mintcream:f5fffa mistyrose:ffe4e1 moccasin:ffe4b5 navajowhite:ffdead navy:000080 oldlace:fdf5e6 olive:808000
olivedrab:6b8e23 orange:ffa500 orangered:ff4500 orchid:da70d6 palegoldenrod:eee8aa palegreen:98fb98 paleturquoise:afeeee
palevioletred:db7093 papayawhip:ffefd5 peachpuff:ffdab9 peru:cd853f pink:ffc0cb plum:dda0dd powderblue:b0e0e6
purple:800080 rebeccapurple:663399 red:ff0000 rosybrown:bc8f8f royalblue:4169e1 saddlebrown:8b4513 salmon:fa8072
sandybrown:f4a460 seagreen:2e8b57 seashell:fff5ee sienna:a0522d silver:c0c0c0 skyblue:87ceeb slateblue:6a5acd
slategray:708090 slategrey:708090 snow:fffafa springgreen:00ff7f steelblue:4682b4 tan:d2b48c teal:008080 thistle:d8bfd8
tomato:ff6347 turquoise:40e0d0 violet:ee82ee wheat:f5deb3 white:ffffff whitesmoke:f5f5f5 yellow:ffff00
yellowgreen:9acd32`;
const COLORS = new Map(NAMES.split(/\s+/).map((pair) => pair.split(":")));

/** A colour as [r, g, b, a] with 0–255 and 0–1, or null. */
export function parseColor(text) {
  text = text.toLowerCase();
  if (text === "transparent") return [0, 0, 0, 0];
  const hex = COLORS.get(text) ?? /^#([0-9a-f]{3,8})$/.exec(text)?.[1];
  if (hex !== undefined) {
    const wide = hex.length < 6 ? [...hex].map((c) => c + c).join("") : hex;
    if (wide.length !== 6 && wide.length !== 8) return null;
    const byte = (i) => parseInt(wide.slice(i, i + 2), 16);
    return [byte(0), byte(2), byte(4), wide.length === 8 ? byte(6) / 255 : 1];
  }
  const match = /^(rgb|hsl)a?\(([^()]*)\)$/.exec(text);
  if (match === null) return null;
  const parts = match[2].split(/[\s,/]+/).filter((part) => part !== "");
  if (parts.length < 3 || parts.length > 4) return null;
  const scaled = (part, whole) => (part.endsWith("%") ? (parseFloat(part) / 100) * whole : parseFloat(part));
  const alpha = parts.length === 4 ? scaled(parts[3], 1) : 1;
  if (match[1] === "rgb") return [...parts.slice(0, 3).map((part) => scaled(part, 255)), alpha];
  const h = (((parseFloat(parts[0]) % 360) + 360) % 360) / 30;
  const s = parseFloat(parts[1]) / 100;
  const l = parseFloat(parts[2]) / 100;
  const f = (n) => {
    const k = (n + h) % 12;
    return (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1))) * 255;
  };
  return [f(0), f(8), f(4), alpha];
}

/** Colours mix with premultiplied alpha. */
function mixColors(a, b, p) {
  const alpha = Math.max(0, Math.min(1, a[3] + (b[3] - a[3]) * p));
  if (alpha === 0) return "rgba(0, 0, 0, 0)";
  const channel = (i) => {
    const value = (a[i] * a[3] + (b[i] * b[3] - a[i] * a[3]) * p) / alpha;
    return Math.max(0, Math.min(255, Math.round(value)));
  };
  return `rgba(${channel(0)}, ${channel(1)}, ${channel(2)}, ${alpha})`;
}

const NUMBER = /^([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)([a-z%]*)$/i;

/** Splits a value into functions, words, commas and slashes. Colours are one token. */
function tokenize(text) {
  const tokens = [];
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const space = /^\s+/.exec(rest);
    if (space !== null) {
      at += space[0].length;
      continue;
    }
    const punctuation = /^[,/]/.exec(rest);
    if (punctuation !== null) {
      tokens.push({ kind: "mark", text: punctuation[0] });
      at++;
      continue;
    }
    const string = /^("[^"]*"|'[^']*')/.exec(rest);
    if (string !== null) {
      tokens.push({ kind: "word", text: string[0] });
      at += string[0].length;
      continue;
    }
    const name = /^[-\w.#%+]+/.exec(rest)?.[0] ?? rest[0];
    if (rest[name.length] === "(") {
      let depth = 0;
      let end = name.length;
      for (; end < rest.length; end++) {
        if (rest[end] === "(") depth++;
        else if (rest[end] === ")" && --depth === 0) break;
      }
      tokens.push({ kind: "function", name: name.toLowerCase(), body: rest.slice(name.length + 1, end), text: rest.slice(0, end + 1) });
      at += end + 1;
    } else {
      tokens.push({ kind: "word", text: name });
      at += name.length;
    }
  }
  return tokens;
}

const show = (number) => `${Math.abs(number) < 1e-9 ? 0 : +number.toFixed(6)}`;

/** Interpolates two tokens; undefined if they cannot be. */
function mixTokens(a, b, p) {
  if (a.text === b.text) return a.text;
  const from = parseColor(a.text);
  const to = parseColor(b.text);
  if (from !== null && to !== null) return mixColors(from, to, p);
  const x = NUMBER.exec(a.text);
  const y = NUMBER.exec(b.text);
  if (x !== null && y !== null) {
    const unit = x[2] === y[2] ? x[2] : x[2] === "" && +x[1] === 0 ? y[2] : y[2] === "" && +y[1] === 0 ? x[2] : null;
    if (unit !== null) return `${show(+x[1] + (+y[1] - +x[1]) * p)}${unit}`;
    if (x[2] === "" || y[2] === "") return undefined;
    return `calc(${show(+x[1] * (1 - p))}${x[2]} + ${show(+y[1] * p)}${y[2]})`;
  }
  if (a.kind === "function" && b.kind === "function" && a.name === b.name && a.name !== "url" && a.name !== "var" && a.name !== "calc") {
    const body = mixLists(a.body, b.body, p);
    return body === undefined ? undefined : `${a.name}(${body})`;
  }
  const isLength = (token, match) => (match !== null && match[2] !== "") || token.name === "calc";
  if (isLength(a, x) && isLength(b, y)) return `calc(${a.text} * ${show(1 - p)} + ${b.text} * ${show(p)})`;
  return undefined;
}

function mixLists(from, to, p) {
  const a = tokenize(from);
  const b = tokenize(to);
  if (a.length !== b.length) return undefined;
  let text = "";
  for (let i = 0; i < a.length; i++) {
    const mixed = mixTokens(a[i], b[i], p);
    if (mixed === undefined) return undefined;
    text += a[i].kind === "mark" ? (mixed === "," ? "," : ` ${mixed}`) : `${text === "" ? "" : " "}${mixed}`;
  }
  return text;
}

// ------------------------------------------------------------------------------------------------------- transforms

const AXES = { translatex: [0], translatey: [1], translatez: [2], scalex: [0], scaley: [1], scalez: [2] };

/** A transform function in its general form, so that `translateX` meets `translate`. */
function general(token) {
  const values = token.body.split(",").map((part) => part.trim());
  const kind = /^(translate|scale)/.exec(token.name)?.[0];
  if (kind !== undefined) {
    const rest = kind === "scale" ? "1" : "0px";
    const axis = AXES[token.name];
    const all = [rest, rest, rest];
    if (axis !== undefined) all[axis[0]] = values[0];
    else values.forEach((value, i) => (all[i] = value));
    if (token.name === "scale" && values.length === 1) all[1] = values[0];
    return { name: `${kind}3d`, values: all.map((v) => (kind === "translate" && NUMBER.exec(v)?.[2] === "" ? `${v}px` : v)) };
  }
  if (token.name === "rotatez") return { name: "rotate", values };
  if (token.name === "skew" && values.length === 1) return { name: "skew", values: [values[0], "0deg"] };
  return { name: token.name, values };
}

const IDENTITY = {
  translate3d: ["0px", "0px", "0px"], scale3d: ["1", "1", "1"], rotate: ["0deg"], rotatex: ["0deg"], rotatey: ["0deg"],
  skew: ["0deg", "0deg"], skewx: ["0deg"], skewy: ["0deg"], matrix: ["1", "0", "0", "1", "0", "0"],
};

function listOf(text) {
  return text === "none" ? [] : tokenize(text).map((token) => (token.kind === "function" ? general(token) : null));
}

function writeFunction({ name, values }) {
  if (name === "translate3d" && /^0(px)?$/.test(values[2])) return `translate(${values[0]}, ${values[1]})`;
  if (name === "scale3d" && values[2] === "1") return `scale(${values[0]}, ${values[1]})`;
  return `${name}(${values.join(", ")})`;
}

/** 2D matrices: decomposed into translation, scale, angle and skew (CSS Transforms 1, "interpolation of matrices"). */
function decompose(matrix) {
  let { a, b, c, d } = matrix;
  let scaleX = Math.sqrt(a * a + b * b);
  let scaleY = Math.sqrt(c * c + d * d);
  if (a * d - b * c < 0) {
    if (a < d) scaleX = -scaleX;
    else scaleY = -scaleY;
  }
  if (scaleX !== 0) {
    a /= scaleX;
    b /= scaleX;
  }
  if (scaleY !== 0) {
    c /= scaleY;
    d /= scaleY;
  }
  const angle = Math.atan2(b, a);
  if (angle !== 0) {
    const sn = -b;
    const cs = a;
    [a, b, c, d] = [cs * a + sn * c, cs * b + sn * d, cs * c - sn * a, cs * d - sn * b];
  }
  return { e: matrix.e, f: matrix.f, scaleX, scaleY, angle: (angle * 180) / Math.PI, m: [a, b, c, d] };
}

function mixMatrices(from, to, p) {
  let x;
  let y;
  try {
    x = decompose(new DOMMatrix(from));
    y = decompose(new DOMMatrix(to));
  } catch {
    return undefined;
  }
  if ((x.scaleX < 0 && y.scaleY < 0) || (x.scaleY < 0 && y.scaleX < 0)) {
    x.scaleX = -x.scaleX;
    x.scaleY = -x.scaleY;
    x.angle += x.angle < 0 ? 180 : -180;
  }
  if (Math.abs(x.angle - y.angle) > 180) {
    if (x.angle > y.angle) x.angle -= 360;
    else y.angle -= 360;
  }
  const mix = (u, v) => show(u + (v - u) * p);
  const m = x.m.map((value, i) => mix(value, y.m[i]));
  return `matrix(1, 0, 0, 1, ${mix(x.e, y.e)}, ${mix(x.f, y.f)}) rotate(${mix(x.angle, y.angle)}deg) matrix(${m.join(", ")}, 0, 0) scale(${mix(x.scaleX, y.scaleX)}, ${mix(x.scaleY, y.scaleY)})`;
}

function mixTransforms(from, to, p) {
  const a = listOf(from);
  const b = listOf(to);
  if (a.includes(null) || b.includes(null)) return undefined;
  const parts = [];
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const x = a[i] ?? (IDENTITY[b[i].name] && { name: b[i].name, values: IDENTITY[b[i].name] });
    const y = b[i] ?? (IDENTITY[a[i].name] && { name: a[i].name, values: IDENTITY[a[i].name] });
    if (!x || !y || x.name !== y.name || x.values.length !== y.values.length) return mixMatrices(from, to, p);
    const values = x.values.map((value, k) => mixLists(value, y.values[k], p));
    if (values.includes(undefined)) return mixMatrices(from, to, p);
    parts.push(writeFunction({ name: x.name, values }));
  }
  return parts.length === 0 ? "none" : parts.join(" ");
}

const NO_SHADOW = "0px 0px 0px";

function mixShadows(from, to, p) {
  // `none` meets a list of shadows as the same number of transparent ones.
  const zero = (other) =>
    other.split(/,(?![^(]*\))/).map((part) => {
      const words = tokenize(part.trim()).map((token) => token.text);
      return words.map((word) => (NUMBER.test(word) ? "0px" : parseColor(word) !== null ? "rgba(0, 0, 0, 0)" : word)).join(" ") || NO_SHADOW;
    }).join(", ");
  return mixLists(from === "none" ? zero(to) : from, to === "none" ? zero(from) : to, p);
}

/** The value between two values of a longhand property. */
export function interpolate(property, from, to, p) {
  if (from === to || p === 0) return from;
  if (p === 1) return to;
  let mixed;
  if (property === "visibility") {
    if (from === "visible" || to === "visible") return p > 0 && p < 1 ? "visible" : p <= 0 ? from : to;
  } else if (property === "display" || property === "content-visibility") {
    if (from === "none" || to === "none") return from === "none" ? (p > 0 ? to : from) : p < 1 ? from : to;
  } else if (property === "transform") {
    mixed = mixTransforms(from, to, p);
  } else if (property.endsWith("-shadow")) {
    mixed = mixShadows(from, to, p);
  } else if (property === "z-index" || property === "order" || property === "column-count") {
    const value = mixLists(from, to, p);
    mixed = value !== undefined && NUMBER.test(value) ? `${Math.round(+value)}` : value;
  } else {
    mixed = mixLists(from, to, p);
  }
  if (mixed !== undefined) return property === "opacity" ? `${Math.max(0, Math.min(1, +mixed))}` : mixed;
  return p < 0.5 ? from : to;
}
