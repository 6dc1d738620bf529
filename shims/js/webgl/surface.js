// The bitmap of a WebGL canvas: what others draw, capture and encode. Its pixels are taken from the context when somebody looks.
import { ops } from "ext:oracade/internal.js";
import { Pin, Recorder } from "ext:oracade/canvas/recorder.js";

/** Opcode of a picture in the commands of a 2D canvas. */
const IMAGE = 18;

export class Surface extends Recorder {
  #stream;
  /** What the bitmap has, as `op_webgl_changes` counts. */
  #shown = -1;

  constructor(stream, width, height, opaque) {
    super(width, height, opaque);
    this.#stream = stream;
    this.solid = opaque;
  }

  /** Takes the context's pixels if they have changed. */
  #take(read) {
    const stream = this.#stream;
    stream.submit();
    if (stream.lost || (!read && ops.op_webgl_changes(stream.id) === this.#shown)) return;
    const handle = ops.op_webgl_picture(stream.id, read);
    const changes = ops.op_webgl_changes(stream.id);
    if (handle === 0 || changes === this.#shown) return;
    this.#shown = changes;
    const { solid } = this;
    this.drop();
    this.solid = solid;
    this.room(16);
    const pin = new Pin(handle);
    const { width, height } = stream;
    this.put(IMAGE, this.pin(pin), 0, 0, width, height, 0, 0, this.width, this.height);
    super.flush();
    pin.drop();
  }

  flush() {
    this.#take(false);
    super.flush();
  }

  /** A page reads it: a drawing buffer that has been shown is empty. */
  picture() {
    this.#take(true);
    return super.picture();
  }

  resize(width, height) {
    super.resize(width, height);
    this.#stream.resize(width, height);
    this.#shown = -1;
  }

  /** Nothing is left of what was drawn. */
  forget() {
    this.#shown = -1;
    this.drop();
    super.flush();
  }
}
