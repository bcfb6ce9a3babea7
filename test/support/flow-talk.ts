// A conversation with a flow in text: inputs go in, what was said comes out, time stands still.

import { parseFlow } from "../../src/flow/parse.ts";
import type { Program } from "../../src/flow/document.ts";
import type { Expectation } from "../../src/flow/expectation.ts";
import { expectationAt } from "../../src/flow/expect.ts";
import { type FlowInput, type FlowState, initialState, silenceMs, step } from "../../src/flow/run.ts";

export class FlowTalk {
  readonly program: Program;
  /** Friday, 20 November 2026, 10:27 UTC. */
  wallMs = Date.UTC(2026, 10, 20, 10, 27);
  outcome: string | undefined;
  state: FlowState;

  constructor(program: Program) {
    this.program = program;
    this.state = initialState(program);
  }

  get expectation(): Expectation {
    return expectationAt(this.program, this.program.nodes.get(this.state.node));
  }

  get silenceMs(): number {
    return silenceMs(this.state);
  }

  /** All that was said, in one line. */
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
  const { program, problems } = parseFlow(text);
  if (program === undefined) throw new Error(JSON.stringify(problems));
  return program;
}
