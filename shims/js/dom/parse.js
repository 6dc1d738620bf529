// The parser's side of the boundary: tree operations made by Rust's HTML parser, fragments, DOMParser, document.write.
import { SECRET, asciiLower, finishInterface, host, ops } from "ext:oracade/internal.js";
import { initAttr, setAttr, hasAttr } from "ext:oracade/dom/attributes.js";
import { Comment, DocumentType, createText, replaceData } from "ext:oracade/dom/character_data.js";
import { $address, createHTMLDocument, pageDocument, setQuirks } from "ext:oracade/dom/document.js";
import * as mirror from "ext:oracade/dom/mirror.js";
import { createFragment } from "ext:oracade/dom/parent_node.js";
import * as tree from "ext:oracade/dom/tree.js";
import {
  $doc,
  $data,
  $first,
  $kind,
  $last,
  $local,
  $ns,
  $parent,
  $prev,
  HTML_NS,
  MATHML_NS,
  SVG_NS,
  XLINK_NS,
  XMLNS_NS,
  XML_NS,
} from "ext:oracade/dom/slots.js";

const NAMESPACES = [HTML_NS, SVG_NS, MATHML_NS, null];
const FOREIGN = { xlink: XLINK_NS, xml: XML_NS, xmlns: XMLNS_NS };

function parserAttribute(element, name, value) {
  const colon = name.indexOf(":");
  const ns = colon < 0 || element[$ns] === HTML_NS ? undefined : FOREIGN[name.slice(0, colon)];
  if (ns !== undefined) initAttr(element, ns, name.slice(0, colon), name.slice(colon + 1), value);
  else if (name === "xmlns" && element[$ns] !== HTML_NS) initAttr(element, XMLNS_NS, null, name, value);
  else initAttr(element, null, null, name, value);
}

function appendText(parent, before, data) {
  const sibling = before === null ? parent[$last] : before[$prev];
  if (sibling !== null && sibling[$kind] === 3) replaceData(sibling, sibling[$data].length, 0, data);
  else tree.insert(parent, createText(parent[$kind] === 9 ? parent : parent[$doc], data), before);
}

/** Applies tree operations; `nodes` maps the parser's ids to nodes. */
function apply(words, strings, nodes, document, scripting, keepScripts = false) {
  let at = 0;
  while (at < words.length) {
    switch (words[at++]) {
      case 1: {
        const id = words[at++];
        const ns = NAMESPACES[words[at++]];
        const name = strings[words[at++]];
        let count = words[at++];
        if (nodes.has(id)) {
          // The root of a fragment: its children go to the node that stands for it.
          at += 2 * count;
          break;
        }
        const element = host.parserElement(document, name, ns);
        for (; count > 0; count--) {
          parserAttribute(element, strings[words[at]], strings[words[at + 1]]);
          at += 2;
        }
        if (scripting) host.parserInserted(element);
        nodes.set(id, element);
        break;
      }
      case 2:
        nodes.set(words[at], createText(document, strings[words[at + 1]]));
        at += 2;
        break;
      case 3: {
        const child = nodes.get(words[at + 1]);
        const before = words[at + 2] === 0 ? null : nodes.get(words[at + 2]) ?? null;
        // Parent 0: the parent of `before`, whatever it is by now.
        const parent = words[at] === 0 ? before?.[$parent] ?? undefined : nodes.get(words[at]);
        at += 3;
        if (parent === pageDocument && child?.[$kind] === 1) decideMode();
        // Scripts may have moved things; the parser goes on where it can.
        if (parent === undefined || child === undefined || child[$kind] === 11 || tree.isInclusiveAncestor(child, parent)) {
          break;
        }
        if (before !== null && before[$parent] !== parent) {
          if (before[$parent] !== null) tree.insert(before[$parent], child, before);
        } else {
          tree.insert(parent, child, before);
        }
        break;
      }
      case 4: {
        const node = nodes.get(words[at++]);
        if (node !== undefined && node[$parent] !== null) tree.remove(node);
        break;
      }
      case 5: {
        const element = nodes.get(words[at]);
        // The top bit says: only if the element does not have it.
        const missing = words[at + 1] >>> 31 !== 0;
        const name = strings[words[at + 1] & 0x7fffffff];
        if (element !== undefined && !(missing && hasAttr(element, name))) setAttr(element, name, strings[words[at + 2]]);
        at += 3;
        break;
      }
      case 20:
        nodes.set(words[at], new Comment(SECRET, document, strings[words[at + 1]]));
        at += 2;
        break;
      case 21: {
        const [name, publicId, systemId] = [strings[words[at]], strings[words[at + 1]], strings[words[at + 2]]];
        at += 3;
        tree.insert(document, new DocumentType(SECRET, document, name, publicId, systemId), null);
        break;
      }
      case 22: {
        const parent = nodes.get(words[at]);
        if (parent !== undefined) appendText(parent, null, strings[words[at + 1]]);
        at += 2;
        break;
      }
      case 23: {
        const template = nodes.get(words[at]);
        if (template !== undefined) nodes.set(words[at + 1], host.templateContents(template) ?? template);
        at += 2;
        break;
      }
      case 24: {
        const from = nodes.get(words[at]);
        const to = nodes.get(words[at + 1]);
        at += 2;
        if (from === undefined || to === undefined || from === to) break;
        while (from[$first] !== null) tree.insert(to, from[$first], null);
        break;
      }
      case 25: {
        const sibling = nodes.get(words[at]);
        if (sibling !== undefined && sibling[$parent] !== null) {
          appendText(sibling[$parent], sibling, strings[words[at + 1]]);
        }
        at += 2;
        break;
      }
      case 26: {
        const script = nodes.get(words[at++]);
        if (script !== undefined && !scripting && !keepScripts) host.fragmentScript(script);
        break;
      }
      case 27:
      case 28: {
        // Foster parenting: before the table; if a script took that out of its parent, into the element before it on the stack.
        const table = nodes.get(words[at]);
        const previous = nodes.get(words[at + 1]);
        const parent = table?.[$parent] ?? null;
        if (words[at - 1] === 28) {
          if (parent !== null) appendText(parent, table, strings[words[at + 2]]);
          else if (previous !== undefined) appendText(previous, null, strings[words[at + 2]]);
        } else {
          const child = nodes.get(words[at + 2]);
          const into = parent ?? previous;
          if (child !== undefined && into !== undefined && !tree.isInclusiveAncestor(child, into)) {
            tree.insert(into, child, parent === null ? null : table);
          }
        }
        at += 3;
        break;
      }
      default:
        throw new RangeError(`unknown tree operation ${words[at - 1]}`);
    }
  }
}

/** Nodes of the page's parser, until the document is complete. */
const parserNodes = new Map([[1, pageDocument]]);

/** Hook `applyTree`. */
export function applyTree(words, strings) {
  apply(words, strings, parserNodes, pageDocument, true);
}

let modeKnown = false;

/** The page's mode is that of the doctype before its first element; styles are parsed by it. */
function decideMode() {
  if (modeKnown) return;
  modeKnown = true;
  const quirks = isQuirky(pageDocument.doctype);
  setQuirks(pageDocument, quirks);
  if (quirks) mirror.quirks();
}

// Public identifiers that mean quirks mode: those of HTML before 4.01 Strict, in short.
const OLD = /^(?:-\/\/(?:w3c\/\/dtd html (?:3|4\.0 (?:frameset|transitional))|ietf\/\/|netscape|webtechs|softquad|metrius|sun micro|o'reilly|sq\/\/|as\/\/|advasoft|microsoft|spyglass|w3o)|\+\/\/silmaril|html$)/;

function isQuirky(doctype) {
  if (doctype === null || asciiLower(doctype.name) !== "html") return true;
  const id = doctype.publicId.toLowerCase();
  return OLD.test(id) || (doctype.systemId === "" && /^-\/\/w3c\/\/dtd html 4\.01 (?:frameset|transitional)\/\//.test(id));
}

export function parserNode(id) {
  return parserNodes.get(id);
}

/** Parsing is over: nothing refers to the parser's ids any more. */
export function forgetParserNodes() {
  parserNodes.clear();
}

/**
 * "HTML fragment parsing": a DocumentFragment with the nodes that `html` makes in `context` (an element). Its scripts never run unless
 * `keepScripts` is set.
 */
export function parseFragment(context, html, keepScripts = false) {
  const document = context[$kind] === 9 ? context : context[$doc];
  const fragment = createFragment(document);
  const element = context[$kind] === 1;
  const ns = !element || context[$ns] === HTML_NS ? 0 : context[$ns] === SVG_NS ? 1 : context[$ns] === MATHML_NS ? 2 : 0;
  const [words, strings] = ops.op_html_parse_fragment(element ? context[$local] : "body", ns, html, document === pageDocument);
  if (words.length === 0) return fragment;
  // The first node made is the root element; the fragment stands for it.
  apply(words, strings, new Map([[words[1], fragment]]), document, false, keepScripts);
  return fragment;
}
host.parseFragment = parseFragment;

// Elements whose content is not parsed as "in body": even plain text may not go in as it is.
const NOT_PLAIN = new Set(["html", "head", "table", "tbody", "tfoot", "thead", "tr", "colgroup", "frameset", "template",
  "select", "textarea", "pre", "listing", "noscript", "col"]);
host.takesPlainText = (element) => element[$ns] === HTML_NS && !NOT_PLAIN.has(element[$local]);

/** Parses a whole HTML document that has no browsing context into `document`, which is empty. */
export function parseHTMLDocument(html, document = createHTMLDocument()) {
  const [words, strings] = ops.op_html_parse_fragment("#document", 0, html, false);
  apply(words, strings, new Map([[1, document]]), document, false);
  setQuirks(document, isQuirky(document.doctype));
  return document;
}

const XML_TYPES = new Set(["text/xml", "application/xml", "application/xhtml+xml", "image/svg+xml"]);

export class DOMParser {
  parseFromString(text, type) {
    type = `${type}`;
    if (type === "text/html") return addressed(parseHTMLDocument(`${text}`));
    if (!XML_TYPES.has(type)) {
      throw new TypeError(`Failed to execute 'parseFromString' on 'DOMParser': The provided value '${type}' is not a valid enum value of type SupportedType.`);
    }
    return addressed(host.parseXML(`${text}`, type));
  }
}

/** A parsed document has the page's URL. */
function addressed(document) {
  document[$address] = host.documentURL(pageDocument);
  return document;
}
finishInterface(DOMParser);

export const globals = { DOMParser };
export const hooks = { applyTree };
