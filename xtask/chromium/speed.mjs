#!/usr/bin/env node
// Chromium's own speed on a page: milliseconds to its load event (median of five pages), animation frames a second, and
// screenshots a second, 3.5 seconds after loading. Prints one JSON object.
//
//   speed.mjs --html PAGE --library DIR [--width 800 --height 600]
import { launch, newPage, parseArguments, pinned, serve } from './browser.mjs';

const args = parseArguments(process.argv.slice(2), 'speed.mjs --html PAGE --library DIR [--width N --height N]');
const { server, url } = await serve(args.html);
const chrome = await launch();
try {
  const find = pinned(args.html, args.library);
  const viewport = { width: Number(args.width || 800), height: Number(args.height || 600) };
  const opens = [];
  let page;
  for (let i = 0; i < 5; i++) {
    await page?.close();
    const start = performance.now();
    page = await newPage(chrome, find);
    await page.setViewport(viewport);
    await page.goto(url, { waitUntil: 'load' });
    opens.push(performance.now() - start);
  }
  await new Promise(done => setTimeout(done, 3500));
  const frames = await page.evaluate(() => new Promise(done => {
    let count = 0;
    const start = performance.now();
    (function frame() {
      count++;
      const seconds = (performance.now() - start) / 1000;
      if (seconds > 4) done(count / seconds); else requestAnimationFrame(frame);
    })();
  }));
  const cdp = await page.createCDPSession();
  let shots = 0;
  const start = performance.now();
  while (performance.now() - start < 5000) {
    await cdp.send('Page.captureScreenshot', { format: 'png' });
    shots++;
  }
  const rate = shots / ((performance.now() - start) / 1000);
  console.log(JSON.stringify({ browser: await chrome.version(), open_ms: opens.sort((a, b) => a - b)[2], frames_per_s: frames, captures_per_s: rate }));
} finally {
  await chrome.close();
  server.close();
}
