// Turn loop: runs the turn step and its timers. Steps are taken one at a time: events caused by an effect are stepped
// after it, never inside it.

import { heardOf, type HeardWords } from "./heard-words.ts";
import type { Timers } from "./named-timers.ts";
import {
  bargeInMs,
  decideMs,
  type Floor,
  step,
  type TurnEffect,
  type TurnEvent,
  type TurnInput,
  type TurnState,
  turnStart,
  type TurnTimer,
} from "./turn.ts";

/** Effects that the call carries out. */
export type TurnDeed = Exclude<TurnEffect, { readonly type: "arm" | "disarm" }>;

/** Input of the step, and its effects. */
export interface TurnDecision {
  readonly on: string;
  readonly effects: readonly string[];
  /** For words: further facts of the recogniser. */
  readonly heard?: Omit<HeardWords, "text" | "reading">;
}

export interface TurnLoopOptions {
  /**
   * Time from a detected sound over the agent to its silence, unless words that are meant come before; the agent is
   * softer until then. Milliseconds.
   */
  readonly bargeInMs?: number | undefined;
  readonly timers: Pick<Timers<TurnTimer>, "arm" | "disarm">;
  /** Wait of the responder for the caller; undefined: for ever. */
  readonly silenceMs: () => number | undefined;
  /** The recogniser reports words while they are said. */
  readonly tellsPartials: boolean;
  /** Keys answer for simultaneous words. */
  readonly keysAnswer: boolean;
  readonly carryOut: (deed: TurnDeed) => void;
  /** Number of earlier replies in another process; absent: none. */
  readonly replies?: number | undefined;
  /** Sees each step, for recordings. */
  readonly decided?: ((decision: TurnDecision) => void) | undefined;
}

export class TurnLoop {
  readonly #o: TurnLoopOptions;
  readonly #events: TurnEvent[] = [];
  #state: TurnState;
  #stepping = false;
  #stopped = false;

  constructor(options: TurnLoopOptions) {
    this.#o = options;
    const { tellsPartials, keysAnswer, replies = 0 } = options;
    this.#state = { ...turnStart, tellsPartials, keysAnswer, replies };
  }

  /** Number of the last reply. */
  get replies(): number {
    return this.#state.replies;
  }

  /** Neither side has the floor or wants it. */
  get isAtRest(): boolean {
    const { floor, talking, held, waiting } = this.#state;
    return floor.holder === "nobody" && !talking && held === undefined && waiting.length === 0;
  }

  get floor(): Floor {
    return this.#state.floor;
  }

  /** Words of the caller before they continued. */
  get held(): HeardWords | undefined {
    return this.#state.held;
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
        this.#o.decided?.(decisionOf(next, effects));
        for (const effect of effects) this.#carryOut(effect);
      }
    } finally {
      this.#stepping = false;
    }
  }

  /** Decides and does nothing from here on. */
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
    const { silenceMs, bargeInMs: wait = bargeInMs } = this.#o;
    const ms =
      timer === "silence" ? silenceMs() : { "barge-in": wait, decide: decideMs + wait - bargeInMs }[timer];
    if (ms === undefined) this.#o.timers.disarm(timer);
    else this.#o.timers.arm(timer, ms, () => this.take({ type: "timer", timer }));
  }
}

function decisionOf(event: TurnEvent, effects: readonly TurnEffect[]): TurnDecision {
  if (event.type === "words") {
    const { text: _, reading: __, ...heard } = heardOf(event);
    return { on: event.type, effects: effects.map(deedName), heard };
  }
  if (event.type !== "input" && event.type !== "timer")
    return { on: event.type, effects: effects.map(deedName) };
  const detail = event.type === "timer" ? event.timer : inputName(event.input);
  return { on: `${event.type} ${detail}`, effects: effects.map(deedName) };
}

const inputName = (input: TurnInput): string =>
  input.type === "transferred"
    ? `${input.type} ${input.ok ? "ok" : input.missed ? "missed" : "failed"}`
    : input.type;

function deedName(effect: TurnEffect): string {
  switch (effect.type) {
    case "arm":
    case "disarm":
      return `${effect.type} ${effect.timer}`;
    case "hang-up":
      return `${effect.type} ${effect.reason}`;
    default:
      return `${effect.type} ${effect.reply}`;
  }
}
