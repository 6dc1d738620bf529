// CanvasRenderingContext2D and OffscreenCanvasRenderingContext2D (HTML § 4.12.5.1, § 4.12.5.3.2).
import { finishInterface, host, illegalConstructor, ops, SECRET } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { Element } from "ext:oracade/dom/element.js";
import { $connected, $id } from "ext:oracade/dom/slots.js";
import { stateAttributes } from "ext:oracade/canvas/attributes.js";
import { matrix2d, matrixOf } from "ext:oracade/canvas/matrix.js";
import { pathMethods, PathWords, VERB } from "ext:oracade/canvas/path2d.js";
import { DIRTY, OP, Pin, Recorder } from "ext:oracade/canvas/recorder.js";
import { imageSource } from "ext:oracade/canvas/sources.js";
import { State } from "ext:oracade/canvas/state.js";
import { CanvasGradient, CanvasPattern, GRADIENT, parseColor, styleOf } from "ext:oracade/canvas/styles.js";
import { hitMethods, path2d, pathAndRule } from "ext:oracade/canvas/hit.js";
import { pixelMethods } from "ext:oracade/canvas/pixels.js";
import { textMethods } from "ext:oracade/canvas/text_methods.js";
import { need } from "ext:oracade/platform/idl.js";

const isFinite = Number.isFinite;
const finite = (sum) => sum - sum === 0;
const { fround } = Math;
/** Largest number of single precision, in which Chromium takes the numbers of transforms. */
const SINGLE = 3.4028234663852886e38;

function single(value) {
  const rounded = fround(value);
  return rounded > SINGLE ? SINGLE : rounded < -SINGLE ? -SINGLE : rounded;
}

/** What a drawing depends on. */
const PAINT = DIRTY.TRANSFORM | DIRTY.BLEND | DIRTY.SHADOW | DIRTY.FILTER | DIRTY.CLIP;
const FILL = PAINT | DIRTY.FILL;
const STROKE = PAINT | DIRTY.STROKE | DIRTY.LINE;
const IMAGE = PAINT | DIRTY.SMOOTHING;
const CLEAR = DIRTY.TRANSFORM | DIRTY.CLIP;

/** Most states that save() keeps. */
const STACK_LIMIT = 1 << 17;

/** Makes one of the two context classes. */
function contextClass(name) {
  const cls = {
    [name]: class {
      #canvas;
      #s = new State();
      #stack = [];
      #r;
      #path = new PathWords();
      /** Transform under which the path's next segment would be read. */
      #pathMatrix = [1, 0, 0, 1, 0, 0];
      #settings;

      constructor(secret, canvas, width, height, settings) {
        if (secret !== SECRET) illegalConstructor();
        this.#canvas = canvas;
        this.#settings = settings;
        this.#r = new Recorder(width, height, !settings.alpha, settings.colorSpace === "display-p3");
      }

      get canvas() {
        return this.#canvas;
      }

      getContextAttributes() {
        const { alpha, colorSpace, desynchronized, willReadFrequently } = this.#settings;
        return {
          alpha,
          colorSpace,
          colorType: "unorm8",
          desynchronized,
          toneMapping: { mode: "standard" },
          willReadFrequently,
        };
      }

      isContextLost() {
        this.#r;
        return false;
      }

      // ------------------------------------------------------------------------------------------------------- state

      save() {
        if (this.#stack.length < STACK_LIMIT) this.#stack.push(new State(this.#s));
      }

      restore() {
        if (this.#stack.length === 0) return;
        this.#s = this.#stack.pop();
        this.#r.dirty = DIRTY.ALL;
      }

      reset() {
        this.#initial();
        this.#r.drop();
      }

      #initial() {
        this.#s = new State();
        this.#stack.length = 0;
        this.#path.clear();
        this.#pathMatrix = [1, 0, 0, 1, 0, 0];
        this.#r.dirty = DIRTY.ALL;
      }

      // --------------------------------------------------------------------------------------------------- transform

      scale(x, y) {
        if (arguments.length < 2) need(2, arguments.length, "scale", name);
        x = +x;
        y = +y;
        if (!finite(x + y)) return;
        x = single(x);
        y = single(y);
        const s = this.#s;
        s.a *= x;
        s.b *= x;
        s.c *= y;
        s.d *= y;
        this.#r.dirty |= DIRTY.TRANSFORM;
      }

      rotate(angle) {
        if (arguments.length < 1) need(1, arguments.length, "rotate", name);
        angle = +angle;
        if (!finite(angle)) return;
        const s = this.#s;
        const sin = Math.sin(angle);
        const cos = Math.cos(angle);
        const { a, b, c, d } = s;
        s.a = a * cos + c * sin;
        s.b = b * cos + d * sin;
        s.c = c * cos - a * sin;
        s.d = d * cos - b * sin;
        this.#r.dirty |= DIRTY.TRANSFORM;
      }

      translate(x, y) {
        if (arguments.length < 2) need(2, arguments.length, "translate", name);
        x = +x;
        y = +y;
        if (!finite(x + y)) return;
        x = single(x);
        y = single(y);
        const s = this.#s;
        s.e += s.a * x + s.c * y;
        s.f += s.b * x + s.d * y;
        this.#r.dirty |= DIRTY.TRANSFORM;
      }

      transform(a, b, c, d, e, f) {
        if (arguments.length < 6) need(6, arguments.length, "transform", name);
        a = +a;
        b = +b;
        c = +c;
        d = +d;
        e = +e;
        f = +f;
        if (!finite(a + b + c + d + e + f)) return;
        a = single(a);
        b = single(b);
        c = single(c);
        d = single(d);
        e = single(e);
        f = single(f);
        const s = this.#s;
        this.#set(
          s.a * a + s.c * b,
          s.b * a + s.d * b,
          s.a * c + s.c * d,
          s.b * c + s.d * d,
          s.a * e + s.c * f + s.e,
          s.b * e + s.d * f + s.f,
        );
      }

      setTransform(a = undefined, b = undefined, c = undefined, d = undefined, e = undefined, f = undefined) {
        const count = arguments.length;
        if (count >= 6) {
          a = +a;
          b = +b;
          c = +c;
          d = +d;
          e = +e;
          f = +f;
          if (finite(a + b + c + d + e + f)) {
            this.#set(single(a), single(b), single(c), single(d), single(e), single(f));
          }
          return;
        }
        if (count > 1) {
          throw new TypeError(
            `Failed to execute 'setTransform' on '${name}': The provided value is not of type 'DOMMatrixInit'.`,
          );
        }
        const m = matrix2d(a, `Failed to execute 'setTransform' on '${name}'`, "DOMMatrixInit");
        if (m.every(isFinite)) this.#set(...m.map(single));
      }

      resetTransform() {
        this.#set(1, 0, 0, 1, 0, 0);
      }

      getTransform() {
        const { a, b, c, d, e, f } = this.#s;
        return matrixOf(a, b, c, d, e, f);
      }

      #set(a, b, c, d, e, f) {
        const s = this.#s;
        s.a = a;
        s.b = b;
        s.c = c;
        s.d = d;
        s.e = e;
        s.f = f;
        this.#r.dirty |= DIRTY.TRANSFORM;
      }

      #invertible() {
        const { a, b, c, d } = this.#s;
        const det = a * d - b * c;
        return det !== 0 && finite(det);
      }

      // -------------------------------------------------------------------------------------------------- styles

      get fillStyle() {
        const { fill } = this.#s;
        return fill.object ?? fill.text;
      }

      set fillStyle(value) {
        const style = this.#style(value, this.#s.fill);
        if (style === null) return;
        this.#s.fill = style;
      }

      get strokeStyle() {
        const { stroke } = this.#s;
        return stroke.object ?? stroke.text;
      }

      set strokeStyle(value) {
        const style = this.#style(value, this.#s.stroke);
        if (style === null) return;
        this.#s.stroke = style;
      }

      /** A style for a value of fillStyle; null if it is to be ignored. Versions tell the recorder of changes. */
      #style(value, now) {
        if (typeof value !== "string") {
          const style = styleOf(value);
          if (style !== undefined) return style;
          value = `${value}`;
        } else if (value === now.text) {
          return null;
        }
        return parseColor(value, this.#currentColor);
      }

      #currentColor = () => {
        const element = this.#canvas;
        if (element[$id] === undefined || !element[$connected]) return "#000000";
        host.flush?.();
        return ops.op_style_computed(element[$id], "", "color") || "#000000";
      };

      createLinearGradient(x0, y0, x1, y1) {
        this.#r;
        if (arguments.length < 4) need(4, arguments.length, "createLinearGradient", name);
        return gradient(name, "createLinearGradient", GRADIENT.LINEAR, [+x0, +y0, +x1, +y1]);
      }

      createRadialGradient(x0, y0, r0, x1, y1, r1) {
        this.#r;
        if (arguments.length < 6) need(6, arguments.length, "createRadialGradient", name);
        const numbers = [+x0, +y0, +r0, +x1, +y1, +r1];
        if ((numbers[2] < 0 || numbers[5] < 0) && allFinite(numbers)) {
          fail("IndexSizeError", `Failed to execute 'createRadialGradient' on '${name}': The r${numbers[2] < 0 ? 0 : 1} provided is less than 0.`);
        }
        return gradient(name, "createRadialGradient", GRADIENT.RADIAL, numbers);
      }

      createConicGradient(startAngle, x, y) {
        this.#r;
        need(3, arguments.length, "createConicGradient", name);
        return gradient(name, "createConicGradient", GRADIENT.CONIC, [+startAngle, +x, +y]);
      }

      createPattern(image, repetition) {
        this.#r;
        need(2, arguments.length, "createPattern", name);
        const where = `Failed to execute 'createPattern' on '${name}'`;
        repetition = repetition === null ? "" : `${repetition}`;
        const index = ["repeat", "repeat-x", "repeat-y", "no-repeat", ""].indexOf(repetition);
        if (index < 0) {
          fail("SyntaxError", `${where}: The provided type ('${repetition}') is not one of 'repeat', 'no-repeat', 'repeat-x', or 'repeat-y'.`);
        }
        const source = imageSource(image, where);
        if (source === null) return null;
        const handle = ops.op_canvas_retain(source.pin().handle);
        const pin = new Pin(handle, ops.op_canvas_guard(handle));
        return new CanvasPattern(SECRET, pin, index !== 2 && index !== 3, index !== 1 && index !== 3);
      }

      // -------------------------------------------------------------------------------------------------- rects

      clearRect(x, y, w, h) {
        if (arguments.length < 4) need(4, arguments.length, "clearRect", name);
        x = +x;
        y = +y;
        w = +w;
        h = +h;
        if (!finite(x + y + w + h) || w === 0 || h === 0) return;
        const r = this.#r;
        if (this.#covers(x, y, w, h)) {
          r.drop();
          return;
        }
        r.solid = false;
        r.sync(this.#s, CLEAR);
        this.#rect(OP.CLEAR_RECT, x, y, w, h);
      }

      fillRect(x, y, w, h) {
        if (arguments.length < 4) need(4, arguments.length, "fillRect", name);
        x = +x;
        y = +y;
        w = +w;
        h = +h;
        if (!finite(x + y + w + h) || w === 0 || h === 0) return;
        const s = this.#s;
        const { fill } = s;
        if (fill.a === 1 && s.alpha === 1 && s.composite === 0 && s.filter.id === 0 && this.#covers(x, y, w, h)) {
          this.#r.drop();
          this.#r.solid = true;
        }
        this.#r.sync(s, FILL);
        this.#rect(OP.FILL_RECT, x, y, w, h);
      }

      strokeRect(x, y, w, h) {
        if (arguments.length < 4) need(4, arguments.length, "strokeRect", name);
        x = +x;
        y = +y;
        w = +w;
        h = +h;
        if (!finite(x + y + w + h) || (w === 0 && h === 0)) return;
        this.#r.sync(this.#s, STROKE);
        this.#rect(OP.STROKE_RECT, x, y, w, h);
      }

      #rect(op, x, y, w, h) {
        const r = this.#r;
        r.room(5);
        const { words, n } = r;
        words[n] = op;
        words[n + 1] = x;
        words[n + 2] = y;
        words[n + 3] = w;
        words[n + 4] = h;
        r.n = n + 5;
      }

      /** True if a rectangle covers the whole bitmap and no clip is in force. */
      #covers(x, y, w, h) {
        const s = this.#s;
        if (s.clip !== null || s.b !== 0 || s.c !== 0) return false;
        const x0 = s.a * x + s.e;
        const y0 = s.d * y + s.f;
        const x1 = x0 + s.a * w;
        const y1 = y0 + s.d * h;
        const r = this.#r;
        return (x0 < x1 ? x0 <= 0 && x1 >= r.width : x1 <= 0 && x0 >= r.width) &&
          (y0 < y1 ? y0 <= 0 && y1 >= r.height : y1 <= 0 && y0 >= r.height);
      }

      // --------------------------------------------------------------------------------------------------- paths

      /** The current path, ready for a segment under the current transform. */
      static pathOf(context) {
        const s = context.#s;
        const m = context.#pathMatrix;
        const path = context.#path;
        if (m[0] !== s.a || m[1] !== s.b || m[2] !== s.c || m[3] !== s.d || m[4] !== s.e || m[5] !== s.f) {
          m[0] = s.a;
          m[1] = s.b;
          m[2] = s.c;
          m[3] = s.d;
          m[4] = s.e;
          m[5] = s.f;
          path.six(VERB.TRANSFORM, s.a, s.b, s.c, s.d, s.e, s.f);
        }
        return path;
      }

      beginPath() {
        this.#path.clear();
        const m = this.#pathMatrix;
        m[0] = m[3] = 1;
        m[1] = m[2] = m[4] = m[5] = 0;
      }

      #add(op, rule, path, relative) {
        const r = this.#r;
        const count = path.n;
        r.room(count + 4);
        const { words } = r;
        let n = r.n;
        words[n++] = op;
        if (rule !== null) words[n++] = rule;
        words[n++] = relative;
        words[n++] = count;
        const from = path.words;
        if (count < 64) {
          for (let i = 0; i < count; i++) words[n++] = from[i];
        } else {
          words.set(path.view(), n);
          n += count;
        }
        r.n = n;
      }

      fill(first = undefined, second = undefined) {
        const [path, rule] = pathAndRule(name, first, second, "fill");
        if (!this.#invertible()) return;
        this.#r.sync(this.#s, FILL);
        this.#add(OP.FILL, rule, path ?? this.#path, path === undefined ? 0 : 1);
      }

      stroke(path = undefined) {
        const other = arguments.length === 0 ? undefined : path2d(name, path, "stroke");
        if (!this.#invertible()) return;
        this.#r.sync(this.#s, STROKE);
        this.#add(OP.STROKE, null, other ?? this.#path, other === undefined ? 0 : 1);
      }

      clip(first = undefined, second = undefined) {
        const [path, rule] = pathAndRule(name, first, second, "clip");
        const s = this.#s;
        const words = new PathWords();
        // Clips are kept in the bitmap's own space: a later transform must not move them.
        if (path !== undefined) words.append(path, [s.a, s.b, s.c, s.d, s.e, s.f]);
        const own = this.#path.view().slice();
        s.clip = {
          parent: s.clip,
          depth: s.clip === null ? 1 : s.clip.depth + 1,
          evenOdd: rule,
          words: path !== undefined ? words.view() : own,
        };
        this.#r.dirty |= DIRTY.CLIP;
      }

      drawFocusIfNeeded(first, second = undefined) {
        this.#r;
        const count = arguments.length;
        need(1, count, "drawFocusIfNeeded", name);
        if (count > 1) path2d(name, first, "drawFocusIfNeeded");
        if (!((count > 1 ? second : first) instanceof Element)) {
          throw new TypeError(`Failed to execute 'drawFocusIfNeeded' on '${name}': parameter ${count > 1 ? 2 : 1} is not of type 'Element'.`);
        }
      }

      // --------------------------------------------------------------------------------------------------- images

      drawImage(image, ...v) {
        const count = v.length;
        const where = `Failed to execute 'drawImage' on '${name}'`;
        if (count !== 2 && count !== 4 && count < 8) {
          if (count < 2) need(3, count + 1, "drawImage", name);
          throw new TypeError(`${where}: Overload resolution failed.`);
        }
        for (let i = 0; i < count; i++) v[i] = +v[i];
        const source = imageSource(image, where);
        if (source === null) return;
        const { width, height } = source;
        let sx = 0;
        let sy = 0;
        let sw = width;
        let sh = height;
        let dx = v[0];
        let dy = v[1];
        let dw = width;
        let dh = height;
        if (count === 4) {
          dw = v[2];
          dh = v[3];
        } else if (count >= 8) {
          [sx, sy, sw, sh, dx, dy, dw, dh] = v;
          if (sw < 0) {
            sx += sw;
            sw = -sw;
          }
          if (sh < 0) {
            sy += sh;
            sh = -sh;
          }
        }
        if (!finite(sx + sy + sw + sh + dx + dy + dw + dh)) return;
        if (dw < 0) {
          dx += dw;
          dw = -dw;
        }
        if (dh < 0) {
          dy += dh;
          dh = -dh;
        }
        if (sw === 0 || sh === 0 || dw === 0 || dh === 0) return;
        // The source rectangle is clipped to the picture, the target in proportion.
        const x0 = sx < 0 ? 0 : sx;
        const y0 = sy < 0 ? 0 : sy;
        const x1 = sx + sw > width ? width : sx + sw;
        const y1 = sy + sh > height ? height : sy + sh;
        if (x0 >= x1 || y0 >= y1) return;
        if (x0 !== sx || x1 !== sx + sw) {
          dx += ((x0 - sx) / sw) * dw;
          dw *= (x1 - x0) / sw;
        }
        if (y0 !== sy || y1 !== sy + sh) {
          dy += ((y0 - sy) / sh) * dh;
          dh *= (y1 - y0) / sh;
        }
        const r = this.#r;
        // Held while room is made: that lets go of the picture of this very canvas.
        const pin = source.pin();
        pin.refs++;
        const s = this.#s;
        if (source.solid && s.alpha === 1 && s.composite === 0 && s.filter.id === 0 && this.#covers(dx, dy, dw, dh)) {
          r.drop();
          r.solid = true;
        }
        r.sync(s, IMAGE);
        r.room(10);
        const index = r.pin(pin);
        pin.drop();
        const { words } = r;
        let n = r.n;
        words[n++] = OP.IMAGE;
        words[n++] = index;
        words[n++] = x0;
        words[n++] = y0;
        words[n++] = x1 - x0;
        words[n++] = y1 - y0;
        words[n++] = dx;
        words[n++] = dy;
        words[n++] = dw;
        words[n++] = dh;
        r.n = n;
      }

      // ------------------------------------------------------------------------------------------- for other modules

      static access = {
        recorder: (context) => context.#r,
        path: (context) => context.#path,
        invertible: (context) => context.#invertible(),
        has: (value) => #r in value,
        resize(context, width, height) {
          context.#initial();
          context.#r.resize(width, height);
        },
        state: (context) => context.#s,
        currentColor: (context) => context.#currentColor(),
        isConnected: (canvas) => canvas[$connected],
      };
    },
  }[name];
  const { access, pathOf: wordsOf } = cls;
  delete cls.access;
  delete cls.pathOf;
  pathMethods(cls, wordsOf);
  hitMethods(cls, access);
  pixelMethods(cls, access);
  textMethods(cls, access, { FILL, STROKE });
  stateAttributes(cls, access);
  finishInterface(cls);
  return [cls, access];
}

function allFinite(numbers) {
  for (let i = 0; i < numbers.length; i++) if (!isFinite(numbers[i])) return false;
  return true;
}

function gradient(name, method, kind, numbers) {
  if (!allFinite(numbers)) {
    throw new TypeError(`Failed to execute '${method}' on '${name}': The provided double value is non-finite.`);
  }
  return new CanvasGradient(SECRET, kind, numbers);
}

export const [CanvasRenderingContext2D, elementAccess] = contextClass("CanvasRenderingContext2D");
export const [OffscreenCanvasRenderingContext2D, offscreenAccess] = contextClass("OffscreenCanvasRenderingContext2D");
delete OffscreenCanvasRenderingContext2D.prototype.drawFocusIfNeeded;

const COLOR_SPACES = ["srgb", "display-p3"];

/** Settings of getContext's second argument, members read in the order of Web IDL. */
export function contextSettings(options) {
  const o = (typeof options === "object" && options !== null) || typeof options === "function" ? options : { __proto__: null };
  const { alpha, colorSpace } = o;
  const space = colorSpace === undefined ? "srgb" : enumValue(colorSpace, COLOR_SPACES, "PredefinedColorSpace");
  const { desynchronized, willReadFrequently } = o;
  return {
    alpha: alpha === undefined ? true : !!alpha,
    colorSpace: space,
    desynchronized: !!desynchronized,
    willReadFrequently: !!willReadFrequently,
  };
}

function enumValue(value, values, type) {
  value = `${value}`;
  if (!values.includes(value)) {
    throw new TypeError(`Failed to execute 'getContext' on 'HTMLCanvasElement': Failed to read the 'colorSpace' property from 'CanvasContextCreationAttributesModule': The provided value '${value}' is not a valid enum value of type ${type}.`);
  }
  return value;
}

export const globals = { CanvasRenderingContext2D, OffscreenCanvasRenderingContext2D };
