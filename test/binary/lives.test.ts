// Lives of sessions with the executable: clients join twice at once, vanish, return, are taken over, expire and hang
// up, over sockets and WebRTC. For any actions, one of them hears the agent, everything ends, and every cent is right.

import { expect, test } from "bun:test";
import { join } from "node:path";
import { booksOf } from "../../db/sqlite/books-in-file.ts";
import { openStoreBeside } from "../../db/sqlite/file-store.ts";
import { accounts, sessions } from "../../db/schema.ts";
import { timeMicros } from "../../src/billing/price.ts";
import { prove } from "../../src/billing/proof.ts";
import { Binary } from "../support/servers/binary.ts";
import type { Carrier } from "../support/callers/life-connection.ts";
import { type House, Life } from "../support/callers/life.ts";
import { signUpAt } from "../support/people.ts";
import { random, type Random, seedOf } from "../support/random.ts";
import type { LogEvent } from "../support/servers/served.ts";
import { migrations } from "../support/servers/store.ts";

const isLong = process.env["LONG"] === "1";
const count = isLong ? 200 : 12;
const seed = seedOf(20_261_123);
/** Concurrent lives. */
const atOnce = 8;
/** An unused token is valid for 5 min. */
const expiryMsMax = 310_000;

const carriers: readonly Carrier[] = ["socket", "offer"];

type Act = (life: Life, chance: Random) => Promise<void>;

/** Beginnings of lives, each equally likely. */
const beginnings: Readonly<Record<string, Act>> = {
  sockets: (life) => life.joinTwice("socket", "socket"),
  offers: (life) => life.joinTwice("offer", "offer"),
  both: (life) => life.joinTwice("socket", "offer"),
  socket: (life) => life.join("socket"),
  offer: (life) => life.join("offer"),
  bad: async (life, chance) => {
    await life.offerBadly();
    await life.offerBadly();
    await life.join(chance.pick(carriers));
  },
  withdrawn: async (life, chance) => {
    await life.withdraw();
    await life.join(chance.pick(carriers));
  },
  never: () => Promise.resolve(),
};

const middles: readonly Act[] = [
  (life) => life.talk(),
  (life) => life.offerBadly(),
  (life, chance) => life.takeOver(chance.pick(carriers)),
  async (life, chance) => {
    if (life.here.carrier === "socket") await life.comeBack(chance.pick(carriers));
    else await life.takeOver("socket");
  },
  async (life, chance) => {
    await life.withdraw();
    await life.join(chance.pick(carriers));
  },
];

/** Resolves when all actors have finished; `later`: the time at which the life is over. */
async function live(
  life: Life,
  beginning: string,
  chance: Random,
): Promise<{ readonly later: Promise<void> }> {
  await beginnings[beginning]?.(life, chance);
  if (beginning === "never") {
    life.endReason = isLong ? "expired" : "shutdown";
    return { later: isLong ? life.over(expiryMsMax) : Promise.resolve() };
  }
  await life.talk();
  for (let n = chance.int(0, 3); n > 0; n--) await chance.pick(middles)(life, chance);
  if (chance.chance(0.25)) {
    life.vanish();
    return { later: life.over() };
  }
  await life.hangUp(chance.pick(["end", "end", "delete", "close"]));
  await life.over();
  return { later: Promise.resolve() };
}

/** Runs all lives, this many at once. Resolves to their faults. */
async function liveAll(house: House, lives: Map<string, Life>): Promise<string[]> {
  const chance = random(seed);
  const names = Object.keys(beginnings);
  const deck = Array.from({ length: count }, (_, i) => names[i % names.length] ?? "never")
    .map((beginning) => ({ beginning, at: chance.next(), chance: random(chance.int(0, 2 ** 31)) }))
    .sort((a, b) => a.at - b.at);
  const faults: string[] = [];
  const ends: Promise<void>[] = [];
  const lead = async (n: number, { beginning, chance: own }: (typeof deck)[number]): Promise<void> => {
    const life = await Life.begin(house, own);
    lives.set(life.sessionId, life);
    const failed = (error: unknown): void =>
      void faults.push(
        `life ${n} (${life.story.join(", ")}): ${error instanceof Error ? error.message : ""}`,
      );
    try {
      const { later } = await live(life, beginning, own);
      ends.push(later.catch(failed).then(() => life.close()));
    } catch (error) {
      failed(error);
      await life.close();
    }
  };
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let n = next++; n < deck.length; n = next++) await lead(n, deck[n]!);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  await Promise.all(ends);
  return faults;
}

/** Checks the rows and the ledger after the server is gone. */
function checkMoney(directory: string, lives: ReadonlyMap<string, Life>): void {
  using beside = openStoreBeside({ directory, migrations });
  const rows = beside.durable.select().from(sessions).all();
  const account = beside.durable.select().from(accounts).get();
  const { faults, heldMicros, entries, sums } = prove(booksOf(beside.durable, account?.id ?? ""));
  expect({ faults, heldMicros, rows: rows.length }).toEqual({ faults: [], heldMicros: 0, rows: count });
  const wrong = rows.flatMap(({ id, status, endedAt, endReason, connectedMs, costMicros }) => {
    const own = entries.filter(({ sessionId }) => sessionId === id);
    const taken = own.filter(({ kind }) => kind === "settle" || kind === "writeoff");
    const found = {
      status,
      isEnded: endedAt !== null,
      endReason,
      costMicros,
      taken: taken.reduce((sum, { micros }) => sum + micros, 0),
      released: own.filter(({ kind }) => kind === "release").length,
    };
    const price = timeMicros(connectedMs);
    const right = {
      status: "ended",
      isEnded: true,
      endReason: lives.get(id)?.endReason,
      costMicros: price,
      taken: price,
      released: 1,
    };
    return Bun.deepEquals(found, right) ? [] : [{ life: lives.get(id)?.story, found, right }];
  });
  expect(wrong).toEqual([]);
  expect(sums.settle + sums.writeoff).toBe(rows.reduce((sum, { costMicros }) => sum + costMicros, 0));
}

test(
  `lives: ${count} sessions of every kind end at their price, and the agent never serves two callers (SEED=${seed})`,
  async () => {
    await using binary = await Binary.open();
    const directory = join(binary.folder, "data");
    const limits = { SESSIONS_PER_ACCOUNT_MAX: `${count}`, REQUESTS_PER_MINUTE: "1000000" };
    const env = { DATA_DIR: directory, LOG_FORMAT: "json", ...limits };
    await using server = binary.serve(env);
    const url = await server.url();
    await server.says(/"speech\.ready"/);
    const { email, service } = await signUpAt({ ask: (path, init) => fetch(url + path, init) });
    const granted = await binary.run(["grant", email, "10000"], { env: { DATA_DIR: directory } }).ended();
    expect(granted.code).toBe(0);
    const lives = new Map<string, Life>();
    expect(await liveAll({ url, service }, lives)).toEqual([]);

    server.child.kill("SIGTERM");
    const { code, out, err } = await server.ended();
    expect(code).toBe(0);
    const events = `${out}\n${err}`
      .split("\n")
      .flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as LogEvent] : []));
    const of = (...names: string[]): LogEvent[] => events.filter(({ event }) => names.includes(event));
    expect(of("server.stopping", "server.stopped").map(({ calls }) => calls)).toEqual([0, 0]);
    expect(of("session.bug", "call.bug", "process.uncaught", "process.unhandled")).toEqual([]);
    checkMoney(directory, lives);
  },
  isLong ? 1_200_000 : 180_000,
);
