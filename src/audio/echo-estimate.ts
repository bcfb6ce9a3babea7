// Echo estimate: the maximum loudness of the agent's own voice in the caller's microphone, so that the agent does not
// interrupt itself. Learns loudness and delay from the line.

import { SpeechEnergy } from "./speech-energy.ts";
import type { Frame } from "./frame.ts";

/** Maximum delay from loudspeaker to server, in frames: 1.2 s. */
const lagsMax = 60;
/** Maximum of frames sent and not yet heard: more than any line sends ahead (200 ms). */
const aheadMax = 16;
const ringFrames = 128;
/** Minimum energy of agent speech (-60 dB without the bass). */
const spoken = 32 ** 2;
/** Assumed on an unknown line: a loudspeaker without echo cancellation returns 14 dB down. */
const unknownShare = 0.08;
/** A caller who interrupts is louder than 17 dB below the agent even on a line without echo. */
const leastShare = 0.02;
/** An echo varies by frame: its peak is this factor above the line's mean. */
const aboveMean = 4;
/** Factor for an echo with a known delay. */
const aboveEcho = 2.5;
/** Minimum correlation of an echo with the played audio; two speakers stay below it. */
const alikeMin = 0.8;
/** Two voices may correlate for a moment; an echo does in each measurement, every 100 ms. */
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
  /** Loudest agent audio heard in each frame of time, in a ring. */
  readonly #played = new Float64Array(ringFrames);
  #at = 0;
  /** Frames until no played audio can return as echo. */
  #left = 0;
  /** Measured frames of agent speech. */
  #measured = 0;
  /**
   * Weighted sums over those frames: for each lag, the square of the played audio and its product with the heard
   * audio.
   */
  readonly #sums = new Float64Array(lagsMax);
  readonly #squares = new Float64Array(lagsMax);
  readonly #products = new Float64Array(lagsMax);
  #weight = 0;
  #heardSum = 0;
  #heardSquares = 0;
  /** Lag of the highest correlation in the last measurement, -1 for none, and how often in a row. */
  #best = -1;
  #times = 0;
  #isAlone = false;
  /** Delay of the echo in frames, and its share of the energy. */
  #echo: { readonly lag: number; readonly share: number } | undefined;

  /** Registers a frame that the caller hears in `inMs`. */
  play(frame: Frame, inMs: number): void {
    const ahead = Math.min(aheadMax, Math.max(0, Math.round(inMs / 20)));
    const at = (this.#at + ahead) % ringFrames;
    this.#played[at] = Math.max(this.#played[at] ?? 0, this.#playedEnergy.of(frame));
    this.#left = lagsMax + ahead;
  }

  /** Drops frames not yet heard. */
  takeBack(): void {
    for (let ahead = 1; ahead <= aheadMax; ahead++) this.#played[(this.#at + ahead) % ringFrames] = 0;
  }

  /** Takes a frame from the caller; returns the energy (`SpeechEnergy`) up to which it may be echo. */
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

  /** True if the latest frame held only an echo, on a line with a known echo. */
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

  /** Share of the played audio that returned, of any voice. */
  get #meanShare(): number {
    const played = this.#sums[0] ?? 0;
    return played === 0 ? 0 : this.#heardSum / played;
  }

  /** Loudest played frame between two ages in frames. */
  #loudest(from: number, to: number): number {
    let loudest = 0;
    // By index: an iterator costs several times as much, for each frame of each call.
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

  /** Correlation of heard audio with the audio played `lag` frames before, -1 to 1. */
  #likeness(lag: number): number {
    const [weight, sum] = [this.#weight, this.#sums[lag] ?? 0];
    const played = (this.#squares[lag] ?? 0) - (sum * sum) / weight;
    const heard = this.#heardSquares - (this.#heardSum * this.#heardSum) / weight;
    if (played <= 0 || heard <= 0) return 0;
    return ((this.#products[lag] ?? 0) - (sum * this.#heardSum) / weight) / Math.sqrt(played * heard);
  }
}
