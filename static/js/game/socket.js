// @ts-check
/**
 * The line to the server: joins first, pings with a number, and believes only in answers. A socket
 * that still says "open" but doesn't answer within two beats is treated as dead. Nothing is queued:
 * what can't be sent now is refused to the caller, so no old move can reach a later position.
 *
 * Time, sockets and chance come from `Surroundings`, so that tests can be exact. What frames mean is
 * the caller's affair.
 */

/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {import("./types.js").Command} Command */
/**
 * "gone": the server has said that there is nothing to come back to.
 * @typedef {"connecting" | "live" | "lost" | "gone"} Status
 */

/**
 * @typedef {object} Surroundings
 * @property {(url: string) => WebSocket} open
 * @property {() => number} now milliseconds that never go back
 * @property {() => number} random 0 to 1
 * @property {(action: () => void, ms: number) => number} later
 * @property {(timer: number) => void} cancel
 */

/**
 * @typedef {object} Wishes
 * @property {string} url
 * @property {() => string | null} secret the seat's, sent when joining
 * @property {() => number} seen newest seq held
 * @property {(frame: Frame) => void} onFrame
 * @property {(status: Status) => void} onStatus
 * @property {(now: number, sent: number, received: number) => void} onTime
 */

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
const DEFAULT_BEAT_MS = 4_000;
/** A socket that hasn't said hello for so long won't. */
const HELLO_MS = 10_000;
/** Closed with one of these, the room is unknown or private: asking again won't help. */
const FOR_GOOD = [4403, 4404];
/** Closed for sending too much or in favour of newer tabs: not tried again until the page is seen. */
const ENOUGH = 4429;
/** After waking up an answer comes soon or the line is dead. */
const WAKE_MS = 2_500;

/**
 * How long to wait before the next attempt: doubling, capped, and spread so that a restarted server
 * isn't met by everybody at once.
 * @param {number} attempt from 0 @param {number} chance 0 to 1
 */
export function waitBefore(attempt, chance) {
  const full = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return full / 2 + (full / 2) * chance;
}

export class Link {
  /** @param {Wishes} wishes @param {Surroundings} [surroundings] */
  constructor(wishes, surroundings = browserSurroundings()) {
    this.wishes = wishes;
    this.env = surroundings;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Status} */
    this.status = "connecting";
    this.attempt = 0;
    this.beatMs = DEFAULT_BEAT_MS;
    this.number = 0;
    /** Unanswered pings: number → when sent. @type {Map<number, number>} */
    this.asked = new Map();
    this.joinedAt = 0;
    this.lastPing = 0;
    this.deadAt = Infinity;
    /** @type {number | null} */
    this.retry = null;
    this.closed = false;
  }

  /** Open the line, dropping the present one if there is one (a new identity, a wake-up). */
  connect() {
    this.drop();
    this.closed = false;
    const socket = this.env.open(this.wishes.url);
    this.socket = socket;
    this.deadAt = this.env.now() + HELLO_MS;
    socket.onopen = () => {
      this.joinedAt = this.env.now();
      socket.send(JSON.stringify({ t: "join", v: 1, secret: this.wishes.secret() }));
    };
    socket.onmessage = (message) => this.received(message.data);
    socket.onclose = ({ code }) => {
      if (FOR_GOOD.includes(code)) this.giveUp();
      else this.lose(code !== ENOUGH);
    };
  }

  /** The same line anew, as somebody else or after the page was away: not a loss. */
  reopen() {
    this.suspend();
    this.connect();
  }

  /** Let go without a sign of trouble, until `wake` or `connect`. */
  suspend() {
    this.drop();
    this.become("connecting");
  }

  /** Give the line up for good: the room has closed. */
  close() {
    this.closed = true;
    this.drop();
  }

  /**
   * Send now or not at all.
   * @param {Command} command @returns {boolean} whether it left
   */
  send(command) {
    if (this.status !== "live" || !this.socket) return false;
    this.socket.send(JSON.stringify(command));
    return true;
  }

  /** Ask whether there is anything newer; the answer also measures the server's time. */
  ping() {
    if (this.status !== "live" || !this.socket) return;
    const now = this.env.now();
    this.number += 1;
    this.asked.set(this.number, now);
    this.lastPing = now;
    if (this.deadAt === Infinity) this.deadAt = now + 2 * this.beatMs;
    this.socket.send(JSON.stringify({ t: "ping", n: this.number, seen: this.wishes.seen() }));
  }

  /** Call about once a second. */
  tick() {
    const now = this.env.now();
    if (this.socket && now >= this.deadAt) {
      this.lose();
      return;
    }
    if (this.status === "live" && now - this.lastPing >= this.beatMs) this.ping();
  }

  /** The page is seen again, or the network has changed: believe nothing, ask at once. */
  wake() {
    if (this.closed) return;
    if (this.status !== "live" || this.socket?.readyState !== 1) {
      this.attempt = 0;
      this.connect();
      return;
    }
    // Asleep, old pings and their deadlines have passed without anything having been wrong.
    this.asked.clear();
    this.ping();
    this.deadAt = this.env.now() + WAKE_MS;
  }

  /** @param {string} text */
  received(text) {
    const now = this.env.now();
    /** @type {Frame} */
    const frame = JSON.parse(text);
    if (frame.t === "hello") this.greeted(frame, now);
    if (frame.t === "pong") this.answered(frame, now);
    this.wishes.onFrame(frame);
    if (frame.t === "hello") this.become("live");
  }

  /** @param {import("./types.js").Hello} hello @param {number} now */
  greeted(hello, now) {
    this.beatMs = hello.beat_ms;
    this.attempt = 0;
    this.deadAt = Infinity;
    this.lastPing = now;
    this.wishes.onTime(hello.now, this.joinedAt, now);
  }

  /** @param {import("./types.js").Pong} pong @param {number} now */
  answered(pong, now) {
    const sent = this.asked.get(pong.n);
    if (sent !== undefined) this.wishes.onTime(pong.now, sent, now);
    for (const number of this.asked.keys()) if (number <= pong.n) this.asked.delete(number);
    const oldest = this.asked.values().next();
    this.deadAt = oldest.done ? Infinity : oldest.value + 2 * this.beatMs;
  }

  giveUp() {
    this.close();
    this.become("gone");
  }

  /** @param {boolean} [again] whether to try again before `wake` */
  lose(again = true) {
    this.drop();
    if (this.closed) return;
    this.become("lost");
    if (!again) return;
    const wait = waitBefore(this.attempt, this.env.random());
    this.attempt += 1;
    this.retry = this.env.later(() => this.connect(), wait);
  }

  /** Forget the socket; nothing it still says is heard. */
  drop() {
    if (this.retry !== null) this.env.cancel(this.retry);
    this.retry = null;
    this.asked.clear();
    this.deadAt = Infinity;
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** @param {Status} status */
  become(status) {
    if (status === this.status) return;
    this.status = status;
    this.wishes.onStatus(status);
  }
}

/** @returns {Surroundings} */
function browserSurroundings() {
  return {
    open: (url) => new WebSocket(url),
    now: () => performance.now(),
    random: () => Math.random(),
    later: (action, ms) => window.setTimeout(action, ms),
    cancel: (timer) => window.clearTimeout(timer),
  };
}

/**
 * Keep a link alive for as long as the page is: ticks from a worker, wake-ups from the browser.
 * @param {Link} link
 */
export function keepAlive(link) {
  try {
    const worker = new Worker(new URL("./beat.js", import.meta.url));
    worker.onmessage = () => link.tick();
    worker.onerror = () => window.setInterval(() => link.tick(), 1000);
  } catch {
    window.setInterval(() => link.tick(), 1000);
  }
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) link.wake();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") link.wake();
  });
  // Offline needn't concern this line (the site may run on this very machine): ask, and soon know.
  for (const change of ["online", "offline"]) window.addEventListener(change, () => link.wake());
  window.addEventListener("pagehide", () => link.suspend());
}
