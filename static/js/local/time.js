// @ts-check
/** The time on this device, as clocks need it. */

/** Smaller differences are the system's clock being kept right, bit by bit. */
const JUMP_MS = 2_000;

/**
 * Milliseconds since the epoch that no change of the system's clock moves unnoticed.
 * @param {{wall: () => number, steady: () => number}} [clocks]
 */
export function createTime(clocks = { wall: () => Date.now(), steady: () => performance.now() }) {
  let offset = clocks.wall() - clocks.steady();
  const now = () => Math.round(offset + clocks.steady());
  return {
    now,
    /**
     * By how much the system's clock was set since this was last asked, mostly 0; `now` follows it, so
     * that a page opened later means the same instants. A device's sleep looks the same where the
     * browser's steady time sleeps too.
     */
    jumped() {
      const by = Math.round(clocks.wall() - now());
      if (Math.abs(by) < JUMP_MS) return 0;
      offset += by;
      return by;
    },
  };
}
