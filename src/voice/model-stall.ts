// Stall limit: ends a model's answer that begins and then stops, so that no caller listens into silence. The time to
// begin is limited by the client (`src/providers/llm`), not here.

import type { Clock } from "../base/clock.ts";
import { type LlmEvent, ProviderError } from "../providers/provider-contract.ts";

/** Between two events of an answer in words. */
const stallMsMax = 3_000;
/** The same while tools may be called: a call arrives whole, and its arguments take time to write. */
const toolStallMsMax = 8_000;
/** Least text per time, a third of normal speech, unless a sentence ends. */
const progress = { charsMin: 30, msMax: 6_000 } as const;

export interface StallOptions {
  readonly clock: Clock;
  /** The provider's name, for the failure. */
  readonly provider: string;
  /** True if a tool call may be being written now; read for each pause. */
  readonly mayCall: () => boolean;
}

/**
 * The same events. Throws ProviderError `transient` after text and then 3 s of nothing (8 s with tools), or, in words
 * alone, if text comes too slowly to be spoken. The reader's time does not count. The reader must abort the request
 * afterwards: a hanging stream cannot be closed from here.
 */
export async function* withoutStall(
  events: AsyncIterable<LlmEvent>,
  { clock, provider, mayCall }: StallOptions,
): AsyncGenerator<LlmEvent> {
  const source = events[Symbol.asyncIterator]();
  let begun = false;
  /** Since the last sufficient progress: text, and waiting time. */
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
