// Flight file: appends the parts of a recorded call to its file, one write at a time. A slow, full or broken disk
// costs the recording, never the call.

import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import type { FlightFile } from "./flight-recorder.ts";

/** Bytes that may wait for the disk: a minute of a call. */
const waitingBytesMax = 4 * 1024 * 1024;
/** More than an hour; then nothing is added. */
const fileMibMax = 256;
const fileBytesMax = fileMibMax * 1024 * 1024;

export interface AppendedFileOptions {
  readonly path: string;
  /** Called once: later data is not recorded. */
  readonly lost: (why: string, error?: unknown) => void;
  /** @internal For tests; its number of bytes. */
  readonly bytesMax?: number;
}

/** The file and its folder are private to their owner. */
export class AppendedFile implements FlightFile {
  readonly #o: AppendedFileOptions;
  readonly #waiting: Uint8Array[] = [];
  readonly #done = Promise.withResolvers<void>();
  #waitingBytes = 0;
  #bytes = 0;
  #isWriting = false;
  #isEnded = false;
  #isLost = false;
  #handle: FileHandle | undefined;

  constructor(options: AppendedFileOptions) {
    this.#o = options;
  }

  /** Resolves when all is written, or nothing more will be. */
  get done(): Promise<void> {
    return this.#done.promise;
  }

  add(part: Uint8Array): void {
    if (this.#isLost || this.#isEnded) return;
    const { bytesMax = fileBytesMax } = this.#o;
    if (this.#bytes + part.length > bytesMax) return this.#lose(`a recording may have ${fileMibMax} MiB`);
    if (this.#waitingBytes + part.length > waitingBytesMax) return this.#lose("the disk is too slow");
    this.#bytes += part.length;
    this.#waitingBytes += part.length;
    this.#waiting.push(part);
    this.#write();
  }

  end(): void {
    this.#isEnded = true;
    this.#write();
  }

  #write(): void {
    if (this.#isWriting) return;
    this.#isWriting = true;
    void this.#drain()
      .catch((error: unknown) => {
        this.#waiting.length = 0;
        this.#lose("the disk did not take it", error);
      })
      .finally(() => {
        this.#isWriting = false;
        if (this.#isEnded || this.#isLost) void this.#close();
      });
  }

  async #drain(): Promise<void> {
    this.#handle ??= await this.#open();
    for (let part = this.#waiting.shift(); part !== undefined; part = this.#waiting.shift()) {
      await this.#handle.appendFile(part);
      this.#waitingBytes -= part.length;
    }
  }

  async #open(): Promise<FileHandle> {
    const { path } = this.#o;
    const make = async (): Promise<FileHandle> => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      return open(path, "a", 0o600);
    };
    // Retried: a sweep may have deleted the empty folder.
    return make().catch(make);
  }

  #lose(why: string, error?: unknown): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#o.lost(why, error);
    if (!this.#isWriting) void this.#close();
  }

  async #close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    await handle?.close().catch(() => undefined);
    this.#done.resolve();
  }
}
