// `user-select: none` (CSS UI 4 § 4.2), which the style engine does not compute: the selectors of rules that say so are remembered
// when a sheet comes, and an inline style is looked at when somebody asks. The cascade between such rules is not followed.
import { host } from "ext:oracade/internal.js";
import { getAttr } from "ext:oracade/dom/attributes.js";

const RULE = /([^{}]+)\{[^{}]*(?:^|[\s;{])(?:-webkit-)?user-select\s*:\s*none/g;
const selectors = new Set();
/** Selectors remembered; a page that makes sheets without end is not followed. */
const MOST = 200;

host.userSelectRules = (css) => {
  for (const [, selector] of css.replace(/\/\*[^]*?\*\//g, "").matchAll(RULE)) {
    if (selectors.size < MOST) selectors.add(selector.trim().replace(/^[^]*[;}]\s*/, ""));
  }
};

host.userSelectNone = (element) => {
  const own = /(?:^|[;\s])(?:-webkit-)?user-select\s*:\s*(\w+)/.exec(getAttr(element, "style") ?? "")?.[1];
  if (own !== undefined) return own === "none";
  for (const selector of selectors) {
    try {
      if (host.selector(selector, "user-select").matches(element, element)) return true;
    } catch {
      selectors.delete(selector);
    }
  }
  return false;
};
