// Held events: a flow's events for its hooks wait until their turn can no longer be taken back.

import type { Clock } from "../../base/clock.ts";
import { settledMs } from "../pauses/reopened-turn.ts";
import type { Fact } from "../responder.ts";

type FlowEvent = Extract<Fact, { readonly type: "flow-event" }>;

export class HeldEvents {
  readonly #clock: Clock;
  readonly #send: (event: FlowEvent) => void;
  #held: FlowEvent[] = [];
  #settling: Disposable | undefined;

  constructor(clock: Clock, send: (event: FlowEvent) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  get all(): readonly FlowEvent[] {
    return this.#held;
  }

  hold(event: FlowEvent): void {
    this.#held.push(event);
    this.#settling ??= this.#clock.after(settledMs, () => this.settle());
  }

  /** The turn is taken back: drops its events. */
  drop(): void {
    this.#held = [];
  }

  /** The turn stands: sends its events. */
  settle(): void {
    const held = this.#held;
    this.#held = [];
    this.#settling?.[Symbol.dispose]();
    this.#settling = undefined;
    for (const event of held) this.#send(event);
  }
}
