// Forgotten callers: of 1,000 sessions of 50 callers, those of five are erased, and no file and no backup contains a
// word of them; the ledger is unchanged, and the export of another caller is complete.

import { expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { writeFileSync } from "node:fs";
import { backUp } from "../../db/backup/backup.ts";
import { type FileStore, openStore } from "../../db/sqlite/file-store.ts";
import { prove } from "../../src/billing/proof.ts";
import { receiptOf } from "../../src/retention/erasures.ts";
import type { Environment } from "../../src/config.ts";
import { answer, type Person, signUpAt } from "../support/people.ts";
import { Program } from "../support/servers/program.ts";
import { json } from "../support/json-request.ts";
import { serveTest, type TestServer } from "../support/servers/served.ts";
import { migrations, tempFolder } from "../support/servers/store.ts";
import {
  addMarkedCallers,
  filesWith,
  markOf,
  masterKey,
  sessionOf,
  subjectOf,
} from "../support/stores/marked-callers.ts";
import { until } from "../support/until.ts";
import { product } from "../support/servers/product.ts";

const erased = [3, 11, 27, 28, 49];
const callers = 50;
const sessionsEach = 20;

/** Signs a person up, and stops the server. */
async function visit(env: Environment): Promise<Person> {
  await using served = await serveTest(env);
  return await signUpAt(served);
}

interface Receipt {
  readonly erasure_id: string;
  readonly state: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly created_at: number;
  readonly finished_at: number;
  readonly receipt_hash: string;
}

type Headers = Record<string, string>;

const receiptAt = (served: TestServer, id: string, headers: Headers) =>
  answer<Receipt>(served.ask(`/v1/erasures/${id}`, { headers }));

async function erase(served: TestServer, subject: string, headers: Headers): Promise<Receipt> {
  const asked = await answer<Receipt>(served.ask("/v1/erasures", json("POST", { subject }, headers)), 202);
  await until("receipt", async () => (await receiptAt(served, asked.erasure_id, headers)).state === "done");
  return receiptAt(served, asked.erasure_id, headers);
}

/** Files of an archive, read with a common program. */
function unzipped(path: string): ReadonlyMap<string, string> {
  const list = Bun.spawnSync(["unzip", "-Z1", path]).stdout.toString().trim().split("\n");
  expect(Bun.spawnSync(["unzip", "-tq", path]).exitCode).toBe(0);
  return new Map(list.map((name) => [name, Bun.spawnSync(["unzip", "-p", path, name]).stdout.toString()]));
}

test("erasure: no file and no backup has a word of the subject, money stays, and other data is whole", async () => {
  using folder = tempFolder();
  const recordings = folder.file("recordings");
  const env = { DATA_DIR: folder.path, MASTER_KEY: masterKey };
  const { email, login: headers } = await visit(env);
  const inFile = async <T>(work: (store: FileStore) => Promise<T>): Promise<T> => {
    using store = openStore({ directory: folder.path, migrations });
    return await work(store);
  };
  const { accountId, before } = await inFile(async (store) => {
    const id = (await store.accounts.byEmail(email))!.id;
    await store.ledger.grant({ accountId: id, micros: 1_000_000, at: 1 });
    const all = { accountId: id, callers, sessionsEach, recordings, isWithHooks: true };
    await addMarkedCallers(store, all);
    return { accountId: id, before: await store.ledger.books(id) };
  });
  await using served = await serveTest(env);
  const others = Array.from({ length: callers }, (_, caller) => caller).filter((n) => !erased.includes(n));
  for (const caller of erased) expect(filesWith(markOf(caller), folder.path)).not.toEqual([]);

  for (const caller of erased) {
    const receipt = await erase(served, subjectOf(caller), headers);
    const counts = { sessions: 20, words: 160, values: 20, numbers: 80, audio: 2, hooks: 20 };
    expect(receipt).toMatchObject({ state: "done", counts });
    const [createdAt, finishedAt] = [receipt.created_at * 1_000, receipt.finished_at * 1_000].map(Math.round);
    const facts = { id: receipt.erasure_id, counts, createdAt } as unknown as Parameters<typeof receiptOf>[0];
    expect(receipt.receipt_hash).toBe(receiptOf(facts, finishedAt!));
  }
  // The check also holds while the server runs.
  for (const caller of erased) expect(filesWith(markOf(caller), folder.path)).toEqual([]);
  for (const caller of erased) {
    const gone = served.ask(`/v1/sessions/${sessionOf(caller, 0)}`, { headers });
    expect((await gone).status).toBe(404);
    const none = await served.ask(`/v1/export?subject=${encodeURIComponent(subjectOf(caller))}`, { headers });
    expect(none.status).toBe(404);
  }
  // A second erasure finds nothing, and says so.
  expect((await erase(served, subjectOf(3), headers)).counts["sessions"]).toBe(0);

  using copies = tempFolder();
  backUp({ directory: folder.path }, copies.file("backup.db"));
  for (const caller of erased) expect(filesWith(markOf(caller), copies.path)).toEqual([]);
  for (const caller of others.slice(0, 3)) expect(filesWith(markOf(caller), copies.path)).not.toEqual([]);

  const archive = await served.ask(`/v1/export?subject=${encodeURIComponent(subjectOf(7))}`, { headers });
  expect(archive.headers.get("content-type")).toBe("application/zip");
  writeFileSync(copies.file("export.zip"), await archive.bytes());
  const files = unzipped(copies.file("export.zip"));
  const manifest = JSON.parse(files.get("manifest.json")!) as {
    is_complete: boolean;
    sessions: string[];
    files: { name: string; sha256: string }[];
  };
  expect(manifest).toMatchObject({ subject: subjectOf(7), is_complete: true, missing: [] });
  expect(manifest.sessions.toSorted()).toEqual(
    Array.from({ length: 20 }, (_, n) => sessionOf(7, n)).toSorted(),
  );
  expect(manifest.files.map(({ name }) => name).toSorted()).toEqual(
    [...files.keys()].filter((name) => name !== "manifest.json").toSorted(),
  );
  for (const { name, sha256 } of manifest.files)
    expect(new Bun.CryptoHasher("sha256").update(files.get(name)!).digest("hex")).toBe(sha256);
  const session = JSON.parse(files.get(`sessions/${sessionOf(7, 0)}.json`)!) as { transcript: unknown[] };
  expect(session).toMatchObject({ context: { name: markOf(7) }, metadata: { subject: subjectOf(7) } });
  expect(session.transcript).toHaveLength(8);
  expect(files.get(`sessions/${sessionOf(7, 0)}.txt`)).toStartWith(
    `00:00 caller: It is ${markOf(7)}, the 0th time\n`,
  );
  expect(files.get(`recordings/${sessionOf(7, 1)}/rec_1.wav`)).toBe(`RIFF ${markOf(7)}`);

  await served[Symbol.asyncDispose]();
  for (const caller of erased) expect(filesWith(markOf(caller), folder.path)).toEqual([]);
  const after = await inFile((store) => store.ledger.books(accountId));
  expect(JSON.stringify(after)).toBe(JSON.stringify(before));
  expect(prove(after).faults).toEqual([]);
});

test("erasure: a server killed in the middle continues at its next start", async () => {
  using folder = tempFolder();
  const sessions = 300;
  const env = { DATA_DIR: folder.path, MASTER_KEY: masterKey };
  const { email, login } = await visit(env);
  {
    using store = openStore({ directory: folder.path, migrations });
    const { id: accountId } = (await store.accounts.byEmail(email))!;
    await store.ledger.grant({ accountId, micros: 1_000_000, at: 1 });
    const recordings = folder.file("recordings");
    await addMarkedCallers(store, { accountId, callers: 1, sessionsEach: sessions, recordings });
  }
  const left = (): number => {
    using file = new Database(folder.file("voice-flow.db"), { readonly: true });
    return (file.query("SELECT count(*) AS number FROM sessions").get() as { number: number }).number;
  };
  const all = { ...env, SPEECH: "off", PORT: "0", PATH: process.env["PATH"], LOG_FORMAT: "json" };
  const id = await (async () => {
    await using server = new Program(product, { env: all });
    const asked = fetch(`${await server.url()}/v1/erasures`, json("POST", { subject: subjectOf(0) }, login));
    const { erasure_id } = await answer<{ erasure_id: string }>(asked, 202);
    await until("session that is gone", () => left() < sessions);
    server.child.kill("SIGKILL");
    await server.child.exited;
    return erasure_id;
  })();
  expect(left()).toBeGreaterThan(0);
  await using served = await serveTest(env);
  await until("receipt", async () => (await receiptAt(served, id, login)).state === "done");
  // Only deleted files may be missing from the counts.
  const counts = { sessions, words: 8 * sessions, values: sessions };
  expect((await receiptAt(served, id, login)).counts).toMatchObject(counts);
  expect(left()).toBe(0);
  expect(filesWith(markOf(0), folder.path)).toEqual([]);
});
