// Commands about stored data, as an operator runs them: beside a server, and without one.

import { expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { fileName } from "../../db/data-loss.ts";
import { openStore } from "../../db/sqlite/file-store.ts";
import { wallClock } from "../../src/base/clock.ts";
import { Secret } from "../../src/base/secret.ts";
import { deriveKey } from "../../src/cloud/master-key.ts";
import { lastBackup } from "../../src/files/backup-note.ts";
import { S3Files } from "../../src/files/s3-files.ts";
import { fileKey, SealedFiles } from "../../src/files/sealed-files.ts";
import { s3Server } from "../support/servers/s3-server.ts";
import type { Environment } from "../../src/config.ts";
import { until } from "../support/until.ts";
import { newEmail } from "../support/people.ts";
import { Program } from "../support/servers/program.ts";
import { json } from "../support/json-request.ts";
import { type Folder, migrations, tempFolder } from "../support/servers/store.ts";
import { product } from "../support/servers/product.ts";

interface House extends AsyncDisposable {
  readonly folder: Folder;
  readonly data: string;
  start(): Promise<{ url: string; program: Program }>;
  stop(): Promise<void>;
  /** Returns the exit code, and the text of both streams. */
  run(...args: string[]): Promise<[code: number, text: string]>;
  /** Creates an account; returns its email and token. */
  signUp(url: string): Promise<{ email: string; token: string }>;
}

function house(environment: Environment = {}): House {
  const folder = tempFolder();
  const data = folder.file("data");
  const env = { SPEECH: "off", PORT: "0", LOG_FORMAT: "json", DATA_DIR: data, ...environment };
  const begin = (...args: string[]) => new Program([...product, ...args], { env });
  let program: Program | undefined;
  const stop = async (): Promise<void> => {
    program?.child.kill("SIGTERM");
    await program?.ended();
    program = undefined;
  };
  return {
    folder,
    data,
    stop,
    async start() {
      program = begin();
      return { url: await program.url(), program };
    },
    async run(...args) {
      const { code, out, err } = await begin(...args).ended();
      return [code, out + err];
    },
    async signUp(url) {
      const email = newEmail();
      const response = await fetch(`${url}/auth/signup`, json("POST", { email, password: "12345678" }));
      return { email, token: ((await response.json()) as { access_token: string }).access_token };
    },
    async [Symbol.asyncDispose]() {
      await stop();
      folder[Symbol.dispose]();
    },
  };
}

const usages: readonly (readonly [args: string[], says: RegExp])[] = [
  [["ledger"], /^Usage: .*ledger ACCOUNT\|EMAIL\n$/m],
  [["ledger", "a", "b"], /^Usage: /m],
  [["grant", "a"], /^Usage: .*grant ACCOUNT\|EMAIL CENTS\n$/m],
  [["grant", "a", "1.5"], /^CENTS must be a whole number from 1 to 100000000, not "1\.5"\.\n$/],
  [["grant", "a", "0"], /^CENTS must be/],
  [["grant", "a", "-5"], /^CENTS must be/],
  [["backup"], /^Usage: .*backup FILE\n$/m],
  [["restore"], /^Usage: .*restore FILE\n$/m],
  [["rotate-key", "now"], /^Usage: .*rotate-key\n$/m],
  [["migrate", "all"], /^Usage: .*migrate\n$/m],
];

test.each(usages)("command: %j prints the usage", async (args, says) => {
  await using it = house();
  const [code, text] = await it.run(...args);
  expect([code, text]).toEqual([2, expect.stringMatching(says)]);
});

test("command: it stops without data", async () => {
  await using it = house();
  for (const args of [
    ["ledger", "a@b.c"],
    ["grant", "a@b.c", "5"],
    ["backup", it.folder.file("b")],
    ["rotate-key"],
    ["migrate"],
  ]) {
    expect(await it.run(...args)).toEqual([1, expect.stringContaining("There is no data in")]);
  }
  await using memory = house({ DATA_DIR: ":memory:" });
  expect(await memory.run("ledger", "a@b.c")).toEqual([1, expect.stringContaining("stores nothing")]);
});

test("ledger, grant: they work beside a running server, by email and by id", async () => {
  await using it = house();
  const { url } = await it.start();
  const { email, token } = await it.signUp(url);
  expect(await it.run("grant", email, "50")).toEqual([
    0,
    `Granted 50 cents to ${email}: the balance is 250 cents.\n`,
  ]);
  const headers = { authorization: `Bearer ${token}` };
  const balance = await (await fetch(`${url}/v1/credits/balance`, { headers })).json();
  expect(balance).toMatchObject({ balance_usd_cents: 250 });
  const [code, text] = await it.run("ledger", email.toUpperCase());
  expect(code).toBe(0);
  expect(text).toMatch(
    / 1 {2}\d{4}-.*Z {2}grant +200\.000000 {2}welcome\n +2 .* grant +50\.000000 {2}operator\n/,
  );
  expect(text).toContain("granted 250.000000 - settled 0.000000 = balance 250.000000 cents\n");
  expect(text).toEndWith("Verified: the entries add up to the stored sums.\n");
  const id = /^acc_\w+/.exec(text)?.[0] ?? "";
  expect(await it.run("ledger", id)).toEqual([0, text]);
  expect(await it.run("ledger", "acc_none")).toEqual([
    1,
    expect.stringContaining('There is no account "acc_none"'),
  ]);

  // The email is deleted with the account, and its ledger stays.
  const leave = json("POST", { password: "12345678" }, headers);
  expect((await fetch(`${url}/v1/account/deletion`, leave)).status).toBe(202);
  expect(await it.run("ledger", id)).toEqual([0, text.replace(email, "(deleted)")]);
  const [gone, how] = await it.run("ledger", email);
  expect([gone, how]).toEqual([1, expect.stringMatching(/no account .*for a deleted account, use its id/)]);
}, 240_000);

test("backup, restore: they bring an account back, and restore waits until the server has stopped", async () => {
  await using it = house();
  const copy = it.folder.file("copy");
  const first = await it.start();
  const kept = await it.signUp(first.url);
  expect(await it.run("backup", copy)).toEqual([0, expect.stringMatching(/copy: \d+ bytes, verified\./)]);
  expect(await lastBackup(it.data)).toMatchObject({ bytes: Bun.file(copy).size, place: copy });
  const lost = await it.signUp(first.url);
  expect(await it.run("restore", copy)).toEqual([1, expect.stringContaining("Another server uses")]);
  await it.stop();
  const [code, text] = await it.run("restore", copy);
  const wayBack = /is in (\S+\.db\.before-restore-\d+T\d+Z) until you delete it\. To undo: .* restore \1\n$/;
  expect([code, text]).toEqual([0, expect.stringMatching(wayBack)]);
  const { url } = await it.start();
  const login = async (email: string): Promise<number> =>
    (await fetch(`${url}/auth/login`, json("POST", { email, password: "12345678" }))).status;
  expect([await login(kept.email), await login(lost.email)]).toEqual([200, 401]);
});

test("restore: a missing or different master key is reported before any change, as by doctor", async () => {
  await using it = house();
  const copy = it.folder.file("copy");
  await it.start();
  expect((await it.run("backup", copy))[0]).toBe(0);
  expect(statSync(`${it.data}/last-backup.json`).mode & 0o777).toBe(0o600);
  await it.stop();
  const key = `${it.data}/master.key`;
  renameSync(key, it.folder.file("kept.key"));
  const missing = /^No server can start on this backup .* missing: put master\.key back/m;
  expect(await it.run("restore", copy)).toEqual([0, expect.stringMatching(missing)]);
  const doctor = async (): Promise<string> => (await it.run("doctor"))[1];
  expect(await doctor()).toMatch(/^✗ data .* is missing: put master\.key back/m);
  writeFileSync(key, "ab".repeat(32));
  expect(await doctor()).toMatch(/^✗ data .*master\.key is not the key/m);
  renameSync(it.folder.file("kept.key"), key);
  expect(await it.run("restore", copy)).toEqual([0, expect.not.stringContaining("mended")]);
  expect(await doctor()).toMatch(/^✓ data /m);
}, 240_000);

test("backup, restore: they use FILES_URL, sealed, and only the master key opens them", async () => {
  await using server = await s3Server();
  await using it = house(server.environment);
  const first = await it.start();
  const kept = await it.signUp(first.url);
  const old = `${it.data}/backup-${crypto.randomUUID()}.part`;
  writeFileSync(old, "left by one that was killed");
  utimesSync(old, new Date(0), new Date(0));
  const sent = await it.run("backup", "files:monday");
  expect(sent).toEqual([0, expect.stringMatching(/^files:monday: \d+ bytes, verified\./)]);
  const note = await lastBackup(it.data);
  expect(note?.place).toBe("files:monday");
  expect(await it.run("backup", "files:monday")).toEqual([
    1,
    expect.stringContaining("already exists at FILES_URL"),
  ]);
  expect(await lastBackup(it.data)).toEqual(note);
  expect(readdirSync(it.data).filter((name) => name.startsWith("backup-"))).toEqual([]);
  const stored = await new S3Files({ place: server.place, clock: wallClock }).open("backups/monday");
  const bytes = Buffer.from((await stored?.read(0, stored.bytes)) ?? []);
  expect([
    bytes.includes("voice-flow seal1"),
    bytes.includes("SQLite format 3"),
    bytes.includes(kept.email),
  ]).toEqual([true, false, false]);
  await it.stop();
  rmSync(`${it.data}/voice-flow.db`);
  expect(await it.run("restore", "files:tuesday")).toEqual([
    1,
    "There is no backups/tuesday at FILES_URL.\n",
  ]);
  expect(await it.run("restore", "files:../monday")).toEqual([
    1,
    expect.stringContaining("is not a valid name"),
  ]);
  expect(await it.run("restore", "files:monday")).toEqual([0, "Restored from files:monday.\n"]);
  const { url } = await it.start();
  const body = json("POST", { email: kept.email, password: "12345678" });
  expect((await fetch(`${url}/auth/login`, body)).status).toBe(200);
  await it.stop();
  // First without the key, then with another key.
  renameSync(`${it.data}/master.key`, it.folder.file("apart"));
  expect(await it.run("restore", "files:monday")).toEqual([
    1,
    expect.stringContaining("put it back, or set MASTER_KEY"),
  ]);
  writeFileSync(`${it.data}/master.key`, "0".repeat(64));
  expect(await it.run("restore", "files:monday")).toEqual([1, expect.stringContaining("FILES_URL failed: ")]);
  await using none = house();
  expect(await none.run("backup", "files:monday")).toEqual([
    1,
    expect.stringContaining("FILES_URL, which is not set"),
  ]);
});

test("rotate-key: it keeps provider keys and secrets, ends logins, and waits until the server has stopped", async () => {
  await using it = house();
  const first = await it.start();
  const { email, token } = await it.signUp(first.url);
  const login = { authorization: `Bearer ${token}` };
  const change = json("PATCH", { llm_api_key: "sk-0123456789" }, login);
  expect((await fetch(`${first.url}/v1/providers`, change)).status).toBe(200);
  const secret = json("PUT", { value: "s3cret", hosts: [] }, login);
  expect((await fetch(`${first.url}/v1/secrets/KEY`, secret)).status).toBe(200);
  const hook = json("POST", { url: "https://crm.example.com/" }, login);
  expect((await fetch(`${first.url}/v1/hooks`, hook)).status).toBe(201);
  expect(await it.run("rotate-key")).toEqual([1, expect.stringContaining("Another server uses")]);
  await it.stop();
  const before = readFileSync(`${it.data}/master.key`, "utf8");
  expect(await it.run("rotate-key")).toEqual([
    0,
    expect.stringContaining("1 provider keys and 2 secrets re-encrypted"),
  ]);
  expect(readFileSync(`${it.data}/master.key`, "utf8")).not.toBe(before);
  const { url } = await it.start();
  expect((await fetch(`${url}/v1/providers`, { headers: login })).status).toBe(401);
  const again = await fetch(`${url}/auth/login`, json("POST", { email, password: "12345678" }));
  const { access_token } = (await again.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  expect(await (await fetch(`${url}/v1/providers`, { headers })).json()).toMatchObject({
    llm_api_key: "••••6789",
  });
});

test("rotate-key: a key from the environment needs its successor, and is wrong afterwards", async () => {
  const [old, next] = ["ab".repeat(32), "cd".repeat(32)];
  await using it = house({ MASTER_KEY: old });
  await it.start();
  await it.stop();
  expect(await it.run("rotate-key")).toEqual([1, expect.stringContaining("Set NEW_MASTER_KEY")]);
  const env = { SPEECH: "off", PORT: "0", LOG_FORMAT: "json", DATA_DIR: it.data };
  const run = async (environment: Environment, ...args: string[]) =>
    await new Program([...product, ...args], {
      env: { ...env, ...environment },
    }).ended();
  expect((await run({ MASTER_KEY: old, NEW_MASTER_KEY: next }, "rotate-key")).code).toBe(0);
  expect(await run({ MASTER_KEY: old })).toMatchObject({
    code: 1,
    err: expect.stringContaining("MASTER_KEY is not"),
  });
  await using server = new Program(product, { env: { ...env, MASTER_KEY: next } });
  await server.url();
  expect(existsSync(`${it.data}/master.key`)).toBe(false);
});

test("rotate-key: it hands files in the storage over to the next key, or changes nothing when the storage is away", async () => {
  await using server = await s3Server();
  const [old, next] = ["ab".repeat(32), "cd".repeat(32)];
  await using it = house({ MASTER_KEY: old, ...server.environment });
  await it.start();
  await it.stop();
  const filesOf = (key: string) =>
    new SealedFiles(
      new S3Files({ place: server.place, clock: wallClock }),
      fileKey(deriveKey(new Secret(key), "files")),
    );
  await filesOf(old).put(
    "recordings/ses_1/call",
    (async function* () {
      yield await Promise.resolve(new Uint8Array(9).fill(5));
    })(),
  );
  const rotate = async (environment: Environment) =>
    await new Program([...product, "rotate-key"], {
      env: {
        DATA_DIR: it.data,
        MASTER_KEY: old,
        NEW_MASTER_KEY: next,
        ...server.environment,
        ...environment,
      },
    }).ended();
  const away = await rotate({ S3_ENDPOINT: "http://127.0.0.1:9" });
  expect([away.code, away.out + away.err]).toEqual([1, expect.stringContaining("FILES_URL")]);
  expect((await rotate({})).code).toBe(0);
  const file = (await filesOf(next).open("recordings/ses_1/call"))!;
  expect(await file.read(0, 9)).toEqual(new Uint8Array(9).fill(5));
});

test("serve: it stops in time while the storage of files hangs", async () => {
  using hanging = Bun.serve({ port: 0, idleTimeout: 0, fetch: () => new Promise<Response>(() => undefined) });
  const environment = {
    FILES_URL: "s3://bucket",
    S3_ENDPOINT: `http://127.0.0.1:${hanging.port}`,
    AWS_ACCESS_KEY_ID: "a",
    AWS_SECRET_ACCESS_KEY: "b",
  };
  await using it = house(environment);
  await it.start();
  // The search for old files has begun.
  await until("request", () => hanging.pendingRequests > 0);
  await it.stop();
  await hanging.stop(true);
}, 240_000);

test("serve: it prints a link with a one-time token, and a command to talk with a key", async () => {
  await using program = new Program(product, {
    env: { SPEECH: "off", PORT: "0", LOG_FORMAT: "pretty", DATA_DIR: ":memory:", ENGINE_AUTH: "required" },
  });
  const [, url, token] = await program.says(/Open (http:\S+)\/test#token=(\w+) to talk/);
  const exchange = async () => (await fetch(`${url}/auth/exchange`, json("POST", { token }))).status;
  expect([await exchange(), await exchange()]).toEqual([200, 401]);
  await program.says(
    /Talk +\S.* talk --say "what time is it" --url ws:\S+\/ws --key vfk_…\n +with an API key of your account/,
  );
});

test.each(["json", "auto"])(
  "serve: no token is printed to collected lines (LOG_FORMAT=%s), only to terminals",
  async (format) => {
    await using it = house({ ENGINE_AUTH: "required", LOG_FORMAT: format });
    const { url, program } = await it.start();
    await program.says(
      /"event":"server\.sign-in","message":"Calls need an account\. Sign up at (http:\S+)\/test/,
    );
    expect((await fetch(`${url}/test`)).status).toBe(200);
    await it.stop();
    const { out, err } = await program.ended();
    expect(out + err).not.toContain("token");
  },
);

test("serve: a second server on the same data exits with a sentence", async () => {
  await using it = house();
  await it.start();
  const [code, text] = await it.run("serve");
  expect([code, text]).toEqual([
    1,
    `Another server uses ${it.data}: stop it first, or set DATA_DIR to another directory.\n`,
  ]);
});

test("migrate: it updates an older file, reports it, and leaves a file in use or a newer one alone", async () => {
  await using it = house();
  const { entries, ...rest } = (await Bun.file(`${migrations}/meta/_journal.json`).json()) as {
    entries: readonly { readonly tag: string; readonly when: number }[];
  };
  cpSync(migrations, it.folder.file("older"), { recursive: true });
  const older = { ...rest, entries: entries.slice(0, -2) };
  writeFileSync(it.folder.file("older/meta/_journal.json"), JSON.stringify(older));
  openStore({ directory: it.data, migrations: it.folder.file("older") })[Symbol.dispose]();
  const upToDate = `The data in ${it.data} is up to date.\n`;
  const applied = entries.slice(-2).map(({ tag }) => `applied ${tag}\n`);
  expect(await it.run("migrate")).toEqual([0, applied.join("") + upToDate]);
  expect(await it.run("migrate")).toEqual([0, upToDate]);
  {
    using _server = openStore({ directory: it.data, migrations });
    expect(await it.run("migrate")).toEqual([1, expect.stringContaining("stop it first")]);
  }
  const file = new Database(it.folder.file(`data/${fileName}`));
  file.run("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('later', 9999999999999)");
  file.close();
  expect(await it.run("migrate")).toEqual([1, expect.stringContaining("by a newer version of this program")]);
});
