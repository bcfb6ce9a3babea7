// Chaos: nodes and databases are killed under calls, and nodes are stopped as an upgrade does it.

import { expect, test } from "bun:test";
import { play } from "../support/cluster/chaos-scene.ts";
import type { ClusterNode, ClusterWorld } from "../support/cluster/cluster-world.ts";

const isLong = process.env["LONG"] !== undefined;

const restarted = async (world: ClusterWorld, node: ClusterNode): Promise<void> => {
  await world.kill(node);
  await world.start(node);
};

test("chaos: a node is killed every few seconds, and its callers are asked the same question by another", async () => {
  const met = await play({
    calls: isLong ? 300 : 24,
    thinkMs: isLong ? [2_000, 4_000] : [400, 1_200],
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
