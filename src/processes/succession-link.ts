// Succession link: the connection between a process and its successor, over a socket in the data folder, which no
// other process may open. Both prove that they know the master key before any other message.

import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { dirname, join, relative } from "node:path";
import { umask } from "node:process";

/** State that the running process reports. */
export interface PredecessorFacts {
  readonly pid: number;
  readonly version: string;
  readonly port: number;
}

/** Calls and settings that the newcomer resumes. */
export interface LeftBehind {
  /** Nodes that have released their sessions. */
  readonly homes: readonly string[];
  /** Running calls of telephones, as src/phone/moved-calls.ts has them; absent: an earlier version has left. */
  readonly phones?: readonly unknown[];
}

/** Messages in the order of the exchange. */
export type SuccessionMessage =
  /** From the running process. */
  | { readonly type: "challenge"; readonly nonce: string }
  /** From the newcomer, an answer to the challenge, with a challenge of its own. */
  | { readonly type: "proof"; readonly proof: string; readonly nonce: string }
  | { readonly type: "welcome"; readonly proof: string; readonly facts: PredecessorFacts }
  /** From the newcomer: everything that needs no data is ready. */
  | { readonly type: "leave" }
  /** The data is free. */
  | ({ readonly type: "left" } & LeftBehind)
  /** From the newcomer: it serves. */
  | { readonly type: "done" };

/** Longer than any message, including 500 telephone calls; a longer line is not from our program. */
const lineCharsMax = 8 * 1024 * 1024;
/** Names of sockets are shorter than paths may be. */
const nameBytesMax = 100;

/** Undefined if the folder's path is too long for a socket. */
export function socketPathIn(directory: string): string | undefined {
  const path = join(directory, "succession.sock");
  const shorter = relative(".", path);
  return [path, shorter].find((name) => Buffer.byteLength(name) <= nameBytesMax);
}

/** One end of the link. */
export class SuccessionLink implements Disposable {
  readonly #socket: Socket;
  readonly #waiting: SuccessionMessage[] = [];
  #news = Promise.withResolvers<void>();
  #isOver = false;
  #text = "";

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding("utf8");
    socket.on("data", (text: string) => this.#take(text));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#isOver = true;
      this.#news.resolve();
    });
  }

  /** Rejects if no process listens there. */
  static to(path: string): Promise<SuccessionLink> {
    return new Promise((resolve, reject) => {
      const socket = connect(path);
      socket.once("error", reject);
      socket.once("connect", () => {
        socket.off("error", reject);
        resolve(new SuccessionLink(socket));
      });
    });
  }

  send(message: SuccessionMessage): void {
    this.#socket.write(`${JSON.stringify(message)}\n`);
  }

  /** Next message, if it has this type. Undefined: the other end is gone, or sent something else. */
  async next<T extends SuccessionMessage["type"]>(
    type: T,
  ): Promise<Extract<SuccessionMessage, { type: T }> | undefined> {
    while (this.#waiting.length === 0 && !this.#isOver) {
      await this.#news.promise;
      this.#news = Promise.withResolvers();
    }
    const message = this.#waiting.shift();
    return message?.type === type ? (message as Extract<SuccessionMessage, { type: T }>) : undefined;
  }

  [Symbol.dispose](): void {
    // The last message still arrives.
    this.#socket.end();
    this.#socket.unref();
  }

  #take(text: string): void {
    const lines = (this.#text + text).split("\n");
    this.#text = lines.pop() ?? "";
    if (this.#text.length > lineCharsMax) return void this.#socket.destroy();
    try {
      this.#waiting.push(...lines.map((line) => JSON.parse(line) as SuccessionMessage));
    } catch {
      this.#socket.destroy();
    }
    this.#news.resolve();
  }
}

export function nonce(): string {
  return randomBytes(32).toString("base64url");
}

/** Proof that its sender knows the key and both nonces; `by` keeps one end's proof from being the other's. */
export function proofOf(key: Uint8Array, by: "newcomer" | "predecessor", nonces: readonly string[]): string {
  return createHmac("sha256", key)
    .update([by, ...nonces].join(" "))
    .digest("base64url");
}

export function isProof(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Listens for connections, only of this user, even in an open folder. */
export async function listenAt(path: string, came: (link: SuccessionLink) => void): Promise<Server> {
  // The earlier holder of the data has left it, or died; the present holder is this process.
  rmSync(path, { force: true });
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const server = createServer((socket) => came(new SuccessionLink(socket)));
  const before = umask(0o177);
  try {
    const listening = Promise.withResolvers<void>();
    server.once("error", listening.reject);
    server.listen(path, listening.resolve);
    await listening.promise;
  } finally {
    umask(before);
  }
  server.unref();
  return server;
}
