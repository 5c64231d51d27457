/** The engine's thread may fail to load, fall over or fall silent: nobody waits for ever. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { createEngine, PATIENCE_MS } from "../../static/js/local/engine_client.js";
import { START } from "../../static/js/local/rules.js";

/** A browser's worker, of which each new one does what comes next in `fates`. */
let fates = [];
let made = [];

class Thread extends EventTarget {
  constructor(url, options) {
    super();
    this.fate = fates.shift();
    if (this.fate === "refused") throw new Error("SecurityError");
    made.push(options.type);
  }

  postMessage({ id }) {
    const event = this.fate === "answers" ? Object.assign(new Event("message"), { data: { id, answer: 19 } }) : new Event("error");
    if (this.fate !== "silent") queueMicrotask(() => this.dispatchEvent(event));
  }

  terminate() {
    this.fate = "ended";
  }
}

beforeEach(() => {
  made = [];
  globalThis.Worker = Thread;
  mock.timers.enable({ apis: ["setTimeout"] });
});
afterEach(() => {
  mock.timers.reset();
  delete globalThis.Worker;
});

for (const first of ["refused", "fails"]) {
  test(`a thread that ${first} is replaced once, by one of the plain kind`, async () => {
    fates = [first, "answers"];
    const engine = createEngine("engine.js");
    assert.equal(await engine.choose(START, "beginner", 1), 19);
    assert.equal(made.at(-1), "classic");
    assert.equal(await engine.choose(START, "beginner", 1), 19);
    assert.deepEqual(made, first === "fails" ? ["module", "classic"] : ["classic"], "and that one is kept");
  });
}

test("a thread that falls silent is given up", async () => {
  fates = ["silent", "answers"];
  const asked = createEngine("engine.js").choose(START, "beginner", 1);
  mock.timers.tick(PATIENCE_MS);
  assert.equal(await asked, 19);
});

test("where none answers it is told, and a later question begins anew", async () => {
  fates = ["fails", "fails", "answers"];
  const engine = createEngine("engine.js");
  await assert.rejects(engine.choose(START, "beginner", 1));
  assert.equal(await engine.choose(START, "beginner", 1), 19);
});
