// Flow contract: figures of a flow's contract as people read them, and the broken terms by flow. Pure.

import type { ApiAnswer } from "../../page/api-request.ts";

export type BrokenContracts = ApiAnswer<"GET /v1/contracts">;

/** Times and turns are named so; all else is a share. */
export function figureText(name: string, value: number | null): string {
  if (value === null) return "–";
  if (name.includes("_ms_")) return `${Math.round(value)} ms`;
  return name.startsWith("turns") ? String(value) : `${Number((value * 100).toFixed(1))} %`;
}

export interface BrokenContract {
  readonly flowId: string;
  readonly flowName: string;
  readonly names: readonly string[];
}

/** By flow. */
export function brokenIn(contracts: BrokenContracts | undefined): readonly BrokenContract[] {
  const byFlow = Map.groupBy(contracts?.broken ?? [], ({ flow_id }) => flow_id);
  return [...byFlow].map(([flowId, all]) => ({
    flowId,
    flowName: all[0]?.flow_name ?? flowId,
    names: all.map(({ name }) => name),
  }));
}
