// Misread audio: detects samples louder and rougher than any microphone's, because a client sends another format or
// lost a byte: big-endian, 32-bit or half samples.

import { type Frame, samplesPerFrame } from "../audio/frame.ts";

/** Every sixteenth pair of samples is enough: a thousand in the examined second. */
const step = 16;
/** Mean of -18 dB of full scale: the noise of misread bytes is louder, and a voice seldom is. */
const loudMean = 4_000;
/** Difference of neighbours relative to their size: noise 1.3, a loud voice 0.2 to 0.6. */
const roughMin = 0.9;
/** A second of loud frames, and the rough ones needed among them. */
const framesLooked = 50;
const roughFramesMin = 45;

export class MisreadAudio {
  #loud = 0;
  #rough = 0;

  /** Takes the next frame; true once the audio is certainly misread. */
  take(frame: Frame): boolean {
    let size = 0;
    for (let at = 0; at < samplesPerFrame; at += step) size += Math.abs(frame[at] ?? 0);
    // Most frames of most lines return here.
    if (size < (loudMean * samplesPerFrame) / step) return false;
    let apart = 0;
    for (let at = 0; at < samplesPerFrame; at += step)
      apart += Math.abs((frame[at + 1] ?? 0) - (frame[at] ?? 0));
    this.#loud += 1;
    if (apart > size * roughMin) this.#rough += 1;
    if (this.#loud < framesLooked) return false;
    const isMisread = this.#rough >= roughFramesMin;
    [this.#loud, this.#rough] = [0, 0];
    return isMisread;
  }
}
