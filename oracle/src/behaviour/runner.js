// Runs a suite the way the benchmark's runner does: a new page per check, the same waits, limits and messages. Everything that
// touches a page is a host request; time is the script's virtual clock.
((host, bridge) => {
  'use strict';
  const CDP_TIMEOUT_MS = 5000;
  const CHECK_TIMEOUT_MS = 30000;
  const LOAD_POLL_MS = 100;
  const LOAD_LIMIT_MS = 8000;
  const AFTER_LOAD_MS = 1500;
  const BEFORE_CHECK_MS = 2000;
  const FREE_REFUSALS = 1000;
  const request = host.request.bind(host);
  const delay = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

  // A protocol connection to one page. `Page.…` events come in batches, in the order in which they happened.
  class Connection {
    #pending = new Map();
    #handlers = new Map();
    #serial = 0;
    #refusals = 0;
    #target = null;
    #died;

    constructor(died) {
      this.timeoutMs = CDP_TIMEOUT_MS;
      this.closed = false;
      this.#died = died;
    }

    async connect() {
      this.#target = (await request('target.create', {})).target;
      this.#listen();
    }

    async #listen() {
      while (!this.closed) {
        const batch = await request('target.events', { target: this.#target });
        if (this.closed) return;
        for (const event of batch.events) {
          if (event.method === 'oracade.died') this.#died(event.params);
          for (const handler of this.#handlers.get(event.method) || []) try { handler(event.params); } catch { /* as the protocol client does */ }
        }
      }
    }

    send(method, params = {}) {
      if (this.closed || this.#target === null) {
        const refuse = () => { throw new Error('CDP connection closed'); };
        // A run that was given up and still polls until some date must not hold up the ones after it.
        this.#refusals += 1;
        return (this.#refusals > FREE_REFUSALS ? delay(1) : Promise.resolve()).then(refuse);
      }
      return new Promise((resolve, reject) => {
        const id = this.#serial += 1;
        this.#pending.set(id, reject);
        const call = { target: this.#target, method, params: JSON.stringify(params), timeoutMs: this.timeoutMs };
        request('cdp', call).then(
          (result) => { if (this.#pending.delete(id)) resolve(result); },
          (error) => { if (this.#pending.delete(id)) reject(error); });
      });
    }

    on(event, handler) {
      if (!this.#handlers.has(event)) this.#handlers.set(event, []);
      this.#handlers.get(event).push(handler);
    }

    disconnect() {
      this.closed = true;
      const pending = [...this.#pending.values()];
      this.#pending.clear();
      this.#handlers.clear();
      for (const reject of pending) reject(new Error('CDP connection closed'));
    }

    async close() {
      this.disconnect();
      if (this.#target === null) return;
      await request('target.close', { target: this.#target });
      this.#target = null;
    }
  }

  const KEY_BY_CODE = { Space: ' ', ShiftLeft: 'Shift', ControlLeft: 'Control', Backquote: '`', Digit1: '1', Digit2: '2', Digit3: '3' };
  for (const letter of 'WASDEQRFVXZC') KEY_BY_CODE[`Key${letter}`] = letter.toLowerCase();

  const LARGEST_CANVAS = `(() => {
    const all = [...document.querySelectorAll('canvas')];
    if (all.length === 0) return null;
    const area = (canvas) => (canvas.width || 0) * (canvas.height || 0);
    const best = all.reduce((a, b) => (area(b) > area(a) ? b : a));
    return { width: best.width || 0, height: best.height || 0, cssW: best.clientWidth || 0, cssH: best.clientHeight || 0,
      id: best.id || '(no-id)', total_canvas_count: all.length };
  })()`;

  class Browser {
    constructor(cdp) {
      this.cdp = cdp;
      this.consoleErrors = [];
      this.exceptions = [];
    }

    async init() {
      for (const domain of ['Page', 'Runtime', 'Network']) await this.cdp.send(`${domain}.enable`);
      this.cdp.on('Runtime.consoleAPICalled', ({ type, args, timestamp }) => {
        if (type !== 'error' && type !== 'warning') return;
        this.consoleErrors.push({ type, text: (args || []).map((a) => a.value ?? a.description ?? '').join(' '), ts: timestamp });
      });
      this.cdp.on('Runtime.exceptionThrown', ({ timestamp, exceptionDetails }) => {
        this.exceptions.push({ text: exceptionDetails?.text || '', description: exceptionDetails?.exception?.description || '', ts: timestamp });
      });
      await this.cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: bridge.hook });
    }

    async goto(url) {
      let loaded = false;
      this.cdp.on('Page.loadEventFired', () => { loaded = true; });
      await this.cdp.send('Page.navigate', { url });
      const deadline = Date.now() + LOAD_LIMIT_MS;
      while (!loaded && Date.now() < deadline) await delay(LOAD_POLL_MS);
      await delay(AFTER_LOAD_MS);
    }

    // The text is put where an expression stands, inside a sloppy function, whatever that makes of it.
    async eval(text) {
      const answer = await this.cdp.send('Runtime.evaluate', {
        expression: `(function(){ try { var __r=(${text}); return (typeof window.__l2!=='undefined'&&window.__l2.__u)?window.__l2.__u(__r):__r; } catch(e){ return {__l2_err__: e.message}; } })()`,
        returnByValue: true,
        awaitPromise: true,
      });
      if (answer.exceptionDetails) return { __l2_err__: answer.exceptionDetails.text };
      return answer.result?.value;
    }

    async sleep(ms) { return delay(ms); }
    async keyDown(code) { await this.cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', code, key: KEY_BY_CODE[code] || code }); }
    async keyUp(code) { await this.cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', code, key: KEY_BY_CODE[code] || code }); }

    async holdKey(code, ms) {
      await this.keyDown(code);
      await this.sleep(ms);
      await this.keyUp(code);
    }

    async mouseMove(x, y, dx = 0, dy = 0) {
      await this.cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y, modifiers: 0, movementX: dx, movementY: dy });
    }

    async mouseClick(x, y) {
      if (!Number.isFinite(x) || !Number.isFinite(y)) throw new Error('mouseClick requires semantic runtime coordinates');
      await this.cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y, modifiers: 0 });
      for (const type of ['mousePressed', 'mouseReleased']) {
        await this.cdp.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1, modifiers: 0 });
      }
    }

    async getCanvasSize() { return this.eval(LARGEST_CANVAS); }

    // A hash of the picture, good for telling equal from unequal; null when no picture can be had. The benchmark's runner looks at
    // every seventh character of the middle half of the encoded picture. That any change of a pixel shows there is its
    // encoder's doing, not ours, so all of it is looked at here.
    async canvasPixelHash() {
      try {
        const { data } = await this.cdp.send('Page.captureScreenshot', { format: 'png', quality: 50 });
        if (!data) return null;
        let hash = 5381;
        for (let i = 0; i < data.length; i += 1) hash = ((hash << 5) + hash + data.charCodeAt(i)) | 0;
        return hash;
      } catch {
        return null;
      }
    }
  }

  // The death of the page (hung, out of memory) ends the check, whatever the check itself makes of its failing calls.
  async function runCheck(check, args, results) {
    const started = Date.now();
    let death = null;
    let onDeath;
    const died = new Promise((_, reject) => { onDeath = (how) => { death = how.outcome; reject(new Error(how.message)); }; });
    died.catch(() => {});
    const cdp = new Connection(onDeath);
    const browser = new Browser(cdp);
    const log = [];
    const context = { browser, args, results: results.slice(), shared: {}, log: (...parts) => { log.push(parts.join(' ')); } };
    const probe = { rafErrors: 0, error: null };
    let autoReset = { ok: false, mode: 'new-page' };
    let outcome = null;
    let timer;
    let result;
    try {
      const open = async () => {
        await cdp.connect();
        await browser.init();
        await browser.goto(args.url);
        await browser.sleep(BEFORE_CHECK_MS);
      };
      await Promise.race([open(), died]);
      autoReset = { ok: true, mode: 'new-page' };
      context.shared.lastAutoReset = autoReset;
      try {
        result = await Promise.race([
          check.run(context),
          died,
          new Promise((_, reject) => {
            timer = setTimeout(() => { outcome = 'check-timeout'; reject(new Error('check timeout')); }, check.timeoutMs || CHECK_TIMEOUT_MS);
          }),
        ]);
      } finally {
        clearTimeout(timer);
      }
    } catch (error) {
      result = { status: 'FAIL', detail: `exception: ${error.message}` };
      outcome ??= 'exception';
    } finally {
      try {
        const state = await browser.eval('({ raf_errors: Number(window.__l2 && window.__l2._rafErrCount || 0) })');
        if (!state || state.__l2_err__) throw new Error(state?.__l2_err__ || 'missing runtime state');
        probe.rafErrors = Number(state.raf_errors) || 0;
      } catch (error) {
        probe.error = `${check.id}: ${error.message}`;
      } finally {
        await request('check.closing', { id: String(check.id), status: String(result?.status) });
        await cdp.close();
      }
    }
    // Assignment to what run() returned: nothing (undefined, null) ends the suite, as it ends the benchmark's runner.
    const stamp = { id: check.id, level: check.level, name: check.name, auto_reset: autoReset, elapsed_ms: Date.now() - started };
    for (const [key, value] of Object.entries(stamp)) Reflect.set(mustBeSomething(result), key, value);
    results.push(result);
    return { result, browser, probe, outcome: death ?? outcome, log };
  }

  function mustBeSomething(result) {
    if (result === undefined || result === null) throw new TypeError(`Cannot set properties of ${result} (setting 'id')`);
    return Object(result);
  }

  async function main(exports, options) {
    if (!exports || !Array.isArray(exports.suite)) throw new Error(`checks module must export a suite array: ${options.checks}`);
    const only = options.only ? new Set(options.only) : null;
    const known = new Set(exports.suite.map((check) => check && check.id));
    const unknown = (options.only || []).filter((id) => !known.has(id));
    const suite = only ? exports.suite.filter((check) => only.has(check.id)) : exports.suite;
    await request('suite.start', { total: suite.length, unknown });
    const args = { url: options.url, cdpPort: 0, duration: 30, output: null, jsonOnly: true, role: 'target', checks: options.checks };
    const results = [];
    // The host says which check is next, and when: each begins on a whole minute.
    for (;;) {
      const { index } = await request('check.next', {});
      if (index === null) return;
      const check = suite[index];
      const run = await runCheck(check, args, results);
      await request('check.done', {
        result: JSON.stringify(run.result),
        id: String(check.id),
        consoleErrors: JSON.stringify(run.browser.consoleErrors),
        exceptions: JSON.stringify(run.browser.exceptions),
        rafErrors: run.probe.rafErrors,
        probeError: run.probe.error,
        outcome: run.outcome,
        log: run.log,
      });
    }
  }

  const commonJs = bridge.commonJs;
  // The host gives the suite's text to `define`, wrapped as a function, and then calls `start` once.
  let body = null;
  bridge.define = (fileName, text) => { body = [fileName, text]; };
  bridge.start = (options) => {
    delete globalThis.__suite;
    delete globalThis.host;
    let exports;
    try {
      exports = commonJs(...body);
    } catch (error) {
      request('suite.failed', { message: String(error?.message ?? error), stack: String(error?.stack ?? '') });
      return;
    }
    main(exports, options).then(
      () => request('suite.done', {}),
      (error) => request('suite.failed', { message: String(error?.message ?? error), stack: String(error?.stack ?? '') }));
  };
})(host, __suite);
