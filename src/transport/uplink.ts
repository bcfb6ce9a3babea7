// Uplink: the caller's incoming audio. Bytes of any chunking become frames, excess audio is dropped, and gaps are
// filled with silence. Knows no socket and no call, only the target of frames.

import { type Frame, frameMs, Framer, type Pcm, pcmBytes, sampleRate, silence } from "../audio/frame.ts";
import { TokenBucket } from "../base/limits/token-bucket.ts";
import type { Limits } from "./connection-limits.ts";
import { isEncodedAudio } from "./encoded-audio.ts";
import { MisreadAudio } from "./misread-audio.ts";
import type { TransportCounters } from "./transport-counters.ts";

const bytesPerMs = (sampleRate * 2) / 1000;

/** A client silent for longer has stopped sending: later audio is not late. */
const lateMsMax = 1_000;

export interface UplinkOptions {
  readonly limits: Limits;
  readonly counters?: Pick<TransportCounters, "lateIn" | "dropped"> | undefined;
  readonly hear: (frame: Frame) => void;
}

/**
 * Fate of a chunk. `encoded`: not our format, dropped. `noise`, once: misread for a while. `flood` and
 * `too_large_often` are permanent.
 */
export type UplinkVerdict =
  "fine" | "encoded" | "noise" | "overrun" | "flood" | "too_large" | "too_large_often";

export class Uplink {
  readonly #limits: Limits;
  readonly #counters: UplinkOptions["counters"];
  readonly #hear: (frame: Frame) => void;
  /** Bound once: used for every chunk of every call. */
  readonly #passOn = (frame: Frame): void => this.#pass(frame);
  readonly #framer = new Framer();
  readonly #bucket: TokenBucket;
  #hasBegun = false;
  /** Undefined once reported. */
  #misread: MisreadAudio | undefined = new MisreadAudio();
  #isMisread = false;
  #droppedBytes = 0;
  #tooLarge = 0;
  /** Frames from before the agent began; undefined once it has. */
  #early: Frame[] | undefined = [];
  /** Time of the last audio, and the end of the silence that replaced it. */
  #audioAt: number;
  /** Duration of the last audio; undefined: none yet. */
  #lastMs: number | undefined;
  #silentUntil: number;

  constructor(now: number, options: UplinkOptions) {
    this.#limits = options.limits;
    this.#counters = options.counters;
    this.#hear = options.hear;
    this.#bucket = new TokenBucket(now, {
      size: this.#limits.uplinkBurstMs * bytesPerMs,
      perSecond: this.#limits.uplinkRate * bytesPerMs * 1000,
    });
    this.#audioAt = now;
    this.#silentUntil = now;
  }

  push(pcm: Pcm, now: number): UplinkVerdict {
    const { byteLength } = pcm;
    if (byteLength === 0) return "fine";
    if (this.#counters !== undefined) this.#timeArrival(byteLength / bytesPerMs, now);
    this.#audioAt = now;
    if (byteLength > this.#limits.binaryBytesMax) {
      this.#skip(pcmBytes(pcm));
      this.#tooLarge++;
      return this.#tooLarge < this.#limits.binaryTooLargeMax ? "too_large" : "too_large_often";
    }
    const isFirst = !this.#hasBegun;
    this.#hasBegun = true;
    if (isFirst && pcm instanceof Uint8Array && isEncodedAudio(pcm)) return "encoded";
    // Whole samples are dropped, oldest first, so the rest stays in step.
    const excess = (byteLength - this.#bucket.take(byteLength, now)) & ~1;
    if (excess === 0) {
      this.#framer.push(pcm, this.#passOn);
      return this.#heardWell();
    }
    this.#framer.push(pcmBytes(pcm).subarray(excess), this.#passOn);
    this.#droppedBytes += excess;
    this.#counters?.dropped("overrun", excess / bytesPerMs / frameMs);
    return this.#droppedBytes > this.#limits.uplinkDroppedMaxMs * bytesPerMs ? "flood" : "overrun";
  }

  /** The agent begins: passes on kept audio, and all later audio. */
  start(now: number): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    this.#audioAt = now;
    for (const frame of early) this.#hear(frame);
  }

  /** Replaces missing audio of the caller by silence, in real time. */
  beat(now: number): void {
    if (this.#early !== undefined || now - this.#audioAt < this.#limits.starvationMs) return;
    // The gap before its detection is not filled: late audio would count twice.
    this.#silentUntil = Math.max(this.#silentUntil, this.#audioAt + this.#limits.starvationMs);
    for (; this.#silentUntil + frameMs <= now; this.#silentUntil += frameMs) this.#hear(silence);
  }

  #heardWell(): "fine" | "noise" {
    if (!this.#isMisread || this.#misread === undefined) return "fine";
    this.#misread = undefined;
    return "noise";
  }

  #pass(frame: Frame): void {
    if (this.#misread?.take(frame)) this.#isMisread = true;
    if (this.#early === undefined) {
      this.#hear(frame);
      return;
    }
    this.#early.push(frame);
    if (this.#early.length * frameMs <= this.#limits.earlyAudioMs) return;
    this.#early.shift();
    this.#counters?.dropped("early", 1);
  }

  #timeArrival(ms: number, now: number): void {
    const since = now - this.#audioAt;
    if (this.#lastMs !== undefined && since < lateMsMax)
      this.#counters?.lateIn(Math.max(0, since - this.#lastMs));
    this.#lastMs = ms;
  }

  /** Drops a chunk without losing step: an odd byte moves the boundary of samples. */
  #skip(bytes: Uint8Array): void {
    if (bytes.length % 2 === 1) this.#framer.push(bytes.subarray(bytes.length - 1), this.#passOn);
  }
}
