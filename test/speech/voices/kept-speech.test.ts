// Speech of our own voices in files: any process finds it, and it is deleted with its owner.

import { afterEach, beforeEach, expect, test } from "bun:test";
import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { wallClock } from "../../../src/base/clock.ts";
import { silentLog } from "../../../src/base/log.ts";
import { KeptSpeech } from "../../../src/speech/voices/kept-speech.ts";
import { tempFolder } from "../../support/servers/store.ts";

let folder: ReturnType<typeof tempFolder>;
beforeEach(() => void (folder = tempFolder()));
afterEach(() => folder[Symbol.dispose]());

const open = (maker = "one", mibMax = 8): KeptSpeech =>
  new KeptSpeech({
    directory: join(folder.path, "prompts"),
    mibMax,
    maker: () => Promise.resolve(maker),
    clock: wallClock,
    log: silentLog,
  });

const said = (samples = 1_600, fill = 7) => ({
  pcm: new Int16Array(samples).fill(fill),
  words: [{ text: "Hello.", startMs: 10, endMs: 90 }],
});
const files = (): string[] =>
  readdirSync(join(folder.path, "prompts"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
const name = (text: string): string => KeptSpeech.nameOf(text);

test("kept speech: another process finds it, sample by sample and with the times of its words", async () => {
  const kept = open();
  expect([...(await kept.want("acc/flow", [name("a"), name("b")]))]).toEqual([name("a"), name("b")]);
  await kept.put(name("a"), said());
  const other = open();
  expect([...(await other.want("acc/flow", [name("a"), name("b")]))]).toEqual([name("b")]);
  expect(await other.read(name("a"))).toEqual(said());
  expect(await other.read(name("b"))).toBeUndefined();
  expect(files()).toEqual([`${name("a")}.said`]);
});

test("kept speech: only lines without values are kept", async () => {
  const kept = open();
  await kept.want("acc/flow", [name("Hello.")]);
  await kept.put(name("Hello, Ada."), said());
  expect(kept.has(name("Hello, Ada."))).toBe(false);
  expect(() => files()).toThrow("ENOENT");
});

test("kept speech: removed lines are deleted when a flow is stored again, and all with the flow or account", async () => {
  const kept = open();
  for (const [owner, text] of [
    ["acc/one", "a"],
    ["acc/two", "b"],
    ["other/one", "c"],
  ] as const) {
    await kept.want(owner, [name(text)]);
    await kept.put(name(text), said());
  }
  await kept.want("acc/one", [name("d")]);
  expect(kept.has(name("a"))).toBe(false);
  await kept.put(name("d"), said());
  expect(await kept.owners()).toEqual(expect.arrayContaining(["acc/one", "acc/two", "other/one"]));
  await kept.forget("acc/two");
  expect([kept.has(name("b")), kept.has(name("d"))]).toEqual([false, true]);
  await kept.forget("acc");
  expect(files()).toEqual([`${name("c")}.said`]);
  // The store keeps unneeded speech no more.
  await kept.put(name("a"), said());
  expect(files()).toEqual([`${name("c")}.said`]);
});

test("kept speech: speech of another voice, or of other reading rules, is deleted", async () => {
  const kept = open();
  await kept.want("acc/flow", [name("a")]);
  await kept.put(name("a"), said());
  const newer = open("two");
  expect((await newer.want("acc/flow", [name("a")])).size).toBe(1);
  expect(files()).toEqual([]);
  // The older process synthesises the text again.
  expect(await kept.read(name("a"))).toBeUndefined();
  expect(kept.has(name("a"))).toBe(false);
});

test("kept speech: the least recently used file is deleted when there is no more room", async () => {
  const kept = open("one", 1);
  const texts = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
  await kept.want("acc/flow", texts.map(name));
  const age = (text: string, hours: number): void => {
    const at = wallClock.wall() / 1_000 - hours * 3_600;
    utimesSync(join(folder.path, "prompts", "one", "acc", "flow", `${name(text)}.said`), at, at);
  };
  for (const text of texts.slice(0, 8)) await kept.put(name(text), said(61_000));
  for (const [hours, text] of ["b", "a", ...texts.slice(2, 8)].entries()) age(text, 20 - hours);
  // Used speech counts as new.
  const other = open("one", 1);
  await other.want("acc/other", []);
  expect((await other.read(name("b")))?.pcm).toHaveLength(61_000);
  await kept.put(name("i"), said(61_000));
  const left = texts.filter((text) => files().includes(`${name(text)}.said`));
  expect(left).not.toContain("a");
  expect(left).toEqual(expect.arrayContaining(["b", "i"]));
});

test("kept speech: a cut file, and a half written one, count as absent", async () => {
  const kept = open();
  await kept.want("acc/flow", [name("a")]);
  await kept.put(name("a"), said());
  const path = join(folder.path, "prompts", "one", "acc", "flow", `${name("a")}.said`);
  writeFileSync(path, new Uint8Array(41));
  writeFileSync(`${path}.1.part`, "half");
  const other = open();
  await other.want("acc/flow", [name("a")]);
  expect(await other.read(name("a"))).toBeUndefined();
  expect([...(await other.want("acc/flow", [name("a")]))]).toEqual([name("a")]);
});
