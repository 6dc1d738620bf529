// A headless Chromium whose pages see a game's folder and the addresses in its lock file, and no network.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import puppeteer from 'puppeteer-core';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.json': 'application/json',
  '.png': 'image/png', '.jpg': 'image/jpeg', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };

// --name value --name value; html is required.
export function parseArguments(argv, usage) {
  const args = {};
  for (let i = 0; i < argv.length; i += 2) args[argv[i].replace(/^--/, '')] = argv[i + 1];
  if (!args.html) {
    console.error(`usage: ${usage}`);
    process.exit(2);
  }
  return args;
}

export const program = process.env.CHROMIUM || '/usr/bin/chromium';
export const switches = ['--no-sandbox', '--disable-dev-shm-usage', '--no-first-run', '--no-default-browser-check', '--disable-quic',
  '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows', '--disable-background-timer-throttling', '--use-gl=angle',
  '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--enable-webgl', '--ignore-gpu-blocklist', '--window-size=1280,800'];

export function launch() {
  return puppeteer.launch({ executablePath: program, headless: true, defaultViewport: null, args: switches });
}

// Serves the folder of a page on the loopback interface.
export function serve(html) {
  const root = path.dirname(path.resolve(html));
  const server = http.createServer((request, response) => {
    const relative = decodeURIComponent(new URL(request.url, 'http://x').pathname).replace(/^\/+/, '') || path.basename(html);
    const file = path.join(root, relative);
    if (!file.startsWith(root + path.sep) || !fs.statSync(file, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[path.extname(file)] || 'application/octet-stream' });
    fs.createReadStream(file).pipe(response);
  });
  return new Promise(done => server.listen(0, '127.0.0.1', () =>
    done({ server, url: `http://127.0.0.1:${server.address().port}/${path.basename(html)}` })));
}

// What `oracade vendor` pinned for the page, as a function from address to { type, body }.
export function pinned(html, library) {
  const lock = path.join(path.dirname(path.resolve(html)), 'oracade.lock.json');
  const addresses = fs.existsSync(lock) ? JSON.parse(fs.readFileSync(lock, 'utf8')).addresses : {};
  return address => {
    const entry = addresses[address.split('#')[0]];
    if (!entry) return undefined;
    const blob = path.join(library, 'store', entry.sha256);
    if (!fs.existsSync(blob)) {
      console.error(`${address} is not in ${library}; run: oracade vendor ${path.dirname(html)} --frozen`);
      process.exit(1);
    }
    return { type: entry.type, body: fs.readFileSync(blob) };
  };
}

// A new page that gets pinned addresses from the library and is refused all others.
export async function newPage(chrome, find) {
  const page = await chrome.newPage();
  await page.setRequestInterception(true);
  page.on('request', request => {
    const address = request.url();
    if (/^(http:\/\/127\.0\.0\.1:|data:|blob:|about:)/.test(address)) return request.continue();
    const file = find(address);
    if (!file) return request.abort();
    return request.respond({ status: 200, contentType: file.type, headers: { 'access-control-allow-origin': '*' }, body: file.body });
  });
  return page;
}
