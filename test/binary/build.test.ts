// Build: its targets, names and checksums.

import { expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { engines, version } from "../../package.json";
import { Program } from "../support/servers/program.ts";

function build(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Program([process.execPath, "src/build.ts", ...args], { env: process.env }).ended();
}

test("build: an unknown target is refused with the list of targets", async () => {
  for (const args of [["--target", "linux-mips"], ["--target=bun-linux-x64"], ["--fast"]]) {
    const { code, out, err } = await build(...args);
    expect([args, code, out]).toEqual([args, 2, ""]);
    expect(err).toMatch(/\nUsage: bun run build .*linux-x64\|linux-arm64\|.*\|windows-x64\]/);
  }
});

test("build: the file of a target has its version and name, and its checksum beside it", async () => {
  const target = `${process.platform}-${process.arch}`;
  const name = `voice-flow-${version}-${target}`;
  const { code, out } = await build("--target", target);
  expect([code, out]).toEqual([0, expect.stringMatching(new RegExp(`^dist/${name}: [12]\\d\\d MB$`, "m"))]);
  const hash = new Bun.CryptoHasher("sha256")
    .update(await Bun.file(`dist/${name}`).arrayBuffer())
    .digest("hex");
  expect(await Bun.file("dist/SHA256SUMS").text()).toBe(`${hash}  ${name}\n`);
  const said = await new Program([`dist/${name}`, "--version"], { env: {} }).ended();
  expect(said).toEqual({ code: 0, out: `${version}\n`, err: "" });
  for (const made of [name, "SHA256SUMS"]) await rm(`dist/${made}`);
}, 240_000);

test("build: all files name one version of Bun", async () => {
  const packageJson = await Bun.file("package.json").text();
  expect(packageJson).toContain(`"packageManager": "bun@${engines.bun}"`);
  const readme = await Bun.file("README.md").text();
  expect([...readme.matchAll(/bun@(\d[\d.]*\d)/g)].filter(([, named]) => named !== engines.bun)).toEqual([]);
  expect(Bun.version).toBe(engines.bun);
});
