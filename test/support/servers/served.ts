// Served app: the whole app without a network. Requests are objects, log events are collected, and no speech is
// started.

import { afterAll } from "bun:test";
import { openApp, type Deps } from "../../../src/app.ts";
import { wallClock } from "../../../src/base/clock.ts";
import { openLog, silentLog } from "../../../src/base/log.ts";
import { type Environment, readConfig } from "../../../src/config.ts";
import { Documents } from "../../../src/documents/documents.ts";
import { chosenStore } from "../stores/chosen-store.ts";
import { serveBinary } from "./served-binary.ts";

export interface LogEvent {
  readonly level: string;
  readonly event: string;
  readonly [field: string]: unknown;
}

export interface TestServer extends AsyncDisposable {
  /** `path` begins with a slash. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** The same over a real socket, which listens at the first use. */
  url(): string;
  readonly app: Awaited<ReturnType<typeof openApp>>["app"];
  readonly events: LogEvent[];
}

/** Placeholder for warm engines; no test may call it. */
export const warmSpeech = {
  ready: Promise.resolve(),
  stt: { id: "builtin" },
  tts: { id: "builtin" },
  vad: {},
} as unknown as NonNullable<Deps["speech"]>;

/** The calls for the routes, with some parts replaced. */
export function fakeCalls(replaced: Partial<Record<keyof Deps["calls"], unknown>> = {}): Deps["calls"] {
  return {
    ready: true,
    size: 0,
    over: () => Promise.resolve(),
    abandon: () => undefined,
    ...replaced,
  } as unknown as Deps["calls"];
}

/**
 * Reads the flows of all servers of a test file: a thread for each would take longer to start than most tests to run.
 */
let reading: Documents | undefined;
// If files share a world, the next file starts another reader.
afterAll(async () => {
  await using _over = reading;
  reading = undefined;
});

export async function serveTest(
  environment: Environment = {},
  given: Partial<Deps> = {},
): Promise<TestServer> {
  const events: LogEvent[] = [];
  const write = (line: string): void => void events.push(JSON.parse(line) as LogEvent);
  const log = openLog({ level: "debug", format: "json", write });
  const env = { SPEECH: "off", DATA_DIR: ":memory:", PASSWORD_MEMORY_MIB: "1", ...environment };
  // Without stored data, any kind of store will do.
  const kept = env.DATA_DIR === ":memory:" && given.store === undefined ? await chosenStore() : undefined;
  const near = { log, ...(kept && { store: kept.store }) };
  // A test with a clock of its own gets its own reader.
  const documents = (reading ??= new Documents({ clock: wallClock, log: silentLog }));
  const parts = given.clock === undefined ? { ...near, documents } : near;
  const opened = await openApp(readConfig(env), { ...parts, ...given });
  const served: TestServer = {
    app: opened.app,
    events,
    ask: (path, init) => opened.app.handle(new Request(`http://localhost${path}`, init)),
    url() {
      if (!opened.app.server) opened.app.listen({ hostname: "127.0.0.1", port: 0 });
      return `http://127.0.0.1:${opened.app.server?.port}`;
    },
    async [Symbol.asyncDispose]() {
      await opened[Symbol.asyncDispose]();
      await kept?.[Symbol.asyncDispose]();
    },
  };
  // test/binary runs whole suites again, against the executable; replacements work only from source.
  const binary = process.env["VOICE_FLOW_BINARY"];
  if (binary === undefined || Object.keys(given).length > 0) return served;
  return serveBinary(binary, env, served);
}
