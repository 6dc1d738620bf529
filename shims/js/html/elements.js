// Element classes that are little more than their reflected attributes (HTML § 4).
import { finishInterface, host, slot } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { getAttr, setAttr } from "ext:oracade/dom/attributes.js";
import { $cloned } from "ext:oracade/dom/element.js";
import { cloneNode } from "ext:oracade/dom/node.js";
import { BODY_FORWARDED, handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { childrenOf, cachedList, descendants, liveList } from "ext:oracade/dom/collections.js";
import { createFragment } from "ext:oracade/dom/parent_node.js";
import { assign, assignedNodes, flattenedNodes } from "ext:oracade/dom/shadow.js";
import * as tree from "ext:oracade/dom/tree.js";
import { HTMLElement } from "ext:oracade/html/html_element.js";
import { enumerated, reflect, reflectTokens } from "ext:oracade/html/reflect.js";
import { $adopted, $data, $doc, $first, $handlerTarget, $host, $kind, $local, $next, $ns, $parent, HTML_NS } from "ext:oracade/dom/slots.js";

/** Classes by local name; other modules add theirs. */
export const tags = new Map();
export const globals = {};

/** Registers a class for some local names and makes it a global. */
export function element(cls, ...names) {
  finishInterface(cls);
  for (const name of names) tags.set(name, cls);
  globals[cls.name] = cls;
  return cls;
}

/** A class with nothing but reflected attributes. */
function plain(className, table, ...names) {
  const cls = { [className]: class extends HTMLElement {} }[className];
  reflect(cls, table);
  return element(cls, ...names);
}

for (
  const name of `abbr acronym address article aside b basefont bdi bdo big center cite code dd dfn dt em figcaption
  figure footer header hgroup i kbd main mark nav nobr noembed noframes noscript plaintext rb rp rt rtc ruby s samp
  search section small strike strong sub sup tt u var wbr summary`.split(/\s+/)
) {
  tags.set(name, HTMLElement);
}

plain("HTMLHtmlElement", { version: "string" }, "html");
plain("HTMLHeadElement", {}, "head");
plain("HTMLTitleElement", {
  text: {
    get: (e) => {
      let text = "";
      for (let child = e[$first]; child !== null; child = child[$next]) if (child[$kind] === 3) text += child[$data];
      return text;
    },
    set: (e, value) => {
      e.textContent = value;
    },
  },
}, "title");
plain("HTMLBaseElement", {
  href: {
    get: (e) => host.parseURL(getAttr(e, "href") ?? "", host.config?.url)?.href ?? getAttr(e, "href") ?? "",
    set: (e, value) => setAttr(e, "href", `${value}`),
  },
  target: "string",
}, "base");
plain("HTMLMetaElement", { name: "string", httpEquiv: ["string", "http-equiv"], content: "string", media: "string", scheme: "string" }, "meta");

export class HTMLBodyElement extends HTMLElement {
  [$handlerTarget](type) {
    return this[$doc] === host.document && BODY_FORWARDED.has(type) ? globalThis : this;
  }
}
reflect(HTMLBodyElement, {
  text: "nullToEmpty", link: "nullToEmpty", vLink: "nullToEmpty", aLink: "nullToEmpty", bgColor: "nullToEmpty", background: "string",
});
handlerAttributes(HTMLBodyElement.prototype, [...BODY_FORWARDED], (body, type) => body[$handlerTarget](type));
element(HTMLBodyElement, "body");
plain("HTMLFrameElement", {
  name: "string", scrolling: "string", src: "url", frameBorder: "string", longDesc: "url", noResize: "boolean",
  marginHeight: "nullToEmpty", marginWidth: "nullToEmpty",
}, "frame");
plain("HTMLFrameSetElement", { cols: "string", rows: "string" }, "frameset");

const align = { align: "string" };
plain("HTMLHeadingElement", align, "h1", "h2", "h3", "h4", "h5", "h6");
plain("HTMLParagraphElement", align, "p");
plain("HTMLHRElement", { ...align, color: "string", noShade: "boolean", size: "string", width: "string" }, "hr");
plain("HTMLPreElement", { width: "long" }, "pre", "listing", "xmp");
plain("HTMLQuoteElement", { cite: "url" }, "blockquote", "q");
plain("HTMLOListElement", {
  reversed: "boolean", start: ["long", "start", 1], type: "string", compact: "boolean",
}, "ol");
plain("HTMLUListElement", { compact: "boolean", type: "string" }, "ul");
plain("HTMLLIElement", { value: "long", type: "string" }, "li");
plain("HTMLDListElement", { compact: "boolean" }, "dl");
plain("HTMLMenuElement", { compact: "boolean" }, "menu");
plain("HTMLDirectoryElement", { compact: "boolean" }, "dir");
plain("HTMLDivElement", align, "div");
plain("HTMLSpanElement", {}, "span");
plain("HTMLBRElement", { clear: "string" }, "br");
plain("HTMLDataElement", { value: "string" }, "data");
plain("HTMLTimeElement", { dateTime: "string" }, "time");
plain("HTMLModElement", { cite: "url", dateTime: "string" }, "ins", "del");
plain("HTMLFontElement", { color: "nullToEmpty", face: "string", size: "string" }, "font");
plain("HTMLMarqueeElement", {
  behavior: "string", bgColor: "string", direction: "string", height: "string", width: "string", hspace: "unsigned", vspace: "unsigned",
  scrollAmount: ["unsigned", "scrollamount", 6], scrollDelay: ["unsigned", "scrolldelay", 85], trueSpeed: "boolean",
}, "marquee");
plain("HTMLPictureElement", {}, "picture");
plain("HTMLTrackElement", {
  kind: enumerated("kind", ["subtitles", "captions", "descriptions", "chapters", "metadata"], "subtitles", "metadata"),
  src: "url", srclang: "string", label: "string", default: "boolean",
}, "track");
plain("HTMLEmbedElement", { src: "url", type: "string", align: "string", width: "string", height: "string", name: "string" }, "embed");
plain("HTMLObjectElement", {
  data: "url", type: "string", name: "string", useMap: "string", width: "string", height: "string", align: "string",
  archive: "string", code: "string", codeBase: "url", codeType: "string", declare: "boolean", standby: "string", border: "nullToEmpty",
  hspace: "unsigned", vspace: "unsigned",
}, "object");
plain("HTMLParamElement", { name: "string", value: "string", type: "string", valueType: "string" }, "param");
export class HTMLMapElement extends HTMLElement {
  get areas() {
    return cachedList(this, "areas", () => liveList(() => descendants(this, (e) => e[$local] === "area")));
  }
}
reflect(HTMLMapElement, { name: "string" });
element(HTMLMapElement, "map");

const $content = slot("template contents");
export class HTMLTemplateElement extends HTMLElement {
  get content() {
    return contents(this);
  }
  [$cloned](source, deep) {
    if (!deep) return;
    const target = contents(this);
    for (let child = contents(source)[$first]; child !== null; child = child[$next]) {
      tree.insert(target, cloneNode(child, true, target[$doc]), null, true);
    }
  }
  [$adopted]() {
    if (this[$content] !== undefined) tree.adopt(this[$content], host.inertDocument(this[$doc]));
  }
}
element(HTMLTemplateElement, "template");

function contents(template) {
  let fragment = template[$content];
  if (fragment === undefined) {
    fragment = template[$content] = createFragment(host.inertDocument(template[$doc]));
    fragment[$host] = template;
  }
  return fragment;
}
host.templateContents = (node) =>
  node[$kind] === 1 && node[$local] === "template" && node[$ns] === HTML_NS ? contents(node) : null;

export class HTMLSlotElement extends HTMLElement {
  assignedNodes(options) {
    return options?.flatten ? flattenedNodes(this) : assignedNodes(this);
  }
  assignedElements(options) {
    return this.assignedNodes(options).filter((node) => node[$kind] === 1);
  }
  assign(...nodes) {
    for (const node of nodes) {
      if (node?.[$kind] !== 1 && node?.[$kind] !== 3) {
        throw new TypeError("Failed to execute 'assign' on 'HTMLSlotElement': The provided value is not of type '(Element or Text)'.");
      }
    }
    assign(this, nodes);
  }
}
reflect(HTMLSlotElement, { name: "string" });
element(HTMLSlotElement, "slot");

// ----------------------------------------------------------------------------------------------------------- tables

function childrenNamed(parent, ...names) {
  const found = [];
  for (let child = parent[$first]; child !== null; child = child[$next]) {
    if (child[$kind] === 1 && child[$ns] === HTML_NS && names.includes(child[$local])) found.push(child);
  }
  return found;
}

const make = (owner, name) => host.makeElement(owner[$doc], name, HTML_NS, null);

function insertAt(parent, list, index, node, what) {
  index |= 0;
  if (index < -1 || index > list.length) {
    fail("IndexSizeError", `Failed to execute ${what}: The value provided (${index}) is outside the range [-1, ${list.length}].`);
  }
  tree.insert(parent, node, index === -1 || index === list.length ? null : list[index]);
  return node;
}

function deleteAt(list, index, what) {
  index |= 0;
  if (index === -1 && list.length === 0) return;
  const node = list[index === -1 ? list.length - 1 : index];
  if (node === undefined) fail("IndexSizeError", `Failed to execute ${what}: The index provided (${index}) is outside the range.`);
  tree.remove(node);
}

export class HTMLTableElement extends HTMLElement {
  get caption() {
    return childrenNamed(this, "caption")[0] ?? null;
  }
  set caption(value) {
    needPart(value, ["caption"], "HTMLTableCaptionElement", "caption");
    this.deleteCaption();
    if (value !== null) tree.preInsert(this, value, this[$first], "'caption' on 'HTMLTableElement'");
  }
  createCaption() {
    return this.caption ?? tree.preInsert(this, make(this, "caption"), this[$first], "");
  }
  deleteCaption() {
    const caption = this.caption;
    if (caption !== null) tree.remove(caption);
  }
  get tHead() {
    return childrenNamed(this, "thead")[0] ?? null;
  }
  set tHead(value) {
    needSection(value, "thead", "tHead");
    this.deleteTHead();
    if (value !== null) {
      const before = [...childrenOf(this)].find((e) => e[$local] !== "caption" && e[$local] !== "colgroup") ?? null;
      tree.preInsert(this, value, before, "'tHead' on 'HTMLTableElement'");
    }
  }
  createTHead() {
    if (this.tHead === null) this.tHead = make(this, "thead");
    return this.tHead;
  }
  deleteTHead() {
    const head = this.tHead;
    if (head !== null) tree.remove(head);
  }
  get tFoot() {
    return childrenNamed(this, "tfoot")[0] ?? null;
  }
  set tFoot(value) {
    needSection(value, "tfoot", "tFoot");
    this.deleteTFoot();
    if (value !== null) tree.preInsert(this, value, null, "'tFoot' on 'HTMLTableElement'");
  }
  createTFoot() {
    if (this.tFoot === null) this.tFoot = make(this, "tfoot");
    return this.tFoot;
  }
  deleteTFoot() {
    const foot = this.tFoot;
    if (foot !== null) tree.remove(foot);
  }
  get tBodies() {
    return cachedList(this, "tBodies", () => liveList(() => childrenNamed(this, "tbody")));
  }
  createTBody() {
    const last = childrenNamed(this, "tbody").pop();
    return tree.preInsert(this, make(this, "tbody"), last === undefined ? null : last[$next], "");
  }
  get rows() {
    return cachedList(this, "rows", () =>
      liveList(() => {
        const rows = (sections) => sections.flatMap((section) => childrenNamed(section, "tr"));
        const body = [];
        for (let child = this[$first]; child !== null; child = child[$next]) {
          if (child[$kind] !== 1) continue;
          if (child[$local] === "tr") body.push(child);
          else if (child[$local] === "tbody") body.push(...childrenNamed(child, "tr"));
        }
        return [...rows(childrenNamed(this, "thead")), ...body, ...rows(childrenNamed(this, "tfoot"))];
      }));
  }
  insertRow(index = -1) {
    const rows = [...this.rows];
    index |= 0;
    if (rows.length === 0) {
      const body = childrenNamed(this, "tbody").pop() ?? tree.preInsert(this, make(this, "tbody"), null, "");
      return insertAt(body, [], index === 0 ? -1 : index, make(this, "tr"), "'insertRow' on 'HTMLTableElement'");
    }
    if (index === -1 || index === rows.length) {
      return tree.preInsert(rows[rows.length - 1][$parent], make(this, "tr"), null, "");
    }
    const row = rows[index];
    if (row === undefined) fail("IndexSizeError", `Failed to execute 'insertRow' on 'HTMLTableElement': The index provided (${index}) is outside the range.`);
    return tree.preInsert(row[$parent], make(this, "tr"), row, "");
  }
  deleteRow(index) {
    deleteAt([...this.rows], index, "'deleteRow' on 'HTMLTableElement'");
  }
}
reflect(HTMLTableElement, {
  align: "string", border: "string", frame: "string", rules: "string", summary: "string", width: "string",
  bgColor: "nullToEmpty", cellPadding: "nullToEmpty", cellSpacing: "nullToEmpty",
});
element(HTMLTableElement, "table");
const cellAlign = { align: "string", ch: ["string", "char"], chOff: ["string", "charoff"], vAlign: "string" };
plain("HTMLTableCaptionElement", align, "caption");
plain("HTMLTableColElement", { span: ["clamped", "span", 1, 1000, 1], ...cellAlign, width: "string" }, "col", "colgroup");

export class HTMLTableSectionElement extends HTMLElement {
  get rows() {
    return cachedList(this, "rows", () => liveList(() => childrenNamed(this, "tr")));
  }
  insertRow(index = -1) {
    return insertAt(this, childrenNamed(this, "tr"), index, make(this, "tr"), "'insertRow' on 'HTMLTableSectionElement'");
  }
  deleteRow(index) {
    deleteAt(childrenNamed(this, "tr"), index, "'deleteRow' on 'HTMLTableSectionElement'");
  }
}
reflect(HTMLTableSectionElement, cellAlign);
element(HTMLTableSectionElement, "thead", "tbody", "tfoot");

const isHTMLNamed = (node, ...names) => node !== null && node[$ns] === HTML_NS && names.includes(node[$local]);
const isSection = (node) => isHTMLNamed(node, "thead", "tbody", "tfoot");

function needPart(value, names, type, property) {
  if (value === null || value === undefined || (value[$kind] === 1 && isHTMLNamed(value, ...names))) return;
  throw new TypeError(`Failed to set the '${property}' property on 'HTMLTableElement': Failed to convert value to '${type}'.`);
}

function needSection(value, name, property) {
  needPart(value, ["thead", "tbody", "tfoot"], "HTMLTableSectionElement", property);
  if (value !== null && value !== undefined && value[$local] !== name) {
    fail("HierarchyRequestError", `Failed to set the '${property}' property on 'HTMLTableElement': Not a ${name} element.`);
  }
}

export class HTMLTableRowElement extends HTMLElement {
  get rowIndex() {
    const parent = this[$parent];
    const table = isSection(parent) ? parent[$parent] : parent;
    return isHTMLNamed(table, "table") ? [...table.rows].indexOf(this) : -1;
  }
  get sectionRowIndex() {
    const parent = this[$parent];
    return isSection(parent) || isHTMLNamed(parent, "table") ? childrenNamed(parent, "tr").indexOf(this) : -1;
  }
  get cells() {
    return cachedList(this, "cells", () => liveList(() => childrenNamed(this, "td", "th")));
  }
  insertCell(index = -1) {
    return insertAt(this, childrenNamed(this, "td", "th"), index, make(this, "td"), "'insertCell' on 'HTMLTableRowElement'");
  }
  deleteCell(index) {
    deleteAt(childrenNamed(this, "td", "th"), index, "'deleteCell' on 'HTMLTableRowElement'");
  }
}
reflect(HTMLTableRowElement, { ...cellAlign, bgColor: "nullToEmpty" });
element(HTMLTableRowElement, "tr");

export class HTMLTableCellElement extends HTMLElement {
  get cellIndex() {
    return isHTMLNamed(this[$parent], "tr") ? childrenNamed(this[$parent], "td", "th").indexOf(this) : -1;
  }
}
reflect(HTMLTableCellElement, {
  colSpan: ["clamped", "colspan", 1, 1000, 1], rowSpan: ["clamped", "rowspan", 0, 65534, 1], axis: "string", ...cellAlign, headers: "string", abbr: "string",
  scope: enumerated("scope", ["row", "col", "rowgroup", "colgroup"]), align: "string", width: "string", height: "string",
  bgColor: "nullToEmpty", noWrap: "boolean",
});
element(HTMLTableCellElement, "td", "th");
