// Served executable: the executable with the interface of `serveTest`: the same requests, over a socket, and the same
// log, from its output. Tests with the same environment share one process, as the sources share one.

import { afterAll } from "bun:test";
import { dirname } from "node:path";
import type { Environment } from "../../../src/config.ts";
import { alone } from "./binary.ts";
import type { LogEvent, TestServer } from "./served.ts";

const running = new Map<string, Running>();

afterAll(async () => {
  for (const { program } of running.values()) await program[Symbol.asyncDispose]();
  running.clear();
});

/** `source` is the same app from the sources, for tests that look at its routes. */
export async function serveBinary(path: string, env: Environment, source: TestServer): Promise<TestServer> {
  const key = JSON.stringify(env);
  const server = running.get(key) ?? new Running(path, env);
  running.set(key, server);
  const url = await server.program.url();
  server.events.length = 0;
  return {
    events: server.events,
    app: source.app,
    url: () => url,
    async ask(asked, init = {}) {
      const headers = new Headers(init.headers);
      if (!headers.has("host")) headers.set("host", "localhost");
      const response = await fetch(url + asked, { redirect: "manual", ...init, headers });
      // The line is written before the response, but arrives by another path.
      await server.logged(response.headers.get("x-request-id"));
      return response;
    },
    [Symbol.asyncDispose]: () => source[Symbol.asyncDispose](),
  };
}

class Running {
  readonly program;
  readonly events: LogEvent[] = [];
  readonly #seen = new Set<unknown>();
  #arrived = Promise.withResolvers<void>();

  constructor(path: string, env: Environment) {
    const given = Object.entries(env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    );
    this.program = alone([path], {
      cwd: dirname(path),
      env: { PORT: "0", LOG_LEVEL: "debug", LOG_FORMAT: "json", ...(Object.fromEntries(given) as object) },
      line: (text) => this.#take(text),
    });
  }

  /** Resolves once the request with this id is in the log. */
  async logged(id: string | null): Promise<void> {
    while (id !== null && !this.#seen.has(id)) await this.#arrived.promise;
  }

  #take(text: string): void {
    if (!text.startsWith("{")) return;
    const event = JSON.parse(text) as LogEvent;
    this.events.push(event);
    this.#seen.add(event["request_id"]);
    this.#arrived.resolve();
    this.#arrived = Promise.withResolvers();
  }
}
