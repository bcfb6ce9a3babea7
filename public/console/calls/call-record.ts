// Call record: additional data of one call's page: the stages of its turns, and its values. Pure.

import type { ApiAnswer } from "../../page/api-request.ts";
import { spansOf, type TurnSpan } from "../../voice/turn-times.ts";

export type CallRecord = ApiAnswer<"GET /v1/calls/:call_id">;

export interface TurnRow {
  readonly number: number;
  readonly totalMs: number;
  readonly endedBy: string | undefined;
  readonly spans: readonly TurnSpan[];
}

/** The shortest scale: faster answers feel immediate. */
const scaleMsMin = 300;

/** The turns of a call, and the length of the longest one, to which all of them are drawn in proportion. */
export function turnsOf({ latency }: Pick<CallRecord, "latency">): {
  readonly turns: readonly TurnRow[];
  readonly scaleMs: number;
} {
  const turns = latency.map(turnOf);
  return { turns, scaleMs: Math.max(scaleMsMin, ...turns.map(({ totalMs }) => totalMs)) };
}

function turnOf(latency: CallRecord["latency"][number]): TurnRow {
  const {
    turn: number,
    end_of_turn_ms: silenceMs,
    words_ms: wordsMs,
    text_ms: textMs,
    audio_ms: audioMs,
  } = latency;
  const spans = spansOf({
    number,
    said: "",
    ...(silenceMs !== undefined && { silenceMs }),
    ...(wordsMs !== undefined && { wordsMs }),
    ...(textMs !== undefined && { textMs }),
    ...(audioMs !== undefined && { audioMs }),
  });
  return { number, totalMs: spans.at(-1)?.toMs ?? 0, endedBy: latency.ended_by, spans };
}

type NamedValue = readonly [source: "context" | "metadata" | "extracted", name: string, value: string];

/** Names and values, from one source after the other. */
export function valuesOf({
  context,
  metadata,
  on_end,
}: Pick<CallRecord, "context" | "metadata" | "on_end">): readonly NamedValue[] {
  const sources = { context, metadata, extracted: on_end?.extracted ?? {} };
  return Object.entries(sources).flatMap(([source, values]) =>
    Object.entries(values).map(([name, value]): NamedValue => [
      source as NamedValue[0],
      name,
      valueText(value),
    ]),
  );
}

/** A text unchanged, any other value as JSON. */
export function valueText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
