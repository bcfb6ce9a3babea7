// Who may start a call: room in this process, speech that works, a program that exists. Pure bookkeeping; a
// ticket is the place that is held until the call is over.

import { Fault } from "../base/fault.ts";
import { newId } from "../base/id.ts";

export interface CallRequest {
  readonly mode: "assistant" | "flow";
  readonly programId: string | undefined;
}

export interface Ticket extends CallRequest {
  readonly sessionId: string;
  /** Gives the place back. Idempotent; a call that was started does it by itself when it is over. */
  release(): void;
}

/** After this many seconds a place may be free again: a short call's length. */
const retryAfterSeconds = 15;

export class Admission {
  readonly #callsMax: number;
  readonly #held = new Set<string>();
  #draining = false;

  constructor(callsMax: number) {
    this.#callsMax = callsMax;
  }

  get size(): number {
    return this.#held.size;
  }

  /** Throws a Fault when there is no room. `wallMs` dates the session's id. */
  admit(request: CallRequest, wallMs: number): Ticket {
    if (this.#draining) {
      throw new Fault(
        "calls/draining",
        "This server is stopping and takes no new calls: try another, or again in a moment",
        {
          retryAfterSeconds,
        },
      );
    }
    if (this.#held.size >= this.#callsMax) {
      const message = `All ${this.#callsMax} places are taken: try again later, or raise ENGINE_OPEN_SESSIONS_MAX`;
      throw new Fault("calls/limit", message, { retryAfterSeconds });
    }
    const sessionId = newId("ses", wallMs);
    this.#held.add(sessionId);
    return { ...request, sessionId, release: () => void this.#held.delete(sessionId) };
  }

  /** From now on nobody is admitted. */
  stop(): void {
    this.#draining = true;
  }
}
