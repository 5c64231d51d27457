/** Clocks: what is shown follows from the server's picture and never flatters. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { clockText, createServerTime, msLeft, runningSide, warningsPassed } from "../../static/js/game/clock.js";
import { clockWord } from "../../static/js/game/panel.js";
import { game, over, playing, room } from "./game_fixtures.mjs";

test("only the side to move uses time up", () => {
  const picture = playing("f5");
  assert.equal(runningSide(picture), "light");
  assert.equal(msLeft(picture, "light", picture.at + 4_000), 26_000);
  assert.equal(msLeft(picture, "dark", picture.at + 4_000), 30_000);
});

test("a paused clock stands, and a finished game's too", () => {
  const paused = playing("f5", { phase: "paused" });
  paused.game.clock.running = false;
  assert.equal(msLeft(paused, "light", paused.at + 9_000), 30_000);
  assert.equal(runningSide(over()), null);
});

test("what is left is never below nothing nor above what the server said", () => {
  const picture = playing("f5");
  assert.equal(msLeft(picture, "light", picture.at + 31_000), 0);
  assert.equal(msLeft(picture, "light", picture.at - 5_000), 30_000);
});

test("with both limits the smaller one is shown; without any, none", () => {
  const picture = playing("f5");
  picture.game.clock.light = { action_ms: 30_000, total_ms: 8_000 };
  assert.equal(msLeft(picture, "light", picture.at + 1_000), 7_000);
  picture.game.clock.light = { action_ms: null, total_ms: null };
  assert.equal(msLeft(picture, "light", picture.at), null);
  assert.equal(clockText(null), "–:––");
});

test("before the first game it shows the whole of each action", () => {
  assert.equal(msLeft(room(), "dark", 5), 30_000);
});

test("the text is cut off, with tenths under ten seconds", () => {
  const texts = [[90_000, "1:30"], [30_000, "0:30"], [29_999, "0:29"], [10_000, "0:10"], [9_999, "0:09.9"],
    [9_400, "0:09.4"], [50, "0:00.0"], [0, "0:00.0"]];
  for (const [ms, text] of texts) assert.equal(clockText(ms), text);
});

test("the server's time is taken from the quickest answer and errs to the server's side", () => {
  const time = createServerTime();
  time.assume(5_000, 0);
  assert.equal(time.at(100), 5_100);
  time.measured(10_000, 1_000, 1_400); // the truth lies between 9,000 - 400 and 9,000
  assert.equal(time.at(1_400), 10_400);
  time.measured(11_000, 2_040, 2_060);
  assert.equal(time.at(2_060), 11_020);
  assert.equal(time.trip, 20);
});

test("old answers leave: a clock that was set during sleep is believed again", () => {
  const time = createServerTime();
  time.measured(1_000, 0, 1);
  time.forget();
  time.measured(900_000, 10, 500);
  assert.equal(time.at(10), 900_000);
});

test("warnings come once each, the lower one when both are passed at once", () => {
  assert.deepEqual(warningsPassed(10_050, 9_950), [10_000]);
  assert.deepEqual(warningsPassed(9_950, 9_850), []);
  assert.deepEqual(warningsPassed(12_000, 4_000).at(-1), 5_000);
});

test("a game's own limits are used once it has begun, whatever the room is set to", () => {
  const picture = playing("f5", { control: { action_ms: 90_000, total_ms: null }, game: game("f5") });
  assert.equal(msLeft(picture, "dark", picture.at), 30_000);
});

test("before the first disc the card of the side to move says that it starts", () => {
  const picture = playing("");
  picture.game.clock.running = false;
  assert.deepEqual(["dark", "light"].map((side) => clockWord(picture, side, false)), ["starts", "waits"]);
  picture.game.clock.running = true;
  assert.deepEqual(["dark", "light"].map((side) => clockWord(picture, side, false)), ["to move", "waits"]);
});

test("tenths stand behind the sign of the page's language", () => {
  globalThis.get_format = (name) => (name === "DECIMAL_SEPARATOR" ? "," : "");
  assert.equal(clockText(9_470), "0:09,4");
  delete globalThis.get_format;
  assert.equal(clockText(9_470), "0:09.4");
});
