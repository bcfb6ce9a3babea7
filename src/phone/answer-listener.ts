// Answer listener: hears who has answered a call of ours, before anything is said to them.

import { type BeepState, beepStep } from "../audio/beep-detector.ts";
import { type Frame, frameMs, Framer, type Pcm } from "../audio/frame.ts";
import { SpeechEnergy } from "../audio/speech-energy.ts";
import type { AnsweredBy } from "../voice/line.ts";
import { type CalleeState, answeringStart, stepAnswering } from "./answered-by.ts";

/** Quieter frames are silence on any line: -60 dB of full scale without the bass. */
const audibleEnergy = 30 ** 2;
/** Sound is so much more than the noise of the line: 9 dB. */
const overNoise = 8;
/** Noise is what was quietest; it grows so slowly that speech does not become noise: 1 dB a second. */
const noiseGrowth = 1.005;
/** Until anything quieter is heard. */
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

  /** Each 20 ms, also where nothing comes. */
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
