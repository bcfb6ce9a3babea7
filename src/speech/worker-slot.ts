// Worker slot: one place for a Worker. Joins the messages of each turn of the event loop, and replaces a dead Worker.

import { type Frame, samplesPerFrame } from "../audio/frame.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { WorkerAnswer, FromWorker, WorkerOrder, ToWorker } from "./speech-message.ts";
import { startWorker } from "../base/start-worker.ts";

/**
 * Time for which audio may wait for more, of any session: a message costs both threads 80 us together, more than
 * judging a frame. A pause is examined 128 ms after a word at the earliest, and ends no turn before 240 ms.
 */
const audioMs = 40;
/** Frames sent and not yet read, of all sessions together: two minutes of audio, 3.8 MB. */
const framesInFlightMax = 6_000;
/** Longest start of a Worker: a minute on an emulated processor, more if that is busy. */
const readyMsMax = 180_000;
/** Longest silence of a Worker with audio or a text: many times its longest single job. */
const stuckMsMax = 20_000;
/** Delay before a failed start is retried. */
const restartMs = 1_000;
const restartMsMax = 30_000;

export interface WorkerSlotOptions {
  /** Role of its Workers. */
  readonly role: string;
  /** When a Worker may use a core; absent: right after the opening code. */
  readonly begins?: Promise<void> | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly answered: (answer: WorkerAnswer) => void;
  /** The Worker is gone with its state; later orders go to the next one. */
  readonly lost: (slot: WorkerSlot) => void;
  /** The Worker is being replaced. */
  readonly restarted?: (() => void) | undefined;
}

export class WorkerSlot {
  readonly #options: WorkerSlotOptions;
  #worker: Worker | undefined;
  #gone: Promise<void> = Promise.resolve();
  #ready = false;
  #closed = false;
  /** Number of clients; the pool counts. */
  load = 0;
  /** Workers in a row that died before they were ready. */
  #failures = 0;
  #timer: Disposable | undefined;
  /** Runs while the Worker owes an answer. */
  #patience: Disposable | undefined;
  #first = Promise.withResolvers<void>();

  #orders: WorkerOrder[] = [];
  #frames: Frame[] = [];
  #inFlight = 0;
  /** Texts being spoken. */
  readonly #texts = new Set<number>();
  /** Time at which the reported work is done. */
  #idleFrom = -Infinity;
  #flushing = false;
  /** Runs while audio waits without urgency. */
  #later: Disposable | undefined;

  constructor(options: WorkerSlotOptions) {
    this.#options = options;
    this.#first.promise.catch(() => {});
    const begin = (): void => void setImmediate(() => this.#closed || this.#start());
    void (options.begins ?? Promise.resolve()).then(begin);
  }

  get ready(): boolean {
    return this.#ready;
  }

  /** Waiting work of its Worker, in milliseconds; 0 if not counted. */
  get queuedMs(): number {
    return Math.max(0, this.#idleFrom - this.#options.clock.now());
  }

  get worker(): Worker | undefined {
    return this.#worker;
  }

  /** Resolves when the first Worker is ready; rejects after three failures in a row. */
  get firstReady(): Promise<void> {
    return this.#first.promise;
  }

  order(order: WorkerOrder): void {
    if (this.#closed) return;
    this.#orders.push(order);
    if (order.type === "speak") this.#texts.add(order.id);
    else if (order.type === "speak-cancel") this.#texts.delete(order.id);
    this.#flushSoon();
  }

  /** Sends a frame to a session; false if the Worker is too far behind and the frame was dropped. */
  audio(id: number, frame: Frame): boolean {
    if (this.#closed || this.#inFlight + this.#frames.length >= framesInFlightMax) return false;
    const last = this.#orders.at(-1);
    if (last?.type === "hear" && last.id === id) {
      this.#orders[this.#orders.length - 1] = { ...last, frames: last.frames + 1 };
    } else {
      this.#orders.push({ type: "hear", id, frames: 1 });
    }
    this.#frames.push(frame);
    this.#flushLater();
    return true;
  }

  /** Ends the Worker; resolves when its thread is gone. Idempotent. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#timer?.[Symbol.dispose]();
    this.#patience?.[Symbol.dispose]();
    this.#later?.[Symbol.dispose]();
    this.#orders = [];
    this.#frames = [];
    this.#first.reject(new Error("The speech pool was closed"));
    this.#worker?.terminate();
    this.#worker = undefined;
    await this.#gone;
  }

  #start(): void {
    const { clock, log, role } = this.#options;
    const worker = startWorker(role);
    const gone = Promise.withResolvers<void>();
    this.#worker = worker;
    this.#gone = gone.promise;
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (this.#worker !== worker) return;
      for (const answer of data.answers) this.#take(answer);
      this.#expectAnswer(worker);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      log.error("speech.worker_failed", { message: event.message });
      worker.terminate();
      this.#lose(worker);
    };
    worker.addEventListener("close", () => {
      gone.resolve();
      this.#lose(worker);
    });
    this.#timer = clock.after(readyMsMax, () => {
      log.error("speech.worker_late", { afterMs: readyMsMax });
      worker.terminate();
    });
  }

  #take(answer: WorkerAnswer): void {
    if (answer.type === "taken") {
      this.#inFlight -= answer.frames;
      this.#idleFrom = this.#options.clock.now() + (answer.queuedMs ?? 0);
    } else if (answer.type === "ready") {
      this.#timer?.[Symbol.dispose]();
      this.#ready = true;
      this.#failures = 0;
      this.#first.resolve();
      this.#flushSoon();
    } else {
      if (answer.type === "spoken" || answer.type === "failed") this.#texts.delete(answer.id);
      this.#options.answered(answer);
    }
  }

  /** A hanging Worker gives no event, so its silence is watched. */
  #expectAnswer(worker: Worker): void {
    this.#patience?.[Symbol.dispose]();
    this.#patience = undefined;
    if (this.#inFlight + this.#texts.size === 0 || this.#worker !== worker) return;
    this.#patience = this.#options.clock.after(stuckMsMax, () => {
      this.#options.log.error("speech.worker_stuck", { afterMs: stuckMsMax });
      worker.terminate();
      this.#lose(worker);
    });
  }

  #lose(worker: Worker): void {
    if (this.#worker !== worker || this.#closed) return;
    this.#timer?.[Symbol.dispose]();
    this.#patience?.[Symbol.dispose]();
    this.#patience = undefined;
    this.#later?.[Symbol.dispose]();
    this.#later = undefined;
    this.#failures = this.#ready ? 0 : this.#failures + 1;
    this.#worker = undefined;
    this.#ready = false;
    this.#orders = [];
    this.#frames = [];
    this.#inFlight = 0;
    this.#texts.clear();
    this.#idleFrom = -Infinity;
    const waitMs = this.#failures === 0 ? 0 : Math.min(restartMs * 2 ** (this.#failures - 1), restartMsMax);
    this.#options.log.warn("speech.worker_replaced", { waitMs });
    this.#options.restarted?.();
    if (this.#failures >= 3) this.#first.reject(new Error("The speech engine does not start"));
    if (waitMs === 0) this.#start();
    else this.#timer = this.#options.clock.after(waitMs, () => this.#start());
    this.#options.lost(this);
  }

  #flushLater(): void {
    if (this.#flushing || !this.#ready) return;
    this.#later ??= this.#options.clock.after(audioMs, () => this.#flush());
  }

  /** Orders of all calls in one turn of the event loop leave at its end, in one message. */
  #flushSoon(): void {
    if (this.#flushing || !this.#ready || this.#orders.length === 0) return;
    this.#flushing = true;
    setImmediate(() => {
      this.#flushing = false;
      if (this.#ready) this.#flush();
    });
  }

  #flush(): void {
    this.#later?.[Symbol.dispose]();
    this.#later = undefined;
    if (this.#orders.length === 0) return;
    const audio = new Int16Array(this.#frames.length * samplesPerFrame);
    this.#frames.forEach((frame, i) => audio.set(frame, i * samplesPerFrame));
    const message: ToWorker = { orders: this.#orders, audio };
    this.#inFlight += this.#frames.length;
    this.#orders = [];
    this.#frames = [];
    this.#worker?.postMessage(message, { transfer: [audio.buffer] });
    if (this.#worker !== undefined && this.#patience === undefined) this.#expectAnswer(this.#worker);
  }
}
