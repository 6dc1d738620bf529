#!/usr/bin/env node
// Plays a game through `oracade play` in a real Chromium, as a person would: mouse, wheel, keys, fingers, a gamepad, every control;
// then has the tape verified. Prints what was tried and how fast pictures came; exits with 1 if anything is not as it should be.
//
//   play.mjs --html GAME.html --oracade PROGRAM --tape FILE [--shots DIR] [--width 800 --height 600]
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { launch, parseArguments } from './browser.mjs';

const args = parseArguments(process.argv.slice(2), 'play.mjs --html GAME --oracade PROGRAM --tape FILE [--shots DIR]');
const size = `${args.width || 800}x${args.height || 600}`;
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
let failures = 0;
function expect(what, holds, seen) {
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${what}${holds ? '' : `: ${JSON.stringify(seen)}`}`);
  if (!holds) failures++;
}
async function until(what, look, limit = 15000) {
  const end = Date.now() + limit;
  let seen;
  while (Date.now() < end) {
    seen = await look();
    if (seen) break;
    await wait(30);
  }
  expect(what, Boolean(seen), seen);
  return seen;
}

fs.rmSync(args.tape, { force: true });
const program = spawn(args.oracade, ['play', args.html, '--tape', args.tape, '--viewport', size, '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
const lines = readline.createInterface({ input: program.stdout })[Symbol.asyncIterator]();
const { address } = JSON.parse((await lines.next()).value);
const chrome = await launch();
try {
  await play(await chrome.newPage());
} finally {
  await chrome.close();
  program.kill('SIGINT');
}
const replayed = spawnSync(args.oracade, ['replay', '--verify', args.tape, '--json'], { encoding: 'utf8' });
expect('the tape replays as it was played', replayed.status === 0, replayed.stdout + replayed.stderr);
if (replayed.status === 0) console.log(`     ${JSON.parse(replayed.stdout).compared} checkpoints compared`);
process.exit(failures ? 1 : 0);

async function play(page) {
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
  // A pad that lies on the table until the page is told to use it.
  await page.evaluateOnNewDocument(() => {
    window.pad = null;
    navigator.getGamepads = () => [window.pad, null, null, null];
  });
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(address);
  const text = (id) => page.$eval(`#${id}`, (element) => element.textContent);
  const focus = () => page.evaluate(() => document.activeElement.id);
  const pictures = () => page.$eval('#screen', (canvas) => Number(canvas.dataset.pictures ?? 0));
  const shot = (name) => args.shots && page.screenshot({ path: path.join(args.shots, `${name}.png`) });
  await until('it plays', async () => (await text('role')) === 'playing' && (await pictures()) > 5);
  expect('the game has the keyboard at once', (await focus()) === 'screen', await focus());
  const box = await page.$eval('#screen', (canvas) => canvas.getBoundingClientRect().toJSON());
  const at = (x, y) => [box.x + x * box.width / (args.width || 800), box.y + y * box.height / (args.height || 600)];
  // What the game shows is what is drawn: the strip of its canvas is of its colour.
  const pixel = (x, y) => page.$eval('#screen', (canvas, x, y) => [...canvas.getContext('2d').getImageData(x, y, 1, 1).data], x, y);
  const seen = await pixel(190, 95);
  expect('the picture is the game’s', seen[1] === 40 && seen[2] === 90, seen);

  await page.mouse.move(...at(100, 150));
  await page.mouse.click(...at(120, 150), { clickCount: 2 });
  await page.mouse.click(...at(130, 150), { button: 'right' });
  await page.mouse.wheel({ deltaY: 120 });
  // A drag that leaves the picture and ends outside of it.
  await page.mouse.move(...at(20, 20));
  await page.mouse.down();
  await page.mouse.move(box.x - 5, box.y + 30, { steps: 4 });
  await page.mouse.up();
  for (const key of ['a', 'b', 'Tab', 'Escape', 'ArrowLeft', 'F1', 'Enter', 'Space']) await page.keyboard.press(key);
  expect('Tab and Escape stay in the game', (await focus()) === 'screen', await focus());
  await page.keyboard.down('Shift');
  await page.keyboard.press('KeyC');
  await page.keyboard.up('Shift');
  await until('its console is shown', async () => (await text('console')).includes('won'));

  await page.keyboard.down('w');
  await page.keyboard.down('Control');
  await page.keyboard.press('m');
  await page.keyboard.up('Control');
  expect('Ctrl+M gives the keyboard back', (await focus()) === 'run', await focus());
  await page.keyboard.up('w');
  await page.keyboard.press('Tab');
  expect('from there Tab goes on', (await focus()) === 'step', await focus());

  const cdp = await page.createCDPSession();
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
  const [x, y] = at(60, 60);
  const finger = (type, ...points) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([id, dx]) => ({ x: x + dx, y, id })) });
  await finger('touchStart', [0, 0]);
  await finger('touchMove', [0, 20]);
  await finger('touchStart', [0, 20], [1, 60]);
  await finger('touchEnd');
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: false });

  await page.focus('#screen');
  await page.evaluate(() => {
    window.pad = { index: 0, id: 'Test pad', mapping: 'standard', connected: true, axes: [-0.5, 0.25, 0, 0], buttons: [{ value: 1 }, { value: 0 }] };
  });
  await wait(300);
  await page.click('#snapshot');
  const state = JSON.parse(await until('the snapshot is shown', async () => {
    const shown = await text('state');
    return shown.includes('pad') && shown;
  }) || '{}');
  const log = (state.log ?? []).join('\n');
  for (const what of ['mousemove', 'mousedown', 'click', 'wheel', 'keydown Tab', 'keydown Escape', 'keydown ArrowLeft', 'keydown F1', 'keydown KeyC', 'touchstart', 'touchmove', 'touchend']) {
    expect(`the game heard ${what}`, log.includes(what), log);
  }
  const count = (what) => log.split('\n').filter((line) => line.startsWith(what)).length;
  expect('what was pressed was let go', count('mousedown') === count('mouseup') && log.includes('keyup KeyW'), log);
  expect('the pad’s axis is where it is held', state.pad === -0.5, state.pad);

  // Pictures in a second, at real speed and at eight times that.
  for (const speed of ['1', '8']) {
    await page.select('#speed', speed);
    await wait(2500);
    console.log(`     ×${speed} at ${size}: virtual time ${await text('rate')}, ${await text('shown')}`);
  }
  await page.select('#speed', '1');
  await page.click('#run');
  await until('time stands', async () => (await text('rate')) === 'paused' && (await text('run')) === 'Run');
  const frame = Number(await text('frame'));
  await page.click('#step');
  await until('a step is one frame', async () => Number(await text('frame')) === frame + 1);
  await shot('paused');
  const saved = await page.$eval('#save', async (link) => {
    const answer = await fetch(link.href);
    return { name: link.download, type: answer.headers.get('content-type'), bytes: (await answer.arrayBuffer()).byteLength };
  });
  expect('a picture is saved with its frame in its name', saved.type === 'image/png' && saved.name.endsWith(`-${String(frame + 1).padStart(6, '0')}.png`), saved);

  // Another window watches.
  const other = await chrome.newPage();
  await other.goto(address);
  const role = () => other.$eval('#role', (element) => element.textContent);
  await until('a second window watches', async () => (await role()) === 'watching' && other.$eval('#run', (button) => button.disabled));
  await other.close();
  await page.bringToFront();

  await page.click('#reload');
  await until('the game begins anew', async () => {
    await page.click('#snapshot');
    await wait(50);
    return (JSON.parse(await text('state')).log ?? [1]).length === 0;
  });
  await page.click('#run');
  if (args.shots) {
    for (const scheme of ['light', 'dark']) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      for (const [name, width, height] of [['wide', 1280, 800], ['narrow', 390, 844]]) {
        await page.setViewport({ width, height });
        await wait(300);
        await shot(`${scheme}-${name}`);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(`${scheme} ${name}: nothing is wider than the window`, over <= 0, over);
      }
    }
    await page.setViewport({ width: 1280, height: 800 });
  }
  await page.click('#end');
  await until('it ends', async () => (await text('role')) === 'ended');
  await shot('ended');
  const result = JSON.parse((await lines.next()).value);
  expect('the digest shown is the run’s', (await text('digest')) === result.digest, result);
  expect('no error in the page', errors.length === 0, errors);
}
