// @ts-check
/**
 * A match as text, and back. What was kept may be older than this page, cut off, or written by
 * somebody else: everything is checked, and a round is played through again. Pure.
 */

import { areLimits } from "./limits.js";
import { boardOf, LEVELS, newMatch } from "./match.js";
import { counts } from "./rules.js";

/** @typedef {import("./match.js").Match} Match */
/** @typedef {import("./match.js").Tally} Tally */
/** @typedef {Record<string, unknown>} Fields */

/** Grows when matches are kept in another form. */
export const VERSION = 1;

/** @param {Match} match */
export function matchText(match) {
  return JSON.stringify({ version: VERSION, ...match });
}

/**
 * The match that a text holds, or null where it can't be one.
 * @param {string} text
 * @returns {Match | null}
 */
export function matchFrom(text) {
  try {
    const fields = JSON.parse(text);
    if (fields?.version !== VERSION) return null;
    const { version, ...match } = fields;
    return isMatch(match) ? match : null;
  } catch {
    // No JSON, or a round that breaks the rules.
    return null;
  }
}

/** @param {Fields} match @returns {match is Match} */
function isMatch(match) {
  return sameNames(match, newMatch(0)) && isCount(match.rev) && isCount(match.round) && isCount(match.seed)
    && [0, 1].includes(/** @type {number} */ (match.dark))
    && ["person", ...LEVELS].includes(/** @type {string} */ (match.opponent))
    && ["dark", "light", "alternate"].includes(/** @type {string} */ (match.colour))
    && areLimits(match.limits) && (match.since === null || isCount(match.since))
    && Array.isArray(match.discs) && match.discs.every((disc) => isCount(disc?.ms) && typeof disc.square === "string")
    && isTally(match.score) && areRecords(match.records)
    && isPlayable(/** @type {Match} */ (/** @type {unknown} */ (match)));
}

/**
 * Whether the round obeys the rules, and ends where it says. Throws where a move isn't legal.
 * @param {Match} match
 */
function isPlayable(match) {
  const board = boardOf(match);
  const { result } = match;
  if (result === null) return board.toMove !== null && (match.since === null) === (match.discs.length === 0);
  const score = counts(board);
  const fair = result.dark === score.dark && result.light === score.light && match.since === null;
  if (board.toMove === null) return fair && result.reason === "discs" && result.winner === ahead(score);
  return fair && result.reason === "time" && match.discs.length > 0 && result.winner !== null && result.winner !== board.toMove;
}

/** @param {{dark: number, light: number}} score */
function ahead({ dark, light }) {
  return dark === light ? null : dark > light ? "dark" : "light";
}

/** @param {unknown} value */
function isCount(value) {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** @param {unknown} value @returns {value is Tally} */
function isTally(value) {
  return sameNames(value, { won: 0, lost: 0, drawn: 0 }) && Object.values(/** @type {object} */ (value)).every(isCount);
}

/** @param {unknown} value */
function areRecords(value) {
  return sameNames(value, newMatch(0).records) && Object.values(/** @type {object} */ (value)).every(isTally);
}

/** @param {unknown} value @param {object} pattern */
function sameNames(value, pattern) {
  if (typeof value !== "object" || value === null) return false;
  return Object.keys(value).sort().join() === Object.keys(pattern).sort().join();
}
