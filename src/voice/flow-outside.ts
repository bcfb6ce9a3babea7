// What a flow wants done outside of its steps, done: tools, questions to a model, recordings. Each work ends in an input
// for the flow, whatever happens.

import { unreachable } from "../base/assert.ts";
import type { Frame } from "../audio/frame.ts";
import type {
  FlowInput,
  Proposal,
  ProposalRequest,
  ToolOutcome,
  Utterance,
  UtteranceRequest,
  Work,
} from "../flow/run/contract.ts";

export type ToolWork = Extract<Work, { readonly type: "tool" }>;
export type RecordWork = Extract<Work, { readonly type: "record" }>;
export type TransferWork = Extract<Work, { readonly type: "transfer" }>;

/** What only the surroundings of a call can do. */
export interface FlowOutside {
  readonly runTool: (work: ToolWork, signal: AbortSignal) => Promise<ToolOutcome>;
  /** Undefined without a model, or when it failed. */
  readonly propose: (request: ProposalRequest, signal: AbortSignal) => Promise<Proposal | undefined>;
  readonly utter: (request: UtteranceRequest, signal: AbortSignal) => Promise<Utterance | undefined>;
  /** Keeps what was recorded; answers with its id. */
  readonly keep: (frames: readonly Frame[], work: RecordWork) => Promise<string>;
}

export interface WorkParts {
  readonly outside: FlowOutside;
  readonly record: (work: RecordWork, stop: AbortSignal) => Promise<readonly Frame[]>;
  /** Resolves with what the client says of it. */
  readonly transfer: (work: TransferWork, signal: AbortSignal) => Promise<boolean>;
}

const framesPerSecond = 50;
const unreached: ToolOutcome = { ok: false, failure: { kind: "network" } };

/** Never rejects. `signal`: nobody wants the result any more. */
export async function workOutside(
  { work, what }: { readonly work: number; readonly what: Work },
  { outside, record, transfer }: WorkParts,
  signal: AbortSignal,
): Promise<FlowInput> {
  switch (what.type) {
    case "tool":
      return {
        type: "tool-done",
        work,
        outcome: await outside.runTool(what, signal).catch(() => unreached),
      };
    case "propose": {
      const proposal = await outside.propose(what.request, signal).catch(() => undefined);
      return { type: "proposed", work, ...(proposal === undefined ? {} : { proposal }) };
    }
    case "utter": {
      const utterance = await outside.utter(what.request, signal).catch(() => undefined);
      return { type: "uttered", work, ...(utterance === undefined ? {} : { utterance }) };
    }
    case "transfer":
      return { type: "transferred", work, ok: await transfer(what, signal).catch(() => false) };
    case "record": {
      const frames = await record(what, signal).catch(() => []);
      const id = frames.length === 0 ? "" : await outside.keep(frames, what).catch(() => "");
      return { type: "recorded", work, id, seconds: id === "" ? 0 : frames.length / framesPerSecond };
    }
    default:
      return unreachable(what);
  }
}
