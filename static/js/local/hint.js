// @ts-check
/**
 * How long the hint after a disc beside an empty corner stands: it is to be read, so the computer's answer
 * doesn't take it away; the next disc of a person does. Pure.
 */

import { playerOf, stepsOf } from "./match.js";

/** @typedef {import("./match.js").Match} Match */
/** Whose square, in which round, and how many discs lay there with it. @typedef {{square: string, seed: number, discs: number}} Hint */

/** @param {Match} match just after the disc @param {string} square @returns {Hint} */
export function hintOf(match, square) {
  return { square, seed: match.seed, discs: match.discs.length };
}

/** @param {Hint | null} hint @param {Match} match */
export function hintStands(hint, match) {
  if (!hint || match.result || match.seed !== hint.seed || match.discs.length < hint.discs) return false;
  const since = stepsOf(match).filter((step) => step.square !== null).slice(hint.discs);
  return match.opponent !== "person" ? since.every((step) => playerOf(match, step.side) === 1) : since.length === 0;
}
