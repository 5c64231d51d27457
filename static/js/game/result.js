// @ts-check
/**
 * The result card: winner, score as two rows of discs, reason, one sentence, and the rematch. It
 * stands beside the board and never covers it. Who saw the game end sees its discs counted, one by one.
 */

import { discMark, make, onPress, setAttribute } from "./dom.js";
import { fill, gettext, occupantName, sideName } from "./i18n.js";
import { SIDES } from "./rights.js";
import { readerOf, reasonText, story, titleText } from "./story.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").Person} Person */
/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("./types.js").Result} Result */
/** @typedef {import("./rights.js").Rights} Rights */
/** @typedef {import("../local/rules.js").Step} Step */

export class ResultCard {
  /** @param {HTMLElement} root @param {{rematch: (agree: boolean) => void}} acts */
  constructor(root, acts) {
    this.root = root;
    this.acts = acts;
    this.key = "";
    /** The game that was seen before it ended: its discs are counted. @type {number | null} */
    this.running = null;
  }

  /** @param {Snapshot} snapshot @param {Rights} rights @param {Step[]} steps @param {Person | null} you */
  draw(snapshot, rights, steps, you) {
    const game = snapshot.phase === "over" || snapshot.phase === "closed" ? snapshot.game : null;
    const result = game?.result ?? null;
    this.root.hidden = result === null;
    const key = result && game ? `${game.id}:${rights.rematch}:${game.rematch.join()}:${you?.id}:${sideName("dark")}` : "";
    if (!result) this.running = snapshot.game?.id ?? null;
    if (key === this.key) return;
    this.key = key;
    if (!game || !result) return this.root.replaceChildren();
    setAttribute(this.root, "data-counting", game.id === this.running);
    this.running = null;
    setAttribute(this.root, "data-winner", result.winner);
    const next = this.buttons(game, rights);
    const title = make("h2", {}, ...unbroken(titleText(result, readerOf(snapshot, you))));
    const words = [reasonText(result), story(result, steps), rematchText(game, rights)];
    // Who sits there now may be others than those who played.
    this.root.replaceChildren(
      make("div", { class: "result-head" }, title, next),
      make("div", { class: "score" }, ...SIDES.map((side) => scoreRow(side, result, occupantName(game.players[side])))),
      make("p", { class: "result-why" }, ...unbroken(words.filter(Boolean).join(" "))),
    );
  }

  /** What one can do now, beside the title. @param {Game} game @param {Rights} rights @returns {HTMLElement | null} */
  buttons(game, rights) {
    const state = rights.rematch;
    if (!state) return null;
    const label = {
      offer: gettext("Rematch"), accept: gettext("Accept rematch"), withdraw: gettext("Withdraw"),
    }[state];
    const style = state === "withdraw" ? "button" : "button primary";
    const button = make("button", { type: "button", class: style }, label);
    onPress(button, () => this.acts.rematch(state !== "withdraw"));
    return button;
  }
}

/** @param {Game} game @param {Rights} rights */
function rematchText(game, rights) {
  switch (rights.rematch) {
    case "offer": return gettext("A rematch swaps the seats.");
    case "accept": return gettext("Your opponent asks for a rematch, seats swapped.");
    case "withdraw": return gettext("You asked for a rematch. Waiting for your opponent.");
  }
  const asks = game.rematch[0];
  return asks ? fill(gettext("%(name)s asks for a rematch."), { name: occupantName(game.players[asks]) }) : "";
}

/** A text in pieces, so that no line ends within a score. @param {string} text */
function unbroken(text) {
  return text.split(/(\d+–\d+)/).map((part, index) =>
    (index % 2 ? make("span", { class: "unbroken" }, part) : part));
}

/** @param {Side} side @param {Result} result @param {string} player */
function scoreRow(side, result, player) {
  const discs = Array.from({ length: result[side] }, (_, place) => {
    const disc = make("i", {});
    disc.style.setProperty("--place", String(place));
    return disc;
  });
  return make("div", { class: "score-row", "data-side": side },
    discMark(side), make("span", { class: "unseen" }, sideName(side)),
    make("span", { class: "score-player" }, player),
    make("strong", { class: "score-count" }, String(result[side])),
    make("span", { class: "score-discs", "aria-hidden": "true" }, ...discs));
}
