// Measured clients: recognisers, voices and models whose requests are counted by how they went, and timed. What they do is
// unchanged.

import type { Clock } from "../base/clock.ts";
import type { ProviderKind } from "./catalog/catalog-row.ts";
import {
  type ErrorKind,
  type Llm,
  type LlmEvent,
  ProviderError,
  type Stt,
  type Tts,
} from "./provider-contract.ts";

/** How a request went; `failed` is whatever has no name here. */
export const requestOutcomes = ["ok", "cancelled", "auth", "quota", "rate_limit", "failed"] as const;

type Outcome = (typeof requestOutcomes)[number];

/** Of one provider of one kind. */
export interface RequestCounters {
  readonly ended: (outcome: Outcome) => void;
  /** In milliseconds. */
  readonly took: (what: "connect" | "first" | "final", ms: number) => void;
}

export type ProviderCounters = (kind: ProviderKind, provider: string) => RequestCounters;

/** Undefined: nobody counts, and a client stays as it is. */
interface Measured {
  readonly clock: Pick<Clock, "now">;
  readonly counters: RequestCounters;
}

const named: ReadonlySet<string> = new Set(requestOutcomes);
const isNamed = (kind: ErrorKind): kind is ErrorKind & Outcome => named.has(kind);

function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ProviderError)) return "failed";
  // It ends every session after a time, by its own rules.
  if (error.kind === "session_limit") return "ok";
  return isNamed(error.kind) ? error.kind : "failed";
}

/** A session counts once, when it is over or could not be opened. */
export function measuredStt(stt: Stt, measured: Measured | undefined): Stt {
  if (measured === undefined) return stt;
  const { clock, counters } = measured;
  return {
    ...stt,
    async open(sink, context, signal) {
      const from = clock.now();
      const askedAt = new Map<number, number>();
      try {
        const session = await stt.open(
          (event) => {
            const asked = event.type === "end_of_turn" ? askedAt.get(event.turn) : undefined;
            if (event.type === "end_of_turn") askedAt.delete(event.turn);
            if (asked !== undefined) counters.took("final", clock.now() - asked);
            sink(event);
          },
          context,
          signal,
        );
        counters.took("connect", clock.now() - from);
        void session.closed.then((why) => {
          counters.ended(why === undefined ? "ok" : outcomeOf(why));
        });
        return {
          send: (frame) => session.send(frame),
          finalize(turn) {
            askedAt.set(turn, clock.now());
            session.finalize(turn);
          },
          reset: () => session.reset(),
          expect: (expectation) => session.expect(expectation),
          close: () => session.close(),
          get rest() {
            return session.rest;
          },
          get heardAt() {
            return session.heardAt;
          },
          closed: session.closed,
        };
      } catch (error) {
        counters.ended(signal.aborted ? "cancelled" : outcomeOf(error));
        throw error;
      }
    },
  };
}

export function measuredTts(tts: Tts, measured: Measured | undefined): Tts {
  if (measured === undefined) return tts;
  const { clock, counters } = measured;
  return {
    ...tts,
    speak(text, sink, context) {
      const from = clock.now();
      let isFirst = true;
      const stream = tts.speak(
        text,
        (event) => {
          if (isFirst && event.type === "audio") {
            isFirst = false;
            counters.took("first", clock.now() - from);
          }
          sink(event);
        },
        context,
      );
      stream.done.then(
        (how) => counters.ended(how === "ended" ? "ok" : "cancelled"),
        (error: unknown) => counters.ended(outcomeOf(error)),
      );
      return stream;
    },
    ...(tts.voiced && { voiced: (manner) => measuredTts(tts.voiced?.(manner) ?? tts, measured) }),
    ...(tts.forCall && {
      forCall: (context, call) => measuredTts(tts.forCall?.(context, call) ?? tts, measured),
    }),
  };
}

export function measuredLlm(llm: Llm, measured: Measured | undefined): Llm {
  if (measured === undefined) return llm;
  const { clock, counters } = measured;
  return {
    ...llm,
    async *stream(request, context, signal): AsyncGenerator<LlmEvent> {
      const from = clock.now();
      let isFirst = true;
      // Whoever asked may look no further, which throws nothing.
      let outcome: Outcome = "cancelled";
      try {
        for await (const event of llm.stream(request, context, signal)) {
          if (isFirst && (event.type === "text" || event.type === "tool_call")) {
            isFirst = false;
            counters.took("first", clock.now() - from);
          }
          if (event.type === "done") outcome = "ok";
          yield event;
        }
        outcome = "ok";
      } catch (error) {
        if (!signal.aborted) outcome = outcomeOf(error);
        // One that is given up because it did not begin in time is slow, and that is its failure.
        else if (signal.reason instanceof ProviderError) outcome = outcomeOf(signal.reason);
        throw error;
      } finally {
        counters.ended(outcome);
      }
    },
  };
}
