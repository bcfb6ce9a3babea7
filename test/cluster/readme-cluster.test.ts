// From one machine to three: the documentation's commands run line by line, literally, on a real Postgres.

import { expect, test } from "bun:test";
import { join } from "node:path";
import { blockOf, documentation } from "../support/markdown.ts";
import { freePort } from "../support/servers/free-port.ts";
import { Program } from "../support/servers/program.ts";
import { tempFolder } from "../support/servers/store.ts";
import { emptyDatabase } from "../support/stores/postgres.ts";
import { until } from "../support/until.ts";
import { product } from "../support/servers/product.ts";

const lines = blockOf(documentation, "sh", "export DATABASE_URL=")
  .split("\n")
  .map((line) => line.replace(/\s+#.*$/, "").trim())
  .filter((line) => line !== "");

/** Exported variables, except those that belong to another machine here. */
function exported(database: string): Record<string, string> {
  const words = lines
    .filter((line) => line.startsWith("export "))
    .flatMap((line) => line.split(" ").slice(1));
  const given = words.map((word) => /^(\w+)=(.*)$/.exec(word)?.slice(1) ?? []) as [string, string][];
  const here = { DATABASE_URL: database, MASTER_KEY: "5a".repeat(32), HOST: "127.0.0.1" };
  return { ...Object.fromEntries(given), ...here };
}

test("readme: three machines share one database, are listed, and one is drained", async () => {
  await using database = await emptyDatabase();
  using folder = tempFolder();
  const base = { PATH: process.env["PATH"], HOME: folder.path, SPEECH: "off", LOG_FORMAT: "json" };
  const env = { ...base, ...exported(database.url) };
  expect(Object.keys(env)).toEqual(expect.arrayContaining(["PUBLIC_URL", "TRUSTED_PROXIES"]));
  const machine = (line: string, own: Record<string, string> = {}): Program => {
    const [, words = ""] = /^voice-flow ?(.*?) ?&?$/.exec(line) ?? [];
    const command = [...product, ...words.split(" ").filter(Boolean)];
    return new Program(command, { env: { ...env, DATA_DIR: folder.path, ...own } });
  };
  const run = async (line: string): Promise<string> => {
    const { code, out, err } = await machine(line).ended();
    return `${code} ${out}${err}`;
  };
  const [migrate = "", start = "", nodes = "", drain = "", ...more] = lines.filter((line) =>
    line.startsWith("voice-flow"),
  );
  expect(more).toEqual([]);
  expect(await run(migrate)).toContain("The database is up to date.");
  await using servers = new AsyncDisposableStack();
  const ports = await Promise.all([freePort(), freePort(), freePort()]);
  for (const port of ports) {
    const own = { PORT: String(port), DATA_DIR: join(folder.path, String(port)) };
    servers.use(machine(start, own));
  }
  const ready = async (port: number | undefined): Promise<number | undefined> =>
    (await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined))?.status;
  for (const port of ports) await until("ready node", async () => (await ready(port)) === 200);
  const table = async (): Promise<readonly string[]> =>
    (await run(nodes)).split("\n").filter((line) => line.includes("http://127.0.0.1"));
  await until("row of each node that is up", async () => {
    const up = (await table()).filter((line) => / up /.test(line));
    return up.length === 3;
  });
  const rows = await table();
  const id = rows
    .find((line) => line.includes(`:${ports[0]} `))
    ?.split(" ")
    .find((word) => /^n[a-z2-7]{7}$/.test(word));
  expect(await run(drain.replace(/n[a-z2-7]{7}$/, id ?? ""))).toStartWith("0 ");
  await until("node that drains", async () => (await ready(ports[0])) === 503);
  expect(await ready(ports[1])).toBe(200);
});
