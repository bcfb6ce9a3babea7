// Stall limit: ends a model's answer that has begun and then says nothing more, so that nobody listens into silence.
// How long a model may take to begin is the client's deadline (`src/providers/llm`), not this one.

import type { Clock } from "../base/clock.ts";
import { type LlmEvent, ProviderError } from "../providers/provider-contract.ts";

/** Between two events of an answer in words. */
const stallMsMax = 3_000;
/** The same where tools may be called: a call is told when it is whole, and its arguments take time to write. */
const toolStallMsMax = 8_000;

export interface StallOptions {
  readonly clock: Clock;
  /** The provider's name, for the failure. */
  readonly provider: string;
  /** Whether a call of a tool may be being written now; asked anew for each pause. */
  readonly mayCall: () => boolean;
}

/**
 * The same events. Throws ProviderError `transient` once text has come and then nothing for 3 s (8 s with tools).
 * The time that the reader takes does not count. Whoever reads must abort the request afterwards: a stream that
 * hangs cannot be closed from here.
 */
export async function* withoutStall(
  events: AsyncIterable<LlmEvent>,
  { clock, provider, mayCall }: StallOptions,
): AsyncGenerator<LlmEvent> {
  const source = events[Symbol.asyncIterator]();
  let begun = false;
  let ended = false;
  try {
    for (;;) {
      const late = Promise.withResolvers<undefined>();
      const ms = mayCall() ? toolStallMsMax : stallMsMax;
      const timer = begun ? clock.after(ms, () => late.resolve(undefined)) : undefined;
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
      begun ||= next.value.type === "text";
      yield next.value;
    }
  } finally {
    if (!ended) await source.return?.();
  }
}
