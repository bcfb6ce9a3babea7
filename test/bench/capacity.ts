// How many calls one core carries: the server and its Worker on one CPU, the callers on another, with real voice
// detection and providers that take no time. Also what we add to a turn, and what a call costs in memory.

import { join } from "node:path";

const lateMsMax = 20;
const secondsEach = 15;
const steps = [100, 150, 200, 225, 250, 275, 300, 350];

interface Sample {
  readonly cpuMs: number;
  readonly rss: number;
  readonly calls: number;
  readonly added: readonly number[];
}

export async function run(): Promise<void> {
  console.log(
    "  calls | CPU of the core | audio late p50 / p99 / worst | added to a turn p50 / p99 | memory a call",
  );
  let most = 0;
  for (const calls of steps) {
    // Once more before a step is given up: a shared machine stalls for a moment now and then.
    const fine = (await step(calls)) || (await step(calls));
    if (!fine) break;
    most = calls;
  }
  console.log(`  ${most} calls a core with 99 % of the audio less than ${lateMsMax} ms late`);
}

async function step(calls: number): Promise<boolean> {
  const server = Bun.spawn(pinned(0, "capacity-server.ts"), {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const lines = linesOf(server.stdout);
  const { port } = JSON.parse(await lines()) as { port: number };
  const ask = async (): Promise<Sample> => {
    void server.stdin.write("\n");
    await server.stdin.flush();
    return JSON.parse(await lines()) as Sample;
  };
  const idle = await ask();
  const args = [
    "--url",
    `ws://127.0.0.1:${port}/ws`,
    "--calls",
    String(calls),
    "--seconds",
    String(secondsEach),
  ];
  const client = Bun.spawn([...pinned(1, "capacity-client.ts"), ...args], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const clientLines = linesOf(client.stdout);
  await clientLines();
  await Bun.sleep(4_000);
  const [before, from] = [await ask(), performance.now()];
  const reported = clientLines();
  await Bun.sleep((secondsEach - 1) * 1_000);
  const [after, until] = [await ask(), performance.now()];
  const late = JSON.parse(await reported) as { p50: number; p99: number; worst: number; audioMs: number };
  await client.exited;
  server.kill();
  await server.exited;
  const cpu = (after.cpuMs - before.cpuMs) / (until - from);
  const added = [...after.added].sort((a, b) => a - b);
  const at = (share: number): string =>
    (added[Math.min(added.length - 1, Math.floor(added.length * share))] ?? NaN).toFixed(1);
  const kib = (after.rss - idle.rss) / calls / 1024;
  console.log(
    [
      `  ${String(calls).padStart(5)}`,
      `${(cpu * 100).toFixed(0)} %`.padStart(15),
      `${late.p50.toFixed(1)} / ${late.p99.toFixed(1)} / ${late.worst.toFixed(1)} ms`.padStart(28),
      `${at(0.5)} / ${at(0.99)} ms of ${added.length}`.padStart(25),
      `${kib.toFixed(0)} KiB`,
    ].join(" | "),
  );
  return late.p99 < lateMsMax && cpu < 1;
}

function pinned(cpu: number, file: string): string[] {
  return ["taskset", "-c", String(cpu), process.execPath, join(import.meta.dir, file)];
}

function linesOf(stream: ReadableStream<Uint8Array>): () => Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  return async () => {
    while (!text.includes("\n")) {
      const { value, done } = await reader.read();
      if (done) throw new Error("The process ended early");
      text += decoder.decode(value, { stream: true });
    }
    const [line = "", ...rest] = text.split("\n");
    text = rest.join("\n");
    return line;
  };
}
