// History for a language model: the conversation as messages: heard words only, alternating roles, tool results
// between, and no more than fits. Knows no provider beyond the form of a message.

import type { LlmMessage, LlmOpaque, LlmToolCall } from "../providers/provider-contract.ts";

export interface HistoryLimits {
  readonly charsMax: number;
  readonly messagesMax: number;
}

/** Line of the conversation. Its text may still grow, or shrink to its heard part. */
export interface HistoryLine {
  readonly role: "user" | "assistant";
  text: string;
}

/** Follows results of which the caller heard nothing: some vendors take no caller's turn right after results. */
const unsaid = "…";

/** Answer of a tool, for the model. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

/** Tool calls requested by the model at once. They are facts: no interruption takes them back. */
export interface ToolRound {
  readonly calls: readonly LlmToolCall[];
  readonly opaque?: LlmOpaque;
  /** Results by call id; a late result is put in its place. */
  readonly results: Map<string, ToolResult>;
}

type Entry = HistoryLine | ToolRound;

/** Entry in JSON form. */
export type KeptEntry =
  | HistoryLine
  | (Omit<ToolRound, "results"> & { readonly results: readonly (readonly [string, ToolResult])[] });

/** Replaces the caller's turn when the model must speak unasked. */
const goOn = "(Please go on.)";

export class LlmHistory {
  /** Evaluated for each request. */
  readonly #system: () => string;
  readonly #limits: HistoryLimits;
  /** Hears of each new line, for a model that keeps the conversation itself. */
  readonly #added: ((line: HistoryLine) => void) | undefined;
  #lines: Entry[] = [];

  constructor(system: () => string, limits: HistoryLimits, added?: (line: HistoryLine) => void) {
    this.#system = system;
    this.#limits = limits;
    this.#added = added;
  }

  /** Last line of the conversation, or later tool results. */
  get last(): HistoryLine | ToolRound | undefined {
    return this.#lines.at(-1);
  }

  /** For another process. Beyond the limits the oldest are dropped. */
  get kept(): readonly KeptEntry[] {
    return this.#kept(this.#lines).map((entry) =>
      "calls" in entry ? { ...entry, results: [...entry.results] } : { ...entry },
    );
  }

  restore(kept: readonly KeptEntry[]): void {
    this.#lines = kept.map((entry) =>
      "calls" in entry ? { ...entry, results: new Map(entry.results) } : { ...entry },
    );
  }

  add(role: "user" | "assistant", text: string): HistoryLine {
    const line = { role, text };
    this.#lines.push(line);
    this.#added?.(line);
    return line;
  }

  /** Before the line of its answer, whose words come after it for the model; without a line at the end. */
  addRound(round: ToolRound, before?: HistoryLine): void {
    const at = this.#lines.findIndex((line) => line === before);
    this.#lines.splice(at < 0 ? this.#lines.length : at, 0, round);
  }

  /** Drops a line of which nothing was heard. */
  remove(line: HistoryLine): void {
    this.#lines = this.#lines.filter((other) => other !== line);
  }

  /**
   * The system prompt, then turns that begin and end with the caller's. `next`: added as the caller's words, without
   * being remembered.
   */
  messages(next?: string): readonly LlmMessage[] {
    const entries: readonly Entry[] = next === undefined ? [] : [{ role: "user", text: next }];
    const lines = this.#kept([...this.#lines, ...entries]);
    if (next === undefined) this.#lines = lines;
    const turns = [...turnsOf(lines)];
    if (turns[0]?.role === "assistant") turns.unshift({ role: "user", text: goOn });
    const newest = turns.at(-1)?.role;
    if (newest !== "user" && newest !== "tool") turns.push({ role: "user", text: goOn });
    return [{ role: "system", text: this.#system() }, ...turns];
  }

  /** The turns as they were. */
  get turns(): readonly LlmMessage[] {
    return turnsOf(this.#kept(this.#lines));
  }

  /** The oldest go first, the newest line always stays. */
  #kept(lines: Entry[]): Entry[] {
    let chars = 0;
    let kept = 0;
    for (const entry of lines.toReversed()) {
      chars += charsOf(entry);
      if (kept > 0 && (chars > this.#limits.charsMax || kept >= this.#limits.messagesMax)) break;
      kept++;
    }
    return lines.slice(lines.length - kept);
  }
}

/** Alternating turns: words of one side after another are one message. */
function turnsOf(lines: readonly Entry[]): readonly LlmMessage[] {
  const turns: LlmMessage[] = [];
  let last: { role: "user" | "assistant"; text: string } | undefined;
  for (const entry of lines) {
    if ("calls" in entry) {
      // Words right before the calls share a message with them: vendors take no two agent messages in a row.
      if (last?.role === "assistant") turns.pop();
      turns.push(...roundMessages(entry, last?.role === "assistant" ? last.text : ""));
      last = undefined;
      continue;
    }
    const text = entry.text.trim();
    if (text === "") continue;
    if (entry.role === "user" && turns.at(-1)?.role === "tool")
      turns.push({ role: "assistant", text: unsaid });
    if (last?.role === entry.role) last.text = `${last.text}\n${text}`;
    else turns.push((last = { role: entry.role, text }));
  }
  return turns;
}

/** Round as messages; a call without a result yet has none. */
export function roundMessages({ calls, opaque, results }: ToolRound, text = ""): readonly LlmMessage[] {
  const asked: LlmMessage = {
    role: "assistant",
    text,
    toolCalls: calls,
    ...(opaque === undefined ? {} : { opaque }),
  };
  const answers = calls.flatMap(({ id, name }): readonly LlmMessage[] => {
    const result = results.get(id);
    return result === undefined ? [] : [{ role: "tool", id, name, ...result }];
  });
  return [asked, ...answers];
}

function charsOf(entry: Entry): number {
  if (!("calls" in entry)) return entry.text.length;
  const asked = entry.calls.reduce((sum, call) => sum + call.arguments.length, 0);
  return [...entry.results.values()].reduce((sum, { text }) => sum + text.length, asked);
}
