// Fake HTTP server: HTTP/1.1 on a real loopback socket (RFC 9112) that can misbehave: a script for each request
// determines the pieces of its answer, where it stops, and how it ends.

import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { turn } from "../until.ts";

export type HttpPart =
  | Uint8Array
  /** Sends nothing more until this settles. */
  | { readonly gate: Promise<unknown> };

export interface HttpScript {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly parts?: readonly HttpPart[];
  /** `length` says beforehand how long the body is; `close` says it by closing, as HTTP/1.0 did. */
  readonly framing?: "chunked" | "length" | "close";
  /** Sends not even the head of the response before this settles. */
  readonly headGate?: Promise<unknown>;
  /** Cuts each part into pieces of this many bytes, each a packet of its own as far as the system allows. */
  readonly pieceBytes?: number;
  /** `cut`: the connection closes within the response. `hang`: nothing more comes. */
  readonly end?: "whole" | "cut" | "hang";
}

export interface HttpRequest {
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  /** Settles when the connection closes before the response was whole. */
  readonly left: Promise<void>;
}

type Answer = (request: HttpRequest) => HttpScript | Promise<HttpScript>;

export class FakeHttp implements AsyncDisposable {
  /** Without a trailing slash. */
  address = "";
  readonly requests: HttpRequest[] = [];
  /** Number of connections so far. */
  connections = 0;
  /** Connections with an incompletely answered request; one that waits for the next request does not count. */
  readonly busy = new Set<Socket>();
  readonly #server: Server;
  readonly #answer: Answer;
  readonly #sockets = new Set<Socket>();
  #arrived = Promise.withResolvers<void>();

  private constructor(server: Server, answer: Answer) {
    this.#server = server;
    this.#answer = answer;
  }

  static async open(answer: Answer): Promise<FakeHttp> {
    const server = createServer();
    const fake = new FakeHttp(server, answer);
    server.on("connection", (socket: Socket) => fake.#serve(socket));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    fake.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return fake;
  }

  /** Resolves with the n-th request, from 0. */
  async request(index: number): Promise<HttpRequest> {
    for (;;) {
      const request = this.requests[index];
      if (request !== undefined) return request;
      await this.#arrived.promise;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #serve(socket: Socket): void {
    this.connections++;
    this.#sockets.add(socket);
    let received = Buffer.alloc(0);
    let left = Promise.withResolvers<void>();
    socket.setNoDelay(true);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#sockets.delete(socket);
      this.busy.delete(socket);
      left.resolve();
    });
    socket.on("data", (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      const read = readRequest(received);
      if (read === undefined) return;
      received = received.subarray(read.length);
      left = Promise.withResolvers();
      const request = { ...read.request, left: left.promise };
      this.requests.push(request);
      this.#arrived.resolve();
      this.#arrived = Promise.withResolvers();
      this.busy.add(socket);
      void Promise.resolve(this.#answer(request)).then(async (script) => {
        await play(socket, script);
        if (script.end !== "hang") this.busy.delete(socket);
      });
    });
  }
}

function readRequest(
  bytes: Buffer,
): { readonly request: Omit<HttpRequest, "left">; readonly length: number } | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [first = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const [method = "", path = ""] = first.split(" ");
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const length = end + 4 + Number(headers.get("content-length") ?? 0);
  if (bytes.length < length) return undefined;
  return { request: { method, path, headers, body: bytes.subarray(end + 4, length) }, length };
}

async function play(socket: Socket, script: HttpScript): Promise<void> {
  const { status = 200, headers = {}, parts = [], framing = "chunked", end = "whole" } = script;
  await script.headGate;
  const bytes = parts.reduce((sum, part) => sum + (part instanceof Uint8Array ? part.length : 0), 0);
  const frame = {
    chunked: { "Transfer-Encoding": "chunked" },
    length: { "Content-Length": String(bytes) },
    close: { Connection: "close" },
  }[framing];
  const lines = Object.entries({ ...frame, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} Scripted\r\n${lines.join("")}\r\n`);
  for (const part of parts) {
    if (part instanceof Uint8Array) await sendPieces(socket, part, script);
    else await part.gate;
  }
  if (end === "cut") socket.destroy();
  else if (end === "whole" && framing === "chunked") socket.write("0\r\n\r\n");
  else if (end === "whole" && framing === "close") socket.end();
}

async function sendPieces(socket: Socket, bytes: Uint8Array, script: HttpScript): Promise<void> {
  const { pieceBytes = bytes.length, framing = "chunked" } = script;
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    if (socket.destroyed) return;
    const piece = bytes.subarray(at, at + pieceBytes);
    const chunk = [Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")];
    const goesOut = socket.write(framing === "chunked" ? Buffer.concat(chunk) : piece);
    // So that pieces arrive separately, and none is lost when the connection is cut after the last.
    if (!goesOut) await new Promise((resolve) => socket.once("drain", resolve).once("close", resolve));
    await turn();
  }
}
