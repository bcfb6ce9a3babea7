// Assistant talk: plays one test of an assistant in text to the code that answers calls, with a language model.

import type { Clock } from "../../base/clock.ts";
import { silentLog } from "../../base/log.ts";
import { checkAssertion, type TalkState } from "../../flow/author/testing/assertions.ts";
import { isJudged, judgedStep } from "../../flow/author/testing/judged/judged-step.ts";
import type { JudgeModel } from "../../flow/author/testing/judged/test-model.ts";
import { outcomeOf, ToolMocks } from "../../flow/author/testing/tool-mocks.ts";
import type { FlowTest, TestStep } from "../../flow/language/compile/compile-tests.ts";
import type { ToolWork } from "../../flow/engine/outside-work.ts";
import type { ToolOutcome } from "../../flow/engine/run/step-contract.ts";
import { valueMap } from "../../flow/value/value.ts";
import { epochMsOf } from "../../flow/value/zoned-time.ts";
import type { Llm } from "../../providers/provider-contract.ts";
import { AssistantTools, toolRules } from "../../voice/assistant-tools.ts";
import { openLlmResponder } from "../../voice/responder-llm.ts";
import type { CallService, Fact, Responder, ResponderInput } from "../../voice/responder.ts";
import type { AssistantFile } from "./assistant-file.ts";

export interface AssistantModels {
  readonly llm: Llm;
  readonly judge: JudgeModel;
  readonly clock: Clock;
  /** Prompt of the deployment, before the assistant's own. */
  readonly systemPrompt: string;
}

export interface AssistantResult {
  /** Undefined: passed. `step` counts from 1. */
  readonly failure?: {
    readonly step: number;
    readonly message: string;
    readonly expected?: string;
    readonly got?: string;
  };
  readonly unjudged: readonly string[];
}

/** Longest answer, with all its tools, in milliseconds. */
const answerMsMax = 120_000;

export async function playAssistant(
  file: AssistantFile,
  test: FlowTest,
  models: AssistantModels,
): Promise<AssistantResult> {
  using talk = new AssistantTalk(file, test, models);
  const unjudged: string[] = [];
  const late = await talk.hear({ type: "start" });
  if (late !== undefined) return { failure: { step: 1, ...late }, unjudged };
  for (const [index, step] of test.steps.entries()) {
    const failure = await talk.take(step, models.judge, unjudged);
    if (failure !== undefined) return { failure: { step: index + 1, ...failure }, unjudged };
  }
  return { unjudged };
}

type Failure = Omit<NonNullable<AssistantResult["failure"]>, "step">;

class AssistantTalk implements Disposable, TalkState {
  since: TalkState["since"] = { speeches: [], calls: [], events: [] };
  readonly before: TalkState["since"][] = [];
  readonly node = "";
  readonly nowMs: number;
  readonly state: TalkState["state"];
  readonly #responder: Responder;
  readonly #mocks: ToolMocks;
  readonly #clock: Clock;
  readonly #over = new AbortController();

  constructor(file: AssistantFile, test: FlowTest, { llm, clock, systemPrompt }: AssistantModels) {
    this.#clock = clock;
    this.#mocks = new ToolMocks(test.mocks);
    this.nowMs = epochMsOf(test.now, "UTC");
    this.state = { language: test.language ?? file.program?.language ?? "en", outcome: null };
    const tools = new AssistantTools({
      ...file.abilities,
      sessionId: "test",
      program: file.program,
      runTool: (work) => Promise.resolve(this.#tool(work)),
      clock,
    });
    const has = tools.declared.length > 0;
    this.#responder = openLlmResponder({
      llm,
      systemPrompt: [systemPrompt, file.systemPrompt, ...(has ? [toolRules] : [])].join("\n\n"),
      context: { clock, log: silentLog },
      ...(has && { tools }),
      language: this.state.language,
    });
    this.#responder.attend(this.#service());
  }

  valueOf(): null {
    return null;
  }

  outcomeWith(): undefined {
    return undefined;
  }

  /** The agent's whole answer to an input. Returns a failure if it takes too long. */
  async hear(input: ResponderInput): Promise<Failure | undefined> {
    using _late = this.#clock.after(answerMsMax, () => this.#over.abort());
    let text = "";
    for await (const words of this.#responder.answer(input, this.#over.signal))
      if (words.type === "text") text += words.delta;
    const { language } = this.state;
    if (text.trim() !== "")
      this.since.speeches.push({ text: text.trim(), logged: text.trim(), bargeIn: true, language });
    return this.#over.signal.aborted
      ? { message: `the answer took longer than ${answerMsMax / 1_000} s` }
      : undefined;
  }

  /** Undefined: the step is done, or holds. */
  async take(step: TestStep, judge: JudgeModel, unjudged: string[]): Promise<Failure | undefined> {
    switch (step.type) {
      case "user":
        return this.#turn({ type: "words", text: step.parts.join(" "), typed: true });
      case "dtmf":
        return this.#turn({ type: "keys", keys: step.keys });
      case "silence":
        return this.#turn({ type: "silence" });
      case "facts":
      case "never_says":
      case "at_most":
        return this.#judged(step, judge, unjudged);
      case "says":
      case "not_says":
      case "calls":
        return checkAssertion(this, step);
      default:
        return { message: `an assistant has no step '${step.type}'` };
    }
  }

  [Symbol.dispose](): void {
    this.#over.abort();
    this.#responder.leave?.();
  }

  #turn(input: ResponderInput): Promise<Failure | undefined> {
    this.before.push(this.since);
    this.since = { speeches: [], calls: [], events: [] };
    return this.hear(input);
  }

  async #judged(step: TestStep, judge: JudgeModel, unjudged: string[]): Promise<Failure | undefined> {
    if (!isJudged(step)) return undefined;
    const judging = judgedStep(this, step, { judge, timezone: "UTC" });
    for (;;) {
      const next = judging.next();
      if (next.done !== true) {
        await next.value;
        continue;
      }
      unjudged.push(...next.value.unjudged);
      return next.value.difference;
    }
  }

  #tool({ tool, arguments: args }: ToolWork): ToolOutcome {
    this.since.calls.push({ tool, arguments: args });
    const answer = this.#mocks.take(tool);
    return answer === undefined ? { ok: false, failure: { kind: "network" } } : outcomeOf(answer);
  }

  #service(): CallService {
    return {
      wake: () => undefined,
      tell: (fact) => this.#learn(fact),
      finished: () => undefined,
      run: (work) => void work(this.#over.signal),
      record: () => Promise.resolve([]),
    };
  }

  /** Built-in tools are seen by what the call hears of them. */
  #learn(fact: Fact): void {
    const made = (tool: string, ...args: readonly (readonly [string, string])[]): void =>
      void this.since.calls.push({ tool, arguments: valueMap(args) });
    if (fact.type === "transfer") made("transfer", ["to", fact.address]);
    if (fact.type === "press-keys") made("press_keys", ["keys", fact.keys]);
    if (fact.type === "end") made("end_call");
  }
}
