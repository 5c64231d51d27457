// @ts-check
/**
 * The front page: a match on this device, against somebody beside one or the computer. Wires match,
 * storage, engine, board, cards and words together; the rules are `rules.js` and `match.js`.
 */

import { borrowSentence, createAnnouncer, pliesText, resultText, warningText } from "../game/announce.js";
import { Board } from "../game/board.js";
import { listenToBoard } from "../game/board_input.js";
import { msLeft, runningSide, warningsPassed } from "../game/clock.js";
import { createMoveConfirmation } from "../game/confirm_move.js";
import { recheckQuestion } from "../game/dialog.js";
import { newPlies, trailingPasses } from "../game/diff.js";
import { byId, setAttribute, setText } from "../game/dom.js";
import { keepFocus } from "../game/focus.js";
import { History } from "../game/history.js";
import { fill, gettext, sideName } from "../game/i18n.js";
import { createPassCard } from "../game/pass_card.js";
import { settings } from "../game/settings.js";
import { SettingsPanel } from "../game/settings_panel.js";
import { soundMove, unlockSounds } from "../game/sounds.js";
import { passSentence, StatusLine } from "../game/status.js";
import { readerOf } from "../game/story.js";
import { PlayerCard, RoundResult } from "./cards.js";
import { LocalControls } from "./controls.js";
import { setBusy } from "../offline.js";
import { createEngine } from "./engine_client.js";
import { hintOf, hintStands } from "./hint.js";
import { browserStorage, createKeep, goesBefore, KEY } from "./keep.js";
import {
  answer, besideEmptyCorner, boardOf, fall, isComputersTurn, LEVELS, newMatch, nextRound, notAhead, PACE_MS, play,
  playOtherwise, restart, shifted, sideOf, transcript, undo,
} from "./match.js";
import { mayRestart, Options, sameRound } from "./options.js";
import { pictureOf, readerOfPicture, viewOf } from "./picture.js";
import { matchFrom } from "./restore.js";
import { ReviewPanel } from "./review_panel.js";
import { discAt, squareName } from "./rules.js";
import { createTime } from "./time.js";
import { cornerHint, expected, otherTabText, playerNames, recordText, roundText, stoppedText, whyNotHere } from "./words.js";

/** @typedef {import("./match.js").Match} Match */
/** @typedef {import("../game/types.js").Snapshot} Snapshot */

const HINTED = "hinted";
/** @type {any} */
const NO_RIGHTS = { sit: {}, add_bot: {}, remove_bot: null, stand: false, seat: null };

function newSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}

class HomePage {
  constructor() {
    const root = byId("home");
    this.root = root;
    this.time = createTime();
    this.now = this.time.now;
    this.storage = browserStorage();
    this.keep = createKeep(this.storage);
    /** @type {Match} */
    this.match = this.keep.read() ?? newMatch(newSeed());
    this.picture = this.pictured();
    this.thinking = "";
    /** The position at which the engine failed; "" for none. */
    this.failedAt = "";
    this.toldUnkept = false;
    /** @type {import("./hint.js").Hint | null} */
    this.hinted = null;
    this.lastLeft = Infinity;
    this.engine = createEngine(root.dataset.engine ?? "");
    this.say = createAnnouncer([byId("live-a"), byId("live-b")]);
    this.status = new StatusLine(byId("status"));
    this.passes = createPassCard(byId("pass-card"));
    this.board = new Board(byId("board"));
    this.confirmation = createMoveConfirmation(this.board, (text) => this.tell(text));
    this.history = new History(() => this.draw());
    this.makeParts();
  }

  makeParts() {
    const match = () => this.match;
    const next = () => this.take(nextRound(this.match, newSeed()));
    this.cards = { top: new PlayerCard(byId("card-top"), match), bottom: new PlayerCard(byId("card-bottom"), match) };
    this.review = new ReviewPanel(this.engine, {
      go: (ply) => this.goReviewed(ply), changed: () => this.draw(), say: (text) => this.say(text),
    });
    this.result = new RoundResult(byId("result"), { review: () => void this.beginReview() });
    this.controls = new LocalControls(byId("controls"), {
      undo: () => this.undo(), restart: () => void this.restart(), next, again: () => this.thinkAgain(),
    });
    this.options = new Options(/** @type {HTMLFormElement} */ (byId("options")), {
      match, wish: (wishes) => this.take(playOtherwise(this.match, wishes, newSeed())),
    });
    new SettingsPanel(/** @type {HTMLFormElement} */ (byId("settings")));
    settings().listeners.add(() => this.redraw());
    listenToBoard(this.board, (square) => this.choose(square));
    unlockSounds();
    window.addEventListener("storage", (event) => {
      if (event.key === KEY && event.newValue !== null) this.otherTab(matchFrom(event.newValue));
    });
    window.addEventListener("pagehide", () => { if (this.stopped) this.keep.write(this.unspent(this.match)); });
    // A page that the browser had put aside has missed the news.
    window.addEventListener("pageshow", ({ persisted }) => persisted && this.otherTab(this.keep.read()));
  }

  run() {
    this.history.update(this.picture.game);
    this.holdPasses();
    this.draw();
    if (this.keep.setAside) this.tell(gettext("A game was kept here that can't be read. It was set aside; this is a new one."));
    // Another clock of the system's may have been at work when it was kept.
    this.take(notAhead(this.match, this.now()));
    window.setInterval(() => this.tick(), 100);
    this.tick();
    this.think();
  }

  /** What another tab has kept. @param {Match | null} match */
  otherTab(match) {
    if (!match) return;
    this.followSystemTime();
    if (goesBefore(match, this.match)) this.showOther(this.match, match);
    // It hadn't seen what this tab did.
    else if (goesBefore(this.match, match)) this.keep.write(this.match);
  }

  /** @param {Match} own what this tab showed, or was about to @param {Match} match */
  showOther(own, match) {
    this.show(match);
    const text = otherTabText(own, match);
    if (text) this.tell(text);
  }

  /** Before anything is done with the time: what is left on a clock is no matter of the system's. */
  followSystemTime() {
    const by = this.time.jumped();
    if (by) this.take(shifted(this.match, by));
  }

  pictured() {
    return pictureOf(this.match, this.now(), playerNames(this.match));
  }

  /** Keep what happened and show it; where another tab was faster, what happened there. @param {Match} next */
  take(next) {
    if (next === this.match) return;
    const kept = this.keep.write(next);
    if (kept === next) this.show(kept);
    else this.showOther(next, kept);
    if (!this.keep.keeps) this.tellUnkept();
  }

  /** Once, when there is something to lose. */
  tellUnkept() {
    if (this.toldUnkept) return;
    this.toldUnkept = true;
    this.tell(gettext("Note: nothing is kept here. This game is gone when you close the page."));
  }

  /** @param {Match} match */
  show(match) {
    const before = this.picture;
    this.match = match;
    this.picture = this.pictured();
    this.confirmation.forget();
    keepFocus(() => {
      this.history.update(this.picture.game);
      this.review?.follow(match);
      this.tellNews(before);
      this.holdPasses();
      this.draw();
    });
    this.think();
  }

  /** @param {Snapshot} before */
  tellNews(before) {
    const { game } = this.picture;
    if (!game) return;
    const plies = newPlies(before.game, game);
    const ended = game.result !== null && !before.game?.result;
    const placed = plies.filter((ply) => ply.square !== null);
    if (placed.length === 1) soundMove(placed[0].flipped.length);
    const passes = plies.filter((ply) => ply.square === null).map((ply) => ply.side);
    this.passes.show(ended ? [] : passes);
    this.status.calm();
    const words = [pliesText(plies, ended)];
    if (game.result && ended) words.push(resultText(game.result, readerOf(this.picture, readerOfPicture(this.match, this.picture))));
    if (!plies.length && !ended) words.push(expected(this.match, this.picture));
    this.say(words.filter(Boolean).join(" "));
  }

  /** The status line keeps a pass, or a disc that changed trays, until the next move. */
  holdPasses() {
    const steps = this.match.result ? [] : this.history.steps;
    const passes = trailingPasses(steps).map((step) => passSentence(step.side));
    const last = steps.at(-1);
    const borrowed = last?.fromOpponentTray ? borrowSentence(sideName(last.side)) : "";
    this.status.hold(passes.join(" ") || borrowed);
  }

  /** A square was chosen on the board. @param {number} square */
  choose(square) {
    if (this.history.ply !== null) return this.history.go(null);
    this.followSystemTime();
    const board = boardOf(this.match);
    const name = squareName(square);
    const legal = !this.match.result && !isComputersTurn(this.match) && name in (this.picture.game?.legal ?? {});
    if (!this.confirmation.passes(square, legal)) return;
    if (!legal) {
      this.board.shake(square);
      return this.tell(this.stopped ? stoppedText() : whyNotHere(this.match, name, discAt(board, square) === null));
    }
    this.take(play(this.match, square, this.now()));
    if (besideEmptyCorner(board, name)) this.hint(name);
  }

  /** Said once on this device, where hints are wanted. @param {string} square */
  hint(square) {
    if (!settings().now.hints || this.match.result) return;
    try {
      if (this.storage?.getItem(HINTED)) return;
      this.storage?.setItem(HINTED, "yes");
    } catch {
      // Nothing is kept: it is said again next time.
    }
    this.hinted = hintOf(this.match, square);
    this.say(cornerHint(square));
    this.draw();
  }

  /** Somebody likes the board otherwise; the sides may have other names by that. */
  redraw() {
    this.history.rename();
    this.holdPasses();
    this.draw();
  }

  undo() {
    // Of a position gone back to nothing can be taken back: it is the last move that is meant.
    this.history.go(null);
    this.followSystemTime();
    this.take(undo(this.match, this.now()));
  }

  async restart() {
    const { match } = this;
    if (await mayRestart(() => sameRound(match, this.match))) this.take(restart(this.match, newSeed()));
  }

  async beginReview() {
    const begun = this.review?.begin(this.match);
    this.draw();
    byId("review").scrollIntoView({ block: "nearest" });
    await begun;
  }

  /** A list on a phone may have been scrolled to: what it is about is the board. @param {number} ply */
  goReviewed(ply) {
    this.history.go(ply);
    byId("stage").scrollIntoView({ block: "nearest" });
  }

  /** Have the computer move if it is its turn, unless it is at it already. */
  think() {
    const { match } = this;
    const key = isComputersTurn(match) ? `${match.seed}:${transcript(match)}` : "";
    if (key === this.thinking) return;
    this.thinking = key;
    if (key) void this.answer(key, match);
  }

  /** @param {string} key @param {Match} match */
  async answer(key, match) {
    const began = performance.now();
    const { opponent } = match;
    if (opponent === "person") return;
    try {
      const square = await this.engine.choose(boardOf(match), opponent, match.seed);
      await new Promise((resolve) => { setTimeout(resolve, began + PACE_MS - performance.now()); });
      // Undone, begun anew or played on in another tab meanwhile: the answer is to nothing.
      this.followSystemTime();
      if (this.thinking === key) this.take(answer(this.match, square, this.now()));
    } catch {
      if (this.thinking !== key) return;
      this.failedAt = key;
      this.say(stoppedText());
      this.draw();
    }
  }

  /** Whether the computer is to move and can't. */
  get stopped() {
    return this.failedAt !== "" && this.failedAt === this.thinking;
  }

  /** What the engine's failure took is nobody's time. @param {Match} match */
  unspent(match) {
    return this.stopped && match.since !== null ? shifted(match, this.now() - match.since) : match;
  }

  thinkAgain() {
    const match = this.unspent(this.match);
    this.failedAt = this.thinking = "";
    this.take(match);
    this.think();
    this.draw();
  }

  /** Say in the status line and to screen readers. @param {string} text */
  tell(text) {
    this.status.flash(text);
    this.say(text);
  }

  draw() {
    const { match, picture, history } = this;
    const { game } = picture;
    if (!game || !this.cards) return;
    const looking = history.ply;
    setAttribute(this.root, "data-phase", picture.phase);
    setBusy(match.discs.length > 0 && match.result === null);
    this.board.draw(this.pastView() ?? viewOf(match, picture));
    this.board.setDisabled(looking !== null);
    const past = history.discs();
    const shown = { snapshot: picture, you: null, rights: NO_RIGHTS, people: null, past };
    this.cards.bottom.draw(sideOf(match, 0), shown);
    this.cards.top.draw(sideOf(match, 1), shown);
    this.controls?.draw(match, this.stopped);
    this.result?.draw(picture, NO_RIGHTS, history.steps, readerOfPicture(match, picture));
    this.review?.follow(match);
    setAttribute(this.root, "data-reviewing", !byId("review").hidden);
    this.options?.draw(match);
    this.drawScore();
    recheckQuestion();
    this.status.expect(this.expectation());
    this.drawClocks();
  }

  /** A position gone back to; a better square than the one played is marked. */
  pastView() {
    const view = this.history.view();
    const better = view && this.review?.betterThan(this.history.shown);
    return view && { ...view, better };
  }

  expectation() {
    const { history } = this;
    const judged = this.review?.textOf(history.shown) ?? "";
    if (history.ply === null && this.stopped) return stoppedText();
    if (history.ply === null) return this.hintText() || expected(this.match, this.picture);
    return judged || fill(gettext("You look at move %(ply)s of %(last)s. Live brings you back."),
      { ply: history.ply, last: history.steps.length });
  }

  hintText() {
    if (!hintStands(this.hinted, this.match)) this.hinted = null;
    return this.hinted ? cornerHint(this.hinted.square) : "";
  }

  drawScore() {
    setText(byId("round"), roundText(this.match));
    for (const level of LEVELS) setText(byId(`record-${level}`), recordText(this.match, level));
    byId("unkept").hidden = this.keep.keeps;
  }

  tick() {
    this.followSystemTime();
    this.take(fall(this.match, this.now()));
    this.drawClocks();
  }

  drawClocks() {
    const { picture } = this;
    if (!this.cards) return;
    const now = this.now();
    this.cards.top.drawClock(picture, now);
    this.cards.bottom.drawClock(picture, now);
    const side = runningSide(picture);
    const left = side ? msLeft(picture, side, now) : null;
    if (left === null) return void (this.lastLeft = Infinity);
    const passed = warningsPassed(this.lastLeft, left).at(-1);
    if (passed && this.lastLeft !== Infinity && !isComputersTurn(this.match)) this.say(warningText(passed / 1000));
    this.lastLeft = left;
  }
}

new HomePage().run();
