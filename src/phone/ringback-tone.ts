// Ringback tone: as in most of Europe (ITU-T E.180: 425 Hz, one second in five).

import { type Frame, frameMs, sampleRate, samplesPerFrame } from "../audio/frame.ts";

const hertz = 425;
/** -20 dB of full scale, like a soft voice. */
const amplitude = 3_277;
const tone = { soundsMs: 1_000, everyMs: 5_000 } as const;

/** Frame at a time since ringing began; undefined: the pause between two tones. */
export function ringbackAt(ms: number): Frame | undefined {
  const within = ms % tone.everyMs;
  if (within >= tone.soundsMs) return undefined;
  const first = (Math.floor(within / frameMs) * frameMs * sampleRate) / 1_000;
  return Int16Array.from({ length: samplesPerFrame }, (_, i) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * hertz * (first + i)) / sampleRate)),
  );
}
