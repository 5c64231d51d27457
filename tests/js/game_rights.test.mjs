/** Which buttons somebody sees. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { bottomSide, rightsOf } from "../../static/js/game/rights.js";
import { alice, bob, eve, over, playing, room, seat } from "./game_fixtures.mjs";

const waiting = (dark, light) => room({ seats: { dark: seat(dark), light: seat(light) } });
const names = (rights) => Object.entries(rights)
  .filter(([name, value]) => value === true && name !== "host").map(([name]) => name).sort();

test("both free seats are offered to everybody, also to who has no name yet", () => {
  for (const you of [null, eve]) assert.deepEqual(rightsOf(room(), you).sit, { dark: true, light: true });
});

test("who sits may stand up and is offered no second seat", () => {
  const rights = rightsOf(waiting(bob, null), bob);
  assert.deepEqual(rights.sit, { dark: false, light: false });
  assert.deepEqual(names(rights), ["leave", "stand"]);
});

test("a seated host starts when both seats are taken, and is told so before", () => {
  assert.equal(rightsOf(waiting(alice, bob), alice).start, true);
  assert.equal(rightsOf(waiting(alice, null), alice).start, false);
  assert.equal(rightsOf(waiting(alice, null), alice).start_later, true);
});

test("a host without a seat only hands the role over, or leaves", () => {
  assert.deepEqual(names(rightsOf(waiting(bob, eve), alice)), ["hand_over", "leave"]);
});

test("eve only watches and may do nothing", () => {
  for (const picture of [playing("f5"), playing("f5", { phase: "paused" }), waiting(alice, bob), over()]) {
    const rights = rightsOf(picture, eve);
    assert.deepEqual(names(rights), []);
    assert.deepEqual(rights.sit, { dark: false, light: false });
    assert.equal(rights.rematch, null);
  }
});

test("only the side to move places, and not while paused", () => {
  assert.equal(rightsOf(playing("f5"), bob).place, true);
  assert.equal(rightsOf(playing("f5"), alice).place, false);
  assert.equal(rightsOf(playing("f5", { phase: "paused" }), bob).place, false);
});

test("players resign and lose by leaving, paused too; the host pauses and ends", () => {
  assert.deepEqual(names(rightsOf(playing(""), bob)), ["leave", "leave_loses", "resign"]);
  assert.deepEqual(names(rightsOf(playing("f5"), alice)),
    ["end", "hand_over", "leave", "leave_loses", "pause", "resign"]);
  assert.deepEqual(names(rightsOf(playing("f5", { phase: "paused" }), alice)),
    ["end", "hand_over", "leave", "leave_loses", "resign", "resume"]);
});

test("a rematch is offered, accepted, withdrawn", () => {
  assert.equal(rightsOf(over(), alice).rematch, "offer");
  assert.equal(rightsOf(over({}, { rematch: ["dark"] }), alice).rematch, "withdraw");
  assert.equal(rightsOf(over({}, { rematch: ["dark"] }), bob).rematch, "accept");
});

test("no rematch once an opponent has left the seat", () => {
  const picture = over();
  picture.seats.light = seat(null);
  assert.equal(rightsOf(picture, alice).rematch, null);
  picture.seats.light = seat(eve);
  assert.equal(rightsOf(picture, alice).rematch, null);
});

test("a bot stays the same opponent by its level", () => {
  const picture = over({}, { players: { dark: alice, light: { bot: "expert" } } });
  picture.seats.light = seat({ bot: "expert" });
  assert.equal(rightsOf(picture, alice).rematch, "offer");
});

test("a closed room allows nothing", () => {
  assert.deepEqual(names(rightsOf(over({}, {}), null)), []);
  assert.deepEqual(names(rightsOf({ ...over(), phase: "closed" }, alice)), []);
});

test("rooms the server fills have no seats to take and no host's buttons", () => {
  const picture = { ...room(), kind: "quick" };
  assert.deepEqual(rightsOf(picture, eve).sit, { dark: false, light: false });
  assert.deepEqual(names(rightsOf({ ...playing("f5"), kind: "ranked" }, alice)), ["leave", "leave_loses", "resign"]);
});

test("one's own side lies below once the game has begun, and stays there", () => {
  assert.equal(bottomSide(waiting(alice, bob), bob, "dark"), "dark");
  assert.equal(bottomSide(playing("f5"), bob, "dark"), "light");
  assert.equal(bottomSide(playing("f5"), eve, "dark"), "dark");
  const stoodUp = over();
  stoodUp.seats.light = seat(null);
  assert.equal(bottomSide(stoodUp, bob, "light"), "light");
});

test("a bot that is to leave can be kept by the host while the game runs, and plays no rematch", () => {
  const light = { ...seat({ bot: "expert" }), leaving: true };
  const running = playing("f5", { seats: { dark: seat(alice), light } });
  assert.equal(rightsOf(running, alice).keep_bot, "light");
  assert.equal(rightsOf(running, alice).remove_bot, null);
  assert.equal(rightsOf(running, bob).keep_bot, null);
  const wanted = playing("f5", { seats: { dark: seat(alice), light: { ...light, reserved: bob } } });
  assert.equal(rightsOf(wanted, alice).keep_bot, null);
  const players = { dark: alice, light: { bot: "expert" } };
  const ended = (/** @type {object} */ changes) => ({
    ...over({}, { players }), seats: { dark: seat(alice), light: { ...light, ...changes } },
  });
  assert.equal(rightsOf(ended({ leaving: false }), alice).rematch, "offer");
  assert.equal(rightsOf(ended({}), alice).rematch, null);
  assert.equal(rightsOf(ended({ leaving: false, reserved: bob }), alice).rematch, null);
  assert.equal(rightsOf(ended({}), alice).keep_bot, null);
});
