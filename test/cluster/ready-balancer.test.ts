// Readiness behind a balancer: the real HAProxy with the README's lines takes a server out and brings it back, for each
// reason that a server alone can have.

import { expect, test } from "bun:test";
import { join } from "node:path";
import { connect } from "../support/callers/ws-client.ts";
import { haproxyConfig } from "../support/cluster/cluster-world.ts";
import { freePort, isListening } from "../support/servers/free-port.ts";
import { Program } from "../support/servers/program.ts";
import { smallDisk } from "../support/servers/small-disk.ts";
import { tempFolder } from "../support/servers/store.ts";
import { PostgresServer } from "../support/stores/postgres-server.ts";
import { until } from "../support/until.ts";
import { product } from "../support/servers/product.ts";

/** The first server has one place less, which identifies its answer. */
const [firstPlaces, secondPlaces] = [1, 2];
const waitMsMax = 30_000;

function serve(port: number, env: Readonly<Record<string, string>>): Program {
  return new Program(product, {
    env: {
      PATH: process.env["PATH"],
      PORT: String(port),
      LOG_FORMAT: "json",
      ENGINE_AUTH: "open",
      PASSWORD_MEMORY_MIB: "1",
      SPEECH_WORKERS: "1",
      DRAIN_SECONDS: "30",
      ...env,
    },
  });
}

test("balancer: HAProxy leaves a server that drains, is full, or has a full disk, and comes back to it", async () => {
  using folder = tempFolder();
  using disk = smallDisk(64);
  const [port, firstPort, secondPort] = [await freePort(), await freePort(), await freePort()];
  const config = join(folder.path, "haproxy.cfg");
  const nodes = [
    { name: "first", port: firstPort },
    { name: "second", port: secondPort },
  ];
  await Bun.write(config, await haproxyConfig(port, nodes));
  const startFirst = (): Program =>
    serve(firstPort, { DATA_DIR: disk.file("data"), ENGINE_OPEN_SESSIONS_MAX: String(firstPlaces) });
  let first = startFirst();
  await using owned = new AsyncDisposableStack();
  owned.defer(() => first[Symbol.asyncDispose]());
  owned.use(
    serve(secondPort, {
      DATA_DIR: join(folder.path, "data"),
      ENGINE_OPEN_SESSIONS_MAX: String(secondPlaces),
    }),
  );
  owned.use(
    new Program(["/usr/sbin/haproxy", "-db", "-f", config], {
      env: { PATH: "/usr/bin:/bin" },
      cwd: folder.path,
    }),
  );
  const own = `http://127.0.0.1:${firstPort}`;
  /** Servers behind the balancer that answer ten requests in a row. */
  const answering = async (): Promise<string> => {
    const seen = new Set<number>();
    for (let asked = 0; asked < 10; asked += 1) {
      const response = await fetch(`http://127.0.0.1:${port}/ready`, { keepalive: false });
      seen.add(response.ok ? ((await response.json()) as { calls_max: number }).calls_max : response.status);
    }
    return [...seen].sort((a, b) => a - b).join();
  };
  const both = `${firstPlaces},${secondPlaces}`;
  const becomes = (who: string): Promise<void> =>
    until(`answers of ${who}`, async () => (await answering()) === who, waitMsMax);
  const whyNot = async (): Promise<string> => {
    const response = await fetch(`${own}/ready`);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
    return ((await response.json()) as { detail: string }).detail;
  };
  await until("balancer", () => isListening(port), waitMsMax);
  await becomes(both);

  const filling = await connect(`${own.replace("http", "ws")}/ws`);
  await filling.ready();
  await becomes(String(secondPlaces));
  expect(await whyNot()).toStartWith("full: ");
  filling.socket.close(1000);
  await becomes(both);

  disk.fill();
  await becomes(String(secondPlaces));
  expect(await whyNot()).toStartWith("disk-full: ");
  const health = (await (await fetch(`${own}/health`)).json()) as { status: string; reason: string };
  expect(health).toMatchObject({ status: "degraded", reason: expect.stringContaining("disk") });
  disk.empty();
  await becomes(both);

  // A client whose network fails briefly while the server drains comes back to it, and HAProxy sends no other client
  // there.
  const staying = await connect(`${own.replace("http", "ws")}/ws?features=resume`);
  await staying.ready();
  const { data } = await staying.message("session");
  const resume = data?.["resume"] as { readonly token: string } | undefined;
  first.child.kill("SIGTERM");
  await becomes(String(secondPlaces));
  expect(await whyNot()).toStartWith("draining: ");
  (staying.socket as WebSocket & { terminate(): void }).terminate();
  await staying.closed;
  const back = await connect(`${own.replace("http", "ws")}/v1/ws/${resume?.token}`);
  await back.ready();
  expect((await back.message("session")).data).toMatchObject({ state: "resumed" });
  back.send({ label: "rtvi-ai", type: "disconnect-bot", id: "bye" });
  expect((await first.ended()).code).toBe(0);
  first = startFirst();
  await becomes(both);
}, 240_000);

test("balancer: a server without its database is alive but not ready until the database is back", async () => {
  using folder = tempFolder();
  await using postgres = await PostgresServer.start();
  const port = await freePort();
  await using _ = serve(port, {
    DATA_DIR: folder.path,
    DATABASE_URL: await postgres.database(),
    MASTER_KEY: "5a".repeat(32),
  });
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { keepalive: false });
  // A server answers nothing before it listens, and reports that it warms up while it does.
  const isReady = async (): Promise<boolean> => (await ask("/ready").catch(() => undefined))?.ok === true;
  await until("server that is ready", isReady, waitMsMax);
  await postgres.kill();
  await until("server that is not ready", async () => !(await isReady()), waitMsMax);
  expect(await (await ask("/ready")).json()).toMatchObject({
    detail: expect.stringContaining("database-away: "),
  });
  expect((await ask("/live")).status).toBe(200);
  await postgres.up();
  await until("server that is ready again", isReady, waitMsMax);
}, 240_000);
