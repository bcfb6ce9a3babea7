// Noise gate: tells a frame that may hold speech from the noise of a quiet line, cheaply. It leans towards opening,
// because what it lets through is judged again by the voice detector, and what it holds back is never recognised.
// While another voice talks farther away, such as a television, only the caller opens it.

import { foregroundStep, type ForegroundState, noVoiceHeard, notSilent, othersUpToDb } from "./foreground.ts";
import { SpeechEnergy } from "./speech-energy.ts";
import type { Frame } from "./frame.ts";

/** Loudness below which a frame is silence on any line: -66 dB of full scale without the bass. */
const audibleRms = 16;
/** A frame this much louder than the line's noise opens the gate: 5 dB. */
const openRatio = 1.8;
/** How long the gate stays open after the last loud frame: 600 ms, more than the soft end of a word. */
const hangoverFrames = 30;
/** The same while another voice continues in the pause: 200 ms. */
const hangoverFramesOfTwo = 10;
/** The noise is the quietest 100 ms of the last 3 s: speech has such gaps, noise has nothing else. */
const blockFrames = 5;
const blocksKept = 30;
/** At most one of the last three frames is louder than the other voice: no word of the caller's. */
const otherFrames: ReadonlySet<number> = new Set([0b000, 0b001, 0b010, 0b100]);

/** One line's gate; it takes a few microseconds a frame. */
export class NoiseGate {
  readonly #energy = new SpeechEnergy();
  /** Mean energy of each of the last blocks, in a ring; infinite where nothing was heard yet. */
  readonly #blocks = new Float64Array(blocksKept).fill(Infinity);
  /** The least of them: found anew only when a block is full. */
  #least = Infinity;
  #at = 0;
  #blockEnergy = 0;
  #blockFilled = 0;
  #hangover = 0;
  /** True when the current block holds speech that is no echo of the agent. */
  #isVoice = false;
  #isHere = true;
  #foreground: ForegroundState = noVoiceHeard;
  /** Highest energy of a frame of another voice; undefined: no other voice talks. */
  #othersUpTo: number | undefined;
  /** Which of the last three frames were louder than that, a bit each. */
  #louder = 0;

  /** Whether this frame may hold speech, or follows closely on one that may. No energy up to `echo` is speech. */
  open(frame: Frame, echo = 0): boolean {
    const energy = this.#energy.of(frame);
    this.#louder = ((this.#louder << 1) | Number(energy > (this.#othersUpTo ?? 0))) & 0b111;
    if (energy > Math.max(this.#opensAt, echo) && !this.isOthers) {
      this.#hangover = this.hasOthers ? hangoverFramesOfTwo : hangoverFrames;
    } else if (this.#hangover > 0) {
      this.#hangover -= 1;
    }
    this.#note(energy, energy > echo);
    return this.#hangover > 0;
  }

  /** Verdict of the voice detector on the frames that were let through. */
  judged(isVoice: boolean): void {
    this.#isVoice ||= isVoice;
  }

  /** Whether another voice talks besides the caller. */
  get hasOthers(): boolean {
    return this.#othersUpTo !== undefined;
  }

  /** Whether the latest frame is another voice's. */
  get isOthers(): boolean {
    return this.hasOthers && otherFrames.has(this.#louder);
  }

  /** The energy above which a frame is no noise of the line. */
  get #opensAt(): number {
    // Before the first block is full nothing is known of the line: then all that is audible opens the gate.
    const noiseEnergy = this.#least === Infinity ? 0 : this.#least;
    return Math.max(noiseEnergy, (audibleRms / openRatio) ** 2) * openRatio ** 2;
  }

  #note(energy: number, isHere: boolean): void {
    this.#isHere &&= isHere;
    this.#blockEnergy += energy;
    this.#blockFilled += 1;
    if (this.#blockFilled < blockFrames) return;
    const block = this.#blockEnergy / blockFrames;
    this.#follow(block);
    this.#blocks[this.#at] = block;
    this.#at = (this.#at + 1) % blocksKept;
    this.#blockEnergy = 0;
    this.#blockFilled = 0;
    // By index: a spread costs several times as much, for every call ten times a second.
    let least = Infinity;
    for (let i = 0; i < blocksKept; i++) least = Math.min(least, this.#blocks[i] ?? Infinity);
    this.#least = least;
  }

  #follow(energy: number): void {
    const [isVoice, isHere] = [this.#isVoice, this.#isHere];
    [this.#isVoice, this.#isHere] = [false, true];
    const isSound = energy > this.#opensAt;
    // A possible echo shows nothing about the room, but silence does.
    this.#foreground =
      isHere || !isSound
        ? foregroundStep(this.#foreground, { db: 10 * Math.log10(energy + 1), isSound, isVoice })
        : notSilent(this.#foreground);
    const limit = othersUpToDb(this.#foreground);
    this.#othersUpTo = limit === undefined ? undefined : 10 ** (limit / 10);
  }
}
