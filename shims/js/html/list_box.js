// What keys, typing and the mouse do to lists of options (HTML § 4.10.7; Chromium's keys).
import { now, stripAscii, slot } from "ext:oracade/internal.js";
import { hasAttr } from "ext:oracade/dom/attributes.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { isHTML } from "ext:oracade/html/controls.js";
import { choose, displaySize, isListBox, optionDisabled, optionsOf, selectedOf, selectIn, selectOf } from "ext:oracade/html/select.js";
import { $first, $next, clock } from "ext:oracade/dom/slots.js";

const $active = slot("option that keys go on from");
const $anchor = slot("option that a selection of many goes on from");

function changed(select) {
  fire(select, "input", { bubbles: true, composed: true });
  fire(select, "change", { bubbles: true });
}

/** The user chose an option alone: fires input and change if it was another. */
function userChoose(select, option) {
  const selected = selectedOf(select);
  select[$active] = option;
  select[$anchor] = option;
  if (selected.length === 1 && selected[0] === option) return;
  choose(select, option);
  clock.tree++;
  changed(select);
}

/** Keys with Shift and Ctrl in a list of many: they extend what is chosen, or move without choosing; Space turns one on and off. */
function chooseMany(select, option, { ctrlKey, shiftKey }) {
  const before = selectedOf(select);
  if (shiftKey) {
    const options = optionsOf(select);
    const [from, to] = [options.indexOf(select[$anchor] ?? option), options.indexOf(option)].sort((a, b) => a - b);
    selectIn(select, (one) => options.indexOf(one) >= from && options.indexOf(one) <= to && !optionDisabled(one));
  } else if (!ctrlKey) {
    select[$anchor] = option;
    choose(select, option);
  }
  select[$active] = option;
  clock.tree++;
  tellIfOther(select, before);
}

function tellIfOther(select, before) {
  const after = selectedOf(select);
  if (after.length !== before.length || after.some((option, i) => option !== before[i])) changed(select);
}

/** Turns the option that keys are at on or off. */
function toggleActive(select) {
  const active = select[$active] ?? selectedOf(select).at(-1);
  if (active === undefined || optionDisabled(active)) return;
  const before = selectedOf(select);
  select[$anchor] = active;
  selectIn(select, (one, was) => (one === active ? !was : was));
  clock.tree++;
  tellIfOther(select, before);
}

/** Ctrl with Space or A in a list of many; true if the key was one of them. */
function manyKey(select, key, { ctrlKey, metaKey }) {
  if (!hasAttr(select, "multiple")) return false;
  const before = selectedOf(select);
  if (key === " " && ctrlKey) {
    toggleActive(select);
    return true;
  }
  if ((ctrlKey || metaKey) && key.toLowerCase() === "a") {
    const enabled = optionsOf(select).filter((option) => !optionDisabled(option));
    select[$anchor] = enabled[0];
    select[$active] = enabled.at(-1);
    selectIn(select, (one) => !optionDisabled(one));
  } else {
    return false;
  }
  clock.tree++;
  tellIfOther(select, before);
  return true;
}

/** A key on a select; true if it was one that chooses. */
export function selectKey(select, key, init) {
  if (manyKey(select, key, init)) return true;
  if (init.ctrlKey && !hasAttr(select, "multiple")) return false;
  const enabled = optionsOf(select).filter((option) => !optionDisabled(option));
  const options = optionsOf(select);
  const current = isListBox(select) ? select[$active] ?? selectedOf(select).at(-1) : selectedOf(select)[0];
  const at = current === undefined || current === null ? -1 : options.indexOf(current);
  const after = enabled.filter((option) => options.indexOf(option) > at);
  const before = enabled.filter((option) => options.indexOf(option) < at);
  const isList = isListBox(select);
  let next;
  switch (key) {
    case "ArrowDown":
      next = after[0];
      break;
    case "ArrowUp":
      next = before.at(-1);
      break;
    case "ArrowRight":
      if (isList) return false;
      next = after[0];
      break;
    case "ArrowLeft":
      if (isList) return false;
      next = before.at(-1);
      break;
    case "PageDown":
      next = pageAway(select, current, 1);
      break;
    case "PageUp":
      next = pageAway(select, current, -1);
      break;
    case "Home":
      next = enabled[0];
      break;
    case "End":
      next = enabled.at(-1);
      break;
    default:
      return false;
  }
  if (next === undefined) return true;
  if (hasAttr(select, "multiple")) chooseMany(select, next, init);
  else userChoose(select, next);
  return true;
}
/** Lines of a pop-up list that PageUp and PageDown skip; a list box skips all but one of those it shows. */
const PAGE = 3;

/** The option a page away, or the last one on the way there; groups and disabled options count as lines. */
function pageAway(select, from, direction) {
  const lines = [];
  for (let child = select[$first]; child !== null; child = child[$next]) {
    if (!isHTML(child, "option") && !isHTML(child, "optgroup")) continue;
    lines.push(child);
    if (isHTML(child, "optgroup")) lines.push(...optionsOf(child));
  }
  let skip = isListBox(select) ? displaySize(select) - 1 : PAGE;
  let found;
  for (let at = (from === undefined ? -1 : lines.indexOf(from)) + direction; at >= 0 && at < lines.length; at += direction) {
    skip--;
    if (!isHTML(lines[at], "option") || optionDisabled(lines[at])) continue;
    found = lines[at];
    if (skip <= 0) break;
  }
  return found;
}

const $typed = slot("what was typed at a select"); // {text, time, repeating}
/** Characters typed within this many ms of each other are one beginning of an option's label. */
const TYPING_MS = 1000;

/** Typing ahead: chooses the next option whose label begins with what is typed; one character again and again goes through all. */
export function typeAhead(select, character) {
  if (character === " " && hasAttr(select, "multiple")) {
    toggleActive(select);
    return;
  }
  const time = now();
  const before = select[$typed];
  const fresh = before === undefined || time - before.time > TYPING_MS;
  const text = fresh ? character : before.text + character;
  const repeats = fresh || (before.repeating && character === before.text[0]);
  select[$typed] = { text, time, repeating: repeats };
  const prefix = (repeats ? character : text).toLowerCase();
  const options = optionsOf(select);
  const selected = Math.max(0, options.indexOf(select[$active] ?? selectedOf(select)[0]));
  const from = selected + (prefix.length === 1 ? 1 : 0);
  for (let i = 0; i < options.length; i++) {
    const option = options[(from + i) % options.length];
    if (optionDisabled(option) || !stripAscii(option.label).toLowerCase().startsWith(prefix)) continue;
    userChoose(select, option);
    return;
  }
}

let pressed = null; // {select, before}: a list box the mouse is down in, and what was selected

/** A press on an option of a list box selects; the events come with the release. */
export function pressOption(option, { ctrlKey, metaKey, shiftKey }) {
  const select = selectOf(option);
  if (select === null || !isListBox(select) || optionDisabled(option)) return;
  pressed = { select, before: selectedOf(select) };
  if (hasAttr(select, "multiple") && (ctrlKey || metaKey)) {
    selectIn(select, (one, was) => (one === option ? !was : was));
  } else if (hasAttr(select, "multiple") && shiftKey && select[$anchor] !== undefined) {
    const options = optionsOf(select);
    const [from, to] = [options.indexOf(select[$anchor]), options.indexOf(option)].sort((a, b) => a - b);
    selectIn(select, (one) => options.indexOf(one) >= from && options.indexOf(one) <= to && !optionDisabled(one));
    select[$active] = option;
    clock.tree++;
    return;
  } else {
    choose(select, option);
  }
  select[$active] = option;
  select[$anchor] = option;
  clock.tree++;
}

/** The mouse moved to another option while it is down: that one is selected, or all between in a list of many. */
export function dragOption(option) {
  if (pressed === null || selectOf(option) !== pressed.select || optionDisabled(option)) return;
  const { select } = pressed;
  if (!hasAttr(select, "multiple")) choose(select, option);
  else {
    const options = optionsOf(select);
    const [from, to] = [options.indexOf(select[$anchor] ?? option), options.indexOf(option)].sort((a, b) => a - b);
    selectIn(select, (one) => options.indexOf(one) >= from && options.indexOf(one) <= to && !optionDisabled(one));
  }
  select[$active] = option;
  clock.tree++;
}

export function releaseOption() {
  if (pressed === null) return;
  const { select, before } = pressed;
  pressed = null;
  tellIfOther(select, before);
}
