// Which class an element has (HTML § 3.2.3 "element interface"), and making elements.
import { SECRET, host } from "ext:oracade/internal.js";
import { Element } from "ext:oracade/dom/element.js";
import { HTMLElement, HTMLUnknownElement } from "ext:oracade/html/html_element.js";
import { globals as elementGlobals, tags } from "ext:oracade/html/elements.js";
import { SVGElement, svgTags } from "ext:oracade/html/svg.js";
import { HTML_NS, SVG_NS } from "ext:oracade/dom/slots.js";

const CUSTOM_NAME = /^[a-z][^\0\t\n\f\r />A-Z]*-[^\0\t\n\f\r />A-Z]*$/;

/** Creates an element without running custom element constructors. */
export function makeElement(document, local, ns, prefix) {
  if (ns === HTML_NS) {
    const Class = tags.get(local) ?? (CUSTOM_NAME.test(local) ? HTMLElement : HTMLUnknownElement);
    return new Class(SECRET, document, local, ns, prefix);
  }
  if (ns === SVG_NS) return new (svgTags.get(local) ?? SVGElement)(SECRET, document, local, ns, prefix);
  return new Element(SECRET, document, local, ns, prefix);
}
host.makeElement = makeElement;
host.makeUnknown = (document, local) => new HTMLUnknownElement(SECRET, document, local, HTML_NS, null);
host.interfaceOf = (local) => tags.get(local) ?? (CUSTOM_NAME.test(local) ? HTMLElement : HTMLUnknownElement);
host.isUnknownTag = (local) => host.interfaceOf(local) === HTMLUnknownElement;
host.isElementInterface = (cls) => cls === HTMLElement || (typeof cls === "function" && elementGlobals[cls.name] === cls);
host.parserElement = (document, name, ns) => makeElement(document, name, ns, null);

export const globals = elementGlobals;
