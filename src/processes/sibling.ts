// Sibling: one other process of this machine, restarted after a crash, with growing delays.

import type { Store } from "../../db/port/store.ts";
import { tellOfDisk } from "../../db/remote/store-server.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import { addCounts, type MetricFigures } from "../base/metrics.ts";
import { type Answerers, answerTo } from "../base/remote-call.ts";
import { type StartedProcess, startProcess } from "../base/start-process.ts";
import type { ProcessFigures } from "./connection-balance.ts";
import type { DownMessage, UpMessage } from "./process-message.ts";
import type { Part } from "./share.ts";

/** Command that runs one; the link is never typed. */
export const siblingCommand = "serve-process";

export interface SiblingOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<Store, "disk">;
  /** Requests that it may make. */
  readonly answerers: Answerers;
  readonly part: Part;
  /** Shared port. */
  readonly port: number;
  /** The process has died and is started again. */
  readonly ended: () => void;
  /** No other process will continue the sessions of this node. */
  readonly givenUp: (node: string) => Promise<void>;
}

const restartMsMin = 250;
const restartMsMax = 30_000;
/** Time in which a lost client may return to its call, on any node. */
const graceMs = 30_000;
/** A process with at least this lifetime started well. */
const soundMs = 60_000;

export class Sibling implements AsyncDisposable {
  readonly #o: SiblingOptions;
  #process: StartedProcess;
  #over = Promise.withResolvers<void>();
  #startedAt = 0;
  #restartMs = restartMsMin;
  #restarting: Disposable | undefined;
  #telling: Disposable | undefined;
  #isLeaving = false;
  #figures: ProcessFigures | undefined;
  #node: string | undefined;
  readonly #graces = new Set<Disposable>();
  #isListening = false;
  #isOpen = false;
  #metrics: readonly MetricFigures[] = [];
  /** Final counts of its dead predecessors. */
  #counted: readonly MetricFigures[] = [];

  constructor(options: SiblingOptions) {
    this.#o = options;
    this.#process = this.#start();
  }

  /** Undefined while it starts. */
  get figures(): ProcessFigures | undefined {
    return this.#figures;
  }

  /** Node id of its sessions; undefined: none. */
  get node(): string | undefined {
    return this.#node;
  }

  get isListening(): boolean {
    return this.#isListening;
  }

  /** True once it has confirmed the order to listen. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  get metrics(): readonly MetricFigures[] {
    return [...this.#metrics, ...this.#counted];
  }

  listen(on: boolean): void {
    if (on === this.#isListening) return;
    this.#isListening = on;
    this.#isOpen = false;
    this.#send({ type: "listen", on });
  }

  /** `ms`: the time left to its calls, in milliseconds; by default the drain time. Resolves when it has ended. */
  async drain(ms?: number): Promise<void> {
    this.#isLeaving = true;
    if (this.#restarting !== undefined) this.#over.resolve();
    this.#restarting?.[Symbol.dispose]();
    this.#send({ type: "drain", ...(ms !== undefined && { ms }) });
    await this.#over.promise;
  }

  kill(): void {
    this.#process.kill();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const drained = this.drain();
    this.kill();
    await drained;
    for (const grace of this.#graces) grace[Symbol.dispose]();
  }

  #start(): StartedProcess {
    this.#startedAt = this.#o.clock.now();
    this.#over = Promise.withResolvers();
    const started: StartedProcess = startProcess(siblingCommand, {
      heard: (message) => this.#heard(message as UpMessage),
      ended: (how) => this.#ended(how),
    });
    this.#o.log.info("process.started", { process: this.#o.part.index, pid: started.pid });
    return started;
  }

  #heard(message: UpMessage): void {
    const { part, port, answerers, store } = this.#o;
    const to = this.#process;
    if (message.type === "call") {
      void answerTo(message.call, answerers).then((answer) => to.send({ type: "answer", answer }));
    } else if (message.type === "figures") {
      this.#figures = message.figures;
      this.#node = message.node;
      this.#isOpen = message.isOpen;
    } else if (message.type === "metrics") {
      this.#metrics = message.metrics;
    } else {
      this.#send({ type: "begin", part, port });
      this.#telling = tellOfDisk(store, (news) => this.#send({ type: "disk", news }));
      if (this.#isLeaving) this.#send({ type: "drain" });
    }
  }

  #ended(how: Readonly<Record<"code" | "signal", unknown>>): void {
    const { clock, log, part } = this.#o;
    this.#telling?.[Symbol.dispose]();
    this.#figures = undefined;
    this.#isListening = false;
    this.#isOpen = false;
    // A process without a report has counted nothing.
    if (this.#metrics.length > 0) this.#counted = addCounts(this.#counted, this.#metrics);
    this.#metrics = [];
    if (this.#isLeaving) {
      this.#over.resolve();
      return;
    }
    if (clock.now() - this.#startedAt >= soundMs) this.#restartMs = restartMsMin;
    if (this.#node !== undefined) this.#giveUpLater(this.#node);
    this.#node = undefined;
    this.#o.ended();
    log.error("process.died", { process: part.index, ...how, again_in_ms: this.#restartMs });
    this.#restarting = clock.after(this.#restartMs, () => {
      this.#restarting = undefined;
      this.#process = this.#start();
    });
    this.#restartMs = Math.min(restartMsMax, 2 * this.#restartMs);
  }

  /** Earlier than for a silent node: this one is known to be dead. */
  #giveUpLater(node: string): void {
    const { clock, log, givenUp } = this.#o;
    const grace = clock.after(graceMs, () => {
      this.#graces.delete(grace);
      givenUp(node).catch((error: unknown) => log.warn("process.not-given-up", { node, error }));
    });
    this.#graces.add(grace);
  }

  #send(message: DownMessage): void {
    this.#process.send(message);
  }
}
