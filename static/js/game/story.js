// @ts-check
/**
 * A finished game in words: who won, why it ended, and one true sentence drawn from its moves. Pure.
 */

import { counts, discAt, parseSquare } from "../local/rules.js";
import { fill, gettext, ngettext, occupantName, sideName } from "./i18n.js";
import { otherSide, playerOf } from "./rights.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").Person} Person */
/** @typedef {import("./types.js").Result} Result */
/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("../local/rules.js").Step} Step */

const CORNERS = ["a1", "h1", "a8", "h8"].map(parseSquare);

/**
 * Who won, as `you`, one of the players, may be told; else by the winner's `name`, else by the side.
 * @typedef {{you?: Side | null, name?: string}} Reader
 */

/** @param {Result} result @param {Reader} [reader] */
export function headline(result, { you = null, name = "" } = {}) {
  if (result.winner) {
    if (you) return you === result.winner ? gettext("You won") : gettext("You lost");
    if (name) return fill(gettext("%(name)s won"), { name });
    return fill(gettext("%(side)s wins"), { side: sideName(result.winner) });
  }
  return result.reason === "discs" ? gettext("A draw") : gettext("No winner");
}

/**
 * The headline with the score, one's own or the winner's discs first. Where the discs didn't decide, the score
 * beside the winner would read like a mistake and is left out.
 * @param {Result} result @param {Reader} [reader]
 */
export function titleText(result, reader) {
  if (result.reason !== "discs") return headline(result, reader);
  const first = reader?.you ?? (result.dark >= result.light ? "dark" : "light");
  return `${headline(result, reader)} ${result[first]}–${result[otherSide(first)]}`;
}

/**
 * Whom a result is told to: a player, or somebody who knows the players by name. Two people at one
 * device are told the side.
 * @param {Snapshot} snapshot @param {Person | null} you @returns {Reader}
 */
export function readerOf(snapshot, you) {
  const side = playerOf(snapshot, you);
  if (side) return { you: side };
  const { game, kind } = snapshot;
  const winner = game?.result?.winner;
  return winner && kind !== "device" ? { name: occupantName(game.players[winner]) } : {};
}

/** @param {Result} result */
export function reasonText(result) {
  const loser = result.winner ? sideName(otherSide(result.winner)) : "";
  /** @type {Record<string, string>} */
  const texts = {
    discs: gettext("Neither side can move."),
    time: gettext("%(loser)s ran out of time."),
    resign: gettext("%(loser)s resigned."),
    left: gettext("%(loser)s left the game."),
    absent: result.winner ? gettext("%(loser)s was away too long.") : gettext("Both players were away too long."),
    host_ended: gettext("The host ended the game."),
    room_closed: gettext("The room closed before the game was over."),
    two_hours: gettext("The game reached two hours, the longest it may last."),
    void: gettext("A player didn't turn up. The game doesn't count."),
  };
  return fill(texts[result.reason] ?? "", { loser });
}

/**
 * Why it was won, from the game itself; "" where there is nothing to say.
 * @param {Result} result @param {Step[]} steps
 */
export function story(result, steps) {
  const last = steps.at(-1);
  if (!last) return "";
  if (result.reason !== "discs") return stood(last);
  if (!result.winner) return gettext("Equal to the last disc.");
  const winner = sideName(result.winner);
  const loser = sideName(otherSide(result.winner));
  if (result[otherSide(result.winner)] === 0) return fill(gettext("No %(loser)s disc was left on the board."), { loser: loser.toLowerCase() });
  const corners = CORNERS.filter((square) => discAt(last.board, square) === result.winner).length;
  if (corners === 4) return fill(gettext("%(winner)s held all four corners."), { winner });
  if (corners === 3) return fill(gettext("%(winner)s held three of the four corners."), { winner });
  const passes = steps.filter((step) => step.square === null && step.side !== result.winner).length;
  if (passes >= 2) {
    return fill(ngettext("%(loser)s had to pass %(count)s time.", "%(loser)s had to pass %(count)s times.", passes),
      { loser, count: passes });
  }
  return lead(result.winner, steps);
}

/** How it stood when it ended early. @param {Step} last */
function stood(last) {
  const { dark, light } = counts(last.board);
  if (dark === light) return fill(gettext("It stood level at %(dark)s–%(light)s."), { dark, light });
  const side = sideName(dark > light ? "dark" : "light");
  return fill(gettext("%(side)s was ahead %(more)s–%(less)s."),
    { side, more: Math.max(dark, light), less: Math.min(dark, light) });
}

/** When the winner went ahead for good, in discs placed. @param {Side} winner @param {Step[]} steps */
function lead(winner, steps) {
  let disc = 0;
  let since = 1;
  for (const step of steps) {
    if (step.square === null) continue;
    disc += 1;
    const count = counts(step.board);
    if (count[winner] <= count[otherSide(winner)]) since = disc + 1;
  }
  const side = sideName(winner);
  if (since === disc) return fill(gettext("%(side)s went ahead with the very last disc."), { side });
  return fill(gettext("%(side)s went ahead with disc %(disc)s of %(last)s and stayed there."),
    { side, disc: since, last: disc });
}
