// Outcome of a call: makes its flow's results after the call, with a model if there is one.

import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { JsonObject } from "../../db/port/stored-rows.ts";
import type { Program } from "../flow/language/program.ts";
import { type CallEnd, outcomeOf, outcomeRequest } from "../flow/engine/run/outside/call-outcome.ts";
import { type FlowMemory, readMemory } from "../voice/flow/flow-memory.ts";
import { wordedOutcome } from "../voice/flow/outcome-model.ts";
import type { Plan } from "./call-plan.ts";

/**
 * Reason of a failure. `call`: the words are no longer known. `credits`: no money for a model. `model`: it failed.
 * `time`: too slow. `shutdown`: the server stopped.
 */
export type OutcomeFailure = "call" | "credits" | "model" | "time" | "shutdown";

export type MadeOutcome =
  | { readonly state: "done"; readonly summary: string | null; readonly extracted: JsonObject }
  | { readonly state: "failed"; readonly reason: OutcomeFailure };

const failed = (reason: OutcomeFailure): MadeOutcome => ({ state: "failed", reason });

/** Undefined for a flow without one. `memory`: the responder's memory at the end. */
export function outcomeToMake(
  { program, providers }: Pick<Plan, "program" | "providers">,
  memory: () => string | undefined,
): OutcomeToMake | undefined {
  const onEnd = program?.onEnd;
  if (program === undefined || onEnd === undefined) return undefined;
  const flowMemory = memoryOf(program, memory);
  const end = flowMemory && { program, onEnd, state: flowMemory.state };
  return { end, llm: end && outcomeRequest(end) && providers.llm };
}

/** A call ended by a bug may know nothing. */
function memoryOf(program: Program, memory: () => string | undefined): FlowMemory | undefined {
  try {
    const text = memory();
    return text === undefined ? undefined : readMemory(text, program);
  } catch {
    return undefined;
  }
}

export interface OutcomeToMake {
  /** Undefined: unknown. */
  readonly end: CallEnd | undefined;
  /** Model to ask; undefined: none. */
  readonly llm: Plan["providers"]["llm"];
}

/** Never rejects. */
export async function makeOutcome(
  { end, llm }: OutcomeToMake,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  signal: AbortSignal,
): Promise<MadeOutcome> {
  if (end === undefined) return failed("call");
  try {
    const request = llm && outcomeRequest(end);
    if (llm === undefined || request === undefined) return done(end, undefined);
    signal.throwIfAborted();
    const written = await wordedOutcome(request, { llm, clock, context: { clock, log } }, signal);
    return typeof written === "string" ? failed(written) : done(end, written);
  } catch (error) {
    if (signal.aborted) return failed("shutdown");
    log.error("session.bug", { effect: "outcome", error });
    return failed("model");
  }
}

function done(end: CallEnd, written: Parameters<typeof outcomeOf>[1]): MadeOutcome {
  const { summary, extracted } = outcomeOf(end, written);
  return { state: "done", summary, extracted: { ...extracted } };
}
