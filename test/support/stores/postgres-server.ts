// Postgres server: a real one in a folder of its own, which ends with the process that started it.

import { SQL } from "bun";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseLocation } from "../../../db/postgres/open-postgres.ts";
import { migratePostgres } from "../../../db/postgres/migrate-postgres.ts";
import { Secret } from "../../../src/base/secret.ts";
import { freePort } from "../servers/free-port.ts";
import { until } from "../until.ts";

export const postgresMigrations = "db/migrations/postgres";
const programs = "/usr/lib/postgresql/15/bin";
/** Template of the tests' databases. */
const template = "voice_flow_template";

export class PostgresServer implements AsyncDisposable {
  readonly port: number;
  readonly #folder: string;
  #process: Bun.Subprocess | undefined;

  /** Prefix of the commands of its processes. */
  readonly #under: readonly string[];

  private constructor(folder: string, port: number, under: readonly string[]) {
    this.#folder = folder;
    this.port = port;
    this.#under = under;
  }

  static async start(under: readonly string[] = []): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), "voice-flow-postgres-"));
    if (isRoot) chownSync(folder, ...postgresIds());
    const data = join(folder, "data");
    const made = Bun.spawnSync(
      asPostgres(
        `${programs}/initdb`,
        "-D",
        data,
        "-U",
        "postgres",
        "-A",
        "trust",
        "--no-sync",
        "-E",
        "UTF8",
        "--locale=C.UTF-8",
      ),
    );
    if (made.exitCode !== 0) throw new Error(made.stderr.toString());
    cleanUpAfterUs(folder);
    const server = new PostgresServer(folder, await freePort(), under);
    await server.up();
    await server.#makeTemplate();
    return server;
  }

  /** Starts the server, for the first time or again. */
  async up(): Promise<void> {
    const set = (name: string, value: string | number): string[] => ["-c", `${name}=${value}`];
    this.#process = Bun.spawn(
      asPostgres(
        ...this.#under,
        `${programs}/postgres`,
        "-D",
        join(this.#folder, "data"),
        "-p",
        String(this.port),
        "-k",
        this.#folder,
        // Without it a crash of the server loses nothing; only a crash of the machine would.
        ...set("fsync", "off"),
        ...set("listen_addresses", "127.0.0.1"),
        ...set("max_connections", 300),
        ...set("shared_buffers", "64MB"),
        ...set("autovacuum", "off"),
      ),
      { stdout: "ignore", stderr: "ignore" },
    );
    this.#process.unref();
    await until("answer of Postgres", () => this.isUp());
  }

  async isUp(): Promise<boolean> {
    const client = new SQL({ url: this.url("postgres"), max: 1 });
    try {
      await client`SELECT 1`;
      return true;
    } catch {
      return false;
    } finally {
      await client.close({ timeout: 0 });
    }
  }

  /** Kills all processes of the server at once, in the middle of their work. */
  async kill(): Promise<void> {
    const postmaster = this.#process;
    if (postmaster === undefined) return;
    const children = childrenOf(postmaster.pid);
    for (const pid of [postmaster.pid, ...children]) killNow(pid);
    await postmaster.exited;
    await until("end of its children", () => children.every((pid) => !existsSync(`/proc/${pid}`)));
  }

  /** Another server that replicates this one synchronously. */
  async replica(): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), "voice-flow-postgres-"));
    if (isRoot) chownSync(folder, ...postgresIds());
    const copy = [`${programs}/pg_basebackup`, "-h", "127.0.0.1", "-p", String(this.port), "-U", "postgres"];
    const made = Bun.spawnSync(
      asPostgres(...copy, "-D", join(folder, "data"), "-R", "-X", "stream", "-c", "fast"),
    );
    if (made.exitCode !== 0) throw new Error(made.stderr.toString());
    cleanUpAfterUs(folder);
    const replica = new PostgresServer(folder, await freePort(), this.#under);
    await replica.up();
    await runAt(this.url("postgres"), "ALTER SYSTEM SET synchronous_standby_names = '*'");
    await runAt(this.url("postgres"), "SELECT pg_reload_conf()");
    return replica;
  }

  /** The replica becomes independent, and accepts writes. */
  async promote(): Promise<void> {
    await runAt(this.url("postgres"), "SELECT pg_promote()");
    await runAt(this.url("postgres"), "ALTER SYSTEM RESET synchronous_standby_names");
    await runAt(this.url("postgres"), "SELECT pg_reload_conf()");
  }

  url(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process?.kill("SIGQUIT");
    await this.#process?.exited;
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20 });
  }

  async #makeTemplate(): Promise<void> {
    await runAt(this.url("postgres"), `CREATE DATABASE ${template}`);
    const client = new SQL({ url: this.url(template), max: 1 });
    await migratePostgres(client, postgresMigrations);
    await client.close();
  }

  /** Creates a database on this server; returns its URL. */
  database(): Promise<string> {
    return databaseAt(this.url("postgres"));
  }
}

/** Creates a database at a server; returns its URL. */
export async function databaseAt(server: string): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await runAt(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}

export function placeAt(url: string): DatabaseLocation {
  return { url: new Secret(url), directUrl: undefined, connectionsMax: 10, migrations: postgresMigrations };
}

export async function runAt(url: string, statement: string): Promise<void> {
  const client = new SQL({ url, max: 1 });
  try {
    await client.unsafe(statement);
  } finally {
    await client.close();
  }
}

/** Cleans up after any end of this process: its end of the pipe closes with it. */
function cleanUpAfterUs(folder: string): void {
  const script = `cat > /dev/null
    read -r pid < "$0/data/postmaster.pid" && kill -QUIT "$pid"
    for each in 1 2 3 4 5 6 7 8 9; do kill -0 "$pid" && sleep 0.2 || break; done
    rm -rf "$0"`;
  Bun.spawn(["sh", "-c", script, folder], { stdin: "pipe", stdout: "ignore", stderr: "ignore" }).unref();
}

export const isRoot = process.getuid?.() === 0;

/** A command as the user of Postgres, which like its pooler refuses to run as root. */
export function asPostgres(...command: readonly string[]): string[] {
  if (!isRoot) return [...command];
  const [user, group] = postgresIds();
  return ["setpriv", `--reuid=${user}`, `--regid=${group}`, "--clear-groups", ...command];
}

export function postgresIds(): [user: number, group: number] {
  const id = (flag: string): number => Number(Bun.spawnSync(["id", flag, "postgres"]).stdout.toString());
  return [id("-u"), id("-g")];
}

function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

/** Undefined for a process that has ended meanwhile. */
function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the process is in parentheses and may contain anything.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined;
  }
}

function killNow(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process is gone already.
  }
}
