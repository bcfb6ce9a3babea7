// Model of a call's outcome: asks a language model after a call for its summary and the caller's values. Nothing is
// trusted here: the flow checks it.

import type { Clock } from "../../base/clock.ts";
import { aborted } from "../../base/abort-promise.ts";
import type { ModelOutcome } from "../../flow/engine/run/outside/call-outcome.ts";
import { summaryCharsMax } from "../../flow/engine/run/outside/hand-over.ts";
import type { OutcomeRequest } from "../../flow/engine/run/step-contract.ts";
import type { Llm, ProviderContext } from "../../providers/provider-contract.ts";
import { ObjectReader } from "../object-reader.ts";
import { outcomePrompt } from "./flow-prompt.ts";

/** Time limit; only the held money waits for the outcome. */
const outcomeMsMax = 20_000;
/** Beyond this a model does not answer but ramble. */
const answerCharsMax = 16_000;

export interface OutcomeModel {
  readonly llm: Llm;
  readonly context: ProviderContext;
  readonly clock: Clock;
}

/** `model`: it failed, or wrote no JSON; `time`: too slow. Rejects only if `signal` is aborted. */
export async function wordedOutcome(
  request: OutcomeRequest,
  { llm, context, clock }: OutcomeModel,
  signal: AbortSignal,
): Promise<ModelOutcome | "model" | "time"> {
  const enough = new AbortController();
  const late = new AbortController();
  using _late = clock.after(outcomeMsMax, () => late.abort());
  const both = AbortSignal.any([signal, enough.signal, late.signal]);
  const read = async (): Promise<unknown> => {
    const reader = new ObjectReader("");
    let chars = 0;
    const asked = outcomePrompt(request, llm.can ?? { tools: false, json: false });
    for await (const event of llm.stream(asked, context, both)) {
      if (event.type !== "text") continue;
      chars += event.delta.length;
      if (chars > answerCharsMax) break;
      reader.push(event.delta);
    }
    return reader.object;
  };
  try {
    // A model that hangs despite its signal is not awaited either.
    const written = await Promise.race([read(), aborted(both)]);
    if (late.signal.aborted) return "time";
    signal.throwIfAborted();
    return outcomeIn(written) ?? "model";
  } catch (error) {
    signal.throwIfAborted();
    if (late.signal.aborted) return "time";
    context.log.warn("flow.model-failed", { error });
    return "model";
  } finally {
    enough.abort();
  }
}

function outcomeIn(written: unknown): ModelOutcome | undefined {
  if (typeof written !== "object" || written === null) return undefined;
  const { summary, set } = written as Readonly<Record<string, unknown>>;
  const words = typeof summary === "string" ? summary.replaceAll(/\s+/g, " ").trim() : "";
  return {
    ...(words === "" ? {} : { summary: words.slice(0, summaryCharsMax).toWellFormed() }),
    ...(typeof set === "object" && set !== null ? { set } : {}),
  };
}
