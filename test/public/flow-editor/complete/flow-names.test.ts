// Names of a flow in completion and hover help.

import { expect, test } from "bun:test";
import { expressionCompletions } from "../../../../public/flow-editor/complete/expression-completion.ts";
import { flowNamesOf } from "../../../../public/flow-editor/complete/flow-names.ts";
import { parsedTextOf } from "../../../../public/flow-editor/state/parsed-text.ts";

const { document } = parsedTextOf(`voice_flow: 1
id: f
language: fr
languages: [de]
start: hello
variables:
  size: {type: choice, ask: {fr: Quelle taille ?, de: Welche Größe?}, options: [{id: large, label: [Large, Big]}]}
  day: {type: date, description: When, ask: Which day?}
nodes:
  hello: {say: [Hi., Hello.], next: size}
  size: {ask: size, next: bye}
  bye: {end: done}
`);

test("flow names: variables have their type and first description, and options are listed by their variable", () => {
  const { of, optionsOf } = flowNamesOf(document);
  expect(of.variable).toEqual([
    { name: "size", detail: "choice", doc: "Quelle taille ?" },
    { name: "day", detail: "date", doc: "When" },
  ]);
  expect(of.node.map(({ name, detail, doc }) => [name, detail, doc])).toEqual([
    ["hello", "say", "Hi."],
    ["size", "ask", ""],
    ["bye", "end", ""],
  ]);
  expect(optionsOf.get("size")).toEqual([{ name: "large", detail: "option", doc: "Large" }]);
  expect(of.option).toEqual([{ name: "large", detail: "option", doc: "Large" }]);
});

test("flow names: languages are the flow's own and the built-in ones, each once", () => {
  expect(flowNamesOf(document).of.language.map(({ name }) => name)).toEqual(["fr", "en", "de", "es"]);
  expect(flowNamesOf(document)).toBe(flowNamesOf(document));
});

test("expression completion offers time zones where the name of one fits, and options elsewhere", () => {
  const offered = (before: string): readonly string[] =>
    expressionCompletions(before, flowNamesOf(document)).options.map(({ text }) => text);
  expect(offered("now('")).toContain("Asia/Tokyo");
  expect(offered("hour(today( 'Eu")).toContain("Europe/Paris");
  expect(offered("size == '")).toEqual(["large"]);
  expect(offered("upper('")).toEqual([]);
});
