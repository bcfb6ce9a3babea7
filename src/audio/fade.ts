// Ends a sound that is cut: a waveform that stops in the middle of its swing is heard as a click.

import type { Frame } from "./frame.ts";

/** The same frame, falling to nothing at its end. */
export function fadeOut(frame: Frame): Frame {
  return frame.map((sample, i) => Math.round(sample * (1 - (i + 1) / frame.length)));
}
