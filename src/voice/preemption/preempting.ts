// Preempting: carries out the decisions of preemptive generation with one timer, for a responder that can answer
// ahead of time.

import type { Clock } from "../../base/clock.ts";
import { unreachable } from "../../base/assert.ts";
import type { EndpointingEvent } from "../hearing/endpointing-event.ts";
import type { Timers } from "../named-timers.ts";
import type { Responder } from "../responder.ts";
import type { TurnLoop } from "../turn-loop.ts";
import { type PreemptionEffect, type PreemptionEvent, preemptionStart, step } from "./preemption-step.ts";

export interface PreemptingOptions {
  readonly clock: Clock;
  readonly timers: Pick<Timers<"preemption">, "arm" | "disarm">;
  readonly responder: Pick<Responder, "preempt" | "saidSoFar">;
  readonly turn: Pick<TurnLoop, "floor" | "held">;
}

/** Reports each event, and preempts once it has been acted on. */
export function preempting(
  options: PreemptingOptions,
  tell: (event: EndpointingEvent) => void,
): (event: EndpointingEvent) => void {
  // No state for a responder that cannot answer ahead of time.
  if (options.responder.preempt === undefined) return tell;
  const shell = new Preempting(options);
  return (event) => {
    tell(event);
    shell.heard(event);
  };
}

class Preempting {
  readonly #o: PreemptingOptions;
  #state = preemptionStart;

  constructor(options: PreemptingOptions) {
    this.#o = options;
  }

  heard(event: EndpointingEvent): void {
    if (event.type === "warning" || event.type === "voiced") return;
    if (event.type !== "partial") return this.#take({ type: event.type });
    const soFar = this.#o.responder.saidSoFar?.(event.text);
    const ending = soFar === "unfinished" || soFar === "finished" ? soFar : "unknown";
    this.#take({ type: "partial", text: event.text, ending, isQuiet: event.isQuiet === true });
  }

  #take(event: PreemptionEvent): void {
    const { clock, timers, turn } = this.#o;
    const nowMs = clock.now();
    const [state, effects] = step(this.#state, event, { nowMs, floor: turn.floor.holder });
    this.#state = state;
    if (state.dueAt === undefined) timers.disarm("preemption");
    else timers.arm("preemption", Math.max(0, state.dueAt - nowMs), () => this.#take({ type: "due" }));
    for (const effect of effects) this.#carryOut(effect);
  }

  #carryOut(effect: PreemptionEffect): void {
    const { responder, turn } = this.#o;
    switch (effect.type) {
      case "ask":
        // Held words are answered together with these.
        responder.preempt?.([turn.held?.text ?? "", effect.text].join(" ").trim());
        return;
      case "drop":
        responder.preempt?.(undefined);
        return;
      default:
        unreachable(effect);
    }
  }
}
