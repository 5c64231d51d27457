/** Clocks of the device: what may be typed, and what not. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { areLimits, kindOf, parseAction, parseTotal, totalText } from "../../static/js/local/limits.js";

test("a total is typed in minutes, or in minutes and seconds", () => {
  assert.deepEqual(["10", "10:00", "5:30", " 3 ", "0:10", "180"].map(parseTotal),
    [600_000, 600_000, 330_000, 180_000, 10_000, 10_800_000]);
});

test("what is no total is refused", () => {
  for (const text of ["", "0", "-5", "5:75", "abc", "999999", "1e3", "5:3", "5:", ":30", "0:05", "181", "5.5", "١٠", "10:00:00"]) {
    assert.equal(parseTotal(text), null, text);
  }
});

test("a move's own limit is typed in whole seconds", () => {
  assert.deepEqual(["3", "45", "3600"].map(parseAction), [3_000, 45_000, 3_600_000]);
  for (const text of ["", "0", "2", "-5", "5:75", "abc", "999999", "3601", "1.5"]) {
    assert.equal(parseAction(text), null, text);
  }
});

test("a total is shown as it would be typed", () => {
  assert.deepEqual([600_000, 330_000, 10_000].map(totalText), ["10:00", "5:30", "0:10"]);
  assert.deepEqual([600_000, 330_000].map(totalText).map(parseTotal), [600_000, 330_000]);
});

test("limits from elsewhere are limits only if they could have been chosen", () => {
  assert.ok(areLimits({ action_ms: null, total_ms: null }));
  assert.ok(areLimits({ action_ms: 15_000, total_ms: 600_000 }));
  for (const value of [null, 5, {}, { action_ms: 1, total_ms: null }, { action_ms: "15000", total_ms: null },
    { action_ms: null, total_ms: Infinity }, { action_ms: null }]) {
    assert.equal(areLimits(value), false, JSON.stringify(value));
  }
});

test("limits have one of four kinds", () => {
  assert.deepEqual([[null, null], [1, null], [null, 1], [1, 1]].map(([action_ms, total_ms]) => kindOf({ action_ms, total_ms })),
    ["none", "action", "total", "both"]);
});
