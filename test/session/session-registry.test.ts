// Sessions in the registry: charged by the second, while a client is connected, and never more than the balance.

import { expect, test } from "bun:test";
import { readTranscript } from "../../src/session/transcript.ts";
import { getSession } from "../../src/cloud/stored-sessions.ts";
import type { CallEvent, EndReason } from "../../src/voice/call-event.ts";
import { codeOf } from "../support/code-of.ts";
import { programOf } from "../support/fakes/flow-talk.ts";
import { account, SessionBench, home } from "../support/fakes/session-bench.ts";
import { saidOn } from "../support/fakes/session-nodes.ts";
import { aroundOperations } from "../support/stores/around-operations.ts";

const cent = 1_000_000;
const second = 50_000;
const minutes = 60_000;

function addKey({ data }: SessionBench, id: string): Promise<void> {
  return data.insert("apiKeys", { id, accountId: account, label: "", hash: id, prefix: id, createdAt: 0 });
}

test("session: it is charged by the started second, and the rest of the hold returns", async () => {
  await using bench = await SessionBench.open();
  const { token } = await bench.start();
  expect(await bench.proof()).toMatchObject({ heldMicros: 3 * cent, balanceMicros: 200 * cent });
  const line = await bench.join(token);
  await bench.talk(line, 61_200);
  line.call?.gone("caller");
  await bench.settled();
  const proof = await bench.proof();
  expect(proof).toMatchObject({ faults: [], heldMicros: 0, balanceMicros: 200 * cent - 62 * second });
  expect((await bench.rows())[0]).toMatchObject({
    status: "ended",
    endReason: "caller",
    connectedMs: 61_200,
    costMicros: 62 * second,
    endedAt: bench.clock.wall(),
  });
  await bench.settled();
  expect(bench.clock.pending).toBe(0);
});

test("session: it is held minute by minute, a goodbye's time ahead, and settled on the way", async () => {
  await using bench = await SessionBench.open();
  const line = await bench.join((await bench.start()).token);
  await bench.talk(line, 47_000);
  expect((await bench.proof()).entries.map(({ kind }) => kind)).toEqual(["grant", "hold"]);
  await bench.talk(line, 2_000);
  expect((await bench.proof()).entries.slice(2)).toMatchObject([
    { kind: "settle", micros: 48 * second },
    { kind: "hold", micros: 3 * cent },
  ]);
  await bench.talk(line, 5 * minutes);
  const proof = await bench.proof();
  expect(proof.entries.filter(({ kind }) => kind === "hold")).toHaveLength(7);
  expect(proof).toMatchObject({ faults: [], sums: { writeoff: 0 } });
});

test("session: shared providers are held by their estimate and charged by their use, to the micro-cent", async () => {
  await using bench = await SessionBench.open({ sharedMicrosPerMinute: 1_234_567 });
  const { token } = await bench.start();
  expect((await bench.proof()).heldMicros).toBe(3 * cent + 1_234_567);
  const line = await bench.join(token);
  await bench.talk(line, 30_000);
  line.call?.gone("caller");
  await bench.settled();
  const { usage } = (await bench.rows())[0]!;
  const items = (usage?.["items"] ?? []) as readonly { unit: string; amount: number; cost_micros: number }[];
  // The first words cut the greeting, so its usage is an estimate, with input tokens that have no price here.
  expect(items.map(({ unit }) => unit)).toEqual(["input_tokens", "output_tokens"]);
  const item = items[1];
  expect(item).toMatchObject({ kind: "llm", provider: "echo", own_key: false });
  expect(item?.cost_micros).toBe(Math.ceil((item?.amount ?? 0) * 33_333.3));
  expect((await bench.proof()).sums.settle).toBe(30 * second + (item?.cost_micros ?? 0));
});

test("credits: the agent announces that the next minute cannot be paid, and nothing is written off", async () => {
  await using bench = await SessionBench.open({ micros: 3 * cent + 999_999 });
  const line = await bench.join((await bench.start()).token);
  await bench.talk(line, 40_000);
  expect(line.closed).toBeUndefined();
  await bench.clock.advance(20_000);
  expect(line.events).toContainEqual(expect.objectContaining({ type: "ending", reason: "credits" }));
  const said = line.events.flatMap((it) =>
    it.type === "sentence" && it.status === "completed" ? [it.text] : [],
  );
  expect(said.slice(-4).join(" ")).toMatch(/credits are used up.*Goodbye\.$/);
  expect(line.closed).toBe("credits");
  expect((await bench.rows())[0]).toMatchObject({ status: "ended", endReason: "credits" });
  const proof = await bench.proof();
  expect(proof).toMatchObject({ faults: [], heldMicros: 0, sums: { writeoff: 0 } });
  expect(proof.sums.settle).toBe((await bench.rows())[0]?.costMicros ?? -1);
});

test("credits: two hundred starts at once on the last three cents start exactly one", async () => {
  await using bench = await SessionBench.open({ micros: 3 * cent, perAccountMax: 1_000 });
  const outcomes = await Promise.all(Array.from({ length: 200 }, () => codeOf(() => bench.start())));
  expect(outcomes.filter((code) => code === "no fault")).toHaveLength(1);
  expect(outcomes.filter((code) => code === "credits/empty")).toHaveLength(199);
  expect(await bench.rows()).toHaveLength(1);
  expect(await bench.proof()).toMatchObject({ faults: [], heldMicros: 3 * cent });
});

test("session: a session without a client within five minutes is over without a cost", async () => {
  await using bench = await SessionBench.open();
  const { token } = await bench.start();
  await bench.clock.advance(5 * minutes - 1);
  (await bench.sessions.join(token)).withdraw();
  await bench.clock.advance(1);
  expect(await codeOf(() => bench.sessions.join(token))).toBe("session/over");
  expect((await bench.rows())[0]).toMatchObject({ status: "ended", endReason: "expired", connectedMs: 0 });
  expect(await bench.proof()).toMatchObject({ heldMicros: 0, balanceMicros: 200 * cent });
  expect(bench.clock.pending).toBe(0);
});

test("session: a lost connection waits half a minute, and the time is not charged", async () => {
  await using bench = await SessionBench.open();
  const { token } = await bench.start();
  const first = await bench.join(token);
  await bench.talk(first, 10_000);
  first.call?.gone("lost");
  await bench.clock.advance(29_000);
  expect(bench.sessions.size).toBe(1);
  const second = await bench.join(token);
  await bench.clock.advance(5_000);
  // Late messages of the first client do not count.
  first.call?.gone("caller");
  first.call?.input({ type: "end", drain: false });
  expect(bench.sessions.size).toBe(1);
  second.call?.input({ type: "text", text: "are you there", interrupt: true, speak: true });
  await bench.clock.advance(4_000);
  expect(second.events.some((it) => it.type === "agent-speaking" && it.speaking)).toBe(true);
  second.call?.gone("lost");
  await bench.clock.advance(30_000);
  expect((await bench.rows())[0]).toMatchObject({ endReason: "lost", connectedMs: 19_000 });
  expect(await bench.proof()).toMatchObject({ faults: [], sums: { settle: 19 * 50_000 } });
  expect([bench.sessions.size, bench.clock.pending]).toEqual([0, 0]);
});

test("session: a newer connection takes the older one's place in the middle of a sentence", async () => {
  await using bench = await SessionBench.open();
  const { token } = await bench.start();
  const old = await bench.join(token);
  await bench.clock.advance(250);
  const played = old.played.length;
  const young = await bench.join(token);
  expect([old.closed, old.clears > 0]).toEqual(["replaced", true]);
  await bench.clock.advance(10_000);
  expect(old.played.length).toBe(played);
  expect(young.closed).toBeUndefined();
  young.call?.gone("caller");
  await bench.settled();
  expect((await bench.rows())[0]).toMatchObject({ endReason: "caller", connectedMs: 10_250 });
});

test("session: its record holds every turn as heard, with its time", async () => {
  await using bench = await SessionBench.open();
  const { token, sessionId } = await bench.start();
  const line = await bench.join(token);
  await bench.clock.advance(3_000);
  line.call?.input({ type: "text", text: "first", interrupt: true, speak: true });
  await bench.clock.advance(300);
  line.call?.input({ type: "keys", keys: "42" });
  await bench.clock.advance(3_000);
  line.call?.gone("caller");
  await bench.settled();
  const { events } = await getSession(bench.store, { accountId: account, sessionId });
  const said = readTranscript(events).map(({ role, text, interrupted = false }) => [role, text, interrupted]);
  const whole = "I see. Tell me more.";
  expect(said).toMatchObject([
    ["agent", whole, false],
    ["caller", "first", false],
    ["agent", expect.stringMatching(/^I/), true],
    ["caller", "42", false],
    ["agent", whole, false],
  ]);
  expect(events.filter(({ type }) => type === "latency").map(({ data }) => data["turn"])).toEqual([1, 2]);
});

test("session: a caller who hangs up in the middle of a sentence has heard its beginning", async () => {
  await using bench = await SessionBench.open();
  const { token, sessionId } = await bench.start();
  const line = await bench.join(token);
  await bench.clock.advance(350);
  line.call?.gone("caller");
  await bench.settled();
  const { events } = await getSession(bench.store, { accountId: account, sessionId });
  const [said] = readTranscript(events);
  expect(said).toMatchObject({ role: "agent", interrupted: true });
  expect("I see. Tell me more.").toStartWith(said?.text ?? "nothing");
  expect(said?.text.length).toBeLessThan("I see. Tell me more.".length);
});

test("session: a stopping server ends running and waiting ones, and settles both", async () => {
  await using bench = await SessionBench.open();
  await bench.start();
  const line = await bench.join((await bench.start()).token);
  await bench.talk(line, 10_000);
  await bench.stop();
  expect(line.closed).toBe("shutdown");
  expect((await bench.rows()).map(({ status, endReason }) => [status, endReason])).toEqual([
    ["ended", "shutdown"],
    ["ended", "shutdown"],
  ]);
  expect(await bench.proof()).toMatchObject({ faults: [], heldMicros: 0, sums: { settle: 10 * second } });
  expect(bench.clock.pending).toBe(0);
});

test("session: a crash ends it at its last heartbeat, and charges up to that", async () => {
  await using bench = await SessionBench.open();
  const line = await bench.join((await bench.start()).token);
  await bench.clock.advance(1);
  await bench.start();
  await bench.talk(line, 53_399);
  await bench.store.sessions.sweep({ homes: [home], at: bench.clock.wall() });
  const rows = await bench.data.rows("sessions");
  expect(rows.map(({ status, endReason }) => [status, endReason])).toEqual([
    ["ended", "crashed"],
    ["ended", "crashed"],
  ]);
  expect(rows[0]).toMatchObject({ connectedMs: 50_000, costMicros: 50 * second });
  expect(await bench.proof()).toMatchObject({ faults: [], heldMicros: 0, sums: { settle: 50 * second } });
});

test("session: a session without an account is stored, costs nothing, and belongs to no list", async () => {
  await using bench = await SessionBench.open();
  await bench.settled();
  const line = bench.line();
  await (await bench.sessions.arrive({ mode: "assistant", programId: undefined })).open(line);
  line.call?.ready();
  await bench.clock.advance(6_000);
  line.call?.gone("caller");
  await bench.settled();
  expect(await bench.rows()).toMatchObject([
    { accountId: null, status: "ended", connectedMs: 6_000, costMicros: 0, tokenHash: null },
  ]);
  expect((await bench.proof()).entries).toHaveLength(1);
});

test("session: its beginning gives the flow its values, and only a call without one has the flow's examples", async () => {
  const program = programOf(`voice_flow: 1
id: remind
language: en
start: hello
variables:
  name: {type: text, input: true, example: Grace}
nodes:
  hello: {say: "Hello {{ name }}.", wait: 60s, next: bye}
  bye: {say: Goodbye., end: done}
`);
  await using bench = await SessionBench.open({ programs: new Map([["remind", program]]) });
  const request = { mode: "flow", programId: "remind" } as const;
  const begun = { accountId: account, request, context: { name: "Ada" }, metadata: {} };
  const given = await bench.join((await bench.sessions.start(begun)).token);
  const bare = await bench.join((await bench.sessions.start({ ...begun, context: {} })).token);
  const caller = bench.line();
  await (await bench.sessions.arrive(request)).open(caller);
  caller.call?.ready();
  await bench.clock.advance(5_000);
  expect([given, bare, caller].map(saidOn)).toEqual(["Hello Ada.", "Hello.", "Hello Grace."]);
});

test("session: an engine call with credentials is its account's, and refused without credits", async () => {
  const engine = { mode: "assistant", programId: undefined } as const;
  await using poor = await SessionBench.open({ micros: 2 * cent });
  expect(await codeOf(() => poor.sessions.arrive(engine, { accountId: account }))).toBe("credits/empty");
  await using bench = await SessionBench.open();
  await bench.settled();
  const line = bench.line();
  const arrival = await bench.sessions.arrive(engine, { accountId: account });
  expect(await bench.rows()).toHaveLength(0);
  await arrival.open(line);
  line.call?.ready();
  await bench.clock.advance(2_500);
  line.call?.gone("lost");
  await bench.settled();
  expect(await bench.rows()).toMatchObject([{ accountId: account, connectedMs: 2_500, endReason: "lost" }]);
  expect(await bench.proof()).toMatchObject({ faults: [], sums: { settle: 3 * second } });
});

test("session: it costs nothing when speech was not ready in time", async () => {
  await using bench = await SessionBench.open({ warm: new Promise<void>(() => undefined) });
  const line = await bench.join((await bench.start()).token);
  await bench.clock.advance(10_000);
  expect(line.closed).toBe("overloaded");
  expect((await bench.rows())[0]).toMatchObject({
    endReason: "overloaded",
    connectedMs: 10_000,
    costMicros: 0,
  });
  expect(await bench.proof()).toMatchObject({ heldMicros: 0, balanceMicros: 200 * cent });
});

test("session: an account has a limit of simultaneous ones, and an ending one makes room", async () => {
  await using bench = await SessionBench.open({ perAccountMax: 2 });
  await bench.start();
  const { token } = await bench.start();
  expect(await codeOf(() => bench.start())).toBe("session/limit");
  const arrival = await bench.sessions.join(token);
  const line = bench.line();
  await arrival.open(line);
  line.call?.gone("caller");
  await bench.settled();
  expect(await codeOf(() => bench.start())).toBe("no fault");
});

test("session: a revoked key ends its waiting, starting and running ones, and no others", async () => {
  await using bench = await SessionBench.open();
  const request = { mode: "assistant", programId: undefined } as const;
  for (const id of ["key_1", "key_2"]) await addKey(bench, id);
  const start = async (keyId: string) => {
    // Their rows are in the order in which they began.
    await bench.clock.advance(1);
    return (await bench.sessions.start({ accountId: account, keyId, request, context: {}, metadata: {} }))
      .token;
  };
  const [waiting, talking, other] = [await start("key_1"), await start("key_1"), await start("key_2")];
  const [line, stays] = [await bench.join(talking), await bench.join(other)];
  const offered = await bench.sessions.arrive(request, { accountId: account, keyId: "key_1" });
  await bench.clock.advance(10_000);
  bench.sessions.endStartedBy("key_1");
  await bench.settled();
  expect([line.closed, stays.closed]).toEqual(["revoked", undefined]);
  for (const token of [waiting, talking])
    expect(await codeOf(() => bench.sessions.join(token))).toBe("session/over");
  expect(await codeOf(() => offered.open(bench.line()))).toBe("session/over");
  expect((await bench.rows()).map(({ endReason, costMicros }) => [endReason, costMicros])).toEqual([
    ["revoked", 0],
    ["revoked", 10 * second],
    [null, expect.any(Number)],
  ]);
  expect(await bench.proof()).toMatchObject({ faults: [], sums: { settle: 10 * second } });
});

test("session: its client receives the end once, when row and ledger have it, and is then closed", async () => {
  const seen: string[] = [];
  await using bench = await SessionBench.open({
    around: (store) =>
      aroundOperations(store, async (name, operation) => {
        const answer = await operation();
        if (name === "sessions.settle") seen.push("settled");
        return answer;
      }),
  });
  const { token } = await bench.start();
  const line = await bench.join(token);
  await bench.clock.advance(3_000);
  Object.assign(line, {
    tell: ({ type, ...event }: CallEvent) => {
      if (type === "ended" && "reason" in event) seen.push(`told ${event.reason}`);
    },
    close: (reason: EndReason) => void seen.push(`closed ${reason}`),
  });
  line.call?.input({ type: "end", drain: false });
  await bench.settled();
  expect(seen).toEqual(["settled", "told caller", "closed caller"]);
  expect((await bench.rows())[0]?.status).toBe("ended");
  expect((await bench.proof()).heldMicros).toBe(0);
});
