// @ts-check
/**
 * The card over the board's middle that says who has to pass. Passes that came together are shown one
 * after the other; newer ones replace what is left. The board can be played through it.
 */

import { discMark, make } from "./dom.js";
import { passSentence } from "./status.js";

/** @typedef {import("./types.js").Side} Side */

const SHOWN_MS = 1_200;

/** @param {HTMLElement} root */
export function createPassCard(root) {
  /** @type {Side[]} */
  let waiting = [];
  let timer = 0;
  const next = () => {
    const side = waiting.shift();
    root.hidden = side === undefined;
    if (side === undefined) return;
    root.replaceChildren(discMark(side), make("span", {}, passSentence(side)));
    timer = window.setTimeout(next, SHOWN_MS);
  };
  return {
    /** @param {Side[]} sides in order; none takes the card away */
    show(sides) {
      window.clearTimeout(timer);
      waiting = [...sides];
      next();
    },
  };
}
