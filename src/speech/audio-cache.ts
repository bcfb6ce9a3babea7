// Audio cache: recently synthesised audio, within a limit, because a flow asks every caller the same questions.

import { SharedAudio } from "../audio/shared-audio.ts";
import type { WordTime } from "../providers/provider-contract.ts";

const bytesPerMib = 1024 * 1024;
/** Packets of a recording take up to a quarter of its samples' size. */
const packetShare = 1.25;

/** The least recently used is forgotten first. */
export class AudioCache {
  readonly #bytesMax: number;
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor(limitMib: number) {
    this.#bytesMax = limitMib * bytesPerMib;
  }

  /** PCM16 mono at 16 kHz. */
  get(key: string): Int16Array | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.audio.pcm;
  }

  /** Known audio with the times of its words, as far as known. */
  known(key: string): { readonly pcm: Int16Array; readonly words: readonly WordTime[] } | undefined {
    const pcm = this.get(key);
    return pcm && { pcm, words: this.#entries.get(key)?.words ?? [] };
  }

  /** An entry above an eighth of the cache is not stored. */
  put(key: string, pieces: readonly Int16Array[], words: readonly WordTime[] = []): void {
    if (this.#entries.has(key)) return;
    const audio = new SharedAudio(pieces);
    const bytes = sizeOf(audio);
    if (bytes > this.#bytesMax / 8) return;
    this.#entries.set(key, { audio, words });
    this.#bytes += bytes;
    for (const [oldest, old] of this.#entries) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#entries.delete(oldest);
      this.#bytes -= sizeOf(old.audio);
      old.audio[Symbol.dispose]();
    }
  }
}

interface Entry {
  readonly audio: SharedAudio;
  readonly words: readonly WordTime[];
}

const sizeOf = ({ pcm }: SharedAudio): number => pcm.byteLength * packetShare;
