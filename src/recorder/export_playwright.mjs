// Written by `oracade export --to playwright-script`. Plays a tape in a real browser, on Playwright's clock.
//
//   npm install playwright-core
//   node THIS.mjs GAME-FOLDER-OR-URL [--headed] [--picture FILE.png]
//
// CHROMIUM names the browser's program if Playwright has not installed one. Timers, dates and animation frames of the page run on
// Playwright's clock, which only this script moves; the browser itself goes on in real time, so that sound, decoding of pictures and
// CSS animations do not keep to it, and Math.random is the browser's own. At the end it prints what the game's __gameTest says.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { chromium } from 'playwright-core';

const conditions = '@CONDITIONS@';

// When, in ms of the page's time, and what.
const events = [
  '@EVENTS@',
];

const option = (name) => process.argv.includes(name) && process.argv[process.argv.indexOf(name) + 1];
const game = process.argv[2];
if (!game) {
  console.error(`usage: node ${path.basename(process.argv[1])} GAME-FOLDER-OR-URL [--headed] [--picture FILE.png]`);
  process.exit(2);
}

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.json': 'application/json',
  '.png': 'image/png', '.jpg': 'image/jpeg', '.svg': 'image/svg+xml', '.wav': 'audio/wav', '.wasm': 'application/wasm' };

// A folder is served on this machine; a file as its folder.
async function serve(given) {
  if (/^https?:/.test(given)) return { url: given, close() {} };
  const isFile = fs.statSync(given).isFile();
  const root = path.resolve(isFile ? path.dirname(given) : given);
  const server = http.createServer((request, response) => {
    const file = path.join(root, decodeURIComponent(new URL(request.url, 'http://x').pathname));
    if (!file.startsWith(root + path.sep) || !fs.statSync(file, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' });
    fs.createReadStream(file).pipe(response);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const name = isFile ? path.basename(given) : conditions.document || 'index.html';
  return { url: `http://127.0.0.1:${server.address().port}/${name}`, close: () => server.close() };
}

const served = await serve(game);
const browser = await chromium.launch({ headless: !process.argv.includes('--headed'), executablePath: process.env.CHROMIUM });
try {
  const context = await browser.newContext({
    viewport: { width: conditions.viewport[0], height: conditions.viewport[1] }, deviceScaleFactor: conditions.dpr,
    locale: conditions.locale, timezoneId: conditions.zone, userAgent: conditions.agent, hasTouch: conditions.touch,
  });
  for (const script of conditions.scripts) await context.addInitScript({ content: script });
  const page = await context.newPage();
  page.on('console', (line) => console.error(`${line.type()}: ${line.text()}`));
  page.on('pageerror', (error) => console.error(`exception: ${error.message}`));
  if (conditions.storage.length > 0) {
    await page.route('**/oracade-storage', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await page.goto(new URL('/oracade-storage', served.url).href);
    await page.evaluate((items) => items.forEach(([key, value]) => localStorage.setItem(key, value)), conditions.storage);
  }
  await page.clock.install({ time: conditions.epoch });
  await page.goto(served.url);
  await page.clock.pauseAt(conditions.epoch + 1000);
  // The page has had about a second of its own; the tape's time counts from here.
  const protocol = await context.newCDPSession(page);
  let now = 0;
  for (const [at, act] of [...events, [conditions.end, {}]]) {
    if (at > now) await page.clock.runFor(at - now);
    now = Math.max(now, at);
    if (act.cdp) await protocol.send(act.cdp, act.with);
    if (act.evaluate) await page.evaluate(act.evaluate);
    if (act.reload) await page.reload();
  }
  if (option('--picture')) await page.screenshot({ path: option('--picture') });
  const snapshot = await page.evaluate(() => window.__gameTest?.getSnapshot?.() ?? null);
  console.log(JSON.stringify(snapshot));
} finally {
  await browser.close();
  served.close();
}
