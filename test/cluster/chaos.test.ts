// Chaos: three nodes on one Postgres behind HAProxy, callers in the middle of their questions, and something dies every
// few seconds. Afterwards the laws are looked at: money, hooks, and what callers met.

import { expect, test } from "bun:test";
import { openPostgresBeside } from "../../db/postgres/open-postgres.ts";
import { CountingCaller } from "../support/cluster/counting-caller.ts";
import { checkBooks, checkHooks, silencesOf } from "../support/cluster/cluster-laws.ts";
import { type ClusterNode, ClusterWorld } from "../support/cluster/cluster-world.ts";
import { placeAt, PostgresServer } from "../support/stores/postgres-server.ts";
import { TcpRelay } from "../support/cluster/tcp-relay.ts";
import { answer } from "../support/people.ts";
import { random, seedOf } from "../support/random.ts";
import { HookReceiver } from "../support/servers/hook-receiver.ts";
import { json } from "../support/servers/served.ts";
import { until } from "../support/until.ts";

const isLong = process.env["LONG"] !== undefined;
const seed = seedOf(20_261_124);

interface Scene {
  readonly calls: number;
  /** What happens while they talk, once all of them do. */
  readonly act: (stage: Stage) => Promise<void>;
  readonly thinkMs: readonly [number, number];
}

interface Stage {
  readonly world: ClusterWorld;
  readonly postgres: PostgresServer;
  readonly relays: readonly TcpRelay[];
  readonly callers: readonly CountingCaller[];
  readonly chance: ReturnType<typeof random>;
}

/** Plays a scene to its end, and answers with what its callers met. The laws hold, or it rejects. */
async function play({ calls, act, thinkMs }: Scene) {
  const chance = random(seed);
  await using postgres = await PostgresServer.start();
  using hooks = new HookReceiver();
  const database = new URL(await postgres.database());
  await using relay = await TcpRelay.to(postgres.port);
  const world = await ClusterWorld.open({
    nodes: 3,
    databaseUrl: () => Object.assign(new URL(database), { port: String(relay.port) }).href,
    env: {
      ENGINE_OPEN_SESSIONS_MAX: String(calls),
      SESSIONS_PER_ACCOUNT_MAX: String(calls),
      OUTBOUND_ALLOW: hooks.origin,
      SPEECH_WORKERS: "1",
    },
  });
  await using _world = world;
  const person = await world.person();
  const hook = { url: hooks.url, events: ["round.done", "session.ended"] };
  const made = await answer<{ secret: string }>(
    world.ask("/v1/hooks", json("POST", hook, person.login)),
    201,
  );
  hooks.secret = made.secret;
  const facts = { url: world.url, key: person.key, flowId: person.flowId, chance, thinkMs };
  const callers = Array.from({ length: calls }, () => new CountingCaller(facts));
  for (const caller of callers) await caller.begin();
  await act({ world, postgres, relays: [relay], callers, chance });
  // Everybody is asked something again before they hang up.
  const before = callers.map(({ answered }) => answered);
  await until("caller who goes on", () => callers.every(({ answered }, at) => answered > (before[at] ?? 0)));
  await Promise.all(callers.map((caller) => caller.leave()));
  for (const node of world.nodes) await world.stop(node);
  using store = await openPostgresBeside(placeAt(database.href));
  const { id: accountId } = (await store.accounts.byEmail(person.email)) ?? { id: "" };
  await checkBooks(
    store,
    accountId,
    callers.map(({ sessionId }) => sessionId),
  );
  const { repeated } = checkHooks(hooks.received);
  expect(hooks.complaints).toEqual([]);
  expect(callers.flatMap(({ complaints }) => complaints)).toEqual([]);
  const met = {
    ...silencesOf(callers),
    lostAnswers: callers.reduce((sum, { lostAnswers }) => sum + lostAnswers, 0),
  };
  console.log(`seed ${seed}, ${calls} calls: ${JSON.stringify({ ...met, hooksSentAgain: repeated })}`);
  return met;
}

const restarted = async (world: ClusterWorld, node: ClusterNode): Promise<void> => {
  await world.kill(node);
  await world.start(node);
};

test("chaos: a node is killed every few seconds, and its callers are asked the same question by another", async () => {
  const met = await play({
    calls: isLong ? 300 : 24,
    thinkMs: isLong ? [3_000, 8_000] : [400, 1_200],
    act: async ({ world, chance }) => {
      const endsAt = performance.now() + (isLong ? 300_000 : 12_000);
      while (performance.now() < endsAt) {
        await restarted(world, chance.pick(world.nodes));
        await Bun.sleep(isLong ? 5_000 : 1_500);
      }
    },
  });
  expect(met.count).toBeGreaterThan(0);
  expect(met.p95).toBeLessThan(3_000);
});

test("chaos: the database is killed again and again, and calls go on meanwhile", async () => {
  await play({
    calls: isLong ? 100 : 12,
    thinkMs: [400, 1_200],
    act: async ({ postgres }) => {
      for (let kills = 0; kills < (isLong ? 20 : 3); kills++) {
        await postgres.kill();
        await Bun.sleep(1_000);
        await postgres.up();
        await Bun.sleep(2_000);
      }
    },
  });
});

test("chaos: nodes are stopped one after the other, as an upgrade does it, and no call is lost", async () => {
  const met = await play({
    calls: isLong ? 100 : 12,
    thinkMs: [400, 1_200],
    act: async ({ world }) => {
      for (const node of world.nodes) {
        expect(await world.stop(node)).toBe(0);
        await world.start(node);
      }
    },
  });
  // An answer that was on its way while its node let the call go is asked for once more.
  expect(met.worst).toBeLessThan(3_000);
});
