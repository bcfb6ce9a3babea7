// Synthesis queue: the texts that one Worker has to speak, cut into pieces and taken in turn, so that a long text
// makes neither its own beginning late nor those of others.

import type { SpeechJobQueue } from "./speech-jobs.ts";
import type { WorkerAnswer } from "./speech-message.ts";
import { piecesOf } from "./spoken-text.ts";
import type { SpeechManner, Synthesiser } from "./synthesiser.ts";

export interface SynthesisQueueOptions {
  readonly synthesiser: Synthesiser;
  readonly jobs: SpeechJobQueue;
  readonly tell: (answer: WorkerAnswer) => void;
}

export class SynthesisQueue {
  readonly #options: SynthesisQueueOptions;
  readonly #open = new Set<number>();

  constructor(options: SynthesisQueueOptions) {
    this.#options = options;
  }

  speak(id: number, { text, ...how }: SpeechManner & { readonly text: string }): void {
    this.#open.add(id);
    const pieces = piecesOf(text);
    this.#options.jobs.add("voice", () => this.#next(id, how, pieces));
  }

  cancel(id: number): void {
    this.#open.delete(id);
  }

  #next(id: number, how: SpeechManner, [piece, ...rest]: readonly string[]): void {
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
