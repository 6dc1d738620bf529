#!/usr/bin/env node
// What a frame of a page costs Chromium, whose WebGL is SwiftShader's: milliseconds between animation frames, milliseconds of processor
// time that all its processes take a frame, and, where the page has `compile(first, count)`, milliseconds a program. Prints one JSON object.
//
//   webgl_speed.mjs --html PAGE --library DIR [--width 1280 --height 713 --seconds 6]
import { launch, newPage, parseArguments, pinned, serve } from './browser.mjs';
import { processor } from './processor.mjs';

const args = parseArguments(process.argv.slice(2), 'webgl_speed.mjs --html PAGE --library DIR [--width N --height N --seconds N]');
const seconds = Number(args.seconds || 6);
const PROGRAMS = 8;

const { server, url } = await serve(args.html);
const chrome = await launch();
try {
  const page = await newPage(chrome, pinned(args.html, args.library));
  await page.setViewport({ width: Number(args.width || 1280), height: Number(args.height || 713) });
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForFunction('window.ready || window.frames_drawn > 3', { timeout: 120_000 });
  const root = chrome.process().pid;
  const figures = { browser: await chrome.version() };
  if (await page.evaluate('typeof window.compile') === 'function') {
    // The first call makes what all share.
    await page.evaluate('compile(0, 2)');
    const before = processor(root);
    figures.program_ms = await page.evaluate(count => {
      const start = performance.now();
      compile(2, count);
      return (performance.now() - start) / count;
    }, PROGRAMS);
    figures.program_processor_ms = (processor(root) - before) / PROGRAMS;
  } else {
    await new Promise(done => setTimeout(done, 2000));
    const count = async () => [await page.evaluate('window.frames_drawn'), performance.now(), processor(root)];
    const [first, start, before] = await count();
    await new Promise(done => setTimeout(done, seconds * 1000));
    const [last, end, after] = await count();
    figures.frames = last - first;
    figures.frame_ms = (end - start) / (last - first);
    figures.frame_processor_ms = (after - before) / (last - first);
  }
  console.log(JSON.stringify(figures));
} finally {
  await chrome.close();
  server.close();
}
