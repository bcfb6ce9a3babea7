// Speech tone: output of fake voices: a tone whose length follows the characters of the text, so that a position in the
// audio is a position in the text.

import { bytesOf } from "../../../../src/audio/frame.ts";
import { writeWav } from "../../../../src/audio/wav.ts";

/** Duration of each character. A sentence takes about as long as a person needs. */
export const msPerChar = 60;
const toneHz = 440;
const amplitude = 8_000;

/** Samples of the tone for a text, at `rate` samples a second; twice as fast at speed 2. */
export function toneOf(text: string, rate: number, speed = 1): Int16Array {
  const samples = Math.round((text.length * msPerChar * rate) / 1_000 / speed);
  return Int16Array.from({ length: samples }, (_, i) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * toneHz * i) / rate)),
  );
}

export function toneBytes(text: string, rate: number, speed = 1): Uint8Array {
  return bytesOf(toneOf(text, rate, speed));
}

export function toneWav(text: string, rate: number, speed = 1): Uint8Array {
  return writeWav({ rate, pcm: toneOf(text, rate, speed) });
}

/** Cuts bytes into this many parts of about the same length. */
export function cut(bytes: Uint8Array, parts: number): Uint8Array[] {
  const size = Math.ceil(bytes.length / parts);
  return Array.from({ length: parts }, (_, i) => bytes.subarray(i * size, (i + 1) * size)).filter(
    ({ length }) => length > 0,
  );
}
