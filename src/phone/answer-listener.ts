// Answer listener: detects who answered an outgoing call, before anything is said to them.

import { type BeepState, beepStep } from "../audio/beep-detector.ts";
import { type Frame, frameMs, Framer, type Pcm } from "../audio/frame.ts";
import { SpeechEnergy } from "../audio/speech-energy.ts";
import type { AnsweredBy } from "../voice/line.ts";
import { type CalleeState, answeringStart, stepAnswering } from "./answered-by.ts";

/** Quieter frames are silence on any line: -60 dB of full scale without the bass. */
const audibleEnergy = 30 ** 2;
/** Sound is 9 dB above the line's noise. */
const overNoise = 8;
/** Noise is the quietest level; it rises by 1 dB a second, too slowly for speech to become noise. */
const noiseGrowth = 1.005;
/** Energy of noise until a quieter frame comes. */
const noiseFirst = 40 ** 2;

export class AnswerListener {
  readonly #energy = new SpeechEnergy();
  readonly #framer = new Framer();
  readonly #decided = Promise.withResolvers<AnsweredBy>();
  #state: CalleeState = answeringStart;
  #noise = noiseFirst;
  #tone: BeepState;
  /** Since the last beat. */
  #isSound = false;
  #isTone = false;

  get decided(): Promise<AnsweredBy> {
    return this.#decided.promise;
  }

  hear(pcm: Pcm): void {
    this.#framer.push(pcm, (frame) => this.#frame(frame));
  }

  /** Every 20 ms, even without audio. */
  beat(): void {
    this.#state = stepAnswering(this.#state, {
      ms: frameMs,
      isSound: this.#isSound,
      isTone: this.#isTone,
    });
    this.#isSound = this.#isTone = false;
    if (this.#state.decided !== undefined) this.#decided.resolve(this.#state.decided);
  }

  /** Ends an unneeded wait. */
  giveUp(): void {
    this.#decided.resolve("human");
  }

  #frame(frame: Frame): void {
    const energy = this.#energy.of(frame);
    this.#noise = Math.min(Math.max(energy, 1), this.#noise * noiseGrowth);
    if (energy > Math.max(audibleEnergy, this.#noise * overNoise)) this.#isSound = true;
    const { tone, heard } = beepStep(this.#tone, frame);
    this.#tone = tone;
    if (heard) this.#isTone = true;
  }
}
