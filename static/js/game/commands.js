// @ts-check
/**
 * Sending what a person asks for: once, however often it was pressed; with an identity made first
 * where there is none; never later than it was meant. Moves go another way (hand.js keeps them).
 */

/** @typedef {import("./types.js").Command} Command */
/** @typedef {import("./types.js").Person} Person */

/** A command nobody has answered for so long may be pressed again. */
const FORGET_MS = 3_000;

/**
 * @typedef {object} Means
 * @property {(command: Command) => boolean} send
 * @property {() => Person | null} you
 * @property {() => Promise<void>} identify makes an identity and asks for a new line
 * @property {() => void} unsent called when a command couldn't leave
 * @property {() => number} now
 */

/** @param {Means} means */
export function createCommands(means) {
  let number = 0;
  /** @type {Map<string, {id: number, at: number}>} */
  const open = new Map();
  /** @type {Command | null} */
  let afterLive = null;
  let identifying = false;

  /** @param {Command} command @returns {number | null} its id, null where it didn't leave */
  const send = (command) => {
    number += 1;
    if (means.send({ ...command, id: number })) return number;
    means.unsent();
    return null;
  };

  /** @param {Command} command */
  const ask = (command) => {
    const key = JSON.stringify(command);
    const before = open.get(key);
    if (before && means.now() - before.at < FORGET_MS) return;
    if (!means.you()) return introduce(command);
    const id = send(command);
    if (id !== null) open.set(key, { id, at: means.now() });
  };

  /** @param {Command} command */
  const introduce = (command) => {
    if (identifying) return;
    identifying = true;
    afterLive = command;
    means.identify().catch(() => {
      afterLive = null;
      means.unsent();
    }).finally(() => { identifying = false; });
  };

  return {
    ask,
    send,
    /** The line is up. The one command that waited for an identity goes out now. */
    live() {
      const command = afterLive;
      if (!command || !means.you()) return;
      afterLive = null;
      ask(command);
    },
    /** Answered: by a newer picture (null) or a refusal. @param {number | null} id */
    answered(id) {
      for (const [key, entry] of open) if (id === null || entry.id === id) open.delete(key);
    },
  };
}
