// Slow chaos: a database that fails over, a node without a network, a wrong clock, and an upgrade to a version with one
// more migration.

import { expect, test } from "bun:test";
import { cp, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { goOn, play } from "../support/cluster/chaos-scene.ts";

const patient = { calls: 60, thinkMs: [1_000, 3_000] } as const;

test("chaos: the database fails over to its replica, and no answered request is lost", async () => {
  const met = await play({
    ...patient,
    act: async (stage) => {
      const replica = stage.owned.use(await stage.postgres.replica());
      await goOn(stage, 2);
      await stage.postgres.kill();
      await replica.promote();
      stage.moveTo(replica);
      await goOn(stage, 3);
    },
  });
  // No node has died, and no call waits for the database.
  expect(met.count).toBe(0);
});

test("chaos: a node that is cut off from the database for half a minute keeps its calls, and settles them exactly", async () => {
  const met = await play({
    ...patient,
    act: async (stage) => {
      const [relay] = stage.relays;
      if (relay === undefined) throw new Error("There is a relay for each node");
      relay.mood = "hangs";
      // The cut lasts real time, because the nodes are other programs.
      await Bun.sleep(30_000);
      relay.mood = "passes";
      await goOn(stage, 3);
    },
  });
  expect(met.count).toBe(0);
});

test("chaos: a node whose clock is 90 s ahead gives up no node, and its calls continue elsewhere when it dies", async () => {
  const wrong = {
    LD_PRELOAD: "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
    FAKETIME: "+90s",
  };
  const met = await play({
    ...patient,
    setting: (index) => (index === 0 ? { env: wrong } : {}),
    act: async (stage) => {
      await goOn(stage, 3);
      const [ahead] = stage.world.nodes;
      if (ahead === undefined) throw new Error("There are three nodes");
      const lines = stage.world.nodes.flatMap((node) => node.lines);
      expect(lines.filter(({ event }) => event === "node.given-up")).toEqual([]);
      await stage.world.kill(ahead);
      await goOn(stage, 2);
      await stage.world.start(ahead);
    },
  });
  expect(met.count).toBeGreaterThan(0);
});

test("chaos: nodes are upgraded one by one to a version with another migration, and no call is lost", async () => {
  const next = await nextVersion();
  try {
    const upgraded = new Set<number>();
    await play({
      ...patient,
      migrations: join(next, "db/migrations/postgres"),
      setting: (index) =>
        upgraded.has(index) ? { command: [process.execPath, join(next, "src/main.ts")] } : {},
      act: async (stage) => {
        for (const [index, node] of stage.world.nodes.entries()) {
          upgraded.add(index);
          expect(await stage.world.stop(node)).toBe(0);
          await stage.world.start(node);
          await goOn(stage, 2);
        }
      },
    });
  } finally {
    await rm(next, { recursive: true, force: true });
  }
});

/** Builds a next version: this program with one more table. */
async function nextVersion(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "voice-flow-next-"));
  for (const name of ["src", "db", "public", "package.json", "tsconfig.json", "bunfig.toml", "README.md"])
    await cp(name, join(folder, name), { recursive: true });
  for (const name of ["node_modules", "dist"]) await symlink(resolve(name), join(folder, name));
  const migrations = join(folder, "db/migrations/postgres");
  const count = (await readdir(migrations)).filter((name) => name.endsWith(".sql")).length;
  const tag = `${String(count).padStart(4, "0")}_next`;
  await Bun.write(join(migrations, `${tag}.sql`), "CREATE TABLE next_things (id text PRIMARY KEY);");
  const path = join(migrations, "meta/_journal.json");
  const journal = (await Bun.file(path).json()) as { entries: { idx: number; when: number }[] };
  const last = journal.entries.at(-1);
  if (last === undefined) throw new Error("There are migrations");
  journal.entries.push(Object.assign(structuredClone(last), { idx: count, when: last.when + 1, tag }));
  await Bun.write(path, JSON.stringify(journal));
  return folder;
}
