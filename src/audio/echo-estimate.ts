// Echo estimate: how loud the agent's own voice may at most come back through the caller's microphone, so that the
// agent does not take its own voice for a caller who interrupts. It learns from the line how loud and how late it comes.

import { SpeechEnergy } from "./speech-energy.ts";
import type { Frame } from "./frame.ts";

/** How long a frame may take from the loudspeaker to here, in frames: 1.2 s. */
const lagsMax = 60;
/** Frames sent and not heard yet: more than any line sends ahead (200 ms). */
const aheadMax = 16;
const ringFrames = 128;
/** A frame so loud is speech of the agent's (-60 dB without the bass). */
const spoken = 32 ** 2;
/** Until the line is known: a loudspeaker without echo cancellation comes back 14 dB down. */
const unknownShare = 0.08;
/** On a line without any echo a caller who interrupts is still louder than 17 dB below the agent. */
const leastShare = 0.02;
/** An echo varies from frame to frame: the loudest is so much above the mean of the line. */
const aboveMean = 4;
/** The same of an echo of which it is known when it comes. */
const aboveEcho = 2.5;
/** So alike are an echo and what was played; speech of two people is not. */
const alikeMin = 0.8;
/** Two voices may seem alike for a moment; an echo does each time that it is looked at, every 100 ms. */
const timesMin = 6;
/** A microphone with an echo above this (-3 dB) would hear no caller. */
const shareMax = 0.5;
/** Frames outside the latest echo's reach, and 600 ms more: the likeness of fewer frames is chance. */
const framesMin = lagsMax + 30;
/** A measurement counts half after 1.4 s of the agent's speech. */
const forgets = 0.99;

export class EchoEstimate {
  readonly #playedEnergy = new SpeechEnergy();
  readonly #heardEnergy = new SpeechEnergy();
  /** The loudest that is heard of the agent in each frame of time, in a ring. */
  readonly #played = new Float64Array(ringFrames);
  #at = 0;
  /** Frames until nothing that was played can come back any more. */
  #left = 0;
  /** Frames of the agent's speech that have been measured. */
  #measured = 0;
  /** Weighted sums over those frames: for each lag of what was played, its square, and its product with what is heard. */
  readonly #sums = new Float64Array(lagsMax);
  readonly #squares = new Float64Array(lagsMax);
  readonly #products = new Float64Array(lagsMax);
  #weight = 0;
  #heardSum = 0;
  #heardSquares = 0;
  /** The lag at which it was most alike when it was last looked at, -1 for none, and how often it has been that. */
  #best = -1;
  #times = 0;
  #isAlone = false;
  /** How late the echo comes, in frames, and which share of the energy. */
  #echo: { readonly lag: number; readonly share: number } | undefined;

  /** A frame is sent to the caller, who hears it in so many milliseconds. */
  play(frame: Frame, inMs: number): void {
    const ahead = Math.min(aheadMax, Math.max(0, Math.round(inMs / 20)));
    const at = (this.#at + ahead) % ringFrames;
    this.#played[at] = Math.max(this.#played[at] ?? 0, this.#playedEnergy.of(frame));
    this.#left = lagsMax + ahead;
  }

  /** Drops the frames that are not heard yet. */
  takeBack(): void {
    for (let ahead = 1; ahead <= aheadMax; ahead++) this.#played[(this.#at + ahead) % ringFrames] = 0;
  }

  /** A frame comes from the caller: the energy (`SpeechEnergy`) up to which it may be an echo. */
  next(frame: Frame): number {
    this.#isAlone = false;
    if (this.#left === 0) return 0;
    this.#left -= 1;
    const limit = this.#limit();
    const heard = this.#heardEnergy.of(frame);
    this.#isAlone = this.#echo !== undefined && heard <= limit;
    this.#measure(heard);
    this.#at = (this.#at + 1) % ringFrames;
    this.#played[(this.#at + aheadMax) % ringFrames] = 0;
    return limit;
  }

  /** Whether the latest frame held nothing but an echo, on a line whose echo is known. */
  get isAlone(): boolean {
    return this.#isAlone;
  }

  #limit(): number {
    const loudest = this.#loudest(0, lagsMax);
    if (this.#echo !== undefined) {
      const { lag, share } = this.#echo;
      const comesBack = this.#loudest(Math.max(0, lag - 2), lag + 3) * share * aboveEcho;
      return Math.max(loudest * leastShare, comesBack);
    }
    const mean = this.#measured < lagsMax ? unknownShare : aboveMean * this.#meanShare;
    return loudest * Math.min(unknownShare, Math.max(leastShare, mean));
  }

  /** Share of the played audio that has come at all, of any voice. */
  get #meanShare(): number {
    const played = this.#sums[0] ?? 0;
    return played === 0 ? 0 : this.#heardSum / played;
  }

  /** Loudest frame so many frames ago. */
  #loudest(from: number, to: number): number {
    let loudest = 0;
    // By index: an iterator would cost several times as much, for every frame of every call.
    for (let lag = from; lag < to; lag++) loudest = Math.max(loudest, this.#lagged(lag));
    return loudest;
  }

  #lagged(lag: number): number {
    return this.#played[(this.#at - lag + ringFrames) % ringFrames] ?? 0;
  }

  #measure(heard: number): void {
    if (this.#loudest(0, 5) < spoken) return;
    this.#measured += 1;
    this.#weight = this.#weight * forgets + 1;
    this.#heardSum = this.#heardSum * forgets + heard;
    this.#heardSquares = this.#heardSquares * forgets + heard * heard;
    for (let lag = 0; lag < lagsMax; lag++) {
      const played = this.#lagged(lag);
      this.#sums[lag] = (this.#sums[lag] ?? 0) * forgets + played;
      this.#squares[lag] = (this.#squares[lag] ?? 0) * forgets + played * played;
      this.#products[lag] = (this.#products[lag] ?? 0) * forgets + played * heard;
    }
    if (this.#measured >= framesMin && this.#measured % 5 === 0) this.#learn();
  }

  #learn(): void {
    let best = -1;
    let likeness = alikeMin;
    for (let lag = 0; lag < lagsMax; lag++) {
      const alike = this.#likeness(lag);
      if (alike > likeness) [best, likeness] = [lag, alike];
    }
    this.#times = best >= 0 && Math.abs(best - this.#best) <= 1 ? this.#times + 1 : 0;
    this.#best = best;
    if (this.#times >= timesMin) {
      const share = (this.#products[best] ?? 0) / (this.#squares[best] ?? 1);
      this.#echo = { lag: best, share: Math.min(shareMax, share) };
    } else if (this.#echo !== undefined && this.#meanShare < this.#echo.share / aboveMean) {
      // The echo is gone, as when a headset is put on.
      this.#echo = undefined;
    }
  }

  /** Correlation of what is heard and what was played so many frames before, -1 to 1. */
  #likeness(lag: number): number {
    const [weight, sum] = [this.#weight, this.#sums[lag] ?? 0];
    const played = (this.#squares[lag] ?? 0) - (sum * sum) / weight;
    const heard = this.#heardSquares - (this.#heardSum * this.#heardSum) / weight;
    if (played <= 0 || heard <= 0) return 0;
    return ((this.#products[lag] ?? 0) - (sum * this.#heardSum) / weight) / Math.sqrt(played * heard);
  }
}
