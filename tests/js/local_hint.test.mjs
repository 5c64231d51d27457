/** How long the hint beside an empty corner stands (SPEC 6.7). */

import assert from "node:assert/strict";
import { test } from "node:test";

import { hintOf, hintStands } from "../../static/js/local/hint.js";
import { newMatch, nextRound, play, playOtherwise, restart, undo } from "../../static/js/local/match.js";
import { parseSquare } from "../../static/js/local/rules.js";

const NOW = 1_800_000_000_000;
const after = (match, moves) => moves.match(/../g).reduce((state, name) => play(state, parseSquare(name), NOW), match);
const against = (opponent) => playOtherwise(newMatch(7), { opponent }, 7);

test("the hint outlasts the computer's answer, and goes with one's own next disc", () => {
  const mine = after(against("beginner"), "f5");
  const hint = hintOf(mine, "b2");
  assert.equal(hintStands(hint, mine), true);
  const answered = after(mine, "d6");
  assert.equal(hintStands(hint, answered), true);
  assert.equal(hintStands(hint, after(answered, "c3")), false);
});

test("between two people the next disc is somebody's own", () => {
  const mine = after(newMatch(7), "f5");
  assert.equal(hintStands(hintOf(mine, "b2"), after(mine, "d6")), false);
});

test("what was taken back, begun anew or is over needs no hint", () => {
  const mine = after(against("beginner"), "f5d6c3");
  const hint = hintOf(mine, "b2");
  assert.equal(hintStands(hint, undo(mine, NOW)), false);
  assert.equal(hintStands(hint, restart(mine, 8)), false);
  assert.equal(hintStands(hint, nextRound(mine, 8)), false);
  assert.equal(hintStands(hint, { ...mine, result: { winner: null, reason: "discs", dark: 32, light: 32 } }), false);
  assert.equal(hintStands(null, mine), false);
});
