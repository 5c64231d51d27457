// @ts-check
/**
 * The engine, in a thread of its own (`engine_worker.js`): the page never waits for it. It is started
 * on the first question. A thread that fails or falls silent is replaced once for each question.
 */

import { boardText } from "./rules.js";

/** @typedef {import("./rules.js").Board} Board */
/** @typedef {import("./match.js").Level} Level */
/** What a legal move is worth to the side to move, in hundredths of a disc. @typedef {{square: number, value: number}} Valued */

/** No thought takes as long, on any device. */
export const PATIENCE_MS = 15_000;
/** A browser that knows no modules in threads, or fails at them, may know plain scripts: a bundle is one. @type {WorkerType[]} */
const KINDS = ["module", "classic"];

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
  let kind = 0;
  let number = 0;
  /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
  const waiting = new Map();

  const giveUp = () => {
    worker?.terminate();
    worker = null;
    kind = 1 - kind;
    for (const { reject } of waiting.values()) reject(new Error("the engine stopped"));
    waiting.clear();
  };
  const start = () => {
    const started = new Worker(url, { type: KINDS[kind] });
    started.addEventListener("message", ({ data }) => {
      waiting.get(data.id)?.resolve(data.answer);
      waiting.delete(data.id);
    });
    started.addEventListener("error", () => { if (started === worker) giveUp(); });
    return started;
  };
  /** @param {object} question @returns {Promise<any>} */
  const ask = (question) => new Promise((resolve, reject) => {
    number += 1;
    const id = number;
    waiting.set(id, { resolve, reject });
    try {
      worker ??= start();
      worker.postMessage({ id, ...question });
    } catch {
      return giveUp();
    }
    setTimeout(() => { if (waiting.has(id)) giveUp(); }, PATIENCE_MS);
  });
  /** @param {object} question */
  const askTwice = (question) => ask(question).catch(() => ask(question));

  return {
    /**
     * The level's move for the side to move, which must have one.
     * @param {Board} board @param {Level} level @param {number} seed
     * @returns {Promise<number>} a square
     */
    choose: (board, level, seed) => askTwice({ what: "choose", board: seen(board), level, seed }),
    /**
     * All legal moves of the side to move, the best first; `exact` where the end was seen.
     * @param {Board} board
     * @returns {Promise<{exact: boolean, moves: Valued[]}>}
     */
    rate: (board) => askTwice({ what: "rate", board: seen(board) }),
  };
}
