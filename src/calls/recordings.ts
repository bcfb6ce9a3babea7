// Recordings: messages after the tone, and whole calls. They are written to files of the data directory, readable for
// their owner only, and stay there or move to a storage; kept for some days, and limited in total size.

import { join } from "node:path";
import { type Frame, sampleRate, samplesPerFrame } from "../audio/frame.ts";
import { writeWav } from "../audio/wav.ts";
import type { Clock } from "../base/clock.ts";
import { newId } from "../base/id.ts";
import type { Log } from "../base/log.ts";
import { FolderFiles } from "../files/folder-files.ts";
import { inOnePiece, type OpenFile, type StoredFiles } from "../files/stored-files.ts";
import { RecordingUpload, storedFolder } from "./recording-upload.ts";

export interface RecordingsOptions {
  /** Undefined stores nothing: words are counted and forgotten. */
  readonly directory: string | undefined;
  /** Final storage of recordings, for all nodes; undefined: they stay in the directory. */
  readonly files: StoredFiles | undefined;
  readonly days: number;
  /** Limit of the directory, and of the storage. */
  readonly mibMax: number;
  /** Ages of sessions in the store, by id: for files of erased ones, and of those with shorter retention. */
  readonly ageOf?: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** After each check: bytes of each session by id, in the directory or in the storage of all nodes. */
  readonly counted?: (where: "here" | "storage", bytes: ReadonlyMap<string, number>) => Promise<void>;
  /** False: another process deletes old and excess files. Default true. */
  readonly sweeps?: boolean;
  readonly clock: Clock;
  readonly log: Log;
}

const dayMs = 24 * 60 * 60_000;
const sweepEveryMs = 60 * 60_000;
/** A hanging storage does not keep the server from stopping. */
const sweepCloseMsMax = 1_000;
const mib = 1024 * 1024;
/** Sessions per request to the store. */
export const idsAtOnce = 200;

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

  /** Returns its id; a disk failure is logged, and the id still identifies the words. */
  async keep(sessionId: string, frames: readonly Frame[]): Promise<string> {
    const { clock, log } = this.#o;
    const id = newId("rec", clock.wall());
    if (this.#folder === undefined) return id;
    const pcm = new Int16Array(frames.length * samplesPerFrame);
    frames.forEach((frame, i) => pcm.set(frame, i * samplesPerFrame));
    const name = `${sessionId}/${id}.wav`;
    try {
      await this.#folder.put(name, inOnePiece(writeWav({ rate: sampleRate, pcm })));
      this.#upload?.whole(name);
    } catch (error) {
      log.error("recording.not-kept", { session: sessionId, error });
    }
    return id;
  }

  /** True if complete files leave the directory. */
  get areCarriedAway(): boolean {
    return this.#upload !== undefined;
  }

  /** Path of a session's file; undefined if nothing is stored. Its folder may not exist yet. */
  fileOf(sessionId: string, name: string): string | undefined {
    const { directory } = this.#o;
    return directory === undefined ? undefined : join(directory, sessionId, name);
  }

  /** Begins a file; call the result when it is complete. */
  begin(sessionId: string, name: string): () => void {
    const stored = `${sessionId}/${name}`;
    this.#upload?.begin(stored);
    return () => this.#upload?.whole(stored);
  }

  /**
   * Files of the session with this suffix, wherever they are. Throws a `FilesError` if the storage fails or its
   * content was changed.
   */
  async find(sessionId: string, suffix: string): Promise<readonly OpenFile[]> {
    const prefix = `${sessionId}/`;
    const here = await openAll(this.#folder, prefix, suffix);
    const there = await openAll(this.#o.files, storedFolder + prefix, suffix);
    // A file that has just been moved away may still be here.
    const left = [...there].filter(([name]) => !here.has(name.slice(storedFolder.length)));
    return [...here.values(), ...left.map(([, file]) => file)];
  }

  /** Deletes all files of some sessions and returns their number. Throws a `FilesError`. */
  async erase(sessionIds: readonly string[]): Promise<number> {
    let erased = 0;
    for (const id of sessionIds)
      for (const [files, folder] of this.#places)
        for (const { name } of (await files.list(`${folder}${id}/`)).filter(isOf(id, folder))) {
          await files.delete(name);
          erased += 1;
        }
    return erased;
  }

  /** Messages after the tone of a session, by name. Throws a `FilesError`. */
  async left(sessionId: string): Promise<ReadonlyMap<string, OpenFile>> {
    const messages = new Map<string, OpenFile>();
    for (const [files, folder] of this.#places)
      for (const [name, file] of await openAll(files, `${folder}${sessionId}/`, ".wav"))
        messages.set(name.slice(`${folder}${sessionId}/`.length), file);
    return messages;
  }

  /** Places of files, each with its folder. */
  get #places(): readonly (readonly [files: StoredFiles, folder: string])[] {
    const here = this.#folder === undefined ? [] : [[this.#folder, ""] as const];
    return this.#o.files === undefined ? here : [...here, [this.#o.files, storedFolder]];
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

  /** Deletes expired data, and the oldest above the size limit. One at a time. */
  sweep(): Promise<void> {
    this.#sweeping = this.#sweeping
      .catch(() => undefined)
      .then(async () => {
        for (const [files, folder] of this.#places) await this.#sweep(files, folder);
      });
    return this.#sweeping;
  }

  async #sweep(files: StoredFiles, folder: string): Promise<void> {
    const { days, mibMax, clock, counted } = this.#o;
    const listing = await files.list(folder);
    const ages = await this.#agesOf(listing.map(({ name }) => sessionIn(name, folder)));
    let total = 0;
    const left = new Map<string, number>();
    for (const { name, changedAtMs, bytes } of listing.toSorted((a, b) => b.changedAtMs - a.changedAtMs)) {
      total += bytes;
      const session = sessionIn(name, folder);
      const daysMax = Math.min(days, ages.get(session) ?? days);
      if (clock.wall() - changedAtMs > daysMax * dayMs || total > mibMax * mib) await files.delete(name);
      else left.set(session, (left.get(session) ?? 0) + bytes);
    }
    await counted?.(files === this.#folder ? "here" : "storage", left);
  }

  async #agesOf(sessionIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { ageOf } = this.#o;
    const all = new Map<string, number>();
    const ids = [...new Set(sessionIds)];
    for (let at = 0; ageOf !== undefined && at < ids.length; at += idsAtOnce)
      for (const [id, days] of await ageOf(ids.slice(at, at + idsAtOnce))) all.set(id, days);
    return all;
  }
}

/** Session of a file: its name begins with the session's id. */
function sessionIn(name: string, folder: string): string {
  return name.slice(folder.length).split("/", 1)[0] ?? "";
}

function isOf(id: string, folder: string): (file: { readonly name: string }) => boolean {
  return ({ name }) => sessionIn(name, folder) === id;
}

async function openAll(files: StoredFiles | undefined, prefix: string, suffix: string) {
  const opened = new Map<string, OpenFile>();
  for (const { name } of (await files?.list(prefix)) ?? []) {
    const file = name.endsWith(suffix) ? await files?.open(name) : undefined;
    if (file !== undefined) opened.set(name, file);
  }
  return opened;
}
