// Benchmark of calls beside accounts that do all they may: how late the agent's audio comes in a call alone, and beside
// ten accounts that upload, export, erase and search, each of these again as soon as it is answered.

import { openStoreBeside } from "../../../db/sqlite/file-store.ts";
import { signUpAt } from "../../support/people.ts";
import { migrations, tempFolder } from "../../support/servers/store.ts";
import type { Load, Report } from "./beside-client.ts";
import { fill } from "./many-calls.ts";
import type { Claim } from "../capacity/claims.ts";
import { type CallServer, type Lateness, startCallers, startServer } from "../capacity/callers.ts";
import { clientCore, linesOf, pinned } from "../pinned.ts";

const accounts = 10;
/** Of each account, in a quick run and otherwise. */
const sessionsMade = [200, 1_000] as const;
/** One frame: so much later nobody hears. */
const lateMsMore = 20;

type Late = Pick<Lateness, "p50" | "p99" | "worst">;

interface Beside {
  readonly accounts: number;
  /** How late the agent's audio came, in milliseconds. */
  readonly alone: Late;
  readonly beside: Late;
  /** The longest that a listener heard nothing in the middle of a reply, in milliseconds. */
  readonly silentMs: { readonly alone: number; readonly beside: number };
  /** What the accounts were answered, by what they asked for. */
  readonly answers: Report;
}

export async function measure(isQuick = false, tell?: (line: string) => void): Promise<Beside> {
  const seconds = isQuick ? 20 : 60;
  using folder = tempFolder();
  await using server = await startServer({ DATA_FOLDER: folder.path });
  const load = await filled(server, folder.path, sessionsMade[isQuick ? 0 : 1]);
  const alone = await (await startCallers(server.port, { calls: 1, seconds })).late;
  const callers = await startCallers(server.port, { calls: 1, seconds });
  const working = work(load, seconds);
  const beside = await callers.late;
  const answers = await working;
  const measured = {
    accounts,
    alone: lateIn(alone),
    beside: lateIn(beside),
    silentMs: { alone: Math.max(...alone.gapsByWindow), beside: Math.max(...beside.gapsByWindow) },
    answers,
  };
  tell?.(shown(measured));
  return measured;
}

export function claims({ alone, beside, answers }: Beside): readonly Claim[] {
  const asked = ["upload", "export", "erase", "search"].map((what) => answers[what] ?? 0);
  return [
    ["a call beside ten busy accounts is heard as one alone", within(alone.p99, beside.p99)],
    ["the accounts are answered", asked.some((times) => times > 0)],
  ];
}

const within = (alone: number | null, beside: number | null): boolean =>
  alone !== null && beside !== null && beside <= alone + lateMsMore;

/** Ten accounts with their calls. */
async function filled({ port }: CallServer, directory: string, sessionsEach: number): Promise<Load> {
  const origin = `http://127.0.0.1:${port}`;
  const ask = (path: string, init?: RequestInit) => fetch(origin + path, init);
  using store = openStoreBeside({ directory, migrations });
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

function shown({ alone, beside, silentMs, answers }: Beside): string {
  const line = (name: string, { p50, p99, worst }: Late, silent: number): string =>
    `  ${name.padEnd(26)} audio late p50 ${p50?.toFixed(1)} / p99 ${p99?.toFixed(1)} / max ${worst?.toFixed(1)} ms, silent for at most ${silent.toFixed(0)} ms`;
  const counts = Object.entries(answers).map(([what, times]) => `${what}: ${times.toLocaleString("en")}`);
  return [
    line("a call alone", alone, silentMs.alone),
    line(`beside ${accounts} busy accounts`, beside, silentMs.beside),
    `  answered: ${counts.join(", ")}`,
  ].join("\n");
}
