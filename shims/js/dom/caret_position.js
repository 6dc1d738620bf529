// caretPositionFromPoint and caretRangeFromPoint (CSSOM View § 5, 5.1).
import { SECRET, finishInterface, host, illegalConstructor, mixin } from "ext:oracade/internal.js";
import { Document, pageDocument } from "ext:oracade/dom/document.js";
import { $local } from "ext:oracade/dom/slots.js";

/** Where in the text a point is. */
class CaretPosition {
  #node;
  #offset;
  constructor(secret, node, offset) {
    if (secret !== SECRET) illegalConstructor();
    this.#node = node;
    this.#offset = offset;
  }
  get offsetNode() {
    return this.#node;
  }
  get offset() {
    return this.#offset;
  }
  getClientRect() {
    const range = pageDocument.createRange();
    if (host.isTextField(this.#node)) return null;
    range.setStart(this.#node, this.#offset);
    return range.getBoundingClientRect();
  }
}
finishInterface(CaretPosition);

function point(args) {
  if (args.length < 2) {
    throw new TypeError(`Failed to execute 'caretPositionFromPoint' on 'Document': 2 arguments required, but only ${args.length} present.`);
  }
  if (!Number.isFinite(+args[0]) || !Number.isFinite(+args[1])) {
    throw new TypeError("Failed to execute 'caretPositionFromPoint' on 'Document': The provided double value is non-finite.");
  }
}

mixin(Document, {
  caretRangeFromPoint(x = 0, y = 0) {
    const place = this === pageDocument ? host.caretAt(+x || 0, +y || 0) : null;
    if (place === null) return null;
    const range = this.createRange();
    // A field's inside is not for scripts: the range is in front of the field.
    const inField = place.node[$local] !== undefined && host.isTextField(place.node);
    if (inField) range.setStartBefore(place.node);
    else range.setStart(place.node, place.offset);
    range.collapse(true);
    return range;
  },
  caretPositionFromPoint(x, y) {
    point(arguments);
    if (this !== pageDocument) return null;
    const place = host.caretAt(+x, +y);
    return place === null ? null : new CaretPosition(SECRET, place.node, place.offset);
  },
});
finishInterface(Document);

export const globals = { CaretPosition };
