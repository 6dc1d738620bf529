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

// ---- pictures: what docs/look.md shows ---------------------------------------------------------------
const WIDE = 960, HIGH = 732;
// A view is a state and a rectangle of the field; its mosaic is the mean colour of each cell: the middle one of three pictures, so that bubbles
// that rise do not count. Cells of numbers that go on are no part of it; cells with letters are looked at less closely.
const CLOSE = 7, LETTERS = 20;
const MOSAIC = view => `(async () => {
  const t = window.__gameTest, frame = () => new Promise(done => requestAnimationFrame(done));
  await t.loadScenario(${JSON.stringify(view.scenario)}, ${JSON.stringify(view.options || {})});
  for (let i = 0; i < 3; i++) await frame();
  const canvas = document.querySelector('canvas'), across = ${view.across}, down = ${view.down}, [x, y, w, h] = ${JSON.stringify(view.box)};
  const u = Math.min(canvas.width / ${WIDE}, canvas.height / ${HIGH}), left = Math.round((canvas.width - ${WIDE} * u) / 2 + x * u), top = Math.round((canvas.height - ${HIGH} * u) / 2 + y * u);
  const wide = Math.round(w * u), high = Math.round(h * u), pictures = [];
  for (let shot = 0; shot < 3; shot++) {
    for (const end = performance.now() + (shot ? 800 : 0); performance.now() < end;) await frame();
    const data = canvas.getContext('2d').getImageData(left, top, wide, high).data, means = [];
    for (let j = 0; j < down; j++) for (let i = 0; i < across; i++) {
      const sum = [0, 0, 0];
      let n = 0;
      for (let py = Math.floor(j * high / down); py < Math.floor((j + 1) * high / down); py++) for (let px = Math.floor(i * wide / across); px < Math.floor((i + 1) * wide / across); px++, n++) {
        for (let k = 0; k < 3; k++) sum[k] += data[(py * wide + px) * 4 + k];
      }
      means.push(...sum.map(v => Math.round(v / n)));
    }
    pictures.push(means);
  }
  let out = '';
  for (let i = 0; i < pictures[0].length; i++) out += String.fromCharCode(pictures.map(p => p[i]).sort((a, b) => a - b)[1]);
  return btoa(out);
})()`;
const inflate = text => require('zlib').inflateSync(Buffer.from(text, 'base64'));
const within = (view, list, i, j) => (list || []).some(([x, y, w, h]) => {
  const [left, top, wide, high] = view.box, cx = left + (i + 0.5) * wide / view.across, cy = top + (j + 0.5) * high / view.down;
  return cx > x && cx < x + w && cy > y && cy < y + h;
});
// Cells whose colour is another one than it should be, the worst first.
async function strange(g, view) {
  const seen = Buffer.from(await g.js(MOSAIC(view)), 'base64'), want = inflate(LOOKS[view.name]), found = [];
  need(seen.length === want.length, `${view.name}: no picture`);
  for (let j = 0; j < view.down; j++) for (let i = 0; i < view.across; i++) {
    if (within(view, view.skip, i, j)) continue;
    const at = (j * view.across + i) * 3, off = Math.max(...[0, 1, 2].map(k => Math.abs(seen[at + k] - want[at + k])));
    if (off > (view.close || (within(view, view.letters, i, j) ? LETTERS : CLOSE))) found.push({ i, j, off });
  }
  return found.sort((a, b) => b.off - a.off);
}
async function looks(g, views) {
  for (const view of views) {
    const found = await strange(g, view);
    need(!found.length, `${view.name}: ${found.length} of ${view.across * view.down} cells are another colour than docs/look.md has, the worst by ${found[0] && found[0].off} at column ${found[0] && found[0].i}, row ${found[0] && found[0].j}`);
  }
  return views.map(view => view.name).join(', ');
}
const BARS = [[450, 14, 70, 22], [555, 36, 30, 24]];
const FIELD = { box: [0, 0, 960, 732], across: 96, down: 61, close: 6 };
const TILES = (x, y, wide, high) => ({ box: [x * 64, 72 + y * 64, wide * 64, high * 64], across: wide * 12, down: high * 12, close: 16 });
const VIEWS = [
  { name: 'hall', scenario: 'hall', ...FIELD, close: 0, skip: BARS, letters: [[10, 16, 190, 40], [420, 14, 340, 22], [10, 656, 560, 70], [574, 650, 386, 82], [890, 10, 60, 52]] },
  { name: 'kelp', scenario: 'hall', options: { room: 'kelp', x: 1, y: 1 }, ...TILES(0, 0, 15, 9) },
  { name: 'forge', scenario: 'hall', options: { room: 'forge', x: 1, y: 1 }, ...TILES(0, 0, 15, 9) },
  { name: 'vault', scenario: 'seal', ...TILES(0, 0, 15, 9) },
  { name: 'orrery', scenario: 'warden', ...TILES(0, 0, 15, 9) },
  { name: 'things', scenario: 'hall', options: { x: 6, y: 4, beside: { right: 'k', left: 'C', up: 'G', down: 'S' }, eel: ['hall', 8, 5], fuse: [5, 2, 60000] }, ...TILES(4, 2, 5, 4) },
  { name: 'flood', scenario: 'hall', options: { x: 6, y: 4, facing: 'up', tide: 'flood', drifted: true, beside: { right: 'g', left: 'C', up: 's', down: 'K' } }, ...TILES(4, 2, 5, 4) },
  { name: 'left', scenario: 'hall', options: { x: 5, y: 5, facing: 'left' }, ...TILES(3, 4, 4, 3) },
  { name: 'cracked', scenario: 'seal', options: { sealHits: 2 }, ...TILES(6, 6, 3, 3) },
  { name: 'weakened', scenario: 'seal', options: { seal: 'weakened', sealHits: 3 }, ...TILES(6, 6, 3, 3) },
  { name: 'shield', scenario: 'warden', options: { phase: 2 }, ...TILES(5, 2, 5, 4) },
  { name: 'stunned', scenario: 'warden', options: { mood: 'stunned', stunLeft: 6 }, ...TILES(5, 2, 5, 4) },
  { name: 'stocked', scenario: 'hall', options: { hearts: 2, air: 12, brass: 4, salt: 3, pearls: 8, charges: 2, keys: 1, salves: 2, lenses: 1, tide: 'flood' }, box: [0, 0, 960, 72], across: 96, down: 9, close: 18, skip: [[440, 10, 80, 26], [445, 36, 20, 24]] },
  { name: 'goods', scenario: 'hall', options: { brass: 4, salt: 3, pearls: 8, charges: 2, keys: 1, salves: 2, lenses: 1 }, box: [0, 648, 960, 84], across: 96, down: 9, close: 10 },
  { name: 'title', scenario: 'title', ...FIELD, close: 0, skip: [[180, 322, 600, 28]], letters: [[180, 150, 600, 172], [360, 430, 240, 110], [10, 16, 190, 40], [420, 14, 340, 22], [10, 656, 560, 70]] },
  { name: 'paused', scenario: 'paused', box: [160, 100, 640, 470], across: 64, down: 47, close: 0, letters: [[180, 150, 600, 172], [360, 400, 240, 120]] },
  { name: 'shop', scenario: 'shop', box: [160, 100, 640, 470], across: 64, down: 47, close: 0, letters: [[180, 150, 600, 172], [330, 350, 300, 180]] },
  { name: 'over', scenario: 'over', box: [160, 100, 640, 470], across: 64, down: 47, close: 0, skip: [[180, 232, 600, 60]], letters: [[180, 150, 600, 82], [360, 440, 240, 60]] },
];
// The mosaics of docs/look.md: rows of red, green and blue, deflated.
const LOOKS = {
  'hall': 'eNrtW+lvY9d1/zYjcdfKfRHFnRIXSZREUhRFSiQlUlxFiYu4i6RESaS2GW2zaIyMm9oeG3adpkWdNKjrfDIQBHYb1CgQIA5aIF+CFkHSIB+CFC3Qoui3/gM9ND3UffdxRs+TDDEGAvzw8HTePb/3u4fvnnfv0bu3BIpbf8QrDMaIrlesZsr1bIWButeA2sweHf/DKumRaISuqNSXBIhcsR6JtmW/LVQW8tFsJjztnLt/Ny8zmFeCnkwmPLforGzFnd6FxZXFSYdtweuacc49h58lVn+yXvrzQGJUYfhJers2t+wcn/2nzZ0Fg3Xb7vs8va1UGN/3b3y6XmKL1W0v7fyyxuETmWwW/xr1voCXJRDnjU//AePD0kzJV/Mz+UNb8RhOWNrpdnyg78GIr1iIJlNBoc6Qy0YcS9CtWdey2xtYiq6t+ENeq8uxGvY9hx96DdH4fiSrVpp+WWzcXVj1mOy/KR36TPZjZ+BXxYZGZfrbcOafMzWOWNP2sjcu49/6kAq8D94EqS2vmfLGyqPa87F4WuqVqKnHh6makHg2ptM1a2YPTpjqyVdhfC3dfyP74Q+pIPLkr9rxWTjKRZ8cPR+Bb+zRZJqvNL6GZzxc2woATtrj6494DnixinzrrI2R0ulgsAhH1MiPb4s2D1CLJH8yFCqiFsBwuCQt3EEt4swhb62K86/mMX5oAy1RC/AAG8YPd4T7ohZQBdow/iGSfl58W5iqE/jzwL9F0r8lJfKDlzR3rK+/hoKfPsAs4KXceYBa1LtXwk28mShzqNm7Qi3K2gNpnsCvq7/GS9Vx/twxtEQtwANsWDO4I9yXwL9zH7TdrL9wZ7R6ifNnj3D92SNMv2L7ngQ6VT1vQ7t9yU834Igapdmj0coFalFVL0EtagFAj1RER0X1QpIl8Gu2LyE+GmIzaAMtcX6iMADcEeyoBVSBtpv1547hYcD4RST+pn4iv7x8JoEw7j9qQ7v/iJdu6BALQJI7Ht2+h1pUtQcCYjM4/+L3fYg2U+zcx/n3riA+cESN4uwRtEQtwCPYPMD44Y5wX7QZqAJtemKzZnww/TBqKhcE/bsPIf64fogPUb+8Ar/mvrB0hoKXJFlSDWHxFDcm9m50/MK3jlm4ZEdSm45sZEdQ1dR2kyOMOEH+zs3dJFnAa9CfgXHXBsSQPR/uc8f7FtfbYM+FOPMR1MJZiLGsgdZ5/1Mjyxboc60Rmjmj7LkgagFm1uwKiT8IKRSVIUjVcUfgtwbgvgT++Qhow/mt/hb/oCcxsLTRUT/obKol8rPtQX5yH5XBjZalOTxN9XtTTIuXCnQeXzC5/A/vBYKJ5XGvj6JXB0z7yPkZYvvChP1W/1ik5Cwez6T3BK4YRS+OI4zlZ8jqneKTZE55qCCY8P39u4FYyveP7wdiaR9Frw6weDvEZz7ywoSa1ez+N//i17/7r+//6Kf2bKNvdoWKF8cRwt9fVXh/HWgq59eoXvR7koypJSrYzPk+ftNvC3o/ecefL/ooepEB2hTwfkRkqKoXnPnwCxNqg7mTt7/7n//zf5/+5OeO/GHf7DIVLxjRcF9URnPul65LK5dtSMoQnwRjcpEKDN6lXMH7428FsnnvhM9D0asDppbEW+eYDLYj9MKE/bMrxmjJvXXHlqmLXFGKXmz7KtwXlSEqng74UvAKuEZyn2VdYUy4qYM96f5K7TtiOFpGZXA3dpkWz+9DyIT+WjwseDCou0wtcddrqAyYsYvSMBtpTntagAEIyZ9hdnUVE2559bKtAaCsPWTbAl2WAS9WSIOojBFYiZCm2fC+ZpgXugsXOT/D095lGWybn/z+kmw2NOWza0B+hviYnF2FeaG5fkFkQJ5k2wNdlsG2rqiIMuRbp8LNBvx2bSh2HvQtxunG+a7C5JRVL1EZ8u37ML66LAPGl3z7HipDunU+FC4JcicIjuHBphsc3cU8LDFQGfzsEeTnLsuAlM7PHKEyeIldbphQxhkp3oVhSB+fuxEwdZejZZbSKQxMKo4vG6AfeoF2ihspUXXXTtNluqfQ0/U2aRYvs/S5YlSoeJES5sgLFV6F+IB+Un3piKIvjT8iUI5L9VOAIamKLtU18zOxftKMz5j9RvDCJax+0owPBceXDdCP1X8kmUOKvjSebNRsU07NA8RaM12iEWcOsPpJ30KUprfdCG6oiNVPhoN5Ko4vG6Afr19lD6m686Ryk7UVH5HGRJNoyGUcjjNC01lvxOBqDnMc9GfaV2HkMo3zbPMCHOGcCuGX0Fu/QuNOAP3kwg5Vd4mGxZVwhHIAY0hEGzX2L62LNg/aEKbqjAkXTTd7I+D9C3MD1BcSY+uSdHZB6Y0qQgVNrAJHwUKUZZp/PhtjzN4/6+W5o/zFtUHbCtPgoKKhM9WEC3qBChvwbFBxpI/ZhnwpbiDbRr97DdbvWDbjOMM07cyN4IYKmCN3NQf2/ZLv376Xevs8nj45cZ8+mWs8NmweiBfjzHH7s6joeivPFVWl90Lvf5T43g91hSORL8E0zFGRQUafM4zn5+wRFUd4v3eYP5Pi0zcfpmmmbwSvY3w005+9vfbXV5GpxJa3UN78y08jb3w4V/+GOrLVP+l+FhVn0q1Yr7off/vq1/8NWPvODzSZ+qB1mYoMMkA/KT6HVByZk+5O64s6Vv/hzIdoasuN4AbzBMfKOXc1C/YfXCz+5jvxv3s9+NE3i9kPfhR986Pr+DyDqt+yqErVEn/zSSs+O5/9TF84Gp4LUJFBBujXEMs48I6m4siccJHqP6f85D5WeOE4Qr3qqRsxGMiijoDBlU2wv1u2fn7PDnjrNL149o7j4HXjZkPsXmPorc+iYozZxCsp/5PvPvzpL979xb/HP/hYHi2yzU4qMsgA/VgZh5+qU3GEZSCp/nOXM7cKPb2GP0M3zPWqJm8Ea8YH7z4UrBlv066ZHLdaLT6/KpjXxsrKYF7oDLPG7TewGR2CxZhqvTy2uSvyrvdNunpVU1RkkMEwOLgbNVRYn3uNiiMMseFYBXVs/uJyA21IzOTLAAyuhMaX9yonqGDIvwmj9bpasnc1tJxqX6Wpp1hjNo5hDo5wToUQmjH0swC6xkJRQ0e0yhSIsEei1D4VR4ZhjlD/2XskK532itXDUnVrRqScdDAGBb0KMxVANsbzsz9D0felAkYEnp8zh1QcGcZ5cn6G+HBHtF/GZ2qeOSTqVZioAOKjqZyh1RKuf5Oi70sFZy7QzM+IMMjPVBwZRgde/4HnR6QaEMrlRivMq2Xj0/QBfs+okQqGAhm0VAIYXElT9H2p4NgDih2CMGG6TsURxhep/nPWMzLWCzmHJ/sSIlWP3EAFMA0T5I5RwIuVou9LBXPSxc8eocKGVnNUHGnaaf7mAerIjW8P+zPy4t02ZIUThsnZMzLeXRiEiV1URnNFqZ3usgx4QcBKH5UhiFdhbGLZjG1b6ZGNdRVyA7k+D9mgyzJg/YXn58qFJF3H6j9s63KPTN9VjIyTv/+BbNBlGfQxK/79z9apOF0n1n+umvGR6roK2Rj5+x+Gwd5lGXT9rKpG/P6nfA5TTaxaAtPg2xJdVyHVk78vgl+zyzJgCY9//5M76ZsPCVP7wlS9BUFiF9LUbbG2I3qleppMf1uifVaDFwZdb2WaF9qA5PP736XnKzLAEOPFKu1QAAZ9yQ75GZ4fsQZDj1gjMjum/QlrMD0y7e6VasltXh0MKnXrYcuHV65wYMo+b6LoRddOd8jPHeLjuS1SY+hTmRcT5c9/9q8//+Vv16on3LEZcptXB1NW44/f866Hpj64t9DIzdIklLzoWkuH+KT2sfoPe9pzW6jC0K8y+1Lb//Kr3/32P/43tXfOH5slt3l1sOg2ffaOZ85hfOvQcVmxsaRqKl6wLsbrP6VTXmIXq/+wppduCZQYwF0y4bAF045IVjGz2NvcYKJ8ZTGkUG8npz9+7C6uW9wuI0Wv5vwQq/8U7nDsfu76zjXWqr1KM7Skaa7RnB7A9FtjYepnWK36g8IEDyTaBgCWpi9i6YV5u1RHaNbc9AFKJgn88G4VKlji0TaYIkVnfoWJ4CgfB21E/qlbQlWLn6mztPmb02NUmNJ8W4zzA9VQqIhGo39pXbhRa37/8xQwAIfDxWb9BDEK13dGyueoBRaA3FABbQbn3EipWT9BmskrF8J4FbWod6+Ggjk4okbBWqUR1B0E1O+WzX+aM+ado28VTEJPDOcPFeC+qONI+Uy4sXOz/kRNVriDWkAnL1LC+Hkk/TJY6aTxr/1hUYZZIEc152/E/QWwNsGaCTZ2yPsLxMldbH/BcKyCOYo3anei+pOQ9s284VFCV3Ip/qwyIV1ZxzcOxKvY/oLm9+epffzf3GT9m/XRyjm2foEHA9+/sFEj52dxag/7/gfi05xdI0ZxojZaJliUlQuID1b/gfioiIUXBfBD0Ij8w7EyVp8Rxaut+JzEtK8VJ9rxIThWziA+SmJ9BlSBNoyf19RPrP+k9mCxiX1fJMCEtfTj9Z+7wuQe9v0PpCCsfiLYqMkqF8Tvc+7BVAqr/4AwrH4iq17CTYn89yE+cCTwP43Pt3cmnxRNrfiIfXGMnxur4PwwfhO1G/VDH6XFU1x/fPtG/dLS6eBySpA9aoOfOexbiMARNQ74kvBQoRZeqt6s/yAWQL8ryk83UAukuAFvAuPnOII4v2cjsaDeXFCexMYaIX14Rt4I6wetXowf7tj8TAjlj28PUNAPfRyObhGapRv97hiu3x3jpwn8w9HyLcHo12i3Gm1kjK2bAcBJc0ekegrOWdrp2yIVrCZalxhKU2vTKEtraVlQe5uhjdY+QZZmCrMzFKb2fcVT8wOaiX7NRI9IherhG60Ck729q7EFjtLIN9n61ebhsWn0EtjBAjyAQe0kStKnMg1oJzEe7vjMsB7aT4LjtV2oHNJZhvQWcCHYm11WjQRyo+ESQB7MD0wswIk2XoUjz+4XL623Lo2GigylmWtdgfOJzbp5sz62sdOyszQWcJzINCy5g9nCMZyoYxVw7Dc7oYGtdDJTODIkdwG6+Da0pz8NEejhjc+CYLpMh0qC/gpMNqxfTPkYiBea7RCEHmQnMtghwhBq8eQ8xKRtByPww5KEJiHsBoUw8gyzECIINRofMIISOBLsEB+RSuxZVwez8pWUxLMB8YGjajUDx+FZn9AZHllO6sL55tZa1cTwjAdODGtbC1tHayeP4BwATwUwTGxUQwf3g417ybPHpvUyOPabHHB1rtAINu6nL/4k9+CNld1zsECcW7cWmO00aYftqBKLk2yEGKLdv46D2jyomyLbIYxYT1uACGMRa0E248J+EXSLcZ/BDmCqJ2G6CP0anHRBoHplevqosXUJggBB7pXqBsxOuNoGZ9wGdhhHqBFAVxhh9d2iIrQfs34xr27eV25dZHXabq91BTrs41YYRmZcZDv86PCwke0QTHgYyHaF3cMc0WNGiIzevYoN887byXUzo5EtRaQMGJ7xYleHLIuKyBaMILiqT9TUa1X5F+NO5s9oYOaWqAFavkJXFEIHjZXR8nhyr2UEyEMFmnz867uzuM84J/Elx9a24Mi1reA/lnUZ7N7aWejw4fbr7zm3juFPeCTgOL62tXH2uPjo7cTZY+VqVuSOwZMGdpkvGT56mH3wRv7qLfgTAI/r1zc+vVIt9AsGFwDGCJ4ERg0DE19ebaHf6IAMBiFCjQAmLMdkujYV0n4O2v8/vOK82A==',
  'kelp': 'eNrtnXlwG9d9x/+zJN4XQJAEAQIiQYAgDhL3RQAECYAAQRI3eIj3TUoULdGyTjeyHSnyoYx8y0cUJ7ajHE6cttPEiR1HcSbO4dg57Ini2lLdzNRJ29hJZSfTpqO+BWxVlcH9/Sg+bSBVM9/RrMDF7/N+b7/79r19uw/FDnPVYHfNSG9WVQ/3lPmdxU5L1QDbPuUBdxGJw75Pl6vYbeWO5brOWh8r4BIkuxTLI5qViaxS7RwTzcQFyYB8eZhln7r5ZGXcz7rPuGg6RgqDYHWxx0GzggBrFseK0WFV0mCJP2SxlgfDWsCx+oPqneOr7UMkWUiR8pAEWfbZvG1AkAo072DbRzqfrN4S4oqVAlnShZSgnxJrCGIt9ldxyBL0B6iwrnvjujfW5Y1+Dr3Rf90b15w3kjnmjSFK3kheo95IorzRNNffOBrOKvlkLHO8FPOr7zMRS7O65HOp1fZpHI9mvIFgBWBWKgCzhgBW2huBdecVyRwvBTuL8QYmLzosWnlh2g3c+dUFthtVQyEEK0CnjUK1GwFu8kKfy13wuYxhpSix+tnHRGPi+QTxBjCGXUyB40HxbJzkhWAFEKwAyKqGWUkci0peSaato8BKcMrqD4oXkiwSzTHeYN+HiLCAODMxkheCFUCwAiCrGmKJsSwKeTGeT119LDBO5h7Rxz8n3pNuG6zfPtywPEokHOwj/yUfrhandipaNdh9eaz/mztz74t9n9rpaNUAl6wgV6wYhlWZoMMqdlqE42GSYHZNRSu63cUuS81Y30Wfx+rmUg3bRhQ7pptvWlDt2to4OVoXi8mXJhuWRsmfyA5Z4oTaS9ptEKv9Y6xL9+H1eorazOz74FhuDKuYDguTVweXLLgOezyFVgNpOkhLlV2D3aUd9gKT7mKVOKwCr1fU21ef6JcPjjYNTyqHJxVDYw3JAXFvuMrnK22zXfKVa1tFDhNQh532XCszc9yTXWxl9joycxOk65tVpCsrmo4VGHUX1JV0HT8YfuqO5P69g/qpOd3csnFxhUg3d6NmYp5YRRKOEXuU2KwXf+vaVqbvh69DKioyGXgOu7DDU9vZIXA7S62mNX2d19fZuH0LW5lJHwAxhr0QcGik/eznB4je/NzAC8fiJ49NtN100L3nEFHbroPm7btbprcSe9T1RvgeT6HZQKHa3Y4qd1uOe4OcZdC4MkWXWGIxin1edSxmHhq2Do/qU/2NPSG+04GPUBnzIcawAYQ3WomKTK0/fihBjPHT48mh5e2mgWlDh3vu8MHQkeNEXbff277vU5bte7STC7LkoDAQLLFZMl+8bFXYLc98/0WiCsd6Q11R4bxBDVdk1kv8PtPgUGBxKblrX//uA33LK+7J6eZwpMJhRQah5g1DK5HEZcw0Gvft6XVPLdtHFsq09uG9u/sf+nL/Q1+JHvt84JP3OW++zTC/o2loXNwTLne2Zb542dr/wP2/++ADogMP3r/OUFdUKG/Qw/Hb7Np4IrCwtHL0/rff+fff//E/Tz57KrGyxzE6Xuf1IoNURml6o8SkO32in3jju/ckBDoHMYbQ6Nh9713jT3x74snnBh7+as+dj5Kmw7Tt5uaRadLr4Lld66kBnt06emDfq2fO/OzsWbLBI2fEdW+kJfS0k0tJbGX3D3/5xvnz59//8/lzfzp/87EHvbMLjaFQkVFP0RsKaI4jE01gaf3FPaFM0/GNu2J7FoJfP9x35NMHJr/w/NTJFwYfeab3zkc9+46Yt92sGpmWMt5wr6cGDn/2xD+/9970rZ8gevvddz/1+Ilc9gY0x0HTG7UdHuuWkfjK3p/9+u33/8QYg+jg8RO+2UX5WrzBNp8ylp5PSSHaDX0LkcTe+r399tfu7TnzOab1+PUjsZdudd95+MbBR7429Mgz8XufCh56wLX7duPCTuWWibqecEVbW+aLl6Fik/7Vs2fI1eToU0+8/OY/ko13zp2zDg1cdsArKlS7QQ8ncDp0iVTPthvvfPzkH879hRjj5V+dGdx9i2t8Uur3FZJDjwiCajfS4y/VzjHVzvGPS7ljVDyXyESrs7ee2msj+t4+OzFJZvvQwfneux7ru+ux7sMPdhy4w7q8r2Vya2NySBjoLiV90XXUQPvE2Mnnnyu3msZvOfDb999/+tR3iWFy1htAHc4nKeKKTYaGQMA+PNq7tHPx0F3kapLatc87M6+NxfkOGzII8QYZw2YtsCo9hmXmicB75nOJfH0LUZGh5e9vsmYscUFzu7d59h8hcu3+JDFG68ySYnC8rjda6ekoNOozX1y/Fg8fEnd6aEWjLnguYD5Bl1hmNdcHAmTo6hybdI1PWYdGyCClJt3BQ0bgR33wfAo45zIbz9e1ZOQL6r++Yv3uXhvR83vsn1zuMc7vNG+9mfQxjAsrpMVoGhyXhhPVXn+p1XrhW9e84PnKi+qQlkjrUe1ySn3++q4uUUdHhc1aoG/Ff50f7gTniYqd5tqpKGkcsms2XtHdnq/TXhBpjkpt1qpOL+lRyBKDZLhKRiWk80n6GORSIumNEmOU2ZmW7eJvXdsqcVuBOgy1XyF0ob4l08FY6xeL7EbhZGTVMs/FeT0eZrwc9ZLWI7sS/uI28yVhC3QtJRYz390u7AqKQ2FJX4yori8qmxrZPDlQOxypSgU/FqerxGUpNOsAltOMyYspc6Rz9ThYVoFRx4+w7UMOOi1WrvkZk1dlzJfuR42v1o8STUXzW7UfV6FeRxxS7nDwnC6i2lRf88qUZmVytb6NaDJKiABrOjvrEvF6O+Ss/SgcK0aMwdofY/rhhNVIg4XJi0uRZgHMCzOGhVk6LTwmmkuCYz0Uq1VLTlKYNRCEnwlMdIHPzlXG/RRYi6lc8wY5L+BnHTHeaNGAqqRxvJAsTr0R89HxBiIvLsWpNyIceiNy3RvXvXHdG39lbzQtDMgnY1mlmEkyx0urAUW8oWCJMxXP1CEVFp8GK+MNxeLq+0wnMt6gwFpE5cWl+GGoDpHthlYNilq7gWDRazf8dNqNfkS7gciLS/HDnZh2g/V5NmYch/QG+zNm4pk4OV4Aaz6B9AYVFvEGe5y6xRTxBszqZ2eNIfPi2BtAXrPxqiRiPkWjBkW8QeH5eRyLj2GB79TMJQTQc/hiZp0KaN4BwWLmUxB5cSnwnjkzn5JAzKfQYDHvp/QHuGMh3rupjCG8AfoQw5qL55w3+hDzKTZjzUivcCKcXePh8i5nnkYFqtCirx7uYYsTcDHvX3DHMoGsIpuRPU5Ft5sWC5MXlyo0w3ltalbmqVXcqNCkI81v9ZZQdg2FSlxWzgrDaV5ua66xCnRaQSqwapwtoVKPjfEGUXVtHq/qUvGr82SNFOuQ9P2AdbGmY7lrAK2WZzYL25wip0tgtRW3tv5vXnEorxlqeaVZw+tn8ULtwDpmU1HGGzWivOKK/FJ+iUBU+pGKeNXkw7zySorVi3kXJjeNUaxrrWv3aHoj5tSgtX+LLpqQ+bqIVZB5kTEsvToMUGGR/gY4ht2kVOZVVueX8CQaS4O+7WJVCDcz9lA10xLKG/RwtFSg0dS5PcZ4v396IbZ9V+LG3aH57Y7BEbk/UKrXp/NCHC9adZiiw4K9MfehN4r5wkuMQVQjU1/3BlG5waDpDRNjLB06+vLrb77x9u/ufvyLfVt3mBMDtU5XPvJczjlvdMDeaLruDUDVNpslORhf3vXq6TPnz5//4M/n3zv3l4Xb7mgfnZR5/YUazbXsDT6rN5qbaenDtcXGIlkln4wz3qCHo6Vqm92SHEos7z599p1zH70PsuPIMc/odKO3i/FGKv2Oz6p5Me+nUKtDSiziDeb9lFXiMOt9Md5ogryhpCXMO3QUcbTEM5p04Xhobunuz5589z/+ixjjWz94JbG8y94/LHG356tUqHOZVh1SYuHaDcYbBWWCep3jEm8IpE3UvQGsVTWXyEFvFGk1sk6fY2C4b/HGmb85tPOOY8QYHaNT6u5eYpvM8QLXMaPoDXC9L6Q3wHXMNima8gQ1xAOlVeKq+uYLqpTI80v4eSW8PNJZpSTMuzAUcRTFMxjk3i5zvL99eMIzMmVPbVEHe2ts9gLSPnObF8hifIiIw+/tAOdTGG/IGvMqqvJKeZeqjJ8nllCsYcz6Y7npDaKSlpYaq13q7qj3dIoczgq9IT9tDCYvxJwUtTqkxOKFPOA80Sa5grPqLbboa0Z7CTS7JiJlHfac9UZG+crmC5a4oCIzkFd5p4NWAWixCnXamuGeVeNMRsq9bcyjF1EfaamyipzpxVYD6ZNQUUGrhgorX62qjHhXi1NF4thNMMtGLS+mSM3N5PrC5NjMmIdsFKrVeek/kQ2KoIIWMC8jJk4eWIcOE9mB/bmU2skorbwy78KwsaZQrIqgm/25FHL6MGsI0GAhVW2xiB1tZENkdwhMZrKh9HdlXKHw+iiCKqPA8RIh6zDgAtb7moiQ6xc4rqSVF+b5Q0wc0o9iH39JZpO0WFhvmLN5Q0XfG4IkPIZF1WGPBxzDoryhaKIi1PFCxAG9IUV6g1JeRIw37G1kQ2RzCIwmspH2hopsMN6gByJXDdgbmDqk5g0FFeGOFxyH3+tBeIO7vIjS3nCQDZHNnvaG4iNvKNLeoAbCeQNRh7S8IVdQEcobiDgobyS5y4uo2pT2hvwjb8gVSl9XYbOKbCg6fRRBsDeQdYjzBvibJhS9QYVFvAH8fkraG5zl9aE3bGlvWO0Cw5X1hgL6XRikN4D1vq7ZdiPBebth5swbHLYbfvb1AcRziU2NciqqSnZRYfGh9QHEMzGYNU8tL6JqI/GGnWyIrDaBwUg2lF5/obKZbCg6vBRBAkp5IeowTrwBPj9P0RtUWCQv+HcrYBZtb1jT3rDYBPor6w3wvRtUHUL3zEXTMUEMXhOMWl6gD3EsXqgd8MZkBHwvSTQTvyq9AeY1i8qL1+0G51OKjLpalnWfZuPlXscmmZyKis16iNWGiVPYqhVOhNnW1/I5abGwqTWrS9VaslGq0hQrVWSD36rPJ1d2mZzXoqcIKjJRqsMWrXCctQ79znxlEz/UXhnxZle4s1DfsknWmFPKUyiI7VnKXGRs5bI8+c1K9josMlyVdUj+Ze/bEJfmWl4VXU72flTteJjL8oB1yMxx5Fod+oE6ZOZT4n5wrLexoTGnxAvBY1guywPeB5BesTqsszmqDMbLqsN2eAx73RtXszdOPvutp5//Tr686a/nDRleVUZlgaLx4k9qjDL3oLJS17SmOCyC82K8IeNMZPyF8AZ9bmppe+b3ZRY/cZB+HWK8MZ/aWC/DSNut/cYvY6//cejl3w4c/VJXS6iFfNjgVn/mm/47Pu/wT5qQcUChvEGJhRHKG7Shmxoae6dnf3T69KtvvRVf2FrQqFhbHXajvAGswYXzRpWh6dRbSWKM7/9T8ue/HyQbRM+djr/yrwNk4wsv9hUr5RS9AaxVxbk3wLXFqENvf/Chd86du+nInVsP3vqb99574OQX82TyNXkDXMeMVruhCWpf+8PQsacDebJGga5p9jbnt38VJ674xbuDR570l6kUFKsFbDck13q7UaJU/eC118nV5M7HPvPGO+9kriwD22+k3m6A631t3NyAUVOnulAuu/DfTfUNYquyQiNHfh0vkhewVtV0jDqURZk5Kfb1vqhDmzu83/jBS2XN6pm9+4kxvvnDHxYplGupQze0jlkMcw+Wy3pGegO838uxN8C5myvBzSMjjvTGJ+69r85qW2MdusE5Kcx8Ss55I+gG51M49QZYhzl4fgVc4PlVqGup2RISjvVl12hvmdu2UdqQUypQq6oHu1cvc1+Zh9MyF+mhOmy/2upwrK/cY89vVpLLSvVAd1ZV9QeLzbqN0npQeXIFOX1Wi1M9ECy2GvJVzRBLj2PJ2VklVgMmTn5TE0scUp4SuxHDoplXFGI1c8eqDHcCa1WRa7ekHlSF3wmsHzUeqYzQYrUBrIkIJg7pt7DGGaubS1R0OUFWug5Z1+CaxuXla6PBitFiIcawSVw9u8FxJTjWY+7B0mAx9zcQcSr7OsE1q+Fn52YTYB1KkXkF3TnEQt3fuPq8IblmvZHk1Bsx2Bsb6upBobyBmLtBsYIwCxOH39fBmTeo5IX0Bh0W4w0fwhubQWGOF84bdFiYONx6g0JeaW/46LACLow30mtwhbOKeY8D7Y30+lHZ4zSORzPeAFjoOgRZSG8o5lcvz0Qs4w1WViTjDQVrXlI6eUUy3qDDCrgAFrLdEG8GBZ/LM7h2gwqLeAMRB9VuIJ4VAa/LUmReAURfNOajxHLBbVTMxz6uFM8lkMcLWD9qOgaut0yRhfQGMIZdTPGhtZ3F6Wf1wfW+kMcrh1gzMcz93g1iKSj4PvZUFJ67mUOy4Pu9mDjEG+BvZPBD8NwNXIeM5xF5Ie5jgywxLdZ0FPx9EBE5B0VSUBV+J3sc4US4MuoF526osGonIpg44HEn5yBchxMRuA5p5TVJj+WDWQVqFbPu02Qkq4Tj4VKHCcPKUyhqtoRWjTMRLnVaCjRqiGVGsqohFiZOvlLJVubxcFm7LU8Oswo0UB224fIirCGIpeaIVeay5Mka+b0dpKXKKnKmF7ZoMKyrUZsaZKSryZJ7kaFlrTE3iqV5dZvzJZs3iblIoaRJy2u1bCRDj7WWU9pAms3VchdEfUX6FmaMxr4uFmmfayVrlVQt83aqLuOLXIrX5QJ/z46pSVy0jbWS4s31QpW8QdcsMzRLtE18uSxPLL1ChW9NzWz70o/mnzg18cg/7PzbX8QPnyhVtuK/Xu6xA2umjYdRY1g0cZNI4nAqSYUcXLC8fNxPPtGaFFXy+tz0BmkwwTEsc0rijMFrlCmMKotH1xE0ebtNTp+hxaEVqRX5dfTt0XPLfVvu+UqFxqgKjxiGFit1tpbk9I6v/5ynNePPi/WPl9fkDZ9X/fYXuh/b7zx1r/f1zwaO7rCfeTJ49w77Ne+N0vp6pVkd7LMsLXjnpj1EIyOunojV5GqtVsrpFts8dmP80AmZP7bw5Pc8S7daJ3YOHfuyxN0ttHaM3P81rr0hlCBFTp/7dznefCK4NGKIhrQv3uf96cN+vqweH4FLobwh3ozJWqRSbF/wfvDKyn+/tutfXlw6ejC8f2dgaqI90GMmjUkBubLQK/aOZ35Wpmwl15EKtdExs+fiP5ErS7XRhQlCyxs3COsw0hjlD+9t+8lx/y1z5swnZnsTaUbIh/ODemQQLsXv9YDe2CCWgnHyxJIGnfLsd7Y+88jQ7XtDvzm19NZziy88Nf7Mw0MnjibcfkOxdDOtMpc2aWcf/44mOh7c+2n/TUdMI9sv/qt5dNk0vISJU9HlxHgD+E0TtDf8XtXrJwK/ejywbdiQ+aSxpZF4gzQdD+9py01vpOdTVsk9PZ+C9IZMp/y3l5aPH4ndtid0+tmF93684w8/2fHHn+wkzUg8aS/eTM0b5WrD5KPP6gcXOpZvj9z2cIMveoNQIvPFMn8lG6rIKNIbrL+fEsW2GzV1eB1bsZOmQ29WCGT1Jw44X33UXyyRrikCZyJjNLjdEMGF3yiU1GkUDxyK/unVlTefWyT/fubuxFcfGvrSAwPvv7ISjlrJNYVWmcnlgFxNeBrz1i++JNA5lp/+KZFv5cha41T4Ue0GuAYXnmhvU77xuSDpiJ59spu0GC8c6zz7VPf+GXPOeiO9zsDYarnXLaYw3iAqb2jQWNXb5zsfOBy95abg8oJ3eqI9Grf5uk3ENhuENIsd2n+PbfIm0tMYe/DvZN5oZavtMoKAaywwczdReD7lhhoxUpUN0l0TRoFsM/mXdETJJ9MpncXWhI/ApcB1w4g2iCSYUBuFdVUKmcaidnn13b3mnrDFGzSaXS31LU2FYgndYm8S1+sHFshGjdkdPvgQGapcRhD4/vxUtBL8zfrp2A3V4rWq3a3cM2W6jC9yKfD9HWZOk5zyuGjEHryG+s1aRbNJpTar5HqlUNlYSK4mOZl7hdcBz6doVLUTEdFcPLtmYqVOS44f4stWvlIpHO9jyb28077WmHm1dUV1UtLFKhBJNtTU5WzueY1y4djquc/GmXdq6pjXB0jrmlW87vb8piYyxq/wtq22D7+7vUDVvKFWwrZPiNkn86oCK0uJYKnosJSEJcWxHOtnbQBZahyL9XjxqbIyz66wrfc1Hv6o37Jqn008Ey/32IA1uEb7YNZEpMLfxh3LB7FmcaxurlhjMEs0CbCasaywIOoFx7CYsR7qmcCoj0MWlFf6uZ31s6QIlnQhRYdFxpURDln/b70xT88bkeve4MQboRzzRuAq9EY3l97AsFzQ8Ypzdi5T9YaLQ2+4OPSGC+ON9FpV8axKr/fF1CHbPtPJTB0qWPaZime8gWItDq7OSmS8AbGYOsSwFIsDAAvKS4pgZbwBs4IQaxbH6iaswfXmNcvd+UW8UclVO0+8URnhLC+YhT2XEW0UhsWjwkp7A1irajZO6pD9+bG6xRQP/E3JqSj4+5XiuQSO5YZZEVosMK8YitVNgzWNYM0neDRYzHwK+Ex72hvgvAP8rD7m+XmOWd1csdLeoMBiPN8Jvp8CzwUgWeB8ykwMfC+JqMLXBr3HEabGQryfwmFekcq+TtCHuLwwrA6YBR13VF6TkQKlkln3abQ3q2qGe0pszLpG1QPBVfcZ6SlzWjbVy6r7WfbpLbUbsaz+9bNM+RhWI8RyIVgOmFVKk9UEsOxIVkMVxPofGBfL6w==',
  'forge': 'eNrtnWmQXNV1x7/HFJbEaGbU+74vr/d933tmerqnp3s2bczSs4+ENkADSICMhdiEFkhYDIgd4zIQjFwEL4RKkEmKAhNWh4BxhTJ8wIkCipOqmJzuBpUsut89QneeRzNT9f/Qat2+v3vO/b/73n33vTsutWzIr98YNDTUhoAhblJ41dIBH1uZpFnpVrGVASXMSp9GNkhieWixtOfL2hgwpBCsJCouJTGuFINm+SiwXAhWyaPbnvNeXgw11K5CYCJmLru123MeljIzSUvRqWEr0xMcj5kHvQTWZLzG6qLAGqiyPAiWmxtWCcHqIbMYBIspUYkrzvT79PChWRnQbMoK7YEKWcpszdj7PNqdBT9LmemUdb2fM5YNw+rnijWXtnHK8lBgzaRs1LzhBlbg/PsL7Q0KLFQO3Yurv9b7KLHcdLzRz6E3MKyymztvlGl4YxbXX2UOvVFe8caKN87PG9NZ93Dc3lCVlLPeXzPNy4wlHXXWdMbVrMxIwlHP4eJiec6fZSeyxoBV6y8yy0NgQX8N+QisOSTLTWbRGjfIx1fSSnXc8C+ecWOIq3FjuuYN4rjRR2/cYJ8TTScY6C/2OdFcykKYe/ZU51bQXwRWEs9ys7ESZNYMsDx0WEO0WB4CawpYPjKrj0ZcU9V+188mGRZNJ8wQF3sZELDYC0zEzNBfnLEgh0QWzAuIrBIdVrW/zj+uSQRrpsrSUmDFzWVSm+v3iBr8V8oyl3HMdXq25HxzOV85aJ3LOuDLZvWMR02Dvm/LOjP2JFN0adjLVFleAmsKyXIuLtYAglWiwoqZvBrZSNgI0IaqRE1pRunTSC8NnVEmZppI2qa6/NPFxEx/x8xAV7kzFQ+HxgvxqVxwImUfj5m/WU/WogroCKzMVywDS5lOq8qtlvxZe74dy/KNuM6DNXz+LBs1lhfLYstzh1VlU0pguIMzZkPBkR7SyxmZ6EzZNCq3zRYIBCOJdLwjn8wVk7neRGc+mswEgyGP3W7XqhmZ+KxfrWhRya4Qw1DWrN/hzBU1yIu1a0i49G2onXk/DAJn1jmSsTw83/HUDYWbt/fkyoOdQyO5jeMg+JApDYFVQuGYx2HPePSjGQM3YSZtCs5YGHU4lWNZwyL3Rs6u3tblbtrvhUAlau7zkud6ZpmorsuKjg8fGgS9/+DgLw+Vnrp1U3FqZ2luvrRlvji9q3tkpqN/U2VsIBSOHLk8/drdGfhJwa8OGmWna6Aoi1y8Pq61KsSHZ92v351eUBZGkPChmNauEh/d4n7vWBa+yXlUUUa+oFCfWe/Uqb7FD3ucGuJ8Ge8N6ItX7+wFY7x6V9/6y7a6BiuOeGTX3t0b9x4ErZ8/UN569fZrdr1y/JqHbh998d71bz2Yv2+X74NHOu7d4V2ItIxk9B891vnDPcETRxPvPpCts36w0/eX8kY5pIH2/Pi60K+OJt89lj12hR8c8sNrggvoRrnkqWf/9pnjz9lU8r+UN0xSEShsUtQHjaO7uyNjl/k3Ta9h/JXLd1Ruf2j89odHbrxn/VU39c5cce9du195Zue+7T1z/V7I0q/vSft00noNdAUBPniF/98e7rj+UvtMt2lBWUjdscXz4aOd0J7pbtNLB+PvPJCJmOULh9u+ZfbTU6dA+67be66/pesNGL3fu78fvPHi4XK7LQDGEDgD1962f/a+n8zdf3z88KNbb7vznocPPv/0DbfeMBkMxxwmUzmshUPp8asDezfZ6KYl71VDta/dlbp92lX/pn7YwpfX0mZhBKcPGMFeuSMJA1f9m4xDWR/W5oesC0GEQWPb3Mwrr7/+6ttv7dg6Z1crFsIbxHWHem0uteSNw131oeOnt/Tunu54Zn/+0M275x746ZYHn5848vjuO+8+/vydv3hu//V7xoPhOHgj46zmBy4GHp0P0M3MSMbw9v0ZGLrhIK1/k3Z8zboqwL03htN6OK9Bkw5+7VWfXgrtee3u1Gm30NWhQ7d/8sUX39t33fwVuz4+efLYww+dqzeIa1KYccMoFYGCeulLV/vfPJL74MEBsMd79/SeuD5yeN/cxNHHJ44+MXrzfeuvubV3dvfdfzP/iyd2bChnom7mR3tDb9ybtqsk9RqoC64xIPm9QU3AKHtybxBYDvVCsTA6NOt+674MtMdvkB270g/W9RlkCwGya1Vv//ZDOJs89Ogj7370Uf3MMjs5jq+hgBs3qnPYQmBXTwPtzPumE8xpb/z9vA/00lV+MEn9821Xj23adxQExujbfu3s/OX/+Oye5x+cefNHIx88UfyHQ4nfPtoJh9JC5Gcgqn3/oY6XjyQ+fKQDjtAFZWGU86p/cywLlz0f1Npz4kgCroXu3elbIFwhm/rZSy95zIZr91wDxnjxxMsug/acvFGdwzbtd/9kgulDrKfUazPLxMd3eOqWOK3Lt1XK2/aUt+3tnZvPj20tbh7bv3csnU7evC194o40/ArOtnDVsRDJ8eql+8cccGDeWHHAiR6+2b1gLIxgyIL2RBj5LZMuOLXBN9vLzIaEjgP0vn3X+a3mc7MW6Z75RMxcQqynGCSiujYE1T/Z7nlx3gf6+W7/wel054bxrktnQJ0bJ9J9m2NdvYFo0uVwb+qw3zTuPP3DBdWGuO5mrlgYDacNt025Fk97GqrbQV5P8WhllagJBoeGmoqbsxbVn1UrFVu0Wqfd6QtGw6muWK6UKPQnCgPxXCmczvlDcTCGRac3SsWLPDnLXE6VdCzC1u+dNrVJJobhpezWNVSvW+vRyPQS0ZkCe5jVajtjdbt94BB/OAEKhGP9nYmhdGAgbCt79WfVU3JrfVqZRS45V1ZDQZvzjqb14FlmUj1+Lao97KwSmgVxdZ9fXKVzySGR1eOqvnvS8IKkfk1SiZkbVm6QS8EhFoPRajLbTOZC0LGjGNnVG6ndkP9GPQX/aLT2jgYra7wJ6yyBpWtrAU3qKfjHcCzoLPbrMbgON0jJ7aHF6rKT4+r9av3rfHPYgcghZg5LAEmrKjgJz/dOJa2DvvNm1UScf00lbRgW9Cnx2TmjjNyeAR/5mUAMq+giPxM44NMRnwnE5DCPmMOWEd7QSYRE1fqL6A0dFVaezLIN0PMGsT3E/uLYG+gc0vCGWEhUwUHJGwhW3oHwhpeSN6QiYnuq71tx5g0vwhvYHFLwhlYsJArRX9YBhDcosVDe6EX0F1xvENuD8QaG1UPJG5gcduO8MdvpqaScDTWRceH7a7bD3aye8bSz7g2uWFVvEFnQXyz1TKRdeG/MdrCyat6Y7SSwwBvscdW9wR4X3hssrEqNRXXc8HM4bpBYlMYN/fIeN7azPBtWm1tpxEKivpqjNX3GzD8RZ8Ab3LEQcUF/bWMtM5eygDeI7am/U8NSz0yyxup0sbPAG+xxTcYZDAuTw25SDoFVRqynIPuLeA92gPQOAj2WeQARV6+b/B4H0hvE91MwrOo5hbTGgWEhvUFlPUUtEhKVsxNYlaipH/FuBS1WH4JVdJH7C4ZfYnuI7yUBqwfBInse4vLQyWGXXU08lh1q2aagYSRibKjhsDFhVmJYNqVkY6BpPSNhY5JRujV0WFZKLIdKupG1TMaiwrSHyErWWQFWllVlVRDiSjEqDAuVQwTLJJfA4bwhYGio9X69XyfHsDCyKOiwjDIxHD7N6gEF9dTazKUM0sUVV4+LsAcXnLtVIiEVlUj7hiFZHTY1+15VY1FqbeZSWVJclRjNuBRCQUtL26o1rWdp9SWtIh4PCmDmsLQa0+/VUWF1k+ewtgvRGzliXCmacbW1tv/Vd1suWt22ql20+mtd3MKDL7+zqkUpFJYQ3lCKhFSE8QamnhziviitNnOpHOKeA0XcJS1tF61ulTFepT14ptbwpGAPmUCA8oZQSEUobyDqQXmDUpu5FMob9HDgjVVtwrOMAeIpDCveWHTesJPPKZS90S5q4A2lseoNftUb7O+nzKSsCqGQisAbxHdhMPWAN9jfrQBv0Gozl+qys8dlB29QxLF7Q8onjxt0vUEcN5DeIF6LXqDe4DIuhDd0xP2+5EIBFfVTYoE32PcWm4hTazOXAm8Q9hajGhd44+KWdd/0RptEU/MGv0S8t5wwU/QGcY0DlUPEesqF6Q01cY2DIq6lpQ08sIYnWacwnFabRP2dVWur3hDwi24dZ+3B7C2GqafDRsjhWNR0IXqDGFeFalwiHv/i1WvBCWfpolVr21rboQCjkGwOGSu1LZ6+qdGIKWxUwHSGiqxKOiyDTLwpaGhWz1jEFDUpabWZSxHiinIdl0Yi6nFp+7y6hoIj3aGW0mLppdyxMNLWHrdmaY9bK+OyPSqxkL09Lo2MM5ZbI+t2Evb7ArtKBQIqqr4Lw8qqRM20WBh1Eva88k8lGJmQu/akLCr2PbhG6eUHwyp5dMQ5LK329Hm5YyG9SnxOTyESculV4hyWO1bKtuKNC8kbKU690YvwhkQgoCKMN2ixMCogvCEXCjlrD2bc4I6F9AZfQEV9HLIwwnqDq/Z02hDe4IxV8wZxPUXMF1BRmUMWRuAN4t8ZkQmFnLWnw6YmrhNxxbIjxw2K3uCMhfQGcdzg2BvEcYM7Vs0b1f0BWPf7ougN4t5iHHuDfd+DuZSFY2+wt2ciznDJ6vWQ11NEfAEVlTlkYZRHvBcgFQo5aw/xnvl4zMwlqwexnkKrPb1u8noKl94gvr8zk2Tgkp6z9mSs5PUULlmMUjrWfL8v6KyoSSnkCajIyiELI5NcMhJha0/KouKyPTqpeIR1D644o6LJChNYMmF1e5+8U9tQcGQZ5RIMSyIQghWb1uPUMgqpQkRgmeixMPXAtQRbPQ4NHDiYeiCuLFdxccdSSnNOLeu1aHXfJwwrwajY9o/K+4cj5jw3rIJ/JIKqJ0u6HptKMDD8Euv5ak2qeT0VXFxxRFxcsjBzWAGPT1RtTsQ2H5xMWss0WX52FqaevFNDnMOKBQJiPcR1h1lcXFnEHJbMStvosHD3NxalNwIr3lhK3ihRYmVXvLFovMFfxycqS8kbtFiYeroR3oDrDWI9GG9g2pNBeKPXTfYGHVbNGyz7R01mXPj+Yt+rqu4N9r2qKLKQ3iDu94X0BmG/L7Q3iPuYVe8RkfYWQ7Gsavb9vsAbRcSxzFvHJyqLuD4sccjC1IMZN4QwAJPq6UWMG5j2IMYNK2bcQLGs5DGq6CHvwYXsL/bn68ZrewRxxWKQ3iDu94X0BpW4MqS4qmscbvJ+X0hvEFlFxB5ByP4i3oMtIdZTkDkkspDeIK6nIL1BfO+GSlzjMRNx3QHrQyuF9ZTJuHndOj5RaSv5nZEihyxMPcR3oEB8noBYT5G0zxsyrhRijaOHxJqixzLIpRsChuGwsaE2h4wBg2JdO58otUQ85G9az6UhY9CoMCkklFgidlbIiKpHJyO0OWpWYuoxyQlxBanFpTRSYqmqLD07Sy4SwTA16NM3VL9Pb1FJ29v5K1piEguEPS5ts34f8Ontall9PYXl/eVK1LxM0mXSaYMuG48nWA7Bxswq9veyR6Pmops8r1wOufr+9k2fnbjvP351/4nH92uUyiUfbxozh0V4o62dv7TlsprBFW88feuHL9zxu5//9Z7ZoSUf8oo3kOpOBMAbTx7a9c9PHnjtx7fcuXdyxRvgjR6EN1rb+UtbMqnsrWcPgj1AfzhxX6kjuuRDTuG8QXxnpLWNv+Sl06gP7Bq+Z99sIRVaDvGCN4jvwqDGjWWQK5CQJ1YJ5MskWOS4wT6HnUowa9t4S15ZrfP7wdKBUN+MIyXkiZZ8vOAN9jnsRJwh3jOfipuXfKICSjO44rRGrbHl4A3i2k0e8fdcWtp4S1hwKtnj6znTG6CwilnaUccZFXFNSiUVbwwaxiKmhhoJG906+dLOkkIg88pNZ8km1S3tqCVC4fpA034fjZh8eoWQL+xyaIpubUMVXFqdTNLSylvREtO62mMVzfq9x6U1KiQdtX1cWZ4VAQtd0sqra227QCBRylQGhcYolmvaeOLT/7UiiqrmWayQqfQKtVEkU7fxRNQRIZOS/dme4YgZM4et19a6TqjSMU5fNBjrCCU6vaGkweLii+QLmiWRTCWWqZaVMeCIU+stDm84EMtCnt3BBOQZrEKXkrSQn6vEeGMNjELtAqWOgdbm+zYPjcxsGNtS2lCJdxRNNs86oRQKLISg5mde+BmIJ1ooxGLT2nahxmgLxDq6y5uGhqt57h0ajWd7GIePJ5JTBCG8YUN6gy9W2L2R7r5NN9xyx8effPaHk//79PFf9m+eCsY7FVrzJW38hUjU3v0HPj11CrT3xpuWiTfglO0KxOEAvOZ7t330759+9p//c+zxZ/o3T4aTOZXeQjHPCXrekCh1vmhm4NLpD3/3yZdffvnFH7/8/L+/nL/+lmRXCc4zLe1C6lmC08nI1Ozr//r+r99/Hz7AP5eDN6RKfSjRNTg88y/vfAB5PvXHL0+e+tNlV16f7u43Wt1r1wm59EaBdT1lrLaesnoteEPvj2YHh2c//uRk3RigfTcdTXWV9YwLvAFl6OrAoSMfffbZ5NbtIPhw4PBR6ohFKKnKEErmhkZmf/PB70/n+cprb8rkB4w2L8U8gzfY9/uqe4M4bkBVfInK6Y/3DI488NjT/3XqT9DgN9/9aGNlazjVDWPdmlY+3RRBEmDEgLPJobvuefWdd+HD7z//PBhLLXlvCKRqTyhVHBy98wePnfzi/yDPL//Tm0Mjc9FMQWO0r2kVUPQGZtxg3/dgKsGsWsu7BK6RTPZwKl/aMA5D3NX7bl0/tiWdH7C4gjyxAgpQV7Iz/+Rzx9sE0srcZZ988cVTf/dCyzrRQoAWlSBGvcUVSRd611fmdu2Fs/bA8AycUKyeMByeFEHgDbb9JQr+8ThTQKyn1Gtr5Ut1jMsbycSyxXhnKZjIMa6gUKZZ3cpf6IxtvWJeoTMteWPU1S6UQ5494XS0mufeQLyTcQZFCh3dPIM3CO8gxEzdiPWU0xWu5YklKoPaaNeYHRBAu0ixauGNsQwF13dipb6eZ5nG3C6SUz8Ao5j1FJlkNGKaSpgbajJu9hoU313LO1Or2gSr2wTgirO+XxFdrWpdwDyLhMLhsJGl3wNGZWt7dXufDrumoTI2jUwkWttWfWSdpYxSIr6klR9tXiZbK9NGg6U6B5aalSUGVpQTlpwyi60euZgaK2vXsF+LjkRM8frf2mheZjLOfH1/vmmZzWETisXQY7HuizVKiXUpsGwkVtQcI7ISTMioZN+DC1gZzlgRM2YOC0Yi7kVQe26ZrcxEwlrdI5oKi7QXwURycbFmU9YsDdYkimWjxLJdsN4ILBpv2Fa8sfS8gclhCuGNPCVvpBDeyK94Y8Ubi8EbLvJ+X9Bf7HtMVeOyEvaqqnuDuN9XFsFK02QR9vsix1XzBjur7g22MjhW3Rsklg2ujecosCAuOuMG8X0H5LiRveBYqGOZS5YN5jLnz6r5UMf+TOBUggFvEPfFSpH2j6rEzIXq3wB1s7OyXLGmqbGYPFes8ZgZwwJvbOt0nS8rDnGR11Oq4yFp76MUYp+lgkvLGYv4bsVUglNWhgargmDVvUGFhVlPIe5RNpNk4hbC/fnRiKnbSWLFzWkSa5YSa5IeK8cZK4piEfsdwwLPyyXiQb9hc8jYUBuDRodWLhaJBvz6ZmU2hYxeg4IvEPb72Mq4dHIsy0di8SmwnMASitjr8dFjiRAsHpmlkIlZWSGjU0eH5dYp/h8LZduf',
  'vault': 'eNrtnWl4W9WZxz8PWb1Ksq193/dd1i5rtWzH+77J+xYv8u7sTtIQKHHSQEISEkgCU6BAGUKhFEqhbUrb6ZKWddrSlraUztKZMkznwwzzyprSDrXuOcF3FEv4ef6PHz3K1fu/73t+99xz7pFO6MJKpXlUbZ1YUyrLOFfWwhBWK0xEx/AUbXTBLoVphOgYeStTVIvwkqfVq4gbRQrHi4GbF1EcPl5eOF50UrwUrTLDgCt0qKziyJrylh82OOdlhiFn6CDBMSb3klTXT3CMLwpx5qDRsbyC6fFaKOZVFHEjORTptjzWx7Q9n0thuuAAibYP7WVEe8n0g8i8JDh5GUeIvYykec0rTMPwItUxIItnD5wPBCQ4xubbJzcMEx9j9iyqzLsRXl48LyPCy+JZwvGCps+lqW7bkb81h5JDZXyk7flF8OaWHFoxLwp1Rnop0V575Xg19JQvbxQv75Icgw0cL7jeUWzg5IXpNUxGe+2BW8aOQhFgwFaY+Dr7n6UtBULgfRonLE0jGyTltRd57WB5ZSobQySysS2P+n/AWBWVI15lIyTVD6SRjaE0sjG0kdhY3JBsCLfl0dLCxjBJeY2lkw27f87iGltTNs9kkg27fz7VMVbPRNKrtCxlHKt7PMkGwstLjleyvZBeRdxyFBtBYIPAy+LenWwvgnNe9Uq0l92/gJHX/Ebx+rT3G1hspPNaxhiLps9LbhpCzIlcS+BFPCcye/bKDITzpijEWYC8iL1gboXnNUSKF40bATa25BTytLaPsVHA4AMbVE4A2Mi4vMjyAjZM7j0EMroWwYv4GBCwQXyA3jEPeZHkhThnA5bXEo0T2VkoAQZyaCwaT/aRClnC23YUgBLjDd0AwsuJ5UVOXuBlwvAykOK1IDcOIo9Bxkk+j0KxkXgeheE1mDYvmKJSmJ5teawtO6kf09acorwiPRwg0fZtsLxGEGw4F2V6crwYol3a0ji8WFM6+yxf2c4Q1WhsUwTHCFVddMEugmP09lmBqpMlrtPa1u2lxvYizEug7ICmR4qUvMCLIUTm1b3RvIp5EejuoFdcU3BFsCX10LVuKstUzCuHrixVu8OdiyNtlOoT6wUw9F1TnsgyULRZyeyTSBNzBFO2O4xX9Y5ZGIsSz4nMnj1UTmhTWSaJrg9nDovBRnBTWSZgA/ncRm7EYIMd3FSWiTw2ApvKMmGyQbzusMlGtrKBXLuRGweR/QaF7d9Ulkmi60WPRY2JdRDoXrzRNQRzWKNrabOSWcmGA9Hu6GfmRtcihV22qSwTsIFcu5EZkGtJCxRW2aayTGJNDGM9pVJvn4XOYU0BGAJlO4Xl21SWqYQf1dlnUrW70bkoVHdSOYnuRWYYXFv6frqwqpDl21SWicr2i7Wx1O0+wBRVS/S9ztBBL9F6yuxNmdK4fpYkKlDVCDW1HFllMT+4EUphM5e1VvrXH8doKGup8G+IxuX4mZLyZJ258qpifuimPg7dQmIsmqrdy6HdZ3DmsIUsL6ZKBCG5sdFa1uetGPNVjtuDgxpbG1saLWR78YOQqCKut7vGzxX7jgwFblwIwzsVZWXAyc3GYfC9sRo/U+A90B/49plEnNpQmUHvuyVJgeCKkxoaLL5eTzRRZ0doSGtv58grKWzcUxJre5Df4SSRDbg9yYyNrshIddtS2+DRjuFj9d37/bsmtPYOhih8S2oYcJX94qHI40dCPzgf/umVyJV9oX+4HHlwX+hm4wAJEOeRQ4k4P7kSuX8p+PMHI2dng7ckKaizVF/vDA9VtS4m69wQOxCsmdI7O/HrTBobTA+OmKKIxduzq3VxYfm+N3/67q9++/69DzzTGDvojoyItbUUOCW8OCSKwvKcmAj8/KHIoYHAQL3/G6fDr14Mq9Q3fSY0tuf8XPDtBxNxBuv93zkT/v65sER2CzJK1tnk7q5sno/vPfvGT9799XvvP/DwC829y97oqEhTgxkEBhvpZIOnqAIMWvoP33j9nQ8//PCDP374r+//1+6Fu8O1cZWlhQrdXXprqNd5T8eDL50Mn5kJJt+xmnxw+d8zHeyuLsOPY9B7T00FX7knfHwskHwn4ErEgTeBt/SzwVdWOUNDzb2Hrn/3Lajzv//xwz988N/zh+6L1M8ozc0UtpcsNmTGAUdg0eaZXFN23wywUcB044inrHJHR1oHjrz1s9/BCb//HwnNHjgfrourrC1Ujg8zDlmKeH0vnQz98Hz46HAg+Y5Y5oE2feFECIYfNxHH43txJQQdzkK3P/kO0JKIc1doZTKQ5qRACTbCQ819y9//8S8/qvPBO6+WN84oLQk2cIIAG3Z/yna3eaeSbCD7DcxzZkoi1rLemvY9x08/+o//8p8A85PPfgdS8ERHJbq6QpYn/WUEHR4KvHU50lLhc9m8X1gOvnYxzBN/kjM5ORl47VK4tcLnLvVeuz0E9xQ6z31LMmJJImZvbFfb4qE7r773z38EMJ5/+UdwSfoqd4t1tZhBgA3i9ZQkG84g0XcCja7FAqYLRzSuT2Fu9FaM1nXt7Zu4c/fC6ea+Q6G6KYOzgykOYwYhVw6rBwaN10+H4S9c6d+6O/z21ciF+cDNxol4Ex3FN0+H4e/qixD8vWs8cEuSonK8cmMDdNG1nXv6Jz8LdW7pX47Ux43uLqY4hBkE2CD8TmBiPQXYQK6n4J82QxRUWZsdoYFA9USwdtJdPqx3dvAUFYUs9y0pI0fkPjbiV2vchwf93zsXprJdk21ldSHvzcYRydy3j/olcvf+Pj8ARmG5FrrLoj7vLUkKRBcGlOZGe7A/UD0eqp30REcMrk6+qhK/zmJtN8Z6Sj9yPaWA4cSWq5hXJlBWyo31ClOjWFMNtBTCydxEhP8XNZV7T0z41x+nOuC9c8x/y9OBOhfxfHzFn+qsrYEeIwEGdgSRpgu5nlIiiKitE9rS6TWlsU1x5c35DOdNCazhPJMM3+xnN3VT+sR1LuKFVJbxVO2uLY3zFDB9KJMbh1WW3WtKaR5jinfheFHYPpgOp4qjsoyxJDVkFSSdXjiicYOoGlZvNC+ooSx1DZWJGtZK9D3Ev72FviWf4UBKqO4g3j9K75jBibPRvHAk1fej9vuaS6PXPE4cgaqd4LfSqzWcxZnD4njB2AbxLMW9QFZ90F6ehXSygfw+tsW7Z6N5iTTdOHNYDDbsSOG1l50UpdMLR3jttbG8YCyK81wUzQbdjhRWv4ERhxwvD2leOMJqrw3mhcdGP5KNPHopUtBHIdnAiYPnhcyLNC8c4bQXeV6DpHhhsoH8fQomG4j9vkhlA7W3WLrZQO3BRSYbpHit1pDo9ynY/YYNKTSHCTZspAiv37ClTXjX8sbyEmk6Mcai/aj9vhYx24t4/yiYx5HIBsprPs1sIPfg2mhewAbxHNbomgc2kOspeXQrUhjPYGdx4pDkNUeWF45wfuOz0byADUQNnXNSA/o3LLl0K1JCdQdxHJ19BifORvPCEc6a1EbzEqjbETV0zNJ4fo1tEoqZQtNsaV1uiRUpCturto6njjPDkdXjxCHdK49ZWsB1UQQ+itBXyPfksx25dBtZZ5JUES+osU0Q1JCDV0NyvGSY7eUhriFX3lDAckh0PdBTrSmZYaBEEM4tsWSi8hg2Ct9TrIgw9dVsSz2IZaylaypokkA+y56hSZGl1UeIsZTtbhykC8vFum7i/b4S/XNmgkET+4EKnrNVFOiRlg9Io4PiUJ/A28m2NhQrwp9yPPjKFuL9vqALgvsXag67lFtizjDRLVShl2msFvg65VXD2pbZ6hMPNZ3/on3sM8racSCEY2sokgXyGNbMS40kwZgNPYfFYCOnxJxZymfb6doKvrdDXj2m71zqfeLre19/F7R445fu2RV107Qo2MM01hQKPBmXGlkCNtDPRQ19GGyYMksUoYdtrZeUD2jb572Lp5NgJBX7wkvGvgPymjGus6VIHoQeJuOyI0WksVFsyizRJH6eo0VePWrs2V939om/ZCP+rTeto8fUTXG43ZSoo3lMW8ZlR4ow2UCtpwAbxkxSiYkmC/BcrYra3ab+g92PvPiXbOx57Tf2qc9qWmaEZV1w38ln2TIsO5IkVLej11Ow+o0MS5wmKeM5mhP9Ru/+kee+95dsgAIHzq72Gx0l6vI8pvVTywbGWDSxZzXhvk+LGZd4ocDFstRKIn3G2N7FG+8AD4ffeu/4T/4pyUbD2ccBG66jqUgeyKWbPrVsEO33lfh9yjywgXw+v7PYkFnKZVmL1RGeu9XSv6/m5N/Wn3ns4Xf+7YU/fLj7i1+vPf1I+ZHzwkA3w1BVwHdmXGpkSYh6Zq53zEn1Pcj1lEzMvVDogtbne9ullUOqpqmjz7zy2C9+7xpZVtSOiUIxtrWOKvXl0E2fWjYEqlbkmhSNV0aw7xOAwZHV7SzSZ5xySowUkYeuq4B7h9DfBfcXSXk/UMH3tLEsNTS5P5dhzsS8yFIhy6UtjRPs88ZTNObRzdC9SHSxNSXWdlE5Xhyv3BIToJg6TjeNW0ZWXphegEcBzwGDCiCEZa5mmWsYxqoSdYQq9pILRl5iabht/TUkyctHSg2LeGVibWdyLJp6PWV6Z5EOKcCMaP8oiFM6hROHBK9yOOc/e+XQjXksSwG3tIBnz+fYchkw+NSTdSZJQSWJa6h3zJDn1ZXcK3idXjxFA6qGcSnGHHZHkQ4p6HyIn6WY3PM4cUjxMrsXyPLCEXLdweLds9G8BOo25Pcq8djQIiVEea2yoSVFSK9VNrRpE157keXVR4qXQN26ycYmG+tgoxfNBk2DFBYbGHFI8TKT54UjLDZI8+ojxQsGojhsEOz3VeqbxmfD7l8g2D+KXDaIvdLORh9xDcllw0mGF7CB2u8Lq9/YTlMjhdNv4MTB0Wp/uJweLxzhXMtkeUlJ8gI2UOspCTaQ+31hthfx/lEG5yyJbKC85tLMBnENTe5FEtlAeS1hskH8nUAD1m8QFjDbC/n7FBLZSJsXJhvINSkS2SDFS6BqQa6nSDDWU7bTVEghvXT2aZw4OOKjvWbI8sKRVI9zfZHl1UOKF1/ZjKwhleNWWcY0tskUmmBJqrZTVUgVMEuV5pHUcSbZ0mqcOBvNC0dUjgdVw11p82JLd+HV0IasYR7DLDP0KkzDKTRYxPdvpyo3lWXKKdZLdLHU7T5UIgiKtJ2o/b5mtlGVm8oyceX1xL+VhjEAzhx2G1WR6WJKHVSuaf1xKBwTS+rMgoLwVc04c9hPAxv3f+GpBx67tp2mXE8Q+PilR//u8uNPZwcbGM9FezDYkGe0GmMT733wAWggvn89cfom9ibjNPdOZXpNNtkA5ZSoO0fmv/GDH1//0WuxscUCpu6Txcln6uDj37zx6jd/+GrXyDyEzWw2lBhs6HuQv0/ZSpFnru48+wBc6VP7bodO493337/w+SegMp8gzrmHHoOPD8YPTO49BgHvOnclo8sCbKB+n5JgA9lvbKXIMlRwsX/vrZ9CU568cPXNX/8meUdo7Jm42TjFQstrv3wHPnv3/Z9/5dU3knHCdT2ZWxm+sgk9FkXtWW10LWZuBUAmT83L379B4xmnD9wBDfq17/6ggK37BHE80dbnX/n7QrZ+fPEIxHn6petwW8loNojnsIn1FIxnsFsp0oxWLl0Ff7dRZSsXror1ZeuMs50mv+fywxy5I6NrAmwg16TEum7kmkums7GpvxZP0YBc/ypgWdXW3fBiTWlLp+iiyBaKZFNZppwSvcoymrrd40xJxc5irUjTDneWNSXRdReyHVsKJZvKMm2nKQXq1pTtro9ROW6hpp34uyI6e3xLoTjr5Ss1npoIXpqPjDY4c4ulWZ8vW1ZN/N0euGXgzGGzvlCNIevbl5s+0n1z4axPmadsRMxh3QubbGyjSl75XC0g8fQdNZcPVL1+sRFeBxymrGcD9Vx0XqqPYbAhylZtL5YLlBaA4Y54dPDkfYzSoC3g/tkDTXOx4E6meitFnK2J47AhwWDjtkJRVmp7ibJQZGXr/W9cbAxXetsOrxRbynJVtm/fU9/XXkGTOXPYui0UcVbmzlM24LCBXE+5rUCYfdpGkxUKLQxdUOmpuXEyum80AlSA1C7XmxfqRlsjbHMU8NjJUGdl+jxFA2o9Ba/fyLrKQKeay9GXqH0CR21pVdtLS7YfnYqeWaw4uDtyfWXX9YOu+Z5Ksa+ZZYwUimxbadKsZAO1npJgA7Xf18JtBYIs0zaahCop5ViislC7t3ngawtW0EuLNoAk+XppqE5V2Stw1paovDsZquyrwP/usZB6vy+Dcw7YQK6nZF9ldtAVxUoPNL26qs/eNfvMvCuJxEcaHOnXN4xK/S0sQyiPa7itMAvZwFhPQf8/NX9TwM8y7WSqSjRekadeWzto710an516ZtGbpOKrC6WnFts9I4eMzRPQq7DNkXy+EdjIsgpw5bU46yk6O8G+T/NMSTT72NixyoYQ2KhJsBGaW6m//Wrn2adj9z3XvPJoxd4znuHlJBusLGUjp0SrKZ0k2O+LJa3aRpXxFPVCdduaEqha8ujGrRQJV15HcEw+0wKjO0Ax5THq1nymeeN4SYxdXOMugbPG1zFXN32ibflSz8pjg/c+M3T+y32nn+w8drVx8e6KoWVVuBOGoxJLl1CzvrwYybxqkXlxEHlZwIu7Ti91SwHTiuMlVLcSj0V19ilInGjckhivzrNlu5L7R6U6RlM6geEVJ8VLi/LyVhwtjR6ylMfaxo93LdzTd/jy0F2PTt377PSF50dPfXHg2IOxfec64ieqY3tU3kFP5WdSepUnvKDaziAiL66iDp2XlDCvhNckhtc0WV4SfTdyDgtXDfFzEptvnwD1vWWTew5nvkyal44wr8ojjvLDzvJY08Ch9snPTt3xyJUX373y8u8uffU3D1///ZH7X+6YXmkZOdrQvaRyDfoqjq7LK7HvwZIQtU8OXl7zGF57ML0w5rBksdGUSWxUHLH699l8zfWdC73xlYe/8qvp44+MHbm6/8yz/fvOX3zyzeVT1xpie2ua4zJz1/q9MNngk8ZGCwk1JI8NPhYbOF6t5Hjp0F5GW1V1/fiZi9/Ye/zR5qEjM0cfOvfIDeguusfvuPb8b1u691TtGhZqmjOODQEGG+ga4rLRmpVs6IyRimjfs1/+9cDY8fjS+dtPfemhJ96I77kwMnXywqXr8fip8nBMoGpMIxtNGGx0pZMNgr2q7Kv7fUFexPtZJb0cqffgKk3s95WooXMjeekM4fJQ94vP/XZs9I6VE9cuXfrWU0+9vbLy9MEDl++9+yuzU5+DfwU2UPuYIbwSe3Bh50W8B1eSDeR+X8CGI7CU+pg4rhfOtUwK8y6saxnba5mEfmOVjSsXr4+PHIcXu4dvv3TuZXhRFe1/7tovWhvjSTY8aC/UtZzIC+taRnmR2W+gvfTdqP2+FoSE+2vBMWbP3sS1TPgdM71jJnF9bSCvxSQbfbH9Tz76elPdRF/3vmOHPx8Nx06fePpzJ67BPyXZQOyLlfDqQnoBG+vPy+CcRXqZ3IsCsrz03cj1FCFqfy0QX9WIfAYr0eF4tZDk1YXaF2shyQZofvr081965+LZr5059exTj795/p4XKiK9f2ID+V39GTHaK9FeJOTlwPRqxvBC/j4FvND/Zz2G1xJPWU98jLY0jvQygJcKnRdPgfKyx8VapNe8UlOWBABUXz0aH78LIIl1LH30ZijQwVUg1x2wvJBtgZMXMC/SdpDixcXwymMaleZhjW1iTamtu0uEgRy6VmEaIjiGKSnfUaxUmAZTHzNOF4WwvQbT4SUKbqcJTOao19O0ppzOOgbfgOdlIPaii4I5dA0qryiWFwPDqwTHS4HwEof/B5vbQg4=',
  'orrery': 'eNrtnXlwG9d9x/9P4ogH7vu+j8V93wdBAgRJXARBASTBS5R4nyAlnpKs0yNZiS3bkhzLdWznTutJGtdpkjrN5aRx7Di2O3YcJ22TONNOOoqdpsfUfSBcR7GBfTujJaKFOfMdDmb5Zr/7+73P/vY9POBBzQhG5IdiismqiiqOWLjdGkYoIhtHaWPjJdX0YJtsDKWNlZtAmG23lZec6oEKJ68ebHEF8PJCPw9Gr6B0eMC+New5XlVDrp2UZikkKRZsmyhtMsiqXzyA0qbo3klqFiLSMYiXFuJVdO30Ai8R1Gux7GVD91pWUr1yqpvaIm5uYjc1sW5WazNXSDaBBn5RAerVhsErKC4WrLcclxZ4jRZqexXf8RqCeOmwecnGwItabYCy+jVwPSBAlDY547GQZHjIidamV7/SIZ+ol1cJi5eC6qG3yj50gPSRZmozjfOuPkpigIN3NNEUVDfIMwavQ/jFtQ3xksG8DEfD0hFcvPBkw4VDf9XTC7BBbhEADPgaq9jo/qMMLkAIOC6jOuvOxk4d2djZZwOdjTtaaX8Cxq5oAvk+G+F6sZHB1l9hnNhox9BfYLBBKrNBr8WGlOoIiAehOcTihVd/tdeXjT7rco9xsqpS5tkKG33WlZptTDMVr6yl5nmSpqkKG1CvMB5elf5C9ZrBzgaKV8KI1Qv01y3G9Y6XDOa1ywYuXuF6jUUz2MaiYZxqL2HrxnYd68Y2rG6gzYl256cl4IUyJwJtsrqj0LknmFuBHOLmhTpHSyFYvFZlVBdg48PNFJHB+R42yBwxYENCtQM20L3S2LxwiavsJaufF2CjF1lDUVpb7i/0NkDAC71BUrME4rp9vDLakoziorSIAAPNdB5dpHpXFJ70QwfIHz5AllKcgA08vFZxiSulWcbkJcHHKyQbgbeRDEOuB1mF5jChXojIxiFe2mXoNWPzWozIxmBxrQA2RGRLczP7Iweo79EdTXRWqwo08IsKt+6V1q7gFpcUL68BqJeGGe5SzYAXVdWjnrfz0gizLa6crt1mwSXIahhBlDYADAc/o2O1Q720DPy8lKhe/DQoC1Bp6BAvJ78Xi5eWEYbF1afG4sVE9wKx4+aloHtBuQNPzKoCd7qBHcOSw30RSwqaF5SXWv3eLhs3ceIB6RAYQ4Khb1WBoWxCs7ifycaTR9ift9bud9dOQrMAxqKw+deqhOLYV4PJLy5gmcPus/FBZWNnn4197SUb9n01mDCyAVvjWBVT7PtqMPnEBbT1FNMUxrqxn8mGZAPbesommLMUq2nQsZ1BSmKKbV8NJsBGeQ5bo98BNmlkOYRhPUVEse2rwQTYgK4TBWXD0DWO/Uw2nryig5D1FM2iht2WUC+A4lBVKe2KQ5ARUaz7ajCpGIFu9Xytfk9rV1zCrJjmAOUlKC1WVUAypGGGhRTrvhpMYqoDlI5a/R6UFBFWxCcZLK+n1BqLltdTFvbo8tp0zrF2z3431ZJf7RiN7FV+QFlAH4v2aOZDshH0OWyvflVIseAoKd062enRcm13jQdeuNYBjvR5XGHEga8LcaVgWifjHhXLeqro/4f7yvkpBNw+Nc758Yrz0Pe+sLAhIFtwVMLu/MXjsSdOtD1/teO1T8YePxb+6SPRT6+H8XUhrvJ+F8jPF3fClfw8uhb6+WOxBxdD+Lp4RbcjGwDay9NBEO+ZEf9sj/e7H29/6aGoXWbfp6IiEdXy0HLo9UdjZ0f9cz1eUDqev9JhEtoang2Pyv7AXPBbl9qvLQQrR0KIHdwmV+eDh2OefTC8Kvv9s8Hv39t+6UigcqTbWi6z4OBcj6f+bORspZR5tqp6LQuADT7ZjJfSLicA48fXOu4a91eOmERWEPvfXYicH/PjaERQpZzOb97d/uInojsDvsoRr8pWyc/lmQCORmCSkrPW7Pe0eS6DrW7gnoHz4/5X/iI6EnFHTY6/Oh4GzxQt17IPxrsCGLz8UHS0vZyfr5xue+5Kh5yJc34AG+jrKRU2CrU/GwbmsBmkhO9VdRjtYLDxvXvawV9wRzxzbzt4tl5fDu4j8W7pAGkB+QF/gcB4DPy9dzqAOxtonwl0bpc/8w/7DkJau8Ijm3CUmmu5MOG3y63nxvw/eqBDSDWtZr35gBNfF+JKL7BcPOw3iS0niz4w8BBQTFsFb8btwNfFA3vPHON6yh4lodjmumc6sA9DLfX7nR+b3Kv8uEX90PUUJSsYU052qWarKq6asfIT+93UeJLTvVHFkVr9DmTjpyR0Z5tsNKo4XFUd8gmE3c4jGwknGd2NHpcOW1wiqj0sHal5HsVhPSdKxPyAuEKQuGI+6SD6HlygtnDJRsIpIC2i78EFnqdYzuMUZtH3xerRzBMxP9C4EpqFIIY5LBFjh37WsVe/huU8nvJcD7J3BBHz4xH1w+awK9jYMBBO2NiAn2c3h1A2iJcfLHFhYYNDNhBOWNjAch43hhwSMT/ufTb22bglNob7rMuJ8hZPVZQ2z+6yoSecKt+7QY1r7eb2XIqeR94VRc+96TjIYdZS8zy7+5itEDE/6HEljFMVNqB1g03WE05Y6gZ7FwkB1SClGRV0o5JuUjFMSrpRRgNTPAOPYmDv5hB6fxExP25MY9HhAdgeXGySnnCC7mPWi5SEFIOCZtQyTEaW2cq22NgWO9sCXphZZh3TrKKbJFSjV9wP28dsiYj5AWxA90yDvmee1q6wSTrCCX0fsyyyltctaxlGgIGTY/FzrSG+tY1vi/BtYb4twLN6OAAVs55p6pD253SrqOsOi0TMj1uUg66n+KVD0DYsko5wCkqHUcAY0JdGDAsOtgVg0CGwdYvsKbEjIwFypiWOhNgRE9oBJG6OJSnvKxpK/bXx6FEvEDE/TmEWvd9BXFKGp1M5DV5UVbd63siNEzF2OcNXNa6EZqFPOz+km03IekChAFT0SpwFmWtY4R5VuseU7hGFe1DuykmdSbEjKrBFhN4h5HAemUtpqqZo3sTrJmJ+RDRHTDlZq99BXGZeD59q8UsGwrKRqgpJh5XMAIuENIwEFJ2GYXCwzW18a4/I3i91DitcR1SeWY13Qetd1Hrntd4ptQdAUpCXa0hUaPNwLXqmUUoFj+nGyQOXAoZS+Zr9LhtRs0JeSQF9v68ezTyThDSGQOfKaHojy+jnWbpEdlAcQK2YVntWEN+G3r9tCOwYApsG/5rOBwiZULkH5M6U2A4osrFNarqBR9Y1TCpsghT6fl/dmjksc9g9ujyZwCVgWuqZEB5Fp2YY7GxzRGAFo4uiwgXAKOl8m3rvhs69jrjWta4NxLWp8xzbxWNc6e6XOTv/v3SIqfp6Xi2faZYLXXt0cpcoh2UOi4ENLe5iU3Sf+csnP/3FJ7k0w16cv6pEVJ2eafBwzXGR7aQ9dtbReVTvP4a4jmmd79dRxLNjjtzjTfTJnCG+xcI2Kmh6Nhmpz6WCtDz++b/+7BNPgUTtxfldoj4s74tC2WCQtLhrYmLtN7//PdBK6dRenP/9AgmR0nQmljHAsyTEtkmN77I38Whb3wmj78vrhbd+fOKsLwiQePbBqZ9/pQReXPUlHg71bpgjWakD1Bk7x6Si6zlkpD5Xu7R8spKfI0eO7cX5sbAR+HOwwaLqRkdXvvvcT5554eXx8RKXYawHG2StjKYzs41BviUlsR/ReFd1vlOmMg9fWM6/8Z3jp8PRdUvoW5enX/rcMigmJ43+dZ13URfokzo6hFYnxwSeR1xKPdjg0o1j46XvPf8S0OjYCpuq/3Oxgb7f1y4bGnx19q4H3njrrbX1czOzW7+8ceO+a4/hbvF+sciaXTYMQb45JbGdc8Yfj+QejeR27O3r7s6NQHIjnN4IZzaCqQ1v17o98kAgVW7Q1ndQBtiwODlGNUPPpWjrcKn3Xvnkr278bmZua+3Y2V+/+eb5i1dxtwBsoP9+Cua6gedVCdjmF3/+T6BaXr3+mZd/8c+VylkozO51wpkkjYSGmFiGAM8MnilDCueyIXDK1w1g2IzlNxPDm+nxrfT4ZnJ0Mz6w0dZ7MpDctEYOqdxZqT0isNg5RhVDxyHvORsykfPVX70BcnL9sS9+7/kXK/lJJkbwdXGW68Y2tG6g7bHg2E4jJTpJg68CvsyT3/iOROAoHT0DAv/q3z8j5Fpxd3m/hFREVx6LmuIia8ncfjk28PDB2eOpsa3+qe3i0vbo6vbY2vbwylZ+DnByf276WnLsnC/VK7WDUgMeRnK6DhSfOlxntKPwpa9+U8SzzS8eB/l54qmneUwTvhaADfQ9FlLIUkBWhK6n0EnqPZCm8uLY5nm52Lk3Fu8Vl6JRM3SgArQLLTP2+LHoQCk5vlmY255Y35k7tbN8/vjy+Z2FMzuT21vF5bXeI2vx4la4r0tq9/BMeqZeTAVFQ02vk97Jz9aJiyKeFffzO0VZ2FrJIpb1FHr9ErK3YpLVUhpiBI8VkTVtjo5E8jPZ6dXx9a2lc8c37z1x4uqJk9dO7Ny/s3rh2NTxhcLiRNdwvyvRLnfbOAbwQAFoNUwq7MJe+HoK09NTe9+nlHbZxO+mkdQNIx5FC3rZKbJ32bryseLEwcWFqRNH1+/ZOvfIzsc+f/yeL2xf+NT6zpXlhXNTw2vFxETalwmo/DqWXkzTMsiNkwcBzdalnkXZ78siSLKoevDo8UoKVeUR58UMFxFj51ANVePySQph2UCnbizuKmRiI8XC8tTs6aXtK0cvfW7zE09tPfz19fueKJ1+eHb5wvjoRn/qSJe/P24ej8gHA9KBainKg5uLiPlhkhFQOmr1eyUut+Qg+n5fPZp5GklFOIHoUOIaDp7KR053dhRz+aXR6dMz21ceuP/So5fXrlxY+syDp1fPXDu0dGFgZD2ZOJyKLA2Fzxbdx2uN2bo0s0TMj0WQQB+LdmtmwVgUOoeltqoIJ/T3e0dDpwfaz/uDha7MbO7QztVzpWsb3X0bZxi2UGdP6NtXxgdmzqTyK22x0e7QykjkHEp+0voVIubHIcxieO/rg8jGSODOfOiMyZkJdB7qKpRe+EQh1hOcu/o41xNtQZw/uL/32PJCJDXjCOQ7PPPDodOobCx/sNlQEk6QdSLviX7PCYU+ZvIfjGcnXn8ktzDeAagAkjg8r1zvu3B0xB4pamyJkPVI0XcSxgbx8oMXG5RWJeEEXUPss24I5X6ludscyr9yPQd42JmJHSm2f+NSGqCycjivcaQlmogPGUb/jWbABhHzg5EN6H5fBGUDEpdhjckyCuU+vTX23KVOwMO7evXBzGxvRKwOc/h2p6QffV8swrLRC9vvC2PdUBBOWD57QCEpGQydTuV4+pjjuQsdAInXrve+eLn721ue+R4ni2OiklUOURZ93WGXDeLlB7ABi2vFLyui7/eVRlbIrQrCCbBRQN3PKo2UKi3lPM3TRx3v0VS7EZAD/gvYQN8XK6ldImJ+ABuoce2AuPwY1lMIygb0d2EqLelkxVeW7O9hI2FF3skhbN0hoVkkYn6g75mDuHzSQeh+X+RWOeEUgK0T3RxXxo48tfJHPM70maikd/5lF2ag6w5EzI9NmIbEpVkQMZwdisNx1UxVdaqmddwYEWMXM1yQuHh/EheVLOfQFUBMquLm41yauV0xgXIePS9OxPxA4zLw4mxqefujiPxQVYXlYzKWj9Qq31eDiU7WgkdGrX5vk48r2EGPJI/+XemEZoHUKsNXFLKCw9aLxXaJ1MnnW+h0De4WhBaFouRwDCA/0nJ+zHSaGncLsyCB/l3pbs2cXzYEnevhe1U0mlomd5utnd5Arz/Y53AntEiIyzXuI1ERna6WKzwWWxzkxwfy40pokBBABV8XMI7CMIeFs9HaKsNLZLJCKnc5Pal4Yjw3sHiwuJzqmw5F8jpDhMHQ4mhEUIH8yBQelzfdlTxUyU8yOxVsO4jo2xhMBEcjW5mNHTzYkOIlFktnssY6E2Mzi6eeff7VV3/2m/uufS6bn/MGs2KJHUcjgorJQsy2zq7k+MLquR8+/8qrP3vj0uXHMv0zHn9GInWQSDK8jG5DNoQiq9uX7ivMf/cHL7399ttv/eHtG2/9b2n9YkdXUaXxk8jyDzgbfKHFE+jNDS4+98JrID+//8Pb//7m/8wun2nvHNIgQTJFUWc2oN9PaWmV4iWh2Ob2Z8qx/+T1N//j7Yq2T90X7R5RaQOADRy9iCi+0ApKaP/Q0j/+9Nfv5qe0cbE9XgSjDsAGXkaADfTfo8dYN1paJXiJw9VbHfGezOGzFx767Y3/AoF/65kX88XlQFu/VO5sLV+25IMsNkdvc3UnskfuvvfR3974b5Cfrz39bP/Qoj+ckyncrSTc8mMTpqHrRIAN9DlsGllpaZHgJQpFoVT7/KG+dG56euHO1c27Dw4tRbuGzdYYi63D0YigAvlRawOBcA6MMSbnT65u3N0/uNgRLxotUYANjkaADfQ57O56yhB0PaW5RYKjGCxEjQSd3lRbdBA8RsEdAUan4FnTSpLha0RQMdk6jS7k8qXbogORziFfqA+AIRBZ8c0P9D3zhGbRKx2Afj+luUWMryg0JV9olis9CrVXLLUz2Qiolri7EFdUmgoMSiv5EUntDJYWjBDwtbAIkuj93q2e59ItMeUkeFFVXepZNadtjzJQefDdDn3RQpaRGWoKG6GwdRSmppWqaL4NLmxP88OgIB2Kw7X6vVs9h3A7qBSNS9zvlw5VlU86IGDYm1rEjSrAAJmpYUhsbLWPqwvx9GGONsCUO6lcQwtF3sCBk0gKh6ivdr8Pipgul6Qffb8vgFBTi6gh1UySULg6tsojtEalvrQ81CcH04FAr8jRxdUF6SJLC1XeqLEb+HH0z/aARwaWOWyj5ofM1rLBA93RpWzPG3NTqYsP5x74rGd6Wx0vAlR4hjBdaG4mSxsydqswBZ3D+jCwcaBF1HgCNYEhdwjtcWV0wHhwbvpvf7j58q+B1l/4F//iaW3PKMCDgwTIHKSpEcPfZWMHxsYgBjaEjSfQ6Vx9UBbM6nqPtG99vAJGRUOPPWkqzKtigwJbjC6xNpEkjRf+Phu11NQqogqNfEu7MlowDcz3Xfn8zWzMfP1HtrGj2uSY2NPDVLqaKbIPLBvQ309pwLrRKqKJzAJrVNU5aB5aGv7s125mY/XZn9knNpD0hMSXZKnczVR5Q7KB9rswximMdeOjLYIG04FWIUVo5FnaFdGCcWB+8m++fzMbQK6pbU1yTOTpYSidTRRp42XAgmksOoi+x0IaWWm8zACROBqOLiANZvS5qbUfvQ54uPOV39z12r9V2Oi88z5lrCCwRWkS8wGSqCHZQN9jIaldAmzAPqvfmGw0UaV0mU1gj5ryM8mL1zOXP/Wlf/3Pr//u7ZUvfzv1sUfCa+fE3gRL621laxoyfMAGdD3FIy1A11PuaOE3oFoFrWw1U+0WOOPyjoPa9PjFb/zwiV/eCE9vqbqGxP4kxxiiiIwHyOKGDN8k6IGup/AY1m71HMp+X1peR2Oy0cL/KElI4moZahff1gFgkIazsrasJJgWODvZOj9VbGqiSRs1djpVG1fN1O73FT2/s5UsswiTTnGuqhziLItmaCFJzYIEShsu3dzUKgYo1m7Tx6GbW8ny285LlPQoB3zaEb9uPGA4VJZ+3IeMelVDTlk/l27BycvYTJKYIHFh9IL0F/sdrx6YlwjdC+QZ/EUfi3ap5yrjlqHabVLIsoHfhT626VRPO2Fe3Zo5szCJwSsO9XLg5KWHecUxec3j5DUDehbutbuX1617+aTwOSwACX1/kpzxmF3Ui94mpVvC0wv1fZuUvp5eyz7pALpXVr8G7otb90pj83Jg9YLNYQnKhut2YSNNYDZ26sOGrY5s2DCxMYDBqw+TF6xGeeFemPrLhqG/vDixYcOHjVJ92ei7zdjI1JGNTB3ZyGBhI2crpctbPFXR7n5fZTZyttXabeYr/ZWz1jxP2jxXYQPmVe6v/tpeGYxeu2xg8cpZoV4ZqJcX7lXur5ztVr0qbKB7Vdjox8cLv7rhxKFuYK6H2+heGO7lVcz313Yd68Z2HesG3Av9M4FpZAXcX+h7XmV1R4EX+mfMEtoFcC/D9uBaceDk5YV7lXDyWqyvVwHdK1P2yuYt+MQFXU8BbKC3AQJesL2P5n0wr7S2zAYOXpoF7+3lVcLPq4DBK4uLF5b1FLsI6rUKXbvpVs/BvbTLGLzWMHlJsHj1Qr3MQvj3ODySPHRvMRtOXm6cvCwYvFh0Y0RxqFM1XVVR5aSSE6JTkTbFeK02MeWkltdBoajR2qimVNw2uBcXs5f81r3C2LxU9fFCeNFdrzEULzUGLxXUS1X2IlNUYYhX5P8ApZy8ZQ==',
  'things': 'eNrNl3lQk2cawP9dISC1xcV6gByBHOTO9+X6zpAEyH2REEAg4QgQbhA5BQUBBawcHhSxiveFeCujrU7tzrr1aF2PjrOddrbuznb/2WP2z53ZN8ZVurLN5/i1uzO/yTzf+z7zPL883/vlYIhIBjWixeRyiEyQk8lKMkUZDMAlWGRQrhCDWeJyA+/n1S4K2AIJlEoJCSpEi4g1MoKPkgqSxDNIXBMMeCgZLyNiRATFInHuQFrVRk51z6KALZBAsVRYooTEKpgQ46RWR9oNZJ5ZnW9WF9i1Gi0JFuNlZDQ17RV5tf9NOARIoKaEh+U9Cc5BCGCYbyYDTnWdk9xeZ/rnF6199VbwLngosVxKqQ415/B1GILwrIZxmCDsejLgILPkMCdZoFUq7h6v2OTXO/TgkBAJMjyKQilKzgL87QEyiXIcVRP5JtKGK9jJgpe4MpQFZpLIIJgKPPpndcZ+nGghlhR0xvNNhBqCFjpnymUFZoJ84YyFLQWUmEUNSZ7KRQFbz53D14nkh2c1hMtw3KEnLLhyobNTrXLqCSWBr4VxBoU6Kzzh5uyppeITyUfDEivG0lWYTouvMxEZMMxJCQqrYbjARGRqcQGCxUko1Ynz1DArutiB7kUBWyCBSh0qRAnQNRAGYXi2DncbiHwjnm8IBllaHMKwtTAWLUApOq/0tvwIVJ15lFjKR+MhVKDClDhGqoMoCYyvwhIgNEZAtQj4ygjj7A5QK4VQJIqPxIqQNVI0CUaT4eBbAJdgkXqFpSpDnKsqLrd6cVxVIIF6NeownssDGD9cj+XL5RBPJeNJRFxcyYfEXKmYSyj54FIBp8sg3jK+gjaNdBUtiEWcD0qEkwGJTRo/16lsNLEajGmXNyPgcrRMNFQsEAm5dPWiC6mIM1YmmqqWAslzXapmM6vJzJrvRcHlhF884hNKRBz62ilpQSpiU3Cmp1cklx6kwlfOp9sUuYpVbvmqs13KV85CDl29fgrnQGbiQIWstwyu1K39aZwVtLDQuSwjYU8ruXM9XqqOX+DMpqtXBIceFjofXS+zSVZYxXEnW+ULnenqFcGR08JC50WfQXHQWf5/RVhnCY3ObBktSATs0dIXzuDjAgg3mVhX+jCHgjlWjYxUojIlHCMmo8EvHHBzaWr6lsRxxZlKtgHhICKmnUwnobQMBT/Piuo0mMOms9uzU7W2laQ9DjG+C2mjeMjPrLdckR2nMkb+6D2KEeFAb43GlWQoTLWWsBx+lqOcafUl6gtWZzhBhaUCJJorBzA4b+7AgikSla7M6tjZdOFx+czN0o8+bjz3MKN5hAFu9GuZJlvG3m7H/r7c8uoinqdGVNQk8W2Q+FqEhY1cdyDV4kvTuzmZRjapZmFYogKNFSoi2TB1E+rC3r3zCv/GZP06ddOwpuUDpqkYq+33H7q1TKJemLmlXv/NQQ/gxqjz8GbrnsFStG4L0bQNb9qK1PbJ/J1IWZO2rMpYUmQudOjdWWqrVqQlV0EqxhsMEKKCsedDWVmHadMUmDA/t4abU+kZnY0RYoK8unW7zr9ME+NISPhUv71wy2iKxiokiIq+fmPftKF3b2bXzqy2YVtbb1VfZ/tgY12br6be6S03Gd2ZYg0RJ1ZQlIlICw+DLW+++IRpLPZOza8hHarKnoW71Sc+j4W0odjlVIecm8qzPT3DyRmWZQKVt6vbPT7rGjtl2zqT079n2+HJrx7t/8Pjic+vdQ8NFHW0OovLjKRFk6JEosAJSYNoAXgW7r6Y1TGRZvFVHfv1Wp174a6pZwpMPhRjWjTkPL0xaAtIUqAt4xPeA9eL9s3njp8q2rH/9sPZ8SM7dn206U8Ptj6Yb/7kWPnpvd6xwTwujsVwKTpLw5KgceWPzwG3RF1uw9yXMQIMnL2krLzQLuTdwLKUhGINCX81aX+p3RHQXx+29I5sKTl0A2h7Jk77xg7ceTI3MD2yY6r72f3BP95u/8e95r/faf7+Vw3pRMg5vE9EaniiucqGsw/SnZU5Q8c4Dn/Z/htl+z8Jzva1TLMW/rQT+XKH4em0E/BgzPhpF9LX3+rZOZc7MWsfOuQamNwzt++L+/ue3B19fGvz+LD31JT3+GTxk6vVTHA2wFml4LMkVUIFa/8B8brGnKGjBTvPMY1FsbBu0TSTFr7ZrvwPurrq/v0MTmS1Ddnbe+sHuzaPNDe0+2obHL5yo8mtE2vwOJGMogxFlvIQrrMCBOk5Va7h42h136Jp6bD0defipiayeYho3gY+9BQVnbi/OcsfsJYX2b0OiydLZ9dAOjweUjBYVAe4hCmmlzw9fKFZeaM9yJUNSEulQ+JdD5e2QaVt4uJmnqeabSvhWTxio1msVQtIlIUgK8UyRhr9Jm9ERKrkHSG2QmVI0LpSjIUseynH6QewbCXJhoL4DOcvFVnvCpFl6dAyrjSaLYlI/d94RqVBPLlRgthCSFGHQpuHGn2EvVLtqkGcVWu1rtWk/X3EGAtpotOVb9UuRUQLIpXFmO17SZ67Mc/dZDaVWyyVVke1zVkr1xW8I8CiwZ+jNCldTd8SFeEK2TbUDF86+7sLZ54Crp7/pqVxLLiu96Gkm7Z2yUJaCDk31m2/cu5rf8mmqvI+f+mmkqLOi2eetq/fBbYQwk1XLxqdzYZSMNhS70ZguGXTwZ6OaRAU5m+4duk7q8n/Rs6RTOFKSBqR8oPFeBnHUAYxUumcc0lx15kTD72F7XWBocmJ+YkdF0EAFo/O/Kbc10PdWedFb33rfvS3/Fvf5m78MDsZg8AilqeamCVnrunS1PCSZAEtAGdwJE4cvgcO8Nj28yeP3D9+8A4I2lt2z0x/VlnWixAuKnWEBvm9P3uA8M2v3Q//mg+C3/4l/+qjHPAK4sGD+mBaEj2o8Byb2X/9yjOPq2Hh2cixVV+//MxpDQSdKdTJqceBW/WABsRgwq3jmZ89n/nd7z31Q9rIlGDOL5L4tACcgWFf9wyYsMtRs75htKF2xGGtOnLg9vDAyefPoItKnSVJ/PRMeMmClUimIBGRLmULX6Ul0kPIGTDYe/T65e/27v4YcO3S77dvnTXpS144J9LVjkcLMtT+8gvF7axraRgDow6dkxAgga5edLGcLUcJV4Ymf1HAXXiPBdPV61/6Zgzu',
  'flood': 'eNrtlutPU2cYwP+C0XIVegPHADFKUEpLW4qWlhba03s5vUMvXFrKvQVaoCACA0FwIhXmdYoYFeOmMyPrmMmWZXFbdIlftsUti1+3RLf/YM853RxzVc7CaceSJb8078n79Hl+POd530IVGqnJIr3WTbcPMRrDcYEtCCCUqjJ50OxDe9pn9nYejwtsQUAyfYgAzXyZcAwIIJYKTRrEnAmkEiQPQs4CdEdBnnN90gClQveRNxpCcYEt3HnrPBR+8qBv1WcIIJbKkDToDcOFvmPFHbNxgS0ISKYPQWdm88Qr2IHONNvgq50hgFgqfdJIr3GAFTQzLrAFAcn0SSo83f/EKFQ1U/9TDWHW2G/d/ya0vJaoEhXkM3Tm5pdPngJV7lAi8pMLlad7Xe62jUbWHz2ZvbFhHVlMg19b8jujJYs0gYEmaTgTfRD97ifH9MXe5Vuf/Pis9fjlLJE1VWAgsVAKlxygn9mSRq5reP3bn6M//BK8HF1//AwW0e+fct1h2IIAsmqlcDXbh8rTZ0saclVtBajfPrt6IvroYOvksQ8evv/41zdv3y80BnJV3l3iBrhJSCm3fShcbeZhCwvxFJn69jtH2d5pQe+CwH/qcHApdOPzis65EtcR0GYhrTAk+JvddlGOepukwj8SUme+vmu/Y6S8baYysCgaPl8ztgJUhy9U9kXKfTP7GsP5ui6azAUzv/2K2ydDaGTKm4tMgQPNE/yek+BZN3VdNX8bkE9drw5f5PculDaPFxkDTEVLRpXpX5GE6QWeP2YeMucinmJrsMw7Jew/LT16RT1/x/j2PUB94o50fFXYv1TmmSq2DOQqvSyZMwNvNaPaGvs6Q4wtqBVamshM1KFcRRAKR51T49qt6WYpfSzEl6fpypY4KJucYZLBWTa+6l88v3h6KrI0FYycrZ24WjWwxPZM484e8/ApgT0A2cLLN9N4WliMnXsXPlkSW8/8ZeIyBIWZSFuWyJ5eiYJqtsSZXmncJW5kKduz4ADKW/aY++CugKM399bYxKBbGZzLEeoHA87IwihM+MGWyT2mPpai1TR0kgxnJRFoUleWyEaTullIW2aVGcaSUddK4WJNzlN30KXOAkN3iXNU2zf56fl2vsZknDyXKdCV1KHwaAmOlzhHCvTddJnLGDqBOytxZw0scGclS2LFnZXkodqt7oIOMxXeNL5+l8i+eTdP3ZkjbshTeuHtNw2EQNLZYgdhAHXY4LFzKFhs7oeA7Gob2j8rsPt/d67Y5Cwm2TmVr2fKPTk1MA9orrIdu6/++gpyxI10qSNf26Hy+kHy3lnfQK8T2Djjg0dTR2++th0C0gUGQ+DYS5wtPfOXCCshWwK9ZdS10Gqw2zVP1UnhYBOFm2O7MM9w3WUKUYbMhdhcG5EW8HzOx0ut9Q4nA64LIUopVxoC07gzgjvDDYDgzgjmPHeJiAwGe2ugFqiCGF3WnFFpZCnagEyh6YWYdEG9CjWtDRvW5xz3lj3A+rxzLWwwWoywBQEQZvBPC2x+WGDOXDUsMGf2H85shETg9MHRo8uaoOEgQIUf0HhhtWr19UHdC+j0fwYn05lSroIOwwLvdhN2DOOF7RMp/+7MkSq3dq7+J85lCnLR6VQX+rTXBnXAO/06C6ravIs798IivLyGOZcpMOcyBavajDmTLUMKxYg7V2yBBc/STcE7xrdif0IGT8NG23emMzkclCeCkjozkKDkpEMpk8/MTn69cRWILMykshPQlgN15CJCXWB792rkvZVTD6KrqkYP6SVIp77J9/Cj1Wvn5leWZ7/68Iqro2fnO+8+pPvs7qXYbHyxvlIsQRNQpZZ0SmpNI2OjI0dH2YglEflTShMCi60EEpT8tVIZuaSUypAq62CtF9AeslESUIJ0ZEJzTDiGqsq6w4ULytWhTcIx9nG1O9m5iKPm8AwvsJejIbfKb1/oubY=',
  'left': 'eNrtlvtPWncUwH+cIIhCcQpWrbxBnvKGy1Mqb+Q1ChblZRUEFRVlVAVt125ZO7d2Gpu5bl2aZlmW/bJkyZYs2bot2c9LlmxZsuxP2ZmYhSFcXc2IS0w+uSHhnvP9cM7hnosT68nuWLdvujHeZIfSiuUqWwbZFaPPbnCzlYaw58qUaB7LUbSMbm8KzuXltprRn1g7fz7y1oAbVp/Khy1vDQSR/lz5dMnM4MNMrNAimYYwovOHPrLWQJSPnqo+LFlr6JJCfZLMzGYzGU62Qo0XMCxpayCIdeBDTaz1JYsNga8osdb54HgqsicBh6JAmVrBMKUotHMU+GE1QYAQhDqCQAs5YRLQQ5rCknbIRnuvL0IRGjO10mXyYZgjDYFzO4U6suJqL+KkGsb7DF6q3tOjsZNk5g6+Bgs/uUkgCu08FckaueScaowjipcYGwey5USJkYK4Bi0huiPK8sTZ4wmmO0azTfSb/D1qW6dI9wJKcCJtdp0zV4HRPQ4rs9k7sYBhSOrAMqVEsR5kaLYI1z8tjOQkk0sjsRVxNM8PZWxTsXul0P6GPxq2YJmS4+EodI8n0f/vlxNrx6OgHT1q+5WxMC84MxIrqNObyPxt3eIdbW57obTw00H41w/DfzyNAA9Xnf+Bj7gWKM6lERM0heNNQk2Q3K3R4lu28p5j65Gn/GB5MezKr1NkyG7JU1Vyu3R1GVA4lQ9dXAueo+hRWoesYUEoo5rdsBR33K+9H9z5OPTg08zOPtPinXn7gCjSKizGqk9lzlqXAYUX8OngKSkaB8MRFU3MI9lt2+Zu4P6zyfe+SH70dfrRJ0qLEWSAeNRa9ZmbNP8bnwT6/jr0EdVy6GMHH/HEApLbtpf3oDixx1/eePZddu/p83uuwqy9Mu/85XCEfn9yLe1X1mVAAXxOrg9NVAv0q1dlpdsiwmtZTaY8VnrH+/qT8LufXd//PHd/9/sN5Oe9o8n57XHwx1vG5aC8LgMK4MNIo72vwv5qowlraWdKyFLT4GiA60vJEquG/J2x9Yeu2weeux+ktu4+v6kBwOqHsq76eSkor8uAAvicsC9ihbYh4T+giTr5GhghePjASMtTReiacfkNU+FNx9LWNze1VY2/CY5J6zM0h+yOn7i/2oYEdbQzJCSJ4bLeA1PEfyUtmczLk2uKVFEWX83MhL96FamafFvSbEcVeLrweIZmwP6CE5v7rBLNgYaBOLYMnkJ9ejfNGmZ7Yjz/9HDgBnSQ6YzSrwYZBnu/XEfkSE5vcsQVuAqbTTu05q8bGgJKLClJrIfZhkINmHyD5sCA0UdFnC/LLV0CLdSwaSwa/LOApQnxsOX5apJIB25EIULgqXCwGYfOmvmMgADmqOBnSzU4fMH/iQHeBahwzxUv9Z83OBeg8CfWk7Bt',
  'cracked': 'eNq9lWlQkmkcwD9vJZnlwWjiUaCAAoZyCAICKreWikh4IIqiIBBQIt4B5tEk0mEZaaLbVG7XqpO1bYdTTDt7tLa1uTO7ze5Ox+6X/dD0eZ96N8dpEbF2nfkNw7z/5/n93uedlwEWhYOtFSFrSupSEBhGVCL5vYsfQGQCOQ7DDLzm9GdTYxemYXDcx4TA9tHJz70XZ/41SllEpjL+8fo1oM7csfT6alEb2yCPvMbkd8GmGEKl1nr3wQ++h49VjbZwBPHDQlsQRLD93vyje98/UmqtQLs42hD5DwePj4E7MbX3gkO9ePXKc/bS0mnwDJ+5ALZrzJ172nqA8NDw+JIpFgBu5tuffgajQc/EwrPn0BOQVRuhafBEo6iPf/sd7D16+uz9R08gj6C4+r1lZHbh3Hfz8G0kS2c/WHD76wfh8cTVtgBsseLG/W8i4tMNNifwzNzxgcf4bopZJGwrHnyGRGFdnonk9Jylo1UBeWDwlGPecwkpjA/2fAzrI9FrR8RakrwquHSS28gbtQp1JcywaMxqtwePjJ/51Fu6yKkmwf8UColC3z9cBBIz/YXezoIfR2Tgex6DvBpJUjDAolOQOCqQ95vFmsFTsXQeLS/7l7HSJhUvFAF+PkF51gUBLAYXkZQZn577ZEQmyOeUOVzR1JwwPO2rY1J1uQSOZW6KJ66PTF5ZFY4KTAgcG4GixhJ5OHbh/KC4XScEFQCBxVrwFOsUwniKGORCYwkrqgIDDh6WkB5D4CIZRfSCsjsttIdu8ZBN0qUX+lw7fV0sa3V+MlceRxJGJNE2wDErCZEBCIGjo9D0BKoYyy/nyOtuN2cC7thoIAp9b6kvxufXIJlFMXhOaCw+sC0wG7emRuPYQEUoUGcp9121sqDEIhptbXqJDpO7Oy6DvzkxY11EINsn4dsDEIrAx6RxktjSHUWarJoWwz7TVRsHqtxsprtt5WztfpLcCE4dTxFu2U4CrcDCAGx820KBVuGbFr/JJe2dqDw+ozp1Xe6alLQNsRvsUCsuiBb4B9mWKkURyvyCJikTSTuRzEJuRVOxZaDMPlrtuqA5cbX+5DX1kSuVPRMy21FJvR0vqASvB5qqRKX59yAJii0ICoqgYPK7OCIHR+wPSTddvJ8qUin0vSX6XrXDW39o0nRi1uK5oXNfruv5VNU+XGEe2KVqxXM07PwD/iViB1tk30E3oolVXLEjR+L0T76TIXIwRarSuv18hUVr947fejE+9+fozefnfH85T89VWFy7td0lVS14loYr6V7WI3GSs5tWaEmcmbntNK5cWtlcbRrQNA9Z+s43Oic6hmZr20+OXFmwu6dLVG2FcjOWogQP5yNbFHYLiVawS2oYGrm7p82TJ9Xv7T4zfH4eHKfK0D994+XuqtaCnQ2oNPl/0iKShBKxevbas7rGPolUb+0aO3PpibnVozUNekZ9ZrNbJFAh8bJgWsw8G429xy9ZXMubVoZAxK+6df1lo66/otzW23dxauqpyzXT1ek9cfSLfabDYApaWbnNy3loHFOw53rbGh/xGbR9GBRV39A7OjwHrhSIa69P/6qQmaEWeNlWPhevC+T8whbaSSwb1FKrOi5PPsaiMtVV7T2Os2KB6sjAzOGBaTCCWozlPeDxZjD2oolKcnZrAEisZqgFqFV1mHQHR47fHnLPTl1cOHnsS4mw5l2rJLCHmLU3eUdl4DUZTCsuLQcSZmcVi3hKs+GQ1XJEVdECXQTw8yoSU4tWapk3I0g4SkMazegXQqY+JokHgyPJFDGHXeoXJrM4dnvGxmhcKlmzvMewNYn/N5SEriU=',
  'weakened': 'eNq9lWlMk2ccwD9PpSLK0YCUQ1toC22h0IOWHm8LbelBlV6UIpTeLVhKW6QUqJQWhUGweIA6vBhOF0XjlDm3xSuTubnN6XS6ZJrN7Er2zfl5j76TEFdK0Y3kl+bN+3+e36/Pm7cpIo2AWC4SlpXC+aBwrLRc6is3X4PUHGoWjh17zdHT549NX0AgCW8SAtuPnPpg8szMv0YFc2gMrj+ePQNYPdvn318qZlcP7NGa3FEXrMkgNTb7Prv93ezd+4at/mQU+fVC61BksP3GnXs3vr2nb/YB7dxoVeo/DO8/Br6JOzAIDvXb06cTJ8/On8bPwfemwXabp7etZwAIRw6+O2+KB4Av8/UPP4LR6MTUw19+hZ+AxuiCp/GTjqHf//kJ2Lvv6Mmb9x7Aniql8ZVlVKjm+jd3kBso3t4hsODqrdvJ2eSltgCQVPfpza9Sskta/f3AM3NtFjzGl1PcHEnrieAzIQ0fmZjKL6mYP1oSsAeBLBibfD+ngPXanjdhZSp2+UhZTvKXBJ9J2e0SHvGJW9TspHTcUrfHj0ZU9niydo5DHVX/UyghDXtzjwIkZoZqJnvl3x/WgGsBi7oUSV48INIL0AQ6kA95pLbRQ5lMIUPAfXSstsMgTESBn09cnhVxgMggpOSVZZdUPjisqarm1Ycj6fSKJCLjizGVeYsMiWevySavTM1fXJWMiU0CEp+CoWeShQSo5s6oNNAiBhUAicN5OKFs0YmzaVKQS8wkLaqKDTh4Uk5JBomPZimY8vprXYy7u6XjflnQKZ6NbJoNcnzG6ny+NosiTsljrELiFhOiY5CAxKZhmTl0KV60hae1Xu0sA1zzM0AUvu6yK4nVJjRbkUHkJWYSY9tis3p9YToBAiqS3Fyu33bRx4ETc9iaLSXqFlxlXVapaG1u6YqUWLa3kjfGIBFFzCji5UGqYoWt3NTVus190c+DK5c7mbv9W6DmPorWBU6dTROv20gBrdjCGKx+0cKAVs3zlqgjohqcatw/Yzj0sTZyStYzDjlCcCsrjhb4B9lQqMKQ6qOCpehzKZvQ7Bp+Q4fSu6s+dMQYmbYduGh/55J577nGgSmNf5/MHiJWNYLXA0vXY4qie9Ak3ToUDUPSsUVBniTMk0ZDtoMp7aNLDDrnoNo5aA5P2kdOtY+f8x08v3X0jHXgeK13l9Ie2mzoJvJsUPXO6BJpGJKEipkuLLmJLw1XyPqjU93PkoTZEkOttU+k87oDkSunJ6+cPXFp+sTn545HRg9U6jx1zTvUTV1Ejo0v27GgR9ZP5XYs0pL1l1UGGHytqrHT5uzrcLoC4T3u4NjwyH57915Pm29nT5/a0FOj9eBpevBw3rBFg7ooDPlmVevM291Bd7tA5QwGBj8cH1aYAnK14/HRYEODR77JgSnS/ictMkUsk5p/P+BxWbxquXbI6/lyrJdfofTavZcHvCGrQ1JlQBM18bTYAj8DaotKOd/7vFVaJRE1/TXu6DbYXJvlJ7ZZftrnVnArx12OTwK2QbMJTEGrvLJzIQ+D5473XC9at8LW7XojDkMP6E03glZKsUDIVf25x9akMMAt8LItfi5hEOSiAolDFI4fbrXVGR8NW/GYMpfWOOU2C3jakEp0odMCRnCLtbAHPN5SVjuWrKdyu2NA4XTCLUC7pm5EK7rea/moy/JkxGbgQdXippctdWwPubw9v7gx9ppSto9QVAELueVKeYU6bDQNW0wtGiMRz4HviwQNuYWKxVqetSgKgeYoYriiQipzZuQJEUg0lSblQbWvwOWowSebrczcWLo6nVBItS3saV2fJ/obtbGdgg==',
  'shield': 'eNrtmFlvG9cZhv9DK4oRN+0Sdw734XC4DzncxFXcJFGUKHGVFFGiRNE0Vy2WZSkVbCfyktiNZTltE6MNkiBJlcKN0gRBijao26I3TtFetj+g9z2yCze1uQzotkAAAc/FGc7h+z38eHAGZ/o74f4z/h/Iv3P0kc44oz69JNkZZ9SlhyQ944wGSFrC7FLjzJiNna6LhZUS0i1EctgUnZkZb5yT5NNwIjndBDAMRyOK6oxmoy7TqnUvf5VIDs6MR5DGOWjNyc10E1NqiYkZi6rXG9UCBEQFIjlWdrpJCMALrRJTEreEmHPrHGLOrXMYBCDiTCSHiDODmNJ30FnUEuAcgnMeyXxdfLLMY+d/z+/uFPWQxQAw6P7W51Z2KgivNsrxy5e90AoRHzoBiPQZTOsmi/spkmGGlN0j4/TKuL0yMGAypANUCfCnP3Zu1ecVIj70jtYA58kmex26HhDmBygSTo8MGoSlLAXMQRQ8JcJTwlxEykKEQzDwH6RKbJx0873Ow88S8aF3CFsCnANQoREhUWFSnhcOyhVcRCNEMakKh9UWRAMAA0ym0opQcEs0BI+K02PiQpMoDy9LxIdGAGw42qgKcJhGCjFNTgUpjXK1XaV16/U+oyGAYwC/0eDR60fUWhOsVgvRCTQVVRbGJQ2dXdwlGjGllrAouhHOy25e9hm8guy4LBtVL3uUPjOiAbYhMxYZMc248bjXDJh141MO05gFA+ag7XbFSFSTCcPZUSj7fJqTuyRk2IgpQW0zQBVDgzJUgOAKtUevC9uwxKj53qWJL9+KP+W916YWx62TdqPXoLMgoNtK0bB8kCZ+kbrUdmF0Ctm9UjlHYZCpnFrtuA3LRuy/eSf5ei1YTjprcy4AGOyv+X57PwkGEzajW68zwSoFH+H2SRlkIfUFqrdHL0UEDclVQqUV1QRxw3zI+tWPE1tJZ9luKqt0JYm6JFaVEW3ZYqxE7CeHs4sTNrBIwNrWilHhsLyfKnqB6oL2GKKLpGy5Xoa6dNpXzJ5f7c7uTjuKIlVRgD4LhO6M2X99PXHT4gcrxAirZBx4mCGmkdosTWkLKknA7BbLeTAQ8GK6eYfl68uJu8ZAGVKd7MX+8YfNbbWhBKF/Oyk+encVaN82eB/dnl912f243qxUK/gKVq+E3glR2hVozxkUBaVxROUz6edc5l9sT2xLDUDveHPm719uXDBYS3LjNx8VH95bLkKqLYn+wdZ4MeIImg1WVI0IFOw+CZ3ctjO/DWinzmIFH37srNu1eX7/SuoQD5VgvKRxlA3essl/CuYta50lxPwG5nu4mzwaCwUteqtKjUBPnNus3h5UEp/ZIzpdGwrUa9RNu4yf7M/sGH1lPFBxRCreWNWfrAZSldF4xTlVNoe2jb6vrifiPtyP68xKsHXA4CfTOtt07mqXAbpIzJbpZEqnTlMacX1xeeVHqdWqL1ENZ2oza7XE+VNm89XJJeB/J7b89e38Jaffg2kxGJVy5IPdIgqp7eq89uilQIJhiUqkAP/1osu7uZB88NMLtdhqLV1eX9pez+1t5PbWly+uz1Wrs7kP7m5sZVJ5b3BEp9FIECFT2keF2i7dNjQyn90nkvHkmFLjc7tjifjOfvWDj29euHRlY+v65oVbgI2tGxvbV95598bVa5vxVCLo85k1eoVAzukX08ntt+ulduki8frop61Ww1qnc3Qylpo7V6pevfz2g/tHn3547fj44Pj4zi8/un/ys503rs2fr0wl5jzeoA7FhCxpP0MIvv5Sx/8QBlmMDoS0Q5PPoGdGcM7UCJxy2KaD0XQsV3l5+3Lu4LDy1vu7H3++9/Mv1t/+cO3GvcylV+P5Wmh23uGMONC0mTdtYEaeT1MPTvR3IcSUuC3RDoUnFZWoar0O4PxivBi2XnSOJycypURtf/HKnZuHr969UXjzIH909IOV1w6TW1fDyxVXOB20V6Kmnah6o27UlLI2wl0g4kP+fmsw5kyTs1UM34lY9gzOqDu2NrG285OD1Vtllze/8T0IzSVtJ7fmIoU9TyKPuWf9eC1u2W12thKsEPF5cedZbDts3JHrQ8bAwtTiub8cjdvd2PzBIXDuR9R/PRorFldMoUUYG/fqijHTxf+GM6clzZ1ndJvjmk2OxCHHpxbnk0Aym7ACYYDVhYHL/VIMtkxzZU4nkpvVb7Vybu3TSYAWzpqNEFweYBu4Cu+oPwwkH90JlebtKwnr714Pgsu1dJiHjA5wjHZRpvm52yNY6SSmRMR5TJEflWXqEoCzAXGBxpANcDCXyfqnay7g+ZRHt3yZgHmQa6R3yy2c1JhirVHO6asPos7slrTsc0B0jtzBodLEHg36WVH5cN/6zQ/9f34z8MerI5+XVctulEaXgAlmVpJAn1v7kAgAnCfhCtCuC9ijfFCe9DjNJhV+dl75DAsWSWcHB0wAzpOKapMcNz9LIqZExLnJSwmAT5B/MhPq55085+yBoSd3gXPzHHD6JqbEaolheLp5rVFB7unkGb3wkzXkie2nBWXFC1bFv27hrHjzHBdviYgPEQYpKis77eAu1gU8vIQ99m/PJ5NYjC42oKvzP3rCpGptnLlGOXbOAp9hJuLzT86v/e4=',
  'stunned': 'eNrtmNtvIucZh/+HdoGYozHYxjOcwZzPDAaG83EAL2DO2MYsNvhsDga8XrebQ5vdOO3uOrsbJ9lWqdRcpU2lqptGrdReNFGr3myq9rL9A3rfz94qbXYxM8JVpUiWngvQ9/J7n3n5NKNvOGQV54r/B8pvHBOkK64YDJukuOKKgYyTZq+44gLkuPDGDHZewQUtDcQ5syhhOInkQFSzg1e8OKcspNuJ5LAIYJ3OptWdnLE3kIy+GxKuE8mx84ppzcU5un0fv8YipoTLHK+QNXQv6gXApDtEclBoaUgIICReJ6Ykw4WYM34OMWf8HCYBiDgTySHizCSm9A10luICnOOqjaC8MpCIonbu/J96FlnGosjPIH8tH4UWY6r1i3KiyrWQuEHEh0EAInMGZUyKfJyqmmBouSzD5LgRAD5wmDo2TcWkzDLOnfHm3CDiw7iGD3BODbnX6bpRyTabqgKS01wEmnbAEMqH3QAYckE8B28SAUtsqhqFl4ff64LCOhEfxjUJLsAZE+9cREy6F1O2eFwrH0JFIr9UFpbNYnJlfFYZlytiUllELA7wYRcw98rWYrLmkKigoE7Eh04AZDo7RHhe3U0Y+kKhTzqLKTRJtSGjNRd01hJAaymojVmlNgWuQijy+zVb85peXH6htp+/SiemhMsM1eyBqwFB/QWCokZEsYvpOlb1IhgssNUjZZOzanGvIt4GwOpZM6FVvW0RmMtVCZ0iE9W3o8q9oGj95TQff1XCdBFTEo/MOE05zbUIBB6ZAlMbM0b7stW7Zg9tO7GmK95xJTporGUP7yC+htFR0ZiAdlwo8vGmbGy6+jJ9aaPCIEs54wYIckpkYaU+bbAvIf51YOtJ9v3Zo2DhVUAg+x1v6gCY2/zrBvsy+COks1E+38VlGxlkGe0S3UeDNaaYmrSCucnV8zpr0eqtO2OtUKJdduYaWu+2zLIjM6+rXctzKSy2g8bbVl/DYCsrtEmRJDA9hbCoykt0F40Gm6Ge4dnFspDKkO7Z021PKeWv7khMeyLdS+iz7vK2d/GOI6kxgVFHIMgxwdTQSSN2p44EjSSeYGkh2ClVRNXmXMBV+Z4r+64Na4n1T28X/vnH/qHB2hTr/v5079lP14H2iTV07Fq47l7WWgsyVRzmuzjjejpZQh1VYETncT1oLVXGNJaCx1Mt2DOHs1ag90k/94/f9m5a0abS9uXHe1+8t7Yn1h/ILWUkGfTWdLaSXJ2ABW4O20AnS0cVEI7AubMO5qNSJaax5NvO7BNH4rE93lTZm0ZvyxpqzUXPQEItk6+pcdxHIqDgjjN15qxJ8IXAWU+nSEbrPiIkEft8b0jO9kbW5L6RcZePbJGWHWt70+1QoRMtd7DFdrjY9i20HPFDW6SEFizeNc3Z3ohBfBRcMo0sHq372KiwGKrpmTmRLKQwpFfQ4v3o8qPUWidS6iRr+7nN/dLuGfmtTmoV+N+7XjvBKi1PUWXKihURHmQfZ6rBhY/aXTAaDKp8ctLCF3vl2kTSs1TOtDM3Xt/Lb+8vtbqrh92N272N2921W93lTju/lV95tZjdLwdWFIakUOqfmrIyabMjtx4ZGkU8wdbNwA6JCjN4q+78Abb5w0z/Sb3/uNU/6d08o9M/2eg/LBw8iW3d9xQOzcG6XDcPCVDOhJ5GkYzc+pWRIQmZdAV3yiJShPTuCprrRzd/kL75o9Kdn1Xe+XXt/d+tfvD7lUefld/6ZOHoQ2zrnqtw0xioSTWxKR7CZCjBz1+5THc8mBSZjhs3TaVewDy9gMB5p/KGxVkDT5VQ427y4IPinY+Bav3DP9R/8nn19Del45+nb/04vHHsyHTNnppTu4rwCxbewstphsnrnDENMSU+LqapZErdzuq7AwDnF9uteeeRNb7pq74W7zzMvfHR9x+dPHy79eDu3sm7x+U3P5rvnfprbyDz22FXLzt3lDX0BkYtaPc9/BUiPpRv44PwckPOVgX7Udp5W+utOPK94Prd07u7D1r+0FbvW2LdRtn1y/vVyPbbzsKB3l+N2HtF53eHna1EDSI+l3fOI4dJ25HMkjJhjUR1/6+n8+4AUnnrMXDmaAx/O01s7u6Y4xtyZCFobhbmbv0vnGFchjvnzP15Yx+SexX27EplCUjWSygQBqB+BHx9rVlSOvKwwu/TbOQtB3jO+D5kAuA4G3txVYsLWfnqUDiaBJLPHsWbFXejhH5+L3Y256WkQBPmwja3tDb83A0OPmRiSkScE+qtsKI2EExVx2Q7dKaCCyP+OfTPx37g+RXPHkRqmGOSb2OwlE54MaHevCjn7NUHUWcIF9w5Y9JtyjWYRpcFjbpP97RfvI5++U70Lw+xP73p+aylXwvo6Aw5KHDMlAnMGd+HRADgnFK1gfZAwD0qIt4inae5ZiWf7mpfYMUpJ1+DQQFwTqk7Q3ICwjqJmBIR5yEvJQAR0dbzSjFH8PQl56BK/HwVOA/PAadvYkozuFinM8N7hUUbXxXnLJJfbGqe2/5qR9sOgV3x7yX7THF4jl+wSsSHCJNUPQotefk3BgIeXpJx93/XU0gzzDEIMEb+2kx4NJMLXr4oxw2vCJkOIj7/Askd7L0=',
  'stocked': 'eNpjk1JhG0WjiDjEKa/Fo2IAREDGIHGSgIoet7wmn5IOv7Iu8bok9Sx4FbWBDAhJncBR0FYOSFINTgMilYBkLgWoyRzSqt7+7gHBnlKaesV5UbLa+uLqOuERPmb2Nr6B7iqGxpKaukARoKy4OgEv9HiE5Np6CsppLPKPcTWw5pLTkNW3AJL8SjoyehYcMqoi6oaS2qbIWqwDoyz9I5QtnNSsXYn3i6F7gFtMql1IrIGrH7XCh0/DVMkvQScsQzc8E8jg0zSDS1UUxpYXxHTUpfY3Z2iamq2eWZaaHOzp69pQkVheGDOzOzcnI7ysIKahPBGP+fJKuv/za5+llXgZ2gAZW0KTxDSMNK2cxTSN5AwsgQwBZV1Vcwcgg0tOfRBmLl51YwXPKL+C+uDSZiCDT8MEnn5MbK1tXOzdvF2cPZ1EVbWdPJz0LC1UjYxN7ayNbayApJ2rg66FubGtFR7zgeasD0no9giRVNA+Fp0RY+7Mo6ClZGzLq6AlpKqnaGzDKasmoW0CDCtkXQG9s4K6pisY2xBEQI3s0qoQXTapcwIaT+FHnuU7OeVIKEZ41IxkXUJ1gxL1g5OBDGBwDYZYS1yxPWnJRhUze4JIycSOQ0YNosuzfFdU/wP8KKzzGreiPkmFs5S9n5S9Pxj5cSpoD4oqQ04DWEABPU4QwRMPKK3KaPAqG+FHXPLaZBTRPKoGQMSlqDNamxODAH6QVw4=',
  'goods': 'eNrVVvtTElEU/i00BYTUFAGX5/JwWZZn0ELKQ0VeirJACUmCqZVNOj3sMWpZ+UtNNtP/24fXaGW3yZmmZpr55sw93z3n3HvOnnvgis5yRWf9X6CYsF81TQFYQO0zOrHup9xk9yrV2eoz0ETtn3QRYwLCKyZsYhIuxJiEktoTqMxTsvcZoFz9IrPzcw10v9HRiXlxC/ygyS0TZNLZp7dfMnjn/mfBZTE5V7MutQEqs6p2haxLLaKOBJO6eJGsLYUmsrvmmyZqFx3ezFCZOz08HNWucDdUF+ZCs1t5X7bsmVti0kW11fPzPhM2dr4UKdV7stN5o+5kAS6Q4lzA2+PzoWLNlchzCytd3p3M07cyzums8uJXAOOdX55KFc2RlLg+uAmXWcFlLNGU2B6fg1pYZcob9GITi9HwLCRb2YQcj+WMacFWuMtVt6CqHMExPovF7IOX+ScHjcNPWAMaz03I9Pb++rsv7Q9fN0++hRs7cBz2z4AXXnwAv3b0ufbqpLB7CEZJ+//GK9DYvbLd8uePS58o6ZPLBFo2BknNCpAjwRRK1N0atHqHAwksTHMVrtzyCS3CI19IOrfqF9o+oR2+vWVdqMFRw0TBs8v3AtUNvvEws/0cXmAGLCw52j+T1lplnlhWEKTkuNsny+uZQGQuI+UDibTaLPPupvMFjdyhyeLir0o0aOPQA4DS7lPo7UNTkY7KRDujxsyQLbw7Mk+GmChhxDwcxSQAR4WePg8lgurMnuDw/Rt7iJeOgr39PeklGX764N1rKe+MxPPVqpTPVSpjLk7K373f0loZKd9+tHWZdkKtLMV7ttIGZoWWi/f2sIfHSMFuF6ZsA2U04BmKSGAsmlHSAUtxvYc3ZesoMommpORHqGxeqNswzUp5JHvdKfOyRmh2yCLTPwZPcMBIS3mKC+OI39bnGncLKTiW1iHHY/neJudz4Bf33qa29tePT2c2nkFFV0Byte0yRs3xaXH3CO7G2cqwPwHenGvknxwK+x9LT4+hAn9p/vwbDDERQ2rFka9DjobTvR8llAIfqm1G6w/S958ypSZUlTMIaVu4HVvbia/tROsPjemyLl7QsDx4rOPNx3zjUaK1CxXAHPt/66Mw0OgHrTemZXn8oPf+CaFcyLqz+wOYMPhFVjkCYhJAEfoMjvNQF+xvwP47K4F6vg==',
  'title': 'eNrtW0lsW9cVXYgzNfBz+gM/+T8HcdRAaqJmyprn0RpsS7JsyZZlS7YmO7blpI7TMUGTAGlTuA3QLposigIFigJtt110W7SrLttuCmTZZVc9n5SlP+mToWTHagwcEJ+X913ed3jfffc9vldS7i55g9cYehulqyDxaiDowlsZ7YyeoF6Zk6w/6OEDNsobikQsTsbNcnhrZ3zeQNDB+JweroJi8QAFrZ5WkPVcJMGGrASd5mMcxTscbDMfczhZH8lDAnmcDUEHmketyii+lOLNTtbGBgt3GK2gb3J4Xg0/6Dvp5cESw/vNdtrjF8gpJ1mHx+diOcrHu708QXvxqmHEUEGCjVpvuJSg2wOJAO13OtnOQMLl9Popf0cgAXmNN9zsjxlE/Ngra6hkSyFwVzfpbIcxQwRD7kRMG85oRCf6onMKZ6zO09BRCOhUq/4FP45wmKqp0oa7Kq6zkW8y2EuFiYtZA9VHsASqjWzEIpIAJl/MzCckav4qozdilapBArlYglYmX1RhP6ywH5XbDxRuv0D/40X5H4epssqkGCY+IZMIrUK1YklpqNasUIOkVKGGtgr7caV9eUNY8+e3b1W3r+Z/sEbuv9K+X2E/WINfqjRYIwbsyyQWf8IqleCtWaGmlFizbRX243ntC9b8KvatBdlX+i9ERSH25f5nA7JI/vmEI5Yk46kjOMJV7rhE4oolnZFqscQdT9krE26RBICOS2oKdmCNlKqp2a+V2Qfs0oaueOok//PHJ9j2J8wYaCKYuLhcwssliabUhYG2xt5MXffrjvruTOdAR7qjIX83FRIz0hQbQaTh4RB8wkAFDHTQwISOAQnw4q3JE+ob6Sir7TxHSF7I8LHocY/ooJ70G2hRH+kQJAJFR1T4q0zeqHJ8GT0hvZvTgN3nT/dlzhc/9lRnS1NUu1+IAbX8rOCHCeldnAbs3nPJTyv40eyXOj+YW4PVItQg2HQuTgOF8NM4Mj6/unjt9sryrauTy5fEH41eWRhbXHA1XhALZ1YuNwyPK+1wbX2X1pZgimvvO338aPdLTway09YxG0IJ5E9YwJIIefkhCuDHlsqgy/f2b2amp9//3s4nP9z/8P3dJ2/fwUcQ/ujD+9fvrKxtXnvv2V189OOP7u+9tf7tZ3dbxyd/9snDh483oPCTjx9AGU1A7+CluadPN3/5/GB8aeGzTx5C+RefPkbzjz/Y29xd275/c/jy/JnwYwlWi6kwZ6tZTE/H4OJ6kte5fBogChtfl28sgYrWick7O2vo1NOnW3VDY5AvrS8DC6uLjw5u/+C72+AHLO0+WH/27tbG9ur3v7Nd0z+Cjn/0/h5R15UcGN3avXF7e615bOLnnz5yN3ZDH8/3H95qm5g8eCIQ/vlPn9jruwrjR6tfOjeH1YSYDVTUQpmUrVcPEao1MMEz4efVoKZ/VHVgFsEPAgMFuZgNS3alI8vP2fF1bvj5CvmnMS8//oLyMx3SOX0aIFgtfrydY1TrYO6ZahnIPbiaVLJreTLjaOzFgzP7imd7Q7ezqVfVbE4nB6K+uyIlGVAntZLzo9kvgR+V/CysPUtfAM+onXROrwYIltfgJz23Orxxv2l29cLKVnJqufvaVmLk0sXddwbX96pGL1/cfbtjcQPPNeOL9TMrI7cf9Fy/O7JxPzI4N7b5EApo23P9Xt/aDnSG1vfJ5oHM8p2Ju4/Rqn3x1ujtt4Zu7ceHF3pXt2Gha2Xzwspm++LG5L3HE1uP6qavavIT0e6XML7Aj4gNS25vQVQxAnrKfxp+NOBo6DkKLVW40/0IKrGEqDsuA7TbFhA/+fhxcVh7SupnLq7cn0GYFcEPfjuMrPDAbKhvxtM+zLQNc13jQGxovnH2OoIKCsnJpcjALNQgRwwAIKRu6irTNhTsneYy43iFqYaL18iWgejQPN7iOdAzxXaMYEzBCCR4y1+YQFxVjV0OdE96O0eplkFQh3CCPNx/MdgzBftF8CPA4dHZqGM4WOX+SQHji1Pykxi9BCQnl0FI7cRidHAuPrJQCW97p+Fz09wqeKudWEIXMNzS82s141dSU8voCBij24bAYfPCjdTUVU/7CPR9mXHoVPbNtF+5hWGIcQeKYLnr6mbblXUQC0KggCb4IujjI/w0ddMrsDC0vgc3ZHFYKD/lLhNBmx0MYKwgQVE2P0s2PQR+HKwGCA930vhypfudL1IxflbZp/jRj8daozyjHmXdnAV3cz+QG2K2uq4jC+KGSMs5nYLGV0NYu18CylwWJ2t1eQGzndFVkOrxUyw/zfNrCIaOpQ0kXuTbqXsHCHuk3/HNh4ilmZ23B2/uTW8/QfBA0n9jN/u6g7ia3fsWnjEGR+8IGTgbG0J4IC3DCHQAV7oPljFIkfkn7x10Lt1GBEaH5hAwQjK/tQ9NmDo7fmjwI2Qk6aaHgQ4Uzc+ZlSv13SrpvbFHppMbRBiSZxY/FaS+zGUodwP6MqeOoI2eSjMoOkZcj2IpDz++M+QHMzsyDJIVEgjTPoxEhLSDZ+RhhNxZ1ocF8AM2TFhwvQCGksr4ogI6u0cDBHOW/CBjx4bnq8cuY7DgGeMR/CAhIyqQpc+Sn/qwdr8QGKr189fLz6tbXxTJT0K+vvi/5acyPz+K9QXys3z/B/UzpraTQTDec8uPVr/0Lq9i/6cKs5WRDYuhR5n0jeQHxTNWE8Ka4gWQrnUEoytz6stdAspcunK3INHEOeZHs18IDOX+D0poFNK5igjQlzq/wfyo5GedjTTaRPxkiyJtEAxbHD8VyUw40xs5HZz5tlJP5iek3S/EjzI/gx/UiiiqBWD1WuooIWhtEHSR/Pzh+fX//mnnlPjHb++4GrqK4Ke5PqTdL6xPlfs/JTbh1B/WHTmUVJCCRBO2Yvn5++dL//ndtZPwt89m/vJ8+t+/XvryN8saaoC/7UIx/NSFtPuFKV6+/+OLoYqWHYzROX0viZ+/Pp/88ouZk/DHZ5kv9tO/f7fzV2+1aKgB/taul8SPRXoMCdOZRXEMRk/yJTZKAzbaUxw/f/6g51/Pe0+Jfz7vZdOZYvnR6hfWXyr1s+LQy8vjp2ug4/G1toPTYW6qvbj83FwXzM+P8vzPK4wfyW5YYx/VNVUgnC1Dp5/fC+JHef5HcehF7+ZKKigN2Cjm9PxwQ1cC4ys5xGZudN540LB0t3llp31tPzG73nR1O37x5pFCYGylPNV1Wn5SQe1+If8oz/9gfWHm40cwcTFU2sIspobcrrWNZJpPzY+ne9rbO5tDYOhS7839kc1HUzvv4KF6+vro1kFydu1IATgtP3Wd6VTgpH4dwkZlT4oes2H0hFTGlxA/Ks3NLq+NDRFspZX0DQy3nZIfW323M91fIOwNvaf8uobuTtrLavOD+FHd3yiEH4OdcXLRdKa/tXuYClZFY6FMT7q1P4NAes3R0pfp7G1N1VbmCR7w4/CcMH9J9n9O4sfFx9p6hjMD40xltcnBZocbaSBeR7g9TDrJuxgmHvWFQqzeRuYl55Aflf2fuGz/R+BHeZK8wo3xhcFl94atbu41v9dgJEgf70lV+VjO46QLvRaExKuy/0P5hUMvR/BFhcWssB9yvLEmzH3Z8lLvAFhBiAWLMGClapAQEolOqEsp6TYdk/NEbr/CrZcilxAkDQX7dOH24a3If6kawSjsC2pGb0TMhoEJmbm47PwPdEql2yBmLoaVmlhiDdWaoCZuWJmERLZ/Ihwj90Xl9tmw3L4vynspniVjQSbipz20OxqgzUwwr314Bd8K87+qCP/RyqI4Jo1Fmfx8OB9X3i9ApMnPV8NV5TUELq6wr9LQ76P8XjISoCs5iqXd8SBj8YSUDVXuF/D57Qv+K8+Hc7G8/mfzc1yWnwU3pGkKDa0SnWrroVq1TE2e3xA/gjCffd8hP34fWRlgjviR2ReOUsjtVxdkn4tbA/JjToqGav5nr6jIzv8IbogkOaot0o2RHD+KhjH5/knWDW37OUmOn0SIwcjK8WP2BFUaqtkvzWcf/Aj5Qe5/LL//gWrh/1Ph/PwhTHwiW1EnxELhX0VfTKoWF9T8EjUDHRRuIojVcilOZh8zgtQ+dGiaZGjED4VERLrdeDWSvMJ+QG7fF5X5b+ZzanL/jd6owv9gfv+90Tc34AoBahtUgAZhDpXennOyZicrv2dK0JBD2Si9HivIHR5j1o4xO88eGcFHYsmhHMo5fenNZWNWDuFXutH8cgsqh8eUxdEF2GO5gp/cXWxQasyekJHI7QzkgLhVjknBuLSqRHOoCVRIqYPQlP1eg4LSry1+nKxqSWxx+1TqTKxzFaQd8qDWo1xEqQZt4V/69cJKcnqbynX7Mtqvcs+doFW7YFILtsN4UJN/pS99gzc4j/gfHBgPQw==',
  'paused': 'eNrt2EtQG3UcB/BD6VjaANmQ927ehESSkM0bNmHzIps3UB5qaCehICRg5VEeRUQepVpKHelMqbR66Nh609FDTzp4cXrSUceLo+M4ozcPOp68+yORIUE6jrsZyDrMfCez+9/f/5fP/vefhIGjNnLUxnMaU7XSwFGbOPnTQmAExotHdstUhuIRjsZ0RtnEKS2Dmn+fqDYd3l/5z/6GA/3PQv89ao0Wh3AazDCR/6xFbNgPX2cUNeHFI8ImXKAzFY+IDJb6RqPIUDIRaoSlE6EPdBOXlvEbD+nPL+0vzvcvrbGcVcGdNhfk1bAOapPGgscT7raIt5Wq9LgpbyTusRLWgvwZmR4C+BozyaIEYySiaQL5aaGiFlN5wl52+YV20mHfxUN4cpUrxDI/z0ISzrxfoODJWOsXKKrK5yc6uyZmRo7M3+rUV+X9SJn8nenU5x/d4Nv9XIv39bWJa6vjtlhyei7bPdCfzmWuvjI6Pj1MdHStrrzcd+lC+fzysvhFzkBuYujN9alMLgOnj+6/endzduutGTiYnBlZuzb+8N4C3MLmxvSHD5bM4USZ/PJy+eXukJqkdP4IHk7U4t7H76+aQnGstd2Z6FSTYUe8wxpN2mMdYmfARMUxor3S/MWB/aMPRI9k/8ur+OX3H9Hn16EH/K4fo+lXBbqk7qjQRRVO6x37u0LgDO3/1uwV7D8gq49nD8AB6okVV9LyyxBMSc9v7c74Mpe7xheMif6GUA81PGWIp4KDE71Xlhx9g20XR+FqNDvTPblIpsfahybsvZci2WlIbHTW0TuYvDwPUyzn03T9OsAz8YtawgJXCNYQHgTf2Y564rCqcCpujUjcUVhkgYuCAxiHEQg8CLgqdccKyy4h8peIyHH5j3v//z/8GIIp2OlvBHxVPYag7PTbGwF/4j/xM/LzUASVs9XPQ3f9Unb6bSf+SvBLEamMnX4t4E/8x+xH6Ps3Vy78tjP5+84Uk3zy7ot1OF0/wsj/4wdDf36aYx6VO8DAL0GkGD3/d++l/vj44qH5ervjy63EF1vJnx72PdmM/fCg52mVEBXhp+VvADwT/zdvJ3991Hlovr8X/ew6ubNGfnuHerxIfHU79LRKiLLVR8Pfkvef4kq4Epr+JzcDv2wzzc/bAdRJZ/+3WBsAz8TfkfTcnyTeYZbRfg+97x/m/t3/hNiCXDuD2IK1uJeZX8yVoPT8snBK2z3CMOrkQM1/v4U9v5iJXxHtVyXSxembfwN/YdQ7PAuhXlpoG5pJLd4M5Obx1Fhu/S4c+LNXD0yB1Fn9tPwahn4s2Cunni9O9/TKc3PXM8u3BpZv9S/cCGXn0ksbY+tb7dlZeD1/ZTn92saBKZBai4+RX0zTL/YkUF8Xw0i9nbU090/eXyfiiqX0/PC+XGuAa2MQa4DG4v/tt2gAfxqR1ImkBMWyv9/4NtKJq8HPk+vOiRTRGMEuPxEi+VIU/C5fRKQ2mJu1VMyjaCHhp7DCI3ORbWGScOoADwklemR6SzUfq64XN+kVzQZlBcbv0vQFdWaDKtjSkCS1PIm0gIeojXYE08Kn4FSdsGJzhidymBU2k8LWrEDlaPGlvwAQopeS',
  'shop': 'eNrtmElsE1cYx0+FFsg+Hm8z9nhLgmMTHO/bTDyO93iJExK8JI6zOntIQhJC0xAIIW0ohK20ogUKopsEVSt6a6uqpeoFqZdeeqjaW4+9tdd+iWnq2qjghQhLSH+N3nzvm29+fu+b771nPobxt4Sx2fx/2knhGRYC42JsTpoRY7HSLWwOeD4xWuYb+dzHxWenx8c5HPBMtoU8HkiAb0arFfJlEuKRxEQ1wa0Tp1gkhFTEqyEw6Nq21IEbH9yI1AfBBzxTH4Q4EE32X7fNB0VPiC/LiC8VEzwOh+Byk+R8DhukkfL9bq3ZSentz7uMdsrjMdAqcZKchTJBAF9STxaRmlxmIbYJz2YzmShqclDFxY+qSFM9v7QcUcl5ZiWhtRUZf6WCbGwgxPvlCII2qgXFyN+kETcYSJzLMjfkPv6Nra2jU/1j0/0TMwPtPdHUrqsbs8+UPxyglEZKUYfr6vk586Maunuou2807ol0nF2bml8Ymjw6MDrVB12f3152hdrd4Y7VlYme4e7XVyePzA72jsTBf+H4cGKid2N9+lA8kjO/VSNG2TjCQDlsZj75k+Sn29pgFu7dXAJsMhgE+xd3Tt66ujB7bAhol5fHZucTp06Ot8TCb2/MQpfK7fvs1nI+4081ECXlCKxl+4V4PvxKt6/B5eWbbPWOZk2zX0Q6aiwusOt9gbomt9Bs13n9qJrWev2LiyMD4z0MlUVqdddYnEZ/S7mCypnfo5cAPCxh8uod+n55RhtX31So/PebapNL8I7xF/b7TfLDFgg2Jznwc4wuAR1IthkaG1zZBud2b9KSqtKDFKJuqlBaGNrNLlRnr1RZkS03CJUDv9dYDfACHJdLcuFn6h3uxFHnwLR/fMEcHTrgi7oSM67BGaG1hewcdg5O23on9aGBWld788hcY2yU6hoJTr4qaw6TXcOmSELREnMnZsDN3j+VG7/PVAPwsAWqE2K55Q+qtbP0Tpz0wm+BkWTqHGyjq1JJAw/MRXmDBSZI1BSEoeaaPGDhmj2VKpplcMJEgFHujdQ628G5TNGYy/jrN7dwsP4SGDv//AcG+BVJkgol/e+LlHQqHuRMwdZftRDg95UhbBazIN8vHR+3dI8ZQgOKli7HwDQkCUjmDcOtvf8I5A/00vExmJGC8FMKAuD3liGsAvGzDS7M3ExY/JAbElsrXCE3IK+q1FZIe4ElAOmEk82Y2VMQflJB7C0o/w7Xzxf8zwP/njKEWZz8ZgWx5wV/EfJz6DZRoLfg4jkjO8Mv8HSKfN1p0sYmJYEeaBw4PFQb7EsaVZ3jqT6q6OatPj6VZt9WWQO9A/w8ewffGU5T+9xp35Glo5eun775ycyF96Y2rsnb+pfe/QDsa7fvzl2+Acb5Kzftw8cSZy4NrV3OjAAqa7Bky/9KGYIys+PnWlpwa2uaxK5QtSdS6+2Ut8RFzsPQlgViQkcHFZ+QuMNSf0zq66rzxwh7uyaUAGVGAD39Rg74TQoC4JlMlojPzYq/CradJk/BxdA7s8p/h1YM8Dmcv+AkUqG2FVyl2eyi8zk/8pxhSXCg4BL64jAyO3B+JNxRoTeWoW5LYs7YM71tUUXHoBZt3yojozXBPkV4hE7Mw/VxEWJZ1Z/k+XFr/LP7/w23tfMdoTTpu8YHVy92zJ9efOf2yo2Ph85cCs4su8eOv3HnHhSfY2+9f+r6R2PrVw/NrnS9th6YWsqMAMqq/jwa/+zPjxzKj1mC/y+BvT3ZqG/tSbVDLcLorWvGI1xLsDSb+pM8PzIYTAHOyYq/QmVl6JwFV5XaltX3a1MLAf7lUoTBLMr9D9R/gN9diiD58VsC7vWlyNkT0WwVjQfy4TcqiN1JfjQv/l/u9v/11UgO+vPLYYmZzp3/4BZ/Sb78v30Y/uPTaKq+P+/+7pzrh4ueb990PTjvfnjFe2fOBO00N5Dckh9/CfBXISiaD//P17y/3/Kl6scLtofnrPcXDV+vkA/WGr9ZpaANljQ3kIxqzI+/Kn/++yeoXy/nop/OUxwNmSf/rpKqCgQ12HPnZ6pI0mai7FlLoDPn/FJESeoO8Hdt8YNcLn1x1U+DjURZzG1+eS3P7jbxdSRX87wL15JmB2lSSbbhk9pXgchqMMV+PE3BZsrvNIXaHGaNNLN3Z6Q9KHFb9T0RfyjoMKikVShrG/ulJwkTSxk8kbbRxsBFLz2F/7PQngoWA5dI5GpMIitF8VTsvwGpTcFF',
  'over': 'eNrt1FtMW3UcB/CHsTi2bnDa0ttpe2gLlNEWWno/bU9pD73QC6VsOBhlUCh3ym0MxlVhsIsum2YX2HAmhCwkmrio82U6fVAflpgsGmOM+qBvvqhPvvsrVVaQaNMW12NIvjn5n9//0s/5938OTSynieVHJIrcQhlNrKBt3sYDFagnVmLDRLLECk2iOFRYRts+DMb8+0SxYvf1C/++vmzH+odh/b+oR4uVEFpRBUxkHldxZM/ClMrZZcrECqtMWSBVJFbYMhWjRM6WbZsIY1jbJ8I6sBpn+zBmyS7rM7evz9lcf/sY1WERPGl5XJ4L+yBWSFRKr89kcVuNzmyPyWl1e82VeGVc/oKgFAL4oxUEhUJ6CERSBvKDLOwYX2R2WanlZ2kIrSaGh9CFIr2DYn66isB1m/4CjC6grL8Ay0nOr/XWdvSHp2b6mjpbJqZ6d/T6mhs9p0/tOvHKxeE98ht1pTmbfiQJP0tnd55qWJiPii3OjTdmQNUVbR+fjD1IZCA8Px89O9ENxeauM3AdGuuKnu0cm+iB3rXlKVfji0Sw/pVLI+G+tkuLQ9DbPxLpHe4YP98jd3jEhGt0vDvQ0gTX4bGuy0vDTZGWCpcvab8QSe78xP0cPXn7+rl31+fXV6b9oUaob6zOdEbbX786dvPauc5oGK6RaHhgtPOte7PQC8Pu340NePXyyOxs/9xLA9HRTnjkezfPX1gYhE2AMffvTuv9Aai8eWvywdrLU9N9lmB9cn5h8n65w4sH6tg6u9LtMwWCArw6vktcPQl1qc2t8dRCL1wbI6HFC4NcAwm9ao//OFlTXOWGE8jS2g3+QHt/Gwg5ulibqbFJCFeo6wyMhDFiwgm3Ol+t0OTIuD/58AzkPwBQYzU8+9YtQ13F0tpSPf/CHGbm/f/N98eoLQV8zM/PgB+rqhUQPqYutrEFOgdD++cObzXiKdBDF7mjmJ5fgPAL0/erT7RV1rdWdwxpToa9veP2cBTaIludv39CbA86IsNk+2Dd4BRE7j9dGWzNhF8K+Ez5YWNZeidq9sCVZ6op0DthkyF8izf2cxo71Lm4GwYgajv8Qdnmf/Y+akl4lnj7mNIaP1HxNkNDZvT874lfFWyFo2JrG4AjVOJqqOkes4R6zaFeZV1LeW1oD/x8hI9l0M82uFCLF15nodXPMbqhAX8BtOF/YRmcGfWXAD6HwUdQjJLfT00J4Pf9+/60/HQUQYVU9dPRmJ9HTb96358Nfh7CE1DTXwz4ff9z9iNU9iP/Az8X4fGp6S8CPHX9hk3/gXxuPjdF//X55l8+Gvn1cVp5tBrJU6bkrywCfDr+79/u+P1RT/oRmezPxf/NWtNvD0KJebpc+3CB/GHt5Mak5fPXvND49FrNlyuBd+aqvrjl/3o1+OSGb8cUiAi3peHn5HPR1PxPb/t/Xg8k5rs7nseLxFc3XA9n8fdn8G9Xat6bxj9esn64YPlgzvTkKvnJknXHFEihsSpVPycd/2dX7D8tp5sfl+2oLrXzL0nT7/ebV4bwO+mlp8mc4vdny89BKfn9jPvz2PkcHiX9KgngDyLcPDYPd1LMz1QTOqUY/HSh9Agbq/Hg1PLjDoLJQ8Gvr3KzxbKK8mKnx4wZCPgUZHkEesLiInCdFPAQh++EoFSVy+TnMjhlpVi5rDALY9NLGkhphUxEGor8RDGdy4vjIWK5BuEXw1twII+VtTlEZ2srMLUCU5djqBBN7PoDAE+Wsw==',
};
check('so-look', 'P1', 'Rooms, things, bars and sheets look as they are shown', g => looks(g, VIEWS), 90000);
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
