// Stall limit: ends a model's answer that has begun and then stops, so that no caller listens into silence. How long
// a model may take to begin is the client's deadline (`src/providers/llm`), not this one.

import type { Clock } from "../base/clock.ts";
import { type LlmEvent, ProviderError } from "../providers/provider-contract.ts";

/** Between two events of an answer in words. */
const stallMsMax = 3_000;
/** The same where tools may be called: a call arrives whole, and its arguments take time to write. */
const toolStallMsMax = 8_000;
/** So much text must come in so long, a third of what is spoken in that time, or the end of a sentence. */
const progress = { charsMin: 30, msMax: 6_000 } as const;

export interface StallOptions {
  readonly clock: Clock;
  /** The provider's name, for the failure. */
  readonly provider: string;
  /** Whether a call of a tool may be being written now; asked anew for each pause. */
  readonly mayCall: () => boolean;
}

/**
 * The same events. Throws ProviderError `transient` once text has come and then nothing for 3 s (8 s with tools), or,
 * in words alone, less than can be listened to. The time that the reader takes does not count. The reader must abort
 * the request afterwards: a hanging stream cannot be closed from here.
 */
export async function* withoutStall(
  events: AsyncIterable<LlmEvent>,
  { clock, provider, mayCall }: StallOptions,
): AsyncGenerator<LlmEvent> {
  const source = events[Symbol.asyncIterator]();
  let begun = false;
  /** Since there was last enough to be spoken: how much text, and how long it was waited for. */
  let since = { chars: 0, ms: 0 };
  let ended = false;
  try {
    for (;;) {
      const late = Promise.withResolvers<undefined>();
      const isCalling = mayCall();
      const ms = isCalling ? toolStallMsMax : Math.min(stallMsMax, progress.msMax - since.ms);
      const timer = begun ? clock.after(ms, () => late.resolve(undefined)) : undefined;
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
      const text = next.value.type === "text" ? next.value.delta : "";
      since = { chars: since.chars + text.length, ms: since.ms + clock.now() - from };
      const isEnough = since.chars >= progress.charsMin || /[.!?]/u.test(text);
      if (!begun || isCalling || isEnough) since = { chars: 0, ms: 0 };
      begun ||= next.value.type === "text";
      yield next.value;
    }
  } finally {
    if (!ended) await source.return?.();
  }
}
