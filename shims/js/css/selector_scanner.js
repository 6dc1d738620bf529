// Characters of selectors: white space, comments, escapes, identifiers, strings (CSS Syntax 3 § 4).

/** Thrown internally for any invalid selector. */
export class SelectorError extends Error {}

const IDENT_START = /[A-Za-z_\u0080-\uffff]/;
const IDENT = /[A-Za-z0-9_\-\u0080-\uffff]/;
const SPACE = /[\t\n\f\r ]/;

export class Scanner {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }
  peek(offset = 0) {
    return this.text[this.at + offset] ?? "";
  }
  end() {
    return this.at >= this.text.length;
  }
  /** Skips white space and comments; true if there was any white space. */
  space() {
    let any = false;
    for (;;) {
      if (!this.end() && SPACE.test(this.peek())) {
        this.at++;
        any = true;
      } else if (!this.comment()) {
        return any;
      }
    }
  }
  /** Skips a comment, if there is one. */
  comment() {
    if (this.peek() !== "/" || this.peek(1) !== "*") return false;
    const close = this.text.indexOf("*/", this.at + 2);
    this.at = close < 0 ? this.text.length : close + 2;
    return true;
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
    const char = String.fromCodePoint(this.text.codePointAt(this.at));
    if (char === "\n" || char === "\r" || char === "\f") throw new SelectorError();
    this.at += char.length;
    return char;
  }
  startsIdent() {
    const c = this.peek();
    if (c === "") return false;
    if (c === "-") {
      const next = this.peek(1);
      return next === "-" || (next === "\\" && !this.badEscape(1)) || IDENT_START.test(next);
    }
    return c === "\\" ? !this.badEscape(0) : IDENT_START.test(c);
  }
  badEscape(offset) {
    const next = this.peek(offset + 1);
    return next === "\n" || next === "\r" || next === "\f";
  }
  name() {
    let out = "";
    for (;;) {
      const c = this.peek();
      if (c === "\\" && !this.badEscape(0)) {
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
    if (!this.startsIdent()) throw new SelectorError();
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
      if (c === "\n" || c === "\r" || c === "\f") throw new SelectorError();
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
  /** Skips to the next comma or closing parenthesis of an argument list. */
  skipArgument() {
    let depth = 0;
    while (!this.end()) {
      const c = this.peek();
      if (c === '"' || c === "'") {
        this.string();
        continue;
      }
      if (c === "/" && this.comment()) continue;
      if (c === "\\") {
        this.at++;
      } else if (c === "(" || c === "[" || c === "{") {
        depth++;
      } else if (c === ")" || c === "]" || c === "}") {
        if (depth-- === 0) return;
      } else if (c === "," && depth === 0) {
        return;
      }
      this.at++;
    }
  }
}
