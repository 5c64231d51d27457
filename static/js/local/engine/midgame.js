// @ts-check
/**
 * Looking a few moves ahead: alpha-beta, deeper and deeper, until enough positions are seen.
 * Positions are counted, time isn't, so that a position has the same values on every machine.
 */

import { children, count, findFlips, findMoves, found } from "./bits.js";
import { finalResult, passed } from "./endgame.js";
import { evaluate, weightsFor } from "./evaluate.js";

/** @typedef {import("./bits.js").Position} Position */
/** @typedef {import("./bits.js").Child} Child */
/** @typedef {{square: number, value: number}} Valued hundredths of a disc, to the side that moves */

/** Beyond every value. */
export const INFINITY = 1 << 20;
/** A disc of a game played to its end counts for more than one that is only expected. */
const FINAL_DISC = 200;
const PROMISE = "8155651810333301534444355340043553400435534444351033330181556518";
const MOST_PROMISING_FIRST = Array.from({ length: 64 }, (_, square) => square)
  .sort((a, b) => Number(PROMISE[b]) - Number(PROMISE[a]) || a - b);

/** The positions that may be seen are used up. */
class SeenEnough extends Error {}

/** One look at one position, whose side to move has a legal move. */
export class Search {
  /** @param {Position} position @param {number} limit positions; depth 1 is finished whatever it is */
  constructor(position, limit) {
    this.depth = 0;
    this.seen = 0;
    this.limit = limit;
    const { ownLo, ownHi, foeLo, foeHi } = position;
    this.empties = count(~(ownLo | foeLo)) + count(~(ownHi | foeHi));
    this.weights = weightsFor(this.empties);
    findMoves(ownLo, ownHi, foeLo, foeHi);
    this.moves = children(position, found.lo, found.hi);
  }

  /**
   * All legal moves at the deepest depth finished, the best first. Values within `window` of the best
   * are exact at that depth, the others only upper bounds.
   * @param {number} window @param {number} deepest
   */
  values(window, deepest) {
    /** @type {Valued[]} */
    let ranked = [];
    for (let depth = 1; depth <= Math.min(deepest, this.empties); depth++) {
      try {
        ranked = this.atDepth(depth, window);
      } catch (error) {
        if (error instanceof SeenEnough) break;
        throw error;
      }
      this.depth = depth;
      this.moves = ranked.map(({ square }) => /** @type {Child} */ (this.moves.find((move) => move.square === square)));
    }
    return ranked;
  }

  /** @param {number} depth @param {number} window */
  atDepth(depth, window) {
    let best = -INFINITY;
    /** @type {Valued[]} */
    const valued = [];
    for (const child of this.moves) {
      const ceiling = Math.min(INFINITY, window + 1 - best);
      const value = -this.value(child, child.movesLo, child.movesHi, depth - 1, -INFINITY, ceiling);
      valued.push({ square: child.square, value });
      best = Math.max(best, value);
    }
    return valued.sort((a, b) => b.value - a.value);
  }

  /**
   * @param {Position} position @param {number} movesLo @param {number} movesHi
   * @param {number} depth @param {number} alpha @param {number} beta @returns {number}
   */
  value(position, movesLo, movesHi, depth, alpha, beta) {
    this.seen += 1;
    if (this.seen > this.limit && this.depth) throw new SeenEnough();
    if (!movesLo && !movesHi) {
      const other = passed(position);
      findMoves(other.ownLo, other.ownHi, other.foeLo, other.foeHi);
      if (!found.lo && !found.hi) return FINAL_DISC * finalResult(position);
      return -this.value(other, found.lo, found.hi, depth, -beta, -alpha);
    }
    if (depth === 0) return evaluate(position, movesLo, movesHi, this.weights);
    if (depth === 1) return this.beforeLeaves(position, movesLo, movesHi, alpha, beta);
    let best = -INFINITY;
    for (const child of children(position, movesLo, movesHi)) {
      const value = -this.value(child, child.movesLo, child.movesHi, depth - 1, -beta, -alpha);
      best = Math.max(best, value);
      if (best >= beta) break;
      alpha = Math.max(alpha, best);
    }
    return best;
  }

  /**
   * `value` at depth 1, where sorting the moves costs more than it saves.
   * @param {Position} position @param {number} movesLo @param {number} movesHi
   * @param {number} alpha @param {number} beta
   */
  beforeLeaves({ ownLo, ownHi, foeLo, foeHi }, movesLo, movesHi, alpha, beta) {
    let best = -INFINITY;
    for (const square of MOST_PROMISING_FIRST) {
      const bitLo = square < 32 ? 1 << square : 0;
      const bitHi = square < 32 ? 0 : 1 << (square - 32);
      if (!(movesLo & bitLo) && !(movesHi & bitHi)) continue;
      findFlips(ownLo, ownHi, foeLo, foeHi, square);
      const next = {
        ownLo: foeLo ^ found.lo, ownHi: foeHi ^ found.hi,
        foeLo: ownLo | found.lo | bitLo, foeHi: ownHi | found.hi | bitHi,
      };
      findMoves(next.ownLo, next.ownHi, next.foeLo, next.foeHi);
      const value = -this.value(next, found.lo, found.hi, 0, -beta, -alpha);
      best = Math.max(best, value);
      if (best >= beta) break;
      alpha = Math.max(alpha, best);
    }
    return best;
  }
}
