// Doctor check of the port: the server could listen there, or already does.

import { type Config } from "../../config.ts";
import type { Result } from "./doctor-check.ts";
import { localUrl } from "../health-command.ts";

/** Time for the program that holds the port to answer the health request. */
const answerMsMax = 3_000;

interface Health {
  readonly service?: unknown;
  readonly version?: unknown;
  readonly ready?: unknown;
}

export async function checkPort({ host, port }: Config): Promise<Result> {
  try {
    const server = Bun.serve({ hostname: host, port, reusePort: false, fetch: () => new Response() });
    await server.stop(true);
    return {
      state: "ok",
      says: port === 0 ? `A free port is available at ${host}.` : `${host} port ${port} is free.`,
    };
  } catch (error) {
    if ((error as { code?: string }).code === "EADDRINUSE") return holderOf({ host, port });
    return {
      state: "problem",
      says: `The server cannot listen at ${host} port ${port} (${(error as Error).message}). Change HOST or PORT.`,
    };
  }
}

async function holderOf(at: Pick<Config, "host" | "port">): Promise<Result> {
  const health = await askHealth(at);
  if (health?.service !== "voice-flow") {
    return {
      state: "problem",
      says:
        `${at.host} port ${at.port} is in use by another program: stop it, or choose another port, ` +
        `such as PORT=${at.port + 1}.`,
    };
  }
  const how = health.ready === true ? "is ready for calls" : "is running, but speech is still warming up";
  return { state: "ok", says: `Voice Flow ${String(health.version)} runs at ${localUrl(at)} and ${how}.` };
}

async function askHealth(at: Pick<Config, "host" | "port">): Promise<Health | undefined> {
  try {
    const response = await fetch(`${localUrl(at)}/health`, { signal: AbortSignal.timeout(answerMsMax) });
    return (await response.json()) as Health;
  } catch {
    return undefined;
  }
}
