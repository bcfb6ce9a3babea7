// Worker pool of speech: the embedded engines on several cores, as Workers and the recogniser and voice that use them,
// and the voice detector beside them. A Worker that dies is replaced, and its work goes on with another.

import { availableParallelism } from "node:os";
import type { Clock } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import { DelayWindow } from "../base/limits/delay-window.ts";
import type { Log } from "../base/log.ts";
import type { Stt, Tts, Vad } from "../providers/provider-contract.ts";
import { ownVoices, type OwnVoiceName, type Voice } from "./speech-message.ts";
import { poolStt } from "./pool-stt.ts";
import { PoolVoices, type VoiceAhead } from "./voices/pool-tts.ts";
import type { KeptSpeech } from "./voices/kept-speech.ts";
import { SileroVad } from "./silero-vad.ts";
import { WorkerPool } from "./worker-pool.ts";

export interface SpeechPoolOptions {
  /** How many threads; by default all cores but one, which moves the audio. */
  readonly workers?: number;
  /** The voice that speaks as a rule: it is ready with the pool. Others of our own start when they are first asked. */
  readonly voice?: Voice;
  /** Folder of a model of the recogniser that is not the one inside. */
  readonly earsModel?: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** Hears that a Worker was lost and gets another in its place. */
  readonly restarted?: () => void;
  /** Hears of each text how long it waited for its first audio, in milliseconds. */
  readonly voiceWaited?: (ms: number) => void;
  /** Where lines are kept that calls will need; absent: in memory alone. */
  readonly kept?: KeptSpeech | undefined;
  /** Closes the pool. */
  readonly signal?: AbortSignal;
}

export interface SpeechPool extends AsyncDisposable {
  /** Resolves when the detector and every Worker are warm; rejects with the fault `speech/unavailable` when they do not start. */
  readonly ready: Promise<void>;
  readonly stt: Stt;
  readonly vad: Vad;
  readonly tts: (voice: Voice) => Tts;
  /** Makes ready what is going to be said. `voice`: the deployment's. */
  readonly ahead: (voice: Voice) => VoiceAhead;
  /** How long a text would wait now for its first audio, in milliseconds; 0: it is not known to. */
  readonly voiceWaitMs: (voice: Voice) => number;
  /**
   * How long the texts of the last 5 s waited for their first audio, or the turns for their words, 95th percentile in
   * milliseconds; or how long a text would wait now, or how much work waits at the ears: the longest of these.
   */
  readonly queueMs: number;
  /** The threads that run now, for tests and statistics: those that speak, and the recogniser's. */
  readonly workers: readonly Worker[];
  readonly ears: readonly Worker[];
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

/** Threads of the recogniser beside so many that speak. */
export const earsBeside = (workers: number): number => Math.max(1, Math.floor(workers / 2));

class Pool implements SpeechPool {
  readonly stt: Stt;
  readonly vad: SileroVad = new SileroVad();
  readonly tts: (voice: Voice) => Tts;
  readonly ahead: (voice: Voice) => VoiceAhead;
  readonly voiceWaitMs: (voice: Voice) => number;
  readonly ready: Promise<void>;

  readonly #speech: WorkerPool;
  readonly #ears: WorkerPool;
  /** Each voice of our own has a thread, so that it never takes a recogniser's time. */
  readonly #ownVoices = new Map<OwnVoiceName, WorkerPool>();
  readonly #openVoice: (name: OwnVoiceName) => WorkerPool;
  #isClosing = false;
  readonly #clock: Clock;
  readonly #words = new DelayWindow();
  readonly #voices = new DelayWindow();
  readonly #voiceWaited: SpeechPoolOptions["voiceWaited"];
  readonly #speakers: PoolVoices;

  constructor({ voiceWaited, earsModel = "", voice, kept, ...options }: SpeechPoolOptions, count: number) {
    this.#clock = options.clock;
    this.#voiceWaited = voiceWaited;
    this.#speech = new WorkerPool({ ...options, role: "flite" }, count);
    // Voices never wait for ears.
    const role = `ears ${encodeURIComponent(earsModel)}`.trim();
    this.#ears = new WorkerPool({ ...options, role }, earsBeside(count));
    this.stt = poolStt(this.#ears, () => this.#timed(this.#words));
    this.#openVoice = (name) => new WorkerPool({ ...options, role: `voice ${name}` }, 1);
    this.#speakers = new PoolVoices({
      placesOf: (name) => this.#speaking(name),
      timed: () => this.#timed(this.#voices, this.#voiceWaited),
      clock: options.clock,
      kept,
    });
    this.tts = (name) => this.#speakers.tts(name);
    this.ahead = (name) => this.#speakers.ahead(name);
    this.voiceWaitMs = (name) => this.#speakers.waitMs(name);
    const spoken = voice === undefined ? undefined : this.#speaking(voice).ready;
    this.ready = Promise.all([this.vad.ready, this.#speech.ready, this.#ears.ready, spoken]).then(
      () => undefined,
      (cause: unknown) => {
        throw new Fault("speech/unavailable", "The speech engine could not be started", { cause });
      },
    );
    this.ready.catch(() => {});
  }

  get queueMs(): number {
    const now = this.#clock.now();
    const waits = [this.#speakers.longestWaitMs, this.#ears.queuedMs];
    return Math.max(this.#words.p95(now), this.#voices.p95(now), ...waits);
  }

  get workers(): readonly Worker[] {
    return [this.#speech, ...this.#ownVoices.values()].flatMap(({ workers }) => workers);
  }

  get ears(): readonly Worker[] {
    return this.#ears.workers;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true;
    const pools = [this.#speech, this.#ears, ...this.#ownVoices.values()];
    await Promise.all(pools.map((pool) => pool.close()));
  }

  /** The threads that speak with this voice. */
  #speaking(voice: Voice): WorkerPool {
    const own = ownVoices.find((name) => name === voice);
    // A pool that closes starts no thread: the others end what is asked of them.
    if (own === undefined || this.#isClosing) return this.#speech;
    const pool = this.#ownVoices.get(own) ?? this.#openVoice(own);
    this.#ownVoices.set(own, pool);
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
