// Contract terms: the promises that a flow can make about its calls, one row each, with their measurement
// from ended calls. Pure.

/** Figures of one ended call: numbers only, without words and ids. */
export interface MeasuredCall {
  /** Milliseconds from the caller's last speech to the first sound of each answer. */
  readonly answersMs: readonly number[];
  /** Milliseconds from the caller's interrupting sound to the agent's silence. */
  readonly stopsMs: readonly number[];
  /** Turns of the caller, and the turns that were not understood or not allowed. */
  readonly turns: number;
  readonly notUnderstood: number;
  /** Read-backs that were answered, and those answered by no. */
  readonly readBacks: number;
  readonly refused: number;
  /** Requests of tools, and those that failed. */
  readonly tools: number;
  readonly toolErrors: number;
  /** Whether a question or the whole call was given up. */
  readonly gaveUp: boolean;
  /** Whether the flow reached an end of its own. */
  readonly completed: boolean;
  /** Whether the call ended by a failure. */
  readonly failed: boolean;
}

export const nothingMeasured: MeasuredCall = {
  answersMs: [],
  stopsMs: [],
  turns: 0,
  notUnderstood: 0,
  readBacks: 0,
  refused: 0,
  tools: 0,
  toolErrors: 0,
  gaveUp: false,
  completed: false,
  failed: false,
};

/** Samples of a call for a term: numbers for a `quantile`, a part and its whole for a `share`. */
type Measure =
  | { readonly by: "quantile"; readonly q: number; readonly of: (call: MeasuredCall) => readonly number[] }
  | { readonly by: "share"; readonly of: (call: MeasuredCall) => readonly [part: number, whole: number] };

interface TermRow {
  readonly unit: "ms" | "share" | "turns";
  readonly min: number;
  readonly max: number;
  /** Side of the bound on which the term is broken. */
  readonly breaks: "above" | "below";
  /** Minimum samples for a verdict. */
  readonly samplesMin: number;
  /** Kind of a sample, in the plural. */
  readonly samples: string;
  readonly measure: Measure;
  readonly doc: string;
}

const answers = (call: MeasuredCall): readonly number[] => call.answersMs;
const one = (is: boolean): readonly [number, number] => [is ? 1 : 0, 1];

const rows = {
  answer_ms_p50: {
    unit: "ms",
    min: 50,
    max: 60_000,
    breaks: "above",
    samplesMin: 20,
    samples: "answers",
    measure: { by: "quantile", q: 0.5, of: answers },
    doc: "Milliseconds from the caller's last word to the first sound of the agent, for half of the answers.",
  },
  answer_ms_p95: {
    unit: "ms",
    min: 50,
    max: 60_000,
    breaks: "above",
    samplesMin: 20,
    samples: "answers",
    measure: { by: "quantile", q: 0.95, of: answers },
    doc: "The same for 95 of 100 answers.",
  },
  barge_in_ms_p95: {
    unit: "ms",
    min: 20,
    max: 10_000,
    breaks: "above",
    samplesMin: 10,
    samples: "interruptions",
    measure: { by: "quantile", q: 0.95, of: (call) => call.stopsMs },
    doc: "Milliseconds from the detected voice of a caller who interrupts to the silence of the agent, for 95 of 100 interruptions.",
  },
  wrong_read_backs: {
    unit: "share",
    min: 0,
    max: 1,
    breaks: "above",
    samplesMin: 20,
    samples: "read-backs",
    measure: { by: "share", of: (call) => [call.refused, call.readBacks] },
    doc: "Share of read-backs that callers answer with no.",
  },
  not_understood: {
    unit: "share",
    min: 0,
    max: 1,
    breaks: "above",
    samplesMin: 50,
    samples: "turns",
    measure: { by: "share", of: (call) => [Math.min(call.notUnderstood, call.turns), call.turns] },
    doc: "Share of the callers' turns at questions that are not understood, or not allowed.",
  },
  gave_up: {
    unit: "share",
    min: 0,
    max: 1,
    breaks: "above",
    samplesMin: 20,
    samples: "calls",
    measure: { by: "share", of: (call) => one(call.gaveUp) },
    doc: "Share of calls in which the flow gives up a question, or the call.",
  },
  tool_errors: {
    unit: "share",
    min: 0,
    max: 1,
    breaks: "above",
    samplesMin: 20,
    samples: "requests",
    measure: { by: "share", of: (call) => [call.toolErrors, call.tools] },
    doc: "Share of tool requests that fail.",
  },
  failed_calls: {
    unit: "share",
    min: 0,
    max: 1,
    breaks: "above",
    samplesMin: 20,
    samples: "calls",
    measure: { by: "share", of: (call) => one(call.failed) },
    doc: "Share of calls that end by a failure: of the network, of a provider, or of the server.",
  },
  completed: {
    unit: "share",
    min: 0,
    max: 1,
    breaks: "below",
    samplesMin: 20,
    samples: "calls",
    measure: { by: "share", of: (call) => one(call.completed) },
    doc: "Smallest share of calls that reach an end of the flow's own, neither hung up nor given up.",
  },
  turns_p50: {
    unit: "turns",
    min: 1,
    max: 1_000,
    breaks: "above",
    samplesMin: 20,
    samples: "calls",
    measure: { by: "quantile", q: 0.5, of: (call) => [call.turns] },
    doc: "Turns of the caller in a call, for half of the calls.",
  },
} as const satisfies Readonly<Record<string, TermRow>>;

export type ContractTerm = keyof typeof rows;
export type Contract = Readonly<Partial<Record<ContractTerm, number>>>;

export const contractTerms: Readonly<Record<ContractTerm, TermRow>> = rows;
export const contractNames = Object.keys(rows) as readonly ContractTerm[];

/** Last calls of a flow and revision that are measured. */
export const windowCalls = 100;

/** `unmeasured`: there are too few samples to say. */
export type TermState = "held" | "broken" | "unmeasured";

export interface Standing {
  readonly name: ContractTerm;
  readonly bound: number;
  /** Null without a sample. */
  readonly value: number | null;
  readonly samples: number;
  readonly state: TermState;
}

/** Standing of each term of a contract over these calls, in the order of the table. */
export function standingsOf(contract: Contract, calls: readonly MeasuredCall[]): readonly Standing[] {
  return contractNames.flatMap((name) => {
    const bound = contract[name];
    if (bound === undefined) return [];
    const { measure, breaks, samplesMin } = contractTerms[name];
    const [value, samples] = measured(measure, calls);
    const isBroken = value !== null && (breaks === "above" ? value > bound : value < bound);
    const state = samples < samplesMin ? "unmeasured" : isBroken ? "broken" : "held";
    return [{ name, bound, value, samples, state }];
  });
}

function measured(
  measure: Measure,
  calls: readonly MeasuredCall[],
): readonly [value: number | null, samples: number] {
  if (measure.by === "share") {
    let [part, whole] = [0, 0];
    for (const call of calls) {
      const [some, all] = measure.of(call);
      part += some;
      whole += all;
    }
    return [whole === 0 ? null : part / whole, whole];
  }
  const sorted = calls.flatMap((call) => measure.of(call)).toSorted((a, b) => a - b);
  return [sorted[Math.max(0, Math.ceil(sorted.length * measure.q) - 1)] ?? null, sorted.length];
}

/** A bound or a value as people read it: `900 ms`, `2 %`, `6 turns`. */
export function shownValue(name: ContractTerm, value: number | null): string {
  if (value === null) return "nothing";
  const { unit } = contractTerms[name];
  if (unit === "share") return `${Number((value * 100).toFixed(1))} %`;
  return unit === "ms" ? `${Math.round(value)} ms` : `${value} turns`;
}

/** `answer_ms_p95 at most 900 ms`. */
export const shownBound = (name: ContractTerm, bound: number): string =>
  `${name} ${contractTerms[name].breaks === "above" ? "at most" : "at least"} ${shownValue(name, bound)}`;
