// Serving: the common part of a machine's first process and the others.

import type { App } from "../../app.ts";
import type { Log } from "../../base/log.ts";
import type { Config } from "../../config.ts";
import { Listeners } from "../../processes/listeners.ts";
import type { ProcessFigures } from "../../processes/connection-balance.ts";
import { socketSettings } from "../../routes/call/socket-routes.ts";
import { serveSettings } from "../../routes/http/request-edge.ts";

/** A bug in one call must not end the others. */
export function survive(log: Log): void {
  process.on("uncaughtException", (error) => log.error("process.uncaught", { error }));
  process.on("unhandledRejection", (error) => log.error("process.unhandled", { error }));
}

export function openListeners({ host: hostname, database, processes }: Config, port: number): Listeners {
  const reach = processes === 1 ? "none" : database === undefined ? "machine" : "network";
  return new Listeners({ hostname, own: reach, port, serve: serveSettings, websocket: socketSettings });
}

/** Load of a process. */
export function figuresOf({ deps }: App, { speech, engineOpenSessionsMax }: Config): ProcessFigures {
  const { sessions, calls, ticker } = deps;
  return {
    isReady: !sessions.isDraining && (!speech.on || calls.ready),
    calls: sessions.size,
    callsMax: engineOpenSessionsMax,
    lagMs: ticker.lateMs,
  };
}
