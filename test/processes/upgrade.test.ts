// Upgrade on one machine: a server takes the place of another one under running calls, on a file and on Postgres, also
// when either of them dies meanwhile.

import { expect, test } from "bun:test";
import { openStoreBeside } from "../../db/sqlite/file-store.ts";
import { checkBooks, silencesOf } from "../support/cluster/cluster-laws.ts";
import type { CountingCaller } from "../support/cluster/counting-caller.ts";
import type { Person } from "../support/people.ts";
import { tempFolder } from "../support/servers/store.ts";
import { goOn, UpgradeWorld } from "../support/servers/upgrade-world.ts";
import { until } from "../support/until.ts";

const migrations = "db/migrations/sqlite";

async function rich(dataDir: string, { email }: Person): Promise<string> {
  using store = openStoreBeside({ directory: dataDir, migrations });
  const { id = "" } = (await store.accounts.byEmail(email)) ?? {};
  await store.ledger.grant({ accountId: id, micros: 100_000_000_000, at: Date.now() });
  return id;
}

/** Everybody hangs up; money and calls are whole. */
async function finish(
  world: UpgradeWorld,
  { dataDir, accountId, callers }: { dataDir: string; accountId: string; callers: readonly CountingCaller[] },
): Promise<void> {
  await goOn(callers, 1);
  await Promise.all(callers.map((caller) => caller.leave()));
  expect(callers.flatMap(({ complaints }) => complaints)).toEqual([]);
  expect(await world.stop()).toBe(0);
  using store = openStoreBeside({ directory: dataDir, migrations });
  await checkBooks(
    store,
    accountId,
    callers.map(({ sessionId }) => sessionId),
  );
}

test("upgrade: 100 calls on a file go on at the next server, each with the question it was at", async () => {
  using folder = tempFolder();
  await using world = await UpgradeWorld.open({ dataDir: folder.path });
  const person = await world.person();
  const accountId = await rich(folder.path, person);
  const callers = await world.callers(person, { count: 100, thinkMs: [2_000, 4_000] });
  await goOn(callers, 1);
  expect(await world.upgrade()).toBe(0);
  await goOn(callers, 2);
  const met = silencesOf(callers);
  console.log(`upgrade of ${callers.length} calls on a file: ${JSON.stringify(met)}`);
  expect(met.count).toBe(callers.length);
  await finish(world, { dataDir: folder.path, accountId, callers });
}, 180_000);
