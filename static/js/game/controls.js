// @ts-check
/**
 * The row of buttons below: the host's and the player's. At most four at a time; which ones follows
 * from `rights.js`. What can't be undone asks first.
 */

import { make, onPress, setAttribute, setText } from "./dom.js";
import { confirmed } from "./dialog.js";
import { gettext } from "./i18n.js";

/** @typedef {import("./rights.js").Rights} Rights */
/** @typedef {import("./types.js").Command} Command */
/**
 * @typedef {object} Acts
 * @property {(command: Command) => void} ask
 * @property {(loses: boolean) => void} leave
 * @property {() => number} game the present game's number
 */

export class Controls {
  /** @param {HTMLElement} root @param {Acts} acts */
  constructor(root, acts) {
    this.acts = acts;
    /** @type {Rights | null} */
    this.rights = null;
    const { ask } = acts;
    this.start = this.button("primary", () => ask({ t: "start" }));
    this.resume = this.button("primary", () => ask({ t: "resume" }));
    this.pause = this.button("", () => ask({ t: "pause" }));
    this.resign = this.button("", () => this.askResign());
    this.end = this.button("", () => this.askEnd());
    this.leave = this.button("", () => this.acts.leave(this.rights?.leave_loses ?? false));
    this.lobby = make("a", { class: "button primary", href: "/lobby" }, gettext("Back to the lobby"));
    root.replaceChildren(this.lobby, this.start, this.resume, this.pause, this.resign, this.end, this.leave);
    setText(this.resume, gettext("Resume"));
    setText(this.pause, gettext("Pause"));
    setText(this.resign, gettext("Resign"));
    setText(this.end, gettext("End game"));
    setText(this.leave, gettext("Leave"));
  }

  /** @param {string} style @param {() => void} act */
  button(style, act) {
    const button = /** @type {HTMLButtonElement} */ (
      make("button", { type: "button", class: `button ${style}`.trim() }));
    onPress(button, act);
    return button;
  }

  /**
   * @param {Rights} rights @param {boolean} live
   * @param {boolean} first no game has been played yet @param {boolean} closed
   */
  draw(rights, live, first, closed) {
    this.rights = rights;
    this.lobby.hidden = !closed;
    this.start.hidden = !rights.start && !rights.start_later;
    setText(this.start, first ? gettext("Start game") : gettext("Next game"));
    this.resume.hidden = !rights.resume;
    this.pause.hidden = !rights.pause;
    this.resign.hidden = !rights.resign;
    this.end.hidden = !rights.end;
    this.leave.hidden = !rights.leave;
    for (const button of [this.resume, this.pause, this.resign, this.end, this.leave]) button.disabled = !live;
    this.start.disabled = !live || !rights.start;
    setAttribute(this.start, "class", rights.rematch ? "button" : "button primary");
  }

  async askResign() {
    const game = this.acts.game();
    const yes = await confirmed({
      title: gettext("Resign this game"), act: gettext("Resign"),
      text: gettext("Your opponent wins. This can't be undone."),
      still: () => Boolean(this.rights?.resign) && this.acts.game() === game,
    });
    if (yes) this.acts.ask({ t: "resign", game });
  }

  async askEnd() {
    const game = this.acts.game();
    const yes = await confirmed({
      title: gettext("End this game for both"), act: gettext("End game"),
      text: gettext("It stops without a winner. This can't be undone."),
      still: () => Boolean(this.rights?.end) && this.acts.game() === game,
    });
    if (yes) this.acts.ask({ t: "end", game });
  }
}
