// Parent process link: the link of another process of the machine to the first one. The other process asks the first
// for stored data, reports its state, and ends when the first one is gone.

import type { DiskNews } from "../../db/remote/store-server.ts";
import { openRemoteStore, type RemoteStore } from "../../db/remote/remote-store.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { MetricFigures } from "../base/metrics.ts";
import { RemoteCalls } from "../base/remote-call.ts";
import { PeriodicTask } from "../base/periodic-task.ts";
import { type Starter, starterOf } from "../base/start-process.ts";
import type { ProcessFigures } from "./connection-balance.ts";
import type { DownMessage, UpMessage } from "./process-message.ts";
import { figuresEveryMs } from "./siblings.ts";

type Beginning = Extract<DownMessage, { type: "begin" }>;

const metricsEveryMs = 1_000;

export interface ProcessDuties {
  readonly clock: Clock;
  readonly log: Log;
  /** Called at each use. */
  readonly node: () => string;
  readonly figures: () => ProcessFigures;
  /** Undefined: not needed. */
  readonly metrics: (() => Promise<readonly MetricFigures[]>) | undefined;
  /** True if new connections are wanted here; the process reports when they are taken. */
  readonly listen: (on: boolean) => void;
  readonly isOpen: () => boolean;
}

export class FirstProcess {
  /** Resolves with the part of this process. */
  readonly begun: Promise<Beginning>;
  /** Resolves when the calls here have to end, with their remaining milliseconds, if given. */
  readonly drained: Promise<number | undefined>;
  readonly store: RemoteStore;
  readonly #calls = new RemoteCalls((call) => this.#send({ type: "call", call }));
  readonly #begun = Promise.withResolvers<Beginning>();
  readonly #drained = Promise.withResolvers<number | undefined>();
  #starter: Starter | undefined;
  #duties: ProcessDuties | undefined;
  #listens = false;

  private constructor() {
    this.begun = this.#begun.promise;
    this.drained = this.#drained.promise;
    this.store = openRemoteStore((name, args) => this.#calls.call(name, args));
  }

  /** Undefined if this process was not started by a first one. `lost`: the first one is gone. */
  static link(lost: () => void): FirstProcess | undefined {
    const first = new FirstProcess();
    const starter = starterOf({ heard: (message) => first.#heard(message as DownMessage), lost });
    if (starter === undefined) return undefined;
    first.#starter = starter;
    first.#send({ type: "born" });
    return first;
  }

  /** Takes part from now on, until the answer is disposed. */
  serve(duties: ProcessDuties): AsyncDisposable {
    const { clock, log, node, figures, metrics, listen, isOpen } = duties;
    this.#duties = duties;
    listen(this.#listens);
    const told = new AsyncDisposableStack();
    const repeat = (everyMs: number, work: () => Promise<void>): void => {
      const failed = (error: unknown): void => log.error("process.untold", { error });
      told.use(new PeriodicTask({ clock, everyMs, patienceMs: metricsEveryMs, work, failed }));
    };
    repeat(figuresEveryMs, async () =>
      this.#send({ type: "figures", node: node(), figures: figures(), isOpen: isOpen() }),
    );
    if (metrics !== undefined)
      repeat(metricsEveryMs, async () => this.#send({ type: "metrics", metrics: await metrics() }));
    return told;
  }

  /** Called before this process ends by itself. */
  leave(): void {
    this.#starter?.leave();
  }

  #heard(message: DownMessage): void {
    switch (message.type) {
      case "begin":
        return this.#begun.resolve(message);
      case "answer":
        return this.#calls.answered(message.answer);
      case "disk":
        return this.#toldOfDisk(message.news);
      case "listen":
        this.#listens = message.on;
        return this.#duties?.listen(message.on);
      case "drain":
        return this.#drained.resolve(message.ms);
    }
  }

  #toldOfDisk(news: DiskNews): void {
    this.store.told(news);
  }

  #send(message: UpMessage): void {
    this.#starter?.send(message);
  }
}
