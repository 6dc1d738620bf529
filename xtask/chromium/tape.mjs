#!/usr/bin/env node
// Plays a list of input events on a page in Chromium and prints how long it took, as one JSON object: in real time, or on
// Playwright's clock, which stands in for the page's dates, timers and animation frames and is run from event to event.
//
//   tape.mjs --html PAGE --library DIR --tape EVENTS --clock real|playwright
import fs from 'node:fs';
import { launch, newPage, parseArguments, pinned, program, serve, switches } from './browser.mjs';

const args = parseArguments(process.argv.slice(2), 'tape.mjs --html PAGE --library DIR --tape EVENTS --clock real|playwright');
const events = fs.readFileSync(args.tape, 'utf8').trim().split('\n').map(line => JSON.parse(line));
const find = pinned(args.html, args.library);
const { server, url } = await serve(args.html);
const METHOD = { key: 'Input.dispatchKeyEvent', mouse: 'Input.dispatchMouseEvent', touch: 'Input.dispatchTouchEvent' };
const SNAPSHOT = 'JSON.stringify(window.__gameTest?.getSnapshot?.() ?? null)';
const endMs = events.at(-1).at_ms;
let browser;

const send = (cdp, event) => {
  if (!event.input) return undefined;
  const { kind, ...input } = event.input;
  // An answer to a move comes with the frame it waits for, which on another clock may never come.
  const sent = cdp.send(METHOD[kind], input).catch(() => {});
  return args.clock === 'real' ? sent : Promise.race([sent, new Promise(done => setTimeout(done, 20))]);
};

async function real() {
  browser = await launch();
  const page = await newPage(browser, find);
  await page.setViewport({ width: 1280, height: 713 });
  const cdp = await page.createCDPSession();
  await page.goto(url, { waitUntil: 'load' });
  const start = performance.now();
  for (const event of events) {
    const wait = event.at_ms - (performance.now() - start);
    if (wait > 0) await new Promise(done => setTimeout(done, wait));
    await send(cdp, event);
  }
  return { seconds: (performance.now() - start) / 1000, snapshot: await page.evaluate(SNAPSHOT), version: await browser.version() };
}

async function playwright() {
  const { chromium } = await import('playwright-core');
  browser = await chromium.launch({ executablePath: program, args: switches });
  const page = await browser.newPage({ viewport: { width: 1280, height: 713 } });
  await page.route(address => !/^127\.0\.0\.1$/.test(address.hostname), route => {
    const file = find(route.request().url());
    return file ? route.fulfill({ body: file.body, contentType: file.type, headers: { 'access-control-allow-origin': '*' } }) : route.abort();
  });
  await page.clock.install({ time: new Date('2026-01-01T00:00:00Z') });
  await page.goto(url, { waitUntil: 'load' });
  await page.clock.pauseAt(new Date('2026-01-01T00:00:30Z'));
  const cdp = await page.context().newCDPSession(page);
  const start = performance.now();
  let now = 0;
  for (const event of events) {
    const step = Math.round(event.at_ms - now);
    if (step > 0) {
      await page.clock.runFor(step);
      now += step;
    }
    await send(cdp, event);
  }
  return { seconds: (performance.now() - start) / 1000, snapshot: await page.evaluate(SNAPSHOT), version: `Chromium ${browser.version()}` };
}

try {
  const { seconds, snapshot, version } = await (args.clock === 'playwright' ? playwright() : real());
  console.log(JSON.stringify({ browser: version, clock: args.clock, tape_s: endMs / 1000, seconds, times_real: endMs / 1000 / seconds, snapshot: snapshot?.length ?? 0 }));
} finally {
  await browser?.close();
  server.close();
}
