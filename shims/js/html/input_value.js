// Value sanitising and number conversions of input types (HTML § 4.10.5.1).
import { getAttr, hasAttr } from "ext:oracade/dom/attributes.js";
import { parseFloating } from "ext:oracade/html/reflect.js";
import { stripAscii } from "ext:oracade/internal.js";

const STEPS = { // type → [default step, scale to the number's unit]
  number: [1, 1], range: [1, 1], date: [1, 86400000], month: [1, 1], week: [1, 604800000], time: [60, 1000],
  "datetime-local": [60, 1000],
};

/** True for types with numbers behind their values. */
export function canStep(type) {
  return STEPS[type] !== undefined;
}

const NUMBER = /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?$/;

function dateNumber(text) {
  const match = /^(\d{4,})-(\d\d)-(\d\d)$/.exec(text);
  if (match === null) return NaN;
  const [, year, month, day] = match.map(Number);
  const time = Date.UTC(2000, month - 1, day) + (Date.UTC(year, month - 1, day) - Date.UTC(2000, month - 1, day));
  const date = new Date(time);
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? time : NaN;
}

function timeNumber(text) {
  const match = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?$/.exec(text);
  if (match === null || +match[1] > 23 || +match[2] > 59 || +(match[3] ?? 0) > 59) return NaN;
  return ((+match[1] * 60 + +match[2]) * 60 + +(match[3] ?? 0)) * 1000 + +(match[4] ?? "0").padEnd(3, "0");
}

function weekNumber(text) {
  const match = /^(\d{4,})-W(\d\d)$/.exec(text);
  if (match === null || +match[1] < 1 || +match[2] < 1 || +match[2] > 53) return NaN;
  const january4 = new Date(Date.UTC(+match[1], 0, 4));
  const monday = january4.getTime() - ((january4.getUTCDay() + 6) % 7) * 86400000;
  return monday + (+match[2] - 1) * 604800000;
}

/** The number a value means for a type; NaN if none. */
export function numberOf(type, text) {
  switch (type) {
    case "number":
    case "range":
      return NUMBER.test(text) ? parseFloating(text) : NaN;
    case "date":
      return dateNumber(text);
    case "month": {
      const match = /^(\d{4,})-(\d\d)$/.exec(text);
      return match === null || +match[1] < 1 || +match[2] < 1 || +match[2] > 12 ? NaN : (+match[1] - 1970) * 12 + +match[2] - 1;
    }
    case "week":
      return weekNumber(text);
    case "time":
      return timeNumber(text);
    case "datetime-local": {
      const [date, time] = text.split(/[T ]/);
      return dateNumber(date) + timeNumber(time ?? "");
    }
    default:
      return NaN;
  }
}

/** The value that means a number. */
export function textOf(type, number) {
  const pad = (value, length = 2) => `${value}`.padStart(length, "0");
  const time = (ms) => {
    const seconds = Math.floor(ms / 1000) % 60;
    const fraction = ms % 1000;
    const base = `${pad(Math.floor(ms / 3600000))}:${pad(Math.floor(ms / 60000) % 60)}`;
    if (fraction !== 0) return `${base}:${pad(seconds)}.${pad(fraction, 3)}`;
    return seconds === 0 ? base : `${base}:${pad(seconds)}`;
  };
  switch (type) {
    case "date":
      return new Date(number).toISOString().slice(0, 10);
    case "month":
      return `${pad(1970 + Math.floor(number / 12), 4)}-${pad(((number % 12) + 12) % 12 + 1)}`;
    case "week": {
      const thursday = new Date(number + 3 * 86400000);
      const year = thursday.getUTCFullYear();
      return `${pad(year, 4)}-W${pad(Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / 604800000) + 1)}`;
    }
    case "time":
      return time(((number % 86400000) + 86400000) % 86400000);
    case "datetime-local":
      return `${new Date(number).toISOString().slice(0, 10)}T${time(((number % 86400000) + 86400000) % 86400000)}`;
    default:
      return `${number}`;
  }
}

/** The allowed value step in the number's unit; null for "any". */
export function stepOf(input) {
  const [fallback, scale] = STEPS[input.type];
  const text = getAttr(input, "step");
  if (text !== null && text.toLowerCase() === "any") return null;
  const step = parseFloating(text);
  return (step > 0 ? step : fallback) * scale;
}

export function stepBase(input) {
  const minimum = numberOf(input.type, getAttr(input, "min") ?? "");
  if (!Number.isNaN(minimum)) return minimum;
  const value = numberOf(input.type, getAttr(input, "value") ?? "");
  if (!Number.isNaN(value)) return value;
  return input.type === "week" ? -259200000 : 0;
}

function sanitizeRange(input, text) {
  const bound = (name, fallback) => {
    const number = numberOf("range", getAttr(input, name) ?? "");
    return Number.isNaN(number) ? fallback : number;
  };
  const minimum = bound("min", 0);
  const maximum = Math.max(minimum, bound("max", 100));
  let value = numberOf("range", text);
  if (Number.isNaN(value)) value = minimum + (maximum - minimum) / 2;
  value = Math.min(maximum, Math.max(minimum, value));
  const step = stepOf(input);
  if (step !== null) {
    const base = stepBase(input);
    let steps = Math.round((value - base) / step);
    if (base + steps * step > maximum + 1e-9) steps = Math.floor((maximum - base) / step + 1e-9);
    if (base + steps * step < minimum - 1e-9) steps = Math.ceil((minimum - base) / step - 1e-9);
    const snapped = base + steps * step;
    if (snapped <= maximum + 1e-9) value = +snapped.toPrecision(15);
  }
  return `${value}`;
}

/** A CSS colour in the forms that need no colour table, as #rrggbb; black for anything else. */
function colorOf(text) {
  if (/^#[0-9a-f]{6}$/.test(text)) return text;
  if (/^#[0-9a-f]{3}$/.test(text)) return `#${[...text.slice(1)].map((digit) => digit + digit).join("")}`;
  const rgb = /^rgb\(\s*(\d+)\s*[, ]\s*(\d+)\s*[, ]\s*(\d+)\s*\)$/.exec(text);
  if (rgb === null) return "#000000";
  return `#${rgb.slice(1).map((part) => Math.min(255, +part).toString(16).padStart(2, "0")).join("")}`;
}

/** The value sanitisation algorithm of the input's type. */
export function sanitize(input, text) {
  switch (input.type) {
    case "text":
    case "search":
    case "tel":
    case "password":
      return /[\r\n]/.test(text) ? text.replace(/[\r\n]+/g, "") : text;
    case "email":
      text = text.replace(/[\r\n]+/g, "");
      return hasAttr(input, "multiple") ? text.split(",").map(stripAscii).join(",") : stripAscii(text);
    case "url":
      return stripAscii(text.replace(/[\r\n]+/g, ""));
    case "number":
      return NUMBER.test(text) && Number.isFinite(parseFloat(text)) ? text : "";
    case "range":
      return sanitizeRange(input, text);
    case "color":
      return colorOf(text.trim().toLowerCase());
    case "date":
    case "month":
    case "week":
    case "time":
      return Number.isNaN(numberOf(input.type, text)) ? "" : text;
    case "datetime-local": {
      const number = numberOf(input.type, text);
      return Number.isNaN(number) ? "" : textOf("datetime-local", number);
    }
    default:
      return text;
  }
}
