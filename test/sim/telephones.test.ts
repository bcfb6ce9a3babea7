// Simulated telephone calls: every caller and every shipped flow over the code of telephones, with a simulated network.
// The calls break no law, and a vanished telephone is gone within ten seconds.

import { expect, test } from "bun:test";
import { loadFlow } from "../../src/flow/language/load-flow.ts";
import type { BrokenLaw } from "../../src/sim/call-laws.ts";
import { simulateCall } from "../../src/sim/sim-call.ts";
import { seedOf } from "../support/random.ts";
import { SimTelephone, type TelephoneStory } from "../support/sim/sim-telephone.ts";

const isLong = process.env.LONG === "1";
/** Six calls take a second of the processor. */
const calls = isLong ? 5_000 : 6;
const first = seedOf(40_114);
const names = ["table-booking", "call-routing", "order-status", "help-desk", "welcome"];
const startsAtMs = Date.UTC(2026, 10, 18, 10);

const flows = await Promise.all(
  names.map(async (name) => loadFlow(await Bun.file(`public/flows/${name}.flow.yaml`).text())),
);

async function phoneCall(seed: number) {
  const { program, tests } = flows[seed % flows.length]!;
  const story: TelephoneStory = { events: [] };
  let telephone: SimTelephone | undefined;
  const openLine = (parts: ConstructorParameters<typeof SimTelephone>[0]) =>
    (telephone = new SimTelephone(parts, story));
  const troubles = seed % 3 === 0;
  const call = await simulateCall({ program: program!, tests: tests!, seed, troubles, startsAtMs, openLine });
  return { call, story, missed: telephone?.missed ?? 0 };
}

const summary = (seed: number, broken: readonly BrokenLaw[], { events }: TelephoneStory): object => ({
  seed,
  laws: broken.slice(0, 3).map(({ law, atMs, detail }) => `${atMs} ${law}: ${detail}`),
  story: events.map(({ name, atMs }) => `${atMs} ${name}`).join(", "),
});

test(`no simulated telephone call of ${calls} breaks a law (SEED=${first})`, async () => {
  const broken: unknown[] = [];
  const happened = new Map<string, number>();
  const outcomes = new Map<string, number>();
  const count = (counts: Map<string, number>, name: string): void =>
    void counts.set(name, (counts.get(name) ?? 0) + 1);
  for (let seed = first; seed < first + calls; seed += 1) {
    const { call, story, missed } = await phoneCall(seed);
    if (call.broken.length > 0) broken.push(summary(seed, call.broken, story));
    if (missed > 0 || story.events.some(({ name }) => name.startsWith("heard ")))
      broken.push({ missed, ...summary(seed, [], story) });
    for (const { name } of story.events) count(happened, name);
    count(outcomes, call.outcome);
    const vanished = story.events.find(({ name }) => name === "vanishes");
    if (vanished !== undefined && call.durationMs - vanished.atMs > 10_000)
      broken.push({ seed, laws: `It ended ${call.durationMs - vanished.atMs} ms after its telephone.` });
  }
  console.log(
    JSON.stringify({ happened: Object.fromEntries(happened), outcomes: Object.fromEntries(outcomes) }),
  );
  expect(broken.slice(0, 5)).toEqual([]);
  for (const name of isLong ? ["holds", "moves", "changes codec", "stranger", "vanishes"] : ["moves"])
    expect([...happened.keys()]).toContain(name);
}, 3_600_000);
