// Kept call: a call's record for a replay: acts, tool answers, time and context. Plain data for passing between
// threads.

import type { ScriptEvent } from "../testing/recorded-steps.ts";
import type { MockError } from "../../language/compile/compile-tests.ts";

/** Replaces words and keys that must not be read afterwards. */
export const maskedWords = "•••";

/** Answer of a tool; neither body nor failure: not stored. */
export interface KeptAnswer {
  readonly tool: string;
  readonly body?: unknown;
  readonly failure?: MockError;
}

type JsonData = Readonly<Record<string, unknown>>;

export interface KeptCall {
  /** Id of its session. */
  readonly id: string;
  readonly startedAtMs: number;
  readonly direction: "inbound" | "outbound";
  readonly context: JsonData;
  readonly metadata: JsonData;
  /** A model may have been there: the record does not say. */
  readonly mayHaveModel: boolean;
  /** Events in order, with the agent's words. */
  readonly events: readonly ScriptEvent[];
  readonly answers: readonly KeptAnswer[];
  /** Outcome of its flow; null: none. */
  readonly outcome: string | null;
}

/** An act of the caller, or of the side that a call was put through to. */
export type KeptEvent = Extract<
  ScriptEvent,
  { readonly what: "words" | "keys" | "silence" | "hangup" | "transferred" | "returned" }
>;

export interface KeptAct {
  readonly event: KeptEvent;
  /** Words of the agent since the act before. */
  readonly said: string;
  /** Target of a transfer. */
  readonly address?: string;
  /** The recogniser's hearing, if unusual. */
  readonly heard?: HeardManner;
}

/** `unsure`: uncertain words. `not_understood`: speech without words, which no record has. */
export type HeardManner = "unsure" | "not_understood";

/** Acts in order, and the agent's words after the last one. */
export function actsIn(events: readonly ScriptEvent[]): {
  readonly acts: readonly KeptAct[];
  readonly saidLast: string;
} {
  const acts: KeptAct[] = [];
  let saidTexts: string[] = [];
  let address: string | undefined;
  for (const event of events) {
    if (event.what === "sentence") saidTexts.push(event.text);
    else if (event.what === "transfer") ({ address } = event);
    else if (isAct(event)) {
      const to = event.what === "transferred" && address !== undefined ? { address } : {};
      acts.push({ event, said: saidTexts.join(" "), ...to });
      saidTexts = [];
    }
  }
  return { acts, saidLast: saidTexts.join(" ") };
}

const actNames: ReadonlySet<string> = new Set<KeptEvent["what"]>([
  "words",
  "keys",
  "silence",
  "hangup",
  "transferred",
  "returned",
]);

function isAct(event: ScriptEvent): event is KeptEvent {
  return actNames.has(event.what);
}

/** An act as people read it. */
export function shownAct(event: KeptEvent): string {
  switch (event.what) {
    case "words":
      return event.text;
    case "keys":
      return `[keys ${event.keys}]`;
    case "silence":
      return "[is silent]";
    case "hangup":
      return "[hangs up]";
    case "transferred":
      return event.ok ? "[the transfer is answered]" : "[the transfer is not answered]";
    default:
      return "[is put back]";
  }
}
