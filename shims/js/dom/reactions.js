// Custom element reactions (HTML § 4.13.6): what happened to custom elements during an operation is told them when it ends.
import { host, slot } from "ext:oracade/internal.js";

const $reactions = slot("reaction queue"); // array of functions

let queue = null; // the innermost element queue, or null

/** Queues a reaction of an element; it runs when the innermost operation ends. */
export function enqueue(element, reaction) {
  if (element[$reactions] === undefined) element[$reactions] = [];
  element[$reactions].push(reaction);
  if (queue === null) invoke([element]);
  else queue.push(element);
}

/** Queues a reaction of an element whose reactions run now. */
export function enqueueNext(element, reaction) {
  element[$reactions].push(reaction);
}

/** The reactions of an element whose upgrade failed are forgotten. */
export function forgetReactions(element) {
  element[$reactions] = [];
}

/** Runs an operation ([CEReactions]), then the reactions it caused. */
export function operation(run) {
  const outer = queue;
  const own = queue = [];
  try {
    return run();
  } finally {
    queue = outer;
    invoke(own);
  }
}
host.reactions = operation;

function invoke(elements) {
  for (let i = 0; i < elements.length; i++) {
    const reactions = elements[i][$reactions];
    while (reactions.length > 0) {
      try {
        reactions.shift()();
      } catch (error) {
        host.reportException(error);
      }
    }
  }
}
