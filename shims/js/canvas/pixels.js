// Pixel manipulation of 2D contexts (HTML § 4.12.5.1.16).
import { ops } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { allocate, imageData, imageDataOf, imageSettings, unormBytes } from "ext:oracade/canvas/image_data.js";
import { enforceLong, need } from "ext:oracade/platform/idl.js";

const { abs } = Math;

/** Adds the methods to a class; `access` reaches its private parts. */
export function pixelMethods(cls, access) {
  const { name } = cls;
  const members = {
    createImageData(width, height = undefined, settings = undefined) {
      const recorder = access.recorder(this);
      need(1, arguments.length, "createImageData", name);
      const where = `Failed to execute 'createImageData' on '${name}'`;
      if (arguments.length === 1) {
        const other = imageDataOf(width);
        if (other === undefined) throw new TypeError(`${where}: parameter 1 is not of type 'ImageData'.`);
        const { colorSpace, pixelFormat } = other;
        return imageData(other.width, other.height, allocate(other.width, other.height, where, pixelFormat), colorSpace, pixelFormat);
      }
      const w = abs(enforceLong(width, where));
      const h = abs(enforceLong(height, where));
      const { colorSpace, pixelFormat } = imageSettings(settings, where, recorder.p3 ? "display-p3" : "srgb");
      if (w === 0) fail("IndexSizeError", `${where}: The source width is zero or not a number.`);
      if (h === 0) fail("IndexSizeError", `${where}: The source height is zero or not a number.`);
      return imageData(w, h, allocate(w, h, where, pixelFormat), colorSpace, pixelFormat);
    },

    getImageData(sx, sy, sw, sh, settings = undefined) {
      need(4, arguments.length, "getImageData", name);
      const where = `Failed to execute 'getImageData' on '${name}'`;
      sx = enforceLong(sx, where);
      sy = enforceLong(sy, where);
      sw = enforceLong(sw, where);
      sh = enforceLong(sh, where);
      const recorder = access.recorder(this);
      const { colorSpace, pixelFormat } = imageSettings(settings, where, recorder.p3 ? "display-p3" : "srgb");
      if (sw === 0) fail("IndexSizeError", `${where}: The source width is 0.`);
      if (sh === 0) fail("IndexSizeError", `${where}: The source height is 0.`);
      if (sw < 0) {
        sx += sw;
        sw = -sw;
      }
      if (sh < 0) {
        sy += sh;
        sh = -sh;
      }
      const data = allocate(sw, sh, where);
      recorder.flush();
      ops.op_canvas_read(recorder.handle, sx, sy, sw, sh, colorSpace === "display-p3", new Uint8Array(data.buffer));
      if (pixelFormat === "rgba-unorm8") return imageData(sw, sh, data, colorSpace);
      const floats = allocate(sw, sh, where, pixelFormat);
      for (let i = 0; i < floats.length; i++) floats[i] = data[i] / 255;
      return imageData(sw, sh, floats, colorSpace, pixelFormat);
    },

    putImageData(image, dx, dy, dirtyX = undefined, dirtyY = undefined, dirtyWidth = undefined, dirtyHeight = undefined) {
      need(3, arguments.length, "putImageData", name);
      const parts = imageDataOf(image);
      const where = `Failed to execute 'putImageData' on '${name}'`;
      const count = arguments.length;
      if (count > 3 && count < 7) throw new TypeError(`${where}: Overload resolution failed.`);
      if (parts === undefined) throw new TypeError(`${where}: parameter 1 is not of type 'ImageData'.`);
      dx = enforceLong(dx, where);
      dy = enforceLong(dy, where);
      const { data, width, height, colorSpace } = parts;
      if (data.length === 0) fail("InvalidStateError", `${where}: The source data has been detached.`);
      let [x, y, w, h] = [0, 0, width, height];
      if (count >= 7) {
        [x, y, w, h] = [dirtyX, dirtyY, dirtyWidth, dirtyHeight].map((value) => enforceLong(value, where));
        if (w < 0) {
          x += w;
          w = -w;
        }
        if (h < 0) {
          y += h;
          h = -h;
        }
        if (x < 0) {
          w += x;
          x = 0;
        }
        if (y < 0) {
          h += y;
          y = 0;
        }
        w = Math.min(w, width - x);
        h = Math.min(h, height - y);
        if (w <= 0 || h <= 0) return;
      }
      const recorder = access.recorder(this);
      recorder.room(0);
      recorder.flush();
      recorder.solid = false;
      const bytes = unormBytes(parts);
      ops.op_canvas_put(recorder.handle, dx, dy, width, height, colorSpace === "display-p3", new Uint32Array([x, y, w, h]), bytes);
    },
  };
  Object.defineProperties(cls.prototype, Object.getOwnPropertyDescriptors(members));
}
