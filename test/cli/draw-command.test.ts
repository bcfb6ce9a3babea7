// Command `draw`: a flow file as a picture, and the pictures of the README.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pictureOf } from "../flow/author/draw/picture.ts";
import { Program } from "../support/servers/program.ts";
import { product } from "../support/servers/product.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "voice-flow-draw-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function draw(...args: readonly string[]) {
  await using program = new Program([...product, "draw", ...args], { env: {} });
  return await program.ended();
}

/**
 * Redraws the pictures when the README changes: `bun src/main.ts draw table.flow.yaml --theme light --out …`, and again
 * with `--theme dark`.
 */
test("draw: the pictures of the README show its flow as drawn now", async () => {
  const readme = await Bun.file("README.md").text();
  const [, text = ""] = /```yaml\n([\s\S]*?)```/.exec(readme) ?? [];
  const file = join(folder, "table.flow.yaml");
  await Bun.write(file, text);
  for (const theme of ["light", "dark"]) {
    const out = join(folder, `${theme}.svg`);
    expect(await draw(file, "--theme", theme, "--out", out)).toEqual({
      code: 0,
      out: `${out} shows 4 nodes.\n`,
      err: "",
    });
    const svg = await Bun.file(out).text();
    expect(svg).toBe(await Bun.file(`public/readme-flow-${theme}.svg`).text());
    expect(readme).toContain(`public/readme-flow-${theme}.svg`);
    expect(pictureOf(svg).nodes.map(({ id }) => id)).toEqual(["details", "confirm", "booked", "sorry"]);
  }
});

test("draw: it prints the picture without a file name, also of a flow with errors", async () => {
  const file = join(folder, "draft.yaml");
  await Bun.write(file, "start: a\nnodes:\n  a: {next: nowhere}\n");
  const { code, out, err } = await draw(file);
  expect([code, err]).toEqual([0, ""]);
  const { marks, root } = pictureOf(out);
  expect(marks.map(({ id }) => id)).toEqual(["start", "nowhere is not there"]);
  expect(root.children.find(({ name }) => name === "title")?.text).toBe("draft");
});

test("draw: a file that cannot be read, drawn or written is reported, with the usage", async () => {
  const file = join(folder, "list.yaml");
  await Bun.write(file, "- a\n");
  const list = await draw(file);
  expect([list.code, list.out]).toEqual([1, ""]);
  expect(list.err).toContain(`${file}:1:1: error`);
  expect(await draw(join(folder, "none.yaml"))).toMatchObject({ code: 1, out: "" });
  await Bun.write(file, "a: 1\n");
  const unwritable = await draw(file, "--out", folder);
  expect([unwritable.code, unwritable.err.includes("cannot be written")]).toEqual([1, true]);
  for (const args of [[], ["a", "b"], ["a", "--theme", "pink"], ["a", "--up"]]) {
    const { code, err } = await draw(...args);
    expect([code, err.includes("Usage: ")]).toEqual([2, true]);
  }
});
