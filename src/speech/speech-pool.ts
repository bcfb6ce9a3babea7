// Worker pool of speech: the embedded engines on several cores, as Workers and the recogniser and voice that use them,
// and the voice detector beside them. A Worker that dies is replaced, and its work goes on with another.

import { availableParallelism } from "node:os";
import type { Clock } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import { DelayWindow } from "../base/limits/delay-window.ts";
import type { Log } from "../base/log.ts";
import type { Stt, Tts, Vad } from "../providers/provider-contract.ts";
import type { PoolClient, SlotAssigner } from "./pool-client.ts";
import type { WorkerAnswer, Voice } from "./speech-message.ts";
import { poolStt } from "./pool-stt.ts";
import { poolTts } from "./pool-tts.ts";
import { SileroVad } from "./silero-vad.ts";
import { WorkerSlot } from "./worker-slot.ts";

export interface SpeechPoolOptions {
  /** How many threads; by default all cores but one, which moves the audio. */
  readonly workers?: number;
  readonly clock: Clock;
  readonly log: Log;
  /** Hears that a Worker was lost and gets another in its place. */
  readonly restarted?: () => void;
  /** Hears of each text how long it waited for its first audio, in milliseconds. */
  readonly voiceWaited?: (ms: number) => void;
  /** Closes the pool. */
  readonly signal?: AbortSignal;
}

export interface SpeechPool extends AsyncDisposable {
  /** Resolves when the detector and every Worker are warm; rejects with the fault `speech/unavailable` when they do not start. */
  readonly ready: Promise<void>;
  readonly stt: Stt;
  readonly vad: Vad;
  readonly tts: (voice: Voice) => Tts;
  /**
   * How long the texts of the last 5 s waited for their first audio, or the turns for their words: the longer of both, 95th
   * percentile in milliseconds.
   */
  readonly queueMs: number;
  /** Those of these words (lower case) that the recogniser has no pronunciation for. */
  unknownWords(words: readonly string[]): Promise<readonly string[]>;
  /** The threads that run now, for tests and statistics. */
  readonly workers: readonly Worker[];
}

/** Starts the Workers. Sessions may be opened at once; what is sent to them before `ready` waits, within limits. */
export function openSpeechPool(options: SpeechPoolOptions): SpeechPool {
  const count = Math.max(1, options.workers ?? availableParallelism() - 1);
  const pool = new Pool(options, count);
  const { signal } = options;
  const close = (): void => void pool[Symbol.asyncDispose]();
  if (signal?.aborted === true) close();
  else signal?.addEventListener("abort", close, { once: true });
  return pool;
}

class Pool implements SpeechPool, SlotAssigner {
  readonly stt: Stt = poolStt(this, () => this.#timed(this.#words));
  readonly vad: SileroVad = new SileroVad();
  readonly tts: (voice: Voice) => Tts = poolTts(this, () => this.#timed(this.#voices, this.#voiceWaited));
  readonly ready: Promise<void>;

  readonly #slots: readonly WorkerSlot[];
  readonly #clients = new Map<number, { readonly client: PoolClient; slot: WorkerSlot }>();
  readonly #clock: Clock;
  readonly #words = new DelayWindow();
  readonly #voices = new DelayWindow();
  readonly #voiceWaited: SpeechPoolOptions["voiceWaited"];
  #nextId = 1;
  #closing: Promise<void> | undefined;

  constructor({ clock, log, restarted, voiceWaited }: SpeechPoolOptions, count: number) {
    this.#clock = clock;
    this.#voiceWaited = voiceWaited;
    const answered = (answer: WorkerAnswer): void => {
      if ("id" in answer) this.#clients.get(answer.id)?.client.answer(answer);
    };
    const lost = (slot: WorkerSlot): void => this.#moveFrom(slot);
    this.#slots = Array.from(
      { length: count },
      () => new WorkerSlot({ clock, log, answered, lost, restarted }),
    );
    this.ready = Promise.all([this.vad.ready, ...this.#slots.map((slot) => slot.firstReady)]).then(
      () => undefined,
      (cause: unknown) => {
        throw new Fault("speech/unavailable", "The speech engine could not be started", { cause });
      },
    );
    this.ready.catch(() => {});
  }

  get queueMs(): number {
    const now = this.#clock.now();
    return Math.max(this.#words.p95(now), this.#voices.p95(now));
  }

  get workers(): readonly Worker[] {
    return this.#slots.flatMap((slot) => slot.worker ?? []);
  }

  unknownWords(words: readonly string[]): Promise<readonly string[]> {
    const asked = Promise.withResolvers<readonly string[]>();
    const ask = (slot: WorkerSlot): void => slot.order({ type: "unknown-words", id, words });
    const { id, slot } = this.join({
      answer: (answer) => {
        if (answer.type !== "unknown-words") return;
        this.leave(id);
        asked.resolve(answer.words);
      },
      moveTo: ask,
      end: () => asked.reject(new Fault("speech/unavailable", "The speech engine has been shut down")),
    });
    ask(slot);
    return asked.promise;
  }

  join(client: PoolClient): { id: number; slot: WorkerSlot } {
    const id = this.#nextId++;
    const slot = this.#leastLoaded();
    slot.load += 1;
    this.#clients.set(id, { client, slot });
    // A pool that closes gives no more answers; the client hears of it once its constructor is through.
    if (this.#closing !== undefined) queueMicrotask(() => client.end());
    return { id, slot };
  }

  leave(id: number): void {
    const place = this.#clients.get(id);
    if (place === undefined) return;
    place.slot.load -= 1;
    this.#clients.delete(id);
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const closing = this.#slots.map((slot) => slot.close());
    for (const { client } of this.#clients.values()) client.end();
    this.#clients.clear();
    await Promise.all(closing);
  }

  #timed(waits: DelayWindow, waited?: (ms: number) => void): () => void {
    const from = this.#clock.now();
    return () => {
      const now = this.#clock.now();
      waits.note(now - from, now);
      waited?.(now - from);
    };
  }

  #moveFrom(dead: WorkerSlot): void {
    for (const place of this.#clients.values()) {
      if (place.slot !== dead) continue;
      dead.load -= 1;
      place.slot = this.#leastLoaded();
      place.slot.load += 1;
      place.client.moveTo(place.slot);
    }
  }

  /** The slot with the fewest clients; one that is not ready only when none is. */
  #leastLoaded(): WorkerSlot {
    const ready = this.#slots.filter((slot) => slot.ready);
    const candidates = ready.length > 0 ? ready : this.#slots;
    return candidates.reduce((best, slot) => (slot.load < best.load ? slot : best));
  }
}
