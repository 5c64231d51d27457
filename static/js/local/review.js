// @ts-check
/** What the engine thinks of a round, ply by ply. Pure, but for asking. */

import { squareName, START } from "./rules.js";

/** @typedef {import("./rules.js").Step} Step */
/** @typedef {import("./rules.js").Board} Board */
/** @typedef {import("./engine_client.js").Valued} Valued */

/**
 * @typedef {object} Judged
 * @property {number} ply
 * @property {"dark" | "light"} side
 * @property {string} played
 * @property {string} best the engine's choice; the move played where that is as good
 * @property {number} lost discs, not negative, rounded
 * @property {boolean} exact whether that was counted to the end of the game
 */

/** Before the end is in sight, less than this is no mistake worth naming: hundredths of a disc. */
const BLUR = 150;

/**
 * @param {Step} step @param {{exact: boolean, moves: Valued[]}} rated all legal moves, the best first
 * @returns {Judged}
 */
export function judge(step, { exact, moves }) {
  const played = squareName(step.square ?? -1);
  const value = moves.find((move) => move.square === step.square)?.value ?? moves[0].value;
  const gap = moves[0].value - value;
  const lost = gap < (exact ? 1 : BLUR) ? 0 : Math.round(gap / 100);
  return { ply: step.ply, side: step.side, played, best: lost === 0 ? played : squareName(moves[0].square), lost, exact };
}

/**
 * Judge every disc of a round, one after the other.
 * @param {Step[]} steps
 * @param {(board: Board) => Promise<{exact: boolean, moves: Valued[]}>} rate
 * @param {(judged: Judged, done: number, all: number) => boolean} take false stops it
 */
export async function reviewRound(steps, rate, take) {
  const discs = steps.filter((step) => step.square !== null);
  for (const [index, step] of discs.entries()) {
    const before = step.ply > 1 ? steps[step.ply - 2].board : START;
    const rated = await rate({ ...before, toMove: step.side });
    if (!take(judge(step, rated), index + 1, discs.length)) return;
  }
}

/**
 * The plies that lost most, costliest first.
 * @param {Iterable<Judged>} judged @param {number} most
 */
export function costliest(judged, most) {
  return [...judged].filter((one) => one.lost > 0).sort((a, b) => b.lost - a.lost || a.ply - b.ply).slice(0, most);
}
