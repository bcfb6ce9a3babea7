// Turn loop: runs the turn step and keeps its timers. Steps are taken one at a time: what an effect causes is stepped
// after it, never inside it.

import type { Timers } from "./named-timers.ts";
import {
  bargeInMs,
  type Floor,
  step,
  type TurnEffect,
  type TurnEvent,
  type TurnState,
  turnStart,
  type TurnTimer,
} from "./turn.ts";

/** The effects that the call carries out. */
export type TurnDeed = Exclude<TurnEffect, { readonly type: "arm" | "disarm" }>;

export interface TurnLoopOptions {
  readonly timers: Pick<Timers<TurnTimer>, "arm" | "disarm">;
  /** How long the responder waits for the caller; undefined: for ever. */
  readonly silenceMs: () => number | undefined;
  readonly carryOut: (deed: TurnDeed) => void;
}

export class TurnLoop {
  readonly #o: TurnLoopOptions;
  readonly #events: TurnEvent[] = [];
  #state: TurnState = turnStart;
  #stepping = false;
  #stopped = false;

  constructor(options: TurnLoopOptions) {
    this.#o = options;
  }

  get floor(): Floor {
    return this.#state.floor;
  }

  /** Throws what an effect throws. */
  take(event: TurnEvent): void {
    this.#events.push(event);
    if (this.#stepping) return;
    this.#stepping = true;
    try {
      for (let next = this.#events.shift(); next !== undefined; next = this.#events.shift()) {
        const [state, effects] = step(this.#state, next);
        this.#state = state;
        for (const effect of effects) this.#carryOut(effect);
      }
    } finally {
      this.#stepping = false;
    }
  }

  /** From here on nothing is decided or done any more. */
  stop(): void {
    this.#stopped = true;
  }

  #carryOut(effect: TurnEffect): void {
    if (this.#stopped) return;
    if (effect.type === "arm") this.#arm(effect.timer);
    else if (effect.type === "disarm") this.#o.timers.disarm(effect.timer);
    else this.#o.carryOut(effect);
  }

  #arm(timer: TurnTimer): void {
    const ms = timer === "silence" ? this.#o.silenceMs() : bargeInMs;
    if (ms === undefined) this.#o.timers.disarm(timer);
    else this.#o.timers.arm(timer, ms, () => this.take({ type: "timer", timer }));
  }
}
