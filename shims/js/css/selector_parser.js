// Selectors Level 4 syntax → syntax tree. Errors are reported by returning null: the caller knows the API name.

/** Thrown internally for any invalid selector. */
class Invalid extends Error {}

const NEST_LIMIT = 32;
const IDENT_START = /[A-Za-z_\u0080-\uffff]/;
const IDENT = /[A-Za-z0-9_\-\u0080-\uffff]/;
const SPACE = /[\t\n\f\r ]/;

const PLAIN = new Set(["root", "empty", "first-child", "last-child", "only-child", "first-of-type", "last-of-type",
  "only-of-type", "checked", "disabled", "enabled", "required", "optional", "read-only", "read-write", "placeholder-shown",
  "hover", "focus", "focus-within", "focus-visible", "active", "target", "link", "visited", "any-link", "scope", "defined",
  "indeterminate", "default", "valid", "invalid", "in-range", "out-of-range", "user-valid", "user-invalid", "fullscreen",
  "modal", "open", "popover-open", "autofill", "host", "playing", "paused", "muted", "target-current"]);
const FUNCTIONS = new Set(["not", "is", "where", "has", "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type",
  "lang", "dir", "host", "host-context", "state"]);
const LEGACY_ELEMENTS = new Set(["before", "after", "first-line", "first-letter"]);
const ALIASES = {
  "-webkit-any-link": "any-link", "-webkit-autofill": "autofill", "-webkit-full-screen": "fullscreen",
  "-webkit-any": "is", matches: "is-invalid",
};
const ELEMENTS = new Set(["before", "after", "first-line", "first-letter", "marker", "placeholder", "selection", "backdrop",
  "file-selector-button", "cue", "slotted", "part", "details-content", "grammar-error", "spelling-error", "target-text",
  "view-transition", "highlight", "view-transition-group", "view-transition-old", "view-transition-new",
  "view-transition-image-pair", "scroll-marker", "scroll-button", "column", "checkmark", "picker", "picker-icon"]);

class Parser {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.depth = 0;
    this.inHas = false;
  }
  peek(offset = 0) {
    return this.text[this.at + offset] ?? "";
  }
  end() {
    return this.at >= this.text.length;
  }
  /** Skips white space and comments; true if there was any white space. */
  space() {
    const before = this.at;
    let any = false;
    for (;;) {
      if (!this.end() && SPACE.test(this.peek())) {
        this.at++;
        any = true;
      } else if (this.peek() === "/" && this.peek(1) === "*") {
        const close = this.text.indexOf("*/", this.at + 2);
        this.at = close < 0 ? this.text.length : close + 2;
      } else {
        return any && this.at > before;
      }
    }
  }
  escape() {
    // At the backslash.
    this.at++;
    if (this.end()) return "\ufffd";
    const hex = /^[0-9A-Fa-f]{1,6}/.exec(this.text.slice(this.at, this.at + 6));
    if (hex !== null) {
      this.at += hex[0].length;
      if (this.peek() === "\r" && this.peek(1) === "\n") this.at += 2;
      else if (!this.end() && SPACE.test(this.peek())) this.at++;
      const code = parseInt(hex[0], 16);
      return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? "\ufffd" : String.fromCodePoint(code);
    }
    const code = this.text.codePointAt(this.at);
    const char = String.fromCodePoint(code);
    if (char === "\n" || char === "\r" || char === "\f") throw new Invalid();
    this.at += char.length;
    return char;
  }
  startsIdent() {
    const c = this.peek();
    if (c === "-") {
      const next = this.peek(1);
      return next === "-" || next === "\\" || IDENT_START.test(next);
    }
    return c === "\\" ? this.peek(1) !== "\n" && this.at + 1 < this.text.length : c !== "" && IDENT_START.test(c);
  }
  name() {
    let out = "";
    for (;;) {
      const c = this.peek();
      if (c === "\\") {
        out += this.escape();
      } else if (c !== "" && IDENT.test(c)) {
        out += c;
        this.at++;
      } else {
        return out;
      }
    }
  }
  ident() {
    if (!this.startsIdent()) throw new Invalid();
    return this.name();
  }
  string() {
    const quote = this.peek();
    this.at++;
    let out = "";
    for (;;) {
      if (this.end()) return out;
      const c = this.peek();
      if (c === quote) {
        this.at++;
        return out;
      }
      if (c === "\n" || c === "\r" || c === "\f") throw new Invalid();
      if (c === "\\") {
        if (this.peek(1) === "\n" || this.peek(1) === "\f") this.at += 2;
        else if (this.peek(1) === "\r") this.at += this.peek(2) === "\n" ? 3 : 2;
        else if (this.at + 1 >= this.text.length) this.at++;
        else out += this.escape();
        continue;
      }
      out += c;
      this.at++;
    }
  }

  list(relative, closing, forgiving) {
    const selectors = [];
    for (;;) {
      const from = this.at;
      try {
        selectors.push(this.complex(relative));
        this.space();
        if (!(this.end() || this.peek() === "," || (closing && this.peek() === ")"))) throw new Invalid();
      } catch (error) {
        if (!forgiving || !(error instanceof Invalid)) throw error;
        this.at = from;
        this.skipInvalid();
      }
      this.space();
      if (this.peek() === ",") {
        this.at++;
        continue;
      }
      return selectors;
    }
  }
  /** Skips to the next comma or the closing parenthesis of a forgiving list. */
  skipInvalid() {
    let depth = 0;
    while (!this.end()) {
      const c = this.peek();
      if (c === '"' || c === "'") {
        this.string();
        continue;
      }
      if (c === "(" || c === "[") depth++;
      else if ((c === ")" || c === "]") && depth-- === 0) return true;
      else if (c === "," && depth === 0) return true;
      this.at++;
    }
    return true;
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

  /** {parts: [{combinator, tests}]}: combinator links a part to the one before it (null for the first). */
  complex(relative) {
    this.space();
    const parts = [];
    let combinator = null;
    if (relative) {
      const c = this.peek();
      if (c === ">" || c === "+" || c === "~") {
        this.at++;
        this.space();
        combinator = c;
      } else {
        combinator = " ";
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
    }
  }

  compound() {
    const tests = [];
    const from = this.at;
    let element = false;
    if (this.peek() === "*" || this.peek() === "|" || this.startsIdent()) {
      let name = null;
      if (this.peek() === "*") this.at++;
      else if (this.peek() !== "|") name = this.ident();
      if (this.peek() === "|" && this.peek(1) !== "=" && this.peek(1) !== "|") {
        // Only "any namespace" and "no namespace" are known without @namespace.
        if (name !== null) throw new Invalid();
        const none = from === this.at;
        this.at++;
        if (none) tests.push({ type: "nons" });
        if (this.peek() === "*") {
          this.at++;
          name = null;
        } else {
          name = this.ident();
        }
      }
      if (name !== null) tests.push({ type: "tag", name, lower: name.toLowerCase() });
    }
    for (;;) {
      const c = this.peek();
      if (c === "#") {
        this.at++;
        if (!this.startsIdent()) throw new Invalid();
        tests.push({ type: "id", value: this.name() });
      } else if (c === ".") {
        this.at++;
        tests.push({ type: "class", value: this.ident() });
      } else if (c === "[") {
        tests.push(this.attribute());
      } else if (c === ":") {
        const test = this.pseudo();
        if (element && test.type !== "pseudo" && test.type !== "element") throw new Invalid();
        if (test.type === "element") element = true;
        tests.push(test);
      } else {
        break;
      }
    }
    if (this.at === from) throw new Invalid();
    return tests;
  }

  attribute() {
    this.at++;
    this.space();
    const anyNamespace = this.peek() === "*" && this.peek(1) === "|";
    if (anyNamespace) this.at += 2;
    else if (this.peek() === "|" && this.peek(1) !== "=") this.at++;
    const name = this.ident();
    this.space();
    const test = { type: "attr", name, lower: name.toLowerCase(), op: "", value: "", flag: "", anyNamespace };
    if (this.end()) return test;
    if (this.peek() === "]") {
      this.at++;
      return test;
    }
    if (this.peek() === "=") {
      test.op = "=";
      this.at++;
    } else if ("~|^$*".includes(this.peek() || "?") && this.peek(1) === "=") {
      test.op = `${this.peek()}=`;
      this.at += 2;
    } else {
      throw new Invalid();
    }
    this.space();
    const quote = this.peek();
    test.value = quote === '"' || quote === "'" ? this.string() : this.ident();
    this.space();
    if (/[iI]/.test(this.peek()) && !IDENT.test(this.peek(1) || " ")) {
      test.flag = this.peek().toLowerCase();
      this.at++;
      this.space();
    }
    if (this.end()) return test;
    if (this.peek() !== "]") throw new Invalid();
    this.at++;
    return test;
  }

  pseudo() {
    this.at++;
    let double = false;
    if (this.peek() === ":") {
      double = true;
      this.at++;
    }
    let name = this.ident().toLowerCase();
    const call = this.peek() === "(";
    if (double || (!call && LEGACY_ELEMENTS.has(name))) {
      if (!ELEMENTS.has(name) && !name.startsWith("-webkit-")) throw new Invalid();
      if (call) {
        this.at++;
        this.skipInvalid();
        this.close();
      }
      return { type: "element", name };
    }
    name = ALIASES[name] ?? name;
    if (!call) {
      if (!PLAIN.has(name)) throw new Invalid();
      return { type: "pseudo", name };
    }
    if (!FUNCTIONS.has(name)) throw new Invalid();
    if (++this.depth > NEST_LIMIT) throw new Invalid();
    this.at++;
    this.space();
    const test = { type: "pseudo", name, args: null };
    switch (name) {
      case "not":
        test.args = this.list(false, true, false);
        break;
      case "is":
      case "where":
        test.args = this.peek() === ")" ? [] : this.list(false, true, true);
        break;
      case "has":
        if (this.inHas) throw new Invalid();
        this.inHas = true;
        test.args = this.list(true, true, false);
        this.inHas = false;
        break;
      case "host":
      case "host-context":
        test.args = this.list(false, true, false);
        break;
      case "lang":
      case "dir":
      case "state":
        test.args = [];
        for (;;) {
          this.space();
          test.args.push(this.peek() === '"' || this.peek() === "'" ? this.string() : this.ident());
          this.space();
          if (this.peek() !== ",") break;
          this.at++;
        }
        break;
      default:
        this.nth(test);
    }
    this.close();
    this.depth--;
    return test;
  }
  close() {
    this.space();
    if (this.end()) return;
    if (this.peek() !== ")") throw new Invalid();
    this.at++;
  }

  nth(test) {
    const rest = this.text.slice(this.at);
    const match = /^(?:(even)|(odd)|([+-]?\d*)n(?:[\t\n\f\r ]*([+-])[\t\n\f\r ]*(\d+)|-(\d+))?|([+-]?\d+))(?![\w-])/i.exec(rest);
    if (match === null) throw new Invalid();
    this.at += match[0].length;
    let a = 0;
    let b = 0;
    if (match[1] !== undefined) {
      a = 2;
    } else if (match[2] !== undefined) {
      a = 2;
      b = 1;
    } else if (match[7] !== undefined) {
      b = parseInt(match[7], 10);
    } else {
      const step = match[3];
      a = step === "" || step === "+" ? 1 : step === "-" ? -1 : parseInt(step, 10);
      if (match[5] !== undefined) b = parseInt(match[5], 10) * (match[4] === "-" ? -1 : 1);
      else if (match[6] !== undefined) b = -parseInt(match[6], 10);
    }
    test.a = a;
    test.b = b;
    test.of = null;
    if (this.space() && /^of[\t\n\f\r ]/i.test(this.text.slice(this.at, this.at + 3))) {
      if (test.name.endsWith("of-type")) throw new Invalid();
      this.at += 2;
      test.of = this.list(false, true, false);
    }
  }
}

/** Parses a selector list; null if it is not valid. */
export function parseSelectorList(text) {
  // CSS Syntax § 3.3: NUL stands for U+FFFD.
  const parser = new Parser(text.includes("\0") ? text.replaceAll("\0", "\ufffd") : text);
  try {
    const list = parser.list(false, false, false);
    parser.space();
    return parser.end() ? list : null;
  } catch (error) {
    if (error instanceof Invalid) return null;
    throw error;
  }
}
