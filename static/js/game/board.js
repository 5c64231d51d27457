// @ts-check
/**
 * The board: 64 squares in a grid, drawn from a view, moved by the difference of two views. It knows
 * no rules and sends nothing; `board_input.js` turns fingers and keys into squares.
 */

import { boardChanges, FLIP_MS } from "./diff.js";
import { make, setAttribute } from "./dom.js";
import { discName, fill, gettext, ngettext } from "./i18n.js";
import { parseSquare, squareName } from "../local/rules.js";

/** @typedef {import("./types.js").View} View */

const FILES = [..."abcdefgh"];
const RANKS = [..."12345678"];

export class Board {
  /** @param {HTMLElement} root an empty element, made into the grid with its coordinates */
  constructor(root) {
    /** @type {HTMLElement[]} */
    this.cells = [];
    /** @type {HTMLElement[]} */
    this.discs = [];
    /** @type {View | null} */
    this.view = null;
    this.focus = parseSquare("d3");
    /** Where the ghost stands. @type {number | null} */
    this.preview = null;
    /** Where it stays, because a second press is waited for. @type {number | null} */
    this.asked = null;
    this.grid = this.build(root);
    this.reduced = window.matchMedia("(prefers-reduced-motion: reduce)");
  }

  /** @param {HTMLElement} root */
  build(root) {
    const grid = make("div", { class: "grid", role: "grid", "aria-label": gettext("Board") });
    for (let row = 0; row < 8; row++) {
      const line = make("div", { class: "grid-row", role: "row" });
      for (let column = 0; column < 8; column++) line.append(this.buildCell(row * 8 + column));
      grid.append(line);
    }
    for (const place of ["nw", "ne", "sw", "se"]) {
      grid.append(make("i", { class: `mark mark-${place}`, "aria-hidden": "true" }));
    }
    root.replaceChildren(
      make("div", { class: "files", "aria-hidden": "true" }, ...FILES.map((file) => make("span", {}, file))),
      make("div", { class: "ranks", "aria-hidden": "true" }, ...RANKS.map((rank) => make("span", {}, rank))),
      grid,
    );
    return grid;
  }

  /** @param {number} square */
  buildCell(square) {
    const disc = make("span", { class: "disc" });
    const cell = make("div", {
      class: "cell", role: "gridcell", "data-square": squareName(square),
      tabindex: square === this.focus ? "0" : "-1",
    }, disc);
    this.cells[square] = cell;
    this.discs[square] = disc;
    return cell;
  }

  /** @param {View} view */
  draw(view) {
    const before = this.view;
    this.view = view;
    if (before?.board !== view.board) this.asked = null;
    this.showPreview(this.preview);
    for (let square = 0; square < 64; square++) this.drawCell(square, view);
    if (before) this.animate(before.board, view);
  }

  /** @param {number} square @param {View} view */
  drawCell(square, view) {
    const name = squareName(square);
    const cell = this.cells[square];
    const disc = { X: "dark", O: "light" }[view.board[square]] ?? null;
    setAttribute(this.discs[square], "data-disc", disc);
    setAttribute(cell, "data-last", view.last === name);
    setAttribute(cell, "data-turned", view.turned.includes(name));
    setAttribute(cell, "data-hint", name in view.hints);
    setAttribute(cell, "data-legal", name in view.legal);
    setAttribute(cell, "data-better", view.better === name);
    setAttribute(cell, "aria-label", cellLabel(view, square));
  }

  /** Whether nothing is to move. */
  still() {
    return this.reduced.matches || document.documentElement.dataset.motion === "off";
  }

  /** @param {string} before @param {View} view */
  animate(before, view) {
    if (before === view.board) return;
    for (const disc of this.discs) disc.classList.remove("turning", "landing");
    const changes = boardChanges(before, view.board, view.last);
    // Several moves at once (a reconnect, a step far back) have no order worth showing.
    if (this.still() || changes.placed.length > 1 || changes.removed.length > 0) return;
    for (const square of changes.placed) this.discs[square].classList.add("landing");
    for (const { square, delay } of changes.turned) {
      const disc = this.discs[square];
      disc.style.setProperty("--delay", `${delay}ms`);
      disc.style.setProperty("--flip", `${FLIP_MS}ms`);
      disc.classList.add("turning");
    }
  }

  /** Keep the ghost on a square until another is asked for. @param {number | null} square */
  ask(square) {
    this.asked = square;
    this.showPreview(square);
  }

  /**
   * The ghost of a move and rings on the discs it would turn; null takes them away.
   * @param {number | null} wanted
   */
  showPreview(wanted) {
    const square = wanted ?? this.asked;
    const rings = square === null ? undefined : this.view?.legal[squareName(square)];
    this.preview = square;
    const side = this.view?.turn ?? null;
    for (let each = 0; each < 64; each++) {
      setAttribute(this.cells[each], "data-ghost", rings && each === square ? side : null);
      setAttribute(this.cells[each], "data-ring", rings?.includes(squareName(each)) ?? false);
    }
  }

  /** A wrong square: shakes its head, once. @param {number} square */
  shake(square) {
    if (this.still()) return;
    const cell = this.cells[square];
    cell.classList.remove("shaking");
    void cell.offsetWidth;
    cell.classList.add("shaking");
    cell.addEventListener("animationend", () => cell.classList.remove("shaking"), { once: true });
  }

  /** Move the one tab stop, and the focus with it. @param {number} square */
  moveFocus(square) {
    this.cells[this.focus].tabIndex = -1;
    this.focus = square;
    this.cells[square].tabIndex = 0;
    this.cells[square].focus();
  }

  /** @param {boolean} off no line to the server, or a position of the past */
  setDisabled(off) {
    setAttribute(this.grid, "aria-disabled", off ? "true" : null);
  }
}

/**
 * What a screen reader says of a square: "e6, empty, legal, turns 3".
 * @param {View} view @param {number} square
 */
export function cellLabel(view, square) {
  const name = squareName(square);
  const disc = view.board[square];
  const parts = [name];
  if (disc === "X") parts.push(discName("dark"));
  else if (disc === "O") parts.push(discName("light"));
  else parts.push(gettext("empty"));
  const turns = view.legal[name];
  if (turns) {
    const count = turns.length;
    parts.push(gettext("legal"), fill(ngettext("turns %(count)s", "turns %(count)s", count), { count }));
  }
  if (view.better === name) parts.push(gettext("better move"));
  if (view.last === name) parts.push(gettext("last move"));
  if (view.turned.includes(name)) parts.push(gettext("just turned"));
  return parts.join(", ");
}
