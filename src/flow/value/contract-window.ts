// Contract window: the last calls of one revision of a flow, and which terms of its contract are broken. The step is
// pure, and each change is reported once, however many nodes end calls.

import {
  type Contract,
  contractNames,
  type ContractTerm,
  contractTerms,
  type MeasuredCall,
  type Standing,
  standingsOf,
  windowCalls,
} from "./contract-terms.ts";

export interface ContractWindow {
  readonly calls: readonly MeasuredCall[];
  /** Epoch milliseconds since which each broken term is broken. */
  readonly broken: Readonly<Partial<Record<ContractTerm, number>>>;
}

/** `to`: its state from now on. */
export interface ContractChange extends Standing {
  readonly to: "broken" | "held";
}

/** @internal */
export const emptyWindow: ContractWindow = { calls: [], broken: {} };

/** Share beyond its bound at which a broken term is held again, so that it does not change with every call. */
const backBy = 0.05;
export interface EndedCalls {
  readonly contract: Contract;
  /** The oldest first. */
  readonly calls: readonly MeasuredCall[];
  readonly at: number;
}

/** The window after some calls have ended, and the terms whose standing changed. */
export function contractStep(
  window: ContractWindow,
  { contract, calls, at }: EndedCalls,
): readonly [ContractWindow, readonly ContractChange[]] {
  const all = [...window.calls, ...calls].slice(-windowCalls);
  const broken: Partial<Record<ContractTerm, number>> = {};
  const changes: ContractChange[] = [];
  for (const standing of standingsOf(contract, all)) {
    const since = window.broken[standing.name];
    const isBroken =
      standing.state === "unmeasured"
        ? since !== undefined
        : since === undefined
          ? standing.state === "broken"
          : !isBack(standing);
    if (isBroken) broken[standing.name] = since ?? at;
    if (isBroken !== (since !== undefined)) changes.push({ ...standing, to: isBroken ? "broken" : "held" });
  }
  return [{ calls: all, broken }, changes];
}

/** Standing of each term in the window: a broken term stays broken until it is reported as held. */
export function standingsIn(contract: Contract, window: ContractWindow): readonly Standing[] {
  return standingsOf(contract, window.calls).map((standing) =>
    window.broken[standing.name] === undefined ? standing : { ...standing, state: "broken" },
  );
}

function isBack({ name, bound, value }: Standing): boolean {
  if (value === null) return false;
  const { breaks } = contractTerms[name];
  return breaks === "above" ? value <= bound * (1 - backBy) : value >= Math.min(1, bound * (1 + backBy));
}

/** The stored form: one row of numbers for each call. */
export function windowText({ calls, broken }: ContractWindow): string {
  return JSON.stringify({
    calls: calls.map((call) => [
      call.answersMs,
      call.stopsMs,
      ...counts.map((name) => call[name]),
      ...marks.map((name) => (call[name] ? 1 : 0)),
    ]),
    broken,
  });
}

/** End of the text of a window without a broken term. */
export const heldEnding = '"broken":{}}';

/** A text of another version is an empty window. */
export function readWindow(text: string | null | undefined): ContractWindow {
  if (text === null || text === undefined) return emptyWindow;
  try {
    const { calls, broken } = JSON.parse(text) as { calls: readonly unknown[]; broken: object };
    const terms = Object.entries(broken).filter(([name]) => contractNames.some((term) => term === name));
    return { calls: calls.flatMap(callOf), broken: Object.fromEntries(terms) };
  } catch {
    return emptyWindow;
  }
}

const counts = ["turns", "notUnderstood", "readBacks", "refused", "tools", "toolErrors"] as const;
const marks = ["gaveUp", "completed", "failed"] as const;

function callOf(row: unknown): readonly MeasuredCall[] {
  if (!Array.isArray(row) || row.length !== 2 + counts.length + marks.length) return [];
  const [answersMs, stopsMs, ...figures] = row as [number[], number[], ...number[]];
  const numbers = counts.map((name, i) => [name, figures[i] ?? 0]);
  const flags = marks.map((name, i) => [name, figures[counts.length + i] === 1]);
  return [{ answersMs, stopsMs, ...Object.fromEntries([...numbers, ...flags]) } as MeasuredCall];
}
