// Sounds of accounts: their audio after a change in this or another process, the number of fetches, and deletions.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { writeWav } from "../../../src/audio/wav.ts";
import { Fault } from "../../../src/base/fault.ts";
import type { OutboundAnswer, OutboundFailure } from "../../../src/base/outbound/outbound-message.ts";
import { AccountSounds, type AccountSoundsOptions } from "../../../src/calls/sounds/account-sounds.ts";
import { FolderFiles } from "../../../src/files/folder-files.ts";
import { FilesError, type StoredFiles } from "../../../src/files/stored-files.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";
import { codeOf } from "../../support/code-of.ts";
import { failureOf } from "../../support/failure-of.ts";
import { tempFolder } from "../../support/servers/store.ts";

let folder: ReturnType<typeof tempFolder>;
beforeAll(() => {
  folder = tempFolder();
});
afterAll(() => folder[Symbol.dispose]());

/** Each byte of an upload becomes a frame of that value. */
const convert = (bytes: Uint8Array): Promise<Uint8Array> => {
  const pcm = new Int16Array(320 * bytes.length);
  bytes.forEach((byte, i) => pcm.fill(byte, 320 * i, 320 * (i + 1)));
  return Promise.resolve(writeWav({ rate: 16_000, pcm }));
};

const checkRoom = (): Promise<void> => Promise.resolve();

function open(options: Partial<AccountSoundsOptions> = {}) {
  const clock = new VirtualClock();
  const asked: string[] = [];
  let says: OutboundAnswer | OutboundFailure = answerOf(5);
  const outbound = {
    send: ({ url }: { readonly url: string }) => {
      asked.push(url);
      return Promise.resolve(says);
    },
  };
  const files = new FolderFiles(folder.path);
  const sounds = new AccountSounds({ files, convert, outbound, clock, checkRoom, ...options });
  return { sounds, clock, asked, answer: (with_: typeof says) => void (says = with_) };
}

const answerOf = (byte: number): OutboundAnswer => ({
  kind: "ok",
  status: 200,
  headers: new Headers(),
  body: Uint8Array.of(byte),
});
const first = async (heard: Promise<Int16Array>): Promise<number | undefined> => (await heard)[0];
const { signal } = new AbortController();
const url = "https://sounds.example/hello.wav?key=secret";

test("A replaced sound is heard at once here, and within 10 s in another process", async () => {
  const [here, there] = [open(), open()];
  await here.sounds.put("acc_a", "hello.wav", Uint8Array.of(1));
  expect(await first(here.sounds.load("acc_a", "hello.wav"))).toBe(1);
  expect(await first(there.sounds.load("acc_a", "hello.wav"))).toBe(1);
  await here.sounds.put("acc_a", "hello.wav", Uint8Array.of(2));
  expect(await first(here.sounds.load("acc_a", "hello.wav"))).toBe(2);
  await there.clock.advance(10_001);
  expect(await first(there.sounds.load("acc_a", "hello.wav"))).toBe(2);
  await here.sounds.remove("acc_a", "hello.wav");
  expect(await failureOf(here.sounds.load("acc_a", "hello.wav"))).toBe("is not there");
});

test("A sound belongs to its account alone, and is deleted with it", async () => {
  const { sounds } = open();
  await sounds.put("acc_b", "a.wav", Uint8Array.of(1));
  await sounds.fetch("acc_b", url, signal);
  await sounds.put("acc_bb", "a.wav", Uint8Array.of(1));
  expect(await failureOf(sounds.load("acc_c", "a.wav"))).toBe("is not there");
  expect(await failureOf(sounds.load(undefined, "a.wav"))).toBe("belongs to no account");
  await Bun.write(join(folder.path, "sounds/acc_b/f61.wav.part"), "half");
  await sounds.erase("acc_b");
  expect(await sounds.list("acc_b")).toEqual([]);
  const left = await new FolderFiles(folder.path).list("sounds/acc_b/");
  expect(left).toEqual([]);
  expect(await sounds.list("acc_bb")).toHaveLength(1);
});

test("A sound counts against an account's storage, and replaces an earlier one", async () => {
  const asked: number[] = [];
  const { sounds } = open({
    checkRoom({ bytes }) {
      asked.push(bytes);
      return asked.length > 3 ? Promise.reject(new Fault("storage/full", "Too much.")) : Promise.resolve();
    },
  });
  const second = new Uint8Array(50).fill(1);
  for (const name of ["a.wav", "b.wav", "a.wav"]) await sounds.put("acc_room", name, second);
  expect(asked).toEqual([32_044, 64_044, 64_044]);
  expect(await codeOf(() => sounds.put("acc_room", "c.wav", second))).toBe("storage/full");
  expect((await sounds.list("acc_room")).map(({ name }) => name)).toEqual(["a.wav", "b.wav"]);
});

test("An account has at most 100 sounds, and may change each of them", async () => {
  const { sounds } = open();
  for (let i = 0; i < 100; i++) await sounds.put("acc_d", `${i}.wav`, Uint8Array.of(1));
  expect(await codeOf(() => sounds.put("acc_d", "100.wav", Uint8Array.of(1)))).toBe("account/limit");
  await sounds.put("acc_d", "99.wav", Uint8Array.of(2));
  expect(await first(sounds.load("acc_d", "99.wav"))).toBe(2);
});

test.each(["a folder", "memory alone"])(
  "An address is fetched once for all waiting calls, with %s",
  async (where) => {
    const { sounds, asked } = open(where === "memory alone" ? { files: undefined } : {});
    const account = `acc_${where.length}`;
    const loads = await Promise.all([1, 2, 3].map(() => first(sounds.load(account, url))));
    expect([loads, asked]).toEqual([[5, 5, 5], [url]]);
    await sounds.load(account, url);
    expect(asked).toHaveLength(1);
  },
);

test("An address that does not answer is skipped by calls for a minute, and is tried when a flow is stored", async () => {
  const { sounds, asked, answer, clock } = open();
  answer({ kind: "network", detail: "sounds.example could not be reached." });
  const said = await failureOf(sounds.load("acc_e", url));
  expect(said).toBe("cannot be had: The sound could not be fetched. sounds.example could not be reached.");
  expect(await failureOf(sounds.load("acc_e", url))).toBe("is not there");
  expect(asked).toHaveLength(1);
  expect(await codeOf(() => sounds.fetch("acc_e", url, signal))).toBe("sound/unreachable");
  answer(answerOf(7));
  await clock.advance(60_001);
  expect(await first(sounds.load("acc_e", url))).toBe(7);
  expect(asked).toHaveLength(3);
});

test("A failing storage is reported in words, and is no bug", async () => {
  const broken = Promise.reject(new FilesError("it is away"));
  broken.catch(() => undefined);
  const files = {
    list: () => broken,
    open: () => broken,
    put: () => broken,
    delete: () => broken,
  } as StoredFiles;
  const { sounds } = open({ files });
  expect(await codeOf(() => sounds.list("acc_f"))).toBe("storage/unavailable");
  expect(await failureOf(sounds.load("acc_f", "a.wav"))).toBe(
    "cannot be had: The storage of sounds failed: it is away.",
  );
});
