// Custom elements: reactions, upgrades, ElementInternals, form association.

const calls = [];
const take = () => calls.splice(0).join(" ");
class Watched extends HTMLElement {
  static observedAttributes = ["a", "style"];
  constructor() { super(); calls.push("new"); }
  connectedCallback() { calls.push("in"); }
  disconnectedCallback() { calls.push("out"); }
  attributeChangedCallback(name, old, value) { calls.push(`${name}:${old}:${value}`); }
}
customElements.define("x-watched", Watched);

check("reactions run when the operation that caused them ends", ["new a:null:1 in", "out", "in a:1:2", "out new in", "style:null:color: red;"], () => {
  const div = document.body.appendChild(document.createElement("div"));
  div.innerHTML = "<x-watched a=1></x-watched>";
  const result = [take()];
  const element = div.firstChild;
  element.remove(), result.push(take());
  div.append(element), element.setAttribute("a", "2"), result.push(take());
  div.innerHTML = "<x-watched></x-watched>", result.push(take());
  div.firstChild.style.color = "red", result.push(take());
  div.remove(), take();
  return result;
});
check("an upgrade tells attributes and connection after the constructor", ["new a:null:7 in", true], () => {
  const early = document.body.appendChild(document.createElement("x-late"));
  early.setAttribute("a", "7");
  const before = early.matches(":defined");
  customElements.define("x-late", class extends Watched {});
  const result = [take(), !before && early.matches(":defined")];
  early.remove(), take();
  return result;
});
check("define asks in the standard's order and refuses what is none", ["TypeError", "SyntaxError", "NotSupportedError", "x-watched", null], () => {
  const name = (run) => { try { run(); } catch (error) { return error.name; } };
  return [name(() => customElements.define("x-y", () => {})), name(() => customElements.define("nodash", class extends HTMLElement {})),
    name(() => customElements.define("x-watched", class extends HTMLElement {})), customElements.getName(Watched), customElements.getName(class {})];
});
check("a built-in element is customised, and only by its own interface", [true, true, "TypeError"], () => {
  class Fancy extends HTMLButtonElement {}
  customElements.define("x-fancy", Fancy, { extends: "button" });
  const button = document.createElement("button", { is: "x-fancy" });
  class Wrong extends HTMLElement {}
  customElements.define("x-wrong", Wrong, { extends: "button" });
  let error;
  try { new Wrong(); } catch (thrown) { error = thrown.name; }
  return [button instanceof Fancy, button.outerHTML.includes('is="x-fancy"'), error];
});

class Field extends HTMLElement {
  static formAssociated = true;
  constructor() { super(); this.internals = this.attachInternals(); }
  formAssociatedCallback(form) { calls.push(`form:${form?.id ?? null}`); }
  formDisabledCallback(disabled) { calls.push(`disabled:${disabled}`); }
  formResetCallback() { calls.push("reset"); }
}
customElements.define("x-field", Field);

check("form-associated elements", ["form:f", "disabled:true disabled:false", [["n", "v"]], [false, true, "no"], 1, "reset", 2], () => {
  const form = document.body.appendChild(document.createElement("form"));
  form.id = "f";
  form.innerHTML = "<label>l<fieldset><x-field name=n></x-field></fieldset></label>";
  const field = form.querySelector("x-field");
  const result = [take()];
  const fieldset = form.querySelector("fieldset");
  fieldset.disabled = true, fieldset.disabled = false, result.push(take());
  field.internals.setFormValue("v"), result.push([...new FormData(form)]);
  field.internals.setValidity({ customError: true }, "no");
  result.push([form.checkValidity(), field.matches(":invalid"), field.internals.validationMessage], field.internals.labels.length);
  form.reset(), result.push(take());
  result.push(form.elements.length);
  form.remove(), take();
  return result;
});
check("custom states are matched by both engines", ["rgb(0, 0, 0)", "rgb(1, 2, 3)", true, "rgb(0, 0, 0)"], () => {
  const style = document.head.appendChild(document.createElement("style"));
  style.textContent = "x-field:state(on) { color: rgb(1, 2, 3) }";
  const field = document.body.appendChild(document.createElement("x-field"));
  const color = () => getComputedStyle(field).color;
  const result = [color()];
  field.internals.states.add("on"), result.push(color(), field.matches(":state(on)"));
  field.internals.states.delete("on"), result.push(color());
  field.remove(), style.remove(), take();
  return result;
});
check("focus goes where a host delegates it, and the host is in :focus", ["i", true, true], () => {
  const element = document.body.appendChild(document.createElement("section"));
  const shadow = element.attachShadow({ mode: "open", delegatesFocus: true });
  shadow.innerHTML = "<p>x</p><input id=i><input id=j>";
  element.focus();
  const result = [shadow.activeElement.id, document.activeElement === element, element.matches(":focus")];
  element.remove();
  return result;
});
