// Loads the shims under Node with mocked ops: a development aid. The end-to-end tests run in the real engine.
import { readFileSync } from "node:fs";
import { register } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "js");

const hooks = `
import { readFileSync } from "node:fs";
export async function resolve(specifier, context, next) {
  if (specifier.startsWith("ext:")) return { url: specifier, shortCircuit: true };
  return next(specifier, context);
}
export async function load(url, context, next) {
  if (url === "ext:core/mod.js") {
    return { format: "module", source: "export const core = globalThis.__core;", shortCircuit: true };
  }
  if (url.startsWith("ext:oracade/")) {
    const path = ${JSON.stringify(root)} + "/" + url.slice("ext:oracade/".length);
    return { format: "module", source: readFileSync(path, "utf8"), shortCircuit: true };
  }
  return next(url, context);
}
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

const VOID = new Set(["br", "img", "input", "hr", "meta", "link", "area", "source", "wbr", "col", "base", "embed", "track"]);
const RAW = new Set(["script", "style", "textarea", "title"]);

/** A tag-soup parser that is good enough for tests: writes the tree operations that Rust's parser would. */
export function parseHTML(html, firstId, rootId) {
  const words = [];
  const strings = [];
  const s = (text) => strings.push(text) - 1;
  let next = firstId;
  const stack = [{ id: rootId, name: "" }];
  const top = () => stack[stack.length - 1];
  let at = 0;
  const unescape = (t) => t.replace(/&(lt|gt|amp|quot|nbsp|#\d+);/g, (_, n) =>
    ({ lt: "<", gt: ">", amp: "&", quot: '"', nbsp: "\u00a0" })[n] ?? String.fromCodePoint(+n.slice(1)));
  while (at < html.length) {
    const comment = /^<!--([^]*?)-->/.exec(html.slice(at));
    if (comment) {
      words.push(20, next, s(comment[1]), 3, top().id, next++, 0);
      at += comment[0].length;
      continue;
    }
    const doctype = /^<!doctype\s+(\w+)[^>]*>/i.exec(html.slice(at));
    if (doctype) {
      words.push(21, s(doctype[1].toLowerCase()), s(""), s(""));
      at += doctype[0].length;
      continue;
    }
    const close = /^<\/([\w-]+)\s*>/.exec(html.slice(at));
    if (close) {
      const index = stack.findLastIndex((entry) => entry.name === close[1].toLowerCase());
      if (index > 0) stack.length = index;
      at += close[0].length;
      continue;
    }
    const open = /^<([A-Za-z][\w-]*)((?:\s+[^\s=>\/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+))?)*)\s*(\/?)>/.exec(html.slice(at));
    if (open) {
      const name = open[1].toLowerCase();
      const id = next++;
      const attrs = [...open[2].matchAll(/\s+([^\s=>\/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g)];
      const svg = name === "svg" || stack.some((entry) => entry.name === "svg");
      words.push(1, id, svg ? 1 : 0, s(name), attrs.length);
      for (const a of attrs) words.push(s(a[1].toLowerCase()), s(unescape(a[2] ?? a[3] ?? a[4] ?? "")));
      let content = id;
      if (name === "template") {
        content = next++;
        words.push(23, id, content);
      }
      words.push(3, top().id, id, 0);
      at += open[0].length;
      if (RAW.has(name)) {
        const end = html.toLowerCase().indexOf(`</${name}`, at);
        if (end > at) words.push(22, id, s(html.slice(at, end)));
        at = html.indexOf(">", end) + 1;
        if (name === "script") words.push(26, id);
      } else if (!VOID.has(name) && open[3] !== "/") {
        stack.push({ id: content, name });
      }
      continue;
    }
    const end = html.indexOf("<", at + 1);
    const text = html.slice(at, end < 0 ? html.length : end);
    words.push(22, top().id, s(unescape(text)));
    at += text.length;
  }
  return { words: Uint32Array.from(words), strings, next };
}

/** Ops that record what they are asked. Override what a test needs. */
export function mockOps() {
  let now = 0;
  let timer = 1;
  let parserId = 2 ** 31;
  const log = [];
  const ops = {
    log,
    tasks: [],
    exceptions: [],
    hit: () => 0,
    rects: new Map(),
    op_now_us: () => ++now,
    op_epoch_ms: () => 1.7e12,
    op_timer_start: () => timer++,
    op_timer_cancel() {},
    op_task_post: () => (ops.tasks.push(timer), timer++),
    op_task_post_after: () => (ops.tasks.push(timer), timer++),
    op_frame_request() {},
    op_callback_done: () => {},
    op_function_is_shim: () => false,
    op_report: (kind, text) => log.push(`${kind}: ${text}`),
    op_exception: (...args) => ops.exceptions.push(args),
    op_exception_record: (...args) => ops.exceptions.push(args),
    op_error_info: (error) => ({ message: `Uncaught ${error}`, url: "", line: 0, column: 0 }),
    op_url_parse(url, base) {
      try {
        return new NodeURL(url, base ?? undefined);
      } catch {
        return null;
      }
    },
    op_html_parse_fragment(context, ns, html) {
      if (context === "#document") {
        const result = parseHTML(html, parserId, 1);
        parserId = result.next;
        return [Uint32Array.from(result.words), result.strings];
      }
      const root = parserId++;
      const result = parseHTML(html, parserId, root);
      parserId = result.next;
      const head = [1, root, 0, result.strings.push("html") - 1, 0];
      return [Uint32Array.from([...head, ...result.words]), result.strings];
    },
    op_style_parse: (property, value) => (value.includes("!bad") ? null : property === "margin"
      ? ["top", "right", "bottom", "left"].map((side) => [`margin-${side}`, value])
      : [[property, value]]),
    op_style_parse_block: (text) =>
      text.split(";").map((d) => d.split(":")).filter((d) => d.length === 2).map(([n, v]) => [
        n.trim(), v.replace("!important", "").trim(), v.includes("!important")]),
    op_style_computed: (_, __, name) => (name === "visibility" ? "visible" : ""),
    op_style_property_names: () => ["color"],
    op_style_supports: () => true,
    op_media_matches: () => false,
    op_media_serialize: (query) => query,
    op_layout_rects(id, kind, out) {
      const rect = ops.rects.get(`${id} ${kind}`) ?? [0, 0, 100, 20];
      rect.forEach((value, index) => out[index] = value);
      return 1;
    },
    op_layout_hit: (x, y) => ops.hit(x, y),
    op_layout_hit_all: () => [],
    op_layout_scroll: () => false,
    op_layout_scroll_into_view: () => [],
    op_layout_wheel_target: () => 0,
    op_layout_inner_text: () => "",
    op_layout_is_rendered: () => true,
    op_anim_due: () => false,
    op_anim_tick: () => [],
    op_anim_active: () => false,
    op_anim_ready() {},
    op_dom_apply(words, count, strings) {
      ops.batches.push({ words: Array.from(words.slice(0, count)), strings });
      if (movesBoxes(words, count)) ops.geometry++;
    },
    op_canvas_font: () => "",
    op_layout_text_rects: () => 0,
    geometry: 0,
    op_layout_geometry: () => ops.geometry,
    op_dom_viewport() {},
    batches: [],
    op_script_run: (source) => log.push(`script: ${source}`),
    op_module_run: () => {},
    op_import_map: () => null,
    op_load_blocker() {},
    op_document_write: (text) => log.push(`write: ${text}`),
    op_resource_load: () => null,
    op_navigate: (kind, url) => log.push(`${kind} ${url}`),
    op_random_fill() {},
  };
  return ops;
}

// How many words follow each code of a batch of mutations (docs/boundary.md), and which of them no box depends on here.
const WORDS = { 2: 2, 3: 3, 4: 1, 5: 3, 6: 2, 7: 2, 8: 3, 9: 1, 10: 2, 11: 3, 12: 3, 13: 3, 14: 2, 15: 2 };
const BOXLESS = new Set([5, 6, 10, 13]);

function movesBoxes(words, count) {
  for (let at = 0; at < count;) {
    const code = words[at];
    if (!BOXLESS.has(code)) return true;
    at += 1 + (code === 1 ? 4 + 2 * words[at + 4] : WORDS[code]);
  }
  return false;
}

const NodeURL = globalThis.URL;
// What the engine's V8 has and this Node may lack.
if (!("detached" in ArrayBuffer.prototype)) {
  Object.defineProperty(ArrayBuffer.prototype, "detached", { get: () => false, configurable: true });
}
Promise.withResolvers ??= function () {
  const result = {};
  result.promise = new Promise((resolve, reject) => Object.assign(result, { resolve, reject }));
  return result;
};

/** Loads main.js and starts a page with `html`. Once a process: globals are replaced. */
export async function load(html = "<!doctype html><html><head></head><body></body></html>", config = {}) {
  const ops = mockOps();
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  globalThis.__core = new Proxy({ ops, decode: (bytes) => decoder.decode(bytes), encode: (text) => encoder.encode(text), isNativeError: (e) => e instanceof Error }, {
    get: (target, key) => target[key] ?? (() => undefined),
  });
  const console = globalThis.console;
  const process = globalThis.process;
  await import("ext:oracade/main.js");
  const hooks = globalThis.__oracade;
  delete globalThis.__oracade;
  globalThis.console = console;
  globalThis.process = process;
  hooks.startPage({
    url: "http://localhost/index.html", viewport: { width: 1280, height: 713, dpr: 1 }, locale: "en-US", timeZone: "UTC",
    userAgent: "test", touchPoints: 0, seed: [0, 1], ...config,
  });
  const parsed = parseHTML(html, 2 ** 31, 1);
  hooks.applyTree(parsed.words, parsed.strings);
  const runTasks = () => {
    while (ops.tasks.length > 0) hooks.runTask(ops.tasks.shift());
  };
  return { ops, hooks, runTasks };
}

export const source = (path) => readFileSync(join(root, path), "utf8");
