// Recordings: what callers said after the tone, and whole calls, as files of the data directory. Readable for the owner of the file
// only, kept for some days, and limited in their total size.

import { mkdir, readdir, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Frame, sampleRate, samplesPerFrame } from "../audio/frame.ts";
import { writeWav } from "../audio/wav.ts";
import type { Clock } from "../base/clock.ts";
import { newId } from "../base/id.ts";
import type { Log } from "../base/log.ts";

export interface RecordingsOptions {
  /** Undefined keeps nothing: what is said is counted and forgotten. */
  readonly directory: string | undefined;
  readonly days: number;
  readonly mibMax: number;
  /** False: another process deletes what is too old or too much. Unless given this one does. */
  readonly sweeps?: boolean;
  readonly clock: Clock;
  readonly log: Log;
}

const dayMs = 24 * 60 * 60_000;
const sweepEveryMs = 60 * 60_000;
const mib = 1024 * 1024;

export class Recordings implements AsyncDisposable {
  readonly #o: RecordingsOptions;
  #timer: Disposable | undefined;
  #sweeping: Promise<void> = Promise.resolve();

  constructor(options: RecordingsOptions) {
    this.#o = options;
    const { directory, sweeps = true } = options;
    if (directory !== undefined && sweeps) this.#sweepLater(0);
  }

  /** Answers with its id; a disk that does not take it is logged, and the id stands for what was said all the same. */
  async keep(sessionId: string, frames: readonly Frame[]): Promise<string> {
    const { directory, clock, log } = this.#o;
    const id = newId("rec", clock.wall());
    if (directory === undefined) return id;
    const pcm = new Int16Array(frames.length * samplesPerFrame);
    frames.forEach((frame, i) => pcm.set(frame, i * samplesPerFrame));
    const file = join(directory, sessionId, `${id}.wav`);
    const write = async (): Promise<void> => {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await writeFile(file, writeWav({ rate: sampleRate, pcm }), { mode: 0o600 });
    };
    try {
      // Once more: a sweep may have taken the folder while it was empty.
      await write().catch(write);
    } catch (error) {
      log.error("recording.not-kept", { session: sessionId, error });
      // Half of it would be taken for the whole, and takes room on a disk that may be full.
      await rm(file, { force: true }).catch(() => undefined);
    }
    return id;
  }

  /** Where a file of a session belongs; undefined where nothing is kept. Its folder may have to be made. */
  fileOf(sessionId: string, name: string): string | undefined {
    const { directory } = this.#o;
    return directory === undefined ? undefined : join(directory, sessionId, name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#timer?.[Symbol.dispose]();
    await this.#sweeping.catch(() => undefined);
  }

  #sweepLater(ms: number): void {
    this.#timer = this.#o.clock.after(ms, () => {
      void this.sweep().catch((error: unknown) => this.#o.log.error("recordings.not-swept", { error }));
      this.#sweepLater(sweepEveryMs);
    });
  }

  /** Deletes what is too old, and the oldest of what is too much. One at a time. */
  sweep(): Promise<void> {
    this.#sweeping = this.#sweeping.catch(() => undefined).then(() => this.#sweep());
    return this.#sweeping;
  }

  async #sweep(): Promise<void> {
    const { directory, days, mibMax, clock } = this.#o;
    if (directory === undefined) return;
    const files = await filesIn(directory);
    files.sort((a, b) => b.changedAt - a.changedAt);
    let bytes = 0;
    for (const { path, changedAt, size } of files) {
      bytes += size;
      if (clock.wall() - changedAt > days * dayMs || bytes > mibMax * mib) await rm(path, { force: true });
    }
    for (const name of await namesIn(directory)) {
      // A folder that is not empty any more stays.
      await rmdir(join(directory, name)).catch(() => undefined);
    }
  }
}

async function filesIn(directory: string) {
  const files: { path: string; changedAt: number; size: number }[] = [];
  for (const session of await namesIn(directory)) {
    for (const name of await namesIn(join(directory, session))) {
      const path = join(directory, session, name);
      // The operator may have deleted one meanwhile.
      const found = await stat(path).catch(() => undefined);
      if (found !== undefined) files.push({ path, changedAt: found.mtimeMs, size: found.size });
    }
  }
  return files;
}

/** None when there is no such folder. */
async function namesIn(path: string): Promise<readonly string[]> {
  return await readdir(path).catch(() => []);
}
