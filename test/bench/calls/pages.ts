// Benchmark of the console at scale: the time to each page's first paint and content with 100,000 sessions, the
// duration of its lists and exports over HTTP, and the frames that a concurrent call misses, in the file and in
// Postgres. The browser yields to the server, because otherwise it is on another machine. Run: bun
// test/bench/calls/pages.ts [sessions] [file|postgres]

import { SQL } from "bun";
import { Database } from "bun:sqlite";
import { setPriority } from "node:os";
import type { Page } from "playwright-core";
import { openPostgres } from "../../../db/postgres/open-postgres.ts";
import { fileName } from "../../../db/data-loss.ts";
import type { Store } from "../../../db/port/store.ts";
import { openStore } from "../../../db/sqlite/file-store.ts";
import { viewGroups } from "../../../public/console/console-address.ts";
import { sitePages } from "../../../src/routes/pages/site-pages.ts";
import { launch, wholeChromium } from "../../support/browser/browser.ts";
import { json } from "../../support/json-request.ts";
import { answer } from "../../support/people.ts";
import { freePort } from "../../support/servers/free-port.ts";
import { migrations, tempFolder } from "../../support/servers/store.ts";
import { emptyDatabase } from "../../support/stores/postgres.ts";
import { until } from "../../support/until.ts";
import { type Lateness, startCallers } from "../capacity/callers.ts";
import { copies, fill, idOf } from "./many-calls.ts";

const sessions = Number(process.argv[2] ?? 100_000);
const kind = process.argv[3] ?? "file";
const email = "ada@example.com";
const password = "correct horse battery";
const paintMsMax = 800;
const listMsMax = 100;
const asksEach = 100;
/** A listener who hears nothing for this long within a reply has missed a frame. */
const frameMs = 20;
const callSeconds = 60;

/** This many are written as the server writes them, and then copied. */
const written = Math.min(sessions, 1_000);

interface Place extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>;
  open(): Promise<Store>;
  /** Runs statements while no store is open. */
  run(statementsOf: (sessionColumns: readonly string[]) => readonly string[]): Promise<void>;
}

const places: Readonly<Record<string, () => Promise<Place>>> = {
  file: () => {
    const folder = tempFolder();
    return Promise.resolve({
      env: { DATA_DIR: folder.path },
      open: () => Promise.resolve(openStore({ directory: folder.path, migrations })),
      run(statementsOf) {
        using file = new Database(folder.file(fileName));
        const columns = file.query("SELECT name FROM pragma_table_info('sessions')").all() as {
          name: string;
        }[];
        const statements = statementsOf(columns.map(({ name }) => name));
        file.transaction(() => statements.forEach((each) => void file.run(each)))();
        return Promise.resolve();
      },
      [Symbol.asyncDispose]: () => Promise.resolve(folder[Symbol.dispose]()),
    });
  },
  postgres: async () => {
    const [database, folder] = [await emptyDatabase(), tempFolder()];
    return {
      env: { DATABASE_URL: database.url, DATA_DIR: folder.path, MASTER_KEY: "7c".repeat(32) },
      open: () => openPostgres(database.place),
      async run(statementsOf) {
        const client = new SQL({ url: database.url, max: 1 });
        const columns = (await client`SELECT column_name AS name FROM information_schema.columns
          WHERE table_name = 'sessions'`) as { name: string }[];
        for (const each of statementsOf(columns.map(({ name }) => name))) await client.unsafe(each);
        // Like its own upkeep within a minute.
        await client.unsafe("VACUUM ANALYZE");
        await client.close();
      },
      async [Symbol.asyncDispose]() {
        folder[Symbol.dispose]();
        await database[Symbol.asyncDispose]();
      },
    };
  },
};

interface Server extends AsyncDisposable {
  readonly origin: string;
  readonly port: number;
}

async function serve({ env }: Place): Promise<Server> {
  const port = await freePort();
  const child = Bun.spawn([process.execPath, "src/main.ts"], {
    env: { ...process.env, ...env, PORT: String(port), LOG_LEVEL: "error", DRAIN_SECONDS: "1" },
    stdout: "ignore",
    stderr: "inherit",
  });
  const origin = `http://127.0.0.1:${port}`;
  const isUp = (): Promise<boolean> =>
    fetch(`${origin}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until("the server", isUp, 120_000);
  return {
    origin,
    port,
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}

interface Painted {
  readonly paintMs: number;
  /** Time at which no part of the page is loading any more. */
  readonly contentMs: number;
}

async function painted(page: Page, address: string): Promise<Painted> {
  await page.goto("about:blank");
  await page.goto(address, { waitUntil: "load" });
  await page.waitForFunction(
    () =>
      performance.getEntriesByName("first-contentful-paint").length > 0 &&
      !(document.querySelector("main") ?? document.body).innerText.includes("Loading…"),
  );
  return page.evaluate(() => {
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    return { paintMs: paint?.startTime ?? Number.NaN, contentMs: performance.now() };
  });
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

const lists: Readonly<Record<string, string>> = {
  "calls, first page": "/v1/calls?limit=50",
  "calls, older": `/v1/calls?limit=50&cursor=CURSOR`,
  "calls with a common word": "/v1/calls?limit=50&q=yes",
  "calls with a rare word": "/v1/calls?limit=50&q=zanzibar",
  "calls with no such word": "/v1/calls?limit=50&q=nobodysaidthis",
  "calls with a word, one flow": "/v1/calls?limit=50&q=yes&flow_id=flow_3",
  "calls that failed": "/v1/calls?limit=50&failed=true",
  "calls in trouble": "/v1/calls?limit=50&trouble=any",
  "figures of thirty days": "/v1/figures?days=30",
  "one call": `/v1/calls/${idOf(Math.floor(written / 2))}`,
  "sessions, as published": "/v1/sessions",
};

async function measure(place: Place): Promise<void> {
  const calls = { sessions: written, last: Date.now() - 60_000 };
  await using closed = await serve(place);
  await answer(fetch(`${closed.origin}/auth/signup`, json("POST", { email, password })));
  await closed[Symbol.asyncDispose]();
  {
    using store = await place.open();
    const accountId = (await store.accounts.byEmail(email))!.id;
    await store.ledger.grant({ accountId, micros: 1_000_000_000, at: Date.now() });
    await fill(store, { ...calls, accountId });
  }
  await place.run((columns) => copies(columns, { ...calls, accountId: "", each: sessions / written - 1 }));
  console.log(`${kind}: ${sessions} sessions`);
  await using server = await serve(place);
  const { access_token: token } = await answer<{ access_token: string }>(
    fetch(`${server.origin}/auth/login`, json("POST", { email, password })),
  );
  const headers = { authorization: `Bearer ${token}` };
  const first = await answer<{ next_cursor: string }>(
    fetch(`${server.origin}/v1/calls?limit=200`, { headers }),
  );
  for (const [name, path] of Object.entries(lists)) {
    const took: number[] = [];
    for (let n = 0; n < asksEach; n++) {
      const from = performance.now();
      await (await fetch(server.origin + path.replace("CURSOR", first.next_cursor), { headers })).text();
      took.push(performance.now() - from);
    }
    const p95 = quantile(took, 0.95);
    console.log(
      `  ${name.padEnd(32)} p50 ${quantile(took, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms${p95 > listMsMax ? ", MISSED" : ""}`,
    );
  }
  await exports(server, headers);
  await pages(server);
}

/** Exports all calls as one stream, and the account with all its data, beside a call. */
async function exports({ origin, port }: Server, headers: Readonly<Record<string, string>>): Promise<void> {
  const callers = await startCallers(port, { calls: 1, seconds: callSeconds });
  for (const path of ["/v1/calls?format=csv", "/v1/calls?format=jsonl", "/v1/account/export"]) {
    const from = performance.now();
    const whole = await fetch(origin + path, { headers });
    const bytes = (await whole.arrayBuffer()).byteLength;
    const seconds = ((performance.now() - from) / 1_000).toFixed(1);
    console.log(
      `  ${path.padEnd(32)} status ${whole.status}, ${(bytes / 2 ** 20).toFixed(1)} MiB in ${seconds} s`,
    );
  }
  console.log(`  a call beside exports: ${missedIn(await callers.late)}`);
}

async function pages({ origin, port }: Server): Promise<void> {
  const alone = await startCallers(port, { calls: 1, seconds: callSeconds });
  console.log(`  a call alone: ${missedIn(await alone.late)}`);
  const callers = await startCallers(port, { calls: 1, seconds: callSeconds });
  // The browser inherits it, after the server has begun.
  setPriority(10);
  const browser = await launch([], wholeChromium);
  try {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${origin}/console`);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.locator(".tiles").waitFor();
    const views = Object.values(viewGroups)
      .flat()
      .map((view) => `/console#/${view}`);
    const calls = [`/console#/calls/${idOf(Math.floor(written / 2))}`, "/console#/calls?q=zanzibar"];
    const others = sitePages
      .map(([address]) => address)
      .filter((address) => !["/console", "/swagger"].includes(address));
    for (const path of [...views, ...calls, ...others]) {
      const { paintMs, contentMs } = await painted(page, origin + path);
      const isLate = paintMs > paintMsMax ? ", MISSED" : "";
      console.log(
        `  ${path.padEnd(32)} first paint ${paintMs.toFixed(0)} ms, content ${contentMs.toFixed(0)} ms${isLate}`,
      );
    }
  } finally {
    await browser.close();
  }
  console.log(`  a call beside them: ${missedIn(await callers.late)}`);
}

/** The agent's own pauses between sentences are included: there must not be more than in a call alone. */
function missedIn({ gapsByWindow }: Lateness): string {
  const missed = gapsByWindow.filter((gapMs) => gapMs >= frameMs).length;
  return `nothing was heard for ${frameMs} ms in ${missed} of ${gapsByWindow.length} quarters of a second`;
}

const open = places[kind];
if (open === undefined) throw new Error(`There is no store "${kind}"`);
await using place = await open();
await measure(place);
