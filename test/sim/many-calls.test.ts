// Many simulated calls of the shipped flows, on all cores: no caller breaks a law, and the number of threads changes
// nothing.

import { expect, test } from "bun:test";
import { availableParallelism } from "node:os";
import { loadFlow } from "../../src/flow/language/load-flow.ts";
import { type ManyCalls, simulateMany } from "../../src/sim/sim-threads.ts";
import { seedOf } from "../support/random.ts";

const names = [
  "table-booking",
  "call-routing",
  "order-status",
  "help-desk",
  "appointment-reminder",
  "welcome",
];
const first = seedOf(20_261_123);
/**
 * With the assistants' calls: 20,000 in the long run, which are more than 200 hours of talking, and 500 in every other.
 */
const callsOfEachFlow = Math.ceil((process.env.LONG === "1" ? 20_000 : 500) / (names.length + 1));

async function many(name: string, some: Pick<ManyCalls, "seeds" | "threads" | "troubles">) {
  const text = await Bun.file(`public/flows/${name}.flow.yaml`).text();
  const { program, tests } = loadFlow(text);
  return simulateMany({ text, program: program!, tests: tests!, progress: () => undefined, ...some });
}

const seedsFrom = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => from + i);

test.each(names)(
  "many calls: no caller of %s breaks a law",
  async (name) => {
    // In a third of the calls the engines have a bad day, too.
    const troubled = Math.ceil(callsOfEachFlow / 3);
    const threads = availableParallelism();
    const days = [
      { troubles: true, seeds: seedsFrom(first, troubled) },
      { troubles: false, seeds: seedsFrom(first + troubled, callsOfEachFlow - troubled) },
    ];
    for (const { troubles, seeds } of days) {
      const calls = await many(name, { troubles, seeds, threads });
      expect(calls.map(({ seed }) => seed)).toEqual(seeds);
      const broken = calls.filter((call) => call.broken.length > 0);
      expect(broken.map(({ seed, broken: laws }) => ({ seed, laws }))).toEqual([]);
    }
  },
  600_000,
);

test("many calls: one thread and three give the same result, on bad days as well", async () => {
  for (const troubles of [false, true]) {
    const seeds = [7, 3, ...seedsFrom(100, 21)];
    const alone = await many("call-routing", { troubles, seeds, threads: 1 });
    expect(await many("call-routing", { troubles, seeds, threads: 3 })).toEqual(alone);
  }
  const seeds = seedsFrom(100, 21);
  const [good, bad] = [false, true].map((troubles) => many("call-routing", { troubles, seeds, threads: 1 }));
  expect(await bad).not.toEqual(await good);
}, 240_000);

test("many calls: a flow that a thread cannot run is reported, not awaited", async () => {
  const text = await Bun.file("public/flows/welcome.flow.yaml").text();
  const { program, tests } = loadFlow(text);
  const calls = simulateMany({
    text: "voice_flow: 1",
    program: program!,
    tests: tests!,
    troubles: false,
    seeds: [1],
    threads: 2,
    progress: () => undefined,
  });
  expect(calls).rejects.toThrow("A thread of the simulation has failed: ");
  await calls.catch(() => undefined);
}, 240_000);
