// Traces of calls: selects the calls whose spans are sent. A share of all calls is sampled by their ids; the
// spans of the others are held until their call is known to be remarkable, or not.

import type { Log } from "../base/log.ts";
import type { CallEvent } from "../voice/call-event.ts";
import { isSampled, type Span, traceIdOf } from "./span.ts";
import type { SpanExporter } from "./span-exporter.ts";
import { type TraceInput, traceStart, type TraceState, traceStep } from "./trace-step.ts";
import type { TraceHead } from "./trace-head.ts";

export interface TracesOptions {
  readonly exporter: Pick<SpanExporter, "add">;
  readonly log: Log;
  /** Share of traced calls, from 0 to 1. */
  readonly share: number;
  /** Whether spans include spoken words. */
  readonly words: boolean;
  /** Number of held spans that were dropped before their call became remarkable. */
  readonly forgotten: (spans: number) => void;
}

/** Held spans of one call: about forty turns. */
const callSpansMax = 256;
/** Held spans of all calls together: about twenty megabytes. */
const heldSpansMax = 16_384;

/** Takes a call's events in order. Neither throws nor waits. */
export interface CallTrace {
  told(event: CallEvent): void;
  /** The call has broken an invariant. */
  broke(law: string, atMs: number): void;
  /** The call and all its work are over. */
  over(): void;
}

export class Traces {
  readonly #o: TracesOptions;
  #held = 0;

  constructor(options: TracesOptions) {
    this.#o = options;
  }

  begin(call: Omit<TraceHead, "traceId" | "words">): CallTrace {
    const { share, words, exporter, log, forgotten } = this.#o;
    const traceId = traceIdOf(call.session);
    const head = { ...call, traceId, words };
    const held: Span[] = [];
    let lost = 0;
    let isSent = isSampled(traceId, share);
    let state: TraceState | undefined = traceStart;
    const forget = (): void => void (this.#held -= held.splice(0).length);
    const hold = (span: Span): void => {
      if (held.length >= callSpansMax || this.#held >= heldSpansMax) {
        lost += 1;
        // The call's own oldest span is dropped; a call without spans cannot take another's place.
        if (held.shift() === undefined) return;
        this.#held -= 1;
      }
      held.push(span);
      this.#held += 1;
    };
    const take = (input: TraceInput): void => {
      if (state === undefined) return;
      try {
        const [next, spans] = traceStep(head, state, input);
        state = input.type === "over" ? undefined : next;
        if (!isSent && next.remarkable !== undefined) {
          isSent = true;
          for (const span of held) exporter.add(span);
          forget();
          if (lost > 0) forgotten(lost);
        }
        for (const span of spans)
          if (isSent) exporter.add(span);
          else hold(span);
        if (state === undefined) forget();
      } catch (error) {
        log.error("trace.bug", { session: call.session, on: input.type, error });
        state = undefined;
        forget();
      }
    };
    return {
      told: take,
      broke: (law, atMs) => take({ type: "invariant-broken", law, atMs }),
      over: () => take({ type: "over" }),
    };
  }
}
