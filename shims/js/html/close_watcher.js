// CloseWatcher (HTML § 6.8.3): a page's own thing that Escape closes.
import { finishInterface } from "ext:oracade/internal.js";
import { EventTarget, fire } from "ext:oracade/dom/event_target.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { onAbort } from "ext:oracade/dom/abort.js";
import { heldOff, mayHoldOff } from "ext:oracade/platform/gesture.js";
import { unwatch, watch } from "ext:oracade/html/top_layer.js";

class CloseWatcher extends EventTarget {
  #active = true;
  #asking = false;
  constructor(options = undefined) {
    super();
    const signal = options?.signal;
    if (signal?.aborted) {
      this.#active = false;
      return;
    }
    if (signal !== undefined) onAbort(signal, () => this.destroy());
    watch(this, () => this.#request(true));
  }
  #request(byUser) {
    if (!this.#active || this.#asking) return;
    this.#asking = true;
    let allowed;
    try {
      allowed = fire(this, "cancel", { cancelable: !byUser || mayHoldOff() });
    } finally {
      this.#asking = false;
    }
    if (allowed) this.close();
    else if (byUser) heldOff();
  }
  requestClose() {
    this.#request(false);
  }
  close() {
    if (!this.#active) return;
    this.#end();
    fire(this, "close");
  }
  destroy() {
    this.#end();
  }
  #end() {
    this.#active = false;
    unwatch(this);
  }
}
finishInterface(CloseWatcher);
handlerAttributes(CloseWatcher.prototype, ["cancel", "close"]);

export const globals = { CloseWatcher };
