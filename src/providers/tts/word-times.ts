// Word times: converts a vendor's timing of characters or words to words with their times from the first
// sample of the text.

import type { WordTime } from "../provider-contract.ts";

/** The words of one text. Each text needs its own object, which takes the timing in the vendor's order. */
export class WordTimes {
  #baseMs = 0;
  #lastStartMs = Number.NEGATIVE_INFINITY;
  #pending: WordTime | undefined;

  /** The vendor counts from zero again. `audioMs`: length of the audio before. */
  restart(audioMs: number): void {
    this.#baseMs = audioMs;
    this.#lastStartMs = Number.NEGATIVE_INFINITY;
  }

  /** Takes whole words; a punctuation mark joins the word before it. */
  words(words: readonly WordTime[], audioMs: number): readonly WordTime[] {
    const placed = this.#place(words, audioMs);
    const whole: WordTime[] = [];
    for (const word of placed) {
      const text = word.text.trim();
      const before = whole.at(-1);
      if (/[\p{L}\p{N}]/u.test(text)) whole.push({ ...word, text });
      else if (before !== undefined) whole[whole.length - 1] = { ...before, text: before.text + text };
    }
    return whole;
  }

  /** Takes characters with their times; returns the words that they complete. */
  letters(letters: readonly WordTime[], audioMs: number): readonly WordTime[] {
    const whole: WordTime[] = [];
    for (const letter of this.#place(letters, audioMs)) {
      if (letter.text.trim() === "") {
        whole.push(...this.end());
        continue;
      }
      const before = this.#pending;
      this.#pending =
        before === undefined
          ? letter
          : { text: before.text + letter.text, startMs: before.startMs, endMs: letter.endMs };
    }
    return whole;
  }

  /** The last word, which no space has ended. */
  end(): readonly WordTime[] {
    const last = this.#pending;
    this.#pending = undefined;
    return last === undefined || !/[\p{L}\p{N}]/u.test(last.text) ? [] : [last];
  }

  /**
   * Times that decrease count from the beginning of their own piece of audio: some vendors restart them for
   * each piece, and some only now and then.
   */
  #place(times: readonly WordTime[], audioMs: number): readonly WordTime[] {
    const [first] = times;
    if (first === undefined) return [];
    if (this.#baseMs + first.startMs < this.#lastStartMs) this.restart(audioMs);
    const base = this.#baseMs;
    const placed = times.map(({ text, startMs, endMs }) => ({
      text,
      startMs: Math.round(base + startMs),
      endMs: Math.round(base + Math.max(startMs, endMs)),
    }));
    this.#lastStartMs = placed.at(-1)?.startMs ?? this.#lastStartMs;
    return placed;
  }
}

/** Vendors send lists of equal length. Missing ones are left out. */
export function timesOf(
  lists: readonly [texts: readonly unknown[], starts: readonly unknown[], more: readonly unknown[]],
  unitMs: number,
  third: "ends" | "durations",
): readonly WordTime[] {
  const [texts, starts, more] = lists;
  return texts.flatMap((text, at) => {
    const start = starts[at];
    const other = more[at] ?? (third === "ends" ? start : 0);
    if (typeof text !== "string" || !isTime(start) || !isTime(other)) return [];
    const startMs = start * unitMs;
    return [{ text, startMs, endMs: third === "ends" ? other * unitMs : startMs + other * unitMs }];
  });
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
