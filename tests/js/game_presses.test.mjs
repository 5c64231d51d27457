/** Presses: the second half of a double click means nothing of its own. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { isTwice } from "../../static/js/game/dom.js";

const first = { at: 10_000, x: 400, y: 300 };

test("soon after and close by is the same double click", () => {
  assert.equal(isTwice(first, { at: 10_000, x: 400, y: 300 }), true);
  assert.equal(isTwice(first, { at: 10_349, x: 416, y: 316 }), true);
});

test("later on it is a press of its own", () => {
  assert.equal(isTwice(first, { at: 10_350, x: 400, y: 300 }), false);
});

test("elsewhere it is a press of its own", () => {
  assert.equal(isTwice(first, { at: 10_100, x: 424, y: 300 }), false);
  assert.equal(isTwice(first, { at: 10_100, x: 383, y: 317 }), false);
});

test("the first press follows none", () => {
  assert.equal(isTwice({ at: -Infinity, x: 0, y: 0 }, { at: 5, x: 0, y: 0 }), false);
});
