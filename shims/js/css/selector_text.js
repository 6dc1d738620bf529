// Serialisation of selectors (CSSOM § 6.7.2 "serialize a group of selectors") and of the words in them (§ 2.1).
import { nthText } from "ext:oracade/css/selector_nth.js";

/** "serialize an identifier". */
export function identifier(text) {
  let out = "";
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const digit = code >= 0x30 && code <= 0x39;
    if (code === 0) out += "\ufffd";
    else if (code <= 0x1f || code === 0x7f || (digit && (i === 0 || (i === 1 && text[0] === "-")))) {
      out += `\\${code.toString(16)} `;
    } else if (i === 0 && text === "-") out += "\\-";
    else if (code >= 0x80 || digit || /[A-Za-z_-]/.test(text[i])) out += text[i];
    else out += `\\${text[i]}`;
  }
  return out;
}

/** "serialize a string". */
export function string(text) {
  const escaped = text.replace(/[\0-\x1f\x7f"\\]/g, (char) => {
    if (char === "\0") return "\ufffd";
    return char === '"' || char === "\\" ? `\\${char}` : `\\${char.charCodeAt(0).toString(16)} `;
  });
  return `"${escaped}"`;
}

/** The text of a selector list. */
export function selectorListText(list) {
  return list.map(complexText).join(", ");
}

function complexText({ parts }) {
  let text = "";
  parts.forEach(({ combinator, tests }, index) => {
    if (tests.length === 1 && tests[0].type === "anchor") return;
    if (index > 0) {
      const first = text === "";
      if (combinator !== " ") text += first ? `${combinator} ` : ` ${combinator} `;
      else if (!first) text += " ";
    }
    text += compoundText(tests);
  });
  return text;
}

function compoundText(tests) {
  let text = "";
  tests.forEach((test, index) => {
    if (test.type === "universal" && index === 0 && tests.length > 1 && prefixText(test) === "") return;
    text += testText(test);
  });
  return text;
}

function prefixText({ prefix, hasDefault }) {
  // Any namespace is what a name without prefix means where no default was declared.
  if (prefix === null || (prefix === "*" && !hasDefault)) return "";
  return `${prefix === "*" ? "*" : identifier(prefix)}|`;
}

function testText(test) {
  switch (test.type) {
    case "universal":
      return `${prefixText(test)}*`;
    case "tag":
      // HTML's documents have names of one case.
      return `${prefixText(test)}${identifier(test.lower)}`;
    case "id":
      return `#${identifier(test.value)}`;
    case "class":
      return `.${identifier(test.value)}`;
    case "nest":
      return "&";
    case "attr": {
      const prefix = test.prefix === null || test.prefix === "" ? "" : `${test.prefix === "*" ? "*" : identifier(test.prefix)}|`;
      const flag = test.flag === "" ? "" : ` ${test.flag}`;
      return `[${prefix}${identifier(test.lower)}${test.op === "" ? "" : `${test.op}${string(test.value)}${flag}`}]`;
    }
    case "element":
      return `::${identifier(test.name)}${test.args === null ? "" : `(${elementArguments(test)})`}`;
    case "pseudo":
      return `:${test.name}${classArguments(test)}`;
    default:
      return "";
  }
}

const starOr = (name) => (name === "*" ? "*" : identifier(name));

function elementArguments({ kind, args }) {
  if (kind === "compound" || kind === "list") return selectorListText(args);
  return args.map(starOr).join(kind === "names" ? " " : ", ");
}

function classArguments(test) {
  if (test.a !== undefined) {
    return `(${nthText(test.a, test.b)}${test.of === false ? "" : ` of ${selectorListText(test.of)}`})`;
  }
  if (test.args === null) return "";
  if (test.kind === "ident" || test.kind === "idents") return `(${test.args.map(identifier).join(", ")})`;
  return `(${selectorListText(test.args)})`;
}
