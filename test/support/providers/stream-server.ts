// Scripted stream server: server-sent events on a real loopback socket, by a script of parts, pieces and stops. The
// protocol checks the requests: one file per vendor. Written on bare sockets, so that it can misbehave.

import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { turn } from "../until.ts";

export type Part =
  /** One event; the server adds the rest of the framing. */
  | { readonly data: string; readonly event?: string }
  | { readonly comment: string }
  /** Unchanged bytes. */
  | { readonly raw: string | Uint8Array }
  /** Sends nothing more until this settles. */
  | { readonly gate: Promise<unknown> };

export interface StreamScript {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An answer that is no stream. */
  readonly body?: string;
  /** Sends not even the head of the response before this settles. */
  readonly headGate?: Promise<unknown>;
  readonly parts?: readonly Part[];
  readonly lineEnd?: "\n" | "\r\n" | "\r";
  /** Cuts everything into pieces of this many bytes, each a packet of its own as far as the system allows. */
  readonly pieceBytes?: number;
  /** Closes the connection after this many bytes of the stream. */
  readonly cutAfterBytes?: number;
  /** `whole`: a proper end. `cut`: the connection closes within the response. */
  readonly end?: "whole" | "cut";
}

export interface StreamRequest<Body> {
  readonly method: string;
  readonly path: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Body;
  /** Resolves with `performance.now()` when the connection closes before the response was whole. */
  readonly closed: Promise<number>;
}

/** Returns the faults of a request. */
export type Check<Body> = (request: Omit<StreamRequest<Body>, "closed">) => readonly string[];

/** Gate that stays closed. */
export const never = new Promise<never>(() => undefined);

export class StreamServer<Body> implements AsyncDisposable {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly requests: StreamRequest<Body>[] = [];
  /** Faults of the requests; a test ends with none. */
  readonly problems: string[] = [];
  /** Number of connections so far. */
  connections = 0;
  /** Connections with an incompletely answered request; one that waits for the next request does not count. */
  readonly busy = new Set<Socket>();
  readonly #server: Server;
  readonly #check: Check<Body>;
  readonly #scripts: StreamScript[] = [];
  readonly #sockets = new Set<Socket>();
  #arrived = Promise.withResolvers<void>();

  protected constructor(server: Server, check: Check<Body>) {
    this.#server = server;
    this.#check = check;
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on("connection", (socket: Socket) => this.#serve(socket));
  }

  protected static async listen(): Promise<Server> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return server;
  }

  static async start<Body>(
    check: Check<Body>,
    ...scripts: readonly StreamScript[]
  ): Promise<StreamServer<Body>> {
    const server = new StreamServer(await StreamServer.listen(), check);
    server.script(...scripts);
    return server;
  }

  /** One script for each future request; without one a request gets a 500. */
  script(...scripts: readonly StreamScript[]): void {
    this.#scripts.push(...scripts);
  }

  /** Forgets the scripts that were not played. */
  drop(): void {
    this.#scripts.length = 0;
  }

  /** Resolves with the n-th request, from 0. */
  async request(index: number): Promise<StreamRequest<Body>> {
    for (;;) {
      const request = this.requests[index];
      if (request !== undefined) return request;
      await this.#arrived.promise;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    // Resolves also for a closed server.
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  /** A request that the check cannot read is answered, too. */
  #problemsOf(request: Omit<StreamRequest<Body>, "closed">): readonly string[] {
    try {
      return this.#check(request);
    } catch (error) {
      return [`${request.method} ${request.path} cannot be read: ${String(error)}`];
    }
  }

  #serve(socket: Socket): void {
    this.connections++;
    this.#sockets.add(socket);
    let received = Buffer.alloc(0);
    let closed = Promise.withResolvers<number>();
    socket.setNoDelay(true);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#sockets.delete(socket);
      this.busy.delete(socket);
      closed.resolve(performance.now());
    });
    socket.on("data", (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      const read = readRequest<Body>(received);
      if (read === undefined) return;
      received = received.subarray(read.length);
      closed = Promise.withResolvers();
      this.problems.push(...this.#problemsOf(read.request));
      this.requests.push({ ...read.request, closed: closed.promise });
      this.#arrived.resolve();
      this.#arrived = Promise.withResolvers();
      // Foreign clients send other requests first, to addresses that are not played here.
      const isAsked = read.request.method === "POST";
      const script = isAsked ? this.#scripts.shift() : { status: 404, body: "{}" };
      this.busy.add(socket);
      void play(socket, script ?? { status: 500, body: "no script" }).then(() => this.busy.delete(socket));
    });
  }
}

function readRequest<Body>(
  bytes: Buffer,
): { request: Omit<StreamRequest<Body>, "closed">; length: number } | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [first = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const [method = "", path = ""] = first.split(" ");
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      line.slice(line.indexOf(":") + 1).trim(),
    ]),
  );
  const length = end + 4 + Number(headers.get("content-length") ?? 0);
  if (bytes.length < length) return undefined;
  const text = bytes.subarray(end + 4, length).toString("utf8");
  const body = (text === "" ? {} : JSON.parse(text)) as Body;
  return { request: { method, path, headers, body }, length };
}

async function play(socket: Socket, script: StreamScript): Promise<void> {
  const { status = 200, headers = {}, body, parts = [], lineEnd = "\n", end = "whole" } = script;
  await script.headGate;
  const isStream = body === undefined;
  const head = {
    "Content-Type": isStream ? "text/event-stream; charset=utf-8" : "application/json",
    ...(isStream
      ? { "Transfer-Encoding": "chunked" }
      : { "Content-Length": String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} Scripted\r\n${lines.join("")}\r\n${body ?? ""}`);
  if (!isStream) return;
  let left = script.cutAfterBytes ?? Infinity;
  for (const part of parts) {
    if ("gate" in part) {
      await part.gate;
      continue;
    }
    const bytes = bytesOf(part, lineEnd);
    await sendPieces(socket, bytes.subarray(0, Math.min(left, bytes.length)), script.pieceBytes);
    left -= bytes.length;
    if (left < 0) break;
  }
  if (end === "cut" || left < 0) socket.end();
  else socket.write("0\r\n\r\n");
}

function bytesOf(part: Exclude<Part, { gate: unknown }>, lineEnd: string): Buffer {
  if ("raw" in part) return Buffer.from(part.raw as string);
  if ("comment" in part) return Buffer.from(`: ${part.comment}${lineEnd}${lineEnd}`);
  const name = part.event === undefined ? "" : `event: ${part.event}${lineEnd}`;
  return Buffer.from(`${name}data: ${part.data}${lineEnd}${lineEnd}`);
}

async function sendPieces(socket: Socket, bytes: Buffer, pieceBytes = bytes.length): Promise<void> {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const piece = bytes.subarray(at, at + pieceBytes);
    if (socket.destroyed) return;
    socket.write(
      Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]),
    );
    // A turn of the event loop, so that pieces arrive apart.
    if (pieceBytes < bytes.length) await turn();
  }
}
