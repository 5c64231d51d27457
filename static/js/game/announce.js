// @ts-check
/**
 * What screen readers hear: moves, passes, flips, clock warnings, results. Two live regions take
 * turns, so that the same sentence twice is read twice. What is said at one moment is said together:
 * a region emptied again at once would never be read.
 */

import { fill, gettext, ngettext, sideName } from "./i18n.js";
import { passSentence } from "./status.js";
import { reasonText, titleText } from "./story.js";
import { squareName } from "../local/rules.js";

/** @typedef {import("../local/rules.js").Step} Step */
/** @typedef {import("./types.js").Result} Result */

/** @param {HTMLElement[]} regions */
export function createAnnouncer(regions) {
  let turn = 0;
  /** @type {string[]} */
  let texts = [];
  const speak = () => {
    regions[turn].textContent = "";
    turn = (turn + 1) % regions.length;
    regions[turn].textContent = texts.join(" ");
    texts = [];
  };
  /** @param {string} text */
  return (text) => {
    if (text && texts.push(text) === 1) queueMicrotask(speak);
  };
}

/** One sentence for the plies that came with a picture. @param {Step[]} plies @param {boolean} ended */
export function pliesText(plies, ended) {
  return plies.map((ply, index) => plyText(ply, ended && index === plies.length - 1)).join(" ");
}

/** @param {Step} ply @param {boolean} last */
function plyText({ side, square, flipped, fromOpponentTray }, last) {
  if (square === null) return passSentence(side, last);
  const values = { side: sideName(side), square: squareName(square), count: flipped.length };
  const text = fill(ngettext("%(side)s %(square)s, turns %(count)s.",
    "%(side)s %(square)s, turns %(count)s.", flipped.length), values);
  return fromOpponentTray ? `${text} ${borrowSentence(values.side)}` : text;
}

/** @param {string} side the side's name */
export function borrowSentence(side) {
  return fill(gettext("%(side)s takes a disc from the other side's tray."), { side });
}

/** @param {Result} result @param {import("./story.js").Reader} reader */
export function resultText(result, reader) {
  return `${titleText(result, reader)}. ${reasonText(result)}`;
}

/** @param {number} seconds */
export function warningText(seconds) {
  return fill(ngettext("%(count)s second left.", "%(count)s seconds left.", seconds), { count: seconds });
}
