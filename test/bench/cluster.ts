// Benchmark of a cluster: the duration of `POST /v1/sessions` at a steady rate, with the data in a file and in
// Postgres, and the cost of being a node: beats, upkeep and the share of limits, without other work.

import { join } from "node:path";
import { answer, signUpAt } from "../support/people.ts";
import { freePort } from "../support/servers/free-port.ts";
import { Program } from "../support/servers/program.ts";
import { json } from "../support/json-request.ts";
import { type Folder, tempFolder } from "../support/servers/store.ts";
import { PostgresServer } from "../support/stores/postgres-server.ts";
import { until } from "../support/until.ts";
import { FigureList, type Figures } from "./figures.ts";

interface Begun {
  readonly sessions: number;
  readonly p50: number;
  readonly p99: number;
  /** Share of a core that the process takes at rest. */
  readonly restShare: number;
}

export { claimsOf as claims } from "./figures.ts";

/** `POST /v1/sessions` at a steady rate, one account, HTTP on loopback; then nothing, to see what a node costs at rest. */
export async function measure(isQuick: boolean, tell: (line: string) => void): Promise<Figures> {
  const [perSecond, seconds] = isQuick ? [20, 2] : [200, 10];
  const list = new FigureList(tell);
  await using postgres = await PostgresServer.start();
  for (const [name, database, claim] of [
    ["a file", undefined, { p50: 1.4, p99: 5.7, rest: 0.3 }],
    ["Postgres", await postgres.database(), { p50: 2.3, p99: 8, rest: 1.8 }],
  ] as const) {
    using folder = tempFolder();
    const { sessions, p50, p99, restShare } = await measured(folder, { database, perSecond, seconds });
    list.add(
      { of: `sessions begun on ${name}`, value: sessions, unit: "", atLeast: perSecond * seconds },
      { of: `beginning one on ${name}, ${perSecond} a second`, value: p50, unit: "ms", atMost: claim.p50 },
      { of: `beginning one on ${name}, p99`, value: p99, unit: "ms", atMost: claim.p99 },
      { of: `a node at rest on ${name}`, value: restShare * 100, unit: "% of a core", atMost: claim.rest },
    );
  }
  return list;
}

async function measured(
  folder: Folder,
  options: {
    readonly database: string | undefined;
    readonly perSecond: number;
    readonly seconds: number;
  },
): Promise<Begun> {
  const { database, perSecond, seconds } = options;
  const port = await freePort();
  const shared = database === undefined ? {} : { DATABASE_URL: database, MASTER_KEY: "5a".repeat(32) };
  const env = {
    PATH: process.env["PATH"],
    PORT: String(port),
    SPEECH: "off",
    LOG_FORMAT: "json",
    LOG_LEVEL: "warn",
    DATA_DIR: join(folder.path, "data"),
    REQUESTS_PER_MINUTE: "1000000000",
    SESSIONS_PER_ACCOUNT_MAX: "1000000",
    ENGINE_OPEN_SESSIONS_MAX: "100000",
    ...shared,
  };
  const start = (...args: string[]): Program =>
    new Program([process.execPath, "src/main.ts", ...args], { env });
  await using server = start();
  const url = `http://127.0.0.1:${port}`;
  const isReady = async (): Promise<boolean> =>
    (await fetch(`${url}/live`).catch(() => undefined))?.ok === true;
  await until("server", isReady);
  const person = await signUpAt({ ask: (path, init) => fetch(url + path, init) });
  await start("grant", person.email, "1000000").ended();
  const times: number[] = [];
  const begin = async (): Promise<void> => {
    const from = performance.now();
    await answer(fetch(`${url}/v1/sessions`, json("POST", {}, person.service)));
    times.push(performance.now() - from);
  };
  for (let i = 0; i < perSecond; i++) await begin();
  times.length = 0;
  const from = performance.now();
  const under: Promise<void>[] = [];
  for (let i = 0; i < perSecond * seconds; i++) {
    // At a steady rate.
    await Bun.sleep(Math.max(0, from + (i * 1_000) / perSecond - performance.now()));
    under.push(begin());
  }
  await Promise.all(under);
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  // Started writes finish without further requests.
  await Bun.sleep(3_000);
  const before = cpuSeconds(server.child.pid);
  await Bun.sleep(seconds * 1_000);
  const restShare = (cpuSeconds(server.child.pid) - before) / seconds;
  return { sessions: times.length, p50: at(0.5), p99: at(0.99), restShare };
}

/** Processor time of a process with all its threads; Linux counts a hundred ticks a second. */
function cpuSeconds(pid: number): number {
  const text = new TextDecoder().decode(Bun.spawnSync(["cat", `/proc/${pid}/stat`]).stdout);
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
