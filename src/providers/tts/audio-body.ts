// Audio body: speech from an HTTP server, piece by piece: WAV, recognised by its first bytes and not by headers, or raw
// samples. Compressed audio is rejected by the name of its format.

import { readWavHead } from "../../audio/wav.ts";
import { type FailingProvider, failure } from "../connection/provider-failure.ts";

export interface AudioBodyOptions {
  readonly of: FailingProvider;
  /** The header `Content-Type`, or "". */
  readonly contentType: string;
  /** Rate of raw samples without a declared one, in samples a second; undefined for servers that send only WAV. */
  readonly rate: number | undefined;
  /** PCM16 little endian, mono, any number of bytes. */
  readonly pcm: (bytes: Uint8Array, rate: number) => void;
}

/** Bytes needed to tell the formats apart. */
const magicBytes = 12;
/** A WAV file whose samples begin later contains no speech. */
const wavHeadBytesMax = 65_536;
/** A file that is written while it is spoken does not know its length: its header says 0, or the maximum. */
const unknownBytesMin = 0x7fff_0000;

/** Rejected formats, by their first bytes. */
const compressed: readonly (readonly [string, string])[] = [
  ["ID3", "MP3"],
  ["OggS", "Ogg"],
  ["fLaC", "FLAC"],
];
const namedByType = /^audio\/(?:x-)?(mpeg|mp3|ogg|opus|flac|aac|mp4|webm)\b/i;

/** Push all bytes, then end. Throws ProviderErrors. */
export class AudioBody {
  readonly #o: AudioBodyOptions;
  /** Bytes from before the format is known. */
  #head = new Uint8Array();
  /** Rate of the raw samples, or of the WAV file, once it is known. */
  #rate: number | undefined;
  /** Bytes of samples that the file still promises. */
  #left = Infinity;

  constructor(options: AudioBodyOptions) {
    this.#o = options;
  }

  push(bytes: Uint8Array): void {
    if (this.#rate !== undefined) return this.#hand(bytes, this.#rate);
    this.#head = joined(this.#head, bytes);
    if (this.#head.length >= magicBytes) this.#begin();
  }

  end(): void {
    if (this.#rate !== undefined || this.#head.length === 0) return;
    if (isRiff(this.#head)) throw this.#unusable("a WAV file that ends before its samples");
    this.#raw();
  }

  #begin(): void {
    const bytes = this.#head;
    if (!isRiff(bytes)) return this.#raw();
    let head: ReturnType<typeof readWavHead>;
    try {
      head = readWavHead(bytes);
    } catch (error) {
      throw this.#unusable(`a WAV file that cannot be used: ${(error as Error).message}`);
    }
    if (head === undefined) {
      if (bytes.length > wavHeadBytesMax) throw this.#unusable("a WAV file without samples");
      return;
    }
    const { rate, dataAt, dataBytes } = head;
    if (dataBytes > 0 && dataBytes < unknownBytesMin) this.#left = dataBytes;
    this.#start(bytes.subarray(dataAt), rate);
  }

  #raw(): void {
    const { contentType, rate } = this.#o;
    const format = compressedFormat(this.#head, contentType);
    if (format !== undefined) throw this.#unusable(format);
    if (rate === undefined || /^text\//i.test(contentType))
      throw this.#unusable("audio of an unknown format");
    if (/;\s*channels\s*=\s*"?(?!1\b)\d/i.test(contentType)) throw this.#unusable("more than one channel");
    const [, statedRate] = /;\s*rate\s*=\s*"?(\d{4,6})\b/i.exec(contentType) ?? [];
    this.#start(this.#head, statedRate === undefined ? rate : Number(statedRate));
  }

  #start(bytes: Uint8Array, rate: number): void {
    this.#rate = rate;
    this.#head = new Uint8Array();
    this.#hand(bytes, rate);
  }

  #hand(bytes: Uint8Array, rate: number): void {
    const mine = bytes.subarray(0, Math.min(bytes.length, this.#left));
    this.#left -= mine.length;
    if (mine.length > 0) this.#o.pcm(mine, rate);
  }

  #unusable(what: string) {
    const needed = this.#o.rate === undefined ? "WAV with 16 bit samples" : "raw 16 bit samples or WAV";
    const message = `The voice sent ${what}; the required format is ${needed}, in one channel`;
    return failure(this.#o.of, "unsupported", "stream", { message });
  }
}

function isRiff(bytes: Uint8Array): boolean {
  return startsWith(bytes, "RIFF");
}

function startsWith(bytes: Uint8Array, tag: string): boolean {
  return String.fromCharCode(...bytes.subarray(0, tag.length)) === tag;
}

function compressedFormat(bytes: Uint8Array, contentType: string): string | undefined {
  const signature = compressed.find(([magic]) => startsWith(bytes, magic));
  if (signature !== undefined) return signature[1];
  const [, named] = namedByType.exec(contentType) ?? [];
  if (named !== undefined) return /^(mpeg|mp3)$/i.test(named) ? "MP3" : named.toUpperCase();
  // An MP3 without a tag begins with the sync word of its first frame (ISO 11172-3, 2.4.1.3), layer III.
  // Samples of speech do not begin that loud; a server that declares PCM is trusted.
  const [first = 0, second = 0] = bytes;
  const isSync = first === 0xff && (second & 0xe6) === 0xe2;
  return isSync && !/pcm|l16|wav/i.test(contentType) ? "MP3" : undefined;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
