// XML serialisation (DOM Parsing and Serialization § 3.2): XMLSerializer, and innerHTML of XML documents.
import { finishInterface, host } from "ext:oracade/internal.js";
import { syncStyle } from "ext:oracade/dom/attributes.js";
import { requireNode } from "ext:oracade/dom/tree.js";
import { $attrs, $data, $first, $kind, $local, $next, $ns, $prefix, HTML_NS, XMLNS_NS, XML_NS } from "ext:oracade/dom/slots.js";

const VOID = new Set(["area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input", "keygen",
  "link", "meta", "param", "source", "track", "wbr"]);
const TEXT = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const ATTRIBUTE = { ...TEXT, '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;" };

const escapeAttribute = (value) => value.replace(/[&<>"\t\n\r]/g, (c) => ATTRIBUTE[c]);

/** The "namespace prefix map": prefixes by namespace, the latest declaration last. Scopes are copied where an element declares. */
class Prefixes {
  constructor(map = new Map()) {
    this.map = map;
    this.shared = false;
  }
  scope() {
    const scope = new Prefixes(this.map);
    scope.shared = true;
    return scope;
  }
  add(prefix, ns) {
    if (this.shared) {
      this.map = new Map(this.map);
      this.shared = false;
    }
    this.map.set(ns, [...(this.map.get(ns) ?? []), prefix]);
  }
  has(prefix, ns) {
    return this.map.get(ns)?.includes(prefix) ?? false;
  }
  /** "retrieve a preferred prefix string". */
  preferred(prefix, ns) {
    const list = this.map.get(ns);
    if (list === undefined) return null;
    return list.includes(prefix) ? prefix : list[list.length - 1];
  }
}

/** "record the namespace information": the element's declarations go to the maps; gives the default namespace it declares. */
function record(element, prefixes, declared) {
  let defaultNamespace = null;
  for (const attr of element[$attrs]) {
    if (attr.ns !== XMLNS_NS) continue;
    if (attr.prefix === null) {
      defaultNamespace = attr.value;
      continue;
    }
    const ns = attr.value === "" ? null : attr.value;
    if (ns === XML_NS || prefixes.has(attr.local, ns)) continue;
    prefixes.add(attr.local, ns);
    declared.set(attr.local, ns ?? "");
  }
  return defaultNamespace;
}

function generate(prefixes, ns, state) {
  const prefix = `ns${state.index++}`;
  prefixes.add(prefix, ns);
  return prefix;
}

function attributes(element, prefixes, state, declared, ignoreDefault) {
  let out = "";
  for (const attr of element[$attrs]) {
    let prefix = null;
    if (attr.ns !== null) {
      prefix = prefixes.preferred(attr.prefix, attr.ns);
      if (attr.ns === XMLNS_NS) {
        if (attr.value === XML_NS || (attr.prefix === null && ignoreDefault)) continue;
        if (attr.prefix !== null && (!declared.has(attr.local) || declared.get(attr.local) !== attr.value) &&
          prefixes.has(attr.local, attr.value)) continue;
        prefix = attr.prefix === "xmlns" ? "xmlns" : null;
      } else if (prefix === null && attr.ns === XML_NS) {
        prefix = "xml";
      } else if (prefix === null) {
        // Chromium keeps the attribute's own prefix if nothing else here or above means something by it.
        if (attr.prefix !== null && !isBound(prefixes, attr.prefix)) {
          prefix = attr.prefix;
          prefixes.add(prefix, attr.ns);
        } else {
          prefix = generate(prefixes, attr.ns, state);
        }
        out += ` xmlns:${prefix}="${escapeAttribute(attr.ns)}"`;
      }
    }
    out += ` ${prefix === null ? attr.local : `${prefix}:${attr.local}`}="${escapeAttribute(attr.value)}"`;
  }
  return out;
}

function isBound(prefixes, prefix) {
  for (const list of prefixes.map.values()) if (list.includes(prefix)) return true;
  return false;
}

function elementText(element, namespace, prefixes, state) {
  syncStyle(element);
  const scope = prefixes.scope();
  const declared = new Map();
  const defaultNamespace = record(element, scope, declared);
  const ns = element[$ns];
  let inherited = namespace;
  let ignoreDefault = false;
  let name;
  let out = "";
  if (inherited === ns) {
    if (defaultNamespace !== null) ignoreDefault = true;
    name = ns === XML_NS ? `xml:${element[$local]}` : element[$local];
    out = `<${name}`;
  } else {
    let prefix = element[$prefix];
    let candidate = scope.preferred(prefix, ns);
    if (prefix === "xmlns") candidate = "xmlns";
    if (ns === XML_NS && candidate === null) candidate = "xml";
    if (candidate !== null) {
      name = `${candidate}:${element[$local]}`;
      if (defaultNamespace !== null && defaultNamespace !== XML_NS) inherited = defaultNamespace === "" ? null : defaultNamespace;
      out = `<${name}`;
    } else if (prefix !== null) {
      if (declared.has(prefix)) prefix = generate(scope, ns, state);
      else scope.add(prefix, ns);
      name = `${prefix}:${element[$local]}`;
      out = `<${name} xmlns:${prefix}="${escapeAttribute(ns)}"`;
      if (defaultNamespace !== null) inherited = defaultNamespace === "" ? null : defaultNamespace;
    } else if (defaultNamespace === null || (defaultNamespace === "" ? null : defaultNamespace) !== ns) {
      ignoreDefault = true;
      name = element[$local];
      inherited = ns;
      out = `<${name} xmlns="${escapeAttribute(ns ?? "")}"`;
    } else {
      name = element[$local];
      inherited = ns;
      out = `<${name}`;
    }
  }
  out += attributes(element, scope, state, declared, ignoreDefault);
  const content = host.templateContents(element) ?? element;
  if (content[$first] === null) {
    if (ns !== HTML_NS) return `${out}/>`;
    return VOID.has(element[$local]) ? `${out} />` : `${out}></${name}>`;
  }
  return `${out}>${childrenText(content, inherited, scope, state)}</${name}>`;
}

function childrenText(parent, namespace, prefixes, state) {
  let out = "";
  for (let child = parent[$first]; child !== null; child = child[$next]) out += nodeText(child, namespace, prefixes, state);
  return out;
}

function nodeText(node, namespace, prefixes, state) {
  switch (node[$kind]) {
    case 1:
      return elementText(node, namespace, prefixes, state);
    case 2:
      return "";
    case 3:
      return node[$data].replace(/[&<>]/g, (c) => TEXT[c]);
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
      return childrenText(node, namespace, prefixes, state);
  }
}

function start() {
  const prefixes = new Prefixes();
  prefixes.add("xml", XML_NS);
  return prefixes;
}

export function serializeXML(node) {
  return nodeText(node, null, start(), { index: 1 });
}

export function serializeXMLChildren(node) {
  return childrenText(host.templateContents(node) ?? node, null, start(), { index: 1 });
}

export class XMLSerializer {
  serializeToString(node) {
    requireNode(node, "'serializeToString' on 'XMLSerializer'");
    return serializeXML(node);
  }
}
finishInterface(XMLSerializer);

export const globals = { XMLSerializer };
