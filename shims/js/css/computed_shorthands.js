// Shorthands of computed styles (CSSOM § 9, "resolved value"): Chromium writes all their parts, also initial ones.

const SIDES = ["top", "right", "bottom", "left"];
const all = (values) => values.every((value) => value === values[0]);
const four = (values) => {
  const [top, right, bottom, left] = values;
  if (left !== right) return values.join(" ");
  if (bottom !== top) return `${top} ${right} ${bottom}`;
  return right === top ? top : `${top} ${right}`;
};

const line = (name) => (of) => ["width", "style", "color"].map((part) => of(`${name}-${part}`)).join(" ");

function lines(names) {
  return (of) => {
    const values = names.map((name) => line(name)(of));
    return all(values) ? values[0] : "";
  };
}

/** The parts of a list of layers: at commas that are in no parentheses and no string. */
function layers(text) {
  const parts = [];
  let [depth, start, quote] = [0, 0, ""];
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (quote !== "") {
      if (character === "\\") i++;
      else if (character === quote) quote = "";
    } else if (character === '"' || character === "'") quote = character;
    else if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (character === "," && depth === 0) {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  parts.push(text.slice(start).trim());
  return parts;
}

function background(of) {
  const list = (part) => layers(of(`background-${part}`));
  const images = list("image");
  const [repeats, attachments, positions, sizes, origins, clips] = ["repeat", "attachment", "position", "size", "origin", "clip"].map(list);
  const at = (values, i) => values[i % values.length];
  return images.map((image, i) => {
    const layer = `${image} ${at(repeats, i)} ${at(attachments, i)} ${at(positions, i)} / ${at(sizes, i)} ${at(origins, i)} ${at(clips, i)}`;
    return i === images.length - 1 ? `${of("background-color")} ${layer}` : layer;
  }).join(", ");
}

const STRETCHES = new Map([["50%", "ultra-condensed"], ["62.5%", "extra-condensed"], ["75%", "condensed"], ["87.5%", "semi-condensed"],
  ["112.5%", "semi-expanded"], ["125%", "expanded"], ["150%", "extra-expanded"], ["200%", "ultra-expanded"]]);

function font(of) {
  // What the shorthand resets without naming it has to be as it leaves it.
  for (const name of ["font-variant-ligatures", "font-variant-numeric", "font-variant-east-asian", "font-feature-settings", "font-variation-settings"]) {
    const value = of(name);
    if (value !== "" && value !== "normal") return "";
  }
  const [style, caps, weight, stretch] = ["font-style", "font-variant-caps", "font-weight", "font-stretch"].map(of);
  if (!/^(?:normal|small-caps|)$/.test(caps)) return "";
  const parts = [];
  if (style !== "normal") parts.push(style);
  if (caps === "small-caps") parts.push(caps);
  if (weight !== "400") parts.push(weight);
  if (stretch !== "100%" && stretch !== "") {
    if (!STRETCHES.has(stretch)) return "";
    parts.push(STRETCHES.get(stretch));
  }
  const height = of("line-height");
  parts.push(height === "normal" ? of("font-size") : `${of("font-size")} / ${height}`);
  parts.push(of("font-family"));
  return parts.join(" ");
}

const SHORTHANDS = new Map(Object.entries({
  border: lines(SIDES.map((side) => `border-${side}`)),
  "border-block": lines(["border-block-start", "border-block-end"]),
  "border-inline": lines(["border-inline-start", "border-inline-end"]),
  outline: (of) => `${of("outline-color")} ${of("outline-style")} ${of("outline-width")}`,
  "list-style": (of) => `${of("list-style-position")} ${of("list-style-image")} ${of("list-style-type")}`,
  "flex-flow": (of) => `${of("flex-direction")} ${of("flex-wrap")}`,
  "scroll-margin": (of) => four(SIDES.map((side) => of(`scroll-margin-${side}`))),
  "scroll-padding": (of) => four(SIDES.map((side) => of(`scroll-padding-${side}`))),
  background,
  font,
}));
for (const side of [...SIDES, "block-start", "block-end", "inline-start", "inline-end"]) SHORTHANDS.set(`border-${side}`, line(`border-${side}`));

/** The value of a shorthand by its longhands' (`of(name)`); undefined for one that the engine writes itself. */
export function computedShorthand(name, of) {
  return SHORTHANDS.get(name)?.(of);
}
