// Noise gate: separates frames that may hold speech from line noise, cheaply. In doubt it opens: the voice detector
// judges passed frames again, but blocked frames are never recognised. While another voice talks in the background,
// such as a television, only the caller opens it.

import { foregroundStep, type ForegroundState, noVoiceHeard, notSilent, othersUpToDb } from "./foreground.ts";
import { SpeechEnergy } from "./speech-energy.ts";
import type { Frame } from "./frame.ts";

/** Loudness below which a frame is silence on any line: -66 dB of full scale without the bass. */
const audibleRms = 16;
/** A frame this much louder than the line's noise opens the gate: 5 dB. */
const openRatio = 1.8;
/** Open time after the last loud frame: 600 ms, longer than the soft end of a word. */
const hangoverFrames = 30;
/** Open time while another voice talks in the pause: 200 ms. */
const hangoverFramesOfTwo = 10;
/** The noise is the quietest 100 ms of the last 3 s: speech has such gaps, noise has nothing else. */
const blockFrames = 5;
const blocksKept = 30;
/** A sound this much softer than the caller's words comes from elsewhere in the room, or may: dB. */
const faintDb = 9;
/** At most one of the last three frames is louder than the other voice: not a word of the caller. */
const otherFrames: ReadonlySet<number> = new Set([0b000, 0b001, 0b010, 0b100]);

/** Gate of one line; costs a few microseconds a frame. */
export class NoiseGate {
  /** Loudest block of the present sound, against the caller's words; dB. */
  #nearestDb = -Infinity;
  readonly #energy = new SpeechEnergy();
  /** Mean energy of each of the last blocks, in a ring; infinite before the first audio. */
  readonly #blocks = new Float64Array(blocksKept).fill(Infinity);
  /** Minimum of the blocks, updated when a block is full. */
  #least = Infinity;
  #at = 0;
  #blockEnergy = 0;
  #blockFilled = 0;
  #hangover = 0;
  /** True if the current block holds speech that is no echo of the agent. */
  #isVoice = false;
  #isHere = true;
  #foreground: ForegroundState = noVoiceHeard;
  /** Highest frame energy of another voice; undefined: no other voice talks. */
  #othersUpTo: number | undefined;
  /** One bit for each of the last three frames: louder than the other voice. */
  #louder = 0;

  /** True if this frame may hold speech or closely follows one that may. Energy up to `echo` is not speech. */
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

  /** Verdict of the voice detector on the passed frames. */
  judged(isVoice: boolean): void {
    this.#isVoice ||= isVoice;
  }

  /** The next sound begins. */
  nextSound(): void {
    this.#nearestDb = -Infinity;
  }

  /** True if the sound is much softer than the caller's words so far; false before these. */
  get isFaint(): boolean {
    return this.#nearestDb > -Infinity && this.#nearestDb < -faintDb;
  }

  /** True if another voice talks besides the caller's. */
  get hasOthers(): boolean {
    return this.#othersUpTo !== undefined;
  }

  /** True if the latest frame belongs to another voice. */
  get isOthers(): boolean {
    return this.hasOthers && otherFrames.has(this.#louder);
  }

  /** Energy above which a frame is not line noise. */
  get #opensAt(): number {
    // Before the first full block the line's noise is unknown: all audible frames open the gate.
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
    // By index: a spread costs several times as much, ten times a second in each call.
    let least = Infinity;
    for (let i = 0; i < blocksKept; i++) least = Math.min(least, this.#blocks[i] ?? Infinity);
    this.#least = least;
  }

  #follow(energy: number): void {
    const [isVoice, isHere] = [this.#isVoice, this.#isHere];
    [this.#isVoice, this.#isHere] = [false, true];
    const isSound = energy > this.#opensAt;
    if (isSound) {
      const { levelDb } = this.#foreground;
      const db = 10 * Math.log10(energy + 1);
      this.#nearestDb = Math.max(this.#nearestDb, levelDb === -Infinity ? 0 : db - levelDb);
    }
    // A possible echo shows nothing about the room, but silence does.
    this.#foreground =
      isHere || !isSound
        ? foregroundStep(this.#foreground, { db: 10 * Math.log10(energy + 1), isSound, isVoice })
        : notSilent(this.#foreground);
    const limit = othersUpToDb(this.#foreground);
    this.#othersUpTo = limit === undefined ? undefined : 10 ** (limit / 10);
  }
}
