// Crash: a server that is killed during any of its work, over real files: its answered requests are stored, no cent is
// lost or charged twice, no session stays open, and no half backup is taken for a whole one.

import { expect, test } from "bun:test";
import { openStoreBeside } from "../../db/sqlite/file-store.ts";
import { sessions } from "../../db/schema.ts";
import { checkData } from "../support/crash/crash-check.ts";
import { killBackingUp, killMigrating, killStarting } from "../support/crash/crash-kills.ts";
import { Acknowledged, useUntilGone } from "../support/crash/crash-load.ts";
import { type Moment, Moments, moments, someTime } from "../support/crash/crash-moments.ts";
import { Program } from "../support/servers/program.ts";
import { random, type Random, seedOf } from "../support/random.ts";
import { type Folder, migrations, tempFolder } from "../support/servers/store.ts";

const kills = process.env["LONG"] === "1" ? 300 : 5;
const seed = seedOf(20_261_121);
/** Permanent actors: some do a little of everything, some only talk, and one is lost and returns repeatedly. */
const always = ["busy", "busy", "talking", "staying", "returning"] as const;
/** Further actors, so that each wanted moment comes soon. */
const aimed = {
  signup: "joining",
  key: "joining",
  flow: "writing",
  session: "starting",
  call: "talking",
  settle: "leaving",
} as const;

function startServer(folder: Folder, origin: number): Program {
  const script = Bun.fileURLToPath(import.meta.resolve("../support/crash/crash-server.ts"));
  return new Program([process.execPath, script], {
    env: { DATA_DIR: folder.file("data"), PASSWORD_MEMORY_MIB: "1", CLOCK_ORIGIN: String(origin) },
  });
}

interface Scene {
  readonly folder: Folder;
  readonly origin: number;
  readonly told: Acknowledged;
  readonly moments: Moments;
  readonly chance: Random;
}

/** Uses a server until it is killed in such a moment. Resolves to the written bytes of a backup. */
async function killOne(moment: Exclude<Moment, "migration" | "start">, scene: Scene): Promise<number> {
  const { folder, origin, told, moments, chance } = scene;
  await using server = startServer(folder, origin);
  const kill = (): void => server.child.kill("SIGKILL");
  const url = await server.url();
  checkData(folder.file("data"), told);
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

/** Each moment equally often, in a random order. */
function deckOf(chance: Random): readonly Moment[] {
  return Array.from({ length: kills }, (_, index) => moments[index % moments.length] ?? "start")
    .map((moment) => ({ moment, at: chance.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ moment }) => moment);
}

test(
  `crash: ${kills} kills at random moments lose nothing (SEED=${seed})`,
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
    checkData(folder.file("data"), told);
    using beside = openStoreBeside({ directory: folder.file("data"), migrations });
    const rows = beside.durable.select().from(sessions).all();
    const cut = rows.filter(({ endReason, connectedMs }) => endReason === "crashed" && connectedMs > 0);
    const renewed = cut.filter(({ connectedMs }) => connectedMs > 48_000);
    const during = moments.map((moment) => `${moment} ${scene.moments.killed.get(moment) ?? 0}`);
    console.log(
      `  ${told.emails.length} accounts, ${told.flows.size} flows, ${told.sessions.length} sessions: ` +
        `${told.ends.size} ended, ${cut.length} were cut off, ${renewed.length} of them in a later minute\n` +
        `  killed during: ${during.join(", ")}; ` +
        `backups by then had ${copies.map((bytes) => `${Math.ceil(bytes / 1_024)} KiB`).join(", ")}`,
    );
    // A dozen kills on a busy machine may leave no call time for one of the two.
    const met = [told.ends.size, cut.length];
    expect(kills > 12 ? Math.min(...met) : Math.max(...met)).toBeGreaterThan(0);
    for (const moment of moments.slice(0, kills))
      expect([moment, scene.moments.killed.get(moment)]).not.toEqual([moment, undefined]);
  },
  Math.max(240_000, kills * 10_000),
);
