// Turn loop: carries out what the turn step decides. Steps are taken one at a time: what an effect causes is stepped after
// it, never inside it.

import { type Floor, step, type TurnEffect, type TurnEvent, type TurnState, turnStart } from "./turn.ts";

export class TurnLoop {
  readonly #carryOut: (effect: TurnEffect) => void;
  readonly #events: TurnEvent[] = [];
  #state: TurnState = turnStart;
  #stepping = false;

  constructor(carryOut: (effect: TurnEffect) => void) {
    this.#carryOut = carryOut;
  }

  get floor(): Floor {
    return this.#state.floor;
  }

  /** Throws what an effect throws; the events behind it are taken with the next one. */
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
}
