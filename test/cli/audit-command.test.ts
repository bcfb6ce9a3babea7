// Command `audit` beside a running server: it lists the actions of commands and detects edits of the file.

import { expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { rmSync, writeFileSync } from "node:fs";
import { fileName } from "../../db/data-loss.ts";
import { openStore } from "../../db/sqlite/file-store.ts";
import { openMasterKey } from "../../src/cloud/master-key.ts";
import { Program } from "../support/servers/program.ts";
import { migrations, tempFolder } from "../support/servers/store.ts";
import { newAccount } from "../support/stores/new-account.ts";
import { product } from "../support/servers/product.ts";

test("audit: it lists the operator's commands, proves the log, and names the first changed entry", async () => {
  using folder = tempFolder();
  const directory = folder.file("data");
  {
    using store = openStore({ directory, migrations });
    await openMasterKey(store.seals, { directory, given: undefined });
    await newAccount(store, "acc_1");
    const node = { address: "http://n", publicUrl: null, region: "", version: "", callsMax: 1 };
    await store.nodes.join({ ...node, id: "node_1", at: Date.now() });
  }
  const env = { DATA_DIR: directory, SPEECH: "off" };
  const run = async (...args: string[]): Promise<[code: number, out: string, err: string]> => {
    const { code, out, err } = await new Program([...product, ...args], { env }).ended();
    return [code, out, err];
  };
  expect((await run("grant", "acc_1", "7"))[0]).toBe(0);
  expect((await run("drain", "node_1"))[0]).toBe(0);
  expect((await run("rotate-key"))[0]).toBe(0);
  const [, exported] = await run("audit", "export");
  const entries = exported
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const actor = { kind: "operator", id: `uid ${process.getuid?.()}`, address: null };
  expect(entries).toMatchObject([
    { chain: "acc_1", action: "credit.granted", target: "acc_1", actor, details: { micros: 7_000_000 } },
    { chain: "deployment", action: "node.drained", target: "node_1", actor },
    { chain: "deployment", action: "master-key.rotated", target: null, actor },
  ]);
  const [code, out, err] = await run("audit", "verify");
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(
    /^acc_1: 1 entries, head [0-9a-f]{64}\ndeployment: 2 entries, head [0-9a-f]{64}\nVerified: 3 /,
  );
  expect((await run("audit", "verify", "--account", "acc_1"))[1]).toContain(
    "Verified: 1 entries of 1 chains",
  );
  const [unknown, , refusal] = await run("audit", "verify", "--account", "acc_9");
  expect([unknown, refusal.includes('The audit log has no entries of "acc_9"')]).toEqual([1, true]);
  {
    using connection = new Database(`${directory}/${fileName}`);
    connection.run("DROP TRIGGER audit_entries_no_update");
    connection.run("UPDATE audit_entries SET target = 'node_2' WHERE target = 'node_1'");
  }
  const { id } = entries[1] as { id: string };
  const [broken, whole, why] = await run("audit", "verify");
  expect([broken, why]).toEqual([
    1,
    `deployment: entry 1 (${id}) is not as it was written: its hash is another.\n`,
  ]);
  expect(whole).toStartWith("acc_1: 1 entries");
}, 240_000);

test("audit: it finds a cut end by the master key, with its head, and reports a missing key", async () => {
  using folder = tempFolder();
  const directory = folder.file("data");
  {
    using store = openStore({ directory, migrations });
    await openMasterKey(store.seals, { directory, given: undefined });
    await newAccount(store, "acc_1");
  }
  const run = async (...args: string[]): Promise<[code: number, out: string, err: string]> => {
    const env = { DATA_DIR: directory, SPEECH: "off" };
    const { code, out, err } = await new Program([...product, ...args], { env }).ended();
    return [code, out, err];
  };
  for (const cents of ["5", "6"]) expect((await run("grant", "acc_1", cents))[0]).toBe(0);
  const whole =
    /^acc_1: 2 .*\nVerified: 2 .*\n1 chains are sealed with the master key, the first since 20[^ ]*\.\n$/;
  expect(await run("audit", "verify")).toEqual([0, expect.stringMatching(whole), ""]);
  {
    using connection = new Database(`${directory}/${fileName}`);
    for (const trigger of ["entries_no_delete", "heads_go_on"])
      connection.run(`DROP TRIGGER audit_${trigger}`);
    connection.run("DELETE FROM audit_entries WHERE number = 2");
    connection.run("UPDATE audit_heads SET number = 1, hash = (SELECT hash FROM audit_entries)");
  }
  expect(await run("audit", "verify")).toEqual([1, "", "acc_1: entry 2 is missing.\n"]);
  {
    using connection = new Database(`${directory}/${fileName}`);
    connection.run("UPDATE audit_heads SET sealed_number = 1, sealed_hash = hash");
  }
  const [code, , err] = await run("audit", "verify");
  expect([code, err]).toEqual([
    1,
    expect.stringContaining("acc_1: the seal of its head is not one of this master key."),
  ]);
  rmSync(`${directory}/master.key`);
  {
    using connection = new Database(`${directory}/${fileName}`);
    connection.run("UPDATE meta SET value = 'all is well' WHERE key = 'audit_crown'");
  }
  const unchecked =
    /^The seals were not checked, so entries removed from the end of a chain are not detected\. .*put master\.key back/;
  expect(await run("audit", "verify")).toEqual([
    0,
    expect.not.stringContaining("are sealed"),
    expect.stringMatching(unchecked),
  ]);
}, 240_000);

test("audit: a command with a change reports an entry that cannot be sealed", async () => {
  using folder = tempFolder();
  const directory = folder.file("data");
  {
    using store = openStore({ directory, migrations });
    await openMasterKey(store.seals, { directory, given: undefined });
    await newAccount(store, "acc_1");
  }
  writeFileSync(`${directory}/master.key`, "no key");
  const env = { DATA_DIR: directory, SPEECH: "off" };
  const { code, out, err } = await new Program([...product, "grant", "acc_1", "5"], { env }).ended();
  expect([code, out]).toEqual([0, expect.stringContaining("Granted 5 cents")]);
  expect(err).toMatch(/^Done, but .* are not sealed yet\. .*master\.key does not hold 64 hexadecimal/);
}, 240_000);

test.each([[[]], [["prove"]], [["verify", "acc_1"]], [["verify", "--acount", "x"]]])(
  "audit: %j prints the usage",
  async (args) => {
    const { code, err } = await new Program([...product, "audit", ...args], {
      env: {},
    }).ended();
    expect(code).toBe(2);
    expect(err).toMatch(/Usage: .*audit verify\|export \[--account ID\]\n$/);
  },
  240_000,
);
