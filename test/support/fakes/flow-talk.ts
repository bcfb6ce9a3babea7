// Flow talk: a typed conversation with a flow. Inputs go in, spoken texts come out, and time stands still.

import "../../../src/flow/grammar/likeness/table-files.ts";
import type { Expectation } from "../../../src/flow/engine/expectation.ts";
import { expectationOf } from "../../../src/flow/engine/guide/expectation-of.ts";
import { type SaidSoFar, saidSoFar } from "../../../src/flow/engine/understand/said-so-far.ts";
import { loadFlow } from "../../../src/flow/language/load-flow.ts";
import type { Program } from "../../../src/flow/language/program.ts";
import type { FlowInput, FlowSession } from "../../../src/flow/engine/run/step-contract.ts";
import { listeningPointAt } from "../../../src/flow/engine/run/ask/listening-point.ts";
import { initialState } from "../../../src/flow/engine/run/initial-state.ts";
import { turnTakingAt } from "../../../src/flow/engine/run/turn-taking.ts";
import type { FlowState } from "../../../src/flow/engine/run/flow-state.ts";
import { step } from "../../../src/flow/engine/run/step.ts";
import { valueMap } from "../../../src/flow/value/value.ts";

/** Friday, 20 November 2026, 10:27 UTC. */
const talkMs = Date.UTC(2026, 10, 20, 10, 27);

export const talkFacts: FlowSession = {
  id: "ses_1",
  channel: "text",
  direction: "inbound",
  startedAtMs: talkMs,
  context: valueMap([]),
  metadata: valueMap([]),
  hasModel: false,
  usesExamples: true,
};

export class FlowTalk {
  readonly program: Program;
  wallMs = talkMs;
  outcome: string | undefined;
  state: FlowState;

  constructor(program: Program) {
    this.program = program;
    this.state = initialState(program, talkFacts);
  }

  get node(): string | undefined {
    return this.state.frames.at(-1)?.node;
  }

  get expectation(): Expectation {
    const hearing = listeningPointAt(this.program, this.state, { wallMs: this.wallMs });
    return expectationOf(hearing, turnTakingAt(this.program, this.state));
  }

  saidSoFar(text: string): SaidSoFar | undefined {
    const hearing = listeningPointAt(this.program, this.state, { wallMs: this.wallMs });
    return hearing && saidSoFar(text, hearing);
  }

  /** All spoken texts, in one line. */
  give(input: FlowInput): string {
    const [state, effects] = step(this.program, this.state, { ...input, wallMs: this.wallMs });
    this.state = state;
    const said = effects.flatMap((effect) => (effect.type === "say" ? [effect.text] : []));
    this.outcome ??= effects.find((effect) => effect.type === "end")?.outcome;
    return said.join(" ");
  }

  start(): string {
    return this.give({ type: "start" });
  }

  /** Typed or recognised words. */
  hear(text: string): string {
    return this.give({ type: "words", text });
  }

  press(keys: string): string {
    return this.give({ type: "keys", keys });
  }

  silence(): string {
    return this.give({ type: "silence" });
  }
}

export function programOf(text: string): Program {
  const { program, problems } = loadFlow(text);
  if (program === undefined) throw new Error(JSON.stringify(problems));
  return program;
}
