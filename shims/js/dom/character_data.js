// CharacterData, Text, Comment, CDATASection, ProcessingInstruction, DocumentType (DOM § 4.6, 4.10–4.14).
import { SECRET, finishInterface, host, illegalConstructor, required, slot } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { Node } from "ext:oracade/dom/node.js";
import * as mirror from "ext:oracade/dom/mirror.js";
import * as tree from "ext:oracade/dom/tree.js";
import { $childrenChanged, $clone, $connected, $data, $doc, $kind, $next, $parent, $prev, clock } from "ext:oracade/dom/slots.js";

/** "replace data" without the range checks. */
export function replaceData(node, offset, count, data) {
  const old = node[$data];
  if (clock.observed) host.queueDataRecord(node, old);
  node[$data] = old.slice(0, offset) + data + old.slice(offset + count);
  if (clock.ranges) host.rangesData(node, offset, count, data.length);
  changed(node);
}

/** "normalize" one text node: takes in the text nodes that follow it. */
host.mergeText = (node) => {
  let data = "";
  for (let text = node[$next]; text !== null && text[$kind] === 3; text = text[$next]) data += text[$data];
  let length = node[$data].length;
  replaceData(node, length, 0, data);
  for (let text = node[$next]; text !== null && text[$kind] === 3; text = node[$next]) {
    if (clock.ranges) host.rangesMerged(text, node, length);
    length += text[$data].length;
    tree.remove(text);
  }
};

function changed(node) {
  if (node[$connected] && node[$kind] !== 8) mirror.textChanged(node);
  const parent = node[$parent];
  if (parent !== null && parent[$childrenChanged] !== undefined) parent[$childrenChanged](NONE);
}
const NONE = Object.freeze([]);

export class CharacterData extends Node {
  constructor(secret, document, kind, data) {
    super(secret, document, kind);
    this[$data] = data;
  }
  get data() {
    return this[$data];
  }
  set data(value) {
    const text = value === null ? "" : `${value}`;
    replaceData(this, 0, this[$data].length, text);
  }
  get length() {
    return this[$data].length;
  }
  get previousElementSibling() {
    return siblingElement(this, $prev);
  }
  get nextElementSibling() {
    return siblingElement(this, $next);
  }
  substringData(offset, count) {
    required(arguments, 2, "substringData", "CharacterData");
    const at = checkOffset(this, offset, "substringData");
    return this[$data].slice(at, at + (count >>> 0));
  }
  appendData(data) {
    required(arguments, 1, "appendData", "CharacterData");
    replaceData(this, this[$data].length, 0, `${data}`);
  }
  insertData(offset, data) {
    required(arguments, 2, "insertData", "CharacterData");
    replaceData(this, checkOffset(this, offset, "insertData"), 0, `${data}`);
  }
  deleteData(offset, count) {
    required(arguments, 2, "deleteData", "CharacterData");
    const at = checkOffset(this, offset, "deleteData");
    replaceData(this, at, Math.min(count >>> 0, this[$data].length - at), "");
  }
  replaceData(offset, count, data) {
    required(arguments, 3, "replaceData", "CharacterData");
    const at = checkOffset(this, offset, "replaceData");
    replaceData(this, at, Math.min(count >>> 0, this[$data].length - at), `${data}`);
  }
}
finishInterface(CharacterData);

function checkOffset(node, offset, method) {
  offset >>>= 0;
  if (offset > node[$data].length) {
    fail("IndexSizeError", `Failed to execute '${method}' on 'CharacterData': The offset ${offset} is greater than the node's length (${node[$data].length}).`);
  }
  return offset;
}

/** The nearest element sibling along `$direction` ($next or $prev). */
export function siblingElement(node, $direction) {
  for (let sibling = node[$direction]; sibling !== null; sibling = sibling[$direction]) {
    if (sibling[$kind] === 1) return sibling;
  }
  return null;
}

export class Text extends CharacterData {
  constructor(data, document, text) {
    if (data === SECRET) super(SECRET, document, 3, text);
    else super(SECRET, host.document, 3, data === undefined ? "" : `${data}`);
  }
  get wholeText() {
    let first = this;
    while (first[$prev] !== null && first[$prev][$kind] === 3) first = first[$prev];
    let text = "";
    for (let node = first; node !== null && node[$kind] === 3; node = node[$next]) text += node[$data];
    return text;
  }
  get assignedSlot() {
    return host.assignedSlot(this, true);
  }
  splitText(offset) {
    required(arguments, 1, "splitText", "Text");
    const at = offset >>> 0;
    if (at > this[$data].length) {
      fail("IndexSizeError", `Failed to execute 'splitText' on 'Text': The offset ${at} is larger than the Text node's length.`);
    }
    return splitText(this, at);
  }
  [$clone](document) {
    return createText(document, this[$data]);
  }
}
finishInterface(Text);

/** "split" a text node. */
export function splitText(node, at) {
  const rest = node[$kind] === 4 ? new CDATASection(SECRET, node[$doc], 4, node[$data].slice(at)) : createText(node[$doc], node[$data].slice(at));
  const parent = node[$parent];
  if (parent !== null) {
    tree.insert(parent, rest, node[$next]);
    if (clock.ranges) host.rangesSplit(node, at, rest);
  }
  replaceData(node, at, node[$data].length - at, "");
  return rest;
}

export function createText(document, text) {
  return new Text(SECRET, document, text);
}
host.createText = createText;

export class CDATASection extends Text {
  constructor(secret, document, kind, data) {
    if (secret !== SECRET) illegalConstructor();
    super(SECRET, document, data);
    this[$kind] = kind;
  }
  [$clone](document) {
    return new CDATASection(SECRET, document, 4, this[$data]);
  }
}
finishInterface(CDATASection);

export class Comment extends CharacterData {
  constructor(data, document, text) {
    if (data === SECRET) super(SECRET, document, 8, text);
    else super(SECRET, host.document, 8, data === undefined ? "" : `${data}`);
  }
  [$clone](document) {
    return new Comment(SECRET, document, this[$data]);
  }
}
finishInterface(Comment);

const $name = slot("name");
const $publicId = slot("public id");
const $systemId = slot("system id");

export class ProcessingInstruction extends CharacterData {
  constructor(secret, document, target, data) {
    super(secret, document, 7, data);
    this[$name] = target;
  }
  get target() {
    return this[$name];
  }
  [$clone](document) {
    return new ProcessingInstruction(SECRET, document, this[$name], this[$data]);
  }
}
finishInterface(ProcessingInstruction);

export class DocumentType extends Node {
  constructor(secret, document, name, publicId, systemId) {
    super(secret, document, 10);
    this[$name] = name;
    this[$publicId] = publicId;
    this[$systemId] = systemId;
  }
  get name() {
    return this[$name];
  }
  get publicId() {
    return this[$publicId];
  }
  get systemId() {
    return this[$systemId];
  }
  [$clone](document) {
    return new DocumentType(SECRET, document, this[$name], this[$publicId], this[$systemId]);
  }
}
finishInterface(DocumentType);

export const globals = { CharacterData, Text, CDATASection, Comment, ProcessingInstruction, DocumentType };
