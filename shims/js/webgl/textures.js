// texImage2D and its kin (WebGL § 5.14.8, WebGL 2 § 3.7.6).
import { ops } from "ext:oracade/internal.js";
import { imageDataOf, unormBytes } from "ext:oracade/canvas/image_data.js";
import { imageSource } from "ext:oracade/canvas/sources.js";
import { classOf, OP } from "ext:oracade/webgl/commands.js";
import { part } from "ext:oracade/webgl/data.js";
import { streamOf } from "ext:oracade/webgl/methods.js";
import { command } from "ext:oracade/webgl/methods.js";

const isView = ArrayBuffer.isView;
const INVALID_VALUE = 0x0501;
const INVALID_OPERATION = 0x0502;

/**
 * Sends `texImage*` or `texSubImage*`: `head` is the words of the command. `data` is null, a view, an offset into the unpack buffer
 * or a source of pixels.
 */
function send(stream, op, head, data, offset, method) {
  if (typeof data === "number") {
    if (!stream.two) throw new TypeError(`Failed to execute '${method}': Overload resolution failed.`);
    const at = words(stream, op, head, 3);
    stream.words[at] = 2;
    stream.long(at + 1, Math.trunc(data));
    return;
  }
  if (data === null || data === undefined) {
    const at = words(stream, op, head, 1);
    stream.words[at] = 0;
    return;
  }
  if (isView(data)) {
    const bytes = part(data, stream.two ? offset : 0, 0);
    if (bytes === null) return stream.error(INVALID_OPERATION);
    const at = words(stream, op, head, 4);
    stream.words[at] = 1;
    stream.words[at + 1] = classOf(data);
    stream.data(at + 2, bytes);
    return;
  }
  sendSource(stream, op, head, data, method);
}

function words(stream, op, head, more) {
  let at = stream.begin(op, head.length + more);
  for (let i = 0; i < head.length; i++) stream.words[at++] = head[i];
  return at;
}

/** Pixels of an ImageData, an image, a canvas, a bitmap or a video. */
function sendSource(stream, op, head, source, method) {
  stream.submit();
  const command = new Uint32Array(head.length + 1);
  command[0] = op | (head.length << 12);
  command.set(head, 1);
  const image = imageDataOf(source);
  if (image !== undefined) {
    ops.op_webgl_upload_straight(stream.id, command, image.width, image.height, unormBytes(image), false);
    return;
  }
  const found = imageSource(source, `Failed to execute '${method}' on '${stream.two ? "WebGL2RenderingContext" : "WebGLRenderingContext"}'`);
  // An image that has not been loaded, a video without a frame.
  if (found === null) return stream.error(INVALID_VALUE);
  // What a bitmap holds is settled when it is made: the unpack parameters have no say (WebGL § 5.14.8).
  const straight = found.straight?.();
  if (straight === undefined) ops.op_webgl_upload(stream.id, command, found.pin().handle, found.isBitmap === true);
  else ops.op_webgl_upload_straight(stream.id, command, found.width, found.height, straight, true);
}

function overloaded(method, stream) {
  const name = stream.two ? "WebGL2RenderingContext" : "WebGLRenderingContext";
  throw new TypeError(`Failed to execute '${method}' on '${name}': Overload resolution failed.`);
}

/** There are no compressed formats; what is no data is refused before that is seen. `more`: an offset follows, so that a number may be one. */
function compressed(context, method, index, data, more) {
  const stream = streamOf(context);
  if (!isView(data) && !(stream.two && (more || typeof data === "number"))) {
    const name = stream.two ? "WebGL2RenderingContext" : "WebGLRenderingContext";
    throw new TypeError(`Failed to execute '${method}' on '${name}': parameter ${index} is not of type 'ArrayBufferView'.`);
  }
  stream.put(OP.compressedTexImage);
}

export const members = {
  texImage2D(target, level, internalformat, ...rest) {
    const stream = streamOf(this);
    if (rest.length < 6 && rest.length !== 3) overloaded("texImage2D", stream);
    if (rest.length === 3) {
      const [format, type, source] = rest;
      if (source === null || source === undefined) {
        overloaded("texImage2D", stream);
      }
      send(stream, OP.texImage, [target, level, internalformat, -1, -1, 1, 0, format, type, 2], source, 0, "texImage2D");
      return;
    }
    const [width, height, border, format, type, data, offset] = rest;
    send(stream, OP.texImage, [target, level, internalformat, width, height, 1, border, format, type, 2], data, offset, "texImage2D");
  },

  texSubImage2D(target, level, x, y, ...rest) {
    const stream = streamOf(this);
    if (rest.length < 5 && rest.length !== 3) overloaded("texSubImage2D", stream);
    if (rest.length === 3) {
      const [format, type, source] = rest;
      if (source === null || source === undefined) {
        overloaded("texSubImage2D", stream);
      }
      send(stream, OP.texSubImage, [target, level, x, y, 0, -1, -1, 1, format, type, 2], source, 0, "texSubImage2D");
      return;
    }
    const [width, height, format, type, data, offset] = rest;
    send(stream, OP.texSubImage, [target, level, x, y, 0, width, height, 1, format, type, 2], data, offset, "texSubImage2D");
  },

  copyTexImage2D: command("copyTexImage2D", "uiuiiiii"),

  copyTexSubImage2D(target, level, xoffset, yoffset, x, y, width, height) {
    streamOf(this).put(OP.copyTexSubImage, target, level, xoffset, yoffset, 0, x, y, width, height);
  },

  compressedTexImage2D(target, level, internalformat, width, height, border, data) {
    compressed(this, "compressedTexImage2D", 7, data, arguments.length > 7);
  },

  compressedTexSubImage2D(target, level, x, y, width, height, format, data) {
    compressed(this, "compressedTexSubImage2D", 8, data, arguments.length > 8);
  },
};

for (const [name, value] of [["texImage2D", 6], ["texSubImage2D", 7]]) {
  Object.defineProperty(members[name], "length", { value, configurable: true });
}

export const members2 = {
  texImage3D(target, level, internalformat, width, height, depth, border, format, type, data, offset = 0) {
    send(streamOf(this), OP.texImage, [target, level, internalformat, width, height, depth, border, format, type, 3], data, offset, "texImage3D");
  },

  texSubImage3D(target, level, x, y, z, width, height, depth, format, type, data, offset = 0) {
    send(streamOf(this), OP.texSubImage, [target, level, x, y, z, width, height, depth, format, type, 3], data, offset, "texSubImage3D");
  },

  texStorage2D(target, levels, internalformat, width, height) {
    streamOf(this).put(OP.texStorage, target, levels, internalformat, width, height, 1, 2);
  },

  texStorage3D(target, levels, internalformat, width, height, depth) {
    streamOf(this).put(OP.texStorage, target, levels, internalformat, width, height, depth, 3);
  },

  copyTexSubImage3D(target, level, xoffset, yoffset, zoffset, x, y, width, height) {
    streamOf(this).put(OP.copyTexSubImage, target, level, xoffset, yoffset, zoffset, x, y, width, height);
  },

  compressedTexImage3D(target, level, internalformat, width, height, depth, border, data) {
    compressed(this, "compressedTexImage3D", 8, data, arguments.length > 8);
  },

  compressedTexSubImage3D(target, level, x, y, z, width, height, depth, format, data) {
    compressed(this, "compressedTexSubImage3D", 10, data, arguments.length > 10);
  },
};
