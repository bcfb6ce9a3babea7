// Backups: made by the server at its owner's request, one at a time. The command that makes them runs in a process of
// its own, because copying the data takes a thread for seconds, and calls have none to spare.

import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Clock } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import type { Log } from "../base/log.ts";
import type { StartedCommand } from "../base/start-process.ts";
import { type BackupProgress, backupProgress, lastBackup, noteProgress } from "./backup-note.ts";

export interface BackupsOptions {
  /** Folder of the data. */
  readonly directory: string;
  /** True if backups are put at FILES_URL rather than beside the data. */
  readonly toStorage: boolean;
  readonly clock: Clock;
  readonly log: Log;
  /** Runs the program with these arguments. */
  readonly run: (args: readonly string[]) => StartedCommand;
  /** True if the disk takes a copy and keeps the required free space. */
  readonly hasRoom: () => boolean;
}

export interface BackupState {
  /** Epoch milliseconds; null: no backup is being made. */
  readonly runningSince: number | null;
  /** Failure of the last backup of this process; null: it did not fail. */
  readonly failure: { readonly at: number; readonly says: string } | null;
}

/** Interval of the maker's signs of life, and the silence after which it counts as dead. */
const seenEveryMs = 2_000;
const goneAfterMs = 15_000;
const saidCharsMax = 300;
const cutOff = "The server was stopped meanwhile.";

export class Backups implements AsyncDisposable {
  readonly #o: BackupsOptions;
  #running: { readonly startedAt: number; readonly command: StartedCommand; over: Promise<void> } | undefined;
  #isBeginning = false;

  constructor(options: BackupsOptions) {
    this.#o = options;
  }

  async state(): Promise<BackupState> {
    const { directory, clock } = this.#o;
    if (this.#running !== undefined) return { runningSince: this.#running.startedAt, failure: null };
    const progress = await backupProgress(directory);
    if (progress === undefined) return { runningSince: null, failure: null };
    const { startedAt, seenAt, endedAt, failure } = progress;
    if (endedAt !== null)
      return { runningSince: null, failure: failure === null ? null : { at: endedAt, says: failure } };
    if (clock.wall() - seenAt < goneAfterMs) return { runningSince: startedAt, failure: null };
    return { runningSince: null, failure: { at: seenAt, says: cutOff } };
  }

  /**
   * Answers the time of its beginning, in epoch milliseconds; `made` is called when the backup is complete, with its
   * size if known. Throws `backup/running` and `storage/full`.
   */
  async begin(made: (bytes: number | undefined) => Promise<void>): Promise<number> {
    const { directory, clock, hasRoom } = this.#o;
    if (this.#isBeginning) throw running();
    this.#isBeginning = true;
    try {
      if ((await this.state()).runningSince !== null) throw running();
      if (!hasRoom()) throw noRoom();
      const startedAt = clock.wall();
      const folder = resolve(directory, "backups");
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      // Left by a killed process.
      for (const name of readdirSync(folder)) if (name.includes(".part")) rmSync(join(folder, name));
      this.#note({ startedAt, seenAt: startedAt, endedAt: null, failure: null });
      const name = new Date(startedAt).toISOString().replaceAll(":", "-");
      const place = this.#o.toStorage ? `files:${name}` : join(folder, name);
      const command = this.#o.run(["backup", place]);
      this.#running = { startedAt, command, over: this.#follow({ startedAt, command, place, made }) };
      return startedAt;
    } finally {
      this.#isBeginning = false;
    }
  }

  /** A backup in progress is given up. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#running?.command.kill();
    await this.#running?.over;
  }

  async #follow({ startedAt, command, place, made }: Following): Promise<void> {
    const { clock, log, directory } = this.#o;
    let timer: Disposable | undefined;
    const seen = (): void => {
      timer = clock.after(seenEveryMs, seen);
      this.#note({ startedAt, seenAt: clock.wall(), endedAt: null, failure: null });
    };
    timer = clock.after(seenEveryMs, seen);
    const { code, said } = await command.ended;
    timer[Symbol.dispose]();
    const at = clock.wall();
    const [line = ""] = said.trim().split("\n");
    const failure = code === 0 ? null : line === "" ? cutOff : line.slice(0, saidCharsMax);
    this.#note({ startedAt, seenAt: at, endedAt: at, failure });
    if (failure !== null) {
      if (!this.#o.toStorage) rmSync(`${place}.part`, { force: true });
      log.error("backup.failed", { place, code, says: failure });
    } else {
      const note = await lastBackup(directory);
      const bytes = note?.place === place ? note.bytes : undefined;
      log.info("backup.made", { place, bytes, ms: at - startedAt });
      await made(bytes).catch((error: unknown) => log.error("backup.not-told", { error }));
    }
    this.#running = undefined;
  }

  /** If it cannot be written, the other processes of the machine do not know of the backup. */
  #note(progress: BackupProgress): void {
    try {
      noteProgress(this.#o.directory, progress);
    } catch (error) {
      this.#o.log.warn("backup.not-noted", { error });
    }
  }
}

interface Following {
  readonly startedAt: number;
  readonly command: StartedCommand;
  readonly place: string;
  readonly made: (bytes: number | undefined) => Promise<void>;
}

function noRoom(): Fault {
  const detail =
    "The disk has no room for a copy of the data: make some, or back up to another disk with the command.";
  return new Fault("storage/full", detail);
}

function running(): Fault {
  return new Fault("backup/running", "A backup is being made: wait until it is there.");
}
