// Turn trace: what is known of one turn while it goes on, and the spans that it comes to. Times are milliseconds since
// the call began.

import type { TurnLatency } from "../voice/call-event.ts";
import type { EndOfTurnReason } from "../voice/pauses/end-of-turn.ts";
import {
  type Attributes,
  sessionSpanId,
  type Span,
  type SpanEvent,
  type SpanLink,
  spanIdOf,
} from "./span.ts";

/** Whose spans they are. */
export interface TraceHead {
  readonly session: string;
  readonly traceId: string;
  /** When the call began, in milliseconds of the Unix epoch. */
  readonly startedAtMs: number;
  /** Absent: a language model answers. */
  readonly flow?: string | undefined;
  /** Who listens at the beginning. */
  readonly stt?: string | undefined;
  /** The request that the session was asked for with. */
  readonly link?: SpanLink | undefined;
  /** Whether what was said is in its spans. */
  readonly words: boolean;
}

/** What a caller does until a reply answers it. */
export interface CallerPart {
  readonly startMs: number;
  readonly by: "voice" | "text" | "keys";
  readonly isSpeaking: boolean;
  /** How often the words were guessed before they were final. */
  readonly interims: number;
  readonly ended?: { readonly atMs: number; readonly reason: EndOfTurnReason; readonly silentMs: number };
  readonly final?: { readonly atMs: number; readonly rejected: boolean; readonly text: string };
  readonly events: readonly SpanEvent[];
}

interface FlowStep {
  readonly fromMs: number;
  readonly toMs: number;
  readonly flow: string;
  readonly node: string;
  readonly previous: string | undefined;
}

export interface OpenTurn {
  readonly reply: number;
  readonly caller: CallerPart | undefined;
  readonly startMs: number;
  /** Whether few answers were expected, when it began. */
  readonly isClosed: boolean;
  /** When the flow was at its last step, or the reply began. */
  readonly stepMs: number;
  readonly steps: readonly FlowStep[];
  readonly textMs?: number;
  readonly playing?: { readonly fromMs: number; readonly toMs?: number };
  /** The last that happened of the reply. */
  readonly lastMs: number;
  readonly sentences: number;
  readonly characters: number;
  /** What was heard, as a part of what was written. */
  readonly heardShare?: number;
  readonly said: readonly string[];
  readonly latency?: TurnLatency;
  readonly events: readonly SpanEvent[];
  readonly isError: boolean;
}

/** A turn is long, but what happens in it is not a log. */
const eventsMax = 64;

export function withEvent<T extends { readonly events: readonly SpanEvent[] }>(part: T, event: SpanEvent): T {
  return part.events.length >= eventsMax ? part : { ...part, events: [...part.events, event] };
}

/** A name that an author or a vendor gave. What does not look like one is not repeated: it may be anything. */
export function plainName(name: string): string {
  return /^[\w.:/@+-]{1,128}$/.test(name) ? name : "other";
}

/** The turn of a reply; without one, of a caller who was not answered. */
export function turnSpanId(
  { session }: TraceHead,
  { reply, startMs }: Pick<OpenTurn, "reply" | "startMs">,
): string {
  return spanIdOf(session, reply === 0 ? `turn at ${startMs}` : `turn ${reply}`);
}

/** A caller who is not answered. */
export function unanswered(caller: CallerPart, isClosed: boolean): OpenTurn {
  const { startMs, final, ended } = caller;
  const lastMs = final?.atMs ?? ended?.atMs ?? startMs;
  return { ...turnAt(0, lastMs, caller), isClosed };
}

export function turnAt(reply: number, atMs: number, caller: CallerPart | undefined): OpenTurn {
  const startMs = Math.min(atMs, caller?.startMs ?? atMs);
  return {
    reply,
    caller,
    startMs,
    isClosed: false,
    stepMs: atMs,
    steps: [],
    lastMs: atMs,
    sentences: 0,
    characters: 0,
    said: [],
    events: [],
    isError: false,
  };
}

/** The turn with its `stt`, `flow.step` and `playout`. `untilMs`: when it is over at the latest. */
export function spansOfTurn(head: TraceHead, turn: OpenTurn, untilMs: number): readonly Span[] {
  const { caller, playing, startMs } = turn;
  const id = turnSpanId(head, turn);
  const span = spanIn(head, id);
  const play = playing && { fromMs: playing.fromMs, toMs: playing.toMs ?? Math.max(playing.fromMs, untilMs) };
  const endMs = Math.max(startMs, turn.lastMs, play?.toMs ?? 0, caller?.final?.atMs ?? 0);
  const spans: Span[] = [
    {
      traceId: head.traceId,
      spanId: id,
      parentSpanId: sessionSpanId(head.session),
      name: turn.reply === 0 ? "turn" : `turn ${turn.reply}`,
      kind: "internal",
      startMs: head.startedAtMs + startMs,
      endMs: head.startedAtMs + endMs,
      attributes: turnAttributes(head, turn),
      events: [...(caller?.events ?? []), ...turn.events],
      ...(turn.isError && { isError: true }),
    },
  ];
  if (caller?.by === "voice" && caller.final !== undefined)
    spans.push(
      span("stt", {
        startMs: caller.startMs,
        endMs: caller.final.atMs,
        attributes: {
          "gen_ai.provider.name": head.stt,
          "voice.stt.interims": caller.interims,
          "voice.stt.final_ms": caller.ended && caller.final.atMs - caller.ended.atMs,
          "voice.stt.rejected": caller.final.rejected,
        },
      }),
    );
  for (const [index, { fromMs, toMs, flow, node, previous }] of turn.steps.entries())
    spans.push(
      span(`flow.step ${index}`, {
        name: "flow.step",
        startMs: fromMs,
        endMs: toMs,
        attributes: {
          "voice.flow.id": plainName(flow),
          "voice.flow.node": plainName(node),
          "voice.flow.previous": previous === undefined ? undefined : plainName(previous),
        },
      }),
    );
  if (play !== undefined)
    spans.push(
      span("playout", {
        startMs: play.fromMs,
        endMs: play.toMs,
        attributes: { "voice.heard_share": turn.heardShare, "voice.sentences": turn.sentences },
      }),
    );
  return spans;
}

function turnAttributes({ flow, words }: TraceHead, turn: OpenTurn): Attributes {
  const { caller, latency, heardShare } = turn;
  const text = caller?.final?.text ?? "";
  return {
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.name": flow ?? "assistant",
    "voice.turn.number": turn.reply === 0 ? undefined : turn.reply,
    "voice.turn.by": caller?.by ?? "agent",
    "voice.turn.ended_by": caller?.ended?.reason,
    "voice.turn.endpoint_ms": caller?.ended && Math.round(caller.ended.silentMs),
    "voice.turn.expectation": turn.isClosed ? "closed" : "open",
    "voice.turn.words_ms": rounded(latency?.wordsMs),
    "voice.turn.text_ms": rounded(latency?.textMs),
    "voice.turn.audio_ms": rounded(latency?.audioMs),
    "voice.turn.interrupted": heardShare !== undefined,
    "voice.heard_share": heardShare,
    ...(words && { "pii.caller.text": text === "" ? undefined : text }),
    ...(words && { "pii.agent.text": turn.said.length === 0 ? undefined : turn.said.join(" ") }),
  };
}

const rounded = (ms: number | undefined): number | undefined =>
  ms === undefined ? undefined : Math.round(ms);

interface Part extends Pick<Span, "startMs" | "endMs" | "attributes"> {
  /** Absent: the step is its name. */
  readonly name?: string;
  readonly kind?: Span["kind"];
  readonly isError?: boolean;
}

/** A span below another one. Its step is what it is, once below that one; its times are the call's. */
export function spanIn(head: TraceHead, parentSpanId: string): (step: string, part: Part) => Span {
  const { session, traceId, startedAtMs } = head;
  return (step, { name = step, kind = "internal", startMs, endMs, attributes, isError }) => ({
    traceId,
    spanId: spanIdOf(session, `${parentSpanId} ${step}`),
    parentSpanId,
    name,
    kind,
    startMs: startedAtMs + startMs,
    endMs: startedAtMs + Math.max(startMs, endMs),
    attributes,
    ...(isError === true && { isError }),
  });
}
