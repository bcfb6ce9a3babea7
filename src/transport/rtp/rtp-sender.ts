// RTP sender: sends the agent's frames as a packet every 20 ms for the whole call, of silence while the agent is
// silent, so the peer's player never has to guess. Keeps real time: at most one packet ahead.

import { type Frame, frameMs, silence } from "../../audio/frame.ts";
import { type KeyPacket, keyPackets } from "./telephone-events.ts";
import type { Encoder } from "./audio-codecs.ts";

export interface RtpOut {
  readonly sequence: number;
  readonly timestamp: number;
  /** The first packet after silence (RFC 3551, 4.1). */
  readonly marker: boolean;
  readonly payload: Uint8Array;
  /** The packet is a part of a key, not of audio. */
  readonly isKey?: true;
}

export interface RtpSenderOptions {
  readonly encoder: Encoder;
  readonly send: (packet: RtpOut) => void;
  /** True if the peer takes audio now. During a pause time passes without packets. */
  readonly isHeard: () => boolean;
  /** First sequence number and timestamp: random, by RFC 3550, 5.1. */
  readonly first: { readonly sequence: number; readonly timestamp: number };
}

/** Sent at once after a stall; older audio is dropped. */
const catchUpMsMax = 200;
/** The first beat may have been late; a beat this much earlier than expected shows the true rhythm. */
const earlyMsMax = frameMs / 2;
/** Maximum sum of such corrections: a beat is never later than the next one, so more would deviate from real time. */
const aheadMsMax = frameMs;
/** Frames after which an encoder is at rest: encoded before silence is copied. */
const settleFrames = 5;

export class RtpSender implements Disposable {
  readonly #options: RtpSenderOptions;
  #queue: Frame[] = [];
  /** Parts of pressed keys; undefined: the silence between two of them. */
  #keys: (KeyPacket | undefined)[] = [];
  #sequence: number;
  #timestamp: number;
  #nextAt: number | undefined;
  /** Lead of the packets over the first beat's rhythm. */
  #aheadMs = 0;
  #silentFrames = settleFrames;
  #silence: Uint8Array | undefined;
  #packets = 0;
  #bytes = 0;

  constructor(options: RtpSenderOptions) {
    this.#options = options;
    this.#sequence = options.first.sequence & 0xffff;
    this.#timestamp = options.first.timestamp >>> 0;
  }

  /** For sender reports: sent packets, and the timestamp of the next one. */
  get sent() {
    return { packets: this.#packets, bytes: this.#bytes, timestamp: this.#timestamp };
  }

  /** Continues after the sender of another codec: one stream, and no frame is skipped. */
  follow(other: RtpSender): void {
    this.#queue = other.#queue;
    this.#sequence = other.#sequence;
    this.#timestamp = other.#timestamp;
    this.#nextAt = other.#nextAt;
    this.#aheadMs = other.#aheadMs;
    this.#packets = other.#packets;
    this.#bytes = other.#bytes;
  }

  play(frame: Frame): void {
    this.#queue.push(frame);
  }

  /** Keys are sent one after the other; the agent's words meanwhile are not heard. */
  press(keys: string): void {
    for (const key of keys) this.#keys.push(...keyPackets(key, this.#step));
  }

  /** `last` is still sent. */
  clear(last?: Frame): void {
    this.#queue = last === undefined ? [] : [last];
  }

  /** Sends due packets. */
  beat(nowMs: number): void {
    this.#nextAt ??= nowMs;
    const late = nowMs - this.#nextAt - catchUpMsMax;
    if (late > 0) this.#skip(Math.ceil(late / frameMs));
    this.#correct(this.#nextAt - nowMs);
    const isLate = nowMs - this.#nextAt >= frameMs;
    while (this.#nextAt <= nowMs) {
      // The playout was as late as this beat: silence would be a hole in the middle of a sentence.
      const ranOut = isLate && this.#silentFrames === 0 && this.#queue.length === 0;
      if (ranOut) return this.#skip(Math.floor((nowMs - this.#nextAt) / frameMs) + 1);
      this.#sendOne();
      this.#nextAt += frameMs;
    }
  }

  expectLoss(percent: number): void {
    this.#options.encoder.expectLoss(percent);
  }

  [Symbol.dispose](): void {
    this.#options.encoder[Symbol.dispose]();
  }

  #correct(earlyMs: number): void {
    if (earlyMs <= 0 || earlyMs > earlyMsMax || this.#nextAt === undefined) return;
    const correctedMs = Math.min(earlyMs, aheadMsMax - this.#aheadMs);
    this.#aheadMs += correctedMs;
    this.#nextAt -= correctedMs;
  }

  /** Time without sending is a gap in the timestamps, and no packet is missing. */
  #skip(frames: number): void {
    this.#nextAt = (this.#nextAt ?? 0) + frames * frameMs;
    this.#timestamp = (this.#timestamp + frames * this.#step) >>> 0;
  }

  get #step(): number {
    return (this.#options.encoder.clockRate * frameMs) / 1000;
  }

  #sendOne(): void {
    const frame = this.#queue.shift();
    if (!this.#options.isHeard()) {
      this.#silentFrames = settleFrames;
      this.#timestamp = (this.#timestamp + this.#step) >>> 0;
      return;
    }
    const key = this.#keys.shift();
    if (key !== undefined) {
      const { payload, marker, since } = key;
      const timestamp = (this.#timestamp - since * this.#step) >>> 0;
      this.#send({ sequence: this.#sequence, timestamp, marker, payload, isKey: true });
      return;
    }
    const marker = frame !== undefined && this.#silentFrames > 0;
    this.#silentFrames = frame === undefined ? this.#silentFrames + 1 : 0;
    const payload = frame === undefined ? this.#silent() : this.#options.encoder.encode(frame);
    this.#send({ sequence: this.#sequence, timestamp: this.#timestamp, marker, payload });
  }

  #send(packet: RtpOut): void {
    this.#options.send(packet);
    this.#sequence = (this.#sequence + 1) & 0xffff;
    this.#timestamp = (this.#timestamp + this.#step) >>> 0;
    this.#packets++;
    this.#bytes += packet.payload.length;
  }

  /** Encoding is a call's highest cost, so silence is encoded a few times and then repeated. */
  #silent(): Uint8Array {
    if (this.#silentFrames > settleFrames && this.#silence !== undefined) return this.#silence;
    this.#silence = this.#options.encoder.encode(silence);
    return this.#silence;
  }
}
