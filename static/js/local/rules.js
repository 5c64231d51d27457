// @ts-check
/**
 * The rules for games on this device: the only rules in the browser.
 *
 * The server's are games/rules; both are tested with the same games and counts. A square is a
 * number, a1 = 0, b1 = 1 … h1 = 7, a2 = 8 … h8 = 63. A board is a value and is never changed.
 */

/** @typedef {"dark" | "light"} Side */

/**
 * The discs of each side as two bit sets (squares 0–31 in Lo, 32–63 in Hi), how many discs each has
 * placed since the set-up (0–60), and who is to move (null once the game is over).
 * @typedef {object} Board
 * @property {number} darkLo
 * @property {number} darkHi
 * @property {number} lightLo
 * @property {number} lightHi
 * @property {number} darkPlaced
 * @property {number} lightPlaced
 * @property {Side | null} toMove
 */

/**
 * One ply: a disc put on a square, or a forced pass (square null, nothing flipped).
 * `fromOpponentTray`: the side's own tray was empty and the other one gave the disc.
 * @typedef {object} Ply
 * @property {Side} side
 * @property {number | null} square
 * @property {number[]} flipped nearest to the square first, direction by direction
 * @property {boolean} fromOpponentTray
 */

/**
 * A ply of a game played through: its number from 1, passes included, and the board after it.
 * Before a pass, `board.toMove` is the side about to pass.
 * @typedef {Ply & {ply: number, board: Board}} Step
 */

/** Why a disc can't be placed: `reason` is "occupied", "captures_nothing" or "game_over". */
export class IllegalMove extends Error {
  /** @param {number} square @param {"occupied" | "captures_nothing" | "game_over"} reason */
  constructor(square, reason) {
    super(`square ${square}: ${reason}`);
    this.name = "IllegalMove";
    this.square = square;
    this.reason = reason;
  }
}

const SQUARES = 64;
const DISCS_A_SIDE = 30;
const STEPS = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

/** For each square, the squares leading away from it in each direction, nearest first. */
const RAYS = Array.from({ length: SQUARES }, (_, square) =>
  STEPS.map(([dx, dy]) => rayFrom(square, dx, dy)).filter((ray) => ray.length > 1));

/** @param {number} square @param {number} dx @param {number} dy */
function rayFrom(square, dx, dy) {
  const ray = [];
  let x = square % 8 + dx;
  let y = (square >> 3) + dy;
  while (x >= 0 && x < 8 && y >= 0 && y < 8) {
    ray.push(y * 8 + x);
    x += dx;
    y += dy;
  }
  return ray;
}

/**
 * The name of a square, "a1" to "h8". Throws RangeError for a number outside 0–63.
 * @param {number} square
 */
export function squareName(square) {
  if (!Number.isInteger(square) || square < 0 || square >= SQUARES) {
    throw new RangeError(`no such square: ${square}`);
  }
  return "abcdefgh"[square % 8] + ((square >> 3) + 1);
}

/**
 * The number of a square named in either case. Throws RangeError for anything else.
 * @param {string} name
 */
export function parseSquare(name) {
  if (!/^[a-h][1-8]$/i.test(name)) throw new RangeError(`not a square: ${name}`);
  return name.toLowerCase().charCodeAt(0) - 97 + (Number(name[1]) - 1) * 8;
}

/**
 * A board from 64 characters, a1 to h8 by rows: X dark, O light, - empty. Nothing counts as placed.
 * Who is to move isn't checked to have a move. Throws RangeError for any other text.
 * @param {string} text
 * @param {Side | null} toMove
 * @returns {Board}
 */
export function parseBoard(text, toMove) {
  if (!/^[XO-]{64}$/.test(text)) throw new RangeError("not a board of 64 squares");
  const board = {
    darkLo: 0, darkHi: 0, lightLo: 0, lightHi: 0, darkPlaced: 0, lightPlaced: 0, toMove,
  };
  for (let square = 0; square < SQUARES; square++) {
    const bit = 1 << (square & 31);
    if (text[square] === "X") square < 32 ? board.darkLo |= bit : board.darkHi |= bit;
    if (text[square] === "O") square < 32 ? board.lightLo |= bit : board.lightHi |= bit;
  }
  return board;
}

/**
 * The discs of a board as `parseBoard` reads them.
 * @param {Board} board
 */
export function boardText(board) {
  let text = "";
  for (let square = 0; square < SQUARES; square++) {
    const disc = discAt(board, square);
    text += disc === "dark" ? "X" : disc === "light" ? "O" : "-";
  }
  return text;
}

/** The set-up: light on d4 and e5, dark on e4 and d5, dark to move. */
export const START = Object.freeze(parseBoard(
  `${"-".repeat(27)}OX${"-".repeat(6)}XO${"-".repeat(27)}`, "dark"));

/** @param {Side} side @returns {Side} */
function otherSide(side) {
  return side === "dark" ? "light" : "dark";
}

/**
 * The side whose disc lies on a square, null if it is empty.
 * @param {Board} board
 * @param {number} square
 * @returns {Side | null}
 */
export function discAt(board, square) {
  const bit = 1 << (square & 31);
  if ((square < 32 ? board.darkLo : board.darkHi) & bit) return "dark";
  if ((square < 32 ? board.lightLo : board.lightHi) & bit) return "light";
  return null;
}

/**
 * Discs on the board.
 * @param {Board} board
 * @returns {{dark: number, light: number}}
 */
export function counts(board) {
  const total = { dark: 0, light: 0 };
  for (let square = 0; square < SQUARES; square++) {
    const disc = discAt(board, square);
    if (disc) total[disc]++;
  }
  return total;
}

/**
 * Discs left beside the board, 0–30 each: what a side placed beyond its own 30 came out of the
 * other's tray.
 * @param {Board} board
 * @returns {{dark: number, light: number}}
 */
export function trays({ darkPlaced, lightPlaced }) {
  const dark = DISCS_A_SIDE - darkPlaced;
  const light = DISCS_A_SIDE - lightPlaced;
  return {
    dark: Math.max(0, dark + Math.min(0, light)),
    light: Math.max(0, light + Math.min(0, dark)),
  };
}

/**
 * The squares of the discs that turn if `side` plays on `square`, whoever's turn it is. Empty if
 * the square is occupied or captures nothing: the move is legal exactly if it isn't empty.
 * @param {Board} board
 * @param {Side} side
 * @param {number} square 0–63
 * @returns {number[]}
 */
export function flips(board, side, square) {
  /** @type {number[]} */
  const turned = [];
  if (discAt(board, square)) return turned;
  for (const ray of RAYS[square]) {
    let length = 0;
    let disc = discAt(board, ray[0]);
    while (disc && disc !== side) {
      length++;
      disc = length < ray.length ? discAt(board, ray[length]) : null;
    }
    if (disc) turned.push(...ray.slice(0, length));
  }
  return turned;
}

/**
 * The squares where `side` may place a disc, whoever's turn it is, from a1 on.
 * @param {Board} board
 * @param {Side} side
 * @returns {number[]}
 */
export function legalMoves(board, side) {
  const moves = [];
  for (let square = 0; square < SQUARES; square++) {
    if (flips(board, side, square).length > 0) moves.push(square);
  }
  return moves;
}

/**
 * The board with `side`'s discs on `square` and `flipped`, the opponent next by alternation.
 * @param {Board} board
 * @param {Side} side
 * @param {number} square
 * @param {number[]} flipped
 * @returns {Board}
 */
function withDiscs(board, side, square, flipped) {
  let lo = 0;
  let hi = 0;
  for (const changed of [square, ...flipped]) {
    if (changed < 32) lo |= 1 << changed;
    else hi |= 1 << (changed - 32);
  }
  const dark = side === "dark";
  return {
    darkLo: dark ? board.darkLo | lo : board.darkLo & ~lo,
    darkHi: dark ? board.darkHi | hi : board.darkHi & ~hi,
    lightLo: dark ? board.lightLo & ~lo : board.lightLo | lo,
    lightHi: dark ? board.lightHi & ~hi : board.lightHi | hi,
    darkPlaced: board.darkPlaced + (dark ? 1 : 0),
    lightPlaced: board.lightPlaced + (dark ? 0 : 1),
    toMove: otherSide(side),
  };
}

/**
 * Give the turn to whoever can really move; `board.toMove` is the side whose turn it would be. The
 * only place in the browser that decides who moves next.
 * @param {Board} board
 * @returns {{board: Board, passes: Ply[]}} nobody passes when the game is over
 */
function settle(board) {
  const side = board.toMove;
  if (!side || legalMoves(board, side).length > 0) return { board, passes: [] };
  const opponent = otherSide(side);
  if (legalMoves(board, opponent).length === 0) {
    return { board: { ...board, toMove: null }, passes: [] };
  }
  const pass = { side, square: null, flipped: [], fromOpponentTray: false };
  return { board: { ...board, toMove: opponent }, passes: [pass] };
}

/**
 * Place a disc on `square` (0–63) for the side to move, then settle who moves next: the opponent,
 * the same side after the opponent's forced pass, or nobody (`toMove` null, no pass). Throws
 * IllegalMove, or RangeError for a square off the board.
 * @param {Board} board
 * @param {number} square
 * @returns {{board: Board, plies: Ply[]}}
 */
export function place(board, square) {
  const side = board.toMove;
  if (!side) throw new IllegalMove(square, "game_over");
  if (!RAYS[square]) throw new RangeError(`no such square: ${square}`);
  const flipped = flips(board, side, square);
  if (flipped.length === 0) {
    throw new IllegalMove(square, discAt(board, square) ? "occupied" : "captures_nothing");
  }
  const placedBefore = side === "dark" ? board.darkPlaced : board.lightPlaced;
  const placed = { side, square, flipped, fromOpponentTray: placedBefore >= DISCS_A_SIDE };
  const settled = settle(withDiscs(board, side, square, flipped));
  return { board: settled.board, plies: [placed, ...settled.passes] };
}

/**
 * Play a transcript such as "f5d6c3--e3" through from the set-up. Forced passes may be written or
 * left out, and are steps either way. Throws IllegalMove, and RangeError for text other than
 * squares and passes or for a pass where there was none.
 * @param {string} moves
 * @returns {Step[]}
 */
export function replay(moves) {
  /** @type {Step[]} */
  const steps = [];
  /** @type {Board} */
  let board = START;
  let passMayBeWritten = false;
  for (const token of moves.match(/.{1,2}/gs) ?? []) {
    if (token === "--") {
      if (!passMayBeWritten) throw new RangeError(`no pass at ply ${steps.length + 1}`);
      passMayBeWritten = false;
      continue;
    }
    const played = place(board, parseSquare(token));
    const [placed, pass] = played.plies;
    board = played.board;
    passMayBeWritten = pass !== undefined;
    const afterDisc = pass ? { ...board, toMove: pass.side } : board;
    steps.push({ ...placed, ply: steps.length + 1, board: afterDisc });
    if (pass) steps.push({ ...pass, ply: steps.length + 1, board });
  }
  return steps;
}
