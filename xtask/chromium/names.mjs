#!/usr/bin/env node
// Records the names that headless Chromium gives a page and a dedicated worker, as page/names.js lists them.
//
//   names.mjs --html PAGE --out FILE
import fs from 'node:fs';
import { launch, newPage, parseArguments, serve } from './browser.mjs';

const args = parseArguments(process.argv.slice(2), 'names.mjs --html PAGE --out FILE');
const ask = fs.readFileSync(new URL('page/names.js', import.meta.url), 'utf8');
const { server, url } = await serve(args.html);
const chrome = await launch();
try {
  const page = await newPage(chrome, () => undefined);
  await page.goto(url, { waitUntil: 'load' });
  const inPage = await page.evaluate(ask);
  const inWorker = await page.evaluate(source => new Promise(done => {
    const worker = new Worker(URL.createObjectURL(new Blob([`postMessage(${source.replace(/^(?:\/\/.*\n)+/, '').trim()})`])));
    worker.onmessage = event => done(event.data);
    worker.onerror = event => done(event.message);
  }), ask);
  const text = `# ${await chrome.version()}\n## page\n${inPage}\n## worker\n${inWorker}\n`;
  if (args.out) fs.writeFileSync(args.out, text);
  else process.stdout.write(text);
} finally {
  await chrome.close();
  server.close();
}
