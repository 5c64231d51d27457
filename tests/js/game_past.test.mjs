/** Going back: the cards count the discs of the position that is shown. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { discsAfter } from "../../static/js/game/history.js";
import { replay } from "../../static/js/local/rules.js";

const steps = replay("f5d6c3");

test("before the first move four discs lie on the board and both trays are full", () => {
  assert.deepEqual(discsAfter(steps, 0), { discs: { dark: 2, light: 2 }, trays: { dark: 30, light: 30 } });
});

test("after a ply the counts are that ply's, not the newest", () => {
  assert.deepEqual(discsAfter(steps, 1), { discs: { dark: 4, light: 1 }, trays: { dark: 29, light: 30 } });
  assert.deepEqual(discsAfter(steps, 2), { discs: { dark: 3, light: 3 }, trays: { dark: 29, light: 29 } });
});
