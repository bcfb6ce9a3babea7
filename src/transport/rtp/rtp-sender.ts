// RTP sender: the agent's frames become a packet each 20 ms as long as the call lives, of silence while it says
// nothing, so that the peer's player never has to guess. It keeps real time: it is never more than a packet ahead.

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
  /** Whether the peer wants to hear anything now. During a pause time passes and no packet is made. */
  readonly isHeard: () => boolean;
  /** Where both counts begin: at random, by RFC 3550, 5.1. */
  readonly first: { readonly sequence: number; readonly timestamp: number };
}

/** After a stall so much is caught up with at once; the rest of it is left out. */
const catchUpMsMax = 200;
/**
 * The first beat may have been a late one; one that comes so much earlier than it makes expect shows the true rhythm.
 */
const earlyMsMax = frameMs / 2;
/**
 * All such corrections together: a beat is never later than the next one, so more would be another clock than real
 * time.
 */
const aheadMsMax = frameMs;
/** Frames that an encoder takes to come to rest: so many are encoded for real before the copies of silence. */
const settleFrames = 5;

export class RtpSender implements Disposable {
  readonly #options: RtpSenderOptions;
  #queue: Frame[] = [];
  /** Parts of keys that are being pressed; undefined: the silence between two of them. */
  #keys: (KeyPacket | undefined)[] = [];
  #sequence: number;
  #timestamp: number;
  #nextAt: number | undefined;
  /** How much earlier than the first beat made expect the packets leave. */
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

  /** For sender reports: what was sent, and the timestamp that the next packet will have. */
  get sent() {
    return { packets: this.#packets, bytes: this.#bytes, timestamp: this.#timestamp };
  }

  /** Continues where the sender of another codec has come to: its packets are of one stream, and no frame is left out. */
  follow(other: RtpSender): void {
    this.#queue = other.#queue;
    this.#sequence = other.#sequence;
    this.#timestamp = other.#timestamp;
    this.#nextAt = other.#nextAt;
    this.#aheadMs = other.#aheadMs;
    this.#packets = other.#packets;
    this.#bytes = other.#bytes;
    other.#queue = [];
  }

  play(frame: Frame): void {
    this.#queue.push(frame);
  }

  /** One after the other; the agent's words meanwhile are not heard. */
  press(keys: string): void {
    for (const key of keys) this.#keys.push(...keyPackets(key, this.#step));
  }

  /** `last` is still sent. */
  clear(last?: Frame): void {
    this.#queue = last === undefined ? [] : [last];
  }

  /** Sends what is due. */
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

  /** Time in which nothing could be sent is a hole in the timestamps, and no packet is missing. */
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

  /** Encoding is what a call costs most, so silence is encoded a few times and then sent again and again. */
  #silent(): Uint8Array {
    if (this.#silentFrames > settleFrames && this.#silence !== undefined) return this.#silence;
    this.#silence = this.#options.encoder.encode(silence);
    return this.#silence;
  }
}
