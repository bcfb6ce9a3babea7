// Turn opinion: a recogniser with a model that hears from the sound of speech whether more will follow. Asked at a
// pause of a free answer; with few possible answers, the words are the better sign.

import { type Frame, samplesPerFrame } from "../../audio/frame.ts";
import { TurnLoudness } from "../../audio/turn-loudness.ts";
import type { Expectation } from "../../flow/engine/expectation.ts";
import type { Stt, SttEvent, SttSession } from "../../providers/provider-contract.ts";
import { soundSamples } from "./log-mel-features.ts";

/** Judges turns; undefined if not in time. Never rejects. */
export interface TurnJudge {
  judge(sound: Int16Array<ArrayBuffer>): Promise<number | undefined>;
}

/** Silent frames before it is asked, 160 ms: soon enough to answer before most turns would end. */
const pauseFrames = 8;
/** Probability from which the turn is over, by the model's training. */
const overMin = 0.5;

export function withTurnModel(stt: Stt, judge: TurnJudge): Stt {
  return {
    ...stt,
    async open(sink, context, signal) {
      const opinions = new Opinions(sink, judge);
      const session = await stt.open((event) => opinions.said(event), context, signal);
      return new Session(session, opinions);
    },
  };
}

class Opinions {
  readonly #sink: (event: SttEvent) => void;
  readonly #judge: TurnJudge;
  #frames: Frame[] = [];
  #loudness = new TurnLoudness();
  #quiet = 0;
  /** Rises with each event that outdates an awaited answer. */
  #moment = 0;
  #isOpen = true;
  /** The recogniser has an opinion of its own, which counts more. */
  #isSpared = false;

  constructor(sink: (event: SttEvent) => void, judge: TurnJudge) {
    this.#sink = sink;
    this.#judge = judge;
  }

  said(event: SttEvent): void {
    if (event.type === "turn_opinion") this.#isSpared = true;
    this.#sink(event);
  }

  expect(expectation: Expectation | undefined): void {
    this.#isOpen = expectation?.closed !== true;
  }

  hear(frame: Frame): void {
    if (!this.#isOpen || this.#isSpared) return;
    this.#frames.push(frame);
    if (this.#frames.length > framesMax) this.#frames.shift();
    if (this.#loudness.push(frame)) {
      this.#quiet = 0;
      this.#moment += 1;
      return;
    }
    this.#quiet += 1;
    if (this.#quiet === pauseFrames && this.#loudness.hasSpeech()) void this.#ask();
  }

  /** The turn is over, or was none. */
  forget(): void {
    this.#moment += 1;
    this.#frames = [];
    this.#loudness = new TurnLoudness();
    this.#quiet = 0;
  }

  async #ask(): Promise<void> {
    const moment = this.#moment;
    const probability = await this.#judge.judge(soundOf(this.#frames));
    if (probability === undefined || moment !== this.#moment || this.#isSpared) return;
    const opinion = probability >= overMin ? "over" : "goes_on";
    this.#sink({ type: "turn_opinion", opinion, by: "turn-model", confidence: probability });
  }
}

class Session implements SttSession {
  readonly #session: SttSession;
  readonly #opinions: Opinions;

  constructor(session: SttSession, opinions: Opinions) {
    this.#session = session;
    this.#opinions = opinions;
  }

  get closed(): SttSession["closed"] {
    return this.#session.closed;
  }

  get rest(): SttSession["rest"] {
    return this.#session.rest;
  }

  get heardAt(): number | undefined {
    return this.#session.heardAt;
  }

  send(frame: Frame): void {
    this.#session.send(frame);
    this.#opinions.hear(frame);
  }

  finalize(turn: number): void {
    this.#opinions.forget();
    this.#session.finalize(turn);
  }

  reset(): void {
    this.#opinions.forget();
    this.#session.reset();
  }

  expect(expectation: Expectation | undefined): void {
    this.#opinions.expect(expectation);
    this.#session.expect(expectation);
  }

  close(): void {
    this.#opinions.forget();
    this.#session.close();
  }
}

const framesMax = soundSamples / samplesPerFrame;

function soundOf(frames: readonly Frame[]): Int16Array<ArrayBuffer> {
  const sound = new Int16Array(frames.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const frame of frames) {
    sound.set(frame, at);
    at += frame.length;
  }
  return sound;
}
