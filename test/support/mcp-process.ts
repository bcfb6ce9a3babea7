// MCP process: `voice-flow mcp` as an agent starts it, with messages as lines. Other output on stdout fails.

import type { JsonObject } from "../../src/mcp/rpc-message.ts";
import type { Carry } from "./mcp-peer.ts";
import { product } from "./servers/product.ts";

export class McpProcess implements AsyncDisposable {
  readonly #child: Bun.Subprocess<"pipe", "pipe", "pipe">;
  readonly #waiting = new Map<unknown, (answer: JsonObject) => void>();
  readonly #reading: Promise<void>;

  constructor(folder: string) {
    const command = [...product, "mcp", "--dir", folder];
    this.#child = Bun.spawn(command, { env: {}, stdin: "pipe", stdout: "pipe", stderr: "pipe" });
    this.#reading = this.#read();
  }

  readonly carry: Carry = async (message) => {
    const { promise, resolve } = Promise.withResolvers<JsonObject>();
    if ("id" in message) this.#waiting.set(message["id"], resolve);
    await this.#child.stdin.write(`${JSON.stringify(message)}\n`);
    await this.#child.stdin.flush();
    return "id" in message ? await Promise.race([promise, this.#failed()]) : undefined;
  };

  /** Closes the input; resolves to the exit code and the stderr. */
  async close(): Promise<readonly [code: number, err: string]> {
    await this.#child.stdin.end();
    const err = await new Response(this.#child.stderr).text();
    await this.#reading;
    return [await this.#child.exited, err];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#child.exited;
  }

  async #failed(): Promise<never> {
    await this.#reading;
    throw new Error(`It ended with ${await this.#child.exited}`);
  }

  async #read(): Promise<void> {
    let rest = "";
    const decoder = new TextDecoder();
    for await (const chunk of this.#child.stdout) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const answer = JSON.parse(line) as JsonObject;
        this.#waiting.get(answer["id"])?.(answer);
      }
    }
    if (rest !== "") throw new Error(`It wrote half a line: ${rest}`);
  }
}
