/** Matches on the device (SPEC 6): rounds, colours, undo, clocks, score and records. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { readFileSync } from "node:fs";

import {
  besideEmptyCorner, boardOf, deadline, fall, isComputersTurn, legalOf, limitsLeft, lostBy, mayUndo, newMatch, nextRound, play,
  playerOf, playOtherwise, restart, stepsOf, turnOf, undo, undoable,
} from "../../static/js/local/match.js";
import { parseBoard, parseSquare } from "../../static/js/local/rules.js";

const NOW = 1_800_000_000_000;
const games = readFileSync(new URL("../fixtures/human_games.tsv", import.meta.url), "utf8").split("\n");

/** A whole game that people played. */
const WHOLE = whole();

function whole() {
  for (const line of games) {
    const found = /\b([a-h][1-8]){60}\b/.exec(line);
    if (found) return found[0];
  }
  throw new Error("no game of sixty discs in the fixture");
}

/** Play a transcript, a second for each disc. */
function after(match, moves, now = NOW) {
  return moves.match(/../g).reduce((state, name, index) =>
    play(state, parseSquare(name), now + index * 1000), match);
}

const against = (opponent, colour = "dark", limits) =>
  playOtherwise(newMatch(7), { opponent, colour, ...(limits ? { limits } : {}) }, 7);
const timed = (limits) => playOtherwise(newMatch(7), { limits }, 7);

test("a match opens in round one with dark to move and four squares to choose from", () => {
  const match = newMatch(1);
  assert.equal(match.round, 1);
  assert.equal(turnOf(match), "dark");
  assert.deepEqual(Object.keys(legalOf(boardOf(match))), ["d3", "c4", "f5", "e6"]);
});

test("an illegal disc is refused and changes nothing", () => {
  const match = newMatch(1);
  assert.throws(() => play(match, parseSquare("a1"), NOW), /captures_nothing/);
  assert.throws(() => play(match, parseSquare("d4"), NOW), /occupied/);
});

test("a round that is over has a result and is counted once", () => {
  const match = after(newMatch(1), WHOLE);
  assert.equal(match.result.reason, "discs");
  assert.equal(match.result.dark + match.result.light, 64);
  assert.equal(match.score.won + match.score.lost + match.score.drawn, 1);
  assert.throws(() => play(match, 0, NOW), /game_over/);
});

test("two people swap colours each round, and the score stays with the players", () => {
  const first = after(newMatch(1), WHOLE);
  const second = nextRound(first, 2);
  assert.equal(second.round, 2);
  assert.deepEqual([playerOf(first, "dark"), playerOf(second, "dark")], [0, 1]);
  assert.deepEqual(second.score, first.score);
  const both = after(second, WHOLE);
  assert.deepEqual([both.score.won, both.score.lost], first.result.winner ? [1, 1] : [0, 0]);
});

test("against the computer the colour stays, or alternates if that was chosen", () => {
  assert.equal(nextRound(against("beginner", "light"), 2).dark, 1);
  assert.equal(nextRound(against("beginner", "dark"), 2).dark, 0);
  const alternating = against("beginner", "alternate");
  assert.deepEqual([alternating.dark, nextRound(alternating, 2).dark], [0, 1]);
});

test("the computer is to move exactly where its colour is", () => {
  assert.equal(isComputersTurn(against("expert", "dark")), false);
  assert.equal(isComputersTurn(against("expert", "light")), true);
  assert.equal(isComputersTurn(after(against("expert", "dark"), "f5")), true);
  assert.equal(isComputersTurn(after(newMatch(1), "f5")), false);
});

test("undo takes back one move of two people, and back to one's own turn against the computer", () => {
  const two = undo(after(newMatch(1), "f5d6c3"), NOW);
  assert.deepEqual(two.discs.map((disc) => disc.square), ["f5", "d6"]);
  const one = undo(after(against("corner"), "f5d6c3d3"), NOW);
  assert.deepEqual(one.discs.map((disc) => disc.square), ["f5", "d6"]);
  const thinking = undo(after(against("corner"), "f5d6c3"), NOW);
  assert.deepEqual(thinking.discs.map((disc) => disc.square), ["f5", "d6"]);
});

test("there is nothing to undo before one's own first move", () => {
  assert.equal(undoable(newMatch(1)), 0);
  const begun = after(against("corner", "light"), "f5");
  assert.equal(undoable(begun), 0);
  assert.equal(undo(begun, NOW), begun);
});

test("undo goes on to the start, however long the round was", () => {
  let match = after(newMatch(1), WHOLE);
  for (let left = 60; left > 0; left--) match = undo(match, NOW);
  assert.equal(match.discs.length, 0);
  assert.equal(match.since, null);
});

test("undo on the result takes the round out of the score and the level's record", () => {
  const fresh = against("expert");
  const over = after(fresh, WHOLE);
  assert.equal(total(over.records.expert), 1);
  const back = undo(over, NOW);
  assert.equal(back.result, null);
  assert.equal(total(back.records.expert), 0);
  assert.equal(total(back.score), 0);
});

const total = ({ won, lost, drawn }) => won + lost + drawn;

test("restart counts nothing and keeps the colours", () => {
  const second = nextRound(after(newMatch(1), WHOLE), 2);
  const again = restart(after(second, "f5d6"), 3);
  assert.deepEqual([again.discs.length, again.round, again.dark], [0, 2, 1]);
  assert.deepEqual(again.score, second.score);
});

test("another opponent is another match, but records stay", () => {
  const over = after(against("beginner"), WHOLE);
  const other = playOtherwise(over, { opponent: "expert" }, 3);
  assert.deepEqual([other.round, total(other.score), total(other.records.beginner)], [1, 0, 1]);
});

const CLOCK = { action_ms: 30_000, total_ms: null };

test("another clock between two rounds is the next round's: number, colours and score go on", () => {
  const over = after(newMatch(1), WHOLE);
  const next = playOtherwise(over, { opponent: "person", colour: "dark", limits: CLOCK }, 3);
  assert.deepEqual([next.round, next.dark, total(next.score), next.limits], [2, 1, 1, CLOCK]);
  assert.deepEqual([next.discs, next.result], [[], null]);
});

test("another colour between two rounds is the next round's, and alternating goes on from the last", () => {
  const over = after(against("beginner"), WHOLE);
  const light = playOtherwise(over, { colour: "light" }, 3);
  assert.deepEqual([light.round, light.dark, total(light.score)], [2, 1, 1]);
  assert.equal(playOtherwise(over, { colour: "alternate" }, 3).dark, 1);
});

test("another clock within a round begins that round anew", () => {
  const second = after(nextRound(after(newMatch(1), WHOLE), 2), "f5d6");
  const next = playOtherwise(second, { limits: CLOCK }, 3);
  assert.deepEqual([next.round, next.dark, total(next.score), next.discs.length], [2, 1, 1, 0]);
});

test("what playing otherwise would lose is known before: a round, the match, or nothing", () => {
  const fresh = newMatch(1);
  const over = after(fresh, WHOLE);
  const second = nextRound(over, 2);
  assert.equal(lostBy(fresh, { opponent: "expert" }), null);
  assert.equal(lostBy(after(fresh, "f5"), { limits: CLOCK }), "round");
  assert.equal(lostBy(after(fresh, "f5"), { opponent: "expert" }), "round");
  assert.equal(lostBy(over, { limits: CLOCK }), null);
  assert.equal(lostBy(over, { opponent: "person", limits: CLOCK }), null);
  assert.equal(lostBy(over, { opponent: "expert" }), "match");
  assert.equal(lostBy(second, { opponent: "expert" }), "match");
  assert.equal(lostBy(after(second, "f5"), { opponent: "expert" }), "match");
});

test("a flag that fell before one's own first disc can be taken back", () => {
  const begun = after(playOtherwise(against("corner", "light"), { limits: CLOCK }, 7), "f5");
  assert.equal(mayUndo(begun), false);
  const fallen = fall(begun, NOW + 30_000);
  assert.deepEqual([fallen.result.reason, total(fallen.records.corner), mayUndo(fallen)], ["time", 1, true]);
  const back = undo(fallen, NOW + 60_000);
  assert.deepEqual([back.result, back.discs.length, total(back.records.corner)], [null, 1, 0]);
  assert.equal(deadline(back), NOW + 90_000);
});

test("the clock of a round starts at its first disc", () => {
  const match = timed({ action_ms: null, total_ms: 60_000 });
  assert.equal(deadline(match), null);
  assert.equal(fall(match, NOW + 10 ** 9), match);
  assert.equal(deadline(after(match, "f5")), NOW + 60_000);
});

test("a total runs only in one's own turn", () => {
  const match = after(timed({ action_ms: null, total_ms: 60_000 }), "f5d6c3");
  // Light took a second over d6, dark one over c3; f5 was free.
  assert.deepEqual(limitsLeft(match, "light"), { action_ms: null, total_ms: 59_000 });
  assert.deepEqual(limitsLeft(match, "dark"), { action_ms: null, total_ms: 59_000 });
});

test("what is left of a move's limit is not saved", () => {
  const match = after(timed({ action_ms: 15_000, total_ms: null }), "f5d6c3");
  assert.equal(deadline(match), NOW + 2_000 + 15_000);
});

test("with both clocks, whichever ends first loses", () => {
  const match = after(timed({ action_ms: 15_000, total_ms: 16_000 }), "f5d6c3");
  assert.equal(deadline(match), NOW + 2_000 + 15_000);
  const slow = play(match, Number(parseSquare("d3")), NOW + 2_000 + 14_000);
  const again = play(slow, parseSquare("c4"), NOW + 2_000 + 15_000);
  assert.equal(deadline(again), NOW + 2_000 + 15_000 + 1_000);
  const over = fall(again, NOW + 2_000 + 16_000);
  assert.deepEqual([over.result.winner, over.result.reason], ["dark", "time"]);
});

test("a disc played after its time has run out is not played", () => {
  const match = after(timed({ action_ms: 15_000, total_ms: null }), "f5");
  const late = play(match, parseSquare("d6"), NOW + 15_000);
  assert.equal(late.discs.length, 1);
  assert.deepEqual([late.result.winner, late.result.reason, late.since], ["dark", "time", null]);
});

test("undo gives back the time from before the move", () => {
  const match = after(timed({ action_ms: null, total_ms: 60_000 }), "f5d6c3", NOW);
  const back = undo(match, NOW + 50_000);
  assert.deepEqual(limitsLeft(back, "dark"), { action_ms: null, total_ms: 60_000 });
  assert.equal(deadline(back), NOW + 110_000);
});

test("a clock that went back never gives time", () => {
  const match = after(timed({ action_ms: null, total_ms: 60_000 }), "f5");
  const jumped = play(match, parseSquare("d6"), NOW - 3_600_000);
  assert.equal(jumped.discs[1].ms, 0);
  assert.equal(limitsLeft(jumped, "light").total_ms, 60_000);
});

test("b2, g2, b7 and g7 are beside a corner while it is empty", () => {
  const board = parseBoard(`X${"-".repeat(63)}`, "dark");
  assert.deepEqual(["b2", "g2", "b7", "g7", "c3"].map((name) => besideEmptyCorner(board, name)),
    [false, true, true, true, false]);
});

test("a pass leaves the turn with the same side and is a step of its own", () => {
  const passing = games.map((line) => /\b((?:[a-h][1-8]){20,60})\b/.exec(line)?.[1]).find((moves) => {
    if (!moves) return false;
    const steps = stepsOf({ discs: moves.match(/../g).map((square) => ({ square, ms: 0 })) });
    return steps.some((step) => step.square === null);
  });
  assert.ok(passing, "a game with a pass in the fixture");
  const match = after(newMatch(1), passing);
  assert.equal(match.discs.length * 2, passing.length);
  assert.ok(stepsOf(match).length > match.discs.length);
});
