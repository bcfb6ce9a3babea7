// Sealed files: a changed, cut, moved or swapped file is never accepted, and a rotation loses none.

import { afterEach, beforeEach, expect, test } from "bun:test";
import { createDecipheriv, hkdfSync } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FolderFiles } from "../../src/files/folder-files.ts";
import { fileKey, SealedFiles } from "../../src/files/sealed-files.ts";
import { chunkBytes } from "../../src/files/sealed-stream.ts";
import { random, seedOf } from "../support/random.ts";

let directory = "";
beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), "voice-flow-sealed-"))));
afterEach(() => rm(directory, { recursive: true }));

const keys = [1, 2, 3].map((value) => fileKey(new Uint8Array(32).fill(value)));
const open = (key = keys[0]!) => new SealedFiles(new FolderFiles(directory), key);

async function put(name: string, content: Uint8Array): Promise<void> {
  await open().put(
    name,
    (async function* () {
      yield await Promise.resolve(content);
    })(),
  );
}

async function read(name: string, files = open()): Promise<Uint8Array | string | undefined> {
  try {
    const file = await files.open(name);
    return await file?.read(0, file.bytes);
  } catch (error) {
    return (error as Error).message;
  }
}

const refused = /^(?:it |its )[\w ().,]+$/;
const [headBytes, sealedBytes] = [56, chunkBytes + 16];

test.each([0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 3 * chunkBytes])(
  "sealed files: %d bytes come back, and are not stored in the clear",
  async (bytes) => {
    const content = random(seedOf(3)).bytes(bytes);
    await put("a", content);
    const file = (await open().open("a"))!;
    expect(file.bytes).toBe(bytes);
    expect(Bun.hash(await file.read(0, bytes + 1))).toBe(Bun.hash(content));
    const stored = Buffer.from(await Bun.file(join(directory, "a")).bytes());
    if (bytes > 32) expect(stored.includes(content.subarray(0, 32))).toBe(false);
    expect(stored.length).toBe(headBytes + bytes + 16 * Math.max(1, Math.ceil(bytes / chunkBytes)));
  },
);

test("sealed files: the form is fixed, so that older files are readable", async () => {
  const content = random(seedOf(5)).bytes(chunkBytes + 5);
  await put("a", content);
  const sealed = Buffer.from(await Bun.file(join(directory, "a")).bytes());
  const head = sealed.subarray(0, headBytes);
  expect(head.toString("latin1", 0, 16)).toBe("voice-flow seal1");
  expect(head.toString("hex", 16, 24)).toBe(keys[0]!.name);
  const key = Buffer.from(hkdfSync("sha256", keys[0]!.bytes, head.subarray(24), "voice-flow/file/a", 32));
  const opened = [0, 1].map((number) => {
    const start = headBytes + number * sealedBytes;
    const part = sealed.subarray(start, start + sealedBytes);
    const nonce = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number, number === 1 ? 1 : 0]);
    const decipher = createDecipheriv("aes-256-gcm", key, nonce).setAAD(head).setAuthTag(part.subarray(-16));
    return Buffer.concat([decipher.update(part.subarray(0, -16)), decipher.final()]);
  });
  expect(Bun.hash(Buffer.concat(opened))).toBe(Bun.hash(content));
});

test("sealed files: any flipped byte is noticed", async () => {
  const content = random(seedOf(4)).bytes(300);
  await put("a", content);
  const path = join(directory, "a");
  const sealed = await Bun.file(path).bytes();
  for (let at = 0; at < sealed.length; at++) {
    const changed = sealed.slice();
    changed[at]! ^= 1 << (at % 8);
    await Bun.write(path, changed);
    expect(await read("a")).toMatch(refused);
  }
});

test("sealed files: a file cut anywhere is refused on opening", async () => {
  const { bytes, int } = random(seedOf(5));
  await put("a", bytes(2 * chunkBytes + 100));
  const path = join(directory, "a");
  const sealed = await Bun.file(path).bytes();
  const ends = [0, 1, headBytes - 1, headBytes, headBytes + 15, headBytes + 16];
  const between = Array.from({ length: 50 }, () => int(0, sealed.length - 1));
  for (const end of [...ends, headBytes + sealedBytes, headBytes + 2 * sealedBytes, ...between]) {
    await Bun.write(path, sealed.slice(0, end));
    const said = await open()
      .open("a")
      .then(String, (error: Error) => error.message);
    expect(said).toMatch(refused);
  }
  await Bun.write(path, Buffer.concat([sealed, Buffer.alloc(40)]));
  expect(await read("a")).toMatch(refused);
});

test("sealed files: chunks in another order, or twice, are refused", async () => {
  await put("a", random(seedOf(6)).bytes(3 * chunkBytes));
  const path = join(directory, "a");
  const sealed = await Bun.file(path).bytes();
  const at = (n: number) => sealed.subarray(headBytes + n * sealedBytes, headBytes + (n + 1) * sealedBytes);
  for (const order of [
    [1, 0, 2],
    [0, 0, 2],
    [0, 2],
    [0, 1, 1],
  ]) {
    await Bun.write(path, Buffer.concat([sealed.subarray(0, headBytes), ...order.map(at)]));
    expect(await read("a")).toMatch(refused);
  }
});

test("sealed files: a file under another name or with another key is refused", async () => {
  await put("a", random(seedOf(7)).bytes(100));
  await cp(join(directory, "a"), join(directory, "b"));
  expect(await read("b")).toMatch(/another file/);
  expect(await read("a", open(keys[1]))).toMatch(/master key that is not known/);
});

test("sealed files: after two rotations all are readable with the newest key, and none is rewritten", async () => {
  const contents = [8, 9, 10].map((seed) => random(seedOf(seed)).bytes(100));
  for (const [i, key] of keys.entries()) {
    const content = contents[i]!;
    await open(key).put(
      `file${i}`,
      (async function* () {
        yield await Promise.resolve(content);
      })(),
    );
    const before = await Bun.file(join(directory, "file0")).bytes();
    const next = keys[i + 1];
    if (next !== undefined) await open(key).handOver(next);
    expect(await Bun.file(join(directory, "file0")).bytes()).toEqual(before);
  }
  for (const [i, content] of contents.entries())
    expect(await read(`file${i}`, open(keys[2]))).toEqual(content);
  expect(await read("file2", open(keys[0]))).toMatch(/not known/);
});

test("sealed files: a part of a large file is opened from its own chunks alone", async () => {
  const content = random(seedOf(11)).bytes(8 * chunkBytes);
  await put("a", content);
  const path = join(directory, "a");
  const sealed = await Bun.file(path).bytes();
  // All chunks are broken except the requested one and the last.
  for (const n of [0, 1, 2, 4, 5, 6]) sealed[headBytes + n * sealedBytes]! ^= 1;
  await Bun.write(path, sealed);
  const file = (await open().open("a"))!;
  const from = 3 * chunkBytes + 5;
  expect(await file.read(from, 100)).toEqual(content.slice(from, from + 100));
});
