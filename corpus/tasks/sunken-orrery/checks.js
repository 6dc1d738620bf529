'use strict';
// Behaviour checks for The Sunken Orrery, written against its documents alone.
const sleep = ms => new Promise(done => setTimeout(done, ms));
class Unmet extends Error {}
function need(condition, what) { if (!condition) throw new Unmet(what); }

class Driver {
  constructor(browser) { this.browser = browser; }
  async js(expression) {
    const v = await this.browser.eval(expression);
    if (v && typeof v === 'object' && '__l2_err__' in v) throw new Unmet('the page threw: ' + v.__l2_err__);
    return v;
  }
  snap() { return this.js('Promise.resolve(window.__gameTest.getSnapshot()).then(s => JSON.parse(JSON.stringify(s)))'); }
  async load(name, options = {}) {
    const r = await this.js(`window.__gameTest.loadScenario(${JSON.stringify(name)}, ${JSON.stringify(options)})`);
    need(r && r.ok === true, `scenario ${name} was refused`);
    return this.snap();
  }
  // The next step can be taken when the last one is over, by the game's own clock.
  async rested() { await this.until(s => s.coolMs === 0 || s.screen !== 'play', 10000, 'a step is never over'); }
  async key(code, ms = 30) { await this.browser.keyDown(code); await sleep(ms); await this.browser.keyUp(code); await sleep(30); await this.rested(); }
  async keys(...codes) { for (const code of codes) await this.key(code); return this.snap(); }
  async click(name) {
    const r = (await this.snap()).controls[name];
    need(r && r.width > 4 && r.height > 4, `there is no button ${name}`);
    await this.browser.mouseClick(r.left + r.width / 2, r.top + r.height / 2);
    await sleep(60);
    await this.rested();
    return this.snap();
  }
  async until(test, ms, what) {
    for (const end = Date.now() + ms; ;) {
      const s = await this.snap();
      if (test(s)) return s;
      need(Date.now() < end, what);
      await sleep(50);
    }
  }
}

const suite = [];
function check(id, level, name, body, timeoutMs = 25000) {
  suite.push({ id, level, name, timeoutMs, run: async ({ browser }) => {
    try { return { status: 'PASS', detail: await body(new Driver(browser)) || 'as described' }; }
    catch (e) { return { status: 'FAIL', detail: String((e && e.message) || e).slice(0, 300) }; }
  } });
}

// ---- P0 ------------------------------------------------------------------------------------------
check('so-boot', 'P0', 'The page boots to its title with a complete contract', async g => {
  const kinds = await g.js("['reset','loadScenario','input','getSnapshot'].map(k => typeof (window.__gameTest || {})[k]).join()");
  need(kinds === 'function,function,function,function', 'the contract is incomplete: ' + kinds);
  const s = await g.snap();
  need(s.schemaVersion === 1 && s.screen === 'title' && s.controls.dive, 'the page does not begin with its title');
  const size = await g.browser.getCanvasSize();
  need(size && size.cssW > 600 && size.cssH > 300, 'there is no canvas of a useful size');
});

check('so-dive', 'P0', 'Enter dives, and held keys swim tile by tile until a wall', async g => {
  await g.js('window.__gameTest.reset()');
  let s = await g.keys('Enter');
  need(s.screen === 'play' && s.room === 'hall' && s.hearts === 5 && s.x === 4 && s.y === 4, 'the dive begins with something else');
  s = await g.keys('ArrowUp', 'ArrowRight');
  need(s.x === 5 && s.y === 3 && s.facing === 'right', 'a step is not one tile');
  await g.browser.keyDown('ArrowRight');
  await g.until(s => s.x === 10, 12000, 'a held key does not swim on');
  await sleep(400);
  await g.browser.keyUp('ArrowRight');
  s = await g.snap();
  need(s.x === 10 && s.y === 3, `a held key swam to column ${s.x}`);
});

check('so-pointer', 'P0', 'A dive can be played with the buttons', async g => {
  await g.js('window.__gameTest.reset()');
  let s = await g.click('dive');
  need(s.screen === 'play', 'the button does not dive');
  s = await g.click('right');
  need(s.x === 5, 'the button does not swim');
  await g.load('hall', { x: 5, y: 5, brass: 2, salt: 1 });
  s = await g.click('craft');
  need(s.charges === 1, 'the button crafts nothing');
  s = await g.click('pause');
  need(s.screen === 'paused', 'the button does not pause');
});

// ---- pictures: what docs/look.md shows (cargo xtask looks) ----------------------------------------
const PICTURES = {
  field: "(s, canvas) => { const b = canvas.getBoundingClientRect(), u = Math.min(b.width / 960, b.height / 732); return { left: b.left + (b.width - 960 * u) / 2, top: b.top + (b.height - 732 * u) / 2, width: 960 * u }; }",
  wide: 960,
  off: 7,
  letters: 10,
  shots: 3,
  apartMs: 800,
  views: [
    {"name":"hall","scenario":"hall","box":[0,0,960,732],"across":96,"down":61,"letters":[[10,16,190,40],[420,14,340,22],[10,656,560,70],[574,650,386,82],[890,10,60,52]],"leftOut":[[450,14,70,22],[555,36,30,24]]},
    {"name":"kelp","scenario":"hall","options":{"room":"kelp","x":1,"y":1},"box":[0,72,960,576],"across":180,"down":108,"off":16},
    {"name":"forge","scenario":"hall","options":{"room":"forge","x":1,"y":1},"box":[0,72,960,576],"across":180,"down":108,"off":16},
    {"name":"vault","scenario":"seal","box":[0,72,960,576],"across":180,"down":108,"off":16},
    {"name":"orrery","scenario":"warden","box":[0,72,960,576],"across":180,"down":108,"off":16},
    {"name":"things","scenario":"hall","options":{"x":6,"y":4,"beside":{"right":"k","left":"C","up":"G","down":"S"},"eel":["hall",8,5],"fuse":[5,2,60000]},"box":[256,200,320,256],"across":60,"down":48,"off":16},
    {"name":"flood","scenario":"hall","options":{"x":6,"y":4,"facing":"up","tide":"flood","drifted":true,"beside":{"right":"g","left":"C","up":"s","down":"K"}},"box":[256,200,320,256],"across":60,"down":48,"off":16},
    {"name":"left","scenario":"hall","options":{"x":5,"y":5,"facing":"left"},"box":[192,328,256,192],"across":48,"down":36,"off":16},
    {"name":"cracked","scenario":"seal","options":{"sealHits":2},"box":[384,456,192,192],"across":36,"down":36,"off":16},
    {"name":"weakened","scenario":"seal","options":{"seal":"weakened","sealHits":3},"box":[384,456,192,192],"across":36,"down":36,"off":16},
    {"name":"shield","scenario":"warden","options":{"phase":2},"box":[320,200,320,256],"across":60,"down":48,"off":16},
    {"name":"stunned","scenario":"warden","options":{"mood":"stunned","stunLeft":6},"box":[320,200,320,256],"across":60,"down":48,"off":16},
    {"name":"stocked","scenario":"hall","options":{"hearts":2,"air":12,"brass":4,"salt":3,"pearls":8,"charges":2,"keys":1,"salves":2,"lenses":1,"tide":"flood"},"box":[0,0,960,72],"across":96,"down":9,"off":18,"leftOut":[[440,10,80,26],[445,36,20,24]]},
    {"name":"goods","scenario":"hall","options":{"brass":4,"salt":3,"pearls":8,"charges":2,"keys":1,"salves":2,"lenses":1},"box":[0,648,960,84],"across":96,"down":9,"off":10},
    {"name":"title","scenario":"title","box":[0,0,960,732],"across":96,"down":61,"letters":[[180,150,600,172],[360,430,240,110],[10,16,190,40],[420,14,340,22],[10,656,560,70]],"leftOut":[[180,322,600,28]]},
    {"name":"paused","scenario":"paused","box":[160,100,640,470],"across":64,"down":47,"letters":[[180,150,600,172],[360,400,240,120]]},
    {"name":"shop","scenario":"shop","box":[160,100,640,470],"across":64,"down":47,"letters":[[180,150,600,172],[330,350,300,180]]},
    {"name":"over","scenario":"over","box":[160,100,640,470],"across":64,"down":47,"letters":[[180,150,600,82],[360,440,240,60]],"leftOut":[[180,232,600,60]]},
  ],
};
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
// The mosaics: rows of red, green and blue, deflated.
const MOSAICS = {
  'hall': 'eNrtXGtPa9l5/jYHjG3u2PiO8d1gbMCAbQzYgA0YY2wMxsYXbGyDuRg4nOFy7qOcaTpXzXTStOokjTqdfBopimbaqKNKkTJRK+VL1CpKGuVDlKqVWlX91j/Qx+M5Pmuv7TnsOZljnUiRHm3t8+71PvtZr/d691ove52XJJqX/ogXGPw+U7NcL1CbWzUW7l6deltr/+DXq6RJYZB6wkr/JiDzRJoUxqr9hlS7nQmnkqGx6cm7L2dUFtticD6ZDE3OThd2otO+mdnF2RG3c8bnGZ+efAq/UK7/eD3354FYv8byk8RuaXJhenDin7b2ZiyOXZf/s8SuVjP03tLGJ+u5Vrm+5mWcWjC4/TKr0760xr0v8LIHouLBsa8xPkLDqHo5M545cWZv4kRoHKvFB30Prvqz2+HNeFBqsqRTq+45dGvCs+D1BebCa4tLKz6Hx70c8j+FH71GNL6/mtJrrb/Mll+eWZ63un6TO/FbXTenA7/Klg0669+Gkv+cLLXJDTUvV/l29FsfcIHv3uuQWvUaz28sPiw9HbPnuWaFnnt8BLphxfzGWKLkSB7gRKAfeRHG19zd11If/JALVt/8q1p8Zk7T4TdPn47ANw54KsNXGl894/Mi5yKAk9r4+iOeAnGkoN65qKEvd94VzOJIGnuju7KtY9KiyJx1r2RJC9ATyim3b5EWefJEvFak+ZczFD/aoCVpAQ/YKH7cEfclLVAFbRR/N0u/OLorjR8x+DPg32Hp31Ey+eGlTN80H71CojdxTFngpd27R1r0+w+kW3QzWfLEcPCAtGhL95QZBr/p6BVx/IjmT99ES9ICHrBRzXBH3JfBv3cX2q7Xv32rv3ib5k+d0vpTp5R+ze4dBTpVvKzBuHu7N1HGkTQqU6f9hSvSoivehlrSAqBHOqajpnilSDH4Dbu3ER8DsxnaoCXNzxQG4I6wkxaogrbr9adv4mGg+GUs/op+Jr86f6FAGA8f1mA8fChOlE2EBVCkb/bv3iEtutI9CbMZzj//fe+TzTR7d2n+gweID46kUZ46RUvSAh7J1jHFjzvivmQzqII2M7NZJT6UfoyawhVD//59xJ/Wj/gw9asL+DUPpbkLEuJNliVelmbPaWPs4FrHz32PKIuI7chqU5eN7QhVFW3XOWLESTK3ru8mywKvrqUkxl0NiGHrVKjdG22fXa+hdXKlbWqVtLTNRISOQPW847FR6Ay0e9YYzabDrZNB0gJm4cQiiz+IFErKkMSPaEfwOwK4L4N/ahXaaH7HUpW/az7WObdRVz90VtQy+Vtdwd7NQ1KGKJxXpuk01eGLC+w+LjDN+4ObC//wbiAYWxj0+Tl61cGYn52fEdtnJuxwLA2s5qazN8cTBxJPhKNXmztE5Wdk9Xrx2RSMznNBMOb/+3cCkbj/H98LRBJ+jl51YPfVic/U6jMTGpZTh9/8i1//7r++/6OfulLl9olFLl5t7hX6/VXE++vYULh8guJVx/wmf3SOC7bS/o9eX3IGfR+/vZTJ+jl6sQFtGrwfCRm64lXbVOiZCY3B9Nlb3/3P//m/T37yc3fmpH1igYsXRjTuS8qozP0SR8rC7RoUecQnxh+Z5QKLby697fvxtwKpjG/YP8/Rqw5G5+Q7l5SMVvfKMxN2TCwOhXPenVvO5JHME+bo1epaxn1JGbLseac/jlfAE2weCh2L/GEvd7SOeL9S+7roCedJGaKNfYF9/vchFKC/9nkhHgzuLqNzovUSKQMzdlkCs5HKtKcKDEAkf77N01AMe9XF2zUNgLZ0v9UZaLAMvFiRBkkZfViJsKbZeF/zbTONhYedn/G0N1hGq3OJ/f5SbJUN+YsnQH5GfKzTDYVtprJ+IWQgT7a6Ag2W0epY1DFlqHfOpVtl/HY1aPbutc9GW4amGgrrtKp4m5Sh3r2L8dVgGRhf6t07pAzlzmV3KCdJnxG4iQe7xeJuLKawxCBl9KZOkZ8bLAMpvTd5SsoQx/ZFIUYZpy/7MoZhy+DktcDUXU2WWXLnGJhcHJ83oB+9IDslWs1xdTeOtahMj2FuMTuVKbrM0u6JcKESr+YoR/HK9osQH+hn1ZdOOfryevsk2kGleRToVupalKZKfmbWTyrxGXBdC3EoR9VPKvHh4Pi8Af1U/Qc1Lo6+PLGq3+bUjk4BcqOtRWGQJ4+p+kn7TJhndl4L0UqWqp/0BDNcHJ83oJ+uX6VOuLqLlWqroxofmcHKUxjYZZy26VWeyXEtupbTlCNKJbWrGLmCoalW2wyOOOdC+AXMjq/QuB6gn13Y4equMAhFijapGuB3y3j9Qx1z66hy14CKNH/YwzNNXAu8fzE3IH2RGKuXlBMzWl9Ys7JtiBRwlMyEhdapp7PxB1wdEz6xN9w7u9blXBRY3Fw01Kca9qAXpLDO+Q0uji0Dzm5/XBRI1dDhXcP6ncpmbdMhnnH8WohWtilH0XIa9sOc/9++F3/rMpo4O/OevzlZfmTZOpbPRgWDri+jajE7xJ6wLnGw8t6Hse/90LR9KvPHBJZJLjLYaJ8O0fk5dcrFEe/3OvNnVnzap0I8w9i1ENeNj2Hs07fW/vrB6mhsx7ed3/rLT1Zf+2Dy6Bv61Z2OEe+XUbWNeDXrRe+jbz/49X8Da9/5gSF51OVY4CKDDehnxeeEi6NgxFtvfXFE1X/aplZ4evu1EAUzDMfCpWg5BfsPrmZ/853o370a/PCb2dT7Pwq//uGT+HwJVYd9Vhcvxf7m42p89j79mXn7tGcywEUGG9BvYJZx8I7m4igY9rDqP+eouFKFF5TRmvWj16IrkCIdga7FLdjfyTs+u+MC3jhPzF687T5+dWirLPeu8c2OL6PiDzjli/GlN797/6e/eOcX/x59/yN1ONtqm+Yigw3op8o4vfEjLo5YBrLqPy+3TS6jp0+wlGyxTDbrRq6FcNyPdx8J4bivYjeMDDocdv+SLpgxRvLaYEY6HRIOuq5hG3JLZiO69fzA1r7Mt94+4mnWjXKRwQbf4hZtlEhh7d41Lo4YYj2RAulY+cXVFl63XNCrAvgiBa9X3awd5oLupS2M1ifVkoMH3Qvx2lWeflQ44GyzTOKIcy6EaMY3TwAtBjtHDXVRLVMQwh7K4odcHPmWSUb95+ChKnfeLNf3KPXVGZF2xM3vkjRrbFyAbEzn56UkR9/nCowIOj8nT7g48oem2PkZ8RH1Gb+Iz+iUoFvWrLFyAeJjKFyQ1RLR0hZH3+eKtslAJT8TwpCfuTjyh9x0/QfPj0zXKVWrhxyYV6sGx1o6e5v6h7igO5AkSyVA12KCo+9zRZsrgCoWKUyaOOLiiPHFqv9cNPUNNCPniFVfQKZrUlu4ANMwFItI4MXK0fe5QjDiQfmIFNa9nObiyDOO9W4dk46i6G7PUlKNasljqLbPUGls6htsLCzS2D4po7KiNI41WAZeEFjpkzIk0SLGJpXNWp2LTaqBhkJtYdfnkQ0aLAPrLzo/F64UiSOq/tPqWGhSmRuKvkH29z/IBg2W0TLgoL//2TmXJ46Y9Z8HlfgoTQ2FaoD9/Q/f4mqwjBbzhK7E/P4nf4mpJlUtwTT4hsLUUCjN7O+L8Gs2WAaW8PT3P+mz9qkVafwQBZMqJLF9pKkbcmNdNCvNPJX5hsL4ZQ2eGShxCFBMewwkn9//Lk1fkQFDTBwp1EIBdPk36+RnPD9yA4UmuUFmc48txRzBRN+Yt1lpZLd5cdClNa2H7B888IQCo64pK0cv/PGiTn6uE5/5GzI9hXadbTaW/+xn//rzX/52rXgmGhhnt3lxMOoY+vG7vvWV0ffvzJTTEzwFJ68Wo71OfOKHVP2ndWz+hlRHoUNn88d3/+VXv/vtf/xv/OCyd2CC3ebFwazX+unb85PuoTdO3LcLTqFSz8UL62K6/pM7x58IqfqPcGzuJYmWAtwVw25nMOFeTWnGZ5srG0y0Lyy6NfrdzbGPHnmz63avZ4ijV2V+SNV/tm+1uZZE63tPsFZs1trQkmd4gsr0ANNvg11gHhdW6w8aKx5Isg0AS8WXsKB4gvcmo1ll0weUjDD48W6VaoTy/hoEMk19fo2V4agehDYm/+hLUl2VX2Cy1/gr02NSmNZ2Q07zg6p7JUtGA3+8kG6UKt//PAYGYE8oW6mfEEbp+l5f/pK0YAGI+jzZDOf4M26lfkI0UxeupNEiadHvP+gOpnEkjZK1QjloOg7o38nb/jQ9lJnuf2PbKp2P0Pwr27gv6diXv5Bu7F2vP1ZSbd8iLdCJv/9S/GKWfhVWOgn6a38syigLclRl/sbcX4C1CdVMsrHH3l8g39yn9hegRkc5yjdKt8LmsxXj6xnLw5gp59H8WWFYubhObxyIFqn9BZXvz+OH9J+52fq3jvoLl9T6BQ8GvX9ho8TOz/L4AfX9D+JTmV0TRnms1J9nWLSFK8SHqv8gPjpm4UUDfgSNyd8TyVP1GVm0WI3PWcT4Sna4Fh+GY+EC8dEy6zNQBW0Uv7iin1n/iR9gsUl9XyShhFX10/Wfl6WbB9T3P0hBVP1EslFSFa6Y3+fcwVSKqv9AGFU/URVv46ZM/ruID44M/sfx+fbeyJtZazU+cn+U4hdFCjQ/xm+sdK1+9FGZPaf1R3ev1a/MnXctxCWoljxGb/KkfWYVR9LY6d/EQ0VaxPGjSv2HsAAdnnBvokxakOI6fTGKv80dpPnnN2Iz+q0Z7VlkoLxiDo2ryyFzl8NH8eOOlc+ESP7obicH/ehjT3iH0SxR7vBGaP3eSG+Cwd8Tzr8k6f8D2q3G6xtoNY0DOKnsiNSP4lxoHLuBsp7CWL3E11qrm0aFRnvVQtprDDVU9wkKDaOUna+x1u4rH53qNAx3GIabZDpST++QQ2J11XY1VtGmHeq1Ojv0tp6BMfIS7LCAB+gyjpAk7Tprp3GE4hENjveY0X4Ejk/sUm23yd5ttsOFYa90WdcXSPeHcoA6mOkcnsGJMVrEUexaks+tVy/1r2T5WpvIsYjz4a0j29bRwMZe1S402OE4nCzb08cT2zdxoo8U4Nhhm0YDZ+5sfPvUsrkPmKK7aN/yOETQIx6cgOAWlYmUhP5KrE6qXwL1AMRLbS4EoYnYiQw7IoxQy0emEJOaHUbwY0nCUzB2gyKMYssEQoRQk/GBEUpwZNgRH5lOPr+uD6bUi3HF/Abig6NuOYljz4Qff2XrW9g0hTKVrbW64Z7xeZxY1nZmdk7Xzh7iHMBTAYbhjeLK8d1g+c7mxSPreh6OHVY3rk5ul4Plu4mrP0nfe21x/xIWxLl6a4nNxVPW2Y6qsE+zjYgh2f0ncdDbukyjbDvCSPW0CkSYilgVqnEP9YuQW4zbLS5AoB/BdBH96hrxIFDNqG71D1UvIQgIcrPS1GmbxtUa2gadsGMckUagRTOE1XeVitF+wPH5vLpyX7VjVlhvu73RE6izj1tj6Rv3sO340fGwse0IJh4Gtl3jmhf0mSkjImP2LlPDvP52ctN4/+qOZjUP9Iz7qKvd9lnN6g5GEK6aYyX9WlH9+bhTLSUNmLnFSkDVV+oJI3RorA3nBzcPqkZAvbLNU3/N/wVBI9E+NKnwbw6s7eAoci7SP5ZjAXZf6WLl5P7uq+9O79zEP/FI4Di4trNx8Sj78K3YxSPtckrmjeBJg13l3wyd3k/dey3z4A38E8Dj+ocbH9Sg0C8MLgBjhE4C/ZbO4S+uVtGBmptMhxCRRkCA5ZjKVKMi2k+i/f8DvOK82A==',
  'kelp': 'eNrtXXlwG+d1/8+WeFMkQJAECQIiQYAgCJA4iYMEeAAkQJDEDR7ifZMSRUu0LMmyG9mOFPnKyPcZxYntKIcTp+00cWLHcZyJczh2DnuiuLZUNzN10jZ2UtnJtOmobwFbVWVw36P4aQOpmvmNZgXuvt/33v727fd9b/fbfKe1dKinfLQvLcpGerd0tea3NpcO8u1T5HPngR3+fbpd+W6bcFyuK1wb4/K5JPFu9cqobnUyLbS7xytno5K4T7UywrNP1UK8JNrFu89E5UwEGkPg6ua3Q+byI1xzNK4IG64SFlyyD7l420PhWqRxDfgbdk+stQ9AvpiA9oCDPPts3TEoSfjqd/Hto1iIl20LCMWVQLkUiwnJACOuYYxraaBUQC7JgI8J1xVtXNHGhrQxIKA2Bq5o47LTRjzDtDHMSBvxy1QbcZI26uYHaseCaaGaiqTOl3ph7X0mI0mubtV8Yq19aifCKW0QuHw4V8KHcw0jXElt+DbsVyh1vtT8XJw2KH6x4WLlFyVv0K6vbjRvlA4HCFw+NjmKlDd8wvhFvpa78WuZwpVgxDXAPyYaly3EQBvIGHYpgY4HZXNR8IvA5SNw+VCuMpwrTuNi4lecy3UMuGKCcg34ZYtxHlTOc9rg3wcAXIid2Qj4ReDyEbh8KFcZxiWjcjHwi9N84tLjQu2k5og+/jtoT7FjqHrnSM3KGEA61A//hR/XslMxHYYJvQvj+r++c3Nf/PtUzIRhnk1ALr9QXBEKV0mMDRfMr0onguBgekyHi3vc+a7m8vH+c36PVM0nanaMqnfN1F+7qN2zvXZqrCoSUS1P1SyPwZ9ghzR2Am0FbXaMq+1jXOfvI+prz2ux8u9D43JTuPLZcFH86hCSC49hb3uuzQSpAzJVegz1FHY4ciyGc1HgtEk8nsq+/urYgGporG5kSjMypR4er4kPyvqCpV5vYYv9vEMub+Q5LUgMOx2Z1mbuvMe7+drscaZqE9D1TQvoykK9IMdsOIvuuOvBg8Enb40f2D9knJ43zK+Yl1YBhvlrdJMLIBV5MALyKLDbzj3q8kaq70ePIRPkWUwip0Pa0V7R2SFxtxbaLOs6XNTfWbtzG1+boQ9AGMOeNTg82nbq84OANz83+PzR6PGjky3XHnTvOwRo2XPQunNv48x2kEdVX0jc3p5rNTEIu9tZ6m7JcG3AVYaNKxNsGQuazTKvpyESsQ6P2EbGjImB2t6AuNVJt1AS8RLGsD6CNpoAeZamHz8QA2H89MH48MpOy+CMqcM9f/hg4MiDgO5b7m67/lPNO/fppxaV8SGpz19gb04deMEodjQ//f0XAcXOjZq6qKBpgxldntUo7/JahoZ9S8vxPdcP7L2hf2XVPTVTHwwVO21EI8y0YWoCyF3mVNK4Z1+fe3rFMbq4Re8Y2b934IEvDzzwlfDRz/s+eU/rdTebFnbVDU/IeoNFrS2pAy8YB+6793cffAC44f57N2jqooKkDXZ04haHPhrzLS6v3nnv2+/8++//+J/Hn3khtrrPOTZR5fEQjZSEWWqjwGI4cWwAtPHdu2ISgxOEITU79959+8Tj35584tnBh77ae9sjkDosO66rH52BXofI7dpIBEQO29gN17968uTPTp2CDRFcEVe0kYS0vQ1uJZHVvT/85Rtnzpx5/89nTv/pzHVH7/fMLdYGAnlmI0NtqLEaR8qapLnpF3cFUqnjG7dH9i36v364/8inb5j6wnPTx58fevjpvtseab/+iHXHddrRGQWnDfdGInD4s8f++b33Zm76BODtd9/91GPHMlkbWI2DpTYqOtpt20ajq/t/9uu33/8TJwzAwQePeeeWVOvRBl89ZTxZT0kQ8oaxESB3NH3vgOO1u3tPfo7LHr9+OPLSTe7bDl8z9PDXhh9+Onr3k/5D97n23mJe3K3ZNlnVGyxuaUkdeAHItxhfPXUS7iZ3Pvn4y2/+I2y8c/q0bXjwgg1eVJDyBjs6SavTEEv07rjmtseO/+H0X0AYL//q5NDeG10TU4ouby6ceoIRUt5Ijr9gjh2m0D8Oza4xmFtOWatyNL2w3w743vUOEElq+9DBhb7bH+2//dGew/d33HCrbeX6xqnttfFhqa+nEPqiG4hA2+T48eeeLbJZJm684bfvv//UC98FwWSsNpAYLsQZ0uVbTDU+n2NkrG9599Kh2+FukthzvWd2QR+Jip12ohHQBoxh0zZYmxzDcnUidM58PpZtbATkmRr//lpbShJnMb93R/uBIwDX3k+CMJpml9VDE1V94ZL2jlyzMXXgxrF0+JCss52VNebAawELMbaMW2zWap8Phq6t41OuiWnb8CgMUsqTHTyiBXHYi9dT0JrLXDTb0JiC12/8+qrtu/vtgOf2OT650mte2G3dfh30McyLq5Ax6oYmFMFYmaer0GY7e9RlD7xeeU4MWQGyR5mrVeHtqu7uruzoKIbJRmMT/XBxsBOtE+W3WmHyHJJDesxFYX4+26A/C0hHhXZbaacHehTK2BAMV2FUAp1P6GPArUTeFwZhbHFwme3coy5vFLhtSAwDbReJOtfYmOpgrPfAPIdZOhVas83zUVFvOzdeDnsge6RHrAsKQOeZzTE0FjRbxe42abdfFgjK+yOAqv6wcnp069RgxUioNOH/mJ3uAldzrtWAcLVaKX5xbQ51rm2HygXTg+IQ3z5w0llxZZqeKX7B/FiyHzWxVj8K5tWzm/QfR64RZm6tRU6nqNUFqEj0169O61an1urbVE6FgRHhmknPdR6gjKji7UfRuCIgDN7+GNcPB65aFlwUv4QEpAXUL8oYFucy6PEx0XwcHeuRuJr0cJHiXIN+/JnAWDf67BzUIhlwLSUyTRtwXeDPOlK00ahDUcLifBG5BNVGxMtGGwS/hISg2ggJqI3QFW1c0cYVbfyVtVG3OAhz/mmhno1z50uvQwHaUPPYmY6mYsiES8yCK6UN9dLa+8zEUtpgwLVE8ktIiINYDIl5Q9+AglneIHCxyxtdbPLGACFvEPwSEjD3RckbvM+zceM4ojb4nzGTzUbhfCFcCzGiNphwgTb47VQtJUAbONcAP9c40S+BtYH4BfWUOKGeomtAAdpg8Pw8jUtM4ULfqZmPSbDn8GXcOhVY3YHAxdVTCH4JCXTOnKunxAj1FBZc3PspAz7huAjv3ZRECNpAdUjhmo9mnDb6CfUUu7l8tE86GUyPiWBRd2uWTosit9lYNtLLZ8fn4t6/EI7LgnLl2c38dop73Ky4KH4JiVwr7tfmek1Wg1YY5FoMkH7LtgXSYzhQ4LIJ1hhB/XLbMo0rx6CXJHxr2tkWKGy3c9oAlFVkiUrPh7gsS1nLMIbQ90PWxZqJZK4A9HqR1Sptaa1sdUls9vympv/1K4r5NcvMryTXyMa5RIE2ZB2z6TCnjfLKrPzi7EJxgaSy8CPkicrgx6yiEobhpbwLk5nCyDc0VbW16/pC1sSQbWCbIRxTertBKkS/YAzLLoY+JlzQ30DHsJs1mqySsuwCkVzXXGNsORfF0q2cPLT1rEDSBjs6VsjR6arc7eboQNfMYmTnntg1ewMLO51Do6ouX6HRmPSLcL5YxTDBhgvXxvyH2sgXS88TBqBc2XBFG4Aik0nXFwRhLB+68+XX33zj7d/d8dgX+7fvssYGK1pd2cRrOeO00YFro+6KNhCU2e3N8aHoyp5XT5w8c+bMB38+897pvyzefGvb2JTS05Wr013O2hDzaqO+nhU+XFtsPJQWqqkopw12dKxQZnc0x4djK3tPnHrn9Efvg+w6crR9bKbW081pI5F8x2dNv7j3U5jFkBEXaIN7P2UNO9x6X5w26jBtaFiB8g4dQzpWEJkthmA0ML98x2ePv/sf/wXC+NYPXomt7HEMjMjdbdlaLelaZhVDRly0vMFpI2eLpNrgPE8bEkUdc20ga1XNxzJQG3l6nbLT6xwc6V+6ZvZvDu2+9SgIo2NsuqGnD2STOl/oOmYMtYGu90XUBrqO2WZ1XZakHDRQWCorra4/ixK5KrtAnFUgyoLOKiNQ3oVhSMcQIpNJ5em2RgfaRibbR6cdiW0N/r5yuyMH8rOwfqFcnA4JdsR9HWg9hdMGTHAVl2YVis7HFnGWTM4wwpT1xzJTG4CCxsZym0Ph7qhu76x0thYbTdlJYXB+EWpSzGLIiEsUaEfrRJtVasHCm99sLB/rA9L0mAxt6XBkrDZSyNbUn5XEWeRZEb+KOp2sGsCKK9egLx/pXdPOVKjI08I9ehH2QqZKC7jS820m6JMwQU6TjgkXTClAeXQtO6Vgx2HBuezM/OKaVF8P9xfOx3pOPLCR29CQlfwTbDAkymlE/TJT7GShMXRaYAf+51IqpsKs/Eq9C8PHNU3iKva7+Z9LgcuHW0OABRcRZc3NMmcLbFQ6nBKLFTY0Xd0pVag9XoZEJWHkfFUSY+hzIet9TYbg/oWOK1n5RXn+kGIH+lH84y/5XJwVF1Ub1nTa0LLXhiSOj2FJMextR8ewJG2o65iAdL4IdlBtKIjaYOQXgNOGowU2Ku1OidkCG0ltaGGD0wY7Irhr4NqgxJCZNtRMQDtfuB1xXztBG8L5BUhqwwkblXZHUhvqj7ShTmqDGRFNG4QYstKGSs0EJG0Q7JC0ERfOL0CZJakN1UfaUKk13u7cei1sqDu9DIlwbRBjSNMG+k0ThtpgwgXaQL6fktSGYH59qA17Uhs2h8R0cbWhxr4LQ9QGst7XZZs3YoLnDatg2hAwb3Txrw8ANY7NtSomKI13M+ESY+sDyGYjONcCM78AZWbQhgM2Km12ickMGxoo32vqYUPd4WFIJGHkFyGGUdAG+vw8Q20w4QK/8O9W4FystWFLaqPZLjFeXG2g792QYojNmVfORCQRfE0wZn6hOqRxiQJtiDamQuh7SZWz0UtSG6hfcyS/RD1utJ6SZzZU8Kz7NBct8jg3K1VMkG81YlwtFDu5TXrpZJBvfS1vKysuqmv1DYUNetgo1OryNVrYEDcZs+HOrlSJGo0MifIsjGLYqJdO8MawqzVbUycOtMHMeXoEO3ONjZuVtRmFLLUaZM/T5jxzk5Dtya7X8Mcwz3RJxhD+5e/bgEozza/i7lb+flTFRFDI9qAx5GocmRbDLiSGXD0l2oWO9TbV1GYURAF8DCtke9B5AMVFi2GV3VlqMl9QDNvwMewVbVzK2jj+zLeeeu472aq6v542lHSUmjU56tpzfyk3K91DmhJD3brs8AD3i9OGUjDA+IugDfa8ieWdqe/LLH3iIPsYUrSxkNhUraRA36P/xi8jr/9x+OXfDt75pe7GQCP8WONu+Mw3u279vLNrykK0g4KkDUZcFJC0wZp0c01t38zcj06cePWtt6KL23Nq1euLYQ9JG8gaXDRtlJrqXngrDsL4/j/Ff/77IdgAPHsi+sq/DsLGF17sz9eoGGoDWatKcG2ga4sxJ73l/gfeOX362iO3bT9402/ee+++41/MUqrWpQ10HTNWeUPn17/2h+GjT/mylLUSQ93cza3f/lUUVPGLd4eOPNG1RatmGBY0b8gv97xRoNH+4LXX4W5y26OfeeOdd1J3lsGd1zDPG+h6X5u21lBQ19mQq1Ke/e/m6hqZTVOsUxEPpwP8QtaqmokwJ+VBqibFv94Xc9L6Ds83fvDSlvqG2f0HQBjf/OEP89Sa9cTQja1jFqHMwQoZZ6I20PlegbWB1m4uBm8WjDiSG5+4+54qm32dMXSjNSlKPSXjtOF3o/UUQbWBxjADry+fC72+cg2N5dsC0vH+9Bjr2+K2b1LUZBRyGrRlQz1rt7l/S7ugbc4zYjFsu9RiON5f1O6AWgDcVsoGe9KidMCfbzVsUlSjyFKp4fJZy07ZoD/fZsrW1mNcRhqXip+rwGai2Mmuq+OxA+0pcJgpXCz9CmNc9cJxQS0AWasK7t3yahQwP4+sHzURKgmx4mpBuCZDFDvQb+G1M141H4PaDcqVjCHvGlwzNL+8LSy4Iqy4CGPYOC3ObnRciY71uDlYFlzc/AbBTkl/J7pmNf7s3FwMjaGC6JffnUFcpPmNS08b8stWG3FBtRHBtXF1VTUKkjYItRsSlx/notgR93cIpg0mfhG1wYaL04aXoI2tKCjni6YNNlwUO8Jqg4FfSW142XD5XBRtJNfgCqYF9x4HWRvJ9aPS26mdCKe0gXCRY4hyEbWhXli7PZORlDZ4uUIpbah5/VKw8SuU0gYbLp8L4SLmDdlWFPi1PEvLG0y4QBsEO6S8QXhWBL0vK4h++Qh90YiXEZcLz1ERL/+4EuopxPOFrB81E0HXW2bIRdQGMoZdSoixtZ1lyWf10fW+iOcrg7hmI5T53qtlChT4PPZ0GK/dzBO58Pleih3QBvqNDHEAr93gMeQ0T/CLMI+NcslYcc2E0e+DwFzK1ZUKFDD3xW9HOhksCXvQ2g0TrorJEMUOet7hGsRjCPNRIaH8mmLH5cW5YF6dW/dpKpQW0olgodNC4cpSq6GmsKadyWBha3OOrgHjshK5yjAuip1sjYavzRNBqINALaAM9wuLYQvNL+AaxrgaBOLa4mrOUtaK+zogU6UFXOm5jToK16WIzTVK6Gry+J5nalyvzU0yRVbV1mz51s0yIVwoqNOLmpo3wdBjve1U1EDaXMt3KLVAAZEbo/GviwX5uUK+XigalJ5O7QUcKCRE3S70e3ZcJGnWNlXI87dWS7WqGkO90lQv19eJVcosmeIiNb4pMbvjSz9aePyFyYf/Yfff/iJ6+Fihpol+OJRZkTXTJoKkMSyZcXOl3NmqgYAcXGx++cEu+EVvUZeqqjNTG5Aw0TEsd0nShCGqVarN2uZ2Q4ff4umxtHpNjU59ZYM6u4q9PHpvvGfbXV8p1pm1wVHT8FKJwd4Yn9n19Z+L9Fb6dbHx8fK6tOH1NLz9hZ5HD7S+cLfn9c/67tzlOPmE/45djsteG4XV1Rprg7+/eXnRMz/TDhgddfWGbBZXU5lGxbbZ1vFrooeOKbsii098r335Jtvk7uGjX5a7e6S2jtF7vya0NqRyIuDyuXeP883H/cujpnBA/+I9np8+1CVWVtMtCAmSNmA2gOB1pVa9c9HzwSur//3ann95cfnOg8EDu33Tk22+Xiskkxy4s7Br9q6nf7ZF0wT3keIGs3N237l/gjtLmdlFMcJKG1dJqyjQmVUP7W/5yYNdN85bU79YHXWQRuDHhSEj0YiQEPe1o9qAqQDUTpZMXmPQnPrO9qcfHr5lf+A3Lyy/9ezS809OPP3Q8LE7Y+4uU75iK6s2F9bp5x77ji484d//6a5rj1hGd577V+vYimVkmWKnuLuVog3kmyZkbXR5tK8f8/3qMd+OEVPql9rGWtAGpI6H9rVkpjaS9ZQ1fE/WU4jaUBo0//bSyoNHIjfvC5x4ZvG9H+/6w092/fEnuyGNROOO/K3MtFHUYJp65Bnj0GLHyi2hmx+q8YavksqV3kjqr7ChDY0RtcH7/ZQwNW+UV9FxdNUBqcNoVUuU1cduaH31ka58uWJdFgQDjNHwvFGJN36TVF6lU993KPynV1fffHYJ/v3MHbGvPjD8pfsG339lNRi2wT2FVZvhdgB3E5HOuv2LL0kMzpWnfgrwrh5Zrx2YZ6PkDXQNLjqjo0Xzxuf80BE99UQPZIznj3aeerLnwKw1Y7WRXGdgfC3foZ5C0QagqKZGZ2vYudB53+Hwjdf6VxY9M5Nt4ajd22MB2VwtZdnswIG77FPXQk9j/P6/U3rCJU32CzCCrrHA1W7CeD3lqnIZESU1ij2TZolyK/wLHVH4ZSZhaLbX0S0ICXTdMMDVlXKKqU3SqlK1Utfc4PIYe/qsvcFmj99sdTVWN9blyuRsm71ZVm0cXISNcqs7ePABGKpcgBF8fn46XIJ+s34mclWZbL1oc2v2TVsu4EAhgb6/w9U04ZKnWQN5iGqqt+rV9RZtg1WrMmqkmtpcuJtkpO/FHideT9FpYeYTCqDpMRuBOfwMP8UXDKinSCf6eXwv6nSs12ZWRVVelQK6WDmV8qvLqzLW96xalXR8bd/notw7NVXc6wOQXdNC1NOWXVcHY/xiT8ta+4h72nK09TCdwrdPgNsn9aoCL5eGwKVlw6UBLgWNy7lxrqtRrgYaF+/5EjPlSj27wrfe10Two37Lmn022Wy0qN2OrME11o9zTYaKu1qE4/JiXHM0rh6huMZxrsophKueyhWUhD3oGJYy1iM9Exj2CsiF+ZV8bmfjXAoCl2IxwYYLxpUhAbn+32pjgZ02Qle0IYg2AhmmDd8lqI0eIbVB4XJh5ysq2LXMVBsuAbXhElAbLoo2kmtVRdMiud4XF0O+fWbiqRiqefaZjqa0QeJaGlqbK5bSBsbFxZDCpV4aRLgwvxQErpQ2cC4/xjVH4+oBrqGN+jUn3PUF2igRKs+DNkpCgvmFc1GvZUKOonCJmHAltYGsVTUXhRjyPz8GdQcR+k1JmINFueZjNC43zhVixYX6FSFx9bDgmiFwLcRELLi4egr6THtSG2jdAX9Wn/L8vMBcPUJxJbXBgIvTfCf6fgpeCyByofWU2Qj6XhIA5luw9ziCzLgI76cI6FeopL8T1SHNLwpXB86FnXeSX1BP0Wi4dZ/G+tKifKS3wM6ta1Q26F9zn9HeLa3Nm6uVZQM8+/QVOsxUroGNc1myKVy1GJeLwOXEuQpZctUhXA4iV00pxvU/GBfL6w==',
  'forge': 'eNrtnWlwnEV6x79nKdY2to657/vSHJr70NwzkkYzGs3o9IHu28ayDVhgC/CyxlzGB07ArME257K1QFi8RdiDUAlekqJgCeeG2OutUAsf2MTBziZVWeeZGXB57Zm3H6Oed2VJVf8P8rjVv366/2+/b/czb8uulPR6tOt8urJa69WFDTKXUtztZioTNcodCqYyoIhR7lZJekgsJy2Wer6sdV5dDMGKouKSE+OKmdAsNwWWHcHKOTUzKdfNWX9Zbct4R0PGvEM9k3IylJmMNmQbVUxl2n0jIWOPi8AaCxdZrRRY3QWWE8FysMPKIVjtZJYJwTLlqMQVNnW5tfBDpTKgqZgZ2gMVMpTZlLB2OtVbMx6GMhMxc5+HNZYFw+piizUdt7DKclJgTcYs1LzhAJZ3/uOF9gYFFqoPHQtrvPrclFgOOt7oYtEbGFbewZ438jS8MYUbrzyL3sgve2PZG/PzxkTS0R+2ltVwrLE0XpOVywxFbSXWRMJeqcxAxFbqw4XFcs6fZSWyhoBVHC8yy0lgwXj1ugmsaSTLQWbRmjfI11fUTHXe8CyceaOXrXljougN4rzRSW/eYF4TTURMMF7Ma6LpWANh7dleWFvBeBFYUTzLwcSKkFmTwHLSYfXSYjkJrHFgucmsThpxjRfGXTsVNTFoImKEuJjLgIDFXAD2SWC8WGNBHxJZsC4gsnJ0WIXxmn9cYwjWZIGlpsCC/R9Sm0t7RGX+K9YwnbBNtzg3ptzTKXfeZ55O2uDDSvWMBA097m/LujT2qClrVzGXKbBcBNY4ktW4sFjdCFaOCitkcKkkAwE9QMtqOGiIm2CfVnyj/5IyIcNo1DLe6pnIRia7mie7W/MtsXDAP5IJj6d8ozErbBVeWU+yQeHVEFiJr1k6hjItZoVDKfqz9nw7VsMVcc2D1T9/loUay4VlMfVzs1lhkYtguoM7ZlnBle7XSk0SwaWyqBQOi8Xr9TVF4uHmdDSVjaY6Ii3pYDTh8/mdVqtVrTRJhJf91rIWlKwyIUxllcYd7lxBnTRbfIaER9+y2pr2wCRwaZ0DiYYnZ5tfuDtz30x7Kt/T0juQWjcCgh8SuV6wij8QctqsCad2MKFjJ8yoRcYaC6PmRvlQcgG1p6xSVuXmVkfFcc94h4PGThd5rWeUCEq6KWs7fbwH9Omxnl/uy73wwPrs+Nbc9Gxu42x2YlvbwGRz1/rhoW5/oOnAzfF3Hk3Ar2Q8Sp9ecrEGimqQCvvCarNMuH/K8e6j8aqyMIIO7w2prQrhwY2OT44m4ZOUUxE0SasKdRu1jRrFt/hFyOsR18t4b8BYvH2oA4zx9iOdfTdtsvcM28JN2+a2r5vbC+qb3ZPfdPvMjm1vndhx/KHB1x/r++BY+sg296mnmh/b4qpGtwwktGeeafnhTt/Jg5GPn0iWWD/Y6v5LeSPvV0F7fnyn/1cHox8fTR69xQMO+eEOXxXdKBW98PLfvnTiFYtC+pfyhkEsAAUMstKkcXB7W9PQTZ71E6tMnuGbtww/dHzkoScH7jncd9u9HZO3PPbI9rde2rprpn26ywW99OvDcbdGXKqBriDAY7d4/u3J5rtutE62GarKQurhjc7TT7dAeybaDG/sDX/0RKLJKK0ebmbj1Bfnz4N23Tl3tb9L1xswe3/yeBd44/X9+TqLF4zBa/Te8eDuqSM/mX78xMj+pzc9eOjwk3tfffHuB+4e8wVCNoMhH1DDpfTs7d659Ra63ZJ2KaHadx6JPTRhL31SumzhwztoszCC2wfMYG89HIWJq/RJwiYvTWuzveZqEGHS2Dw9+da777794QdbNk1blbJqeIOYdyjVZleK3tvfWpo6fnp/x/aJ5pd2p/fdt336iZ9uPPbq6IFntx969MSrh37xyu67do74AmHwRqKx0D/wMPD0rJduzwwkdB8+noCpGy7S0idx2zes27zVGAtm9ce1cF+DJu39xqturRja886jsYtuoat9+x76/Ny57+26c/aWbZ+dPXv0yeNX6w1iTgozb+jFApBPK37jds/7B1KnjnWDPT453HHyrqb9u6ZHDz47evC5wfuO9O14oGNq+6N/M/uL57aszSeCDtOP5vzvPRa3KkSlGqgLnjGg8zt8Kq9e8vycD1g2ZbVYGO2bcnxwJAHt8egkR2/1gHXdOkk1QFa14sPfnoa7yfGnn/r4zJnSnWVqbARfQwY3bxTWsBkvbKFfqa1pN+z3XvTG38+6QW/c5gGTlH5+8Pah9bsOgsAYnTN3TM3e/I8v73z12OT7Pxo49Vz2H/ZFfvt0C1xK1eif7qD60+PNbx6InH6qGa7QqrIwSrmUvzmahMeeU8X2nDwQgWehx7a6q4TLJGM/e+MNp1F3x84dYIzXT75p16mvyhuFNWzFcfdAnqgTkU8p1WaUCE9scZYscVE3bx7Ob96Z3zzXMT2bHtqU3TC0e24oHo/etzl+8uE4/BbcbeGpoxqd49KKdw/Z4MK8Z9gGN3r4ZHvVWBjBlAXtaTJJ7x+zw60NPpnJm9ZGNCygd+2602M2Xp21SHvmkCfKIfIpOpGgpLU+5U9mnK/PukE/3+7ZOxFvWTvSeuMkqGXdaLxzQ6i1wxuM2m2O9c3We0caL/5iVbU2rLmPLRZG/XHdg+P2hdOesmqzkfMpTrUENs9hcigrSNzAHv6fVSsWNqjVjdZGty8YiLWGUrlIpiuS6Q6ncoF4yuMPgzEaNFq9WLjAO2eJq1EhHmpiGvcWi9IgEcL0kndoyqrDoXaqJFqR4FKBPYxKpdVkdjjc4BBPIALyBkJdLZHeuLc7YMm7tJfVA5lBt1rSIBVdLausoM1pW8V68CwjqR6PGtUeZlYOzYK42uYXV+5q+pDIarcX3j0p+0BSeiYZDhnLVq6TisEhDTq92WC0GIwZn21LtmlbR1NxQ/6KejKewWDxHQ1G1kgF1mUCSxdzARXqyXiGcCwYLObnMXgO14nJ7aHFarWS4+r4Ov813z5sRvQhZg1LAIkLyjQSvt87HjX3uOfNKoq4/hqPWjAsGFPid+f0EnJ7ut3k7wRiWFk7+TuB3W4N8TuBmD5MI9aweYQ3NCI+UcXxInpDQ4WVJrMs3fS8QWwPcbxY9ga6D2l4Q8gnKmOj5A0EK21DeMNFyRtiAbE9hfetWPOGC+ENbB9S8IZayCcKMV7mboQ3KLFQ3uhAjBc8bxDbg/EGhtVOyRuYPmzDeWOqxQl5k7IaTdjx4zXV7KhUz0i8seQNtlgFbxBZMF4M9YzG7XhvTDUzsoremGohsMAbzHGVvMEcF94bDKzhIovqvOFhcd4gsSjNG9qlPW/MMHw3rLi2Ugn5RH29Rqv4HTPPaNgE3mCPhYgLxmszY5npWAN4g9ie0js1DPVMRousFjszC7zBHNdY2IRhYfqwjdSHwMoj8inI8SLuwXaT3kGgxzJ2I+LqcJDf40B6g/h+CoZVuKeQchwYFtIbVPIpSgGfqJSVwIKd+S7EuxW0WJ0IVtZOHi+YfontIb6XBKx2BIvseYjLSacPYZ+NeC3blJL1Pt1Ak76s+gP6iFGOYVnkonXeivUMBPRRk9yhosMyU2LZFOJ1jGUSDQpMe4isaInlZWSZFWYZIa6YSYFhofoQwTJIRXA5r/XqyqrPo/VopBgWRg0yOiy9RAiXT6V6QD4ttTazKUhULai42u2EM7jg3q0Q8KkoRzo3DMmCXADzWVWQC6DVZjaVJMU1HKIZl4zPW726dsWqmsu08oYaAYcDBTBrWFqN6XJpqLDayGtYy7XojRQxrhjNuGpr6v7qu6uvW1m7ok6w8htdv5oDH35nxWo5n59DeEMu4FMRxhuYelKIfVFabWZTKcSeA0XcDatrr1tZIzG55FbfpVrFEYM9JDweyht8PhWhvIGoB+UNSm1mUyhv0MOBN1bU8i8zBogj0y17Y8F5w0q+p1D2Rp2gjDfk+oI3uAVvML+fMhkzy/h8KgJvEN+FwdQD3mB+twK8QavNbKrVyhyXFbxBEcfsDTGXPG/Q9QZx3kB6g/gseo16g824EN7QEM/7kvJ5VNRFiQXeYD5bDPIptNrMpsAbhLPFqMYF3rh+df2V3qgVqYre4OaIe8sRI0VvEHMcqD5E5FOuTW8oiTkOijjY3AAPrOKI6mW6i6oVKb+zYk3BGzxu1qFhrT2Ys8Uw9cDeF3M9Q0HDtegNYlzDVOMScLjXr1wDTrhM161YA1sfUMAkE23w64eLRzxdqcEmQ0Avg+UMFUEehApLJxFCTqFSPUNNhqBBTqvNbIoQV5DtuFQiAaQIIWtZVnCl25RiWizId7PGwkhd/Lo1Q3scagmb7VEI+cztsaskrLEgqdfWSDjvC+wq5vGoqPAuDCNrOGikxcKohXDmlWc8YpLw2WtPrEHBfAbXIL3+wbByTg1xDUurPZ0u9lhIrxK/pycT8Nn0KnENyx4rZln2xrXkjRir3uhAeEPE41ERxhu0WBhlEN6Q8vmstQczb7DHQnqDy6OiThZZGGG9wVZ7WiwIb7DGKnqDmE8RcnlUlGeRhRF4g/h3RiR8Pmvtgf0NYp6ILZYVOW9Q9AZrLKQ3iPMGy94gzhvssYreKJwPwHjeF0VvEM8WY9kbzOceTMcaWPYGc3sgT8Qmq8NJzqcIuDwqyrPIwiiNeC9AzOez1h7injnkidhktSPyKbTa0+Eg51PY9Abx/Z3JqAke6VlrT8JMzqewyTLJxUOVz/uCwYI9fD6HR0VmFlkYGaSigSam9sDmIZvt0YiFA4xncIVNCpqsAIEl4ReO90k3qssKriy9VIRhiXh8sGLFehrVJplYJiCwDPRYmHrgWYKpHpsKLhxMPRBXkq242GPJxalGNeOzaOHcJwwrYlIwnR+V9vQ3GdPssDKegSZUPUnS8xjkU2D6JdbzdU6qcj3DuLjCiLjYZGHWsDwOl6jimohpPTgWNedpsjzMLEw9kIgkrmGFPB6xHmLeYQoXVxKxhiWz4hY6LNz+xoL0hnfZG4vJGzlKrOSyNxaMN7j1XKKSlLxBi4Wppw3hDXjeINaD8QamPQmEN2AfgOgNOqyiNxjOjxpL2PHjxXxWVckbzGdVUWQhvUE87wvpDcJ5X2hvEM8xK+wRkc4WQ7HMSubzvsAbWcS1zKnnEpVEPB/mWGRh6sHMG3yYgEn1dCDmDUx7EPOGGTNvoFhm8hyVdZLP4EKOF/P360aKZwSxxTIhvUE87wvpDSpxJUhxFXIcDvJ5X0hvEFlZxBlByPEi7sHmEPkUZB8SWUhvEPMpSG8Q37uhEtdIyEDMO2B9aKaQT4Gt4/p6LlFxM/mdkSyLLEw9xHegQFwOj1hPlnTOGzKuGCLH0U5ijdNj6aTitV5df0BfVhv8eq9OVl/HJUopEvZ6KtZzo1/v08sMMhElloCZ5dej6tFICG0OGuWYemCbmjkuH7W45HpKLEWBpWVmSQUCmKZ63Nqy6nJrGxTiujrushaZhDx+u11dady73VqrUlLKpzC8vwz780ukuwwatc9u4XB4SyHYkFHB/F72YNCYdZDXlUuhr74/s/7Lk0f+41ePn3x2t0ouX/TxxjFrWIQ3auu4i1t2sxFc8d6LD5x+7eHf/fyvd071LvqQl72BVFvEC954ft+2f35+zzs/vv/Q3NiyN8Ab7Qhv1NRxF7ckYskHL+8Fe4D+cPJIrjm46EOO4bxBfGekppa76KVRKfds6z+8ayoT8y+FeMEbxHdhUPPGEugrEJ8jVPCkSyRY5LzBvIYdj5jW1HIWvZLqxu/7cnv8nZO2GJ8jWPTxgjeY17CQTyHumcMe7KLvKK/cCK64qEFzaCl4g5i7SSP+nsvqWs4iFtxKdrrbL/UGKKAwLe6owyYFMSelEAvX+XRDTYayGgjoHRrp4u4lGU/ikhouk0WsWdxRi/j8Pm/FcR9sMri1Mj6XD+lIyCSWVcau1khEq2s4y1pkqi9+raLSuEOqRS8TNRfPcWX4rghY6IYaTklr6ng8kVyi0MlUeqFUVcsRXvyvZVFUoZ+FMolCK1PqBRJlLUdAHeE3yJm/29PfZMSsYUu11dTzFRpTozvoCzX7Iy0uf1TXYOcKpFXtJYFEIZQolpQx4IpTahtsroA3lIR+dvgi0M9gFbqUaAP5e5UYb6yCWaiOJ9eYoLXpzg29A5Nrhzbm1g6Hm7MGi7OeL4YC1RDU/NJrPwNxBNVCLDStqeOr9BZvqLktv763v9DPHb2D4WS7yebmCKQUQQhvWJDe4AplVldTW+f6u+9/+LPPv/zD2f998cQvuzaM+8ItMrXxhlpuNTpqbveeL86fB83dc+8S8Qbcsu3eMFyAO7734Jl//+LL//yfo8++1LVhLBBNKbQNFPs5Qs8bIrnGHUx03zhx+nefX7hw4dwfL3z13xdm77o/2pqD+8zqOj71XoLbycD41Lv/+umvP/0UfoB/LgVviOVaf6S1p3/yXz46Bf18/o8Xzp7/00233hVv69KbHWvq+Wx6I8OYTxkq5lNWrgFvaD3BZE//1Gefny0ZA7Tr3oOx1rzWZAdvQBm62rPvwJkvvxzbNAOCH/bsP0gdsQAlVuj80VTvwNRvTv3+Yj/fese9iXS33uKi2M/gDebzvkreIM4bUBVXpGj0hNt7Bp545sX/Ov8naPD7H59ZN7wpEGuDuW5VDZduF0EnwIwBd5N9jxx++6OP4Yfff/WVLxRb9N7giZVOfyzbM3joB8+cPfd/0M9v/tP7vQPTwURGpbeuquFR9AZm3mA+9wDyKSvWcG6AZySDNRBL59aOwBR3+64H+oY2xtPdDXYfRyiDAtQVbUk//8qJWp54ePqmz8+de+HvXltdL6gGaEEJYtQ22JvimY6+4eltc3DX7u6fhBuK2RmAy5MiCLzBdL5ExjMSNmUQ+ZRSbTVcscZkdzUlQslsuCXni6RMdh9folpZw612j226ZVamMSx6Y5RUx5dCPzsD8WChnzu84RZTo08g09DtZ/AG4R2EkKENkU+5WOEajlCk0Cn1VpXRBgHUCWQrqm+MJSh4vhPKtaV+lqiMdQIp9QswiMmnSESw8zkeMZbVWNjo0sm+u4ZzqVbU8lbW8sAVl32+LLpaUVPFfhbw+f0BPcO4e/XymrrC8T7NVlVZJSwqiUCwprbwlXWGMnIRbJ5zg5XLJItlammwFFfBUjKyhMAKssKSUmYx1SMVUmMlrSrmZ9GBJkO49Lc2KpcZC5u+2Z+vWGZDwIBimeixGM/FGqTEuhFYFhIraAwRWRGTXy9nPoMLWAnWWE1GzBoWjEQ8i6D4vWWmMqMRc+GMaCos0lkEo9GFxZqKmZM0WGMoloUSy3LNesO7YLxhWfbG4vMGpg9jCG+kKXkjhvBGetkby95YCN6wk8/7gvFiPmOqEJeZcFZVyRvE876SCFacJotw3hc5rqI3mFklbzCVwbFK3iCxLPBsPE2BBXHRmTeI7zsg543kNcdCXctssiywlpk/q+hDDfN3AiGfAt4gnosVI50fNRwyZgp/A9TBzEqyxZqgxjKl2WKNhIwYFnhjc4t9vqwwxEXOpxTmQ9LZRzHEOUsZu5o1FvHdCtj9Y5OVoMEaRrBK3qDCwuRTiGeUTUZNsD/GXAb2mtoaSaywMU5iTVFijdFjpVhjBVEs4rhjWOB5qUjY49Ft8OvLap1Pb1NLhQJBt0dbqcx6vx5yLlwev8vNVMaukWJZbhKLS4HVCCy+gLkeNz2WAMHikFkyiZCR5dc3auiwHBrZ/wMLZduf',
  'vault': 'eNrtnWl4W9WZxz8PWb1Ksq3N2vd9l7XLWi3b8b5v8r7Fi2zHazYnaQiUOGkgIQkJJIEpUKAMoVAKpdA2pe10Scs6bWlLW0pn6UwZpvNhhnllTWmHWvcc4zuKJfw8/8ePHuXq/d/3Pb97dM85uid0QYXCNKKyjK8ppXmMI21mCKrkRqJjuPJWOn+P3DhMdIyshSmsQXjJUupVwIkghePFwM2LKA4PLy8cLzopXvIWqb7fGTxcWn50TXnKjugds1L9oCN4iOAYo2tBou0jOMYbgTj7oNGxvAKp8Zor5JYXcMJZFMmOHNbHtDOXQ2E64QCxphftZUB7SXUDyLzEOHkZhom9DKR5zcqNQ/Ai2TEgs3sRzgcCEhxj9e6X6YeIjzG555WmvQgvD56XAeFldi/geEHTZ9OUt+3K3Z5FyaIyPtLO3AJ4c1sWrZAbgTojvRRoryUZXg3dZcubxcuzIMNgA8cLrncUGzh5YXoNkdFei/CVsStfCBiw5Uae1vZnaUqAEHifVhySpJANkvJaQl47WF7pysYgiWzsyKH+HzBWRS0WrbIRlOj6U8jGYArZGNxMbMxvSjYEO3JoKWFjiKS8RlPJhs23z+wcXVNW90SCDZtvNtkxFvd4wqukNGkci2sswQbCy0OOV6K9kF4FnDIUGwFgg8DL7NqbaC+Cc171ireXzTeHkdfsZvH6tPcbWGyk8lrGuBdNnZfMOIgYEzkXwIt4TGRyL0n1hOOmCMSZg7yIvWBshec1SIoXjRMGNrZl5XM11o+xkcfgARvUYj+wkXZ5keUFbBhdiwQyOOfBi/gYELBBfIDOPgt5keSFOGc9ltcCrTi8O18MDGTRWDSu9CPlswS37coDxe83tP0ILweWFzl5gZcRw0tPiteczDCAPAYZJzEfhWIjPh+F4TWQMi8YolKYbpjp2rab+jFtzyrIKdDBATD3tcnyGkaw4ZiHORlSvBjCPZqSGLxYU1rbDE/RxhBWq62TBMcIlJ0wB0twjM42w1d2sES1GuuGvVTYXoR58RXt0PRIkZIXeDEEyLy6NptXITcM3R30imsKrgi2uA661i1lmAq5ZdCVJWt3+OYqljRIdPH1Arj1XVPu8DJQtFXJzJNQHbUHkrY73K/q7DNwL0o8JjK5F6nFwS1lmMTaXpwxLAYbgS1lmIAN5LyNzIDBBjuwpQwTeWz4t5RhwmSDeN1hi41MZQO5dgNzX8h+g8L2bSnDJNb2oO9FDfF1EOheYAr9rwVjWJiD3apkRrJhR7Q7es4c1jgo7NItZZiADeTajVSPXEuao7BKt5RhEqmjGOspFTB5Dp3DmgIw+Io2Csu7pQxTES+itU0na3dYsBOoOqjF8e4FptbXlq6PLqjMZ3m3lGGisn0iTTR5u/czhVViXQ+sp3iI1lNm1mVK4/hY4ghfWS1Q1xRLKwp5gc1QCquptKXCt/E4Bn1pc7lvM2RELfYxxWWJOnNklYW84Lo+Dt1C/F40WbuXQbtP44xh81keTBXxgzJDg6W011M+6q0YswUG1NZWtiSSz/bgByFRBRxPV7WPI/IeHfTfvBiCd8pLS4GT9cZh8DzRah+T7znY5//22XicmmCpXue9JUmB4IqT6OvN3h53JF5ne3BQY2srllVQ2LinJNJ0I3/DSSIb8PUkNTQ4w8NVrQutA8fah47XdR3w7RnX2NoZwtAtqaHfWfqLh8KPHw3+4ELop1fDV/cH/+FK+MH9wfXGARIgziOH43F+cjV8/0Lg5w+Gz80EbklSUGeJrs4RGqxsmU/UuT56MFA9qXN04NeZNDaYbhwxhWGzp3tPy/zc8n1v/vTdX/32/XsfeKYhesgVHhZpaihwSnhxSBSF5T457v/5Q+HD/f7+Ot83zoRevRRSqtZ9JjS2+8K+wNsPxuMM1Pm+czb0/fMhsfQWZJSos9HVVdE0G1s698ZP3v31e+8/8PALTT3LnsiIUF2NGQRuNlLJBldeCRg09x25+fo7H3744Qd//PBf3/+vvXN3h2piSnMzFbq71NZQp/WciQVeOhU6Ox1IvGMxeuHyv2cq0FVVih9Hr/Ocngy8ck/oxKg/8Y7fGY8DbwJvqWeDp6h0BAebeg7f+O5bUOd//+OHf/jgv2cP3xeum1aYmihsD1lsSA39dv88rJusKZt3GtjIY7pwxFVUuiLDLf1H3/rZ7+CE3/+PuGYOXgjVxpSWZmqxFzMOWQp7vC+dCv7wQujYkD/xjkjqhjZ94WQQbj/WEcftfXElCB3OXJcv8Q7QEo9zV3Blwp/ipEBxNkKDTb3L3//xLz+q86E7r5U1TCvMcTZwggAbNl/Sdrd6JhNsIPsNzHNmisOW0p7qtsUTZx79x3/5T4D5yWe/Aym4IyNibW0+y536MoKODPrfuhJuLvc6rZ4vLAdeuxTiij7JmZya8L92OdRS7nWVeK7fHoTvFDrXdUsyYonDJk90T+v84TuvvffPfwQwnn/5R3BJeiv2irQ1mEGADeL1lAQbjgDRbwJhJiSP6cQRjeOVmxo85SO1nUu943funTvT1Hs4WDupd7QzRSHMIOTKbnHDTeONMyH4C1f6t+4OvX0tfHHWv944YU+8o/jmmRD8XX0RhL93jflvSVLUYo/MUA9ddE3HYt/EZ6HOzX3L4bqYwdXJFAUxgwAbhL8JjK+nABvI9RT802YIA0pLkz3Y768aD9RMuMqGdI52rrw8n+W6JWUsFrqOD/tUateRAd/3zoeobOdEa2lt0LPeOEKp6/YRn1jmOtDrA8AoLOdcV2nE67klSYHoAr/C1GAL9PmrxoI1E+7IsN7ZwVNW4NdZpOnCWE/pQ66n5DEc2HIWckv5igqZoU5ubBCpq4CWfDiZdUT4f1FjmefkuG/jcar8njtHfbc8HahzAdfLk/+pzppq6DHiYGBHEKo7kespRfywyjKuKZlaU2rrJEfWlMtwrEtgDeeZYHi9n93SuvSJ61zADSrNY8naXVMS48ph+FAqMwwpzXvXlMI0yhTtwfGCGTkYDieLozSPssTVZBUklV44onECqBpWbTYvqKE0eQ0V8RrWiHXdxM/eQt+Sy7AjJVC1E+8fBfPzOHE2mxeOJLo+1H5f+1LoNYsTh69sI3hWerWGMzhjWBwvuLdBzKW45siqD9rLTZoXjpC/xzZ7Fjebl1DdhTOGxWDDhhRee9lIUSq9cITXXpvLC+5FceZF0WzQbUhh9RsYccjxcpPmhSOs9tpkXnhs9CHZyKGXIAV9FJINnDh4Xsi8SPPCEU57kec1QIoXJhvI51Mw2UDs90UqG6i9xVLNBmoPLjLZIMVrtYZEz6dg9xtWpNAcxtmwkiK8fsOaMuFdy5vLS6juwLgX7UPt9zWP2V7E+0fBOI5ENlBesylmA7kH12bzAjaIx7AG5yywgVxPyaFbkMKYg53BiUOS1z6yvHCE84zPZvMCNhA1dOyT6NHPsGTTLUjBfBRxHK1tGifOZvPCEc6a1Gbz4qvaEDW0z9C4PrV1AoqZRFNsSW12kQUpCtujsowljzNdLK3DiUO6Vw6zJI/jpPC9FIE3n+fOZduz6VayziShAm5AbR0nqGExXg3J8ZJitpebuIYcWX0eyy7WdkNPtaak+v4ifii7yJyOymFYKTx3oTzM1FWxzXUglqGGri6nif25LFuaJkWWVqcQo0nb3TBAF5SJtF3E+33F++f0BIMm8gEVXEeL0N8tKeuXRAZEwV6+p4NtqS+Uhz7lePAUzcT7fUEXBN9fqDHsQnaRKc1EN1MFHqahiu/tkFUOaZpnqk4+1Hjhi7bRzyhqxoCQYmt9gdSfw7CkX2okCe7Z0GNYDDayikzppVy2ja4p53naZVWjuo6Fnie+vvT6u6D5m790zayoGqeEgW6moTqf70671MgSsIGeF9X3YrBhTC9RBG62pU5c1q9pm/XMn0mAkVD0Cy8Zeg/Kqkc5juYCWQB6mLTLjhSRxkahMb1EE/u49mZZ1Yih+0DtuSf+ko3Yt960jBxXNcbg66ZIFclhWtMuO1KEyQZqPQXYMKSTiow0qZ/rbJHX7DX2Hep65MW/ZGPxtd/YJj+rbp4WlHbC904uy5pm2ZEkgaoNvZ6C1W+kWeI0cSnX3hTvN3oODD/3vb9kA+Q/eG6132gvUpXlMC2fWjYw7kXje1YT7vs0n3aJ5/OdLHONONxriC7N33wHeDjy1nsnfvJPCTbqzz0O2HDsjQUyfzbd+Kllg2i/r/jzKbPABnJ+fnehPr2UzbIUqsJcV4u5b3/1qb+tO/vYw+/82wt/+HDvF79ec+aRsqMXBP4uhr4yj+dIu9TIkgA1Zw5rUhJdN3I9JR1zzxc4ofV5njZJxaCycfLYM6889ovfO4eX5TWjwmCUbamlSrxZdOOnlg2+sgW5JkXjlhLs+wRgwPz87gJd2imryEARuunacvjuEPg64ftFXNYHVPDcrSxzNU3my2aY0jEvspTPcmpKYgT7vHHlDTl0mAZpE2uja0qk6aQWe3C8souMgGLyOF00TilZeWF6AR55XDvcVAAhLFMVy1TNMFQWqcJUkYdcMHLiS8OtG68hSV5eUmpYwC0VaToS96LJ11OmdhdokQLMiPaPgjglkzhxSPAqg3P+s1cW3ZDDMudxSvK4ttxiazYDbj51ZJ1JQlBJ4hrq7NPkeXUm9greoBdXXo+qYUyCMYbdVaBFCjof4rkUo2sWJw4pXibXHFleOEKuO5g9i5vNi69qRf6uEo8NDVIClNcqGxpShPRaZUOTMuG1F1levaR48VUtW2xssbEBNnrQbNDUSGGxgRGHFC8TeV44wmKDNK9eUrzgRhSHDYL9vkq8U/hs2HxzBPtHkcsGsVfK2eglriG5bDjI8AI2UPt9YfUbO2kqpHD6DZw4OFrtD5dT44UjnGuZLC8JSV7ABmo9Jc4Gcr8vzPYi3j9K75ghkQ2U174Us0FcQ6NrnkQ2UF4LmGwQ/yZQj/UMwhxmeyGfTyGRjZR5YbKBXJMikQ1SvPjKZuR6ihhjPWUnTYkU0gvm0HDi4IiH9pomywtHEh3O9UWWVzcpXjxFE7KG1GKX0jyqtk4k0ThLXLmTqkQqj1miMA0njzPBllThxNlsXjiiFrtRNdyTMi+2ZA9eDa3IGuYwTFJ9j9w4lEQDBTzfTqpiSxkmWDiAdZPk7T5YxA8INR2o/b6md1AVW8owcWR1xM9Kwz0Azhh2B1We7mJK7FSOceNxKMVGlsSRAQXhKZtwxrCfBjbu/8JTDzx2fSdNsZEg8PHLj/7dlcefzgw2MOZFuzHYkKW1GqLj733wAag/dmAjcXrHlxJxmnom070mW2yAsopUHcOz3/jBj2/86LXo6HweU/vJ4uQytfDxb9589Zs/fLVzeBbCpjcbCgw2dN3I51O2U2TpqzvPPQBX+uT+26HTePf99y9+/gmozCeIc/6hx+DjA7GDE0vHIeBd56+mdVmADdTzKXE2kP3Gdoo0TQUX+/fe+ik05amL19789W8S3wgN3ePrjVMoML/2y3fgs3ff//lXXn0jESdU252+leEpGtH3oqg9q2EONn0rADK6q1/+/k0a1zB18A5o0K999wd5bO0niOOOtDz/yt/ns3Vj80chztMv3YCvlbRmg3gMG19PwZiD3U6RpLWy6Ur4u4MqXbl4TaQr3WCcnTTZPVceLpbZ07omwAZyTUqk7UKuuaQ7G1v6a3Hl9cj1rzyWRWXZCy/WlKZkki4Mb6OIt5RhyirSKc0jyds9xhSX7y7UCNVt8M2ypsTarny2fVu+eEsZJpjH46takra7LgqLsAJ1G/FvRbS22LZ8UcbLW2I4PR64PBseqXdkF0oyPl+2tIr4tz3wlYEzhs34QjUELW9fafxI9+0LZXzKXEUDYgzrmttiYwdV/MrnagCJp++ovnKw8vVLDfDabzdmPBuoedFZiS6KwYYwU7WzUMZXmAGGO2KRgVP3MUoCVr/rZw807osGdjNh+kKUqYnjsCHGYOO2fGFGameRIl9oYet8b1xqCFV4Wo+sFJpLs5XWb99T19tWTpM6stjabRRRRubOVdTjsIFcT7ktT5B52kGT5gvMDG1A4a6+eSqyfyQMVIBUTuebF2tHWsJsUwTw2M1QZWT6ML+BWk/B6zcyrjLQqWYX64pUXr69pqSy9aUF649OR87Olx/aG76xsufGIedsd4XI28QyhPOF1u00SUaygVpPibOB2u9r7rY8foZpB01MFZcUmyPSYJunqf9rcxbQS/NWgCTxemGwVlnRw3fUFCk9uxnKzKvA/+6xkHy/L1hPATaQ6ymZV5lddHmhwg1Nr6rstXXOPDPrTCDxkQaG+3T1IxJfM0sfzOHob8vPQDYw1lPQ/0/N3+TxMky7mcoitUfortPUDNh6FsZmJp+Z9ySo+Opcyen5NvfwYUPTOPQqbFM4l2cANjKsAhxZDc56Csx8Euz3xRRHMo+NXatsCICN6jgbwX0rdbdf6zj3dPS+55pWHi1fOuseWk6wwcpQNrKKNOqSCYL9vliSSli55srrBKrWNcVXNufQDdspYo6sluCYXKYZ7u4AxaTHqFpymabN4yU2dHIMe/iOam/7vtqpk63Ll7tXHhu495nBC1/uPfNkx/FrDfN3lw8uK0MdcDsqNncK1BvLi5HIqwaZVzEiLzN4cTbopWrOY1pwvASqFuJ7Ua1tEhInum+J36/OsqV7EvtHJTtGXTKO4RUjxUuD8vKUHyuJHDaXRVvHTnTO3dN75MrgXY9O3vvs1MXnR05/sf/4g9H959tjJ6uii0rPgLviM0m9yuJeUG1HAJEXR16LzktCmFfcawLDa4osL7GuCzmGhauGeJ7E6t3PR/1u2ejahzNeJs1LS5hXxVF72RFHWbSx/3DbxGcn73jk6ovvXn35d5e/+puHb/z+6P0vt0+tNA8fq+9aUDoHvOXHNuQV3/dgQYDaJwcvr1kMr0VML4wxLFlsNKYTG+VHLb79Vm9TXcdcT2zl4a/8aurEI6NHrx04+2zf/guXnnxz+fT1+uhSdVNMaurcuBcmGzzS2GgmoYbkscHDYgPHq4UcLy3ay2CtrKobO3vpG0snHm0aPDp97KHzj9yE7qJr7I7rz/+2uWuxcs+QQN2UdmzwMdhA1xCXjZaMZENrCJdHep/98q/7R0/EFi7cfvpLDz3xRmzx4vDkqYuXb8Rip8tCUb6yIYVsNGKw0ZlKNgj2qrKt7vcFeRHvZ5Xwsiffg6skvt9XvIaOzeSl1YfKgl0vPvfb0ZE7Vk5ev3z5W0899fbKytOHDl659+6vzEx+Dv4V2EDtY4bwiu/BhZ0X8R5cCTaQ+30BG3b/QvJjYrheONcyKcw7sa5lbK9lEvqNVTauXroxNnwCXuwduv3y+ZfhRWWk77nrv2hpiCXYcKO9UNdyPC+saxnlRWa/gfbSdaH2+5oTEO6vBceY3Evxa5nwN2Y6+3T8+tpEXvMJNnqjB5589PXG2vHerv3Hj3w+EoqeOfn0505eh39KsIHYFyvu1Yn0AjY2npfeMYP0Mrrm+WR56bqQ6ykC1P5aIJ6yATkHK9bieDWT5NWJ2hdrLsEGaHbqzPNfeufSua+dPf3sU4+/eeGeF8rDPX9iA/lb/WkR2iveXiTkZcf0asLwQj6fAl7o/7Mew2uBq6gjPkZTEkN6wdofjK2QecH8GMLLFhNpkF6zCnVpAgBQXdVIbOwugCTavvDRm0F/O0eOXHfA8kK2BU5ewLxQ006KFwfDK4dpUJiG1NbxNaWy7C0S+LPoGrlxkOAYprhsV6FCbhxIfswYXRjE9hpIhZcwsJPGN5oiHnfjmnI4ahk8PZ6XntiLLgxk0dWovCJYXgwMryIcLznCSxT6H5vbQg4=',
  'orrery': 'eNrtnXlwW9d1xv9P4kgkse/7vu/7DhAkSJAEAZAEBZAEN1ES950SV0mWZMkjWYkt25Icy3VsZ0/rSRrXaZI6zeakcew4tjt2HCdtkzjTTjqKnabLVD0gXEexiXffjB4RPZgz33Aw4J33vXPuD/fdew94qWVF4sqDLaojOyqhOmznt+tY0bhiFKONU9CpZUYaFSMYbRz8lIHdeFt5Kel+pAjy6sAXV5goL+zr4PSKyAf7XBuD/uM7asC7ldbNR2XFgnMdo03WsByS9mG0Kfq2OnWzcfkIwkuP8Cp6t7rAS4L0mit5ObG9FtT0gJLuo9dL6/Zz9+/n3KyGOr6YaoUGIUkB6dWIwysiLRYctxyXHryGC5W9iu94DSC8jPi8FCPwolIbULdpBe4HAsRok7Mci8oGBzxYbbpMi83KsWp5LeHxUtH9zAbFh/ZRPlJHr2Pw3tVHKSx48479DBXdB3nG4XWQuLg2EV4KlJf5aEw+RIgXkWx4CeivanoBG9R6EWAg1DmkFt8fZfYCIfC+gu6pOhtbVWRja48NbDbuaGD8CRjbYoiUe2zEqsVGFl9/xQhiowlHf8Fkg1Jig1mJDTndHZb2I3OIx4uo/mqqLhs9joUOy5EdlbZNldnocSxWbGOdLHt12ytep9M6XmYD6RUjwqvcX5hek/jZwPBKWfB6QX/dYlzveClQXttsEOIVq9ZcNItvLhojaOwl7bixWcVxYxM1bmCtibbXp0vghbEmgjbdxqPItSesrSCHhHlhrtHSBjxeywq6F9j4cB1NYva8hw0qTwpsyOguYAPbK4PPi5C4Sl6K6nkBG12GFQxl9KX+wm4DAi/sBp26eYjr9vHK6pcUNC+tXgIM1DEFTInmXdEE8g/to354H1VO8wAbRHgtExJXWreAy0tGjFdUMYRuIxtE3I9hGZnDlHYWNgYRXvoF5D3j85qLK0ZQcS0CGxKqva6O+5F99Pfojv1MToMGGsDe1617ZfSLhMUlJ8qrD+mlY8faNJPwYkd1aGdcggzs0ybVE5XbzHpF3TpWBKMNgOEWZo2cJqSXnkWclxrTS5iBYQEpHRPh5RF24fHSs2KouHq0eLzY2F4QO2FeKmYAhjt4Yu4o+KSbuS14crgncknFCMDwUqnfmxSjVl4yLB+AOSRMfXcUTGVTurm9TNae/OLevKNyv3u3UrpZmIui1l/LMpp7TzWmkLSAZw27x8YHlY2tPTb2tJtsuPZUY8LJBqrGsSylufZUYwpKC1j1FOs4znFjL5M1yQa+eso6rFmKO6nfvQk1DinNuacaE7BRWsNW6HfABuopURz1FAnNuacaE7CBrBNFFIPIGsdeJmtPAckBRD1FN6fjNsLmOQwOOyqtX3SLshKaY081Jg0r3K6dqdTvULDzirulDDcMLxF5cUeFZQNQjBPTHHuqMUnpbhg6KvV7RFY0cOJBWX+pnlJpLlqqp8zu0u01Gj0jTf69bqqkkNY9HN+t/MCwgD0X7dDNRBVD2GvYLtOymGYnUHKm40irX8933j0afvFqM7zT4/fGDG5iXcgrFdtxJOnXcByniqF/uL+Un0LYF9QSnJ+ANI/c+8LDhohqJ1Apl+cXT7Q8eaLxhSvNr3+y5YljsZ8+mvj0aoxYF/IqH/JCfr64FSvn57GV6M8fb3loLkqsS0ByO7IB0F6aiEC8Z4ZCUx2B73686eWHEy6Fa4+KsiR0+8ML0Tcea7lrODTdEYCh44XLzVaxs+bZ8GtcD05HvnWx6epspPxO1OCCj8mVmcihFv8eGAGN64GpyPfva7p4OFx+p91RGmbhzekOf/XZyDmXoG6yo7rss8CGkGojShmvB8D48dXmu0dD5XesEgfE/nfn4+dGQgQakVRpj+eb9zS99InEVl+w/E5A4yzn59JkmEAjWKTkHBX7PWObzuIbNwjPwLnR0Kt/kRiK+xJW918dj8EzRc+374HxrgCDVx5ODDeV8vOV043PX25WsgnOD7CBXU8ps1Go/N0wWMNCPYXYu2q2uGCy8b17m+AnfCKeva8Jnq3XFiJ7SLw7dEBaID/wEwTzMfh530SYcDawvhPo2Sx95x/1NwiwRSagWgmUlm8/PxZyKR1nR0I/erBZTLcudwfyYQ+xLuSVSWS/cChkldpPFoMw8RDRrBuFQNbnJtbFj9ozx1lP2aUkFBu9906E92CopN6Q52NHdis/Pkkvsp6i5kRa1EfaNFM7KqmZdAhTe91Ue1IyAwnV4Ur9DnIK0zKmp1ExnFAd2lHNyjEDt0lAtZBOCqYPOy4jvrgkdFdMPlTxOqpDJl6CjPmBuKKIuFqC8n7sM7hgbOFTLaRTWF7EPoMLnqd4ruMRd2OfiwV1BzLmBxkX1NEiONawZIwd+V3HLtMKnuv4S2s9xNkRZMyPX9KLWsMu4mPDTDrhYwN9ne0cItkgX37wxIWHDR7VTDrhYQPPdXw4ckjG/Pj22Nhj45bYGOxxLKRKRzztoAyUVEpsmEin8t/dYMa1cnN7Ps0koG6LZuLf9D7ksNte8Trb55gtkjE/2HGlLONlNpDjBpdqIp3wjBvcbSREdLOcYVExLWqmVcOyqpkWBQOWeGYBzczdziHy80XG/PhwzUUH+1BncHEpJtIJeY5Zl2FJTDOrGBY9y2rh2Bxcu5Nrd3Ht8MLGsRnZNg3TKqNbAtJe1Dlm82TMD7CBPDMNuWcO9RQuxUg6YZ9j1m1YyRsX9CwLYODh2UN8R1ToaBQ640JnTOgMCxx+HqBiM7GtzfLenHEZs+4wR8b8+CQ5ZD0lJB9AtuFQjKRTRD6IAUafaWnIPOvm2gGDZpGzXeJKS91ZGciTkblTUneL2AWQ+Hj2TmVP0bzUWxmPDu0sGfMDe1/Y/Q5xyVn+VvUEvNhR7doZCz9JxtiVrOCOccF2X49+ZsA4lVJ0wEABVHTJPAWFd1DlG1b7RtS+IZWvX+nNyT2dUndC5IyLAwOGQ3nDdFq3Y4pmrIJ2MuZHwnBDHa1Sv0NcNkGHkG4PyfpiiqEdFZUPqtlhDsVQMxLRjDqW2c21NQodHRJXr9wzqPIe1vindIFZfWBOH5jRB8a1foCkoCyNIQmx08+3m9gWOR0e07WTBz4NplL5iv2uGNJyogFZAfu8L6gXsCmG2hB0roJhsnAsIYG9TeKCwQHGigmtf9EQXDOFNs3hLXN43RxaMQaBkDGNr0/pSUtdQJGTa9UyzQKqsWZS4RSlsc/7atdN41nD7tLtKUReEdtezYQIaEYty+zi2uIiB8wuiiovgLFkDK6bAmtG36rBu6r3rhm860b/sW08RtW+XoWn9f+HDindVM27FbJtSrF3ly7uleTwrGFxsKEnXFya8TN/+dSnv/gUn2HejevvKAndaGKb/XxbUuI86Wq5y9161BQ6ZvAe03ver6MG/5Ytfm8g1aPwRIV2O9eiYsDOgKE6twppeeLzf/3ZJ5+GRO3G9b2SHjz7okg2WBQ94RobW/nN738PWlw6tRvXf78gIXKG0cqxhAX2lNR5RBe8FEg91thzwhL88mrh7R+fuCsYASSee2j8519ZghdXgqlHol1rtni33A3jjItn1TBhR9FQnbudXzhZzs/hw8d24/p42Aj/Odjg0I3Dw4vfff4nz774yujoEp9lqQYbVL2CYbRxLRGhPS1zHdYFlo3BU9YSD19YyL/5neOnY4lVe/RblyZe/twCDCYnLaFVY2DOGO6Ru5vFDg/PCs8jPq0abPCZlpHRpe+98DJoeGSRSzf9udjAPu9rmw0dsbrr7gfffPvtldWzk1Mbv7x+/f6rjxNu8X5xqLptNswRoS0tc571JJ+I5x6L57ZcTau+1rVw51ossxbLrkXSa4G2VVf8wXC61KCx54AC2LB7eBYtC/bY9VW41fsuf/JX1383Ob2xcuyuX7/11rkLVwi3ADaw/38K7nGDyLsScW0v/fyfYLS8cu0zr/zin8sjZ6EwtdsJZ1N0MobByjGHBTZ4pgyoPAvm8KlgO8Cw3pJfTw2uZ0Y3MqPrncPryb61xq6T4c51R/ygxtctd8VFdhfPomEZedRdZ0Mh8bz2qzchJ9ce/+L3XnipnJ/O1BCxLp7SuLGJHDewzlhwb2YMS0yKjliFg9mnvvEdmci9dPQMBP7Vv39WzHcQ7vJ+iekGY2kuak1KHEu2pkstfY8cmDqeHtnoHd8szm8OL2+OrGwOLm7kp4GTB3ITVztHzgbTXXIXDDXwMFIyjTD4VOE+E82FL331mxKBc2buOOTnyaefEbCtxFoAG9hnLKQN82FFEVlPYVK0uyBd+cWx9XNKqWd3LN4rPk2nZRlhBGgS2yddyWOJvqXO0fXC9ObY6tb0qa2Fc8cXzm3Nntk6srlRXFjpOrySLG7EetrkLr/AamKbpHQYNLTMKumd/GycuCAROAi/vkfSjaqVzOGppzCrl5DdFZuqlTMMFnisSBwZW2Ionp/snlgeXd2YP3t8/b4TJ66cOHn1xNYDW8vnj40fny3MjbUN9npTTUqfk2eGBwqgVTOpcIm70PUUtr+j8rlPaf2CVdjOoGhrRgKaHnrZI3G1OdvyLcWxA3Oz4yeOrt67cfbRrY99/vi9X9g8/6nVrcsLs2fHB1eKqbFMMBvWhIwck5ShZ1FrJw8ihrNNO4Vx3pdd1Mmhm+DRAzvnO8ovzUtZXjLGzqObd4wrKCvEFH2txpGkt5BtGSoWFsanTs9vXj568XPrn3h645Gvr97/5NLpR6YWzo8Or/WmD7eFepO20biyPyzv2ylFefhwkTE/bKoBho5K/V6Oyyc7gH3eF9RTGBQN6QTRYcQ1GDmVj59ubS7m8vPDE6cnNy8/+MDFxy6tXD4//5mHTi+fuXpw/nzf0Gpn6lA6Pj8Qu6voO15pztammyJjfuyiFPZctF03BXNR5BqW3qAhnbD3e4ejp/uazoUihbbsVO7g1pWzS1fX2nvWzrCc0daO6Lcvj/ZNnknnFxtbhtuji0Pxsxj5yZgWyZgft7gbx97XB5GNofCd+egZqycbbj3YVlh68ROFlo7I9JUn+P5EvcHzgwe6ji3MxtOT7nC+2T8zGD2NycbCB5sNNemEqBMFTvT6T6hMLdbQgWT32BuP5mZHm4EKkMztf/Vaz/mjQ654UedMRR2Hi8GTKDbIlx+i2KA1qEknZA2xx7EmVobUtnZbNP/qtRzwsDXZcrjY9I2LGUBl8VBe587IdPGgAfG/74ENMuYHJxvI875IygYiLvMKm2MRK4MmR8vzF1uBh3f12kPZqa64VBvjCV0eWS/2uVikZaMLdd4XznFDRTrh+e4BjaJmsYxGjfuZY+7nzzcDEq9f63rpUvu3N/wzHR4Oz0qnatySbuy6wzYb5MsPsIGKazGkKGKf95UxLFIbVKQTsFHAPM8K6kTllkqB7pmj7vdovMkC5MBvgQ3sc7E69fNkzA+wgRnXFsQVwlFPISkbyP8LU27JpKq+Mu96Dxsph+GdHKLqDindHBnzg9wzh7iC8n7keV/UBiXpFEbViW6OK+syPL34RzzO9FjplHd+5RJnkXUHMubHKc4g4tLNSlieZtWhpGZyR7VqJoz8FjLGDlv9iLgEfxIXnarkMVUgNl118/t8hq1JNYZxHZMgScb8IOMyC5Jceun4o7jy4I6KKUcUnCClQbmnGhOTqodHRqV+b1SOqrgRvyyP/bfSKd0spUFBrGhUFY9rkkpdMrlHKLQzmTrCLUgtGk3N45khP/JSfmxMhpZwC5sohf230u266ZBiALnWI/auGAytQumzOVoD4a5QpMftS+kNUT7fsodEWUymVqny251JyE8Q8uNN6QxRQIVYF5hH4VjDotloaFAQJSpVJVd6Pf50MjWa65s7UFxI90xE43mjOc5i6Qk0IqkgPwqV3xvItHUeLOens3s80njAYGpksQ0EGjlLbGwRwYacKHE4RqujpTU1Mjl36rkXXnvtZ7+5/+rnuvPTgUi3VOYi0IikYnMMNmdrW+fo7PLZH77w6ms/e/PipcezvZP+UFYmd1MoCqKMbkM2xBKHL5jpKcx89wcv37hx4+0/3Lj+9v8urV5obitqdCEKVfkBZ0MotvvDXbn+uedffB3y8/s/3Pj3t/5nauFMU+uAzhCh0lRVZgP59yn1DXKiJJY6faFsKfafvPHWf9woa/PU/Yn2IY0+DGwQ6EVGCcUOGEJ7B+b/8ae/fjc/S2sXmpJFmHUAG0QZARvY/48e57hR3yAjSjy+yeFOdmQP3XX+4d9e/y8I/FvPvpQvLoQbe+VKT0PptmUfZHF5Jqe3PdV9+J77Hvvt9f+G/Hztmed6B+ZCsZxC5WugEJYf2PtC1omADew1LNRT6utlRIlGU6m1wVC0J5ObmJi9c3n9ngMD84m2QZujhcM1EmhEUkF+tPpwOJaDOcaRmZPLa/f09s81J4sWewKwIdAI2MBew27XUwaQ9ZS6ehmBYnEMWkPEE0g3JvrhMQqfCJidwrOmgaIg1oikYnONOmPUG8w0JvrirQPBaA+AIZI4iM0Pcs8c6ikBeR/y71Pq6qXEisZQC8U2pdqv0gakcheba4DRknAX8orO0MCktJwfidzF4uhhhkCshV3Uid3v7doZPtPeoj4CL3ZUm3ZKy2vcpQyUH3y3Q1/UUxVUlpbGNdC4Rhpb10BX1d0GN7ar+WHRDFBvqtTv7dppA7+ZTtN5pb0h+cCOCsr7RCzX/npprQoYoLJ1LJmTqw3yjVGBKcbTh9lKD51vrqcpazhwCkXllvRU7vd+CdvrlfVin/cFCO2vl9Sk6igyGt/I1fjFjoQ8mFFGe5SwHAh3SdxtfGOEKbHX05W1GrtZmMT+bg88MvCsYWs1P1SungsPdHebuilvyY2nLzySe/Cz/olNbbIIqAjMMabYVkeV12TsDnEauYYN4mBjX72k9gRjAkvpFruS6kSf5cD0xN/+cP2VX4NWX/yX0Nxpfccw4MEzhKk8w/5aDH+bjS0UG/042BDXnqDT+aaIItJt7DrctPHxMhhlDTz+lLUwo2npFzlbmDLHfoqs9sLfY6OS9jdI6GKL0N6kThSsfTM9lz9/MxuTX/+Rc+SovnNE6u9gq711NMUHlg3k/0+pwXGjQcKQ2ESOhKa13zYwP/jZr93MxvJzP3ONrRkyY7JgJ0fjq6Mra5INrP8LYxnHOW58tF5UY9rXIKaJLQJ7kypRsPTNHPmb79/MBsg7vqnrHJH4O1hqz36avPYyYMc1F+3HPmMB6im1lxkQhafjGcPySNaUG1/50RvAw52v/ubu1/+tzEbrnferWwoiZ4Ihs+2jSGqSDewzFqCeAmygvqtfm2zsp8uZCqfIlbDmJzsvXMte+tSX/vU/v/67G4tf/nb6Y4/GVs5KAymOPtDA1dVk+MAGsp7ilxeQ9ZQ76oU1qAZRA1fL1vpEnqSy+YA+M3rhGz988pfXYxMbmrYBaaiTZ4nSJJZ9VGlNhm8VdSDrKQKWA3Y+Mc770guaa5ONeuFHKWIKX8/SeoXOZoBBHutWNHbLIhmRp5VrDNGl1v0Mea3GzqTrk5rJyv2+aBK2NlAVdnGnR5rbUW5pN4dhrqfIbaIURhs+07a/QQooVm7Tw2PaGqjK285L0ulX9wX1QyHjaNh8sCTTaNAwHNAMeBS9UIgkyMsC+/NWRFw4vRD9xX3HqwPlJcH2gjzDT+y5aJt2ujxvGajcJm1YMAvbsOc2rdoJD8qrXTdtE3fi8EoivdwEeZlQXklcXjMEeU1Cz6K9ts/yunUvqLgh17AAEvb5JDnLMZekC7tN2jhPpBfmvk3aVE2vBahWY3t1m1bgc3HrXhl8Xm68Xqg1LEnZ8N4ubGRIzMZWddhwVpENJy42+nB49eDyQo1RAbQXrv5y4uivAEFsOIlhY6m6bPTcZmxkq8hGtopsZPGwkXMuZUpHPO2g7fO+SmzknMuV28yU+yvnqHidjG26zAbKq9RfvZW9sji9ttnA45VzIL2ySK8A2qvUXznnrXqV2cD2KrPRS4wXceOGh4BxA/d4uIntheOzvIz787VZxXFjs4rjBtoL+zuBUE+Bzxf2mVfdxqPghf0ds5R+Fj7LqDO4Ft0EeQXQXksEec1V16uA7ZUteXXn7cTEhaynABvYbUDghTr7aCaI8sroS2wQ4KWbDdxeXkvEeRVweHUT4oWnnuKSIL2WkbUb2JlHe+kXcHit4PKS4fHqQnrBnhWy7uCX5ZFnizkJ8vIR5GXH4cVhWuKqg62aiR2VUB9R86JMuqFRNVqpTYv6CNRcaDQtVhvNuIbfiPbi4/ZS3rpXDJ+XpjpeBkFi22sEw0uLw0uD9NKUvKg0TQzhFf8/pZy8ZQ==',
  'things': 'eNrNmHlQk2cawP9dISC1xcV6oByBHOTO9+X6zpAEyH2REEAg4QgQbhA5BQQBC1g5PChiFe8L8VZGW53anXXr0boeHWc77Wzdne3+s8fsnzuzb4yrdGXN5/i1uzO/YZ7vfZ95nl+e7/0SEoaIZFAjWkwuh8i1cjJJSSYrgwG4BIsMyhViMEtcTuD93JpFAVsggVIpIUGFaBGxRkbwUVJBkng6iWuCAQ8l42VEjIigWCTOHUit3MSp6l4UsAUSKJYKS5SQWAUTYpzU6ki7gcw1q/PM6ny7VqMlwWK8jIympr0it+a/CYcACdSU8LC8J8E5CAEM88xkwKmudZLbak3//LKlr84KXgUPJZZLKdWh5hy+DkMQntUwDhOEXU8GHGSmHOYkCbRKxZ1j5T1+vUMPDgmxVoZHUShFyVmAvz1AJkGOo2oiz0TacAU7SfACV7oy30wS6QRTgUf/rM7Y64kWYolBZzzPRKghaKFzhlyWbybI585Y2FJAiVlYn+ipWBSw9cw5fJ1IfnhWQ7gMxx16woIrFzo71SqnnlAS+DoYZ1Cos8ITbs6eGio+kXw0LLFiLE2F6bT4ehORDsOc5KCwGobzTUSGFhcgWJyEUp04TzWzvJMd6FoUsAUSqNShQpQAXQNhEIZn6XC3gcgz4nmGYJCpxSEMWwdj0QKUovNKb/NroOrMo8RSPhoPoQIVpsQxUh1ESWB8FbYWQmMEVIuAj4wwzu4AtVIIRaL4SKwIWSNFE2E0CQ6+BHAJFqlXWKoyxLkq43KqFsdVCRKoV6MO45k8gPHj9Vi+XA7xVDKeRMTFlXxIzJWKuYSSDy4VcJoM4i3jK2jTSFPRgljE+bBYOBmQ2KTxcx3KBhOr3ph6aTMCLkdLRUNFApGQS1cvupCKOGOloqkqKZA826lqMrMazaz5XhRcTvjFIz6hRMShr52SFqQiNgVnenpFculBKnzpfKpVkaNY5ZavOtOpfOks5NDV66dwDmQkDJTLekvhCt26n8ZZQQsLnUvT1+5uIXdswEvU8Quc2XT1iuDQw0LnIxtkNskKqzjuRIt8oTNdvSI4clpY6LzoMygOOsv/rwjrLKHRmS2jBYmAPVry3Bm8XQDhRhPrch/mUDDHqpCRClSmhGPEZDT4DwfcXJqaviVxXHGGkm1AOIiIaSfTSCg1XcHPtaI6Deaw6ez2rBStbSVpj0OM70LaKB7yM+stV2TFqYyRr71HMSIc6K3RuBINBSnWYpbDz3KUMa2+BH3+6nQnqLBUgERz5QAG580dWDBFotKUme07Gs8/Kpu5UfLxJw1nH6Q3jTDAjX4l02RL39Pl2NeXU1ZVyPNUiwobJb6NEl+zsKCB6w6kWHypejcnw8gm1SwMS1CgsUJFJBumbkJd2LtnXuHflKRfr24c1jR/yDQVYTX9/oM3l0nUCzO31Om/PeABXB91Htps3T1YgtZuIRo/wBu3IjV9Mn8HUtqoLa00FheaCxx6d6baqhVpyVWQivEGA4SoYOz+SFbabuqZAhPm51Rzsys8o7MxQkyQW7t+57kXaWIcCQmf7LcXbBlN1liFBFHe12/smzb07sno3JHZOmxr7a3s62gbbKht9VXXOb1lJqM7Q6wh4sQKijIRqeFhsOVNFx4zjUXeqfk1pENV0b1wt+r4F7GQNhS7nOqQc2NZlqd7OCndskyg8nZ2ucdnXWMnbVtnsvt3f3Bo8uuH+/7waOKLq11DA4XtLc6iUiNp0SQrkShwQlIhWgCeBbsuZLZPpFp8lUd/vU7nXrhr6p4Ckw/FmBYNOU9vCtoCEhVo8/iEd/+1wr3zOeMnC7fvu/Vgdvzw9p0f9/zp/tb7802fHi07tcc7NpjLxbEYLkVnaVjWalx543PALUGXUz/3VQz4kYEtS8zMDe1C3o0sS3Eo1pDw15P2F9rtAf21YUvvyJbig9eBtmfilG9s/+3HcwPTI9unup7eG/zjrbZ/3G36++2mH35Vn0aEnMP7RKSEJ5qrrD9zP81ZkT10lOPwl+67Xrrv0+BsX8k0a+HPOpCvthueTDsB98eMn3Uiff0tnh1zOROz9qGDroHJ3XN7v7y39/Gd0Uc3N48Pe09OeY9NFj2+UsUEZwOcVQo+S1IkVLD27xevb8geOpK/4yzTWBgL6xZNM2nhG23K/6Czs/bfz+BEZuuQva23brBz80hTfZuvpt7hKzOa3DqxBo8TySjKUGQpD+E6y0GQll3pGj6GVvUtmpYGS191LmpsJJuGiKYPwJueorwD9zdl+gPWskK712HxZOrsGkiHx0MKBovqAJcwxfSSq4fPNymvtwW5vBFprnBIvBvgklaopFVc1MTzVLFtxTyLR2w0i7VqAYmyEGSlWMZIpd/kjYhIkbwjxFaoDGu1rmRjActewnH6ASxbcZIhPz7d+UtF5rtCZFkatIwrjWZLIlL+N55RqRBPbpQgthBS1KHQ5qJGH2GvULuqEWflOq1rNWl/HzHGQproNOVbtUsW0YJIZTFm+V6Q627IdTeaTWUWS4XVUWVz1sh1+e+AX4bBl6NUKV1N3xIV4QrZ1lcPXzzzu/OnnwCunPu2uWEsuK73oaSbtnZJQloIOTfUbrt89ht/cU9lWZ+/pKe4sOPC6SdtG3aCLYRw09WLRmezoQQMtsS7CRhu6TnQ3T4NgoK8jVcvfm81+d/IOZIpXAlJI5J/tBgv4xhKIUYKnXMuLuo8ffyBt6CtNjA0OTE/sf0CCMDikZnflPm6qTvrvOjN79wP/5Z387ucTR9lJWEQWMRyVROz5MxVXaoaXpIkoAXgDI7E8UN3wQEe23buxOF7xw7cBkFb866Z6c8rSnsRwkWljtAgv/tnDxC+8Y37wV/zQPDbv+RdeZgN/oJ48IA+mJZIDyo822b2X7v81OOqX3g2sm1V1y49dVoDQWcKdbLrcOBWNaABMZhwy3jG589mfucHT92QNjI5mPOLRD4tAGdg2Nc1AybsclRvqB+trxlxWCsP7781PHDi2TPoolJnSSI/LQNesmAlkilIQKRL2cKXaQn0EHIGDPYeuXbp+z27PgFcvfj7bVtnTfri584JdLXj0YIMtb/4QHE7a5vrx8CoQ+ckBEigqxddLGfLUcKVrslbFHAX3mPBdPX6F/pmDO4=',
  'flood': 'eNrtlntPU2cYwD/BaLkKvYFjgBglKKWlLUVLSwvt6b2c3qEXLi3l3gItUBCBgSA4kQrzOkWMinHTmZF1zGTLsrgtusR/tsUti/9uiW7fYM853RxzVc7CaceSJb+Q9+R9eJ5fn/O8b0sVGqnJIr3WTbcPMRrDcYEtCCCUqjJ50OxDe9pn9nYejwtsQUAyfYgAzXyZcAwIIJYKTRrEnAmkEiQPQs4CdEdBnnN90gClQveRNxpCcYEt3HnrPBR+8qBv1WcIIJbKkDToDcOFvmPFHbNxgS0ISKYPQWdm88Qr2IHONNvgq50hgFgqfdJIr3GAFTQzLrAFAcn0SSo83f/EKFQ1U/9TDWHW2G/d/ya0vJaoEhXkM3Tm5pdPngJV7lAi8pMLlad7Xe62jUbWHz2ZvbFhHVlMg29b8jujJYs0gYEmaTgTfRD97ifH9MXe5Vuf/Pis9fjlLJE1VWAgsVAKlxygn9mSRq5reP3bn6M//BK8HF1//AwW0e+fct1h2IIAsmqlcDXbh8rTZ0saclVtBajfPrt6IvroYOvksQ8evv/41zdv3y80BnJV3l3iBrhJSCm3fShcbeZhCwvxFJn69jtH2d5pQe+CwH/qcHApdOPzis65EtcR0GYhrTAk+JvddlGOepukwg8JqTNf37XfMVLeNlMZWBQNn68ZWwGqwxcq+yLlvpl9jeF8XRdN5oKZ337F7ZMhNDLlzUWmwIHmCX7PSfCsm7qumr8NyKeuV4cv8nsXSpvHi4wBpqIlo8r0r0jC9ALPHzMPmXMRT7E1WOadEvaflh69op6/Y3z7HqA+cUc6virsXyrzTBVbBnKVXpbMmYG3mlFtjf07Q4wtqBVamshM1KFcRRAKR51T49qt6WYpfSzEl6fpypY4KJucYZLBWTa+6l88v3h6KrI0FYycrZ24WjWwxPZM484e8/ApgT0A2cLLN9N4WliMnXsX/rIktp75y8RlCAozkbYskT29EgXVbIkzvdK4S9zIUrZnwQGUt+wx98FdAUdv7q2xiUG3MjiXI9QPBpyRhVGY8IMtk3tMfSxFq2noJBnOSiLQpK4skY0mdbOQtswqM4wlo66VwsWanKfuoEudBYbuEueotm/y0/PtfI3JOHkuU6ArqUPh0RIcL3GOFOi76TKXMXQCd1bizhpY4M5KlsSKOyvJQ7Vb3QUdZiq8aXz9LpF9826eujNH3JCn9MLbbxoIgaSzxQ7CAOqwwWPnULDY3A8B2dU2tH9WYPf/7lyxyVlMsnMqX8+Ue3JqYB7QXGU7dl/99RXkiBvpUke+tkPl9YPkvbO+gV4nsHHGB4+mjt58bTsEpAsMhsCxlzhbeuYvEVZCtgR6y6hrodVgt2ueqpPCwSYKN8d2YZ7hussUogyZC7G5NiIt4Pmcj5da6x1OBlwXQpRSrjQEpnFnBHeGGwDBnRHMee4SERkM9tZALVAFMbqsOaPSyFK0AZlC0wsx6YJ6FWpaGzaszznuLXuA9XnnWthgtBhhCwIgzOCfFtj8sMCcuWpYYM7sP5zZCInA6YOjR5c1QcNBgApfoPHCatXq64O6F9Dp/wxOpjOlXAUdhgXe7SbsGMYL2ydS/t2ZI1Vu7Vz9T5zLFOSi06ku9GmvDeqAd/p1FlS1eRd37oVFeHkNcy5TYM5lCla1GXMmW4YUihF3rtgCC56lm4J3jG/FPkIGT8NG23emMzkclCeCkjozkKDkpEMpk8/MTn69cRWILMykshPQlgN15CJCXWB792rkvZVTD6KrqkYP6SVIp77J9/Cj1Wvn5leWZ7/68Iqro2fnO+8+pPvs7qXYbHyxvlIsQRNQpZZ0SmpNI2OjI0dH2YglEflTShMCi60EEpT8tVIZuaSUypAq62CtF9AeslESUIJ0ZEJzTDiGqsq6w4ULytWhTcIx9nG1O9m5iKPm8AwvsJejIbfKb1/oubY=',
  'left': 'eNrtlvtPWncUwH+cIIhCcQpWrbxBnvKGy1Mqb+Q1ChblZRUEFRVlVAVt125ZO7d2Gpu5bl2aZlmW/bJkyZYs2bot2c9LlmxZsuxP2ZmYhSFcXc2IS0w+ISRwzvdzzzn3nosT68nuWLdvujHeZIfSiuUqWwbZFaPPbnCzlYaw58qUaB7LUbSMbm8KzuXltprRn1g7fz7y1oAbVp/Khy1vDQSR/lz5dMnM4MNMrNAimYYwovOHPrLWQJSPnqo+LFlr6JJCfZLMzGYzGU62Qo0XMCxpayCIdeBDTaz1JYsNgZ8osdb54HgqsicBh6JAmVrBMKUotHMU+GE1QYAQhDqCQAs5YRLQQ5rCknbIRnuvL0IRGjO10mXyYZgjDYFzO4U6suJqL+KkGsb7DF6q3tOjsZNk5g6+BguX3CQQhXaeimSNXHJONcYRxUuMjQPZcqLESEFcg5YQ3RFleeLs8QTTHaPZJvpN/h61rVOkewElOJE2u86Zq8DoHoeV2eydWMAwJHVgmVKiWA8yNFuE658WRnKSyaWR2Io4mueHMrap2L1SaH/DHw1bsEzJ8XAUuseT6Pf75cTa8ShoR4/afmUszAvOjMQK6vQmMn9bt3hHm9teKC38dBD+9cPwH08jwMNV53/gI64FinNpxARN4XiTUBMkd2u0+JatvOfYeuQpP1heDLvy6xQZslvyVJXcLl1dBhRO5UMX14LnKHqU1iFrWBDKqGY3LMUd92vvB3c+Dj34NLOzz7R4Z94+IIq0Coux6lOZs9ZlQOEFfDp4SorGwXBERRPzSHbbtrkbuP9s8r0vkh99nX70idJiBBkgHrVWfeYmzf/GJ4G+vw59RLUc+tjBRzyxgOS27eU9KE7s8Zc3nn2X3Xv6/J6rMGuvzDt/ORyh359cS/uVdRlQAJ+T60MT1QL96lVZ6baI8FpWkymPld7xvv4k/O5n1/c/z93f/X4D+XnvaHJ+exz88ZZxOSivy4AC+DDSaO+rsL/aaMJa2pkSstQ0OBrg+lKyxKohf2ds/aHr9oHn7geprbvPb2oAsPqhrKt+XwrK6zKgAD4n7ItYoW1I+A9ook6+BkYIHj4w0vJUEbpmXH7DVHjTsbT1zU1tVeNvgmPS+gzNIbvjJ+6vtiFBHe0MCUliuKz3wBTxX0lLJvPy5JoiVZTFVzMz4a9eRaom35Y021EFni48nqEZsL/gxOY+q0RzoGEgji2Dp1Cf3k2zhtmeGM8/PRy4AR1kOqP0q0GGwd4v1xE5ktObHHEFPoXNph1a89cfGgJKLClJrIfZhkINmHyD5sCA0UdFnC/LLV0CLdSwaSwa/LOApQnxsOX5apJIB25EIULgqXCwGYfOmvmMgADmqOBnSzU4fMH/iQHeBahwzxUv9Z83OBeg8CfWk7Bt',
  'cracked': 'eNq9lWlQkmkcwD9vJZnlwWjiUaCAAoZyCAICKreWikh4IIqiIBBQIt4BrkeTSIdlpIluU7ldq07Wth1OMe3s0drW5s7sNrs7Hbtf9kPT533q3RynRcTanPkNw7z/5/n93uedlwEWhYOtFSFrSupSEBhGVCL5nYvvQWQCOQ7DDLzm1OdTY+enYXDch4TA9tHJL7wXZv4zSllEpjL++eoVoM7csfT6alEb2yCPvMbkd8GmGEKl1nrn/o++B49UjbZwBPH9QlsQRLD97vzDuz88VGqtQLs42hD5LweOjYE7MbX3gkM9f/nSc+bi0mnwDJ8+D7ZrzJ172nqA8ODw+JIpFgBu5ruffwGjQc/EwtNn0BOQVRuhafBEo6iPfv8D7D1y6sy9h48hj6C4+p1lZHbh3Pfz8G0kS2c/WHDrm/vh8cTVtgBsseL6vW8j4tMNNifwzNz2gcf4dopZJGwrHnyGRGFdnonk9Jylo1UBeWDwlKPeswkpjPf2fAjrI9FrR8RakrwquHSS28gbtQp1JcywaMxqtwePjJ/5xFu6yMkmwUcKhUSh7x0qAomZ/kJvZ8FPIzLwPY9BXo0kKRhg0SlIHBXI+81izeDJWDqPlpf961hpk4oXigA/n6A864IAFoOLSMqMT899PCIT5HPKHK5oak4Ynvb1Uam6XALHMjfFE9dHJq+sCkcFJgSOjUBRY4k8HLtwflDcrhOCCoDAYi14inUKYTxFDHKhsYQVVYEBBw9LSI8hcJGMInpB2e0W2gO3eMgm6dILfa6dvi6WtTo/mSuPIwkjkmgb4JiVhMgAhMDRUWh6AlWM5Zdz5HW3mjMBt200EIW+t9QX4/NrkMyiGDwnNBYf2BaYjVtTo3FsoCIUqLOU+65YWVBiEY22Nr1Eh8ndHZfB35yYsS4ikO2T8O0BCEXgY9I4SWzpjiJNVk2LYZ/pio0DVW400922crZ2P0luBKeOpwi3bCeBVmBhADa+aaFAq/B1i9/kkvZOVB6bUZ28JndNStqG2A12qBUXRAv8g2xLlaIIZX5Bk5SJpJ1IZiG3oqnYMlBmH612ndccv1J/4qr68OXKngmZ7Yik3o4XVILXA01VotL8e5AExRYEBUVQMPldHJGDI/aHpJsu3k8VqRT63hJ9r9rhrT84aTo+a/Fc17kv1fV8pmofrjAP7FK14jkadv6n/iViB1tk30E3oolVXLEjR+L0T76TIXIwRarSuv18hUVr947ffD4+99fojWdnfX87T81VWFy7td0lVS14loYr6V7WI3GSs5tWaEmcmbntNK5cWtlcbRrQNA9Z+s41Oic6hmZr20+MXF6wu6dLVG2FcjOWogQP5wNbFHYLiVawS2oYGrmzp82TJ9Xv7T49fG4eHKfK0D99/cXuqtaCnQ2oNPn/0iKShBKxevbq07rGPolUb+0aO33xsbnVozUNekZ9ZrNbJFAh8bJgWsw8G429xy9ZXMvrVoZAxK+6ee1Fo66/otzW23dhauqJyzXT1ek9fuTLfaZDYApaWbnNy3loHFOw53rTGh/xGbR9GBRV39A7OjwHrhSIa69N/6aQmaEWeNlWPhevC+T8whbaSSwb1FKrOi5NPsKiMtVV7T2OM2KB6vDAzKGBaTCCWozlPeDxZjD2oolKcnZrAEisZqgFqFV1mHQHRo7dGnLPTl1YOHH0K4mw5m2rJLCHmLU3eUdl4DUZTCsuLQcSZmcVi3hKs+Gg1XJYVdECXQTw8yoSU4tWapk3I0g4SkMazegXQqY+JokHgyPJFDGHXeoXJrM4dnvGxmhcKlmzvMewNYn/D5SEriU=',
  'weakened': 'eNq9lWlMk2ccwD9PpSLK0YCUQ1toC22h0IOWHm8LbelBlV6UIpTeLVhKW6QUqJQWhUGweIA6vBhOF0XjlDm3xSuTubnN6XS6ZJrN7Er2zfl5j76TEFdK0Y3kl6Z5/8/z+73Pm7cpIo2AWC4SlpXC+aBwrLRc6isXX4PUHGoWjh17zdHT549NX0AgCW8SAtuPnPpg8szMv0YFc2gMrj+ePQNYPdvnX18qZlcP7NGa3FEXrMkgNTb7Prv93ezd+4at/mQU+fVC61BksP3GnXs3vr2nb/YB7dxoVeo/DO8/Bu7EHRgEh/rt6dOJk2fnT+Pn4HvTYLvN09vWMwCEIwffnTfFA8DNfP3Dj2A0OjH18Jdf4SegMbrgafykY+j3f34C9u47evLmvQewp0ppfGUZFaq5/s0d5AaKt3cILLh663ZyNnmpLQAk1X1686uU7JJWfz/wzFybBY/x5RQ3R9J6IvhMSMNHJqbySyrmj5YE7EEgC8Ym388pYL22501YmYpdPlKWk/wlwWdSdruER3ziFjU7KR231O3xoxGVPZ6sneNQR9X/FEpIw97cowCJmaGayV7594c14LuARV2KJC8eEOkFaAIdyIc8UtvooUymkCHgPjpW22EQJqLAzycuz4o4QGQQUvLKsksqHxzWVFXz6sORdHpFEpHxxZjKvEWGxLPXZJNXpuYvrkrGxCYBiU/B0DPJQgJUc2dUGmgRgwqAxOE8nFC26MTZNCnIJWaSFlXFBhw8Kackg8RHsxRMef21Lsbd3dJxvyzoFM9GNs0GOT5jdT5fm0URp+QxViFxiwnRMUhAYtOwzBy6FC/awtNar3aWAa75GSAKf++yK4nVJjRbkUHkJWYSY9tis3p9YToBAiqS3Fyu33bRx4ETc9iaLSXqFlxlXVapaG1u6YqUWLa3kjfGIBFFzCji5UGqYoWt3NTVus190c+DK5c7mbv9W6DmPorWBU6dTROv20gBrdjCGKx+0cKAVs3zlqgjohqcatw/Yzj0sTZyStYzDjlCcCsrjhb4B9lQqMKQ6qOCpehzKZvQ7Bp+Q4fSu6s+dMQYmbYduGh/55J577nGgSmNf5/MHiJWNYLXA0vXY4qie9Ak3ToUDUPSsUVBniTMk0ZDtoMp7aNLDDrnoNo5aA5P2kdOtY+f8x08v3X0jHXgeK13l9Ie2mzoJvJsUPXO6BJpGJKEipkuLLmJLw1XyPqjU93PkoTZEkOttU+k87oDkSunJ6+cPXFp+sTn545HRg9U6jx1zTvUTV1Ejo0v27GgR9ZP5XYs0pL1l1UGGHytqrHT5uzrcLoC4T3u4NjwyH57915Pm29nT5/a0FOj9eBpevBw3rBFg7ooDPlmVevM291Bd7tA5QwGBj8cH1aYAnK14/HRYEODR77JgSnS/ictMkUsk5p/P+BxWbxquXbI6/lyrJdfofTavZcHvCGrQ1JlQBM18bTYAj8DaotKOd/7vFVaJRE1/TXu6DbYXJvlJ7ZZftrnVnArx12OTwK2QbMJTEGrvLJzIQ+D5473XC9at8LW7XojDkMP6E03glZKsUDIVf25x9akMMAt8LItfi5hEOSiAolDFI4fbrXVGR8NW/GYMpfWOOU2C3jakEp0odMCRnCLtbAHPN5SVjuWrKdyu2NA4XTCLUC7pm5EK7rea/moy/JkxGbgQdXippctdWwPubw9v7gx9ppSto9QVAELueVKeYU6bDQNW0wtGiMRz4GviwQNuYWKxVqetSgKgeYoYriiQipzZuQJEUg0lSblQbWvwOWowSebrczcWLo6nVBItS3saV2fJ/obtbGdgg==',
  'shield': 'eNrtmGlTW9cZx79Di1DQxg7adbVfXV3tV7ra0Io2QAgE2liCQCBkWSsCYwwpYzvBS2I3xjhtE0+baTNJSjpuSJPJpNNm6rbTN06nfdl+gL7vwe64qa3ljtxkJjPM/F4c6R79n58enTmac/o74f4zvg3k3zn6SGecUZ9ekuyMM+rSQ5KecUYDJC1hdqlxZszGnquLhZUS0i1EctgUnZkZb5yT5NNwIjndBDAMRyOKyoymVpdp1YaXv0YkB2fGI0jjHLTq5Ka7iSm1xMSMRdUbjWoBAqI8kRwre65JCMALrRFTEreEmHPrHGLOrXMYBCDiTCSHiDODmNJ30FnUEuAcgrMeyUJdfLL0Y+f/zu/uFPWQxQAw6P7a+1Z2KgivNcrxy1e80CoRHzoBiPQZTOsmi/spkmGGlN0j4/TKuL0yMGAypANUCfCnP3Zu1edVIj70jtYA58kmex26ERDmBigSTo8MGoSlLAXMQRQ8JcJTwlxEykKEQzDwH6RKbJy55nudh58h4kPvELYEOAegfCNCovykPCcclCu4iEaIYlIVDqstiAYABphMpRWh4JFoCB4Vz42J802iPLwMER8aAbDhaKMqwGEaycc0WRWkNMrVdpXWrdf7jIYAjgH8RoNHrx9Ra02wWi1EJ9BUVJkflzR0dnGXacSUWsKi6EY4L7t5mWfwCjLjskxUveJR+syIBtiGzFhkxDTjxuNeM2DWjU85TGMWDJiDttsVI1FNOgxnRqHM82lO7rKQYSOmBLXNAFUMDcpQAYIr1B69LmzDEqPme5cmPn8r/pSfvza1NG6dtBu9Bp0FAd1WioblgzTxi9SltgujU8julco5CoNM5dRqx21YJmL/3TvJ16vBUtJZnXcBwGB/3ff7+0kwmLAZ3XqdCVYp+Ai3T8ogC6kvUL09eikiaEiuEiqtqCaIGxZC1i9+nNhKOkt2U0mlK0rURbGqhGhLFmM5Yj85nF2asIFFAta2VowKh+X9VNELVBe0xxBdJGXL9TLUpdO+Yvb8Znd2d9pREKkKAvRZIHRnzP7b64mbFj9YIUZYJePAwwwxjdRmaUpbUEkCZrdYzoOBgBfTLTgsX15O3DUGSpDqZC/2rz9tbqsNRQj9x0nh0btrQPu2wfvo9sKay+7H9WalWsFXsHol9E6I0q5Ae86gKCiNIyqfST/vMv9qe2JbagB6x5sz//y8dsFgLcqNX31QeHhvpQCptiT6B1vjhYgjaDZYUTUiULD7JHRy2878NqCdOosVfPixs27X5vnjK6lDPFSE8aLGUTJ4Syb/KZi3pHUWEfMbmO/hbvJoLBS06K0qNQI9cW6zentQSXxmj+h0bShQr1E37TJ+tD+zY/SV8EDZESl7YxV/shJIlUfjZedUyRzaNvq+uJ6I+3A/rjMrwdYBg69M62zTuatdBugiMVumkymdOk1xxPXZ5dUfpdYqvkQlnK7OrFcT50+ZzVUml4H/ndjKl7dzl5x+D6bFYFTKkQ92iyiktqvz2qOXAgmGJSqRAvzWSy7v5mLywU8vVGNr1bnSxvL2Rnavlt3bWLm4MV+pzGbfu1vbSqdy3uCITqORIEKmtI8KtV26bWhkPrtPJOPJMaXG53bHEvGd/cp7H968cOlKbev65oVbgNrWjdr2lXfevXH12mY8lQj6fGaNXiGQc/rFdHL77XqpXbpIvD76aavVsNbpHJ2MpebPFStXL7/94P7Rx+9fOz4+OD6+8+sP7p/8bOeNawvny1OJeY83qEMxIUvazxCCj7/U8Q3CIIvRgZB2aPIZ9MwIzpkagVMO23QwOhfLll/evpw9OCy/9YvdDz/d++VnG2+/v37jXvrSq/FcNTS74HBGHOicmTdtYEaeT1MPTvR3IcSUuC3RDoUnFeWoaqMO4PxivBi2XnSOJyfSxUR1f+nKnZuHr969kX/zIHd09IPV1w6TW1fDK2VXeC5oL0dNO1F1rW7UlLI6wl0k4kP+fmsw5kyTs1UM34lY9gzOqDu2PrG+85ODtVsllzdX+x6EZpO2k1vzkfyeJ5HD3LN+vBq37DY7WwlWifi8uPMsth027sj1IWNgcWrp3N+Oxu1ubOHgEDj3I+q/H40VCqum0BKMjXt1hZjp4v/DmdOS5s4zus1xzSZH4pDjU0sLSSCZSViBMMDqwsDL/WIMtkxzZU4nkp3Vb7Vybu3TSYAWzppaCC4NsA1chXfUHwaSj+6Eigv21YT1D68Hwcv1uTAPGR3gGO2idPNzt0ew2klMiYjzmCI3KkvXJQBnAuI8jSEb4GAuk/Uv11zA8ymPbvnSAfMg10jvlls4qTHFeqOc06sPos7slrTsc0B0jtzBodLEHg36SUH5cN/61Q/9f30z8OerI5+WVCtulEaXgAlmVpJAn1v7kAgAnCfhMtCuC9ijfFCO9DjNJhV+cl75DIsWSWcHB0wAzuCepEmOm58hEVMi4tzkUgLgE+SezIT6eSfPOXtg6MlT4Nw8B5y+iSmxWmIYnm5ea1SQfTp5Ri/8aB15YvtxXln2glXxn0c4K948x8VbJuJDhEGKClxpOrhLdQF/XsIe+9fnk0ksRhcb0NX5Pz1hUrU2znyjHDtnkc8wE/H5N86v/e4=',
  'stunned': 'eNrtmFlvG9cZhv9Da5IRV1GkJGqGOynuO4fivi9DUiYp7pRE0ZRI7eIikrKs1lna2FFa24rtqI1bpEBzlTYFijoNWqC9aIIWvXGK9rL9Ab3vkVykjU1xBqMgQAABzwWJ+fh+z3w8mME5HLKKc8XXgfIbxwTpiiuGwyYprrhiKOOk2SuuuAA5Jrwxg51XdENLQ3HOLEoYTjw5ENXs4JUuzqkI6XY8OSwcWKdzGXU3b+wPJavvhYXreHLsvFJGc3GObt/Pr7PwKWEyxyvmDL2LegFQ6Q6eHBe0NCIEEBav41OSYYLPGTsHnzN2DhMHeJzx5OBxZuJT+gY6SzEBzgnVRkheHUpUUT93/l89iyxjUeRnkL+U74IW46r1i3JiyrWwuInHh4EDPHMGZUyKfJyqmmBouSzD5LgRAD5wmDo2TcWkzDLOnbHm3MTjw7iGDXBOj3jW6XoxyTabqgKS01wEmnbAkIsPewAw5IZ4Dt4kAi6xqWoXvDz6WRcSNvD4MK5JMAHOqHjnIuLSvbiyzeNa+ZBLJApIZRHZLCpXJmaVCbkiLpVFxeIgH3YDc59sLS5rjYgKCRp4fOg4QKZzI4Tn1b2kYSAU+qWzqEKTUhuyWnNRZy0DtJai2phTatPgLoSiQECzNa/pJ+QXagf4q3R8SpjMUM1euBYUNF4gJGpGFbuormtVL4LBAls9UjE5axbPKuJrAqzeNZOrprctAnO5KqlTZGP6Tky5FxKtv5zm569KmG58SmLCjNOU01yLQOCVKVC1MWu0L1t9a/bwthNtuRNdd7LrirftkR3E3zQ6qhoT0E4IRX7elI1NV1+mL40oDLKUM26AIKdEFlHqMwb7EhJYB7be1CCQOwoVXwUEc9/xpQ+AuS2wbrAvgz9COhvj891ctpFBltEu0Z0YrDHF1KQVzE2untdZS1Zfwxlvh5OdijPf1Pq2ZZYdmXld7V6eS6PxHVeiY/U3DbaKQpsSSYLTUwiLqrxEdxEx2Az1DM8uloVVhkzfnul4y+lAbUdi2hPpXkKf81S2fYt3HCmNCYw6CkGOCaaGTiLYnUoIGkk8wdJCsFOqiKnN+aC7+j137l0b2hbrn94u/vvPg0ODtSXW/fPp3rOfrwPtE2v42L1w3bOstRZlqgTMd3PG9XSyhEpUgKDzuB60lirjGkvR660V7dnDWSvQ+2iQ/9fv+zetrpbS9vmHe5/9aG1PrD+QWypIKuSr62xluToJCzwctoFOlhIVEBLg3FkH811SJaqxFDrO3BNH8rE90VLZW0Zf2xpuz8XOQMJtk7+lcdxHoqDgjjN95qxJ8oXAWU+nSIh1JwhJxD5fG5KztZEzeW5kPZUjW7RtRzu+TCdc7MYqXXSxEyl1/AttR+LQFi27ihbfmuZsbcQhvgvcMo0sJtZ9jCgshmp6Zk4kCysMmRVX6X5s+VF6rRstd1P1/fzmfnn3jMJWN70K/O9dr5+g1ba3pDLlxIooD7KPM9Xgxol2FxCDQZVPTlr4Yp9cm0x5lyrZTvbG63uF7f2ldm/1sLdxu79xu7d2q7fc7RS2CiuvlnL7leCKwpASSgNTU1YmbZZwa8LQKOIJtm4GdkhUqMFX8xQO0M0fZgdPGoPH7cFJ/+YZ3cHJxuBh8eBJfOu+t3hoDjXkunlI4OJM6GkUCeHWrxCGJGTSFdwpi0gR1nuqrvwgtvmDzM2flO/8ovrOb+s//sPqe39cefRJ5a2PFo7eR7fuuYs3jcG6VBOf4iFMhhL8/JXLdMeCSZHpuAnTVPoFzNMLCFxwKm9YnHXwVgk376YO3ivd+RCoNt7/U+Nnn9ZOf1c+/mXm1k8jG8eObM/srTu1qwi/aOEtvJxmmLzOGdPgU+JjYppKpdWdnL43BLB/sd2adx5ZE5v+2muJ7sP8Gx98/9HJw7fbD+7unbx7XHnzg/n+aaD+BjK/HXH3c3NHOUN/aNSCdt/LX8HjQ/k2NggvP2JvVbQfZZy3tb6qo9APrd89vbv7oB0Ib/W/JdZtVNy/vl+Lbr/tLB7oA7WovV9yfnfU3krUxONzeecCcpiyHcksaRPaTNb2/3467wki1bceA2eOxvCP0+Tm7o45sSFHFkLmVnHu1lfhDGMy2jlvHswbB5Dcp7DnVqpLQLJRdgFhgCuAgK+vtcpKRwFWBPyajYLlAMsZ24eMAwxnYz+hanMhK18djsRSQPLZo0Sr6mmWXZ/ei5/NeSkl0ES4sM0jrY/ed4ONDxmfEh7npHoroqgPBVU1UNkOnangwkhgzvXX4wDw/IJnD6J11DHJtzFYSie8mFRvXpRzdvSB1xnCBHPOqHSbcg2m0WUho+7jPe1nr7s+fyf2t4foX970ftLWrwV1dIYcFDhmKjjmjO1DwgFwTqs6QHso4BkVFW+RztPcs5KPd7UvsOKUk6/BoAA4g3OSETlBYYOETwmP84hDCUBUtPW8UswRPH3JOaQSP78KnEfngN03PqUZTKzT2dG9IqKNL4rzFsmvNjXPbX+zo+2Ewar47yX7TGl0TkCwiscHD5NUPTjS9PFvDAW8vCTjnv+vp5BmmGMQYIz8pZnwaCY3vHxRjgdeETIdeHz+A8kd7L0=',
  'stocked': 'eNrtlE9v0nAYx28TGLBpdBMGpZQWWkrLn/KnQIGFP4M6B91gY8EuGRAWTJyyqOsu6swu6jQ7mhlPxoOJB2NiYvQFePAFePbk29DHsZCdCiQ79LDkk1++6S/fJ32+ffpMWPGJCy4YDb3Da8QDAAiNvNI0zk46KDPmm3Ixo7ssLG9y0iD65/mEg9IuqUVUtwBcahvQ08q6OWKxUpSqopVi799t2Gn/rMdXX78ZzQhLy0U8yFkoBp7A7axnSAsvS7XtlHgZId9V5EIgaUBIu5+Hcwrz2VheZyOueoIWOnLWklxuxCvrLj7rThZG7yVYlBbkTrq2ESiUzysfMxnBypu+tS5Tvw3CTEUHV3s7G0pPfva4c3TQpSLRj8e7nXZVXCrs7zWVHfn4cPtOt77bk/eVpkp9B8b8vffoz9aDG0EBxJfV1gwZohK5GSqEBOIgpl0MEZsHYUA8Gvy5TB4OFRvl3pPqwwMQZjI8mJ9wKinkMwuL+ZyYvUbQ2VKWjfNEiIukk5yQgDNdmGf4GJdKqNSHOp9qm4elmgWlf9zqyrGcEfViXMqEeq8QrJMT9Hb3dToMWZ11Sa/erLx4jXLCUMB4aY7ou4TOW+npT3VE5ZseGWONGN0he36VWWn6q20QEJcWvlrzw9fW+894NDMULJzW2dx9l6h8bxz9Vmft+a9Jp3+s5WzNlK2ZygllPUprIR89QsKCgsaHMhie/7NqI02ukDoGx9gNQiZGIgAYnD4NbgAN8g9+kFcO',
  'goods': 'eNrVVvtTElEU/i00BYW0FAGX5/JwWZZn0ELKQ0VeirJICUmCqZVNOlb2GDXN/KUmm+n/7cNrtLLb5ExjM858c+ae755z7j1nzz1wQ2u+obVcFyhGbDeNYwAWULsMDqy7KRfZvUm1trr0NFG7R53EmIDwihGrmIQLMSahpPYEKtOY7H16KGe3yOz8XD3dbbC3Yl7cAt9rdMkEGXV06WyXDN66/1lwWYxOVSxzTYBKL/U5g5a5BlEHAwltrEDW5nwd2d3yjhO1jRZvYqj0ww4ejn3OUDtUG6Z8vV15b6bknppjUoU+i/v3fUas7HQxXKx2ZKf1RFyJPFwgxbmAt8Wmg4WKM57jZhbavCuRo++nHeMZ5cWvAMYzPT+WLJjCSXF9cBMuvYDLmCNJsT0+BzWzxJRW6dk6FrdDk5BseQ1yOJo1pARr/hG3uA5VZQ8M8RksJp++zb3cq+1/wRpQu+9BpjZ2Vw6/NY+/r538CNU24TjgmwAvvDkGv3zwtfLuJL+1D0ZJ+67iFahtHtlu+ffHpYsXdYl5Ag0bhaQmBcjBQBIlam/1WjwD/jgWxqkyV2p4hQbhkS8knV3yCU2v0Aw9WLfMVOCoZiLg2fnH/sVVvvYsvfEaXmB6zCw52jeR0lhknlhGEKTksMsry+sYf3gqLeX98VSfSebdjefyarlDE4XZP5Wo18qhBwClzavQ2frHwi2VibRGjYkhW3h3ZJ70MxHCiHk4ikkAjgodfR5KBNWZPcH+pw+2IC8dBdu729JLMvz43uF7Ke8Ix3KLi1I+Wy4POTkp/+hJQ2NhpHzz+fpl2gm1MhceW4urmBUaLtbZw24eIwW7bRgzNZRRj2coIoGhSFpJ+82FlQ7emKmiyCSakpIfobJ5oW4DNCvlkewdh8zLGqTZfrNM/+jdgR4DLeUpLoQj/lqfW9x9pGCfW4EcjuY6m5zPgp/d/phc3105Op1YfQUVXQHJVTZKGDVHp4WtA7gbJssDvjh4U7aWe7kv7H4u7hxBBa5o/vwf9DNhfXLBnqtC3g6lOj9KMAk+WFmLVJ+mnuwwxTpUlSMAaZ15EF3ejC1vRqrPDKmSNpZXszx4rGP1F3ztebyxBRXAHLu+9VHoafSDxhPVsDx+0Dv/hFBOZN3a/QVMGPwiq+x+MQmgCF16+3moC/Z3Yf8TK4F6vg==',
  'title': 'eNrtW0lsG9cZPpg7tXC4zgyHnOEicdNCaqN2at93WYttSZYt2bJsydZmx7ac1HH3BE0CpE3hNkB7aHIoChQoCrS99tBr0Z56bHspkGOPPfUbUqZm03BCyY6VGPhADH/+7+d7H//3v//9fO9CmfvCG7zG0NtIXbkHrwaC0t7KaKf1BPnKOskEQl4uaCN94UjE4qTdDIu3dtrvC4YctN/pZctJBg9QUBtpuaeejSSYsJWg0lyMJTmHg2nmYg4n4/dwkEAeZ8LQgWa+VSnJlZCc2cnYmJD2DqMV9E0O76vhB2P3+DiwRHMBs53yBnhyyjyMw+t3MSzp59w+jqB8eFUxYij3gI1aX2UJQbUHE0Eq4HQyncGEy+kLkIGOYALyGl9lcyBmEPBjr6ghky1a4K5u0tmOfIYIhd2JmDqc0YhO8EXnFM5YnbehQwuoVKv+BT+Oykqypkod7qq4znbu+XnNYWJj1mB1HpZgtZGJWAQSwOSPmbmESC1QZfRFrGI1SCAXStDK5I/K7FfK7Eel9oPa7Wvsf7yo/sdhqrQiKYSJS0gkfKtwrVBSEq41y9QgKZGpoa3MflxuX9oQ1gKF7VuV7Sv1P1Qj7b/cfkBmP1SDX6okVCME7EsklkDCKpbgrVmmJpdYs21l9uMF7fPWAgr2rZrsy/vPe4UW+9L+Zx2ySP65hCOW9MRTeTgqq9xxkcQVSzoj1UKJO56yVyTcAgkAHZfYFOzAmkespmS/VmIfsIsbuuKpk/pf2D/BdiBhxkQTwMTGpRJOKkk0pboH2xr7MnU9rzvqezKdgx3pjobCw5RJzAhTTASehocjcAkDGTRQIQMdPgYkwIu3Jm+4f7SjtLbzHCHZneFi0eMRUSG9J2CgBGOkwpDwFOWpCFSZfFH5/DJ6w3o3qwK7P5Duz5wvfuypzpamqPq44ANK8VnGDx3Wu1gV2H3nkp9W8KM6LmV+sLaGqgWogbPpXKwKtPDTODqxsLZ07fbqyq2rUyuXhB+NXVkcX1p0NXYLhbOrlxtGJuR22Lb+S+vLMMW295/ef9THpfcEs8vWMRt8ChRIWMCSAAX5ITTwY0tlMOR7BzczMzPvfX/34x8dfPDe3pO37+AjCH/8wf3rd1bXt659+9ldfPSTD+/vv7XxnWd3Wyemfv7xw4ePN6Hw048eQBlNQO/QpfmnT7d+9fxwYnnx048fQvmXnzxG84/e39/aW9+5f3Pk8sKZ8GMJVQupMGezWSxPx2Djeg+nc/lVQGibX5dvLIOK1smpO7vrGNTTp9t1w+OQL2+sAItrS48Ob//wezvgByztPdh49u725s7aD767UzMwioF/+N4+UdeVHBzb3rtxe2e9eXzyF588cjf2QB/P9x/eapucOnzCE/7Zz57Y67u08aM2Lp2bxW5CyAYyaj5NyuarRwjXGujQmfDzalAzMKY4MYvgB46BhFzIhiW705HE5+z8Ojf8fIn401iQn4Cm+EyFdU6/CghGjR9f5zjZOpR7JlsGcw+uJoXoWpbMOBr78ODMvuLZ3tDjbOpTNJvTyYGo7ylPiSbUSa2k/KiOi+dHIT7ze8+SF8Azcied06cCguFU+EnPr41s3m+aW+te3U5Or/Rc206MXrq4987Qxn7V2OWLe293LG3iuWZiqX52dfT2g97rd0c370eG5se3HkIBbXuv3+tf34XO8MaBp3kws3Jn8u5jtGpfujV2+63hWwfxkcW+tR1Y6Frd6l7dal/anLr3eHL7Ud3MVVV+Iurj4ucX+BGwYcnVFgQZI6AnA6fhRwWOht68aynCnR6AUwklRN1xGqDeVoP/FOLHxWLvKcqf2bi8PgM3K4If/HaYWZWDc+H+WW/7CN02wnZNALHhhca563AqKCSnliODc1CDHD4AgJC66at023Cob4bNTOAVphouXvO0DEaHF/AWz8HeaaZjFHMKRiDBW657En5VNX452DPl6xwjW4ZAHdwJ8sqBi6Headgvgh8eDi9KuMdwMPL6iYb5xcr5SYxdApJTKyCkdnIpOjQfH12sQG/7ZtDnpvk18FY7uYwhYLqlF9ZrJq6kplcwEDBGtQ2Dw+bFG6npq972Uej7MxPQqeifbb9yC9MQ8w4UwXLX1a22KxsgFoRAAU3wRdDHR/hp6mZWYWF4Yx/dkPihVn7KXCaCMjtowFjuAUXZ+CwqevD8OBgVEF72pPnlSg84X4Ri/KyST/GjH8+1RmlEzUfdnAV38wCQm2K2uq68BWFDhOWcjqb51VCpPi4epS6Lk7G6fIDZTqO8r+w/xfLTvLAOZ+hY3kTgRbydvncIt0f4ndh6CF+a3X176Ob+zM4TOA8kAzf2sq+78Ku5/W/hGXNw7A4fgbO+wbsHwjKMQAdwpfthGZMUkX/q3mHn8m14YHR4Hg7DB/NbB9CEqbPjhwI/fEQSFz0MVLBofs4sXanvUQjvjb0SndwkwpQ8M//BP5WlLgP+q8LfeaVOHUEZvRWo+QgQ1yNZKsCP/wz5wcqOCINghQBCt48gECHs4BlxGC53lvmhBn7AhgkbrhfAVFKYX2RQZ/eqgKDPkh9E7NjIQvX4ZUwWPGM+gh8EZHgFovRZ8lNfqT4uOIZi/vzV8vPq9hdF8pOQ7i++tvxUFOZHtr9AfJbWf5A/Y2k7GQTtO7f8qI1L7/LJ6j9VWK1QAhJCjzTpG8kPkmfsJvg9xQsgXOsIWlfq1Je5eJS6dGVuXqKKc8yP6rjgGPL6D1JoJNK5jAjQlzi/wfwoxGedzWO0CfjJJkXqIGimOH7Kk5nKTF/kdHAWKqWezE9YfVzwH3l8Bj/IFZFU88DutcRxgaDUQVBF8vPH59f/9+fdU+Kfv7vjaugqgp/m+rD6uLA/ldd/Ltj4U3/Yd+RwodzDS1RhK5aff3y2/N/fXzsJf/909q/PZ/7zm+UvfruiogYE2rqL4acurD4uLPHS+o8/hixacjAGlcaXxM/fnk998fnsSfjTs8znB+k/vNv567daVNSAQGvXS+LHIj6GhOXMIjsGgzLjBRupAhvlLY6fv7zf++/nfafEv573MelMsfyojQv7L4X8WXbo5eXx0zXY8fha2+HpMD/dXlx8bq4LFeZHfv7nFfqPqBrW2E92TWuEs2X49Ou7Jn7k539kh170bvZCOakCG0mfnh92+EpwYjWH2OyNzhsPGpbvNq/utq8fJOY2mq7uxC/ezCsEx1fLUl2n5ScVUh8X4o/8/A/2F6j55IE/WJFp86uYEnJVa5uHbj41P96eGV/fXA7B4Ut9Nw9Gtx5N776Dh+qZ62Pbh8m59bwCcFp+6jrTqeBJ4zqCjcyeFD1mw+gNK8wv3n8UmptdPhsTJpgKq8c/ONJ2Sn5s9T1OFKu1wd7Qd8qva+jppHyMOj/wH8X6hhZ+DHbayUbTmYHWnhEyVBWNhTO96daBDBzpNUdLf6azrzVVW1HAecCPw3vC+iWq/5zEj4uLtfWOZAYn6Ipqk4PJTjePgXgd4fbS6STnoul41B8OM3qbpyA5R/wo1H/ikvoPz4/8JHm5G/MLk8vuq7S62df8XoOR8Pg5b6rKz7BeJ6X1WhACr0L9hwzwh17y8Ef5zSxfDzkurPFrXza91DsAhhdiw8JPWLEaJIRIouPzUlJcpqNzPZHaL3frxcgFBFFD3j6l3T56K+i/WI2gZfZ5NaMvImTDQIfNbFxy/gc6JeIyiJmNYacmlKBOYoKasGFFEhJJ/YQ/Ru6PSu0zlVL7/ijnIznGEwvRkQDlpdzRIGWmQwXto1fom7b+VxXRf7SyyI5JY1MmPR/OxeX3C+Bp0vPV6Kr8GgIbl9lXaBjwkwGfJxKkKliSodzxEG3xhuUNFe4XcIXt8/2Xnw9nYwX7n43PcUl85rshDlNoaBXpVFuP1KolatL4Bv/hhYXs+4/4Cfg9FUE6z4/EPn+UQmq/WpN9Nm4NSo85yRoq9T97RUVy/ofvhkCSo9oiLozk+JE1jEnrJ9luqNvPSXL8JMI0ZlaOH7M3pNBQyX5JIfvgh48P0v7HCvc/WM3/f8qfnz8CCiDZjDohFPL/KvpjYrU4rxYQqeHfRv4mglAtF+Ik9rEiiO1Dh6I8NAX/IRGIPG43Xo0eTmY/KLXvj0r6b+ZyatL+G31RWf9Dhfvvi765AacFyG2QARr4NVR8e87JmJ2M9J4pQUEOZaP4eiwvd3iNWTvG7DqbN4KPhJIjOZRz+uKby8asHMIvdaP55SZU+Osni/wF2GO5jJ/cXWxQasyekBHJ7TTkgLBVjkneuDirRHOo8VSIqYPQlP1eg4zSr8x/nIxiSmxx+xXyTOxzZaQd8aA0opxHKTqt9i/9amH1sHqbwnX7UiqgcM+doBSHYFJytiN/UJJ/qS99gzc4j/g/HBgPQw==',
  'paused': 'eNrt2UtQG3UcB/BD6VjaANmQ927ehESSkHcCm7BJNmTzBspDDe0kFIQErDzKo4jIo1RLqSPOSKXVQ8fWm44eetLBi9OTjjpeHB3HGb150PHk3R+JDAnScbqbgWyHme8wu//9/X989r//ECbhqI0ctfGcxlStNHDUJk7+tBAYgfHikd0ylaF4hKMxnVE2cUrLoOb/J6pNh/dX/re/4UD/s9B/j1qjtUA4DWaYyH/WKjbsh68ziposxSPCJotAZyoeERms9Y1GkaFkItQISydCH+gmLi3jNx7Sn1/aX5zvX1pjPauCO20uyKthHdQmjdUST3jaIr5WqtLjoXyRuNeG2wryZ2R6COBrzASLEowRiKYJ5KeFilpM5Q372OUXOginYxcP4clV7hDL/DwrgbvyfoGCJ2OtX6CoKp8f7+yamBk5Mn+rS1+V9yNl8nemU19+coPvCHCtvtfXJq6tjttjyem5bPdAfzqXufrK6Pj0MN7Rtbryct+lC+Xzy8viF7nI3MTQm+tTmVwGTh/cffX25uzWWzNwMDkzsnZt/P6dBbiFzY3pj+8tmcOJMvnl5fLLPSE1QekCEUs4UWvxPfxw1RSKY63trkSnmgg74x22aNIR6xC7SBMVx/D2SvMXB/aPnoweyf6XV/HL7z+i169TD/hdP0bTryK7pJ6o0E0VTuud+7tC4Artv9fsFew/IJuf5yDhAPXGiitp+WUIpqTnt3Vn/JnLXeMLxkR/Q6iHGp4yxFPBwYneK0vOvsG2i6NwNZqd6Z5cJNJj7UMTjt5Lkew0JDY66+wdTF6ehynW82m6fh3gmfhFLWGBOwRrCA+C72pHvXFYVTgVt0YknigsssBNwQGMwwgEHgRclXpihWWX4PlLeOS4/Me9/58OP4ZgCnb6GwFfVY8hKDv9jkbAn/hP/Iz8PBRB5Wz189Bdv5SdfvuJvxL8UkQqY6dfC/gT/zH7Efr+zZULf+xM/rkzxSSfvf9inYWuH2Hk//mjob8/zzGPykMy8EsQKUbP/8MHqb8+vXhovt3u+Hor8dVW8pf7fY82Yz/d63lcJUSFB2j5GwDPxP/du8nfH3Qemh/vRL+4TuysEd+/Qz1cxL95O/S4Soiy1U/D35L3n+JKuBKa/kc3yd+2mebXbRJ10dn/LbYGwDPxdyS9dyfx95hltN9L7+8Pcz+Eaw9yHQxiD8KHdcz8Yq4EpeeXhVPa7hGGUScHap78Fvb8YiZ+RbRflUgXp2/+DcsLo77hWQj10kLb0Exq8SaZm7ekxnLrt+EgkL16YAqkzhag5dcw9GPBXjn1fHG6p1eem7ueWb41sHyrf+FGKDuXXtoYW99qz87Cz/NXltOvbRyYAqm1+hn5xTT9Ym8C9XcxjNTXWUtz/+T9dSKuWErPD7+XayO5dgaxkTQW/1+/VQP404ikTiTFKZb9/8a3Ey6LGvw8ue6cSBGN4ezy4yGCL0XB7/ZHRGqDuVlLxbyKFgLeCis8MjfRFoYvH3WAh4QSPTK9tZqPVdeLm/SKZoOyAhNwa/qCOrNBFWxpSBJankRawEPURgeCaeFVcKpOWLE5wxM5zQq7SWFvVqBytPjSPxCil5I=',
  'shop': 'eNrtmFtwE1UYx58EBXrfbG67yebWljShpLk1t90mae7NpWlpaZI2TS9pei9taUuxlkIp1SKUm+iggDB4mwFHB9/UcRTHF2Z88cUHR9989E1f/dpgjAkjZBM6ZIaZ/+yc/c633/5yzrffOSd8DONvC2Oz+f+0k8KzLATGxdicDCPGYmVa2BzwfGK07DfyuY+Lz86Mj3M44JlsC3k8kADfilYr5MskxCOJiWqCWydOs0gIqYhXQ2DQlbLUgRsf3Ij0B8EHPNMfhDgQTfZft60HRU+IL8uKLxUTPA6H4HKT5HwOG6SR8v1urclJ6ezPuwx2yuPRW1TiJDkLZYIAvqSeLCI1u0xCbAuezWYyUdTooIqLH1WRxnp+aTmikvNMSkJrKzL+SgXZ1ECI98sRBG1SC4qRv1kjbtCTOJdlaqA//k1tbWPTg+Mzg5Oz8Y6+SHrX1c25Z8ofClBKA6Wowxvr+bT5UY2ld7h3YCzmCXeeXZ9eWByeOhofmx6Ars9vr7i6OtyhzrXVyb6R3tfXpo7MDfWPxsB/8fhIYrJ/c2PmUCxMm9+qEaNsHGGgHDYzn/xJ8lva22EW7t1cBmwyGAT7F3dO3rq6OHdsGGhXVsbnFhKnTk60RkNvb85Bl8rt++zWSj7jTzUQJeUIrGX7hXg+/Eq3r8Hl5Rtt9Y4WTYtfRDpqzC6w63yBuma30GRv9PpRtUXr9S8tjcYn+hgqs9TqrjE7Df7WcgVFm9+jkwA8LGHy6h36fnkGG1fXXKj89xtrk0vwjvEX9vtN8sMWCDYnNPg5BpfAEki2GRobXNl6Z6o3aUlX6UEKUTdXKM0M7VYX2mivVFmRbTcIRYPfa6gGeAGOyyV0+Jk6hztx1Bmf8U8smiLDB3wRV2LWNTQrtLaS3SPOoRlb/5SuK17r6mgZnW+KjlE9o8GpV2UtIbJnxBhOKFqj7sQsuNkHp+nx+4w1AA9boDohRi9/UK2dpXPipBd+C4wks9HBNrgqlRbggbkobzDDBImagzDUXKMHLFyTp1JlYemdMBFglHvDtc4OcC5TNNEZf93WFg7WXwJj55//wAC/IklSobT8+yKlJR0PcqZg669aCPD7yhA2i1mQ79cSmzD3juu74orWHkd8BpIEJPOG4NY+eATyB3otsXGYkYLwUwoC4PeWIawC8bP1LszUQpj9kBsSWxtcITcgr6rUVkh7gTkA6YSTLZjJUxB+UkHsLSj/DtfPF/zPA/+eMoRZnPwmBbHnBX8R8nMs7aJAf8HFc4Z3hl/g6Rb5ejOkjU5JAn3QOHB4uDY4kDSquifSfVSRrVtdbDrDnlJZg2UH+Hn2Tr4zlKGO+dO+I8tHL10/ffOT2QvvTW9ek7cPLr/7AdjXb9+dv3wDjAtXbtpHjiXOXBpev5wdAVTWYM6V/5UyBGXmxs81t+LWtgyJXV3VnnCtt1veGhM5D0NbFogKHZ1UbFLiDkn9Uamvp84fJewdmq4EKDsC6Ok3csBvVBAAz2SyRHxuTvxVsO00egouhs6ZU/47tGKAp3H+gpNIhdpWcJXmsovO5/zIc4YkwXjBJfTFYGRy5adxfiTcEaE3mqVec2Le0DeTsqgi41CLUrfK8FhNcEARGrUkFuD6uAjRnOpP8vy4Pf65/f+G2zr4jq4M6XomhtYudi6cXnrn9uqNj4fPXArOrrjHj79x5x4Un2NvvX/q+kfjG1cPza32vLYRmF7OjgDKqf48Gv/cz48cyo+Zg/8vgb0j2ahv60u3Qy3CLNvXrEe45mBpLvUneX5kMJgCnJMTf4XKymh0FlxValtO369NLQT4l0sRBrMo9z9Q/wF+dymC5MdvDrg3lsNnT0RyVSQWyIffoCB2J/nRvPh/uTv411ejNPTnlyMSk4U+/8Ft/pJ8+X/7MPTHp5F0fX/e/d051w8XPd++6Xpw3v3wivfOvBHaGW4guTk//hLgr0JQNB/+n695f7/lS9ePF2wPz1nvL+m/XiUfrDd9s0ZBGywZbiAZ1ZQff1X+/PdPUL9epqOfzlMcDZkn/66SqgoE1dvp8zNVJGkzUvacJWg00X4poiQbD/B3bfODXC5dcdVPvY1EWcwUv7yWZ3cb+Y0kV/O8C9eSJgdpVElS8Entq0BkNZhiP56hYAvldxq72h0mjTS7d2ekPShxW3V9YX9X0KFXSatQVgr7pScJE0sZPJG2ycbARS89hf+z0J4KFgOXSORqTCIrRfF07L8BqU3BRQ==',
  'over': 'eNrt2VtMW3UcB/CHsTi2bnBK6e30QlugjLbQ0iun7SntofcbZcPBKINCy73cxmBcFQZu02XT7AIbzoSQhUQTF3W+TKcP6sMSk0VjjFEf9M0X9cl3f6XKWiTatMX1LCTfnPz7///+fz7nf/7nvEARSilC6RGRLL9EQhHKKFs/44Ee6E/siZUJJIk9FJHsUEklJbkMav57olC2+/ol/1xfsmP9w7D+39SjZXIIpbQaJtKOK5iSp6GJpYxKeWIPvVJeLJYl9jAkiqJyKUOSNBFq6MkTYR1YjZlcRivfZX1a8vrMrfWTaxSHBXCnVXF5PuyDUCZSyN0evdFhqrXlevQ2k8NtqMFq4vIXuBUQwB+txkkUwoUjokqQH6Tzj3EEBruJXH66ClerYngIlSfQWknmpypwTLPlL+ZTuaT1F/PzUvOr3b6ugdD0bH9LpG1yum/HqKe12XX61K4TL78yskf+Wk1F3pYfScFP11hsp5oWF6JCo23zzVlQdUc7J6ZiNxIeDC0sRM9O9kBna/cZuA6Pd0fPRsYne2F0fWXa3vwiHmh89eJoqL/j4tIwjA6MhvtGuibO90qtLiFuH5vo8be1wHVkvPvS8khLuK3a7knZz0NSOz9xP1NL3Lp27r2NhY3VGW+wGfo312Yj0c43rozfuHouEg3BNRwNDY5F3r47B6NQdu9OrOC1S6NzcwPzLw1GxyJwy3dvnL+wOASbADX37sxovX7oeevm1P31l6dn+o2BxtT8vNT9Uqsb8zcwNBa5w6P3B7hYfXyXWFoC+sVmh8rlg1G4NoeDSxeGWDoCRpUu73HCWVbngBNIV1t0Xn/nQAcImZpYm6Yyi3B7sPsMVEKNELfBT43Hx9Nbs+5PPWwd8S8AtLYe7n37Z5Gyjq42p3v+eXm07Pv/n+9PrboC8DE/Jwt+fp2Pi3tomtjGFmusReq/dni7EU+xFoaIHZ2Z+bkIpyRzv/JER01je33XsOpkyN03YQlFoS0wN3gHJoWWgDU8QnQONQxNQ6Te0zWB9mz4xYDPlh82lq61oQYXXNl6Z7HWBpsM4RjdsT+nskA/C3NAAaK0wAPKNf/T91FNwL3E28fkpviJireLVERWz/+e+BWBdjgq5o5BOELl9iZnz7gx2GcI9skb2qp8wT3wcxAOP4t+hs6OGt3wOvNMXmatAxrwCKANz4Wus2XVXw74vCIOgvJJ+f1UlQN+37/vz8hPRRGUR1Y/FY352eT0K/f9ueBnI2wuOf1lgN/3P2M/QmY/8hz4WQibQ05/KeDJ69dt+Q8UsgpZafqvLbT++vHob48yysO1cIE8LX9NKeAz8f/wTtcfD3szj0BveSb+b9dbfr8fTMyTFd+DReLH9ZObU8YvXndD47Orzq9W/e/O13150/vNWuDxdc+OKRABZs7Azyxkoen5n9zy/rLhT8z3t12PlvCvr9sfzGEfzGLfrTrfn8E+WTZ9tGj8cF7/+Arx6bJpxxRISW1dun5mJv7PL1t+Xsk0P61YUE1651+Uod/rNawOY7czS2+LIc3vz7afiZLy+xn3FzAKmWxS+hUiwB9EWAUMNmYjmZ+mxDVyIfipPPERBt/pwsjlx6w4jY2CX1vnYAgl1VVlNpeBr8PhU5Dj4Wpxox3++SgGPMTqOcGtUOTTOPlFzMoKfpWkJAdj1oqaCHG1REDoSr14GZXFjuMhQqkK4ZTBW3CggJ6zOURlqKv5ShlfWcVHeWji0J8AT5az',
};
check('so-look', 'P1', 'Rooms, things, bars and sheets look as they are shown', looks, 90000);
// ---- end of pictures

// ---- P1 ------------------------------------------------------------------------------------------
check('so-take', 'P1', 'Things are taken, crafted into charges, and refused when there are too few', async g => {
  await g.load('hall', { x: 5, y: 5, beside: { right: 'b', left: 's', up: 'p' }, brass: 1 });
  let s = await g.keys('ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowRight', 'ArrowUp');
  need(s.brass === 2 && s.salt === 1 && s.pearls === 1, 'what lay there was not taken');
  s = await g.keys('KeyC');
  need(s.charges === 1 && s.brass === 0 && s.salt === 0, 'a charge takes something else');
  s = await g.keys('KeyC');
  need(s.charges === 1 && s.reason === 'no_brass', 'a charge was made of nothing');
  await g.load('hall', { x: 5, y: 5, brass: 4, salt: 2, charges: 3 });
  s = await g.keys('KeyC');
  need(s.charges === 3 && s.brass === 4 && s.reason === 'pouch_full', 'the pouch holds more than three charges');
  await g.load('hall', { x: 5, y: 5, brass: 4 });
  s = await g.keys('KeyC');
  need(s.charges === 0 && s.reason === 'no_salt' && s.brass === 4, 'a charge without salt cost its brass');
});

check('so-seal', 'P1', 'Three blows weaken the seal, and only a charge right beside it brings it down', async g => {
  await g.load('seal');
  let s = await g.keys('KeyX', 'KeyX');
  need(s.seal === 'whole' && s.sealHits === 2, 'two blows did something else');
  s = await g.keys('KeyX', 'KeyX');
  need(s.seal === 'weakened' && s.sealHits === 3 && s.reason === 'needs_charge', 'blows alone brought more than a weakened seal');
  await g.load('seal', { x: 6, facing: 'right', seal: 'weakened', sealHits: 3, charges: 1 });
  s = await g.keys('Space');
  need(s.charges === 0 && s.fuses.length === 1 && s.fuseBesideSeal, 'no charge lies beside the seal');
  await g.browser.keyDown('ArrowLeft');
  await g.until(s => s.x <= 4, 12000, 'there is no swimming away');
  await g.browser.keyUp('ArrowLeft');
  s = await g.until(s => s.fuses.length === 0, 30000, 'the charge never burst');
  need(s.seal === 'fallen', 'a charge beside the weakened seal left it ' + s.seal);
  need(s.hearts === 5, 'the burst reached too far');
}, 60000);

check('so-stands', 'P1', 'A whole seal stands any burst, and a weakened one a charge that is not beside it', async g => {
  await g.load('seal', { x: 3, y: 4, fuse: [7, 7, 300] });
  let s = await g.until(s => s.fuses.length === 0, 12000, 'the charge never burst');
  need(s.seal === 'whole', 'a burst beside the whole seal made it ' + s.seal);
  await g.load('seal', { x: 3, y: 4, seal: 'weakened', sealHits: 3, fuse: [7, 6, 300] });
  s = await g.until(s => s.fuses.length === 0, 12000, 'the charge never burst');
  need(s.seal === 'weakened', 'a burst a tile too far made the seal ' + s.seal);
});

check('so-ways', 'P1', 'Gate, grate and current open as they should, and the current once', async g => {
  await g.load('hall', { x: 7, y: 7, facing: 'down' });
  let s = await g.keys('KeyE', 'ArrowDown');
  need(s.gate === 'shut' && s.room === 'hall', 'the gate opened without a key');
  await g.load('hall', { x: 7, y: 7, facing: 'down', keys: 1 });
  s = await g.keys('KeyE', 'ArrowDown');
  need(s.gate === 'open' && s.keys === 0 && s.room === 'vault', 'the key did not open the gate');
  await g.load('hall', { room: 'kelp', x: 8, y: 4, tide: 'flood', tideLeft: 1 });
  s = await g.keys('ArrowRight');
  need(s.x === 8 && s.reason === 'flood', 'the grate is open at flood');
  await g.until(s => s.tide === 'ebb', 12000, 'the tide never turned');
  s = await g.keys('ArrowRight');
  need(s.x === 9, 'the grate is closed at ebb');
  await g.load('hall', { room: 'kelp', x: 11, y: 7 });
  s = await g.keys('ArrowRight');
  need(s.room === 'vault' && s.drifted, 'the current did not carry');
  await g.load('hall', { room: 'kelp', x: 11, y: 7, drifted: true });
  s = await g.keys('ArrowRight');
  need(s.room === 'kelp' && s.reason === 'spent', 'the current carried twice');
});

check('so-keeper', 'P1', 'The keeper sells salves and light, for pearls only', async g => {
  await g.load('hall', { room: 'forge', x: 6, y: 6, pearls: 10 });
  let s = await g.keys('KeyE', 'Digit1', 'Digit2');
  need(s.screen === 'shop' && s.salves === 1 && s.lenses === 1 && s.pearls === 0, 'salve and lens cost something else');
  s = await g.keys('Digit1');
  need(s.salves === 1 && s.pearls === 0 && s.reason === 'no_pearls', 'the keeper gives credit');
  await g.load('shop', { pearls: 12, salves: 2 });
  s = await g.keys('Digit1');
  need(s.salves === 2 && s.pearls === 12 && s.reason === 'enough', 'a third salve was sold');
  s = await g.keys('Escape');
  need(s.screen === 'play', 'there is no way out of the shop');
});

check('so-salve', 'P1', 'A salve gives two hearts, never more than five, and is kept by who is unhurt', async g => {
  await g.load('hall', { x: 5, y: 5, hearts: 4, salves: 2 });
  let s = await g.keys('KeyH');
  need(s.hearts === 5 && s.salves === 1, `a salve led to ${s.hearts} hearts`);
  s = await g.keys('KeyH');
  need(s.salves === 1 && s.reason === 'whole', 'an unhurt diver used a salve');
});

check('so-warden', 'P1', 'The warden has three phases, and a shield in the second', async g => {
  await g.load('warden');
  let s = await g.keys('KeyX', 'KeyX');
  need(s.wardenHealth === 7 && s.phase === 1, 'two blows did something else');
  s = await g.keys('KeyX', 'KeyX');
  need(s.wardenHealth === 6 && s.phase === 2 && s.reason === 'shielded', `in its second phase the warden has ${s.wardenHealth}`);
  await g.load('warden', { phase: 2, wardenHealth: 5, mood: 'stunned', stunLeft: 30 });
  s = await g.keys('KeyX', 'KeyX');
  need(s.wardenHealth === 3 && s.phase === 3, 'a stunned warden is not struck into its third phase');
});

check('so-lens', 'P1', 'By the light of a lens blows count twice, for six seconds of play', async g => {
  await g.load('warden', { lenses: 1 });
  let s = await g.keys('KeyL', 'KeyX');
  need(s.lenses === 0 && s.lens === 6 && s.wardenHealth === 7, `a blow by the lens left ${s.wardenHealth}`);
  await g.load('paused', { lens: 2 });
  await sleep(2500);
  s = await g.snap();
  need(s.lens === 2, 'the glow runs out in a pause');
  await g.load('hall', { x: 5, y: 5, lens: 1 });
  await g.until(s => s.lens === 0, 12000, 'the glow never ends');
});

check('so-stun', 'P1', 'A charge beside the warden stuns it, and a stunned one does not strike', async g => {
  await g.load('warden', { phase: 2, wardenHealth: 6, windMs: 500, fuse: [7, 3, 200] });
  await g.until(s => s.mood === 'stunned', 12000, 'the burst stunned nobody');
  const s = await g.keys('KeyX');
  need(s.wardenHealth === 5, 'a stunned warden is shielded');
  await sleep(1500);
  need((await g.snap()).hearts === 5, 'a stunned warden struck');
});

check('so-blows', 'P1', 'The warden strikes who stands beside it, and faster in its last phase', async g => {
  await g.load('warden', { windMs: 400 });
  let s = await g.until(s => s.hearts < 5, 12000, 'the warden did not strike once');
  need(s.hearts === 4 && s.safeMs > 0, 'one blow took more than a heart');
  await g.load('warden', { x: 3, y: 6, windMs: 400 });
  s = await g.until(s => s.windMs > 400, 12000, 'the warden does not wind up');
  need(s.hearts === 5, 'the warden strikes far off');
  await g.load('warden', { phase: 3, wardenHealth: 3, windMs: 100 });
  await g.until(s => s.hearts === 4, 12000, 'the warden rests in its last phase');
  s = await g.snap();
  need(s.windMs <= 900, 'the last phase is no faster');
});

check('so-pause', 'P1', 'A pause holds air, tide, fuse and warden', async g => {
  await g.load('warden', { windMs: 1500, air: 30, tideLeft: 9, fuse: [2, 6, 1400] });
  await g.key('KeyP');
  const a = await g.snap();
  await sleep(3000);
  const b = await g.snap();
  need(b.screen === 'paused' && b.air === a.air, 'air goes in a pause');
  need(b.tideLeft === a.tideLeft && b.fuses.length === 1 && b.fuses[0].ms === a.fuses[0].ms && b.windMs === a.windMs && b.hearts === 5, 'tide, fuse or warden go on in a pause');
  const c = await g.keys('KeyP');
  need(c.screen === 'play', 'there is no way back from a pause');
});

check('so-ends', 'P1', 'A dive is lost by hearts or air and won by the last blow, and worth its ledger', async g => {
  await g.load('hall', { room: 'kelp', x: 1, y: 5, eel: ['kelp', 2, 5], hearts: 1, pearls: 3 });
  let s = await g.keys('ArrowRight');
  need(s.screen === 'lost' && s.hearts === 0 && s.score === 30, 'the last heart was lost otherwise');
  await g.load('hall', { x: 5, y: 5, air: 0.5 });
  s = await g.until(s => s.screen !== 'play', 12000, 'without air the dive goes on');
  need(s.screen === 'lost', 'without air the dive is ' + s.screen);
  await g.load('warden', { phase: 3, wardenHealth: 1, pearls: 3, hearts: 4 });
  s = await g.keys('KeyX');
  need(s.screen === 'won' && s.score === 310 && s.best >= 310, `the dive was worth ${s.score}`);
});

// ---- P1: the rule tables, row by row -------------------------------------------------------------------------
// What follows from the rest of a snapshot, or says where things are on the page.
const FOLLOWS = ['controls', 'front', 'around', 'leads', 'fuseBesideSeal', 'fuseBesideWarden', 'fuseBesideDiver', 'airLow', 'tideTurning', 'lensFading', 'raised', 'besideWarden'];
// Performs actions at one instant, so that nothing changes by itself in between: what each answered, and what is so before and after it.
const play = (g, scenario, options, actions) => g.js(`(async () => {
  const t = window.__gameTest, look = async () => JSON.parse(JSON.stringify(await t.getSnapshot()));
  const given = await t.loadScenario(${JSON.stringify(scenario)}, ${JSON.stringify(options)}), seen = [await look()], said = [];
  for (const action of ${JSON.stringify(actions)}) { said.push(await t.input(action)); seen.push(await look()); }
  return { given, seen, said };
})()`);
const text = value => JSON.stringify(value);
function changes(before, after, without = FOLLOWS) {
  const found = {};
  for (const key of Object.keys(after)) if (!without.includes(key) && text(before[key]) !== text(after[key])) found[key] = after[key];
  return found;
}
const action = given => typeof given !== 'string' ? given : ['left', 'right', 'up', 'down'].includes(given) ? { type: 'step', direction: given } : { type: given };
// A row: from where, what is done last, and either why it is refused, or all that changes by it.
async function row(g, scenario, options, deeds, wanted, turned = {}) {
  const list = [].concat(deeds).map(action), what = `${scenario} ${text(options)}: ${list.map(text).join(' ')}`;
  const { given, seen, said } = await play(g, scenario, options, list);
  need(given && given.ok === true, `scenario ${scenario} ${text(options)} was refused`);
  const [before, after] = seen.slice(-2), answer = said[said.length - 1], refused = typeof wanted === 'string';
  need(answer && answer.ok === !refused, `${what} was ${refused ? 'done' : 'refused: ' + after.reason}`);
  if (refused) need(answer.reason === wanted, `${what} answered ${answer.reason}, not ${wanted}`);
  const found = changes(before, after), expected = refused ? { reason: wanted, ...turned } : { reason: '', ...(typeof wanted === 'function' ? wanted(before, after) : wanted) };
  for (const key of Object.keys(expected)) if (text(before[key]) === text(expected[key])) delete expected[key];
  for (const key of new Set([...Object.keys(found), ...Object.keys(expected)])) {
    need(text(found[key]) === text(expected[key]), `${what}: ${key} became ${text(after[key])}, not ${text(key in expected ? expected[key] : before[key])}`);
  }
  return after;
}
// Loads a scenario and waits, by the game's own clock, until something is so.
async function wait(g, scenario, options, test, ms, what) {
  await g.load(scenario, options);
  return g.until(test, ms, what);
}

const HANDS = ['use', 'strike', 'place', 'craft', 'heal', 'lens', 'left', 'right', 'up', 'down', 'pause', 'sound'];
const WORDS = { title: ['dive', 'sound'], hall: HANDS, paused: ['resume', 'leave', 'sound'], shop: ['buySalve', 'buyLens', 'close', 'sound'], over: ['again', 'sound'] };
check('so-commands', 'P1', 'Every command is taken on its own screens and refused on all others', async g => {
  const able = { x: 5, y: 5, beside: { right: 'B' }, charges: 1, brass: 2, salt: 1, hearts: 3, salves: 1, lenses: 1, pearls: 20 };
  for (const scenario of Object.keys(WORDS)) for (const name of new Set(Object.values(WORDS).flat())) {
    const options = scenario === 'title' ? {} : scenario === 'shop' ? { pearls: 20 } : name === 'strike' ? { ...able, x: 7, y: 7, room: 'vault', facing: 'down', beside: {} } : name === 'place' ? { ...able, beside: {} } : able;
    const { seen: [before, after], said: [answer] } = await play(g, scenario, options, [action(name)]), taken = WORDS[scenario].includes(name);
    if (taken && ['right', 'left', 'up', 'down'].includes(name)) { need(after.facing === name && ['', 'blocked'].includes(after.reason), `a step ${name} did not turn the diver`); continue; }
    need(answer.ok === taken, `${name} was ${taken ? 'refused' : 'taken'} on ${before.screen}: ${after.reason}`);
    if (!taken) need(after.reason === 'not_now' && answer.reason === 'not_now' && text(changes({ ...before, reason: '' }, { ...after, reason: '' })) === '{}', `${name} on ${before.screen} changed more than the reason`);
    else need(after.reason === '', `${name} on ${before.screen} left the reason ${after.reason}`);
  }
  for (const odd of [{}, { type: 'win' }, { type: 'toString' }, null]) {
    const { seen, said } = await play(g, 'hall', {}, [odd]);
    need(said[0] && said[0].ok === false && text(changes(...seen)) === '{}', `the unknown action ${text(odd)} was taken`);
  }
  need((await play(g, 'hall', {}, [{ type: 'step', direction: 'away' }])).said[0].ok === false, 'a step to nowhere was taken');
  const bad = await g.js("(async () => [await window.__gameTest.loadScenario('nowhere'), await window.__gameTest.loadScenario('hall', { gold: 1 })])()");
  need(bad.every(r => r && r.ok === false), 'an unknown scenario or option was taken');
  const waited = await g.js("(() => { const t = performance.now(); return window.__gameTest.input({ type: 'wait', durationMs: 400 }).then(r => [r.ok, performance.now() - t]); })()");
  need(waited[0] === true && waited[1] >= 390 && waited[1] < 1200, 'waiting 400 ms took ' + waited[1]);
}, 60000);

check('so-screens', 'P1', 'Commands lead from screen to screen and change nothing else', async g => {
  await row(g, 'hall', {}, 'pause', { screen: 'paused' });
  await row(g, 'hall', { air: 40, brass: 1 }, ['pause', 'resume'], { screen: 'play' });
  await row(g, 'shop', {}, 'close', { screen: 'play' });
  const muted = (await row(g, 'title', {}, 'sound', b => ({ muted: !b.muted }))).muted;
  await row(g, 'hall', {}, 'sound', { muted: !muted });
  for (const [name, options, deeds] of [['over', {}, ['again']], ['paused', {}, ['leave']], ['warden', { phase: 3, wardenHealth: 1 }, ['strike', 'again']]]) {
    need((await play(g, name, options, deeds.map(action))).seen.pop().screen === 'title', `${deeds.join()} does not lead to the title`);
  }
  const hide = `(() => { Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })); delete document.hidden; })()`;
  for (const [name, screen] of [['hall', 'paused'], ['shop', 'shop'], ['over', 'lost'], ['title', 'title']]) {
    await g.load(name);
    await g.js(hide);
    need((await g.snap()).screen === screen, `hiding the page on ${name} led elsewhere`);
  }
});

check('so-first', 'P1', 'A dive begins as its table says, whatever was before', async g => {
  const first = { screen: 'play', room: 'hall', x: 4, y: 4, facing: 'right', hearts: 5, air: 90, coolMs: 0, safeMs: 0, brass: 0, salt: 0, pearls: 0, charges: 0, keys: 0, salves: 0, lenses: 0, lens: 0,
    tide: 'ebb', tideLeft: 15, drifted: false, gate: 'shut', seal: 'whole', sealHits: 0, fuses: [], wardenHealth: 9, phase: 1, mood: 'awake', eel: { room: 'kelp', x: 2, y: 5 }, reason: '' };
  const late = { room: 'orrery', x: 7, y: 5, facing: 'up', hearts: 2, air: 9, safeMs: 700, brass: 3, salt: 2, pearls: 7, charges: 2, keys: 1, salves: 1, lenses: 1, lens: 4, tide: 'flood', tideLeft: 4, drifted: true,
    gate: 'open', seal: 'fallen', sealHits: 3, wardenHealth: 3, phase: 3, mood: 'stunned', stunLeft: 3, windMs: 50, eel: ['orrery', 2, 1], fuse: [2, 2, 900], beside: { left: '#', right: 'p' } };
  for (const options of [{}, late]) for (const way of [['pause', 'leave'], null]) {
    let s;
    if (way) s = (await play(g, 'hall', options, [...way, 'dive'].map(action))).seen.pop();
    else {
      await play(g, 'hall', { ...options, air: 0.001 }, []);
      await g.until(x => x.screen === 'lost', 4000, 'without air the dive goes on');
      s = await g.js("(async () => { const t = window.__gameTest; await t.input({ type: 'again' }); await t.input({ type: 'dive' }); return JSON.parse(JSON.stringify(await t.getSnapshot())); })()");
    }
    for (const key of Object.keys(first)) need(text(s[key]) === text(first[key]), `a dive begins with ${key} ${text(s[key])}`);
  }
  for (const [name, more] of [['hall', {}], ['seal', { room: 'vault', x: 7, y: 7, facing: 'down', gate: 'open' }], ['warden', { room: 'orrery', x: 7, y: 5, facing: 'up', gate: 'open', seal: 'fallen', windMs: 60000 }],
    ['shop', { screen: 'shop', room: 'forge' }], ['paused', { screen: 'paused' }], ['over', { screen: 'lost' }]]) {
    const s = (await play(g, name, {}, [])).seen[0];
    for (const [key, value] of Object.entries({ ...first, tideLeft: 600, ...more })) {
      if (!(name === 'shop' && ['x', 'y'].includes(key)) && !(name === 'over' && key === 'hearts')) need(text(s[key]) === text(value), `the scenario ${name} has ${key} ${text(s[key])}`);
    }
  }
});

const ROOMS = {
  hall: '###############/#..b...#...p..#/#......#......#/#..#.......#..1/#..#...B...#..#/2..#.......#..#/#......#......#/#.p........b..#/#######G#######',
  kelp: '###############/#...s....#..p.#/#.##.#####....#/3..#....p#..#.#/#..#.##..g..#.#/#....#...#..s.#/#.##.#.###.##.#/#.b....#.k..C.#/###############',
  forge: '###############/#.b..b...b..s.#/#.##.###.####.#/#..#.#.....#..4/#..#...#...#..#/#.##.#.#.#.##.#/#......K......#/#p..s......p..#/###############',
  vault: '#######5#######/#.............#/#.p...b.b...p.#/#.#..#...#..#.#/#.....B.......#/#.#..#...#..#.#/#.....s.s.....#/#.............#/#######S#######',
  orrery: '#######6#######/#.............#/#..b.......b..#/#.....#.#.....#/#..s...W...s..#/#.....#.#.....#/#..p.......p..#/#......B......#/###############',
};
const KINDS = { '#': 'wall', '.': 'floor', b: 'brass', s: 'salt', p: 'pearl', k: 'key', G: 'gate', S: 'seal', B: 'bell', K: 'keeper', g: 'grate', C: 'current', W: 'warden' };
const LEADS = { 1: 'kelp', 2: 'forge', 3: 'hall', 4: 'hall', 5: 'hall', 6: 'vault', C: 'vault' };
const WAYS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };
check('so-rooms', 'P1', 'The rooms are those of the document, tile by tile', async g => {
  for (const room of Object.keys(ROOMS)) {
    const lines = ROOMS[room].split('/'), places = [];
    lines.forEach((line, y) => [...line].forEach((tile, x) => { if ('.bspk'.includes(tile)) places.push([x, y]); }));
    const seen = await g.js(`(async () => { const t = window.__gameTest, out = [];
      for (const [x, y] of ${text(places)}) { await t.loadScenario('hall', { room: '${room}', x, y, facing: 'up', eel: ['none', 0, 0] }); const s = await t.getSnapshot(); out.push([s.front, s.around, s.leads]); }
      return JSON.parse(JSON.stringify(out)); })()`);
    places.forEach(([x, y], at) => {
      const [front, around, leads] = seen[at];
      for (const [way, [dx, dy]] of Object.entries(WAYS)) {
        const tile = lines[y + dy][x + dx], kind = /\d/.test(tile) ? 'door' : KINDS[tile];
        need(around[way] === kind, `${room} has ${around[way]} ${way} of (${x}, ${y}), not ${kind}`);
        need(leads[way] === (LEADS[tile] || ''), `${way} of (${x}, ${y}) in ${room} leads to ${text(leads[way])}`);
        if (way === 'up') need(front === kind, 'what is in front is something else');
      }
    });
  }
  for (const [options, way, kind, leads] of [[{ x: 7, y: 7, gate: 'open' }, 'down', 'door', 'vault'], [{ room: 'vault', x: 7, y: 7, seal: 'fallen' }, 'down', 'door', 'orrery'], [{ room: 'vault', x: 7, y: 7, seal: 'weakened' }, 'down', 'seal', ''],
    [{ x: 5, y: 5, eel: ['hall', 6, 5] }, 'right', 'eel', ''], [{ x: 5, y: 5, eel: ['kelp', 6, 5] }, 'right', 'floor', ''], [{ x: 5, y: 5, fuse: [5, 4, 900] }, 'up', 'charge', '']]) {
    const s = (await play(g, 'hall', { ...options, facing: way }, [])).seen[0];
    need(s.around[way] === kind && s.front === kind && s.leads[way] === leads, `${text(options)} has ${s.around[way]} ${way}, leading to ${text(s.leads[way])}`);
  }
});

check('so-steps', 'P1', 'Steps go, take, turn and are refused as their table says', async g => {
  for (const [way, [dx, dy]] of Object.entries(WAYS)) {
    const to = { facing: way, x: 5 + dx, y: 5 + dy, coolMs: 140 }, at = { x: 5, y: 5, facing: way === 'left' ? 'right' : 'left' };
    await row(g, 'hall', at, way, to);
    for (const [tile, goods] of [['b', 'brass'], ['s', 'salt'], ['p', 'pearls'], ['k', 'keys']]) {
      await row(g, 'hall', { ...at, [goods]: 1, beside: { [way]: tile } }, way, { ...to, [goods]: 2 });
      const back = { left: 'right', right: 'left', up: 'down', down: 'up' }[way];
      await g.load('hall', { ...at, beside: { [way]: tile } });
      await g.js(`window.__gameTest.input({ type: 'step', direction: '${way}' })`);
      await g.rested();
      await g.js(`window.__gameTest.input({ type: 'step', direction: '${back}' })`);
      const s = await g.snap();
      need(s.x === 5 && s.y === 5 && s.around[way] === 'floor' && s[goods] === 1, `where ${goods} lay there is ${s.around[way]}`);
    }
    await row(g, 'hall', { ...at, beside: { [way]: 'g' } }, way, to);
    await row(g, 'hall', { ...at, beside: { [way]: 'g' }, tide: 'flood' }, way, 'flood', { facing: way });
    await row(g, 'hall', { ...at, tide: 'flood' }, way, to);
    for (const tile of ['#', 'G', 'S', 'B', 'K', 'W']) await row(g, 'hall', { ...at, beside: { [way]: tile } }, way, 'blocked', { facing: way });
    await row(g, 'hall', { ...at, fuse: [5 + dx, 5 + dy, 900] }, way, 'blocked', { facing: way });
    await row(g, 'hall', { ...at, eel: ['hall', 5 + dx, 5 + dy] }, way, 'bitten', { facing: way, hearts: 4, safeMs: 1200 });
    await row(g, 'hall', { ...at, eel: ['hall', 5 + dx, 5 + dy], safeMs: 1 }, way, 'bitten', { facing: way });
    await row(g, 'hall', at, [way, way], 'too_soon');
    await row(g, 'hall', at, [way, way === 'up' ? 'down' : 'up'], 'too_soon');
  }
  for (const [room, x, y, way, leads, toX, toY, more = {}] of [['hall', 13, 3, 'right', 'kelp', 1, 3], ['hall', 1, 5, 'left', 'forge', 13, 3], ['kelp', 1, 3, 'left', 'hall', 13, 3], ['forge', 13, 3, 'right', 'hall', 1, 5], ['vault', 7, 1, 'up', 'hall', 7, 7],
    ['orrery', 7, 1, 'up', 'vault', 7, 7], ['hall', 7, 7, 'down', 'vault', 7, 1, { gate: 'open' }], ['vault', 7, 7, 'down', 'orrery', 7, 1, { seal: 'fallen' }]]) {
    await row(g, 'hall', { room, x, y, facing: 'left', ...more }, way, { facing: way, room: leads, x: toX, y: toY, coolMs: 140 });
  }
  await row(g, 'hall', { room: 'kelp', x: 11, y: 7, facing: 'up' }, 'right', { facing: 'right', room: 'vault', x: 1, y: 7, drifted: true, coolMs: 140 });
  await row(g, 'hall', { room: 'kelp', x: 11, y: 7, facing: 'up', drifted: true }, 'right', 'spent', { facing: 'right' });
  await row(g, 'hall', { room: 'vault', x: 7, y: 7, seal: 'weakened' }, 'down', 'blocked', { facing: 'down' });
}, 60000);

check('so-hands', 'P1', 'Hands, craft, salve and lens do what their tables say', async g => {
  const at = { x: 5, y: 5, facing: 'right' }, tiles = tile => ({ ...at, beside: { right: tile } }), rows = [
    [{ ...tiles('B'), air: 3 }, 'use', { air: 90 }], [tiles('K'), 'use', { screen: 'shop' }], [tiles('G'), 'use', 'no_key'], [{ ...tiles('G'), keys: 1 }, 'use', { keys: 0, gate: 'open' }], [{ ...tiles('G'), keys: 2 }, 'use', { keys: 1, gate: 'open' }],
    ...['#', '.', 'b', 's', 'p', 'k', 'S', 'g', 'C', 'W', '1'].map(tile => [tiles(tile), 'use', 'nothing_here']), [{ ...tiles('G'), gate: 'open', keys: 1 }, 'use', 'nothing_here'],
    ...['#', '.', 'b', 'G', 'B', 'K', 'g', 'C', '1'].map(tile => [tiles(tile), 'strike', 'nothing_here']),
    [at, 'craft', 'no_brass'], [{ ...at, brass: 1, salt: 1 }, 'craft', 'no_brass'], [{ ...at, brass: 2 }, 'craft', 'no_salt'], [{ ...at, charges: 3 }, 'craft', 'pouch_full'],
    [{ ...at, brass: 2, salt: 1 }, 'craft', { brass: 0, salt: 0, charges: 1 }], [{ ...at, brass: 5, salt: 3, charges: 2 }, 'craft', { brass: 3, salt: 2, charges: 3 }],
    [at, 'place', 'no_charge'], [tiles('#'), 'place', 'no_charge'], [{ ...at, charges: 1 }, 'place', { charges: 0, fuses: [{ room: 'hall', x: 6, y: 5, ms: 1500 }] }],
    ...['#', 'b', 's', 'p', 'k', 'G', 'S', 'B', 'K', 'g', 'C', 'W', '1'].map(tile => [{ ...tiles(tile), charges: 2 }, 'place', 'no_room']), [{ ...at, charges: 2, eel: ['hall', 6, 5] }, 'place', 'no_room'], [{ ...at, charges: 2 }, ['place', 'place'], 'no_room'],
    [{ ...at, charges: 3, facing: 'up' }, 'place', { charges: 2, fuses: [{ room: 'hall', x: 5, y: 4, ms: 1500 }] }],
    [at, 'heal', 'no_salve'], [{ ...at, hearts: 2 }, 'heal', 'no_salve'], [{ ...at, salves: 1 }, 'heal', 'whole'], ...[[4, 5], [3, 5], [2, 4], [1, 3]].map(([hearts, then]) => [{ ...at, hearts, salves: 2 }, 'heal', { hearts: then, salves: 1 }]),
    [at, 'lens', 'no_lens'], [{ ...at, lens: 2 }, 'lens', 'worn'], [{ ...at, lens: 0.1, lenses: 2 }, 'lens', 'worn'], [{ ...at, lenses: 2 }, 'lens', { lenses: 1, lens: 6 }],
  ];
  for (const [options, deeds, wanted] of rows) await row(g, 'hall', options, deeds, wanted);
  for (const [options, deed, wanted] of [[{ pearls: 4 }, 'buySalve', { pearls: 0, salves: 1 }], [{ pearls: 9, salves: 1 }, 'buySalve', { pearls: 5, salves: 2 }], [{ pearls: 3 }, 'buySalve', 'no_pearls'], [{ salves: 2 }, 'buySalve', 'enough'],
    [{ pearls: 6 }, 'buyLens', { pearls: 0, lenses: 1 }], [{ pearls: 13, lenses: 4 }, 'buyLens', { pearls: 7, lenses: 5 }], [{ pearls: 5 }, 'buyLens', 'no_pearls']]) await row(g, 'shop', options, deed, wanted);
  return rows.length + ' rows';
}, 60000);

check('so-blow-by-blow', 'P1', 'Every blow at seal and warden counts as their tables say', async g => {
  for (const [options, wanted] of [[{}, { sealHits: 1 }], [{ sealHits: 1 }, { sealHits: 2 }], [{ sealHits: 2 }, { sealHits: 3, seal: 'weakened' }], [{ sealHits: 3, seal: 'weakened' }, 'needs_charge'], [{ seal: 'fallen' }, 'nothing_here']]) await row(g, 'seal', options, 'strike', wanted);
  const won = (b, pearls = 0) => ({ screen: 'won', wardenHealth: 0, score: 10 * pearls + 20 * b.hearts + 200, best: Math.max(b.best, 10 * pearls + 20 * b.hearts + 200) });
  const calm = { mood: 'stunned', stunLeft: 3 }, rows = [[{}, { wardenHealth: 8 }], [{ wardenHealth: 8 }, { wardenHealth: 7 }], [{ wardenHealth: 7 }, { wardenHealth: 6, phase: 2 }], [calm, { wardenHealth: 8 }],
    [{ lens: 2 }, { wardenHealth: 7 }], [{ wardenHealth: 8, lens: 2 }, { wardenHealth: 6 }], [{ wardenHealth: 7, lens: 2 }, { wardenHealth: 5, phase: 2 }],
    [{ wardenHealth: 6, phase: 2 }, 'shielded'], [{ wardenHealth: 5, phase: 2, lens: 3 }, 'shielded'], [{ wardenHealth: 1, phase: 2 }, 'shielded'],
    ...[[6, 5], [5, 4]].map(([has, then]) => [{ wardenHealth: has, phase: 2, ...calm }, { wardenHealth: then }]), [{ wardenHealth: 4, phase: 2, ...calm }, { wardenHealth: 3, phase: 3 }], [{ wardenHealth: 5, phase: 2, ...calm, lens: 1 }, { wardenHealth: 3 }],
    [{ wardenHealth: 4, phase: 2, ...calm, lens: 1 }, { wardenHealth: 2, phase: 3 }], [{ wardenHealth: 3, phase: 3 }, { wardenHealth: 2 }], [{ wardenHealth: 3, phase: 3, lens: 1 }, { wardenHealth: 1 }], [{ wardenHealth: 2, phase: 3 }, { wardenHealth: 1 }],
    [{ wardenHealth: 2, phase: 3, lens: 1, hearts: 1 }, b => won(b)], [{ wardenHealth: 1, phase: 3, hearts: 3, pearls: 4 }, b => won(b, 4)], [{ wardenHealth: 1, phase: 3, lens: 1 }, b => won(b)], [{ wardenHealth: 1, phase: 3, hearts: 1 }, b => won(b)]];
  for (const [options, wanted] of rows) await row(g, 'warden', options, 'strike', wanted);
  await row(g, 'warden', { facing: 'left' }, 'strike', 'nothing_here');
});

check('so-bursts', 'P1', 'A burst reaches what is right beside it, and nothing else', async g => {
  const burst = (scenario, options) => wait(g, scenario, options, s => s.fuses.length === 0, 4000, 'a charge never burst');
  for (const [dx, dy, hearts] of [[0, 0, 4], [1, 0, 4], [-1, 0, 4], [0, 1, 4], [0, -1, 4], [2, 0, 5], [0, 2, 5], [1, 1, 5], [-1, 1, 5], [-2, 0, 5], [0, -2, 5]]) {
    const s = await burst('hall', { x: 5, y: 4, fuse: [5 + dx, 4 + dy, 60] });
    need(s.hearts === hearts && s.safeMs > 0 === hearts < 5, `a burst at (${dx}, ${dy}) left ${s.hearts} hearts`);
  }
  need((await burst('hall', { x: 5, y: 4, fuse: [5, 5, 60], hearts: 1, pearls: 2 })).screen === 'lost', 'the last heart was not lost by a burst');
  need((await burst('hall', { x: 5, y: 4, fuse: [5, 5, 60], safeMs: 900 })).hearts === 5, 'a burst hurt who is safe');
  for (const [x, y, seal, then] of [[7, 7, 'weakened', 'fallen'], [7, 7, 'whole', 'whole'], [6, 7, 'weakened', 'weakened'], [8, 7, 'weakened', 'weakened'], [7, 6, 'weakened', 'weakened']]) {
    const s = await burst('seal', { x: 3, y: 4, seal, sealHits: seal === 'whole' ? 0 : 3, fuse: [x, y, 60] });
    need(s.seal === then && s.hearts === 5, `a burst at (${x}, ${y}) left the ${seal} seal ${s.seal}`);
  }
  for (const [x, y, mood] of [[6, 4, 'stunned'], [8, 4, 'stunned'], [7, 3, 'stunned'], [7, 5, 'stunned'], [6, 3, 'awake'], [5, 4, 'awake'], [7, 6, 'awake'], [8, 5, 'awake']]) {
    const s = await burst('warden', { x: 2, y: 1, fuse: [x, y, 60], windMs: 9000 });
    need(s.mood === mood && s.wardenHealth === 9, `a burst at (${x}, ${y}) left the warden ${s.mood}`);
  }
  // A charge goes on burning in a room that was left, and hurts nobody there.
  await g.load('hall', { x: 13, y: 3, fuse: [12, 3, 400] });
  const s = await g.keys('ArrowRight');
  need(s.room === 'kelp' && (await g.until(o => o.fuses.length === 0, 4000, 'the charge in the room that was left never burst')).hearts === 5, 'a burst in another room hurt');
  const warn = (await play(g, 'warden', { fuse: [7, 3, 900] }, [])).seen[0], near = (await play(g, 'seal', { x: 6, fuse: [7, 7, 900] }, [])).seen[0];
  need(warn.fuseBesideWarden && !warn.fuseBesideSeal && !warn.fuseBesideDiver && near.fuseBesideSeal && near.fuseBesideDiver && !near.fuseBesideWarden, 'what lies beside a charge is something else');
}, 60000);

check('so-clock', 'P1', 'Air, tide, glow, steps and safety go by the clock of play', async g => {
  const second = async (scenario, options, ms = 1000) => { const a = await g.load(scenario, options), at = Date.now(); await sleep(ms); const b = await g.snap(); return [a, b, (Date.now() - at) / 1000]; };
  for (const [tide, times] of [['ebb', 1], ['flood', 2]]) {
    const [a, b, s] = await second('hall', { air: 60, tide }, 2600);
    need(Math.abs(a.air - b.air - times * s) <= 1.6, `in ${s} s of ${tide} ${a.air - b.air} seconds of air went`);
  }
  for (const [scenario, options] of [['shop', { lens: 3, air: 20, tideLeft: 3, safeMs: 500 }], ['paused', { lens: 3, air: 20, tideLeft: 3, safeMs: 500 }]]) {
    const [a, b] = await second(scenario, options);
    need(text(changes(a, b)) === '{}', `on ${a.screen} ${Object.keys(changes(a, b))} went on`);
  }
  for (const [tide, then] of [['ebb', 'flood'], ['flood', 'ebb']]) {
    const s = await wait(g, 'hall', { tide, tideLeft: 0.3 }, o => o.tide === then, 3000, 'the tide never turned');
    need(s.tideLeft === 15 || s.tideLeft === 14, `the next turn is ${s.tideLeft} seconds off`);
  }
  const glow = Date.now();
  await wait(g, 'hall', { lens: 2 }, s => s.lens === 0, 5000, 'the glow never ends');
  need(Math.abs(Date.now() - glow - 2000) < 500, 'two seconds of glow took ' + (Date.now() - glow) + ' ms');
  let at = Date.now();
  await wait(g, 'hall', { safeMs: 1000 }, s => s.safeMs === 0, 4000, 'safety never ends');
  need(Math.abs(Date.now() - at - 1000) < 400, 'a second of safety took ' + (Date.now() - at) + ' ms');
  // Held, a key takes a tile every 140 ms, by whole frames.
  await g.load('hall', { room: 'vault', x: 1, y: 1 });
  await g.browser.keyDown('ArrowRight');
  await g.until(s => s.x >= 3, 4000, 'a held key does not swim');
  at = Date.now();
  const from = (await g.snap()).x;
  const s = await g.until(o => o.x >= 11, 6000, 'a held key stops');
  await g.browser.keyUp('ArrowRight');
  const each = (Date.now() - at) / (s.x - from);
  need(each > 120 && each < 260, `a tile takes ${Math.round(each)} ms`);
  for (const [options, key, is] of [[{ air: 1 }, 'airLow', true], [{ air: 1.01 }, 'airLow', false], [{ tideLeft: 1 }, 'tideTurning', true], [{ tideLeft: 1.01 }, 'tideTurning', false], [{ lens: 1 }, 'lensFading', true], [{ lens: 1.01 }, 'lensFading', false], [{}, 'lensFading', false]]) {
    need((await play(g, 'hall', options, [])).seen[0][key] === is, `${key} is ${!is} with ${text(options)}`);
  }
}, 60000);

check('so-guards', 'P1', 'The warden winds up, strikes, rests and wakes by the clock', async g => {
  for (const [phase, full] of [[1, 1600], [2, 1600], [3, 900]]) {
    const s = await wait(g, 'warden', { phase, windMs: 80 }, o => o.hearts < 5, 3000, 'the warden did not strike');
    need(s.hearts === 4 && s.windMs <= full && s.windMs > full - 300, `after a blow of phase ${phase} the next is ${Math.round(s.windMs)} ms off`);
    need(s.safeMs > 900 && s.safeMs <= 1200, `after a blow one is safe for ${Math.round(s.safeMs)} ms`);
  }
  for (const [x, y, hit] of [[7, 5, true], [7, 3, true], [6, 4, true], [8, 4, true], [6, 5, false], [5, 4, false], [7, 6, false], [8, 3, false]]) {
    const s = await wait(g, 'warden', { x, y, windMs: 60 }, o => o.windMs > 200 || o.hearts < 5, 3000, 'the warden did not strike');
    need(s.hearts < 5 === hit && s.besideWarden === hit, `at (${x}, ${y}) the blow ${hit ? 'missed' : 'hit'}`);
  }
  need((await wait(g, 'warden', { windMs: 60, hearts: 1 }, o => o.screen !== 'play', 3000, 'the last heart was not lost')).score === 0, 'a dive without pearls or hearts is worth something');
  const still = await g.load('hall', { windMs: 700 });
  await sleep(600);
  need((await g.snap()).windMs === still.windMs, 'the warden winds up for nobody');
  const a = await g.load('warden', { mood: 'stunned', stunLeft: 1, windMs: 500 });
  await sleep(500);
  const b = await g.snap();
  need(b.mood === 'stunned' && b.windMs === a.windMs && b.hearts === 5 && b.raised === false, 'a stunned warden winds up');
  const c = await g.until(s => s.mood === 'awake', 3000, 'the warden does not wake');
  need(c.windMs > 1200, `a woken warden strikes after ${Math.round(c.windMs)} ms`);
  // By the dive's own clock, which a slow machine holds back: safety runs down with it.
  const hit = await wait(g, 'warden', { x: 2, y: 1, fuse: [7, 3, 30], windMs: 9000, safeMs: 9000 }, s => s.mood === 'stunned', 3000, 'the burst stunned nobody');
  const woken = await g.until(s => s.mood === 'awake', 8000, 'the warden does not wake');
  const stunned = hit.safeMs - woken.safeMs;
  need(Math.abs(stunned - 4000) < 500, `the warden was stunned for ${Math.round(stunned)} ms`);
  for (const [options, is] of [[{ windMs: 1500 }, true], [{ windMs: 1501 }, false], [{ windMs: 300, mood: 'stunned', stunLeft: 3 }, false]]) need((await play(g, 'warden', options, [])).seen[0].raised === is, `the claw is ${is ? 'not ' : ''}raised with ${text(options)}`);
  need((await play(g, 'hall', { windMs: 100 }, [])).seen[0].raised === false, 'a claw is raised in the hall');
}, 60000);

check('so-eel', 'P1', 'The eel swims its round, a tile every 420 ms, and bites who is in its way', async g => {
  await g.js('window.__gameTest.reset()');
  await g.key('Enter');
  const seen = [];
  for (const end = Date.now() + 6500; Date.now() < end; await sleep(30)) {
    const { eel } = await g.snap(), last = seen[seen.length - 1];
    need(eel.room === 'kelp' && eel.y === 5, 'the eel left its line');
    if (!last || last.x !== eel.x) seen.push({ x: eel.x, at: Date.now() });
  }
  const xs = seen.map(o => o.x), moves = xs.slice(1).map((x, i) => x - xs[i]);
  need(moves.every(m => Math.abs(m) === 1) && Math.min(...xs) === 1 && Math.max(...xs) === 4, `the eel swam ${xs}`);
  for (let i = 2; i < seen.length; i++) if (moves[i - 1] === moves[i - 2]) need(Math.abs(seen[i].at - seen[i - 1].at - 420) < 150, `a tile took the eel ${seen[i].at - seen[i - 1].at} ms`);
  for (let i = 1; i < moves.length; i++) if (moves[i] !== moves[i - 1]) need([1, 4].includes(xs[i]), `the eel turned at ${xs[i]}`);
}, 40000);

check('so-ledger', 'P1', 'A dive is worth its ledger, and only a better one is the best', async g => {
  let best = (await g.load('title')).best;
  for (const [options, score] of [[{ pearls: 30, hearts: 5 }, 600], [{ pearls: 0, hearts: 1 }, 220], [{ pearls: 33, hearts: 5 }, 630], [{ pearls: 32, hearts: 5 }, 620]]) {
    await row(g, 'warden', { phase: 3, wardenHealth: 1, ...options }, 'strike', b => { need(b.best === best, `the best dive was ${b.best}, not ${best}`); return { screen: 'won', wardenHealth: 0, score, best: best = Math.max(best, score) }; });
  }
  const lost = await wait(g, 'hall', { x: 5, y: 5, air: 0.1, pearls: 4, hearts: 3 }, s => s.screen !== 'play', 3000, 'without air the dive goes on');
  need(lost.screen === 'lost' && lost.air === 0 && lost.score === 100 && lost.best === best, `a lost dive was worth ${lost.score}`);
  await sleep(200);
  need((await g.snap()).score === 100, 'a dive is reckoned again and again');
  await g.key('KeyM');
  const { muted } = await g.snap();
  await g.browser.cdp.send('Page.reload', { ignoreCache: true });
  await sleep(300);
  const s = await g.until(o => o && o.screen === 'title', 8000, 'the page did not come back after a reload');
  need(s.best === best && s.muted === muted, `after a reload the best dive is ${s.best}, the sound ${s.muted ? 'off' : 'on'}`);
  need((await g.keys('KeyM')).muted === !muted, 'M does not switch the sound back');
}, 40000);

// ---- P1: keys and buttons --------------------------------------------------------------------------------------
const PLAY_BUTTONS = ['pause', 'left', 'right', 'up', 'down', 'use', 'strike', 'place', 'craft', 'heal', 'lens'];
const BUTTONS = { title: ['dive', 'sound'], hall: PLAY_BUTTONS, paused: ['resume', 'leave'], shop: ['buy-salve', 'buy-lens', 'close'], over: ['again'] };
const READY = { hall: { x: 5, y: 5, facing: 'up', charges: 1, brass: 2, salt: 1, hearts: 3, salves: 1, lenses: 1, beside: { left: 'b' } }, shop: { pearls: 20 }, title: {}, paused: {}, over: {} };
const STEADY = [...FOLLOWS, 'muted', 'air', 'tideLeft', 'lens', 'safeMs', 'coolMs', 'fuses', 'windMs'];
// What a key or a button changes, against what the action does.
async function does(g, screen, options, what, deed, press) {
  const before = await g.load(screen, options);
  await press(before);
  await sleep(30);
  const after = await g.snap(), { seen } = await play(g, screen, options, deed ? [action(deed)] : []);
  const got = changes(before, after, STEADY), want = deed ? changes(seen[0], seen[1], STEADY) : {};
  need(text(got) === text(want), `${what} on ${screen} changed ${text(got)}, the command ${text(want)}`);
  if (deed) need(after.fuses.length === seen[1].fuses.length && after.lens > 0 === seen[1].lens > 0, `${what} on ${screen} did something else with charge or lens`);
  if (deed === 'sound') need(after.muted !== before.muted, `${what} does not switch the sound on ${screen}`);
}
check('so-buttons', 'P1', 'Each screen has its buttons, and each does what its command does', async g => {
  const same = { 'buy-salve': 'buySalve', 'buy-lens': 'buyLens' };
  for (const screen of Object.keys(BUTTONS)) {
    const s = await g.load(screen, READY[screen]);
    need(text(Object.keys(s.controls).sort()) === text(BUTTONS[screen].slice().sort()), `the buttons of ${screen} are ${Object.keys(s.controls)}`);
    for (const name of BUTTONS[screen]) {
      const r = s.controls[name], x = r.left + r.width / 2, y = r.top + r.height / 2;
      need(r.width > 20 && r.height > 20 && r.left >= 0 && r.top >= 0 && r.left + r.width <= 1281, `the button ${name} of ${screen} is nowhere`);
      const press = options => async () => { const [px, py] = options; await g.browser.mouseClick(px, py); };
      await does(g, screen, READY[screen], `the button ${name}`, same[name] || name, press([x, y]));
      for (const [px, py] of [[r.left + 2, r.top + 2], [r.left + r.width - 2, r.top + r.height - 2]]) if (name === 'dive' || name === 'craft') await does(g, screen, READY[screen], `a corner of ${name}`, name, press([px, py]));
      for (const [px, py] of [[r.left - 4, y], [x, r.top - 4]]) if (['dive', 'resume', 'again'].includes(name)) await does(g, screen, READY[screen], `a click beside ${name}`, null, press([px, py]));
    }
  }
  await does(g, 'hall', READY.hall, 'a press that is let go elsewhere', null, async s => {
    const mid = r => ({ x: r.left + r.width / 2, y: r.top + r.height / 2 });
    const mouse = (type, p) => g.browser.cdp.send('Input.dispatchMouseEvent', { type, ...p, button: 'left', buttons: type === 'mousePressed' ? 1 : 0, clickCount: 1 });
    await mouse('mousePressed', mid(s.controls.craft));
    await mouse('mouseReleased', mid(s.controls.heal));
  });
}, 60000);

check('so-keys', 'P1', 'Each key does what its command does, on its screens only', async g => {
  const keys = {
    title: { Enter: 'dive', KeyM: 'sound', KeyP: null }, over: { Enter: 'again', KeyM: 'sound', KeyQ: null }, paused: { KeyP: 'resume', Escape: 'resume', Enter: 'resume', KeyQ: 'leave', KeyM: 'sound', KeyC: null },
    shop: { Digit1: 'buySalve', Digit2: 'buyLens', Escape: 'close', KeyE: 'close', KeyM: 'sound', KeyC: null },
    hall: { ArrowLeft: 'left', KeyA: 'left', ArrowRight: 'right', KeyD: 'right', ArrowUp: 'up', KeyW: 'up', ArrowDown: 'down', KeyS: 'down', KeyE: 'use', KeyX: 'strike', Space: 'place', KeyC: 'craft', KeyH: 'heal', KeyL: 'lens', KeyP: 'pause', Escape: 'pause', KeyM: 'sound', KeyQ: null, Digit1: null },
  };
  for (const screen of Object.keys(keys)) for (const [code, deed] of Object.entries(keys[screen])) {
    await does(g, screen, READY[screen], code, deed, async () => { await g.browser.keyDown(code); await g.browser.keyUp(code); });
  }
  // A key that is held when the page loses the keyboard swims no further.
  await g.load('hall', { room: 'vault', x: 1, y: 1 });
  await g.browser.keyDown('ArrowRight');
  await g.until(s => s.x > 2, 4000, 'a held key does not swim');
  await g.browser.keyUp('ArrowRight');
  const a = await g.snap();
  await sleep(500);
  need((await g.snap()).x <= a.x + 1, 'a key that was let go swims on');
}, 60000);

check('so-window', 'P1', 'In windows of any shape everything is in sight, and buttons are where they are told', async g => {
  for (const [width, height] of [[1280, 600], [700, 900], [390, 700]]) {
    await g.browser.cdp.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
    await g.load('hall', { brass: 2, salt: 1 });
    await g.until(s => Object.values(s.controls).every(r => r.left >= 0 && r.top >= 0 && r.left + r.width <= width + 1 && r.top + r.height <= height + 1), 4000, `in ${width} x ${height} a button is out of sight`);
    need((await g.click('craft')).charges === 1, `in ${width} x ${height} the button is elsewhere`);
  }
  await g.browser.cdp.send('Emulation.clearDeviceMetricsOverride');
});

// ---- P2 ----------------------------------------------------------------------------------------------------
check('so-seen', 'P2', 'Steps and bursts are seen on the canvas', async g => {
  await g.load('hall', { x: 5, y: 5 });
  await sleep(100);
  const a = await g.browser.canvasPixelHash();
  await g.key('ArrowRight');
  const b = await g.browser.canvasPixelHash();
  need(a !== b, 'the picture does not follow the diver');
});

module.exports = { suite };
