// @ts-check
/**
 * The language menu: the server keeps the choice, then the page is loaded again. Where the server can't be
 * reached the page stays as it is, and the menu says why.
 */

import { isSites } from "./reach.js";

export function listenToLanguage() {
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById("languages"));
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    void choose(form, event.submitter);
  });
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} chosen */
async function choose(form, chosen) {
  const note = document.getElementById("language-note");
  if (note) note.hidden = true;
  try {
    const body = new FormData(form, chosen);
    const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" });
    if (!isSites(answer)) throw new Error(String(answer.status));
    // Kept: the server leads back here. Anything else it says on a page of its own.
    if (answer.type === "opaqueredirect") window.location.assign(String(body.get("next")));
    else leave(form, chosen);
  } catch {
    if (note) note.hidden = false;
  }
}

/** Send the form as if no script had seen it. @param {HTMLFormElement} form @param {HTMLElement | null} chosen */
function leave(form, chosen) {
  const { name, value } = /** @type {HTMLButtonElement} */ (chosen);
  const field = Object.assign(document.createElement("input"), { type: "hidden", name, value });
  form.append(field);
  form.submit();
}
