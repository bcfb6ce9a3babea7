// Chat test client: a client of the scripted chat completions server, which starts and stops around each test.

import { expect } from "bun:test";
import { type Clock, wallClock } from "../../../src/base/clock.ts";
import { openLog, silentLog } from "../../../src/base/log.ts";
import { Secret } from "../../../src/base/secret.ts";
import { type Llm, type LlmEvent, ProviderError } from "../../../src/providers/provider-contract.ts";
import { openOpenAiLlm, type OpenAiLlmOptions } from "../../../src/providers/llm/llm-openai.ts";
import { type ChatScript, ChatServer, key } from "./chat-server.ts";

export { never } from "../providers/stream-server.ts";
export const question = "A question that nobody else may read";
const messages = [{ role: "user", text: question }] as const;

let server: ChatServer | undefined;
/** For `afterEach`: closes the server and checks its list of faults. */
export async function closeServer(): Promise<void> {
  const problems = server?.problems ?? [];
  await server?.[Symbol.asyncDispose]();
  server = undefined;
  expect(problems).toEqual([]);
}

/** One server at a time: a second one replaces the first. */
export async function serve(...scripts: readonly ChatScript[]): Promise<ChatServer> {
  await server?.[Symbol.asyncDispose]();
  server = await ChatServer.open(...scripts);
  return server;
}

interface Options extends Partial<OpenAiLlmOptions> {
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  readonly logged?: string[];
  /** A model that has answered before; absent: each request has a new one. */
  readonly llm?: Llm;
}

export function openClient(to: ChatServer, more: Partial<OpenAiLlmOptions> = {}): Llm {
  return openOpenAiLlm({
    baseUrl: to.baseUrl,
    apiKey: new Secret(key),
    model: "tiny",
    firstTokenMs: 10_000,
    random: () => 0,
    ...more,
  });
}

export function ask(to: ChatServer, options: Options = {}): AsyncIterator<LlmEvent> {
  const { clock = wallClock, signal = new AbortController().signal, logged, llm, ...more } = options;
  const client = llm ?? openClient(to, more);
  const log =
    logged === undefined
      ? silentLog
      : openLog({ level: "debug", format: "json", write: (line) => logged.push(line) });
  return client.stream({ messages }, { clock, log }, signal)[Symbol.asyncIterator]();
}

/** All events, and the final error. */
export async function all(stream: AsyncIterator<LlmEvent>) {
  const events: LlmEvent[] = [];
  let error: ProviderError | undefined;
  try {
    for (let next = await stream.next(); next.done !== true; next = await stream.next()) {
      events.push(next.value);
    }
  } catch (thrown) {
    if (!(thrown instanceof ProviderError)) throw thrown;
    error = thrown;
  }
  const text = events.map((event) => (event.type === "text" ? event.delta : "")).join("");
  const used = events.find((event) => event.type === "usage")?.usage;
  return { events, text, used, reason: events.find((event) => event.type === "done")?.reason, error };
}
