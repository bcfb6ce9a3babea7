// Benchmark set-up: the server of the capacity benchmark on one core and so many of its callers on the other.

import { clientCore, linesOf, pinned, serverCore } from "../pinned.ts";

export interface Sample {
  readonly cpuMs: number;
  readonly rss: number;
  readonly calls: number;
  readonly added: readonly number[];
}

/** Milliseconds. */
export interface Lateness {
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  /** How long listeners heard nothing in the middle of a reply: the 99th percentile of each 250 ms. */
  readonly gapsByWindow: readonly number[];
}

export interface CallServer extends AsyncDisposable {
  readonly port: number;
  ask(): Promise<Sample>;
  /** The process stands still for so long, as when its host takes the core away. */
  stall(ms: number): Promise<void>;
}

export async function startServer(): Promise<CallServer> {
  const server = Bun.spawn(pinned(serverCore, "capacity/capacity-server.ts"), {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const lines = linesOf(server.stdout);
  const { port } = JSON.parse(await lines()) as { port: number };
  return {
    port,
    async ask() {
      void server.stdin.write("\n");
      await server.stdin.flush();
      return JSON.parse(await lines()) as Sample;
    },
    async stall(ms) {
      server.kill("SIGSTOP");
      await Bun.sleep(ms);
      server.kill("SIGCONT");
    },
    async [Symbol.asyncDispose]() {
      server.kill();
      await server.exited;
    },
  };
}

/** From the start of a measurement, which is 4 s after this resolves, until its end. */
export interface Measured {
  readonly late: Promise<Lateness>;
}

/** Resolves when all are in their calls. `chunkMs`: audio in each of their messages. */
export async function startCallers(
  port: number,
  { calls = 0, seconds = 0, chunkMs = 100 },
): Promise<Measured> {
  const args = Object.entries({ url: `ws://127.0.0.1:${port}/ws`, calls, seconds, chunk: chunkMs }).flatMap(
    ([name, value]) => [`--${name}`, String(value)],
  );
  const client = Bun.spawn([...pinned(clientCore, "capacity/capacity-client.ts"), ...args], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const lines = linesOf(client.stdout);
  await lines();
  const late = (async () => {
    const reported = JSON.parse(await lines()) as Lateness;
    await client.exited;
    return reported;
  })();
  return { late };
}
