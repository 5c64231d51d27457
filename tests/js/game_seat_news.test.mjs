/** What is said of a bot's seat: what is to come, and what has just happened. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { fatesOf, seatNews } from "../../static/js/game/seat_news.js";
import { expectation } from "../../static/js/game/status.js";
import { alice, bob, eve, over, playing, room, seat } from "./game_fixtures.mjs";

const bot = { bot: "expert" };
const botSeat = (changes = {}) => ({ ...seat(bot), ...changes });
const against = (light, phase = "playing") =>
  playing("f5", { phase, seats: { dark: seat(alice), light } });
const RESERVED = "eve has reserved the bot's seat for the next game.";
const MINE = "You have reserved the bot's seat for the next game.";
const LEAVES = "The bot leaves after this game.";

test("a reservation is news to everybody, in the second person to whose it is", () => {
  const [before, now] = [against(botSeat()), against(botSeat({ reserved: eve }))];
  assert.deepEqual(seatNews(before, now, alice), [RESERVED]);
  assert.deepEqual(seatNews(before, now, null), [RESERVED]);
  assert.deepEqual(seatNews(before, now, eve), [MINE]);
  assert.deepEqual(seatNews(now, before, alice), ["The bot's seat is no longer reserved."]);
});

test("a reservation that goes over to somebody else is both news", () => {
  const [before, now] = [against(botSeat({ reserved: eve })), against(botSeat({ reserved: bob }))];
  assert.deepEqual(seatNews(before, now, bob), [MINE]);
  assert.equal(seatNews(before, now, eve).length, 1);
});

test("a removal is news once, and is told beside a reservation", () => {
  const [before, now] = [against(botSeat()), against(botSeat({ leaving: true }))];
  assert.deepEqual(seatNews(before, now, alice), [LEAVES]);
  const both = botSeat({ leaving: true, reserved: eve });
  assert.deepEqual(seatNews(now, against(both), alice), [RESERVED]);
  assert.deepEqual(fatesOf(both, bob), [RESERVED, LEAVES]);
  assert.deepEqual(fatesOf(botSeat(), bob), []);
});

test("a removal taken back is news", () => {
  const [before, now] = [against(botSeat({ leaving: true })), against(botSeat())];
  assert.deepEqual(seatNews(before, now, alice), ["The bot stays after all."]);
});

test("a swap says who has the seat now", () => {
  const before = against(botSeat({ reserved: eve }), "over");
  assert.deepEqual(seatNews(before, against(seat(eve), "over"), alice), ["eve has taken the bot's seat."]);
  assert.deepEqual(seatNews(before, against(seat(eve), "over"), eve), ["The bot's seat is yours now."]);
  assert.deepEqual(seatNews(before, against(seat(null), "over"), eve), ["The bot has left its seat."]);
});

test("a bot that sits down is news; people's seats and a rematch with seats swapped are not", () => {
  const empty = room({ seats: { dark: seat(alice), light: seat(null) } });
  const taken = room({ seats: { dark: seat(alice), light: botSeat() } });
  assert.deepEqual(seatNews(empty, taken, alice), ["Expert, a bot, plays Light."]);
  assert.deepEqual(seatNews(empty, room({ seats: { dark: seat(alice), light: seat(bob) } }), alice), []);
  const swapped = playing("", { seats: { dark: botSeat(), light: seat(alice) } });
  assert.deepEqual(seatNews(against(botSeat(), "over"), swapped, alice), []);
});

test("a free seat after a game is offered in so many words", () => {
  const left = { ...over(), seats: { dark: seat(alice), light: seat(null) } };
  assert.equal(expectation(left, eve), "The game is over. One seat is free for the next game.");
});

test("who sits alone after a game is told what to do next", () => {
  const left = { ...over(), seats: { dark: seat(alice), light: seat(null) } };
  assert.equal(expectation(left, alice),
    "The game is over. Wait for an opponent, invite one by the link, or add a bot.");
  const guest = { ...over(), seats: { dark: seat(null), light: seat(bob) } };
  assert.equal(expectation(guest, bob), "The game is over. Waiting for someone to take the other seat.");
});

test("with somebody else on the other seat the next game is the host's to start", () => {
  const next = { ...over(), seats: { dark: seat(alice), light: seat(eve) } };
  assert.equal(expectation(next, alice), "The game is over. Start the next one when you are ready.");
  assert.equal(expectation(next, eve), "The game is over. alice starts the next one.");
  assert.equal(expectation(over(), alice), "The game is over.");
  assert.equal(expectation(against(botSeat({ leaving: true }), "over"), alice), "The game is over.");
});
