// @ts-check
/**
 * The site on this device: its service worker, the offer of a newer version, and whether there is a
 * network. A newer version waits for as long as a game is running, and is taken when somebody asks for it. Pages
 * say so by attributes of the document: each page's script is a bundle of its own.
 */

import { watchSite } from "./reach.js";

const LANGUAGE = "kept language";
/** Held by every page with a game that runs, so that no other page takes a new version meanwhile. */
const GAME = "game";
const PLAYING_AGAIN_MS = 2_000;
const HOUR_MS = 3_600_000;
const root = document.documentElement;

/** @type {ServiceWorkerRegistration | null} */
let registration = null;

/** Whether the site was out of reach when it was last asked. */
let away = false;

/** The page itself has learnt that it is an old one. */
export function offerNewerPage() {
  root.toggleAttribute("data-newer", true);
}

/** @type {(() => void) | null} */
let letGameGo = null;

/** Whether a newer version would stop a game. @param {boolean} busy */
export function setBusy(busy) {
  root.toggleAttribute("data-busy", busy);
  if (busy) holdGame();
  else releaseGame();
}

function holdGame() {
  if (letGameGo || !navigator.locks) return;
  /** @type {Promise<void>} */
  const over = new Promise((resolve) => { letGameGo = resolve; });
  navigator.locks.request(GAME, { mode: "shared" }, () => over).catch(() => {});
}

function releaseGame() {
  letGameGo?.();
  letGameGo = null;
}

/** Whether any page of this site has a game that runs. */
async function somebodyPlays() {
  try {
    const { held = [], pending = [] } = await navigator.locks.query();
    return [...held, ...pending].some((lock) => lock.name === GAME);
  } catch {
    return false;
  }
}

/** Whether there is something newer than this page, and it has no game itself. */
function mayOffer() {
  // On a first visit the one worker waits for a moment, too: nothing is older than it.
  const waits = registration?.waiting && navigator.serviceWorker.controller;
  return !root.hasAttribute("data-busy") && Boolean(root.hasAttribute("data-newer") || waits);
}

let playingTimer = 0;

async function drawOffer() {
  const offer = document.getElementById("update");
  if (!offer) return;
  window.clearTimeout(playingTimer);
  const playing = mayOffer() && await somebodyPlays();
  offer.hidden = playing || !mayOffer();
  window.clearTimeout(playingTimer);
  if (playing) playingTimer = window.setTimeout(() => void drawOffer(), PLAYING_AGAIN_MS);
}

function draw() {
  void drawOffer();
  const [unreachable, siteAway] = ["unreachable", "site-away"].map((id) => document.getElementById(id));
  if (unreachable) unreachable.hidden = navigator.onLine;
  if (siteAway) siteAway.hidden = !navigator.onLine || !away;
}

/** A browser looks for a new version when a page is opened; one that stays open has to ask. */
function lookForNewer() {
  let looked = Date.now();
  const look = () => {
    if (document.hidden || !navigator.onLine || Date.now() - looked < HOUR_MS) return;
    looked = Date.now();
    registration?.update().catch(() => {});
  };
  document.addEventListener("visibilitychange", look);
  window.setInterval(look, HOUR_MS / 6);
}

function load() {
  const waiting = registration?.waiting;
  if (!waiting) return window.location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", () => window.location.reload(), { once: true });
  waiting.postMessage("take over");
}

/** A newer worker that was taken in another tab makes this page an old one, and waits no more. */
function watchWorker() {
  let had = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (had) offerNewerPage();
    had = true;
  });
}

async function register() {
  try {
    registration = await navigator.serviceWorker.register("/service-worker.js");
  } catch {
    // Refused by the browser or unreachable: the page plays, but only with a network.
    return;
  }
  registration.addEventListener("updatefound", () => {
    registration?.installing?.addEventListener("statechange", draw);
  });
  keepThisLanguage();
  lookForNewer();
  draw();
}

/** What is kept of the front page is in the language it was last loaded in. */
function keepThisLanguage() {
  const { controller } = navigator.serviceWorker;
  if (window.location.pathname !== "/" || !controller) return;
  try {
    if (localStorage.getItem(LANGUAGE) === root.lang) return;
    localStorage.setItem(LANGUAGE, root.lang);
  } catch {
    return;
  }
  controller.postMessage("keep home");
}

export function keepOffline() {
  document.getElementById("reload")?.addEventListener("click", load);
  window.addEventListener("online", draw);
  window.addEventListener("offline", draw);
  // A page that holds something isn't put aside by the browser for going back to it.
  window.addEventListener("pagehide", releaseGame);
  window.addEventListener("pageshow", ({ persisted }) => persisted && setBusy(root.hasAttribute("data-busy")));
  new MutationObserver(draw).observe(root, { attributeFilter: ["data-busy", "data-newer"] });
  draw();
  // Elsewhere nothing goes on without the site.
  if (document.getElementById("site-away")) watchSite((now) => {
    away = now;
    draw();
  });
  if (!navigator.serviceWorker) return;
  watchWorker();
  if (document.readyState === "complete") void register();
  else window.addEventListener("load", () => void register());
}
