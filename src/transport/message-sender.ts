// Message sender: the one exit of a connection's text messages. Adds label and number, and limits warnings.

import type { ReplayRing } from "../base/replay-ring.ts";
import { label } from "./message-envelope.ts";
import type { OutgoingMessage } from "./message-encoder.ts";

export interface OutboxOptions {
  readonly now: () => number;
  readonly warningEveryMs: number;
  /** Numbers sent messages and keeps them: one for all connections of a session. */
  readonly said: ReplayRing;
  readonly send: (text: string) => void;
}

/** Topics with a state: the last message of each is kept for a client that was away for long. */
const standing: ReadonlySet<string> = new Set(["flow_state", "expecting", "muted"]);

export class Outbox {
  readonly #options: OutboxOptions;
  readonly #warnings = new Map<string, { at: number; count: number }>();

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Answers bring their id; other messages get a number. */
  send(message: OutgoingMessage): void {
    if (message.type === "server-message" && message.data.type === "warning") {
      this.warn(message.data.code, message.data.message);
      return;
    }
    this.#write(message);
  }

  /** At most one per code in a while, with the count of them. */
  warn(code: string, message: string): void {
    const now = this.#options.now();
    const last = this.#warnings.get(code);
    const count = (last?.count ?? 0) + 1;
    if (last !== undefined && now - last.at < this.#options.warningEveryMs) {
      last.count = count;
      return;
    }
    // Codes are few; if they are made at run time, memory stays bounded.
    if (this.#warnings.size >= 64) this.#warnings.clear();
    this.#warnings.set(code, { at: now, count: 0 });
    this.#write({ type: "server-message", data: { type: "warning", code, message, count } });
  }

  /** Concerns this connection and not the session: has no number, and is not repeated on another one. */
  sendUnnumbered(message: OutgoingMessage): void {
    this.#options.send(JSON.stringify({ label, ...message }));
  }

  #write(message: OutgoingMessage): void {
    const answers = message.type === "error-response" || message.type === "server-response";
    const topic = message.type === "server-message" ? message.data.type : undefined;
    const textOf = (seq: number): string => {
      const { type, id = answers ? undefined : `s-${seq}`, ...rest } = message;
      return JSON.stringify({ label, type, id, seq, ...rest });
    };
    const isStanding = topic !== undefined && standing.has(topic);
    this.#options.send(this.#options.said.add(textOf, isStanding ? topic : undefined));
  }
}
