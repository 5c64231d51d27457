// @ts-check
/**
 * Whether the site answers. A device that has a network may still find nobody there: a page from the
 * service worker's store says so itself (`data-kept`), an open one asks now and then.
 */

const ASKED = "/service-worker.js";
const PATIENCE_MS = 5_000;
const AGAIN_MS = { there: 120_000, away: 20_000 };

/** Whether an answer is the site's own, and not that of a gateway before it. @param {{status: number}} answer */
export function isSites({ status }) {
  return status < 502;
}

/** @param {(away: boolean) => void} tell called whenever that has been found out */
export function watchSite(tell) {
  let away = document.documentElement.hasAttribute("data-kept");
  let asked = performance.now();
  const ask = async () => {
    asked = performance.now();
    try {
      away = !isSites(await fetch(ASKED, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) }));
    } catch {
      away = true;
    }
    tell(away);
  };
  const askIfTime = () => {
    // Without a network there is no need to ask, and nobody who looks is told nothing.
    if (document.hidden || !navigator.onLine) return;
    if (performance.now() - asked >= (away ? AGAIN_MS.away : AGAIN_MS.there)) void ask();
  };
  document.addEventListener("visibilitychange", askIfTime);
  window.addEventListener("online", () => { if (away) void ask(); });
  window.setInterval(askIfTime, AGAIN_MS.away / 4);
  tell(away);
}
