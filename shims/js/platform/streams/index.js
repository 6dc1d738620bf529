// The modules of streams in the order in which `main.js` installs them.
import * as byteController from "ext:oracade/platform/streams/byte_controller.js";
import * as defaultController from "ext:oracade/platform/streams/default_controller.js";
import * as queue from "ext:oracade/platform/streams/queue.js";
import * as readableStream from "ext:oracade/platform/streams/readable_stream.js";
import * as textStreams from "ext:oracade/platform/streams/text_streams.js";
import * as transfer from "ext:oracade/platform/streams/transfer.js";
import * as transform from "ext:oracade/platform/streams/transform.js";
import * as writable from "ext:oracade/platform/streams/writable.js";

export const modules = [queue, defaultController, byteController, readableStream, writable, transform, textStreams, transfer];
