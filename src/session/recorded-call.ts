// Recorded call: makes a flow test from the record of a call, with the caller's part as inputs and the rest as
// assertions. Pure.

import type { SessionRow, StoredSessionEvent } from "../../db/port/session-store.ts";
import type { KeptAnswer } from "../flow/author/replay/kept-call.ts";
import { type ScriptEvent, scriptName, stepsOf } from "../flow/author/testing/recorded-steps.ts";
import { fragmentOf } from "../flow/author/testing/says-fragment.ts";
import { mockOf, withoutRepetition } from "../flow/author/testing/written-mocks.ts";
import { mockErrors } from "../flow/language/compile/compile-tests.ts";
import { readSource } from "../flow/language/source/source-reader.ts";
import { splice } from "../flow/language/source/splice.ts";
import { zonedTimeOf } from "../flow/value/zoned-time.ts";
import { masked, readTranscript, type TranscriptEntry } from "./transcript.ts";

export interface CallTest {
  /** The test in the form of a flow: `tests:` with one entry. */
  readonly yaml: string;
  /** Sentences for the author about facts missing in the record. */
  readonly notes: readonly string[];
}

const stepsMax = 500;

type Call = Pick<SessionRow, "context" | "outcome" | "endReason" | "createdAt" | "firstConnectedAt">;

/** `flow` is the text of its flow. Undefined without words, or if none are stored. */
export function testOfCall(
  call: Call,
  events: readonly StoredSessionEvent[],
  flow: string,
): CallTest | undefined {
  // Words spoken over the agent's last ones came after the end of the flow.
  const transcriptEntries = readTranscript(events).filter(({ unanswered }) => unanswered !== true);
  if (transcriptEntries.length === 0) return undefined;
  const script = stepsOf(undefined, scriptEvents(call, transcriptEntries, events), fragmentOf).slice(
    0,
    stepsMax,
  );
  const hasContext = Object.keys(call.context).length > 0;
  const { mocks, lacking } = mocksIn(events);
  const isBack = events.some(({ data }) => data["returned"] === true);
  const test = {
    name: scriptName(script),
    now: localTime(call.firstConnectedAt ?? call.createdAt, flow),
    ...(hasContext && { context: call.context }),
    ...(Object.keys(mocks).length > 0 && { mocks }),
    script,
  };
  return { yaml: splice("", { tests: [test] }).text, notes: notesOn(transcriptEntries, { lacking, isBack }) };
}

/** Time in the form of a test: local to the flow's time zone. */
function localTime(atMs: number, flow: string): string {
  const zone = readSource(flow).value?.get("timezone");
  const { date, time } = zonedTimeOf(atMs, typeof zone === "string" ? zone : "UTC");
  return `${date}T${time}`;
}

/** Mocks from the tools' answers, and names of tools whose answers are not stored. */
function mocksIn(events: readonly StoredLine[]): {
  readonly mocks: Readonly<Record<string, unknown>>;
  readonly lacking: ReadonlySet<string>;
} {
  const answers = new Map<string, unknown[]>();
  const lacking = new Set<string>();
  for (const { tool, failure, body } of answersIn(events)) {
    const list = answers.getOrInsertComputed(tool, () => []);
    if (failure !== undefined) list.push({ error: failure });
    else if (body !== undefined) list.push(mockOf(body));
    else {
      list.push({});
      lacking.add(tool);
    }
  }
  const mocks = Object.fromEntries([...answers].map(([name, list]) => [name, withoutRepetition(list)]));
  return { mocks, lacking };
}

type StoredLine = Pick<StoredSessionEvent, "type" | "data">;

/** Answers of the call's tools, in order. */
export function answersIn(events: readonly StoredLine[]): readonly KeptAnswer[] {
  return events.flatMap(({ type, data }, at): readonly KeptAnswer[] => {
    // A cancelled tool had no effect on the conversation.
    if (type !== "tool" || data["failure"] === "cancelled") return [];
    const tool = String(data["name"]);
    if (data["ok"] !== true)
      return [{ tool, failure: mockErrors.find((each) => each === data["failure"]) ?? "network" }];
    const next = events[at + 1];
    const isNext = next?.type === "answer" && next.data["name"] === tool;
    return [isNext ? { tool, body: next.data["body"] ?? null } : { tool }];
  });
}

function notesOn(
  transcriptEntries: readonly TranscriptEntry[],
  { lacking, isBack }: { readonly lacking: ReadonlySet<string>; readonly isBack: boolean },
): readonly string[] {
  return [
    ...(isBack
      ? ["The record does not keep what callers came back with. Write it under call.returned."]
      : []),
    ...(transcriptEntries.some(({ role, text }) => role === "caller" && text === masked)
      ? ["What the caller said for sensitive values is masked. Put made-up ones in its place."]
      : []),
    ...(lacking.size > 0
      ? [
          `What these tools answered is not kept, and {} stands for it under mocks: ${[...lacking].join(", ")}.`,
        ]
      : []),
  ];
}

interface Timed {
  readonly atMs: number;
  readonly by: "caller" | "agent" | "transfer";
  readonly events: readonly ScriptEvent[];
}

/** The script of a test, or of a replay. */
export function scriptEvents(
  { outcome, endReason }: Pick<Call, "outcome" | "endReason">,
  transcriptEntries: readonly TranscriptEntry[],
  events: readonly StoredSessionEvent[],
): readonly ScriptEvent[] {
  const lastMs = transcriptEntries.at(-1)?.atMs ?? 0;
  const lines = events.filter(({ type, data }) => type === "transfer" && data["lost"] !== true);
  const transfers = lines.map(({ atMs, data }, n): Timed => {
    if (data["returned"] === true) return { atMs, by: "transfer", events: [{ what: "returned" }] };
    // After an answered transfer the agent continues only if the caller came back; otherwise the transfer was
    // not answered.
    const isBack = lines[n + 1]?.data["returned"] === true;
    const transferred = { what: "transferred", ok: isBack || atMs >= lastMs } as const;
    const asked = { what: "transfer", address: String(data["address"]) } as const;
    return { atMs, by: "transfer", events: [asked, transferred] };
  });
  const turns = transcriptEntries.map((entry): Timed => ({
    atMs: entry.atMs,
    by: entry.role,
    events: [eventOf(entry)],
  }));
  const inOrder = [...turns, ...transfers].toSorted((a, b) => a.atMs - b.atMs);
  return [
    ...inOrder.flatMap(({ by, events: timedEvents }, n): readonly ScriptEvent[] =>
      // An agent that speaks twice waited for the caller in between.
      by === "agent" && inOrder[n - 1]?.by === "agent" ? [{ what: "silence" }, ...timedEvents] : timedEvents,
    ),
    ...(endReason === "caller" ? [{ what: "hangup" } as const] : []),
    ...(outcome === null ? [] : [{ what: "outcome", outcome } as const]),
  ];
}

function eventOf({ role, text, by }: TranscriptEntry): ScriptEvent {
  if (role === "agent") return { what: "sentence", segment: 0, text };
  // A masked key is unknown.
  if (by === "keys" && text !== masked) return { what: "keys", keys: text };
  return { what: "words", text, how: by === "voice" ? "said" : "typed", understood: true };
}
