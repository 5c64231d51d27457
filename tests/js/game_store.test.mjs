/** The store: frames late, twice or lost. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { createStore } from "../../static/js/game/store.js";
import { room } from "./game_fixtures.mjs";

test("a newer picture replaces an older one and both are told", () => {
  const store = createStore(room({ seq: 4 }));
  const told = [];
  store.subscribe((now, before) => told.push([before.seq, now.seq]));
  assert.equal(store.put(room({ seq: 9 })), true);
  assert.deepEqual(told, [[4, 9]]);
});

test("a late picture is dropped and nobody is told", () => {
  const store = createStore(room({ seq: 9 }));
  store.subscribe(() => assert.fail("told"));
  assert.equal(store.put(room({ seq: 8, at: 2_000_000 })), false);
  assert.equal(store.seq, 9);
});

test("the same picture later on refreshes the clocks only if it is younger", () => {
  const store = createStore(room({ seq: 9, at: 100 }));
  assert.equal(store.put(room({ seq: 9, at: 100 })), false);
  assert.equal(store.put(room({ seq: 9, at: 90 })), false);
  assert.equal(store.put(room({ seq: 9, at: 101 })), true);
  assert.equal(store.snapshot.at, 101);
});

test("who is here comes apart from the picture and doesn't replace it", () => {
  const store = createStore(room({ seq: 9 }));
  assert.equal(store.peopleKnown, false);
  store.putPeople({ t: "people", watching: 3, here: [1], away: [] });
  assert.equal(store.people.watching, 3);
  assert.equal(store.seq, 9);
});

test("who has unsubscribed hears nothing", () => {
  const store = createStore(room());
  store.subscribe(() => assert.fail("told"))();
  store.put(room({ seq: 2 }));
});
