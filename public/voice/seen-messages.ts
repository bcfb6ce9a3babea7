// Seen messages: the messages of the server that the client has read, so that a client whose connection broke can
// continue from there. Pure.

import type { ServerMessage } from "./messages.ts";

/** Data with which a client comes back to its session. */
export interface ReturnTicket {
  /** Opens `/v1/ws/{token}`. */
  readonly token: string;
  /** The number of the last message that was read. */
  readonly lastSeq: number;
  /** The server's waiting time, in milliseconds. */
  readonly ttlMs: number;
}

export class SeenMessages {
  #lastSeq = 0;
  #resume: { readonly token: string; readonly ttl_ms: number } | undefined;

  /** `before`: of a session that another page had, of which nothing has been read here. */
  constructor(before?: Omit<ReturnTicket, "lastSeq">) {
    if (before !== undefined) this.#resume = { token: before.token, ttl_ms: before.ttlMs };
  }

  /** False for a message that was read before. */
  take(message: ServerMessage): boolean {
    const { seq } = message;
    if (seq !== undefined && seq <= this.#lastSeq) return false;
    this.#lastSeq = seq ?? this.#lastSeq;
    if (message.type !== "server-message") return true;
    if (message.data.type === "session") this.#resume = message.data.resume;
    if (message.data.type === "session_end") this.#resume = undefined;
    return true;
  }

  /** Undefined if there is no session to return to. */
  get ticket(): ReturnTicket | undefined {
    if (this.#resume === undefined) return undefined;
    const { token, ttl_ms: ttlMs } = this.#resume;
    return { token, ttlMs, lastSeq: this.#lastSeq };
  }
}
