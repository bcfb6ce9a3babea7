// Stall limit: ends a model's answer that has begun and then says nothing more, so that nobody listens into silence.
// How long a model may take to begin is the client's deadline (`src/providers/llm`), not this one.

import type { Clock } from "../base/clock.ts";
import { type LlmEvent, ProviderError } from "../providers/provider-contract.ts";

/** Between two events of an answer in words. */
const stallMsMax = 3_000;
/** So much text must come in so long: a third of what is spoken in that time. */
const progress = { charsMin: 30, msMax: 6_000 } as const;
/** The same where tools may be called: a call is told when it is whole, and its arguments take time to write. */
const toolStallMsMax = 8_000;

export interface StallOptions {
  readonly clock: Clock;
  /** The provider's name, for the failure. */
  readonly provider: string;
  readonly hasTools: boolean;
}

/**
 * The same events. Throws ProviderError `transient` once text has come and then nothing for 3 s (8 s with tools), or, in
 * an answer in words, less than can be listened to. The time that the reader takes does not count. Whoever reads must abort the request afterwards: a stream that
 * hangs cannot be closed from here.
 */
export async function* withoutStall(
  events: AsyncIterable<LlmEvent>,
  { clock, provider, hasTools }: StallOptions,
): AsyncGenerator<LlmEvent> {
  const source = events[Symbol.asyncIterator]();
  const ms = hasTools ? toolStallMsMax : stallMsMax;
  let begun = false;
  /** Since text last came fast enough: how much, and how long it was waited for. */
  let since = { chars: 0, ms: 0 };
  let ended = false;
  try {
    for (;;) {
      const late = Promise.withResolvers<undefined>();
      const patienceMs = hasTools ? ms : Math.min(ms, progress.msMax - since.ms);
      const timer = begun ? clock.after(patienceMs, () => late.resolve(undefined)) : undefined;
      const from = clock.now();
      const next = await Promise.race([source.next(), late.promise]).finally(() => timer?.[Symbol.dispose]());
      if (next === undefined) {
        ended = true;
        const message = "The language model stopped in the middle of its answer";
        throw new ProviderError("transient", {
          provider,
          capability: "llm",
          phase: "stream",
          message,
          emitted: true,
        });
      }
      if (next.done === true) {
        ended = true;
        return;
      }
      const chars = next.value.type === "text" ? next.value.delta.length : 0;
      since = begun ? { chars: since.chars + chars, ms: since.ms + clock.now() - from } : since;
      if (since.chars >= progress.charsMin) since = { chars: 0, ms: 0 };
      begun ||= next.value.type === "text";
      yield next.value;
    }
  } finally {
    if (!ended) await source.return?.();
  }
}
