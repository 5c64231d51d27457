// @ts-check
/**
 * The levels, move for move those of bots/engine/reference.py: the same (position, level, seed) gives
 * the same square.
 */

import { children, CORNERS_HI, CORNERS_LO, count, findFlips, findMoves, found, squaresOf } from "./bits.js";
import { BOUND, EXACT_EMPTIES, result } from "./endgame.js";
import { besideEmptyCorners } from "./evaluate.js";
import { INFINITY, Search } from "./midgame.js";

/** @typedef {import("./bits.js").Position} Position */
/** @typedef {import("./midgame.js").Valued} Valued */

const EXPERT_POSITIONS = 3500;
const EXPERT_WINDOW = 100;
const DEEPEST = 60;
/** For a review there is more time than for a move. */
const REVIEW_POSITIONS = 30_000;

/**
 * The level's move: a square. Of the seed the lower 32 bits count.
 * @param {Position} position @param {"beginner" | "corner" | "expert"} level @param {number} seed
 */
export function choose(position, level, seed) {
  findMoves(position.ownLo, position.ownHi, position.foeLo, position.foeHi);
  const { lo, hi } = found;
  const all = squaresOf(lo, hi);
  if (all.length === 0) throw new RangeError("no legal move");
  if (all.length === 1) return all[0];
  const candidates = {
    beginner: () => mostFlips(position, all),
    corner: () => mostFlips(position, withoutRisk(position, lo, hi)),
    expert: () => best(position),
  }[level]();
  return candidates[draw(position, seed, candidates.length)];
}

/** @param {Position} position @param {number[]} squares */
function mostFlips({ ownLo, ownHi, foeLo, foeHi }, squares) {
  const turned = squares.map((square) => {
    findFlips(ownLo, ownHi, foeLo, foeHi, square);
    return count(found.lo) + count(found.hi);
  });
  const most = Math.max(...turned);
  return squares.filter((_, index) => turned[index] === most);
}

/** @param {Position} position @param {number} lo @param {number} hi */
function withoutRisk({ ownLo, ownHi, foeLo, foeHi }, lo, hi) {
  if (lo & CORNERS_LO || hi & CORNERS_HI) return squaresOf(lo & CORNERS_LO, hi & CORNERS_HI);
  const [riskLo, riskHi] = besideEmptyCorners(ownLo | foeLo, ownHi | foeHi);
  return lo & ~riskLo || hi & ~riskHi ? squaresOf(lo & ~riskLo, hi & ~riskHi) : squaresOf(lo, hi);
}

/** @param {Position} position */
function empties({ ownLo, ownHi, foeLo, foeHi }) {
  return count(~(ownLo | foeLo)) + count(~(ownHi | foeHi));
}

/** The moves between which the expert sees no difference. @param {Position} position */
function best(position) {
  if (empties(position) <= EXACT_EMPTIES) return [perfect(position)];
  const ranked = new Search(position, EXPERT_POSITIONS).values(EXPERT_WINDOW, DEEPEST);
  return ranked.filter((move) => move.value >= ranked[0].value - EXPERT_WINDOW).map((move) => move.square);
}

/** The move with the best exact result; of several, the first child. @param {Position} position */
function perfect(position) {
  let [square, most] = [-1, -BOUND];
  for (const child of moved(position)) {
    const value = -result(child, -BOUND, -most);
    if (value > most) [square, most] = [child.square, value];
  }
  return square;
}

/** @param {Position} position */
function moved(position) {
  findMoves(position.ownLo, position.ownHi, position.foeLo, position.foeHi);
  return children(position, found.lo, found.hi);
}

/**
 * All legal moves with their values, the best first: exact where the end is in sight.
 * @param {Position} position
 * @returns {{exact: boolean, moves: Valued[]}}
 */
export function rate(position) {
  if (empties(position) > EXACT_EMPTIES) {
    return { exact: false, moves: new Search(position, REVIEW_POSITIONS).values(INFINITY, DEEPEST) };
  }
  const moves = moved(position).map((child) => ({ square: child.square, value: -100 * result(child, -BOUND, BOUND) }));
  return { exact: true, moves: moves.sort((a, b) => b.value - a.value) };
}

/**
 * Chance from a seed, the same in every language: bots/engine/draw.py.
 * @param {Position} position @param {number} seed @param {number} choices
 */
export function draw({ ownLo, ownHi, foeLo, foeHi }, seed, choices) {
  let state = mixed(seed | 0);
  for (const word of [ownLo, ownHi, foeLo, foeHi]) state = mixed(state ^ word);
  return (state >>> 0) % choices;
}

/** The last step of MurmurHash3 (Austin Appleby, public domain). @param {number} word */
function mixed(word) {
  word ^= word >>> 16;
  word = Math.imul(word, 0x85ebca6b);
  word ^= word >>> 13;
  word = Math.imul(word, 0xc2b2ae35);
  return word ^ word >>> 16;
}
