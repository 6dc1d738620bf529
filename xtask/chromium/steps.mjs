#!/usr/bin/env node
// How many steps a second an environment makes that drives a page in a real headless Chromium, as frameworks for browsers do it: a key
// goes down, a frame is waited for, the key goes up, the game's snapshot is asked for; and with pictures a screenshot too. Prints one
// JSON object. Chromium's frames are those of the wall's clock, sixty a second at most.
//
//   steps.mjs --html PAGE --library DIR --keys Space,KeyA [--width N --height N] [--seconds 5] [--scenario NAME]
import { launch, newPage, parseArguments, pinned, serve } from './browser.mjs';

const args = parseArguments(process.argv.slice(2), 'steps.mjs --html PAGE --library DIR --keys CODES');
const seconds = Number(args.seconds || 5), keys = args.keys.split(',');
const { server, url } = await serve(args.html);
const chrome = await launch();
try {
  const page = await newPage(chrome, pinned(args.html, args.library));
  await page.setViewport({ width: Number(args.width || 800), height: Number(args.height || 600) });
  await page.goto(url, { waitUntil: 'load' });
  await new Promise(done => setTimeout(done, 3500));
  if (args.scenario) await page.evaluate(name => window.__gameTest.loadScenario(name), args.scenario);
  const cdp = await page.createCDPSession();
  const key = (type, code) => cdp.send('Input.dispatchKeyEvent', { type, code, key: code.replace(/^Key(.)$/, (_, c) => c.toLowerCase()) });
  const measure = async pictures => {
    let steps = 0;
    const begun = performance.now();
    while (performance.now() - begun < seconds * 1000) {
      const code = keys[steps % keys.length];
      await key('keyDown', code);
      await page.evaluate(() => new Promise(done => requestAnimationFrame(done)));
      await key('keyUp', code);
      await page.evaluate(() => window.__gameTest.getSnapshot());
      if (pictures) await cdp.send('Page.captureScreenshot', { format: 'jpeg', clip: { ...page.viewport(), x: 0, y: 0, scale: 84 / page.viewport().width } });
      steps++;
    }
    return steps / ((performance.now() - begun) / 1000);
  };
  console.log(JSON.stringify({ browser: await chrome.version(), state: await measure(false), pixels: await measure(true) }));
} finally {
  await chrome.close();
  server.close();
}
