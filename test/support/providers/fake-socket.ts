// WebSocket server for fakes of vendors: RFC 6455 on a bare loopback socket, so that it can refuse, hang, cut, close
// with any code, and split messages anywhere. It records mistakes of clients.

import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

/** Misbehaviour of one connection. */
export interface SocketScript {
  /** Answers the handshake with this instead. */
  readonly refuse?: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  /** Falls silent: before the handshake's answer, or after it. */
  readonly hang?: "handshake" | "open";
  /** Falls silent after this many messages. */
  readonly muteAfter?: number;
  /** Cuts the connection after this many bytes of messages. */
  readonly dropAtByte?: number;
  /** Closes as soon as it is open, or after this many messages of the client. */
  readonly close?: { readonly code: number; readonly reason: string; readonly afterMessages?: number };
  /** Sends these right after the handshake, before any message of the vendor. */
  readonly first?: readonly (string | Uint8Array)[];
  /** Cuts each message into two frames, inside a character if possible. */
  readonly split?: boolean;
  /** Mood of the vendor's fake: "no-ack", "double"… */
  readonly mood?: string;
}

export interface FakeHead {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: ReadonlyMap<string, string>;
}

/** A vendor's side of one connection. */
export interface FakePeer {
  opened?(): void;
  text(text: string): void;
  binary(bytes: Uint8Array): void;
}

export class FakeSocketServer implements AsyncDisposable {
  url = "";
  /** Mistakes of clients; a test ends with none. */
  readonly problems: string[] = [];
  readonly connections: FakeConnection[] = [];
  /** Milliseconds by the client's clock, which decides whether audio is faster than real time. */
  now: () => number = () => performance.now();
  readonly #server: Server;
  readonly #scripts: SocketScript[] = [];
  readonly #sockets = new Set<Socket>();
  readonly peer: (connection: FakeConnection) => FakePeer;

  private constructor(server: Server, peer: (connection: FakeConnection) => FakePeer) {
    this.#server = server;
    this.peer = peer;
  }

  static async open(peer: (connection: FakeConnection) => FakePeer, ...scripts: readonly SocketScript[]) {
    const server = createServer();
    const fake = new FakeSocketServer(server, peer);
    fake.#scripts.push(...scripts);
    server.on("connection", (socket: Socket) => fake.#serve(socket));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    fake.url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return fake;
  }

  must(condition: boolean, problem: string): void {
    if (!condition) this.problems.push(problem);
  }

  /** Connections that are open now. */
  get open(): number {
    return this.#sockets.size;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #serve(socket: Socket): void {
    socket.setNoDelay(true);
    this.#sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => this.#sockets.delete(socket));
    const connection = new FakeConnection(this, socket, this.#scripts.shift() ?? {});
    this.connections.push(connection);
  }
}

export class FakeConnection {
  readonly server: FakeSocketServer;
  readonly script: SocketScript;
  head: FakeHead = { path: "", query: new URLSearchParams(), headers: new Map() };
  /** Text messages of the client, in order. */
  readonly texts: string[] = [];
  /** Lengths of its binary messages in bytes, in order. */
  readonly binaries: number[] = [];
  /** The code with which the client closed; 1006 without a close frame. */
  readonly closed: Promise<number>;
  readonly #socket: Socket;
  readonly #over = Promise.withResolvers<number>();
  #peer: FakePeer | undefined;
  #received = Buffer.alloc(0);
  #isOpen = false;
  #payloadBytes = 0;
  #messages = 0;
  #said = 0;

  constructor(server: FakeSocketServer, socket: Socket, script: SocketScript) {
    this.server = server;
    this.script = script;
    this.#socket = socket;
    this.closed = this.#over.promise;
    socket.on("data", (bytes: Buffer) => {
      this.#received = Buffer.concat([this.#received, bytes]);
      if (!this.#isOpen) this.#handshake();
      if (this.#isOpen) this.#frames();
    });
    socket.on("close", () => this.#over.resolve(1006));
  }

  get mood(): string {
    return this.script.mood ?? "";
  }

  json(message: unknown): void {
    this.say(JSON.stringify(message));
  }

  say(message: string | Uint8Array): void {
    const { hang, muteAfter = Number.POSITIVE_INFINITY } = this.script;
    if (hang !== undefined || this.#said >= muteAfter || this.#socket.destroyed) return;
    this.#said += 1;
    const isText = typeof message === "string";
    const bytes = Buffer.from(message as string);
    if (this.script.split !== true) {
      this.#socket.write(frame(isText ? 0x81 : 0x82, bytes));
      return;
    }
    // After the first byte of a two-byte character, or in the middle.
    const odd = bytes.findIndex((byte) => byte >= 0xc3);
    const at = odd === -1 ? Math.floor(bytes.length / 2) : odd + 1;
    this.#socket.write(frame(isText ? 0x01 : 0x02, bytes.subarray(0, at)));
    this.#socket.write(frame(0x80, bytes.subarray(at)));
  }

  close(code: number, reason: string): void {
    const payload = Buffer.alloc(2 + Buffer.byteLength(reason));
    payload.writeUInt16BE(code);
    payload.write(reason, 2);
    this.#socket.end(frame(0x88, payload));
  }

  drop(): void {
    this.#socket.destroy();
  }

  #handshake(): void {
    const end = this.#received.indexOf("\r\n\r\n");
    if (end === -1) return;
    const [request = "", ...lines] = this.#received.toString("latin1", 0, end).split("\r\n");
    this.#received = this.#received.subarray(end + 4);
    const url = new URL(request.split(" ")[1] ?? "/", "http://fake");
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
      }),
    );
    this.head = { path: url.pathname, query: url.searchParams, headers };
    const { refuse, hang, first = [], close } = this.script;
    if (hang === "handshake") return;
    if (refuse !== undefined) {
      const fields = Object.entries({
        "Content-Length": String(Buffer.byteLength(refuse.body ?? "")),
        ...refuse.headers,
      });
      const lines = [`HTTP/1.1 ${refuse.status} No`, ...fields.map(([name, value]) => `${name}: ${value}`)];
      this.#socket.end(`${lines.join("\r\n")}\r\n\r\n${refuse.body ?? ""}`);
      return;
    }
    const accept = new Bun.CryptoHasher("sha1")
      .update(`${headers.get("sec-websocket-key")}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest("base64");
    this.#socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    this.#isOpen = true;
    this.#peer = this.server.peer(this);
    for (const message of first) this.say(message);
    if (close !== undefined && close.afterMessages === undefined) return this.close(close.code, close.reason);
    this.#peer.opened?.();
  }

  #frames(): void {
    for (;;) {
      const read = readFrame(this.#received);
      if (read === undefined) return;
      this.#received = this.#received.subarray(read.bytes);
      this.#take(read.opcode, read.payload);
    }
  }

  #take(opcode: number, payload: Buffer): void {
    if (opcode === 8) {
      this.#over.resolve(payload.length >= 2 ? payload.readUInt16BE() : 1005);
      this.#socket.end(frame(0x88, payload));
      return;
    }
    if (opcode !== 1 && opcode !== 2) return;
    this.#payloadBytes += payload.length;
    this.#messages += 1;
    const { dropAtByte, close } = this.script;
    if (dropAtByte !== undefined && this.#payloadBytes >= dropAtByte) return this.drop();
    if (opcode === 1) {
      this.texts.push(payload.toString());
      this.#peer?.text(payload.toString());
    } else {
      this.binaries.push(payload.length);
      this.#peer?.binary(payload);
    }
    if (close?.afterMessages === this.#messages) this.close(close.code, close.reason);
  }
}

function frame(head: number, payload: Uint8Array): Buffer {
  const { length } = payload;
  const wide = length > 65_535 ? 8 : length > 125 ? 2 : 0;
  const bytes = Buffer.alloc(2 + wide + length);
  bytes[0] = head;
  bytes[1] = wide === 0 ? length : wide === 2 ? 126 : 127;
  if (wide === 2) bytes.writeUInt16BE(length, 2);
  if (wide === 8) bytes.writeBigUInt64BE(BigInt(length), 2);
  bytes.set(payload, 2 + wide);
  return bytes;
}

/** One masked frame of a client. */
function readFrame(bytes: Buffer): { opcode: number; payload: Buffer; bytes: number } | undefined {
  if (bytes.length < 6) return undefined;
  const short = (bytes[1] ?? 0) & 0x7f;
  const wide = short === 126 ? 2 : short === 127 ? 8 : 0;
  if (bytes.length < 6 + wide) return undefined;
  const length = wide === 0 ? short : wide === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  const from = 6 + wide;
  if (bytes.length < from + length) return undefined;
  const mask = bytes.subarray(2 + wide, from);
  const payload = Buffer.from(bytes.subarray(from, from + length));
  for (let i = 0; i < length; i++) payload[i] = (payload[i] ?? 0) ^ (mask[i % 4] ?? 0);
  return { opcode: (bytes[0] ?? 0) & 0x0f, payload, bytes: from + length };
}
