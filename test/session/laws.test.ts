// Three laws of a session, with real rows, a real ledger and real calls: at most one call for each session, no call
// outlives its session, and the row's cost is the ledger's. Everything that can interfere does.

import { expect, test } from "bun:test";
import { Fault } from "../../src/base/fault.ts";
import { Scope } from "../../src/base/scope.ts";
import type { Arrival } from "../../src/session/arrival.ts";
import type { FakeLine } from "../support/fakes/fake-line.ts";
import { type Random, random, seedOf } from "../support/random.ts";
import { SessionBench } from "../support/fakes/session-bench.ts";
import { settle } from "../support/fakes/virtual-clock.ts";
import { livesToTry } from "../support/stores/chosen-store.ts";

const lives = livesToTry(100, 100_000);
const seed = seedOf(20_261_122);

interface World {
  readonly bench: SessionBench;
  readonly chance: Random;
  readonly tokens: string[];
  /** Connections in progress. */
  readonly arrivals: Arrival[];
  readonly lines: { readonly sessionId: string; readonly line: FakeLine }[];
  readonly warm: () => void;
  /** Whether the disk is full. */
  full: boolean;
  /** Whether the disk was full at some time: work begun then may fail later. */
  wasFull: boolean;
}

type Act = (world: World) => Promise<unknown> | void;

const anyOf = <T>(chance: Random, items: readonly T[]): T | undefined =>
  items.length === 0 ? undefined : chance.pick(items);

function fill(world: World): void {
  world.bench.writable = world.full;
  world.full = !world.full;
  world.wasFull = true;
}

const acts: readonly Act[] = [
  async ({ bench, tokens }) => void tokens.push((await bench.start()).token),
  async ({ bench, arrivals }) =>
    void arrivals.push(await bench.sessions.arrive({ mode: "assistant", programId: undefined })),
  async ({ bench, chance, tokens, arrivals }) => {
    const token = anyOf(chance, tokens);
    if (token !== undefined) arrivals.push(await bench.sessions.join(token));
  },
  async ({ bench, chance, tokens, arrivals }) => {
    const token = anyOf(chance, tokens);
    if (token !== undefined)
      arrivals.push(await bench.sessions.join(token), await bench.sessions.join(token));
  },
  open,
  open,
  open,
  ({ chance, arrivals }) => anyOf(chance, arrivals)?.withdraw(),
  ({ chance, lines }) =>
    anyOf(chance, lines)?.line.call?.gone(chance.pick(["lost", "lost", "caller", "idle"])),
  ({ chance, lines }) => anyOf(chance, lines)?.line.call?.ready(),
  ({ chance, lines }) =>
    anyOf(chance, lines)?.line.call?.input({ type: "text", text: "go on", interrupt: true, speak: true }),
  ({ chance, lines }) => anyOf(chance, lines)?.line.call?.input({ type: "end", drain: chance.chance(0.5) }),
  ({ warm }) => warm(),
  fill,
  ({ bench, chance }) => bench.clock.advance(chance.pick([0, 20, 990, 5_000])),
  ({ bench, chance }) => bench.clock.advance(chance.pick([12_000, 31_000, 50_000, 301_000])),
];

async function open({ bench, chance, arrivals, lines }: World): Promise<void> {
  const arrival = anyOf(chance, arrivals);
  if (arrival === undefined) return;
  arrivals.splice(arrivals.indexOf(arrival), 1);
  const line = bench.line();
  try {
    await arrival.open(line);
    lines.push({ sessionId: arrival.session.sessionId, line });
  } finally {
    arrival.withdraw();
  }
}

/** Refusals and storage errors are expected; anything else is a bug. */
async function attempt(world: World, act: Act): Promise<void> {
  try {
    await act(world);
  } catch (error) {
    if (!(error instanceof Fault) && !(world.wasFull && /Nothing can be written/.test(Bun.inspect(error))))
      throw error;
  }
}

/** No session has two calls, and no call belongs to an ended session. */
function checkCalls({ sessions, talking }: SessionBench): void {
  for (const [sessionId, calls] of talking) {
    expect([0, 1]).toContain(calls);
    if (calls === 1) expect(sessions.connectedMs(sessionId)).toBeDefined();
  }
}

test(`laws: none of ${lives} random lives breaks a law (SEED=${seed})`, async () => {
  const scopes = Scope.open.size;
  for (let i = 0; i < lives; i++) {
    const chance = random(seed + i);
    const warm = Promise.withResolvers<void>();
    if (chance.chance(0.8)) warm.resolve();
    // Half of the runs have a slow store, while everything continues.
    const isSlow = chance.chance(0.5);
    const rest = random(seed - i);
    await using bench = await SessionBench.open({
      ...(isSlow && { storeWait: () => settle(rest.int(0, 12)) }),
      micros: chance.int(0, 30) * 500_000,
      perAccountMax: chance.int(1, 4),
      placesMax: chance.int(1, 5),
      warm: warm.promise,
    });
    await settle(2);
    const world: World = {
      bench,
      chance,
      tokens: [],
      arrivals: [],
      lines: [],
      warm: () => warm.resolve(),
      full: false,
      wasFull: false,
    };
    const attempts: Promise<void>[] = [];
    for (let left = chance.int(4, 24); left > 0; left--) {
      const attempted = attempt(world, chance.pick(acts));
      attempts.push(attempted);
      await (isSlow ? settle(chance.int(0, 20)) : attempted);
      checkCalls(bench);
    }
    await Promise.all(attempts);
    if (world.full) fill(world);
    await bench.clock.advance(1_000);
    await bench.stop();
    await bench.settled();
    const [proof, rows] = [await bench.proof(), await bench.rows()];
    expect([i, proof.faults, proof.heldMicros, bench.clock.pending]).toEqual([i, [], 0, 0]);
    expect([i, bench.calls.size, bench.sessions.size]).toEqual([i, 0, 0]);
    // Law 3.
    for (const row of rows) {
      const taken = proof.entries
        .filter(({ sessionId, kind }) => sessionId === row.id && (kind === "settle" || kind === "writeoff"))
        .reduce((sum, { micros }) => sum + micros, 0);
      expect([i, row.status, row.costMicros]).toEqual([i, "ended", taken]);
    }
  }
  expect(Scope.open.size).toBe(scopes);
}, 1_800_000);
