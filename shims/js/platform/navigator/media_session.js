// MediaSession and MediaMetadata (Media Session § 5, 7). Nothing shows them.
import { finishInterface, illegalConstructor, SECRET } from "ext:oracade/internal.js";
import { need } from "ext:oracade/platform/idl.js";

class MediaMetadata {
  #values;
  constructor(init = {}) {
    this.#values = { title: "", artist: "", album: "" };
    for (const key of Object.keys(this.#values)) if (init[key] !== undefined) this.#values[key] = `${init[key]}`;
    this.artwork = init.artwork ?? [];
  }
  get title() {
    return this.#values.title;
  }
  set title(value) {
    this.#values.title = `${value}`;
  }
  get artist() {
    return this.#values.artist;
  }
  set artist(value) {
    this.#values.artist = `${value}`;
  }
  get album() {
    return this.#values.album;
  }
  set album(value) {
    this.#values.album = `${value}`;
  }
}
finishInterface(MediaMetadata);

export class MediaSession {
  #metadata = null;
  #state = "none";
  #handlers = new Map();
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
  }
  get metadata() {
    return this.#metadata;
  }
  set metadata(value) {
    if (value !== null && !(value instanceof MediaMetadata)) {
      throw new TypeError("Failed to set the 'metadata' property on 'MediaSession': Failed to convert value to 'MediaMetadata'.");
    }
    this.#metadata = value;
  }
  get playbackState() {
    return this.#state;
  }
  set playbackState(value) {
    if (["none", "paused", "playing"].includes(value)) this.#state = value;
  }
  setActionHandler(action, handler) {
    need(2, arguments.length, "setActionHandler", "MediaSession");
    this.#handlers.set(`${action}`, handler);
  }
  setPositionState() {}
}
finishInterface(MediaSession);

export const globals = { MediaMetadata, MediaSession };
