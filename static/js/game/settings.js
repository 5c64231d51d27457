// @ts-check
/**
 * How somebody likes the board on this device: kept in the browser, applied as attributes of the
 * document, where the styles find them. `early.js` applies them before the first paint.
 */

/** @typedef {{dots: boolean, coordinates: boolean, sounds: boolean, motion: boolean, confirm: boolean, hints: boolean, board: string, discs: string}} Settings */

export const BOARDS = ["felt", "slate", "wood", "paper"];
export const DISCS = ["classic", "outline", "red"];
export const KEY = "settings";

/** @type {Settings} */
const AS_MADE = Object.freeze({
  dots: true, coordinates: true, sounds: true, motion: true, confirm: false, hints: true, board: "felt", discs: "classic",
});

/**
 * Settings from what was kept; whatever can't be read is as it was made.
 * @param {string | null} text
 * @returns {Settings}
 */
export function settingsFrom(text) {
  /** @type {Record<string, unknown>} */
  let kept = {};
  try {
    kept = Object(JSON.parse(text ?? "{}"));
  } catch {
    // Written by something else.
  }
  /** @type {Record<string, unknown>} */
  const settings = { ...AS_MADE };
  for (const name of Object.keys(AS_MADE)) {
    const value = kept[name];
    const known = { board: BOARDS, discs: DISCS }[name];
    if (known ? known.includes(String(value)) : typeof value === "boolean") settings[name] = value;
  }
  return /** @type {Settings} */ (settings);
}

/** @param {Settings} settings @param {HTMLElement} root */
export function applySettings(settings, root) {
  root.dataset.board = settings.board;
  root.dataset.discs = settings.discs;
  for (const name of /** @type {const} */ (["dots", "coordinates", "motion"])) {
    if (settings[name]) delete root.dataset[name];
    else root.dataset[name] = "off";
  }
}

/** The settings of this page, and of the others that are open. */
class Kept {
  constructor() {
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    this.now = settingsFrom(this.read());
    window.addEventListener("storage", (event) => {
      if (event.key === KEY) this.take(settingsFrom(event.newValue));
    });
  }

  read() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  }

  /** @param {Partial<Settings>} change */
  change(change) {
    this.take({ ...this.now, ...change });
    try {
      localStorage.setItem(KEY, JSON.stringify(this.now));
    } catch {
      // Kept for as long as the page stays.
    }
  }

  /** @param {Settings} settings */
  take(settings) {
    this.now = settings;
    applySettings(settings, document.documentElement);
    for (const listener of this.listeners) listener();
  }
}

/** @type {Kept | null} */
let kept = null;

export function settings() {
  kept ??= new Kept();
  return kept;
}
