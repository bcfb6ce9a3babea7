// What a conversation is tried with: the time of day, what the caller brings along, and what answers in the place of
// tools and called flows; and the program that all of it makes. Pure.

import type { FlowTest } from "../../../src/flow/language/compile/compile-tests.ts";
import {
  type Fields,
  fieldsOf,
  isFields,
  isList,
  listOf,
} from "../../../src/flow/author/edit/data-at-path.ts";
import { edit } from "../../../src/flow/author/edit/operation.ts";
import { loadFlow } from "../../../src/flow/language/load-flow.ts";
import { wallMsOf } from "../../../src/flow/value/zoned-time.ts";
import type { Problem } from "../../../src/flow/language/source/problem.ts";
import type { Program } from "../../../src/flow/language/program.ts";
import { mapAt } from "../../../src/flow/author/document/targets.ts";
import { isExampleAddress } from "../../../src/flow/engine/example-services/example-services.ts";
import { readSource } from "../../../src/flow/language/source/source-reader.ts";
import type { Plain } from "../../../src/flow/language/source/yaml-tree.ts";
import { insertTest } from "../tests/insert-test.ts";
import { answersBy, contextFor, type Given, type Written, type Wrong } from "./setup-values.ts";

export interface Setup {
  /** `typed` is played in this page; `called` goes through the server, with its voice. */
  readonly way: "typed" | "called";
  /** Of calls. */
  readonly microphone: boolean;
  /** As the flow's time zone has it, such as `2026-11-20T12:00`; empty: now. */
  readonly now: string;
  /** What a person wrote, by the name of a variable; what is empty is left out. */
  readonly context: Written;
  /**
   * JSON by the name of a tool or the id of a called flow. What is not here is taken from the flow's tests; what is
   * empty fails as without a network. Where an example service answers, that one is asked in both cases.
   */
  readonly mocks: Written;
}

export const firstSetup: Setup = { way: "typed", microphone: true, now: "", context: {}, mocks: {} };

export interface Staged {
  readonly program: Program;
  readonly given: Given & Required<Pick<Given, "mocks">>;
  /** The given, as the engine takes it. */
  readonly test: Pick<FlowTest, "context" | "mocks">;
  /** When it begins, in milliseconds of the Unix epoch. */
  readonly startedAtMs: number;
}

/** Why it can not begin: by the flow's own problems, or by what was written into the setup. */
export type Unstaged = { readonly problems: readonly Problem[] } | Wrong;

/** `nowMs` is the time it is, in milliseconds of the Unix epoch. */
export function staged(text: string, setup: Setup, nowMs: number): Staged | Unstaged {
  const { program, problems } = loadFlow(text);
  if (program === undefined) return { problems };
  const { mocked, examples } = askedBy(readSource(text).value ?? new Map());
  const mocks = { ...mocked, ...setup.mocks };
  const startedAtMs = setup.now === "" ? nowMs : wallMsOf(setup.now, program.timezone);
  const context = contextFor(program, setup.context, startedAtMs);
  if ("wrong" in context) return context;
  const answers = answersBy(mocks, { outside: outsideOf(program), examples });
  if ("wrong" in answers) return answers;
  const given = { context: context.values, mocks: answers.values };
  const { operation, index } = insertTest(text, { name: "try", ...given, script: [{ hangup: true }] });
  const edited = edit({ text, layout: {} }, operation);
  if ("refused" in edited) return { wrong: edited.refused };
  const loaded = loadFlow(edited.document.text);
  const test = loaded.tests?.[index];
  if (loaded.program !== undefined && test !== undefined) return { program, given, test, startedAtMs };
  return { wrong: whyNot(loaded.problems) };
}

/** The flow itself has no errors, so they are in what was given. */
function whyNot(problems: readonly Problem[]): string {
  const found = problems.find(({ severity }) => severity === "error");
  if (found === undefined) return "This can not be tried.";
  // After `/tests/0`: `mocks`, or `context`, and the name.
  const [, , , ...place] = found.pointer.split("/");
  return `In ${place.join(" ")}: ${found.message}`;
}

/** What a program has outside of it, by name. */
function outsideOf(program: Program): readonly string[] {
  const called = [...program.nodes.values()].flatMap(({ act }) => (act.type === "call" ? [act.flow] : []));
  return [...new Set([...program.tools.keys(), ...called])];
}

/** A variable that can be filled before the flow starts. */
export interface Fillable {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

/** What the setup asks for, for a document. */
export interface Asked {
  readonly inputs: readonly Fillable[];
  /** The other variables, which a context may fill as well. */
  readonly others: readonly Fillable[];
  readonly outside: readonly string[];
  /** Of these, the tools that an example service answers where nothing else is given. */
  readonly examples: readonly string[];
  /** A language model may speak in it. */
  readonly converses: boolean;
  /** From the first test that has an answer for it, as JSON; not of what an example service answers. */
  readonly mocked: Readonly<Record<string, string>>;
}

export function askedBy(document: Fields): Asked {
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

function fillableIn(document: Fields, areInputs: boolean): readonly Fillable[] {
  return [...mapAt(document, "variables")].flatMap(([name, each]) => {
    const variable = fieldsOf(each);
    if ((variable.get("input") === true) !== areInputs) return [];
    const type = variable.get("type");
    const required = areInputs && variable.get("required") === true;
    return [{ name, type: typeof type === "string" ? type : "text", required }];
  });
}

function mockedIn(tests: Plain | undefined): Asked["mocked"] {
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
