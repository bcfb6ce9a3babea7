// Text runner: plays a flow in typed text, inputs in, effects out. The owner's functions do outside work. For tests,
// the terminal and previews; a voice call feeds the same step function itself.

import type { Clock } from "../../base/clock.ts";
import type { Program } from "../language/program.ts";
import type { FlowEffect, FlowInput, TurnRules, FlowSession, Work } from "./run/step-contract.ts";
import { initialState } from "./run/initial-state.ts";
import { turnTakingAt } from "./run/turn-taking.ts";
import type { FlowState } from "./run/flow-state.ts";
import { step } from "./run/step.ts";
import { fillerAfterMs, type OutsideWorkers, runOutsideWork } from "./outside-work.ts";

export interface TextRunnerOptions {
  readonly program: Program;
  readonly facts: FlowSession;
  readonly clock: Clock;
  readonly outside: OutsideWorkers;
  /** Every effect, in order, including a slow tool's filler. */
  readonly onEffect: (effect: FlowEffect) => void;
  /** True if questions time out too, not only pauses and waits: people who type are not hurried. */
  readonly hurries: boolean;
}

export class TextRunner implements Disposable {
  readonly #options: TextRunnerOptions;
  readonly #works = new Map<number, AbortController>();
  #state: FlowState;
  #silence: Disposable | undefined;
  #isOver = false;

  constructor(options: TextRunnerOptions) {
    this.#options = options;
    this.#state = initialState(options.program, options.facts);
  }

  get state(): FlowState {
    return this.#state;
  }

  get listening(): TurnRules {
    return turnTakingAt(this.#options.program, this.#state);
  }

  /** Number of pending pieces of work. */
  get works(): number {
    return this.#works.size;
  }

  /** `{type: "start"}` comes first. */
  send(input: FlowInput): void {
    if (this.#isOver) return;
    const { program, clock, onEffect } = this.#options;
    this.#silence?.[Symbol.dispose]();
    this.#silence = undefined;
    const [state, effects] = step(program, this.#state, { ...input, wallMs: clock.wall() });
    this.#state = state;
    for (const effect of effects) {
      if (effect.type === "cancel") this.#cancel(effect.work);
      onEffect(effect);
      if (effect.type === "work") this.#begin(effect.work, effect.what);
    }
    this.#listen();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#silence?.[Symbol.dispose]();
    for (const work of this.#works.keys()) this.#cancel(work);
  }

  #listen(): void {
    const { mode, silenceMs } = this.listening;
    const isTyping = this.#state.keys.keys !== "";
    const runsOut = mode === "waiting" || isTyping || (mode === "listening" && this.#options.hurries);
    if (silenceMs === undefined || !runsOut || this.#isOver) return;
    this.#silence = this.#options.clock.after(silenceMs, () => this.send({ type: "silence" }));
  }

  #cancel(work: number): void {
    this.#works.get(work)?.abort();
    this.#works.delete(work);
  }

  #begin(work: number, what: Work): void {
    const controller = new AbortController();
    this.#works.set(work, controller);
    const filler = this.#fillerOf(work, what);
    const watch = { signal: controller.signal, meanwhile: (input: FlowInput) => this.send(input) };
    void runOutsideWork({ work, what }, this.#options.outside, watch).then((input) => {
      filler?.[Symbol.dispose]();
      if (this.#works.get(work) !== controller) return;
      this.#works.delete(work);
      this.send(input);
    });
  }

  #fillerOf(work: number, what: Work): Disposable | undefined {
    if (what.type !== "tool" || what.filler === undefined) return undefined;
    const { filler } = what;
    return this.#options.clock.after(fillerAfterMs, () => {
      if (this.#works.has(work)) this.#options.onEffect({ type: "say", ...filler });
    });
  }
}
