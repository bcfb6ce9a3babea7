// Scripted chat server: the chat completions protocol on a real loopback socket, played by a script of what it sends,
// in which pieces, where it stops, and what it checks of the requests. Written on bare sockets, so that it can
// misbehave.

import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { turn } from "../until.ts";

export type Part =
  /** One event; the rest of the framing is the server's. */
  | { readonly data: string }
  | { readonly comment: string }
  /** Bytes as they are. */
  | { readonly raw: string | Uint8Array }
  /** Nothing more until this settles. */
  | { readonly gate: Promise<unknown> };

export interface ChatScript {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An answer that is no stream. */
  readonly body?: string;
  /** Until then not even the head of the response comes. */
  readonly headGate?: Promise<unknown>;
  readonly parts?: readonly Part[];
  readonly lineEnd?: "\n" | "\r\n" | "\r";
  /** Cuts everything into pieces of so many bytes, each a packet of its own as far as the system allows. */
  readonly pieceBytes?: number;
  /** `whole`: a proper end. `cut`: the connection closes within the response. */
  readonly end?: "whole" | "cut";
}

export interface ChatRequest {
  readonly path: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: ChatBody;
  /** Resolves with `performance.now()` when the connection closes before the response was whole. */
  readonly closed: Promise<number>;
}

export interface ChatBody {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly stream: boolean;
  readonly [key: string]: unknown;
}

const chunk = (choice: unknown, more: object = {}): Part => ({
  data: JSON.stringify({ id: "chatcmpl-1", object: "chat.completion.chunk", choices: [choice], ...more }),
});

/** The parts of a true stream. */
export const say = (content: string | null): Part =>
  chunk({ index: 0, delta: { content }, finish_reason: null });
export const role = (): Part =>
  chunk({ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null });
export const finish = (reason = "stop", more: object = {}): Part =>
  chunk({ index: 0, delta: {}, finish_reason: reason }, more);
export const usage = (input: number, output: number, more: object = {}): Part => ({
  data: JSON.stringify({
    choices: [],
    usage: { prompt_tokens: input, completion_tokens: output, ...more },
  }),
});
export const doneMark: Part = { data: "[DONE]" };

/** A stream as it should be. */
export const wellBehaved = (...words: readonly string[]): ChatScript => ({
  parts: [role(), ...words.map(say), finish(), usage(10, words.length), doneMark],
});

export const key = "test-key-0123456789";

export class ChatServer implements AsyncDisposable {
  baseUrl = "";
  readonly requests: ChatRequest[] = [];
  /** What was wrong with the requests; a test ends with none. */
  readonly problems: string[] = [];
  /** Connections that were ever opened. */
  connections = 0;
  readonly #server: Server;
  readonly #scripts: ChatScript[] = [];
  readonly #sockets = new Set<Socket>();
  #arrived = Promise.withResolvers<void>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(...scripts: readonly ChatScript[]): Promise<ChatServer> {
    const server = createServer();
    const chat = new ChatServer(server);
    chat.script(...scripts);
    server.on("connection", (socket: Socket) => chat.#serve(socket));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    chat.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    return chat;
  }

  /** One for each request to come; without one a request gets a 500. */
  script(...scripts: readonly ChatScript[]): void {
    this.#scripts.push(...scripts);
  }

  /** Resolves with the n-th request, from 0. */
  async request(index: number): Promise<ChatRequest> {
    for (;;) {
      const request = this.requests[index];
      if (request !== undefined) return request;
      await this.#arrived.promise;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve())); // Also when closed before.
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
      closed.resolve(performance.now());
    });
    socket.on("data", (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      const read = readRequest(received);
      if (read === undefined) return;
      received = received.subarray(read.length);
      closed = Promise.withResolvers();
      this.#check(read.head, read.body);
      const { path, headers } = read.head;
      this.requests.push({ path, headers, body: read.body, closed: closed.promise });
      this.#arrived.resolve();
      this.#arrived = Promise.withResolvers();
      void play(socket, this.#scripts.shift() ?? { status: 500, body: "no script" });
    });
  }

  #check({ method, path, headers }: Head, { stream, messages, stream_options }: ChatBody): void {
    const must = (condition: boolean, problem: string) => condition || this.problems.push(problem);
    must(method === "POST", `method ${method}`);
    must(path.split("?")[0] === "/v1/chat/completions", `path ${path}`);
    must(headers.get("content-type") === "application/json", `content type ${headers.get("content-type")}`);
    const bearer = headers.get("authorization");
    must(bearer === undefined || bearer === `Bearer ${key}`, "a wrong key");
    must(stream === true, "not streamed");
    must(JSON.stringify(stream_options) === '{"include_usage":true}', "no usage asked for");
    const roles = messages.map((message) => message.role);
    const turns = roles[0] === "system" ? roles.slice(1) : roles;
    must(
      turns.every((turn, index) => turn === (index % 2 === 0 ? "user" : "assistant")),
      `roles do not alternate: ${roles.join(" ")}`,
    );
    must(turns.at(-1) === "user", "the last turn is not the caller's");
    must(
      messages.every(({ content }) => typeof content === "string" && content !== ""),
      "an empty message",
    );
  }
}

interface Head {
  readonly method: string;
  readonly path: string;
  readonly headers: ReadonlyMap<string, string>;
}

function readRequest(bytes: Buffer): { head: Head; body: ChatBody; length: number } | undefined {
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
  const body = JSON.parse(bytes.subarray(end + 4, length).toString("utf8")) as ChatBody;
  return { head: { method, path, headers }, body, length };
}

async function play(socket: Socket, script: ChatScript): Promise<void> {
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
  for (const part of parts) {
    if ("gate" in part) await part.gate;
    else await sendPieces(socket, bytesOf(part, lineEnd), script.pieceBytes);
  }
  if (end === "whole") socket.write("0\r\n\r\n");
  if (end === "cut") socket.end();
}

function bytesOf(part: Exclude<Part, { gate: unknown }>, lineEnd: string): Buffer {
  if ("raw" in part) return Buffer.from(part.raw as string);
  if ("comment" in part) return Buffer.from(`: ${part.comment}${lineEnd}${lineEnd}`);
  return Buffer.from(`data: ${part.data}${lineEnd}${lineEnd}`);
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
