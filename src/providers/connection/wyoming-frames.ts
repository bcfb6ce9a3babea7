// Wyoming connection: the protocol between speech servers and Home Assistant: over TCP, each event is a line of JSON
// with its type, followed by as many bytes of JSON and of audio as the line states.
// https://github.com/OHF-Voice/wyoming (section "Format" of its README)

import { connect, type Socket } from "node:net";
import { ProviderError, type ProviderContext } from "../provider-contract.ts";
import { asNumber, asRecord, asText } from "./json-fields.ts";
import { type FailingProvider, failure, unreachable } from "./provider-failure.ts";

export interface WyomingEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Usually audio; empty if there is none. */
  readonly payload: Uint8Array;
}

export interface WyomingOptions {
  readonly of: FailingProvider;
  /** `tcp://host:port`. */
  readonly url: string;
  readonly context: ProviderContext;
  /** Closes the connection at once. */
  readonly signal: AbortSignal;
  /** Throwing a ProviderError ends the connection with it. */
  readonly onEvent: (event: WyomingEvent) => void;
  /**
   * The connection is over: with the reason if the server ended it or it broke, undefined after close() or the
   * signal. Called once, and no callback follows.
   */
  readonly onOver: (error: ProviderError | undefined) => void;
}

export interface Wyoming {
  /** False if dropped, because too much is unsent or the connection is over. Never throws. */
  send(type: string, data?: Readonly<Record<string, unknown>>, payload?: Uint8Array): boolean;
  /** Ends it for the client, after sending the rest. */
  close(): void;
}

const connectMsMax = 3_000;
/** Ten seconds of audio at 16 kHz: a server further behind is useless for a call. */
const waitingBytesMax = 350_000;
/** A server that does not close its side is left. */
const closeMsMax = 1_000;

/**
 * Resolves when connected; rejects with a ProviderError of the phase "connect", without calling onOver. It never
 * reconnects.
 */
export function openWyoming(options: WyomingOptions): Promise<Wyoming> {
  return new Connection(options).opened;
}

class Connection implements Wyoming {
  readonly #o: WyomingOptions;
  readonly #socket: Socket;
  readonly #opened = Promise.withResolvers<Wyoming>();
  readonly #reader = new WyomingReader();
  readonly #stop = (): void => this.#end(undefined);
  readonly #late: Disposable;
  #isOpen = false;
  #isOver = false;

  constructor(options: WyomingOptions) {
    this.#o = options;
    const { url, context, signal } = options;
    const { hostname, port } = new URL(url);
    this.#socket = connect({ host: hostname.replaceAll(/^\[|\]$/g, ""), port: Number(port) });
    this.#socket.setNoDelay(true);
    this.#late = context.clock.after(connectMsMax, () => this.#break("no connection in time"));
    this.#socket.on("connect", () => this.#open());
    this.#socket.on("data", (bytes: Uint8Array) => this.#hear(bytes));
    this.#socket.on("error", (error) => this.#break("code" in error ? String(error.code) : error.name));
    this.#socket.on("close", () => this.#break("closed by the server"));
    if (signal.aborted) this.#end(undefined);
    else signal.addEventListener("abort", this.#stop, { once: true });
  }

  get opened(): Promise<Wyoming> {
    return this.#opened.promise;
  }

  send(type: string, data: Readonly<Record<string, unknown>> = {}, payload?: Uint8Array): boolean {
    if (this.#isOver || !this.#isOpen || this.#socket.writableLength > waitingBytesMax) return false;
    this.#socket.write(encodeWyoming(type, data, payload));
    return true;
  }

  close(): void {
    if (this.#isOver) return;
    const socket = this.#socket;
    const wasOpen = this.#over();
    const late = this.#o.context.clock.after(closeMsMax, () => socket.destroy());
    socket.once("close", () => late[Symbol.dispose]());
    socket.end();
    if (wasOpen) this.#o.onOver(undefined);
  }

  #open(): void {
    if (this.#isOver) return;
    this.#isOpen = true;
    this.#late[Symbol.dispose]();
    this.#opened.resolve(this);
  }

  #hear(bytes: Uint8Array): void {
    try {
      for (const event of this.#reader.push(bytes)) {
        if (this.#isOver) return;
        this.#o.onEvent(event);
      }
    } catch (error) {
      if (error instanceof ProviderError) return this.#end(error);
      if (!(error instanceof BadWyoming)) this.#o.context.log.error("provider.bug", { error });
      this.#end(failure(this.#o.of, "transient", "stream", { detail: nameOf(error) }));
    }
  }

  /** `detail` is ours: a system error contains the address. */
  #break(detail: string): void {
    this.#end(unreachable(this.#o.of, this.#isOpen ? "stream" : "connect", { detail }));
  }

  /** Undefined: closed by its user. */
  #end(error: ProviderError | undefined): void {
    if (this.#isOver) return;
    const wasOpen = this.#over();
    this.#socket.destroy();
    if (wasOpen) this.#o.onOver(error);
    else this.#opened.reject(error ?? failure(this.#o.of, "cancelled", "connect"));
  }

  /** Closes the state; true if it was open until now. */
  #over(): boolean {
    this.#isOver = true;
    this.#late[Symbol.dispose]();
    this.#o.signal.removeEventListener("abort", this.#stop);
    return this.#isOpen;
  }
}

function nameOf(error: unknown): string {
  return error instanceof BadWyoming ? error.message : "";
}

/** The received bytes are not this protocol. */
class BadWyoming extends Error {
  override readonly name = "BadWyoming";
}

const newline = 0x0a;
const lineBytesMax = 65_536;
/** Limits of data and of payload; they allow a minute of audio at 16 kHz. */
const partBytesMax = 2_097_152;

/** @internal Bytes of any chunking → completed events. */
export class WyomingReader {
  #bytes = new Uint8Array();

  /** Throws BadWyoming; nothing can be read after that. */
  *push(chunk: Uint8Array): Generator<WyomingEvent> {
    const all = new Uint8Array(this.#bytes.length + chunk.length);
    all.set(this.#bytes);
    all.set(chunk, this.#bytes.length);
    this.#bytes = all;
    for (;;) {
      const read = readEvent(this.#bytes);
      if (read === undefined) return;
      this.#bytes = this.#bytes.subarray(read.length);
      yield read.event;
    }
  }
}

interface ReadEvent {
  readonly event: WyomingEvent;
  /** Length in bytes. */
  readonly length: number;
}

function readEvent(bytes: Uint8Array): ReadEvent | undefined {
  const end = bytes.indexOf(newline);
  if (end > lineBytesMax || (end < 0 && bytes.length > lineBytesMax)) {
    throw new BadWyoming("The line of an event is too long");
  }
  if (end < 0) return undefined;
  const head = asRecord(parseJson(bytes.subarray(0, end)));
  const type = asText(head["type"]);
  if (type === "") throw new BadWyoming("An event has no type");
  const dataEnd = end + 1 + lengthOf(head["data_length"]);
  const length = dataEnd + lengthOf(head["payload_length"]);
  if (bytes.length < length) return undefined;
  const more = dataEnd === end + 1 ? {} : asRecord(parseJson(bytes.subarray(end + 1, dataEnd)));
  const data = { ...asRecord(head["data"]), ...more };
  return { event: { type, data, payload: bytes.subarray(dataEnd, length) }, length };
}

function lengthOf(value: unknown): number {
  const length = value === undefined || value === null ? 0 : asNumber(value);
  if (length === undefined || !Number.isInteger(length) || length < 0 || length > partBytesMax) {
    throw new BadWyoming("The length of an event cannot be right");
  }
  return length;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new BadWyoming("An event is not JSON");
  }
}

/** @internal One event as bytes; its data follows the line, as in the reference implementation. */
export function encodeWyoming(
  type: string,
  data: Readonly<Record<string, unknown>>,
  payload: Uint8Array = new Uint8Array(),
): Uint8Array {
  const body = Object.keys(data).length === 0 ? "" : JSON.stringify(data);
  const bytes = Buffer.from(body);
  const line = JSON.stringify({
    type,
    ...(bytes.length === 0 ? {} : { data_length: bytes.length }),
    ...(payload.length === 0 ? {} : { payload_length: payload.length }),
  });
  return Buffer.concat([Buffer.from(`${line}\n`), bytes, payload]);
}
