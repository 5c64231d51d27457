// @ts-check
/**
 * What one person may ask for now, derived from the public picture and who one is. Pure. The server
 * decides; this only keeps buttons away that it would refuse.
 */

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").Person} Person */
/** @typedef {import("./types.js").Occupant} Occupant */
/** @typedef {import("./types.js").Side} Side */

/** @type {Side[]} */
export const SIDES = ["dark", "light"];

/** @param {Side} side @returns {Side} */
export function otherSide(side) {
  return side === "dark" ? "light" : "dark";
}

/** @param {Occupant | null | undefined} occupant @param {Person | null} you */
export function isYou(occupant, you) {
  return Boolean(you && occupant && "id" in occupant && occupant.id === you.id);
}

/** @param {Occupant | null} occupant */
export function isBot(occupant) {
  return Boolean(occupant && "bot" in occupant);
}

/** The seat one holds. @param {Snapshot} snapshot @param {Person | null} you @returns {Side | null} */
export function seatOf(snapshot, you) {
  return SIDES.find((side) => isYou(snapshot.seats[side].who, you)) ?? null;
}

/**
 * The side one plays, or played, in the present game.
 * @param {Snapshot} snapshot @param {Person | null} you @returns {Side | null}
 */
export function playerOf(snapshot, you) {
  const game = snapshot.game;
  return game ? SIDES.find((side) => isYou(game.players[side], you)) ?? null : null;
}

/** @typedef {ReturnType<typeof rightsOf>} Rights */

/**
 * @param {Snapshot} snapshot
 * @param {Person | null} you null: nobody yet, made on the first command
 */
export function rightsOf(snapshot, you) {
  const club = snapshot.kind === "club";
  const seat = seatOf(snapshot, you);
  const player = playerOf(snapshot, you);
  const host = isYou(snapshot.host, you);
  const between = snapshot.phase === "waiting" || snapshot.phase === "over";
  const running = snapshot.phase === "playing" || snapshot.phase === "paused";
  const full = SIDES.every((side) => snapshot.seats[side].who !== null);
  const seatedHost = club && host && seat !== null;
  /** @param {Side} side */
  const maySit = (side) => club && between && seat === null && snapshot.seats[side].who === null;
  const bot = SIDES.find((side) => isBot(snapshot.seats[side].who)) ?? null;
  /** @param {Side} side */
  const mayAddBot = (side) => club && between && host && bot === null && snapshot.seats[side].who === null;
  const reserved = bot && snapshot.seats[bot].reserved;
  const open = club && snapshot.phase !== "closed";
  return {
    seat,
    host,
    sit: { dark: maySit("dark"), light: maySit("light") },
    stand: club && between && seat !== null,
    start: between && seatedHost && full,
    /** The host would start, but a seat is free. */
    start_later: between && seatedHost && !full,
    place: snapshot.phase === "playing" && player !== null && snapshot.game?.turn === player,
    resign: running && player !== null,
    leave: snapshot.phase !== "closed" && (seat !== null || host),
    /** Leaving now loses the game. */
    leave_loses: running && player !== null,
    pause: snapshot.phase === "playing" && seatedHost,
    resume: snapshot.phase === "paused" && seatedHost,
    end: running && seatedHost,
    rematch: rematchOf(snapshot, you),
    hand_over: open && host,
    add_bot: { dark: mayAddBot("dark"), light: mayAddBot("light") },
    /** Where the bot sits that one may send away: at once, or at the result. */
    remove_bot: open && host && bot && !snapshot.seats[bot].leaving ? bot : null,
    /** Where the bot sits that was to leave and may be kept: nobody has reserved its seat. */
    keep_bot: club && running && host && bot && !reserved && snapshot.seats[bot].leaving ? bot : null,
    reserve: club && running && player === null && bot && !reserved ? bot : null,
    withdraw: isYou(reserved, you),
  };
}

/**
 * A rematch needs the two who played still in both seats, whichever way round.
 * @param {Snapshot} snapshot
 * @param {Person | null} you
 * @returns {"offer" | "accept" | "withdraw" | null}
 */
export function rematchOf(snapshot, you) {
  const game = snapshot.game;
  const side = playerOf(snapshot, you);
  if (snapshot.phase !== "over" || !game?.result || !side) return null;
  // A bot about to give up its seat plays no rematch.
  if (SIDES.some((each) => snapshot.seats[each].reserved || snapshot.seats[each].leaving)) return null;
  const seated = SIDES.map((each) => snapshot.seats[each].who);
  const bothThere = SIDES.every((each) => seated.some((who) => sameOccupant(who, game.players[each])));
  if (!bothThere) return null;
  if (game.rematch.includes(side)) return "withdraw";
  return game.rematch.includes(otherSide(side)) ? "accept" : "offer";
}

/** @param {Occupant | null} a @param {Occupant} b */
export function sameOccupant(a, b) {
  if (!a) return false;
  if ("bot" in a) return "bot" in b && a.bot === b.bot;
  return "id" in b && a.id === b.id;
}

/**
 * The side drawn below: one's own once a game has begun, else dark. It stays after standing up.
 * @param {Snapshot} snapshot
 * @param {Person | null} you
 * @param {Side} present what is below now
 */
export function bottomSide(snapshot, you, present) {
  if (snapshot.phase === "waiting") return "dark";
  return seatOf(snapshot, you) ?? playerOf(snapshot, you) ?? present;
}
