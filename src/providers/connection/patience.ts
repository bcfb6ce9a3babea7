// Deadline of a request to a provider: one at a time, over a request that its caller may cancel.

import type { Clock } from "../../base/clock.ts";
import { type FailingProvider, failure } from "./provider-failure.ts";

/** Disposing it closes the request. */
export class Patience implements Disposable {
  readonly #of: FailingProvider;
  readonly #clock: Clock;
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal;
  readonly #cancel: () => void;
  #timer: Disposable | undefined;

  /** `outer`: signal of the caller, who may cancel at any time. */
  constructor(of: FailingProvider, clock: Clock, outer: AbortSignal) {
    this.#of = of;
    this.#clock = clock;
    this.#outer = outer;
    this.#cancel = () => this.#controller.abort(outer.reason);
    if (outer.aborted) this.#cancel();
    else outer.addEventListener("abort", this.#cancel, { once: true });
  }

  /** Signal for the request; its reason is a ProviderError after a deadline. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isCancelled(): boolean {
    return this.#outer.aborted;
  }

  /** Replaces the deadline before; after `ms` the request fails with this message, as a transient failure. */
  wait(ms: number, message: string): void {
    this.stop();
    this.#timer = this.#clock.after(ms, () => {
      this.#controller.abort(failure(this.#of, "transient", "stream", { message }));
    });
  }

  stop(): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = undefined;
  }

  [Symbol.dispose](): void {
    this.stop();
    this.#outer.removeEventListener("abort", this.#cancel);
    this.#controller.abort();
  }
}
