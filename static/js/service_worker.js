// @ts-check
/**
 * Keeps the front page on the device, so that it plays without a network. `BUILD` is written above by
 * the view that serves this (reversi_site/pages.py): another build is another worker, with a store of
 * its own. Addresses of files name their contents, so that no store can mix two builds.
 */

/** @type {any} */
const worker = self;
const PREFIX = "reversi-";
const STORE = PREFIX + BUILD;
const HOME = "/";
const OFFLINE = "/offline";
const PATIENCE_MS = 4_000;

/** A page and every file that it names. @param {Cache} store @param {string} path */
async function keepPage(store, path) {
  const answer = await fetch(path, { cache: "no-store", credentials: "same-origin" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const named = (await answer.clone().text()).matchAll(/(?:href|src|data-[a-z]+)="(\/(?:static|texts)\/[^"]+)"/g);
  const files = new Set([...named].map((found) => found[1]));
  await Promise.all([...files].map(async (file) => {
    if (!(await store.match(file))) await store.add(file);
  }));
  await store.put(path, answer);
}

/** The page of a gateway that finds no site behind it. The site's own mistakes are told by itself. @param {Response} answer */
function isGateways(answer) {
  return answer.status >= 502;
}

/**
 * The newest page if the network gives it. Nobody waits for ever for what is only looked at; what a form
 * sent may have been done, and is waited for.
 * @param {Request} request
 */
async function page(request) {
  const home = new URL(request.url).pathname === HOME;
  try {
    const patience = request.method === "GET" ? { signal: AbortSignal.timeout(home ? PATIENCE_MS : 2 * PATIENCE_MS) } : {};
    const answer = await fetch(request, patience);
    return isGateways(answer) ? await keptPage(home ? HOME : OFFLINE) ?? answer : answer;
  } catch (error) {
    const kept = await keptPage(home ? HOME : OFFLINE);
    if (kept) return kept;
    throw error;
  }
}

/** A page of this device, told that it is one: the site is out of reach. @param {string} path */
async function keptPage(path) {
  const kept = await (await caches.open(STORE)).match(path);
  if (!kept) return null;
  const headers = new Headers(kept.headers);
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  return new Response((await kept.text()).replace("<html ", "<html data-kept "), { headers });
}

/** @param {Request} request */
async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  // Texts in another language, files that a page asks for later.
  if (answer.ok) (await caches.open(STORE)).put(request, answer.clone());
  return answer;
}

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(STORE).then((store) => Promise.all([keepPage(store, HOME), keepPage(store, OFFLINE)])));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== STORE).map((name) => caches.delete(name)));
    await worker.clients.claim();
  })());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== worker.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (request.method === "GET" && /^\/(static|texts)\//.test(pathname)) event.respondWith(file(request));
});

worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "take over") worker.skipWaiting();
  // The page has loaded in the language that was chosen last: that is what is kept.
  if (event.data === "keep home") event.waitUntil?.(caches.open(STORE).then((store) => keepPage(store, HOME)));
});
