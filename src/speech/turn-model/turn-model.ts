// Turn model: the optional model that hears whether a caller has finished, in one thread for all calls. A late
// judgement is skipped: a call never waits for it.

import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { startWorker } from "../../base/start-worker.ts";
import type { FromTurnModel, ToTurnModel } from "./turn-model-message.ts";
import type { TurnJudge } from "./turn-opinion.ts";

/** Time after which silence has ended the turn. */
const judgeMsMax = 500;
/** Turns judged or waiting, of all calls: more would come too late. */
const waitingMax = 4;
/** A thread silent for this long with work to do is stuck. */
const stuckMsMax = 10_000;
/** Delay before a dead thread is replaced; doubled each time it dies again before it is ready. */
const restartMs = 1_000;
const restartMsMax = 60_000;

export interface TurnModelOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** The model's file. */
  readonly path: string;
  /** Called when the thread is lost and replaced. */
  readonly restarted?: () => void;
  /** Starts the thread; default: this program's. */
  readonly start?: () => Worker;
}

interface Waiting {
  readonly tell: (probability: number | undefined) => void;
  readonly deadline: Disposable;
}

export class TurnModel implements TurnJudge, AsyncDisposable {
  readonly #o: TurnModelOptions;
  readonly #waiting = new Map<number, Waiting>();
  readonly #first = Promise.withResolvers<void>();
  #worker: Worker | undefined;
  #gone: Promise<void> = Promise.resolve();
  #isReady = false;
  #failures = 0;
  /** Last turn given to the thread, and last one judged: it does one after the other. */
  #last = 0;
  #judged = 0;
  /** Runs while the thread owes an answer. */
  #patience: Disposable | undefined;
  #restart: Disposable | undefined;
  #isClosed = false;

  constructor(options: TurnModelOptions) {
    this.#o = options;
    this.#first.promise.catch(() => undefined);
    this.#start();
  }

  /** Resolves when it can judge; rejects, with a clause about the file, if it never will. */
  get ready(): Promise<void> {
    return this.#first.promise;
  }

  /** `sound` is transferred to the thread and unusable afterwards. */
  judge(sound: Int16Array<ArrayBuffer>): Promise<number | undefined> {
    const worker = this.#worker;
    // Late ones are still being judged.
    if (worker === undefined || !this.#isReady || this.#last - this.#judged >= waitingMax)
      return Promise.resolve(undefined);
    const number = ++this.#last;
    const { promise, resolve: tell } = Promise.withResolvers<number | undefined>();
    const deadline = this.#o.clock.after(judgeMsMax, () => this.#answer(number, undefined));
    this.#waiting.set(number, { tell, deadline });
    this.#send(worker, { type: "judge", number, sound }, [sound.buffer]);
    this.#patience ??= this.#expectAnswer(worker);
    return promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#restart?.[Symbol.dispose]();
    this.#drop();
    this.#first.reject(new Error("was closed"));
    this.#worker?.terminate();
    await this.#gone;
  }

  #start(): void {
    const worker = this.#o.start?.() ?? startWorker("turn-model");
    const gone = Promise.withResolvers<void>();
    this.#worker = worker;
    this.#gone = gone.promise;
    worker.onmessage = ({ data }: MessageEvent<FromTurnModel>) => {
      if (this.#worker === worker) this.#take(worker, data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#o.log.error("turn_model.failed", { message: event.message });
      worker.terminate();
      this.#lose(worker);
    };
    worker.addEventListener("close", () => {
      gone.resolve();
      this.#lose(worker);
    });
  }

  #take(worker: Worker, message: FromTurnModel): void {
    switch (message.type) {
      case "started":
        this.#send(worker, { type: "open", path: this.#o.path });
        return;
      case "ready":
        this.#isReady = true;
        this.#failures = 0;
        this.#first.resolve();
        return;
      case "refused":
        this.#o.log.error("turn_model.refused", { path: this.#o.path, why: message.why });
        this.#first.reject(new Error(message.why));
        // Another thread would find the same file.
        this.#isClosed = true;
        worker.terminate();
        return;
      default:
        this.#judged = message.number;
        this.#patience?.[Symbol.dispose]();
        this.#patience = undefined;
        if (this.#judged < this.#last) this.#patience = this.#expectAnswer(worker);
        this.#answer(message.number, message.probability);
    }
  }

  /** A hanging thread gives no event, so its silence is watched. */
  #expectAnswer(worker: Worker): Disposable {
    return this.#o.clock.after(stuckMsMax, () => {
      this.#o.log.error("turn_model.stuck", { afterMs: stuckMsMax });
      worker.terminate();
      this.#lose(worker);
    });
  }

  #answer(number: number, probability: number | undefined): void {
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    waiting?.deadline[Symbol.dispose]();
    waiting?.tell(probability);
  }

  #lose(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#failures = this.#isReady ? 0 : this.#failures + 1;
    this.#isReady = false;
    this.#drop();
    if (this.#isClosed) return;
    const afterMs = Math.min(restartMsMax, restartMs * 2 ** this.#failures);
    this.#o.log.warn("turn_model.replaced", { afterMs });
    this.#o.restarted?.();
    this.#restart = this.#o.clock.after(afterMs, () => this.#start());
  }

  #drop(): void {
    this.#patience?.[Symbol.dispose]();
    this.#patience = undefined;
    for (const number of Array.from(this.#waiting.keys())) this.#answer(number, undefined);
    this.#judged = this.#last;
  }

  #send(worker: Worker, message: ToTurnModel, transfer: ArrayBuffer[] = []): void {
    worker.postMessage(message, { transfer });
  }
}
