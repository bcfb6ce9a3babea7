// Recogniser by `/audio/transcriptions`: any server with OpenAI's protocol for whole recordings, in the cloud
// or self-hosted (speaches, whisper.cpp, Groq). Each turn is a recording; during a turn it is sent repeatedly
// for the words so far, and at its first pause for possible last words.

import { type Frame, frameMs, samplesPerFrame } from "../../audio/frame.ts";
import { delay } from "../../base/clock.ts";
import { findProvider } from "../catalog/catalog.ts";
import { Patience } from "../connection/patience.ts";
import { failure } from "../connection/provider-failure.ts";
import { ProviderError, type ProviderSettings, type Stt } from "../provider-contract.ts";
import { expectedTerms } from "./expected-terms.ts";
import type { Transcript } from "./transcript-body.ts";
import { TranscriptionServer } from "./transcription-server.ts";
import { type TurnEar, type TurnHost, TurnSession } from "./turn-session.ts";

const finalMsUnknown = 2_000;
/** Interval between the beginnings of two requests for the words so far, in milliseconds. */
const interimMsMin = 1_000;
/** Silence after which the turn may be over: the audio so far is probably all of it. */
const pauseFrames = 300 / frameMs;
/** The soft end of a word: 100 ms after its last loud frame. */
const softFrames = 100 / frameMs;
/** Silence sent after the last word; with more of it these models invent words. */
const tailFrames = 300 / frameMs;
/** A slower request for the words so far is useless. */
const interimMsMax = 10_000;
/** The server may just have closed the kept connection. */
const retryMs = 100;

export function openTranscriptionsStt(settings: ProviderSettings): Stt {
  const server = new TranscriptionServer(settings);
  const { of } = server;
  const finalMs = findProvider("stt", settings.provider)?.finalMs ?? finalMsUnknown;
  return {
    id: of.provider,
    tellsPartials: false,
    finalMs,
    async open(sink, context, signal) {
      if (signal.aborted) throw failure(of, "cancelled", "connect");
      await server.ready(context, signal);
      const lane: Lane = { server, requests: 0, hasInterims: server.takesInterims };
      const maker = { begin: (host: TurnHost) => new RecordedTurn(lane, host), close: () => undefined };
      return new TurnSession({ of, finalMs: context.finalMs ?? finalMs, sink, context, signal, maker });
    },
  };
}

/** State that the turns of a session share. */
interface Lane {
  readonly server: TranscriptionServer;
  /** Number of running requests. */
  requests: number;
  hasInterims: boolean;
}

interface Asked {
  /** Sent length of the turn, in frames. */
  readonly frames: number;
  readonly stop: AbortController;
}

class RecordedTurn implements TurnEar {
  sentMs = 0;
  readonly #lane: Lane;
  readonly #host: TurnHost;
  readonly #frames: Frame[] = [];
  readonly #terms: readonly string[];
  #nextInterimAt: number;
  /** The running request. */
  #asked: Asked | undefined;
  /** Frames of the turn in the last request, and frames whose words are known. */
  #askedFrames = 0;
  #knownFrames = 0;
  #isFinished = false;
  /** True after the request for the last words has begun. */
  #isFinal = false;
  readonly #gone = new AbortController();

  constructor(lane: Lane, host: TurnHost) {
    this.#lane = lane;
    this.#host = host;
    this.#terms = expectedTerms(host.expectation);
    this.#nextInterimAt = host.context.clock.now() + interimMsMin;
  }

  hear(frame: Frame): void {
    if (this.#isClosed) return;
    this.#frames.push(frame);
    if (this.#isInterimDue()) void this.#interim();
  }

  finish(): void {
    if (this.#isClosed) return;
    this.#isFinished = true;
    if (this.#holdsAll(this.#knownFrames)) return this.#host.answered();
    // Only silence was added since: the running request's answer is the last one.
    if (this.#asked !== undefined && this.#holdsAll(this.#asked.frames)) return;
    void this.#final();
  }

  close(): void {
    this.#gone.abort();
    this.#asked?.stop.abort();
    this.#frames.length = 0;
  }

  get #isClosed(): boolean {
    return this.#gone.signal.aborted;
  }

  /** Whether these first frames include everything loud, with its soft end. */
  #holdsAll(frames: number): boolean {
    return frames >= Math.min(this.#frames.length, this.#host.loudness.loudUntil + softFrames);
  }

  #isInterimDue(): boolean {
    const { loudness, context } = this.#host;
    if (!this.#lane.hasInterims || this.#lane.requests > 0 || this.#holdsAll(this.#askedFrames)) return false;
    const isPause = this.#frames.length - loudness.loudUntil >= pauseFrames;
    const hasMore = loudness.loudUntil > this.#askedFrames && context.clock.now() >= this.#nextInterimAt;
    return (isPause || hasMore) && loudness.hasSpeech();
  }

  async #interim(): Promise<void> {
    const { context, failed } = this.#host;
    this.#nextInterimAt = context.clock.now() + interimMsMin;
    try {
      if ((await this.#ask(interimMsMax)) && this.#isFinished) this.#host.answered();
    } catch (error) {
      if (this.#isClosed || !(error instanceof ProviderError) || error.kind === "cancelled") return;
      if (error.kind === "auth" || error.kind === "quota") return failed(error);
      const { kind, info } = error;
      context.log.info("stt.interim-failed", { kind, status: info.httpStatus, detail: info.detail });
      if (kind === "rate_limit") this.#lane.hasInterims = false;
      // The end of the turn relied on this request.
      if (this.#isFinished) return this.#final();
    }
  }

  async #final(): Promise<void> {
    const { context, answered, failed } = this.#host;
    // A request for the words so far may fail after the last one has begun.
    if (this.#isFinal) return;
    this.#isFinal = true;
    this.#asked?.stop.abort();
    for (let isRetry = false; !this.#isClosed; isRetry = true) {
      try {
        if (await this.#ask()) answered();
        return;
      } catch (error) {
        if (this.#isClosed || !(error instanceof ProviderError)) return;
        if (isRetry || error.info.httpStatus !== undefined || !error.retryable) return failed(error);
        // Closing ends the wait.
        await delay(context.clock, retryMs, this.#gone.signal).catch(() => undefined);
      }
    }
  }

  /**
   * Sends the turn as it is now. Resolves to whether its words were still needed and were passed on; rejects
   * with a ProviderError.
   */
  async #ask(msMax?: number): Promise<boolean> {
    const { context, heard, loudness } = this.#host;
    const { clock } = context;
    const frames = Math.min(this.#frames.length, loudness.loudUntil + tailFrames);
    const asked: Asked = { frames, stop: new AbortController() };
    using patience = new Patience(this.#lane.server.of, clock, asked.stop.signal);
    if (msMax !== undefined) patience.wait(msMax, "The speech recogniser did not answer in time");
    this.#asked = asked;
    this.#askedFrames = frames;
    this.#lane.requests += 1;
    try {
      const request = { pcm: joined(this.#frames, frames), terms: this.#terms };
      const transcript = await this.#lane.server.transcribe(request, patience.signal);
      if (asked.stop.signal.aborted) return false;
      this.sentMs += frames * frameMs;
      this.#knownFrames = frames;
      heard(transcript.text, moreOf(transcript));
      return true;
    } finally {
      this.#lane.requests -= 1;
      if (this.#asked === asked) this.#asked = undefined;
    }
  }
}

function joined(frames: readonly Frame[], count: number): Int16Array {
  const pcm = new Int16Array(count * samplesPerFrame);
  for (let i = 0; i < count; i++) pcm.set(frames[i] ?? [], i * samplesPerFrame);
  return pcm;
}

function moreOf({ words, confidence, rejected }: Transcript) {
  return { words, rejected, ...(confidence === undefined ? {} : { confidence }) };
}
