// Shown keys: which keys have a field, which can be added, and their labels.

import { expect, test } from "bun:test";
import { labelOf, ownName, singleOf, summaryOf } from "../../../../public/flow-editor/inspector/labels.ts";
import { fromLines, toLines } from "../../../../public/flow-editor/inspector/fields/phrase-lines.ts";
import { expectedKeys } from "../../../../public/flow-editor/inspector/expected-keys.ts";
import { shownKeys } from "../../../../public/flow-editor/inspector/shown-keys.ts";
import { parsedTextOf } from "../../../../public/flow-editor/state/parsed-text.ts";
import { fieldsOf, valueAt } from "../../../../src/flow/author/edit/data-at-path.ts";

const { document } = parsedTextOf(await Bun.file("public/flows/call-routing.flow.yaml").text());

function keysOf(id: string, kept: readonly string[] = []) {
  const path = ["nodes", id];
  const map = fieldsOf(valueAt(document, path));
  const { shown, others, unknown } = shownKeys({
    place: "node",
    map,
    document,
    path,
    kept: (key) => kept.includes(key),
  });
  const names = (keys: readonly { readonly name: string }[]) => keys.map(({ name }) => name);
  return { shown: names(shown), others: names(others), unknown };
}

test("shown keys: the verb is first, targets are last, and the usual keys of the verb are shown", () => {
  expect(keysOf("main").shown).toEqual(["menu", "say", "no_match", "no_input", "goto"]);
  expect(keysOf("number").shown).toEqual(["ask", "say", "listen", "next"]);
  expect(keysOf("hours_check").shown).toEqual(["next"]);
});

test("shown keys: the offered keys fit the verb, and no second verb does", () => {
  const { others } = keysOf("main");
  expect(others).toContain("max_attempts");
  expect(others).not.toContain("fill");
  expect(others).not.toContain("tool");
  expect(keysOf("main", ["max_attempts"]).shown).toContain("max_attempts");
});

test("shown keys: unknown keys are listed separately", () => {
  const map = new Map([
    ["say", "Hi"],
    ["colour", "red"],
  ]);
  const found = shownKeys({ place: "node", map, document, path: ["nodes", "x"], kept: () => false });
  expect(found.unknown).toEqual(["colour"]);
});

test("expected keys: a menu has a target for each option, a tool an argument for each parameter", () => {
  expect(expectedKeys(document, ["nodes", "main", "goto"])).toEqual(["sales", "support", "billing"]);
  expect(expectedKeys(document, ["nodes", "find", "with"])).toEqual(["account"]);
  expect(expectedKeys(document, ["nodes", "find", "save"])).toEqual([]);
});

test("labels: keys and things are shown in words", () => {
  expect([labelOf("no_match"), labelOf("llm"), labelOf("dtmf")]).toEqual(["No match", "LLM", "DTMF"]);
  const many = ["Libraries", "Options", "Script", "Mocks: lookup"];
  expect(many.map(singleOf)).toEqual(["Library", "Option", "Step", "Field"]);
  expect(summaryOf(new Map([["user", ["a", "b"]]]))).toBe("user: a, b");
  expect(summaryOf(new Map([["type", "text"]]))).toBe("text");
  expect([summaryOf(undefined), summaryOf(null)]).toEqual(["", ""]);
  expect(ownName(new Map([["id", "x".repeat(100)]])).length).toBeLessThanOrEqual(60);
  expect([ownName(new Map([["name", "Ada"]])), ownName("Ada"), ownName(undefined)]).toEqual(["Ada", "", ""]);
});

test("phrase lines: a phrase is one line, and values that are no texts keep their type", () => {
  const items = ["yes", true, 5];
  expect(toLines(items)).toBe("yes\ntrue\n5");
  expect(fromLines("true\n\n  no \n5", items)).toEqual([true, "no", 5]);
});
