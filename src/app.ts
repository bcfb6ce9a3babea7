// The composition root of the server: Config → Deps → one Elysia app. The only place where the parts are
// chosen; each of them gets what it needs as a parameter.

import { Elysia } from "elysia";
import { frameMs } from "./audio/frame.ts";
import { loadResampler } from "./audio/resample.ts";
import { type Clock, wallClock } from "./base/clock.ts";
import { Fault } from "./base/fault.ts";
import { type Log, openLog } from "./base/log.ts";
import { Ticker } from "./base/tick.ts";
import type { CallRequest } from "./calls/admit.ts";
import type { Config } from "./config.ts";
import { openEdge } from "./routes/edge.ts";
import { engineRoutes, type EngineFacts } from "./routes/engine.ts";
import { offerRoutes } from "./routes/offer.ts";
import { openapiRoutes } from "./routes/openapi.ts";
import { pageRoutes } from "./routes/pages.ts";
import { type SocketCalls, socketRoutes, socketSettings } from "./routes/sockets.ts";

/** SEAM: what the server needs of the calls layer. `Calls` of calls/live.ts fits in here. */
export interface CallsSeam extends SocketCalls, AsyncDisposable {
  /** Whether a call that comes now is answered without waiting. */
  readonly ready: boolean;
  /** Calls that run. */
  readonly size: number;
  /** Throws the Fault that refuses the request, if what it asks for does not exist. */
  check(request: CallRequest): void;
  /** Takes no new calls, tells the running ones, and resolves when all have ended or `ms` have passed. */
  drain(ms: number): Promise<void>;
}

export interface Deps {
  readonly clock: Clock;
  readonly log: Log;
  readonly calls: CallsSeam;
}

export interface App extends AsyncDisposable {
  readonly app: Elysia;
  readonly deps: Deps;
}

export async function openApp(config: Config, given: Partial<Deps> = {}): Promise<App> {
  const deps: Deps = {
    clock: given.clock ?? wallClock,
    log: given.log ?? openLog(config.log),
    calls: given.calls ?? noCalls,
  };
  const { clock, log, calls } = deps;
  const routes: Elysia = new Elysia()
    .use(engineRoutes({ facts: factsOf(config), ready: () => calls.ready }))
    .use(offerRoutes((request) => calls.check(request)))
    .use(
      socketRoutes({
        calls,
        clock,
        ticker: new Ticker(clock, frameMs),
        convert: await loadResampler(),
        maxSessionMs: config.callMinutesMax * 60_000,
      }),
    )
    .use(pageRoutes())
    .use(openapiRoutes(() => routes, config.publicUrl)) as unknown as Elysia;
  const app = openEdge(routes, { clock, log, origins: config, websocket: socketSettings });
  return { app, deps, [Symbol.asyncDispose]: () => close(app, deps) };
}

async function close(app: Elysia, { calls }: Deps): Promise<void> {
  if (app.server) await app.stop(true);
  await calls[Symbol.asyncDispose]();
}

function factsOf({ speech, llm, systemPromptGiven }: Config): EngineFacts {
  const provider = speech.on ? "builtin" : "none";
  return {
    stt: { provider, guided: speech.on },
    tts: { provider },
    llm:
      llm === undefined
        ? { provider: "builtin", model: "builtin" }
        : { provider: "openai", model: llm.model },
    llmConfigured: llm !== undefined,
    systemPromptConfigured: systemPromptGiven,
  };
}

/** Stands in until the calls layer is here: nothing to run, nothing to end, no flow by any name. */
const noCalls: CallsSeam = {
  ready: true,
  size: 0,
  check({ programId }) {
    if (programId !== undefined) throw new Fault("flow/not-found", "There is no flow with this id or name.");
  },
  admit() {
    throw new Fault("speech/unavailable", "This server takes no calls yet.");
  },
  start: () => undefined,
  drain: () => Promise.resolve(),
  [Symbol.asyncDispose]: () => Promise.resolve(),
};
