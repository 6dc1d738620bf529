// Structured cloning between agents: the bytes that a message is made of (HTML § 2.7, StructuredSerializeWithTransfer).
//
// A copy of the value in which placeholders stand for platform objects goes through V8's serialiser; in front of it is a list of
// what the placeholders stand for: [tag, payload].
import { core } from "ext:core/mod.js";
import { cloneWithTransfer, wires } from "ext:oracade/platform/structured_clone.js";

/** `{bytes, ports}` of a value; `ports` are the numbers of the ports that travel with it. */
export function toWire(value, transfer = [], where = undefined) {
  const wire = { hosts: [], ports: [] };
  const { value: copy } = cloneWithTransfer(value, transfer, wire, where);
  const head = core.serialize(wire.hosts.map(([, tag, payload]) => [tag, payload]));
  const body = core.serialize(copy, { hostObjects: wire.hosts.map(([placeholder]) => placeholder) });
  const bytes = new Uint8Array(4 + head.length + body.length);
  new DataView(bytes.buffer).setUint32(0, head.length);
  bytes.set(head, 4);
  bytes.set(body, 4 + head.length);
  return { bytes, ports: wire.ports };
}

/**
 * The value of bytes made by `toWire`, in whatever agent. `ports` are this agent's objects for the travelling ports; those that
 * belong to something else, as a stream's, are put into `taken`.
 */
export function fromWire(bytes, ports = [], taken = new Set()) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const head = core.deserialize(bytes.slice(4, 4 + length));
  const take = (index) => {
    taken.add(ports[index]);
    return ports[index];
  };
  const hostObjects = head.map(([tag, payload]) =>
    tag === "MessagePort" ? ports[payload] : wires.find((entry) => entry.tag === tag).in(payload, take)
  );
  return core.deserialize(bytes.slice(4 + length), { hostObjects });
}
