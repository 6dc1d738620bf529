#!/usr/bin/env node
// Runs a check suite against a game in a real headless Chromium, in real time, one new page per check. The report is the
// reference that the runtime is held to: the same suite there must reach the same verdicts.
//
//   reference.mjs --html PAGE --library DIR (--checks FILE | --probe FILE) [--only ID,ID] [--shots DIR] [--out FILE] [--hook FILE]
//
// --shots  after the load wait, and after each check, a PNG of the viewport
// --probe  instead of a suite: evaluate this file in the page and print its JSON value
// --hook   a script to run in every document before the page's own
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { launch, newPage, parseArguments, pinned, serve } from './browser.mjs';

const LOAD_WAIT_MS = 1500 + 2000; // after the load event, as the benchmark's runner waits
const CHECK_TIMEOUT_MS = 30000;

const KEY_NAMES = { Space: ' ', ShiftLeft: 'Shift', ControlLeft: 'Control', AltLeft: 'Alt', Backquote: '`' };
function keyOf(code) {
  if (code in KEY_NAMES) return KEY_NAMES[code];
  if (/^Key[A-Z]$/.test(code)) return code.slice(3).toLowerCase();
  return /^Digit[0-9]$/.test(code) ? code.slice(5) : code;
}

// The object that suites drive a page by.
class Driver {
  constructor(page, session) {
    this.page = page;
    this.session = session;
    this.consoleErrors = [];
    this.exceptions = [];
    this.cdp = { send: (method, params) => session.send(method, params || {}) };
  }

  async start(hook) {
    for (const domain of ['Page', 'Runtime', 'Network']) await this.session.send(`${domain}.enable`);
    this.session.on('Runtime.consoleAPICalled', event => {
      if (event.type !== 'error' && event.type !== 'warning') return;
      this.consoleErrors.push({ type: event.type, text: (event.args || []).map(a => a.value ?? a.description ?? '').join(' ') });
    });
    this.session.on('Runtime.exceptionThrown', event => this.exceptions.push({ text: event.exceptionDetails?.text || '',
      description: event.exceptionDetails?.exception?.description || '' }));
    if (hook) await this.session.send('Page.addScriptToEvaluateOnNewDocument', { source: hook });
  }

  async eval(expression) {
    const answer = await this.session.send('Runtime.evaluate', {
      expression: `(function(){ try { return (${expression}); } catch (e) { return { __l2_err__: e.message }; } })()`,
      returnByValue: true, awaitPromise: true });
    return answer.exceptionDetails ? { __l2_err__: answer.exceptionDetails.text } : answer.result?.value;
  }

  sleep(ms) { return new Promise(done => setTimeout(done, ms)); }
  mouse(type, x, y, more) { return this.session.send('Input.dispatchMouseEvent', { type, x, y, modifiers: 0, ...more }); }
  keyDown(code) { return this.session.send('Input.dispatchKeyEvent', { type: 'keyDown', code, key: keyOf(code) }); }
  keyUp(code) { return this.session.send('Input.dispatchKeyEvent', { type: 'keyUp', code, key: keyOf(code) }); }
  async holdKey(code, ms) { await this.keyDown(code); await this.sleep(ms); await this.keyUp(code); }
  mouseMove(x, y, dx = 0, dy = 0) { return this.mouse('mouseMoved', x, y, { movementX: dx, movementY: dy }); }

  async mouseClick(x, y) {
    if (!Number.isFinite(x) || !Number.isFinite(y)) throw new Error('mouseClick needs finite coordinates');
    await this.mouse('mouseMoved', x, y);
    await this.mouse('mousePressed', x, y, { button: 'left', clickCount: 1 });
    await this.mouse('mouseReleased', x, y, { button: 'left', clickCount: 1 });
  }

  getCanvasSize() {
    return this.eval(`(function(){ let best = null, area = -1; const all = document.querySelectorAll('canvas');
      for (const c of all) if (c.width * c.height > area) { area = c.width * c.height; best = c; }
      return best && { width: best.width, height: best.height, cssW: best.clientWidth, cssH: best.clientHeight,
        id: best.id || '(no-id)', total_canvas_count: all.length }; })()`);
  }

  async canvasPixelHash() {
    const { data } = await this.session.send('Page.captureScreenshot', { format: 'png' });
    let hash = 5381;
    for (let i = Math.floor(data.length / 4); i < Math.floor(data.length * 3 / 4); i += 7) hash = ((hash << 5) + hash + data.charCodeAt(i)) | 0;
    return hash;
  }
}

const args = parseArguments(process.argv.slice(2), 'reference.mjs --html PAGE --library DIR (--checks FILE | --probe FILE) …');
const hook = args.hook && fs.readFileSync(args.hook, 'utf8');
const find = pinned(args.html, args.library);
const { server, url } = await serve(args.html);
const chrome = await launch();

async function open() {
  const page = await newPage(chrome, find);
  const driver = new Driver(page, await page.createCDPSession());
  await driver.start(hook);
  // A page that never loads is judged as it is.
  await page.goto(url, { waitUntil: 'load', timeout: 8000 }).catch(() => {});
  await driver.sleep(LOAD_WAIT_MS);
  return driver;
}

async function shot(driver, name) {
  if (!args.shots) return;
  fs.mkdirSync(args.shots, { recursive: true });
  const { data } = await driver.session.send('Page.captureScreenshot', { format: 'png' });
  fs.writeFileSync(path.join(args.shots, `${name}.png`), Buffer.from(data, 'base64'));
}

async function probe() {
  const driver = await open();
  const value = await driver.eval(fs.readFileSync(args.probe, 'utf8'));
  console.log(JSON.stringify({ value, exceptions: driver.exceptions, consoleErrors: driver.consoleErrors }, null, 2));
  await shot(driver, 'probe');
}

async function judge(check, report) {
  const start = Date.now();
  let driver;
  let verdict;
  let timer;
  try {
    driver = await open();
    if (report.checks.length === 0) await shot(driver, '_loaded');
    const context = { browser: driver, args: { url, checks: args.checks }, results: report.checks.slice(), shared: {}, log() {} };
    const limit = check.timeoutMs || CHECK_TIMEOUT_MS;
    const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error('check timeout')), limit); });
    verdict = await Promise.race([check.run(context), late]);
  } catch (error) {
    verdict = { status: 'FAIL', detail: `exception: ${error.message}` };
  }
  clearTimeout(timer);
  if (driver) {
    await shot(driver, check.id).catch(() => {});
    report.console_errors.push(...driver.consoleErrors);
    report.exceptions.push(...driver.exceptions);
    await driver.page.close().catch(() => {});
  }
  report.checks.push({ id: check.id, level: check.level, name: check.name, ...verdict, elapsed_ms: Date.now() - start });
  process.stderr.write(`${verdict.status}\t${check.id}\t${verdict.detail || ''}\n`);
}

async function suite() {
  const { suite: checks } = createRequire(import.meta.url)(path.resolve(args.checks));
  const only = args.only && new Set(args.only.split(','));
  const report = { browser: await chrome.version(), viewport: '--window-size=1280,800', checks: [], exceptions: [], console_errors: [] };
  const start = Date.now();
  for (const check of checks) if (!only || only.has(check.id)) await judge(check, report);
  report.wall_s = (Date.now() - start) / 1000;
  const text = JSON.stringify(report, null, 2);
  if (args.out) fs.writeFileSync(args.out, text + '\n'); else console.log(text);
  return report.checks.every(check => check.status !== 'FAIL');
}

let passed = true;
try {
  if (args.probe) await probe(); else passed = await suite();
} finally {
  await chrome.close();
  server.close();
}
process.exit(passed ? 0 : 1);
