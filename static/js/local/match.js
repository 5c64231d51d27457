// @ts-check
/**
 * A match on this device: rounds between two people, or against the computer. A match is a value;
 * every function returns a new one. Nothing here reads the time, rolls dice or stores anything:
 * instants (ms since the epoch) and seeds are arguments.
 *
 * Only what can't be derived is kept: the discs of the round with the time each took, and the
 * instant at which the present turn began. What is left on the clocks follows from them, so that
 * undo gives back the time from before the move by itself.
 */

import { boardText, counts, legalMoves, parseSquare, place, replay, squareName, START } from "./rules.js";
import { NO_LIMITS } from "./limits.js";

/** @typedef {import("./rules.js").Side} Side */
/** @typedef {import("./rules.js").Step} Step */
/** @typedef {import("./rules.js").Board} Board */
/** @typedef {import("../game/types.js").Limits} Limits */
/** @typedef {import("../game/types.js").Result} Result */

/** @typedef {"beginner" | "corner" | "expert"} Level */
/** @typedef {"person" | Level} Opponent */
/** @typedef {"dark" | "light" | "alternate"} Colour */
/** @typedef {{square: string, ms: number}} Disc a disc played, and how long that took */
/** @typedef {{won: number, lost: number, drawn: number}} Tally seen by the first player */
/** The first player has the card below; against the computer it is the person. @typedef {0 | 1} Player */

/**
 * @typedef {object} Match
 * @property {number} rev grows with each change; of two tabs the higher one is right
 * @property {Opponent} opponent
 * @property {Colour} colour the person's, against the computer
 * @property {Limits} limits
 * @property {number} round from 1
 * @property {Player} dark who has dark in this round
 * @property {Disc[]} discs
 * @property {number | null} since when the present turn began; null before the first disc, and at the end
 * @property {Result | null} result
 * @property {number} seed the computer's, for this round
 * @property {Tally} score the rounds of this match
 * @property {Record<Level, Tally>} records all rounds ever against each level
 */

/** @type {Level[]} */
export const LEVELS = ["beginner", "corner", "expert"];

/** The computer never answers faster: one wants to see what it does. */
export const PACE_MS = 600;
/** An answer that took longer than any thought: the page was closed or asleep meanwhile. */
const LONGEST_THOUGHT_MS = 5_000;

/** @returns {Tally} */
function noTally() {
  return { won: 0, lost: 0, drawn: 0 };
}

/** @param {number} seed @returns {Match} */
export function newMatch(seed) {
  return {
    rev: 0, opponent: "person", colour: "dark", limits: NO_LIMITS, round: 1, dark: 0, discs: [],
    since: null, result: null, seed, score: noTally(),
    records: { beginner: noTally(), corner: noTally(), expert: noTally() },
  };
}

// --- what follows from a match -------------------------------------------------------------------

/** The round as a transcript, without passes. @param {Match} match */
export function transcript({ discs }) {
  return discs.map((disc) => disc.square).join("");
}

/** The round as a transcript, forced passes as "--". @param {Match} match */
export function transcriptWithPasses(match) {
  return stepsOf(match).map((step) => (step.square === null ? "--" : squareName(step.square))).join("");
}

/** @type {WeakMap<Disc[], Step[]>} */
const played = new WeakMap();

/** The round played through. @param {Match} match @returns {Step[]} */
export function stepsOf(match) {
  const known = played.get(match.discs) ?? replay(transcript(match));
  played.set(match.discs, known);
  return known;
}

/** @param {Match} match @returns {Board} */
export function boardOf(match) {
  return stepsOf(match).at(-1)?.board ?? START;
}

/** @param {Match} match @param {Player} player @returns {Side} */
export function sideOf(match, player) {
  return match.dark === player ? "dark" : "light";
}

/** @param {Match} match @param {Side} side @returns {Player} */
export function playerOf(match, side) {
  return side === "dark" ? match.dark : other(match.dark);
}

/** @param {Player} player @returns {Player} */
function other(player) {
  return player === 0 ? 1 : 0;
}

/** Whose turn it is; null once the round is over. @param {Match} match @returns {Side | null} */
export function turnOf(match) {
  return match.result ? null : boardOf(match).toMove;
}

/** @param {Match} match */
export function isComputersTurn(match) {
  const turn = turnOf(match);
  return turn !== null && match.opponent !== "person" && playerOf(match, turn) === 1;
}

/**
 * What a side had left when the present turn began.
 * @param {Match} match @param {Side} side @returns {Limits}
 */
export function limitsLeft(match, side) {
  const { action_ms, total_ms } = match.limits;
  if (total_ms === null) return { action_ms, total_ms };
  const steps = stepsOf(match).filter((step) => step.square !== null);
  const used = match.discs.reduce((sum, disc, index) => sum + (steps[index].side === side ? disc.ms : 0), 0);
  return { action_ms, total_ms: Math.max(0, total_ms - used) };
}

/**
 * The instant at which the clock of the side to move runs out; null if none runs.
 * @param {Match} match
 */
export function deadline(match) {
  const turn = turnOf(match);
  if (match.since === null || turn === null) return null;
  const { action_ms, total_ms } = limitsLeft(match, turn);
  const left = [action_ms, total_ms].filter((limit) => limit !== null);
  return left.length ? match.since + Math.min(...left) : null;
}

// --- what can be done ------------------------------------------------------------------------------

/**
 * Play a disc for the side to move. A clock that ran out before counts first: then the disc isn't
 * played. Throws IllegalMove.
 * @param {Match} match @param {number} square @param {number} now
 * @returns {Match}
 */
export function play(match, square, now) {
  const late = fall(match, now);
  if (late !== match) return late;
  const { board } = place(boardOf(match), square);
  // The clock of a round starts at its first disc.
  const ms = match.since === null ? 0 : Math.max(0, Math.round(now - match.since));
  const after = changed(match, {
    discs: [...match.discs, { square: squareName(square), ms }], since: now,
  });
  return board.toMove === null ? ended(after, discsResult(board)) : after;
}

/**
 * Play the computer's disc. Only thinking takes its time: while nobody ran it, it would have
 * answered at its pace, and since then the person's clock has run.
 * @param {Match} match @param {number} square @param {number} now @returns {Match}
 */
export function answer(match, square, now) {
  const { since } = match;
  if (since === null) return play(match, square, now);
  const late = now - since > LONGEST_THOUGHT_MS || now >= (deadline(match) ?? Infinity);
  return play(match, square, late ? since + PACE_MS : now);
}

/**
 * Have the clock fall if it has run out by now; not the computer's as long as it can answer in time.
 * @param {Match} match @param {number} now @returns {Match}
 */
export function fall(match, now) {
  const at = deadline(match);
  const turn = turnOf(match);
  if (at === null || turn === null || now < at) return match;
  if (isComputersTurn(match) && at > Number(match.since) + PACE_MS) return match;
  const winner = turn === "dark" ? "light" : "dark";
  return ended(match, { winner, reason: "time", ...counts(boardOf(match)) });
}

/**
 * How many discs an undo takes back: against the computer, back to one's own turn; else one. 0 where
 * there is nothing to undo.
 * @param {Match} match
 */
export function undoable(match) {
  const { length } = match.discs;
  if (match.opponent === "person" || length === 0) return Math.min(1, length);
  const mine = stepsOf(match).filter((step) => step.square !== null).map((step) => playerOf(match, step.side) === 0);
  const last = mine.lastIndexOf(true);
  return last < 0 ? 0 : length - last;
}

/**
 * Whether undo does anything. A flag can fall before one's own first disc: then no disc is taken back, only
 * the flag.
 * @param {Match} match
 */
export function mayUndo(match) {
  return match.result !== null || undoable(match) > 0;
}

/**
 * Take back the last move; from the result too, and then the round is not counted any more.
 * @param {Match} match @param {number} now @returns {Match}
 */
export function undo(match, now) {
  if (!mayUndo(match)) return match;
  const discs = match.discs.slice(0, match.discs.length - undoable(match));
  const before = match.result ? counted(match, match.result, -1) : match;
  return changed(before, { discs, since: discs.length ? now : null, result: null });
}

/**
 * The system's clock was set by so much: what is left stays what it was.
 * @param {Match} match @param {number} ms @returns {Match}
 */
export function shifted(match, ms) {
  return match.since === null ? match : changed(match, { since: match.since + ms });
}

/** A turn can't have begun later than now. @param {Match} match @param {number} now @returns {Match} */
export function notAhead(match, now) {
  return match.since === null || match.since <= now ? match : shifted(match, now - match.since);
}

/** Begin the round anew; nothing is counted, colours stay. @param {Match} match @param {number} seed @returns {Match} */
export function restart(match, seed) {
  return changed(match, { discs: [], since: null, result: null, seed });
}

/** The next round. Two people swap colours. @param {Match} match @param {number} seed @returns {Match} */
export function nextRound(match, seed) {
  const fixed = match.opponent !== "person" && match.colour !== "alternate";
  return changed(restart(match, seed), {
    round: match.round + 1,
    dark: fixed ? fixedDark(match.colour) : other(match.dark),
  });
}

/** How somebody would rather play. @typedef {Partial<Pick<Match, "opponent" | "colour" | "limits">>} Wishes */

/**
 * Play otherwise: another opponent, colour or clock. Another opponent is another match. Else a round that
 * runs begins anew, and after a result the next one begins.
 * @param {Match} match @param {Wishes} wishes @param {number} seed @returns {Match}
 */
export function playOtherwise(match, wishes, seed) {
  const wanted = { ...match, ...wishes };
  if (wanted.opponent !== match.opponent) {
    const dark = wanted.opponent === "person" ? 0 : fixedDark(wanted.colour);
    return { ...restart(wanted, seed), round: 1, score: noTally(), dark };
  }
  if (match.result) return nextRound(wanted, seed);
  const recoloured = match.opponent !== "person" && wanted.colour !== match.colour;
  return { ...restart(wanted, seed), dark: recoloured ? fixedDark(wanted.colour) : match.dark };
}

/**
 * What would be gone by playing otherwise, so that one is asked first: the discs of a round, the rounds won
 * in a match, or nothing.
 * @param {Match} match @param {Wishes} wishes @returns {"round" | "match" | null}
 */
export function lostBy(match, { opponent = match.opponent }) {
  const { won, lost, drawn } = match.score;
  if (opponent !== match.opponent && won + lost + drawn > 0) return "match";
  return match.discs.length > 0 && !match.result ? "round" : null;
}

/** @param {Colour} colour @returns {Player} */
function fixedDark(colour) {
  return colour === "light" ? 1 : 0;
}

/** @param {Match} match @param {Partial<Match>} change @returns {Match} */
function changed(match, change) {
  return { ...match, ...change, rev: match.rev + 1 };
}

/** @param {Match} match @param {Result} result @returns {Match} */
function ended(match, result) {
  return changed(counted(match, result, 1), { since: null, result });
}

/** @param {Board} board @returns {Result} */
function discsResult(board) {
  const score = counts(board);
  const winner = score.dark === score.light ? null : score.dark > score.light ? "dark" : "light";
  return { winner, reason: "discs", ...score };
}

/** @param {Match} match @param {Result} result @param {1 | -1} by @returns {Match} */
function counted(match, result, by) {
  const won = result.winner && playerOf(match, result.winner) === 0;
  const name = result.winner === null ? "drawn" : won ? "won" : "lost";
  /** @param {Tally} tally */
  const more = (tally) => ({ ...tally, [name]: Math.max(0, tally[name] + by) });
  const { opponent } = match;
  const records = opponent === "person" ? match.records
    : { ...match.records, [opponent]: more(match.records[opponent]) };
  return { ...match, score: more(match.score), records };
}

// --- as the page draws it --------------------------------------------------------------------------

/**
 * The legal squares of the side to move, each with the discs it turns.
 * @param {Board} board @returns {Record<string, string[]>}
 */
export function legalOf(board) {
  const side = board.toMove;
  if (!side) return {};
  return Object.fromEntries(legalMoves(board, side).map((square) => {
    const [placed] = place(board, square).plies;
    return [squareName(square), placed.flipped.map(squareName)];
  }));
}

/** Whether an empty corner lies beside a square such as b2. @param {Board} board @param {string} square */
export function besideEmptyCorner(board, square) {
  const corner = /** @type {Record<string, string>} */ ({ b2: "a1", g2: "h1", b7: "a8", g7: "h8" })[square];
  return corner !== undefined && boardText(board)[parseSquare(corner)] === "-";
}
