// @ts-check
/**
 * The match in the browser's storage. Two tabs show the same match: each takes the newer one from the
 * other (docs/decisions/0007-one-match-a-device.md). What can't be read is set aside, not thrown over.
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

/**
 * Whether a match kept by another tab goes before this tab's own. Storage has no lock: two tabs can
 * write at the same instant, each without having seen the other's. Both then have to choose the same.
 * @param {Match} other @param {Match} own
 */
export function goesBefore(other, own) {
  return other.rev === own.rev ? matchText(other) > matchText(own) : other.rev > own.rev;
}

/** @param {Place | null} place */
export function createKeep(place) {
  let keeps = place !== null;
  let setAside = false;

  /** Put a text where nothing else lies. @param {Place} where @param {string} text */
  const putAside = (where, text) => {
    for (let number = 1; ; number++) {
      const name = number === 1 ? ASIDE : `${ASIDE}.${number}`;
      const before = where.getItem(name);
      if (before !== null && before !== text) continue;
      if (before === null) where.setItem(name, text);
      return void (setAside = true);
    }
  };
  /** Raises where something lies there that can't be read, nor set aside. @returns {Match | null} */
  const kept = () => {
    const text = place?.getItem(KEY) ?? null;
    const match = text === null ? null : matchFrom(text);
    if (place && text !== null && !match) putAside(place, text);
    return match;
  };
  const read = () => {
    try {
      return kept();
    } catch {
      keeps = false;
      return null;
    }
  };
  return {
    /** False where nothing can be kept, or where the last match couldn't be. */
    get keeps() { return keeps; },
    /** Whether something was there that can't be read; it lies under another name now. */
    get setAside() { return setAside; },
    read,
    /**
     * Keep a match, unless another tab's goes before it: that is returned instead.
     * @param {Match} match
     * @returns {Match}
     */
    write(match) {
      try {
        const other = kept();
        if (other && goesBefore(other, match)) return other;
        place?.setItem(KEY, matchText(match));
        keeps = place !== null;
      } catch {
        // Full, refused by now, or taken by what could be set aside nowhere.
        keeps = false;
      }
      return match;
    },
  };
}
