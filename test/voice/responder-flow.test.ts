// Flow as a responder: its words in pieces, its expectations, its end.

import { expect, test } from "bun:test";
import { valueMap } from "../../src/flow/value/value.ts";
import { silentLog } from "../../src/base/log.ts";
import { openFlowResponder } from "../../src/voice/responder-flow.ts";
import type { Fact, Responder, ResponderInput, Words } from "../../src/voice/responder.ts";
import { programOf, talkFacts } from "../support/fakes/flow-talk.ts";
import { noService, nothingOutside } from "../support/servers/outside.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

const program = programOf(`
voice_flow: 1
id: small
language: en
start: legal
variables:
  code: {type: digits, length: 2, ask: "Which code, please"}
defaults: {give_up: bye}
nodes:
  legal: {say: This call is recorded., barge_in: false, next: ask}
  ask: {ask: code, next: bye}
  bye: {say: "It is {{ now() }}. Goodbye.", end: done}
`);

interface Attended extends Responder {
  /** Facts for its call. */
  readonly facts: Fact[];
}

/** Opens a responder that does not know its call yet. */
function openAlone(): Responder {
  return openFlowResponder({
    program,
    facts: talkFacts,
    outside: nothingOutside,
    clock: new VirtualClock(),
    log: silentLog,
  });
}

function open(): Attended {
  const facts: Fact[] = [];
  const responder = openAlone();
  responder.attend({ ...noService, tell: (fact) => void facts.push(fact) });
  return Object.assign(responder, { facts });
}

async function answer(responder: Responder, input: ResponderInput, signal = new AbortController().signal) {
  const said: Words[] = [];
  for await (const piece of responder.answer(input, signal)) said.push(piece);
  return said;
}

test("a flow's answer marks uninterruptible parts, and keeps its texts apart", async () => {
  const responder = open();
  expect(responder.name).toBe("builtin");
  expect(await answer(responder, { type: "start" })).toEqual([
    { type: "interruptible", value: false },
    { type: "text", delta: "This call is recorded.\n", language: "en" },
    { type: "interruptible", value: true },
    { type: "text", delta: "Which code, please\n", language: "en" },
  ]);
  expect(responder.facts).toEqual([
    { type: "flow-state", flowId: "small", state: "legal", previous: undefined },
    { type: "flow-state", flowId: "small", state: "ask", previous: "legal" },
  ]);
});

test("a flow without a call throws instead of losing its facts", async () => {
  const responder = openAlone();
  expect(await answer(responder, { type: "start" }).catch(String)).toContain(
    "attend() comes before anything else",
  );
});

test("a flow's end is its last fact, with the flow's id and outcome, by the given clock", async () => {
  const responder = open();
  await answer(responder, { type: "start" });
  responder.facts.length = 0;
  expect(await answer(responder, { type: "words", text: "one two" })).toEqual([
    { type: "text", delta: "It is 10 a.m. Goodbye.\n", language: "en" },
  ]);
  expect(responder.facts).toEqual([
    { type: "flow-variable", flowId: "small", key: "code", value: "12" },
    { type: "flow-state", flowId: "small", state: "bye", previous: "ask" },
    { type: "end", flowId: "small", outcome: "done", outputs: valueMap([]) },
  ]);
  expect(await answer(responder, { type: "words", text: "hello" })).toEqual([]);
  responder.leave?.();
  expect(responder.facts).toHaveLength(3);
});

test("a flow reports all facts of an answer before its first word is read", () => {
  const responder = open();
  void responder.answer({ type: "start" }, AbortSignal.abort())[Symbol.asyncIterator]().next();
  expect(responder.facts.map(({ type }) => type)).toEqual(["flow-state", "flow-state"]);
});

test("a goodbye cut before it was spoken is spoken when the responder is asked once more", async () => {
  const responder = open();
  await answer(responder, { type: "start" });
  const goodbye = [{ type: "text", delta: "It is 10 a.m. Goodbye.\n", language: "en" }] as const;
  expect(await answer(responder, { type: "words", text: "one two" }, AbortSignal.abort())).toEqual([
    ...goodbye,
  ]);
  expect(await answer(responder, { type: "woken" })).toEqual([...goodbye]);
  expect(await answer(responder, { type: "woken" })).toEqual([]);
});

test("a flow expects the answers of its open question", async () => {
  const responder = open();
  await answer(responder, { type: "start" });
  expect(responder.expectation()?.anyOf).toContainEqual({ type: "digits", lengths: [2] });
  expect(responder.expectation()?.endSilenceMs).toBe(1_200);
});

test("a flow waits less long within an entry by keys, and is silent at half of one", async () => {
  const responder = open();
  await answer(responder, { type: "start" });
  expect(responder.silenceMs).toBe(6_000);
  expect(await answer(responder, { type: "keys", keys: "1" })).toEqual([]);
  expect(responder.silenceMs).toBe(3_000);
});

test("a cut answer has still been decided", async () => {
  const responder = open();
  await answer(responder, { type: "start" }, AbortSignal.abort());
  responder.interrupted("This");
  responder.note("user", "nothing a flow would know");
  expect(await answer(responder, { type: "context" })).toEqual([
    { type: "text", delta: "Which code, please\n", language: "en" },
  ]);
  expect(await answer(responder, { type: "words", text: "repeat" })).toEqual([
    { type: "text", delta: "Which code, please\n", language: "en" },
  ]);
});

test("misunderstanding and silence are answered by the flow", async () => {
  const responder = open();
  await answer(responder, { type: "start" });
  expect((await answer(responder, { type: "no-match" }))[0]).toEqual({
    type: "text",
    delta: "Sorry, I did not understand that. Which code, please\n",
    language: "en",
  });
  expect((await answer(responder, { type: "silence" }))[0]).toEqual({
    type: "text",
    delta: "I did not hear anything. Which code, please\n",
    language: "en",
  });
});
