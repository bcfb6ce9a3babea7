// Session on stdio: messages of the Model Context Protocol, one a line. Requests are answered in order of completion;
// cancelled ones are not answered.

import { answerMcp, type McpServer } from "../../mcp/mcp-server.ts";
import { type JsonObject, readRpc, rpcError, type RpcId } from "../../mcp/rpc-message.ts";

/** A whole flow, escaped. */
const lineBytesMax = 1_024 * 1_024;
/** Simultaneous requests; the next line waits. */
const runningMax = 16;
const newline = 0x0a;

export class StdioSession {
  readonly #server: McpServer;
  readonly #write: (line: string) => void;
  readonly #running = new Map<RpcId, AbortController>();
  readonly #tasks = new Set<Promise<void>>();

  /** `write` gets whole lines. */
  constructor(server: McpServer, write: (line: string) => void) {
    this.#server = server;
    this.#write = write;
  }

  /** Resolves when the input has ended and everything is answered. */
  async run(input: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>): Promise<void> {
    for await (const line of linesOf(input as AsyncIterable<Uint8Array>)) {
      if (this.#tasks.size >= runningMax) await Promise.race(this.#tasks);
      const task = this.#take(line).finally(() => this.#tasks.delete(task));
      this.#tasks.add(task);
    }
    await Promise.all(this.#tasks);
  }

  async #take(line: Uint8Array | "too-long"): Promise<void> {
    if (line === "too-long")
      return this.#send(
        rpcError(null, { kind: "invalid", message: `A line has at most ${lineBytesMax} bytes.` }),
      );
    const read = parse(line);
    if (read === undefined)
      return this.#send(rpcError(null, { kind: "parse", message: "The line is not JSON." }));
    const message = readRpc(read.value);
    if (message.type === "notification" && message.method === "notifications/cancelled")
      return this.#running.get(message.params["requestId"] as RpcId)?.abort();
    if (message.type !== "request") return await this.#answer(read.value, new AbortController().signal);
    const { id } = message;
    if (this.#running.has(id))
      return this.#send(
        rpcError(id, { kind: "invalid", message: "A request with this id is not answered yet." }),
      );
    const running = new AbortController();
    this.#running.set(id, running);
    try {
      await this.#answer(read.value, running.signal);
    } catch (error) {
      // A bug of ours, which must not end the client's other requests.
      console.error(error);
      this.#send(rpcError(id, { kind: "internal", message: "Internal error." }));
    } finally {
      this.#running.delete(id);
    }
  }

  async #answer(value: unknown, signal: AbortSignal): Promise<void> {
    const { body } = await answerMcp(this.#server, value, { signal });
    if (body !== undefined && !signal.aborted) this.#send(body);
  }

  #send(message: JsonObject): void {
    this.#write(`${JSON.stringify(message)}\n`);
  }
}

/** Lines without their ends; a line over the limit is only reported. */
async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array | "too-long"> {
  let parts: Uint8Array[] = [];
  let size = 0;
  const add = (part: Uint8Array): void => {
    size += part.length;
    if (size <= lineBytesMax) parts.push(part);
  };
  const take = (): Uint8Array | "too-long" | undefined => {
    const line = size > lineBytesMax ? "too-long" : size === 0 ? undefined : Buffer.concat(parts);
    [parts, size] = [[], 0];
    return line;
  };
  for await (const chunk of input) {
    let from = 0;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      add(chunk.subarray(from, at));
      from = at + 1;
      const line = take();
      if (line !== undefined) yield line;
    }
    // Copied: the next chunk may be read into the same bytes.
    if (from < chunk.length) add(chunk.slice(from));
  }
  const last = take();
  if (last !== undefined) yield last;
}

function parse(line: Uint8Array): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(line)) };
  } catch {
    return undefined;
  }
}
