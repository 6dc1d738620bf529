// Canvas elements that have given their control away, and what links them to their OffscreenCanvas (HTML § 4.12.5.3).
//
// Within an agent the element shows the OffscreenCanvas's bitmap itself. From a worker, pixels come through a port: at the end of
// each of the worker's frames in which something was drawn.
import { addFrameStep, host, ops, wantStep } from "ext:oracade/internal.js";
import { addListener } from "ext:oracade/dom/event_target.js";
import { Pin } from "ext:oracade/canvas/recorder.js";
import { newChannel, postTo, startOf, transferPort } from "ext:oracade/platform/messaging.js";

/** Links that have something to show in this frame. */
const changed = new Set();

/** To a canvas element of this agent; `show(recorder)` is the element's. */
export class LocalLink {
  constructor(show, receive) {
    this.show = show;
    this.receive = receive;
  }
  bind(recorder) {
    this.show(recorder);
  }
  resized(recorder) {
    this.show(recorder);
  }
  /** Leaves for another agent; the port it goes on with. */
  leave(ports) {
    const { port1, port2 } = newChannel();
    const { receive } = this;
    addListener(port1, "message", ({ data }) => receive(data));
    startOf(port1);
    return transferPort(port2, ports);
  }
}

/** To a canvas element of another agent. */
export class RemoteLink {
  #recorder = null;
  constructor(port) {
    this.port = port;
  }
  bind(recorder) {
    this.#recorder = recorder;
    this.#watch();
  }
  resized() {
    this.#changed();
  }
  leave(ports) {
    return transferPort(this.port, ports);
  }
  #watch() {
    this.#recorder.watch(() => this.#changed());
  }
  #changed() {
    changed.add(this);
    wantStep(commitStep);
    host.requestFrame();
  }
  /** Sends the bitmap as it is. */
  commit() {
    const { width, height } = this.#recorder;
    const data = new Uint8Array(width * height * 4);
    this.#recorder.flush();
    ops.op_canvas_read(this.#recorder.handle, 0, 0, width, height, false, data);
    postTo(this.port, { width, height, data });
    this.#watch();
  }
}

/** Draws pixels that came from another agent over the whole of a bitmap. */
export function showPixels(recorder, { width, height, data }) {
  if (recorder.width !== width || recorder.height !== height) recorder.resize(width, height);
  const handle = ops.op_canvas_image_from_data(width, height, false, data);
  if (handle === 0) return;
  const pin = new Pin(handle);
  recorder.drop();
  recorder.room(16);
  recorder.put(18, recorder.pin(pin), 0, 0, width, height, 0, 0, width, height);
  recorder.flush();
  pin.drop();
}

const commitStep = addFrameStep(75, () => {
  for (const link of changed) link.commit();
  changed.clear();
});
