// What the IDL attribute `autocomplete` of a field says (HTML § 4.10.18.7, "autofill processing model").
import { getAttr, setAttr } from "ext:oracade/dom/attributes.js";
import { asciiLower } from "ext:oracade/internal.js";

const NORMAL = new Set(`name honorific-prefix given-name additional-name family-name honorific-suffix nickname username new-password
  current-password one-time-code organization-title organization street-address address-line1 address-line2 address-line3
  address-level4 address-level3 address-level2 address-level1 country country-name postal-code cc-name cc-given-name
  cc-additional-name cc-family-name cc-number cc-exp cc-exp-month cc-exp-year cc-csc cc-type transaction-currency
  transaction-amount language bday bday-day bday-month bday-year sex url photo`.split(/\s+/));
const CONTACT = new Set(`tel tel-country-code tel-national tel-area-code tel-local tel-local-prefix tel-local-suffix tel-extension email
  impp`.split(/\s+/));
const PLACES = new Set(["home", "work", "mobile", "fax", "pager"]);

function exposed(element) {
  const list = getAttr(element, "autocomplete")?.match(/[^\t\n\f\r ]+/g)?.map(asciiLower) ?? [];
  const rest = list.slice();
  let field = rest.pop();
  if (field === undefined) return "";
  let credential = "";
  if (field === "webauthn" && rest.length > 0) {
    credential = " webauthn";
    field = rest.pop();
  }
  if (field === "on" || field === "off") return list.length === 1 && !isHidden(element) ? field : "";
  const isContact = CONTACT.has(field);
  if (!isContact && !NORMAL.has(field)) return "";
  let value = field;
  if (isContact && PLACES.has(rest[rest.length - 1])) value = `${rest.pop()} ${value}`;
  if (rest[rest.length - 1] === "shipping" || rest[rest.length - 1] === "billing") value = `${rest.pop()} ${value}`;
  if (rest[rest.length - 1]?.startsWith("section-")) value = `${rest.pop()} ${value}`;
  return rest.length === 0 ? `${value}${credential}` : "";
}

const isHidden = (element) => element.type === "hidden";

/** The attribute's accessor, for `reflect`. */
export const autocomplete = { get: exposed, set: (element, value) => setAttr(element, "autocomplete", `${value}`) };
