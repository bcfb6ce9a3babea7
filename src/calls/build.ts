// A call from its request: which responder speaks, and how what happens is fanned out. The only place that
// knows both the engine and what stands around it.

import { Fault } from "../base/fault.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Program } from "../flow/document.ts";
import type { Llm } from "../providers/contract.ts";
import { openFlowResponder } from "../voice/responder-flow.ts";
import { openLlmResponder } from "../voice/responder-llm.ts";
import type { Responder } from "../voice/responder.ts";
import type { CallRequest } from "./request.ts";

export interface ResponderOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly llm: Llm | undefined;
  readonly systemPrompt: string;
  /** The recogniser understands only what it is told to expect. */
  readonly guided: boolean;
  /** Programs by name. */
  readonly programs: ReadonlyMap<string, Program>;
  /** The flow to run, when it is known already. */
  readonly program?: Program | undefined;
}

/** The flow that stands in for a language model. */
const welcomeProgram = "welcome";

/** Throws `flow/not-found` when there is no such program. */
export function programOf(request: CallRequest, programs: ReadonlyMap<string, Program>): Program | undefined {
  if (request.mode === "assistant") return undefined;
  const program = programs.get(request.programId ?? "");
  if (program !== undefined) return program;
  const names = [...programs.keys()].join(", ");
  throw new Fault(
    "flow/not-found",
    `There is no flow "${request.programId}": the built-in ones are ${names}`,
  );
}

export function openResponder(request: CallRequest, options: ResponderOptions): Responder {
  const { llm, programs, clock, log, systemPrompt, guided } = options;
  const program =
    options.program ??
    programOf(request, programs) ??
    (llm === undefined ? programOf(welcome, programs) : undefined);
  if (program !== undefined) return openFlowResponder({ program, clock, log });
  if (llm === undefined) throw new Error("Neither a program nor a model");
  return openLlmResponder({ llm, systemPrompt, guided, context: { clock, log } });
}

const welcome: CallRequest = { mode: "flow", programId: welcomeProgram };
