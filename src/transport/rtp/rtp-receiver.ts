// RTP receiver: turns a peer's RTP packets into the caller's audio and keys, in order, without holes, in step with
// real time.

import { frameMs, sampleRate } from "../../audio/frame.ts";
import type { Decoder } from "./audio-codecs.ts";
import { KeyReader } from "./telephone-events.ts";
import { type JitterBufferOutput, JitterBuffer, type RtpPacket } from "./jitter-buffer.ts";

export interface RtpReceiverOptions {
  /** Decoders by payload type. */
  readonly decoders: ReadonlyMap<number, Decoder>;
  /** The payload types of telephone keys. */
  readonly keyTypes: ReadonlySet<number>;
  /** PCM16 mono at 16 kHz, any length, owned by the listener from here on. */
  readonly hear: (pcm: Int16Array) => void;
  readonly press: (key: string) => void;
  /** Receives the number of packets given up. */
  readonly lost?: ((packets: number) => void) | undefined;
}

/** Beyond this, a made-up sound is worse than none. */
const concealedMsMax = 100;
/** Silence is played after this time without a packet; a sender with DTX sends none. */
const quietMs = 120;
/** A hole in the timestamps longer than this is a new beginning. */
const holeMsMax = 5_000;
/** Longest piece of silence, as for a client's audio: a longer one would be rejected. */
const pieceMsMax = 1_000;
const nothing = new Int16Array(0);

export class RtpReceiver {
  readonly #options: RtpReceiverOptions;
  #jitterBuffer = new JitterBuffer();
  readonly #keys = new KeyReader();
  #decoder: Decoder | undefined;
  /** Timestamp that follows the last packet without a gap. */
  #nextTimestamp: number | undefined;
  /** Samples of the last packet. */
  #samples = (sampleRate * frameMs) / 1000;
  #arrivedAt: number | undefined;
  /** Silence that replaced packets since the last one came. */
  #filledMs = 0;
  #badPackets = 0;
  #concealed = 0;

  constructor(options: RtpReceiverOptions) {
    this.#options = options;
  }

  get counts() {
    return { ...this.#jitterBuffer.counts, bad: this.#badPackets, concealed: this.#concealed };
  }

  get highest(): number | undefined {
    return this.#jitterBuffer.highest;
  }

  /** The next packet is of another source: what is held of the one before is given up. */
  restart(): void {
    this.#jitterBuffer = new JitterBuffer();
    this.#nextTimestamp = undefined;
  }

  push(packet: RtpPacket, nowMs: number): void {
    // Comfort noise (RFC 3389) and keys bring no sound: the pause after them begins with the last one.
    if (this.#options.decoders.has(packet.payloadType)) this.#arrivedAt = nowMs;
    // Nearly all packets come in order: no object is made for these.
    if (this.#jitterBuffer.passes(packet.sequence)) this.#play(packet);
    else this.#take(this.#jitterBuffer.push(packet, nowMs));
  }

  beat(nowMs: number): void {
    this.#take(this.#jitterBuffer.beat(nowMs));
    if (this.#arrivedAt === undefined) return;
    while (nowMs - this.#arrivedAt - this.#filledMs >= quietMs + frameMs) {
      this.#silence(frameMs);
      this.#filledMs += frameMs;
    }
  }

  #take(pieces: readonly JitterBufferOutput[]): void {
    for (const piece of pieces) {
      if (piece.type === "lost") this.#lost(piece.count, piece.next);
      else this.#play(piece.packet);
    }
  }

  #play({ payloadType, payload, timestamp }: RtpPacket): void {
    const { decoders, keyTypes, press } = this.#options;
    if (keyTypes.has(payloadType)) {
      const key = this.#keys.read(payload, timestamp);
      if (key !== undefined) press(key);
      return;
    }
    const decoder = decoders.get(payloadType);
    if (decoder === undefined || payload.length === 0) return;
    this.#decoder = decoder;
    this.#fillHole(timestamp, decoder.clockRate);
    const pcm = this.#decoded(decoder, payload);
    if (pcm.length === 0) return;
    this.#samples = pcm.length;
    this.#nextTimestamp = (timestamp + (pcm.length / sampleRate) * decoder.clockRate) >>> 0;
    this.#options.hear(pcm);
  }

  /** Fills the pause of a sender that sends nothing while silent (DTX). */
  #fillHole(timestamp: number, clockRate: number): void {
    const filled = this.#filledMs;
    this.#filledMs = 0;
    if (this.#nextTimestamp === undefined) return;
    const hole = (((timestamp - this.#nextTimestamp) | 0) / clockRate) * 1000;
    if (hole > filled && hole <= holeMsMax) this.#silence(hole - filled);
  }

  #lost(count: number, next: RtpPacket): void {
    this.#options.lost?.(count);
    const decoder = this.#decoder;
    if (decoder === undefined || this.#options.decoders.get(next.payloadType) !== decoder) return;
    const lostMs = (count * this.#samples * 1000) / sampleRate;
    // Silence already played for them is not filled twice.
    const missingMs = Math.max(0, lostMs - this.#filledMs);
    this.#filledMs = 0;
    const packets = Math.round((missingMs * sampleRate) / 1000 / this.#samples);
    const made = Math.min(packets, Math.ceil((concealedMsMax * sampleRate) / 1000 / this.#samples));
    this.#concealed += made;
    if (packets > made) this.#silence(((packets - made) * this.#samples * 1000) / sampleRate);
    for (let i = made; i > 0; i--) {
      this.#options.hear(this.#madeUp(decoder, i === 1 ? next.payload : undefined));
    }
    this.#nextTimestamp = next.timestamp;
  }

  /** A packet that cannot be decoded counts as lost. */
  #decoded(decoder: Decoder, payload: Uint8Array): Int16Array {
    try {
      return decoder.decode(payload);
    } catch {
      this.#badPackets++;
      return nothing;
    }
  }

  /** The packet before `next`, or one without any copy. */
  #madeUp(decoder: Decoder, next: Uint8Array | undefined): Int16Array {
    try {
      return next === undefined ? decoder.conceal(this.#samples) : decoder.recover(next, this.#samples);
    } catch {
      this.#badPackets++;
      return nothing;
    }
  }

  #silence(ms: number): void {
    for (let leftMs = ms; leftMs > 0; leftMs -= pieceMsMax) {
      const pieceMs = Math.min(leftMs, pieceMsMax);
      this.#options.hear(new Int16Array(Math.round((pieceMs * sampleRate) / 1000)));
    }
  }
}
