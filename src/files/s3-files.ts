// S3 files: stored files as objects of S3-compatible storage, by Bun's own client, which signs and sends in parts.
// The client has no time limits and no cancelling, so each request is given up here; a hanging request then ends by
// the client's own limit.

import { S3Client } from "bun";
import type { Clock } from "../base/clock.ts";
import type { Secret } from "../base/secret.ts";
import {
  checkFileName,
  FilesError,
  type OpenFile,
  type StoredFile,
  type StoredFiles,
} from "./stored-files.ts";

export interface S3Place {
  readonly bucket: string;
  /** Prefix of every name: empty, or with a final slash. */
  readonly prefix: string;
  /** Undefined: Amazon's endpoint of the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: Secret;
}

/** Also between two pieces of a larger file. */
const requestMsMax = 30_000;
/** Minimum of S3, which takes 10,000 parts. */
const partBytes = 5 * 1024 * 1024;

export interface S3FilesOptions {
  readonly place: S3Place;
  readonly clock: Pick<Clock, "after">;
  /** Time limit of one request. */
  readonly msMax?: number;
}

export class S3Files implements StoredFiles {
  readonly #client: S3Client;
  readonly #prefix: string;
  readonly #clock: Pick<Clock, "after">;
  readonly #msMax: number;

  constructor({ place, clock, msMax = requestMsMax }: S3FilesOptions) {
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = place;
    const credentials = { accessKeyId, secretAccessKey: secretAccessKey.reveal() };
    this.#client = new S3Client({
      ...credentials,
      bucket,
      region,
      ...(endpoint === undefined ? {} : { endpoint }),
    });
    this.#prefix = place.prefix;
    this.#clock = clock;
    this.#msMax = msMax;
  }

  async put(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const key = this.#keyOf(name);
    using progress = this.#limit();
    const pieces = content[Symbol.asyncIterator]();
    const first = await Promise.race([pieces.next(), progress.late]);
    // The client is done with an empty stream before the storage is.
    if (first.done === true) return void (await this.#within(this.#client.write(key, new Uint8Array())));
    const { body, failed, fail } = pulled(first.value, pieces, () => progress.again());
    // A failing body makes the client discard the parts sent so far; a writer of its own would send the rest.
    void progress.late.catch(fail);
    const written = this.#client.write(key, new Response(body), {
      partSize: partBytes,
      queueSize: 1,
      retry: 1,
      type: "application/octet-stream",
    });
    try {
      await Promise.race([written, progress.late]);
    } catch (error) {
      throw failed() ?? asRefusal(error);
    }
  }

  async open(name: string): Promise<OpenFile | undefined> {
    const file = this.#client.file(this.#keyOf(name));
    const stats = await this.#unlessMissing(file.stat());
    if (stats === undefined) return undefined;
    const { size } = stats;
    const read = async (from: number, bytes: number): Promise<Uint8Array> => {
      const to = Math.min(from + bytes, size);
      // The storage refuses a range of nothing.
      return from >= to ? new Uint8Array() : await this.#within(file.slice(from, to).bytes());
    };
    return { bytes: size, read };
  }

  async list(prefix: string): Promise<readonly StoredFile[]> {
    const files: StoredFile[] = [];
    for (let after: string | undefined; ;) {
      const more = after === undefined ? {} : { startAfter: after };
      const page = await this.#within(this.#client.list({ prefix: this.#prefix + prefix, ...more }));
      const objects = page.contents ?? [];
      for (const { key, size = 0, lastModified = "" } of objects)
        files.push({
          name: key.slice(this.#prefix.length),
          bytes: size,
          changedAtMs: Date.parse(lastModified),
        });
      after = objects.at(-1)?.key;
      if (page.isTruncated !== true || after === undefined) return files;
    }
  }

  async delete(name: string): Promise<void> {
    await this.#unlessMissing(this.#client.delete(this.#keyOf(name)));
  }

  async #unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
    try {
      return await this.#within(work);
    } catch (error) {
      if (error instanceof FilesError && (error.code === "NoSuchKey" || error.code === "NotFound"))
        return undefined;
      throw error;
    }
  }

  async #within<T>(work: Promise<T>): Promise<T> {
    using limit = this.#limit();
    try {
      return await Promise.race([work, limit.late]);
    } catch (error) {
      throw asRefusal(error);
    }
  }

  /** Rejects at the time limit unless restarted or disposed before. */
  #limit() {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const told = new FilesError(`the storage did not answer within ${this.#msMax / 1_000} s`);
    const begin = (): Disposable => this.#clock.after(this.#msMax, () => reject(told));
    let timer = begin();
    let isOver = false;
    return {
      late,
      again: () => {
        if (isOver) return;
        timer[Symbol.dispose]();
        timer = begin();
      },
      [Symbol.dispose]: () => {
        isOver = true;
        timer[Symbol.dispose]();
      },
    };
  }

  #keyOf(name: string): string {
    checkFileName(name);
    return this.#prefix + name;
  }
}

/** Refusal with only the code of the response: its words are the storage's own, and may contain keys. */
function asRefusal(error: unknown): FilesError {
  if (error instanceof FilesError) return error;
  const { code } = error as { code?: unknown };
  if (typeof code !== "string" || !/^\w{1,64}$/.test(code)) return new FilesError("the storage failed");
  return new FilesError(`the storage failed: ${code}`, { code });
}

/** Content as a body that is read as fast as it is sent. `failed` answers the error of the content itself. */
function pulled(first: Uint8Array, pieces: AsyncIterator<Uint8Array>, onPull: () => void) {
  let thrown: Error | undefined;
  let isOver = false;
  let stop: (error: unknown) => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(first);
      stop = (error) => {
        if (isOver) return;
        isOver = true;
        controller.error(error);
        void pieces.return?.().catch(() => undefined);
      };
    },
    async pull(controller) {
      onPull();
      try {
        const { value, done } = await pieces.next();
        if (isOver) return;
        if (done !== true) return controller.enqueue(value);
        isOver = true;
        controller.close();
      } catch (error) {
        thrown = error as Error;
        stop(error);
      }
    },
  });
  return { body, failed: () => thrown, fail: (error: unknown) => stop(error) };
}
