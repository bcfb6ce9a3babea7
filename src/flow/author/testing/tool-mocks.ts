// Tool mocks: a test's answers in place of tools and of called flows.

import type { Expr } from "../../language/expression/ast.ts";
import type { FlowTest, MockAnswer } from "../../language/compile/compile-tests.ts";
import type { FlowNode, Program, Variable, VariableType } from "../../language/program.ts";
import type { ToolFailure, ToolOutcome } from "../../engine/run/step-contract.ts";
import { isValueMap, type Value, type ValueMap } from "../../value/value.ts";

/** Answers in place of tools. */
export interface MockedAnswers {
  /** Answer to the next call, used up by it. Undefined if there is none. */
  take(name: string, args?: ValueMap): MockAnswer | undefined;
  /** The program with each mocked flow in the place of the real one. */
  applied(program: Program): Program;
}

/** Mocked answers by name, in order; the last of a list repeats. */
export class ToolMocks implements MockedAnswers {
  readonly #answers: FlowTest["mocks"];
  readonly #asked = new Map<string, number>();

  constructor(answers: FlowTest["mocks"]) {
    this.#answers = answers;
  }

  /** Answer to the next call, used up by it. Undefined without a mock of that name. */
  take(name: string): MockAnswer | undefined {
    const answer = this.peek(name);
    this.#asked.set(name, (this.#asked.get(name) ?? 0) + 1);
    return answer;
  }

  peek(name: string): MockAnswer | undefined {
    const answers = this.#answers.get(name) ?? [];
    return answers[Math.min(this.#asked.get(name) ?? 0, answers.length - 1)];
  }

  /** The program with each mocked flow in place of the real one, for its next call. */
  applied(program: Program): Program {
    const mocked = [...this.#answers.keys()].filter((name) => !program.tools.has(name));
    if (mocked.length === 0) return program;
    const calls = new Map(program.calls);
    for (const id of mocked) {
      const answer = this.peek(id);
      const stand = answer === undefined ? undefined : standIn(id, answer, program.calls.get(id));
      if (stand === undefined) calls.delete(id);
      else calls.set(id, stand);
    }
    return { ...program, calls };
  }
}

const clientErrorFrom = 400;
const serverErrorFrom = 500;

/** The outcome of a mocked call; statuses of 400 and above are failures. */
export function outcomeOf({ outcome }: MockAnswer): ToolOutcome {
  if (outcome.type === "error") return { ok: false, failure: { kind: outcome.error } };
  const { body, status } = outcome;
  if (status < clientErrorFrom) return { ok: true, body };
  const kind: ToolFailure["kind"] = status < serverErrorFrom ? "http_4xx" : "http_5xx";
  return { ok: false, failure: { kind, status } };
}

/** One-node flow that ends with the mock's outcome and outputs. Undefined: calling it fails. */
function standIn(id: string, { outcome }: MockAnswer, real: Program | undefined): Program | undefined {
  if (outcome.type === "error" || outcome.status >= clientErrorFrom) return undefined;
  const body = isValueMap(outcome.body) ? Object.entries(outcome.body) : [];
  const inputs = [...(real?.variables.values() ?? [])].filter(({ input }) => input);
  const outputs = body.filter(([name]) => name !== "outcome").map(([name, value]) => outputOf(name, value));
  const ended = Object.fromEntries(body)["outcome"];
  return {
    id,
    name: id,
    timezone: "UTC",
    start: "end",
    description: "",
    startSpeaker: "agent",
    language: real?.language ?? "en",
    languages: real?.languages ?? ["en"],
    variables: new Map([...inputs, ...outputs].map((variable) => [variable.name, variable])),
    nodes: new Map([["end", endNode(typeof ended === "string" ? ended : "ok")]]),
    tools: new Map(),
    secrets: [],
    hooks: [],
    limits: { turnsMax: 1, durationMs: 1, failuresMax: 1 },
    hours: new Map(),
    knowledge: new Map(),
    pronounce: new Map(),
    retention: {},
    redact: [],
    calls: new Map(),
    contextKeys: "all",
  };
}

function outputOf(name: string, value: Value): Variable {
  const literal: Expr = { type: "literal", value, from: 0, to: 0 };
  return {
    name,
    type: typeOf(value),
    ask: new Map(),
    synonyms: new Map(),
    default: literal,
    input: false,
    output: true,
    required: false,
    sensitive: false,
    llm: false,
    dependsOn: [],
  };
}

function typeOf(value: Value): VariableType {
  if (typeof value === "number") return { kind: "number", integer: false };
  if (typeof value === "boolean") return { kind: "boolean" };
  if (Array.isArray(value)) return { kind: "list" };
  return { kind: typeof value === "string" ? "text" : "object" };
}

function endNode(outcome: string): FlowNode {
  return {
    id: "end",
    say: new Map(),
    set: [],
    emit: [],
    bargeIn: true,
    listen: { noInputMs: 1, maxSpeechMs: 1, mode: "both", hints: [], interDigitMs: 1 },
    handlers: [],
    act: { type: "end", outcome: [outcome] },
  };
}
