// The file on a full disk: acknowledged writes stay, deletions have room, deleted data leaves no trace, and the log and
// waiting work learn of the full disk.

import { Database as Connection } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from "node:fs";
import { isStorageFull } from "../../db/disk-full.ts";
import { fileName } from "../../db/data-loss.ts";
import { openStore, type FileStore } from "../../db/sqlite/file-store.ts";
import { openLog } from "../../src/base/log.ts";
import { createFlow, deleteFlow, getFlow, saveFlow } from "../../src/cloud/stored-flows.ts";
import { random, type Random, seedOf } from "../support/random.ts";
import type { LogEvent } from "../support/servers/served.ts";
import { smallDisk } from "../support/servers/small-disk.ts";
import { addAccount, migrations, tempFolder } from "../support/servers/store.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

const accountId = "acc_1";
const episodes = process.env["LONG"] === "1" ? 100 : 3;
const seed = seedOf(20_261_122);

interface Bench extends Disposable {
  readonly store: FileStore;
  readonly clock: VirtualClock;
  readonly events: LogEvent[];
}

/** Bench of a server that has just started. */
function open(directory: string): Bench {
  const clock = new VirtualClock();
  const events: LogEvent[] = [];
  const write = (line: string): void => void events.push(JSON.parse(line) as LogEvent);
  const log = openLog({ level: "info", format: "json", clock, write });
  const store = openStore({ directory, migrations }, { clock, log });
  return { store, clock, events, [Symbol.dispose]: () => store[Symbol.dispose]() };
}

/** Bench of a server with its reserve. */
async function opened(directory: string): Promise<Bench> {
  const bench = open(directory);
  await bench.clock.advance(1_000);
  return bench;
}

async function addFlow({ store, clock }: Bench, source: string): Promise<string> {
  const text = { source, documentId: "", links: new Map() };
  return (await createFlow(store, { ...text, accountId, name: "f", layout: null, at: clock.wall() })).id;
}

async function changeFlow({ store, clock }: Bench, flowId: string, source: string): Promise<void> {
  await saveFlow(
    store,
    { accountId, flowId },
    { source, documentId: "", links: new Map(), at: clock.wall() },
  );
}

const sourceOf = async ({ store }: Bench, flowId: string): Promise<string> =>
  (await getFlow(store, { accountId, flowId })).source;

/** Whether the write had room; any other failure fails the test. */
async function didFit(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (!isStorageFull(error)) throw error;
    return false;
  }
}

/**
 * Episode on a disk of random size that this program's data and another program's fill; each flow can always be
 * deleted.
 */
async function episode(chance: Random): Promise<void> {
  using disk = smallDisk(chance.int(5, 20));
  using bench = await opened(disk.file("data"));
  addAccount(bench.store.durable, accountId);
  const kept = new Map<string, string>();
  const changes = new Map<string, number>();
  const write = async (): Promise<boolean> => {
    const source = String(chance.int(0, 9)).repeat(chance.int(20_000, 100_000));
    const known = kept.size > 0 && chance.chance(0.4) ? chance.pick([...kept.keys()]) : undefined;
    const times = (changes.get(known ?? "") ?? 0) + 1;
    // The reserve of so small a disk suffices for this many revisions.
    if (known !== undefined && times > 5) return true;
    if (known !== undefined) changes.set(known, times);
    return didFit(async () => {
      if (known !== undefined) await changeFlow(bench, known, source);
      kept.set(known ?? (await addFlow(bench, source)), source);
    });
  };
  if (chance.chance(0.5)) {
    for (let flows = chance.int(1, 10); flows > 0; flows--) await write();
    disk.fill();
  }
  while (await write());
  while (kept.size > 0) {
    for (const [id, source] of kept)
      if (chance.chance(0.2)) expect((await sourceOf(bench, id)) === source).toBe(true);
    const gone = chance.pick([...kept.keys()]);
    await deleteFlow(bench.store, { accountId, flowId: gone });
    kept.delete(gone);
    if (chance.chance(0.3)) disk.fill();
    if (chance.chance(0.3)) await write();
  }
  const check = bench.store.durable.get("PRAGMA integrity_check");
  expect(check).toEqual(["ok"]);
}

test(`full disk: ${episodes} full disks lose nothing and still allow each flow to be deleted (seed ${seed})`, async () => {
  const chance = random(seed);
  for (let count = 0; count < episodes; count++) await episode(chance);
}, 240_000);

test("full disk: the largest possible flow is deleted, with its fifty revisions", async () => {
  using disk = smallDisk(256);
  using bench = await opened(disk.file("data"));
  addAccount(bench.store.durable, accountId);
  const flowId = await addFlow(bench, "x".repeat(256 * 1024));
  for (let revision = 2; revision <= 50; revision++)
    await changeFlow(bench, flowId, String(revision).padEnd(256 * 1024, "x"));
  disk.resize(48);
  disk.fill();
  while (await didFit(() => addFlow(bench, "y".repeat(256 * 1024))));
  const pages = (): number => bench.store.durable.get<[number]>("PRAGMA page_count")![0];
  const before = pages();
  await deleteFlow(bench.store, { accountId, flowId });
  expect(before - pages()).toBeGreaterThanOrEqual(1_000);
  expect(statSync(disk.file("data/room.reserve")).size).toBe(16 * 1024 ** 2);
  await addFlow(bench, "z".repeat(256 * 1024));
});

test("full disk: space freed by a deletion is reused at once", async () => {
  using disk = smallDisk(6);
  using bench = await opened(disk.file("data"));
  addAccount(bench.store.durable, accountId);
  const ids: string[] = [];
  while (await didFit(async () => ids.push(await addFlow(bench, "x".repeat(100_000)))));
  for (const gone of ids.slice(0, 5)) {
    await deleteFlow(bench.store, { accountId, flowId: gone });
    expect(await addFlow(bench, "y".repeat(50_000))).toStartWith("flow_");
  }
});

test("full disk: the log reports it once a minute, and its end once; waiting work is notified", async () => {
  using disk = smallDisk(6);
  using bench = await opened(disk.file("data"));
  const { store, clock, events } = bench;
  addAccount(store.durable, accountId);
  let room = 0;
  using _broken = store.disk.onRoom(() => {
    throw new Error("not my day");
  });
  using listening = store.disk.onRoom(() => (room += 1));
  expect([store.disk.failed(new Error("SQLITE_FULL")), store.disk.full]).toEqual([false, false]);
  disk.fill();
  const fail = async (): Promise<void> => {
    try {
      await addFlow(bench, "x".repeat(250_000));
    } catch (error) {
      expect(store.disk.failed(error)).toBe(true);
    }
  };
  const said = (name: string): LogEvent[] => events.filter(({ event }) => event === name);
  for (let seconds = 0; seconds < 130; seconds++) {
    await fail();
    await clock.advance(1_000);
  }
  expect([store.disk.full, room, said("storage.room").length]).toEqual([true, 0, 0]);
  expect(said("storage.full").map(({ level, failures }) => [level, failures])).toEqual([
    ["error", 1],
    // One error by this process, and one by each search for room in a second.
    ["error", 119],
    ["error", 120],
  ]);
  const [first] = said("storage.full");
  expect([first?.folder, Number(first?.free_bytes) < 250_000]).toEqual([disk.file("data"), true]);
  disk.empty();
  await clock.advance(1_000);
  expect([store.disk.full, room, clock.pending]).toEqual([false, 1, 0]);
  expect(said("storage.room")).toHaveLength(1);
  expect(said("storage.unused-room")).toHaveLength(1);
  await fail();
  listening[Symbol.dispose]();
  disk.fill();
  await fail();
  disk.empty();
  await clock.advance(1_000);
  expect(room).toBe(1);
  expect(readdirSync(disk.file("data"))).not.toContain("room.probe");
});

test("full disk: a server takes its reserve in the second after its start, and reports a lack of room for it", async () => {
  using disk = smallDisk(6);
  const reserve = disk.file("data/room.reserve");
  {
    using first = open(disk.file("data"));
    expect(existsSync(reserve)).toBe(false);
    await first.clock.advance(1_000);
    expect([statSync(reserve).size, statSync(reserve).mode & 0o777]).toEqual([1024 ** 2, 0o600]);
    expect(first.clock.pending).toBe(0);
  }
  {
    using second = open(disk.file("data"));
    expect(second.clock.pending).toBe(0);
  }
  // Another program has deleted the reserve and used the room.
  rmSync(reserve);
  disk.fill();
  const { size } = statSync(disk.file("filler"));
  truncateSync(disk.file("filler"), size - 500 * 1024);
  using third = open(disk.file("data"));
  expect([third.store.disk.full, third.events]).toEqual([false, []]);
  await third.clock.advance(1_000);
  expect([third.store.disk.full, third.events.map(({ event }) => event)]).toEqual([true, ["storage.full"]]);
  disk.empty();
  await third.clock.advance(1_000);
  expect([third.store.disk.full, statSync(reserve).size]).toEqual([false, 1024 ** 2]);
});

/** Files of the directory that hold the word. */
function filesWith(directory: string, word: string): string[] {
  return readdirSync(directory).filter((name) => readFileSync(`${directory}/${name}`).includes(word));
}

const word = "Rumpelstilzchen";
const long = word.padEnd(20_000, "x");

test("erase: deleted data leaves the file and its log a second later, but not before a backup has read it", async () => {
  using folder = tempFolder();
  const directory = folder.file("data");
  using bench = open(directory);
  const { store, clock } = bench;
  addAccount(store.durable, accountId);
  const flowId = await addFlow(bench, long);
  for (const text of ["short", long]) await changeFlow(bench, flowId, text);
  expect(filesWith(directory, word)).toEqual([`${fileName}-wal`]);
  {
    using reader = new Connection(`${directory}/${fileName}`);
    reader.run("BEGIN");
    reader.query("SELECT * FROM flows").all();
    await deleteFlow(store, { accountId, flowId });
    await clock.advance(1_000);
    expect(filesWith(directory, word)).not.toEqual([]);
    reader.run("ROLLBACK");
  }
  await clock.advance(4_000);
  expect(filesWith(directory, word)).not.toEqual([]);
  await clock.advance(1_000);
  expect([filesWith(directory, word), clock.pending]).toEqual([[], 0]);
  // The next write waits again for other writing commands.
  expect(store.durable.get("PRAGMA busy_timeout")).toEqual([5_000]);
});

test("erase: data deleted just before a crash is gone after the next start", async () => {
  using folder = tempFolder();
  const directory = folder.file("data");
  const code = `const { openStore } = await import("./db/sqlite/file-store.ts"); const { accounts } = await import("./db/schema.ts");
    const store = openStore({ directory: ${JSON.stringify(directory)}, migrations: "${migrations}" });
    store.durable.insert(accounts).values({ id: "a", email: "${word}", passwordHash: "", createdAt: 0 }).run();
    store.erase((db) => db.delete(accounts).run());
    process.kill(process.pid, "SIGKILL");`;
  await Bun.spawn([process.execPath, "-e", code]).exited;
  expect(filesWith(directory, word)).toEqual([`${fileName}-wal`]);
  using _store = openStore({ directory, migrations });
  expect(filesWith(directory, word)).toEqual([]);
});

/** Writes data as an old version left it, which neither overwrote deleted bytes nor shrank the file. */
function makeOldData(directory: string): void {
  open(directory)[Symbol.dispose]();
  using old = new Connection(`${directory}/${fileName}`);
  old.run("PRAGMA secure_delete = OFF");
  old.run("PRAGMA auto_vacuum = NONE");
  old.run("VACUUM");
  old.run("INSERT INTO accounts (id, email, password_hash, created_at) VALUES ('a', ?, '', 0)", [long]);
  old.run("DELETE FROM accounts");
  old.run("PRAGMA wal_checkpoint(TRUNCATE)");
  expect(filesWith(directory, word)).toEqual([fileName]);
}

test("erase: data deleted by an earlier version is gone after the first start with enough space", () => {
  using disk = smallDisk(6);
  const directory = disk.file("data");
  makeOldData(directory);
  disk.fill();
  truncateSync(disk.file("filler"), statSync(disk.file("filler")).size - 300 * 1024);
  open(directory)[Symbol.dispose]();
  expect(filesWith(directory, word)).toEqual([fileName]);
  disk.empty();
  using bench = open(directory);
  expect(filesWith(directory, word)).toEqual([]);
  expect(bench.store.durable.get("PRAGMA auto_vacuum")).toEqual([2]);
});
