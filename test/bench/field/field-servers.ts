// Field servers: each agent that is compared, with the same ears, the same words and a model and a voice that take no time.

import { join } from "node:path";
import { freePort } from "../../support/servers/free-port.ts";
import { linesOf } from "../pinned.ts";
import { type Framework, install } from "../peers/peer-install.ts";
import { type FieldLine, openRtc, openSocket } from "./field-line.ts";

export interface FieldServer extends AsyncDisposable {
  open(number: number): Promise<FieldLine>;
}

export interface FieldAgent {
  readonly name: string;
  start(answerFile: string): Promise<FieldServer>;
}

const benches = join(import.meta.dir, "..");

async function startBun(file: string, env: Readonly<Record<string, string>>): Promise<FieldProcess> {
  const server = Bun.spawn([process.execPath, join(benches, file)], {
    env: { ...process.env, ...env },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const { port } = JSON.parse(await linesOf(server.stdout)()) as { port: number };
  return { port, stop: async () => (server.kill(), void (await server.exited)) };
}

interface FieldProcess {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

const ours = (by: "WebSocket" | "WebRTC", settings: Readonly<Record<string, string>> = {}): FieldAgent => ({
  name: [`ours by ${by}`, ...Object.entries(settings).map((setting) => setting.join("="))].join(", "),
  async start(answerFile) {
    const { port, stop } = await startBun("capacity/capacity-server.ts", {
      ANSWER_FILE: answerFile,
      SPEECH: "ears",
      ...settings,
    });
    const open = (number: number): Promise<FieldLine> =>
      by === "WebRTC"
        ? openRtc(`http://127.0.0.1:${port}`, number)
        : openSocket(`ws://127.0.0.1:${port}/ws?features=clear`);
    return { open, [Symbol.asyncDispose]: stop };
  },
});

/** A peer in Python: its defaults, and the best of its settings that work without a network. */
async function peers(
  framework: Framework,
  file: string,
  best: string,
  tell: (line: string) => void,
): Promise<readonly FieldAgent[]> {
  const { python, version } = await install(framework, tell);
  const agent = (name: string, kind: string): FieldAgent => ({
    name: `${framework === "pipecat" ? "Pipecat" : "LiveKit Agents"} ${version}, ${name}`,
    async start(answerFile) {
      const ears = await startBun("field/field-ears.ts", {});
      const port = await freePort();
      const server = Bun.spawn([python, join(benches, "peers", file), kind, `${port}`, answerFile], {
        env: { ...process.env, LOGURU_LEVEL: "ERROR", EARS_URL: `ws://127.0.0.1:${ears.port}` },
        stdout: "ignore",
        stderr: "inherit",
      });
      const url = `ws://127.0.0.1:${port}/ws`;
      await untilOpen(url, () => server.exitCode);
      return {
        open: () => openSocket(url),
        async [Symbol.asyncDispose]() {
          server.kill();
          await server.exited;
          await ears.stop();
        },
      };
    },
  });
  return [agent("its defaults", "field"), agent(best, "field-best")];
}

async function untilOpen(url: string, exitCode: () => number | null): Promise<void> {
  while (exitCode() === null) {
    try {
      (await openSocket(url)).close();
      return;
    } catch {
      // A server of another project reports no readiness.
      await Bun.sleep(50);
    }
  }
  throw new Error(`The server ended with ${exitCode()}`);
}

/** Agents in the order of the table. */
export async function fieldAgents(tell: (line: string) => void): Promise<readonly FieldAgent[]> {
  return [
    ours("WebSocket"),
    ours("WebRTC"),
    ours("WebSocket", { BARGE_IN_MS: "950" }),
    ...(await peers("pipecat", "pipecat_server.py", "three words to interrupt", tell)),
    ...(await peers("livekit", "livekit_server.py", "its turn model, two words, resumed", tell)),
  ];
}
