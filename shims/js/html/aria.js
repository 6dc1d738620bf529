// What assistive technology is told of an element (ARIA in HTML; WAI-ARIA § 10.2, "ARIAMixin").
import { getAttr, removeAttr, setAttr } from "ext:oracade/dom/attributes.js";
import { Element } from "ext:oracade/dom/element.js";

/** Attributes that hold strings: reflected by elements, defaults of custom elements. */
export const ARIA = [
  "ariaAtomic", "ariaAutoComplete", "ariaBrailleLabel", "ariaBrailleRoleDescription", "ariaBusy", "ariaChecked",
  "ariaColCount", "ariaColIndex", "ariaColIndexText", "ariaColSpan", "ariaCurrent", "ariaDescription", "ariaDisabled",
  "ariaExpanded", "ariaHasPopup", "ariaHidden", "ariaInvalid", "ariaKeyShortcuts", "ariaLabel", "ariaLevel", "ariaLive",
  "ariaModal", "ariaMultiLine", "ariaMultiSelectable", "ariaOrientation", "ariaPlaceholder", "ariaPosInSet",
  "ariaPressed", "ariaReadOnly", "ariaRelevant", "ariaRequired", "ariaRoleDescription", "ariaRowCount", "ariaRowIndex",
  "ariaRowIndexText", "ariaRowSpan", "ariaSelected", "ariaSetSize", "ariaSort", "ariaValueMax", "ariaValueMin",
  "ariaValueNow", "ariaValueText", "role",
];

for (const name of ["role", ...ARIA]) {
  const attribute = name === "role" ? name : `aria-${name.slice(4).toLowerCase()}`;
  Object.defineProperties(Element.prototype, Object.getOwnPropertyDescriptors({
    get [name]() {
      return getAttr(this, attribute);
    },
    set [name](value) {
      if (value === null || value === undefined) removeAttr(this, attribute);
      else setAttr(this, attribute, `${value}`);
    },
  }));
  Object.defineProperty(Element.prototype, name, { enumerable: true });
}
