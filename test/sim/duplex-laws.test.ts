// Duplex flows in simulated calls: a model of any manner stands in front of shipped flows, which change by one word. No
// caller and no model breaks a law, and a seed replays its call.

import { expect, test } from "bun:test";
import { loadFlow } from "../../src/flow/language/load-flow.ts";
import { type SimCall, simulateCall } from "../../src/sim/sim-call.ts";
import { seedOf } from "../support/random.ts";

const names = ["table-booking", "clinic-triage", "payment-reminder"];
const seed = seedOf(20_261_201);
const calls = process.env["LONG"] === "1" ? 1_000 : 30;
const startsAtMs = Date.UTC(2026, 10, 20, 10);

const duplex = async (name: string): Promise<string> => {
  const text = await Bun.file(`public/flows/${name}.flow.yaml`).text();
  return text.replace(/^start:/mu, "mode: duplex\nstart:");
};

async function callOf(text: string, own: number, troubles: boolean): Promise<SimCall> {
  const { program, tests } = loadFlow(text, { hasOtherFlows: true });
  return simulateCall({ program: program!, tests: tests!, seed: own, troubles, startsAtMs });
}

test.each(names)(
  `duplex: no model breaks a law in ${calls} calls of %s, seed ${seed}`,
  async (name) => {
    const text = await duplex(name);
    const said = { model: 0, voice: 0 };
    for (let number = 0; number < calls; number++) {
      const { broken, events } = await callOf(text, seed + number, number % 3 === 0);
      expect({ seed: seed + number, broken }).toEqual({ seed: seed + number, broken: [] });
      for (const event of events) if (event.type === "worded") said[event.by] += 1;
    }
    // Models spoke, and were refused.
    expect(said.model).toBeGreaterThan(calls / 4);
    expect(said.voice).toBeGreaterThan(calls / 4);
  },
  3_600_000,
);

test("duplex: a seed replays its call to the last event", async () => {
  const text = await duplex("table-booking");
  expect(await callOf(text, 5, true)).toEqual(await callOf(text, 5, true));
}, 240_000);
