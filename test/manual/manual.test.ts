// Manual: every example is a valid flow, every dialogue is the engine's, and its tables match the program.

import { expect, test } from "bun:test";
import { initialState } from "../../src/flow/engine/run/initial-state.ts";
import { scopeOf } from "../../src/flow/engine/run/expression-scope.ts";
import { failureKindRows, fieldRows, plainNameRows } from "../../src/flow/author/name-reference.ts";
import { runFlowTests } from "../../src/flow/author/testing/flow-tests.ts";
import { builtInNames } from "../../src/flow/language/check/type-environment.ts";
import { mockErrors } from "../../src/flow/language/compile/compile-tests.ts";
import { loadFlow } from "../../src/flow/language/load-flow.ts";
import { completeFlow } from "../../src/manual/complete-flow.ts";
import { chapters, drawnChapter } from "../../src/manual/manual-book.ts";

import { saidValues } from "../../src/manual/spoken-examples.ts";
import { askable, valueMap } from "../../src/flow/value/value.ts";
import { examplesOf } from "./examples-of.ts";
import { findingsOf, heardLines, phraseMisread, playedDialogue } from "./played-dialogue.ts";

const examples = chapters.flatMap(({ id, markdown }) =>
  examplesOf(markdown).map((example, at) => ({ name: `${id} ${at + 1}`, ...example })),
);

test.each(examples)("manual: example $name is a flow without a finding", ({ flow }) => {
  expect(findingsOf(flow)).toEqual([]);
});

test.each(examples)("manual: the dialogues of example $name match the real ones", ({ flow, dialogues }) => {
  for (const dialogue of dialogues) expect(playedDialogue(flow, dialogue)).toEqual(heardLines(dialogue));
});

test("manual: an example that has tests passes them", () => {
  const tested = examples.map(({ flow }) => ({ flow, loaded: loadFlow(flow) }));
  const reports = tested.flatMap(({ flow, loaded: { program, tests } }) =>
    program === undefined || tests === undefined || tests.length === 0
      ? []
      : [runFlowTests(flow, { program, tests })],
  );
  expect(reports.length).toBeGreaterThan(0);
  expect(reports.filter(({ passed }) => !passed)).toEqual([]);
});

test("manual: a wrong dialogue is noticed", () => {
  const { flow, dialogues } = examples[0]!;
  const [dialogue] = dialogues;
  const changed = dialogue!.lines.map((line) => (line.from === "caller" ? { ...line, text: "five" } : line));
  const played = playedDialogue(flow, { given: "", lines: changed });
  expect(played).not.toEqual(dialogue!.lines.map(({ from, text }) => `${from}: ${text}`));
  expect(played.join("\n")).toContain("A table for 5.");
});

test("manual: every recipe shows a flow and a dialogue", () => {
  const recipes = chapters
    .find(({ id }) => id === "recipes")!
    .markdown.split(/^## /m)
    .slice(1);
  expect(recipes.length).toBe(11);
  for (const recipe of recipes) {
    const [example] = examplesOf(recipe);
    expect([recipe.split("\n")[0], example?.dialogues.length ?? 0]).not.toEqual([recipe.split("\n")[0], 0]);
  }
});

test.each([...saidValues])("manual: $said is understood as the table says", (phrase) => {
  expect(phraseMisread(phrase)).toBeUndefined();
});

test("manual: every askable type has a phrase", () => {
  const shown = saidValues.map(({ keys }) => /^type: (\w+)/.exec(keys)?.[1]);
  expect(askable.filter((type) => !shown.includes(type))).toEqual([]);
});

test("manual: the listed fields are the engine's, and the kinds those of mocks", () => {
  const { program } = loadFlow(completeFlow("nodes:\n  hello: {say: Hello., next: bye}\n"));
  const state = initialState(program!, {
    id: "s",
    channel: "text",
    direction: "inbound",
    startedAtMs: 0,
    context: valueMap([]),
    metadata: valueMap([]),
    hasModel: false,
    usesExamples: false,
  });
  const frame = { ...state.frames[0]!, failure: { tool: "look", kind: "timeout" } as const };
  const scope = scopeOf({ program: program!, state, frame, wallMs: 0, language: "en" });
  for (const name of ["session", "call", "last", "failure"] as const) {
    const value = scope.get(name) as object;
    expect(Object.keys(value).map((field) => `${name}.${field}`)).toEqual(
      fieldRows(name).map((row) => row.name),
    );
  }
  const plain = plainNameRows.map(({ name }) => name);
  expect([...plain, "session", "call", "last", "failure"].toSorted()).toEqual(
    [...builtInNames.keys()].toSorted(),
  );
  expect(plain.map((name) => scope.get(name))).not.toContain(undefined);
  expect(failureKindRows.map(([kind]) => kind).toSorted()).toEqual([...mockErrors].toSorted());
});

test("manual: the result of a called flow matches the table of results", () => {
  const called =
    "voice_flow: 1\nid: other\nlanguage: en\nstart: a\nvariables:\n  size: {type: text, default: l, output: true}\n" +
    "nodes:\n  a: {say: Hello., end: done}\n";
  const flow = completeFlow(
    "variables:\n  how: {type: text}\n  size: {type: text}\nnodes:\n  ask_other: {call: other, save: {how: result.outcome, size: result.size}, " +
      'on_error: bye, next: told}\n  told: {say: "{{ how }}, {{ size }}", next: bye}\n',
  );
  const knowledge = { resolveFlow: (id: string) => (id === "other" ? called : undefined) };
  const loaded = loadFlow(flow, knowledge);
  expect(loaded.problems.filter(({ severity }) => severity !== "info")).toEqual([]);
  const wrong = loadFlow(flow.replace("result.size", "result.length"), knowledge);
  expect(wrong.problems.map(({ severity }) => severity)).toContain("error");
});

test("manual: every table has its place, and every chapter a title", () => {
  for (const chapter of chapters) {
    const { title, html } = drawnChapter(chapter);
    expect(title).not.toBe(chapter.id);
    expect([chapter.id, /<p>\{\w+\}<\/p>|⁂|```/.exec(html)?.[0]]).toEqual([chapter.id, undefined]);
  }
});
