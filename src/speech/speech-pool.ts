// Worker pool of speech: the embedded engines on several cores, as Workers and the recogniser and voice that use
// them, with the voice detector. A dead Worker is replaced, and another one continues its work.

import { availableParallelism } from "node:os";
import type { Clock } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import { DelayWindow } from "../base/limits/delay-window.ts";
import type { Log } from "../base/log.ts";
import type { Stt, Tts, Vad } from "../providers/provider-contract.ts";
import type { Voice } from "./speech-message.ts";
import { poolStt } from "./pool-stt.ts";
import { PoolVoices, type VoiceAhead } from "./voices/pool-tts.ts";
import type { KeptSpeech } from "./voices/kept-speech.ts";
import { SileroKernel } from "./silero/silero-kernel.ts";
import { SileroVad } from "./silero-vad.ts";
import { WorkerPool } from "./worker-pool.ts";

export interface SpeechPoolOptions {
  /** Number of cores; default: all but one, which moves the audio. Half of them get a hearing thread. */
  readonly workers?: number;
  /** Default voice: ready with the pool. The other one starts on its first use. */
  readonly voice?: Voice;
  /** When its threads may use the cores; absent: at once. */
  readonly begins?: Promise<void>;
  /** Folder of a recogniser model other than the built-in one. */
  readonly earsModel?: string | undefined;
  /** File of a voice that replaces the built-in ones. */
  readonly voiceModel?: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when a Worker was lost and is replaced. */
  readonly restarted?: () => void;
  /** Receives each text's wait for its first audio, in milliseconds. */
  readonly voiceWaited?: (ms: number) => void;
  /** Storage of lines for future calls; absent: in memory only. */
  readonly kept?: KeptSpeech | undefined;
  /** Closes the pool. */
  readonly signal?: AbortSignal;
}

export interface SpeechPool extends AsyncDisposable {
  /**
   * Resolves when the detector and every Worker are warm; rejects with the fault `speech/unavailable` if they do not
   * start.
   */
  readonly ready: Promise<void>;
  readonly stt: Stt;
  readonly vad: Vad;
  readonly tts: (voice: Voice) => Tts;
  /** Prepares future texts. `voice`: the server's. */
  readonly ahead: (voice: Voice) => VoiceAhead;
  /**
   * Maximum of these waits in milliseconds: of the last 5 s' texts for their first audio, or turns for their words,
   * 95th percentile; of a text now; of the ears' queued work.
   */
  readonly queueMs: number;
  /** Running threads, for tests and statistics: speaking ones, and hearing ones. */
  readonly speakers: readonly Worker[];
  readonly ears: readonly Worker[];
}

/** Starts the Workers. Sessions may be opened at once; messages to them before `ready` wait, within limits. */
export function openSpeechPool(options: SpeechPoolOptions): SpeechPool {
  const count = Math.max(1, options.workers ?? availableParallelism() - 1);
  const pool = new Pool(options, count);
  const { signal } = options;
  const close = (): void => void pool[Symbol.asyncDispose]();
  if (signal?.aborted === true) close();
  else signal?.addEventListener("abort", close, { once: true });
  return pool;
}

/** Hearing threads, and as many per voice: the other half of the cores is theirs when the first are busy. */
export const threadsFor = (workers: number): number => Math.max(1, Math.floor(workers / 2));

class Pool implements SpeechPool {
  readonly stt: Stt;
  readonly vad: SileroVad;
  readonly tts: (voice: Voice) => Tts;
  readonly ahead: (voice: Voice) => VoiceAhead;
  readonly ready: Promise<void>;

  readonly #ears: WorkerPool;
  /** Voices never wait for ears, and none for another. */
  readonly #voices = new Map<Voice, WorkerPool>();
  readonly #openVoice: (name: Voice) => WorkerPool;
  #isClosing = false;
  readonly #clock: Clock;
  readonly #wordWaits = new DelayWindow();
  readonly #voiceWaits = new DelayWindow();
  readonly #voiceWaited: SpeechPoolOptions["voiceWaited"];
  readonly #spoken: PoolVoices;

  constructor(
    { voiceWaited, earsModel = "", voiceModel = "", voice, kept, ...options }: SpeechPoolOptions,
    count: number,
  ) {
    this.#clock = options.clock;
    this.vad = new SileroVad(options.begins?.then(() => SileroKernel.open()));
    this.#voiceWaited = voiceWaited;
    const role = `ears ${encodeURIComponent(earsModel)}`.trim();
    this.#ears = new WorkerPool({ ...options, role }, threadsFor(count));
    this.stt = poolStt(this.#ears, () => this.#timed(this.#wordWaits));
    const file = `file-voice ${encodeURIComponent(voiceModel)}`;
    this.#openVoice = (name) =>
      new WorkerPool({ ...options, role: voiceModel === "" ? `voice ${name}` : file }, threadsFor(count));
    this.#spoken = new PoolVoices({
      placesOf: (name) => this.#speaking(name),
      timed: () => this.#timed(this.#voiceWaits, this.#voiceWaited),
      clock: options.clock,
      kept,
    });
    this.tts = (name) => this.#spoken.tts(name);
    this.ahead = (name) => this.#spoken.ahead(name);
    const spoken = voice === undefined ? undefined : this.#speaking(voice).ready;
    this.ready = Promise.all([this.vad.ready, this.#ears.ready, spoken]).then(
      () => undefined,
      (cause: unknown) => {
        throw new Fault("speech/unavailable", "The speech engine could not be started", { cause });
      },
    );
    this.ready.catch(() => {});
  }

  get queueMs(): number {
    const now = this.#clock.now();
    const waits = [this.#spoken.longestWaitMs, this.#ears.queuedMs];
    return Math.max(this.#wordWaits.p95(now), this.#voiceWaits.p95(now), ...waits);
  }

  get speakers(): readonly Worker[] {
    return Array.from(this.#voices.values(), ({ workers }) => workers).flat();
  }

  get ears(): readonly Worker[] {
    return this.#ears.workers;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true;
    await Promise.all([this.#ears, ...this.#voices.values()].map((pool) => pool.close()));
  }

  /** Threads of this voice. */
  #speaking(voice: Voice): WorkerPool {
    const existing = this.#voices.get(voice);
    if (existing !== undefined) return existing;
    const pool = this.#openVoice(voice);
    this.#voices.set(voice, pool);
    // A pool that closes starts no thread.
    if (this.#isClosing) void pool.close();
    return pool;
  }

  #timed(waits: DelayWindow, waited?: (ms: number) => void): () => void {
    const from = this.#clock.now();
    return () => {
      const now = this.#clock.now();
      waits.note(now - from, now);
      waited?.(now - from);
    };
  }
}
