// @ts-check
/**
 * How one plays on this device: opponent, level, colour and clock. The form shows what is played
 * now; a change begins the round anew, which is asked first once a disc lies on the board.
 */

import { confirmed } from "../game/dialog.js";
import { byId, setAttribute, setText } from "../game/dom.js";
import { fill, gettext, sideName } from "../game/i18n.js";
import { SIDES } from "../game/rights.js";
import { lostBy } from "./match.js";
import { ACTION_RANGE, ACTION_SECONDS, kindOf, parseAction, parseTotal, PRESETS, TOTAL_RANGE, totalText } from "./limits.js";

/** @typedef {import("./match.js").Match} Match */
/** @typedef {import("./match.js").Opponent} Opponent */
/** @typedef {import("./match.js").Colour} Colour */
/** @typedef {import("../game/types.js").Limits} Limits */
/** @typedef {import("./match.js").Wishes} Wishes */

const OWN = "own";
const OWN_FIELDS = ["own-action", "own-total"];
const FIRST_LEVEL = "beginner";
const FIRST_ACTION_MS = ACTION_SECONDS[1] * 1000;

export class Options {
  /**
   * @param {HTMLFormElement} form
   * @param {{match: () => Match, wish: (wishes: Wishes) => void}} means
   */
  constructor(form, means) {
    this.form = form;
    this.means = means;
    this.shown = "";
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.changed();
    });
    form.addEventListener("change", () => void this.changed());
    form.addEventListener("keydown", ({ key, target }) => {
      // Of a field that was left empty the browser tells no change.
      if (key === "Enter" && target instanceof HTMLInputElement && target.value === "") void this.changed();
    });
  }

  /** @param {string} name */
  value(name) {
    const field = this.form.elements.namedItem(name);
    return field && "value" in field ? String(field.value) : "";
  }

  /** @param {string} name @param {string} value */
  set(name, value) {
    const field = /** @type {any} */ (this.form.elements.namedItem(name));
    if (field && field.value !== value) field.value = value;
  }

  /**
   * Show what is played; only when that has changed, or what somebody is typing would be gone with the
   * next disc.
   * @param {Match} match
   */
  draw(match) {
    for (const side of SIDES) {
      const name = this.form.querySelector(`[name=colour][value=${side}] + span`);
      if (name) setText(name, sideName(side));
    }
    const key = JSON.stringify([match.opponent, match.colour, match.limits]);
    if (key === this.shown) return;
    this.shown = key;
    const computer = match.opponent !== "person";
    this.set("opponent", computer ? "computer" : "person");
    if (computer) this.set("level", match.opponent);
    this.set("colour", match.colour);
    this.set("clock", kindOf(match.limits));
    const { action_ms, total_ms } = match.limits;
    if (action_ms !== null) this.choose("action", action_ms, ACTION_SECONDS.map((seconds) => seconds * 1000), String(action_ms / 1000));
    if (total_ms !== null) this.choose("total", total_ms, Object.values(PRESETS), totalText(total_ms));
    this.calm();
    this.reveal();
  }

  /** @param {"action" | "total"} name @param {number} ms @param {number[]} known @param {string} typed */
  choose(name, ms, known, typed) {
    this.set(name, known.includes(ms) ? String(ms) : OWN);
    if (!known.includes(ms)) this.set(`own-${name}`, typed);
  }

  /** Only what matters for what is chosen is there. */
  reveal() {
    const computer = this.value("opponent") === "computer";
    byId("levels").hidden = !computer;
    byId("colours").hidden = !computer;
    const kind = this.value("clock");
    const [action, total] = [kind === "action" || kind === "both", kind === "total" || kind === "both"];
    byId("clock-action").hidden = !action;
    byId("clock-total").hidden = !total;
    byId("own-action-field").hidden = this.value("action") !== OWN;
    byId("own-total-field").hidden = this.value("total") !== OWN;
  }

  /** The limits the form asks for; null, and a sentence, where what was typed is none. @returns {Limits | null} */
  limits() {
    this.calm();
    const kind = this.value("clock");
    /** @type {Limits} */
    const limits = { action_ms: null, total_ms: null };
    if (kind === "action" || kind === "both") {
      limits.action_ms = this.value("action") === OWN ? parseAction(this.value("own-action")) : Number(this.value("action")) || FIRST_ACTION_MS;
      if (limits.action_ms === null) return this.refuse("own-action", ownActionText());
    }
    if (kind === "total" || kind === "both") {
      limits.total_ms = this.value("total") === OWN ? parseTotal(this.value("own-total")) : Number(this.value("total")) || PRESETS.normal;
      if (limits.total_ms === null) return this.refuse("own-total", ownTotalText());
    }
    return limits;
  }

  /** @param {string} name the field's @param {string} text @returns {null} */
  refuse(name, text) {
    // Nothing typed yet is no mistake.
    if (!this.value(name) && document.activeElement?.id !== name) return null;
    const error = byId(`${name}-error`);
    setText(error, text);
    setAttribute(byId(name), "aria-invalid", "true");
    error.scrollIntoView({ block: "nearest" });
    return null;
  }

  calm() {
    for (const name of OWN_FIELDS) {
      setText(byId(`${name}-error`), "");
      setAttribute(byId(name), "aria-invalid", null);
    }
  }

  async changed() {
    this.reveal();
    const match = this.means.match();
    const limits = this.limits();
    if (!limits) return;
    const computer = this.value("opponent") === "computer";
    const level = this.value("level") || FIRST_LEVEL;
    /** @type {Required<Wishes>} */
    const wishes = {
      opponent: /** @type {Opponent} */ (computer ? level : "person"),
      colour: /** @type {Colour} */ (this.value("colour") || "dark"), limits,
    };
    if (sameWishes(match, wishes, computer)) return;
    if (!(await this.maySoPlay(match, wishes))) {
      this.shown = "";
      return this.draw(this.means.match());
    }
    this.means.wish(wishes);
  }

  /** Ask, if something would be gone. @param {Match} match @param {Wishes} wishes */
  async maySoPlay(match, wishes) {
    const loss = lostBy(match, wishes);
    if (!loss) return true;
    const still = () => sameRound(match, this.means.match());
    return loss === "match" ? mayLeaveMatch(still) : mayRestart(still);
  }
}

/** Whether a question about a round, or about what follows it, is yet one. @param {Match} before @param {Match} now */
export function sameRound(before, now) {
  return now.seed === before.seed && (now.result === null) === (before.result === null);
}

/** @param {Match} match @param {Required<Wishes>} wishes @param {boolean} computer */
function sameWishes(match, wishes, computer) {
  const { action_ms, total_ms } = match.limits;
  return match.opponent === wishes.opponent && (!computer || match.colour === wishes.colour)
    && action_ms === wishes.limits.action_ms && total_ms === wishes.limits.total_ms;
}

/** A round that has begun stops only if that is meant. @param {() => boolean} still */
export function mayRestart(still) {
  return confirmed({
    title: gettext("Begin the round anew"), act: gettext("Begin anew"), still,
    text: gettext("The discs go back to the start. This round isn't counted, and can't be brought back."),
  });
}

/** @param {() => boolean} still */
function mayLeaveMatch(still) {
  return confirmed({
    title: gettext("Begin another match"), act: gettext("Begin it"), still,
    text: gettext("Another opponent is another match: the rounds won in this one are gone. The record of each level stays."),
  });
}

function ownActionText() {
  const [least, most] = ACTION_RANGE;
  return fill(gettext("Type whole seconds from %(least)s to %(most)s, such as 45."), { least, most });
}

function ownTotalText() {
  const [least, most] = TOTAL_RANGE.map(totalText);
  return fill(gettext("Type minutes such as 10 or 10:00, or 5:30; from %(least)s to %(most)s."), { least, most });
}
