// Preemptive answer: a model's answer to words that may not be the caller's last. The result is kept until taken or
// dropped; no other part learns of it.

import { aborted } from "../../base/abort-promise.ts";
import {
  type Llm,
  type LlmEvent,
  type LlmRequest,
  type ProviderContext,
  ProviderError,
} from "../../providers/provider-contract.ts";
import type { CallService } from "../responder.ts";
import { isAlike } from "./preemption-step.ts";

export interface PreemptiveAnswerOptions {
  readonly llm: Llm;
  readonly request: LlmRequest;
  readonly context: ProviderContext;
  /** Longest text; it ends there. */
  readonly charsMax: number;
  readonly call: Pick<CallService, "run">;
}

/** An unused answer is dropped after the longest pause that ends no turn, plus the wait for words. */
const ageMsMax = 5_000;

export class PreemptiveAnswer {
  readonly #o: PreemptiveAnswerOptions;
  readonly #closed = new AbortController();
  readonly #age: Disposable;
  readonly #events: LlmEvent[] = [];
  /** Wakes the waiting reader. */
  #wake: () => void = () => undefined;
  #isOver = false;
  #isDropped = false;
  #failure: ProviderError | undefined;

  constructor(options: PreemptiveAnswerOptions) {
    this.#o = options;
    this.#age = options.context.clock.after(ageMsMax, () => this.drop());
    options.call.run(() => this.#read());
  }

  /** True if it answers this request: equal except for the spelling of the caller's last words. */
  fits(request: LlmRequest): boolean {
    if (this.#failure !== undefined || this.#isDropped) return false;
    const [before, asked] = split(this.#o.request);
    const [now, askedNow] = split(request);
    return isAlike(asked, askedNow) && before === now;
  }

  /** The answer from its beginning, for one reader, until the signal is aborted. Throws ProviderError. */
  async *take(signal: AbortSignal): AsyncGenerator<LlmEvent> {
    this.#age[Symbol.dispose]();
    const drop = (): void => this.drop();
    if (signal.aborted) drop();
    else signal.addEventListener("abort", drop, { once: true });
    try {
      for (;;) {
        yield* this.#events.splice(0);
        if (this.#failure !== undefined) throw this.#failure;
        if (this.#isOver && this.#events.length === 0) return;
        if (this.#events.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      signal.removeEventListener("abort", drop);
      this.drop();
    }
  }

  /** Closes its request. Idempotent. */
  drop(): void {
    this.#isDropped = true;
    this.#age[Symbol.dispose]();
    this.#closed.abort();
  }

  async #read(): Promise<void> {
    const { llm, request, context, charsMax } = this.#o;
    const { signal } = this.#closed;
    const asked: LlmRequest = { ...request, isPreemptive: true };
    const events = llm.stream(asked, context, signal)[Symbol.asyncIterator]();
    const left = aborted(signal);
    let chars = 0;
    try {
      while (chars < charsMax) {
        // A server that does not stop is left behind.
        const next = await Promise.race([events.next(), left]);
        if (next === undefined || next.done === true || signal.aborted) return;
        if (next.value.type === "text") chars += next.value.delta.length;
        this.#events.push(next.value);
        this.#wake();
      }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      this.#failure = error;
    } finally {
      this.#isOver = true;
      this.#closed.abort();
      void events.return?.()?.catch(() => undefined);
      this.#wake();
    }
  }
}

/**
 * Everything in a request before the caller's last words, and these. A minute that has passed makes no other request.
 */
function split({ messages, ...rest }: LlmRequest): readonly [string, string] {
  const before = [{ ...rest, now: undefined }, messages.slice(0, -1)];
  return [JSON.stringify(before), messages.at(-1)?.text ?? ""];
}
