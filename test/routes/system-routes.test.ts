// Settings of the deployment: GET /v1/system shows the owner alone every setting with its source, and no secret.

import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { variables } from "../../src/config.ts";
import { answer, ownerAt, problem, signUpAt } from "../support/people.ts";
import { noteBackup, noteProgress } from "../../src/files/backup-note.ts";
import { backupRoutes } from "../../src/routes/backup-routes.ts";
import { serve } from "../support/servers/clocked.ts";
import { tempFolder } from "../support/servers/store.ts";

interface System {
  readonly store: string;
  readonly last_backup: object | null;
  readonly backup: object;
  readonly disk_free_mib: number | null;
  readonly settings: readonly {
    readonly name: string;
    readonly value: string | null;
    readonly source: string;
  }[];
  readonly nodes: readonly object[];
}

test("system: the owner sees every setting with its source, but of secrets only that they are set", async () => {
  const secret = "sk-0123456789abcdef";
  await using served = await serve({
    LLM_BASE_URL: "http://127.0.0.1:9/v1",
    LLM_MODEL: "tiny",
    LLM_API_KEY: secret,
    SYSTEM_PROMPT: "x".repeat(5_000),
  });
  const owner = await ownerAt(served);
  const response = await served.ask("/v1/system", { headers: owner.login });
  const text = await response.text();
  const { settings } = JSON.parse(text) as System;
  expect(settings.map(({ name }) => name)).toEqual(Object.keys(variables));
  const of = (name: string) => settings.find((each) => each.name === name);
  expect(of("LLM_MODEL")).toMatchObject({ value: "tiny", source: "environment", secret: false });
  expect(of("LLM_API_KEY")).toMatchObject({ value: "••••", source: "environment", secret: true });
  expect(of("PORT")).toMatchObject({ value: "3000", source: "default", secret: false });
  expect(of("MASTER_KEY")).toMatchObject({ value: null, source: "default", secret: true });
  expect(text).not.toContain(secret);
  expect(text.length).toBeLessThan(40_000);
});

test("system: the last backup is the recorded one, and none where the record is unreadable", async () => {
  using folder = tempFolder();
  await using served = await serve({ DATA_DIR: folder.path });
  const { login: headers } = await ownerAt(served);
  const known = async () => (await answer<System>(served.ask("/v1/system", { headers }))).last_backup;
  expect(await known()).toBeNull();
  noteBackup(folder.path, { at: 1_700_000_000_250, bytes: 4_096, place: "/backups/monday" });
  noteBackup(folder.path, { at: 1_800_000_000_250, bytes: 8_192, place: "files:tuesday" });
  expect(await known()).toEqual({ made_at: 1_800_000_000.25, bytes: 8_192, place: "files:tuesday" });
  for (const text of ["{", "[]", '{"at":"now"}']) {
    writeFileSync(folder.file("last-backup.json"), text);
    expect(await known()).toBeNull();
  }
});

test("system: a member, a key of the owner and a stranger read none of it", async () => {
  await using served = await serve();
  const owner = await ownerAt(served);
  const member = await signUpAt(served);
  const system = await answer<System>(served.ask("/v1/system", { headers: owner.login }));
  expect(["file", "postgres"]).toContain(system.store);
  await problem(served.ask("/v1/system", { headers: member.login }), 403, "account/owner-only");
  await problem(served.ask("/v1/system", { headers: owner.service }), 401, "auth/wrong-kind");
  await problem(served.ask("/v1/system"), 401, "auth/required");
});

test("system: data in a database or in memory has no backup here, as the answer says", async () => {
  await using served = await serve();
  const { login: headers } = await ownerAt(served);
  const { backup } = await answer<System>(served.ask("/v1/system", { headers }));
  expect(backup).toEqual({ can_start: false, running_since: null, failed_at: null, failure: null });
  const asked = served.ask("/v1/system/backup", { method: "POST", headers });
  expect((await problem(asked, 409, "backup/elsewhere")).detail).toContain("DATA_DIR=:memory:");
  const gate = { accountOf: () => "acc_1", authorOf: () => ({}) as never };
  const trail = { append: () => Promise.resolve() };
  const routes = backupRoutes({ clock: served.clock, gate, trail, backups: undefined, inDatabase: true });
  const url = "http://localhost/v1/system/backup";
  expect(await (await routes.handle(new Request(url, { method: "POST" }))).text()).toContain("pg_dump");
});

test("system: the reason and time of a failed backup are shown", async () => {
  using folder = tempFolder();
  await using served = await serve({ DATA_DIR: folder.path });
  const { login: headers } = await ownerAt(served);
  noteProgress(folder.path, { startedAt: 1_000, seenAt: 2_250, endedAt: 2_250, failure: "FILES_URL fails." });
  const { backup } = await answer<System>(served.ask("/v1/system", { headers }));
  const failed = { running_since: null, failed_at: 2.25, failure: "FILES_URL fails." };
  expect(backup).toEqual({ can_start: true, ...failed });
});
