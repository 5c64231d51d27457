/** The line: joins first, believes only in answers, queues nothing. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { createCommands } from "../../static/js/game/commands.js";
import { Link, waitBefore } from "../../static/js/game/socket.js";
import { alice } from "./game_fixtures.mjs";

/** A link on a made-up clock, with the sockets it opened and what happened to it. */
function bench() {
  const seen = { now: 1_000, sockets: [], statuses: [], frames: [], times: [], timers: new Map(), next: 1 };
  const env = {
    open: () => {
      const socket = { sent: [], readyState: 1, closed: false, send(text) { this.sent.push(JSON.parse(text)); }, close() { this.closed = true; } };
      seen.sockets.push(socket);
      return socket;
    },
    now: () => seen.now,
    random: () => 1,
    later: (action, ms) => {
      seen.timers.set(seen.next, { action, ms });
      return seen.next++;
    },
    cancel: (timer) => seen.timers.delete(timer),
  };
  const link = new Link({
    url: "ws://test", secret: () => "s", seen: () => 18,
    onFrame: (frame) => seen.frames.push(frame.t), onStatus: (status) => seen.statuses.push(status),
    onTime: (...sample) => seen.times.push(sample),
  }, env);
  const last = () => seen.sockets.at(-1);
  return {
    ...seen, seen, link, last,
    pass(ms) { seen.now += ms; link.tick(); },
    hello() {
      last().onopen();
      last().onmessage({ data: JSON.stringify({ t: "hello", v: 1, build: "1", now: 77_000, beat_ms: 4_000, you: null, secret: null }) });
    },
    pong(n) { last().onmessage({ data: JSON.stringify({ t: "pong", n, now: 80_000 }) }); },
    fire() {
      const [[id, timer]] = seen.timers;
      seen.timers.delete(id);
      timer.action();
    },
  };
}

test("it joins before anything else and is live only after the hello", () => {
  const it = bench();
  it.link.connect();
  assert.equal(it.link.send({ t: "stand" }), false);
  it.last().onopen();
  assert.deepEqual(it.last().sent, [{ t: "join", v: 1, secret: "s" }]);
  assert.equal(it.link.status, "connecting");
  it.hello();
  assert.equal(it.link.status, "live");
  assert.equal(it.link.send({ t: "stand" }), true);
});

test("it pings with a number and the newest seq once a beat, and measures the time", () => {
  const it = bench();
  it.link.connect();
  it.hello();
  it.pass(3_900);
  assert.equal(it.last().sent.filter(({ t }) => t === "ping").length, 0);
  it.pass(100);
  assert.deepEqual(it.last().sent.at(-1), { t: "ping", n: 1, seen: 18 });
  it.seen.now += 30;
  it.pong(1);
  assert.deepEqual(it.times.at(-1), [80_000, 5_000, 5_030]);
});

test("an open socket that doesn't answer within two beats is dead", () => {
  const it = bench();
  it.link.connect();
  it.hello();
  it.pass(4_000);
  it.pass(4_000);
  assert.equal(it.link.status, "live");
  it.pass(4_000);
  assert.equal(it.link.status, "lost");
  assert.equal(it.sockets[0].closed, true);
});

test("an answer to a later ping answers the earlier ones too", () => {
  const it = bench();
  it.link.connect();
  it.hello();
  it.pass(4_000);
  it.pass(4_000);
  it.pong(2);
  it.pass(3_900);
  assert.equal(it.link.status, "live");
});

test("a socket that never says hello is given up", () => {
  const it = bench();
  it.link.connect();
  it.pass(10_000);
  assert.equal(it.link.status, "lost");
});

test("nothing is queued: what was asked for while lost isn't sent later", () => {
  const it = bench();
  it.link.connect();
  it.hello();
  it.last().onclose({ code: 1006 });
  assert.equal(it.link.send({ t: "place", sq: "e6", game: 1, ply: 3 }), false);
  it.fire();
  it.hello();
  assert.deepEqual(it.last().sent.map(({ t }) => t), ["join"]);
});

test("attempts come at growing distances, capped and spread", () => {
  assert.equal(waitBefore(0, 1), 500);
  assert.equal(waitBefore(0, 0), 250);
  assert.equal(waitBefore(3, 1), 4_000);
  assert.equal(waitBefore(30, 1), 15_000);
  const it = bench();
  it.link.connect();
  const waits = [];
  for (let round = 0; round < 3; round++) {
    it.last().onclose({ code: 1006 });
    waits.push([...it.timers.values()][0].ms);
    it.fire();
  }
  assert.deepEqual(waits, [500, 1_000, 2_000]);
  it.hello();
  it.last().onclose({ code: 1006 });
  assert.equal([...it.timers.values()][0].ms, 500);
});

test("waking up asks at once, and reconnects soon if nothing comes", () => {
  const it = bench();
  it.link.connect();
  it.hello();
  it.seen.now += 3_600_000; // an hour of sleep: no tick came
  it.link.wake();
  assert.equal(it.last().sent.at(-1).t, "ping");
  it.pass(1_000);
  assert.equal(it.link.status, "live");
  it.pass(1_500);
  assert.equal(it.link.status, "lost");
});

test("waking up while lost doesn't wait for the next attempt", () => {
  const it = bench();
  it.link.connect();
  it.hello();
  it.last().onclose({ code: 1006 });
  it.link.wake();
  assert.equal(it.sockets.length, 2);
  assert.equal(it.timers.size, 0);
});

test("a closed room's line stays down", () => {
  const it = bench();
  it.link.connect();
  it.hello();
  it.link.close();
  it.link.wake();
  assert.equal(it.sockets.length, 1);
  assert.equal(it.timers.size, 0);
});

test("a room that is unknown or private isn't asked for again", () => {
  const it = bench();
  it.link.connect();
  it.last().onclose({ code: 4404 });
  assert.equal(it.link.status, "gone");
  assert.equal(it.timers.size, 0);
});

test("a line closed for too many frames or tabs is tried again only when the page is seen", () => {
  const it = bench();
  it.link.connect();
  it.hello();
  it.last().onclose({ code: 4429 });
  assert.equal(it.link.status, "lost");
  assert.equal(it.timers.size, 0);
  it.link.wake();
  assert.equal(it.sockets.length, 2);
});

test("an old socket isn't heard after a new one was opened", () => {
  const it = bench();
  it.link.connect();
  it.hello();
  it.link.reopen();
  assert.equal(it.sockets[0].onmessage, null);
  assert.equal(it.link.status, "connecting");
});

/** Commands with what they sent. */
function desk(you = alice) {
  const seen = { sent: [], unsent: 0, asked: 0, now: 0, you, live: true };
  const commands = createCommands({
    send: (command) => seen.live && Boolean(seen.sent.push(command)),
    you: () => seen.you,
    identify: async () => { seen.asked += 1; },
    unsent: () => { seen.unsent += 1; },
    now: () => seen.now,
  });
  return { seen, commands };
}

test("a double click sends once, until it is answered", () => {
  const { seen, commands } = desk();
  commands.ask({ t: "sit", side: "dark" });
  commands.ask({ t: "sit", side: "dark" });
  assert.deepEqual(seen.sent, [{ t: "sit", side: "dark", id: 1 }]);
  commands.answered(1);
  commands.ask({ t: "sit", side: "dark" });
  assert.equal(seen.sent.length, 2);
});

test("an unanswered command may be asked again after a while", () => {
  const { seen, commands } = desk();
  commands.ask({ t: "start" });
  seen.now = 3_000;
  commands.ask({ t: "start" });
  assert.equal(seen.sent.length, 2);
});

test("without an identity one is made first and the command goes out once", async () => {
  const { seen, commands } = desk(null);
  commands.ask({ t: "sit", side: "light" });
  commands.ask({ t: "sit", side: "light" });
  commands.live();
  assert.equal(seen.sent.length, 0);
  await Promise.resolve();
  seen.you = alice;
  commands.live();
  commands.live();
  assert.equal(seen.asked, 1);
  assert.deepEqual(seen.sent.map(({ t }) => t), ["sit"]);
});

test("what couldn't leave is said, not kept", () => {
  const { seen, commands } = desk();
  seen.live = false;
  commands.ask({ t: "resign", game: 1 });
  assert.equal(seen.unsent, 1);
  seen.live = true;
  commands.live();
  assert.deepEqual(seen.sent, []);
});
