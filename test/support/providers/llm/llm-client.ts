// Language model test client: one family's client and fake, which start and stop around each test.

import { expect } from "bun:test";
import { type Clock, wallClock } from "../../../../src/base/clock.ts";
import { silentLog } from "../../../../src/base/log.ts";
import type { LlmOptions } from "../../../../src/providers/llm/llm-request.ts";
import type { LlmMessage, LlmRequest, LlmToolCall } from "../../../../src/providers/provider-contract.ts";
import { all } from "../../servers/chat-client.ts";
import { type LlmFamily, optionsOf } from "./llm-families.ts";
import type { StreamRequest, StreamScript } from "../stream-server.ts";

export const hello: readonly LlmMessage[] = [{ role: "user", text: "Say hello to everybody." }];
export const weatherTool = {
  name: "look_up_weather",
  description: "Tells the weather of a town.",
  parameters: {
    type: "object",
    properties: { town: { type: "string" } },
    required: ["town"],
    additionalProperties: false,
  },
} as const;
/** A conversation with a tool call, by a model of no particular vendor. */
export const afterTool: readonly LlmMessage[] = [
  { role: "system", text: "Be short." },
  { role: "user", text: "Weather in Oslo?" },
  {
    role: "assistant",
    text: "",
    toolCalls: [{ id: "functions.look_up_weather:0", name: "look_up_weather", arguments: '{"town":"Oslo"}' }],
  },
  { role: "tool", id: "functions.look_up_weather:0", name: "look_up_weather", text: "Rain." },
];

export interface RequestedAnswer {
  readonly clock?: Clock;
  readonly options?: Partial<LlmOptions>;
  readonly request?: Partial<LlmRequest>;
}

/**
 * Sends one request, which the script answers; returns the received events and the sent request. Fails when the fake
 * rejects the request.
 */
export async function askOnce<Body>(family: LlmFamily, script: StreamScript, how: RequestedAnswer = {}) {
  const { clock = wallClock, options, request } = how;
  await using to = await family.open(script);
  const llm = family.client({ ...optionsOf(family, to.baseUrl), retriesMax: 0, ...options });
  const context = { clock, log: silentLog };
  const stream = llm.stream({ messages: hello, ...request }, context, new AbortController().signal);
  const result = await all(stream[Symbol.asyncIterator]());
  const calls = result.events.flatMap((event): readonly LlmToolCall[] =>
    event.type === "tool_call" ? [{ id: event.id, name: event.name, arguments: event.arguments }] : [],
  );
  const opaque = result.events.find((event) => event.type === "opaque")?.opaque;
  const sent = (await to.request(0)) as unknown as StreamRequest<Body>;
  expect(to.problems).toEqual([]);
  return { ...result, calls, opaque, sent };
}
