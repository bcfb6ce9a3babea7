// Server of several processes, from source in processes of their own, with one log.

import { Program } from "./program.ts";
import { until } from "../until.ts";
import { product } from "./product.ts";

export interface LogLine {
  readonly event: string;
  readonly [field: string]: unknown;
}

export class ServedProcesses implements AsyncDisposable {
  readonly log: LogLine[] = [];
  readonly #program: Program;
  readonly #count: number;
  #url = "";

  private constructor(dataDir: string, count: number, env: Readonly<Record<string, string>>) {
    this.#count = count;
    this.#program = new Program(product, {
      env: {
        PATH: process.env.PATH,
        PORT: "0",
        PROCESSES: String(count),
        DATA_DIR: dataDir,
        LOG_FORMAT: "json",
        PASSWORD_MEMORY_MIB: "1",
        DRAIN_SECONDS: "1",
        ...env,
      },
      line: (text) => {
        if (text.startsWith("{")) this.log.push(JSON.parse(text) as LogLine);
      },
    });
  }

  /** Resolves when all processes accept calls. */
  static async open(
    dataDir: string,
    { count = 2, ...env }: { readonly count?: number; readonly [name: string]: unknown } = {},
  ): Promise<ServedProcesses> {
    const served = new ServedProcesses(dataDir, count, env as Record<string, string>);
    served.#url = await served.#program.url();
    await served.ready();
    return served;
  }

  get url(): string {
    return this.#url;
  }

  /** Process id of the latest start under this number; 0 is the first one. */
  pid(index: number): number {
    if (index === 0) return this.#program.child.pid;
    return Number(this.all("process.started").findLast((line) => line["process"] === index)?.["pid"]);
  }

  /** Lines of this event, those of the first process having no number. */
  all(event: string): readonly LogLine[] {
    return this.log.filter((line) => line.event === event);
  }

  /** Numbers of the processes that logged this event. */
  by(event: string): readonly number[] {
    return [...new Set(this.all(event).map((line) => Number(line["process"] ?? 0)))].sort((a, b) => a - b);
  }

  /** Resolves when all processes are warm and listen: each of them has answered a new connection. */
  async ready(): Promise<void> {
    const warm = this.all("process.started").length;
    await until("warm process", () => this.all("speech.ready").length > Math.max(warm, this.#count - 1));
    const from = this.log.length;
    await until("answer of each process", async () => {
      await this.ask("/v1/flows");
      const answered = this.log.slice(from).filter(({ event }) => event === "request");
      return new Set(answered.map((line) => line["process"])).size === this.#count;
    });
  }

  /** Uses a connection of its own, so that any process may get it. */
  async ask(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("connection", "close");
    return await fetch(this.#url + path, { ...init, headers, keepalive: false });
  }

  kill(index: number, signal: NodeJS.Signals): void {
    process.kill(this.pid(index), signal);
  }

  ended(): ReturnType<Program["ended"]> {
    return this.#program.ended();
  }

  async stop(): Promise<number> {
    this.kill(0, "SIGTERM");
    return (await this.ended()).code;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#program[Symbol.asyncDispose]();
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
