// Upgrade world: a server as a process of its own, a second one that takes its place at the same port with the same
// data, and callers who talk meanwhile. On a file or on Postgres.

import { answer, type Person, signUpAt } from "../people.ts";
import { type Random, random, seedOf } from "../random.ts";
import { until } from "../until.ts";
import { CountingCaller, countingFlow } from "../cluster/counting-caller.ts";
import { freePort } from "./free-port.ts";
import { Program } from "./program.ts";
import { json } from "../json-request.ts";
import { product } from "./product.ts";

export interface UpgradeOptions {
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface LogLine {
  readonly event?: string;
  readonly [field: string]: unknown;
}

/** One of the successive servers. */
export interface UpgradedServer {
  readonly program: Program;
  readonly lines: readonly LogLine[];
}

/** Time for a server to be ready on a busy machine. */
const readyMsMax = 60_000;

export class UpgradeWorld implements AsyncDisposable {
  readonly chance: Random = random(seedOf(20_261_124));
  readonly url: string;
  readonly servers: UpgradedServer[] = [];
  readonly #o: UpgradeOptions;
  readonly #port: number;

  private constructor(options: UpgradeOptions, port: number) {
    this.#o = options;
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** Resolves when the first server is ready. */
  static async open(options: UpgradeOptions): Promise<UpgradeWorld> {
    const world = new UpgradeWorld(options, await freePort());
    world.start({});
    await world.isReady();
    return world;
  }

  /** Another server with the same settings and some of its own. */
  start(env: Readonly<Record<string, string>>): UpgradedServer {
    const lines: LogLine[] = [];
    const program = new Program(product, {
      env: {
        PATH: process.env["PATH"],
        HOST: "127.0.0.1",
        PORT: String(this.#port),
        DATA_DIR: this.#o.dataDir,
        LOG_FORMAT: "json",
        ENGINE_AUTH: "required",
        PASSWORD_MEMORY_MIB: "1",
        SPEECH_WORKERS: "1",
        DRAIN_SECONDS: "20",
        ENGINE_OPEN_SESSIONS_MAX: "200",
        SESSIONS_PER_ACCOUNT_MAX: "200",
        ...this.#o.env,
        ...env,
      },
      line: (text) => {
        if (text.startsWith("{")) lines.push(JSON.parse(text) as LogLine);
      },
    });
    const server = { program, lines };
    this.servers.push(server);
    return server;
  }

  /** Resolves when calls are accepted. */
  async isReady(): Promise<void> {
    const isSo = async (): Promise<boolean> =>
      (await fetch(`${this.url}/ready`, { keepalive: false }).catch(() => undefined))?.ok === true;
    await until("server that is ready", isSo, readyMsMax);
  }

  /** Resolves to the exit code of the previous server, when the new one serves. */
  async upgrade(env: Readonly<Record<string, string>> = {}): Promise<number> {
    const before = this.servers.at(-1)?.program;
    const next = this.start({ TAKE_OVER: "on", ...env });
    await next.program.says(/"server\.listening"/);
    return (await before?.ended())?.code ?? -1;
  }

  ask(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(this.url + path, { ...init, keepalive: false });
  }

  /** An account with the counting flow. */
  async person(): Promise<Person & { readonly flowId: string }> {
    const person = await signUpAt(this);
    const body = { name: "Counting", yaml_content: countingFlow };
    const made = this.ask("/v1/flows", json("POST", body, person.service));
    const { id: flowId } = await answer<{ id: string }>(made, 201);
    return { ...person, flowId };
  }

  /** Callers in the middle of their questions. */
  async callers(
    { key, flowId }: { readonly key: string; readonly flowId: string },
    { count, thinkMs }: { readonly count: number; readonly thinkMs: readonly [min: number, max: number] },
  ): Promise<readonly CountingCaller[]> {
    const facts = { url: this.url, key, flowId, chance: this.chance, thinkMs };
    const callers = Array.from({ length: count }, () => new CountingCaller(facts));
    for (const caller of callers) await caller.begin();
    return callers;
  }

  async stop(): Promise<number> {
    const last = this.servers.at(-1)?.program;
    last?.child.kill("SIGTERM");
    return (await last?.ended())?.code ?? -1;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.servers.map(({ program }) => program[Symbol.asyncDispose]()));
  }
}

/** Resolves when each caller has answered some more questions. */
export async function goOn(callers: readonly CountingCaller[], questions: number): Promise<void> {
  const before = callers.map(({ answered }) => answered);
  const isSo = (): boolean => callers.every(({ answered }, n) => answered >= (before[n] ?? 0) + questions);
  await until(`${questions} answers of everybody`, isSo, 120_000);
}
