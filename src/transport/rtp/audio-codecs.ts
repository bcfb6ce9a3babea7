// Audio codecs: peers' codecs as decoders to the program's audio and encoders from it. Negotiation chooses among
// them.

import type { Frame } from "../../audio/frame.ts";
import { decodeG711, encodeG711, type Law } from "../../audio/g711.ts";
import { G722Decoder, G722Encoder } from "../../audio/g722.ts";
import type { OpusDecoder, OpusEncoder } from "../../audio/opus.ts";
import type { Converter } from "../downlink.ts";

export interface Decoder extends Disposable {
  /** RTP clock, in samples a second. */
  readonly clockRate: number;
  /** PCM16 mono at 16 kHz. Throws for bytes that are no packet of this codec. */
  decode(payload: Uint8Array): Int16Array;
  /** The packet before `next`, as well as it can be restored. */
  recover(next: Uint8Array, samples: number): Int16Array;
  conceal(samples: number): Int16Array;
}

export interface Encoder extends Disposable {
  readonly clockRate: number;
  /** Encodes one frame to one packet. */
  encode(frame: Frame): Uint8Array;
  expectLoss(percent: number): void;
}

export const opusDecoder = (opus: OpusDecoder): Decoder => ({
  clockRate: 48_000,
  decode: (payload) => opus.decode(payload),
  recover: (next, samples) => opus.recover(next, samples),
  conceal: (samples) => opus.conceal(samples),
  [Symbol.dispose]: () => opus[Symbol.dispose](),
});

export const opusEncoder = (opus: OpusEncoder): Encoder => ({
  clockRate: 48_000,
  encode: (frame) => opus.encode(frame),
  expectLoss: (percent) => opus.expectLoss(percent),
  [Symbol.dispose]: () => opus[Symbol.dispose](),
});

const telephoneRate = 8_000;
const houseRate = 16_000;
/** A packet has up to 200 ms of audio (RFC 3551, 4.2); decoding the longest datagram would hold up other calls. */
const packetBytesMax = telephoneRate / 5;
type Convert = (from: number, to: number) => Converter;

export function g711Decoder(law: Law, convert: Convert): Decoder {
  const up = convert(telephoneRate, houseRate);
  let narrow = new Int16Array(telephoneRate / 50);
  let isFirst = true;
  return fading({
    decode: (payload) => {
      if (payload.length !== narrow.length) narrow = new Int16Array(payload.length);
      const pcm = up.push(decodeG711(payload, law, narrow));
      if (!isFirst) return pcm;
      isFirst = false;
      // A resampler buffers some samples at first; silence before them keeps packets in step with frames.
      return ledBySilence(pcm, 2 * payload.length);
    },
    [Symbol.dispose]: () => up[Symbol.dispose](),
  });
}

export function g722Decoder(): Decoder {
  const g722 = new G722Decoder();
  return fading({ decode: (payload) => g722.decode(payload), [Symbol.dispose]: () => undefined });
}

/** Telephone codecs have no loss concealment of their own: the last packet fades out. */
function fading({ decode, ...rest }: Pick<Decoder, "decode" | typeof Symbol.dispose>): Decoder {
  let last: Int16Array = new Int16Array(0);
  const fade = (samples: number): Int16Array => {
    const from = last;
    last = from.map((sample) => sample >> 1);
    return Int16Array.from({ length: samples }, (_, i) => (last[i % Math.max(1, last.length)] ?? 0) >> 1);
  };
  return {
    ...rest,
    clockRate: telephoneRate,
    decode: (payload) => {
      if (payload.length > packetBytesMax) throw new RangeError(`Packet of ${payload.length} bytes`);
      return (last = decode(payload));
    },
    recover: (_, samples) => fade(samples),
    conceal: fade,
  };
}

function ledBySilence(pcm: Int16Array, samples: number): Int16Array {
  const all = new Int16Array(samples);
  all.set(pcm, samples - pcm.length);
  return all;
}

export function g711Encoder(law: Law, convert: Convert): Encoder {
  const down = convert(houseRate, telephoneRate);
  const packetSamples = telephoneRate / 50;
  let isFirst = true;
  return {
    clockRate: telephoneRate,
    encode: (frame) => {
      const pcm = down.push(frame);
      const packet = isFirst ? ledBySilence(pcm, packetSamples) : pcm;
      isFirst = false;
      return encodeG711(packet, law);
    },
    expectLoss: () => undefined,
    [Symbol.dispose]: () => down[Symbol.dispose](),
  };
}

export function g722Encoder(): Encoder {
  const g722 = new G722Encoder();
  return {
    // Timestamps count as if at 8,000 samples a second, by an old mistake that all implementations keep (RFC 3551,
    // 4.5.2).
    clockRate: telephoneRate,
    encode: (frame) => g722.encode(frame),
    expectLoss: () => undefined,
    [Symbol.dispose]: () => undefined,
  };
}
