// Who may start a call: room in this process, speech that works, a program that exists. Pure bookkeeping; a
// ticket is the place that is held until the call is over.

import { Fault } from "../base/fault.ts";
import { newId } from "../base/id.ts";
import type { CallRequest } from "./request.ts";
import type { Session } from "./session.ts";

export interface Ticket extends CallRequest {
  readonly sessionId: string;
  /** What keeps its record; without one nothing is kept. */
  readonly session?: Session | undefined;
  /** The call is there and its client comes again. */
  readonly resumed?: boolean;
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

  /** Throws a Fault when there is no room. `wallMs` dates the id of a call that has no session. */
  admit(request: CallRequest, wallMs: number, session?: Session): Ticket {
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
    const sessionId = session?.id ?? newId("ses", wallMs);
    this.#held.add(sessionId);
    return { ...request, sessionId, session, release: () => void this.#held.delete(sessionId) };
  }

  /** From now on nobody is admitted. */
  stop(): void {
    this.#draining = true;
  }
}
