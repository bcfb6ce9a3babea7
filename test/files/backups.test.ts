// Backups that the owner orders from the server: one at a time, with a visible result.

import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { silentLog } from "../../src/base/log.ts";
import { noteBackup } from "../../src/files/backup-note.ts";
import { Backups } from "../../src/files/backups.ts";
import { codeOf } from "../support/code-of.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";
import { type Folder, tempFolder } from "../support/servers/store.ts";
import { until } from "../support/until.ts";

interface Started {
  readonly args: readonly string[];
  readonly end: (code: number | null, said?: string) => void;
}

/** Backups of one process on a machine, whose command does what the test says. */
function backupsIn(folder: Folder, clock: VirtualClock, { toStorage = false, hasRoom = true } = {}) {
  const started: Started[] = [];
  const backups = new Backups({
    directory: folder.path,
    toStorage,
    clock,
    log: silentLog,
    hasRoom: () => hasRoom,
    run(args) {
      const { promise: ended, resolve } = Promise.withResolvers<{ code: number | null; said: string }>();
      const end = (code: number | null, said = ""): void => resolve({ code, said });
      started.push({ args, end });
      return { ended, kill: () => end(null) };
    },
  });
  return { backups, started };
}

const nothing = { runningSince: null, failure: null };
const over = (backups: Backups): Promise<void> =>
  until("end of the backup", async () => (await backups.state()).runningSince === null);
const untold = (): Promise<void> => Promise.resolve();

test("backups: a backup is made beside the data, and its size is shown when it is complete", async () => {
  using folder = tempFolder();
  const clock = new VirtualClock();
  const { backups, started } = backupsIn(folder, clock);
  await using _ = backups;
  expect(await backups.state()).toEqual(nothing);
  const told: (number | undefined)[] = [];
  const startedAt = await backups.begin(async (bytes) => void told.push(bytes));
  expect(startedAt).toBe(clock.wall());
  const place = folder.file("backups/2026-11-20T10-00-00.000Z");
  expect(started.map(({ args }) => args)).toEqual([["backup", place]]);
  expect(await backups.state()).toEqual({ runningSince: startedAt, failure: null });
  noteBackup(folder.path, { at: clock.wall(), bytes: 4_096, place });
  started[0]?.end(0);
  await over(backups);
  expect([told, await backups.state()]).toEqual([[4_096], nothing]);
  expect(clock.nextInMs).toBeUndefined();
});

test("backups: a backup is sent to the storage if there is one, and an unknown size stays unknown", async () => {
  using folder = tempFolder();
  const clock = new VirtualClock();
  const { backups, started } = backupsIn(folder, clock, { toStorage: true });
  await using _ = backups;
  noteBackup(folder.path, { at: clock.wall(), bytes: 1, place: "files:monday" });
  const told: (number | undefined)[] = [];
  await backups.begin(async (bytes) => void told.push(bytes));
  expect(started[0]?.args).toEqual(["backup", "files:2026-11-20T10-00-00.000Z"]);
  started[0]?.end(0);
  await over(backups);
  expect(told).toEqual([undefined]);
});

test("backups: no second backup begins during one, in any process of the machine", async () => {
  using folder = tempFolder();
  const clock = new VirtualClock();
  const [here, there] = [backupsIn(folder, clock), backupsIn(folder, clock)];
  await using _ = here.backups;
  const both = await Promise.all([
    codeOf(() => here.backups.begin(untold)),
    codeOf(() => here.backups.begin(untold)),
  ]);
  expect(both).toEqual(["no fault", "backup/running"]);
  const { runningSince } = await here.backups.state();
  await clock.advance(60_000);
  expect(await there.backups.state()).toEqual({ runningSince, failure: null });
  expect(await codeOf(() => there.backups.begin(untold))).toBe("backup/running");
  here.started[0]?.end(0);
  await over(here.backups);
  expect(await there.backups.state()).toEqual(nothing);
  expect(await codeOf(() => there.backups.begin(untold))).toBe("no fault");
  there.started[0]?.end(0);
  await over(there.backups);
  expect(here.started.length + there.started.length).toBe(2);
});

test("backups: the reason of a failure is shown until the next backup, and its files are removed", async () => {
  using folder = tempFolder();
  const clock = new VirtualClock();
  const { backups, started } = backupsIn(folder, clock);
  await using _ = backups;
  let told = 0;
  await backups.begin(async () => void (told += 1));
  const part = `${started[0]?.args[1]}.part`;
  writeFileSync(part, "half");
  await clock.advance(5_000);
  started[0]?.end(1, `FILES_URL fails: ${"x".repeat(400)}\nat somewhere`);
  await over(backups);
  const { failure } = await backups.state();
  expect(failure?.at).toBe(clock.wall());
  expect(failure?.says).toMatch(/^FILES_URL fails: x+$/);
  expect([failure?.says.length, told, existsSync(part)]).toEqual([300, 0, false]);
  await backups.begin(untold);
  expect((await backups.state()).failure).toBeNull();
});

test("backups: the backup of a killed server is over and marked so, and the next one deletes its rest", async () => {
  using folder = tempFolder();
  const clock = new VirtualClock();
  const killed = backupsIn(folder, clock);
  const startedAt = await killed.backups.begin(untold);
  const file = killed.started[0]?.args[1] ?? "";
  writeFileSync(`${file}.part`, "half");
  // That process does nothing any more, so this one has a clock of its own.
  const later = new VirtualClock();
  const { backups } = backupsIn(folder, later);
  await using _ = backups;
  later.stall(14_999);
  expect((await backups.state()).runningSince).toBe(startedAt);
  later.stall(1);
  expect(await backups.state()).toEqual({
    runningSince: null,
    failure: { at: startedAt, says: "The server was stopped meanwhile." },
  });
  writeFileSync(folder.file("backups/whole"), "a backup");
  await backups.begin(untold);
  expect(readdirSync(folder.file("backups"))).toEqual(["whole"]);
});

test("backups: a stopping server abandons its backup, and reports it", async () => {
  using folder = tempFolder();
  const clock = new VirtualClock();
  const { backups } = backupsIn(folder, clock);
  await backups.begin(untold);
  await backups[Symbol.asyncDispose]();
  expect(await backups.state()).toMatchObject({ failure: { says: "The server was stopped meanwhile." } });
  expect(clock.nextInMs).toBeUndefined();
});

test("backups: no backup begins without room", async () => {
  using folder = tempFolder();
  const { backups, started } = backupsIn(folder, new VirtualClock(), { hasRoom: false });
  await using _ = backups;
  expect(await codeOf(() => backups.begin(untold))).toBe("storage/full");
  expect([started, readdirSync(folder.path)]).toEqual([[], []]);
});

test("backups: only the making process knows of a backup when the state file is not writable", async () => {
  using folder = tempFolder();
  mkdirSync(folder.file("backup-progress.json/in-the-way"), { recursive: true });
  const { backups, started } = backupsIn(folder, new VirtualClock());
  await using _ = backups;
  const runningSince = await backups.begin(untold);
  expect(await backups.state()).toEqual({ runningSince, failure: null });
  expect(await codeOf(() => backups.begin(untold))).toBe("backup/running");
  started[0]?.end(0);
  await over(backups);
  expect(readdirSync(folder.path).toSorted()).toEqual(["backup-progress.json", "backups"]);
});

test("backups: an unreadable state file counts as none", async () => {
  using folder = tempFolder();
  const { backups } = backupsIn(folder, new VirtualClock());
  await using _ = backups;
  for (const text of ["{", "[]", '{"startedAt":"now","seenAt":1}', "null"]) {
    writeFileSync(folder.file("backup-progress.json"), text);
    expect(await backups.state()).toEqual(nothing);
  }
});
