// Asterisk audio: raw samples and G.711 in Asterisk's forms outside RTP, from and to the program's frames.

import { bytesOf, type Frame, frameMs, sampleRate } from "../../audio/frame.ts";
import { decodeG711, encodeG711, type Law } from "../../audio/g711.ts";
import type { Converter } from "../../transport/downlink.ts";

export interface AudioFormat {
  readonly rate: number;
  /** Absent: PCM16, little endian. */
  readonly law?: Law;
}

/** Asterisk's names. */
const formats: ReadonlyMap<string, AudioFormat> = new Map<string, AudioFormat>([
  ["ulaw", { rate: 8_000, law: "mulaw" }],
  ["alaw", { rate: 8_000, law: "alaw" }],
  ["slin", { rate: 8_000 }],
  ["slin12", { rate: 12_000 }],
  ["slin16", { rate: 16_000 }],
  ["slin24", { rate: 24_000 }],
  ["slin32", { rate: 32_000 }],
  ["slin44", { rate: 44_100 }],
  ["slin48", { rate: 48_000 }],
  ["slin96", { rate: 96_000 }],
  ["slin192", { rate: 192_000 }],
]);

export const audioFormatOf = (name: string): AudioFormat | undefined => formats.get(name.toLowerCase());

type Convert = (from: number, to: number) => Converter;

export class AsteriskAudio implements Disposable {
  readonly #format: AudioFormat;
  readonly #up: Converter | undefined;
  readonly #down: Converter | undefined;
  readonly #frameSamples: number;
  /** First byte of an incomplete sample. */
  #odd: number | undefined;
  #rest = new Int16Array(0);

  constructor(format: AudioFormat, convert: Convert) {
    this.#format = format;
    const isOurs = format.rate === sampleRate;
    this.#up = isOurs ? undefined : convert(format.rate, sampleRate);
    this.#down = isOurs ? undefined : convert(sampleRate, format.rate);
    this.#frameSamples = (format.rate * frameMs) / 1_000;
  }

  /** Bytes of PCM16 at 16 kHz. */
  decode(bytes: Uint8Array): Uint8Array {
    const { law } = this.#format;
    const pcm = law === undefined ? this.#samples(bytes) : decodeG711(bytes, law);
    return bytesOf(this.#up === undefined ? pcm : this.#up.push(pcm));
  }

  /** Exactly 20 ms: silence where a resampler starts late. */
  encode(frame: Frame): Uint8Array {
    const more = this.#down === undefined ? frame : this.#down.push(frame);
    const all = new Int16Array(Math.max(this.#frameSamples, this.#rest.length + more.length));
    const missing = all.length - this.#rest.length - more.length;
    all.set(this.#rest, missing);
    all.set(more, missing + this.#rest.length);
    this.#rest = all.slice(this.#frameSamples);
    const due = all.subarray(0, this.#frameSamples);
    const { law } = this.#format;
    return law === undefined ? bytesOf(due) : encodeG711(due, law);
  }

  [Symbol.dispose](): void {
    this.#up?.[Symbol.dispose]();
    this.#down?.[Symbol.dispose]();
  }

  #samples(bytes: Uint8Array): Int16Array {
    const whole = this.#odd === undefined ? bytes : Uint8Array.from([this.#odd, ...bytes]);
    const even = whole.length - (whole.length % 2);
    this.#odd = even < whole.length ? whole[even] : undefined;
    // A copy: audio is kept, and Bun reuses its buffer.
    return new Int16Array(new Uint8Array(whole.subarray(0, even)).buffer);
  }
}
