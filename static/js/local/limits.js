// @ts-check
/**
 * Clocks of games on this device: what they are called, what may be typed, and what is left. Pure;
 * times are milliseconds.
 */

/** @typedef {import("../game/types.js").Limits} Limits */
/** @typedef {"none" | "action" | "total" | "both"} Kind */

export const ACTION_SECONDS = [15, 30, 60];
/** Shortest and longest own limit for a move, in seconds. */
export const ACTION_RANGE = [3, 3600];
/** Totals by the names people choose them by. */
export const PRESETS = Object.freeze({ quick: 180_000, normal: 600_000, long: 1_500_000 });
/** Shortest and longest total of a player. */
export const TOTAL_RANGE = [10_000, 10_800_000];

/** @type {Limits} */
export const NO_LIMITS = Object.freeze({ action_ms: null, total_ms: null });

/** @param {Limits} limits @returns {Kind} */
export function kindOf({ action_ms, total_ms }) {
  if (action_ms !== null) return total_ms === null ? "action" : "both";
  return total_ms === null ? "none" : "total";
}

/**
 * A total for each player, as typed: "10" and "10:00" are minutes, "5:30" minutes and seconds.
 * @param {string} text
 * @returns {number | null} null for anything else, and for what is too short or too long
 */
export function parseTotal(text) {
  const found = /^\s*(\d{1,3})(?::([0-5]\d))?\s*$/.exec(text);
  if (!found) return null;
  return within((Number(found[1]) * 60 + Number(found[2] ?? 0)) * 1000, TOTAL_RANGE);
}

/**
 * A limit for each move, typed in whole seconds.
 * @param {string} text
 * @returns {number | null} as `parseTotal`
 */
export function parseAction(text) {
  const found = /^\s*(\d{1,4})\s*$/.exec(text);
  if (!found) return null;
  return within(Number(found[1]), ACTION_RANGE, 1000);
}

/** @param {number} value @param {number[]} range @param {number} [unit] */
function within(value, [least, most], unit = 1) {
  return value >= least && value <= most ? value * unit : null;
}

/** A total as it would be typed. @param {number} ms */
export function totalText(ms) {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * Whether limits are ones that could have been chosen here.
 * @param {unknown} value
 * @returns {value is Limits}
 */
export function areLimits(value) {
  if (typeof value !== "object" || value === null) return false;
  const { action_ms, total_ms } = /** @type {Record<string, unknown>} */ (value);
  const [shortest, longest] = ACTION_RANGE.map((seconds) => seconds * 1000);
  return isLimit(action_ms, shortest, longest) && isLimit(total_ms, TOTAL_RANGE[0], TOTAL_RANGE[1]);
}

/** @param {unknown} ms @param {number} least @param {number} most */
function isLimit(ms, least, most) {
  return ms === null || (Number.isInteger(ms) && Number(ms) >= least && Number(ms) <= most);
}
