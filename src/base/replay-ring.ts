// Replay ring: the last texts of a series, each with its number, so that a returning reader gets exactly the missed
// ones. Limited in texts and in bytes; the oldest are dropped first.

/** Limit of kept texts, and of their UTF-8 bytes together. */
export const replayLimits = { eventsMax: 512, bytesMax: 262_144 } as const;

/** Messages missed by a reader. */
export interface MissedTexts {
  /** Missed texts in order. */
  readonly texts: readonly string[];
  /** Number of further missed texts that are already dropped. */
  readonly lost: number;
}

interface Kept {
  readonly seq: number;
  readonly text: string;
  readonly bytes: number;
}

export class ReplayRing {
  readonly #limits: { readonly eventsMax: number; readonly bytesMax: number };
  /** Oldest first, without a gap up to the last number. */
  #kept: Kept[] = [];
  #bytes = 0;
  #last = 0;
  /** Unknown numbers: those of another process, and those never used. */
  #before: { readonly given: number; readonly from: number } | undefined;
  /** Last text of each topic: present states outlive their history. */
  readonly #standing = new Map<string, Kept>();

  constructor(limits: { readonly eventsMax: number; readonly bytesMax: number } = replayLimits) {
    this.#limits = limits;
  }

  /** Number of the last text, 0 before the first. */
  get last(): number {
    return this.#last;
  }

  /**
   * Another process began the series and used at least the numbers up to `given`: this one continues far behind them,
   * at `from`.
   */
  goOn(given: number, from: number): void {
    this.#before = { given, from };
    this.#last = from - 1;
  }

  /**
   * Numbers a text, from 1 on without a gap, and keeps it. The latest message of a `topic` stays longer: topics must
   * be few.
   */
  add(textOf: (seq: number) => string, topic?: string): string {
    const seq = this.#last + 1;
    const text = textOf(seq);
    const one: Kept = { seq, text, bytes: Buffer.byteLength(text) };
    this.#last = seq;
    this.#kept.push(one);
    this.#bytes += one.bytes;
    if (topic !== undefined) this.#standing.set(topic, one);
    while (this.#kept.length > this.#limits.eventsMax || this.#bytes > this.#limits.bytesMax) this.#forget();
    return text;
  }

  /** Messages after this number. A number that was never given has missed nothing. */
  after(seq: number): MissedTexts {
    // A reader knows best which numbers the other process gave.
    if (seq > this.#last && this.#before !== undefined) this.goOn(seq, seq + 1);
    const isMissed = (one: Kept): boolean => one.seq > seq;
    const kept = this.#kept.filter(isMissed);
    const oldest = kept[0]?.seq ?? this.#last + 1;
    const standing = [...this.#standing.values()]
      .filter((one) => isMissed(one) && one.seq < oldest)
      .sort((a, b) => a.seq - b.seq);
    const texts = [...standing, ...kept].map(({ text }) => text);
    const { given, from } = this.#before ?? { given: 0, from: 1 };
    const missed = Math.max(0, given - seq) + Math.max(0, this.#last - Math.max(seq, from - 1));
    return { texts, lost: missed - texts.length };
  }

  #forget(): void {
    this.#bytes -= this.#kept.shift()?.bytes ?? 0;
  }
}
