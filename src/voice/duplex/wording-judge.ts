// Wording judge: judges a model's words for a line of the flow while it writes them. They come ahead of their sound, so
// a word that the line does not have is not heard.

import { commitmentsIn } from "../../flow/engine/run/wording/commitments.ts";

export interface OfferedLine {
  readonly text: string;
  /** Values that the wording must have. */
  readonly values: readonly string[];
  /** BCP 47. */
  readonly language: string;
}

/** Reason why a wording does not do. */
export type WordingFault = "promise" | "ramble" | "lacks";

/** Longest wording: so many words for each of the line, and some beside. */
const wordsMax = { each: 3, beside: 12 } as const;

export class WordingJudge {
  readonly #line: OfferedLine;
  readonly #allowed: ReadonlySet<string>;
  #text = "";

  constructor(line: OfferedLine) {
    this.#line = line;
    this.#allowed = new Set(commitmentsIn(line.text, line.language));
  }

  /** More of it; returns what is wrong with it so far. */
  take(delta: string): WordingFault | undefined {
    this.#text += delta;
    const { text, language } = this.#line;
    // The last word may still grow.
    const whole = /[\s\p{P}]$/u.test(this.#text) ? this.#text : this.#text.replace(/[\p{L}\p{N}]+$/u, "");
    if (commitmentsIn(whole, language).some((each) => !this.#allowed.has(each))) return "promise";
    return wordsIn(this.#text) > wordsMax.each * wordsIn(text) + wordsMax.beside ? "ramble" : undefined;
  }

  /** Fault of the complete wording; undefined if there is none. */
  end(): WordingFault | undefined {
    const { text, values, language } = this.#line;
    if (commitmentsIn(this.#text, language).some((each) => !this.#allowed.has(each))) return "promise";
    const lower = this.#text.toLowerCase();
    const asks = !text.includes("?") || this.#text.includes("?");
    const hasValues = values.every((value) => lower.includes(value.trim().toLowerCase()));
    return asks && hasValues && /\p{L}/u.test(this.#text) ? undefined : "lacks";
  }
}

const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => word !== "").length;
