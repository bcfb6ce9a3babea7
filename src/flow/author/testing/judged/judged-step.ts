// Judged step: assertions about the agent's statements, in any wording, and about its tools since the start of a test.
// Rules judge first. A model judges the rest, if one is set.

import type { StepAssertion } from "../../../language/compile/compile-tests.ts";
import { zonedTimeOf } from "../../../value/zoned-time.ts";
import type { Value } from "../../../value/value.ts";
import type { TalkState, Difference } from "../assertions.ts";
import type { TestSteps } from "../settle.ts";
import { isStated } from "./stated.ts";
import type { JudgeModel, JudgeVerdict } from "./test-model.ts";

export type JudgedAssertion = Extract<StepAssertion, { type: "facts" | "never_says" | "at_most" }>;

export function isJudged(step: { readonly type: string }): step is JudgedAssertion {
  return step.type === "facts" || step.type === "never_says" || step.type === "at_most";
}

export interface JudgedStep {
  /** Undefined: the assertion holds. */
  readonly difference: Difference | undefined;
  /** Claims that neither the rules nor a model could judge. */
  readonly unjudged: readonly string[];
}

export function* judgedStep(
  conversation: TalkState,
  assertion: JudgedAssertion,
  { judge, timezone }: { readonly judge?: JudgeModel | undefined; readonly timezone: string },
): TestSteps<JudgedStep> {
  if (assertion.type === "at_most")
    return { difference: tooMany(conversation, assertion.calls), unjudged: [] };
  const isFact = assertion.type === "facts";
  const { state, nowMs } = conversation;
  const texts = isFact
    ? textsOf([conversation.since])
    : textsOf([...conversation.before, conversation.since]);
  const place = { language: state.language, moment: zonedTimeOf(nowMs, timezone) };
  const unjudged: string[] = [];
  for (const claim of isFact ? assertion.facts : assertion.texts) {
    const byRules = isStated(claim, { texts, ...place });
    const verdict = byRules === "unsure" ? yield* verdictOf(claim, texts, judge) : byRules;
    if (verdict === "unjudged") unjudged.push(shown(claim));
    if (isFact ? verdict === "stated" : verdict !== "stated") continue;
    const got = texts.join(" ") || "nothing";
    const difference = isFact
      ? { message: "the agent did not state this", expected: shown(claim), got }
      : { message: "the agent made this claim", expected: `nothing like "${shown(claim)}"`, got };
    return { difference, unjudged: [] };
  }
  return { difference: undefined, unjudged };
}

/** Verdict of the model, where one is set. */
function* verdictOf(
  claim: Value,
  texts: readonly string[],
  judge: JudgeModel | undefined,
): TestSteps<JudgeVerdict> {
  const asked: { verdict: JudgeVerdict } = { verdict: "unjudged" };
  if (judge !== undefined)
    yield judge(shown(claim), texts).then((verdict) => {
      asked.verdict = verdict;
    });
  return asked.verdict;
}

const shown = (claim: Value): string => (typeof claim === "string" ? claim : JSON.stringify(claim));

const textsOf = (observations: readonly TalkState["since"][]): readonly string[] =>
  observations.flatMap(({ speeches }) => speeches.map(({ text }) => text));

function tooMany({ before, since }: TalkState, calls: ReadonlyMap<string, number>): Difference | undefined {
  const made = [...before, since].flatMap((each) => each.calls);
  for (const [tool, most] of calls) {
    const count = made.filter((call) => call.tool === tool).length;
    if (count > most)
      return {
        message: most === 0 ? "this tool was called" : "this tool was called too often",
        expected: `${tool} at most ${most} times`,
        got: `${count} times`,
      };
  }
  return undefined;
}
