// Flow watch: the events of a flow in a simulated call, and the flow's position.

import type { Clock } from "../base/clock.ts";
import type { CoverageRecord } from "../flow/author/testing/test-report.ts";
import { listeningPointAt } from "../flow/engine/run/ask/listening-point.ts";
import type { FlowState } from "../flow/engine/run/flow-state.ts";
import { initialState } from "../flow/engine/run/initial-state.ts";
import type { FlowEffect, FlowSession, TurnRules } from "../flow/engine/run/step-contract.ts";
import { turnTakingAt } from "../flow/engine/run/turn-taking.ts";
import type { ListeningPoint } from "../flow/engine/understand/understanding.ts";
import type { Program } from "../flow/language/program.ts";

/** Events of a flow in a call, and the flow's position. */
export class FlowWatch {
  readonly #program: Program;
  readonly #clock: Clock;
  readonly coverage: CoverageRecord & { readonly [K in keyof CoverageRecord]: Set<string> } = {
    nodes: new Set<string>(),
    edges: new Set<string>(),
    handlers: new Set<string>(),
  };
  /** Visited nodes in order; nodes of called flows as `flow/node`. */
  readonly path: string[] = [];
  /** Nodes at which an answer was missing, not understood or out of range, once for each time. */
  readonly askedAgain: string[] = [];
  outcome: string | undefined;
  /** True while the flow waits for something other than its caller. */
  works = true;
  /** True if the caller may interrupt the flow. */
  mayBeInterrupted = false;
  #state: FlowState;
  #failures = 0;

  constructor(program: Program, { facts, clock }: { readonly facts: FlowSession; readonly clock: Clock }) {
    this.#program = program;
    this.#clock = clock;
    this.#state = initialState(program, facts);
  }

  get listening(): { readonly point: ListeningPoint | undefined; readonly turn: TurnRules } {
    const point = listeningPointAt(this.#program, this.#state, { wallMs: this.#clock.wall() });
    return { point, turn: turnTakingAt(this.#program, this.#state) };
  }

  step(state: FlowState, effects: readonly FlowEffect[]): void {
    const asking = this.#state.frames.at(-1)?.node ?? "";
    this.#state = state;
    for (const effect of effects) this.#take(effect);
    const { mode, bargeIn } = turnTakingAt(this.#program, state);
    this.works = mode !== "listening";
    this.mayBeInterrupted = mode === "listening" && bargeIn === true;
    const failures = failuresIn(state);
    if (failures > this.#failures) this.askedAgain.push(asking);
    this.#failures = failures;
  }

  #take(effect: FlowEffect): void {
    if (effect.type === "enter") {
      const { flow, node, previous, by } = effect;
      const isOwn = flow === this.#program.id;
      this.path.push(isOwn ? node : `${flow}/${node}`);
      if (!isOwn) return;
      this.coverage.nodes.add(node);
      if (previous !== undefined) this.coverage.edges.add(`${previous} ${by}`);
    }
    if (effect.type === "trace" && effect.code === "handler") this.coverage.handlers.add(effect.detail);
    if (effect.type === "end") this.outcome = effect.outcome;
  }
}

/** Failed answers at the open questions. */
function failuresIn({ frames }: FlowState): number {
  const all = frames.flatMap(({ failures }) => Object.values(failures));
  return all.reduce((sum, { noMatch, noInput, invalid }) => sum + noMatch + noInput + invalid, 0);
}
