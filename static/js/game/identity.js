// @ts-check
/**
 * Who one is: a guest's identity on the first command, and the secret that gives a seat back to this
 * tab. Storage may be refused; everything then works for as long as the page stays.
 */

/** @typedef {import("./types.js").Person} Person */

/** @returns {Promise<Person | null>} null when the server refuses; rejects when it can't be reached */
export async function becomeGuest() {
  const token = document.querySelector('meta[name="csrf-token"]')?.getAttribute("content") ?? "";
  const answer = await fetch("/guest", {
    method: "POST", headers: { "X-CSRFToken": token, Accept: "application/json" }, credentials: "same-origin",
  });
  return answer.ok ? answer.json() : null;
}

/** @param {string} code the room's */
export function createSeatSecret(code) {
  const key = `seat:${code}`;
  /** @type {string | null} */
  let secret = null;
  try {
    secret = sessionStorage.getItem(key);
  } catch {
    // Refused storage is as good as none.
  }
  return {
    get: () => secret,
    /** @param {string | null} value */
    set(value) {
      if (!value || value === secret) return;
      secret = value;
      try {
        sessionStorage.setItem(key, value);
      } catch {
        // Kept for as long as the page stays.
      }
    },
  };
}
