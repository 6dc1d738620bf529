// A view is a state and a place of the canvas; its mosaic is the mean colour of each cell: of each ring, where the thing turns, and the middle
// one of several pictures, where things pass. Cells of what moves by itself are left out; cells with letters are looked at less closely.
const mosaic = view => `(async () => {
  const t = window.__gameTest, frame = () => new Promise(done => requestAnimationFrame(done)), view = ${JSON.stringify(view)};
  const rest = async ms => { for (const end = performance.now() + ms; performance.now() < end;) await frame(); };
  await t.loadScenario(view.scenario, view.options || {});
  for (const action of view.then || []) await t.input(action);
  for (let i = 0; i < 3; i++) await frame();
  await rest(view.waitMs || 0);
  const canvas = document.querySelector('canvas'), box = canvas.getBoundingClientRect(), kx = canvas.width / box.width, ky = canvas.height / box.height, pictures = [];
  for (let shot = 0; shot < ${PICTURES.shots}; shot++) {
    if (shot) await rest(${PICTURES.apartMs});
    const s = t.getSnapshot(), f = (${PICTURES.field})(s, canvas), u = f.width / ${PICTURES.wide}, [x, y, w, h] = (${view.place || '() => view.box'})(s);
    const left = Math.round((f.left - box.left + x * u) * kx), top = Math.round((f.top - box.top + y * u) * ky), wide = Math.round(w * u * kx), high = Math.round(h * u * ky);
    const data = canvas.getContext('2d').getImageData(left, top, wide, high).data, { across, down, rings } = view, cells = Array.from({ length: rings || across * down }, () => [0, 0, 0, 0]);
    const cell = rings ? (px, py) => Math.floor(Math.hypot((px + 0.5) / wide - 0.5, (py + 0.5) / high - 0.5) * 2 * rings) : (px, py) => Math.ceil((py + 1) * down / high - 1) * across + Math.ceil((px + 1) * across / wide - 1);
    for (let py = 0, at = 0; py < high; py++) for (let px = 0; px < wide; px++, at += 4) {
      const sum = cells[cell(px, py)];
      if (sum) { for (let k = 0; k < 3; k++) sum[k] += data[at + k]; sum[3]++; }
    }
    pictures.push(cells.flatMap(sum => sum.slice(0, 3).map(v => Math.round(v / sum[3]))));
  }
  const middle = pictures[0].map((_, i) => pictures.map(p => p[i]).sort((a, b) => a - b)[pictures.length >> 1]);
  return btoa(middle.map(v => String.fromCharCode(v)).join(''));
})()`;
const within = (view, list, i, j) => (list || []).some(([x, y, w, h]) => {
  const [left, top, wide, high] = view.box, cx = left + (i + 0.5) * wide / view.across, cy = top + (j + 0.5) * high / view.down;
  return cx > x && cx < x + w && cy > y && cy < y + h;
});
// Cells whose colour is another one than it should be, the worst first.
async function strange(g, view) {
  const seen = Buffer.from(await g.js(mosaic(view)), 'base64'), want = require('zlib').inflateSync(Buffer.from(MOSAICS[view.name], 'base64')), found = [];
  need(seen.length === want.length, `${view.name}: no picture`);
  const across = view.rings || view.across, down = view.rings ? 1 : view.down;
  for (let j = 0; j < down; j++) for (let i = 0; i < across; i++) {
    if (within(view, view.leftOut, i, j)) continue;
    const at = (j * across + i) * 3, off = Math.max(...[0, 1, 2].map(k => Math.abs(seen[at + k] - want[at + k])));
    if (off > (view.off || (within(view, view.letters, i, j) ? PICTURES.letters : PICTURES.off))) found.push({ i, j, off });
  }
  return found.sort((a, b) => b.off - a.off);
}
async function looks(g) {
  for (const view of PICTURES.views) {
    const found = await strange(g, view), [worst] = found, cells = view.rings || view.across * view.down;
    need(!worst, `${view.name}: ${found.length} of ${cells} cells are another colour than docs/look.md has, the worst by ${worst && worst.off} at column ${worst && worst.i}, row ${worst && worst.j}`);
  }
  return PICTURES.views.map(view => view.name).join(', ');
}
