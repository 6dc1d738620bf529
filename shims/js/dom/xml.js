// A small non-validating XML parser for DOMParser: well-formedness, namespaces, CDATA, the five entities.
import { SECRET, host } from "ext:oracade/internal.js";
import { initAttr } from "ext:oracade/dom/attributes.js";
import { CDATASection, Comment, DocumentType, ProcessingInstruction, createText } from "ext:oracade/dom/character_data.js";
import { XMLDocument } from "ext:oracade/dom/document.js";
import * as tree from "ext:oracade/dom/tree.js";
import { $parent, HTML_NS, XMLNS_NS, XML_NS } from "ext:oracade/dom/slots.js";

class Malformed extends Error {}

const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const NAME = "[A-Za-z_:\\u0080-\\uffff][\\w.\\-:\\u0080-\\uffff]*";
const TAG = new RegExp(`(${NAME})`, "y");
const ATTRIBUTE = new RegExp(`\\s+(${NAME})\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`, "y");
const DOCTYPE = new RegExp(
  `<!DOCTYPE\\s+(${NAME})(?:\\s+(?:PUBLIC\\s+(?:"([^"]*)"|'([^']*)')\\s+|SYSTEM\\s+)(?:"([^"]*)"|'([^']*)'))?\\s*(?:\\[[^\\]]*\\])?\\s*>`, "y");

function decode(text) {
  return text.replace(/&([^;\s]*);?/g, (whole, name) => {
    if (!whole.endsWith(";")) throw new Malformed("EntityRef: expecting ';'");
    if (name[0] === "#") {
      const code = name[1] === "x" ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
      if (!(code > 0 && code <= 0x10ffff)) throw new Malformed("xmlParseCharRef: invalid xmlChar value");
      return String.fromCodePoint(code);
    }
    if (!Object.hasOwn(ENTITIES, name)) throw new Malformed(`Entity '${name}' not defined`);
    return ENTITIES[name];
  });
}

function parse(document, text) {
  let at = 0;
  let parent = document;
  let rooted = false;
  const scopes = [new Map([["", null], ["xml", XML_NS], ["xmlns", XMLNS_NS]])];
  const names = [];
  const until = (mark, from, message) => {
    const end = text.indexOf(mark, from);
    if (end < 0) throw new Malformed(message);
    return end;
  };
  while (at < text.length) {
    if (text[at] !== "<") {
      const end = text.indexOf("<", at);
      const data = text.slice(at, end < 0 ? text.length : end);
      at += data.length;
      if (parent !== document) tree.insert(parent, createText(document, decode(data)), null);
      else if (data.trim() !== "") throw new Malformed(rooted ? "Extra content at the end of the document" : "Start tag expected, '<' not found");
      continue;
    }
    if (text.startsWith("<!--", at)) {
      const end = until("-->", at + 4, "Comment not terminated");
      tree.insert(parent, new Comment(SECRET, document, text.slice(at + 4, end)), null);
      at = end + 3;
    } else if (text.startsWith("<![CDATA[", at)) {
      if (parent === document) throw new Malformed("StartTag: invalid element name");
      const end = until("]]>", at + 9, "CData section not finished");
      tree.insert(parent, new CDATASection(SECRET, document, 4, text.slice(at + 9, end)), null);
      at = end + 3;
    } else if (text.startsWith("<?", at)) {
      const end = until("?>", at + 2, "ParsePI: PI never end");
      const [, target, data] = /^(\S*)\s*([^]*)$/.exec(text.slice(at + 2, end));
      if (target.toLowerCase() !== "xml") tree.insert(parent, new ProcessingInstruction(SECRET, document, target, data), null);
      else if (at !== 0) throw new Malformed("XML declaration allowed only at the start of the document");
      at = end + 2;
    } else if (text.startsWith("<!DOCTYPE", at)) {
      DOCTYPE.lastIndex = at;
      const match = DOCTYPE.exec(text);
      if (match === null || rooted) throw new Malformed("DOCTYPE improperly terminated");
      tree.insert(document, new DocumentType(SECRET, document, match[1], match[2] ?? match[3] ?? "", match[4] ?? match[5] ?? ""), null);
      at = match.index + match[0].length;
    } else if (text[at + 1] === "/") {
      const end = until(">", at, "expected '>'");
      const name = text.slice(at + 2, end).trim();
      if (names.length === 0 || names[names.length - 1] !== name) {
        throw new Malformed(`Opening and ending tag mismatch: ${names[names.length - 1] ?? ""} and ${name}`);
      }
      names.pop();
      scopes.pop();
      parent = parent[$parent];
      at = end + 1;
    } else {
      TAG.lastIndex = at + 1;
      const tag = TAG.exec(text);
      if (tag === null) throw new Malformed("StartTag: invalid element name");
      if (parent === document && rooted) throw new Malformed("Extra content at the end of the document");
      at = TAG.lastIndex;
      const attributes = [];
      const seen = new Set();
      const scope = new Map(scopes[scopes.length - 1]);
      for (;;) {
        ATTRIBUTE.lastIndex = at;
        const match = ATTRIBUTE.exec(text);
        if (match === null) break;
        at = ATTRIBUTE.lastIndex;
        const value = decode((match[2] ?? match[3]).replace(/[\t\n\r]/g, " "));
        if (seen.has(match[1])) throw new Malformed(`Attribute ${match[1]} redefined`);
        seen.add(match[1]);
        if (match[1] === "xmlns") scope.set("", value === "" ? null : value);
        else if (match[1].startsWith("xmlns:")) scope.set(match[1].slice(6), value);
        attributes.push([match[1], value]);
      }
      const close = /\s*(\/?)>/y;
      close.lastIndex = at;
      const end = close.exec(text);
      if (end === null) throw new Malformed(`Couldn't find end of Start Tag ${tag[1]}`);
      at = close.lastIndex;
      const [prefix, local] = split(tag[1]);
      if (!scope.has(prefix ?? "")) throw new Malformed(`Namespace prefix ${prefix} on ${local} is not defined`);
      const element = host.makeElement(document, local, scope.get(prefix ?? "") ?? null, prefix);
      for (const [name, value] of attributes) {
        const [attrPrefix, attrLocal] = split(name);
        const ns = name === "xmlns" ? XMLNS_NS : attrPrefix === null ? null : scope.get(attrPrefix);
        if (ns === undefined) throw new Malformed(`Namespace prefix ${attrPrefix} for ${attrLocal} on ${local} is not defined`);
        initAttr(element, ns, attrPrefix, attrLocal, value);
      }
      tree.insert(parent, element, null);
      rooted = true;
      if (end[1] !== "/") {
        parent = element;
        names.push(tag[1]);
        scopes.push(scope);
      }
    }
  }
  if (names.length > 0) throw new Malformed(`Premature end of data in tag ${names[names.length - 1]}`);
  if (!rooted) throw new Malformed("Document is empty");
}

function split(name) {
  const colon = name.indexOf(":");
  if (colon === 0 || colon === name.length - 1 || colon !== name.lastIndexOf(":")) {
    throw new Malformed(`Failed to parse QName '${name}'`);
  }
  return colon < 0 ? [null, name] : [name.slice(0, colon), name.slice(colon + 1)];
}

/** DOMParser for XML types: a document, or one that holds a <parsererror> as Chromium makes it. */
host.parseXML = (text, type) => {
  const document = new XMLDocument(SECRET, "xml", type);
  try {
    parse(document, text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n"));
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    tree.replaceAll(document, null);
    const make = (name, parent, content) => {
      const element = host.makeElement(document, name, HTML_NS, null);
      if (content !== "") tree.insert(element, createText(document, content), null);
      tree.insert(parent, element, null);
      return element;
    };
    const html = make("html", document, "");
    const report = make("parsererror", make("body", html, ""), "");
    make("h3", report, "This page contains the following errors:");
    make("div", report, `error: ${error.message}\n`);
    make("h3", report, "Below is a rendering of the page up to the first error.");
  }
  return document;
};
