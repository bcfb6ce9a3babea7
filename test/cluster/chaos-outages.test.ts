// Outages: the database is killed during calls, and nodes are stopped as in an upgrade. The test prints how long
// callers waited, and only requires that they get an answer.

import { expect, test } from "bun:test";
import { goOn, play } from "../support/cluster/chaos-scene.ts";

const isLong = process.env["LONG"] !== undefined;

test("chaos: the database is killed again and again, and calls continue meanwhile", async () => {
  const met = await play({
    calls: isLong ? 100 : 12,
    thinkMs: [400, 1_200],
    act: async (stage) => {
      for (let kills = 0; kills < (isLong ? 20 : 2); kills++) {
        await stage.postgres.kill();
        await goOn(stage, 1);
        await stage.postgres.up();
        await goOn(stage, 2);
      }
    },
  });
  expect(met.count).toBe(0);
});

test("chaos: nodes stop one by one, as in an upgrade, and no call is lost", async () => {
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
  expect(met.count).toBeGreaterThan(0);
});
