// Cepstral mean: the average sound of a turn, which is taken off each of its frames so that lines and microphones matter
// little. That of a short turn depends on its words, so it is pulled to the mean of many turns.

/** The mean of recorded strings of digits, after `TurnAudio`. */
const prior = [48.72, 0.74, 5.17, -0.36, -6.36, -6.21, 0.15, -2.79, -1.62, -0.52, 4.39, -0.93, 2.08];

export class CepstralMean {
  /** The 13 means of the frames so far. */
  readonly value = Float32Array.from(prior);
  readonly #sums: Float64Array;
  #weight: number;

  /** `priorFrames`: the mean of many turns weighs as much as so many frames of 10 ms. */
  constructor(priorFrames: number) {
    this.#sums = Float64Array.from(prior, (value) => value * priorFrames);
    this.#weight = priorFrames;
  }

  /** `cepstra`: of one frame. */
  add(cepstra: Float32Array): void {
    this.#weight += 1;
    for (let i = 0; i < this.value.length; i++) {
      const sum = (this.#sums[i] ?? 0) + (cepstra[i] ?? 0);
      this.#sums[i] = sum;
      this.value[i] = sum / this.#weight;
    }
  }
}
