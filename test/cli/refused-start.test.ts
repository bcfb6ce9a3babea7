// Refused starts: on a disk that is full, read-only or another user's, the real program ends with exit code 1 and one
// sentence with the remedy.

import { expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { Program } from "../support/servers/program.ts";
import { asStranger, smallDisk } from "../support/servers/small-disk.ts";
import { tempFolder } from "../support/servers/store.ts";
import { product } from "../support/servers/product.ts";

setDefaultTimeout(240_000);

function environment(data: string): Record<string, string> {
  const { PATH = "" } = process.env;
  return { PATH, SPEECH: "off", PORT: "0", LOG_FORMAT: "json", DATA_DIR: data };
}

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(data: string, ...args: string[]): Promise<Ended> {
  return await new Program([...product, ...args], { env: environment(data) }).ended();
}

async function runAsStranger(data: string, ...args: string[]): Promise<Ended> {
  return await new Program(asStranger([...product, ...args]), { env: environment(data) }).ended();
}

/** Writes data as a stopped server leaves it. */
async function makeData(data: string): Promise<void> {
  await using server = new Program(product, { env: environment(data) });
  await server.url();
  server.child.kill("SIGTERM");
  expect((await server.ended()).code).toBe(0);
}

/** Expected result: exit code 1, the sentence on standard error, and nothing else on either stream. */
function refused(sentence: string): Ended {
  return { code: 1, out: "", err: `${sentence}\n` };
}

const full = (path: string): string =>
  `There is no room left for ${path}, because the disk is full: make room on it, or choose another folder with DATA_DIR.`;
const strange = (path: string): string =>
  `${path} may not be read and written by this user (id 65534) (EACCES): change its owner or its mode, or choose another folder with DATA_DIR.`;
const readOnly = (path: string): string =>
  `${path} cannot be written to, because its disk is read-only (EROFS): mount it so that it can be written to, or choose another folder with DATA_DIR.`;

test("start: a full disk is reported, with data and without, and during the first start", async () => {
  using disk = smallDisk(6);
  const [old, fresh] = [disk.file("old"), disk.file("new")];
  await makeData(old);
  disk.fill();
  expect(await run(old)).toEqual(refused(full(`${old}/voice-flow.db`)));
  expect(await run(fresh)).toEqual(refused(full(`${fresh}/voice-flow.db`)));
  // This disk has room for the first tables and not for the last ones.
  using tiny = smallDisk(1);
  writeFileSync(tiny.file("filler"), new Uint8Array(880 * 1024));
  const middle = tiny.file("data");
  expect(await run(middle)).toEqual(refused(full(`${middle}/voice-flow.db`)));
  disk.empty();
  for (const data of [old, fresh]) await makeData(data);
});

test("start: a read-only disk is reported", async () => {
  using disk = smallDisk(8);
  const data = disk.file("data");
  await makeData(data);
  disk.makeReadOnly();
  expect(await run(data)).toEqual(refused(readOnly(data)));
  expect(await run(disk.path)).toEqual(refused(readOnly(disk.path)));
  expect(await run(disk.file("new"))).toEqual(refused(readOnly(disk.file("new"))));
});

test("start: a folder or a file of another user is reported by its name", async () => {
  using disk = smallDisk(8);
  const data = disk.file("data");
  await makeData(data);
  writeFileSync(`${data}/room.reserve`, "as after the first second");
  expect(await runAsStranger(data)).toEqual(refused(strange(data)));
  chmodSync(data, 0o777);
  const files = ["lock.db", "voice-flow.db", "room.reserve", "master.key"];
  for (const foreign of files) {
    for (const name of files) chmodSync(`${data}/${name}`, name === foreign ? 0o600 : 0o666);
    expect(await runAsStranger(data)).toEqual(refused(strange(`${data}/${foreign}`)));
  }
});

test("start: garbage in the lock or in the data is reported", async () => {
  using folder = tempFolder();
  const data = folder.file("data");
  await makeData(data);
  writeFileSync(`${data}/lock.db`, "Dear aunt, ".repeat(100));
  const lock = `${data}/lock.db is damaged: delete it, because it never holds anything.`;
  expect(await run(data)).toEqual(refused(lock));
  rmSync(`${data}/lock.db`);
  await makeData(data);
  writeFileSync(`${data}/voice-flow.db`, "Dear aunt, ".repeat(1_000));
  const broken = `${data}/voice-flow.db cannot be opened: file is not a database. Put a backup in its place with the command restore.`;
  expect(await run(data)).toEqual(refused(broken));
});

test("start: missing or empty data beside a key is no new deployment, and a lone key must be moved away first", async () => {
  using folder = tempFolder();
  const data = folder.file("data");
  await makeData(data);
  const lost = (how: string, witness = "master.key"): string =>
    `voice-flow.db in ${data} is ${how}, but ${witness} is there: ` +
    `put the data back with the command restore, or, to begin anew, move ${witness} away.`;
  truncateSync(`${data}/voice-flow.db`, 0);
  expect(await run(data)).toEqual(refused(lost("empty")));
  expect(statSync(`${data}/voice-flow.db`).size).toBe(0);
  for (const command of [
    ["ledger", "a@b.c"],
    ["grant", "a@b.c", "5"],
    ["rotate-key"],
    ["backup", folder.file("b")],
  ])
    expect(await run(data, ...command)).toEqual(refused(lost("empty")));
  rmSync(`${data}/voice-flow.db`);
  expect(await run(data)).toEqual(refused(lost("missing")));
  rmSync(`${data}/master.key`);
  writeFileSync(`${data}/voice-flow.db-wal`, "what was written last");
  writeFileSync(`${data}/voice-flow.db`, "");
  expect(await run(data)).toEqual(refused(lost("empty", "voice-flow.db-wal")));
  rmSync(`${data}/voice-flow.db-wal`);
  await makeData(data);
});

test("start: a file in place of the folder is reported", async () => {
  using folder = tempFolder();
  writeFileSync(folder.file("data"), "");
  const inTheWay = `${folder.file("data")} is a file, or lies in one, where a folder is needed: move the file, or choose another folder with DATA_DIR.`;
  expect(await run(folder.file("data"))).toEqual(refused(inTheWay));
});

test("start: an unforeseen error ends it with a sentence as well, and with its place in the code on request", async () => {
  using folder = tempFolder();
  const data = folder.file("data");
  mkdirSync(`${data}/voice-flow.db`, { recursive: true });
  const isFolder = `${data}/voice-flow.db is a folder where a file is needed: move it, or choose another folder with DATA_DIR.`;
  expect(await run(data)).toEqual(refused(isFolder));
  rmSync(`${data}/voice-flow.db`, { recursive: true });
  await makeData(data);
  // A table that the program does not know takes the name of one of its own.
  const spoil = `const { Database } = require("bun:sqlite"); const db = new Database(process.argv[1]);
    db.run("DROP TABLE meta"); db.run("CREATE TABLE meta (name TEXT)");`;
  expect(Bun.spawnSync([process.execPath, "-e", spoil, `${data}/voice-flow.db`]).exitCode).toBe(0);
  expect(await run(data)).toEqual(
    refused("The server cannot start: no such column: meta.key. Set LOG_LEVEL=debug to see the cause."),
  );
  const env = { ...environment(data), LOG_LEVEL: "debug" };
  const { code, err } = await new Program(product, { env }).ended();
  expect([code, err]).toEqual([1, expect.stringMatching(/"event":"start.failed".*at execute/)]);
});

test("commands: they report the data like the server, and keep nothing half-done", async () => {
  using disk = smallDisk(6);
  const data = disk.file("data");
  await makeData(data);
  // SQLite leaves empty companion files when it cannot open the database.
  const kept = (): string[] =>
    readdirSync(data)
      .filter((name) => !/-(wal|shm)$/.test(name))
      .sort();
  using folder = tempFolder();
  const copy = folder.file("copy");
  expect((await run(data, "backup", copy)).code).toBe(0);
  const before = kept();
  const commands = [
    ["ledger", "a@b.c"],
    ["grant", "a@b.c", "5"],
    ["backup", folder.file("b")],
    ["rotate-key"],
  ];
  const doctor = async (as: typeof run): Promise<string> => {
    const { out } = await as(data, "doctor", "--json");
    const { checks } = JSON.parse(out) as { checks: { name: string; says: string }[] };
    return checks.find(({ name }) => name === "data")!.says;
  };
  disk.fill();
  for (const command of [...commands, ["restore", copy]])
    expect(await run(data, ...command)).toEqual(refused(full(`${data}/voice-flow.db`)));
  expect(await doctor(run)).toContain(
    "has only 0 MiB free. Free up space, or choose another folder with DATA_DIR.",
  );
  disk.empty();
  expect(kept()).toEqual(before);

  for (const command of commands)
    expect(await runAsStranger(data, ...command)).toEqual(refused(strange(`${data}/voice-flow.db`)));
  expect(await doctor(runAsStranger)).toBe(strange(data));
  chmodSync(data, 0o777);
  for (const command of commands)
    expect(await runAsStranger(data, ...command)).toEqual(refused(strange(`${data}/voice-flow.db`)));
  chmodSync(`${data}/lock.db`, 0o666);
  expect(await doctor(runAsStranger)).toBe(strange(`${data}/voice-flow.db`));

  disk.makeReadOnly();
  for (const command of [...commands, ["restore", copy]])
    expect(await run(data, ...command)).toEqual(
      refused(readOnly(command[0] === "restore" ? data : `${data}/voice-flow.db`)),
    );
  expect(await doctor(run)).toBe(readOnly(data));
});
