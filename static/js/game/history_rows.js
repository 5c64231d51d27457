// @ts-check
/**
 * A game's plies as the history lists them: two a row, a pass as a row of its own. Who moves next
 * comes from the replay, never from counting. Pure.
 */

/** @typedef {import("../local/rules.js").Step} Step */
/** @typedef {import("./types.js").Side} Side */
/**
 * @typedef {{kind: "number", number: number}
 *   | {kind: "disc", ply: number, side: Side, square: number, turned: number, borrowed: boolean}
 *   | {kind: "pass", ply: number, side: Side}} Item
 */

/**
 * @param {Step[]} steps
 * @returns {Item[]} a number begins each row of discs: the count of the row's first disc in the game
 */
export function historyItems(steps) {
  /** @type {Item[]} */
  const items = [];
  let discs = 0;
  let rowOpen = false;
  for (const { ply, side, square, flipped, fromOpponentTray } of steps) {
    if (square === null) {
      items.push({ kind: "pass", ply, side });
      rowOpen = false;
      continue;
    }
    discs += 1;
    if (!rowOpen || side === "dark") items.push({ kind: "number", number: discs });
    items.push({ kind: "disc", ply, side, square, turned: flipped.length, borrowed: fromOpponentTray });
    rowOpen = side === "dark";
  }
  return items;
}
