// Dispatcher of outside work: runs a flow's work beyond its own steps, such as a tool, a model, a transfer or a
// recording. Each ends in an input for the flow, even after a failure.

import { unreachable } from "../../base/assert.ts";
import type { FoundPassage } from "../knowledge/knowledge-index.ts";
import { summaryOfValues } from "./run/outside/hand-over.ts";
import type {
  FlowInput,
  Proposal,
  ProposalRequest,
  ToolOutcome,
  ModelReply,
  ModelReplyRequest,
  SummaryRequest,
  TransferResult,
  TransferManner,
  Work,
} from "./run/step-contract.ts";

export type ToolWork = Extract<Work, { type: "tool" }>;
export type SearchWork = Extract<Work, { type: "search" }>;
type TransferWork = Extract<Work, { type: "transfer" }>;
export type RecordWork = Extract<Work, { type: "record" }>;

/** A slower tool's filler is said, in milliseconds. */
export const fillerAfterMs = 600;

/** Target of a transfer, and the message for its callee. */
export interface TransferTo extends TransferManner {
  readonly address: string;
  readonly whisper?: string;
  /** Absent also where nothing was found out that could be summed up. */
  readonly summary?: string;
}

/**
 * Functions for each kind of outside work. A rejection counts as a failure; `signal` aborts when the result is not
 * wanted.
 */
export interface OutsideWorkers {
  readonly runTool: (work: ToolWork, signal: AbortSignal) => Promise<ToolOutcome>;
  /** Searches a base of the account. Undefined: it could not be searched. */
  readonly search: (work: SearchWork, signal: AbortSignal) => Promise<readonly FoundPassage[] | undefined>;
  /** Undefined: the model failed, or there is none. */
  readonly propose: (request: ProposalRequest, signal: AbortSignal) => Promise<Proposal | undefined>;
  /** `said` may get each sentence as soon as the model has written it; the reply's `say` is then the rest. */
  readonly utter: (
    request: ModelReplyRequest,
    signal: AbortSignal,
    said: (sentence: string) => void,
  ) => Promise<ModelReply | undefined>;
  /** Words a summary with a model, within its own time limit. Undefined: the model failed, or there is none. */
  readonly summarise: (request: SummaryRequest, signal: AbortSignal) => Promise<string | undefined>;
  readonly transfer: (to: TransferTo, signal: AbortSignal) => Promise<TransferResult>;
  /** Presses keys for the other side, with half a second for each w; resolves when all are pressed. */
  readonly press: (keys: string, signal: AbortSignal) => Promise<void>;
  /** 0 seconds: nothing was recorded. */
  readonly record: (
    work: RecordWork,
    signal: AbortSignal,
  ) => Promise<{ readonly id: string; readonly seconds: number }>;
}

const unreached: ToolOutcome = { ok: false, failure: { kind: "network" } };
const nothingRecorded = { id: "", seconds: 0 };

export interface WorkWatch {
  readonly signal: AbortSignal;
  /** Takes intermediate results. Not called after the signal is aborted. */
  readonly meanwhile: (input: FlowInput) => void;
}

/** Runs one piece of work and returns its result as an input. Never rejects: a failure is an input like any other. */
export async function runOutsideWork(
  { work, what }: { readonly work: number; readonly what: Work },
  outside: OutsideWorkers,
  { signal, meanwhile }: WorkWatch,
): Promise<FlowInput> {
  switch (what.type) {
    case "tool":
      return {
        type: "tool-done",
        work,
        outcome: await outside.runTool(what, signal).catch(() => unreached),
      };
    case "search": {
      const passages = await outside.search(what, signal).catch(() => undefined);
      return { type: "found", work, ...(passages === undefined ? {} : { passages }) };
    }
    case "propose": {
      const proposal = await outside.propose(what.request, signal).catch(() => undefined);
      return { type: "proposed", work, ...(proposal === undefined ? {} : { proposal }) };
    }
    case "utter": {
      const onSentence = (sentence: string): void => {
        if (!signal.aborted) meanwhile({ type: "uttering", work, sentence });
      };
      const utterance = await outside.utter(what.request, signal, onSentence).catch(() => undefined);
      return { type: "uttered", work, ...(utterance === undefined ? {} : { utterance }) };
    }
    case "transfer":
      return {
        type: "transferred",
        work,
        ...(await putThrough(what, outside, signal).catch(() => ({ ok: false }))),
      };
    case "press":
      await outside.press(what.keys, signal).catch(() => undefined);
      return { type: "pressed", work };
    case "record":
      return {
        type: "recorded",
        work,
        ...(await outside.record(what, signal).catch(() => nothingRecorded)),
      };
    default:
      return unreachable(what);
  }
}

async function putThrough(
  { address, ringMs, bridges, returns, whisper, summarises }: TransferWork,
  outside: OutsideWorkers,
  signal: AbortSignal,
): Promise<TransferResult> {
  const worded = summarises && (await outside.summarise(summarises, signal).catch(() => undefined));
  if (signal.aborted) return { ok: false };
  const summary = worded ?? (summarises === undefined ? "" : summaryOfValues(summarises));
  const briefing = {
    ...(whisper === undefined ? {} : { whisper }),
    ...(summary === "" ? {} : { summary }),
  };
  const manner = {
    ...(ringMs !== undefined && { ringMs }),
    ...(bridges && { bridges }),
    ...(returns && { returns }),
  };
  return outside.transfer({ address, ...manner, ...briefing }, signal);
}
