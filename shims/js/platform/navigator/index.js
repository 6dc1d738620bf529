// Navigator's modules, and those of interfaces near it, in the order in which they are installed.
import * as cookieStore from "ext:oracade/platform/cookie_store.js";
import * as deviceOrientation from "ext:oracade/platform/device_orientation.js";
import * as gamepad from "ext:oracade/platform/gamepad.js";
import * as navigator from "ext:oracade/platform/navigator.js";
import * as clipboard from "ext:oracade/platform/navigator/clipboard.js";
import * as devices from "ext:oracade/platform/navigator/devices.js";
import * as keyboard from "ext:oracade/platform/navigator/keyboard.js";
import * as locks from "ext:oracade/platform/navigator/locks.js";
import * as mediaDevices from "ext:oracade/platform/navigator/media_devices.js";
import * as mediaSession from "ext:oracade/platform/navigator/media_session.js";
import * as permissions from "ext:oracade/platform/navigator/permissions.js";
import * as plugins from "ext:oracade/platform/navigator/plugins.js";
import * as notification from "ext:oracade/platform/notification.js";
import * as scheduler from "ext:oracade/platform/scheduler.js";
import * as windowParts from "ext:oracade/platform/window_parts.js";

export const modules = [
  navigator, clipboard, devices, keyboard, locks, mediaDevices, mediaSession, permissions, plugins, notification, gamepad, scheduler,
  windowParts, deviceOrientation, cookieStore,
];
