// HTMLScriptElement and "prepare the script element" (HTML § 4.12.1).
import { host, ops, slot } from "ext:oracade/internal.js";
import { getAttr, hasAttr, toggleAttr } from "ext:oracade/dom/attributes.js";
import { $cloned } from "ext:oracade/dom/element.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { parserNode } from "ext:oracade/dom/parse.js";
import { HTMLElement } from "ext:oracade/html/html_element.js";
import { element as register } from "ext:oracade/html/elements.js";
import { enumerated, referrerPolicy, reflect } from "ext:oracade/html/reflect.js";
import { $attrChanged, $childrenChanged, $connected, $data, $first, $id, $inserted, $kind, $next } from "ext:oracade/dom/slots.js";

const $started = slot("already started");
const $parser = slot("parser-inserted");
const $async = slot("force async");

// JavaScript MIME type essence strings.
const JAVASCRIPT = new Set(["application/ecmascript", "application/javascript", "application/x-ecmascript",
  "application/x-javascript", "text/ecmascript", "text/javascript", "text/javascript1.0", "text/javascript1.1",
  "text/javascript1.2", "text/javascript1.3", "text/javascript1.4", "text/javascript1.5", "text/jscript",
  "text/livescript", "text/x-ecmascript", "text/x-javascript"]);

let current = null;
export function currentScript() {
  return current;
}

function sourceText(script) {
  let text = "";
  for (let child = script[$first]; child !== null; child = child[$next]) if (child[$kind] === 3) text += child[$data];
  return text;
}

/** "classic", "module", "importmap", or "none" for data blocks. */
function kindOf(script) {
  const type = getAttr(script, "type");
  const language = getAttr(script, "language");
  if (type === "" || (type === null && (language === null || language === ""))) return "classic";
  const text = (type !== null ? type : `text/${language}`).trim().toLowerCase();
  if (JAVASCRIPT.has(text.split(";")[0].trim())) return "classic";
  return text === "module" || text === "importmap" ? text : "none";
}

export class HTMLScriptElement extends HTMLElement {
  constructor(secret, document, local, ns, prefix) {
    super(secret, document, local, ns, prefix);
    this[$started] = false;
    this[$parser] = false;
    this[$async] = true;
  }
  get text() {
    return sourceText(this);
  }
  set text(value) {
    this.textContent = `${value}`;
  }
  get async() {
    return this[$async] || hasAttr(this, "async");
  }
  set async(value) {
    this[$async] = false;
    toggleAttr(this, "async", Boolean(value));
  }
  static supports(type) {
    return ["classic", "module", "importmap"].includes(`${type}`);
  }
  [$inserted]() {
    if (!this[$parser]) prepare(this);
  }
  [$childrenChanged]() {
    if (!this[$parser] && this[$connected]) prepare(this);
  }
  [$attrChanged](local, old, value) {
    if (local === "async" && value !== null) this[$async] = false;
    if (local === "src" && old === null && value !== null && this[$connected] && !this[$parser]) prepare(this);
  }
  [$cloned](source) {
    this[$started] = source[$started];
  }
}
reflect(HTMLScriptElement, {
  src: "url", type: "string", charset: "string", defer: "boolean", noModule: "boolean", integrity: "string",
  referrerPolicy, event: "string", htmlFor: ["string", "for"],
  crossOrigin: enumerated("crossorigin", ["anonymous", "use-credentials", ["", "anonymous"]], null, "anonymous"),
  fetchPriority: enumerated("fetchpriority", ["high", "low", "auto"], "auto"),
});
register(HTMLScriptElement, "script");

/** Scripts of fragments (innerHTML) never run. */
host.fragmentScript = (script) => {
  script[$started] = true;
};

/** Scripts of the page's parser are driven by it. */
host.parserInserted = (element) => {
  if (element instanceof HTMLScriptElement) {
    element[$parser] = true;
    element[$async] = false;
  }
};

/** Runs a classic script with document.currentScript set. */
function run(script, text, url, line) {
  const saved = current;
  current = script;
  try {
    ops.op_script_run(text, url, line, 0);
  } finally {
    current = saved;
  }
}

/** Scripts inserted by script without `async`: they run in order of insertion. */
const inOrder = [];

function runInOrder() {
  while (inOrder.length > 0 && inOrder[0].ready !== null) inOrder.shift().ready();
}

/** "prepare the script element" for scripts that scripts insert. */
function prepare(script) {
  if (script[$started]) return;
  const src = getAttr(script, "src");
  const text = sourceText(script);
  if (src === null && text === "") return;
  if (!script[$connected]) return;
  const kind = kindOf(script);
  if (kind === "none") return;
  script[$started] = true;
  if (kind === "classic" && hasAttr(script, "nomodule")) return;
  if (src === null) {
    if (kind === "classic") {
      run(script, text, host.documentURL(host.document), 0);
    } else if (kind === "importmap") {
      const message = ops.op_import_map(text) ?? null;
      if (message !== null) {
        host.reportException(new TypeError(message));
        host.queueTask("DOM manipulation", () => fire(script, "error"));
      }
    } else {
      modules.set(script[$id], script);
      ops.op_module_run(text, host.documentURL(host.document), script[$id]);
    }
    return;
  }
  const url = src === "" || kind === "importmap" ? null : host.parseURL(src, host.documentBase());
  if (url === null) {
    host.queueTask("DOM manipulation", () => fire(script, "error"));
    return;
  }
  if (kind === "module") {
    modules.set(script[$id], script);
    ops.op_module_run(null, url.href, script[$id]);
    return;
  }
  const entry = { ready: null };
  if (!script.async) inOrder.push(entry);
  // A blob: address may be revoked as soon as the script has been inserted.
  const blob = url.protocol === "blob:" ? host.blobResponse(url.href) : undefined;
  host.queueTask("networking", () => {
    const response = blob === undefined ? host.loadResource(url.href, "script") : blob;
    const execute = () => {
      if (response === null || response.status < 200 || response.status > 299) {
        fire(script, "error");
        return;
      }
      run(script, host.decodeText(response.body), url.href, 0);
      fire(script, "load");
    };
    if (script.async && !inOrder.includes(entry)) {
      execute();
    } else {
      entry.ready = execute;
      runInOrder();
    }
  });
}
host.prepareScript = prepare;

/** Module scripts that scripts inserted, until they are done. */
const modules = new Map();

const scriptNode = (id) => modules.get(id) ?? parserNode(id) ?? host.nodeOf(id);

/** Hook `scriptOf`: what the parser needs to know about a script it has just finished. */
function scriptOf(id) {
  const script = parserNode(id);
  const none = { kind: "none", src: null, text: "", async: false, defer: false };
  if (!(script instanceof HTMLScriptElement) || script[$started] || !script[$connected]) return none;
  const src = getAttr(script, "src");
  const text = sourceText(script);
  const kind = kindOf(script);
  // An empty script may still get its text later, from a script.
  if (kind === "none" || (src === null && text === "")) {
    script[$parser] = false;
    if (!hasAttr(script, "async")) script[$async] = true;
    return none;
  }
  script[$started] = true;
  if (kind === "classic" && hasAttr(script, "nomodule")) return none;
  const url = src === null ? null : src === "" ? null : host.parseURL(src, host.documentBase());
  if (src !== null && (url === null || kind === "importmap")) {
    host.queueTask("DOM manipulation", () => fire(script, "error"));
    return none;
  }
  return {
    kind, src: url === null ? null : url.href, text, async: hasAttr(script, "async"), defer: hasAttr(script, "defer"),
  };
}

/** Hook: the script with this id is about to run. Classic scripts are `document.currentScript` meanwhile. */
function beginScript(id) {
  const script = scriptNode(id) ?? null;
  current = script !== null && kindOf(script) === "classic" ? script : null;
}

function endScript() {
  current = null;
}

/** Hook: an external or module script ran (or could not be had). */
function scriptDone(id, ok) {
  const script = scriptNode(id);
  modules.delete(id);
  if (script !== undefined) fire(script, ok ? "load" : "error");
}

export const hooks = { scriptOf, beginScript, endScript, scriptDone };
