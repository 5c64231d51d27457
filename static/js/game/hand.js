// @ts-check
/**
 * One's own move between the hand and the server: drawn at once from `snapshot.legal`, kept until a
 * picture confirms it, and drawn back when it is refused, overtaken or unanswered. Pure: time and
 * sending are the caller's.
 */

import { parseSquare } from "../local/rules.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").View} View */
/** @typedef {{id: number, square: string, game: number, ply: number, board: string, turned: string[]}} OwnMove */

/** A move not confirmed for so long is drawn back. */
export const UNANSWERED_MS = 2_000;

/**
 * The move as it will stand, or null where it isn't legal.
 * @param {Snapshot} snapshot @param {string} square @param {number} id the command's
 * @returns {OwnMove | null}
 */
export function ownMove(snapshot, square, id) {
  const game = snapshot.game;
  const turned = game?.legal[square];
  if (!game || !game.turn || !turned) return null;
  const disc = game.turn === "dark" ? "X" : "O";
  const squares = [...game.board];
  for (const name of [square, ...turned]) squares[parseSquare(name)] = disc;
  return { id, square, game: game.number, ply: game.ply, board: squares.join(""), turned };
}

/**
 * What a newer picture says about a waiting move.
 * @param {OwnMove} move @param {Snapshot} snapshot
 * @returns {"waiting" | "confirmed" | "overtaken"}
 */
export function fateOf(move, snapshot) {
  const game = snapshot.game;
  if (!game || game.number !== move.game || game.result && game.ply <= move.ply) return "overtaken";
  if (game.ply <= move.ply) return snapshot.phase === "playing" ? "waiting" : "overtaken";
  return game.moves.slice(move.ply * 2, move.ply * 2 + 2) === move.square ? "confirmed" : "overtaken";
}

/**
 * What the board shows of the live game, with one's own waiting move if there is one.
 * @param {Snapshot} snapshot @param {OwnMove | null} move @param {boolean} mayPlace
 * @returns {View}
 */
export function liveView(snapshot, move, mayPlace) {
  const game = snapshot.game;
  if (!game) return emptyView();
  if (move) {
    return { board: move.board, last: move.square, turned: move.turned, legal: {}, hints: {}, turn: null };
  }
  const hints = snapshot.phase === "playing" ? game.legal : {};
  return {
    board: game.board, last: game.last, turned: game.turned,
    legal: mayPlace ? game.legal : {}, hints, turn: game.turn,
  };
}

/** Before the first game: the set-up. @returns {View} */
export function emptyView() {
  const board = `${"-".repeat(27)}OX${"-".repeat(6)}XO${"-".repeat(27)}`;
  return { board, last: null, turned: [], legal: {}, hints: {}, turn: null };
}
