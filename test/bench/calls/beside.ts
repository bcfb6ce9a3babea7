// Benchmark of calls beside busy accounts: the lateness of the agent's audio in a call alone, and beside ten accounts
// that upload, export, erase and search, each again as soon as it is answered; with the data in a file and in Postgres.

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
/**
 * Alternating rounds of a call alone and beside the accounts. Other work on the machine makes single rounds late, and
 * the server's own work all of them, so the best round of either kind is compared.
 */
const quick = { sessionsMade: 200, rounds: 2, seconds: 10 };
const whole = { sessionsMade: 1_000, rounds: 4, seconds: 20 };
/** Milliseconds: a delay of one frame is inaudible. */
const lateMsMore = 20;
/** Half of a client's buffer. On a busy machine several turns may fall between two polls. */
const turnMsMax = 100;

/** A database is another machine, or another core: on the server's core it would take the measured time. */
const besideServer = ["nice", "-n", "10", "taskset", "-c", String(clientCore)];

type Late = Pick<Lateness, "p50" | "p99" | "worst">;

interface Beside {
  readonly accounts: number;
  readonly stores: Readonly<Record<string, Figures>>;
}

/** Milliseconds, in the best round. */
interface Heard {
  /** Lateness of the agent's audio. */
  readonly late: Late;
  /** The longest silence that a listener heard within a reply. */
  readonly silentMs: number;
  /** Turns of the server's event loop, in processor time: other work does not lengthen them. */
  readonly turnMsP99: number;
  readonly longestTurnMs: number;
  /** Share of the time in which its thread waited for a core. */
  readonly waited: number;
}

export interface Figures {
  readonly alone: Heard;
  readonly beside: Heard;
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
  await using postgres = await PostgresServer.start(besideServer);
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
  const { sessionsMade, rounds, seconds } = isQuick ? quick : whole;
  await using server = await startServer({ ...place.env, WATCH_TURNS: "on" });
  const load = await filled(server, place, sessionsMade);
  const [alone, beside]: [Heard[], Heard[]] = [[], []];
  const answers: Record<string, number> = {};
  for (let round = 0; round < rounds; round++) {
    alone.push(await heardAt(server, seconds));
    const firstRound = round * roundsApart;
    const reports: Report[] = [];
    beside.push(
      await heardAt(server, seconds, async () => {
        reports.push(await work({ ...load, firstRound }, seconds));
      }),
    );
    for (const [what, times] of reports.flatMap(Object.entries<number>))
      answers[what] = (answers[what] ?? 0) + times;
  }
  return { alone: best(alone), beside: best(beside), answers };
}

/** Each round of the accounts erases calls of its own. */
const roundsApart = 50;

async function heardAt(
  server: CallServer,
  seconds: number,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<Heard> {
  const callers = await startCallers(server.port, { calls: 1, seconds });
  // Earlier parts are compiled and filled.
  await server.ask();
  const working = meanwhile();
  const { p50, p99, worst, gapsByWindow } = await callers.late;
  await working;
  const { turnMsP99 = Infinity, longestTurnMs = Infinity, waited = 1 } = await server.ask();
  return { late: { p50, p99, worst }, silentMs: Math.max(...gapsByWindow), turnMsP99, longestTurnMs, waited };
}

/** The longest turn of all rounds, since only the server lengthens it. */
function best(heard: readonly Heard[]): Heard {
  const [least] = heard.toSorted((a, b) => (a.late.p99 ?? Infinity) - (b.late.p99 ?? Infinity));
  if (least === undefined) throw new Error("No round was measured");
  return {
    ...least,
    turnMsP99: Math.max(...heard.map(({ turnMsP99 }) => turnMsP99)),
    longestTurnMs: Math.max(...heard.map(({ longestTurnMs }) => longestTurnMs)),
  };
}

/**
 * Where a call alone has to wait for its core, other work has the machine: then only the server's own turns are judged,
 * and whether it answered at all.
 */
const waitedMax = 0.01;

export function claims({ stores }: Pick<Beside, "stores">): readonly Claim[] {
  return Object.entries(stores).flatMap(([name, { alone, beside, answers }]): Claim[] => {
    const asked = ["upload", "export", "erase", "search"].map((what) => answers[what] ?? 0);
    const own: Claim[] = [
      [`${name}: turns of the event loop are as long as alone`, within(alone.turnMsP99, beside.turnMsP99)],
      [`${name}: no turn of the event loop takes long`, beside.longestTurnMs <= turnMsMax],
      [
        `${name}: the call is heard, and accounts are answered`,
        beside.late.p99 !== null && asked.some(Boolean),
      ],
    ];
    if (alone.waited > waitedMax) return own;
    return [
      ...own,
      [
        `${name}: a call beside ten busy accounts is heard as one alone`,
        within(alone.late.p99, beside.late.p99),
      ],
      [`${name}: each kind of request is answered`, asked.every(Boolean)],
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

/** The clients yield to the callers when both need the core: the callers' lateness is measured. */
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

function shown(store: string, { alone, beside, answers }: Figures): string {
  const line = (name: string, { late, silentMs, turnMsP99, longestTurnMs, waited }: Heard): string =>
    `  ${name.padEnd(26)} audio late p50 ${late.p50?.toFixed(1)} / p99 ${late.p99?.toFixed(1)} / max ${late.worst?.toFixed(1)} ms, silent for at most ${silentMs.toFixed(0)} ms; turns of the event loop p99 ${turnMsP99.toFixed(1)} / max ${longestTurnMs.toFixed(1)} ms of the processor, which waited for a core in ${(100 * waited).toFixed(1)} % of the time`;
  const counts = Object.entries(answers).map(([what, times]) => `${what}: ${times.toLocaleString("en")}`);
  return [
    `  with the data in ${store === "file" ? "a file" : "Postgres"}, the best of the rounds`,
    line("a call alone", alone),
    line(`beside ${accounts} busy accounts`, beside),
    `  answered: ${counts.join(", ")}`,
    ...(alone.waited > waitedMax
      ? ["  other work had the machine: how late the sound came says nothing, the turns do"]
      : []),
  ].join("\n");
}
