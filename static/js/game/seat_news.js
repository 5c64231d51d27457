// @ts-check
/**
 * What becomes of a bot's seat at the result, and what has just happened to it, in sentences. Pure.
 */

import { fill, gettext, levelName, sideName } from "./i18n.js";
import { isYou, sameOccupant, SIDES } from "./rights.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").Person} Person */
/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("./types.js").Seat} Seat */

/**
 * What is to come. A removal is told beside a reservation: it stands if that is given up.
 * @param {Seat} seat @param {Person | null} you
 */
export function fatesOf(seat, you) {
  return [reservedText(seat, you), seat.leaving ? gettext("The bot leaves after this game.") : ""].filter(Boolean);
}

/**
 * What has happened since the picture before, to be shown and read out.
 * @param {Snapshot} before @param {Snapshot} now @param {Person | null} you
 */
export function seatNews(before, now, you) {
  if (sidesSwapped(before, now)) return [];
  return SIDES.flatMap((side) => newsOf(side, before.seats[side], now.seats[side], you));
}

/** @param {Seat} seat @param {Person | null} you */
function reservedText({ reserved }, you) {
  if (!reserved) return "";
  if (isYou(reserved, you)) return gettext("You have reserved the bot's seat for the next game.");
  return fill(gettext("%(name)s has reserved the bot's seat for the next game."), { name: reserved.name });
}

/** A rematch has begun. @param {Snapshot} before @param {Snapshot} now */
function sidesSwapped(before, now) {
  const { dark, light } = before.seats;
  return Boolean(dark.who && light.who
    && sameOccupant(now.seats.dark.who, light.who) && sameOccupant(now.seats.light.who, dark.who));
}

/** @param {Side} side @param {Seat} was @param {Seat} is @param {Person | null} you @returns {string[]} */
function newsOf(side, was, is, you) {
  const [before, now] = [was.who, is.who];
  const hadBot = before !== null && "bot" in before;
  if (now !== null && "bot" in now) {
    if (hadBot) return newFates(was, is, you);
    return [fill(gettext("%(level)s, a bot, plays %(side)s."), { level: levelName(now.bot), side: sideName(side) })];
  }
  if (!hadBot) return [];
  if (now === null) return [gettext("The bot has left its seat.")];
  if (isYou(now, you)) return [gettext("The bot's seat is yours now.")];
  return [fill(gettext("%(name)s has taken the bot's seat."), { name: now.name })];
}

/** @param {Seat} was @param {Seat} is @param {Person | null} you */
function newFates(was, is, you) {
  const known = fatesOf(was, you);
  const news = fatesOf(is, you).filter((fate) => !known.includes(fate));
  if (was.leaving && !is.leaving) news.unshift(gettext("The bot stays after all."));
  if (was.reserved && !is.reserved) news.unshift(gettext("The bot's seat is no longer reserved."));
  return news;
}
