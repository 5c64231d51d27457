/** A match that was kept comes back whole, or not at all. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { fall, newMatch, play, playOtherwise, undo } from "../../static/js/local/match.js";
import { matchFrom, matchText } from "../../static/js/local/restore.js";
import { parseSquare } from "../../static/js/local/rules.js";

const NOW = 1_800_000_000_000;
const begun = "f5d6c3".match(/../g).reduce((match, name, index) => play(match, parseSquare(name), NOW + index * 900),
  playOtherwise(newMatch(5), { opponent: "expert", colour: "alternate", limits: { action_ms: 15_000, total_ms: null } }, 6));

test("a match comes back as it was", () => {
  for (const match of [newMatch(3), begun, fall(undo(begun, NOW), NOW + 60_000)]) assert.deepEqual(matchFrom(matchText(match)), match);
});

test("what can't be read is no match", () => {
  for (const text of ["", "{", "null", "[]", "5", "{}", matchText(begun).slice(0, -20)]) assert.equal(matchFrom(text), null, text);
});

test("a match of another version is no match", () => {
  assert.equal(matchFrom(matchText(begun).replace('"version":1', '"version":2')), null);
});

/** The kept match with one field changed. */
const altered = (change) => matchFrom(JSON.stringify({ ...JSON.parse(matchText(begun)), ...change }));

test("a round that breaks the rules is no match", () => {
  const disc = (square, ms = 0) => ({ square, ms });
  for (const discs of [[disc("a1")], [disc("f5"), disc("f5")], [disc("zz")], [disc("f5", -1)], [disc("f5", 0.5)],
    [{ square: 5, ms: 0 }], "f5", [null]]) {
    assert.equal(altered({ discs }), null, JSON.stringify(discs));
  }
});

test("fields that can't be are no match", () => {
  for (const change of [{ since: "x" }, { since: null }, { opponent: "master" }, { colour: "red" }, { dark: 2 }, { rev: -1 },
    { limits: { action_ms: 1, total_ms: null } }, { score: { won: 1 } }, { records: {} }, { more: 1 }, { seed: null },
    { result: { winner: "dark", reason: "discs", dark: 3, light: 3 } }]) {
    assert.equal(altered(change), null, JSON.stringify(change));
  }
});
