// Upgrade on one machine: a server replaces another one during calls, on a file and on Postgres, also when either of
// them dies meanwhile.

import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import type { Store } from "../../db/port/store.ts";
import { openPostgresBeside } from "../../db/postgres/open-postgres.ts";
import { openStoreBeside } from "../../db/sqlite/file-store.ts";
import { wallClock } from "../../src/base/clock.ts";
import { deriveKey, knownMasterKey } from "../../src/cloud/master-key.ts";
import { Predecessor } from "../../src/processes/succession.ts";
import { socketPathIn } from "../../src/processes/succession-link.ts";
import { RtcCaller } from "../support/callers/rtc-caller.ts";
import { checkBooks, silencesOf } from "../support/cluster/cluster-laws.ts";
import type { CountingCaller } from "../support/cluster/counting-caller.ts";
import { answer, type Person } from "../support/people.ts";
import { json } from "../support/json-request.ts";
import { tempFolder } from "../support/servers/store.ts";
import { goOn, UpgradeWorld } from "../support/servers/upgrade-world.ts";
import { placeAt, PostgresServer } from "../support/stores/postgres-server.ts";
import { until } from "../support/until.ts";

const masterKey = "5a".repeat(32);

/** Opens the data of a world beside its server, to pay for its callers and to check its ledger. */
interface Ledger {
  readonly open: () => Promise<Store>;
}

const fileIn = (directory: string): Ledger => ({
  open: async () => openStoreBeside({ directory, migrations: "db/migrations/sqlite" }),
});

const inPostgres = (url: string): Ledger => ({ open: () => openPostgresBeside(placeAt(url)) });
const onPostgres = (url: string) => ({ DATABASE_URL: url, MASTER_KEY: masterKey });

async function accountOf({ open }: Ledger, { email }: Person): Promise<string> {
  using store = await open();
  const { id = "" } = (await store.accounts.byEmail(email)) ?? {};
  return id;
}

/** Adds credit for more calls than a new account has. */
async function enrich(ledger: Ledger, person: Person): Promise<void> {
  const accountId = await accountOf(ledger, person);
  using store = await ledger.open();
  await store.ledger.grant({ accountId, micros: 100_000_000_000, at: Date.now() });
}

/** Checks that every session is over and paid once, whatever the end of its call. */
async function checkMoney(ledger: Ledger, person: Person, sessionIds: readonly string[]): Promise<void> {
  const accountId = await accountOf(ledger, person);
  using store = await ledger.open();
  await checkBooks(store, accountId, sessionIds);
}

interface Finishing {
  readonly ledger: Ledger;
  readonly person: Person;
  readonly callers: readonly CountingCaller[];
}

/** Asks every caller one more question and lets them hang up; calls and money are complete. */
async function finish(world: UpgradeWorld, { ledger, person, callers }: Finishing): Promise<void> {
  await goOn(callers, 1);
  await Promise.all(callers.map((caller) => caller.leave()));
  expect(callers.flatMap(({ complaints }) => complaints)).toEqual([]);
  expect(await world.stop()).toBe(0);
  await checkMoney(
    ledger,
    person,
    callers.map(({ sessionId }) => sessionId),
  );
}

test("upgrade: 100 calls on a file continue at the next server, each at its question", async () => {
  using folder = tempFolder();
  await using world = await UpgradeWorld.open({ dataDir: folder.path });
  const [ledger, person] = [fileIn(folder.path), await world.person()];
  await enrich(ledger, person);
  const callers = await world.callers(person, { count: 100, thinkMs: [2_000, 4_000] });
  await goOn(callers, 1);
  expect(await world.upgrade()).toBe(0);
  await goOn(callers, 2);
  const met = silencesOf(callers);
  console.log(`upgrade of ${callers.length} calls on a file: ${JSON.stringify(met)}`);
  expect(met.count).toBe(callers.length);
  await finish(world, { ledger, person, callers });
}, 240_000);

test("upgrade: calls on Postgres continue at the next server, each at the end of a turn", async () => {
  using folder = tempFolder();
  await using postgres = await PostgresServer.start();
  const url = await postgres.database();
  const ledger = inPostgres(url);
  await using world = await UpgradeWorld.open({ dataDir: folder.path, env: onPostgres(url) });
  const person = await world.person();
  await enrich(ledger, person);
  const callers = await world.callers(person, { count: 100, thinkMs: [2_000, 4_000] });
  await goOn(callers, 1);
  expect(await world.upgrade()).toBe(0);
  await goOn(callers, 2);
  const met = silencesOf(callers);
  console.log(`upgrade of ${callers.length} calls on Postgres: ${JSON.stringify(met)}`);
  expect(met.count).toBe(callers.length);
  await finish(world, { ledger, person, callers });
}, 240_000);

test("upgrade: several processes on a file are followed by several, with all of their calls", async () => {
  using folder = tempFolder();
  await using world = await UpgradeWorld.open({ dataDir: folder.path, env: { PROCESSES: "2" } });
  const [ledger, person] = [fileIn(folder.path), await world.person()];
  await enrich(ledger, person);
  const callers = await world.callers(person, { count: 20, thinkMs: [1_000, 2_000] });
  await goOn(callers, 1);
  expect(await world.upgrade()).toBe(0);
  await goOn(callers, 2);
  console.log(`upgrade of two processes: ${JSON.stringify(silencesOf(callers))}`);
  await finish(world, { ledger, person, callers });
}, 240_000);

/** WebRTC calls during an upgrade: each continues over a new offer for the same call. */
async function upgradeRtcCalls(world: UpgradeWorld, ledger: Ledger): Promise<void> {
  const person = await world.person();
  await using owned = new AsyncDisposableStack();
  const begun = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const made = world.ask("/v1/sessions", json("POST", { flow_id: person.flowId }, person.service));
      const { session_id: id, ws_url: address } = await answer<{ session_id: string; ws_url: string }>(
        made,
        200,
      );
      const token = new URL(address).pathname.split("/").at(-1) ?? "";
      const query = `?token=${token}`;
      const caller = owned.use(await RtcCaller.call({ url: world.url, query }));
      await caller.ready();
      await caller.message(isQuestion(1));
      return { id, query, caller };
    }),
  );
  const upgrading = world.upgrade();
  const silences = await Promise.all(
    begun.map(async ({ query, caller }) => {
      await caller.message("moved");
      const from = performance.now();
      const body = { pc_id: caller.pcId, restart_pc: true };
      const again = owned.use(await RtcCaller.call({ url: world.url, query, body }));
      await again.ready();
      await again.message(isQuestion(1));
      await again.until("sound of the question", () => again.ear.loudSince(from));
      const [heardAt = Number.NaN] = again.ear.loudAt;
      again.send({ label: "rtvi-ai", type: "disconnect-bot", id: "bye" });
      await again.message("session_end");
      return heardAt - from;
    }),
  );
  expect(await upgrading).toBe(0);
  console.log(
    `upgrade of calls by WebRTC, until the question is heard: ${silences.map(Math.round).join(", ")} ms`,
  );
  expect(await world.stop()).toBe(0);
  await checkMoney(
    ledger,
    person,
    begun.map(({ id }) => id),
  );
}

test("upgrade: calls by WebRTC on a file continue over a new offer for the same call", async () => {
  using folder = tempFolder();
  await using world = await UpgradeWorld.open({ dataDir: folder.path });
  await upgradeRtcCalls(world, fileIn(folder.path));
}, 240_000);

test("upgrade: calls by WebRTC on Postgres continue, too", async () => {
  using folder = tempFolder();
  await using postgres = await PostgresServer.start();
  const url = await postgres.database();
  await using world = await UpgradeWorld.open({ dataDir: folder.path, env: onPostgres(url) });
  await upgradeRtcCalls(world, inPostgres(url));
}, 240_000);

const isQuestion =
  (number: number) =>
  ({ type, data }: { readonly type: string; readonly data?: Readonly<Record<string, unknown>> }): boolean =>
    type === "bot-output" && String(data?.["text"]).includes(`Question ${number}`);

test("upgrade: a newcomer that cannot start does no harm, whether its settings, its key or its migrations are at fault", async () => {
  using folder = tempFolder();
  await using world = await UpgradeWorld.open({ dataDir: folder.path });
  const [ledger, person] = [fileIn(folder.path), await world.person()];
  await enrich(ledger, person);
  const callers = await world.callers(person, { count: 5, thinkMs: [300, 600] });
  const failing = async (env: Readonly<Record<string, string>>): Promise<string> => {
    const { program } = world.start({ TAKE_OVER: "on", ...env });
    const { code, err } = await program.ended();
    world.servers.pop();
    expect(code).toBe(1);
    await goOn(callers, 1);
    return err;
  };
  expect(await failing({ LLM_MODEL: "x" })).toContain("LLM_BASE_URL");
  expect(await failing({ MASTER_KEY: masterKey })).toContain("does not know the same master key");
  // This imitates a migration whose table already exists.
  using file = new Database(join(folder.path, "voice-flow.db"));
  const last = "created_at = (SELECT max(created_at) FROM __drizzle_migrations)";
  file.run(`UPDATE __drizzle_migrations SET created_at = -1 WHERE ${last}`);
  expect(await failing({})).toContain("goes on: ");
  file.run("UPDATE __drizzle_migrations SET created_at = 99999999999999 WHERE created_at = -1");
  expect(await failing({})).toContain("newer version");
  expect(await failing({ TAKE_OVER: "off", PORT: "0" })).toContain("Another server uses");
  expect(silencesOf(callers).count).toBe(0);
  await Promise.all(callers.map((caller) => caller.leave()));
  expect(callers.flatMap(({ complaints }) => complaints)).toEqual([]);
  expect(world.servers).toHaveLength(1);
}, 240_000);

test("upgrade: when the newcomer dies before it serves, the running server takes calls and data back", async () => {
  using folder = tempFolder();
  await using world = await UpgradeWorld.open({ dataDir: folder.path });
  const [ledger, person] = [fileIn(folder.path), await world.person()];
  await enrich(ledger, person);
  const callers = await world.callers(person, { count: 20, thinkMs: [1_000, 2_000] });
  await goOn(callers, 1);
  const path = socketPathIn(folder.path) ?? "";
  const key = deriveKey(knownMasterKey({ directory: folder.path, given: undefined })!, "succession");
  {
    using newcomer = await Predecessor.meet({ path, key, clock: wallClock });
    expect(await newcomer?.leave()).toHaveLength(1);
  }
  await goOn(callers, 2);
  expect(world.servers[0]?.lines.map(({ event }) => event)).toContain("server.taken-back");
  console.log(`taken back: ${JSON.stringify(silencesOf(callers))}`);
  await finish(world, { ledger, person, callers });
}, 240_000);

const isLong = process.env["LONG"] !== undefined;
/** Delay step: from immediately to about the end of the hand-over. */
const betweenKillsMs = isLong ? 60 : 120;
/** Each round kills one of the two servers, later each time. */
const longVictims = ["old", "new", "old", "new", "old"] as const;
const victims = isLong ? longVictims : (["old", "new"] as const);

test("upgrade: the money is whole after any kill, and one server has the data", async () => {
  using folder = tempFolder();
  await using world = await UpgradeWorld.open({ dataDir: folder.path });
  const [ledger, person] = [fileIn(folder.path), await world.person()];
  await enrich(ledger, person);
  const sessionIds: string[] = [];
  for (const [round, victim] of victims.entries()) {
    const callers = await world.callers(person, { count: 10, thinkMs: [300, 600] });
    sessionIds.push(...callers.map(({ sessionId }) => sessionId));
    const old = world.servers.at(-1)!;
    const next = world.start({ TAKE_OVER: "on" });
    const leaves = (): boolean => old.lines.some(({ event }) => event === "server.leaving");
    await until("server that leaves", leaves, 60_000);
    // Other processes work in real time, so each round kills at another moment of the hand-over.
    await Bun.sleep(round * betweenKillsMs);
    (victim === "old" ? old : next).program.child.kill("SIGKILL");
    const survivor = victim === "old" ? next : old;
    const served = Promise.race([
      survivor.program.ended().then(() => "over"),
      until(
        "server that serves",
        async () => (await world.ask("/ready").catch(() => undefined))?.ok === true,
      ),
    ]);
    // A server that has left stays away: its supervisor then starts another.
    if ((await served) === "over") world.start({});
    else if (survivor === old) world.servers.pop();
    await world.isReady();
    for (const caller of callers) caller.abandon();
  }
  expect(await world.stop()).toBe(0);
  await checkMoney(ledger, person, sessionIds);
}, 240_000);
