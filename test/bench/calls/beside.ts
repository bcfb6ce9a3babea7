// Benchmark of calls beside accounts that do all they may: how late the agent's audio comes in a call alone, and beside
// ten accounts that upload, export, erase and search, each of these again as soon as it is answered; with the data in a
// file and in Postgres.

import type { Store } from "../../../db/port/store.ts";
import { openPostgresBeside } from "../../../db/postgres/open-postgres.ts";
import { openStoreBeside } from "../../../db/sqlite/file-store.ts";
import { signUpAt } from "../../support/people.ts";
import { migrations, tempFolder } from "../../support/servers/store.ts";
import { placeAt, PostgresServer } from "../../support/stores/postgres-server.ts";
import type { Load, Report } from "./beside-client.ts";
import { fill } from "./many-calls.ts";
import type { Claim } from "../capacity/claims.ts";
import { type CallServer, type Lateness, startCallers, startServer } from "../capacity/callers.ts";
import { clientCore, linesOf, pinned } from "../pinned.ts";

const accounts = 10;
/** Sessions of each account, in a quick run and otherwise. */
const sessionsMade = [200, 1_000] as const;
/** One frame: such a delay is inaudible. */
const lateMsMore = 20;
/** Half of what lies in a client's buffer. On a busy machine several turns come between two looks. */
const turnMsMax = 100;

type Late = Pick<Lateness, "p50" | "p99" | "worst">;

interface Beside {
  readonly accounts: number;
  readonly stores: Readonly<Record<string, Figures>>;
}

interface Figures {
  /** How late the agent's audio came, in milliseconds. */
  readonly alone: Late;
  readonly beside: Late;
  /** The longest that a listener heard nothing in the middle of a reply, in milliseconds. */
  readonly silentMs: { readonly alone: number; readonly beside: number };
  /** The longest turn of the server's event loop meanwhile, in time of the processor: no other work lengthens it. */
  readonly longestTurnMs: number;
  /** Answers to the accounts, by request. */
  readonly answers: Report;
}

/** Place of the data: the server's setting, and its opening beside the server. */
interface Place {
  readonly env: Readonly<Record<string, string>>;
  readonly open: () => Promise<Store>;
}

export async function measure(isQuick = false, tell?: (line: string) => void): Promise<Beside> {
  using folder = tempFolder();
  await using postgres = await PostgresServer.start();
  const url = await postgres.database();
  const places: Readonly<Record<string, Place>> = {
    file: {
      env: { DATA_FOLDER: folder.path },
      open: () => Promise.resolve(openStoreBeside({ directory: folder.path, migrations })),
    },
    postgres: { env: { DATA_AT: url }, open: () => openPostgresBeside(placeAt(url)) },
  };
  const stores: Record<string, Figures> = {};
  for (const [name, place] of Object.entries(places)) {
    stores[name] = await measureAt(place, isQuick);
    tell?.(shown(name, stores[name]));
  }
  return { accounts, stores };
}

async function measureAt(place: Place, isQuick: boolean): Promise<Figures> {
  const seconds = isQuick ? 20 : 60;
  await using server = await startServer({ ...place.env, WATCH_TURNS: "on" });
  const load = await filled(server, place, sessionsMade[isQuick ? 0 : 1]);
  const alone = await (await startCallers(server.port, { calls: 1, seconds })).late;
  const callers = await startCallers(server.port, { calls: 1, seconds });
  // Earlier parts are compiled and filled.
  await server.ask();
  const working = work(load, seconds);
  const beside = await callers.late;
  const answers = await working;
  const { longestTurnMs = Infinity } = await server.ask();
  return {
    alone: lateIn(alone),
    beside: lateIn(beside),
    silentMs: { alone: Math.max(...alone.gapsByWindow), beside: Math.max(...beside.gapsByWindow) },
    longestTurnMs,
    answers,
  };
}

export function claims({ stores }: Beside): readonly Claim[] {
  return Object.entries(stores).flatMap(([name, { alone, beside, longestTurnMs, answers }]): Claim[] => {
    const asked = ["upload", "export", "erase", "search"].map((what) => answers[what] ?? 0);
    return [
      [`${name}: a call beside ten busy accounts is heard as one alone`, within(alone.p99, beside.p99)],
      [`${name}: no turn of the event loop takes long`, longestTurnMs <= turnMsMax],
      [`${name}: the accounts are answered`, asked.some((times) => times > 0)],
    ];
  });
}

const within = (alone: number | null, beside: number | null): boolean =>
  alone !== null && beside !== null && beside <= alone + lateMsMore;

/** Ten accounts with their calls. */
async function filled({ port }: CallServer, place: Place, sessionsEach: number): Promise<Load> {
  const origin = `http://127.0.0.1:${port}`;
  const ask = (path: string, init?: RequestInit) => fetch(origin + path, init);
  using store = await place.open();
  const people: Load["people"][number][] = [];
  for (let n = 0; n < accounts; n++) {
    const { email, token } = await signUpAt({ ask });
    const account = await store.accounts.byEmail(email);
    if (account === undefined) throw new Error("An account was not made");
    const calls = { accountId: account.id, sessions: sessionsEach, first: n * sessionsEach };
    await fill(store, { ...calls, last: Date.now() - 60_000 });
    people.push({ token, firstSession: calls.first });
  }
  return { origin, people, sessionsEach };
}

/** Behind the callers when both want the core: how late the callers hear is what is measured. */
async function work(load: Load, seconds: number): Promise<Report> {
  const client = Bun.spawn(["nice", "-n", "19", ...pinned(clientCore, "calls/beside-client.ts")], {
    stdin: new Blob([JSON.stringify({ ...load, seconds })]),
    stdout: "pipe",
    stderr: "inherit",
  });
  const report = JSON.parse(await linesOf(client.stdout)()) as Report;
  await client.exited;
  return report;
}

const lateIn = ({ p50, p99, worst }: Lateness): Late => ({ p50, p99, worst });

function shown(store: string, { alone, beside, silentMs, longestTurnMs, answers }: Figures): string {
  const line = (name: string, { p50, p99, worst }: Late, silent: number): string =>
    `  ${name.padEnd(26)} audio late p50 ${p50?.toFixed(1)} / p99 ${p99?.toFixed(1)} / max ${worst?.toFixed(1)} ms, silent for at most ${silent.toFixed(0)} ms`;
  const counts = Object.entries(answers).map(([what, times]) => `${what}: ${times.toLocaleString("en")}`);
  return [
    `  with the data in ${store === "file" ? "a file" : "Postgres"}`,
    line("a call alone", alone, silentMs.alone),
    line(`beside ${accounts} busy accounts`, beside, silentMs.beside),
    `  the longest turn of the event loop took ${longestTurnMs.toFixed(1)} ms of the processor`,
    `  answered: ${counts.join(", ")}`,
  ].join("\n");
}
