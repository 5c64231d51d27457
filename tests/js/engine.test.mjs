/** The browser's engine and rules give what the reference engine gives (tests/fixtures). */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { findFlips, findMoves, found, positionFrom, squaresOf } from "../../static/js/local/engine/bits.js";
import { choose, rate } from "../../static/js/local/engine/levels.js";
import { flips, legalMoves, parseBoard, squareName } from "../../static/js/local/rules.js";

const fixture = (name) => JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), "utf8"));
const { positions } = fixture("engine_positions");
const { moves } = fixture("engine_moves");
const names = (squares) => squares.map(squareName).join(" ");
/** The fixture leaves out the spaces between squares or not: compare as sets. */
const sorted = (text) => text.match(/[a-h][1-8]/g)?.sort().join(" ") ?? "";

test("there are two thousand positions and five hundred moves to compare", () => {
  assert.ok(positions.length >= 2000 && moves.length >= 500, `${positions.length}, ${moves.length}`);
});

test("moves and flips of every position are the reference's, by both implementations", () => {
  for (const [text, , expected] of positions) {
    const position = positionFrom(text);
    const { ownLo, ownHi, foeLo, foeHi } = position;
    findMoves(ownLo, ownHi, foeLo, foeHi);
    const squares = squaresOf(found.lo, found.hi);
    assert.equal(names(squares), Object.keys(expected).join(" "), text);
    const board = parseBoard(text, "dark");
    assert.deepEqual(legalMoves(board, "dark"), squares);
    for (const square of squares) {
      findFlips(ownLo, ownHi, foeLo, foeHi, square);
      const turned = sorted(names(squaresOf(found.lo, found.hi)));
      assert.equal(turned, sorted(expected[squareName(square)]), `${text} ${squareName(square)}`);
      assert.equal(turned, sorted(names(flips(board, "dark", square))));
    }
  }
});

for (const level of ["beginner", "corner", "expert"]) {
  test(`${level} plays the reference's move`, () => {
    for (const [text, name, seed, square] of moves) {
      if (name === level) assert.equal(squareName(choose(positionFrom(text), level, seed)), square, `${text} ${seed}`);
    }
  });
}

test("a position without a move has no choice", () => {
  assert.throws(() => choose(positionFrom(`X${"-".repeat(63)}`), "expert", 1), RangeError);
});

test("a review rates every legal move, and the expert's exact choice is among the best", () => {
  for (const [text, level, seed, square] of moves.filter((_, index) => index % 12 === 0)) {
    const rated = rate(positionFrom(text));
    assert.equal(rated.moves.length, legalMoves(parseBoard(text, "dark"), "dark").length);
    if (level !== "expert" || !rated.exact) continue;
    const value = rated.moves.find((move) => squareName(move.square) === square)?.value;
    assert.equal(value, rated.moves[0].value, `${text} ${seed}`);
  }
});
