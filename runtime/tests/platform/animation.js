const box = document.createElement("div");
box.style.cssText = "position:absolute;left:10px;top:20px;width:100px;height:50px;opacity:0.2";
document.body.append(box);
const near = (a, b, by = 0.03) => Math.abs(a - b) < by;
const opacity = () => +getComputedStyle(box).opacity;

check("an animation runs, shows in computed style only, and finishes", ["running", true, true, "opacity: 0.2;", "finished", 1000, "ready,finished,finish", 0.2], async () => {
  const events = [];
  const animation = box.animate([{ opacity: 0 }, { opacity: 1 }], 1000);
  animation.ready.then(() => events.push("ready"));
  animation.finished.then(() => events.push("finished"));
  animation.onfinish = () => events.push("finish");
  const first = animation.playState;
  await sleep(517);
  const middle = near(animation.currentTime, 500, 20);
  const shown = near(opacity(), 0.5);
  const inline = /opacity:[^;]*;/.exec(box.style.cssText)[0];
  await sleep(600);
  return [first, middle, shown, inline, animation.playState, animation.currentTime, events.join(), opacity()];
});
check("fill, iterations, direction and cancel", ["0.6", "0.2", "idle"], async () => {
  const animation = box.animate({ opacity: [0.6, 1] }, { duration: 100, fill: "forwards", iterations: 2, direction: "alternate" });
  await sleep(300);
  const end = getComputedStyle(box).opacity;
  animation.cancel();
  return [end, getComputedStyle(box).opacity, animation.playState];
});
check("transforms move the box", [110, 10], async () => {
  const animation = box.animate([{ transform: "none" }, { transform: "translateX(100px)" }], { duration: 100, fill: "both" });
  await sleep(200);
  const moved = box.getBoundingClientRect().x;
  animation.cancel();
  return [moved, box.getBoundingClientRect().x];
});
check("an implicit keyframe is the computed value", true, async () => {
  const animation = box.animate({ opacity: 1 }, 100);
  animation.pause();
  animation.currentTime = 50;
  const value = opacity();
  animation.cancel();
  return near(value, 0.6, 0.001);
});
check("pause, seek, reverse, finish", ["paused", "finished", 0], async () => {
  const animation = box.animate({ opacity: [0, 1] }, 1000);
  animation.pause();
  await sleep(50);
  const state = animation.playState;
  animation.finish();
  const finished = animation.playState;
  animation.reverse();
  await sleep(1100);
  return [state, finished, animation.currentTime];
});
check("commitStyles", "1", async () => {
  const animation = box.animate({ opacity: [0, 1] }, { duration: 100, fill: "both" });
  await animation.finished;
  animation.commitStyles();
  animation.cancel();
  const { opacity } = box.style;
  box.style.opacity = "0.2";
  return opacity;
});
check("bad timing throws", "TypeError", () => {
  try { box.animate({ opacity: 1 }, { duration: -1 }); } catch (error) { return error.name; }
});
check("colours", "rgb(128, 0, 128)", async () => {
  const animation = box.animate({ backgroundColor: ["red", "blue"] }, { duration: 100 });
  animation.pause();
  animation.currentTime = 50;
  const color = getComputedStyle(box).backgroundColor;
  animation.cancel();
  return color;
});
check("ResizeObserver", [[100, 50], [200, 50]], async () => {
  const seen = [];
  const observer = new ResizeObserver(([entry]) => seen.push([entry.contentRect.width, entry.contentRect.height]));
  observer.observe(box);
  await sleep(50);
  box.style.width = "200px";
  await sleep(50);
  observer.disconnect();
  box.style.width = "100px";
  return seen;
});
check("IntersectionObserver", [[true, 1], [false, 0]], async () => {
  const seen = [];
  const observer = new IntersectionObserver(([entry]) => seen.push([entry.isIntersecting, entry.intersectionRatio]));
  observer.observe(box);
  await sleep(50);
  box.style.top = "-500px";
  await sleep(50);
  observer.disconnect();
  box.style.top = "20px";
  return seen;
});

check("values are mixed by the style system", ["matrix(1, 0, 0, 1, 75, 0)", "rgb(128, 0, 128)", "rotate(90deg) scale(2)"], async () => {
  const box = document.createElement("div");
  document.body.append(box);
  const options = { duration: 1000, fill: "both" };
  const move = box.animate({ transform: ["translateX(50px)", "translate(100px, 0)"] }, options);
  move.pause();
  move.currentTime = 500;
  const colour = box.animate({ color: ["red", "blue"] }, options);
  colour.pause();
  colour.currentTime = 500;
  const seen = [getComputedStyle(box).transform, getComputedStyle(box).color];
  box.style.transform = "rotate(90deg) scale(2)";
  box.remove();
  return [...seen, box.style.transform];
});

check("shorthands of inline styles", ["var(--c)", "background: var(--c); margin: 1px 2px;", "rgb(1, 2, 3)", "-32px 0px"], () => {
  const box = document.createElement("div");
  document.body.append(box);
  box.style.setProperty("--c", "rgb(1, 2, 3)");
  box.style.removeProperty("--c");
  document.body.style.setProperty("--c", "rgb(1, 2, 3)");
  box.style.background = "var(--c)";
  box.style.margin = "1px 2px";
  const seen = [box.style.background, box.style.cssText, getComputedStyle(box).backgroundColor];
  box.style.cssText = "background-position: -32px 0";
  seen.push(box.style.backgroundPosition);
  box.remove();
  return seen;
});
// ------------------------------------------------------------------------------- objects of CSS animations and transitions
const cssRig = (() => {
  const style = document.createElement("style");
  style.textContent = `@keyframes css-grow { from { width: 0 } 50% { width: 100px; animation-timing-function: ease-in } to { width: 300px } }
    .css-grow { width: 40px; animation: css-grow 1s 0.2s linear 2 alternate both } .css-fade { transition: opacity 1s ease-in 0.1s }`;
  document.head.append(style);
  return (className) => {
    const element = document.createElement("div");
    element.className = className;
    document.body.append(element);
    return element;
  };
})();
check("CSS animations have objects with the timing and keyframes of their rules", [
  "CSSAnimation", "css-grow", "running", true, { delay: 200, direction: "alternate", duration: 1000, easing: "linear", endDelay: 0, fill: "both",
    iterationStart: 0, iterations: 2 }, [[0, "linear", "0px"], [0.5, "ease-in", "100px"], [1, "linear", "300px"]],
], async () => {
  const element = cssRig("css-grow");
  const [animation] = element.getAnimations();
  const frames = animation.effect.getKeyframes().map((frame) => [frame.offset, frame.easing, frame.width]);
  const result = [animation.constructor.name, animation.animationName, animation.playState, document.getAnimations().includes(animation),
    animation.effect.getTiming(), frames];
  element.remove();
  return result;
});
check("a CSS animation can be paused, sought, played at another rate, finished and cancelled", [
  "paused", "100px", "100px", "running", "finished", "animationend 2", "0px", "idle", "40px", 0,
], async () => {
  const element = cssRig("css-grow");
  const [animation] = element.getAnimations();
  const said = new Promise((resolve) => element.addEventListener("animationend", (event) => resolve(`${event.type} ${event.elapsedTime}`)));
  animation.pause();
  animation.currentTime = 700;
  const result = [animation.playState, getComputedStyle(element).width];
  await sleep(100);
  // A restyle does not let it run again.
  element.style.color = "green";
  result.push(getComputedStyle(element).width);
  animation.play();
  animation.playbackRate = 4;
  await sleep(50);
  result.push(animation.playState);
  await sleep(600);
  result.push(animation.playState, await said, getComputedStyle(element).width);
  animation.cancel();
  await sleep(50);
  result.push(animation.playState, getComputedStyle(element).width, element.getAnimations().length);
  element.remove();
  return result;
});
check("a transition's object can be finished", ["CSSTransition", "opacity", "1", ["0", "1"], "0", 0, "transitionend"], async () => {
  const element = cssRig("css-fade");
  getComputedStyle(element).opacity;
  element.style.opacity = "0";
  const [transition] = element.getAnimations();
  const values = transition.effect.getKeyframes().map((frame) => frame.opacity);
  const said = new Promise((resolve) => element.addEventListener("transitionend", (event) => resolve(event.type)));
  const result = [transition.constructor.name, transition.transitionProperty, getComputedStyle(element).opacity, values.reverse()];
  transition.finish();
  result.push(getComputedStyle(element).opacity, element.getAnimations().length, await said);
  element.remove();
  return result;
});
check("finished resolves when the style engine's animation ends; what is removed is cancelled", ["finished", "AbortError"], async () => {
  const [first, second] = [cssRig("css-fade"), cssRig("css-grow")];
  getComputedStyle(first).opacity;
  first.style.opacity = "0";
  const whole = first.getAnimations()[0].finished.then(() => "finished");
  const part = second.getAnimations()[0].finished.catch((error) => error.name);
  await sleep(300);
  second.style.animation = "none";
  const result = [await whole, await part];
  first.remove();
  second.remove();
  return result;
});
check("what begins after a rest begins at its beginning", [true, true, "animationstart"], async () => {
  const element = cssRig("");
  await sleep(700);
  const said = new Promise((resolve) => element.addEventListener("animationstart", (event) => resolve(event.type)));
  const now = document.timeline.currentTime;
  element.className = "css-grow";
  void element.offsetWidth;
  await sleep(300);
  const [animation] = element.getAnimations();
  const result = [Math.abs(animation.currentTime - 300) < 40, Math.abs(animation.startTime - now) < 20, await said];
  element.remove();
  return result;
});
check("an animation that runs again after a pause does not start anew", [1], async () => {
  const element = cssRig("css-grow");
  let starts = 0;
  element.addEventListener("animationstart", () => starts++);
  await sleep(300);
  element.style.animationPlayState = "paused";
  await sleep(100);
  element.style.animationPlayState = "running";
  await sleep(100);
  element.remove();
  return [starts];
});
check("script that changes an animation's timing runs it itself", [0, "running", "0px", true, true], async () => {
  const element = cssRig("css-grow");
  let cancels = 0;
  element.addEventListener("animationcancel", () => cancels++);
  await sleep(100);
  const [animation] = element.getAnimations();
  animation.effect.updateTiming({ duration: 4000 });
  await sleep(50);
  const before = getComputedStyle(element).width;
  await sleep(600);
  const result = [cancels, animation.playState, before, parseFloat(getComputedStyle(element).width) > 20, parseFloat(getComputedStyle(element).width) < 40];
  element.remove();
  return result;
});
check("what a frame's callbacks start begins with that frame; what a task starts, with the next", [0, 0, 0, true, true], async () => {
  const [moved, listed] = [cssRig("css-fade"), cssRig("")];
  getComputedStyle(moved).opacity;
  const frame = () => new Promise(requestAnimationFrame);
  const first = await frame();
  moved.style.opacity = "0";
  listed.className = "css-grow";
  const script = listed.animate([{ left: 0 }, { left: "9px" }], 1000);
  await frame();
  const starts = [moved.getAnimations()[0].startTime, listed.getAnimations()[0].startTime, script.startTime];
  await sleep(5);
  const other = cssRig("css-grow");
  const late = other.getAnimations()[0];
  const next = await frame();
  await frame();
  const result = [...starts.map((start) => Math.round(start - first)), late.startTime >= next - 0.01, late.startTime < next + 1];
  for (const element of [moved, listed, other]) element.remove();
  return result;
});
check("all of a list of animations run, follow changes and are ordered", [["css-grow", "css-late"], ["paused", "paused"], ["css-late", "css-grow"]], async () => {
  const sheet = document.createElement("style");
  sheet.textContent = "@keyframes css-late { from { height: 1px } to { height: 2px } }";
  document.head.append(sheet);
  const element = cssRig("css-grow");
  await sleep(50);
  const duration = getComputedStyle(element).animationDuration;
  const names = () => element.getAnimations().map((animation) => animation.animationName);
  element.style.animation = `css-grow ${duration} linear, css-late 9s`;
  const both = names();
  await sleep(50);
  element.style.animationPlayState = "paused";
  const states = element.getAnimations().map((animation) => animation.playState);
  element.style.animation = `css-late 9s, css-grow ${duration} linear`;
  const turned = names();
  element.remove();
  sheet.remove();
  return [both, states, turned];
});
check("an animation that begins held tells its start; one that script has taken over tells its end", [["animationstart", 0], ["animationstart", "animationend"]], async () => {
  const held = cssRig("css-grow");
  held.style.animation = "css-grow 1s linear paused";
  const said = [];
  held.addEventListener("animationstart", (event) => said.push(event.type, event.elapsedTime));
  const taken = cssRig("css-grow");
  taken.style.animation = "css-grow 1s linear";
  const heard = [];
  for (const type of ["animationstart", "animationend", "animationcancel"]) taken.addEventListener(type, (event) => heard.push(event.type));
  await sleep(50);
  taken.getAnimations()[0].effect.updateTiming({ duration: 100, iterations: 1 });
  await sleep(200);
  held.remove();
  taken.remove();
  return [said, heard];
});
