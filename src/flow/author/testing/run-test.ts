// One embedded test: its script played by the real engine, until a step fails.

import type { FlowTest, StepAssertion, StepInput, TestStep } from "../../language/compile/compile-tests.ts";
import type { Program } from "../../language/program.ts";
import { contextProblems } from "../../engine/run/prefill.ts";
import { act } from "./caller-steps.ts";
import { judge } from "./assertions.ts";
import type { Footprint, Mistake, Outcome } from "./test-report.ts";
import { type Ahead, settle, type Steps } from "./settle.ts";
import { Stage, TestMistake } from "./virtual-conversation.ts";

export interface Played {
  readonly outcome: Outcome;
  readonly footprint: Footprint;
}

export function* play(program: Program, test: FlowTest): Steps<Played> {
  const stage = new Stage(program, test);
  const mistake = unfitContext(program, stage, test) ?? (yield* attempt(stage, test));
  const outcome = {
    name: test.name,
    ...(mistake !== undefined && { mistake }),
    transcript: stage.transcript,
    nodes: stage.path,
    outcome: stage.state.outcome,
  };
  return { outcome, footprint: stage.footprint };
}

/** With what no session could begin, there is nothing to try. */
function unfitContext(program: Program, { state }: Stage, { path }: FlowTest): Mistake | undefined {
  const [problem] = contextProblems(program, state.facts);
  if (problem === undefined) return undefined;
  const { key, detail } = problem;
  return { path: [...path, "context", key], message: `no session begins with this ${key}: ${lower(detail)}` };
}

function lower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");
}

/** The first thing that is wrong. */
function* attempt(stage: Stage, { steps, path }: FlowTest): Steps<Mistake | undefined> {
  let at = -1;
  try {
    stage.feed({ type: "start" });
    yield;
    yield* settle(stage, aheadOf(steps, 0));
    for (const [index, step] of steps.entries()) {
      at = index;
      if (isInput(step)) {
        yield* act(stage, step);
        yield;
        yield* settle(stage, aheadOf(steps, index + 1));
        continue;
      }
      const difference = judge(stage, step);
      if (difference !== undefined) return { step: index, path: step.path, ...difference };
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof TestMistake)) throw error;
    const step = steps[at];
    const where = step === undefined ? { path } : { step: at, path: step.path };
    return { ...where, message: error.message };
  }
}

function aheadOf(steps: readonly TestStep[], from: number): Ahead {
  const at = steps.findIndex((step, index) => index >= from && isInput(step));
  const step = steps[at];
  return { input: step !== undefined && isInput(step) ? step : undefined, isNext: at === from };
}

const assertions: ReadonlySet<TestStep["type"]> = new Set<StepAssertion["type"]>([
  "says",
  "not_says",
  "at",
  "expect",
  "calls",
  "emits",
  "ends",
]);

function isInput(step: TestStep): step is StepInput & Pick<TestStep, "path"> {
  return !assertions.has(step.type);
}
