// @ts-check
/** Searching for an opponent: two buttons, then how long one waits and who else does. */

import { becomeGuest } from "./game/identity.js";
import { fill, gettext, ngettext } from "./game/i18n.js";

const BEAT_MS = 4_000;
const AGAIN_MS = 1_000;

/** Minutes and seconds. @param {number} ms */
export function waited(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @typedef {{state: string, waited_ms?: number, people?: number, kind?: string, url?: string, text?: string | null}} Standing */

class Search {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.since = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {string | null} what to ask for once there is a line and a name */
    this.wanted = null;
    this.searching = false;
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (root.querySelectorAll("[data-search]"))) {
      button.addEventListener("click", () => this.begin(button.dataset.search ?? "quick"));
    }
    this.part("cancel").addEventListener("click", () => this.send({ t: "cancel" }));
    window.setInterval(() => this.tick(), 500);
    window.setInterval(() => { if (this.searching) this.send({ t: "ping" }); }, BEAT_MS);
    window.addEventListener("pageshow", (event) => { if (event.persisted) this.connect(); });
    this.connect();
  }

  /** @param {string} name @returns {HTMLElement} */
  part(name) {
    return /** @type {HTMLElement} */ (this.root.querySelector(`[data-part="${name}"]`));
  }

  connect() {
    this.socket?.close();
    const scheme = window.location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${window.location.host}/ws/search`);
    this.socket = socket;
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (this.searching || this.wanted) window.setTimeout(() => { if (!this.socket) this.connect(); }, AGAIN_MS);
    };
  }

  /** @param {object} frame */
  send(frame) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  /** @param {string} kind */
  async begin(kind) {
    if (this.wanted) return;
    this.wanted = kind;
    this.say(gettext("Looking for an opponent …"));
    if (document.getElementById("person")?.hidden) {
      if (!await named()) {
        this.wanted = null;
        this.say(gettext("The site can't be reached. Try again in a moment."));
        return;
      }
      this.connect();
    } else if (this.socket?.readyState === WebSocket.OPEN) {
      this.ask();
    } else {
      this.connect();
    }
  }

  ask() {
    if (!this.wanted) return;
    this.send({ t: "search", kind: this.wanted });
    this.wanted = null;
  }

  /** @param {Standing} frame */
  hear(frame) {
    if (frame.state === "matched" && frame.url) {
      this.searching = false;
      window.location.assign(frame.url);
      return;
    }
    if (this.wanted) {
      this.ask();
      return;
    }
    this.searching = frame.state === "searching";
    this.part("idle").hidden = this.searching;
    this.part("searching").hidden = !this.searching;
    this.say(this.searching ? "" : frame.text ?? "");
    if (!this.searching) return;
    this.since = performance.now() - (frame.waited_ms ?? 0);
    this.part("kind").textContent = frame.kind === "ranked" ? gettext("Ranked game") : gettext("Quick game");
    const count = frame.people ?? 1;
    this.part("people").textContent = fill(ngettext("You are the only one searching.",
      "%(count)s people are searching.", count), { count });
    this.tick();
  }

  tick() {
    if (this.searching) this.part("waited").textContent = waited(performance.now() - this.since);
  }

  /** @param {string} text */
  say(text) {
    this.part("news").textContent = text;
  }
}

/** Get a guest's name for somebody without one. */
async function named() {
  try {
    if (!await becomeGuest()) return false;
  } catch {
    return false;
  }
  document.getElementById("sign-in")?.setAttribute("hidden", "");
  return true;
}

/** @param {HTMLElement | null} root */
export function offerSearch(root) {
  if (root) new Search(root);
}
