// Worker pool of speech: the embedded engines on several cores, as Workers and the recogniser and voice that use them,
// and the voice detector beside them. A Worker that dies is replaced, and its work goes on with another.

import { availableParallelism } from "node:os";
import type { Clock } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import { DelayWindow } from "../base/limits/delay-window.ts";
import type { Log } from "../base/log.ts";
import type { Stt, Tts, Vad } from "../providers/provider-contract.ts";
import type { PoolClient, SlotAssigner } from "./pool-client.ts";
import { type OwnVoiceName, ownVoices, type Voice, type WorkerAnswer } from "./speech-message.ts";
import { poolStt } from "./pool-stt.ts";
import { poolTts } from "./pool-tts.ts";
import { SileroVad } from "./silero-vad.ts";
import { WorkerSlot } from "./worker-slot.ts";

export interface SpeechPoolOptions {
  /** How many threads; by default all cores but one, which moves the audio. */
  readonly workers?: number;
  /** The voice that speaks as a rule: it is ready with the pool. Others of our own start when they are first asked. */
  readonly voice?: Voice;
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

interface Place {
  readonly client: PoolClient;
  /** Those that can do its work, and the one that does it. */
  readonly slots: readonly WorkerSlot[];
  slot: WorkerSlot;
}

class Pool implements SpeechPool, SlotAssigner {
  readonly stt: Stt = poolStt(this, () => this.#timed(this.#words));
  readonly vad: SileroVad = new SileroVad();
  readonly tts: (voice: Voice) => Tts = poolTts(this, () => this.#timed(this.#voices, this.#voiceWaited));
  readonly ready: Promise<void>;

  readonly #slots: readonly WorkerSlot[];
  readonly #voiceSlots = new Map<OwnVoiceName, WorkerSlot>();
  readonly #openSlot: (role: string) => WorkerSlot;
  readonly #clients = new Map<number, Place>();
  readonly #clock: Clock;
  readonly #words = new DelayWindow();
  readonly #voices = new DelayWindow();
  readonly #voiceWaited: SpeechPoolOptions["voiceWaited"];
  #nextId = 1;
  #closing: Promise<void> | undefined;

  constructor({ voice, clock, log, restarted, voiceWaited }: SpeechPoolOptions, count: number) {
    this.#clock = clock;
    this.#voiceWaited = voiceWaited;
    const answered = (answer: WorkerAnswer): void => {
      if ("id" in answer) this.#clients.get(answer.id)?.client.answer(answer);
    };
    const lost = (slot: WorkerSlot): void => this.#moveFrom(slot);
    this.#openSlot = (role) => new WorkerSlot({ role, clock, log, answered, lost, restarted });
    this.#slots = Array.from({ length: count }, () => this.#openSlot("speech"));
    const own = ownVoices.find((name) => name === voice);
    const started = [...this.#slots, ...(own === undefined ? [] : this.#slotsOf(own))];
    this.ready = Promise.all([this.vad.ready, ...started.map((slot) => slot.firstReady)]).then(
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
    return this.#allSlots.flatMap((slot) => slot.worker ?? []);
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

  join(client: PoolClient, voice?: OwnVoiceName): { id: number; slot: WorkerSlot } {
    const id = this.#nextId++;
    const slots = voice === undefined ? this.#slots : this.#slotsOf(voice);
    const slot = leastLoaded(slots);
    slot.load += 1;
    this.#clients.set(id, { client, slots, slot });
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
    const closing = this.#allSlots.map((slot) => slot.close());
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
      place.slot = leastLoaded(place.slots);
      place.slot.load += 1;
      place.client.moveTo(place.slot);
    }
  }

  get #allSlots(): readonly WorkerSlot[] {
    return [...this.#slots, ...this.#voiceSlots.values()];
  }

  /** One thread for each voice, so that it never takes a recogniser's time. */
  #slotsOf(voice: OwnVoiceName): readonly WorkerSlot[] {
    const slot = this.#voiceSlots.get(voice) ?? this.#openSlot(`voice ${voice}`);
    if (this.#closing === undefined) this.#voiceSlots.set(voice, slot);
    return [slot];
  }
}

/** The slot with the fewest clients; one that is not ready only when none is. */
function leastLoaded(slots: readonly WorkerSlot[]): WorkerSlot {
  const ready = slots.filter((slot) => slot.ready);
  const candidates = ready.length > 0 ? ready : slots;
  return candidates.reduce((best, slot) => (slot.load < best.load ? slot : best));
}
