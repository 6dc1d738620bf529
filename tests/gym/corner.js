// Pushes into a corner; what changes nothing makes it try the next way. Tetris it drops.
const ways = ["down", "left", "right", "up"];
let before = "";
let way = 0;
globalThis.act = ({ text, actions }) => {
  if (actions.includes("hard_drop")) return { action: "hard_drop", thought: "down with it" };
  way = text === before ? (way + 1) % ways.length : 0;
  before = text;
  return ways[way];
};
