// Loudness: how far a meter is filled for the sound of each side, followed from frame to frame.

export interface Levels {
  readonly caller: number;
  readonly agent: number;
}

export const silence: Levels = { caller: 0, agent: 0 };

/** Smoothing as a share of the distance per frame: fast up and slow down, so that the meter is easy to follow. */
const attack = 0.55;
const release = 0.14;
/** The range of speech, which fills the meter (dB relative to full scale). */
const quietDb = -52;
const loudDb = -12;

/** The next filling, from 0 to 1, for the loudness of both sides, from 0 to 1. */
export const followed = (shown: Levels, heard: Levels): Levels => ({
  caller: nearer(shown.caller, shareOf(heard.caller)),
  agent: nearer(shown.agent, shareOf(heard.agent)),
});

function shareOf(level: number): number {
  const decibels = 20 * Math.log10(Math.max(level, 1e-6));
  return Math.max(0, Math.min(1, (decibels - quietDb) / (loudDb - quietDb)));
}

function nearer(shown: number, wanted: number): number {
  return shown + (wanted - shown) * (wanted > shown ? attack : release);
}
