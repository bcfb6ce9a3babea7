// Text runner: time passes, outside work runs, and nothing is left behind.

import { expect, test } from "bun:test";
import { delay } from "../../../src/base/clock.ts";
import type { FlowEffect, ModelReply, ToolOutcome } from "../../../src/flow/engine/run/step-contract.ts";
import { TextRunner } from "../../../src/flow/engine/text-runner.ts";
import type { OutsideWorkers } from "../../../src/flow/engine/outside-work.ts";
import { settle, VirtualClock } from "../../support/fakes/virtual-clock.ts";
import { factsOf, flow, programOf } from "./run/talk.ts";

const yaml = flow(`
start: ask
variables:
  guests: {type: number, integer: true, max: 99, ask: How many?}
  free: {type: boolean}
tools: {look: {http: "GET https://a.example/p"}}
defaults: {give_up: desk}
nodes:
  ask: {ask: guests, next: look}
  look: {tool: look, say: One moment., save: {free: result.free}, on_error: desk, next: short}
  short: {say: Almost., wait: 2s, next: done}
  done: {say: "{{ 'Free' if free else 'Full' }}.", end: ok}
  desk: {say: Hold on., transfer: "tel:+33140000000", on_failed: box}
  box: {say: Bye., end: lost}
`);

const nobody: OutsideWorkers = {
  runTool: () => Promise.reject(new Error("no network")),
  search: () => Promise.resolve(undefined),
  propose: () => Promise.resolve(undefined),
  utter: () => Promise.resolve(undefined),
  summarise: () => Promise.resolve(undefined),
  press: () => Promise.resolve(),
  transfer: () => Promise.resolve({ ok: false }),
  record: () => Promise.resolve({ id: "", seconds: 0 }),
};

function runOf({ outside, hurries = true }: { outside: Partial<OutsideWorkers>; hurries?: boolean }) {
  const clock = new VirtualClock();
  const said: string[] = [];
  const onEffect = (effect: FlowEffect): void => {
    if (effect.type === "say") said.push(`${clock.now()} ${effect.text}`);
    if (effect.type === "end") said.push(`${clock.now()} end ${effect.outcome}`);
  };
  const options = { program: programOf(yaml), facts: factsOf({}), clock, onEffect, hurries };
  const run = new TextRunner({ ...options, outside: { ...nobody, ...outside } });
  run.send({ type: "start" });
  return { clock, said, run };
}

test("a slow tool has its filler spoken, a fast one does not, and pauses end", async () => {
  const slow = async (_: unknown, signal: AbortSignal): Promise<ToolOutcome> => {
    await delay(one.clock, 1_500, signal);
    return { ok: true, body: { free: true } };
  };
  const one = runOf({ outside: { runTool: slow } });
  one.run.send({ type: "words", text: "four" });
  await one.clock.advance(10_000);
  expect(one.said).toEqual(["0 How many?", "600 One moment.", "1500 Almost.", "3500 Free.", "3500 end ok"]);
  const two = runOf({ outside: { runTool: () => Promise.resolve({ ok: true, body: { free: false } }) } });
  two.run.send({ type: "words", text: "four" });
  await two.clock.advance(10_000);
  expect(two.said).toEqual(["0 How many?", "0 Almost.", "2000 Full.", "2000 end ok"]);
  expect([one.clock.pending, two.clock.pending]).toEqual([0, 0]);
});

test("a failure outside takes the flow's own edge", async () => {
  const { run, clock, said } = runOf({ outside: {} });
  run.send({ type: "words", text: "four" });
  await clock.advance(0);
  expect(said).toEqual(["0 How many?", "0 Hold on.", "0 Bye.", "0 end lost"]);
});

test("a silent caller is asked again, and a typing one is not hurried", async () => {
  const voice = runOf({ outside: {} });
  await voice.clock.advance(6_000);
  expect(voice.said.at(-1)).toBe("6000 I did not hear anything. How many?");
  const typed = runOf({ outside: {}, hurries: false });
  await typed.clock.advance(600_000);
  expect(typed.said).toEqual(["0 How many?"]);
  typed.run.send({ type: "keys", keys: "4" });
  await typed.clock.advance(3_000);
  expect(typed.run.state.frames[0]?.values).toEqual({ guests: 4 });
});

test("a model's sentences are spoken as they arrive, and those of a cancelled request are not", async () => {
  const said: string[] = [];
  const tellers: ((sentence: string) => void)[] = [];
  const replies: ((reply: ModelReply) => void)[] = [];
  using run = new TextRunner({
    program: programOf(
      flow(`
start: talk
defaults: {give_up: bye}
nodes:
  talk: {converse: Talk., say: Well?, exits: {done: {when: done, goto: bye}}, max_turns: 3, without_llm: bye}
  bye: {say: Bye., end: ok}
`),
    ),
    facts: factsOf({ hasModel: true }),
    clock: new VirtualClock(),
    onEffect: (effect) => void (effect.type === "say" && said.push(effect.text)),
    hurries: false,
    outside: {
      ...nobody,
      utter: (_request, _signal, teller) => {
        tellers.push(teller);
        return new Promise((resolve) => replies.push(resolve));
      },
    },
  });
  run.send({ type: "start" });
  run.send({ type: "words", text: "one" });
  tellers[0]?.("I see.");
  expect(said).toEqual(["Well?", "I see."]);
  run.send({ type: "words", text: "two" });
  tellers[0]?.("Too late.");
  tellers[1]?.("Fine.");
  replies[1]?.({ say: "", exit: "done" });
  await settle();
  expect(said).toEqual(["Well?", "I see.", "Fine.", "Bye."]);
});

test("a turn that is taken back stops its tool, and a disposed run leaves nothing behind", async () => {
  const aborted: string[] = [];
  let calls = 0;
  const never = (_: unknown, signal: AbortSignal) =>
    new Promise<ToolOutcome>(() => {
      const call = ++calls;
      signal.addEventListener("abort", () => aborted.push(`call ${call}`));
    });
  const { run, clock, said } = runOf({ outside: { runTool: never } });
  run.send({ type: "words", text: "twenty" });
  run.send({ type: "reopened", text: "twenty five" });
  expect(aborted).toEqual(["call 1"]);
  expect(run.works).toBe(1);
  run[Symbol.dispose]();
  await clock.advance(60_000);
  expect(aborted).toEqual(["call 1", "call 2"]);
  expect(said).toEqual(["0 How many?"]);
});
