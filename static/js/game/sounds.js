// @ts-check
/**
 * The board's sounds, made here out of short tones: a low tap for a disc, a light one for flips. The
 * browser allows sound after the first touch or key; until then, and when sounds are off, there is
 * silence.
 */

import { settings } from "./settings.js";

/** At most so many at once: more are only noise. */
const VOICES = 4;
const TAP = { hertz: 190, falls: 0.55, seconds: 0.09, loud: 0.5 };
const FLIP = { hertz: 620, falls: 0.8, seconds: 0.045, loud: 0.14 };
const FLIPS = 3;
const FLIP_AFTER_S = 0.07;

/** @type {AudioContext | null} */
let context = null;
let sounding = 0;

function unlock() {
  if (!window.AudioContext) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
}

/** Listen for touches and keys. A touch allows sounds when it ends, and the system may stop them later. */
export function unlockSounds() {
  for (const type of ["pointerdown", "pointerup", "keydown"]) {
    window.addEventListener(type, unlock, { capture: true });
  }
}

/** A disc has been placed, and so many were turned. @param {number} flips */
export function soundMove(flips) {
  if (!settings().now.sounds || !context || context.state !== "running") return;
  sound(context, TAP, 0);
  for (let each = 0; each < Math.min(FLIPS, flips); each++) {
    sound(context, { ...FLIP, hertz: FLIP.hertz * (1 + each * 0.06) }, FLIP_AFTER_S * (each + 1));
  }
}

/** @param {AudioContext} audio @param {typeof TAP} tone @param {number} after seconds from now */
function sound(audio, { hertz, falls, seconds, loud }, after) {
  if (sounding >= VOICES) return;
  sounding += 1;
  const at = audio.currentTime + after;
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.type = "triangle";
  tone.frequency.setValueAtTime(hertz, at);
  tone.frequency.exponentialRampToValueAtTime(hertz * falls, at + seconds);
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud, at + 0.004);
  volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  tone.connect(volume).connect(audio.destination);
  tone.addEventListener("ended", () => { sounding -= 1; });
  tone.start(at);
  tone.stop(at + seconds + 0.01);
}
