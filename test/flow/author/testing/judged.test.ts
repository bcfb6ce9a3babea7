// Judged assertions: facts in any words, claims that the agent must not make, and tools that it must not call, judged
// by rules and, where rules cannot decide, by a model.

import { expect, test } from "bun:test";
import { isStated } from "../../../../src/flow/author/testing/judged/stated.ts";
import type { JudgeModel } from "../../../../src/flow/author/testing/judged/test-model.ts";
import { FlowTests } from "../../../../src/flow/author/testing/flow-tests.ts";
import { loadFlow } from "../../../../src/flow/language/load-flow.ts";
import { failureOf, flow, resultOf } from "./try.ts";

const moment = { date: "2026-11-20", time: "12:00" };
const verdict = (fact: number | string, text: string, language = "en") =>
  isStated(fact, { texts: [text], language, moment });

test.each([
  [4, "A table for four, tomorrow.", "stated"],
  [4, "We live at fourteen Baker Street.", "not_stated"],
  [1_200, "That is one thousand two hundred dollars.", "stated"],
  [12.5, "It costs 12.50 euros.", "stated"],
  ["2026-11-21", "You are booked for Saturday, November 21, at half past seven.", "stated"],
  ["2026-11-21", "See you tomorrow.", "stated"],
  ["2026-11-21", "See you on Sunday.", "not_stated"],
  ["2026-11-21", "We cannot come on Sunday, and on Monday we are closed, so come tomorrow", "stated"],
  ["19:30", "We expect you at 7:30 pm.", "stated"],
  ["19:30", "We expect you at 8 pm.", "not_stated"],
  ["the deposit is refundable", "The deposit is fully refundable.", "stated"],
  ["the deposit is refundable", "The deposit is not refundable.", "not_stated"],
  ["the deposit is refundable", "You get your deposit back.", "unsure"],
  ["the deposit is refundable", "Parking is free.", "not_stated"],
  ["the menu costs 12 euros", "The menu costs twelve euros.", "stated"],
] as const)("a fact %j in %j is %s", (fact, text, wanted) => {
  expect(verdict(fact, text)).toBe(wanted);
});

test("a fact is read by the language of the call when that language is German", () => {
  expect(verdict("2026-11-21", "Ihr Tisch ist am Samstag, dem 21. November, reserviert.", "de")).toBe(
    "stated",
  );
  expect(verdict("19:30", "Um halb acht abends.", "de")).toBe("stated");
  expect(verdict(4, "Ein Tisch für vier Personen.", "de")).toBe("stated");
});

const talk = flow(`
tools:
  find: {http: GET https://api.example/find}
  look: {http: GET https://api.example/look}
nodes:
  a:
    say: Hello.
    converse: Sell a table.
    max_turns: 9
    without_llm: bye
    give_up: bye
    tools: [find, look]
    exits: {done: {when: the caller is done, goto: bye}}
  bye: {say: Goodbye., end: done}
`);
const mocks = "mocks: {find: {free: true}, look: {ok: true}}, ";
const says = (words: string): string => `{user: hello, llm: {say: "${words}"}}`;

test("facts hold in any words since the last input, and name what was not stated", () => {
  const said = says("A table for four on Saturday the 21st, at half past seven.");
  const now = "now: 2026-11-20T12:00, ";
  expect(
    failureOf(talk, `${said}, {facts: [4, 2026-11-21, "19:30", a table for four]}`, now),
  ).toBeUndefined();
  expect(failureOf(talk, `${said}, {facts: [5]}`, now)).toStartWith(
    "the agent did not state this: 5 | A table",
  );
  expect(failureOf(talk, `${said}, ${says("Anything else?")}, {facts: [4]}`, now)).toContain(
    "Anything else?",
  );
  // Without a model, a fact in other words does not count as said.
  expect(
    failureOf(talk, `${says("You get your deposit back.")}, {facts: [the deposit is refundable]}`),
  ).toContain("did not state");
});

test("a claim fails the whole conversation when it is made, and is listed when the rules cannot judge it", () => {
  const script = `${says("The deposit is refundable.")}, ${says("Shall I book?")}, {never_says: the deposit is refundable}`;
  expect(failureOf(talk, script)).toStartWith("the agent made this claim: nothing like");
  const like = `${says("You get your deposit back.")}, {never_says: [the deposit is refundable, parking is free]}`;
  expect(resultOf(talk, like)).toMatchObject({ unjudged: ["the deposit is refundable"] });
  expect(failureOf(talk, like)).toBeUndefined();
});

test("tools are counted over the whole conversation when a test limits or forbids them", () => {
  const calls = (tool: string): string => `{user: go, llm: {say: Done., tool: {${tool}: {}}}}`;
  const twice = `${calls("find")}, ${calls("find")}`;
  expect(failureOf(talk, `${twice}, {at_most: {find: 2}}, {never_calls: look}`, mocks)).toBeUndefined();
  expect(failureOf(talk, `${twice}, {at_most: {find: 1}}`, mocks)).toBe(
    "this tool was called too often: find at most 1 times | 2 times",
  );
  expect(failureOf(talk, `${twice}, {never_calls: [look, find]}`, mocks)).toContain(
    "this tool was called: find",
  );
});

test("a test names a tool that the flow lacks when it forbids the tool", () => {
  const { problems } = loadFlow(
    `${talk}tests: [{name: it, script: [{never_calls: lokk}, {at_most: {fnd: 1}}]}]\n`,
  );
  expect(problems.map(({ code, message }) => [code, message])).toEqual([
    ["VF803", "there is no tool 'lokk'"],
    ["VF803", "there is no tool 'fnd'"],
  ]);
});

const like = `${talk}tests:
  - name: it
    script: [${says("You get your deposit back.")}, {facts: [the deposit is refundable]}]
  - name: other
    script: [${says("You get your deposit back.")}, {never_says: the deposit is refundable}]
`;

async function judgedBy(judge: JudgeModel) {
  const { program, tests } = loadFlow(like);
  const flowTests = new FlowTests(like, { program: program!, tests: tests! }, { judge });
  for (const waits of flowTests.run()) if (waits !== undefined) await waits;
  return flowTests.report.tests.map(({ failure, unjudged }) => [failure?.message, unjudged]);
}

test("a model judges words that the rules cannot, and a verdict without a quote judges nothing", async () => {
  const asked: string[] = [];
  const yes: JudgeModel = (claim, texts) => {
    asked.push(`${claim} | ${texts.join(" ")}`);
    return Promise.resolve("stated");
  };
  expect(await judgedBy(yes)).toEqual([
    [undefined, undefined],
    ["the agent made this claim", undefined],
  ]);
  const claim = "the deposit is refundable";
  expect(asked).toEqual([
    `${claim} | You get your deposit back.`,
    // The agent may have made a claim at any time.
    `${claim} | Hello. You get your deposit back.`,
  ]);
  expect(await judgedBy(() => Promise.resolve("not_stated"))).toEqual([
    ["the agent did not state this", undefined],
    [undefined, undefined],
  ]);
  expect(await judgedBy(() => Promise.resolve("unjudged"))).toEqual([
    ["the agent did not state this", undefined],
    [undefined, ["the deposit is refundable"]],
  ]);
});
