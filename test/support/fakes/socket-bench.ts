// Socket bench: a line without a network, with a fake socket, a call that takes notes, and a virtual clock.

import type { ReplayRing } from "../../../src/base/replay-ring.ts";
import { Ticker } from "../../../src/base/ticker.ts";
import type { Feature, Limits, PacingMode } from "../../../src/transport/connection-limits.ts";
import { type Socket, type SocketHandlers, websocketLine } from "../../../src/transport/websocket-line.ts";
import type { Line } from "../../../src/voice/line.ts";
import { NotedCall } from "../servers/socket-server.ts";
import { VirtualClock } from "./virtual-clock.ts";
import type { ReceivedMessages } from "../callers/ws-client.ts";

class FakeSocket implements Socket {
  readonly texts: ReceivedMessages[] = [];
  readonly audio: Uint8Array[] = [];
  /** Texts and audio in the order they were sent. */
  readonly log: string[] = [];
  buffered = 0;
  dropping = false;
  closed: readonly [code: number, reason: string] | undefined;
  terminated = false;

  sendText(text: string): number {
    if (this.dropping) return 0;
    const message = JSON.parse(text) as ReceivedMessages;
    this.texts.push(message);
    this.log.push(message.type === "server-message" ? String(message.data?.["type"]) : message.type);
    return text.length;
  }

  sendBinary(bytes: Uint8Array): number {
    if (this.dropping) return 0;
    this.audio.push(bytes.slice());
    this.log.push(`audio ${bytes.length}`);
    return bytes.length;
  }

  getBufferedAmount(): number {
    return this.buffered;
  }

  close(code: number, reason: string): void {
    this.closed = [code, reason];
  }

  terminate(): void {
    this.terminated = true;
  }
}

export class SocketBench {
  readonly clock = new VirtualClock();
  readonly ticker = new Ticker(this.clock, 20);
  readonly socket = new FakeSocket();
  readonly line: Line;
  readonly handlers: SocketHandlers;
  readonly call: NotedCall;

  constructor(
    given: {
      limits?: Partial<Limits>;
      clear?: boolean;
      features?: readonly Feature[];
      pacing?: PacingMode;
      attach?: boolean;
      stubborn?: boolean;
      /** False: the socket opens later, by `handlers.open`. */
      open?: boolean;
      /** Messages of the session's earlier connections, and the part that this client has seen. */
      said?: ReplayRing;
      lastSeq?: number;
      resume?: { readonly token: string; readonly ttlMs: number };
    } = {},
  ) {
    const { line, handlers } = websocketLine({
      session: {
        sessionId: "ses_1",
        mode: "flow",
        programId: "welcome",
        maxSessionMs: 60_000,
        resumed: given.said !== undefined,
        ...(given.said && { said: given.said }),
        lastSeq: given.lastSeq,
        resume: given.resume,
      },
      features: given.features ?? (given.clear === true ? ["clear"] : []),
      ...(given.pacing && { pacing: given.pacing }),
      outRate: 16_000,
      convert: () => {
        throw new Error("Nothing to convert");
      },
      clock: this.clock,
      ticker: this.ticker,
      limits: given.limits ?? {},
    });
    this.line = line;
    this.handlers = handlers;
    this.call = new NotedCall(line);
    if (given.stubborn === true) this.call.gone = () => undefined;
    if (given.open !== false) handlers.open(this.socket);
    if (given.attach !== false) line.attach(this.call);
  }

  text(message: object | string): void {
    const text = typeof message === "string" ? message : JSON.stringify(message);
    this.handlers.message(this.socket, text);
  }

  audio(bytes: number): void {
    this.handlers.message(this.socket, new Uint8Array(bytes));
  }

  command(t: string, d: object = {}, id: string | undefined = "c1"): void {
    this.text({ type: "client-message", id, data: { t, d } });
  }

  ready(): this {
    this.text({ label: "rtvi-ai", type: "client-ready", id: "r1", data: { version: "2.1.0" } });
    return this;
  }

  /** `data` of the last message of a type. */
  last(type: string): Readonly<Record<string, unknown>> | undefined {
    return this.socket.texts.findLast((one) => one.type === type || one.data?.["type"] === type)?.data;
  }
}
