const MESSAGES = [
  ["<input required>", "Please fill out this field."],
  ["<select required><option value=''>a</select>", "Please select an item in the list."],
  ["<input type=checkbox required>", "Please check this box if you want to proceed."],
  ["<input type=radio name=r required>", "Please select one of these options."],
  ["<input type=email value=x>", "Please include an '@' in the email address. 'x' is missing an '@'."],
  ["<input type=email value='x@'>", "Please enter a part following '@'. 'x@' is incomplete."],
  ["<input type=email value='a@b..c'>", "'.' is used at a wrong position in 'b..c'."],
  ["<input type=url value=q>", "Please enter a URL."],
  ["<input type=number max=3 value=5>", "Value must be less than or equal to 3."],
  ["<input type=number min=5 max=3 value=4>", "Minimum value (5) must be less than the maximum value (3)."],
  ["<input type=number step=0.5 min=1 value=1.3>", "Please enter a valid value. The two nearest valid values are 1 and 1.5."],
  ["<input type=date max=2020-01-01 value=2020-01-02>", "Value must be 01/01/2020 or earlier."],
  ["<input type=time min=10:00 value=09:00>", "Value must be 10:00\u202fAM or later."],
  ["<input type=month max=2020-01 value=2020-02>", "Value must be January 2020 or earlier."],
];
check("validation messages", MESSAGES.map(([, text]) => text), () => {
  const form = document.createElement("form");
  form.innerHTML = MESSAGES.map(([html]) => html).join("");
  return [...form.children].map((control) => control.validationMessage);
});
check("selectors of controls", {
  ":default": "im", ":indeterminate": "r1,r2,p1", ":in-range": "n1,n3,n5", ":out-of-range": "n2", ":required": "t1", ":optional": "im,bt,r1,r2,h,n1,n2,n3,n4,n5",
}, () => {
  const box = document.createElement("div");
  box.innerHTML = `<form><input type=image id=im><button id=bt>x</button></form><form><input type=radio name=a id=r1><input type=radio name=a id=r2>
    </form><progress id=p1></progress><progress id=p2 value=.5></progress><input type=hidden required id=h><input type=number min=1 max=3 value=2 id=n1>
    <input type=number min=1 max=3 value=7 id=n2><input type=number min=1 max=3 id=n3><input min=1 max=3 value=7 id=n4><input type=range id=n5>
    <textarea required id=t1></textarea>`;
  const found = (selector) => [...box.querySelectorAll(selector)].map((element) => element.id).join();
  return Object.fromEntries([":default", ":indeterminate", ":in-range", ":out-of-range", ":required", ":optional"].map((s) => [s, found(s)]));
});
check("named properties of the document", [true, true, true, 2, "OBJECT", false, undefined], () => {
  const box = document.createElement("div");
  box.innerHTML = "<form name=fo></form><img name=pic id=pic2><iframe name=fr></iframe><img name=two><img name=two><object id=oi></object><img id=only>";
  document.body.append(box);
  const seen = [document.fo === box.firstChild, document.pic2 === document.pic, document.fr === box.querySelector("iframe").contentWindow,
    document.two.length, document.oi.nodeName, "only" in document];
  box.remove();
  return [...seen, document.fo];
});
check("computed shorthands have all their parts", [
  "0px none rgb(0, 0, 0)", "rgba(0, 0, 0, 0) none repeat scroll 0% 0% / auto padding-box border-box", "outside none disc", "row nowrap",
  "italic 700 12px / 30px Arial", "",
], () => {
  const p = document.createElement("p");
  document.body.append(p);
  const style = getComputedStyle(p);
  const seen = [style.border, style.background, style.listStyle, style.flexFlow];
  p.style.font = "italic bold 12px/30px Arial";
  p.style.borderLeft = "1px solid red";
  seen.push(style.font, style.border);
  p.remove();
  return seen;
});
