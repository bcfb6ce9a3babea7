// Keepalive: probes a connection a few times a second. A silently broken connection is otherwise not noticed for many
// seconds, or ever.

import { commandText } from "../messages.ts";

export interface SignsOfLifeOptions {
  /** Sends a probe that is answered at once; undefined while no connection is open. */
  readonly ask: () => ((text: string) => void) | undefined;
  /** Called for each probe that is sent while `unanswered` earlier ones have no answer. */
  readonly silent: (unanswered: number) => void;
}

/**
 * Interval of probes in milliseconds. A browser notices a lost peer after 5 s and more, and a socket's server after
 * minutes.
 */
const askMs = 400;

export class SignsOfLife {
  readonly #options: SignsOfLifeOptions;
  readonly #asking: ReturnType<typeof setInterval>;
  /** Number of probes since the last answer. A page that slept probes less often, which does no harm. */
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

/** Longest wait for the answer of a living server, in milliseconds. */
const answerMsMax = 1_500;

/** Whether this origin answers, with any of its servers. Never rejects. */
export async function isThere(origin: string): Promise<boolean> {
  try {
    return (await fetch(new URL("/live", origin), { signal: AbortSignal.timeout(answerMsMax) })).ok;
  } catch {
    return false;
  }
}
