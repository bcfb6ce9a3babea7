// Siblings: the other processes of this machine, for the first one. It starts and restarts them, does work for them
// that only it can do, and decides which processes take new connections.

import type { Store } from "../../db/port/store.ts";
import { answerersOf } from "../../db/remote/store-server.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { MetricFigures } from "../base/metrics.ts";
import { PeriodicTask } from "../base/periodic-task.ts";
import type { Listeners } from "./listeners.ts";
import { type ProcessFigures, whoListens } from "./connection-balance.ts";
import { Sibling } from "./sibling.ts";

export interface SiblingsOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Store;
  /** Number of processes, including the first one. */
  readonly count: number;
  readonly doors: Pick<Listeners, "port" | "isListening" | "isOpen" | "listen">;
  /** Called when one has died and is restarted. */
  readonly restarted?: () => void;
  /** Figures of the first process. */
  readonly figures: () => ProcessFigures;
}

/** Interval of decisions on who listens: many callers may come in between. */
export const figuresEveryMs = 100;
/** Time of a process after the end of its calls, before it is killed. */
const leaveMsMax = 10_000;

export class Siblings implements AsyncDisposable {
  readonly #o: SiblingsOptions;
  readonly #all: readonly Sibling[];
  readonly #deciding: PeriodicTask;
  /** True if listening is allowed. */
  #isOpen = true;

  /** Starts them; they join when they are ready. */
  constructor(options: SiblingsOptions) {
    const { clock, log, store, count, doors } = options;
    this.#o = options;
    const answerers = answerersOf(store);
    const { port } = doors;
    const shared = {
      clock,
      log,
      store,
      answerers,
      port,
      ended: () => {
        options.restarted?.();
        // The dead process may have been the only listening one.
        this.#decide();
      },
      givenUp: (node: string) => this.#giveUp(node),
    };
    this.#all = Array.from(
      { length: count - 1 },
      (_, i) => new Sibling({ ...shared, part: { index: i + 1, count } }),
    );
    this.#deciding = new PeriodicTask({
      clock,
      everyMs: figuresEveryMs,
      patienceMs: 10 * figuresEveryMs,
      work: async () => this.#decide(),
      failed: (error) => log.error("processes.undecided", { error }),
    });
  }

  /** Last reported metrics; counts of dead processes are included. */
  get metrics(): readonly MetricFigures[] {
    return this.#all.flatMap((one) => one.metrics);
  }

  /** Stops all new connections, or reopens the processes with room. */
  listen(on: boolean): void {
    this.#isOpen = on;
    if (!on) for (const one of this.#all) one.listen(false);
  }

  /**
   * They release their sessions, each at the end of a turn and all within `ms` milliseconds, for the processes that
   * replace them. Resolves with the nodes of the sessions, when all have ended.
   */
  async leave(ms: number): Promise<readonly string[]> {
    const nodes = this.#all.flatMap(({ node }) => node ?? []);
    const timer = this.#killAfter(ms + leaveMsMax);
    await Promise.all(this.#all.map((one) => one.drain(ms)));
    timer[Symbol.dispose]();
    return nodes;
  }

  /** Their calls have up to `ms` milliseconds. Resolves when all of them have ended. */
  async drain(ms: number): Promise<void> {
    const timer = this.#killAfter(ms + leaveMsMax);
    await Promise.all(this.#all.map((one) => one.drain()));
    timer[Symbol.dispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#deciding[Symbol.asyncDispose]();
    await Promise.all(this.#all.map((one) => one[Symbol.asyncDispose]()));
  }

  #killAfter(ms: number): Disposable {
    return this.#o.clock.after(ms, () => {
      for (const one of this.#all) one.kill();
    });
  }

  /** The next sweep ends its open sessions. */
  async #giveUp(id: string): Promise<void> {
    const { store, clock, log } = this.#o;
    const change = { id, from: ["starting", "up", "draining"], to: "gone", at: clock.wall() } as const;
    if (await store.nodes.setState(change)) log.warn("node.given-up", { node: id });
  }

  #decide(): void {
    if (!this.#isOpen) return;
    const { doors, figures } = this.#o;
    const there = this.#all.filter((one) => one.figures !== undefined);
    const unready = { isReady: false, calls: 0, callsMax: 0, lagMs: 0 };
    const [first = true, ...others] = whoListens([
      { ...figures(), isListening: doors.isListening, isOpen: doors.isOpen },
      ...there.map((one) => ({
        ...(one.figures ?? unready),
        isListening: one.isListening,
        isOpen: one.isOpen,
      })),
    ]);
    others.forEach((on, i) => there[i]?.listen(on));
    if (first !== doors.isListening) void doors.listen(first);
  }
}
