// @ts-check
/**
 * The two side cards: whose seat, how many discs, the clock, the tray, who is there and whose turn
 * it is. The card's parts are made once and only their contents change, so nothing jumps.
 */

import { clockText, msLeft, runningSide, SHORT_MS } from "./clock.js";
import { discMark, make, onPress, setAttribute, setText } from "./dom.js";
import { fill, gettext, ngettext, occupantName, sideName } from "./i18n.js";
import { isYou, sameOccupant } from "./rights.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").Person} Person */
/** @typedef {import("./types.js").People} People */
/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("./rights.js").Rights} Rights */
/** @typedef {import("./types.js").Discs} Discs */
/**
 * `past` counts the discs of the position gone back to; null shows the live ones.
 * @typedef {{snapshot: Snapshot, you: Person | null, rights: Rights, people: People | null, past: Discs | null}} Picture
 */
/** @typedef {{sit: (side: Side) => void, stand: () => void, addBot: (side: Side) => void, removeBot: (side: Side) => void}} Acts */

const TRAY = 30;

export class Card {
  /** @param {HTMLElement} root @param {Acts} acts */
  constructor(root, acts) {
    this.root = root;
    /** @type {Side} */
    this.side = "dark";
    this.disc = discMark("dark");
    this.name = make("strong", { class: "card-name" });
    this.about = make("span", { class: "card-about" });
    this.count = make("span", { class: "card-count" });
    this.time = make("span", { class: "clock-time" });
    this.word = make("span", { class: "clock-word" });
    this.clock = make("div", { class: "card-clock", role: "timer", "aria-live": "off" }, this.time, this.word);
    this.tray = make("div", { class: "tray", role: "img" },
      ...Array.from({ length: TRAY }, () => make("i", {})));
    this.button = /** @type {HTMLButtonElement} */ (make("button", { type: "button", class: "button" }));
    this.bot = /** @type {HTMLButtonElement} */ (make("button", { type: "button", class: "button" }));
    this.acts = make("div", { class: "card-acts" }, this.bot, this.button);
    this.sits = false;
    this.adds = false;
    onPress(this.button, () => (this.sits ? acts.sit(this.side) : acts.stand()));
    onPress(this.bot, () => (this.adds ? acts.addBot(this.side) : acts.removeBot(this.side)));
    root.replaceChildren(this.disc, make("div", { class: "card-who" }, this.name, this.about),
      this.count, this.clock, this.acts, this.tray);
  }

  /** @param {Side} side @param {Picture} picture */
  draw(side, picture) {
    this.side = side;
    const { snapshot, you } = picture;
    const who = snapshot.seats[side].who;
    const game = snapshot.phase === "waiting" ? null : snapshot.game;
    setAttribute(this.root, "data-side", side);
    setAttribute(this.root, "aria-label", sideName(side));
    setAttribute(this.root, "data-empty", who === null);
    setAttribute(this.root, "data-you", isYou(who, you));
    setAttribute(this.root, "data-turn", snapshot.phase === "playing" && game?.turn === side);
    setAttribute(this.disc, "data-disc", side);
    setText(this.name, who ? occupantName(who) : gettext("Free seat"));
    this.drawAbout(side, picture);
    // After a game somebody may sit here who hasn't played it.
    const played = game !== null && sameOccupant(who, game.players[side]);
    const shown = played ? picture.past ?? game : null;
    setText(this.count, shown ? String(shown.discs[side]) : "");
    setAttribute(this.count, "role", shown ? "img" : null);
    setAttribute(this.count, "aria-label", shown ? discsText(shown.discs[side]) : null);
    this.drawTray(shown ? shown.trays[side] : TRAY);
    this.drawButtons(side, picture.rights, game !== null && snapshot.phase !== "over");
  }

  /** @param {Side} side @param {Picture} picture */
  drawAbout(side, { snapshot, you, people }) {
    const seat = snapshot.seats[side];
    const who = seat.who;
    /** @type {string[]} */
    const parts = [];
    if (!who) parts.push(sideName(side));
    if (who && "bot" in who) parts.push(gettext("bot"));
    if (who && "id" in who) {
      if (isYou(who, you)) parts.push(gettext("you"));
      else if (who.guest) parts.push(gettext("guest"));
      if (snapshot.host?.id === who.id) parts.push(gettext("host"));
    }
    // By whom, and what else, is told beside the card: this line must not be cut.
    if (seat.reserved) parts.push(gettext("reserved"));
    else if (seat.leaving) parts.push(gettext("leaving"));
    const presence = who && "id" in who && !isYou(who, you) ? presenceOf(who.id, people) : null;
    const key = `${parts.join(" · ")} ${presence}`;
    if (this.about.dataset.key === key) return;
    this.about.dataset.key = key;
    setText(this.about, parts.join(" · "));
    if (presence === null) return;
    this.about.prepend(make("span", { class: "presence", "data-here": presence },
      presence ? gettext("here") : gettext("away")), parts.length ? " · " : "");
  }

  /** @param {number} left */
  drawTray(left) {
    const slivers = this.tray.children;
    for (let index = 0; index < TRAY; index++) setAttribute(slivers[index], "data-gone", index >= left);
    setAttribute(this.tray, "aria-label",
      fill(ngettext("%(count)s disc in the tray", "%(count)s discs in the tray", left), { count: left }));
  }

  /** @param {Side} side @param {Rights} rights @param {boolean} running */
  drawButtons(side, rights, running) {
    this.sits = rights.sit[side];
    this.adds = rights.add_bot[side];
    const stands = rights.stand && rights.seat === side;
    this.button.hidden = !this.sits && !stands;
    setAttribute(this.button, "class", this.sits ? "button primary" : "button");
    setText(this.button, this.sits ? gettext("Sit here") : gettext("Stand up"));
    // During a game the clock stands here; then the bot is sent away beside the board.
    this.bot.hidden = !this.adds && (running || rights.remove_bot !== side);
    setText(this.bot, this.adds ? gettext("Add a bot") : gettext("Remove bot"));
    this.acts.hidden = this.button.hidden && this.bot.hidden;
  }

  /** Several times a second while a clock runs. @param {Snapshot} snapshot @param {number} serverNow */
  drawClock(snapshot, serverNow) {
    setAttribute(this.clock, "hidden", snapshot.phase === "over" || snapshot.phase === "closed");
    const left = msLeft(snapshot, this.side, serverNow);
    const runs = runningSide(snapshot) === this.side;
    const short = runs && left !== null && left < SHORT_MS;
    setText(this.time, clockText(left));
    setAttribute(this.time, "hidden", left === null);
    setAttribute(this.clock, "data-runs", runs);
    setAttribute(this.clock, "data-short", short);
    setText(this.word, clockWord(snapshot, this.side, short));
  }
}

/** Null while nothing is known: who sits down is there before the server has said so. @param {number} id @param {People | null} people */
function presenceOf(id, people) {
  if (people?.here.includes(id)) return true;
  return people?.away.includes(id) ? false : null;
}

/** @param {number} count */
function discsText(count) {
  return fill(ngettext("%(count)s disc", "%(count)s discs", count), { count });
}

/** @param {Snapshot} snapshot @param {Side} side @param {boolean} short */
export function clockWord(snapshot, side, short) {
  if (short) return gettext("hurry");
  if (snapshot.phase === "paused" && snapshot.game?.turn === side) return gettext("paused");
  if (runningSide(snapshot) === side) return gettext("to move");
  if (snapshot.phase !== "playing") return "";
  // The clock of a round on the device begins with its first disc.
  return snapshot.game?.turn === side ? gettext("starts") : gettext("waits");
}
