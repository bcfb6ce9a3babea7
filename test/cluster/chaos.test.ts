// Chaos: nodes are killed under calls. How long callers waited is printed, and held to nothing but that they were
// answered.

import { expect, test } from "bun:test";
import { goOn, play } from "../support/cluster/chaos-scene.ts";

const isLong = process.env["LONG"] !== undefined;
/** A node dies so often in the long run, for five minutes. */
const betweenDeathsMs = 5_000;
const deaths = isLong ? 60 : 2;

test("chaos: callers of a node killed every few seconds hear the same question from another one", async () => {
  const met = await play({
    calls: isLong ? 300 : 24,
    thinkMs: isLong ? [2_000, 4_000] : [400, 1_200],
    act: async (stage) => {
      const { world, chance } = stage;
      for (let death = 0; death < deaths; death++) {
        const node = chance.pick(world.nodes);
        await world.kill(node);
        await world.start(node);
        // A rate of deaths is what the long run is about.
        if (isLong) await Bun.sleep(betweenDeathsMs);
        else await goOn(stage, 1);
      }
    },
  });
  expect(met.count).toBeGreaterThan(0);
});
