#!/usr/bin/env node
// Records what a headless Chromium makes of a page on a clock of our own, as the recipe of a fixture asks: elements' boxes and computed
// styles, text, events of an input sequence, values, exceptions, pictures. docs/fidelity.md describes the recipe.
//
//   record.mjs --html PAGE --library DIR --recipe FILE --out FOLDER
import fs from 'node:fs';
import path from 'node:path';
import { launch, newPage, parseArguments, pinned, serve } from './browser.mjs';

const args = parseArguments(process.argv.slice(2), 'record.mjs --html PAGE --library DIR --recipe FILE --out FOLDER');
const source = name => fs.readFileSync(new URL(`page/${name}`, import.meta.url), 'utf8');
const recipe = JSON.parse(fs.readFileSync(args.recipe, 'utf8'));
const properties = JSON.parse(source('properties.json'));
const probe = source('probe.js');

const find = pinned(args.html, args.library);
const { server, url } = await serve(args.html);
const chrome = await launch();

class Recorder {
  constructor(page, session) {
    this.page = page;
    this.session = session;
    this.exceptions = [];
    this.consoleErrors = [];
  }

  send(method, params) { return this.session.send(method, params ?? {}); }

  async start() {
    for (const domain of ['Page', 'Runtime', 'Network']) await this.send(`${domain}.enable`);
    const [width, height] = recipe.viewport;
    await this.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
    await this.send('Emulation.setFocusEmulationEnabled', { enabled: true });
    this.session.on('Runtime.exceptionThrown', ({ exceptionDetails: details }) => this.exceptions.push({ text: details?.text ?? '',
      description: (details?.exception?.description ?? '').split('\n')[0] }));
    this.page.on('dialog', dialog => dialog.accept());
    this.session.on('Runtime.consoleAPICalled', ({ type, args }) => {
      if (type === 'error' || type === 'warning') this.consoleErrors.push({ type, text: args.map(a => a.value ?? a.description ?? '').join(' ') });
    });
    for (const name of ['random.js', 'clock.js', 'events.js']) await this.send('Page.addScriptToEvaluateOnNewDocument', { source: source(name) });
    await this.page.goto(url, { waitUntil: 'load', timeout: 20000 }).catch(() => {});
    await this.send('Page.bringToFront');
  }

  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(`${expression.slice(0, 60)}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    return result.value;
  }

  async input({ kind, ...params }) {
    const method = { mouse: 'dispatchMouseEvent', touch: 'dispatchTouchEvent', key: 'dispatchKeyEvent' }[kind];
    await this.send(`Input.${method}`, params);
  }

  async observe(name, { picture = true, elements = true }) {
    await this.evaluate('document.fonts.ready.then(() => __clock.drawn()).then(() => 0)');
    const seen = elements ? await this.evaluate(`(${probe})(${JSON.stringify({ properties, measure: recipe.measure })})`) : {};
    if (picture) {
      const { data } = await this.send('Page.captureScreenshot', { format: 'png' });
      fs.writeFileSync(path.join(args.out, `${name}.png`), Buffer.from(data, 'base64'));
    }
    return { name, picture, ...seen };
  }
}

try {
  const page = await newPage(chrome, find);
  const recorder = new Recorder(page, await page.createCDPSession());
  await recorder.start();
  const report = { browser: await chrome.version(), moments: [], steps: [] };
  for (const step of recipe.steps) {
    await recorder.evaluate(`__clock.advance(${step.at})`);
    if (step.input) await recorder.input(step.input);
    const answer = {};
    const left = step.leaves ? page.waitForNavigation({ waitUntil: 'load' }) : undefined;
    if ('eval' in step) answer.value = (await recorder.evaluate(step.eval)) ?? null;
    await left;
    if (recipe.settle) await recorder.evaluate('__clock.drawn().then(() => __clock.drawn()).then(() => 0)');
    if (step.observe) report.moments.push(await recorder.observe(step.observe, step));
    answer.events = await recorder.evaluate('__events()');
    report.steps.push(answer);
  }
  report.exceptions = recorder.exceptions;
  report.console_errors = recorder.consoleErrors;
  fs.writeFileSync(path.join(args.out, 'chromium.json'), compact(report) + '\n');
} finally {
  await chrome.close();
  server.close();
}

// One line for each element, text and event: changes of a recording can be read as a diff.
function compact(value, indent = '', depth = 0) {
  const flat = JSON.stringify(value);
  if (value === null || typeof value !== 'object' || flat.length < 100 || depth > 3) return flat;
  const inner = indent + ' ';
  const entries = Array.isArray(value)
    ? value.map(item => inner + compact(item, inner, depth + 1))
    : Object.entries(value).filter(([, item]) => item !== undefined).map(([key, item]) => `${inner}${JSON.stringify(key)}: ${compact(item, inner, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${entries.join(',\n')}\n${indent}${close}`;
}
