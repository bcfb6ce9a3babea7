// Postgres server: one of Debian's for a test, with its data in a temporary folder, reached over the loopback alone.

import { SQL } from "bun";
import { drizzle } from "drizzle-orm/bun-sql";
import { migrate } from "drizzle-orm/bun-sql/migrator";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../until.ts";
import { freePort, isListening } from "./free-port.ts";

const programs = "/usr/lib/postgresql/15/bin";
/** Postgres does not run as root. */
const asPostgres = ["runuser", "-u", "postgres", "--"];

export class PostgresServer implements AsyncDisposable {
  readonly #folder: string;
  readonly #port: number;
  readonly #server: Bun.Subprocess;

  private constructor(folder: string, port: number, server: Bun.Subprocess) {
    this.#folder = folder;
    this.#port = port;
    this.#server = server;
  }

  static async open(): Promise<PostgresServer> {
    const folder = await mkdtemp(join(tmpdir(), "voice-flow-postgres-"));
    run("chown", "postgres", folder);
    run(...asPostgres, `${programs}/initdb`, "-D", join(folder, "data"), "-A", "trust", "--no-sync");
    const port = await freePort();
    const settings = ["-h", "127.0.0.1", "-p", String(port), "-k", folder, "-F"];
    const command = [...asPostgres, `${programs}/postgres`, "-D", join(folder, "data"), ...settings];
    const server = Bun.spawn(command, { stdout: "ignore", stderr: "ignore" });
    await until("Postgres that listens", () => isListening(port));
    return new PostgresServer(folder, port, server);
  }

  /** A database of its own; `migrated`: with all tables. */
  async database(
    name: string,
    { migrated = true } = {},
  ): Promise<{ readonly url: URL; readonly client: SQL }> {
    await until("Postgres that answers", () => this.#create(name));
    const url = new URL(this.#url(name));
    const client = new SQL({ url, max: 2 });
    if (migrated) await migrate(drizzle({ client }), { migrationsFolder: "db/migrations/postgres" });
    return { url, client };
  }

  async #create(name: string): Promise<boolean> {
    const admin = new SQL({ url: this.#url("postgres"), max: 1 });
    try {
      await admin.unsafe(`CREATE DATABASE "${name}"`);
      return true;
    } catch (error) {
      // It listens before it is ready.
      if (/starting up/.test((error as Error).message)) return false;
      throw error;
    } finally {
      await admin.close();
    }
  }

  #url(name: string): string {
    return `postgres://postgres@127.0.0.1:${this.#port}/${name}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.kill("SIGTERM");
    await this.#server.exited;
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function run(...command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command, { cwd: "/" });
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stderr.toString()}`);
}
