// @ts-check
/**
 * The newest picture of the room. Frames may come late, twice or not at all: the highest seq wins,
 * and a frame with the same seq only refreshes the clocks. Drawing is the subscribers' affair.
 */

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").People} People */
/** @typedef {(now: Snapshot, before: Snapshot | null) => void} Listener */

/** @param {Snapshot | null} initial */
export function createStore(initial = null) {
  let snapshot = initial;
  /** @type {People} */
  let people = { t: "people", watching: 0, here: [], away: [] };
  let peopleKnown = false;
  /** @type {Set<Listener>} */
  const listeners = new Set();
  const tell = (/** @type {Snapshot | null} */ before) => {
    if (snapshot) for (const listener of listeners) listener(snapshot, before);
  };
  return {
    get snapshot() { return snapshot; },
    get people() { return people; },
    /** False until the server has said who is connected. */
    get peopleKnown() { return peopleKnown; },
    get seq() { return snapshot?.seq ?? 0; },
    /** @param {Listener} listener called after each accepted frame; `before` is what it replaced */
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** @param {Snapshot} frame @returns {boolean} whether it was taken */
    put(frame) {
      if (snapshot && frame.seq < snapshot.seq) return false;
      if (snapshot && frame.seq === snapshot.seq && frame.at <= snapshot.at) return false;
      const before = snapshot;
      snapshot = frame;
      tell(before);
      return true;
    },
    /** @param {People} frame */
    putPeople(frame) {
      people = frame;
      peopleKnown = true;
      tell(snapshot);
    },
  };
}
