// @ts-check
/**
 * A match on the device in the shape of the live protocol's pictures, so that the same board, cards,
 * clocks and history draw both. Pure.
 */

import { boardOf, isComputersTurn, legalOf, limitsLeft, playerOf, sideOf, stepsOf, transcriptWithPasses } from "./match.js";
import { boardText, counts, squareName, trays } from "./rules.js";

/** @typedef {import("./match.js").Match} Match */
/** @typedef {import("./match.js").Player} Player */
/** @typedef {import("./rules.js").Side} Side */
/** @typedef {import("../game/types.js").Snapshot} Snapshot */
/** @typedef {import("../game/types.js").View} View */
/** @typedef {import("../game/types.js").Occupant} Occupant */

/**
 * @param {Match} match
 * @param {number} now where no clock runs, the picture's own time
 * @param {[string, string]} names of the two players; against the computer only the first is used
 * @returns {Snapshot}
 */
export function pictureOf(match, now, names) {
  const seats = { dark: seat(match, "dark", names), light: seat(match, "light", names) };
  return {
    t: "room", seq: match.rev, at: match.since ?? now, code: "", kind: "device", listed: false,
    phase: match.result ? "over" : "playing", host: null, control: match.limits, seats,
    game: gameOf(match, { dark: seats.dark.who, light: seats.light.who }), notice: null,
  };
}

/** @param {Match} match @param {Record<Side, Occupant>} players @returns {import("../game/types.js").Game} */
function gameOf(match, players) {
  const board = boardOf(match);
  const steps = stepsOf(match);
  const last = steps.findLast((step) => step.square !== null);
  return {
    // Another seed is another round, so that the history begins anew with it.
    id: match.seed, number: match.round, ply: steps.length, moves: transcriptWithPasses(match),
    board: boardText(board), turn: match.result ? null : board.toMove,
    last: last?.square === null || last === undefined ? null : squareName(last.square),
    turned: last?.flipped.map(squareName) ?? [],
    legal: match.result ? {} : legalOf(board), discs: counts(board), trays: trays(board),
    clock: { running: match.since !== null, dark: limitsLeft(match, "dark"), light: limitsLeft(match, "light") },
    paused: null, players, result: match.result, rematch: [],
  };
}

/** @param {Match} match @param {Side} side @param {[string, string]} names */
function seat(match, side, names) {
  const player = playerOf(match, side);
  const bot = player === 1 && match.opponent !== "person";
  /** @type {Occupant} */
  const who = bot ? { bot: match.opponent } : { id: player, name: names[player], guest: false, hue: 0 };
  return { who, reserved: null, leaving: false };
}

/**
 * Whose page it is: against the computer the person's, else nobody's in particular.
 * @param {Match} match @param {Snapshot} picture @returns {import("../game/types.js").Person | null}
 */
export function readerOfPicture(match, picture) {
  if (match.opponent === "person") return null;
  const who = picture.seats[sideOf(match, 0)].who;
  return who && "id" in who ? who : null;
}

/** What the board draws of the present position. @param {Match} match @param {Snapshot} picture @returns {View} */
export function viewOf(match, picture) {
  const game = picture.game;
  if (!game) throw new Error("a match has a game");
  return {
    board: game.board, last: game.last, turned: game.turned, turn: game.turn, hints: game.legal,
    legal: isComputersTurn(match) ? {} : game.legal,
  };
}
