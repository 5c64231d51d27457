// @ts-check
/** The form of `settings.js`, wherever it stands: each field is named after the setting it changes. */

import { settings } from "./settings.js";

export class SettingsPanel {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("change", (event) => {
      const field = event.target;
      if (field instanceof HTMLInputElement) settings().change({ [field.name]: field.type === "checkbox" ? field.checked : field.value });
      if (field instanceof HTMLSelectElement) settings().change({ [field.name]: field.value });
    });
    settings().listeners.add(() => this.draw());
    this.draw();
  }

  draw() {
    for (const [name, value] of Object.entries(settings().now)) {
      const field = this.form.elements.namedItem(name);
      if (field instanceof HTMLInputElement && typeof value === "boolean") field.checked = value;
      if (field instanceof HTMLSelectElement) field.value = String(value);
    }
  }
}
