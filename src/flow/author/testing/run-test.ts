// Test runner for one embedded test: plays its script with the real engine, until a step fails.

import type { FlowTest, StepAssertion, StepInput, TestStep } from "../../language/compile/compile-tests.ts";
import type { Program } from "../../language/program.ts";
import { contextProblems } from "../../engine/run/prefill.ts";
import { performStep } from "./caller-steps.ts";
import { checkAssertion, type Difference, shortened } from "./assertions.ts";
import { isJudged, type JudgedAssertion, judgedStep } from "./judged/judged-step.ts";
import type { TestModels } from "./judged/test-model.ts";
import type { CoverageRecord, UnplacedFailure, UnplacedResult } from "./test-report.ts";
import { type Lookahead, settle, type TestSteps } from "./settle.ts";
import { VirtualConversation, TestScriptError } from "./virtual-conversation.ts";

export interface PlayedTest {
  readonly outcome: UnplacedResult;
  /** Coverage by the id of each visited flow. */
  readonly coverage: ReadonlyMap<string, CoverageRecord>;
}

/** Plays one test step by step. Never throws for a failing test, which is part of its result. */
export function* playTest(
  program: Program,
  test: FlowTest,
  { live, judge }: TestModels = {},
): TestSteps<PlayedTest> {
  const conversation = new VirtualConversation(program, test, { live });
  const unjudged: string[] = [];
  const judged = { judge, unjudged, timezone: program.timezone };
  const mistake = unfitContext(program, conversation, test) ?? (yield* attempt(conversation, test, judged));
  const outcome = {
    name: test.name,
    ...(mistake !== undefined && { mistake }),
    ...(unjudged.length > 0 && { unjudged }),
    transcript: conversation.transcript,
    nodes: conversation.path,
    outcome: conversation.state.outcome,
  };
  return { outcome, coverage: conversation.coverage };
}

/** A context that no session accepts fails the test before its first step. */
function unfitContext(
  program: Program,
  { state }: VirtualConversation,
  { path }: FlowTest,
): UnplacedFailure | undefined {
  const [problem] = contextProblems(program, state.facts);
  if (problem === undefined) return undefined;
  const { key, detail } = problem;
  return { path: [...path, "context", key], message: `no session begins with this ${key}: ${lower(detail)}` };
}

function lower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");
}

/** Plays the steps; returns the first failure. */
function* attempt(
  conversation: VirtualConversation,
  { steps, path }: FlowTest,
  judging: Judging,
): TestSteps<UnplacedFailure | undefined> {
  let at = -1;
  try {
    conversation.feed({ type: "start" });
    yield;
    yield* settle(conversation, aheadOf(steps, 0));
    for (const [index, step] of steps.entries()) {
      at = index;
      if (isInput(step)) {
        yield* performStep(conversation, step);
        yield;
        yield* settle(conversation, aheadOf(steps, index + 1));
        continue;
      }
      const difference = isJudged(step)
        ? yield* judgedDifference(conversation, step, judging)
        : checkAssertion(conversation, step);
      if (difference !== undefined) return { step: index, path: step.path, ...difference };
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof TestScriptError)) throw error;
    const step = steps[at];
    const where = step === undefined ? { path } : { step: at, path: step.path };
    return { ...where, message: error.message };
  }
}

interface Judging extends Pick<TestModels, "judge"> {
  /** Claims without a verdict; the list grows. */
  readonly unjudged: string[];
  readonly timezone: string;
}

function* judgedDifference(
  conversation: VirtualConversation,
  step: JudgedAssertion,
  { unjudged, ...how }: Judging,
): TestSteps<Difference | undefined> {
  const judged = yield* judgedStep(conversation, step, how);
  unjudged.push(...judged.unjudged);
  return judged.difference && shortened(judged.difference);
}

function aheadOf(steps: readonly TestStep[], from: number): Lookahead {
  const at = steps.findIndex((step, index) => index >= from && isInput(step));
  const step = steps[at];
  return { input: step !== undefined && isInput(step) ? step : undefined, isNext: at === from };
}

const assertions: ReadonlySet<TestStep["type"]> = new Set<StepAssertion["type"]>([
  "says",
  "not_says",
  "facts",
  "never_says",
  "at_most",
  "at",
  "expect",
  "calls",
  "emits",
  "ends",
  "on_end",
]);

function isInput(step: TestStep): step is StepInput & Pick<TestStep, "path"> {
  return !assertions.has(step.type);
}
