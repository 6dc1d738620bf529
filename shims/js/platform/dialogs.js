// Simple dialogs and the window operations that need a window manager (HTML § 8.8, 7.2.2; CSSOM View § 4.1).
import { host, ops } from "ext:oracade/internal.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { defineOperations } from "ext:oracade/platform/idl.js";

/**
 * Nobody sits in front of the page, so a dialog is accepted at once: `alert` returns, `confirm` is true, `prompt` gives its
 * default. Each is in the log.
 */
function dialog(kind, text) {
  ops.op_report("log", `[${kind}] ${text}`);
}

/** A link or form with a target window. */
host.openWindow = (url, target) => {
  const name = `${target}`.toLowerCase();
  if (name === "" || name === "_self" || name === "_top" || name === "_parent") host.navigate(url);
  else ops.op_report("log", `[open] ${url}`);
};

export function install() {
  defineOperations(globalThis, {
    alert(message = "") {
      dialog("alert", `${message}`);
    },
    confirm(message = "") {
      dialog("confirm", `${message}`);
      return true;
    },
    prompt(message = "", value = "") {
      dialog("prompt", `${message}`);
      return `${value}`;
    },
    print() {
      fire(globalThis, "beforeprint");
      fire(globalThis, "afterprint");
    },
    /** A pop-up has nowhere to load from: it is blocked, which a page sees as null. */
    open(url = "", target = "_blank") {
      const name = `${target}`.toLowerCase();
      if (url !== "" && (name === "_self" || name === "_top" || name === "_parent")) {
        host.navigate(`${url}`);
        return globalThis;
      }
      ops.op_report("log", `[open] ${url}`);
      return null;
    },
    /** Scripts may close only windows that scripts opened. */
    close() {
      ops.op_report("warning", "Scripts may close only the windows that were opened by them.");
    },
    stop() {},
    focus() {},
    blur() {},
    moveTo() {},
    moveBy() {},
    resizeTo() {},
    resizeBy() {},
  });
}
