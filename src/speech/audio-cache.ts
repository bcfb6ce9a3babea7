// Audio cache: what was synthesised lately, within a limit, because a flow asks the same questions of every caller.

const bytesPerMib = 1024 * 1024;

/** The least recently used is forgotten first. */
export class AudioCache {
  readonly #bytesMax: number;
  readonly #entries = new Map<string, readonly Int16Array[]>();
  #bytes = 0;

  constructor(limitMib: number) {
    this.#bytesMax = limitMib * bytesPerMib;
  }

  get(key: string): readonly Int16Array[] | undefined {
    const audio = this.#entries.get(key);
    if (audio === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, audio);
    return audio;
  }

  /** What alone would take an eighth of the room is not kept. */
  put(key: string, audio: readonly Int16Array[]): void {
    const bytes = sizeOf(audio);
    if (bytes > this.#bytesMax / 8 || this.#entries.has(key)) return;
    this.#entries.set(key, audio);
    this.#bytes += bytes;
    for (const [oldest, old] of this.#entries) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#entries.delete(oldest);
      this.#bytes -= sizeOf(old);
    }
  }
}

const sizeOf = (audio: readonly Int16Array[]): number => audio.reduce((sum, pcm) => sum + pcm.byteLength, 0);
