// Compiler of tests: the tests embedded in a flow as data that a test runner can follow.

import { Fields, isMap, valueOf } from "../model/map-reader.ts";
import { knowledgeOf } from "../model/build-model.ts";
import type { Model } from "../model/model.ts";
import type { KnowledgeSource } from "../../knowledge/own-source.ts";
import { compileKnowledge } from "./compile-knowledge.ts";
import { durationMs } from "../../value/duration.ts";
import { isValueMap, type Value, type ValueMap, valueMap } from "../../value/value.ts";

/** The answer of a mocked tool or flow to one call. */
export interface MockAnswer {
  readonly delayMs: number;
  readonly outcome:
    | { readonly type: "body"; readonly body: Value; readonly status: number }
    | { readonly type: "error"; readonly error: MockError };
}

/** Failures that a mocked tool can have, as a real one reports them. */
export const mockErrors = [
  "timeout",
  "network",
  "http_4xx",
  "http_5xx",
  "invalid_response",
  "blocked",
] as const;
export type MockError = (typeof mockErrors)[number];

/**
 * A mocked model's part of a step. At questions: `set`, `option`, `handler`, `act`; in `converse`: `say`, `set`,
 * `exit`, `tools`.
 */
export type ModelPart =
  | { readonly type: "fail" }
  | {
      readonly type: "answers";
      readonly set: ReadonlyMap<string, Value>;
      /** The caller's words that the model quotes for its values; if absent, the whole utterance. */
      readonly quote?: string;
      readonly option?: string;
      readonly handler?: string;
      readonly act?: string;
      readonly say?: string;
      readonly exit?: string;
      readonly tools: readonly { readonly name: string; readonly arguments: ValueMap }[];
    };

export type StepInput =
  /**
   * `parts`: one turn, which is reopened after each part but the last. `over`: a barge-in at this point of the
   * agent's speech.
   */
  | {
      readonly type: "user";
      readonly parts: readonly string[];
      readonly over?: string;
      readonly confidence: number;
      readonly model?: ModelPart;
    }
  | { readonly type: "dtmf"; readonly keys: string; readonly over?: string }
  /** Without a duration the silence lasts until the next timer fires. */
  | { readonly type: "silence"; readonly ms?: number }
  | { readonly type: "audio"; readonly ms: number }
  | { readonly type: "event"; readonly name: string; readonly data: Value }
  | { readonly type: "transfer"; readonly ok: boolean; readonly missed?: true }
  | { readonly type: "hangup" };

export type StepAssertion =
  | { readonly type: "says" | "not_says"; readonly texts: readonly string[] }
  /** Values and sentences that the agent stated since the last input, in any words. */
  | { readonly type: "facts"; readonly facts: readonly Value[] }
  /** Claims that the agent did not make, and tools that it did not call, since the start. */
  | { readonly type: "never_says"; readonly texts: readonly string[] }
  | { readonly type: "at_most"; readonly calls: ReadonlyMap<string, number> }
  | { readonly type: "at"; readonly node: string }
  | { readonly type: "expect"; readonly variables: ReadonlyMap<string, Value> }
  /** Without arguments it asserts only that the tool was called. */
  | {
      readonly type: "calls";
      readonly calls: readonly { readonly tool: string; readonly arguments?: Value }[];
    }
  | {
      readonly type: "emits";
      readonly events: readonly { readonly event: string; readonly data?: Value }[];
    }
  | { readonly type: "ends"; readonly outcome: string }
  | {
      readonly type: "on_end";
      readonly summary?: string;
      readonly extract: ReadonlyMap<string, Value>;
      readonly model?: ModelPart;
    };

export type TestStep = (StepInput | StepAssertion) & {
  /** Path of the step in the document, to show where a test fails. */
  readonly path: readonly (string | number)[];
};

export interface FlowTest {
  readonly name: string;
  readonly path: readonly (string | number)[];
  /** The test's virtual time at its start, local to the flow's time zone: `2026-11-20T12:00`. */
  readonly now: string;
  readonly language?: string;
  readonly context: ValueMap;
  readonly metadata: ValueMap;
  readonly direction: "inbound" | "outbound";
  /** By name of a tool or id of a called flow: the answers to successive calls; the last one repeats. */
  readonly mocks: ReadonlyMap<string, readonly MockAnswer[]>;
  /** Sources in place of the account's bases, by the flow's names for them. */
  readonly knowledge: ReadonlyMap<string, KnowledgeSource>;
  /** Whether a language model takes part; otherwise the flow runs without one. */
  readonly hasModel: boolean;
  readonly steps: readonly TestStep[];
}

const nowDefault = "2026-01-05T12:00";

/** The tests of a flow in the document's order. The document must have passed all checks. */
export function compileTests({ fields }: Model): readonly FlowTest[] {
  return fields.list("tests").flatMap(({ value, path }) => {
    const test = Fields.of(value, path);
    return test === undefined ? [] : [testOf(test)];
  });
}

function testOf(fields: Fields): FlowTest {
  const language = fields.words("language");
  const steps = fields.list("script").flatMap(({ value, path }) => {
    const step = Fields.of(value, path);
    const made = step === undefined ? undefined : (inputOf(step) ?? assertionOf(step));
    return made === undefined ? [] : [{ ...made, path }];
  });
  return {
    name: fields.words("name") ?? "",
    path: fields.path,
    now: fields.words("now") ?? nowDefault,
    ...(language !== undefined && { language }),
    context: mapOf(fields.get("context")),
    metadata: mapOf(fields.get("metadata")),
    direction: fields.one("direction", ["inbound", "outbound"] as const) ?? "inbound",
    mocks: new Map(fields.entries("mocks").map(({ key, value }) => [key, answersOf(value)])),
    knowledge: new Map(
      fields
        .entries("knowledge")
        .map(({ key, value, path }) => [key, compileKnowledge(knowledgeOf(value, path))] as const),
    ),
    hasModel: steps.some((step) => step.type === "user" && step.model !== undefined),
    steps,
  };
}

function inputOf(step: Fields): StepInput | undefined {
  const over = step.words("over");
  const when = over === undefined ? {} : { over };
  if (step.has("user")) {
    const model = modelOf(step);
    return {
      type: "user",
      parts: textsOf(step, "user"),
      ...when,
      confidence: step.number("confidence") ?? 1,
      ...(model !== undefined && { model }),
    };
  }
  if (step.has("dtmf")) return { type: "dtmf", keys: step.words("dtmf") ?? "", ...when };
  if (step.has("silence")) {
    const ms = step.ms("silence");
    return { type: "silence", ...(ms !== undefined && { ms }) };
  }
  if (step.has("audio")) return { type: "audio", ms: step.ms("audio") ?? 0 };
  if (step.has("event")) {
    const [named] = step.entries("event");
    return {
      type: "event",
      name: named?.key ?? step.words("event") ?? "",
      data: valueOf(named?.value),
    };
  }
  if (step.has("transfer")) {
    const how = step.get("transfer");
    if (how === "no_answer") return { type: "transfer", ok: false, missed: true };
    return { type: "transfer", ok: how !== "failed" };
  }
  return step.has("hangup") ? { type: "hangup" } : undefined;
}

function assertionOf(step: Fields): StepAssertion | undefined {
  for (const type of ["says", "not_says"] as const) {
    if (step.has(type)) return { type, texts: textsOf(step, type) };
  }
  if (step.has("facts"))
    return { type: "facts", facts: step.list("facts").map(({ value }) => valueOf(value)) };
  if (step.has("never_says")) return { type: "never_says", texts: textsOf(step, "never_says") };
  if (step.has("never_calls"))
    return { type: "at_most", calls: new Map(textsOf(step, "never_calls").map((tool) => [tool, 0])) };
  if (step.has("at_most"))
    return {
      type: "at_most",
      calls: new Map(step.entries("at_most").map(({ key }) => [key, step.map("at_most")?.number(key) ?? 0])),
    };
  if (step.has("at")) return { type: "at", node: step.words("at") ?? "" };
  if (step.has("expect")) {
    return {
      type: "expect",
      variables: new Map(step.entries("expect").map(({ key, value }) => [key, valueOf(value)])),
    };
  }
  if (step.has("calls")) {
    const single = step.words("calls");
    const calls = step.entries("calls").map(({ key, value }) => ({ tool: key, arguments: valueOf(value) }));
    return { type: "calls", calls: single === undefined ? calls : [{ tool: single }] };
  }
  if (step.has("emits")) {
    const single = step.words("emits");
    const events = step.entries("emits").map(({ key, value }) => ({ event: key, data: valueOf(value) }));
    return { type: "emits", events: single === undefined ? events : [{ event: single }] };
  }
  if (step.has("on_end")) return madeOf(step);
  return step.has("ends") ? { type: "ends", outcome: step.words("ends") ?? "" } : undefined;
}

function madeOf(step: Fields): StepAssertion {
  const fields = step.map("on_end");
  const summary = fields?.words("summary");
  const model = modelOf(step);
  return {
    type: "on_end",
    ...(summary !== undefined && { summary }),
    extract: new Map(fields?.entries("extract").map(({ key, value }) => [key, valueOf(value)])),
    ...(model !== undefined && { model }),
  };
}

function textsOf(step: Fields, key: string): readonly string[] {
  const single = step.words(key);
  return single === undefined ? step.strings(key).map(({ value }) => value) : [single];
}

function modelOf(step: Fields): ModelPart | undefined {
  if (step.get("llm") === "fail") return { type: "fail" };
  const fields = step.map("llm");
  if (fields === undefined) return undefined;
  const words = ["quote", "option", "handler", "act", "say", "exit"].flatMap((key) => {
    const value = fields.words(key);
    return value === undefined ? [] : [[key, value] as const];
  });
  return {
    type: "answers",
    set: new Map(fields.entries("set").map(({ key, value }) => [key, valueOf(value)])),
    ...Object.fromEntries(words),
    tools: fields.entries("tool").map(({ key, value }) => ({ name: key, arguments: mapOf(value) })),
  };
}

/** A list means successive answers; a body that is itself a list is written `{body: […]}`. */
function answersOf(data: unknown): readonly MockAnswer[] {
  return Array.isArray(data) ? data.map(answerOf) : [answerOf(data)];
}

const controls: ReadonlySet<string> = new Set(["error", "status", "delay", "body"]);

function answerOf(data: unknown): MockAnswer {
  const isControl = isMap(data) && data.size > 0 && [...data.keys()].every((key) => controls.has(key));
  if (!isControl) return { delayMs: 0, outcome: { type: "body", body: valueOf(data), status: 200 } };
  const delay = data.get("delay");
  const delayMs = typeof delay === "string" ? (durationMs(delay) ?? 0) : 0;
  const error = mockErrors.find((each) => each === data.get("error"));
  if (error !== undefined) return { delayMs, outcome: { type: "error", error } };
  const status = data.get("status");
  const body = valueOf(data.get("body"));
  return {
    delayMs,
    outcome: { type: "body", body, status: typeof status === "number" ? status : 200 },
  };
}

function mapOf(data: unknown): ValueMap {
  const value = valueOf(data);
  return isValueMap(value) ? value : valueMap([]);
}
