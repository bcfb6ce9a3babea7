// The suites of the API once more, against the executable: what minifying and embedding change is found here.

import { expect, test } from "bun:test";
import { Binary } from "../support/binary.ts";

const names =
  "engine errors openapi origin fuzz accounts keys flows flow-json providers sessions walk engine-auth".split(" ");
const suites = names.map((name) => `./test/routes/${name}.test.ts`);
/** One needs a host name of its own to listen at; fetch takes the slashes of the other together. */
const onlyFromSource = "the bound name|two slashes";

test("binary: passes the suites of the API", async () => {
  await using binary = await Binary.open();
  const command = [
    process.execPath,
    "test",
    "--parallel=2",
    "--test-name-pattern",
    `^(?!.*(${onlyFromSource}))`,
  ];
  const child = Bun.spawn([...command, ...suites], {
    env: { ...process.env, VOICE_FLOW_BINARY: binary.path },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  const passed = Number(/^ *(\d+) pass$/m.exec(out + err)?.[1]);
  expect([
    await child.exited,
    (out + err).split("\n").filter((line) => /^\(fail\)|^error/.test(line)),
  ]).toEqual([0, []]);
  expect(passed).toBeGreaterThan(90);
}, 120_000);
