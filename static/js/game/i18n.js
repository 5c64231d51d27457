// @ts-check
/**
 * Translated texts: the catalogue's functions, and filling in values.
 *
 * Django's script of texts (/texts/) defines the globals; without it (tests, a failed load) texts stay English.
 */

/** @type {any} */
const catalogue = globalThis;

/** @param {string} text @returns {string} */
export function gettext(text) {
  return catalogue.gettext ? catalogue.gettext(text) : text;
}

/** @param {string} one @param {string} many @param {number} count @returns {string} */
export function ngettext(one, many, count) {
  if (catalogue.ngettext) return catalogue.ngettext(one, many, count);
  return count === 1 ? one : many;
}

/** A text that means different things in different places. @param {string} context @param {string} text @returns {string} */
export function pgettext(context, text) {
  return catalogue.pgettext ? catalogue.pgettext(context, text) : text;
}

/**
 * Put values into "%(name)s" places.
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export function fill(text, values) {
  return text.replace(/%\((\w+)\)s/g, (whole, name) => String(values[name] ?? whole));
}

/** What the sides are called: after the discs that somebody has chosen (`settings.js`). @param {import("./types.js").Side} side */
export function sideName(side) {
  const dark = side === "dark";
  switch (worn()) {
    case "outline": return dark ? gettext("Black") : gettext("White");
    case "red": return dark ? gettext("Red") : gettext("White");
    default: return dark ? gettext("Dark") : gettext("Light");
  }
}

/** One disc on a square, as a screen reader names it. @param {import("./types.js").Side} side */
export function discName(side) {
  const dark = side === "dark";
  switch (worn()) {
    case "outline": return dark ? gettext("black") : gettext("white");
    case "red": return dark ? gettext("red") : gettext("white");
    default: return dark ? gettext("dark") : gettext("light");
  }
}

function worn() {
  return globalThis.document?.documentElement.dataset.discs;
}

/** What stands between whole numbers and tenths. */
export function decimalSign() {
  return catalogue.get_format?.("DECIMAL_SEPARATOR") || ".";
}

/** @param {string} level */
export function levelName(level) {
  /** @type {Record<string, string>} */
  const names = {
    beginner: gettext("Beginner"),
    corner: gettext("Corner hunter"),
    expert: gettext("Expert"),
    master: gettext("Master"),
  };
  return names[level] ?? level;
}

/** @param {import("./types.js").Occupant} occupant */
export function occupantName(occupant) {
  return "bot" in occupant ? levelName(occupant.bot) : occupant.name;
}
