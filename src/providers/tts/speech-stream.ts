// Speech stream: one text on its way to audio, for every voice over the network. It converts received audio
// to 16 kHz samples, keeps the deadlines, counts the characters, and settles once. Clients only fetch.

import { sampleRate } from "../../audio/frame.ts";
import { loadResampler, type Resampler } from "../../audio/resampler.ts";
import { Patience } from "../connection/patience.ts";
import { type FailingProvider, failure, unreachable, withEmitted } from "../connection/provider-failure.ts";
import {
  ProviderError,
  type ProviderContext,
  type TtsEvent,
  type TtsStream,
  type WordTime,
} from "../provider-contract.ts";

export interface SpeechStreamOptions {
  readonly of: FailingProvider;
  readonly text: string;
  readonly sink: (event: TtsEvent) => void;
  readonly context: ProviderContext;
  /** Longest text that the vendor accepts. */
  readonly charsMax: number;
  /** Longest wait for the first audio, and then for each next piece. */
  readonly firstAudioMs?: number;
  readonly gapMs?: number;
  /** Fetches the speech; resolves when all of it was passed to `out`. Throws ProviderErrors. */
  readonly fetch: (out: SpeechOut, signal: AbortSignal) => Promise<void>;
}

/** Receiver of a client's audio. */
export interface SpeechOut {
  /** PCM16 little endian, mono, any number of bytes: half a sample is kept for the next call. */
  pcm(bytes: Uint8Array, rate: number): void;
  words(words: readonly WordTime[]): void;
  /**
   * The vendor has the text; called at the latest when it begins to speak. Reports the use now and not at the
   * end: a stopped text costs as much.
   */
  submitted(): void;
  /** The server is at work: its deadline starts again. */
  alive(): void;
}

/** Limit for a service in the cloud; a self-hosted server may get more. */
const firstAudioMsDefault = 2_500;
const gapMsDefault = 5_000;
const samplesPerEventMax = sampleRate;
/** Sample rates that can be converted to ours, in samples a second. */
const rateMin = 8_000;
const rateMax = 48_000;
/**
 * More audio than this comes from a broken voice: even digits, spoken slowly as whole words, take less than a
 * second each; ten seconds are for the pauses around a short text.
 */
const audioSecondsMax = (chars: number): number => 10 + chars;

export function openSpeechStream(options: SpeechStreamOptions): TtsStream {
  const stream = new SpeechStream(options);
  const done = stream.run();
  // The promise may fail before the first reader.
  done.catch(() => undefined);
  return { cancel: () => stream.cancel(), done };
}

class SpeechStream implements SpeechOut {
  readonly #o: SpeechStreamOptions;
  readonly #cancelled = new AbortController();
  readonly #samplesMax: number;
  #samples = 0;
  #rate: number | undefined;
  #resampler: Resampler | undefined;
  #make: ((from: number, to: number) => Resampler) | undefined;
  #patience: Patience | undefined;
  #half: number | undefined;
  #emitted = false;
  #isOver = false;
  #isCounted = false;

  constructor(options: SpeechStreamOptions) {
    this.#o = options;
    this.#samplesMax = audioSecondsMax(options.text.length) * sampleRate;
  }

  async run(): Promise<"ended" | "cancelled"> {
    const { of, text, context, charsMax, fetch, firstAudioMs = firstAudioMsDefault } = this.#o;
    // The caller receives its stream before any event.
    await Promise.resolve();
    if (this.#isCancelled) return "cancelled";
    if (!/[\p{L}\p{N}]/u.test(text)) return "ended";
    if (text.length > charsMax) {
      const message = `The text has ${text.length} characters; the voice accepts at most ${charsMax}`;
      throw failure(of, "bad_input", "start", { message });
    }
    using patience = new Patience(of, context.clock, this.#cancelled.signal);
    this.#patience = patience;
    patience.wait(firstAudioMs, "The voice did not begin to speak in time");
    try {
      this.#make = await loadResampler();
      if (!this.#isCancelled) await fetch(this, patience.signal);
      if (this.#isCancelled) return "cancelled";
      // A stopped client may have ended without an error.
      patience.signal.throwIfAborted();
      this.#endRate();
      if (!this.#emitted) throw failure(of, "transient", "stream", { message: "The voice sent no audio" });
      return "ended";
    } catch (thrown) {
      if (this.#isCancelled) return "cancelled";
      throw this.#judge(patience.signal.aborted ? patience.signal.reason : thrown);
    } finally {
      this.#isOver = true;
      this.#resampler?.[Symbol.dispose]();
    }
  }

  cancel(): void {
    this.#cancelled.abort();
  }

  pcm(bytes: Uint8Array, rate: number): void {
    if (this.#isSilent || bytes.length === 0) return;
    this.alive();
    if (rate !== this.#rate) this.#beginRate(rate);
    const samples = this.#whole(bytes);
    this.#hand(this.#resampler === undefined ? samples : this.#resampler.push(samples));
  }

  words(words: readonly WordTime[]): void {
    if (words.length > 0) this.#tell({ type: "words", words });
  }

  submitted(): void {
    if (this.#isCounted) return;
    this.#isCounted = true;
    const amount = this.#o.text.length;
    this.#tell({ type: "usage", usage: { unit: "chars", amount, basis: "measured" } });
  }

  alive(): void {
    if (this.#isOver) return;
    this.#patience?.wait(this.#o.gapMs ?? gapMsDefault, "The voice stopped in the middle of a sentence");
  }

  get #isCancelled(): boolean {
    return this.#cancelled.signal.aborted;
  }

  /** True if nothing is passed on any more; a connection shared with other texts may still deliver audio. */
  get #isSilent(): boolean {
    return this.#isOver || this.#isCancelled;
  }

  #beginRate(rate: number): void {
    this.#endRate();
    if (!Number.isInteger(rate) || rate < rateMin || rate > rateMax) {
      const message = `The voice sends ${rate} samples a second; ${rateMin} to ${rateMax} are supported`;
      throw failure(this.#o.of, "unsupported", "stream", { message });
    }
    this.#rate = rate;
    this.#half = undefined;
    if (rate !== sampleRate) this.#resampler = this.#make?.(rate, sampleRate);
  }

  /** Passes on the samples that the filter still holds. */
  #endRate(): void {
    const resampler = this.#resampler;
    this.#resampler = undefined;
    if (resampler === undefined) return;
    this.#hand(resampler.flush());
    resampler[Symbol.dispose]();
  }

  /** Copies, because a network buffer may begin at an odd address, and samples need even ones. */
  #whole(bytes: Uint8Array): Int16Array {
    const before = this.#half;
    const length = bytes.length + (before === undefined ? 0 : 1);
    const all = new Uint8Array(length - (length % 2));
    let from = 0;
    if (before !== undefined) {
      all[0] = before;
      from = 1;
    }
    this.#half = length % 2 === 1 ? bytes.at(-1) : undefined;
    all.set(bytes.subarray(0, all.length - from), from);
    return new Int16Array(all.buffer);
  }

  #hand(pcm: Int16Array): void {
    this.#samples += pcm.length;
    if (this.#samples > this.#samplesMax) {
      const message = "The voice speaks too long for the text";
      throw failure(this.#o.of, "transient", "stream", { message });
    }
    if (pcm.length > 0) this.submitted();
    for (let at = 0; at < pcm.length; at += samplesPerEventMax) {
      this.#emitted = true;
      this.#tell({ type: "audio", pcm: pcm.subarray(at, at + samplesPerEventMax) });
    }
  }

  #tell(event: TtsEvent): void {
    if (!this.#isSilent) this.#o.sink(event);
  }

  #judge(error: unknown): ProviderError {
    if (error instanceof ProviderError) return withEmitted(error, this.#emitted);
    const detail = error instanceof Error ? error.name : "";
    return unreachable(this.#o.of, this.#emitted ? "stream" : "connect", { detail, emitted: this.#emitted });
  }
}
