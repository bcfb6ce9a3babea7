// API document: it is valid, and a client generated from it compiles and works.

import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "bun:test";
import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { serveTest } from "../../support/servers/served.ts";

test("openapi: it is valid, and every example fits its schema", async () => {
  await using served = await serveTest();
  const source = await (await served.ask("/swagger/json")).text();
  const config = await createConfig({
    extends: ["spec"],
    rules: { "no-invalid-media-type-examples": "error", "no-invalid-schema-examples": "error" },
  });
  const problems = await lintFromString({ source, config });
  expect(problems.map(({ message, location: [at] }) => `${at?.pointer}: ${message}`)).toEqual([]);
});

test("client: generated from the document, it compiles and talks to the server", async () => {
  await using served = await serveTest();
  // The folder is inside the repository, where packages are found.
  const folder = resolve("dist", `client-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    const file = (name: string): string => join(folder, name);
    await Bun.write(file("openapi.json"), await (await served.ask("/swagger/json")).text());
    await Bun.write(file("client.ts"), Bun.file("test/routes/fixtures/client.ts.txt"));
    const compilerOptions = { types: ["bun"] };
    const config = { extends: resolve("tsconfig.json"), compilerOptions, include: ["*.ts"] };
    await Bun.write(file("tsconfig.json"), JSON.stringify(config));
    const generator = ["--bun", "node_modules/.bin/openapi-typescript"];
    expect(await run([...generator, file("openapi.json"), "-o", file("schema.d.ts")])).toContain(
      "schema.d.ts",
    );
    await run(["check", "-p", file("tsconfig.json")]);
    expect(await run([file("client.ts"), served.url()])).toBe("fine\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 240_000);

/** Output of bun, if it ended well. */
async function run(args: readonly string[]): Promise<string> {
  const child = Bun.spawn([process.execPath, ...args], { stdout: "pipe", stderr: "pipe" });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(`bun ${args.join(" ")} failed:\n${out}${err}`);
  return args[0] === "--bun" ? out + err : out;
}
