/** The match in storage: full, refused, unreadable, and two tabs that write at once. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { ASIDE, createKeep, goesBefore, KEY } from "../../static/js/local/keep.js";
import { answer, newMatch, nextRound, play, playOtherwise, undo } from "../../static/js/local/match.js";
import { matchText } from "../../static/js/local/restore.js";
import { parseSquare } from "../../static/js/local/rules.js";
import { otherTabText } from "../../static/js/local/words.js";

const NOW = 1_800_000_000_000;
const after = (match, moves, now = NOW) =>
  moves.match(/../g).reduce((state, name) => play(state, parseSquare(name), now), match);

/** Storage as a browser's, for so many characters in all. */
function storage(kept = {}, room = Infinity) {
  const texts = new Map(Object.entries(kept));
  return {
    texts,
    getItem: (name) => texts.get(name) ?? null,
    setItem(name, text) {
      const others = [...texts].reduce((sum, [each, value]) => sum + (each === name ? 0 : value.length), 0);
      if (others + text.length > room) throw new Error("QuotaExceededError");
      texts.set(name, text);
    },
  };
}

const text = (place) => place.texts.get(KEY);

test("what is kept is there for the next page", () => {
  const place = storage();
  const match = createKeep(place).write(after(newMatch(1), "f5"));
  assert.deepEqual(createKeep(place).read(), match);
});

test("what can't be read is set aside before something is written in its place", () => {
  const place = storage({ [KEY]: "{" });
  const keep = createKeep(place);
  assert.equal(keep.read(), null);
  assert.ok(keep.setAside);
  keep.write(newMatch(1));
  assert.deepEqual([place.texts.get(ASIDE), text(place)], ["{", matchText(newMatch(1))]);
});

test("what was set aside earlier isn't thrown over by what comes after it", () => {
  const place = storage({ [KEY]: "second", [ASIDE]: "first" });
  createKeep(place).read();
  assert.deepEqual([place.texts.get(ASIDE), place.texts.get(`${ASIDE}.2`)], ["first", "second"]);
});

test("the same text is set aside once, however often it is read", () => {
  const place = storage({ [KEY]: "{" });
  for (let time = 0; time < 3; time++) createKeep(place).read();
  assert.equal(place.texts.size, 2);
});

test("a match of a later version, written by a tab meanwhile, is set aside too", () => {
  const place = storage();
  const keep = createKeep(place);
  const match = keep.write(newMatch(1));
  const later = matchText(match).replace('"version":1', '"version":2');
  place.setItem(KEY, later);
  keep.write(after(match, "f5"));
  assert.equal(place.texts.get(ASIDE), later);
});

test("where it can't be set aside it stays, and nothing is kept", () => {
  const unreadable = "x".repeat(3_000);
  const place = storage({ [KEY]: unreadable }, 5_000);
  const keep = createKeep(place);
  const match = after(newMatch(1), "f5");
  assert.equal(keep.write(match), match);
  assert.deepEqual([text(place), keep.keeps, keep.setAside], [unreadable, false, false]);
});

test("full storage loses nothing that was kept, and it is kept again once there is room", () => {
  const place = storage();
  const keep = createKeep(place);
  const first = keep.write(after(newMatch(1), "f5"));
  const { setItem } = place;
  place.setItem = () => { throw new Error("QuotaExceededError"); };
  const second = after(first, "d6");
  assert.equal(keep.write(second), second);
  assert.deepEqual([keep.keeps, text(place)], [false, matchText(first)]);
  place.setItem = setItem;
  keep.write(second);
  assert.deepEqual([keep.keeps, text(place)], [true, matchText(second)]);
});

test("storage that is refused at any moment stops nothing", () => {
  const refuse = () => { throw new Error("SecurityError"); };
  for (const place of [null, { getItem: refuse, setItem: refuse }]) {
    const keep = createKeep(place);
    assert.equal(keep.read(), null);
    const match = newMatch(1);
    assert.equal(keep.write(match), match);
    assert.equal(keep.keeps, false);
  }
});

test("a tab that hasn't seen the other's discs takes them, and doesn't write over them", () => {
  const place = storage();
  const [one, two] = [createKeep(place), createKeep(place)];
  const begun = one.write(after(newMatch(1), "f5"));
  const ahead = one.write(after(begun, "d6c3d3"));
  assert.deepEqual(two.write(after(begun, "f6")), ahead);
  assert.equal(text(place), matchText(ahead));
});

test("two tabs that play at the same instant come to the same game, whoever wrote last", () => {
  const begun = after(newMatch(1), "f5");
  const [one, two] = [after(begun, "d6"), after(begun, "f6")];
  assert.notEqual(goesBefore(one, two), goesBefore(two, one));
  assert.equal(goesBefore(one, one), false);
  const [winner, loser] = goesBefore(one, two) ? [one, two] : [two, one];
  const place = storage({ [KEY]: matchText(loser) });
  assert.deepEqual(createKeep(place).write(winner), winner);
  assert.deepEqual(createKeep(place).write(loser), winner);
  assert.equal(text(place), matchText(winner));
});

test("what another tab did is said where a disc of one's own is gone, and where a round is", () => {
  const begun = after(newMatch(1), "f5");
  const mine = after(begun, "d6");
  assert.equal(otherTabText(begun, mine), "");
  assert.equal(otherTabText(mine, undo(mine, NOW)), "");
  assert.match(otherTabText(mine, after(begun, "f6d3")), /^Another tab was quicker/);
  assert.match(otherTabText(mine, nextRound(mine, 2)), /^Another tab has begun another round/);
});

test("the computer's answer to both tabs is no news", () => {
  const begun = after(playOtherwise(newMatch(1), { opponent: "expert" }, 2), "f5");
  const [one, two] = [700, 740].map((ms) => answer(begun, parseSquare("d6"), NOW + ms));
  assert.notEqual(matchText(one), matchText(two));
  assert.equal(otherTabText(one, two), "");
});
