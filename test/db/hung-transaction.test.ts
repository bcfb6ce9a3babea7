// A node that hangs in the middle of a transaction, like one on a machine without power: other nodes get the rows that
// it had locked.

import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { Connections, openClient } from "../../db/postgres/postgres-connections.ts";
import { wallClock } from "../../src/base/clock.ts";
import { until } from "../support/until.ts";
import { emptyDatabase } from "../support/stores/postgres.ts";

test("postgres: locks of a hanging node are free before others stop waiting for them", async () => {
  await using database = await emptyDatabase();
  const open = () => openClient(new URL(database.url), { connectionsMax: 1, isPooled: false });
  await using hung = open();
  await using other = open();
  await other`CREATE TABLE held (at integer)`;
  await other`INSERT INTO held VALUES (1)`;
  // Makes the node hang until `freed` resolves.
  const { promise: freed, resolve: goOn } = Promise.withResolvers<void>();
  using slow = new Connections({
    url: new URL(database.url),
    clock: wallClock,
    connectionsMax: 1,
    isPooled: false,
  });
  let tries = 0;
  const late = slow.transact(async (db) => {
    tries += 1;
    await db.execute(sql`SELECT 1`);
    if (tries === 1) await freed;
    await db.execute(sql`INSERT INTO held VALUES (4)`);
  });
  await until("it hangs", () => tries === 1);
  const tx = await hung.reserve();
  await tx`BEGIN`;
  await tx`UPDATE held SET at = 2`;
  await other`UPDATE held SET at = 3`;
  const read = async () =>
    ((await other`SELECT at FROM held ORDER BY at`) as { at: number }[]).map(({ at }) => at);
  expect((await read())[0]).toBe(3);
  // Work taken from the hung node runs again, once, before or after it returns.
  goOn();
  await late;
  expect([await read(), tries]).toEqual([[3, 4], 2]);
}, 240_000);
