// Page server: the whole program at a free port, for browsers, with its real speech, from source, or the executable
// when VOICE_FLOW_BINARY names it.

import { dirname } from "node:path";
import { openApp } from "../../../src/app.ts";
import { silentLog } from "../../../src/base/log.ts";
import { type Environment, readConfig } from "../../../src/config.ts";
import { alone } from "./binary.ts";

export interface PageServer extends AsyncDisposable {
  readonly url: string;
  /** The address printed at start: with a token if one is needed. */
  readonly address: string;
  /** Stops it like a signal, with one second for running calls. */
  stop(): Promise<unknown>;
}

/** Suites run in parallel: they use the voice that takes least processor time. */
const quiet = { LOG_LEVEL: "silent", DATA_DIR: ":memory:", DRAIN_SECONDS: "1" };

export async function pageServer(environment: Environment = {}): Promise<PageServer> {
  const binary = process.env.VOICE_FLOW_BINARY;
  return binary === undefined ? fromSource(environment) : fromBinary(binary, environment);
}

async function fromSource(environment: Environment): Promise<PageServer> {
  const config = readConfig({ ...quiet, ...environment });
  const app = await openApp(config, { log: silentLog });
  app.app.listen({ hostname: config.host, port: 0 });
  await app.deps.speech?.ready;
  const url = `http://127.0.0.1:${app.app.server?.port}/test`;
  return {
    url,
    address: config.access.callers !== "accounts" ? url : `${url}#token=${app.deps.invitation.issue()}`,
    stop: () => app.deps.sessions.drain(config.drainSeconds * 1_000),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

async function fromBinary(path: string, environment: Environment): Promise<PageServer> {
  const given = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const env = { ...quiet, PORT: "0", LOG_LEVEL: "info", LOG_FORMAT: "pretty", ...Object.fromEntries(given) };
  const program = alone([path], { cwd: dirname(path), env });
  const [, address = ""] = await program.says(/Open (\S+) to talk/);
  const [, reachable = ""] = await program.says(/--url ws(\S+)\/ws/);
  if (environment.SPEECH !== "off") await program.says(/speech\.ready/);
  return {
    url: `http${reachable}/test`,
    address,
    stop() {
      program.child.kill("SIGTERM");
      return program.ended();
    },
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  };
}
