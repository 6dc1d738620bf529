// A backdrop, imported when the first picture is there.
export const count = 140;
const hash = n => { const s = Math.sin(n * 127.1) * 43758.5453; return s - Math.floor(s); };
export function paint(c, width, height) {
  for (let i = 0; i < count; i++) {
    c.globalAlpha = 0.3 + 0.7 * hash(i + 0.5);
    c.fillStyle = '#dfe8ff';
    c.fillRect(hash(i) * width, hash(i + 0.25) * height, 1.5, 1.5);
  }
  c.globalAlpha = 1;
}
export const home = import.meta.url;
