// @ts-check
/** The side cards and the result of a round on this device: the room's, with other words and buttons. */

import { make, onPress, setText } from "../game/dom.js";
import { gettext } from "../game/i18n.js";
import { Card } from "../game/panel.js";
import { ResultCard } from "../game/result.js";
import { playerOf } from "./match.js";
import { roundsText } from "./words.js";

/** @typedef {import("./match.js").Match} Match */
/** @typedef {import("../game/types.js").Side} Side */
/** @typedef {import("../game/panel.js").Picture} Picture */

/** Nobody sits down, stands up or sends a bot away here. */
const NO_ACTS = { sit() {}, stand() {}, addBot() {}, removeBot() {} };

export class PlayerCard extends Card {
  /** @param {HTMLElement} root @param {() => Match} match */
  constructor(root, match) {
    super(root, NO_ACTS);
    this.match = match;
  }

  /** @override @param {Side} side @param {Picture} picture */
  drawAbout(side, picture) {
    void picture;
    const match = this.match();
    setText(this.about, roundsText(match, playerOf(match, side)));
  }
}

export class RoundResult extends ResultCard {
  /** @param {HTMLElement} root @param {{review: () => void}} acts */
  constructor(root, acts) {
    super(root, { rematch() {} });
    this.review = /** @type {HTMLButtonElement} */ (make("button", { type: "button", class: "button" }, gettext("Review")));
    onPress(this.review, acts.review);
  }

  /** The next round is begun right below the board. @override */
  buttons() {
    return make("div", { class: "result-acts" }, this.review);
  }
}
