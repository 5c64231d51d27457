// @ts-check
/** The buttons right below the board: undo and restart, and on the result the next round. */

import { make, onPress, setAttribute, setText } from "../game/dom.js";
import { gettext } from "../game/i18n.js";
import { mayUndo } from "./match.js";
import { undoText } from "./words.js";

/** @typedef {import("./match.js").Match} Match */

export class LocalControls {
  /** @param {HTMLElement} root @param {{undo: () => void, restart: () => void, next: () => void}} acts */
  constructor(root, acts) {
    this.undo = button(acts.undo);
    this.restart = button(acts.restart);
    this.next = button(acts.next);
    setText(this.restart, gettext("Restart"));
    setText(this.next, gettext("Next round"));
    setAttribute(this.next, "class", "button primary");
    root.replaceChildren(this.undo, this.restart, this.next);
  }

  /** @param {Match} match */
  draw(match) {
    setText(this.undo, undoText(match));
    this.undo.disabled = !mayUndo(match);
    this.restart.hidden = match.result !== null;
    this.restart.disabled = match.discs.length === 0;
    this.next.hidden = match.result === null;
  }
}

/** @param {() => void} act */
function button(act) {
  const made = /** @type {HTMLButtonElement} */ (make("button", { type: "button", class: "button" }));
  onPress(made, act);
  return made;
}
