// Recordings: what callers said after the tone, and whole calls. They are written to files of the data directory, readable
// for their owner only, and stay there or are carried to a storage; kept for some days, and limited in their total size.

import { join } from "node:path";
import { type Frame, sampleRate, samplesPerFrame } from "../audio/frame.ts";
import { writeWav } from "../audio/wav.ts";
import type { Clock } from "../base/clock.ts";
import { newId } from "../base/id.ts";
import type { Log } from "../base/log.ts";
import { FolderFiles } from "../files/folder-files.ts";
import type { OpenFile, StoredFiles } from "../files/stored-files.ts";
import { RecordingUpload, storedFolder } from "./recording-upload.ts";

export interface RecordingsOptions {
  /** Undefined keeps nothing: what is said is counted and forgotten. */
  readonly directory: string | undefined;
  /** Where they are carried to, for all nodes; undefined: they stay in the directory. */
  readonly files: StoredFiles | undefined;
  readonly days: number;
  /** Of the directory, and as much of the storage. */
  readonly mibMax: number;
  /** False: another process deletes what is too old or too much. Unless given this one does. */
  readonly sweeps?: boolean;
  readonly clock: Clock;
  readonly log: Log;
}

const dayMs = 24 * 60 * 60_000;
const sweepEveryMs = 60 * 60_000;
/** A storage that hangs does not keep the server from stopping. */
const sweepCloseMsMax = 1_000;
const mib = 1024 * 1024;

export class Recordings implements AsyncDisposable {
  readonly #o: RecordingsOptions;
  readonly #folder: FolderFiles | undefined;
  readonly #upload: RecordingUpload | undefined;
  #timer: Disposable | undefined;
  #sweeping: Promise<void> = Promise.resolve();

  constructor(options: RecordingsOptions) {
    this.#o = options;
    const { directory, files, sweeps = true, clock, log } = options;
    if (directory === undefined) return;
    const folder = new FolderFiles(directory);
    this.#folder = folder;
    if (files !== undefined) this.#upload = new RecordingUpload({ from: folder, to: files, clock, log });
    if (sweeps) this.#sweepLater(0);
  }

  /** Answers with its id; a disk that does not take it is logged, and the id stands for what was said all the same. */
  async keep(sessionId: string, frames: readonly Frame[]): Promise<string> {
    const { clock, log } = this.#o;
    const id = newId("rec", clock.wall());
    if (this.#folder === undefined) return id;
    const pcm = new Int16Array(frames.length * samplesPerFrame);
    frames.forEach((frame, i) => pcm.set(frame, i * samplesPerFrame));
    const name = `${sessionId}/${id}.wav`;
    try {
      await this.#folder.put(name, only(writeWav({ rate: sampleRate, pcm })));
      this.#upload?.whole(name);
    } catch (error) {
      log.error("recording.not-kept", { session: sessionId, error });
    }
    return id;
  }

  /** Whether what is whole leaves the directory. */
  get areCarriedAway(): boolean {
    return this.#upload !== undefined;
  }

  /** Where a file of a session belongs; undefined where nothing is kept. Its folder may have to be made. */
  fileOf(sessionId: string, name: string): string | undefined {
    const { directory } = this.#o;
    return directory === undefined ? undefined : join(directory, sessionId, name);
  }

  /** It is written from now on; call what is answered when nothing follows. */
  begin(sessionId: string, name: string): () => void {
    const stored = `${sessionId}/${name}`;
    this.#upload?.begin(stored);
    return () => this.#upload?.whole(stored);
  }

  /**
   * The files of a session that end so, wherever they lie. Throws a `FilesError` where the storage fails or what it holds
   * was changed.
   */
  async find(sessionId: string, suffix: string): Promise<readonly OpenFile[]> {
    const prefix = `${sessionId}/`;
    const here = await openAll(this.#folder, prefix, suffix);
    const there = await openAll(this.#o.files, storedFolder + prefix, suffix);
    // What has just been carried away may still lie here.
    const left = [...there].filter(([name]) => !here.has(name.slice(storedFolder.length)));
    return [...here.values(), ...left.map(([, file]) => file)];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#timer?.[Symbol.dispose]();
    await this.#upload?.[Symbol.asyncDispose]();
    const { promise, resolve } = Promise.withResolvers<void>();
    using _limit = this.#o.clock.after(sweepCloseMsMax, resolve);
    await Promise.race([this.#sweeping.catch(() => undefined), promise]);
  }

  #sweepLater(ms: number): void {
    this.#timer = this.#o.clock.after(ms, () => {
      void this.sweep().catch((error: unknown) => this.#o.log.error("recordings.not-swept", { error }));
      this.#sweepLater(sweepEveryMs);
    });
  }

  /** Deletes what is too old, and the oldest of what is too much. One at a time. */
  sweep(): Promise<void> {
    this.#sweeping = this.#sweeping
      .catch(() => undefined)
      .then(async () => {
        await this.#sweep(this.#folder, "");
        await this.#sweep(this.#o.files, storedFolder);
      });
    return this.#sweeping;
  }

  async #sweep(files: StoredFiles | undefined, prefix: string): Promise<void> {
    const { days, mibMax, clock } = this.#o;
    const found = (await files?.list(prefix)) ?? [];
    let total = 0;
    for (const { name, changedAtMs, bytes } of found.toSorted((a, b) => b.changedAtMs - a.changedAtMs)) {
      total += bytes;
      if (clock.wall() - changedAtMs > days * dayMs || total > mibMax * mib) await files?.delete(name);
    }
  }
}

async function openAll(files: StoredFiles | undefined, prefix: string, suffix: string) {
  const opened = new Map<string, OpenFile>();
  for (const { name } of (await files?.list(prefix)) ?? []) {
    const file = name.endsWith(suffix) ? await files?.open(name) : undefined;
    if (file !== undefined) opened.set(name, file);
  }
  return opened;
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
