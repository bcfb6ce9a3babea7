// Synthesis queue: the texts that one Worker has to speak, cut into pieces and taken in turn, so that a long text
// makes neither its own beginning late nor those of others.

import type { Jobs } from "./speech-jobs.ts";
import type { Answer } from "./speech-message.ts";
import { piecesOf } from "./spoken-text.ts";
import type { Manner, Synthesiser } from "./synthesiser.ts";

export interface SpeakingOptions {
  readonly synthesiser: Synthesiser;
  readonly jobs: Jobs;
  readonly tell: (answer: Answer) => void;
}

export class Speaking {
  readonly #options: SpeakingOptions;
  readonly #open = new Set<number>();

  constructor(options: SpeakingOptions) {
    this.#options = options;
  }

  speak(id: number, { text, ...how }: Manner & { readonly text: string }): void {
    this.#open.add(id);
    const pieces = piecesOf(text);
    this.#options.jobs.add("voice", () => this.#next(id, how, pieces));
  }

  cancel(id: number): void {
    this.#open.delete(id);
  }

  #next(id: number, how: Manner, [piece, ...rest]: readonly string[]): void {
    if (!this.#open.has(id)) return;
    try {
      if (piece !== undefined) {
        const pcm = this.#options.synthesiser.speak(piece, how);
        if (pcm.length > 0) this.#options.tell({ type: "audio", id, pcm });
      }
    } catch (error) {
      this.#open.delete(id);
      this.#options.tell({ type: "failed", id, kind: "transient", message: String(error) });
      return;
    }
    if (rest.length > 0) {
      this.#options.jobs.add("voice", () => this.#next(id, how, rest));
      return;
    }
    this.#open.delete(id);
    this.#options.tell({ type: "spoken", id });
  }
}
