// Benchmark set-up: the server of the capacity benchmark on one core and its callers on the other.

import { clientCore, linesOf, pinned, serverCore } from "../pinned.ts";

export interface Sample {
  readonly cpuMs: number;
  readonly rss: number;
  readonly calls: number;
  readonly added: readonly number[];
  /** Processor time of the longest turn since the last request; absent unless the server watches its turns. */
  readonly longestTurnMs?: number;
  readonly turnMsP99?: number;
  readonly waited?: number;
}

/** Milliseconds; null without sound. */
export interface Lateness {
  readonly p50: number | null;
  readonly p99: number | null;
  readonly worst: number | null;
  /** Replies that began during the measurement. */
  readonly replies: number;
  /** Turns among them that were interrupted by another: their sound does not count for the lateness. */
  readonly cutIns: number;
  /** Lateness of the callers' own audio, which is not the server's fault. */
  readonly callersLateP99: number;
  /** Silences within replies: the 99th percentile of each 250 ms. */
  readonly gapsByWindow: readonly number[];
}

export interface CallServer extends AsyncDisposable {
  readonly port: number;
  ask(): Promise<Sample>;
  /** Stops the process for this long, as when its host takes the core away. */
  stall(ms: number): Promise<void>;
}

export async function startServer(env: Readonly<Record<string, string>> = {}): Promise<CallServer> {
  const server = Bun.spawn(pinned(serverCore, "capacity/capacity-server.ts"), {
    env: { ...process.env, ...env },
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

/** A started measurement, until its end. */
export interface CallerFigures<Heard> {
  readonly late: Promise<Heard>;
}

/** Resolves when all callers have been in their calls for a round. `chunkMs`: audio in each of their messages. */
export function startCallers(
  port: number,
  { calls = 0, seconds = 0, chunkMs = 100, round = "talk", query = "" },
): Promise<CallerFigures<Lateness>> {
  return startClient("capacity/capacity-client.ts", {
    url: `ws://127.0.0.1:${port}/ws${query}`,
    calls,
    seconds,
    chunk: chunkMs,
    round,
  });
}

/** Callers that print a line when they begin to measure, and their figures at the end. */
export async function startClient<Heard>(
  file: string,
  options: Readonly<Record<string, string | number>>,
): Promise<CallerFigures<Heard>> {
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const client = Bun.spawn([...pinned(clientCore, file), ...args], { stdout: "pipe", stderr: "inherit" });
  const lines = linesOf(client.stdout);
  await lines();
  const late = (async () => {
    const heard = JSON.parse(await lines()) as Heard;
    await client.exited;
    return heard;
  })();
  return { late };
}
