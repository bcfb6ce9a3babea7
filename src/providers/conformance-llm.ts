// Conformance checks of language models: what every client must do. They need no test runner: the suite runs them
// against scripted servers, and an operator may run the ones that need no script against the real thing.

import { assert } from "../base/assert.ts";
import {
  type Llm,
  type LlmEvent,
  type LlmMessage,
  ProviderError,
  type ProviderContext,
} from "./provider-contract.ts";

export interface LlmCheck {
  readonly name: string;
  /** What the server has to do: `answer` at all, or fall `silent` after its first text. */
  readonly server: "answer" | "silent";
  /** Throws when the promise is broken. */
  run(llm: Llm, context: ProviderContext): Promise<void>;
}

const messages: readonly LlmMessage[] = [
  { role: "system", text: "Answer in one short sentence." },
  { role: "user", text: "Say hello." },
];

export const llmChecks: readonly LlmCheck[] = [
  {
    name: "names itself and its model",
    server: "answer",
    run: async (llm) => {
      assert(/^[a-z][a-z0-9-]*$/.test(llm.id), "the id is a name of the catalog");
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
    name: "asks nobody when it is cancelled before it begins",
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
      assert(error.info.emitted, "it knows that text was handed on");
      assert(!error.retryable, "nobody tries it again");
    },
  },
  {
    name: "lets go when the listener leaves in the middle",
    server: "silent",
    run: async (llm, context) => {
      for await (const event of llm.stream({ messages }, context, new AbortController().signal)) {
        if (event.type === "text") break;
      }
    },
  },
];

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
