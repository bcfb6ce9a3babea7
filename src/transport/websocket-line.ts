// WebSocket line: one WebSocket as a line of a call. client-line.ts serves the client.

import type { Frame } from "../audio/frame.ts";
import type { Clock } from "../base/clock.ts";
import type { Ticker } from "../base/ticker.ts";
import type { Line } from "../voice/line.ts";
import { ClientLine } from "./client-line.ts";
import type { CloseCode } from "./close-codes.ts";
import { type Converter, Downlink } from "./downlink.ts";
import type { GreetingFacts } from "./greeting.ts";
import {
  burstLeadMs,
  type Feature,
  leadMs,
  limits as defaults,
  type Limits,
  type OutRate,
  type PacingMode,
} from "./connection-limits.ts";
import type { TransportCounters } from "./transport-counters.ts";
import type { Wire } from "./wire.ts";

/** Used part of Bun's ServerWebSocket. */
export interface Socket {
  /** Bytes sent; -1 if they wait for the client; 0 if dropped. */
  sendText(text: string): number;
  sendBinary(bytes: Uint8Array): number;
  getBufferedAmount(): number;
  close(code: number, reason: string): void;
  terminate(): void;
}

/** Bun's functions for one socket, as the `data` of `server.upgrade`. */
export interface SocketHandlers {
  open(socket: Socket): void;
  message(socket: Socket, message: string | Uint8Array): void;
  drain(socket: Socket): void;
  close(socket: Socket, code: number, reason: string): void;
}

export interface WebSocketLineOptions {
  readonly session: GreetingFacts;
  readonly features: readonly Feature[];
  readonly outRate: OutRate;
  /** `burst` needs the feature `clear`. Default `realtime`. */
  readonly pacing?: PacingMode;
  /** Makes a resampler; called for each answer when `outRate` is not 16 kHz. */
  readonly convert: (from: number, to: number) => Converter;
  readonly clock: Clock;
  readonly ticker: Ticker;
  readonly limits?: Partial<Limits>;
  readonly counters?: TransportCounters | undefined;
}

export function websocketLine(options: WebSocketLineOptions): {
  readonly line: Line;
  readonly handlers: SocketHandlers;
} {
  const { session, features, outRate, pacing = "realtime", convert, clock, ticker, counters } = options;
  const limits = { ...defaults, ...options.limits };
  const lead = pacing === "burst" ? burstLeadMs : leadMs;
  const facts = { session, features, outRate, pacing, leadMs: lead, limits };
  const line = new ClientLine({
    transport: "websocket",
    counters,
    facts,
    clears: features.includes("clear"),
    beginsOnAudio: true,
    clock,
    ticker,
  });
  const handlers: SocketHandlers = {
    open: (socket) => {
      const send = (bytes: Uint8Array): void => {
        if (socket.sendBinary(bytes) === 0) line.stuck();
      };
      line.opened(new SocketWire(socket, new Downlink({ limits, outRate, convert, send })));
    },
    message: (_, message) =>
      typeof message === "string" ? line.heardText(message) : line.heardAudio(message),
    drain: () => undefined, // The buffered amount is looked at when it matters.
    close: (_, code) => line.closed(code),
  };
  return { line, handlers };
}

class SocketWire implements Wire {
  readonly #socket: Socket;
  readonly #downlink: Downlink;

  constructor(socket: Socket, downlink: Downlink) {
    this.#socket = socket;
    this.#downlink = downlink;
  }

  get bufferedBytes(): number {
    return this.#socket.getBufferedAmount();
  }

  sendText(text: string): boolean {
    return this.#socket.sendText(text) !== 0;
  }

  play(frame: Frame): void {
    this.#downlink.play(frame);
  }

  flush(): void {
    this.#downlink.flush();
  }

  clear(): void {
    this.#downlink.clear();
  }

  close({ code, slug }: CloseCode): void {
    this.#socket.close(code, slug);
  }

  terminate(): void {
    this.#socket.terminate();
  }
}
