// Command `licenses`: every part inside the program, with its terms and their whole text.

import { expect, test } from "bun:test";
import { resolve } from "node:path";
import { collectLicenses } from "../../src/third-party-licenses.ts";
import { bundlePages } from "../../src/bundle-pages.ts";
import { rowsOf } from "../support/markdown.ts";
import { Program } from "../support/servers/program.ts";
import { product } from "../support/servers/product.ts";

const all = await collectLicenses();

function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Program([...product, "licenses", ...args], { env: {} }).ended();
}

test("licenses: every package in a bundle has an entry with a text", async () => {
  const built = await Bun.build({ entrypoints: ["src/main.ts"], target: "bun", metafile: true });
  const files = [...Object.keys(built.metafile!.inputs), ...(await bundlePages()).sources];
  const packages = new Set(
    files.flatMap((path) => /.*\/?node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(resolve(path))?.[1] ?? []),
  );
  expect(packages.size).toBeGreaterThan(20);
  const names = new Set(all.map(({ name }) => name));
  expect([...packages].filter((name) => !names.has(name))).toEqual([]);
  for (const { name, version, license, text } of all) {
    expect([name, version, license]).toEqual([
      name,
      expect.stringMatching(/\w/),
      expect.stringMatching(/\w/),
    ]);
    expect([name, text.length > 500]).toEqual([name, true]);
    expect([name, /copyright|licensed/i.test(text)]).toEqual([name, true]);
  }
});

const named: readonly [name: string, words: string][] = [
  ["Bun", "you must also provide your application in an object"],
  ["JavaScriptCore, WebKit and TinyCC", "GNU LESSER GENERAL PUBLIC LICENSE"],
  ["cmu-pronouncing-dictionary", "Zeke Sikelianos"],
  ["Kokoro-82M", "derivative work of Kokoro-82M"],
  ["Silero VAD", "Silero Team"],
  ["@echogarden/speex-resampler-wasm", "Xiph.org Foundation"],
  ["swagger-ui-dist", "It was made of these packages, too"],
];

test.each(named)("licenses: %s is listed with its own text: %s", (name, words) => {
  expect(all.find((each) => each.name === name)?.text).toContain(words);
});

test("licenses: the table in LICENSES.md matches", async () => {
  const wanted = all.map(({ name, version, license }) => [name, version, license]);
  const rows = rowsOf(await Bun.file("src/LICENSES.md").text());
  expect(rows).toEqual([["name", "version", "licence"], ...wanted]);
});

test("licenses: the list is short, --full is long, and other arguments are refused", async () => {
  const [list, full, wrong] = await Promise.all([run(), run("--full"), run("--all")]);
  expect([list.code, list.err]).toEqual([0, ""]);
  expect(list.out).toMatch(/^elysia +\d+\.\d+\.\d+ +MIT$/m);
  expect(list.out.trim().split("\n").length).toBe(all.length + 4);
  expect(Math.max(...list.out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(full.code).toBe(0);
  expect(all.filter(({ text }) => !full.out.includes(text))).toEqual([]);
  expect([wrong.code, wrong.out]).toEqual([2, ""]);
  expect(wrong.err).toMatch(/^There is no option --all\.\nUsage: .* licenses \[--full\]\n$/);
});
