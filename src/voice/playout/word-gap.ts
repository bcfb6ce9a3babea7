// Word gap: the places where audio can end early without breaking off a word. A pure function of the frames to be
// sent.

import { type Frame, frameMs, loudness } from "../../audio/frame.ts";

/** A frame this much softer than the loudest is silent: -20 dB. */
const silentShare = 0.1;
/** Silence within a word, before a "k" or a "t", is shorter. */
const pauseMsMin = 60;

/**
 * Frames still heard, at most `framesMax`: up to the first end of a word or pause, or up to the softest place.
 * `wordEnds`: frame numbers of word ends from the voice; empty if unknown.
 */
export function framesToGap(
  frames: readonly Frame[],
  wordEnds: readonly number[],
  framesMax: number,
): number {
  const last = Math.min(frames.length, framesMax);
  const loud = frames.map(loudness);
  const silentBelow = silentShare * Math.max(0, ...loud);
  const pauseFrames = pauseMsMin / frameMs;
  const isPause = (at: number): boolean => {
    const next = loud.slice(at, at + pauseFrames);
    return next.length > 0 && next.every((one) => one <= silentBelow);
  };
  for (let at = 0; at <= last; at += 1) {
    if (at === frames.length || wordEnds.includes(at) || isPause(at)) return at;
  }
  const heard = loud.slice(0, last + 1);
  return Math.max(0, heard.indexOf(Math.min(...heard)));
}
