// @ts-check
/**
 * Boards for searching: two 32-bit halves a side, bit i of `lo` being the square i (a1 to h4), of
 * `hi` the square 32 + i. `own` is the side to move. The same order of squares, moves and children as
 * bots/engine, which is the oracle: tests/js holds both together by the same examples.
 */

/**
 * @typedef {object} Position
 * @property {number} ownLo
 * @property {number} ownHi
 * @property {number} foeLo
 * @property {number} foeHi
 */

/**
 * A move at hand: the position after it as the opponent sees it, and the opponent's answers.
 * @typedef {Position & {square: number, left: number, place: number, movesLo: number, movesHi: number}} Child
 */

const INNER = 0x7e7e7e7e;
export const CORNERS_LO = 0x00000081;
export const CORNERS_HI = 0x81000000 | 0;
const LEFT = 0x0f0f0f0f;
const RIGHT = 0xf0f0f0f0 | 0;
const CORNER_BONUS = 4;

/** For each square and direction, the squares leading away from it, nearest first. */
const RAYS = Array.from({ length: 64 }, (_, square) =>
  [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]].map(([dx, dy]) => {
    const ray = [];
    for (let x = square % 8 + dx, y = (square >> 3) + dy; x >= 0 && x < 8 && y >= 0 && y < 8; x += dx, y += dy) {
      ray.push(y * 8 + x);
    }
    return ray;
  }).filter((ray) => ray.length > 1));

/** Set bits of a 32-bit word. @param {number} word */
export function count(word) {
  word -= word >>> 1 & 0x55555555;
  word = (word & 0x33333333) + (word >>> 2 & 0x33333333);
  return Math.imul(word + (word >>> 4) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The position of a board's 64 characters, X the side to move. @param {string} text @returns {Position} */
export function positionFrom(text) {
  const halves = { ownLo: 0, ownHi: 0, foeLo: 0, foeHi: 0 };
  for (let square = 0; square < 64; square++) {
    const bit = 1 << (square & 31);
    if (text[square] === "X") square < 32 ? halves.ownLo |= bit : halves.ownHi |= bit;
    if (text[square] === "O") square < 32 ? halves.foeLo |= bit : halves.foeHi |= bit;
  }
  return halves;
}

/** What `findMoves` and `findFlips` found last: two halves. Numbers are faster than new objects. */
export const found = { lo: 0, hi: 0 };

/**
 * Where `own` may place a disc: into `found`.
 * @param {number} ownLo @param {number} ownHi @param {number} foeLo @param {number} foeHi
 */
export function findMoves(ownLo, ownHi, foeLo, foeHi) {
  const innerLo = foeLo & INNER;
  const innerHi = foeHi & INNER;
  let lo = 0;
  let hi = 0;
  let a = 0;
  let b = 0;
  let c = 0;
  // Along the rows: the halves are apart.
  a = innerLo & ownLo << 1; b = innerHi & ownHi << 1;
  for (let step = 0; step < 5; step++) { a |= innerLo & a << 1; b |= innerHi & b << 1; }
  lo |= a << 1; hi |= b << 1;
  a = innerLo & ownLo >>> 1; b = innerHi & ownHi >>> 1;
  for (let step = 0; step < 5; step++) { a |= innerLo & a >>> 1; b |= innerHi & b >>> 1; }
  lo |= a >>> 1; hi |= b >>> 1;
  // Up and down, and along the diagonals: bits go from half to half.
  for (let shift = 7; shift <= 9; shift++) {
    const maskLo = shift === 8 ? foeLo : innerLo;
    const maskHi = shift === 8 ? foeHi : innerHi;
    const rest = 32 - shift;
    a = maskLo & ownLo << shift; b = maskHi & (ownHi << shift | ownLo >>> rest);
    for (let step = 0; step < 5; step++) {
      c = maskHi & (b << shift | a >>> rest);
      a |= maskLo & a << shift; b |= c;
    }
    lo |= a << shift; hi |= b << shift | a >>> rest;
    a = maskLo & (ownLo >>> shift | ownHi << rest); b = maskHi & ownHi >>> shift;
    for (let step = 0; step < 5; step++) {
      c = maskLo & (a >>> shift | b << rest);
      b |= maskHi & b >>> shift; a |= c;
    }
    lo |= a >>> shift | b << rest; hi |= b >>> shift;
  }
  found.lo = lo & ~(ownLo | foeLo);
  found.hi = hi & ~(ownHi | foeHi);
}

/**
 * The discs that turn if `own` plays on a square: into `found`.
 * @param {number} ownLo @param {number} ownHi @param {number} foeLo @param {number} foeHi @param {number} square
 */
export function findFlips(ownLo, ownHi, foeLo, foeHi, square) {
  let lo = 0;
  let hi = 0;
  for (const ray of RAYS[square]) {
    let rayLo = 0;
    let rayHi = 0;
    for (const at of ray) {
      const bit = 1 << (at & 31);
      if (at < 32 ? foeLo & bit : foeHi & bit) {
        if (at < 32) rayLo |= bit; else rayHi |= bit;
        continue;
      }
      if (at < 32 ? ownLo & bit : ownHi & bit) { lo |= rayLo; hi |= rayHi; }
      break;
    }
  }
  found.lo = lo;
  found.hi = hi;
}

/**
 * Put the squares of a set in an array, lowest first.
 * @param {number[]} squares @param {number} lo @param {number} hi
 */
function pushSquares(squares, lo, hi) {
  for (; lo; lo &= lo - 1) squares.push(31 - Math.clz32(lo & -lo));
  for (; hi; hi &= hi - 1) squares.push(63 - Math.clz32(hi & -hi));
}

/** The squares of a set, lowest first. @param {number} lo @param {number} hi */
export function squaresOf(lo, hi) {
  /** @type {number[]} */
  const squares = [];
  pushSquares(squares, lo, hi);
  return squares;
}

/**
 * Empty squares, lowest first, but quarters of the board with an odd number of them first: who plays
 * first into an odd region also plays last there.
 * @param {number} lo @param {number} hi
 */
export function byParity(lo, hi) {
  const oddLo = (count(lo & LEFT) & 1 ? LEFT : 0) | (count(lo & RIGHT) & 1 ? RIGHT : 0);
  const oddHi = (count(hi & LEFT) & 1 ? LEFT : 0) | (count(hi & RIGHT) & 1 ? RIGHT : 0);
  /** @type {number[]} */
  const squares = [];
  pushSquares(squares, lo & oddLo, hi & oddHi);
  pushSquares(squares, lo & ~oddLo, hi & ~oddHi);
  return squares;
}

/**
 * The position after each legal move, those first that leave the opponent fewest answers.
 * @param {Position} position @param {number} movesLo @param {number} movesHi
 * @returns {Child[]}
 */
export function children({ ownLo, ownHi, foeLo, foeHi }, movesLo, movesHi) {
  /** @type {Child[]} */
  const made = [];
  const squares = byParity(~(ownLo | foeLo), ~(ownHi | foeHi));
  for (let place = 0; place < squares.length; place++) {
    const square = squares[place];
    const bitLo = square < 32 ? 1 << square : 0;
    const bitHi = square < 32 ? 0 : 1 << (square - 32);
    if (!(movesLo & bitLo) && !(movesHi & bitHi)) continue;
    findFlips(ownLo, ownHi, foeLo, foeHi, square);
    const nextOwnLo = foeLo ^ found.lo;
    const nextOwnHi = foeHi ^ found.hi;
    const nextFoeLo = ownLo | found.lo | bitLo;
    const nextFoeHi = ownHi | found.hi | bitHi;
    findMoves(nextOwnLo, nextOwnHi, nextFoeLo, nextFoeHi);
    let left = count(found.lo) + count(found.hi) + count(found.lo & CORNERS_LO) + count(found.hi & CORNERS_HI);
    if (bitLo & CORNERS_LO || bitHi & CORNERS_HI) left -= CORNER_BONUS;
    made.push({
      ownLo: nextOwnLo, ownHi: nextOwnHi, foeLo: nextFoeLo, foeHi: nextFoeHi,
      square, left, place, movesLo: found.lo, movesHi: found.hi,
    });
  }
  return made.sort((a, b) => a.left - b.left || a.place - b.place);
}
