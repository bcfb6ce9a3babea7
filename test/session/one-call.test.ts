// One token, one call: a holder who connects twice is the same caller again, and a late one finds nothing.

import { expect, test } from "bun:test";
import type { Fault } from "../../src/base/fault.ts";
import type { Arrival } from "../../src/session/arrival.ts";
import { codeOf } from "../support/code-of.ts";
import { SessionBench } from "../support/fakes/session-bench.ts";

const second = 50_000;
const minutes = 60_000;

test("session: fifty connections at once with one token are one call at one price", async () => {
  await using bench = await SessionBench.open({ perAccountMax: 1 });
  const { token } = await bench.start();
  await bench.settled();
  const refused: string[] = [];
  const lines = Array.from({ length: 50 }, () => bench.line());
  // Arrivals in the order of their admission, which is the order of the lines if the store answers at once.
  const arrivals: { readonly line: (typeof lines)[number]; readonly arrival: Arrival }[] = [];
  const answers = await Promise.allSettled(
    lines.map(async (line) => {
      arrivals.push({ line, arrival: await bench.sessions.join(token) });
    }),
  );
  for (const each of answers) if (each.status === "rejected") refused.push((each.reason as Fault).code);
  expect(refused).toEqual(Array.from({ length: 42 }, () => "calls/limit"));
  for (const { line, arrival } of arrivals) {
    await arrival.open(line);
    arrival.withdraw();
    line.call?.ready();
  }
  await bench.clock.advance(10_000);
  expect([bench.calls.size, bench.sessions.size]).toEqual([1, 1]);
  expect(lines.filter(({ closed }) => closed === "replaced")).toHaveLength(7);
  const said = lines.map((line) => line.played.length);
  for (const line of lines) line.call?.input({ type: "text", text: "hello", interrupt: true, speak: true });
  await bench.clock.advance(5_000);
  expect(lines.filter((line, i) => line.played.length > said[i]!)).toHaveLength(1);
  for (const { line } of arrivals) line.call?.gone("caller");
  await bench.settled();
  expect((await bench.rows())[0]?.costMicros).toBe(15 * second);
  await bench.settled();
  expect([bench.calls.size, bench.clock.pending]).toEqual([0, 0]);
  expect(await bench.proof()).toMatchObject({ faults: [], heldMicros: 0, sums: { settle: 15 * second } });
});

test("session: the first of two simultaneous offers does not take the call back", async () => {
  await using bench = await SessionBench.open();
  const { token } = await bench.start();
  await bench.settled();
  const [early, late] = [await bench.sessions.join(token), await bench.sessions.join(token)];
  const [first, second] = [bench.line(), bench.line()];
  await late.open(second);
  expect(await codeOf(() => early.open(first))).toBe("session/replaced");
  expect([first.call, second.closed]).toEqual([undefined, undefined]);
});

test("session: a token that expires while its offer is answered is over: nothing runs, and row and ledger agree", async () => {
  await using bench = await SessionBench.open();
  const { token } = await bench.start();
  await bench.clock.advance(5 * minutes - 1);
  const arrival = await bench.sessions.join(token);
  await bench.clock.advance(2);
  const line = bench.line();
  expect(await codeOf(() => arrival.open(line))).toBe("session/over");
  arrival.withdraw();
  await bench.clock.advance(10 * minutes);
  expect([line.call, bench.calls.size, bench.clock.pending]).toEqual([undefined, 0, 0]);
  expect(await bench.rows()).toMatchObject([{ status: "ended", endReason: "expired", costMicros: 0 }]);
  expect(await bench.proof()).toMatchObject({ faults: [], heldMicros: 0, sums: { settle: 0 } });
});

test("session: a call that ends while its client's offer is answered stays ended at its price", async () => {
  await using bench = await SessionBench.open();
  const { token } = await bench.start();
  const lost = await bench.join(token);
  await bench.clock.advance(5_000);
  lost.call?.gone("lost");
  const arrival = await bench.sessions.join(token);
  await bench.clock.advance(30_000);
  const line = bench.line();
  expect(await codeOf(() => arrival.open(line))).toBe("session/over");
  await bench.clock.advance(2 * minutes);
  expect([line.call, bench.clock.pending]).toEqual([undefined, 0]);
  expect((await bench.rows())[0]).toMatchObject({
    endReason: "lost",
    connectedMs: 5_000,
    costMicros: 5 * second,
  });
  expect(await bench.proof()).toMatchObject({ faults: [], sums: { settle: 5 * second } });
});

test("session: a session that begins with its connection is found again by its token, until it is over", async () => {
  await using bench = await SessionBench.open({ placesMax: 1 });
  const assistant = { mode: "assistant", programId: undefined } as const;
  const given = await bench.sessions.arrive(assistant, {}, { comesBack: true });
  const nobody = given.session.resume?.token ?? "";
  given.withdraw();
  expect([await codeOf(() => bench.sessions.join(nobody)), bench.sessions.size]).toEqual(["auth/invalid", 0]);
  expect((await bench.sessions.arrive(assistant)).session.resume).toBeUndefined();
  await bench.sessions.drain(0);
  await using other = await SessionBench.open({ placesMax: 1 });
  const arrival = await other.sessions.arrive(assistant, {}, { comesBack: true });
  const { token = "", ttlMs } = arrival.session.resume ?? {};
  expect(ttlMs).toBe(30_000);
  const first = other.line();
  await arrival.open(first);
  await bench.settled();
  first.call?.gone("lost");
  await other.clock.advance(29_000);
  const second = await other.join(token);
  expect([other.calls.size, other.sessions.size, second.closed]).toEqual([1, 1, undefined]);
  second.call?.gone("lost");
  await other.clock.advance(30_000);
  expect([other.calls.size, other.sessions.size]).toEqual([0, 0]);
  expect(await codeOf(() => other.sessions.join(token))).toBe("session/over");
  expect(await other.rows()).toMatchObject([{ status: "ended", endReason: "lost" }]);
});
