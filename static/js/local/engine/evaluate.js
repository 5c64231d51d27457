// @ts-check
/**
 * What a position is worth before its end is in sight, in hundredths of a disc: bots/engine/evaluate
 * has the reasons for the weights.
 */

import { CORNERS_HI, CORNERS_LO, count, findMoves, found } from "./bits.js";

/** @typedef {import("./bits.js").Position} Position */
/** @typedef {{moves: number, toCome: number, corners: number, x: number, c: number, stable: number, discs: number, take: number, lose: number}} Weights */

const NOT_FILE_A = 0xfefefefe | 0;
const NOT_FILE_H = 0x7f7f7f7f;
const EDGES_LO = 0x818181ff | 0;
const EDGES_HI = 0xff818181 | 0;

/** Corner, X square and C squares: [lo, hi] each. */
const SURROUNDINGS = [
  { corner: [1, 0], x: [1 << 9, 0], c: [1 << 1 | 1 << 8, 0] },
  { corner: [1 << 7, 0], x: [1 << 14, 0], c: [1 << 6 | 1 << 15, 0] },
  { corner: [0, 1 << 24], x: [0, 1 << 17], c: [0, 1 << 25 | 1 << 16] },
  { corner: [0, 1 << 31], x: [0, 1 << 22], c: [0, 1 << 30 | 1 << 23] },
];

/** @type {[number, Weights][]} */
const STAGES = [
  [37, { moves: 260, toCome: 80, corners: 1000, x: -800, c: 0, stable: 250, discs: -130, take: 1200, lose: -1000 }],
  [22, { moves: 230, toCome: 50, corners: 300, x: -420, c: 0, stable: 280, discs: -60, take: 400, lose: -540 }],
  [0, { moves: 370, toCome: -30, corners: 340, x: -50, c: -240, stable: 120, discs: 0, take: 270, lose: -330 }],
];

/** The weights for a search that starts with so many empty squares. @param {number} empties */
export function weightsFor(empties) {
  return (STAGES.find(([least]) => empties >= least) ?? STAGES[2])[1];
}

/**
 * The X and C squares of the corners where there is no disc, as [lo, hi].
 * @param {number} discsLo @param {number} discsHi
 */
export function besideEmptyCorners(discsLo, discsHi) {
  let [lo, hi] = [0, 0];
  for (const { corner, x, c } of SURROUNDINGS) {
    if (discsLo & corner[0] || discsHi & corner[1]) continue;
    lo |= x[0] | c[0];
    hi |= x[1] | c[1];
  }
  return [lo, hi];
}

/**
 * The worth to the side to move, whose legal moves are given.
 * @param {Position} position @param {number} movesLo @param {number} movesHi @param {Weights} weights
 */
export function evaluate({ ownLo, ownHi, foeLo, foeHi }, movesLo, movesHi, weights) {
  const emptyLo = ~(ownLo | foeLo);
  const emptyHi = ~(ownHi | foeHi);
  findMoves(foeLo, foeHi, ownLo, ownHi);
  const answersLo = found.lo;
  const answersHi = found.hi;
  const mine = count(movesLo) + count(movesHi);
  const theirs = count(answersLo) + count(answersHi);
  const toCome = beside(foeLo, foeHi, emptyLo, emptyHi) - beside(ownLo, ownHi, emptyLo, emptyHi);
  const discs = count(ownLo) + count(ownHi) - count(foeLo) - count(foeHi);
  let value = weights.moves * (mine - theirs) + weights.toCome * toCome + weights.discs * discs
    + weights.lose * (count(answersLo & CORNERS_LO) + count(answersHi & CORNERS_HI));
  for (const { corner, x, c } of SURROUNDINGS) {
    if ((ownLo | foeLo) & corner[0] || (ownHi | foeHi) & corner[1]) continue;
    if (ownLo & x[0] || ownHi & x[1]) value += weights.x;
    else if (foeLo & x[0] || foeHi & x[1]) value -= weights.x;
    value += weights.c * (count(ownLo & c[0]) + count(ownHi & c[1]) - count(foeLo & c[0]) - count(foeHi & c[1]));
  }
  if (movesLo & CORNERS_LO || movesHi & CORNERS_HI) value += weights.take;
  if ((ownLo | foeLo) & CORNERS_LO || (ownHi | foeHi) & CORNERS_HI) {
    const corners = count(ownLo & CORNERS_LO) + count(ownHi & CORNERS_HI)
      - count(foeLo & CORNERS_LO) - count(foeHi & CORNERS_HI);
    value += weights.corners * corners + weights.stable * (stableEdges(ownLo, ownHi) - stableEdges(foeLo, foeHi));
  }
  return value;
}

/**
 * How many empty squares lie beside a set of discs.
 * @param {number} lo @param {number} hi @param {number} emptyLo @param {number} emptyHi
 */
function beside(lo, hi, emptyLo, emptyHi) {
  const rowLo = lo | lo << 1 & NOT_FILE_A | lo >>> 1 & NOT_FILE_H;
  const rowHi = hi | hi << 1 & NOT_FILE_A | hi >>> 1 & NOT_FILE_H;
  const allLo = rowLo | rowLo << 8 | rowLo >>> 8 | rowHi << 24;
  const allHi = rowHi | rowHi << 8 | rowLo >>> 24 | rowHi >>> 8;
  return count(allLo & emptyLo) + count(allHi & emptyHi);
}

/** Discs on edges that a row of their own colour joins to a corner. @param {number} lo @param {number} hi */
function stableEdges(lo, hi) {
  const edgesLo = lo & EDGES_LO;
  const edgesHi = hi & EDGES_HI;
  let stableLo = lo & CORNERS_LO;
  let stableHi = hi & CORNERS_HI;
  for (;;) {
    const rowLo = stableLo | stableLo << 1 & NOT_FILE_A | stableLo >>> 1 & NOT_FILE_H;
    const rowHi = stableHi | stableHi << 1 & NOT_FILE_A | stableHi >>> 1 & NOT_FILE_H;
    const grownLo = edgesLo & (rowLo | stableLo << 8 | stableLo >>> 8 | stableHi << 24);
    const grownHi = edgesHi & (rowHi | stableHi << 8 | stableLo >>> 24 | stableHi >>> 8);
    if (grownLo === stableLo && grownHi === stableHi) return count(stableLo) + count(stableHi);
    stableLo = grownLo;
    stableHi = grownHi;
  }
}
