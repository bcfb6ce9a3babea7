// Quiet end: holds back quiet samples while sound may follow them, and drops them at the end of an utterance.

/** Mean square below which a block of 5 ms counts as quiet, -45 dB of full scale. */
const quietest = 10 ** -4.5;
const blocksPerSecond = 200;
/** Fade at the end of the sound, which would end with an edge. */
const fadeSeconds = 0.02;

export class QuietEnd {
  readonly #rate: number;
  readonly #block: number;
  readonly #lingers: number;
  #held = new Float32Array(0);
  /** Held samples that are known to be quiet. */
  #quiet = 0;
  /** Samples that were pushed and judged, and the number of them up to the end of the last loud block. */
  #judged = 0;
  #loud = 0;

  /** `lingerMs`: so much of what is quiet stays behind the last loud block. */
  constructor(rate: number, lingerMs: number) {
    this.#rate = rate;
    this.#block = rate / blocksPerSecond;
    this.#lingers = Math.round((lingerMs * rate) / 1_000);
  }

  /** End of the last loud block, in milliseconds. */
  get loudMs(): number {
    return (this.#loud * 1_000) / this.#rate;
  }

  /** The audio that can be given now; the same in all, however it is cut. `isLast`: nothing follows. */
  push(audio: Float32Array, isLast: boolean): Float32Array {
    const all = new Float32Array(this.#held.length + audio.length);
    all.set(this.#held);
    all.set(audio, this.#held.length);
    let [at, until] = [this.#quiet, 0];
    for (; at < all.length && (isLast || all.length - at >= this.#block); at += this.#block) {
      const block = all.subarray(at, at + this.#block);
      this.#judged += block.length;
      if (isLoud(block)) this.#loud = this.#judged;
      const quiet = this.#judged - this.#loud;
      if (quiet > this.#lingers) continue;
      until = at + block.length;
      this.#fade(block, this.#lingers - quiet);
    }
    this.#held = all.slice(until);
    this.#quiet = Math.min(at, all.length) - until;
    const given = all.subarray(0, until);
    // The sound ends before all of the quiet was there that may stay.
    if (isLast && this.#judged - this.#loud < this.#lingers) this.#fade(given, 0);
    return given;
  }

  /** Fades out, where `samples` more would end it. */
  #fade(block: Float32Array, samples: number): void {
    const length = fadeSeconds * this.#rate;
    for (let n = 0; n < Math.min(block.length, length - samples); n++) {
      const at = block.length - 1 - n;
      block[at] = (block[at] ?? 0) * ((samples + n) / length);
    }
  }
}

function isLoud(block: Float32Array): boolean {
  let sum = 0;
  for (const sample of block) sum += sample * sample;
  return sum / block.length > quietest;
}
