// Invoker commands (HTML § 4.10.6): buttons with `commandfor` and `command`.
import { host, slot } from "ext:oracade/internal.js";
import { getAttr, removeAttr, setAttr } from "ext:oracade/dom/attributes.js";
import { Event, eventInterface } from "ext:oracade/dom/event.js";
import { fire } from "ext:oracade/dom/event_target.js";
import * as tree from "ext:oracade/dom/tree.js";
import { $connected, $local } from "ext:oracade/dom/slots.js";

export const CommandEvent = eventInterface("CommandEvent", Event, { command: "", source: null });

const $target = slot("command element, set by script");
const POPOVER = new Set(["toggle-popover", "show-popover", "hide-popover"]);
const DIALOG = new Set(["show-modal", "close", "request-close"]);

function commandOf(button) {
  const value = getAttr(button, "command");
  if (value === null) return "";
  const lower = value.toLowerCase();
  if (POPOVER.has(lower) || DIALOG.has(lower)) return lower;
  return value.startsWith("--") ? value : "";
}

function targetOf(button) {
  const explicit = button[$target];
  if (explicit !== undefined && explicit !== null) return explicit;
  const id = getAttr(button, "commandfor");
  return id === null ? null : tree.rootOf(button).getElementById?.(id) ?? null;
}

/** Does what a button that was activated commands; false if it has no command. */
export function runCommand(button) {
  const target = targetOf(button);
  const command = target === null ? "" : commandOf(button);
  if (command === "") return false;
  const isDialog = target[$local] === "dialog";
  if (DIALOG.has(command) && !isDialog) return true;
  if (POPOVER.has(command) && getAttr(target, "popover") === null) return true;
  const init = { cancelable: true, composed: true, command, source: button };
  if (!fire(target, "command", init, CommandEvent) || !target[$connected]) return true;
  const isOpen = host.isPopoverOpen(target);
  switch (command) {
    case "toggle-popover":
      if (isOpen) host.hidePopover(target, button);
      else host.showPopover(target, button);
      break;
    case "show-popover":
      if (!isOpen) host.showPopover(target, button);
      break;
    case "hide-popover":
      if (isOpen) host.hidePopover(target, button);
      break;
    case "show-modal":
      if (getAttr(target, "open") === null) host.showModalDialog(target, button);
      break;
    case "close":
      host.closeDialog(target, getAttr(button, "value") ?? undefined, button);
      break;
    case "request-close":
      host.requestCloseDialog(target, getAttr(button, "value") ?? undefined, button);
      break;
  }
  return true;
}

/** Members of HTMLButtonElement. */
export const CommandInvoker = {
  get commandForElement() {
    return targetOf(this);
  },
  set commandForElement(value) {
    this[$target] = value ?? null;
    if (value === null || value === undefined) removeAttr(this, "commandfor");
    else setAttr(this, "commandfor", "");
  },
  get command() {
    return commandOf(this);
  },
  set command(value) {
    setAttr(this, "command", `${value}`);
  },
};

export const globals = { CommandEvent };
