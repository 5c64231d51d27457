// @ts-check
/**
 * The keyboard's place on the page. A button that goes away when it has been pressed would leave it
 * nowhere: screen readers fall silent, or begin again at the top.
 */

import { byId } from "./dom.js";

/**
 * Draw; where that took the focused button away, put the focus on the board's region: no key plays
 * there, and the board is the next thing.
 * @param {() => void} draw
 */
export function keepFocus(draw) {
  const held = document.activeElement;
  draw();
  if (!held || held === document.body || held.getClientRects().length > 0) return;
  const now = document.activeElement;
  if (!now || now === held || now === document.body) byId("stage").focus();
}
