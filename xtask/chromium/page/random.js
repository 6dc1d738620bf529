// Both sides, before a page's own scripts: the same chance. Oracade's own stream is another one than Chromium's.
(() => {
  let state = 0x2545f491;
  Math.random = function random() {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
})();
