// @ts-check
/**
 * Mouse, touch and keyboard on the board. A square is chosen when the finger or button lifts on the
 * square it came down on; sliding off chooses nothing. While it is down, and on hover or focus, the
 * board shows what the move would turn. Whether a square may be played is not decided here.
 */

import { fallsThrough } from "./dom.js";
import { parseSquare } from "../local/rules.js";

/** @typedef {import("./board.js").Board} Board */

/**
 * Where a key leads from a square, or null for another key.
 * @param {number} square @param {string} key @param {boolean} whole Home and End of the whole board
 */
export function squareAfterKey(square, key, whole) {
  const [x, y] = [square % 8, square >> 3];
  switch (key) {
    case "ArrowLeft": return y * 8 + Math.max(0, x - 1);
    case "ArrowRight": return y * 8 + Math.min(7, x + 1);
    case "ArrowUp": return Math.max(0, y - 1) * 8 + x;
    case "ArrowDown": return Math.min(7, y + 1) * 8 + x;
    case "Home": return whole ? 0 : y * 8;
    case "End": return whole ? 63 : y * 8 + 7;
    default: return null;
  }
}

/**
 * @param {Board} board
 * @param {(square: number) => void} choose
 */
export function listenToBoard(board, choose) {
  listenToPointers(board, choose);
  listenToKeys(board, choose);
}

/** @param {EventTarget | null} target @returns {number | null} */
function squareOf(target) {
  const cell = target instanceof Element ? target.closest("[data-square]") : null;
  return cell ? parseSquare(cell.getAttribute("data-square") ?? "") : null;
}

/** @param {Board} board @param {(square: number) => void} choose */
function listenToPointers(board, choose) {
  const grid = board.grid;
  /** @type {{pointer: number, square: number} | null} */
  let held = null;
  let chosenAt = -Infinity;
  const letGo = () => {
    held = null;
    board.showPreview(null);
  };
  grid.addEventListener("pointerdown", (event) => {
    const square = squareOf(event.target);
    // A second finger means pinching, another button a menu: neither plays.
    if (held || !event.isPrimary || event.button !== 0 || square === null) return letGo();
    // A dialog lay here a moment ago, and this is the second half of the double click that closed it.
    if (fallsThrough(event)) return;
    held = { pointer: event.pointerId, square };
    board.showPreview(square);
  });
  grid.addEventListener("pointermove", (event) => {
    const over = squareOf(document.elementFromPoint(event.clientX, event.clientY));
    if (held && event.pointerId === held.pointer) {
      board.showPreview(over === held.square ? over : null);
    } else if (!held && event.pointerType === "mouse" && over !== board.preview) {
      board.showPreview(over);
    }
  });
  grid.addEventListener("pointerup", (event) => {
    const start = held;
    const over = squareOf(document.elementFromPoint(event.clientX, event.clientY));
    letGo();
    if (!start || event.pointerId !== start.pointer || over !== start.square) return;
    chosenAt = event.timeStamp;
    choose(start.square);
  });
  grid.addEventListener("pointercancel", letGo);
  grid.addEventListener("pointerleave", () => { if (!held) board.showPreview(null); });
  window.addEventListener("pointerup", () => { if (held) letGo(); });
  grid.addEventListener("contextmenu", (event) => { if (held) event.preventDefault(); });
  // Assistive technology clicks without a pointer.
  grid.addEventListener("click", (event) => {
    const square = squareOf(event.target);
    if (square !== null && event.detail === 0 && event.timeStamp - chosenAt > 500) choose(square);
  });
}

/** @param {Board} board @param {(square: number) => void} choose */
function listenToKeys(board, choose) {
  const grid = board.grid;
  grid.addEventListener("keydown", (event) => {
    const square = squareOf(event.target);
    if (square === null || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!event.repeat) choose(square);
      return;
    }
    const next = squareAfterKey(square, event.key, event.ctrlKey);
    if (next === null) return;
    event.preventDefault();
    board.moveFocus(next);
    board.showPreview(next);
  });
  grid.addEventListener("focusin", (event) => {
    const square = squareOf(event.target);
    if (square === null) return;
    if (square !== board.focus) {
      board.cells[board.focus].tabIndex = -1;
      board.focus = square;
      board.cells[square].tabIndex = 0;
    }
    if (board.cells[square].matches(":focus-visible")) board.showPreview(square);
  });
  grid.addEventListener("focusout", () => board.showPreview(null));
}
