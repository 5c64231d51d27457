// @ts-check
/**
 * The bot of a room: choosing its level, and what is said of it beside the board during a game, when
 * its seat may be reserved and it may be sent away, both at the result.
 */

import { chosen } from "./dialog.js";
import { make, onPress, setAttribute, setText } from "./dom.js";
import { fill, gettext, levelName, sideName } from "./i18n.js";
import { isBot, SIDES } from "./rights.js";
import { fatesOf } from "./seat_news.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").Person} Person */
/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("./rights.js").Rights} Rights */

const LEVELS = ["beginner", "corner", "expert"];

/** How a level plays, in a line. @param {string} level */
function manner(level) {
  /** @type {Record<string, string>} */
  const manners = {
    beginner: gettext("Turns as many discs as it can. Good for a first game."),
    corner: gettext("Takes every corner, and keeps away from the squares beside an empty one."),
    expert: gettext("Looks a few moves ahead, and plays the last ten squares without a mistake."),
  };
  return manners[level] ?? "";
}

/** @param {Side} side @param {() => boolean} still @returns {Promise<string>} a level, "" for none */
export function chooseLevel(side, still) {
  return chosen(
    gettext("Add a bot"),
    fill(gettext("It plays on the seat of %(side)s."), { side: sideName(side) }),
    LEVELS.map((level) => ({ value: level, label: levelName(level), note: manner(level) })),
    still,
  );
}

/** @typedef {{reserve: (side: Side) => void, withdraw: () => void, remove: (side: Side) => void, keep: (side: Side) => void}} Acts */

export class BotPanel {
  /** @param {HTMLElement} root @param {Acts} acts */
  constructor(root, acts) {
    this.root = root;
    /** @type {Side} */
    this.side = "dark";
    this.fate = make("p", {});
    this.reserve = this.button("button primary", gettext("Reserve the bot's seat"), () => acts.reserve(this.side));
    this.withdraw = this.button("button", gettext("Give up the reservation"), () => acts.withdraw());
    this.remove = this.button("link", gettext("Remove the bot after this game"), () => acts.remove(this.side));
    this.keep = this.button("link", gettext("Keep the bot"), () => acts.keep(this.side));
    root.replaceChildren(this.fate, this.reserve, this.withdraw, this.remove, this.keep);
  }

  /** @param {string} style @param {string} label @param {() => void} act */
  button(style, label, act) {
    const button = /** @type {HTMLButtonElement} */ (make("button", { type: "button", class: style }, label));
    onPress(button, act);
    return button;
  }

  /**
   * It stands beside the bot's card, of which `bottom` tells where it is.
   * @param {Snapshot} snapshot @param {Rights} rights @param {Person | null} you
   * @param {boolean} live @param {Side} bottom
   */
  draw(snapshot, rights, you, live, bottom) {
    const side = SIDES.find((each) => isBot(snapshot.seats[each].who));
    const running = snapshot.phase === "playing" || snapshot.phase === "paused";
    if (!side || !running) return void (this.root.hidden = true);
    this.side = side;
    setText(this.fate, fatesOf(snapshot.seats[side], you).join(" "));
    this.fate.hidden = !this.fate.textContent;
    this.reserve.hidden = rights.reserve !== side;
    this.withdraw.hidden = !rights.withdraw;
    this.remove.hidden = rights.remove_bot !== side;
    this.keep.hidden = rights.keep_bot !== side;
    const buttons = [this.reserve, this.withdraw, this.remove, this.keep];
    for (const button of buttons) button.disabled = !live;
    this.root.hidden = this.fate.hidden && buttons.every((button) => button.hidden);
    setAttribute(this.root, "data-at", side === bottom ? "bottom" : "top");
  }
}
