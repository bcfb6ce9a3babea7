// Metered clients: recognisers, voices and models whose use is reported to whoever keeps the account of a session.
// What they do is unchanged.

import type { Frame } from "../audio/frame.ts";
import type { Expectation } from "../flow/engine/expectation.ts";
import type { Llm, LlmEvent, Stt, SttSession, Tts, Usage } from "./provider-contract.ts";

type Report = (usage: Usage) => void;

/** `owe`: a session that was closed has not told all of its use yet; the promise resolves when it has. */
export function meteredStt(stt: Stt, report: Report, owe: (rest: Promise<void>) => void): Stt {
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
  readonly #owe: (rest: Promise<void>) => void;
  #isClosed = false;

  constructor(inner: SttSession, owe: (rest: Promise<void>) => void) {
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

export function meteredLlm(llm: Llm, report: Report): Llm {
  return {
    ...llm,
    async *stream(request, context, signal): AsyncGenerator<LlmEvent> {
      for await (const event of llm.stream(request, context, signal)) {
        if (event.type === "usage") report(event.usage);
        yield event;
      }
    },
  };
}
