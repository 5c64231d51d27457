/** A room as the server pictures it, for the browser's tests: alice plays dark, bob light, eve watches. */

import { boardText, counts, flips, legalMoves, replay, squareName, START, trays } from "../../static/js/local/rules.js";

export const alice = { id: 1, name: "alice", guest: true, hue: 10 };
export const bob = { id: 2, name: "bob", guest: false, hue: 20 };
export const eve = { id: 3, name: "eve", guest: true, hue: 30 };

/** @param {object} [changes] */
export function room(changes = {}) {
  const free = { who: null, reserved: null, leaving: false };
  return {
    t: "room", seq: 1, at: 1_000_000, code: "K7M2QX4P", kind: "club", listed: true, phase: "waiting",
    host: alice, control: { action_ms: 30_000, total_ms: null },
    seats: { dark: { ...free }, light: { ...free } }, game: null, notice: null, ...changes,
  };
}

/** @param {object} who */
export const seat = (who) => ({ who, reserved: null, leaving: false });

/** A game after `moves`; passes are written. @param {string} moves @param {object} [changes] */
export function game(moves, changes = {}) {
  const steps = replay(moves);
  const last = steps.at(-1);
  const board = last?.board ?? START;
  const turn = board.toMove;
  const legal = turn ? Object.fromEntries(legalMoves(board, turn).map((square) =>
    [squareName(square), flips(board, turn, square).map(squareName)])) : {};
  return {
    id: 7, number: 1, ply: steps.length, moves, board: boardText(board), turn,
    last: last?.square == null ? null : squareName(last.square), turned: [], legal,
    discs: counts(board), trays: trays(board),
    clock: { running: true, dark: { action_ms: 30_000, total_ms: null }, light: { action_ms: 30_000, total_ms: null } },
    paused: null, players: { dark: alice, light: bob }, result: null, rematch: [], ...changes,
  };
}

/** A running game of alice and bob. @param {string} moves @param {object} [changes] */
export function playing(moves, changes = {}) {
  return room({ phase: "playing", seats: { dark: seat(alice), light: seat(bob) }, game: game(moves), ...changes });
}

/** The same, ended. @param {object} [result] @param {object} [changes of the game] */
export function over(result = {}, changes = {}) {
  const ended = game("f5d6", {
    turn: null, legal: {}, result: { winner: "dark", reason: "resign", dark: 3, light: 3, ...result }, ...changes,
  });
  return playing("f5d6", { phase: "over", game: ended });
}
