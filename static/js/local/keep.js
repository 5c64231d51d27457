// @ts-check
/**
 * The match in the browser's storage. Two tabs show the same match: each takes the newer one from the
 * other. What can't be read is set aside, not thrown over.
 */

import { matchFrom, matchText } from "./restore.js";

/** @typedef {import("./match.js").Match} Match */
/** @typedef {Pick<Storage, "getItem" | "setItem">} Place */

export const KEY = "match";
export const ASIDE = "match.unreadable";

/** The browser's storage, or null where it is refused. @returns {Storage | null} */
export function browserStorage() {
  try {
    const { localStorage } = window;
    localStorage.getItem(KEY);
    return localStorage;
  } catch {
    return null;
  }
}

/** @param {Place | null} place */
export function createKeep(place) {
  let keeps = place !== null;
  let setAside = false;
  const read = () => {
    const text = place?.getItem(KEY) ?? null;
    if (text === null) return null;
    const match = matchFrom(text);
    if (match) return match;
    try {
      place?.setItem(ASIDE, text);
      setAside = true;
    } catch {
      // Storage is full: the text stays where it is until the next match is written.
    }
    return null;
  };
  return {
    /** False where nothing can be kept, or where the last match couldn't be. */
    get keeps() { return keeps; },
    /** Whether something was there that can't be read; it lies under another name now. */
    get setAside() { return setAside; },
    /** @returns {Match | null} */
    read,
    /**
     * Keep a match, unless another tab has kept a newer one meanwhile: that is returned instead.
     * @param {Match} match
     * @returns {Match}
     */
    write(match) {
      const other = read();
      if (other && other.rev >= match.rev && matchText(other) !== matchText(match)) return other;
      try {
        if (!place) return match;
        place.setItem(KEY, matchText(match));
        keeps = true;
      } catch {
        keeps = false;
      }
      return match;
    },
  };
}
