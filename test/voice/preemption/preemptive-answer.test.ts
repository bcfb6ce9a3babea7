// Early answer: the part that its reader gets, the requests that it fits, and the end of its request.

import { describe, expect, test } from "bun:test";
import { silentLog } from "../../../src/base/log.ts";
import type { LlmEvent, LlmRequest } from "../../../src/providers/provider-contract.ts";
import { PreemptiveAnswer } from "../../../src/voice/preemption/preemptive-answer.ts";
import { type LlmScript, scriptedLlm } from "../../support/fakes/scripted-llm.ts";
import { settle, VirtualClock } from "../../support/fakes/virtual-clock.ts";

const asked = (text: string): LlmRequest => ({
  messages: [
    { role: "system", text: "Be kind." },
    { role: "user", text },
  ],
  cacheKey: "k",
});

function begin(script: LlmScript, charsMax = 1_000) {
  const clock = new VirtualClock();
  const llm = scriptedLlm(clock, [script]);
  const works: Promise<void>[] = [];
  const answer = new PreemptiveAnswer({
    llm,
    request: asked("how much is it"),
    context: { clock, log: silentLog },
    charsMax,
    call: { run: (work) => void works.push(work(new AbortController().signal)) },
  });
  return { clock, llm, answer, over: () => Promise.all(works) };
}

/** Reads on until the answer ends; returns the arrivals and the end. */
function read(answer: PreemptiveAnswer, signal = new AbortController().signal) {
  const came: string[] = [];
  const over = (async () => {
    try {
      for await (const event of answer.take(signal)) came.push(nameOf(event));
      return "ended";
    } catch (error) {
      return (error as Error).name;
    }
  })();
  return { came, over };
}

const nameOf = (event: LlmEvent): string => (event.type === "text" ? event.delta : event.type);

describe("its reader", () => {
  test("gets the earlier and the later pieces, once and in order", async () => {
    const { clock, llm, answer, over } = begin(["a", 100, "b", 100, "c"]);
    await clock.advance(150);
    expect(llm.asked).toEqual([{ ...asked("how much is it"), isPreemptive: true }]);
    const { came, over: end } = read(answer);
    await settle();
    expect(came).toEqual(["a", "b"]);
    await clock.advance(100);
    expect(await end).toBe("ended");
    expect(came).toEqual(["a", "b", "c", "usage", "done"]);
    await over();
    expect([clock.pending, llm.aborted, llm.writing]).toEqual([0, 0, 0]);
  });

  test("gets one that was whole before it was taken", async () => {
    const { clock, answer, over } = begin(["a"]);
    await over();
    expect(answer.fits(asked("how much is it"))).toBe(true);
    const { came, over: end } = read(answer);
    expect(await end).toBe("ended");
    expect(came).toEqual(["a", "usage", "done"]);
    expect(clock.pending).toBe(0);
  });

  test("learns that it failed after it was taken, with its beginning", async () => {
    const { clock, answer } = begin(["a", 100, { fails: "transient" }]);
    const { came, over: end } = read(answer);
    await clock.advance(200);
    expect([await end, came]).toEqual(["ProviderError", ["a"]]);
  });

  test("closes its request by its signal, also before it reads", async () => {
    const abort = new AbortController();
    const { llm, answer, over } = begin(["a", { hangs: true }]);
    const { came, over: end } = read(answer, abort.signal);
    await settle();
    abort.abort();
    expect([await end, came]).toEqual(["ended", ["a"]]);
    await over();
    expect(llm.aborted).toBe(1);

    const second = begin([{ hangs: true }]);
    expect(await read(second.answer, AbortSignal.abort()).over).toBe("ended");
    await second.over();
    expect(second.llm.aborted).toBe(1);
  });

  test("closes it by leaving", async () => {
    const { clock, llm, answer, over } = begin(["a", "b", { hangs: true }]);
    for await (const _ of answer.take(new AbortController().signal)) break;
    await over();
    expect([llm.aborted, clock.pending]).toEqual([1, 0]);
  });
});

describe("it fits", () => {
  test("the same request, however the caller's last words are written", () => {
    const { answer } = begin([{ hangs: true }]);
    expect(answer.fits(asked("How much is it?"))).toBe(true);
    const { messages } = asked("how much is it");
    for (const other of [
      asked("how much are two"),
      { ...asked("how much is it"), cacheKey: "other" },
      { messages: [{ role: "system", text: "Be brief." } as const, ...messages.slice(1)], cacheKey: "k" },
      { messages: [...messages, messages[1]!], cacheKey: "k" },
    ])
      expect(answer.fits(other)).toBe(false);
    answer.drop();
  });

  test("no request once it is dropped, has failed, or was unused for five seconds", async () => {
    const dropped = begin([{ hangs: true }]);
    dropped.answer.drop();
    dropped.answer.drop();
    await dropped.over();
    const failed = begin([{ fails: "transient" }]);
    await failed.over();
    expect(failed.answer.fits(asked("how much is it"))).toBe(false);
    failed.answer.drop();
    const old = begin(["a"]);
    await old.clock.advance(4_999);
    expect(old.answer.fits(asked("how much is it"))).toBe(true);
    await old.clock.advance(1);
    for (const { answer, clock, llm } of [dropped, failed, old]) {
      expect(answer.fits(asked("how much is it"))).toBe(false);
      expect([clock.pending, llm.writing]).toEqual([0, 0]);
    }
    expect([dropped.llm.aborted, old.llm.aborted]).toEqual([1, 0]);
  });

  test("for five seconds only until it is taken", async () => {
    const { clock, llm, answer } = begin([6_000, "a"]);
    const { came, over } = read(answer);
    await clock.advance(6_000);
    expect([await over, came[0], llm.aborted]).toEqual(["ended", "a", 0]);
  });
});

test("after a certain length it is over, and its request is closed", async () => {
  const { llm, answer, over } = begin(["aaaa", "bbbb", "cccc", { hangs: true }], 8);
  await over();
  await settle();
  expect([llm.aborted, llm.writing]).toEqual([1, 0]);
  const { came, over: end } = read(answer);
  expect([await end, came]).toEqual(["ended", ["aaaa", "bbbb"]]);
});

test("a server that does not stop is left behind", async () => {
  const clock = new VirtualClock();
  const works: Promise<void>[] = [];
  const answer = new PreemptiveAnswer({
    llm: {
      id: "deaf",
      model: "deaf-1",
      stream: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) }),
    },
    request: asked("how much is it"),
    context: { clock, log: silentLog },
    charsMax: 8,
    call: { run: (work) => void works.push(work(new AbortController().signal)) },
  });
  answer.drop();
  await Promise.all(works);
  expect(clock.pending).toBe(0);
});

test("a bug in a client is reported, and is no failure of the model's", async () => {
  const clock = new VirtualClock();
  const works: Promise<void>[] = [];
  const answer = new PreemptiveAnswer({
    llm: {
      id: "broken",
      model: "broken-1",
      stream: () => ({
        [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new TypeError("a bug")) }),
      }),
    },
    request: asked("how much is it"),
    context: { clock, log: silentLog },
    charsMax: 8,
    call: { run: (work) => void works.push(work(new AbortController().signal)) },
  });
  expect(await Promise.all(works).catch(String)).toContain("a bug");
  answer.drop();
});
