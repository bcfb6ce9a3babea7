// Recordings on a real disk: access, retention, and disk room.

import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtemp, readdir, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { samplesPerFrame } from "../../src/audio/frame.ts";
import { readWav } from "../../src/audio/wav.ts";
import { wallClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { Recordings } from "../../src/calls/recordings.ts";
import { smallDisk } from "../support/servers/small-disk.ts";

let directory = "";
beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), "voice-flow-recordings-"))));
afterEach(() => rm(directory, { recursive: true }));

const open = (limits: { days?: number; mibMax?: number } = {}) =>
  new Recordings({
    directory,
    files: undefined,
    days: 30,
    mibMax: 10,
    ...limits,
    clock: wallClock,
    log: silentLog,
  });

const second = (level: number) =>
  Array.from({ length: 50 }, () => new Int16Array(samplesPerFrame).fill(level));

const files = async (session: string) => await readdir(join(directory, session)).catch(() => []);

test("recordings: a message is a file of its session, for its owner only", async () => {
  await using recordings = open();
  const id = await recordings.keep("ses_1", second(1_000));
  const path = join(directory, "ses_1", `${id}.wav`);
  const { pcm, rate } = readWav(await Bun.file(path).bytes());
  expect([pcm.length, pcm[0], rate]).toEqual([16_000, 1_000, 16_000]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(directory, "ses_1"))).mode & 0o777).toBe(0o700);
});

test("recordings: a full disk leaves no half of a file", async () => {
  using disk = smallDisk(1);
  await using recordings = new Recordings({
    directory: disk.path,
    files: undefined,
    days: 30,
    mibMax: 10,
    clock: wallClock,
    log: silentLog,
  });
  const half = Array.from({ length: 20 }, () => second(1)).flat();
  await recordings.keep("ses_1", half);
  await recordings.keep("ses_1", half);
  expect(await readdir(disk.file("ses_1"))).toHaveLength(1);
});

test("recordings: old files are deleted, and their folder with them", async () => {
  await using recordings = open({ days: 30 });
  const old = await recordings.keep("ses_old", second(1));
  await recordings.keep("ses_new", second(1));
  const before = wallClock.wall() / 1000 - 31 * 24 * 3_600;
  await utimes(join(directory, "ses_old", `${old}.wav`), before, before);
  // Two sweeps at once do not disturb each other: the server starts the first one itself.
  await Promise.all([recordings.sweep(), recordings.sweep()]);
  expect(await readdir(directory)).toEqual(["ses_new"]);
});

test("recordings: the oldest file is deleted beyond the limit", async () => {
  await using recordings = open({ mibMax: 1 });
  const now = wallClock.wall() / 1000;
  for (let n = 0; n < 5; n++) {
    const id = await recordings.keep(`ses_${n}`, Array.from({ length: 10 }, () => second(n)).flat());
    await utimes(join(directory, `ses_${n}`, `${id}.wav`), now + n, now + n);
  }
  await recordings.sweep();
  expect((await readdir(directory)).toSorted()).toEqual(["ses_2", "ses_3", "ses_4"]);
});

test("recordings: a read-only disk ends no call", async () => {
  await Bun.write(join(directory, "ses_1"), "not a folder");
  await using recordings = open();
  expect(await recordings.keep("ses_1", second(1))).toStartWith("rec_");
  expect(await files("ses_1")).toEqual([]);
});

test("recordings: without a folder nothing is kept, and a message still has an id", async () => {
  await using recordings = new Recordings({
    directory: undefined,
    files: undefined,
    days: 1,
    mibMax: 1,
    clock: wallClock,
    log: silentLog,
  });
  expect(await recordings.keep("ses_1", second(1))).toStartWith("rec_");
});
