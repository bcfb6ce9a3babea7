// Commands for operators in the documentation: each runs literally beside a server.

import { expect, test } from "bun:test";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { signUpAt } from "../support/people.ts";
import { Program } from "../support/servers/program.ts";
import { tempFolder } from "../support/servers/store.ts";
import { documentation } from "../support/markdown.ts";

/** One command each: commands about metrics and the audit log, and those for people who want to be forgotten. */
const commands = [...documentation.matchAll(/^```sh\n(.*?)^```$/gms)]
  .flatMap(([, block = ""]) => block.replaceAll("\\\n", "").split("\n"))
  .filter((line) => /^voice-flow (metrics|audit) |^curl .*"\$URL/.test(line));

test("readme: commands for operators and for erasure do what the text says", async () => {
  using folder = tempFolder();
  const program = folder.file("voice-flow");
  writeFileSync(program, `#!/bin/sh\nexec ${process.execPath} ${join(process.cwd(), "src/main.ts")} "$@"\n`);
  chmodSync(program, 0o700);
  const base = { DATA_DIR: folder.file("data"), PATH: [folder.path, process.env["PATH"]].join(delimiter) };
  const env = { ...base, HOME: folder.path, SPEECH: "off", PORT: "0", LOG_FORMAT: "json" };
  await using server = new Program([program], { env });
  const url = await server.url();
  const { key: KEY } = await signUpAt({ ask: (path, init) => fetch(url + path, init) });
  const told: string[] = [];
  for (const command of commands) {
    const own = { ...env, URL: url, KEY };
    const shell = await new Program(["sh", "-c", command], { cwd: folder.path, env: own }).ended();
    expect([command, shell.code, shell.code === 0 ? "" : shell.err]).toEqual([command, 0, ""]);
    told.push(shell.out);
  }
  const all = told.join("\n");
  expect(readFileSync(folder.file("voice-flow-rules.yml"), "utf8").match(/"alert":/g)).toHaveLength(22);
  expect(JSON.parse(readFileSync(folder.file("voice-flow-dashboard.json"), "utf8"))).toHaveProperty("panels");
  expect(all).toContain("are unchanged.");
  expect(all).toContain('"action":"key.made"');
  expect(all).toContain('"words_days":30');
  expect(all).toContain('"erasure_id":"era_');
  expect(readFileSync(folder.file("export.zip")).subarray(0, 2).toString()).toBe("PK");
});
