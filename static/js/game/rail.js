// @ts-check
/**
 * The room beside the board: who hosts, how many watch, the link to share. The template writes its
 * texts; this fills in what changes.
 */

import { byId, setText } from "./dom.js";
import { chosen } from "./dialog.js";
import { fill, gettext, ngettext } from "./i18n.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").Person} Person */
/** @typedef {import("./types.js").Command} Command */

/** @param {Snapshot} snapshot @param {number | null} watching @param {boolean} mayHandOver */
export function drawRail(snapshot, watching, mayHandOver) {
  setText(byId("host-name"), snapshot.host ? snapshot.host.name : gettext("nobody at the moment"));
  const control = document.getElementById("control");
  const seconds = Math.round((snapshot.control.action_ms ?? 0) / 1000);
  if (control) setText(control, fill(ngettext("%(count)s second", "%(count)s seconds", seconds), { count: seconds }));
  setText(byId("watching"), watching === null ? "–"
    : String(watching));
  byId("hand-over").hidden = !mayHandOver;
}

/** @param {(text: string) => void} say */
export function listenToShare(say) {
  const field = /** @type {HTMLInputElement} */ (byId("share-link"));
  field.addEventListener("focus", () => field.select());
  byId("share-copy").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(field.value);
      say(gettext("Link copied."));
    } catch {
      field.focus();
      field.select();
      say(gettext("Copy the marked link with your keyboard or a long press."));
    }
  });
}

/**
 * Ask whom to hand the room to, from those who are here.
 * @param {string} url @param {Person | null} you @param {(command: Command) => void} ask
 * @param {(text: string) => void} say @param {() => boolean} still whether one may yet
 */
export async function handOver(url, you, ask, say, still) {
  /** @type {Person[]} */
  let people;
  try {
    const answer = await fetch(url, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const body = await answer.json();
    people = Array.isArray(body) ? body : body.people;
  } catch {
    say(gettext("The list of people couldn't be fetched. Try again."));
    return;
  }
  const others = people.filter((person) => person.id !== you?.id);
  if (others.length === 0) {
    say(gettext("Nobody else is here to be the host."));
    return;
  }
  const choice = await chosen(gettext("Hand the room over"),
    gettext("The new host starts, pauses and ends games."),
    others.map((person) => ({ value: String(person.id), label: person.name })), still);
  if (choice) ask({ t: "hand_over", person: Number(choice) });
}
