// Scripted language model: writes a script at its pace in virtual time, and remembers its requests.

import type { Clock } from "../../../src/base/clock.ts";
import { aborted } from "../../../src/base/abort-promise.ts";
import { delay } from "../../../src/base/clock.ts";
import type { Llm, LlmOpaque, LlmRequest, LlmToolCall } from "../../../src/providers/provider-contract.ts";
import { providerError } from "./scripted-provider.ts";

export type LlmScriptStep =
  /** Text. */
  | string
  /** Milliseconds of silence. */
  | number
  | { readonly call: LlmToolCall }
  | { readonly opaque: LlmOpaque }
  /** The connection breaks. */
  | { readonly fails: Parameters<typeof providerError>[0] }
  /** Nothing more follows. */
  | { readonly hangs: true };

export type LlmScript = readonly LlmScriptStep[];

export interface ScriptedLlm extends Llm {
  readonly asked: LlmRequest[];
  /** Number of answers in progress. */
  writing: number;
  /** Number of answers that were cancelled before their end. */
  aborted: number;
}

/** One script for each request; without one the request fails. `reports`: tokens of each answer that is whole. */
export function scriptedLlm(
  clock: Clock,
  scripts: readonly LlmScript[],
  { can, outputTokens = 5 }: { readonly can?: NonNullable<Llm["can"]>; readonly outputTokens?: number } = {},
): ScriptedLlm {
  const left = [...scripts];
  const llm: ScriptedLlm = {
    id: "scripted",
    model: "scripted-1",
    ...(can === undefined ? {} : { can }),
    asked: [],
    writing: 0,
    aborted: 0,
    async *stream(request, _context, signal) {
      llm.asked.push(request);
      llm.writing++;
      let isOver = false;
      try {
        for (const step of left.shift() ?? [{ fails: "transient" } as const]) {
          if (signal.aborted) throw providerError("cancelled");
          if (typeof step === "string") yield { type: "text", delta: step };
          else if (typeof step === "number") await delay(clock, step, signal).catch(() => undefined);
          else if ("call" in step) yield { type: "tool_call", ...step.call };
          else if ("opaque" in step) yield { type: "opaque", opaque: step.opaque };
          else if ("fails" in step) throw providerError(step.fails);
          else await aborted(signal);
        }
        if (signal.aborted) throw providerError("cancelled");
        isOver = true;
        yield {
          type: "usage",
          usage: { unit: "tokens", input: 10, output: outputTokens, basis: "reported" },
        };
        yield { type: "done", reason: "stop" };
      } finally {
        llm.writing--;
        if (!isOver && signal.aborted) llm.aborted++;
      }
    },
  };
  return llm;
}
