// @ts-check
/**
 * Clocks as the browser shows them. The server's are the truth: what is left follows from its
 * snapshot, its time as measured over the socket, and this machine's monotonic time. Pure, except
 * that nothing here reads the time at all: instants are arguments.
 */

import { decimalSign } from "./i18n.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").Side} Side */

export const SHORT_MS = 10_000;
export const WARN_MS = [10_000, 5_000];
const SAMPLES = 8;

/**
 * The server's time, estimated from question and answer. An answer's `now` was read after the
 * question left, so `now - sent` can only be too high: clocks drawn with it never flatter. The
 * quickest of the last answers is nearest the truth.
 */
export function createServerTime() {
  /** @type {{trip: number, offset: number}[]} */
  let samples = [];
  /** @type {number | null} */
  let fallback = null;
  return {
    /** @param {number} now the server's @param {number} sent @param {number} received */
    measured(now, sent, received) {
      samples.push({ trip: received - sent, offset: now - sent });
      if (samples.length > SAMPLES) samples.shift();
    },
    /** Before the first answer: a frame's own time. @param {number} now @param {number} received */
    assume(now, received) { fallback ??= now - received; },
    /** After sleep or a new connection old samples may lie. */
    forget() { samples = []; },
    /** @param {number} local a performance.now() */
    at(local) {
      const best = samples.reduce((a, b) => (b.trip < a.trip ? b : a), samples[0]);
      return local + (best?.offset ?? fallback ?? 0);
    },
    get trip() { return samples.length ? Math.min(...samples.map((sample) => sample.trip)) : null; },
  };
}

/**
 * What a side could still use, the smaller of its limits; null where nothing limits it. Before a
 * game it is the whole of it.
 * @param {Snapshot} snapshot
 * @param {Side} side
 * @param {number} serverNow
 */
export function msLeft(snapshot, side, serverNow) {
  const game = snapshot.phase === "waiting" ? null : snapshot.game;
  const limits = game ? game.clock[side] : snapshot.control;
  const runs = game !== null && game.clock.running && game.turn === side && !game.result;
  const spent = runs ? Math.max(0, serverNow - snapshot.at) : 0;
  const known = [limits.action_ms, limits.total_ms].filter((limit) => limit !== null);
  return known.length ? Math.max(0, Math.min(...known) - spent) : null;
}

/** Which side's clock runs, if one does. @param {Snapshot} snapshot @returns {Side | null} */
export function runningSide(snapshot) {
  const game = snapshot.game;
  return game && game.clock.running && !game.result && snapshot.phase === "playing" ? game.turn : null;
}

/**
 * m:ss, with tenths under ten seconds. Cut off, not rounded: no figure flatters.
 * @param {number | null} ms
 */
export function clockText(ms) {
  if (ms === null) return "–:––";
  const seconds = Math.floor(ms / 1000);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return ms < SHORT_MS ? `${text}${decimalSign()}${Math.floor(ms / 100) % 10}` : text;
}

/**
 * Which warnings a fall from `before` to `now` passes, the lowest last.
 * @param {number} before
 * @param {number} now
 */
export function warningsPassed(before, now) {
  return WARN_MS.filter((limit) => before > limit && now <= limit);
}
