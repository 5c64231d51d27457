// @ts-check
/**
 * Questions before what can't be undone, and choosing from a few names. One `<dialog>`, made on first
 * use; Escape and the backdrop mean no.
 */

import { make, notePress, onPress } from "./dom.js";
import { gettext } from "./i18n.js";

/**
 * What is asked about may become impossible while it is being asked (in another tab, by somebody
 * else): `still` tells whether it can be done yet.
 * @typedef {{title: string, text: string, act: string, danger?: boolean, still?: () => boolean}} Question
 */

/** @type {HTMLDialogElement | null} */
let shared = null;

/** @type {() => boolean} */
let possible = () => true;

function dialog() {
  if (shared) return shared;
  const element = /** @type {HTMLDialogElement} */ (make("dialog", { class: "dialog", "aria-labelledby": "dialog-title" }));
  element.addEventListener("click", (event) => {
    // The second half of a double click that opened it falls on the backdrop.
    if (event.target !== element || event.detail >= 2) return;
    notePress(event);
    element.close("");
  });
  document.body.append(element);
  shared = element;
  return element;
}

/** Take away a question about something that can no longer be done; called with each picture. */
export function recheckQuestion() {
  if (shared?.open && !possible()) shared.close("");
}

/**
 * @param {HTMLElement[]} content @param {() => boolean} [still]
 * @returns {Promise<string>} the value the dialog was closed with, "" for no
 */
function open(content, still = () => true) {
  const element = dialog();
  if (element.open) element.close("");
  possible = still;
  element.returnValue = "";
  element.replaceChildren(make("div", { class: "dialog-body" }, ...content));
  element.showModal();
  return new Promise((resolve) => {
    element.addEventListener("close", () => resolve(element.returnValue), { once: true });
  });
}

/** @param {string} label @param {string} value @param {string} style */
function closing(label, value, style) {
  const button = make("button", { type: "button", class: style }, label);
  onPress(button, () => dialog().close(value));
  return button;
}

/** @param {{value: string, label: string, note?: string}} choice */
function option({ value, label, note }) {
  const button = closing(label, value, "button");
  if (note) button.append(make("span", { class: "option-note" }, note));
  return button;
}

/** @param {Question} question @returns {Promise<boolean>} */
export async function confirmed({ title, text, act, danger = true, still }) {
  const answer = await open([
    make("h2", { id: "dialog-title" }, title),
    make("p", {}, text),
    make("div", { class: "dialog-acts" }, closing(gettext("Cancel"), "", "button"),
      closing(act, "yes", danger ? "button danger" : "button primary")),
  ], still);
  return answer === "yes";
}

/**
 * @param {string} title @param {string} text
 * @param {{value: string, label: string, note?: string}[]} options a note says more, in small
 * @param {() => boolean} still whether there is still something to choose
 * @returns {Promise<string>} "" for none
 */
export function chosen(title, text, options, still) {
  return open([
    make("h2", { id: "dialog-title" }, title),
    make("p", {}, text),
    make("div", { class: "dialog-options" }, ...options.map(option)),
    make("div", { class: "dialog-acts" }, closing(gettext("Cancel"), "", "button")),
  ], still);
}

/** One is playing in another room: the way there. */
export async function offerOwnGame() {
  const go = await confirmed({
    title: gettext("You are playing in another room"),
    text: gettext("Finish that game, resign or leave it there; then take a seat here."),
    act: gettext("Go to the lobby"), danger: false,
  });
  if (go) window.location.assign("/lobby");
}
