// Audio cache: what was synthesised lately, within a limit, because a flow asks the same questions of every caller.

import { SharedAudio } from "../audio/shared-audio.ts";

const bytesPerMib = 1024 * 1024;
/** Packets of a recording take up to a quarter of what its samples take. */
const packetShare = 1.25;

/** The least recently used is forgotten first. */
export class AudioCache {
  readonly #bytesMax: number;
  readonly #entries = new Map<string, SharedAudio>();
  #bytes = 0;

  constructor(limitMib: number) {
    this.#bytesMax = limitMib * bytesPerMib;
  }

  /** PCM16 mono at 16 kHz. */
  get(key: string): Int16Array | undefined {
    const audio = this.#entries.get(key);
    if (audio === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, audio);
    return audio.pcm;
  }

  /** What alone would take an eighth of the room is not kept. */
  put(key: string, pieces: readonly Int16Array[]): void {
    if (this.#entries.has(key)) return;
    const audio = new SharedAudio(pieces);
    const bytes = sizeOf(audio);
    if (bytes > this.#bytesMax / 8) return;
    this.#entries.set(key, audio);
    this.#bytes += bytes;
    for (const [oldest, old] of this.#entries) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#entries.delete(oldest);
      this.#bytes -= sizeOf(old);
      old[Symbol.dispose]();
    }
  }
}

const sizeOf = ({ pcm }: SharedAudio): number => pcm.byteLength * packetShare;
