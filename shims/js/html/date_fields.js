// Inputs of dates and times as the user sees them: fields of numbers and names, which keys fill one by one (HTML § 4.10.5.1.7–11 leave
// that to browsers; this is Chromium's, in American English).
import { host } from "ext:oracade/internal.js";
import { getAttr, hasAttr } from "ext:oracade/dom/attributes.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { isActuallyDisabled } from "ext:oracade/html/controls.js";
import { numberOf, stepOf } from "ext:oracade/html/input_value.js";

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const HALVES = ["AM", "PM"];
const TYPES = new Set(["date", "time", "month", "week", "datetime-local"]);
const LAST_YEAR = 275760;
/** Letters typed within this many ms of each other are one beginning of a name. */
const TYPING_MS = 1000;

const $fields = Symbol("fields of a date or time");

export const hasFields = (input) => TYPES.has(input.type);

/** What a field is: limits, how it is shown empty, what stands in front of it. */
const KINDS = {
  month: { min: 1, max: 12, digits: 2, empty: "mm" },
  day: { min: 1, max: 31, digits: 2, empty: "dd" },
  year: { min: 1, max: LAST_YEAR, digits: 4, empty: "yyyy" },
  week: { min: 1, max: 53, digits: 2, empty: "--" },
  hour: { min: 1, max: 12, digits: 2, empty: "--" },
  minute: { min: 0, max: 59, digits: 2, empty: "--" },
  second: { min: 0, max: 59, digits: 2, empty: "--" },
  milli: { min: 0, max: 999, digits: 3, empty: "---" },
  half: { min: 0, max: 1, names: HALVES, empty: "--" },
  name: { min: 1, max: 12, names: MONTHS, empty: "---------" },
};

/** The fields of an input, as [what stands before, kind]. */
function patternOf(input) {
  const date = [["", "month"], ["/", "day"], ["/", "year"]];
  switch (input.type) {
    case "date":
      return date;
    case "month":
      return [["", "name"], [" ", "year", "----"]];
    case "week":
      return [["Week ", "week"], [", ", "year", "----"]];
    case "time":
      return timePattern(input, "");
    default:
      return [...date, ...timePattern(input, ", ")];
  }
}

/** Seconds are shown where the step or the value has them. */
function timePattern(input, lead) {
  const step = stepOf(input);
  const number = numberOf(input.type, input.value);
  const has = (unit) => (step !== null && step % unit !== 0) || (!Number.isNaN(number) && number % unit !== 0);
  const pattern = [[lead, "hour"], [":", "minute"]];
  if (has(60000)) pattern.push([":", "second"]);
  if (has(1000)) pattern.push([".", "milli"]);
  pattern.push([" ", "half"]);
  return pattern;
}

/** The fields' values that a value means. */
function valuesOf(type, value) {
  const number = numberOf(type, value);
  if (Number.isNaN(number)) return {};
  if (type === "month") {
    const [year, month] = value.split("-").map(Number);
    return { year, name: month };
  }
  if (type === "week") {
    const [year, week] = value.split("-W").map(Number);
    return { year, week };
  }
  const values = {};
  if (type !== "time") [values.year, values.month, values.day] = value.split(/[T ]/)[0].split("-").map(Number);
  if (type !== "date") {
    const ms = ((number % 86400000) + 86400000) % 86400000;
    const hour = Math.floor(ms / 3600000);
    values.hour = hour % 12 === 0 ? 12 : hour % 12;
    values.half = hour < 12 ? 0 : 1;
    values.minute = Math.floor(ms / 60000) % 60;
    values.second = Math.floor(ms / 1000) % 60;
    values.milli = ms % 1000;
  }
  return values;
}

/** Narrower limits from `min` and `max`: years, and months or days within one year or month. */
function limitsOf(input, kind) {
  const { min, max } = KINDS[kind];
  const low = valuesOf(input.type, getAttr(input, "min") ?? "");
  const high = valuesOf(input.type, getAttr(input, "max") ?? "");
  if (kind === "year") return { min: low.year ?? min, max: high.year ?? max };
  const sameYear = low.year !== undefined && low.year === high.year;
  if (!sameYear) return { min, max };
  if (kind === "month" || kind === "name" || kind === "week") return { min: low[kind] ?? min, max: high[kind] ?? max };
  if (kind === "day" && low.month === high.month) return { min: low.day, max: high.day };
  return { min, max };
}

/** The input's fields; made anew when something else than keys has set its value. */
function stateOf(input) {
  const { type, value } = input;
  let state = input[$fields];
  if (state === undefined || state.type !== type || state.value !== value) {
    const values = valuesOf(type, value);
    state = input[$fields] = {
      type, value, typed: "", time: -Infinity, at: state?.type === type ? state.at : 0,
      fields: patternOf(input).map(([lead, kind, empty]) => ({ lead, kind, empty: empty ?? KINDS[kind].empty, value: values[kind] ?? null })),
    };
    state.at = Math.min(state.at, state.fields.length);
  }
  return state;
}

function shown({ kind, value, empty }) {
  if (value === null) return empty;
  const { names, digits } = KINDS[kind];
  return names === undefined ? `${value}`.padStart(digits, "0") : names[kind === "name" ? value - 1 : value];
}

/** The text of the whole input. */
export function fieldsText(input) {
  return stateOf(input).fields.map((field) => field.lead + shown(field)).join("");
}

/** Whether some but not all fields are filled in, or all of them with what is no date. */
export function isHalfFilled(input) {
  return input.value === "" && stateOf(input).fields.some(({ value }) => value !== null);
}

/** What the fields say together; "" where one is empty. */
function compose(type, fields) {
  const values = {};
  for (const { kind, value } of fields) {
    if (value === null) return "";
    values[kind] = value;
  }
  const pad = (number, digits = 2) => `${number}`.padStart(digits, "0");
  if (type === "month") return `${pad(values.year, 4)}-${pad(values.name)}`;
  if (type === "week") return `${pad(values.year, 4)}-W${pad(values.week)}`;
  const date = type === "time" ? "" : `${pad(values.year, 4)}-${pad(values.month)}-${pad(values.day)}`;
  if (type === "date") return date;
  let time = `${pad((values.hour % 12) + 12 * values.half)}:${pad(values.minute)}`;
  const milli = values.milli ?? 0;
  if (values.second !== undefined && (values.second !== 0 || milli !== 0)) time += `:${pad(values.second)}`;
  if (milli !== 0) time += `.${pad(milli, 3)}`;
  return type === "time" ? time : `${date}T${time}`;
}

/** A field got another value: the input's follows, with its events. */
function setField(input, state, field, value) {
  field.value = value;
  const old = input.value;
  host.setFieldsValue(input, compose(state.type, state.fields));
  state.value = input.value;
  input[$fields] = state;
  if (state.value === old) return;
  fire(input, "input", { bubbles: true, composed: true });
  fire(input, "change", { bubbles: true });
}

const isMutable = (input) => !hasAttr(input, "readonly") && !isActuallyDisabled(input);

/** Where stepping begins in an empty field. */
function first(kind, limits, direction) {
  if (kind === "year") return Math.min(limits.max, Math.max(limits.min, new Date().getUTCFullYear()));
  return direction > 0 ? limits.min : limits.max;
}

function stepField(input, state, field, direction) {
  const limits = limitsOf(input, field.kind);
  let value = field.value === null ? first(field.kind, limits, direction) : field.value + direction;
  if (value < limits.min || value > limits.max) value = direction > 0 ? limits.min : limits.max;
  state.typed = "";
  if (value !== field.value) setField(input, state, field, value);
}

/** A key that moves between fields or changes one; true if it was one. */
export function fieldsKey(input, key) {
  const state = stateOf(input);
  const field = state.fields[state.at];
  switch (key) {
    case "ArrowLeft":
      if (state.at > 0) goTo(state, state.at - 1);
      return true;
    case "ArrowRight":
      if (state.at + 1 < state.fields.length) goTo(state, state.at + 1);
      return true;
    case "ArrowUp":
    case "ArrowDown":
      if (field !== undefined && isMutable(input)) stepField(input, state, field, key === "ArrowUp" ? 1 : -1);
      return true;
    case "Backspace":
    case "Delete":
      state.typed = "";
      if (field !== undefined && field.value !== null && isMutable(input)) setField(input, state, field, null);
      return true;
    default:
      return false;
  }
}

function goTo(state, index) {
  state.at = index;
  state.typed = "";
}

/** A character typed at the field that has the caret. */
export function typeField(input, character, time) {
  const state = stateOf(input);
  const field = state.fields[state.at];
  if (field === undefined || !isMutable(input)) return;
  const { names } = KINDS[field.kind];
  if (names !== undefined) {
    state.typed = time - state.time > TYPING_MS ? character : state.typed + character;
    state.time = time;
    const index = names.findIndex((name) => name.toLowerCase().startsWith(state.typed.toLowerCase()));
    if (index >= 0) setField(input, state, field, field.kind === "name" ? index + 1 : index);
    return;
  }
  if (!/^[0-9]$/.test(character)) return;
  const { min, max } = KINDS[field.kind];
  const limits = limitsOf(input, field.kind);
  const longest = `${limits.max}`.length;
  if (state.typed.length >= longest) state.typed = state.typed.slice(1);
  state.typed += character;
  const number = +state.typed;
  const full = state.typed.length >= longest || number * 10 > limits.max;
  setField(input, state, field, number >= min ? Math.min(number, max) : null);
  if (full && state.at + 1 < state.fields.length) goTo(state, state.at + 1);
}

/** Tab from field to field, and to the button behind them; false if it leaves the input. */
export function fieldsTab(input, backward) {
  const state = stateOf(input);
  const next = state.at + (backward ? -1 : 1);
  if (next < 0 || next > state.fields.length) return false;
  goTo(state, next);
  return true;
}

/** The input got the focus: at its first field, or coming back at the button behind the last. */
export function fieldsFocused(input, backward = false) {
  const state = stateOf(input);
  goTo(state, backward ? state.fields.length : 0);
}

/** A press puts the caret into the field under it. */
export function fieldsPressed(input, x, left, width) {
  const state = stateOf(input);
  let edge = left;
  for (let i = 0; i < state.fields.length; i++) {
    const field = state.fields[i];
    edge += width(field.lead) + width(shown(field)) + 2;
    if (x < edge || i + 1 === state.fields.length) {
      goTo(state, i);
      return;
    }
  }
}
