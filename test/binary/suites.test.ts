// Suites of the API and of the pages again, against the executable: they find the effects of minifying and embedding.

import { expect, test } from "bun:test";
import { Binary } from "../support/servers/binary.ts";

const isLong = process.env["LONG"] === "1";

const suites = [
  "engine-routes flow/flow-run http/problem-document pages/openapi-document pages/page-routes walk",
  // The rest is work of the store and the workers, which each run tests from the sources.
  ...(isLong
    ? [
        "account/account-routes call/flow-events engine-auth flow/flow-json",
        "account/account-secrets account/api-key-routes account/hook-routes account/provider-routes",
        "call/session-routes flow/flow-graph-routes flow/flows-routes fuzz http/allowed-origin",
      ]
    : []),
].flatMap((line) => line.split(" ").map((name) => `./test/routes/${name}.test.ts`));
/**
 * One needs a host name of its own to listen at; fetch joins the slashes of another; and one counts the failed logins
 * of a new server.
 */
const onlyFromSource = ["the bound name", "two slashes", "an attack is named"];

/** Looks and wording, which are the same wherever a page comes from, and a second long conversation. */
const sameAnywhere = ["by websocket", "nobody is kept out", "keep nobody out", "field says why"];

interface Choice {
  readonly except: readonly string[];
  readonly parallel: number;
}

/** Runs suites against the executable; returns the number of passed tests, and fails with the names of the others. */
async function passed(suites: readonly string[], { except, parallel }: Choice): Promise<number> {
  await using binary = await Binary.open();
  const pattern = `^(?!.*(${except.join("|")}))`;
  const command = [
    process.execPath,
    "test",
    `--parallel=${parallel}`,
    "--timeout=240000",
    "--test-name-pattern",
    pattern,
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
  expect([
    await child.exited,
    (out + err).split("\n").filter((line) => /^\(fail\)|^error/.test(line)),
  ]).toEqual([0, []]);
  return Number(/^ *(\d+) pass$/m.exec(out + err)?.[1]);
}

test("binary: it passes the suites of the API", async () => {
  expect(await passed(suites, { except: onlyFromSource, parallel: 2 })).toBeGreaterThan(90);
}, 240_000);

// Each run tests the same pages from the sources, and the executable embeds the bundler's output.
if (isLong)
  test("binary: it passes the suites of the pages, in a browser", async () => {
    const pages = ["ways", "flow-editor-files", "conversation"].map((name) => `./test/pages/${name}.test.ts`);
    expect(await passed(pages, { except: sameAnywhere, parallel: 1 })).toBeGreaterThan(12);
  }, 240_000);
