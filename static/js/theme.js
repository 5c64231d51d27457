// @ts-check
/**
 * The theme button: automatic, light, dark, contrast, in turn. `early.js` applies the kept one
 * before the first paint.
 */

import { fill, gettext, pgettext } from "./game/i18n.js";

const THEMES = ["auto", "light", "dark", "contrast"];
const root = document.documentElement;

/** @param {string} theme */
function themeName(theme) {
  /** @type {Record<string, string>} */
  const names = {
    auto: pgettext("theme", "Automatic"), light: pgettext("theme", "Light"),
    dark: pgettext("theme", "Dark"), contrast: pgettext("theme", "Contrast"),
  };
  return names[theme];
}

function present() {
  return root.getAttribute("data-theme") ?? "auto";
}

/** @param {string} theme */
function choose(theme) {
  if (theme === "auto") root.removeAttribute("data-theme");
  else root.setAttribute("data-theme", theme);
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // Kept for as long as the page stays.
  }
}

/** What the browser draws around the page has the page's colour; without a chosen theme it follows the system's. */
function colourBrowser() {
  const chosen = present() === "auto" ? "" : getComputedStyle(root).getPropertyValue("--paper").trim();
  for (const meta of /** @type {NodeListOf<HTMLMetaElement>} */ (document.querySelectorAll("meta[name=theme-color]"))) {
    meta.dataset.auto ??= meta.content;
    meta.content = chosen || meta.dataset.auto;
  }
}

export function listenToTheme() {
  const button = document.getElementById("theme");
  const label = document.getElementById("theme-name");
  const draw = () => {
    const name = themeName(present());
    if (label) label.textContent = name;
    colourBrowser();
    button?.setAttribute("aria-label", fill(gettext("Theme: %(name)s"), { name }));
  };
  button?.addEventListener("click", () => {
    choose(THEMES[(THEMES.indexOf(present()) + 1) % THEMES.length]);
    draw();
  });
  draw();
}
