// Recogniser session over a vendor's socket: audio out, words in, one answer per turn, deadlines, keep-alive,
// and the bill. Dialects contain the differences between vendors.

import type { Frame } from "../../audio/frame.ts";
import type { Expectation } from "../../flow/engine/expectation.ts";
import { findProvider } from "../catalog/catalog.ts";
import { parsedRecord } from "../connection/json-fields.ts";
import {
  failure,
  type FailingProvider,
  type FailureMore,
  type Scrub,
  scrubber,
} from "../connection/provider-failure.ts";
import { openProviderSocket, type ProviderSocket } from "../connection/provider-socket.ts";
import {
  type ErrorKind,
  ProviderError,
  type ProviderSettings,
  type Stt,
  type SttContext,
  type SttEvent,
  type SttSession,
  type Usage,
  type WordTime,
} from "../provider-contract.ts";
import { AudioSender, bytesAsTheyAre } from "./audio-sender.ts";
import { expectedTerms } from "./expected-terms.ts";
import { SttBill } from "./stt-bill.ts";
import type { Opinion, SttDialect, SttHost } from "./stt-dialect.ts";
import { answerMsOf, muteTurnsMax, SttTurns } from "./stt-turns.ts";
import { VendorComplaints } from "./vendor-complaints.ts";

const readyMsMax = 3_000;
const finalMsUnknown = 1_000;
/** Vendors count audio in steps of their own size. */
const toleranceMs = 60;

/** The client for a vendor whose recogniser is a socket. `prepare` is awaited before each session. */
export function socketStt(
  settings: ProviderSettings,
  dialect: (host: SttHost) => SttDialect,
  prepare: () => Promise<unknown> = () => Promise.resolve(),
): Stt {
  const finalMs = findProvider("stt", settings.provider)?.finalMs ?? finalMsUnknown;
  return {
    id: settings.provider,
    finalMs,
    open: async (sink, context, signal) => {
      await prepare();
      const parts = { settings, dialect, sink, context, signal };
      return new SocketSttSession({ ...parts, finalMs: context.finalMs ?? finalMs }).open();
    },
  };
}

interface SessionOptions {
  readonly settings: ProviderSettings;
  readonly dialect: (host: SttHost) => SttDialect;
  readonly finalMs: number;
  readonly sink: (event: SttEvent) => void;
  readonly context: SttContext;
  readonly signal: AbortSignal;
}

class SocketSttSession implements SttSession, SttHost {
  readonly settings: ProviderSettings;
  readonly terms: readonly string[];
  readonly turns: SttTurns;
  readonly #o: SessionOptions;
  readonly #of: FailingProvider;
  readonly #dialect: SttDialect;
  readonly #audio: AudioSender;
  readonly #answerMs: number;
  readonly #abort = new AbortController();
  readonly #opened = Promise.withResolvers<SttSession>();
  readonly #over = Promise.withResolvers<ProviderError | undefined>();
  readonly #leave = (): void => (this.#isReady ? this.close() : this.#abort.abort());
  #socket: ProviderSocket | undefined;
  #isReady = false;
  #isOver = false;
  #isDue = false;
  #deadline: Disposable | undefined;

  /** Positions in the stream at which the open turn and the awaited ones began, and at which the awaited ones end. */
  #turnFromMs: number | undefined;
  readonly #starts = new Map<number, number>();
  readonly #ends: number[] = [];
  #doneMs = 0;
  #isLossy = false;
  #muteTurns = 0;
  /** True if the vendor has sent anything since it was ready: it is alive, and its silence may mean a noise. */
  #hasSpoken = false;

  #readyAt = 0;
  #heardAt = 0;
  readonly #bill: SttBill;
  #rest: Promise<void> | undefined;
  #terms = "";
  readonly #scrub: Scrub;
  readonly #complaints: VendorComplaints;

  constructor(options: SessionOptions) {
    const { settings, finalMs, context } = options;
    this.#o = options;
    this.settings = settings;
    this.terms = expectedTerms(context.expected);
    this.#scrub = scrubber([], settings.apiKey);
    this.#of = { provider: settings.provider, capability: "stt" };
    this.#complaints = new VendorComplaints(context.log, this.#of);
    this.#answerMs = answerMsOf(finalMs);
    this.#dialect = options.dialect(this);
    const dialect = this.#dialect;
    // open() may have thrown already, for a reason of its own.
    this.#opened.promise.catch(() => undefined);
    this.#audio = new AudioSender({
      clock: context.clock,
      chunkMs: dialect.chunkMs,
      chunkMsMin: dialect.chunkMsMin ?? 0,
      aheadMs: dialect.aheadMs ?? Number.POSITIVE_INFINITY,
      encode: (pcm) => dialect.encode?.(pcm) ?? bytesAsTheyAre(pcm),
      send: (message) => this.#socket?.send(message) ?? false,
      needsSilence: () => dialect.needsSilence === true && this.turns.awaited > 0 && !this.#isOver,
      onLost: () => this.#lost(),
    });
    const isSocket = dialect.billsSocket === true;
    this.#bill = new SttBill({
      unit: isSocket ? "socket_ms" : "audio_ms",
      usedMs: () => (isSocket ? context.clock.now() - this.#readyAt : this.#audio.sentMs),
      tell: (usage) => this.used(usage),
    });
    this.turns = new SttTurns({
      sink: (event) => this.#tell(event),
      clock: context.clock,
      answerMsMax: this.#answerMs,
      answersAll: dialect.answersAll,
      isThere: () => !dialect.answersAll && dialect.mustAnswer !== true && this.#hasSpoken,
      onDone: (isLate) => this.#turnDone(isLate),
    });
  }

  get closed(): Promise<ProviderError | undefined> {
    return this.#over.promise;
  }

  /** Resolves when the vendor is ready; rejects with a ProviderError. */
  async open(): Promise<SttSession> {
    const { signal, context } = this.#o;
    const { path, headers, hello, announces, keepAlive } = this.#dialect;
    if (signal.aborted) this.#abort.abort();
    signal.addEventListener("abort", this.#leave, { once: true });
    const keep = keepAlive && {
      ms: keepAlive.ms,
      message: () => keepAlive.message ?? this.#audio.silence(),
    };
    try {
      this.#socket = await openProviderSocket({
        of: this.#of,
        url: `${this.settings.baseUrl}${path}`,
        headers,
        key: this.settings.apiKey,
        context,
        signal: this.#abort.signal,
        onText: (text) => this.#hear(text),
        onOver: (error) => this.#finish(error),
        kindOfClose: (code, reason) => this.#dialect.kindOfClose?.(code, reason),
        ...(keep === undefined ? {} : { keepAlive: keep }),
      });
    } catch (error) {
      this.#finish(undefined);
      throw error;
    }
    if (hello !== undefined) this.#socket.send(hello);
    if (!announces) this.ready();
    else if (!this.#isReady && !this.#isOver) {
      const message = "The speech recogniser did not begin in time";
      this.#deadline = context.clock.after(readyMsMax, () =>
        this.#end(failure(this.#of, "transient", "start", { message })),
      );
    }
    return this.#opened.promise;
  }

  // ---------- the call's side ----------

  send(frame: Frame): void {
    if (this.#isOver) return;
    this.#turnFromMs ??= this.#audio.takenMs;
    this.turns.sent();
    this.#audio.frame(frame);
  }

  finalize(turn: number): void {
    if (this.#isOver) return;
    this.#audio.flush();
    this.#starts.set(turn, this.#turnFromMs ?? this.#audio.takenMs);
    const answerMs = (this.#dialect.answerMs?.() ?? this.#answerMs) + this.#audio.behindMs;
    this.#endTurn(
      () => this.turns.finalize(turn, answerMs),
      () => this.#dialect.finalize(),
    );
  }

  reset(): void {
    if (this.#isOver) return;
    this.#audio.flush();
    this.#endTurn(
      () => this.turns.reset(),
      () => this.#dialect.drop?.() ?? this.#dialect.finalize(),
    );
  }

  expect(expectation: Expectation | undefined): void {
    if (this.#isOver) return;
    this.#dialect.ask?.(expectation?.question);
    if (this.#dialect.expect === undefined) return;
    const terms = expectedTerms(expectation);
    const key = terms.join("\n");
    if (key === this.#terms) return;
    this.#terms = key;
    this.#dialect.expect(terms);
  }

  close(): void {
    if (this.#isOver) return;
    const socket = this.#socket;
    const { goodbye, owes } = this.#dialect;
    const isOwed = owes === true || (goodbye !== undefined && this.#dialect.total !== undefined);
    if (socket !== undefined && isOwed && this.#isReady) this.#rest = this.#lastAccount(socket, goodbye);
    this.#finish(undefined);
    if (this.#rest === undefined) socket?.close(goodbye);
  }

  get heardAt(): number | undefined {
    return this.#dialect.hearsLate === true ? undefined : this.#heardAt;
  }

  get rest(): Promise<void> | undefined {
    return this.#rest;
  }

  /** `end`: true when the vendor is to be asked; otherwise the turn was answered, or waits for the one before it. */
  #endTurn(end: () => boolean, messages: () => readonly string[]): void {
    const before = this.turns.awaited;
    const asks = end();
    this.#turnFromMs = undefined;
    this.#isLossy = false;
    if (this.turns.awaited > before) this.#ends.push(this.#audio.takenMs);
    if (!asks) return;
    for (const message of messages()) this.#audio.message(message);
    this.#audio.endTurn();
  }

  // ---------- the dialect's side ----------

  get awaitedMs(): number | undefined {
    return this.#ends[0];
  }

  get doneMs(): number {
    return this.#doneMs;
  }

  ready(): void {
    if (this.#isReady || this.#isOver) return;
    this.#isReady = true;
    this.#deadline?.[Symbol.dispose]();
    this.#readyAt = this.#o.context.clock.now();
    this.#heardAt = this.#readyAt;
    const { sessionMsMax } = this.#dialect;
    if (sessionMsMax !== undefined)
      this.#deadline = this.#o.context.clock.after(sessionMsMax, () => this.#due());
    this.#audio.begin();
    this.#opened.resolve(this);
  }

  passed(positionMs: number): void {
    for (let end = this.#ends[0]; end !== undefined && end <= positionMs + toleranceMs; end = this.#ends[0]) {
      const before = this.#ends.length;
      this.turns.answered();
      // A dialect whose vendor answers late reports that later itself.
      if (this.#ends.length === before) return;
    }
  }

  opinion(opinion: Opinion, confidence?: number): void {
    if (this.turns.awaited > 0 || !this.turns.hasAudio) return;
    this.#tell({ type: "turn_opinion", opinion, ...(confidence === undefined ? {} : { confidence }) });
  }

  reported(audioMs: number): void {
    this.#bill.reported(audioMs);
  }

  used(usage: Usage): void {
    this.#o.sink({ type: "usage", usage });
  }

  post(message: string): void {
    this.#audio.message(message);
  }

  failure(kind: ErrorKind, words: string, more: FailureMore = {}): ProviderError {
    const phase = this.#isReady ? "stream" : "start";
    return failure(this.#of, kind, phase, { detail: this.#scrub(words), ...more });
  }

  complaint(code: string): void {
    this.#complaints.tell(this.#scrub(code));
  }

  // ---------- what happens ----------

  #hear(text: string): void {
    this.#heardAt = this.#o.context.clock.now();
    const message = parsedRecord(text);
    // An unreadable frame is ignored; a vendor that sends nothing else counts as mute.
    if (message === undefined) return this.complaint("unreadable");
    if (!this.#dialect.answersAll) this.#muteTurns = 0;
    this.#hasSpoken ||= this.#isReady;
    this.#dialect.read(message);
  }

  #tell(event: SttEvent): void {
    if (this.#isOver) return;
    if (event.type !== "end_of_turn") return this.#o.sink(event);
    const { words, turn } = event;
    const fromMs = this.#starts.get(turn) ?? 0;
    this.#starts.delete(turn);
    this.#bill.settle();
    this.#o.sink(words === undefined ? event : { ...event, words: words.map((word) => since(word, fromMs)) });
  }

  #turnDone(isLate: boolean): void {
    this.#doneMs = this.#ends.shift() ?? this.#doneMs;
    this.#dialect.done?.(isLate);
    this.#muteTurns = isLate ? this.#muteTurns + 1 : 0;
    if (this.#isDue) this.#due();
    if (this.#muteTurns < muteTurnsMax) return;
    const message = "The speech recogniser has stopped answering";
    this.#end(failure(this.#of, "transient", "stream", { message }));
  }

  /** The session is old: it ends between two turns, so that the next one is open before the vendor ends this one. */
  #due(): void {
    this.#isDue = true;
    if (this.turns.awaited === 0 && !this.turns.hasAudio)
      this.#end(failure(this.#of, "session_limit", "stream"));
  }

  #lost(): void {
    if (this.#isLossy) return;
    this.#isLossy = true;
    const message = "The speech recogniser is too slow; some of the caller's words are lost";
    this.#tell({ type: "warning", code: "speech/overloaded", message });
  }

  /** Use since the last report, by the vendor's final count, or by ours if it sends none. */
  async #lastAccount(socket: ProviderSocket, goodbye: string | Uint8Array | undefined): Promise<void> {
    const settle = this.#bill.last();
    let told: number | undefined;
    await socket.leave(goodbye, (text) => {
      const message = parsedRecord(text);
      if (message === undefined) return false;
      told = this.#dialect.total?.(message);
      return told !== undefined || this.#dialect.owes === false;
    });
    settle(told);
    this.#dialect.settle?.();
  }

  /** Ends the session because the vendor has failed by our judgement. */
  #end(error: ProviderError): void {
    const socket = this.#socket;
    this.#finish(error);
    socket?.close(this.#dialect.goodbye);
  }

  #finish(error: ProviderError | undefined): void {
    if (this.#isOver) return;
    if (this.#isReady && this.#rest === undefined) this.#bill.settle();
    this.#isOver = true;
    this.#deadline?.[Symbol.dispose]();
    this.#audio[Symbol.dispose]();
    this.turns.close();
    this.#dialect.close?.();
    if (this.#rest === undefined) this.#dialect.settle?.();
    this.#o.signal.removeEventListener("abort", this.#leave);
    if (!this.#isReady) this.#opened.reject(error ?? failure(this.#of, "cancelled", "start"));
    this.#over.resolve(error);
  }
}

function since({ startMs, endMs, ...word }: WordTime, fromMs: number): WordTime {
  return { ...word, startMs: Math.max(0, startMs - fromMs), endMs: Math.max(0, endMs - fromMs) };
}
