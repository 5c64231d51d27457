// @ts-check
/**
 * The history: its list, and going back through the game without losing the live position. `ply` is
 * what is looked at; null is live, whatever comes.
 */

import { byId, make, setAttribute } from "./dom.js";
import { keepFocus } from "./focus.js";
import { historyItems } from "./history_rows.js";
import { fill, gettext, ngettext, sideName } from "./i18n.js";
import { boardText, counts, replay, squareName, START, trays } from "../local/rules.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Discs} Discs */
/** @typedef {import("../local/rules.js").Step} Step */
/** @typedef {import("./history_rows.js").Item} Item */

export class History {
  /** @param {() => void} changed called when another position is to be drawn */
  constructor(changed) {
    this.changed = changed;
    this.list = byId("plies");
    this.live = /** @type {HTMLButtonElement} */ (byId("step-live"));
    /** @type {Step[]} */
    this.steps = [];
    this.key = "";
    /** @type {number | null} */
    this.ply = null;
    byId("step-first").addEventListener("click", () => this.go(0));
    byId("step-back").addEventListener("click", () => this.go(this.shown - 1));
    byId("step-forward").addEventListener("click", () => this.go(this.shown + 1));
    byId("step-last").addEventListener("click", () => this.go(this.steps.length));
    this.live.addEventListener("click", () => this.go(null));
    document.addEventListener("keydown", (event) => this.pressed(event));
    // Beside the result card the list is shorter.
    new ResizeObserver(() => this.mark()).observe(this.list);
    this.list.append(noMoves());
    this.mark();
  }

  /** The ply on the board. */
  get shown() {
    return this.ply ?? this.steps.length;
  }

  /** @param {number | null} ply */
  go(ply) {
    const last = this.steps.length;
    const wanted = ply === null ? last : Math.min(last, Math.max(0, ply));
    const next = wanted === last ? null : wanted;
    if (next === this.ply) return;
    this.ply = next;
    keepFocus(() => {
      this.mark();
      this.changed();
    });
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || this.steps.length === 0) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest(".grid, input, textarea, select, dialog")) return;
    if (event.key === "ArrowLeft") this.go(this.shown - 1);
    else if (event.key === "ArrowRight") this.go(this.shown + 1);
    else if (event.key === "Home") this.go(0);
    else if (event.key === "End") this.go(null);
    else return;
    event.preventDefault();
  }

  /** Take the newest game in; another game brings one back to live. @param {Game | null} game */
  update(game) {
    const key = game ? `${game.id}:${game.moves}` : "";
    if (key === this.key) return;
    const another = key.split(":")[0] !== this.key.split(":")[0];
    this.key = key;
    this.steps = game ? replay(game.moves) : [];
    if (another || (this.ply !== null && this.ply >= this.steps.length)) this.ply = null;
    const rows = historyItems(this.steps).map((item) => this.row(item));
    const held = this.list.querySelector("button:focus")?.getAttribute("data-ply");
    this.list.replaceChildren(...(rows.length ? rows : [noMoves()]));
    // Whoever reads here isn't sent away by a new move.
    const again = /** @type {HTMLElement | null} */ (held ? this.list.querySelector(`[data-ply="${held}"]`) : null);
    again?.focus({ preventScroll: true });
    this.mark();
  }

  /** The sides may be called otherwise by now. */
  rename() {
    this.list.replaceChildren(...(this.steps.length ? historyItems(this.steps).map((item) => this.row(item)) : [noMoves()]));
    this.mark();
  }

  /** @param {Item} item */
  row(item) {
    if (item.kind === "number") {
      return make("li", { class: "ply-number", "aria-hidden": "true" }, `${item.number}.`);
    }
    const side = sideName(item.side);
    const pass = item.kind === "pass";
    const text = pass ? fill(gettext("%(side)s passes"), { side }) : squareName(item.square);
    const label = pass ? text : fill(ngettext("%(side)s %(square)s, turns %(count)s",
      "%(side)s %(square)s, turns %(count)s", item.turned), { side, square: text, count: item.turned });
    const borrowed = !pass && item.borrowed;
    const note = gettext("a disc from the other side's tray");
    const button = make("button", {
      type: "button", "data-ply": String(item.ply), "aria-label": borrowed ? `${label}, ${note}` : label,
      title: borrowed ? note : null,
    }, text, borrowed ? make("span", { class: "borrowed", "aria-hidden": "true" }, "⇄") : null);
    button.addEventListener("click", () => this.go(item.ply));
    return make("li", { class: pass ? "ply ply-pass" : "ply", "data-side": item.side }, button);
  }

  mark() {
    const { shown } = this;
    for (const button of this.list.querySelectorAll("button")) {
      const current = Number(button.dataset.ply) === shown;
      setAttribute(button, "aria-current", current ? "step" : null);
      if (current) keepInView(this.list, button);
    }
    if (shown === 0) this.list.scrollTo({ top: 0, left: 0 });
    this.live.hidden = this.ply === null;
    const [first, last] = [shown === 0, this.ply === null];
    for (const id of ["step-first", "step-back"]) disable(id, first);
    for (const id of ["step-forward", "step-last"]) disable(id, last);
  }

  /** What the cards count in the position gone back to, or null when live. @returns {Discs | null} */
  discs() {
    return this.ply === null ? null : discsAfter(this.steps, this.ply);
  }

  /** The position gone back to, or null when live. @returns {View | null} */
  view() {
    if (this.ply === null) return null;
    const step = this.ply > 0 ? this.steps[this.ply - 1] : null;
    const disc = step?.square ?? null;
    return {
      board: boardText(step ? step.board : START),
      last: disc === null ? null : squareName(disc),
      turned: step ? step.flipped.map(squareName) : [],
      legal: {}, hints: {}, turn: null,
    };
  }
}

/** The discs on the board and beside it after so many plies. @param {Step[]} steps @param {number} ply @returns {Discs} */
export function discsAfter(steps, ply) {
  const board = ply > 0 ? steps[ply - 1].board : START;
  return { discs: counts(board), trays: trays(board) };
}

function noMoves() {
  return make("li", { class: "plies-none" }, gettext("Moves appear here."));
}

/** @param {string} id @param {boolean} off */
function disable(id, off) {
  /** @type {HTMLButtonElement} */ (byId(id)).disabled = off;
}

/** Scroll the list alone; scrollIntoView would move the page. @param {HTMLElement} list @param {HTMLElement} item */
function keepInView(list, item) {
  const [box, inner] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  if (inner.bottom > box.bottom) list.scrollTop += inner.bottom - box.bottom;
  if (inner.top < box.top) list.scrollTop -= box.top - inner.top;
  if (inner.right > box.right) list.scrollLeft += inner.right - box.right;
  if (inner.left < box.left) list.scrollLeft -= box.left - inner.left;
}
