// @ts-check
/**
 * Placing a disc: from the chosen square to its confirmation. It says why a square can't be played,
 * sends the move, keeps it drawn while it waits and takes it back when it must. What is legal comes
 * from the picture (`hand.js`, `status.js`); drawing is the page's.
 */

import { fateOf, ownMove, UNANSWERED_MS } from "./hand.js";
import { gettext } from "./i18n.js";
import { whyNot } from "./status.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").Person} Person */
/** @typedef {import("./types.js").Command} Command */
/** @typedef {import("./hand.js").OwnMove} OwnMove */

/**
 * @typedef {object} Means
 * @property {() => boolean} live
 * @property {(command: Command) => number | null} send returns the command's id, null if it didn't leave
 * @property {() => void} ping
 * @property {(text: string) => void} tell
 * @property {() => void} calm takes back what was told for a moment
 * @property {() => void} draw
 */

/** @param {Means} means */
export function createPlacing(means) {
  /** @type {OwnMove | null} */
  let move = null;
  let timer = 0;

  const forget = () => {
    move = null;
    window.clearTimeout(timer);
  };
  /** @param {string} text why, where it isn't said otherwise */
  const takeBack = (text) => {
    forget();
    if (text) means.tell(text);
    means.draw();
  };
  const unanswered = () => {
    takeBack(gettext("The server hasn't confirmed your move. Look at the board before you play again."));
    means.ping();
  };

  return {
    /** The move that waits, drawn already. */
    get move() { return move; },
    /**
     * @param {Snapshot} snapshot @param {Person | null} you @param {string} square
     * @param {boolean} empty
     * @returns {boolean} false for a square that can't be played
     */
    choose(snapshot, you, square, empty) {
      if (!means.live()) {
        means.tell(gettext("There is no connection. Your move was not sent."));
        return true;
      }
      if (move) return true;
      const why = whyNot(snapshot, you, square, empty);
      if (why) {
        means.tell(why);
        return false;
      }
      const { game } = snapshot;
      const id = game ? means.send({ t: "place", sq: square, game: game.number, ply: game.ply }) : null;
      if (id === null) return true;
      move = ownMove(snapshot, square, id);
      timer = window.setTimeout(unanswered, UNANSWERED_MS);
      means.calm();
      means.draw();
      return true;
    },
    /** A newer picture has come. @param {Snapshot} now */
    follow(now) {
      const fate = move ? fateOf(move, now) : "waiting";
      if (fate === "waiting") return;
      forget();
      if (fate === "overtaken" && now.phase === "playing") {
        means.tell(gettext("The game had moved on. Your move was not played."));
      }
    },
    /** The server has refused a command; it says why itself. @param {number | null} id */
    refused(id) {
      if (move && id === move.id) takeBack("");
    },
    lost() {
      if (move) takeBack(gettext("The connection was lost before your move was confirmed."));
    },
  };
}
