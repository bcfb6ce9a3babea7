// A server that is killed in the middle of everything it does, over real files: what it has answered is there, no cent is
// lost or charged twice, no session stays open, and no half backup is taken for a whole one.

import { Database as Connection } from "bun:sqlite";
import { expect, test } from "bun:test";
import { fileName } from "../../db/loss.ts";
import { type Db, openBeside } from "../../db/open.ts";
import { accounts, apiKeys, flows, sessions } from "../../db/schema.ts";
import { timeMicros } from "../../src/billing/price.ts";
import { prove } from "../../src/billing/proof.ts";
import { killBackingUp, killMigrating, killStarting } from "../support/crash-kills.ts";
import { Acknowledged, useUntilGone } from "../support/crash-load.ts";
import { type Moment, Moments, moments, someTime } from "../support/crash-moments.ts";
import { Program } from "../support/program.ts";
import { random, type Random, seedOf } from "../support/random.ts";
import { type Folder, migrations, tempFolder } from "../support/store.ts";

const kills = process.env["LONG"] === "1" ? 300 : 20;
const seed = seedOf(20_261_121);
/** Who is there in any case: some do a little of everything, some only talk. */
const always = ["busy", "busy", "talking", "staying"] as const;
/** Who is there besides, so that what is waited for comes soon. */
const aimed = {
  signup: "joining",
  key: "joining",
  flow: "writing",
  session: "starting",
  call: "talking",
  settle: "leaving",
} as const;

function startServer(folder: Folder, origin: number): Program {
  const script = Bun.fileURLToPath(import.meta.resolve("../support/crash-server.ts"));
  return new Program([process.execPath, script], {
    env: { DATA_DIR: folder.file("data"), PASSWORD_MEMORY_MIB: "1", CLOCK_ORIGIN: String(origin) },
  });
}

/** What must hold when a server has started over what a killed one left. */
function check(folder: Folder, told: Acknowledged): void {
  using file = new Connection(`${folder.file("data")}/${fileName}`);
  expect(file.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  expect(file.query("PRAGMA foreign_key_check").all()).toEqual([]);
  using beside = openBeside({ directory: folder.file("data"), migrations });
  checkRecords(beside.db, told);
  checkMoney(beside.db);
}

function checkRecords(db: Db, told: Acknowledged): void {
  const missing = (expected: Iterable<string>, found: readonly string[]): string[] => {
    const all = new Set(found);
    return [...expected].filter((each) => !all.has(each));
  };
  const people = db.select({ email: accounts.email }).from(accounts).all();
  const keys = db.select({ id: apiKeys.id }).from(apiKeys).all();
  const stored = new Map(
    db
      .select()
      .from(flows)
      .all()
      .map(({ id, revision }) => [id, revision]),
  );
  const rows = new Map(
    db
      .select()
      .from(sessions)
      .all()
      .map((row) => [row.id, row]),
  );
  const lost = {
    emails: missing(
      told.emails,
      people.map(({ email }) => email),
    ),
    keys: missing(
      told.keys.map(({ id }) => id),
      keys.map(({ id }) => id),
    ),
    flows: [...told.flows].filter(([id, revision]) => (stored.get(id) ?? 0) < revision),
    sessions: missing(told.sessions, [...rows.keys()]),
    open: [...rows.values()].filter(({ status, endedAt }) => status !== "ended" || endedAt === null),
  };
  expect(lost).toEqual({ emails: [], keys: [], flows: [], sessions: [], open: [] });
  for (const [id, { reason, durationMs }] of told.ends) {
    expect(rows.get(id)).toMatchObject({ endReason: reason });
    // A tenth of a second, as fast as this clock runs.
    expect(Math.abs((rows.get(id)?.connectedMs ?? 0) - durationMs)).toBeLessThan(60 * 100);
  }
}

function checkMoney(db: Db): void {
  const rows = db.select().from(sessions).all();
  for (const { id: accountId } of db.select({ id: accounts.id }).from(accounts).all()) {
    const { faults, heldMicros, entries, sums } = prove(db, accountId);
    const own = rows.filter((row) => row.accountId === accountId);
    const charged = own.reduce((sum, { costMicros }) => sum + costMicros, 0);
    expect({ faults, heldMicros, granted: sums.grant, spent: sums.settle + sums.writeoff }).toEqual({
      faults: [],
      heldMicros: 0,
      granted: 200_000_000,
      spent: charged,
    });
    for (const { id, costMicros, connectedMs } of own) {
      expect([id, costMicros]).toEqual([id, timeMicros(connectedMs)]);
      // Closed exactly once.
      expect(entries.filter((it) => it.sessionId === id && it.kind === "release")).toHaveLength(1);
    }
  }
}

interface Scene {
  readonly folder: Folder;
  readonly origin: number;
  readonly told: Acknowledged;
  readonly moments: Moments;
  readonly chance: Random;
}

/** One server, used until it is killed in such a moment. Answers how much of a backup there was. */
async function killOne(moment: Exclude<Moment, "migration" | "start">, scene: Scene): Promise<number> {
  const { folder, origin, told, moments, chance } = scene;
  await using server = startServer(folder, origin);
  const kill = (): void => server.child.kill("SIGKILL");
  const url = await server.url();
  check(folder, told);
  const habits = moment === "backup" ? always : [...always, aimed[moment]];
  const visit = (habit: (typeof habits)[number]): Promise<void> =>
    useUntilGone({ url, told, moments, habit, chance: random(chance.int(0, 2 ** 31)) });
  const busy = habits.map(visit);
  await (chance.chance(0.3) ? someTime(chance, 300, 1_800) : someTime(chance, 0, 300));
  let written = 0;
  if (moment === "backup") {
    written = await killBackingUp({ folder, chance, emails: () => told.emails, killServer: kill });
    moments.count(moment);
  } else {
    await moments.killDuring(moment, chance, kill);
  }
  await Promise.all(busy);
  await server.ended();
  return written;
}

/** Each moment as often as the others, in an order of chance. */
function deckOf(chance: Random): readonly Moment[] {
  return Array.from({ length: kills }, (_, index) => moments[index % moments.length] ?? "start")
    .map((moment) => ({ moment, at: chance.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ moment }) => moment);
}

test(
  `crash: ${kills} kills in the middle of everything lose nothing (SEED=${seed})`,
  async () => {
    using folder = tempFolder();
    const chance = random(seed);
    const scene = { folder, chance, origin: Date.now(), told: new Acknowledged(), moments: new Moments() };
    const { told } = scene;
    const copies: number[] = [];
    for (const moment of deckOf(chance)) {
      if (moment === "migration") {
        await killMigrating((old) => startServer(old, scene.origin), chance);
        scene.moments.count(moment);
      } else if (moment === "start") {
        await killStarting(() => startServer(folder, scene.origin), chance);
        scene.moments.count(moment);
      } else {
        const written = await killOne(moment, scene);
        if (moment === "backup") copies.push(written);
      }
    }
    await using last = startServer(folder, scene.origin);
    await last.url();
    check(folder, told);
    using beside = openBeside({ directory: folder.file("data"), migrations });
    const rows = beside.db.select().from(sessions).all();
    const cut = rows.filter(({ endReason, connectedMs }) => endReason === "crashed" && connectedMs > 0);
    const renewed = cut.filter(({ connectedMs }) => connectedMs > 48_000);
    const during = moments.map((moment) => `${moment} ${scene.moments.killed.get(moment) ?? 0}`);
    console.log(
      `  ${told.emails.length} accounts, ${told.flows.size} flows, ${told.sessions.length} sessions: ` +
        `${told.ends.size} ended, ${cut.length} were cut off, ${renewed.length} of them in a later minute\n` +
        `  killed during: ${during.join(", ")}; ` +
        `backups by then had ${copies.map((bytes) => `${Math.ceil(bytes / 1_024)} KiB`).join(", ")}`,
    );
    expect(Math.min(told.ends.size, cut.length)).toBeGreaterThan(0);
    for (const moment of moments)
      expect([moment, scene.moments.killed.get(moment)]).not.toEqual([moment, undefined]);
  },
  kills * 10_000,
);
