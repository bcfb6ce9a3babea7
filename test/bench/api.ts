// API benchmark: how many requests one core answers, with the server on one CPU, its data on disk, and the client on
// another.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Measured } from "./api-client.ts";
import { clientCore, linesOf, pinned, serverCore } from "./pinned.ts";
import { untilHealthy } from "./startup.ts";

const secondsEach = 8;
/** Limits stand aside: how fast it is, is asked here. */
const unlimited = {
  AUTH_PER_MINUTE: "1000000000",
  LOGIN_FAILURES_PER_MINUTE: "1000000000",
  REQUESTS_PER_MINUTE: "1000000000",
  SESSIONS_PER_ACCOUNT_MAX: "1000000",
};

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "voice-flow-"));
  const port = freePort();
  const env = { PORT: String(port), SPEECH: "off", LOG_FORMAT: "json", DATA_DIR: folder, ...unlimited };
  const server = Bun.spawn(pinned(serverCore, "../../src/main.ts"), {
    env,
    stdout: "ignore",
    stderr: Bun.file(join(folder, "log")),
  });
  try {
    await untilHealthy(port, () => true);
    const args = ["--url", `http://127.0.0.1:${port}`, "--seconds", String(secondsEach)];
    const client = Bun.spawn([...pinned(clientCore, "api-client.ts"), ...args], {
      env: { DATA_DIR: folder },
      stdout: "pipe",
      stderr: "inherit",
    });
    const lines = linesOf(client.stdout);
    const { operations } = JSON.parse(await lines()) as { operations: number };
    console.log("  operation             | at a time | requests a second |   p50 / p99");
    for (let i = 0; i < operations; i++) print(JSON.parse(await lines()) as Measured);
    await client.exited;
  } finally {
    server.kill();
    await server.exited;
    rmSync(folder, { recursive: true });
  }
}

function print({ name, atATime, perSecond, p50, p99 }: Measured): void {
  const cells = [
    `  ${name.padEnd(21)}`,
    String(atATime).padStart(9),
    perSecond.toFixed(0).padStart(17),
    `${p50.toFixed(1)} / ${p99.toFixed(1)} ms`,
  ];
  console.log(cells.join(" | "));
}

function freePort(): number {
  const probe = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: () => undefined } });
  const { port } = probe;
  probe.stop(true);
  return port;
}
