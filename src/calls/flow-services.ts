// Services of a flow in a call: the account's tools, the session's model, and recordings.

import type { Frame } from "../audio/frame.ts";
import type { Program } from "../flow/language/program.ts";
import type { Llm, ProviderContext } from "../providers/provider-contract.ts";
import { FlowModel } from "../voice/flow-model.ts";
import type { FoundPassage } from "../flow/knowledge/knowledge-index.ts";
import type { OutsideWorkers, SearchWork } from "../flow/engine/outside-work.ts";
import type { FlowOutside } from "../voice/flow-works.ts";

/** Searches a base of an account; undefined if unknown, or if the search failed. */
export type SearchBase = (
  work: SearchWork,
  accountId: string | undefined,
) => Promise<readonly FoundPassage[] | undefined>;

/** Owner of the tools. */
export interface ToolsOwner {
  readonly sessionId: string;
  readonly accountId: string | undefined;
}

export type ToolsOf = (program: Program, owner: ToolsOwner) => OutsideWorkers["runTool"];

/** Common to all calls of a server. */
export interface CallsOutside {
  readonly toolsOf: ToolsOf;
  readonly search: SearchBase;
  /** Stores a caller's message after the tone and returns its id. */
  readonly keep: (sessionId: string, frames: readonly Frame[]) => Promise<string>;
}

export interface FlowOutsideOptions extends CallsOutside {
  readonly sessionId: string;
  readonly accountId: string | undefined;
  readonly program: Program;
  readonly llm: Llm | undefined;
  /** The model is asked before the caller's turn is over. */
  readonly preempts: boolean;
  readonly context: ProviderContext;
}

export function flowOutside(options: FlowOutsideOptions): FlowOutside {
  const { sessionId, accountId, program, llm, preempts, toolsOf, search, keep, context } = options;
  const model = llm === undefined ? undefined : new FlowModel({ llm, clock: context.clock, context });
  return {
    runTool: toolsOf(program, { sessionId, accountId }),
    search: (work) => search(work, accountId),
    propose: (request, signal) => model?.propose(request, signal) ?? Promise.resolve(undefined),
    utter: (request, signal, speak) => model?.utter(request, signal, speak) ?? Promise.resolve(undefined),
    summarise: (request, signal) => model?.summarise(request, signal) ?? Promise.resolve(undefined),
    ...(preempts && model ? { preempt: (request, call) => model.preempt(request, call) } : {}),
    // Sensitive audio is not stored: the flow needs only the fact that it was spoken.
    keep: (frames, { sensitive }) =>
      sensitive ? Promise.resolve(`rec_${sessionId}`) : keep(sessionId, frames),
  };
}
