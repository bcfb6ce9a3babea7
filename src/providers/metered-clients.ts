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

export function meteredLlm(llm: Llm, report: Report): Llm {
  return {
    ...llm,
    async *stream(request, context, signal): AsyncGenerator<LlmEvent> {
      let isCounted = false;
      let outputChars = 0;
      try {
        for await (const event of llm.stream(request, context, signal)) {
          if (event.type === "usage") report(event.usage);
          isCounted ||= event.type === "usage";
          if (event.type === "text") outputChars += event.delta.length;
          if (event.type === "tool_call") outputChars += event.arguments.length;
          yield event;
        }
      } finally {
        // Whoever stops reading, or is cut off, never hears the vendor's count, and what came is paid for all the same.
        if (!isCounted && outputChars > 0) report(estimatedUsage(request, outputChars));
      }
    },
  };
}
