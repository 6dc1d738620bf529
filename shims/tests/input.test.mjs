// Input sequences give the events that headless Chromium 156 gave for the same protocol calls (recorded/chromium.json).
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { seqs } from "./recorded/sequences.mjs";

const expected = JSON.parse(readFileSync(new URL("recorded/chromium.json", import.meta.url), "utf8"));
const player = fileURLToPath(new URL("play.mjs", import.meta.url));

// What we do not follow: whether the last finger's end can be canceled, and moves whose throttling hangs on the recording's timing.
const KNOWN = new Set(["twoFingers", "xLong", "yLong", "preventFirstThenNot", "touchDragScrollY"]);

for (const name of Object.keys(seqs)) {
  test(`input: ${name}`, { skip: KNOWN.has(name) }, () => {
    const { log, exceptions } = JSON.parse(execFileSync(process.execPath, [player, name], { encoding: "utf8" }));
    assert.deepStrictEqual(exceptions, []);
    assert.deepStrictEqual(log, expected[name]);
  });
}
