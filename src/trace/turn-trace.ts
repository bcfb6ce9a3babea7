// Turn trace: facts about a running turn so far, and its spans. Times are milliseconds since the call began.

import { unreachable } from "../base/assert.ts";
import type { CallEvent, TurnLatency } from "../voice/call-event.ts";
import type { CallerPart } from "./caller-part.ts";
import { type Attributes, sessionSpanId, type Span, type SpanEvent, spanIdOf } from "./span.ts";
import { plainName, spanIn, type TraceHead } from "./trace-head.ts";

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
  /** Whether the turn began with few expected answers. */
  readonly isClosed: boolean;
  /** Time of the flow's last step, or of the reply's beginning. */
  readonly stepMs: number;
  readonly steps: readonly FlowStep[];
  readonly playing?: { readonly fromMs: number; readonly toMs?: number };
  /** Time of the reply's last event. */
  readonly lastMs: number;
  readonly sentences: number;
  readonly characters: number;
  /** Heard share of the written text. */
  readonly heardShare?: number;
  readonly said: readonly string[];
  readonly latency?: TurnLatency;
  readonly events: readonly SpanEvent[];
  readonly isError: boolean;
}

/** Id of the turn of a reply; without a reply, of a caller who was not answered. */
export function turnSpanId(
  { session }: TraceHead,
  { reply, startMs }: Pick<OpenTurn, "reply" | "startMs">,
): string {
  return spanIdOf(session, reply === 0 ? `turn at ${startMs}` : `turn ${reply}`);
}

/** Turn of a caller who is not answered. */
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

/** The turn with its `stt`, `flow.step` and `playout`. `untilMs`: its latest end. */
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
          "voice.stt.fit": caller.final.evidence?.fit,
          "voice.stt.lead": caller.final.evidence?.lead,
          "voice.stt.mean": caller.final.evidence?.mean,
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

type TurnEvent = Extract<
  CallEvent,
  { readonly type: "reply-written" | "sentence" | "agent-speaking" | "flow-state" | "latency" }
>;

export function turnAfter(turn: OpenTurn, event: TurnEvent): OpenTurn {
  const { atMs } = event;
  switch (event.type) {
    case "reply-written":
      return { ...turn, lastMs: atMs };
    case "sentence":
      return sentenced(turn, event);
    case "agent-speaking": {
      const fromMs = turn.playing?.fromMs ?? atMs;
      return { ...turn, lastMs: atMs, playing: event.speaking ? { fromMs } : { fromMs, toMs: atMs } };
    }
    case "flow-state": {
      const { flowId: flow, state: node, previous } = event;
      const step = { fromMs: turn.stepMs, toMs: atMs, flow, node, previous };
      return { ...turn, steps: [...turn.steps, step], stepMs: atMs, lastMs: atMs };
    }
    case "latency":
      return { ...turn, latency: event.latency };
    default:
      return unreachable(event);
  }
}

function sentenced(turn: OpenTurn, event: Extract<CallEvent, { readonly type: "sentence" }>): OpenTurn {
  const { status, text, logged = text, atMs: lastMs } = event;
  if (status === "new")
    return { ...turn, lastMs, sentences: turn.sentences + 1, characters: turn.characters + logged.length };
  return status === "completed" ? { ...turn, lastMs, said: [...turn.said, logged] } : turn;
}

/** The rest of the reply was not heard. */
export function heardOnly(turn: OpenTurn, heard: string): OpenTurn {
  const share = turn.characters === 0 ? 0 : Math.min(1, heard.length / turn.characters);
  return { ...turn, heardShare: Math.round(share * 1_000) / 1_000, said: heard === "" ? [] : [heard] };
}
