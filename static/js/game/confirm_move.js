// @ts-check
/**
 * For those who want it: a move is asked for before it is played. The first press on a legal square
 * leaves the ghost there, the second on the same one plays it.
 */

import { fill, gettext } from "./i18n.js";
import { settings } from "./settings.js";
import { squareName } from "../local/rules.js";

/**
 * @param {import("./board.js").Board} board
 * @param {(text: string) => void} tell
 */
export function createMoveConfirmation(board, tell) {
  return {
    /** Whether a chosen square is to be played now. @param {number} square @param {boolean} legal */
    passes(square, legal) {
      if (!settings().now.confirm || !legal || board.asked === square) {
        board.ask(null);
        return true;
      }
      board.ask(square);
      tell(fill(gettext("Press %(square)s again to play there."), { square: squareName(square) }));
      return false;
    },
    /** Another position: nothing is asked any more. */
    forget() { board.ask(null); },
  };
}
