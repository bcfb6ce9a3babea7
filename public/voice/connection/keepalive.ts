// Keepalive: a connection is asked for one a few times a second. A connection that breaks without a word says nothing
// for many seconds, or for ever.

import { commandText } from "../messages.ts";

export interface SignsOfLifeOptions {
  /** Sends a question that is answered at once; undefined while there is nothing to miss. */
  readonly ask: () => ((text: string) => void) | undefined;
  /** Told of each question that is asked while `unanswered` ones before it are not. */
  readonly silent: (unanswered: number) => void;
}

/** A browser misses a peer after 5 s and more, and a socket's server after minutes. */
const askMs = 400;

export class SignsOfLife {
  readonly #options: SignsOfLifeOptions;
  readonly #asking: ReturnType<typeof setInterval>;
  /** How many were asked since it was heard. A page that slept asks less often, without any loss. */
  #unanswered = 0;

  constructor(options: SignsOfLifeOptions) {
    this.#options = options;
    this.#asking = setInterval(() => this.#ask(), askMs);
  }

  get isSilent(): boolean {
    return this.#unanswered > 0;
  }

  heard(): void {
    this.#unanswered = 0;
  }

  close(): void {
    clearInterval(this.#asking);
  }

  #ask(): void {
    const send = this.#options.ask();
    if (send === undefined) return;
    if (this.#unanswered > 0) this.#options.silent(this.#unanswered);
    this.#unanswered += 1;
    send(commandText("ping"));
  }
}

/** How long who lives may take to say so. */
const answerMsMax = 1_500;

/** Whether this origin answers, with any server behind it. Never rejects. */
export async function isThere(origin: string): Promise<boolean> {
  try {
    return (await fetch(new URL("/live", origin), { signal: AbortSignal.timeout(answerMsMax) })).ok;
  } catch {
    return false;
  }
}
