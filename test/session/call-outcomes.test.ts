// Outcomes of calls, which a flow requests: no request waits for one, it is paid once and from the hold, and in any
// case row and hooks have its result.

import { afterEach, beforeEach, expect, test } from "bun:test";
import { timeMicros } from "../../src/billing/price.ts";
import type { Llm, LlmEvent } from "../../src/providers/provider-contract.ts";
import { programOf } from "../support/fakes/flow-talk.ts";
import type { FakeLine } from "../support/fakes/fake-line.ts";
import { account, SessionBench, type SessionBenchOptions } from "../support/fakes/session-bench.ts";

const flow = programOf(`
voice_flow: 1
id: desk
language: en
start: people
variables:
  people: {type: number, integer: true, confirm: never, ask: "How many?"}
  wish: {type: text, confirm: never, ask: "What else?"}
defaults: {give_up: bye}
on_end:
  summary: true
  extract: {people: {type: number}, day: {type: date, description: When they come}}
nodes:
  people: {ask: people, next: wish}
  wish: {ask: wish, next: bye}
  bye: {say: "Goodbye.", end: done}
`);

const written = JSON.stringify({
  summary: "Four people come. Mail: ada@example.com.",
  set: { day: { value: "2026-12-24", quote: "on Christmas Eve" }, people: { value: 9, quote: "four" } },
});

/** Model that answers when the test orders it. */
class Model {
  readonly release = Promise.withResolvers<string>();
  readonly asked = Promise.withResolvers<string>();
  aborted = false;
  readonly llm: Llm;

  constructor() {
    const { release, asked } = this;
    const noteAbort = (): void => void (this.aborted = true);
    this.llm = {
      id: "echo",
      model: "echo-1",
      async *stream({ messages }, _context, signal): AsyncGenerator<LlmEvent> {
        asked.resolve(messages.map((message) => ("text" in message ? message.text : "")).join("\n"));
        const gone = Promise.withResolvers<string>();
        signal.addEventListener("abort", () => (noteAbort(), gone.resolve("")));
        const text = await Promise.race([release.promise, gone.promise]);
        yield { type: "text", delta: text };
        yield { type: "usage", usage: { unit: "tokens", input: 0, output: 7, basis: "reported" } };
        yield { type: "done", reason: "stop" };
      },
    };
  }
}

interface Told {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

let told: Told[];
let model: Model;
let bench: SessionBench;

const hooks: SessionBenchOptions["hooks"] = {
  targetsOf: () =>
    Promise.resolve([{ url: "u", signer: "s", events: ["session.ended", "session.summarised"] }]),
  enqueue: ({ body }) => void told.push(JSON.parse(body) as Told),
  sealed: undefined,
};

async function open(options: SessionBenchOptions = {}): Promise<void> {
  bench = await SessionBench.open({
    hooks,
    llm: model.llm,
    programs: new Map([["desk", flow]]),
    sharedMicrosPerMinute: 5_000_000,
    ...options,
  });
}

beforeEach(() => {
  told = [];
  model = new Model();
});

afterEach(async () => {
  const { faults, heldMicros, sums } = await bench.proof();
  const rows = await bench.rows();
  const cost = rows.reduce((sum, { costMicros }) => sum + costMicros, 0);
  expect([faults, heldMicros, sums.settle + sums.writeoff]).toEqual([[], 0, cost]);
  expect(bench.clock.pending).toBe(0);
  await bench[Symbol.asyncDispose]();
});

async function begun(): Promise<FakeLine> {
  const request = { mode: "flow", programId: "desk" } as const;
  const started = await bench.sessions.start({ accountId: account, request, context: {}, metadata: {} });
  return bench.join(started.token);
}

async function say(line: FakeLine, text: string): Promise<void> {
  line.call?.input({ type: "text", text, interrupt: true, speak: true });
  await bench.clock.advance(4_000);
}

/** Line of a caller who answers and hangs up. */
async function hungUp(): Promise<FakeLine> {
  const line = await begun();
  await bench.clock.advance(2_000);
  await say(line, "four");
  line.call?.input({ type: "text", text: "we come on Christmas Eve", interrupt: true, speak: true });
  await bench.clock.advance(100);
  line.call?.gone("caller");
  await bench.settled();
  return line;
}

const row = async () => (await bench.rows())[0];
const outcomes = async () =>
  (await bench.data.rows("sessionEvents")).flatMap(({ type, data }) => (type === "outcome" ? [data] : []));
const summarised = () => told.filter(({ type }) => type === "session.summarised").map(({ data }) => data);

test("outcome: the end waits for nothing, and the model's result is written, paid and sent after it", async () => {
  await open();
  const line = await hungUp();
  expect(line.closed).toBe("caller");
  expect(told.map(({ type }) => type)).toEqual(["session.ended"]);
  expect(await row()).toMatchObject({ status: "ended", endReason: "caller", callOutcome: "pending" });
  // Hold of the call, plus the price of a minute of the model.
  expect((await bench.proof()).heldMicros).toBeGreaterThan(5_000_000);
  expect(await model.asked.promise).toContain("we come on Christmas Eve");
  model.release.resolve(written);
  await bench.settled();
  const made = {
    summary: "Four people come. Mail: ada@example.com.",
    extracted: { people: 4, day: "2026-12-24" },
  };
  expect(summarised()).toMatchObject([{ state: "done", reason: null, ...made }]);
  expect(await outcomes()).toEqual([{ state: "done", ...made }]);
  const { connectedMs, costMicros, callOutcome, usage } = (await row())!;
  expect(callOutcome).toBe("done");
  // 333,333 billionths of a dollar for each of seven tokens.
  expect(costMicros).toBe(timeMicros(connectedMs) + Math.ceil((7 * 333_333) / 10));
  expect(usage).toMatchObject({ turns: 2, items: [{ unit: "output_tokens", amount: 7 }] });
});

test("outcome: a model that takes more than 20 seconds is abandoned, and the outcome has failed", async () => {
  await open();
  await hungUp();
  await bench.clock.advance(19_000);
  expect(summarised()).toEqual([]);
  await bench.clock.advance(1_000);
  expect(model.aborted).toBe(true);
  expect(summarised()).toMatchObject([{ state: "failed", reason: "time", summary: null, extracted: {} }]);
  expect(await row()).toMatchObject({ callOutcome: "failed" });
});

test.each(["I would rather not.", ""])("outcome: a model that writes %j gives none", async (text) => {
  await open();
  await hungUp();
  model.release.resolve(text);
  await bench.settled();
  expect(summarised()).toMatchObject([{ state: "failed", reason: "model" }]);
  expect(await outcomes()).toEqual([{ state: "failed", reason: "model" }]);
});

test("outcome: a stopping server waits for no model, and reports the failure", async () => {
  await open();
  await hungUp();
  await bench.stop();
  expect(model.aborted).toBe(true);
  expect(summarised()).toMatchObject([{ state: "failed", reason: "shutdown" }]);
  expect(await row()).toMatchObject({ status: "ended", callOutcome: "failed" });
});

test("outcome: a call ended by a stopping server has a failed outcome, too", async () => {
  await open();
  const line = await begun();
  await bench.clock.advance(2_000);
  await say(line, "four");
  await bench.stop();
  expect(told.map(({ type }) => type)).toEqual(["session.ended", "session.summarised"]);
  expect(summarised()).toMatchObject([{ state: "failed", reason: "shutdown" }]);
});

test("outcome: no model is asked without credits for it", async () => {
  // The balance pays for a minute of the call, and no more.
  await open({ micros: 8_000_000 });
  await hungUp();
  expect(summarised()).toMatchObject([{ state: "failed", reason: "credits" }]);
  expect(await row()).toMatchObject({ callOutcome: "failed" });
});

test("outcome: a client that never comes leaves none", async () => {
  await open();
  const request = { mode: "flow", programId: "desk" } as const;
  await bench.sessions.start({ accountId: account, request, context: {}, metadata: {} });
  expect(await row()).toMatchObject({ callOutcome: "pending" });
  await bench.clock.advance(3_600_000);
  expect(await row()).toMatchObject({ status: "ended", endReason: "expired", callOutcome: null });
  expect(summarised()).toEqual([]);
});

test("outcome: it has the known values without words, and without a model", async () => {
  await open();
  const line = await begun();
  await bench.clock.advance(2_000);
  line.call?.gone("caller");
  await bench.settled();
  expect(summarised()).toMatchObject([{ state: "done", summary: null, extracted: { people: null } }]);
  expect(await row()).toMatchObject({ callOutcome: "done" });
});

test("outcome: a node that was given up writes no further part: the sweeping node has done that", async () => {
  await open();
  await hungUp();
  bench.sessions.lose();
  const swept = await bench.store.sessions.sweep({ at: bench.clock.wall(), homes: ["n1"] });
  expect(swept.sessions).toBe(0);
  model.release.resolve(written);
  await bench.settled();
  expect(await row()).toMatchObject({ status: "ended", endReason: "caller", callOutcome: "failed" });
  expect(summarised()).toEqual([]);
  await bench.sessions.tellOfCrash(swept.withHooks);
  expect(told.map(({ type }) => type)).toEqual(["session.ended", "session.summarised"]);
  expect(summarised()).toMatchObject([{ state: "failed", reason: "crashed" }]);
});

/** Maximum number of simultaneous model requests about calls of one account. */
const modelsOfAccountMax = 4;

/** Ends at once one call more than the limit of simultaneous model requests. */
async function tooManyHungUp(): Promise<void> {
  const lines: FakeLine[] = [];
  while (lines.length <= modelsOfAccountMax) lines.push(await begun());
  await bench.clock.advance(2_000);
  for (const { call } of lines) call?.input({ type: "text", text: "four", interrupt: true, speak: true });
  await bench.clock.advance(4_000);
  for (const { call } of lines) call?.gone("caller");
  await bench.settled();
}

test("outcome: the models of one account are limited, and waiting ones are not late", async () => {
  let asked = 0;
  const llm: Llm = { ...model.llm, stream: (...of) => (asked++, model.llm.stream(...of)) };
  await open({ llm, micros: 900_000_000 });
  await tooManyHungUp();
  expect(asked).toBe(modelsOfAccountMax);
  model.release.resolve(written);
  await bench.settled();
  expect(asked).toBe(modelsOfAccountMax + 1);
  expect(summarised().map(({ state }) => state)).toEqual(Array<string>(modelsOfAccountMax + 1).fill("done"));
});

test("outcome: an outcome that still waits for others when the server stops has failed", async () => {
  await open({ micros: 900_000_000 });
  await tooManyHungUp();
  await bench.stop();
  expect(summarised().map(({ reason }) => reason)).toEqual(
    Array<string>(modelsOfAccountMax + 1).fill("shutdown"),
  );
});
