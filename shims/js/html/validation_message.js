// What `validationMessage` says: Chromium's texts, in American English.
import { host } from "ext:oracade/internal.js";
import { getAttr } from "ext:oracade/dom/attributes.js";
import { numberOf } from "ext:oracade/html/input_value.js";
import { $local } from "ext:oracade/dom/slots.js";

const VALID_VALUE = "Please enter a valid value.";

function missing(element, type) {
  if (element[$local] === "select") return "Please select an item in the list.";
  switch (type) {
    case "checkbox":
      return "Please check this box if you want to proceed.";
    case "radio":
      return "Please select one of these options.";
    case "file":
      return "Please select a file.";
    default:
      return "Please fill out this field.";
  }
}

/** Why one address is none. */
function badAddress(address) {
  const at = address.indexOf("@");
  if (at < 0) return `Please include an '@' in the email address. '${address}' is missing an '@'.`;
  const [user, domain] = [address.slice(0, at), address.slice(at + 1)];
  if (user === "") return `Please enter a part followed by '@'. '${address}' is incomplete.`;
  if (domain === "") return `Please enter a part following '@'. '${address}' is incomplete.`;
  const wrong = user.match(/[^\w.!#$%&'*+/=?^`{|}~-]/u);
  if (wrong !== null) return `A part followed by '@' should not contain the symbol '${wrong[0]}'.`;
  const alien = domain.match(/[^a-z0-9.-]/iu);
  if (alien !== null) return `A part following '@' should not contain the symbol '${alien[0]}'.`;
  if (/^\.|\.\.|\.$/.test(domain)) return `'.' is used at a wrong position in '${domain}'.`;
  return "Please enter an email address.";
}

const two = (number) => `${number}`.padStart(2, "0");
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

function clockText(text) {
  const [hour, minute, second] = text.split(":");
  const rest = second === undefined ? "" : `:${second}`;
  return `${hour % 12 || 12}:${minute}${rest}\u202f${hour < 12 ? "AM" : "PM"}`;
}
function dayText(text) {
  const [year, month, day] = text.split("-");
  return `${month}/${day}/${year}`;
}

/** A value as the user would see it. */
function shown(type, text) {
  switch (type) {
    case "date":
      return dayText(text);
    case "time":
      return clockText(text);
    case "month": {
      const [year, month] = text.split("-");
      return `${MONTHS[month - 1]} ${+year}`;
    }
    case "week": {
      const [year, week] = text.split("-W");
      return `Week ${two(+week)}, ${+year}`;
    }
    case "datetime-local": {
      const [day, time] = text.split(/[T ]/);
      return `${dayText(day)}, ${clockText(time)}`;
    }
    default:
      return text;
  }
}

function outOfRange(element, type, tooLarge) {
  const [min, max] = [getAttr(element, "min") ?? "", getAttr(element, "max") ?? ""];
  const [low, high] = [numberOf(type, min), numberOf(type, max)];
  const isTime = type !== "number" && type !== "range";
  if (high < low) {
    if (type === "time") return `Value must be between ${shown(type, min)} and ${shown(type, max)}.`;
    return `Minimum value (${shown(type, min)}) must be less than the maximum value (${shown(type, max)}).`;
  }
  const limit = shown(type, tooLarge ? max : min);
  if (isTime) return `Value must be ${limit} or ${tooLarge ? "earlier" : "later"}.`;
  return `Value must be ${tooLarge ? "less" : "greater"} than or equal to ${limit}.`;
}

function wrongLength(element, tooLong) {
  const length = element.value.length;
  const limit = +getAttr(element, tooLong ? "maxlength" : "minlength");
  const characters = (number) => `${number} character${number === 1 ? "" : "s"}`;
  const now = `(you are currently using ${characters(length)})`;
  return tooLong
    ? `Please shorten this text to ${characters(limit)} or less ${now}.`
    : `Please lengthen this text to ${characters(limit)} or more ${now}.`;
}

function betweenSteps(nearest) {
  if (nearest === null) return VALID_VALUE;
  if (nearest.length === 1) return `${VALID_VALUE} The nearest valid value is ${nearest[0]}.`;
  return `${VALID_VALUE} The two nearest valid values are ${nearest[0]} and ${nearest[1]}.`;
}

/** The message for the first flag that is set. */
export function messageFor(element, flag) {
  const type = element[$local] === "input" ? element.type : "";
  switch (flag) {
    case "valueMissing":
      return missing(element, type);
    case "typeMismatch": {
      if (type === "url") return "Please enter a URL.";
      const addresses = getAttr(element, "multiple") === null ? [element.value] : element.value.split(",");
      return badAddress(addresses.find((one) => !host.isAddress(one)) ?? "");
    }
    case "patternMismatch":
      return "Please match the requested format.";
    case "tooLong":
    case "tooShort":
      return wrongLength(element, flag === "tooLong");
    case "rangeUnderflow":
    case "rangeOverflow":
      return outOfRange(element, type, flag === "rangeOverflow");
    case "stepMismatch":
      return betweenSteps(host.nearestSteps(element));
    default:
      return VALID_VALUE;
  }
}
