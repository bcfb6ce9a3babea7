// Written model: an audio language model asked in writing, one session a request. It is slow and expensive, for trials and
// the doctor alone: a call uses the model as it is.

import type { AudioLlm, AudioLlmAnswer } from "./audio-llm-contract.ts";
import { failure } from "../connection/provider-failure.ts";
import type { Llm, LlmEvent, LlmMessage, ProviderContext } from "../provider-contract.ts";

export function writtenLlm(audio: AudioLlm): Llm {
  return {
    id: audio.id,
    model: audio.model,
    stream: ({ messages }, context, signal) => stream(audio, messages, { context, signal }),
  };
}

interface Asking {
  readonly context: ProviderContext;
  readonly signal: AbortSignal;
}

async function* stream(
  audio: AudioLlm,
  messages: readonly LlmMessage[],
  { context, signal }: Asking,
): AsyncGenerator<LlmEvent> {
  const instructions = messages
    .filter(({ role }) => role === "system")
    .map(({ text }) => text)
    .join("\n\n");
  const history = messages.filter(({ role }) => role !== "system");
  const { promise, resolve } = Promise.withResolvers<AudioLlmAnswer | undefined>();
  const session = await audio.open(
    { instructions, tools: [], history },
    {
      context,
      signal,
      sink: (event) => {
        if (event.type === "answer") resolve(event.answer);
      },
    },
  );
  try {
    void session.closed.then(() => resolve(undefined));
    session.ask(1, { mayCall: false });
    for await (const event of (await promise)?.events ?? [])
      if (event.type !== "text") yield event;
      else if (event.delta !== "") yield { type: "text", delta: event.delta };
    if (signal.aborted) throw failure({ provider: audio.id, capability: "llm" }, "cancelled", "stream");
  } finally {
    session.close();
  }
}
