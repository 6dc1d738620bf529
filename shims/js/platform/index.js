// The platform's modules in the order in which `main.js` installs and starts them.
import * as animation from "ext:oracade/platform/animation/animation.js";
import * as cssAnimations from "ext:oracade/platform/animation/css_animations.js";
import * as animationEffect from "ext:oracade/platform/animation/effect.js";
import { modules as audio } from "ext:oracade/platform/audio/index.js";
import * as blob from "ext:oracade/platform/blob.js";
import * as clock from "ext:oracade/platform/clock.js";
import * as console from "ext:oracade/platform/console.js";
import * as crypto from "ext:oracade/platform/crypto.js";
import * as describe from "ext:oracade/platform/describe.js";
import * as dialogs from "ext:oracade/platform/dialogs.js";
import * as encoding from "ext:oracade/platform/encoding.js";
import * as errors from "ext:oracade/platform/errors.js";
import * as fetch from "ext:oracade/platform/fetch.js";
import * as fonts from "ext:oracade/platform/fonts.js";
import * as formData from "ext:oracade/platform/form_data.js";
import * as headers from "ext:oracade/platform/headers.js";
import { modules as indexedDB } from "ext:oracade/platform/indexeddb/index.js";
import * as images from "ext:oracade/platform/images.js";
import * as location from "ext:oracade/platform/location.js";
import { modules as media } from "ext:oracade/platform/media/index.js";
import * as messaging from "ext:oracade/platform/messaging.js";
import { modules as navigator } from "ext:oracade/platform/navigator/index.js";
import * as observers from "ext:oracade/platform/observers.js";
import * as performance from "ext:oracade/platform/performance.js";
import * as sockets from "ext:oracade/platform/sockets.js";
import * as sharedWorker from "ext:oracade/platform/shared_worker.js";
import * as speech from "ext:oracade/platform/speech.js";
import * as storage from "ext:oracade/platform/storage.js";
import * as stringList from "ext:oracade/platform/string_list.js";
import { modules as streams } from "ext:oracade/platform/streams/index.js";
import * as structuredClone from "ext:oracade/platform/structured_clone.js";
import * as timers from "ext:oracade/platform/timers.js";
import * as url from "ext:oracade/platform/url.js";
import * as viewport from "ext:oracade/platform/viewport.js";
import * as wasm from "ext:oracade/platform/wasm.js";
import * as worker from "ext:oracade/platform/worker.js";
import * as xhr from "ext:oracade/platform/xhr.js";

export const modules = [
  clock, errors, console, timers, performance, structuredClone, url, encoding, ...streams, blob,
  formData, headers, fetch, xhr, storage, crypto, messaging, sockets, location, ...navigator, speech, viewport, dialogs,
  ...audio,
  images, ...media, observers, animationEffect, animation, cssAnimations, fonts, wasm, worker, sharedWorker, describe, stringList, ...indexedDB,
];
