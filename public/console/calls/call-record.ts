// Call record: all that GET /v1/calls/{id} tells of one call, in the shape in which it is shown. Pure.

import { listOf, numberOf, textOf, valueOf } from "../../page/json-answer.ts";
import { spansOf, type TurnSpan } from "../../voice/turn-times.ts";

export interface SpokenLine {
  readonly isAgent: boolean;
  readonly text: string;
  readonly atSeconds: number;
  readonly by: string | undefined;
  readonly wasInterrupted: boolean;
  readonly wasUnanswered: boolean;
}

export interface TurnRow {
  readonly number: number;
  readonly totalMs: number;
  readonly endedBy: string | undefined;
  readonly spans: readonly TurnSpan[];
}

export interface ToolRow {
  readonly name: string;
  readonly atSeconds: number;
  readonly seconds: number;
  readonly isOk: boolean;
  readonly failure: string | undefined;
  readonly isExample: boolean;
}

export interface CallRecord {
  readonly lines: readonly SpokenLine[];
  readonly turns: readonly TurnRow[];
  /** The longest turn, by which all are drawn. */
  readonly scaleMs: number;
  readonly tools: readonly ToolRow[];
  /** Name and value, of one source after the other. */
  readonly variables: readonly (readonly [source: "context" | "metadata" | "extracted", string, string])[];
  readonly failures: readonly string[];
  readonly summary: string | undefined;
}

/** The shortest scale: faster answers feel immediate. */
const scaleMsMin = 300;

export function recordIn(body: unknown): CallRecord {
  const turns = listOf(body, "latency").map(turnOf);
  const onEnd = valueOf(body, "on_end");
  return {
    lines: listOf(body, "transcript").map((line) => ({
      isAgent: textOf(line, "role") === "agent",
      text: textOf(line, "text") ?? "",
      atSeconds: numberOf(line, "at_secs") ?? 0,
      by: textOf(line, "by"),
      wasInterrupted: valueOf(line, "interrupted") === true,
      wasUnanswered: valueOf(line, "unanswered") === true,
    })),
    turns,
    scaleMs: Math.max(scaleMsMin, ...turns.map(({ totalMs }) => totalMs)),
    tools: listOf(body, "tools").map((tool) => ({
      name: textOf(tool, "name") ?? "",
      atSeconds: numberOf(tool, "at_secs") ?? 0,
      seconds: numberOf(tool, "seconds") ?? 0,
      isOk: valueOf(tool, "ok") === true,
      failure: textOf(tool, "failure"),
      isExample: valueOf(tool, "example") === true,
    })),
    variables: [
      ...valuesOf("context", valueOf(body, "context")),
      ...valuesOf("metadata", valueOf(body, "metadata")),
      ...valuesOf("extracted", valueOf(onEnd, "extracted")),
    ],
    failures: ["provider_failures", "failures"].flatMap((name) =>
      listOf(body, name).map((failure) => textOf(failure, "message") ?? ""),
    ),
    summary: textOf(onEnd, "summary"),
  };
}

function turnOf(latency: unknown): TurnRow {
  const number = numberOf(latency, "turn") ?? 0;
  const ms = (name: string): number | undefined => numberOf(latency, name);
  const [silenceMs, wordsMs, textMs, audioMs] = [
    ms("end_of_turn_ms"),
    ms("words_ms"),
    ms("text_ms"),
    ms("audio_ms"),
  ];
  const spans = spansOf({
    number,
    said: "",
    ...(silenceMs !== undefined && { silenceMs }),
    ...(wordsMs !== undefined && { wordsMs }),
    ...(textMs !== undefined && { textMs }),
    ...(audioMs !== undefined && { audioMs }),
  });
  return { number, totalMs: spans.at(-1)?.toMs ?? 0, endedBy: textOf(latency, "ended_by"), spans };
}

function valuesOf(source: "context" | "metadata" | "extracted", values: unknown): CallRecord["variables"] {
  if (typeof values !== "object" || values === null) return [];
  return Object.entries(values).map(([name, value]) => [
    source,
    name,
    typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
  ]);
}
