// Gamepad, GamepadButton and GamepadHapticActuator (Gamepad § 3–6). Pads exist only as input that is given to the page
// (input/gamepad.js); what a page gets are pictures of their state at a time, a new one after each change.
import { finishInterface, host, illegalConstructor, SECRET } from "ext:oracade/internal.js";
import { need } from "ext:oracade/platform/idl.js";

/** Values read from a record that is kept under a symbol. */
function fields(cls, names) {
  for (const name of names) {
    const accessor = Object.getOwnPropertyDescriptor({
      get [name]() {
        const record = this?.[SECRET];
        if (record === undefined) throw new TypeError("Illegal invocation");
        return record[name];
      },
    }, name);
    Object.defineProperty(cls.prototype, name, { get: accessor.get, enumerable: true, configurable: true });
  }
  finishInterface(cls);
}

export class GamepadButton {
  constructor(secret, record) {
    if (secret !== SECRET) illegalConstructor("GamepadButton");
    Object.defineProperty(this, SECRET, { value: record });
  }
}
fields(GamepadButton, ["pressed", "touched", "value"]);

export class Gamepad {
  constructor(secret, record) {
    if (secret !== SECRET) illegalConstructor("Gamepad");
    Object.defineProperty(this, SECRET, { value: record });
  }
}
fields(Gamepad, ["id", "index", "connected", "timestamp", "mapping", "axes", "buttons", "vibrationActuator"]);

const EFFECTS = ["dual-rumble", "trigger-rumble"];
/** Longest effect in ms. */
const MAX_EFFECT = 5000;

export class GamepadHapticActuator {
  #end = null; // ends the effect that is under way
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor("GamepadHapticActuator");
  }
  get type() {
    void this.#end;
    return "dual-rumble";
  }
  get effects() {
    void this.#end;
    return Object.freeze(["dual-rumble"]);
  }
  /** Nothing shakes, but an effect takes its time, and a new one ends the one before. */
  async playEffect(type, params) {
    const where = "Failed to execute 'playEffect' on 'GamepadHapticActuator'";
    need(2, arguments.length, "playEffect", "GamepadHapticActuator");
    type = `${type}`;
    if (!EFFECTS.includes(type)) throw new TypeError(`${where}: The provided value '${type}' is not a valid enum value of type GamepadHapticEffectType.`);
    if (params !== undefined && params !== null && typeof params !== "object") throw new TypeError(`${where}: The provided value is not of type 'GamepadEffectParameters'.`);
    const number = (key) => {
      const value = Number(params?.[key] ?? 0);
      if (!Number.isFinite(value)) throw new TypeError(`${where}: Failed to read the '${key}' property from 'GamepadEffectParameters': The provided double value is non-finite.`);
      return value;
    };
    const time = Math.trunc(number("duration")) + Math.trunc(number("startDelay"));
    const strengths = ["strongMagnitude", "weakMagnitude", "leftTrigger", "rightTrigger"].map(number);
    if (!(time >= 0 && time <= MAX_EFFECT) || !strengths.every((value) => value >= 0 && value <= 1)) return "invalid-parameter";
    if (type !== "dual-rumble") return "not-supported";
    this.#end?.("preempted");
    const done = Promise.withResolvers();
    const task = host.queueTaskAfter(time, () => this.#end?.("complete"));
    this.#end = (result) => {
      host.cancelTask(task);
      this.#end = null;
      done.resolve(result);
    };
    return await done.promise;
  }
  async reset() {
    this.#end?.("preempted");
    return "complete";
  }
}
finishInterface(GamepadHapticActuator);

export const globals = { Gamepad, GamepadButton, GamepadHapticActuator };
