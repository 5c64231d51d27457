// @ts-check
/**
 * The shapes of the live protocol (docs/protocol.md) as types. No code is here.
 *
 * Names are the wire's own, so that a frame can be used as it came.
 */

/** @typedef {"dark" | "light"} Side */
/** @typedef {"waiting" | "playing" | "paused" | "over" | "closed"} Phase */

/** @typedef {{id: number, name: string, guest: boolean, hue: number}} Person */
/** @typedef {{bot: string}} Bot */
/** @typedef {Person | Bot} Occupant */

/** @typedef {{who: Occupant | null, reserved: Person | null, leaving: boolean}} Seat */
/** @typedef {{action_ms: number | null, total_ms: number | null}} Limits */

/**
 * @typedef {object} Result
 * @property {Side | null} winner
 * @property {string} reason
 * @property {number} dark
 * @property {number} light
 */

/**
 * @typedef {object} Game
 * @property {number} id
 * @property {number} number its number in the room
 * @property {number} ply plies stored so far, passes included
 * @property {string} moves transcript, passes as "--"
 * @property {string} board 64 of X O -, a1 to h8 by rows
 * @property {Side | null} turn
 * @property {string | null} last
 * @property {string[]} turned
 * @property {Record<string, string[]>} legal
 * @property {Record<Side, number>} discs
 * @property {Record<Side, number>} trays
 * @property {{running: boolean, dark: Limits, light: Limits}} clock what is left at the frame's `at`
 * @property {"host" | "empty" | null} paused
 * @property {Record<Side, Occupant>} players
 * @property {Result | null} result
 * @property {Side[]} rematch
 */

/**
 * @typedef {object} Snapshot
 * @property {"room"} t
 * @property {number} seq
 * @property {number} at the server's time, ms
 * @property {string} code
 * @property {string} kind
 * @property {boolean} listed
 * @property {Phase} phase
 * @property {Person | null} host
 * @property {Limits} control
 * @property {Record<Side, Seat>} seats
 * @property {Game | null} game
 * @property {{code: string, ms: number} | null} notice
 */

/** Who has just sat down may be in neither list. @typedef {{t: "people", watching: number, here: number[], away: number[]}} People */
/** @typedef {{t: "refused", id: number | null, code: string, text: string}} Refused */
/**
 * @typedef {object} Hello
 * @property {"hello"} t
 * @property {number} v
 * @property {string} build
 * @property {number} now
 * @property {number} beat_ms
 * @property {Person | null} you
 * @property {string | null} secret
 */
/** @typedef {{t: "pong", n: number, now: number}} Pong */
/** @typedef {{t: "seat", secret: string}} SeatSecret */
/** @typedef {Hello | Snapshot | People | Pong | Refused | SeatSecret} Frame */

/** @typedef {{t: string, [field: string]: unknown}} Command */

/**
 * What the board draws: a position, live or gone back to, and what may be done in it.
 * @typedef {object} View
 * @property {string} board
 * @property {string | null} last
 * @property {string[]} turned
 * @property {Record<string, string[]>} legal squares one may play now; empty while one can't
 * @property {Record<string, string[]>} hints legal squares of the side to move, for everyone to see
 * @property {Side | null} turn
 * @property {string | null} [better] a square that would have been better than the last move, in a review
 */

/** What the side cards count. @typedef {{discs: Record<Side, number>, trays: Record<Side, number>}} Discs */

export {};
