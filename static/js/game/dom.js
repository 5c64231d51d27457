// @ts-check
/**
 * Making and finding elements. No markup is built from text anywhere: names can't become HTML.
 */

/**
 * @param {string} tag
 * @param {Record<string, string | boolean | null | undefined>} [attributes] false, null: left out
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElement}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/**
 * Write an attribute only if it differs: screen readers and styles then see true changes alone.
 * @param {Element} element
 * @param {string} name
 * @param {string | boolean | null | undefined} value
 */
export function setAttribute(element, name, value) {
  if (value === false || value === null || value === undefined) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
    return;
  }
  const text = value === true ? "" : value;
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/** @param {Element} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * The element with an id the page's template promises.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * What a json_script block holds.
 * @param {string} id
 * @returns {any}
 */
export function readJson(id) {
  return JSON.parse(byId(id).textContent || "null");
}

/** A disc drawn by CSS. @param {import("./types.js").Side} side */
export function discMark(side) {
  return make("span", { class: "disc-mark", "data-disc": side, "aria-hidden": "true" });
}

/** @typedef {{at: number, x: number, y: number}} Press */

const TWICE_MS = 350;
const TWICE_PX = 24;
/** @type {Press} */
let lastPress = { at: -Infinity, x: 0, y: 0 };

/**
 * Whether two presses are the halves of one double click or double tap. Pure.
 * @param {Press} first @param {Press} second
 */
export function isTwice(first, second) {
  const near = Math.hypot(second.x - first.x, second.y - first.y) < TWICE_PX;
  return near && second.at - first.at < TWICE_MS;
}

/** @param {MouseEvent} event @returns {Press} */
function pressOf({ timeStamp: at, clientX: x, clientY: y }) {
  return { at, x, y };
}

/** Whether a press falls through where a button was pressed a moment ago. @param {MouseEvent} event */
export function fallsThrough(event) {
  return isTwice(lastPress, pressOf(event));
}

/** Keep in mind where and when something was pressed that may be gone now. @param {MouseEvent} event */
export function notePress(event) {
  lastPress = pressOf(event);
}

/**
 * Act on presses, but not on the second half of a double click: by then the answer may have come
 * and another button, or another meaning, may stand at the same place.
 * @param {HTMLElement} button
 * @param {() => void} act
 */
export function onPress(button, act) {
  button.addEventListener("click", (event) => {
    const { detail } = event;
    const twice = detail > 1 || (detail === 1 && fallsThrough(event));
    if (detail > 0) notePress(event);
    if (!twice) act();
  });
}
