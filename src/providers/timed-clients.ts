// Timed clients: models and voices that report the outcome and the duration of each request to the record of
// a call and to the counters of all calls. Their behaviour is unchanged.

import { type Outcome, outcomeOf, type RequestCounters } from "./measured-stt.ts";
import {
  type Llm,
  type LlmEvent,
  type ProviderContext,
  ProviderError,
  type ProviderWork,
  type TokenCount,
  type Tts,
} from "./provider-contract.ts";

/** Reports each sent request, including one that fails and is repeated at another provider. */
export function timedLlm(llm: Llm, counters?: RequestCounters): Llm {
  return {
    ...llm,
    async *stream(request, context, signal): AsyncGenerator<LlmEvent> {
      const timer = new WorkTimer(context, counters);
      let tokens: TokenCount | undefined;
      // A reader that leaves an answer before its end has cancelled it.
      let failure: ProviderWork["failure"] = "cancelled";
      let outcome: Outcome = "cancelled";
      try {
        for await (const event of llm.stream(request, context, signal)) {
          if (event.type === "text" || event.type === "tool_call") timer.first();
          if (event.type === "usage" && event.usage.unit === "tokens") tokens = event.usage;
          if (event.type === "done") outcome = "ok";
          yield event;
        }
        failure = undefined;
        outcome = "ok";
      } catch (error) {
        failure = signal.aborted ? "cancelled" : failureOf(error);
        if (!signal.aborted) outcome = outcomeOf(error);
        // A request cancelled because its beginning was late was slow, which is its failure.
        else if (signal.reason instanceof ProviderError) outcome = outcomeOf(signal.reason);
        throw error;
      } finally {
        counters?.ended(outcome);
        timer.over({
          kind: "llm",
          provider: llm.id,
          model: llm.model,
          ...(failure && { failure }),
          ...(tokens && { tokens: countOf(tokens) }),
          ...(request.isPreemptive && { isPreemptive: true }),
        });
      }
    },
  };
}

/** Reports each spoken text. */
export function timedTts(tts: Tts, counters?: RequestCounters): Tts {
  return {
    ...tts,
    speak(text, sink, context) {
      const timer = new WorkTimer(context, counters);
      const stream = tts.speak(
        text,
        (event) => {
          if (event.type === "audio") timer.first();
          sink(event);
        },
        context,
      );
      const over = (outcome: Outcome, failure: ProviderWork["failure"]): void => {
        counters?.ended(outcome);
        timer.over({
          kind: "tts",
          provider: tts.id,
          characters: text.length,
          ...(failure && { failure }),
        });
      };
      stream.done.then(
        (how) => (how === "cancelled" ? over(how, how) : over("ok", undefined)),
        (error: unknown) => over(outcomeOf(error), failureOf(error)),
      );
      return stream;
    },
    ...(tts.voiced && { voiced: (manner) => timedTts(tts.voiced?.(manner) ?? tts, counters) }),
    ...(tts.forCall && {
      forCall: (context, call) => timedTts(tts.forCall?.(context, call) ?? tts, counters),
    }),
  };
}

class WorkTimer {
  readonly #context: ProviderContext;
  readonly #counters: RequestCounters | undefined;
  readonly #beganAt: number;
  #firstMs: number | undefined;

  constructor(context: ProviderContext, counters: RequestCounters | undefined) {
    this.#context = context;
    this.#counters = counters;
    this.#beganAt = context.clock.now();
  }

  /** The first part of the answer has arrived. */
  first(): void {
    if (this.#firstMs !== undefined) return;
    const ms = this.#context.clock.now() - this.#beganAt;
    this.#firstMs = Math.round(ms);
    this.#counters?.took("first", ms);
  }

  over(work: Omit<ProviderWork, "firstMs" | "tookMs">): void {
    const { clock, finished } = this.#context;
    const first = this.#firstMs === undefined ? {} : { firstMs: this.#firstMs };
    finished?.({ ...work, ...first, tookMs: Math.round(clock.now() - this.#beganAt) });
  }
}

const failureOf = (error: unknown): ProviderWork["failure"] =>
  error instanceof ProviderError ? error.kind : "broken";

/** The counts without other fields. */
function countOf({ input, output, cachedInput }: TokenCount): TokenCount {
  return { input, output, ...(cachedInput === undefined ? {} : { cachedInput }) };
}
