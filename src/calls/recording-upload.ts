// Recording upload: moves recordings from the disk to the storage, one file at a time, in the background. Until then
// they stay on the disk: an unavailable storage costs only space, and is retried.

import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { FolderFiles } from "../files/folder-files.ts";
import type { StoredFiles } from "../files/stored-files.ts";
import { withIndex } from "./flight/flight-index.ts";

export interface RecordingUploadOptions {
  readonly from: FolderFiles;
  readonly to: StoredFiles;
  readonly clock: Clock;
  readonly log: Log;
}

/** Folder of recordings in the storage. */
export const storedFolder = "recordings/";
/** Files to upload: no foreign ones, and no half-written ones. */
const isRecording = (name: string): boolean => /\.(?:wav|recording)$/.test(name);

const againMs = 60_000;
/** Quiet time of a file without a writer here: left by a crash, or written by another process each second. */
const quietMs = 2 * 60_000;
/** Wait of a shutdown for the rest; the next start continues. */
const closeMsMax = 10_000;

export class RecordingUpload implements AsyncDisposable {
  readonly #o: RecordingUploadOptions;
  readonly #whole = new Set<string>();
  readonly #written = new Set<string>();
  #timer: Disposable | undefined;
  #round: Promise<void> | undefined;
  #isAway = false;
  #isClosed = false;

  constructor(options: RecordingUploadOptions) {
    this.#o = options;
    this.#later(0);
  }

  /** Registers a file being written: it stays until `whole` is called for it. */
  begin(name: string): void {
    this.#written.add(name);
  }

  /** The file is complete: it is uploaded as soon as possible. */
  whole(name: string): void {
    this.#written.delete(name);
    this.#whole.add(name);
    // An unavailable storage is not tried for each call.
    if (!this.#isAway) this.#later(0);
  }

  /** Tries the rest, but not for long. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    using _limit = this.#o.clock.after(closeMsMax, resolve);
    // Files from a running round's time are in the next one.
    const rest = (this.#round ?? Promise.resolve()).then(() => (this.#isAway ? undefined : this.#runOnce()));
    await Promise.race([rest, promise]);
    this.#isClosed = true;
    this.#timer?.[Symbol.dispose]();
    if (this.#whole.size > 0) this.#o.log.warn("recordings.left-behind", { files: this.#whole.size });
  }

  #later(ms: number): void {
    if (this.#isClosed) return;
    this.#timer?.[Symbol.dispose]();
    this.#timer = this.#o.clock.after(ms, () => {
      void (this.#round ?? this.#runOnce()).then(() => {
        // Files from the end of a round.
        this.#later(this.#whole.size > 0 && !this.#isAway ? 0 : againMs);
      });
    });
  }

  #runOnce(): Promise<void> {
    this.#round = this.#run()
      .catch((error: unknown) => {
        // Reported once, and again only after it was available in between.
        if (!this.#isAway) this.#o.log.error("recordings.not-uploaded", { error });
        this.#isAway = true;
      })
      .finally(() => (this.#round = undefined));
    return this.#round;
  }

  async #run(): Promise<void> {
    for (let names = await this.#ready(); names.length > 0; names = await this.#ready())
      for (const name of names) {
        if (this.#isClosed) return;
        await this.#carry(name);
      }
  }

  /** The oldest first. */
  async #ready(): Promise<readonly string[]> {
    const now = this.#o.clock.wall();
    // Files written while the folder was read may be missing in it.
    const wholeNames = [...this.#whole];
    const files = await this.#o.from.list("");
    const there = new Set(files.map(({ name }) => name));
    for (const name of wholeNames) if (!there.has(name)) this.#whole.delete(name);
    return files
      .filter(({ name }) => isRecording(name) && !this.#written.has(name))
      .filter(({ name, changedAtMs }) => this.#whole.has(name) || now - changedAtMs > quietMs)
      .toSorted((a, b) => a.changedAtMs - b.changedAtMs)
      .map(({ name }) => name);
  }

  async #carry(name: string): Promise<void> {
    const { from, to, log } = this.#o;
    const file = await from.open(name);
    // A sweep deleted it meanwhile.
    if (file !== undefined) await to.put(storedFolder + name, withIndex(file));
    await from.delete(name);
    this.#whole.delete(name);
    if (this.#isAway) log.info("recordings.uploaded-again");
    this.#isAway = false;
  }
}
