#!/usr/bin/env node
// Processor time of canvas drawing in Chromium: the scenes of xtask/bench/canvas.js, as one JSON object of milliseconds a frame.
// The canvas is a software one (willReadFrequently); all threads of the page's process count.
//
//   canvas.mjs --script FILE
import fs from 'node:fs';
import { launch } from './browser.mjs';
import { processor } from './processor.mjs';

const RUNS = 5;
const FRAMES = 3;
const isRenderer = command => command.includes('--type=renderer');
const script = process.argv[process.argv.indexOf('--script') + 1];

const chrome = await launch();
try {
  const page = await chrome.newPage();
  await page.setContent('<!doctype html><body>');
  await page.addScriptTag({ content: fs.readFileSync(script, 'utf8') });
  const root = chrome.process().pid;
  const figures = {};
  for (const name of await page.evaluate('sceneNames')) {
    await page.evaluate((name) => draw(name, 0, 1), name);
    let best = Infinity;
    for (let run = 0; run < RUNS; run++) {
      const before = processor(root, isRenderer);
      await page.evaluate((name, first, count) => draw(name, first, count), name, 1 + run * FRAMES, FRAMES);
      best = Math.min(best, (processor(root, isRenderer) - before) / FRAMES);
    }
    figures[name] = best;
  }
  console.log(JSON.stringify({ browser: await chrome.version(), figures }));
} finally {
  await chrome.close();
}
