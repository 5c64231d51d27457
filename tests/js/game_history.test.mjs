/** Differences of pictures, passes, history rows, one's own move, words. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { boardChanges, FLIP_MS, newPlies, STEP_MS, trailingPasses } from "../../static/js/game/diff.js";
import { fateOf, liveView, ownMove } from "../../static/js/game/hand.js";
import { historyItems } from "../../static/js/game/history_rows.js";
import { expectation, whyNot } from "../../static/js/game/status.js";
import { headline, readerOf, reasonText, story, titleText } from "../../static/js/game/story.js";
import { parseSquare, replay } from "../../static/js/local/rules.js";
import { alice, bob, eve, game, over, playing, room, seat } from "./game_fixtures.mjs";

const CASES = JSON.parse(readFileSync(new URL("../fixtures/edge_cases.json", import.meta.url), "utf8"));
const PASSES = CASES["wthor_longest_pass_run_10"].with_passes;

test("flips run outward from the disc, nearest first, all within 300 ms", () => {
  const before = "OOOOOOO-".padEnd(64, "-").replace("O", "X");
  const after = "XXXXXXXX".padEnd(64, "-");
  const { placed, turned } = boardChanges(before, after, "h1");
  assert.deepEqual(placed, [7]);
  assert.deepEqual(turned.map(({ square }) => square), [6, 5, 4, 3, 2, 1]);
  assert.ok(turned.at(-1).delay + FLIP_MS < 300);
  assert.equal(turned[0].delay, 0);
  assert.equal(turned[1].delay, STEP_MS);
});

test("a move drawn back takes its disc away", () => {
  const picture = playing("f5");
  const move = ownMove(picture, "d6", 4);
  const back = boardChanges(move.board, picture.game.board, picture.game.last);
  assert.deepEqual(back.removed, [parseSquare("d6")]);
});

test("no ply is missed when pictures were lost, passes included", () => {
  const all = replay(PASSES);
  const early = game(PASSES.slice(0, 20));
  const late = game(PASSES);
  assert.equal(newPlies(early, late).length, all.length - early.ply);
  assert.equal(newPlies(null, late).length, all.length);
  assert.deepEqual(newPlies(late, late), []);
  assert.deepEqual(newPlies(late, early), []);
});

test("another game's plies are all new", () => {
  const plies = newPlies(game("f5d6c3"), game("f5", { id: 8 }));
  assert.deepEqual(plies.map(({ square }) => square), [parseSquare("f5")]);
});

test("the passes after the last disc are kept, and no others", () => {
  const cut = PASSES.indexOf("--");
  assert.equal(trailingPasses(replay(PASSES.slice(0, cut + 2))).length, 1);
  assert.equal(trailingPasses(replay(PASSES.slice(0, cut + 4))).length, 0);
});

test("a pass is a row of its own and the rows go on after it with the right side", () => {
  const items = historyItems(replay(PASSES));
  const passes = items.filter(({ kind }) => kind === "pass");
  assert.equal(passes.length, CASES["wthor_longest_pass_run_10"].passes);
  items.forEach((item, index) => {
    if (item.kind !== "disc") return;
    const before = items[index - 1];
    if (item.side === "dark") assert.equal(before.kind, "number");
    else assert.ok(before.kind === "number" || (before.kind === "disc" && before.side === "dark"));
  });
});

test("every ply stands in the history once, in order", () => {
  const plies = historyItems(replay(PASSES)).filter(({ kind }) => kind !== "number").map(({ ply }) => ply);
  assert.deepEqual(plies, replay(PASSES).map(({ ply }) => ply));
});

test("one's own move is drawn from the picture alone", () => {
  const picture = playing("");
  const move = ownMove(picture, "f5", 1);
  assert.equal(move.board, game("f5").board);
  assert.equal(ownMove(picture, "a1", 1), null);
  assert.deepEqual(liveView(picture, move, false).legal, {});
});

test("a move waits, is confirmed, or is overtaken", () => {
  const move = ownMove(playing("f5"), "d6", 1);
  assert.equal(fateOf(move, playing("f5")), "waiting");
  assert.equal(fateOf(move, playing("f5d6")), "confirmed");
  assert.equal(fateOf(move, playing("f5d6c3")), "confirmed");
  assert.equal(fateOf(move, playing("f5f6")), "overtaken");
  assert.equal(fateOf(move, playing("f5", { phase: "paused" })), "overtaken");
  assert.equal(fateOf(move, { ...playing("f5"), game: game("f5d6", { number: 2 }) }), "overtaken");
  const flagged = game("f5", { turn: null, legal: {}, result: { winner: "dark", reason: "time", dark: 4, light: 1 } });
  assert.equal(fateOf(move, playing("f5", { phase: "over", game: flagged })), "overtaken");
});

test("spectators see where the mover may play but can't", () => {
  const view = liveView(playing("f5"), null, false);
  assert.deepEqual(Object.keys(view.hints).sort(), ["d6", "f4", "f6"]);
  assert.deepEqual(view.legal, {});
});

test("the status line says what is expected of whom", () => {
  assert.equal(expectation(room(), null), "Both seats are free. Sit down to play.");
  const one = room({ seats: { dark: seat(alice), light: seat(null) } });
  assert.equal(expectation(one, alice), "Waiting for someone to take the other seat.");
  assert.equal(expectation(one, eve), "One seat is free. Sit down to play, or watch.");
  assert.equal(expectation(playing("f5"), bob), "Your move. 3 squares are open to you.");
  assert.equal(expectation(playing("f5"), alice), "Light to move: bob.");
});

test("a wrong square is answered with why", () => {
  const picture = playing("f5");
  assert.equal(whyNot(picture, bob, "d6", true), null);
  assert.equal(whyNot(picture, bob, "a1", true), "a1 captures nothing here.");
  assert.equal(whyNot(picture, bob, "e5", false), "e5 is taken.");
  assert.equal(whyNot(picture, alice, "d6", true), "It isn't your turn.");
  assert.equal(whyNot(picture, eve, "d6", true), "You are watching this game.");
  assert.equal(whyNot({ ...picture, phase: "paused" }, bob, "d6", true), "The game is paused.");
  assert.equal(whyNot(over(), bob, "d6", true), "The game is over.");
});

test("a result is told to a player as theirs, to others by the winner's name, to two at one device by the side", () => {
  assert.deepEqual(readerOf(over(), alice), { you: "dark" });
  assert.deepEqual(readerOf(over(), eve), { name: "alice" });
  assert.deepEqual(readerOf(over(), null), { name: "alice" });
  assert.deepEqual(readerOf(over({ winner: null, reason: "two_hours" }), eve), {});
  assert.deepEqual(readerOf({ ...over(), kind: "device" }, null), {});
  assert.equal(headline({ winner: "dark" }, { name: "alice" }), "alice won");
});

test("the result's words are true of the game", () => {
  const moves = CASES["shortest_game_9_black_wipeout"].with_passes;
  const result = { winner: "dark", reason: "discs", dark: 13, light: 0 };
  assert.equal(headline(result), "Dark wins");
  assert.equal(titleText(result), "Dark wins 13–0");
  assert.equal(titleText({ winner: "light", reason: "discs", dark: 3, light: 61 }), "Light wins 61–3");
  assert.equal(reasonText(result), "Neither side can move.");
  assert.equal(story(result, replay(moves)), "No light disc was left on the board.");
  assert.equal(titleText(result, { you: "dark" }), "You won 13–0");
  assert.equal(titleText(result, { you: "light" }), "You lost 0–13");
  assert.equal(titleText({ winner: null, reason: "discs", dark: 32, light: 32 }, { you: "light" }), "A draw 32–32");
  const resigned = { winner: "light", reason: "resign", dark: 4, light: 1 };
  assert.equal(titleText(resigned), "Light wins");
  assert.equal(reasonText(resigned), "Dark resigned.");
  assert.equal(story(resigned, replay("f5")), "Dark was ahead 4–1.");
});
