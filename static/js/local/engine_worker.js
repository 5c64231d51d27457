// @ts-check
/** The thread in which the engine thinks; `engine_client.js` asks it. */

import { positionFrom } from "./engine/bits.js";
import { choose, rate } from "./engine/levels.js";

/** @type {any} */
const thread = globalThis;

thread.addEventListener("message", (/** @type {MessageEvent} */ { data }) => {
  const position = positionFrom(data.board);
  const answer = data.what === "choose" ? choose(position, data.level, data.seed) : rate(position);
  thread.postMessage({ id: data.id, answer });
});
