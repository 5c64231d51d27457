// @ts-check
/**
 * Positions played out to the end: the exact result, for a board that is nearly full. Results are
 * disc differences for the side to move, the empty squares given to the winner.
 */

import { byParity, children, count, findFlips, findMoves, found } from "./bits.js";

/** @typedef {import("./bits.js").Position} Position */

/** From this many empty squares on, the expert plays by the exact result. */
export const EXACT_EMPTIES = 10;
/** Beyond every result. */
export const BOUND = 65;
/** With so few empty squares left, sorting the moves costs more than it saves. */
const FEW = 4;

/** The result of a game that is over. @param {Position} position */
export function finalResult({ ownLo, ownHi, foeLo, foeHi }) {
  const mine = count(ownLo) + count(ownHi);
  const theirs = count(foeLo) + count(foeHi);
  if (mine > theirs) return 64 - 2 * theirs;
  return mine < theirs ? 2 * mine - 64 : 0;
}

/**
 * The exact result if it lies between alpha and beta, else a bound on that side of it.
 * @param {Position} position @param {number} alpha @param {number} beta @returns {number}
 */
export function result(position, alpha, beta) {
  const { ownLo, ownHi, foeLo, foeHi } = position;
  const emptyLo = ~(ownLo | foeLo);
  const emptyHi = ~(ownHi | foeHi);
  if (count(emptyLo) + count(emptyHi) <= FEW) return few(position, alpha, beta, byParity(emptyLo, emptyHi), false);
  findMoves(ownLo, ownHi, foeLo, foeHi);
  return many(position, found.lo, found.hi, alpha, beta);
}

/** @param {Position} position @returns {Position} */
export function passed({ ownLo, ownHi, foeLo, foeHi }) {
  return { ownLo: foeLo, ownHi: foeHi, foeLo: ownLo, foeHi: ownHi };
}

/**
 * @param {Position} position @param {number} movesLo @param {number} movesHi
 * @param {number} alpha @param {number} beta @returns {number}
 */
function many(position, movesLo, movesHi, alpha, beta) {
  if (!movesLo && !movesHi) {
    const other = passed(position);
    findMoves(other.ownLo, other.ownHi, other.foeLo, other.foeHi);
    if (!found.lo && !found.hi) return finalResult(position);
    return -many(other, found.lo, found.hi, -beta, -alpha);
  }
  const empties = count(~(position.ownLo | position.foeLo)) + count(~(position.ownHi | position.foeHi));
  let best = -BOUND;
  for (const child of children(position, movesLo, movesHi)) {
    const floor = Math.max(alpha, best);
    let value;
    if (empties - 1 <= FEW) value = -result(child, -beta, -floor);
    else if (floor > alpha) {
      // A better move is known: ask first only whether this one is better still.
      value = -many(child, child.movesLo, child.movesHi, -floor - 1, -floor);
      if (value > floor && value < beta) value = -many(child, child.movesLo, child.movesHi, -beta, -value);
    } else value = -many(child, child.movesLo, child.movesHi, -beta, -floor);
    if (value > best) best = value;
    if (best >= beta) break;
  }
  return best;
}

/**
 * A handful of empty squares, tried in the order given.
 * @param {Position} position @param {number} alpha @param {number} beta
 * @param {number[]} empties @param {boolean} hasPassed @returns {number}
 */
function few(position, alpha, beta, empties, hasPassed) {
  const { ownLo, ownHi, foeLo, foeHi } = position;
  let best = -BOUND;
  for (const square of empties) {
    findFlips(ownLo, ownHi, foeLo, foeHi, square);
    if (!found.lo && !found.hi) continue;
    const bitLo = square < 32 ? 1 << square : 0;
    const bitHi = square < 32 ? 0 : 1 << (square - 32);
    const next = {
      ownLo: foeLo ^ found.lo, ownHi: foeHi ^ found.hi,
      foeLo: ownLo | found.lo | bitLo, foeHi: ownHi | found.hi | bitHi,
    };
    const value = -few(next, -beta, -alpha, empties.filter((other) => other !== square), false);
    if (value > best) best = value;
    if (best >= beta) return best;
    if (best > alpha) alpha = best;
  }
  if (best > -BOUND) return best;
  if (hasPassed) return finalResult(position);
  return -few(passed(position), -beta, -alpha, empties, true);
}
