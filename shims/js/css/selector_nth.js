// The An+B microsyntax (CSS Syntax 3 § 6): of tokens, so that comments and escapes may stand in it.
import { SelectorError } from "ext:oracade/css/selector_scanner.js";

const NUMBER = /[+-]?\d+/y;

/** The next token: {kind: "number"|"ident"|"delim"|"space"|"end", …}. A number with a unit is a dimension. */
function token(scanner) {
  while (scanner.comment());
  if (scanner.space()) return { kind: "space" };
  const c = scanner.peek();
  if (c === "" || c === ")") return { kind: "end" };
  NUMBER.lastIndex = scanner.at;
  const number = NUMBER.exec(scanner.text);
  if (number !== null) {
    scanner.at += number[0].length;
    const unit = scanner.startsIdent() ? scanner.name().toLowerCase() : "";
    return { kind: "number", value: parseInt(number[0], 10), signed: /^[+-]/.test(number[0]), unit };
  }
  if (scanner.startsIdent()) return { kind: "ident", name: scanner.ident().toLowerCase() };
  scanner.at++;
  return { kind: "delim", char: c };
}

function invalid() {
  throw new SelectorError();
}

/** The next token that is no white space. */
function solid(scanner) {
  for (;;) {
    const next = token(scanner);
    if (next.kind !== "space") return next;
  }
}

/** Reads An+B into `test.a` and `test.b`; `test.of` is true if a list of selectors follows. */
export function readNth(scanner, test) {
  let first = solid(scanner);
  const plus = first.kind === "delim" && first.char === "+";
  if (plus) {
    first = token(scanner);
    if (first.kind !== "ident" || first.name[0] !== "n") invalid();
  }
  test.a = 0;
  test.b = 0;
  let rest = null; // of the word with the n
  if (first.kind === "number" && first.unit === "") {
    test.b = first.value;
  } else if (first.kind === "number") {
    test.a = first.value;
    rest = first.unit;
  } else if (first.kind !== "ident") {
    invalid();
  } else if (!plus && (first.name === "even" || first.name === "odd")) {
    test.a = 2;
    test.b = first.name === "odd" ? 1 : 0;
  } else {
    test.a = first.name[0] === "-" ? -1 : 1;
    rest = first.name[0] === "-" ? first.name.slice(1) : first.name;
  }
  if (rest !== null) readOffset(scanner, rest, test);
  const at = scanner.at;
  const next = token(scanner);
  test.of = false;
  if (next.kind === "end") return;
  if (next.kind !== "space") invalid();
  const word = token(scanner);
  if (word.kind === "ident" && word.name === "of") test.of = true;
  else if (word.kind === "end") scanner.at = at;
  else invalid();
}

function readOffset(scanner, word, test) {
  const number = /^n-(\d+)$/.exec(word);
  if (number !== null) {
    test.b = -parseInt(number[1], 10);
    return;
  }
  if (word === "n-") {
    test.b = -unsigned(scanner);
    return;
  }
  if (word !== "n") invalid();
  const at = scanner.at;
  const next = solid(scanner);
  if (next.kind === "number" && next.signed && next.unit === "") test.b = next.value;
  else if (next.kind === "delim" && (next.char === "+" || next.char === "-")) test.b = unsigned(scanner) * (next.char === "-" ? -1 : 1);
  else scanner.at = at;
}

function unsigned(scanner) {
  const next = solid(scanner);
  if (next.kind !== "number" || next.signed || next.unit !== "") invalid();
  return next.value;
}

/** An+B as CSSOM serialises it. */
export function nthText(a, b) {
  if (a === 0) return `${b}`;
  const step = a === 1 ? "n" : a === -1 ? "-n" : `${a}n`;
  return b === 0 ? step : `${step}${b > 0 ? "+" : ""}${b}`;
}
