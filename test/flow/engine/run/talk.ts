// Conversation with a flow in a test: the caller's acts go in, the agent's words come out. Tools and models respond at
// once with the test's results.

import { KnowledgeIndex } from "../../../../src/flow/knowledge/knowledge-index.ts";
import type { Passage } from "../../../../src/flow/knowledge/passage.ts";
import { loadFlow } from "../../../../src/flow/language/load-flow.ts";
import type { Program } from "../../../../src/flow/language/program.ts";
import type {
  FlowEffect,
  FlowInput,
  Proposal,
  FlowSession,
  ToolFailure,
  ModelReply,
  Work,
} from "../../../../src/flow/engine/run/step-contract.ts";
import { initialState } from "../../../../src/flow/engine/run/initial-state.ts";
import { turnTakingAt } from "../../../../src/flow/engine/run/turn-taking.ts";
import type { FlowState } from "../../../../src/flow/engine/run/flow-state.ts";
import { step } from "../../../../src/flow/engine/run/step.ts";
import { type Value, valueMap } from "../../../../src/flow/value/value.ts";

/** Friday, 20 November 2026, 12:00 UTC. */
export const noon = Date.UTC(2026, 10, 20, 12);

export interface Answers {
  readonly context?: Readonly<Record<string, Value>>;
  /** Results by tool: a body, or a failure; the last of a list repeats. `undefined`: the tool never answers. */
  readonly tools?: Readonly<Record<string, readonly (Value | { readonly failure: ToolFailure["kind"] })[]>>;
  /** Passages by the name of the account's bases; an absent base cannot be searched. */
  readonly bases?: Readonly<Record<string, readonly Passage[]>>;
  readonly proposals?: readonly (Proposal | undefined)[];
  readonly utterances?: readonly (ModelReply | undefined)[];
  readonly transfer?: boolean;
  readonly seconds?: number;
  readonly hasModel?: boolean;
  readonly usesExamples?: boolean;
  readonly direction?: FlowSession["direction"];
  readonly from?: string;
  readonly to?: string;
  readonly answeredBy?: "human" | "machine";
  /** Sources of the flows that it calls, by id. */
  readonly others?: Readonly<Record<string, string>>;
  /** Kinds of work that stays open until the test answers it. */
  readonly holds?: readonly Work["type"][];
}

const programs = new Map<string, Program>();

/** Programs are immutable, so tests may share them. */
export function programOf(yaml: string, others: Readonly<Record<string, string>> = {}): Program {
  const key = JSON.stringify([yaml, others]);
  const known = programs.get(key);
  if (known !== undefined) return known;
  const program = compiled(yaml, others);
  programs.set(key, program);
  return program;
}

function compiled(yaml: string, others: Readonly<Record<string, string>>): Program {
  const { program, problems } = loadFlow(yaml, {
    resolveFlow: (id) => (Object.hasOwn(others, id) ? others[id] : undefined),
  });
  if (program === undefined) {
    const errors = problems.filter(({ severity }) => severity === "error");
    const lines = errors.map(({ code, line, column, message }) => `${line}:${column} ${code} ${message}`);
    throw new Error(`The flow of this test is wrong:\n${lines.join("\n")}`);
  }
  return program;
}

export function factsOf(answers: Answers): FlowSession {
  return {
    id: "ses_1",
    channel: "voice",
    direction: answers.direction ?? "inbound",
    ...(answers.from !== undefined && { from: answers.from }),
    ...(answers.to !== undefined && { to: answers.to }),
    ...(answers.answeredBy !== undefined && { answeredBy: answers.answeredBy }),
    startedAtMs: noon,
    context: valueMap(Object.entries(answers.context ?? {})),
    metadata: valueMap([]),
    hasModel: answers.hasModel ?? (answers.proposals !== undefined || answers.utterances !== undefined),
    usesExamples: answers.usesExamples ?? false,
  };
}

export class Talk {
  readonly program: Program;
  readonly answers: Answers;
  readonly effects: FlowEffect[] = [];
  /** Effects of the last input and of all work that followed. */
  latest: FlowEffect[] = [];
  readonly works: { readonly work: number; readonly what: Work }[] = [];
  state: FlowState;
  nowMs = noon;
  readonly #counts = new Map<string, number>();

  constructor(yaml: string, answers: Answers = {}) {
    this.program = programOf(yaml, answers.others);
    this.answers = answers;
    this.state = initialState(this.program, factsOf(answers));
  }

  /** Starts the conversation; returns the agent's sentences, joined by blanks. */
  start(): string {
    return this.feed({ type: "start" });
  }

  user(text: string, confidence?: number): string {
    return this.feed({ type: "words", text, ...(confidence === undefined ? {} : { confidence }) });
  }

  reopen(text: string): string {
    return this.feed({ type: "reopened", text });
  }

  press(keys: string): string {
    return this.feed({ type: "keys", keys });
  }

  silence(): string {
    this.nowMs += turnTakingAt(this.program, this.state).silenceMs ?? 0;
    return this.feed({ type: "silence" });
  }

  event(name: string, data: Value = null): string {
    return this.feed({ type: "event", name, data });
  }

  feed(input: FlowInput): string {
    this.latest = [];
    this.#step(input);
    return this.said;
  }

  #step(input: FlowInput): void {
    const [state, effects] = step(this.program, this.state, { ...input, wallMs: this.nowMs });
    this.state = state;
    this.effects.push(...effects);
    this.latest.push(...effects);
    for (const effect of effects) {
      if (effect.type !== "work") continue;
      this.works.push(effect);
      if (this.answers.holds?.includes(effect.what.type) === true) continue;
      const result = this.#answer(effect.work, effect.what);
      if (result !== undefined) this.#step(result);
    }
  }

  #answer(work: number, what: Work): FlowInput | undefined {
    switch (what.type) {
      case "tool": {
        const outcome = this.#next(what.tool, this.answers.tools?.[what.tool] ?? []);
        if (outcome === undefined) return undefined;
        return { type: "tool-done", work, outcome: outcomeOf(outcome) };
      }
      case "search": {
        const passages = this.answers.bases?.[what.base];
        const index = passages && new KnowledgeIndex(passages, what.language);
        return { type: "found", work, ...(index && { passages: index.find(what.words) }) };
      }
      case "propose": {
        const proposal = this.#next("propose", this.answers.proposals ?? []);
        return { type: "proposed", work, ...(proposal === undefined ? {} : { proposal }) };
      }
      case "utter": {
        const utterance = this.#next("utter", this.answers.utterances ?? []);
        return { type: "uttered", work, ...(utterance === undefined ? {} : { utterance }) };
      }
      case "transfer":
        return { type: "transferred", work, ok: this.answers.transfer ?? true };
      case "press":
        return { type: "pressed", work };
      case "record":
        return { type: "recorded", work, id: "rec_1", seconds: this.answers.seconds ?? 4 };
    }
  }

  #next<T>(name: string, list: readonly T[]): T | undefined {
    const count = this.#counts.get(name) ?? 0;
    this.#counts.set(name, count + 1);
    return list[Math.min(count, list.length - 1)];
  }

  get said(): string {
    return this.latest.flatMap((effect) => (effect.type === "say" ? [effect.text] : [])).join(" ");
  }

  /** The nodes entered by the last input. */
  get path(): string {
    return this.latest.flatMap((effect) => (effect.type === "enter" ? [effect.node] : [])).join(" ");
  }

  value(name: string): Value {
    return this.state.frames[0]?.values[name] ?? null;
  }

  get outcome(): string | null {
    return this.state.outcome;
  }

  /** `tool {arguments}` of each call, in order. */
  get calls(): readonly string[] {
    return this.works.flatMap(({ what }) =>
      what.type === "tool" ? [`${what.tool} ${JSON.stringify(what.arguments)}`] : [],
    );
  }

  get emits(): readonly string[] {
    return this.effects.flatMap((effect) =>
      effect.type === "emit" ? [`${effect.event} ${JSON.stringify(effect.data)}`] : [],
    );
  }

  get mode(): string {
    return turnTakingAt(this.program, this.state).mode;
  }

  get silenceMs(): number | undefined {
    return turnTakingAt(this.program, this.state).silenceMs;
  }
}

function outcomeOf(
  answer: Value | { readonly failure: ToolFailure["kind"] },
): Extract<FlowInput, { type: "tool-done" }>["outcome"] {
  if (
    typeof answer === "object" &&
    answer !== null &&
    "failure" in answer &&
    typeof answer.failure === "string"
  ) {
    return { ok: false, failure: { kind: answer.failure as ToolFailure["kind"] } };
  }
  return { ok: true, body: answer as Value };
}

/** Source of a flow with the lines that most tests share. `body` begins at the left margin. */
export function flow(body: string, id = "t"): string {
  return `voice_flow: 1\nid: ${id}\nlanguage: en\ntimezone: UTC\n${body.replace(/^\n/, "")}`;
}
