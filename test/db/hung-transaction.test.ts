// A node that hangs in the middle of a transaction, as one on a machine without power does: others get what it had locked.

import { expect, test } from "bun:test";
import { openClient } from "../../db/postgres/postgres-connections.ts";
import { emptyDatabase } from "../support/stores/postgres.ts";

test("postgres: what a node has locked that hangs is free before others stop waiting for it", async () => {
  await using database = await emptyDatabase();
  const open = () => openClient(new URL(database.url), { connectionsMax: 1, isPooled: false });
  await using hung = open();
  await using other = open();
  await other`CREATE TABLE held (at integer)`;
  await other`INSERT INTO held VALUES (1)`;
  const tx = await hung.reserve();
  await tx`BEGIN`;
  await tx`UPDATE held SET at = 2`;
  await other`UPDATE held SET at = 3`;
  const [row] = (await other`SELECT at FROM held`) as { at: number }[];
  expect(row?.at).toBe(3);
}, 20_000);
