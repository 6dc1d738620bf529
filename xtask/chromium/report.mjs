#!/usr/bin/env node
// Opens reports in a real Chromium from the disk, as a reader would: nothing may be loaded, nothing may go wrong, hostile text stays
// text, links lead somewhere, keys work, and no page is wider than its window. Exits with 1 if anything is not as it should be.
//
//   report.mjs --html REPORT.html [--shots DIR] [--name NAME]
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch, parseArguments } from './browser.mjs';

const args = parseArguments(process.argv.slice(2), 'report.mjs --html REPORT [--shots DIR] [--name NAME]');
let failures = 0;
function expect(what, holds, seen) {
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${what}${holds ? '' : `: ${JSON.stringify(seen)}`}`);
  if (!holds) failures++;
}

const chrome = await launch();
try {
  const page = await chrome.newPage();
  const errors = [], requests = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (line) => ['error', 'warn'].includes(line.type()) && errors.push(line.text()));
  page.on('dialog', (dialog) => { errors.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on('request', (request) => requests.push(request.url()));
  await page.setViewport({ width: 1280, height: 860 });
  const address = pathToFileURL(path.resolve(args.html)).href;
  await page.goto(address);
  const title = await page.title();

  expect('one script runs', (await page.$$('script')).length === 1, await page.$$eval('script', (all) => all.length));
  expect('no element has a handler', await page.evaluate(() => ![...document.querySelectorAll('*')].some((it) =>
    [...it.attributes].some((attribute) => attribute.name.startsWith('on')))), 'on…');
  expect('all pictures are shown', await page.evaluate(async () => {
    const all = [...document.images];
    all.forEach((image) => { image.loading = 'eager'; });
    await Promise.all(all.map((image) => image.decode().catch(() => {})));
    return all.every((image) => image.naturalWidth > 0);
  }), 'a picture is broken');
  expect('links lead somewhere', await page.evaluate(() => [...document.querySelectorAll('a[href^="#"]')]
    .every((a) => document.getElementById(decodeURIComponent(a.getAttribute('href').slice(1))))), 'a link leads nowhere');
  expect('ids are unique', await page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map((it) => it.id);
    return new Set(ids).size === ids.length;
  }), 'an id is there twice');

  // By keyboard alone.
  const active = (what) => page.evaluate(what);
  await page.keyboard.press('Tab');
  expect('the first stop leads to the report', await active(() => document.activeElement.classList.contains('skip')), 'no skip link');
  if ((await page.$$('details.finding')).length) {
    await page.keyboard.press('j');
    expect('j goes to the first finding', await active(() => document.activeElement.tagName === 'SUMMARY'), 'focus');
    const before = await active(() => document.activeElement.parentElement.open);
    await page.keyboard.press('Enter');
    expect('Enter opens and closes it', (await active(() => document.activeElement.parentElement.open)) !== before, before);
    await page.keyboard.press('Enter');
    await page.keyboard.press('f');
    expect('f leaves what is not good', await active(() => [...document.querySelectorAll('.is-good')]
      .every((it) => it.getClientRects().length === 0)), 'good is shown');
    await page.keyboard.press('f');
    const link = await page.$('a.v[href^="#"]');
    if (link) {
      await link.focus();
      await page.keyboard.press('Enter');
      expect('a verdict leads to what was found, opened', await page.waitForFunction(() => {
        const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
        return target && target.open && target.getBoundingClientRect().top < innerHeight;
      }, { timeout: 3000 }).then(() => true, () => false), 'not opened');
    }
  }
  const ground = () => active(() => getComputedStyle(document.body).backgroundColor);
  const shot = async (name) => {
    if (!args.shots) return;
    fs.mkdirSync(args.shots, { recursive: true });
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: path.join(args.shots, `${args.name || 'report'}-${name}.png`), fullPage: name.endsWith('full') });
  };
  const grounds = {};
  for (const scheme of ['light', 'dark']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    grounds[scheme] = await ground();
    for (const [size, width] of [['wide', 1280], ['narrow', 390]]) {
      await page.setViewport({ width, height: 860 });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(`${scheme}, ${size}: nothing is wider than the window`, over <= 0, over);
      await shot(`${scheme}-${size}`);
      await shot(`${scheme}-${size}-full`);
    }
    await page.setViewport({ width: 1280, height: 860 });
  }
  expect('the system chooses the scheme', grounds.light !== grounds.dark, grounds);
  await page.keyboard.press('t');
  expect('and t another one', (await ground()) === grounds.light, await ground());
  expect('text can be read on its ground', await page.evaluate(contrast), 'contrast below 4.5');
  expect('nothing is loaded', requests.every((url) => url === address || url.startsWith('data:') || url.startsWith(address)), requests);
  expect('nothing went wrong', errors.length === 0, errors);
  expect('no script changed the title', (await page.title()) === title, await page.title());
  const bare = await chrome.newPage();
  await bare.setJavaScriptEnabled(false);
  await bare.goto(address);
  expect('it can be read without scripts', (await bare.$('h1')) !== null, 'no h1');
} finally {
  await chrome.close();
}
process.exit(failures ? 1 : 0);

// Contrast of the colours that chips, text and links use (WCAG 2, AA).
function contrast() {
  const light = (color) => {
    const [r, g, b] = color.match(/[\d.]+/g).slice(0, 3).map((part) => part / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if (!/, 0\)$|transparent/.test(color)) return color;
    }
    return 'rgb(255, 255, 255)';
  };
  const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  return ['light', 'dark'].every((scheme) => {
    document.documentElement.dataset.scheme = scheme;
    return [...document.querySelectorAll('.v, h1, h2, summary, .label, dt, td, a')].every((it) =>
      !it.getClientRects().length || it.closest('svg') || ratio(light(getComputedStyle(it).color), light(ground(it))) >= 4.5);
  });
}
