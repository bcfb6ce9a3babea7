// Money of many sessions of one account in random lives, with little credit: in each case the ledger adds up, each
// session costs its recorded price, and none spends missing money.

import { expect, test } from "bun:test";
import { timeMicros } from "../../src/billing/price.ts";
import { Fault } from "../../src/base/fault.ts";
import type { FakeLine } from "../support/fakes/fake-line.ts";
import { type Random, random, seedOf } from "../support/random.ts";
import { SessionBench, home } from "../support/fakes/session-bench.ts";
import { livesToTry } from "../support/stores/chosen-store.ts";

const lives = livesToTry(30, 1_000);
const seed = seedOf(20_261_122);

interface Life {
  readonly bench: SessionBench;
  readonly chance: Random;
  readonly tokens: string[];
  readonly lines: FakeLine[];
}

type Act = (life: Life) => Promise<unknown> | void;

/** Refusals are expected; anything but a Fault is a bug. */
async function attempt(act: () => Promise<unknown> | void): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
  }
}

const acts: readonly Act[] = [
  async ({ bench, tokens }) => void tokens.push((await bench.start()).token),
  async ({ bench, tokens, lines, chance }) => {
    if (tokens.length > 0) lines.push(await bench.join(chance.pick(tokens)));
  },
  ({ lines, chance }) => {
    if (lines.length > 0) chance.pick(lines).call?.gone(chance.pick(["lost", "caller", "idle"]));
  },
  ({ lines, chance }) => {
    if (lines.length > 0)
      chance.pick(lines).call?.input({ type: "text", text: "go on", interrupt: true, speak: true });
  },
  ({ bench, chance }) => bench.clock.advance(chance.pick([20, 990, 5_000, 12_000, 31_000])),
  ({ bench, chance }) => bench.clock.advance(chance.int(1, 60_000)),
];

async function live(life: Life): Promise<void> {
  const { bench, chance } = life;
  for (let left = chance.int(5, 40); left > 0; left--) {
    await attempt(async () => await chance.pick(acts)(life));
    const { balanceMicros, heldMicros } = await bench.proof();
    expect(balanceMicros - heldMicros).toBeGreaterThanOrEqual(0);
  }
}

test(`money: ${lives} random lives add up (SEED=${seed})`, async () => {
  const chance = random(seed);
  for (let i = 0; i < lives; i++) {
    await using bench = await SessionBench.open({
      micros: chance.int(0, 40) * 500_000,
      perAccountMax: chance.int(1, 6),
      sharedMicrosPerMinute: chance.pick([0, 0, 777_777]),
    });
    await live({ bench, chance, tokens: [], lines: [] });
    // Some sessions end by a crash, some in order.
    if (chance.chance(0.5)) {
      await bench.sessions.flush();
      await bench.store.sessions.sweep({ homes: [home], at: bench.clock.wall() });
    } else {
      await bench.stop();
    }
    const { faults, heldMicros, sums, entries } = await bench.proof();
    expect([i, faults, heldMicros]).toEqual([i, [], 0]);
    let charged = 0;
    for (const { id, status, costMicros, connectedMs, usage } of await bench.rows()) {
      expect([i, status]).toEqual([i, "ended"]);
      const items = (usage?.["items"] ?? []) as readonly { readonly cost_micros: number }[];
      const used = items.reduce((sum, item) => sum + item.cost_micros, 0);
      expect([i, costMicros]).toEqual([i, timeMicros(connectedMs) + used]);
      expect(entries.filter((it) => it.sessionId === id && it.kind === "release")).toHaveLength(1);
      charged += costMicros;
    }
    expect(sums.settle + sums.writeoff).toBe(charged);
  }
}, 600_000);
