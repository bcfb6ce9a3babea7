// Contract of stored files: in a folder and in a real S3 server, unsealed and sealed.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wallClock } from "../../src/base/clock.ts";
import { FolderFiles } from "../../src/files/folder-files.ts";
import { S3Files } from "../../src/files/s3-files.ts";
import { fileKey, SealedFiles } from "../../src/files/sealed-files.ts";
import type { StoredFiles } from "../../src/files/stored-files.ts";
import { random, seedOf } from "../support/random.ts";
import { type S3Server, s3Server } from "../support/servers/s3-server.ts";

let directory = "";
let server: S3Server;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "voice-flow-files-"));
  server = await s3Server();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

const key = fileKey(new Uint8Array(32).fill(7));
const kinds: Readonly<Record<string, (name: string) => StoredFiles>> = {
  folder: (name) => new FolderFiles(join(directory, name)),
  "S3 server": (name) => new S3Files({ place: { ...server.place, prefix: `${name}/` }, clock: wallClock }),
};
const all = Object.entries(kinds).flatMap(([kind, open]) => [
  [kind, open] as const,
  [`sealed ${kind}`, (name: string): StoredFiles => new SealedFiles(open(`sealed-${name}`), key)] as const,
]);

async function* pieces(content: Uint8Array, bytes = 50_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += bytes)
    yield await Promise.resolve(content.subarray(at, at + bytes));
}

const whole = async (files: StoredFiles, name: string): Promise<Uint8Array | undefined> => {
  const file = await files.open(name);
  return file?.read(0, file.bytes);
};

/**
 * The storage of these tests acknowledges a put shortly before it serves the new bytes: 2 of 400 reads come too early.
 */
async function served(files: StoredFiles, name: string, first: number): Promise<Uint8Array | undefined> {
  let read = await whole(files, name);
  for (let again = 0; again < 100 && read?.[0] !== first; again++) read = await whole(files, name);
  return read;
}

describe.each(all)("files in a %s", (_, open) => {
  test("a stored file is read, whole and in any part", async () => {
    const files = open("parts");
    const { bytes, int } = random(seedOf(1));
    const content = bytes(300_000);
    await files.put("ses_1/call", pieces(content));
    const file = (await files.open("ses_1/call"))!;
    expect(file.bytes).toBe(content.length);
    for (let i = 0; i < 40; i++) {
      const [from, length] = [int(0, content.length + 10), int(0, 150_000)];
      expect(Bun.hash(await file.read(from, length))).toBe(Bun.hash(content.subarray(from, from + length)));
    }
  });

  test("stored files: a file larger than one upload part arrives complete", async () => {
    const files = open("large");
    const content = random(seedOf(2)).bytes(11 * 1024 ** 2);
    await files.put("ses_1/call", pieces(content, 1024 ** 2));
    expect(Bun.hash((await whole(files, "ses_1/call"))!)).toBe(Bun.hash(content));
  });

  test("stored files: an empty file is stored too", async () => {
    const files = open("empty");
    await files.put("nothing", pieces(new Uint8Array()));
    expect(await whole(files, "nothing")).toEqual(new Uint8Array());
  });

  test("a list has the names below a prefix, with sizes and times", async () => {
    const files = open("list");
    const before = Date.now();
    for (const name of ["a/1", "a/2", "b/1"]) await files.put(name, pieces(new Uint8Array(10)));
    const listed = await files.list("a/");
    expect(listed.map(({ name }) => name).toSorted()).toEqual(["a/1", "a/2"]);
    for (const { bytes, changedAtMs } of listed) {
      expect(bytes).toBeGreaterThanOrEqual(10);
      // S3 returns whole seconds.
      expect(changedAtMs).toBeWithin(before - 1_001, Date.now() + 1_001);
    }
    expect(await files.list("c/")).toEqual([]);
  });

  test("a replaced file is the new one, and a deleted one is missing", async () => {
    const files = open("again");
    for (const value of [1, 2]) await files.put("a/1", pieces(new Uint8Array(3).fill(value)));
    expect(await served(files, "a/1", 2)).toEqual(new Uint8Array(3).fill(2));
    await files.delete("a/1");
    await files.delete("a/1");
    expect(await files.open("a/1")).toBeUndefined();
    expect(await files.list("")).toEqual([]);
  });

  test("stored files: an interrupted upload leaves the earlier file", async () => {
    const files = open("broken");
    await files.put("a/1", pieces(new Uint8Array(3).fill(1)));
    await served(files, "a/1", 1);
    const breaking = async function* (): AsyncGenerator<Uint8Array> {
      yield* pieces(new Uint8Array(200_000));
      throw new Error("the disk is away");
    };
    expect(await files.put("a/1", breaking()).catch(() => "refused")).toBe("refused");
    expect(await files.put("a/2", breaking()).catch(() => "refused")).toBe("refused");
    expect(await whole(files, "a/1")).toEqual(new Uint8Array(3).fill(1));
    expect(await files.list("")).toHaveLength(1);
  });

  test("a name that leaves its folder is refused", async () => {
    const files = open("names");
    for (const name of ["../a", "/a", "a//b", "a/../b", "", ".a"])
      expect(
        await Promise.resolve()
          .then(() => files.open(name))
          .catch(() => "refused"),
      ).toBe("refused");
  });
});
