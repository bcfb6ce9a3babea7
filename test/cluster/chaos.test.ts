// Chaos: nodes are killed during calls. The test prints how long callers waited, and only requires that they get an
// answer.

import { expect, test } from "bun:test";
import { goOn, play } from "../support/cluster/chaos-scene.ts";

const isLong = process.env["LONG"] !== undefined;
/** Time between two deaths in the long run, which lasts five minutes. */
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
        // The long run needs a steady rate of deaths.
        if (isLong) await Bun.sleep(betweenDeathsMs);
        else await goOn(stage, 1);
      }
    },
  });
  expect(met.count).toBeGreaterThan(0);
});
