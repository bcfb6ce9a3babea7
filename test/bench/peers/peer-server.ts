// Peer server: one of the compared servers, on a core of its own, and its use of the machine.

import { join } from "node:path";
import { freePort } from "../../support/servers/free-port.ts";
import { linesOf, pinned, serverCore } from "../pinned.ts";
import type { Installation } from "./peer-install.ts";
import type { ServerHabit } from "./reply-timing.ts";

export interface PeerServer extends AsyncDisposable {
  readonly port: number;
  /** Time from its start to its first call, ms. */
  readonly startMs: number;
  /** User and system time of all its threads so far, ms. */
  cpuMs(): Promise<number>;
  /** Resident memory, bytes. */
  rss(): Promise<number>;
}

/** A server and how to start it. */
export interface Peer extends ServerHabit {
  readonly name: string;
  /** Setting for the end of a turn, in words. */
  readonly stop: string;
  /** Precision of the most calls: see `climb`. */
  readonly within: number;
  start(answerFile: string): Promise<PeerServer>;
}

/** Ours sends 200 ms ahead in chunks of 40 ms: a chunk leaves when its second frame may. */
export const ours: Peer = {
  name: "Voice Flow",
  stop: "700 ms of silence",
  stopMs: 700,
  aheadMs: 160,
  within: 25,
  async start(answerFile) {
    const from = performance.now();
    const server = Bun.spawn(pinned(serverCore, "capacity/capacity-server.ts"), {
      env: { ...process.env, ANSWER_FILE: answerFile },
      stdin: "pipe",
      stdout: "pipe",
      stderr: "inherit",
    });
    const { port } = JSON.parse(await linesOf(server.stdout)()) as { port: number };
    return started(server, port, from);
  },
};

const python =
  ({ python: path }: Installation, file: string, kind: string): Peer["start"] =>
  async (answerFile) => {
    const [port, from] = [await freePort(), performance.now()];
    const script = join(import.meta.dir, file);
    const command = ["taskset", "-c", `${serverCore}`, path, script, kind, `${port}`, answerFile];
    // Limits Pipecat's logging, which would otherwise log the path of every frame.
    const env = { ...process.env, LOGURU_LEVEL: "ERROR" };
    const server = Bun.spawn(command, { env, stdout: "ignore", stderr: "inherit" });
    return started(server, port, from);
  };

export function pipecatPeers(installed: Installation): Peer[] {
  // Writes two chunks of 40 ms at once and then one each 40 ms.
  const aheadMs = 40;
  const name = `Pipecat ${installed.version}`;
  return [
    {
      name: `${name}, its defaults`,
      stop: "200 ms of silence, then Smart Turn",
      stopMs: 200,
      aheadMs,
      within: 2,
      start: python(installed, "pipecat_server.py", "smart"),
    },
    {
      name: `${name}, without Smart Turn`,
      stop: "800 ms of silence",
      stopMs: 800,
      aheadMs,
      within: 2,
      start: python(installed, "pipecat_server.py", "silence"),
    },
  ];
}

export function livekitPeer(installed: Installation): Peer {
  return {
    name: `LiveKit Agents ${installed.version}`,
    stop: "500 ms of silence",
    stopMs: 500,
    aheadMs: 160,
    within: 5,
    start: python(installed, "livekit_server.py", "sessions"),
  };
}

interface Program {
  readonly pid: number;
  readonly exited: Promise<number>;
  readonly exitCode: number | null;
  kill(): void;
}

async function started(program: Program, port: number, from: number): Promise<PeerServer> {
  await firstCall(program, port);
  const startMs = performance.now() - from;
  return {
    port,
    startMs,
    async cpuMs() {
      // proc(5): the program's name, in parentheses, may contain blanks; times are hundredths of a second.
      const [, fields = ""] = (await Bun.file(`/proc/${program.pid}/stat`).text()).split(/\) (?=[A-Z] )/);
      const [user = 0, system = 0] = fields.split(" ").slice(11, 13).map(Number);
      return (user + system) * 10;
    },
    async rss() {
      const status = await Bun.file(`/proc/${program.pid}/status`).text();
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
    },
    async [Symbol.asyncDispose]() {
      program.kill();
      await program.exited;
    },
  };
}

/** Resolves when a first WebSocket was accepted, and is over. */
async function firstCall(program: Program, port: number): Promise<void> {
  while (program.exitCode === null) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
    socket.onopen = () => resolve(true);
    socket.onerror = () => resolve(false);
    socket.onclose = () => resolve(false);
    const isTaken = await promise;
    socket.close();
    if (isTaken) return;
    await Bun.sleep(5);
  }
  throw new Error(`The server ended with ${program.exitCode}`);
}
