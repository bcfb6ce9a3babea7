// Vendor turns: the turns of a vendor that decides by itself where one ends, laid over ours. One of ours may hold
// several of theirs, and one of theirs may go on after ours was answered; then only its new words count.

import type { WordTime } from "../provider-contract.ts";
import type { SttHost } from "./stt-dialect.ts";

/** A word with its position in the stream, if the vendor says it. */
export interface VendorWord {
  readonly text: string;
  readonly startMs?: number;
  readonly endMs?: number;
  /** From 0 to 1. */
  readonly confidence?: number;
}

/** The vendor's positions are a little early or late. */
const toleranceMs = 100;

export class VendorTurns {
  readonly #host: SttHost;
  /** Words of each of the vendor's turns in our turn, by number, in order. */
  readonly #heard = new Map<number, { readonly text: string; readonly words: readonly VendorWord[] }>();
  /** The vendor's latest turn, and how many of its words belong to turns of ours that are done with. */
  #latest = { index: -1, words: 0, old: 0 };

  constructor(host: SttHost) {
    this.#host = host;
  }

  /**
   * All of one of the vendor's turns as it sees it now; without `given` words those of the text count. Answers whether
   * any of it is new to us.
   */
  hear(index: number, text: string, given: readonly VendorWord[] = []): boolean {
    const words = given.length > 0 || text === "" ? given : text.split(/\s+/).map((word) => ({ text: word }));
    if (index > this.#latest.index) this.#latest = { index, words: 0, old: 0 };
    // A turn that is long over, said once more in another form.
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

  /** Our turn is done with: what the vendor has heard of its own so far belongs to it. */
  cut(): void {
    this.#heard.clear();
    this.#latest.old = this.#latest.words;
  }

  #oldOf(index: number): number {
    return index === this.#latest.index ? this.#latest.old : 0;
  }

  /** By its time, or, where the vendor gives none, by its place. */
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
