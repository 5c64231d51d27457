// @ts-check
/**
 * What changed between two pictures: discs on the board, plies in the transcript. Pure.
 */

import { parseSquare, replay } from "../local/rules.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("../local/rules.js").Step} Step */

/** All flips of a move are over after this, the farthest too. */
export const FLIP_MS = 160;
export const STEP_MS = 20;

/**
 * Discs that came, turned and went. Flips carry their delay, running outward from `origin`.
 * @param {string} before 64 characters
 * @param {string} after 64 characters
 * @param {string | null} origin the square of the disc that did it
 */
export function boardChanges(before, after, origin) {
  /** @type {number[]} */
  const placed = [];
  /** @type {number[]} */
  const removed = [];
  /** @type {{square: number, delay: number}[]} */
  const turned = [];
  const start = origin ? parseSquare(origin) : null;
  for (let square = 0; square < 64; square++) {
    const [was, is] = [before[square], after[square]];
    if (was === is) continue;
    if (was === "-") placed.push(square);
    else if (is === "-") removed.push(square);
    else turned.push({ square, delay: start === null ? 0 : (distance(start, square) - 1) * STEP_MS });
  }
  turned.sort((a, b) => a.delay - b.delay || a.square - b.square);
  return { placed, removed, turned };
}

/** Steps a king needs. @param {number} a @param {number} b */
export function distance(a, b) {
  return Math.max(Math.abs((a % 8) - (b % 8)), Math.abs((a >> 3) - (b >> 3)));
}

/**
 * The plies of a game that the earlier picture didn't have yet, passes among them; all of them for
 * a game that is new. Several may have come at once: a frame can be lost, and passes follow moves.
 * @param {Game | null} before
 * @param {Game | null} after
 * @returns {Step[]}
 */
export function newPlies(before, after) {
  if (!after) return [];
  const known = before && before.id === after.id ? before.ply : 0;
  if (after.ply <= known) return [];
  return replay(after.moves).slice(known);
}

/**
 * The forced passes after the last disc: what the status line keeps until the next move.
 * @param {Step[]} steps the whole game
 */
export function trailingPasses(steps) {
  let start = steps.length;
  while (start > 0 && steps[start - 1].square === null) start--;
  return steps.slice(start);
}
