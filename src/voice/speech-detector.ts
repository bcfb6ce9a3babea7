// Speech detector: turns probabilities of speech into "started" and "ended", with hysteresis. Pure bookkeeping over
// positions in the audio (samples since the call began); knows no clock.

import { sampleRate } from "../audio/frame.ts";

/** Speech begins at this probability; a lower one continues it, so that a word does not flicker. */
const startProbability = 0.5;
const keepProbability = 0.35;
/** Two windows of 32 ms in a row: one alone is a click. */
const startWindows = 2;
const windowSamples = 512;
/** The shortest words have a voice for this long; coughs and grunts have less. Seven windows, 224 ms. */
const wordWindows = 7;
/** Silence that ends a stretch of speech (not yet the turn), longer than the stop in "book a table". */
const stopSamples = (200 * sampleRate) / 1000;

export class SpeechDetector {
  #talking = false;
  #reported = false;
  #run = 0;
  #startedAt = 0;
  #lastAt = 0;
  /** Windows with a voice in this stretch. */
  #voiced = 0;

  /** True from when this stretch has a voice as long as a word. */
  get isVoiced(): boolean {
    return this.#voiced >= wordWindows;
  }

  /** True while speech continues, as last reported by `at`. */
  get talking(): boolean {
    return this.#reported;
  }

  /** Beginning of the speech. */
  get startedAt(): number {
    return this.#startedAt;
  }

  /** End of the last speech. */
  get lastAt(): number {
    return this.#lastAt;
  }

  /** Takes the probability of the window that ended at `position`. */
  note(probability: number, position: number): void {
    if (probability >= startProbability) this.#voiced += 1;
    if (this.#talking) {
      if (probability >= keepProbability) this.#lastAt = position;
      return;
    }
    this.#run = probability >= startProbability ? this.#run + 1 : 0;
    if (this.#run < startWindows) return;
    this.#talking = true;
    this.#voiced = this.#run;
    this.#startedAt = position - this.#run * windowSamples;
    this.#lastAt = position;
  }

  /** Change now that the audio is judged up to `position`. */
  at(position: number): "started" | "ended" | undefined {
    if (this.#talking && !this.#reported) {
      this.#reported = true;
      return "started";
    }
    if (this.#talking && position - this.#lastAt >= stopSamples) {
      this.stop();
      return "ended";
    }
    return undefined;
  }

  /** Ends the stretch by decree. */
  stop(): void {
    this.#talking = false;
    this.#reported = false;
    this.#run = 0;
  }
}
