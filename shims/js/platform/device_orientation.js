// DeviceOrientationEvent and DeviceMotionEvent (Device Orientation § 6). A desktop has no sensors: as in Chromium, who listens gets
// one event without values.
import { finishInterface, host, illegalConstructor, SECRET } from "ext:oracade/internal.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { Event, eventInterface } from "ext:oracade/dom/event.js";

const angle = (value) => (value === undefined || value === null ? null : +value);

const DeviceOrientationEvent = eventInterface("DeviceOrientationEvent", Event, { alpha: angle, beta: angle, gamma: angle, absolute: false });

/** Values for the axes of a DeviceMotionEvent. */
function axes(name, keys) {
  const cls = {
    [name]: class {
      constructor(secret, values) {
        if (secret !== SECRET) illegalConstructor(name);
        Object.defineProperty(this, SECRET, { value: Object.fromEntries(keys.map((key) => [key, angle(values?.[key])])) });
      }
    },
  }[name];
  for (const key of keys) {
    const accessor = Object.getOwnPropertyDescriptor({
      get [key]() {
        return this[SECRET][key];
      },
    }, key);
    Object.defineProperty(cls.prototype, key, { get: accessor.get, enumerable: true, configurable: true });
  }
  return finishInterface(cls, name);
}
const DeviceMotionEventAcceleration = axes("DeviceMotionEventAcceleration", ["x", "y", "z"]);
const DeviceMotionEventRotationRate = axes("DeviceMotionEventRotationRate", ["alpha", "beta", "gamma"]);

const acceleration = (value) => (value === undefined || value === null ? null : new DeviceMotionEventAcceleration(SECRET, value));
const DeviceMotionEvent = eventInterface("DeviceMotionEvent", Event, {
  acceleration,
  accelerationIncludingGravity: acceleration,
  rotationRate: (value) => (value === undefined || value === null ? null : new DeviceMotionEventRotationRate(SECRET, value)),
  interval: 0,
});

for (const cls of [DeviceOrientationEvent, DeviceMotionEvent]) {
  Object.defineProperty(cls, "requestPermission", {
    value: async function requestPermission() {
      return "granted";
    },
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

const NOTHING = {
  devicemotion: [{ acceleration: {}, accelerationIncludingGravity: {}, rotationRate: {}, interval: 16 }, DeviceMotionEvent],
  deviceorientation: [{ absolute: false }, DeviceOrientationEvent],
  deviceorientationabsolute: [{ absolute: true }, DeviceOrientationEvent],
};

/** The first listener of a type on the window. */
host.windowListens = (type) => {
  if (!Object.hasOwn(NOTHING, type)) return;
  const [init, Class] = NOTHING[type];
  host.queueTaskAfter(16, () => fire(globalThis, type, init, Class));
};

export const globals = { DeviceMotionEvent, DeviceMotionEventAcceleration, DeviceMotionEventRotationRate, DeviceOrientationEvent };
