// Scrolling: behaviour, events, promises (CSSOM View).

document.body.style.margin = "0";
const box = document.body.appendChild(document.createElement("div"));
box.style.cssText = "width:100px;height:100px;overflow:auto";
box.innerHTML = "<div style='width:1000px;height:1000px'><p id=deep style='position:relative;top:600px;height:50px;margin:0'></p></div>";
const tail = document.body.appendChild(document.createElement("div"));
tail.style.height = "5000px";
const reset = () => { box.style.scrollBehavior = "", box.scrollTo({ top: 0, left: 0, behavior: "instant" }), scrollTo(0, 0); };

check("a scroll is there at once, its events come with the frame", [400, "", "scroll,scrollend"], async () => {
  const events = [];
  box.onscroll = box.onscrollend = (event) => events.push(event.type);
  box.scrollTop = 400;
  const result = [box.scrollTop, events.join()];
  await sleep(40);
  box.onscroll = box.onscrollend = null;
  return [...result, events.join()];
});
check("a smooth scroll takes its time and ends with one scrollend", [0, true, true, 400, 1, true], async () => {
  reset();
  await sleep(40);
  let [scrolls, ends] = [0, 0];
  box.onscroll = () => scrolls++;
  box.onscrollend = () => ends++;
  const start = performance.now();
  const promise = box.scrollTo({ top: 400, behavior: "smooth" });
  const at = box.scrollTop;
  await sleep(150);
  const midway = box.scrollTop;
  await promise;
  const took = performance.now() - start;
  await sleep(40);
  box.onscroll = box.onscrollend = null;
  // The square root of the distance in sixtieths of a second.
  return [at, midway > 50 && midway < 350, Math.abs(took - 1000 * 20 / 60) < 40, box.scrollTop, ends, scrolls > 10];
});
check("scroll-behavior holds for what does not say otherwise; another scroll takes the place of one under way", [0, 300, 300], async () => {
  reset();
  box.style.scrollBehavior = "smooth";
  box.scrollTop = 500;
  const result = [box.scrollTop];
  await sleep(60);
  box.scrollTo({ top: 300, behavior: "instant" });
  result.push(box.scrollTop);
  await sleep(500);
  result.push(box.scrollTop);
  reset();
  return result;
});
check("scrollIntoView goes through all scrollers, smoothly where asked", [575, true, 0, 600], async () => {
  reset();
  document.getElementById("deep").scrollIntoView({ block: "center" });
  const result = [box.scrollTop, scrollY === 0 || scrollY > 0];
  reset();
  document.getElementById("deep").scrollIntoView({ behavior: "smooth" });
  result.push(box.scrollTop);
  await sleep(900);
  result.push(box.scrollTop);
  reset();
  return result;
});
check("what is no value of an option is refused", ["TypeError", "TypeError"], async () => {
  const name = (run) => run().then(() => "", (error) => error.name);
  return [await name(() => box.scrollTo({ behavior: "slow" })), await name(() => box.scrollIntoView({ block: "left" }))];
});
