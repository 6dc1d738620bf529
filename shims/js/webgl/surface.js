// The bitmap of a WebGL canvas: what others draw, capture and encode. Its pixels are taken from the context when somebody looks.
import { ops } from "ext:oracade/internal.js";
import { Pin, Recorder } from "ext:oracade/canvas/recorder.js";

/** Opcode of a picture in the commands of a 2D canvas. */
const IMAGE = 18;

export class Surface extends Recorder {
  #stream;
  /** What the bitmap has, as `op_webgl_changes` counts. */
  #shown = -1;
  /** What a page reads of a drawing buffer that has been shown: nothing. */
  #blank = null;

  constructor(stream, width, height, opaque) {
    super(width, height, opaque);
    this.#stream = stream;
    this.solid = opaque;
  }

  /** Takes the context's pixels if they have changed. */
  #take() {
    const stream = this.#stream;
    stream.submit();
    if (stream.lost || ops.op_webgl_changes(stream.id) === this.#shown) return;
    const handle = ops.op_webgl_picture(stream.id);
    if (handle === 0) return;
    this.#shown = ops.op_webgl_changes(stream.id);
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
    this.#take();
    super.flush();
  }

  #empty() {
    const stream = this.#stream;
    if (!stream.shown) return false;
    stream.submit();
    return ops.op_webgl_empty(stream.id);
  }

  /** What a page reads: a drawing buffer that has been shown is empty, although it is still what the canvas shows (WebGL § 2.2). */
  readable() {
    if (!this.#empty()) return super.readable();
    return (this.#blank ??= new Recorder(this.width, this.height, this.solid));
  }

  picture() {
    if (this.#empty()) return this.readable().picture();
    // What is drawn from now on is another picture.
    this.flush();
    return super.picture();
  }

  taken() {
    this.#stream.present();
  }

  resize(width, height) {
    const anew = this.#stream.resize(width, height);
    if (!anew && width === this.width && height === this.height) return;
    super.resize(width, height);
    this.#blank = null;
    this.#shown = -1;
  }

  /** Nothing is left of what was drawn. */
  forget() {
    this.#shown = -1;
    this.drop();
    super.flush();
  }
}
