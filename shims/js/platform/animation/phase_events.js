// Events of CSS animations and transitions by the change of their phase (CSS Animations 2 § 4.1, CSS Transitions 2 § 5), for those that
// script runs.

/**
 * The events of one frame as [type, elapsed seconds]. `then` and `now` are results of `computeTiming`, `then` of the frame before (or null
 * if there was none); `timing` is the effect's.
 */
export function phaseEvents(isTransition, then, now, timing) {
  const was = then?.phase ?? "idle";
  const is = now.phase;
  const startTime = Math.max(Math.min(-timing.delay, now.active), 0) / 1000;
  const endTime = Math.max(Math.min(now.end - timing.delay, now.active), 0) / 1000;
  const events = [];
  const wasEarly = was === "idle" || was === "before";
  const prefix = isTransition ? "transition" : "animation";
  if (isTransition && was === "idle" && is !== "idle") events.push(["run", startTime]);
  if (wasEarly && (is === "active" || is === "after")) events.push(["start", startTime]);
  if (was === "after" && (is === "active" || is === "before")) events.push(["start", endTime]);
  if (!isTransition && was === "active" && is === "active" && then.iteration !== now.iteration) {
    events.push(["iteration", (now.iteration * now.duration) / 1000]);
  }
  if (is === "after" && was !== "after" && was !== is) events.push(["end", endTime]);
  if (is === "before" && (was === "active" || was === "after")) events.push(["end", startTime]);
  if (is === "idle" && was !== "idle" && was !== "after") events.push(["cancel", (then.elapsed ?? 0) / 1000]);
  return events.map(([name, elapsed]) => [prefix + name, elapsed]);
}
