// Reference topics: each topic of the flow language exists, is true, and is short enough for an agent to read whole.

import { expect, test } from "bun:test";
import { runFlowTests } from "../../src/flow/author/testing/flow-tests.ts";
import { loadFlow } from "../../src/flow/language/load-flow.ts";
import { noSuchTopic, referenceOf, referenceTopics } from "../../src/mcp/reference-topics.ts";

/** Clients cut much longer texts. */
const topicBytesMax = 8 * 1_024;

test("every topic has a short text", async () => {
  for (const topic of referenceTopics) {
    const text = (await referenceOf(topic)) ?? "";
    expect([topic, text.length > 100, Buffer.byteLength(text) <= topicBytesMax]).toEqual([topic, true, true]);
  }
});

test("the first topic lists all others, and its flow passes the test beside it", async () => {
  const text = (await referenceOf("start")) ?? "";
  for (const topic of referenceTopics) expect(text).toContain(`- \`${topic}\`: `);
  const [flow = "", tests = ""] = [...text.matchAll(/```yaml\n(.*?)```/gs)].map(([, yaml]) => yaml);
  const whole = flow + tests;
  const { problems, program, tests: compiled } = loadFlow(whole);
  expect(problems).toEqual([]);
  const report = runFlowTests(whole, { program: program!, tests: compiled! });
  expect([report.passed, report.tests.length]).toEqual([true, 1]);
});

test("a place of the language lists its keys, and a code its meaning", async () => {
  expect(await referenceOf("step")).toContain("- `silence`: true, or a duration from 1ms to 1h. ");
  expect(await referenceOf("vf111")).toStartWith("# VF111 missing key\n\nerror. ");
});

test("the texts are true: the version, the first code, and a key's place", async () => {
  expect(await referenceOf("start")).toStartWith("# The flow language of Voice Flow, version 1\n");
  expect(await referenceOf("checks")).toContain("The topic of a code, such as VF");
  const node = (await referenceOf("node")) ?? "";
  // A verb has a line of its own; options that belong to some verbs name those.
  expect(/^- `say`: .*$/m.exec(node)?.[0]).not.toContain(" Of say.");
  expect(node).toMatch(/^- `tools`: .* Of converse\.$/m);
});

test("an unknown topic is refused, with the nearest one", async () => {
  for (const topic of ["nodes", "constructor", "__proto__", ""])
    expect(await referenceOf(topic)).toBeUndefined();
  expect(noSuchTopic("nodes")).toBe("There is no topic nodes: did you mean 'node'?");
  expect(noSuchTopic("weather")).toContain("there are start, example, types,");
});
