// @ts-check
/** The buttons right below the board: undo and restart, on the result the next round, for a computer that stopped another try. */

import { make, onPress, setAttribute, setText } from "../game/dom.js";
import { gettext } from "../game/i18n.js";
import { mayUndo } from "./match.js";
import { undoText } from "./words.js";

/** @typedef {import("./match.js").Match} Match */

export class LocalControls {
  /** @param {HTMLElement} root @param {{undo: () => void, restart: () => void, next: () => void, again: () => void}} acts */
  constructor(root, acts) {
    this.undo = button(acts.undo);
    this.restart = button(acts.restart);
    this.next = button(acts.next);
    this.again = button(acts.again);
    setText(this.again, gettext("Try again"));
    setAttribute(this.again, "class", "button primary");
    setText(this.restart, gettext("Restart"));
    setText(this.next, gettext("Next round"));
    setAttribute(this.next, "class", "button primary");
    root.replaceChildren(this.undo, this.restart, this.next, this.again);
  }

  /** @param {Match} match @param {boolean} stopped whether the computer has stopped thinking */
  draw(match, stopped) {
    this.again.hidden = !stopped;
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
