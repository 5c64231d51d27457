// @ts-check
/**
 * The lobby: keeps the list of rooms fresh and the two forms from being sent twice. Without it the
 * page works as it came.
 */

import { gettext } from "./game/i18n.js";
import { offerSearch } from "./search.js";

const TOGETHER_MS = 300;
const SLOW_MS = 15_000;
const list = document.getElementById("rooms");
let shown = "";
let timer = 0;
let wait = 1_000;

async function refresh() {
  timer = 0;
  try {
    const answer = await fetch("/lobby/rooms", { credentials: "same-origin" });
    if (answer.ok) put(await answer.text());
  } catch {
    // The next change or the slow clock asks again.
  }
}

/** Replace the list if it differs, keeping the focus where it was. @param {string} html */
function put(html) {
  if (!list || html === shown) return;
  shown = html;
  const focused = document.activeElement?.closest("[data-room]")?.getAttribute("data-room");
  const parsed = new DOMParser().parseFromString(html, "text/html");
  list.replaceChildren(...parsed.body.childNodes);
  paint();
  if (!focused) return;
  /** @type {HTMLElement | null} */ (list.querySelector(`[data-room="${CSS.escape(focused)}"] a`))?.focus();
}

function paint() {
  for (const hue of /** @type {NodeListOf<HTMLElement>} */ (list?.querySelectorAll("[data-hue]") ?? [])) {
    hue.style.setProperty("--hue", hue.dataset.hue ?? "0");
  }
}

/** Several changes in a moment are one look. */
function soon() {
  if (!timer) timer = window.setTimeout(refresh, TOGETHER_MS);
}

function listen() {
  const scheme = window.location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${window.location.host}/ws/lobby`);
  socket.onopen = () => {
    wait = 1_000;
    soon();
  };
  socket.onmessage = soon;
  socket.onclose = () => {
    window.setTimeout(listen, wait / 2 + Math.random() * wait / 2);
    wait = Math.min(30_000, wait * 2);
  };
}

window.addEventListener("pageshow", (event) => { if (event.persisted) soon(); });

const code = /** @type {HTMLInputElement | null} */ (document.querySelector("input[name=code]"));
code?.addEventListener("input", () => code.setCustomValidity(""));
code?.addEventListener("invalid", () => code.setCustomValidity(gettext("Type the room's code.")));

offerSearch(document.getElementById("search"));

if (list) {
  paint();
  listen();
  window.setInterval(() => { if (document.visibilityState === "visible") soon(); }, SLOW_MS);
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") soon(); });
}
