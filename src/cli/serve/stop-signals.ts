// Stop signals: the first one asks a server to stop, the next one ends it.

import { wallClock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";

/** One Ctrl-C may arrive twice: from the terminal and from the npx or bun that started us. */
const echoMs = 500;

export class StopSignals {
  /** Never resolves before `listen`: until then a signal ends the process. */
  readonly first: Promise<NodeJS.Signals>;
  readonly #first = Promise.withResolvers<NodeJS.Signals>();
  readonly #log: Log;
  #stoppingAt: number | undefined;
  /** Number of calls. */
  #calls: (() => number) | undefined;

  constructor(log: Log) {
    this.first = this.#first.promise;
    this.#log = log;
  }

  /** They stay until the process is gone: an echo must not cut its last work short. */
  listen(calls: () => number): void {
    const isNew = this.#calls === undefined;
    this.#calls = calls;
    if (isNew)
      for (const each of ["SIGTERM", "SIGINT"] as const) process.on(each, (signal) => this.#heard(signal));
  }

  #heard(signal: NodeJS.Signals): void {
    const now = wallClock.now();
    this.#stoppingAt ??= now;
    if (now - this.#stoppingAt > echoMs) {
      this.#log.warn("server.killed", { signal, calls: this.#calls?.() });
      process.exit(1);
    }
    this.#first.resolve(signal);
  }
}
