// @ts-check
/**
 * The review of a round: its progress, the costliest moves, and a word on each ply one goes back to.
 * Another round, or an undo, ends it.
 */

import { byId, make } from "../game/dom.js";
import { fill, gettext, ngettext } from "../game/i18n.js";
import { stepsOf, transcript } from "./match.js";
import { costliest, reviewRound } from "./review.js";
import { judgedText, playerName } from "./words.js";

/** @typedef {import("./match.js").Match} Match */
/** @typedef {import("./review.js").Judged} Judged */
/** @typedef {ReturnType<typeof import("./engine_client.js").createEngine>} Engine */

const LISTED = 5;

export class ReviewPanel {
  /**
   * @param {Engine} engine
   * @param {{go: (ply: number) => void, changed: () => void, say: (text: string) => void}} means
   */
  constructor(engine, means) {
    this.engine = engine;
    this.means = means;
    this.root = byId("review");
    /** @type {Map<number, Judged>} */
    this.judged = new Map();
    /** The round that is looked at; "" for none. */
    this.key = "";
  }

  /** @param {Match} match */
  async begin(match) {
    const key = keyOf(match);
    if (this.key === key) return;
    this.key = key;
    this.judged = new Map();
    const steps = stepsOf(match);
    this.progress(0, steps.filter((step) => step.square !== null).length);
    try {
      await reviewRound(steps, (board) => this.engine.rate(board), (judged, done, all) => {
        if (this.key !== key) return false;
        this.judged.set(judged.ply, judged);
        if (done < all) this.progress(done, all);
        else this.list(match);
        this.means.changed();
        return true;
      });
    } catch {
      if (this.key !== key) return;
      this.key = "";
      this.root.replaceChildren(make("p", {}, gettext("The review stopped. Load the page again, then start it once more.")));
    }
  }

  /** Only the round that was reviewed has one. @param {Match} match */
  follow(match) {
    if (this.key && this.key !== keyOf(match)) this.key = "";
    this.root.hidden = this.key === "";
    if (!this.key) this.judged = new Map();
  }

  /** What is said of the ply that led to the position on the board. @param {number} ply */
  textOf(ply) {
    const judged = this.judged.get(ply);
    return judged ? judgedText(judged) : "";
  }

  /** @param {number} ply @returns {string | null} the better square, if there was one */
  betterThan(ply) {
    const judged = this.judged.get(ply);
    return judged && judged.lost > 0 ? judged.best : null;
  }

  /** @param {number} done @param {number} all */
  progress(done, all) {
    const bar = make("progress", { max: String(all), value: String(done), "aria-label": gettext("Review") });
    this.root.replaceChildren(make("p", { class: "soft" },
      fill(gettext("Looking at move %(done)s of %(all)s …"), { done, all })), bar);
  }

  /** @param {Match} match */
  list(match) {
    const worst = costliest(this.judged.values(), LISTED);
    const rows = worst.map((one) => {
      const button = make("button", { type: "button", class: "review-row" },
        make("strong", {}, `${one.ply}. ${one.played}`), make("span", {}, playerName(match, one.side)),
        make("span", { class: "soft" }, fill(ngettext("−%(count)s disc", "−%(count)s discs", one.lost), { count: one.lost })));
      button.addEventListener("click", () => this.means.go(one.ply));
      return make("li", {}, button);
    });
    const title = rows.length ? gettext("The costliest moves") : gettext("No move lost anything the engine can see.");
    this.root.replaceChildren(make("h2", {}, title), make("ol", {}, ...rows));
    this.means.say(title);
  }
}

/** @param {Match} match */
function keyOf(match) {
  return match.result ? `${match.seed}:${transcript(match)}` : "";
}
