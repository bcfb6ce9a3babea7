// Document queue: has documents read in a Worker, one job after the other, with owners in turn. A Worker that crashes
// or computes for too long is replaced.

import type { Clock } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import type { Log } from "../base/log.ts";
import { startWorker } from "../base/start-worker.ts";
import { processorMs } from "../base/thread.ts";
import { RoundRobinQueue } from "../base/limits/round-robin-queue.ts";
import type {
  FromWorker,
  Input,
  JobKind,
  DocumentFacts,
  OtherTexts,
  Output,
  ToWorker,
} from "./document-message.ts";

/** Processor time of one job; the largest documents that people write take a quarter of it. */
const processorMsMax = 2_000;
/** A job may also wait for a processor, but its answer comes before the connection is closed as idle. */
const jobMsMax = 10_000;
const waitMsMax = 8_000;
/** Looked at no more often than this. */
const lookMs = 100;
const lineMax = { max: 100, perOwnerMax: 20 };
const retryAfterSeconds = 2;

export interface DocumentOrder<K extends JobKind = JobKind> {
  readonly kind: K;
  readonly input: Input<K>;
  readonly known: DocumentFacts;
  /** Owner of the turn. */
  readonly owner: string;
  /** Text of the account's flow with this id in its document. */
  readonly resolve: (id: string) => Promise<string | undefined>;
  /** Ids that will probably be asked for: each one missing here restarts the job when it comes up. */
  readonly likely?: readonly string[];
}

interface WaitingJob {
  readonly order: DocumentOrder;
  readonly done: (output: Output) => void;
  readonly failed: (error: Error) => void;
  readonly patience: Disposable;
}

interface RunningJob extends WaitingJob {
  readonly beganAt: number;
  /** Processor time of the thread at the job's beginning. */
  readonly usedMs: number | undefined;
  watch: Disposable;
}

interface Thread {
  readonly worker: Worker;
  readonly gone: Promise<void>;
  number: number | undefined;
  ready: boolean;
}

export interface DocumentsOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Called when the thread is lost, by its own fault or its job's; the next job gets another. */
  readonly restarted?: () => void;
  /** Starts the reading thread; by default one of this program. */
  readonly start?: () => Worker;
}

export class Documents implements AsyncDisposable {
  readonly #o: DocumentsOptions;
  readonly #queue = new RoundRobinQueue<WaitingJob>(lineMax);
  /** Threads that have not ended. */
  readonly #alive = new Set<Thread>();
  #thread: Thread | undefined;
  #running: RunningJob | undefined;
  #closed = false;

  constructor(options: DocumentsOptions) {
    this.#o = options;
  }

  /** Starts the thread before the first job needs it. */
  warmUp(): void {
    if (!this.#closed) this.#thread ??= this.#start();
  }

  /** The running thread, for tests; the first job starts it. */
  get worker(): Worker | undefined {
    return this.#thread?.worker;
  }

  /** Rejects with the Fault of the job, with `flow/busy` and with `flow/too-slow`. */
  do<K extends JobKind>(order: DocumentOrder<K>): Promise<Output<K>> {
    return new Promise<Output>((done, failed) => {
      if (this.#closed) return failed(stopped());
      const waiting: WaitingJob = {
        order: order as DocumentOrder,
        done,
        failed,
        patience: this.#o.clock.after(waitMsMax, () => {
          this.#queue.remove(order.owner, waiting);
          failed(busy("The server reads other flows first"));
        }),
      };
      if (this.#queue.push(order.owner, waiting)) return this.#next();
      waiting.patience[Symbol.dispose]();
      failed(busy("Too many flows wait to be read"));
    }) as Promise<Output<K>>;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    this.#end()?.failed(stopped());
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      next.patience[Symbol.dispose]();
      next.failed(stopped());
    }
    this.#thread?.worker.terminate();
    await Promise.all([...this.#alive].map(({ gone }) => gone));
  }

  #next(): void {
    if (this.#running !== undefined || this.#queue.size === 0 || this.#closed) return;
    const thread = (this.#thread ??= this.#start());
    if (!thread.ready) return;
    const waiting = this.#queue.shift();
    if (waiting === undefined) return;
    waiting.patience[Symbol.dispose]();
    const { kind, input, known, likely = [] } = waiting.order;
    const running: RunningJob = {
      ...waiting,
      beganAt: this.#o.clock.now(),
      usedMs: processorMs(thread.number),
      watch: this.#o.clock.after(processorMsMax, () => this.#look(thread)),
    };
    this.#running = running;
    void this.#send(thread, likely, (texts) => ({ type: "job", job: { kind, input, known, texts } }));
  }

  /** True if the running job has used up its time; on systems without processor times, elapsed time counts. */
  #look(thread: Thread): void {
    const running = this.#running;
    if (running === undefined || this.#thread !== thread) return;
    const passedMs = this.#o.clock.now() - running.beganAt;
    const nowMs = processorMs(thread.number);
    const usedMs = nowMs === undefined || running.usedMs === undefined ? passedMs : nowMs - running.usedMs;
    if (usedMs < processorMsMax && passedMs < jobMsMax) {
      const restMs = Math.min(Math.max(processorMsMax - usedMs, lookMs), jobMsMax - passedMs);
      running.watch = this.#o.clock.after(restMs, () => this.#look(thread));
      return;
    }
    this.#o.log.warn("documents.stopped", { job: running.order.kind, usedMs: Math.round(usedMs), passedMs });
    const { kind } = running.order;
    this.#drop(thread, usedMs < processorMsMax ? busy("The server has no time for it now") : tooSlow(kind));
  }

  #start(): Thread {
    const worker = this.#o.start?.() ?? startWorker("documents");
    const gone = Promise.withResolvers<void>();
    const thread: Thread = { worker, gone: gone.promise, number: undefined, ready: false };
    this.#alive.add(thread);
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (this.#thread === thread) this.#take(thread, data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#drop(thread, new Error(`The thread that reads documents has failed: ${event.message}`));
    };
    worker.addEventListener("close", () => {
      this.#alive.delete(thread);
      gone.resolve();
      this.#drop(thread, new Error("The thread that reads documents has ended"));
    });
    return thread;
  }

  #take(thread: Thread, message: FromWorker): void {
    switch (message.type) {
      case "ready":
        thread.ready = true;
        thread.number = message.thread;
        return this.#next();
      case "wanted":
        return void this.#send(thread, message.ids, (texts) => ({ type: "texts", texts }));
      case "done":
        this.#end()?.done(message.output);
        return this.#next();
      case "refused":
        this.#end()?.failed(new Fault(message.code, message.message, message.options));
        return this.#next();
      case "failed":
        this.#end()?.failed(new Error(message.message));
        return this.#next();
    }
  }

  /** Sends the texts of these flows to the running job; a job that has ended by then gets nothing. */
  async #send(
    thread: Thread,
    ids: readonly string[],
    message: (texts: OtherTexts) => ToWorker,
  ): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    const isOver = (): boolean => this.#running !== running || this.#thread !== thread;
    try {
      const { resolve } = running.order;
      const texts = await Promise.all(ids.map(async (id) => [id, (await resolve(id)) ?? null] as const));
      if (!isOver()) thread.worker.postMessage(message(new Map(texts)));
    } catch (error) {
      if (!isOver()) this.#drop(thread, error as Error);
    }
  }

  /** The thread has died or is stopped; waiting jobs go on with another. */
  #drop(thread: Thread, why: Error): void {
    if (this.#thread !== thread || this.#closed) return;
    this.#thread = undefined;
    thread.worker.terminate();
    this.#o.restarted?.();
    if (!(why instanceof Fault)) this.#o.log.error("documents.worker_lost", { error: why });
    // A thread that fails at its start would fail every time.
    const lost = this.#end() ?? (thread.ready ? undefined : this.#queue.shift());
    lost?.patience[Symbol.dispose]();
    lost?.failed(why);
    this.#next();
  }

  #end(): WaitingJob | undefined {
    const running = this.#running;
    this.#running = undefined;
    running?.watch[Symbol.dispose]();
    return running;
  }
}

function busy(why: string): Fault {
  return new Fault("flow/busy", `${why}: try again in a moment.`, { retryAfterSeconds });
}

function tooSlow(kind: JobKind): Fault {
  const takes = `takes more than ${processorMsMax / 1_000} s of computing: divide it`;
  return kind === "cut"
    ? new Fault("knowledge/invalid", `The source cannot be used. It ${takes}.`)
    : new Fault("flow/too-slow", `This flow ${takes}. A flow can call other flows.`);
}

function stopped(): Fault {
  return new Fault("flow/busy", "This server is stopping: try another, or again in a moment.", {
    retryAfterSeconds,
  });
}
