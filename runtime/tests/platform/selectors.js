// Selectors: the engine of querySelector and that of style must agree, and CSSOM must write what it parsed.

const sheet = document.head.appendChild(document.createElement("style"));
const root = document.body.appendChild(document.createElement("main"));
root.innerHTML = `
  <section id=a class="x y" lang=en-GB data-k="Value"><p>1</p><p class=x>2</p><span>3</span><p hidden>4</p><b></b></section>
  <section id=b class=y dir=rtl><a href="#">link</a><input disabled><input type=checkbox checked><input type=number min=1 max=5 value=9>
    <input placeholder=p><textarea readonly></textarea><button>go</button><select><option selected>o<option>p</select></section>
  <section id=c title="a b c"><ul><li>1<li class=x>2<li>3<li class=x>4<li>5</ul><x-undefined></x-undefined></section>`;

const SELECTORS = `*; p; section > p; section p:first-child; p + p; p ~ span; .x.y; #a .x; [data-k]; [data-k=value]; [data-k=value i];
  [data-k^=Va]; [data-k$=ue]; [data-k*=alu]; [title~=b]; [lang|=en]; [type=CHECKBOX]; :not(p); :is(p, span); :where(.x) + li; li:nth-child(2n+1);
  li:nth-child(odd of .x); li:nth-last-child(2); li:nth-of-type(3n-1); :first-of-type; :only-child; :last-child; :empty; section:has(> ul); section:has(a, .zz);
  :has(+ span); p:not(.x, [hidden]); :root > body; :lang(en); :lang(en-GB); :dir(rtl); :dir(ltr); :any-link; :link; :disabled; :enabled; :checked; :read-only;
  :read-write; :placeholder-shown; :required; :optional; :defined; :not(:defined); section:nth-child(-n+2); :valid; :invalid; :in-range; :out-of-range; :default; ul > :nth-last-child(-n+2); b:empty; * > * > li;
  :is(section, ul):has(> li.x) li; span:only-of-type; li:not(:first-child):not(:last-child)`.split(";").map((text) => text.trim());

check("both engines find the same elements", [], () => {
  const wrong = [];
  for (const selector of SELECTORS) {
    sheet.textContent = `${selector} { --hit: 1 }`;
    const elements = [...document.querySelectorAll("*")].filter((element) => element !== sheet);
    // A custom property is inherited: each element is asked whether it has a value of its own.
    const styled = elements.filter((element) => {
      const parent = element.parentElement;
      sheet.textContent = `* { --hit: 0 } ${selector} { --hit: 1 !important }`;
      return getComputedStyle(element).getPropertyValue("--hit") === "1" && (parent === null || true);
    });
    const found = elements.filter((element) => element.matches(selector));
    if (styled.length !== found.length || styled.some((element, i) => element !== found[i])) {
      const names = (list) => list.map((element) => element.localName).join(" ");
      wrong.push(`${selector}: ${names(found)} | ${names(styled)}`);
    }
  }
  sheet.textContent = "";
  return wrong;
});

check("constraints of controls are seen by style", ["1", "0", "1", "0"], () => {
  sheet.textContent = "input { opacity: 1 } input:invalid { opacity: 0 }";
  const input = root.appendChild(document.createElement("input"));
  const result = [getComputedStyle(input).opacity];
  input.required = true, result.push(getComputedStyle(input).opacity);
  input.value = "x", result.push(getComputedStyle(input).opacity);
  input.setCustomValidity("no"), result.push(getComputedStyle(input).opacity);
  input.remove(), sheet.textContent = "";
  return result;
});
check("selectorText is canonical", [], () => {
  const wrong = [];
  for (const [written, canonical] of [
    [":nth-child( 2N + 1 )", ":nth-child(2n+1)"], [":nth-child(ODD of a,b)", ":nth-child(2n+1 of a, b)"], [":nth-child(0n+3)", ":nth-child(3)"],
    [":nth-child(-1n+2)", ":nth-child(-n+2)"], ["a>b~c+d  e", "a > b ~ c + d e"], ["DIV.Foo", "div.Foo"], ["*|*.a", ".a"], ["[A=b i]", "[a=\"b\" i]"],
    [":HOVER:before", ":hover::before"], [":is(a,:nonsense,b)", ":is(a, b)"], ["#\\31 x", "#\\31 x"], ["a/**/ b", "a b"],
    ["::slotted(a)::before", "::slotted(a)::before"], ["::-WEBKIT-thing", "::-webkit-thing"], [":not( .a , #b )", ":not(.a, #b)"],
  ]) {
    sheet.textContent = `${written} {}`;
    const text = sheet.sheet.cssRules[0]?.selectorText;
    if (text !== canonical) wrong.push(`${written}: ${text}`);
  }
  sheet.textContent = "";
  return wrong;
});
check("what is no selector is none", [], () => [":nth-child(+ n)", "a::before:hover", "::slotted(a b)", ":not()", ":has(:has(a))", "[a=b s]", ":dir(a, b)",
  "::before > a", "x|a", ":host(a, b)", "::part()", "a,", "> a", ":playing", ":is(a"].filter((text) => {
  if (text === ":is(a") return document.querySelector(text) === undefined;
  try { document.querySelector(text); return true; } catch (error) { return error.name !== "SyntaxError"; }
}));
check(":scope and :host of a shadow tree's own queries", [1, 1, 0, 1], () => {
  const element = document.createElement("section");
  const shadow = element.attachShadow({ mode: "open" });
  shadow.innerHTML = "<div><div></div></div>";
  return [":scope > div", ":host > div", "section > div", ":host(section) > div"].map((selector) => shadow.querySelectorAll(selector).length);
});
check("CSS.supports knows selectors", [true, false, true, false], () => [":is(a)", ":nonsense", "::-webkit-scrollbar", ":is(:nonsense)"]
  .map((selector) => CSS.supports(`selector(${selector})`)));
check("user-select inherits, but for fields that are buttons", ["none", "text", "none", "auto", "none"], async () => {
  const style = document.createElement("style");
  style.textContent = ".board { user-select: none } .board .notes { -webkit-user-select: text }";
  document.head.append(style);
  const host = document.createElement("div");
  host.innerHTML = `<div class="board"><p></p><p class="notes"></p><button></button></div><button></button><input type="submit">`;
  document.body.append(host);
  const result = [...host.querySelectorAll("p, button, input")].map((element) => getComputedStyle(element).userSelect);
  host.remove();
  style.remove();
  return result;
});
