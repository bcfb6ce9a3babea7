// Which words the embedded recogniser can hear, for the checker of flows.

import { expect, test } from "bun:test";
import { loadFlow } from "../../src/flow/language/load-flow.ts";
import { knowsWord } from "../../src/speech/dictionary.ts";

test.each(["hello", "i'm", "read", "saturday"])("dictionary: knows %s", (word) => {
  expect(knowsWord(word)).toBe(true);
});

test.each(["zyxgrph", "", "read(2)", ";;", "Hello"])("dictionary: has no word %j", (word) => {
  expect(knowsWord(word)).toBe(false);
});

test("dictionary: a flow is told which of its words can not be heard", () => {
  const flow = (word: string) =>
    `voice_flow: 1\nid: f\nlanguage: en\nstart: a\nvariables: {x: {type: choice, output: true, options: [{id: pizza, synonyms: [${word}]}]}}\nnodes: {a: {end: done}}\n`;
  const codes = (word: string) => loadFlow(flow(word), { knowsWord }).problems.map(({ code }) => code);
  expect(codes("margherita")).toContain("VF706");
  expect(codes("mushroom")).not.toContain("VF706");
});
