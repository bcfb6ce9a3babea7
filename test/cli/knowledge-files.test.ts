// Knowledge beside a flow file: files that are read, files that are refused with the reason, and pages, which only
// `talk` fetches.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { passagesBeside } from "../../src/cli/knowledge-files.ts";
import { flowLoader } from "../../src/cli/flow-files.ts";
import { product } from "../support/servers/product.ts";

const flow = (entries: string): string => `voice_flow: 1
id: shop
language: en
start: help
knowledge: {shop: [${entries}]}
defaults: {give_up: bye}
nodes:
  help: {say: Ask., answer_from: shop, not_found: unknown, next: bye}
  unknown: {say: Nobody knows., next: bye}
  bye: {say: Bye., end: done}
tests:
  - {name: hours, script: [{user: when do you open}, {says: We open at nine}, {ends: done}]}
`;

let root = "";
let folder = "";
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "voice-flow-beside-"));
  folder = join(root, "flows");
  await mkdir(join(folder, "more.md"), { recursive: true });
  const files = {
    "hours.md":
      "# Hours\nWe open at nine and close at six on every day of the week but for Sunday, when nobody works.",
    "more.md/pairs.csv": "Do you take cards?;We take all cards.",
    "page.html": "<h1>Returns</h1><p>Helmets cannot be returned.</p>",
    "empty.txt": " \n",
    "large.md": "word ".repeat(60_000),
    "../outside.md": "Nobody may read this.",
  };
  for (const [name, text] of Object.entries(files)) await Bun.write(join(folder, name), text);
  await symlink(join(root, "outside.md"), join(folder, "out.md"));
  await symlink(join(folder, "hours.md"), join(folder, "in.md"));
  await symlink(root, join(folder, "up"));
});
afterAll(() => rm(root, { recursive: true }));

test.each([
  ["hours.md", "We open at nine"],
  ["in.md", "We open at nine"],
  ["more.md/pairs.csv", "We take all cards."],
  ["page.html", "Helmets cannot be returned."],
])("files: %s is read", (name, words) => {
  const read = passagesBeside(folder, name);
  expect("passages" in read && read.passages[0]?.text).toContain(words);
});

test.each([
  ["gone.md", "does not exist"],
  ["hours.md/at.md", "does not exist"],
  ["../outside.md", "is outside the folder"],
  ["out.md", "is outside the folder"],
  ["up/outside.md", "is outside the folder"],
  ["more.md", "is not a file"],
  ["large.md", "has more than 256 KiB"],
  ["empty.txt", "contains no text"],
])("files: %s is refused: it %s", (name, why) => {
  expect(passagesBeside(folder, name)).toMatchObject({
    problem: expect.stringContaining(why),
    isFatal: true,
  });
});

test("flows: each finds the files of its own folder, and pages are not read here", () => {
  const load = flowLoader(
    [
      { path: join(folder, "a.yaml"), text: "id: shop" },
      { path: join(root, "b.yaml"), text: "id: other" },
    ],
    { allow: [] },
  );
  const codes = (text: string) =>
    load(text)
      .problems.filter(({ severity }) => severity !== "info")
      .map(({ code }) => code);
  expect(codes(flow("hours.md, https://example.com/faq"))).toEqual([]);
  expect(codes(flow("hours.md").replace("id: shop", "id: other"))).toEqual(["VF232"]);
  expect(load(flow("hours.md")).program?.knowledge.get("shop")).toMatchObject({
    passages: [{ title: "Hours" }],
  });
});

async function run(args: readonly string[], typed = "", env: Record<string, string> = {}) {
  const stdin = new TextEncoder().encode(typed);
  const child = Bun.spawn([...product, ...args], { env, stdin, stdout: "pipe", stderr: "pipe" });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

test("commands: check and test read files, talk reads pages too, and lists them", async () => {
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) =>
      request.url.endsWith("/gone")
        ? new Response("", { status: 404 })
        : new Response("A puncture costs twelve pounds.", { headers: { "content-type": "text/plain" } }),
  });
  const [page, gone] = [`http://127.0.0.1:${server.port}/faq`, `http://127.0.0.1:${server.port}/gone`];
  const env = { OUTBOUND_ALLOW: `127.0.0.1:${server.port}` };
  const path = join(folder, "shop.flow.yaml");
  await Bun.write(path, flow("hours.md"));
  expect((await run(["test", path])).code).toBe(0);
  await Bun.write(path, flow(`hours.md, "${page}", "${gone}"`));
  const tested = await run(["test", path], "", env);
  expect([tested.code, tested.out]).toEqual([1, expect.stringContaining("tests read nothing")]);
  const talk = await run(["talk", path], "what does a puncture cost\n", env);
  expect(talk.out).toContain(`[${page} was read]`);
  expect(talk.out).toContain("agent: A puncture costs twelve pounds.");
  expect(talk.err).toContain(`[${gone} could not be read: The source could not be fetched.`);
  await Bun.write(path, flow("gone.md, ../outside.md"));
  const checked = await run(["check", path]);
  expect([checked.code, checked.out]).toEqual([
    1,
    expect.stringMatching(
      /VF232 'gone\.md' does not exist[^]*VF232 '\.\.\/outside\.md' is outside the folder/,
    ),
  ]);
});
