// Folder of an agent's flows: its files are read and written, and no name leads outside.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdir, mkdtemp, readdir, readlink, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Fault } from "../../src/base/fault.ts";
import { FlowFolder } from "../../src/cli/mcp/flow-folder.ts";
import { failureOf } from "../support/failure-of.ts";

let top = "";
let folder: FlowFolder;
const inside = (name: string): string => join(top, "flows", name);

beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), "voice-flow-folder-"));
  await mkdir(inside("deep"), { recursive: true });
  await mkdir(join(top, "other"));
  await mkdir(inside("folder.yaml"));
  await Bun.write(join(top, "secret.yaml"), "not for agents");
  await Bun.write(join(top, "other", "secret.yaml"), "not for agents");
  await Bun.write(inside("a.yaml"), "a: 1");
  await Bun.write(inside("deep/b.yml"), "b: 1");
  await Bun.write(inside("notes.txt"), "not a flow");
  await Bun.write(inside(".hidden.yaml"), "not listed");
  await symlink(join(top, "secret.yaml"), inside("link.yaml"));
  await symlink(join(top, "nowhere.yaml"), inside("dangling.yaml"));
  await symlink(join(top, "other"), inside("out"));
  await symlink("/dev/zero", inside("zero.yaml"));
  expect(Bun.spawnSync(["mkfifo", inside("pipe.yaml")]).exitCode).toBe(0);
  folder = await FlowFolder.open(join(top, "flows"));
});
afterAll(() => rm(top, { recursive: true }));

async function refusalOf(done: Promise<unknown>): Promise<string> {
  return await done.then(
    () => "done",
    (error: unknown) => (error instanceof Fault ? error.code : String(error)),
  );
}

test("flows below the folder are listed and read, and no other files", async () => {
  expect(await folder.names()).toEqual(["a.yaml", "deep/b.yml"]);
  expect(await folder.read("deep/../a.yaml")).toBe("a: 1");
  expect(await folder.read("./deep/b.yml")).toBe("b: 1");
  expect(await refusalOf(folder.read("none.yaml"))).toBe("flow/not-found");
});

test.each([
  "../secret.yaml",
  "deep/../../secret.yaml",
  "/etc/passwd",
  "link.yaml",
  "dangling.yaml",
  "out/secret.yaml",
  "zero.yaml",
  "pipe.yaml",
  "folder.yaml",
  "notes.txt",
  "a.yaml/../../secret.yaml",
  "a.yaml/x.yaml",
  "a\0.yaml",
  "",
  ".",
  `${"x".repeat(300)}.yaml`,
])("%j is neither read nor written", async (name) => {
  expect(await refusalOf(folder.read(name))).toBe("request/invalid");
  expect(await refusalOf(folder.write(name, "written"))).toBe("request/invalid");
  expect(await Bun.file(join(top, "secret.yaml")).text()).toBe("not for agents");
  expect(await readdir(join(top, "other"))).toEqual(["secret.yaml"]);
  expect(await readlink(inside("link.yaml"))).toBe(join(top, "secret.yaml"));
});

test("a file is written whole, its folders are made, and no temporary file stays", async () => {
  await folder.write("new/table.flow.yaml", "first");
  await folder.write("new/table.flow.yaml", "second");
  expect(await folder.read("new/table.flow.yaml")).toBe("second");
  expect(await readdir(inside("new"))).toEqual(["table.flow.yaml"]);
  await rm(inside("new"), { recursive: true });
});

test("a directory, and a missing file, are not opened", async () => {
  expect(await failureOf(FlowFolder.open(join(top, "secret.yaml")))).toContain("is not a folder");
  expect(await failureOf(FlowFolder.open(join(top, "nothing")))).toContain("ENOENT");
});
