// Recorded test: a test made of a conversation passes, for every conversation in the examples' tests.

import { expect, test } from "bun:test";
import { callerActionAt } from "../../../../public/flow-editor/try/current-node.ts";
import type { MadeTest } from "../../../../public/flow-editor/try/recorded-test.ts";
import { insertTest } from "../../../../public/flow-editor/tests/insert-test.ts";
import { runTests } from "../../../../public/flow-editor/tests/test-run-message.ts";
import { isMap } from "../../../../src/flow/language/model/map-reader.ts";
import { type StepInput, type TestStep } from "../../../../src/flow/language/compile/compile-tests.ts";
import { edit } from "../../../../src/flow/author/edit/operation.ts";
import { loadFlow } from "../../../../src/flow/language/load-flow.ts";
import { readSource } from "../../../../src/flow/language/source/source-reader.ts";
import type { TestResult } from "../../../../src/flow/author/testing/test-report.ts";
import { TypedDriver } from "./talk.ts";

const flowText = (id: string): Promise<string> => Bun.file(`public/flows/${id}.flow.yaml`).text();

/** Result of the test after its insertion into the text. */
function played(text: string, made: MadeTest): TestResult {
  const { operation, index } = insertTest(text, made.test);
  const edited = edit({ text, layout: {} }, operation);
  if ("refused" in edited) throw new Error(edited.refused);
  const run = runTests({ text: edited.document.text, only: index }, () => 0);
  let next = run.next();
  while (next.done !== true) next = run.next();
  if (next.value.type !== "ran") throw new Error(JSON.stringify(next.value.problems));
  const [result] = next.value.report.tests;
  if (result === undefined) throw new Error("The test is not there");
  return result;
}

/** Whether a step can be typed; steps with model answers or with timed silence cannot. */
function isTyped(step: TestStep): boolean {
  if (step.type === "user")
    return step.model === undefined && step.parts.length === 1 && step.confidence === 1;
  return step.type !== "silence" || step.ms === undefined;
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isMap(value)) return value;
  return Object.fromEntries([...value].map(([key, each]) => [key, plain(each)]));
}

function writtenOf(value: unknown, write: (each: unknown) => string): Record<string, string> {
  const entries = isMap(value) ? [...value] : [];
  return Object.fromEntries(entries.map(([key, each]) => [key, write(plain(each))]));
}

async function type(tried: TypedDriver, step: TestStep): Promise<void> {
  const { conversation, program } = tried;
  await tried.settle(20_000);
  if (!inputs.has(step.type)) return;
  if (callerActionAt(program, tried.log).do === "transfer" && step.type !== "transfer") {
    conversation.transferred(true);
    await tried.settle();
  }
  if (step.type === "user") conversation.say(step.parts[0] ?? "");
  if (step.type === "dtmf") conversation.press(step.keys);
  if (step.type === "silence") conversation.staySilent();
  if (step.type === "audio") conversation.say("well ".repeat(Math.round((step.ms / 1_000) * 2.5)).trim());
  if (step.type === "event") conversation.post(step.name, step.data);
  if (step.type === "transfer") conversation.transferred(step.ok);
  if (step.type === "hangup") conversation.hangUp();
  await tried.settle();
}

const inputs: ReadonlySet<string> = new Set<StepInput["type"]>([
  "user",
  "dtmf",
  "silence",
  "audio",
  "event",
  "transfer",
  "hangup",
]);

const examples = [
  "appointment-reminder",
  "call-routing",
  "help-desk",
  "order-status",
  "table-booking",
  "welcome",
];

const perExampleMax = process.env.LONG === undefined ? 2 : Infinity;

test.each(examples)("recorded test: a conversation typed to %s gives a passing test", async (id) => {
  const text = await flowText(id);
  const { tests = [] } = loadFlow(text);
  const written = readSource(text).value?.get("tests");
  let count = 0;
  for (const [i, one] of tests.entries()) {
    if (!one.steps.every(isTyped) || one.language !== undefined || count === perExampleMax) continue;
    const source: unknown = Array.isArray(written) ? written[i] : undefined;
    if (!isMap(source)) continue;
    const mocks = writtenOf(source.get("mocks"), JSON.stringify);
    // A person types texts without quotes.
    const context = writtenOf(source.get("context"), (value) =>
      typeof value === "string" ? value : JSON.stringify(value),
    );
    const tried = new TypedDriver(text, { now: one.now, context, mocks });
    for (const step of one.steps) await type(tried, step);
    const made = tried.test;
    if (made === undefined) throw new Error(`Nothing is made of ${one.name}`);
    const { failure, transcript } = played(text, made);
    if (failure !== undefined)
      throw new Error(JSON.stringify({ test: made.test, failure, transcript }, null, 1));
    count += 1;
  }
  expect(count).toBeGreaterThan(0);
});

test("recorded test: it contains the caller's inputs, assertions and the mocks of tools", async () => {
  const text = await flowText("call-routing");
  const tried = new TypedDriver(text, { mocks: { lookup: '{"plan": "basic"}' } });
  tried.conversation.press("2");
  tried.conversation.say("one two three four five six");
  tried.conversation.say("yes");
  await tried.settle();
  tried.conversation.transferred(false);
  await tried.settle();
  tried.conversation.say("Please call me back about my invoice");
  await tried.settle();
  const made = tried.test;
  expect(made).toEqual({
    test: {
      name: "2, one two three four five six, yes",
      now: "2026-11-20T10:00",
      mocks: { lookup: { plan: "basic" } },
      script: [
        { says: "For sales say sales or press one, for support press two, for" },
        { dtmf: "2" },
        { says: "Please key in or say your six digit account number" },
        { user: "one two three four five six" },
        { says: "1 2 3, 4 5 6, is that right" },
        { user: "yes" },
        { says: "Connecting you to support" },
        { transfer: "failed" },
        { says: "Please leave a message after the tone" },
        { audio: "3s" },
        { says: "We will call you back" },
        { expect: { open: true, dept: "support", account: "123456", plan: "basic" } },
        { ends: "voicemail" },
      ],
    },
    notes: [],
  });
  // A broken expectation is found at its step.
  if (made === undefined) return;
  const script = made.test.script.with(4, { says: "nine" });
  expect(played(text, { ...made, test: { ...made.test, script } }).failure?.step).toBe(4);
});
