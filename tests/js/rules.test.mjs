// @ts-check
/** The browser's rules, held to the fixtures the server's rules are held to. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";

import {
  START, IllegalMove, boardText, counts, discAt, flips, legalMoves, parseBoard, parseSquare, place,
  replay, squareName, trays,
} from "../../static/js/local/rules.js";

/** @typedef {import("../../static/js/local/rules.js").Board} Board */
/** @typedef {import("../../static/js/local/rules.js").Side} Side */
/** @typedef {import("../../static/js/local/rules.js").Step} Step */

/** @param {string} name */
const fixture = (name) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8");

const EDGE_CASES = Object.entries(JSON.parse(fixture("edge_cases.json")));
const HUMAN_GAMES = fixture("human_games.tsv").split("\n")
  .filter((line) => line && !line.startsWith("#")).map((line) => line.split("\t"));

/** @param {Step[]} steps */
const passesAfter = (steps) => {
  let placed = 0;
  /** @type {number[]} */
  const found = [];
  for (const { square } of steps) square === null ? found.push(placed) : placed++;
  return found;
};

/** @param {Step[]} steps */
const written = (steps) =>
  steps.map(({ square }) => (square === null ? "--" : squareName(square))).join("");

/** @param {Step[]} steps */
const lastBoard = (steps) => steps[steps.length - 1].board;

/** @param {Board} board @returns {[number, number]} */
const discs = (board) => [counts(board).dark, counts(board).light];

/**
 * Games of exactly `depth` plies, a pass being one.
 * @param {Board} board
 * @param {number} depth
 * @returns {number}
 */
const perft = (board, depth) => {
  if (depth === 0) return 1;
  if (!board.toMove) return 0;
  let nodes = 0;
  for (const square of legalMoves(board, board.toMove)) {
    const next = place(board, square);
    const plies = next.plies.length;
    nodes += plies <= depth ? perft(next.board, depth - plies) : 1;
  }
  return nodes;
};

describe("perft", () => {
  const rows = JSON.parse(fixture("perft.json")).rows;
  for (let depth = 1; depth <= 6; depth++) {
    test(`counts every game of ${depth} plies`, () => {
      assert.equal(rows[depth - 1].depth, depth);
      assert.equal(perft(START, depth), rows[depth - 1].exact_depth);
    });
  }
});

describe("edge cases", () => {
  for (const [name, game] of EDGE_CASES.filter(([, { transcript }]) => transcript)) {
    test(`${name} is played as recorded`, () => {
      const steps = replay(game.with_passes);
      const board = lastBoard(steps);
      assert.equal(boardText(board), game.final);
      assert.deepEqual(discs(board), game.discs);
      assert.deepEqual(passesAfter(steps), game.pass_after_move);
      assert.equal(steps.length, game.plies);
      assert.deepEqual(steps.map(({ ply }) => ply), steps.map((_, index) => index + 1));
      assert.equal(board.toMove === null, game.over);
      assert.equal(written(steps), game.with_passes);
      assert.deepEqual(replay(game.transcript), steps);
      const mobility = [START, ...steps.map((step) => step.board)].map(
        ({ toMove }, index, all) => (toMove ? legalMoves(all[index], toMove).length : 0));
      assert.equal(Math.max(...mobility), game.max_mobility);
    });
  }

  for (const [name, position] of EDGE_CASES.filter(([, { transcript }]) => !transcript)) {
    test(`${name} has the moves recorded`, () => {
      const expected = position.legal_moves ?? position.legal ?? position.mobility;
      if (position.transcript_to_position) {
        const board = lastBoard(replay(position.transcript_to_position));
        if (position.board) assert.equal(boardText(board), position.board);
        if (position.side_to_move) {
          assert.equal(board.toMove, position.side_to_move === "W" ? "light" : "dark");
        }
        assert.equal(legalMoves(board, /** @type {Side} */ (board.toMove)).length, expected);
      } else {
        assert.equal(position.to_move, "X");
        assert.equal(legalMoves(parseBoard(position.board, "dark"), "dark").length, expected);
      }
    });
  }
});

test("all 698 human games end with the discs and passes recorded", () => {
  assert.equal(HUMAN_GAMES.length, 698);
  for (const [, transcript, dark, light, passes, finished] of HUMAN_GAMES) {
    const steps = replay(transcript);
    const board = lastBoard(steps);
    assert.deepEqual(discs(board), [Number(dark), Number(light)], transcript);
    // The records know of a pass by the disc after it: one that ends an unfinished game isn't in.
    const known = passesAfter(steps).filter((placed) => placed < transcript.length / 2);
    assert.equal(known.join(",") || "-", passes, transcript);
    assert.equal(board.toMove === null ? "1" : "0", finished, transcript);
  }
});

test("no square ever holds a disc of both sides", () => {
  for (const [, transcript] of HUMAN_GAMES) {
    for (const { board } of replay(transcript)) {
      assert.equal(board.darkLo & board.lightLo, 0);
      assert.equal(board.darkHi & board.lightHi, 0);
    }
  }
});

test("a step tells what turned and leaves the board before it alone", () => {
  const [first, second] = replay("f5d6");
  assert.deepEqual(first.flipped.map(squareName), ["e5"]);
  assert.deepEqual([first.side, first.square, first.ply], ["dark", parseSquare("f5"), 1]);
  assert.deepEqual(second.flipped.map(squareName), ["d5"]);
  assert.equal(discAt(first.board, parseSquare("e5")), "dark");
  assert.equal(discAt(first.board, parseSquare("d6")), null);
  assert.deepEqual(discs(START), [2, 2]);
});

test("a pass is a step of its own, and the board before it names the side about to pass", () => {
  const steps = replay("f5f6e6f4g6d6g4f7e8h6h5f8h7h3g8--c6");
  const [before, pass, after] = steps.slice(14);
  assert.equal(before.board.toMove, "light");
  assert.deepEqual([pass.side, pass.square, pass.flipped], ["light", null, []]);
  assert.equal(pass.board.toMove, "dark");
  assert.equal(boardText(pass.board), boardText(before.board));
  assert.equal(after.side, "dark");
});

test("a written pass is refused where a move exists, and twice", () => {
  assert.throws(() => replay("f5--"), /no pass at ply 2/);
  assert.throws(() => replay("f5f6e6f4g6d6g4f7e8h6h5f8h7h3g8----c6"), /no pass at ply 17/);
});

test("text that is no transcript is refused", () => {
  for (const text of ["f", "f5d", "i5", "f9", "f5 d6", "f5-d"]) {
    assert.throws(() => replay(text), RangeError, text);
  }
});

test("an illegal move says why", () => {
  /** @param {string} reason */
  const because = (reason) => (/** @type {unknown} */ error) =>
    error instanceof IllegalMove && error.reason === reason;
  assert.throws(() => place(START, parseSquare("d4")), because("occupied"));
  assert.throws(() => place(START, parseSquare("a1")), because("captures_nothing"));
  const over = lastBoard(replay("f5d6c5f4e7f6g5e6e3"));
  assert.throws(() => place(over, parseSquare("a1")), because("game_over"));
  for (const square of [-1, 64, 1.5, NaN]) assert.throws(() => place(START, square), RangeError);
});

test("moves and flips can be asked for either side", () => {
  assert.deepEqual(legalMoves(START, "dark").map(squareName), ["d3", "c4", "f5", "e6"]);
  assert.deepEqual(legalMoves(START, "light").map(squareName), ["e3", "f4", "c5", "d6"]);
  assert.deepEqual(flips(START, "light", parseSquare("c5")).map(squareName), ["d5"]);
  assert.deepEqual(flips(START, "dark", parseSquare("c5")), []);
});

test("flips are listed from the new disc outwards", () => {
  const board = parseBoard(`-OOOOOOX${"-".repeat(56)}`, "dark");
  assert.deepEqual(flips(board, "dark", 0).map(squareName), ["b1", "c1", "d1", "e1", "f1", "g1"]);
});

test("a run stops at the edge and doesn't go on in the next row", () => {
  assert.deepEqual(legalMoves(parseBoard(`------XO-${"-".repeat(55)}`, "dark"), "dark"), []);
  assert.deepEqual(legalMoves(parseBoard(`-------XO-${"-".repeat(54)}`, "dark"), "dark"), []);
});

test("every square's name is read back, in either case", () => {
  for (let square = 0; square < 64; square++) {
    assert.equal(parseSquare(squareName(square)), square);
    assert.equal(parseSquare(squareName(square).toUpperCase()), square);
  }
  assert.deepEqual([squareName(0), squareName(7), squareName(8), squareName(63)],
    ["a1", "h1", "a2", "h8"]);
  for (const name of ["", "a", "a0", "a9", "i1", "1a", "a1 ", "a1\n"]) {
    assert.throws(() => parseSquare(name), RangeError);
  }
});

test("a side with an empty tray is given discs from the other tray", () => {
  const [, game] = EDGE_CASES.filter(([name]) => name === "pass_23_white_wipeout")[0];
  const steps = replay(game.transcript).filter(({ square }) => square !== null);
  const light = steps.filter(({ side }) => side === "light");
  assert.equal(light.length, 39);
  assert.deepEqual(
    light.map((step) => step.fromOpponentTray), light.map((_, index) => index >= 30));
  assert.ok(steps.every((step) => step.side === "light" || !step.fromOpponentTray));
  assert.deepEqual(trays(lastBoard(steps)), { dark: 5, light: 0 });
  assert.deepEqual(trays(START), { dark: 30, light: 30 });
});
