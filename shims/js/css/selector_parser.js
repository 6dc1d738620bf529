// Selectors Level 4 syntax → syntax tree. A selector is {parts: [{combinator, tests}]}, where the combinator links a part to the one
// before it (null for the first). Errors are reported by returning null: the caller knows the API name.
import { CLASSES, ELEMENTS, ELEMENT_FUNCTIONS, FUNCTIONS, LEGACY_ELEMENTS, WEBKIT_ELEMENTS, classMayFollow, elementMayFollow } from "ext:oracade/css/selector_names.js";
import { readNth } from "ext:oracade/css/selector_nth.js";
import { Scanner, SelectorError } from "ext:oracade/css/selector_scanner.js";

const NEST_LIMIT = 32;

/** Without @namespace only "any" and "no namespace" are known. */
export const NO_NAMESPACES = Object.freeze({ prefixes: new Map(), fallback: undefined });

class Parser extends Scanner {
  constructor(text, { namespaces, unclosed, strict }) {
    super(text);
    this.namespaces = namespaces;
    this.strict = strict; // nothing is forgiven (CSS Conditional 4 § 2.1)
    this.unclosed = unclosed; // what is open at the end of the text counts as closed
    this.depth = 0;
    this.inHas = false;
    this.noElements = false;
    this.onlyCompounds = false;
  }

  /** Parses with flags set that hold for what is inside. */
  within(flags, parse) {
    if (++this.depth > NEST_LIMIT) throw new SelectorError();
    const before = {};
    for (const flag of Object.keys(flags)) {
      before[flag] = this[flag];
      this[flag] = flags[flag];
    }
    try {
      return parse();
    } finally {
      this.depth--;
      Object.assign(this, before);
    }
  }

  list(relative, inside, forgiving) {
    const selectors = [];
    for (;;) {
      const from = this.at;
      try {
        const selector = this.complex(relative);
        this.space();
        if (!(this.end() || this.peek() === "," || (inside && this.peek() === ")"))) throw new SelectorError();
        selectors.push(selector);
      } catch (error) {
        if (!forgiving || this.strict || !(error instanceof SelectorError)) throw error;
        this.at = from;
        this.skipArgument();
      }
      this.space();
      if (this.peek() !== ",") return selectors;
      this.at++;
    }
  }

  /** The list of a nested rule: selectors may begin with a combinator (CSS Nesting 1 § 2). */
  nested() {
    const selectors = [];
    for (;;) {
      this.space();
      const c = this.peek();
      const selector = this.complex(c === ">" || c === "+" || c === "~");
      this.space();
      selectors.push(selector);
      if (this.end()) return selectors;
      if (this.peek() !== ",") throw new SelectorError();
      this.at++;
    }
  }

  combinator() {
    const spaced = this.space();
    const c = this.peek();
    if (c === ">" || c === "+" || c === "~") {
      this.at++;
      this.space();
      return c;
    }
    return spaced ? " " : null;
  }

  complex(relative) {
    this.space();
    const parts = [];
    let combinator = null;
    if (relative) {
      const c = this.peek();
      combinator = " ";
      if (c === ">" || c === "+" || c === "~") {
        this.at++;
        this.space();
        combinator = c;
      }
      parts.push({ combinator: null, tests: [{ type: "anchor" }] });
    }
    for (;;) {
      const tests = this.compound();
      parts.push({ combinator, tests });
      const before = this.at;
      combinator = this.combinator();
      if (combinator === null) return { parts };
      if (combinator === " " && (this.end() || this.peek() === "," || this.peek() === ")")) {
        this.at = before;
        return { parts };
      }
      // Nothing is below or beside a pseudo-element.
      if (this.onlyCompounds || tests.some((test) => test.type === "element")) throw new SelectorError();
    }
  }

  compound() {
    const tests = [];
    const from = this.at;
    const type = this.typeSelector();
    if (type !== null) tests.push(type);
    let element = null;
    for (;;) {
      const c = this.peek();
      if (c === ":") {
        const test = this.pseudo(element);
        if (test.type === "element") element = test.name;
        tests.push(test);
        continue;
      }
      if (c !== "#" && c !== "." && c !== "[" && c !== "&") break;
      if (element !== null) throw new SelectorError();
      if (c === "[") {
        tests.push(this.attribute());
        continue;
      }
      this.at++;
      if (c === "&") tests.push({ type: "nest" });
      else tests.push({ type: c === "#" ? "id" : "class", value: this.ident() });
    }
    if (this.at === from) throw new SelectorError();
    return tests;
  }

  /** A type or universal selector, or null. `ns` is undefined (any), null (none) or a namespace. */
  typeSelector() {
    let prefix = null;
    let name = null;
    if (this.peek() === "*") {
      this.at++;
      name = "*";
    } else if (this.startsIdent()) {
      name = this.ident();
    } else if (this.peek() !== "|") {
      return null;
    }
    if (this.peek() === "|" && this.peek(1) !== "=" && this.peek(1) !== "|") {
      prefix = name ?? "";
      this.at++;
      if (this.peek() === "*") {
        this.at++;
        name = "*";
      } else {
        name = this.ident();
      }
    } else if (name === null) {
      throw new SelectorError();
    }
    const ns = this.namespaceOf(prefix, this.namespaces.fallback);
    if (name === "*") return { type: "universal", prefix, ns, hasDefault: this.namespaces.fallback !== undefined };
    return { type: "tag", name, lower: name.toLowerCase(), prefix, ns, hasDefault: this.namespaces.fallback !== undefined };
  }

  namespaceOf(prefix, fallback) {
    if (prefix === null) return fallback;
    if (prefix === "*") return undefined;
    if (prefix === "") return null;
    const ns = this.namespaces.prefixes.get(prefix);
    if (ns === undefined) throw new SelectorError();
    return ns === "" ? null : ns;
  }

  attribute() {
    this.at++;
    this.space();
    let prefix = null;
    let name = null;
    if (this.peek() === "*") {
      this.at++;
      if (this.peek() !== "|") throw new SelectorError();
      prefix = "*";
    } else if (this.peek() !== "|") {
      name = this.ident();
      if (this.peek() === "|" && this.peek(1) !== "=") prefix = name;
    } else {
      prefix = "";
    }
    if (prefix !== null) {
      this.at++;
      name = this.ident();
    }
    const test = { type: "attr", name, lower: name.toLowerCase(), prefix, ns: this.namespaceOf(prefix, null), op: "", value: "", flag: "" };
    this.space();
    if (this.closed("]")) return test;
    if (this.peek() === "=") {
      test.op = "=";
      this.at++;
    } else if ("~|^$*".includes(this.peek() || "?") && this.peek(1) === "=") {
      test.op = `${this.peek()}=`;
      this.at += 2;
    } else {
      throw new SelectorError();
    }
    this.space();
    const quote = this.peek();
    test.value = quote === '"' || quote === "'" ? this.string() : this.ident();
    this.space();
    if (this.startsIdent()) {
      test.flag = this.ident().toLowerCase();
      // Chromium does not know the flag `s`.
      if (test.flag !== "i") throw new SelectorError();
      this.space();
    }
    if (!this.closed("]")) throw new SelectorError();
    return test;
  }

  /** Consumes a closing bracket, which the end of the text stands for. */
  closed(bracket) {
    if (this.end() && this.unclosed && !(this.strict && bracket === "]")) return true;
    if (this.peek() !== bracket) return false;
    this.at++;
    return true;
  }

  pseudo(element) {
    this.at++;
    const double = this.peek() === ":";
    if (double) this.at++;
    const name = this.ident().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    const call = this.peek() === "(";
    if (double || (!call && LEGACY_ELEMENTS.has(name))) return this.pseudoElement(name, call, element);
    if (element !== null && !classMayFollow(element, name)) throw new SelectorError();
    if (!call) {
      if (!CLASSES.has(name)) throw new SelectorError();
      return { type: "pseudo", name, args: null };
    }
    const kind = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : null;
    if (kind === null) throw new SelectorError();
    this.at++;
    this.space();
    const test = { type: "pseudo", name, kind, args: null };
    if (kind === "nth") {
      readNth(this, test);
      if (test.of === true) {
        if (name.endsWith("of-type")) throw new SelectorError();
        test.of = this.within({}, () => this.list(false, true, false));
      }
    } else {
      test.args = this.pseudoArguments(kind, element);
    }
    this.space();
    if (!this.closed(")")) throw new SelectorError();
    return test;
  }

  pseudoArguments(kind, element) {
    const compound = { noElements: true, onlyCompounds: true };
    switch (kind) {
      case "list":
        return this.within({ noElements: true }, () => this.list(false, true, false));
      case "compounds":
        return this.within(compound, () => this.list(false, true, false));
      case "forgiving":
        if (this.peek() === ")") {
          if (this.strict) throw new SelectorError();
          return [];
        }
        // Behind a pseudo-element stands only what may follow it.
        if (element !== null) return this.within({ ...compound }, () => this.followers(element));
        return this.within({ noElements: true }, () => this.list(false, true, true));
      case "relative":
        if (this.inHas) throw new SelectorError();
        return this.within({ inHas: true, noElements: true }, () => this.list(true, true, false));
      case "compound":
        return this.within(compound, () => {
          const argument = this.complex(false);
          return [argument];
        });
      case "idents": {
        const names = [];
        do {
          if (names.length > 0) this.at++;
          this.space();
          names.push(this.ident());
          this.space();
        } while (this.peek() === ",");
        return names;
      }
      default:
        return [this.ident()];
    }
  }

  followers(element) {
    const list = this.list(false, true, true).filter(({ parts: [{ tests }] }) =>
      tests.every((test) => test.type === "pseudo" && classMayFollow(element, test.name)));
    if (this.strict && list.length === 0) throw new SelectorError();
    return list;
  }

  pseudoElement(name, call, after) {
    if (this.noElements || (after !== null && !elementMayFollow(after, name))) throw new SelectorError();
    if (!call) {
      const known = ELEMENTS.has(name) || (name.startsWith("-webkit-") && (!this.strict || WEBKIT_ELEMENTS.has(name)));
      if (!known) throw new SelectorError();
      return { type: "element", name, kind: null, args: null };
    }
    const kind = Object.hasOwn(ELEMENT_FUNCTIONS, name) ? ELEMENT_FUNCTIONS[name] : null;
    if (kind === null) throw new SelectorError();
    this.at++;
    this.space();
    const test = { type: "element", name, kind, args: null };
    switch (kind) {
      case "compound":
        test.args = this.within({ noElements: true, onlyCompounds: true }, () => [this.complex(false)]);
        break;
      case "list":
        test.args = this.within({ noElements: true }, () => this.list(false, true, false));
        break;
      case "names":
        test.args = [];
        do {
          test.args.push(this.ident());
          this.space();
        } while (this.startsIdent());
        break;
      case "ident or star":
      case "transition":
        test.args = [this.starOrIdent()];
        break;
      default:
        test.args = [this.ident()];
    }
    this.space();
    if (!this.closed(")")) throw new SelectorError();
    return test;
  }
  starOrIdent() {
    if (this.peek() !== "*") return this.ident();
    this.at++;
    return "*";
  }
}

/**
 * Parses a selector list; null if it is not valid. `namespaces` are those a style sheet declares; with `relative` selectors may
 * begin with a combinator, as those of nested rules.
 */
export function parseSelectorList(text, { namespaces = NO_NAMESPACES, relative = false, unclosed = true, strict = false } = {}) {
  // CSS Syntax § 3.3: NUL stands for U+FFFD.
  const parser = new Parser(text.includes("\0") ? text.replaceAll("\0", "\ufffd") : text, { namespaces, unclosed, strict });
  try {
    const list = relative ? parser.nested() : parser.list(false, false, false);
    parser.space();
    return parser.end() ? list : null;
  } catch (error) {
    if (error instanceof SelectorError) return null;
    throw error;
  }
}
