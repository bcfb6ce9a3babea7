// Call snapshot: the data with which another process continues a call, and the unheard part of the current reply.

import type { CallEvent, WithoutTime } from "./call-event.ts";

/** Unheard part of the agent's last reply. */
export interface Unheard {
  /** Sentences not heard to their end. */
  readonly unsaid: readonly string[];
  /** The responder had completed that reply. */
  readonly isWhole: boolean;
}

export interface CallSnapshot extends Unheard {
  /** Milliseconds since the call began. */
  readonly atMs: number;
  /** Number of the last reply. */
  readonly replies: number;
  /** Memory of its responder, in the responder's form. */
  readonly memory: string;
}

/** Follows the sentences of the current reply. */
export class UnsaidSentences {
  #open = new Map<number, string>();
  #isWhole = true;

  /** Drops all of it. */
  cut(): void {
    this.#open.clear();
    this.#isWhole = true;
  }

  take(event: WithoutTime<CallEvent>): void {
    switch (event.type) {
      case "reply-started":
        this.#open.clear();
        this.#isWhole = false;
        return;
      case "reply-written":
        this.#isWhole = true;
        return;
      case "sentence":
        if (event.status === "completed" || !event.spoken) this.#open.delete(event.segment);
        else if (event.status === "new") this.#open.set(event.segment, event.text);
        return;
      default:
        return;
    }
  }

  get read(): Unheard {
    return { unsaid: [...this.#open.values()], isWhole: this.#isWhole };
  }
}
