#!/usr/bin/env node
// Outcomes of pages of Khronos's WebGL conformance suite in Chromium with its software renderer, in the form that
// `cargo xtask webgl-cts --out` writes: what ours can be compared with.
//
//   webgl_cts.mjs --root SDK/TESTS --list FILE --version 1 --out FILE [--seconds N]
//
// The list has one page a line, as `cargo xtask webgl-cts --list` prints them.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { launch } from './browser.mjs';

const args = {};
for (let i = 2; i < process.argv.length; i += 2) args[process.argv[i].replace(/^--/, '')] = process.argv[i + 1];
if (!args.root || !args.list || !args.out) {
  console.error('usage: webgl_cts.mjs --root SDK/TESTS --list FILE --version 1|2 --out FILE [--seconds N]');
  process.exit(2);
}
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.png': 'image/png',
  '.jpg': 'image/jpeg', '.gif': 'image/gif', '.svg': 'image/svg+xml', '.txt': 'text/plain', '.vert': 'text/plain', '.frag': 'text/plain',
  '.mp4': 'video/mp4', '.webm': 'video/webm', '.wasm': 'application/wasm' };
const server = http.createServer((request, response) => {
  const file = path.join(args.root, decodeURIComponent(new URL(request.url, 'http://x').pathname));
  if (!fs.statSync(file, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404).end();
  return response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' }).end(fs.readFileSync(file));
});
await new Promise(done => server.listen(0, '127.0.0.1', done));
const origin = `http://localhost:${server.address().port}`;

function harness() {
  const r = window.__cts = { done: false, held: 0, all: 0, messages: [] };
  window.webglTestHarness = {
    reportResults(url, success, message) {
      r.all++;
      if (success) r.held++;
      else if (r.messages.length < 8) r.messages.push(String(message).slice(0, 500));
    },
    notifyFinished() { r.done = true; },
  };
}

const seconds = Number(args.seconds ?? 60);
const chrome = await launch();
const out = fs.createWriteStream(args.out, { flags: 'a' });
for (const test of fs.readFileSync(args.list, 'utf8').split('\n').filter(Boolean)) {
  const page = await chrome.newPage();
  await page.setViewport({ width: 800, height: 600 });
  await page.evaluateOnNewDocument(harness);
  await page.goto(`${origin}/${test}?webglVersion=${args.version ?? 1}&quiet=1`, { waitUntil: 'domcontentloaded', timeout: 20000 }).catch(() => {});
  let seen = null;
  for (const end = Date.now() + seconds * 1000; Date.now() < end && !seen?.done;) {
    seen = await page.evaluate(() => window.__cts).catch(() => null) ?? seen;
    if (!seen?.done) await new Promise(done => setTimeout(done, 30));
  }
  await page.close().catch(() => {});
  const { done = false, held = 0, all = 0, messages = [] } = seen ?? {};
  if (!done) messages.push('no end');
  out.write(`${JSON.stringify({ test, passed: done && held === all && all > 0, held, all, messages })}\n`);
}
await new Promise(done => out.end(done));
await chrome.close();
server.close();
