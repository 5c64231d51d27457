/** What the sides are called follows the discs that somebody has chosen (SPEC 1.1). */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { cellLabel } from "../../static/js/game/board.js";
import { sideName } from "../../static/js/game/i18n.js";
import { START, boardText } from "../../static/js/local/rules.js";

const wear = (discs) => { globalThis.document = { documentElement: { dataset: { discs } } }; };
afterEach(() => { delete globalThis.document; });

for (const [discs, names] of Object.entries({
  classic: ["Dark", "Light"], outline: ["Black", "White"], red: ["Red", "White"], unknown: ["Dark", "Light"],
})) {
  test(`with ${discs} discs the sides are ${names.join(" and ")}`, () => {
    wear(discs);
    assert.deepEqual(["dark", "light"].map(sideName), names);
    const view = { board: boardText(START), last: null, turned: [], legal: {}, hints: {}, turn: "dark" };
    assert.deepEqual([28, 27].map((square) => cellLabel(view, square)), [`e4, ${names[0].toLowerCase()}`, `d4, ${names[1].toLowerCase()}`]);
  });
}

test("without a page they are dark and light", () => {
  assert.deepEqual(["dark", "light"].map(sideName), ["Dark", "Light"]);
});
