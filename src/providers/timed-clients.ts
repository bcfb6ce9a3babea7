// Timed clients: models and voices that tell the record of a call how each request went and how long it took. What they
// do is unchanged, and where nobody keeps a record nothing is measured.

import {
  type Llm,
  type LlmEvent,
  type ProviderContext,
  ProviderError,
  type ProviderWork,
  type TokenCount,
  type Tts,
} from "./provider-contract.ts";

/** Each request that is sent, also one that fails and is asked of another. */
export function timedLlm(llm: Llm): Llm {
  return {
    ...llm,
    async *stream(request, context, signal): AsyncGenerator<LlmEvent> {
      const timer = new WorkTimer(context);
      let tokens: TokenCount | undefined;
      // Whoever leaves an answer before its end has given it up.
      let failure: ProviderWork["failure"] = "cancelled";
      try {
        for await (const event of llm.stream(request, context, signal)) {
          if (event.type === "text" || event.type === "tool_call") timer.first();
          if (event.type === "usage" && event.usage.unit === "tokens") tokens = event.usage;
          yield event;
        }
        failure = undefined;
      } catch (error) {
        failure = signal.aborted ? "cancelled" : failureOf(error);
        throw error;
      } finally {
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

/** Each text that is spoken. */
export function timedTts(tts: Tts): Tts {
  return {
    ...tts,
    speak(text, sink, context) {
      const timer = new WorkTimer(context);
      const stream = tts.speak(
        text,
        (event) => {
          if (event.type === "audio") timer.first();
          sink(event);
        },
        context,
      );
      const over = (failure: ProviderWork["failure"]): void =>
        timer.over({
          kind: "tts",
          provider: tts.id,
          characters: text.length,
          ...(failure && { failure }),
        });
      stream.done.then(
        (how) => over(how === "cancelled" ? how : undefined),
        (error: unknown) => over(failureOf(error)),
      );
      return stream;
    },
    ...(tts.voiced && { voiced: (manner) => timedTts(tts.voiced?.(manner) ?? tts) }),
    ...(tts.forCall && { forCall: (context, call) => timedTts(tts.forCall?.(context, call) ?? tts) }),
  };
}

class WorkTimer {
  readonly #context: ProviderContext;
  readonly #beganAt: number;
  #firstMs: number | undefined;

  constructor(context: ProviderContext) {
    this.#context = context;
    this.#beganAt = context.clock.now();
  }

  /** Something of the answer is there. */
  first(): void {
    this.#firstMs ??= Math.round(this.#context.clock.now() - this.#beganAt);
  }

  over(work: Omit<ProviderWork, "firstMs" | "tookMs">): void {
    const { clock, finished } = this.#context;
    const first = this.#firstMs === undefined ? {} : { firstMs: this.#firstMs };
    finished?.({ ...work, ...first, tookMs: Math.round(clock.now() - this.#beganAt) });
  }
}

const failureOf = (error: unknown): ProviderWork["failure"] =>
  error instanceof ProviderError ? error.kind : "broken";

/** The numbers alone. */
function countOf({ input, output, cachedInput }: TokenCount): TokenCount {
  return { input, output, ...(cachedInput === undefined ? {} : { cachedInput }) };
}
