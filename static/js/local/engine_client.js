// @ts-check
/**
 * The engine, in a thread of its own (`engine_worker.js`): the page never waits for it. It is started
 * on the first question.
 */

import { boardText } from "./rules.js";

/** @typedef {import("./rules.js").Board} Board */
/** @typedef {import("./match.js").Level} Level */
/** What a legal move is worth to the side to move, in hundredths of a disc. @typedef {{square: number, value: number}} Valued */

/**
 * A board as the side to move sees it: X its own discs, O the other's.
 * @param {Board} board
 */
export function seen(board) {
  const text = boardText(board);
  return board.toMove === "light" ? text.replace(/[XO]/g, (disc) => (disc === "X" ? "O" : "X")) : text;
}

/** @param {string} url the worker's script */
export function createEngine(url) {
  /** @type {Worker | null} */
  let worker = null;
  let number = 0;
  /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
  const waiting = new Map();

  const start = () => {
    const started = new Worker(url, { type: "module" });
    started.addEventListener("message", ({ data }) => {
      waiting.get(data.id)?.resolve(data.answer);
      waiting.delete(data.id);
    });
    started.addEventListener("error", () => {
      started.terminate();
      worker = null;
      for (const { reject } of waiting.values()) reject(new Error("the engine stopped"));
      waiting.clear();
    });
    return started;
  };
  /** @param {object} question */
  const ask = (question) => new Promise((resolve, reject) => {
    worker ??= start();
    number += 1;
    waiting.set(number, { resolve, reject });
    worker.postMessage({ id: number, ...question });
  });

  return {
    /**
     * The level's move for the side to move, which must have one.
     * @param {Board} board @param {Level} level @param {number} seed
     * @returns {Promise<number>} a square
     */
    choose: (board, level, seed) => ask({ what: "choose", board: seen(board), level, seed }),
    /**
     * All legal moves of the side to move, the best first; `exact` where the end was seen.
     * @param {Board} board
     * @returns {Promise<{exact: boolean, moves: Valued[]}>}
     */
    rate: (board) => ask({ what: "rate", board: seen(board) }),
  };
}
