// Commands `docs` and `examples`: documentation and examples from the single executable, without a server or a network.

import { expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { docsPages } from "../../src/manual/docs-pages.ts";
import { product } from "../support/servers/product.ts";
import { Program } from "../support/servers/program.ts";
import { tempFolder } from "../support/servers/store.ts";

async function run(...args: readonly string[]) {
  await using program = new Program([...product, ...args], { env: {} });
  return await program.ended();
}

test("docs: it lists each page, prints one as Markdown, and suggests the nearest name", async () => {
  const [list, page, unknown] = await Promise.all([
    run("docs"),
    run("docs", "configuration"),
    run("docs", "deply"),
  ]);
  for (const { id } of docsPages) expect(list.out).toContain(`  ${id} `);
  expect(page.out).toStartWith("# Configuration\n");
  expect(page.out).toContain("| `DATA_DIR` | `./data` |");
  expect(unknown).toEqual({
    code: 2,
    out: "",
    err: expect.stringContaining(
      "There is no documentation page \"deply\"; did you mean 'deploy'? List all pages with",
    ),
  });
});

test("examples: the command writes valid flows and clients, and overwrites nothing", async () => {
  using folder = tempFolder();
  const target = folder.file("tried");
  const written = await run("examples", target);
  expect([written.code, written.err]).toEqual([0, ""]);
  const flows = await readdir(join(target, "flows"));
  expect(flows).toContain("table-booking.flow.yaml");
  expect(await readdir(join(target, "examples"))).toContain("begin-session.sh");
  const checked = await run("check", ...flows.map((name) => join(target, "flows", name)));
  expect([checked.code, checked.out]).toEqual([
    0,
    expect.stringContaining(`${flows.length} flows checked: no errors`),
  ]);
  const again = await run("examples", target);
  expect([again.code, again.err]).toEqual([1, expect.stringContaining("Choose another folder")]);
  expect(await run("examples")).toMatchObject({ code: 2, err: expect.stringContaining("DIR is missing") });
});
