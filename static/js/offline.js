// @ts-check
/**
 * The site on this device: its service worker, the offer of a newer version, and whether there is a
 * network. A newer version waits for as long as a game is running, and is taken when somebody asks for it. Pages
 * say so by attributes of the document: each page's script is a bundle of its own.
 */

import { watchSite } from "./reach.js";

const LANGUAGE = "kept language";
const root = document.documentElement;

/** @type {ServiceWorkerRegistration | null} */
let registration = null;

/** Whether the site was out of reach when it was last asked. */
let away = false;

/** The page itself has learnt that it is an old one. */
export function offerNewerPage() {
  root.toggleAttribute("data-newer", true);
}

/** Whether a newer version would stop a game. @param {boolean} busy */
export function setBusy(busy) {
  root.toggleAttribute("data-busy", busy);
}

function draw() {
  const offer = document.getElementById("update");
  // On a first visit the one worker waits for a moment, too: nothing is older than it.
  const waits = registration?.waiting && navigator.serviceWorker.controller;
  if (offer) offer.hidden = root.hasAttribute("data-busy") || !(root.hasAttribute("data-newer") || waits);
  const [unreachable, siteAway] = ["unreachable", "site-away"].map((id) => document.getElementById(id));
  if (unreachable) unreachable.hidden = navigator.onLine;
  if (siteAway) siteAway.hidden = !navigator.onLine || !away;
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
