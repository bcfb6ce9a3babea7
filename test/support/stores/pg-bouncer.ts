// PgBouncer: a real one before the Postgres of a run, in transaction mode, which ends with the process that started it.

import { chownSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { freePort } from "../servers/free-port.ts";
import { until } from "../until.ts";
import { asPostgres, isRoot, postgresIds } from "./postgres-server.ts";

/** Port of the pooler for all databases of the server at `url`. */
let port: Promise<number> | undefined;

/** The same database, through the pooler. */
export async function pooledUrl(url: string): Promise<string> {
  port ??= startPooler(url);
  const pooled = new URL(url);
  pooled.port = String(await port);
  return pooled.href;
}

async function startPooler(url: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "voice-flow-pooler-"));
  const ini = join(folder, "pgbouncer.ini");
  const listenPort = await freePort();
  // Databases are emptied between tests, which ends the pooler's connections: it checks each one before use.
  writeFileSync(
    ini,
    `[databases]
* = host=127.0.0.1 port=${new URL(url).port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 10
server_check_delay = 0
`,
  );
  if (isRoot) for (const path of [folder, ini]) chownSync(path, ...postgresIds());
  // The pooler's input is this process's end of a pipe: it ends with this process in any case. The waiting process is
  // no child of this one, because children are killed at the end of a test file, before they could clean up.
  const script = `exec 3<&0
"$@" 3<&- &
pooler=$!
(cat <&3 > /dev/null; kill -9 "$pooler"; rm -rf "$0") &
wait "$pooler"`;
  const pooler = Bun.spawn(["sh", "-c", script, folder, ...asPostgres("/usr/sbin/pgbouncer", "-q", ini)], {
    stdin: "pipe",
    stdout: "ignore",
    stderr: "ignore",
  });
  pooler.unref();
  const pooled = new URL(url);
  pooled.port = String(listenPort);
  await until("answer of PgBouncer", () => answers(pooled.href));
  return listenPort;
}

async function answers(url: string): Promise<boolean> {
  const client = new SQL({ url, max: 1, prepare: false });
  try {
    await client.unsafe("SELECT 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.close({ timeout: 0 });
  }
}
