// Conversation setup: the time, inputs and mocks that a conversation is tried with, and the program they make. Pure.

import type { FlowTest } from "../../../src/flow/language/compile/compile-tests.ts";
import {
  type Fields,
  fieldsOf,
  isFields,
  isList,
  listOf,
} from "../../../src/flow/author/edit/data-at-path.ts";
import { edit } from "../../../src/flow/author/edit/operation.ts";
import { type Knowledge, loadFlow } from "../../../src/flow/language/load-flow.ts";
import { epochMsOf } from "../../../src/flow/value/zoned-time.ts";
import type { Problem } from "../../../src/flow/language/source/problem.ts";
import type { Program } from "../../../src/flow/language/program.ts";
import { mapAt } from "../../../src/flow/author/document/targets.ts";
import { isExampleAddress } from "../../../src/flow/engine/example-services/example-services.ts";
import { readSource } from "../../../src/flow/language/source/source-reader.ts";
import type { Plain } from "../../../src/flow/language/source/yaml-tree.ts";
import { insertTest } from "../tests/insert-test.ts";
import {
  answersBy,
  contextFor,
  type GivenValues,
  type WrittenFields,
  type SetupError,
} from "./setup-values.ts";

export interface ConversationSetup {
  /** `typed` is played in this page; `called` goes through the server, with its voice. */
  readonly mode: "typed" | "called";
  /** Whether a call uses a microphone. */
  readonly microphone: boolean;
  /** Local time in the flow's time zone, such as `2026-11-20T12:00`; empty for the present time. */
  readonly now: string;
  /** Typed values by variable name; empty ones are left out. */
  readonly context: WrittenFields;
  /**
   * Typed JSON answers by tool name or called flow's id. A missing one is taken from the flow's tests; an empty one
   * fails with a network error. In both cases an example service answers if there is one.
   */
  readonly mocks: WrittenFields;
}

export const defaultSetup: ConversationSetup = {
  mode: "typed",
  microphone: true,
  now: "",
  context: {},
  mocks: {},
};

export interface PreparedConversation {
  readonly program: Program;
  readonly given: GivenValues & Required<Pick<GivenValues, "mocks">>;
  /** Tools and called flows without an answer in their place; each fails. */
  readonly unset: readonly string[];
  /** The given values as the engine takes them. */
  readonly test: Pick<FlowTest, "context" | "mocks">;
  /** Start time, in milliseconds of the Unix epoch. */
  readonly startedAtMs: number;
}

/** Reason why the conversation cannot begin: problems of the flow, or an error in the setup. */
export type PreparationFailure = { readonly problems: readonly Problem[] } | SetupError;

export interface Circumstances {
  /** The present time in milliseconds of the Unix epoch. */
  readonly nowMs: number;
  /** True if the server lets the flow reach its addresses, including private ones. */
  readonly allowsAddresses?: boolean;
}

export function prepareConversation(
  text: string,
  setup: ConversationSetup,
  { nowMs, allowsAddresses = false }: Circumstances,
): PreparedConversation | PreparationFailure {
  const knowledge: Knowledge = { outboundAllowed: () => allowsAddresses };
  const { program, problems } = loadFlow(text, knowledge);
  if (program === undefined) return { problems };
  const { mocked, examples } = setupFieldsOf(readSource(text).value ?? new Map());
  const mocks = { ...mocked, ...setup.mocks };
  const startedAtMs = setup.now === "" ? nowMs : epochMsOf(setup.now, program.timezone);
  const context = contextFor(program, setup.context, startedAtMs);
  if ("wrong" in context) return context;
  const answers = answersBy(mocks, { outside: outsideOf(program), examples });
  if ("wrong" in answers) return answers;
  const given = { context: context.values, mocks: answers.values };
  const { operation, index } = insertTest(text, { name: "try", ...given, script: [{ hangup: true }] });
  const edited = edit({ text, layout: {} }, operation);
  if ("refused" in edited) return { wrong: edited.refused };
  const loaded = loadFlow(edited.document.text, knowledge);
  const test = loaded.tests?.[index];
  if (loaded.program !== undefined && test !== undefined) {
    return { program, given, unset: answers.unset, test, startedAtMs };
  }
  return { wrong: whyNot(loaded.problems) };
}

/** The flow itself has no errors, so the error is in the setup. */
function whyNot(problems: readonly Problem[]): string {
  const problem = problems.find(({ severity }) => severity === "error");
  if (problem === undefined) return "The conversation cannot start.";
  // The pointer is `/tests/0/mocks/name` or `/tests/0/context/name`.
  const [, , , ...place] = problem.pointer.split("/");
  return `In ${place.join(" ")}: ${problem.message}`;
}

/** Names of the tools and ids of the flows that a program calls. */
function outsideOf(program: Program): readonly string[] {
  const called = [...program.nodes.values()].flatMap(({ act }) => (act.type === "call" ? [act.flow] : []));
  return [...new Set([...program.tools.keys(), ...called])];
}

/** A variable that can be filled before the flow starts. */
export interface FillableVariable {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

/** The form fields of the setup, derived from the document. */
export interface SetupFields {
  readonly inputs: readonly FillableVariable[];
  /** The other variables, which a context may fill as well. */
  readonly others: readonly FillableVariable[];
  readonly outside: readonly string[];
  /** Tools among them that an example service answers by default. */
  readonly examples: readonly string[];
  /** Whether the flow has a `converse` node, in which a language model speaks. */
  readonly converses: boolean;
  /** Answers as JSON, each from the first test that mocks it; without those that an example service answers. */
  readonly mocked: Readonly<Record<string, string>>;
}

export function setupFieldsOf(document: Fields): SetupFields {
  const nodes = [...mapAt(document, "nodes").values()].map(fieldsOf);
  const called = nodes.map((node) => node.get("call")).filter((id) => typeof id === "string");
  const examples = examplesIn(document);
  const mocked = Object.entries(mockedIn(document.get("tests")));
  return {
    inputs: fillableIn(document, true),
    others: fillableIn(document, false),
    outside: [...new Set([...mapAt(document, "tools").keys(), ...called])],
    examples,
    converses: nodes.some((node) => node.has("converse")),
    mocked: Object.fromEntries(mocked.filter(([name]) => !examples.includes(name))),
  };
}

function examplesIn(document: Fields): readonly string[] {
  return [...mapAt(document, "tools")].flatMap(([name, tool]) => {
    const http = fieldsOf(tool).get("http");
    const [, address = ""] = typeof http === "string" ? (/^(?:[A-Z]+\s+)?(.*)$/su.exec(http) ?? []) : [];
    return isExampleAddress(address) ? [name] : [];
  });
}

function fillableIn(document: Fields, areInputs: boolean): readonly FillableVariable[] {
  return [...mapAt(document, "variables")].flatMap(([name, each]) => {
    const variable = fieldsOf(each);
    if ((variable.get("input") === true) !== areInputs) return [];
    const type = variable.get("type");
    const required = areInputs && variable.get("required") === true;
    return [{ name, type: typeof type === "string" ? type : "text", required }];
  });
}

function mockedIn(tests: Plain | undefined): SetupFields["mocked"] {
  const mocked = new Map<string, string>();
  for (const [name, answer] of listOf(tests).flatMap((each) => [...mapAt(each, "mocks")]))
    if (!mocked.has(name)) mocked.set(name, JSON.stringify(jsonable(answer)));
  return Object.fromEntries(mocked);
}

function jsonable(value: Plain): unknown {
  if (isList(value)) return value.map(jsonable);
  if (!isFields(value)) return value;
  return Object.fromEntries([...value].map(([key, each]) => [key, jsonable(each)]));
}
