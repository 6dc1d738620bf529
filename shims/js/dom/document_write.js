// document.open, close, write and writeln (HTML § 8.4).
import { finishInterface, host, mixin, ops, slot } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { $frameWindow, Document, pageDocument } from "ext:oracade/dom/document.js";
import { eraseListeners, fire } from "ext:oracade/dom/event_target.js";
import { parseHTMLDocument } from "ext:oracade/dom/parse.js";
import * as tree from "ext:oracade/dom/tree.js";
import { $first, $html } from "ext:oracade/dom/slots.js";

const $written = slot("text written since open()"); // undefined: not open

/** What is not shown in a window has no parser that could be written to. */
const isActive = (document) => document === pageDocument || document[$frameWindow] !== null;
const isParsing = (document) => document === pageDocument && document.readyState === "loading";

function requireHTML(document, method) {
  if (!document[$html]) fail("InvalidStateError", `Failed to execute '${method}' on 'Document': Only HTML documents support ${method}().`);
}

function open(document) {
  for (let node = document; node !== null; node = tree.following(node, document)) eraseListeners(node);
  if (document === pageDocument) eraseListeners(globalThis);
  tree.replaceAll(document, null);
  document[$written] = "";
}

/** While the page's parser is at work the text is parsed next; later it replaces the document. */
function write(document, text, method) {
  requireHTML(document, method);
  if (!isActive(document)) return;
  if (isParsing(document)) {
    ops.op_document_write(text);
    return;
  }
  if (document[$written] === undefined) open(document);
  document[$written] += text;
  render(document);
}

function render(document) {
  const parsed = parseHTMLDocument(document[$written]);
  tree.replaceAll(document, null);
  while (parsed[$first] !== null) tree.insert(document, parsed[$first], null);
}

mixin(Document, {
  open() {
    requireHTML(this, "open");
    if (isParsing(this)) return this;
    if (isActive(this)) open(this);
    return this;
  },
  close() {
    requireHTML(this, "close");
    if (this[$written] === undefined) return;
    render(this);
    this[$written] = undefined;
    if (this === pageDocument) host.queueTask("DOM manipulation", () => fire(globalThis, "load"));
  },
  write(...texts) {
    write(this, texts.map(String).join(""), "write");
  },
  writeln(...texts) {
    write(this, `${texts.map(String).join("")}\n`, "writeln");
  },
});
finishInterface(Document);
