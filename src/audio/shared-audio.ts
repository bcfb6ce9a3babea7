// Shared audio: a recording that several callers hear, with its packets, which are encoded once for all of them.

import { type Frame, samplesPerFrame } from "./frame.ts";

/** Encodes the frames of one stream in order. */
export interface PacketEncoder extends Disposable {
  encode(frame: Frame): Uint8Array;
}

/** Position of a frame in a shared recording. */
export interface SharedPlace {
  readonly audio: SharedAudio;
  readonly index: number;
}

/** Keyed by the recording's memory: its frames are views of it. */
const recordings = new WeakMap<ArrayBufferLike, SharedAudio>();

/** Undefined for a frame that is no view of shared audio, such as a changed or mixed one. */
export function sharedPlaceOf(frame: Frame): SharedPlace | undefined {
  const audio = recordings.get(frame.buffer);
  if (audio === undefined) return undefined;
  const index = frame.byteOffset / frame.byteLength;
  return Number.isInteger(index) ? { audio, index } : undefined;
}

export class SharedAudio implements Disposable {
  /** PCM16 mono at 16 kHz, read-only; the last frame is padded with silence. */
  readonly pcm: Int16Array;
  readonly #tracks = new Map<string, PacketTrack>();
  #isDisposed = false;

  constructor(pieces: readonly Int16Array[]) {
    const samples = pieces.reduce((sum, piece) => sum + piece.length, 0);
    this.pcm = new Int16Array(Math.ceil(samples / samplesPerFrame) * samplesPerFrame);
    let at = 0;
    for (const piece of pieces) {
      this.pcm.set(piece, at);
      at += piece.length;
    }
    recordings.set(this.pcm.buffer, this);
  }

  get frames(): number {
    return this.pcm.length / samplesPerFrame;
  }

  frame(index: number): Frame {
    return this.pcm.subarray(index * samplesPerFrame, (index + 1) * samplesPerFrame);
  }

  /**
   * Packets in a codec. The first call opens the encoder and gets undefined until it is ready: no listener waits for
   * it.
   */
  track(codec: string, open: () => Promise<PacketEncoder>): PacketTrack | undefined {
    if (this.#isDisposed) return undefined;
    const existing = this.#tracks.get(codec);
    if (existing !== undefined) return existing.isReady ? existing : undefined;
    const track = new PacketTrack(this);
    this.#tracks.set(codec, track);
    open().then(
      (encoder) => track.use(encoder),
      // The track stays empty: each listener encodes for itself.
      () => undefined,
    );
    return undefined;
  }

  /** Makes no more packets; existing ones stay with their users. */
  [Symbol.dispose](): void {
    this.#isDisposed = true;
    for (const track of this.#tracks.values()) track[Symbol.dispose]();
    this.#tracks.clear();
  }
}

/**
 * Packets of one recording in one codec, made when the first caller reaches them. The encoder starts fresh, so its
 * packets fit every decoder that has heard silence before.
 */
export class PacketTrack implements Disposable {
  readonly #audio: SharedAudio;
  readonly #packets: Uint8Array[] = [];
  #encoder: PacketEncoder | undefined;
  #isDisposed = false;

  constructor(audio: SharedAudio) {
    this.#audio = audio;
  }

  get isReady(): boolean {
    return this.#encoder !== undefined || this.#packets.length === this.#audio.frames;
  }

  use(encoder: PacketEncoder): void {
    if (this.#isDisposed) encoder[Symbol.dispose]();
    else this.#encoder = encoder;
  }

  /** Undefined if it was not made in time. */
  packet(index: number): Uint8Array | undefined {
    while (this.#encoder !== undefined && this.#packets.length <= index) {
      this.#packets.push(this.#encoder.encode(this.#audio.frame(this.#packets.length)));
      if (this.#packets.length === this.#audio.frames) this.#close();
    }
    return this.#packets[index];
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#close();
  }

  #close(): void {
    this.#encoder?.[Symbol.dispose]();
    this.#encoder = undefined;
  }
}
