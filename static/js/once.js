// @ts-check
/** Forms that are sent once, however often they are pressed. */

export function sendOnce() {
  for (const form of document.querySelectorAll("form[data-once]")) {
    form.addEventListener("submit", (event) => {
      if (form.hasAttribute("data-sent")) event.preventDefault();
      form.setAttribute("data-sent", "");
    });
  }
  /* Back from another page the form may be sent again. */
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent]")) form.removeAttribute("data-sent");
  });
}
