#!/usr/bin/env node
// Outcomes of web-platform-tests in Chromium, in the form that `cargo xtask wpt --json` prints: what it can be compared with.
//
//   wpt.mjs --root WPT --list FILE --out FILE [--jobs N]
//
// The list has one path a line, as `cargo xtask wpt --list` prints them.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { launch } from './browser.mjs';

const args = {};
for (let i = 2; i < process.argv.length; i += 2) args[process.argv[i].replace(/^--/, '')] = process.argv[i + 1];
if (!args.root || !args.list || !args.out) {
  console.error('usage: wpt.mjs --root WPT --list FILE --out FILE [--jobs N]');
  process.exit(2);
}
const ours = path.join(import.meta.dirname, '../examples/engine/wpt');
const REPLACED = { '/resources/testharnessreport.js': 'report.js', '/resources/testdriver-vendor.js': 'driver.js' };
const TYPES = { '.html': 'text/html', '.htm': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css',
  '.json': 'application/json', '.png': 'image/png', '.jpg': 'image/jpeg', '.gif': 'image/gif', '.svg': 'image/svg+xml',
  '.xml': 'text/xml', '.xht': 'application/xhtml+xml', '.xhtml': 'application/xhtml+xml', '.txt': 'text/plain', '.ttf': 'font/ttf' };
const STATUS = ['PASS', 'FAIL', 'TIMEOUT', 'NOTRUN', 'PRECONDITION_FAILED'];
const HARNESS = ['OK', 'ERROR', 'TIMEOUT', 'PRECONDITION_FAILED'];

// The document that wptserve makes for a script of its own.
function wrap(name) {
  const source = fs.readFileSync(path.join(args.root, name), 'utf8');
  const head = ['<!doctype html>', '<meta charset=utf-8>'];
  const scripts = [];
  for (const line of source.split('\n')) {
    if (!line.startsWith('// META: ')) break;
    const [, key, value] = line.match(/^\/\/ META: (\w+)=(.*)/) ?? [];
    if (key === 'title') head.push(`<title>${value}</title>`);
    if (key === 'timeout') head.push('<meta name=timeout content=long>');
    if (key === 'script') scripts.push(value);
  }
  head.push('<script>self.GLOBAL = { isWindow: () => true, isWorker: () => false };</script>');
  for (const src of ['/resources/testharness.js', '/resources/testharnessreport.js', ...scripts]) head.push(`<script src="${src}"></script>`);
  head.push('<div id=log></div>', `<script src="${name}"></script>`);
  return head.join('\n');
}

const server = http.createServer((request, response) => {
  const name = decodeURIComponent(new URL(request.url, 'http://x').pathname);
  const send = (type, body) => response.writeHead(200, { 'content-type': type }).end(body);
  if (REPLACED[name]) return send('text/javascript', fs.readFileSync(path.join(ours, REPLACED[name])));
  const wrapped = name.match(/^(.*\.(?:any|window))\.html$/);
  const file = path.join(args.root, name);
  if (fs.statSync(file, { throwIfNoEntry: false })?.isFile()) {
    return send(TYPES[path.extname(file)] ?? 'application/octet-stream', fs.readFileSync(file));
  }
  if (wrapped && fs.existsSync(path.join(args.root, `${wrapped[1]}.js`))) return send('text/html', wrap(`${wrapped[1]}.js`));
  return response.writeHead(404).end();
});
await new Promise(done => server.listen(0, '127.0.0.1', done));
const origin = `http://localhost:${server.address().port}`;

const COMMANDS = { mouse: 'Input.dispatchMouseEvent', touch: 'Input.dispatchTouchEvent', key: 'Input.dispatchKeyEvent' };

async function play(page, test) {
  await page.goto(origin + test, { waitUntil: 'domcontentloaded', timeout: 20000 }).catch(() => {});
  const cdp = await page.createCDPSession();
  const limit = Date.now() + (/name=["']?timeout/.test(await page.content().catch(() => '')) ? 62000 : 14000);
  try {
    while (Date.now() < limit) {
      const seen = await page.evaluate(() => [window.__outcome ?? null, window.__nextInput?.() ?? null]).catch(() => [null, null]);
      if (seen[0]) return JSON.parse(seen[0]);
      const event = seen[1];
      if (event === null) await new Promise(done => setTimeout(done, 20));
      else if (event.pause !== undefined) await new Promise(done => setTimeout(done, event.pause));
      else {
        const { kind, ...rest } = event;
        await cdp.send(COMMANDS[kind], rest).catch(() => {});
      }
    }
  } finally {
    await cdp.detach().catch(() => {});
  }
  return null;
}

const tests = fs.readFileSync(args.list, 'utf8').split('\n').filter(Boolean);
const outcomes = new Array(tests.length);
const chrome = await launch();
let next = 0;
async function work() {
  while (next < tests.length) {
    const at = next++;
    const page = await chrome.newPage();
    await page.setViewport({ width: 800, height: 600 });
    page.on('dialog', dialog => dialog.dismiss().catch(() => {}));
    const found = await play(page, tests[at]).catch(() => null);
    await page.close().catch(() => {});
    outcomes[at] = found === null
      ? { test: tests[at], status: 'CRASH', subtests: [] }
      : { test: tests[at], status: HARNESS[found.status], subtests: found.subtests.map(s => ({ name: s.name, status: STATUS[s.status] })) };
    if (at % 50 === 0) process.stderr.write(`${at}/${tests.length}\n`);
  }
}
await Promise.all(Array.from({ length: Number(args.jobs ?? 2) }, work));
await chrome.close();
server.close();
fs.writeFileSync(args.out, JSON.stringify(outcomes));
