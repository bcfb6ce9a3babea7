// Command `import`: exports of other systems become flows; its report of each, and its refusals.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importSources } from "../../src/import/import-sources.ts";
import { dograhExports } from "../import/dograh-exports.ts";
import { retellExports } from "../import/retell-exports.ts";
import { Program } from "../support/servers/program.ts";
import { product } from "../support/servers/product.ts";
import { documentation } from "../support/markdown.ts";

let folder = "";
let survey = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "voice-flow-import-"));
  survey = join(folder, "survey.json");
  await Bun.write(survey, JSON.stringify(retellExports.survey));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(...args: readonly string[]) {
  await using program = new Program([...product, ...args], { env: {} });
  return await program.ended();
}

test("import: it writes a flow without findings, and reports each node", async () => {
  const flow = join(folder, "survey.flow.yaml");
  const { code, out, err } = await run("import", survey, "--from", "retell", "--out", flow);
  expect([code, err]).toEqual([0, ""]);
  const lines = out.split("\n");
  expect(lines[0]).toBe("4 nodes of retell: 2 exact, 2 approximate, 0 manual");
  for (const id of ["hi", "score", "thanks", "bye"])
    expect(lines.some((line) => / {2}(?:exact|approximate) /.test(line) && line.includes(`  ${id} `))).toBe(
      true,
    );
  expect(lines.at(-2)).toBe(`${flow} checked: no errors, no warnings.`);
  expect((await run("check", flow)).out).toEndWith("1 flow checked: no errors, no warnings\n");
  const again = await run("import", survey, "--from", "retell", "--out", flow);
  expect(again).toEqual({
    code: 1,
    out: "",
    err: `${flow} already exists. Choose another name, or overwrite it with --force.\n`,
  });
  expect((await run("import", survey, "--from", "retell", "--out", flow, "--force")).code).toBe(0);
});

test("import: without a file name it prints the flow, the report, or both as JSON", async () => {
  const plain = await run("import", survey, "--from", "retell");
  expect([plain.code, plain.out.split("\n")[0]?.startsWith("# Imported from retell.")]).toEqual([0, true]);
  expect(plain.err).toStartWith("4 nodes of retell: 2 exact, 2 approximate, 0 manual\n");
  const workflow = join(folder, "reception.json");
  await Bun.write(workflow, JSON.stringify(dograhExports.reception));
  const { code, out, err } = await run("import", workflow, "--from", "dograh", "--json");
  expect([code, err]).toEqual([0, ""]);
  const { format, flow, text, nodes } = JSON.parse(out);
  expect([format, flow, text.includes("voice_flow: 1")]).toEqual(["dograh", "reception", true]);
  expect(nodes.map(({ source }: { source: string }) => source)).toEqual([
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
  ]);
  expect(nodes.at(-1)).toMatchObject({ kind: "trigger", fidelity: "manual", nodes: [] });
});

test("import: it recognises the system by the export, and asks when the export fits several", async () => {
  expect((await run("import", survey)).err).toStartWith("4 nodes of retell: ");
  expect((await run("import", survey, "--from", "Retell-AI")).code).toBe(0);
  const other = join(folder, "other.json");
  await Bun.write(other, '{"name": "of nobody"}');
  const { code, err } = await run("import", other);
  expect(code).toBe(1);
  for (const { label } of importSources) expect(err).toContain(label);
  expect(err).toContain("--from");
  expect((await run("import", survey, "--from", "twilio")).err).toBe(
    `${survey}: it looks like an export of Retell: write --from retell.\n`,
  );
});

test("import: the documentation names each system that it reads", () => {
  const [, sentence = ""] = /`import` reads exports of ([^.]+)\./.exec(documentation) ?? [];
  for (const { label } of importSources) expect(sentence).toContain(label);
});

test("import: an unreadable, unwritable or unknown file is reported in one sentence", async () => {
  const broken = join(folder, "broken.json");
  await Bun.write(broken, '{"nodes": [\n  {"id": 1,}\n]}');
  expect(await run("import", broken, "--from", "dograh")).toEqual({
    code: 1,
    out: "",
    err: `${broken}: the export is not JSON: line 2, column 12 cannot be read.\n`,
  });
  await Bun.write(broken, '{"nodes": []}');
  expect((await run("import", broken, "--from", "retell")).err).toBe(
    `${broken}: it has no nodes: a conversation flow of Retell has a list 'nodes'.\n`,
  );
  expect((await run("import", join(folder, "none.json"), "--from", "retell")).err).toContain(
    "There is no readable file",
  );
  expect((await run("import", survey, "--from", "retell", "--out", folder, "--force")).err).toContain(
    "cannot be written",
  );
  for (const [args, said] of [
    [
      [survey, "--from", "vapi"],
      `Exports of 'vapi' are not supported; those of ${importSources.map(({ label, name }) => `${label} (${name})`).join(", ")} are.`,
    ],
    [[survey, "--from", "retel"], "Exports of 'retel' are not supported; did you mean 'retell'?"],
    [["--from", "retell"], "The export file is missing."],
    [[survey, "more", "--from", "retell"], "Give one export file at a time."],
    [[survey, "--form", "retell"], "There is no option --form; did you mean '--from'?."],
  ] as const) {
    const { code, err } = await run("import", ...args);
    expect([code, err.split("\n")[0]]).toEqual([2, said]);
    expect(err).toContain("Usage: ");
  }
});

test("help: it says more about import than its row, repeats the rows of other commands, and refuses unknown ones", async () => {
  const { code, out } = await run("help", "import");
  expect([
    code,
    importSources.every(({ name, label }) => out.includes(`${name} `) && out.includes(label)),
    out
      .split("\n")
      .slice(1)
      .every((line) => line.length <= 80),
  ]).toEqual([0, true, true]);
  expect((await run("help", "draw")).out).toContain("draw a flow as SVG");
  expect((await run("help", "improt")).code).toBe(2);
});
