// @ts-check
/**
 * The room's page: wires store, line, board, cards, history and words together. What each of them
 * does is in its own file; the rules of what happens next are the server's.
 */

import { createAnnouncer, borrowSentence, pliesText, resultText, warningText } from "./announce.js";
import { Board } from "./board.js";
import { BotPanel, chooseLevel } from "./bots.js";
import { listenToBoard } from "./board_input.js";
import { createServerTime, msLeft, runningSide, warningsPassed } from "./clock.js";
import { createCommands } from "./commands.js";
import { createMoveConfirmation } from "./confirm_move.js";
import { Controls } from "./controls.js";
import { confirmed, offerOwnGame, recheckQuestion } from "./dialog.js";
import { newPlies, trailingPasses } from "./diff.js";
import { byId, readJson, setAttribute, setText } from "./dom.js";
import { keepFocus } from "./focus.js";
import { emptyView, liveView } from "./hand.js";
import { History } from "./history.js";
import { fill, gettext, ngettext, sideName } from "./i18n.js";
import { becomeGuest, createSeatSecret } from "./identity.js";
import { createPassCard } from "./pass_card.js";
import { Card } from "./panel.js";
import { createPlacing } from "./placing.js";
import { drawRail, handOver, listenToShare } from "./rail.js";
import { ResultCard } from "./result.js";
import { bottomSide, otherSide, rightsOf, SIDES } from "./rights.js";
import { fatesOf, seatNews } from "./seat_news.js";
import { settings } from "./settings.js";
import { SettingsPanel } from "./settings_panel.js";
import { keepAlive, Link } from "./socket.js";
import { soundMove, unlockSounds } from "./sounds.js";
import { expectation, passSentence, StatusLine } from "./status.js";
import { createStore } from "./store.js";
import { readerOf } from "./story.js";
import { squareName } from "../local/rules.js";
import { offerNewerPage, setBusy } from "../offline.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").Person} Person */
/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {import("./types.js").Side} Side */

const NOTICE_MS = 8_000;
const LEAVE_MS = 1_500;

class RoomPage {
  constructor() {
    const root = byId("room");
    this.root = root;
    this.code = root.dataset.code ?? "";
    /** @type {Person | null} */
    this.you = readJson("you");
    this.store = createStore(/** @type {Snapshot} */ (readJson("snapshot")));
    this.time = createServerTime();
    if (this.store.snapshot) this.time.assume(this.store.snapshot.at, performance.now());
    this.secret = createSeatSecret(this.code);
    /** @type {Side} */
    this.bottom = "dark";
    this.leaving = false;
    this.build = "";
    /** What the clock showed last, and for which action it asked at zero. */
    this.lastLeft = Infinity;
    this.askedAtZero = "";
    this.say = createAnnouncer([byId("live-a"), byId("live-b")]);
    this.status = new StatusLine(byId("status"));
    this.passes = createPassCard(byId("pass-card"));
    this.link = this.makeLink(root);
    this.commands = this.makeCommands();
    this.placing = this.makePlacing();
    this.makeParts(root);
  }

  /** @param {HTMLElement} root */
  makeLink(root) {
    const scheme = window.location.protocol === "https:" ? "wss" : "ws";
    return new Link({
      url: `${scheme}://${window.location.host}${root.dataset.ws}`,
      secret: () => this.secret.get(),
      seen: () => this.store.seq,
      onFrame: (frame) => this.received(frame),
      onStatus: () => this.lineChanged(),
      onTime: (now, sent, received) => this.time.measured(now, sent, received),
    });
  }

  makeCommands() {
    return createCommands({
      send: (command) => this.link.send(command),
      you: () => this.you,
      identify: async () => {
        const person = await becomeGuest();
        // The page is too old for the server to take anything from it; the command isn't repeated.
        if (!person) return window.location.reload();
        this.meet(person);
        this.link.reopen();
      },
      unsent: () => this.tell(gettext("There is no connection. Nothing was sent.")),
      now: () => performance.now(),
    });
  }

  makePlacing() {
    return createPlacing({
      live: () => this.link.status === "live",
      send: (command) => this.commands.send(command),
      ping: () => this.link.ping(),
      tell: (text) => this.tell(text),
      calm: () => this.status.calm(),
      draw: () => this.draw(),
    });
  }

  /** @param {HTMLElement} root */
  makeParts(root) {
    const { ask } = this.commands;
    this.board = new Board(byId("board"));
    this.confirmation = createMoveConfirmation(this.board, (text) => this.tell(text));
    this.history = new History(() => this.draw());
    const seats = {
      sit: (/** @type {Side} */ side) => ask({ t: "sit", side }),
      stand: () => ask({ t: "stand" }),
      addBot: (/** @type {Side} */ side) => this.addBot(side),
      removeBot: (/** @type {Side} */ side) => ask({ t: "remove_bot", side }),
    };
    this.bots = new BotPanel(byId("bots"), {
      reserve: (side) => ask({ t: "reserve", side }), withdraw: () => ask({ t: "withdraw" }), remove: seats.removeBot,
      keep: (side) => ask({ t: "keep_bot", side }),
    });
    this.cards = { top: new Card(byId("card-top"), seats), bottom: new Card(byId("card-bottom"), seats) };
    this.result = new ResultCard(byId("result"), {
      rematch: (agree) => ask({ t: "rematch", game: this.gameNumber(), agree }),
    });
    this.controls = new Controls(byId("controls"), {
      ask, leave: (loses) => this.leave(loses), game: () => this.gameNumber(),
    });
    listenToBoard(this.board, (square) => this.choose(square));
    listenToShare((text) => this.tell(text));
    byId("hand-over").addEventListener("click", () =>
      handOver(root.dataset.people ?? "", this.you, ask, (text) => this.tell(text), () => this.may().hand_over));
    new SettingsPanel(/** @type {HTMLFormElement} */ (byId("settings")));
    settings().listeners.add(() => this.redraw());
    unlockSounds();
  }

  run() {
    this.store.subscribe((now, before) => this.pictured(now, before));
    if (this.store.snapshot) this.pictured(this.store.snapshot, null);
    window.setInterval(() => this.drawClocks(), 100);
    if (this.store.snapshot?.phase === "closed") return;
    this.link.connect();
    keepAlive(this.link);
  }

  may() {
    return rightsOf(/** @type {Snapshot} */ (this.store.snapshot), this.you);
  }

  gameNumber() {
    return this.store.snapshot?.game?.number ?? 0;
  }

  /** @param {Frame} frame */
  received(frame) {
    switch (frame.t) {
      case "hello": return this.greeted(frame);
      case "room": return void this.store.put(frame);
      case "people": return this.store.putPeople(frame);
      case "seat": return this.secret.set(frame.secret);
      case "refused": return this.refused(frame);
    }
  }

  /** @param {import("./types.js").Hello} hello */
  greeted(hello) {
    this.secret.set(hello.secret);
    this.meet(hello.you);
    if (this.build && this.build !== hello.build) offerNewerPage();
    this.build ||= hello.build;
  }

  /** @param {Person | null} you */
  meet(you) {
    this.you = you;
    const place = document.getElementById("person");
    if (!you || !place) return;
    place.hidden = false;
    document.getElementById("sign-in")?.setAttribute("hidden", "");
    place.querySelector(".hue")?.setAttribute("data-hue", String(you.hue));
    /** @type {HTMLElement | null} */ (place.querySelector(".hue"))?.style.setProperty("--hue", String(you.hue));
    setText(byId("person-name"), you.name);
    byId("person-guest").hidden = !you.guest;
    this.draw();
  }

  /** @param {import("./types.js").Refused} frame */
  refused(frame) {
    this.commands.answered(frame.id);
    this.placing.refused(frame.id);
    this.leaving = false;
    this.tell(frame.text);
    if (frame.code === "playing_elsewhere") void offerOwnGame();
  }

  /** The line came up or went down. */
  lineChanged() {
    const { status } = this.link;
    if (status === "live") {
      this.status.calm();
      this.commands.live();
    } else {
      this.time.forget();
      this.placing.lost();
    }
    this.draw();
  }

  /** @param {Snapshot} now @param {Snapshot | null} before */
  pictured(now, before) {
    if (before && now.seq > before.seq) this.commands.answered(null);
    if (this.leaving && !rightsOf(now, this.you).leave) window.location.assign("/lobby");
    this.placing.follow(now);
    if (before) this.tellNews(now, before);
    keepFocus(() => {
      this.history?.update(now.game);
      this.holdPasses(now);
      if (now.phase === "closed") this.link.close();
      this.draw();
    });
  }

  /** @param {Snapshot} now @param {Snapshot} before */
  tellNews(now, before) {
    if (now.seq === before.seq) return;
    const plies = newPlies(before.game, now.game);
    const result = now.game?.result ?? null;
    const ended = result !== null && !before.game?.result;
    const words = [pliesText(plies, ended)];
    const passes = plies.filter((ply) => ply.square === null).map((ply) => ply.side);
    const placed = plies.filter((ply) => ply.square !== null);
    if (placed.length === 1) soundMove(placed[0].flipped.length);
    // Nobody is asked to wait for a pass over a finished board; the history keeps it.
    if (ended) this.passes.show([]);
    else if (passes.length || now.game?.id !== before.game?.id) this.passes.show(passes);
    if (plies.length || now.game?.id !== before.game?.id) this.status.calm();
    if (result && ended) words.push(resultText(result, readerOf(now, this.you)));
    const news = seatNews(before, now, this.you);
    // What is to become of a seat stands beside its card already.
    const stands = SIDES.flatMap((side) => fatesOf(now.seats[side], this.you));
    const flashed = news.filter((text) => !stands.includes(text));
    if (flashed.length) this.status.flash(flashed.join(" "));
    words.push(...news);
    if (now.notice && JSON.stringify(now.notice) !== JSON.stringify(before.notice)) {
      const text = noticeText(now.notice);
      this.status.flash(text, NOTICE_MS);
      words.push(text);
    }
    if (now.phase === "playing" && before.phase !== "playing") words.push(expectation(now, this.you));
    this.say(words.filter(Boolean).join(" "));
  }

  /** The status line keeps a pass, or a disc that changed trays, until the next move. @param {Snapshot} now */
  holdPasses(now) {
    const steps = now.phase === "playing" || now.phase === "paused" ? this.history?.steps ?? [] : [];
    const passes = trailingPasses(steps).map((step) => passSentence(step.side));
    const last = steps.at(-1);
    const borrowed = last?.fromOpponentTray ? borrowSentence(sideName(last.side)) : "";
    this.status.hold(passes.join(" ") || borrowed);
  }

  /** Somebody likes the board otherwise; the sides may have other names by that. */
  redraw() {
    this.history?.rename();
    if (this.store.snapshot) this.holdPasses(this.store.snapshot);
    this.draw();
  }

  /** A square was chosen on the board. @param {number} square */
  choose(square) {
    const { snapshot } = this.store;
    if (!snapshot || !this.board || !this.history) return;
    if (this.history.ply !== null) return this.history.go(null);
    const empty = (snapshot.game?.board[square] ?? "-") === "-";
    const legal = this.may().place && squareName(square) in (snapshot.game?.legal ?? {});
    if (!this.confirmation?.passes(square, legal)) return;
    if (!this.placing.choose(snapshot, this.you, squareName(square), empty)) this.board.shake(square);
  }

  /** @param {Side} side */
  async addBot(side) {
    const level = await chooseLevel(side, () => this.may().add_bot[side]);
    if (level) this.commands.ask({ t: "add_bot", side, level });
  }

  /** @param {boolean} loses */
  async leave(loses) {
    const yes = !loses || await confirmed({
      title: gettext("Leave this game"), act: gettext("Leave"),
      text: gettext("Leaving loses the game: your opponent wins. This can't be undone."),
      still: () => this.may().leave_loses,
    });
    if (!yes) return;
    this.leaving = true;
    this.commands.ask({ t: "leave" });
    window.setTimeout(() => { if (this.leaving) window.location.assign("/lobby"); }, LEAVE_MS);
  }

  /** Say in the status line and to screen readers. @param {string} text */
  tell(text) {
    this.status.flash(text);
    this.say(text);
  }

  draw() {
    const { snapshot } = this.store;
    if (!snapshot || !this.board || !this.history || !this.cards) return;
    const { you } = this;
    const rights = rightsOf(snapshot, you);
    const live = this.link.status === "live";
    setAttribute(this.root, "data-phase", snapshot.phase);
    setBusy(snapshot.phase === "playing" || snapshot.phase === "paused");
    setAttribute(this.root, "data-line", this.link.status);
    byId("line-lost").hidden = this.link.status !== "lost" || snapshot.phase === "closed";
    const mayPlace = rights.place && live && !this.placing.move;
    this.board.draw(this.history.view() ?? (snapshot.game ? liveView(snapshot, this.placing.move, mayPlace) : emptyView()));
    this.board.setDisabled(!live || this.history.ply !== null);
    this.bottom = bottomSide(snapshot, you, this.bottom);
    const people = this.store.peopleKnown && live ? this.store.people : null;
    const picture = { snapshot, you, rights, people, past: this.history.discs() };
    this.cards.bottom.draw(this.bottom, picture);
    this.cards.top.draw(otherSide(this.bottom), picture);
    this.controls?.draw(rights, live, snapshot.game === null, snapshot.phase === "closed");
    this.result?.draw(snapshot, rights, this.history.steps, this.you);
    drawRail(snapshot, this.store.peopleKnown ? this.store.people.watching : null, rights.hand_over && live);
    this.bots?.draw(snapshot, rights, you, live, this.bottom);
    recheckQuestion();
    this.drawExpectation(snapshot);
    this.drawClocks();
  }

  /** @param {Snapshot} snapshot */
  drawExpectation(snapshot) {
    const { history } = this;
    if (this.link.status === "gone") this.status.expect(gettext("This room doesn't open any more. The lobby shows those that do."));
    else if (this.link.status === "lost") this.status.expect(gettext("Connection lost. Trying again."));
    else if (history && history.ply !== null) {
      this.status.expect(fill(gettext("You look at move %(ply)s of %(last)s. Live brings you back."),
        { ply: history.ply, last: history.steps.length }));
    } else if (!this.placing.move) this.status.expect(expectation(snapshot, this.you));
  }

  drawClocks() {
    const { snapshot } = this.store;
    if (!snapshot || !this.cards) return;
    const now = this.time.at(performance.now());
    this.cards.top.drawClock(snapshot, now);
    this.cards.bottom.drawClock(snapshot, now);
    const side = runningSide(snapshot);
    const left = side ? msLeft(snapshot, side, now) : null;
    if (!side || left === null) return void (this.lastLeft = Infinity);
    if (rightsOf(snapshot, this.you).place) {
      const passed = warningsPassed(this.lastLeft, left).at(-1);
      if (passed && this.lastLeft !== Infinity) this.say(warningText(passed / 1000));
    }
    this.lastLeft = left;
    const action = `${snapshot.game?.id}:${snapshot.game?.ply}`;
    // Evidence that somebody was there when the flag fell.
    if (left === 0 && this.askedAtZero !== action) {
      this.askedAtZero = action;
      this.link.ping();
    }
  }
}

/** @param {{code: string, ms: number}} notice */
function noticeText(notice) {
  if (notice.code !== "outage") return "";
  const seconds = Math.max(1, Math.round(notice.ms / 1000));
  return fill(ngettext("The server was away for %(count)s second. Nobody lost time.",
    "The server was away for %(count)s seconds. Nobody lost time.", seconds), { count: seconds });
}

new RoomPage().run();
