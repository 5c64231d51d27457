// @ts-check
/**
 * The status line: one line, always there, that says what is expected. `expectation` is pure; the
 * line itself keeps what was said (a pass until the next move, a refusal for a few seconds).
 */

import { fill, gettext, ngettext, occupantName, sideName } from "./i18n.js";
import { otherSide, rightsOf, SIDES } from "./rights.js";
import { setText } from "./dom.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").Person} Person */
/** @typedef {import("./types.js").Side} Side */

const FLASH_MS = 4_000;

/** What is expected, and of whom. @param {Snapshot} snapshot @param {Person | null} you */
export function expectation(snapshot, you) {
  switch (snapshot.phase) {
    case "closed": return gettext("This room has closed.");
    case "waiting": return whoSits(snapshot, you);
    case "paused": return whoPaused(snapshot);
    case "playing": return whoMoves(snapshot, you);
    case "over": return whatNow(snapshot, you);
  }
}

/** @param {Snapshot} snapshot @param {Person | null} you */
function whoSits(snapshot, you) {
  const rights = rightsOf(snapshot, you);
  const free = SIDES.filter((side) => snapshot.seats[side].who === null);
  if (snapshot.kind === "friend") {
    return rights.host
      ? gettext("Send your friend the link. The game begins when they accept; keep this page open.")
      : gettext("Waiting for the invitation to be accepted.");
  }
  if (free.length === 2) return gettext("Both seats are free. Sit down to play.");
  if (free.length === 1 && rights.seat) return gettext("Waiting for someone to take the other seat.");
  if (free.length === 1) return gettext("One seat is free. Sit down to play, or watch.");
  if (rights.start) return gettext("Both seats are taken. Start when you are ready.");
  if (!snapshot.host) return gettext("Both seats are taken.");
  return fill(gettext("Both seats are taken. %(name)s starts the game."), { name: snapshot.host.name });
}

/** @param {Snapshot} snapshot */
function whoPaused(snapshot) {
  return snapshot.game?.paused === "empty"
    ? gettext("Paused because nobody was here. The clock stands still.")
    : gettext("Paused by the host. The clock stands still.");
}

/** @param {Snapshot} snapshot @param {Person | null} you */
function whoMoves(snapshot, you) {
  const game = snapshot.game;
  if (!game?.turn) return "";
  if (!rightsOf(snapshot, you).place) {
    const name = occupantName(game.players[game.turn]);
    return fill(gettext("%(side)s to move: %(name)s."), { side: sideName(game.turn), name });
  }
  const count = Object.keys(game.legal).length;
  return fill(ngettext("Your move. One square is open to you.",
    "Your move. %(count)s squares are open to you.", count), { count });
}

/** @param {Snapshot} snapshot @param {Person | null} you */
function whatNow(snapshot, you) {
  const rights = rightsOf(snapshot, you);
  if (rights.rematch === "accept") return gettext("The game is over. Your opponent asks for a rematch.");
  if (rights.rematch === "withdraw") return gettext("The game is over. You asked for a rematch.");
  const seats = SIDES.map((side) => snapshot.seats[side]);
  if (seats.some((seat) => seat.who === null)) return whoComes(rights);
  const swaps = seats.some((seat) => seat.reserved || seat.leaving);
  if (swaps || rights.rematch || snapshot.kind !== "club") return gettext("The game is over.");
  if (rights.start) return gettext("The game is over. Start the next one when you are ready.");
  if (!rights.seat || !snapshot.host) return gettext("The game is over.");
  return fill(gettext("The game is over. %(name)s starts the next one."), { name: snapshot.host.name });
}

/** After a game, with a seat free. @param {ReturnType<typeof rightsOf>} rights */
function whoComes(rights) {
  if (!rights.seat) return gettext("The game is over. One seat is free for the next game.");
  return SIDES.some((side) => rights.add_bot[side])
    ? gettext("The game is over. Wait for an opponent, invite one by the link, or add a bot.")
    : gettext("The game is over. Waiting for someone to take the other seat.");
}

/** A forced pass in a sentence. @param {Side} side @param {boolean} ended nothing follows it */
export function passSentence(side, ended = false) {
  const names = { side: sideName(side), other: sideName(otherSide(side)) };
  return ended
    ? fill(gettext("%(side)s has no move and passes."), names)
    : fill(gettext("%(side)s has no move and passes. %(other)s plays again."), names);
}

/**
 * Why a square can't be played, or null if it can.
 * @param {Snapshot} snapshot @param {Person | null} you @param {string} square
 * @param {boolean} empty
 */
export function whyNot(snapshot, you, square, empty) {
  const rights = rightsOf(snapshot, you);
  if (snapshot.phase === "paused") return gettext("The game is paused.");
  if (snapshot.phase === "waiting") return gettext("The game hasn't started yet.");
  if (snapshot.phase !== "playing") return gettext("The game is over.");
  if (!rights.resign) return gettext("You are watching this game.");
  if (!rights.place) return gettext("It isn't your turn.");
  if (snapshot.game && square in snapshot.game.legal) return null;
  return fill(empty ? gettext("%(square)s captures nothing here.") : gettext("%(square)s is taken."), { square });
}

export class StatusLine {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.base = "";
    this.held = "";
    this.flashed = "";
    this.timer = 0;
  }

  /** What is expected now. @param {string} text */
  expect(text) {
    this.base = text;
    this.show();
  }

  /** Kept in front of what is expected until `hold("")`. @param {string} text */
  hold(text) {
    this.held = text;
    this.show();
  }

  /** Said for a few seconds. @param {string} text @param {number} [ms] */
  flash(text, ms = FLASH_MS) {
    this.flashed = text;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.calm(), ms);
    this.show();
  }

  /** What was flashed no longer matters. */
  calm() {
    this.flashed = "";
    this.show();
  }

  show() {
    setText(this.element, this.flashed || [this.held, this.base].filter(Boolean).join(" "));
    this.element.toggleAttribute("data-flash", this.flashed !== "");
  }
}
