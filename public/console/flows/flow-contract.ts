// Flow contract: figures of a flow's contract in readable form, and the broken terms by flow. Pure.

import type { ApiAnswer } from "../../page/api-request.ts";

export type BrokenContracts = ApiAnswer<"GET /v1/contracts">;

type Unit = ApiAnswer<"GET /v1/flows/:flow_id/contract">["terms"][number]["unit"];

/** A bound or a value in readable form; null: "–". */
export function figureText(unit: Unit, value: number | null): string {
  if (value === null) return "–";
  if (unit === "share") return `${Number((value * 100).toFixed(1))} %`;
  return unit === "ms" ? `${Math.round(value)} ms` : String(value);
}

export interface BrokenContract {
  readonly flowId: string;
  readonly flowName: string;
  readonly names: readonly string[];
}

/** Broken terms by flow. */
export function brokenIn(contracts: BrokenContracts | undefined): readonly BrokenContract[] {
  const byFlow = Map.groupBy(contracts?.broken ?? [], ({ flow_id }) => flow_id);
  return [...byFlow].map(([flowId, all]) => ({
    flowId,
    flowName: all[0]?.flow_name ?? flowId,
    names: all.map(({ name }) => name),
  }));
}
