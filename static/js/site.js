// @ts-check
/** What every page does: theme, people's colours, menus, forms sent once, and playing without a network. */

import { listenToLanguage } from "./language.js";
import { keepOffline } from "./offline.js";
import { sendOnce } from "./once.js";
import { listenToTheme } from "./theme.js";

listenToTheme();
listenToLanguage();
keepOffline();
sendOnce();

/* A person's colour is a number in the page; styles can't be written there. */
for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".hue[data-hue]"))) {
  element.style.setProperty("--hue", element.dataset.hue ?? "0");
}

/* A menu closes when something else is pressed, and by Escape. */
for (const menu of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details.menu"))) {
  document.addEventListener("click", (event) => {
    if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}
