// API benchmark: the number of requests that one core answers, with the server on one CPU, its data on disk, and the
// client on another.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MeasuredRequest } from "./api-client.ts";
import { type Figure, FigureList, type Figures } from "./figures.ts";
import { clientCore, linesOf, pinned, serverCore } from "./pinned.ts";
import { untilHealthy } from "./startup.ts";

/** Without limits: the speed is measured. */
const unlimited = {
  AUTH_PER_MINUTE: "1000000000",
  LOGIN_FAILURES_PER_MINUTE: "1000000000",
  REQUESTS_PER_MINUTE: "1000000000",
  SESSIONS_PER_ACCOUNT_MAX: "1000000",
  ENGINE_OPEN_SESSIONS_MAX: "100000",
};

/** Claims of NUMBERS.md about operations, by their names. */
const claimed: Readonly<Record<string, Pick<Figure, "atLeast">>> = {
  "sign up": { atLeast: 34 },
  "log in": { atLeast: 37 },
  "list 10 flows": { atLeast: 7_200 },
  "start a session": { atLeast: 260 },
  "read the balance": { atLeast: 8_200 },
};

export { claimsOf as claims } from "./figures.ts";

export async function measure(isQuick: boolean, tell: (line: string) => void): Promise<Figures> {
  const secondsEach = isQuick ? 1 : 8;
  const list = new FigureList(tell);
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
    for (let i = 0; i < operations; i++) list.add(figureOf(JSON.parse(await lines()) as MeasuredRequest));
    await client.exited;
    return list;
  } finally {
    server.kill();
    await server.exited;
    rmSync(folder, { recursive: true });
  }
}

function figureOf({ name, atATime, perSecond, p50, p99 }: MeasuredRequest): Figure {
  const note = `${atATime} at a time, ${p50.toFixed(1)} / ${p99.toFixed(1)} ms`;
  return { of: name, value: perSecond, unit: "a second", note, ...claimed[name] };
}

function freePort(): number {
  const probe = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: () => undefined } });
  const { port } = probe;
  probe.stop(true);
  return port;
}
