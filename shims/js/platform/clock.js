// The wall clock of scripts: Date, Temporal.Now and Intl.DateTimeFormat read the page's virtual time.
import { ops } from "ext:oracade/internal.js";

const NativeDate = Date;
const construct = Reflect.construct;
const nativeToString = NativeDate.prototype.toString;
const apply = Reflect.apply;

/** Milliseconds since the epoch, whole, as `Date.now` gives them. */
export function epochNow() {
  return Math.floor(ops.op_epoch_ms() + ops.op_now_us() / 1000);
}

function installDate() {
  // A plain function, not a class: `Date()` without `new` gives a string, and `new.target` keeps subclasses working.
  const VirtualDate = function Date() {
    if (new.target === undefined) return apply(nativeToString, new NativeDate(epochNow()), []);
    if (arguments.length === 0) return construct(NativeDate, [epochNow()], new.target);
    return construct(NativeDate, arguments, new.target);
  };
  const statics = {
    now() {
      return epochNow();
    },
  };
  const fixed = { writable: true, enumerable: false, configurable: true };
  Object.defineProperty(VirtualDate, "length", { value: 7, configurable: true });
  Object.defineProperty(VirtualDate, "prototype", {
    value: NativeDate.prototype,
    writable: false,
    enumerable: false,
    configurable: false,
  });
  Object.defineProperty(VirtualDate, "now", { value: statics.now, ...fixed });
  Object.defineProperty(VirtualDate, "parse", { value: NativeDate.parse, ...fixed });
  Object.defineProperty(VirtualDate, "UTC", { value: NativeDate.UTC, ...fixed });
  Object.defineProperty(NativeDate.prototype, "constructor", { value: VirtualDate, ...fixed });
  Object.defineProperty(globalThis, "Date", { value: VirtualDate, ...fixed });
}

function installIntl() {
  if (typeof Intl !== "object") return;
  const proto = Intl.DateTimeFormat.prototype;
  const native = Object.getOwnPropertyDescriptor(proto, "format").get;
  const bound = new WeakMap();
  const members = {
    get format() {
      const formatter = apply(native, this, []);
      let wrapped = bound.get(formatter);
      if (wrapped === undefined) {
        wrapped = Object.defineProperty((date) => formatter(date === undefined ? epochNow() : date), "name", {
          value: "",
        });
        bound.set(formatter, wrapped);
      }
      return wrapped;
    },
    formatToParts(date) {
      return apply(toParts, this, [date === undefined ? epochNow() : date]);
    },
  };
  const toParts = proto.formatToParts;
  Object.defineProperty(proto, "format", {
    get: Object.getOwnPropertyDescriptor(members, "format").get,
    set: undefined,
    enumerable: false,
    configurable: true,
  });
  Object.defineProperty(proto, "formatToParts", {
    value: members.formatToParts,
    writable: true,
    enumerable: false,
    configurable: true,
  });
}

function installTemporal() {
  if (typeof Temporal !== "object" || Temporal.Now === undefined) return;
  const { Instant, Now } = Temporal;
  const zone = Now.timeZoneId;
  const instant = () => {
    const us = BigInt(Math.floor(ops.op_epoch_ms() * 1000 + ops.op_now_us()));
    return new Instant(us * 1000n);
  };
  const zoned = (timeZone) => instant().toZonedDateTimeISO(timeZone === undefined ? zone() : timeZone);
  const members = {
    instant() {
      return instant();
    },
    zonedDateTimeISO(timeZone) {
      return zoned(timeZone);
    },
    plainDateTimeISO(timeZone) {
      return zoned(timeZone).toPlainDateTime();
    },
    plainDateISO(timeZone) {
      return zoned(timeZone).toPlainDate();
    },
    plainTimeISO(timeZone) {
      return zoned(timeZone).toPlainTime();
    },
  };
  for (const name of Object.keys(members)) {
    if (!(name in Now)) continue;
    Object.defineProperty(Now, name, { value: members[name], writable: true, enumerable: false, configurable: true });
  }
}

export function install() {
  installDate();
  installIntl();
  installTemporal();
}
