// Small disk: a file system of its own in memory, which can really be filled, made read-only and removed.

import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface SmallDisk extends Disposable {
  readonly path: string;
  file(name: string): string;
  /** Fills all remaining room, to the last byte. */
  fill(): void;
  /** Frees the room that `fill` took. */
  empty(): void;
  makeReadOnly(): void;
  /** Changes its size while it is in use. */
  resize(mib: number): void;
}

/** Requires root, or sudo without a password; throws without either. */
export function smallDisk(mib: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), "voice-flow-disk-"));
  asRoot("mount", "-t", "tmpfs", "-o", `size=${mib}m,mode=777`, "tmpfs", path);
  const filler = join(path, "filler");
  return {
    path,
    file: (name) => join(path, name),
    fill: () => fillUp(filler),
    empty: () => rmSync(filler),
    resize: (to) => asRoot("mount", "-o", `remount,size=${to}m`, path),
    makeReadOnly: () => asRoot("mount", "-o", "remount,ro", path),
    [Symbol.dispose]() {
      // An open file on it does not prevent its removal.
      asRoot("umount", "--lazy", path);
      rmdirSync(path);
    },
  };
}

/** Makes a file there that takes all the room left on its disk, to the last byte. */
export function fillUp(path: string): void {
  const file = openSync(path, "a");
  for (let bytes = 1024 ** 2; bytes >= 1;) if (!didFit(file, bytes)) bytes = Math.floor(bytes / 16);
  closeSync(file);
}

function didFit(file: number, bytes: number): boolean {
  try {
    writeSync(file, new Uint8Array(bytes));
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== "ENOSPC") throw error;
    return false;
  }
}

function asRoot(...command: string[]): void {
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const { exitCode, stderr } = Bun.spawnSync([...sudo, ...command]);
  if (exitCode !== 0)
    throw new Error(
      `These tests need a disk of their own, so root: ${command.join(" ")}: ${stderr.toString()}`,
    );
}

/** Prefix that starts a program as a user without access to our files. */
export function asStranger(command: readonly string[]): string[] {
  const drop = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n", "--preserve-env"];
  return [...sudo, ...drop, ...command];
}
