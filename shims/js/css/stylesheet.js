// StyleSheet, CSSStyleSheet, CSSRule and friends (CSSOM § 6), basic: rules keep their text; a change re-emits the sheet.
import { SECRET, constants, define, finishInterface, host, illegalConstructor, ops } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import * as mirror from "ext:oracade/dom/mirror.js";
import { ruleStyle } from "ext:oracade/css/declaration.js";
import { NO_NAMESPACES, parseSelectorList } from "ext:oracade/css/selector_parser.js";
import { identifier, selectorListText, string } from "ext:oracade/css/selector_text.js";
import { $compat, $connected, $id } from "ext:oracade/dom/slots.js";

const $fields = Symbol("fields");

/** Splits a style sheet or block into rules: [{prelude, block}] with block null for statements such as @import. */
function split(text) {
  const rules = [];
  let from = 0;
  let depth = 0;
  let open = -1;
  let at = 0;
  const skipString = (quote) => {
    for (at++; at < text.length && text[at] !== quote && text[at] !== "\n"; at++) {
      if (text[at] === "\\") at++;
    }
  };
  for (; at < text.length; at++) {
    switch (text[at]) {
      case "/":
        if (text[at + 1] === "*") {
          const end = text.indexOf("*/", at + 2);
          at = end < 0 ? text.length : end + 1;
        }
        break;
      case '"':
      case "'":
        skipString(text[at]);
        break;
      case "\\":
        at++;
        break;
      case "{":
        if (depth++ === 0) open = at;
        break;
      case "}":
        if (depth === 0) break;
        if (--depth === 0) {
          rules.push({ prelude: prelude(text.slice(from, open)), block: text.slice(open + 1, at) });
          from = at + 1;
        }
        break;
      case ";":
        if (depth === 0) {
          const statement = prelude(text.slice(from, at));
          if (statement !== "") rules.push({ prelude: statement, block: null });
          from = at + 1;
        }
        break;
    }
  }
  if (depth > 0) rules.push({ prelude: prelude(text.slice(from, open)), block: text.slice(open + 1) });
  return rules;
}

/** What stands before a block or semicolon, without what goes before it. */
function prelude(text) {
  return text.replace(/^(?:\s|\/\*[^]*?(?:\*\/|$)|<!--|-->)+/, "").trim();
}

function clean(text) {
  return text.replace(/\/\*[^]*?(?:\*\/|$)/g, "").replace(/<!--|-->/g, "").trim();
}

export class CSSRule {
  constructor(secret, fields) {
    if (secret !== SECRET) illegalConstructor();
    this[$fields] = fields;
  }
  get type() {
    return this[$fields].type;
  }
  get cssText() {
    return ruleText(this);
  }
  set cssText(_) {}
  get parentRule() {
    return this[$fields].parent instanceof CSSRule ? this[$fields].parent : null;
  }
  get parentStyleSheet() {
    return sheetOf(this);
  }
}
finishInterface(CSSRule);
constants(CSSRule, {
  STYLE_RULE: 1, CHARSET_RULE: 2, IMPORT_RULE: 3, MEDIA_RULE: 4, FONT_FACE_RULE: 5, PAGE_RULE: 6, KEYFRAMES_RULE: 7,
  KEYFRAME_RULE: 8, MARGIN_RULE: 9, NAMESPACE_RULE: 10, COUNTER_STYLE_RULE: 11, SUPPORTS_RULE: 12,
  FONT_FEATURE_VALUES_RULE: 14,
});

function sheetOf(rule) {
  let owner = rule[$fields].parent;
  while (owner instanceof CSSRule) owner = owner[$fields].parent;
  return owner;
}

function ruleText(rule) {
  const { prelude, block, style, rules } = rule[$fields];
  if (style !== null) {
    const text = style.cssText;
    return `${prelude} { ${text === "" ? "" : `${text} `}}`;
  }
  if (rules !== null) {
    return rules.length === 0 ? `${prelude} {\n}` : `${prelude} {\n${rules.map((inner) => `  ${ruleText(inner)}`).join("\n")}\n}`;
  }
  return block === null ? `${prelude};` : `${prelude} {${block}}`;
}

/** The text a changed sheet is emitted with: untouched rules as they were written. */
function emitText(rule) {
  const { prelude, block, style, rules, changed } = rule[$fields];
  if (block === null) return `${prelude};`;
  if (!changed) return `${prelude}{${block}}`;
  if (style !== null) return `${prelude}{${style.cssText}}`;
  return `${prelude}{${rules.map(emitText).join("\n")}}`;
}

host.ruleChanged = (rule) => {
  for (let owner = rule; owner instanceof CSSRule; owner = owner[$fields].parent) owner[$fields].changed = true;
  emit(sheetOf(rule));
};

export class CSSGroupingRule extends CSSRule {
  get cssRules() {
    return ruleList(this[$fields].rules);
  }
  insertRule(text, index = 0) {
    const at = insertRule(this[$fields].rules, this, `${text}`, index >>> 0);
    host.ruleChanged(this);
    return at;
  }
  deleteRule(index) {
    deleteRule(this[$fields].rules, index >>> 0);
    host.ruleChanged(this);
  }
}
finishInterface(CSSGroupingRule);

export class CSSStyleRule extends CSSRule {
  get selectorText() {
    return this[$fields].prelude;
  }
  set selectorText(value) {
    const list = parseSelectorList(`${value}`, { namespaces: namespacesOf(this) });
    if (list === null) return;
    this[$fields].prelude = selectorListText(list);
    host.ruleChanged(this);
  }
  get style() {
    return this[$fields].style;
  }
  set style(value) {
    this[$fields].style.cssText = value;
  }
}
finishInterface(CSSStyleRule);

export class CSSMediaRule extends CSSGroupingRule {
  get conditionText() {
    return this[$fields].condition;
  }
  get media() {
    return mediaList(this[$fields].condition);
  }
}
finishInterface(CSSMediaRule);
export class CSSSupportsRule extends CSSGroupingRule {
  get conditionText() {
    return this[$fields].condition;
  }
}
finishInterface(CSSSupportsRule);
export class CSSFontFaceRule extends CSSRule {
  get style() {
    return this[$fields].style;
  }
}
finishInterface(CSSFontFaceRule);
export class CSSKeyframeRule extends CSSRule {
  get keyText() {
    return this[$fields].prelude;
  }
  get style() {
    return this[$fields].style;
  }
}
finishInterface(CSSKeyframeRule);
export class CSSKeyframesRule extends CSSRule {
  get name() {
    return this[$fields].condition;
  }
  get cssRules() {
    return ruleList(this[$fields].rules);
  }
  get length() {
    return this[$fields].rules.length;
  }
  appendRule(text) {
    this[$fields].rules.push(...split(`${text}`).map((part) => keyframe(part, this)));
    host.ruleChanged(this);
  }
  deleteRule(key) {
    const rules = this[$fields].rules;
    const at = rules.findLastIndex((rule) => rule[$fields].prelude === `${key}`.trim());
    if (at >= 0) {
      rules.splice(at, 1);
      host.ruleChanged(this);
    }
  }
  findRule(key) {
    return this[$fields].rules.findLast((rule) => rule[$fields].prelude === `${key}`.trim()) ?? null;
  }
}
finishInterface(CSSKeyframesRule);
export class CSSImportRule extends CSSRule {
  get href() {
    return /^@import\s+(?:url\(\s*)?["']?([^"')\s]*)/i.exec(this[$fields].prelude)?.[1] ?? "";
  }
}
finishInterface(CSSImportRule);

export class CSSNamespaceRule extends CSSRule {
  get namespaceURI() {
    return this[$fields].namespace;
  }
  get prefix() {
    return this[$fields].prefix;
  }
}
finishInterface(CSSNamespaceRule);

/** `@namespace` (CSS Namespaces 3 § 3): what it declares holds for the selectors that follow. */
function namespaceRule(text, fields) {
  const found = /^(?:(-?[A-Za-z_\u0080-\uffff][\w\-\u0080-\uffff]*)\s+)?(?:url\(\s*)?(?:"([^"]*)"|'([^']*)'|([^\s"'()]+))\s*\)?$/i.exec(text.trim());
  if (found === null || !(fields.parent instanceof StyleSheet)) return null;
  const prefix = found[1] ?? "";
  const namespace = found[2] ?? found[3] ?? found[4] ?? "";
  const declared = fields.parent[$fields];
  declared.namespaces ??= { prefixes: new Map(), fallback: undefined };
  if (prefix === "") declared.namespaces.fallback = namespace === "" ? null : namespace;
  else declared.namespaces.prefixes.set(prefix, namespace);
  const prelude = `@namespace ${prefix === "" ? "" : `${identifier(prefix)} `}url(${string(namespace)})`;
  return new CSSNamespaceRule(SECRET, { ...fields, type: 10, prelude, prefix, namespace });
}

function namespacesOf(owner) {
  const sheet = owner instanceof CSSRule ? sheetOf(owner) : owner;
  return sheet?.[$fields].namespaces ?? NO_NAMESPACES;
}

function keyframe({ prelude: written, block }, parent) {
  const prelude = clean(written);
  const rule = new CSSKeyframeRule(SECRET, {
    type: 8, prelude, block: block ?? "", parent, condition: "", style: null, rules: null, changed: false,
  });
  rule[$fields].style = ruleStyle(rule, block ?? "");
  return rule;
}

/** Makes a rule object, or null where the text is no valid rule. */
function makeRule({ prelude: written, block }, parent) {
  const prelude = written[0] === "@" ? clean(written) : written;
  const fields = { type: 0, prelude, block, parent, condition: "", style: null, rules: null, changed: false };
  if (prelude[0] !== "@") {
    const list = block === null ? null : parseSelectorList(prelude, { unclosed: false, namespaces: namespacesOf(parent) });
    if (list === null) return null;
    const rule = new CSSStyleRule(SECRET, { ...fields, type: 1, prelude: selectorListText(list) });
    rule[$fields].style = ruleStyle(rule, block);
    return rule;
  }
  const [, name, rest] = /^@([\w-]+)\s*([^]*)$/.exec(prelude) ?? [null, "", ""];
  fields.condition = rest.trim();
  let rule;
  switch (name.toLowerCase()) {
    case "media":
      rule = new CSSMediaRule(SECRET, { ...fields, type: 4 });
      rule[$fields].rules = makeRules(block ?? "", rule);
      return rule;
    case "supports":
      rule = new CSSSupportsRule(SECRET, { ...fields, type: 12 });
      rule[$fields].rules = makeRules(block ?? "", rule);
      return rule;
    case "layer":
    case "container":
    case "scope":
    case "starting-style":
      rule = new CSSGroupingRule(SECRET, fields);
      if (block !== null) rule[$fields].rules = makeRules(block, rule);
      return rule;
    case "font-face":
      rule = new CSSFontFaceRule(SECRET, { ...fields, type: 5 });
      rule[$fields].style = ruleStyle(rule, block ?? "");
      return rule;
    case "keyframes":
    case "-webkit-keyframes":
      rule = new CSSKeyframesRule(SECRET, { ...fields, type: 7 });
      rule[$fields].rules = split(block ?? "").map((part) => keyframe(part, rule));
      return rule;
    case "import":
      return new CSSImportRule(SECRET, { ...fields, type: 3 });
    case "charset":
      return null;
    case "namespace":
      return namespaceRule(rest, fields);
    default:
      return new CSSRule(SECRET, { ...fields, type: name === "page" ? 6 : 0 });
  }
}

function makeRules(text, parent) {
  const rules = split(text).map((part) => makeRule(part, parent)).filter((rule) => rule !== null);
  // Constructed sheets import nothing.
  return parent[$fields].constructed ? rules.filter((rule) => !(rule instanceof CSSImportRule)) : rules;
}

function insertRule(rules, parent, text, index) {
  if (index > rules.length) {
    fail("IndexSizeError", `Failed to execute 'insertRule' on 'CSSStyleSheet': The index provided (${index}) is larger than the maximum index (${rules.length}).`);
  }
  const parts = split(text);
  const rule = parts.length === 1 ? makeRule(parts[0], parent) : null;
  if (rule === null) {
    fail("SyntaxError", `Failed to execute 'insertRule' on 'CSSStyleSheet': Failed to parse the rule '${text}'.`);
  }
  rules.splice(index, 0, rule);
  return index;
}

function deleteRule(rules, index) {
  if (index >= rules.length) {
    fail("IndexSizeError", `Failed to execute 'deleteRule' on 'CSSStyleSheet': The index provided (${index}) is larger than the maximum index (${rules.length - 1}).`);
  }
  rules[index][$fields].parent = null;
  rules.splice(index, 1);
}

export class CSSRuleList {
  constructor(secret, rules) {
    if (secret !== SECRET) illegalConstructor();
    this[$fields] = rules;
  }
  get length() {
    return this[$fields].length;
  }
  item(index) {
    return this[$fields][index >>> 0] ?? null;
  }
}
finishInterface(CSSRuleList);
define(CSSRuleList.prototype, Symbol.iterator, Array.prototype.values);

const INDEXED = {
  get(target, key, receiver) {
    if (typeof key === "string" && /^\d+$/.test(key)) return target[$fields][key];
    return typeof key === "symbol" ? target[key] : Reflect.get(target, key, receiver);
  },
  has(target, key) {
    return typeof key === "string" && /^\d+$/.test(key) ? +key < target[$fields].length : key in target;
  },
};

function ruleList(rules) {
  return new Proxy(new CSSRuleList(SECRET, rules), INDEXED);
}

export class MediaList {
  constructor(secret, queries) {
    if (secret !== SECRET) illegalConstructor();
    this[$fields] = queries;
  }
  get mediaText() {
    return this[$fields].join(", ");
  }
  get length() {
    return this[$fields].length;
  }
  item(index) {
    return this[$fields][index >>> 0] ?? null;
  }
  toString() {
    return this.mediaText;
  }
}
finishInterface(MediaList);

function mediaList(text) {
  return new Proxy(new MediaList(SECRET, text.split(",").map((part) => part.trim()).filter((part) => part !== "")), INDEXED);
}

export class StyleSheet {
  constructor(secret, fields) {
    if (secret !== SECRET) illegalConstructor();
    this[$fields] = fields;
  }
  get type() {
    return "text/css";
  }
  get href() {
    return this[$fields].href;
  }
  get ownerNode() {
    return this[$fields].owner;
  }
  get parentStyleSheet() {
    return null;
  }
  get title() {
    return this[$fields].owner?.getAttribute("title") || null;
  }
  get media() {
    return mediaList(this[$fields].media);
  }
  get disabled() {
    return this[$fields].disabled;
  }
  set disabled(value) {
    this[$fields].disabled = Boolean(value);
    emit(this);
  }
}
finishInterface(StyleSheet);

const $adopters = Symbol("number of connected trees that adopt it");

export class CSSStyleSheet extends StyleSheet {
  constructor(options, fields) {
    if (options === SECRET) {
      super(SECRET, fields);
      return;
    }
    super(SECRET, {
      owner: null, href: null, media: options?.media === undefined ? "" : `${options.media}`, text: "", rules: null,
      disabled: Boolean(options?.disabled), constructed: true,
    });
  }
  get ownerRule() {
    return null;
  }
  get cssRules() {
    return this[$list] ??= ruleList(rulesOf(this));
  }
  get rules() {
    return this.cssRules;
  }
  insertRule(text, index = 0) {
    const at = insertRule(rulesOf(this), this, `${text}`, index >>> 0);
    emit(this);
    return at;
  }
  deleteRule(index) {
    deleteRule(rulesOf(this), index >>> 0);
    emit(this);
  }
  addRule(selector = "undefined", block = "undefined", index = rulesOf(this).length) {
    this.insertRule(`${selector} { ${block} }`, index);
    return -1;
  }
  removeRule(index = 0) {
    this.deleteRule(index);
  }
  replaceSync(text) {
    if (!this[$fields].constructed) {
      fail("NotAllowedError", "Failed to execute 'replaceSync' on 'CSSStyleSheet': Can't call replaceSync on non-constructed CSSStyleSheets.");
    }
    this[$fields].text = `${text}`;
    this[$fields].rules = null;
    this[$list] = undefined;
    emit(this);
  }
  replace(text) {
    try {
      this.replaceSync(text);
      return Promise.resolve(this);
    } catch (error) {
      return Promise.reject(error);
    }
  }
}
const $list = Symbol("rule list");
finishInterface(CSSStyleSheet);

function rulesOf(sheet) {
  return sheet[$fields].rules ??= makeRules(sheet[$fields].text, sheet);
}

function currentText(sheet) {
  const { rules, text } = sheet[$fields];
  return rules === null ? text : rules.map(emitText).join("\n");
}

function emit(sheet) {
  if (sheet === null || sheet === undefined) return;
  const { owner, media, disabled } = sheet[$fields];
  if (owner !== null) {
    if (!owner[$connected]) return;
    if (disabled) mirror.sheetRemoved(owner);
    else mirror.sheetSet(owner, currentText(sheet), media);
  } else if (sheet[$adopters] > 0) {
    if (disabled) mirror.sheetRemoved(sheet);
    else mirror.sheetSet(sheet, currentText(sheet), media);
  }
}

export function isConstructed(sheet) {
  return sheet[$fields].constructed;
}

/** One tree more (or fewer) adopts a constructed sheet; the mirror knows of it as long as any does. The sheet's id is the answer. */
export function countAdopters(sheet, change) {
  sheet[$id] ??= host.newNodeId();
  const before = sheet[$adopters] ?? 0;
  sheet[$adopters] = before + change;
  if (before === 0) emit(sheet);
  else if (sheet[$adopters] === 0) mirror.sheetRemoved(sheet);
  return sheet[$id];
}

/** The sheet of a <style> or <link> element with new text; emits it. */
export function elementSheet(owner, text, media, href) {
  const sheet = new CSSStyleSheet(SECRET, {
    owner, href, media, text, rules: null, disabled: false, constructed: false,
  });
  emit(sheet);
  return sheet;
}

export function removeSheet(sheet) {
  mirror.sheetRemoved(sheet[$fields].owner);
  sheet[$fields].owner = null;
}

export class StyleSheetList {
  constructor(secret, sheets) {
    if (secret !== SECRET) illegalConstructor();
    this[$fields] = sheets;
  }
  get length() {
    return this[$fields].length;
  }
  item(index) {
    return this[$fields][index >>> 0] ?? null;
  }
}
finishInterface(StyleSheetList);
define(StyleSheetList.prototype, Symbol.iterator, Array.prototype.values);

/** document.styleSheets. */
export function styleSheetList(sheets) {
  return new Proxy(new StyleSheetList(SECRET, sheets), INDEXED);
}

/** What `selector(…)` as the whole condition says; undefined for other conditions. */
function supportsSelector(condition) {
  const found = /^\s*selector\(([^]*)\)\s*$/i.exec(condition);
  if (found === null) return undefined;
  const list = parseSelectorList(found[1], { strict: true });
  return list !== null && list.length === 1;
}

/** The CSS namespace. */
const CSS = {
  escape(value) {
    return identifier(`${value}`);
  },
  supports(property, value) {
    if (arguments.length > 1) {
      // Values that only quirks mode takes are not supported ones.
      if (host.document[$compat] === "BackCompat" && /^[\d.+-]+$|^[\da-f]{3,8}$/i.test(`${value}`.trim())) {
        return ops.op_style_supports(`(${property}: ${value})`);
      }
      return (ops.op_style_parse(`${property}`.toLowerCase(), `${value}`) ?? null) !== null;
    }
    return supportsSelector(`${property}`) ?? ops.op_style_supports(`${property}`);
  },
};
for (const name of Object.keys(CSS)) define(CSS, name, CSS[name]);
Object.defineProperty(CSS, Symbol.toStringTag, { value: "CSS", configurable: true });

export const hooks = {
  /** The default export of a CSS module script (HTML, "create a CSS module script"). */
  styleModule(text) {
    const sheet = new CSSStyleSheet();
    sheet[$fields].text = text;
    return sheet;
  },
};

export const globals = {
  CSS, CSSRule, CSSGroupingRule, CSSStyleRule, CSSMediaRule, CSSSupportsRule, CSSFontFaceRule, CSSKeyframeRule,
  CSSKeyframesRule, CSSImportRule, CSSNamespaceRule, CSSRuleList, MediaList, StyleSheet, CSSStyleSheet, StyleSheetList,
};
