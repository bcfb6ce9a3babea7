// Metered clients: recognisers, voices and models whose use is reported to whoever keeps the account of a session.
// What they do is unchanged.

import { estimatedUsage } from "./llm/token-estimate.ts";
import type { Llm, LlmEvent, Stt, Tts, Usage } from "./provider-contract.ts";

type Report = (usage: Usage) => void;

export function meteredStt(stt: Stt, report: Report): Stt {
  return {
    ...stt,
    open: (sink, context, signal) =>
      stt.open(
        (event) => {
          if (event.type === "usage") report(event.usage);
          sink(event);
        },
        context,
        signal,
      ),
  };
}

export function meteredTts(tts: Tts, report: Report): Tts {
  return {
    ...tts,
    speak: (text, sink, context) =>
      tts.speak(
        text,
        (event) => {
          if (event.type === "usage") report(event.usage);
          sink(event);
        },
        context,
      ),
    ...(tts.voiced && { voiced: (manner) => meteredTts(tts.voiced?.(manner) ?? tts, report) }),
    ...(tts.forCall && {
      forCall: (context, call) => meteredTts(tts.forCall?.(context, call) ?? tts, report),
    }),
  };
}

/**
 * Reports each request once. An answer that is cut, breaks off or is given up after it has begun is not counted by its
 * vendor before the end, but is billed: it is estimated.
 */
export function meteredLlm(llm: Llm, report: Report): Llm {
  return {
    ...llm,
    async *stream(request, context, signal): AsyncGenerator<LlmEvent> {
      let chars = 0;
      let isReported = false;
      try {
        for await (const event of llm.stream(request, context, signal)) {
          if (event.type === "usage") {
            isReported = true;
            report(event.usage);
          }
          if (event.type === "text") chars += event.delta.length;
          if (event.type === "tool_call") chars += event.name.length + event.arguments.length;
          yield event;
        }
      } finally {
        if (chars > 0 && !isReported) report(estimatedUsage(request, chars));
      }
    },
  };
}
