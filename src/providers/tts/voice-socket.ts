// Voice socket: one connection to a vendor of voices, and its texts: which may begin, which message belongs
// to which text, how a text is stopped, and how all end with the connection. It never reconnects.

import { sampleRate } from "../../audio/frame.ts";
import type { Secret } from "../../base/secret.ts";
import { parsedRecord } from "../connection/json-fields.ts";
import { type Scrub, scrubber, unreachable } from "../connection/provider-failure.ts";
import { openProviderSocket, type ProviderSocket } from "../connection/provider-socket.ts";
import { ProviderError, type ProviderContext } from "../provider-contract.ts";
import type { SpeechOut } from "./speech-stream.ts";
import type { VoiceAddress, VoiceManner, VoiceNews, VoiceProtocol } from "./voice-protocol.ts";
import { WordTimes } from "./word-times.ts";

/** A text to be spoken, from the speech stream. */
export interface SpokenText {
  readonly text: string;
  readonly manner: VoiceManner;
  readonly out: SpeechOut;
  /** Stops the text; the reason is a ProviderError after a deadline. */
  readonly signal: AbortSignal;
}

export interface VoiceSocketOptions {
  readonly protocol: VoiceProtocol;
  readonly address: VoiceAddress;
  readonly key: Secret | undefined;
  readonly context: ProviderContext;
  /** Closes the socket at once. */
  readonly signal: AbortSignal;
  /** The socket accepts no more texts; called once. */
  readonly onRetired?: (why: RetirementReason) => void;
}

/**
 * `limit`: by our own decision; `refused`: the vendor does not want it, and would not want another; `died`: it broke, or
 * had lasted long enough.
 */
export type RetirementReason = "limit" | "refused" | "died";

/** A text on this socket. */
interface Line extends SpokenText {
  readonly id: string;
  readonly done: PromiseWithResolvers<void>;
  readonly times: WordTimes;
  bytes: number;
  /** True without a listener; the text keeps its place until the vendor has finished it. */
  isStopped: boolean;
  deadline?: Disposable;
}

/** Longest silence of a vendor after a stop; then the socket is closed. */
const stopMsMax = 2_000;
const bytesPerMs = (sampleRate * 2) / 1_000;

export class VoiceSocket {
  readonly #o: VoiceSocketOptions;
  readonly #controller = new AbortController();
  readonly #leave = (): void => this.close();
  /** Texts sent to the vendor, oldest first. */
  readonly #lines = new Map<string, Line>();
  readonly #waiting: Line[] = [];
  #socket: ProviderSocket | undefined;
  #wasOpen = false;
  #takes = true;
  #isOver = false;
  #begun = 0;
  #idle: Disposable | undefined;

  /** Opens the socket; texts may be added at once. */
  constructor(options: VoiceSocketOptions) {
    this.#o = options;
    const { signal } = options;
    if (signal.aborted) this.#controller.abort();
    else signal.addEventListener("abort", this.#leave, { once: true });
    void this.#open();
  }

  get address(): VoiceAddress {
    return this.#o.address;
  }

  /** Whether the socket has had any text. */
  get isUsed(): boolean {
    return this.#begun > 0;
  }

  /** Number of running and waiting texts. */
  get load(): number {
    return this.#lines.size + this.#waiting.length;
  }

  /** Whether another text could begin at once. */
  get hasRoom(): boolean {
    return this.load < this.#o.protocol.textsMax;
  }

  /** Resolves when all audio of the text was passed on; rejects with a ProviderError, or the signal's reason. */
  async say(text: SpokenText): Promise<void> {
    const { signal } = text;
    signal.throwIfAborted();
    if (!this.#takes) throw unreachable(this.#o.protocol.of, "stream");
    const line: Line = {
      ...text,
      id: `text-${++this.#begun}`,
      done: Promise.withResolvers(),
      times: new WordTimes(),
      bytes: 0,
      isStopped: false,
    };
    const stop = (): void => this.#stop(line);
    signal.addEventListener("abort", stop, { once: true });
    this.#waiting.push(line);
    if (this.#begun >= (this.#o.protocol.textsPerSocketMax ?? Number.POSITIVE_INFINITY)) this.retire();
    this.#next();
    try {
      await line.done.promise;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  /** Accepts no more texts, and closes after the present ones. Idempotent. */
  retire(why: RetirementReason = "limit"): void {
    if (!this.#takes) return;
    this.#takes = false;
    this.#restIdle();
    this.#o.onRetired?.(why);
    this.#closeIfDone();
  }

  /** Closes the socket; its texts end as stopped by their signals, or as unreachable. Idempotent. */
  close(): void {
    if (this.#isOver) return;
    const socket = this.#socket;
    if (socket !== undefined && !this.#o.signal.aborted) socket.close(this.#o.protocol.goodbye);
    else this.#controller.abort();
    this.#over(undefined);
  }

  async #open(): Promise<void> {
    const { protocol, address, key, context } = this.#o;
    try {
      const socket = await openProviderSocket({
        of: protocol.of,
        ...address,
        key,
        context,
        signal: this.#controller.signal,
        onText: (text) => this.#read(text),
        onBinary: (bytes) => {
          if (protocol.binaryAudio === true) this.#hear({ type: "audio", bytes });
        },
        onOver: (error) => this.#over(error),
        ...(protocol.kindOfClose === undefined ? {} : { kindOfClose: protocol.kindOfClose }),
      });
      if (this.#isOver) return socket.close();
      this.#socket = socket;
      this.#wasOpen = true;
      this.#next();
    } catch (error) {
      this.#over(error instanceof ProviderError ? error : unreachable(protocol.of, "connect"));
    }
  }

  /** Starts waiting texts as far as there is room. */
  #next(): void {
    const { textsMax } = this.#o.protocol;
    while (this.#socket !== undefined && this.#lines.size < textsMax) {
      const line = this.#waiting.shift();
      if (line === undefined) break;
      this.#begin(line, this.#socket);
    }
    this.#restIdle();
    if (this.load === 0) this.#beIdle();
  }

  #begin(line: Line, socket: ProviderSocket): void {
    this.#lines.set(line.id, line);
    const messages = this.#o.protocol.say(line.id, line.text, line.manner);
    if (messages.every((message) => socket.send(message))) {
      line.out.submitted();
      return;
    }
    this.#lines.delete(line.id);
    line.done.reject(unreachable(this.#o.protocol.of, "stream"));
    this.retire();
  }

  #beIdle(): void {
    if (!this.#takes) return this.#closeIfDone();
    if (this.#socket === undefined) return;
    this.#idle = this.#o.context.clock.after(this.#o.protocol.idleMsMax, () => this.retire());
  }

  #restIdle(): void {
    this.#idle?.[Symbol.dispose]();
    this.#idle = undefined;
  }

  #closeIfDone(): void {
    // A stopped text is not awaited: the vendor notices the end of the socket.
    const isDone = this.#waiting.length === 0 && this.#lines.values().every((line) => line.isStopped);
    if (!this.#takes && isDone) this.close();
  }

  #read(text: string): void {
    const { protocol } = this.#o;
    const message = parsedRecord(text);
    if (message === undefined) return;
    for (const news of protocol.read(message, this.#scrub)) this.#hear(news);
  }

  /** Removes the spoken texts, which a vendor may quote. */
  get #scrub(): Scrub {
    return scrubber(
      [...this.#lines.values()].map((line) => line.text),
      this.#o.key,
    );
  }

  /** The socket's failure as a failure of this text: before its first audio, it may be the rejected request. */
  #errorOf(line: Line, { kind, info }: ProviderError): ProviderError {
    const phase = info.phase === "stream" && line.bytes === 0 ? "start" : info.phase;
    const detail =
      info.detail === undefined ? {} : { detail: scrubber([line.text], this.#o.key)(info.detail) };
    return new ProviderError(kind, { ...info, ...detail, phase });
  }

  #hear(news: VoiceNews): void {
    if (this.#isOver) return;
    if (news.type === "failed" && news.id === undefined) throw news.error;
    const line = news.id === undefined ? this.#lines.values().next().value : this.#lines.get(news.id);
    // Late audio of a text that is over is normal.
    if (line === undefined) return;
    if (line.isStopped) {
      if (news.type === this.#o.protocol.afterStop || news.type === "failed") this.#end(line);
      else this.#awaitStop(line);
      return;
    }
    try {
      this.#tell(line, news);
    } catch (error) {
      // For example more audio than the text can have: the vendor must stop, too.
      line.done.reject(error);
      this.#stop(line);
      this.retire();
    }
  }

  #tell(line: Line, news: VoiceNews): void {
    const { out, times } = line;
    const audioMs = line.bytes / bytesPerMs;
    if (news.type === "audio") {
      line.bytes += news.bytes.length;
      out.pcm(news.bytes, sampleRate);
      for (const waiting of this.#waiting) waiting.out.alive();
    } else if (news.type === "words") out.words(times.words(news.times, audioMs));
    else if (news.type === "letters") out.words(times.letters(news.times, audioMs));
    else if (news.type === "restart") times.restart(audioMs);
    else if (news.type === "ended") {
      out.words(times.end());
      line.done.resolve();
      this.#end(line);
    } else if (news.type === "failed") {
      line.done.reject(this.#errorOf(line, news.error));
      this.#end(line);
    }
  }

  /** Stops the text; its caller is notified at once, whether or not the vendor stops. */
  #stop(line: Line): void {
    line.done.reject(line.signal.reason);
    const { protocol } = this.#o;
    const { afterStop } = protocol;
    const at = this.#waiting.indexOf(line);
    if (at >= 0) this.#waiting.splice(at, 1);
    if (this.#lines.has(line.id)) {
      line.isStopped = true;
      for (const message of protocol.stop?.(line.id) ?? []) this.#socket?.send(message);
      if (afterStop === "free") this.#end(line);
      else if (afterStop !== "leave") this.#awaitStop(line);
    }
    // A vendor that missed a deadline may be gone.
    if (line.isStopped && (afterStop === "leave" || line.signal.reason instanceof ProviderError))
      this.retire();
    this.#next();
    this.#closeIfDone();
  }

  /** Some vendors speak the whole text without a listener: that is acceptable as long as audio arrives. */
  #awaitStop(line: Line): void {
    line.deadline?.[Symbol.dispose]();
    line.deadline = this.#o.context.clock.after(stopMsMax, () => this.retire());
  }

  #end(line: Line): void {
    line.deadline?.[Symbol.dispose]();
    this.#lines.delete(line.id);
    this.#next();
  }

  #over(error: ProviderError | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#o.signal.removeEventListener("abort", this.#leave);
    const { of } = this.#o.protocol;
    const reason = error ?? unreachable(of, "stream");
    // A text that was not sent yet cannot be the reason for the vendor's complaint.
    const isOfText = reason.kind === "bad_input" || reason.kind === "content";
    const rest = this.#wasOpen && isOfText ? unreachable(of, "stream") : reason;
    const waiting = this.#waiting.splice(0);
    const lines = [...this.#lines.values()];
    this.#lines.clear();
    this.#restIdle();
    for (const line of lines) {
      line.deadline?.[Symbol.dispose]();
      line.done.reject(this.#errorOf(line, reason));
    }
    for (const line of waiting) line.done.reject(rest);
    const mayReturn = reason.kind === "transient" || reason.kind === "session_limit";
    this.retire(this.#wasOpen && mayReturn ? "died" : "refused");
  }
}
