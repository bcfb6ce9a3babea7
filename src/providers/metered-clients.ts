// Metered clients: recognisers, voices and models whose use is reported to a session's account. Their behaviour is
// unchanged.

import type { Frame } from "../audio/frame.ts";
import type { Expectation } from "../flow/engine/expectation.ts";
import { estimatedUsage } from "./llm/token-estimate.ts";
import type { Llm, LlmEvent, Stt, SttSession, Tts, Usage } from "./provider-contract.ts";

type Report = (usage: Usage) => void;
/** Unreported use, which may be reported after its client has gone; the promise resolves after that. */
type Owe = (rest: Promise<void>) => void;

/** A closed session's vendor may count some use only then. */
export function meteredStt(stt: Stt, report: Report, owe: Owe): Stt {
  return {
    ...stt,
    async open(sink, context, signal) {
      const session = await stt.open(
        (event) => {
          if (event.type === "usage") report(event.usage);
          sink(event);
        },
        context,
        signal,
      );
      return new MeteredSession(session, owe);
    },
  };
}

class MeteredSession implements SttSession {
  readonly #inner: SttSession;
  readonly #owe: Owe;
  #isClosed = false;

  constructor(inner: SttSession, owe: Owe) {
    this.#inner = inner;
    this.#owe = owe;
  }

  get closed(): SttSession["closed"] {
    return this.#inner.closed;
  }

  get rest(): SttSession["rest"] {
    return this.#inner.rest;
  }

  get heardAt(): SttSession["heardAt"] {
    return this.#inner.heardAt;
  }

  send(frame: Frame): void {
    this.#inner.send(frame);
  }

  finalize(turn: number): void {
    this.#inner.finalize(turn);
  }

  reset(): void {
    this.#inner.reset();
  }

  expect(expectation: Expectation | undefined): void {
    this.#inner.expect(expectation);
  }

  close(): void {
    this.#inner.close();
    const { rest } = this.#inner;
    if (this.#isClosed || rest === undefined) return;
    this.#isClosed = true;
    this.#owe(rest);
  }
}

export function meteredTts(tts: Tts, report: Report): Tts {
  return {
    ...tts,
    speak: (text, sink, context) =>
      tts.speak(
        text,
        (event) => {
          if (event.type === "usage") report(event.usage);
          sink(event);
        },
        context,
      ),
    ...(tts.voiced && { voiced: (manner) => meteredTts(tts.voiced?.(manner) ?? tts, report) }),
    ...(tts.forCall && {
      forCall: (context, call) => meteredTts(tts.forCall?.(context, call) ?? tts, report),
    }),
  };
}

/**
 * Reports each request once. An answer that is cut, breaks off or is given up after it has begun is not counted by
 * its vendor before the end, but is billed: it is estimated. So is the input of a preemptive request cancelled before
 * its answer begins. A running answer is owed until then.
 */
export function meteredLlm(llm: Llm, report: Report, owe: Owe): Llm {
  return {
    ...llm,
    async *stream(request, context, signal): AsyncGenerator<LlmEvent> {
      const told = Promise.withResolvers<void>();
      owe(told.promise);
      let chars = 0;
      let isReported = false;
      try {
        for await (const event of llm.stream(request, context, signal)) {
          if (event.type === "usage") {
            isReported = true;
            report(event.usage);
          }
          if (event.type === "text") chars += event.delta.length;
          if (event.type === "tool_call") chars += event.name.length + event.arguments.length;
          yield event;
        }
      } finally {
        const isCancelled = request.isPreemptive === true && signal.aborted;
        if ((chars > 0 || isCancelled) && !isReported) report(estimatedUsage(request, chars));
        told.resolve();
      }
    },
  };
}
