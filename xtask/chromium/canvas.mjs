#!/usr/bin/env node
// Processor time of canvas drawing in Chromium: the scenes of xtask/bench/canvas.js, as one JSON object of milliseconds a frame.
// The canvas is a software one (willReadFrequently); all threads of the page's process count.
//
//   canvas.mjs --script FILE
import fs from 'node:fs';
import { launch } from './browser.mjs';

const RUNS = 5;
const FRAMES = 3;
const script = process.argv[process.argv.indexOf('--script') + 1];

// Nanoseconds that all threads of the renderers below a process have run.
function processor(root) {
  const parents = new Map();
  for (const pid of fs.readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    try {
      parents.set(Number(pid), Number(fs.readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ')[1]));
    } catch { /* it has ended */ }
  }
  const below = pid => pid === root || (parents.has(pid) && below(parents.get(pid)));
  let sum = 0;
  for (const pid of parents.keys()) {
    try {
      if (!below(pid) || !fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer')) continue;
      for (const thread of fs.readdirSync(`/proc/${pid}/task`)) {
        sum += Number(fs.readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
      }
    } catch { /* it has ended */ }
  }
  return sum;
}

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
      const before = processor(root);
      await page.evaluate((name, first, count) => draw(name, first, count), name, 1 + run * FRAMES, FRAMES);
      best = Math.min(best, (processor(root) - before) / 1e6 / FRAMES);
    }
    figures[name] = best;
  }
  console.log(JSON.stringify({ browser: await chrome.version(), figures }));
} finally {
  await chrome.close();
}
