// Usage that a recogniser reports only at its end: the session waits for it, for a limited time, before its settlement,
// and ledger, record and items agree to the micro-cent.

import { expect, test } from "bun:test";
import { aborted } from "../../src/base/abort-promise.ts";
import { timeMicros } from "../../src/billing/price.ts";
import type { Llm } from "../../src/providers/provider-contract.ts";
import { lateEars } from "../support/fakes/fake-speech.ts";
import { SessionBench } from "../support/fakes/session-bench.ts";
import { StoreClock } from "../support/fakes/store-clock.ts";
import { settle } from "../support/fakes/virtual-clock.ts";

interface StoredItem {
  readonly kind: string;
  readonly amount: number;
  readonly cost_micros: number;
}

async function items(bench: SessionBench): Promise<readonly StoredItem[]> {
  return ((await bench.rows())[0]?.usage?.["items"] ?? []) as readonly StoredItem[];
}

/** Runs a call of half a minute with such a recogniser, up to the moment when its caller hangs up. */
async function hungUp(ears: { heardMs: number; afterMs: number }) {
  const clock = new StoreClock();
  const bench = await SessionBench.open({ clock, stt: lateEars(clock, ears), sharedMicrosPerMinute: 1 });
  const line = await bench.join((await bench.start()).token);
  await bench.talk(line, 30_000);
  line.call?.gone("caller");
  return { bench, line };
}

async function expectWhole(bench: SessionBench, connectedMs: number): Promise<void> {
  const [row] = await bench.rows();
  const used = (await items(bench)).reduce((sum, item) => sum + item.cost_micros, 0);
  expect(row).toMatchObject({ status: "ended", connectedMs, costMicros: timeMicros(connectedMs) + used });
  const { faults, heldMicros, sums } = await bench.proof();
  expect([faults, heldMicros, sums.settle + sums.writeoff]).toEqual([[], 0, row?.costMicros ?? -1]);
}

test("last use: a session is settled with its recogniser's report 700 ms after the end of the call", async () => {
  const { bench, line } = await hungUp({ heardMs: 12_345, afterMs: 700 });
  await using _bench = bench;
  await bench.clock.advance(699);
  expect((await bench.rows())[0]).toMatchObject({ status: "running" });
  expect([line.closed, (await bench.proof()).heldMicros > 0]).toEqual([undefined, true]);
  await bench.clock.advance(1);
  expect(line.closed).toBe("caller");
  // 1,111 billionths of a dollar for 7 ms.
  const heard = { kind: "stt", amount: 12_345, cost_micros: Math.ceil((12_345 * 1_111) / 70) };
  expect((await items(bench)).find(({ kind }) => kind === "stt")).toMatchObject(heard);
  await expectWhole(bench, 30_000);
  await bench.settled();
  expect([bench.sessions.size, bench.clock.pending]).toEqual([0, 0]);
});

test("last use: a silent recogniser is awaited for 1.5 seconds, at no cost", async () => {
  const { bench, line } = await hungUp({ heardMs: 0, afterMs: Infinity });
  await using _bench = bench;
  await bench.clock.advance(1_499);
  expect(line.closed).toBeUndefined();
  await bench.clock.advance(1);
  expect(line.closed).toBe("caller");
  expect((await items(bench)).filter(({ kind }) => kind === "stt")).toEqual([]);
  await expectWhole(bench, 30_000);
  await bench.settled();
  expect(bench.clock.pending).toBe(0);
});

test("last use: a stopping server waits for it too", async () => {
  const { bench } = await hungUp({ heardMs: 1_000, afterMs: 700 });
  await using _bench = bench;
  const stopped = bench.sessions[Symbol.asyncDispose]();
  await bench.clock.advance(700);
  await stopped;
  expect((await items(bench)).find(({ kind }) => kind === "stt")?.amount).toBe(1_000);
  await expectWhole(bench, 30_000);
});

test("last use: an answer interrupted by a hang-up is charged as far as it was written", async () => {
  const clock = new StoreClock();
  const llm: Llm = {
    id: "echo",
    model: "echo-1",
    async *stream(_request, _context, signal) {
      yield { type: "text", delta: "A long story begins like this: " };
      await aborted(signal);
      // A connection needs a moment to close.
      await settle();
    },
  };
  await using bench = await SessionBench.open({ clock, llm, sharedMicrosPerMinute: 1 });
  const line = await bench.join((await bench.start()).token);
  await bench.clock.advance(2_000);
  line.call?.gone("caller");
  expect(line.closed).toBeUndefined();
  await bench.settled();
  expect(line.closed).toBe("caller");
  const told = (await bench.rows())[0]?.usage?.["items"] as readonly (StoredItem & { unit: string })[];
  expect(told.find(({ unit }) => unit === "output_tokens")?.cost_micros).toBeGreaterThan(0);
  await expectWhole(bench, 2_000);
  expect(bench.clock.pending).toBe(0);
});
