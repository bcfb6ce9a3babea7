// Command `init DIR`: its printed commands lead from an empty folder to a tested flow that talks.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

setDefaultTimeout(240_000);

let top = "";
beforeAll(async () => void (top = await mkdtemp(join(tmpdir(), "voice-flow-init-"))));
afterAll(() => rm(top, { recursive: true }));

/** Runs a command in a shell, as a person types it. */
async function typed(command: string, input = "") {
  const env = { PATH: process.env["PATH"] };
  const stdin = Buffer.from(input);
  const child = Bun.spawn(["/bin/sh", "-c", command], { env, stdin, stdout: "pipe", stderr: "pipe" });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

const init = (folder: string): Promise<Awaited<ReturnType<typeof typed>>> =>
  typed(`bun src/main.ts init ${folder}`);
const indented = (text: string): readonly string[] =>
  [...text.matchAll(/^ {2,4}(\S.*)$/gm)].map(([, line]) => line!);

test.each(["fresh", "'with a space and a '\\'''"])(
  "a new developer types three commands, for %s",
  async (name) => {
    const made = await init(join(top, name));
    expect([made.code, made.err]).toEqual([0, ""]);
    const commands = indented(made.out);
    expect(commands).toHaveLength(2);
    const [testIt, talk] = commands as [string, string];
    const tested = await typed(testIt);
    expect([tested.code, tested.err]).toEqual([0, ""]);
    expect(tested.out).toContain("5 of 5 tests pass");
    expect(tested.out).toContain("6 of 6 branches tested; 7 of 7 nodes, 2 of 2 questions given up");
    const talked = await typed(talk, "four\nyes\n");
    expect(talked.out).toContain("agent: Your table for 4 is booked. Goodbye.");
    expect(talked.out).toEndWith("[the call ended: booked]\n");
  },
);

test("the README of init names existing files and working commands", async () => {
  const folder = join(top, "readme");
  await init(folder);
  const readme = await Bun.file(join(folder, "README.md")).text();
  const commands = indented(readme);
  const [check, simulate, draw] = ["check", "simulate", "draw"].map((name) =>
    commands.find((command) => command.includes(` ${name} `))!,
  );
  expect((await typed(check!)).out).toEndWith("1 flow checked: no errors, no warnings\n");
  expect((await typed(simulate!)).out).toContain("reached      7 of 7 nodes");
  expect((await typed(draw!)).code).toBe(0);
  expect((await readdir(folder)).toSorted()).toEqual(["README.md", "booking.flow.yaml", "booking.svg"]);
  const agents = commands.find((command) => command.includes(" mcp "))!;
  const list = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"flow_list"}}\n';
  expect((await typed(agents, list)).out).toContain("booking.flow.yaml");
});

test("init overwrites nothing", async () => {
  const folder = join(top, "taken");
  await mkdir(folder);
  await Bun.write(join(folder, "README.md"), "mine");
  const { code, out, err } = await init(folder);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain("README.md already exists. Choose another folder.");
  expect(await readdir(folder)).toEqual(["README.md"]);
  expect(await Bun.file(join(folder, "README.md")).text()).toBe("mine");
});

test.each(["", "--force x", "a b"])("init prints the usage when called with %j", async (args) => {
  const { code, err } = await typed(`bun src/main.ts init ${args}`);
  expect(code).toBe(2);
  expect(err).toMatch(/^[^\n]+\.\nUsage: .* src\/main\.ts init DIR\n$/);
});
