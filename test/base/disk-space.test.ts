// Disk space: a disk that is short of room is reported once, with its folder, and so is its recovery.

import { expect, test } from "bun:test";
import { DiskSpace } from "../../src/base/limits/disk-space.ts";
import { openLog } from "../../src/base/log.ts";
import { smallDisk } from "../support/servers/small-disk.ts";

test("disk space: becomes short and has room again, looked at once a second", () => {
  using disk = smallDisk(16);
  const lines: unknown[] = [];
  const log = openLog({
    level: "info",
    format: "json",
    write: (line) => {
      const { level, event, folder, wanted_bytes: wanted } = JSON.parse(line) as Record<string, unknown>;
      lines.push([level, event, folder, wanted]);
    },
  });
  let now = 0;
  const space = new DiskSpace({ directory: disk.path, freeMibMin: 100, clock: { now: () => now }, log });
  const later = (): boolean => {
    now += 1_000;
    return space.isShort;
  };
  expect(space.isShort).toBe(false);
  disk.fill();
  now = 999;
  expect(space.isShort).toBe(false);
  expect([later(), later()]).toEqual([true, true]);
  disk.empty();
  expect([later(), later()]).toEqual([false, false]);
  // A sixteenth of a disk that is smaller than the wanted reserve.
  const said = [disk.path, 1024 ** 2];
  expect(lines).toEqual([
    ["warn", "disk.short", ...said],
    ["info", "disk.room", ...said],
  ]);
});

test("disk space: a missing folder is never short", () => {
  const log = openLog({ level: "silent", format: "json" });
  const space = new DiskSpace({ directory: "/nowhere", freeMibMin: 100, clock: { now: () => 0 }, log });
  expect(space.isShort).toBe(false);
});
