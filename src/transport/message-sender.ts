// Message sender: the one exit of a connection's text messages. They get their label and number here, and warnings
// are kept rare.

import { label } from "./message-envelope.ts";
import type { Outgoing } from "./message-encoder.ts";

export interface OutboxOptions {
  readonly now: () => number;
  readonly warningEveryMs: number;
  readonly send: (text: string) => void;
}

export class Outbox {
  readonly #options: OutboxOptions;
  #number = 0;
  readonly #warnings = new Map<string, { at: number; count: number }>();

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Messages that answer something bring their id; to the others a number is given. */
  send(message: Outgoing): void {
    if (message.type === "server-message" && message.data.type === "warning") {
      this.warn(message.data.code, message.data.message);
      return;
    }
    this.#write(message);
  }

  /** At most one of a code in a while; it says how many there were. */
  warn(code: string, message: string): void {
    const now = this.#options.now();
    const last = this.#warnings.get(code);
    const count = (last?.count ?? 0) + 1;
    if (last !== undefined && now - last.at < this.#options.warningEveryMs) {
      last.count = count;
      return;
    }
    // Codes are few; should they be made at run time, the memory of them stays small.
    if (this.#warnings.size >= 64) this.#warnings.clear();
    this.#warnings.set(code, { at: now, count: 0 });
    this.#write({ type: "server-message", data: { type: "warning", code, message, count } });
  }

  #write(message: Outgoing): void {
    const answers = message.type === "error-response" || message.type === "server-response";
    const { type, id = answers ? undefined : `s-${++this.#number}`, ...rest } = message;
    this.#options.send(JSON.stringify({ label, type, id, ...rest }));
  }
}
