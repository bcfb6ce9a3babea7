// Vendor turns: maps the turns of a vendor that finds their ends itself to ours. One of ours may contain
// several of theirs, and one of theirs may continue after ours was answered; then only its new words count.

import type { WordTime } from "../provider-contract.ts";
import type { SttHost } from "./stt-dialect.ts";

/** A word with its position in the stream, if the vendor sends it. */
export interface VendorWord {
  readonly text: string;
  readonly startMs?: number;
  readonly endMs?: number;
  /** Confidence from 0 to 1. */
  readonly confidence?: number;
}

/** A vendor's positions may be this much early or late. */
const toleranceMs = 100;

export class VendorTurns {
  readonly #host: SttHost;
  /** Words of each of the vendor's turns that belong to our turn, by number, in order. */
  readonly #heard = new Map<number, { readonly text: string; readonly words: readonly VendorWord[] }>();
  /** The vendor's latest turn, and the number of its words that belong to our finished turns. */
  #latest = { index: -1, words: 0, old: 0 };

  constructor(host: SttHost) {
    this.#host = host;
  }

  /**
   * Takes all words of one of the vendor's turns so far; without `given` words those of the text count.
   * Returns whether any of them is new in our turn.
   */
  hear(index: number, text: string, given: readonly VendorWord[] = []): boolean {
    const words = given.length > 0 || text === "" ? given : text.split(/\s+/).map((word) => ({ text: word }));
    if (index > this.#latest.index) this.#latest = { index, words: 0, old: 0 };
    // A turn that ended long ago, repeated in another form.
    const old = index < this.#latest.index && !this.#heard.has(index) ? words.length : this.#oldOf(index);
    if (index === this.#latest.index) this.#latest.words = words.length;
    const fresh = words.filter((word, i) => !this.#isOld(word, i, old));
    if (fresh.length === 0 && !this.#heard.has(index)) return false;
    const isWhole = fresh.length === words.length;
    this.#heard.set(index, {
      text: isWhole ? text : fresh.map((word) => word.text).join(" "),
      words: fresh,
    });
    this.#tell();
    return true;
  }

  /** Our turn is done: the words of the vendor's turn so far belong to it. */
  cut(): void {
    this.#heard.clear();
    this.#latest.old = this.#latest.words;
  }

  #oldOf(index: number): number {
    return index === this.#latest.index ? this.#latest.old : 0;
  }

  /** Whether a word belongs to a finished turn: by its time, or, without one, by its index. */
  #isOld({ startMs }: VendorWord, place: number, old: number): boolean {
    return startMs === undefined ? place < old : startMs < this.#host.doneMs - toleranceMs;
  }

  #tell(): void {
    const parts = [...this.#heard].sort(([a], [b]) => a - b).map(([, part]) => part);
    const text = parts.map((part) => part.text).join(" ");
    const words = parts.flatMap((part) => part.words);
    const confidence = meanConfidence(words);
    this.#host.turns.whole(text.trim(), {
      words: timesOf(words),
      ...(confidence === undefined ? {} : { confidence }),
    });
  }
}

/** Mean confidence of the words that have one. */
export function meanConfidence(words: readonly VendorWord[]): number | undefined {
  const confidences = words.flatMap(({ confidence }) => (confidence === undefined ? [] : [confidence]));
  return confidences.length === 0
    ? undefined
    : confidences.reduce((sum, one) => sum + one, 0) / confidences.length;
}

/** The words that have times. */
export function timesOf(words: readonly VendorWord[]): readonly WordTime[] {
  return words.flatMap(({ text, startMs, endMs, confidence }) =>
    startMs === undefined || endMs === undefined
      ? []
      : [{ text, startMs, endMs, ...(confidence === undefined ? {} : { confidence }) }],
  );
}
