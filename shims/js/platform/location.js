// Location and History (HTML § 7.2.4, 7.2.5, 7.4).
import { finishInterface, host, illegalConstructor, ops, SECRET } from "ext:oracade/internal.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { HashChangeEvent, PopStateEvent } from "ext:oracade/dom/events.js";
import { DOMException, fail } from "ext:oracade/dom/exception.js";
import { hasBeenActive } from "ext:oracade/platform/gesture.js";
import { need, usv } from "ext:oracade/platform/idl.js";
import { structuredCloneOf } from "ext:oracade/platform/structured_clone.js";
import * as session from "ext:oracade/platform/session_history.js";

/** How long the response takes that a navigation waits for, as any other's (fetch.js). */
const RESPONSE_MS = 1;

let current = null; // components of the document's URL
let leaving = null; // the navigation to another document that is under way: {kind, url, to}
let asking = false; // a `beforeunload` handler runs

function show(parts) {
  current = parts;
  host.config.url = parts.href;
}

/** Navigates to another document: asks this one at once and leaves it when the response is there. A later navigation takes its place. */
function leave(kind, url, to = 0) {
  if (asking) return;
  asking = true;
  try {
    host.beforeUnload();
  } finally {
    asking = false;
  }
  const navigation = { kind, url, to };
  leaving = navigation;
  host.queueTaskAfter(RESPONSE_MS, () => {
    if (leaving === navigation) ops.op_navigate(kind, url);
  });
}

/** Hook `leave`: says goodbye to the document, and what the next one is to begin with. */
function leaveDocument(kind) {
  // A reload from outside has asked nobody yet.
  if (kind === "refresh") host.beforeUnload();
  host.unloadDocument();
  return session.handOver(kind, leaving?.to ?? 0, withoutHash(current));
}

const withoutHash = (parts) => parts.href.slice(0, parts.href.length - parts.hash.length).replace(/#$/, "");

/** Navigates to an absolute address: within the document if only the fragment differs, else out of it. */
function navigate(parts, replace) {
  const hasFragment = parts.href.includes("#");
  if (parts.protocol === "javascript:") {
    host.queueTask("navigation", () => ops.op_script_run(decodeURIComponent(parts.href.slice(11)), current.href, 0, 0));
    return;
  }
  if (!hasFragment || withoutHash(parts) !== withoutHash(current)) {
    // The same address again, and what a page does by itself before it is loaded, take the entry's place.
    const instead = replace || parts.href === current.href || (host.readyState() !== "complete" && !hasBeenActive());
    leave(instead ? "replace" : "assign", parts.href);
    return;
  }
  const old = current;
  const same = parts.href === old.href;
  session.put(parts, null, replace || same);
  show(parts);
  host.scrollToFragment?.(parts.hash.slice(1));
  fire(globalThis, "popstate", { state: null }, PopStateEvent);
  if (!same) {
    host.queueTask("DOM manipulation", () => {
      fire(globalThis, "hashchange", { oldURL: old.href, newURL: parts.href }, HashChangeEvent);
    });
  }
}

/** Follows a link or submits a form: the address is absolute or relative to the document. */
host.navigate = (url, options = undefined) => {
  const parts = host.parseURL(url);
  if (parts !== null) navigate(parts, Boolean(options?.replace));
};

function resolve(url, method) {
  const parts = host.parseURL(usv(url));
  if (parts === null) {
    throw new DOMException(`Failed to ${method} on 'Location': '${url}' is not a valid URL.`, "SyntaxError");
  }
  return parts;
}

function setPart(name, value) {
  const parts = ops.op_url_set(current.href, name, usv(value));
  if (parts === null) return;
  // Setting the hash to what it is does nothing.
  if (name === "hash" && parts.hash === current.hash) return;
  navigate(parts, false);
}

class Location {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
  }
  get ancestorOrigins() {
    return Object.freeze({ length: 0, contains: () => false, item: () => null });
  }
  get href() {
    return current.href;
  }
  set href(value) {
    navigate(resolve(value, "set the 'href' property"), false);
  }
  get origin() {
    return current.origin;
  }
  get protocol() {
    return current.protocol;
  }
  set protocol(value) {
    setPart("protocol", value);
  }
  get host() {
    return current.host;
  }
  set host(value) {
    setPart("host", value);
  }
  get hostname() {
    return current.hostname;
  }
  set hostname(value) {
    setPart("hostname", value);
  }
  get port() {
    return current.port;
  }
  set port(value) {
    setPart("port", value);
  }
  get pathname() {
    return current.pathname;
  }
  set pathname(value) {
    setPart("pathname", value);
  }
  get search() {
    return current.search;
  }
  set search(value) {
    setPart("search", value);
  }
  get hash() {
    return current.hash;
  }
  set hash(value) {
    setPart("hash", value);
  }
  assign(url) {
    need(1, arguments.length, "assign", "Location");
    navigate(resolve(url, "execute 'assign'"), false);
  }
  replace(url) {
    need(1, arguments.length, "replace", "Location");
    navigate(resolve(url, "execute 'replace'"), true);
  }
  reload() {
    leave("reload", current.href);
  }
  toString() {
    return current.href;
  }
}
finishInterface(Location);

function traverse(delta) {
  host.queueTask("history traversal", () => {
    const step = session.stepTo(delta);
    if (step === null) return;
    const { entry } = step;
    if (!step.sameDocument) {
      leave("traverse", entry.url.href, step.to);
      return;
    }
    const old = current;
    session.moveTo(step.to);
    show(entry.url);
    fire(globalThis, "popstate", { state: structuredCloneOf(entry.state) }, PopStateEvent);
    if (entry.restoration === "auto") host.restoreScroll(entry.scroll);
    if (old.hash !== entry.url.hash && withoutHash(old) === withoutHash(entry.url)) {
      fire(globalThis, "hashchange", { oldURL: old.href, newURL: entry.url.href }, HashChangeEvent);
    }
  });
}

function update(method, state, url, replace) {
  const copy = structuredCloneOf(state, `Failed to execute '${method}' on 'History'`);
  let parts = current;
  if (url !== undefined && url !== null) {
    parts = host.parseURL(usv(url));
    if (parts === null || parts.origin !== current.origin) {
      fail("SecurityError", `Failed to execute '${method}' on 'History': A history state object with URL '${parts?.href ?? url}' cannot be created in a document with origin '${current.origin}' and URL '${current.href}'.`);
    }
  }
  session.put(parts, copy, replace);
  show(parts);
}

class History {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
  }
  get length() {
    return session.length();
  }
  get scrollRestoration() {
    return session.entry().restoration;
  }
  set scrollRestoration(value) {
    if (value === "auto" || value === "manual") session.entry().restoration = value;
  }
  get state() {
    return session.entry().state;
  }
  go(delta = 0) {
    delta |= 0;
    if (delta === 0) leave("reload", current.href);
    else traverse(delta);
  }
  back() {
    traverse(-1);
  }
  forward() {
    traverse(1);
  }
  pushState(state, _unused, url = null) {
    need(2, arguments.length, "pushState", "History");
    update("pushState", state, url, false);
  }
  replaceState(state, _unused, url = null) {
    need(2, arguments.length, "replaceState", "History");
    update("replaceState", state, url, true);
  }
}
finishInterface(History);

const location = new Location(SECRET);
// [LegacyUnforgeable]: all members are the object's own and cannot be changed; the prototype has none.
for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(Location.prototype))) {
  if (key === "constructor") continue;
  Object.defineProperty(location, key, { ...descriptor, configurable: false, ...("value" in descriptor ? { writable: false } : {}) });
  delete Location.prototype[key];
}
Object.defineProperty(location, "valueOf", { value: Object.prototype.valueOf, writable: false, enumerable: false, configurable: false });
Object.defineProperty(location, Symbol.toPrimitive, { value: undefined, writable: false, enumerable: false, configurable: false });
const history = new History(SECRET);
host.location = location;

export const globals = { History, Location };

export function install() {
  Object.defineProperty(globalThis, "history", {
    get: () => history,
    set: undefined,
    enumerable: true,
    configurable: true,
  });
}

export function start(page) {
  // [LegacyUnforgeable]: own and not configurable; assigning navigates.
  const members = {
    get location() {
      return location;
    },
    set location(value) {
      location.href = value;
    },
  };
  const { get, set } = Object.getOwnPropertyDescriptor(members, "location");
  Object.defineProperty(globalThis, "location", { get, set, enumerable: true, configurable: false });
  current = ops.op_url_parse(page.url, null);
  session.begin(current, page.session);
}

export const hooks = { leave: leaveDocument };
