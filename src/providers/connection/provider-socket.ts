// Provider socket: one WebSocket to a vendor, from its handshake to its end, with deadlines, a limit of unsent data,
// and exactly one outcome. It never reconnects: its opener decides that.

// Bun's own module of that name: unlike the global WebSocket it exposes status, headers and body of a refused
// handshake, and has a handshake timeout.
import { WebSocket } from "ws";
import type { Secret } from "../../base/secret.ts";
import { type ErrorKind, ProviderError, type ProviderContext } from "../provider-contract.ts";
import {
  errorOfResponse,
  type FailingProvider,
  failure,
  type Scrub,
  scrubber,
  unreachable,
} from "./provider-failure.ts";

export interface ProviderSocketOptions {
  readonly of: FailingProvider;
  /** Includes the query; never logged. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Removed from the vendor's words. */
  readonly key: Secret | undefined;
  readonly context: ProviderContext;
  /** Closes the socket at once. */
  readonly signal: AbortSignal;
  /** One text message. Throwing a ProviderError ends the socket with it. */
  readonly onText: (text: string) => void;
  /** One binary message. */
  readonly onBinary?: (bytes: Uint8Array) => void;
  /**
   * The socket is over: with the reason if the vendor ended it or it broke, undefined after close() or the signal.
   * Called once, and no callback follows.
   */
  readonly onOver: (error: ProviderError | undefined) => void;
  /** Kind of a vendor's close, if its codes or words are more precise than RFC 6455. */
  readonly kindOfClose?: (code: number, reason: string) => ErrorKind | undefined;
  /** Sent after this time without any other message. */
  readonly keepAlive?: { readonly ms: number; readonly message: () => string | Uint8Array };
}

export interface ProviderSocket {
  /** False if dropped, because too much is unsent or the socket is over. Never throws. */
  send(message: string | Uint8Array): boolean;
  /** Ends it for the client: no callback follows. `last`: a goodbye owed to the vendor, sent first. */
  close(last?: string | Uint8Array): void;
  /**
   * Like close(), but answers to `last`, and to earlier requests, are still heard: until `hear` returns true, the
   * server closes, or `closeMsMax` is over. Resolves then. `onOver` is not called. Never rejects.
   */
  leave(last: string | Uint8Array | undefined, hear: (text: string) => boolean): Promise<void>;
}

const handshakeMsMax = 3_000;
const messageBytesMax = 1_048_576;
/** Eight seconds of audio at 24 kHz in base64: a connection further behind is useless for a call. */
const waitingBytesMax = 520_000;
/** A server that does not answer the closing handshake is left. */
const closeMsMax = 1_000;
const refusalCharsMax = 4_096;

/**
 * Resolves when the handshake is done; rejects with a ProviderError of the phase "connect", and onOver is not called
 * then. Two tries are the caller's to make.
 */
export function openProviderSocket(options: ProviderSocketOptions): Promise<ProviderSocket> {
  return new Connection(options).opened;
}

class Connection implements ProviderSocket {
  readonly #o: ProviderSocketOptions;
  readonly #socket: WebSocket;
  readonly #scrub: Scrub;
  readonly #opened = Promise.withResolvers<ProviderSocket>();
  readonly #stop = (): void => this.#leave();
  #isOpen = false;
  #isOver = false;
  #keepAlive: Disposable | undefined;

  constructor(options: ProviderSocketOptions) {
    this.#o = options;
    this.#scrub = scrubber([], options.key);
    const { url, headers = {}, signal } = options;
    this.#socket = new WebSocket(url, {
      headers,
      handshakeTimeout: handshakeMsMax,
      maxPayload: messageBytesMax,
      // Compression does not shrink audio, and costs time per message.
      perMessageDeflate: false,
    });
    this.#socket.on("unexpected-response", (_request, response) => void this.#refused(response));
    this.#socket.on("open", () => this.#open());
    this.#socket.on("message", (data, isBinary) => this.#hear(data, isBinary));
    this.#socket.on("error", (error) =>
      this.#fail(unreachable(this.#of, this.#phase, this.#detail(error.message))),
    );
    this.#socket.on("close", (code, reason) => this.#fail(this.#closeError(code, String(reason))));
    if (signal.aborted) this.#leave();
    else signal.addEventListener("abort", this.#stop, { once: true });
  }

  get opened(): Promise<ProviderSocket> {
    return this.#opened.promise;
  }

  get #of(): FailingProvider {
    return this.#o.of;
  }

  get #phase(): "connect" | "stream" {
    return this.#isOpen ? "stream" : "connect";
  }

  send(message: string | Uint8Array): boolean {
    if (this.#isOver || !this.#isOpen || this.#socket.bufferedAmount > waitingBytesMax) return false;
    this.#socket.send(message);
    this.#armKeepAlive();
    return true;
  }

  close(last?: string | Uint8Array): void {
    if (this.#isOver) return;
    if (last !== undefined) this.send(last);
    this.#over();
    this.#shut();
    this.#o.onOver(undefined);
  }

  async leave(last: string | Uint8Array | undefined, hear: (text: string) => boolean): Promise<void> {
    if (this.#isOver) return;
    if (last !== undefined) this.send(last);
    this.#over();
    const ended = Promise.withResolvers<"open" | "closed">();
    this.#socket.on("message", (data, isBinary) => {
      if (!isBinary && hear(String(data))) ended.resolve("open");
    });
    this.#socket.once("close", () => ended.resolve("closed"));
    using _late = this.#o.context.clock.after(closeMsMax, () => ended.resolve("open"));
    if ((await ended.promise) === "open") this.#shut();
  }

  #shut(): void {
    this.#socket.close(1000);
    const { clock } = this.#o.context;
    // The timer outlives nothing: a socket that closes in time disposes it.
    const late = clock.after(closeMsMax, () => this.#socket.terminate());
    this.#socket.once("close", () => late[Symbol.dispose]());
  }

  #open(): void {
    if (this.#isOver) return;
    this.#isOpen = true;
    this.#armKeepAlive();
    this.#opened.resolve(this);
  }

  #hear(data: unknown, isBinary: boolean): void {
    if (this.#isOver) return;
    const { onText, onBinary } = this.#o;
    try {
      if (!isBinary) onText(String(data));
      else if (data instanceof Uint8Array) onBinary?.(data);
    } catch (error) {
      if (!(error instanceof ProviderError)) this.#o.context.log.error("provider.bug", { error });
      this.#fail(error instanceof ProviderError ? error : failure(this.#of, "transient", "stream"));
    }
  }

  /** The server refused the handshake: its body has the reason. */
  async #refused(response: AsyncIterable<unknown> & RefusedHead): Promise<void> {
    let body = "";
    try {
      for await (const chunk of response) {
        body += String(chunk);
        if (body.length > refusalCharsMax) break;
      }
    } catch {
      // The received part of the body must do.
    }
    const headers = new Headers();
    for (const [name, value] of Object.entries(response.headers)) {
      if (typeof value === "string") headers.set(name, value);
    }
    this.#fail(errorOfResponse(this.#of, { status: response.statusCode ?? 0, headers, body }, this.#scrub));
  }

  #closeError(code: number, reason: string): ProviderError {
    const kind = this.#o.kindOfClose?.(code, reason) ?? kindOfCloseCode(code);
    const detail = this.#detail(`closed with ${code} ${reason}`);
    if (kind === "transient") return unreachable(this.#of, this.#phase, detail);
    return failure(this.#of, kind, this.#phase, detail);
  }

  #detail(words: string): { readonly detail: string } {
    return { detail: this.#scrub(words) };
  }

  #leave(): void {
    if (this.#isOver) return;
    const wasOpen = this.#isOpen;
    this.#over();
    this.#socket.terminate();
    if (wasOpen) this.#o.onOver(undefined);
    else this.#opened.reject(failure(this.#of, "cancelled", "connect"));
  }

  #fail(error: ProviderError): void {
    if (this.#isOver) return;
    const wasOpen = this.#isOpen;
    this.#over();
    this.#socket.terminate();
    if (wasOpen) this.#o.onOver(error);
    else this.#opened.reject(error);
  }

  #over(): void {
    this.#isOver = true;
    this.#keepAlive?.[Symbol.dispose]();
    this.#o.signal.removeEventListener("abort", this.#stop);
  }

  #armKeepAlive(): void {
    const { keepAlive, context } = this.#o;
    if (keepAlive === undefined) return;
    this.#keepAlive?.[Symbol.dispose]();
    this.#keepAlive = context.clock.after(keepAlive.ms, () => this.send(keepAlive.message()));
  }
}

interface RefusedHead {
  readonly statusCode?: number | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** RFC 6455, section 7.4.1. A vendor that closes first has not done what we asked, even with 1000. */
function kindOfCloseCode(code: number): ErrorKind {
  if (code === 1008) return "auth";
  if (code === 1003 || code === 1007 || code === 1009) return "bad_input";
  return "transient";
}
