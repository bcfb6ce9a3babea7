// Stereo track: both directions of a call on one time axis, as heard, second by second. The agent's audio is sent
// ahead of its time and may be dropped again; only final seconds are returned.

import { type Frame, frameMs, sampleRate, samplesPerFrame } from "../../audio/frame.ts";
import { secondSamples } from "./flight-record.ts";

const samplesPerMs = sampleRate / 1_000;
/** Delay up to which a caller's frame follows the previous one without a gap, in milliseconds. */
const jitterMsMax = 200;
/** Largest delay of packets, in milliseconds. */
const lateMsMax = 1_000;
const [left, right] = [0, 1] as const;

export class StereoTrack {
  /** Seconds that may still change, by number. */
  readonly #open = new Map<number, Int16Array>();
  /** Seconds returned. */
  #given = 0;
  /** Position of each side, in samples. */
  #callerAt = 0;
  #agentAt = 0;

  /** A caller's frame received at this time of the call. */
  caller(frame: Frame, nowMs: number): void {
    // At a whole frame, so that a reader gets the frames that were heard.
    const begins = Math.floor((nowMs * samplesPerMs) / samplesPerFrame) * samplesPerFrame - samplesPerFrame;
    const isLate = begins - this.#callerAt > jitterMsMax * samplesPerMs;
    // More than possible since the last frame: the other side's clock runs fast.
    const isEarly = this.#callerAt - begins > jitterMsMax * samplesPerMs;
    const from = isLate || isEarly ? begins : this.#callerAt;
    this.#write(left, from, frame);
    this.#callerAt = Math.max(from, 0) + samplesPerFrame;
  }

  /** Frame of the agent sent at this time and heard after earlier ones. */
  agent(frame: Frame, nowMs: number): void {
    const from = Math.max(this.#agentAt, Math.round(nowMs * samplesPerMs));
    this.#write(right, from, frame);
    this.#agentAt = from + samplesPerFrame;
  }

  /** Drops the agent's audio unheard at this time. */
  cut(nowMs: number): void {
    const from = Math.round(nowMs * samplesPerMs);
    const erased = Math.max(0, this.#agentAt - from);
    for (let at = from; at < from + erased; at += samplesPerFrame)
      this.#write(right, at, nothing.subarray(0, Math.min(samplesPerFrame, from + erased - at)));
    this.#agentAt = Math.min(this.#agentAt, from);
  }

  /** Silences the caller between two times, as far as not returned yet. */
  hush(fromMs: number, toMs: number): void {
    const from = Math.floor(fromMs * samplesPerMs);
    // Audio that came faster than real time is ahead.
    const to = Math.max(this.#callerAt, Math.ceil(toMs * samplesPerMs));
    for (let at = from; at < to; at += samplesPerFrame)
      this.#write(left, at, nothing.subarray(0, Math.min(samplesPerFrame, to - at)));
  }

  /** Complete seconds at this time, oldest first, up to `heldFromMs`. */
  *take(nowMs: number, heldFromMs: number = nowMs): Generator<Int16Array> {
    const untilMs = Math.min(nowMs - lateMsMax, heldFromMs);
    while ((this.#given + 1) * 1_000 <= untilMs) yield this.#next();
  }

  /** The rest, up to this time. */
  *rest(nowMs: number): Generator<Int16Array> {
    while (this.#given * 1_000 < nowMs) yield this.#next();
  }

  #next(): Int16Array {
    const second = this.#open.get(this.#given) ?? new Int16Array(secondSamples);
    this.#open.delete(this.#given);
    this.#given += 1;
    return second;
  }

  /** Audio for a second that was already returned is dropped. */
  #write(side: 0 | 1, from: number, samples: Int16Array): void {
    for (let i = 0; i < samples.length; i++) {
      const at = from + i;
      const number = Math.floor(at / sampleRate);
      if (number < this.#given) continue;
      let second = this.#open.get(number);
      if (second === undefined) this.#open.set(number, (second = new Int16Array(secondSamples)));
      second[(at - number * sampleRate) * 2 + side] = samples[i] ?? 0;
    }
  }
}

const nothing = new Int16Array((sampleRate * frameMs) / 1_000);
