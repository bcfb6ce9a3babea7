// Work span: the work of a tool, a model or a voice, as a span.

import type { CallEvent } from "../voice/call-event.ts";
import type { Span } from "./span.ts";
import { plainName, spanIn, type TraceHead } from "./trace-head.ts";

type Finished = Extract<CallEvent, { readonly type: "tool-finished" | "provider-finished" }>;

/** Work with its number in the call, which distinguishes equal pieces of work. */
export type FinishedWork = Finished & { readonly number: number };

/** Start of the work, in milliseconds since the call began. */
export function startOf({ atMs, tookMs }: Finished): number {
  return Math.max(0, atMs - tookMs);
}

/** Cancelled work is no error. */
const isWrong = (failure: string | undefined): boolean => failure !== undefined && failure !== "cancelled";

export function spanOfWork(head: TraceHead, work: FinishedWork, parentSpanId: string): Span {
  const span = spanIn(head, parentSpanId);
  const startMs = startOf(work);
  const { atMs: endMs, failure, type, number } = work;
  const times = { startMs, endMs, isError: isWrong(failure) };
  if (type === "tool-finished") {
    const tool = plainName(work.tool);
    return span(`tool ${startMs} ${number}`, {
      ...times,
      name: `execute_tool ${tool}`,
      attributes: {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": tool,
        "gen_ai.tool.type": "function",
        "voice.flow.id": plainName(work.flowId),
        "voice.tool.example": work.isExample,
        "error.type": failure,
      },
    });
  }
  const { kind, firstMs, characters, tokens, isPreemptive } = work;
  const provider = plainName(work.provider);
  if (kind === "tts")
    return span(`tts ${startMs} ${number}`, {
      ...times,
      name: "tts",
      kind: "client",
      attributes: {
        "gen_ai.provider.name": provider,
        "voice.tts.characters": characters,
        "voice.tts.first_audio_ms": firstMs,
        "error.type": failure,
      },
    });
  const model = plainName(work.model ?? "");
  return span(`chat ${startMs} ${number}`, {
    ...times,
    name: `chat ${model}`,
    kind: "client",
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": provider,
      "gen_ai.request.model": model,
      "gen_ai.usage.input_tokens": tokens?.input,
      "gen_ai.usage.output_tokens": tokens?.output,
      "gen_ai.usage.cache_read.input_tokens": tokens?.cachedInput,
      "voice.chat.first_token_ms": firstMs,
      "voice.chat.preemptive": isPreemptive,
      "error.type": failure,
    },
  });
}
