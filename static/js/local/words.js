// @ts-check
/** What the page says of a match on this device. Pure. */

import { fill, gettext, levelName, ngettext, occupantName, sideName } from "../game/i18n.js";
import { isComputersTurn, playerOf, transcript, turnOf } from "./match.js";

/** @typedef {import("./match.js").Match} Match */
/** @typedef {import("./match.js").Level} Level */
/** @typedef {import("../game/types.js").Snapshot} Snapshot */
/** @typedef {import("./review.js").Judged} Judged */

/** The two players' names, the first below. @param {Match} match @returns {[string, string]} */
export function playerNames(match) {
  if (match.opponent !== "person") return [gettext("You"), levelName(match.opponent)];
  return [gettext("Player 1"), gettext("Player 2")];
}

/** What is expected, and of whom. @param {Match} match @param {Snapshot} picture */
export function expected(match, picture) {
  const turn = turnOf(match);
  const game = picture.game;
  if (turn === null || !game) return gettext("The round is over. Go on to the next, or undo.");
  if (isComputersTurn(match)) return fill(gettext("%(name)s is thinking."), { name: levelName(match.opponent) });
  const count = Object.keys(game.legal).length;
  if (match.discs.length === 0) return fill(gettext("%(side)s begins. Choose one of the dots on the board."), { side: sideName("dark") });
  if (match.opponent !== "person") {
    return fill(ngettext("Your move. One square is open to you.",
      "Your move. %(count)s squares are open to you.", count), { count });
  }
  return fill(gettext("%(side)s to move: %(name)s."), { side: sideName(turn), name: occupantName(game.players[turn]) });
}

/** The engine failed, twice. */
export function stoppedText() {
  return gettext("The computer stopped thinking. Try again, or load the page again; the game is kept.");
}

/** Why a square can't be played now. @param {Match} match @param {string} square @param {boolean} empty */
export function whyNotHere(match, square, empty) {
  if (match.result) return gettext("The round is over. Go on to the next, or undo.");
  if (isComputersTurn(match)) return fill(gettext("%(name)s is thinking."), { name: levelName(match.opponent) });
  return fill(empty ? gettext("%(square)s captures nothing here.") : gettext("%(square)s is taken."), { square });
}

/**
 * What another tab did with the match: "" where it only played on, or took back.
 * @param {Match} before what this tab showed, or was about to @param {Match} after
 */
export function otherTabText(before, after) {
  if (before.seed !== after.seed) return gettext("Another tab has begun another round. This is it.");
  const [was, is] = [transcript(before), transcript(after)];
  return is.startsWith(was) || was.startsWith(is) ? "" : gettext("Another tab was quicker. This is the game as it stands.");
}

/** The hint of the first disc beside an empty corner. @param {string} square */
export function cornerHint(square) {
  return fill(gettext("%(square)s lies beside an empty corner: it may let the other side into that corner."), { square });
}

/** The rounds each has won. @param {Match} match @param {0 | 1} player */
export function roundsText(match, player) {
  if (match.round === 1 && !match.result) return "";
  const count = player === 0 ? match.score.won : match.score.lost;
  return fill(ngettext("%(count)s round won", "%(count)s rounds won", count), { count });
}

/** @param {Match} match @param {Level} level */
export function recordText(match, level) {
  const { won, lost, drawn } = match.records[level];
  if (won + lost + drawn === 0) return gettext("no round yet");
  return fill(gettext("Wins: %(won)s, losses: %(lost)s, draws: %(drawn)s"), { won, lost, drawn });
}

/** @param {Match} match */
export function roundText(match) {
  const text = fill(gettext("Round %(round)s"), { round: match.round });
  const { drawn } = match.score;
  if (drawn === 0) return text;
  return `${text} · ${fill(ngettext("%(count)s draw", "%(count)s draws", drawn), { count: drawn })}`;
}

/** What undo would do, for its button. @param {Match} match */
export function undoText(match) {
  return match.result ? gettext("Undo and go on") : gettext("Undo");
}

/** Who plays a side, as a sentence begins. @param {Match} match @param {"dark" | "light"} side */
export function playerName(match, side) {
  return playerNames(match)[playerOf(match, side)];
}

/** One ply of a review in words. @param {Judged} judged */
export function judgedText({ played, best, lost, exact }) {
  if (lost === 0 || best === played) return fill(gettext("%(played)s was the best move."), { played });
  const values = { played, best, lost };
  return exact
    ? fill(ngettext("%(played)s lost %(lost)s disc; %(best)s was best.", "%(played)s lost %(lost)s discs; %(best)s was best.", lost), values)
    : fill(ngettext("%(played)s lost about %(lost)s disc; %(best)s looked best.", "%(played)s lost about %(lost)s discs; %(best)s looked best.", lost), values);
}
