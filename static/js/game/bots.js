// @ts-check
/**
 * The bot of a room: choosing its level, and what is said of it beside the board during a game, when
 * its seat may be reserved and it may be sent away, both at the result.
 */

import { chosen } from "./dialog.js";
import { make, onPress, setText } from "./dom.js";
import { fill, gettext, levelName, sideName } from "./i18n.js";
import { isBot, isYou, SIDES } from "./rights.js";

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

/** @param {Side} side @returns {Promise<string>} a level, "" for none */
export function chooseLevel(side) {
  return chosen(
    gettext("Add a bot"),
    fill(gettext("It plays on the seat of %(side)s."), { side: sideName(side) }),
    LEVELS.map((level) => ({ value: level, label: levelName(level), note: manner(level) })),
  );
}

export class BotPanel {
  /** @param {HTMLElement} root @param {(side: Side) => void} remove */
  constructor(root, remove) {
    this.root = root;
    /** @type {Side | null} */
    this.side = null;
    this.line = make("p", {});
    this.next = make("p", { class: "soft" });
    this.button = make("button", { type: "button", class: "button" }, gettext("Remove after this game"));
    onPress(this.button, () => { if (this.side) remove(this.side); });
    root.replaceChildren(this.line, this.next, this.button);
  }

  /** @param {Snapshot} snapshot @param {Rights} rights @param {Person | null} you */
  draw(snapshot, rights, you) {
    const side = SIDES.find((each) => isBot(snapshot.seats[each].who)) ?? null;
    const seat = side && snapshot.seats[side];
    this.root.hidden = !seat;
    if (!side || !seat?.who || !("bot" in seat.who)) return;
    this.side = side;
    setText(this.line, fill(gettext("%(level)s is a bot. It plays %(side)s."),
      { level: levelName(seat.who.bot), side: sideName(side) }));
    setText(this.next, fateOf(seat, you));
    this.next.hidden = !this.next.textContent;
    const running = snapshot.phase === "playing" || snapshot.phase === "paused";
    this.button.hidden = !running || rights.remove_bot !== side;
  }
}

/**
 * What becomes of the bot's seat at the result. A removal is told beside a reservation: it stands if
 * that is given up.
 * @param {import("./types.js").Seat} seat @param {Person | null} you
 */
function fateOf(seat, you) {
  const fates = [];
  if (isYou(seat.reserved, you)) fates.push(gettext("You have reserved its seat: you take it after this game."));
  else if (seat.reserved) fates.push(fill(gettext("%(name)s takes its seat after this game."), { name: seat.reserved.name }));
  if (seat.leaving) fates.push(gettext("It leaves after this game."));
  return fates.join(" ");
}
