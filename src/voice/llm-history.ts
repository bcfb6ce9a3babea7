// History for a language model: the conversation as messages, only what was said and heard, with alternating roles,
// and no more than fits. It knows no provider beyond the shape of a message.

import type { LlmMessage } from "../providers/provider-contract.ts";

export interface HistoryLimits {
  readonly charsMax: number;
  readonly messagesMax: number;
}

/** A line of the conversation. Its text may still grow, or shrink to what was heard of it. */
export interface HistoryLine {
  readonly role: "user" | "assistant";
  text: string;
}

/** Stands where the caller's turn would be when the model is to speak unasked. */
const goOn = "(Please go on.)";

export class LlmHistory {
  readonly #system: string;
  readonly #limits: HistoryLimits;
  #lines: HistoryLine[] = [];

  constructor(system: string, limits: HistoryLimits) {
    this.#system = system;
    this.#limits = limits;
  }

  add(role: "user" | "assistant", text: string): HistoryLine {
    const line = { role, text };
    this.#lines.push(line);
    return line;
  }

  /** Forgets a line of which nothing was heard. */
  remove(line: HistoryLine): void {
    this.#lines = this.#lines.filter((other) => other !== line);
  }

  /** The system prompt, then turns that begin and end with the caller's. */
  messages(): readonly LlmMessage[] {
    this.#forget();
    const turns: { role: "user" | "assistant"; text: string }[] = [];
    for (const { role, text } of this.#lines) {
      const last = turns.at(-1);
      if (text.trim() === "") continue;
      if (last?.role === role) last.text = `${last.text}\n${text.trim()}`;
      else turns.push({ role, text: text.trim() });
    }
    if (turns[0]?.role === "assistant") turns.unshift({ role: "user", text: goOn });
    if (turns.at(-1)?.role !== "user") turns.push({ role: "user", text: goOn });
    return [{ role: "system", text: this.#system }, ...turns];
  }

  /** The oldest go first, the newest line always stays. */
  #forget(): void {
    let chars = 0;
    let kept = 0;
    for (const { text } of this.#lines.toReversed()) {
      chars += text.length;
      if (kept > 0 && (chars > this.#limits.charsMax || kept >= this.#limits.messagesMax)) break;
      kept++;
    }
    this.#lines = this.#lines.slice(this.#lines.length - kept);
  }
}
