// Serialising: HTML fragments (HTML § 13.3), XMLSerializer (DOM Parsing § 3.2).
import { finishInterface, host } from "ext:oracade/internal.js";
import { syncStyle } from "ext:oracade/dom/attributes.js";
import { isHTMLDocument } from "ext:oracade/dom/document.js";
import {
  $attrs,
  $data,
  $doc,
  $first,
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
  for (const attr of element[$attrs]) text += ` ${attributeName(attr)}="${escapeAttribute(attr.value)}"`;
  return `${text}>`;
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
      out += leaf(node, parent !== null && parent[$kind] === 1 && parent[$ns] === HTML_NS && RAW.has(parent[$local]) &&
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
  isHTMLDocument(element[$doc]) ? htmlChildren(element) : xmlChildren(element, element[$ns]);

host.serializeNode = (node) => {
  if (!isHTMLDocument(node[$doc])) return xml(node, null);
  if (node[$kind] !== 1) return leaf(node, false);
  if (isVoid(node)) return startTag(node);
  return `${startTag(node)}${htmlChildren(node)}</${qualifiedName(node)}>`;
};

const XML_TEXT = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const XML_ATTRIBUTE = { ...XML_TEXT, '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;" };

function xmlChildren(node, ns) {
  let out = "";
  const parent = host.templateContents(node) ?? node;
  for (let child = parent[$first]; child !== null; child = child[$next]) out += xml(child, ns);
  return out;
}

function xml(node, inherited) {
  switch (node[$kind]) {
    case 1: {
      syncStyle(node);
      const name = node[$prefix] === null ? node[$local] : `${node[$prefix]}:${node[$local]}`;
      let out = `<${name}`;
      const declared = node[$attrs].some((attr) =>
        attr.name === (node[$prefix] === null ? "xmlns" : `xmlns:${node[$prefix]}`)
      );
      if (!declared && node[$ns] !== inherited && (node[$ns] !== null || inherited !== null)) {
        out += node[$prefix] === null
          ? ` xmlns="${node[$ns] ?? ""}"`
          : ` xmlns:${node[$prefix]}="${node[$ns]}"`;
      }
      for (const attr of node[$attrs]) {
        out += ` ${attr.name}="${attr.value.replace(/[&<>"\t\n\r]/g, (c) => XML_ATTRIBUTE[c])}"`;
      }
      const inner = xmlChildren(node, node[$ns]);
      if (inner === "") {
        if (node[$ns] !== HTML_NS) return `${out}/>`;
        return VOID.has(node[$local]) ? `${out} />` : `${out}></${name}>`;
      }
      return `${out}>${inner}</${name}>`;
    }
    case 3:
      return node[$data].replace(/[&<>]/g, (c) => XML_TEXT[c]);
    case 4:
      return `<![CDATA[${node[$data]}]]>`;
    case 7:
      return `<?${node.target} ${node[$data]}?>`;
    case 8:
      return `<!--${node[$data]}-->`;
    case 10: {
      const { name, publicId, systemId } = node;
      if (publicId !== "") return `<!DOCTYPE ${name} PUBLIC "${publicId}" "${systemId}">`;
      return systemId !== "" ? `<!DOCTYPE ${name} SYSTEM "${systemId}">` : `<!DOCTYPE ${name}>`;
    }
    default:
      return xmlChildren(node, inherited);
  }
}

export class XMLSerializer {
  serializeToString(node) {
    if (node?.[$kind] === undefined) {
      throw new TypeError("Failed to execute 'serializeToString' on 'XMLSerializer': parameter 1 is not of type 'Node'.");
    }
    return xml(node, null);
  }
}
finishInterface(XMLSerializer);

export const globals = { XMLSerializer };
