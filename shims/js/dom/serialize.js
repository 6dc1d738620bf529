// Serialising HTML fragments (HTML § 13.3).
import { host } from "ext:oracade/internal.js";
import { getAttr, syncStyle } from "ext:oracade/dom/attributes.js";
import { isHTMLDocument } from "ext:oracade/dom/document.js";
import { serializeXML, serializeXMLChildren } from "ext:oracade/dom/xml_serialize.js";
import {
  $attrs,
  $data,
  $doc,
  $first,
  $is,
  $kind,
  $local,
  $next,
  $ns,
  $parent,
  $prefix,
  HTML_NS,
  MATHML_NS,
  SVG_NS,
  XLINK_NS,
  XMLNS_NS,
  XML_NS,
} from "ext:oracade/dom/slots.js";

const VOID = new Set(["area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input", "keygen",
  "link", "meta", "param", "source", "track", "wbr"]);
const RAW = new Set(["style", "script", "xmp", "iframe", "noembed", "noframes", "plaintext", "noscript"]);

const TEXT = { "&": "&amp;", "\u00a0": "&nbsp;", "<": "&lt;", ">": "&gt;" };
const ATTRIBUTE = { "&": "&amp;", "\u00a0": "&nbsp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };

function escapeText(text) {
  return /[&\u00a0<>]/.test(text) ? text.replace(/[&\u00a0<>]/g, (c) => TEXT[c]) : text;
}

function escapeAttribute(text) {
  return /[&\u00a0"<>]/.test(text) ? text.replace(/[&\u00a0"<>]/g, (c) => ATTRIBUTE[c]) : text;
}

function attributeName(attr) {
  switch (attr.ns) {
    case null:
      return attr.local;
    case XML_NS:
      return `xml:${attr.local}`;
    case XMLNS_NS:
      return attr.local === "xmlns" ? "xmlns" : `xmlns:${attr.local}`;
    case XLINK_NS:
      return `xlink:${attr.local}`;
    default:
      return attr.name;
  }
}

function qualifiedName(element) {
  const ns = element[$ns];
  return ns === HTML_NS || ns === SVG_NS || ns === MATHML_NS || element[$prefix] === null
    ? element[$local]
    : `${element[$prefix]}:${element[$local]}`;
}

function startTag(element) {
  syncStyle(element);
  let text = `<${qualifiedName(element)}`;
  if (element[$is] !== undefined && getAttr(element, "is") === null) text += ` is="${escapeAttribute(element[$is])}"`;
  for (const attr of element[$attrs]) text += ` ${attributeName(attr)}="${escapeAttribute(attr.value)}"`;
  return `${text}>`;
}

/** Without scripting the contents of <noscript> are markup. */
function isRaw(element) {
  return RAW.has(element[$local]) && (element[$local] !== "noscript" || element[$doc] === host.document);
}

function isVoid(element) {
  return element[$ns] === HTML_NS && VOID.has(element[$local]);
}

function leaf(node, raw) {
  switch (node[$kind]) {
    case 3:
    case 4:
      return raw ? node[$data] : escapeText(node[$data]);
    case 8:
      return `<!--${node[$data]}-->`;
    case 7:
      return `<?${node.target} ${node[$data]}>`;
    case 10:
      return `<!DOCTYPE ${node.name}>`;
    default:
      return "";
  }
}

/** The HTML fragment serialisation of the children of `root`; iterative, because depth is the page's choice. */
function htmlChildren(root) {
  let out = "";
  let parent = host.templateContents(root) ?? root;
  const top = parent;
  if (isVoid(root)) return out;
  let node = parent[$first];
  const open = []; // elements whose end tag is due, innermost last
  for (;;) {
    if (node === null) {
      const element = open.pop();
      if (element === undefined) return out;
      out += `</${qualifiedName(element)}>`;
      node = element[$next];
      parent = element[$parent];
      continue;
    }
    if (node[$kind] !== 1) {
      out += leaf(node, parent !== null && parent[$kind] === 1 && parent[$ns] === HTML_NS && isRaw(parent) &&
        (parent !== top || top === root));
      node = node[$next];
      continue;
    }
    out += startTag(node);
    if (isVoid(node)) {
      node = node[$next];
      continue;
    }
    open.push(node);
    parent = host.templateContents(node) ?? node;
    node = parent[$first];
  }
}

host.serializeChildren = (element) =>
  isHTMLDocument(element[$doc]) ? htmlChildren(element) : serializeXMLChildren(element);

host.serializeNode = (node) => {
  if (!isHTMLDocument(node[$doc])) return serializeXML(node);
  if (node[$kind] !== 1) return leaf(node, false);
  if (isVoid(node)) return startTag(node);
  return `${startTag(node)}${htmlChildren(node)}</${qualifiedName(node)}>`;
};
