/** Clocks on the device: a system clock that is set, a tab that sleeps, a computer that nobody ran. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  answer, deadline, fall, limitsLeft, newMatch, notAhead, PACE_MS, play, playOtherwise, shifted,
} from "../../static/js/local/match.js";
import { parseSquare } from "../../static/js/local/rules.js";
import { createTime } from "../../static/js/local/time.js";

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
const LIMITS = { action_ms: 15_000, total_ms: null };
const D6 = parseSquare("d6");

/** A device whose system clock can be set. */
function device() {
  const at = { wall: NOW, steady: 5_000 };
  const time = createTime({ wall: () => at.wall, steady: () => at.steady });
  return {
    time,
    pass(ms) { at.wall += ms; at.steady += ms; },
    set(by) { at.wall += by; },
  };
}

/** After dark's first disc, light (the computer, if there is one) having the move. */
const begun = (wishes = {}) => play(playOtherwise(newMatch(1), { limits: LIMITS, ...wishes }, 2), parseSquare("f5"), NOW);
const left = (match, now) => Number(deadline(match)) - now;

for (const by of [HOUR, -HOUR]) {
  test(`a system clock set ${by > 0 ? "forward" : "back"} by an hour changes nothing on the clocks`, () => {
    const { time, pass, set } = device();
    let match = begun();
    pass(4_000);
    set(by);
    assert.equal(left(match, time.now()), 11_000);
    const jumped = time.jumped();
    assert.equal(jumped, by);
    match = shifted(match, jumped);
    assert.equal(left(match, time.now()), 11_000);
    assert.equal(time.jumped(), 0);
    assert.equal(fall(match, time.now()), match);
    pass(11_000);
    assert.equal(fall(match, time.now()).result.reason, "time");
  });

  test(`a page loaded after a system clock was set ${by > 0 ? "forward" : "back"} knows what the one before knew`, () => {
    const { time, pass, set } = device();
    pass(4_000);
    set(by);
    const kept = shifted(begun(), time.jumped());
    assert.equal(left(kept, NOW + 4_000 + by), 11_000);
  });
}

test("what keeps a system clock right is no jump", () => {
  const { time, set } = device();
  set(300);
  assert.equal(time.jumped(), 0);
  assert.equal(time.now(), NOW);
});

test("a turn that seems to begin in the future begins now", () => {
  const match = begun();
  const early = notAhead(match, NOW - HOUR);
  assert.equal(left(early, NOW - HOUR), 15_000);
  assert.equal(notAhead(match, NOW + 1_000), match);
  assert.equal(notAhead(newMatch(1), 0).since, null);
});

test("a tab that slept through a deadline finds the flag fallen as of then", () => {
  const match = begun();
  const woken = fall(match, NOW + HOUR);
  assert.deepEqual(woken, fall(match, NOW + 15_000));
  const pressed = play(match, D6, NOW + HOUR);
  assert.deepEqual([pressed.discs.length, pressed.result.winner], [1, "dark"]);
});

test("the computer doesn't lose on time because the page was closed or asleep", () => {
  const match = begun({ opponent: "expert" });
  assert.equal(fall(match, NOW + HOUR), match);
  const answered = answer(match, D6, NOW + HOUR);
  assert.deepEqual([answered.discs[1].ms, answered.since], [PACE_MS, NOW + PACE_MS]);
});

test("after its answer the person's clock has run all the while", () => {
  const answered = answer(begun({ opponent: "expert" }), D6, NOW + HOUR);
  assert.deepEqual(fall(answered, NOW + HOUR).result.winner, "light");
});

test("a total isn't used up by the computer while nobody ran it", () => {
  const limits = { action_ms: null, total_ms: 600_000 };
  const answered = answer(begun({ opponent: "expert", limits }), D6, NOW + 240_000);
  assert.equal(limitsLeft(answered, "light").total_ms, 600_000 - PACE_MS);
});

test("thinking takes the computer's time", () => {
  const answered = answer(begun({ opponent: "expert" }), D6, NOW + 1_900);
  assert.deepEqual([answered.discs[1].ms, answered.since], [1_900, NOW + 1_900]);
});

test("the computer whose total is used up loses as anybody does", () => {
  let match = playOtherwise(newMatch(1), { opponent: "expert", limits: { action_ms: null, total_ms: 10_000 } }, 2);
  match = play(match, parseSquare("f5"), NOW);
  match = { ...match, discs: [...answer(match, D6, NOW + 4_900).discs.map((disc, index) => ({ ...disc, ms: index ? 9_700 : 0 })),
    { square: "c3", ms: 0 }], since: NOW + 5_000 };
  assert.equal(limitsLeft(match, "light").total_ms, 300);
  assert.equal(fall(match, NOW + 5_300).result.winner, "dark");
  assert.equal(answer(match, parseSquare("d3"), NOW + 5_700).result.winner, "dark");
});
