// Text methods of 2D contexts (HTML § 4.12.5.1.13).
import { DIRTY, OP } from "ext:oracade/canvas/recorder.js";
import { measure, prepareText, rightToLeft } from "ext:oracade/canvas/text.js";
import { need } from "ext:oracade/platform/idl.js";

const { isFinite } = Number;
const finite = (sum) => sum - sum === 0;

/** Adds the methods to a class; `access` reaches its private parts, FILL and STROKE are what drawings depend on. */
export function textMethods(cls, access, { FILL, STROKE }) {
  const { name } = cls;
  const write = (context, stroked, text, x, y, maxWidth) => {
    text = `${text}`;
    const max = maxWidth === undefined ? NaN : +maxWidth;
    if (!finite(x + y) || (maxWidth !== undefined && !(max > 0 && isFinite(max))) || text === "") return;
    const r = access.recorder(context);
    const s = access.state(context);
    const rtl = rightToLeft(context.canvas, s);
    if (r.rtl !== rtl) {
      r.rtl = rtl;
      r.dirty |= DIRTY.TEXT;
    }
    r.sync(s, (stroked === 1 ? STROKE : FILL) | DIRTY.TEXT);
    r.room(6);
    r.put(OP.TEXT, stroked, r.strings.length, x, y, max);
    r.strings.push(prepareText(text));
  };
  const members = {
    measureText(text) {
      need(1, arguments.length, "measureText", name);
      const s = access.state(this);
      return measure(prepareText(`${text}`), s, rightToLeft(this.canvas, s));
    },

    fillText(text, x, y, maxWidth = undefined) {
      if (arguments.length < 3) need(3, arguments.length, "fillText", name);
      write(this, 0, text, +x, +y, maxWidth);
    },

    strokeText(text, x, y, maxWidth = undefined) {
      if (arguments.length < 3) need(3, arguments.length, "strokeText", name);
      write(this, 1, text, +x, +y, maxWidth);
    },
  };
  Object.defineProperties(cls.prototype, Object.getOwnPropertyDescriptors(members));
}
