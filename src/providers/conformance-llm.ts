// Conformance checks of language models: duties of every client. They need no test runner: the suite runs them
// against scripted servers, and an operator may run those without a script against a real server.

import { assert } from "../base/assert.ts";
import {
  type Llm,
  type LlmEvent,
  type LlmMessage,
  type LlmRequest,
  type LlmTool,
  type LlmToolCall,
  ProviderError,
  type ProviderContext,
} from "./provider-contract.ts";

/**
 * Behaviour of the server: `answer` briefly, answer at length (`long`), call the `tool` and then answer, return the
 * requested `json`. Any model does these; the others need a script: fall `silent` after the first text, fall silent
 * within a tool call after a text (`silent_tool`), answer with nothing (`empty`).
 */
export type LlmCheckServer = "answer" | "long" | "tool" | "json" | "silent" | "silent_tool" | "empty";

export const unscripted: ReadonlySet<LlmCheckServer> = new Set(["answer", "long", "tool", "json"] as const);

export interface LlmCheck {
  readonly name: string;
  readonly server: LlmCheckServer;
  /** Ability that the client needs. */
  readonly needs?: "tools" | "json";
  /** Throws when the promise is broken. */
  run(llm: Llm, context: ProviderContext): Promise<void>;
}

/**
 * Reason why this client is exempt from the check, from its row in the catalogue; undefined if it is not. Throws if
 * the row does not mention it.
 */
export function whyNot(
  { name, needs }: LlmCheck,
  llm: Llm,
  lacks: readonly string[] = [],
): string | undefined {
  if (needs === undefined || llm.can?.[needs] === true) return undefined;
  const reason = lacks.find((words) => words.toLowerCase().includes(needs));
  assert(reason !== undefined, `${llm.id} fails "${name}", and its catalog row gives no reason`);
  return reason;
}

const messages: readonly LlmMessage[] = [
  { role: "system", text: "Answer in one short sentence." },
  { role: "user", text: "Say hello." },
];

/** Twenty turns of a talk, in several scripts: 9,000 characters. */
const longTalk: readonly LlmMessage[] = [
  { role: "system", text: "You tell long stories." },
  ...Array.from({ length: 20 }, (_, turn): readonly LlmMessage[] => [
    { role: "user", text: `${turn}: ${"And then? Und dann? Что потом? 然后呢？ ".repeat(5)}` },
    { role: "assistant", text: `${turn}: ${"They went on, over the hills and far away. ".repeat(6)}` },
  ]).flat(),
  { role: "user", text: "Tell all of it once more." },
];

const weatherTool: LlmTool = {
  name: "look_up_weather",
  description: "Tells the weather of a town.",
  parameters: {
    type: "object",
    properties: { town: { type: "string" } },
    required: ["town"],
    additionalProperties: false,
  },
};
const weatherQuestion: readonly LlmMessage[] = [
  { role: "system", text: "Use your tool, then answer in one short sentence." },
  { role: "user", text: "What is the weather in Oslo?" },
];
const townJson = {
  name: "town",
  schema: {
    type: "object",
    properties: { town: { type: "string" } },
    required: ["town"],
    additionalProperties: false,
  },
} as const;

export const llmChecks: readonly LlmCheck[] = [
  {
    name: "names itself and its model",
    server: "answer",
    run: async (llm) => {
      assert(/^[a-z][a-z0-9-]*$/.test(llm.id), "the id is in the catalog");
      assert(llm.model !== "", "the model has a name");
    },
  },
  {
    name: "gives text, then usage, then exactly one end",
    server: "answer",
    run: async (llm, context) => {
      const events = await collect(llm.stream({ messages }, context, new AbortController().signal));
      const types = events.map(({ type }) => type).join(" ");
      assert(/^(text )+usage done$/.test(types), `text, usage, done; came: ${types}`);
      assert(
        events.every((event) => event.type !== "text" || event.delta !== ""),
        "no piece of text is empty",
      );
    },
  },
  {
    name: "counts tokens",
    server: "answer",
    run: async (llm, context) => {
      const events = await collect(llm.stream({ messages }, context, new AbortController().signal));
      const usage = events.find((event) => event.type === "usage")?.usage;
      assert(usage?.unit === "tokens" && usage.input > 0 && usage.output > 0, "input and output are counted");
    },
  },
  {
    name: "sends no request when it is cancelled before it begins",
    server: "answer",
    run: async (llm, context) => {
      const error = await failureOf(llm.stream({ messages }, context, AbortSignal.abort()));
      assert(error.kind === "cancelled", `the failure is called cancelled, not ${error.kind}`);
    },
  },
  {
    name: "ends as cancelled when it is cancelled while it waits",
    server: "silent",
    run: async (llm, context) => {
      const abort = new AbortController();
      const stream = llm.stream({ messages }, context, abort.signal)[Symbol.asyncIterator]();
      const first = await stream.next();
      assert(first.done !== true && first.value.type === "text", "the first event is text");
      const next = failureOf({ [Symbol.asyncIterator]: () => stream });
      abort.abort(new Error("barge-in"));
      const error = await next;
      assert(error.kind === "cancelled", `the failure is called cancelled, not ${error.kind}`);
      assert(error.info.emitted, "it reports that text was already sent");
      assert(!error.retryable, "the error is final");
    },
  },
  {
    name: "stops when the listener leaves early",
    server: "silent",
    run: async (llm, context) => {
      for await (const event of llm.stream({ messages }, context, new AbortController().signal)) {
        if (event.type === "text") break;
      }
    },
  },
  {
    name: "reads a long talk and gives a long answer",
    server: "long",
    run: async (llm, context) => {
      const { text, reason } = await ask(llm, { messages: longTalk }, context);
      assert(text.length > 20, `the answer is long; it has ${text.length} characters`);
      assert(reason === "stop" || reason === "length", `it ends as answers do, not with ${reason}`);
    },
  },
  {
    name: "ends without text when the model says nothing",
    server: "empty",
    run: async (llm, context) => {
      const { events, reason } = await ask(llm, { messages }, context);
      const types = events.map(({ type }) => type).join(" ");
      assert(types === "usage done", `usage and done; came: ${types}`);
      assert(reason === "stop", `it ended by itself, not with ${reason}`);
    },
  },
  {
    name: "calls a tool, and continues with its result",
    server: "tool",
    needs: "tools",
    run: async (llm, context) => {
      const request = { messages: weatherQuestion, tools: [weatherTool], toolChoice: "required" } as const;
      const asked = await ask(llm, request, context);
      const types = asked.events.map(({ type }) => type).join(" ");
      assert(/^(text )*(opaque )?(tool_call )+usage done$/.test(types), `calls before usage; came: ${types}`);
      assert(asked.reason === "tool_calls", `it ends for its calls, not with ${asked.reason}`);
      for (const call of asked.calls) {
        assert(call.name === weatherTool.name, `it calls an existing tool, not "${call.name}"`);
        const given: unknown = JSON.parse(call.arguments);
        assert(typeof given === "object" && given !== null && "town" in given, "the arguments are complete");
      }
      const ids = asked.calls.map(({ id }) => id);
      assert(new Set(ids).size === ids.length && !ids.includes(""), "each call has its own id");
      const results = asked.calls.map(
        ({ id, name }) => ({ role: "tool", id, name, text: "Rain, 7 degrees." }) as const,
      );
      const next = [...weatherQuestion, asked.message, ...results];
      const answer = await ask(llm, { messages: next, tools: [weatherTool] }, context);
      assert(answer.text !== "", "it answers with the result");
      assert(answer.reason === "stop", `and ends; it ended with ${answer.reason}`);
    },
  },
  {
    name: "calls no tool when it must not",
    server: "answer",
    needs: "tools",
    run: async (llm, context) => {
      const request = { messages: weatherQuestion, tools: [weatherTool], toolChoice: "none" } as const;
      const { calls, text } = await ask(llm, request, context);
      assert(calls.length === 0 && text !== "", "it answers in words");
    },
  },
  {
    name: "ends as cancelled while a tool call arrives",
    server: "silent_tool",
    needs: "tools",
    run: async (llm, context) => {
      const abort = new AbortController();
      const request = { messages: weatherQuestion, tools: [weatherTool] };
      const stream = llm.stream(request, context, abort.signal)[Symbol.asyncIterator]();
      const first = await stream.next();
      assert(first.done !== true && first.value.type === "text", "the first event is text");
      const next = failureOf({ [Symbol.asyncIterator]: () => stream });
      abort.abort(new Error("barge-in"));
      const { kind } = await next;
      assert(kind === "cancelled", `the failure is called cancelled, not ${kind}`);
    },
  },
  {
    name: "gives the requested JSON",
    server: "json",
    needs: "json",
    run: async (llm, context) => {
      const asked = { role: "user", text: "Which town: I live in Oslo." } as const;
      const { text } = await ask(llm, { messages: [asked], json: townJson }, context);
      const given: unknown = JSON.parse(text);
      assert(typeof given === "object" && given !== null && "town" in given, "the object has its field");
    },
  },
];

/** All parts of one answer, and the resulting message. */
async function ask(llm: Llm, request: LlmRequest, context: ProviderContext) {
  const events = await collect(llm.stream(request, context, new AbortController().signal));
  const text = events.map((event) => (event.type === "text" ? event.delta : "")).join("");
  const calls = events.flatMap((event): readonly LlmToolCall[] =>
    event.type === "tool_call" ? [{ id: event.id, name: event.name, arguments: event.arguments }] : [],
  );
  const opaque = events.find((event) => event.type === "opaque")?.opaque;
  const message: LlmMessage = {
    role: "assistant",
    text,
    ...(calls.length === 0 ? {} : { toolCalls: calls }),
    ...(opaque === undefined ? {} : { opaque }),
  };
  return { events, text, calls, message, reason: events.find((event) => event.type === "done")?.reason };
}

async function collect(stream: AsyncIterable<LlmEvent>): Promise<LlmEvent[]> {
  const events: LlmEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

async function failureOf(stream: AsyncIterable<LlmEvent>): Promise<ProviderError> {
  try {
    await collect(stream);
  } catch (error) {
    if (error instanceof ProviderError) return error;
    throw error;
  }
  throw new Error("Assumption broken: the stream fails");
}
