// Account of a realtime session: tokens of each answer, as the vendor counts them however late, and the transcription
// of the caller. An answer that was never counted is estimated, because it is billed.

import { asNumber } from "../connection/json-fields.ts";
import type { LlmMessage, Usage } from "../provider-contract.ts";

type Tokens = Extract<Usage, { readonly unit: "tokens" }>;

/** Estimates: a token of text, of the caller's sound, and of the model's. */
const charsAToken = 4;
const msATokenOut = 50;

export class SpeechAccount {
  readonly #tell: (usage: Usage) => void;
  /** Answers that are not counted yet, with the length of their audio in milliseconds. */
  readonly #open = new Map<string, () => number>();
  #textTokens = 0;
  #last: Tokens | undefined;

  constructor(tell: (usage: Usage) => void) {
    this.#tell = tell;
  }

  /** The vendor has still to count some of it. */
  get owes(): boolean {
    return this.#open.size > 0;
  }

  added(messages: readonly LlmMessage[]): void {
    for (const { text } of messages) this.#textTokens += Math.ceil(text.length / charsAToken);
  }

  began(answer: string, madeMs: () => number): void {
    this.#open.set(answer, madeMs);
  }

  counted(answer: string, usage: Tokens | undefined): void {
    if (!this.#open.has(answer) || usage === undefined) return;
    this.#open.delete(answer);
    this.#last = usage;
    this.#tell(usage);
  }

  /** The transcription of a turn, which some models bill by its time. */
  transcribed(usage: Readonly<Record<string, unknown>>): void {
    const seconds = asNumber(usage["seconds"]);
    if (seconds !== undefined)
      this.#tell({ unit: "audio_ms", amount: Math.round(seconds * 1_000), basis: "reported" });
  }

  /** Nothing more is heard of the vendor. The input grows from answer to answer: the last count is the nearest. */
  settle(): void {
    const { input = this.#textTokens, audioInput = 0, cachedInput = 0, cachedAudio = 0 } = this.#last ?? {};
    for (const madeMs of this.#open.values()) {
      const output = Math.ceil(madeMs() / msATokenOut);
      const parts = { audioInput, cachedInput, cachedAudio, audioOutput: output };
      this.#tell({ unit: "tokens", input, output, ...parts, basis: "estimated" });
    }
    this.#open.clear();
  }
}
