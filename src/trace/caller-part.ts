// Caller's turn: from the first sound or typed word of a caller to the reply that answers it, in the events of a call.

import { unreachable } from "../base/assert.ts";
import type { CallEvent } from "../voice/call-event.ts";
import type { EndOfTurnReason } from "../voice/pauses/end-of-turn.ts";
import type { SpanEvent } from "./span.ts";
import { type TraceHead, withEvent } from "./trace-head.ts";

/** Times are milliseconds since the call began. */
export interface CallerPart {
  readonly startMs: number;
  readonly by: "voice" | "text" | "keys";
  readonly isSpeaking: boolean;
  /** Number of interim transcripts. */
  readonly interims: number;
  readonly ended?: { readonly atMs: number; readonly reason: EndOfTurnReason; readonly silentMs: number };
  readonly final?: {
    readonly atMs: number;
    readonly rejected: boolean;
    readonly text: string;
    readonly evidence?: Extract<CallerEvent, { readonly type: "user-words" }>["evidence"];
  };
  readonly events: readonly SpanEvent[];
}

type CallerEvent = Extract<
  CallEvent,
  { readonly type: "user-speaking" | "user-words" | "turn-ended" | "user-typed" | "user-keys" }
>;

/** Replaces words of a caller that must not be read afterwards. */
const masked = "•••";

export function callerAfter(
  head: TraceHead,
  before: CallerPart | undefined,
  event: CallerEvent,
): CallerPart | undefined {
  const { type, atMs } = event;
  const fresh: CallerPart = { startMs: atMs, by: "voice", isSpeaking: false, interims: 0, events: [] };
  const caller = before ?? fresh;
  const with_ = (part: CallerPart, name: string): CallerPart =>
    withEvent(part, { name, atMs: head.startedAtMs + atMs });
  const textOf = (text: string, sensitive: boolean | undefined): string =>
    !head.words ? "" : sensitive === true ? masked : text;
  switch (type) {
    case "user-speaking": {
      // An earlier sound without words does not belong to the present speech.
      const isNew = event.speaking && !caller.isSpeaking && !isMeant(caller) && caller.interims === 0;
      const part = isNew ? fresh : caller;
      return with_({ ...part, isSpeaking: event.speaking }, event.speaking ? "speech.start" : "speech.end");
    }
    case "user-words": {
      if (!event.final) return event.text === "" ? before : { ...caller, interims: caller.interims + 1 };
      // The rest of a turn that was answered already.
      if (before === undefined && (event.rejected || event.text === "")) return undefined;
      const text = textOf(event.text, event.sensitive);
      const { rejected, evidence } = event;
      const decided = evidence === undefined ? {} : { evidence };
      return with_({ ...caller, final: { atMs, rejected, text, ...decided } }, "final");
    }
    case "turn-ended": {
      const { reason, silentMs } = event;
      return before && { ...before, ended: { atMs, reason, silentMs } };
    }
    case "user-typed":
      return {
        ...caller,
        by: "text",
        final: { atMs, rejected: false, text: textOf(event.text, event.sensitive) },
      };
    case "user-keys": {
      const final = { atMs, rejected: false, text: textOf(event.keys, event.sensitive) };
      return with_({ ...caller, by: "keys", final }, "dtmf");
    }
    default:
      return unreachable(event);
  }
}

/** Whether the turn has more than a sound. */
export const isMeant = ({ ended, final }: CallerPart): boolean => ended !== undefined || final !== undefined;
